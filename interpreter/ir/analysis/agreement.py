"""Whether everything in a definition is what is needed where it stands.

Takes a definition whose numbers all name something; returns what does not agree: an argument of another type than its place, a
condition that is none, a place that gets what it cannot hold, a number beyond the range of where it is put. What the language
lowers agrees; what comes from outside may not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ... import ir
from ...model.definition import Column, Definition, GameOption, Variable
from ..features import FEATURES
from ..operations import OPERATIONS
from ..walk import children
from .bounds import numbers_of
from .capacities import Capacities
from .extents import Extents
from .giving import Body, Filling, Rule, given_by, given_by_tables, number_between, rules_of
from .ranging import with_declared_extents
from .scoping import Handed, unfilled
from .typing import Mistyped, Typing, listed

Declared = GameOption | Variable | Column
Need = tuple[ir.Expr | None, ir.Type]  # an expression, and what must stand there
CARD, ZONE = ir.Type(ir.TypeSort.CARD), ir.Type(ir.TypeSort.ZONE)
CARDS, FLAG, NUMBER, PLAYER = listed(CARD), ir.FLAG, ir.NUMBER, ir.PLAYER_TYPE


def fits(given: ir.Type, wanted: ir.Type) -> bool:
    """Whether a value of one type can be one of another; none can be anything, and without names all are meant. Where it is
    wanted within an extent, all of it lies there."""
    if given.sort is ir.TypeSort.NONE:
        return True
    if given.sort is not wanted.sort or given.many != wanted.many:
        return False
    if given.names and wanted.names and set(given.names).isdisjoint(wanted.names):
        return False
    return is_within(given, wanted)


def is_within(given: ir.Type, wanted: ir.Type) -> bool:
    """Whether numbers lie between those that are wanted, and lists are not longer."""
    if wanted.capacity is not None and given.length > wanted.capacity:
        return False
    low, high = given.bounds
    return (wanted.low is None or wanted.low <= low) and (wanted.high is None or high <= wanted.high)


def disagreements(definition: Definition) -> Iterator[str]:
    """What is not what it should be, with where it stands."""
    tables = Capacities.of(definition)
    places = {rule: slots for rule, _, slots in rules_of(definition)}
    handed: Handed = {}
    yield from _unlike(places, _noted(given_by_tables(definition), None, handed), "a table")
    yield from _unlike_tables(definition)
    for rule, root, slots in rules_of(definition):
        name = f"{rule[0].value} ({rule[1]})"
        typing = Extents(definition, slots, tables)
        needs = _of_the_whole(definition, rule)
        try:
            for node in _inside(root):
                needs += _NEEDS.get(type(node), _nothing)(typing, node)
                yield from _unlike(places, _noted(given_by(typing, rule, node), rule, handed), name)
            for one, wanted in needs:
                if one is not None and not fits(typing.of(one), wanted):
                    yield f"{name}: {wanted} needed, not {typing.of(one)}"
        except (Mistyped, RecursionError) as problem:
            yield f"{name}: {problem}"
    yield from unfilled(definition, handed)


def _noted(given: Iterable[Filling], by: Rule | None, handed: Handed) -> Iterator[Filling]:
    """What is given, and a note of what one rule hands to another."""
    for one in given:
        if one.rule != by:
            handed.setdefault(one.rule, set()).add(one.slot)
        yield one


def _unlike(places: Mapping[Rule, Sequence[ir.Type]], given: Iterable[Filling], name: str) -> Iterator[str]:
    """What is put where it cannot stand; what has no place for something does not ask for it."""
    for rule, slot, type in given:
        if slot < len(places[rule]) and not fits(type, places[rule][slot]):
            yield f"{name}: {type} in place {slot} of {rule[0].value} ({rule[1]}), where {places[rule][slot]} stands"


def _unlike_tables(definition: Definition) -> Iterator[str]:
    """What is declared, printed or added up lies where the type of it says."""
    numbers, declared = numbers_of(definition), with_declared_extents(definition)
    pairs: list[tuple[Declared, Declared]] = [
        *zip(definition.options, declared.options, strict=True),
        *zip(definition.variables, declared.variables, strict=True),
        *zip(definition.columns, declared.columns, strict=True),
    ]
    yield from (f"the extent of {one.name}" for one, other in pairs if one.type != other.type)
    for number, value in enumerate(definition.values):
        if value.type.sort is ir.TypeSort.NUMBER and not is_within(number_between(*numbers.limited(number)), value.type):
            yield f"the extent of {value.name}"


def _of_the_whole(definition: Definition, rule: Rule) -> list[Need]:
    """What the whole of a rule must be."""
    match rule:
        case Body.FUNCTION, number:
            return [(definition.functions[number].value, definition.functions[number].type)]
        case Body.COUNT, number:
            return [(definition.families[number].count, NUMBER)]
        case Body.START, number:
            variable = definition.variables[number]
            return [(variable.starts, variable.type.without_extent)]
    return []


def _inside(root: Any) -> Iterator[Any]:
    """Every node, once, however often it stands there."""
    waiting, seen = [root], set()
    while waiting:
        node = waiting.pop()
        if id(node) not in seen:
            seen.add(id(node))
            yield node
            waiting += children(node)


# ---------------------------------------------------------------- what each expression needs


def _nothing(typing: Typing, node: Any) -> list[Need]:
    return []


def _thing(typing: Typing, owner: ir.Owner, of: ir.Expr | None) -> list[Need]:
    return [(of, typing.definition.type_of_owner(owner))] if not owner.is_game else []


def _by_row(typing: Typing, node: ir.ByRow) -> list[Need]:
    return [(node.player, PLAYER), (node.of, ir.Type(ir.TypeSort(node.sort)))]


def _reach(typing: Typing, node: ir.Reach) -> list[Need]:
    if node.among is None:
        return [(node.start, ZONE), (node.player, PLAYER)]
    among = typing.of(node.among)
    return [(node.start, ir.Type(among.sort)), (node.player, PLAYER), (node.among, ir.Type(among.sort, (), True))]


def _dispatch(typing: Typing, node: ir.Dispatch) -> list[Need]:
    return [(node.player, PLAYER), (node.card, ir.Type(ir.TypeSort(node.sort))), (node.index, NUMBER)]


def _op(typing: Typing, node: ir.Op) -> list[Need]:
    needs: list[Need] = []
    for one, shape in zip(node.arguments, OPERATIONS[node.sign].takes, strict=True):
        given = typing.of(one)
        is_ordered = shape.sort is ir.TypeSort.NUMBER and given.sort is ir.TypeSort.MEMBER  # by its number in its type
        sort = given.sort if shape.sort is None or is_ordered else shape.sort
        many = given.many if shape.sort is None and not shape.many else shape.many
        needs.append((one, ir.Type(sort, (), many)))
    return needs


def _place(typing: Typing, node: ir.ZoneOf) -> list[Need]:
    return [*_thing(typing, typing.definition.families[node.family].per, node.of), (node.number, NUMBER)]


def _a_list(typing: Typing, node: ir.Expr) -> Need:
    return node, replace(listed(typing.of(node)), capacity=None)


def _fold(typing: Typing, node: ir.Fold) -> list[Need]:
    item = typing.of(node.item) if node.item is not None and node.kind is ir.FoldKind.LIST else NUMBER
    return [_a_list(typing, node.source), (node.test, FLAG), (node.item, item)]


def _sort(typing: Typing, node: ir.Sort | ir.Rank) -> list[Need]:
    """Things are sorted by numbers, or by members in the order of their type."""
    keys = [(key, typing.of(key)) for key, _ in node.keys]
    return [
        _a_list(typing, node.source),
        *((key, type if type.sort is ir.TypeSort.MEMBER and not type.many else NUMBER) for key, type in keys),
    ]


# ---------------------------------------------------------------- what each statement needs


def _write(typing: Typing, node: ir.Write) -> list[Need]:
    variable = typing.definition.variables[node.variable]
    return [*_thing(typing, variable.of, node.of), (node.value, variable.type.without_extent)]


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
    lists = [_a_list(typing, source) for branch in node.branches for _, source, _ in branch.picks]
    return [_either_way(typing, node.seats, PLAYER), *((one.guard, FLAG) for one in node.branches), *lists]


def _pick_many(typing: Typing, node: ir.PickMany) -> list[Need]:
    bounds: list[Need] = [(limit.bound, NUMBER) for limit in node.limits]
    seats = _either_way(typing, node.seats, PLAYER)
    return [seats, _a_list(typing, node.source), (node.low, NUMBER), (node.high, NUMBER), *bounds]


def _text(typing: Typing, node: ir.Text) -> list[Need]:
    return [(part[0], part[1]) for part in node.parts if not isinstance(part, str)]


_NEEDS: dict[type, Callable[[Typing, Any], list[Need]]] = {
    ir.Read: lambda typing, node: _thing(typing, typing.definition.variables[node.variable].of, node.of),
    ir.Cell: lambda typing, node: _thing(typing, typing.definition.columns[node.column].of, node.of),
    ir.Feature: lambda typing, node: [(node.of, ir.Type(ir.TypeSort(FEATURES[node.name].of)))],
    ir.Computed: lambda typing, node: _thing(typing, typing.definition.values[node.value].of, node.of),
    ir.ByRow: _by_row,
    ir.Op: _op,
    ir.Either: lambda typing, node: [(node.condition, FLAG), (node, typing.of(node))],
    ir.ZoneOf: _place,
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
    ir.Grouped: lambda typing, node: [_either_way(typing, node.cards, CARD), (node.player, PLAYER), (node.which, NUMBER)],
    ir.Text: _text,
    ir.If: lambda typing, node: [(node.condition, FLAG)],
    ir.Each: lambda typing, node: [_a_list(typing, node.source), (node.until, FLAG)],
    ir.Loop: lambda typing, node: [(node.until, FLAG), (node.most, NUMBER)],
    ir.Dispatch: _dispatch,
    ir.Write: _write,
    ir.Move: _move,
    ir.Deal: lambda typing, node: [_a_list(typing, node.cards), (node.to, ZONE)],
    ir.Discard: lambda typing, node: [_either_way(typing, node.cards, CARD)],
    ir.Face: lambda typing, node: [_either_way(typing, node.cards, CARD)],
    ir.Swap: _swap,
    ir.Shuffle: lambda typing, node: [(node.zone, ZONE)],
    ir.Roll: lambda typing, node: [_either_way(typing, node.dice, CARD)],
    ir.Random: lambda typing, node: [_a_list(typing, node.source)],
    ir.Show: lambda typing, node: [_either_way(typing, node.cards, CARD), _either_way(typing, node.players, PLAYER)],
    ir.Mark: _mark,
    ir.Choose: _choose,
    ir.PickMany: _pick_many,
    ir.Emit: lambda typing, node: list(node.arguments),
}
