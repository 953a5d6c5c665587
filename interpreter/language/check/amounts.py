"""How many cards, zones and answers all of a definition comes to, and whether that can be told before any rule.

Takes a compiled definition and what is written in its sections; complains where there begin to be too many. Counts without
building a table.
"""

from __future__ import annotations

from ... import ir
from ...ir import limits
from ...ir.analysis.bounds import numbers_of
from ...ir.analysis.capacities import Answers, cards_of_kinds, zones_of_families
from ...ir.walk import walk
from ...model.definition import Definition
from ..declare.names import Vocabulary
from ..declare.sizes import tell_beyond
from ..diagnostics import Complaints, Span, on_line
from ..read.nodes import Mapping, Node

_IN_A_GAME = (ir.Read, ir.Contents, ir.Computed, ir.Score)
_SETTLED = {
    "count": "write a number, an option, players, or what can be reckoned from them",
    "starts": "use numbers and options here, and set it to the rest in setup",
}


def check_amounts(definition: Definition, words: Vocabulary, root: dict[str, Mapping], complaints: Complaints) -> None:
    """All cards and zones of the largest table, added up in file order; told where they begin to be too many."""
    _check_formulas(definition, root, complaints)
    if complaints.errors:
        return
    for section, limit, amounts in (
        ("components", limits.CARDS, dict(zip(words.kinds, cards_of_kinds(definition), strict=True))),
        ("zones", limits.ZONES, dict(zip(words.families, zones_of_families(definition), strict=True))),
    ):
        total = 0
        for name, amount in amounts.items():
            total += amount
            node = root[section].items.get(name) if section in root else None
            if tell_beyond(complaints, _place(node, words.places.get(name, Span(""))), limit, total):
                break
    _check_answers(definition, complaints)


def _check_answers(definition: Definition, complaints: Complaints) -> None:
    """Everything that can ever be answered gets a number; told is the decision at which there are too many."""
    total, actions = 0, Answers(definition)
    for site in definition.sites:
        total += sum(actions.block(types, site.blind) for types in site.branches) + 2
        if tell_beyond(complaints, on_line(definition.files[site.file], site.line), limits.ACTIONS, total):
            break


def _check_formulas(definition: Definition, root: dict[str, Mapping], complaints: Complaints) -> None:
    """Numbers of zones and starts of variables are worked out before any rule, so they must lie within the limits."""
    numbers = numbers_of(definition)
    counts = [("zones", "count", family.name, family.count) for family in definition.families]
    starts = [("variables", "starts", variable.name, variable.starts) for variable in definition.variables]
    starts += [("counters", slot, name, value) for _, slot, name, value in starts]
    for section, slot, name, value in (*counts, *starts):
        node = root[section].items.get(name) if section in root else None
        written = node.get(slot) if isinstance(node, Mapping) else None
        if written is None or value is None:
            continue
        if not _is_settled(definition, value, slot):
            complaints.add(written.span, "not-known-yet", hint=_SETTLED[slot])
        elif numbers.strays(value):
            complaints.add(written.span, "formula-beyond", most=f"{limits.NUMBER.most:,}")
        elif slot == "count" and numbers.of(value, {})[1] < 1:
            complaints.add(written.span, "no-rows", name=name)


def _is_settled(definition: Definition, value: ir.Expr, slot: str) -> bool:
    """Whether something can be worked out before any card lies anywhere, and any zone is counted."""
    waiting, functions = [value], set()
    while waiting:
        for one in walk(waiting.pop()):
            if isinstance(one, _IN_A_GAME):
                return False
            is_thing = isinstance(one, ir.ZoneOf) or (
                isinstance(one, ir.All) and one.sort not in (ir.ThingSort.PLAYER, ir.ThingSort.MEMBER)
            )
            if slot == "count" and is_thing:
                return False
            if isinstance(one, ir.Apply) and one.function not in functions:
                functions.add(one.function)
                waiting.append(definition.functions[one.function].value)
    return True


def _place(node: Node | None, name: Span) -> Span:
    """Where the number of something is written; else its name."""
    slots = node.items if isinstance(node, Mapping) else {}
    return next((slots[one].span for one in ("count", "size", "copies", "per") if one in slots), name)
