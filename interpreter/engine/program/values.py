"""Lowers expressions: nodes of the IR become expressions of the small program.

Refers to things by number and to tables of the runtime, never to a name or text of the definition; only the node kinds listed
here and in `zones`, `operations` and `loops` are lowered.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ... import ir
from ...ir.analysis.about import About, about, has_one, is_owned
from ...ir.analysis.none_ness import CAN_BE_NONE, HOLDS_NONE, Facts
from ...ir.gathering import FOLDS, SORTS
from ...ir.limits import NUMBER
from ...ir.operations import LISTS
from ...ir.ranges import Bounds
from ...ir.walk import walk
from ...model.definition import Definition
from . import nodes as code
from .inspection import assigned, names_read
from .scope import CodeScope

MOST_WRITTEN = 400  # nodes of it with all that it asks written out
MOST_INLINE = 40  # nodes of a function that is written out where it is asked
Use = Callable[[code.Expression], code.Expression]  # what is made of a thing
_LISTS = (ir.All, ir.Contents, ir.Numbers, ir.Spread, ir.Reach, ir.Clockwise)


class Values:
    """Lowers values and tests of one function, and hands out its temporaries."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.definition: Definition = facts.definition
        self.inlined: list[int] = []
        self.computing: list[int] = []  # values that are being written out where they are asked
        self.within: int | None = None  # the function that is being lowered, if it is one
        self.guarded: frozenset[str] = frozenset()  # names of which something is asked only under a condition
        self._names = 0

    # ---- temporaries

    def fresh(self, letter: str = "t") -> code.Name:
        self._names += 1
        return code.Name(f"{letter}{self._names}")

    def named(self, value: code.Expression, use: Use) -> code.Expression:
        """What is made of a value that is needed more than once."""
        if code.is_simple(value):
            return use(value)
        name = self.fresh()
        return code.Do((code.Assign((name.id,), value, True),), use(name))

    def all_named(self, values: list[code.Expression], use: Callable[..., code.Expression]) -> code.Expression:
        kept, names = self.held(*values)
        return code.Do(kept, use(*names)) if kept else use(*names)

    def held(self, *values: code.Expression) -> tuple[code.Body, list[code.Expression]]:
        """Statements that put values where they can be asked for again, and the names they have then."""
        names, kept = [], []
        for value in values:
            names.append(value if code.is_simple(value) else self.fresh())
            if isinstance(names[-1], code.Name) and names[-1] is not value:
                kept.append(code.Assign((names[-1].id,), value, True))
        return tuple(kept), names

    # ---- expressions

    def value(self, node: ir.Expr, scope: CodeScope) -> code.Expression:
        """Exactly what the reference evaluator answers."""
        if is_logic(node):
            return code.flag(self.test(node, scope))
        return LOWER[type(node)](self, node, scope)

    def values(self, nodes: tuple[ir.Expr, ...], scope: CodeScope) -> list[code.Expression]:
        return [self.value(one, scope) for one in nodes]

    def test(self, node: ir.Expr, scope: CodeScope) -> code.Expression:
        """Something that is true when the value is neither none nor 0."""
        if isinstance(node, ir.Op) and node.sign in LOWER_TEST:
            return LOWER_TEST[node.sign](self, node, scope)
        if isinstance(node, ir.Apply) and self.is_inline(node.function):
            return self.inline(node, scope, self.test)
        return code.as_test(LOWER[type(node)](self, node, scope))

    def unless_none(
        self,
        node: ir.Expr,
        scope: CodeScope,
        use: Use,
        nothing: code.Expression = code.NONE,
    ) -> code.Expression:
        """What is made of a thing, or `nothing` if there is no such thing. Where it is told why there may be none, that is what
        is looked at."""
        if not self.can_be_none(node, scope):
            return use(self.value(node, scope))
        use = self._under_a_condition(use)
        if isinstance(node, ir.Op) and node.sign == ir.Sign.OF_FAMILY:
            is_family, zone = self.of_family(node, scope)
            return self.named(zone, lambda name: code.Select(is_family(name), use(name), nothing))
        if isinstance(node, ir.ZoneOf) and self.has_one(node, scope):
            assert node.of is not None
            of = code.Table(f"FIRST_{node.family}")
            return self.unless_none(node.of, scope, lambda thing: use(code.Load(of, thing)), nothing)
        if isinstance(node, ir.Cell) and not self.facts.columns[node.column] & CAN_BE_NONE:
            cells = code.Table(f"CELL_{node.column}")
            return self.unless_none(node.of, scope, lambda thing: use(code.Load(cells, thing)), nothing)
        if isinstance(node, ir.Fold) and is_end(node) and not self.facts.of(node.source, scope.known) & HOLDS_NONE:
            end = code.Literal(0 if node.kind == ir.FoldKind.FIRST else -1)
            things = self.listed(node.source, scope)
            return self.named(things, lambda name: code.Select(name, use(code.Load(name, end)), nothing))
        return self.named(self.value(node, scope), lambda thing: code.Select(code.is_none(thing), nothing, use(thing)))

    def _under_a_condition(self, use: Use) -> Use:
        def guarded(thing: code.Expression) -> code.Expression:
            outside = self.guarded
            self.guarded = outside | names_read(thing)
            made = use(thing)
            self.guarded = outside
            return made

        return guarded

    def of_family(
        self, node: ir.Op, scope: CodeScope
    ) -> tuple[Callable[[code.Expression], code.Expression], code.Expression]:
        """Whether a zone is of a family, and that zone; none is of no family."""
        family, wanted = self.table("FAMILY", node.arguments[0], scope), self.value(node.arguments[1], scope)
        return lambda name: code.Binary("==", code.Load(family, name), wanted), self.value(node.arguments[0], scope)

    def has_one(self, node: ir.ZoneOf, scope: CodeScope) -> bool:
        """Whether everything that it can be asked of has such a zone."""
        return node.number is None and node.of is not None and has_one(self.definition, node, self.about(node.of, scope))

    def kept(self, node: ir.Expr, scope: CodeScope) -> code.Expression:
        """A value that is kept in a place or a variable: lists become tuples."""
        value = self.value(node, scope)
        many = self.is_many(node, scope)
        if many is False or code.is_simple(value):
            return value
        return code.Call("kept" if many is None else "tuple", (value,))

    def things(self, node: ir.Expr, scope: CodeScope) -> code.Expression:
        """A list to go through: none is nothing, one thing is a list of one."""
        many = self.is_many(node, scope)
        if many is None:
            return code.Call("things", (self.value(node, scope),))
        if many:
            return self.listed(node, scope)
        value = self.value(node, scope)
        if not self.can_be_none(node, scope):
            return code.Items("tuple", (value,))
        return self.named(value, lambda thing: code.Select(code.is_none(thing), code.EMPTY, code.Items("tuple", (thing,))))

    def listed(self, node: ir.Expr, scope: CodeScope) -> code.Expression:
        """A list that a rule goes through; a choice that nobody could make has left none."""
        value = self.value(node, scope)
        return code.Logic("or", (value, code.EMPTY)) if self.can_be_none(node, scope) else value

    # ---- what is known

    def can_be_none(self, node: ir.Expr, scope: CodeScope) -> bool:
        if isinstance(node, ir.ZoneOf) and node.of is not None and self.has_one(node, scope):
            return self.can_be_none(node.of, scope)
        return bool(self.facts.of(node, scope.known) & CAN_BE_NONE)

    def is_many(self, node: ir.Expr, scope: CodeScope) -> bool | None:
        """Whether a value is a list; None if only the game will tell."""
        if isinstance(node, ir.Local):
            return scope.many.get(node.slot)
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
            return self.is_many(self.definition.functions[node.function].value, CodeScope({}, {}, {}))
        if isinstance(node, ir.Grouped):
            return node.part.gives_list
        return None if isinstance(node, ir.ByRow | ir.Read) else isinstance(node, _LISTS)

    def about(self, node: ir.Expr, scope: CodeScope) -> About:
        """What kind of card or family of zone an expression can be, or those in a list."""
        return about(self.definition, node, scope.about)

    def is_owned(self, node: ir.Expr, scope: CodeScope) -> bool:
        """Whether a card belongs to the same player wherever it lies."""
        return is_owned(self.definition, self.about(node, scope))

    def bounds(self, node: ir.Expr, scope: CodeScope) -> Bounds:
        return self.facts.numbers_of.of(node, scope.bounds)

    def strays(self, node: Any) -> bool:
        """Whether asking for something could stop the rules: then it is asked exactly when its turn has come."""
        return self.facts.numbers_of.strays(node)

    def checked(self, name: code.Name) -> code.Body:
        """Rules go on only with a number that is not too large; told is the definition in which it came up."""
        function = self.inlined[-1] if self.inlined else self.within
        is_small = code.Logic(
            "and", (code.Binary("<=", code.Literal(-NUMBER.most), name), code.Binary("<=", name, code.Literal(NUMBER.most)))
        )
        return (code.If(code.Not(is_small), (code.Check(code.Call("out_of_range", (code.Literal(function),))),)),)

    # ---- functions

    def is_inline(self, function: int) -> bool:
        """Whether a function is written out where it is asked: small, and not needing itself."""
        if function in self.facts.looping or len(self.inlined) > 6:
            return False
        small = sum(1 for _ in walk(self.definition.functions[function].value)) <= MOST_INLINE
        return small and self.facts.written_out.function(function) <= MOST_WRITTEN

    def inline(
        self, node: ir.Apply, scope: CodeScope, lower: Callable[[ir.Expr, CodeScope], code.Expression]
    ) -> code.Expression:
        kept, arguments = self.held(*self.values(node.arguments, scope))
        missing = range(len(arguments), 2)
        inner = CodeScope(
            dict(enumerate(arguments)) | dict.fromkeys(missing, code.NONE),
            {slot: self.facts.of(one, scope.known) for slot, one in enumerate(node.arguments)}
            | dict.fromkeys(missing, CAN_BE_NONE),
            {slot: self.is_many(one, scope) for slot, one in enumerate(node.arguments)},
            {slot: self.about(one, scope) for slot, one in enumerate(node.arguments)},
            {slot: self.bounds(one, scope) for slot, one in enumerate(node.arguments)},
            scope.zones,
            scope.loop,
        )
        self.inlined.append(node.function)
        result = lower(self.definition.functions[node.function].value, inner)
        self.inlined.pop()
        return code.Do(kept, result) if kept else result

    # ---- what is asked once

    def shared(self, node: ir.Expr, scope: CodeScope, value: code.Expression, is_dear: bool = False) -> code.Shared:
        """What is asked in the same words of the same names is the same, as long as nothing changes."""
        names = names_read(value) - assigned(value)
        key, is_guarded = (node, self.needs(node, scope)), not names.isdisjoint(self.guarded)
        return code.Shared(key, names, value, is_dear, not self.strays(node), is_guarded)

    def needs(self, node: ir.Expr, scope: CodeScope) -> tuple[code.Expression, ...]:
        """What an expression is made of from outside, one for each time: together with the expression they say what is asked.
        Of a card whose zone is known, only the zone may be needed."""
        needed: list[code.Expression] = []
        for one in walk(node, lambda inner: isinstance(inner, ir.Feature) and inner.name == ir.FeatureName.ZONE):
            if isinstance(one, ir.Feature) and one.name == ir.FeatureName.ZONE:
                zone = scope.zone_of(one.of)
                needed += [zone] if zone is not None else self.needs(one.of, scope)
            elif isinstance(one, ir.Local) and one.slot in scope.names:
                needed.append(scope.names[one.slot])
        return tuple(needed)

    def variable(self, number: int, many: bool) -> code.Shared:
        """A variable of the state; all the values of one that many things have are soon asked for again."""
        return code.Shared(("V", number), frozenset(), code.Load(code.Part("V"), code.Literal(number)), many)

    # ---- tables

    def lookup(self, table: str, node: ir.Expr, scope: CodeScope) -> code.Expression:
        """A table of the world that knows nothing of none."""
        return self.unless_none(node, scope, lambda thing: code.Load(code.Table(table), thing))

    def lookup_or_none(self, table: str, node: ir.Expr, scope: CodeScope) -> code.Expression:
        """A table of the world; a second one knows what is asked of none, too."""
        return code.Load(self.table(table, node, scope), self.value(node, scope))

    def table(self, name: str, node: ir.Expr, scope: CodeScope) -> code.Table:
        return code.Table(f"{name}_OR_NONE" if self.can_be_none(node, scope) else name)


