"""Words of the game that leave out of what and how much there is now: `Ada pays 1 to Bo` is read as `Ada pays 1 coin to Bo (Ada
2, Bo 3)`.

Takes what the game says and the counters that the same rule changes beside it; returns how people read it. The words themselves
stay as they are: scenarios know a line by them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .. import ir
from ..model.definition import Definition
from .entries import Change, Say
from .nouns import plurals_of
from .plain_words import called
from .plurals import counted

_BARE = r"(?<!is )(?<!was )(?<!are )(?<!were )(?<![\w.,−-])(\d+)(?=$|[.,;:!)]| (?:to|from|for|by|and|in|with|at|each)\b)"


def leaves_out(said: Say, change: Change) -> bool:
    """Whether a text tells just this change of a counter, but for what is counted: it names whose it is and the bare number."""
    if change.kind not in ("gain", "pay") or change.of is None or change.of.key not in {thing.key for thing in said.things}:
        return False
    return bare_numbers(said) == [str(change_of(change))]


def bare_numbers(said: Say) -> list[str]:
    """The numbers in a text of which it does not say what is counted, and which belong to no name."""
    return re.findall(_BARE, _without_names(said))


def _without_names(said: Say) -> str:
    """A text with as many strokes in the place of each name."""
    text = said.text
    for name in sorted({thing.name for thing in said.things}, key=len, reverse=True):
        text = text.replace(name, "_" * len(name))
    return text


def completed(definition: Definition, said: Say, changes: Sequence[Change]) -> str:
    """How people read a text that tells these changes of counters: of what, and how much there is now; nothing if that is what
    it says."""
    last = {(one.variable, one.of.key): one for one in changes if one.of is not None}
    left_out = {(one.variable, change_of(one)) for one in last.values() if leaves_out(said, one)}
    told = said.text
    if len(left_out) == 1:
        ((variable, number),) = left_out
        bare = re.search(_BARE, _without_names(said))
        assert bare is not None
        told = told[: bare.start()] + counted(number, variable, plurals_of(definition).get(variable, "")) + told[bare.end() :]
    totals = [] if len(left_out) > 1 else [_total(said, one, [*last.values()]) for one in last.values() if not _has(said, one)]
    end = "." * told.endswith(".")
    return f"{told.removesuffix('.')} ({', '.join(totals)}){end}" if totals else told if told != said.text else ""


def _total(said: Say, change: Change, changes: Sequence[Change]) -> str:
    """What there is now, with whose and what it is where a reader could think of another."""
    owners = [one.of for one in changes if one.of is not None]
    players = {thing.key for thing in (*said.things, *owners) if thing.sort == ir.ThingSort.PLAYER}
    whose = f"{change.of.name} " if len(players) > 1 and change.of is not None else ""
    what = f"{called(change.variable)} " if len({one.variable for one in changes}) > 1 else ""
    return f"{whose}{what}{change.after}"


def _has(said: Say, change: Change) -> bool:
    """Whether a text tells itself how much there is now."""
    numbers = re.findall(r"\d+", said.text)
    if str(change_of(change)) in numbers:
        numbers.remove(str(change_of(change)))
    return str(change.after) in numbers


def change_of(change: Change) -> int:
    """By how much a counter changes."""
    before, after = change.before, change.after
    return abs(after - before) if isinstance(before, int) and isinstance(after, int) else 0
