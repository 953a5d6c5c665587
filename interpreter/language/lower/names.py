"""Finds out what a name means where it stands.

Takes a name or `name of thing` with its scope; returns the value and its type, or raises Wrong with the nearest known word.
A bare property belongs to `it`, else `this`, else `player`, else the game.
"""

from __future__ import annotations

from math import prod

from ... import ir
from ...model.definition import Family
from ..declare.names import FEATURES, FUNCTIONS, GROUPED, Property, Vocabulary
from ..declare.scope import Scope, Wrong
from ..diagnostics import did_you_mean, listed
from ..parse import syntax as S
from . import values
from .types import NONE, Typed, check_arguments, describe, only_card

UNSURE = "*"  # bound in a scope after a complaint: a name that is not known here may be one that could not be bound


def lower_name(words: Vocabulary, node: S.Name, scope: Scope) -> Typed:
    found = resolve_bare(words, node.name, scope)
    if found:
        return found
    if UNSURE in scope.names:
        return NONE, ir.ANY
    raise unknown_name(words, node, scope)


def unknown_name(words: Vocabulary, node: S.Name | S.Property, scope: Scope) -> Wrong:
    """Why a name that stands alone means nothing here: it needs an owner, a number, arguments, or does not exist."""
    name = node.name
    if name == "score" and not words.has_score:
        return Wrong(node.at, "no-score")
    family = words.families.get(name)
    declared = words.variables.get(name) or words.values.get(name) or words.functions.get(name)
    owner = family.per if family else declared.of if declared else ""
    owner = owner or next((table for table, column in words.columns if column == name), "")
    owner = owner or next((thing for thing, table in FEATURES.items() if name in table and len(name) > 1), "")
    if name in words.functions and words.functions[name].parameters and isinstance(node, S.Name):
        wanted = words.functions[name].parameters
        note = f"{name} takes: {listed(f'{each} ({describe(type)})' for each, type in wanted)}"
        return Wrong(node.at, "wrong-count", "", (note,), name=name, wanted=len(wanted), found=0)
    if owner:
        return Wrong(node.at, "whose", name=name, owner=owner)
    if words.noun(name):
        return Wrong(node.at, "which-one", name=name)
    known = (*scope.names, *(FUNCTIONS if isinstance(node, S.Property) else ()))
    return Wrong(node.at, "unknown-name", lambda: did_you_mean(name, [*words.everything(), *known]), name=name)


def resolve_bare(words: Vocabulary, name: str, scope: Scope) -> Typed | None:
    """A name that stands alone: bound here, a property of somebody near, a thing, or a constant."""
    if name in scope.names:
        slot, type = scope.names[name]
        return ir.Local(slot), type
    if name == "player" and scope.has_player:
        return ir.Local(scope.player), ir.PLAYER_TYPE
    if name == "game":
        return NONE, ir.Type(ir.TypeSort.GAME)
    for thing, type in nearby(scope):
        found = words.property(name, type)
        if found and not found.parameters:
            return found.build(thing, (), ir.Local(scope.player)), found.type
        card = only_card(words, thing, type) if type.sort == "zone" else None
        inside = words.property(name, card[1]) if card else None
        if card and inside and not inside.parameters:
            return inside.build(card[0], (), ir.Local(scope.player)), inside.type
    return _constant(words, name)


def nearby(scope: Scope) -> list[Typed]:
    """Who a bare property may belong to, nearest first: it, this, player, the game."""
    found: list[Typed] = []
    if scope.it:
        found.append((ir.Local(scope.it[0]), scope.it[1]))
    if scope.this:
        found.append((ir.Local(ir.THIS), scope.this))
    if scope.has_player:
        found.append((ir.Local(scope.player), ir.PLAYER_TYPE))
    return [*found, (NONE, ir.Type(ir.TypeSort.GAME))]


