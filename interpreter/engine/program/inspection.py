"""What can be told of a program by looking at its nodes: the names it gives values to, and whether it changes anything."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Any, get_args

from . import nodes as code

PLAIN = {
    "Any", "Hashable", "bool", "frozenset[str]", "int", "int | None", "str", "tuple[str, ...]", "tuple[tuple[int, int], ...]",
}  # what a field is declared as that has no node in it  # fmt: skip


def walk(node: Any) -> Iterator[Any]:
    """Every node inside of a node or of several, itself first."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if isinstance(one, tuple):
            waiting += one[::-1]
        elif (names := _CHILDREN.get(type(one))) is not None:
            yield one
            for name in names:
                waiting.append(getattr(one, name))


def _nodes_in(kind: type[Any]) -> tuple[str, ...]:
    """The fields of a kind of node that can hold nodes, the last one first."""
    return tuple(field.name for field in fields(kind)[::-1] if field.type not in PLAIN)


_CHILDREN = {kind: _nodes_in(kind) for kind in (*get_args(code.Expression), *get_args(code.Statement))}


_VALUES = ("Expression", "Expression | None", "tuple[Expression, ...]", "Load | Field | Name")
_FIELDS = {kind: [(field.name, field.type in _VALUES) for field in fields(kind)] for kind in _CHILDREN}
_WITHOUT = frozenset(kind for kind, fields in _FIELDS.items() if not any(is_value for _, is_value in fields))


def with_values(node: Any, change: Callable[[Any], Any]) -> Any:
    """The same node with other values in it, from the first to the last; of statements only those that stand in it itself."""
    kind = type(node)
    if kind in _WITHOUT:
        return node
    parts = [(getattr(node, name), is_value) for name, is_value in _FIELDS[kind]]
    return kind(*[_changed(part, change) if is_value else part for part, is_value in parts])


def _changed(part: Any, change: Callable[[Any], Any]) -> Any:
    return tuple(map(change, part)) if isinstance(part, tuple) else None if part is None else change(part)


def assigned(body: code.Body) -> frozenset[str]:
    """The names that get values, or whose lists change, inside of statements."""
    names: set[str] = set()
    for one in walk(body):
        if isinstance(one, code.Assign | code.For):
            names.update(one.names)
        elif isinstance(one, code.Append | code.Enter | code.Delete):
            names.add(one.name)
        elif isinstance(one, code.Store) and isinstance(one.target, code.Name):
            names.add(one.target.id)
    return frozenset(names)


def changes(body: code.Body) -> bool:
    """Whether statements change the position, or may; values never do."""
    for one in body:
        if isinstance(one, code.Store | code.Act):
            return True
        if isinstance(one, code.If) and (changes(one.then) or changes(one.otherwise)):
            return True
        if isinstance(one, code.For | code.Forever | code.Stretch) and changes(one.body):
            return True
    return False


def is_straight(value: code.Expression) -> bool:
    """Whether a value needs no statements."""
    return not any(isinstance(one, code.Do) for one in walk(value))


def movable(body: code.Body, bound: frozenset[str]) -> list[code.Shared]:
    """What can be worked out before a loop: it does not depend on the names that get values in it."""
    shared: list[code.Shared] = []
    waiting: list[Any] = [body]
    while waiting:
        one = waiting.pop()
        if isinstance(one, tuple):
            waiting += one[::-1]
        elif isinstance(one, code.Shared) and one.is_movable and one.needs.isdisjoint(bound):
            shared.append(one)
        else:
            waiting += [getattr(one, name) for name in _CHILDREN.get(type(one), ())]
    return shared


def names_read(node: Any) -> set[str]:
    names = set()
    for one in walk(node):
        if isinstance(one, code.Name):
            names.add(one.id)
        elif isinstance(one, code.Append | code.Enter | code.Delete):
            names.add(one.name)
    return names


def leads_on(body: code.Body) -> bool:
    """Whether play can come to what follows statements."""
    last = body[-1] if body else None
    if isinstance(last, code.Break | code.Leave | code.Return):
        return False
    return not (isinstance(last, code.If) and last.otherwise and not leads_on(last.then) and not leads_on(last.otherwise))
