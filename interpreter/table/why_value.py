"""Why a value is what it is, at a table, for one reader.

Takes a match, an expression and whoever asks; evaluates it once more and tells the steps, if the reader may know them. Changes
nothing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from .. import ir
from ..engine.sight import EVERYTHING
from ..engine.tracing import Tracer
from ..engine.trouble import STOPPING, error_of
from ..ir.analysis.typing import Typing, single
from ..ir.walk import places_filled, walk
from ..model.definition import Definition
from ..telling.history import History
from ..telling.reasoning import reason_of
from ..telling.reasons import Kind, Reason
from ..telling.things import Things
from .match import Match

Reader = int | None  # a seat, None for what everybody may know, EVERYTHING for somebody who sees all


def why_value(match: Match, node: ir.Expr, reader: Reader = EVERYTHING, words: str = "") -> Reason:
    """Why an expression that stands in no rule is worth what it is; `words` ask for it, where it has no name."""
    places = 1 + max([ir.FIRST_FREE, *(filled.slot for one in walk(node) for filled in places_filled(one))])
    reason = why_at(match, node, [None] * places, types_in(match.definition, node, places), reader)
    return reason if reason.words or not words or reason.kind is Kind.HIDDEN else replace(reason, words=words)


def types_in(definition: Definition, node: ir.Expr, places: int) -> tuple[ir.Type, ...]:
    """The types of the places of an expression that stands in no function: they are those of its own loops."""
    types = [ir.ANY] * places
    for one in walk(node):
        for filled in places_filled(one):
            assert filled.source is not None
            types[filled.slot] = single(Typing(definition, types).of(filled.source))
    return tuple(types)


def why_at(match: Match, node: ir.Expr, places: list[Any], types: tuple[ir.Type, ...], reader: Reader) -> Reason:
    """The same for an expression of a rule, with the values that the rule works with. What cannot be worked out, or takes more
    steps than anybody could read, is a `RuleError`."""
    try:
        trace = Tracer(match.state, reader).asked_why(node, places, types)
    except STOPPING as problem:
        raise error_of(problem, match.definition, ()) from None
    keys = match.keys[0 if reader is None else 1 + reader].cards if reader != EVERYTHING else {}
    history = History(lambda: match.journal.told_to(reader) if reader != EVERYTHING else match.journal.told_in_full())
    return reason_of(trace, Things(match.state.world, match.seats, dict(keys), trace.seen), history)
