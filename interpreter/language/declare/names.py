"""What every name of a definition stands for.

Takes the declarations as they are read; answers which noun, property, verb or constant a word is.
Knows the whole closed vocabulary of one game, and nothing of sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from ... import ir
from ...ir.features import SIDES
from ...ir.features import SPOKEN as FEATURES
from ...model.definition import MOMENTS, Column, ComponentKind, Family, GameOption, Members, Value, Variable
from ..diagnostics import Span
from ..parse.syntax import Syntax
from ..read.nodes import Mapping, Node
from . import edges
from .rows import WrittenRow

RESERVED_NOUNS = ("card", "player", "opponent", "game", "active", "round", "score")
SOMEBODY = ("player", "opponent", "active")  # what nothing else can be called, not even for a while
BUILT_IN_NOUNS = ("card", "player", "opponent", "number")
_OWNERS = {"": ir.OF_GAME, "player": ir.OF_PLAYERS, "card": ir.OF_CARDS}
_THINGS = (
    (ir.TypeSort.CARD, "kinds", ir.OwnerSort.KIND), (ir.TypeSort.ZONE, "families", ir.OwnerSort.FAMILY),
    (ir.TypeSort.MEMBER, "types", ir.OwnerSort.MEMBERS),
)  # fmt: skip
GROUPED = ("worth", "unused", "leftover", "sets")  # of cards, by a grouping


@dataclass(frozen=True, slots=True)
class Noun:
    """What a noun names: a type, and for a card's id the row that it means."""

    type: ir.Type
    row: int | None = None
    opponent: bool = False
    partner: bool = False


@dataclass(frozen=True, slots=True)
class Defined:
    """A defined value, condition or verb, before its body is lowered: as it is written, or as a tree that is already read."""

    name: str
    of: ir.Owner
    parameters: tuple[tuple[str, ir.Type], ...]
    number: int
    type: ir.Type
    span: Span
    node: Mapping | None = None
    event: str = ""
    tree: Syntax | None = None

    def slot(self, name: str) -> Node | None:
        return self.node.get(name) if self.node is not None else None


@dataclass(frozen=True, slots=True)
class Attribute:
    """A name that a thing has. `build` makes the expression from the thing and the arguments."""

    name: str
    type: ir.Type
    build: Callable[[ir.Expr, tuple[ir.Expr, ...], ir.Expr], ir.Expr]
    parameters: tuple[tuple[str, ir.Type], ...] = ()
    whole: Callable[[ir.Expr], ir.Expr] | None = None  # of a printed list that is also asked by its place: all of it

    @property
    def listed(self) -> ir.Type:
        return ir.Type(self.type.sort, self.type.names, True)


