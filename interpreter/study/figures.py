"""The figures of many games, for people and for programs.

Takes a tally; returns text, JSON or CSV. Every share of games comes with its 95 % interval.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from math import isfinite
from typing import Any

from ..model.definition import Definition
from .ability_coverage import abilities_of
from .choice_figures import ChoiceFigure, choice_lines, choices_in
from .measuring import Gauge, gauges_of
from .plan import Lineup
from .statistics import Distribution, Share, six_places
from .steadying import Steadied
from .tally import FINE, GameTally, card_names

BAR = 40
BINS = 12
WIDTH = 28
WORTH_TELLING = 1.05  # times fewer games


@dataclass(frozen=True)
class SteadyFigure:
    """The mean of a figure without the luck of the deals, and how many times fewer games that needed than plain counting.
    Where it is `watched` while it grows, its interval is true at every moment."""

    name: str
    is_share: bool
    found: Steadied
    watched: bool = False

    @property
    def radius(self) -> float:
        return self.found.running.radius() if self.watched else self.found.running.fixed_radius()

    @property
    def ends(self) -> tuple[float, float]:
        mean = self.found.running.mean
        low, high = mean - self.radius, mean + self.radius
        return (max(0.0, low), min(1.0, high)) if self.is_share else (low, high)

    def to_text(self) -> str:
        scale, digits = (100, 1) if self.is_share else (1, 2)
        mean, low, high = (f"{scale * one:z.{digits}f}" for one in (self.found.running.mean, *self.ends))
        told = f"{mean} %" if self.is_share else mean
        return f"{self.name:<{WIDTH}} {told:>9} {f'({low} to {high})':<20} {self.found.saving:>8.1f} x"

    def to_json(self) -> dict[str, Any]:
        low, high = self.ends
        numbers = {"mean": self.found.running.mean, "low": low, "high": high, "saving": self.found.saving}
        return {"figure": self.name, "share": self.is_share, **{name: six_places(one) for name, one in numbers.items()}}


@dataclass(frozen=True)
class Figures(Lineup):
    """What came out of `games` games; fewer than were wished if somebody stopped it, or saw enough."""

    definition: Definition
    wished: int
    tally: GameTally
    watched: bool = False  # whether somebody looked on and stopped when it pleased
    steady: tuple[SteadyFigure, ...] = ()  # where games are dear

    def __repr__(self) -> str:
        return f"<Figures of {self.definition.id}: {self.games} games of {', '.join(self.seats)}>"

    # ---- what was asked most

    @property
    def games(self) -> int:
        return self.tally.games

    @property
    def decisions(self) -> int:
        """Of all games together."""
        return sum(number * count for number, count in self.tally.decisions.items())

    @property
    def wins(self) -> dict[str, float]:
        """How many games each seat won; who shares a win gets a part of it."""
        return {seat: won / self._win for seat, won in zip(self.seats, self.tally.wins, strict=True)}

    @property
    def scores(self) -> dict[str, Distribution]:
        return {seat: Distribution(counts) for seat, counts in zip(self.seats, self.tally.scores, strict=True)}

    @property
    def _side(self) -> int:
        """How many seats win as one: a team, or all of them."""
        seats = len(self.seats)
        return seats if self.definition.together else seats // self.definition.teams if self.definition.teams else 1

    @property
    def _win(self) -> float:
        """What a win counts in the tally for each of those who win as one."""
        return self.tally.unit / self._side

    @property
    def ties(self) -> Share:
        """Games that more than one side wins, be it all."""
        shared = sum(count for winners, count in self.tally.won_by.items() if winners > self._side)
        return Share(shared, self.games, self.watched)

    @property
    def outcomes(self) -> dict[str, Share]:
        """How games are won, each in one way: by one seat or team, by several that are not all, by all, by nobody."""
        won, seats, side = self.tally.won_by, len(self.seats), self._side
        if self.definition.together:
            counts = {"all": won[seats], "nobody": won[0]}
        else:
            together = won[seats] if seats > side else 0
            several = won.total() - won[0] - won[side] - together
            counts = {"one": won[side], "several": several, "all": together, "nobody": won[0]}
        return {way: Share(count, self.games, self.watched) for way, count in counts.items()}

    def share(self, seat: str) -> Share:
        return Share(self.wins[seat], self.games, self.watched)

    @property
    def bot_shares(self) -> dict[str, Share]:
        """How often a seat of each bot won."""
        tally = self.tally
        counts = {bot: (tally.bot_wins[bot] / self._win, tally.bot_games[bot]) for bot in sorted(tally.bot_games)}
        return {bot: Share(*wins, self.watched) for bot, wins in counts.items()}

    def cards(self) -> Iterator[tuple[str, Share, Share]]:
        """Every card that somebody had or played: the wins of those who had it, and of those who played it."""
        names = card_names(self.definition)
        for row, one in sorted(self.tally.cards.items()):
            counts = (one.had_wins, one.had), (one.played_wins, one.played)
            had, played = (Share(wins / self._win, times, self.watched) for wins, times in counts)
            yield names[row], had, played

    @property
    def choices(self) -> list[ChoiceFigure]:
        """Every option and card that somebody could take or leave, and how often it was taken, in all games together."""
        return choices_in(self.definition, self.tally)

    @property
    def abilities(self) -> dict[str, int]:
        """How often each ability came into effect, in all games together."""
        return {told: self.tally.fired[number] for number, told in abilities_of(self.definition).items()}

    @property
    def measures(self) -> list[tuple[Gauge, Distribution]]:
        """What the game's own measures showed, as often as there was something to see."""
        gauges = enumerate(gauges_of(self.definition, self.seats))
        return [(one, Distribution(self.tally.found.get(number, {}), FINE)) for number, one in gauges]

    # ---- for people

    def to_text(self) -> str:
        cut = f" of {self.wished:,}" if self.games < self.wished else ""
        lines = [f"{self.definition.name}: {self.games:,}{cut} games, {len(self.seats)} seats, seed {self.seed}."]
        if not self.games:
            return lines[0]
        return "\n".join([*lines, "", *self._seat_lines(), *self._bot_lines(), "", *self._length_lines(), "",
                          *self._score_lines(), *self._steady_lines(), *self._measure_lines(), *self._card_lines(),
                          *choice_lines(self.choices, WIDTH), *self._ability_lines()])  # fmt: skip

    def _seat_lines(self) -> Iterator[str]:
        yield f"{'seat':<12} {'bot':<10} {'wins':<22} {'score':>8} {'spread':>8}"
        for seat, bot in zip(self.seats, self.bots, strict=True):
            score = self.scores[seat]
            yield f"{seat:<12} {bot:<10} {self.share(seat).to_text():<22} {score.mean:>8.2f} {score.deviation:>8.2f}"
        told = [("some share", "several", 3), ("all win", "all", 2), ("nobody wins", "nobody", 1)]
        if self.definition.together:
            told = [("all win", "all", 1), ("all lose", "nobody", 1)]
        for words, way, fewest in told:
            if len(self.seats) >= fewest * (1 if self.definition.together else self._side):
                yield f"{words:<12} {'':<10} {self.outcomes[way].to_text()}"

    def _bot_lines(self) -> Iterator[str]:
        if len(self.bot_shares) > 1:
            yield ""
            yield from (f"{bot:<23} {share.to_text()} per seat" for bot, share in self.bot_shares.items())

    def _length_lines(self) -> Iterator[str]:
        for name, counts in (("decisions", self.tally.decisions), ("rounds", self.tally.rounds)):
            spread = Distribution(counts)
            low, high = spread.ends
            if high:
                yield f"{name:<12} {spread.mean:z.1f} a game, {low} to {high}, spread {spread.deviation:.1f}"

    def _score_lines(self) -> Iterator[str]:
        together: dict[int, int] = {}
        for counts in self.tally.scores:
            for score, count in counts.items():
                together[score] = together.get(score, 0) + count
        bins = Distribution(together).bins(BINS)
        most = max(count for _, _, count in bins)
        for first, last, count in bins:
            label = f"{first}" if first == last else f"{first} to {last}"
            yield f"{'score ' + label:<20} {count:>9,} {'#' * round(BAR * count / most)}".rstrip()

    def _steady_lines(self) -> Iterator[str]:
        helped = [one for one in self.steady if one.found.saving >= WORTH_TELLING]
        if self.steady:
            yield ""
            yield f"{'without the luck of deals':<{WIDTH}} {'mean':>9} {'':<20} {'saved':>8}" if helped else (
                "The deals tell nothing of how games end: plain counting does as well (saved 1.0 x).")
        yield from (one.to_text() for one in helped)
        if helped and len(helped) < len(self.steady):
            yield "All other figures are as they are counted: deals tell nothing of them (saved 1.0 x)."

    def _measure_lines(self) -> Iterator[str]:
        if self.definition.measures:
            yield ""
            yield f"{'measure':<{WIDTH}} {'games':>9}  {'mean':>9} {'':<20} {'spread':>8}".rstrip()
        for gauge, spread in self.measures:
            yield f"{gauge.words:<{WIDTH}} {spread.total:>9,}  {_mean_text(gauge, spread)}".rstrip()

    def _card_lines(self) -> Iterator[str]:
        cards = list(self.cards())
        if cards:
            yield ""
            yield f"{'card':<{WIDTH}} {'had':>9}  {'winning':<20} {'played':>9}  {'winning':<20}".rstrip()
        for name, had, played in cards:
            cells = [f"{one.whole:>9,}  {one.to_text() if one.whole else '':<20}" for one in (had, played)]
            yield f"{name:<{WIDTH}} {' '.join(cells)}".rstrip()

    def _ability_lines(self) -> Iterator[str]:
        if self.abilities:
            silent = [told for told, times in self.abilities.items() if not times]
            yield ""
            if silent:
                yield f"Of {len(self.abilities)} abilities {len(silent)} never fired in these games:"
            else:
                yield f"Every one of {len(self.abilities)} abilities fired in these games."
            yield from (f"  {told}" for told in silent)

    # ---- for programs

    def to_json(self) -> dict[str, Any]:
        return {
            "game": self.definition.id,
            "games": self.games,
            "wished": self.wished,
            "seed": self.seed,
            "seats": [
                {
                    "seat": seat, "bot": bot, "wins": self.wins[seat], **self.share(seat).to_json(),
                    "score": {**self.scores[seat].to_json(), "counts": _counts(self.scores[seat])},
                }
                for seat, bot in zip(self.seats, self.bots, strict=True)
            ],
            "bots": {bot: share.to_json() for bot, share in self.bot_shares.items()},
            "ties": self.ties.to_json(),
            "outcomes": {way: share.to_json() for way, share in self.outcomes.items()},
            "decisions": Distribution(self.tally.decisions).to_json(),
            "rounds": Distribution(self.tally.rounds).to_json(),
            "cards": [
                {"card": name, "had": _counted(had), "played": _counted(played)} for name, had, played in self.cards()
            ],
            "choices": [one.to_json() for one in self.choices],
            "abilities": {"games": self.games, "fired": self.abilities},
            "measures": [_measure_json(gauge, spread) for gauge, spread in self.measures],
            "steady": [one.to_json() for one in self.steady],
        }  # fmt: skip

    def to_csv(self) -> str:
        """One table: what, of whom, how many there were, the figure, and the interval of a share or the ends of a mean."""
        text = io.StringIO()
        out = csv.writer(text, lineterminator="\n")
        out.writerow(["figure", "of", "times", "value", "low", "high"])
        out.writerows(self._rows())
        return text.getvalue()

    def _rows(self) -> Iterator[list[Any]]:
        for seat in self.seats:
            yield _share_row("win", seat, self.share(seat))
        for bot, share in self.bot_shares.items():
            yield _share_row("win of bot", bot, share)
        yield _share_row("tie", "", self.ties)
        for way, share in self.outcomes.items():
            yield _share_row("won by", way, share)
        for seat, spread in self.scores.items():
            yield from _spread_rows("score", seat, spread)
            yield from (["scored", seat, count, score, "", ""] for score, count in sorted(spread.counts.items()))
        for name, counts in (("decisions", self.tally.decisions), ("rounds", self.tally.rounds)):
            yield from _spread_rows(name, "", Distribution(counts))
        for name, had, played in self.cards():
            yield _share_row("win with", name, had)
            yield _share_row("win after playing", name, played)
        yield from (one.to_row() for one in self.choices)
        for told, times in self.abilities.items():
            yield ["ability fired", told, self.games, times, "", ""]
        for gauge, spread in self.measures:
            mean = _mean_json(gauge, spread)
            yield [f"measure {gauge.name}", gauge.seat or "", spread.total, mean["mean"], mean["low"], mean["high"]]
        for one in self.steady:
            saved, numbers = f"saved {one.found.saving:.3f} x", (one.found.running.mean, *one.ends)
            yield [f"steady {one.name}", saved, one.found.running.count, *(six_places(number) for number in numbers)]


