"""What each card of a game is worth: by taking it away, by a blank in its place, and by what choosing it does.

Takes a game and bots; returns one weight for every card and every action, and one for every seat and option. Nothing is told
from who happened to have what: a card is always taken away, or chosen, by whoever asks.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from ..engine.trouble import RuleError
from ..game import Game
from ..model.definition import Definition
from .blanks import can_be_blank, can_be_removed, can_be_withheld, with_blank, without_row
from .games import get_ready
from .hiring import Workers, as_many_as
from .plan import USUAL, Plan, Seating, new_plan
from .scale import WATCHED, Scale
from .sequences import FEWEST, RunningMean
from .sharing import shared_out
from .standings import seats_of, settings_of, settings_to_weigh
from .tally import card_names
from .uptake import Choices, Thing, choices_of
from .weights import Weighing, Weight

CARDS = ("removal", "blank", "choice")
WAYS = (*CARDS, "seat", "option")
SURELY = 500  # games that most cards take at least

Progress = Callable[[int, int, str], None]  # how many pieces of work are done, of how many, and what is known of the next


def weigh(
    game: Game,
    games: int = 4000,
    seating: Seating = USUAL,
    within: float = 0.02,
    ways: Collection[str] = WAYS,
    only: str = "",
    workers: Workers | None = None,
    progress: Progress | None = None,
    choices: int = 200,
) -> Weighing:
    """Weigh every card whose name contains `only`, each until its interval is as narrow as `within`, or for so many games;
    `choices` games tell what is chosen. Ctrl-C ends it with what is done so far."""
    plan = new_plan(game, seating)
    weights = {weight.thing: weight for weight in _cards(game.definition) if only.casefold() in weight.name.casefold()}
    jobs = list(_jobs(game.definition, weights, ways))
    settings = settings_to_weigh(plan, game.definition, seating.options, only) if "option" in ways else []
    scale = Scale(game, plan, games, within, as_many_as(workers), len(jobs) + len(settings))
    work = _Work(scale, weights, jobs, choices if "choice" in ways else 0, only, progress)
    standings, is_stopped = [], False
    try:
        work.weigh_cards()
        work.weigh_choices()
        standings = list(settings_of(scale, settings))
        standings += seats_of(scale) if "seat" in ways else []  # last: all usual games tell of seats
    except KeyboardInterrupt:
        is_stopped = True
        if work.at is not None:
            work.at.broken_off = True
    seen = tuple(one for one in weights.values() if one.worth.count or one.uptake.offered or one.needed or one.idle)
    shown = sorted((one for one in standings if only.casefold() in one.name.casefold()), key=lambda one: -one.more.mean)
    usual = tuple(scale.usual)
    return Weighing(plan.seats, plan.bots, plan.seed, game, within, usual, seen, tuple(shown), work.choices, is_stopped)


@dataclass
class _Work:
    """What is weighed, and what of it is under way."""

    scale: Scale
    weights: dict[Thing, Weight]
    jobs: list[tuple[Weight, str]]
    wished: int  # games that tell what is chosen
    only: str
    progress: Progress | None
    at: Weight | None = None
    choices: int = 0
    done: int = 0

    def weigh_cards(self) -> None:
        scale = self.scale
        get_ready(scale.game, scale.plan, min(scale.games, SURELY) * len(self.jobs), scale.workers)
        for weight, way in self.jobs:
            self.at = weight
            self._tell(weight.name)
            try:
                lost = scale.weigh(*_changed(scale, weight, way), partial(self._note, weight, way))
            except RuleError as problem:
                scale.play_usual(FEWEST)  # a rule that fails with all cards is told
                weight.needed = problem.message
            else:
                setattr(weight, way, lost if lost.different else RunningMean())
                weight.idle = lost.count if way == "removal" and not lost.different else weight.idle
            self.at, self.done = None, self.done + 1

    def _note(self, weight: Weight, way: str, lost: RunningMean) -> None:
        setattr(weight, way, lost)
        low, high = lost.interval(WATCHED)
        self._tell(f"{weight.name} {100 * lost.mean:+z.1f} ({100 * low:+z.1f} to {100 * high:+z.1f})")

    def _tell(self, news: str) -> None:
        if self.progress is not None:
            self.progress(self.done, len(self.jobs) + bool(self.wished), news)

    def weigh_choices(self) -> None:
        scale = self.scale
        for one in shared_out(scale.game, scale.plan, choices_of, range(self.wished), scale.workers):
            self._count(one)
            self.choices += 1
            self._tell(f"{self.choices:,} of {self.wished:,} games of choices")

    def _count(self, found: Choices) -> None:
        for thing, times in found.offered.items():
            if thing not in self.weights and thing[0] == "action" and self.only.casefold() in thing[1].casefold():
                self.weights[thing] = Weight(thing, thing[1])
            if thing in self.weights:
                self.weights[thing].uptake.add(times, found.chosen[thing], found.by_chance[thing])
        for thing, added in found.worth.items():
            if thing in self.weights:
                self.weights[thing].choosing.add(added)
                self.weights[thing].rivals.add(found.beside[thing])


def _cards(definition: Definition) -> Iterator[Weight]:
    for name, (kind, row) in zip(card_names(definition), definition.rows, strict=True):
        yield Weight(("card", row.id), name, kind)


def _jobs(definition: Definition, weights: Mapping[Thing, Weight], ways: Collection[str]) -> Iterator[tuple[Weight, str]]:
    for number, (_, row) in enumerate(definition.rows):
        weight = weights.get(("card", row.id))
        if weight is not None and "removal" in ways and can_be_removed(definition, number):
            yield weight, "removal"
        if weight is not None and "blank" in ways and can_be_blank(definition, number):
            yield weight, "blank"


def _changed(scale: Scale, weight: Weight, way: str) -> tuple[Game, Plan]:
    """The game and the plan without a card, or with a blank in its place."""
    game, plan, definition = scale.game, scale.plan, scale.game.definition
    row = next(number for number, (_, one) in enumerate(definition.rows) if one.id == weight.thing[1])
    if way == "blank":
        changed, absent = with_blank(definition, row, len(plan.seats))
        return replace(game, definition=changed), replace(plan, absent=absent)
    if can_be_withheld(definition, row):
        return game, replace(plan, withheld=row)
    return game, replace(plan, absent=without_row(definition, row))
