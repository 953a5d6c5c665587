"""What is put where: which values come to which places of which rule.

Takes one node of a rule, or the tables of a definition that ask rules by themselves; says what is given to each place, by its
type. Whoever gives places their types joins what is given; whoever doubts the types asks whether it fits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import Enum
from typing import Any, NamedTuple

from ... import ir
from ...model.definition import Definition
from .. import limits
from ..walk import By, places_filled
from .typing import Typing, listed, single


class Body(Enum):
    """What has places of its own."""

    FUNCTION = "a function"
    PROCEDURE = "a procedure"
    DRAWN = "how the cards of a kind are drawn"
    COUNT = "how many zones a family has"
    START = "what a variable starts with"


Rule = tuple[Body, int]


class Filling(NamedTuple):
    """A place of a rule, and what is put there; a function may have fewer places than it is given things."""

    rule: Rule
    slot: int
    type: ir.Type


def rules_of(definition: Definition) -> Iterator[tuple[Rule, Any, tuple[ir.Type, ...]]]:
    """Everything that has places of its own: the root of its nodes, and the types of its places."""
    for number, function in enumerate(definition.functions):
        yield (Body.FUNCTION, number), function.value, function.slots
    for number, procedure in enumerate(definition.procedures):
        yield (Body.PROCEDURE, number), procedure.body, procedure.slots
    for number, kind in enumerate(definition.kinds):
        yield (Body.DRAWN, number), kind.drawn_as or (), kind.drawn_slots
    for number, family in enumerate(definition.families):
        yield (Body.COUNT, number), family.count or (), family.count_slots
    for number, variable in enumerate(definition.variables):
        yield (Body.START, number), variable.starts, variable.start_slots


def given_by(typing: Typing, rule: Rule, node: Any) -> Iterator[Filling]:
    """What a node of a rule puts into places of its own rule, and of those that it calls."""
    if type(node) not in _GIVING:
        return
    yield from (Filling(rule, slot, type) for slot, type in _filled(typing, node))
    for called, types in _calls(typing, node):
        yield from _handed(called, types)


_GIVING = frozenset((
    ir.Let, ir.Each, ir.Loop, ir.Branch, ir.Choose, ir.PickMany, ir.Ask, ir.Random, ir.Deal, ir.Fold, ir.Sort, ir.Rank,
    ir.Apply, ir.ByRow, ir.Reach, ir.Call, ir.Dispatch,
))  # fmt: skip


def given_by_tables(definition: Definition) -> Iterator[Filling]:
    """What the tables of a definition ask by themselves."""
    for value in definition.values:
        thing = definition.type_of_owner(value.of)
        yield from _handed((Body.FUNCTION, value.starts), (ir.NOTHING, thing))
        for modifier in (*value.holds, *value.gets):
            carrier = ir.NOTHING if modifier.carrier is None else definition.type_of_row(modifier.carrier)
            for number in (modifier.applies, modifier.amount):
                yield from _handed((Body.FUNCTION, number), (ir.NOTHING, carrier, thing))
    for asked in (definition.score, definition.hint):
        if asked is not None:
            yield from _handed((Body.FUNCTION, asked), (ir.PLAYER_TYPE, ir.PLAYER_TYPE))
    for measure in definition.measures:
        whose = ir.PLAYER_TYPE if measure.of.is_player else ir.NOTHING
        yield from _handed((Body.FUNCTION, measure.function), (whose, whose))
    size = number_between(0, limits.CARDS.most)
    for grouping in definition.groupings:
        card = ir.Type(ir.TypeSort.CARD, (definition.kinds[grouping.kind].name,))
        for pattern in grouping.patterns:
            yield from _handed((Body.FUNCTION, pattern.worth), (ir.NOTHING, ir.NOTHING, size))
        for test, takes in grouping.wild:
            for number in (test, *(one for _, one in takes)):
                yield from _handed((Body.FUNCTION, number), (ir.PLAYER_TYPE, card))
        if grouping.item is not None:
            yield from _handed((Body.FUNCTION, grouping.item), (ir.PLAYER_TYPE, card))


def number_between(low: int, high: int) -> ir.Type:
    return replace(ir.NUMBER, low=low, high=high)


def _handed(called: Rule, types: Sequence[ir.Type]) -> Iterator[Filling]:
    return (Filling(called, slot, type) for slot, type in enumerate(types))


# ---------------------------------------------------------------- places of the rule itself


def _filled(typing: Typing, node: Any) -> Iterator[tuple[int, ir.Type]]:
    if not _is_asked(node):
        return
    for slot, by, source in places_filled(node):
        if by in _COUNTS:
            yield slot, number_between(-1, _last_round(typing, node))
        elif by is By.SEAT:
            yield slot, ir.PLAYER_TYPE
        elif source == ir.Op(ir.Sign.ADD, (ir.Local(slot), ir.Const(1))):
            yield slot, number_between(0, limits.ROUNDS.most)  # it goes up by 1 at a time, once in a round
        elif source is not None:
            yield slot, _put(typing.of(source), by)
    if isinstance(node, ir.Loop):
        yield node.limit, number_between(0, 0)  # where there is no limit


_COUNTS = (By.ROUND, By.BRANCH)


def _is_asked(node: Any) -> bool:
    """Whether a loop of an expression puts its things anywhere: where nothing is asked of each, it does not."""
    if isinstance(node, ir.Fold):
        return node.test is not None or node.item is not None
    return not isinstance(node, ir.Sort | ir.Rank) or bool(node.keys)


def _put(type: ir.Type, by: By) -> ir.Type:
    if by is By.LET:
        return type
    if by in (By.ITEMS, By.ROW):
        return type if type.sort is ir.TypeSort.NONE else replace(listed(type), capacity=type.length)
    return single(type)


def _last_round(typing: Typing, node: Any) -> int:
    """What is counted last: rounds end when their number is reached, and the branches of a decision begin with 0."""
    match node:
        case ir.Loop():
            return max(0, typing.of(node.most).bounds[1])
        case ir.Each():
            return typing.of(node.source).length
        case ir.Choose():
            return len(node.branches) - 1
    return typing.definition.most


# ---------------------------------------------------------------- places of what is called


def _calls(typing: Typing, node: Any) -> Iterator[tuple[Rule, Sequence[ir.Type]]]:
    match node:
        case ir.Apply():
            yield (Body.FUNCTION, node.function), [typing.of(one) for one in node.arguments]
        case ir.Call():
            yield (Body.PROCEDURE, node.procedure), [typing.of(one) for one in node.arguments]
        case ir.Dispatch():
            player = typing.of(node.player)
            for row, number in node.table:
                yield (Body.PROCEDURE, number), (player, _of_row(typing, node, row))
        case ir.ByRow():
            player = typing.of(node.player)
            yield from (((Body.FUNCTION, number), (player, _of_row(typing, node, row))) for row, number in node.table)
        case ir.Reach():
            zone = typing.of(node.start)
            yield (Body.FUNCTION, node.function), (typing.of(node.player), zone, zone)


def _of_row(typing: Typing, node: ir.Dispatch | ir.ByRow, row: int) -> ir.Type:
    """What has the row of a table: a card of that row, or a member of the type that is asked about."""
    if node.sort is ir.ThingSort.CARD:
        is_listed = isinstance(node, ir.Dispatch) and node.index is not None
        return typing.definition.type_of_row(row // ir.LONGEST_LIST if is_listed else row)
    return typing.of(node.of if isinstance(node, ir.ByRow) else node.card)
