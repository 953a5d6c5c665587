"""Why a value is what it is, at a table, for one reader.

Takes a match, an expression and whoever asks; evaluates it once more and tells the steps, if the reader may know them. Changes
nothing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from .. import ir
from ..engine.result_tracing import came_first
from ..engine.sight import EVERYTHING, can_see
from ..engine.tracing import Tracer
from ..engine.trouble import STOPPING, error_of
from ..ir.analysis.typing import Typing, single
from ..ir.walk import places_filled, walk, with_parts
from ..model.definition import Definition
from ..telling.entries import Decide
from ..telling.history import History
from ..telling.reasoning import reason_of
from ..telling.reasons import Kind, Reason
from ..telling.things import Things
from ..telling.victory import WINNER, with_partners
from .match import Match

_OF_NOBODY = (ir.Const(None), ir.Const(None))
Reader = int | None  # a seat, None for what everybody may know, EVERYTHING for somebody who sees all


def why_value(match: Match, node: ir.Expr, reader: Reader = EVERYTHING, words: str = "") -> Reason:
    """Why an expression that stands in no rule is worth what it is; `words` ask for it, where it has no name."""
    if reader != EVERYTHING:
        node = _in_sight(match, node, reader)
    winner = match.definition.winner
    if winner is not None and node == ir.Apply(winner, _OF_NOBODY):
        return _why_won(match, came_first(match.definition, winner), reader)
    return _why_value(match, node, reader, words)


def _why_value(match: Match, node: ir.Expr, reader: Reader, words: str) -> Reason:
    places = 1 + max([ir.FIRST_FREE, *(filled.slot for one in walk(node) for filled in places_filled(one))])
    reason = why_at(match, node, [None] * places, types_in(match.definition, node, places), reader)
    return reason if reason.words or not words or reason.kind is Kind.HIDDEN else replace(reason, words=words)


def _why_won(match: Match, node: ir.Expr, reader: Reader) -> Reason:
    """By what somebody has won; as the log tells it, where the reader has learnt it from nothing else."""
    reason = _why_value(match, node, reader, WINNER)
    if reason.kind is not Kind.HIDDEN or not match.is_over:
        return with_partners(reason, match.state.world, match.seats)
    told = match.journal.told_to(reader) if reader != EVERYTHING else match.journal.told_in_full()
    reasons = (entry.reason for entry, _ in told if isinstance(entry, Decide))
    return next((one for one in reversed([*reasons]) if one.words == WINNER), reason)


def _in_sight(match: Match, node: Any, reader: Reader) -> Any:
    """The same of cards that the reader sees: of several copies one's own, else any in sight, not the first that there is."""
    if not isinstance(node, ir.Op) or node.sign is not ir.Sign.ITEM or not _are_copies(node.arguments[0]):
        return with_parts(node, lambda one: _in_sight(match, one, reader))
    state, copies = match.state, node.arguments[0]
    rows = copies.source.names  # type: ignore[union-attr]
    cards = [card for card, row in enumerate(state.world.row) if row in rows]
    seen = [number for number, card in enumerate(cards) if can_see(state, card, reader)]
    own = [number for number in seen if state.world.zone_owner(state.lies_in[cards[number]]) == reader]
    is_any = node.arguments[1] == ir.Const(0) and bool(seen)
    return replace(node, arguments=(copies, ir.Const([*own, *seen][0]))) if is_any else node


def _are_copies(node: ir.Expr) -> bool:
    is_list = isinstance(node, ir.Fold) and node.kind is ir.FoldKind.LIST and node.test is None
    return is_list and isinstance(node.source, ir.All) and node.source.sort is ir.ThingSort.ROW  # type: ignore[union-attr]


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
