"""Functions of a definition, and values with all that changes them, as C functions.

Takes their numbers; returns text. A value is its start, then what holds, then what it gets, then its limits.
"""

from __future__ import annotations

from functools import lru_cache

from ... import ir
from ...ir.analysis.effort import effort_of, functions_in_circles, functions_to_circles, values_in_circles
from ...ir.analysis.typing import Typing
from ...ir.walk import walk
from ...model.definition import Modifier, Value
from .owners import body, conjuncts, filling, locals_in, owner_fold
from .values import call, muted
from .writer import NativeScope, Writer

SMALL = 40  # nodes of a function


def declared(w: Writer, number: int) -> str:
    """How a function begins."""
    given = ", ".join(f"{'L' if w.takes_list(number, slot) else 'int'} v{slot}" for slot in range(w.arity(number)))
    apart = "__attribute__((noinline)) " if _is_seldom(w, number) else "inline " if _is_small(w, number) else ""
    return f"static {apart}{'L' if is_list(w, number) else 'int'} f{number}(Run *R, State *S, {given})"


def _is_small(w: Writer, number: int) -> bool:
    """Whether it is short enough to stand wherever it is asked."""
    if owner_fold(w, number) is not None or number in of_players(w):
        return True
    if number in functions_in_circles(w.definition):
        return False
    return sum(1 for _ in walk(w.definition.functions[number].value)) <= SMALL


def _is_seldom(w: Writer, number: int) -> bool:
    """Whether only an `always` of a card's own asks for it, and it takes a loop: what all cards ask for stays short then."""
    changes = [each for value in w.definition.values for each in (*value.holds, *value.gets)]
    own = {one for each in changes if each.own for one in (each.applies, each.amount)}
    return number in own and any(isinstance(one, ir.Fold | ir.Sort) for one in walk(w.definition.functions[number].value))


def is_list(w: Writer, number: int) -> bool:
    return w.definition.functions[number].type.many


def function(w: Writer, number: int) -> str:
    found = w.definition.functions[number]
    given, slots = w.arity(number), enumerate(found.slots)
    names = {slot: f"v{slot}" if slot < given else "(L){-1, 0}" if type.many else "NONE" for slot, type in slots}
    names |= {slot: f"v{slot}" for slot in range(given)}
    scope = NativeScope(Typing(w.definition, found.slots), dict(w.facts.parameters[number]), names)
    guard = "deep_enough(R); " if number in functions_in_circles(w.definition) else ""
    fold = owner_fold(w, number)
    if fold is not None:
        return f"{filling(w, fold, number, scope)}{declared(w, number)} {{ {body(w, fold, number)} }}"
    if number in of_players(w):
        return _of_player(w, number, w.value(found.value, scope))
    if is_list(w, number):
        return f"{declared(w, number)} {{ {guard}return {w.listed(found.value, scope)}; }}"
    return f"{declared(w, number)} {{ {guard}return {w.value(found.value, scope)}; }}"


@lru_cache(maxsize=1)  # every function is asked of while one library is written
def of_players(w: Writer) -> dict[int, int]:
    """Functions that ask something of a player alone and go through cards for it, which are often asked again before anything
    changes: each with its place among what is remembered."""
    if w.definition.groupings:
        return {}
    places, total = {}, sum(things for _, things in remembered(w).values())
    for number, one in enumerate(w.definition.functions):
        used = {slot for slot in locals_in(one.value) if slot < w.arity(number)}
        is_of_player = used == {ir.THIS} and one.slots[ir.THIS].sort is ir.TypeSort.PLAYER and not one.slots[ir.THIS].many
        goes_through = any(isinstance(each, ir.Fold) and isinstance(each.source, ir.Contents) for each in walk(one.value))
        is_plain = number not in functions_in_circles(w.definition) and not is_list(w, number) and owner_fold(w, number) is None
        if is_of_player and goes_through and is_plain:
            places[number] = total
            total += w.world.players
    return places


def _of_player(w: Writer, number: int, value: str) -> str:
    given = ", ".join(f"{'L' if w.takes_list(number, slot) else 'int'} v{slot}" for slot in range(w.arity(number)))
    passed = ", ".join(f"v{slot}" for slot in range(w.arity(number)))
    return (
        f"static __attribute__((noinline)) int ask{number}(Run *R, State *S, {given}) {{ return {value}; }}\n"
        f"{declared(w, number)} {{ if ((unsigned)v1 >= PLAYERS) return ask{number}(R, S, {passed}); "
        f"Memo *memo = R->memo + {of_players(w)[number]} + v1; if (memo->version == R->version) return memo->value; "
        f"int value = ask{number}(R, S, {passed}); memo->version = R->version; memo->value = value; return value; }}"
    )


