"""Which entry each comment and each empty line of a file belongs to.

Takes a layout and fills in its comments: what stands on the line of an entry belongs to it, what stands on a line of its own
belongs to the next entry, or to the end of a list if it is written as far in as that list.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from .file_layout import BLOCKS, Collection, Entry, FileLayout, Path, Written, WrittenScalar, walk

_ONLY_SIGNS = re.compile(r"[-?\s]*$")
_REMARK = re.compile(r"#[^\n]*|(?<=\n)[ \t]*(?=\n)")
_GLUED = re.compile(r"#(?=\w)")


@dataclass(frozen=True, slots=True)
class _Remark:
    """A comment, or an empty line."""

    start: int
    column: int
    words: str
    is_beside: bool


def attach(layout: FileLayout) -> None:
    """Give every comment of the text to an entry."""
    if isinstance(layout.root, WrittenScalar):
        return
    _Attacher(layout, layout.root).attach()


def anchors(layout: FileLayout) -> Counter[tuple[str, Path]]:
    """Every comment with the path of what it belongs to; one above an entry of a list is not about its first slot."""
    counts: Counter[tuple[str, Path]] = Counter()
    _note_anchors(layout.root, (), None, counts)
    return counts


def _note_anchors(node: Written, path: Path, item: Path | None, counts: Counter[tuple[str, Path]]) -> None:
    if isinstance(node, WrittenScalar):
        return
    counts.update((words, (*path, "end")) for words in node.after if words)
    for number, entry in enumerate(node.entries):
        here = (*path, entry.key.words if entry.key else number)
        above = item if item is not None and number == 0 else here
        counts.update((words, above) for words in entry.before if words)
        counts.update((words, here) for words in entry.beside)
        _note_anchors(entry.value, here, None if entry.key else above, counts)


class _Attacher:
    def __init__(self, layout: FileLayout, root: Collection) -> None:
        self.text, self.root = layout.text, root
        self.entries: list[Entry] = []
        self.around: dict[int, tuple[Collection, ...]] = {}  # what an entry stands in, from the outside in
        self.owner: dict[int, Entry] = {}  # whose value a collection is
        self.note(root, ())
        self.starts = [entry.start for entry in self.entries]

    def note(self, node: Collection, around: tuple[Collection, ...]) -> None:
        for entry in node.entries:
            self.entries.append(entry)
            self.around[id(entry)] = (*around, node)
            if isinstance(entry.value, Collection):
                self.owner[id(entry.value)] = entry
                self.note(entry.value, (*around, node))

    def attach(self) -> None:
        for remark in _remarks(self.text, self.root):
            number = bisect_right(self.starts, remark.start)
            last = self.entries[number - 1] if number else None
            following = self.entries[number] if number < len(self.entries) else None
            flows = self.flows_at(last, remark.start)
            for flow in flows if remark.words else ():
                flow.is_interrupted = True
            if remark.is_beside and last is not None:
                self.beside(last, remark.start).beside.append(remark.words)
            elif flows:
                self.in_braces(flows[-1], following, remark)
            else:
                self.above(last, following, remark)
        for node in {id(around[-1]): around[-1] for around in self.around.values()}.values():
            first = node.entries[0]
            while first.before[:1] == [""]:  # what is above the first entry separates nothing
                del first.before[0]

    def flows_at(self, last: Entry | None, offset: int) -> list[Collection]:
        """The braces that are open at a place, from the outside in."""
        if last is None:
            return [self.root] if self.root.is_flow and self.root.start < offset else []
        inside = [*self.around[id(last)], *([last.value] if isinstance(last.value, Collection) else [])]
        return [one for one in inside if one.is_flow and one.start < offset < one.end]

    def beside(self, last: Entry, offset: int) -> Entry:
        """The entry whose line a comment stands on: behind closed braces it is the one that they belong to."""
        around = self.around[id(last)][-1]
        while around.is_flow and around.end <= offset and id(around) in self.owner:
            last = self.owner[id(around)]
            around = self.around[id(last)][-1]
        return last

    def in_braces(self, flow: Collection, following: Entry | None, remark: _Remark) -> None:
        if following is not None and flow in self.around[id(following)]:
            following.before.append(remark.words)
        else:
            flow.after.append(remark.words)

    def above(self, last: Entry | None, following: Entry | None, remark: _Remark) -> None:
        """A line of its own belongs to what follows, unless it is written further in: then to the end of what is there."""
        limit = self.around[id(following)][-1] if following is not None else None
        opened = [one for one in self.around[id(last)] if not one.is_flow] if last is not None else [self.root]
        inner = [one for one in opened if one.column <= remark.column]
        if limit is not None:
            is_child = last is not None and (limit is last.value or limit not in opened)
            deeper = [] if is_child else opened[opened.index(limit) + 1 :]
            inner = [one for one in deeper if limit.column < one.column <= remark.column]
        if following is not None and not inner:
            following.before.append(remark.words)
        else:
            (inner[-1] if inner else self.root).after.append(remark.words)


def _remarks(text: str, root: Collection) -> Iterator[_Remark]:
    """Every comment and empty line outside of texts; an empty line stands where the next comment does, else at the left."""
    remarks: list[_Remark] = []
    offset = 0
    for start, end in [*_texts(root), (len(text), len(text))]:
        for hit in _REMARK.finditer(text, offset, start):
            remarks.append(_remark(text, hit))
        offset = max(offset, end)
    column = 0
    for number in range(len(remarks) - 1, -1, -1):
        one = remarks[number]
        if one.words:
            column = 0 if one.is_beside else one.column
        elif number + 1 < len(remarks) and text[one.start : remarks[number + 1].start].strip():
            column = 0
        remarks[number] = one if one.words else _Remark(one.start, column, "", False)
    yield from remarks


def _remark(text: str, hit: re.Match[str]) -> _Remark:
    line = text.rfind("\n", 0, hit.start()) + 1
    is_beside = bool(hit[0].strip()) and not _ONLY_SIGNS.match(text[line : hit.start()])
    words = hit[0].strip()
    if _GLUED.match(words):  # YAML would take "text #1" for a text with a comment by mistake, and so do people
        words = f"# {words[1:]}"
    return _Remark(hit.start(), hit.start() - line, words, is_beside)


def _texts(root: Written) -> list[tuple[int, int]]:
    """Where every text begins and ends; of one with | or > only the lines below its sign."""
    scalars = [text for _, entry, _ in walk(root) for text in (entry.key, entry.value) if isinstance(text, WrittenScalar)]
    spans = [(one.start + one.written.find("\n"), one.end) if one.style in BLOCKS else (one.start, one.end) for one in scalars]
    return sorted(spans)
