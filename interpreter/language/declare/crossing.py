"""Spreads a table of rows over the members of other columns: ten ranks times five suits make fifty cards.

Takes the slots of a component whose `cross` names `rows`; puts a row for every card in the place of its rows, so that nobody
after it has to know. A cell that is a list has one entry for each card that its row becomes.
"""

from __future__ import annotations

from itertools import product

from ..diagnostics import Complaints, did_you_mean, listed
from ..read.nodes import Mapping, Node, Sequence, Text, text_of
from .names import Vocabulary

ROWS = "rows"
PRINTED = ("name", "text", "copies", "abilities")


def spread_rows(slots: Mapping, words: Vocabulary, complaints: Complaints) -> None:
    """Every combination of a row with the values of the other columns, as rows of their own."""
    cross, rows, columns = slots.get("cross"), slots.get("rows"), slots.get("columns")
    if not isinstance(cross, Mapping) or not isinstance(rows, Mapping) or not isinstance(columns, Mapping):
        return
    own = next((name for name, node in cross.items.items() if text_of(node) == ROWS), None)
    if own is None:
        return
    if _is_wrong(cross, columns, words, complaints):
        del slots.items["cross"]
        slots.items["rows"] = Mapping(rows.span)
        return
    others = {name: _values(node, words) for name, node in cross.items.items() if name != own}
    table = Mapping(rows.span)
    for place, values in enumerate(product(*others.values())):
        for id, row in rows.items.items():
            cells = _cells(row, [name for name in columns.items if name not in cross.items], rows, id)
            fixed = dict(zip(others, values, strict=True))
            card = _card(own, id, rows, fixed, cells, words)
            for name, node in ((name, node) for name, node in cells.items.items() if name != "name"):
                card.items[name], card.keys[name] = _share(name, node, place, columns), cells.keys[name]
            made = "_".join([*(text_of(value) for value in values), id])
            table.items[made], table.keys[made] = card, rows.keys[id]
    _check_lists(rows, len(list(product(*others.values()))), columns, complaints)
    slots.items["rows"] = table
    del slots.items["cross"]


def _is_wrong(cross: Mapping, columns: Mapping, words: Vocabulary, complaints: Complaints) -> bool:
    """Whether a column is unknown, or a cell is no list, no type and not the rows."""
    before = len(complaints.errors)
    for name, node in cross.items.items():
        text = text_of(node)
        if name not in columns.items:
            hint = did_you_mean(name, columns.items)
            complaints.add(cross.keys[name], "unknown-column", hint=hint, name=name, known=listed(columns.items))
        elif isinstance(node, Text) and text != ROWS and text not in words.types:
            known = [*words.types, ROWS]
            complaints.add(node.span, "unknown-type", hint=did_you_mean(text, known), name=text, known=listed(known))
    return len(complaints.errors) > before


def _values(node: Node, words: Vocabulary) -> list[Text]:
    if isinstance(node, Sequence):
        return [item for item in node.items if isinstance(item, Text)]
    members = words.types.get(text_of(node))
    return [Text(node.span, id, True) for id in members.ids] if members else []


def _cells(row: Node, columns: list[str], rows: Mapping, id: str) -> Mapping:
    """The cells of a row by name, however it is written."""
    if isinstance(row, Mapping):
        return row
    items = row.items if isinstance(row, Sequence) else []
    return Mapping(row.span, dict(zip(columns, items, strict=False)), dict.fromkeys(columns, rows.keys[id]))


def _card(own: str, id: str, rows: Mapping, fixed: dict[str, Text], cells: Mapping, words: Vocabulary) -> Mapping:
    """One card with what the crossing says about it: the values of its columns and its name."""
    span = rows.keys[id]
    called = text_of(cells.get("name")) or id.replace("_", " ")
    name = " ".join([*(_spoken(text_of(value), words) for value in fixed.values()), called])
    items: dict[str, Node] = {own: Text(span, id, True), **fixed, "name": Text(span, name, False)}
    card = Mapping(span, items, dict.fromkeys(items, span))
    return card


def _spoken(id: str, words: Vocabulary) -> str:
    type, number = words.members.get(id, ("", 0))
    return words.types[type].names[number] if type else id.replace("_", " ")


def _share(name: str, node: Node, place: int, columns: Mapping) -> Node:
    """What one card gets of a cell: its own entry of a list, everything else as it stands."""
    if isinstance(node, Sequence) and name not in PRINTED and not text_of(columns.get(name)).startswith("list of"):
        return node.items[place] if place < len(node.items) else Text(node.span, "none", True)
    return node


def _check_lists(rows: Mapping, cards: int, columns: Mapping, complaints: Complaints) -> None:
    for id, row in rows.items.items():
        for name, node in row.items.items() if isinstance(row, Mapping) else ():
            shared = name not in PRINTED and not text_of(columns.get(name)).startswith("list of")
            if isinstance(node, Sequence) and shared and len(node.items) != cards:
                complaints.add(node.span, "share-count", column=name, row=id, found=len(node.items), wanted=cards)
