"""Measures of the designer's own: what is counted in every game beside wins and scores.

Takes a definition; returns the same one with places in which what is found at steps is added up, and reads off a game that is
over what each measure came to. The game is played just the same: nothing asks for these places.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from .. import ir
from ..engine.protocol import Engine
from ..game import Game
from ..ir.ranges import MOST
from ..ir.walk import with_parts
from ..model.definition import Definition, GameMeasure, Variable

Found = tuple[int, int]  # what was found at all times together, and how often
_NUMBER = replace(ir.NUMBER, low=-MOST, high=MOST)
_TIMES = replace(ir.NUMBER, low=0, high=MOST)


@dataclass(frozen=True, slots=True)
class Gauge:
    """A measure of one seat, or of the game; `is_share` tells a condition from a number."""

    name: str
    seat: str | None
    is_share: bool

    @property
    def words(self) -> str:
        told = self.name.replace("_", " ")
        return told if self.seat is None else f"{told} of {self.seat}"


def gauges_of(definition: Definition, seats: Sequence[str]) -> list[Gauge]:
    """Everything that is read off a game, in the order in which it is told."""
    return [
        Gauge(one.name, seat, definition.functions[one.function].type.sort is ir.TypeSort.FLAG)
        for one in definition.measures
        for seat in (seats if one.of.is_player else (None,))
    ]


def found_at_end(run: Engine) -> tuple[Found, ...]:
    """What every gauge shows when a game is over."""
    found: list[Found] = []
    for one in run.definition.measures:
        for player in range(len(run.seats)) if one.of.is_player else (None,):
            found.append(_sampled(run, one.samples, player) if one.samples is not None else _asked(run, one, player))
    return tuple(found)


def _asked(run: Engine, measure: GameMeasure, player: int | None) -> Found:
    number = run.ask(measure.function, (player, player))
    return (0, 0) if number is None else (int(number), 1)


def _sampled(run: Engine, variable: int, player: int | None) -> Found:
    state = run.state
    return state.read(variable, player), state.read(variable + 1, player)


# ---------------------------------------------------------------- a game that is measured


def measured(game: Game) -> Game:
    """The game as it is played to be measured."""
    return replace(game, definition=with_samples(game.definition))


@lru_cache(maxsize=64)
def with_samples(definition: Definition) -> Definition:
    """The same definition, in which what is measured at steps is taken there; itself where nothing is."""
    taken = [one for one in definition.measures if one.at and one.samples is None]
    if not taken:
        return definition
    variables, procedures, calls = list(definition.variables), list(definition.procedures), dict[int, list[ir.Stmt]]()
    measures = []
    for one in definition.measures:
        if one in taken:
            first = len(variables)
            variables += [_variable(one, "sum", _NUMBER), _variable(one, "times", _TIMES)]
            label = definition.stretch_numbers[one.at]
            calls.setdefault(label, []).append(ir.Call(len(procedures), (ir.Const(None), ir.Const(None))))
            procedures.append(_taking(definition, one, first))
            one = replace(one, samples=first)
        measures.append(one)
    return replace(
        definition,
        variables=tuple(variables),
        procedures=tuple(replace(one, body=_with_calls(one.body, calls)) for one in procedures),
        measures=tuple(measures),
        fingerprint=f"{definition.fingerprint} measured",
    )


def _variable(measure: GameMeasure, what: str, type: ir.Type) -> Variable:
    return Variable(f"{what} of {measure.name}", measure.of, type, ir.Const(0), type.low, type.high)


def _taking(definition: Definition, measure: GameMeasure, first: int) -> ir.Procedure:
    """Adds what is found now; what is none is not counted."""
    function = definition.functions[measure.function]
    everybody = replace(ir.PLAYER_TYPE, many=True, capacity=definition.most)
    index = replace(ir.NUMBER, low=-1, high=definition.most)
    slots = (ir.NOTHING, ir.NOTHING, ir.PLAYER_TYPE, ir.PLAYER_TYPE, function.type, everybody, index)
    it, player, value, items, place = range(2, 7)
    whose: ir.Expr | None = ir.Local(player) if measure.of.is_player else None
    asked = ir.Local(player) if measure.of.is_player else ir.Const(None)
    number: ir.Expr = ir.Local(value)
    if function.type.sort is ir.TypeSort.FLAG:
        number = ir.Either(number, ir.Const(1), ir.Const(0))
    writes = ir.Seq((ir.Write(first, whose, number, True), ir.Write(first + 1, whose, ir.Const(1), True)))
    take: ir.Stmt = ir.Seq((
        ir.Let(value, ir.Apply(measure.function, (asked, asked))),
        ir.If(ir.Op(ir.Sign.IS_NONE, (ir.Local(value),)), ir.NOTHING_TO_DO, writes),
    ))  # fmt: skip
    if measure.of.is_player:
        take = ir.Each(player, ir.Fold(ir.FoldKind.LIST, it, ir.All(ir.ThingSort.PLAYER)), take, None, items, place)
    names = ("player", "this", "it", "whose", "value", "items", "index")
    return ir.Procedure(f"measure {measure.name}", slots, 2, take, function.file, function.line, names)


def _with_calls(body: Any, calls: dict[int, list[ir.Stmt]]) -> Any:
    """The same rules; whatever is taken at a step is taken before anything happens in it."""
    changed = with_parts(body, lambda part: _with_calls(part, calls))
    if isinstance(changed, ir.Block) and changed.label in calls:
        return replace(changed, body=ir.Seq((*calls[changed.label], changed.body)))
    return changed
