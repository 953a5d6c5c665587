"""Lowers the flow of a game: `let`, `say`, `together`, `each`, `repeat`, `step`, `rounds`.

Takes the slots of a statement; returns the statements of the IR that carry it out, in blocks that `end` can leave.
"""

from __future__ import annotations

from dataclasses import replace

from ... import ir
from ..declare.names import SOMEBODY
from ..declare.scope import Scope
from ..parse import syntax as S
from ..parse.grammar import reserved_words
from ..read.nodes import Mapping, Node, text_of
from .checks import call_checks, with_checks
from .context import Context
from .expressions import as_times, lower_expr
from .joining import sequence
from .lists import bind_each, in_order, lower_every, refuse_choice
from .names import UNSURE
from .sets import lower_membership, lower_set
from .statements import condition, lower_block, lower_told
from .texts import lower_text, plain
from .types import FALSE, TRUE, need

ENDLESS = ir.Const(1_000_000)


def lower_let(context: Context, node: Mapping, scope: Scope) -> ir.Stmt:
    names = node.get("let")
    if not isinstance(names, Mapping):
        context.complaints.add(node.span, "names-expected", slot="let")
        return ir.NOTHING_TO_DO
    steps = []
    for name, value in names.items.items():
        lowered = context.attempt(value, "condition", lambda tree: lower_expr(context, tree, scope), None)
        expr, type = lowered or (ir.Const(None), ir.ANY)
        if type.sort == ir.TypeSort.NONE:
            type = ir.ANY
        if name in reserved_words() or name in SOMEBODY:
            context.complaints.add(names.keys[name], "reserved-word", word=name)
        steps.append(ir.Let(scope.bind(name, type), expr, value.span.line))
    return sequence(*steps)


def lower_say(context: Context, node: Mapping, scope: Scope) -> ir.Stmt:
    return ir.Say(lower_text(context, node.get("say"), scope, plain("")), node.span.line)


def lower_together(context: Context, node: Mapping, scope: Scope) -> ir.Stmt:
    """Several sentences as one step: checks wait until the last of them."""
    body = lower_block(replace(context, in_step=True), node.get("together"), scope)
    return body if context.in_step else sequence(body, call_checks(context, scope, node.span.line))


# ---------------------------------------------------------------- loops

def lower_each(context: Context, node: Mapping, scope: Scope) -> ir.Stmt:
    many = lower_every(context, node.get("each"), scope)
    if many is None:
        source: ir.Expr = ir.Const(None)
        type, name, how = ir.ANY, "player", ""  # whatever was meant, players among it
    else:
        source, type, name, how = many
    inner, slot = bind_each(scope, type, name)
    if many is None:
        inner.it = inner.names[UNSURE] = (slot, type)
    body = lower_told(context, node, inner)
    until = condition(context, node.items["until"], inner) if "until" in node.items else None
    line = node.span.line
    if how == "choice":
        return _by_choice(context, node, scope, inner, (source, type, slot), body, until)
    items, index = scope.places.new(ir.Type(type.sort, type.names, True), "items"), scope.places.new(ir.NUMBER, "index")
    return ir.Each(slot, source, body, until, items, index, line)


def _by_choice(
    context: Context, node: Mapping, scope: Scope, inner: Scope, each: tuple[ir.Expr, ir.Type, int], body: ir.Stmt,
    until: ir.Expr | None,
) -> ir.Stmt:  # fmt: skip
    """The player picks what comes next, until nothing is left."""
    source, type, slot = each
    context.made.wants.note_decision(node, "each", scope)
    left = scope.places.new(ir.Type(type.sort, type.names, True), "left")
    rounds = scope.places.rounds()
    line = node.span.line
    text = lower_text(context, node.get("option"), inner, ir.Text(((ir.Local(slot), type),)))
    prompt = lower_text(context, node.get("prompt"), scope, plain("")) if "prompt" in node.items else None
    choice = ir.Choose(
        context.made.new_site(((type,),), node.span), ir.Op(ir.Sign.LISTED, (ir.Local(scope.player),)),
        (ir.Branch(TRUE, ((slot, ir.Local(left), type),), text, line),), None, prompt,
        scope.places.new(ir.NUMBER, "answer"), line,
    )  # fmt: skip
    drop = ir.Let(left, ir.Op(ir.Sign.WITHOUT, (ir.Local(left), ir.Local(slot))), line)
    over: ir.Expr = ir.Op(ir.Sign.IS, (ir.Op(ir.Sign.LENGTH, (ir.Local(left),)), ir.Const(0)))
    if until is not None:
        over = ir.Op(ir.Sign.OR, (over, until))
    return sequence(ir.Let(left, source, line), ir.Loop(over, ir.Const(10_000), sequence(choice, drop, body), *rounds, line))


