"""Lowers expressions: syntax with names in, typed values out.

Takes a node of `syntax` and the scope it stands in; returns the IR and its type, or raises Wrong.
Changes nothing and writes no statement.
"""

from __future__ import annotations

from collections.abc import Callable

from ... import ir
from ..declare.scope import Scope, Wrong
from ..diagnostics import did_you_mean
from ..parse import syntax as S
from .context import Context, Typed
from .expressions import as_condition, as_keys, as_number, as_operand, as_zone, condition_of, lower_expr, operand_of
from .lists import clockwise
from .names import UNSURE, adjective_test
from .sets import add_test, lower_members, lower_membership
from .types import FALSE, NONE, TRUE, describe, fits, kind_test, need, negated, only_card

# ---------------------------------------------------------------- small words


def lower_number(context: Context, node: S.Number, scope: Scope) -> Typed:
    return ir.Const(node.value), ir.NUMBER


def lower_word(context: Context, node: S.Word, scope: Scope) -> Typed:
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
    return ir.Local(scope.this_at), scope.this


def lower_this_zone(context: Context, node: S.ThisZone, scope: Scope) -> Typed:
    if node.noun == "card" or node.noun in context.words.kinds or node.noun in context.words.rows:
        raise Wrong(node.at, "this-card", noun=node.noun)
    if not scope.this:
        raise Wrong(node.at, "no-this")
    family = next((name for name in [node.noun] if name in context.words.families), None)
    if family is None:
        raise Wrong(node.at, "unknown-zone", did_you_mean(node.noun, context.words.families), name=node.noun)
    number = context.words.number_of("families", family)
    type = ir.Type(ir.TypeSort.ZONE, (family,))
    if scope.this.sort == ir.TypeSort.ZONE:
        return ir.Local(scope.this_at), type
    if scope.this.sort != ir.TypeSort.CARD:
        raise Wrong(node.at, "this-lies-nowhere", name=node.noun)
    zone = ir.Feature(ir.FeatureName.ZONE, ir.Local(scope.this_at))
    return ir.Op(ir.Sign.OF_FAMILY, (zone, ir.Const(number))), type


def lower_beyond(context: Context, node: S.Beyond, scope: Scope) -> Typed:
    value, type = lower_expr(context, node.of, scope)
    noun = context.words.noun(node.noun)
    if noun is None:
        raise Wrong(node.at, "unknown-noun", did_you_mean(node.noun, context.words.nouns_as_said()), name=node.noun)
    if node.relation in ("above", "below"):
        card = only_card(context.words, value, type)
        value, type = card or (value, type)
        need(type, "card", node.of.at)
        cards: ir.Expr = ir.Beyond(ir.Relation(node.relation), ir.ThingSort.CARD, value)
        return _keep(context, cards, noun.type, noun.row, scope)
    need(type, noun.type.sort, node.of.at)
    if noun.type.sort is ir.TypeSort.MEMBER:
        return _next_member(context, ir.Relation(node.relation), value, noun.type), noun.type
    if noun.type.sort not in (ir.TypeSort.ZONE, ir.TypeSort.PLAYER, ir.TypeSort.NUMBER):
        raise Wrong(node.at, "no-order", name=node.noun)
    return ir.Beyond(ir.Relation(node.relation), ir.ThingSort(noun.type.sort), value), type if type.names else noun.type


def _next_member(context: Context, relation: ir.Relation, value: ir.Expr, type: ir.Type) -> ir.Expr:
    """Members stand in the order of their type; there is none before the first and after the last."""
    members = ir.Const(tuple(range(len(context.words.types[type.names[0]].ids))), type)
    sign = ir.Sign.ADD if relation is ir.Relation.AFTER else ir.Sign.SUBTRACT
    return ir.Op(ir.Sign.ITEM, (members, ir.Op(sign, (value, ir.Const(1)))))


