"""What is made of lists: counted, added up, found, put in order; and the best grouping of cards.

Takes nodes that go through a list; returns C expressions. An order is found with as few keys as settle it.
"""

from __future__ import annotations

from ... import ir
from ...ir.walk import walk
from ..evaluate import Evaluator
from ..grouped import problem_of
from .bitmaps import bits_where, row_of_zones
from .boards import held_against, patterns_of
from .lists import members_of
from .values import call, cards_in, never_fails
from .writer import NativeScope, Rule, Writer


def fold(w: Writer, node: ir.Fold, scope: NativeScope) -> str:
    """One number made of the members that pass."""
    return w.released(lambda: FOLDS[node.kind](w, node, scope), True)


def _passing(w: Writer, node: ir.Fold, item: str, scope: NativeScope, body: str) -> str:
    if node.test is None:
        return body
    inner = scope.with_place(node.slot, item, w.item_fact(node.source, scope))
    return f"if ({w.test(node.test, inner)}) {{ {body} }}"


def _count(w: Writer, node: ir.Fold, scope: NativeScope) -> str:
    count = w.fresh()
    if node.test is None and isinstance(node.source, ir.Contents):
        return f"{{int {count} = 0; {cards_in(w, node.source, scope, count)}{count};}}"
    if node.test is None and not w.is_looped(node.source, scope):
        return f"{{length({w.listed(node.source, scope)});}}"
    loop = w.looped_through(node, scope, lambda item: _passing(w, node, item, scope, f"{count}++;"))
    return f"{{int {count} = 0; {loop}{count};}}"


def _asked(w: Writer, node: ir.Fold, item: str, scope: NativeScope, each: str) -> str:
    """What is asked of a member that passes, if it is there, in `x_`."""
    inner = scope.with_place(node.slot, item, w.item_fact(node.source, scope))
    asked = item if node.item is None else w.value(node.item, inner)
    is_none = w.can_be_none(node.item, inner) if node.item is not None else bool(w.item_fact(node.source, scope))
    body = f"int x_ = {asked}; {'if (x_ != NONE) ' if is_none else ''}{{ {each} }}"
    return body if node.test is None else f"if ({w.test(node.test, inner)}) {{ {body} }}"


def _total(w: Writer, node: ir.Fold, scope: NativeScope) -> str:
    total = w.fresh()
    loop = w.looped_through(node, scope, lambda item: _asked(w, node, item, scope, f"{total} += x_;"))
    return f"{{int64_t {total} = 0; {loop}within(R, {total});}}"


def _extreme(w: Writer, node: ir.Fold, scope: NativeScope) -> str:
    best, sign = w.fresh(), ">" if node.kind is ir.FoldKind.HIGHEST else "<"
    take = f"if ({best} == NONE || x_ {sign} {best}) {best} = x_;"
    return f"{{int {best} = NONE; {w.looped_through(node, scope, lambda item: _asked(w, node, item, scope, take))}{best};}}"


def _found(w: Writer, node: ir.Fold, scope: NativeScope) -> str:
    """The first that passes, or whether one does; what would be asked of it is not."""
    patterns = patterns_of(w, node)
    if patterns is not None:
        return held_against(w, node, scope, *patterns)
    zones = row_of_zones(w, node) if node.kind is ir.FoldKind.SOME else ()
    if bits := bits_where(w, node.test, node.slot, scope, zones):
        return f"{{{bits} != 0;}}"
    if _is_asked_at_once(w, node):
        return _any(w, node, scope)
    found, out = w.fresh(), w.fresh("o")
    is_some = node.kind is ir.FoldKind.SOME

    def each(item: str) -> str:
        return _passing(w, node, item, scope, f"{found} = {'1' if is_some else item}; goto {out};")

    if node.item is not None and node.test is None and not is_some:
        raise AssertionError("what is asked of the first is asked of it alone")
    return f"{{int {found} = {0 if is_some else 'NONE'}; {w.looped_through(node, scope, each)}{out}:; {found};}}"


FEW = 12  # members that are all asked, sooner than that a branch is guessed wrong


