"""The places of a function while it is lowered: what each is called, and what is known of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ... import ir
from ...ir.analysis.about import About
from ...ir.ranges import ANY, Bounds
from .nodes import Expression, Name


@dataclass(frozen=True)
class CodeScope:
    """For every place: its value, whether that can be none or is a list, what it is about and lies between. `zones` are the
    zones that cards in loops are known to lie in; `loop` is the variable of the innermost loop of an expression."""

    names: dict[int, Expression]
    known: dict[int, int]
    many: dict[int, bool | None]
    about: dict[int, About] = field(default_factory=dict)
    bounds: dict[int, Bounds] = field(default_factory=dict)
    zones: dict[str, Expression] = field(default_factory=dict)
    loop: str = ""

    def with_place(
        self, slot: int, name: Expression, known: int, about: About = None, bounds: Bounds = ANY, loop: str = ""
    ) -> CodeScope:
        return replace(
            self,
            names={**self.names, slot: name},
            known={**self.known, slot: known},
            many={**self.many, slot: False},
            about={**self.about, slot: about},
            bounds={**self.bounds, slot: bounds},
            loop=loop or self.loop,
        )

    def zone_of(self, node: ir.Expr) -> Expression | None:
        """The zone that a card is known to lie in."""
        name = self.names.get(node.slot) if isinstance(node, ir.Local) else None
        return self.zones.get(name.id) if isinstance(name, Name) else None
