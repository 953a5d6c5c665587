"""The one form in which a file is written.

Takes a layout; returns the text with two spaces for every step inwards, slots in their order, quotes only where they are
needed, one empty line between sections, and at most 120 signs on a line that can be broken. Comments stay with their entries.
"""

from __future__ import annotations

import re
import textwrap

from ..read.nodes import value_of
from .file_layout import BLOCKS, Collection, Entry, FileLayout, Written, WrittenScalar
from .quoting import misleads, quoted, seems_cut, written
from .slot_order import SchemaPart, in_order, part_for

WIDTH = 120
STEP = 2
ON_ONE_LINE, FOLDED, OVER_LINES = "on one line", "folded", "over lines"
_GLUE = "\xa0"
_ON_PURPOSE = re.compile(r"# *on purpose\b")


def canonical(layout: FileLayout, kind: str) -> str:
    """The text of a file; `kind` is the name of the schema that says the order of slots."""
    root, part = layout.root, part_for(kind)
    if isinstance(root, WrittenScalar):
        return layout.text.strip() + "\n"
    if root.is_flow and not _must_break(root) and len(_in_braces(root, part)) <= WIDTH:
        head = [*_spaced(root.entries[0].before if root.entries else [], ""), _in_braces(root, part)]
        return "\n".join([*head, *_spaced(root.after, "")]) + "\n"
    lines = _block(root, part, 0, is_root=True)
    return "\n".join(lines).strip("\n") + "\n"


# ---- lists and mappings over lines


def _block(
    node: Collection, part: SchemaPart, indent: int, is_item: bool = False, is_root: bool = False, is_table: bool = False
) -> list[str]:
    """The lines of a list or mapping; the entry of a list that it is has its first comments already."""
    lines: list[str] = []
    margin = " " * indent
    tabled = _table(node, part, indent) if is_table else []
    entries = in_order(node, part, is_item)
    was_long = False
    for number, entry in enumerate(entries):
        below = part.below(entry.key.words if entry.key else None)
        is_long = _stands(entry, below, indent) == OVER_LINES
        above = [] if is_item and number == 0 else _above(entry, below, indent)
        if number == 0:
            above = _without_first_gap(above)
        elif is_root and (is_long or was_long):
            above = ["", *_without_first_gap(above)]
        lines += _spaced(above, margin)
        lines += tabled[number] if tabled else _entry(entry, below, indent)
        was_long = is_long
    return [*lines, *_spaced(node.after, margin)]


def _entry(entry: Entry, part: SchemaPart, indent: int) -> list[str]:
    value, head = entry.value, _head(entry, indent)
    beside = f"  {entry.beside[-1]}" if entry.beside else ""
    if isinstance(value, WrittenScalar):
        first, *rest = _text(value, len(head) + 1, indent, entry.beside)
        return [f"{head} {first}".rstrip() + beside, *rest]
    stands = _stands(entry, part, indent)
    if stands == ON_ONE_LINE:
        return [f"{head} {_in_braces(value, part)}{beside}"]
    if stands == FOLDED:
        return _filled(f"{head} [", [_flat(one, part) for one in value.entries], beside)
    if entry.key:
        return [head + beside, *_block(value, part, indent + STEP, is_table=entry.key.words == "rows")]
    first, *rest = _block(value, part, indent + STEP, is_item=True)
    return [f"{head} {first.lstrip()}", *rest]


def _head(entry: Entry, indent: int) -> str:
    return " " * indent + (f"{_scalar(entry.key, is_key=True)}:" if entry.key else "-")


def _stands(entry: Entry, part: SchemaPart, indent: int) -> str:
    """How a list or mapping is written; what is on one line with an answer to a warning stays there."""
    value = entry.value
    if isinstance(value, WrittenScalar):
        return ON_ONE_LINE
    if not value.is_flow or _must_break(value):
        return OVER_LINES
    is_answer = any(map(_ON_PURPOSE.match, entry.beside))
    if is_answer or not value.entries or len(f"{_head(entry, indent)} {_in_braces(value, part)}") <= WIDTH:
        return ON_ONE_LINE
    return FOLDED if not value.is_mapping and all(isinstance(one.value, WrittenScalar) for one in value.entries) else OVER_LINES


def _above(entry: Entry, part: SchemaPart, indent: int) -> list[str]:
    """The lines above an entry: also of what begins on its line, and comments for which there is no room beside it."""
    lines = [*entry.before, *entry.beside[:-1]]
    if entry.key is None and isinstance(entry.value, Collection) and _stands(entry, part, indent) == OVER_LINES:
        first = in_order(entry.value, part, is_item=True)[0]
        below = part.below(first.key.words if first.key else None)
        lines += [*entry.beside[-1:], *_above(first, below, indent + STEP)]
    return lines


def _without_first_gap(lines: list[str]) -> list[str]:
    start = next((number for number, line in enumerate(lines) if line), len(lines))
    return lines[start:]


def _spaced(remarks: list[str], margin: str) -> list[str]:
    """Comments and empty lines, never two empty ones after each other."""
    return [f"{margin}{one}" if one else "" for number, one in enumerate(remarks) if one or number == 0 or remarks[number - 1]]


# ---- lists and mappings in braces


