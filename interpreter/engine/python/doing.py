"""Writes statements that change something: keeping, writing, turning, shuffling, marking, telling.

Written source tells nothing: what happened is told by the reference. A debug build notes a row of numbers before each effect.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

from ... import ir
from ...ir.analysis.about import About
from ...ir.analysis.none_ness import Facts
from ...ir.ranges import is_safe, sum_of
from ...ir.walk import is_expression, walk
from ..events import abilities_in
from ..rows import operands_of
from .counting import counted
from .moving import MOVES, Moving, plain_source
from .values import Scope

_GIVEN = ("slot", "result", "count", "items", "index", "picked", "answers")  # places that statements give values to
_COMPUTED = re.compile(r"\bc(\d+)\(S, \w+\)")


class Doing(Moving):
    """Writes the statements of one procedure. `tables` collects what the source refers to by number."""

    def __init__(self, facts: Facts, procedure: int, rows: bool = False) -> None:
        super().__init__(facts)
        self.procedure = procedure
        self.rows = rows
        self.scope = self.scope_of(procedure)
        self.written_out: list[int] = []  # procedures that are being written where they are called, the innermost last
        self.counts = False  # whether abilities that come into effect are counted

    def body_of(self, procedure: int) -> ir.Stmt:
        """What a procedure does, with what is counted in it."""
        body = self.definition.procedures[procedure].body
        return counted(body, procedure) if self.counts and procedure in abilities_in(self.definition) else body

    def scope_of(self, procedure: int) -> Scope:
        slots = self.definition.procedures[procedure].slots
        names = {slot: f"v{slot}" for slot in range(len(slots))}
        many = {slot: None if type.sort in ("any", "none") else type.many for slot, type in enumerate(slots)}
        about = {slot: self._named(type) for slot, type in enumerate(slots)}
        return Scope(names, dict(self.facts.places[procedure]), many, about, bounds=dict(self.facts.bounds[procedure]))

    @property
    def writing(self) -> ir.Procedure:
        """The procedure that is being written, be it where it is called."""
        return self.definition.procedures[self.written_out[-1] if self.written_out else self.procedure]

    def is_settled(self, slot: int) -> bool:
        """Whether a place gets its value once and for all, and nobody needs the place itself."""
        nodes = [one for one in walk(self.writing.body, is_expression) if not is_expression(one)]
        given = [getattr(one, name, -1) for one in nodes for name in _GIVEN]
        given += [pick for one in nodes if isinstance(one, ir.Branch) for pick, _, _ in one.picks]
        return given.count(slot) == 1

    def _named(self, type: ir.Type) -> About:
        """The kinds or families that a type names."""
        tables: tuple[Any, ...] = self.definition.kinds if type.sort == "card" else self.definition.families
        if type.sort not in ("card", "zone") or not type.names:
            return None
        return frozenset((type.sort, number) for number, one in enumerate(tables) if one.name in type.names)

    def do(self, node: ir.Stmt) -> None:
        if self.rows:
            self._note_row(node)
        start = len(self.lines)
        _DO[type(node)](self, node, self.scope)
        self._ask_once(start)
        if not isinstance(node, ir.Let):
            self.changed()

    def _note_row(self, node: ir.Stmt) -> None:
        """What a debug build notes of an effect."""
        found = operands_of(node)
        if found is not None:
            lists = "".join(f"{self.things(one, self.scope)}, " for one in found.lists)
            needed = "".join(f"{self.value(one, self.scope)}, " for one in found.needed)
            others = [str(one) for one in found.fixed]
            others += ["None" if one is None else self.value(one, self.scope) for one in found.others]
            self.write(f"note(R.rows, {found.kind}, ({lists}), ({needed}), ({''.join(f'{one}, ' for one in others)}))")

    def _ask_once(self, start: int) -> None:
        """Nothing changes while one statement asks: a value that it asks for in several places is remembered meanwhile."""
        written = "\n".join(self.lines[start:])
        asked = Counter(_COMPUTED.findall(written))
        for value, count in asked.items():
            if count > 1:
                known = f"m{value}"
                one = rf"\bc{value}\(S, (\w+)\)"
                written = re.sub(one, rf"({known}[\1] if \1 in {known} else {known}.setdefault(\1, c{value}(S, \1)))", written)
                written = "    " * self.indent + f"{known} = {{}}\n" + written
        self.lines[start:] = written.split("\n") if written else []


def _let(writer: Doing, node: ir.Let, scope: Scope) -> None:
    text = writer.kept(node.value, scope)
    if text == "PLAYERS" and writer.is_settled(node.slot):
        scope.names[node.slot] = text
        return
    writer.write(f"{scope.names[node.slot]} = {text}")
    writer.forget(scope.names[node.slot])


def _write(writer: Doing, node: ir.Write, scope: Scope) -> None:
    thing = writer.named(node.of, scope) if node.of is not None else "None"
    value = writer.named(node.value, scope) if node.add else writer.atom(writer.kept(node.value, scope))
    checks = [(thing, node.of is not None and writer.can_be_none(node.of, scope))]
    checks += [(value, node.add and writer.can_be_none(node.value, scope))]
    writer.when_there(checks, lambda: _written(writer, node, thing, value, scope))


def _written(writer: Doing, node: ir.Write, thing: str, value: str, scope: Scope) -> None:
    variable = writer.definition.variables[node.variable]
    place = f"{writer.state('V')}[{node.variable}]"
    values = writer.variable(node.variable, many=True) if node.of is not None else ""
    if node.add:
        before = f"{values}[{thing}]" if values else place
        value = writer.atom(f"{value} + ({before} or 0)" if writer.facts.variables[node.variable] else f"{value} + {before}")
        if not is_safe(sum_of(writer.bounds(node.value, scope.bounds), writer.facts.numbers_of.variable(node.variable))):
            writer.checked(value)
    value = _clipped(writer, variable.low, variable.high, node, value, scope)
    if not values:
        writer.write(f"{place} = {value}")
        return
    with writer.block(f"if {values}[{thing}] != {value}:"):
        row = writer.fresh()
        writer.write(f"{row} = [*{values}]")
        writer.write(f"{row}[{thing}] = {value}")
        writer.write(f"{place} = tuple({row})")


def _clipped(writer: Doing, low: int | None, high: int | None, node: ir.Write, value: str, scope: Scope) -> str:
    if isinstance(node.value, ir.Const) and not node.add:
        if not isinstance(node.value.value, int):
            return value
        number = node.value.value
        number = low if low is not None and number < low else number
        return str(high if high is not None and number > high else number)
    there = "" if node.add or _is_number(writer, node.value, scope) else f"isinstance({value}, int) and "
    amount = node.value.value if node.add and isinstance(node.value, ir.Const) and isinstance(node.value.value, int) else 0
    bounds = [(low, "<")] if low is not None and amount <= 0 else []
    bounds += [(high, ">")] if high is not None and amount >= 0 else []
    if not bounds:
        return value
    name = value
    if not node.add:  # it may be known under its name elsewhere
        name = writer.fresh()
        writer.write(f"{name} = {value}")
    for bound, sign in bounds:
        writer.write(f"if {there}{name} {sign} {bound}: {name} = {bound}")
    return name


def _is_number(writer: Doing, node: ir.Expr, scope: Scope) -> bool:
    """Whether a value is certainly a number."""
    if isinstance(node, ir.Local):
        slots = writer.writing.slots
        return slots[node.slot].sort == "number" and not slots[node.slot].many and not writer.can_be_none(node, scope)
    counts = isinstance(node, ir.Fold) and node.kind in ("count", "total")
    sums = isinstance(node, ir.Op) and node.sign in ("+", "-", "*") and not writer.can_be_none(node, scope)
    return counts or sums


def _face(writer: Doing, node: ir.Face, scope: Scope) -> None:
    if writer.is_many(node.cards, scope) is False:
        one = writer.named(node.cards, scope)
        turned = f"{writer.state('F')}[{one}] = {node.up}"
        writer.when_there([(one, writer.can_be_none(node.cards, scope))], lambda: writer.write(turned))
        return
    source, card = plain_source(node.cards), writer.fresh("i")
    if isinstance(source, ir.Contents) and isinstance(source.of, ir.All):
        zone = writer.fresh("i")
        with writer.block(f"for {zone} in {writer.value(source.of, scope)}:"):
            _turn(writer, card, f"{writer.state('Z')}[{zone}]", node.up)
    else:
        _turn(writer, card, writer.things(node.cards, scope), node.up)


def _turn(writer: Doing, card: str, cards: str, up: int) -> None:
    with writer.block(f"for {card} in {cards}:"):
        writer.write(f"{writer.state('F')}[{card}] = {up}")


def _swap(writer: Doing, node: ir.Swap, scope: Scope) -> None:
    writer.write(f"swap(R, {writer.value(node.left, scope)}, {writer.value(node.right, scope)}, {node.zones})")


def _mark(writer: Doing, node: ir.Mark, scope: Scope) -> None:
    thing = writer.value(node.of, scope)
    player = writer.value(node.player, scope) if node.player is not None else "None"
    moment = f"MOMENTS[{writer.facts.moments.index(node.moment)}]" if node.moment else "''"
    call = f"mark(S, {node.variable}, {thing}, {moment}, {player})"
    if node.moment:
        writer.write(call)
    else:
        writer.write(f"if S.marks: {call}")


def _expire(writer: Doing, node: ir.Expire, scope: Scope) -> None:
    for number, variable in enumerate(writer.definition.variables):
        if variable.lasts == node.moment:
            if isinstance(variable.starts, ir.Const) and variable.of.is_game and isinstance(variable.starts.value, int):
                writer.write(f"{writer.state('V')}[{number}] = {variable.starts.value}")
            elif isinstance(variable.starts, ir.Const):
                writer.write(f"{writer.state('V')}[{number}] = STARTS[{number}]")
            else:
                writer.write(f"{writer.state('V')}[{number}] = starting_value(S.world, S, {number})")
    if node.moment in writer.facts.moments:
        writer.write(f"if S.marks: end_marks(S, MOMENTS[{writer.facts.moments.index(node.moment)}])")


def _tell(writer: Doing, node: ir.Emit | ir.Say, scope: Scope) -> None:
    """Only the reference tells."""


_DO: dict[type, Callable[[Any, Any, Scope], None]] = {
    **MOVES,
    ir.Let: _let,
    ir.Write: _write,
    ir.Face: _face,
    ir.Swap: _swap,
    ir.Shuffle: lambda writer, node, scope: writer.write(f"shuffle(R, {writer.value(node.zone, scope)})"),
    ir.Roll: lambda writer, node, scope: writer.write(f"roll(R, {writer.things(node.dice, scope)})"),
    ir.Show: lambda writer, node, scope: writer.write(
        f"show(R, {writer.things(node.cards, scope)}, {writer.things(node.players, scope)})"
    ),
    ir.Mark: _mark,
    ir.Expire: _expire,
    ir.Emit: _tell,
    ir.Say: _tell,
}
