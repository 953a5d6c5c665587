"""Faults that are planted in the written engine: each operation, feature, relation, loop and statement is lowered otherwise.

What a fault makes of a value is of the same sort wherever it can be, so that it is the game that gives it away.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from lockstep import Fault
from rulewright import ir
from rulewright.engine.program import effects, flow, operations, steps, zones
from rulewright.engine.program import nodes as code
from rulewright.engine.program.values import LOWER, LOWER_TEST
from rulewright.ir.features import FEATURES
from rulewright.ir.relations import RELATIONS

from .planting import OPERATED, Planted, answer_of, both, exchanged, word_of

Lowered = Callable[[Any, Any, Any, Any], Any]  # what is lowered, the node, and its lowering without a fault

MISTAKEN = {
    "+": "-", "-": "+", "*": "+", "max": "min", "min": "max", "div": "div_up", "div_up": "div", "mod": "div",
    ">=": ">", "<=": "<", ">": ">=", "<": "<=", "and": "or", "or": "and",
}  # fmt: skip


def _wrapped(table: dict[Any, Any], key: Any, lowered: Lowered, word: str = "") -> Fault:
    """An entry of a table that lowers its nodes to something else; only those with a word, if one is named."""
    before = table[key]

    def lower(ask: Any, node: Any, scope: Any) -> Any:
        if word not in ("", word_of(node)):
            return before(ask, node, scope)
        return lowered(ask, node, scope, before)

    return exchanged(table, key, lower)


def _with(change: Callable[[Any, code.Expression], code.Expression]) -> Lowered:
    """The value that was meant, changed."""
    return lambda ask, node, scope, before: change(ask, before(ask, node, scope))


def _instead(change: Callable[[Any], Any]) -> Lowered:
    """Another node of the same kind."""
    return lambda ask, node, scope, before: before(ask, change(node), scope)


def _one_more(ask: Any, value: code.Expression) -> code.Expression:
    return ask.named(value, lambda name: code.Select(code.is_none(name), code.NONE, code.Binary("+", name, code.ONE)))


def _contrary(ask: Any, value: code.Expression) -> code.Expression:
    return code.flag(code.negated(code.as_test(value)))


def _denied(ask: Any, test: code.Expression) -> code.Expression:
    return code.negated(test)


def _listed(ask: Any, things: code.Expression) -> code.Expression:
    return code.Call("tuple", (code.Logic("or", (things, code.EMPTY)),))


def _first_missing(ask: Any, things: code.Expression) -> code.Expression:
    return code.Slice(_listed(ask, things), code.ONE, None)


def _only_first(ask: Any, things: code.Expression) -> code.Expression:
    return code.Slice(_listed(ask, things), None, code.ONE)


def _backwards(ask: Any, things: code.Expression) -> code.Expression:
    return code.Call("tuple", (code.Call("reversed", (_listed(ask, things),)),))


def _the_first(ask: Any, value: code.Expression) -> code.Expression:
    return code.ZERO


def _itself(ask: Any, node: Any, scope: Any, before: Any) -> code.Expression:
    return ask.value(node.of, scope)


# ---------------------------------------------------------------- what is asked


def _operation(sign: ir.Sign) -> Fault:
    table = operations.PRINTED if sign in operations.PRINTED else LOWER_TEST
    if sign in MISTAKEN:
        other = ir.Sign(MISTAKEN[sign])
        meaning = table[other]
        return exchanged(table, sign, lambda ask, node, scope: meaning(ask, replace(node, sign=other), scope))
    usual = _denied if table is LOWER_TEST else _changed(answer_of(sign))
    return _wrapped(table, sign, _OTHERWISE.get(sign, _with(usual)))


def _changed(type: ir.Type) -> Callable[[Any, code.Expression], code.Expression]:
    """Another answer of a type: the contrary, a number that is larger, a list without its first, no such thing."""
    if type.many:
        return _first_missing
    return _contrary if type.sort == "flag" else _one_more if type.sort == "number" else _the_first


def _next_item(node: ir.Op) -> ir.Op:
    return replace(node, arguments=(node.arguments[0], ir.Op(ir.Sign.ADD, (node.arguments[1], ir.Const(1)))))


def _item_before(node: ir.Op) -> ir.Op:
    return replace(node, arguments=(node.arguments[0], ir.Op(ir.Sign.SUBTRACT, (node.arguments[1], ir.Const(1)))))


def _first_argument(ask: Any, node: ir.Op, scope: Any, before: Any) -> code.Expression:
    return ask.value(node.arguments[0], scope)


_OTHERWISE: dict[str, Lowered] = {
    "listed": lambda *given: code.EMPTY, "item": _instead(_next_item), "at": _instead(_item_before),
    "or_else": _first_argument, "joined": _first_argument,
    "without": _first_argument, "of_family": _first_argument, "owned": _first_argument, "placed": _with(_backwards),
}  # fmt: skip


def _feature(name: ir.FeatureName) -> Fault:
    lowered = _itself if FEATURES[name].of_grid else _with(_changed(FEATURES[name].type))
    return _wrapped(zones.FEATURES, name, lowered)


def _fold(kind: str) -> Fault:
    ends = {"first": ir.FoldKind.LAST, "last": ir.FoldKind.FIRST}
    if kind in ends:
        return _wrapped(LOWER, ir.Fold, _instead(lambda node: replace(node, kind=ends[kind])), f"fold {kind}")
    change = _contrary if kind == "some" else _first_missing if kind == "list" else _one_more
    return _wrapped(LOWER, ir.Fold, _with(change), f"fold {kind}")


def _sort(kind: str) -> Fault:
    ends = {"first": ir.SortKind.LAST, "last": ir.SortKind.FIRST}
    if kind in ends:
        return _wrapped(LOWER, ir.Sort, _instead(lambda node: replace(node, kind=ends[kind])), f"sort {kind}")
    return _wrapped(LOWER, ir.Sort, _with(_backwards if kind == "all" else _only_first), f"sort {kind}")


def _of_the_first(node: Any) -> Any:
    return node if node.of is None else replace(node, of=ir.Const(0))


def _computed(ask: Any, node: ir.Computed, scope: Any, before: Any) -> code.Expression:
    is_flag = ask.definition.values[node.value].type.sort == "flag"
    return (_contrary if is_flag else _one_more)(ask, before(ask, node, scope))


def _asked() -> dict[str, Fault]:
    found = {f"operation {sign}": _operation(sign) for sign in OPERATED}
    found |= {f"feature {name}": _feature(name) for name in FEATURES}
    for (relation, sort), entry in RELATIONS.items():
        near, far = f"nearest {relation} of {sort}", f"every {relation} of {sort}"
        found |= {near: _wrapped(LOWER, ir.Beyond, _itself, near)} if entry.nearest else {}
        found |= {far: _wrapped(LOWER, ir.Spread, _with(_first_missing), far)} if entry.every else {}
    found |= {f"fold {kind}": _fold(kind) for kind in ir.FoldKind} | {f"sort {kind}": _sort(kind) for kind in ir.SortKind}
    other_way = _instead(lambda node: replace(node, then=node.otherwise, otherwise=node.then))
    lowered: dict[type, Lowered] = {
        ir.Either: other_way, ir.Contents: _with(_backwards), ir.Numbers: _with(_first_missing), ir.All: _with(_first_missing),
        ir.ZoneOf: _with(_the_first), ir.Setting: _with(_contrary), ir.Reach: _with(_only_first), ir.Rank: _with(_one_more),
        ir.Clockwise: _with(_backwards), ir.Computed: _computed, ir.Grouped: _with(_one_more), ir.Score: _with(_the_first),
        ir.Read: _instead(_of_the_first), ir.Cell: _instead(_of_the_first), ir.Apply: lambda *given: code.NONE,
        ir.ByRow: lambda *given: code.NONE,
    }  # fmt: skip
    return found | {kind.__name__: _wrapped(LOWER, kind, change) for kind, change in lowered.items()}


# ---------------------------------------------------------------- what happens


def _nothing(*given: Any) -> code.Body:
    return ()


def _statement(kind: type, change: Callable[[Any], Any] | None) -> Fault:
    """A statement that is left out, or carried out as another one, in every form that it is lowered to."""
    tables = [table for table in (effects.EFFECTS, flow._FLOW, steps._CUT) if kind in table]
    return both(*[exchanged(table, kind, _other(table[kind], change)) for table in tables])


def _other(before: Any, change: Callable[[Any], Any] | None) -> Any:
    if change is None:
        return _nothing
    return lambda lowering, node, *rest: before(lowering, change(node), *rest)


def _happening() -> dict[str, tuple[type, Callable[[Any], Any] | None]]:
    skipped = (
        ir.Let, ir.Write, ir.Move, ir.Discard, ir.Face, ir.Swap, ir.Shuffle, ir.Roll, ir.Show, ir.Mark, ir.Expire, ir.Mix,
        ir.Random, ir.Deal, ir.Loop, ir.Block, ir.Leave, ir.Call, ir.Dispatch, ir.Choose, ir.PickMany, ir.Ask,
    )  # fmt: skip
    ends = {ir.Where.TOP: ir.Where.BOTTOM, ir.Where.BOTTOM: ir.Where.TOP}
    return {f"{kind.__name__} left out": (kind, None) for kind in skipped} | {
        "Seq without its last": (ir.Seq, lambda node: replace(node, body=node.body[:-1])),
        "If goes the other way": (ir.If, lambda node: replace(node, condition=ir.Op(ir.Sign.NOT, (node.condition,)))),
        "Each ends after the first": (ir.Each, lambda node: replace(node, until=ir.Const(1))),
        "Move to the other end": (ir.Move, lambda node: replace(node, where=ends.get(node.where, node.where))),
        "Move with the other face": (ir.Move, lambda node: replace(node, face=None if node.face is None else 1 - node.face)),
        "Face turns to the other": (ir.Face, lambda node: replace(node, up=not node.up)),
        "Mark forgets when it ends": (ir.Mark, lambda node: replace(node, moment=None)),
        "Mark ends in anybody's turn": (ir.Mark, lambda node: replace(node, player=None)),
        "Write sets instead of adding": (ir.Write, lambda node: replace(node, add=False)),
    }


IN_WRITTEN = {word: Planted(word, word, fault, "python") for word, fault in _asked().items()} | {
    name: Planted(name, kind.__name__, _statement(kind, change), "python")
    for name, (kind, change) in _happening().items()
}
