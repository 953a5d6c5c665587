"""What a starting seat and an option of the game are worth: who sits there, and what is settled before a game begins.

Takes a scale with usual games on it; returns how much more than its share each seat wins, and how much more than usual the
first seat wins with another value of an option. Options that somebody has set stay as they are.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace

from .. import ir
from ..engine.trouble import RuleError
from ..model.definition import Definition, GameOption
from .plan import Plan
from .scale import Scale
from .sequences import RunningMean

MOST_VALUES = 6  # of more values of an option, the ends and those beside the usual one

Setting = tuple[str, GameOption, int]  # how it is called, the option and its value


@dataclass(frozen=True)
class Standing:
    """A seat, or an option with a value, and the part of a win that it adds."""

    is_seat: bool
    name: str
    more: RunningMean


def seats_of(scale: Scale) -> Iterator[Standing]:
    """What each seat wins beyond its share; in a game that all win together, nobody has a share."""
    definition, seats = scale.game.definition, scale.plan.seats
    if definition.together or len(seats) < 2:
        return
    scale.play_usual_until_known()
    fair = 1 / (definition.teams or len(seats))
    for name, own in zip(seats, scale.usual, strict=True):
        yield Standing(True, name, replace(own, mean=own.mean - fair))


def settings_of(scale: Scale, settings: Iterable[Setting]) -> Iterator[Standing]:
    """What the first seat wins more with another value of each option; values with which a rule fails are left out."""
    for name, option, value in settings:
        changed = replace(scale.plan, options={**scale.plan.options, option.name: value})
        try:
            lost = scale.weigh(scale.game, changed)
        except RuleError:
            continue
        yield Standing(False, name, replace(lost, mean=-lost.mean))


def settings_to_weigh(plan: Plan, definition: Definition, settled: Collection[str], only: str) -> list[Setting]:
    """Every other value of an option that nobody has settled, and whose words contain some text."""
    every = [
        (f"{option.name}={option.written(value)}", option, value)
        for option in definition.options
        if option.name not in settled
        for value in _values(option, len(plan.seats))
    ]
    return [one for one in every if only.casefold() in one[0].casefold()]


def _values(option: GameOption, seats: int) -> list[int]:
    """Other values than the usual one."""
    if option.type.sort == ir.TypeSort.PLAYER:
        every = range(seats)
    elif option.type.sort == ir.TypeSort.FLAG:
        every = range(2)
    elif option.choices:
        every = range(len(option.choices))
    else:
        every = range(option.low, option.high + 1)
    if len(every) > MOST_VALUES:
        near = {every[0], option.default - 1, option.default + 1, every[-1]}
        return sorted(value for value in near if value in every and value != option.default)
    return [value for value in every if value != option.default]
