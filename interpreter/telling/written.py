"""Where things are written, as a game's own folder calls its files.

The same wherever the folder lies: a save, a journal and a reason read alike on every machine.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import PurePath

from .. import ir
from ..model.definition import Definition


@lru_cache(maxsize=64)
def file_names(definition: Definition) -> tuple[str, ...]:
    folder = next((PurePath(file).parent for file in definition.files if PurePath(file).name == "game.yaml"), PurePath())
    paths = [PurePath(file) for file in definition.files]
    return tuple((path.relative_to(folder) if path.is_relative_to(folder) else path).as_posix() for path in paths)


def place_of(definition: Definition, written: ir.Function | ir.Procedure, line: int = 0) -> str:
    """File and line of a sentence, or of the whole that it stands in."""
    files, line = file_names(definition), line or written.line
    return f"{files[written.file]}:{line}" if files and line else ""


def rules_of(definition: Definition, written: ir.Function | ir.Procedure, line: int = 0) -> tuple[str, ...]:
    """The rules that are cited at a sentence, and at the head of the whole that it stands in."""
    has_head = all(written is not definition.procedures[one] for one in (definition.setup, definition.flow))
    return _cited(definition, written.file, line or written.line, written.line if has_head else 0)


@lru_cache(maxsize=4096)
def _cited(definition: Definition, file: int, *lines: int) -> tuple[str, ...]:
    return tuple(dict.fromkeys(rule for line in lines for rule in definition.cited.get((file, line), ())))