@dataclass
class Vocabulary:
    """Everything declared, by name. Numbers are places in the definition's tables."""

    kinds: dict[str, ComponentKind] = field(default_factory=dict)
    rows: dict[str, tuple[str, int]] = field(default_factory=dict)
    families: dict[str, Family] = field(default_factory=dict)
    types: dict[str, Members] = field(default_factory=dict)
    variables: dict[str, Variable] = field(default_factory=dict)
    values: dict[str, Value] = field(default_factory=dict)
    columns: dict[tuple[str, str], Column] = field(default_factory=dict)
    written: dict[str, tuple[WrittenRow, ...]] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    options: dict[str, GameOption] = field(default_factory=dict)
    functions: dict[str, Defined] = field(default_factory=dict)
    verbs: dict[str, Defined] = field(default_factory=dict)
    steps: dict[str, Span] = field(default_factory=dict)
    members: dict[str, tuple[str, int]] = field(default_factory=dict)
    zone_ids: dict[str, tuple[str, int]] = field(default_factory=dict)
    places: dict[str, Span] = field(default_factory=dict)
    texts: list[str] = field(default_factory=list)
    tables: dict[str, tuple[int | None, ...]] = field(default_factory=dict)
    groupings: dict[str, int] = field(default_factory=dict)
    grouped_kinds: dict[str, str] = field(default_factory=dict)  # by grouping
    formulas: dict[tuple[str, str], tuple[tuple[int, int], ...]] = field(default_factory=dict)
    seats: tuple[str, ...] = ()
    teams: int = 0
    has_score: bool = True
    broken: set[str] = field(default_factory=set)
    edges: dict[str, str] = field(default_factory=dict)
    _numbers: dict[str, dict[str, int]] = field(default_factory=dict)

    @property
    def counters(self) -> set[str]:
        return {name for name, variable in self.variables.items() if variable.is_counter}

    def counter(self, word: str) -> str | None:
        """The counter that is called so, in the singular or the plural."""
        return next((one for one in (word, f"{word}s") if one in self.counters), None)

    # ---- numbers of things

    @property
    def moments(self) -> list[str]:
        """What can come to its end, in the order of its numbers."""
        return [*MOMENTS, *self.steps]

    def moment(self, name: str) -> int:
        return self.moments.index(name)

    def number_of(self, table: str, name: str) -> int:
        names: dict[str, object] = getattr(self, table)
        if len(self._numbers.get(table, ())) != len(names):  # names are only ever added, at the end
            self._numbers[table] = {one: number for number, one in enumerate(names)}
        return self._numbers[table][name]

    def column_number(self, table: str, name: str) -> int:
        return list(self.columns).index((table, name))

    def type_named(self, name: str) -> ir.Type | None:
        """A kind, a family or a type with members as a type of values."""
        return next((ir.Type(sort, (name,)) for sort, table, _ in _THINGS if name in getattr(self, table)), None)

    # ---- owners

    def owner_named(self, name: str) -> ir.Owner | None:
        """What something belongs to that is declared to be of this name; of the game, if it is of nothing."""
        if name in _OWNERS:
            return _OWNERS[name]
        for _, table, sort in _THINGS:
            if name in getattr(self, table):
                return ir.Owner(sort, self.number_of(table, name))
        return None

    def owner_name(self, owner: ir.Owner) -> str:
        """What is written for it; nothing for the game, and for what does not exist."""
        table = next((table for _, table, sort in _THINGS if sort is owner.sort), None)
        if owner.number < 0:
            return ""
        if table is not None:
            return str(list(getattr(self, table))[owner.number])
        return next(name for name, one in _OWNERS.items() if one == owner)

    def owners_of(self, of: ir.Type) -> list[ir.Owner]:
        """The declared owners whose properties a thing of this type has."""
        names = {
            ir.TypeSort.CARD: [*of.names, "card"], ir.TypeSort.ZONE: of.names, ir.TypeSort.MEMBER: of.names,
            ir.TypeSort.PLAYER: ["player"], ir.TypeSort.GAME: [""], ir.TypeSort.NONE: [""],
        }.get(of.sort, ())  # fmt: skip
        return [owner for name in names if (owner := self.owner_named(name)) is not None]

    def has_zones(self, of: ir.Type, family: Family) -> bool:
        """Whether things of this type have zones of a family."""
        return not family.per.is_game and family.pairs is None and family.per in self.owners_of(of)

    def is_pair(self, type: ir.Type) -> bool:
        """Whether a zone is no place but two owners of a variable."""
        return type.sort is ir.TypeSort.ZONE and any(self.families[name].pairs is not None for name in type.names)

    # ---- nouns

    def noun(self, word: str) -> Noun | None:
        """What a noun, in the singular or plural, stands for."""
        for name in singulars(word):
            if name == "card":
                return Noun(ir.Type(ir.TypeSort.CARD, tuple(self.kinds)))
            if name == "partner" and self.teams:
                return Noun(ir.PLAYER_TYPE, partner=True)
            if name in ("player", "opponent"):
                return Noun(ir.PLAYER_TYPE, None, name == "opponent")
            if name == "number":
                return Noun(ir.NUMBER)
            if name in self.kinds:
                return Noun(ir.Type(ir.TypeSort.CARD, (name,)))
            if name in self.families:
                return Noun(ir.Type(ir.TypeSort.ZONE, (name,)))
            if name in self.types:
                return Noun(ir.Type(ir.TypeSort.MEMBER, (name,)))
            if name in self.rows:
                kind, row = self.rows[name]
                return Noun(ir.Type(ir.TypeSort.CARD, (kind,)), row)
        return None

    def all_nouns(self) -> Iterator[str]:
        yield from BUILT_IN_NOUNS
        for table in (self.kinds, self.families, self.types, self.rows):
            yield from table

    def nouns_as_said(self) -> Iterator[str]:
        """The same, and of each what it may be called where several are meant."""
        for noun in self.all_nouns():
            yield from (noun, noun + "s")

    def is_plural_family(self, word: str) -> str | None:
        """The family that `columns` is the plural of."""
        if word in self.families:
            return None
        return next((name for name in singulars(word) if name in self.families), None)

    # ---- properties

    def property(self, name: str, of: ir.Type) -> Attribute | None:
        """What `name` is for a thing of this type, or None."""
        declared = [(owner, attribute) for owner in self.owners_of(of) if (attribute := self._declared(name, owner))]
        if not declared:
            return self._feature(name, of)
        if len(declared) > 1 and of.sort == ir.TypeSort.CARD:
            return self._by_kind(name, declared)
        return declared[0][1]

    def _by_kind(self, name: str, declared: list[tuple[ir.Owner, Attribute]]) -> Attribute:
        """A name that several kinds have: each card answers by its own."""
        (_, first), *others = declared

        def build(thing: ir.Expr, arguments: tuple[ir.Expr, ...], player: ir.Expr) -> ir.Expr:
            value = first.build(thing, arguments, player)
            for owner, one in others:
                if owner == ir.OF_CARDS:
                    continue
                mine = ir.Op(ir.Sign.IS, (ir.Feature(ir.FeatureName.KIND, thing), ir.Const(owner.number)))
                value = ir.Either(mine, one.build(thing, arguments, player), value)
            return value

        return Attribute(name, first.type, build, first.parameters)

    def _declared(self, name: str, owner: ir.Owner) -> Attribute | None:
        variable = self.variables.get(name)
        if variable and variable.of == owner:
            number = self.number_of("variables", name)
            return Attribute(name, variable.type, lambda thing, _, __: ir.Read(number, None if owner.is_game else thing))
        value = self.values.get(name)
        if value and value.of == owner:
            value_number = self.number_of("values", name)
            return Attribute(name, value.type, lambda thing, _, __: ir.Computed(value_number, thing))
        defined = self.functions.get(name)
        if defined and defined.of == owner:
            function = defined.number
            return Attribute(
                name,
                defined.type,
                lambda thing, arguments, player: ir.Apply(function, (player, thing, *arguments)),
                defined.parameters,
            )
        table = self.owner_name(owner)
        if (table, name) in self.columns:
            return self._column(table, self.columns[table, name])
        family = self.families.get(name)
        if family and not owner.is_game and family.per == owner:
            home = self.number_of("families", name)
            return Attribute(name, ir.Type(ir.TypeSort.ZONE, (name,)), lambda thing, _, __: ir.ZoneOf(home, thing))
        return None

    def _column(self, table: str, column: Column) -> Attribute:
        """What is printed in a column: a value, a list that is asked by its place, or a formula of each row."""
        where = self.column_number(table, column.name)
        if column.formula:
            formulas = self.formulas.get((table, column.name), ())
            sort = ir.ThingSort.MEMBER if column.of.is_member else ir.ThingSort.CARD
            return Attribute(column.name, column.type, lambda thing, _, player: ir.ByRow(thing, player, sort, formulas))
        if not column.type.many:
            return Attribute(column.name, column.type, lambda thing, _, __: ir.Cell(where, thing))

        def build(thing: ir.Expr, arguments: tuple[ir.Expr, ...], _: ir.Expr) -> ir.Expr:
            return ir.Op(ir.Sign.ITEM, (ir.Cell(where, thing), ir.Op(ir.Sign.SUBTRACT, (arguments[0], ir.Const(1)))))

        single = ir.Type(column.type.sort, column.type.names)
        is_set = single.sort in (ir.TypeSort.MEMBER, ir.TypeSort.ZONE, ir.TypeSort.NUMBER)
        whole = (lambda thing: ir.Cell(where, thing)) if is_set else None
        return Attribute(column.name, single, build, (("place", ir.NUMBER),), whole)

    def _feature(self, name: str, of: ir.Type) -> Attribute | None:
        entry = FEATURES.get(of.sort, {}).get(name)
        if entry:
            return Attribute(name, entry.type, lambda thing, _, __: ir.Feature(entry.name, thing))
        if of.sort == ir.TypeSort.ZONE and name in SIDES and all(self.families[each].size for each in of.names):
            return Attribute(name, of, lambda thing, _, __: ir.Feature(ir.FeatureName(name), thing))
        if (
            of.sort == ir.TypeSort.ZONE
            and of.names
            and all(self.owner_name(self.families[each].per) == name for each in of.names)
        ):
            sort = ir.TypeSort.MEMBER if name in self.types else ir.TypeSort.ZONE
            type = ir.Type(sort, (name,)) if name in self.types or name in self.families else ir.PLAYER_TYPE
            return Attribute(name, type, lambda thing, _, __: ir.Feature(ir.FeatureName.PARENT, thing))
        if name in edges.OPEN and of.sort == ir.TypeSort.CARD and len(of.names) == 1 and of.names[0] in self.edges:
            column, turned = self.column_number(of.names[0], self.edges[of.names[0]]), self.number_of("variables", "turned")
            return Attribute(name, ir.FLAG, lambda thing, _, __: edges.is_open(column, turned, edges.OPEN[name], thing))
        if name == "team" and of.sort is ir.TypeSort.PLAYER and self.teams:
            return Attribute(name, ir.NUMBER, lambda thing, _, __: self.team_of(thing))
        if name == "index" and of.sort is ir.TypeSort.MEMBER:
            return Attribute(name, ir.NUMBER, lambda thing, _, __: ir.Op(ir.Sign.ADD, (thing, ir.Const(1))))
        if name == "score" and of.sort == ir.TypeSort.PLAYER and self.has_score:
            return Attribute(name, ir.NUMBER, lambda thing, _, __: ir.Score(thing))
        return None

    def team_of(self, player: ir.Expr) -> ir.Expr:
        """The team of a player, from 1: teams go round the table seat by seat."""
        seat = ir.Op(ir.Sign.SUBTRACT, (ir.Feature(ir.FeatureName.SEAT, player), ir.Const(1)))
        return ir.Op(ir.Sign.ADD, (ir.Op(ir.Sign.MOD, (seat, ir.Const(self.teams))), ir.Const(1)))

    def property_names(self, of: ir.Type) -> list[str]:
        """Everything that can be asked of a thing of this type, for hints."""
        names: list[str] = []
        for owner in self.owners_of(of):
            names += [name for name, one in self.variables.items() if one.of == owner]
            names += [name for name, value in self.values.items() if value.of == owner]
            names += [name for name, defined in self.functions.items() if defined.of == owner]
            names += [name for (_, name), column in self.columns.items() if column.of == owner]
            names += [name for name, family in self.families.items() if self.has_zones(of, family) and family.per == owner]
        if self.is_pair(of):
            return names
        return names + list(FEATURES.get(of.sort, ["index"] if of.sort == ir.TypeSort.MEMBER else []))

    def knows(self, word: str) -> bool:
        """Whether a word is a name or noun of this game."""
        return word in self.verbs or self.noun(word) is not None or word in self.everything()

    def everything(self) -> list[str]:
        """Every name that a sentence could use, for "did you mean"."""
        names: list[str] = []
        tables: Iterable[Iterable[str]] = (
            self.kinds, self.rows, self.families, self.types, self.variables, self.values, self.numbers,
            self.options, self.functions, self.members, self.zone_ids, self.seats,
        )  # fmt: skip
        for table in tables:
            names += list(table)
        names += [name for _, name in self.columns]
        return [*names, *FEATURES["card"], *FEATURES["zone"], "player", "active", "round", "score"]


def singulars(word: str) -> list[str]:
    """The words that this one may be the plural of, itself first."""
    readings = [word]
    if word.endswith("ies"):
        readings.append(word[:-3] + "y")
    if word.endswith("ves"):
        readings += [word[:-3] + "f", word[:-3] + "fe"]
    if word.endswith("es"):
        readings.append(word[:-2])
    if word.endswith("s"):
        readings.append(word[:-1])
    if word == "dice":
        readings.append("die")
    if word.endswith("_dice"):
        readings.append(word[:-4] + "die")
    return readings
