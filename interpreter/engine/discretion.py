"""Answers what an expression is worth, and notes whether a reader may know it.

Takes a state and a reader; evaluates as the reference does and notes when the answer hangs on something that the reader may
not see: the face of a hidden card, where a given face lies, a hidden variable. For words and reasons, never for rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from functools import lru_cache, partial
from itertools import chain
from typing import Any

from .. import ir
from ..ir.analysis.modifiers import asked_of_place
from ..ir.features import FEATURES, Tells
from ..ir.operations import OPERATIONS
from ..ir.relations import RELATIONS
from ..model.definition import Definition, Modifier
from .behind import backs_of, backs_saying, cards_behind, faces_behind, kinds_behind, kinds_by_face
from .budget import spend_patience
from .evaluate import EVALUATE, Evaluator, Places, by_row_of, cell_of, feature_of, neighbours_of, read_of
from .grouped import grouped
from .operations import ANSWERS
from .sight import EVERYTHING, can_read, can_see
from .state import State

Sighting = tuple[int, int | None]  # a card, and who saw it (None: everybody)
HiddenCards = dict[tuple[int, int | None], list[int]]  # by their zone and whose they are


class Discreet(Evaluator):
    """Two positions that a reader cannot tell apart are evaluated in the same way up to the first thing that differs, and
    reading that is noted: `peeked` is the same in both, and so is the value wherever it is not `peeked`."""

    asks_together = False  # each card may be one that the reader does not see
    reads_rules = False  # whether what is printed on a card of a given name counts as known, wherever it lies

    def __init__(
        self, state: State, reader: int | None, known: Set[Sighting] = frozenset(), is_still: bool = False
    ) -> None:
        """`is_still` says that nothing changes between one question and the next."""
        super().__init__(state.world, state)
        self.is_still = is_still
        self.reader = reader
        self.known = known
        self.peeked = False
        self._by_face: set[int] = set()
        self._nobody_hidden: set[tuple[int, int | None, int]] = set()  # where no hidden card would change a value
        self._hidden: dict[str, HiddenCards] = {}
        self._seen: dict[int, bool] = {}
        self.from_behind: set[int] = set()  # cards of which only the back is told, or said what is printed there
        self._asked: tuple[Places, Set[int]] = [], frozenset()
        self.asked_of_seen: ir.All | None = None  # cards of which no hidden one would pass the test that comes next

    def spend(self, steps: int) -> None:
        """All that is told between two decisions shares one patience."""
        spend_patience(self.state, steps)

    def asked(self, node: ir.Expr, places: Places, untold: Set[int] = frozenset()) -> tuple[Any, bool]:
        """What it is worth, and whether the reader may not know that; of some places it does not know what they hold."""
        self.peeked = False
        self.from_behind.clear()
        self._by_face.clear()
        self._nobody_hidden.clear()
        self._asked = places, untold
        if not self.is_still:
            self._hidden.clear()
        value = self.value(node, places)
        return value, self.peeked

    def names_unseen(self, value: Any, type: ir.Type) -> bool:
        """Whether what was asked is a card that the reader does not see, and that is known by what is printed on it."""
        if type.sort is not ir.TypeSort.CARD:
            return False
        cards = value if isinstance(value, list | tuple | range) else (value,)
        return bool(self._by_face) and any(card in self._by_face and not self.sees(card) for card in cards)

    def recall(self, slot: int, places: Places) -> None:
        """What stands in a place of whoever asks may be unknown; functions have places of their own."""
        asking, untold = self._asked
        if slot in untold and places is asking:
            self.peeked = True

    def value(self, node: ir.Expr, places: Places) -> Any:
        return _MEANING[type(node)](self, node, places)

    # ---- what the reader sees

    def sees(self, card: int) -> bool:
        """Whether the reader knows the face of a card, if only because no other card has such a back."""
        if not self.is_still:
            return self._sees(card)
        is_seen = self._seen.get(card)
        if is_seen is None:
            is_seen = self._seen[card] = self._sees(card)
        return is_seen

    def _sees(self, card: int) -> bool:
        if (card, self.reader) in self.known or can_see(self.state, card, self.reader):
            return True
        return faces_behind(self.definition)[self.definition.backs[self.world.row[card]]] == 1

    def hidden_behind(self, back: str) -> HiddenCards:
        """The cards with a back whose faces the reader does not know, by where they lie and whose they are."""
        found = self._hidden.get(back)
        if found is None:
            found = self._hidden[back] = self._find_hidden(back)
        return found

    def _find_hidden(self, back: str) -> HiddenCards:
        lies_in, owner = self.state.lies_in, self.world.owner
        by_place: dict[tuple[int, int | None], list[int]] = {}
        for card in cards_behind(self.world, back):
            if not self.sees(card):
                by_place.setdefault((lies_in[card], owner[card]), []).append(card)
        return {lies: by_place[lies] for lies in sorted(by_place, key=lambda one: (one[0], -1 if one[1] is None else one[1]))}

    def look_at_face(self, card: int | None) -> None:
        if card is not None and not self.sees(card):
            self.peeked = True

    def look_at_cell(self, card: int | None, column: int) -> None:
        """Look at what is printed on a card: where it is the same on all that look alike from behind, the back says it."""
        if card is None or self.definition.backs[self.world.row[card]] not in backs_saying(self.definition, column):
            self.look_at_face(card)
        elif not self.sees(card):
            self.from_behind.add(card)

    def find(self, card: int | None) -> None:
        """Ask where a card lies. Of a place the reader may know that it holds a card, but not where a given face is."""
        if card in self._by_face:
            self.look_at_face(card)

    def lies_elsewhere(self, node: ir.Op, places: Places) -> bool:
        """Whether a card that is known by its face is not where it is looked for, because no hidden card that looks like it
        lies there: that the reader knows wherever it is."""
        asked, where = node.arguments
        assert isinstance(asked, ir.Feature)
        card = self.value(asked.of, places)
        if card is None or card not in self._by_face or self.sees(card):
            return False
        found = self.value(where, places)
        zones = found if isinstance(found, list | tuple | range) else (found,)
        return not any(zone in zones for zone, _ in self.hidden_behind(self.definition.backs[self.world.row[card]]))

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
        if self.definition.variables[variable].seen_by != ir.SeenBy.EVERYONE or (thing, self.reader) not in self.known:
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
        back = self.definition.backs[modifier.carrier]
        key = (id(modifier), thing, len(self._by_face))
        for card in self._in_question(modifier, back, thing) if key not in self._nobody_hidden else ():
            if self.peeked:
                return ()
            self.peeked = self._would_count(modifier, card, thing) or self.peeked
        if not self.peeked:
            self._nobody_hidden.add(key)
        return tuple(card for card in self.world.cards_of_row[modifier.carrier] if self.sees(card) and not self.muted(card))

    def _in_question(self, modifier: Modifier, back: str, thing: int | None) -> Iterator[int]:
        """The hidden cards that might count. What only asks where a card lies and whose it is, is asked once for all there."""
        asked = _asked_of_place(self.definition, modifier)
        size = len(self.definition.functions[modifier.applies].slots)
        for cards in self.hidden_behind(back).values():
            places: Places = [None, cards[0], thing, *[None] * (size - 3)]
            if self._where_it_lies(cards[0], partial(self._are_all_so, asked, places)):
                yield from cards

    def _are_all_so(self, nodes: tuple[ir.Expr, ...], places: Places) -> bool:
        return all(self.value(one, places) for one in nodes)

    def _would_count(self, modifier: Modifier, card: int, thing: int | None) -> bool:
        return self._where_it_lies(card, lambda: self.apply(modifier.applies, (None, card, thing)))

    def would_pass(self, card: int, node: ir.Fold, places: Places) -> bool:
        """Whether a card would pass the test of a list."""
        assert node.test is not None
        test, places[node.slot] = node.test, card
        passes = self._where_it_lies(card, lambda: self.value(test, places))
        places[node.slot] = None
        return passes

    def _where_it_lies(self, card: int, ask: Callable[[], Any]) -> bool:
        """What is so of a card where it lies. Every hidden one is asked, so none of them by its face."""
        by_face, self._by_face = self._by_face, self._by_face - {card}
        answer = bool(ask())
        self._by_face = by_face
        return answer


@lru_cache(maxsize=1024)
def _asked_of_place(definition: Definition, modifier: Modifier) -> tuple[ir.Expr, ...]:
    return asked_of_place(definition, modifier)


# ---------------------------------------------------------------- what each node looks at, and what it is worth


def _local(run: Discreet, node: ir.Local, places: Places) -> Any:
    run.recall(node.slot, places)
    return places[node.slot]


def _cell(run: Discreet, node: ir.Cell, places: Places) -> Any:
    thing = run.value(node.of, places)
    if run.definition.columns[node.column].of.is_card and not (run.reads_rules and is_named(node.of)):
        run.look_at_cell(thing, node.column)
    return cell_of(run, node, thing)


_ONE_OF_THEM = (ir.FoldKind.LIST, ir.FoldKind.FIRST, ir.FoldKind.LAST)


def is_named(node: ir.Expr) -> bool:
    """Whether a card is asked for by its name: what is printed on it is the same wherever it lies."""
    while isinstance(node, ir.Op) and node.sign in (ir.Sign.ITEM, ir.Sign.OWNED):
        node = node.arguments[0]
    while isinstance(node, ir.Fold) and node.kind in _ONE_OF_THEM and node.test is None and node.item is None:
        node = node.source
    return isinstance(node, ir.All) and node.sort is ir.ThingSort.ROW


def asks_where(node: ir.Op) -> bool:
    """Whether it is asked if a card lies in a zone, or in one of several."""
    first = node.arguments[0]
    return node.sign in (ir.Sign.IS, ir.Sign.ONE_OF) and isinstance(first, ir.Feature) and first.name is ir.FeatureName.ZONE


def _by_row(run: Discreet, node: ir.ByRow, places: Places) -> Any:
    thing = run.value(node.of, places)
    if node.sort == ir.ThingSort.CARD:
        run.look_at_face(thing)
    return by_row_of(run, node, thing, places)


def _feature(run: Discreet, node: ir.Feature, places: Places) -> Any:
    thing = run.value(node.of, places)
    match FEATURES[node.name].tells:
        case Tells.FACE:
            run.look_at_face(thing)
        case Tells.BACK if thing is not None:
            if len(kinds_behind(run.definition)[run.definition.backs[run.world.row[thing]]]) > 1:
                run.look_at_face(thing)
        case Tells.OWNER:
            run.find_owner(thing)
        case Tells.WHERE:
            run.find(thing)
    return feature_of(run, node, thing)


def _read(run: Discreet, node: ir.Read, places: Places) -> Any:
    if node.of is None:
        run.read(node.variable, None)
        return run.state.variables[node.variable]
    thing = run.value(node.of, places)
    if thing is not None:
        run.read(node.variable, thing)
    return read_of(run, node, thing)


def _neighbour(run: Discreet, node: ir.Beyond | ir.Spread, places: Places) -> Any:
    thing = run.value(node.of, places)
    if RELATIONS[node.relation, node.sort].reads:
        run.find(thing)
    return neighbours_of(run, node, thing)


def _all(run: Discreet, node: ir.All, places: Places) -> Any:
    """Cards of a row are chosen by their faces, and so are those of a kind unless all that look like them are chosen too."""
    if node is run.asked_of_seen:
        run.asked_of_seen = None
        return tuple(card for kind in node.names for card in run.world.cards_of_kind[kind] if run.sees(card))
    if node.sort == ir.ThingSort.ROW:
        run.name_faces(run.world.cards_of_row[node.names[0]])
    for kind in kinds_by_face(run.definition, node):
        run.name_faces(run.world.cards_of_kind[kind])
    return Evaluator.value(run, node, places)


def _fold(run: Discreet, node: ir.Fold, places: Places) -> Any:
    """Of cards that are chosen by face and by a test, a hidden one might be any of them: where one would pass where it lies,
    nobody may know who does; where none would, only those that the reader sees are asked."""
    source = node.source
    if node.test is None or not isinstance(source, ir.All) or not kinds_by_face(run.definition, source):
        return _one_of_many(run, node, places)
    for back in dict.fromkeys(chain.from_iterable(backs_of(run.definition)[kind] for kind in source.names)):
        for card in chain.from_iterable(run.hidden_behind(back).values()):
            if not run.peeked:
                run.peeked = run.would_pass(card, node, places) or run.peeked
    run.asked_of_seen = source
    return Evaluator.value(run, node, places)


def _one_of_many(run: Discreet, node: ir.Fold | ir.Sort, places: Places) -> Any:
    """The first or last of all cards goes by the order of their table, which is one of faces."""
    goes_by_order = node.kind in (ir.FoldKind.FIRST, ir.FoldKind.LAST, ir.SortKind.FIRST, ir.SortKind.LAST)
    if goes_by_order and isinstance(node.source, ir.All) and node.source.sort == ir.ThingSort.CARD:
        run.name_faces(tuple(run.things(node.source, places)))
    return Evaluator.value(run, node, places)


def _grouped(run: Discreet, node: ir.Grouped, places: Places) -> Any:
    """What is not told is not grouped: how long that takes would hang on hidden cards."""
    cards = run.things(node.cards, places)
    for card in cards:
        run.look_at_face(card)
    player, which = (run.value(one, places) if one is not None else None for one in (node.player, node.which))
    if run.peeked:
        return () if node.part.gives_list else 0
    return grouped(run, node.grouping, node.part, cards, player, which)


def _op(run: Discreet, node: ir.Op, places: Places) -> Any:
    if node.sign == ir.Sign.UNTOLD:
        owner = run.value(node.arguments[1], places)
        run.peeked = run.peeked or (run.reader != EVERYTHING and (owner is None or run.reader != owner))
    if asks_where(node) and run.lies_elsewhere(node, places):
        return False
    if not OPERATIONS[node.sign].reads:
        return Evaluator.value(run, node, places)
    given, *rest = (run.value(one, places) for one in node.arguments)
    cards = tuple(given or ())
    for card in cards:
        if node.sign == ir.Sign.OWNED:
            run.find_owner(card)
        else:
            run.find(card)
    return ANSWERS[node.sign](run, cards, *rest)


_MEANING: dict[type, Callable[[Any, Any, Places], Any]] = {
    **EVALUATE,
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
