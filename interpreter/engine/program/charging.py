"""Where written source takes off the budget what `ir/analysis/charges` says, as the reference does.

What a statement may have to look at is a sum of products of how full zones are: that sum is written out, so that nothing is
interpreted while rules run.
"""

from __future__ import annotations

from ... import ir
from ...ir.analysis.charges import STEP
from ...ir.analysis.cost import Cost, Size
from . import nodes as code
from .values import Values

_ALL_ZONES = code.Part("Z")


def spent(steps: int) -> code.Body:
    return (code.Spend(code.Literal(steps)),) if steps else ()


def looked(ask: Values, node: ir.Stmt | ir.Expr | None) -> code.Body:
    """A statement or condition that may have to look at much counts by how full the zones are just then."""
    cost = None if node is None else ask.facts.charges.dear(node)
    return () if cost is None else _looked_at(ask, cost)


def _looked_at(ask: Values, cost: Cost) -> code.Body:
    kept, names = ask.held(*[_how_full(ask, size) for size in cost.sizes])
    known = dict(zip(cost.sizes, names, strict=True))
    total: code.Expression = code.ZERO
    for sizes, times in cost.terms:
        product: code.Expression = code.Literal(times)
        for size in sizes:
            product = code.Binary("*", product, known[size])
        total = product if total == code.ZERO else code.Binary("+", total, product)
    return *kept, code.Spend(code.Binary("//", total, code.Literal(STEP)), "TooMuch")


def _how_full(ask: Values, size: Size) -> code.Expression:
    family, is_together, most = size
    zones = _ALL_ZONES if family < 0 else code.Load(_ALL_ZONES, code.Table(f"ZONES_{family}"))
    how_full = code.Call("together" if is_together else "fullest", (zones,))
    return how_full if most >= ask.facts.charges.effort.lengths.cards else code.Call("min", (how_full, code.Literal(most)))


def deeper(call: code.Statement, is_deep: bool) -> code.Body:
    """A call of what may lead to itself makes the rules deeper while it lasts."""
    return (code.Deepen(1), call, code.Deepen(-1)) if is_deep else (call,)


def needing(most: int) -> tuple[code.Body, code.Body]:
    """What stands around a value that may need itself: from the outermost on it is counted how often it does."""
    before, needed = code.Name("needed"), code.Field("S", "needed")
    is_too_often = code.Binary(">=", before, code.Literal(most))
    return (
        code.assign(before, needed),
        code.Store(needed, code.Binary("+", before, code.ONE)),
        code.If(is_too_often, (code.Check(code.Call("needs_itself", ())),)),
    ), (code.If(code.Not(before), (code.Store(needed, code.ZERO),)),)
