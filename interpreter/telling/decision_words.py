"""Tells what was decided by values, in one line of the log.

Takes the reason and the name of what got the answer; returns nothing where there was nothing to decide.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

from .. import ir
from ..ir.operations import COMPARISONS
from .condition_words import CONDITIONS, ValuePhrases, decisive
from .ending_words import what_ended
from .known import Thing
from .plain_words import called, listed, spoken
from .plurals import is_plural, plural, singular
from .plurals import listed as all_of
from .ranking_words import MOST_IN_FULL, RankingWords, measured
from .reasons import PASSING, Kind, Reason
from .wordings import Wordings

SCORE = "score"
_WHOLES = (Kind.SUM, Kind.LOOKED_UP)  # what a sum to which nothing is added is told as
_TOLD_ALONE = (Kind.COUNTED, Kind.GROUPED, Kind.LOOKED_UP, Kind.HIGHEST, Kind.LOWEST)  # also where there is only one of it


class DecisionWords:
    """What was decided by values, in one line of the log; nothing where there was nothing to decide."""

    def __init__(self, values: ValuePhrases, rankings: RankingWords, wordings: Wordings, is_together: bool) -> None:
        self.values = values
        self.is_together = is_together  # all win, or all lose
        self.rankings = rankings
        self.decide = wordings.decide
        self.reason = wordings.reason

    def line(
        self, reason: Reason, name: str, again: bool, before: Reason | None = None, about: str = "", is_first: bool = False
    ) -> str:
        """`column 1: winner is Ada, with the highest total: Ada 17 = Storm 9 + Fox 8, Bo 15 = Owl 8 + Fox 7`. `before` is the
        ranking that gave another answer at first, if that is told here; `about` is what the rule was begun with. It
        `is_first` if no other answer was told before."""
        asked = frozenset(self._asked(before.inner)) if before is not None else frozenset[str]()
        told = self._decided(reason, called(name), again, is_first or before is not None, about, asked)
        inner = None if before is None else before.inner
        if not told or inner is None or inner.kind is not Kind.RANKED or len(inner.parts) < 2:
            return told
        by, standings = self.rankings.told(inner, in_full=True)
        assert before is not None
        by, about = self._as_asked(before, by), self.rankings.about(inner)
        if about:
            told = f"{about}: {told.removeprefix(f'{about}: ').replace(f' ({about}) of ', ' of ')}"
        return self.decide("before", told=told, by=by, standings=standings)

    def _decided(
        self, reason: Reason, name: str, again: bool, is_after: bool, about: str, asked: frozenset[str] = frozenset()
    ) -> str:
        """`asked` is what was so of those who were ranked at first: of the others nothing is told by that."""
        inner = reason.inner
        if self.is_together and name == "winner":
            return self._won(reason)
        if inner.kind in (Kind.RANKED, Kind.RANK):
            return self._ranking(reason, name, again, about, asked)
        if inner.kind is Kind.GROUPED and inner.parts:
            return self.decide("grouping", name=name, told=reason.line)
        if inner.kind in CONDITIONS and not name:
            compared = [one.inner for one in decisive(reason) if one.inner.kind is Kind.COMPARED]
            return "; ".join(dict.fromkeys(told for one in compared if (told := self._compared(one))))
        if inner.kind is Kind.PASSED and isinstance(inner.value, tuple):
            return self._passed(inner)
        if again and inner.kind is Kind.PASSED and inner.parts:
            facts = self.values.there(inner.parts[-1])
            return self.decide("because", about="", name=name, value=spoken(reason.value), facts=facts)
        if again:
            return self.decide("plain" if is_after else "instead", about="", name=name, value=spoken(reason.value))
        return reason.unplaced.line if not name and reason.comes_apart else ""

    def asked(self, reason: Reason) -> str:
        """What somebody has asked for by a name, where that is ranked or who has won: `winner is Ada, with the highest score:
        Ada 17, Bo 15`, and nothing of what these are made of, which stands below."""
        if reason.inner.kind is not Kind.RANKED:
            return self._won(reason) if self.is_together and reason.words == "winner" else ""
        told = self._ranking(reason, reason.words, False, "", frozenset(), in_full=False)
        about = self.rankings.about(reason.inner)
        return told.removeprefix(f"{about}: ") if about and f"({about})" in reason.words else told

    def amount(self, reason: Reason, variable: str = "") -> str:
        """What an amount is made of, unless that says no more than how much it is. A `variable` that is set to the highest of
        itself and something else is told by that."""
        inner = reason.inner
        if variable and inner.kind in (Kind.HIGHEST, Kind.LOWEST) and (other := _besides(inner, variable)) is not None:
            return self.amount(other) if other.value == inner.value else ""
        if inner.kind is Kind.PRINTED:
            return inner.words.removesuffix(" of value")  # of a die whose name leads up to what it shows
        if inner.kind is Kind.GIVEN:
            return self.because(reason)
        if inner.kind in (Kind.HIGHEST, Kind.LOWEST) and (what := _measure_of(inner)):
            extreme = "highest what" if inner.kind is Kind.HIGHEST else "lowest what"
            wording = "what of" if len(inner.parts) == 1 else extreme
            return self.reason(wording, what=what, things=listed(self.values.label(one) for one in inner.parts))
        inner = undivided(inner)
        told = [one for one in inner.parts if one.value]
        is_told = len(told) > 1 or (told and (inner.kind in _TOLD_ALONE or _is_brought_by_one(inner, told[0])))
        body = self.values.body(inner) if is_told and inner.kind is not Kind.KEPT else ""
        is_bare = inner.kind is Kind.LOOKED_UP and bool(told) and self.values.label(told[0], True) == spoken(told[0].value)
        says_nothing = is_bare and body.endswith(f" {spoken(told[0].value)}")  # `pay for 1`, whatever that is
        return "" if says_nothing else body

    def because(self, reason: Reason) -> str:
        """Of a number that is written: what is so that it is this one and not another. What was asked last tells most."""
        facts = ""
        while reason.kind in PASSING and reason.parts:
            if reason.kind is Kind.CHOSEN and reason.parts[0].value is True:
                facts = self.values.phrase(reason.parts[0])
            reason = reason.parts[-1]
        return self.reason("chosen as", facts=facts) if facts else ""

    def end(self, reason: Reason, name: str, untold: Set[str]) -> str:
        """`the turns are over, as chance deck is empty`, of rounds, turns or a step of that name."""
        facts = what_ended(self.values, reason, untold)
        wording = {"rounds": "rounds over", "turns": "turns over"}.get(name, "over")
        return self.decide(wording, name=name, facts=facts) if facts else ""

    def order(self, reason: Reason) -> str:
        """By what all of several things are put in order, and how they stand: nothing new where that was just told."""
        inner = reason.inner
        is_order = inner.kind is Kind.RANKED and isinstance(reason.value, tuple) and len(inner.parts) == len(reason.value) > 1
        return ": ".join(self.rankings.told(inner, in_full=True)) if is_order else ""

    def replaced(self, reason: Reason) -> str:
        """`instead, as coins of Ada is 16, more than 12`."""
        return self.decide("replaced", facts=self.values.phrase(reason))

    def _won(self, reason: Reason) -> str:
        """`everybody loses, as mill is drowned (water of mill is 4, 4 at least)`."""
        while reason.kind is Kind.DEFINED and reason.parts:
            reason = reason.parts[-1]
        facts = self.values.phrase(reason.parts[0]) if reason.kind is Kind.CHOSEN else ""
        return self.decide("all win" if reason.value else "all lose", facts=facts)

    def _asked(self, ranked: Reason) -> list[str]:
        """What was so of all that were ranked."""
        return list(dict.fromkeys(self.values.phrase(one.parts[0]) for one in ranked.others if one.parts))

    def _ranking(
        self, reason: Reason, name: str, again: bool, given: str, before: frozenset[str], in_full: bool = True
    ) -> str:
        inner = reason.inner
        if not inner.parts or _is_plain_order(inner):
            return ""
        about = self.rankings.about(inner) or given
        asked = self._asked(inner)
        facts = "" if before.issuperset(asked) else " and ".join(asked)
        first, partners = _first_and_partners(reason)
        value = spoken(inner.value if partners else reason.value)
        if len(inner.parts) < 2:
            if again:
                return self.decide("because" if facts else "instead", about=about, name=name, value=value, facts=facts)
            return self._alone(reason, name, about)
        if any(one.parts[0].kind is Kind.HIDDEN for one in inner.parts) or _are_alike(inner.parts):
            return ""
        is_told = inner.parts[0].parts[0].name == SCORE  # the scores have lines of their own
        by, standings = self.rankings.told(inner, in_full and not is_told)
        by = self.reason("as", by=by, facts=facts) if again and facts else self._as_asked(reason, by)
        wording = _wording(inner if partners else reason, name)
        name = plural(singular(name)) if wording == "several" else name
        told = self.decide(wording, about=about, name=name, value=value, by=by, standings=standings)
        if not partners:
            return told
        win = {"wins": "wins" if len(partners) == 1 else "win"}
        return self.decide("partners", told=told, who=all_of(partners), whom=all_of(first), **win)

    def _as_asked(self, reason: Reason, by: str) -> str:
        """What counts, and why that counts: the condition under which this ranking was taken and not the other one."""
        while reason is not reason.inner:
            if reason.kind is Kind.CHOSEN and _is_so(reason.parts[0]):
                return self.reason("as", by=by, facts=self.values.phrase(reason.parts[0]))
            reason = reason.parts[-1]
        return by

    def _alone(self, reason: Reason, name: str, about: str) -> str:
        """The only one that could be ranked, with what it has, where that is made of something."""
        (candidate,) = reason.inner.parts[-1:]
        key = measured(reason.inner)
        is_player = isinstance(candidate.value, Thing) and candidate.value.sort == ir.ThingSort.PLAYER
        if not name or not (is_player or (key.comes_apart and key.inner.kind is not Kind.COUNTED)):
            return ""
        told = self.rankings.standing(candidate, key) if key.comes_apart and key.inner.kind is not Kind.COUNTED else ""
        wording = "only player" if is_player else "only one"
        return self.decide(wording, about=about, name=name, value=spoken(reason.value), standings=told)

    def _compared(self, reason: Reason) -> str:
        """`strength of Ada: 6 = Skull 2 + Kraken 4, more than strength of Bo: 4 = Heart 4`."""
        left, right = reason.parts if len(reason.parts) == 2 else (reason, reason)
        if reason.sign not in COMPARISONS or not isinstance(left.value, int) or not isinstance(right.value, int):
            return ""
        wording = "more than" if left.value > right.value else "less than" if left.value < right.value else "as much as"
        relation = self.reason(wording, value="").strip()
        return self.decide("compare", left=self._side(left), relation=relation, right=self._side(right))

    def _side(self, reason: Reason) -> str:
        if reason.comes_apart and reason.inner.kind is not Kind.KEPT:
            return reason.unplaced.line
        value = spoken(reason.value)
        if reason.words in ("", value):
            return value
        return f"{reason.words}: {value}" if reason.words[-1].isdigit() else f"{reason.words} {value}"

    def _passed(self, reason: Reason) -> str:
        """`strength: 4 at least: Ada 6 (Skull 4, Swords 5); not Bo 2 (Kraken 1)`; where each is held to a number of its own,
        that stands behind it."""
        asked = [one for one in (*reason.parts, *reason.others) if one.parts]
        compared = [one.parts[0].inner for one in asked]
        if not asked or len(asked) > MOST_IN_FULL or any(one.kind not in CONDITIONS for one in compared):
            return ""
        if any(one.kind is not Kind.COMPARED for one in compared):
            return self._passed_by_several(reason)
        bounds = {self.values.bound(one) for one in compared}
        what, _, bound = self.values.bound(compared[0]).partition(": ")
        passed, failed = (", ".join(self._measured(members, len(bounds) > 1)) for members in (reason.parts, reason.others))
        condition = self.reason("named", name=what, told=bound) if len(bounds) == 1 else what
        wording = "passed" if passed else "none passed"
        return self.decide(wording, condition=condition, things=passed, others=failed)

    def _passed_by_several(self, reason: Reason) -> str:
        """`Ada (strength is 6, 4 at least and coins of Ada is 3, 3 at least); not Bo (coins of Bo is 2, not 3 at least)`."""
        both = ([one for one in members if one.parts] for members in (reason.parts, reason.others))
        passed, failed = (listed(f"{one.words} ({self.values.phrase(one.parts[0])})" for one in members) for members in both)
        return self.decide("passed several" if passed else "passed by none", things=passed, others=failed)

    def _measured(self, members: Sequence[Reason], are_unlike: bool) -> Iterator[str]:
        for one in members:
            if one.parts:
                compared = one.parts[0].inner
                told, bound = self.rankings.standing(one, compared.parts[0]), self.values.bound(compared).partition(": ")[2]
                yield f"{told} ({'' if one.value else 'not '}{bound})" if are_unlike else told


def _besides(extreme: Reason, variable: str) -> Reason | None:
    """What else is compared where one of two numbers is the variable itself."""
    others = [one for one in extreme.parts if one.name != called(variable) or one.inner.kind is not Kind.KEPT]
    return others[0] if len(others) == 1 and len(extreme.parts) == 2 else None


def undivided(reason: Reason) -> Reason:
    """What an amount is made of, behind sums to which nothing is added."""
    inner = reason.inner
    told = [one for one in inner.parts if one.value]
    is_alone = len(told) == 1 and inner.kind is Kind.SUM and told[0].inner.kind in _WHOLES and told[0].value == inner.value
    return undivided(told[0]) if is_alone else inner


def _measure_of(extreme: Reason) -> str:
    """What the highest or the lowest is taken of: `toll` of several cards."""
    asked = {one.parts[0].name if one.kind is Kind.ITEM and one.parts else "" for one in extreme.parts}
    return asked.pop() if len(asked) == 1 else ""


def _is_brought_by_one(whole: Reason, part: Reason) -> bool:
    """Whether all of a sum comes from one thing that the reader knows by its name."""
    return whole.kind is Kind.SUM and part.kind is Kind.ITEM and bool(part.words)


def _first_and_partners(reason: Reason) -> tuple[list[str], list[str]]:
    """Who came first, and who wins with them."""
    every, first = (one.value if isinstance(one.value, tuple) else (one.value,) for one in (reason, reason.inner))
    return [spoken(one) for one in first], [spoken(one) for one in every if one not in first]


def _wording(reason: Reason, name: str) -> str:
    if reason.inner.kind is Kind.RANK:
        return "rank"
    if reason.value is None:
        return "unsettled"
    is_several = isinstance(reason.value, tuple) and len(reason.value) > 1
    if not name:
        return "order" if is_several and reason.inner.sign != ir.SortKind.BEST else "unnamed"
    last = name.rpartition(" ")[2]
    return "several" if is_several or is_plural(last) else "one"


def _is_so(condition: Reason) -> bool:
    """Whether something is so, and not only its contrary not: that a column is not closed is how it usually is."""
    while condition.inner.kind is Kind.NOT:
        condition = condition.inner.parts[0]
    return condition.value is True


def _is_plain_order(ranking: Reason) -> bool:
    """What everybody sees on the table by itself, such as where things lie."""
    keys = [key for one in ranking.parts for key in one.parts]
    return isinstance(ranking.value, tuple) and all(key.inner.kind is Kind.FOUND and key.name != SCORE for key in keys)


def _are_alike(candidates: Sequence[Reason]) -> bool:
    return len({(one.words, *(key.value for key in one.parts)) for one in candidates}) == 1

