"""What each card of a game is worth: by taking it away, by a blank in its place, and by what choosing it does.

Takes a game and bots; returns one weight for every card and every plain option, with intervals that may be watched. Nothing is
told from who happened to have what: a card is always taken away, or chosen, by whoever asks.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace

from ..engine.trouble import RuleError
from ..game import Game
from ..model.definition import Definition
from .blanks import can_be_blank, can_be_removed, can_be_withheld, with_blank, without_row
from .hiring import Workers, as_many_as
from .plan import USUAL, Lineup, Plan, Seating, new_plan
from .scale import Scale, fewer_games
from .sequences import FEWEST, FEWEST_DIFFERENT, RunningMean, unseen
from .sharing import shared_out
from .standings import Standing, seats_of, settings_of
from .tally import card_names
from .uptake import Thing, choices_of

CARDS = ("removal", "blank", "choice")
WAYS = (*CARDS, "seat", "option")
ALPHA = 0.05
FEWEST_CHOSEN = 150  # decisions before something is called dominated: what is better in 2 % of them shows

Progress = Callable[[int, int], None]  # how many pieces of work are done, of how many


@dataclass
class Weight:
    """One card or plain option. `removal` and `blank` have the part of a win that the first seat loses without it, `choosing`
    what it adds at a decision to take it; `better` and `worse` are such decisions at which it was better than some other thing,
    and at which another was better.
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

    def choose(self, added: float, is_better: bool, is_worse: bool) -> None:
        self.choosing.add(added)
        self.better += is_better
        self.worse += is_worse

    @property
    def is_dominated(self) -> bool:
        """Whether it was never better than anything else, though often enough worse: on the same deals, with the same chance. A
        near tie is better now and then, and shows it in as many decisions."""
        return self.choosing.count >= FEWEST_CHOSEN and not self.better and self.worse >= FEWEST_DIFFERENT


@dataclass(frozen=True)
class Weighing(Lineup):
    game: Game
    within: float
    usual: tuple[RunningMean, ...]  # the part of wins that each seat has when nothing is taken away
    weights: tuple[Weight, ...]
    standings: tuple[Standing, ...] = ()

    def remarks(self, weight: Weight) -> tuple[str, ...]:
        """What a designer should look at, with all rows in mind."""
        ways = (("better without it", weight.removal), ("better blank", weight.blank))
        told = [words for words, running in ways if running.mean < 0 and self.is_sure(running)]
        if weight.needed:
            told.append("needed by the rules")
        if weight.offered >= FEWEST and not weight.chosen:
            told.append("never chosen")
        if weight.is_dominated:
            told.append("dominated")
        return tuple(told)

    def evidence(self, weight: Weight) -> str:
        """What the remarks of choices rest on, in one line; nothing where there is nothing to say."""
        told = []
        if "never chosen" in self.remarks(weight):
            told.append(f"left at all of {weight.offered:,} decisions")
        if weight.is_dominated:
            times, most = weight.choosing.count, 100 * unseen(weight.choosing.count)
            told.append(f"played on at {times:,} decisions, worse than another answer at {weight.worse:,} and never better "
                        f"than any (so at {most:.1f} % of them at most)")  # fmt: skip
        return "; ".join(told)

    def is_sure(self, running: RunningMean) -> bool:
        return running.fixed_chance() * (len(self.weights) + len(self.standings)) <= ALPHA

    def interval(self, running: RunningMean) -> tuple[float, float]:
        """What a weight may be with 95 %: only the width of it ends a weighing, never what it shows."""
        return running.fixed_interval(ALPHA)

    @property
    def saving(self) -> float | None:
        """How many times more games plain counting would have needed, for the card in the middle."""
        saved = sorted(found for one in self.weights if one.removal.count
                       if (found := fewer_games(self.usual[0], one.removal)) is not None)  # fmt: skip
        return saved[len(saved) // 2] if saved else None

    def sorted(self) -> list[Weight]:
        """What needs a look first, then the dearest first."""
        return sorted(self.weights, key=lambda one: (not self.remarks(one), not one.worth.count, -one.worth.mean))


def weigh(
    game: Game,
    games: int = 4000,
    seating: Seating = USUAL,
    within: float = 0.02,
    ways: Collection[str] = WAYS,
    only: str = "",
    workers: Workers | None = None,
    progress: Progress | None = None,
) -> Weighing:
    """Weigh every card whose name contains `only`, each until its interval is as narrow as `within`, or for so many games."""
    plan = new_plan(game, seating)
    scale = Scale(game, plan, games, within, as_many_as(workers))
    weights = {weight.thing: weight for weight in _cards(game.definition) if only.casefold() in weight.name.casefold()}
    jobs = list(_jobs(game.definition, weights, ways))
    for done, (weight, way) in enumerate(jobs):
        try:
            lost = scale.weigh(*_changed(game, plan, weight, way))
        except RuleError as problem:
            scale.play_usual(FEWEST)  # a rule that fails with all cards is told
            weight.needed = problem.message
        else:
            setattr(weight, way, lost if lost.different else RunningMean())
        if progress is not None:
            progress(done + 1, len(jobs) + 1)
    if "choice" in ways:
        _choose(game, plan, games, weights, scale.workers, only)
    seen = tuple(one for one in weights.values() if one.worth.count or one.offered or one.needed)
    standings = list(settings_of(scale, seating.options)) if "option" in ways else []
    standings += seats_of(scale) if "seat" in ways else []  # last: all usual games tell of seats
    shown = sorted((one for one in standings if only.casefold() in one.name.casefold()), key=lambda one: -one.more.mean)
    return Weighing(plan.seats, plan.bots, plan.seed, game, within, tuple(scale.usual), seen, tuple(shown))


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


def _changed(game: Game, plan: Plan, weight: Weight, way: str) -> tuple[Game, Plan]:
    """The game and the plan without a card, or with a blank in its place."""
    definition = game.definition
    row = next(number for number, (_, one) in enumerate(definition.rows) if one.id == weight.thing[1])
    if way == "blank":
        changed, absent = with_blank(definition, row, len(plan.seats))
        return replace(game, definition=changed), replace(plan, absent=absent)
    if can_be_withheld(definition, row):
        return game, replace(plan, withheld=row)
    return game, replace(plan, absent=without_row(definition, row))


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
                weights[thing].choose(added, *one.beside[thing])
