"""Whether a definition that was read from outside holds together: every number names something.

Takes a definition that nobody compiled here, such as one out of a cache; returns what does not fit, if anything. What passes
can be written out as source: whatever reads the text has let no words pass but those of `types`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from ..model.definition import Definition
from . import statements, values
from .operations import OPERATIONS
from .relations import RELATIONS
from .types import OwnerSort

# Fields that hold a number of a table of the definition.
_TABLES: dict[tuple[type, str], str] = {
    (values.Read, "variable"): "variables",
    (values.Setting, "option"): "options",
    (values.Cell, "column"): "columns",
    (values.Computed, "value"): "values",
    (values.Apply, "function"): "functions",
    (values.Reach, "function"): "functions",
    (values.Place, "family"): "families",
    (values.Grouped, "grouping"): "groupings",
    (statements.Call, "procedure"): "procedures",
    (statements.Write, "variable"): "variables",
    (statements.Mark, "variable"): "variables",
    (statements.Choose, "site"): "sites",
    (statements.PickMany, "site"): "sites",
    (statements.Mix, "site"): "sites",
}
_OWNERS = {OwnerSort.KIND: "kinds", OwnerSort.FAMILY: "families", OwnerSort.MEMBERS: "types"}
_SLOTS = {"slot", "items", "index", "count", "result", "picked", "answers"}


def misfits(definition: Definition) -> Iterator[str]:
    """What does not hold together."""
    yield from _frame(definition)
    for function in definition.functions:
        yield from _body(definition, (function.value, function.slots), len(function.slots))
    for procedure in definition.procedures:
        yield from _body(definition, (procedure.body, procedure.slots), len(procedure.slots))
        if not 2 <= procedure.parameters <= len(procedure.slots) or len(procedure.names) != len(procedure.slots):
            yield f"places of {procedure.name}"
    for kind in definition.kinds:
        if kind.drawn_as is not None:
            yield from _body(definition, kind.drawn_as, kind.drawn_slots)
    for family in definition.families:
        yield from _body(definition, family.count, family.count_slots)
    for variable in definition.variables:
        yield from _body(definition, (variable.starts, variable.type), variable.start_slots)
    types = [one.type for table in (definition.columns, definition.values, definition.options) for one in table]
    yield from _body(definition, tuple(types), 0)


def _frame(definition: Definition) -> Iterator[str]:
    """The numbers that stand in the tables themselves."""
    functions, procedures = len(definition.functions), len(definition.procedures)
    for name, number, most in (
        ("score", definition.score, functions), ("winner", definition.winner, functions), ("hint", definition.hint, functions),
        ("setup", definition.setup, procedures), ("flow", definition.flow, procedures),
        ("mute", definition.mute, len(definition.variables)),
    ):  # fmt: skip
        if number is not None and not 0 <= number < most:
            yield name
    for value in definition.values:
        asked = [value.starts, *(number for one in (*value.holds, *value.gets) for number in (one.applies, one.amount))]
        if not all(0 <= number < functions for number in asked):
            yield f"value {value.name}"
    for grouping in definition.groupings:
        if not all(0 <= number < functions for number in grouping.functions) or not 0 <= grouping.kind < len(definition.kinds):
            yield f"grouping {grouping.name}"
    owners = [one.of for table in (definition.variables, definition.values, definition.columns) for one in table]
    for owner in (*owners, *(family.per for family in definition.families)):
        most = len(getattr(definition, _OWNERS[owner.sort])) if owner.sort in _OWNERS else 1
        if not 0 <= owner.number < most:
            yield f"owner {owner}"
    if any(column.of.sort not in (OwnerSort.KIND, OwnerSort.MEMBERS) for column in definition.columns):
        yield "owner of a column"
    if any(family.per.is_card for family in definition.families):
        yield "owner of a zone"
    for family in definition.families:
        if family.refill is not None and not 0 <= family.refill < len(definition.families):
            yield f"refill of {family.name}"
    for kind in definition.kinds:
        homes = [kind.home] + ([] if kind.discards_to is None else [kind.discards_to])
        if not all(0 <= number < len(definition.families) for number in homes):
            yield f"home of {kind.name}"


def _body(definition: Definition, root: Any, slots: int) -> Iterator[str]:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, tuple):
            waiting += node
        if not is_dataclass(node):
            continue
        for field in fields(node):
            value = getattr(node, field.name)
            if not _fits(definition, type(node), field.name, value, slots):
                yield f"{type(node).__name__}.{field.name} {value!r}"
            waiting.append(value)
        yield from _CHECKS.get(type(node), lambda *_: ())(definition, node)


def _fits(definition: Definition, kind: type, name: str, value: Any, slots: int) -> bool:
    if (kind, name) in _TABLES:
        table: tuple[Any, ...] = getattr(definition, _TABLES[kind, name])
        return type(value) is int and 0 <= value < len(table)
    if name in _SLOTS and type(value) is int:
        return 0 <= value < slots
    return True


def _check_op(definition: Definition, node: values.Op) -> Iterator[str]:
    if len(OPERATIONS[node.sign].takes) != len(node.arguments):
        yield f"sign {node.sign!r}"


def _check_relation(definition: Definition, node: values.Beyond | values.Spread) -> Iterator[str]:
    entry = RELATIONS.get((node.relation, node.sort))
    if entry is None or (entry.nearest if isinstance(node, values.Beyond) else entry.every) is None:
        yield f"{node.relation} of {node.sort}"


def _check_all(definition: Definition, node: values.All) -> Iterator[str]:
    tables: dict[str, int] = {
        "card": len(definition.kinds), "zone": len(definition.families), "member": len(definition.types),
        "row": len(definition.rows),
    }  # fmt: skip
    if node.sort in tables and not (node.names and all(0 <= one < tables[node.sort] for one in node.names)):
        yield f"all {node.sort} {node.names}"


def _check_apply(definition: Definition, node: values.Apply) -> Iterator[str]:
    called = definition.functions[node.function : node.function + 1]
    if called and len(node.arguments) > len(called[0].slots):
        yield f"arguments of {node.function}"


def _check_call(definition: Definition, node: statements.Call) -> Iterator[str]:
    called = definition.procedures[node.procedure : node.procedure + 1]
    if called and len(node.arguments) > len(called[0].slots):
        yield f"arguments of {node.procedure}"


def _check_table(definition: Definition, node: values.ByRow | statements.Dispatch) -> Iterator[str]:
    most = len(definition.functions if isinstance(node, values.ByRow) else definition.procedures)
    if not all(row >= 0 and 0 <= number < most for row, number in node.table):
        yield f"table of {type(node).__name__}"


_CHECKS: dict[type, Callable[[Definition, Any], Iterator[str]]] = {
    values.Op: _check_op,
    values.Beyond: _check_relation,
    values.Spread: _check_relation,
    values.All: _check_all,
    values.Apply: _check_apply,
    values.ByRow: _check_table,
    statements.Call: _check_call,
    statements.Dispatch: _check_table,
}