def _keep(context: Context, value: ir.Expr, type: ir.Type, row: int | None, scope: Scope) -> Typed:
    """The card, if it is of the kind that the noun names."""
    if row is None and len(type.names) == len(context.words.kinds):
        return value, type
    _, slot = scope.with_it(type)
    test = kind_test(context.words, ir.Local(slot), type, row)
    return ir.Fold(ir.FoldKind.FIRST, slot, ir.Op(ir.Sign.LISTED, (value,)), test), type


def lower_end_card(context: Context, node: S.EndCard, scope: Scope) -> Typed:
    zone, _ = as_zone(context, node.of, scope)
    noun = context.words.noun(node.noun)
    if noun is None or noun.type.sort != ir.TypeSort.CARD:
        raise Wrong(node.at, "unknown-noun", did_you_mean(node.noun, context.words.nouns_as_said()), name=node.noun)
    _, slot = scope.with_it(noun.type)
    test = kind_test(context.words, ir.Local(slot), noun.type, noun.row)
    end = ir.FoldKind.FIRST if node.end == "top" else ir.FoldKind.LAST
    return ir.Fold(end, slot, ir.Contents(zone), test), noun.type


# ---------------------------------------------------------------- tests


def lower_compare(context: Context, node: S.Compare, scope: Scope) -> Typed:
    one, type = lower_expr(context, node.left, scope)
    if type.sort == ir.TypeSort.MEMBER and not type.many:
        return _compare_members(context, node, one, type, scope)
    left, right = operand_of(context, (one, type), node.left, scope), as_operand(context, node.right, scope)
    return ir.Op(ir.Sign(node.sign), (left, right)), ir.FLAG


def _compare_members(context: Context, node: S.Compare, one: ir.Expr, type: ir.Type, scope: Scope) -> Typed:
    """Members of one type, by their order in it."""
    other, other_type = lower_expr(context, node.right, scope)
    if other_type.many or other_type.sort not in (ir.TypeSort.MEMBER, ir.TypeSort.NONE) or not fits(other_type, type):
        hint = f"write index of … for the number of {describe(type)}" if other_type.sort == ir.TypeSort.NUMBER else ""
        raise Wrong(node.right.at, "wrong-type", hint, needed=describe(type), found=describe(other_type))
    return ir.Op(ir.Sign(node.sign), (one, other)), ir.FLAG


def lower_is(context: Context, node: S.Is, scope: Scope) -> Typed:
    value, type = lower_expr(context, node.left, scope)
    test = is_rest(context, value, type, node.rest, scope, node.left.at)
    return (negated(test) if node.negated else test), ir.FLAG


def is_rest(context: Context, value: ir.Expr, type: ir.Type, rest: S.Syntax, scope: Scope, at: S.At) -> ir.Expr:
    """`x is …`: in a place, empty, an adjective, a card's id, or equal."""
    if isinstance(rest, S.Inside):
        whole, place_type = lower_expr(context, rest.of, scope)
        if type.sort == ir.TypeSort.CARD and place_type.sort == ir.TypeSort.ZONE:
            sign = ir.Sign.ONE_OF if place_type.many else ir.Sign.IS
            return ir.Op(sign, (ir.Feature(ir.FeatureName.ZONE, value), whole))
        if type.sort == ir.TypeSort.PLAYER and place_type.sort == ir.TypeSort.ZONE:
            own = ir.Op(ir.Sign.LENGTH, (ir.Op(ir.Sign.OWNED, (ir.Contents(whole), value)),))
            is_somebody = negated(ir.Op(ir.Sign.IS_NONE, (value,)))
            return ir.Op(ir.Sign.AND, (is_somebody, ir.Op(ir.Sign.MORE, (own, ir.Const(0)))))
        if place_type.many:
            return ir.Op(ir.Sign.ONE_OF, (value, whole))
        raise Wrong(rest.at, "wrong-type", needed="a zone or a list", found=describe(place_type))
    if isinstance(rest, S.Empty):
        if type.many:
            return ir.Op(ir.Sign.IS, (ir.Op(ir.Sign.LENGTH, (value,)), ir.Const(0)))
        need(type, "zone", at)
        return ir.Op(ir.Sign.IS, (ir.Op(ir.Sign.LENGTH, (ir.Contents(value),)), ir.Const(0)))
    if isinstance(rest, S.Name):
        adjective = adjective_test(context, rest.name, value, type, scope)
        if adjective is not None:
            return adjective
        if not context.words.knows(rest.name) and rest.name not in scope.names and UNSURE not in scope.names:
            raise Wrong(rest.at, "unknown-name", _guess_of(context, rest.name, type, tuple(scope.names)), name=rest.name)
    other, other_type = lower_expr(context, rest, scope)
    if not fits(other_type, type) and not fits(type, other_type):
        raise _never_equal(context, rest, at, type, other_type)
    if other_type.sort == ir.TypeSort.NONE:
        return ir.Op(ir.Sign.IS_NONE, (value,))
    return ir.Op(ir.Sign.IS, (value, other))


