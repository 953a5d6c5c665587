"""The closed vocabulary of the IR: what a value can be, and every word that a node may carry.

Each word is a member of an enumeration, so that a checker finds whoever mistypes one and a reader of stored text refuses any
other. Members compare and hash like their words.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from .ranges import ANY as ANY_NUMBER
from .ranges import FLAG as FROM_0_TO_1
from .ranges import LISTED, Bounds


class TypeSort(StrEnum):
    """What a value is; `ANSWERS` are those of seats that are asked at once. Only the language knows `GAME`, which owns
    things, and `ANY`, which is not known yet."""

    NUMBER = "number"
    FLAG = "flag"
    PLAYER = "player"
    CARD = "card"
    ZONE = "zone"
    MEMBER = "member"
    PROGRAM = "program"
    TEXT = "text"
    NONE = "none"
    ANSWERS = "answers"
    GAME = "game"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class Type:
    """What a value is, or what the members of a list are; `names` are kinds, families or the type's name. Whatever holds a
    number says between which two it lies, and whatever holds a list how long that can be, once all rules are there."""

    sort: TypeSort
    names: tuple[str, ...] = ()
    many: bool = False
    low: int | None = None
    high: int | None = None
    capacity: int | None = None

    @property
    def bounds(self) -> Bounds:
        """Between which two numbers it lies, as far as that is known."""
        if self.low is None or self.high is None:
            return FROM_0_TO_1 if self.sort is TypeSort.FLAG else ANY_NUMBER
        return self.low, self.high

    @property
    def without_extent(self) -> Type:
        """The same sort of thing, however large and however many."""
        return Type(self.sort, self.names, self.many)

    @property
    def length(self) -> int:
        """How long a list can be, as far as that is known; one thing is a list of one."""
        return 1 if not self.many else LISTED[1] if self.capacity is None else self.capacity


NUMBER, FLAG, PLAYER_TYPE = Type(TypeSort.NUMBER), Type(TypeSort.FLAG), Type(TypeSort.PLAYER)
NOTHING, ANSWERS, ANY = Type(TypeSort.NONE), Type(TypeSort.ANSWERS), Type(TypeSort.ANY)


class OwnerSort(StrEnum):
    """What something that is declared can belong to: the game, every player, every card, or one entry of a table."""

    GAME = "game"
    PLAYER = "player"
    CARD = "card"
    KIND = "kind"
    FAMILY = "family"
    MEMBERS = "members"


@dataclass(frozen=True, slots=True)
class Owner:
    """What a variable, value, column or zone belongs to; `number` tells which kind, family or type with members."""

    sort: OwnerSort
    number: int = 0

    @property
    def is_game(self) -> bool:
        return self.sort is OwnerSort.GAME

    @property
    def is_player(self) -> bool:
        return self.sort is OwnerSort.PLAYER

    @property
    def is_zone(self) -> bool:
        return self.sort is OwnerSort.FAMILY

    @property
    def is_member(self) -> bool:
        return self.sort is OwnerSort.MEMBERS

    @property
    def is_card(self) -> bool:
        return self.sort in (OwnerSort.CARD, OwnerSort.KIND)


OF_GAME, OF_PLAYERS, OF_CARDS = Owner(OwnerSort.GAME), Owner(OwnerSort.PLAYER), Owner(OwnerSort.CARD)


class ThingSort(StrEnum):
    """What a node goes through or steps along: the things of a table of the world, the cards of one row, or numbers."""

    PLAYER = "player"
    CARD = "card"
    ZONE = "zone"
    MEMBER = "member"
    ROW = "row"
    NUMBER = "number"


class Sign(StrEnum):
    """An operation on values."""

    ADD = "+"
    SUBTRACT = "-"
    MULTIPLY = "*"
    MAX = "max"
    MIN = "min"
    DIV = "div"
    DIV_UP = "div_up"
    MOD = "mod"
    AT_LEAST = ">="
    AT_MOST = "<="
    MORE = ">"
    LESS = "<"
    IS = "is"
    IS_NONE = "is_none"
    AND = "and"
    OR = "or"
    NOT = "not"
    LENGTH = "length"
    LISTED = "listed"
    ITEM = "item"
    AT = "at"
    ONE_OF = "one_of"
    WITHOUT = "without"
    OF_FAMILY = "of_family"
    OWNED = "owned"
    PLACED = "placed"
    ZONES_OF = "zones_of"
    UNTOLD = "untold"
    OR_ELSE = "or_else"
    JOINED = "joined"


class FeatureName(StrEnum):
    """What every thing of a sort has by itself."""

    OWNER = "owner"
    ZONE_OWNER = "zone owner"
    ZONE = "zone"
    POSITION = "position"
    FACE_UP = "face_up"
    FACE_DOWN = "face_down"
    ROW = "row"
    KIND = "kind"
    MUTED = "muted"
    PARENT = "parent"
    X = "x"
    Y = "y"
    INDEX = "index"
    FREE = "free"
    SEAT = "seat"
    NORTH = "north"
    SOUTH = "south"
    EAST = "east"
    WEST = "west"
    NORTHEAST = "northeast"
    SOUTHEAST = "southeast"


DIRECTIONS = {
    FeatureName.NORTH: (0, 1), FeatureName.SOUTH: (0, -1), FeatureName.EAST: (1, 0), FeatureName.WEST: (-1, 0),
    FeatureName.NORTHEAST: (1, 1), FeatureName.SOUTHEAST: (1, -1),  # only lines go there
}  # fmt: skip


class Relation(StrEnum):
    """In which direction other things lie."""

    ABOVE = "above"
    BELOW = "below"
    UNDER = "under"
    AFTER = "after"
    BEFORE = "before"
    BESIDE = "beside"


class FoldKind(StrEnum):
    """What is made of the members of a list."""

    COUNT = "count"
    TOTAL = "total"
    HIGHEST = "highest"
    LOWEST = "lowest"
    SOME = "some"
    FIRST = "first"
    LAST = "last"
    LIST = "list"


class SortKind(StrEnum):
    """What is taken of an ordering."""

    ALL = "all"
    FIRST = "first"
    LAST = "last"
    BEST = "best"


class GroupingPart(StrEnum):
    """What is asked of the best grouping of some cards."""

    WORTH = "worth"
    UNUSED = "unused"
    LEFTOVER = "leftover"
    SETS = "sets"
    FITS = "fits"

    @property
    def gives_list(self) -> bool:
        return self in (GroupingPart.LEFTOVER, GroupingPart.SETS)


class Where(StrEnum):
    """Where in a zone a card is laid."""

    TOP = "top"
    BOTTOM = "bottom"
    UNDER = "under"


class LimitKind(StrEnum):
    """What a set of picks has in common."""

    SUM = "sum"
    SAME = "same"
    DIFFERENT = "different"


class BoundSign(StrEnum):
    """On which side a sum of picks is bounded."""

    NEITHER = ""
    AT_LEAST = ">="
    AT_MOST = "<="


class Event(StrEnum):
    """What rules tell of beside what their effects tell by themselves."""

    REVEALED = "revealed"


class Form(StrEnum):
    """How the cards of a zone lie. Nobody else asks for a form by its word, but for what follows from it."""

    PILE = "pile"
    ROW = "row"
    HAND = "hand"

    @property
    def is_stacked(self) -> bool:
        """Whether cards come on top, and nobody can follow one through a shuffle or a search."""
        return self is Form.PILE

    @property
    def is_mixed(self) -> bool:
        """Whether it means nothing where a card stands in it."""
        return self is Form.HAND


class SeenBy(StrEnum):
    """Who may look."""

    EVERYONE = "everyone"
    OWNER = "owner"
    NOBODY = "nobody"
    FACE = "face"
