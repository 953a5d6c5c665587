"""Lowers actions and windows: what a player may do at several moments of the game.

Takes the section `actions`; makes of `window` an offer that comes back until it is declined, and adds the actions of
`own_decisions` to what the player whose turn it is decides. Needs nothing of the engine: both are branches of a choice, in a
loop.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from .. import ir
from . import lower_choices as choices
from .diagnostics import did_you_mean, listed
from .draft import Draft, sequence
from .fitting import TRUE
from .scope import Scope
from .source import Mapping, Node, Sequence, Text

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


def lower_window(draft: Draft, node: Mapping, scope: Scope) -> ir.Stmt:
    """Offer the actions of a window again and again, until they are declined or none is possible."""
    name = getattr(node.get("window"), "words", "")
    if name not in draft.actions:
        span, hint = node.items["window"].span, did_you_mean(name, draft.actions)
        draft.complaints.add(span, "unknown-window", hint=hint, name=name, known=listed(draft.actions))
        return ir.NOTHING_TO_DO
    line = node.span.line
    branches, bodies = _lowered(draft, draft.actions[name], scope)
    declinable = node
    if "decline" not in node.items:
        declinable = Mapping(node.span, {**node.items, "decline": Text(node.span, "go on", True)}, node.keys)
    seats = ir.Op("listed", (ir.Local(scope.player),))
    choice = choices.choose(draft, declinable, scope, seats, tuple(branches), draft.actions[name])
    follow = choices.by_branch(choice.result, bodies, ir.NOTHING_TO_DO, line)
    over = ir.Op("is", (ir.Local(choice.result), ir.Const(-1)))
    return _loop(scope, choice, ir.Const(0), over, follow)


def with_own_actions(draft: Draft, choice: ir.Choose, scope: Scope) -> ir.Stmt:
    """The decision, with what its player may do in their own turn beside it; after that it is asked again."""
    actions = draft.actions.get(OWN_DECISIONS, [])
    if not actions or draft.in_action or not scope.has_player:
        return choice
    active = ir.Read(draft.words.number_of("variables", "active"), None)
    mine = ir.Op("is", (ir.Local(scope.player), active))
    asked = ir.Op("and", (mine, _possible(choice.branches)))  # an action alone is no decision: it would be compulsory
    branches, bodies = _lowered(draft, actions, scope)
    added = tuple(replace(one, guard=ir.Op("and", (asked, one.guard))) for one in branches)
    first = len(choice.branches)
    larger = replace(choice, branches=(*choice.branches, *added))
    types = tuple(tuple(type for _, _, type in one.picks) for one in larger.branches)
    site = draft.sites[choice.site]
    written = (*site.written, *(draft.where(action.span) for action in actions))
    draft.sites[choice.site] = replace(site, branches=types, written=written)
    follow = choices.by_branch(choice.result, [ir.NOTHING_TO_DO] * first + bodies, ir.NOTHING_TO_DO, choice.line)
    over = ir.Op("<", (ir.Local(choice.result), ir.Const(first)))
    return _loop(scope, larger, ir.Const(first), over, follow)


def _lowered(draft: Draft, actions: list[Mapping], scope: Scope) -> tuple[list[ir.Branch], list[ir.Stmt]]:
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
            test = ir.Fold("some", slot, source, None if test == TRUE else test)
        own = test if branch.guard == TRUE else ir.Op("and", (branch.guard, test))
        found = own if found is None else ir.Op("or", (found, own))
    return TRUE if found is None else found


def _loop(scope: Scope, choice: ir.Choose, start: ir.Expr, over: ir.Expr, follow: ir.Stmt) -> ir.Stmt:
    count = scope.places.new(ir.NUMBER, "count")
    body = sequence(choice, follow)
    return sequence(ir.Let(choice.result, start, choice.line), ir.Loop(over, ir.Const(1000), body, count, choice.line))
