"""What can be told of a program by looking at its nodes: the names it gives values to, and whether it changes anything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
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


def assigned(body: Any) -> frozenset[str]:
    """The names that get values, or whose lists change, inside of statements."""
    names: set[str] = set()
    for one in walk(body):
        if isinstance(one, code.Assign | code.For):
            names.update(one.names)
        elif isinstance(one, code.Append | code.Enter):
            names.add(one.name)
        elif isinstance(one, code.Store) and isinstance(one.target, code.Name):
            names.add(one.target.id)
    return frozenset(names)


ANYTHING = "*"
_REPLACED = (code.Part("Z"), code.Part("V"))  # parts of tuples
_NOTHING: frozenset[str] = frozenset()


def changes(body: code.Body) -> frozenset[str]:
    """The parts of the position that statements change, or may; values never do."""
    found = _NOTHING
    for one in body:
        if isinstance(one, code.Store):
            found |= _stored(one.target)
        elif isinstance(one, code.Act):
            found |= _acted(one.call)
        elif isinstance(one, code.If):
            found |= changes(one.then) | changes(one.otherwise)
        elif isinstance(one, code.For | code.Forever | code.Stretch):
            found |= changes(one.body)
    return found


def _stored(target: code.Expression) -> frozenset[str]:
    while isinstance(target, code.Load):
        target = target.of
    if isinstance(target, code.Part):
        return frozenset({target.id})
    return _NOTHING if target == code.NEEDED else frozenset({ANYTHING})


def _acted(call: code.Expression) -> frozenset[str]:
    """A list that a name holds is no part of the position; a card that comes loose lies under nothing any more."""
    if not isinstance(call, code.Method) or not isinstance(call.of, code.Name) or call.of == code.RUN:
        return frozenset({ANYTHING})
    return _NOTHING if call.of != code.STATE else frozenset({"H"} if call.name == "come_loose" else {ANYTHING})


def looks_at(value: Any) -> frozenset[str]:
    """The parts of the position that a value hangs on."""
    found = set()
    for one in walk(value):
        if isinstance(one, code.Part):
            found.add(one.id)
        elif isinstance(one, code.Field) or one in (code.STATE, code.RUN):
            found.add(ANYTHING)
    return frozenset(found)


def is_touched(looked_at: frozenset[str], changed: frozenset[str]) -> bool:
    """Whether what hangs on some parts of the position is another after others have changed."""
    return bool(looked_at and changed) and (ANYTHING in looked_at | changed or not looked_at.isdisjoint(changed))


def is_straight(value: code.Expression) -> bool:
    """Whether a value needs no statements."""
    return not any(isinstance(one, code.Do) for one in walk(value))


def movable(body: code.Body, bound: frozenset[str]) -> list[code.Shared]:
    """What can be worked out before a loop: it does not depend on the names that get values in it, nor on what it changes."""
    changed = changes(body)

    def stays(one: code.Shared) -> bool:
        may_move = one.is_movable and not one.is_guarded
        return may_move and one.needs.isdisjoint(bound) and not is_touched(looks_at(one), changed)

    return _shared_in(body, stays)


def lasting(body: code.Body, bound: frozenset[str]) -> list[tuple[code.Shared, code.Expression]]:
    """What is dear and the same in every round of a loop unless one thing changes: a list that is replaced when it changes, so
    that it is seen at once whether it did."""
    changed = changes(body)

    def may_stay(one: code.Shared) -> bool:
        is_dear = one.is_dear and isinstance(one.value, code.Do)
        return is_dear and one.needs.isdisjoint(bound) and is_touched(looks_at(one), changed)

    dear = _shared_in(body, may_stay)
    return [(one, loads[0]) for one in dear if len(loads := _loads(one)) == 1]


def _loads(shared: code.Shared) -> tuple[code.Expression, ...]:
    """The zones and variables that are all that a value hangs on; none of them if that cannot be told before it is asked."""
    found: dict[code.Expression, None] = {}
    waiting: list[Any] = [shared.value]
    while waiting:
        one = waiting.pop()
        load = one.value if isinstance(one, code.Shared) else one
        if isinstance(one, tuple):
            waiting += one
        elif isinstance(load, code.Load) and load.of in _REPLACED and _is_given(load.index, shared.needs):
            found[one] = None
        elif isinstance(one, code.Part | code.Field) or one in (code.STATE, code.RUN):
            return ()
        else:
            waiting += [getattr(one, name) for name in _CHILDREN.get(type(one), ())]
    return tuple(found)


def _is_given(index: code.Expression, names: frozenset[str]) -> bool:
    kinds = code.Literal | code.Table | code.Load
    return all(isinstance(one, kinds) or (isinstance(one, code.Name) and one.id in names) for one in walk(index))


def repeated(node: Any) -> frozenset[Hashable]:
    """The keys of what is asked more than once."""
    asked = Counter(one.key for one in walk(node) if isinstance(one, code.Shared) and one.is_movable)
    return frozenset(key for key, count in asked.items() if count > 1)


def _shared_in(node: Any, is_wanted: Callable[[code.Shared], bool]) -> list[code.Shared]:
    """The outermost of what is wanted."""
    found: list[code.Shared] = []
    waiting: list[Any] = [node]
    while waiting:
        one = waiting.pop()
        if isinstance(one, tuple):
            waiting += one[::-1]
        elif isinstance(one, code.Shared) and is_wanted(one):
            found.append(one)
        else:
            waiting += [getattr(one, name) for name in _CHILDREN.get(type(one), ())]
    return found


def names_read(node: Any) -> frozenset[str]:
    names = set()
    for one in walk(node):
        if isinstance(one, code.Name):
            names.add(one.id)
        elif isinstance(one, code.Append | code.Enter):
            names.add(one.name)
    return frozenset(names)


def leads_on(body: code.Body) -> bool:
    """Whether play can come to what follows statements."""
    last = body[-1] if body else None
    if isinstance(last, code.Break | code.Leave | code.Return):
        return False
    return not (isinstance(last, code.If) and last.otherwise and not leads_on(last.then) and not leads_on(last.otherwise))
