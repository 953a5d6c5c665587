"""Finds a compiler for C and runs it: text in, machine code out.

The compiler is `$CC`, `cc`, `gcc`, `clang`, or the one of the package `ziglang`, whichever is there first. Whatever goes wrong
is one sentence (`NoCompiler`), never more.
"""

from __future__ import annotations

import importlib.util
import os
import platform
import shlex
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

PATIENCE = 600  # seconds that a compiler may take
TO_ANSWER = 5  # seconds in which it must tell its version: somebody waits for that
_WARNINGS = ("-w", "-Werror=implicit-function-declaration", "-Werror=incompatible-pointer-types", "-Werror=int-conversion")
_FAST = ("-O3", "-fno-tree-vectorize")  # loops are short: over seats, or the few cards of a zone


class NoCompiler(Exception):
    """There is no compiler, or it does not work: one sentence that says why."""


@dataclass(frozen=True)
class Compiler:
    """A command, and what tells it from every other: its version and the machine it makes code for."""

    command: tuple[str, ...]
    version: str

    @property
    def identity(self) -> str:
        return "\n".join((*self.command, self.version, platform.machine(), sys.platform))


def _named() -> list[tuple[str, ...]]:
    """What could be a compiler, the one that somebody chose first; a ValueError says why that cannot be read."""
    chosen = tuple(shlex.split(os.environ.get("CC", "")))
    if chosen:
        return [chosen]
    there = [shutil.which(name) for name in ("cc", "gcc", "clang")]
    commands: list[tuple[str, ...]] = [(path,) for path in there if path is not None]
    return commands + ([(sys.executable, "-m", "ziglang", "cc")] if importlib.util.find_spec("ziglang") else [])


def find() -> Compiler:
    """The compiler of this machine."""
    found = _found(os.environ.get("CC", ""), os.environ.get("PATH", ""))
    if isinstance(found, str):
        raise NoCompiler(found)
    return found


@lru_cache(maxsize=8)
def _found(chosen: str, path: str) -> Compiler | str:
    """A compiler, or why there is none; asked once, so that one which does not answer is waited for once."""
    reasons = []
    try:
        commands = _named()
    except ValueError as problem:
        return f"$CC is no command: {problem}"
    for command in commands:
        try:
            asked = _run((*command, "--version"), None, TO_ANSWER)
        except (OSError, subprocess.SubprocessError) as problem:
            reasons.append(f"{command[0]}: {getattr(problem, 'strerror', None) or 'it does not answer'}")
            continue
        if asked.returncode == 0:
            lines = asked.stdout.decode(errors="replace").splitlines()
            return Compiler(command, lines[0] if lines else "")
        reasons.append(f"{command[0]}: it does not tell its version")
    return "; ".join(reasons) or "there is no compiler: neither $CC nor cc, gcc, clang or the package ziglang"


def _run(command: tuple[str, ...], folder: str | None, seconds: int) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        command, capture_output=True, timeout=seconds, check=False, stdin=subprocess.DEVNULL, cwd=folder
    )  # fmt: skip


def flags(level: int, is_debug: bool = False) -> tuple[str, ...]:
    system = ("-Wl,-z,defs",) if sys.platform.startswith("linux") else ()
    debug = ("-DROWS", "-DWHOLE") if is_debug else ("-DWHOLE", *_FAST) if level > 1 else ()
    return ("-std=gnu11", f"-O{level}", "-fPIC", "-shared", "-ffp-contract=off", "-fno-math-errno", *_WARNINGS, *system, *debug)


def compiled(compiler: Compiler, source: str, level: int, is_debug: bool = False, more: tuple[str, ...] = ()) -> bytes:
    """The machine code of a text."""
    try:
        with tempfile.TemporaryDirectory(prefix="rulewright-") as folder:
            text, made = Path(folder) / "rules.c", Path(folder) / "rules.so"
            text.write_text(source, encoding="ascii")
            command = (*compiler.command, *flags(level, is_debug), *more, "-o", str(made), str(text))
            done = _run(command, folder, PATIENCE)
            if done.returncode:
                told = [line for line in done.stderr.decode(errors="replace").splitlines() if "error" in line]
                raise NoCompiler(f"{compiler.command[0]} failed: {told[0][:200] if told else 'it does not say why'}")
            if not made.is_file():
                raise NoCompiler(f"{compiler.command[0]} ends well and makes nothing")
            return made.read_bytes()
    except (OSError, subprocess.SubprocessError) as problem:
        raise NoCompiler(f"{compiler.command[0]}: {getattr(problem, 'strerror', None) or 'it takes too long'}") from None