def _is_asked_at_once(w: Writer, node: ir.Fold) -> bool:
    """Whether little is asked of few, all of which can as well be asked."""
    if node.kind is not ir.FoldKind.SOME or not isinstance(node.source, ir.All) or node.test is None:
        return False
    called = [w.definition.functions[one.function].value for one in walk(node.test) if isinstance(one, ir.Apply)]
    is_long = any(isinstance(one, ir.Fold) for one in walk((node.test, *called)))
    is_long = is_long or any(isinstance(one, ir.Apply) for one in walk(tuple(called)))
    return not is_long and len(members_of(w, node.source)) <= FEW and never_fails(node.test, w.definition)


def _any(w: Writer, node: ir.Fold, scope: NativeScope) -> str:
    found, test, fact = w.fresh(), node.test, w.item_fact(node.source, scope)
    assert test is not None
    loop = w.looped(
        node.source, scope, lambda item: f"{found} |= {w.test(test, scope.with_place(node.slot, item, fact))} != 0;"
    )
    return f"{{int {found} = 0; {loop}{found};}}"


def _last(w: Writer, node: ir.Fold, scope: NativeScope) -> str:
    """The last that passes. Of a zone it is looked for from its end."""
    found, out = w.fresh(), w.fresh("o")
    if isinstance(node.source, ir.Contents) and not scope.is_list(node.source.of):
        zone, card = w.fresh(), w.fresh("i")
        body = _passing(w, node, card, scope, f"{found} = {card}; goto {out};")
        loop = f"for (int {card} = S->prev[RING(AT({zone}, ZONES))]; IS_CARD({card}); {card} = S->prev[{card}]) {{ {body} }}"
        begin = f"int {found} = NONE, {zone} = {w.value(node.source.of, scope)};"
        return f"{{{begin} if ({zone} != NONE) {{ {loop} }} {out}:; {found};}}"
    kept, at, item = w.fresh("l"), w.fresh("k"), w.fresh("i")
    body = _passing(w, node, item, scope, f"{found} = {item}; goto {out};")
    loop = f"for (int {at} = {kept}.n - 1; {at} >= 0; {at}--) {{ int {item} = {kept}.a[{at}]; {body} }}"
    return f"{{int {found} = NONE; L {kept} = {w.listed(node.source, scope)}; {loop} {out}:; {found};}}"


# ---------------------------------------------------------------- orders


def _keys(w: Writer, node: ir.Sort | ir.Rank, item: str, scope: NativeScope) -> list[str]:
    inner = scope.with_place(node.slot, item, w.item_fact(node.source, scope))
    return [f"key({w.value(one, inner)}, {int(most)})" for one, most in node.keys]


def sort(w: Writer, node: ir.Sort, scope: NativeScope) -> str:
    """The first or the last of an order. Who is ahead by the first key is told without a branch, which chance would decide; the
    other keys are asked of those that share it."""
    best, most, is_last = w.fresh(), w.fresh(), node.kind is ir.SortKind.LAST

    def each(item: str) -> str:
        own, ahead = w.fresh(), w.fresh()
        first, *rest = _keys(w, node, item, scope)
        sign = "<" if not is_last else ">" if rest else ">="
        shared = _settled(w, rest, _keys(w, node, best, scope)[1:], ahead, is_last)
        return (
            f"int {own} = {first}, {ahead} = {own} {sign} {most}; {f'if ({own} == {most}) {shared}' if rest else ''}"
            f"{best} = {ahead} ? {item} : {best}; {most} = {ahead} ? {own} : {most}; "
        )

    begin = f"int {best} = NONE; int64_t {most} = {'INT64_MIN' if is_last else 'INT64_MAX'}; "
    return w.released(lambda: f"{{{begin}{w.looped(node.source, scope, each)}{best};}}", True)


def _settled(w: Writer, keys: list[str], kept: list[str], ahead: str, is_last: bool) -> str:
    """Whether a thing is ahead of the best so far, asking for what is left of their keys one after the other."""
    if not keys:
        return ""
    own, other = w.fresh(), w.fresh()
    sign = "<" if not is_last else ">" if len(keys) > 1 else ">="
    further = _settled(w, keys[1:], kept[1:], ahead, is_last)
    more = f"if ({own} == {other}) {further}" if further else ""
    return f"{{ int {own} = {keys[0]}, {other} = {kept[0]}; {ahead} = {own} {sign} {other}; {more}}} "


