"""Procedures as C functions: control flow, calls, and where rules wait.

A procedure that can wait keeps its places in its frame and is entered at any of its waiting points; one that never waits is an
ordinary function. Points are those of `flatten`, so that frames are the same for every engine.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Any

from ... import ir
from ...ir.analysis.charges import STEP
from ...ir.analysis.none_ness import facts_of
from ...ir.analysis.typing import Typing
from ...model.definition import Definition
from ..budget import dear_instructions, price_of
from ..events import abilities_in
from ..flatten import Code, Unless, codes_of
from .deciding import DecisionPoint
from .effects import effect
from .layout import PlaceShape
from .values import muted
from .writer import NativeScope, Writer


class NativeProcedure:
    """One procedure of a world. `waits` says whether it lies in frames, `keeps` whether its places do."""

    def __init__(self, w: Writer, number: int) -> None:
        self.w = w
        self.number = number
        self.declared = w.definition.procedures[number]
        self.code: Code = codes_of(w.definition)[number]
        self.waits = number in w.facts.waits
        self.layout = w.layout.frames[number]
        self.keeps = self._keeps()
        self.scope = self._scope()
        self.dear = dear_instructions(w.definition)[number]

    def _keeps(self) -> bool:
        return self.waits

    def other(self, number: int) -> NativeProcedure:
        """Another procedure, as this one calls it."""
        return NativeProcedure(self.w, number)

    def _scope(self) -> NativeScope:
        names, words = {}, {}
        for slot, place in enumerate(self.layout.places):
            if place.shape is PlaceShape.LIST:
                words[slot] = (f"(F + {place.offset})" if self.keeps else f"w{slot}", place.capacity)
            elif place.shape is PlaceShape.ANSWERS:
                names[slot] = f"(F + {place.offset})"
            else:
                names[slot] = f"F[{place.offset}]" if self.keeps else f"v{slot}"
        types = [*self.declared.slots, *[ir.NOTHING] * (len(self.layout.places) - len(self.declared.slots))]
        return NativeScope(Typing(self.w.definition, types), dict(self.w.facts.places[self.number]), names, words)

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
        return self.layout.places[slot].shape is PlaceShape.LIST

    @property
    def signature(self) -> str:
        if self.waits:
            return f"static int p{self.number}(Run *R, State *S, int *F)"
        return f"static int p{self.number}(Run *R, State *S{self.parameters})"

    @property
    def parameters(self) -> str:
        return "".join(f", {'L' if self._is_list(slot) else 'int'} a{slot}" for slot in self.given)

    def begin(self) -> str:
        """Lays a frame with what is given on the stack."""
        return (
            f"static int *begin{self.number}(Run *R, State *S{self.parameters}) {{ "
            f"int *F = push_frame(R, S, {self.number}, {self.layout.words}); {self.filled_frame()} return F; }}\n"
        )

    def filled_frame(self) -> str:
        """A frame with what is given; all other places are none."""
        lines = []
        for slot, place in enumerate(self.layout.places):
            if slot in self.given:
                is_list = place.shape is PlaceShape.LIST
                kept = f"keep(R, F + {place.offset}, {place.capacity}, a{slot});"
                lines.append(kept if is_list else f"F[{place.offset}] = a{slot};")
            else:
                lines.append(f"F[{place.offset}] = {'NONE' if place.shape is PlaceShape.ONE else -1};")
        return " ".join(lines)

    def enter(self) -> str:
        """How its frame is entered again."""
        if self.waits:
            return f"    case {self.number}: return p{self.number}(R, S, F);\n"
        return (
            f"    case {self.number}: if (F[1]) wrong(R); S->top[0] = (int)(F - S->stack); S->last[0] = F[2]; "
            f"return p{self.number}(R, S{self.from_frame()});\n"
        )

    def from_frame(self) -> str:
        """What it is given, out of a frame."""
        places = [(self._is_list(slot), self.layout.places[slot]) for slot in self.given]
        lists = {one.offset: f"from_words(R, F + {one.offset}, {one.capacity})" for is_list, one in places if is_list}
        return "".join(f", {lists.get(one.offset, f'F[{one.offset}]')}" for _, one in places)

    # ---- its body

    def decisions(self) -> str:
        nodes = [one.choice if isinstance(one, ir.Ask) else one for one in self.code.instructions]
        found = zip(nodes, self.code.instructions, strict=True)
        return "".join(self.deciding(node, one).functions() for node, one in found if isinstance(node, ir.Choose | ir.PickMany))

    def deciding(self, node: ir.Choose | ir.PickMany, instruction: Any) -> DecisionPoint:
        return DecisionPoint(self.w, self.scope, node, instruction if isinstance(instruction, ir.Ask) else None)

    def text(self) -> str:
        lines = [f"{self.signature} {{"]
        lines += self._entry()
        for point, instruction in enumerate(self.code.instructions):
            line = getattr(getattr(instruction, "node", instruction), "line", 0)
            body = self._charge(point) + self._instruction(point, instruction)
            lines.append(f"i{point}:; /* line {line or self.declared.line} */ {body}")
        lines += [f"i{len(self.code.instructions)}:; {self.returned('0')}", "}"]
        return "\n".join(lines) + "\n"

    def returned(self, result: str) -> str:
        return f"return pop_frame(S, F, {result});" if self.waits else f"return {result};"

    def _entry(self) -> list[str]:
        if not self.waits:
            return self._locals()
        cases = " ".join(f"case {point}: goto i{point};" for point in sorted(entries_of(self.w.definition, self.number)))
        return [f"  deep_enough(R); switch (F[1]) {{ {cases} default: wrong(R); }}"]

    def _locals(self) -> list[str]:
        lines = ["  deep_enough(R);"]
        for slot, place in enumerate(self.layout.places):
            if place.shape is PlaceShape.LIST:
                given = f" keep(R, w{slot}, {place.capacity}, a{slot});" if slot in self.given else f" w{slot}[0] = -1;"
                lines.append(f"  int w{slot}[{place.words}];{given}")
            else:
                lines.append(f"  int v{slot} = {f'a{slot}' if slot in self.given else 'NONE'};")
        return lines

    def _charge(self, point: int) -> str:
        cost = self.dear[point]
        return "" if cost is None else looked(self.w, cost.terms)

    def _instruction(self, point: int, one: Any) -> str:
        rule = self.w.rules.instructions.get(type(one))
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
        return text + self.returned("r")

    def call(self, point: int, callee: NativeProcedure, arguments: list[str], deep: bool) -> str:
        """A call with its frame, or without one; afterwards `r` says how it ended."""
        given = "".join(f", {one}" for one in arguments)
        called = f"p{callee.number}(R, S{given})"
        if callee.waits:
            called = f"(F[1] = {point + 1}, p{callee.number}(R, S, begin{callee.number}(R, S{given})))"
        if heard := callee.heard(arguments) if callee.waits else "":
            called = f"({heard} ? {called} : 0)"
        return self.called(point, callee, called, deep)

    def heard(self, arguments: list[str]) -> str:
        """Whether anything comes of a call, where all that can is that a card has its turn."""
        turn, *others = self.code.instructions
        if others or not isinstance(turn, ir.Dispatch) or turn.sort != ir.ThingSort.CARD or turn.index or self.dear[0]:
            return ""
        if not isinstance(turn.card, ir.Local) or turn.card.slot not in self.given:
            return ""
        card, rows = arguments[turn.card.slot], {row for row, _ in turn.table}
        listens = self.w.table([int(row in rows) for row in range(len(self.w.definition.rows))])
        return f"({card} != NONE && !{muted(self.w, card)} && {listens}[ROW[AT({card}, CARDS)]])"

    def called(self, point: int, callee: NativeProcedure, called: str, deep: bool) -> str:
        deeper = "if (S->depth[0] >= MOST_DEPTH) fail(R, TOO_DEEP); S->depth[0]++; " if deep else ""
        text = f"{deeper}int r = {called}; {'S->depth[0]--; ' if deep else ''}"
        wait = "if (r == WAIT) return WAIT; " if callee.lies_in_frames else ""
        leaks = self.w.facts.leaks[callee.number]
        if not leaks:
            return text + (wait or "(void)r; ")
        return f"{text}if (r) {{ {wait}{self.leave(point, leaks)} }} "

    @property
    def lies_in_frames(self) -> bool:
        return self.waits

    def chosen(self, point: int, one: ir.Choose) -> str:
        """A choice: where chance decides on the spot, else the rules wait here."""
        own = self.deciding(one, one)
        return (
            f"{{ int *m = R->top, seat = {own.seat()}; (void)m; {own.listed()} if (n && seat != NONE) {{ if (!R->playing) {{ "
            f"{own.released()} R->seat = seat; R->count = n + {own.declines}; F[1] = {point}; return WAIT; }} "
            f"int k = pick(R, S, seat, n + {own.declines}); {own.bound()} }} else bind{one.site}(F, 0); {own.released()} }}"
        )


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
    """What a statement may have to look at, where the zones are as full as they are now; each is asked once."""
    products = []
    asked: dict[str, str] = {}
    for count, sizes in price_of(w.world, terms):
        product = f"{count}ll"
        for places, is_together, most in sizes:
            zones = f"{'together' if is_together else 'fullest'}(S, {min(places)}, {max(places) + 1})"
            how_full = asked.setdefault(zones, f"u{len(asked)}_")
            if most < w.world.cards:
                how_full = f"smaller({how_full}, {most})"
            product = f"{product} * {how_full}" if len(sizes) < 3 else f"times(R, {product}, {how_full})"
        products.append(product)
    once = "".join(f"int64_t {name} = {zones}; " for zones, name in asked.items())
    return f"{{ {once}spend_looking(R, S, ({' + '.join(products) or '0'}) / {STEP}); }} "
