"""What is wrong in a definition, where, and what to try.

Takes a slug of `schema/errors.yaml` with the words that fill its sentence; returns a Diagnostic, or its text for people.
Knows nothing of games or grammar, and never prints.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of one line of one file, counted from 1; line 0 is the file or folder itself."""

    file: str
    line: int = 1
    column: int = 1
    length: int = 1

    def part(self, start: int, length: int) -> Span:
        """The stretch that begins `start` characters after this one does."""
        return Span(self.file, self.line, self.column + start, max(1, length))


NOWHERE = Span("")


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One complaint: a sentence, its place, one hint and at most two notes. A warning keeps nobody from playing."""

    span: Span
    slug: str
    message: str
    hint: str = ""
    notes: tuple[str, ...] = ()
    severity: str = "error"

    def to_json(self) -> dict[str, Any]:
        return {
            "file": self.span.file,
            "line": self.span.line,
            "column": self.span.column,
            "length": self.span.length,
            "severity": self.severity,
            "slug": self.slug,
            "message": self.message,
            "hint": self.hint,
            "notes": list(self.notes),
        }

    @classmethod
    def from_json(cls, told: dict[str, Any]) -> Diagnostic:
        """What `to_json` wrote; raises ValueError, KeyError or TypeError for anything else."""
        span = Span(str(told["file"]), int(told["line"]), int(told["column"]), int(told["length"]))
        slug, message, hint, severity = (str(told[key]) for key in ("slug", "message", "hint", "severity"))
        return cls(span, slug, message, hint, tuple(map(str, told["notes"])), severity)


def as_errors(warnings: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The same complaints where none is let pass."""
    return tuple(replace(one, severity="error") for one in warnings)


def in_file_order(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    return tuple(sorted(diagnostics, key=lambda one: (one.span, one.slug)))


class DefinitionError(Exception):
    """A definition that cannot be used, with every reason why."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = in_file_order(diagnostics)
        super().__init__(render_all(self.diagnostics))


@dataclass
class Complaints:
    """The lists that every stage of loading adds to, so that all errors are told at once, and all warnings beside them."""

    found: list[Diagnostic] = field(default_factory=list)
    echoes: list[Diagnostic] = field(default_factory=list)
    warnings: list[Diagnostic] = field(default_factory=list)

    def add(self, span: Span, slug: str, *, hint: str = "", notes: Iterable[str] = (), **words: Any) -> None:
        diagnostic = self.diagnose(span, slug, hint, notes, words)
        told = self.warnings if diagnostic.severity == "warning" else self.found
        if diagnostic not in told:
            told.append(diagnostic)

    def add_echo(self, span: Span, slug: str, *, hint: str = "", notes: Iterable[str] = (), **words: Any) -> None:
        """A complaint that another one may explain: it is told only if nothing else is."""
        self.echoes.append(self.diagnose(span, slug, hint, notes, words))

    def diagnose(self, span: Span, slug: str, hint: str, notes: Iterable[str], words: dict[str, Any]) -> Diagnostic:
        entry = catalogue()[slug]
        try:
            message = entry["says"].format(**words)
            standing_hint = entry.get("hint", "").format(**words)
        except KeyError as missing:
            raise AssertionError(f"error {slug} needs the word {missing}") from missing
        return Diagnostic(span, slug, message, hint or standing_hint, tuple(notes)[:2], entry.get("severity", "error"))

    def stop_if_any(self) -> None:
        if self.found or self.echoes:
            raise DefinitionError(self.found or self.echoes[:1])


class Unheard(Complaints):
    """For what is only tried out: whatever is wrong will be told when it is read in earnest."""

    def diagnose(self, span: Span, slug: str, hint: str, notes: Iterable[str], words: dict[str, Any]) -> Diagnostic:
        return Diagnostic(span, slug, "")


def schema_path(name: str) -> Path:
    """A file of `schema/`: what a legal definition is, and how we speak about it."""
    return Path(__file__).parents[2] / "schema" / name


def schema_text(name: str) -> str:
    return schema_path(name).read_text(encoding="utf-8")


def schema_yaml(name: str) -> Any:
    """A file of `schema/` that is YAML, as plain values."""
    import yaml

    return yaml.load(schema_text(name), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))


@cache
def catalogue() -> dict[str, dict[str, str]]:
    """Every error we know how to explain, by slug."""
    loaded: dict[str, dict[str, str]] = schema_yaml("errors.yaml")
    return loaded


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint with the nearest known word, or nothing."""
    import difflib

    every = [one for one in dict.fromkeys(known) if one != word]
    close = difflib.get_close_matches(word, every, n=1, cutoff=0.65)
    return f'did you mean "{close[0]}"?' if close else ""


def listed(words: Iterable[str], limit: int = 12) -> str:
    """Words in a row, cut short when there are many."""
    every = list(dict.fromkeys(words))
    return ", ".join(every[:limit]) + (", …" if len(every) > limit else "")


def render(diagnostic: Diagnostic) -> str:
    """A diagnostic as people read it: place, sentence, the line with carets, hint, notes."""
    span = diagnostic.span
    place = f":{span.line}:{span.column}" if span.line else ""
    where = f"{span.file}{place}: " if span.file else ""
    lines = [f"{where}{diagnostic.severity}: {diagnostic.message} [{diagnostic.slug}]"]
    lines += _excerpt(span)
    if diagnostic.hint:
        lines.append(f"  hint: {diagnostic.hint}")
    lines += [f"  note: {note}" for note in diagnostic.notes]
    return "\n".join(lines)


def render_all(diagnostics: Iterable[Diagnostic]) -> str:
    """Every diagnostic in file order, then the count and, if there is an error, the consequence."""
    every = list(diagnostics)
    files = len({one.span.file for one in every})
    inside = "1 file" if files == 1 else f"{files} files"
    consequence = " No game was started." if any(one.severity == "error" for one in every) else ""
    return "\n\n".join([*map(render, every), f"{counted(every)} in {inside}.{consequence}"])


def counted(diagnostics: Iterable[Diagnostic]) -> str:
    """`2 errors and 1 warning`"""
    found = [one.severity for one in diagnostics]
    counts = [(found.count(severity), severity) for severity in ("error", "warning") if severity in found]
    return " and ".join(f"{number} {severity if number == 1 else severity + 's'}" for number, severity in counts)


def _excerpt(span: Span) -> list[str]:
    try:
        text = Path(span.file).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []
    if not 1 <= span.line <= len(text):
        return []
    width = max(4, len(str(span.line)) + 1)
    shown = [""]
    if span.line > 1 and text[span.line - 2].strip():
        shown.append(f"{span.line - 1:{width}} | {text[span.line - 2]}")
    here = text[span.line - 1]
    shown.append(f"{span.line:{width}} | {here[:200]}")
    start = min(span.column - 1, len(here))
    length = max(1, min(span.length, len(here) - start))
    if start < 200:
        shown.append(f"{'':{width}} | {'':{start}}{'^' * min(length, 200 - start)}")
    return [*shown, ""]