def sorted_list(w: Writer, node: ir.Sort, scope: NativeScope) -> str:
    """All of an order, or all that are first in it."""
    w.materialised += 1
    source, at, rows, first, width = w.fresh("l"), w.fresh("k"), w.fresh("a"), w.fresh("a"), len(node.keys) + 1
    item = w.fresh("i")
    keys = _keys(w, node, item, scope)
    laid = "".join(f"{rows}[{at} * {width} + {number}] = {found}; " for number, found in enumerate(keys))
    equal = f"memcmp({rows} + k_ * {width}, {rows}, {width - 1} * sizeof(int))"
    take = f"if (k_ && {equal}) break; " if node.kind is ir.SortKind.BEST else ""
    return (
        f"({{ L {source} = {w.things(node.source, scope)}; int *{rows} = room_for(R, {source}.n * {width}); "
        f"for (int {at} = 0; {at} < {source}.n; {at}++) {{ int {item} = {source}.a[{at}]; {laid}"
        f"{rows}[{at} * {width} + {width - 1}] = {item}; }} in_order(R, {rows}, {source}.n, {width - 1}); int *{first} "
        f"= R->top; "
        f"for (int k_ = 0; k_ < {source}.n; k_++) {{ {take}push(R, {rows}[k_ * {width} + {width - 1}]); }} "
        f"(L){{(int)(R->top - {first}), {first}}}; }})"
    )


def rank(w: Writer, node: ir.Rank, scope: NativeScope) -> str:
    """One more than there are ahead of a thing."""
    thing, count = w.fresh(), w.fresh()
    mine = [w.fresh() for _ in node.keys]

    def text() -> str:
        own = "".join(f"int {name} = {found}; " for name, found in zip(mine, _keys(w, node, thing, scope), strict=True))

        def each(item: str) -> str:
            names = [w.fresh() for _ in mine]
            theirs = "".join(f"int {one} = {found}; " for one, found in zip(names, _keys(w, node, item, scope), strict=True))
            ahead, equal = [], "1"
            for name, old in zip(names, mine, strict=True):
                ahead.append(f"({equal} && {name} < {old})")
                equal += f" && {name} == {old}"
            return f"{theirs}{count} += {' || '.join(ahead) or '0'};"

        loop = w.looped(node.source, scope, each)
        asked = f"int {thing} = {w.value(node.of, scope)}, {count} = 1;"
        return f"{{{asked} if ({thing} == NONE) {count} = NONE; else {{ {own}{loop}}} {count};}}"

    return w.released(text, True)


# ---------------------------------------------------------------- groupings


PARTS = tuple(ir.GroupingPart)  # a library goes by their numbers


def grouped(w: Writer, node: ir.Grouped, scope: NativeScope) -> str:
    """A number of the best grouping."""
    return w.released(lambda: f"{grouped_list(w, node, scope)}.a[0]")


def grouped_list(w: Writer, node: ir.Grouped, scope: NativeScope) -> str:
    """The best grouping is found by whoever made the run; the hand is laid out by `grouping`."""
    w.materialised += 1
    which = "NONE" if node.which is None else w.value(node.which, scope)
    given = f"{w.things(node.cards, scope)}, {w.value(node.player, scope)}, {PARTS.index(node.part)}, {which}"
    return f"g{node.grouping}(R, S, {given})"


