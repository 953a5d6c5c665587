"""A process of its own that compiles a library, first quickly, then well, and puts each where the others find it.

Run as a module with a folder; the text comes by the standard input. Says nothing: whoever waits looks into the folder and the
cache.
"""

from __future__ import annotations

import os
import shutil
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path

from . import store
from .compiler import NoCompiler, compiled, find

LEVELS = (1, 2)


def name_of(level: int) -> str:
    return f"{level}.so"


def make(source: str, folder: Path) -> None:
    compiler = find()
    for level in LEVELS:
        code = store.made_once(store.key_of(source, compiler, level), partial(compiled, compiler, source, level))
        with suppress(OSError):
            draft = folder / f".{name_of(level)}"
            draft.write_bytes(code)
            draft.replace(folder / name_of(level))


if __name__ == "__main__":
    with suppress(OSError, AttributeError):
        os.nice(5)
    waiting, whose = Path(sys.argv[1]), os.getppid()
    with suppress(NoCompiler):
        make(sys.stdin.buffer.read().decode("ascii"), waiting)
    if os.getppid() != whose:  # nobody is left who would clear up
        shutil.rmtree(waiting, ignore_errors=True)