def is_end(node: ir.Fold) -> bool:
    """The first or last thing of a list as it is."""
    return node.kind in (ir.FoldKind.FIRST, ir.FoldKind.LAST) and node.test is None and node.item is None


def is_logic(node: ir.Expr) -> bool:
    return (isinstance(node, ir.Op) and node.sign in LOWER_TEST) or (
        isinstance(node, ir.Fold) and node.kind == ir.FoldKind.SOME
    )


# ---------------------------------------------------------------- a function for every node


def _const(ask: Values, node: ir.Const, scope: CodeScope) -> code.Expression:
    return code.Literal(node.value)


def _local(ask: Values, node: ir.Local, scope: CodeScope) -> code.Expression:
    return scope.names[node.slot]


def _read(ask: Values, node: ir.Read, scope: CodeScope) -> code.Expression:
    variable = ask.variable(node.variable, node.of is not None)
    return variable if node.of is None else ask.unless_none(node.of, scope, lambda thing: code.Load(variable, thing))


def _setting(ask: Values, node: ir.Setting, scope: CodeScope) -> code.Expression:
    return code.Load(code.Table("OPTIONS"), code.Literal(node.option))


def _cell(ask: Values, node: ir.Cell, scope: CodeScope) -> code.Expression:
    return ask.shared(node, scope, ask.lookup(f"CELL_{node.column}", node.of, scope))


