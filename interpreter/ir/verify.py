"""Whether a definition that was read from outside holds together: numbers name something, and things are what they must be.

Takes a definition that nobody compiled here, such as one out of a cache; returns what does not fit, if anything. What passes
can be written out as source: whatever reads the text has let no words pass but those of `types`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from itertools import islice
from typing import Any

from ..model.definition import Cell, Definition, Grouping
from . import limits, statements, values
from .analysis.agreement import disagreements
from .analysis.capacities import cards_of_kinds, zones_of_families
from .analysis.giving import rules_of
from .analysis.ranging import LONGEST
from .operations import OPERATIONS
from .ranges import ANY
from .relations import RELATIONS
from .types import FLAG, OF_CARDS, OF_GAME, Owner, OwnerSort, Sign, ThingSort, Type, TypeSort, Where
from .walk import walk

# Fields that hold a number of a table of the definition.
_TABLES: dict[tuple[type, str], str] = {
    (values.Read, "variable"): "variables",
    (values.Setting, "option"): "options",
    (values.Cell, "column"): "columns",
    (values.Computed, "value"): "values",
    (values.Apply, "function"): "functions",
    (values.Reach, "function"): "functions",
    (values.ZoneOf, "family"): "families",
    (values.Grouped, "grouping"): "groupings",
    (statements.Call, "procedure"): "procedures",
    (statements.Write, "variable"): "variables",
    (statements.Mark, "variable"): "variables",
    (statements.Mark, "moment"): "moments",
    (statements.Expire, "moment"): "moments",
    (statements.Block, "label"): "stretches",
    (statements.Leave, "label"): "stretches",
    (statements.Choose, "site"): "sites",
    (statements.PickMany, "site"): "sites",
    (statements.Mix, "site"): "sites",
}
_OWNERS = {OwnerSort.KIND: "kinds", OwnerSort.FAMILY: "families", OwnerSort.MEMBERS: "types"}
_MOST_PARTS = 2 * limits.PARTS.most  # statements are made of what sentences are made of, and of little else
_SLOTS = {"slot", "items", "index", "count", "limit", "result", "picked", "answers"}


def misfits(definition: Definition) -> Iterator[str]:
    """What does not hold together. Only where every number names something can be asked what is what."""
    problems = [*_size(definition)] or [*_frame(definition), *_numbers(definition)]
    problems = problems or [*_amounts(definition), *_decisions(definition), *_deals(definition)]
    yield from problems or disagreements(definition)


def _size(definition: Definition) -> Iterator[str]:
    """A part that stands in two others counts twice, as it would be written out twice."""
    parts = (part for _, root, _ in rules_of(definition) for part in walk(root))
    if next(islice(parts, _MOST_PARTS, None), None) is not None:
        yield "more parts than a game can have"


def _decisions(definition: Definition) -> Iterator[str]:
    """A place of decision stands once: where a rule goes on after an answer must be clear."""
    kinds = (statements.Choose, statements.PickMany)
    sites = [node.site for rule in definition.procedures for node in walk(rule.body) if isinstance(node, kinds)]
    yield from (f"the decision {site}, twice" for site, times in Counter(sites).items() if times > 1)


def _deals(definition: Definition) -> Iterator[str]:
    """What is dealt goes into zones, and so never under a card."""
    dealt = [node for rule in definition.procedures for node in walk(rule.body) if isinstance(node, statements.Deal)]
    yield from ("a deal under a card" for node in dealt if node.where is Where.UNDER)


def _amounts(definition: Definition) -> Iterator[str]:
    """Seats, cards and zones are as many as a table may have, and numbers are there from the start."""
    if not 1 <= definition.fewest <= definition.most <= limits.SEATS.most:
        yield "a number of seats"
    missing = definition.most - definition.fewest
    if any(row.each_player < 0 or row.copies < missing * row.each_player for _, row in definition.rows):
        yield "less than no card"
    if sum(cards_of_kinds(definition)) > limits.CARDS.most or sum(zones_of_families(definition)) > limits.ZONES.most:
        yield "more cards or zones than a table has"
    for variable in definition.variables:
        is_single = variable.type.sort in (TypeSort.NUMBER, TypeSort.FLAG) and not variable.type.many
        if is_single and variable.starts == values.Const(None):
            yield f"{variable.name} starts as nothing"


def _numbers(definition: Definition) -> Iterator[str]:
    for _, root, slots in rules_of(definition):
        yield from _body(definition, root, len(slots))
        yield from _held(definition, slots)
    for procedure in definition.procedures:
        if not 2 <= procedure.parameters <= len(procedure.slots) or len(procedure.names) != len(procedure.slots):
            yield f"places of {procedure.name}"
    yield from (f"places of {one.name}" for one in definition.functions if len(one.slots) < 2)
    yield from _body(definition, tuple(one.branches for one in definition.sites), 0)
    for table in (definition.options, definition.functions, definition.values, definition.variables, definition.columns):
        holding: tuple[Any, ...] = table
        yield from _held(definition, [one.type for one in holding])


def _held(definition: Definition, types: Iterable[Type]) -> Iterator[str]:
    """What holds a value says all of it: every number has a range, every list a capacity, and nothing else has any."""
    for one in types:
        yield from _check_type(definition, one.without_extent)
        if (one.sort is TypeSort.NUMBER) != _is_range(one.low, one.high) or (one.low is None) != (one.high is None):
            yield f"a range of {one}"
        if one.many != (one.capacity is not None) or not 0 <= one.length <= LONGEST:
            yield f"a capacity of {one}"


def _is_range(low: int | None, high: int | None) -> bool:
    return low is not None and high is not None and ANY[0] <= low <= high <= ANY[1]


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
    pairs = len(definition.variables) - 1
    for measure in definition.measures:
        if not 0 <= measure.function < functions or not (measure.samples is None or 0 <= measure.samples < pairs):
            yield f"measure {measure.name}"
    for value in definition.values:
        asked = [value.starts, *(number for one in (*value.holds, *value.gets) for number in (one.applies, one.amount))]
        if not all(0 <= number < functions for number in asked):
            yield f"value {value.name}"
    if not _all_in([one.lasts for one in definition.variables if one.lasts is not None], definition.moments):
        yield "how long a variable lasts"
    for grouping in definition.groupings:
        yield from _grouping(definition, grouping)
    owners = [one.of for table in (definition.variables, definition.values, definition.columns) for one in table]
    for owner in (*owners, *(one for family in definition.families for one in (family.per, family.pairs) if one is not None)):
        most = len(getattr(definition, _OWNERS[owner.sort])) if owner.sort in _OWNERS else 1
        if not 0 <= owner.number < most:
            yield f"owner {owner}"
    if any(column.of.sort not in (OwnerSort.KIND, OwnerSort.MEMBERS) for column in definition.columns):
        yield "owner of a column"
    if any(family.per.is_card for family in definition.families):
        yield "owner of a zone"
    for family in definition.families:
        refill = [] if family.refill is None else [family.refill]
        if not _all_in(refill, definition.families) or not _all_in(family.holds, definition.kinds):
            yield f"zone {family.name}"
    yield from _built_in(definition)
    yield from _rows(definition)
    placed = [(one.file, one.line) for one in definition.functions]
    placed += [(one.file, one.line) for one in definition.procedures]
    placed += [written for site in definition.sites for written in ((site.file, site.line), *site.written)]
    placed += [(one.file, one.line) for one in definition.citations]
    if not _all_in([file for file, _ in placed], definition.files) or any(line < 0 for _, line in placed):
        yield "a place in a file"


def _built_in(definition: Definition) -> Iterator[str]:
    """The variables that engines ask for by their names."""
    needed = {"active": (OF_GAME, TypeSort.PLAYER), "round": (OF_GAME, TypeSort.NUMBER)}
    if any(kind.faces for kind in definition.kinds):
        needed["value"] = (OF_CARDS, TypeSort.NUMBER)
    known = {one.name: (one.of, one.type.sort) for one in definition.variables if not one.type.many}
    yield from (f"variable {name}" for name, shape in needed.items() if known.get(name) != shape)


def _all_in(numbers: Iterable[int], table: Sequence[object]) -> bool:
    return all(0 <= number < len(table) for number in numbers)


def _rows(definition: Definition) -> Iterator[str]:
    """Kinds follow each other in the table of rows, and what is printed on them is printed in columns of their own."""
    first = 0
    for number, kind in enumerate(definition.kinds):
        homes = [kind.home] + ([] if kind.discards_to is None else [kind.discards_to])
        if kind.first_row != first or not _all_in(homes, definition.families):
            yield f"kind {kind.name}"
        first += len(kind.rows)
        yield from _cells(definition, Owner(OwnerSort.KIND, number), [row.cells for row in kind.rows])
    for number, members in enumerate(definition.types):
        if not len(members.ids) == len(members.names) == len(members.cells) or len(members.words) not in (0, len(members.ids)):
            yield f"members of {members.name}"
        yield from _cells(definition, Owner(OwnerSort.MEMBERS, number), members.cells)
    carriers = [one.carrier for value in definition.values for one in (*value.holds, *value.gets)]
    if not _all_in([one for one in carriers if one is not None], definition.rows):
        yield "whoever carries an ability"


def _cells(definition: Definition, owner: Owner, rows: Sequence[Mapping[int, Cell]]) -> Iterator[str]:
    for cells in rows:
        for column, cell in cells.items():
            if not _all_in([column], definition.columns) or definition.columns[column].of != owner:
                yield f"column {column}"
            elif isinstance(cell, tuple) and not definition.columns[column].type.many:
                yield f"a list in column {column}"
            elif not _is_something(definition, definition.columns[column].type, cell):
                yield f"what stands in column {column}"


def _grouping(definition: Definition, grouping: Grouping) -> Iterator[str]:
    used = [axis for pattern in grouping.patterns for axis in (*pattern.same, *pattern.different)]
    used += [pattern.run for pattern in grouping.patterns if pattern.run is not None]
    used += [*grouping.different, *(axis for _, takes in grouping.wild for axis, _ in takes)]
    known = _all_in(grouping.functions, definition.functions) and _all_in([grouping.kind], definition.kinds)
    if not known or not _all_in(grouping.columns, definition.columns) or not _all_in(used, grouping.columns):
        yield f"grouping {grouping.name}"


def _body(definition: Definition, root: Any, slots: int) -> Iterator[str]:
    """Every node inside, each once, however often it stands there."""
    waiting, seen = [root], set()
    while waiting:
        node = waiting.pop()
        if isinstance(node, tuple):
            waiting += node
        kind: Any = type(node)
        if not _fields(kind) or id(node) in seen:
            continue
        seen.add(id(node))
        for name in _fields(kind):
            value = getattr(node, name)
            if isinstance(value, int) and not _fits(definition, kind, name, value, slots):
                yield f"{kind.__name__}.{name} {value!r}"
            waiting.append(value)
        if kind in _CHECKS:
            yield from _CHECKS[kind](definition, node)


@cache
def _fields(kind: Any) -> tuple[str, ...]:
    """The fields of a kind of node; nothing else has any."""
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()


def _fits(definition: Definition, kind: type, name: str, value: int, slots: int) -> bool:
    if (kind, name) in _TABLES:
        table: tuple[Any, ...] = getattr(definition, _TABLES[kind, name])
        return 0 <= value < len(table)
    return name not in _SLOTS or 0 <= value < slots


def _check_type(definition: Definition, node: Type) -> Iterator[str]:
    """Of what is not known nothing reaches an engine, and every name is that of something. Only what holds a value has an
    extent; what a node says of a value is what to call it."""
    names: dict[TypeSort, Callable[[], set[str]]] = {
        TypeSort.CARD: lambda: {kind.name for kind in definition.kinds},
        TypeSort.ZONE: lambda: {family.name for family in definition.families},
        TypeSort.MEMBER: lambda: {type.name for type in definition.types},
    }
    if node.sort in (TypeSort.ANY, TypeSort.GAME) or node != node.without_extent:
        yield f"type {node}"
    elif node.names and not (node.sort in names and names[node.sort]().issuperset(node.names)):
        yield f"type {node.sort} of {node.names}"
    elif node.sort is TypeSort.MEMBER and not node.names:
        yield "a member of nothing"


def _is_something(definition: Definition, type: Type, value: object) -> bool:
    """Whether numbers stand for what a table can have; cards and zones are not called by number before there is a table."""
    if isinstance(value, tuple):
        return all(_is_something(definition, type, one) for one in value)
    members = {one.name: len(one.ids) for one in definition.types}
    most = {TypeSort.FLAG: 2, TypeSort.PLAYER: definition.most, TypeSort.CARD: 0, TypeSort.ZONE: 0}
    most[TypeSort.MEMBER] = min((members.get(name, 0) for name in type.names), default=0)
    return not isinstance(value, int) or type.sort not in most or 0 <= value < most[type.sort]


def _check_const(definition: Definition, node: values.Const) -> Iterator[str]:
    if not _is_something(definition, node.type, node.value):
        yield f"{node.type} {node.value!r}"


def _check_op(definition: Definition, node: values.Op) -> Iterator[str]:
    if len(OPERATIONS[node.sign].takes) != len(node.arguments):
        yield f"sign {node.sign!r}"
    elif node.sign is Sign.OF_FAMILY:
        family = node.arguments[1]
        if not isinstance(family, values.Const) or type(family.value) is not int:
            yield "a zone of which family?"
        elif not 0 <= family.value < len(definition.families):
            yield f"family {family.value}"


def _check_relation(definition: Definition, node: values.Beyond | values.Spread) -> Iterator[str]:
    entry = RELATIONS.get((node.relation, node.sort))
    if entry is None or (entry.nearest if isinstance(node, values.Beyond) else entry.every) is None:
        yield f"{node.relation} of {node.sort}"


def _check_all(definition: Definition, node: values.All) -> Iterator[str]:
    """Players and numbers are all there are; of cards and zones several kinds can be meant, each once; of the rest only one."""
    tables: dict[ThingSort, Sequence[object]] = {
        ThingSort.CARD: definition.kinds, ThingSort.ZONE: definition.families, ThingSort.MEMBER: definition.types,
        ThingSort.ROW: definition.rows,
    }  # fmt: skip
    most = len(node.names) if node.sort in (ThingSort.CARD, ThingSort.ZONE) else 1
    if node.sort not in tables:
        if node.names:
            yield f"all {node.sort} {node.names}"
    elif not _all_in(node.names, tables[node.sort]) or not 1 <= len(set(node.names)) == len(node.names) <= most:
        yield f"all {node.sort} {node.names}"


def _check_apply(definition: Definition, node: values.Apply) -> Iterator[str]:
    called = definition.functions[node.function : node.function + 1]
    if called and not 2 <= len(node.arguments) <= len(called[0].slots):
        yield f"arguments of {node.function}"


def _check_call(definition: Definition, node: statements.Call) -> Iterator[str]:
    called = definition.procedures[node.procedure : node.procedure + 1]
    if called and not 2 <= len(node.arguments) <= called[0].parameters:
        yield f"arguments of {node.procedure}"


def _check_table(definition: Definition, node: values.ByRow | statements.Dispatch) -> Iterator[str]:
    """Each row of cards, or each member, has what it says of itself; of a list in a cell each entry has."""
    most = len(definition.functions if isinstance(node, values.ByRow) else definition.procedures)
    entries = {
        ThingSort.CARD: len(definition.rows),
        ThingSort.MEMBER: max((len(one.ids) for one in definition.types), default=0),
    }
    size = values.LONGEST_LIST if isinstance(node, statements.Dispatch) and node.index is not None else 1
    rows = entries.get(node.sort, 0) * size
    if not all(0 <= row < rows and 0 <= number < most for row, number in node.table):
        yield f"table of {type(node).__name__}"


def _check_owned(definition: Definition, node: values.Read | statements.Write | statements.Mark) -> Iterator[str]:
    """A variable of the game is nobody's, any other is something's; only flags of things end at a moment."""
    for variable in definition.variables[node.variable : node.variable + 1]:
        if variable.of.is_game != (node.of is None):
            yield f"{type(node).__name__} of {variable.name}"
        if isinstance(node, statements.Mark) and variable.type.without_extent != FLAG:
            yield f"a mark of {variable.name}"


def _check_site(definition: Definition, node: statements.Choose | statements.PickMany) -> Iterator[str]:
    """What is picked at a decision is what its place among all decisions says."""
    if isinstance(node, statements.PickMany):
        picked: tuple[tuple[Type, ...], ...] = ((node.type,),)
    else:
        picked = tuple(tuple(type for _, _, type in branch.picks) for branch in node.branches)
    for site in definition.sites[node.site : node.site + 1]:
        if site.branches != picked or len(site.written) != len(picked):
            yield f"what is picked at {node.site}"


_CHECKS: dict[type, Callable[[Definition, Any], Iterator[str]]] = {
    Type: _check_type,
    values.Const: _check_const,
    values.Op: _check_op,
    values.Beyond: _check_relation,
    values.Spread: _check_relation,
    values.All: _check_all,
    values.Apply: _check_apply,
    values.ByRow: _check_table,
    statements.Call: _check_call,
    statements.Dispatch: _check_table,
    values.Read: _check_owned,
    statements.Write: _check_owned,
    statements.Mark: _check_owned,
    statements.Choose: _check_site,
    statements.PickMany: _check_site,
}