def grouping(w: Writer, number: int) -> str:
    """The function that lays a hand out and asks for its best grouping: for each card its number, what it adds to its set, and
    for each axis how many values it can have, and these."""
    declared = w.definition.groupings[number]
    columns = [w.table([one if isinstance(one, int) else None for one in w.world.cells[column]]) for column in declared.columns]
    printed = "".join(f"axes[{axis}] = one(R, {table}[c]); " for axis, table in enumerate(columns))
    wild = ""
    for test, takes in declared.wild:
        given = "".join(f"axes[{axis}] = or_nothing({call(w, values, ('player', 'c'))}); " for axis, values in takes)
        wild += f"if (truth({call(w, test, ('player', 'c'))})) {{ {given}goto known; }} "
    adds = "0" if declared.item is None else call(w, declared.item, ("player", "c"))
    axes = len(columns)
    return (
        f"static L g{number}(Run *R, State *S, L cards, int player, int part, int which) {{\n"
        f"  int room = cards.n * {2 + axes * 16}, *out = room_for(R, room + 8), words = 0;\n"
        f"  int *found = room_for(R, CARDS + 8);\n"
        f"  ALL(k, cards.n) {{ int c = (int)AT(cards.a[k], CARDS); if (KIND[c] != {declared.kind}) continue;\n"
        f"    int *mark = R->top; L axes[{max(1, axes)}]; {printed}{wild}goto known; known:;\n"
        f"    int adds = {adds}; out[words++] = c; out[words++] = adds == NONE ? 0 : adds;\n"
        f"    for (int a = 0; a < {axes}; a++) {{ if (words + 4 + axes[a].n > room) fail(R, NO_ROOM);\n"
        f"      out[words++] = axes[a].n; for (int j = 0; j < axes[a].n; j++) out[words++] = axes[a].a[j]; }}\n"
        f"    R->top = mark; }}\n"
        f"  spend(R, S, 0);\n"
        f"  int answered = {group_here(w, number, 'out')};\n"
        f"  if (answered < 0) answered = R->group ? R->group({number}, part, which, words, out, found) : 1;\n"
        f"  if (answered) fail(R, TOO_MUCH);\n"
        f"  spend(R, S, found[0]);\n"
        f"  return (L){{found[1], found + 2}};\n}}\n"
    )


MOST_AXES = 6


def problem_text(w: Writer, number: int) -> str:
    """The patterns of a grouping as tables; nothing, if there are more axes than fit into one."""
    problem, declared = problem_of(Evaluator(w.world, None), number), w.definition.groupings[number]
    if problem.axes > MOST_AXES:
        return ""
    text, patterns = "", []
    for place, (pattern, own) in enumerate(zip(problem.patterns, declared.patterns, strict=True)):
        worth = ", ".join(f"{{{size}, {value}}}" for size, value in pattern.worth)
        text += f"static const Sized WORTH{number}_{place}[] = {{{worth or '{0, 0}'}}};\n"
        apart = (*pattern.different, *(() if pattern.run is None else (pattern.run,)))
        run, high = (-1 if one is None else one for one in (pattern.run, own.high))
        patterns.append(
            f"{{{len(pattern.same)}, {_row(pattern.same)}, {run}, {len(apart)}, {_row(apart)}, {own.low}, {high}, "
            f"{len(pattern.worth)}, WORTH{number}_{place}}}"
        )
    sets = -1 if problem.sets is None else problem.sets
    return (
        f"{text}static const Pattern PATTERNS{number}[] = {{{', '.join(patterns)}}};\n"
        f"static const Problem PROBLEM{number} = {{{problem.axes}, {len(patterns)}, {sets}, {len(problem.different)}, "
        f"{_row(problem.different)}, PATTERNS{number}}};\n"
    )


def _row(numbers: tuple[int, ...]) -> str:
    return "{" + (", ".join(map(str, numbers)) or "0") + "}"


def group_here(w: Writer, number: int, hand: str) -> str:
    """The best grouping, found in the library where it fits."""
    if not problem_text(w, number):
        return "-1"
    return f"group_here(R, &PROBLEM{number}, part, which, words, {hand}, found)"


FOLDS: dict[ir.FoldKind, Rule] = {
    ir.FoldKind.COUNT: _count, ir.FoldKind.TOTAL: _total, ir.FoldKind.HIGHEST: _extreme, ir.FoldKind.LOWEST: _extreme,
    ir.FoldKind.SOME: _found, ir.FoldKind.FIRST: _found, ir.FoldKind.LAST: _last,
}  # fmt: skip
VALUES: dict[type, Rule] = {ir.Fold: fold, ir.Sort: sort, ir.Rank: rank, ir.Grouped: grouped}
LISTS: dict[type, Rule] = {ir.Sort: sorted_list, ir.Grouped: grouped_list}