def computed(w: Writer, number: int) -> str:
    """A value of one thing; one that may need itself is counted."""
    found = w.definition.values[number]
    is_flag = found.type.sort == ir.TypeSort.FLAG
    lines = [f"int64_t r = {call(w, found.starts, ('NONE', 'thing'))};"]
    for modifier in found.holds:
        amount = call(w, modifier.amount, ("NONE", "m", "thing"))
        take = f"if (!truth((int)r)) r = {amount};" if is_flag else f"r = {amount};"
        lines.append(_changed(w, modifier, take))
    if not is_flag:
        lines.append("if (r == NONE) goto out;")
        lines += [_changed(w, modifier, _got(w, modifier)) for modifier in found.gets if not modifier.own]
        lines.append(_own_gets(w, [modifier for modifier in found.gets if modifier.own]))
        lines.append("within(R, r);")
        lines += [f"if (r < {found.at_least}) r = {found.at_least};"] if found.at_least is not None else []
        lines += [f"if (r > {found.at_most}) r = {found.at_most};"] if found.at_most is not None else []
    before, after = "", ""
    if number in values_in_circles(w.definition):
        most = effort_of(w.definition).needed
        before = _without_a_circle(w, found) + (
            f"  deep_enough(R); int before = S->needed[0]; S->needed[0] = before + 1; "
            f"if (before >= {most}) fail(R, NEEDS_ITSELF);\n"
        )
        after = "  if (!before) S->needed[0] = 0;\n"
    body = "".join(f"  {line}\n" for line in lines)
    asked = f"{{\n{before}{body}  goto out; out:;\n{after}  return (int)r;\n}}\n"
    return _remembering(w, number, asked)


def _got(w: Writer, modifier: Modifier) -> str:
    return f"int x = {call(w, modifier.amount, ('NONE', 'm', 'thing'))}; if (x != NONE) r += x;"


def _own_gets(w: Writer, modifiers: list[Modifier]) -> str:
    """What a card gets by an `always` of its own: only its row is asked for where it has none."""
    rows: dict[int, str] = {}
    for one in modifiers:
        applies = f"if (truth({call(w, one.applies, ('NONE', 'm', 'thing'))})) {{ {_got(w, one)} }}"
        assert one.carrier is not None
        rows[one.carrier] = rows.get(one.carrier, "") + applies
    if not rows:
        return ""
    mute = "" if w.definition.mute is None else f"if (!{muted(w, 'thing')}) "
    cases = " ".join(f"case {row}: {mute}{{ int m = thing; {text} }} break;" for row, text in rows.items())
    return f"if (thing != NONE) switch (ROW[AT(thing, CARDS)]) {{ {cases} }}"


def _without_a_circle(w: Writer, value: Value) -> str:
    """A card that changes nothing of its own needs itself for nothing: unless somebody counts, it is answered at once."""
    modifiers = (*value.holds, *value.gets)
    rows = {one.carrier for one in modifiers}
    starts_alone = value.starts not in functions_to_circles(w.definition)
    if not all(one.own for one in modifiers) or not starts_alone or value.type.sort == ir.TypeSort.FLAG:
        return ""
    table = w.table([int(row in rows) for row in range(len(w.definition.rows))])
    limits = [f"if (r < {value.at_least}) r = {value.at_least};"] if value.at_least is not None else []
    limits += [f"if (r > {value.at_most}) r = {value.at_most};"] if value.at_most is not None else []
    limited = f"if (r != NONE) {{ {' '.join(limits)} }} " if limits else ""
    start = call(w, value.starts, ("NONE", "thing"))
    is_plain = f"!S->needed[0] && thing != NONE && !{table}[ROW[AT(thing, CARDS)]]"
    return f"  if ({is_plain}) {{ int r = {start}; {limited}return r; }}\n"


def _remembering(w: Writer, number: int, asked: str) -> str:
    """The function of a value, which is only worked out again when something has changed."""
    place = remembered(w).get(number)
    if place is None:
        return f"static int c{number}(Run *R, State *S, int thing) {asked}"
    first, things = place
    memo = f"Memo *memo = R->memo + {first} + {'0' if things == 1 else f'AT(thing, {things})'};"
    return (
        f"static int a{number}(Run *R, State *S, int thing) {asked}"
        f"static inline int c{number}(Run *R, State *S, int thing) {{ {memo} if (memo->version == R->version) return "
        f"memo->value; int value = a{number}(R, S, thing); memo->version = R->version; memo->value = value; return value; }}\n"
    )


