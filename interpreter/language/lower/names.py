"""Finds out what a name means where it stands.

Takes a name or `name of thing` with its scope; returns the value and its type, or raises Wrong with the nearest known word.
A bare property belongs to `it`, else `this`, else `player`, else the game.
"""

from __future__ import annotations

from math import prod

from ... import ir
from ...ir.features import SPOKEN as FEATURES
from ...ir.operations import CALLED
from ...model.definition import Family
from ..declare.names import GROUPED, Attribute, singulars
from ..declare.scope import Scope, Wrong
from ..diagnostics import did_you_mean, listed
from ..parse import syntax as S
from .context import Context, Typed
from .expressions import as_number, lower_expr, number_of, operand_of
from .types import NONE, check_arguments, describe, negated, only_card, wrong_count

UNSURE = "*"  # bound in a scope after a complaint: a name that is not known here may be one that could not be bound


def lower_name(context: Context, node: S.Name, scope: Scope) -> Typed:
    value = resolve_bare(context, node.name, scope)
    if value:
        if _is_of_everybody(context, node.name, value):
            context.notes.doubts.append(_first_of_several(node, scope))
        return value
    if UNSURE in scope.names:
        return NONE, ir.ANY
    raise unknown_name(context, node, scope)


def _is_of_everybody(context: Context, name: str, value: Typed) -> bool:
    """Whether it is a card that every player has, and nobody says whose."""
    kind, row = context.words.rows.get(name, ("", 0))
    return bool(kind) and context.words.kinds[kind].per_player and value == _one_card(kind, row)


def _first_of_several(node: S.Name, scope: Scope) -> Wrong:
    whose = "player" if scope.has_player else "(first player)"
    return Wrong(node.at, "first-of-several", f'write "{node.name} of {whose}", or of whom else it should be', name=node.name)


def unknown_name(context: Context, node: S.Name | S.Property, scope: Scope) -> Wrong:
    """Why a name that stands alone means nothing here: it needs an owner, a number, arguments, or does not exist."""
    name = node.name
    if both := lacks_owner(context, name, node.at):
        return both
    if name == "score" and not context.words.has_score:
        return Wrong(node.at, "no-score")
    family = context.words.families.get(name)
    declared = context.words.variables.get(name) or context.words.values.get(name) or context.words.functions.get(name)
    of = family.per if family else declared.of if declared else ir.OF_GAME
    owner = context.words.owner_name(of)
    owner = owner or next((table for table, column in context.words.columns if column == name), "")
    owner = owner or next((thing for thing, table in FEATURES.items() if name in table and len(name) > 1), "")
    if name in context.words.functions and context.words.functions[name].parameters and isinstance(node, S.Name):
        return wrong_count(node.at, name, context.words.functions[name].parameters, 0)
    if owner:
        return Wrong(node.at, "whose", name=name, owner=owner)
    if noun := context.words.noun(name):
        if name == "player" and scope.it is not None and scope.it[1].sort == ir.TypeSort.PLAYER:
            return Wrong(node.at, "which-one", 'write "it" for the one that is looked at', name=name, one=name)
        one = next((word for word in reversed(singulars(name)) if context.words.noun(word) == noun), name)
        return Wrong(node.at, "which-one", name=name, one=one)
    known = (*scope.names, *(CALLED if isinstance(node, S.Property) else ()))
    return Wrong(node.at, "unknown-name", lambda: did_you_mean(name, [*context.words.everything(), *known]), name=name)


def lacks_owner(context: Context, name: str, at: S.At) -> Wrong | None:
    """What is said where a variable of two owners stands without one of them."""
    variable = context.words.variables.get(name)
    owner = context.words.owner_name(variable.of) if variable else ""
    family = context.words.families.get(owner)
    if family is None or family.pairs is None:
        return None
    return Wrong(at, "needs-both", name=name, second=context.words.owner_name(family.pairs))


def adjective_test(context: Context, name: str, value: ir.Expr, type: ir.Type, scope: Scope) -> ir.Expr | None:
    """A flag or condition as an adjective, `un` before it for its contrary; or the id of a card."""
    if name in scope.names:
        return None
    for word, positive in ((name, True), (name[2:], False)):
        if not positive and not name.startswith("un"):
            break
        prop = context.words.property(word, type)
        if prop and prop.type.sort == ir.TypeSort.FLAG and not prop.parameters:
            test = prop.build(value, (), ir.Local(scope.player))
            return test if positive else negated(test)
        card = only_card(context.words, value, type)
        inside = context.words.property(word, card[1]) if card else None
        if card and inside and inside.type.sort == ir.TypeSort.FLAG and not inside.parameters:
            test = inside.build(card[0], (), ir.Local(scope.player))
            return test if positive else negated(test)
    if type.sort == ir.TypeSort.CARD and name in context.words.rows:
        return ir.Op(ir.Sign.IS, (ir.Feature(ir.FeatureName.ROW, value), ir.Const(context.words.rows[name][1])))
    if type.sort == ir.TypeSort.CARD and name in context.words.kinds:
        return ir.Op(ir.Sign.IS, (ir.Feature(ir.FeatureName.KIND, value), ir.Const(context.words.number_of("kinds", name))))
    return None


