"""Lowers a statement: whom it is about, its guard, and then what its head says.

Takes YAML nodes; returns statements of the IR. A sentence goes to `verbs`, every head to its own function, which `forms` joins
into one table. One list is one block: a name bound in it lives to its end.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from ... import ir
from ...ir.walk import walk
from ..declare.names import singulars
from ..declare.scope import Scope
from ..diagnostics import listed
from ..explain.complaining import NO_HINT, Hint
from ..parse import syntax as S
from ..read.nodes import Mapping, Node, Scalar, Sequence, text_of
from .checks import with_checks
from .context import Context
from .expressions import as_condition, as_player
from .joining import sequence
from .slots import HEADS, check_statement, heads_agree, is_decision
from .texts import lower_text, plain
from .types import TRUE

ASKED_ONCE = "if is asked once, before the first of them; write {head}: {noun} with … to ask it of each"
_AFTER_A_NOUN = (
    "in", "with", "by", "as", "above", "below", "under", "beside", "after", "before", "reachable", "from", "clockwise",
)  # fmt: skip


def lower_block(context: Context, node: Node | None, scope: Scope) -> ir.Stmt:
    """A list of statements, or a single one."""
    if node is None:
        return ir.NOTHING_TO_DO
    inside = replace(context, ends_event=False) if context.ends_event else context
    if isinstance(node, Sequence):
        return sequence(*[lower_statement(inside, item, scope) for item in node.items])
    return lower_statement(inside, node, scope)


def lower_told(context: Context, node: Mapping, scope: Scope) -> ir.Stmt:
    """What stands in `do`; with `tell` beside it, that is told in place of the lines about it, or nothing."""
    tell, done = node.get("tell"), node.get("do")
    if tell is None:
        return lower_block(context, done, scope)
    said = ir.NOTHING_TO_DO if text_of(tell) == "none" else ir.Say(lower_text(context, tell, scope, plain("")), tell.span.line)
    return sequence(said, ir.Block(ir.SILENT, lower_block(context, done, scope), tell.span.line))


def lower_do(context: Context, node: Mapping, scope: Scope) -> ir.Stmt:
    """What a statement does, in a block of its own; what stands in the place of an event ends it there."""
    done = node.get("do")
    body = lower_told(context, node, scope.inner())
    if done is None or not context.ends_event:
        return body
    return sequence(body, ir.Leave(context.made.stretch(f"instead {context.replacing}"), done.span.line))


def lower_verb(context: Context, node: S.Syntax, scope: Scope, line: int) -> ir.Stmt:
    return context.verbs[type(node)](context, node, scope, line)


def lower_statement(context: Context, node: Node, scope: Scope) -> ir.Stmt:
    if isinstance(node, Scalar):
        line = node.span.line
        build = partial(lower_verb, context, scope=scope, line=line)
        statement: ir.Stmt = context.attempt(node, "action", build, ir.NOTHING_TO_DO)
        return with_checks(context, statement, scope, line)
    if isinstance(node, Sequence):
        context.complaints.add(node.span, "list-in-list")
        return ir.NOTHING_TO_DO
    return _about_somebody(context, node, scope)


def _about_somebody(context: Context, node: Mapping, scope: Scope) -> ir.Stmt:
    """`by` and `for` change whom the statement is about, before anything else is read."""
    who = next((slot for slot in ("by", "for") if slot in node.items), None)
    if who is None:
        return _guarded(context, node, scope)
    player = lower_seat(context, node.get(who), scope)
    slot = scope.places.new(ir.PLAYER_TYPE, "player")
    inner = scope.about(slot)
    body = _guarded(context, node, inner)
    for name, at in inner.names.items():
        scope.names.setdefault(name, at)
    return sequence(ir.Let(slot, player or ir.Const(None), node.span.line), body)


def _guarded(context: Context, node: Mapping, scope: Scope) -> ir.Stmt:
    heads = [slot for slot in HEADS if slot in node.items]
    if not heads_agree(node, heads, context.complaints):
        return ir.NOTHING_TO_DO
    if heads or "do" in node.items:
        check_statement(node, heads, context.complaints)
    if "if" in node.items and "then" in node.items:
        return _if(context, node, scope)
    if is_decision(node, heads) and not scope.has_player:
        context.complaints.add(node.keys.get(heads[-1], node.span), "no-player")
        scope = scope.about(scope.places.new(ir.PLAYER_TYPE, "player"), scope.names)
    body = _headed(context, node, heads[-1] if heads else "do", scope)
    if "if" not in node.items:
        return body
    guard = lower_guard(replace(context, hint=_asked_once(node, scope)), node.get("if"), scope)
    if _goes_through_players(node) and ir.Local(scope.player) in walk(guard):
        context.complaints.add(node.keys["if"], "if-asked-once")
    return ir.If(guard, body, ir.NOTHING_TO_DO, node.span.line)


def _goes_through_players(node: Mapping) -> bool:
    """Whether a statement is done for one player after the other, so that a condition beside it may be meant for each."""
    head, words = _listed_words(node)
    return bool(head) and "player" in words[:1]


def _asked_once(node: Mapping, scope: Scope) -> Hint:
    """What helps with a condition that may be meant for each of several, though it is asked before there is one, and how each
    of them is called."""
    head, words = _listed_words(node)
    end = next((number for number, word in enumerate(words) if word in _AFTER_A_NOUN), len(words))
    if not end or (words[end - 1] == "player" and scope.player != ir.PLAYER):
        return NO_HINT
    noun = words[end - 1]
    called = words[-1:] if words[-2:-1] == ["as"] else []
    return Hint(ASKED_ONCE.format(head=head, noun=" ".join(words[:end])), (noun, *singulars(noun), *called))


def _listed_words(node: Mapping) -> tuple[str, list[str]]:
    """The head of a statement that goes through a list, and the words that say through which."""
    head = next((one for one in ("each", "ask", "turns") if one in node.items), "")
    return head, text_of(node.get(head)).split() if head else []


def _headed(context: Context, node: Mapping, head: str, scope: Scope) -> ir.Stmt:
    if head == "then":
        context.complaints.add(node.keys["then"], "then-without-if")
        return ir.NOTHING_TO_DO
    if head == "do":
        if "do" not in node.items:
            if "if" in node.items:
                context.complaints.add(node.keys["if"], "if-without-then")
            else:
                context.complaints.add(node.span, "no-head", slots=listed(HEADS, 20))
            return ir.NOTHING_TO_DO
        return lower_do(context, node, scope)
    return context.heads[head](context, node, scope)


def lower_guard(context: Context, node: Node | None, scope: Scope) -> ir.Expr:
    """A condition; a list means all of them."""
    if node is None:
        return TRUE
    if isinstance(node, Sequence):
        if not node.items:
            context.complaints.add(node.span, "no-conditions")
        test: ir.Expr = TRUE
        for item in node.items:
            more = condition(context, item, scope)
            test = more if test == TRUE else ir.Op(ir.Sign.AND, (test, more))
        return test
    return condition(context, node, scope)


def _if(context: Context, node: Mapping, scope: Scope) -> ir.Stmt:
    test = lower_guard(context, node.get("if"), scope)
    then = lower_block(context, node.get("then"), scope.inner())
    otherwise = lower_block(context, node.get("else"), scope.inner())
    return ir.If(test, then, otherwise, node.span.line)


def condition(context: Context, node: Node, scope: Scope) -> ir.Expr:
    test: ir.Expr = context.attempt(node, "condition", lambda tree: as_condition(context, tree, scope), TRUE)
    return test


def lower_seat(context: Context, node: Node | None, scope: Scope) -> ir.Expr | None:
    """The player that `by` or `for` names."""
    seat: ir.Expr | None = context.attempt(node, "condition", lambda tree: as_player(context, tree, scope), None)
    if node is not None and seat == ir.Const(None):
        context.complaints.add(node.span, "about-nobody")
    return seat
