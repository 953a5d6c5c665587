"""Finds in a definition the sentences that decide something by values, and those that change an amount made of others.

Takes a definition; looks at nothing that lies on a table. What is found goes by procedure and instruction, once for all games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ... import ir
from ...ir.operations import COMPARISONS
from ...ir.walk import children, is_expression, walk
from ...model.definition import Definition
from ..events import abilities_in
from ..flatten import BeginEach, Jump, NextLoop, Unless, codes_of
from .worth_telling import compares, is_worked_out, ranks

# places that no sentence has named
UNNAMED = ("player", "this", "it", "each", "items", "index", "turn items", "subject", "extra")


@dataclass(frozen=True, slots=True)
class Deciding:
    """An expression that ranks or compares or is a score, and the name of what it decides; `again` where that was decided
    before. The result of a game is for all to know. Whoever sees `shown`, a variable of the game, change knows that it is
    decided here, because no other sentence sets it."""

    value: ir.Expr
    name: str
    again: bool = False
    is_score: bool = False
    is_result: bool = False
    shown: int | None = None
    is_guard: bool = False  # nothing happens, and nothing is told, where it is not so
    is_amount: bool = False  # how much of a counter is gained or paid
    is_end: bool = False  # rounds or turns of that name end where it is so
    is_instead: bool = False  # something else is done in the place of what was to happen where it is so
    given: int | None = None  # the place of a parameter that says how much: what was given for it is told
    depth: int = 1  # whose places are asked: those of the rule itself, or of the one that called it
    of: ir.Expr | None = None  # whose number is set to it, also if it is that already


@lru_cache(maxsize=64)
def deciding_in(definition: Definition) -> tuple[dict[int, tuple[Deciding, ...]], ...]:
    """For each procedure, by instruction, what ranks or compares things there."""
    written = Counter(one.variable for code in codes_of(definition) for one in code.instructions if isinstance(one, ir.Write))
    shown = {
        number
        for number, one in enumerate(definition.variables)
        if written[number] == 1 and one.of.is_game and one.seen_by == ir.SeenBy.EVERYONE
    }
    return tuple(_in_procedure(definition, number, shown) for number in range(len(definition.procedures)))


def _in_procedure(definition: Definition, number: int, shown: Set[int]) -> dict[int, tuple[Deciding, ...]]:
    by_point: dict[int, tuple[Deciding, ...]] = {}
    ranked: set[int] = set()
    instructions = codes_of(definition)[number].instructions
    for point, instruction in enumerate(instructions):
        slot = instruction.slot if isinstance(instruction, ir.Let) else None
        own = instruction.variable if isinstance(instruction, ir.Write) and instruction.variable in shown else None
        is_again = slot in ranked
        decided = [
            Deciding(value, name, is_again, shown=own, is_guard=_is_guard(instructions, point))
            for value, name in _asked(definition, number, instruction)
            if is_again or (_tells(definition, instruction, value) and not _goes_back(instruction, point))
        ]
        decided += _replacing(definition, number, instructions, point)
        decided += _amount(definition, number, instructions, point)
        if isinstance(instruction, ir.Let) and instruction.slot in (ends := _ends(definition, number, instructions)):
            decided = _end(instruction, ends[instruction.slot])
        if decided:
            by_point[point] = tuple(decided)
            ranked |= {slot} if slot is not None and not decided[-1].is_amount else set()
    return by_point


def _ends(definition: Definition, procedure: int, instructions: Sequence[Any]) -> dict[int, str]:
    """The places that tell whether rounds or turns are over, with what counts them."""
    names = definition.procedures[procedure].names
    loops = [one.node for one in instructions if isinstance(one, NextLoop)]
    return {one.until.slot: names[one.count] for one in loops if isinstance(one.until, ir.Local) and names[one.count]}


def _end(over: ir.Let, name: str) -> list[Deciding]:
    """What ends rounds or turns before they have come to their number: what is written, not what only counts them."""
    asked = list(walk(over.value))
    lengths = (one.arguments[0] for one in asked if isinstance(one, ir.Op) and one.sign is ir.Sign.LENGTH)
    is_counting = any(isinstance(one, ir.Local) for one in lengths) or ir.Local(over.slot) in asked
    is_written = not is_counting and any(not isinstance(one, ir.Op | ir.Local | ir.Const) for one in asked)
    return [Deciding(over.value, name, is_end=True)] if is_written else []


def _replacing(definition: Definition, procedure: int, instructions: Sequence[Any], point: int) -> list[Deciding]:
    """What is so that an `instead` does something else, where nobody is asked whether it does."""
    asking, rule = instructions[point], definition.procedures[procedure]
    is_instead = procedure in abilities_in(definition) and rule.name.startswith("instead ")
    is_first = all(isinstance(one, ir.Let) for one in instructions[:point])  # whom it is about is settled before
    is_whole = is_first and isinstance(asking, Unless) and asking.target == len(instructions)
    if not is_instead or not is_whole or any(isinstance(one, ir.Choose | ir.PickMany | ir.Ask) for one in instructions):
        return []
    return [Deciding(asking.condition, "instead", is_guard=True, is_instead=True)]


def _amount(definition: Definition, procedure: int, instructions: Sequence[Any], point: int) -> list[Deciding]:
    """How much is gained or paid next, where that is made of other numbers: what a sentence asks for, before it is kept to what
    there is."""
    instruction, after = instructions[point], instructions[point + 1 : point + 2]
    if isinstance(instruction, ir.Write) and not instruction.add:
        variable = definition.variables[instruction.variable]
        is_number = variable.of.is_player and variable.type.sort is ir.TypeSort.NUMBER
        is_told = is_number and is_made_of(definition, instruction.value)
        return [Deciding(instruction.value, variable.name, is_amount=True, of=instruction.of)] if is_told else []
    if isinstance(instruction, ir.Write) and not definition.variables[instruction.variable].is_counter:
        return _change(definition, procedure, instruction)
    if isinstance(instruction, ir.Write) and isinstance(instruction.value, ir.Local):  # where an `instead` has let it pass
        name, (_, given) = definition.variables[instruction.variable].name, named(definition, procedure, (), instruction.value)
        return [] if given is None else [Deciding(instruction.value, name, is_amount=True, given=given)]
    write = after[0] if after else None
    if not isinstance(instruction, ir.Let) or not isinstance(write, ir.Write) or not write.add:
        return []
    node = unlimited(instruction.value)
    if node is instruction.value:
        return []
    found, given = named(definition, procedure, instructions[:point], node)
    is_paid = given is not None or is_made_of(definition, found)
    return [Deciding(found, definition.variables[write.variable].name, is_amount=True, given=given)] if is_paid else []


def _change(definition: Definition, procedure: int, instruction: ir.Write) -> list[Deciding]:
    """By how much a variable is raised or lowered, where that is made of other numbers."""
    node = instruction.value
    if isinstance(node, ir.Op) and node.sign is ir.Sign.SUBTRACT and node.arguments[0] == ir.Const(0):
        node = node.arguments[1]
    _, given = named(definition, procedure, (), node)
    is_told = given is not None or is_made_of(definition, node)
    name = definition.variables[instruction.variable].name
    return [Deciding(node, name, is_amount=True, given=given)] if is_told else []


def unlimited(node: ir.Expr) -> ir.Expr:
    """What a sentence asks for, before it is kept to what there is."""
    for sign in (ir.Sign.MIN, ir.Sign.MAX):
        if isinstance(node, ir.Op) and node.sign == sign and len(node.arguments) == 2:
            node = node.arguments[0] if sign == ir.Sign.MIN else node.arguments[1]
    return node


def named(definition: Definition, procedure: int, before: Sequence[Any], node: ir.Expr) -> tuple[ir.Expr, int | None]:
    """What a name stands for, if since then only names were given and conditions asked, so that it is worth the same still:
    what a `let` has worked out, or the place of a parameter."""
    if not isinstance(node, ir.Local):
        return node, None
    for one in reversed(before):
        if not isinstance(one, ir.Let | Unless):
            return node, None
        if isinstance(one, ir.Let) and one.slot == node.slot:
            return one.value, None
    is_parameter = node.slot < definition.procedures[procedure].parameters
    return node, node.slot if is_parameter else None


def is_made_of(definition: Definition, node: ir.Expr) -> bool:
    is_share = isinstance(node, ir.Op) and node.sign in (ir.Sign.DIV, ir.Sign.DIV_UP)
    is_counted = isinstance(node, ir.Fold) and node.kind == ir.FoldKind.COUNT
    return is_share or is_counted or isinstance(node, ir.Cell | ir.Either) or is_worked_out(definition, node)


def _goes_back(instruction: Any, point: int) -> bool:
    """Whether it only asks if something is done once more."""
    return isinstance(instruction, Unless) and instruction.target <= point


def _is_guard(instructions: Sequence[Any], point: int) -> bool:
    """Whether something is done only if one number that is worked out passes, and nothing otherwise."""
    asking = instructions[point]
    last = instructions[asking.target - 1] if isinstance(asking, Unless) and asking.target else None
    if not isinstance(asking, Unless) or (isinstance(last, Jump) and last.target >= asking.target):
        return False
    node = asking.condition
    is_compared = isinstance(node, ir.Op) and node.sign in COMPARISONS
    return not is_compared or any(not isinstance(one, ir.Apply) for one in node.arguments)  # type: ignore[union-attr]


def _tells(definition: Definition, instruction: Any, value: ir.Expr) -> bool:
    """Whether a value that an instruction goes by is decided by numbers that are worth telling."""
    if isinstance(instruction, Unless):
        return compares(definition, value)
    is_list = isinstance(instruction, BeginEach) and isinstance(value, ir.Fold) and value.test is not None
    return ranks(definition, value) or (is_list and _picks_by_numbers(definition, value))  # type: ignore[arg-type]


def _picks_by_numbers(definition: Definition, node: ir.Fold) -> bool:
    """Whether it is players, or members of a type, who pass a comparison."""
    is_of_few = isinstance(node.source, ir.All) and node.source.sort in (ir.ThingSort.PLAYER, ir.ThingSort.MEMBER)
    return is_of_few and node.test is not None and compares(definition, node.test)


def _asked(definition: Definition, procedure: int, instruction: Any) -> Iterator[tuple[ir.Expr, str]]:
    """The values that an instruction goes by, each with the name of what gets it."""
    match instruction:
        case ir.Let():
            yield instruction.value, _slot_name(definition, procedure, instruction.slot)
        case ir.Write():
            if instruction.of is not None:
                yield instruction.of, ""
            if not instruction.add:
                yield instruction.value, definition.variables[instruction.variable].name
        case BeginEach():
            yield instruction.node.source, ""
        case Unless():
            yield instruction.condition, ""
        case ir.Call():
            for slot, value in enumerate(instruction.arguments):
                yield value, _slot_name(definition, instruction.procedure, slot)
        case ir.Move() | ir.Discard() | ir.Face() | ir.Show():
            yield from ((value, "") for value in children(instruction) if is_expression(value))


def _slot_name(definition: Definition, procedure: int, slot: int) -> str:
    names = definition.procedures[procedure].names
    return names[slot] if slot < len(names) and names[slot] not in UNNAMED else ""
