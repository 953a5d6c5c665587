"""Turns written source into functions, one piece at a time, when it is first needed.

A piece is compiled once per definition and bound to the tables of each world. Its source is registered with `linecache`, so
that a traceback shows it, and every line names the line of the definition that it came from.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable
from functools import lru_cache
from types import CodeType
from typing import Any

from ... import ir
from ...ir.analysis.none_ness import facts_of
from ...ir.walk import is_expression, walk
from ...model.definition import Definition
from ..flatten import codes_of
from ..state import State
from ..world import World
from . import loops as loops  # what these write joins the others
from . import operations as operations
from . import places as places
from .computing import Computing
from .dead_stores import tidy
from .deciding import Deciding, write_offers, write_row
from .flow import Flow
from .guards import MANY_LOOKS
from .offers import Asking
from .runtime import tables
from .runtime_effects import act_tables
from .steps import Resuming, Steps
from .values import Scope, Values

FILE_NAME = "<rules of {}: {}>"
GIVEN = 3  # what a card's ability is called with: player, this, subject


class Source:
    """The written pieces of one definition: procedures as run form `p`, step form `s` and resuming `r`; `o` what is offered at
    a decision; `f` functions; `c` computed values of one thing, `b` of the cards of a zone."""

    def __init__(self, definition: Definition, drawn: bool = False, counts: bool = False, rows: bool = False) -> None:
        self.definition = definition
        self.facts = facts_of(definition)
        self.drawn = drawn
        self.counts = counts
        self.rows = rows
        self.codes = codes_of(definition)
        self.entries: dict[str, frozenset[int]] = {}
        self.sites: dict[int, tuple[int, ir.Choose | ir.PickMany]] = {}
        for number, procedure in enumerate(definition.procedures):
            for node in walk(procedure.body, is_expression):
                if isinstance(node, ir.Choose | ir.PickMany):
                    self.sites[node.site] = (number, node)
        self._compiled: dict[str, CodeType] = {}

    def text(self, piece: str) -> str:
        """The source of a piece."""
        write: dict[str, Callable[[int], list[str]]] = {
            "p": self._run_form, "s": self._step_form, "r": self._resuming, "o": self._offers, "f": self._function,
            "c": lambda number: Computing(self.facts, number).one(),
            "b": lambda number: Computing(self.facts, number).batch(),
        }  # fmt: skip
        return "\n".join(write[piece[0]](int(piece[1:]))) + "\n"

    def code(self, piece: str) -> CodeType:
        if piece not in self._compiled:
            text = self.text(piece)
            kind = " drawn" if self.drawn else " counting" if self.counts else " with rows" if self.rows else ""
            name = FILE_NAME.format(self.definition.fingerprint, piece + kind)
            linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
            self._compiled[piece] = compile(text, name, "exec")
        return self._compiled[piece]

    # ---- pieces

    def _run_form(self, number: int) -> list[str]:
        writer = Deciding(self.facts, number, self.rows)
        writer.drawn, writer.counts = self.drawn, self.counts
        if charge := self.facts.charge(number):
            writer.count(charge)
        writer.stretch(writer.body_of(number))
        return self._procedure(writer, f"p{number}", number, "R, S")

    def _step_form(self, number: int) -> list[str]:
        writer = Steps(self.facts, number, self.rows, self.codes[number])
        return self._stepped(writer, f"s{number}", number)

    def _resuming(self, number: int) -> list[str]:
        writer = Resuming(self.facts, number, self.rows, self.codes[number])
        writer.drawn = self.drawn
        return self._stepped(writer, f"r{number}", number)

    def _stepped(self, writer: Steps, name: str, number: int) -> list[str]:
        writer.counts = self.counts
        if charge := self.facts.charge(number):
            writer.count(charge)
        writer.cut(writer.body_of(number))
        self.entries[name] = frozenset(writer.entries)
        count = max(self.definition.procedures[number].parameters, GIVEN)
        given = "".join(f", v{slot}=None" for slot in range(count))
        first = self._first(number, f"def {name}(R, S, at, places{given}):")
        slots = range(writer.code.slots)
        rest = "*rest " if len(slots) < GIVEN else ""  # a card's ability may have got more than it has places for
        frame = [f"    if places is not None: {''.join(f'v{slot}, ' for slot in slots)}{rest}= places"] if slots else []
        empty = [f"    else: {''.join(f'v{slot} = ' for slot in slots[count:])}None"] if slots[count:] else []
        leave = ["    leave = 0"] if writer.goals else []
        _, used = tidy(writer.lines, [f"v{slot}" for slot in slots])
        fresh = ["    " + " = ".join(used) + " = None"] if used else []
        shelves = [f"{shelf} = [(None, None)]" for shelf in writer.shelves]
        return [*shelves, first, *frame, *empty, *writer.opening(), *fresh, *leave, *writer.lines]

    def _procedure(self, writer: Flow, name: str, number: int, given: str) -> list[str]:
        places = [f"v{slot}" for slot in range(max(self.definition.procedures[number].parameters, GIVEN))]
        lines, used = tidy(writer.lines or ["    pass"], places)
        empty = ["    " + " = ".join(used) + " = None"] if used else []
        leave = ["    leave = 0"] if writer.goals else []
        first = f"def {name}({given}{''.join(f', {place}=None' for place in places)}):"
        return [self._first(number, first), *writer.opening(), *empty, *leave, *lines]

    def _first(self, number: int, text: str) -> str:
        procedure = self.definition.procedures[number]
        return f"{text}  # file {procedure.file} line {procedure.line}"

    def _offers(self, site: int) -> list[str]:
        procedure, node = self.sites[site]
        if isinstance(node, ir.Choose):
            return write_offers(self.facts, procedure, node, site)
        return write_row(self.facts, procedure, node, site)

    def _function(self, number: int) -> list[str]:
        function = self.definition.functions[number]
        writer = Values(self.facts)
        writer.within = number
        slots = range(len(function.slots))
        scope = Scope({slot: f"v{slot}" for slot in slots}, self.facts.parameters[number], {})
        if self.facts.effort.function(number) > MANY_LOOKS:
            writer.write(f"S.looked_at += {1 + self.facts.written_out.function(number) // 10}")
            writer.stop_if_too_much()
        result = writer.value(function.value, scope)
        places = "".join(f", v{slot}=None" for slot in slots)
        first = f"def f{number}(S{places}):  # line {function.line}"
        return [first, *writer.opening(), *writer.lines, f"    return {result}"]


    def pieces_of(self, row: int) -> list[tuple[str, str]]:
        """The pieces that carry out what is written on a row, each with the file and line it came from."""
        found = []
        entries = [(_row(node, wanted), number) for node in self.facts.dispatches for wanted, number in node.table]
        for number in sorted({number for one, number in entries if one == row}):
            procedure = self.definition.procedures[number]
            file = self.definition.files[procedure.file] if self.definition.files else ""
            found.append((f"p{number}", f"{file}:{procedure.line}: {procedure.name}"))
        for number, value in enumerate(self.definition.values):
            if any(modifier.carrier == row for modifier in (*value.holds, *value.gets)):
                found.append((f"c{number}", f"always, in the value {value.name}"))
        return found

    def pieces(self) -> list[str]:
        """The names of every piece, in order."""
        count = len(self.definition.procedures)
        named = [f"{letter}{number}" for letter in "psr" for number in range(count)]
        named += [f"o{site}" for site in sorted(self.sites)]
        named += [f"f{number}" for number in range(len(self.definition.functions))]
        return named + [f"{letter}{number}" for letter in "cb" for number in range(len(self.definition.values))]


def _row(node: ir.Dispatch, wanted: int) -> int | None:
    """The row that an entry of a table belongs to; None for members of a type."""
    if node.sort != "card":
        return None
    return wanted // ir.LONGEST_LIST if node.index is not None else wanted


class Module:
    """The functions of one world."""

    def __init__(self, world: World, drawn: bool, counts: bool, rows: bool) -> None:
        definition = world.definition
        self.source = source_of(definition, drawn, counts, rows)
        self.names: dict[str, Any] = tables(world) | act_tables(world, self.source.facts)
        count = range(len(definition.procedures))
        self.procedures = [self._first_call("p", number) for number in count]
        waits = self.source.facts.waits
        self.steps = [self._first_call("s", number) if number in waits else self._at_once(number) for number in count]
        self.resuming = [self._first_call("r", number) for number in count]
        self.sites = {site: self._first_call("o", site) for site in self.source.sites}
        self.names |= {f"p{number}": one for number, one in enumerate(self.procedures)}
        self.names |= {f"s{number}": one for number, one in enumerate(self.steps)}
        self.names |= {f"o{site}": one for site, one in self.sites.items()}
        self.functions = [self._first_call("f", number) for number in range(len(definition.functions))]
        self.names |= {f"f{number}": one for number, one in enumerate(self.functions)}
        for letter in "cb":
            self.names |= {f"{letter}{number}": self._first_call(letter, number) for number in range(len(definition.values))}
        self.names |= {"PROC": self.procedures, "FUNC": self.functions}
        self._points: dict[tuple[str, int], frozenset[int]] = {}
        self._asking: dict[tuple[str, ...], dict[int, Asking]] = {}

    def _first_call(self, letter: str, number: int) -> Callable[..., Any]:
        """Stands for a piece until it is first called."""

        def build(*arguments: Any) -> Any:
            return self.piece(letter, number)(*arguments)

        return build

    def piece(self, letter: str, number: int) -> Callable[..., Any]:
        name = f"{letter}{number}"
        exec(self.source.code(name), self.names)
        found: Callable[..., Any] = self.names[name]
        shelves: dict[str, Any] = {
            "p": self.procedures, "s": self.steps, "r": self.resuming, "o": self.sites, "f": self.functions,
        }  # fmt: skip
        shelf = shelves.get(letter)
        if shelf is not None:
            shelf[number] = found
        return found

    def asking(self, seats: tuple[str, ...]) -> dict[int, Asking]:
        """What is known of the decisions of a table, by their place."""
        return self._asking.setdefault(seats, {})

    def _at_once(self, procedure: int) -> Callable[..., Any]:
        """A procedure that never waits, called like the step form."""
        count = max(self.source.definition.procedures[procedure].parameters, GIVEN)

        def run(runner: Any, state: State, at: int, places: Any, *arguments: Any) -> Any:
            return self.procedures[procedure](runner, state, *(arguments if places is None else places[:count]))

        return run

    def entries(self, procedure: int, letter: str = "s") -> frozenset[int]:
        """Where the step form of a procedure, or its resuming form, can be entered: twice the point, as in `steps`."""
        return self._points.get((letter, procedure)) or self._find_points(procedure, letter)

    def _find_points(self, procedure: int, letter: str) -> frozenset[int]:
        found = frozenset({0})
        if procedure in self.source.facts.waits:
            self.source.code(f"{letter}{procedure}")
            found = self.source.entries[f"{letter}{procedure}"]
        self._points[letter, procedure] = found
        return found


@lru_cache(maxsize=64)
def source_of(definition: Definition, drawn: bool = False, counts: bool = False, rows: bool = False) -> Source:
    return Source(definition, drawn, counts, rows)


@lru_cache(maxsize=128)
def module_for(world: World, drawn: bool = False, counts: bool = False, rows: bool = False) -> Module:
    return Module(world, drawn, counts, rows)
