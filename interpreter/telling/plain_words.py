"""Names and values as people say them, for reasons.

Takes what a reader knows of things; returns words. Knows nothing of how a value came about.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from .. import ir
from .known import Known, Thing
from .reasons import Kind, Reason

MOST_NAMED = 6
_ENDS_WITH_NUMBER = re.compile(r" \d+$")


def is_hidden(known: Known) -> bool:
    return isinstance(known, Thing) and known.sort == ir.ThingSort.CARD and known.row is None


def is_counted_unseen(reason: Reason) -> bool:
    """Whether a number only counts cards of which the reader sees the backs."""
    counted = reason.inner
    return counted.kind is Kind.COUNTED and all(is_hidden(one.value) for one in counted.parts)


def spoken(known: Known) -> str:
    """A value as people say it; numbers below zero with a minus sign."""
    if known is None:
        return "none"
    if isinstance(known, bool):
        return "yes" if known else "no"
    if isinstance(known, int):
        return str(known) if known >= 0 else f"−{-known}"
    if isinstance(known, tuple):
        return listed([spoken(one) for one in known]) or "nothing"
    return known if isinstance(known, str) else f"hidden {known.name}" if is_hidden(known) else known.name


def called(name: str) -> str:
    return name.replace("_", " ")


def asked_of(name: str, of: Known, with_: Sequence[Known], value: Known) -> str:
    """`total (column 1) of Ada`, and of something that is or is not so `Ada is rich`."""
    asked = f" ({', '.join(spoken(one) for one in with_)})" if with_ else ""
    if of is None:
        return called(name) + asked
    if isinstance(value, bool) and not with_:
        return f"{spoken(of)} is {called(name)}"
    return f"{called(name)}{asked} of {spoken(of)}"


def listed(names: Iterable[str]) -> str:
    """Names side by side; one that occurs several times is counted, and of many the first are told."""
    counted: dict[str, int] = {}
    for name in names:
        counted[name] = counted.get(name, 0) + 1
    told = [name if count == 1 else f"{count} × {name}" for name, count in counted.items()]
    if len(told) <= MOST_NAMED + 1:
        return ", ".join(told)
    return f"{', '.join(told[:MOST_NAMED])} and {len(told) - MOST_NAMED} more"


def key_name(key: Reason) -> str:
    """What a ranking goes by: the name of what is asked of each."""
    inner = key if key.name or not key.parts else key.inner
    asked, _, _ = inner.words.partition(") of ")
    return f"{asked})" if asked != inner.words and asked.startswith(f"{inner.name} (") else inner.name or str(inner.kind)


def summed_name(reason: Reason) -> str:
    """What is added up of each of several things, where that has one name: `points`."""
    names = {one.inner.name for one in reason.inner.parts if one.kind is Kind.ITEM}
    return called(names.pop()) if reason.inner.kind is Kind.SUM and len(names) == 1 else ""


def with_value(name: str, value: str) -> str:
    """A name with its value, which some names already tell; `wing 4: 5` of a name that ends with another number."""
    if name.endswith(f" {value}"):
        return name
    return f"{name}: {value}" if _ENDS_WITH_NUMBER.search(name) else f"{name} {value}"
