"""Expressions that are lists: as a loop around what is done with each member, or kept in the arena of the run.

A list that is only gone through is never laid out. One that is lies in the arena from the top on; whoever asks for it gives the
room back when it is done with it (`released`).
"""

from __future__ import annotations

from ... import ir
from .values import by_row, call, given, variable_at
from .writer import Each, LoopRule, NativeScope, Rule, Unwritten, Writer, number

# ---------------------------------------------------------------- loops that need no list


def _range(w: Writer, low: str, high: str, each: Each) -> str:
    item = w.fresh("i")
    return f"for (int {item} = {low}; {item} < {high}; {item}++) {{ {each(item)} }} "


def _of_table(w: Writer, values: tuple[int | None, ...], each: Each) -> tuple[str, str]:
    if values and None not in values and list(values) == list(range(values[0] or 0, (values[0] or 0) + len(values))):
        return "", _range(w, number(values[0]), str((values[0] or 0) + len(values)), each)
    at, item = w.fresh("k"), w.fresh("i")
    body = f"int {item} = {w.table(values)}[{at}]; "
    return "", f"for (int {at} = 0; {at} < {len(values)}; {at}++) {{ {body}{each(item)} }} "


def members_of(w: Writer, node: ir.All) -> tuple[int, ...]:
    world = w.world
    match node.sort:
        case ir.ThingSort.PLAYER:
            return tuple(range(world.players))
        case ir.ThingSort.ROW:
            return world.cards_of_row[node.names[0]]
        case ir.ThingSort.MEMBER:
            return tuple(range(len(w.definition.types[node.names[0]].ids)))
    groups = world.cards_of_kind if node.sort is ir.ThingSort.CARD else world.zones_of
    return tuple(thing for name in node.names for thing in groups[name])


def is_row(members: tuple[int, ...]) -> bool:
    """Whether numbers follow one another."""
    return bool(members) and members == tuple(range(members[0], members[0] + len(members)))


def bare(source: ir.Expr) -> ir.Expr:
    """Everything out of something, of which nothing is asked, is that itself."""
    is_all = isinstance(source, ir.Fold) and source.kind is ir.FoldKind.LIST and source.test is None and source.item is None
    return source.source if isinstance(source, ir.Fold) and is_all else source


def _contents(w: Writer, node: ir.Contents, scope: NativeScope, each: Each) -> tuple[str, str]:
    def cards(zone: str) -> str:
        card = w.fresh("i")
        return f"EACH_CARD({card}, AT({zone}, ZONES)) {{ {each(card)} }} "

    return w.loop_of(node.of, scope, cards)


def _numbers(w: Writer, node: ir.Numbers, scope: NativeScope, each: Each) -> tuple[str, str]:
    low, high = w.fresh(), w.fresh()
    head = (
        f"int {low} = {w.value(node.low, scope)}, {high} = {w.value(node.high, scope)}; "
        f"if ({low} == NONE || {high} == NONE) {{ {low} = 0; {high} = -1; }} "
        f"if ((int64_t){high} - {low} >= MOST_NUMBERS) fail(R, MANY_NUMBERS); "
    )
    return head, _range(w, low, f"{high} + 1", each)


def _spread(w: Writer, node: ir.Spread, scope: NativeScope, each: Each) -> tuple[str, str]:
    thing, item = w.fresh(), w.fresh("i")
    head = f"int {thing} = {w.value(node.of, scope)}; "
    inner = f"{{ {each(item)} }} "
    zone = f"S->place[AT({thing}, CARDS)]"
    match node.relation, node.sort:
        case ir.Relation.ABOVE, _:
            loop = f"EACH_CARD({item}, {zone}) {{ if ({item} == {thing}) break; {inner}}} "
        case ir.Relation.BELOW, _:
            loop = f"for (int {item} = S->next[AT({thing}, CARDS)]; IS_CARD({item}); {item} = S->next[{item}]) {inner}"
        case ir.Relation.UNDER, _:
            loop = f"EACH_CARD({item}, {zone}) if (S->host[{item}] == {thing}) {inner}"
        case ir.Relation.BESIDE, _:
            loop = _beside(w, thing, item, inner)
        case ir.Relation.AFTER, ir.ThingSort.PLAYER:
            loop = f"for (int {item} = {thing} + 1; {item} < PLAYERS; {item}++) {inner}"
        case _, ir.ThingSort.PLAYER:
            loop = f"for (int {item} = 0; {item} < {thing}; {item}++) {inner}"
        case ir.Relation.AFTER, _:
            loop = f"for (int {item} = {thing} + 1; {item} < GROUP_END[AT({thing}, ZONES)]; {item}++) {inner}"
        case _:
            loop = f"for (int {item} = GROUP_START[AT({thing}, ZONES)]; {item} < {thing}; {item}++) {inner}"
    return head, f"if ({thing} != NONE) {{ {loop}}} "


