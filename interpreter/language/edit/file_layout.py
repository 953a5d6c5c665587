"""A YAML file as it is written: every text, list and mapping with the place where it begins and ends, and its comments.

Comes out of `layout_reader`, goes into everything that changes a file where it stands; nothing is lost in it but spaces.
Never says what the words mean: that is for the tree of `nodes`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

BLOCKS = ("|", ">")

Path = tuple[str | int, ...]


@dataclass(eq=False, slots=True)
class WrittenScalar:
    """A text: its words, the kind of quotes around it, and where it stands in the file."""

    start: int
    end: int
    words: str
    style: str  # nothing, ', ", | or >
    written: str  # what stands there, with its quotes


@dataclass(eq=False, slots=True)
class Entry:
    """One entry of a list or mapping, with the lines above that belong to it and the comments beside it."""

    key: WrittenScalar | None
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


Written = WrittenScalar | Collection


@dataclass(frozen=True, slots=True)
class FileLayout:
    text: str
    root: Written


def walk(node: Written, path: Path = (), around: Collection | None = None) -> Iterator[tuple[Path, Entry, Collection]]:
    """Every entry below a node in the order of the file, with its path and the collection it stands in."""
    if isinstance(node, WrittenScalar):
        return
    for number, entry in enumerate(node.entries):
        here = (*path, entry.key.words if entry.key else number)
        yield here, entry, node
        yield from walk(entry.value, here, node)
