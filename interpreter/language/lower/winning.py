"""Lowers the result: the score and the hint of a player, and who wins.

Takes the section `result`; returns the number of a function for each part that is written. Computes nothing.
"""

from __future__ import annotations

from ... import ir
from ..declare.scope import Scope
from ..read.nodes import Mapping, Node
from .context import Context
from .expressions import as_condition, as_number, lower_expr
from .types import FALSE, describe
from .wants import OF_EACH


def lower_result(
    context: Context, result: Mapping | None, is_summed: bool = False
) -> tuple[int | None, int | None, int | None]:
    """The score, the hint and the winner; what partners score is added up, if that is said of teams."""
    if result is None:
        return None, None, None
    score = _number_of_player(context, result.get("score"), "score", is_summed=is_summed)
    hint = _number_of_player(context, result.get("hint"), "hint", is_summed=is_summed)
    return score, hint, _won(context, result) if "won" in result.items else _winner(context, result.get("winner"))


def _won(context: Context, result: Mapping) -> int:
    """All players if a condition holds, else nobody."""
    if "winner" in result.items:
        context.complaints.add(result.keys["winner"], "two-heads", first="won", second="winner")
    game = Scope.function(None, has_player=False)
    written = result.items["won"]
    holds = context.attempt(written, "condition", lambda tree: as_condition(context, tree, game), FALSE)
    everybody = ir.All(ir.ThingSort.PLAYER)
    players = ir.Either(holds, everybody, ir.Const((), ir.Type(ir.TypeSort.PLAYER, (), True)))
    winner = context.made.new_function("winner", game, players, written.span)
    context.made.wants.about_nobody["function", winner] = OF_EACH
    return winner


def _number_of_player(context: Context, node: Node | None, name: str, is_summed: bool) -> int | None:
    """A number that is asked for every player, with the words of its parts."""
    if node is None:
        return None
    scope = Scope.function(ir.PLAYER_TYPE)
    value, terms = context.formula(node, lambda tree: as_number(context, tree, scope), ir.Const(0))
    if not is_summed:
        return context.made.new_function(name, scope, value, node.span, terms)
    own = context.made.new_function(f"own {name}", scope, value, node.span, terms)
    both = Scope.function(ir.PLAYER_TYPE)
    slot = both.places.new(ir.PLAYER_TYPE, "it")
    team = context.words.team_of
    test = ir.Op(ir.Sign.IS, (team(ir.Local(slot)), team(ir.Local(ir.THIS))))
    item = ir.Apply(own, (ir.Local(slot), ir.Local(slot)))
    total = ir.Fold(ir.FoldKind.TOTAL, slot, ir.All(ir.ThingSort.PLAYER), test, item)
    return context.made.new_function(name, both, total, node.span)


def _winner(context: Context, node: Node | None) -> int | None:
    """One player or several, as a list."""
    if node is None:
        return None
    game = Scope.function(None, has_player=False)
    players, type = context.attempt(
        node, "condition", lambda tree: lower_expr(context, tree, game), (ir.Const(None), ir.ANY)
    )
    if type.sort not in (ir.TypeSort.PLAYER, ir.TypeSort.ANY, ir.TypeSort.NONE):
        context.complaints.add(node.span, "wrong-type", needed="a player", found=describe(type))
    if not type.many:
        players = ir.Op(ir.Sign.LISTED, (players,))
    if context.words.teams:
        players = _with_partners(context, players, game)
    winner = context.made.new_function("winner", game, players, node.span)
    context.made.wants.about_nobody["function", winner] = OF_EACH
    return winner


def _with_partners(context: Context, players: ir.Expr, game: Scope) -> ir.Expr:
    """A team wins as one."""
    one, other = game.places.new(ir.PLAYER_TYPE, "it"), game.places.new(ir.PLAYER_TYPE, "it")
    team = context.words.team_of
    same = ir.Op(ir.Sign.IS, (team(ir.Local(one)), team(ir.Local(other))))
    wins = ir.Fold(ir.FoldKind.SOME, other, players, same)
    return ir.Fold(ir.FoldKind.LIST, one, ir.All(ir.ThingSort.PLAYER), wins)
