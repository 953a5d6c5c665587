"""What weighing a game has found: one weight for every card and action, what a designer should look at, and why.

Holds sums and says what can be said of them with all rows in mind. An interval that is seen while games are still played is
wider than the one at the end, so that all that was ever shown is true with 95 %.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from ..game import Game
from .plan import Lineup
from .rivals import SELDOM, Matchup, Rivals, Uptake, comparisons, unseen_below
from .scale import ENDED, WATCHED, fewer_games
from .sequences import FEWEST, RunningMean, unseen
from .standings import Standing
from .statistics import rounded
from .uptake import Thing

ALPHA = 0.05
MILD = {"stands out", "avoided"}  # remarks on cards with which nothing need be wrong
FEWEST_ALIKE = 5  # cards of a kind, before one of them can stand out


@dataclass
class Weight:
    """One card or action. `removal` and `blank` have the part of a win that the first seat loses without it, `choosing` what it
    adds at a decision to take it. `needed` says why the game cannot be played without it, nothing where it can, and `idle` how
    many games were played without it if nobody else won any of them; `kind` is that of a card. It is `broken_off` where
    somebody ended it who saw what it showed."""

    thing: Thing
    name: str
    kind: int = -1
    removal: RunningMean = field(default_factory=RunningMean)
    blank: RunningMean = field(default_factory=RunningMean)
    choosing: RunningMean = field(default_factory=RunningMean)
    uptake: Uptake = field(default_factory=Uptake)
    rivals: Rivals = field(default_factory=Rivals)
    idle: int = 0
    needed: str = ""
    broken_off: bool = False

    @property
    def worth(self) -> RunningMean:
        """What it goes by in a list: the surest way in which it was weighed."""
        return next((one for one in (self.removal, self.blank) if one.count), self.choosing)

    def interval(self, running: RunningMean) -> tuple[float, float]:
        """What it may be: with 96 % at the end, since only the width of it ends a weighing; with 99 % at all moments before."""
        return running.interval(WATCHED) if self.broken_off else running.fixed_interval(ENDED)

    def chance(self, running: RunningMean) -> float:
        return running.chance(WATCHED) if self.broken_off else running.fixed_chance()


@dataclass(frozen=True)
class Weighing(Lineup):
    game: Game
    within: float
    usual: tuple[RunningMean, ...]  # the part of wins that each seat has when nothing is taken away
    weights: tuple[Weight, ...]
    standings: tuple[Standing, ...] = ()
    choices: int = 0  # games that tell what is chosen
    is_stopped: bool = False  # by Ctrl-C, before all was weighed

    @property
    def rows(self) -> int:
        return len(self.weights) + len(self.standings)

    def is_sure(self, running: RunningMean, weight: Weight | None = None) -> bool:
        """Whether it is different from nothing by more than chance, with all rows in mind."""
        chance = running.fixed_chance() if weight is None else weight.chance(running)
        return chance * self.rows <= ALPHA

    def remarks(self, weight: Weight) -> tuple[str, ...]:
        """What a designer should look at."""
        return tuple(self._remarks(weight))

    def _remarks(self, weight: Weight) -> Iterator[str]:
        for words, running in (("better without it", weight.removal), ("better blank", weight.blank)):
            if running.mean < 0 and self.is_sure(running, weight):
                yield words
        if weight.needed:
            yield "needed by the rules"
        if weight.idle:
            yield f"no win of {weight.idle:,} hung on it"
        if self.stands_out(weight):
            yield "stands out"
        if self.is_never_chosen(weight):
            yield "never chosen"
        elif weight.uptake.beyond.mean < 0 and weight.uptake.beyond.chance() * self.rows <= ALPHA:
            yield "avoided"
        if self.is_dominated(weight):
            yield "dominated"

    def stands_out(self, weight: Weight) -> bool:
        """Whether a card is worth more to have than the cards of its kind are on average, by more than chance."""
        alike = [one.removal.mean for one in self.weights if one.kind == weight.kind and one.removal.count]
        if not weight.removal.count or len(alike) < FEWEST_ALIKE:
            return False
        own = weight.removal
        beyond = RunningMean(own.count, own.mean - sum(alike) / len(alike), own.squares, own.different)
        return beyond.mean > 0 and self.is_sure(beyond, weight)

    def is_never_chosen(self, weight: Weight) -> bool:
        return weight.uptake.offered >= FEWEST and not weight.uptake.chosen

    # ---- what is never better than something else

    @cached_property
    def _alpha(self) -> float:
        """How likely one comparison may mislead, so that all of them together seldom do."""
        return ALPHA / max(1, comparisons({one.thing: one.rivals for one in self.weights}))

    def at_most(self, matchup: Matchup) -> float:
        """How often something may be better that never was."""
        return unseen(matchup.count, self._alpha)

    def is_dominated(self, weight: Weight) -> bool:
        """Whether something is never better than something else, so far as anybody minds: on the same deals, with the same
        chance. A near tie is better now and then, and shows it in as many decisions."""
        found = weight.rivals.strongest()
        return found is not None and self.at_most(found[1]) <= SELDOM

    def more_decisions(self, matchup: Matchup) -> int:
        """How many more must show nothing, until it is called dominated."""
        return max(0, unseen_below(SELDOM, self._alpha) - matchup.count)

    # ---- why

    def evidence(self, weight: Weight) -> str:
        """What the remarks of choices rest on, in one line; nothing where there is nothing to say."""
        return "; ".join([*self._chosen_because(weight), *self._dominated_because(weight)])

    def _chosen_because(self, weight: Weight) -> Iterator[str]:
        uptake, remarks = weight.uptake, self.remarks(weight)
        most = 100 * uptake.interval()[1]
        if "never chosen" in remarks:
            more = (uptake.games_until(self.within) or uptake.games) - uptake.games
            yield (f"left at all of {uptake.offered:,} decisions in {uptake.games:,} games, so taken at {most:.1f} % of them "
                   f"at most; chance would take it at {100 * uptake.chance_share:.0f} %")  # fmt: skip
            yield from self._to_go(weight, more)
        if "avoided" in remarks:
            yield (f"taken at {100 * uptake.share:.1f} % of {uptake.offered:,} decisions, at most {most:.1f} %; chance would "
                   f"take it at {100 * uptake.chance_share:.0f} %")  # fmt: skip

    def _dominated_because(self, weight: Weight) -> Iterator[str]:
        found = weight.rivals.strongest()
        if found is None:
            return
        other, matchup = found
        beside = "any other answer" if other is None else self.name_of(other)
        told = (f"never better than {beside} at {matchup.count:,} decisions with the same chance, and worse at "
                f"{matchup.worse:,}: better at {100 * self.at_most(matchup):.1f} % of them at most")  # fmt: skip
        if self.is_dominated(weight):
            yield told
        else:
            share = matchup.count / max(1, weight.uptake.games)
            yield f"perhaps dominated: {told}"
            yield from self._to_go(weight, round(self.more_decisions(matchup) / share))

    def _to_go(self, weight: Weight, more: int) -> Iterator[str]:
        """About how many more games would settle it: not in each of them the thing can be taken."""
        games = more * self.choices / max(1, weight.uptake.games)
        if games >= 1:
            yield f"about {rounded(int(games)):,} more games would settle it"

    def name_of(self, thing: Thing) -> str:
        return next((told_name(one) for one in self.weights if one.thing == thing), thing[1])

    # ---- all of them

    @property
    def saving(self) -> float | None:
        """How many times more games plain counting would have needed, for the card in the middle."""
        saved = sorted(found for one in self.weights if (found := self.saving_of(one)) is not None)
        return saved[len(saved) // 2] if saved else None

    def saving_of(self, weight: Weight) -> float | None:
        """The same, for what one card is worth to have."""
        return fewer_games(self.usual[0], weight.removal) if weight.removal.count else None

    def sorted(self) -> list[Weight]:
        """What needs a look first, the worst of it on top, then what is remarkable, then the dearest first; last that of which
        too little is known."""

        def place(one: Weight) -> tuple[bool, bool, bool, float]:
            remarks = set(self.remarks(one))
            needs_none = remarks <= MILD or bool(one.idle)
            worth = -one.worth.mean if needs_none else one.worth.mean
            return needs_none, not remarks or bool(one.idle), one.worth.count < FEWEST, worth

        return sorted(self.weights, key=place)


def told_name(weight: Weight) -> str:
    return weight.name if weight.thing[0] == "card" else f'"{weight.name}"'
