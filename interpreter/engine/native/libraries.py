"""Which library plays a world: one that is there already, one that is being compiled meanwhile, or none and why.

Nobody waits for a compiler unless they say so: `ready` answers at once, `begin` has a process of its own compile, `demanded`
waits.
"""

from __future__ import annotations

import atexit
import ctypes
import hashlib
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from functools import lru_cache, partial
from pathlib import Path
from weakref import WeakKeyDictionary

from ..world import World
from . import store
from .compiler import Compiler, NoCompiler, compiled, find
from .library import Library
from .making import LEVELS, name_of
from .source import source_of
from .writer import Unwritten

_loaded: WeakKeyDictionary[World, dict[int, Library]] = WeakKeyDictionary()
_looked_for: WeakKeyDictionary[World, bool] = WeakKeyDictionary()
_being_made: WeakKeyDictionary[World, Path] = WeakKeyDictionary()
_no_libraries: set[bytes] = set()
DEBUG = 0  # the level of the build that writes a row of numbers for each effect


def why_not(world: World | None = None) -> str:
    """Why there is no library for a world, in one sentence; nothing, if there can be one."""
    try:
        find()
        if world is not None:
            source_of(world)
    except (NoCompiler, Unwritten) as problem:
        return str(problem)
    return ""


def tried_out() -> Compiler:
    """The compiler of this machine, if a library that it makes can be loaded; raises NoCompiler."""
    compiler = find()
    with store.loadable(compiled(compiler, "int rw_seven(void) { return 7; }\n", DEBUG)) as path:
        try:
            works = ctypes.CDLL(path).rw_seven() == 7
        except OSError as problem:
            raise NoCompiler(f"what {compiler.command[0]} makes cannot be loaded: {problem}") from None
    if not works:
        raise NoCompiler(f"what {compiler.command[0]} makes cannot count")
    return compiler


def ready(world: World) -> Library | None:
    """The best library that is there without waiting."""
    known = _loaded.setdefault(world, {})
    if LEVELS[-1] in known:
        return known[LEVELS[-1]]
    with suppress(NoCompiler, Unwritten, OSError):
        for level in reversed(LEVELS):
            if level not in known and (code := _made(world, level)) is not None:
                known[level] = _load(world, code)
            if level in known:
                return known[level]
    return None


def at_hand(world: World) -> Library | None:
    """A library for somebody who thinks for a moment only. Whether one was ever made is asked once and costs next to nothing:
    the text that it is made of is not written for that."""
    if _loaded.get(world):
        return ready(world)
    if world not in _looked_for:
        _looked_for[world] = store.get(_sign_of(world)) is not None
    return ready(world) if _looked_for[world] else None


def _sign_of(world: World) -> str:
    """The key of the sign that there was a library of a world."""
    absent = sorted(map(repr, world.absent))
    return store.sign(world.definition.fingerprint, str(world.players), repr(world.settled), repr(absent))


def _made(world: World, level: int) -> bytes | None:
    folder = _being_made.get(world)
    if folder is not None:
        return (folder / name_of(level)).read_bytes() if (folder / name_of(level)).is_file() else None
    return store.get(_key_of(world, find(), level))


@lru_cache(maxsize=64)
def _key_of(world: World, compiler: Compiler, level: int) -> str:
    """Where a library is kept. While there is none that is asked at every decision, and its text not gone through again."""
    return store.key_of(source_of(world), compiler, level)


def _load(world: World, code: bytes) -> Library:
    """A library; what is none is tried once, since a name under which something was loaded is never free again."""
    digest = hashlib.sha256(code).digest()
    if digest in _no_libraries:
        raise OSError("it is no library")
    try:
        with store.loadable(code) as path:
            return Library(world, path)
    except OSError:
        _no_libraries.add(digest)
        raise


def begin(world: World) -> None:
    """Have a library compiled in a process of its own, unless that is under way."""
    if world in _being_made or why_not(world):
        return
    store.put(_sign_of(world), b"")
    with suppress(OSError):
        folder = Path(tempfile.mkdtemp(prefix="rulewright-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        _being_made[world] = folder
        child = subprocess.Popen(
            (sys.executable, "-m", "rulewright.engine.native.making", str(folder)), stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        assert child.stdin is not None
        with child.stdin as line:
            line.write(source_of(world).encode("ascii"))


def demanded(world: World, level: int = LEVELS[0]) -> Library:
    """A library, compiled now if there is none; raises what stands in the way."""
    found = ready(world) if level != DEBUG else _loaded.setdefault(world, {}).get(DEBUG)
    if found is not None:
        return found
    source, compiler, is_debug = source_of(world), find(), level == DEBUG
    key = store.key_of(source, compiler, level, is_debug)
    code = store.made_once(key, partial(compiled, compiler, source, level, is_debug))
    store.put(_sign_of(world), b"")
    try:
        library = _load(world, code)
    except OSError as problem:
        raise NoCompiler(f"a library cannot be loaded: {problem}") from None
    _loaded.setdefault(world, {})[level] = library
    return library
