"""Where written source takes off the budget what `ir/analysis/charges` says, as the reference does.

What a statement may have to look at is a sum of products of how full zones are: that sum is written out, so that nothing is
interpreted while rules run.
"""

from __future__ import annotations

from ... import ir
from ...ir.analysis.charges import STEP
from ...ir.analysis.cost import Cost
from . import nodes as code
from .values import Values

MOST_LISTED = 300  # where there are no more cards, what a statement costs is written for each number of them
_ALL_ZONES = code.Part("Z")


def spent(steps: int) -> code.Body:
    return (code.Spend(code.Literal(steps)),) if steps else ()


def looked(ask: Values, node: ir.Stmt | ir.Expr | None) -> code.Body:
    """A statement or condition that may have to look at much counts by how full the zones are just then."""
    cost = None if node is None else ask.facts.charges.dear(node)
    return () if cost is None else _looked_at(ask, cost)


def _looked_at(ask: Values, cost: Cost) -> code.Body:
    counted = list(dict.fromkeys((family, is_together) for family, is_together, _ in cost.sizes))
    cards = ask.facts.charges.effort.lengths.cards
    if len(counted) == 1 and cards <= MOST_LISTED:
        steps = tuple(_steps_where(cost, lie) for lie in range(cards + 1))
        return (code.Spend(code.Load(code.Literal(steps), _how_full(*counted[0])), "TooMuch"),)
    kept, names = ask.held(*[_how_full(*one) for one in counted])
    full = dict(zip(counted, names, strict=True))
    some, names = ask.held(*[_at_most(full[family, is_together], most, cards) for family, is_together, most in cost.sizes])
    known = dict(zip(cost.sizes, names, strict=True))
    total: code.Expression = code.ZERO
    for sizes, times in cost.terms:
        product: code.Expression = code.Literal(times)
        for size in sizes:
            product = code.Binary("*", product, known[size])
        total = product if total == code.ZERO else code.Binary("+", total, product)
    return *kept, *some, code.Spend(code.Binary("//", total, code.Literal(STEP)), "TooMuch")


def _steps_where(cost: Cost, lie: int) -> int:
    """The steps where so many cards lie in the zones that count."""
    return cost.at(lambda size: min(lie, size[2])) // STEP


def _how_full(family: int, is_together: bool) -> code.Expression:
    zones = _ALL_ZONES if family < 0 else code.Load(_ALL_ZONES, code.Table(f"ZONES_{family}"))
    return code.Call("together" if is_together else "fullest", (zones,))


def _at_most(how_full: code.Expression, most: int, cards: int) -> code.Expression:
    return how_full if most >= cards else code.Call("min", (how_full, code.Literal(most)))


def deeper(call: code.Statement, is_deep: bool) -> code.Body:
    """A call of what may lead to itself makes the rules deeper while it lasts."""
    return (code.Deepen(1), call, code.Deepen(-1)) if is_deep else (call,)


BEFORE = code.Name("needed")


def needing(most: int) -> code.Body:
    """What stands before a value that may need itself: from the outermost on it is counted how often it does."""
    counted = (
        code.Store(code.NEEDED, code.Binary("+", BEFORE, code.ONE)),
        code.If(code.Binary(">=", BEFORE, code.Literal(most)), (code.Check(code.Call("needs_itself", ())),)),
    )
    return code.assign(BEFORE, code.NEEDED), code.If(BEFORE, counted)


def counting(before: code.Expression, body: code.Body) -> code.Body:
    """Where a value may come to need itself: if it is the outermost, counting begins, and ends when it is known."""
    first, last = (code.Store(code.NEEDED, one) for one in (code.ONE, code.ZERO))
    outermost = code.negated(before) if before != code.ZERO else code.TRUE
    return *code.guarded(outermost, (first,)), *body, *code.guarded(outermost, (last,))
