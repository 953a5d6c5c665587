"""Which engine plays: the only place that knows them all.

Everybody else knows the protocol. Somebody who names an engine gets that one or a sentence why not, never another.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

from ..errors import Misused
from ..model.definition import Definition
from .protocol import Driven, Engine, Maker, PlayedGames, SeatedBots, Withheld
from .python.stepper import Stepper
from .reference.interpreter import Interpreter
from .state import State
from .world import World
from .worlds import world_for


def _native(state: State, seats: tuple[str, ...]) -> Engine:
    from .native.engine import Native  # whoever plays without it does not load it

    return Native(state, seats)


ENGINES: dict[str, Maker] = {"reference": Interpreter, "python": Stepper, "native": _native}
FASTEST = "python"


@dataclass(frozen=True)
class Here:
    """An engine on this machine: whether it can play, and what it is or why not."""

    name: str
    there: bool
    about: str


def engines_here() -> tuple[Here, ...]:
    from .native.compiler import NoCompiler
    from .native.libraries import tried_out

    try:
        compiler = tried_out()
        native = Here("native", True, f"fastest, compiled by {' '.join(compiler.command)} ({compiler.version})")
    except NoCompiler as problem:
        native = Here("native", False, str(problem))
    return (
        Here("reference", True, "the meaning of the language, slow"),
        Here("python", True, "fast, plays unless somebody says otherwise"),
        native,
    )


def c_of_piece(definition: Definition, players: int, piece: str) -> str:
    """The C of a piece of the rules, for people to read; one sentence, if it cannot be written."""
    from .native.source import piece_of
    from .native.writer import Unwritten

    try:
        return piece_of(world_for(definition, players), piece)
    except Unwritten as problem:
        return f"/* {problem} */\n"


class WholeGames:
    """Plays whole games between bots inside a library, where there is one."""

    def __init__(self, world: World) -> None:
        self.world = world

    @property
    def is_ready(self) -> bool:
        """Whether a library is there without waiting."""
        from .native.libraries import ready

        return ready(self.world) is not None

    @property
    def why_not_thinking(self) -> str:
        """Why bots that look ahead cannot play so, in one sentence; nothing, if they can."""
        from .native.dealing import why_not_thinking

        return why_not_thinking(self.world.definition)

    def prepare(self) -> None:
        """Have a library made meanwhile, by a process of its own."""
        from .native.libraries import begin

        begin(self.world)

    def demand(self) -> None:
        """Wait for a library; raises one sentence if there can be none."""
        from .native.engine import demanded_by_name

        demanded_by_name(self.world)

    def play(
        self, seed: int, games: range, most_decisions: int, unit: int, keeps: bool = False,
        seated: SeatedBots | None = None, withheld: Sequence[Withheld] = (), take: int = 0,
    ) -> PlayedGames:  # fmt: skip
        from .native.libraries import demanded
        from .native.whole_games import play_games

        return play_games(demanded(self.world), seed, games, most_decisions, unit, keeps, seated, withheld, take)


class SeenGame(Protocol):
    """A game as bots inside a library follow it, with the eyes of all seats."""

    def stands_at(self, state: State) -> bool:
        """Whether this is the position that was seen last."""

    def note(self, state: State) -> None:
        """Learn from the next position, which nobody changes any more."""


class Thought(Protocol):
    """Thinks as a bot inside a library: places of options where a game stands, the best first, each with its mean; no options
    if it was stopped, None if it cannot be said there."""

    def follow(self) -> SeenGame: ...
    def weigh(
        self, followed: Any, seat: int, rng: int, ask: Callable[[int], int] | None = None
    ) -> tuple[int, list[tuple[int, float]]] | None: ...


def is_at_hand(world: World) -> bool:
    """Whether bots can think inside a library of this world without waiting."""
    from .native.dealing import why_not_thinking
    from .native.libraries import at_hand

    return not why_not_thinking(world.definition) and at_hand(world) is not None


@lru_cache(maxsize=16)
def mind_of(world: World, bots: SeatedBots) -> Thought:
    """A bot that thinks inside a library that is at hand."""
    from .native.libraries import demanded
    from .native.thinking import Mind

    return Mind(demanded(world), bots)


def driven_inside(world: World, must_be: bool) -> Callable[[int], Driven] | None:
    """Begins games of a seed inside a library: one that is there already, or else one that is waited for if it must be."""
    from .native.driving import DrivenInside
    from .native.engine import demanded_by_name
    from .native.libraries import at_hand

    library = demanded_by_name(world) if must_be else at_hand(world)
    return None if library is None else lambda seed: DrivenInside(library, seed)


class UnknownEngine(Misused):
    """Words that name no engine: one sentence that says why."""


def engine_for(name: str | None = None) -> Maker:
    """The engine of a name; without one, the fastest that there is."""
    maker = ENGINES.get(FASTEST if name is None else name)
    if maker is None:
        raise UnknownEngine(f'there is no engine "{name}"; there are: {", ".join(ENGINES)}')
    return maker
