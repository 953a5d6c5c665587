"""What is counted of choices: what could be taken or left at a decision, and what was taken, as `study/choosing` does.

Takes a place of decision; returns the C function that notes one answer, and how it is called. A place at which there is never
anything to take or leave has none.
"""

from __future__ import annotations

from dataclasses import dataclass

from ... import ir
from ..offering import choice_numbers
from ..options import DECLINE, DONE
from .counting import Counting
from .writer import Writer


@dataclass(frozen=True)
class ChoiceNote:
    """The note of one place; `counting` says how its options are counted, where they are not laid out."""

    w: Writer
    node: ir.Choose | ir.PickMany
    counting: Counting | None
    width: int

    @property
    def types(self) -> list[tuple[ir.Type, ...]]:
        if isinstance(self.node, ir.PickMany):
            return [(self.node.type,)]
        return [tuple(type for _, _, type in branch.picks) for branch in self.node.branches]

    @property
    def is_needed(self) -> bool:
        is_row = isinstance(self.node, ir.PickMany)
        return is_row or len(self.types) > 1 or self.node.decline is not None or any(map(_cards, self.types))

    def kind(self, branch: int) -> int:
        return choice_numbers(self.w.definition).kind(self.node.site, branch)

    # ---- how it is called, with what the options are in

    def call(self, arguments: str) -> str:
        wanted = "if (__builtin_expect(R->notes != 0, 0)) "
        return f"{wanted}note{self.node.site}(R, S, seat, {arguments}); " if self.is_needed else ""

    def of_counted(self, total: str, chosen: str) -> str:
        return self.call(f"l, {total}, {chosen}")

    def of_listed(self) -> str:
        return self.call("e, n, k")

    def of_row(self) -> str:
        return self.call("&P, out, c, end, n, k")

    # ---- the function

    def function(self) -> str:
        if not self.is_needed:
            return ""
        if isinstance(self.node, ir.PickMany):
            given, body = "const Picking *P, const int *out, int n, int end, int before, int k", self._row()
        elif self.counting is not None:
            given, body = "const Among *l, int n, const int *e", self._counted(self.counting)
        else:
            given, body = "const int *e, int n, int k", self._listed()
        declines = "end" if isinstance(self.node, ir.PickMany) else int(self.node.decline is not None)
        return (
            f"static __attribute__((noinline)) void note{self.node.site}(Run *R, State *S, int seat, {given}) {{\n"
            f"  int total = n + {declines}; if (total < 2) return;\n  Notes *notes = R->notes; Loose loose = ALL_TAKEN; "
            f"Rows taken = {{0}};\n{body}  count_loose(notes, &loose, &taken);\n}}\n"
        )

    def _counted(self, counting: Counting) -> str:
        """Of lists whose members can be combined as one likes, a row is in every option if nothing else is in one of them."""
        assert isinstance(self.node, ir.Choose)
        text, cases, at = "", "", 0
        for number, branch in enumerate(self.node.branches):
            picks = ""
            for place in _cards(self.types[number]):
                rows = counting.rows_of(branch.picks[place][1], f"l[{at + 1 + place}]", "&own")
                picks += f"{{ Rows own = {{0}}; {rows} add_list(&loose, &every, &own); }} "
            text += (
                f"  if (l[{at}].n) {{ notes->offered[{self.kind(number)}] += l[{at}].n < total; Rows every = {{0}}; {picks}"
                f"in_every(&loose, &every); }}\n"
            )
            added = "".join(f"add_row(R, S, &taken, e[{1 + place}], seat); " for place in _cards(self.types[number]))
            cases += f"case {number}: notes->chosen[{self.kind(number)}] += l[{at}].n < total; {added}break; "
            at += 1 + len(branch.picks)
        return f"{text}{self._declining()}  if (!e) {self._declined()} else switch (e[0]) {{ {cases}}}\n"

    def _listed(self) -> str:
        masks = ", ".join(str(sum(1 << 1 + place for place in _cards(types))) for types in self.types)
        kinds = ", ".join(str(self.kind(number)) for number in range(len(self.types)))
        return (
            f"  static const int masks[] = {{{masks}}}, kinds[] = {{{kinds}}}; int of[{len(self.types)}] = {{0}};\n"
            f"  ALL(j, n) {{ const int *f = e - (j + 1) * {self.width}; Rows own = {{0}}; of[f[0]]++; "
            f"{self._added('own', 'masks[f[0]]')} in_some(&loose, &own); in_every(&loose, &own); }}\n"
            f"  ALL(b, {len(self.types)}) notes->offered[kinds[b]] += of[b] && of[b] < total;\n{self._declining()}"
            f"  if (k >= n) {self._declined()} else {{ const int *f = e - (k + 1) * {self.width}; "
            f"notes->chosen[kinds[f[0]]] += of[f[0]] < total; {self._added('taken', 'masks[f[0]]')} }}\n"
        )

    def _added(self, rows: str, mask: str) -> str:
        return f"for (int at = 1; at < {self.width}; at++) if ({mask} >> at & 1) add_row(R, S, &{rows}, f[at], seat);"

    def _declining(self) -> str:
        if self.node.decline is None:
            return ""
        return f"  notes->offered[{self.kind(DECLINE)}]++; Rows nothing = {{0}}; in_every(&loose, &nothing);\n"

    def _declined(self) -> str:
        return f"notes->chosen[{self.kind(DECLINE)}]++;" if self.node.decline is not None else "{}"

    def _row(self) -> str:
        picks, declines, done = self.kind(0), self.kind(DECLINE), self.kind(DONE)
        ending = f"!before && {int(self.node.decline is not None)} ? {declines} : {done}"
        own, chosen = "", ""
        if _cards(self.types[0]):
            own = "add_row(R, S, &own, P->things[out[j]], seat); "
            chosen = " add_row(R, S, &taken, P->things[out[k]], seat);"
        return (
            f"  int ends = {ending}; notes->offered[{picks}] += n && n < total;\n"
            f"  ALL(j, n) {{ Rows own = {{0}}; {own}in_some(&loose, &own); in_every(&loose, &own); }}\n"
            f"  if (end) {{ Rows nothing = {{0}}; notes->offered[ends]++; in_every(&loose, &nothing); }}\n"
            f"  if (k >= n) notes->chosen[ends]++; else {{ notes->chosen[{picks}] += n < total;{chosen} }}\n"
        )


def _cards(types: tuple[ir.Type, ...]) -> list[int]:
    """Which picks are cards."""
    return [place for place, type in enumerate(types) if type.sort is ir.TypeSort.CARD]
