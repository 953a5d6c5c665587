"""Leaves out of a straight program what nobody reads, and finds the names that must be none at the start because they could be
read before anything is put there."""

from __future__ import annotations

from collections.abc import Iterable

from . import nodes as code
from .inspection import asks, leads_on, names_read


def without_unread(body: code.Body, kept: frozenset[str]) -> code.Body:
    """The statements without simple values of names that are never read, besides names that are kept anyhow."""
    while True:
        read = _read_elsewhere(body) | kept
        shorter = _without(body, read)
        if shorter == body:
            return body
        body = shorter


def _is_counting(one: code.Assign) -> bool:
    """Whether a name is only made of itself."""
    value = one.value
    return isinstance(value, code.Binary) and value.left == code.Name(one.names[0]) and code.is_simple(value.right)


def _is_storing(one: code.Statement) -> bool:
    return isinstance(one, code.Assign) and len(one.names) == 1 and (code.is_simple(one.value) or _is_counting(one))


def _read_elsewhere(body: code.Body) -> set[str]:
    names: set[str] = set()
    for one in body:
        if isinstance(one, code.Assign):
            names |= names_read(one.value) - (set(one.names) if _is_storing(one) else set())
        elif isinstance(one, code.If):
            names |= names_read(one.test) | _read_elsewhere(one.then) | _read_elsewhere(one.otherwise)
        elif isinstance(one, code.For):
            names |= names_read(one.source) | _read_elsewhere(one.body)
        elif isinstance(one, code.Forever | code.Stretch):
            names |= _read_elsewhere(one.body)
        else:
            names |= names_read(one)
    return names


def _without(body: code.Body, read: set[str]) -> code.Body:
    kept: list[code.Statement] = []
    for one in body:
        if _is_storing(one) and one.names[0] not in read:  # type: ignore[union-attr]
            continue
        if isinstance(one, code.If):
            then, otherwise = _without(one.then, read), _without(one.otherwise, read)
            if any(not isinstance(inner, code.Line) for inner in (*then, *otherwise)) or asks(one.test):
                kept.append(code.If(one.test, then, otherwise))
        elif isinstance(one, code.For):
            kept.append(code.For(one.names, one.source, _without(one.body, read)))
        elif isinstance(one, code.Forever):
            kept.append(code.Forever(_without(one.body, read)))
        elif isinstance(one, code.Stretch):
            kept.append(code.Stretch(one.label, _without(one.body, read)))
        else:
            kept.append(one)
    return tuple(kept)


def unset_names(body: code.Body, given: Iterable[str]) -> list[str]:
    """The names that could be read before they have a value."""
    unset: dict[str, None] = {}
    _settle(body, set(given), unset)
    return list(unset)


def _settle(body: code.Body, have: set[str], unset: dict[str, None]) -> set[str]:
    """The names that surely have a value after statements."""
    have = set(have)
    for one in body:
        for name in sorted(_read_first(one) - have):
            unset[name] = None
        if isinstance(one, code.Assign):
            have |= set(one.names)
        elif isinstance(one, code.Store) and isinstance(one.target, code.Name):
            have.add(one.target.id)
        elif isinstance(one, code.If):
            then, otherwise = _settle(one.then, have, unset), _settle(one.otherwise, have, unset)
            have = otherwise if not leads_on(one.then) else then if not leads_on(one.otherwise) else then & otherwise
        elif isinstance(one, code.For):
            _settle(one.body, have | set(one.names), unset)
        elif isinstance(one, code.Forever | code.Stretch):
            _settle(one.body, have, unset)
    return have


def _read_first(one: code.Statement) -> set[str]:
    """What a statement reads before anything inside of it."""
    if isinstance(one, code.Assign) or (isinstance(one, code.Store) and isinstance(one.target, code.Name)):
        return names_read(one.value)
    if isinstance(one, code.If):
        return names_read(one.test)
    if isinstance(one, code.For):
        return names_read(one.source)
    return set() if isinstance(one, code.Forever | code.Stretch) else names_read(one)