def resolve_bare(context: Context, name: str, scope: Scope) -> Typed | None:
    """A name that stands alone: bound here, a property of somebody near, a thing, or a constant."""
    if name in scope.names:
        slot, type = scope.names[name]
        return ir.Local(slot), type
    if name == "player" and scope.has_player:
        return ir.Local(scope.player), ir.PLAYER_TYPE
    if name == "game":
        return NONE, ir.Type(ir.TypeSort.GAME)
    for thing, type in nearby(scope):
        attribute = context.words.property(name, type)
        if attribute and attribute.whole:
            return attribute.whole(thing), attribute.listed
        if attribute and not attribute.parameters:
            return attribute.build(thing, (), ir.Local(scope.player)), attribute.type
        card = only_card(context.words, thing, type) if type.sort == ir.TypeSort.ZONE else None
        inside = context.words.property(name, card[1]) if card else None
        if card and inside and not inside.parameters:
            return inside.build(card[0], (), ir.Local(scope.player)), inside.type
    return _constant(context, name)


def nearby(scope: Scope) -> list[Typed]:
    """Who a bare property may belong to, nearest first: it, this, player, the game."""
    things: list[Typed] = []
    if scope.it:
        things.append((ir.Local(scope.it[0]), scope.it[1]))
    if scope.this:
        things.append((ir.Local(scope.this_at), scope.this))
    if scope.has_player:
        things.append((ir.Local(scope.player), ir.PLAYER_TYPE))
    return [*things, (NONE, ir.Type(ir.TypeSort.GAME))]


def _constant(context: Context, name: str) -> Typed | None:
    if name in context.words.numbers:
        return ir.Const(context.words.numbers[name]), ir.NUMBER
    if name in context.words.options:
        return ir.Setting(context.words.number_of("options", name)), context.words.options[name].type
    if name in context.words.seats:
        return ir.Const(context.words.seats.index(name), ir.PLAYER_TYPE), ir.PLAYER_TYPE
    if name in context.words.members:
        kind, number = context.words.members[name]
        type = ir.Type(ir.TypeSort.MEMBER, (kind,))
        return ir.Const(number, type), type
    if name in context.words.families and context.words.families[name].per.is_game:
        family = context.words.number_of("families", name)
        many = not _is_single(context, name)
        if not many:
            return ir.ZoneOf(family), ir.Type(ir.TypeSort.ZONE, (name,))
        return None
    plural = context.words.is_plural_family(name)
    if plural:
        family = context.words.number_of("families", plural)
        return ir.All(ir.ThingSort.ZONE, (family,)), ir.Type(ir.TypeSort.ZONE, (plural,), True)
    if name in context.words.zone_ids:
        family_name, number = context.words.zone_ids[name]
        if context.words.families[family_name].per.is_game:
            zone = ir.ZoneOf(context.words.number_of("families", family_name), None, ir.Const(number))
            return zone, ir.Type(ir.TypeSort.ZONE, (family_name,))
    if name in context.words.rows:
        kind, row = context.words.rows[name]
        return _one_card(kind, row)
    noun = context.words.noun(name)
    if noun and noun.type.sort == ir.TypeSort.PLAYER and not noun.opponent and name == "players":
        return ir.All(ir.ThingSort.PLAYER), ir.Type(ir.TypeSort.PLAYER, (), True)
    return None


def _one_card(kind: str, row: int, owner: ir.Expr | None = None, number: int | None = None) -> Typed:
    """The first card of a row, or the one of a given owner or number."""
    source: ir.Expr = ir.Fold(ir.FoldKind.LIST, 0, ir.All(ir.ThingSort.ROW, (row,)))
    if owner is not None:
        source = ir.Op(ir.Sign.OWNED, (source, owner))
    return ir.Op(ir.Sign.ITEM, (source, ir.Const((number or 1) - 1))), ir.Type(ir.TypeSort.CARD, (kind,))


def _is_single(context: Context, family: str) -> bool:
    one = context.words.families[family]
    return one.per.is_game and one.count is None and not one.ids and not one.size


