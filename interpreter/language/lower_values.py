"""Lowers expressions: syntax with names in, typed values out.

Takes a node of `syntax` and the scope it stands in; returns the IR and its type, or raises Wrong.
Changes nothing and writes no statement.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .. import ir
from . import lower_sets as sets
from . import syntax as S
from .diagnostics import did_you_mean, listed
from .names import Property, Vocabulary
from .scope import Scope, Wrong

Typed = tuple[ir.Expr, ir.Type]
TRUE, FALSE, NONE = ir.Const(1), ir.Const(0), ir.Const(None)
UNSURE = "*"  # bound in a scope after a complaint: a name that is not known here may be one that could not be bound
FUNCTIONS = {"max": 2, "min": 2, "div": 2, "div_up": 2, "mod": 2}


def lower_expr(words: Vocabulary, node: S.Syntax, scope: Scope) -> Typed:
    """The meaning of an expression and what it is."""
    return _HANDLERS[type(node)](words, node, scope)


def lower_number(words: Vocabulary, node: S.Syntax, scope: Scope) -> ir.Expr:
    value, type = lower_expr(words, node, scope)
    need(type, "number", node.at)
    return value


def lower_condition(words: Vocabulary, node: S.Syntax, scope: Scope) -> ir.Expr:
    value, type = lower_expr(words, node, scope)
    need(type, "flag", node.at)
    return value


def lower_player(words: Vocabulary, node: S.Syntax, scope: Scope) -> ir.Expr:
    value, type = lower_expr(words, node, scope)
    need(type, "player", node.at)
    return value


def lower_cards(words: Vocabulary, node: S.Syntax, scope: Scope) -> Typed:
    """A card or a list of cards; a zone with room for one stands for the card in it."""
    value, type = lower_expr(words, node, scope)
    card = only_card(words, value, type)
    if card:
        return card
    need(type, "card", node.at, many_too=True)
    return value, type


def lower_zone(words: Vocabulary, node: S.Syntax, scope: Scope) -> Typed:
    value, type = lower_expr(words, node, scope)
    need(type, "zone", node.at)
    return value, type


def need(type: ir.Type, sort: str, at: S.At, many_too: bool = False) -> None:
    """Complain unless a value of this type can stand where `sort` is needed."""
    if type.sort in (sort, "any", "none") and (many_too or not type.many):
        return
    raise Wrong(at, "wrong-type", needed=article(sort), found=describe(type))


def describe(type: ir.Type) -> str:
    names = {"flag": "condition", "member": " or ".join(type.names) or "member"}
    noun = names.get(type.sort, type.sort)
    if type.sort == "zone" and type.names:
        noun = " or ".join(type.names)
    return f"a list of {noun}s" if type.many else article(noun)


def article(noun: str) -> str:
    noun = {"flag": "condition"}.get(noun, noun)
    return f"an {noun}" if noun[:1] in "aeiou" else f"a {noun}"


def only_card(words: Vocabulary, value: ir.Expr, type: ir.Type) -> Typed | None:
    """The card in a zone that has room for one."""
    if type.sort != "zone" or type.many or not type.names:
        return None
    if any(words.families[name].room != 1 for name in type.names):
        return None
    kinds = [kind for name in type.names for kind in held_kinds(words, name)]
    return ir.Fold("first", 0, ir.Contents(value)), ir.Type("card", tuple(dict.fromkeys(kinds)))


def held_kinds(words: Vocabulary, family: str) -> list[str]:
    names = list(words.kinds)
    return [names[number] for number in words.families[family].holds] or names


# ---------------------------------------------------------------- names


def _name(words: Vocabulary, node: S.Name, scope: Scope) -> Typed:
    found = resolve_bare(words, node.name, scope)
    if found:
        return found
    if UNSURE in scope.names:
        return NONE, ir.ANY
    raise unknown_name(words, node, scope)


def unknown_name(words: Vocabulary, node: S.Name | S.Property, scope: Scope) -> Wrong:
    """Why a name that stands alone means nothing here: it needs an owner, a number, arguments, or does not exist."""
    name = node.name
    family = words.families.get(name)
    declared = words.variables.get(name) or words.values.get(name) or words.functions.get(name)
    owner = family.per if family else declared.of if declared else ""
    owner = owner or next((table for table, column in words.columns if column == name), "")
    if name in words.functions and words.functions[name].parameters and isinstance(node, S.Name):
        wanted = words.functions[name].parameters
        note = f"{name} takes: {listed(f'{each} ({describe(type)})' for each, type in wanted)}"
        return Wrong(node.at, "wrong-count", "", (note,), name=name, wanted=len(wanted), found=0)
    if owner:
        return Wrong(node.at, "whose", name=name, owner=owner)
    if words.noun(name):
        return Wrong(node.at, "which-one", name=name)
    known = [*words.everything(), *scope.names, *(FUNCTIONS if isinstance(node, S.Property) else ())]
    return Wrong(node.at, "unknown-name", did_you_mean(name, known), name=name)


def resolve_bare(words: Vocabulary, name: str, scope: Scope) -> Typed | None:
    """A name that stands alone: bound here, a property of somebody near, a thing, or a constant."""
    if name in scope.names:
        slot, type = scope.names[name]
        return ir.Local(slot), type
    if name == "player" and scope.has_player:
        return ir.Local(scope.player), ir.PLAYER_TYPE
    if name == "game":
        return NONE, ir.Type("game")
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
    return [*found, (NONE, ir.Type("game"))]


def _constant(words: Vocabulary, name: str) -> Typed | None:
    if name in words.numbers:
        return ir.Const(words.numbers[name]), ir.NUMBER
    if name in words.options:
        return ir.Read(-1 - words.number_of("options", name), None), words.options[name].type
    if name in words.seats:
        return ir.Const(words.seats.index(name)), ir.PLAYER_TYPE
    if name in words.members:
        kind, number = words.members[name]
        return ir.Const(number), ir.Type("member", (kind,))
    if name in words.families and not words.families[name].per:
        family = words.number_of("families", name)
        many = not _is_single(words, name)
        if not many:
            return ir.Place(family), ir.Type("zone", (name,))
        return None
    plural = words.is_plural_family(name)
    if plural:
        return ir.All("zone", (words.number_of("families", plural),)), ir.Type("zone", (plural,), True)
    if name in words.zone_ids:
        family_name, number = words.zone_ids[name]
        owner = words.families[family_name].per
        if not owner:
            return ir.Place(words.number_of("families", family_name), None, ir.Const(number)), ir.Type("zone", (family_name,))
    if name in words.rows:
        kind, row = words.rows[name]
        return _one_card(kind, row)
    noun = words.noun(name)
    if noun and noun.type.sort == "player" and not noun.opponent and name == "players":
        return ir.All("player"), ir.Type("player", (), True)
    return None


def _one_card(kind: str, row: int, owner: ir.Expr | None = None, number: int | None = None) -> Typed:
    """The first card of a row, or the one of a given owner or number."""
    source: ir.Expr = ir.Fold("list", 0, ir.All("row", (row,)))
    if owner is not None:
        source = ir.Op("owned", (source, owner))
    return ir.Op("item", (source, ir.Const((number or 1) - 1))), ir.Type("card", (kind,))


def _is_single(words: Vocabulary, family: str) -> bool:
    one = words.families[family]
    return not one.per and one.count is None and not one.ids and not one.size


def _property(words: Vocabulary, node: S.Property, scope: Scope) -> Typed:
    arguments = tuple(lower_expr(words, argument, scope) for argument in node.arguments)
    if node.of is None:
        return _property_of_nobody(words, node, arguments, scope)
    thing, type = lower_expr(words, node.of, scope)
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
        place = ir.Place(words.number_of("families", node.name), thing, ir.Const((node.number or 1) - 1))
        return place, ir.Type("zone", (node.name,))
    if node.name in words.rows and type.sort == "player":
        kind, row = words.rows[node.name]
        return _one_card(kind, row, thing, node.number)
    return None


def _thing_of_owner(words: Vocabulary, node: S.Property, thing: ir.Expr, type: ir.Type) -> Typed | None:
    """`king of Ada`, `t1 of trail of farm`: a card or a zone named by its id and its owner."""
    if node.name in words.rows and type.sort == "player":
        kind, row = words.rows[node.name]
        return _one_card(kind, row, thing, node.number)
    if node.name in words.zone_ids:
        family, number = words.zone_ids[node.name]
        if words.families[family].per in (*type.names, type.sort):
            place = ir.Place(words.number_of("families", family), thing, ir.Const(number))
            return place, ir.Type("zone", (family,))
    return None


def _build(
    words: Vocabulary, prop: Property, node: S.Property, thing: ir.Expr, arguments: tuple[Typed, ...], scope: Scope
) -> ir.Expr:
    check_arguments(node.at, node.name, prop.parameters, [type for _, type in arguments], node.arguments)
    return prop.build(thing, tuple(value for value, _ in arguments), ir.Local(scope.player))


def check_arguments(
    at: S.At, name: str, parameters: tuple[tuple[str, ir.Type], ...], found: list[ir.Type], places: tuple[S.Syntax, ...] = ()
) -> None:
    if len(parameters) != len(found):
        wanted = listed(f"{each} ({describe(type)})" for each, type in parameters) or "nothing"
        raise Wrong(at, "wrong-count", name=name, wanted=len(parameters), found=len(found), notes=(f"{name} takes: {wanted}",))
    for number, ((parameter, type), given) in enumerate(zip(parameters, found, strict=True)):
        if not fits(given, type):
            at = places[number].at if places else at
            raise Wrong(at, "wrong-argument", name=name, parameter=parameter, needed=describe(type), found=describe(given))


def fits(given: ir.Type, wanted: ir.Type) -> bool:
    if given.sort in ("any", "none") or wanted.sort == "any":
        return True
    if given.sort != wanted.sort or given.many != wanted.many:
        return False
    return not given.names or not wanted.names or bool(set(given.names) & set(wanted.names))


def _property_of_nobody(words: Vocabulary, node: S.Property, arguments: tuple[Typed, ...], scope: Scope) -> Typed:
    if node.name in FUNCTIONS:
        values = [lower_number(words, argument, scope) for argument in node.arguments]
        if len(values) != 2:
            raise Wrong(node.at, "wrong-count", name=node.name, wanted=2, found=len(values))
        return ir.Op(node.name, tuple(values)), ir.NUMBER
    if node.name in words.tables and len(arguments) == 1:
        index = ir.Op("-", (lower_number(words, node.arguments[0], scope), ir.Const(1)))
        return ir.Op("item", (ir.Const(words.tables[node.name]), index)), ir.NUMBER
    if node.number is not None:
        return _numbered(words, node, scope)
    for thing, type in nearby(scope):
        prop = words.property(node.name, type)
        if prop and prop.parameters:
            return _build(words, prop, node, thing, arguments, scope), prop.type
    raise unknown_name(words, node, scope)


def _numbered(words: Vocabulary, node: S.Property, scope: Scope) -> Typed:
    """`column 2`."""
    assert node.number is not None
    if node.name in words.families:
        family = words.families[node.name]
        number = ir.Const(node.number - 1)
        owner: ir.Expr | None = None
        if family.per == "player" and scope.has_player:
            owner = ir.Local(scope.player)
        elif family.per:
            raise Wrong(node.at, "whose", name=node.name, owner=family.per)
        return ir.Place(words.number_of("families", node.name), owner, number), ir.Type("zone", (node.name,))
    if node.name in words.rows:
        kind, row = words.rows[node.name]
        return _one_card(kind, row, None, node.number)
    raise Wrong(node.at, "unknown-name", did_you_mean(node.name, words.families), name=f"{node.name} {node.number}")


# ---------------------------------------------------------------- small words


def _word(words: Vocabulary, node: S.Word, scope: Scope) -> Typed:
    if node.word == "true":
        return TRUE, ir.FLAG
    if node.word == "false":
        return FALSE, ir.FLAG
    if node.word == "none":
        return NONE, ir.NOTHING
    if node.word == "it":
        if not scope.it:
            raise Wrong(node.at, "no-it")
        return ir.Local(scope.it[0]), scope.it[1]
    if not scope.this:
        raise Wrong(node.at, "no-this")
    return ir.Local(ir.THIS), scope.this


def _this_zone(words: Vocabulary, node: S.ThisZone, scope: Scope) -> Typed:
    if not scope.this:
        raise Wrong(node.at, "no-this")
    family = next((name for name in [node.noun] if name in words.families), None)
    if family is None:
        raise Wrong(node.at, "unknown-zone", did_you_mean(node.noun, words.families), name=node.noun)
    number = words.number_of("families", family)
    type = ir.Type("zone", (family,))
    if scope.this.sort == "zone":
        return ir.Local(ir.THIS), type
    if scope.this.sort != "card":
        raise Wrong(node.at, "this-lies-nowhere", name=node.noun)
    place = ir.Feature("zone", ir.Local(ir.THIS))
    return ir.Op("of_family", (place, ir.Const(number))), type


def _beyond(words: Vocabulary, node: S.Beyond, scope: Scope) -> Typed:
    value, type = lower_expr(words, node.of, scope)
    noun = words.noun(node.noun)
    if noun is None:
        raise Wrong(node.at, "unknown-noun", did_you_mean(node.noun, words.all_nouns()), name=node.noun)
    if node.relation in ("above", "below"):
        card = only_card(words, value, type)
        value, type = card or (value, type)
        need(type, "card", node.of.at)
        found: ir.Expr = ir.Beyond(node.relation, "card", value)
        return _keep(words, found, noun.type, noun.row, scope)
    need(type, noun.type.sort, node.of.at)
    if noun.type.sort not in ("zone", "player", "member", "number"):
        raise Wrong(node.at, "no-order", name=node.noun)
    return ir.Beyond(node.relation, noun.type.sort, value), type if type.names else noun.type


def _keep(words: Vocabulary, value: ir.Expr, type: ir.Type, row: int | None, scope: Scope) -> Typed:
    """The card, if it is of the kind that the noun names."""
    if row is None and len(type.names) == len(words.kinds):
        return value, type
    _, slot = scope.with_it(type)
    test = kind_test(words, ir.Local(slot), type, row)
    return ir.Fold("first", slot, ir.Op("listed", (value,)), test), type


def kind_test(words: Vocabulary, value: ir.Expr, type: ir.Type, row: int | None) -> ir.Expr | None:
    if row is not None:
        return ir.Op("is", (ir.Feature("row", value), ir.Const(row)))
    if type.sort == "card" and len(type.names) < len(words.kinds):
        numbers = tuple(words.number_of("kinds", name) for name in type.names)
        tests = [ir.Op("is", (ir.Feature("kind", value), ir.Const(number))) for number in numbers]
        test: ir.Expr = tests[0]
        for more in tests[1:]:
            test = ir.Op("or", (test, more))
        return test
    return None


def _end_card(words: Vocabulary, node: S.EndCard, scope: Scope) -> Typed:
    zone, _ = lower_zone(words, node.of, scope)
    noun = words.noun(node.noun)
    if noun is None or noun.type.sort != "card":
        raise Wrong(node.at, "unknown-noun", did_you_mean(node.noun, words.all_nouns()), name=node.noun)
    _, slot = scope.with_it(noun.type)
    test = kind_test(words, ir.Local(slot), noun.type, noun.row)
    return ir.Fold("first" if node.end == "top" else "last", slot, ir.Contents(zone), test), noun.type


# ---------------------------------------------------------------- tests


def _compare(words: Vocabulary, node: S.Compare, scope: Scope) -> Typed:
    left, right = lower_number(words, node.left, scope), lower_number(words, node.right, scope)
    return ir.Op(node.sign, (left, right)), ir.FLAG


def _is(words: Vocabulary, node: S.Is, scope: Scope) -> Typed:
    value, type = lower_expr(words, node.left, scope)
    test = is_rest(words, value, type, node.rest, scope, node.left.at)
    return (negated(test) if node.negated else test), ir.FLAG


def negated(test: ir.Expr) -> ir.Expr:
    return ir.Op("not", (test,))


def is_rest(words: Vocabulary, value: ir.Expr, type: ir.Type, rest: S.Syntax, scope: Scope, at: S.At) -> ir.Expr:
    """`x is …`: in a place, empty, an adjective, a card's id, or equal."""
    if isinstance(rest, S.Inside):
        place, place_type = lower_expr(words, rest.of, scope)
        if type.sort == "card" and place_type.sort == "zone":
            sign = "one_of" if place_type.many else "is"
            return ir.Op(sign, (ir.Feature("zone", value), place))
        if place_type.many:
            return ir.Op("one_of", (value, place))
        raise Wrong(rest.at, "wrong-type", needed="a zone or a list", found=describe(place_type))
    if isinstance(rest, S.Empty):
        if type.many:
            return ir.Op("is", (ir.Op("length", (value,)), ir.Const(0)))
        need(type, "zone", at)
        return ir.Op("is", (ir.Op("length", (ir.Contents(value),)), ir.Const(0)))
    if isinstance(rest, S.Name):
        adjective = adjective_test(words, rest.name, value, type, scope)
        if adjective is not None:
            return adjective
        if not words.knows(rest.name) and rest.name not in scope.names and UNSURE not in scope.names:
            known = ["empty", *words.property_names(type), *words.everything(), *scope.names]
            raise Wrong(rest.at, "unknown-name", did_you_mean(rest.name, known), name=rest.name)
    other, other_type = lower_expr(words, rest, scope)
    if not fits(other_type, type) and not fits(type, other_type):
        raise Wrong(rest.at, "never-equal", left=describe(type), right=describe(other_type))
    if other_type.sort == "none":
        return ir.Op("is_none", (value,))
    return ir.Op("is", (value, other))


