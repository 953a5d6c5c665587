"""Effects as rows of numbers, by which engines that tell nothing can be compared effect by effect.

Says for each statement that changes something what a row of it holds: its kind, what it is done to, and what with. A debug
build of a written engine notes the same rows as the reference; nothing else writes them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .. import ir

Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Operands:
    """What a row is made of. Without one of the `needed` nothing is done; lists come before single things and values."""

    kind: int
    lists: tuple[ir.Expr, ...] = ()
    needed: tuple[ir.Expr, ...] = ()
    others: tuple[ir.Expr | None, ...] = ()
    fixed: tuple[int, ...] = ()


def _of_write(node: ir.Write) -> Operands:
    of = () if node.of is None else (node.of,)
    if node.add:
        return Operands(1, needed=(*of, node.value), fixed=(node.variable, 1))
    return Operands(1, needed=of, others=(node.value,), fixed=(node.variable, 0))


_OPERANDS: dict[type, Callable[[Any], Operands]] = {
    ir.Write: _of_write,
    ir.Move: lambda node: Operands(2, lists=(node.cards,), needed=(node.to,)),
    ir.Deal: lambda node: Operands(2, lists=(node.cards,)),
    ir.Discard: lambda node: Operands(3, lists=(node.cards,)),
    ir.Face: lambda node: Operands(4, lists=(node.cards,), fixed=(node.up,)),
    ir.Swap: lambda node: Operands(5, needed=(node.left, node.right), fixed=(int(node.zones),)),
    ir.Shuffle: lambda node: Operands(6, needed=(node.zone,)),
    ir.Roll: lambda node: Operands(7, lists=(node.dice,)),
    ir.Show: lambda node: Operands(8, lists=(node.cards, node.players)),
    ir.Mark: lambda node: Operands(9, needed=(node.of,), others=(node.player,), fixed=(node.variable,)),
    ir.Expire: lambda node: Operands(10),
    ir.Emit: lambda node: Operands(11, others=tuple([one for one, _ in node.arguments])),
    ir.Say: lambda node: Operands(12),
}


def operands_of(node: Any) -> Operands | None:
    """What a row of a statement holds; None if it changes nothing."""
    find = _OPERANDS.get(type(node))
    return None if find is None else find(node)


def note(rows: list[Row], kind: int, lists: tuple[Any, ...], needed: tuple[Any, ...], others: tuple[Any, ...]) -> None:
    """Note a row, unless something that it needs is not there."""
    if all(lists) and None not in needed:
        kept = [tuple(one) if isinstance(one, list | range) else one for one in others]
        rows.append((kind, *map(tuple, lists), *needed, *kept))
