"""Writes expressions out as Python source, so that asking a value costs what hand-written code costs.

Takes a world; returns one function for every expression that its rules ask. The source refers to things by number and to
tables that we made, never to a name or text of the definition, and only the node kinds listed here are written.
The reference evaluator stays the meaning: a test holds the two against each other.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from functools import lru_cache
from typing import Any

from .. import ir
from ..definition import Definition, Modifier, Value
from . import asked
from .evaluate import Evaluator, Places
from .state import State
from .world import World

Names = dict[int, str]
_ARITHMETIC = {"+": "+", "-": "-", "*": "*"}
_TESTS = {">=": ">=", "<=": "<=", ">": ">", "<": "<", "is": "=="}
_NAMED = {"+": "plus", "-": "minus", "*": "times", ">=": "at_least", "<=": "at_most", ">": "more", "<": "less", "is": "same"}
_SAFE_FEATURES = ("row", "kind", "zone", "position", "face_up", "face_down", "x", "y", "index", "seat")


class Written:
    """The expressions of one world as Python functions: `of(node)(state, places)`."""

    def __init__(self, world: World) -> None:
        self.functions: dict[int, Callable[..., Any]] = {}
        writer = _Writer(world.definition)
        roots = list(_roots(world.definition))
        lines: list[str] = []
        for number, function in enumerate(world.definition.functions):
            lines += writer.function(number, function)
        for number, value in enumerate(world.definition.values):
            lines += writer.computed(number, value)
        for number, node in enumerate(roots):
            lines += [f"def e{number}(S, p):", f"    return {writer.expr(node, {})}"]
        for number, table in enumerate(writer.tables):
            entries = ", ".join(f"{row}: f{function}" for row, function in table)
            lines.append(f"T{number} = {{{entries}}}")
        source = "\n".join(lines) + "\n"
        name = f"<rules of {world.definition.fingerprint} for {world.players}>"
        linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
        module: dict[str, Any] = asked.tables(world)
        exec(compile(source, name, "exec"), module)
        for number, node in enumerate(roots):
            self.functions[id(node)] = module[f"e{number}"]
        self.apply = [module[f"f{number}"] for number in range(len(world.definition.functions))]
        self.computed = [module[f"c{number}"] for number in range(len(world.definition.values))]
        self.source = source


@lru_cache(maxsize=64)
def written_for(world: World) -> Written:
    return Written(world)


def _roots(definition: Definition) -> Iterator[ir.Expr]:
    """Every expression that statements ask, in the order of the definition."""
    for procedure in definition.procedures:
        yield from _asked_by(procedure.body)


def _asked_by(node: Any) -> Iterator[Any]:
    if isinstance(node, tuple):
        for one in node:
            yield from _asked_by(one)
    elif isinstance(node, ir.EXPRESSIONS):
        yield node
    elif is_dataclass(node):
        for field in fields(node):
            yield from _asked_by(getattr(node, field.name))


class _Writer:
    def __init__(self, definition: Definition) -> None:
        self.definition = definition
        self.tables: list[tuple[tuple[int, int], ...]] = []

    def table(self, table: tuple[tuple[int, int], ...]) -> str:
        """The name of a table from row to function, written out once at the end."""
        if table not in self.tables:
            self.tables.append(table)
        return f"T{self.tables.index(table)}"

    # ---- functions

    def function(self, number: int, function: ir.Function) -> list[str]:
        names = {slot: f"v{slot}" for slot in range(function.slots)}
        parameters = ", ".join(f"v{slot}=None" for slot in range(function.slots))
        return [f"def f{number}(S, {parameters}):", f"    return {self.expr(function.value, names)}"]

    def computed(self, number: int, value: Value) -> list[str]:
        """A value in its layers: start, what holds, what it gets, limits."""
        lines = [f"def c{number}(S, t):"]
        if value.of:
            lines.append("    if t is None: return None")
        lines.append(f"    r = f{value.starts}(S, None, t)")
        is_flag = value.type.sort == "flag"
        for modifier in value.holds:
            act = f"r = r or f{modifier.amount}(S, None, m, t)" if is_flag else f"r = f{modifier.amount}(S, None, m, t)"
            lines += self._modifier(modifier, act)
        if is_flag:
            return [*lines, "    return int(bool(r))"]
        lines.append("    if r is None: return None")
        for modifier in value.gets:
            lines += self._modifier(modifier, f"r += f{modifier.amount}(S, None, m, t) or 0")
        if value.at_least is not None:
            lines.append(f"    if r < {value.at_least}: r = {value.at_least}")
        if value.at_most is not None:
            lines.append(f"    if r > {value.at_most}: r = {value.at_most}")
        return [*lines, "    return r"]

    def _modifier(self, modifier: Modifier, act: str) -> list[str]:
        applies = f"f{modifier.applies}(S, None, m, t)"
        if modifier.carrier is None:
            return ["    m = None", f"    if {applies}: {act}"]
        awake = f" and not S.variables[{self.definition.mute}][m]" if self.definition.mute is not None else ""
        if modifier.own:
            return [f"    if ROW[t] == {modifier.carrier}:", "        m = t", f"        if {applies}{awake}: {act}"]
        return [f"    for m in OF_ROW[{modifier.carrier}]:", f"        if {applies}{awake}: {act}"]

    # ---- expressions

    def expr(self, node: ir.Expr, names: Names) -> str:
        return str(_WRITE[type(node)](self, node, names))

    def maybe_none(self, node: ir.Expr, names: Names) -> bool:
        """Whether a value can be none; things that a loop hands out never are."""
        if isinstance(node, ir.Const):
            return node.value is None
        if isinstance(node, ir.Local):
            return not names.get(node.slot, "").startswith("i")
        if isinstance(node, ir.Fold):
            return node.kind not in ("count", "total", "some", "list")
        if isinstance(node, ir.Op):
            if node.sign in _ARITHMETIC or node.sign in ("max", "min"):
                return any(self.maybe_none(one, names) for one in node.arguments)
            return node.sign in ("item", "div", "div_up", "mod", "of_family")
        if isinstance(node, ir.Feature):
            return node.name not in _SAFE_FEATURES or self.maybe_none(node.of, names)
        if isinstance(node, ir.Either):
            return self.maybe_none(node.then, names) or self.maybe_none(node.otherwise, names)
        return True


def _local(writer: _Writer, node: ir.Local, names: Names) -> str:
    return names.get(node.slot, f"p[{node.slot}]")


def _read(writer: _Writer, node: ir.Read, names: Names) -> str:
    if node.variable < 0:
        return f"OPTIONS[{-1 - node.variable}]"
    if node.of is None:
        return f"S.variables[{node.variable}]"
    thing = writer.expr(node.of, names)
    if writer.maybe_none(node.of, names):
        return f"get(S.variables[{node.variable}], {thing})"
    return f"S.variables[{node.variable}][{thing}]"


def _cell(writer: _Writer, node: ir.Cell, names: Names) -> str:
    thing = writer.expr(node.of, names)
    if writer.maybe_none(node.of, names):
        return f"get(CELLS[{node.column}], {thing})"
    return f"CELLS[{node.column}][{thing}]"


_FEATURES = {
    "zone": "S.place[{}]",
    "face_up": "S.face[{}]",
    "face_down": "(1 - S.face[{}])",
    "row": "ROW[{}]",
    "kind": "KIND[{}]",
    "owner": "owner(S, {})",
    "zone owner": "ZONE_OWNER[{}]",
    "parent": "PARENT[{}]",
    "position": "S.position({})",
    "seat": "({} + 1)",
    "muted": "muted(S, {})",
    "x": "ZONES[{}].x",
    "y": "ZONES[{}].y",
    "index": "(ZONES[{}].index + 1)",
    "free": "free(S, {})",
    **{direction: f"neighbour({{}}, {direction!r})" for direction in ir.DIRECTIONS},
}


def _feature(writer: _Writer, node: ir.Feature, names: Names) -> str:
    thing = writer.expr(node.of, names)
    if not writer.maybe_none(node.of, names):
        return _FEATURES[node.name].format(thing)
    if thing.isidentifier():
        return f"(None if {thing} is None else {_FEATURES[node.name].format(thing)})"
    return f"have({thing}, lambda x: {_FEATURES[node.name].format('x')})"


def _op(writer: _Writer, node: ir.Op, names: Names) -> str:
    found = [writer.expr(one, names) for one in node.arguments]
    if node.sign in ("and", "or"):
        return f"({found[0]} {node.sign} {found[1]})"
    if node.sign == "not":
        return f"(not {found[0]})"
    if node.sign == "is_none":
        return f"({found[0]} is None)"
    if node.sign in _NAMED:
        if any(writer.maybe_none(one, names) for one in node.arguments):
            if node.sign == "is" and any(isinstance(one, ir.Const) and one.value is not None for one in node.arguments):
                return f"({found[0]} == {found[1]})"
            return f"{_NAMED[node.sign]}({found[0]}, {found[1]})"
        sign = _ARITHMETIC.get(node.sign) or _TESTS[node.sign]
        return f"({found[0]} {sign} {found[1]})"
    if node.sign == "listed":
        return f"listed({found[0]})"
    if node.sign == "length" and isinstance(node.arguments[0], ir.Contents | ir.All):
        return f"len({found[0]})"
    state = "S, " if node.sign in ("owned", "zones_of") else ""
    return f"{_HELPERS[node.sign]}({state}{', '.join(found)})"


_HELPERS = {
    "max": "larger", "min": "smaller", "div": "div", "div_up": "div_up", "mod": "mod", "length": "length", "item": "item",
    "one_of": "one_of", "without": "without", "of_family": "of_family", "owned": "owned", "zones_of": "zones_of",
}  # fmt: skip


def _by_row(writer: _Writer, node: ir.ByRow, names: Names) -> str:
    table = writer.table(node.table)
    key = "ROW" if node.sort == "card" else "None"
    return f"by_row(S, {table}, {key}, {writer.expr(node.player, names)}, {writer.expr(node.of, names)})"


def _either(writer: _Writer, node: ir.Either, names: Names) -> str:
    condition, then, otherwise = (writer.expr(one, names) for one in (node.condition, node.then, node.otherwise))
    return f"({then} if {condition} else {otherwise})"


def _all(writer: _Writer, node: ir.All, names: Names) -> str:
    if node.sort == "player":
        return "PLAYERS"
    if node.sort == "row":
        return f"OF_ROW[{node.names[0]}]"
    if node.sort == "member":
        return f"MEMBERS[{node.names[0]}]"
    table = "OF_KIND" if node.sort == "card" else "OF_FAMILY"
    if len(node.names) == 1:
        return f"{table}[{node.names[0]}]"
    return "(" + " + ".join(f"{table}[{name}]" for name in node.names) + ")"


def _place(writer: _Writer, node: ir.Place, names: Names) -> str:
    parent = writer.expr(node.of, names) if node.of is not None else "None"
    number = writer.expr(node.number, names) if node.number is not None else "0"
    return f"ZONE_AT.get(({node.family}, {parent}, {number}))"


def _contents(writer: _Writer, node: ir.Contents, names: Names) -> str:
    zone = writer.expr(node.of, names)
    single = isinstance(node.of, ir.Place) and node.of.of is None
    return f"S.zones[{zone}]" if single else f"contents(S, {zone})"


def _listed(writer: _Writer, node: ir.Expr, names: Names) -> str:
    """A list to go through; a choice that nobody could make has left none."""
    text = writer.expr(node, names)
    return f"({text} or ())" if isinstance(node, ir.Local | ir.Either) else text


def _fold(writer: _Writer, node: ir.Fold, names: Names) -> str:
    source = _listed(writer, node.source, names)
    if node.test is None and node.item is None:
        plain = {"list": "tuple", "count": "len", "some": "some_of", "first": "first_of", "last": "last_of"}
        return f"{plain[node.kind]}({source})"
    inner = {**names, node.slot: f"i{node.slot}"}
    thing = f"i{node.slot}"
    test = writer.expr(node.test, inner) if node.test is not None else "True"
    if node.kind == "some":
        return f"any({test} for {thing} in {source})"
    if node.kind in ("first", "last"):
        order = f"reversed({source})" if node.kind == "last" else source
        return f"next(({thing} for {thing} in {order} if {test}), None)"
    item = writer.expr(node.item, inner) if node.item is not None else thing
    each = f"{item} for {thing} in {source}" + (f" if {test}" if node.test is not None else "")
    if node.kind == "list":
        return f"tuple([{each}])"
    if node.kind == "count":
        return f"sum([1 for {thing} in {source} if {test}])"
    if node.kind == "total" and node.item is not None and not writer.maybe_none(node.item, inner):
        return f"sum([{each}])"
    return f"{node.kind}([{each}])"


def _keys(writer: _Writer, slot: int, keys: tuple[tuple[ir.Expr, bool], ...], names: Names) -> str:
    inner = {**names, slot: f"i{slot}"}
    parts = [f"key({writer.expr(expr, inner)}, {most})" for expr, most in keys]
    return f"lambda i{slot}: ({', '.join(parts)},)"


def _sort(writer: _Writer, node: ir.Sort, names: Names) -> str:
    return f"sort_{node.kind}({_listed(writer, node.source, names)}, {_keys(writer, node.slot, node.keys, names)})"


def _rank(writer: _Writer, node: ir.Rank, names: Names) -> str:
    keys = _keys(writer, node.slot, node.keys, names)
    return f"rank({writer.expr(node.of, names)}, {writer.expr(node.source, names)}, {keys})"


def _written_call(writer: _Writer, node: ir.Apply, names: Names) -> str:
    return f"f{node.function}(S, {', '.join(writer.expr(one, names) for one in node.arguments)})"


_WRITE: dict[type, Callable[[_Writer, Any, Names], str]] = {
    ir.Const: lambda writer, node, names: repr(node.value),
    ir.Local: _local,
    ir.Read: _read,
    ir.Cell: _cell,
    ir.Feature: _feature,
    ir.Computed: lambda writer, node, names: f"c{node.value}(S, {writer.expr(node.of, names)})",
    ir.Apply: _written_call,
    ir.ByRow: _by_row,
    ir.Op: _op,
    ir.Either: _either,
    ir.All: _all,
    ir.Place: _place,
    ir.Contents: _contents,
    ir.Numbers: lambda writer, node, names: f"numbers({writer.expr(node.low, names)}, {writer.expr(node.high, names)})",
    ir.Beyond: lambda writer, node, names: f"beyond(S, {node.relation!r}, {node.sort!r}, {writer.expr(node.of, names)})",
    ir.Spread: lambda writer, node, names: f"spread(S, {node.relation!r}, {node.sort!r}, {writer.expr(node.of, names)})",
    ir.Reach: lambda writer, node, names: (
        f"reach({writer.expr(node.start, names)}, lambda a, b: f{node.function}(S, {writer.expr(node.player, names)}, a, b))"
    ),
    ir.Fold: _fold,
    ir.Sort: _sort,
    ir.Rank: _rank,
    ir.Clockwise: lambda writer, node, names: (
        f"clockwise({writer.expr(node.source, names)}, {writer.expr(node.start, names)}, {node.after})"
    ),
    ir.Score: lambda writer, node, names: _score(writer, node, names),
    ir.Grouped: lambda writer, node, names: (
        f"grouped(S, {node.grouping}, {node.part!r}, {writer.expr(node.cards, names)}, {writer.expr(node.player, names)})"
    ),
}


def _score(writer: _Writer, node: ir.Score, names: Names) -> str:
    score = writer.definition.score
    player = writer.expr(node.of, names)
    return "0" if score is None else f"have({player}, lambda x: f{score}(S, x, x))"


class QuickEvaluator(Evaluator):
    """Answers by written functions; what was not written out, such as the phrases of a scenario, is walked as ever."""

    def __init__(self, world: World, state: State) -> None:
        super().__init__(world, state)
        self.written = written_for(world)

    def value(self, node: ir.Expr, places: Places) -> Any:
        function = self.written.functions.get(id(node))
        return function(self.state, places) if function is not None else super().value(node, places)

    def apply(self, function: int, arguments: tuple[Any, ...]) -> Any:
        return self.written.apply[function](self.state, *arguments)

    def computed(self, number: int, thing: int | None) -> Any:
        return self.written.computed[number](self.state, thing)
