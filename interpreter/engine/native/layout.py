"""Where everything of a position lies in the memory of a library.

Takes a world; gives every part of a state its place, its width and its length, and every running procedure the words of its
frame. Both sides go by it: the C declares exactly these fields, and `exchange` reads and writes them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

from ... import ir
from ...ir.analysis.none_ness import CAN_BE_NONE, facts_of
from ...ir.walk import is_expression, walk
from ..flatten import codes_of
from ..world import World

NONE = -(2**31)
ABSENT = NONE + 1  # an ability is given three things, also if it has places for fewer; not every engine keeps the others
HEAD = 3  # words of a frame before its places: procedure, next instruction, where the frame below begins
STACK_WORDS = 1 << 15
MOST_FILLED = 63  # zones, of which one number keeps as bits which of them hold a card
LONGEST = 512  # of a list that is kept; a longer one is left to the engine in Python
WIDTHS = {"q": 8, "i": 4, "h": 2, "b": 1}
_C_TYPES = {"q": "uint64_t", "i": "int32_t", "h": "int16_t", "b": "int8_t"}


@dataclass(frozen=True, slots=True)
class PackedField:
    """Some numbers of one width, one after the other."""

    name: str
    code: str
    count: int
    offset: int

    @property
    def end(self) -> int:
        return self.offset + self.count * WIDTHS[self.code]

    @property
    def declaration(self) -> str:
        return f"{_C_TYPES[self.code]} {self.name}[{self.count}];"


class PlaceShape(IntEnum):
    """What stands in a place of a frame: a number, a list behind its length, or the answers of several seats. C knows it by
    number."""

    ONE = 0
    LIST = 1
    ANSWERS = 2


@dataclass(frozen=True, slots=True)
class PlaceField:
    """The words of one place of a frame."""

    offset: int
    words: int
    shape: PlaceShape

    @property
    def capacity(self) -> int:
        return self.words - 1


@dataclass(frozen=True, slots=True)
class FrameLayout:
    places: tuple[PlaceField, ...]
    words: int


@dataclass(frozen=True, slots=True)
class VariableField:
    """How a variable is stored: `things` of them, each `words` long (more than one for a list behind its length)."""

    name: str
    code: str
    things: int
    words: int
    is_list: bool


@dataclass(frozen=True)
class Layout:
    fields: dict[str, PackedField]
    variables: tuple[VariableField, ...]
    frames: tuple[FrameLayout, ...]
    marks: int
    shown: int
    hosts: bool  # whether cards are ever put under others
    picks: int  # the most things that one answer to a question to several can hold

    @property
    def size(self) -> int:
        return self.fields["stack"].end

    @property
    def keeps_filled(self) -> bool:
        """Whether a position knows without looking which zones hold a card."""
        return "filled" in self.fields

    @property
    def answer_words(self) -> int:
        """The words of one seat's answer: the seat, whether it is open, its branch, how many picks, and the picks."""
        return 4 + self.picks


def kept_length(type: ir.Type) -> int:
    return min(LONGEST, type.length)


@lru_cache(maxsize=256)
def layout_of(world: World) -> Layout:
    variables = tuple(_variable(world, number) for number in range(len(world.definition.variables)))
    marks, shown, picks = _most_marks(world), _most_shown(world), _most_picks(world)
    frames = tuple(_frame(world, number, picks) for number in range(len(world.definition.procedures)))
    cards, zones = max(1, world.cards), max(1, len(world.zones))
    parts = [
        ("rng", "q", 1), *[("filled", "q", 1)] * _has_cells(world),
        ("budget", "i", 1), ("needed", "i", 1), ("depth", "i", 1), ("top", "i", 1), ("last", "i", 1),
        ("marked", "i", 1), ("shown_count", "i", 1), ("hosted", "i", 1), ("marks", "i", max(1, marks) * 5),
        *[(one.name, one.code, max(1, one.things * one.words)) for one in variables],
        ("place", "h", cards),
        ("next", "h", cards + zones), ("prev", "h", cards + zones), ("host", "h", cards), ("guests", "h", cards),
        ("len", "h", zones), ("shown", "h", max(1, shown) * 2),
        ("face", "b", cards),
    ]  # fmt: skip
    parts.sort(key=lambda one: -WIDTHS[one[1]])
    fields: dict[str, PackedField] = {}
    offset = 0
    for name, code, count in parts:
        fields[name] = PackedField(name, code, count, offset)
        offset = fields[name].end
    offset = (offset + 7) // 8 * 8
    fields["stack"] = PackedField("stack", "i", STACK_WORDS, offset)
    return Layout(fields, variables, frames, marks, shown, _hosts(world), picks)


