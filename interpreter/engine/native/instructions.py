"""A rule for every instruction: what becomes of it as C, in the procedure in which it stands.

Takes an instruction of `flatten`, its point and its procedure; returns statements. How a procedure is left and entered again is
`flow`'s business.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ... import ir
from ..events import abilities_in
from ..flatten import BeginEach, BeginLoop, Jump, NextAnswer, NextEach, NextLoop, Unless
from .flow import NativeProcedure, looked
from .layout import PlaceShape
from .lists import bare
from .values import muted

FEW = 16  # cards that are looked for one by one


def _unless(p: NativeProcedure, point: int, one: Unless) -> str:
    fired = ""
    if not point and p.number in abilities_in(p.w.definition):
        fired = f" else if (R->fired) R->fired[{p.number}]++;"
    return f"if (!({p.w.test(one.condition, p.scope)})) goto i{one.target};{fired}"


def _begin_each(p: NativeProcedure, point: int, one: BeginEach) -> str:
    words, room = p.scope.words[one.node.items]
    mark, cost = p.w.fresh("m"), p.w.facts.charges.round(one.node)
    index, many = p.scope.names[one.node.index], f"({words})[0]"
    heard = _heard(p, point, one)
    if p.w.is_looped(one.node.source, p.scope):  # straight to where it is kept
        counted = "all++; kept[1 + many] = {0}; many += {1}[ROW[AT({0}, CARDS)]];" if heard else "kept[++many] = {0}; all++;"
        check = f"if (all >= {room}) fail(R, NO_ROOM); "
        head, loop = p.w.loop_of(one.node.source, p.scope, lambda item: check + counted.format(item, heard))
        filled = f"int all = 0, many = 0, *kept = {words}; {_unless_nobody(p, point, one, head + loop)}kept[0] = many;"
        many = "all"
    else:
        filled = f"keep(R, {words}, {room}, {p.w.things(one.node.source, p.scope)});"
    spend = f" spend(R, S, (int64_t){many} * {cost});" if cost else ""
    return f"{{ int *{mark} = R->top; {filled} R->top = {mark}; {index} = -1;{spend} }}"


def _unless_nobody(p: NativeProcedure, point: int, one: BeginEach, loop: str) -> str:
    """Goes through a zone only if several of the few cards lie there that do anything; one of them needs no order."""
    source, rows = bare(one.node.source), _listeners(p, point, one)
    cards = [card for row in sorted(rows) for card in p.w.world.cards_of_row[row]]
    if not isinstance(source, ir.Contents) or p.scope.is_list(source.of) or not 0 < len(cards) <= FEW:
        return loop
    zone, room = p.w.value(source.of, p.scope), p.scope.words[one.node.items][1]
    if room < len(cards):
        return loop
    return (
        f"int at = {zone}; if (at != NONE) {{ all = S->len[AT(at, ZONES)]; if (all > {room}) fail(R, NO_ROOM); "
        f"ALL(k, {len(cards)}) {{ int c = {p.w.table(cards)}[k]; kept[1 + many] = c; many += S->place[c] == at; }} }} "
        f"if (many > 1) {{ all = many = 0; {loop}}} "
    )


def _listeners(p: NativeProcedure, point: int, one: BeginEach) -> set[int]:
    """The rows whose cards do anything in a loop that only hands each card its turn, if nobody can see what it goes through."""
    if p.waits:
        return set()
    begin = p.code.instructions[point + 1]
    assert isinstance(begin, NextEach)
    inside = [each for each in p.code.instructions[point + 2 : begin.target] if not isinstance(each, Unless | Jump)]
    if len(inside) != 1 or not isinstance(inside[0], ir.Dispatch) or any(p.dear[point + 2 : begin.target]):
        return set()
    turn = inside[0]
    if turn.card != ir.Local(one.node.slot) or turn.sort != ir.ThingSort.CARD or turn.index is not None:
        return set()
    return {row for row, _ in turn.table}


def _heard(p: NativeProcedure, point: int, one: BeginEach) -> str:
    """A table of those rows: all other cards are passed over."""
    rows = _listeners(p, point, one)
    return p.w.table([int(row in rows) for row in range(len(p.w.definition.rows))]) if rows else ""


def _next_each(p: NativeProcedure, point: int, one: NextEach) -> str:
    words, index = p.scope.words[one.node.items][0], p.scope.names[one.node.index]
    return f"if (++{index} >= ({words})[0]) goto i{one.target}; {p.scope.names[one.node.slot]} = ({words})[1 + {index}];"


def _begin_loop(p: NativeProcedure, point: int, one: BeginLoop) -> str:
    limit, count = p.scope.names[one.node.limit], p.scope.names[one.node.count]
    return f"{limit} = {p.w.value(one.node.most, p.scope)}; if ({limit} == NONE) {limit} = 0; {count} = -1;"


def _next_loop(p: NativeProcedure, point: int, one: NextLoop) -> str:
    limit, count, charges = p.scope.names[one.node.limit], p.scope.names[one.node.count], p.w.facts.charges
    cost, dear = charges.round(one.node), charges.dear(one.node.until)
    look = "" if dear is None else looked(p.w, dear.terms)
    spend = f" spend(R, S, {cost});" if cost else ""
    return (
        f"if (!(++{count} < {limit})) goto i{one.target}; {look}if ({p.w.test(one.node.until, p.scope)}) goto "
        f"i{one.target};{spend}"
    )


def _leave(p: NativeProcedure, point: int, one: ir.Leave) -> str:
    ends = [end for name, start, end in p.code.blocks if name == one.label and start <= point < end]
    return f"goto i{min(ends)};" if ends else p.returned(str(p.w.facts.labels[one.label]))


def _call(p: NativeProcedure, point: int, one: ir.Call) -> str:
    callee, charges = p.other(one.procedure), p.w.facts.charges
    given, names = [], []
    for slot in callee.given:
        name = p.w.fresh()
        is_list = callee.layout.places[slot].shape is PlaceShape.LIST
        if slot < len(one.arguments):
            node = one.arguments[slot]
            found = p.w.listed(node, p.scope) if is_list else p.w.value(node, p.scope)
        else:
            found = "(L){-1, 0}" if is_list else "NONE"
        given.append(f"{'L' if is_list else 'int'} {name} = {found}; ")
        names.append(name)
    spend = charges.call(one)
    body = p.call(point, callee, names, one.procedure in charges.deep)
    mark = p.w.fresh("m")
    has_list = any(callee.layout.places[slot].shape is PlaceShape.LIST for slot in callee.given)
    opening = f"int *{mark} = R->top; " if has_list else ""
    closing = f"R->top = {mark}; " if has_list else ""
    return f"{{ {f'spend(R, S, {spend}); ' if spend else ''}{opening}{''.join(given)}{body}{closing}}}"


def _dispatch(p: NativeProcedure, point: int, one: ir.Dispatch) -> str:
    w, charges = p.w, p.w.facts.charges
    card, player, wanted = w.fresh(), w.fresh(), w.fresh()
    rows: dict[int, list[int]] = {}
    for row, procedure in one.table:
        rows.setdefault(row, []).append(procedure)
    cases = ""
    for number, found in rows.items():
        spend = sum(map(charges.procedure, found))
        cases += (
            f"\n    case {number}: "
            f"{f'spend(R, S, {spend}); ' if spend else ''}{_called(p, point, found, player, card)}break;"
        )
    is_card = one.sort == ir.ThingSort.CARD
    key = f"ROW[AT({card}, CARDS)]" if is_card else card
    if one.index is not None:
        index = w.fresh()
        key = (
            f"({{ int {index} = {w.value(one.index, p.scope)}; {key} * {ir.LONGEST_LIST} + ({index} == NONE ? 0 : "
            f"{index}); }})"
        )
    there = f"{card} != NONE" + (f" && !{muted(w, card)}" if is_card else "")
    return (
        f"{{ int {card} = {w.value(one.card, p.scope)}, {player} = {w.value(one.player, p.scope)}; (void){player}; "
        f"if ({there}) {{ int {wanted} = {key}; switch ({wanted}) {{{cases}\n    }} }} }}"
    )


def _called(p: NativeProcedure, point: int, found: list[int], player: str, card: str) -> str:
    """The abilities of one row, one after the other; those behind one that waits lie in frames until it is their turn."""
    deep = p.w.facts.charges.deep
    callees = [p.other(number) for number in found]
    given = [one.filled([player, card]) for one in callees]
    if len(found) == 1 or not any(one.lies_in_frames for one in callees):
        return "".join(
            f"{{ {p.call(point, one, own, one.number in deep)} }} " for one, own in zip(callees, given, strict=True)
        )
    frames = "".join(
        f"begin{one.number}(R, S{''.join(f', {each}' for each in own)}); "
        for one, own in reversed(list(zip(callees, given, strict=True)))
    )
    leaks = set().union(*(p.w.facts.leaks[number] for number in found))
    return (
        f"{{ F[1] = {point + 1}; {frames}int r = run_above(R, S, F); if (r) {{ if (r == WAIT) return WAIT; "
        f"{p.leave(point, leaks)} }} }} "
    )


def _pick_many(p: NativeProcedure, point: int, one: ir.PickMany) -> str:
    own = p.deciding(one, one)
    words, (result, most) = p.scope.words[one.picked][0], p.scope.words[one.result]
    return (
        f"{{ int *m = R->top, seat = {own.seat()}; {own._row(own.picked())} if (c && seat != NONE) {{{own.counted_row()} "
        f"if (!R->playing) {{ R->top = m; R->seat = seat; R->count = c + end; F[1] = {point}; return WAIT; }} "
        f"int k = pick(R, S, seat, c + end); {own.taken_in_row()} R->top = m; if (!over) goto i{point}; }} else {{ "
        f"if (end_of_row(&P, p, n, {own.declines})) keep(R, {result}, {most}, or_nothing(so_far)); else ({result})[0] = -1; "
        f"({words})[0] = -1; R->top = m; }} }}"
    )


def _ask(p: NativeProcedure, point: int, one: ir.Ask) -> str:
    site, answers, items = one.choice.site, p.scope.names[one.answers], p.scope.names[one.items]
    return (
        f"{{ int *a = {answers}; if (a[0] < 0 || !any_open(R, a)) opened{site}(R, S, F); "
        f"if (any_open(R, a)) {{ if (!R->playing) {{ F[1] = {point}; return WAIT; }} int kept = {items}, over = 0; "
        f"while (!over) {{ int at = 0; while (!a[2 + at * ANSWER_WORDS]) at++; int seat = {items} = a[1 + at * ANSWER_WORDS]; "
        f"int n = count{site}(R, S, F, seat); if (n < 1) wrong(R); "
        f"over = take{site}(R, S, F, seat, pick(R, S, seat, n)); }} {items} = kept; }} "
        f"else {p.scope.names[one.index]} = -1; }}"
    )


def _next_answer(p: NativeProcedure, point: int, one: NextAnswer) -> str:
    ask, index = one.node, p.scope.names[one.node.index]
    answers, items = p.scope.names[ask.answers], p.scope.names[ask.items]
    choice = ask.choice
    if isinstance(choice, ir.Choose):
        width = 1 + max((len(branch.picks) for branch in choice.branches), default=0)
        bound = (
            f"int e[{width}]; e[0] = own[2]; if ((unsigned)own[3] > {width - 1}) wrong(R); "
            f"ALL(k, own[3]) e[1 + k] = own[4 + k]; bind{choice.site}(F, own[2] < 0 ? 0 : e);"
        )
    else:
        result, most = p.scope.words[choice.result]
        bound = f"if (own[2] == -1) ({result})[0] = -1; else keep(R, {result}, {most}, from_words(R, own + 3, MOST_ANSWERED));"
    return (
        f"{{ int *a = {answers}; if (++{index} >= asked(R, a)) {{ a[0] = -1; goto i{one.target}; }} if ({index} < 0) wrong(R); "
        f"int *own = a + 1 + {index} * ANSWER_WORDS; {items} = own[0]; {bound} }}"
    )


FLOW: dict[type, Callable[[NativeProcedure, int, Any], str]] = {
    Jump: lambda p, point, one: f"goto i{one.target};", Unless: _unless, BeginEach: _begin_each, NextEach: _next_each,
    BeginLoop: _begin_loop, NextLoop: _next_loop, ir.Leave: _leave, ir.Call: _call, ir.Dispatch: _dispatch,
    ir.Choose: lambda p, point, one: p.chosen(point, one), ir.PickMany: _pick_many, ir.Ask: _ask, NextAnswer: _next_answer,
}  # fmt: skip