@lru_cache(maxsize=1)
def remembered(w: Writer) -> dict[int, tuple[int, int]]:
    """The values that are remembered until something changes: where, and of how many things. One that may need itself, or for
    which cards are grouped, is counted each time that it is asked."""
    if w.definition.groupings:
        return {}
    places, total = {}, 0
    for number, value in enumerate(w.definition.values):
        things = 1 if value.of.is_game else w.world.how_many(value.of)
        if number not in values_in_circles(w.definition) and things:
            places[number] = (total, things)
            total += things
    return places


def _changed(w: Writer, modifier: Modifier, take: str) -> str:
    """What is done for every card whose `always` it is and that is not mute; the game itself is always there."""
    applies = f"if (truth({call(w, modifier.applies, ('NONE', 'm', 'thing'))})) {{ {take} }}"
    if modifier.carrier is None:
        return f"{{ int m = NONE; {applies} }}"
    if modifier.own:
        here = f"thing != NONE && ROW[AT(thing, CARDS)] == {modifier.carrier} && !{muted(w, 'thing')}"
        return f"if ({here}) {{ int m = thing; {applies} }}"
    cards = w.world.cards_of_row[modifier.carrier]
    if not cards:
        return ""
    live = live_lists(w).get(modifier)
    if live is not None:
        return f"{{ const Live *l = live{live}(R, S); for (int k = 0; k < l->n; k++) {{ int m = l->a[k]; {applies} }} }}"
    return f"for (int k = 0; k < {len(cards)}; k++) {{ int m = {w.table(cards)}[k]; if ({muted(w, 'm')}) continue; {applies} }}"


# ---------------------------------------------------------------- cards whose `always` can matter at all


def live_lists(w: Writer) -> dict[Modifier, int]:
    """Of what changes values, that which asks something of its own card alone: each with its place among them."""
    found: dict[Modifier, int] = {}
    for value in w.definition.values:
        for one in (*value.holds, *value.gets):
            if one.carrier is not None and not one.own and one not in found and _of_carrier(w, one):
                found[one] = len(found)
    return found


def _of_carrier(w: Writer, modifier: Modifier) -> list[tuple[ir.Expr, bool]]:
    """What must hold of the card that carries it, whatever it is asked about: conditions, and things that must be there."""
    found: list[tuple[ir.Expr, bool]] = []
    for one in conjuncts(w.definition.functions[modifier.applies].value):
        if _is_plain(one) and locals_in(one) == {ir.THIS}:
            found.append((one, True))
        elif isinstance(one, ir.Op) and one.sign is ir.Sign.IS:
            found += [(side, False) for side in one.arguments if _is_plain(side) and locals_in(side) == {ir.THIS}]
    return found


def _is_plain(node: ir.Expr) -> bool:
    """Whether it is asked without any value or function, which could ask for this value again."""
    return not any(isinstance(one, ir.Computed | ir.Apply | ir.ByRow | ir.Score | ir.Grouped | ir.Reach) for one in walk(node))


def live_text(w: Writer) -> str:
    return "".join(_live(w, modifier, place) for modifier, place in live_lists(w).items())


def _live(w: Writer, modifier: Modifier, place: int) -> str:
    """The cards of which an `always` can matter now, looked through once until something changes."""
    assert modifier.carrier is not None
    number, cards = modifier.applies, w.world.cards_of_row[modifier.carrier]
    found = w.definition.functions[number]
    names = {slot: "m" if slot == ir.THIS else "NONE" for slot in range(len(found.slots) + w.arity(number))}
    scope = NativeScope(Typing(w.definition, found.slots), dict(w.facts.parameters[number]), names)
    tests = []
    for one, is_test in _of_carrier(w, modifier):
        tests.append(f"{w.test(one, scope)} != 0" if is_test else f"{w.value(one, scope)} != NONE")
    return (
        f"static const Live *live{place}(Run *R, State *S) {{ Live *l = R->live + {place}; if (l->version != R->version) {{ "
        f"int n = 0; ALL(k, {len(cards)}) {{ int m = {w.table(cards)}[k]; l->a[n] = (int16_t)m; "
        f"n += !{muted(w, 'm')} & {' & '.join(f'({one})' for one in tests)}; }} "
        f"l->n = n; l->version = R->version; }} return l; }}\n"
    )
