"""By which columns the cards of a hand stand before whoever sees them: `order` of a zone.

Takes the slot as it is written; returns its columns, each with whether the highest comes first. Every column must be one of
cards that can lie there, with numbers, members or flags. No rule hangs on it, so only what is in no order of its own has it.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.definition import Family
from ..diagnostics import Complaints, did_you_mean, listed
from ..read.nodes import Mapping, Node, Sequence, text_of
from .names import Vocabulary

SLOT = "order"
MOST = "most "


def sorted_by(node: Node | None) -> tuple[tuple[str, bool], ...]:
    return tuple((text.removeprefix(MOST), text.startswith(MOST)) for text in map(text_of, _items(node)))


def check_sorting(section: Node | None, words: Vocabulary, complaints: Complaints) -> None:
    for name, zone in section.items.items() if isinstance(section, Mapping) else ():
        if not isinstance(zone, Mapping) or SLOT not in zone.items:
            continue
        family = words.families[name]
        if not family.form.is_mixed:
            complaints.add(zone.keys[SLOT], "order-of-its-own", form=family.form)
            continue
        known = list(dict.fromkeys(_columns(family, words)))
        for one, (column, is_most) in zip(_items(zone.items[SLOT]), family.order, strict=True):
            if column not in known:
                span = one.span.part(len(MOST), len(column)) if is_most else one.span
                hint = did_you_mean(column, known)
                complaints.add(span, "unsorted", hint=hint, name=column, zone=name, known=listed(known) or "none")


def _columns(family: Family, words: Vocabulary) -> Iterator[str]:
    """Those that cards of a zone can be sorted by."""
    for (table, name), column in words.columns.items():
        can_lie_there = table in words.kinds and (not family.holds or words.number_of("kinds", table) in family.holds)
        if can_lie_there and column.can_be_sorted_by:
            yield name


def _items(node: Node | None) -> list[Node]:
    if node is None:
        return []
    return node.items if isinstance(node, Sequence) else [node]
