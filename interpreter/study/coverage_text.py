"""Coverage of a definition as text, as data, and as lcov.

Takes a `Coverage`; returns what people read (the definition with counts at its lines, then what never happened), what programs
read, and the form that editors and other tools show.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from .coverage import Coverage, CoverageMark, What

WIDTH = 11
FIRST = (What.CONDITION, What.OPTION, What.ALWAYS, What.SENTENCE)  # what a line tells if there is more than one thing to tell


def to_text(coverage: Coverage, lines: bool = True) -> str:
    return "\n".join([_head(coverage), "", *(_files(coverage) if lines else ()), *_never(coverage)])


def _head(coverage: Coverage) -> str:
    played = f"{coverage.scenarios:,} scenarios" + (f" and {coverage.games:,} games" if coverage.games else "")
    total = len(coverage.together)
    return f"{coverage.game.name}: {played}. Of {total} things that can happen {coverage.covered} did."


def _files(coverage: Coverage) -> Iterator[str]:
    by_scenarios, by_games = _by_line(coverage.by_scenarios), _by_line(coverage.by_games)
    missing = {mark.place for mark in coverage.missing}
    games = coverage.games > 0
    for number, source in coverage.source.items():
        if not any(place[0] == number for place in by_scenarios):
            continue
        yield coverage.game.definition.files[number]
        yield f"{'scenarios':>{WIDTH}} " + (f"{'games':>{WIDTH}} " if games else "") + "|"
        for line, text in enumerate(source, 1):
            place = number, line
            cells = [by_scenarios.get(place, "")] + ([by_games.get(place, "")] if games else [])
            counted = " ".join(f"{cell:>{WIDTH}}" for cell in cells)
            yield f"{counted} |{'!' if place in missing else ' '}{line:>4} | {text}".rstrip()
        yield ""


def _by_line(marks: Iterable[CoverageMark]) -> dict[tuple[int, int], str]:
    told: dict[tuple[int, int], tuple[int, str]] = {}
    for mark in marks:
        rank = FIRST.index(mark.what)
        if mark.place not in told or rank < told[mark.place][0]:
            told[mark.place] = rank, _counted(mark)
    return {place: text for place, (_, text) in told.items()}


def _counted(mark: CoverageMark) -> str:
    """How often, and of a condition how often it did not hold, of an option how often it was left."""
    if mark.what == What.SENTENCE:
        return f"{mark.times:,}"
    return f"{mark.times:,}/{mark.otherwise:,}"


def _never(coverage: Coverage) -> Iterator[str]:
    if coverage.endless:
        yield f"The rest was left out, since here nothing ends: {coverage.endless}"
    if not coverage.missing:
        yield "Everything happened, every condition in both ways."
        return
    yield f"{'This' if len(coverage.missing) == 1 else 'These'} did not happen:"
    for mark in coverage.missing:
        yield f"  {_where(coverage, mark)}: {mark.what} {mark.missing}: {coverage.text_at(mark.place)}"


def _where(coverage: Coverage, mark: CoverageMark) -> str:
    return f"{coverage.game.definition.files[mark.place[0]]}:{mark.place[1]}"


# ---------------------------------------------------------------- for programs


def to_json(coverage: Coverage) -> dict[str, Any]:
    return {
        "game": coverage.game.definition.id,
        "scenarios": coverage.scenarios,
        "games": coverage.games,
        "endless": coverage.endless or None,
        "marks": len(coverage.together),
        "covered": coverage.covered,
        "lines": [
            {
                "file": coverage.game.definition.files[one.place[0]], "line": one.place[1], "what": one.what.value,
                "scenarios": {"times": one.times, "otherwise": one.otherwise},
                "games": {"times": two.times, "otherwise": two.otherwise},
                "missing": both.missing,
                "reached by": list(coverage.of_scenarios.get(one.place, ())),
            }
            for one, two, both in zip(coverage.by_scenarios, coverage.by_games, coverage.together, strict=True)
        ],
    }  # fmt: skip


def to_lcov(coverage: Coverage) -> str:
    """One record for each file: its lines, and each condition or option as a branch."""
    lines: list[str] = []
    for number, name in enumerate(coverage.game.definition.files):
        marks = [mark for mark in coverage.together if mark.place[0] == number]
        if marks:
            lines += [f"SF:{name}", *_branches(marks), *_lines(marks), "end_of_record"]
    return "\n".join(lines) + "\n"


def _branches(marks: list[CoverageMark]) -> Iterator[str]:
    taken = [(mark, way, times) for mark in marks for way, times in enumerate(_ways(mark))]
    for mark, way, times in taken:
        reached = mark.times or mark.otherwise
        yield f"BRDA:{mark.place[1]},{list(What).index(mark.what)},{way},{times if reached else '-'}"
    yield f"BRF:{len(taken)}"
    yield f"BRH:{sum(times > 0 for _, _, times in taken)}"


def _ways(mark: CoverageMark) -> tuple[int, ...]:
    if mark.what == What.SENTENCE:
        return ()
    return (mark.times, mark.otherwise) if mark.what == What.CONDITION else (mark.times,)


def _lines(marks: list[CoverageMark]) -> Iterator[str]:
    times: dict[int, int] = {}
    for mark in marks:
        line = mark.place[1]
        reached = mark.times if mark.what == What.SENTENCE else mark.times + mark.otherwise
        times[line] = max(times.get(line, 0), reached)
    yield from (f"DA:{line},{count}" for line, count in sorted(times.items()))
    yield f"LF:{len(times)}"
    yield f"LH:{sum(count > 0 for count in times.values())}"
