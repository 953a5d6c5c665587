"""How the things of a game are drawn: what its section `look` says, and what follows from the definition for all the rest.

Takes a definition; returns shapes, signs, colours and columns by name. The same for every viewer: what somebody may not know is
not in a view to begin with, and of a card that nobody sees only its back is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from itertools import cycle

from ... import ir
from ...model.definition import Column, ComponentKind, Definition, Family
from ...model.look import COLOURS, NONE, CardLook, ZoneLook
from ...table.appearance import looks_of
from ...table.areas import form_of
from ...table.view import ZoneForm
from ...telling.aloud import read_aloud
from .signs import drawn_signs, shapes

MOST_AT_FOOT = 3
OWNER = "owner"


@dataclass(frozen=True, slots=True)
class Style:
    """How the cards of a kind are drawn: `shape` is card, piece, tile or die, `number`, `badge` and `foot` are columns,
    `counts` the value that the number counts as now. `colour` is a colour, a column with members, or owner."""

    shape: str
    number: str
    counts: str
    badge: str
    colour: str
    foot: tuple[str, ...]
    icon: str
    icons: Mapping[str, str]

    def sign(self, row: str) -> str:
        return self.icons.get(row, self.icon)


@dataclass(frozen=True, slots=True)
class MemberSign:
    """What stands for a member of a type."""

    icon: str
    colour: str


@dataclass(frozen=True)
class Design:
    """`backs` are the shape of each back and its number; `signs` of members are by type and id, `forms` and `small` by family,
    as are zones `of_pieces`, in which no card ever lies; `table` and `seat` are rows of names; `tells_score` is false where a
    score is no more than a number that is told anyway; `aloud` turns words of the game into what people read."""

    name: str
    styles: Mapping[str, Style]
    backs: Mapping[str, tuple[str, int]]
    signs: Mapping[tuple[str, str], MemberSign]
    forms: Mapping[str, str]
    small: frozenset[str]
    of_pieces: frozenset[str]
    icons: Mapping[str, str]
    table: tuple[tuple[str, ...], ...]
    seat: tuple[tuple[str, ...], ...]
    tells_score: bool
    aloud: Callable[[str], str]

    @cached_property
    def has_one_piece(self) -> bool:
        """Whether all pieces without a sign are of one kind, so that what kind it is need not stand on any."""
        return sum(style.shape == "piece" and not style.icon for style in self.styles.values()) == 1

    def sign_of(self, key: str | None, row: str | None) -> MemberSign | None:
        """The sign of a member, by its key and its id."""
        return self.signs.get(((key or "").removeprefix("m-").rpartition("-")[0], row or ""))


@lru_cache(maxsize=64)
def design_of(definition: Definition) -> Design:
    look = definition.look
    said = {one.kind: one for one in look.cards}
    zones = {one.family: one for one in look.zones}
    styles = {kind.name: _style(definition, number, said.get(kind.name)) for number, kind in enumerate(definition.kinds)}
    return Design(
        name=definition.name,
        styles=styles,
        backs=_backs(definition, styles),
        signs=_signs(definition),
        forms={one.name: _form(one, zones.get(one.name)) for one in definition.families},
        small=frozenset(one.family for one in look.zones if one.size == "small"),
        of_pieces=frozenset(one.name for one in definition.families if _is_of_pieces(definition, one, styles)),
        icons={fact.name: fact.icon for fact in look.facts if fact.icon},
        table=look.table,
        seat=look.seat,
        tells_score=_score_itself(definition) in {None, *looks_of(definition).hidden},
        aloud=partial(read_aloud, definition),
    )


def _is_of_pieces(definition: Definition, family: Family, styles: Mapping[str, Style]) -> bool:
    kinds = [definition.kinds[number] for number in family.holds] or definition.kinds
    return all(styles[kind.name].shape != "card" for kind in kinds)


def _score_itself(definition: Definition) -> str | None:
    """The variable of players that is the score, where it is nothing else."""
    score = definition.functions[definition.score].value if definition.score is not None else None
    return definition.variables[score.variable].name if isinstance(score, ir.Read) else None


def _style(definition: Definition, number: int, said: CardLook | None) -> Style:
    kind, looks = definition.kinds[number], looks_of(definition)
    numbers = [column.name for column in _columns(definition, kind, ir.TypeSort.NUMBER)]
    members = [column.name for column in _columns(definition, kind, ir.TypeSort.MEMBER)]
    said = said or CardLook(kind.name)
    large = looks.number.get(kind.name) or ("" if said.number == NONE else _first_that_differs(definition, kind, numbers))
    badge = looks.badge.get(kind.name) or ("" if said.badge == NONE else next(iter(members), ""))
    foot = [name for name in numbers if name != large][:MOST_AT_FOOT] if said.foot is None else list(said.foot)
    return Style(
        shape=said.shape or _shape(definition, number),
        number=large,
        counts=looks.counts.get(kind.name, ""),
        badge=badge,
        colour=said.colour or (OWNER if kind.per_player else badge),
        foot=tuple(foot),
        icon=said.icon or _called_like(kind.name),
        icons=dict(said.icons),
    )


def _columns(definition: Definition, kind: ComponentKind, sort: ir.TypeSort) -> list[Column]:
    return [
        column for column in definition.columns
        if column.of.is_card and definition.name_of(column.of) == kind.name
        and column.type.sort is sort and not column.type.many and not column.formula and not column.edges
    ]  # fmt: skip


def _first_that_differs(definition: Definition, kind: ComponentKind, names: list[str]) -> str:
    """The first column whose numbers are not the same on all rows."""
    for number, column in enumerate(definition.columns):
        is_meant = column.of.is_card and definition.name_of(column.of) == kind.name and column.name in names
        if is_meant and len(set(definition.cells_of(number))) > 1:
            return column.name
    return ""


def _shape(definition: Definition, number: int) -> str:
    """What can ever lie hidden is a card; what rolls a die, what has open sides a tile, everything else a piece."""
    kind = definition.kinds[number]
    is_printed = any(column.of.is_card and definition.name_of(column.of) == kind.name for column in definition.columns)
    is_blank = not is_printed and len(kind.rows) == 1
    if kind.faces:
        return "die"
    if any(column.edges and definition.name_of(column.of) == kind.name for column in definition.columns):
        return "tile"
    may_hold = () if is_blank else (number,)  # what has nothing to hide is a card only where a hidden zone is said to hold it
    hides = [one for one in definition.families if one.seen_by != ir.SeenBy.EVERYONE and number in (one.holds or may_hold)]
    return "card" if hides else "piece"


def _backs(definition: Definition, styles: Mapping[str, Style]) -> dict[str, tuple[str, int]]:
    """The shape of a back is that of all kinds with this back, or a card; it never tells which kind it is."""
    found: dict[str, set[str]] = {}
    for back, (kind, _) in zip(definition.backs, definition.rows, strict=True):
        found.setdefault(back, set()).add(styles[definition.kinds[kind].name].shape)
    return {back: (min(shapes) if len(shapes) == 1 else "card", number) for number, (back, shapes) in enumerate(found.items())}


def _signs(definition: Definition) -> dict[tuple[str, str], MemberSign]:
    """What the look says; else colours by their names, and colours and shapes in the order of the members."""
    said = {(one.type, one.member): one for one in definition.look.members}
    found: dict[tuple[str, str], MemberSign] = {}
    for type in definition.types:
        colours = {id: said[type.name, id].colour for id in type.ids if (type.name, id) in said}
        for id in type.ids:
            colour = colours.get(id) or colour_called(id)
            colours[id] = colour if id in colours or colour not in colours.values() else ""
        free = [one for one in COLOURS if one not in colours.values()] or list(COLOURS)
        others = cycle(free)
        for number, id in enumerate(type.ids):
            one = said.get((type.name, id))
            icon = (one.icon if one else "") or _called_like(id) or shapes()[number % len(shapes())]
            found[type.name, id] = MemberSign(icon, colours[id] or next(others))
    return found


_COLOUR_WORDS = {
    "blue": "azure blue cobalt indigo navy sapphire", "green": "green jade lime moss olive",
    "grey": "ash black coal ebony gray grey iron silver slate steel white", "orange": "amber bronze brown copper orange rust",
    "pink": "fuchsia lilac magenta mauve pink purple rose violet", "red": "crimson red ruby scarlet",
    "sky": "aqua cyan sky teal turquoise", "yellow": "gold golden lemon yellow",
}  # fmt: skip


def colour_called(id: str) -> str:
    """The colour that a name speaks of, if it does: a rose is not drawn blue."""
    words = id.split("_")
    return next((colour for colour, names in _COLOUR_WORDS.items() for name in names.split() if name in words), "")


def _called_like(id: str) -> str:
    """The drawn sign of this name, also where several are meant."""
    return next((word for word in (id, id.removesuffix("s")) if word in drawn_signs()), "")


def _form(family: Family, said: ZoneLook | None) -> str:
    """How what lies in a zone is laid out."""
    if said is not None and said.shape:
        return said.shape
    form = form_of(family)
    if form is ZoneForm.HAND:
        return "row" if family.seen_by == ir.SeenBy.EVERYONE else "hand"
    if form is not ZoneForm.ROW:
        return "board" if form is ZoneForm.GRID else form.value
    if family.count is not None and not family.per.is_player:
        return "column"
    return "slot" if family.room == 1 else "row"
