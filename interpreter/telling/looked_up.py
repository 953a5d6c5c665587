"""Makes reasons of numbers out of a table of the game: for a place that is asked for, and for a place in a ranking.

Takes the steps that an evaluation left behind. What `prizes for player among players by most coins` comes to is told by the
place and by what was ranked, and where several share a place, by the prizes that they share; not by how that is worked out.
"""

from __future__ import annotations

from dataclasses import dataclass

from .. import ir
from ..engine.tracing import TracedStep, is_look_up
from ..ir import FoldKind, Sign
from ..ir.analysis.typing import single
from .plain_words import called, spoken
from .reasons import Kind, Reason
from .traced import Reasoning


def looked_up(run: Reasoning, step: TracedStep, node: ir.Op) -> Reason:
    """A number of a table, and for which place of it: rules count places from one, what is written from none."""
    _, from_none = node.arguments
    asked = step.part(from_none)
    assert asked is not None and isinstance(from_none, ir.Op)
    place = asked.part(from_none.arguments[0])
    assert place is not None
    return _in_table(run, node, step, run.reason(place))


def _in_table(run: Reasoning, node: ir.Op, step: TracedStep, place: Reason) -> Reason:
    table = node.arguments[0]
    assert isinstance(table, ir.Const) and isinstance(table.value, tuple)
    names = [name for name, numbers in run.definition.tables if numbers == table.value]
    name = called(names[0]) if len(names) == 1 else ""
    given = tuple(map(spoken, table.value))
    return run.told(Reason(Kind.LOOKED_UP, run.value(step), name, parts=(place,), given=given))


@dataclass(frozen=True)
class _Prize:
    """The steps of a prize: the place of one among others, how many share it, and the prizes of all places they take up."""

    place: TracedStep
    sharing: TracedStep
    prizes: tuple[TracedStep, ...]


def prize(run: Reasoning, step: TracedStep, node: ir.Either) -> Reason | None:
    """What a table gives for a place in a ranking; nothing, if it is not that."""
    found = _found(step, node)
    if found is None:
        return None
    place = run.reason(found.place)
    parts = [_prize(run, one, number, place) for number, one in enumerate(found.prizes)]
    if len(parts) == 1 and parts[0].value is not None:
        return parts[0]
    total = sum(one.value for one in parts if isinstance(one.value, int))
    together = run.told(Reason(Kind.SUM, total, parts=tuple(parts)))
    return Reason(Kind.SHARE, run.value(step), parts=(together, _level(run, found.sharing)), sign=str(Sign.DIV))


def _prize(run: Reasoning, step: TracedStep, number: int, place: Reason) -> Reason:
    """The prize of one of the places that are shared: the first of them is that of the ranking."""
    first = place.value
    assert isinstance(step.node, ir.Op) and isinstance(first, int)
    own = place if number == 0 else run.told(Reason(Kind.GIVEN, first + number, words=str(first + number)))
    return _in_table(run, step.node, step, own)


def _level(run: Reasoning, sharing: TracedStep) -> Reason:
    """Those who share a place."""
    node = sharing.node
    assert isinstance(node, ir.Fold)
    source = sharing.part(node.source)
    assert source is not None
    level = [asked[0].thing for asked in sharing.rounds(node.test) if asked[0].value]
    return run.told(Reason(Kind.COUNTED, len(level), parts=run.things_in(level, single(run.type(source)))))


def _found(step: TracedStep, node: ir.Either) -> _Prize | None:
    """As `lower/prizes` writes it: what is asked once stands in a loop of its own over one number."""
    whole = step.part(node.then)
    place = None if whole is None else _asked_once(whole)
    if whole is None or place is None or not isinstance(place.node, ir.Rank):
        return None
    share = whole.part(whole.node.item) if isinstance(whole.node, ir.Fold) else None
    sharing = None if share is None else _asked_once(share)
    divided = share.part(share.node.item) if share is not None and isinstance(share.node, ir.Fold) else None
    summed = divided.parts[0] if sharing is not None and divided is not None and divided.parts else None
    if sharing is None or summed is None or not isinstance(summed.node, ir.Fold) or summed.node.item is None:
        return None
    prizes = tuple(one for one in summed.parts if one.node is summed.node.item and is_look_up(summed.node.item))
    return _Prize(place, sharing, prizes) if prizes else None


def _asked_once(step: TracedStep) -> TracedStep | None:
    """The number that a loop has to go through, where it is only one."""
    node = step.node
    if not isinstance(node, ir.Fold) or node.kind is not FoldKind.TOTAL:
        return None
    source = node.source
    listed = step.part(source) if isinstance(source, ir.Op) and source.sign is Sign.LISTED else None
    return listed.parts[0] if listed is not None and listed.parts else None
