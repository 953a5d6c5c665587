"""What is wrong in a definition, where, and what to try.

Takes a slug of `schema/errors.yaml` with the words that fill its sentence; returns a Diagnostic, or its text for people.
Knows nothing of games or grammar, and never prints.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from ..errors import RulewrightError
from ..shipped_files import schema_folder
from .excerpts import excerpt, whole_line
from .visible import on_one_line


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of one line of one file, counted from 1; line 0 is the file or folder itself."""

    file: str
    line: int = 1
    column: int = 1
    length: int = 1
    folds: tuple[tuple[int, int, int], ...] = field(default=(), compare=False, repr=False)  # of a text over several lines

    def part(self, start: int, length: int) -> Span:
        """The stretch that begins `start` characters after this one does. In a text over several lines, each fold says after
        how many characters which line goes on at which column; what is pointed at ends with its line."""
        line, column = self.line, self.column + start
        rest: list[tuple[int, int, int]] = []
        for place, below, indent in self.folds:
            if place <= start:
                line, column = below, indent + start - place
            else:
                length = min(length, place - 1 - start) if not rest else length
                rest.append((place - start, below, indent))
        return Span(self.file, line, column, max(1, length), tuple(rest))


def on_line(file: str, line: int) -> Span:
    """The words of a line, for what knows no more of its place."""
    return Span(file, line, *whole_line(file, line))


class Instead(str):
    """A hint that names the words to write in the place of others, so that a program can do it."""

    old: str
    new: str

    def __new__(cls, hint: str, old: str, new: str) -> Instead:
        made = super().__new__(cls, hint)
        made.old, made.new = old, new
        return made

    def __reduce__(self) -> tuple[type[Instead], tuple[str, str, str]]:
        return Instead, (str(self), self.old, self.new)


NOWHERE = Span("")
ENOUGH = 200  # errors that are explained one by one
LONGEST_WORD = 80
MOST_PLACES = 6
MOST_COMPARED = 300


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One complaint: a sentence, its place, one hint and at most two notes. A warning keeps nobody from playing."""

    span: Span
    slug: str
    message: str
    hint: str = ""
    notes: tuple[str, ...] = ()
    severity: str = "error"
    also: tuple[Span, ...] = ()  # further places that the same cause spoils
    fix: tuple[str, str] | None = None  # words at these places, and what to write instead, where that is certain

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
            "also": [[one.file, one.line, one.column, one.length] for one in self.also],
            "fix": list(self.fix) if self.fix else None,
        }

    @classmethod
    def from_json(cls, told: dict[str, Any]) -> Diagnostic:
        """What `to_json` wrote; raises ValueError, KeyError or TypeError for anything else."""
        span = Span(str(told["file"]), int(told["line"]), int(told["column"]), int(told["length"]))
        slug, message, hint, severity = (str(told[key]) for key in ("slug", "message", "hint", "severity"))
        also = tuple(Span(str(file), int(row), int(column), int(length)) for file, row, column, length in told["also"])
        fix = (str(told["fix"][0]), str(told["fix"][1])) if told["fix"] else None
        return cls(span, slug, message, hint, tuple(map(str, told["notes"])), severity, also, fix)


def as_errors(warnings: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The same complaints where none is let pass."""
    return tuple(replace(one, severity="error") for one in warnings)


