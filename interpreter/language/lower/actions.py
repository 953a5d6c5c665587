"""Lowers actions and windows: what a player may do at several moments of the game.

Takes the section `actions`; finds those of a window for the offer that names it, and adds those of `own_decisions` to what the
player whose turn it is decides. Needs nothing of the engine: both are branches of a choice, in a loop.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ... import ir
from ..declare.scope import Scope
from ..diagnostics import did_you_mean, listed
from ..read.nodes import Mapping, Node, Sequence, Text
from . import choices
from .draft import Draft, sequence
from .types import TRUE

OWN_DECISIONS = "own_decisions"


def note_actions(draft: Draft, actions: Mapping | None, documents: list[Mapping]) -> None:
    """Sort the actions by their windows; every window but the built-in one is opened somewhere."""
    opened = {one.words for one in _opened(list(documents))}
    for action in actions.items.values() if actions else ():
        if not isinstance(action, Mapping):
            continue
        windows = action.get("in")
        for window in windows.items if isinstance(windows, Sequence) else ():
            name = getattr(window, "words", "")
            draft.actions.setdefault(name, []).append(action)
            if name != OWN_DECISIONS and name not in opened:
                known = [OWN_DECISIONS, *sorted(opened)]
                hint = did_you_mean(name, known)
                draft.complaints.add(window.span, "window-never-opened", hint=hint, name=name, known=listed(known))


def _opened(waiting: list[Node]) -> Iterator[Text]:
    """Every `window` statement that is written anywhere."""
    while waiting:
        node = waiting.pop()
        if isinstance(node, Sequence):
            waiting += node.items
        elif isinstance(node, Mapping):
            window = node.get("window")
            if isinstance(window, Text):
                yield window
            waiting += list(node.items.values())


def actions_of(draft: Draft, window: Node | None) -> list[Mapping]:
    """The actions of the window that a statement names, if it does."""
    if window is None:
        return []
    name = getattr(window, "words", "")
    if name in draft.opened:
        draft.complaints.add(window.span, "window-in-itself", name=name)
        return []
    if name not in draft.actions:
        hint = did_you_mean(name, draft.actions)
        draft.complaints.add(window.span, "unknown-window", hint=hint, name=name, known=listed(draft.actions))
    return draft.actions.get(name, [])


def with_own_actions(draft: Draft, choice: ir.Choose, scope: Scope, there: list[Mapping] | None = None) -> ir.Stmt:
    """The decision, with what its player may do in their own turn beside it; after that it is asked again. Actions that are
    there already, because the decision names their window, are not added."""
    actions = [action for action in draft.actions.get(OWN_DECISIONS, []) if action not in (there or ())]
    if not actions or draft.in_action or not scope.has_player:
        return choice
    active = ir.Read(draft.words.number_of("variables", "active"), None)
    mine = ir.Op(ir.Sign.IS, (ir.Local(scope.player), active))
    asked = ir.Op(ir.Sign.AND, (mine, _possible(choice.branches)))  # an action alone is no decision: it would be compulsory
    branches, bodies = lower_actions(draft, actions, scope)
    added = tuple(replace(one, guard=ir.Op(ir.Sign.AND, (asked, one.guard))) for one in branches)
    first = len(choice.branches)
    larger = replace(choice, branches=(*choice.branches, *added))
    types = tuple(tuple(type for _, _, type in one.picks) for one in larger.branches)
    site = draft.sites[choice.site]
    written = (*site.written, *(draft.where(action.span) for action in actions))
    draft.sites[choice.site] = replace(site, branches=types, written=written)
    follow = choices.by_branch(choice.result, [ir.NOTHING_TO_DO] * first + bodies, ir.NOTHING_TO_DO, choice.line)
    over = ir.Op(ir.Sign.LESS, (ir.Local(choice.result), ir.Const(first)))
    count = scope.places.new(ir.NUMBER, "count")
    loop = ir.Loop(over, ir.Const(1000), sequence(larger, follow), count, choice.line)
    return sequence(ir.Let(choice.result, ir.Const(first), choice.line), loop)


def lower_actions(draft: Draft, actions: list[Mapping], scope: Scope) -> tuple[list[ir.Branch], list[ir.Stmt]]:
    """The actions as options for the player of a scope. They know nothing else of the place where they are offered."""
    before = draft.in_action, draft.replacing, draft.unchecked
    draft.in_action, draft.replacing, draft.unchecked = True, "", False
    branches, bodies = [], []
    for action in actions:
        branch, body = choices.lower_option(draft, action, Scope(scope.places, None, scope.player), None)
        branches.append(branch)
        bodies.append(body)
    draft.in_action, draft.replacing, draft.unchecked = before
    return branches, bodies


def _possible(branches: tuple[ir.Branch, ...]) -> ir.Expr:
    """Whether the decision has an option of its own."""
    found: ir.Expr | None = None
    for branch in branches:
        test: ir.Expr = TRUE
        for slot, source, _ in reversed(branch.picks):
            test = ir.Fold(ir.FoldKind.SOME, slot, source, None if test == TRUE else test)
        own = test if branch.guard == TRUE else ir.Op(ir.Sign.AND, (branch.guard, test))
        found = own if found is None else ir.Op(ir.Sign.OR, (found, own))
    return TRUE if found is None else found