def lower_property(context: Context, node: S.Property, scope: Scope) -> Typed:
    if node.name in GROUPED and node.arguments and node.name not in context.words.functions:
        return _grouped(context, node, scope)
    arguments = tuple(lower_expr(context, argument, scope) for argument in node.arguments)
    if node.of is None:
        return _property_of_nobody(context, node, arguments, scope)
    thing, type = lower_expr(context, node.of, scope)
    if type.many:
        raise Wrong(node.of.at, "property-of-list", name=node.name)
    if type.sort == ir.TypeSort.ANY:
        raise Wrong(node.of.at, "unclear-thing")
    return property_of(context, node, thing, type, arguments, scope)


def property_of(
    context: Context, node: S.Property, thing: ir.Expr, type: ir.Type, arguments: tuple[Typed, ...], scope: Scope
) -> Typed:
    """`name of thing`, where thing is already lowered."""
    if node.number is not None:
        numbered = _numbered_of(context, node, thing, type)
        if numbered:
            return numbered
    prop = context.words.property(node.name, type)
    if prop is None:
        card = only_card(context.words, thing, type)
        if card:
            return property_of(context, node, card[0], card[1], arguments, scope)
        family = context.words.families.get(node.name)
        if type.sort == ir.TypeSort.ZONE and type.names and family is None and node.name in context.words.zone_ids:
            prop = None
        special = _thing_of_owner(context, node, thing, type)
        if special:
            return special
        both = None if context.words.is_pair(type) else lacks_owner(context, node.name, node.at)
        if both is not None:
            raise both
        if node.name == "score" and type.sort == ir.TypeSort.PLAYER:
            raise Wrong(node.at, "no-score")
        names = context.words.property_names(type)
        raise Wrong(
            node.at,
            "unknown-property",
            _of_some_family(context, node.name, type) or did_you_mean(node.name, names),
            (f"{describe(type)} has: {listed(names)}",) if names else (),
            name=node.name,
            thing=describe(type),
        )
    if prop.whole and not node.arguments:
        return prop.whole(thing), prop.listed
    return _build(context, prop, node, thing, arguments, scope), prop.type


def _of_some_family(context: Context, name: str, type: ir.Type) -> str:
    """What helps where `zone of a card` may be a zone of any family, and only those of one belong to what is asked for."""
    if type.sort != ir.TypeSort.ZONE or type.names:
        return ""
    family = next((one.name for one in context.words.families.values() if context.words.owner_name(one.per) == name), "")
    return family and f"only {family} has it: in a definition that is of the card, write {name} of this {family}"


def _numbered_of(context: Context, node: S.Property, thing: ir.Expr, type: ir.Type) -> Typed | None:
    family = context.words.families.get(node.name)
    if family and context.words.has_zones(type, family):
        _check_number(node, family)
        zone = ir.ZoneOf(context.words.number_of("families", node.name), thing, ir.Const((node.number or 1) - 1))
        return zone, ir.Type(ir.TypeSort.ZONE, (node.name,))
    if node.name in context.words.rows and type.sort == ir.TypeSort.PLAYER:
        kind, row = context.words.rows[node.name]
        return _one_card(kind, row, thing, node.number)
    return None


def _thing_of_owner(context: Context, node: S.Property, thing: ir.Expr, type: ir.Type) -> Typed | None:
    """`owl of Ada`, `t1 of trail of meadow`: a card or a zone named by its id and its owner."""
    if node.name in context.words.rows and type.sort == ir.TypeSort.PLAYER:
        kind, row = context.words.rows[node.name]
        return _one_card(kind, row, thing, node.number)
    if node.name in context.words.zone_ids:
        family, number = context.words.zone_ids[node.name]
        if context.words.has_zones(type, context.words.families[family]):
            zone = ir.ZoneOf(context.words.number_of("families", family), thing, ir.Const(number))
            return zone, ir.Type(ir.TypeSort.ZONE, (family,))
    return None


def _build(
    context: Context, prop: Attribute, node: S.Property, thing: ir.Expr, arguments: tuple[Typed, ...], scope: Scope
) -> ir.Expr:
    form = "{}({})" if node.of is None else "{}({}) of …"
    check_arguments(node.at, node.name, prop.parameters, [type for _, type in arguments], node.arguments, form)
    return prop.build(thing, tuple(value for value, _ in arguments), ir.Local(scope.player))