def in_file_order(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    return tuple(sorted(diagnostics, key=lambda one: (one.span, one.slug)))


class DefinitionError(RulewrightError):
    """A definition that cannot be used, with every reason why. After too many of them `unread` sentences were only counted, or
    nothing was looked at any more."""

    def __init__(self, diagnostics: Iterable[Diagnostic], unread: int = 0, is_whole: bool = True) -> None:
        self.diagnostics = folded(in_file_order(diagnostics))
        rest = f" {unread:,} more sentences were not looked at." if unread else ""
        super().__init__(render_all(self.diagnostics, rest if is_whole else " The rest was not looked at."))

    @property
    def told(self) -> str:
        return str(self)


@dataclass
class Complaints:
    """The lists that every stage of loading adds to, so that all errors are told at once, and all warnings beside them."""

    errors: list[Diagnostic] = field(default_factory=list)
    echoes: list[Diagnostic] = field(default_factory=list)
    warnings: list[Diagnostic] = field(default_factory=list)
    unread: int = 0
    told: set[Diagnostic] = field(default_factory=set)

    def add(self, span: Span, slug: str, *, hint: str = "", notes: Iterable[str] = (), **words: Any) -> None:
        diagnostic = self.diagnose(span, slug, hint, notes, words)
        if diagnostic in self.told:
            return
        self.told.add(diagnostic)
        if diagnostic.severity == "warning":
            self.warnings.append(diagnostic)
            return
        self.errors.append(diagnostic)
        if len(self.errors) >= 2 * ENOUGH:
            raise DefinitionError(self.errors, self.unread, is_whole=False)

    def add_echo(self, span: Span, slug: str, *, hint: str = "", notes: Iterable[str] = (), **words: Any) -> None:
        """A complaint that another one may explain: it is told only if nothing else is."""
        self.echoes.append(self.diagnose(span, slug, hint, notes, words))

    def diagnose(self, span: Span, slug: str, hint: str, notes: Iterable[str], words: dict[str, Any]) -> Diagnostic:
        entry = catalogue()[slug]
        words = {name: shortened(word, 10 * LONGEST_WORD) if isinstance(word, str) else word for name, word in words.items()}
        try:
            message = entry["says"].format(**words)
            standing_hint = entry.get("hint", "").format(**words)
        except KeyError as missing:
            raise AssertionError(f"error {slug} needs the word {missing}") from missing
        fix = (hint.old, hint.new) if isinstance(hint, Instead) else None
        severity = entry.get("severity", "error")
        return Diagnostic(span, slug, message, hint or standing_hint, tuple(notes)[:2], severity, fix=fix)

    is_heard: ClassVar[bool] = True

    def has_enough(self) -> bool:
        """Whether so much is wrong that nobody would read more: then sentences are only counted."""
        return len(self.errors) >= ENOUGH

    def stop_if_any(self) -> None:
        if self.errors or self.echoes:
            raise DefinitionError(self.errors or self.echoes[:1], self.unread)


class Unheard(Complaints):
    """For what is only tried out: whatever is wrong will be told when it is read in earnest."""

    is_heard: ClassVar[bool] = False

    def diagnose(self, span: Span, slug: str, hint: str, notes: Iterable[str], words: dict[str, Any]) -> Diagnostic:
        return Diagnostic(span, slug, "")


def schema_path(name: str) -> Path:
    """A file of `schema/`: what a legal definition is, and how we speak about it."""
    return schema_folder() / name


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
    """A hint with the nearest known word, or nothing. If no other word is as near, it is certain what to write instead."""
    import difflib

    if len(word) > LONGEST_WORD:
        return ""
    if word != word.lower() and word.lower() in (known := list(known)):
        return Instead(f'did you mean "{word.lower()}"?', word, word.lower())
    slack = 1 + len(word) // 2
    every = [one for one in dict.fromkeys(known) if one != word and abs(len(one) - len(word)) <= slack]
    if len(every) > MOST_COMPARED:
        every = [one for one in every if one[:1] == word[:1]][:MOST_COMPARED]
    close = difflib.get_close_matches(word, every, n=2, cutoff=0.65)
    if not close:
        return ""
    hint = f'did you mean "{close[0]}"?'
    nearness = [difflib.SequenceMatcher(None, one, word).ratio() for one in close]
    return hint if nearness[1:] == nearness[:1] else Instead(hint, word, close[0])


def shortened(word: str, most: int = LONGEST_WORD) -> str:
    """A word of a file as a sentence can quote it."""
    return word if len(word) <= most else word[:most] + "…"


def listed(words: Iterable[str], limit: int = 12) -> str:
    """Words in a row, cut short when there are many."""
    every = list(dict.fromkeys(words))
    return ", ".join(map(shortened, every[:limit])) + (", …" if len(every) > limit else "")


def folded(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Each cause once, at the first place that it spoils, with its further places."""
    causes: dict[tuple[str, ...], list[Diagnostic]] = {}
    for one in diagnostics:
        causes.setdefault(_cause(one), []).append(one)
    return tuple(replace(every[0], also=_places_of(every)[1:]) for every in causes.values())


def _places_of(diagnostics: list[Diagnostic]) -> tuple[Span, ...]:
    return tuple(dict.fromkeys(span for one in diagnostics for span in (one.span, *one.also)))


def _cause(one: Diagnostic) -> tuple[str, ...]:
    """What makes two complaints the same: a name that is known nowhere is one cause, in whatever sentence it is used."""
    if one.slug.startswith("unknown-") and (named := re.search(r'"([^"]*)"', one.message)):
        return "unknown", named[1]
    if "once" in catalogue().get(one.slug, {}):
        return (one.slug,)
    if '"' in one.message and (one.hint or one.slug != "misread"):  # without a hint it only says where reading stopped
        return one.slug, one.message, one.hint
    return one.slug, one.message, str(one.span)


def render(diagnostic: Diagnostic) -> str:
    """A diagnostic as people read it: place, sentence, the line with carets, hint, notes."""
    span = diagnostic.span
    position = f":{span.line}:{span.column}" if span.line else ""
    where = f"{span.file}{position}: " if span.file else ""
    lines = [on_one_line(f"{where}{diagnostic.severity}: {diagnostic.message} [{diagnostic.slug}]")]
    lines += excerpt(span.file, span.line, span.column, span.length)
    if diagnostic.hint:
        lines.append(on_one_line(f"  hint: {diagnostic.hint}"))
    lines += [on_one_line(f"  note: {note}") for note in diagnostic.notes]
    if diagnostic.also:
        lines.append(on_one_line(f"  and {_more_places(diagnostic)}"))
    return "\n".join(lines)


def _more_places(diagnostic: Diagnostic) -> str:
    """`3 more places: line 12, line 20, cards.yaml:7`"""
    count = len(diagnostic.also)
    shown = [
        f"line {one.line}" if one.file == diagnostic.span.file else f"{one.file}:{one.line}" for one in diagnostic.also
    ]
    rest = ", …" if count > MOST_PLACES else ""
    return f"{count} more {'place' if count == 1 else 'places'}: {', '.join(shown[:MOST_PLACES])}{rest}"


def render_all(diagnostics: Iterable[Diagnostic], rest: str = "") -> str:
    """Every diagnostic in file order, then the count and, if there is an error, the consequence."""
    every = list(diagnostics)
    files = len({span.file for one in every for span in (one.span, *one.also)})
    inside = "1 file" if files == 1 else f"{files} files"
    consequence = " No game was started." if any(one.severity == "error" for one in every) else ""
    return "\n\n".join([*map(render, every), f"{counted(every)} in {inside}.{rest}{consequence}"])


def counted(diagnostics: Iterable[Diagnostic]) -> str:
    """`2 errors and 1 warning`"""
    severities = [one.severity for one in diagnostics]
    counts = [(severities.count(severity), severity) for severity in ("error", "warning") if severity in severities]
    return " and ".join(f"{number} {severity if number == 1 else severity + 's'}" for number, severity in counts)
