"""Lowers the result: the score and the hint of a player, and who wins.

Takes the section `result`; returns the number of a function for each part that is written. Computes nothing.
"""

from __future__ import annotations

from ... import ir
from ..declare.scope import Scope
from ..read.nodes import Mapping, Node
from .draft import Draft
from .types import describe
from .values import lower_expr, lower_number
from .wants import OF_EACH


def lower_result(draft: Draft, result: Mapping | None) -> tuple[int | None, int | None, int | None]:
    """The score, the hint and the winner."""
    if result is None:
        return None, None, None
    score, hint = _number_of_player(draft, result.get("score"), "score"), _number_of_player(draft, result.get("hint"), "hint")
    return score, hint, _winner(draft, result.get("winner"), result)


def _number_of_player(draft: Draft, node: Node | None, name: str) -> int | None:
    """A number that is asked for every player, with the words of its parts."""
    if node is None:
        return None
    scope = Scope.function(ir.PLAYER_TYPE)
    draft.words.operands.clear()
    value = draft.attempt(node, "condition", lambda tree: lower_number(draft.words, tree, scope), ir.Const(0))
    return draft.fill_function(draft.reserve_function(), name, scope, value, node.span, draft.terms_of(node, value))


def _winner(draft: Draft, node: Node | None, result: Mapping) -> int | None:
    """One player or several, as a list."""
    if node is None:
        return None
    game = Scope.function(None, has_player=False)
    found, type = draft.attempt(
        node, "condition", lambda tree: lower_expr(draft.words, tree, game), (ir.Const(None), ir.ANY)
    )
    if type.sort not in ("player", "any", "none"):
        draft.complaints.add(node.span, "wrong-type", needed="a player", found=describe(type))
    if not type.many:
        found = ir.Op(ir.Sign.LISTED, (found,))
    winner = draft.fill_function(draft.reserve_function(), "winner", game, found, result.span)
    draft.wants.about_nobody["function", winner] = OF_EACH
    return winner
