"""Faults that are planted in the text of compiled libraries, in what is fixed there and in what is written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

from lockstep import Fault
from rulewright.engine.native import libraries

from .planting import Planted, both, replaced

_TEXTS = {
    "a card goes to the other end": ("Move", "where == TOP ? RING(zone) :", "where != TOP ? RING(zone) :"),
    "a hidden host is forgotten": ("Move", "S->host[a[k]] = (int16_t)host;", "S->host[a[k]] = -1;"),
    "a shuffle forgets who was shown": ("Shuffle", "for (k = 0; k < n; k++) hide(S, order[k]);", ";"),
    "a shuffle never takes the last": ("Shuffle", "(int)(p - next * (uint32_t)s);", "(int)(p % (uint32_t)(s - 1));"),
    "a flag ends a turn too late": ("Expire", "if (!m[4]) {", "if (m[4]) {"),
    "alike cards are two options": ("Choose", "if (j < kept) continue;", ""),
    "numbers that are shared stay shared": ("Choose", "numbers[k] += same;", ""),
    "a sum is one too high": ("operation +", "within(R, (int64_t)a + b)", "within(R, (int64_t)a + b + 1)"),
}


def _written_as(old: str, new: str) -> Fault:
    """Every text is written with the fault, and nothing that was compiled before is used."""

    def faulty(source_of: Callable[..., Any]) -> Callable[..., Any]:
        return lambda world: source_of(world).replace(old, new)

    return both(replaced(libraries, "source_of", faulty), replaced(libraries, "_loaded", lambda kept: WeakKeyDictionary()))


IN_NATIVE = {name: Planted(name, word, _written_as(old, new), "native") for name, (word, old, new) in _TEXTS.items()}