def _guess_of(context: Context, name: str, type: ir.Type, bound: tuple[str, ...]) -> Callable[[], str]:
    return lambda: did_you_mean(name, ["empty", *context.words.property_names(type), *context.words.everything(), *bound])


def _never_equal(context: Context, rest: S.Syntax, at: S.At, left: ir.Type, right: ir.Type) -> Wrong:
    """Of different kinds: a zone that is taken for the card that lies in it, or a thing for what is printed on it."""
    hint, said = "", rest.name if isinstance(rest, S.Name) else "…"
    if left.sort == ir.TypeSort.ZONE and right.sort == ir.TypeSort.CARD:
        card = said if isinstance(rest, S.Name) else "card"
        hint = f'"{left.names[0]}" is a zone: write "some {card} in {left.names[0]} …"' if left.names else ""
    elif asked := _asked_of(context, left, right):
        hint = "write " + " or ".join(f'"{name} of … is {said}"' for name in asked[:2])
    return Wrong(rest.at, "never-equal", hint, left=describe(left), right=describe(right))


def _asked_of(context: Context, thing: ir.Type, answer: ir.Type) -> list[str]:
    """What can be asked of a thing without more, and is answered by something of this type."""
    if thing.many or answer.many:
        return []
    names = dict.fromkeys(context.words.property_names(thing))
    found = [one for name in names if (one := context.words.property(name, thing)) is not None and not one.parameters]
    return [one.name for one in found if one.type.sort is answer.sort and fits(one.type, answer)]


def lower_logic(context: Context, node: S.Logic, scope: Scope) -> Typed:
    one, type = lower_expr(context, node.left, scope)
    if node.sign == "or" and type.sort not in (ir.TypeSort.FLAG, ir.TypeSort.ANY, ir.TypeSort.NONE):
        return _or_else(context, node, one, type, scope)
    other, other_type = lower_expr(context, node.right, scope)
    if node.sign == "and" and isinstance(node.right, S.Name | S.Property):
        _refuse_place(node.right, other_type)
    left, right = condition_of((one, type), node.left), condition_of((other, other_type), node.right)
    return ir.Op(ir.Sign(node.sign), (left, right)), ir.FLAG


def _refuse_place(node: S.Name | S.Property, type: ir.Type) -> None:
    """A place where a condition is needed was most often meant to be a further one."""
    if type.sort == ir.TypeSort.ZONE:
        hint = f'a further place is joined by "and in": … and in {node.name}'
        raise Wrong(node.at, "wrong-type", hint, needed="a condition", found=describe(type))


