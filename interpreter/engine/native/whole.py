"""Procedures in one piece: chance decides on the spot, and nothing is ever left and entered again.

Takes the procedures that can wait, and writes each a second time, for whole games only: places are variables of C, calls are
calls, and no frame is laid down. The rules are those of `flow`, word for word.
"""

from __future__ import annotations

from ... import ir
from .counting import is_counted
from .flow import NativeProcedure


class Whole(NativeProcedure):
    """A procedure that can wait, for where it never does. One whose options must be laid out keeps its places in a row."""

    def _keeps(self) -> bool:
        asked = [one for one in self.code.instructions if isinstance(one, ir.Choose | ir.PickMany | ir.Ask | ir.Mix)]
        return any(not isinstance(one, ir.Choose) or not is_counted(self.w, one) for one in asked)

    def other(self, number: int) -> NativeProcedure:
        return Whole(self.w, number) if number in self.w.facts.waits else NativeProcedure(self.w, number)

    @property
    def lies_in_frames(self) -> bool:
        return False

    @property
    def signature(self) -> str:
        return f"static int r{self.number}(Run *R, State *S{self.parameters})"

    def _entry(self) -> list[str]:
        if not self.keeps:
            return self._locals()
        return [f"  deep_enough(R); int F[{self.layout.words}]; {self.filled_frame()}"]

    def returned(self, result: str) -> str:
        return f"return {result};"

    def enter(self) -> str:
        return f"    case {self.number}: return r{self.number}(R, S{self.from_frame()});\n"

    def call(self, point: int, callee: NativeProcedure, arguments: list[str], deep: bool) -> str:
        given = "".join(f", {one}" for one in arguments)
        return self.called(point, callee, f"{'r' if callee.waits else 'p'}{callee.number}(R, S{given})", deep)

    def chosen(self, point: int, one: ir.Choose) -> str:
        own = self.deciding(one, one)
        counting = own.counting
        if self.keeps or counting is None:
            return super().chosen(point, one)
        return (
            f"{{ int *m = R->top, seat = {own.seat()}, total = 0, entry[{own.width}], *e = 0; Among l[{counting.parts}];\n"
            f"{counting.counted()}if (total && seat != NONE) {{ int k = pick(R, S, seat, total + {own.declines}); "
            f"if (k < total) {{ e = entry; {{ __label__ done;\n{counting.found()}done:; }} }} "
            f"{own.note.of_counted('total', 'e')}}} "
            f"{own.bindings()} R->top = m; }}"
        )