def _mean_text(gauge: Gauge, spread: Distribution) -> str:
    if not spread.total:
        return ""
    scale, digits, sign = (100, 1, " %") if gauge.is_share else (1, 2, "")
    low, high = _ends(gauge, spread)
    between = "" if low is None or high is None else f"({scale * low:z.{digits}f} to {scale * high:z.{digits}f})"
    return f"{f'{scale * spread.mean:z.{digits}f}{sign}':>9} {between:<20} {scale * spread.deviation:>8.{digits}f}"


def _ends(gauge: Gauge, spread: Distribution) -> tuple[float, float] | tuple[None, None]:
    """The interval of what a gauge shows; None as long as nothing can be said."""
    low, high = spread.running.share_interval() if gauge.is_share else spread.running.interval()
    return (low, high) if isfinite(spread.running.radius()) else (None, None)


def _measure_json(gauge: Gauge, spread: Distribution) -> dict[str, Any]:
    told = {"measure": gauge.name, "seat": gauge.seat, "share": gauge.is_share, "games": spread.total}
    return {**told, **_mean_json(gauge, spread)}


def _mean_json(gauge: Gauge, spread: Distribution) -> dict[str, float | None]:
    """The mean, its interval and the spread of what is counted in parts."""
    low, high = _ends(gauge, spread)
    mean, deviation = (spread.mean, spread.deviation) if spread.total else (None, None)
    numbers = {"mean": mean, "low": low, "high": high, "deviation": deviation}
    return {name: None if number is None else six_places(number) for name, number in numbers.items()}


def _counts(spread: Distribution) -> dict[str, int]:
    return {str(number): count for number, count in sorted(spread.counts.items())}


def _counted(share: Share) -> dict[str, float]:
    return {"times": share.whole, **share.to_json()}


def _share_row(figure: str, of: str, share: Share) -> list[Any]:
    low, high = share.interval
    return [figure, of, share.whole, six_places(share.share), six_places(low), six_places(high)]


def _spread_rows(figure: str, of: str, spread: Distribution) -> Iterator[list[Any]]:
    yield [figure, of, spread.total, six_places(spread.mean), *spread.ends]
    yield [f"spread of {figure}", of, spread.total, six_places(spread.deviation), "", ""]
