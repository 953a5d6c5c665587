"""Pictures of figures, as SVG: intervals as a line with a dot, scores as columns, and parts of a whole.

Takes numbers and what they are called; returns SVG that needs nothing else. Nothing is told by colour alone: a dot is full
where something is certain and hollow where it is not. Every picture has its words for whoever cannot see it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil

BOX, HIGH = 200, 18  # an interval without its name
LETTER, LINE = 7.3, 26  # as wide as a letter is at most, in the mean of a line; as high as a line
WIDE, TALL = 420, 170
BINS = 24
STYLE = (
    "<style>svg{color:#23302c;background:#fdfaf2;font:13px sans-serif}"
    "@media(prefers-color-scheme:dark){svg{color:#ebe6d9;background:#1a2220}}</style>"
)


@dataclass(frozen=True)
class Interval:
    """A line of a picture: what it is, where it lies on which scale, and a mark that it is held against."""

    name: str
    words: str
    mean: float
    low: float | None
    high: float | None
    least: float
    most: float
    mark: float | None = None
    is_sure: bool = True


def interval_picture(one: Interval) -> str:
    """An interval alone, to stand beside its name."""
    told = escape(f"{one.name}: {one.words}", quote=True)
    return f'<svg class="interval" viewBox="0 0 {BOX} {HIGH}" role="img" aria-label="{told}">{"".join(_line(one))}</svg>'


def intervals_picture(title: str, rows: Sequence[Interval]) -> str:
    """Several intervals with their names and numbers, to stand by itself."""
    height = 34 + LINE * len(rows)
    label, value = _room_for([one.name for one in rows]), _room_for([one.words for one in rows])
    drawn = [_head(title, max(label + BOX + value, _room_for([title])), height)]
    drawn.append(f'<text x="8" y="20" font-weight="bold" fill="currentColor">{escape(title)}</text>')
    for number, one in enumerate(rows):
        top = 30 + LINE * number
        drawn += [
            f'<text x="8" y="{top + 14}" fill="currentColor">{escape(one.name)}</text>',
            f'<g transform="translate({label} {top})">{"".join(_line(one))}</g>',
            f'<text x="{label + BOX + 10}" y="{top + 14}" fill="currentColor">{escape(one.words)}</text>',
        ]
    return "".join([*drawn, "</svg>"])


def _room_for(texts: Sequence[str]) -> int:
    return 16 + ceil(LETTER * max(map(len, texts)))


def _line(one: Interval) -> Iterator[str]:
    def at(value: float) -> str:
        part = (value - one.least) / ((one.most - one.least) or 1)
        return f"{7 + (BOX - 14) * min(1.0, max(0.0, part)):.1f}"

    middle = HIGH / 2
    yield f'<path d="M7 {middle}H{BOX - 7}" stroke="currentColor" stroke-opacity=".2"/>'
    if one.mark is not None:
        yield f'<path d="M{at(one.mark)} 1V{HIGH - 1}" stroke="currentColor" stroke-opacity=".7" stroke-dasharray="2 2"/>'
    if one.low is not None and one.high is not None:
        yield (
            f'<path d="M{at(one.low)} {middle}H{at(one.high)}" stroke="currentColor" stroke-width="5" stroke-opacity=".42" '
            'stroke-linecap="round"/>'
        )
    fill = "currentColor" if one.is_sure else "Canvas"
    yield f'<circle cx="{at(one.mean)}" cy="{middle}" r="4.5" fill="{fill}" stroke="currentColor" stroke-width="1.6"/>'


def scores_picture(title: str, counts: Sequence[tuple[int, int]]) -> str:
    """How often each score came up, as columns; several scores share one where there are many."""
    if not counts:
        return ""
    first, last = counts[0][0], counts[-1][0]
    width = -(-(last - first + 1) // BINS)
    columns = [0] * ((last - first) // width + 1)
    for score, count in counts:
        columns[(score - first) // width] += count
    most, each = max(columns), (WIDE - 20) / len(columns)
    total = sum(columns)
    usual = columns.index(most) * width + first
    words = f"{title}: from {first} to {last}, most often {usual}" + (f" to {usual + width - 1}" if width > 1 else "")
    drawn = [_head(words, WIDE, TALL)]
    for number, count in enumerate(columns):
        height = (TALL - 40) * count / most
        low = first + number * width
        label = f"{low}" if width == 1 else f"{low} to {low + width - 1}"
        place = f'x="{11 + each * number:.1f}" y="{TALL - 24 - height:.1f}" width="{each - 2:.1f}" height="{height:.1f}"'
        told = f"<title>{label}: {100 * count / total:.1f} %</title>"
        drawn.append(f'<rect {place} rx="2" fill="currentColor" fill-opacity=".55">{told}</rect>')
    drawn.append(f'<path d="M8 {TALL - 23.5}H{WIDE - 8}" stroke="currentColor" stroke-opacity=".5"/>')
    for number in sorted({0, len(columns) // 2, len(columns) - 1}):
        place = f'x="{10 + each * (number + 0.5):.1f}" y="{TALL - 7}"'
        drawn.append(f'<text {place} text-anchor="middle" fill="currentColor">{first + number * width}</text>')
    return "".join([*drawn, "</svg>"])


def part_picture(words: str, part: int, whole: int) -> str:
    """A part of a whole, as a bar that is full so far."""
    length = (WIDE - 4) * part / max(1, whole)
    return (
        f'{_head(words, WIDE, 22)}<rect x="2" y="4" width="{WIDE - 4}" height="14" rx="7" fill="none" stroke="currentColor"/>'
        f'<rect x="2" y="4" width="{length:.1f}" height="14" rx="7" fill="currentColor" fill-opacity=".6"/></svg>'
    )


def _head(words: str, width: int, height: int) -> str:
    told = escape(words, quote=True)
    return f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{told}"><title>{told}</title>'


def standing_alone(picture: str) -> str:
    """A picture as a file of its own, which has colours and paper."""
    picture = picture.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    end = picture.index(">") + 1
    return picture[:end] + STYLE + picture[end:] + "\n"