def adjective_test(words: Vocabulary, name: str, value: ir.Expr, type: ir.Type, scope: Scope) -> ir.Expr | None:
    """A flag or condition as an adjective, `un` before it for its contrary; or the id of a card."""
    if name in scope.names:
        return None
    for word, positive in ((name, True), (name[2:], False)):
        if not positive and not name.startswith("un"):
            break
        prop = words.property(word, type)
        if prop and prop.type.sort == "flag" and not prop.parameters:
            test = prop.build(value, (), ir.Local(scope.player))
            return test if positive else negated(test)
        card = only_card(words, value, type)
        inside = words.property(word, card[1]) if card else None
        if card and inside and inside.type.sort == "flag" and not inside.parameters:
            test = inside.build(card[0], (), ir.Local(scope.player))
            return test if positive else negated(test)
    if type.sort == "card" and name in words.rows:
        return ir.Op("is", (ir.Feature("row", value), ir.Const(words.rows[name][1])))
    if type.sort == "card" and name in words.kinds:
        return ir.Op("is", (ir.Feature("kind", value), ir.Const(words.number_of("kinds", name))))
    return None


def _logic(words: Vocabulary, node: S.Logic, scope: Scope) -> Typed:
    left, right = lower_condition(words, node.left, scope), lower_condition(words, node.right, scope)
    return ir.Op(node.sign, (left, right)), ir.FLAG


