"""Lowers expressions: syntax with names in, typed values out.

Takes a node of `syntax` and the scope it stands in; returns the IR and its type, or raises Wrong.
Changes nothing and writes no statement.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ... import ir
from ...ir.limits import ROUNDS
from ..declare.names import Vocabulary
from ..declare.scope import Scope, Wrong
from ..diagnostics import did_you_mean
from ..parse import syntax as S
from . import sets
from .names import UNSURE, lower_name, lower_property
from .types import FALSE, NONE, TRUE, Typed, describe, fits, kind_test, need, negated, only_card


def lower_expr(words: Vocabulary, node: S.Syntax, scope: Scope) -> Typed:
    """The meaning of an expression and what it is."""
    return _HANDLERS[type(node)](words, node, scope)


def lower_number(words: Vocabulary, node: S.Syntax, scope: Scope) -> ir.Expr:
    value, type = lower_expr(words, node, scope)
    if type.many:
        raise Wrong(node.at, "list-for-number", found=describe(type), words=getattr(node, "name", "…"))
    need(type, "number", node.at)
    return value


def lower_times(words: Vocabulary, node: S.Syntax, scope: Scope) -> ir.Expr:
    """How often something happens: at least once, where that is written down."""
    value = lower_number(words, node, scope)
    times = value.value if isinstance(value, ir.Const) else None
    if isinstance(times, int) and times < 1:
        raise Wrong(node.at, "never-happens", found=times)
    if isinstance(times, int) and times > ROUNDS.most:
        raise Wrong(node.at, "too-many", what=ROUNDS.what, found=f"{times:,}", most=f"{ROUNDS.most:,}")
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
    if type.many and type.sort == "zone":
        owner = words.families[type.names[0]].per or type.names[0]
        raise Wrong(node.at, "many-zones", found=describe(type), each=owner)
    need(type, "zone", node.at)
    return value, type


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
            raise Wrong(node.at, "no-it", f'write "{scope.latest}"' if scope.latest not in ("", "player") else "")
        return ir.Local(scope.it[0]), scope.it[1]
    if not scope.this:
        raise Wrong(node.at, "no-this")
    return ir.Local(ir.THIS), scope.this


def _this_zone(words: Vocabulary, node: S.ThisZone, scope: Scope) -> Typed:
    if node.noun == "card" or node.noun in words.kinds or node.noun in words.rows:
        raise Wrong(node.at, "this-card", noun=node.noun)
    if not scope.this:
        raise Wrong(node.at, "no-this")
    family = next((name for name in [node.noun] if name in words.families), None)
    if family is None:
        raise Wrong(node.at, "unknown-zone", did_you_mean(node.noun, words.families), name=node.noun)
    number = words.number_of("families", family)
    type = ir.Type(ir.TypeSort.ZONE, (family,))
    if scope.this.sort == "zone":
        return ir.Local(ir.THIS), type
    if scope.this.sort != "card":
        raise Wrong(node.at, "this-lies-nowhere", name=node.noun)
    place = ir.Feature(ir.FeatureName.ZONE, ir.Local(ir.THIS))
    return ir.Op(ir.Sign.OF_FAMILY, (place, ir.Const(number))), type


def _beyond(words: Vocabulary, node: S.Beyond, scope: Scope) -> Typed:
    value, type = lower_expr(words, node.of, scope)
    noun = words.noun(node.noun)
    if noun is None:
        raise Wrong(node.at, "unknown-noun", did_you_mean(node.noun, words.all_nouns()), name=node.noun)
    if node.relation in ("above", "below"):
        card = only_card(words, value, type)
        value, type = card or (value, type)
        need(type, "card", node.of.at)
        found: ir.Expr = ir.Beyond(ir.Relation(node.relation), ir.Things.CARD, value)
        return _keep(words, found, noun.type, noun.row, scope)
    need(type, noun.type.sort, node.of.at)
    if noun.type.sort not in ("zone", "player", "member", "number"):
        raise Wrong(node.at, "no-order", name=node.noun)
    return ir.Beyond(ir.Relation(node.relation), ir.Things(noun.type.sort), value), type if type.names else noun.type


def _keep(words: Vocabulary, value: ir.Expr, type: ir.Type, row: int | None, scope: Scope) -> Typed:
    """The card, if it is of the kind that the noun names."""
    if row is None and len(type.names) == len(words.kinds):
        return value, type
    _, slot = scope.with_it(type)
    test = kind_test(words, ir.Local(slot), type, row)
    return ir.Fold(ir.FoldKind.FIRST, slot, ir.Op(ir.Sign.LISTED, (value,)), test), type


def _end_card(words: Vocabulary, node: S.EndCard, scope: Scope) -> Typed:
    zone, _ = lower_zone(words, node.of, scope)
    noun = words.noun(node.noun)
    if noun is None or noun.type.sort != "card":
        raise Wrong(node.at, "unknown-noun", did_you_mean(node.noun, words.all_nouns()), name=node.noun)
    _, slot = scope.with_it(noun.type)
    test = kind_test(words, ir.Local(slot), noun.type, noun.row)
    end = ir.FoldKind.FIRST if node.end == "top" else ir.FoldKind.LAST
    return ir.Fold(end, slot, ir.Contents(zone), test), noun.type


# ---------------------------------------------------------------- tests


def _compare(words: Vocabulary, node: S.Compare, scope: Scope) -> Typed:
    left, right = lower_number(words, node.left, scope), lower_number(words, node.right, scope)
    return ir.Op(ir.Sign(node.sign), (left, right)), ir.FLAG


def _is(words: Vocabulary, node: S.Is, scope: Scope) -> Typed:
    value, type = lower_expr(words, node.left, scope)
    test = is_rest(words, value, type, node.rest, scope, node.left.at)
    return (negated(test) if node.negated else test), ir.FLAG


def is_rest(words: Vocabulary, value: ir.Expr, type: ir.Type, rest: S.Syntax, scope: Scope, at: S.At) -> ir.Expr:
    """`x is …`: in a place, empty, an adjective, a card's id, or equal."""
    if isinstance(rest, S.Inside):
        place, place_type = lower_expr(words, rest.of, scope)
        if type.sort == "card" and place_type.sort == "zone":
            sign = ir.Sign.ONE_OF if place_type.many else ir.Sign.IS
            return ir.Op(sign, (ir.Feature(ir.FeatureName.ZONE, value), place))
        if place_type.many:
            return ir.Op(ir.Sign.ONE_OF, (value, place))
        raise Wrong(rest.at, "wrong-type", needed="a zone or a list", found=describe(place_type))
    if isinstance(rest, S.Empty):
        if type.many:
            return ir.Op(ir.Sign.IS, (ir.Op(ir.Sign.LENGTH, (value,)), ir.Const(0)))
        need(type, "zone", at)
        return ir.Op(ir.Sign.IS, (ir.Op(ir.Sign.LENGTH, (ir.Contents(value),)), ir.Const(0)))
    if isinstance(rest, S.Name):
        adjective = adjective_test(words, rest.name, value, type, scope)
        if adjective is not None:
            return adjective
        if not words.knows(rest.name) and rest.name not in scope.names and UNSURE not in scope.names:
            raise Wrong(rest.at, "unknown-name", _guess_of(words, rest.name, type, tuple(scope.names)), name=rest.name)
    other, other_type = lower_expr(words, rest, scope)
    if not fits(other_type, type) and not fits(type, other_type):
        raise _never_equal(words, rest, at, type, other_type)
    if other_type.sort == "none":
        return ir.Op(ir.Sign.IS_NONE, (value,))
    return ir.Op(ir.Sign.IS, (value, other))


