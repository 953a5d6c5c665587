"""The one way through the IR: what a node is made of, the same node with other parts, and the places it gives a value.

What a kind of node is made of follows from the fields it declares, so a new kind is walked by itself, and an analysis that only
gathers is a loop over `walk`. Only what a place gets its value from is written down here, once for all analyses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from enum import Enum
from typing import Any, NamedTuple, get_args, get_type_hints

from .statements import Ask, Branch, Choose, Deal, Each, Function, Let, Loop, PickLimit, PickMany, Procedure, Random, Stmt
from .values import EXPRESSIONS, Expr, Fold, Rank, Sort, Text

NODES = frozenset((*EXPRESSIONS, *get_args(Stmt), Branch, PickLimit, Text, Function, Procedure))
_PARTS: dict[type, tuple[str, ...]] = {}


def parts_of(kind: type) -> tuple[str, ...]:
    """The fields of a kind of node in which other nodes can stand; nothing else has any."""
    if kind not in _PARTS:
        hints = get_type_hints(kind) if kind in NODES else {}
        _PARTS[kind] = tuple(name for name, shape in hints.items() if _has_nodes(shape))
    return _PARTS[kind]


def _has_nodes(shape: Any) -> bool:
    return shape in NODES or any(_has_nodes(one) for one in get_args(shape))


class _Backwards(dict[type, tuple[str, ...] | None]):
    """The parts of every kind of node, the last one first; of what is no node there is nothing."""

    def __missing__(self, kind: type) -> tuple[str, ...] | None:
        self[kind] = parts_of(kind)[::-1] if kind in NODES else None
        return self[kind]


_BACKWARDS = _Backwards()


def is_expression(node: Any) -> bool:
    return isinstance(node, EXPRESSIONS)


def is_text(node: Any) -> bool:
    return isinstance(node, Text)


def _never(node: Any) -> bool:
    return False


def walk(node: Any, whole: Callable[[Any], bool] = _never) -> Iterator[Any]:
    """Every node inside a node or a row of nodes, from the outside in and in the order they are written, itself first; what is
    taken `whole` is not looked into."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        kind = type(one)
        if kind is tuple:
            waiting += one[::-1]
        elif (names := _BACKWARDS[kind]) is not None:
            yield one
            if whole is _never or not whole(one):
                for name in names:
                    waiting.append(getattr(one, name))


def children(node: Any) -> Iterator[Any]:
    """The nodes that a node is made of, in the order they are written."""
    for name in parts_of(type(node)):
        yield from nodes_in(getattr(node, name))


def nodes_in(part: Any) -> Iterator[Any]:
    """The nodes that stand in a part of a node."""
    if type(part) in NODES:
        yield part
    elif type(part) is tuple:
        for one in part:
            yield from nodes_in(one)


def with_parts(node: Any, change: Callable[[Any], Any]) -> Any:
    """The same node, each node that it is made of changed."""

    def changed(part: Any) -> Any:
        if type(part) is tuple:
            return tuple(changed(one) for one in part)
        return change(part) if type(part) in NODES else part

    names = parts_of(type(node))
    return replace(node, **{name: changed(getattr(node, name)) for name in names}) if names else node


class Likeness:
    """A number for every node, the same for nodes that are equal: of many parts of one node, none is looked through twice."""

    def __init__(self) -> None:
        self._by_identity: dict[int, tuple[int, Any]] = {}  # the nodes are kept, so that no other comes to be in their place
        self._by_shape: dict[Any, int] = {}

    def of(self, node: Any) -> int:
        if not self._is_known(node):
            new = [inner for inner in walk(node, self._is_known) if not self._is_known(inner)]
            for inner in reversed(new):
                shape = with_parts(inner, lambda part: self._by_identity[id(part)][0])
                self._by_identity[id(inner)] = self._by_shape.setdefault(shape, len(self._by_shape)), inner
        return self._by_identity[id(node)][0]

    def _is_known(self, node: Any) -> bool:
        return id(node) in self._by_identity


# ---------------------------------------------------------------- places


class By(Enum):
    """In what way a place comes to hold something."""

    LET = "is what an expression is worth"
    ITEM = "is one thing of a list after the other"
    ITEMS = "is the list that a loop goes through"
    PICK = "is what was picked for an option or by chance, none where nothing was"
    ROW = "is a row of things that were picked, none where nobody picked"
    CANDIDATE = "is a thing that could be picked next"
    ROUND = "counts rounds"
    SEAT = "is one of the seats that are asked"
    BRANCH = "is the number of the option that was taken, or -1"


class Filled(NamedTuple):
    """A place that is given a value; `source` is the expression that it comes from, where there is one."""

    slot: int
    by: By
    source: Expr | None = None


def places_filled(node: Any) -> tuple[Filled, ...]:
    """The places that a node itself gives a value."""
    match node:
        case Let():
            return (Filled(node.slot, By.LET, node.value),)
        case Deal():
            return (Filled(node.slot, By.ITEM, node.cards),)
        case Random():
            return (Filled(node.slot, By.PICK, node.source),)
        case Each():
            items = Filled(node.items, By.ITEMS, node.source)
            return Filled(node.slot, By.ITEM, node.source), items, Filled(node.index, By.ROUND)
        case Loop():
            return Filled(node.count, By.ROUND), Filled(node.limit, By.LET, node.most)
        case Branch():
            return tuple(Filled(slot, By.PICK, source) for slot, source, _ in node.picks)
        case Choose():
            return (Filled(node.result, By.BRANCH),)
        case PickMany():
            rows = [Filled(slot, By.ROW, node.source) for slot in (node.result, node.picked)]
            candidates = [Filled(slot, By.CANDIDATE, node.source) for slot in (node.slot, *(one.slot for one in node.limits))]
            return *candidates, *rows
        case Ask():
            return Filled(node.items, By.SEAT), Filled(node.index, By.ROUND)
        case Fold() | Sort() | Rank():
            return (Filled(node.slot, By.ITEM, node.source),)
    return ()
