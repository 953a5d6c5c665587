"""Lowers actions and windows: what a player may do at several moments of the game.

Takes the section `actions`; finds those of a window for the offer that names it, and adds those of `own_decisions` to what the
player whose turn it is decides. Needs nothing of the engine: both are branches of a choice, in a loop.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ... import ir
from ..declare.names import Vocabulary
from ..declare.scope import Scope
from ..diagnostics import Complaints, did_you_mean, listed
from ..read.nodes import Mapping, Node, Sequence, texts_in
from .context import Context, WrittenAction
from .joining import sequence
from .picks import by_branch, lower_option
from .types import TRUE

OWN_DECISIONS = "own_decisions"


def actions_by_window(
    root: dict[str, Mapping], words: Vocabulary, documents: list[Mapping], complaints: Complaints
) -> dict[str, list[WrittenAction]]:
    """The actions, sorted by their windows; every window but the built-in one is opened somewhere."""
    by_window: dict[str, list[WrittenAction]] = {}
    opened = {one.words for one in texts_in(documents, "window")}
    for action in _written(root, words):
        windows = action.node.get("in")
        if "option" not in action.node.items:
            complaints.add(action.node.keys["in"], "missing-key", what="what a card lets its owner do", keys="option")
        for window in windows.items if isinstance(windows, Sequence) else ():
            name = getattr(window, "words", "")
            by_window.setdefault(name, []).append(action)
            if name != OWN_DECISIONS and name not in opened:
                known = [OWN_DECISIONS, *sorted(opened)]
                hint = did_you_mean(name, known)
                complaints.add(window.span, "window-never-opened", hint=hint, name=name, known=listed(known))
    return by_window


def _written(root: dict[str, Mapping], words: Vocabulary) -> Iterator[WrittenAction]:
    """The actions of the game, then those of cards: abilities that say in which windows they are offered."""
    actions, components = root.get("actions"), root.get("components")
    for node in actions.items.values() if actions else ():
        if isinstance(node, Mapping):
            yield WrittenAction(node)
    for kind, component in components.items.items() if components else ():
        if isinstance(component, Mapping):
            rows = [(row.id, row.get("abilities")) for row in words.written.get(kind, ())]
            for id, abilities in [(kind, component.get("abilities")), *rows]:
                for node in abilities.items if isinstance(abilities, Sequence) else ():
                    if isinstance(node, Mapping) and "in" in node.items:
                        yield WrittenAction(node, id)


def actions_of(context: Context, window: Node | None) -> list[WrittenAction]:
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


def with_own_actions(context: Context, choice: ir.Choose, scope: Scope, there: list[WrittenAction] | None = None) -> ir.Stmt:
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


def lower_actions(context: Context, actions: list[WrittenAction], scope: Scope) -> tuple[list[ir.Branch], list[ir.Stmt]]:
    """The actions as options for the player of a scope. They know nothing else of the place where they are offered."""
    inside = replace(context, in_action=True, replacing="", in_step=False)
    branches, bodies = [], []
    for action in actions:
        lower = _lower_of_card if action.row else _lower_of_game
        branch, body = lower(inside, action, Scope(scope.places, None, scope.player))
        branches.append(branch)
        bodies.append(body)
    return branches, bodies


def _lower_of_game(context: Context, action: WrittenAction, scope: Scope) -> tuple[ir.Branch, ir.Stmt]:
    return lower_option(context, action.node, scope, None)


def _lower_of_card(context: Context, action: WrittenAction, scope: Scope) -> tuple[ir.Branch, ir.Stmt]:
    """What a card lets its owner do: `this` is the first card of its row that belongs to the player and fits its `if`."""
    kind, row = context.words.rows[action.row]
    scope.this = ir.Type(ir.TypeSort.CARD, (kind,))
    scope.this_at = slot = scope.places.new(scope.this, "this")
    branch, body = lower_option(context, action.node, scope, None)
    mine = ir.Op(ir.Sign.IS, (ir.Feature(ir.FeatureName.OWNER, ir.Local(slot)), ir.Local(scope.player)))
    test = mine if branch.guard == TRUE else ir.Op(ir.Sign.AND, (mine, branch.guard))
    if "mute" in context.words.variables:
        mute = ir.Read(context.words.number_of("variables", "mute"), ir.Local(slot))
        test = ir.Op(ir.Sign.AND, (ir.Op(ir.Sign.NOT, (mute,)), test))
    card = ir.Fold(ir.FoldKind.FIRST, slot, ir.All(ir.ThingSort.ROW, (row,)), test)
    pick = (slot, ir.Op(ir.Sign.LISTED, (card,)), scope.this)
    return replace(branch, guard=TRUE, picks=(pick, *branch.picks)), body


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