def _guess_of(words: Vocabulary, name: str, type: ir.Type, bound: tuple[str, ...]) -> Callable[[], str]:
    return lambda: did_you_mean(name, ["empty", *words.property_names(type), *words.everything(), *bound])


def _never_equal(words: Vocabulary, rest: S.Syntax, at: S.At, left: ir.Type, right: ir.Type) -> Wrong:
    """Two things that are of different kinds; a zone is often taken for the card that lies in it."""
    hint = ""
    if left.sort == "zone" and right.sort == "card":
        card = rest.name if isinstance(rest, S.Name) else "card"
        hint = f'"{left.names[0]}" is a zone: write "some {card} in {left.names[0]} …"' if left.names else ""
    return Wrong(rest.at, "never-equal", hint, left=describe(left), right=describe(right))


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
        return ir.Op(ir.Sign.IS, (ir.Feature(ir.FeatureName.ROW, value), ir.Const(words.rows[name][1])))
    if type.sort == "card" and name in words.kinds:
        return ir.Op(ir.Sign.IS, (ir.Feature(ir.FeatureName.KIND, value), ir.Const(words.number_of("kinds", name))))
    return None


def _logic(words: Vocabulary, node: S.Logic, scope: Scope) -> Typed:
    left, right = lower_condition(words, node.left, scope), lower_condition(words, node.right, scope)
    return ir.Op(ir.Sign(node.sign), (left, right)), ir.FLAG


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
    found = ir.Fold(ir.FoldKind.SOME, members.slot, members.source, members.test)
    return (negated(found) if node.negated else found), ir.FLAG


