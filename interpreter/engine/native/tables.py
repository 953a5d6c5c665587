"""The tables of a world as C: how many there are of everything, what never changes, and the fields of a state.

Takes a world; returns text made of numbers only.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from ... import ir
from ...ir.analysis.none_ness import facts_of
from ...ir.analysis.strangers import any_may_be_strange
from ...ir.limits import DEPTH, GAME_STEPS, NUMBER, NUMBERS, OPTIONS, PICKED_NUMBER, STEPS, TRIED
from ...model.definition import Family
from ..actions import action_numbers
from ..flatten import codes_of
from ..world import World
from .layout import ABSENT, STACK_WORDS, WIDTHS, Layout
from .writer import Writer, number

SEEN = {ir.SeenBy.EVERYONE: 0, ir.SeenBy.OWNER: 1, ir.SeenBy.NOBODY: 2, ir.SeenBy.FACE: 3}


def header(world: World, layout: Layout) -> str:
    return "\n".join((
        _sizes(world, layout), _state(layout), _of_variables(layout), _of_cards(world), _of_zones(world), _of_rules(world), "",
    ))  # fmt: skip


def _array(name: str, values: Sequence[int | None], type: str = "int") -> str:
    return f"static const {type} {name}[] = {{{', '.join(map(number, values)) or '0'}}};"


def _sizes(world: World, layout: Layout) -> str:
    most_limits = max(
        (len(one.limits) for code in codes_of(world.definition) for one in code.instructions if isinstance(one, ir.PickMany)),
        default=0,
    )
    asked = [one.choice for code in codes_of(world.definition) for one in code.instructions if isinstance(one, ir.Ask)]
    most_limits = max([most_limits, *[len(one.limits) for one in asked if isinstance(one, ir.PickMany)], 1])
    sizes = {
        "PLAYERS": world.players, "MOST_PLAYERS": world.definition.most, "CARDS": max(1, world.cards),
        "ZONES": max(1, len(world.zones)), "ZONES_THERE": len(world.zones), "PROCEDURES": len(world.definition.procedures),
        "ROWS_OF_CARDS": max(1, len(world.definition.rows)), "MOST_MARKS": layout.marks, "MOST_SHOWN": layout.shown,
        "MOST_LIMITS": most_limits, "STACK_WORDS": STACK_WORDS, "ANSWER_WORDS": layout.answer_words,
        "MOST_ANSWERED": layout.picks, "MOST_NUMBER": NUMBER.most, "MOST_NUMBERS": NUMBERS.most, "MOST_OPTIONS": OPTIONS.most,
        "MOST_PICKED": PICKED_NUMBER.most, "MOST_TRIED": TRIED.most, "MOST_STEPS": STEPS.most,
        "MOST_OF_GAME": GAME_STEPS.most // 2, "MOST_DEPTH": DEPTH.most, "KEEPS_FILLED": int(layout.keeps_filled),
        "ANY_ROOM": int(any(one.room is not None for one in world.definition.families)), 
        "ANY_STRANGERS": int(any_may_be_strange(world.definition)),
        "DISCARD_ROOM": int(any(one.room is not None for one in _discards(world))),
        "DISCARD_PILES": int(all(one.form.is_stacked for one in _discards(world))), "ANY_HOSTS": int(layout.hosts),
        "ALL_OWNED": int(None not in world.owner),
        "ABSENT": ABSENT, "PLACE_OF_ONE": 0, "PLACE_OF_LIST": 1,
        "SEEN_BY_ALL": 0, "SEEN_BY_OWNER": 1, "SEEN_BY_NOBODY": 2, "SEEN_BY_FACE": 3,
    }  # fmt: skip
    return "\n".join(["#define NONE INT32_MIN", *[f"#define {name} {value}" for name, value in sizes.items()]])


def _discards(world: World) -> list[Family]:
    """The families to which cards are discarded."""
    goals = {kind.discards_to for kind in world.definition.kinds}
    return [one for number, one in enumerate(world.definition.families) if number in goals]


def _state(layout: Layout) -> str:
    fields = "\n".join(f"  {field.declaration}" for name, field in layout.fields.items() if name != "stack")
    stack = layout.fields["stack"]
    return (
        f"typedef struct {{\n{fields}\n  int32_t stack[STACK_WORDS] __attribute__((aligned(8)));\n}} State;\n"
        f"_Static_assert(offsetof(State, stack) == {stack.offset}, \"layout\");"
    )


def _of_variables(layout: Layout) -> str:
    """How variables and frames lie in a position."""
    rows = ", ".join(
        f"{{offsetof(State, {one.name}), {WIDTHS[one.code]}, {one.things}, {one.words if one.is_list else 0}}}"
        for one in layout.variables
    )
    places = ", ".join(f"{{{one.offset}, {int(one.shape)}, {one.words}}}" for own in layout.frames for one in own.places)
    return "\n".join((
        f"static const struct {{ int at, width, things, words; }} LAID[] = {{{rows or '{0}'}}};",
        f"#define ALL_LAID {len(layout.variables)}", _array("FRAME_WORDS", [one.words for one in layout.frames]),
        _array("FIRST_PLACE", list(accumulate((len(one.places) for one in layout.frames), initial=0))),
        f"static const struct {{ int at, kind, words; }} PLACE[] = {{{places or '{0}'}}};",
    ))  # fmt: skip


def _of_shuffles(most: int) -> str:
    """For every number of cards that are to be exchanged: below what a number must lie that serves the next few, and how many
    are left then."""
    part, rows = (1 << 30) - 1, []
    for size in range(most + 1):
        whole, rest = 1, size
        while rest > 1 and whole * rest < part >> 4:
            whole, rest = whole * rest, rest - 1
        rows.append(f"{{{part + 1 - (part + 1) % whole}, {rest}}}")
    return f"#define PARTS_OF_SHUFFLES {', '.join(rows)}"


def _of_divisions(most: int) -> str:
    """What a number is multiplied by to be divided."""
    numbers = [0, 0, *(((1 << 64) - 1) // divisor + 1 for divisor in range(2, most + 1))]
    shares = [0, *(-(-(1 << 32) // divisor) for divisor in range(1, 65))]
    listed = [", ".join(f"{one}ull" for one in each) for each in (shares, numbers)]
    return f"#define SHARES {listed[0]}\n#define DIVISORS {most}\n#define RECIPROCALS {listed[1]}"


def _of_bits() -> str:
    """The places of the bits of every byte, four bits each, and above them how many there are."""
    places = [[place for place in range(8) if byte >> place & 1] for byte in range(256)]
    found = [sum(place << 4 * at for at, place in enumerate(one)) + (len(one) << 32) for one in places]
    return f"#define PLACES_OF_BITS {', '.join(f'{one}ull' for one in found)}"


def _of_cards(world: World) -> str:
    backs = sorted({*world.definition.backs})
    goals = []
    for card in range(world.cards):
        goals.append([_discard(world, card, owner) for owner in (None, *range(world.players))])
    rows = ", ".join("{" + ", ".join(map(str, one)) + "}" for one in goals) or "{0}"
    return "\n".join((
        _of_bits(), _of_shuffles(max(1, world.cards)), _of_divisions(max(64, world.cards)),
        _array("OWNER", [*world.owner, *[None] * max(1, len(world.zones))]), _array("ROW", world.row),
        _array("KIND", world.kind),
        _array("BACK", [backs.index(back) for back in world.definition.backs]),
        f"static const int16_t DISCARD[CARDS][PLAYERS + 1] = {{{rows}}};",
    ))  # fmt: skip


def _discard(world: World, card: int, owner: int | None) -> int:
    """Where a card goes that somebody owns; -1 if nowhere."""
    family = world.definition.kinds[world.kind[card]].discards_to
    zone = None if family is None else world.zone_for(card, family, owner)
    return -1 if zone is None else zone


def _of_notes(world: World) -> str:
    """Who has and who keeps the cards of each zone, as a bit; all bits for a zone in which they are played."""
    seen_by = [world.definition.families[one.family].seen_by for one in world.zones]
    owned = [0 if owner is None else 1 << owner for owner in world.zone_owners]
    had = [0 if seen is ir.SeenBy.NOBODY else owner for seen, owner in zip(seen_by, owned, strict=True)]
    kept = [owner if seen is ir.SeenBy.OWNER else 0 for seen, owner in zip(seen_by, owned, strict=True)]
    shown = [0xFFFF if seen in (ir.SeenBy.EVERYONE, ir.SeenBy.FACE) else 0 for seen in seen_by]
    return "\n".join((_array("HAD_IN", had), _array("KEPT_IN", kept), _array("SHOWN_IN", shown)))


def _of_zones(world: World) -> str:
    zones, families = range(len(world.zones)), world.definition.families
    of = [families[world.zones[zone].family] for zone in zones]
    groups = [world.group(zone) for zone in zones]
    starts, beside = [0], list[int]()
    for zone in zones:
        beside += world.beside(zone)
        starts.append(len(beside))
    kinds = range(len(world.definition.kinds))
    holds = ", ".join("{" + ", ".join(str(int(not one.holds or kind in one.holds)) for kind in kinds) + "}" for one in families)
    numbers = action_numbers(world.definition)
    seats = [", ".join(str(one) for one in numbers.zone_places(world, seat)) for seat in range(world.players)]
    return "\n".join((
        _array("FAMILY", [one.family for one in world.zones]), _array("PARENT", [one.parent for one in world.zones]),
        _array("ZONE_OWNER", world.zone_owners), _array("ZONE_X", [one.x for one in world.zones]),
        _array("ZONE_Y", [one.y for one in world.zones]), _array("ZONE_INDEX", [one.index for one in world.zones]),
        _array("ROOM", [-1 if one.room is None else one.room for one in of]),
        _array("SEEN_BY", [SEEN[one.seen_by] for one in of]), _of_notes(world),
        _array("IS_HAND", [int(one.form.is_mixed) for one in of], "char"),
        _array("IS_PILE", [int(one.form.is_stacked) for one in of], "char"),
        _array("GROUP_START", [min(group) for group in groups]), _array("GROUP_END", [max(group) + 1 for group in groups]),
        _array("BESIDE_START", starts), _array("BESIDE", beside),
        f"static const char HOLDS[][{max(1, len(kinds))}] = {{{holds or '{0}'}}};",
        f"static const int ZONE_NUMBER[PLAYERS][ZONES] = {{{', '.join('{' + one + '}' for one in seats)}}};",
    ))  # fmt: skip


def _of_rules(world: World) -> str:
    """Where the named stretches of procedures lie; what is asked only when one is left from outside."""
    facts = facts_of(world.definition)
    blocks = [
        (number, facts.labels[name], start, end)
        for number, code in enumerate(codes_of(world.definition))
        for name, start, end in code.blocks
        if name in facts.labels
    ]
    rows = ", ".join("{" + ", ".join(map(str, one)) + "}" for one in blocks)
    inserted = [int(one.name == ir.INSERTED) for one in world.definition.procedures]
    deep = [int(number in facts.charges.deep) for number in range(len(world.definition.procedures))]
    return "\n".join((
        f"#define BLOCKS {len(blocks)}", f"static const int BLOCK[][4] = {{{rows or '{0}'}}};",
        f"#define LEAVES_GAME {facts.labels[ir.GAME]}", _array("INSERTED", inserted, "char"), _array("DEEP", deep, "char"),
    ))  # fmt: skip


def notes(w: Writer) -> str:
    """What is noted of cards: whether two have the same, and whether a seat may know it."""
    same, read = "", ""
    for kind in range(len(w.definition.kinds)):
        numbers = [one for one in w.world.noted[kind] if not w.layout.variables[one].is_list]
        fields = [w.layout.variables[one].name for one in numbers]
        same += f"    case {kind}: return {' && '.join(f'S->{one}[one] == S->{one}[other]' for one in fields) or '1'};\n"
        tests = {_readable(w.definition.variables[one].seen_by) for one in numbers}
        read += f"    case {kind}: return {' && '.join(sorted(tests)) or '1'};\n"
    return (
        f"static int same_notes(State *S, int one, int other) {{\n  switch (KIND[one]) {{\n{same}  }}\n  return 1;\n}}\n"
        f"static int may_read_notes(State *S, int card, int seat) {{\n  switch (KIND[card]) {{\n{read}  }}\n  return 1;\n}}\n"
    )


def _readable(seen_by: ir.SeenBy) -> str:
    if seen_by is ir.SeenBy.EVERYONE:
        return "can_see(S, card, seat)"
    return "0" if seen_by is ir.SeenBy.NOBODY else "owner_of(S, card) == seat"
