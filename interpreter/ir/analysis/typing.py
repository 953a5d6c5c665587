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
    OwnerSort,
    Sign,
    SortKind,
    Things,
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
    Place,
    Rank,
    Reach,
    Read,
    Score,
    Setting,
    Sort,
    Spread,
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
    found = NOTHING
    for one in types:
        if found.sort is TypeSort.NONE:
            found = one
        elif one.sort is not TypeSort.NONE:
            found = _join(found, one)
    return found


def _join(one: Type, other: Type) -> Type:
    if one.sort is not other.sort or one.many != other.many:
        raise Mistyped(one, other)
    if one.names == other.names or not one.names:
        return one
    return replace(one, names=tuple(dict.fromkeys((*one.names, *other.names))) if other.names else ())


def single(type: Type) -> Type:
    return replace(type, many=False) if type.many else type


def listed(type: Type) -> Type:
    return type if type.many or type.sort is TypeSort.NONE else replace(type, many=True)


def type_of(definition: Definition, node: Expr, places: Places) -> Type:
    """What the value of an expression is, none apart."""
    return _TYPES[type(node)](definition, node, places)


# ---------------------------------------------------------------- a rule for every node


def _const(definition: Definition, node: Const, places: Places) -> Type:
    if node.value is None:
        return NOTHING
    return listed(node.type) if isinstance(node.value, tuple) else node.type


def _by_row(definition: Definition, node: ByRow, places: Places) -> Type:
    return joined(definition.functions[function].type for _, function in node.table)


def _feature(definition: Definition, node: Feature, places: Places) -> Type:
    if node.name is FeatureName.PARENT:
        return _parent(definition, type_of(definition, node.of, places))
    return type_of(definition, node.of, places) if FEATURES[node.name].of_grid else FEATURES[node.name].type


def _parent(definition: Definition, zone: Type) -> Type:
    """What a zone belongs to; nothing, if it belongs to nothing."""
    owners = [family.per for family in definition.families if not zone.names or family.name in zone.names]
    sorts = {OwnerSort.FAMILY: TypeSort.ZONE, OwnerSort.MEMBERS: TypeSort.MEMBER}
    return joined(
        PLAYER_TYPE if owner.is_player else Type(sorts[owner.sort], (definition.name_of(owner),))
        for owner in owners
        if not owner.is_game
    )


def _all(definition: Definition, node: All, places: Places) -> Type:
    match node.sort:
        case Things.ROW:
            kinds = [definition.kinds[definition.rows[row][0]].name for row in node.names]
            return Type(TypeSort.CARD, tuple(dict.fromkeys(kinds)), True)
        case Things.CARD:
            return Type(TypeSort.CARD, tuple(definition.kinds[one].name for one in node.names), True)
        case Things.ZONE:
            return Type(TypeSort.ZONE, tuple(definition.families[one].name for one in node.names), True)
        case Things.MEMBER:
            return Type(TypeSort.MEMBER, tuple(definition.types[one].name for one in node.names), True)
        case Things.PLAYER:
            return listed(PLAYER_TYPE)
    return listed(NUMBER)


def _contents(definition: Definition, node: Contents, places: Places) -> Type:
    zone = type_of(definition, node.of, places)
    kinds: dict[str, None] = {}
    for family in definition.families:
        if not zone.names or family.name in zone.names:
            kinds |= dict.fromkeys(definition.kinds[kind].name for kind in family.holds or range(len(definition.kinds)))
    return Type(TypeSort.CARD, tuple(kinds), True)


def _beyond(definition: Definition, node: Beyond | Spread, places: Places) -> Type:
    if node.sort is Things.CARD:
        return Type(TypeSort.CARD, tuple(kind.name for kind in definition.kinds))
    return type_of(definition, node.of, places)


def _fold(definition: Definition, node: Fold, places: Places) -> Type:
    if node.kind is FoldKind.SOME:
        return FLAG
    if node.kind in (FoldKind.FIRST, FoldKind.LAST):
        return single(type_of(definition, node.source, places))
    if node.kind is not FoldKind.LIST:
        return NUMBER
    return listed(type_of(definition, node.source if node.item is None else node.item, places))


def _sort(definition: Definition, node: Sort, places: Places) -> Type:
    source = type_of(definition, node.source, places)
    return listed(source) if node.kind in (SortKind.ALL, SortKind.BEST) else single(source)


def _of_family(definition: Definition, node: Op, places: Places) -> Type:
    family = node.arguments[1]
    assert isinstance(family, Const) and isinstance(family.value, int)
    return Type(TypeSort.ZONE, (definition.families[family.value].name,))


def _op(definition: Definition, node: Op, places: Places) -> Type:
    if node.sign is Sign.OF_FAMILY:
        return _of_family(definition, node, places)
    return OPERATIONS[node.sign].gives(*[type_of(definition, one, places) for one in node.arguments])


def _either(definition: Definition, node: Either, places: Places) -> Type:
    return joined(type_of(definition, one, places) for one in (node.then, node.otherwise))


_TYPES: dict[type, Callable[[Definition, Any, Places], Type]] = {
    Const: _const,
    Local: lambda definition, node, places: places[node.slot],
    Read: lambda definition, node, places: definition.variables[node.variable].type,
    Setting: lambda definition, node, places: definition.options[node.option].type,
    Cell: lambda definition, node, places: definition.columns[node.column].type,
    Feature: _feature,
    Computed: lambda definition, node, places: definition.values[node.value].type,
    Apply: lambda definition, node, places: definition.functions[node.function].type,
    ByRow: _by_row,
    Op: _op,
    Either: _either,
    All: _all,
    Place: lambda definition, node, places: Type(TypeSort.ZONE, (definition.families[node.family].name,)),
    Contents: _contents,
    Numbers: lambda definition, node, places: listed(NUMBER),
    Beyond: _beyond,
    Spread: lambda definition, node, places: listed(_beyond(definition, node, places)),
    Reach: lambda definition, node, places: listed(type_of(definition, node.start, places)),
    Fold: _fold,
    Sort: _sort,
    Rank: lambda definition, node, places: NUMBER,
    Clockwise: lambda definition, node, places: listed(PLAYER_TYPE),
    Score: lambda definition, node, places: NUMBER,
    Grouped: lambda definition, node, places: NUMBER,
}
