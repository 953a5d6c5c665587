"""Tells what makes a condition what it is: the facts that decide it, with their numbers.

Takes the reason of a condition; returns words. Of what must all be so the parts are told that are not, of what is enough the
part that is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Protocol

from ..ir import Sign
from .known import Thing
from .plain_words import key_name, listed, spoken, summed_name
from .reasons import Kind, Reason
from .wordings import Wordings

CONDITIONS = frozenset({Kind.COMPARED, Kind.ALL_OF, Kind.ONE_OF, Kind.NOT, Kind.SOME})
_FLAGS = (Kind.KEPT, Kind.PRINTED, Kind.FOUND, Kind.SOME)
_BARE = ("yes", "no", "none")  # what has no other words
_THINGS_IN = re.compile(r"[\w ]+? in ")  # how words begin that count all of a zone: `cards in barn`
_BOUNDS: dict[str, str] = {
    Sign.AT_LEAST: "at least so many", Sign.AT_MOST: "at most so many", Sign.MORE: "more than", Sign.LESS: "less than",
}  # fmt: skip


class ValuePhrases(Protocol):
    """How values and conditions are told."""

    def body(self, reason: Reason) -> str: ...

    def how(self, reason: Reason) -> str: ...

    def label(self, part: Reason, in_full: bool = False) -> str: ...

    def phrase(self, reason: Reason) -> str: ...

    def bound(self, reason: Reason) -> str: ...

    def there(self, member: Reason) -> str: ...

    def is_telling(self, part: Reason) -> bool: ...


class ConditionWords:
    def __init__(self, values: ValuePhrases, wordings: Wordings) -> None:
        self.values = values
        self.reason = wordings.reason

    def phrase(self, reason: Reason) -> str:
        """The facts that decide a condition, with their numbers, whether it is so or not."""
        every = decisive(reason)
        facts = [one for one in every if not _names_kind(one)] or every
        named = [one for one in facts if one.inner.words not in _BARE] or facts
        told = " and ".join(dict.fromkeys(self._fact(one) for one in named))
        return self.reason("made so", fact=reason.words, things=told) if _is_of_what_has_no_name(reason) else told

    def facts(self, reason: Reason, within: Reason | None = None) -> list[tuple[str, Reason | None]]:
        """Everything that makes a condition what it is, each with the definition that it stands in, if it is one."""
        if reason.kind is Kind.DEFINED and reason.inner.kind in (Kind.COMPARED, Kind.ALL_OF, Kind.ONE_OF, Kind.NOT, *_FLAGS):
            return self.facts(reason.parts[-1], _within(reason, within))
        if _tells_apart(reason):
            return []
        if reason.kind in (Kind.CHOSEN, Kind.NOT):
            return self.facts(reason.parts[-1], within)
        if reason.kind not in (Kind.ALL_OF, Kind.ONE_OF):
            fact = self._fact(reason)
            return [] if _is_as_written(reason) or _says_nothing(fact) else [(fact, within)]
        return [one for part in _settling(reason) for one in self.facts(part, within)]

    def nothing(self, reason: Reason) -> str:
        """Why nothing counts: what there was to look at, and what keeps it out."""
        if not reason.others:
            is_named = not reason.given or reason.given[0] in reason.words  # `cards in barn of Ada`
            return self.reason("nothing") if is_named else self.reason("empty", zone=reason.given[0])
        near = [one for one in reason.others if one.kind is Kind.NEAR]
        if near:
            return self.reason("none but", facts="; ".join(self._near(near)))
        told, count = next((one for one in reason.others if one.parts), None), str(len(reason.others))
        if told is None:
            return self.reason("none of many", count=count)
        wording = "none" if len(reason.others) == 1 else "none such as"
        return self.reason(wording, count=count, thing=told.words, facts=self.phrase(told.parts[0]))

    def _near(self, members: Sequence[Reason]) -> Iterable[str]:
        """What would count but for one thing, place by place: `3 lie in ship of Ada: Fox is not kept`."""
        for place in dict.fromkeys(one.name for one in members):
            there = [one for one in members if one.name == place]
            facts = self.phrase(there[0].parts[0])
            if not place:
                yield f"{listed(one.words for one in there)}: {facts}"
            else:
                yield self.reason("lies" if len(there) == 1 else "lie", count=str(len(there)), zone=place, facts=facts)

    # ---- one fact

    def _fact(self, reason: Reason) -> str:
        inner, holds = reason.inner, bool(reason.value)
        if inner.kind is Kind.COMPARED:
            return self.compared(inner)
        if inner.kind is Kind.SOME:
            told = self.there(inner.parts[-1]) if holds and inner.parts else self.nothing(inner)
            return f"{reason.words} ({told})" if holds and " is " in reason.words else told
        words = reason.words or inner.words
        if inner.value is None and (of := words.removeprefix(f"{inner.name} of ")) != words:
            words = f"{of} is {inner.name}"  # a flag of which nothing is printed
        if " is " in words:
            told = words if holds else words.replace(" is ", " is not ", 1)
            makers = listed(_makers(inner))
            return self.reason("made so", fact=told, things=makers) if makers else told
        return self.reason("so" if holds else "not so", fact=words)

    def there(self, member: Reason) -> str:
        """The one that makes it so, with what is so of it."""
        is_told = member.parts and not member.parts[0].is_plain and not _names_kind(member.parts[0])
        told = self.phrase(member.parts[0]) if is_told else ""
        named = member.parts[0].words if member.parts and member.parts[0].kind is Kind.DEFINED else ""
        if not told or told == named:
            return named or self.reason("there is", thing=member.words)
        if not named and f" {member.words} " in f" {told} ":
            return told  # it is called by its name there
        if named and told.startswith(f"{named} ("):
            return told
        return f"{named or member.words} ({told})"

    def compared(self, reason: Reason) -> str:
        left, *others = reason.parts
        subject, value = self._subject(left), spoken(left.value)
        verb = {"is": "are" if left.kind is Kind.COUNTED and _THINGS_IN.match(subject) else "is"}
        if left.kind is Kind.COUNTED and not left.words:
            body = self.values.body(left) if left.parts else ""
            subject, value = self.reason("there"), f"{value} ({body})" if body else value
            verb = {"is": "is" if left.value == 1 else "are"}
        if left.name == "zone" and reason.sign in (Sign.IS, Sign.ONE_OF):
            thing = left.words.removeprefix("zone of ")
            if reason.value:
                return self.reason("lies in", thing=thing, zone=value)
            return self.reason("lies elsewhere", thing=thing, zone=value, other=spoken(others[0].value))
        if reason.sign == Sign.IS_NONE and subject == value and not reason.value:
            return self.reason("there is", thing=value)  # what a rule has found
        if reason.sign == Sign.IS_NONE:
            return self.reason("is none" if reason.value else "is something", subject=subject, value=value)
        if reason.sign in _BOUNDS and others[0].value is None and others[0].words:
            return self.reason("is none", subject=others[0].words)  # nothing is more than none, or less
        if reason.sign in _BOUNDS:
            wording, bound = "compared" if reason.value else "missed", self._bound(others[0], _BOUNDS[reason.sign])
            return self.reason(wording, subject=subject, value=value, bound=bound, **verb)
        if left.kind is Kind.COUNTED and left.words and others[0].value == 0:
            return self.reason("empty" if reason.value else "not empty", zone=_THINGS_IN.sub("", left.words, count=1))
        other = self._bound(others[0])
        other = self.reason("one of", things=other) if reason.sign == Sign.ONE_OF else other
        if value == other and not reason.value:
            return self.reason("is none", subject=subject)  # nothing is like nothing
        wording = "equal" if reason.value else "unequal" if subject != value else "unlike"
        return self.reason(wording, subject=subject, value=value, other=other, **verb)

    def bound(self, reason: Reason) -> str:
        """What is asked of each of several things: `strength: 4 at least`."""
        left, other = reason.parts
        return f"{left.name or key_name(left)}: {self._bound(other, _BOUNDS.get(reason.sign, ''))}"

    def _subject(self, reason: Reason) -> str:
        if reason.words:
            return reason.words
        body = (self.values.body(reason.inner) or reason.inner.words) if reason.inner.parts or not reason.parts else ""
        counted = "count" if reason.inner.kind is Kind.COUNTED else str(reason.inner.kind)
        if name := summed_name(reason):
            counted = self.reason("sum of", what=name)
        return f"{counted} ({body})" if body else counted

    def _bound(self, reason: Reason, wording: str = "") -> str:
        """What something is compared with, and what that is where it is no plain number."""
        value = spoken(reason.value)
        told = self.reason(wording, value=value) if wording else value
        return told if not reason.words or reason.words == value else f"{told} ({reason.words})"


def _makers(reason: Reason) -> list[str]:
    """The cards that alone make something so: it would not be so by itself."""
    if reason.kind is not Kind.CHANGED or reason.value is not True or reason.parts[0].value:
        return []
    return [one.words for one in reason.parts if one.kind is Kind.HELD and one.value and one.words]


def _within(definition: Reason, around: Reason | None) -> Reason:
    """A definition; where it cites no rules, with those of the definition around it."""
    return definition if definition.rules or around is None else replace(definition, rules=around.rules)


def _names_kind(reason: Reason) -> bool:
    """Whether all that is so is of which kind a thing is: `Doubloon is loot`."""
    kinds = [one.value for one in reason.parts]
    return reason.sign == Sign.IS and len(kinds) == 2 and kinds[0] == kinds[1] and all(isinstance(one, str) for one in kinds)


def goes_without_saying(reason: Reason) -> bool:
    """Whether it only says that a thing is itself, or no other, or that there is none of what would lead elsewhere: `lost turns
    of Ada is 0, not more than 0`."""
    return reason.inner.is_plain or _tells_apart(reason.inner) or _is_none_of_it(reason.inner)


def _tells_apart(reason: Reason) -> bool:
    """`Bo is not Ada`."""
    other = reason.parts[0].inner if reason.kind is Kind.NOT and reason.value else reason
    is_of_two = other is not reason and other.kind is Kind.COMPARED and other.sign == Sign.IS
    return is_of_two and all(isinstance(one.value, Thing) and one.words == spoken(one.value) for one in other.parts)


def _is_none_of_it(reason: Reason) -> bool:
    number, *limits = reason.parts if reason.kind is Kind.COMPARED and reason.sign == Sign.MORE else (reason,)
    is_none = number.kind is Kind.KEPT and number.value == 0
    return is_none and not reason.value and [(one.kind, one.value) for one in limits] == [(Kind.GIVEN, 0)]


def _is_as_written(reason: Reason) -> bool:
    """Whether it is written that it is so, a thing is of its kind, or a price of nothing can be paid."""
    inner = reason.inner
    if not inner.value or inner.kind is not Kind.COMPARED:
        return bool(inner.value) and inner.kind is Kind.GIVEN and inner.words in _BARE
    least = inner.parts[-1]
    is_free = inner.sign == Sign.AT_LEAST and least.value == 0 and least.kind is not Kind.GIVEN
    return is_free or _names_kind(inner)


def _is_of_what_has_no_name(reason: Reason) -> bool:
    """Whether a condition that has a name compares a number of things that has none: `there are 2` says too little."""
    left = reason.inner.parts[0] if reason.inner.kind is Kind.COMPARED else reason
    return reason.kind is Kind.DEFINED and reason.words != "" and (left.kind, left.words) == (Kind.COUNTED, "")


def _says_nothing(fact: str) -> bool:
    """`Ada is Ada`, `parent of t3 of River is River`."""
    left, _, right = fact.partition(" is ")
    return left == right or (right != "" and left.endswith(f" of {right}"))


def decisive(reason: Reason) -> list[Reason]:
    """What makes a condition what it is. One with a name that hangs on several things is told by its name."""
    inner = reason.inner
    if inner.kind is Kind.NOT:
        return decisive(inner.parts[0])
    if inner.kind not in (Kind.ALL_OF, Kind.ONE_OF):
        return [inner if inner.kind is Kind.COMPARED else reason]
    leaves = [leaf for one in _settling(inner) for leaf in decisive(one)]
    return [reason] if reason.words and len(leaves) > 1 else leaves


def _settling(reason: Reason) -> Sequence[Reason]:
    """The parts that settle something that must all be so, or of which one is enough."""
    settled = [one for one in reason.parts if bool(one.value) is (reason.kind is Kind.ONE_OF)]
    return settled or reason.parts
