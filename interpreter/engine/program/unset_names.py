"""Finds the names of a straight program that must be none at the start: they could be read before anything is put there."""

from __future__ import annotations

from collections.abc import Iterable

from . import nodes as code
from .inspection import leads_on, names_read


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


def _read_first(one: code.Statement) -> frozenset[str]:
    """What a statement reads before anything inside of it."""
    if isinstance(one, code.Assign) or (isinstance(one, code.Store) and isinstance(one.target, code.Name)):
        return names_read(one.value)
    if isinstance(one, code.If):
        return names_read(one.test)
    if isinstance(one, code.For):
        return names_read(one.source)
    return frozenset() if isinstance(one, code.Forever | code.Stretch) else names_read(one)
