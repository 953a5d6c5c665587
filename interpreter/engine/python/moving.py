"""Writes how cards change places: out of one zone, into another.

A card is taken out and laid down on the spot; several cards, and cards under others, by functions of the runtime.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ... import ir
from .values import Scope, Values


class Moving(Values):
    """What every writer of moves has: the places of the procedure, and whether each effect is noted as a row."""

    scope: Scope
    rows: bool

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
        there = f"{zones}[{zone}]"
        self.write(f"{there} = {there} + ({card},)" if where == "bottom" else f"{there} = ({card},) + {there}")
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
        if move.where != "bottom" or self.rows or self.facts.shows or self.facts.hides:
            return False
        unsure = any(self.can_be_none(one, scope) for one in (zone, move.to, most))
        if unsure or self.is_many(zone, scope) is not False or self.may_be_full(move.to, scope):
            return False
        source, target, limit = (self.named(one, scope) for one in (zone, move.to, most))
        zones, drawn, card = self.state("Z"), self.fresh(), self.fresh("i")
        self.write(f"{drawn} = {zones}[{source}][:max({limit}, 0)]")
        self.write(f"{zones}[{source}] = {zones}[{source}][len({drawn}):]")
        self.write(f"{zones}[{target}] += {drawn}")
        if not self.are_apart(zone, move.to, scope):
            with self.block(f"if {source} == {target} and {drawn}:"):  # what was drawn comes to the top again
                turned = self.atom(f"max({limit}, 0) % len({zones}[{target}]) if len({drawn}) < {limit} else 0")
                self.write(f"{zones}[{target}] = {zones}[{target}][{turned}:] + {zones}[{target}][:{turned}]")
        with self.block(f"for {card} in {drawn}:"):
            self.write(f"{self.state('P')}[{card}] = {target}")
            if move.face is not None:
                self.write(f"{self.state('F')}[{card}] = {move.face}")
        self.changed()
        return True

    def are_apart(self, one: ir.Expr, other: ir.Expr, scope: Scope) -> bool:
        """Whether two zones are never the same."""
        left, right = self.about(one, scope), self.about(other, scope)
        return left is not None and right is not None and not left & right

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


def _move(writer: Moving, node: ir.Move, scope: Scope) -> None:
    simple = node.where != "under"
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


def _move_cards(writer: Moving, node: ir.Move, scope: Scope) -> None:
    single = writer.is_many(node.cards, scope) is False
    cards = writer.named(node.cards, scope) if single else writer.atom(writer.things(node.cards, scope))
    target = writer.named(node.to, scope)
    checks = [(target, writer.can_be_none(node.to, scope))]
    if single:
        checks.append((cards, writer.can_be_none(node.cards, scope)))

    def act() -> None:
        host, zone = ("-1", target) if node.where != "under" else (target, f"{writer.state('P')}[{target}]")
        listing = f"[{cards}]" if single else f"list({cards})"
        if node.where == "under" or writer.may_be_full(node.to, scope):
            writer.check_room(node, zone, listing, single, scope)
        if single and node.where != "under":
            writer.lift(cards)
            writer.lay(cards, zone, node.where, node.face)
        else:
            writer.write(f"move_all(S, {listing}, {zone}, {node.where.value!r}, {host}, {node.face})")

    if single:
        writer.when_there(checks, act)
    else:
        with writer.block(f"if {cards}:"):
            writer.when_there(checks, act)


def _draw(writer: Moving, node: ir.Move, of: ir.Expr, scope: Scope) -> None:
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


def _move_contents(writer: Moving, node: ir.Move, of: ir.Expr, scope: Scope) -> None:
    """All that lies in a zone."""
    source, target = writer.value(of, scope), writer.named(node.to, scope)
    checks = [(target, writer.can_be_none(node.to, scope))]
    move = f"move_contents(S, {source}, {target}, {node.where.value!r}, {node.face})"
    writer.when_there(checks, lambda: writer.write(move))


def plain_source(node: ir.Expr) -> ir.Expr:
    """A list without the lists around it that leave nothing out."""
    while isinstance(node, ir.Fold) and node.kind == "list" and node.test is None and node.item is None:
        node = node.source
    return node


def _discard(writer: Moving, node: ir.Discard, scope: Scope) -> None:
    if writer.is_many(node.cards, scope) is False:
        one = writer.named(node.cards, scope)
        writer.when_there([(one, writer.can_be_none(node.cards, scope))], lambda: _discard_one(writer, one))
        return
    source = plain_source(node.cards)
    if isinstance(source, ir.Contents):
        writer.write(f"discard_contents(R, S, {writer.things(source.of, scope)}, DISCARDS)")
        return
    writer.write(f"discard_all(R, S, {writer.things(node.cards, scope)}, DISCARDS)")


def _discard_one(writer: Moving, card: str) -> None:
    zone = writer.atom(f"DISCARD_TO[{card}]")
    with writer.block(f"if {zone} is None:"):
        writer.write(f"discard(R, ({card},))")
    with writer.block("else:"):
        writer.lift(card)
        _lay_at_goal(writer, card, zone)


def _lay_at_goal(writer: Moving, card: str, zone: str) -> None:
    """On top of a pile, else at the end."""
    goals = {kind.discards_to for kind in writer.definition.kinds if kind.discards_to is not None}
    ends = sorted({"top" if writer.definition.families[goal].form == "pile" else "bottom" for goal in goals})
    if len(ends) < 2:
        writer.lay(card, zone, ends[0] if ends else "top", None)
        return
    for header, end in ((f"if {zone} in PILES:", "top"), ("else:", "bottom")):
        with writer.block(header):
            writer.lay(card, zone, end, None)


MOVES: dict[type, Callable[[Any, Any, Scope], None]] = {ir.Move: _move, ir.Discard: _discard}
