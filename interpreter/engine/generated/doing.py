"""Writes statements that change something: keeping, writing, moving, turning, shuffling, marking, telling.

In watched source every effect goes through the reference's own functions, which tell what happened; in unwatched source
nobody listens, and the frequent effects are written as short calls.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

from ... import ir
from .calls import is_expression, walk
from .facts import Facts
from .values import About, Scope, Values

_GIVEN = ("slot", "result", "count", "items", "index", "picked", "answers")  # places that statements give values to
_COMPUTED = re.compile(r"\bc(\d+)\(S, \w+\)")


class Doing(Values):
    """Writes the statements of one procedure. `tables` collects what the source refers to by number."""

    def __init__(self, facts: Facts, procedure: int, watched: bool) -> None:
        super().__init__(facts)
        self.procedure = procedure
        self.watched = watched
        self.scope = self.scope_of(procedure)
        self.written_out: list[int] = []  # procedures that are being written where they are called, the innermost last

    def scope_of(self, procedure: int) -> Scope:
        slots = self.definition.procedures[procedure].slots
        names = {slot: f"v{slot}" for slot in range(len(slots))}
        many = {slot: None if type.sort in ("any", "none") else type.many for slot, type in enumerate(slots)}
        about = {slot: self._named(type) for slot, type in enumerate(slots)}
        return Scope(names, dict(self.facts.places[procedure]), many, about)

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
        start = len(self.lines)
        _DO[type(node)](self, node, self.scope)
        self._ask_once(start)
        if not isinstance(node, ir.Let):
            self.changed()

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

    def when_there(self, checks: list[tuple[str, bool]], act: Callable[[], None]) -> None:
        """Do something unless one of the things is none."""
        tests = [f"{name} is not None" for name, can_be_none in checks if can_be_none]
        if not tests:
            act()
            return
        with self.block(f"if {' and '.join(tests)}:"):
            act()

    def lift(self, card: str) -> None:
        """Take a card out of its zone."""
        zones, row = self.state("Z"), self.fresh()
        if card in self.origins:
            zone, cards, index = self.origins[card]
            self.write(f"{row} = [*{cards}]")
            self.write(f"del {row}[{index}]")
        else:
            zone = self.atom(f"{self.state('P')}[{card}]")
            self.write(f"{row} = [*{zones}[{zone}]]")
            self.write(f"{row}.remove({card})")
        self.write(f"{zones}[{zone}] = tuple({row})")

    def lay(self, card: str, zone: str, where: str, face: int | None) -> None:
        """Put a card that was taken out into a zone."""
        zones = self.state("Z")
        added = f"+= ({card},)" if where == "bottom" else f"= ({card},) + {zones}[{zone}]"
        self.write(f"{zones}[{zone}] {added}")
        self.write(f"{self.state('P')}[{card}] = {zone}")
        if face is not None:
            self.write(f"{self.state('F')}[{card}] = {face}")
        if self.facts.shows:
            self.write(f"if S.shown or {self.state('H')}: S.come_loose({card})")
        elif self.facts.hides:
            hosts = self.state("H")
            self.write(f"if {hosts} and ({card} in {hosts} or {card} in {hosts}.values()): S.come_loose({card})")

    def draws_several(self, zone: ir.Expr, move: ir.Move, most: ir.Expr) -> bool:
        """Card after card from the top of a zone to another, until there is none: all at once."""
        scope = self.scope
        if move.where != "bottom" or self.watched or self.facts.shows or self.facts.hides:
            return False
        unsure = any(self.can_be_none(one, scope) for one in (zone, move.to, most))
        if unsure or self.is_many(zone, scope) is not False or self.may_be_full(move.to, scope):
            return False
        source, target, limit = (self.named(one, scope) for one in (zone, move.to, most))
        zones, drawn, card = self.state("Z"), self.fresh(), self.fresh("i")
        self.write(f"{drawn} = {zones}[{source}][:max({limit}, 0)]")
        self.write(f"{zones}[{source}] = {zones}[{source}][len({drawn}):]")
        self.write(f"{zones}[{target}] += {drawn}")
        with self.block(f"for {card} in {drawn}:"):
            self.write(f"{self.state('P')}[{card}] = {target}")
            if move.face is not None:
                self.write(f"{self.state('F')}[{card}] = {move.face}")
        self.changed()
        return True

    def check_room(self, node: ir.Move, zone: str, cards: str, single: bool, scope: Scope) -> None:
        """Cards may come only where there is room for them."""
        possible = self.about(node.to, scope) if node.where != "under" else None
        rooms = {self.definition.families[family].room for _, family in possible or ()}
        room = str(rooms.pop()) if len(rooms) == 1 else f"ROOM[{zone}]"
        tests = [f"{room} is not None"] if room.startswith("ROOM") else []
        tests += [f"len({self.state('Z')}[{zone}]) >= {room}"] if single else []
        self.write(f"if {' and '.join(tests) or 'True'}: check_room(R, S, {cards}, {zone})")

    def may_be_full(self, node: ir.Expr, scope: Scope) -> bool:
        """Whether a zone can run out of room."""
        possible = self.about(node, scope)
        limited = {("zone", number) for number, family in enumerate(self.definition.families) if family.room is not None}
        return bool(limited if possible is None else limited & possible)


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


def _move(writer: Doing, node: ir.Move, scope: Scope) -> None:
    simple = node.where != "under" and not writer.watched
    at_once = simple and not writer.may_be_full(node.to, scope)
    cards = node.cards
    if at_once and isinstance(cards, ir.Contents) and writer.is_many(cards.of, scope) is False:
        _move_contents(writer, node, cards.of, scope)
        return
    if simple and isinstance(cards, ir.Fold) and cards.kind == "first" and cards.test is None:
        source = cards.source
        if isinstance(source, ir.Contents) and writer.is_many(source.of, scope) is False:
            _draw(writer, node, source.of, scope)
            return
    _move_cards(writer, node, scope)


def _move_cards(writer: Doing, node: ir.Move, scope: Scope) -> None:
    single = writer.is_many(node.cards, scope) is False
    cards = writer.named(node.cards, scope) if single else writer.atom(writer.things(node.cards, scope))
    target = writer.named(node.to, scope)
    checks = [(target, writer.can_be_none(node.to, scope))]
    if single:
        checks.append((cards, writer.can_be_none(node.cards, scope)))

    def act() -> None:
        host, zone = ("-1", target) if node.where != "under" else (target, f"{writer.state('P')}[{target}]")
        listing = f"[{cards}]" if single else f"list({cards})"
        if writer.watched:
            writer.write(f"move_cards(R, {listing}, {zone}, {node.where!r}, {host}, {node.face})")
            return
        if node.where == "under" or writer.may_be_full(node.to, scope):
            writer.check_room(node, zone, listing, single, scope)
        if single and node.where != "under":
            writer.lift(cards)
            writer.lay(cards, zone, node.where, node.face)
        else:
            writer.write(f"move_all(S, {listing}, {zone}, {node.where!r}, {host}, {node.face})")

    if single:
        writer.when_there(checks, act)
    else:
        with writer.block(f"if {cards}:"):
            writer.when_there(checks, act)


def _draw(writer: Doing, node: ir.Move, of: ir.Expr, scope: Scope) -> None:
    """The first card of a zone to another."""
    source, target = writer.named(of, scope), writer.named(node.to, scope)
    checks = [(source, writer.can_be_none(of, scope)), (target, writer.can_be_none(node.to, scope))]

    def act() -> None:
        zones = writer.state("Z")
        row, card = writer.fresh(), writer.fresh()
        writer.write(f"{row} = {zones}[{source}]")
        with writer.block(f"if {row}:"):
            writer.write(f"{card} = {row}[0]")
            if writer.may_be_full(node.to, scope):
                writer.check_room(node, target, f"[{card}]", True, scope)
            writer.write(f"{zones}[{source}] = {row}[1:]")
            writer.lay(card, target, node.where, node.face)

    writer.when_there(checks, act)


def _move_contents(writer: Doing, node: ir.Move, of: ir.Expr, scope: Scope) -> None:
    """All that lies in a zone."""
    source, target = writer.value(of, scope), writer.named(node.to, scope)
    checks = [(target, writer.can_be_none(node.to, scope))]
    move = f"move_contents(S, {source}, {target}, {node.where!r}, {node.face})"
    writer.when_there(checks, lambda: writer.write(move))


def _discard(writer: Doing, node: ir.Discard, scope: Scope) -> None:
    if writer.watched:
        writer.write(f"discard(R, {writer.things(node.cards, scope)})")
        return
    if writer.is_many(node.cards, scope) is False:
        one = writer.named(node.cards, scope)
        writer.when_there([(one, writer.can_be_none(node.cards, scope))], lambda: _discard_one(writer, one))
        return
    source = node.cards
    while isinstance(source, ir.Fold) and source.kind == "list" and source.test is None and source.item is None:
        source = source.source
    if isinstance(source, ir.Contents):
        writer.write(f"discard_contents(R, S, {writer.things(source.of, scope)}, DISCARDS)")
        return
    card = writer.fresh("i")
    with writer.block(f"for {card} in {writer.things(node.cards, scope)}:"):
        _discard_one(writer, card)


def _discard_one(writer: Doing, card: str) -> None:
    zone = writer.atom(f"DISCARDS.get({card})")
    with writer.block(f"if {zone} is None:"):
        writer.write(f"discard(R, ({card},))")
    with writer.block("else:"):
        writer.lift(card)
        writer.lay(card, zone, "top", None)


def _face(writer: Doing, node: ir.Face, scope: Scope) -> None:
    if writer.watched:
        writer.write(f"turn(R, {writer.things(node.cards, scope)}, {node.up})")
        return
    if writer.is_many(node.cards, scope) is False:
        one = writer.named(node.cards, scope)
        turned = f"{writer.state('F')}[{one}] = {node.up}"
        writer.when_there([(one, writer.can_be_none(node.cards, scope))], lambda: writer.write(turned))
        return
    cards = writer.things(node.cards, scope)
    card = writer.fresh("i")
    with writer.block(f"for {card} in {cards}:"):
        writer.write(f"{writer.state('F')}[{card}] = {node.up}")


def _swap(writer: Doing, node: ir.Swap, scope: Scope) -> None:
    writer.write(f"swap(R, {writer.value(node.left, scope)}, {writer.value(node.right, scope)}, {node.zones})")


def _mark(writer: Doing, node: ir.Mark, scope: Scope) -> None:
    thing = writer.value(node.of, scope)
    player = writer.value(node.player, scope) if node.player is not None else "None"
    moment = f"MOMENTS[{writer.facts.moments.index(node.moment)}]" if node.moment else "''"
    call = f"mark(R, {node.variable}, {thing}, {moment}, {player})"
    if node.moment:
        writer.write(call)
    else:
        writer.write(f"if S.marks: {call}")


def _expire(writer: Doing, node: ir.Expire, scope: Scope) -> None:
    for number, variable in enumerate(writer.definition.variables):
        if variable.lasts == node.moment:
            if isinstance(variable.starts, ir.Const) and not variable.of and isinstance(variable.starts.value, int):
                writer.write(f"{writer.state('V')}[{number}] = {variable.starts.value}")
            elif isinstance(variable.starts, ir.Const):
                writer.write(f"{writer.state('V')}[{number}] = STARTS[{number}]")
            else:
                writer.write(f"{writer.state('V')}[{number}] = starting_value(R.evaluator, {number})")
    if node.moment in writer.facts.moments:
        writer.write(f"if S.marks: end_marks(R, MOMENTS[{writer.facts.moments.index(node.moment)}])")


def _emit(writer: Doing, node: ir.Emit, scope: Scope) -> None:
    if writer.watched:
        number = writer.facts.numbers[id(node)]
        values = "".join(f"{writer.value(expr, scope)}, " for expr, _ in node.arguments)
        writer.write(f"tell(R, TOLD[{number}], ({values}))")


def _say(writer: Doing, node: ir.Say, scope: Scope) -> None:
    if writer.watched:
        places = ", ".join(scope.names[slot] for slot in sorted(scope.names))
        writer.write(f"say(R, TOLD[{writer.facts.numbers[id(node)]}], [{places}])")


_DO: dict[type, Callable[[Any, Any, Scope], None]] = {
    ir.Let: _let,
    ir.Write: _write,
    ir.Move: _move,
    ir.Discard: _discard,
    ir.Face: _face,
    ir.Swap: _swap,
    ir.Shuffle: lambda writer, node, scope: writer.write(f"shuffle(R, {writer.value(node.zone, scope)})"),
    ir.Roll: lambda writer, node, scope: writer.write(f"roll(R, {writer.things(node.dice, scope)})"),
    ir.Show: lambda writer, node, scope: writer.write(
        f"show(R, {writer.things(node.cards, scope)}, {writer.things(node.players, scope)})"
    ),
    ir.Mark: _mark,
    ir.Expire: _expire,
    ir.Emit: _emit,
    ir.Say: _say,
}
