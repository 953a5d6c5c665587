"""Everything that is found out about a game, in one place: its figures, its cards, its gaps, and what is new since last time.

Takes a game and bots; returns plain data that is written into a report and read back from it. A report that was made before
says what the figures were then, and with how many games, so that a difference comes with its interval.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from math import isfinite, sqrt
from typing import Any

from ..errors import Misused
from ..game import Game
from . import shape_text, weigh_text
from .coverage import Coverage, cover
from .figures import Figures
from .hiring import Workers
from .plan import USUAL, Seating
from .sequences import RunningMean
from .shape import GameShape, shape
from .simulate import simulate
from .weigh import CARDS, weigh
from .weights import Weighing, Weight

FORM = 1
ALPHA = 0.05
COVERED = 10  # random games beside the scenarios, for what is carried out
WAYS = (("removal", "worth having"), ("blank", "worth more than a blank"), ("choosing", "worth choosing"))

STEPS = ("scores", "shape", "cards", "coverage")

Progress = Callable[[int, int, str], None]  # how many of all steps are done, and how far the next one is
Ends = tuple[float, float] | tuple[None, None]


@dataclass(frozen=True)
class JudgedFigure:
    """One figure; `squares` are those of the distances from the mean, so that it can be compared later."""

    group: str
    name: str
    games: int
    mean: float
    squares: float
    is_share: bool = False
    fair: float | None = None
    is_off: bool = False  # from what is fair, by more than chance

    @property
    def running(self) -> RunningMean:
        return RunningMean(self.games, self.mean, self.squares, self.games)

    @property
    def ends(self) -> Ends:
        if not isfinite(self.running.radius()):
            return None, None
        return self.running.share_interval() if self.is_share else self.running.interval()


@dataclass(frozen=True)
class JudgedCard:
    """A card or an option: what it is worth, in wins of one, by the surest way in which it was weighed."""

    id: str
    name: str
    is_card: bool
    way: str
    worth: float | None
    low: float | None
    high: float | None
    offered: int
    chosen: int
    remarks: tuple[str, ...]


@dataclass(frozen=True)
class Gap:
    """Something that never happened: where it is written, what it is, and its words."""

    where: str
    what: str
    words: str


@dataclass(frozen=True)
class Judgement:
    game: str
    name: str
    rules: str  # the fingerprint of the definition
    seats: tuple[str, ...]
    bots: tuple[str, ...]
    seed: int
    games: int
    figures: tuple[JudgedFigure, ...]
    scores: tuple[tuple[int, int], ...]  # every score with how often it came up, of all seats together
    cards: tuple[JudgedCard, ...]
    scenarios: int
    coverable: int
    gaps: tuple[Gap, ...]
    told: tuple[str, ...] = ()  # what it comes to, in words

    def to_json(self) -> dict[str, Any]:
        return {"form": FORM, **asdict(self)}

    @classmethod
    def from_json(cls, data: Any) -> Judgement:
        """What was written into a report; raises Misused for anything else."""
        try:
            if data["form"] != FORM:
                raise Misused("the last report was written by another Rulewright")
            plain = {name: data[name] for name in ("game", "name", "rules", "seed", "games", "scenarios", "coverable")}
            return cls(
                **plain, seats=tuple(data["seats"]), bots=tuple(data["bots"]),
                figures=tuple(JudgedFigure(**one) for one in data["figures"]),
                scores=tuple((int(score), int(count)) for score, count in data["scores"]),
                cards=tuple(JudgedCard(**{**one, "remarks": tuple(one["remarks"])}) for one in data["cards"]),
                gaps=tuple(Gap(**one) for one in data["gaps"]), told=tuple(map(str, data.get("told", ()))),
            )  # fmt: skip
        except (KeyError, TypeError, ValueError) as problem:
            raise problem if isinstance(problem, Misused) else Misused("there are no figures in the last report") from None


@dataclass(frozen=True)
class FigureChange:
    """A figure now and in the last report, with the interval of the difference."""

    name: str
    before: float
    now: float
    difference: float
    low: float | None
    high: float | None
    is_share: bool
    is_sure: bool  # more than chance, with all rows in mind


def changes(before: Judgement, now: Judgement) -> list[FigureChange]:
    """What is different, the surest first, and last that of which too few games are known. The two runs are taken to have
    nothing in common."""
    old = {(one.group, one.name): one for one in before.figures}
    pairs = [(old[one.group, one.name], one) for one in now.figures if (one.group, one.name) in old]
    told = [_change(one, two, len(pairs)) for one, two in pairs]
    return sorted(told, key=lambda one: (
        not one.is_sure, one.low is None, not one.difference, -abs(one.difference) / (_width(one) or 1)))  # fmt: skip


def _change(before: JudgedFigure, now: JudgedFigure, rows: int) -> FigureChange:
    difference = now.mean - before.mean
    radius, sure = (
        sqrt(before.running.radius(alpha) ** 2 + now.running.radius(alpha) ** 2) for alpha in (ALPHA, ALPHA / max(1, rows))
    )
    low, high = (difference - radius, difference + radius) if isfinite(radius) else (None, None)
    return FigureChange(now.name, before.mean, now.mean, difference, low, high, now.is_share, abs(difference) > sure)


def _width(change: FigureChange) -> float:
    return change.high - change.low if change.high is not None and change.low is not None else 0.0


def judge(
    game: Game,
    games: int = 500,
    weighed: int = 200,
    seating: Seating = USUAL,
    workers: Workers | None = None,
    progress: Progress | None = None,
) -> Judgement:
    """Play `games` games for the figures and `weighed` for each card, and run the scenarios. Ctrl-C ends it with nothing."""

    def tell(step: str, news: str = "") -> None:
        if progress is not None:
            progress(STEPS.index(step), len(STEPS), f"{step} {news}".rstrip())

    def counted(step: str) -> Callable[[int], None]:
        return lambda done: tell(step, f"{done:,} of {games:,} games")

    figures = simulate(
        game, games, seating.seats, seating.bots, seating.seed, workers, seating.options, progress=counted("scores")
    )
    _go_on_if(figures.tally.games == games)
    like = shape(game, games, seating, workers=workers, progress=counted("shape"))
    weighing = weigh(
        game, weighed, seating, ways=CARDS, workers=workers, choices=weighed,
        progress=lambda done, total, news: tell("cards", f"{done:,} of {total:,}: {news}"),
    )  # fmt: skip
    _go_on_if(weighing.choices == weighed)
    tell("coverage")
    return _judgement(game, games, figures, like, weighing, cover(game, COVERED, len(like.seats), seating.seed))


def _judgement(
    game: Game, games: int, figures: Figures, like: GameShape, weighing: Weighing, covered: Coverage
) -> Judgement:
    rows = [
        JudgedFigure(
            one.group, one.name, one.running.count, one.running.mean, one.running.squares, one.is_share, one.fair,
            like.is_unfair(one),
        )
        for one in like.traits
    ]  # fmt: skip
    rows += [_score(seat, counts) for seat, counts in zip(figures.seats, figures.tally.scores, strict=True)]
    every = sum((Counter(counts) for counts in figures.tally.scores), Counter[int]())
    files = game.definition.files
    gaps = [
        Gap(f"{files[mark.place[0]]}:{mark.place[1]}", f"{mark.what} {mark.missing}", covered.text_at(mark.place))
        for mark in covered.missing
    ]
    return Judgement(
        game.definition.id, game.name, game.definition.fingerprint, like.seats, like.bots, like.seed, games, tuple(rows),
        tuple(sorted(every.items())), tuple(_card(one, weighing.remarks(one)) for one in weighing.sorted()), covered.scenarios,
        len(covered.together), tuple(gaps), (*shape_text.in_words(like), *weigh_text.in_words(weighing)),
    )  # fmt: skip


def _go_on_if(is_whole: bool) -> None:
    """Half of a report would be read as a whole one."""
    if not is_whole:
        raise KeyboardInterrupt


def _score(seat: str, counts: Mapping[int, int]) -> JudgedFigure:
    total = sum(counts.values())
    mean = sum(score * count for score, count in counts.items()) / total
    squares = sum((score - mean) ** 2 * count for score, count in counts.items())
    return JudgedFigure("score", f"score of {seat}", total, mean, squares)


def _card(weight: Weight, remarks: tuple[str, ...]) -> JudgedCard:
    way, running = next(
        ((told, getattr(weight, name)) for name, told in WAYS if getattr(weight, name).count), ("", RunningMean())
    )
    low, high = weight.interval(running) if isfinite(running.radius()) else (None, None)
    return JudgedCard(
        weight.thing[1], weight.name, weight.thing[0] == "card", way, running.mean if running.count else None, low, high,
        weight.uptake.offered, weight.uptake.chosen, remarks,
    )  # fmt: skip
