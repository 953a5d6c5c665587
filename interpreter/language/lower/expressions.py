"""Lowers an expression, whatever form it has, and asks that it is what is needed where it stands.

Takes a node of `syntax` and its scope; returns the IR and its type, or raises Wrong. How each form is lowered stands in the
modules of the forms, which `forms` joins into one table.
"""

from __future__ import annotations

from ... import ir
from ...ir.limits import PLACES, ROUNDS
from ..declare.scope import Scope, Wrong
from ..parse import syntax as S
from .context import Context, Typed
from .made import Weighed
from .types import describe, need, only_card

# Up to here a rule is read to its end, and told once to have too many. Lines of cells in lines of cells, which are written out
# for each cell, would go far beyond.
_TOO_MANY_PLACES = 4 * PLACES.most


def lower_expr(context: Context, node: S.Syntax, scope: Scope) -> Typed:
    """The meaning of an expression and what it is. Whoever needs both asks once: an expression in which every part was
    lowered twice would be lowered twice as often with each level."""
    context.made.parts.count += 1
    if len(scope.places.types) > _TOO_MANY_PLACES:
        raise Wrong(node.at, "too-many", what=PLACES.what, found=f"more than {_TOO_MANY_PLACES:,}", most=f"{PLACES.most:,}")
    return context.forms[type(node)](context, node, scope)


def as_number(context: Context, node: S.Syntax, scope: Scope) -> ir.Expr:
    return number_of(lower_expr(context, node, scope), node)


def number_of(lowered: Typed, node: S.Syntax) -> ir.Expr:
    """What a node was lowered to, if that is a number."""
    value, type = lowered
    if type.many:
        raise Wrong(node.at, "list-for-number", found=describe(type), words=getattr(node, "name", "…"))
    need(type, "number", node.at)
    return value


def as_operand(context: Context, node: S.Syntax, scope: Scope) -> ir.Expr:
    """A number that is computed with or compared: a check asks whether it can be missing."""
    return operand_of(context, lower_expr(context, node, scope), node, scope)


def operand_of(context: Context, lowered: Typed, node: S.Syntax, scope: Scope) -> ir.Expr:
    """What a node was lowered to, as such a number."""
    value = number_of(lowered, node)
    context.notes.weighed.append(Weighed(node.at, value, scope.places))
    return value


def as_times(context: Context, node: S.Syntax, scope: Scope) -> ir.Expr:
    """How often something happens: at least once, where that is written down."""
    value = as_number(context, node, scope)
    times = value.value if isinstance(value, ir.Const) else None
    if isinstance(times, int) and times < 1:
        raise Wrong(node.at, "never-happens", found=times)
    if isinstance(times, int) and times > ROUNDS.most:
        raise Wrong(node.at, "too-many", what=ROUNDS.what, found=f"{times:,}", most=f"{ROUNDS.most:,}")
    return value


def as_condition(context: Context, node: S.Syntax, scope: Scope) -> ir.Expr:
    return condition_of(lower_expr(context, node, scope), node)


def condition_of(lowered: Typed, node: S.Syntax) -> ir.Expr:
    """What a node was lowered to, if that is a condition."""
    value, type = lowered
    need(type, "flag", node.at)
    return value


def as_player(context: Context, node: S.Syntax, scope: Scope) -> ir.Expr:
    value, type = lower_expr(context, node, scope)
    need(type, "player", node.at)
    return value


def as_cards(context: Context, node: S.Syntax, scope: Scope) -> Typed:
    """A card or a list of cards; a zone with room for one stands for the card in it."""
    value, type = lower_expr(context, node, scope)
    card = only_card(context.words, value, type)
    if card:
        return card
    need(type, "card", node.at, many_too=True)
    return value, type


def as_zone(context: Context, node: S.Syntax, scope: Scope) -> Typed:
    value, type = lower_expr(context, node, scope)
    if type.many and type.sort == ir.TypeSort.ZONE:
        owner = context.words.owner_name(context.words.families[type.names[0]].per) or type.names[0]
        raise Wrong(node.at, "many-zones", found=describe(type), each=owner)
    if context.words.is_pair(type):
        raise Wrong(node.at, "wrong-type", needed="a zone", found=describe(type))
    need(type, "zone", node.at)
    return value, type


def as_keys(context: Context, keys: tuple[S.Key, ...], scope: Scope) -> tuple[tuple[ir.Expr, bool], ...]:
    return tuple((_as_rank(context, key.of, scope), key.most) for key in keys)


def _as_rank(context: Context, node: S.Syntax, scope: Scope) -> ir.Expr:
    """What things are ranked by: a number, or a member by its place in its type."""
    value, type = lower_expr(context, node, scope)
    return value if type.sort == ir.TypeSort.MEMBER and not type.many else number_of((value, type), node)
