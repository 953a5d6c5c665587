"""Expressions that are one number: each kind of node as a C expression.

Takes a node and the places it stands among; returns text. `none` is one code everywhere, and is only asked for where it can be.
Lists are the business of `lists`, what is made of them that of `folds`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ... import ir
from ...ir.analysis.effort import functions_in_circles
from ...ir.walk import is_expression, walk
from ...model.definition import Definition
from .guesses import is_asked_anyway
from .writer import NativeScope, Rule, Writer, number

Asked = Callable[[Writer, str], str]  # a thing that is there -> what is asked of it

# ---------------------------------------------------------------- places, variables, what is printed


def _const(w: Writer, node: ir.Const, scope: NativeScope) -> str:
    assert not isinstance(node.value, tuple)
    return number(node.value)


def _local(w: Writer, node: ir.Local, scope: NativeScope) -> str:
    return scope.names[node.slot]


def variable_at(w: Writer, variable: int, thing: str | None) -> str:
    """Where a variable lies: of the game, or of a thing."""
    found = w.layout.variables[variable]
    if thing is None:
        return f"S->{found.name}[0]"
    index = f"AT({thing}, {max(1, found.things)})"
    return f"S->{found.name}[{index}]" if not found.is_list else f"S->{found.name}[{index} * {found.words}]"


def _read(w: Writer, node: ir.Read, scope: NativeScope) -> str:
    if node.of is None:
        return variable_at(w, node.variable, None)
    return w.unless_none(node.of, scope, lambda thing: f"(int){variable_at(w, node.variable, thing)}")


def _cell(w: Writer, node: ir.Cell, scope: NativeScope) -> str:
    cells = w.world.cells[node.column]
    if (top := _top(w, node.of, scope)) and len(cells) == w.world.cards:
        padded = [one if isinstance(one, int) else None for one in cells] + [None] * len(w.world.zones)
        return f"{w.table(padded)}[{top}]"
    table = w.table([one if isinstance(one, int) else None for one in cells])
    return w.unless_none(node.of, scope, lambda thing: f"{table}[AT({thing}, {len(cells)})]")


def _neighbour(direction: ir.FeatureName) -> Asked:
    def found(w: Writer, zone: str) -> str:
        sides = [w.world.neighbour(one, direction) for one in range(len(w.world.zones))]
        return f"{w.table(sides)}[AT({zone}, ZONES)]"

    return found


def _in(form: str, size: str) -> Asked:
    return lambda w, thing: form.format(f"AT({thing}, {size})")


_CARD_FEATURES = {
    ir.FeatureName.OWNER: "owner_of(S, {0})", ir.FeatureName.POSITION: "position(S, {0})",
    ir.FeatureName.FACE_UP: "S->face[{0}]", ir.FeatureName.FACE_DOWN: "(1 - S->face[{0}])",
    ir.FeatureName.ZONE: "S->place[{0}]", ir.FeatureName.ROW: "ROW[{0}]", ir.FeatureName.KIND: "KIND[{0}]",
}  # fmt: skip
_ZONE_FEATURES = {
    ir.FeatureName.ZONE_OWNER: "ZONE_OWNER[{0}]", ir.FeatureName.X: "ZONE_X[{0}]", ir.FeatureName.Y: "ZONE_Y[{0}]",
    ir.FeatureName.INDEX: "(ZONE_INDEX[{0}] + 1)", ir.FeatureName.PARENT: "PARENT[{0}]",
    ir.FeatureName.FREE: "({{ int z_ = {0}; ROOM[z_] < 0 || S->len[z_] < ROOM[z_]; }})",
}  # fmt: skip
FEATURES: dict[ir.FeatureName, Asked] = {
    **{name: _in(form, "CARDS") for name, form in _CARD_FEATURES.items()},
    **{name: _in(form, "ZONES") for name, form in _ZONE_FEATURES.items()},
    **{direction: _neighbour(direction) for direction in ir.DIRECTIONS},
    ir.FeatureName.SEAT: lambda w, player: f"({player} + 1)",
    ir.FeatureName.MUTED: lambda w, card: muted(w, card),
}
assert set(FEATURES) == set(ir.FeatureName), "every feature is printed"


def _feature(w: Writer, node: ir.Feature, scope: NativeScope) -> str:
    if node.name is ir.FeatureName.FREE:
        names = scope.typing.of(node.of).names
        rooms = {one.room for one in w.definition.families if not names or one.name in names}
        if len(rooms) == 1 and (room := rooms.pop()) is not None:
            return w.unless_none(node.of, scope, lambda zone: f"(S->len[AT({zone}, ZONES)] < {room})")
    if node.name is ir.FeatureName.OWNER and None not in w.world.owner and (top := _top(w, node.of, scope)):
        return f"OWNER[{top}]"
    return w.unless_none(node.of, scope, lambda thing: FEATURES[node.name](w, thing))


def _top(w: Writer, node: ir.Expr, scope: NativeScope) -> str:
    """The first or last card of a zone, or the zone itself if it is empty, for tables that hold none behind all cards."""
    if not isinstance(node, ir.Fold) or node.kind not in (ir.FoldKind.FIRST, ir.FoldKind.LAST) or node.test is not None:
        return ""
    source = node.source
    if not isinstance(source, ir.Contents) or scope.is_list(source.of) or w.can_be_none(source.of, scope) or not w.world.cards:
        return ""
    side = "next" if node.kind is ir.FoldKind.FIRST else "prev"
    return f"AT(S->{side}[RING(AT({w.value(source.of, scope)}, ZONES))], CARDS + ZONES)"


def muted(w: Writer, card: str) -> str:
    return "0" if w.definition.mute is None else f"truth({variable_at(w, w.definition.mute, card)})"


# ---------------------------------------------------------------- functions and values


def given(w: Writer, node: ir.Apply, scope: NativeScope) -> tuple[str, ...]:
    """What a function is given, numbers and lists."""
    return tuple(
        w.listed(one, scope) if w.takes_list(node.function, slot) else w.value(one, scope)
        for slot, one in enumerate(node.arguments)
    )


def call(w: Writer, function: int, arguments: tuple[str, ...]) -> str:
    """A function with what it is given; what it is not given is none."""
    missing = ["(L){-1, 0}" if w.takes_list(function, slot) else "NONE" for slot in range(len(arguments), w.arity(function))]
    return f"f{function}(R, S, {', '.join((*arguments, *missing))})"


def _apply(w: Writer, node: ir.Apply, scope: NativeScope) -> str:
    return w.released(lambda: call(w, node.function, given(w, node, scope)))


def by_row(w: Writer, node: ir.ByRow, scope: NativeScope, type: str, nothing: str) -> str:
    thing, found, player = w.fresh(), w.fresh(), w.fresh()
    wanted = f"ROW[AT({thing}, CARDS)]" if node.sort == ir.ThingSort.CARD else thing
    first: dict[int, int] = {}
    for row, function in node.table:
        first.setdefault(row, function)
    cases = " ".join(f"case {row}: {found} = {call(w, function, (player, thing))}; break;" for row, function in first.items())
    return (
        f"({{ int {thing} = {w.value(node.of, scope)}; {type} {found} = {nothing}; if ({thing} != NONE) {{ "
        f"int {player} = {w.value(node.player, scope)}; (void){player}; switch ({wanted}) {{ {cases} }} }} {found}; }})"
    )


def _computed(w: Writer, node: ir.Computed, scope: NativeScope) -> str:
    thing = w.value(node.of, scope)
    if w.definition.values[node.value].of.is_game or not w.can_be_none(node.of, scope):
        return f"c{node.value}(R, S, {thing})"
    return w.unless_none(node.of, scope, lambda one: f"c{node.value}(R, S, {one})")


def _score(w: Writer, node: ir.Score, scope: NativeScope) -> str:
    if w.definition.score is None:
        return "0"
    player = w.fresh()
    asked = call(w, w.definition.score, (player, player))
    nobody = f"{player} == NONE ? NONE : " if w.can_be_none(node.of, scope) else ""
    return f"({{ int {player} = {w.value(node.of, scope)}; {nobody}{asked}; }})"


# ---------------------------------------------------------------- operations

_NUMBERS = {
    ir.Sign.ADD: "add(R, {0}, {1})", ir.Sign.SUBTRACT: "sub(R, {0}, {1})", ir.Sign.MULTIPLY: "mul(R, {0}, {1})",
    ir.Sign.MAX: "larger({0}, {1})", ir.Sign.MIN: "smaller({0}, {1})", ir.Sign.DIV: "quotient({0}, {1})",
    ir.Sign.DIV_UP: "quotient_up({0}, {1})", ir.Sign.MOD: "rest({0}, {1})",
}  # fmt: skip
_COMPARISONS = {
    ir.Sign.AT_LEAST: ">=", ir.Sign.AT_MOST: "<=", ir.Sign.MORE: ">", ir.Sign.LESS: "<", ir.Sign.IS: "==",
}  # fmt: skip


_SAFE = (ir.Const, ir.Local, ir.Read, ir.Cell, ir.Feature, ir.Setting, ir.ZoneOf, ir.Contents, ir.All)
_SAFE_SIGNS = (ir.Sign.OF_FAMILY, ir.Sign.AND, ir.Sign.OR, ir.Sign.NOT, ir.Sign.IS, ir.Sign.IS_NONE, ir.Sign.LENGTH)


def never_fails(node: ir.Expr, definition: Definition | None = None) -> bool:
    """Whether nothing can go wrong when it is asked, so that it does not matter if it is. Functions are looked into only where
    their definition is given."""
    return all(
        isinstance(one, _SAFE) or (isinstance(one, ir.Op) and one.sign in _SAFE_SIGNS)
        or (isinstance(one, ir.Apply) and definition is not None and _function_never_fails(definition, one.function))
        or (isinstance(one, ir.Fold) and one.kind in (ir.FoldKind.FIRST, ir.FoldKind.LAST, ir.FoldKind.SOME))
        for one in walk(node)
        if is_expression(one)
    )  # fmt: skip


def _function_never_fails(definition: Definition, number: int) -> bool:
    ends = number not in functions_in_circles(definition)
    return ends and never_fails(definition.functions[number].value, definition)


def _of_two(form: str, nothing: str, w: Writer, node: ir.Op, scope: NativeScope) -> str:
    left, right = node.arguments
    nones = [one for one in node.arguments if w.can_be_none(one, scope)]
    found = [w.value(one, scope) for one in node.arguments]
    if not nones:
        return form.format(*found)
    if node.sign is ir.Sign.IS:  # nothing is none, also not none: one test is enough
        if len(nones) == 1 and any(isinstance(one, ir.Const | ir.Local) for one in node.arguments if one not in nones):
            return form.format(*found)
        name = w.fresh()
        first, second = found
        if not w.can_be_none(left, scope) and never_fails(left):
            (first, second), right = (second, first), left
        if is_asked_anyway(right, scope):
            return f"({{ int {name} = {first}; ({name} != NONE) & ({name} == {second}); }})"
        if never_fails(right):  # so that nobody notices if it is not asked
            return f"({{ int {name} = {first}; {name} != NONE && {name} == {second}; }})"
        return f"({{ int {name} = {first}; {name} == {second} && {name} != NONE; }})"
    a, b = w.fresh(), w.fresh()
    asked = " || ".join(f"{name} == NONE" for name, one in ((a, left), (b, right)) if one in nones)
    return f"({{ int {a} = {found[0]}, {b} = {found[1]}; {asked} ? {nothing} : {form.format(a, b)}; }})"


def _tested(w: Writer, node: ir.Op, scope: NativeScope) -> str:
    return w.test(node, scope)


def _untold(w: Writer, node: ir.Op, scope: NativeScope) -> str:
    return w.value(node.arguments[0], scope)


def _or_else(w: Writer, node: ir.Op, scope: NativeScope) -> str:
    thing, (first, other) = w.fresh(), node.arguments
    return f"({{ int {thing} = {w.value(first, scope)}; {thing} == NONE ? {w.value(other, scope)} : {thing}; }})"


def _of_family(w: Writer, node: ir.Op, scope: NativeScope) -> str:
    """A zone if it is of a family, whose zones follow one another; none is far from all of them."""
    zone, family = w.fresh(), node.arguments[1]
    found = w.value(node.arguments[0], scope)
    if isinstance(family, ir.Const) and isinstance(family.value, int) and (zones := w.world.zones_of[family.value]):
        return f"({{ int {zone} = {found}; (unsigned){zone} - {zones[0]}u < {len(zones)}u ? {zone} : NONE; }})"
    is_there = f"{zone} != NONE && " if w.can_be_none(node.arguments[0], scope) else ""
    return f"({{ int {zone} = {found}; {is_there}FAMILY[AT({zone}, ZONES)] == {w.value(family, scope)} ? {zone} : NONE; }})"


def _is_none(w: Writer, node: ir.Op, scope: NativeScope) -> str:
    (asked,) = node.arguments
    if scope.is_list(asked):
        return w.released(lambda: f"({w.listed(asked, scope)}).n < 0")
    return f"({w.value(asked, scope)} == NONE)"


def _length(w: Writer, node: ir.Op, scope: NativeScope) -> str:
    (things,), count = node.arguments, w.fresh()
    if isinstance(things, ir.Contents):
        return w.released(lambda: f"{{int {count} = 0; {cards_in(w, things, scope, count)}{count};}}", True)
    if not w.is_looped(things, scope):
        return w.released(lambda: f"length({w.listed(things, scope)})")
    return w.released(lambda: f"{{int {count} = 0; {w.looped(things, scope, lambda item: f'{count}++;')} {count};}}", True)


def _item(form: str, w: Writer, node: ir.Op, scope: NativeScope) -> str:
    things, index = node.arguments[0], w.value(node.arguments[1], scope)
    return w.released(lambda: form.format(w.listed(things, scope), index))


def cards_in(w: Writer, node: ir.Contents, scope: NativeScope, count: str) -> str:
    """Adds how many cards lie in zones, without looking at any of them."""
    return w.looped(node.of, scope, lambda zone: f"{count} += S->len[AT({zone}, ZONES)];")


def _one_of(w: Writer, node: ir.Op, scope: NativeScope) -> str:
    thing, found, out = w.fresh(), w.fresh(), w.fresh("o")
    asked = w.value(node.arguments[0], scope)

    def text() -> str:
        loop = w.looped(node.arguments[1], scope, lambda item: f"if ({item} == {thing}) {{ {found} = 1; goto {out}; }}")
        return f"{{int {thing} = {asked}, {found} = 0; if ({thing} != NONE) {{ {loop} {out}:; }} {found};}}"

    return w.released(text, True)


OPERATIONS: dict[ir.Sign, Rule] = {
    **{sign: partial(_of_two, form, "NONE") for sign, form in _NUMBERS.items()},
    **{sign: partial(_of_two, f"({{0}} {printed} {{1}})", "0") for sign, printed in _COMPARISONS.items()},
    **dict.fromkeys((ir.Sign.AND, ir.Sign.OR, ir.Sign.NOT), _tested),
    ir.Sign.UNTOLD: _untold, ir.Sign.OR_ELSE: _or_else, ir.Sign.IS_NONE: _is_none, ir.Sign.OF_FAMILY: _of_family,
    ir.Sign.LENGTH: _length, ir.Sign.ONE_OF: _one_of, ir.Sign.ITEM: partial(_item, "item_of({0}, {1})"),
    ir.Sign.AT: partial(_item, "item_at(R, {0}, {1})"),
}  # fmt: skip


def _either(w: Writer, node: ir.Either, scope: NativeScope) -> str:
    return f"({w.test(node.condition, scope)} ? {w.value(node.then, scope)} : {w.value(node.otherwise, scope)})"


# ---------------------------------------------------------------- zones and what lies next


def _place(w: Writer, node: ir.ZoneOf, scope: NativeScope) -> str:
    at = {key[1:]: zone for key, zone in w.world.zone_at.items() if key[0] == node.family}
    first = {parent: zone for (parent, index), zone in at.items() if index == 0}
    count = {parent: sum(key[0] == parent for key in at) for parent in first}
    if node.of is None:
        if None not in first:
            return "NONE"
        if node.number is None:
            return number(first[None])
        return w.unless_none(node.number, scope, lambda k: _in_row(w, k, str(count[None]), str(first[None])))
    owners = range(max((one for one in first if one is not None), default=-1) + 1)
    parent, zone, size = w.fresh(), w.fresh(), len(owners)
    nobody = first.get(None)
    if node.number is None:
        return _only_one(w, node, scope, [first.get(one) for one in owners], nobody)
    zones, counts = w.table([first.get(one) for one in owners]), w.table([count.get(one, 0) for one in owners])
    index = w.value(node.number, scope)
    k = w.fresh()
    inside = f"({k} != NONE && {k} >= 0 && {k} < {counts}[{parent}] ? {zones}[{parent}] + {k} : NONE)"
    none_too = f"({k} == 0 ? {number(nobody)} : NONE)"
    return (
        f"({{ int {parent} = {w.value(node.of, scope)}, {k} = {index}, {zone} = NONE; if ({parent} == NONE) {zone} = "
        f"{none_too}; "
        f"else if ((unsigned){parent} < {size}u) {zone} = {inside}; {zone}; }})"
    )


def _only_one(w: Writer, node: ir.ZoneOf, scope: NativeScope, zones: list[int | None], nobody: int | None) -> str:
    """The zone that somebody or something has, out of a table, or counted on from the first where they follow one another."""
    assert node.of is not None
    parent, size, begin = w.fresh(), len(zones), zones[0] if zones else None
    follow = begin is not None and zones == list(range(begin, begin + size))
    if follow and not w.can_be_none(node, scope):
        return f"({begin} + (int)AT({w.value(node.of, scope)}, {size}))"
    found = f"{begin} + {parent}" if follow else f"{w.table(zones)}[{parent}]"
    otherwise = f"{parent} == NONE ? {nobody} : NONE" if nobody is not None and w.can_be_none(node.of, scope) else "NONE"
    return f"({{ int {parent} = {w.value(node.of, scope)}; (unsigned){parent} < {size}u ? {found} : {otherwise}; }})"


def _in_row(w: Writer, index: str, count: str, first: str) -> str:
    k = w.fresh()
    return f"({{ int {k} = {index}; {k} >= 0 && {k} < {count} ? {first} + {k} : NONE; }})"


def _beyond(w: Writer, node: ir.Beyond, scope: NativeScope) -> str:
    after = node.relation in (ir.Relation.AFTER, ir.Relation.BELOW)
    if node.sort is ir.ThingSort.CARD:
        return w.unless_none(node.of, scope, lambda card: f"next_card(S, AT({card}, CARDS), {int(after)})")
    if node.sort is ir.ThingSort.NUMBER:
        return w.unless_none(node.of, scope, lambda one: f"add(R, {one}, {1 if after else -1})")
    if node.sort is ir.ThingSort.PLAYER:
        players = w.world.players
        table = w.table([(seat + (1 if after else -1)) % players for seat in range(players)])
        return w.unless_none(node.of, scope, lambda seat: f"{table}[AT({seat}, PLAYERS)]")
    steps = w.table([w.world.step(zone, 1 if after else -1) for zone in range(len(w.world.zones))])
    return w.unless_none(node.of, scope, lambda zone: f"{steps}[AT({zone}, ZONES)]")


VALUES: dict[type, Rule] = {
    ir.Const: _const, ir.Local: _local, ir.Read: _read, ir.Cell: _cell, ir.Feature: _feature, ir.Computed: _computed,
    ir.Setting: lambda w, node, scope: number(w.world.options[node.option]), ir.Apply: _apply,
    ir.ByRow: lambda w, node, scope: by_row(w, node, scope, "int", "NONE"), ir.Either: _either,
    ir.Op: lambda w, node, scope: OPERATIONS[node.sign](w, node, scope),
    ir.ZoneOf: _place, ir.Beyond: _beyond, ir.Score: _score,
}  # fmt: skip
