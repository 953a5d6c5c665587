"""A compiled game as text, and back.

Takes a Definition; returns a JSON list of nodes, each after those it is made of, so that a shared node stays shared. Reading
builds nothing but the classes of `definition`, `look` and `ir`, and only if every field has the shape that its class declares;
any other text is refused as a whole. Never runs or imports what a text names.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from .. import ir
from ..ir.verify import misfits
from . import definition as tables
from . import look
from .definition import Definition

Nodes = list[Any]
Reader = Callable[[Any, Nodes], Any]


class Unreadable(Exception):
    """A text that is no definition."""


# ---------------------------------------------------------------- writing


def to_text(definition: Definition) -> str:
    """The same text for the same definition, in every process."""
    lines: list[list[Any]] = []
    _write(definition, lines, {})
    return json.dumps(lines, separators=(",", ":"))


def _write(value: Any, lines: list[list[Any]], numbers: dict[int, int]) -> Any:
    """A value as JSON; a node becomes a line of its own and is referred to by the number of the line."""
    if value is None or isinstance(value, int | str):
        return value
    if isinstance(value, tuple):
        return [_write(one, lines, numbers) for one in value]
    if isinstance(value, Mapping):
        return [[key, _write(one, lines, numbers)] for key, one in value.items()]
    if id(value) not in numbers:
        parts = [_write(getattr(value, name), lines, numbers) for name in _written(value)]
        numbers[id(value)] = len(lines)
        lines.append([type(value).__name__, *parts])
    return numbers[id(value)]


def _written(node: Any) -> list[str]:
    """The fields of a node that are written: all, but no line that is that of what it stands in."""
    names = [field.name for field in fields(node)]
    return names[:-1] if names[-1] == "line" and not node.line else names


# ---------------------------------------------------------------- reading


def from_text(text: str) -> Definition:
    """The definition that `to_text` wrote; raises Unreadable for any other text."""
    try:
        lines = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise Unreadable from problem
    nodes: Nodes = []
    for line in lines if isinstance(lines, list) else ():
        nodes.append(node_of(line, nodes))
    if not nodes or not isinstance(nodes[-1], Definition):
        raise Unreadable("no definition")
    if _is_too_deep_or_unfit(nodes[-1]):
        raise Unreadable("a definition that does not hold together")
    return nodes[-1]


def _is_too_deep_or_unfit(definition: Definition) -> bool:
    try:
        return any(misfits(definition))
    except RecursionError:  # no sentence has room for so many parts inside each other
        return True


def node_of(line: Any, nodes: Nodes) -> Any:
    """The node that a line makes of those before it; raises Unreadable if its class cannot be so."""
    kinds = _kinds()
    if not isinstance(line, list) or not line or not isinstance(line[0], str) or line[0] not in kinds:
        raise Unreadable("no node")
    kind, *parts = line
    made, readers, has_line = kinds[kind]
    if not len(readers) - has_line <= len(parts) <= len(readers):
        raise Unreadable(kind)
    return made(*[read(part, nodes) for read, part in zip(readers, parts, strict=False)])


def classes() -> set[type]:
    """Every class that a text may name."""
    named = [one for module in (ir, tables, look) for one in vars(module).values()]
    return {one for one in named if isinstance(one, type) and is_dataclass(one)}


@cache
def _kinds() -> dict[str, tuple[type, list[Reader], bool]]:
    """The classes by name, with a reader for each of their fields, and whether a line at the end can be missing."""
    hints = {one: get_type_hints(one) for one in classes()}
    return {
        one.__name__: (one, [_reader(shapes[field.name]) for field in fields(one)], fields(one)[-1].name == "line")
        for one, shapes in hints.items()
    }


@cache
def _reader(shape: Any) -> Reader:
    """Reads a value of the shape that a field declares; what JSON shows (a number, a list …) tells which alternative it is."""
    plain: set[type] = set()
    readers: dict[type, Reader] = {}
    classes = set()
    for one in get_args(shape) if isinstance(shape, UnionType) else (shape,):
        if is_dataclass(one):
            classes.add(one)
        elif isinstance(one, type) and issubclass(one, StrEnum):
            assert str not in plain, f"JSON cannot tell the alternatives of {shape} apart"
            readers[str] = _word_reader(one)
        elif one in (int, str, bool, NoneType):
            plain.add(one)
        else:
            assert list not in readers, f"JSON cannot tell the alternatives of {shape} apart"
            readers[list] = _list_reader(one)
    if classes:
        assert int not in plain, f"JSON cannot tell the alternatives of {shape} apart"
        readers[int] = _node_reader(frozenset(classes))

    def read(value: Any, nodes: Nodes) -> Any:
        kind = type(value)
        if kind in plain:
            return value
        if kind not in readers:
            raise Unreadable(f"{value!r} is no {shape}")
        return readers[kind](value, nodes)

    return read


def _word_reader(words: type[StrEnum]) -> Reader:
    members = {member.value: member for member in words}

    def read(value: Any, nodes: Nodes) -> Any:
        if value not in members:
            raise Unreadable(f"{value!r} is no {words.__name__}")
        return members[value]

    return read


def _node_reader(classes: frozenset[Any]) -> Reader:
    def read(value: Any, nodes: Nodes) -> Any:
        if not 0 <= value < len(nodes) or type(nodes[value]) not in classes:
            raise Unreadable(f"no such node: {value}")
        return nodes[value]

    return read


def _list_reader(shape: Any) -> Reader:
    """Tuples with members of one shape or of several, and mappings, which are lists of pairs."""
    inner = get_args(shape)
    if get_origin(shape) is Mapping:
        pair = _row_reader(inner)
        return lambda value, nodes: dict([pair(one, nodes) for one in value])
    assert get_origin(shape) is tuple, f"no text can hold a {shape}"
    if inner[1:] != (...,):
        return _row_reader(inner)
    member = _reader(inner[0])
    return lambda value, nodes: tuple([member(one, nodes) for one in value])


def _row_reader(shapes: tuple[Any, ...]) -> Reader:
    members = [_reader(one) for one in shapes]

    def read(value: Any, nodes: Nodes) -> Any:
        if type(value) is not list or len(value) != len(members):
            raise Unreadable(f"{value!r} has not {len(members)} parts")
        return tuple([member(one, nodes) for member, one in zip(members, value, strict=True)])

    return read
