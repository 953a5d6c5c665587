"""Spreads the rows of a table over the members of other columns: ten ranks times five suits make fifty cards.

Takes the slots of a component whose `cross` names `rows`; returns a row for every card. A cell that is a list has one entry for
each card that its row becomes.
"""

from __future__ import annotations

from itertools import product

from ..diagnostics import Complaints, Span, did_you_mean, listed
from ..read.nodes import Mapping, Node, Scalar, Sequence, text_of
from .names import Vocabulary
from .rows import PRINTED, Cell, GivenWord, WrittenRow, in_words, plain_rows, words_of

ROWS = "rows"
NO_COLUMNS = "declare it under columns"


def are_crossed(slots: Mapping) -> bool:
    """Whether one column of a crossing is the rows themselves."""
    cross = slots.get("cross")
    tables = (cross, slots.get("rows"), slots.get("columns"))
    return all(isinstance(one, Mapping) for one in tables) and _own_column(cross) is not None


def crossed_rows(slots: Mapping, words: Vocabulary, complaints: Complaints) -> list[WrittenRow]:
    """Every combination of a row with the values of the other columns."""
    cross, rows, columns = slots.items["cross"], slots.items["rows"], slots.items["columns"]
    assert isinstance(cross, Mapping) and isinstance(rows, Mapping) and isinstance(columns, Mapping)
    if _is_wrong(cross, columns, words, complaints):
        return []
    own = _own_column(cross)
    assert own is not None
    others = {name: _values(node, words) for name, node in cross.items.items() if name != own}
    combinations = [dict(zip(others, values, strict=True)) for values in product(*others.values())]
    _check_shares(rows, [_key(one) for one in combinations], columns, complaints)
    written = [*plain_rows(rows, [name for name in columns.items if name not in cross.items])]
    return [
        _crossed(row, own, fixed, number, slots, words) for number, fixed in enumerate(combinations) for row in written
    ]


def _own_column(cross: Node | None) -> str | None:
    named = cross.items.items() if isinstance(cross, Mapping) else ()
    return next((name for name, node in named if text_of(node) == ROWS), None)


def _crossed(
    row: WrittenRow, own: str, fixed: dict[str, Scalar | GivenWord], number: int, slots: Mapping, words: Vocabulary
) -> WrittenRow:
    """One card of a crossing: the values of its columns, its name, and its share of what its row says."""
    columns = slots.items["columns"]
    assert isinstance(columns, Mapping)
    called = words_of(row.get("name")) or in_words(row.id, slots)
    name = " ".join([*(_called(value.words, words) for value in fixed.values()), called])
    cells: dict[str, Cell] = {own: GivenWord(row.span, row.id), **fixed, "name": GivenWord(row.span, name)}
    keys = dict.fromkeys(cells, row.span)
    for slot, cell in row.cells.items():
        if slot != "name":
            cells[slot] = _share(cell, number, _key(fixed)) if _is_shared(slot, cell, columns) else cell
            keys[slot] = row.keys[slot]
    return WrittenRow(f"{_key(fixed)}_{row.id}", row.span, cells, keys)


def _key(fixed: dict[str, Scalar | GivenWord]) -> str:
    """What a card of a crossing is called, beside its row."""
    return "_".join(value.words for value in fixed.values())


def _is_shared(slot: str, cell: Cell | None, columns: Mapping) -> bool:
    """Whether what stands in this slot has an entry for each card, in order or by name."""
    is_list = isinstance(cell, Sequence) and not text_of(columns.get(slot)).startswith("list of")
    return slot not in PRINTED and (is_list or isinstance(cell, Mapping))


def _share(cell: Cell | None, number: int, key: str) -> Cell:
    entry: Cell | None = None
    if isinstance(cell, Mapping):
        entry = cell.items.get(key)
    elif isinstance(cell, Sequence) and number < len(cell.items):
        entry = cell.items[number]
    return GivenWord(cell.span if cell else Span(""), "none") if entry is None else entry


def _is_wrong(cross: Mapping, columns: Mapping, words: Vocabulary, complaints: Complaints) -> bool:
    """Whether a column is unknown, or a cell is no list, no type and not the rows."""
    before = len(complaints.errors)
    for name, node in cross.items.items():
        text = text_of(node)
        if name not in columns.items:
            hint = did_you_mean(name, columns.items) or ("" if columns.items else NO_COLUMNS)
            complaints.add(cross.keys[name], "unknown-column", hint=hint, name=name, known=listed(columns.items))
        elif isinstance(node, Scalar) and text != ROWS and text not in words.types:
            known = [*words.types, ROWS]
            complaints.add(node.span, "unknown-type", hint=did_you_mean(text, known), name=text, known=listed(known))
    return len(complaints.errors) > before


def _values(node: Node, words: Vocabulary) -> list[Scalar | GivenWord]:
    if isinstance(node, Sequence):
        return [item for item in node.items if isinstance(item, Scalar)]
    return members_as_words(node, words)


def members_as_words(node: Node, words: Vocabulary) -> list[Scalar | GivenWord]:
    """The members of the type that a node names."""
    members = words.types.get(text_of(node))
    return [GivenWord(node.span, id) for id in members.ids] if members else []


def _called(id: str, words: Vocabulary) -> str:
    type, number = words.members.get(id, ("", 0))
    return words.types[type].names[number] if type else id.replace("_", " ")


def _check_shares(rows: Mapping, cards: list[str], columns: Mapping, complaints: Complaints) -> None:
    """A list has an entry for each card, and names are those of cards."""
    for id, row in rows.items.items():
        for name, node in row.items.items() if isinstance(row, Mapping) else ():
            if not _is_shared(name, node, columns):
                continue
            if isinstance(node, Sequence) and len(node.items) != len(cards):
                complaints.add(node.span, "share-count", column=name, row=id, found=len(node.items), wanted=len(cards))
            for key, span in node.keys.items() if isinstance(node, Mapping) else ():
                if key not in cards:
                    complaints.add(span, "share-name", hint=did_you_mean(key, cards), name=key, known=listed(cards))
