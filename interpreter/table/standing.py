"""Where a running rule stands, told by its place in the file instead of by numbers.

A frame stands before a decision, after a call or at its beginning. It is found again by the rule's name, the slots around the
sentence (`each`, `then`, a step …) and the words of the sentence, so that a rule may be edited elsewhere. Where two sentences
could be meant, or something that is still needed is not remembered, nothing is found: a guess would be another game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from .. import ir
from ..engine.flatten import BeginEach, BeginLoop, Code, Jump, NextAnswer, NextEach, NextLoop, Unless, codes_of
from ..ir.walk import places_filled, walk
from ..model.definition import Definition

BEGINNING = "beginning"
Decision = ir.Choose | ir.PickMany | ir.Ask
Path = tuple[str, ...]


@dataclass(frozen=True)
class Stand:
    """A sentence that a rule can stand at: the slots around it, its words, and the how-manieth of its like it is."""

    path: Path
    words: str
    nth: int
    like: int

    def to_json(self) -> list[Any]:
        return [list(self.path), self.words, self.nth, self.like]


def stand_of(definition: Definition, procedure: int, point: int) -> Stand | None:
    """Where a frame stands; None if it stands where no rule waits."""
    return _stands(definition, procedure).get(point)


def point_of(definition: Definition, procedure: int, saved: list[Any]) -> int | None:
    """The point of a rule of now at which somebody stands who stood there; None if there is none, or more than one."""
    points = [point for point, stand in _stands(definition, procedure).items() if stand.to_json() == saved]
    return points[0] if len(points) == 1 else None


@lru_cache(maxsize=512)
def _stands(definition: Definition, procedure: int) -> dict[int, Stand]:
    code = codes_of(definition)[procedure]
    points: dict[int, tuple[Path, str]] = {0: ((), BEGINNING)}
    for point, node in enumerate(code.instructions):
        if isinstance(node, Decision):
            points[point] = _path(definition, procedure, code, point), _words(definition, node)
        elif isinstance(node, ir.Call | ir.Dispatch):
            points[point + 1] = _path(definition, procedure, code, point), _words(definition, node)
    like, seen = Counter(points.values()), Counter[tuple[Path, str]]()
    stands = {}
    for point, around in points.items():
        seen[around] += 1
        stands[point] = Stand(*around, seen[around], like[around])
    return stands


# ---------------------------------------------------------------- the slots around a sentence


def _around(code: Code, point: int) -> Iterator[tuple[int, int, Any]]:
    """Every stretch that a point lies in, the outermost first: where it begins and ends, and what makes it: an instruction,
    the number of what can be ended, or a word."""
    around: list[tuple[int, int, Any]] = [(start, end, label) for label, start, end in code.blocks if start <= point < end]
    for at, node in enumerate(code.instructions):
        if isinstance(node, NextEach | NextLoop | NextAnswer) and at < point < node.target:
            around.append((at, node.target, node))
        elif isinstance(node, Unless) and at < node.target:
            join = code.instructions[node.target - 1]
            if at < point < node.target:
                around.append((at, node.target, "then"))
            elif isinstance(join, Jump) and node.target <= point < join.target:
                around.append((node.target, join.target, "else"))
    return iter(sorted(around, key=lambda one: (one[0], -one[1])))


def _path(definition: Definition, procedure: int, code: Code, point: int) -> Path:
    names = definition.procedures[procedure].names
    return tuple(_label(one, names, definition.stretches) for _, _, one in _around(code, point))


def _label(stretch: Any, names: tuple[str, ...], stretches: tuple[str, ...]) -> str:
    if isinstance(stretch, NextEach):
        return f"each {names[stretch.node.slot]}"
    if isinstance(stretch, int):
        return stretches[stretch]
    return "repeat" if isinstance(stretch, NextLoop) else "ask" if isinstance(stretch, NextAnswer) else str(stretch)


def _words(definition: Definition, node: Any) -> str:
    """What is written in a sentence, without its numbers: of a decision its texts, of a call whom it calls."""
    if isinstance(node, ir.Call):
        return f"call {definition.procedures[node.procedure].name}"
    if isinstance(node, ir.Dispatch):
        called = sorted({definition.procedures[number].name for _, number in node.table})
        return f"dispatch {' '.join(called)}"
    texts = [one for one in walk(node, whole=_is_inner) if isinstance(one, ir.Text)]
    written = "".join(part if isinstance(part, str) else "…" for text in texts for part in (*text.parts, "/"))
    return f"{type(node).__name__.lower()} {written}"


def _is_inner(node: Any) -> bool:
    """What is done after an answer is no part of the question."""
    return isinstance(node, ir.Seq | ir.If | ir.Block | ir.Each | ir.Loop | ir.Say)


# ---------------------------------------------------------------- what a frame remembers


@lru_cache(maxsize=512)
def places_at(definition: Definition, procedure: int, point: int) -> Mapping[int, str]:
    """A name for each place of a rule that means something at a point: parameters, names, and what the loops around it and
    the decision itself keep. It does not hang on how many other places there are."""
    rule, code = definition.procedures[procedure], codes_of(definition)[procedure]
    roles = {slot: f"parameter {slot}" for slot in range(rule.parameters)}
    at = point if _is_decision(code, point) else point - 1
    for depth, (_, _, stretch) in enumerate(_around(code, at)):
        roles |= {slot: f"{role} {depth}" for slot, role in _kept_by(stretch)}
    if _is_decision(code, point):
        roles |= {slot: f"{role} of the decision" for slot, role in _kept_by(code.instructions[point])}
    counted: Counter[str] = Counter()
    rest = [slot for slot in range(len(rule.names)) if slot not in roles]
    like = Counter(rule.names[slot] for slot in rest)
    for slot in rest:
        name = rule.names[slot]
        counted[name] += 1
        roles[slot] = f"{name} {counted[name]} of {like[name]}"
    return roles


def _is_decision(code: Code, point: int) -> bool:
    return point < len(code.instructions) and isinstance(code.instructions[point], Decision)


def _kept_by(node: Any) -> list[tuple[int, str]]:
    match node:
        case NextEach(node=each):
            return [(each.slot, "item"), (each.items, "items"), (each.index, "index")]
        case NextLoop(node=loop):
            return [(loop.count, "count"), (loop.limit, "limit")]
        case NextAnswer():
            return _kept_by(node.node)
        case ir.Ask():
            return [(node.answers, "answers"), (node.items, "asked"), (node.index, "round"), *_kept_by(node.choice)]
        case ir.PickMany():
            return [(node.picked, "picked"), (node.result, "row"), (node.slot, "candidate")]
        case ir.Choose():
            return [(node.result, "answer")]
    return []


def needed_at(definition: Definition, procedure: int, point: int) -> set[int]:
    """The places that are read after a point, in the next rounds of its loops too, before they are written."""
    code = codes_of(definition)[procedure]
    first = point if _is_decision(code, point) else point - 1
    loops = [start for start, _, stretch in _around(code, first) if isinstance(stretch, NextEach | NextLoop | NextAnswer)]
    needed, written = set[int](), set[int]()
    for node in (*code.instructions[point:], *code.instructions[min([point, *loops]) : point]):
        asked, filled = _reads(node)
        needed |= asked - written
        written |= filled
    return needed


def _reads(node: Any) -> tuple[set[int], set[int]]:
    """The places that an instruction reads, and those that it gives a value."""
    asked: tuple[Any, ...] = ()
    kept: list[int] = []
    match node:
        case Unless():
            asked = (node.condition,)
        case BeginEach(node=each):
            asked, kept = (each.source,), [each.items, each.index]
        case NextEach(node=each):
            asked, kept = (ir.Local(each.items), ir.Local(each.index)), [each.slot]
        case BeginLoop(node=loop):
            asked, kept = (loop.most,), [loop.count, loop.limit]
        case NextLoop(node=loop):
            asked = (loop.until, ir.Local(loop.count), ir.Local(loop.limit))
        case NextAnswer(node=ask):
            asked, kept = (ir.Local(ask.answers), ir.Local(ask.index)), [ask.items]
        case ir.Ask():
            asked, kept = (node.choice,), [node.answers, node.index, node.items]
        case Jump():
            pass
        case ir.Let():
            asked, kept = (node.value,), [node.slot]
        case _:
            asked = (node,)
    parts = list(walk(asked))
    inner = {filled.slot for part in parts for filled in places_filled(part)}
    return {one.slot for one in parts if isinstance(one, ir.Local)} - inner, inner | {*kept}


# ---------------------------------------------------------------- rules by name


@lru_cache(maxsize=64)
def rule_names(definition: Definition) -> tuple[str, ...]:
    """A name of its own for every rule: what it is called, the cards and members it is written on, the how-manieth it is."""
    carriers: dict[int, list[str]] = {}
    for code in codes_of(definition):
        for node in code.instructions:
            if isinstance(node, ir.Dispatch):
                for row, procedure in node.table:
                    number = row // ir.LONGEST_LIST if node.index is not None else row
                    name = definition.rows[number][1].id if node.sort == ir.ThingSort.CARD else f"{node.sort} {number}"
                    carriers.setdefault(procedure, []).append(name)
    called = [
        " of ".join([rule.name, *dict.fromkeys(carriers.get(number, ()))]) for number, rule in enumerate(definition.procedures)
    ]
    counted: Counter[str] = Counter()
    names = []
    for name in called:
        counted[name] += 1
        names.append(f"{name} {counted[name]}" if counted[name] > 1 else name)
    return tuple(names)
