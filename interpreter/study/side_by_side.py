"""The figures of several tables of one game beside each other.

Takes the figures of each with what it is called, such as `hand_size=4`; returns one column for each, as text, JSON or CSV.
Every table plays the same seeds, so that what differs comes from what was changed, as far as that can be.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from .figures import Figures
from .statistics import Distribution

LABEL = 16
GAP = 2


def settings_of(settings: Sequence[str]) -> list[tuple[str, ...]]:
    """Every combination of the values of options: `hand_size=3,4` stands for `hand_size=3` and for `hand_size=4`."""
    return list(product(*(_values(setting) for setting in settings)))


def _values(setting: str) -> list[str]:
    name, equals, values = setting.partition("=")
    return [f"{name}={value.strip()}" for value in values.split(",")] if equals else [setting]


def what_differs(tables: Sequence[tuple[str, ...]]) -> list[str]:
    """What each table is called: only what is not the same for all of them."""
    shared = {part for part in tables[0] if all(part in table for table in tables)}
    return [", ".join(part for part in table if part not in shared) for table in tables]


@dataclass(frozen=True)
class SideBySide:
    columns: tuple[tuple[str, Figures], ...]

    def to_text(self) -> str:
        first = self.columns[0][1]
        names = dict.fromkeys(figures.definition.name for _, figures in self.columns)
        head = f"{' / '.join(names)}: {first.wished:,} games each, {len(first.seats)} seats, seed {first.seed}."
        rows = [("", *(name for name, _ in self.columns)), *self._rows()]
        widths = [max(len(row[place]) for row in rows) + GAP for place in range(1, len(rows[0]))]
        lines = [row[0].ljust(LABEL) + "".join(f"{cell:<{width}}" for cell, width in zip(row[1:], widths, strict=True))
                 for row in rows]  # fmt: skip
        return "\n".join([head, "", *(line.rstrip() for line in lines)])

    def _rows(self) -> Iterator[tuple[str, ...]]:
        every = [figures for _, figures in self.columns]
        if any(one.games != one.wished for one in every):
            yield "games", *(f"{one.games:,}" for one in every)
        for seat in every[0].seats:
            yield f"{seat} wins", *(one.share(seat).to_text() if one.games else "" for one in every)
        for way, words in (("several", "some share"), ("all", "all win"), ("nobody", "nobody wins")):
            if any(one.games and way in one.outcomes and one.outcomes[way].part for one in every):
                yield words, *(one.outcomes[way].to_text() if one.games and way in one.outcomes else "" for one in every)
        for seat in every[0].seats:
            yield f"{seat} scores", *(_spread(one.scores[seat]) for one in every)
        yield "decisions", *(_spread(Distribution(one.tally.decisions)) for one in every)
        yield "rounds", *(_spread(Distribution(one.tally.rounds)) for one in every)
        for number, (gauge, _) in enumerate(every[0].measures):
            if all(gauge in [one for one, _ in figures.measures] for figures in every):
                yield gauge.words, *(_spread(figures.measures[number][1]) for figures in every)

    def to_json(self) -> list[dict[str, Any]]:
        return [{"table": name, **figures.to_json()} for name, figures in self.columns]

    def to_csv(self) -> str:
        """The table of each, with what it is called before every row."""
        text = io.StringIO()
        out = csv.writer(text, lineterminator="\n")
        for number, (name, figures) in enumerate(self.columns):
            head, *rows = csv.reader(io.StringIO(figures.to_csv()))
            out.writerows([["table", *head]] if not number else [])
            out.writerows([name, *row] for row in rows)
        return text.getvalue()


def _spread(counts: Distribution) -> str:
    """`12.3 ± 4.5`: the mean and how far single games lie from it."""
    return f"{counts.mean:z.1f} ± {counts.deviation:.1f}" if counts.total else ""
