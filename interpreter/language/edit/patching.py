"""Changes of a file at single places, which leave everything else as it is written: comments, spaces, quotes.

Takes the layout of a file; returns edits, each a stretch of the text and the words that take its place. Several of them are
made at once, and never two that overlap.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from ..diagnostics import Span
from .file_layout import Collection, Entry, FileLayout, Path, Written, WrittenScalar
from .quoting import quoted, seems_cut, written


class CannotEdit(ValueError):
    """An edit that cannot be made: one sentence that says why."""


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """New words for a stretch of a text; an empty stretch is a place to put them."""

    start: int
    end: int
    words: str


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """The text with every edit made, whatever their order; the same edit counts once."""
    every = sorted(set(edits))
    for one, following in pairwise(every):
        if following.start < one.end or (following.start, following.end) == (one.start, one.end):
            raise CannotEdit(f"two edits change line {text.count(chr(10), 0, following.start) + 1} at the same place")
    for one in reversed(every):
        if not 0 <= one.start <= one.end <= len(text):
            raise CannotEdit("an edit lies outside of the text")
        text = text[: one.start] + one.words + text[one.end :]
    return text


def edit_at(text: str, span: Span, words: str) -> Edit:
    """New words for a stretch of a line."""
    lines = text.split("\n")
    if not 1 <= span.line <= len(lines) or span.column + span.length - 1 > len(lines[span.line - 1]):
        raise CannotEdit(f"line {span.line} has no column {span.column + span.length - 1}")
    start = sum(len(line) + 1 for line in lines[: span.line - 1]) + span.column - 1
    return Edit(start, start + span.length, words)


def span_of(layout: FileLayout, file: str, start: int, end: int) -> Span:
    """The line and column of a stretch, which must not go over the end of a line."""
    line = layout.text.count("\n", 0, start) + 1
    return Span(file, line, start - layout.text.rfind("\n", 0, start), max(1, end - start))


def replace_text(layout: FileLayout, path: Path, words: str) -> Edit:
    """Another text at a path."""
    entry, around = find(layout, path)
    if not isinstance(entry.value, WrittenScalar):
        raise CannotEdit(f"{_spoken(path)} is no text")
    new = quoted(words) if around.is_flow and not around.is_mapping and seems_cut(words) else written(words, around.is_flow)
    gap = "" if entry.value.start > (entry.key.end + 1 if entry.key else 0) else " "
    return Edit(entry.value.start, entry.value.end, gap + new)


def rename_key(layout: FileLayout, path: Path, name: str) -> Edit:
    """Another name for the key of an entry."""
    entry, around = find(layout, path)
    if entry.key is None:
        raise CannotEdit(f"{_spoken(path)} has no key")
    if any(one.key and one.key.words == name for one in around.entries if one is not entry):
        raise CannotEdit(f'"{name}" is there already')
    return Edit(entry.key.start, entry.key.end, written(name, around.is_flow, is_key=True))


def insert_entry(layout: FileLayout, path: Path, number: int, words: str) -> Edit:
    """A new entry in the list or mapping at a path, before the entry of this number: `key: text`, or what an entry of a list
    says, on one line."""
    node = _collection(layout, path)
    if not node.entries:
        return Edit(node.start + 1, node.start + 1, words)
    before = node.entries[number - 1] if number else None
    if node.is_flow:
        offset = end_of(before.value) if before else node.entries[0].start
        return Edit(offset, offset, f", {words}" if before else f"{words}, ")
    line = words if node.is_mapping else f"- {words}"
    margin = " " * node.column
    if before is None:
        offset = node.start
        return Edit(offset, offset, f"{line}\n{margin}")
    offset = _line_end(layout.text, end_of(before.value))
    return Edit(offset, offset, f"\n{margin}{line}")


def remove_entry(layout: FileLayout, path: Path) -> Edit:
    """An entry goes, with the comment on its line; comments above it stay. The only entry of a list cannot go alone."""
    entry, around = find(layout, path)
    index = around.entries.index(entry)
    if len(around.entries) == 1:
        raise CannotEdit(f"{_spoken(path)} is the only entry there")
    following = around.entries[index + 1] if index + 1 < len(around.entries) else None
    if around.is_flow:
        before = around.entries[index - 1]
        return Edit(entry.start, following.start, "") if following else Edit(end_of(before.value), end_of(entry.value), "")
    text, end = layout.text, _line_end(layout.text, end_of(entry.value))
    start = _start_of_item(text, entry) if entry.key is None else entry.start
    line = text.rfind("\n", 0, start) + 1
    if not text[line:start].strip():
        return Edit(line, min(end + 1, len(text)), "")
    if following is None or any(following.before):
        raise CannotEdit(f"{_spoken(path)} stands on a line with a dash that others need")
    return Edit(start, following.start if entry.key else _start_of_item(text, following), "")


def find(layout: FileLayout, path: Path) -> tuple[Entry, Collection]:
    """The entry at a path, and what it stands in."""
    node: Written = layout.root
    reached: tuple[Entry, Collection] | None = None
    for step in path:
        entries = node.entries if isinstance(node, Collection) else []
        known = {entry.key.words if entry.key else number: entry for number, entry in enumerate(entries)}
        if step not in known or not isinstance(node, Collection):
            raise CannotEdit(f"there is no {_spoken(path)}")
        reached = known[step], node
        node = known[step].value
    if reached is None:
        raise CannotEdit("a path has at least one step")
    return reached


def end_of(node: Written) -> int:
    """Where the last sign of a node stands."""
    if isinstance(node, WrittenScalar) or node.is_flow:
        return node.end
    return end_of(node.entries[-1].value)


def _collection(layout: FileLayout, path: Path) -> Collection:
    node = find(layout, path)[0].value if path else layout.root
    if not isinstance(node, Collection):
        raise CannotEdit(f"{_spoken(path)} is no list or mapping")
    return node


def _start_of_item(text: str, entry: Entry) -> int:
    """Where the dash of an entry of a list stands."""
    dashes = [dash.start() for dash in re.finditer(r"-(?=\s)", text[: entry.start])]
    return dashes[-1] if dashes else entry.start


def _line_end(text: str, start: int) -> int:
    end = text.find("\n", start)
    return len(text) if end < 0 else end


def _spoken(path: Path) -> str:
    return ", ".join(str(step + 1) if isinstance(step, int) else f'"{step}"' for step in path)
