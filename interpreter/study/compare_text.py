"""A comparison of two versions of a game, for people and for programs.

Takes a `Comparison`; returns a table with the surest difference first, or the same as data.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import Any

from .compare import ComparedFigure, Comparison
from .sampling import Figure
from .sequences import FEWEST_DIFFERENT
from .statistics import rounded, six_places


def to_text(comparison: Comparison) -> str:
    return "\n".join([*_head(comparison), "", _in_words(comparison), "", *_table(comparison), *_foot(comparison)])


def _head(comparison: Comparison) -> Iterator[str]:
    one, two = comparison.before, comparison.after
    bots = ", ".join(dict.fromkeys(comparison.bots))
    yield (f"{one.game.name}: {one.name} against {two.name}, {comparison.games:,} games each, {len(comparison.seats)} seats, "
           f"{bots}, seed {comparison.seed}.")  # fmt: skip
    if comparison.unpaired:
        luck = " What each deal was worth before anybody chose is taken out." if comparison.is_steadied else ""
        yield f"Not paired: {comparison.unpaired}.{luck}"
    else:
        saved = sorted(row.saving for row in comparison.rows if row.saving is not None and row.difference.different)
        worth = f" For the middle figure that saves {saved[len(saved) // 2]:.1f} times the games." if saved else ""
        yield f"Both play the same deals with the same chance.{worth}"


def _in_words(comparison: Comparison) -> str:
    """What a change did, for somebody who reads no table."""
    rows = comparison.by_certainty()
    sure = [f"{row.figure.name} ({_difference(row)})" for row in rows if comparison.is_different(row)]
    if sure:
        return f"Different by more than chance: {', '.join(sure)}."
    open_rows = sum(not comparison.is_settled(row) and row.difference.different > 0 for row in rows)
    left = f"; {open_rows} of {len(rows)} are open" if open_rows else ""
    return f"No figure is different by more than chance{left}."


def _table(comparison: Comparison) -> Iterator[str]:
    rows = comparison.by_certainty()
    width = max(len(row.figure.name) for row in rows) + 2
    yield f"{'':<{width}}{'before':>10}{'after':>10}  {'difference':<32}{'saved':<8}".rstrip()
    for row in rows:
        told = [_number(row.figure, one.mean) for one in (row.before, row.after)]
        line = f"{row.figure.name:<{width}}{told[0]:>10}{told[1]:>10}  {_difference(row):<32}{_saved(comparison, row):<8}"
        line += verdict(comparison, row)
        yield line.rstrip()


def _saved(comparison: Comparison, row: ComparedFigure) -> str:
    """How many times more games two runs with nothing in common would need for this figure."""
    is_told = row.saving is not None and (comparison.is_steadied or not comparison.unpaired)
    return f"{row.saving:.1f} x" if is_told else ""


def _foot(comparison: Comparison) -> Iterator[str]:
    yield ""
    yield "Intervals hold for 95 %, however often one looks. \"More than chance\" is said with all figures in mind."
    if comparison.is_over:
        yield f"Every figure is settled to {100 * comparison.within:g} %."


def verdict(comparison: Comparison, row: ComparedFigure) -> str:
    """What can be said of a row now."""
    if not row.difference.different:
        return "no game differs"
    if comparison.is_different(row):
        return "more than chance"
    if comparison.is_close(row):
        return "no difference that matters"
    if row.difference.different < FEWEST_DIFFERENT:
        return f"open: only {row.difference.different} games differ"
    left = comparison.games_to_go(row)
    return "open" if left is None else f"open: about {rounded(left):,} more games"


def _number(figure: Figure, number: float) -> str:
    return f"{100 * number:.1f} %" if figure.is_share else f"{number:z.2f}"


def _difference(row: ComparedFigure) -> str:
    low, high = row.difference.interval()
    scale = 100 if row.figure.is_share else 1
    if not row.difference.different:
        return "0"
    between = f" ({scale * low:+z.2f} to {scale * high:+z.2f})" if isfinite(low) else ""
    return f"{scale * row.difference.mean:+z.2f}{between}"


def to_json(comparison: Comparison) -> dict[str, Any]:
    return {
        "before": comparison.before.name,
        "after": comparison.after.name,
        "games": comparison.games,
        **comparison.lineup_json(),
        "paired": not comparison.unpaired,
        "unpaired because": comparison.unpaired or None,
        "settled": comparison.is_over,
        "figures": [_row_json(comparison, row) for row in comparison.by_certainty()],
    }


def _row_json(comparison: Comparison, row: ComparedFigure) -> dict[str, Any]:
    low, high = row.difference.interval()
    return {
        "figure": row.figure.name,
        "before": six_places(row.before.mean),
        "after": six_places(row.after.mean),
        "difference": six_places(row.difference.mean),
        "low": six_places(low) if isfinite(low) else None,
        "high": six_places(high) if isfinite(high) else None,
        "chance": round(row.chance, 9),
        "more than chance": comparison.is_different(row),
        "games": row.difference.count,
        "games to go": comparison.games_to_go(row) if not comparison.is_settled(row) else 0,
        "saving": round(row.saving, 3) if row.saving is not None else None,
    }
