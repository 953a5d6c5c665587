"""Faults that are planted in the reference, one at a time: each operation, fold, feature and effect means something else.

A fault holds only while the reference is being asked, so that the other engines, which use some of the same functions, stay
as they are. `PLANTED` names them all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rulewright import ir
from rulewright.engine.operations import ANSWERS
from rulewright.engine.reference import effects, evaluate, waiting
from rulewright.engine.reference import interpreter as reference

from .lockstep import Fault

Meaning = Callable[..., Any]


def _other_operations() -> dict[str, Meaning]:
    """What each operation could be mistaken for."""
    same = ANSWERS
    return {
        "+": lambda a, b: same["+"](same["+"](a, b), 1),
        "-": lambda a, b: same["-"](b, a),
        "*": lambda a, b: same["+"](a, b),
        "max": same["min"], "min": same["max"], "div": same["div_up"], "div_up": same["div"],
        "mod": lambda a, b: same["div"](a, b),
        ">=": same[">"], "<=": same["<"], ">": same[">="], "<": same["<="],
        "is": lambda a, b: int(a == b),  # none is none
        "and": same["or"], "or": same["and"],
        "not": lambda a: int(bool(a)),
        "is_none": lambda a: int(not a),
        "length": lambda things: max(0, len(things or ()) - 1),
        "item": lambda things, index: same["item"](things, None if index is None else index + 1),
        "at": lambda things, index: things[index - 1],
        "listed": lambda thing: (),
        "one_of": lambda thing, things: int(thing in (things or ())[:1]),
        "without": lambda things, thing: tuple(things),
        "of_family": lambda zone, family: zone,
        "owned": lambda cards, player: tuple(cards),
        "zones_of": lambda cards: tuple(0 for _ in cards or ()),
        "placed": lambda cards, seat: tuple(reversed(cards or ())),
    }  # fmt: skip


def _exchanged(table: dict[Any, Any], key: Any, meaning: Any) -> Fault:
    @contextmanager
    def planted() -> Iterator[None]:
        before = table[key]
        table[key] = meaning
        try:
            yield
        finally:
            table[key] = before

    return planted


def _replaced(module: Any, name: str, wrap: Callable[[Meaning], Meaning]) -> Fault:
    @contextmanager
    def planted() -> Iterator[None]:
        before = getattr(module, name)
        setattr(module, name, wrap(before))
        try:
            yield
        finally:
            setattr(module, name, before)

    return planted


# ---------------------------------------------------------------- what is asked


def _node(kind: type, change: Callable[[Any], Any]) -> Fault:
    """A node of the IR whose value is changed."""
    before = evaluate._EVALUATE[kind]
    return _exchanged(evaluate._EVALUATE, kind, lambda run, node, places: change(before(run, node, places)))


def _fold(kind: str, change: Callable[[Any], Any]) -> Fault:
    before = evaluate._EVALUATE[ir.Fold]

    def fold(run: Any, node: Any, places: Any) -> Any:
        found = before(run, node, places)
        return change(found) if node.kind == kind else found

    return _exchanged(evaluate._EVALUATE, ir.Fold, fold)


def _sort(kind: str, change: Callable[[Any], Any]) -> Fault:
    before = evaluate._EVALUATE[ir.Sort]

    def sort(run: Any, node: Any, places: Any) -> Any:
        found = before(run, node, places)
        return change(found) if node.kind == kind else found

    return _exchanged(evaluate._EVALUATE, ir.Sort, sort)


def _operation(sign: str, meaning: Meaning) -> Fault:
    """An operation that answers something else; all of its arguments are asked for."""

    def answer(run: Any, arguments: Any, places: Any) -> Any:
        return meaning(*[run.value(one, places) for one in arguments])

    return _exchanged(evaluate._OPERATIONS, sign, answer)


def _either(run: Any, node: Any, places: Any) -> Any:
    return run.value(node.otherwise if run.value(node.condition, places) else node.then, places)


def _one_less(found: Any) -> Any:
    return None if found is None else found - 1


def _first_missing(found: Any) -> Any:
    return tuple(found or ())[1:]


def _backwards(found: Any) -> Any:
    return tuple(reversed(tuple(found or ())))


def _feature(name: str) -> Fault:
    """A feature of the next thing, or the contrary of a flag."""
    before = evaluate._FEATURES[name]
    if name in ("face_up", "face_down", "free", "muted"):
        return _exchanged(evaluate._FEATURES, name, lambda run, thing: 1 - before(run, thing))
    if name in ("position", "index", "seat", "x", "y"):
        return _exchanged(evaluate._FEATURES, name, lambda run, thing: before(run, thing) + 1)
    return _exchanged(evaluate._FEATURES, name, lambda run, thing: None)


def _asked() -> dict[str, Fault]:
    found = {f"operation {sign}": _operation(sign, meaning) for sign, meaning in _other_operations().items()}
    found |= {
        f"feature {name}": _feature(name) for name in evaluate._FEATURES if name not in ("row", "kind", "muted", "parent")
    }
    found |= {f"fold {kind}": _fold(kind, _one_less) for kind in ("count", "total", "highest", "lowest")}
    found |= {"fold some": _fold("some", lambda one: 1 - one), "fold list": _fold("list", _first_missing)}
    found |= {f"fold {kind}": _fold(kind, lambda one: None) for kind in ("first", "last")}
    found |= {"sort all": _sort("all", _backwards), "sort best": _sort("best", lambda one: tuple(one)[:1])}
    found |= {f"sort {kind}": _sort(kind, lambda one: None) for kind in ("first", "last")}
    found |= {
        "either": _exchanged(evaluate._EVALUATE, ir.Either, _either),
        "contents": _node(ir.Contents, _backwards),
        "numbers": _node(ir.Numbers, lambda one: tuple(one)[:-1]),
        "beyond": _node(ir.Beyond, lambda one: None),
        "spread": _node(ir.Spread, _first_missing),
        "reach": _node(ir.Reach, lambda one: list(one)[:1]),
        "rank": _node(ir.Rank, _one_less),
        "clockwise": _node(ir.Clockwise, _backwards),
        "computed": _node(ir.Computed, lambda one: None),
        "grouped": _node(ir.Grouped, lambda one: one + 1),
        "score": _node(ir.Score, lambda one: None),
        "cell": _node(ir.Cell, lambda one: None),
        "by row": _node(ir.ByRow, lambda one: None),
        "keys": _replaced(evaluate, "_key_of", lambda old: lambda *given: tuple(old(*given)[:0])),
    }  # fmt: skip
    return found


# ---------------------------------------------------------------- what happens


def _skipped(run: Any, node: Any, frame: Any) -> None:
    frame[1] += 1


def _changed(kind: type, **fields: Any) -> Fault:
    """A statement carried out with other words: `where`, `face`, `up`, `moment`…"""
    before = reference._CARRY_OUT[kind]

    class Changed:
        def __init__(self, node: Any) -> None:
            self.node = node

        def __getattr__(self, name: str) -> Any:
            found = getattr(self.node, name)
            return fields[name](found) if name in fields else found

    return _exchanged(reference._CARRY_OUT, kind, lambda run, node, frame: before(run, Changed(node), frame))


def _happening() -> dict[str, Fault]:
    nodes = (
        ir.Let,
        ir.Write,
        ir.Move,
        ir.Discard,
        ir.Face,
        ir.Swap,
        ir.Shuffle,
        ir.Roll,
        ir.Show,
        ir.Mark,
        ir.Expire,
        ir.Say,
        ir.Mix,
    )
    found = {f"{one.__name__.lower()} skipped": _exchanged(reference._CARRY_OUT, one, _skipped) for one in nodes}
    ends = {"top": "bottom", "bottom": "top"}
    return found | {
        "move to the other end": _changed(ir.Move, where=lambda where: ends.get(where, where)),
        "move with the other face": _changed(ir.Move, face=lambda face: None if face is None else 1 - face),
        "turn to the other face": _changed(ir.Face, up=lambda up: 1 - up),
        "mark forgets when it ends": _changed(ir.Mark, moment=lambda moment: ""),
        "mark ends in anybody's turn": _changed(ir.Mark, player=lambda player: None),
        "write sets instead of adding": _changed(ir.Write, add=lambda add: False),
        "limits of variables": _replaced(effects, "clipped", lambda old: lambda declared, value: value),
        "discard in the other order": _replaced(effects, "discard", lambda old: lambda run, cards: old(run, _backwards(cards))),
        "call skipped": _exchanged(reference._CARRY_OUT, ir.Call, _skipped),
        "dispatch skipped": _exchanged(reference._CARRY_OUT, ir.Dispatch, _skipped),
        "leave skipped": _exchanged(reference._CARRY_OUT, ir.Leave, _skipped),
        "question to all skipped": _replaced(waiting, "opened", lambda old: lambda *given: _nobody_open(old(*given))),
        "each begins with the second": _each_from_second(),
        "repeat goes round once more": _changed_loop(),
    }  # fmt: skip


def _nobody_open(found: tuple[Any, ...]) -> tuple[Any, ...]:
    seats, *answers = found
    return (seats, *[(0, branch, picked) for _, branch, picked in answers])


def _each_from_second() -> Fault:
    before = reference._CARRY_OUT[reference.BeginEach]

    def begin(run: Any, node: Any, frame: Any) -> None:
        before(run, node, frame)
        frame[2][node.node.index] = 0

    return _exchanged(reference._CARRY_OUT, reference.BeginEach, begin)


def _changed_loop() -> Fault:
    before = reference._CARRY_OUT[reference.BeginLoop]

    def begin(run: Any, node: Any, frame: Any) -> None:
        before(run, node, frame)
        frame[2][node.limit] += 1

    return _exchanged(reference._CARRY_OUT, reference.BeginLoop, begin)


PLANTED: dict[str, Fault] = {**_asked(), **_happening()}
