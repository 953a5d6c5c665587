"""What each card of a game is worth: by taking it away, by a blank in its place, and by what choosing it does.

Takes a game and bots; returns one weight for every card and every plain option, with intervals that may be watched. Nothing is
told from who happened to have what: a card is always taken away, or chosen, by whoever asks.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ..engine.trouble import RuleError
from ..game import Game
from ..model.definition import Definition
from .blanks import WEIGHED, can_be_blank, can_be_removed, with_blank, without_row
from .compare import growing_parts
from .games import played_by
from .hiring import Workers, as_many_as
from .plan import Plan, new_plan
from .sampling import wins_of
from .sequences import FEWEST, FEWEST_DIFFERENT, RunningMean
from .sharing import shared_out
from .tally import card_names
from .uptake import Thing, choices_of

WAYS = ("removal", "blank", "choice")
ALPHA = 0.05

Progress = Callable[[int, int], None]  # how many pieces of work are done, of how many


@dataclass
class Weight:
    """One card or plain option. `removal` and `blank` have the part of a win that the first seat loses without it, `choosing`
    what it adds at a decision to take it; `better` and `worse` are such decisions at which it did, and at which it cost.
    `needed` says why the game cannot be played without it; nothing where it can."""

    thing: Thing
    name: str
    removal: RunningMean = field(default_factory=RunningMean)
    blank: RunningMean = field(default_factory=RunningMean)
    choosing: RunningMean = field(default_factory=RunningMean)
    offered: int = 0
    chosen: int = 0
    games: int = 0  # in which it was offered
    better: int = 0
    worse: int = 0
    needed: str = ""

    @property
    def worth(self) -> RunningMean:
        """What it goes by in a list: the surest way in which it was weighed."""
        return next((one for one in (self.removal, self.blank) if one.count), self.choosing)

    @property
    def waits(self) -> float:
        """How often it is left, in a game in which it could be taken."""
        return (self.offered - self.chosen) / self.games if self.games else 0.0

    def choose(self, added: float) -> None:
        self.choosing.add(added)
        self.better += added > 0
        self.worse += added < 0


@dataclass(frozen=True)
class Weighing:
    game: Game
    seats: tuple[str, ...]
    bots: tuple[str, ...]
    seed: int
    within: float
    usual: RunningMean  # the part of wins that the first seat has when nothing is taken away
    weights: tuple[Weight, ...]

    def remarks(self, weight: Weight) -> tuple[str, ...]:
        """What a designer should look at, with all rows in mind."""
        ways = (("better without it", weight.removal), ("better blank", weight.blank))
        told = [words for words, running in ways if running.mean < 0 and self.is_sure(running)]
        if weight.needed:
            told.append("needed by the rules")
        if weight.offered >= FEWEST and not weight.chosen:
            told.append("never chosen")
        if weight.choosing.count >= FEWEST and weight.worse >= FEWEST_DIFFERENT and not weight.better:
            told.append("dominated")
        return tuple(told)

    def is_sure(self, running: RunningMean) -> bool:
        return running.chance() * len(self.weights) <= ALPHA

    def sorted(self) -> list[Weight]:
        """What needs a look first, then the dearest first."""
        return sorted(self.weights, key=lambda one: (not self.remarks(one), not one.worth.count, -one.worth.mean))


def weigh(
    game: Game,
    games: int = 1000,
    seats: Sequence[str] | int | None = None,
    bots: str | Sequence[str] = "random",
    seed: int = 0,
    options: Mapping[str, str | int | bool] | None = None,
    within: float = 0.02,
    ways: Collection[str] = WAYS,
    only: str = "",
    workers: Workers | None = None,
    progress: Progress | None = None,
) -> Weighing:
    """Weigh every card whose name contains `only`, each until its interval is as narrow as `within`, or for so many games."""
    plan = new_plan(game, seats, bots, seed, options)
    scale = _Scale(game, plan, games, within, as_many_as(workers))
    weights = {weight.thing: weight for weight in _cards(game.definition) if only.casefold() in weight.name.casefold()}
    jobs = list(_jobs(game.definition, weights, ways))
    for done, (weight, way) in enumerate(jobs):
        try:
            scale.weigh(weight, way)
        except RuleError as problem:
            scale.play_all()  # a rule that fails with all cards is told
            weight.needed = problem.message
            setattr(weight, way, RunningMean())
        if progress is not None:
            progress(done + 1, len(jobs) + 1)
    if "choice" in ways:
        _choose(game, plan, games, weights, scale.workers, only)
    seen = tuple(one for one in weights.values() if one.worth.count or one.offered or one.needed)
    return Weighing(game, plan.seats, plan.bots, seed, within, scale.usual, seen)


def _cards(definition: Definition) -> Iterator[Weight]:
    for name, (_, row) in zip(card_names(definition), definition.rows, strict=True):
        yield Weight(("card", row.id), name)


def _jobs(definition: Definition, weights: Mapping[Thing, Weight], ways: Collection[str]) -> Iterator[tuple[Weight, str]]:
    for number, (_, row) in enumerate(definition.rows):
        weight = weights.get(("card", row.id))
        if weight is not None and "removal" in ways and can_be_removed(definition, number):
            yield weight, "removal"
        if weight is not None and "blank" in ways and can_be_blank(definition, number):
            yield weight, "blank"


@dataclass
class _Scale:
    """Plays the same seeds with and without a card; games as they are usually played are played once for all cards."""

    game: Game
    plan: Plan
    games: int
    within: float
    workers: Workers
    usual: RunningMean = field(default_factory=RunningMean)
    wins: list[float] = field(default_factory=list)

    def weigh(self, weight: Weight, way: str) -> None:
        definition = self.game.definition
        row = next(number for number, (_, one) in enumerate(definition.rows) if one.id == weight.thing[1])
        game, absent, running = self.game, without_row(definition, row), weight.removal
        if way == "blank":
            changed, absent = with_blank(definition, row, len(self.plan.seats))
            game, running = replace(self.game, definition=changed), weight.blank
        for part in growing_parts(self.games):
            for number, win in zip(part, self._wins(game, replace(self.plan, absent=absent), part), strict=True):
                running.add(self._usual(number, part) - win)
            if running.radius(ALPHA) <= self.within:
                return

    def play_all(self) -> None:
        """Play the first games with all cards."""
        self._usual(0, next(growing_parts(self.games)))

    def _usual(self, number: int, part: range) -> float:
        if number >= len(self.wins):
            for win in self._wins(self.game, self.plan, part):
                self.wins.append(win)
                self.usual.add(win)
        return self.wins[number]

    def _wins(self, game: Game, plan: Plan, part: range) -> Iterator[float]:
        return (wins_of(game.definition, one)[WEIGHED] for one in played_by(game, plan, part, self.workers))


def _choose(game: Game, plan: Plan, games: int, weights: dict[Thing, Weight], workers: Workers, only: str) -> None:
    for one in shared_out(game, plan, choices_of, range(games), workers):
        for thing, times in one.offered.items():
            if thing not in weights and thing[0] == "option" and only.casefold() in thing[1].casefold():
                weights[thing] = Weight(thing, thing[1])
            if thing in weights:
                weight = weights[thing]
                weight.offered, weight.chosen = weight.offered + times, weight.chosen + one.chosen[thing]
                weight.games += 1
        for thing, added in one.worth.items():
            if thing in weights:
                weights[thing].choose(added)
