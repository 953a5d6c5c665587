"""One game after the other for a program that learns: whose turn it is, the numbers of the options, what a seat may see.

Takes the place of an option; tells numbers only. Plays inside a compiled library where there is one, else as a match does; the
games are those of `Game.new_match` with the same seed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from ..engine.choice import driven_inside, engine_for
from ..engine.missing import numbers_of
from ..engine.observation import Observation, observation_of, observed
from ..engine.opening import new_state
from ..engine.options import bound
from ..engine.protocol import Driven, Engine, Unable
from ..engine.state import State
from ..engine.world import World
from ..errors import Misused
from .match import Match
from .refusal import number_of_seat

_Found = TypeVar("_Found")


def observe(match: Match, seat: str) -> list[int]:
    """What a seat of a match may see, as numbers: `Game.observation` says which."""
    viewer = number_of_seat(match.seats, seat)
    deciding = [match.seats.index(one.seat) for one in match.decisions]
    return observed(match.state, viewer, deciding)


class Environment:
    """Begins with the game of seed 0. `engine` is the one that must play; without it, a library that is there already does, or
    else Python."""

    def __init__(self, world: World, seats: tuple[str, ...], engine: str | None = None) -> None:
        self._world, self._seats = world, seats
        self._maker = engine_for(None if engine == "native" else engine)
        self._inside = driven_inside(world, must_be=engine == "native") if engine in (None, "native") else None
        self.reset(0)

    @property
    def observation(self) -> Observation:
        """How the words of `observe` are laid out."""
        return observation_of(self._world)

    def reset(self, seed: int) -> None:
        """Begin the game of a seed."""
        if self._inside is not None:
            try:
                self._game: Driven = self._inside(seed)
                return
            except Unable:
                pass
        self._game = _InPython(self._begun(seed))

    def _begun(self, seed: int) -> Engine:
        run = self._maker(new_state(self._world, seed), self._seats)
        run.start()
        run.run()
        return run

    def _asked(self, ask: Callable[[Driven], _Found]) -> _Found:
        """What a library cannot do is done by the engine in Python, which also goes on from there."""
        try:
            return ask(self._game)
        except Unable as unable:
            self._game = _InPython(self._at(unable.state))
            return ask(self._game)

    def _at(self, state: State) -> Engine:
        return self._maker(state, self._seats)

    def copy(self) -> Environment:
        """The same position, with the same chance to come, in an environment of its own."""
        other: Environment = object.__new__(Environment)
        other.__dict__ |= self.__dict__
        other._game = self._game.copy()
        return other

    def __copy__(self, _known: object = None) -> Environment:
        return self.copy()

    __deepcopy__ = __copy__

    def __repr__(self) -> str:
        now = "the game is over" if self.is_over else f"{self._seats[self.seat]} has {self.count} options"
        return f"<Environment of {self._world.definition.id}: {now}>"

    @property
    def is_over(self) -> bool:
        return not self._game.count

    @property
    def seat(self) -> int:
        """Whose answer comes next; of several who are asked at once, the first."""
        return self._game.seat

    @property
    def count(self) -> int:
        """How many options there are; none at the end of the game."""
        return self._game.count

    @property
    def numbers(self) -> list[int]:
        """The number of each option among `Game.actions`."""
        return [] if self.is_over else self._asked(lambda game: game.numbers())

    def step(self, option: int) -> None:
        """Answer by the place of an option, and go on to the next decision."""
        if not 0 <= option < self.count:
            raise Misused(f"there are {self.count} options, and none at place {option}")
        self._asked(lambda game: game.answer(option))

    def observe(self, seat: int | None = None) -> list[int]:
        """What a seat may see; without one, whoever answers next."""
        looking = self.seat if seat is None else seat
        if not 0 <= looking < len(self._seats):
            raise Misused(f"there are {len(self._seats)} seats, and none at place {looking}")
        return self._asked(lambda game: game.observe(looking))

    @property
    def scores(self) -> list[int]:
        """What the result says of every seat now."""
        return self._asked(lambda game: game.scores())

    @property
    def winners(self) -> list[int]:
        """The seats that have won, once the game is over."""
        return self._asked(lambda game: game.winners()) if self.is_over else []


class _InPython:
    """The same by an engine that plays a state."""

    def __init__(self, run: Engine) -> None:
        self._run = run
        self._look()

    def _look(self) -> None:
        self._decisions = self._run.decisions() if self._run.state.stack else ()
        first = self._decisions[0] if self._decisions else None
        self.seat = 0 if first is None else self._run.seats.index(first.seat)
        self.count = 0 if first is None else len(first.options)

    def copy(self) -> _InPython:
        return _InPython(self._run.copy())

    def answer(self, option: int) -> None:
        self._run.answer(self.seat, *bound(self._decisions[0].options[option]))
        self._look()

    def numbers(self) -> list[int]:
        return list(self._decisions[0].numbers)

    def observe(self, seat: int) -> list[int]:
        return observed(self._run.state, seat, [self._run.seats.index(one.seat) for one in self._decisions])

    def scores(self) -> list[int]:
        return list(numbers_of(self._run, self._run.seats, self._run.definition.score).values())

    def winners(self) -> list[int]:
        winner = self._run.definition.winner
        return sorted(set(self._run.ask(winner, (None, None)) or ())) if winner is not None else []
