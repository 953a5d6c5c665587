"""A row of picks as people read it: `Ada: pay Skill 3 and 2 × Skill 5`, in place of a line for each.

Takes the words of each pick and what was picked; returns one line for all of them. Where the words do not name what was picked
just once, they stay as they are.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from .known import Thing
from .plurals import article, listed, plural, plural_of_name


@dataclass(frozen=True, slots=True)
class ToldPick:
    """What was picked, with the words before and behind it, and how several such things are called."""

    before: str
    one: str
    many: str
    after: str

    def goes_on(self, other: ToldPick) -> bool:
        return (self.before, self.after) == (other.before, other.after)


def pick_in(words: str, thing: Thing, many: str = "") -> ToldPick | None:
    """Where in the words of a pick the thing is; `many` is its plural, if that is declared."""
    for one in (article(thing.name), thing.name):
        found = list(re.finditer(rf"(?<!\w){re.escape(one)}(?!\w)", words))
        if len(found) == 1:
            (place,) = found
            several = many or (plural(thing.name) if thing.row is None else plural_of_name(thing.name))
            return ToldPick(words[: place.start()], one, several, words[place.end() :])
    return None


def in_one(picks: Sequence[ToldPick]) -> str:
    """One line for a row of them; what was picked several times is counted."""
    many = {pick.one: pick.many for pick in picks}
    counts = Counter(pick.one for pick in picks)
    told = [_counted(one, many[one], number) for one, number in counts.items()]
    return f"{picks[0].before}{listed(told)}{picks[0].after}"


def _counted(one: str, many: str, number: int) -> str:
    if number == 1:
        return one
    return f"{number} × {one}" if many == one else f"{number} {many}"