def _must_break(node: Collection) -> bool:
    """Whether something in braces cannot stand on one line: a comment, lines, or a key without a value."""
    if node.must_break is None:
        node.must_break = node.is_interrupted or any(
            _must_break(one.value) if isinstance(one.value, Collection) else _is_empty(one.value) or one.value.style in BLOCKS
            for one in node.entries
        )
    return node.must_break


def _is_empty(text: WrittenScalar) -> bool:
    return not text.words and not text.style


def _in_braces(node: Collection, part: SchemaPart) -> str:
    if node.on_one_line is None:
        inside = ", ".join(_flat(one, part) for one in in_order(node, part, is_item=False))
        node.on_one_line = f"{{{inside}}}" if node.is_mapping else f"[{inside}]"
    return node.on_one_line


def _flat(entry: Entry, part: SchemaPart) -> str:
    below = part.below(entry.key.words if entry.key else None)
    if isinstance(entry.value, Collection):
        value = _in_braces(entry.value, below)
    else:
        value = _scalar(entry.value, in_braces=True)
        if entry.key is None and value == entry.value.words and seems_cut(value):
            value = quoted(value)
    return f"{_scalar(entry.key, in_braces=True, is_key=True)}: {value}" if entry.key else value


def _filled(head: str, items: list[str], beside: str) -> list[str]:
    """A list in brackets over several lines, each as full as it can be."""
    lines, line = [], head + items[0]
    for item in items[1:]:
        if len(f"{line}, {item},") > WIDTH:
            lines.append(f"{line},")
            line = " " * len(head) + item
        else:
            line = f"{line}, {item}"
    return [*lines, f"{line}]{beside}"]


def _table(node: Collection, part: SchemaPart, indent: int) -> list[list[str]]:
    """Rows of cells under each other, if every entry is such a row and has as many as the others; else nothing."""
    rows = [one.value.entries for one in node.entries if one.key and isinstance(one.value, Collection) and _is_row(one.value)]
    if not rows or len(rows) < max(2, len(node.entries)) or len({len(row) for row in rows}) > 1 or len(rows[0]) < 2:
        return []
    cells = [[_flat(cell, part) for cell in row] for row in rows]
    names = [_scalar(one.key, is_key=True) for one in node.entries if one.key]
    widths = [max(len(row[column]) for row in cells) for column in range(len(cells[0]))]
    lines = [_row(name, max(map(len, names)), row, widths, indent) for name, row in zip(names, cells, strict=True)]
    if max(map(len, lines)) > WIDTH:
        return []
    beside = [f"  {one.beside[-1]}" if one.beside else "" for one in node.entries]
    return [[line + remark] for line, remark in zip(lines, beside, strict=True)]


def _row(name: str, longest: int, cells: list[str], widths: list[int], indent: int) -> str:
    padded = [f"{cell},".ljust(width + 1) for cell, width in zip(cells[:-1], widths, strict=False)]
    return " " * indent + f"{name}:".ljust(longest + 2) + f"[{' '.join([*padded, cells[-1]])}]"


def _is_row(node: Collection) -> bool:
    return node.is_flow and not node.is_mapping and not _must_break(node) and all(_is_cell(one.value) for one in node.entries)


def _is_cell(value: Written) -> bool:
    return isinstance(value, WrittenScalar)


# ---- texts


def _text(text: WrittenScalar, column: int, indent: int, beside: list[str]) -> list[str]:
    """The lines of a text behind its key: one, unless it is too long for that and can be folded. A comment beside it stays
    above the folds, and what answers a warning stays on its line."""
    if text.style in BLOCKS:
        return _block_text(text, indent)
    line = _scalar(text)
    can_fold = text.words.isprintable() and "  " not in text.words and text.words.strip() == text.words
    fits = column + len(line) <= WIDTH or any(map(_ON_PURPOSE.match, beside))
    if fits or not can_fold or " " not in text.words or indent > WIDTH // 2:
        return [line]
    margin = " " * (indent + STEP)
    if line != text.words or beside:
        return [">-", *(margin + one for one in _wrapped(text.words, WIDTH - len(margin)))]
    first, *rest = _wrapped(line, WIDTH - column) if column <= WIDTH // 2 else ("", line)
    return [first, *(margin + one for one in _wrapped(" ".join(rest), WIDTH - len(margin)))]


def _wrapped(words: str, width: int) -> list[str]:
    """Words on lines; none begins with a sign that would begin something else."""
    kept = re.sub(r" (?=[-?#] )", _GLUE, words)
    return [one.replace(_GLUE, " ") for one in textwrap.wrap(kept, width, break_long_words=False, break_on_hyphens=False)]


def _block_text(text: WrittenScalar, indent: int) -> list[str]:
    """A text with | or > keeps its lines."""
    sign, *lines = text.written.split("\n")
    sign = sign.partition("#")[0].strip()
    if not re.fullmatch(r"[|>]-?", sign) or not text.words.strip("\n"):
        return [quoted(text.words)]
    inside = min((len(one) - len(one.lstrip(" ")) for one in lines if one.strip()), default=0)
    return [sign, *(" " * (indent + STEP) + one[inside:].rstrip() if one.strip() else "" for one in lines)]


def _scalar(text: WrittenScalar, in_braces: bool = False, is_key: bool = False) -> str:
    """A text as it is written on one line."""
    if text.style:
        return written(text.words, in_braces, is_key)
    is_text = isinstance(value_of(text.words), str)
    return quoted(text.words) if is_text and (misleads(text.words) or not text.words.isprintable()) else text.words