def _or_else(context: Context, node: S.Logic, value: ir.Expr, type: ir.Type, scope: Scope) -> Typed:
    """`highest of weight of crates or 0`: what counts where there is none."""
    instead, other_type = lower_expr(context, node.right, scope)
    if type.many:
        raise Wrong(node.left.at, "list-is-never-none", found=describe(type))
    if other_type.sort == ir.TypeSort.FLAG:
        need(type, "flag", node.left.at)
    if not fits(other_type, type):
        raise Wrong(node.right.at, "never-equal", left=describe(type), right=describe(other_type))
    names = tuple(dict.fromkeys((*type.names, *other_type.names)))
    return ir.Op(ir.Sign.OR_ELSE, (value, instead)), ir.Type(type.sort, names)


def lower_not(context: Context, node: S.Not, scope: Scope) -> Typed:
    return negated(as_condition(context, node.of, scope)), ir.FLAG


def lower_either(context: Context, node: S.Either, scope: Scope) -> Typed:
    then, then_type = lower_expr(context, node.then, scope)
    otherwise, other_type = lower_expr(context, node.otherwise, scope)
    if not fits(other_type, then_type) and not fits(then_type, other_type):
        raise Wrong(node.at, "never-equal", left=describe(then_type), right=describe(other_type))
    type = other_type if then_type.sort == ir.TypeSort.NONE else then_type
    return ir.Either(as_condition(context, node.condition, scope), then, otherwise), type


def lower_exists(context: Context, node: S.Exists, scope: Scope) -> Typed:
    members = lower_members(context, node.set, scope)
    exists = ir.Fold(ir.FoldKind.SOME, members.slot, members.source, members.test)
    return (negated(exists) if node.negated else exists), ir.FLAG


LONGEST_LINE = 12
_LINES = (ir.FeatureName.EAST, ir.FeatureName.NORTH, ir.FeatureName.NORTHEAST, ir.FeatureName.SOUTHEAST)


def lower_line(context: Context, node: S.Line, scope: Scope) -> Typed:
    """`some line of 4 mine cells`: so many of them side by side in a row, a column, or across the corners."""
    members = lower_members(context, node.set, scope)
    families = [context.words.families[name] for name in members.type.names] if members.type.sort == ir.TypeSort.ZONE else []
    if not families or not all(family.size for family in families):
        raise Wrong(node.set.at, "line-off-grid", found=describe(members.type))
    if not 2 <= node.length <= LONGEST_LINE:
        raise Wrong(node.at, "line-too-long", found=node.length, most=LONGEST_LINE)
    lines = [_beside(context, node, direction, members.slot, node.length - 1, scope) for direction in _LINES]
    some: ir.Expr = lines[0]
    for one in lines[1:]:
        some = ir.Op(ir.Sign.OR, (some, one))
    some_member = ir.Fold(ir.FoldKind.SOME, members.slot, members.source, add_test(members.test, some))
    return (negated(some_member) if node.negated else some_member), ir.FLAG


def _beside(context: Context, node: S.Line, direction: ir.FeatureName, slot: int, more: int, scope: Scope) -> ir.Expr:
    """Whether so many more cells in a direction are in the set."""
    _, beyond = scope.with_it(ir.Type(ir.TypeSort.ZONE, ()))
    test, type = lower_membership(context, node.set, beyond, scope)
    scope.places.types[beyond] = type
    rest = _beside(context, node, direction, beyond, more - 1, scope) if more > 1 else None
    there = ir.Op(ir.Sign.LISTED, (ir.Feature(direction, ir.Local(slot)),))
    return ir.Fold(ir.FoldKind.SOME, beyond, there, add_test(test, rest))


def lower_every_is(context: Context, node: S.EveryIs, scope: Scope) -> Typed:
    members = lower_members(context, node.set, scope)
    test = is_rest(context, ir.Local(members.slot), members.type, node.rest, members.scope, node.at)
    against = test if node.negated else negated(test)
    return negated(ir.Fold(ir.FoldKind.SOME, members.slot, members.source, add_test(members.test, against))), ir.FLAG


