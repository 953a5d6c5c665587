"""Options that are counted without laying any of them out: where one pick says nothing of what can be picked next.

Takes a choice of that kind; returns the C that lists what each pick can be, counts the combinations, and finds the one at a
place among them. All others are laid out one by one by `deciding`.
"""

from __future__ import annotations

from dataclasses import dataclass

from ... import ir
from ...ir.analysis.alike import may_be_alike
from ...ir.walk import walk
from .bitmaps import bits_where, row_of_zones
from .lists import bare, is_row, members_of
from .writer import NativeScope, Writer

FEW_ZONES = 16  # of which those that can be picked are found by their bits


def is_counted(w: Writer, node: ir.Choose | ir.PickMany) -> bool:
    """Whether every branch is all combinations of its picks, each of which is an option of its own."""
    return isinstance(node, ir.Choose) and all(_is_free(w, branch) for branch in node.branches)


def _is_free(w: Writer, branch: ir.Branch) -> bool:
    before: set[int] = set()
    for slot, source, _ in branch.picks:
        if any(isinstance(one, ir.Local) and one.slot in before for one in walk(source)):
            return False
        before.add(slot)
    return not may_be_alike(w.definition, branch)


@dataclass(frozen=True)
class Counting:
    """A choice whose options are counted: for each branch how many it has, then what each of its picks can be."""

    w: Writer
    scope: NativeScope
    node: ir.Choose

    @property
    def parts(self) -> int:
        return sum(1 + len(branch.picks) for branch in self.node.branches)

    def functions(self, signature: str) -> str:
        site, counted, found = self.node.site, self.counted(), self.found()
        return (
            f"static inline int among{site}({signature}, Among *l) {{\n  int total = 0;\n{counted}  return total;\n}}\n"
            f"static inline void nth{site}(State *S, const Among *l, int k, int *e) {{\n{found}  done:;\n}}\n"
        )

    def counted(self) -> str:
        """Counts every branch, and adds it to the total."""
        text, at = "", 0
        for branch in self.node.branches:
            picks = ""
            for place, (_, source, type) in enumerate(branch.picks, at + 1):
                picks += f"if (n) {{ {self._listed(source, type, f'l[{place}]')} n *= l[{place}].n; }} "
            text += (
                f"  l[{at}].n = 0; if ({self.w.test(branch.guard, self.scope)}) {{ int64_t n = 1; {picks}"
                f"if (n > MOST_OPTIONS) fail(R, MANY_OPTIONS); l[{at}].n = (int)n; total += (int)n; }}\n"
            )
            at += 1 + len(branch.picks)
        return text

    def found(self) -> str:
        """The option at place `k`, in `e`."""
        text, at = "", 0
        for number, branch in enumerate(self.node.branches):
            text += self._found(number, branch, at)
            at += 1 + len(branch.picks)
        return text

    def _listed(self, source: ir.Expr, type: ir.Type, part: str) -> str:
        """What one pick can be: numbers in a row, the cards of a zone, a few zones, or a list."""
        w, source = self.w, bare(source)
        if bits := self._bits(source):
            return f"few_zones({bits}, &{part});"
        if isinstance(source, ir.All) and is_row(members := members_of(w, source)):
            return f"{part}.n = {len(members)}; {part}.at = {members[0]};"
        if isinstance(source, ir.Contents) and not self.scope.is_list(source.of):
            zone = w.fresh()
            asked = f"int {zone} = {w.value(source.of, self.scope)}; {part}.at = {zone};"
            return f"{asked} {part}.n = {zone} == NONE ? 0 : S->len[AT({zone}, ZONES)];"
        is_number = type.sort == ir.TypeSort.NUMBER
        check = f" ALL(k, {part}.n) if ({part}.a[k] > MOST_PICKED || {part}.a[k] < -MOST_PICKED) fail(R, UNPICKABLE);"
        kept = w.fresh("l")
        return f"L {kept} = {w.things(source, self.scope)}; {part}.n = {kept}.n; {part}.a = {kept}.a;" + check * is_number

    def _bits(self, source: ir.Expr) -> str:
        """Those of a few zones that pass, as bits."""
        if not isinstance(source, ir.Fold) or source.kind is not ir.FoldKind.LIST or source.item is not None:
            return ""
        zones = row_of_zones(self.w, source)
        return bits_where(self.w, source.test, source.slot, self.scope, zones) if len(zones) <= FEW_ZONES else ""

    def rows_of(self, source: ir.Expr, part: str, rows: str) -> str:
        """Adds the rows of all cards that a pick can be; there is one at least."""
        source = bare(source)
        if isinstance(source, ir.All) and is_row(members_of(self.w, source)):
            return f"ALL(k, {part}.n) add_row(R, S, {rows}, {part}.at + k, seat);"
        if isinstance(source, ir.Contents) and not self.scope.is_list(source.of):
            return f"if (lies_near(R, {part}.at, seat)) EACH_CARD(c, {part}.at) add_near(R, {rows}, c); else ({rows})->far = 1;"
        if isinstance(source, ir.Fold) and isinstance(source.source, ir.Contents) and not self.scope.is_list(source.source.of):
            where = f"S->place[AT({part}.a[0], CARDS)]"  # of all of them
            near = f"ALL(k, {part}.n) add_near(R, {rows}, {part}.a[k]);"
            return f"if (lies_near(R, {where}, seat)) {near} else ({rows})->far = 1;"
        return f"ALL(k, {part}.n) add_row(R, S, {rows}, {part}.a[k], seat);"

    def _found(self, number: int, branch: ir.Branch, own: int) -> str:
        text = f"  if (k < l[{own}].n) {{ e[0] = {number}; "
        for place in range(len(branch.picks), 0, -1):
            part = f"l[{own + place}]"
            item = self._item(branch.picks[place - 1][1], part, "i_" if place > 1 else "k")
            if place > 1:
                text += f"{{ int q_ = divided(k, {part}.n), i_ = k - q_ * {part}.n; e[{place}] = {item}; k = q_; }} "
            else:
                text += f"e[{place}] = {item}; "
        return f"{text}goto done; }} k -= l[{own}].n;\n"

    def _item(self, source: ir.Expr, part: str, at: str) -> str:
        source = bare(source)
        if isinstance(source, ir.All) and is_row(members_of(self.w, source)):
            return f"{part}.at + {at}"
        if isinstance(source, ir.Contents) and not self.scope.is_list(source.of):
            return f"nth_in(S, {part}.at, {at})"
        if isinstance(source, ir.Fold) and self._bits(source):
            return f"{row_of_zones(self.w, source)[0]} + (int)({part}.few >> 4 * {at} & 15)"
        return f"{part}.a[{at}]"
