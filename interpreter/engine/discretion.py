"""Answers what an expression is worth, and notes whether a reader may know it.

Takes a state and a reader; evaluates as the reference does and notes when the answer hangs on something that the reader may
not see: the face of a hidden card, where a given face lies, a hidden variable. For words and reasons, never for rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Set
from dataclasses import replace
from functools import lru_cache
from typing import Any

from .. import ir
from ..ir.features import FEATURES, Tells
from ..ir.operations import OPERATIONS
from ..ir.relations import RELATIONS
from ..model.definition import Definition, Modifier
from .budget import spend_patience
from .reference.evaluate import Evaluator, Places
from .sight import EVERYTHING, can_read, can_see
from .state import State

Sighting = tuple[int, int | None]  # a card, and who saw it (None: everybody)


class Discreet(Evaluator):
    """Two positions that a reader cannot tell apart are evaluated in the same way up to the first thing that differs, and
    reading that is noted: `peeked` is the same in both, and so is the value wherever it is not `peeked`."""

    def __init__(self, state: State, reader: int | None, known: Set[Sighting] = frozenset()) -> None:
        super().__init__(state.world, state)
        self.reader = reader
        self.known = known
        self.peeked = False
        self._by_face: set[int] = set()
        self._nobody_hidden: set[tuple[int, int | None, int]] = set()  # where no hidden card would change a value
        self._asked: tuple[Places, Set[int]] = [], frozenset()
        self.asked_of_seen: ir.All | None = None  # cards of which no hidden one would pass the test that comes next

    def spend(self, steps: int) -> None:
        """All that is told between two decisions shares one patience."""
        spend_patience(self.state, steps)

    def asked(self, node: ir.Expr, places: Places, untold: Set[int] = frozenset()) -> tuple[Any, bool]:
        """What it is worth, and whether the reader may not know that; of some places it does not know what they hold."""
        self.peeked = False
        self._by_face.clear()
        self._nobody_hidden.clear()
        self._asked = places, untold
        found = self.value(node, places)
        return found, self.peeked

    def names_unseen(self, value: Any) -> bool:
        """Whether what was asked is a card that the reader does not see, and that is known by what is printed on it."""
        cards = value if isinstance(value, list | tuple | range) else (value,)
        return bool(self._by_face) and any(card in self._by_face and not self.sees(card) for card in cards)

    def recall(self, slot: int, places: Places) -> None:
        """What stands in a place of whoever asks may be unknown; functions have places of their own."""
        asking, untold = self._asked
        if slot in untold and places is asking:
            self.peeked = True

    def value(self, node: ir.Expr, places: Places) -> Any:
        watch = _WATCHED.get(type(node))
        return super().value(node if watch is None else watch(self, node, places), places)

    # ---- what the reader sees

    def sees(self, card: int) -> bool:
        """Whether the reader knows the face of a card, if only because no other card has such a back."""
        if (card, self.reader) in self.known or can_see(self.state, card, self.reader):
            return True
        return _faces_behind(self.definition)[self.definition.kinds[self.world.kind[card]].back] == 1

    def look_at_face(self, card: int | None) -> None:
        if card is not None and not self.sees(card):
            self.peeked = True

    def find(self, card: int | None) -> None:
        """Ask where a card lies. Of a place the reader may know that it holds a card, but not where a given face is."""
        if card in self._by_face:
            self.look_at_face(card)

    def find_owner(self, card: int | None) -> None:
        """Ask whose a card is: of most cards that hangs on where they lie, of others it is fixed and known."""
        if card is not None and self.world.owner[card] is None:
            self.find(card)

    def name_faces(self, cards: tuple[int, ...]) -> None:
        """From now on these cards are known by what is printed on them, not by where they lie."""
        self._by_face.update(cards)

    def read(self, variable: int, thing: int | None) -> None:
        if can_read(self.state, variable, thing, self.reader):
            return
        if self.definition.variables[variable].seen_by != "everyone" or (thing, self.reader) not in self.known:
            self.peeked = True

    # ---- what changes values

    def muted(self, card: int) -> bool:
        if self.definition.mute is not None:
            self.read(self.definition.mute, card)
        return super().muted(card)

    def carriers(self, modifier: Modifier, thing: int | None) -> tuple[int | None, ...]:
        """Every hidden card might be the one whose `always` it is: if it would count there, nobody may know the value."""
        if modifier.carrier is None:
            return (None,)
        if modifier.own:
            self.look_at_face(thing)
            return super().carriers(modifier, thing)
        back = self.definition.kinds[self.definition.rows[modifier.carrier][0]].back
        key = (id(modifier), thing, len(self._by_face))
        for card in range(self.world.cards) if key not in self._nobody_hidden else ():
            if self.peeked:
                return ()
            if self.definition.kinds[self.world.kind[card]].back == back and not self.sees(card):
                self.peeked = self._would_count(modifier, card, thing) or self.peeked
        if not self.peeked:
            self._nobody_hidden.add(key)
        return tuple(card for card in self.world.cards_of_row[modifier.carrier] if self.sees(card) and not self.muted(card))

    def _would_count(self, modifier: Modifier, card: int, thing: int | None) -> bool:
        return self._where_it_lies(card, lambda: self.apply(modifier.applies, (None, card, thing)))

    def would_pass(self, card: int, node: ir.Fold, places: Places) -> bool:
        """Whether a card would pass the test of a list."""
        assert node.test is not None
        test, places[node.slot] = node.test, card
        found = self._where_it_lies(card, lambda: self.value(test, places))
        places[node.slot] = None
        return found

    def _where_it_lies(self, card: int, ask: Callable[[], Any]) -> bool:
        """What is so of a card where it lies. Every hidden one is asked, so none of them by its face."""
        by_face, self._by_face = self._by_face, self._by_face - {card}
        found = bool(ask())
        self._by_face = by_face
        return found


@lru_cache(maxsize=32)
def _faces_behind(definition: Definition) -> Counter[str]:
    """How many different faces each back can have."""
    return Counter(definition.kinds[kind].back for kind, _ in definition.rows)


@lru_cache(maxsize=32)
def _kinds_behind(definition: Definition) -> Counter[str]:
    return Counter(kind.back for kind in definition.kinds)


def kinds_by_face(definition: Definition, node: ir.All) -> list[int]:
    """The kinds whose cards are chosen among others that look the same from behind."""
    if node.sort != "card":
        return []
    backs = {kind: definition.kinds[kind].back for kind in node.names}
    chosen = Counter(backs.values())
    return [kind for kind, back in backs.items() if chosen[back] < _kinds_behind(definition)[back]]


# ---------------------------------------------------------------- what each node looks at: the node, with its thing known


def _of(run: Discreet, node: Any, places: Places) -> tuple[Any, Any]:
    thing = run.value(node.of, places)
    return replace(node, of=ir.Const(thing)), thing


def _local(run: Discreet, node: ir.Local, places: Places) -> ir.Expr:
    run.recall(node.slot, places)
    return node


def _cell(run: Discreet, node: ir.Cell, places: Places) -> ir.Expr:
    found, thing = _of(run, node, places)
    if run.definition.columns[node.column].of.is_card:
        run.look_at_face(thing)
    return found  # type: ignore[no-any-return]


def _by_row(run: Discreet, node: ir.ByRow, places: Places) -> ir.Expr:
    found, thing = _of(run, node, places)
    if node.sort == "card":
        run.look_at_face(thing)
    return found  # type: ignore[no-any-return]


def _feature(run: Discreet, node: ir.Feature, places: Places) -> ir.Expr:
    found, thing = _of(run, node, places)
    match FEATURES[node.name].tells:
        case Tells.FACE:
            run.look_at_face(thing)
        case Tells.BACK if thing is not None:
            if _kinds_behind(run.definition)[run.definition.kinds[run.world.kind[thing]].back] > 1:
                run.look_at_face(thing)
        case Tells.OWNER:
            run.find_owner(thing)
        case Tells.WHERE:
            run.find(thing)
    return found  # type: ignore[no-any-return]


def _read(run: Discreet, node: ir.Read, places: Places) -> ir.Expr:
    if node.of is None:
        run.read(node.variable, None)
        return node
    found, thing = _of(run, node, places)
    if thing is not None:
        run.read(node.variable, thing)
    return found  # type: ignore[no-any-return]


def _neighbour(run: Discreet, node: ir.Beyond | ir.Spread, places: Places) -> ir.Expr:
    found, thing = _of(run, node, places)
    if RELATIONS[node.relation, node.sort].reads:
        run.find(thing)
    return found  # type: ignore[no-any-return]


def _all(run: Discreet, node: ir.All, places: Places) -> ir.Expr:
    """Cards of a row are chosen by their faces, and so are those of a kind unless all that look like them are chosen too."""
    if node is run.asked_of_seen:
        run.asked_of_seen = None
        return ir.Const(tuple(card for kind in node.names for card in run.world.cards_of_kind[kind] if run.sees(card)))
    if node.sort == "row":
        run.name_faces(run.world.cards_of_row[node.names[0]])
    for kind in kinds_by_face(run.definition, node):
        run.name_faces(run.world.cards_of_kind[kind])
    return node


def _fold(run: Discreet, node: ir.Fold, places: Places) -> ir.Expr:
    """Of cards that are chosen by face and by a test, a hidden one might be any of them: where one would pass where it lies,
    nobody may know who does; where none would, only those that the reader sees are asked."""
    source = node.source
    if node.test is None or not isinstance(source, ir.All) or not kinds_by_face(run.definition, source):
        return _one_of_many(run, node, places)
    backs = {run.definition.kinds[kind].back for kind in source.names}
    alike = [card for card in range(run.world.cards) if run.definition.kinds[run.world.kind[card]].back in backs]
    for card in alike:
        if not run.peeked and not run.sees(card):
            run.peeked = run.would_pass(card, node, places) or run.peeked
    run.asked_of_seen = source
    return node


def _one_of_many(run: Discreet, node: ir.Fold | ir.Sort, places: Places) -> ir.Expr:
    """The first or last of all cards goes by the order of their table, which is one of faces."""
    if node.kind in ("first", "last") and isinstance(node.source, ir.All) and node.source.sort == "card":
        run.name_faces(tuple(run.things(node.source, places)))
    return node


def _grouped(run: Discreet, node: ir.Grouped, places: Places) -> ir.Expr:
    """What is not told is not grouped: how long that takes would hang on hidden cards."""
    cards = run.things(node.cards, places)
    for card in cards:
        run.look_at_face(card)
    return ir.Const(0) if run.peeked else replace(node, cards=ir.Const(cards))


def _op(run: Discreet, node: ir.Op, places: Places) -> ir.Expr:
    if node.sign == "untold":
        owner = run.value(node.arguments[1], places)
        run.peeked = run.peeked or (run.reader != EVERYTHING and (owner is None or run.reader != owner))
    if not OPERATIONS[node.sign].reads:
        return node
    cards, *rest = (run.value(one, places) for one in node.arguments)
    for card in cards or ():
        if node.sign == "owned":
            run.find_owner(card)
        else:
            run.find(card)
    return ir.Op(node.sign, (ir.Const(tuple(cards or ())), *map(ir.Const, rest)))


_WATCHED: dict[type, Callable[[Discreet, Any, Places], ir.Expr]] = {
    ir.Local: _local,
    ir.Cell: _cell,
    ir.ByRow: _by_row,
    ir.Feature: _feature,
    ir.Read: _read,
    ir.Beyond: _neighbour,
    ir.Spread: _neighbour,
    ir.All: _all,
    ir.Fold: _fold,
    ir.Sort: _one_of_many,
    ir.Grouped: _grouped,
    ir.Op: _op,
}