def _not(words: Vocabulary, node: S.Not, scope: Scope) -> Typed:
    return negated(lower_condition(words, node.of, scope)), ir.FLAG


def _either(words: Vocabulary, node: S.Either, scope: Scope) -> Typed:
    then, then_type = lower_expr(words, node.then, scope)
    otherwise, other_type = lower_expr(words, node.otherwise, scope)
    if not fits(other_type, then_type) and not fits(then_type, other_type):
        raise Wrong(node.at, "never-equal", left=describe(then_type), right=describe(other_type))
    type = other_type if then_type.sort == "none" else then_type
    return ir.Either(lower_condition(words, node.condition, scope), then, otherwise), type


def _exists(words: Vocabulary, node: S.Exists, scope: Scope) -> Typed:
    members = sets.lower_members(words, node.set, scope)
    found = ir.Fold("some", members.slot, members.source, members.test)
    return (negated(found) if node.negated else found), ir.FLAG


def _every_is(words: Vocabulary, node: S.EveryIs, scope: Scope) -> Typed:
    members = sets.lower_members(words, node.set, scope)
    test = is_rest(words, ir.Local(members.slot), members.type, node.rest, members.scope, node.at)
    against = test if node.negated else negated(test)
    return negated(ir.Fold("some", members.slot, members.source, sets.add_test(members.test, against))), ir.FLAG


