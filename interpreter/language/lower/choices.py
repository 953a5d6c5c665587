"""Lowers decisions: `choose`, `offer`, `may` and `ask`.

Takes the slots of a statement; returns the decision, followed by what each answer leads to. What can be picked is for `picks`.
"""

from __future__ import annotations

from dataclasses import replace

from ... import ir
from ...ir.limits import OFFERED
from ..declare.scope import Scope
from ..declare.sizes import tell_beyond
from ..read.nodes import Mapping, Node, Sequence, text_of
from .actions import actions_of, lower_actions, with_own_actions
from .context import Context
from .costs import lower_once
from .joining import sequence
from .lists import lower_every, refuse_choice
from .picks import by_branch, choose, is_secret, lower_choice, lower_option
from .random_picks import lower_random
from .slots import is_by_chance
from .statements import condition, lower_block, lower_do
from .texts import lower_text, plain
from .types import FALSE, TRUE, fits


def lower_choose(context: Context, node: Mapping, scope: Scope) -> ir.Stmt:
    """A choice, then `do` or `else`; the names it binds live on in the list."""
    if is_by_chance(node):
        return lower_random(context, node, scope)
    choice = lower_choice(context, node, scope, ir.Op(ir.Sign.LISTED, (ir.Local(scope.player),)))
    if choice is None:
        return ir.NOTHING_TO_DO
    asked = with_own_actions(context, choice, scope) if isinstance(choice, ir.Choose) else choice
    unused, used = lower_once(context, node.get("once"), scope)
    return only_if(unused, sequence(asked, answered(context, node, scope, choice, used)), node.span.line)


def answered(
    context: Context, node: Mapping, scope: Scope, choice: ir.Choose | ir.PickMany, used: ir.Stmt = ir.NOTHING_TO_DO
) -> ir.Stmt:
    if not node.items.keys() & {"do", "tell", "else", "once"}:
        return ir.NOTHING_TO_DO
    then = sequence(used, lower_do(context, node, scope))
    otherwise = lower_block(context, node.get("else"), scope.inner())
    if isinstance(choice, ir.PickMany):
        chosen: ir.Expr = ir.Op(ir.Sign.NOT, (ir.Op(ir.Sign.IS_NONE, (ir.Local(choice.result),)),))
    else:
        chosen = ir.Op(ir.Sign.AT_LEAST, (ir.Local(choice.result), ir.Const(0)))
    return ir.If(chosen, then, otherwise, node.span.line)


def only_if(test: ir.Expr, statement: ir.Stmt, line: int) -> ir.Stmt:
    return statement if test == TRUE else ir.If(test, statement, ir.NOTHING_TO_DO, line)


# ---------------------------------------------------------------- offers


def lower_offer(context: Context, node: Mapping, scope: Scope) -> ir.Stmt:
    """One of several named options, with the actions of a window among them; `again` brings the offer back until it is
    declined."""
    options = node.get("offer")
    if not isinstance(options, Sequence):
        context.complaints.add(node.span, "list-expected", slot="offer")
        return ir.NOTHING_TO_DO
    if tell_beyond(context.complaints, node.keys["offer"], OFFERED, len(options.items)):
        return ir.NOTHING_TO_DO
    return _offer(context, node, scope, options.items, text_of(node.get("again")))


def lower_window(context: Context, node: Mapping, scope: Scope) -> ir.Stmt:
    """A window by itself is an offer without options of its own, which comes back until it is declined."""
    return _offer(context, node, scope, [], "freely", unsaid="go on")


