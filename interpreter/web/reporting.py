"""A report about a game that people mail: one page that needs nothing else, its pictures and its tables as files.

Takes a judgement and, if there was one before, the last; returns HTML, SVG and CSV. The data is written into the page, where
the next report reads it. The faces of cards are those of the table in the browser.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Any

from markupsafe import Markup

from ..errors import Misused
from ..game import Game
from ..study.judgement import FigureChange, JudgedCard, JudgedFigure, Judgement, changes
from ..study.pictures import Interval, interval_picture, intervals_picture, part_picture, scores_picture, standing_alone
from ..study.statistics import six_places
from ..table.appearance import looks_of
from ..table.deck import deck_of
from ..telling.things import player_key
from .page.design import design_of
from .page.drawing import drawn, sprite
from .page.faces import Faces
from .page.parts import Card
from .page.signs import STATIC

STYLES = ("base.css", "cards.css", "report.css")
XMLNS = "http://www.w3.org/2000/svg"  # inside a page nobody needs it, and no address stands in a report
DATA = re.compile(r'<script type="application/json" id="judgement">(.*?)</script>', re.DOTALL)


@dataclass(frozen=True)
class ReportRow:
    """A row of the page: its name, its numbers in words, the picture, and a remark."""

    name: str
    value: str
    between: str
    picture: Markup
    remark: str = ""
    before: str = ""


@dataclass(frozen=True)
class ReportCard:
    """A card with its face, and `printed`, what stands on it, for whoever cannot see it."""

    name: str
    card: Card | None
    printed: str
    row: ReportRow | None
    chosen: str
    remarks: tuple[str, ...]


def report_page(game: Game, now: Judgement, last: Judgement | None = None) -> str:
    """The whole report as one document."""
    styles = Markup("\n".join((STATIC / name).read_text(encoding="utf-8") for name in STYLES))
    data = json.dumps(now.to_json(), ensure_ascii=True).replace("<", "\\u003c")
    told = changes(last, now) if last is not None else []
    signs = Markup(sprite().replace(f'xmlns="{XMLNS}"', ""))
    return drawn(
        "report.html", styles=styles, sprite=signs, data=Markup(data), now=now, last=last,
        groups=[(group, list(map(_figure, rows))) for group, rows in groupby(now.figures, lambda one: one.group)],
        scores=Markup(scores_picture("scores of all seats", now.scores)), cards=list(_cards(game, now)),
        covered=Markup(part_picture(_covered(now), now.coverable - len(now.gaps), now.coverable)), covered_words=_covered(now),
        changes=[_changed(one) for one in told], sure=[one for one in told if one.is_sure], news=list(_news(now, told)),
    )  # fmt: skip


def last_report(path: Path) -> Judgement | None:
    """What a report says that was written before; None if there is none, or it is no report of ours."""
    try:
        match = DATA.search(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as problem:
        raise Misused(f"{path} cannot be read: {problem}") from None
    if match is None:
        raise Misused(f"{path} is no report of a game; name another file with --out, or move it away")
    try:
        return Judgement.from_json(json.loads(match[1]))
    except ValueError as problem:
        raise Misused(f"{path}: {problem}") from None


def _covered(now: Judgement) -> str:
    did = f"{now.coverable - len(now.gaps):,} of {now.coverable:,}"
    return f"{did} things that can happen did, in {now.scenarios:,} scenarios and some games"


def _news(now: Judgement, told: Sequence[FigureChange]) -> Iterator[str]:
    """What a designer should look at first, each a sentence."""
    for one in told:
        if one.is_sure:
            before, after = _number(one.before, one.is_share), _number(one.now, one.is_share)
            yield f"{one.name} went from {before} to {after}: more than chance."
    for figure in now.figures:
        if figure.is_off and figure.fair is not None:
            fair = _number(figure.fair, figure.is_share)
            yield f"{figure.name}: {_number(figure.mean, figure.is_share)}, where {fair} would be fair."
    for card in now.cards:
        if card.remarks:
            yield f"{card.name}: {', '.join(card.remarks)}."
    if now.gaps:
        yield f"{len(now.gaps)} of {now.coverable} things in the rules never happened."


# ---------------------------------------------------------------- rows


def _number(value: float, is_share: bool, signed: bool = False) -> str:
    sign = "+" if signed else ""
    return f"{100 * value:{sign}z.1f} %" if is_share else f"{value:{sign}z.2f}"


def _between(low: float | None, high: float | None, is_share: bool, signed: bool = False) -> str:
    if low is None or high is None:
        return ""
    scale, digits, sign = (100, 1, "+") if is_share and signed else (100, 1, "") if is_share else (1, 2, "+" if signed else "")
    return f"{scale * low:{sign}z.{digits}f} to {scale * high:{sign}z.{digits}f}"


def _interval(one: JudgedFigure) -> Interval:
    low, high = one.ends
    words = _number(one.mean, one.is_share) + (f" ({_between(low, high, one.is_share)})" if low is not None else "")
    ends = [one.mean, *(end for end in (low, high) if end is not None)]
    least, most = (0.0, 1.0) if one.is_share else (min(0.0, *ends), 1.15 * max(ends) or 1.0)
    return Interval(one.name, words, one.mean, low, high, least, most, one.fair, one.fair is None or one.is_off)


def _figure(one: JudgedFigure) -> ReportRow:
    low, high = one.ends
    off = ", off by more than chance" if one.is_off else ""
    remark = "" if one.fair is None else f"fair: {_number(one.fair, one.is_share)}{off}"
    value = _number(one.mean, one.is_share)
    return ReportRow(one.name, value, _between(low, high, one.is_share), Markup(interval_picture(_interval(one))), remark)


def _difference(one: FigureChange) -> Interval:
    widest = max([abs(end) for end in (one.low, one.high, one.difference) if end is not None], default=1.0) or 1.0
    between = f" ({_between(one.low, one.high, one.is_share, True)})" if one.low is not None else ", of too few games"
    words = _number(one.difference, one.is_share, True) + between
    return Interval(one.name, words, one.difference, one.low, one.high, -1.1 * widest, 1.1 * widest, 0.0, one.is_sure)


def _changed(one: FigureChange) -> ReportRow:
    before, now = _number(one.before, one.is_share), _number(one.now, one.is_share)
    if one.low is None:
        return ReportRow(one.name, now, "", Markup(""), "too few games to tell", before)
    remark = "more than chance" if one.is_sure else "may be chance" if one.difference else "no difference"
    between = _between(one.low, one.high, one.is_share, True)
    return ReportRow(one.name, now, between, Markup(interval_picture(_difference(one))), remark, before)


def _worth(one: JudgedCard, widest: float) -> Interval | None:
    if one.worth is None:
        return None
    between = _between(one.low, one.high, True, True) or "too few to tell"
    words = f"{100 * one.worth:+z.1f} ({between}) wins of a hundred"
    is_sure = one.low is not None and one.high is not None and (one.low > 0 or one.high < 0)
    return Interval(one.name, words, one.worth, one.low, one.high, -widest, widest, 0.0, is_sure)


def _widest(cards: Sequence[JudgedCard]) -> dict[str, float]:
    """How far each way of weighing reaches: choosing is worth far more at its decision than having in a game."""
    ends: dict[str, float] = {}
    for one in cards:
        ends[one.way] = max([ends.get(one.way, 0.0), *(abs(end) for end in (one.worth, one.low, one.high) if end is not None)])
    return {way: 1.05 * end or 1.0 for way, end in ends.items()}


def _cards(game: Game, now: Judgement) -> Iterator[ReportCard]:
    faces, widest = _faces(game), _widest(now.cards)
    for one in now.cards:
        picture = _worth(one, widest[one.way])
        row = None
        if picture is not None and one.worth is not None:
            between = _between(one.low, one.high, True, True) or "too few to tell"
            row = ReportRow(one.way, f"{100 * one.worth:+z.1f}", between, Markup(interval_picture(picture)))
        chosen = f"chosen {one.chosen:,} of {one.offered:,} times" if one.offered else ""
        card = faces.get(one.id) if one.is_card else None
        yield ReportCard(one.name, card, "" if card is None else _printed(card), row, chosen, one.remarks)


def _printed(card: Card) -> str:
    """What stands on a face, for whoever cannot see it."""
    face = card.face
    texts = (face.text, *face.words) if face is not None else ()
    return " ".join((f"{card.label.removesuffix(', ')}.", *filter(None, texts)))


def _faces(game: Game) -> dict[str, Card]:
    """One face for each row of cards, whoever has it."""
    seats = tuple(f"player {number + 1}" for number in range(game.definition.fewest))
    design, names = design_of(game.definition), {player_key(number): name for number, name in enumerate(seats)}
    faces = Faces(design, looks_of(game.definition), names, None)
    found: dict[str, Card] = {}
    for one in deck_of(game.definition, seats):
        if one.face.row is not None and one.face.row not in found and design.styles[one.kind].shape == "card":
            found[one.face.row] = faces.card(replace(one.face, owner=None), None, "")
    return found


# ---------------------------------------------------------------- files


def report_files(now: Judgement, last: Judgement | None = None) -> dict[str, str]:
    """Every picture as SVG and every table as CSV, by the names of their files."""
    files = {"scores.svg": standing_alone(scores_picture("scores of all seats", now.scores))} if now.scores else {}
    for group, rows in groupby(now.figures, lambda one: one.group):
        files[f"{group}.svg"] = standing_alone(intervals_picture(group, [_interval(one) for one in rows]))
    for is_card, name in ((True, "cards"), (False, "actions")):
        same = [one for one in now.cards if one.is_card == is_card]
        widest = _widest(same)
        if weighed := [found for one in same if (found := _worth(one, widest[one.way])) is not None]:
            title = f"what {name} are worth, in wins of a hundred"
            files[f"{name}.svg"] = standing_alone(intervals_picture(title, weighed))
    covered = now.coverable - len(now.gaps)
    files["coverage.svg"] = standing_alone(part_picture(_covered(now), covered, now.coverable))
    told = changes(last, now) if last is not None else []
    if told:
        files["changes.svg"] = standing_alone(intervals_picture("since the last report", [_difference(one) for one in told]))
        files["changes.csv"] = _csv(
            ["figure", "before", "now", "difference", "low", "high", "more than chance"],
            [[one.name, one.before, one.now, one.difference, one.low, one.high, one.is_sure] for one in told],
        )
    files["figures.csv"] = _csv(
        ["group", "figure", "games", "mean", "low", "high", "fair"],
        [[one.group, one.name, one.games, one.mean, *one.ends, one.fair] for one in now.figures],
    )
    files["scores.csv"] = _csv(["score", "times"], now.scores)
    files["cards.csv"] = _csv(
        ["card", "by", "worth", "low", "high", "offered", "chosen", "remarks"],
        [
            [one.name, one.way, one.worth, one.low, one.high, one.offered, one.chosen, "; ".join(one.remarks)]
            for one in now.cards
        ],
    )
    files["coverage.csv"] = _csv(["where", "what", "words"], [[one.where, one.what, one.words] for one in now.gaps])
    return files


def _csv(head: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    text = io.StringIO()
    out = csv.writer(text, lineterminator="\n")
    out.writerow(head)
    out.writerows([six_places(one) if isinstance(one, float) else one for one in row] for row in rows)
    return text.getvalue()