# ---------------------------------------------------------------- numbers


def lower_arithmetic(context: Context, node: S.Arithmetic, scope: Scope) -> Typed:
    left, right = as_operand(context, node.left, scope), as_operand(context, node.right, scope)
    context.notes.operands += ((node.left.at, left), (node.right.at, right))
    return ir.Op(ir.Sign(node.sign), (left, right)), ir.NUMBER


def lower_minus(context: Context, node: S.Minus, scope: Scope) -> Typed:
    value = as_operand(context, node.of, scope)
    if isinstance(value, ir.Const) and isinstance(value.value, int):
        return ir.Const(-value.value), ir.NUMBER
    return ir.Op(ir.Sign.SUBTRACT, (ir.Const(0), value)), ir.NUMBER


def lower_tally(context: Context, node: S.Tally, scope: Scope) -> Typed:
    members = lower_members(context, node.set, scope)
    item = as_number(context, node.item, members.scope) if node.item else None
    return ir.Fold(ir.FoldKind(node.kind), members.slot, members.source, members.test, item), ir.NUMBER


def lower_different(context: Context, node: S.Different, scope: Scope) -> Typed:
    """`count of different suit of cards in hand`: how many there are, each counted once; none counts nothing."""
    members = lower_members(context, node.set, scope)
    item, type = lower_expr(context, node.item, members.scope)
    if type.many or type.sort not in (
        ir.TypeSort.NUMBER,
        ir.TypeSort.MEMBER,
        ir.TypeSort.PLAYER,
        ir.TypeSort.ZONE,
        ir.TypeSort.FLAG,
    ):
        raise Wrong(node.item.at, "wrong-type", needed="something that each of them has", found=describe(type))
    test = add_test(members.test, negated(ir.Op(ir.Sign.IS_NONE, (item,))))
    items = ir.Fold(ir.FoldKind.LIST, members.slot, members.source, test, item)
    once = ir.Op(ir.Sign.JOINED, (items, ir.Const((), ir.Type(type.sort, type.names, True))))
    return ir.Op(ir.Sign.LENGTH, (once,)), ir.NUMBER


def lower_pick(context: Context, node: S.Pick, scope: Scope) -> Typed:
    members = lower_members(context, node.set, scope)
    if node.around is not None:
        seated = ir.Fold(ir.FoldKind.LIST, members.slot, members.source, members.test)
        source: ir.Expr = clockwise(context, node.around, seated, members.type, scope)
        return ir.Fold(ir.FoldKind(node.which), scope.places.new(members.type, "seated"), source), members.type
    if not node.keys:
        return ir.Fold(ir.FoldKind(node.which), members.slot, members.source, members.test), members.type
    chosen = ir.Fold(ir.FoldKind.LIST, members.slot, members.source, members.test)
    keys = as_keys(context, node.keys, members.scope)
    type = ir.Type(members.type.sort, members.type.names, node.which == "best")
    return ir.Sort(ir.SortKind(node.which), members.slot, chosen, keys), type


def lower_order_of(context: Context, node: S.OrderOf, scope: Scope) -> Typed:
    members = lower_members(context, node.set, scope)
    chosen = ir.Fold(ir.FoldKind.LIST, members.slot, members.source, members.test)
    keys = as_keys(context, node.keys, members.scope)
    return ir.Sort(ir.SortKind.ALL, members.slot, chosen, keys), ir.Type(members.type.sort, members.type.names, True)


def lower_standing_of(context: Context, node: S.StandingOf, scope: Scope) -> Typed:
    thing, _ = lower_expr(context, node.of, scope)
    members = lower_members(context, node.set, scope)
    chosen = ir.Fold(ir.FoldKind.LIST, members.slot, members.source, members.test)
    return ir.Rank(thing, members.slot, chosen, as_keys(context, node.keys, members.scope)), ir.NUMBER
