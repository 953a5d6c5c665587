"""A YAML file as it is written: every text, list and mapping with the place where it begins and ends, and its comments.

Takes the text of a file that can be read; returns its layout, in which nothing is lost but spaces. Never says what the words
mean: that is for the tree of `source`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import yaml

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
BLOCKS = ("|", ">")

Path = tuple[str | int, ...]


@dataclass(eq=False, slots=True)
class Scalar:
    """A text: its words, the kind of quotes around it, and where it stands in the file."""

    start: int
    end: int
    words: str
    style: str  # nothing, ', ", | or >
    written: str  # what stands there, with its quotes


@dataclass(eq=False, slots=True)
class Entry:
    """One entry of a list or mapping, with the lines above that belong to it and the comments beside it."""

    key: Scalar | None
    value: Written
    before: list[str] = field(default_factory=list)  # comments, and "" for an empty line
    beside: list[str] = field(default_factory=list)

    @property
    def start(self) -> int:
        return self.key.start if self.key else self.value.start


@dataclass(eq=False, slots=True)
class Collection:
    """A list or a mapping, in braces or over lines, and the comments at its end."""

    start: int
    end: int
    column: int
    is_mapping: bool
    is_flow: bool
    entries: list[Entry] = field(default_factory=list)
    after: list[str] = field(default_factory=list)
    is_interrupted: bool = False  # by a comment, so that it cannot stand on one line
    must_break: bool | None = None  # whether anything in it cannot, once that is known
    on_one_line: str | None = None  # and what it is there, for it is asked again at every level around it


Written = Scalar | Collection


@dataclass(frozen=True, slots=True)
class Layout:
    text: str
    root: Written


def read_layout(text: str) -> Layout:
    """The layout of a text that can be read."""
    from .comments import attach

    layout = Layout(text, _Reader(text).read())
    attach(layout)
    return layout


def walk(node: Written, path: Path = (), around: Collection | None = None) -> Iterator[tuple[Path, Entry, Collection]]:
    """Every entry below a node in the order of the file, with its path and the collection it stands in."""
    if isinstance(node, Scalar):
        return
    for number, entry in enumerate(node.entries):
        here = (*path, entry.key.words if entry.key else number)
        yield here, entry, node
        yield from walk(entry.value, here, node)


class _Reader:
    """Turns the events of YAML into a layout."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.open: list[tuple[Collection, Scalar | None]] = []
        self.root: Written | None = None

    def read(self) -> Written:
        events: Iterator[Any] = yaml.parse(self.text, Loader=_LOADER)
        for event in events:
            if isinstance(event, yaml.ScalarEvent):
                self.take(self.scalar(event))
            elif isinstance(event, yaml.CollectionStartEvent):
                self.begin(event)
            elif isinstance(event, yaml.CollectionEndEvent):
                node, _ = self.open.pop()
                node.end = self.place(event.end_mark)
        assert self.root is not None
        return self.root

    def place(self, mark: Any) -> int:
        return int(mark.index)

    def begin(self, event: Any) -> None:
        mark, is_mapping = event.start_mark, isinstance(event, yaml.MappingStartEvent)
        node = Collection(mark.index, mark.index, mark.column, is_mapping, bool(event.flow_style))
        self.take(node)
        self.open.append((node, None))

    def take(self, node: Written) -> None:
        if not self.open:
            self.root = node
            return
        parent, key = self.open[-1]
        if parent.is_mapping and key is None:
            assert isinstance(node, Scalar)
            self.open[-1] = (parent, node)
            return
        parent.entries.append(Entry(key, node))
        self.open[-1] = (parent, None)

    def scalar(self, event: Any) -> Scalar:
        start, end = event.start_mark.index, event.end_mark.index
        style = event.style or ""
        if style in BLOCKS:
            end = self.end_of_block(start)
        return Scalar(start, end, event.value, style, self.text[start:end])

    def end_of_block(self, start: int) -> int:
        """Where the last line of a text with | or > ends: lines that are written further in than the first one, or empty."""
        end = place = _line_end(self.text, start)
        inside = -1
        while place < len(self.text):
            stop = _line_end(self.text, place + 1)
            line = self.text[place + 1 : stop]
            indent = len(line) - len(line.lstrip(" "))
            if line.strip():
                inside = indent if inside < 0 else inside
                if indent < inside or indent <= self.indent_around():
                    break
                end = stop
            place = stop
        return end

    def indent_around(self) -> int:
        """The column of what a text with | or > stands in."""
        return self.open[-1][0].column if self.open else -1


def _line_end(text: str, start: int) -> int:
    found = text.find("\n", start)
    return len(text) if found < 0 else found
