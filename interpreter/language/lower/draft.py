"""The definition in the making: the tables that lowering fills.

Takes functions, procedures and sites as they are lowered and gives each a number at once, so that bodies can refer to what
comes later. Knows which events somebody listens to, so that no others are written out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from ... import ir
from ...model.definition import Site
from ..declare.names import Vocabulary
from ..declare.scope import Scope, Wrong
from ..diagnostics import Complaints, Instead, Span, Unheard, listed
from ..explain.phrasebook import Explained, find_phrase
from ..parse.parser import Misread, parse
from ..parse.syntax import At
from ..read.nodes import Mapping, Node, Text, text_of
from .blind import Blind
from .wants import Wants, wanted_in

Terms = tuple[tuple[str, ir.Expr], ...]  # the words of a sentence with what they became


@dataclass
class Draft:
    words: Vocabulary
    complaints: Complaints
    files: list[str] = field(default_factory=list)
    functions: list[ir.Function | None] = field(default_factory=list)
    procedures: list[ir.Procedure | None] = field(default_factory=list)
    sites: list[Site] = field(default_factory=list)
    listeners: dict[str, int] = field(default_factory=dict)
    at_step: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    programs: dict[tuple[str, str], tuple[tuple[int, int], ...]] = field(default_factory=dict)
    check_procedure: int | None = None
    check_reads: set[int] = field(default_factory=set)
    unchecked: bool = False
    instead: dict[str, int] = field(default_factory=dict)
    replacing: str = ""
    actions: dict[str, list[Mapping]] = field(default_factory=dict)
    in_action: bool = False
    opened: tuple[str, ...] = ()  # the windows whose actions are being lowered
    cells: set[int] = field(default_factory=set)  # the procedures of program cells
    wants: Wants = field(default_factory=Wants)
    hint: str = ""  # what helps if a condition is about nobody
    hint_names: tuple[str, ...] = ()  # and about whom it may be meant

    def silent(self) -> Draft:
        """The same tables, with complaints that nobody hears: for looking ahead."""
        return replace(self, complaints=Unheard(), wants=Wants())

    def file_number(self, span: Span) -> int:
        if span.file not in self.files:
            self.files.append(span.file)
        return self.files.index(span.file)

    # ---- reserving and filling numbers

    def reserve_function(self) -> int:
        self.functions.append(None)
        return len(self.functions) - 1

    def reserve_procedure(self) -> int:
        self.procedures.append(None)
        return len(self.procedures) - 1

    def fill_function(self, number: int, name: str, scope: Scope, value: ir.Expr, span: Span, terms: Terms = ()) -> int:
        file = self.file_number(span) if span.file else 0
        self.functions[number] = ir.Function(name, len(scope.places.types), value, span.line, file, terms)
        self.wants.belong_to(("function", number))
        return number

    def fill_procedure(self, number: int, name: str, scope: Scope, parameters: int, body: ir.Stmt, span: Span) -> int:
        self.procedures[number] = ir.Procedure(
            name,
            tuple(scope.places.types),
            parameters,
            Blind(self.words, self.sites, scope.places.types, self.functions).body(body),
            self.file_number(span),
            span.line,
            tuple(scope.places.names),
        )
        self.wants.belong_to(("procedure", number))
        return number

    def new_site(
        self, branches: tuple[tuple[ir.Type, ...], ...], span: Span, written: Iterable[Span] = (), secret: bool = False
    ) -> int:
        """A place of decision; `written` says where each branch is, if not all are at one place."""
        places = tuple(map(self.where, written)) or (self.where(span),) * len(branches)
        self.sites.append(Site(branches, *self.where(span), places, secret))
        return len(self.sites) - 1

    def where(self, span: Span) -> tuple[int, int]:
        return self.file_number(span), span.line

    # ---- reading a sentence, with every complaint in its place

    def attempt(self, node: Node | None, start: str, lower: Callable[[Any], Any], default: Any) -> Any:
        """Parse a node as a sentence and lower it; after a complaint, the default."""
        if not isinstance(node, Text):
            if node is not None:
                self.complaints.add(node.span, "sentence-expected")
            return default
        if self.complaints.has_enough():
            self.complaints.unread += 1
            return default
        if node.lines > 1:
            self.complaints.add(node.span, "sentence-over-lines", lines=node.lines)
            return default
        noticed, self.words.noticed = self.words.noticed, []
        try:
            found = lower(parse(node.words, start))
            self.heed(node.span, node.words, found)
            return found
        except Misread as problem:
            if self.complaints.is_heard:
                self.complain_misread(node.span, node.words, problem, start)
        except Wrong as problem:
            if self.complaints.is_heard:
                self.complain(node.span, problem, node.words, start)
        finally:
            for doubt in self.words.noticed:
                self.complain(node.span, doubt, node.words, start)
            self.words.noticed = noticed
        return default

    def heed(self, span: Span, sentence: str, found: Any) -> None:
        """Note who is meant by `player` in a sentence that was lowered."""
        for callee in dict.fromkeys(wanted_in(found, self.cells)):
            name = self.name_of(callee) if callee else ""
            where = re.search(rf"\b{re.escape(name)}\b", sentence) if name else None
            self.wants.note(span.part(where.start(), len(name)) if where else span, name or sentence, callee, self.hint)

    def name_of(self, key: tuple[str, int]) -> str:
        """What a function or procedure is called in sentences; nothing if it has no name there."""
        kind, number = key
        if kind == "grouping":
            return next(name for name, one in self.words.groupings.items() if one == number)
        table = self.words.functions if kind == "function" else self.words.verbs
        return next((name for name, one in table.items() if one.number == number), "")

    def terms_of(self, node: Node | None, value: ir.Expr) -> Terms:
        """The words of the numbers that a formula is made of, as it was just lowered, and of the whole."""
        sentence = text_of(node)
        parts = [(sentence[start:end], part) for (start, end), part in self.words.operands]
        self.words.operands.clear()
        return ((sentence, value), *parts)

    def complain(self, span: Span, problem: Wrong, sentence: str = "", kind: str = "condition") -> None:
        if self.tells_stranger(span, sentence):
            return
        echo = self.is_echo(problem)
        found = None if echo else find_phrase(sentence, problem.at, kind, self.words, problem.slug)
        if found is not None:
            self.complain_explained(span, found)
            return
        start, end = exact_words(problem, sentence)
        hint = self.hint if self.hint and self._is_about_nobody(problem) else problem.hint
        tell = self.complaints.add_echo if echo else self.complaints.add
        words = {**problem.words, "name": sentence[start:end]} if problem.words.get("name", "") is None else problem.words
        tell(span.part(start, end - start), problem.slug, hint=hint, notes=problem.notes, **words)

    def _is_about_nobody(self, problem: Wrong) -> bool:
        """Whether a name would mean something if the condition were asked of each of those who come after it."""
        named = (problem.words.get("name"), problem.words.get("owner"))
        return problem.slug in _ABOUT_SOMEBODY and any(one in self.hint_names for one in named)

    def is_echo(self, problem: Wrong) -> bool:
        """Whether something may only seem wrong because a declaration is."""
        if problem.slug == "unclear-thing":
            return True
        said = [word for word in problem.words.values() if isinstance(word, str)]
        return any(word in self.words.broken for words in said for word in re.findall(r"\w+", words))

    def complain_misread(self, span: Span, sentence: str, problem: Misread, start: str) -> None:
        from ..explain.misreading import explain

        if not self.tells_stranger(span, sentence):
            self.complain_explained(span, explain(sentence, problem, start, self.words))

    def tells_stranger(self, span: Span, sentence: str) -> bool:
        """Whether a scenario names somebody who does not sit there: only players are written with a capital letter."""
        seats = self.words.seats
        stranger = next((one for one in re.finditer(r"\b[A-Z]\w*", sentence) if one[0] not in seats), None) if seats else None
        if stranger is None:
            return False
        where, id = span.part(stranger.start(), len(stranger[0])), stranger[0].lower()
        if self.words.knows(id):
            hint = Instead(f'write "{id}", with a small letter', stranger[0], id)
            self.complaints.add(where, "unknown-name", hint=hint, name=stranger[0])
        else:
            self.complaints.add(where, "unknown-seat", name=stranger[0], known=listed(seats))
        return True

    def complain_explained(self, span: Span, found: Explained) -> None:
        first, last = found.at
        self.complaints.add(span.part(first, last - first), found.slug, hint=found.hint, notes=found.notes, **found.words)

    # ---- events

    def trigger(self, event: str, scope: Scope, subject: ir.Expr, *more: ir.Expr, line: int = 0) -> ir.Stmt:
        """The call of everything that listens to an event; nothing at all when nobody does."""
        if event not in self.listeners:
            return ir.NOTHING_TO_DO
        return ir.Call(self.listeners[event], (ir.Local(scope.player), subject, *more), line)


def exact_words(problem: Wrong, sentence: str) -> At:
    """Where the name stands that is wrong, inside the words that were being read."""
    start, end = problem.at
    name = problem.words.get("name")
    if not isinstance(name, str) or not (problem.slug.startswith("unknown-") or problem.slug in _ABOUT_A_NAME):
        return problem.at
    found = list(re.finditer(rf"\b{re.escape(name)}\b", sentence[start:end]))
    if not found:
        return problem.at
    where = found[-1 if problem.slug in _NAMED_LAST else 0]
    return start + where.start(), start + where.end()


_ABOUT_SOMEBODY = ("whose", "which-one", "no-player", "unknown-name")
_NAMED_LAST = ("unknown-flag", "unknown-step", "unknown-joining", "unknown-counter", "not-a-value")
_ABOUT_A_NAME = ("not-a-value", "nothing-to-end", "not-a-variable", "no-order", "whose", "which-one", "name-taken")


def sequence(*body: ir.Stmt) -> ir.Stmt:
    """Statements in a row, without the empty ones."""
    kept = tuple(one for one in body if one != ir.NOTHING_TO_DO)
    return kept[0] if len(kept) == 1 else ir.Seq(kept)


def for_each(scope: Scope, value: ir.Expr, type: ir.Type, body: Callable[[ir.Expr], ir.Stmt], line: int) -> ir.Stmt:
    """The body for one thing, or for every thing of a list."""
    if not type.many:
        return body(value)
    slot = scope.places.new(ir.Type(type.sort, type.names), "each")
    items = scope.places.new(type, "items")
    index = scope.places.new(ir.NUMBER, "index")
    return ir.Each(slot, value, body(ir.Local(slot)), None, items, index, line)
