"""Writes out the moment at which something happens, for those who wait for it.

Who waits is known before any sentence is lowered, so an event that nobody waits for is never written out.
"""

from __future__ import annotations

from ... import ir
from ..declare.scope import Scope
from .context import Context


def trigger(context: Context, event: str, scope: Scope, subject: ir.Expr, *more: ir.Expr, line: int = 0) -> ir.Stmt:
    """The call of everything that listens to an event; nothing at all when nobody does."""
    if event not in context.events.listeners:
        return ir.NOTHING_TO_DO
    return ir.Call(context.events.listeners[event], (ir.Local(scope.player), subject, *more), line)
