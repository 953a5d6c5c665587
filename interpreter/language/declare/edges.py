"""Tiles with edges: columns that say on which sides a tile is open, and what follows from them.

Takes the names of a column of type `edges` and a tile that may be turned; gives the conditions `open_north` to `open_west`, and
the definition `open_edges` that joins two cells of a grid where both tiles are open on the side they share. Only sugar: flags
in a list, a variable `turned` in quarter turns to the right, and an ordinary definition.
"""

from __future__ import annotations

from functools import reduce

from ... import ir
from ...model.definition import Family
from ..parse.syntax import Is, Logic, Name, Property, Syntax, Word
from ..read.nodes import Scalar, Sequence
from .rows import Cell

SIDES = ("north", "east", "south", "west")
OPEN = {f"open_{side}": number for number, side in enumerate(SIDES)}
JOINING = "open_edges"
_NOWHERE = (0, 0)  # no words of a file
EDGES = ir.Type(ir.TypeSort.FLAG, (), True)


def flags_of(node: Cell) -> tuple[tuple[int, ...], list[Scalar]]:
    """The four sides as flags, and what is no side."""
    named = [item for item in node.items if isinstance(item, Scalar)] if isinstance(node, Sequence) else []
    wrong = [item for item in named if item.words not in SIDES]
    return tuple(int(any(item.words == side for item in named)) for side in SIDES), wrong


def is_open(column: int, turned: int, side: int, tile: ir.Expr) -> ir.Expr:
    """Whether a tile is open on a side, as it lies now."""
    back = ir.Op(ir.Sign.SUBTRACT, (ir.Const(side + len(SIDES)), ir.Read(turned, tile)))
    return ir.Op(ir.Sign.ITEM, (ir.Cell(column, tile), ir.Op(ir.Sign.MOD, (back, ir.Const(len(SIDES))))))


def grid_of(families: dict[str, Family], kinds: list[str], with_edges: set[str]) -> str | None:
    """The first grid that holds tiles with edges."""
    for name, family in families.items():
        if family.size and any(kinds[number] in with_edges for number in family.holds):
            return name
    return None


def joining() -> Syntax:
    """The condition of `open_edges`: the next cell lies on some side of this one, and both are open there."""
    here, next_cell = Word(_NOWHERE, "this"), Name(_NOWHERE, "next_cell")
    ways = []
    for number, side in enumerate(SIDES):
        beside = Is(_NOWHERE, next_cell, Property(_NOWHERE, side, here), False)
        own = Property(_NOWHERE, f"open_{side}", here)
        other = Property(_NOWHERE, f"open_{SIDES[(number + 2) % 4]}", next_cell)
        ways.append(Logic(_NOWHERE, "and", Logic(_NOWHERE, "and", beside, own), other))
    return reduce(lambda left, right: Logic(_NOWHERE, "or", left, right), ways)
