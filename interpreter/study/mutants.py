"""Definitions with one small fault each: a number one higher, a comparison the other way, an ability left out.

Takes a game; yields its mutants in file order. Only what a designer has written is changed, never what a word means, so that
every mutant could be a slip of the pen.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar

from .. import ir
from ..engine.events import abilities_in
from ..engine.reference.covering import Counts
from ..game import Game
from ..ir.types import Sign
from ..ir.walk import children, walk, with_parts
from ..language.diagnostics import DefinitionError
from ..model.definition import ComponentKind, Definition, Value
from .coverage import Place

Rule = TypeVar("Rule", ir.Function, ir.Procedure)
Change = Callable[[Definition], Definition]
Touch = Callable[[Counts], bool]

OTHER_WAY = {Sign.MORE: Sign.AT_LEAST, Sign.AT_LEAST: Sign.MORE, Sign.LESS: Sign.AT_MOST, Sign.AT_MOST: Sign.LESS}
JOINED = {Sign.AND: Sign.OR, Sign.OR: Sign.AND}


@dataclass(frozen=True)
class Mutant:
    """What is changed where, in words; how to change a definition so; and whether a run came near it."""

    place: Place
    words: str
    change: Change
    is_touched: Touch


@dataclass(frozen=True)
class WrittenWords:
    """The words of a definition, by file and line: a mutant changes only what stands there."""

    lines: dict[int, list[str]]

    def at(self, place: Place) -> str:
        file, line = place
        lines = self.lines.get(file, [])
        return lines[line - 1].partition(" #")[0] if 0 < line <= len(lines) else ""

    def has_number(self, place: Place, number: int) -> bool:
        return re.search(rf"(?<![\w.]){number}(?![\w.])", self.at(place)) is not None

    def numbers(self) -> Iterator[tuple[Place, str, int]]:
        """What the section `numbers` declares."""
        for file, lines in self.lines.items():
            inside = False
            for line, text in enumerate(lines, 1):
                inside = text.startswith("numbers:") or (inside and text[:1] in (" ", "#", ""))
                for entry in re.finditer(r"(\w+): (\d+)(?=\s*([,}#]|$))", text.partition(" #")[0]) if inside else ():
                    yield (file, line), entry[1], int(entry[2])

    def has_word(self, place: Place, word: str) -> bool:
        return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", self.at(place)) is not None


def mutants_of(game: Game, written: WrittenWords) -> Iterator[tuple[Mutant, ...]]:
    """Every mutant of a definition, in file order. Those that read alike come together: one sentence may be written out in
    several rules, and a number may stand twice on a line."""
    definition = game.definition
    mutants = [
        *_in_rules(definition, written), *_without_abilities(definition), *_in_tables(definition, written),
        *_named(game, written),
    ]  # fmt: skip
    alike: dict[tuple[Place, str], list[Mutant]] = {}
    for mutant in sorted(mutants, key=lambda one: one.place):
        alike.setdefault((mutant.place, mutant.words), []).append(mutant)
    yield from map(tuple, alike.values())


# ---------------------------------------------------------------- in sentences


def _in_rules(definition: Definition, written: WrittenWords) -> Iterator[Mutant]:
    sizes = _Sizes()
    kept = {number for grouping in definition.groupings for number in grouping.functions}  # asked once for a whole table
    for number, function in enumerate(definition.functions):
        near: Touch = _always if number in kept else partial(_asks, number)
        for ordinal, other, place, words in _faults(function, written):
            yield Mutant(place, words, partial(_function_with, sizes, number, ordinal, other), near)
    for number, procedure in enumerate(definition.procedures):
        for ordinal, other, place, words in _faults(procedure, written):
            change = partial(_procedure_with, sizes, number, ordinal, other)
            yield Mutant(place, words, change, partial(_carries, number))


def _faults(rule: ir.Function | ir.Procedure, written: WrittenWords) -> Iterator[tuple[int, Callable[[Any], Any], Place, str]]:
    """Nodes of a rule by their number on the way through it, what each becomes, where it stands, and the change in words."""
    line = rule.line
    for ordinal, node in enumerate(walk(rule)):
        line = getattr(node, "line", 0) or line
        place = rule.file, line
        for other, words in _faults_of(node, place, written):
            yield ordinal, other, place, words


def _faults_of(node: Any, place: Place, written: WrittenWords) -> Iterator[tuple[Callable[[Any], Any], str]]:
    match node:
        case ir.Const(value=int(number), type=type) if type.sort == ir.TypeSort.NUMBER and written.has_number(place, number):
            yield (lambda one: replace(one, value=number + 1)), f"{number} becomes {number + 1}"
        case ir.Op(sign=sign) if (sign in OTHER_WAY or sign in JOINED) and written.has_word(place, sign.value):
            other = {**OTHER_WAY, **JOINED}[sign]
            yield (lambda one: replace(one, sign=other)), f"{sign.value} becomes {other.value}"
        case ir.Sort(keys=keys) | ir.Rank(keys=keys):
            for key, (_, most) in enumerate(keys):
                if written.has_word(place, "most") or written.has_word(place, "least"):
                    words = "most becomes least" if most else "least becomes most"
                    yield partial(_turned, key), f"{words}, key {key + 1}" if len(keys) > 1 else words


def _turned(key: int, node: ir.Sort | ir.Rank) -> ir.Sort | ir.Rank:
    keys = tuple((item, most != (number == key)) for number, (item, most) in enumerate(node.keys))
    return replace(node, keys=keys)


def _function_with(
    sizes: _Sizes, number: int, ordinal: int, other: Callable[[Any], Any], definition: Definition
) -> Definition:
    rules = list(definition.functions)
    rules[number] = _changed(sizes, rules[number], ordinal, other)
    return replace(definition, functions=tuple(rules))


def _procedure_with(
    sizes: _Sizes, number: int, ordinal: int, other: Callable[[Any], Any], definition: Definition
) -> Definition:
    rules = list(definition.procedures)
    rules[number] = _changed(sizes, rules[number], ordinal, other)
    return replace(definition, procedures=tuple(rules))


def _changed(sizes: _Sizes, rule: Rule, ordinal: int, other: Callable[[Any], Any]) -> Rule:
    """The same rule with one node changed, by its number on the way through it; what that does not stand in stays as it is."""
    passed = 0

    def change(node: Any) -> Any:
        nonlocal passed
        own, behind = passed, passed + sizes.of(node)
        if not own < ordinal < behind:
            passed = behind
            return other(node) if own == ordinal else node
        passed += 1
        return with_parts(node, change)

    changed: Rule = change(rule)
    return changed


class _Sizes:
    """How many nodes each node is made of, itself among them: counted once for all faults of a rule."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[int, Any]] = {}  # the nodes are kept, so that no other comes to be in their place

    def of(self, node: Any) -> int:
        known = self._known.get(id(node))
        if known is None:
            known = self._known[id(node)] = 1 + sum(map(self.of, children(node))), node
        return known[0]


