"""Functions of a definition, and values with all that changes them, as C functions.

Takes their numbers; returns text. A value is its start, then what holds, then what it gets, then its limits.
"""

from __future__ import annotations

from ... import ir
from ...ir.analysis.effort import effort_of, functions_in_circles, values_in_circles
from ...ir.analysis.typing import Typing
from ...model.definition import Modifier
from .values import call, muted
from .writer import Scope, Writer


def declared(w: Writer, number: int) -> str:
    """How a function begins."""
    given = ", ".join(f"{'L' if w.takes_list(number, slot) else 'int'} v{slot}" for slot in range(w.arity(number)))
    return f"static {'L' if is_list(w, number) else 'int'} f{number}(Run *R, State *S, {given})"


def is_list(w: Writer, number: int) -> bool:
    return w.definition.functions[number].type.many


def function(w: Writer, number: int) -> str:
    found = w.definition.functions[number]
    given, slots = w.arity(number), enumerate(found.slots)
    names = {slot: f"v{slot}" if slot < given else "(L){-1, 0}" if type.many else "NONE" for slot, type in slots}
    names |= {slot: f"v{slot}" for slot in range(given)}
    scope = Scope(Typing(w.definition, found.slots), dict(w.facts.parameters[number]), names)
    guard = "deep_enough(R); " if number in functions_in_circles(w.definition) else ""
    if is_list(w, number):
        return f"{declared(w, number)} {{ {guard}return {w.listed(found.value, scope)}; }}"
    return f"{declared(w, number)} {{ {guard}return {w.value(found.value, scope)}; }}"


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
        for modifier in found.gets:
            amount = call(w, modifier.amount, ("NONE", "m", "thing"))
            lines.append(_changed(w, modifier, f"int x = {amount}; if (x != NONE) r += x;"))
        lines.append("within(R, r);")
        lines += [f"if (r < {found.at_least}) r = {found.at_least};"] if found.at_least is not None else []
        lines += [f"if (r > {found.at_most}) r = {found.at_most};"] if found.at_most is not None else []
    before, after = "", ""
    if number in values_in_circles(w.definition):
        most = effort_of(w.definition).needed
        before = (
            f"  deep_enough(R); int before = S->needed[0]; S->needed[0] = before + 1; "
            f"if (before >= {most}) fail(R, NEEDS_ITSELF);\n"
        )
        after = "  if (!before) S->needed[0] = 0;\n"
    body = "".join(f"  {line}\n" for line in lines)
    asked = f"{{\n{before}{body}  goto out; out:;\n{after}  return (int)r;\n}}\n"
    return _remembering(w, number, asked)


def _remembering(w: Writer, number: int, asked: str) -> str:
    """The function of a value, which is only worked out again when something has changed."""
    place = remembered(w).get(number)
    if place is None:
        return f"static int c{number}(Run *R, State *S, int thing) {asked}"
    first, things = place
    memo = f"Memo *memo = R->memo + {first} + {'0' if things == 1 else f'AT(thing, {things})'};"
    return (
        f"static int a{number}(Run *R, State *S, int thing) {asked}"
        f"static int c{number}(Run *R, State *S, int thing) {{ {memo} if (memo->version == R->version) return memo->value; "
        f"int value = a{number}(R, S, thing); memo->version = R->version; memo->value = value; return value; }}\n"
    )


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
    loop = f"for (int k = 0; k < {len(cards)}; k++) {{ int m = {w.table(cards)}[k]; if ({muted(w, 'm')}) continue; {applies} }}"
    return loop if cards else ""
