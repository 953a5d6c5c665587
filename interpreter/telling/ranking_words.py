"""Tells by what things were ranked: what counts, who has how much of it, and what settled it between level ones.

Takes the reason of a ranking; returns words, the best first. What only turns a number round (`-total`) is not told: then the
lowest counts.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass

from .. import ir
from .condition_words import ValuePhrases
from .known import Known
from .plain_words import key_name, listed, spoken, with_value
from .plurals import is_plural
from .plurals import listed as all_of
from .reasons import Kind, Reason
from .wordings import Wordings

_VOWELS = frozenset("aeiouy")
_LEAST = frozenset(
    ("nearest", "closest", "lowest", "fewest", "smallest", "shortest", "youngest", "earliest", "cheapest", "weakest", "poorest")
)
MOST_IN_FULL = 4  # candidates whose values are told with their parts


@dataclass(frozen=True)
class Measure:
    """What one key of a ranking measures: `what`, with what besides it is asked (`about`), whether most of it is best, what
    turned it round, and how much each candidate has."""

    what: str
    about: str
    is_most: bool
    turned_by: Reason | None
    values: tuple[Reason, ...]


class RankingWords:
    def __init__(self, values: ValuePhrases, wordings: Wordings) -> None:
        self.values = values
        self.reason = wordings.reason

    def ranked(self, reason: Reason) -> str:
        """`highest total: Ada 17, Bo 15`; level ones with the key that settles it."""
        candidates = _best_first(reason)
        if len(candidates) < 2:
            return self.only(reason, candidates[0]) if candidates else self.reason("nothing")
        by, standings = self.told(reason)
        return f"{by}: {standings}"

    def about(self, reason: Reason) -> str:
        """What all of it is asked for: `column 1`."""
        candidates = _best_first(reason)
        return _measure(reason, 0, candidates).about if candidates and reason.by else ""

    def told(self, reason: Reason, in_full: bool = False) -> tuple[str, str]:
        """What counts, and who has how much of it, down to the key that settles it."""
        candidates = _best_first(reason)
        first = _measure(reason, 0, candidates)
        is_full = in_full and len(candidates) <= MOST_IN_FULL
        return self.by(first), self._settled(reason, candidates, self._standings(candidates, first, is_full))

    def _settled(self, reason: Reason, candidates: Sequence[Reason], told: str) -> str:
        """The same with what settled it between level ones; what they have alike as well is told in a few words."""
        level, alike = candidates, list[str]()
        for number in range(1, len(reason.by) + 1):
            level = _level(reason, level, number)
            if not level:
                break
            who = "" if len(level) == len(candidates) else all_of([one.words for one in level])
            also = all_of(alike)
            if number == len(reason.by):
                return self._unsettled(reason, told, who, also)
            if any(one.parts[number].kind is Kind.HIDDEN for one in level):
                return self.reason("hidden", told=told, who=who, also=also)
            measure = _measure(reason, number, level)
            if len({one.value for one in measure.values}) == 1:
                alike.append(f"{self.by(measure)} ({spoken(measure.values[0].value)})")
                continue
            wording, standings, alike = "level" if who else "all level", self._standings(level, measure, False), []
            told = self.reason(wording, told=told, who=who, by=self.by(measure), standings=standings, also=also)
        return told

    def _unsettled(self, reason: Reason, told: str, who: str, also: str) -> str:
        """Of those who are level by everything the first one counts, or all of them."""
        if reason.kind is Kind.RANKED and (not isinstance(reason.value, tuple) or len(reason.value) == 1):
            wording = "last of them" if reason.sign == ir.SortKind.LAST else "first of them"
            return self.reason(wording, told=told, who=who, also=also)
        return self.reason("still level", told=told, who=who, also=also) if also else told

    def by(self, measure: Measure) -> str:
        """`most coins`, `lowest total, as column 3 is inverted`."""
        last = measure.what.partition(" (")[0].partition(" in ")[0].rpartition(" ")[2]
        is_many = is_plural(last) or not _VOWELS.intersection(last)
        wording = ("most" if measure.is_most else "fewest") if is_many else "highest" if measure.is_most else "lowest"
        told = measure.what if _is_superlative(last, measure.is_most) else self.reason(wording, what=measure.what)
        if measure.turned_by is None:
            return told
        return self.reason("as", by=told, facts=self.values.phrase(measure.turned_by))

    def _standings(self, candidates: Sequence[Reason], measure: Measure, in_full: bool) -> str:
        pairs = zip(candidates, measure.values, strict=True)
        if in_full:
            return ", ".join(self.standing(one, value) for one, value in pairs)
        return listed(with_value(one.words, spoken(value.value)) for one, value in pairs)

    def standing(self, candidate: Reason, key: Reason) -> str:
        """A candidate with what it has, and what that is made of."""
        is_nothing = key.inner.kind is Kind.SUM and not key.value and not any(map(self.values.is_telling, key.inner.parts))
        if not key.inner.parts or key.inner.kind is Kind.KEPT or is_nothing:
            return with_value(candidate.words, spoken(key.value))
        if key.inner.kind is Kind.CHANGED:
            return f"{candidate.words} {spoken(key.value)} = {self.values.body(key.inner)}"
        if key.inner.kind in (Kind.COUNTED, Kind.HIGHEST, Kind.LOWEST) and key.inner.parts and not key.inner.sign:
            return f"{candidate.words} {spoken(key.value)} ({self.values.body(key.inner)})"
        return f"{candidate.words} {self.values.how(key)}"

    def only(self, reason: Reason, candidate: Reason) -> str:
        """The only one that is asked, and what makes it so."""
        asked = [self.values.phrase(one.parts[0]) for one in reason.others if one.words == candidate.words and one.parts]
        return self.reason("only", thing=candidate.words, facts=asked[0] if asked else "")


def _is_superlative(word: str, is_most: bool) -> bool:
    """Whether a name says already which end of it is best: `nearest`."""
    return word.endswith("est") and (word in _LEAST) is not is_most


# ---------------------------------------------------------------- what counts


def measured(reason: Reason) -> Reason:
    """What the only candidate has."""
    candidates = _best_first(reason)
    return _measure(reason, 0, candidates).values[0]


def _measure(reason: Reason, number: int, candidates: Sequence[Reason]) -> Measure:
    is_most = reason.by[number].startswith("most")
    keys = [one.parts[number] for one in candidates]
    cores = [_core(key) for key in keys]
    if len({(core.name, turned is not None) for core, turned in cores}) > 1:
        cores = [(key, None) for key in keys]
    values, turned_by = tuple(core for core, _ in cores), cores[0][1]
    about = {core.given for core in values}
    is_shared = len(about) == 1
    is_shared = is_shared and not any(one.lstrip("−").isdecimal() for given in about for one in given)  # a number is no place
    is_one = is_shared or (len(about) > 1 and len({core.name for core in values}) == 1)
    what = (values[0].name if is_one else "") or key_name(values[0])
    what = _of_each(what, {one.name for one in values})
    told_by = None if turned_by is None or turned_by is values[0] else turned_by
    return Measure(
        what, ", ".join(about.pop()) if is_shared else "", is_most is (turned_by is None), told_by, values
    )


def _of_each(what: str, names: Set[str]) -> str:
    """What several are asked for, without whose: `cards in stall` of those in stall of Ada and those in stall of Bo."""
    alike = {name.rpartition(" of ")[0] for name in names}
    return alike.pop() if len(names) > 1 == len(alike) and "" not in alike else what


def _core(key: Reason) -> tuple[Reason, Reason | None]:
    """The value that was chosen or turned round, behind the name of the whole; and what turned it round: the condition, if
    there is one, else the value itself."""
    value, one, condition, turned = key, key, None, False
    while True:
        if one.kind is Kind.DEFINED and one.parts and one.name != "score":
            value = one if condition is not None or turned else value
            one = one.parts[-1]
        elif one.kind is Kind.CHOSEN:
            condition, one = one.parts[0], one.parts[-1]
        elif one.kind is Kind.SUM and len(one.parts) == 1 and one.parts[0].kind is Kind.NEGATED and not turned:
            value = one = one.parts[0].parts[0]
            turned = True
        else:
            return value, (condition or value) if turned else None


def _best_first(reason: Reason) -> list[Reason]:
    """The candidates in their order, as far as the reader may know by what they are ordered."""
    candidates = reason.parts[int(reason.kind is Kind.RANK) :]
    hidden = [number for one in candidates for number, key in enumerate(one.parts) if key.kind is Kind.HIDDEN]
    by = reason.by[: min(hidden, default=len(reason.by))]
    return sorted(candidates, key=lambda one: [_order(key.value, most) for key, most in zip(one.parts, by, strict=False)])


def _order(value: Known, by: str) -> tuple[int, int]:
    number = value if isinstance(value, int) else 0
    return int(not isinstance(value, int)), -number if by.startswith("most") else number


def _level(reason: Reason, candidates: Sequence[Reason], keys: int) -> list[Reason]:
    """Those whom the first keys leave level: with the best, or where all are put in order, with any other."""
    ranks = [tuple(key.value for key in one.parts[:keys]) for one in candidates]
    is_all = isinstance(reason.value, tuple) and len(reason.value) == len(reason.parts)
    is_order = is_all or reason.kind is Kind.RANK or (reason.value is None and reason.sign == ir.SortKind.ALL)
    return [
        one for one, rank in zip(candidates, ranks, strict=True) if ranks.count(rank) > 1 and (is_order or rank == ranks[0])
    ]
