"""Tells a reason in one line: each kind in its own way, with the wordings of the game.

Takes a reason; returns a sentence with its numbers. Looks at nothing but the reason.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate

from .. import ir
from ..model.definition import Definition
from .condition_words import CONDITIONS, ConditionWords
from .decision_words import DecisionWords
from .plain_words import key_name, listed, spoken, with_value
from .plurals import listed as all_of
from .ranking_words import RankingWords
from .reasons import PASSING, Kind, Reason
from .wordings import wordings_of

MOST_IDLE = 2  # of how many things that bring nothing to a sum that is said
MOST_EARNED = 6  # of what a counter came from, how much is told one by one
SHARED = {ir.Sign.DIV: "rounded down", ir.Sign.DIV_UP: "rounded up", ir.Sign.MOD: "rest"}
_LEADING_ON = (" for", " by", " of", " at", " with")  # the last word of a name that speaks of what comes next
_VEILS: dict[str, str] = {ir.SeenBy.NOBODY: "unknown to all", ir.SeenBy.FACE: "unknown face"}
_JOINED = {
    Kind.LOOKED_UP: " ", Kind.COUNTED: ": ", Kind.HIGHEST: ", ", Kind.LOWEST: ", ", Kind.RANKED: ": ", Kind.RANK: ": ",
    Kind.CANDIDATE: ": ",
}  # fmt: skip


class ReasonWords:
    """How one definition tells where values come from."""

    def __init__(self, definition: Definition) -> None:
        self.wordings = wordings_of(definition)
        self.conditions = ConditionWords(self, self.wordings)
        self.rankings = RankingWords(self, self.wordings)
        self.decisions = DecisionWords(self, self.rankings, self.wordings, definition.together)

    def line(self, reason: Reason) -> str:
        """What it is, and how it comes about."""
        if reason.kind is Kind.HIDDEN:
            wording = _VEILS.get(reason.sign, "unknown") if reason.words else "unseen"
            return self.wordings.reason(wording, zone=reason.words, who="".join(reason.given))
        if reason.kind is Kind.EARNED:
            return f"{_sign(_number(reason))} {_earned(reason)}".removeprefix("+ ")
        if reason.kind is Kind.GAINED and _counted_in(reason) is not None and reason.value:
            return self._changed_by("", reason).strip()
        if reason.words and (told := self.decisions.asked(reason)):
            return told
        is_condition = reason.inner.kind in CONDITIONS
        told = self.conditions.phrase(reason) if is_condition and not reason.words else self.how(reason)
        is_named = told == reason.words or told.startswith(f"{reason.words}: ")
        return self.wordings.reason("named", name=reason.words, told=told) if reason.words and not is_named else told

    def how(self, reason: Reason) -> str:
        """The value with what makes it, in the way of its kind."""
        inner, value = reason.inner, spoken(reason.value)
        if inner.kind in CONDITIONS:
            return f"{value}: {self.conditions.phrase(inner)}"
        body = self.body(inner)
        if inner.kind is Kind.PRINTED:
            return self.wordings.reason("printed", value=value)
        if inner.kind is Kind.GIVEN and (because := self.decisions.because(reason)):
            return f"{value}, {because}"
        if not body:
            says_no_more = inner is reason or inner.kind is Kind.GROUPED or not inner.words or inner.words == value
            return value if says_no_more else f"{value}, {inner.words}"
        if inner.kind is Kind.KEPT and len(inner.parts) == 1:
            return body
        if inner.kind is Kind.CHANGED:
            is_all = len(inner.parts) == 1 or body == self._start(inner) or inner.parts[-1].kind is Kind.HELD
            return body if is_all else f"{body} = {value}"
        if inner.kind is Kind.GROUPED and len(inner.parts) == 1 and inner.sign != ir.GroupingPart.UNUSED:
            return body  # one set is worth what all of it is
        missing = next((one.words for one in inner.parts if inner.kind is Kind.SUM and one.value is None), "")
        if inner.value is None and missing:
            return f"{value}, {self.wordings.reason('chosen as', facts=self.wordings.reason('is none', subject=missing))}"
        if inner.kind is Kind.SUM and (body == value or _is_all(body, value)):
            return body  # the only part is all of it
        between = _JOINED.get(inner.kind, " = ") if inner.parts and inner.sign != ir.GroupingPart.UNUSED else ": "
        if inner.kind is Kind.SHARE and not _is_there(inner.parts[0]):
            between = ": "  # `0: no prizes for place 4`
        if _limited(inner) is not None or (inner.kind is Kind.LOOKED_UP and inner.name):
            between = " = "
        return f"{value}{between}{body}"

    def label(self, part: Reason, in_full: bool = False) -> str:
        """A part of something with its value: `Storm 9`, `plain score 12`, `10`, `6 (2 × 3)`."""
        value = _now(part)
        if part.kind is Kind.HIDDEN:
            return self.wordings.reason("left over", value=value)
        if part.kind is Kind.GIVEN:
            return f"{part.words} {value}" if part.name else value
        if part.kind is Kind.FOUND and not part.name:
            return value
        if _is_by_its_face(part):
            return f"{value} ({self.body(part.inner)})"
        name = part.words if in_full or not part.name else part.name
        if name and name[-1].isdigit() and part.kind is not Kind.ITEM:
            return f"{name}: {value}"  # cards in column 1: 3
        if name:
            return with_value(name, value) + self._brought(part)
        is_chosen = part.kind is Kind.CHOSEN and part.inner.kind is Kind.GIVEN
        body = self.phrase(part.parts[0]) if is_chosen else self.body(part.inner) or part.inner.words
        return f"{value} ({body})" if body and body != value else value

    def _brought(self, part: Reason) -> str:
        """What one of a team brings to the score of all comes apart at once, and so do the sets of a grouping."""
        is_own = part.kind is Kind.ITEM and part.parts and part.parts[0].name.startswith("own ") and part.value
        is_grouped = part.kind is Kind.GROUPED and part.sign == ir.GroupingPart.WORTH and part.parts
        if is_grouped and len(part.parts) == 1:
            return f" ({self._set(part.parts[0])})"
        body = self.body(part.inner) if is_own or is_grouped else ""
        return f" ({body})" if body else ""

    def repeated(self, reason: Reason) -> str:
        """How often something is done again: `this is done 3 times: 2 (Fox, Owl) + 1`."""
        body, count = self.body(reason.inner), spoken(reason.value)
        named = reason.words if reason.words != count else ""
        told = f"{named} ({body})" if named and body else named or body
        return self.wordings.reason("repeated once" if reason.value == 1 else "repeated", count=count, told=told)

    def body(self, reason: Reason) -> str:
        """What something is made of; nothing where it is not made of anything."""
        return _BODIES[reason.kind](self, reason) if reason.kind in _BODIES else ""

    def phrase(self, reason: Reason) -> str:
        return self.conditions.phrase(reason)

    def bound(self, reason: Reason) -> str:
        return self.conditions.bound(reason)

    def there(self, member: Reason) -> str:
        return self.conditions.there(member)

    def is_telling(self, part: Reason) -> bool:
        """Whether a part of a sum tells something where all of it comes to nothing: what it would be worth otherwise."""
        return bool(part.value) or _now(part) != spoken(part.value)

    # ---- sums

    def sum(self, reason: Reason) -> str:
        if not reason.parts:
            return self.conditions.nothing(reason)
        told = [one for one in reason.parts if one.value is not None and (one.value or one.words)]
        if not told:
            named = listed(one.words for one in reason.parts if one.words)
            return self.wordings.reason("nothing from", things=named) if named else self.wordings.reason("nothing")
        if len(told) == 1 and told[0].kind is Kind.NEGATED and told[0].inner is told[0] and self.body(told[0].parts[0].inner):
            return f"− ({self.body(told[0].parts[0].inner)})"
        counting = [one for one in told if one.value or one.kind is Kind.ITEM]  # what brings nothing is told of things only
        idle = [one for one in counting if not self.is_telling(one)]
        if MOST_IDLE < len(idle) < len(counting):  # and not of many of them
            counting = [one for one in counting if self.is_telling(one)]
        if [one.kind for one in counting] == [Kind.GIVEN] and not counting[0].name and any(one.name for one in told):
            counting = told  # or beside a bare number
        only = counting[0] if len(counting) == 1 else None
        is_whole = only is not None and only.kind in (Kind.DEFINED, Kind.SUM) and only.value == reason.value
        if only is not None and is_whole and (body := self.body(only.inner)):
            if only.name and _is_how_many(only.inner):
                return f"{self.label(only)} ({body})"  # things that were counted are no numbers
            return body  # the whole of it, or a name for that, tells less than what it is made of
        terms = _alike([self._term(one, reason) for one in counting or told])
        words = "".join(f" {sign} {words}" for sign, words in terms)
        return words.removeprefix(" + ").strip()

    def _term(self, part: Reason, whole: Reason) -> tuple[str, str]:
        is_less = part.kind is Kind.HIDDEN and isinstance(part.value, int) and part.value < 0
        sign = "−" if part.kind is Kind.NEGATED or is_less else "+"
        inside = part.parts[0] if part.kind is Kind.NEGATED else replace(part, value=-_number(part)) if is_less else part
        return sign, self.label(inside, [one.name for one in whole.parts].count(part.name) > 1)

    def kept(self, reason: Reason) -> str:
        """Of a counter `1 at first + 3 for harvest in round 2 (flow.yaml:8) − 2 from Fox in round 4 (cards.yaml:9)`."""
        by_size = sorted(reason.parts, key=lambda one: -abs(_number(one)))
        told = [one for one in reason.parts if len(by_size) <= MOST_EARNED + 1 or one in by_size[:MOST_EARNED]]
        terms = "".join(f" {_sign(_number(one))} {_earned(one)}" for one in told)
        rest = sum(map(_number, reason.parts)) - sum(map(_number, told))
        if len(told) < len(reason.parts):
            others = self.wordings.reason("others", amount=str(abs(rest)), count=str(len(reason.parts) - len(told)))
            terms += f" {_sign(rest)} {others}"
        return terms.removeprefix(" + ").strip()

    # ---- other operations

    def product(self, reason: Reason) -> str:
        told = [one for one in reason.parts if (one.kind, one.value) != (Kind.GIVEN, 1)]
        once = [one for one in told if one.inner.kind is Kind.COUNTED and one.value == 1 and one.inner.parts]
        if len(once) == 1 and len(told) == 2:
            return self.body(once[0].inner)  # so much for one thing
        return " × ".join(self.label(one) for one in told or reason.parts)

    def share(self, reason: Reason) -> str:
        if (told := self._shared(reason)) is not None:
            return told
        left, right = (self.label(one) for one in reason.parts)
        return self.wordings.reason(SHARED[ir.Sign(reason.sign)], left=left, right=right)

    def _shared(self, reason: Reason) -> str | None:
        """`(6 + 3) / 2, rounded down: prizes for places 1 and 2 (highest haul: Ada 5, Bo 5, Cy 3)`; of one prize only by how
        many it is shared, nothing where it is no prize."""
        prizes, sharing = reason.parts
        first = prizes.parts[0] if prizes.kind is Kind.SUM and prizes.parts else None
        if first is None or first.kind is not Kind.LOOKED_UP or first.parts[0].kind is not Kind.RANK:
            return None
        told = [one for one in prizes.parts if one.value is not None]
        places = [spoken(one.parts[0].value) for one in told or prizes.parts]
        one, several = ("shared prize", "shared prizes") if told else ("no prize", "no prizes")
        return self.wordings.reason(
            several if len(places) > 1 else one, name=first.name,
            amounts=" + ".join(spoken(one.value) for one in told), count=spoken(sharing.value), places=all_of(places),
            about=self.rankings.about(first.parts[0]), ranking=self.ranked(first.parts[0]),
        )  # fmt: skip

    def looked_up(self, reason: Reason) -> str:
        (place,) = reason.parts
        if place.kind is Kind.RANK:
            about, ranking = self.rankings.about(place), self.ranked(place)
            return self.wordings.reason("prize", name=reason.name, place=spoken(place.value), about=about, ranking=ranking)
        is_named_count = place.inner.kind is Kind.COUNTED and place.words  # `cards in barn: 2` is no second barn
        told = f"{place.words}: {spoken(place.value)}" if is_named_count else self.label(place, in_full=True)
        if place.name == ir.FeatureName.INDEX:  # a place in a row, or a member of a type, which stands for its number
            told = place.words.removeprefix(f"{place.name} of ")
        wording = "looked up there" if reason.name.endswith(_LEADING_ON) else "looked up"
        return self.wordings.reason(wording, thing=told, name=reason.name)

    def extreme(self, reason: Reason) -> str:
        if not reason.parts:
            return self.conditions.nothing(reason)
        limited = _limited(reason)
        if limited is not None:
            wording = Kind.AT_LEAST if reason.kind is Kind.HIGHEST else Kind.AT_MOST
            told = self.label(limited) if limited.name else self.body(limited.inner) or self.label(limited)
            return self.wordings.reason(str(wording), told=told, value=spoken(reason.value))
        if len(reason.parts) == 1:
            return self._compared(reason.parts[0], reason)
        return self.wordings.reason(f"{reason.kind} of", things=listed(self._compared(one, reason) for one in reason.parts))

    def _compared(self, part: Reason, whole: Reason) -> str:
        """One of several values; the one that counts with what it is made of, if it has a name of its own."""
        body = self.body(part.inner) if part.kind is Kind.DEFINED and part.value == whole.value else ""
        return f"{self.label(part)} ({body})" if body else self.label(part)

    def counted(self, reason: Reason) -> str:
        return listed(one.words for one in reason.parts) or self.conditions.nothing(reason)

    def candidate(self, reason: Reason) -> str:
        return ", ".join(f"{key_name(one)} {self.how(one)}" for one in reason.parts)

    def grouped(self, reason: Reason) -> str:
        """`8 (run: Fox, Owl, Crow) + 4 (pair: Hen, Hare)`; of cards that are left over, which."""
        if reason.sign == ir.GroupingPart.UNUSED:
            return listed(one.words for one in reason.others)
        if not reason.parts:
            return self.wordings.reason("no set", name=reason.name, things=listed(one.words for one in reason.others))
        return " + ".join(f"{spoken(one.value)} ({self._set(one)})" for one in reason.parts)

    def _set(self, one: Reason) -> str:
        """The cards of a set, with what such sets are called where a grouping has several patterns."""
        return self.wordings.reason("named", name=one.name, told=one.words) if one.name else one.words

    def ranked(self, reason: Reason) -> str:
        return self.rankings.ranked(reason)

    # ---- values that cards change

    def changed(self, reason: Reason) -> str:
        """`12 printed − 2 for Fox, Owl`; what changes nothing is not told."""
        is_held = any(one.kind is Kind.HELD and one.value is not None for one in reason.parts)
        told = "" if is_held and reason.parts[0].value is None else self._start(reason)
        for one in reason.parts[1:]:
            told = self._changed_by(told, one)
        return told

    def _start(self, reason: Reason) -> str:
        start = reason.parts[0]
        return self.how(start) if start.inner.kind is Kind.PRINTED else self.label(start.parts[0])

    def _changed_by(self, told: str, part: Reason) -> str:
        value = spoken(part.value)
        if part.kind is Kind.HELD:
            worth = part.parts[0]
            what = "" if worth.inner.kind is Kind.GIVEN or worth.words in (value, part.words) else worth.words
            return self.wordings.reason("instead", value=value, what=what, card=part.words, told=told)
        if part.kind is not Kind.GAINED:
            return self.wordings.reason(str(part.kind), told=told, value=value)
        if not isinstance(part.value, int) or not part.value:
            return told
        counted = _counted_in(part)
        things = self.counted(counted) if counted is not None and counted.parts else ""
        change = self.wordings.reason("changed", amount=str(abs(part.value)), card=part.words, things=things)
        return f"{told} {_sign(part.value)} {change}"


def _is_how_many(reason: Reason) -> bool:
    """Whether a number is that of some things, which tell it no part by part."""
    is_left_over = reason.kind is Kind.GROUPED and reason.sign == ir.GroupingPart.UNUSED
    return (reason.kind is Kind.COUNTED and bool(reason.parts)) or is_left_over


def _is_there(sum_of: Reason) -> bool:
    """Whether anything is there that is added up."""
    return not sum_of.parts or any(one.value is not None for one in sum_of.parts)


def _is_all(body: str, value: str) -> bool:
    """Whether words are a value with one thing in brackets: `6 (rank of Fox)`."""
    if not body.startswith(f"{value} (") or not body.endswith(")"):
        return False
    inside = body[len(value) + 2 : -1]
    depths = list(accumulate((one == "(") - (one == ")") for one in inside))
    return min(depths, default=0) >= 0


def _is_by_its_face(part: Reason) -> bool:
    """Whether a die brings what stands in a table for its face: `wind die 2` would be read as the face itself."""
    place = part.inner.parts[0] if part.kind is Kind.ITEM and part.inner.kind is Kind.LOOKED_UP else part
    return place is not part and place.name == "value" and place.words == f"value of {part.words}"


def _limited(reason: Reason) -> Reason | None:
    """What would be more, or less, than a limit that is written allows."""
    if reason.kind not in (Kind.HIGHEST, Kind.LOWEST) or not reason.sign or len(reason.parts) != 2:
        return None
    limits = [one for one in reason.parts if one.kind is Kind.GIVEN and not one.name and one.value == reason.value]
    others = [one for one in reason.parts if one not in limits]
    return others[0] if len(limits) == len(others) == 1 and others[0].value != reason.value else None


def _now(part: Reason) -> str:
    """The value of a part; what is printed stands before it, where a thing counts otherwise now: `8→12`. What has a number only
    because something is so of it tells that behind it: `12 (matching)`."""
    start, value, because = part, spoken(part.value), ""
    while part.kind is Kind.ITEM and start.parts and start.kind in (Kind.CHANGED, Kind.SUM, *PASSING):
        if start.kind is Kind.CHOSEN and start.parts[0].kind is Kind.DEFINED and start.parts[0].value:
            because = start.parts[0].name
        start = start.parts[-1 if start.kind in PASSING else 0]
    if start.kind is Kind.PRINTED and start.value not in (None, part.value):
        return f"{spoken(start.value)}→{value}"
    return f"{value} ({because})" if because and start.kind is Kind.GIVEN else value


def _alike(terms: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Terms that read alike are told once, with how many they are."""
    counted: dict[tuple[str, str], int] = {}
    for one in terms:
        counted[one] = counted.get(one, 0) + 1
    return [(sign, words if count == 1 else f"{count} × {words}") for (sign, words), count in counted.items()]


