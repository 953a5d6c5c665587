"""Lowers an expression, whatever form it has, and asks that it is what is needed where it stands.

Takes a node of `syntax` and its scope; returns the IR and its type, or raises Wrong. How each form is lowered stands in the
modules of the forms, which `forms` joins into one table.
"""

from __future__ import annotations

from ... import ir
from ...ir.limits import ROUNDS
from ..declare.scope import Scope, Wrong
from ..parse import syntax as S
from .context import Context, Typed
from .made import Weighed
from .types import describe, need, only_card


def lower_expr(context: Context, node: S.Syntax, scope: Scope) -> Typed:
    """The meaning of an expression and what it is."""
    return context.forms[type(node)](context, node, scope)


def as_number(context: Context, node: S.Syntax, scope: Scope) -> ir.Expr:
    value, type = lower_expr(context, node, scope)
    if type.many:
        raise Wrong(node.at, "list-for-number", found=describe(type), words=getattr(node, "name", "…"))
    need(type, "number", node.at)
    return value


def as_operand(context: Context, node: S.Syntax, scope: Scope) -> ir.Expr:
    """A number that is computed with or compared: a check asks whether it can be missing."""
    value = as_number(context, node, scope)
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
    value, type = lower_expr(context, node, scope)
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
    return value if type.sort == ir.TypeSort.MEMBER and not type.many else as_number(context, node, scope)
