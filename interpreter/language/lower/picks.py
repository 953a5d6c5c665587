"""Lowers what can be picked at a decision: options, one thing of each set, or several things of one.

Takes the slots of a choice or an option; returns a decision with its options as data, and what follows an option. A decision is
always one pick from a finite list: several picks are a row of decisions.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import prod

from ... import ir
from ...ir.limits import OPTIONS
from ..declare.names import SOMEBODY
from ..declare.scope import Scope, Wrong
from ..diagnostics import Span
from ..parse import syntax as S
from ..read.nodes import Mapping, Scalar
from .context import Context
from .costs import both, lower_terms
from .expressions import as_keys, as_number
from .joining import sequence
from .names import UNSURE
from .selections import lower_limits, lower_selectable
from .sets import lower_set
from .slots import check_option
from .statements import lower_guard, lower_told
from .texts import lower_text, plain
from .types import TRUE

IN_A_ROW = 12  # options whose bodies stand one behind the other; more are asked for half by half


def lower_choice(
    context: Context, node: Mapping, scope: Scope, seats: ir.Expr, secret: bool = False
) -> ir.Choose | ir.PickMany | None:
    def build(choice: S.Choice) -> ir.Choose | ir.PickMany:
        if all(chosen.quantity.single for chosen in choice.chosen):
            return _one_pick(context, node, choice, scope, seats)
        if len(choice.chosen) > 1:
            raise Wrong(choice.chosen[1].at, "many-with-many")
        return _many_picks(context, node, choice.chosen[0], scope, seats, secret)

    lowered: ir.Choose | ir.PickMany | None = context.attempt(node.get("choose"), "choice", build, None)
    if lowered is None:
        scope.names[UNSURE] = (ir.THIS, ir.ANY)
    return lowered


def _picks(context: Context, choice: S.Choice, scope: Scope) -> tuple[tuple[int, ir.Expr, ir.Type], ...]:
    picks: list[tuple[int, ir.Expr, ir.Type]] = []
    for chosen in choice.chosen:
        source, type = _candidates(context, chosen, scope)
        single = ir.Type(type.sort, type.names)
        check_picked_name(context, chosen, choice, scope)
        picks.append((scope.bind(chosen.name, single), source, single))
    _check_options(choice, [source for _, source, _ in picks])
    return tuple(picks)


def check_picked_name(context: Context, chosen: S.Chosen, choice: S.Choice, scope: Scope) -> None:
    """What is picked can be called so."""
    if chosen.name in SOMEBODY:
        raise Wrong(chosen.at, "reserved-word", word=chosen.name)
    is_twice = chosen is not next(one for one in choice.chosen if one.name == chosen.name)
    if is_twice or chosen.name in context.words.verbs or (context.words.noun(chosen.name) and chosen.name in scope.names):
        raise Wrong(chosen.at, "name-taken", name=chosen.name)


def _candidates(context: Context, chosen: S.Chosen, scope: Scope) -> tuple[ir.Expr, ir.Type]:
    """What can be picked, in the order in which it is offered."""
    if chosen.by_chance:
        raise Wrong(chosen.at, "chance-apart")
    source, type = lower_set(context, chosen.set, scope)
    if not chosen.keys:
        return source, type
    inner, slot = scope.with_it(ir.Type(type.sort, type.names))
    return ir.Sort(ir.SortKind.ALL, slot, source, as_keys(context, chosen.keys, inner)), type


def _check_options(choice: S.Choice, sources: list[ir.Expr]) -> None:
    """Ranges of numbers whose ends are written down do not make too many options together."""
    ends = [(one.low, one.high) for one in map(_range, sources) if one is not None]
    counts = [high.value - low.value + 1 for low, high in ends if _is_whole(low) and _is_whole(high)]  # type: ignore[union-attr,operator]
    if prod(counts) > OPTIONS.most:
        raise Wrong(choice.at, "too-many", what=OPTIONS.what, found=f"{prod(counts):,}", most=f"{OPTIONS.most:,}")


def _range(source: ir.Expr) -> ir.Numbers | None:
    while isinstance(source, ir.Fold) and source.kind == ir.FoldKind.LIST and source.test is None:
        source = source.source
    return source if isinstance(source, ir.Numbers) else None


def _is_whole(node: ir.Expr) -> bool:
    return isinstance(node, ir.Const) and isinstance(node.value, int)


def _one_pick(context: Context, node: Mapping, choice: S.Choice, scope: Scope, seats: ir.Expr) -> ir.Choose:
    picks = _picks(context, choice, scope)
    parts: list[str | tuple[ir.Expr, ir.Type]] = []
    for slot, _, type in picks:
        parts += [", " if parts else "", (ir.Local(slot), type)]
    text = lower_text(context, node.get("option"), scope, ir.Text(tuple(part for part in parts if part != "")))
    branch = ir.Branch(TRUE, picks, text, node.items["choose"].span.line)
    return choose(context, node, scope, seats, (branch,))


def choose(
    context: Context,
    node: Mapping,
    scope: Scope,
    seats: ir.Expr,
    branches: tuple[ir.Branch, ...],
    written: Iterable[Span] = (),
    unsaid: str = "",
) -> ir.Choose:
    """One decision; `written` says where each of its branches is, if not all are at one place; `unsaid` is how to decline reads
    where it can be done without being written."""
    decline = node.get("decline")
    types = tuple(tuple(type for _, _, type in branch.picks) for branch in branches)
    site = context.made.new_site(types, node.span, written, is_secret(node))
    prompt = lower_text(context, node.get("prompt"), scope, plain("")) if "prompt" in node.items else None
    return ir.Choose(
        site,
        seats,
        branches,
        lower_text(context, decline, scope, plain(unsaid)) if decline is not None or unsaid else None,
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


def _many_picks(
    context: Context, node: Mapping, chosen: S.Chosen, scope: Scope, seats: ir.Expr, secret: bool
) -> ir.PickMany:
    source, type = _candidates(context, chosen, scope)
    low = as_number(context, chosen.quantity.low, scope)
    high = as_number(context, chosen.quantity.high, scope) if chosen.quantity.high is not None else None
    _check_quantity(chosen, low, high)
    single = ir.Type(type.sort, type.names)
    result = scope.bind(chosen.name, type)
    inner, slot = scope.with_it(single)
    inner.names[chosen.name] = (slot, single)
    text = lower_text(context, node.get("option"), inner, ir.Text(((ir.Local(slot), single),)))
    limits = lower_limits(context, node.get("such that"), chosen.name, single, scope)
    decline = node.get("decline")
    prompt = lower_text(context, node.get("prompt"), scope, plain("")) if "prompt" in node.items else None
    return ir.PickMany(
        context.made.new_site(((single,),), node.span, secret=secret or is_secret(node)),
        seats,
        slot,
        source,
        single,
        low,
        high,
        limits,
        text,
        lower_text(context, node.get("done"), scope, plain("done")),
        lower_text(context, decline, scope, plain("decline")) if decline is not None else None,
        prompt,
        result,
        scope.places.new(ir.Type(type.sort, type.names, True), "picked"),
        node.span.line,
    )


def is_secret(node: Mapping) -> bool:
    """Whether a decision is marked secret."""
    marked = node.get("secret")
    return isinstance(marked, Scalar) and marked.words == "true"


def lower_option(
    context: Context, node: Mapping, scope: Scope, used: int | None, secret: bool = False
) -> tuple[ir.Branch, ir.Stmt]:
    check_option(node, context.complaints)
    guard = lower_guard(context, node.get("if"), scope)
    picks: tuple[tuple[int, ir.Expr, ir.Type], ...] = ()
    late: ir.Stmt = ir.NOTHING_TO_DO
    if "choose" in node.items:
        single = context.attempt(
            node.get("choose"), "choice", lambda choice: all(one.quantity.single for one in choice.chosen), True
        )
        if single:
            picks = context.attempt(node.get("choose"), "choice", lambda choice: _picks(context, choice, scope), ())
            if not picks:
                scope.names[UNSURE] = (ir.THIS, ir.ANY)
        else:
            guard = both(guard, lower_selectable(context, node, scope))
            late = _late_picks(context, node, scope, secret) or ir.NOTHING_TO_DO
    payable, paid = lower_terms(context, node, scope)
    if picks and payable != TRUE:  # what it costs may hang on what was picked
        slot, source, type = picks[-1]
        picks = (*picks[:-1], (slot, ir.Fold(ir.FoldKind.LIST, slot, source, payable), type))
    else:
        guard = both(guard, payable)
    text = _before_picks(lower_text(context, node.get("option"), scope, plain("?")), late, scope)
    mark: ir.Stmt = ir.NOTHING_TO_DO
    if used is not None:
        guard = ir.Op(ir.Sign.AND, (ir.Op(ir.Sign.NOT, (ir.Local(used),)), guard))
        mark = ir.Let(used, TRUE, node.span.line)
    body = sequence(mark, late, paid, lower_told(context, node, scope.inner()))
    return ir.Branch(guard, picks, text, node.span.line), body


def _before_picks(text: ir.Text, late: ir.Stmt, scope: Scope) -> ir.Text:
    """The words of an option that are read before its things are picked: what they are called, and not what they are yet."""
    if not isinstance(late, ir.PickMany):
        return text
    picked = ir.Local(late.result)
    name = next((one.replace("_", " ") for one, (slot, _) in scope.names.items() if slot == late.result), "")
    return replace(text, parts=tuple(name if not isinstance(one, str) and one[0] == picked else one for one in text.parts))


def _late_picks(context: Context, node: Mapping, scope: Scope, secret: bool) -> ir.Stmt | None:
    """The picks of an option that takes several things: they are asked for once it is taken, each by its own name."""
    seats = ir.Op(ir.Sign.LISTED, (ir.Local(scope.player),))
    return lower_choice(context, node.without("option"), scope, seats, secret)


def by_branch(result: int, bodies: list[ir.Stmt], otherwise: ir.Stmt, line: int, first: int = 0) -> ir.Stmt:
    """What follows the option that was taken. Many of them are asked for half by half, so that rules do not nest too deeply;
    whoever declines has a number below all."""
    if len(bodies) > IN_A_ROW:
        middle = len(bodies) // 2
        is_later = ir.Op(ir.Sign.AT_LEAST, (ir.Local(result), ir.Const(first + middle)))
        later = by_branch(result, bodies[middle:], ir.NOTHING_TO_DO, line, first + middle)
        return ir.If(is_later, later, by_branch(result, bodies[:middle], otherwise, line, first), line)
    chain = otherwise
    for number in reversed(range(len(bodies))):
        chain = ir.If(ir.Op(ir.Sign.IS, (ir.Local(result), ir.Const(first + number))), bodies[number], chain, line)
    return chain