def _constant(words: Vocabulary, name: str) -> Typed | None:
    if name in words.numbers:
        return ir.Const(words.numbers[name]), ir.NUMBER
    if name in words.options:
        return ir.Setting(words.number_of("options", name)), words.options[name].type
    if name in words.seats:
        return ir.Const(words.seats.index(name)), ir.PLAYER_TYPE
    if name in words.members:
        kind, number = words.members[name]
        return ir.Const(number), ir.Type(ir.TypeSort.MEMBER, (kind,))
    if name in words.families and not words.families[name].per:
        family = words.number_of("families", name)
        many = not _is_single(words, name)
        if not many:
            return ir.Place(family), ir.Type(ir.TypeSort.ZONE, (name,))
        return None
    plural = words.is_plural_family(name)
    if plural:
        return ir.All(ir.Things.ZONE, (words.number_of("families", plural),)), ir.Type(ir.TypeSort.ZONE, (plural,), True)
    if name in words.zone_ids:
        family_name, number = words.zone_ids[name]
        owner = words.families[family_name].per
        if not owner:
            place = ir.Place(words.number_of("families", family_name), None, ir.Const(number))
            return place, ir.Type(ir.TypeSort.ZONE, (family_name,))
    if name in words.rows:
        kind, row = words.rows[name]
        return _one_card(kind, row)
    noun = words.noun(name)
    if noun and noun.type.sort == "player" and not noun.opponent and name == "players":
        return ir.All(ir.Things.PLAYER), ir.Type(ir.TypeSort.PLAYER, (), True)
    return None


def _one_card(kind: str, row: int, owner: ir.Expr | None = None, number: int | None = None) -> Typed:
    """The first card of a row, or the one of a given owner or number."""
    source: ir.Expr = ir.Fold(ir.FoldKind.LIST, 0, ir.All(ir.Things.ROW, (row,)))
    if owner is not None:
        source = ir.Op(ir.Sign.OWNED, (source, owner))
    return ir.Op(ir.Sign.ITEM, (source, ir.Const((number or 1) - 1))), ir.Type(ir.TypeSort.CARD, (kind,))


def _is_single(words: Vocabulary, family: str) -> bool:
    one = words.families[family]
    return not one.per and one.count is None and not one.ids and not one.size


def lower_property(words: Vocabulary, node: S.Property, scope: Scope) -> Typed:
    if node.name in GROUPED and len(node.arguments) == 1 and node.name not in words.functions:
        from .groupings import lower_grouped

        return lower_grouped(words, node, scope)
    arguments = tuple(values.lower_expr(words, argument, scope) for argument in node.arguments)
    if node.of is None:
        return _property_of_nobody(words, node, arguments, scope)
    thing, type = values.lower_expr(words, node.of, scope)
    if type.many:
        raise Wrong(node.of.at, "property-of-list", name=node.name)
    if type.sort == "any":
        raise Wrong(node.of.at, "unclear-thing")
    return property_of(words, node, thing, type, arguments, scope)


def property_of(
    words: Vocabulary, node: S.Property, thing: ir.Expr, type: ir.Type, arguments: tuple[Typed, ...], scope: Scope
) -> Typed:
    """`name of thing`, where thing is already lowered."""
    if node.number is not None:
        found = _numbered_of(words, node, thing, type)
        if found:
            return found
    prop = words.property(node.name, type)
    if prop is None:
        card = only_card(words, thing, type)
        if card:
            return property_of(words, node, card[0], card[1], arguments, scope)
        family = words.families.get(node.name)
        if type.sort == "zone" and type.names and family is None and node.name in words.zone_ids:
            prop = None
        special = _thing_of_owner(words, node, thing, type)
        if special:
            return special
        if node.name == "score" and type.sort == "player":
            raise Wrong(node.at, "no-score")
        names = words.property_names(type)
        raise Wrong(
            node.at,
            "unknown-property",
            did_you_mean(node.name, names),
            (f"{describe(type)} has: {listed(names)}",) if names else (),
            name=node.name,
            thing=describe(type),
        )
    return _build(words, prop, node, thing, arguments, scope), prop.type


