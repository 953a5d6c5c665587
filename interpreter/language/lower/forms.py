"""The tables of what can be lowered: every form of an expression, verb and head of a statement, with its function.

They follow from names: the class `EndCard` of `syntax` is lowered by `lower_end_card`, the head `each` by `lower_each`. A form
without its function fails here, when the language is loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any, TypeVar

from ..parse import syntax, syntax_verbs
from ..parse.alike import LOWER, classes_in, functions_in
from . import choices, draws, facts, flow, names, pairs, prizes, sets, slots, turns, values, verbs

Written = TypeVar("Written")


def _lowered_by(forms: Mapping[str, Written], *rooms: ModuleType) -> dict[Written, Callable[..., Any]]:
    """Each form with the function that is called like it, in one of these modules."""
    known = functions_in(*rooms)
    if missing := [f"{LOWER}{name}" for name in forms if name not in known]:
        raise LookupError(f"{', '.join(missing)} is in none of {', '.join(room.__name__ for room in rooms)}: write it there")
    return {form: known[name] for name, form in forms.items()}


FORMS = _lowered_by(classes_in(syntax, syntax.Expression), values, names, pairs, prizes, sets)
VERBS = _lowered_by(classes_in(syntax_verbs, syntax_verbs.Verb), verbs, draws, facts)
HEADS = _lowered_by({head: head for head in slots.HEADS if head != "then"}, choices, flow, turns)
