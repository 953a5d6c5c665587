"""Lowers actions and windows: what a player may do at several moments of the game.

Takes the section `actions`; finds those of a window for the offer that names it, and adds those of `own_decisions` to what the
player whose turn it is decides. Needs nothing of the engine: both are branches of a choice, in a loop.
"""

from __future__ import annotations

from dataclasses import replace

from ... import ir
from ..declare.scope import Scope
from ..diagnostics import Complaints, did_you_mean, listed
from ..read.nodes import Mapping, Node, Sequence, texts_in
from .context import Context
from .joining import sequence
from .picks import by_branch, lower_option
from .types import TRUE

OWN_DECISIONS = "own_decisions"


def actions_by_window(
    actions: Mapping | None, documents: list[Mapping], complaints: Complaints
) -> dict[str, list[Mapping]]:
    """The actions, sorted by their windows; every window but the built-in one is opened somewhere."""
    by_window: dict[str, list[Mapping]] = {}
    opened = {one.words for one in texts_in(documents, "window")}
    for action in actions.items.values() if actions else ():
        if not isinstance(action, Mapping):
            continue
        windows = action.get("in")
        for window in windows.items if isinstance(windows, Sequence) else ():
            name = getattr(window, "words", "")
            by_window.setdefault(name, []).append(action)
            if name != OWN_DECISIONS and name not in opened:
                known = [OWN_DECISIONS, *sorted(opened)]
                hint = did_you_mean(name, known)
                complaints.add(window.span, "window-never-opened", hint=hint, name=name, known=listed(known))
    return by_window


def actions_of(context: Context, window: Node | None) -> list[Mapping]:
    """The actions of the window that a statement names, if it does."""
    if window is None:
        return []
    name = getattr(window, "words", "")
    if name in context.opened:
        context.complaints.add(window.span, "window-in-itself", name=name)
        return []
    if name not in context.actions:
        hint = did_you_mean(name, context.actions) if context.actions else f"declare an action with in: [{name}]"
        context.complaints.add(window.span, "unknown-window", hint=hint, name=name, known=listed(context.actions))
    return context.actions.get(name, [])


def with_own_actions(context: Context, choice: ir.Choose, scope: Scope, there: list[Mapping] | None = None) -> ir.Stmt:
    """The decision, with what its player may do in their own turn beside it; after that it is asked again. Actions that are
    there already, because the decision names their window, are not added."""
    actions = [action for action in context.actions.get(OWN_DECISIONS, []) if action not in (there or ())]
    if not actions or context.in_action or not scope.has_player:
        return choice
    active = ir.Read(context.words.number_of("variables", "active"), None)
    mine = ir.Op(ir.Sign.IS, (ir.Local(scope.player), active))
    asked = ir.Op(ir.Sign.AND, (mine, _possible(choice.branches)))  # an action alone is no decision: it would be compulsory
    branches, bodies = lower_actions(context, actions, scope)
    added = tuple(replace(one, guard=ir.Op(ir.Sign.AND, (asked, one.guard))) for one in branches)
    first = len(choice.branches)
    larger = replace(choice, branches=(*choice.branches, *added))
    types = tuple(tuple(type for _, _, type in one.picks) for one in larger.branches)
    context.made.widen_site(choice.site, types, [action.span for action in actions])
    follow = by_branch(choice.result, [ir.NOTHING_TO_DO] * first + bodies, ir.NOTHING_TO_DO, choice.line)
    over = ir.Op(ir.Sign.LESS, (ir.Local(choice.result), ir.Const(first)))
    rounds = scope.places.rounds()
    loop = ir.Loop(over, ir.Const(1000), sequence(larger, follow), *rounds, choice.line)
    return sequence(ir.Let(choice.result, ir.Const(first), choice.line), loop)


def lower_actions(context: Context, actions: list[Mapping], scope: Scope) -> tuple[list[ir.Branch], list[ir.Stmt]]:
    """The actions as options for the player of a scope. They know nothing else of the place where they are offered."""
    inside = replace(context, in_action=True, replacing="", in_step=False)
    branches, bodies = [], []
    for action in actions:
        branch, body = lower_option(inside, action, Scope(scope.places, None, scope.player), None)
        branches.append(branch)
        bodies.append(body)
    return branches, bodies


def _possible(branches: tuple[ir.Branch, ...]) -> ir.Expr:
    """Whether the decision has an option of its own."""
    possible: ir.Expr | None = None
    for branch in branches:
        test: ir.Expr = TRUE
        for slot, source, _ in reversed(branch.picks):
            test = ir.Fold(ir.FoldKind.SOME, slot, source, None if test == TRUE else test)
        own = test if branch.guard == TRUE else ir.Op(ir.Sign.AND, (branch.guard, test))
        possible = own if possible is None else ir.Op(ir.Sign.OR, (possible, own))
    return TRUE if possible is None else possible

