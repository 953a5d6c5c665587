"""Procedures as C functions: control flow, calls, and where rules wait.

A procedure that can wait keeps its places in its frame and is entered at any of its waiting points; one that never waits is an
ordinary function. Points are those of `flatten`, so that frames are the same for every engine.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import Any

from ... import ir
from ...ir.analysis.charges import STEP
from ...ir.analysis.none_ness import facts_of
from ...ir.analysis.typing import Typing
from ...model.definition import Definition
from ..budget import dear_instructions, price_of
from ..events import abilities_in
from ..flatten import BeginEach, BeginLoop, Code, Jump, NextAnswer, NextEach, NextLoop, Unless, codes_of
from .deciding import Deciding
from .effects import effect
from .values import muted
from .writer import Scope, Writer


class Procedure:
    """One procedure of a world. `waits` says whether it lies in frames."""

    def __init__(self, w: Writer, number: int) -> None:
        self.w = w
        self.number = number
        self.declared = w.definition.procedures[number]
        self.code: Code = codes_of(w.definition)[number]
        self.waits = number in w.facts.waits
        self.layout = w.layout.frames[number]
        self.scope = self._scope()
        self.dear = dear_instructions(w.definition)[number]

    def _scope(self) -> Scope:
        names, words = {}, {}
        for slot, place in enumerate(self.layout.places):
            if place.sort == "list":
                words[slot] = (f"(F + {place.offset})" if self.waits else f"w{slot}", place.capacity)
            elif place.sort == "answers":
                names[slot] = f"(F + {place.offset})"
            else:
                names[slot] = f"F[{place.offset}]" if self.waits else f"v{slot}"
        types = [*self.declared.slots, *[ir.NOTHING] * (len(self.layout.places) - len(self.declared.slots))]
        return Scope(Typing(self.w.definition, types), dict(self.w.facts.places[self.number]), names, words)

    # ---- how it begins

    @cached_property
    def given(self) -> list[int]:
        """The places that a caller fills."""
        return list(range(self.declared.parameters))

    def filled(self, arguments: list[str]) -> list[str]:
        """What it is given, with none for what is missing."""
        missing = ["(L){-1, 0}" if self._is_list(slot) else "NONE" for slot in self.given[len(arguments) :]]
        return [*arguments[: len(self.given)], *missing]

    def _is_list(self, slot: int) -> bool:
        return self.layout.places[slot].sort == "list"

    @property
    def signature(self) -> str:
        if self.waits:
            return f"static int p{self.number}(Run *R, State *S, int *F)"
        given = "".join(f", {'L' if self._is_list(slot) else 'int'} a{slot}" for slot in self.given)
        return f"static int p{self.number}(Run *R, State *S{given})"

    def begin(self) -> str:
        """Lays a frame with what is given on the stack; all other places are none."""
        given = "".join(f", {'L' if self._is_list(slot) else 'int'} a{slot}" for slot in self.given)
        lines = []
        for slot, place in enumerate(self.layout.places):
            if slot in self.given:
                is_list = place.sort == "list"
                kept = f"keep(R, F + {place.offset}, {place.capacity}, a{slot});"
                lines.append(kept if is_list else f"F[{place.offset}] = a{slot};")
            else:
                lines.append(f"F[{place.offset}] = {'NONE' if place.sort == 'one' else -1};")
        return (
            f"static int *begin{self.number}(Run *R, State *S{given}) {{ "
            f"int *F = push_frame(R, S, {self.number}, {self.layout.words}); {' '.join(lines)} return F; }}\n"
        )

    def enter(self) -> str:
        """How its frame is entered again."""
        if self.waits:
            return f"    case {self.number}: return p{self.number}(R, S, F);\n"
        given = "".join(
            f", from_words(F + {self.layout.places[slot].offset})" if self._is_list(slot) else f", "
            f"F[{self.layout.places[slot].offset}]"
            for slot in self.given
        )
        return (
            f"    case {self.number}: if (F[1]) wrong(R); S->top[0] = (int)(F - S->stack); S->last[0] = F[2]; "
            f"return p{self.number}(R, S{given});\n"
        )

    # ---- its body

    def decisions(self) -> str:
        nodes = [one.choice if isinstance(one, ir.Ask) else one for one in self.code.instructions]
        found = zip(nodes, self.code.instructions, strict=True)
        return "".join(self.deciding(node, one).functions() for node, one in found if isinstance(node, ir.Choose | ir.PickMany))

    def deciding(self, node: ir.Choose | ir.PickMany, instruction: Any) -> Deciding:
        return Deciding(self.w, self.scope, node, instruction if isinstance(instruction, ir.Ask) else None)

    def text(self) -> str:
        lines = [f"{self.signature} {{"]
        lines += self._entry() if self.waits else self._locals()
        for point, instruction in enumerate(self.code.instructions):
            line = getattr(getattr(instruction, "node", instruction), "line", 0)
            body = self._charge(point) + self._instruction(point, instruction)
            lines.append(f"i{point}:; /* line {line or self.declared.line} */ {body}")
        lines += [f"i{len(self.code.instructions)}:; {self._return('0')}", "}"]
        return "\n".join(lines) + "\n"

    def _return(self, result: str) -> str:
        return f"return pop_frame(S, F, {result});" if self.waits else f"return {result};"

    def _entry(self) -> list[str]:
        cases = " ".join(f"case {point}: goto i{point};" for point in sorted(entries_of(self.w.definition, self.number)))
        return [f"  deep_enough(R); switch (F[1]) {{ {cases} default: wrong(R); }}"]

    def _locals(self) -> list[str]:
        lines = ["  deep_enough(R);"]
        for slot, place in enumerate(self.layout.places):
            if place.sort == "list":
                given = f" keep(R, w{slot}, {place.capacity}, a{slot});" if slot in self.given else f" w{slot}[0] = -1;"
                lines.append(f"  int w{slot}[{place.words}];{given}")
            else:
                lines.append(f"  int v{slot} = {f'a{slot}' if slot in self.given else 'NONE'};")
        return lines

    def _charge(self, point: int) -> str:
        cost = self.dear[point]
        return "" if cost is None else looked(self.w, cost.terms)

    def _instruction(self, point: int, one: Any) -> str:
        rule = _FLOW.get(type(one))
        fired = self._fired(point, one)
        if rule is not None:
            return fired + rule(self, point, one)
        return fired + effect(self.w, one, self.scope)

    def _fired(self, point: int, one: Any) -> str:
        """Counts that an ability comes into effect, where it begins without an `if`."""
        if point or isinstance(one, Unless) or self.number not in abilities_in(self.w.definition):
            return ""
        again = ""
        if isinstance(one, ir.Ask):
            again = f" && ({self.scope.names[one.answers]})[0] < 0"
        elif isinstance(one, ir.PickMany):
            again = f" && {self.scope.words[one.picked][0]}[0] <= 0"
        return f"if (R->fired{again}) R->fired[{self.number}]++; "

    # ---- calls

    def leave(self, point: int, labels: set[int]) -> str:
        """What becomes of a stretch that a call has ended: its end, if it is here, else the end of this procedure."""
        text = ""
        for label in sorted(labels):
            ends = [end for name, start, end in self.code.blocks if name == label and start <= point < end]
            if ends:
                text += f"if (r == {self.w.facts.labels[label]}) goto i{min(ends)}; "
        return text + self._return("r")

    def call(self, point: int, callee: Procedure, arguments: list[str], deep: bool) -> str:
        """A call with its frame, or without one; afterwards `r` says how it ended."""
        if callee.waits:
            begin = f"int *G = begin{callee.number}(R, S{''.join(f', {one}' for one in arguments)}); "
            run = f"F[1] = {point + 1}; {begin}"
            called = f"p{callee.number}(R, S, G)"
        else:
            run, called = "", f"p{callee.number}(R, S{''.join(f', {one}' for one in arguments)})"
        if deep:
            run = f"if (S->depth[0] >= MOST_DEPTH) fail(R, TOO_DEEP); S->depth[0]++; {run}"
        text = f"{run}int r = {called}; {'S->depth[0]--; ' if deep else ''}"
        wait = "if (r == WAIT) return WAIT; " if callee.waits else ""
        leaks = self.w.facts.leaks[callee.number]
        if not leaks:
            return text + (wait or "(void)r; ")
        return f"{text}if (r) {{ {wait}{self.leave(point, leaks)} }} "


@lru_cache(maxsize=4096)
def entries_of(definition: Definition, number: int) -> frozenset[int]:
    """The points at which a procedure can be entered again; one that never waits only at its beginning."""
    if number not in facts_of(definition).waits:
        return frozenset((0,))
    code = codes_of(definition)[number]
    points = {0, *[end for _, _, end in code.blocks]}
    for point, one in enumerate(code.instructions):
        if isinstance(one, ir.Choose | ir.PickMany | ir.Ask):
            points |= {point, point + 1}
        elif isinstance(one, ir.Call | ir.Dispatch):
            points.add(point + 1)
    return frozenset(points)


def looked(w: Writer, terms: Any) -> str:
    """What a statement may have to look at, where the zones are as full as they are now."""
    products = []
    for count, sizes in price_of(w.world, terms):
        product = f"{count}ll"
        for is_together, places in sizes:
            how_full = f"{'together' if is_together else 'fullest'}(S, {min(places)}, {max(places) + 1})"
            product = f"times(R, {product}, {how_full})"
        products.append(product)
    return f"spend_looking(R, S, ({' + '.join(products) or '0'}) / {STEP}); "


# ---------------------------------------------------------------- a rule for every instruction


def _unless(p: Procedure, point: int, one: Unless) -> str:
    fired = ""
    if not point and p.number in abilities_in(p.w.definition):
        fired = f" else if (R->fired) R->fired[{p.number}]++;"
    return f"if (!({p.w.test(one.condition, p.scope)})) goto i{one.target};{fired}"


def _begin_each(p: Procedure, point: int, one: BeginEach) -> str:
    words, room = p.scope.words[one.node.items]
    mark, cost = p.w.fresh("m"), p.w.facts.charges.round(one.node)
    spend = f" spend(R, S, (int64_t)({words})[0] * {cost});" if cost else ""
    source = p.w.things(one.node.source, p.scope)
    index = p.scope.names[one.node.index]
    return f"{{ int *{mark} = R->top; keep(R, {words}, {room}, {source}); R->top = {mark}; {index} = -1;{spend} }}"


def _next_each(p: Procedure, point: int, one: NextEach) -> str:
    words, index = p.scope.words[one.node.items][0], p.scope.names[one.node.index]
    return f"if (++{index} >= ({words})[0]) goto i{one.target}; {p.scope.names[one.node.slot]} = ({words})[1 + {index}];"


def _begin_loop(p: Procedure, point: int, one: BeginLoop) -> str:
    limit, count = p.scope.names[one.node.limit], p.scope.names[one.node.count]
    return f"{limit} = {p.w.value(one.node.most, p.scope)}; if ({limit} == NONE) {limit} = 0; {count} = -1;"


def _next_loop(p: Procedure, point: int, one: NextLoop) -> str:
    limit, count, charges = p.scope.names[one.node.limit], p.scope.names[one.node.count], p.w.facts.charges
    cost, dear = charges.round(one.node), charges.dear(one.node.until)
    look = "" if dear is None else looked(p.w, dear.terms)
    spend = f" spend(R, S, {cost});" if cost else ""
    return (
        f"if (!(++{count} < {limit})) goto i{one.target}; {look}if ({p.w.test(one.node.until, p.scope)}) goto "
        f"i{one.target};{spend}"
    )


def _leave(p: Procedure, point: int, one: ir.Leave) -> str:
    ends = [end for name, start, end in p.code.blocks if name == one.label and start <= point < end]
    return f"goto i{min(ends)};" if ends else p._return(str(p.w.facts.labels[one.label]))


def _call(p: Procedure, point: int, one: ir.Call) -> str:
    callee, charges = Procedure(p.w, one.procedure), p.w.facts.charges
    given, names = [], []
    for slot in callee.given:
        name = p.w.fresh()
        is_list = callee.layout.places[slot].sort == "list"
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
    has_list = any(callee.layout.places[slot].sort == "list" for slot in callee.given)
    opening = f"int *{mark} = R->top; " if has_list else ""
    closing = f"R->top = {mark}; " if has_list else ""
    return f"{{ {f'spend(R, S, {spend}); ' if spend else ''}{opening}{''.join(given)}{body}{closing}}}"


def _dispatch(p: Procedure, point: int, one: ir.Dispatch) -> str:
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


def _called(p: Procedure, point: int, found: list[int], player: str, card: str) -> str:
    """The abilities of one row, one after the other; those behind one that waits lie in frames until it is their turn."""
    deep = p.w.facts.charges.deep
    callees = [Procedure(p.w, number) for number in found]
    given = [one.filled([player, card]) for one in callees]
    if len(found) == 1 or not any(one.waits for one in callees):
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


def _choose(p: Procedure, point: int, one: ir.Choose) -> str:
    own = p.deciding(one, one)
    return (
        f"{{ int *e = R->end, seat = {own.seat()}, n = o{one.site}(R, S, F, seat, 1); if (n && seat != NONE) {{ "
        f"if (!R->playing) {{ R->end = e; R->seat = seat; R->count = n + {own.declines}; F[1] = {point}; return WAIT; }} "
        f"int k = pick(R, S, seat, n + {own.declines}); bind{one.site}(F, k < n ? e - (k + 1) * {own.width} : 0); }} "
        f"else bind{one.site}(F, 0); R->end = e; }}"
    )


def _pick_many(p: Procedure, point: int, one: ir.PickMany) -> str:
    own = p.deciding(one, one)
    words, (result, most) = p.scope.words[one.picked][0], p.scope.words[one.result]
    return (
        f"{{ int *m = R->top, seat = {own.seat()}; {own._row(own.picked())} if (c && seat != NONE) {{ R->top = m; "
        f"int count = count{one.site}(R, S, F, seat); if (!R->playing) {{ R->seat = seat; R->count = count; F[1] = "
        f"{point}; return WAIT; }} "
        f"if (!take{one.site}(R, S, F, seat, pick(R, S, seat, count))) goto i{point}; }} else {{ "
        f"if (end_of_row(&P, p, n, {own.declines})) keep(R, {result}, {most}, or_nothing(so_far)); else ({result})[0] = -1; "
        f"({words})[0] = -1; R->top = m; }} }}"
    )


def _ask(p: Procedure, point: int, one: ir.Ask) -> str:
    site, answers, items = one.choice.site, p.scope.names[one.answers], p.scope.names[one.items]
    return (
        f"{{ int *a = {answers}; if (a[0] < 0 || !any_open(a)) opened{site}(R, S, F); "
        f"if (any_open(a)) {{ if (!R->playing) {{ F[1] = {point}; return WAIT; }} int kept = {items}, over = 0; "
        f"while (!over) {{ int at = 0; while (!a[2 + at * ANSWER_WORDS]) at++; int seat = {items} = a[1 + at * ANSWER_WORDS]; "
        f"over = take{site}(R, S, F, seat, pick(R, S, seat, count{site}(R, S, F, seat))); }} {items} = kept; }} "
        f"else {p.scope.names[one.index]} = -1; }}"
    )


def _next_answer(p: Procedure, point: int, one: NextAnswer) -> str:
    ask, index = one.node, p.scope.names[one.node.index]
    answers, items = p.scope.names[ask.answers], p.scope.names[ask.items]
    choice = ask.choice
    if isinstance(choice, ir.Choose):
        width = 1 + max((len(branch.picks) for branch in choice.branches), default=0)
        bound = (
            f"int e[{width}]; e[0] = own[2]; ALL(k, own[3]) e[1 + k] = own[4 + k]; bind{choice.site}(F, own[2] < 0 ? "
            f"0 : e);"
        )
    else:
        result, most = p.scope.words[choice.result]
        bound = f"if (own[2] == -1) ({result})[0] = -1; else keep(R, {result}, {most}, from_words(own + 3));"
    return (
        f"{{ int *a = {answers}; if (++{index} >= a[0]) {{ a[0] = -1; goto i{one.target}; }} "
        f"int *own = a + 1 + {index} * ANSWER_WORDS; {items} = own[0]; {bound} }}"
    )


_FLOW: dict[type, Callable[[Procedure, int, Any], str]] = {
    Jump: lambda p, point, one: f"goto i{one.target};", Unless: _unless, BeginEach: _begin_each, NextEach: _next_each,
    BeginLoop: _begin_loop, NextLoop: _next_loop, ir.Leave: _leave, ir.Call: _call, ir.Dispatch: _dispatch,
    ir.Choose: _choose, ir.PickMany: _pick_many, ir.Ask: _ask, NextAnswer: _next_answer,
}  # fmt: skip
