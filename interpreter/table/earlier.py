"""Lines of reasons as they read before: scenarios that quote one are still understood.

Takes the text of a line, or of what is expected; returns both in one form, without what was added to lines since: what is
printed before a number that counts otherwise (`8→12`), what makes it so behind it (`12 (matching)`), the cards that make
something so (`as den is closed (Fox)`), and the other way round `lowest` before a name that says so by itself (`nearest`). What
a card takes was told as what it costs, what there are so many of as a count, and two places of one kind in full; sets had no
names, who wins with a partner stood beside who came first, places went by their ids, what a value is asked with stood close
behind it, and the highest of several things had no brackets.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from ..engine.texts import zone_names
from ..engine.world import World
from ..telling.places import read_names

_ADDED = (
    (re.compile(r"(?<![\w→])−?\d+→"), ""),
    (re.compile(r"(?<=\d) \((the (?:highest|lowest) of (?:[^()]|\([^()]*\))*)\)"), r", \1"),
    (re.compile(r"(?<=\d) \([a-z][a-z ]*\)"), ""),
    (re.compile(r"(, as [^:;()]* is [a-z ]+) \([^()]*\)"), r"\1"),
    (re.compile(r"\b(?:highest|lowest|most|fewest) (?=\w+est\b)"), ""),
    (re.compile(r"\btakes (\d+ [^()]+?) from ([^()]+) \("), r"costs \2 \1 ("),
    (re.compile(r"\bfrom ([\w ]+ )(\S+)( of [^;:]+?|) to \1(\S+)\3(?!\S)"), r"from \1\2 to \4\3"),
    (re.compile(r"(?<=\d): (?=\d)"), " "),  # `wing 4: 5`
    (re.compile(r"\((?:[a-z]+ )*[a-z]+: "), "("),  # `4 (pair: Fox, Owl)`
    (re.compile(r"\b(\d+) = (?=\1 \()"), ""),  # `4 = 4 (Fox)`
    (re.compile(r"\b0 = there is nothing"), "0"),
    (re.compile(r"\bthere (?:is|are) (\d+) (\([^()]*\))"), r"count \2 is \1"),
    (re.compile(r"(?<=[a-z]) (?=\([^()]+\) of )"), ""),  # `total (column 1) of Ada`
    (re.compile(r"^winner is (\w+), with the (.*); (\w+) wins with \1$"), r"winners: \1, \3, with the \2"),
)


def as_before(text: str, places: Mapping[str, str] = MappingProxyType({})) -> str:
    """`places` are those that reasons call by another name now, with the one they had."""
    for added, left in _ADDED:
        text = added.sub(left, text)
    for now, before in places.items():
        text = text.replace(now, before)
    return text


def called_before(world: World, seats: tuple[str, ...]) -> dict[str, str]:
    """The places that reasons called as the rules do, in small letters; those with the longest names first."""
    names = zip(read_names(world, seats), zone_names(world, seats), strict=True)
    now = {read.casefold(): name.casefold() for read, name in names if read != name}
    return dict(sorted(now.items(), key=lambda one: -len(one[0])))
