"""Lowers how cards move: where they may go, at which end they come to lie, and what that causes.

Takes cards and a move as IR; returns the move with its events. What moves, and by which verb, is for others.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

from ... import ir
from ..declare.scope import Scope, Wrong
from ..diagnostics import listed
from ..parse import syntax as S
from .context import Context
from .events import trigger
from .joining import sequence

FACES = {"up": 1, "down": 0, "": None}
_WHO = {ir.SeenBy.OWNER: "its owner alone", ir.SeenBy.NOBODY: "nobody"}  # whatever the face


def speaks_of_it(tree: Any) -> bool:
    """Whether a place is another one for each card that goes there; `it` of a filter or a ranking inside is somebody else."""
    if isinstance(tree, tuple):
        return any(map(speaks_of_it, tree))
    if not isinstance(tree, S.Syntax):
        return False
    own = [getattr(tree, one.name) for one in fields(tree) if one.name not in ("facts", "keys", "item")]
    return tree == S.Word(tree.at, "it") or speaks_of_it(tuple(own))


def default_end(context: Context, zone: ir.Type) -> ir.Where:
    piles = [context.words.families[name].form.is_stacked for name in zone.names]
    return ir.Where.TOP if piles and all(piles) else ir.Where.BOTTOM


def check_room(context: Context, at: S.At, cards: ir.Type, zone: ir.Type) -> None:
    """A card can only go where its kind is held; what a failed choice left without a kind was complained of already."""
    if not cards.names:
        return
    for name in zone.names:
        holds = context.words.families[name].holds
        kinds = list(context.words.kinds)
        if holds and not any(kinds.index(kind) in holds for kind in cards.names):
            raise Wrong(
                at,
                "zone-does-not-hold",
                zone=name,
                kind=" or ".join(cards.names),
                notes=(f"{name} holds: {listed(kinds[number] for number in holds)}",),
            )


def doubt_faces(context: Context, node: S.Syntax, cards: ir.Expr) -> None:
    """Cards that are turned face up where nobody sees by that what they are."""
    while isinstance(cards, ir.Fold):
        cards = cards.source
    if not isinstance(cards, ir.Contents) or not isinstance(cards.of, ir.ZoneOf):
        return
    family = list(context.words.families.values())[cards.of.family]
    if family.seen_by in _WHO:
        hint = f'write "seen by: face" at {family.name}, or "show … to every player" here'
        context.notes.doubts.append(Wrong(node.at, "face-unseen", hint, zone=family.name, who=_WHO[family.seen_by]))


def moving(
    context: Context, scope: Scope, cards: ir.Expr, type: ir.Type, move: Callable[[ir.Expr], ir.Stmt], line: int
) -> ir.Stmt:
    """A move with the events it causes, if anybody listens to them."""
    leaves, enters = "leaves" in context.events.listeners, "enters" in context.events.listeners
    if not leaves and not enters:
        return move(cards)
    moved = scope.places.new(ir.Type(ir.TypeSort.CARD, type.names, True), "moved")
    before = scope.places.new(ir.Type(ir.TypeSort.ZONE, (), True), "before")
    index = scope.places.new(ir.NUMBER, "index")
    items = scope.places.new(ir.Type(ir.TypeSort.CARD, (), True), "items")
    card = scope.places.new(ir.Type(ir.TypeSort.CARD, type.names), "card")
    from_zone = ir.Op(ir.Sign.ITEM, (ir.Local(before), ir.Local(index)))
    to_zone = ir.Feature(ir.FeatureName.ZONE, ir.Local(card))
    events = sequence(
        trigger(context, "leaves", scope, ir.Local(card), from_zone, line=line),
        trigger(context, "enters", scope, ir.Local(card), to_zone, line=line),
    )
    return sequence(
        ir.Let(moved, cards if type.many else ir.Op(ir.Sign.LISTED, (cards,)), line),
        ir.Let(before, ir.Op(ir.Sign.ZONES_OF, (ir.Local(moved),)), line),
        move(ir.Local(moved)),
        ir.Each(card, ir.Local(moved), events, None, items, index, line),
    )
