"""Lowers decisions: `choose`, `offer`, `may` and `ask`.

Takes the slots of a statement; returns the decision with its options as data, followed by what each answer leads to.
A decision is always one pick from a finite list: several picks are a row of decisions.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import prod

from ... import ir
from ...ir.limits import OPTIONS
from ..declare.names import SOMEBODY
from ..declare.scope import Scope, Wrong
from ..parse import syntax as S
from ..read.nodes import Mapping, Node, Sequence, Text, text_of
from . import actions, flow
from .draft import Draft, sequence
from .names import UNSURE
from .sets import lower_set
from .slots import check_option
from .texts import lower_text, plain
from .types import TRUE, fits
from .values import lower_condition, lower_expr, lower_number, lower_player


def lower_choose(draft: Draft, node: Mapping, scope: Scope) -> ir.Stmt:
    """A choice, then `do` or `else`; the names it binds live on in the list."""
    choice = lower_choice(draft, node, scope, ir.Op(ir.Sign.LISTED, (ir.Local(scope.player),)))
    if choice is None:
        return ir.NOTHING_TO_DO
    asked = actions.with_own_actions(draft, choice, scope) if isinstance(choice, ir.Choose) else choice
    return sequence(asked, answered(draft, node, scope, choice))


def answered(draft: Draft, node: Mapping, scope: Scope, choice: ir.Choose | ir.PickMany) -> ir.Stmt:
    if "do" not in node.items and "else" not in node.items:
        return ir.NOTHING_TO_DO
    then = flow.lower_block(draft, node.get("do"), scope.inner())
    otherwise = flow.lower_block(draft, node.get("else"), scope.inner())
    if isinstance(choice, ir.PickMany):
        chosen: ir.Expr = ir.Op(ir.Sign.NOT, (ir.Op(ir.Sign.IS_NONE, (ir.Local(choice.result),)),))
    else:
        chosen = ir.Op(ir.Sign.AT_LEAST, (ir.Local(choice.result), ir.Const(0)))
    return ir.If(chosen, then, otherwise, node.span.line)


def lower_choice(draft: Draft, node: Mapping, scope: Scope, seats: ir.Expr) -> ir.Choose | ir.PickMany | None:
    def build(choice: S.Choice) -> ir.Choose | ir.PickMany:
        if all(chosen.quantity.single for chosen in choice.chosen):
            return _one_pick(draft, node, choice, scope, seats)
        if len(choice.chosen) > 1:
            raise Wrong(choice.chosen[1].at, "many-with-many")
        return _many_picks(draft, node, choice.chosen[0], scope, seats)

    found: ir.Choose | ir.PickMany | None = draft.attempt(node.get("choose"), "choice", build, None)
    if found is None:
        scope.names[UNSURE] = (ir.THIS, ir.ANY)
    return found


def _picks(draft: Draft, choice: S.Choice, scope: Scope) -> tuple[tuple[int, ir.Expr, ir.Type], ...]:
    picks: list[tuple[int, ir.Expr, ir.Type]] = []
    for chosen in choice.chosen:
        source, type = lower_set(draft.words, chosen.set, scope)
        single = ir.Type(type.sort, type.names)
        if chosen.name in SOMEBODY:
            raise Wrong(chosen.at, "reserved-word", word=chosen.name)
        is_twice = chosen.name in [other.name for other in choice.chosen[: len(picks)]]
        if is_twice or chosen.name in draft.words.verbs or (draft.words.noun(chosen.name) and chosen.name in scope.names):
            raise Wrong(chosen.at, "name-taken", name=chosen.name)
        picks.append((scope.bind(chosen.name, single), source, single))
    _check_options(choice, [source for _, source, _ in picks])
    return tuple(picks)


def _check_options(choice: S.Choice, sources: list[ir.Expr]) -> None:
    """Ranges of numbers whose ends are written down do not make too many options together."""
    ends = [(one.low, one.high) for one in map(_range, sources) if one is not None]
    counts = [high.value - low.value + 1 for low, high in ends if _is_whole(low) and _is_whole(high)]  # type: ignore[union-attr,operator]
    if prod(counts) > OPTIONS.most:
        raise Wrong(choice.at, "too-many", what=OPTIONS.what, found=f"{prod(counts):,}", most=f"{OPTIONS.most:,}")


def _range(source: ir.Expr) -> ir.Numbers | None:
    while isinstance(source, ir.Fold) and source.kind == "list" and source.test is None:
        source = source.source
    return source if isinstance(source, ir.Numbers) else None


def _is_whole(node: ir.Expr) -> bool:
    return isinstance(node, ir.Const) and isinstance(node.value, int)


def _one_pick(draft: Draft, node: Mapping, choice: S.Choice, scope: Scope, seats: ir.Expr) -> ir.Choose:
    picks = _picks(draft, choice, scope)
    parts: list[str | tuple[ir.Expr, ir.Type]] = []
    for slot, _, type in picks:
        parts += [", " if parts else "", (ir.Local(slot), type)]
    text = lower_text(draft, node.get("option"), scope, ir.Text(tuple(part for part in parts if part != "")))
    branch = ir.Branch(TRUE, picks, text)
    return choose(draft, node, scope, seats, (branch,))


def choose(
    draft: Draft, node: Mapping, scope: Scope, seats: ir.Expr, branches: tuple[ir.Branch, ...], written: Iterable[Mapping] = ()
) -> ir.Choose:
    """One decision; `written` are the nodes of its branches, if they have some of their own."""
    decline = node.get("decline")
    types = tuple(tuple(type for _, _, type in branch.picks) for branch in branches)
    site = draft.new_site(types, node.span, [one.span for one in written], is_secret(node))
    prompt = lower_text(draft, node.get("prompt"), scope, plain("")) if "prompt" in node.items else None
    return ir.Choose(
        site,
        seats,
        branches,
        lower_text(draft, decline, scope, plain("decline")) if decline is not None else None,
        prompt,
        scope.places.new(ir.NUMBER, "answer"),
        node.span.line,
    )


def _check_quantity(chosen: S.Chosen, low: ir.Expr, high: ir.Expr | None) -> None:
    """What is written down can be picked: at least one thing at most, and not more at least than at most."""
    most = high.value if isinstance(high, ir.Const) else None
    if isinstance(most, int) and most < 1:
        raise Wrong(chosen.quantity.at, "never-happens", found=most)
    if isinstance(low, ir.Const) and isinstance(low.value, int) and isinstance(most, int) and low.value > most:
        raise Wrong(chosen.quantity.at, "empty-range", low=low.value, high=most)


def _many_picks(draft: Draft, node: Mapping, chosen: S.Chosen, scope: Scope, seats: ir.Expr) -> ir.PickMany:
    source, type = lower_set(draft.words, chosen.set, scope)
    low = lower_number(draft.words, chosen.quantity.low, scope)
    high = lower_number(draft.words, chosen.quantity.high, scope) if chosen.quantity.high is not None else None
    _check_quantity(chosen, low, high)
    single = ir.Type(type.sort, type.names)
    result = scope.bind(chosen.name, type)
    inner, slot = scope.with_it(single)
    inner.names[chosen.name] = (slot, single)
    text = lower_text(draft, node.get("option"), inner, ir.Text(((ir.Local(slot), single),)))
    limits = _limits(draft, node.get("such that"), chosen.name, single, scope)
    decline = node.get("decline")
    prompt = lower_text(draft, node.get("prompt"), scope, plain("")) if "prompt" in node.items else None
    return ir.PickMany(
        draft.new_site(((single,),), node.span, secret=is_secret(node)),
        seats,
        slot,
        source,
        single,
        low,
        high,
        limits,
        text,
        lower_text(draft, node.get("done"), scope, plain("done")),
        lower_text(draft, decline, scope, plain("decline")) if decline is not None else None,
        prompt,
        result,
        scope.places.new(ir.Type(type.sort, type.names, True), "picked"),
        node.span.line,
    )


def is_secret(node: Mapping) -> bool:
    """Whether a decision is marked secret."""
    marked = node.get("secret")
    return isinstance(marked, Text) and marked.words == "true"


def _limits(draft: Draft, node: Node | None, name: str, type: ir.Type, scope: Scope) -> tuple[ir.Limit, ...]:
    """`sum of points of payment >= price`, `same(owner) of burned`, `different(suit) of picked`."""
    if node is None:
        return ()
    nodes = node.items if isinstance(node, Sequence) else [node]
    found = [draft.attempt(one, "condition", lambda tree: _limit(draft, tree, name, type, scope), None) for one in nodes]
    return tuple(limit for limit in found if limit is not None)


def _limit(draft: Draft, tree: S.Syntax, name: str, type: ir.Type, scope: Scope) -> ir.Limit:
    inner, slot = scope.with_it(type)
    if isinstance(tree, S.Compare) and tree.sign in (">=", "<=") and isinstance(tree.left, S.Tally):
        tally = tree.left
        if tally.kind == "total" and tally.item and tally.set.words[-1].name == name and not tally.set.facts:
            item = lower_number(draft.words, tally.item, inner)
            return ir.Limit(ir.LimitKind.SUM, slot, item, ir.BoundSign(tree.sign), lower_number(draft.words, tree.right, scope))
    alike = isinstance(tree, S.Property) and tree.name in ("same", "different") and len(tree.arguments) == 1
    if alike and isinstance(tree, S.Property) and isinstance(tree.of, S.Name) and tree.of.name == name:
        item, _ = lower_expr(draft.words, tree.arguments[0], inner)
        return ir.Limit(ir.LimitKind(tree.name), slot, item)
    raise Wrong(tree.at, "unknown-limit", name=name)


# ---------------------------------------------------------------- offers


def lower_offer(draft: Draft, node: Mapping, scope: Scope) -> ir.Stmt:
    """One of several named options, with the actions of a window among them; `again` brings the offer back until it is
    declined."""
    options = node.get("offer")
    if not isinstance(options, Sequence):
        draft.complaints.add(node.span, "list-expected", slot="offer")
        return ir.NOTHING_TO_DO
    draft.wants.note_decision(node, "window" if "window" in node.keys else "offer", scope)
    if not options.items and "window" not in node.items:
        draft.complaints.add(node.keys.get("offer", node.span), "missing-key", what="an offer", keys="an option")
        return ir.NOTHING_TO_DO
    again = getattr(node.get("again"), "words", "")
    used = [scope.places.new(ir.FLAG, ir.TAKEN) if again == "once each" else None for _ in options.items]
    written, branches, bodies = [], [], []
    for option, flag in zip(options.items, used, strict=True):
        if not isinstance(option, Mapping):
            draft.complaints.add(option.span, "option-expected")
            continue
        branch, body = lower_option(draft, option, scope.inner(), flag, node.get("secret"))
        written.append(option)
        branches.append(branch)
        bodies.append(body)
    offered = actions.actions_of(draft, node.get("window"))
    before, draft.opened = draft.opened, (*draft.opened, text_of(node.get("window")))
    more, following = actions.lower_actions(draft, offered, scope)
    draft.opened = before
    seats = ir.Op(ir.Sign.LISTED, (ir.Local(scope.player),))
    choice = choose(draft, node, scope, seats, (*branches, *more), [*written, *offered])
    follow = by_branch(choice.result, [*bodies, *following], _otherwise(draft, node, scope), node.span.line)
    asked = actions.with_own_actions(draft, choice, scope, offered)
    if not again:
        return sequence(asked, follow)
    return _again(scope, choice.result, sequence(asked, follow), used, node.span.line)


def _otherwise(draft: Draft, node: Mapping, scope: Scope) -> ir.Stmt:
    return flow.lower_block(draft, node.get("else"), scope.inner())


def lower_option(
    draft: Draft, node: Mapping, scope: Scope, used: int | None, secret: Node | None = None
) -> tuple[ir.Branch, ir.Stmt]:
    check_option(node, draft.complaints)
    guard = flow.lower_guard(draft, node.get("if"), scope)
    picks: tuple[tuple[int, ir.Expr, ir.Type], ...] = ()
    late: ir.Stmt = ir.NOTHING_TO_DO
    if "choose" in node.items:
        single = draft.attempt(
            node.get("choose"), "choice", lambda choice: all(one.quantity.single for one in choice.chosen), True
        )
        if single:
            picks = draft.attempt(node.get("choose"), "choice", lambda choice: _picks(draft, choice, scope), ())
        else:
            slots = {**node.items, **({"secret": secret} if secret is not None else {})}
            late = lower_choose(draft, Mapping(node.span, {k: v for k, v in slots.items() if k in _LATE}), scope)
    text = lower_text(draft, node.get("option"), scope, plain("?"))
    mark: ir.Stmt = ir.NOTHING_TO_DO
    if used is not None:
        guard = ir.Op(ir.Sign.AND, (ir.Op(ir.Sign.NOT, (ir.Local(used),)), guard))
        mark = ir.Let(used, ir.Const(1), node.span.line)
    return ir.Branch(guard, picks, text), sequence(mark, late, flow.lower_block(draft, node.get("do"), scope.inner()))


_LATE = ("choose", "such that", "prompt", "done", "secret")


def by_branch(result: int, bodies: list[ir.Stmt], otherwise: ir.Stmt, line: int) -> ir.Stmt:
    chain = otherwise
    for number in reversed(range(len(bodies))):
        chain = ir.If(ir.Op(ir.Sign.IS, (ir.Local(result), ir.Const(number))), bodies[number], chain, line)
    return chain


def _again(scope: Scope, result: int, body: ir.Stmt, used: list[int | None], line: int) -> ir.Stmt:
    count = scope.places.new(ir.NUMBER, "count")
    fresh = [ir.Let(flag, ir.Const(0), line) for flag in used if flag is not None]
    over = ir.Op(ir.Sign.IS, (ir.Local(result), ir.Const(-1)))
    start = ir.Let(result, ir.Const(0), line)
    return sequence(*fresh, start, ir.Loop(over, ir.Const(1000), body, count, line))


def lower_may(draft: Draft, node: Mapping, scope: Scope) -> ir.Stmt:
    """Yes or no: the text of yes, the text of no, and what follows."""
    draft.wants.note_decision(node, "may", scope)
    text = lower_text(draft, node.get("may"), scope, plain("yes"))
    node_with_no = node
    if "decline" not in node.items:
        node_with_no = Mapping(node.span, {**node.items, "decline": Text(node.span, "decline", True)}, node.keys)
    seats = ir.Op(ir.Sign.LISTED, (ir.Local(scope.player),))
    choice = choose(draft, node_with_no, scope, seats, (ir.Branch(TRUE, (), text),))
    body = flow.lower_block(draft, node.get("do"), scope.inner())
    follow = by_branch(choice.result, [body], _otherwise(draft, node, scope), node.span.line)
    return sequence(actions.with_own_actions(draft, choice, scope), follow)


def lower_ask(draft: Draft, node: Mapping, scope: Scope) -> ir.Stmt:
    """The same choice for several seats at once; effects follow in order when all have answered."""
    who = flow.lower_every(draft, node.get("ask"), scope)
    if who is None:
        return ir.NOTHING_TO_DO
    source, type, name, order = who
    flow.refuse_choice(draft, node, "ask", order)
    if not fits(type, ir.PLAYER_TYPE):
        draft.complaints.add(node.keys["ask"], "ask-players")
        return ir.NOTHING_TO_DO
    slot = scope.places.new(ir.PLAYER_TYPE, name)
    inner = scope.about(slot)
    inner.names[name] = (slot, ir.PLAYER_TYPE)
    choice = lower_choice(draft, node, inner, source)
    if choice is None:
        return ir.NOTHING_TO_DO
    places = scope.places
    body = answered(draft, node, inner, choice)
    return sequence(
        ir.Ask(
            choice,
            body,
            places.new(ir.ANY, "answers"),
            slot,
            places.new(ir.NUMBER, "index"),
            node.span.line,
        )
    )


def lower_window(draft: Draft, node: Mapping, scope: Scope) -> ir.Stmt:
    """A window by itself is an offer without options of its own, which comes back until it is declined."""
    span = node.span
    words = {"again": Text(span, "freely", True), "decline": Text(span, "go on", True)}
    return lower_offer(draft, Mapping(span, {"offer": Sequence(span), **words, **node.items}, node.keys), scope)


def lower_seat(draft: Draft, node: Node | None, scope: Scope) -> ir.Expr | None:
    """The player that `by` or `for` names."""
    found: ir.Expr | None = draft.attempt(node, "condition", lambda tree: lower_player(draft.words, tree, scope), None)
    if node is not None and found == ir.Const(None):
        draft.complaints.add(node.span, "about-nobody")
    return found


def condition(draft: Draft, node: Node, scope: Scope) -> ir.Expr:
    found: ir.Expr = draft.attempt(node, "condition", lambda tree: lower_condition(draft.words, tree, scope), TRUE)
    return found
