"""Evaluates, and keeps every step on the way: what was asked, what it was worth, and what that was made of.

The steps are left by the evaluation itself, so a value and the account of it cannot differ. Only for those who ask why: rules
are never carried out with this, and where the reader may not know the value, nobody is told the steps.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from .. import ir
from ..ir.analysis.typing import Typing, single
from ..model.definition import Modifier
from .discretion import Discreet
from .evaluate import Evaluator, Places, key_of
from .grouped import NamedSets, sets_in
from .sight import EVERYTHING, can_see
from .state import State
from .trouble import STOPPING, OutOfRange, TooMuch

_WITH_MORE = (ir.Contents, ir.Fold, ir.Grouped, ir.Op, ir.Sort)
PASSED_ON = (ir.Sign.LISTED, ir.Sign.ITEM, ir.Sign.AT, ir.Sign.UNTOLD)  # what these are asked of is their value
_ONE_OF_THEM = (ir.FoldKind.LIST, ir.FoldKind.FIRST, ir.FoldKind.LAST)
_EXPLAINED = (ir.GroupingPart.WORTH, ir.GroupingPart.UNUSED)
MOST_NEAR = 300  # of so many things it is asked whether they would count but for one thing


@dataclass(frozen=True, slots=True)
class Called:
    """A function of the definition was asked, on these arguments."""

    function: int
    arguments: tuple[Any, ...]


@dataclass(slots=True)
class TracedStep:
    """One thing that was asked: an expression, or a function that an expression calls. `thing` is what the loop around it stood
    at, `function` the one in which it is written; None for what was asked from outside. `near` are things of which a loop that
    found nothing asks one thing too much, and that; `sets` those of a grouping, with its worth and pattern. Of one that
    `is_kept` the reader may know what it led to, but not what it is."""

    node: ir.Expr | Called
    function: int | None
    thing: Any = None
    value: Any = None
    parts: list[TracedStep] = field(default_factory=list)
    near: Sequence[tuple[Any, TracedStep]] = ()
    sets: NamedSets = ()
    is_kept: bool = False

    def part(self, node: ir.Expr | None) -> TracedStep | None:
        """What a part of this expression was worth; None if it was not asked."""
        return next((one for one in self.parts if one.node is node), None)

    def rounds(self, *nodes: ir.Expr | None) -> list[list[TracedStep]]:
        """What a loop asked of each thing it stood at, in its order: the first of these begins a round."""
        asked = [node for node in nodes if node is not None]
        rounds: list[list[TracedStep]] = []
        for one in self.parts:
            if one.node is asked[0]:
                rounds.append([one])
            elif any(one.node is node for node in asked):
                rounds[-1].append(one)
        return rounds

    @property
    def calls(self) -> list[tuple[Called, TracedStep]]:
        return [(one.node, one) for one in self.parts if isinstance(one.node, Called)]


@dataclass(frozen=True, slots=True, eq=False)
class Trace:
    """What an expression was worth, step by step. `types` are those of the places it was asked with, `secret` says whether the
    reader may not know any of it, and `hangs_on` the zone whose cards keep it from being known, if that may be told. `lies` is
    the zone of every card, `seen` are cards whose faces the reader knows. `names` are those of the places it was asked with,
    `given` with which members of types the rule was begun that asks, `of` whose number it is set to. Where something `is_kept`
    from this reader, another one may know more, and so does who sees a card that is told `from_behind`."""

    root: TracedStep
    types: tuple[ir.Type, ...]
    secret: bool
    hangs_on: int | None = None
    lies: tuple[int, ...] = ()
    seen: frozenset[int] = frozenset()
    names: tuple[str, ...] = ()
    given: tuple[tuple[int, ir.Type], ...] = ()
    is_kept: bool = False
    from_behind: frozenset[int] = frozenset()
    of: int | None = None

    def is_all_for(self, state: State, viewer: int | None) -> bool:
        """Whether a viewer who may know no more otherwise sees none of those cards."""
        return not any(can_see(state, card, viewer) for card in self.from_behind)


class Unknowable(Exception):
    """The reader may not know what is asked, and nobody wants to hear more of it."""

_GIVEN_UP: tuple[type[Exception], ...] = (Unknowable, *STOPPING)
MOST_STEPS = 100_000  # to look for a line everywhere on a board takes tens of thousands


class Tracer(Discreet):
    """Evaluates as the reference does; `asked_why` returns the steps, unless they are more than anybody could read."""

    reads_rules = True
    _around: TracedStep | None = None
    _function: int | None = None
    _hangs_on: int | None = None
    _has_kept = False
    gives_up = False  # at the first thing that the reader may not know
    unsettled: TracedStep | None = None  # a ranking that something hidden has settled

    def asked_why(
        self, node: ir.Expr, places: Places, types: Sequence[ir.Type], untold: Set[int] = frozenset()
    ) -> Trace:
        """The steps of an expression; of some of its places the reader does not know what they hold."""
        outside = self._around = TracedStep(node, None)
        self._types = types
        self.unsettled = self._hangs_on = None
        self._loops: list[tuple[ir.Fold, Any]] = []
        self._has_kept = False
        self._left = MOST_STEPS
        try:
            value, secret = self.asked(node, places, untold)
        except _GIVEN_UP:
            if not self.peeked:  # else whether it stops hangs on what the reader may not know
                raise
            value, secret = None, True
        self._around = None
        root = outside.parts[0]
        if secret and self.gives_up and self.unsettled is not None and _ends_at(root, self.unsettled):
            root, value, secret = self.unsettled, None, False
        secret = secret or self.names_unseen(value, Typing(self.definition, types).of(node))
        seen = frozenset(card for card in range(self.world.cards) if self.sees(card)) if not secret else frozenset()
        lies, behind = tuple(self.state.lies_in), frozenset(self.from_behind)
        return Trace(root, tuple(types), secret, self._hangs_on, lies, seen, is_kept=self._has_kept, from_behind=behind)

    def value(self, node: ir.Expr, places: Places) -> Any:
        around = self._around
        if around is None:
            return super().value(node, places)
        if self.peeked or not self._may_be_kept(around.node, node):
            return self._traced(around, node, places)
        by_face = set(self._by_face)
        value = None
        with suppress(Unknowable):
            value = self._told_or_kept(around, node, places)
        if not self.peeked:
            return value
        step = around.parts[-1]
        value = step.value = self._as_it_is(node, places)
        is_score = isinstance(node, ir.Score)
        step.parts, step.is_kept = step.parts[: int(is_score)], not is_score
        self._has_kept = True
        self.peeked, self._by_face, self._hangs_on = False, by_face, None
        self._nobody_hidden.clear()
        return value

    def _told_or_kept(self, around: TracedStep, node: ir.Expr, places: Places) -> Any:
        """What it is worth; whether it cannot be worked out hangs on the same as that."""
        try:
            return self._traced(around, node, places)
        except STOPPING:
            if self.peeked:
                raise Unknowable from None
            raise

    def _as_it_is(self, node: ir.Expr, places: Places) -> Any:
        """What it is worth, whoever may know that; nothing, where it cannot be worked out."""
        with suppress(*STOPPING):
            return Evaluator(self.world, self.state).value(node, list(places))
        return None

    def _may_be_kept(self, around: ir.Expr | Called, node: ir.Expr) -> bool:
        """Whether the rest may be told if the reader may not know this: a later key of a ranking settles only what is level."""
        return is_key(around, node, 1)

    def _settles(self, node: ir.Sort, ranking: TracedStep) -> bool:
        """Whether keys that the reader may not know have settled a ranking: those before them leave somebody level."""
        asked = ranking.rounds(*[key for key, _ in node.keys])
        kept = [number for one in asked for number, key in enumerate(one) if key.is_kept]
        if not kept:
            return False
        known = {one[0].thing: tuple(key.value for key in one[: min(kept)]) for one in asked}
        found = ranking.value if isinstance(ranking.value, tuple) else (ranking.value,)
        ranks = list(known.values())
        return any(ranks.count(known[thing]) > 1 for thing in found if thing in known)

    def _traced(self, around: TracedStep, node: ir.Expr, places: Places) -> Any:
        self._left -= 1
        if self._left < 0:
            raise TooMuch
        step = TracedStep(node, self._function, stands_at(around.node, node, places))
        around.parts.append(step)
        if type(node) is ir.Const:  # nothing is asked for it
            step.value = node.value
            return node.value
        self._around = step
        is_round = step.thing is not None and type(around.node) is ir.Fold
        if is_round:
            self._loops.append((around.node, step.thing))  # type: ignore[arg-type]
        try:
            value = super().value(node, places)
        finally:
            self._around = around
            if is_round:
                self._loops.pop()
        step.value = tuple(value) if isinstance(value, list | range) else value
        if type(node) in _WITH_MORE:
            self._ask_more(node, step, places)
        if self.peeked and self.gives_up:
            raise Unknowable
        return value

    def _ask_more(self, node: ir.Expr, step: TracedStep, places: Places) -> None:
        """What the rules need not ask, and whoever asks why wants to hear."""
        match node:
            case ir.Fold() if not step.value and self.reader == EVERYTHING:
                step.near = self._near(node, step, places)
            case ir.Grouped() if node.part in _EXPLAINED and not self.peeked:
                step.sets = self._sets(node, step)
            case ir.Op(ir.Sign.AND) if not step.value and not self._loops:
                self._ask_the_rest(node, step, places)
            case ir.Contents():
                self.from_behind.update(card for card in step.value if not self.sees(card))
            case ir.Sort() if not self.peeked and self._settles(node, step):
                self.peeked = True
                if not self._is_of_cards(node):
                    step.value, self.unsettled = None, step

    def ranked(self, node: ir.Sort, things: Sequence[Any], places: Places) -> list[tuple[tuple[Any, ...], Any]]:
        """A later key is asked only of those whom the keys before it leave level, and none after one that the reader may not
        know."""
        if (around := self._around) is None:
            return super().ranked(node, things, places)
        first, keys, level = len(around.parts), [()] * len(things), list(range(len(things)))
        asked: list[list[TracedStep]] = [[] for _ in things]
        for key in node.keys:
            for place in level:
                keys[place] += key_of(self, node.slot, (key,), things[place], places)
                asked[place].append(around.parts[-1])
            if any(asked[place][-1].is_kept for place in level):
                with suppress(*STOPPING):
                    keys = [one for one, _ in Evaluator(self.world, self.state).ranked(node, things, list(places))]
                break
            counts = Counter(keys)
            level = [place for place in level if counts[keys[place]] > 1]
        around.parts[first:] = chain.from_iterable(asked)
        return list(zip(keys, things, strict=True))

    def _is_of_cards(self, node: ir.Sort) -> bool:
        """Whether what is ranked may be known by its face."""
        types = self._types if self._function is None else self.definition.functions[self._function].slots
        return single(Typing(self.definition, types).of(node)).sort is ir.TypeSort.CARD

    def _sets(self, node: ir.Grouped, step: TracedStep) -> NamedSets:
        cards, player = step.part(node.cards), step.part(node.player)
        assert cards is not None and player is not None
        around, self._around = self._around, None
        sets = sets_in(self, node.grouping, cards.value or (), player.value)
        self._around = around
        return sets

    def _ask_the_rest(self, node: ir.Op, step: TracedStep, places: Places) -> None:
        """Rules stop at the first thing that is not so; whoever asks why hears of the others as well, if they may know them."""
        if self.peeked or step.part(node.arguments[1]) is not None:
            return
        around, self._around = self._around, step
        by_face, is_known = set(self._by_face), False
        with suppress(Unknowable, *STOPPING):
            self.value(node.arguments[1], places)
            is_known = not self.peeked
        if not is_known:
            step.parts.pop()
        self._around, self.peeked, self._by_face, self._hangs_on = around, False, by_face, None

    def _near(self, node: ir.Fold, loop: TracedStep, places: Places) -> list[tuple[Any, TracedStep]]:
        """Rules stop at the first thing that is not so; whoever sees all is told where all the others would be."""
        source, tests = loop.part(node.source), _all_of(node.test)
        near: list[tuple[Any, TracedStep]] = []
        around, self._around = self._around, TracedStep(node, self._function)
        for thing in (source.value or ())[:MOST_NEAR] if source is not None and len(tests) > 1 else ():
            places[node.slot] = thing
            self._around.parts.clear()
            with suppress(OutOfRange):
                for test in tests:
                    self.value(test, places)
                missed = [one for one in self._around.parts if not one.value]
                near += [(thing, missed[0])] if len(missed) == 1 else []
        places[node.slot] = None
        self._around = around
        return near

    def apply(self, function: int, arguments: Sequence[Any]) -> Any:
        around, inside = self._around, self._function
        if around is None:
            return super().apply(function, arguments)
        step = TracedStep(Called(function, tuple(arguments)), inside)
        around.parts.append(step)
        self._around, self._function = step, function
        try:
            step.value = super().apply(function, arguments)
        finally:
            self._around, self._function = around, inside
        return step.value

    def look_at_face(self, card: int | None) -> None:
        had_peeked = self.peeked
        super().look_at_face(card)
        if self.peeked and not had_peeked:
            self._hangs_on = self._zone_gone_through(card)

    def _zone_gone_through(self, card: int | None) -> int | None:
        """The zone of a card that was come to by going through what lies in a zone: that one does so is the same wherever the
        faces lie. Of a card that was come to by its face nobody may say where it is."""
        for fold, thing in reversed(self._loops):
            if thing == card and card is not None:
                source = fold.source
                while isinstance(source, ir.Fold) and source.kind == ir.FoldKind.LIST and source.item is None:
                    source = source.source
                return self.state.lies_in[card] if isinstance(source, ir.Contents) else None
        return None

    def carriers(self, modifier: Modifier, thing: int | None) -> tuple[int | None, ...]:
        """Whether a hidden card would count is asked for discretion's sake and is no part of the value."""
        around, self._around = self._around, None
        try:
            return super().carriers(modifier, thing)
        finally:
            self._around = around

    def would_pass(self, card: int, node: ir.Fold, places: Places) -> bool:
        """Neither is whether a hidden card would pass a test."""
        around, self._around = self._around, None
        try:
            return super().would_pass(card, node, places)
        finally:
            self._around = around


