"""Finds the sentence behind what happens: its line, and the ability and the card that it belongs to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from ... import ir
from ...model.definition import Definition
from ..events import Cause, abilities_in, silences_in
from ..flatten import Code, codes_of
from ..frames import is_called
from .running import Running

Known = Callable[[int, int], bool]  # of a frame by its number and of an instruction of it
_WITH_EVERY_RULE = ("player", "this")
_NAMELESS = ("setup", "flow", "checks")  # procedures that no designer has named


def cause_of(definition: Definition, frames: list[Running], point: int) -> Cause | None:
    """What is carried out at an instruction of the innermost frame; nothing between two runs."""
    if not frames:
        return None
    frames, point = _asking(definition, frames, point)
    procedure, line = frames[-1][0], line_at(definition, frames[-1][0], point)
    abilities = abilities_in(definition)
    running = [frame for frame in reversed(frames) if frame[0] in abilities]
    ability = next((frame for frame in running if _carrier(definition, frame) is not None), running[0] if running else None)
    number, carrier = (None, None) if ability is None else (ability[0], _carrier(definition, ability))
    rule = _rule(definition, frames, point) if carrier is None else ""
    rule = rule if ability is None else _member(definition, ability) or rule
    lays_out = any(frame[0] == definition.setup for frame in frames)
    return Cause(procedure, line, number, carrier, _is_silent(definition, frames, point), rule, lays_out)


def _asking(definition: Definition, frames: list[Running], point: int) -> tuple[list[Running], int]:
    """Where an `instead` has nothing to say, what it was asked about happens, and that is a sentence of the rule that asked."""
    while len(frames) > 1:
        rule = definition.procedures[frames[-1][0]]
        if not rule.name.startswith("instead ") or _written_at(definition, frames[-1][0], point):
            break
        frames, point = frames[:-1], max(frames[-2][1] - 1, 0)
    return frames, point


@lru_cache(maxsize=4096)
def asks_instead(definition: Definition, number: int) -> bool:
    """Whether a procedure asks all that do something `instead`, and where none does, does what they were asked about."""
    name = definition.procedures[number].name
    stretches = (definition.stretches[label] for label, _, _ in codes_of(definition)[number].blocks)
    return name.startswith("instead ") and name in stretches


def line_at(definition: Definition, procedure: int, point: int) -> int:
    """Where the sentence at an instruction is written."""
    return _written_at(definition, procedure, point) or definition.procedures[procedure].line


def _written_at(definition: Definition, procedure: int, point: int) -> int:
    """The same; 0 of what stands in no sentence of its own."""
    code = codes_of(definition)[procedure].instructions
    node = code[min(point, len(code) - 1)]
    line: int = getattr(getattr(node, "node", node), "line", 0)
    return line


def callers_of(definition: Definition, frames: list[Running], is_known: Known) -> Iterator[tuple[int, int]]:
    """The sentences that call the verb which is carried out, each as its procedure and line, the nearest first, as long as a
    verb only passes on what it is given, or has but one sentence. `is_known` tells
    whether that is known."""
    for number in range(len(frames) - 1, 0, -1):
        callee, (procedure, after, _) = frames[number][0], frames[number - 1]
        at = after - 1 if is_called(definition, callee) else after
        if not _passes_on(definition, callee) or not is_known(number - 1, at):
            return
        yield procedure, line_at(definition, procedure, at)


@lru_cache(maxsize=4096)
def _passes_on(definition: Definition, number: int) -> bool:
    rule, code = definition.procedures[number], codes_of(definition)[number].instructions
    if number in abilities_in(definition):
        return rule.slots[ir.THIS].sort == ir.TypeSort.MEMBER  # what is written beside a member is for all to read
    if not rule.name.isidentifier() or rule.name in _NAMELESS:
        return False
    has_own = any(name not in _WITH_EVERY_RULE for name in rule.names[: rule.parameters])
    return has_own or len({line_at(definition, number, point) for point in range(len(code))}) < 2


def _rule(definition: Definition, frames: list[Running], point: int) -> str:
    """The verb or the step that a sentence belongs to. What only has a name for one sentence is called by what calls it, and so
    is a word that is given something: `earn` alone is no reason for `earn 3`."""
    rules, name = _rules_in(definition), ""
    for number, (procedure, after, _) in enumerate(reversed(frames)):
        own = rules[procedure][min(point if number == 0 else max(after - 1, 0), len(rules[procedure]) - 1)]
        name = own or name
        if (own or not _is_given_something(definition, procedure)) and (not name or len(rules[procedure]) > 1):
            return name
    return name


@lru_cache(maxsize=32)
def _rules_in(definition: Definition) -> tuple[tuple[str, ...], ...]:
    """For each instruction of each procedure the innermost step that it lies in, or else the verb that the procedure is."""
    return tuple(_rules_of(definition, number, code) for number, code in enumerate(codes_of(definition)))


def _rules_of(definition: Definition, number: int, code: Code) -> tuple[str, ...]:
    name, is_given = definition.procedures[number].name, _is_given_something(definition, number)
    is_verb = name.isidentifier() and name not in _NAMELESS and not is_given
    rules = [name if is_verb else ""] * len(code.instructions)
    unnamed = {one.name for one in definition.variables}  # a step that is played in rounds counts them; lines need not say it
    unnamed |= {name} if is_given else set()
    labels = [one for one in code.blocks if one[0] >= len(ir.STRETCHES)]
    steps = [one for one in labels if (step := definition.stretches[one[0]]).isidentifier() and step not in unnamed]
    for label, start, end in sorted(steps, key=lambda one: one[1] - one[2]):
        rules[start:end] = [definition.stretches[label]] * (end - start)
    return tuple(rules)


def _is_given_something(definition: Definition, number: int) -> bool:
    """Whether a verb has parameters of its own, and does not say itself of what it is, as `pass_gate` does."""
    rule = definition.procedures[number]
    return "_" not in rule.name and any(name not in _WITH_EVERY_RULE for name in rule.names[: rule.parameters])


def _is_silent(definition: Definition, frames: list[Running], point: int) -> bool:
    """Whether a stretch is carried out that the definition tells nothing of, or tells in its own words."""
    stretches = silences_in(definition)
    for procedure, after, _ in reversed(frames) if stretches else ():
        at = point if point >= 0 else after - 1
        if any(start <= at < end for start, end in stretches.get(procedure, ())):
            return True
        point = -1
    return False


def _member(definition: Definition, frame: Running) -> str:
    """The member of a type whose ability a frame is, as people call it."""
    type, this = definition.procedures[frame[0]].slots[ir.THIS], frame[2][ir.THIS]
    if type.sort != ir.TypeSort.MEMBER or this is None:
        return ""
    return next(str(one.names[this]) for one in definition.types if one.name == type.names[0])


def _carrier(definition: Definition, frame: Running) -> int | None:
    """The card whose ability a frame is; a member of a type, or the game, has abilities without one."""
    is_card = definition.procedures[frame[0]].slots[ir.THIS].sort == ir.TypeSort.CARD
    return frame[2][ir.THIS] if is_card else None