# ---------------------------------------------------------------- numbers


def _arithmetic(words: Vocabulary, node: S.Arithmetic, scope: Scope) -> Typed:
    left, right = lower_number(words, node.left, scope), lower_number(words, node.right, scope)
    return ir.Op(node.sign, (left, right)), ir.NUMBER


def _minus(words: Vocabulary, node: S.Minus, scope: Scope) -> Typed:
    return ir.Op("-", (ir.Const(0), lower_number(words, node.of, scope))), ir.NUMBER


def _tally(words: Vocabulary, node: S.Tally, scope: Scope) -> Typed:
    members = sets.lower_members(words, node.set, scope)
    item = lower_number(words, node.item, members.scope) if node.item else None
    return ir.Fold(node.kind, members.slot, members.source, members.test, item), ir.NUMBER


def lower_keys(words: Vocabulary, keys: tuple[S.Key, ...], scope: Scope) -> tuple[tuple[ir.Expr, bool], ...]:
    return tuple((lower_number(words, key.of, scope), key.most) for key in keys)


def _pick(words: Vocabulary, node: S.Pick, scope: Scope) -> Typed:
    members = sets.lower_members(words, node.set, scope)
    if not node.keys:
        return ir.Fold(node.which, members.slot, members.source, members.test), members.type
    chosen = ir.Fold("list", members.slot, members.source, members.test)
    keys = lower_keys(words, node.keys, members.scope)
    type = ir.Type(members.type.sort, members.type.names, node.which == "best")
    return ir.Sort(node.which, members.slot, chosen, keys), type


