"""What is written where in a definition, for explanations.

Takes a game; finds the sentences of a decision by file and line, the rules of `rules.yaml` that a line cites, and where a name
is defined. Only reads.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import islice, takewhile

from ..game import Game, read_topics
from ..language.diagnostics import Complaints
from ..language.read.nodes import Mapping, Node, Scalar, Sequence
from ..language.read.source import read_raw
from ..telling.written import file_names
from .enclosing import Enclosing
from .sentences import abilities_in_words

DECIDING = ("choose", "option", "may", "offer", "window")
MOST_RULES = 6
MOST_LINES = 12


class Sources:
    def __init__(self, game: Game) -> None:
        self.game = game

    @cached_property
    def trees(self) -> dict[str, Node]:
        trees = {shown: read_raw(raw, shown, Complaints()) for shown, raw in self.game.book.files.contents}
        return {shown: tree for shown, tree in trees.items() if tree is not None}

    @cached_property
    def lines(self) -> dict[str, list[str]]:
        return {shown: raw.decode("utf-8", "replace").splitlines() for shown, raw in self.game.book.files.contents}

    @cached_property
    def topics(self) -> list[tuple[str, dict[str, str]]]:
        return read_topics(self.game.folder, Complaints())

    @cached_property
    def rules(self) -> dict[str, str]:
        return {rule: told for _, rules in self.topics for rule, told in rules.items()}

    def decision(self, file: str, line: int) -> Mapping | None:
        """What is written about a decision, or about one of its options, at a line."""
        mappings = [node for node in _mappings(self.trees.get(file)) if node.span.line == line]
        deciding = [node for node in mappings if any(slot in node.items for slot in DECIDING)]
        return next(iter([*deciding, *mappings]), None)

    def slot(self, node: Mapping | None, slot: str) -> Scalar | None:
        written = node.get(slot) if node is not None else None
        return written if isinstance(written, Scalar) else None

    def quoted(self, node: Mapping | None, slot: str) -> list[str]:
        """A slot as it stands in its file: `flow.yaml:14: choose: a card in hand as newcomer`."""
        written = node.get(slot) if node is not None else None
        texts = [one for one in (written.items if isinstance(written, Sequence) else [written]) if isinstance(one, Scalar)]
        told = "; ".join(one.words for one in texts)
        return [f"{self.place(texts[0].span.file, texts[0].span.line)}: {slot}: {told}"] if texts else []

    def cited(self, node: Mapping | None) -> tuple[str, ...]:
        """The rules that are named in comments beside the slots of a decision; where there are none, those beside the nearest
        statement, verb or step around it that has some."""
        if node is None:
            return ()
        own = tuple(dict.fromkeys(span.line for span in (node.span, *node.keys.values())))
        return self._first_cited(node.span.file, (own, *self._enclosing[node.span.file].of(node)))

    def cited_around(self, place: str) -> tuple[str, ...]:
        """The rules that are named beside a sentence, else those beside what it belongs to."""
        file, line = self._written_at(place)
        return self._first_cited(file, ((line,), *self._enclosing[file].at(line))) if file in self._enclosing else ()

    def _first_cited(self, file: str, groups: Iterable[tuple[int, ...]]) -> tuple[str, ...]:
        cited = (self._cited_at([self.lines[file][line - 1] for line in lines]) for lines in groups)
        return next((rules for rules in cited if rules), ())

    @cached_property
    def _enclosing(self) -> dict[str, Enclosing]:
        return {shown: Enclosing(tree) for shown, tree in self.trees.items()}

    def _sentences(self, lines: list[str]) -> list[str]:
        """The rules that the comments of these lines name, each with its sentence."""
        return [f"  {rule}: {self.rules[rule]}" for rule in self._cited_at(lines)[:MOST_RULES]]

    def _cited_at(self, lines: list[str]) -> tuple[str, ...]:
        """The rules that the comments of these lines name."""
        comments = [line.partition(" #")[2] for line in lines]
        return tuple(dict.fromkeys(rule for comment in comments for rule in self._named(comment)))

    def _named(self, comment: str) -> Iterator[str]:
        """Rule ids in a comment; `RB-020 … RB-023` names all of them."""
        known = list(self.rules)
        for match in re.finditer(r"([\w-]+)(?: … ([\w-]+))?", comment):
            first, last = match[1], match[2]
            if first in self.rules and last in self.rules:
                yield from known[known.index(first) : known.index(last) + 1]
            elif first in self.rules:
                yield first

    def entry(self, id: str, line: int) -> list[str]:
        """What is written about a row of a table, in words, and the rules it cites."""
        if (row := self._row(id, line)) is None:
            return []
        file, key = row
        return [*self._in_words(file, line, key), *self._sentences([self.lines[file][line - 1]])]

    def written(self, id: str, line: int) -> list[str]:
        """What is written about a row of a table, as it stands in its file, and where that is."""
        if (row := self._row(id, line)) is None:
            return []
        file, _ = row
        return [f"  {file}:{line}:", *_block(self.lines[file], line - 1)]

    def _row(self, id: str, line: int) -> tuple[str, str] | None:
        """The file in which a row begins at a line, and its key: of one that was crossed, the last part of its id."""
        for file, lines in self.lines.items():
            key = lines[line - 1].strip().partition(":")[0] if 0 < line <= len(lines) else ""
            if key and (key == id or id.endswith(f"_{key}")):
                return file, key
        return None

    def _in_words(self, file: str, line: int, key: str) -> list[str]:
        """What a row does, as sentences: its abilities, and what stands in cells that are carried out or asked anew."""
        around = (node for node in _mappings(self.trees.get(file)) if key in node.keys and node.keys[key].line == line)
        row = next((node.items[key] for node in around if key in node.items), None)
        return [f"  {words}" for words in abilities_in_words(row.get("abilities") if isinstance(row, Mapping) else None)]

    def member(self, type: str, id: str) -> list[str]:
        """What is written about a member of a type that has columns."""
        for tree in self.trees.values():
            node: Node | None = tree
            for part in ("types", type, "rows"):
                node = node.get(part) if isinstance(node, Mapping) else None
            if isinstance(node, Mapping) and id in node.items:
                return self.entry(id, node.keys[id].line)
        return []

    def declared(self, section: str, name: str) -> Node | None:
        """What is declared of a name in a section of any file."""
        sections = (tree.get(section) for tree in self.trees.values() if isinstance(tree, Mapping))
        return next((one.items[name] for one in sections if isinstance(one, Mapping) and name in one.items), None)

    def is_value(self, name: str) -> bool:
        """Whether the game defines a value or a condition of this name that needs nothing besides what it is asked of."""
        written = self.declared("define", name)
        return isinstance(written, Mapping) and written.get("is") is not None and written.get("with") is None

    def cited_at(self, section: str, name: str) -> list[str]:
        """The rules that are named beside it, each with its sentence."""
        sections = (tree.get(section) for tree in self.trees.values() if isinstance(tree, Mapping))
        spans = [one.keys[name] for one in sections if isinstance(one, Mapping) and name in one.keys]
        return self._sentences([self.lines[span.file][span.line - 1] for span in spans])

    def cited_beside(self, node: Node | None) -> list[str]:
        """The rules that are named where something begins, each with its sentence."""
        return [] if node is None else self._sentences([self.lines[node.span.file][node.span.line - 1]])

    def cited_at_columns(self, section: str, name: str) -> list[str]:
        """The rules that are named beside the columns of a table, each with its sentence."""
        table = self.declared(section, name)
        columns = table.get("columns") if isinstance(table, Mapping) else None
        spans = list(columns.keys.values()) if isinstance(columns, Mapping) else []
        return self._sentences([self.lines[span.file][span.line - 1] for span in spans])

    @cached_property
    def _names(self) -> dict[str, str]:
        """How the game's own folder calls each of its files."""
        return dict(zip(self.game.definition.files, file_names(self.game.definition), strict=True))

    def place(self, file: str, line: int) -> str:
        """A line as it is called at a table: by its file in the game's folder, wherever that lies."""
        return f"{self._names.get(file, file)}:{line}"

    def line_at(self, place: str) -> list[str]:
        """What is written at a place in the game's folder, without its comment: `cards.yaml:44: move this to hand`."""
        file, line = self._written_at(place)
        written = self.lines.get(file, [])[line - 1 : line]
        more = self._folded.get((file, line), "")
        return [": ".join((place, *(one.partition(" #")[0].strip().removeprefix("- ") + more for one in written)))]

    def _written_at(self, place: str) -> tuple[str, int]:
        """The file and the line of a place in the game's folder."""
        name, _, line = place.rpartition(":")
        return next((shown for shown, own in self._names.items() if own == name), name), int(line)

    @cached_property
    def _folded(self) -> dict[tuple[str, int], str]:
        """How sentences go on that are written over several lines, by the line on which each begins."""
        texts = [one for tree in self.trees.values() for one in _texts(tree) if one.is_folded and one.span.folds]
        return {(one.span.file, one.span.line): " " + one.words[one.span.folds[0][0] :] for one in texts}


def _block(lines: list[str], first: int) -> list[str]:
    """A line and those below it that stand further to the right."""

    def depth(line: str) -> int:
        return len(line) - len(line.lstrip())

    start = depth(lines[first])
    below = takewhile(lambda line: depth(line) > start, lines[first + 1 :])
    return [f"  {line[start:]}" for line in (lines[first], *islice(below, MOST_LINES))]


def _texts(node: Node) -> Iterator[Scalar]:
    if isinstance(node, Scalar):
        yield node
    else:
        for one in node.items if isinstance(node, Sequence) else node.items.values():
            yield from _texts(one)


def _mappings(node: Node | None) -> Iterator[Mapping]:
    """Every mapping in a tree, in the order of the file."""
    if isinstance(node, Mapping):
        yield node
        for value in node.items.values():
            yield from _mappings(value)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _mappings(item)
