"""Which files make a definition, and what is in them.

Takes a folder; returns the bytes of its files as they are at this moment, or complains of what cannot be read.
Never looks inside: the same bytes under the same names are the same game, whatever they say.
"""

from __future__ import annotations

import hashlib
import os
import stat
from dataclasses import dataclass
from pathlib import Path

from ...ir.limits import ALL_BYTES, BYTES, FILES, LINES
from ..diagnostics import Complaints, DefinitionError, Span, did_you_mean, listed
from ..excerpts import remember

NOT_DEFINITION = {"rules.yaml"}


@dataclass(frozen=True, slots=True)
class Files:
    """The files of one game: how each is shown to people, and its bytes."""

    id: str
    contents: tuple[tuple[str, bytes], ...]
    variant: str = ""  # its changes are then the last of the files

    def digest(self) -> str:
        """The same for the same names and bytes, and for nothing else."""
        digest = hashlib.sha256(f"{self.id}\0{self.variant}".encode())
        for shown, raw in self.contents:
            digest.update(f"\0{shown}\0{len(raw)}\0".encode())
            digest.update(raw)
        return digest.hexdigest()


def variants_of(folder: Path) -> list[str]:
    """The names of the variants of a game."""
    return sorted(path.stem for path in (folder / "variants").glob("*.yaml"))


def gather(folder: Path, complaints: Complaints, variant: str = "") -> Files:
    """The YAML files of a folder that make a definition, and those of a variant."""
    if not folder.is_dir():
        raise _missing(folder, "no-such-folder")
    if not os.path.lexists(folder / "game.yaml"):
        raise _missing(folder, "no-game-file")
    contents = []
    if variant and variant not in variants_of(folder):
        raise _no_such_variant(folder, variant)
    paths = sorted(path for path in folder.glob("*.yaml") if path.name not in NOT_DEFINITION)
    if len(paths) > FILES.most:
        complaints.add(Span(shown_path(folder), 0), "too-many", what=FILES.what, found=len(paths), most=FILES.most)
    changes = [folder / "variants" / f"{variant}.yaml"] if variant else []
    for path in [*paths[: FILES.most], *changes]:
        shown = shown_path(path)
        raw = read_inside(folder, path, shown, complaints)
        if raw is None:
            continue
        contents.append((shown, raw))
        bytes = sum(len(one) for _, one in contents)
        if bytes > ALL_BYTES.most:
            size, most = f"{bytes:,}", f"{ALL_BYTES.most:,}"
            complaints.add(Span(shown, 0), "too-many", what=ALL_BYTES.what, found=size, most=most)
            complaints.stop_if_any()
    return Files(name_of(folder), tuple(contents), variant)


def name_of(folder: Path) -> str:
    """What a folder is really called, however it was reached."""
    return _legible(folder.resolve().name)


def read_inside(folder: Path, path: Path, shown: str, complaints: Complaints) -> bytes | None:
    """What is in a file of a folder; a link that leads out of it is not followed."""
    real = os.path.realpath(path)
    if not Path(real).is_relative_to(os.path.realpath(folder)) and os.path.exists(real):
        complaints.add(Span(shown, 0), "outside-folder")
        return None
    return read_bytes(path, shown, complaints)


def read_bytes(path: Path, shown: str, complaints: Complaints) -> bytes | None:
    """What is in the file, which is remembered for excerpts; None after a complaint."""
    try:
        raw = read_ordinary(path, BYTES.most + 1)
    except OSError as problem:
        complaints.add(Span(shown, 0), "unreadable-file", why=_why(problem))
        return None
    if len(raw) > BYTES.most:
        complaints.add(Span(shown, 0), "file-too-large", most=f"{BYTES.most:,}")
        return None
    if raw.count(b"\n") > LINES.most:
        complaints.add(Span(shown, 0), "file-too-long", most=f"{LINES.most:,}")
        return None
    remember(shown, raw)
    return raw


def read_ordinary(path: Path, most: int) -> bytes:
    """The first so many bytes of a real file; raises OSError for anything else, as a pipe or a device could go on for ever."""
    number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        kind = os.fstat(number).st_mode
        if not stat.S_ISREG(kind):
            why = "Is a directory" if stat.S_ISDIR(kind) else "it is no ordinary file"
            raise OSError(0, why, str(path))
        with os.fdopen(number, "rb", closefd=False) as file:
            return file.read(most)
    finally:
        os.close(number)


def _why(problem: OSError) -> str:
    return problem.strerror or "unknown reason"


def shown_path(path: Path) -> str:
    """A path as a person here would type it; links stay as they are written."""
    whole = Path(os.path.abspath(path))
    return _legible(str(whole.relative_to(Path.cwd()) if whole.is_relative_to(Path.cwd()) else path))


def _legible(name: str) -> str:
    """The name of a file can be any bytes; those that are no text become question marks."""
    return name.encode("utf-8", "replace").decode("utf-8")


def _no_such_variant(folder: Path, variant: str) -> DefinitionError:
    complaints, known = Complaints(), variants_of(folder)
    notes = [f"there are: {listed(known)}"] if known else ["variants lie in a folder variants beside game.yaml, a file each"]
    complaints.add(
        Span(shown_path(folder), 0), "no-such-variant", hint=did_you_mean(variant, known), notes=notes, name=variant
    )
    return DefinitionError(complaints.errors)


def _missing(folder: Path, slug: str) -> DefinitionError:
    complaints = Complaints()
    complaints.add(Span(shown_path(folder), 0), slug, name=name_of(folder))
    return DefinitionError(complaints.errors)
