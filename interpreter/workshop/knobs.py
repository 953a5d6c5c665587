"""Numbers of a definition that can be turned: what a game declares, and what is printed on its cards.

Takes a game; returns every number with its name and the place where it is written. A game with other numbers is made of the
same files with those digits changed, so that comments and spaces stay, and files are written only by whoever asks for that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from ..errors import Misused
from ..game import Game
from ..ir.types import TypeSort
from ..language.diagnostics import Complaints, Span, did_you_mean
from ..language.edit.patching import Edit, apply_edits, edit_at
from ..language.read.nodes import Mapping as YamlMapping
from ..language.read.nodes import Node, Scalar, Sequence
from ..language.read.source import read_raw
from ..study.tune import Knob
from .formatting import write_file

MOST_LISTED = 40
NUMBER = TypeSort.NUMBER


@dataclass(frozen=True)
class WrittenNumber:
    """A number with the place where it stands."""

    name: str
    span: Span
    value: int


def numbers_in(game: Game) -> dict[str, WrittenNumber]:
    """Every number that can be turned, by its name: `hand_size` of the section `numbers`, `print_of_king` of a card."""
    found: dict[str, WrittenNumber] = {}
    for shown, raw in game.book.files.contents:
        root = read_raw(raw, shown, Complaints())
        for name, node in _numbers(root) if isinstance(root, YamlMapping) else ():
            if isinstance(node, Scalar) and type(node.value) is int:
                found[name] = WrittenNumber(name, node.span, node.value)
    return found


def _numbers(root: YamlMapping) -> Iterator[tuple[str, Node]]:
    declared = root.get("numbers")
    if isinstance(declared, YamlMapping):
        yield from declared.items.items()
    for section in ("components", "types"):
        tables = root.get(section)
        for table in tables.items.values() if isinstance(tables, YamlMapping) else ():
            if isinstance(table, YamlMapping):
                yield from _cells(table)


def _cells(table: YamlMapping) -> Iterator[tuple[str, Node]]:
    columns, rows = table.get("columns"), table.get("rows")
    names = list(columns.items) if isinstance(columns, YamlMapping) else []
    for row, cells in rows.items.items() if isinstance(rows, YamlMapping) else ():
        if isinstance(cells, YamlMapping):
            yield from ((f"{column}_of_{row}", cell) for column, cell in cells.items.items() if column in (*names, "copies"))
        elif isinstance(cells, Sequence):
            yield from ((f"{column}_of_{row}", cell) for column, cell in zip(names, cells.items, strict=False))


def knob_of(game: Game, words: str) -> Knob:
    """What `print_of_king=14..22` turns: a number of the definition, or an option of the game."""
    name, equals, values = (part.strip() for part in words.partition("="))
    low, dots, high = (part.strip() for part in values.partition(".."))
    if not equals or not dots or not low.lstrip("-").isdigit() or not high.lstrip("-").isdigit() or int(low) >= int(high):
        raise Misused(f'"{words}" is no range; write it as NAME=LOW..HIGH, as in hand_size=3..5')
    written, options = numbers_in(game), {one.name: one for one in game.definition.options if one.type.sort == NUMBER}
    if name in options:
        for value in (int(low), int(high)):
            game.check_options({name: value}, game.check_seats(None))
        return Knob(name, int(low), int(high), options[name].default, is_option=True)
    if name not in written:
        raise Misused(f'nothing that can be varied is called "{name}"; {_known(name, [*options, *written])}')
    return Knob(name, int(low), int(high), written[name].value)


def _known(name: str, names: list[str]) -> str:
    hint = did_you_mean(name, names)
    listed = ", ".join(names[:MOST_LISTED]) + (f" and {len(names) - MOST_LISTED} more" if len(names) > MOST_LISTED else "")
    return (f"{hint} " if hint else "") + (f"there are: {listed}" if names else "this game declares no numbers")


def turned(game: Game, settings: Mapping[str, int]) -> Game:
    """The same game with other numbers; raises DefinitionError where it cannot be played so."""
    return game.rewritten(tuple(_changed(game, settings)))


def write(game: Game, settings: Mapping[str, int]) -> list[Path]:
    """Write other numbers into the files of a game; which files were changed."""
    before = dict(game.book.files.contents)
    paths = {path.name: path for path in [*game.folder.glob("*.yaml"), *game.folder.glob("variants/*.yaml")]}
    changed = [(paths[Path(shown).name], raw) for shown, raw in _changed(game, settings) if raw != before[shown]]
    for path, raw in changed:
        write_file(path, raw)
    return [path for path, _ in changed]


def _changed(game: Game, settings: Mapping[str, int]) -> Iterator[tuple[str, bytes]]:
    written = numbers_in(game)
    for shown, raw in game.book.files.contents:
        text = raw.decode("utf-8")
        turned = [(written[name], value) for name, value in settings.items() if name in written]
        here = [(one, value) for one, value in turned if one.span.file == shown and one.value != value]
        edits: list[Edit] = [edit_at(text, one.span, str(value)) for one, value in here]
        yield shown, apply_edits(text, edits).encode() if edits else raw
