"""Explains why a text is not YAML, in the words of a designer.

Takes the text and what the YAML scanner stumbled over; adds one complaint at the line that has to change.
Only guesses; never changes what can be read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import yaml

from ..diagnostics import Complaints, Span

_UNLIKE_TEXT = (
    "cannot start any token|alphabetic or numeric|expected ' '|tag|comment or line break|node content|mapping keys are|"
    "directive|digit"
)
LONGEST = 2_000  # signs of a line that are looked at
_TEXT_WITH_HOLE = re.compile(r"\s*(?:- +)*(?:[\w ]+: +)?(\{[^{}:]*\}|\[[^\[\]]*\]) *[^\s,}\]#]")
_KEY_WITHOUT_COLON = re.compile(r"\s*(?:- +)*(\w+)(?!.*:(?: |$))")
CURLY = "“”„‟«»‘’‚‛‹›"
GLUED = re.compile(r"([A-Za-z]\w*(?: \w+)*):(?!//)(?=[^\s:])")  # a key, a colon, and no space


@dataclass(frozen=True)
class _Stumble:
    """Where the scanner stopped, where the thing began that it was reading, and its own words for it."""

    name: str
    lines: list[str]
    line: int
    column: int
    begin: tuple[int, int] | None
    reason: str
    in_braces: bool

    def words(self, line: int) -> str:
        return self.lines[line][:LONGEST] if line < len(self.lines) else ""

    @property
    def sign(self) -> str:
        """The sign at which the scanner stopped."""
        return self.words(self.line)[self.column : self.column + 1]

    def above(self) -> int:
        """The line before, or the next one above it where something is written."""
        return next((n for n in range(self.line - 1, -1, -1) if self.words(n).strip()), self.line)

    def span(self, line: int, column: int = -1, length: int = 1) -> Span:
        """A stretch of a line; without a column everything that is written on it."""
        text = self.words(line)
        if column >= 0:
            return Span(self.name, line + 1, column + 1, length)
        indent = len(text) - len(text.lstrip())
        return Span(self.name, line + 1, indent + 1, max(1, len(text.split(" #")[0].rstrip()) - indent))


def complain_of_syntax(text: str, name: str, problem: yaml.YAMLError, complaints: Complaints) -> None:
    if not isinstance(problem, yaml.MarkedYAMLError):
        _complain_of_character(text, name, complaints)
        return
    stumble = _stumble(text, name, problem)
    if any(explain(stumble, complaints) for explain in _EXPLANATIONS):
        return
    where = stumble.span(stumble.line, stumble.column)
    complaints.add(where, "not-yaml", why=stumble.reason.replace("'", '"') or "it cannot be read")


def _stumble(text: str, name: str, problem: yaml.MarkedYAMLError) -> _Stumble:
    mark = problem.problem_mark or problem.context_mark
    begin = problem.context_mark
    lines = text.split("\n")
    line, column = (mark.line, mark.column) if mark else (0, 0)
    if line >= len(lines):
        line, column = len(lines) - 1, len(lines[-1])
    began = (begin.line, begin.column) if begin else None
    return _Stumble(name, lines, line, column, began, str(problem.problem or ""), "flow" in str(problem.context))


def _complain_of_character(text: str, name: str, complaints: Complaints) -> None:
    """A character that YAML allows nowhere."""
    for number, line in enumerate(text.split("\n")):
        column = next((column for column, sign in enumerate(line) if not sign.isprintable() and sign != "\t"), None)
        if column is not None:
            where = Span(name, number + 1, column + 1)
            complaints.add(where, "hidden-sign", sign=f"U+{ord(line[column]):04X}")
            return
    complaints.add(Span(name), "not-yaml", why="it has a character that cannot be seen")


def _tab(stumble: _Stumble, complaints: Complaints) -> bool:
    for number, line in enumerate(stumble.lines[: stumble.line + 1]):
        if "\t" in line[: len(line) - len(line.lstrip())]:
            complaints.add(stumble.span(number, line.index("\t")), "tab")
            return True
    return False


def _curly(stumble: _Stumble, complaints: Complaints) -> bool:
    """A text that begins with a curly quote: YAML does not know it as one."""
    quote = re.search(rf"(?:^|[-:,\[{{]) *([{CURLY}])", stumble.words(stumble.line))
    if quote:
        complaints.add(stumble.span(stumble.line, quote.start(1)), "curly-quotes")
    return quote is not None


def _backslash(stumble: _Stumble, complaints: Complaints) -> bool:
    """In double quotes a backslash begins a sign that cannot be typed; most are meant as they stand."""
    if "escape" not in stumble.reason and "hexdecimal" not in stumble.reason:
        return False
    before = stumble.words(stumble.line)[: stumble.column + 1].rfind("\\")
    complaints.add(stumble.span(stumble.line, max(before, 0), 2), "backslash")
    return before >= 0


def _nothing_before(stumble: _Stumble, complaints: Complaints) -> bool:
    """A colon without a key, or a comma without an entry."""
    is_key = stumble.sign == ":" and "expected key" in stumble.reason
    is_inside = stumble.sign in (":", ",") and "node content" in stumble.reason and stumble.in_braces
    if is_key or is_inside:
        complaints.add(stumble.span(stumble.line, stumble.column), "nothing-before", sign=stumble.sign)
    return is_key or is_inside


def _closing(stumble: _Stumble, complaints: Complaints) -> bool:
    """A brace or bracket that closes nothing, or all that was written, with more behind it."""
    closes = stumble.sign in ("}", "]") and re.search("expected key|node content|document start", stumble.reason) is not None
    if closes:
        complaints.add(stumble.span(stumble.line, stumble.column), "closes-nothing", sign=stumble.sign)
    elif closes := "document start" in stumble.reason and stumble.words(0).startswith("{"):
        complaints.add(stumble.span(stumble.line), "after-the-end")
    return closes


def _list_behind_key(stumble: _Stumble, complaints: Complaints) -> bool:
    begins = "sequence entries are not allowed" in stumble.reason
    if begins:
        complaints.add(stumble.span(stumble.line, stumble.column), "list-behind-key")
    return begins


def _glued(stumble: _Stumble, complaints: Complaints) -> bool:
    """A key without a space after its colon, on the line where reading stopped or the one that it belongs to."""
    if "found unexpected ':'" in stumble.reason:
        key = re.search(r"\w[\w ]*:$", stumble.words(stumble.line)[: stumble.column + 1])
        if key:
            complaints.add(stumble.span(stumble.line, key.start(), len(key[0])), "colon-glued", hint=f'write "{key[0]} "')
        return key is not None
    if not re.search("could not find expected ':'|mapping values are not allowed|did not find expected key", stumble.reason):
        return False
    for line in dict.fromkeys((stumble.begin[0] if stumble.begin else stumble.line, stumble.above(), stumble.line)):
        dashes = re.match(r"\s*(?:- +)*", stumble.words(line))
        glued = GLUED.match(stumble.words(line), dashes.end()) if dashes else None
        if glued:
            where = stumble.span(line, glued.start(), glued.end() - glued.start())
            complaints.add(where, "colon-glued", hint=f'write "{glued[1]}: " with a space after the colon')
            return True
    return False


def _dash(stumble: _Stumble, complaints: Complaints) -> bool:
    """A dash without a space after it, or an entry without one before others that have theirs."""
    if not re.search("mapping values are not allowed|did not find expected key|could not find expected ':'", stumble.reason):
        return False
    for line in dict.fromkeys((stumble.line, stumble.above())):
        glued = re.match(r" *(-\w+): ", stumble.words(line))
        if glued:
            complaints.add(stumble.span(line, glued.start(1)), "dash-glued", key=glued[1][1:])
            return True
    dash = re.match(r" *(?=- )", stumble.words(stumble.line))
    first = stumble.line
    while dash and first and re.match(rf" {{{dash.end() + 1}}}", stumble.words(first - 1)):
        first -= 1
    slot, entry = (re.match(r" *(\w[\w ]*):", stumble.words(line)) for line in (first - 1, first))
    if dash is None or slot is None or entry is None or stumble.words(first - 1)[slot.end() :].strip():
        return False
    complaints.add(stumble.span(first, entry.start(1), len(entry[1])), "dash-missing", slot=slot[1], key=entry[1])
    return True


def _hash(stumble: _Stumble, complaints: Complaints) -> bool:
    """Braces that have no end, because the rest of their line is a comment."""
    if "expected ',' or" not in stumble.reason or stumble.begin is None:
        return False
    line, column = stumble.begin
    comment = re.search(r" (#\S.*)", stumble.words(line)[column:])
    if not comment:
        return False
    where = stumble.span(line, column + comment.start(1), len(comment[1].rstrip()))
    complaints.add(where, "hash-in-text", rest=comment[1].rstrip())
    return True


def _hole_at_start(stumble: _Stumble, complaints: Complaints) -> bool:
    hole = _TEXT_WITH_HOLE.match(stumble.words(stumble.line))
    if not hole or "expected" not in stumble.reason:
        return False
    complaints.add(stumble.span(stumble.line, hole.start(1), len(hole[1])), "text-starts-with-brace", sign=hole[1][0])
    return True


def _colon(stumble: _Stumble, complaints: Complaints) -> bool:
    """A second colon on the line: the text holds one."""
    before = stumble.words(stumble.line)[: stumble.column]
    if "mapping values are not allowed" not in stumble.reason or ": " not in before:
        return False
    complaints.add(stumble.span(stumble.line, stumble.column), "colon-in-sentence")
    return True


def _no_key(stumble: _Stumble, complaints: Complaints) -> bool:
    """A line that is neither `key: value` nor `- entry`."""
    if "could not find expected ':'" not in stumble.reason or stumble.begin is None:
        return False
    line = stumble.begin[0]
    complaints.add(stumble.span(line), "no-key-no-dash")
    return True


def _braces(stumble: _Stumble, complaints: Complaints) -> bool:
    if "expected ',' or" not in stumble.reason or stumble.begin is None:
        return False
    line, column = stumble.begin
    sign = stumble.words(line)[column : column + 1]
    if stumble.line == line:
        where = stumble.span(line, stumble.column)
    else:
        where = stumble.span(line, column, len(stumble.words(line).split(" #")[0].rstrip()) - column)
    complaints.add(where, "not-closed", sign=sign, closing={"{": "}", "[": "]"}.get(sign, "}"))
    return True


def _quote(stumble: _Stumble, complaints: Complaints) -> bool:
    """A quote without an end, or words after the end of a quoted text."""
    if "end of stream" in stumble.reason and stumble.begin is not None:
        complaints.add(stumble.span(*stumble.begin), "quote-not-closed")
        return True
    before = stumble.words(stumble.line)[: stumble.column].rstrip()
    if before.endswith(('"', "'")) and stumble.words(stumble.line)[stumble.column :].strip():
        rest = len(stumble.words(stumble.line).split(" #")[0].rstrip()) - stumble.column
        complaints.add(stumble.span(stumble.line, stumble.column, rest), "text-after-quote")
        return True
    return False


def _sign(stumble: _Stumble, complaints: Complaints) -> bool:
    if not re.search(_UNLIKE_TEXT, stumble.reason):
        return False
    line, column = stumble.begin or (stumble.line, stumble.column)
    if stumble.words(stumble.line).startswith("%"):
        line, column = stumble.line, 0
    sign = stumble.words(line)[column : column + 1]
    complaints.add(stumble.span(line, column), "sign-at-start", sign=sign)
    return True


def _indentation(stumble: _Stumble, complaints: Complaints) -> bool:
    known = ("did not find expected key", "did not find expected '-'", "mapping values are not allowed", "indentation")
    begins = not stumble.words(stumble.line)[: stumble.column].strip(" -")
    if not any(words in stumble.reason for words in known) or not (begins or "mapping" in stumble.reason):
        return False
    above = stumble.above()
    key = _KEY_WITHOUT_COLON.match(stumble.words(above)) if "mapping values" in stumble.reason else None
    if key:
        complaints.add(stumble.span(above), "colon-missing", hint=f'write "{key[1]}: " with a colon and a space')
        return True
    notes = [f"the line it should line up with is line {stumble.begin[0] + 1}"] if stumble.begin else []
    complaints.add(stumble.span(stumble.line), "indentation", notes=notes)
    return True


_EXPLANATIONS = (
    _tab, _curly, _backslash, _nothing_before, _closing, _list_behind_key, _glued, _dash, _hash, _hole_at_start, _colon,
    _no_key, _braces, _quote, _sign, _indentation,
)  # fmt: skip