def _numbered_of(words: Vocabulary, node: S.Property, thing: ir.Expr, type: ir.Type) -> Typed | None:
    family = words.families.get(node.name)
    if family and family.per in (*type.names, type.sort):
        _check_number(node, family)
        place = ir.Place(words.number_of("families", node.name), thing, ir.Const((node.number or 1) - 1))
        return place, ir.Type(ir.TypeSort.ZONE, (node.name,))
    if node.name in words.rows and type.sort == "player":
        kind, row = words.rows[node.name]
        return _one_card(kind, row, thing, node.number)
    return None


def _thing_of_owner(words: Vocabulary, node: S.Property, thing: ir.Expr, type: ir.Type) -> Typed | None:
    """`owl of Ada`, `t1 of trail of meadow`: a card or a zone named by its id and its owner."""
    if node.name in words.rows and type.sort == "player":
        kind, row = words.rows[node.name]
        return _one_card(kind, row, thing, node.number)
    if node.name in words.zone_ids:
        family, number = words.zone_ids[node.name]
        if words.families[family].per in (*type.names, type.sort):
            place = ir.Place(words.number_of("families", family), thing, ir.Const(number))
            return place, ir.Type(ir.TypeSort.ZONE, (family,))
    return None


def _build(
    words: Vocabulary, prop: Property, node: S.Property, thing: ir.Expr, arguments: tuple[Typed, ...], scope: Scope
) -> ir.Expr:
    check_arguments(node.at, node.name, prop.parameters, [type for _, type in arguments], node.arguments)
    return prop.build(thing, tuple(value for value, _ in arguments), ir.Local(scope.player))


def _property_of_nobody(words: Vocabulary, node: S.Property, arguments: tuple[Typed, ...], scope: Scope) -> Typed:
    if node.name in FUNCTIONS:
        numbers = [values.lower_number(words, argument, scope) for argument in node.arguments]
        if len(numbers) != 2:
            raise Wrong(node.at, "wrong-count", name=node.name, wanted=2, found=len(numbers))
        words.operands += zip((argument.at for argument in node.arguments), numbers, strict=True)
        return ir.Op(ir.Sign(node.name), tuple(numbers)), ir.NUMBER
    if node.name in words.tables and len(arguments) == 1:
        place = values.lower_number(words, node.arguments[0], scope)
        count = len(words.tables[node.name])
        if isinstance(place, ir.Const) and isinstance(place.value, int) and not 1 <= place.value <= count:
            raise Wrong(node.arguments[0].at, "beyond-table", name=node.name, count=count, found=place.value)
        index = ir.Op(ir.Sign.SUBTRACT, (place, ir.Const(1)))
        return ir.Op(ir.Sign.ITEM, (ir.Const(words.tables[node.name]), index)), ir.NUMBER
    if node.number is not None:
        return _numbered(words, node, scope)
    for thing, type in nearby(scope):
        prop = words.property(node.name, type)
        if prop and prop.parameters:
            return _build(words, prop, node, thing, arguments, scope), prop.type
    raise unknown_name(words, node, scope)


def _check_number(node: S.Property, family: Family) -> None:
    """A zone that is written by its number is there, if it is written down how many there are."""
    assert node.number is not None
    written = 1 if family.count is None else family.count.value if isinstance(family.count, ir.Const) else None
    count = len(family.ids) or (prod(family.size) if family.size else written)
    if isinstance(count, int) and not 1 <= node.number <= count:
        raise Wrong(node.at, "beyond-zones", name=node.name, count=count, found=node.number)


def _numbered(words: Vocabulary, node: S.Property, scope: Scope) -> Typed:
    """`column 2`."""
    assert node.number is not None
    if node.name in words.families:
        family = words.families[node.name]
        _check_number(node, family)
        number = ir.Const(node.number - 1)
        owner: ir.Expr | None = None
        if family.per == "player" and scope.has_player:
            owner = ir.Local(scope.player)
        elif family.per:
            raise Wrong(node.at, "whose", name=node.name, owner=family.per)
        return ir.Place(words.number_of("families", node.name), owner, number), ir.Type(ir.TypeSort.ZONE, (node.name,))
    if node.name in words.rows:
        kind, row = words.rows[node.name]
        return _one_card(kind, row, None, node.number)
    raise Wrong(node.at, "unknown-name", did_you_mean(node.name, words.families), name=f"{node.name} {node.number}")
