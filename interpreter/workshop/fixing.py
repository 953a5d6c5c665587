"""Makes the changes that complaints are certain of: a misspelt name, a slot of another name, a habit of other languages.

Takes the folder of a game; returns every such change with its place, and the files with all of them made. A change that would
keep a file from being read, or that another one stands in the way of, is left to the designer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ..game import Game, load
from ..language.diagnostics import Complaints, DefinitionError, Diagnostic, Span
from ..language.edit.patching import CannotEdit, Edit, apply_edits, edit_at
from ..language.read.files import shown_path
from ..language.read.source import read_text
from .formatting import files_of

_MARK = "\ufeff"  # some editors begin a file with it


@dataclass(frozen=True, slots=True)
class Correction:
    """New words at a place, with the line as it is and as it is to be."""

    span: Span
    old: str
    new: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Fixed:
    """A file with its changes made."""

    path: Path
    changes: tuple[Correction, ...]
    raw: bytes


def complaints_about(folder: Path) -> tuple[Diagnostic, ...]:
    """Everything that is wrong in a game: in its definition, or else in its scenarios."""
    try:
        game = load(folder)
        return (*game.warnings, *_in_scenarios(game))
    except DefinitionError as problem:
        return problem.diagnostics


def fixed_files(folder: Path, diagnostics: Iterable[Diagnostic]) -> list[Fixed]:
    """The files that the fixes of these complaints change."""
    wanted: dict[str, list[tuple[Span, tuple[str, str]]]] = {}
    for one in diagnostics:
        for span in (one.span, *one.also) if one.fix else ():
            assert one.fix is not None
            wanted.setdefault(span.file, []).append((span, one.fix))
    paths = {shown_path(path): path for path in files_of(folder)}
    files = [_fixed(paths[shown], shown, fixes) for shown, fixes in wanted.items() if shown in paths]
    return [one for one in files if one.changes]


def _in_scenarios(game: Game) -> tuple[Diagnostic, ...]:
    complaints = Complaints()
    for path in game.scenario_files():
        game.read_scenarios(path, complaints)
    return DefinitionError(complaints.errors).diagnostics


def _fixed(path: Path, shown: str, fixes: list[tuple[Span, tuple[str, str]]]) -> Fixed:
    whole = path.read_bytes().decode("utf-8")
    text = whole.removeprefix(_MARK)
    wanted: dict[Edit, tuple[Span, tuple[str, str]]] = {}
    for span, fix in dict.fromkeys(fixes):
        if (edit := _edit(text, span, *fix)) is not None:
            wanted.setdefault(edit, (span, fix))
    edits, lines, changes = _readable(text, list(wanted), shown), text.split("\n"), []
    for edit in edits:
        span, (old, new) = wanted[edit]
        line = lines[span.line - 1]
        start = edit.start - text.rfind("\n", 0, edit.start) - 1
        after = line[:start] + edit.words + line[start + edit.end - edit.start :]
        changes.append(
            Correction(Span(shown, span.line, start + 1, edit.end - edit.start), old, new, line.strip(), after.strip())
        )
    raw = (whole[: len(whole) - len(text)] + apply_edits(text, edits)).encode()
    return Fixed(path, tuple(sorted(changes, key=lambda one: one.span)), raw)


def _edit(text: str, span: Span, old: str, new: str) -> Edit | None:
    """The one place of the old words in a stretch; what is left out takes a space with it."""
    try:
        whole = edit_at(text, span, "")
    except CannotEdit:
        return None
    left, right = r"\b" if old[:1].isalnum() else "", r"\b" if old[-1:].isalnum() else ""
    matches = list(re.finditer(left + re.escape(old) + right, text[whole.start : whole.end])) if old else []
    if len(matches) != 1:
        return None
    start, end = whole.start + matches[0].start(), whole.start + matches[0].end()
    if not new and not text[start - 1 : start].isalnum():
        end += len(text[end:]) - len(text[end:].lstrip(" "))
    return Edit(start, end, new)


def _readable(text: str, edits: list[Edit], shown: str) -> list[Edit]:
    """Those of the edits with which no more of a file cannot be read than without; all are tried at once, then halves."""
    faults, taken, left = _faults_after(text, [], shown), list[Edit](), [edits]
    while left:
        some = left.pop()
        if _faults_after(text, [*taken, *some], shown) <= faults:
            taken += some
        elif len(some) > 1:
            middle = len(some) // 2
            left += [some[middle:], some[:middle]]
    return taken


def _faults_after(text: str, edits: list[Edit], shown: str) -> int:
    """How much of a file cannot be read after these edits; very much if they do not go together."""
    complaints = Complaints()
    try:
        read_text(apply_edits(text, edits), shown, complaints)
    except CannotEdit:
        return len(text)
    return len(complaints.errors)
