"""Which rules the comments of a definition cite, and at which of its lines.

Takes the files of a game and their trees; an id is a word, a hyphen and a number (`RB-097`), and `RB-020 … RB-023` cites all of
them. What stands beside a slot is cited by the whole entry of a list, what stands beside the name of a definition by all of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...model.definition import Citation
from ..read.files import Files
from ..read.nodes import Mapping, Node, Sequence
from ..read.remarks import remarks_in

_ID = re.compile(r"(?<![\w-])([A-Za-z]\w*-)(\d{1,6})(?![\w-])(?: … \1(\d{1,6})(?![\w-]))?")
MOST = 40  # rules that a row cites
DEFINING = frozenset(("do", "is"))

Lines = dict[int, tuple[str, ...]]  # counted from 1


def citations(files: Files, documents: list[tuple[str, Mapping]]) -> tuple[Citation, ...]:
    """Every line of the definition that cites rules; files are counted like the documents."""
    texts = {shown: raw.decode("utf-8-sig", "replace") for shown, raw in files.contents}
    gathered = []
    for number, (shown, root) in enumerate(documents):
        beside = _beside(texts[shown])
        lines = dict(beside)
        for line, cited in _entries(root, beside):
            lines[line] = tuple(dict.fromkeys((*lines.get(line, ()), *cited)))
        gathered += [Citation(number, line, cited) for line, cited in sorted(lines.items()) if cited]
    return tuple(gathered)


def _beside(text: str) -> Lines:
    """What comments cite, by the line they stand on, or if they stand alone, by the next one that is written."""
    cited_at: Lines = {}
    lines = text.splitlines()
    for remark in remarks_in(text, _ID):
        line = remark.line
        while not remark.is_beside and line < len(lines) and lines[line].lstrip()[:1] in ("", "#"):
            line += 1
        cited = (*cited_at.get(line + 1, ()), *_ids(remark.words))
        cited_at[line + 1] = tuple(dict.fromkeys(cited))
    return cited_at


def _ids(words: str) -> Iterator[str]:
    for mention in _ID.finditer(words):
        word, first, last = mention[1], mention[2], mention[3] or mention[2]
        yield from (f"{word}{number:0{len(first)}d}" for number in range(int(first), min(int(last), int(first) + MOST) + 1))


def _entries(node: Node, beside: Lines) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The line on which an entry of a list begins, with what is cited beside its slots, and that of a definition, with what is
    cited beside its name."""
    if isinstance(node, Sequence):
        for item in node.items:
            if isinstance(item, Mapping):
                lines = dict.fromkeys(span.line for span in item.keys.values())
                yield item.span.line, tuple(rule for line in lines for rule in beside.get(line, ()))
            yield from _entries(item, beside)
    elif isinstance(node, Mapping):
        for name, value in node.items.items():
            if isinstance(value, Mapping) and not DEFINING.isdisjoint(value.items):
                yield value.span.line, beside.get(node.keys[name].line, ())
            yield from _entries(value, beside)
