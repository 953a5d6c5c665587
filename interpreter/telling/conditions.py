"""By which conditions and by which calls the rules came to something, as one reader may know them.

Takes what was noted beside an event when its step was carried out once more; returns each condition in words, with its reason
and with where it is written. What no designer has written, such as which option was taken, is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .. import ir
from ..engine.events import Cause
from ..engine.reference.guarding import AskedCondition
from ..engine.world import World
from ..ir.walk import walk
from ..model.definition import Definition
from .condition_words import goes_without_saying
from .reason_words import reason_words
from .reasoning import reason_of
from .reasons import Reason
from .things import Things
from .written import place_of, rules_of

_MADE = ("answer", "option taken")  # places that remember what was answered; a sentence says the same


@dataclass(frozen=True, slots=True)
class Condition:
    """What made a condition what it was, with its numbers; the reason, where it is written, and the rules that are cited
    there."""

    facts: str
    reason: Reason
    place: str
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence that called the verb behind something: where it is written, and the rules that are cited there."""

    place: str
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CameBy:
    """How the rules came to something: the conditions that were asked, the outermost first, and the sentences that called what
    was carried out, the nearest first."""

    conditions: tuple[Condition, ...] = ()
    callers: tuple[Sentence, ...] = ()


def callers_of(called_at: Sequence[tuple[int, int]], definition: Definition) -> tuple[Sentence, ...]:
    procedures = definition.procedures
    told = [
        Sentence(place_of(definition, procedures[number], line), rules_of(definition, procedures[number], line))
        for number, line in called_at
        if line > 0
    ]
    return tuple(dict.fromkeys(told))


def conditions_of(
    guards: Sequence[AskedCondition], cause: Cause | None, world: World, seats: tuple[str, ...]
) -> tuple[Condition, ...]:
    """The outermost first, each once."""
    told = [_condition(one, world, seats) for one in guards if _is_written(one, cause, world)]
    return tuple({one.facts: one for one in told if one.facts and not goes_without_saying(one.reason)}.values())


def _condition(guard: AskedCondition, world: World, seats: tuple[str, ...]) -> Condition:
    definition = world.definition
    procedure = definition.procedures[guard.procedure]
    reason = reason_of(guard.trace, Things(world, seats, {}, guard.trace.seen))
    place, rules = place_of(definition, procedure, guard.line), rules_of(definition, procedure, guard.line)
    words = reason_words(definition)
    return Condition(words.repeated(reason) if guard.is_count else words.phrase(reason), reason, place, rules)


def _is_written(guard: AskedCondition, cause: Cause | None, world: World) -> bool:
    """Whether a condition is a sentence of its own. That only what lies face down is revealed belongs to the verb."""
    names, node = world.definition.procedures[guard.procedure].names, guard.trace.root.node
    places = [names[one.slot] for one in walk(node) if isinstance(one, ir.Local) and one.slot < len(names)]
    verb = None if cause is None else (cause.procedure, cause.line)
    is_of_verb = isinstance(node, ir.Feature) and (guard.procedure, guard.line) == verb
    return guard.line > 0 and not is_of_verb and not any(name in _MADE for name in places)
