"""Answers what an expression is worth now.

Takes a state, an expression of the IR and the places of the running function; returns a number, None, or a list of numbers.
Changes nothing and never waits. This is the meaning of the language, obvious before fast.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from .. import ir
from ..ir.analysis.effort import effort_of, values_in_circles
from ..ir.analysis.modifiers import Alike, alike_modifiers
from ..ir.features import FEATURES
from ..ir.gathering import FOLDS, SORTS, FoldEntry
from ..ir.limits import STEPS
from ..ir.operations import OPERATIONS, Operation
from ..ir.relations import RELATIONS
from ..ir.table import Table
from ..model.definition import Modifier
from .budget import need, spend, spend_patience
from .grouped import grouped
from .lying import LyingAlike, amounts_together
from .operations import ANSWERS, numbers_between, within
from .sight import by_place
from .state import State
from .trouble import OutOfRange
from .world import World

Places = list[Any]


class Evaluator:
    asks_together = True  # whether cards that do the same are asked once for all of them

    def __init__(self, world: World, state: State | None, counts: bool = False) -> None:
        self.world = world
        self.definition = world.definition
        self.state: State = state  # type: ignore[assignment]
        self.counts = counts
        self.patience = STEPS.most
        self.found: dict[Alike, Sequence[LyingAlike]] | None = None  # while a value is asked for or a list is gone through

    def spend(self, steps: int) -> None:
        """Count what cannot be told before it is asked; those who only look have patience of their own."""
        if self.counts:
            spend(self.state, steps)
        else:
            spend_patience(self, steps)

    def value(self, node: ir.Expr, places: Places) -> Any:
        if isinstance(node, ir.Local):  # by far the most frequent
            return places[node.slot]
        return EVALUATE[type(node)](self, node, places)

    def apply(self, function: int, arguments: Sequence[Any]) -> Any:
        """A function of the definition on its own places."""
        formula = self.definition.functions[function]
        places = list(arguments)
        if len(formula.slots) > len(places):
            places += [None] * (len(formula.slots) - len(places))
        try:
            return self.value(formula.value, places)
        except OutOfRange as problem:
            problem.function = function if problem.function is None else problem.function
            raise

    apply_for_all = apply  # the same, asked of one for many

    def things(self, node: ir.Expr, places: Places) -> tuple[Any, ...]:
        """A list; a single thing is a list of one, none a list of nothing."""
        value = self.value(node, places)
        if value is None:
            return ()
        return tuple(value) if isinstance(value, list | tuple) else (value,)

    def ranked(self, node: ir.Sort, things: Sequence[Any], places: Places) -> list[tuple[tuple[Any, ...], Any]]:
        """Things with what they are ordered by."""
        return [(key_of(self, node.slot, node.keys, thing, places), thing) for thing in things]

    # ---- computed values

    def computed(self, number: int, thing: int | None) -> Any:
        """A value now; one that may need itself is counted."""
        if thing is None and not self.definition.values[number].of.is_game:
            return None
        if number not in values_in_circles(self.definition):
            return self.through(lambda: self._changed(number, thing))
        return need(self.state, effort_of(self.definition).needed, lambda: self.through(lambda: self._changed(number, thing)))

    def _changed(self, number: int, thing: int | None) -> Any:
        """Its start, then what holds (the last one wins, flags add up), then what it gets, then its limits."""
        value = self.definition.values[number]
        result = self.apply(value.starts, (None, thing))
        is_flag = value.type.sort == ir.TypeSort.FLAG
        holds, gets = alike_modifiers(self.definition)[number]
        for amount, _ in self._amounts(holds, thing):
            result = (is_flag and result) or amount
        if result is None or is_flag:
            return result
        for amount, times in self._amounts(gets, thing):
            result += times * (amount or 0)
        result = within(result, value.starts)
        if value.at_least is not None and result < value.at_least:
            result = value.at_least
        if value.at_most is not None and result > value.at_most:
            result = value.at_most
        return result

    def _amounts(self, modifiers: Sequence[Alike], thing: int | None) -> Iterator[tuple[Any, int]]:
        """What everything that applies makes of a value, one after the other, and how many make the same of it."""
        for alike in modifiers:
            if alike.by_place and self.asks_together:
                yield from amounts_together(self, alike, thing)
            else:
                for modifier in alike.modifiers:
                    for carrier in self.carriers(modifier, thing):
                        if self.apply(modifier.applies, (None, carrier, thing)):
                            yield self.apply(modifier.amount, (None, carrier, thing)), 1

    def through(self, work: Callable[[], Any]) -> Any:
        """Ask for a value or go through a list: nothing changes meanwhile."""
        if self.found is not None:
            return work()
        self.found = {}
        try:
            return work()
        finally:
            self.forget()

    def forget(self) -> None:
        """From now on things may change."""
        self.found = None

    def carriers(self, modifier: Modifier, thing: int | None) -> tuple[int | None, ...]:
        """The cards whose `always` it is and that are not mute; the game itself is always there."""
        if modifier.carrier is None:
            return (None,)
        if modifier.own:
            if thing is None or self.world.row[thing] != modifier.carrier:
                return ()
            return () if self.muted(thing) else (thing,)
        cards = self.world.cards_of_row[modifier.carrier]
        return cards if self.definition.mute is None else tuple(card for card in cards if not self.muted(card))

    def muted(self, card: int) -> bool:
        mute = self.definition.mute
        return mute is not None and bool(self.state.read(mute, card))

    def by_place(self, cards: Sequence[int], seat: int | None) -> Sequence[int]:
        return by_place(self.state, cards, seat)

    def score(self, player: int | None) -> Any:
        """What a player scores now; nobody scores nothing."""
        score = self.definition.score
        if score is None:
            return 0
        return None if player is None else self.apply(score, (player, player))


# ---------------------------------------------------------------- a function for every node


def _read(run: Evaluator, node: ir.Read, places: Places) -> Any:
    if node.of is None:
        return run.state.variables[node.variable]
    return read_of(run, node, run.value(node.of, places))


def read_of(run: Evaluator, node: ir.Read, thing: Any) -> Any:
    return None if thing is None else run.state.variables[node.variable][thing]


def cell_of(run: Evaluator, node: ir.Cell, thing: Any) -> Any:
    return None if thing is None else run.world.cells[node.column][thing]


def by_row_of(run: Evaluator, node: ir.ByRow, thing: Any, places: Places) -> Any:
    if thing is None:
        return None
    wanted = run.world.row[thing] if node.sort == ir.ThingSort.CARD else thing
    function = next((function for row, function in node.table if row == wanted), None)
    return None if function is None else run.apply(function, (run.value(node.player, places), thing))


def feature_of(run: Evaluator, node: ir.Feature, thing: Any) -> Any:
    return None if thing is None else _FEATURES[node.name](run, thing)


_FEATURES = {name: entry.meaning for name, entry in FEATURES.items()}


def _op(run: Evaluator, node: ir.Op, places: Places) -> Any:
    return _OPERATIONS[node.sign](run, node.arguments, places)


def _operation(entry: Operation) -> Callable[[Evaluator, tuple[ir.Expr, ...], Places], Any]:
    """Asks for the arguments in their order, the second only if the first has not settled it, and answers."""
    answer, settled = ANSWERS[entry.sign], entry.settled_by

    def of_one(run: Evaluator, arguments: tuple[ir.Expr, ...], places: Places) -> Any:
        return answer(run.value(arguments[0], places))

    def of_two(run: Evaluator, arguments: tuple[ir.Expr, ...], places: Places) -> Any:
        return answer(run.value(arguments[0], places), run.value(arguments[1], places))

    def of_one_or_two(run: Evaluator, arguments: tuple[ir.Expr, ...], places: Places) -> Any:
        first = run.value(arguments[0], places)
        return int(settled) if bool(first) is settled else answer(first, run.value(arguments[1], places))

    def of_table(run: Evaluator, arguments: tuple[ir.Expr, ...], places: Places) -> Any:
        return answer(run, *[run.value(one, places) for one in arguments])

    if entry.of_table:
        return of_table
    return of_one if len(entry.takes) == 1 else of_two if settled is None else of_one_or_two


_OPERATIONS = {sign: _operation(entry) for sign, entry in OPERATIONS.items()}


def _either(run: Evaluator, node: ir.Either, places: Places) -> Any:
    return run.value(node.then if run.value(node.condition, places) else node.otherwise, places)


def _all(run: Evaluator, node: ir.All, places: Places) -> Any:
    world = run.world
    if node.sort == ir.ThingSort.PLAYER:
        return range(world.players)
    if node.sort == ir.ThingSort.ROW:
        return world.cards_of_row[node.names[0]]
    if node.sort == ir.ThingSort.MEMBER:
        return range(len(run.definition.types[node.names[0]].ids))
    groups = world.cards_of_kind if node.sort == ir.ThingSort.CARD else world.zones_of
    if len(node.names) == 1:
        return groups[node.names[0]]
    return [thing for name in node.names for thing in groups[name]]


def _place(run: Evaluator, node: ir.ZoneOf, places: Places) -> Any:
    parent = run.value(node.of, places) if node.of is not None else None
    number = run.value(node.number, places) if node.number is not None else 0
    return run.world.zone_at.get((node.family, parent, number))


def _contents(run: Evaluator, node: ir.Contents, places: Places) -> Any:
    zone = run.value(node.of, places)
    if zone is None:
        return ()
    if isinstance(zone, int):
        return run.state.zones[zone]
    return [card for one in zone for card in run.state.zones[one]]


def _numbers(run: Evaluator, node: ir.Numbers, places: Places) -> Any:
    return numbers_between(run.value(node.low, places), run.value(node.high, places))


def neighbours_of(run: Evaluator, node: ir.Beyond | ir.Spread, thing: Any) -> Any:
    """The one thing that a relation leads to, or all of them."""
    if isinstance(node, ir.Spread):
        return () if thing is None else _EVERY[node.relation, node.sort](run, thing)
    return None if thing is None else _NEAREST[node.relation, node.sort](run, thing)


def _checked(ask: Callable[[Table, int], Any]) -> Callable[[Table, int], Any]:
    return lambda run, thing: within(ask(run, thing))


_NEAREST = {
    key: _checked(entry.nearest) if entry.checked else entry.nearest for key, entry in RELATIONS.items() if entry.nearest
}
_EVERY = {key: entry.every for key, entry in RELATIONS.items() if entry.every}


def _reach(run: Evaluator, node: ir.Reach, places: Places) -> Any:
    start = run.value(node.start, places)
    if start is None:
        return ()
    player = run.value(node.player, places)
    among = run.value(node.among, places) if node.among is not None else None
    reached, seen = [start], {start}
    for zone in reached:
        for other in run.world.beside(zone) if among is None else among:
            if other not in seen and run.apply(node.function, (player, zone, other)):
                reached.append(other)
                seen.add(other)
    return reached


def _fold(run: Evaluator, node: ir.Fold, places: Places) -> Any:
    source = run.value(node.source, places) or ()
    entry = FOLDS[node.kind]
    if node.test is None and node.item is None:
        return _gathered(entry, source)
    if run.found is not None:
        value = _gone_through(run, node, entry, source, places)
    else:
        value = run.through(lambda: _gone_through(run, node, entry, source, places))
    places[node.slot] = None
    return value


def _gone_through(run: Evaluator, node: ir.Fold, entry: FoldEntry, source: Any, places: Places) -> Any:
    return _found(run, node, entry, source, places) if entry.stops else _gathered(entry, _asked(run, node, source, places))


def _found(run: Evaluator, node: ir.Fold, entry: FoldEntry, source: Any, places: Places) -> Any:
    """What is made of the first member that passes."""
    for thing in reversed(source) if entry.backwards else source:
        places[node.slot] = thing
        if node.test is None or run.value(node.test, places):
            return entry.hit(thing)
    return entry.miss


def _asked(run: Evaluator, node: ir.Fold, source: Any, places: Places) -> list[Any]:
    """What is asked of each member that passes."""
    asked = []
    for thing in source:
        places[node.slot] = thing
        if node.test is None or run.value(node.test, places):
            asked.append(thing if node.item is None else run.value(node.item, places))
    return asked


def _gathered(entry: FoldEntry, values: Any) -> Any:
    return within(entry.meaning(values)) if entry.checked else entry.meaning(values)


def key_of(run: Evaluator, slot: int, keys: tuple[tuple[ir.Expr, bool], ...], thing: Any, places: Places) -> tuple[Any, ...]:
    """What a thing is ordered by, smallest first; none comes last."""
    places[slot] = thing
    key = []
    for expr, most in keys:
        value = run.value(expr, places)
        key.append((1, 0) if value is None else (0, -value if most else value))
    places[slot] = None
    return tuple(key)


def _sort(run: Evaluator, node: ir.Sort, places: Places) -> Any:
    return SORTS[node.kind].meaning(run.ranked(node, run.things(node.source, places), places))


def _rank(run: Evaluator, node: ir.Rank, places: Places) -> Any:
    thing = run.value(node.of, places)
    if thing is None:
        return None
    mine = key_of(run, node.slot, node.keys, thing, places)
    others = run.things(node.source, places)
    return 1 + sum(key_of(run, node.slot, node.keys, other, places) < mine for other in others)


def _clockwise(run: Evaluator, node: ir.Clockwise, places: Places) -> Any:
    members = set(run.things(node.source, places))
    start = run.value(node.start, places) or 0
    first = start + 1 if node.after else start
    seats = [(first + offset) % run.world.players for offset in range(run.world.players)]
    return tuple(seat for seat in seats if seat in members)


def _grouped(run: Evaluator, node: ir.Grouped, places: Places) -> Any:
    cards, player = run.things(node.cards, places), run.value(node.player, places)
    which = run.value(node.which, places) if node.which is not None else None
    return grouped(run, node.grouping, node.part, cards, player, -1 if node.which is not None and which is None else which)


EVALUATE: dict[type, Callable[[Evaluator, Any, Places], Any]] = {
    ir.Const: lambda run, node, places: node.value,
    ir.Read: _read,
    ir.Setting: lambda run, node, places: run.world.options[node.option],
    ir.Cell: lambda run, node, places: cell_of(run, node, run.value(node.of, places)),
    ir.Feature: lambda run, node, places: feature_of(run, node, run.value(node.of, places)),
    ir.Computed: lambda run, node, places: run.computed(node.value, run.value(node.of, places)),
    ir.Apply: lambda run, node, places: run.apply(node.function, [run.value(argument, places) for argument in node.arguments]),
    ir.ByRow: lambda run, node, places: by_row_of(run, node, run.value(node.of, places), places),
    ir.Op: _op,
    ir.Either: _either,
    ir.All: _all,
    ir.ZoneOf: _place,
    ir.Contents: _contents,
    ir.Numbers: _numbers,
    ir.Beyond: lambda run, node, places: neighbours_of(run, node, run.value(node.of, places)),
    ir.Spread: lambda run, node, places: neighbours_of(run, node, run.value(node.of, places)),
    ir.Reach: _reach,
    ir.Fold: _fold,
    ir.Sort: _sort,
    ir.Rank: _rank,
    ir.Clockwise: _clockwise,
    ir.Score: lambda run, node, places: run.score(run.value(node.of, places)),
    ir.Grouped: _grouped,
}