def _beside(w: Writer, zone: str, item: str, inner: str) -> str:
    at = w.fresh("k")
    return (
        f"for (int {at} = BESIDE_START[AT({zone}, ZONES)]; {at} < BESIDE_START[{zone} + 1]; {at}++) "
        f"{{ int {item} = BESIDE[{at}]; {inner}}} "
    )


def _fold(w: Writer, node: ir.Fold, scope: NativeScope, each: Each) -> tuple[str, str]:
    """The members that pass, or what is asked of each of them."""

    def passed(item: str) -> str:
        inner = scope.with_place(node.slot, item, w.item_fact(node.source, scope))
        found, asked = item, ""
        if node.item is not None:
            found = w.fresh("i")
            asked = f"int {found} = {w.value(node.item, inner)}; "
        body = f"{asked}{each(found)}"
        return body if node.test is None else f"if ({w.test(node.test, inner)}) {{ {body} }}"

    return w.loop_through(node, scope, passed)


def _filtered(condition: str) -> LoopRule:
    def rule(w: Writer, node: ir.Op, scope: NativeScope, each: Each) -> tuple[str, str]:
        other = w.fresh()
        head = f"int {other} = {w.value(node.arguments[1], scope)}; "

        def passed(item: str) -> str:
            return f"if ({condition.format(item, other)}) {{ {each(item)} }}"

        before, loop = w.loop_of(node.arguments[0], scope, passed)
        return head + before, loop

    return rule


def _zones_of(w: Writer, node: ir.Op, scope: NativeScope, each: Each) -> tuple[str, str]:
    def zone(card: str) -> str:
        found = w.fresh("i")
        return f"int {found} = S->place[AT({card}, CARDS)]; {each(found)}"

    return w.loop_of(node.arguments[0], scope, zone)


def _one(w: Writer, node: ir.Op, scope: NativeScope, each: Each) -> tuple[str, str]:
    return w.once(node.arguments[0], scope, each)


OPERATIONS: dict[ir.Sign, LoopRule] = {
    ir.Sign.LISTED: _one, ir.Sign.WITHOUT: _filtered("{0} != {1}"), ir.Sign.ZONES_OF: _zones_of,
    ir.Sign.OWNED: _filtered("owner_of(S, AT({0}, CARDS)) == {1}"),
}  # fmt: skip
LOOPS: dict[type, LoopRule] = {
    ir.All: lambda w, node, scope, each: _of_table(w, members_of(w, node), each),
    ir.Const: lambda w, node, scope, each: _of_table(w, node.value, each),
    ir.Contents: _contents, ir.Numbers: _numbers, ir.Spread: _spread, ir.Fold: _fold,
}  # fmt: skip

# ---------------------------------------------------------------- lists that are laid out


def _local(w: Writer, node: ir.Local, scope: NativeScope) -> str:
    kept = scope.words.get(node.slot)
    return scope.names[node.slot] if kept is None else f"from_words(R, {kept[0]}, {kept[1]})"


def _read(w: Writer, node: ir.Read, scope: NativeScope) -> str:
    field = w.layout.variables[node.variable]
    if node.of is None:
        return f"from_words(R, S->{field.name}, {field.words - 1})"
    thing = w.fresh()
    place = variable_at(w, node.variable, thing)
    found = f"from_words(R, &{place}, {field.words - 1})"
    return f"({{ int {thing} = {w.value(node.of, scope)}; {thing} == NONE ? (L){{-1, 0}} : {found}; }})"


def _cell(w: Writer, node: ir.Cell, scope: NativeScope) -> str:
    cells = [one if isinstance(one, tuple) else None for one in w.world.cells[node.column]]
    starts, flat = list[int](), list[int | None]()
    for cell in cells:
        starts.append(len(flat))
        flat += list(cell or ())
    lengths = w.table([-1 if one is None else len(one) for one in cells])
    thing, begin, data = w.fresh(), w.table(starts), w.table(flat or [0])
    at = f"AT({thing}, {len(cells)})"
    found = f"(L){{{lengths}[{at}], (int *){data} + {begin}[{at}]}}"
    return f"({{ int {thing} = {w.value(node.of, scope)}; {thing} == NONE ? (L){{-1, 0}} : {found}; }})"


def _either(w: Writer, node: ir.Either, scope: NativeScope) -> str:
    return f"({w.test(node.condition, scope)} ? {w.listed(node.then, scope)} : {w.listed(node.otherwise, scope)})"


def _apply(w: Writer, node: ir.Apply, scope: NativeScope) -> str:
    w.materialised += 1
    return call(w, node.function, given(w, node, scope))


def _clockwise(w: Writer, node: ir.Clockwise, scope: NativeScope) -> str:
    w.materialised += 1
    members, start, at, first = w.fresh(), w.fresh(), w.fresh("k"), w.fresh("a")
    head, loop = w.loop_of(node.source, scope, lambda item: f"{members} |= 1u << AT({item}, 32);")
    begin = w.value(node.start, scope)
    return (
        f"({{ unsigned {members} = 0; {head}{loop}int {start} = {begin}; "
        f"{start} = {start} == NONE ? 0 : (int)AT({start}, PLAYERS); "
        f"int *{first} = R->top; for (int {at} = 0; {at} < PLAYERS; {at}++) {{ int s_ = ({start} + {int(node.after)} + "
        f"{at}) % PLAYERS; "
        f"if ({members} >> s_ & 1) push(R, s_); }} (L){{(int)(R->top - {first}), {first}}}; }})"
    )