def _property_of_nobody(context: Context, node: S.Property, arguments: tuple[Typed, ...], scope: Scope) -> Typed:
    if node.name in CALLED:
        given = zip(arguments, node.arguments, strict=True)
        numbers = [operand_of(context, lowered, argument, scope) for lowered, argument in given]
        if len(numbers) != 2:
            raise Wrong(node.at, "wrong-count", name=node.name, wanted="2 numbers", found=f"stand {len(numbers)}")
        context.notes.operands += zip((argument.at for argument in node.arguments), numbers, strict=True)
        return ir.Op(ir.Sign(node.name), tuple(numbers)), ir.NUMBER
    if node.name in context.words.tables and len(arguments) == 1:
        position = number_of(arguments[0], node.arguments[0])
        count = len(context.words.tables[node.name])
        if isinstance(position, ir.Const) and isinstance(position.value, int) and not 1 <= position.value <= count:
            raise Wrong(node.arguments[0].at, "beyond-table", name=node.name, count=count, found=position.value)
        index = ir.Op(ir.Sign.SUBTRACT, (position, ir.Const(1)))
        return ir.Op(ir.Sign.ITEM, (ir.Const(context.words.tables[node.name]), index)), ir.NUMBER
    if node.number is not None:
        return _numbered(context, node, scope)
    for thing, type in nearby(scope):
        prop = context.words.property(node.name, type)
        if prop and prop.parameters:
            return _build(context, prop, node, thing, arguments, scope), prop.type
    raise unknown_name(context, node, scope)


def _check_number(node: S.Property, family: Family) -> None:
    """A zone that is written by its number is there, if it is written down how many there are."""
    assert node.number is not None
    written = 1 if family.count is None else family.count.value if isinstance(family.count, ir.Const) else None
    count = len(family.ids) or (prod(family.size) if family.size else written)
    if isinstance(count, int) and not 1 <= node.number <= count:
        raise Wrong(node.at, "beyond-zones", name=node.name, count=count, found=node.number)


def _numbered(context: Context, node: S.Property, scope: Scope) -> Typed:
    """`column 2`."""
    assert node.number is not None
    if node.name in context.words.families:
        family = context.words.families[node.name]
        _check_number(node, family)
        number = ir.Const(node.number - 1)
        owner: ir.Expr | None = None
        if family.per.is_player and scope.has_player:
            owner = ir.Local(scope.player)
        elif not family.per.is_game:
            raise Wrong(node.at, "whose", name=node.name, owner=context.words.owner_name(family.per))
        return ir.ZoneOf(context.words.number_of("families", node.name), owner, number), ir.Type(ir.TypeSort.ZONE, (node.name,))
    if node.name in context.words.rows:
        kind, row = context.words.rows[node.name]
        return _one_card(kind, row, None, node.number)
    raise Wrong(node.at, "unknown-name", did_you_mean(node.name, context.words.families), name=f"{node.name} {node.number}")


def _grouped(context: Context, node: S.Property, scope: Scope) -> Typed:
    """`worth(meld) of hand`, `sets(meld, 2) of hand`: of a zone, several zones, or a list of cards."""
    part = ir.GroupingPart(node.name)
    name = getattr(node.arguments[0], "name", "")
    number = _grouping(context, name, node.arguments[0].at)
    if node.of is None:
        raise Wrong(node.at, "grouping-of-what", name=f"{node.name}({name})")
    most = 2 if part is ir.GroupingPart.SETS else 1
    if len(node.arguments) > most:
        found = f"stand {len(node.arguments)}"
        raise Wrong(node.arguments[most].at, "wrong-count", name=node.name, wanted=f"{most}", found=found)
    cards = _cards_of(context, node.of, scope)
    which = as_number(context, node.arguments[1], scope) if len(node.arguments) > 1 else None
    kind = context.words.grouped_kinds.get(name, "")
    type = ir.Type(ir.TypeSort.CARD, (kind,) if kind in context.words.kinds else (), True) if part.gives_list else ir.NUMBER
    return ir.Grouped(part, number, cards, ir.Local(scope.player), which), type


def lower_fits(context: Context, node: S.Fits, scope: Scope) -> Typed:
    """`stray fits meld with pile`: whether the cards there and this one are one set."""
    card, type = lower_expr(context, node.card, scope)
    card, type = only_card(context.words, card, type) or (card, type)
    if type.sort != ir.TypeSort.CARD or type.many:
        raise Wrong(node.card.at, "wrong-type", needed="a card", found=describe(type))
    number = _grouping(context, node.grouping, node.at)
    cards = ir.Op(ir.Sign.JOINED, (_cards_of(context, node.cards, scope), ir.Op(ir.Sign.LISTED, (card,))))
    return ir.Grouped(ir.GroupingPart.FITS, number, cards, ir.Local(scope.player)), ir.FLAG


def _grouping(context: Context, name: str, at: S.At) -> int:
    if name not in context.words.groupings:
        hint = did_you_mean(name, context.words.groupings)
        raise Wrong(at, "unknown-grouping", hint, name=name, known=listed(context.words.groupings) or "none")
    return context.words.groupings[name]


def _cards_of(context: Context, node: S.Syntax, scope: Scope) -> ir.Expr:
    cards, type = lower_expr(context, node, scope)
    if type.sort == ir.TypeSort.ZONE:
        return ir.Contents(cards)
    if not (type.sort == ir.TypeSort.CARD and type.many):
        raise Wrong(node.at, "wrong-type", needed="a zone or a list of cards", found=describe(type))
    return cards
