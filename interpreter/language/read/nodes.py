"""A file as a tree: texts, lists and mappings, each with the place where it stands.

Comes out of `source`, goes into everything that reads a definition. Says what YAML 1.2 makes of the words of a text and
nothing more: what they mean in a game is for others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from ..diagnostics import Span

INTEGER = re.compile(r"[-+]?(0|[1-9][0-9]*)$")
_DECIMAL = re.compile(r"[-+]?[0-9]+\.[0-9]+$")


@dataclass(slots=True)
class Scalar:
    """A scalar: its words, and the value that YAML 1.2 gives to them."""

    span: Span
    words: str
    plain: bool
    lines: int = 1
    folded: bool = False

    @property
    def is_folded(self) -> bool:
        """Whether it is one sentence that goes on over several lines; a line with a dash would begin an entry of a list."""
        return self.folded and not any(self.words.startswith("- ", place) for place, _, _ in self.span.folds)

    @property
    def value(self) -> str | int | float | bool | None:
        return value_of(self.words) if self.plain else self.words


@dataclass(slots=True)
class Sequence:
    span: Span
    items: list[Node] = field(default_factory=list)


@dataclass(slots=True)
class Mapping:
    span: Span
    items: dict[str, Node] = field(default_factory=dict)
    keys: dict[str, Span] = field(default_factory=dict)

    def get(self, key: str) -> Node | None:
        return self.items.get(key)

    def without(self, *keys: str) -> Mapping:
        """The same without some of its slots."""
        return Mapping(self.span, {key: node for key, node in self.items.items() if key not in keys}, self.keys)


Node = Scalar | Sequence | Mapping


def count_of(node: Node) -> int:
    """How many entries a tree has, keys among them."""
    waiting, count = [node], 0
    while waiting:
        one = waiting.pop()
        count += 1
        if not isinstance(one, Scalar):
            waiting += one.items if isinstance(one, Sequence) else one.items.values()
            count += len(one.items) if isinstance(one, Mapping) else 0
    return count


def value_of(words: str) -> str | int | float | bool | None:
    """What YAML 1.2 makes of words without quotes."""
    if words in ("", "~", "null"):
        return None
    if words in ("true", "false"):
        return words == "true"
    if INTEGER.match(words):
        return int(words)
    if _DECIMAL.match(words):
        return float(words)
    return words


def mappings_in(nodes: Iterable[Node]) -> Iterator[Mapping]:
    """Every mapping in some nodes, in file order, each before what stands in it."""
    waiting = [*nodes][::-1]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Mapping):
            yield node
            waiting += reversed(node.items.values())
        elif isinstance(node, Sequence):
            waiting += reversed(node.items)


def texts_in(nodes: Iterable[Node], slot: str) -> Iterator[Scalar]:
    """Every text that stands in a slot of this name, in file order."""
    written = (one.get(slot) for one in mappings_in(nodes))
    return (one for one in written if isinstance(one, Scalar))


def to_plain(node: Node) -> Any:
    """The tree as ordinary values, for a schema to look at."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Sequence):
        return [to_plain(item) for item in node.items]
    return {key: to_plain(value) for key, value in node.items.items()}


def text_of(node: Node | None) -> str:
    """The words of a scalar, or nothing."""
    return getattr(node, "words", "") if node is not None else ""