def _reach(w: Writer, node: ir.Reach, scope: NativeScope) -> str:
    """From zone to zone beside it, marked in a table; or from member to member of a list, which is short enough to search."""
    w.materialised += 1
    start, player, at, first, seen = w.fresh(), w.fresh(), w.fresh("k"), w.fresh("a"), w.fresh()
    joined = call(w, node.function, (player, "z_", "o_"))
    if node.among is None:
        marks = f"unsigned char {seen}[ZONES]; memset({seen}, 0, sizeof {seen}); "
        mark, is_new = f"{seen}[AT(%s, ZONES)] = 1; ", f"!{seen}[o_]"
        steps = "for (int b_ = BESIDE_START[z_]; b_ < BESIDE_START[z_ + 1]; b_++) { int o_ = BESIDE[b_]; "
    else:
        marks, mark, is_new = f"L {seen} = {w.things(node.among, scope)}; ", "/* %s */", f"!is_among({first}, R->top, o_)"
        steps = f"for (int b_ = 0; b_ < {seen}.n; b_++) {{ int o_ = {seen}.a[b_]; "
    return (
        f"({{ int {start} = {w.value(node.start, scope)}, {player} = {w.value(node.player, scope)}; {marks}"
        f"int *{first} = R->top; "
        f"if ({start} != NONE) {{ push(R, {start}); {mark % start}}} "
        f"for (int {at} = 0; {at} < R->top - {first}; {at}++) {{ int z_ = {first}[{at}]; "
        f"{steps}if ({is_new} && truth({joined})) {{ push(R, o_); {mark % 'o_'}}} }} }} "
        f"(L){{(int)(R->top - {first}), {first}}}; }})"
    )


def _operation(w: Writer, node: ir.Op, scope: NativeScope) -> str:
    if node.sign in OPERATIONS:
        return ""  # laid out by its loop
    if node.sign not in LAID_OUT:
        raise Unwritten(f'the operation "{node.sign}" has no form in C where it is a list')
    return LAID_OUT[node.sign](w, node, scope)


def _untold(w: Writer, node: ir.Op, scope: NativeScope) -> str:
    return w.listed(node.arguments[0], scope)


def _joined(w: Writer, node: ir.Op, scope: NativeScope) -> str:
    w.materialised += 1
    single = _singles(node)
    if single:
        return _all_once(w, single, scope)
    first, second = (w.things(one, scope) for one in node.arguments)
    return f"({{ L a_ = {first}; L b_ = {second}; both(R, a_, b_); }})"


def _placed(w: Writer, node: ir.Op, scope: NativeScope) -> str:
    w.materialised += 1
    return f"by_place(R, S, {w.things(node.arguments[0], scope)}, {w.value(node.arguments[1], scope)})"


def _singles(node: ir.Expr) -> tuple[ir.Expr, ...]:
    """The things that are joined, if each of them is a list of one."""
    match node:
        case ir.Op(sign=ir.Sign.LISTED, arguments=(one,)):
            return (one,)
        case ir.Op(sign=ir.Sign.JOINED, arguments=(left, right)):
            sides = _singles(left), _singles(right)
            return (*sides[0], *sides[1]) if all(sides) else ()
    return ()


def _all_once(w: Writer, nodes: tuple[ir.Expr, ...], scope: NativeScope) -> str:
    """A few things, nothing twice."""
    first, count = w.fresh("a"), w.fresh("k")
    text = f"int *{first} = room_for(R, {len(nodes)}), {count} = 0; "
    for at, node in enumerate(nodes):
        thing = w.fresh()
        is_there = f"{thing} != NONE" if w.can_be_none(node, scope) else "1"
        is_new = f"!is_among({first}, {first} + {count}, {thing})" if at else "1"
        text += f"{{ int {thing} = {w.value(node, scope)}; if ({is_there} && {is_new}) {first}[{count}++] = {thing}; }} "
    return f"({{ {text}R->top = {first} + {count}; (L){{{count}, {first}}}; }})"


LAID_OUT: dict[ir.Sign, Rule] = {ir.Sign.UNTOLD: _untold, ir.Sign.JOINED: _joined, ir.Sign.PLACED: _placed}
LISTS: dict[type, Rule] = {
    ir.Local: _local, ir.Read: _read, ir.Cell: _cell, ir.Either: _either, ir.Apply: _apply, ir.Clockwise: _clockwise,
    ir.Reach: _reach, ir.Op: _operation,
    ir.Const: lambda w, node, scope: f"(L){{{len(node.value)}, (int *){w.table(node.value)}}}",
    ir.ByRow: lambda w, node, scope: by_row(w, node, scope, "L", "(L){-1, 0}"),
}  # fmt: skip
