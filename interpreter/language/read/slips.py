"""Finds slips that YAML reads without a word, but not as they were meant.

Takes the tree of a file and its lines; complains of commas that cut a sentence in braces, colons without a space, comments that
were meant as text, and quotes that are none. What a slip made is taken out of the tree, so that it is told once.
"""

from __future__ import annotations

import re

from ..diagnostics import Complaints, Span
from .nodes import Mapping, Node, Scalar, Sequence
from .unreadable import CURLY, GLUED

BELONGS_BEFORE = re.compile(r"(face (up|down)|then (most|least)\b.*)$")


def find_slips(tree: Node, lines: list[str], complaints: Complaints) -> None:
    """Look at every node once."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Mapping):
            _look_at_mapping(node, lines, complaints)
            waiting += node.items.values()
        elif isinstance(node, Sequence):
            _look_at_list(node, complaints)
            waiting += node.items
        else:
            _look_at_text(node, lines, complaints)


def _look_at_mapping(node: Mapping, lines: list[str], complaints: Complaints) -> None:
    before: Node | None = None
    rest: list[tuple[Span, str]] = []
    for key, value in list(node.items.items()):
        span = node.keys[key]
        glued = GLUED.match(key)
        if _is_cut(value, span, lines) and isinstance(before, Scalar) and before.words and not glued:
            rest.append((span, key))
            _take_out(node, key)
            continue
        _complain_of_comma(before, rest, complaints)
        before, rest = value, []
        if glued and glued.end() < len(key) and _is_plain(span, lines):
            complaints.add(span.part(0, glued.end()), "colon-glued", hint=_spaced(glued))
            _take_out(node, key)
    _complain_of_comma(before, rest, complaints)


def _is_cut(value: Node, key: Span, lines: list[str]) -> bool:
    """Whether a key has no colon behind it: then it is the rest of a text that a comma has cut."""
    if not isinstance(value, Scalar) or value.words or not value.plain:
        return False
    rest = lines[key.line - 1][key.column - 1 + key.length :].lstrip("'\" ")
    return not rest.startswith(":")


def _complain_of_comma(before: Node | None, rest: list[tuple[Span, str]], complaints: Complaints) -> None:
    """A text and what commas have cut off from it, if they have."""
    if not rest or not isinstance(before, Scalar) or before.words[0] in CURLY:
        return
    span, (last, _) = before.span, rest[-1]
    if span.line == last.line:
        span = span.part(0, last.column + last.length - span.column)
    complaints.add(span, "comma-in-braces", text=", ".join([before.words, *(words for _, words in rest)]))


def _look_at_list(node: Sequence, complaints: Complaints) -> None:
    items: list[Node] = []
    for item in node.items:
        before = items[-1] if items else None
        if isinstance(item, Scalar) and item.plain and isinstance(before, Scalar) and before.plain and _goes_on(before, item):
            _complain_of_comma(before, [(item.span, item.words)], complaints)
            before.words = f"{before.words}, {item.words}"
        else:
            items.append(item)
    node.items = items


def _goes_on(before: Scalar, item: Scalar) -> bool:
    """Whether an entry of a list is the rest of the one before it."""
    opened = before.words.count("(") > before.words.count(")")
    same_line = before.span.line == item.span.line
    return same_line and (opened or bool(BELONGS_BEFORE.match(item.words)))


def _look_at_text(node: Scalar, lines: list[str], complaints: Complaints) -> None:
    if not node.plain or not node.words:
        return
    if node.words[0] in CURLY:
        complaints.add(node.span.part(0, 1), "curly-quotes")
    elif node.lines == 1:
        rest = lines[node.span.line - 1][node.span.column - 1 + node.span.length :]
        comment = re.match(r" +(#\d.*)", rest)
        if comment:
            start = node.span.length + comment.start(1)
            complaints.add(node.span.part(start, len(comment[1].rstrip())), "hash-in-text", rest=comment[1].rstrip())


def _is_plain(span: Span, lines: list[str]) -> bool:
    return lines[span.line - 1][span.column - 2 : span.column - 1] not in ("'", '"')


def _spaced(glued: re.Match[str]) -> str:
    return f'write "{glued[1]}: " with a space after the colon'


def _take_out(node: Mapping, key: str) -> None:
    del node.items[key], node.keys[key]


def spaced_after_colon(words: str) -> str:
    """What to write for a text that was meant as a key with its value; nothing if it was not."""
    glued = GLUED.match(words)
    return _spaced(glued) if glued else ""

