"""Takes what scenarios found for what they expect, where their author says so.

Takes failures; returns for each the change of its file that would let it pass: another number, another count of cards, true for
false, another name or seat. Where more than one word would have to change nothing is offered: that is for its author to read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..language.diagnostics import Span
from ..language.edit.file_layout import WrittenScalar, walk
from ..language.edit.layout_reader import read_layout
from ..language.edit.patching import CannotEdit, Edit, apply_edits, edit_at
from ..model.scenario import Scenario
from ..table.expectations import Failure
from .formatting import write_file

_COUNT = re.compile(r"(\d+ cards?|empty)$")
_ONE_WORD = re.compile(r"(-?\d+|[a-z]\w*)$")
Failed = Iterable[tuple[Scenario, tuple[Failure, ...]]]


@dataclass(frozen=True, slots=True)
class Acceptable:
    """A change that lets an expectation hold: where it stands, for which scenario, and what takes the place of what."""

    path: Path
    title: str
    failure: Failure
    old: str
    new: str
    edit: Edit


def acceptable(failed: Failed) -> list[Acceptable]:
    """Every change that could be accepted, in the order in which scenarios failed."""
    every = [(scenario, failure) for scenario, failures in failed for failure in failures]
    changes = [_change(scenario, failure) for scenario, failure in every]
    return [one for one in changes if one is not None]


def write_accepted(accepted: Sequence[Acceptable]) -> None:
    """Make the changes; everything else in the files stays as it is, comments and spaces among it."""
    for path in dict.fromkeys(one.path for one in accepted):
        edits = [one.edit for one in accepted if one.path == path]
        write_file(path, apply_edits(_text(path), edits).encode())


def _change(scenario: Scenario, failure: Failure) -> Acceptable | None:
    path = Path(failure.where[0])
    if not path.is_file():
        return None
    text = _text(path)
    written = _expected_at(text, Span(*failure.where))
    new = "" if written is None else _in_place_of(written.words, failure.found, scenario.seats)
    if written is None or not new:
        return None
    return Acceptable(path, scenario.title, failure, written.words, new, Edit(written.start, written.end, new))


def _expected_at(text: str, span: Span) -> WrittenScalar | None:
    """What stands behind the key at a place."""
    try:
        start = edit_at(text, span, "").start
    except CannotEdit:
        return None
    entries = (entry for _, entry, _ in walk(read_layout(text).root) if entry.key is not None and entry.start == start)
    return next((one.value for one in entries if isinstance(one.value, WrittenScalar) and not one.value.style), None)


def _in_place_of(expected: str, found: str, seats: Sequence[str]) -> str:
    """What was found, as a scenario writes it; nothing if it does not fit there."""
    if expected in (*seats, "none") and found in (*seats, "none", "nobody"):
        return "none" if found == "nobody" else found
    if _COUNT.match(expected):
        count = found.partition(":")[0]
        return ("1 card" if count == "1" else f"{count} cards") if count.isdigit() else ""
    if not (_ONE_WORD.match(expected) and _ONE_WORD.match(found)):
        return ""
    is_number = expected.lstrip("-").isdigit()
    return found if is_number == found.lstrip("-").isdigit() else ""


def _text(path: Path) -> str:
    return path.read_bytes().decode("utf-8")
