"""What others keep to themselves, made up anew: hidden variables, and secret picks that rules still remember.

Takes a position whose cards were dealt anew for one seat; gives everything there that this seat may not know a value that it
could have for all the seat knows. Never looks at the true value.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from .. import ir
from ..engine import chance
from ..engine.evaluate import Evaluator
from ..engine.sight import can_read
from ..engine.starts import starting_value
from ..engine.state import State
from ..ir.analysis.flows import Flows, inside, questions_in, secret_chances
from ..model.definition import Definition, Variable

Cell = tuple[int, int | None]  # a variable, and whose it is
AROUND = 5  # how far from its start a number may be of which nothing else is known


def make_up(rng: int, state: State, viewer: int) -> int:
    """Give every variable that the seat may not read a value by chance; the next generator state."""
    run = Evaluator(state.world, state)
    cells = _unread(state, viewer)
    for variable, thing in cells:
        values = _possible(run, variable, thing)
        rng, value = _drawn(rng, values, state.world.definition.variables[variable].type.many)
        state.write(variable, thing, value)
    if state.marks:
        hidden = set(cells)
        state.marks = tuple(mark for mark in state.marks if (mark[0], mark[1]) not in hidden)
    return rng


def _unread(state: State, viewer: int) -> list[Cell]:
    """The variables that the seat may not read, and what hidden dice show."""
    unread: list[Cell] = []
    for number, variable in enumerate(state.world.definition.variables):
        is_face = variable.name == "value" and variable.of == ir.OF_CARDS
        if variable.seen_by == ir.SeenBy.EVERYONE and not is_face and number not in _written_in_secret(state.world.definition):
            continue
        for thing in (None,) if variable.of.is_game else range(state.world.how_many(variable.of)):
            if (not is_face or _faces(state, thing)) and not can_read(state, number, thing, viewer):
                unread.append((number, thing))
    return unread


def _faces(state: State, die: int | None) -> tuple[int, int] | None:
    return None if die is None else state.world.definition.kinds[state.world.kind[die]].faces


def _drawn(rng: int, values: Sequence[Any], many: bool) -> tuple[int, Any]:
    """One of several values; of a list, each or not."""
    if not many:
        rng, which = chance.below(rng, len(values))
        return rng, values[which]
    kept = []
    for value in values:
        rng, is_there = chance.below(rng, 2)
        kept += [value] if is_there and value is not None else []
    return rng, tuple(kept)


# ---------------------------------------------------------------- what a variable can be


def _possible(run: Evaluator, number: int, thing: int | None) -> Sequence[Any]:
    variable = run.definition.variables[number]
    faces = _faces(run.state, thing) if variable.name == "value" and variable.of == ir.OF_CARDS else None
    if faces:
        return range(faces[0], faces[1] + 1)
    start = starting_value(run.world, run.state, number)
    start = start[thing] if thing is not None else start
    values = list(_declared(run, variable) or _offered(run, number, thing) or _around(variable, start))
    return [*values, None] if start is None and None not in values else values


def _declared(run: Evaluator, variable: Variable) -> Sequence[Any]:
    """All that the type of a variable allows, if that is not without end."""
    world, type = run.world, variable.type
    if type.sort == ir.TypeSort.FLAG:
        return (0, 1)
    if type.sort == ir.TypeSort.NUMBER and variable.low is not None and variable.high is not None:
        return range(variable.low, variable.high + 1)
    if type.sort == ir.TypeSort.PLAYER:
        return range(world.players)
    if type.sort == ir.TypeSort.MEMBER:
        return range(len(next(one.ids for one in world.definition.types if one.name == type.names[0])))
    if type.sort == ir.TypeSort.ZONE:
        families = [family.name for family in world.definition.families]
        return [zone for name in type.names or families for zone in world.zones_of[families.index(name)]]
    return ()


def _offered(run: Evaluator, number: int, thing: int | None) -> list[Any]:
    """What the choices that set a variable offer now, and what the rules write there by themselves."""
    variable = run.definition.variables[number]
    choices, constants = _writers(run.definition)[number]
    values: dict[Any, None] = dict.fromkeys(constants)
    for node, slots in choices:
        places: list[Any] = [thing if variable.of.is_player else None] * slots
        values |= dict.fromkeys(_picked_from(run, node, variable.type.sort, places))
    if variable.type.sort == ir.TypeSort.CARD and not values:
        kinds = [kind.name for kind in run.definition.kinds]
        names = variable.type.names or kinds
        values = dict.fromkeys(card for card in range(run.world.cards) if kinds[run.world.kind[card]] in names)
    return list(values)


def _picked_from(run: Evaluator, node: ir.Choose | ir.PickMany, sort: str, places: list[Any]) -> list[Any]:
    if isinstance(node, ir.PickMany):
        return list(run.things(node.source, places)) if node.type.sort == sort else []
    values: list[Any] = []
    for branch in node.branches:
        for slot, source, type in branch.picks:
            things = run.things(source, list(places))
            places[slot] = things[0] if things else None
            values += list(things) if type.sort == sort else []
    return values


def _around(variable: Variable, start: Any) -> Sequence[Any]:
    middle = start or 0
    low = middle - AROUND if variable.low is None else max(variable.low, middle - AROUND)
    return range(low, low + 2 * AROUND + 1)


@lru_cache(maxsize=64)
def _written_in_secret(definition: Definition) -> frozenset[int]:
    """The variables of cards that everybody may read who sees the card, and that an answer or chance settles in secret."""
    secret = {number for number, site in enumerate(definition.sites) if site.secret}
    if not secret and not any(map(secret_chances, definition.procedures)):
        return frozenset()
    return frozenset(
        number
        for number, variable in enumerate(definition.variables)
        if variable.of.is_card and variable.seen_by == ir.SeenBy.EVERYONE
        for flows in (Flows(definition.procedures, [number]),)
        if secret & flows.secret_sites() or flows.keeps_chance()
    )


@lru_cache(maxsize=64)
def _writers(definition: Definition) -> dict[int, tuple[list[tuple[ir.Choose | ir.PickMany, int]], list[int]]]:
    """For every hidden variable the choices that settle it, each with how many places it sees, and the numbers that rules
    write there."""
    writers = {}
    for number, variable in enumerate(definition.variables):
        if variable.seen_by != ir.SeenBy.EVERYONE or number in _written_in_secret(definition):
            sites = Flows(definition.procedures, [number]).secret_sites()
            choices = [
                (node, len(procedure.slots))
                for procedure in definition.procedures
                for node, _ in questions_in(procedure)
                if node.site in sites
            ]
            writers[number] = choices, _constants(definition, number)
    return writers


def _constants(definition: Definition, variable: int) -> list[int]:
    nodes = (node for procedure in definition.procedures for node in inside(procedure.body))
    written = [node.value for node in nodes if isinstance(node, ir.Write) and node.variable == variable and not node.add]
    return [one.value for one in written if isinstance(one, ir.Const) and isinstance(one.value, int)]
