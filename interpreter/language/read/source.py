"""Reads strict YAML and remembers where everything stands.

Takes the text of a file; returns a tree of Scalar, Mapping and Sequence nodes, each with its Span.
Never resolves anchors, tags or includes, and refuses what it cannot read safely with a Diagnostic.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from ...ir.limits import ALL_NODES, NESTING, NODES
from ..diagnostics import Complaints, Span
from ..visible import hidden_sign
from .files import read_bytes, read_inside
from .nodes import INTEGER, Mapping, Node, Scalar, Sequence
from .slips import find_slips
from .unreadable import complain_of_syntax

MOST_DIGITS = 40  # a seed may be as long; what a rule reckons with is looked at where it is read

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_file(path: Path, complaints: Complaints, shown: str = "", inside: Path | None = None) -> Node | None:
    """The tree of one file, or None after a complaint; it must lie `inside` a folder, if one is named."""
    name = shown or str(path)
    raw = read_inside(inside, path, name, complaints) if inside is not None else read_bytes(path, name, complaints)
    return None if raw is None else read_raw(raw, name, complaints)


def read_raw(raw: bytes, name: str, complaints: Complaints, left: int | None = None) -> Node | None:
    """The tree of the bytes of a file, or None after a complaint; `left` is how many entries its game may still have."""
    try:
        text = raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as problem:
        before = raw[: problem.start].split(b"\n")
        column = len(before[-1].decode("utf-8-sig", "replace")) + 1
        complaints.add(Span(name, len(before), column), "not-utf8")
        return None
    hidden = hidden_sign(text)
    if hidden is not None:
        offset, sign = hidden
        line = text.count("\n", 0, offset) + 1
        complaints.add(Span(name, line, offset - text.rfind("\n", 0, offset)), "hidden-sign", sign=sign)
        return None
    return read_text(text, name, complaints, left)


def read_text(text: str, name: str, complaints: Complaints, left: int | None = None) -> Node | None:
    """The tree of a text, or None after a complaint."""
    if not text.strip():
        complaints.add(Span(name), "empty-file")
        return None
    before = len(complaints.errors)
    try:
        tree = _Builder(name, complaints, left, text).build(yaml.parse(text, Loader=_LOADER))
    except yaml.YAMLError as problem:
        complain_of_syntax(text, name, problem, complaints)
        return None
    except _Refused:
        return None
    if tree is None and len(complaints.errors) == before:
        complaints.add(Span(name), "empty-file")
    if tree is not None:
        find_slips(tree, text.split("\n"), complaints)
    return tree


class _Refused(Exception):
    """The text cannot be read on; the reason is among the complaints."""


class _Builder:
    """Turns the stream of YAML events into nodes, without recursion and within limits."""

    def __init__(self, name: str, complaints: Complaints, left: int | None, text: str) -> None:
        self.name, self.text = name, text
        self.written: list[str] = []
        self.limit, self.most = (NODES, NODES.most) if left is None or left >= NODES.most else (ALL_NODES, left)
        self.complaints = complaints
        self.open: list[tuple[Sequence | Mapping, Scalar | None]] = []
        self.root: Node | None = None
        self.nodes = 0

    def build(self, events: Iterator[Any]) -> Node | None:
        documents = 0
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    self.refuse(event, "second-document")
            elif isinstance(event, yaml.NodeEvent):
                self.begin(event)
            elif isinstance(event, yaml.CollectionEndEvent):
                self.end(event)
        return self.root

    def begin(self, event: Any) -> None:
        self.nodes += 1
        if isinstance(event, yaml.AliasEvent) or event.anchor:
            self.refuse(event, "anchor")
        if event.tag:
            self.refuse(event, "tag")
        if self.nodes > self.most:
            self.refuse(event, "too-many-nodes", most=f"{self.limit.most:,}", what=self.limit.what)
        if len(self.open) > NESTING.most:
            self.refuse(event, "too-deep", most=NESTING.most)
        node = self.node_for(event)
        if self.attach(node) and not isinstance(node, Scalar):
            self.open.append((node, None))

    def end(self, event: Any) -> None:
        """What was open is closed; point at all of it if it stands on one line, else at its first key."""
        node, _ = self.open.pop()
        last = event.end_mark
        if last.line + 1 == node.span.line and last.column >= node.span.column:
            node.span = node.span.part(0, last.column - node.span.column + 1)
        elif isinstance(node, Mapping) and node.keys:
            first = next(iter(node.keys.values()))
            node.span = first if first.line == node.span.line else node.span

    def node_for(self, event: Any) -> Node:
        span = self.span(event)
        if isinstance(event, yaml.MappingStartEvent):
            return Mapping(span)
        if isinstance(event, yaml.SequenceStartEvent):
            return Sequence(span)
        if event.style in ("'", '"'):
            span = span.part(1, span.length - 2)
        over_lines = self.folded(event, span) if event.start_mark.line != event.end_mark.line else None
        words = event.value if over_lines is None else event.value.rstrip("\n")
        is_plain = event.style not in ("'", '"', "|", ">")
        node = Scalar(over_lines or span, words, is_plain, self.lines(event), over_lines is not None)
        hidden = hidden_sign(node.words) if event.style == '"' else None
        if hidden is not None:
            self.refuse(event, "hidden-sign", sign=hidden[1])
        if node.plain and INTEGER.match(node.words) and len(node.words.lstrip("+-")) > MOST_DIGITS:
            self.refuse(event, "number-too-large", most=MOST_DIGITS)
        return node

    def folded(self, event: Any, span: Span) -> Span | None:
        """Where the words of a text stand that goes over several lines, if each line goes on where the one before ends."""
        self.written = self.written or self.text.split("\n")
        start, end = event.start_mark, event.end_mark
        first = start.line + (event.style in ("|", ">"))
        lines = [(number, self.written[number]) for number in range(first, min(end.line + 1, len(self.written)))]
        places, words = [], ""
        for number, line in lines:
            begins = start.column + (event.style in ("'", '"')) if number == start.line else 0
            ends = end.column - (event.style in ("'", '"')) if number == end.line else len(line)
            part = line[begins:ends]
            if part.strip():
                column = begins + len(part) - len(part.lstrip()) + 1
                places.append((len(words) + bool(words), number + 1, column))
                words = f"{words} {part.strip()}".lstrip()
        if not places or words != event.value.rstrip("\n") or event.style == "|":
            return None
        (_, line_number, column), *rest = places
        length = rest[0][0] - 1 if rest else len(words)
        return Span(span.file, line_number, column, max(1, length), tuple(rest))

    def lines(self, event: Any) -> int:
        """How many lines a text goes over; a block ends where the next line begins."""
        return int(event.end_mark.line - event.start_mark.line) + 1

    def attach(self, node: Node) -> bool:
        """Hang the node on what is open; the first node under a mapping is a key."""
        if not self.open:
            self.root = node
            return True
        parent, key = self.open[-1]
        if isinstance(parent, Sequence):
            parent.items.append(node)
            return True
        if key is None:
            self.take_key(parent, node)
            return False
        parent.items[key.words] = node
        self.open[-1] = (parent, None)
        return True

    def take_key(self, parent: Mapping, node: Node) -> None:
        if not isinstance(node, Scalar):
            self.complaints.add(node.span, "key-not-a-word")
            raise _Refused
        if node.words in parent.keys:
            first = parent.keys[node.words]
            note = f'the first "{node.words}" is on line {first.line}'
            in_list = len(self.open) > 1 and isinstance(self.open[-2][0], Sequence) and node.span.line > first.line
            hint = f'put a dash before "{node.words}" if another entry begins here, else keep one of the two' if in_list else ""
            self.complaints.add(node.span, "duplicate-key", hint=hint, key=node.words, notes=[note])
        parent.keys[node.words] = node.span
        self.open[-1] = (parent, node)

    def span(self, event: Any) -> Span:
        start, end = event.start_mark, event.end_mark
        length = end.column - start.column if end.line == start.line else 1
        return Span(self.name, start.line + 1, start.column + 1, max(1, length))

    def refuse(self, event: Any, slug: str, **words: Any) -> None:
        self.complaints.add(self.span(event), slug, **words)
        raise _Refused
