"""Turns written source into functions, one piece at a time, when it is first needed.

A piece is compiled once per definition and bound to the tables of each world. Its source is registered with `linecache`, so
that a traceback shows it, and every line names the line of the definition that it came from.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable
from functools import cached_property, lru_cache
from types import CodeType
from typing import Any

from ... import ir
from ...model.definition import Definition
from ..frames import NOBODY, places_of
from ..program.pieces import Build, Pieces
from ..state import State
from ..world import World
from .lazy_options import Question
from .printing import Origin, Printer
from .runtime import tables
from .runtime_effects import act_tables

FILE_NAME = "<rules of {}: {}>"


class Source:
    """The pieces of one definition as Python source."""

    def __init__(self, definition: Definition, build: Build = Build.PLAIN) -> None:
        self.definition = definition
        self.written = Pieces(definition, build)
        self.facts = self.written.facts
        self.sites = self.written.sites
        self.build = build
        self._texts: dict[str, str] = {}
        self._compiled: dict[str, CodeType] = {}
        self._origins: dict[str, list[Origin]] = {}

    def text(self, piece: str) -> str:
        """The source of a piece."""
        if piece not in self._texts:
            printed = Printer(self.written.function(piece)).whole()
            self._origins[piece] = printed.origins
            self._texts[piece] = "\n".join(printed.lines) + "\n"
        return self._texts[piece]

    def code(self, piece: str) -> CodeType:
        if piece not in self._compiled:
            text = self.text(piece)
            name = FILE_NAME.format(self.definition.fingerprint, piece + self.build)
            linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
            self._compiled[piece] = compile(text, name, "exec")
        return self._compiled[piece]

    def origin(self, piece: str, line: int) -> Origin:
        """The procedures and lines of the definition that a line of a piece came from, innermost last; none, if from none."""
        return self._origins[piece][line - 1]

    def entries(self, piece: str) -> frozenset[int]:
        """Where a piece in the step form, or in its resuming form, can be entered: twice the point, as in `steps`."""
        if piece not in self.written.entries:
            self.code(piece)
        return self.written.entries[piece]

    def pieces_of(self, row: int) -> list[tuple[str, str]]:
        """The pieces that carry out what is written on a row, each with the file and line it came from."""
        pieces = []
        entries = [(_row(node, wanted), number) for node in self.facts.dispatches for wanted, number in node.table]
        for number in sorted({number for one, number in entries if one == row}):
            procedure = self.definition.procedures[number]
            file = self.definition.files[procedure.file] if self.definition.files else ""
            pieces.append((f"p{number}", f"{file}:{procedure.line}: {procedure.name}"))
        for number, value in enumerate(self.definition.values):
            if any(modifier.carrier == row for modifier in (*value.holds, *value.gets)):
                pieces.append((f"c{number}", f"always, in the value {value.name}"))
        return pieces

    def pieces(self) -> list[str]:
        return self.written.names()


def _row(node: ir.Dispatch, wanted: int) -> int | None:
    """The row that an entry of a table belongs to; None for members of a type."""
    if node.sort != ir.ThingSort.CARD:
        return None
    return wanted // ir.LONGEST_LIST if node.index is not None else wanted


class Module:
    """The functions of one world. `first` are the frames that a game begins with, and `given` says of every procedure how many
    of its places it is called with."""

    def __init__(self, world: World, build: Build) -> None:
        definition = world.definition
        self.world = world
        self.source = source_of(definition, build)
        self.charges = self.source.facts.charges
        self.first = [(number, 0, places_of(definition, number, NOBODY)) for number in (definition.flow, definition.setup)]
        self.given = [procedure.parameters for procedure in definition.procedures]
        self.names: dict[str, Any] = tables(world) | act_tables(world, self.source.facts)
        count = range(len(definition.procedures))
        self.procedures = [self._first_call("p", number) for number in count]
        waits = count if build is Build.STOPPING else self.source.facts.waits
        self.steps = [self._first_call("s", number) if number in waits else self._at_once(number) for number in count]
        self.resuming = [self._first_call("r", number) for number in count]
        self.walking = [self._first_call("w", number) for number in count]
        self.walking_on = [self._first_call("x", number) for number in count]
        self.sites = {site: self._first_call("o", site) for site in self.source.sites}
        self.names |= {f"p{number}": one for number, one in enumerate(self.procedures)}
        self.names |= {f"s{number}": one for number, one in enumerate(self.steps)}
        self.names |= {f"o{site}": one for site, one in self.sites.items()}
        self.functions = [self._first_call("f", number) for number in range(len(definition.functions))]
        self.names |= {f"f{number}": one for number, one in enumerate(self.functions)}
        self.names |= {f"c{number}": self._first_call("c", number) for number in range(len(definition.values))}
        self.names |= {"PROC": self.procedures, "FUNC": self.functions}
        self._points: dict[tuple[str, int], frozenset[int]] = {}
        self._asking: dict[tuple[str, ...], dict[int, Question]] = {}

    def _first_call(self, letter: str, number: int) -> Callable[..., Any]:
        """Stands for a piece until it is first called."""

        def build(*arguments: Any) -> Any:
            return self.piece(letter, number)(*arguments)

        return build

    def piece(self, letter: str, number: int) -> Callable[..., Any]:
        name = f"{letter}{number}"
        exec(self.source.code(name), self.names)
        compiled: Callable[..., Any] = self.names[name]
        shelves: dict[str, Any] = {
            "p": self.procedures, "s": self.steps, "r": self.resuming, "w": self.walking,
            "x": self.walking_on, "o": self.sites, "f": self.functions,
        }  # fmt: skip
        shelf = shelves.get(letter)
        if shelf is not None:
            shelf[number] = compiled
        return compiled

    @cached_property
    def drawn(self) -> Module:
        """The build for playouts by chance."""
        return module_for(self.world, Build.DRAWN)

    def asking(self, seats: tuple[str, ...]) -> dict[int, Question]:
        """What is known of the decisions of a table, by their place."""
        return self._asking.setdefault(seats, {})

    def _at_once(self, procedure: int) -> Callable[..., Any]:
        """A procedure that never waits, called like the step form."""
        count = self.given[procedure]

        def run(runner: Any, state: State, at: int, places: Any, *arguments: Any) -> Any:
            return self.procedures[procedure](runner, state, *(arguments if places is None else places[:count]))

        return run

    def form_at(self, procedure: int, point: int) -> Callable[..., Any]:
        """The step form of a procedure, or where that cannot be entered the walking form."""
        is_entry = self.source.build is Build.STOPPING or 2 * point in self.entries(procedure)
        return self.steps[procedure] if is_entry else self.walking[procedure]

    def entries(self, procedure: int, letter: str = "s") -> frozenset[int]:
        """Where the step form of a procedure, or its resuming form, can be entered: twice the point, as in `steps`."""
        return self._points.get((letter, procedure)) or self._find_points(procedure, letter)

    def _find_points(self, procedure: int, letter: str) -> frozenset[int]:
        points = frozenset({0})
        if procedure in self.source.facts.waits:
            points = self.source.entries(f"{letter}{procedure}")
        self._points[letter, procedure] = points
        return points


@lru_cache(maxsize=192)
def source_of(definition: Definition, build: Build = Build.PLAIN) -> Source:
    return Source(definition, build)


@lru_cache(maxsize=512)
def module_for(world: World, build: Build = Build.PLAIN) -> Module:
    return Module(world, build)
