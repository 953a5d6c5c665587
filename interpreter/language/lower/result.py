"""Lowers the result: the score and the hint of a player, and who wins.

Takes the section `result`; returns the number of a function for each part that is written. Computes nothing.
"""

from __future__ import annotations

from ... import ir
from ..declare.scope import Scope
from ..read.nodes import Mapping, Node
from .context import Context
from .expressions import as_number, lower_expr
from .types import describe
from .wants import OF_EACH


def lower_result(context: Context, result: Mapping | None) -> tuple[int | None, int | None, int | None]:
    """The score, the hint and the winner."""
    if result is None:
        return None, None, None
    score = _number_of_player(context, result.get("score"), "score")
    hint = _number_of_player(context, result.get("hint"), "hint")
    return score, hint, _winner(context, result.get("winner"), result)


def _number_of_player(context: Context, node: Node | None, name: str) -> int | None:
    """A number that is asked for every player, with the words of its parts."""
    if node is None:
        return None
    scope = Scope.function(ir.PLAYER_TYPE)
    value, terms = context.formula(node, lambda tree: as_number(context, tree, scope), ir.Const(0))
    return context.made.new_function(name, scope, value, node.span, terms)


def _winner(context: Context, node: Node | None, result: Mapping) -> int | None:
    """One player or several, as a list."""
    if node is None:
        return None
    game = Scope.function(None, has_player=False)
    found, type = context.attempt(
        node, "condition", lambda tree: lower_expr(context, tree, game), (ir.Const(None), ir.ANY)
    )
    if type.sort not in ("player", "any", "none"):
        context.complaints.add(node.span, "wrong-type", needed="a player", found=describe(type))
    if not type.many:
        found = ir.Op(ir.Sign.LISTED, (found,))
    winner = context.made.new_function("winner", game, found, result.span)
    context.made.wants.about_nobody["function", winner] = OF_EACH
    return winner
