"""Keeps machine code, and loads it: only what this user made, whole and unaltered.

An entry of the cache is read once, from a descriptor that was checked, and these very bytes are loaded: no file is opened a
second time. Unlike a forged definition a forged entry runs, so that its owner, its mode and its digest must all be right.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ... import cache
from .compiler import Compiler, flags

FORM = "native 1"


def key_of(source: str, compiler: Compiler, level: int, is_debug: bool = False) -> str:
    return cache.key(FORM, source, compiler.identity, " ".join(flags(level, is_debug)))


def sign(*parts: str) -> str:
    """The key of something that only tells of machine code."""
    return cache.key(FORM, "sign", *parts)


def get(key: str) -> bytes | None:
    return cache.get_bytes(key)


def put(key: str, code: bytes) -> None:
    cache.put_bytes(key, code)


def made_once(key: str, make: Callable[[], bytes]) -> bytes:
    """What is kept under a key; made now if there is nothing, by one process of a machine while the others wait for it."""
    code = get(key)
    if code is None:
        with cache.alone(key):
            code = get(key)
            if code is None:
                code = make()
                put(key, code)
    return code


@contextmanager
def loadable(code: bytes) -> Iterator[str]:
    """A name under which these bytes, and no others, can be loaded for a moment."""
    if hasattr(os, "memfd_create") and os.path.isdir("/proc/self/fd"):
        descriptor = os.memfd_create("rulewright")  # stays open: what is loaded goes by its name, so no two may share one
        with open(descriptor, "wb", closefd=False) as file:
            file.write(code)
        yield f"/proc/self/fd/{descriptor}"
        return
    with tempfile.TemporaryDirectory(prefix="rulewright-") as folder:
        path = Path(folder) / "rules.so"
        path.write_bytes(code)
        path.chmod(0o500)
        yield str(path)
