"""Rules that were being carried out when a game was saved, taken up where they stood.

Takes what a save says of one of them; returns its frame under the rules of today, or raises one sentence that names the rule.
Never looks whether the position as a whole is allowed: `lawful` does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .. import ir
from ..engine.flatten import codes_of
from ..engine.state import Frame
from ..errors import Misused
from ..model.definition import Definition
from .naming import Names, whole
from .save import digests, types_of
from .standing import needed_at, places_at, point_of, rule_names


class BadSave(Misused):
    """A save that cannot be resumed: one sentence that says why."""


class RuleChanged(BadSave):
    """A rule was being carried out that is another one now."""


def taken_up(names: Names, saved: dict[str, Any], has_subjects: bool) -> Frame:
    """A rule where it stood; in older saves with the subject of an ability behind its parameters."""
    definition = names.world.definition
    same = [
        number
        for number, procedure in enumerate(definition.procedures)
        if procedure.name == saved["rule"] and digests(definition)[number] == saved["digest"]
    ]
    if not same:
        return _frame_by_place(names, saved)
    number = saved["number"] if saved["number"] in same else same[0]
    point, places = whole(saved["point"]), saved["places"]
    if has_subjects:
        places = _without_subject(definition, number, point, places)
    return number, point, _places_back(names, definition.procedures[number], places)


def _without_subject(definition: Definition, number: int, point: int, places: list[Any]) -> list[Any]:
    """What an ability remembers, without its card in the place behind its parameters: it was once given it again there."""
    slots, behind = codes_of(definition)[number].slots, definition.procedures[number].parameters
    is_left_over = behind not in needed_at(definition, number, point)
    return [None if is_left_over and slot == behind else value for slot, value in enumerate(places[:slots])]


def _frame_by_place(names: Names, saved: dict[str, Any]) -> Frame:
    """The same sentence of a rule that was edited elsewhere, with all that is still needed of what it remembered."""
    definition = names.world.definition
    changed = RuleChanged(f'the rule "{saved["rule"]}" was being carried out and has changed since')
    rules = rule_names(definition)
    if saved.get("stands") is None or saved.get("name") not in rules:
        raise changed
    number = rules.index(saved["name"])
    point = point_of(definition, number, saved["stands"])
    if point is None:
        raise changed
    labels, slots = places_at(definition, number, point), codes_of(definition)[number].slots
    remembered = dict(zip(saved["names"], saved["places"], strict=True))
    if any(labels.get(slot) not in remembered for slot in needed_at(definition, number, point)):
        raise changed
    values = [remembered.get(labels.get(slot)) for slot in range(slots)]
    return number, point, _places_back(names, definition.procedures[number], values)


def _places_back(names: Names, rule: ir.Procedure, values: Sequence[Any]) -> tuple[Any, ...]:
    """What a rule remembers. A number that edited rules cannot reach any more becomes the nearest one that they can: a game
    that was saved with five rounds and has four now ends after the fourth."""
    types = types_of(rule, len(values))
    places = [names.value_back(value, type) for value, type in zip(values, types, strict=True)]
    return tuple(_within(value, type) for value, type in zip(places, types, strict=True))


def _within(value: Any, type: ir.Type) -> Any:
    if type.sort is not ir.TypeSort.NUMBER or not isinstance(value, int):
        return value
    low, high = type.bounds
    return max(low, min(value, high))