def _apply(ask: Values, node: ir.Apply, scope: CodeScope) -> code.Expression:
    if ask.is_inline(node.function):
        return ask.inline(node, scope, ask.value)
    call = code.Call(f"f{node.function}", (code.STATE, *ask.values(node.arguments, scope)))
    return ask.shared(node, scope, call) if node.function in ask.facts.plain_functions else call


def _by_row(ask: Values, node: ir.ByRow, scope: CodeScope) -> code.Expression:
    table = code.Table(f"TABLE_{ask.facts.by_rows[node.sort, node.table]}")

    def asked(thing: code.Expression, player: code.Expression) -> code.Expression:
        return code.Select(
            code.Binary("in", thing, table),
            code.Invoke("FUNC", code.Load(table, thing), (code.STATE, player, thing)),
            code.NONE,
        )

    return ask.all_named([ask.value(node.of, scope), ask.value(node.player, scope)], asked)


_SORTS = {"row": "ROW", "member": "MEMBERS", "card": "KIND", "zone": "FAMILY"}


def _all(ask: Values, node: ir.All, scope: CodeScope) -> code.Expression:
    if node.sort == ir.ThingSort.PLAYER:
        return code.Table("PLAYERS")
    things: code.Expression = code.Table(f"{_SORTS[node.sort]}_{node.names[0]}")
    for name in node.names[1:]:
        things = code.Binary("+", things, code.Table(f"{_SORTS[node.sort]}_{name}"))
    return things