def _order_of(words: Vocabulary, node: S.OrderOf, scope: Scope) -> Typed:
    members = sets.lower_members(words, node.set, scope)
    chosen = ir.Fold("list", members.slot, members.source, members.test)
    keys = lower_keys(words, node.keys, members.scope)
    return ir.Sort("all", members.slot, chosen, keys), ir.Type(members.type.sort, members.type.names, True)


def _standing_of(words: Vocabulary, node: S.StandingOf, scope: Scope) -> Typed:
    thing, _ = lower_expr(words, node.of, scope)
    members = sets.lower_members(words, node.set, scope)
    chosen = ir.Fold("list", members.slot, members.source, members.test)
    return ir.Rank(thing, members.slot, chosen, lower_keys(words, node.keys, members.scope)), ir.NUMBER


_HANDLERS: dict[type, Callable[[Vocabulary, Any, Scope], Typed]] = {
    S.Number: lambda words, node, scope: (ir.Const(node.value), ir.NUMBER),
    S.Word: _word,
    S.ThisZone: _this_zone,
    S.Name: _name,
    S.Property: _property,
    S.Beyond: _beyond,
    S.EndCard: _end_card,
    S.Compare: _compare,
    S.Is: _is,
    S.Logic: _logic,
    S.Not: _not,
    S.Either: _either,
    S.Exists: _exists,
    S.EveryIs: _every_is,
    S.Arithmetic: _arithmetic,
    S.Minus: _minus,
    S.Tally: _tally,
    S.AllOf: lambda words, node, scope: sets.lower_set(words, node.set, scope),
    S.Pick: _pick,
    S.OrderOf: _order_of,
    S.StandingOf: _standing_of,
}
