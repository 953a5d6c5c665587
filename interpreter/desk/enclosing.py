"""Beside what a sentence of a definition stands: the statements, the verb and the step that it belongs to.

Takes the tree of a file; returns, for a node or a line, the lines around it on which rules may be cited, the nearest first.
What goes on in turns or rounds cites what holds for all of them, so nobody looks further than that.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..language.read.nodes import Mapping, Node, Sequence

Lines = tuple[int, ...]
_INSIDE = frozenset(("do", "then", "else", "offer", "instead"))  # where statements stand within another one
_LASTING = ("turns", "rounds")


class Enclosing:
    """Of one file."""

    def __init__(self, root: Node) -> None:
        self._of_node: dict[int, tuple[Lines, ...]] = {}
        self._at_line: dict[int, tuple[Lines, ...]] = {}
        for node, around in _inside(root, ()):
            self._of_node[id(node)] = around
            self._at_line[node.span.line] = around  # the innermost that begins there comes last

    def of(self, node: Node) -> tuple[Lines, ...]:
        return self._of_node[id(node)]

    def at(self, line: int) -> tuple[Lines, ...]:
        return self._at_line.get(line, ())


def _inside(node: Node, around: tuple[Lines, ...]) -> Iterator[tuple[Node, tuple[Lines, ...]]]:
    """Everything in a tree, with what stands around it."""
    yield node, around
    if isinstance(node, Sequence):
        for item in node.items:
            yield from _inside(item, around)
    elif isinstance(node, Mapping):
        is_lasting = any(slot in node.items for slot in _LASTING)
        for slot, value in node.items.items():
            spans = node.keys.values() if slot in _INSIDE else [node.keys[slot]]
            own = tuple(dict.fromkeys(span.line for span in spans))
            yield from _inside(value, () if is_lasting else (own, *around))