def _ends_at(step: TracedStep, ranking: TracedStep) -> bool:
    """Whether an evaluation that was given up at a ranking would only have passed on what that found."""
    while step is not ranking:
        if not step.parts or not _passes_on(step.node, step.parts[-1].node):
            return False
        step = step.parts[-1]
    return True


def _passes_on(node: ir.Expr | Called, part: ir.Expr | Called) -> bool:
    match node:
        case Called():
            return True
        case ir.Apply():
            return isinstance(part, Called)
        case ir.Either():
            return part is not node.condition
        case ir.Op():
            return node.sign in PASSED_ON and part is node.arguments[0]
        case ir.Fold():
            return node.kind in _ONE_OF_THEM and node.test is None and node.item is None
    return False


def is_look_up(node: ir.Expr) -> bool:
    """Whether it is a number out of a table of the game, at a place that is asked for: `prey_vp(number of tiles)`."""
    if not isinstance(node, ir.Op) or node.sign is not ir.Sign.ITEM:
        return False
    table, place = node.arguments
    is_table = isinstance(table, ir.Const) and table.type.sort is ir.TypeSort.NUMBER
    return is_table and isinstance(place, ir.Op) and place.sign is ir.Sign.SUBTRACT


def is_key(around: ir.Expr | Called, node: ir.Expr, first: int = 0) -> bool:
    """Whether a ranking goes by this; from its first key on, or a later one."""
    return type(around) is ir.Sort and any(node is key for key, _ in around.keys[first:])


def _all_of(test: ir.Expr | None) -> list[ir.Expr]:
    """What must all be so, one after the other."""
    if isinstance(test, ir.Op) and test.sign == ir.Sign.AND:
        return [one for side in test.arguments for one in _all_of(side)]
    return [] if test is None else [test]


def stands_at(around: ir.Expr | Called, node: ir.Expr, places: Places) -> Any:
    """What a loop stands at while it asks something of each thing."""
    kind = type(around)
    if kind is ir.Fold and (node is around.test or node is around.item):  # type: ignore[union-attr]
        return places[around.slot]  # type: ignore[union-attr]
    if (kind is ir.Sort or kind is ir.Rank) and any(node is key for key, _ in around.keys):  # type: ignore[union-attr]
        return places[around.slot]  # type: ignore[union-attr]
    return None