def _always(counts: Counts) -> bool:
    return True


def _asks(function: int, counts: Counts) -> bool:
    return any(counts.asked[function])


def _carries(procedure: int, counts: Counts) -> bool:
    return any(counts.carried[procedure])


# ---------------------------------------------------------------- abilities


def _without_abilities(definition: Definition) -> Iterator[Mutant]:
    for number in sorted(abilities_in(definition)):
        rule = definition.procedures[number]
        place = rule.file, rule.line
        yield Mutant(place, f"without {rule.name}", partial(_without_procedure, number), partial(_carries, number))
    for number, value in enumerate(definition.values):
        for modifier in (*value.holds, *value.gets):
            function = definition.functions[modifier.applies]
            change = partial(_without_modifier, number, modifier.applies)
            yield Mutant((function.file, function.line), "without always", change, partial(_asks, modifier.applies))


def _without_procedure(number: int, definition: Definition) -> Definition:
    rules = list(definition.procedures)
    rules[number] = replace(rules[number], body=ir.NOTHING_TO_DO)
    return replace(definition, procedures=tuple(rules))


def _without_modifier(number: int, applies: int, definition: Definition) -> Definition:
    def kept(value: Value) -> Value:
        holds, gets = (tuple(one for one in row if one.applies != applies) for row in (value.holds, value.gets))
        return replace(value, holds=holds, gets=gets)

    values = list(definition.values)
    values[number] = kept(values[number])
    return replace(definition, values=tuple(values))


# ---------------------------------------------------------------- tables


def _in_tables(definition: Definition, written: WrittenWords) -> Iterator[Mutant]:
    """Numbers that are printed on cards."""
    for number, kind in enumerate(definition.kinds):
        for index, row in enumerate(kind.rows):
            for column, cell in row.cells.items():
                is_number = definition.columns[column].type.sort == ir.TypeSort.NUMBER
                file = _file_of_row(definition, written, row.line, row.id)
                if isinstance(cell, int) and is_number and file is not None:
                    name = definition.columns[column].name
                    change = partial(_with_cell, number, index, column, cell + 1)
                    words = f"{name} of {row.id}: {cell} becomes {cell + 1}"
                    yield Mutant((file, row.line), words, change, partial(_reads, column, index))


def _file_of_row(definition: Definition, written: WrittenWords, line: int, id: str) -> int | None:
    """The file in which a row is written: a row knows its line only."""
    files = [number for number in range(len(definition.files)) if written.has_word((number, line), id)]
    return files[0] if files else None


def _with_cell(kind: int, row: int, column: int, number: int, definition: Definition) -> Definition:
    kinds: list[ComponentKind] = list(definition.kinds)
    rows = list(kinds[kind].rows)
    rows[row] = replace(rows[row], cells={**rows[row].cells, column: number})
    kinds[kind] = replace(kinds[kind], rows=tuple(rows))
    return replace(definition, kinds=tuple(kinds))


def _reads(column: int, row: int, counts: Counts) -> bool:
    return (column, row) in counts.read


# ---------------------------------------------------------------- numbers with a name


def _named(game: Game, written: WrittenWords) -> Iterator[Mutant]:
    """A number that a definition gives a name is another one wherever the name stands: the game as it would be written."""
    for place, name, number in written.numbers():
        change = partial(_with_number, game, place, name, number)
        yield Mutant(place, f"{name}: {number} becomes {number + 1}", change, _always)


def _with_number(game: Game, place: Place, name: str, number: int, definition: Definition) -> Definition:
    """Scenarios with words of their own keep theirs: what they add was read with the old number."""
    if definition is not game.definition:
        return definition
    shown, contents = game.definition.files[place[0]], dict(game.book.files.contents)
    lines = contents[shown].decode("utf-8").split("\n")
    lines[place[1] - 1] = re.sub(rf"\b{name}: {number}\b", f"{name}: {number + 1}", lines[place[1] - 1], count=1)
    contents[shown] = "\n".join(lines).encode()
    try:
        return game.rewritten(tuple(contents.items())).definition
    except DefinitionError:
        return definition
