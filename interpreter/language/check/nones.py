"""Warns where a number that may be missing is computed with or compared: what is none makes all of it none, or false.

Takes a definition whose places have types, and what its sentences weigh; adds warnings at the very words. A sentence that asks
`is none` or `is empty` of it, or stands under one that does, or says what counts instead (`… or 0`), is not warned of.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...ir.analysis.giving import Body
from ...ir.analysis.missing import Missing, Surroundings
from ...model.definition import Definition
from ..diagnostics import Complaints, Span
from ..lower.made import Made, Weighed


def check_nones(definition: Definition, made: Made, complaints: Complaints) -> None:
    everywhere = [made.rules.get(id(one.places)) for one in _missing_in(Missing(definition), made)]
    if not everywhere:
        return
    told = frozenset(rule[1][1] for rule in everywhere if rule is not None and rule[1][0] is Body.FUNCTION)
    by_span: dict[Span, Weighed] = {}
    for weighed in _missing_in(Missing(definition, told), made):
        by_span.setdefault(weighed.span, weighed)
    for span, weighed in by_span.items():
        if not any(_is_inside(other, span) for other in by_span):
            complaints.add(span, "can-be-none", words=weighed.words)


def _missing_in(missing: Missing, made: Made) -> Iterator[Weighed]:
    known: dict[tuple[int, int], Surroundings] = {}
    for weighed in made.weighed:
        one = id(weighed.sentence), id(weighed.places)
        if one not in known:
            known[one] = _around(weighed, missing, made)
        if missing.can_be(weighed.value, known[one]):
            yield weighed


def _around(weighed: Weighed, missing: Missing, made: Made) -> Surroundings:
    _, (body, number) = made.rules.get(id(weighed.places), (None, (Body.FUNCTION, 0)))
    if body is Body.FUNCTION:
        return missing.around(weighed.sentence, weighed.places.types)
    sentences = weighed.sentence, missing.conditions_around(number, weighed.value)
    return missing.around(sentences, missing.definition.procedures[number].slots, missing.bound_in(number))


def _is_inside(inner: Span, outer: Span) -> bool:
    """Whether the cause of what is missing is told at a part of these words."""
    same = inner != outer and (inner.file, inner.line) == (outer.file, outer.line)
    return same and outer.column <= inner.column and inner.column + inner.length <= outer.column + outer.length
