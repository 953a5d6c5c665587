"""What the options of a game can read, whatever happens in it.

Takes a text; answers whether some option of some decision could have it: its fixed words as they are written, and in each hole
something that fits there. Knows nothing of a position.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from .. import ir
from ..engine.texts import UNTOLD, zone_names
from ..engine.world import World
from ..ir.walk import is_expression, walk

_LOOK_ALIKE = r"(?: \(.+\))?(?: \d+)?"  # what tells options apart that read alike


def can_read(world: World, seats: tuple[str, ...], text: str) -> bool:
    """Whether an option of this table could have these words."""
    words = " ".join(text.split()).casefold()
    return any(pattern.fullmatch(words) for pattern in _patterns(world, seats))


@lru_cache(maxsize=256)
def _patterns(world: World, seats: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    holes = _Holes(world, seats)
    procedures = world.definition.procedures
    texts = dict.fromkeys(text for procedure in procedures for text in _option_texts(procedure.body))
    return tuple(re.compile(holes.pattern(text) + _LOOK_ALIKE) for text in texts)


def _option_texts(body: ir.Stmt) -> Iterator[ir.Text]:
    """The texts of every decision in a statement."""
    for node in walk(body, is_expression):
        if isinstance(node, ir.Choose):
            yield from (branch.text for branch in node.branches)
            yield from [node.decline] if node.decline is not None else []
        elif isinstance(node, ir.PickMany):
            yield from [text for text in (node.text, node.done, node.decline) if text is not None]


class _Holes:
    """What can stand in a hole of a text at one table."""

    def __init__(self, world: World, seats: tuple[str, ...]) -> None:
        self.world = world
        self.seats = seats

    def pattern(self, text: ir.Text) -> str:
        return "".join(re.escape(part.casefold()) if isinstance(part, str) else self.hole(part[1]) for part in text.parts)

    def hole(self, type: ir.Type) -> str:
        if type.many:
            return ".+"
        if type.sort == ir.TypeSort.NUMBER:
            return f"(?:-?\\d+|nothing|{UNTOLD})"
        names = self.names(type)
        return ".+" if names is None else f"(?:{'|'.join(re.escape(one.casefold()) for one in [*names, 'nothing', UNTOLD])})"

    def names(self, type: ir.Type) -> list[str] | None:
        """The names of what fits; None if that can be anything."""
        if type.sort == ir.TypeSort.PLAYER:
            return list(self.seats)
        if type.sort == ir.TypeSort.MEMBER:
            members = next((one for one in self.world.definition.types if one.name in type.names), None)
            return list(members.names) if members else None
        if type.sort == ir.TypeSort.FLAG:
            return ["yes", "no"]
        if type.sort == ir.TypeSort.CARD:
            return self._cards(type)
        if type.sort == ir.TypeSort.ZONE:
            return [*zone_names(self.world, self.seats), *(self._cards(ir.Type(ir.TypeSort.CARD)))]
        return None

    def _cards(self, type: ir.Type) -> list[str]:
        texts = []
        for kind in self.world.definition.kinds:
            if not type.names or kind.name in type.names:
                faces = range(min(kind.faces[0], 0), kind.faces[1] + 1) if kind.faces else None
                rows, backs = [row.name for row in kind.rows], dict.fromkeys(row.back or kind.back for row in kind.rows)
                texts += [f"{article} {back}" for back in backs for article in ("a", "an")] + rows
                texts += [f"{name} {value}" for name in rows for value in faces or ()]
        return texts
