"""Refuses what is too large before anything is built from it: long lists, big grids, many copies, wide crossings.

Takes the sections of a definition as they are written; adds a complaint at each place that goes past a limit of `ir/limits`.
Builds nothing, so that a page of YAML is refused as quickly as it is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import prod

from ... import ir
from ...ir import limits
from ...ir.limits import Limit
from ...model.definition import Variable
from ..diagnostics import Complaints, Span
from ..read.nodes import Mapping, Node, Scalar, Sequence, text_of

_SIZE = re.compile(r"(\d+) by (\d+)$")
_READ_BY_PLAYERS = ("name", "about", "text", "prompt", "option", "may", "decline", "done", "say", "back", "drawn as", "label")
LONGEST = 20  # digits of a number that are read
_OF_NAMES = ("ids", "holds", "in", "rule", "same", "different")


def tell_beyond(complaints: Complaints, span: Span, limit: Limit, amount: int) -> bool:
    """Whether there are too many of something, and if so a complaint."""
    if amount <= limit.most:
        return False
    complaints.add(span, "too-many", what=limit.what, found=_said(amount), most=f"{limit.most:,}")
    return True


def tell_number(complaints: Complaints, span: Span, value: int) -> bool:
    """Whether a number lies beyond all numbers that rules reckon with, and if so a complaint."""
    if abs(value) <= limits.NUMBER.most:
        return False
    complaints.add(span, "number-beyond", found=_said(value), most=f"{limits.NUMBER.most:,}")
    return True


def tell_empty(complaints: Complaints, span: Span, low: int, high: int) -> bool:
    """Whether nothing lies between two ends, and if so a complaint."""
    if low <= high:
        return False
    complaints.add(span, "empty-range", low=_said(low), high=_said(high))
    return True


def whole(digits: str) -> int:
    """A number as it is written; one that is far too long is only as large as it must be to be refused."""
    return int(digits[:LONGEST])


def _said(number: int) -> str:
    """A number in words of a few letters."""
    text = f"{number:,}"
    if len(text) <= 20:
        return text
    digits = len(str(abs(number)))
    return f"a number of {digits} digits" if digits < LONGEST else f"a number of {LONGEST} or more digits"


def check_sizes(documents: list[tuple[str, Mapping]], root: dict[str, Mapping], complaints: Complaints) -> None:
    """Everything that can be told from the words alone."""
    left = limits.ALL_LETTERS.most
    for _, document in documents:
        left = _check_words(document, complaints, left)
    for section in root.values():
        _check_entries(section, complaints)
    for table in (*_tables(root.get("types")), *_tables(root.get("components"))):
        _check_table(table, root, complaints)
    for _, zone in _entries(root.get("zones")):
        _check_grid(zone.get("size"), complaints)
    types = root.get("types")
    for name, node in types.items.items() if types else ():
        rows = node.get("rows") if isinstance(node, Mapping) else node
        if rows is not None and not isinstance(rows, Scalar):
            tell_beyond(complaints, types.keys[name], limits.MEMBERS, len(rows.items))  # type: ignore[union-attr]
        for member in node.items if isinstance(node, Sequence) else ():
            tell_beyond(complaints, member.span, limits.NAME_LETTERS, len(text_of(member)))
    for node in root["tables"].items.values() if "tables" in root else ():
        if isinstance(node, Sequence):
            tell_beyond(complaints, node.span, limits.ENTRIES, len(node.items))


def _entries(section: Mapping | None) -> Iterator[tuple[str, Mapping]]:
    for name, node in section.items.items() if section else ():
        if isinstance(node, Mapping):
            yield name, node


def _check_entries(section: Mapping, complaints: Complaints) -> None:
    """A section with too many entries is told where they begin to be too many."""
    if len(section.items) > limits.ENTRIES.most:
        extra = list(section.keys.values())[limits.ENTRIES.most]
        tell_beyond(complaints, extra, limits.ENTRIES, len(section.items))


def _check_words(document: Mapping, complaints: Complaints, left: int) -> int:
    """Names and texts that nobody could read, and lists of names without end; returns how many letters may still follow."""
    waiting: list[tuple[str, Node]] = [("", document)]
    while waiting:
        slot, node = waiting.pop()
        if isinstance(node, Scalar):
            if slot in _READ_BY_PLAYERS:
                tell_beyond(complaints, node.span, limits.TEXT_LETTERS, len(node.words))
            if left >= 0 > left - len(node.words):
                tell_beyond(complaints, node.span, limits.ALL_LETTERS, limits.ALL_LETTERS.most + len(node.words) - left)
            left -= len(node.words)
        elif isinstance(node, Sequence):
            if slot in _OF_NAMES:
                tell_beyond(complaints, node.span, limits.ENTRIES, len(node.items))
                for name in node.items:
                    tell_beyond(complaints, name.span, limits.NAME_LETTERS, len(text_of(name)))
            waiting += [(slot, item) for item in reversed(node.items)]
        else:
            for key in node.items.keys() & node.keys.keys():
                tell_beyond(complaints, node.keys[key], limits.NAME_LETTERS, len(key))
            waiting += reversed(node.items.items())
    return left


# ---------------------------------------------------------------- tables and grids


def _tables(section: Mapping | None) -> Iterator[Mapping]:
    for _, node in _entries(section):
        yield node


def _check_table(table: Mapping, root: dict[str, Mapping], complaints: Complaints) -> None:
    columns, rows, cross = table.get("columns"), table.get("rows"), table.get("cross")
    if isinstance(columns, Mapping):
        tell_beyond(complaints, table.keys["columns"], limits.COLUMNS, len(columns.items))
    lists = list(rows.items.values()) if isinstance(rows, Mapping) else []
    if isinstance(cross, Mapping):
        sizes = [_values(node, rows, root) for node in cross.items.values()]
        tell_beyond(complaints, table.keys["cross"], limits.ROWS, prod(sizes))
    else:
        tell_beyond(complaints, table.keys.get("rows", table.span), limits.ROWS, len(lists))
    for holder in (table, *lists):
        if isinstance(holder, Mapping):
            _check_copies(holder.get("copies"), root, complaints)
    for row in lists:
        cells = row.items.values() if isinstance(row, Mapping) else row.items if isinstance(row, Sequence) else ()
        for cell in cells:
            if isinstance(cell, Sequence) and not any(isinstance(one, Mapping) for one in cell.items):
                tell_beyond(complaints, cell.span, limits.CELL_LIST, len(cell.items))


def _values(node: Node, rows: Node | None, root: dict[str, Mapping]) -> int:
    """How many values a crossed column has."""
    if isinstance(node, Sequence):
        return len(node.items)
    if text_of(node) == "rows":
        return len(rows.items) if isinstance(rows, Mapping) else 0
    named = root["types"].items.get(text_of(node)) if "types" in root else None
    members = named.get("rows") if isinstance(named, Mapping) else named
    return 0 if members is None or isinstance(members, Scalar) else len(members.items)


def _check_copies(node: Node | None, root: dict[str, Mapping], complaints: Complaints) -> None:
    if not isinstance(node, Scalar):
        return
    named = root["numbers"].items.get(node.words) if "numbers" in root else None
    value = named.value if isinstance(named, Scalar) else node.value
    if isinstance(value, int) and not tell_number(complaints, node.span, value):
        if value < 0:
            complaints.add(node.span, "below-nothing", value=value)
        tell_beyond(complaints, node.span, limits.COPIES, value)


def _check_grid(node: Node | None, complaints: Complaints) -> None:
    size = _SIZE.match(text_of(node)) if node is not None else None
    if size is None or node is None:
        return
    width, height = whole(size[1]), whole(size[2])
    if not width or not height:
        complaints.add(node.span, "empty-grid")
    tell_beyond(complaints, node.span, limits.ZONES, width * height)


def check_start(complaints: Complaints, node: Node, start: ir.Expr, variable: Variable) -> None:
    """A start that is written down lies between the limits of its variable."""
    value = start.value if isinstance(start, ir.Const) else None
    if not isinstance(value, int) or variable.type.sort != ir.TypeSort.NUMBER:
        return
    if (variable.low is not None and value < variable.low) or (variable.high is not None and value > variable.high):
        known = f"{variable.low} to {variable.high}" if variable.high is not None else f"{variable.low} or more"
        complaints.add(node.span, "start-outside", found=value, known=known)
