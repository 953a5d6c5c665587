"""What lowering has made so far: functions, procedures and places of decision, each with its number.

Takes bodies as they are lowered; a number is reserved before its body is there, so that bodies can refer to what comes later.
With `notes` and `events` it is all that lowering changes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from ... import ir
from ...ir.analysis.giving import Body, Rule
from ...model.definition import Site
from ..declare.names import Vocabulary
from ..declare.scope import Locals, Scope
from ..diagnostics import Span
from .blind import Blind
from .wants import Wants


@dataclass(frozen=True)
class Weighed:
    """A value that a sentence computes with or compares: where it stands, what it became, and the places of its rule; once its
    sentence is read, also the words and everything that the sentence became."""

    at: tuple[int, int]
    value: ir.Expr
    places: Locals
    span: Span = field(default_factory=lambda: Span(""))
    words: str = ""
    sentence: Any = None

    def found(self, span: Span, words: str, sentence: Any) -> Weighed:
        start, end = self.at
        return replace(self, span=span.part(start, end - start), words=words[start:end], sentence=sentence)


@dataclass
class Parts:
    """How many parts sentences were lowered to so far, also where somebody only looked ahead."""

    count: int = 0
    is_told: bool = False  # that these are too many


Terms = tuple[tuple[str, ir.Expr], ...]  # the words of a sentence with what they became


@dataclass
class Made:
    words: Vocabulary
    files: list[str] = field(default_factory=list)
    functions: list[ir.Function | None] = field(default_factory=list)
    procedures: list[ir.Procedure | None] = field(default_factory=list)
    sites: list[Site] = field(default_factory=list)
    wants: Wants = field(default_factory=Wants)
    stretches: dict[str, int] = field(default_factory=lambda: {name: one for one, name in enumerate(ir.STRETCHES)})
    sentences: int = 0  # how many were read
    words_read: int = 0  # how many words, numbers and signs stood in them
    parts: Parts = field(default_factory=Parts)
    weighed: list[Weighed] = field(default_factory=list)
    rules: dict[int, tuple[Locals, Rule]] = field(default_factory=dict)  # places, by their identity, with the rule they are of

    def continued(self) -> Made:
        """The same so far; what is made with the one is not in the other."""
        wants = Wants(of=dict(self.wants.of))
        lists = list(self.files), list(self.functions), list(self.procedures), list(self.sites)
        return Made(self.words, *lists, wants, dict(self.stretches))

    def file_number(self, span: Span) -> int:
        if span.file not in self.files:
            self.files.append(span.file)
        return self.files.index(span.file)

    def where(self, span: Span) -> tuple[int, int]:
        return self.file_number(span), span.line

    def stretch(self, name: str) -> int:
        """The number of what can be ended by this name."""
        return self.stretches.setdefault(name, len(self.stretches))

    # ---- functions and procedures

    def reserve_function(self) -> int:
        self.functions.append(None)
        return len(self.functions) - 1

    def reserve_procedure(self) -> int:
        self.procedures.append(None)
        return len(self.procedures) - 1

    def fill_function(self, number: int, name: str, scope: Scope, value: ir.Expr, span: Span, terms: Terms = ()) -> int:
        self.rules[id(scope.places)] = scope.places, (Body.FUNCTION, number)
        file = self.file_number(span) if span.file else 0
        places = scope.places
        self.functions[number] = ir.Function(
            name, tuple(places.types), value, span.line, file, terms, names=tuple(places.names)
        )
        self.wants.belong_to(("function", number))
        if scope.places.types[ir.THIS : ir.THIS + 1] == [ir.PLAYER_TYPE]:
            self.wants.of_players.add(("function", number))
        return number

    def new_function(self, name: str, scope: Scope, value: ir.Expr, span: Span, terms: Terms = ()) -> int:
        return self.fill_function(self.reserve_function(), name, scope, value, span, terms)

    def fill_procedure(self, number: int, name: str, scope: Scope, parameters: int, body: ir.Stmt, span: Span) -> int:
        self.rules[id(scope.places)] = scope.places, (Body.PROCEDURE, number)
        blind = Blind(self.words, self.mark_blind, scope.places.types, self.functions)
        self.procedures[number] = ir.Procedure(
            name,
            tuple(scope.places.types),
            parameters,
            blind.body(body),
            self.file_number(span),
            span.line,
            tuple(scope.places.names),
        )
        self.wants.belong_to(("procedure", number))
        return number

    def new_procedure(self, name: str, scope: Scope, parameters: int, body: ir.Stmt, span: Span) -> int:
        return self.fill_procedure(self.reserve_procedure(), name, scope, parameters, body, span)

    # ---- places of decision

    def new_site(
        self, branches: tuple[tuple[ir.Type, ...], ...], span: Span, written: Iterable[Span] = (), secret: bool = False
    ) -> int:
        """A place of decision; `written` says where each branch is, if not all are at one place."""
        places = tuple(map(self.where, written)) or (self.where(span),) * len(branches)
        self.sites.append(Site(branches, *self.where(span), places, secret))
        return len(self.sites) - 1

    def widen_site(self, number: int, branches: tuple[tuple[ir.Type, ...], ...], written: Iterable[Span]) -> None:
        """A place of decision gets further branches, which are written elsewhere."""
        site = self.sites[number]
        self.sites[number] = replace(site, branches=branches, written=(*site.written, *map(self.where, written)))

    def mark_blind(self, number: int) -> None:
        """Cards may be offered there that whoever decides cannot see."""
        self.sites[number] = replace(self.sites[number], blind=True)
