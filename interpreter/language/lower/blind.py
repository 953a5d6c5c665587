"""Finds the decisions about cards that whoever decides may not see.

Takes the body of a procedure; returns it with a `Mix` before each decision that may offer hidden cards of a hand, and with
hidden cards in the order of their places wherever there may be some, so that no order tells a face.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ... import ir
from ...model.definition import Family
from ..declare.names import Vocabulary

Pick = tuple[int, ir.Expr, ir.Type]
Place = tuple[Family, ir.Expr | None]  # where a card may lie, and whose zone that is, where it is said
Given = Mapping[int, ir.Expr | None]  # what the places of a definition are worth where it is asked


@dataclass(frozen=True)
class Blind:
    """What is known where a procedure is written: the words, the decisions, the types of its own places, and definitions."""

    words: Vocabulary
    mark: Callable[[int], None]  # notes that a decision is about hidden cards
    types: Sequence[ir.Type]
    functions: Sequence[ir.Function | None]

    def body(self, node: ir.Stmt) -> ir.Stmt:
        statements = tuple(self._rewritten(node))
        return statements[0] if len(statements) == 1 else ir.Seq(statements, statements[0].line if statements else 0)

    def _rewritten(self, node: ir.Stmt) -> Iterator[ir.Stmt]:
        if isinstance(node, ir.Seq):
            yield replace(node, body=tuple(inner for one in node.body for inner in self._rewritten(one)))
        elif isinstance(node, ir.If):
            yield replace(node, then=self.body(node.then), otherwise=self.body(node.otherwise))
        elif isinstance(node, ir.Each | ir.Loop | ir.Block):
            yield replace(node, body=self.body(node.body))
        elif isinstance(node, ir.Ask):
            choice = self._placed(node.choice, ir.Local(node.items))
            yield from self._mixed(node.choice, ir.Local(node.items))
            yield replace(node, choice=choice, body=self.body(node.body))
        elif isinstance(node, ir.Choose | ir.PickMany):
            yield from self._mixed(node, _chooser(node))
            yield self._placed(node, _chooser(node))
        else:
            yield node

    def _mixed(self, node: ir.Choose | ir.PickMany, chooser: ir.Expr | None) -> Iterator[ir.Stmt]:
        hidden = [family for pick in _picks(node) for family in self._unseen(pick, chooser)]
        if hidden:
            self.mark(node.site)
        if any(family.form.is_mixed for family in hidden):
            yield ir.Mix(node.site, node.line)

    def _placed(self, node: ir.Choose | ir.PickMany, chooser: ir.Expr | None) -> ir.Choose | ir.PickMany:
        if isinstance(node, ir.PickMany):
            return replace(node, source=self._in_order((node.slot, node.source, node.type), chooser)[1])
        branches = [replace(one, picks=tuple(self._in_order(pick, chooser) for pick in one.picks)) for one in node.branches]
        return replace(node, branches=tuple(branches))

    def _in_order(self, pick: Pick, chooser: ir.Expr | None) -> Pick:
        slot, source, type = pick
        return (slot, by_place(source, chooser), type) if any(True for _ in self._unseen(pick, chooser)) else pick

    # ---- where hidden cards may lie

    def _unseen(self, pick: Pick, chooser: ir.Expr | None) -> Iterator[Family]:
        """The families of zones where a card that can be picked may lie without being seen by whoever picks."""
        _, source, type = pick
        if type.sort != ir.TypeSort.CARD:
            return
        kinds = {number for number, name in enumerate(self.words.kinds) if not type.names or name in type.names}
        for family, owner in self._places(source):
            if family.holds and not kinds & set(family.holds):
                continue
            is_own = owner is not None and owner == chooser and family.per.is_player
            if not self._is_seen(family, is_own, kinds):
                yield family

    def _is_seen(self, family: Family, is_own: bool, kinds: set[int]) -> bool:
        if family.seen_by == ir.SeenBy.FACE:
            owned = [kind for number, kind in enumerate(self.words.kinds.values()) if number in kinds and kind.per_player]
            return is_own and not owned
        return family.seen_by == ir.SeenBy.EVERYONE or (family.seen_by == ir.SeenBy.OWNER and is_own)

    def _places(self, source: ir.Expr) -> list[Place]:
        """Where the cards of a set may lie."""
        if isinstance(source, ir.Fold) and source.kind == ir.FoldKind.LIST and source.item is None:
            asked = None if source.test is None else self._asked(source.test, source.slot, {})
            return self._places(source.source) if asked is None else asked
        return self._zones(source.of, {}) if isinstance(source, ir.Contents) else self._anywhere()

    def _asked(self, test: ir.Expr, slot: int, given: Given) -> list[Place] | None:
        """Where a condition says that a card lies, if it does; also through definitions."""
        if isinstance(test, ir.Op) and test.sign in (ir.Sign.AND, ir.Sign.OR):
            left, right = (self._asked(one, slot, given) for one in test.arguments)
            if test.sign == ir.Sign.AND:
                return right if left is None else left
            return None if left is None or right is None else [*left, *right]
        if isinstance(test, ir.Op) and test.sign in (ir.Sign.IS, ir.Sign.ONE_OF) and test.arguments[0] == _zone_of(slot):
            return self._zones(test.arguments[1], given)
        if isinstance(test, ir.Apply) and ir.Local(slot) in test.arguments:
            function = self.functions[test.function]
            own = {number: _meant(argument, given) for number, argument in enumerate(test.arguments)}
            return None if function is None else self._asked(function.value, test.arguments.index(ir.Local(slot)), own)
        return None

    def _zones(self, zone: ir.Expr, given: Given) -> list[Place]:
        families = list(self.words.families.values())
        if isinstance(zone, ir.Fold) and zone.kind == ir.FoldKind.LIST and zone.item is None:
            return self._zones(zone.source, given)
        if isinstance(zone, ir.ZoneOf):
            return [(families[zone.family], None if zone.of is None else _meant(zone.of, given))]
        if isinstance(zone, ir.All):
            return [(families[number], None) for number in zone.names]
        names = self.types[zone.slot].names if isinstance(zone, ir.Local) and not given else ()
        return [(family, None) for family in families if not names or family.name in names]

    def _anywhere(self) -> list[Place]:
        return [(family, None) for family in self.words.families.values()]


def _zone_of(slot: int) -> ir.Expr:
    return ir.Feature(ir.FeatureName.ZONE, ir.Local(slot))


def _meant(argument: ir.Expr, given: Given) -> ir.Expr | None:
    """What a value of a definition is where the definition is asked, if it is handed on as it is."""
    if not given:
        return argument
    return given.get(argument.slot) if isinstance(argument, ir.Local) else None


def by_place(source: ir.Expr, chooser: ir.Expr | None) -> ir.Expr:
    """The same cards, hidden ones in the order of their places, if they are not listed by where they lie already."""
    first = source
    while isinstance(first, ir.Fold) and first.kind == ir.FoldKind.LIST and first.item is None:
        first = first.source
    if isinstance(first, ir.Contents) and isinstance(first.of, ir.ZoneOf | ir.Local | ir.All | ir.Fold):
        return source
    return ir.Op(ir.Sign.PLACED, (source, chooser or ir.Const(None)))


def _chooser(node: ir.Choose | ir.PickMany) -> ir.Expr | None:
    """Whoever decides, if that is one player."""
    seats = node.seats
    return seats.arguments[0] if isinstance(seats, ir.Op) and seats.sign == ir.Sign.LISTED else None


def _picks(node: ir.Choose | ir.PickMany) -> list[Pick]:
    if isinstance(node, ir.PickMany):
        return [(node.slot, node.source, node.type)]
    return [pick for branch in node.branches for pick in branch.picks]
