"""Whether everything in a definition is what is needed where it stands.

Takes a definition whose numbers all name something; returns what does not agree: an argument of another type than its place, a
condition that is none, a place that gets what it cannot hold. What the language lowers agrees; what comes from outside may not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from ... import ir
from ...model.definition import Definition
from ..features import FEATURES
from ..operations import OPERATIONS
from ..walk import children
from .typing import Mistyped, Typing, listed, single

Need = tuple[ir.Expr | None, ir.Type]  # an expression, and what must stand there
CARD, ZONE = ir.Type(ir.TypeSort.CARD), ir.Type(ir.TypeSort.ZONE)
CARDS, PLAYERS, FLAG, NUMBER, PLAYER = listed(CARD), listed(ir.PLAYER_TYPE), ir.FLAG, ir.NUMBER, ir.PLAYER_TYPE


def fits(given: ir.Type, wanted: ir.Type) -> bool:
    """Whether a value of one type can be one of another; none can be anything, and without names all are meant."""
    if given.sort is ir.TypeSort.NONE:
        return True
    if given.sort is not wanted.sort or given.many != wanted.many:
        return False
    return not given.names or not wanted.names or not set(given.names).isdisjoint(wanted.names)


def disagreements(definition: Definition) -> Iterator[str]:
    """What is not what it should be, with where it stands."""
    for name, root, places, needs in _parts(definition):
        typing = Typing(definition, places)
        try:
            for node in _inside(root):
                needs += _NEEDS.get(type(node), _nothing)(typing, node)
            for one, wanted in needs:
                if one is not None and not fits(typing.of(one), wanted):
                    yield f"{name}: {wanted} needed, not {typing.of(one)}"
        except (Mistyped, RecursionError) as problem:
            yield f"{name}: {problem}"


def _inside(root: Any) -> Iterator[Any]:
    """Every node, once, however often it stands there."""
    waiting, seen = [root], set()
    while waiting:
        node = waiting.pop()
        if id(node) not in seen:
            seen.add(id(node))
            yield node
            waiting += children(node)


def _parts(definition: Definition) -> Iterator[tuple[str, Any, Sequence[ir.Type], list[Need]]]:
    """Everything that has places of its own, and what the whole of it must be."""
    for function in definition.functions:
        yield function.name, function.value, function.slots, [(function.value, function.type)]
    for procedure in definition.procedures:
        yield procedure.name, procedure.body, procedure.slots, []
    for kind in definition.kinds:
        if kind.drawn_as is not None:
            yield kind.name, kind.drawn_as, kind.drawn_slots, []
    for family in definition.families:
        if family.count is not None:
            yield family.name, family.count, family.count_slots, [(family.count, NUMBER)]
    for variable in definition.variables:
        yield variable.name, variable.starts, variable.start_slots, [(variable.starts, variable.type)]


# ---------------------------------------------------------------- what each expression needs


def _nothing(typing: Typing, node: Any) -> list[Need]:
    return []


def _thing(typing: Typing, owner: ir.Owner, of: ir.Expr | None) -> list[Need]:
    return [(of, typing.definition.type_of_owner(owner))] if not owner.is_game else []


def _called(typing: Typing, places: Sequence[ir.Type], given: Sequence[ir.Expr]) -> list[Need]:
    return list(zip(given, places, strict=False))


def _by_row(typing: Typing, node: ir.ByRow | ir.Dispatch) -> list[Need]:
    definition, thing = typing.definition, node.of if isinstance(node, ir.ByRow) else node.card
    table = definition.functions if isinstance(node, ir.ByRow) else definition.procedures
    needs: list[Need] = [(node.player, PLAYER)]
    for _, number in node.table:
        needs += _called(typing, table[number].slots, (node.player, thing))
    return needs if isinstance(node, ir.ByRow) else [*needs, (node.index, NUMBER)]


def _op(typing: Typing, node: ir.Op) -> list[Need]:
    needs: list[Need] = []
    for one, shape in zip(node.arguments, OPERATIONS[node.sign].takes, strict=True):
        given = typing.of(one)
        sort = given.sort if shape.sort is None else shape.sort
        many = given.many if shape.sort is None and not shape.many else shape.many
        needs.append((one, ir.Type(sort, (), many)))
    return needs


def _place(typing: Typing, node: ir.Place) -> list[Need]:
    return [*_thing(typing, typing.definition.families[node.family].per, node.of), (node.number, NUMBER)]


def _reach(typing: Typing, node: ir.Reach) -> list[Need]:
    places = typing.definition.functions[node.function].slots
    return [(node.start, ZONE), (node.player, PLAYER), *_called(typing, places, (node.player, node.start, node.start))]


def _gone_through(typing: Typing, node: ir.Fold | ir.Sort | ir.Rank) -> list[Need]:
    """The list, and the place in which each of its things stands while it is asked."""
    source = typing.of(node.source)
    place = typing.places[node.slot]
    asked = [node.test, node.item] if isinstance(node, ir.Fold) else [key for key, _ in node.keys]
    if any(one is not None for one in asked) and not fits(single(source), place):
        raise Mistyped(source, place)
    return [(node.source, listed(source))]


def _fold(typing: Typing, node: ir.Fold) -> list[Need]:
    item = typing.of(node.item) if node.item is not None and node.kind is ir.FoldKind.LIST else NUMBER
    return [*_gone_through(typing, node), (node.test, FLAG), (node.item, item)]


def _sort(typing: Typing, node: ir.Sort | ir.Rank) -> list[Need]:
    return [*_gone_through(typing, node), *((key, NUMBER) for key, _ in node.keys)]


# ---------------------------------------------------------------- what each statement needs


def _each(typing: Typing, node: ir.Each) -> list[Need]:
    place, items = typing.places[node.slot], typing.places[node.items]
    return [(node.source, listed(place)), (node.source, items), (node.until, FLAG)]


def _write(typing: Typing, node: ir.Write) -> list[Need]:
    variable = typing.definition.variables[node.variable]
    return [*_thing(typing, variable.of, node.of), (node.value, variable.type)]


def _mark(typing: Typing, node: ir.Mark) -> list[Need]:
    return [*_thing(typing, typing.definition.variables[node.variable].of, node.of), (node.player, PLAYER)]


def _either_way(typing: Typing, node: ir.Expr, wanted: ir.Type) -> Need:
    """One thing, or a list of them."""
    return node, replace(wanted, many=typing.of(node).many)


def _move(typing: Typing, node: ir.Move) -> list[Need]:
    return [_either_way(typing, node.cards, CARD), (node.to, CARD if node.where is ir.Where.UNDER else ZONE)]


def _swap(typing: Typing, node: ir.Swap) -> list[Need]:
    return [(one, ZONE if node.zones else CARD) for one in (node.left, node.right)]


def _choose(typing: Typing, node: ir.Choose) -> list[Need]:
    picks = [pick for branch in node.branches for pick in branch.picks]
    sources: list[Need] = [(source, listed(typing.places[slot])) for slot, source, _ in picks]
    return [_either_way(typing, node.seats, PLAYER), *((one.guard, FLAG) for one in node.branches), *sources]


def _pick_many(typing: Typing, node: ir.PickMany) -> list[Need]:
    places = typing.places
    rows: list[Need] = [(node.source, one) for one in (listed(places[node.slot]), places[node.result], places[node.picked])]
    bounds: list[Need] = [(limit.bound, NUMBER) for limit in node.limits]
    return [_either_way(typing, node.seats, PLAYER), *rows, (node.low, NUMBER), (node.high, NUMBER), *bounds]


def _text(typing: Typing, node: ir.Text) -> list[Need]:
    return [(part[0], part[1]) for part in node.parts if not isinstance(part, str)]


_NEEDS: dict[type, Callable[[Typing, Any], list[Need]]] = {
    ir.Read: lambda typing, node: _thing(typing, typing.definition.variables[node.variable].of, node.of),
    ir.Cell: lambda typing, node: _thing(typing, typing.definition.columns[node.column].of, node.of),
    ir.Feature: lambda typing, node: [(node.of, ir.Type(ir.TypeSort(FEATURES[node.name].of)))],
    ir.Computed: lambda typing, node: _thing(typing, typing.definition.values[node.value].of, node.of),
    ir.Apply: lambda typing, node: _called(typing, typing.definition.functions[node.function].slots, node.arguments),
    ir.ByRow: _by_row,
    ir.Op: _op,
    ir.Either: lambda typing, node: [(node.condition, FLAG), (node, typing.of(node))],
    ir.Place: _place,
    ir.Contents: lambda typing, node: [_either_way(typing, node.of, ZONE)],
    ir.Numbers: lambda typing, node: [(node.low, NUMBER), (node.high, NUMBER)],
    ir.Beyond: lambda typing, node: [(node.of, ir.Type(ir.TypeSort(node.sort)))],
    ir.Spread: lambda typing, node: [(node.of, ir.Type(ir.TypeSort(node.sort)))],
    ir.Reach: _reach,
    ir.Fold: _fold,
    ir.Sort: _sort,
    ir.Rank: _sort,
    ir.Clockwise: lambda typing, node: [_either_way(typing, node.source, PLAYER), (node.start, PLAYER)],
    ir.Score: lambda typing, node: [(node.of, PLAYER)],
    ir.Grouped: lambda typing, node: [_either_way(typing, node.cards, CARD), (node.player, PLAYER)],
    ir.Text: _text,
    ir.If: lambda typing, node: [(node.condition, FLAG)],
    ir.Let: lambda typing, node: [(node.value, typing.places[node.slot])],
    ir.Each: _each,
    ir.Loop: lambda typing, node: [(node.until, FLAG), (node.most, typing.places[node.limit])],
    ir.Call: lambda typing, node: _called(typing, typing.definition.procedures[node.procedure].slots, node.arguments),
    ir.Dispatch: _by_row,
    ir.Write: _write,
    ir.Move: _move,
    ir.Discard: lambda typing, node: [_either_way(typing, node.cards, CARD)],
    ir.Face: lambda typing, node: [_either_way(typing, node.cards, CARD)],
    ir.Swap: _swap,
    ir.Shuffle: lambda typing, node: [(node.zone, ZONE)],
    ir.Roll: lambda typing, node: [_either_way(typing, node.dice, CARD)],
    ir.Show: lambda typing, node: [_either_way(typing, node.cards, CARD), _either_way(typing, node.players, PLAYER)],
    ir.Mark: _mark,
    ir.Choose: _choose,
    ir.PickMany: _pick_many,
    ir.Emit: lambda typing, node: list(node.arguments),
}
