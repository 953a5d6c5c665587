"""Puts a state at a named place of the flow, as if play had come there.

Takes a definition, a state and the name of a step (or `turn`); builds the stack of running procedures down to it. Loops on
the way stand at the given player and round; names bound by `let` on the way get their values; nothing else is carried out.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from .. import ir
from ..ir.walk import children, is_expression
from .evaluate import Evaluator
from .flatten import codes_of
from .state import State

Path = list[tuple[int, list[ir.Stmt]]]


class NotFound(Exception):
    """No place of that name is reached by the flow."""


class NoTurns(Exception):
    """There are turns at that place, and in this position they are nobody's."""


def stand_at(state: State, step: str, active: int | None, round_number: int) -> None:
    """Make the state stand just before the named place, in the turn of `active`."""
    definition = state.world.definition
    label = definition.stretch_numbers.get(step)
    path = None if label is None else _find(definition.procedures, definition.flow, label, frozenset())
    if path is None:
        raise NotFound(step)
    if label == ir.OF_TURN:
        path[-1] = (path[-1][0], _before_skipping(path[-1][1]))
    state.variables[definition.variable_numbers["round"]] = round_number
    if active is not None:
        state.variables[definition.variable_numbers["active"]] = active
    arguments: tuple[object, ...] = (None, None)
    for procedure, nodes in path:
        arguments = _enter(state, procedure, nodes, arguments, active)


def _find(procedures: tuple[ir.Procedure, ...], start: int, label: int, seen: frozenset[int]) -> Path | None:
    """The way from a procedure to the place: for each procedure the statements around the target."""
    if start in seen:
        return None
    for nodes in _walk(procedures[start].body, []):
        node = nodes[-1]
        if isinstance(node, ir.Block) and node.label == label and len(nodes) > 1:
            return [(start, nodes)]
    for nodes in _walk(procedures[start].body, []):
        node = nodes[-1]
        if isinstance(node, ir.Call):
            rest = _find(procedures, node.procedure, label, seen | {start})
            if rest is not None:
                return [(start, nodes), *rest]
    return None


def _before_skipping(nodes: list[ir.Stmt]) -> list[ir.Stmt]:
    """A turn begins with the question whether its player is skipped: stand before that, if it is asked."""
    loop = max(number for number, node in enumerate(nodes) if isinstance(node, ir.Loop))
    asked = next((number for number in range(loop, len(nodes)) if isinstance(nodes[number], ir.If)), None)
    return nodes if asked is None else nodes[: asked + 1]


def _walk(node: ir.Stmt, above: list[ir.Stmt]) -> Iterator[list[ir.Stmt]]:
    """Every statement with those around it, in file order."""
    nodes = [*above, node]
    yield nodes
    for child in children(node):
        if not is_expression(child):
            yield from _walk(child, nodes)


def _enter(
    state: State,
    procedure: int,
    nodes: list[ir.Stmt],
    arguments: tuple[object, ...],
    active: int | None,
) -> tuple[object, ...]:
    """Push the frame of one procedure, standing at the last of the nodes; returns the arguments of its call."""
    definition = state.world.definition
    code = codes_of(definition)[procedure]
    names = definition.procedures[procedure].names
    places: list[object] = [*arguments, *[None] * (code.slots - len(arguments))]
    run = Evaluator(state.world, state)
    for outer, inner in pairwise(nodes):
        if isinstance(outer, ir.Seq):
            _earlier(run, outer, inner, places, names, active)
        elif isinstance(outer, ir.Each):
            items = run.things(outer.source, places)
            index = (
                items.index(active)
                if definition.procedures[procedure].slots[outer.slot].sort == ir.TypeSort.PLAYER and active in items
                else 0
            )
            places[outer.items], places[outer.index] = items, index
            places[outer.slot] = items[index] if items else None
        elif isinstance(outer, ir.Loop):
            places[outer.limit] = run.value(outer.most, places)
            places[outer.count] = _rounds_before(state, names[outer.count])
    target = nodes[-1]
    point = code.starts[id(target)]
    if isinstance(target, ir.Call):
        state.stack.append((procedure, point + 1, tuple(places)))
        return tuple(run.value(argument, places) for argument in target.arguments)
    state.stack.append((procedure, point, tuple(places)))
    return ()


def _rounds_before(state: State, place: str) -> int:
    """How many rounds of this loop are over, told by what counts them; none if nothing was said of it."""
    counted, _, kind = place.rpartition(" ")
    number = state.world.definition.variable_numbers.get(counted) if kind in ("count", "turns") else None
    if number is None:
        return 0
    state.variables[number] = max(1, state.variables[number])
    return int(state.variables[number]) - 1 if kind == "count" else 0


def _earlier(
    run: Evaluator, sequence: ir.Seq, inner: ir.Stmt, places: list[object], names: tuple[str, ...], active: int | None
) -> None:
    """Give the names that were bound before this point in a list their values."""
    for one in sequence.body:
        if one is inner:
            return
        if isinstance(one, ir.Let):
            items = places[_slot_before(names, one.slot, "turn items")] if names[one.slot] == "turn index" else None
            if items == ():
                raise NoTurns
            value = run.value(one.value, places)
            if items is not None and active is not None:
                value = items.index(active) if isinstance(items, tuple) and active in items else 0
            places[one.slot] = tuple(value) if isinstance(value, list | range) else value


def _slot_before(names: tuple[str, ...], slot: int, name: str) -> int:
    return max(number for number in range(slot) if names[number] == name)
