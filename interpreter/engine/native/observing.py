"""What `observe.h` needs of a definition: where variables lie and who may read them, and zones as each seat counts them.

Takes a writer; returns C. The layout is that of `engine/observation`.
"""

from __future__ import annotations

from collections.abc import Sequence

from ... import ir
from ..observation import listed_of, observation_of
from .flow import NativeProcedure
from .layout import WIDTHS
from .tables import SEEN
from .writer import Writer

_TOLD = (
    "typedef struct { int32_t offset, width, things, words, is_list, most; int16_t of, number, tells, seen_by; } Told;"
)
_TELLS = {ir.TypeSort.PLAYER: 1, ir.TypeSort.ZONE: 2, ir.TypeSort.CARD: 3}
_OF = {
    ir.OwnerSort.GAME: 0, ir.OwnerSort.PLAYER: 1, ir.OwnerSort.FAMILY: 2, ir.OwnerSort.MEMBERS: 3, ir.OwnerSort.CARD: 4,
    ir.OwnerSort.KIND: 4,
}  # fmt: skip


def header(w: Writer) -> str:
    """The tables."""
    layout, zones = observation_of(w.world), range(len(w.world.zones))
    orders = layout.zones_from
    places = [[order.index(zone) for zone in zones] for order in orders]
    sizes = {
        "OBSERVED_WORDS": layout.size, "MOST_TOLD_PICKS": layout.picks, "CARD_WORDS": len(layout.part("all cards").columns),
        "NOTES": len(layout.notes), "VARIABLES": len(layout.variables), "ZONES_THERE": len(zones),
    }  # fmt: skip
    return "\n".join((
        *[f"#define {name} {size}" for name, size in sizes.items()], _TOLD,
        _rows("ZONE_ORDER", orders), _rows("ZONE_FROM", places), _told(w, "NOTE", layout.notes),
        _told(w, "VARIABLE", tuple(layout.variables)), "",
    ))  # fmt: skip


def _rows(name: str, rows: Sequence[Sequence[int]]) -> str:
    listed = ", ".join("{" + (", ".join(map(str, row)) or "0") + "}" for row in rows)
    return f"static const int16_t {name}[PLAYERS][ZONES] = {{{listed}}};"


def _told(w: Writer, name: str, numbers: tuple[int, ...]) -> str:
    entries = ", ".join(_entry(w, number) for number in numbers)
    return f"static const Told {name}[] = {{{entries or '{0}'}}};"


def _entry(w: Writer, number: int) -> str:
    variable, field = w.definition.variables[number], w.layout.variables[number]
    of, type = variable.of, variable.type
    told = (
        w.layout.fields[field.name].offset, WIDTHS[field.code], field.things, field.words, int(field.is_list),
        listed_of(type), _OF[of.sort], -1 if of.sort is ir.OwnerSort.CARD else of.number, _TELLS.get(type.sort, 0),
        SEEN[variable.seen_by],
    )  # fmt: skip
    return "{" + ", ".join(map(str, told)) + "}"


def picked(procedures: Sequence[NativeProcedure]) -> str:
    """What a seat has picked so far in a row, and what that is; none where nothing is picked in a row."""
    cases = ""
    for one in procedures:
        for node in one.code.instructions:
            choice = node.choice if isinstance(node, ir.Ask) else node
            if isinstance(choice, ir.PickMany):
                own = one.deciding(choice, node)
                tells = _TELLS.get(choice.type.sort, 0)
                cases += f"    case {own.site}: *tells = {tells}; return or_nothing({own.picked()});\n"
    return (
        "static L picked_at(Run *R, State *S, int *F, int site, int seat, int *tells) {\n"
        f"  switch (site) {{\n{cases}  }}\n  return (L){{-1, 0}};\n}}\n"
    )
