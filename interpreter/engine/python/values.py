"""Writes expressions as Python: statements where a loop is needed, and a short expression for the result.

Takes nodes of the IR and the names of a function's places. The source refers to things by number and to tables of `kit`, never
to a name or text of the definition; only the node kinds listed here are written.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from ... import ir
from ...ir.analysis.about import About, about, about_value, has_one, is_owned
from ...ir.analysis.none_ness import CAN_BE_NONE, Facts
from ...ir.gathering import FOLDS, SORTS
from ...ir.operations import LISTS
from ...ir.ranges import ANY, Bounds
from ...ir.walk import walk
from .guards import Guards

MOST_WRITTEN = 400  # nodes of it with all that it asks written out
MOST_INLINE = 40  # nodes of a function that is written out where it is asked


@dataclass(frozen=True)
class Scope:
    """The places of a function: how each is called in the source, whether it can be none, and whether it is a list."""

    names: dict[int, str]
    known: dict[int, int]
    many: dict[int, bool | None]
    about: dict[int, About] = field(default_factory=dict)
    zones: dict[str, str] = field(default_factory=dict)  # names of cards, each with the zone that it is known to lie in
    bounds: dict[int, Bounds] = field(default_factory=dict)  # what the numbers in places lie between, where that is known

    def with_place(self, slot: int, name: str, known: int, about: About = None, bounds: Bounds = ANY) -> Scope:
        names, knowing = {**self.names, slot: name}, {**self.known, slot: known}
        places = {**self.bounds, slot: bounds}
        return Scope(names, knowing, {**self.many, slot: False}, {**self.about, slot: about}, self.zones, places)

    def zone_of(self, node: ir.Expr) -> str | None:
        """The zone that a card is known to lie in."""
        return self.zones.get(self.names[node.slot]) if isinstance(node, ir.Local) else None


class Values(Guards):
    """Writes values and tests. Lists of players, cards and zones may come out as any Python sequence."""

    def __init__(self, facts: Facts) -> None:
        super().__init__(facts)
        self.batches: dict[str, str] = {}  # cards in a loop, each with the zone all of whose cards are asked for their values

    def can_be_none(self, node: ir.Expr, scope: Scope) -> bool:
        if isinstance(node, ir.Place) and node.of is not None and has_one(self.definition, node, self.about(node.of, scope)):
            return self.can_be_none(node.of, scope)
        return bool(self.facts.of(node, scope.known) & CAN_BE_NONE)

    def value(self, node: ir.Expr, scope: Scope) -> str:
        """Exactly what the reference evaluator answers."""
        if (isinstance(node, ir.Op) and node.sign in WRITE_TEST) or (isinstance(node, ir.Fold) and node.kind == "some"):
            return f"(1 if {self.test(node, scope)} else 0)"
        return str(WRITE[type(node)](self, node, scope))

    def test(self, node: ir.Expr, scope: Scope) -> str:
        """Something that Python takes for true when the value is neither none nor 0."""
        if isinstance(node, ir.Op) and node.sign in WRITE_TEST:
            return str(WRITE_TEST[node.sign](self, node, scope))
        if isinstance(node, ir.Apply) and self.is_inline(node.function):
            return self.inline(node, scope, self.test)
        if isinstance(node, ir.Feature) and node.name in ("face_up", "face_down"):
            card = self.named(node.of, scope)
            there = f"{card} is not None and " if self.can_be_none(node.of, scope) else ""
            return f"({there}{'not ' if node.name == 'face_down' else ''}{self.state('F')}[{card}])"
        return str(WRITE[type(node)](self, node, scope))

    def named(self, node: ir.Expr, scope: Scope) -> str:
        return self.atom(self.value(node, scope))

    def kept(self, node: ir.Expr, scope: Scope) -> str:
        """A value that is kept in a place or a variable: lists become tuples."""
        text = self.value(node, scope)
        many = self.is_many(node, scope)
        if many is False or isinstance(node, ir.Local | ir.Const) or text == "PLAYERS":
            return text
        return f"kept({text})" if many is None else f"tuple({text})"

    def things(self, node: ir.Expr, scope: Scope) -> str:
        """A list to go through: none is nothing, one thing is a list of one."""
        many = self.is_many(node, scope)
        if many is None:
            return f"things({self.value(node, scope)})"
        if many:
            return self.listed(node, scope)
        text = self.value(node, scope)
        if not self.can_be_none(node, scope):
            return f"({text},)"
        name = self.atom(text)
        return f"(() if {name} is None else ({name},))"

    def listed(self, node: ir.Expr, scope: Scope) -> str:
        """A list that a rule goes through; a choice that nobody could make has left none."""
        text = self.value(node, scope)
        return f"({text} or ())" if self.can_be_none(node, scope) else text

    def is_many(self, node: ir.Expr, scope: Scope) -> bool | None:
        """Whether a value is a list; None if only the game will tell."""
        if isinstance(node, ir.All | ir.Contents | ir.Numbers | ir.Spread | ir.Reach | ir.Clockwise):
            return True
        if isinstance(node, ir.Fold):
            return FOLDS[node.kind].gives_list
        if isinstance(node, ir.Sort):
            return SORTS[node.kind].gives_list
        if isinstance(node, ir.Op):
            return node.sign in LISTS
        if isinstance(node, ir.Const):
            return isinstance(node.value, tuple)
        if isinstance(node, ir.Cell):
            return self.definition.columns[node.column].type.many
        if isinstance(node, ir.Either):
            then, otherwise = self.is_many(node.then, scope), self.is_many(node.otherwise, scope)
            return then if then == otherwise else None
        if isinstance(node, ir.Apply):
            return self.is_many(self.definition.functions[node.function].value, Scope({}, {}, {}))
        if isinstance(node, ir.Local):
            return scope.many.get(node.slot)
        return None if isinstance(node, ir.ByRow | ir.Read) else False

    def about(self, node: ir.Expr, scope: Scope) -> About:
        """What kind of card or family of zone an expression can be, or those in a list."""
        return about(self.definition, node, scope.about)

    def is_owned(self, node: ir.Expr, scope: Scope) -> bool:
        """Whether a card belongs to the same player wherever it lies."""
        return is_owned(self.definition, self.about(node, scope))

    # ---- functions

    def is_inline(self, function: int) -> bool:
        """Whether a function is written out where it is asked: small, and not needing itself."""
        if function in self.facts.looping or len(self.inlined) > 6:
            return False
        small = sum(1 for _ in walk(self.definition.functions[function].value)) <= MOST_INLINE
        return small and self.facts.written_out.function(function) <= MOST_WRITTEN

    def inline(self, node: ir.Apply, scope: Scope, write: Callable[[ir.Expr, Scope], str]) -> str:
        function = self.definition.functions[node.function]
        arguments = [self.named(one, scope) for one in node.arguments]
        known = {slot: self.facts.of(one, scope.known) for slot, one in enumerate(node.arguments)}
        names = dict(enumerate(arguments)) | dict.fromkeys(range(len(arguments), 2), "None")
        known |= dict.fromkeys(range(len(arguments), 2), CAN_BE_NONE)
        self.inlined.append(node.function)
        many = {slot: self.is_many(one, scope) for slot, one in enumerate(node.arguments)}
        about = {slot: self.about(one, scope) for slot, one in enumerate(node.arguments)}
        bounds = {slot: self.bounds(one, scope.bounds) for slot, one in enumerate(node.arguments)}
        text = write(function.value, Scope(names, known, many, about, scope.zones, bounds))
        self.inlined.pop()
        return text

    def needs(self, node: ir.Expr, scope: Scope) -> tuple[str, ...]:
        """The names outside of an expression that it is made of, one for each time: together with the expression they say what
        is asked. Of a card whose zone is known, only the zone may be needed."""
        found: list[str] = []
        for one in walk(node, lambda inner: isinstance(inner, ir.Feature) and inner.name == "zone"):
            if isinstance(one, ir.Feature) and one.name == "zone":
                zone = scope.zone_of(one.of)
                found += [zone] if zone is not None else self.needs(one.of, scope)
            elif isinstance(one, ir.Local) and one.slot in scope.names:
                found.append(scope.names[one.slot])
        return tuple(found)

    def lying_in(self, zone: ir.Expr, node: ir.Fold, outside: Scope, inside: Scope) -> Scope:
        """In a loop over the cards of a zone it is known where they lie. Where each of them is asked for a value, the values
        are worked out together, before the loop."""
        text = self.value(zone, outside)
        if not text.isidentifier() or self.can_be_none(zone, outside):
            return inside
        name = inside.names[node.slot]
        if not any(isinstance(one, ir.Feature) and one.name in ("row", "kind") for one in walk(node.test)):
            self.batches[name] = text
        return replace(inside, zones={**inside.zones, name: text})

    def row_of(self, card: str, zone: str | None = None) -> str:
        """The cards of the zone that a card lies in."""
        return f"{self.state('Z')}[{zone or self.state('P') + f'[{card}]'}]"

    def remembered(self, node: ir.Expr, scope: Scope, work: Callable[[], str]) -> str:
        """In a loop of rules, what depends on one variable of many things only is worked out again when it has changed: the
        tuple of its values is another one then."""
        read = self.facts.reads(node)
        if read is None or self.in_loop or not self.repeats or self.facts.uses(node):
            return work()
        if self.definition.variables[read].of.is_game:
            return work()
        values, known = self.fresh(), self.fresh("w")
        self.write(f"{values} = {self.state('V')}[{read}]")
        shelf = self.shelf(known)
        if shelf:
            self.write(f"{known} = {shelf}[0]")
        with self.block(f"if {values} is not {known}[0]:" if shelf else f"if {values} is not {known}:"):
            result = self.atom(work())
            self.write(f"{known} = {shelf}[0] = ({values}, {result})" if shelf else f"{known} = {values}")
        if shelf:
            self.write(f"{result} = {known}[1]")
        return result

    def shelf(self, name: str) -> str:
        """Where something is remembered from one call of the function to the next; empty if nowhere."""
        return ""

    @property
    def repeats(self) -> bool:
        """Whether what is being written is carried out again and again."""
        return False

    def asked_again(self, node: ir.Expr, scope: Scope, work: Callable[[], str]) -> str:
        """What was asked before in the same words, and nothing has changed since, is not asked again."""
        needs = self.needs(node, scope)
        return self.again(f"{node} {needs}", needs, work)

    def hoisted(self, node: ir.Expr, scope: Scope, work: Callable[[], str]) -> str:
        """An expression that is dear, taken out of the loops that it does not depend on."""
        if self.in_loop and self.strays(node):
            return work()
        needs = self.needs(node, scope)
        return self.once(needs, f"{node} {needs}", work)

    def variable(self, number: int, many: bool) -> str:
        """A variable of the state; all the values of one that many things have are soon asked for again."""

        def work() -> str:
            return f"{self.state('V')}[{number}]"

        return self.once((), f"V {number}", work) if self.in_loop or not many else self.again(f"V {number}", (), work)

    # ---- numbered names of tables that `kit` makes

    def lookup(self, table: str, node: ir.Expr, scope: Scope) -> str:
        """A table of the world; a second one knows what is asked of none, too."""
        return f"{self.table(table, node, scope)}[{self.value(node, scope)}]"

    def table(self, name: str, node: ir.Expr, scope: Scope) -> str:
        return f"{name}_OR_NONE" if self.can_be_none(node, scope) else name

    def of_state(self, part: str, node: ir.Expr, scope: Scope, form: str = "{}[{}]") -> str:
        """A list of the state does not know none."""

        def work() -> str:
            name = self.state(part)
            text = self.value(node, scope)
            if not self.can_be_none(node, scope):
                return form.format(name, text)
            thing = self.atom(text)
            return f"(None if {thing} is None else {form.format(name, thing)})"

        return self.hoisted(node, scope, work)


# ---------------------------------------------------------------- a function for every node


def _local(writer: Values, node: ir.Local, scope: Scope) -> str:
    return scope.names[node.slot]


def _read(writer: Values, node: ir.Read, scope: Scope) -> str:
    variable = writer.variable(node.variable, many=node.of is not None)
    if node.of is None:
        return variable
    thing = writer.value(node.of, scope)
    if not writer.can_be_none(node.of, scope):
        return f"{variable}[{thing}]"
    thing = writer.atom(thing)
    return f"(None if {thing} is None else {variable}[{thing}])"


def _computed(writer: Values, node: ir.Computed, scope: Scope) -> str:
    batch = writer.batches.get(scope.names[node.of.slot]) if isinstance(node.of, ir.Local) else None
    is_known = writer.about(node.of, scope) == about_value(writer.definition, node.value)
    if batch is not None and is_known and not writer.strays(node):
        values = writer.once((batch,), f"batch {node.value} {batch}", lambda: f"b{node.value}(S, {batch})")
        return f"{values}[{writer.value(node.of, scope)}]"

    def work() -> str:
        return f"c{node.value}(S, {writer.value(node.of, scope)})"

    if not writer.in_loop:
        return writer.asked_again(node, scope, work)
    return writer.hoisted(node, scope, work) if node.value in writer.facts.plain_values else work()


def _apply(writer: Values, node: ir.Apply, scope: Scope) -> str:
    if writer.is_inline(node.function):
        return writer.inline(node, scope, writer.value)

    def work() -> str:
        return f"f{node.function}(S, {', '.join(writer.value(one, scope) for one in node.arguments)})"

    return writer.hoisted(node, scope, work) if node.function in writer.facts.plain_functions else work()


def _by_row(writer: Values, node: ir.ByRow, scope: Scope) -> str:
    thing, player = writer.named(node.of, scope), writer.named(node.player, scope)
    table = f"TABLE_{writer.facts.by_rows[node.sort, node.table]}"
    return f"(FUNC[{table}[{thing}]](S, {player}, {thing}) if {thing} in {table} else None)"


def _all(writer: Values, node: ir.All, scope: Scope) -> str:
    if node.sort == "player":
        return "PLAYERS"
    if node.sort == "row":
        return f"ROW_{node.names[0]}"
    if node.sort == "member":
        return f"MEMBERS_{node.names[0]}"
    table = "KIND" if node.sort == "card" else "FAMILY"
    if len(node.names) == 1:
        return f"{table}_{node.names[0]}"
    return "(" + " + ".join(f"{table}_{name}" for name in node.names) + ")"


def _score(writer: Values, node: ir.Score, scope: Scope) -> str:
    score = writer.definition.score
    if score is None:
        return "0"
    player = writer.named(node.of, scope)
    call = f"f{score}(S, {player}, {player})"
    return f"(None if {player} is None else {call})" if writer.can_be_none(node.of, scope) else call


def _grouped(writer: Values, node: ir.Grouped, scope: Scope) -> str:
    cards = writer.things(node.cards, scope)
    return f"grouped(S, {node.grouping}, {node.part.value!r}, {cards}, {writer.value(node.player, scope)})"


WRITE_TEST: dict[ir.Sign, Callable[[Any, Any, Scope], str]] = {}  # filled by `operations`
WRITE: dict[type, Callable[[Any, Any, Scope], str]] = {  # `places`, `signs` and `folds` add theirs
    ir.Const: lambda writer, node, scope: repr(node.value),
    ir.Local: _local,
    ir.Read: _read,
    ir.Setting: lambda writer, node, scope: f"OPTIONS[{node.option}]",
    ir.Cell: lambda writer, node, scope: writer.hoisted(
        node, scope, lambda: writer.lookup(f"CELL_{node.column}", node.of, scope)
    ),
    ir.Computed: _computed,
    ir.Apply: _apply,
    ir.ByRow: _by_row,
    ir.All: _all,
    ir.Numbers: lambda writer, node, scope: f"numbers({writer.value(node.low, scope)}, {writer.value(node.high, scope)})",
    ir.Clockwise: lambda writer, node, scope: (
        f"clockwise(PLAYERS, {writer.listed(node.source, scope)}, {writer.value(node.start, scope)}, {node.after})"
    ),
    ir.Score: _score,
    ir.Grouped: _grouped,
}
