"""What a rule is lowered with: the words of the game, and where in the definition we are.

Passed down and never changed: whoever lowers something inside something makes a narrower one. What lowering makes goes to
`made`, what it notices in a sentence to `notes`. The tables of forms and heads stand here, so that a form can be lowered inside
any other without their modules knowing each other.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from collections.abc import Mapping as Table
from dataclasses import dataclass, field, replace
from typing import Any

from ... import ir
from ...ir.analysis.reading import Looked
from ...ir.limits import PARTS, SENTENCES, WORDS
from ...ir.walk import walk
from ..declare.names import Vocabulary
from ..declare.rows import Cell
from ..declare.scope import Scope, Wrong
from ..declare.sizes import tell_beyond
from ..diagnostics import Complaints, Span, Unheard
from ..explain.complaining import NO_HINT, Explainer, Hint
from ..parse.parser import Misread, parse
from ..parse.syntax import At
from ..read.nodes import Mapping, Node, Scalar, text_of
from .made import Made, Terms, Weighed
from .wants import Wants, wanted_in

Typed = tuple[ir.Expr, ir.Type]


_WORD_OR_SIGN = re.compile(r"\w+|[^\w\s]")


@dataclass
class Noticed:
    """What was noticed while sentences were lowered."""

    operands: list[tuple[At, ir.Expr]] = field(default_factory=list)  # the numbers of the formula that is being read
    doubts: list[Wrong] = field(default_factory=list)  # what is doubtful in the sentence that is being read
    drawn: set[str] = field(default_factory=set)  # the zones that some sentence draws from
    weighed: list[Weighed] = field(default_factory=list)  # what the sentence that is being read computes with or compares


@dataclass(frozen=True)
class Events:
    """The procedures that wait for events, that replace them, and that act at a step, each with the row it is for."""

    listeners: Table[str, int] = field(default_factory=dict)
    instead: Table[str, int] = field(default_factory=dict)
    at_step: Table[str, list[tuple[int, int]]] = field(default_factory=dict)


@dataclass(frozen=True)
class Checking:
    """The procedure that looks at every check, and what the checks read."""

    procedure: int
    reads: frozenset[Looked]


@dataclass(frozen=True, eq=False)
class WrittenAction:
    """An action as written, and the row of the card that has it; of the game itself there is none."""

    node: Mapping
    row: str = ""

    @property
    def span(self) -> Span:
        return self.node.span


@dataclass(frozen=True)
class Context:
    words: Vocabulary
    complaints: Complaints
    made: Made
    forms: Table[type, Callable[[Context, Any, Scope], Typed]]  # of an expression
    verbs: Table[type, Callable[[Context, Any, Scope, int], ir.Stmt]]
    heads: Table[str, Callable[[Context, Mapping, Scope], ir.Stmt]]  # of a statement
    notes: Noticed = field(default_factory=Noticed)
    events: Events = Events()
    checking: Checking | None = None
    actions: Table[str, list[WrittenAction]] = field(default_factory=dict)  # by their windows
    programs: Table[tuple[str, str], tuple[tuple[int, int], ...]] = field(default_factory=dict)
    cells: frozenset[int] = frozenset()  # the procedures of program cells
    in_step: bool = False  # checks wait until it is over
    in_action: bool = False
    replacing: str = ""  # the event in whose place this stands
    ends_event: bool = False  # whether the event is over when the `do` of this statement is done
    opened: tuple[str, ...] = ()  # the windows whose actions are being lowered
    hint: Hint = NO_HINT

    def with_words(self, **known: Any) -> Context:
        """The same with other tables of words."""
        return replace(self, words=replace(self.words, **known))

    def silent(self) -> Context:
        """The same words, with complaints that nobody hears: for looking ahead."""
        return replace(self, complaints=Unheard(), made=replace(self.made, wants=Wants()), notes=Noticed())

    @property
    def explainer(self) -> Explainer:
        return Explainer(self.words, self.complaints, self.hint)

    # ---- reading a sentence, with every complaint in its place

    def attempt(self, node: Cell | None, start: str, lower: Callable[[Any], Any], default: Any) -> Any:
        """Parse a node as a sentence and lower it; after a complaint, the default."""
        if not isinstance(node, Scalar):
            if node is not None:
                self.complaints.add(node.span, "sentence-expected")
            return default
        if self.complaints.has_enough() or self.has_too_many(node):
            self.complaints.unread += 1
            return default
        if node.lines > 1 and not node.is_folded:
            is_block = node.words.endswith("\n")
            hint = "write it behind the colon; several sentences make a list, each behind a dash" if is_block else ""
            self.complaints.add(node.span, "sentence-over-lines", hint=hint, lines=node.lines - is_block)
            return default
        known, weighed = len(self.notes.doubts), len(self.notes.weighed)
        try:
            lowered = on_line(lower(parse(node.words, start)), node.span.line)
            self._count_parts(node, lowered)
            self.heed(node.span, node.words, lowered)
            if not isinstance(lowered, ir.Type):  # where only the type is asked, the sentence is read once more
                self.made.weighed += [one.found(node.span, node.words, lowered) for one in self.notes.weighed[weighed:]]
            return lowered
        except Misread as problem:
            if self.complaints.is_heard:
                self.explainer.complain_misread(node.span, node.words, problem, start)
        except Wrong as problem:
            if self.complaints.is_heard:
                self.explainer.complain(node.span, problem, node.words, start)
        finally:
            for doubt in self.notes.doubts[known:]:
                self.explainer.complain(node.span, doubt, node.words, start)
            del self.notes.doubts[known:]
            del self.notes.weighed[weighed:]
        return default

    def has_too_many(self, node: Scalar) -> bool:
        """Whether more is written than a game may have; told at the first sentence that is too much."""
        sentences, words = self.made.sentences + 1, self.made.words_read + len(_WORD_OR_SIGN.findall(node.words))
        if self.made.sentences <= SENTENCES.most and self.made.words_read <= WORDS.most:
            tell_beyond(self.complaints, node.span, SENTENCES, sentences)
            tell_beyond(self.complaints, node.span, WORDS, words)
        self.made.sentences, self.made.words_read = sentences, words
        return sentences > SENTENCES.most or words > WORDS.most or self._has_too_many_parts(node)

    def _count_parts(self, node: Scalar, lowered: Any) -> None:
        """A form whose meaning asks twice for what stands in it says little in many parts, if it stands in itself."""
        self.made.parts.count += sum(1 for _ in walk(lowered))
        self._has_too_many_parts(node)

    def _has_too_many_parts(self, node: Scalar) -> bool:
        parts = self.made.parts
        if parts.count > PARTS.most and self.complaints.is_heard and not parts.is_told:
            parts.is_told = tell_beyond(self.complaints, node.span, PARTS, parts.count)
        return parts.count > PARTS.most

    def heed(self, span: Span, sentence: str, lowered: Any) -> None:
        """Note who is meant by `player` in a sentence that was lowered."""
        for callee in dict.fromkeys(wanted_in(lowered, self.cells)):
            name = self._name_of(callee) if callee else ""
            where = re.search(rf"\b{re.escape(name)}\b", sentence) if name else None
            at = span.part(where.start(), len(name)) if where else span
            self.made.wants.note(at, name or sentence, callee, self.hint.words)

    def _name_of(self, key: tuple[str, int]) -> str:
        """What a function or procedure is called in sentences; nothing if it has no name there."""
        kind, number = key
        if kind == "grouping":
            return next(name for name, one in self.words.groupings.items() if one == number)
        table = self.words.functions if kind == "function" else self.words.verbs
        return next((name for name, one in table.items() if one.number == number), "")

    def formula(self, node: Node | None, lower: Callable[[Any], ir.Expr], default: ir.Expr) -> tuple[ir.Expr, Terms]:
        """What a formula was lowered to, with the words of the numbers that it is made of, and of the whole."""
        self.notes.operands.clear()
        value = self.attempt(node, "condition", lower, default)
        sentence = text_of(node)
        parts = [(sentence[start:end], part) for (start, end), part in self.notes.operands]
        self.notes.operands.clear()
        return value, ((sentence, value), *parts)


def on_line(lowered: Any, line: int) -> Any:
    """A value, a value with its type, or a limit of picks, that knows the line of its sentence; everything else as it is."""
    if isinstance(lowered, tuple) and lowered and isinstance(lowered[0], ir.Expr):
        return (replace(lowered[0], line=line), *lowered[1:])
    return replace(lowered, line=line) if isinstance(lowered, ir.Expr | ir.PickLimit) else lowered
