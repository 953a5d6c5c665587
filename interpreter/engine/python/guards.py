"""Writes what stops rules that go too far: numbers beyond their limits, and more looking than any game needs.

Takes what is known of a definition before any game, so that source asks only where it could happen.
"""

from __future__ import annotations

from typing import Any

from ... import ir
from ...ir.analysis.bounds import Known
from ...ir.analysis.none_ness import Facts
from ...ir.limits import LOOKS, NUMBER
from ...ir.ranges import Bounds
from ...model.definition import Definition
from .source import Lines

FEW_LOOKS = 3_000  # a loop that looks at no more is not counted
MANY_LOOKS = 1_000_000  # in each round of a loop that looks at more, it is asked whether it is too much


class Guards(Lines):
    """What every writer of values knows: the definition, and in which of its functions it is."""

    def __init__(self, facts: Facts) -> None:
        super().__init__()
        self.facts = facts
        self.definition: Definition = facts.definition
        self.inlined: list[int] = []
        self.within: int | None = None  # the function that is being written, if it is one

    # ---- what is looked at is counted

    def counted(self, things: str, loop: ir.Expr) -> str:
        """A list that is gone through, counted if it can be long, together with what is not counted in each round."""
        effort, each = self.facts.effort.of(loop), self.facts.effort.round(loop)
        if effort <= FEW_LOOKS:
            return things
        name = self.atom(things)
        weight = 1 + min(each, FEW_LOOKS) // 100
        self.write(f"S.looked_at += len({name}) * {weight}" if weight > 1 else f"S.looked_at += len({name})")
        return name

    def stop_if_too_much(self) -> None:
        self.write(f"if S.looked_at > {LOOKS.most}: too_much()")

    # ---- numbers that could become too large

    def bounds(self, node: ir.Expr, places: Known) -> Bounds:
        """What a value lies between, where so much is known of the places."""
        return self.facts.numbers_of.of(node, places)

    def strays(self, node: Any) -> bool:
        """Whether asking for something could stop the rules: then it is asked exactly when its turn has come."""
        return self.facts.numbers_of.strays(node)

    def checked(self, name: str) -> None:
        """Rules go on only with a number that is not too large; told is the definition in which it came up."""
        function = self.inlined[-1] if self.inlined else self.within
        self.write(f"if not -{NUMBER.most} <= {name} <= {NUMBER.most}: out_of_range({function})")
