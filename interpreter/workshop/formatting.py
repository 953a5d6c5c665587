"""Brings the files of a game into the one form in which definitions are written.

Takes a folder; returns what would become of each file, and writes it only if it reads as the same game with the same comments.
Never writes half a file, and nothing at all while one of them cannot be read.
"""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from ..language.diagnostics import Complaints
from ..language.edit.canonical import canonical
from ..language.edit.comments import anchors
from ..language.edit.file_layout import FileLayout, walk
from ..language.edit.layout_reader import read_layout
from ..language.read.files import read_inside, shown_path
from ..language.read.nodes import Mapping, Node, Scalar, Sequence
from ..language.read.source import read_raw, read_text

LONGEST_KEY = 500  # signs; YAML reads longer ones only in a form that no definition needs, so such a file stays as it is


@dataclass(frozen=True, slots=True)
class Formatted:
    """A file of a game, as it is and as it is to be."""

    path: Path
    shown: str
    before: bytes
    after: bytes

    @property
    def is_changed(self) -> bool:
        return self.before != self.after


def formatted_game(folder: Path) -> list[Formatted]:
    """Every file of a game in its form; raises DefinitionError with everything that keeps one from being read."""
    complaints = Complaints()
    files = [one for path in files_of(folder) if (one := _formatted(path, folder, complaints)) is not None]
    complaints.stop_if_any()
    return files


def files_of(folder: Path) -> list[Path]:
    """The definition, its rules, its variants and its scenarios."""
    parts = [folder.glob("*.yaml"), (folder / "variants").glob("*.yaml"), (folder / "scenarios").glob("**/*.yaml")]
    return [path for part in parts for path in sorted(part)]


def kind_of(path: Path, folder: Path) -> str:
    """The name of the schema that a file follows."""
    if path.parent != folder:
        return "game" if path.parent == folder / "variants" else "scenario"
    return "rules" if path.name == "rules.yaml" else "game"


def formatted_text(text: str, kind: str) -> str:
    """A text that can be read, in its form; raises AssertionError rather than to give back something else."""
    return _in_form(read_layout(text), kind)


def _in_form(layout: FileLayout, kind: str) -> str:
    after = canonical(layout, kind)
    again = read_layout(after)
    assert _same(_tree(layout.text), _tree(after)), "the form of a file says something else than the file"
    assert anchors(layout) == anchors(again), "a comment of a file is lost in its form"
    return after


def write_file(path: Path, raw: bytes) -> None:
    """Put new bytes in the place of a file: all of them or none, also where a link leads to it."""
    real = Path(os.path.realpath(path))
    number, draft = tempfile.mkstemp(dir=real.parent, prefix=f".{real.name}.")
    try:
        with os.fdopen(number, "wb") as file:
            file.write(raw)
        os.chmod(draft, real.stat().st_mode & 0o7777)
        os.replace(draft, real)
    except BaseException:
        with suppress(OSError):
            os.unlink(draft)
        raise


def _formatted(path: Path, folder: Path, complaints: Complaints) -> Formatted | None:
    shown = shown_path(path)
    raw = read_inside(folder, path, shown, complaints)
    before = len(complaints.errors)
    if raw is None or read_raw(raw, shown, complaints) is None or len(complaints.errors) > before:
        return None
    text = raw.decode("utf-8-sig").replace("\r\n", "\n")
    layout = read_layout(text)
    if any(entry.key and len(entry.key.words) > LONGEST_KEY for _, entry, _ in walk(layout.root)):
        return Formatted(path, shown, raw, raw)
    return Formatted(path, shown, raw, _in_form(layout, kind_of(path, folder)).encode())


def _tree(text: str) -> Node | None:
    complaints = Complaints()
    tree = read_text(text, "", complaints)
    return None if complaints.errors else tree


def _same(one: Node | None, other: Node | None) -> bool:
    """Whether two trees say the same; the order of the slots of a mapping says nothing."""
    if isinstance(one, Scalar) and isinstance(other, Scalar):
        return one.words == other.words and type(one.value) is type(other.value)
    if isinstance(one, Sequence) and isinstance(other, Sequence):
        return len(one.items) == len(other.items) and all(map(_same, one.items, other.items))
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.items.keys() == other.items.keys() and all(_same(one.items[key], other.items[key]) for key in one.items)
    return False
