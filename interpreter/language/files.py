"""Which files make a definition, and what is in them.

Takes a folder; returns the bytes of its files as they are at this moment, or complains of what cannot be read.
Never looks inside: the same bytes under the same names are the same game, whatever they say.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from ..ir.limits import BYTES, FILES
from .diagnostics import Complaints, DefinitionError, Span

NOT_DEFINITION = {"rules.yaml"}


@dataclass(frozen=True, slots=True)
class Files:
    """The files of one game: how each is shown to people, and its bytes."""

    id: str
    contents: tuple[tuple[str, bytes], ...]

    def digest(self) -> str:
        """The same for the same names and bytes, and for nothing else."""
        digest = hashlib.sha256(self.id.encode())
        for shown, raw in self.contents:
            digest.update(f"\0{shown}\0{len(raw)}\0".encode())
            digest.update(raw)
        return digest.hexdigest()


def gather(folder: Path, complaints: Complaints) -> Files:
    """The YAML files of a folder that make a definition."""
    if not folder.is_dir():
        raise _missing(folder, "no-such-folder")
    if not (folder / "game.yaml").is_file():
        raise _missing(folder, "no-game-file")
    contents = []
    paths = sorted(path for path in folder.glob("*.yaml") if path.name not in NOT_DEFINITION)
    if len(paths) > FILES.most:
        complaints.add(Span(shown_path(folder), 0), "too-many", what=FILES.what, found=len(paths), most=FILES.most)
    for path in paths[: FILES.most]:
        shown = shown_path(path)
        if path.is_symlink() and not path.resolve().is_relative_to(folder.resolve()):
            complaints.add(Span(shown), "outside-folder")
            continue
        raw = read_bytes(path, shown, complaints)
        if raw is not None:
            contents.append((shown, raw))
    return Files(name_of(folder), tuple(contents))


def name_of(folder: Path) -> str:
    """What a folder is really called, however it was reached."""
    return _legible(folder.resolve().name)


def read_bytes(path: Path, shown: str, complaints: Complaints) -> bytes | None:
    """What is in the file; only in a real one, as a pipe or a device could go on for ever."""
    try:
        size = path.stat().st_size
        if not path.is_file():
            complaints.add(Span(shown), "unreadable-file", why="it is no ordinary file")
        elif size > BYTES.most:
            complaints.add(Span(shown), "file-too-large", size=size, most=BYTES.most)
        else:
            return path.read_bytes()
    except OSError as problem:
        complaints.add(Span(shown), "unreadable-file", why=problem.strerror or "unknown reason")
    return None


def shown_path(path: Path) -> str:
    """A path as a person here would type it."""
    try:
        return _legible(str(path.resolve().relative_to(Path.cwd())))
    except ValueError:
        return _legible(str(path))


def _legible(name: str) -> str:
    """The name of a file can be any bytes; those that are no text become question marks."""
    return name.encode("utf-8", "replace").decode("utf-8")


def _missing(folder: Path, slug: str) -> DefinitionError:
    complaints = Complaints()
    complaints.add(Span(shown_path(folder), 0), slug, name=name_of(folder))
    return DefinitionError(complaints.found)
