"""Makes a definition in which engines differ as small as it gets: whatever can go while they still differ, goes."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator
from typing import Any

Path = tuple[Any, ...]
TAILS = re.compile(
    r" (?:with|and with|by|if|then|,|and|or|until|for each)\b(?!.* (?:with|and with|by|if|then|and|or|until|for each)\b).*$"
)

NOTHING: dict[str, Any] = {"do": []}


def shrunk(definition: Any, still: Callable[[Any], bool], most: int = 1500) -> Any:
    """The smallest definition that is found with so many tries."""
    tries = most
    found = True
    while found:
        found = False
        for smaller in list(_smaller(definition)):
            changed = smaller(copy.deepcopy(definition))
            if changed is None or changed == definition:
                continue
            tries -= 1
            if tries < 0:
                return definition
            if still(changed):
                definition, found = changed, True
    return definition


def _smaller(definition: Any) -> Iterator[Callable[[Any], Any]]:
    """Everything that can be taken away, larger parts first."""
    for path in sorted(_paths(definition), key=len):
        yield lambda whole, path=path: _without(whole, path)
        yield lambda whole, path=path: _inner(whole, path)
        yield lambda whole, path=path: _nothing(whole, path)
    for path in _paths(definition):
        yield lambda whole, path=path: _shorter(whole, path)


def _paths(part: Any, path: Path = ()) -> Iterator[Path]:
    items = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    for key, value in items:
        yield (*path, key)
        yield from _paths(value, (*path, key))


def _at(whole: Any, path: Path) -> Any:
    """What stands at a path; nothing, where a part of it has gone or is something else by now."""
    for key in path:
        is_there = key in whole if isinstance(whole, dict) else isinstance(whole, list) and key in range(len(whole))
        if not is_there:
            return None
        whole = whole[key]
    return whole


def _without(whole: Any, path: Path) -> Any:
    around = _at(whole, path[:-1])
    if not isinstance(around, dict | list) or _at(whole, path) is None:
        return None
    del around[path[-1]]
    return whole


def _inner(whole: Any, path: Path) -> Any:
    """A statement that is replaced by what is done in it."""
    part, around = _at(whole, path), _at(whole, path[:-1])
    body = next((part[key] for key in ("do", "then", "else") if key in part), None) if isinstance(part, dict) else None
    if body is None or not isinstance(around, dict | list):
        return None
    around[path[-1]] = body
    return whole


def _nothing(whole: Any, path: Path) -> Any:
    """A statement that does nothing, where one must stand."""
    part, around = _at(whole, path), _at(whole, path[:-1])
    if part in (None, NOTHING) or not isinstance(around, list):
        return None
    around[path[-1]] = dict(NOTHING)
    return whole


def _shorter(whole: Any, path: Path) -> Any:
    """A sentence without its last clause."""
    part = _at(whole, path)
    around = _at(whole, path[:-1])
    if not isinstance(part, str) or not isinstance(around, dict | list):
        return None
    around[path[-1]] = TAILS.sub("", part)
    return whole
