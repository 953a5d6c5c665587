"""Whether a position is one that its declarations allow.

Takes a state that came from outside; raises Forbidden with the first thing that no game can come to: a zone that holds what it
does not hold, a number beyond its limits, a rule that stands where rules never wait. Changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .. import ir
from ..engine import chance
from ..engine.flatten import codes_of
from ..engine.state import State
from ..engine.texts import Speaker
from ..engine.trouble import RuleError
from ..engine.world import World
from ..ir.analysis.none_ness import CAN_BE_NONE, facts_of
from ..ir.analysis.typing import single
from ..model.definition import Definition, Variable
from .match import Match

TRIALS, ANSWERS = 3, 60  # how often and how far a position is played on before it is believed


class Forbidden(Exception):
    """What a position has that the game does not allow."""


def check_position(state: State) -> None:
    """The table: zones, hosts, what is shown, variables and marks."""
    if not 0 <= state.rng < 1 << 64:
        raise Forbidden("its chance is none that the game could have")
    _check_zones(state)
    _check_hosts(state)
    if len(set(state.shown)) < len(state.shown):
        raise Forbidden("a card is shown to somebody twice")
    for number, variable in enumerate(state.world.definition.variables):
        _check_variable(state, number, variable)
    _check_marks(state)


def _check_zones(state: State) -> None:
    world = state.world
    speaker = Speaker(state, tuple(f"player {seat + 1}" for seat in range(world.players)), None)
    for zone, cards in enumerate(state.zones):
        family = world.definition.families[world.zones[zone].family]
        if family.room is not None and len(cards) > family.room:
            raise Forbidden(f"{speaker.zone(zone)} has room for {family.room}, not for {len(cards)}")
        strange = next((card for card in cards if family.holds and world.kind[card] not in family.holds), None)
        if strange is not None:
            raise Forbidden(f"{speaker.zone(zone)} does not hold {world.definition.rows[world.row[strange]][1].id}")


def _check_hosts(state: State) -> None:
    """A card lies under another one of the same zone, and nothing lies under itself."""
    for card, host in state.host.items():
        above = {card}
        while host >= 0:
            if host in above or state.lies_in[host] != state.lies_in[card]:
                raise Forbidden("a card lies under one that does not lie above it")
            above.add(host)
            host = state.host[host]


def _check_variable(state: State, number: int, variable: Variable) -> None:
    values = state.variables[number]
    if variable.of.is_game:
        values = [values]
    elif type(values) is not tuple or len(values) != state.world.how_many(variable.of):
        raise Forbidden(f"{variable.name} belongs to something else")
    else:
        values = [values[thing] for thing in state.world.things_of(variable.of)]
    may_be_none = bool(facts_of(state.world.definition).variables[number] & CAN_BE_NONE)
    for value in values:
        if value is None and not may_be_none:
            raise Forbidden(f"{variable.name} is never none")
        _check_value(state.world, variable, value)


def _check_value(world: World, variable: Variable, value: Any) -> None:
    if not fits(world, value, variable.type.without_extent):
        raise Forbidden(f"{variable.name} cannot be that")
    for one in value if isinstance(value, tuple) else (value,):
        is_low = one is not None and variable.low is not None and one < variable.low
        if is_low or (one is not None and variable.high is not None and one > variable.high):
            raise Forbidden(f"{variable.name} is {variable.low} to {variable.high}, not {one}")


def fits(world: World, value: Any, type: ir.Type) -> bool:
    """Whether a value has the shape of a type and is something that exists; none fits everywhere."""
    if value is None or type.sort == ir.TypeSort.ANSWERS:
        return True
    if isinstance(value, tuple):
        return type.many and len(value) <= type.length and all(fits(world, one, single(type)) for one in value)
    if type.many or not isinstance(value, int):
        return False
    return value in _range(world, type) and _is_named(world, value, type)


def _range(world: World, type: ir.Type) -> range:
    if type.sort is ir.TypeSort.MEMBER:
        return range(next((len(one.ids) for one in world.definition.types if one.name in type.names), 0))
    sorts = ir.TypeSort
    counts = {sorts.FLAG: 2, sorts.PLAYER: world.players, sorts.CARD: world.cards, sorts.ZONE: len(world.zones)}
    low, high = type.bounds
    return range(counts[type.sort]) if type.sort in counts else range(low, high + 1)


def _is_named(world: World, value: int, type: ir.Type) -> bool:
    """Whether a card is of a kind, or a zone of a family, that the type names."""
    definition = world.definition
    if type.sort == ir.TypeSort.CARD:
        return not type.names or definition.kinds[world.kind[value]].name in type.names
    return type.sort != ir.TypeSort.ZONE or not type.names or definition.families[world.zones[value].family].name in type.names


def _check_marks(state: State) -> None:
    definition = state.world.definition
    moments = {node.moment for node in _statements(definition) if isinstance(node, ir.Mark) and node.moment is not None}
    seen = set()
    for variable, thing, moment, player, waits in state.marks:
        declared = definition.variables[variable]
        is_thing = 0 <= thing < state.world.how_many(declared.of)
        is_somebody = player is None or (type(player) is int and 0 <= player < state.world.players)
        if not is_thing or not is_somebody or type(waits) is not int or waits not in (0, 1) or moment not in moments:
            raise Forbidden(f"{declared.name} does not end so")
        if (variable, thing) in seen:
            raise Forbidden(f"{declared.name} ends twice")
        seen.add((variable, thing))


def _statements(definition: Definition) -> Iterator[Any]:
    return (node for code in codes_of(definition) for node in code.instructions)


# ---------------------------------------------------------------- rules that are being carried out


def check_running(state: State) -> None:
    """Each rule stands just after the call of the next one, and the last one at a decision."""
    world = state.world
    definition, codes = world.definition, codes_of(world.definition)
    called = frozenset({definition.flow, definition.setup})
    for procedure, point, places in state.stack:
        code, rule = codes[procedure], definition.procedures[procedure]
        if procedure not in called or not 0 <= point < len(code.instructions) + 1:
            raise Forbidden(f'nothing carries out the rule "{rule.name}" there')
        if len(places) != code.slots:
            raise Forbidden(f'the rule "{rule.name}" does not remember so much')
        if not all(fits(world, value, type) for value, type in zip(places, rule.slots, strict=False)):
            raise Forbidden(f'the rule "{rule.name}" does not remember that')
        if point:
            called = _called(code.instructions[point - 1])
    if state.stack:
        procedure, point, _ = state.stack[-1]
        decisions = codes[procedure].instructions[point : point + 1]
        if not decisions or not isinstance(decisions[0], ir.Choose | ir.PickMany | ir.Ask):
            raise Forbidden(f'nobody decides in the rule "{definition.procedures[procedure].name}" there')


def _called(node: Any) -> frozenset[int]:
    if isinstance(node, ir.Dispatch):
        return frozenset(procedure for _, procedure in node.table)
    return frozenset({node.procedure}) if isinstance(node, ir.Call) else frozenset()


def try_out(match: Match) -> None:
    """Play on by chance a few times: what remembered values of the right shape cannot mean shows here, not in somebody's game.
    A rule that fails is told when it fails."""
    for seat in match.seats:
        match.view(seat)
    rng = match.state.rng
    for _ in range(TRIALS):
        trial = match.copy()
        for _ in range(ANSWERS):
            try:
                if not trial.decisions:
                    break
                decision = trial.decisions[0]
                texts = [option.text for option in decision.options]
                rng, drawn = chance.below(rng, len(texts))
                trial.answer(decision.options[drawn], decision.seat)
            except RuleError:
                break
