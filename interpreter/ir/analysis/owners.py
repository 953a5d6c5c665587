"""Loops that ask for the cards of one player: what they let pass can be sorted by owner once, outside of the loop.

Takes the condition of a loop; says whose cards it lets pass, where it says so, and what else it asks.
"""

from __future__ import annotations

from ... import ir
from ..walk import walk


def owner_asked(test: ir.Expr | None, slot: int) -> tuple[ir.Expr | None, ir.Expr | None]:
    """The player whose cards a test on this place lets pass, or none; and the rest of the test."""
    if isinstance(test, ir.Op) and test.sign is ir.Sign.AND:
        for one, other in (test.arguments, test.arguments[::-1]):
            player, rest = owner_asked(one, slot)
            if player is not None:
                return player, other if rest is None else ir.Op(ir.Sign.AND, (rest, other))
    if isinstance(test, ir.Op) and test.sign is ir.Sign.IS:
        for one, other in (test.arguments, test.arguments[::-1]):
            if one == ir.Feature(ir.FeatureName.OWNER, ir.Local(slot)) and ir.Local(slot) not in walk(other):
                return other, None
    return None, test
