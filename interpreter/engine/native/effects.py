"""Statements that change something, as C statements.

Takes a statement of the IR and the places it stands among; returns text. A debug build also writes a row of numbers for each.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ... import ir
from ...ir.analysis.typing import Typing
from ..answering import choices_of
from ..effect_rows import operands_of
from .lists import bare, is_row
from .values import variable_at
from .writer import NativeScope, Unwritten, Writer

_WHERE = {ir.Where.TOP: "TOP", ir.Where.BOTTOM: "BOTTOM", ir.Where.UNDER: "UNDER"}


def effect(w: Writer, node: ir.Stmt, scope: NativeScope) -> str:
    """A statement, after which the arena is as before."""
    rule = _EFFECTS.get(type(node))
    if rule is None:
        raise Unwritten(f'a statement of the kind "{type(node).__name__}" has no form in C')
    row, before = _row(w, node, scope), w.materialised
    text = rule(w, node, scope) + ("" if isinstance(node, ir.Let | ir.Random | ir.Emit | ir.Say) else " changed(R);")
    if w.materialised == before:
        return row + text
    mark = w.fresh("m")
    return f"{row}{{ int *{mark} = R->top; {text} R->top = {mark}; }}"


def _row(w: Writer, node: ir.Stmt, scope: NativeScope) -> str:
    """A row of numbers, unless something that it needs is not there. It is asked once more for that, which is no part of the
    budget."""
    found = operands_of(node)
    if found is None:
        return ""
    lists, needed = [w.fresh("l") for _ in found.lists], [w.fresh() for _ in found.needed]
    text = "".join(f"L {name} = {w.things(one, scope)}; " for name, one in zip(lists, found.lists, strict=True))
    for name, one in zip(needed, found.needed, strict=True):
        is_list = scope.is_list(one)
        text += f"L {name} = {w.listed(one, scope)}; " if is_list else f"int {name} = {w.value(one, scope)}; "
    there = [f"{name}.n" for name in lists]
    asked = list(zip(needed, map(scope.is_list, found.needed), strict=True))
    there += [f"{name}.n >= 0" if is_list else f"{name} != NONE" for name, is_list in asked]
    width = len(lists) + len(needed) + len(found.fixed) + len(found.others)
    words = [f"row_word(R, {found.kind}); row_word(R, {width});"]
    words += [f"row_list(R, {name});" for name in lists]
    words += [f"row_{'list' if is_list else 'one'}(R, {name});" for name, is_list in asked]
    words += [f"row_one(R, {one});" for one in found.fixed]
    for other in found.others:
        if other is not None and scope.is_list(other):
            words.append(f"row_list(R, {w.listed(other, scope)});")
        else:
            words.append(f"row_one(R, {'NONE' if other is None else w.value(other, scope)});")
    body = f"{text}if ({' && '.join(there) or '1'}) {{ {' '.join(words)} }}"
    kept = "int *mark = R->top, budget = S->budget[0];"
    return f"\n#ifdef ROWS\n{{ {kept} {body} R->top = mark; S->budget[0] = budget; }}\n#endif\n"


# ---------------------------------------------------------------- names and variables


def _let(w: Writer, node: ir.Let, scope: NativeScope) -> str:
    kept = scope.words.get(node.slot)
    if kept is None:
        return f"{scope.names[node.slot]} = {w.value(node.value, scope)};"
    return f"keep(R, {kept[0]}, {kept[1]}, {w.listed(node.value, scope)});"


def clipped(w: Writer, variable: int, found: str) -> str:
    declared = w.definition.variables[variable]
    text = ""
    if declared.low is not None:
        text += f"if ({found} != NONE && {found} < {declared.low}) {found} = {declared.low}; "
    if declared.high is not None:
        text += f"if ({found} != NONE && {found} > {declared.high}) {found} = {declared.high}; "
    return text


def stored(w: Writer, variable: int, thing: str | None, found: str) -> str:
    """A value put where a variable lies; one that does not fit there ends the call."""
    return f"{variable_at(w, variable, thing)} = {_narrowed(w, variable, found)};"


def _narrowed(w: Writer, variable: int, found: str) -> str:
    return {"i": found, "h": f"narrow16(R, {found})", "b": f"narrow8(R, {found})"}[w.layout.variables[variable].code]


def _write(w: Writer, node: ir.Write, scope: NativeScope) -> str:
    thing = w.fresh() if node.of is not None else None
    if w.layout.variables[node.variable].is_list:
        field = w.layout.variables[node.variable]
        place = f"&{variable_at(w, node.variable, thing)}"
        text = f"keep(R, {place}, {field.words - 1}, {w.listed(node.value, scope)});"
    else:
        found = w.fresh()
        text = f"int {found} = {w.value(node.value, scope)}; "
        if node.add:
            old = w.fresh()
            text += f"if ({found} != NONE) {{ int {old} = {variable_at(w, node.variable, thing)}; "
            text += f"{found} = add(R, {found}, {old} == NONE ? 0 : {old}); "
        text += clipped(w, node.variable, found) + stored(w, node.variable, thing, found) + (" }" if node.add else "")
    if node.of is None:
        return f"{{ {text} }}"
    return f"{{ int {thing} = {w.value(node.of, scope)}; if ({thing} != NONE) {{ {text} }} }}"


# ---------------------------------------------------------------- cards


def _move(w: Writer, node: ir.Move, scope: NativeScope) -> str:
    face = -1 if node.face is None else node.face
    if not scope.is_list(node.cards) and node.where is not ir.Where.UNDER:
        card, zone = w.fresh(), w.fresh()
        asked = f"int {card} = {w.value(node.cards, scope)}, {zone} = {w.value(node.to, scope)};"
        move = f"move_one(R, S, (int)AT({card}, CARDS), (int)AT({zone}, ZONES), {_WHERE[node.where]}, {face}, "
        move += f"{_room(w, node.to, scope)});"
        return f"{{ {asked} if ({card} != NONE && {zone} != NONE) {move} }}"
    source = bare(node.cards)
    to = w.value(node.to, scope)
    if isinstance(source, ir.Contents) and not scope.is_list(source.of) and node.where is not ir.Where.UNDER:
        return f"move_all(R, S, {w.value(source.of, scope)}, {to}, {_WHERE[node.where]}, {face});"
    w.materialised += 1
    cards = w.fresh("l")
    return f"{{ L {cards} = {w.things(node.cards, scope)}; move_cards(R, S, {cards}, {to}, {_WHERE[node.where]}, {face}); }}"


def _deal(w: Writer, node: ir.Deal, scope: NativeScope) -> str:
    """Every card to the zone that is asked for it, all at once."""
    w.materialised += 1
    cards, goals, at, card = w.fresh("l"), w.fresh("g"), w.fresh("k"), w.fresh("c")
    to = w.value(node.to, scope.with_place(node.slot, card, 0))
    return (
        f"L {cards} = {w.things(node.cards, scope)}; int *{goals} = room_for(R, {cards}.n > 0 ? {cards}.n : 1); "
        f"for (int {at} = 0; {at} < {cards}.n; {at}++) {{ int {card} = {cards}.a[{at}]; {goals}[{at}] = {to}; }} "
        f"deal_cards(R, S, {cards}, {goals}, {_WHERE[node.where]}, {-1 if node.face is None else node.face});"
    )


def _discard(w: Writer, node: ir.Discard, scope: NativeScope) -> str:
    source = bare(node.cards)
    if isinstance(source, ir.Contents) and (zones := _emptied(w, source.of, scope)):
        return f"discard_all(R, S, {zones[0]}, {zones[1]});"
    return f"discard(R, S, {w.things(node.cards, scope)});"


def _emptied(w: Writer, zones: ir.Expr, scope: NativeScope) -> tuple[str, int] | None:
    """The first of zones that follow one another and how many they are, if nothing that lies there is discarded to them."""
    families = [w.definition.families[kind.discards_to] for kind in w.definition.kinds if kind.discards_to is not None]
    names = scope.typing.of(zones).names
    if not names or any(one.name in names or one.room is not None or not one.form.is_stacked for one in families):
        return None
    if not scope.is_list(zones):
        return None if w.can_be_none(zones, scope) else (w.value(zones, scope), 1)
    members = w.rules.members(w, zones) if isinstance(zones, ir.All) else ()
    return (str(members[0]), len(members)) if is_row(members) else None


def _face(w: Writer, node: ir.Face, scope: NativeScope) -> str:
    source = bare(node.cards)
    if isinstance(source, ir.Contents) and (isinstance(source.of, ir.All) or not scope.is_list(source.of)):
        return w.looped(source, scope, lambda card: f"S->face[AT({card}, CARDS)] = {node.up};")
    if scope.is_list(node.cards):
        return f"turn(R, S, {w.things(node.cards, scope)}, {node.up});"
    return f"turn_one(R, S, {w.value(node.cards, scope)}, {node.up});"


def _room(w: Writer, zone: ir.Expr, scope: NativeScope) -> str:
    """What is known beforehand of how many cards a zone can hold."""
    names = scope.typing.of(zone).names
    rooms = {one.room for one in w.definition.families if not names or one.name in names}
    return "NO_LIMIT" if rooms <= {None} else "HOLDS_ONE" if rooms == {1} else "LIMITED"


def _swap(w: Writer, node: ir.Swap, scope: NativeScope) -> str:
    left, right = w.value(node.left, scope), w.value(node.right, scope)
    return f"swap_{'zones' if node.zones else 'cards'}(R, S, {left}, {right});"


def _roll(w: Writer, node: ir.Roll, scope: NativeScope) -> str:
    w.materialised += 1
    dice, at = w.fresh("l"), w.fresh("k")
    return (
        f"L {dice} = {w.things(node.dice, scope)}; for (int {at} = 0; {at} < {dice}.n; {at}++) roll(R, S, "
        f"(int)AT({dice}.a[{at}], CARDS));"
    )


def _random(w: Writer, node: ir.Random, scope: NativeScope) -> str:
    w.materialised += 1
    things = w.fresh("l")
    picked = f"{things}.n > 0 ? {things}.a[below(&S->rng[0], {things}.n)] : NONE"
    return f"L {things} = {w.things(node.source, scope)}; {scope.names[node.slot]} = {picked};"


def _show(w: Writer, node: ir.Show, scope: NativeScope) -> str:
    w.materialised += 1
    cards, seats = w.fresh("l"), w.fresh("l")
    asked = f"L {cards} = {w.things(node.cards, scope)}; L {seats} = {w.things(node.players, scope)};"
    return f"{asked} show(R, S, {cards}, {seats});"


def _mark(w: Writer, node: ir.Mark, scope: NativeScope) -> str:
    player = "NONE" if node.player is None else w.value(node.player, scope)
    moment = -1 if node.moment is None else node.moment
    return f"mark_flag(R, S, {node.variable}, {w.value(node.of, scope)}, {moment}, {player}, {active(w)});"


def active(w: Writer) -> str:
    return variable_at(w, w.definition.variable_numbers["active"], None)


def _expire(w: Writer, node: ir.Expire, scope: NativeScope) -> str:
    return f"expire{node.moment}(R, S);"


def _mix(w: Writer, node: ir.Mix, scope: NativeScope) -> str:
    """Hands get a fresh order from which hidden cards are about to be offered."""
    choice, asked = choices_of(w.definition)[node.site]
    w.materialised += 1
    seats, offers, count, at = w.fresh("l"), w.fresh(), w.fresh(), w.fresh("k")
    most = "PLAYERS" if asked is not None else "1"
    seat = scope.names[asked.items] if asked is not None else ""
    ask = f"{seat} = {seats}.a[{at}]; " if asked is not None else ""
    kept, again = (f"int seat_ = {seat}; ", f"{seat} = seat_; ") if asked is not None else ("", "")
    return (
        f"{{ {kept}L {seats} = {w.things(choice.seats, scope)}; Offered {offers}[PLAYERS]; int {count} = 0; "
        f"for (int {at} = 0; {at} < {seats}.n && {at} < {most}; {at}++) {{ {ask}{offers}[{count}].seat = {seats}.a[{at}]; "
        f"{offers}[{count}++].cards = offered{node.site}(R, S, F); }} {again}mix(R, S, {offers}, {count}); }}"
    )


_EFFECTS: dict[type, Callable[[Writer, Any, NativeScope], str]] = {
    ir.Let: _let, ir.Write: _write, ir.Move: _move, ir.Swap: _swap, ir.Roll: _roll, ir.Show: _show, ir.Mark: _mark,
    ir.Expire: _expire, ir.Mix: _mix, ir.Face: _face, ir.Random: _random, ir.Deal: _deal,
    ir.Discard: _discard,
    ir.Shuffle: lambda w, node, scope: f"shuffle(R, S, {w.value(node.zone, scope)});",
    ir.Emit: lambda w, node, scope: "",
    ir.Say: lambda w, node, scope: "",
}  # fmt: skip


# ---------------------------------------------------------------- functions of a library that effects call


def endings(w: Writer) -> str:
    """What ends a flag, what a die shows, and what a moment brings to its end."""
    flags = "".join(
        f"    case {number}: {variable_at(w, number, 'thing')} = 0; break;\n"
        for number, one in enumerate(w.definition.variables)
        if not one.of.is_game and not one.type.many
    )
    text = f"static void end_flag(Run *R, State *S, int variable, int thing) {{\n  switch (variable) {{\n{flags}  }}\n}}\n"
    return text + _rolling(w) + "".join(_expiring(w, moment) for moment in _moments(w))


def _rolling(w: Writer) -> str:
    shown = w.definition.variable_numbers.get("value")
    kinds = [(kind, one.faces) for kind, one in enumerate(w.definition.kinds) if one.faces is not None]
    if shown is None or not kinds or w.definition.variables[shown].of.is_game:
        return "static void roll(Run *R, State *S, int die) { wrong(R); }\n"
    cases = "".join(f"    case {kind}: low = {low}; high = {high}; break;\n" for kind, (low, high) in kinds)
    return (
        f"static void roll(Run *R, State *S, int die) {{\n  int low, high;\n  switch (KIND[die]) {{\n{cases}    "
        f"default: wrong(R);\n  }}\n"
        f"  int found = low + below(&S->rng[0], high - low + 1);\n  {stored(w, shown, 'die', 'found')}\n  hide(S, die);\n}}\n"
    )


def _moments(w: Writer) -> list[int]:
    return list(range(len(w.definition.moments)))


def _expiring(w: Writer, moment: int) -> str:
    lines = []
    for variable, one in enumerate(w.definition.variables):
        if one.lasts != moment:
            continue
        scope = NativeScope(Typing(w.definition, one.start_slots), {}, dict.fromkeys(range(len(one.start_slots)), "NONE"))
        field = w.layout.variables[variable]
        if field.is_list:
            fill = f"keep(R, S->{field.name} + k * {field.words}, {field.words - 1}, start);"
            start = f"int *m = R->top; L start = {w.listed(one.starts, scope)};"
            lines.append(f"{{ {start} ALL(k, {field.things}) {fill} R->top = m; }}")
        else:
            start = f"int start = {w.value(one.starts, scope)}; {clipped(w, variable, 'start')}"
            fill = f"S->{field.name}[k] = {_narrowed(w, variable, 'start')};"
            lines.append(f"{{ {start}ALL(k, {field.things}) {fill} }}")
    body = "".join(f"  {line} changed(R);\n" for line in lines)
    return (
        f"static void expire{moment}(Run *R, State *S) {{\n{body}  if (MOST_MARKS && S->marked[0]) end_marks(R, S, {moment}, "
        f"{active(w)});\n}}\n"
    )