def _earned(part: Reason) -> str:
    amount = f"{abs(_number(part))} {part.words}".strip()
    return f"{amount} ({part.place})" if part.place else amount


def _number(part: Reason) -> int:
    assert isinstance(part.value, int)
    return part.value


def _sign(amount: int) -> str:
    return "−" if amount < 0 else "+"


def _counted_in(reason: Reason) -> Reason | None:
    """What something is gained for each of."""
    inner = reason.inner
    if inner.kind is Kind.COUNTED:
        return inner
    inside = inner.parts if inner.kind in (Kind.SUM, Kind.NEGATED, Kind.PRODUCT) else ()
    return next((counted for one in inside if (counted := _counted_in(one)) is not None), None)


_BODIES: dict[Kind, Callable[[ReasonWords, Reason], str]] = {
    Kind.SUM: ReasonWords.sum,
    Kind.KEPT: ReasonWords.kept,
    Kind.PRODUCT: ReasonWords.product,
    Kind.SHARE: ReasonWords.share,
    Kind.LOOKED_UP: ReasonWords.looked_up,
    Kind.HIGHEST: ReasonWords.extreme,
    Kind.LOWEST: ReasonWords.extreme,
    Kind.COUNTED: ReasonWords.counted,
    Kind.CHANGED: ReasonWords.changed,
    Kind.RANKED: ReasonWords.ranked,
    Kind.RANK: ReasonWords.ranked,
    Kind.CANDIDATE: ReasonWords.candidate,
    Kind.GROUPED: ReasonWords.grouped,
}


@lru_cache(maxsize=64)
def reason_words(definition: Definition) -> ReasonWords:
    return ReasonWords(definition)
