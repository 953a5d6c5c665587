"""Where written source counts that an ability comes into effect.

Takes the body of a procedure; returns it with a mark where its `if` was found to hold, or at its beginning. Changes nothing
else, so that points and frames stay what they are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ... import ir


@dataclass(frozen=True, slots=True)
class Fired:
    """An ability comes into effect here, unless its first question, with answers in a place, is being answered already. Only
    written source knows it."""

    procedure: int
    answers: int | None = None
    line: int = 0


def counted(body: ir.Stmt, procedure: int) -> ir.Stmt:
    """The body with the mark: where its first question, if it begins with one, is answered with yes."""
    if isinstance(body, ir.If):
        return ir.If(body.condition, _marked(procedure, body.then), body.otherwise, body.line)
    if isinstance(body, ir.Block):
        return ir.Block(body.label, counted(body.body, procedure), body.line)
    if isinstance(body, ir.Seq):
        empty = next((number for number, one in enumerate(body.body) if not _is_empty(one)), len(body.body))
        first = body.body[empty : empty + 1]
        inner = counted(first[0], procedure) if first else _marked(procedure, ir.NOTHING_TO_DO)
        return ir.Seq((*(inner.body if isinstance(inner, ir.Seq) else (inner,)), *body.body[empty + 1 :]))
    return _marked(procedure, body)


def _marked(procedure: int, body: ir.Stmt) -> ir.Stmt:
    inner = body.body if isinstance(body, ir.Seq) else (body,)
    mark: Any = Fired(procedure, inner[0].answers if inner and isinstance(inner[0], ir.Ask) else None)
    return ir.Seq((mark, *inner))


def _is_empty(node: ir.Stmt) -> bool:
    inner = node.body if isinstance(node, ir.Seq) else (node.body,) if isinstance(node, ir.Block) else (None,)
    return all(one is not None and _is_empty(one) for one in inner)
