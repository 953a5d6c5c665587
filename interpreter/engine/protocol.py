"""What every engine can do, however it carries rules out.

A match, a bot and a study know this and no engine. All engines lay the same frames on the stack of the same state, so that one
can go on where another stands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ..model.definition import Definition
from .chance import ForcedChance
from .effect_rows import Row
from .offering import Offered
from .options import Decision
from .state import State

Policy = Callable[[State, int, int, int], int]  # state, seat, number of options, place of decision -> which one
Draw = Callable[[], float]  # a number from 0 up to 1
OneOfMany = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...]]


class Engine(Protocol):
    """Runs one state from decision to decision. `forced` is what chance must give next, if somebody says so; `rows` are the
    effects that were noted, if somebody wants to compare them."""

    state: State
    definition: Definition
    seats: tuple[str, ...]
    forced: ForcedChance
    rows: list[Row] | None

    def start(self) -> None:
        """Let the set-up come next, and then the flow. Nothing is carried out yet."""

    def copy(self) -> Engine:
        """The same position in an engine of its own."""

    def call(self, procedure: int, arguments: tuple[Any, ...]) -> None:
        """Begin a procedure, before anything that is waiting already."""

    def run(self, floor: int = 0, until: str = "") -> None:
        """Go on until somebody must decide, only `floor` frames are left, or a stretch of a name is what comes next."""

    def decisions(self) -> tuple[Decision, ...]:
        """Everybody who must decide now, with their options."""

    def answer(self, seat: int, branch: int, values: tuple[Any, ...], until: str = "") -> None:
        """Carry an answer out and go on, as `run` does."""

    def ask(self, function: int, arguments: tuple[Any, ...]) -> Any:
        """What a function of the definition answers now."""

    def ask_each(self, function: int, questions: Sequence[tuple[Any, ...]]) -> list[Any]:
        """The same, asked of one after the other within one budget."""

    def play_out(self, policy: Policy) -> None:
        """Go on to the end of the game: the policy picks."""

    def on_offer(self) -> Offered:
        """What is offered where a policy is asked, if abilities are counted."""

    def play_by_chance(self, draw: Draw) -> None:
        """Go on to the end of the game, with every option as likely as every other."""

    def count_abilities(self, fired: list[int]) -> None:
        """From now on count in a list, by procedure, how often each ability comes into effect."""

    def note_rows(self) -> None:
        """From now on note each effect as a row."""


class Driven(Protocol):
    """One game that is driven answer by answer, in numbers alone: `seat` decides among `count` options, none at the end."""

    seat: int
    count: int

    def copy(self) -> Driven: ...
    def answer(self, option: int) -> None: ...
    def numbers(self) -> list[int]: ...
    def observe(self, seat: int) -> list[int]: ...
    def scores(self) -> list[int]: ...
    def winners(self) -> list[int]: ...


class Unable(Exception):
    """What an engine cannot do, at a position where another can go on."""

    def __init__(self, state: State) -> None:
        super().__init__()
        self.state = state


@dataclass(frozen=True)
class PlayedGames:
    """What was counted of whole games, one after the other: of each its decisions, rounds, winners (as bits) and scores by
    seat; of all together the rows of cards (had, wins of those who had it, played, wins of those who played it) and what came
    into effect by procedure. `each` has, where somebody wants to know, the same of every single game: by row the seats that had
    it and that played it as bits, what came into effect, and what was offered and chosen; `found` has what every gauge of its
    measures showed, `offered` and `chosen` how often what could be chosen was. If they are fewer than were wanted, the next one
    cannot be."""

    decisions: list[int]
    rounds: list[int]
    winners: list[int]
    scores: list[list[int]]
    rows: list[list[int]]
    fired: list[int]
    each: list[OneOfMany]
    found: list[tuple[tuple[int, int], ...]]
    offered: list[int]
    chosen: list[int]


@dataclass(frozen=True, slots=True)
class Withheld:
    """A card that a seat never gets, the zone where it begins, and the one that is refilled from; -1 if there is none."""

    seat: int
    card: int
    home: int
    refill: int


BOTS_INSIDE = ("random", "greedy", "search")  # bots that an engine may know how to play, by their numbers there


@dataclass(frozen=True)
class SeatedBots:
    """Bots of all seats as an engine knows them: the name of each (one of `BOTS_INSIDE`) and its budget of deals or iterations
    (0: as long as somebody says), whether everybody moves one seat on after each game, the rivals of each seat as bits, and how
    large scores are where there are none."""

    bots: tuple[tuple[str, int], ...]
    rotates: bool
    rivals: tuple[int, ...]
    size: float


class Maker(Protocol):
    """Makes an engine for a state."""

    def __call__(self, state: State, seats: tuple[str, ...], /) -> Engine: ...
