"""What a definition says about a zone as a whole: the conditions of it that are so, and how many cards make it full.

Found once for each definition, from what is defined of a family of zones. A condition that hangs on who asks, or only says that
something is not so, tells nothing about the zone; one with parameters is about more than the zone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from .. import ir
from ..ir.walk import children, places_filled, walk
from ..model.definition import Definition

PLAYER, THIS = 0, 1  # the places of whoever asks and of the zone
_REACHED = (ir.Sign.AT_LEAST, ir.Sign.LESS, ir.Sign.IS)  # at how many cards such a comparison changes


@dataclass(frozen=True, slots=True)
class ZoneStates:
    """Of the zones of a family: conditions by name, each a function or a value; and what the number of cards is compared with,
    each with how many places the function has in which that stands."""

    conditions: tuple[tuple[str, int, bool], ...] = ()
    limits: tuple[tuple[ir.Expr, int], ...] = ()

    def asked(self, zone: int) -> Iterator[tuple[str, ir.Expr]]:
        """Each condition with what must be asked to know whether it is so."""
        for name, number, is_value in self.conditions:
            apply = ir.Apply(number, (ir.Const(None), ir.Const(zone)))
            yield name, ir.Computed(number, ir.Const(zone)) if is_value else apply


@lru_cache(maxsize=64)
def states_of(definition: Definition) -> tuple[ZoneStates, ...]:
    """For each family of zones."""
    return tuple(_states(definition, number) for number in range(len(definition.families)))


def _states(definition: Definition, family: int) -> ZoneStates:
    of = ir.Owner(ir.OwnerSort.FAMILY, family)
    values = [
        (value.name, number, True)
        for number, value in enumerate(definition.values)
        if value.of == of and value.type.sort == ir.TypeSort.FLAG
    ]
    computed = {value.name for value in definition.values}
    functions = [(number, one) for number, one in enumerate(definition.functions) if one.name not in computed]
    own = [(number, one) for number, one in functions if _is_about(definition, one, family)]
    told = [(one.name, number, False) for number, one in own if not _denies(one.value)]
    return ZoneStates((*told, *values), tuple((limit, len(one.slots)) for _, one in own for limit in _limits(one.value)))


def _is_about(definition: Definition, function: ir.Function, family: int) -> bool:
    """Whether a function is a condition of the zones of one family, and of nothing else."""
    if function.type.sort is not ir.TypeSort.FLAG or len(function.slots) <= THIS:
        return False
    this = function.slots[THIS]
    if this.sort is not ir.TypeSort.ZONE or this.many or this.names != (definition.families[family].name,):
        return False
    return bool(function.name) and _reads_only_this(definition, function)


def _reads_only_this(definition: Definition, function: ir.Function) -> bool:
    bound = {filled.slot for node in walk(function.value) for filled in places_filled(node)} - {PLAYER}
    read = {node.slot for node in _asked(function.value) if isinstance(node, ir.Local)}
    return read <= {THIS, *bound} and not _asks_who(definition, function, frozenset())


def _asks_who(definition: Definition, function: ir.Function, above: frozenset[int]) -> bool:
    """Whether a function, or one that it asks for, looks at who asks."""
    for node in _asked(function.value):
        if isinstance(node, ir.Local) and node.slot == PLAYER:
            return True
        called = node.function if isinstance(node, ir.Apply) and node.function not in above else None
        if called is not None and _asks_who(definition, definition.functions[called], above | {called}):
            return True
    return False


def _asked(node: ir.Expr) -> Iterator[ir.Expr]:
    """What an expression is made of, but not whom it only hands on as the one who asks."""
    yield node
    for part in node.arguments[1:] if isinstance(node, ir.Apply) else children(node):
        yield from _asked(part)


def _denies(value: ir.Expr) -> bool:
    return isinstance(value, ir.Op) and value.sign is ir.Sign.NOT


def _limits(value: ir.Expr) -> Iterator[ir.Expr]:
    """What the number of all cards in this zone is compared with."""
    for node in walk(value):
        if isinstance(node, ir.Op) and node.sign in _REACHED:
            counted, limit = node.arguments
            if _counts_all(counted) and _hangs_on_this(limit) and limit != ir.Const(0):
                yield limit
        elif isinstance(node, ir.Fold) and node.kind is ir.FoldKind.SOME and _hangs_on_this(node.source):
            yield from _reached_by_some(node)


def _reached_by_some(node: ir.Fold) -> Iterator[ir.Expr]:
    """Where some thing must not be above the number of cards, the lowest one counts."""
    test = node.test
    if isinstance(test, ir.Op) and test.sign is ir.Sign.AT_MOST:
        limit, counted = test.arguments
        if _counts_all(counted) and _hangs_on_this(limit, node.slot):
            yield ir.Fold(ir.FoldKind.LOWEST, node.slot, node.source, item=limit)


def _hangs_on_this(node: ir.Expr, *besides: int) -> bool:
    return {one.slot for one in walk(node) if isinstance(one, ir.Local)} <= {THIS, *besides}


def _counts_all(node: ir.Expr) -> bool:
    here = ir.Contents(ir.Local(THIS))
    if isinstance(node, ir.Fold):
        return node.kind is ir.FoldKind.COUNT and node.source == here and node.test is None
    return isinstance(node, ir.Op) and node.sign is ir.Sign.LENGTH and node.arguments == (here,)