def _offer(
    context: Context, node: Mapping, scope: Scope, options: list[Node], again: str, unsaid: str = ""
) -> ir.Stmt:
    """The decision and what follows each of its options; `unsaid` is how to decline reads, if nothing is written."""
    context.made.wants.note_decision(node, "window" if "window" in node.keys else "offer", scope)
    if not options and "window" not in node.items:
        context.complaints.add(node.keys.get("offer", node.span), "missing-key", what="an offer", keys="an option")
        return ir.NOTHING_TO_DO
    used = [scope.places.new(ir.FLAG, ir.TAKEN) if again == "once each" else None for _ in options]
    written, branches, bodies = [], [], []
    for option, flag in zip(options, used, strict=True):
        if not isinstance(option, Mapping):
            context.complaints.add(option.span, "option-expected")
            continue
        branch, body = lower_option(context, option, scope.inner(), flag, is_secret(node))
        written.append(option)
        branches.append(branch)
        bodies.append(body)
    offered = actions_of(context, node.get("window"))
    inside = replace(context, opened=(*context.opened, text_of(node.get("window"))))
    more, following = lower_actions(inside, offered, scope)
    seats = ir.Op(ir.Sign.LISTED, (ir.Local(scope.player),))
    places = [*(one.span for one in written), *(one.span for one in offered)]
    choice = choose(context, node, scope, seats, (*branches, *more), places, unsaid)
    follow = by_branch(choice.result, [*bodies, *following], _otherwise(context, node, scope), node.span.line)
    asked = with_own_actions(context, choice, scope, offered)
    if not again:
        return sequence(asked, follow)
    until = condition(context, node.items["until"], scope) if "until" in node.items else None
    return _again(scope, choice.result, sequence(asked, follow), used, until, node.span.line)


def _otherwise(context: Context, node: Mapping, scope: Scope) -> ir.Stmt:
    return lower_block(context, node.get("else"), scope.inner())


def _again(
    scope: Scope, result: int, body: ir.Stmt, used: list[int | None], until: ir.Expr | None, line: int
) -> ir.Stmt:
    """The offer comes back until it is declined, nothing is left, or what is written holds, which is asked before each time."""
    rounds = scope.places.rounds()
    fresh = [ir.Let(flag, FALSE, line) for flag in used if flag is not None]
    over: ir.Expr = ir.Op(ir.Sign.IS, (ir.Local(result), ir.Const(-1)))
    if until is not None:
        over = ir.Op(ir.Sign.OR, (over, until))
    start = ir.Let(result, ir.Const(0), line)
    return sequence(*fresh, start, ir.Loop(over, ir.Const(1000), body, *rounds, line))


def lower_may(context: Context, node: Mapping, scope: Scope) -> ir.Stmt:
    """Yes or no: the text of yes, the text of no, and what follows."""
    context.made.wants.note_decision(node, "may", scope)
    text = lower_text(context, node.get("may"), scope, plain("yes"))
    seats = ir.Op(ir.Sign.LISTED, (ir.Local(scope.player),))
    choice = choose(context, node, scope, seats, (ir.Branch(TRUE, (), text, text.line),), unsaid="decline")
    unused, used = lower_once(context, node.get("once"), scope)
    body = sequence(used, lower_do(context, node, scope))
    follow = by_branch(choice.result, [body], _otherwise(context, node, scope), node.span.line)
    return only_if(unused, sequence(with_own_actions(context, choice, scope), follow), node.span.line)


def _still_playing(context: Context, players: ir.Expr, scope: Scope) -> ir.Expr:
    """Whoever was eliminated is not asked."""
    if "eliminated" not in context.words.variables:
        return players
    _, slot = scope.with_it(ir.PLAYER_TYPE)
    gone = ir.Read(context.words.number_of("variables", "eliminated"), ir.Local(slot))
    return ir.Fold(ir.FoldKind.LIST, slot, players, ir.Op(ir.Sign.NOT, (gone,)))


def lower_ask(context: Context, node: Mapping, scope: Scope) -> ir.Stmt:
    """The same choice for several seats at once; effects follow in order when all have answered."""
    who = lower_every(context, node.get("ask"), scope)
    if who is None:
        return ir.NOTHING_TO_DO
    source, type, name, order = who
    refuse_choice(context, node, "ask", order)
    if not fits(type, ir.PLAYER_TYPE):
        context.complaints.add(node.keys["ask"], "ask-players")
        return ir.NOTHING_TO_DO
    source = _still_playing(context, source, scope)
    slot = scope.places.new(ir.PLAYER_TYPE, name)
    inner = scope.about(slot)
    inner.names[name] = (slot, ir.PLAYER_TYPE)
    choice = lower_choice(context, node, inner, source)
    if choice is None:
        return ir.NOTHING_TO_DO
    places = scope.places
    body = answered(context, node, inner, choice)
    return sequence(
        ir.Ask(
            choice,
            body,
            places.new(ir.ANSWERS, "answers"),
            slot,
            places.new(ir.NUMBER, "index"),
            node.span.line,
        )
    )