def _numbers(ask: Values, node: ir.Numbers, scope: CodeScope) -> code.Expression:
    return code.Call("numbers", (ask.value(node.low, scope), ask.value(node.high, scope)))


def _clockwise(ask: Values, node: ir.Clockwise, scope: CodeScope) -> code.Expression:
    asked = ask.listed(node.source, scope), ask.value(node.start, scope)
    return code.Call("clockwise", (code.Table("PLAYERS"), *asked, code.Literal(node.after)))


def _score(ask: Values, node: ir.Score, scope: CodeScope) -> code.Expression:
    score = ask.definition.score
    if score is None:
        return code.ZERO

    def asked(player: code.Expression) -> code.Expression:
        call = code.Call(f"f{score}", (code.STATE, player, player))
        return code.Select(code.is_there(player), call, code.NONE) if ask.can_be_none(node.of, scope) else call

    return ask.named(ask.value(node.of, scope), asked)


def _grouped(ask: Values, node: ir.Grouped, scope: CodeScope) -> code.Expression:
    given = (
        code.Literal(node.grouping),
        code.Literal(node.part.value),
        ask.things(node.cards, scope),
        ask.value(node.player, scope),
        *([] if node.which is None else [ask.value(node.which, scope)]),
    )
    return code.Call("grouped", (code.STATE, code.Table("FUNC"), *given))


Lowering = Callable[[Values, Any, CodeScope], code.Expression]
LOWER_TEST: dict[ir.Sign, Lowering] = {}  # filled by `operations`
LOWER: dict[type, Lowering] = {  # `zones`, `operations`, `loops` and `computing` add theirs
    ir.Const: _const, ir.Local: _local, ir.Read: _read, ir.Setting: _setting, ir.Cell: _cell,
    ir.Apply: _apply, ir.ByRow: _by_row, ir.All: _all, ir.Numbers: _numbers, ir.Clockwise: _clockwise, ir.Score: _score,
    ir.Grouped: _grouped,
}  # fmt: skip
