"""Reads a YAML file for its layout instead of its meaning.

Takes the text of a file that can be read; returns where everything in it begins and ends, with every comment where it belongs.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import yaml

from .comments import attach
from .file_layout import BLOCKS, Collection, Entry, FileLayout, Written, WrittenScalar

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_layout(text: str) -> FileLayout:
    """The layout of a text that can be read."""
    layout = FileLayout(text, _LayoutReader(text).read())
    attach(layout)
    return layout


class _LayoutReader:
    """Turns the events of YAML into a layout."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.open: list[tuple[Collection, WrittenScalar | None]] = []
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
                node.end = self.offset(event.end_mark)
        assert self.root is not None
        return self.root

    def offset(self, mark: Any) -> int:
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
            assert isinstance(node, WrittenScalar)
            self.open[-1] = (parent, node)
            return
        parent.entries.append(Entry(key, node))
        self.open[-1] = (parent, None)

    def scalar(self, event: Any) -> WrittenScalar:
        start, end = event.start_mark.index, event.end_mark.index
        style = event.style or ""
        if style in BLOCKS:
            end = self.end_of_block(start)
        return WrittenScalar(start, end, event.value, style, self.text[start:end])

    def end_of_block(self, start: int) -> int:
        """Where the last line of a text with | or > ends: lines that are written further in than the first one, or empty."""
        end = line_end = _line_end(self.text, start)
        inside = -1
        while line_end < len(self.text):
            stop = _line_end(self.text, line_end + 1)
            line = self.text[line_end + 1 : stop]
            indent = len(line) - len(line.lstrip(" "))
            if line.strip():
                inside = indent if inside < 0 else inside
                if indent < inside or indent <= self.indent_around():
                    break
                end = stop
            line_end = stop
        return end

    def indent_around(self) -> int:
        """The column of what a text with | or > stands in."""
        return self.open[-1][0].column if self.open else -1


def _line_end(text: str, start: int) -> int:
    end = text.find("\n", start)
    return len(text) if end < 0 else end
