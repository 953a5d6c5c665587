"""The type of every expression.

Takes a definition whose tables and places have types; answers for each node of it. Engines and writers ask here instead of
guessing from the shape of a node, and `verify` holds a definition to it. A list and one thing of it differ in `many` only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from ...model.definition import Definition
from ..features import FEATURES
from ..operations import OPERATIONS
from ..types import (
    FLAG,
    NOTHING,
    NUMBER,
    PLAYER_TYPE,
    FeatureName,
    FoldKind,
    GroupingPart,
    OwnerSort,
    Sign,
    SortKind,
    ThingSort,
    Type,
    TypeSort,
)  # fmt: skip
from ..values import (
    All,
    Apply,
    Beyond,
    ByRow,
    Cell,
    Clockwise,
    Computed,
    Const,
    Contents,
    Either,
    Expr,
    Feature,
    Fold,
    Grouped,
    Local,
    Numbers,
    Op,
    Rank,
    Reach,
    Read,
    Score,
    Setting,
    Sort,
    Spread,
    ZoneOf,
)  # fmt: skip

Places = Sequence[Type]


class Mistyped(Exception):
    """Something that could be one of two things that are never alike."""

    def __init__(self, one: Type, other: Type) -> None:
        super().__init__(f"{one} or {other}")
        self.one = one
        self.other = other


def joined(types: Iterable[Type]) -> Type:
    """What a value is that is one of several; `none` is one of everything."""
    common = NOTHING
    for one in types:
        if common.sort is TypeSort.NONE:
            common = one
        elif one.sort is not TypeSort.NONE:
            common = _join(common, one)
    return common


def _join(one: Type, other: Type) -> Type:
    if one.sort is not other.sort or one.many != other.many:
        raise Mistyped(one, other)
    if one == other:
        return one
    names = one.names if one.names == other.names else ()
    if one.names and other.names:
        names = tuple(dict.fromkeys((*one.names, *other.names)))
    low, high = _of_both(min, one.low, other.low), _of_both(max, one.high, other.high)
    return Type(one.sort, names, one.many, low, high, _of_both(max, one.capacity, other.capacity))


def _of_both(choose: Callable[[int, int], int], one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else choose(one, other)


def single(type: Type) -> Type:
    return replace(type, many=False, capacity=None) if type.many else type


def listed(type: Type) -> Type:
    return type if type.many or type.sort is TypeSort.NONE else replace(type, many=True)


def type_of(definition: Definition, node: Expr, places: Places) -> Type:
    """What the value of an expression is, none apart."""
    return Typing(definition, places).of(node)


class Typing:
    """The types of the expressions of one function or procedure; each node is looked at once, however often it stands there."""

    def __init__(self, definition: Definition, places: Places) -> None:
        self.definition = definition
        self.places = places
        self._known: dict[int, Type] = {}

    def of(self, node: Expr) -> Type:
        if id(node) not in self._known:
            self._known[id(node)] = self.told(node)
        return self._known[id(node)]

    def told(self, node: Expr) -> Type:
        """What the node itself tells, from the types of its parts."""
        return _TYPES[type(node)](self, node)


# ---------------------------------------------------------------- a rule for every node


def _const(typing: Typing, node: Const) -> Type:
    if node.value is None:
        return NOTHING
    return listed(node.type) if isinstance(node.value, tuple) else node.type


def _by_row(typing: Typing, node: ByRow) -> Type:
    return joined(typing.definition.functions[function].type for _, function in node.table)


def _feature(typing: Typing, node: Feature) -> Type:
    if node.name is FeatureName.PARENT:
        return _parent(typing.definition, typing.of(node.of))
    return typing.of(node.of) if FEATURES[node.name].of_grid else FEATURES[node.name].type


def _parent(definition: Definition, zone: Type) -> Type:
    """What a zone belongs to; nothing, if it belongs to nothing, or is not known yet."""
    if zone.sort is TypeSort.NONE:
        return NOTHING
    owners = [family.per for family in definition.families if not zone.names or family.name in zone.names]
    sorts = {OwnerSort.FAMILY: TypeSort.ZONE, OwnerSort.MEMBERS: TypeSort.MEMBER}
    return joined(
        PLAYER_TYPE if owner.is_player else Type(sorts[owner.sort], (definition.name_of(owner),))
        for owner in owners
        if not owner.is_game
    )


def _all(typing: Typing, node: All) -> Type:
    match node.sort:
        case ThingSort.ROW:
            kinds = [typing.definition.kinds[typing.definition.rows[row][0]].name for row in node.names]
            return Type(TypeSort.CARD, tuple(dict.fromkeys(kinds)), True)
        case ThingSort.CARD:
            return Type(TypeSort.CARD, tuple(typing.definition.kinds[one].name for one in node.names), True)
        case ThingSort.ZONE:
            return Type(TypeSort.ZONE, tuple(typing.definition.families[one].name for one in node.names), True)
        case ThingSort.MEMBER:
            return Type(TypeSort.MEMBER, tuple(typing.definition.types[one].name for one in node.names), True)
        case ThingSort.PLAYER:
            return listed(PLAYER_TYPE)
    return listed(NUMBER)


def _contents(typing: Typing, node: Contents) -> Type:
    zone, every = typing.of(node.of), typing.definition.kinds
    families = [one for one in typing.definition.families if not zone.names or one.name in zone.names]
    kinds = [every[kind].name for family in families for kind in family.holds or range(len(every))]
    return Type(TypeSort.CARD, tuple(dict.fromkeys(kinds)), True)


def _beyond(typing: Typing, node: Beyond | Spread) -> Type:
    if node.sort is ThingSort.CARD:
        return Type(TypeSort.CARD, tuple(kind.name for kind in typing.definition.kinds))
    return typing.of(node.of)


def _fold(typing: Typing, node: Fold) -> Type:
    if node.kind is FoldKind.SOME:
        return FLAG
    if node.kind in (FoldKind.FIRST, FoldKind.LAST):
        return single(typing.of(node.source))
    if node.kind is not FoldKind.LIST:
        return NUMBER
    return listed(typing.of(node.source if node.item is None else node.item))


def _sort(typing: Typing, node: Sort) -> Type:
    source = typing.of(node.source)
    return listed(source) if node.kind in (SortKind.ALL, SortKind.BEST) else single(source)


def _of_family(typing: Typing, node: Op) -> Type:
    family = node.arguments[1]
    assert isinstance(family, Const) and isinstance(family.value, int)
    return Type(TypeSort.ZONE, (typing.definition.families[family.value].name,))


def _op(typing: Typing, node: Op) -> Type:
    if node.sign is Sign.OF_FAMILY:
        return _of_family(typing, node)
    return OPERATIONS[node.sign].gives(*[typing.of(one) for one in node.arguments])


def _either(typing: Typing, node: Either) -> Type:
    return joined(typing.of(one) for one in (node.then, node.otherwise))


def _grouped(typing: Typing, node: Grouped) -> Type:
    if node.part.gives_list:
        return Type(TypeSort.CARD, (typing.definition.kinds[typing.definition.groupings[node.grouping].kind].name,), True)
    return FLAG if node.part is GroupingPart.FITS else NUMBER


_TYPES: dict[type, Callable[[Typing, Any], Type]] = {
    Const: _const,
    Local: lambda typing, node: typing.places[node.slot],
    Read: lambda typing, node: typing.definition.variables[node.variable].type,
    Setting: lambda typing, node: typing.definition.options[node.option].type,
    Cell: lambda typing, node: typing.definition.columns[node.column].type,
    Feature: _feature,
    Computed: lambda typing, node: typing.definition.values[node.value].type,
    Apply: lambda typing, node: typing.definition.functions[node.function].type,
    ByRow: _by_row,
    Op: _op,
    Either: _either,
    All: _all,
    ZoneOf: lambda typing, node: Type(TypeSort.ZONE, (typing.definition.families[node.family].name,)),
    Contents: _contents,
    Numbers: lambda typing, node: listed(NUMBER),
    Beyond: _beyond,
    Spread: lambda typing, node: listed(_beyond(typing, node)),
    Reach: lambda typing, node: listed(typing.of(node.start)),
    Fold: _fold,
    Sort: _sort,
    Rank: lambda typing, node: NUMBER,
    Clockwise: lambda typing, node: listed(PLAYER_TYPE),
    Score: lambda typing, node: NUMBER,
    Grouped: _grouped,
}