def _times(context: Context, node: Node | None, scope: Scope) -> ir.Expr:
    """How often at most: a number, or `endless`."""
    if text_of(node) == "endless":
        return ENDLESS
    times: ir.Expr = context.attempt(node, "condition", lambda tree: as_times(context, tree, scope), ir.Const(0))
    return times


def lower_repeat(context: Context, node: Mapping, scope: Scope) -> ir.Stmt:
    most = _times(context, node.get("repeat"), scope)
    if text_of(node.get("repeat")) == "endless" and "until" not in node.items:
        context.complaints.add(node.keys["repeat"], "endless-repeat")
    until = condition(context, node.items["until"], scope) if "until" in node.items else FALSE
    rounds = scope.places.rounds()
    return ir.Loop(until, most, lower_told(context, node, scope.inner()), *rounds, node.span.line)


# ---------------------------------------------------------------- the frame of a game


def lower_rounds(context: Context, node: Mapping, scope: Scope) -> ir.Stmt:
    """So many rounds; those with a name are steps, and are counted by that name."""
    line, name = node.span.line, text_of(node.get("step"))
    most = _times(context, node.get("rounds"), scope)
    rounds = scope.places.rounds(f"{name or 'round'} count")
    over = scope.places.new(ir.FLAG, "over")
    number = context.words.number_of("variables", name or "round")
    label, moment = (context.made.stretch(name), context.words.moment(name)) if name else (ir.OF_ROUND, ir.ROUND)
    act = abilities_at(context, node, name, scope) if name else ir.NOTHING_TO_DO
    until = condition(context, node.items["until"], scope) if "until" in node.items else FALSE
    now = ir.Op(ir.Sign.ADD, (ir.Local(rounds[0]), ir.Const(1)))
    body = sequence(
        with_checks(context, ir.Write(number, None, now, False, line), scope, line),
        ir.Block(label, sequence(act, lower_block(context, node.get("do"), scope.inner())), line),
        with_checks(context, ir.Expire(moment, line), scope, line),
        ir.Let(over, until, line),
    )
    return sequence(ir.Let(over, FALSE, line), ir.Loop(ir.Local(over), most, body, *rounds, line))


def lower_step(context: Context, node: Mapping, scope: Scope) -> ir.Stmt:
    """A named place in the flow: the `at` abilities of the cards it looks among, then its `do`."""
    name = getattr(node.get("step"), "words", "")
    line = node.span.line
    abilities = abilities_at(context, node, name, scope)
    inside = lower_each(context, node, scope) if "each" in node.items else lower_told(context, node, scope.inner())
    body = sequence(abilities, inside)
    over = with_checks(context, ir.Expire(context.words.moment(name), line), scope, line)
    return sequence(ir.Block(context.made.stretch(name), body, line), over)


def abilities_at(context: Context, node: Mapping, name: str, scope: Scope) -> ir.Stmt:
    table = tuple(context.events.at_step.get(name, ()))
    if "among" not in node.items:
        if table:
            context.complaints.add(node.keys["step"], "step-without-among", step=name)
        return ir.NOTHING_TO_DO
    line = node.span.line

    def build(tree: S.Every) -> ir.Stmt:
        source, many = lower_set(context, tree.set, scope)
        need(ir.Type(many.sort, many.names), "card", tree.set.at)
        refuse_choice(context, node, "among", tree.order.kind if tree.order is not None else "")
        source = in_order(context, tree, source, ir.Type(many.sort, many.names), scope)
        slot = scope.places.new(ir.Type(ir.TypeSort.CARD, many.names), "card")
        still, _ = lower_membership(context, tree.set, slot, scope)
        act = ir.If(still, ir.Dispatch(ir.Local(scope.player), ir.Local(slot), table, line), ir.NOTHING_TO_DO, line)
        items, index = scope.places.new(many, "items"), scope.places.new(ir.NUMBER, "index")
        return ir.Each(slot, source, act, None, items, index, line)

    statement: ir.Stmt = context.attempt(node.get("among"), "every", build, ir.NOTHING_TO_DO)
    return statement if table else ir.NOTHING_TO_DO