def _every_is(words: Vocabulary, node: S.EveryIs, scope: Scope) -> Typed:
    members = sets.lower_members(words, node.set, scope)
    test = is_rest(words, ir.Local(members.slot), members.type, node.rest, members.scope, node.at)
    against = test if node.negated else negated(test)
    return negated(ir.Fold(ir.FoldKind.SOME, members.slot, members.source, sets.add_test(members.test, against))), ir.FLAG


# ---------------------------------------------------------------- numbers


def _arithmetic(words: Vocabulary, node: S.Arithmetic, scope: Scope) -> Typed:
    left, right = lower_number(words, node.left, scope), lower_number(words, node.right, scope)
    words.operands += ((node.left.at, left), (node.right.at, right))
    return ir.Op(ir.Sign(node.sign), (left, right)), ir.NUMBER


def _minus(words: Vocabulary, node: S.Minus, scope: Scope) -> Typed:
    value = lower_number(words, node.of, scope)
    if isinstance(value, ir.Const) and isinstance(value.value, int):
        return ir.Const(-value.value), ir.NUMBER
    return ir.Op(ir.Sign.SUBTRACT, (ir.Const(0), value)), ir.NUMBER


def _tally(words: Vocabulary, node: S.Tally, scope: Scope) -> Typed:
    members = sets.lower_members(words, node.set, scope)
    item = lower_number(words, node.item, members.scope) if node.item else None
    return ir.Fold(ir.FoldKind(node.kind), members.slot, members.source, members.test, item), ir.NUMBER


def lower_keys(words: Vocabulary, keys: tuple[S.Key, ...], scope: Scope) -> tuple[tuple[ir.Expr, bool], ...]:
    return tuple((lower_number(words, key.of, scope), key.most) for key in keys)


def _pick(words: Vocabulary, node: S.Pick, scope: Scope) -> Typed:
    members = sets.lower_members(words, node.set, scope)
    if not node.keys:
        return ir.Fold(ir.FoldKind(node.which), members.slot, members.source, members.test), members.type
    chosen = ir.Fold(ir.FoldKind.LIST, members.slot, members.source, members.test)
    keys = lower_keys(words, node.keys, members.scope)
    type = ir.Type(members.type.sort, members.type.names, node.which == "best")
    return ir.Sort(ir.SortKind(node.which), members.slot, chosen, keys), type


def _order_of(words: Vocabulary, node: S.OrderOf, scope: Scope) -> Typed:
    members = sets.lower_members(words, node.set, scope)
    chosen = ir.Fold(ir.FoldKind.LIST, members.slot, members.source, members.test)
    keys = lower_keys(words, node.keys, members.scope)
    return ir.Sort(ir.SortKind.ALL, members.slot, chosen, keys), ir.Type(members.type.sort, members.type.names, True)


def _standing_of(words: Vocabulary, node: S.StandingOf, scope: Scope) -> Typed:
    thing, _ = lower_expr(words, node.of, scope)
    members = sets.lower_members(words, node.set, scope)
    chosen = ir.Fold(ir.FoldKind.LIST, members.slot, members.source, members.test)
    return ir.Rank(thing, members.slot, chosen, lower_keys(words, node.keys, members.scope)), ir.NUMBER


_HANDLERS: dict[type, Callable[[Vocabulary, Any, Scope], Typed]] = {
    S.Number: lambda words, node, scope: (ir.Const(node.value), ir.NUMBER),
    S.Word: _word,
    S.ThisZone: _this_zone,
    S.Name: lower_name,
    S.Property: lower_property,
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
