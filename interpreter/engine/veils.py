"""What viewers may not know of the rules that are being carried out: where they stand, and what their names hold.

A veil lies over one frame for one viewer. The reference lays them while somebody listens; here is told, from what is written,
which veils could lie over a position that was come to unwatched.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Set
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import lru_cache
from typing import Any

from .. import ir
from ..ir.analysis.calls import leaving
from ..ir.analysis.flows import picks_of
from ..ir.analysis.reading import functions_asked
from ..ir.analysis.typing import Typing
from ..ir.features import FEATURES, Tells
from ..ir.walk import places_filled, walk
from ..model.definition import Definition
from .flatten import BeginEach, BeginLoop, Governed, NextLoop, Unless, codes_of
from .frames import is_called
from .state import State

Stretch = tuple[int, int]  # instructions, from the first on and before the last


class Secrecy(IntEnum):
    """Whether a viewer may know that a sentence is carried out. Whether there is one more round comes to light as soon as
    somebody is openly asked in it; which way was taken otherwise does not."""

    OPEN = 0
    UNTIL_ASKED = 1
    KEPT = 2


@dataclass(frozen=True, slots=True)
class Veil:
    """What one viewer may not know of one frame: that it was begun, which of its instructions are carried out, and what stands
    in some of its places."""

    begun: Secrecy = Secrecy.OPEN
    kept: Stretch = (0, 0)
    until_asked: Stretch = (0, 0)
    slots: frozenset[int] = frozenset()

    def at(self, point: int) -> Secrecy:
        if self.begun == Secrecy.KEPT or self.kept[0] <= point < self.kept[1]:
            return Secrecy.KEPT
        return Secrecy.UNTIL_ASKED if self.until_asked[0] <= point < self.until_asked[1] else self.begun

    def asked(self) -> Veil:
        """The same once somebody was openly asked."""
        begun = self.begun if self.begun == Secrecy.KEPT else Secrecy.OPEN
        return replace(self, begun=begun, until_asked=(0, 0))

    def with_slots(self, slots: set[int] | frozenset[int], are_untold: bool) -> Veil:
        untold = self.slots | slots if are_untold else self.slots - slots
        return self if untold == self.slots else replace(self, slots=untold)


Veils = tuple[tuple[Veil, ...], ...]  # for whoever looks on and for each seat, those over the frames of a position


# ---------------------------------------------------------------- what is written


class VeiledRules:
    """What can be told of the rules of a definition before any game: which expressions may look at something hidden, and what
    hangs on an instruction that asks one."""

    def __init__(self, definition: Definition) -> None:
        self.definition = definition
        self.codes = codes_of(definition)
        self.hides_cards = any(family.seen_by != ir.SeenBy.EVERYONE for family in definition.families)
        self._functions: set[int] = self._find_looking()
        self._looking: dict[int, bool] = {}
        self._places: dict[int, frozenset[int]] = {}
        self._leaks = _leaks(definition)
        self._typing = [Typing(definition, procedure.slots) for procedure in definition.procedures]
        self.calls = Counter(number for code in self.codes for node in code.instructions for number in _begun_by(node))

    def _find_looking(self) -> set[int]:
        """The functions that may look at something hidden, also by way of others."""
        looking: set[int] = set()
        bodies = [function.value for function in self.definition.functions]
        while more := {
            number
            for number, body in enumerate(bodies)
            if number not in looking and any(self._looks(node, looking) for node in walk(body))
        }:
            looking |= more
        return looking

    def may_look(self, node: ir.Expr) -> bool:
        """Whether an expression may look at something that not everybody may know."""
        if id(node) not in self._looking:
            self._looking[id(node)] = any(self._looks(one, self._functions) for one in walk(node))
        return self._looking[id(node)]

    def _looks(self, node: Any, functions: set[int]) -> bool:
        if any(number in functions for number in functions_asked(node, self.definition)):
            return True
        match node:
            case ir.Read():
                variable = self.definition.variables[node.variable]
                return variable.seen_by != ir.SeenBy.EVERYONE or (variable.of.is_card and self.hides_cards)
            case ir.Op():
                return node.sign == ir.Sign.UNTOLD
            case ir.Cell():
                return self.definition.columns[node.column].of.is_card and self.hides_cards
            case ir.Feature():
                return self.hides_cards and (FEATURES[node.name].tells != Tells.NOTHING or node.name == ir.FeatureName.MUTED)
            case ir.Computed():
                value = self.definition.values[node.value]
                return self.hides_cards and any(one.carrier is not None for one in (*value.holds, *value.gets))
            case ir.All():
                return self.hides_cards and node.sort in (ir.ThingSort.ROW, ir.ThingSort.CARD)
            case ir.ByRow() | ir.Grouped():
                return self.hides_cards
        return False

    def type_of(self, procedure: int, node: ir.Expr) -> ir.Type:
        """What an expression of a procedure is."""
        if isinstance(node, ir.Local):
            return self.definition.procedures[procedure].slots[node.slot]
        return self._typing[procedure].of(node)

    def recalls(self, node: ir.Expr, untold: Set[int]) -> bool:
        """Whether an expression looks into one of some places."""
        return bool(untold) and not untold.isdisjoint(self.looked_into(node))

    def looked_into(self, node: ir.Expr) -> frozenset[int]:
        """The places that an expression looks into, without those that it fills itself while it is worked out."""
        if isinstance(node, ir.Local):  # which may have been made just now, and is kept by nobody
            return frozenset({node.slot})
        if id(node) not in self._places:
            self._places[id(node)] = frozenset()  # of a function that needs itself: what it looks into is found further out
            nodes = list(walk(node, lambda one: isinstance(one, ir.Apply)))
            own = {filled.slot for one in nodes for filled in places_filled(one)}
            slots = {one.slot for one in nodes if isinstance(one, ir.Local)}.union(*map(self._given, nodes))
            self._places[id(node)] = frozenset(slots) - own
        return self._places[id(node)]

    def _given(self, node: Any) -> frozenset[int]:
        """The places behind what a function is given and looks at."""
        if not isinstance(node, ir.Apply):
            return frozenset()
        looked_into = self.looked_into(self.definition.functions[node.function].value)
        given = [self.looked_into(one) for slot, one in enumerate(node.arguments) if slot in looked_into]
        return frozenset().union(*given)

    def left(self, procedure: int, governed: Governed) -> set[int]:
        """The stretches around some instructions that these may end."""
        code = self.codes[procedure]
        labels: set[int] = set()
        for instruction in code.instructions[governed.start : governed.end]:
            labels |= leaving(instruction, self._leaks) if isinstance(instruction, ir.Leave | ir.Call | ir.Dispatch) else set()
        inside = {label for label, start, end in code.blocks if governed.start <= start and end <= governed.end}
        return labels - inside

    def filled(self, procedure: int, governed: Governed) -> frozenset[int]:
        """The places that some instructions may fill."""
        slots: set[int] = set()
        for instruction in self.codes[procedure].instructions[governed.start : governed.end]:
            slots |= _filled(instruction)
        return frozenset(slots)


@lru_cache(maxsize=64)
def written_rules(definition: Definition) -> VeiledRules:
    return VeiledRules(definition)


def _leaks(definition: Definition) -> list[set[int]]:
    leaks: list[set[int]] = [set() for _ in definition.procedures]
    while (more := [leaving(procedure.body, leaks) for procedure in definition.procedures]) != leaks:
        leaks = more
    return leaks


def _begun_by(instruction: Any) -> tuple[int, ...]:
    """The procedures that an instruction begins."""
    if isinstance(instruction, ir.Dispatch):
        return tuple(procedure for _, procedure in instruction.table)
    return (instruction.procedure,) if isinstance(instruction, ir.Call) else ()


def _filled(instruction: Any) -> set[int]:
    match instruction:
        case ir.Let() | ir.Random():
            return {instruction.slot}
        case BeginEach():
            return {instruction.node.slot, instruction.node.items}
        case ir.Choose() | ir.PickMany():
            return {instruction.result, *picks_of(instruction)}
        case ir.Ask():
            return {instruction.items, instruction.choice.result, *picks_of(instruction.choice)}
    return set()


def asked_by(instruction: Any) -> ir.Expr | None:
    """What an instruction asks, on which others hang."""
    match instruction:
        case Unless():
            return instruction.condition
        case BeginEach():
            return instruction.node.source
        case BeginLoop():
            return instruction.node.most
        case NextLoop():
            return instruction.node.until
    return None


# ---------------------------------------------------------------- a position that was come to unwatched


def no_veils(position: State) -> Veils:
    """Those over a position of which everybody knows how it came about."""
    return ((Veil(),) * len(position.stack),) * (1 + position.world.players)


def veils_over(position: State) -> Veils:
    """The veils that could lie over a position: whatever may have hung on something hidden counts as such, for everybody."""
    rules = written_rules(position.world.definition)
    veils: list[Veil] = []
    begun, given = Secrecy.OPEN, frozenset[int]()
    for number, (procedure, point, _) in enumerate(position.stack):
        innermost = number == len(position.stack) - 1
        at = point if innermost or not is_called(rules.definition, position.stack[number + 1][0]) else point - 1
        veil = replace(_veil_at(rules, procedure, at, given), begun=begun)
        veils.append(veil)
        begun, given = _called_from(rules, procedure, at, veil)
    return (tuple(veils),) * (1 + position.world.players)


def _veil_at(rules: VeiledRules, procedure: int, point: int, given: frozenset[int]) -> Veil:
    code = rules.codes[procedure]
    slots = set(given)
    while more := {slot for one in code.instructions for slot in _doubtful(rules, one, slots)} - slots:
        slots |= more
    veil = Veil(slots=frozenset(slots))
    for asking, governed in code.governs.items():
        asked = asked_by(code.instructions[asking])
        if asked is not None and (rules.may_look(asked) or rules.recalls(asked, veil.slots)):
            if not governed.again and governed.start <= point < governed.end:
                veil = replace(veil, kept=(governed.start, governed.end))
            elif governed.start <= point or rules.left(procedure, governed):
                veil = replace(veil, until_asked=(0, len(code.instructions)))
    return veil


def _doubtful(rules: VeiledRules, instruction: Any, slots: set[int]) -> Iterator[int]:
    """The places that an instruction may fill with what not everybody knows."""
    match instruction:
        case ir.Let():
            value: ir.Expr | None = instruction.value
        case ir.Random():
            value = instruction.source
        case _:
            value = asked_by(instruction)
    looks = value is not None and (rules.may_look(value) or rules.recalls(value, slots))
    looks = looks or (isinstance(instruction, ir.Random) and instruction.secret)
    if looks or isinstance(instruction, ir.Choose | ir.PickMany | ir.Ask):
        yield from _filled(instruction)


def _called_from(rules: VeiledRules, procedure: int, point: int, veil: Veil) -> tuple[Secrecy, frozenset[int]]:
    """How secretly a frame was begun from here, and which of what it was given may be unknown."""
    code = rules.codes[procedure].instructions
    node = code[min(point, len(code) - 1)] if code else None
    secrecy = veil.at(point)
    if isinstance(node, ir.Call):
        given = [slot for slot, one in enumerate(node.arguments) if rules.may_look(one) or rules.recalls(one, veil.slots)]
        return secrecy, frozenset(given)
    if isinstance(node, ir.Dispatch) and (rules.hides_cards or rules.recalls(node.card, veil.slots)):
        return Secrecy.KEPT, frozenset()
    return secrecy, frozenset()
