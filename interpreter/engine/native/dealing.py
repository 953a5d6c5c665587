"""What `deal.h` needs of a definition: how hidden cards look, where they belong, and which variables and places hold cards.

Takes a writer; returns C. Says by name why bots of a definition cannot think inside a library: re-dealing there knows hidden
cards and hidden dice, and no other secrets.
"""

from __future__ import annotations

from functools import lru_cache

from ... import ir
from ...ir.analysis.flows import secret_chances
from ...model.definition import Definition
from ..flatten import codes_of
from ..world import World
from .layout import PlaceShape, VariableField
from .writer import Writer


@lru_cache(maxsize=32)
def why_not_thinking(definition: Definition) -> str:
    """Why bots cannot think inside a library, in one sentence; nothing, if they can."""
    if any(isinstance(one, ir.Ask) for code in codes_of(definition) for one in code.instructions):
        return "several seats are asked at once"
    if any(site.secret for site in definition.sites):
        return "answers are secret"
    if any(map(secret_chances, definition.procedures)):
        return "chance picks in secret"
    hidden = [one.name for one in definition.variables if one.seen_by != ir.SeenBy.EVERYONE]
    return f"{hidden[0]} is hidden from some" if hidden else ""


def header(world: World) -> str:
    """The tables, and what is there of everything."""
    definition = world.definition
    looks = {look: number for number, look in enumerate(dict.fromkeys(map(world.look, range(world.cards))))}
    members = [int(family.per.is_member) for family in definition.families]
    zones = [
        "{" + ", ".join(str(_own_zone(world, card, family)) for family in range(len(members))) + "}"
        for card in range(world.cards)
    ]
    return "\n".join((
        f"#define LOOKS {max(1, len(looks))}", f"#define FAMILIES {max(1, len(members))}",
        f"#define HAS_HINT {int(definition.hint is not None)}",
        f"static const int16_t LOOK[] = {{{', '.join(str(looks[world.look(card)]) for card in range(world.cards)) or '0'}}};",
        f"static const int64_t NUMBERS_ON[] = {{{', '.join(map(str, map(world.numbers_on, range(world.cards)))) or '0'}}};",
        f"static const unsigned char IS_PER_MEMBER[FAMILIES] = {{{', '.join(map(str, members)) or '0'}}};",
        f"static const int16_t MEMBER_ZONE[CARDS][FAMILIES] = {{{', '.join(zones) or '{0}'}}};", "",
    ))  # fmt: skip


def _own_zone(world: World, card: int, family: int) -> int:
    """Where a card belongs in a family with a zone for each member; -1 if that is not said."""
    zone = world.zone_for(card, family, None) if world.definition.families[family].per.is_member else None
    return -1 if zone is None else zone


def functions(w: Writer) -> str:
    return _rename(w) + _roll(w)


def _rename(w: Writer) -> str:
    """Cards take the places of others in variables, marks and running rules."""
    variables = [*enumerate(zip(w.definition.variables, w.layout.variables, strict=True))]
    of_cards = [(number, field) for number, (one, field) in variables if one.of.is_card]
    lines = []
    if of_cards:
        each = " ".join(_carried_over(field) for _, field in of_cards)
        lines.append(f"  ALL(k, n) {{ int c = others[k], own = map[c]; {each} }}")
        cases = " ".join(f"case {number}:" for number, _ in of_cards)
        mark = "int *mark = S->marks + 5 * k;"
        lines.append(f"  ALL(k, S->marked[0]) {{ {mark} switch (mark[0]) {{ {cases} mark[1] = map[mark[1]]; }} }}")
    for _, (variable, field) in variables:
        if variable.type.sort is ir.TypeSort.CARD:
            name, words = field.name, field.words
            each = f"S->{name}[k] = NAMED(S->{name}[k]);"
            loop = f"for (int k = i + 1; k <= i + S->{name}[i]; k++)" if field.is_list else "int k = i;"
            lines.append(f"  for (int i = 0; i < {max(1, field.things) * words}; i += {words}) {{ {loop} {each} }}")
    cases = "".join(_renamed_frame(w, number) for number in range(len(w.definition.procedures)))
    walk = "for (int at = S->last[0]; at >= 0; at = S->stack[at + 2])"
    lines.append(f"  {walk} {{ int *F = S->stack + at; switch (F[0]) {{\n{cases}  }} }}")
    body = "\n".join(lines)
    return (
        "#define NAMED(c) ((unsigned)(c) < CARDS ? map[c] : (c))\n"
        "static void rename_rules(State *S, const State *from, const int16_t *map, const int16_t *others, int n) {\n"
        f"{body}\n}}\n"
    )


def _carried_over(field: VariableField) -> str:
    """What a variable says of the card `c`, it says of `own`."""
    if field.words == 1:
        return f"S->{field.name}[own] = from->{field.name}[c];"
    size = f"{field.words} * sizeof S->{field.name}[0]"
    return f"memcpy(S->{field.name} + own * {field.words}, from->{field.name} + c * {field.words}, {size});"


def _renamed_frame(w: Writer, number: int) -> str:
    slots, text = w.definition.procedures[number].slots, ""
    for slot, place in enumerate(w.layout.frames[number].places):
        if slot < len(slots) and slots[slot].sort is ir.TypeSort.CARD:
            if place.shape is PlaceShape.LIST:
                text += f" ALL(k, F[{place.offset}]) F[{place.offset + 1} + k] = NAMED(F[{place.offset + 1} + k]);"
            else:
                text += f" F[{place.offset}] = NAMED(F[{place.offset}]);"
    return f"    case {number}:{text} break;\n" if text else ""


def _roll(w: Writer) -> str:
    """Hidden dice are rolled again."""
    text = ""
    for number, variable in enumerate(w.definition.variables):
        if variable.name == "value" and variable.of == ir.OF_CARDS:
            for card in range(w.world.cards):
                faces = w.definition.kinds[w.world.kind[card]].faces
                if faces is not None:
                    drawn = f"{faces[0]} + below(rng, {faces[1] - faces[0] + 1})"
                    text += f"  if (!can_see(S, {card}, seat)) S->{w.layout.variables[number].name}[{card}] = {drawn};\n"
    return f"static void roll_anew(State *S, uint64_t *rng, int seat) {{\n{text}}}\n"
