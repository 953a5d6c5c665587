"""Faults that are planted in the reference: each operation, feature, relation, loop and statement means something else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lockstep import Fault
from rulewright import ir
from rulewright.engine import evaluate
from rulewright.engine.operations import ANSWERS
from rulewright.engine.reference import effects, waiting
from rulewright.engine.reference import interpreter as reference
from rulewright.ir.features import FEATURES

from .planting import OPERATED, Planted, answer_of, exchanged, replaced, word_of

Meaning = Callable[..., Any]


def _other_operations() -> dict[str, Meaning]:
    """What an operation could be mistaken for; of all others the answer is another one."""
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
        "or_else": lambda value, instead: value,
        "joined": lambda things, more: tuple(things or ()),
        "without": lambda things, thing: tuple(things),
        "of_family": lambda zone, family: zone,
        "owned": lambda cards, player: tuple(cards),
        "zones_of": lambda cards: tuple(0 for _ in cards or ()),
        "placed": lambda cards, seat: tuple(reversed(cards or ())),
    }  # fmt: skip


# ---------------------------------------------------------------- what is asked


def _value(kind: type, change: Callable[[Any], Any], word: str = "") -> Fault:
    """A node of the IR whose value is changed; only where it is a word, if one is named."""
    before = evaluate.EVALUATE[kind]

    def changed(run: Any, node: Any, places: Any) -> Any:
        found = before(run, node, places)
        return change(found) if word in ("", word_of(node)) else found

    return exchanged(evaluate.EVALUATE, kind, changed)


def _operation(sign: str, meaning: Meaning) -> Fault:
    """An operation that answers something else; all of its arguments are asked for."""

    def answer(run: Any, arguments: Any, places: Any) -> Any:
        return meaning(*[run.value(one, places) for one in arguments])

    return exchanged(evaluate._OPERATIONS, sign, answer)


def _answered(sign: ir.Sign) -> Fault:
    """An operation with another answer: the contrary, a number that is smaller, a list without its first, no such thing."""
    type, before = answer_of(sign), evaluate._OPERATIONS[sign]
    changes = {"flag": lambda one: 1 - one, "number": _one_less}
    change = _first_missing if type.many else changes.get(type.sort, _nothing)
    return exchanged(evaluate._OPERATIONS, sign, lambda run, arguments, places: change(before(run, arguments, places)))


def _either(run: Any, node: Any, places: Any) -> Any:
    return run.value(node.otherwise if run.value(node.condition, places) else node.then, places)


def _one_less(found: Any) -> Any:
    return None if found is None else found - 1


def _first_missing(found: Any) -> Any:
    return tuple(found or ())[1:]


def _backwards(found: Any) -> Any:
    return tuple(reversed(tuple(found or ())))


def _nothing(found: Any) -> None:
    return None


def _feature(name: ir.FeatureName) -> Fault:
    """The contrary of a flag, a number that is larger, or no such thing."""
    before, type = evaluate._FEATURES[name], FEATURES[name].type
    if type.sort == "flag":
        return exchanged(evaluate._FEATURES, name, lambda run, thing: 1 - before(run, thing))
    if type.sort == "number":
        return exchanged(evaluate._FEATURES, name, lambda run, thing: before(run, thing) + 1)
    return exchanged(evaluate._FEATURES, name, lambda run, thing: None)


def _asked() -> dict[str, Fault]:
    found = {f"operation {sign}": _answered(sign) for sign in OPERATED}
    found |= {f"operation {sign}": _operation(sign, meaning) for sign, meaning in _other_operations().items()}
    found |= {f"feature {name}": _feature(name) for name in FEATURES}
    for key in evaluate._NEAREST:
        found[f"nearest {key[0]} of {key[1]}"] = exchanged(evaluate._NEAREST, key, lambda run, thing: thing)
    for key, before in evaluate._EVERY.items():
        meaning = lambda run, thing, before=before: _first_missing(before(run, thing))  # noqa: E731
        found[f"every {key[0]} of {key[1]}"] = exchanged(evaluate._EVERY, key, meaning)
    for kind in ("count", "total", "highest", "lowest"):
        found[f"fold {kind}"] = _value(ir.Fold, _one_less, f"fold {kind}")
    found |= {"fold some": _value(ir.Fold, lambda one: 1 - one, "fold some")}
    found |= {"fold list": _value(ir.Fold, _first_missing, "fold list")}
    found |= {f"fold {kind}": _value(ir.Fold, _nothing, f"fold {kind}") for kind in ("first", "last")}
    found |= {f"sort {kind}": _value(ir.Sort, _nothing, f"sort {kind}") for kind in ("first", "last")}
    found |= {"sort all": _value(ir.Sort, _backwards, "sort all")}
    found |= {"sort best": _value(ir.Sort, lambda one: tuple(one)[:1], "sort best")}
    return found | {
        "Either": exchanged(evaluate.EVALUATE, ir.Either, _either),
        "Contents": _value(ir.Contents, _backwards),
        "Numbers": _value(ir.Numbers, lambda one: tuple(one)[:-1]),
        "All": _value(ir.All, _first_missing),
        "ZoneOf": _value(ir.ZoneOf, lambda one: 0),
        "Read": _value(ir.Read, lambda one: None if one else 1),
        "Setting": _value(ir.Setting, lambda one: 0 if one else 1),
        "Reach": _value(ir.Reach, lambda one: list(one)[:1]),
        "Rank": _value(ir.Rank, _one_less),
        "Clockwise": _value(ir.Clockwise, _backwards),
        "Computed": _value(ir.Computed, _nothing),
        "Apply": _value(ir.Apply, _nothing),
        "Grouped": _value(ir.Grouped, lambda one: tuple(one)[1:] if isinstance(one, tuple) else one + 1),
        "Score": _value(ir.Score, _nothing),
        "Cell": _value(ir.Cell, _nothing),
        "ByRow": _value(ir.ByRow, _nothing),
    }


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

    return exchanged(reference._CARRY_OUT, kind, lambda run, node, frame: before(run, Changed(node), frame))


_SKIPPED = (
    ir.Let, ir.Write, ir.Move, ir.Discard, ir.Face, ir.Swap, ir.Shuffle, ir.Roll, ir.Show, ir.Mark, ir.Expire, ir.Mix,
    ir.Random, ir.Deal, ir.Call, ir.Dispatch, ir.Leave, ir.Choose, ir.PickMany,
)  # fmt: skip


def _happening() -> dict[str, tuple[str, Fault]]:
    found = {f"{one.__name__} skipped": (one.__name__, exchanged(reference._CARRY_OUT, one, _skipped)) for one in _SKIPPED}
    ends = {"top": "bottom", "bottom": "top"}
    return found | {
        "If goes the other way": ("If", _other_way()),
        "Block is left before it": ("Block", replaced(reference, "ends_of", lambda old: lambda *given: old(*given)[1:])),
        "Ask asks nobody": ("Ask", replaced(waiting, "opened", lambda old: lambda *given: _nobody_open(old(*given)))),
        "Each begins with the second": ("Each", _each_from_second()),
        "Loop goes round once more": ("Loop", _changed_loop()),
        "Move to the other end": ("Move", _changed(ir.Move, where=lambda where: ends.get(where, where))),
        "Move with the other face": ("Move", _changed(ir.Move, face=lambda face: None if face is None else 1 - face)),
        "Face turns to the other": ("Face", _changed(ir.Face, up=lambda up: 1 - up)),
        "Mark forgets when it ends": ("Mark", _changed(ir.Mark, moment=lambda moment: None)),
        "Mark ends in anybody's turn": ("Mark", _changed(ir.Mark, player=lambda player: None)),
        "Write sets instead of adding": ("Write", _changed(ir.Write, add=lambda add: False)),
        "Write knows no limits": ("Write", replaced(effects, "clipped", lambda old: lambda declared, value: value)),
        "Discard in the other order": (
            "Discard", replaced(effects, "discard", lambda old: lambda run, cards: old(run, _backwards(cards))),
        ),
        "Sort by nothing": (
            "sort all", replaced(evaluate, "key_of", lambda old: lambda *given: tuple(old(*given)[:0])),
        ),
    }  # fmt: skip


def _nobody_open(found: tuple[Any, ...]) -> tuple[Any, ...]:
    seats, *answers = found
    return (seats, *[(0, branch, picked) for _, branch, picked in answers])


def _other_way() -> Fault:
    before = reference._CARRY_OUT[reference.Unless]

    def unless(run: Any, node: Any, frame: Any) -> None:
        start = frame[1]
        before(run, node, frame)
        frame[1] = node.target if frame[1] == start + 1 else start + 1

    return exchanged(reference._CARRY_OUT, reference.Unless, unless)


def _each_from_second() -> Fault:
    before = reference._CARRY_OUT[reference.BeginEach]

    def begin(run: Any, node: Any, frame: Any) -> None:
        before(run, node, frame)
        frame[2][node.node.index] = 0

    return exchanged(reference._CARRY_OUT, reference.BeginEach, begin)


def _changed_loop() -> Fault:
    before = reference._CARRY_OUT[reference.BeginLoop]

    def begin(run: Any, node: Any, frame: Any) -> None:
        before(run, node, frame)
        frame[2][node.node.limit] += 1

    return exchanged(reference._CARRY_OUT, reference.BeginLoop, begin)


IN_REFERENCE = {word: Planted(word, word, fault) for word, fault in _asked().items()} | {
    name: Planted(name, word, fault) for name, (word, fault) in _happening().items()
}