def _has_cells(world: World) -> bool:
    """Whether several zones with room for one card are gone through, and there are few enough zones in all."""
    families = enumerate(world.definition.families)
    cells = {number for number, one in families if one.room == 1 and len(world.zones_of[number]) > 1}
    if len(world.zones) > MOST_FILLED or not cells:
        return False
    asked = (*[one.value for one in world.definition.functions], *[one.body for one in world.definition.procedures])
    return any(
        isinstance(one, ir.Fold) and isinstance(one.source, ir.All) and one.source.sort is ir.ThingSort.ZONE
        and cells.issuperset(one.source.names)
        for one in walk(asked)
    )  # fmt: skip


def _variable(world: World, number: int) -> VariableField:
    declared = world.definition.variables[number]
    things = 1 if declared.of.is_game else world.how_many(declared.of)
    if declared.type.many:
        return VariableField(f"var{number}", "i", things, 1 + kept_length(declared.type), True)
    return VariableField(f"var{number}", _width(world, number), things, 1, False)


def _width(world: World, number: int) -> str:
    """How wide a variable must be: only what can never be none is narrow."""
    declared = world.definition.variables[number]
    if declared.type.sort is ir.TypeSort.FLAG:
        low, high = 0, 1
    elif declared.type.sort is ir.TypeSort.NUMBER and declared.low is not None and declared.high is not None:
        low, high = declared.low, declared.high
    else:
        return "i"
    if facts_of(world.definition).variables[number] & CAN_BE_NONE:
        return "i"
    return next((code for code, most in (("b", 127), ("h", 32_767)) if -most <= low and high <= most), "i")


def _most_marks(world: World) -> int:
    """A flag of a thing ends at one moment at most."""
    found = {
        node.variable
        for procedure in world.definition.procedures
        for node in walk(procedure.body, is_expression)
        if isinstance(node, ir.Mark) and node.moment is not None
    }
    return sum(world.how_many(world.definition.variables[number].of) for number in found)


def _most_shown(world: World) -> int:
    return world.cards * world.players if facts_of(world.definition).shows else 0


def _hosts(world: World) -> bool:
    return any(
        isinstance(one, ir.Move) and one.where is ir.Where.UNDER
        for code in codes_of(world.definition)
        for one in code.instructions
    )


def _most_picks(world: World) -> int:
    """How many things one answer to a question to several can hold."""
    most = 1
    for procedure in world.definition.procedures:
        for node in walk(procedure.body, is_expression):
            if isinstance(node, ir.Ask) and isinstance(node.choice, ir.PickMany):
                most = max(most, kept_length(procedure.slots[node.choice.result]))
            elif isinstance(node, ir.Ask) and isinstance(node.choice, ir.Choose):
                most = max(most, *[len(branch.picks) for branch in node.choice.branches], 1)
    return most


def _frame(world: World, number: int, picks: int) -> FrameLayout:
    procedure, code = world.definition.procedures[number], codes_of(world.definition)[number]
    places, offset = [], HEAD
    for slot in range(code.slots):
        type = procedure.slots[slot] if slot < len(procedure.slots) else ir.NOTHING
        if type.sort is ir.TypeSort.ANSWERS:
            found = PlaceField(offset, 1 + world.players * (4 + picks), PlaceShape.ANSWERS)
        elif type.many:
            found = PlaceField(offset, 1 + kept_length(type), PlaceShape.LIST)
        else:
            found = PlaceField(offset, 1, PlaceShape.ONE)
        places.append(found)
        offset += found.words
    return FrameLayout(tuple(places), offset)
