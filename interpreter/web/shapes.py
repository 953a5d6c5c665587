"""Whether data has the shape that a schema allows, for the few words of JSON Schema that messages are described by.

Takes a schema; returns a test of data as `json` reads it. A word that is not known here is refused at once. What a page says
is looked at some hundred times a second, and a server that was killed is to be back soon: a library for all of JSON Schema is
slower at the one, and slow to load.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Test = Callable[[Any], bool]
Schema = Mapping[str, Any]

_TYPES: dict[str, Test] = {
    "object": lambda data: isinstance(data, dict),
    "string": lambda data: isinstance(data, str),
    "integer": lambda data: isinstance(data, int) and not isinstance(data, bool),
    "boolean": lambda data: isinstance(data, bool),
    "null": lambda data: data is None,
}


def shape_of(schema: Schema, named: Schema | None = None) -> Test:
    """A test for a schema; `named` are the schemas that it may refer to."""
    tests = [_WORDS[word](given, schema, named or {}) for word, given in schema.items()]
    return lambda data: all(test(data) for test in tests)


def _referred(to: str, schema: Schema, named: Schema) -> Test:
    return shape_of(named[to.removeprefix("#/$defs/")], named)


def _one_of(given: list[Any]) -> Test:
    alike = {(type(one), one) for one in given}
    return lambda data: isinstance(data, str | int | None) and (type(data), data) in alike


def _typed(given: str | list[str], schema: Schema, named: Schema) -> Test:
    tests = [_TYPES[one] for one in ([given] if isinstance(given, str) else given)]
    return lambda data: any(test(data) for test in tests)


def _number(holds: Callable[[int, int], bool]) -> Callable[[int, Schema, Schema], Test]:
    return lambda limit, schema, named: lambda data: not _TYPES["integer"](data) or holds(data, limit)


def _size(sort: type[str] | type[dict[Any, Any]], holds: Callable[[int, int], bool]) -> Callable[[int, Schema, Schema], Test]:
    return lambda limit, schema, named: lambda data: not isinstance(data, sort) or holds(len(data), limit)


def _required(names: list[str], schema: Schema, named: Schema) -> Test:
    return lambda data: not isinstance(data, dict) or all(name in data for name in names)


def _members(given: Schema, schema: Schema, named: Schema) -> Test:
    tests = {name: shape_of(one, named) for name, one in given.items()}
    return lambda data: not isinstance(data, dict) or all(name not in data or test(data[name]) for name, test in tests.items())


def _others(given: Schema | bool, schema: Schema, named: Schema) -> Test:
    """What may be there besides the members that are named."""
    known = schema.get("properties", {}).keys()
    test: Test = (lambda data: bool(given)) if isinstance(given, bool) else shape_of(given, named)
    return lambda data: not isinstance(data, dict) or all(name in known or test(one) for name, one in data.items())


_WORDS: dict[str, Callable[[Any, Schema, Schema], Test]] = {
    "$ref": _referred,
    "const": lambda given, schema, named: _one_of([given]),
    "enum": lambda given, schema, named: _one_of(given),
    "type": _typed,
    "minimum": _number(lambda data, limit: data >= limit),
    "maximum": _number(lambda data, limit: data <= limit),
    "minLength": _size(str, lambda size, limit: size >= limit),
    "maxLength": _size(str, lambda size, limit: size <= limit),
    "minProperties": _size(dict, lambda size, limit: size >= limit),
    "maxProperties": _size(dict, lambda size, limit: size <= limit),
    "required": _required,
    "properties": _members,
    "additionalProperties": _others,
}
