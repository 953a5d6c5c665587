"""Words of the game that leave out of what and how much there is now: `Ada pays 1 to Bo` is read as `Ada pays 1 coin to Bo (Ada
2, Bo 3)`.

Takes what the game says and the counters that the same rule changes beside it; returns how people read it. The words themselves
stay as they are: scenarios know a line by them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..model.definition import Definition
from .entries import Change, Say
from .nouns import plurals_of
from .plurals import counted

_BARE = r"(?<![\w.,−-])(\d+)(?=$|[.,;:!)]| (?:to|from|for|by|and|in|with|at|each)\b)"


def leaves_out(said: Say, change: Change) -> bool:
    """Whether a text tells just this change of a counter, but for what is counted: it names whose it is and the bare number."""
    if change.kind not in ("gain", "pay") or change.of is None or change.of.key not in {thing.key for thing in said.things}:
        return False
    return re.findall(_BARE, said.text) == [str(_amount(change))]


def completed(definition: Definition, said: Say, changes: Sequence[Change]) -> str:
    """How people read a text, with the changes that it leaves out; nothing if that is what it says."""
    if len({(one.variable, _amount(one)) for one in changes}) != 1:
        return ""
    first = changes[0]
    amount = counted(_amount(first), first.variable, plurals_of(definition).get(first.variable, ""))
    told = re.sub(_BARE, amount, said.text, count=1)
    whose = [f"{one.of.name} " if len(changes) > 1 and one.of is not None else "" for one in changes]
    totals = ", ".join(f"{name}{one.after}" for name, one in zip(whose, changes, strict=True))
    return f"{told.removesuffix('.')} ({totals}){'.' * told.endswith('.')}"


def _amount(change: Change) -> int:
    before, after = change.before, change.after
    return abs(after - before) if isinstance(before, int) and isinstance(after, int) else 0
