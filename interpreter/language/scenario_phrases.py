"""Phrases of a scenario: names of seats and values, in the words of the game.

Takes texts such as `strength of Bo hedgehog`; returns what they ask as IR, or complains of what they name. Knows nothing of
cards, answers or expectations.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from .. import ir, script
from .diagnostics import Complaints, Span, did_you_mean, listed
from .draft import Draft
from .grammar import reserved_words
from .lower_values import lower_expr
from .names import Vocabulary
from .parse import Misread, parse
from .scope import Scope, Wrong
from .source import Mapping, Node, Sequence, Text

EXPECTED = ("decision", "happened", "over", "winners", "turn", "round", "at")  # keys that are no phrases


@dataclass(frozen=True)
class Phrases:
    """What the phrases of one scenario are read with: who sits at its table, and the words of the game."""

    seats: tuple[str, ...]
    draft: Draft

    @property
    def words(self) -> Vocabulary:
        return self.draft.words

    @property
    def complaints(self) -> Complaints:
        return self.draft.complaints

    def spoken(self, words: str) -> str:
        """A text in the words of the language: `Bo hedgehog` means `hedgehog of Bo`."""
        for seat in self.seats:
            words = re.sub(rf"\b{re.escape(seat)} (?!of\b)([a-z]\w*)(?: (\d+)\b)?", _turned_round(seat), words)
        return words

    def spoken_node(self, node: Node) -> Node:
        """The same for every text of a statement."""
        if isinstance(node, Text):
            return Text(node.span, self.spoken(node.words), node.plain)
        if isinstance(node, Sequence):
            return Sequence(node.span, [self.spoken_node(item) for item in node.items])
        return Mapping(node.span, {key: self.spoken_node(value) for key, value in node.items.items()}, node.keys)

    def phrase(self, words: str, span: Span) -> tuple[ir.Expr, ir.Type] | None:
        """A phrase such as `strength of Bo hedgehog`, resolved; None after a complaint."""
        spoken = self.spoken(words)
        try:
            return lower_expr(self.words, parse(spoken, "condition"), Scope.function(None, has_player=False))
        except Misread as problem:
            self.draft.complain_misread(span, spoken, problem, "condition")
        except Wrong as problem:
            hint = did_you_mean(words, EXPECTED) if problem.slug == "unknown-name" else ""
            self.complaints.add(span, problem.slug, hint=hint or problem.hint, notes=problem.notes, **problem.words)
        return None

    def seat(self, words: str, span: Span) -> int | None:
        if words in self.seats:
            return self.seats.index(words)
        self.complaints.add(span, "unknown-seat", hint=did_you_mean(words, self.seats), name=words, known=listed(self.seats))
        return None


def _turned_round(seat: str):  # type: ignore[no-untyped-def]
    """`Bo hedgehog` means `hedgehog of Bo`, `Bo acorn 2` means `acorn 2 of Bo`; `hand of Bo with …` stays as it is."""

    def turned(match: re.Match[str]) -> str:
        if match[1] in reserved_words():
            return match[0]
        return f"{match[1]}{' ' + match[2] if match[2] else ''} of {seat}"

    return turned


def items_of(node: Node | None) -> list[Node]:
    if node is None:
        return []
    return node.items if isinstance(node, Sequence) else [node]


def whole_of(node: Node | None, default: int) -> int:
    value = node.value if isinstance(node, Text) else None
    return value if isinstance(value, int) else default


def where_of(node: Node) -> script.Where:
    return where_of_span(node.span)


def where_of_span(span: Span) -> script.Where:
    return span.file, span.line, span.column, span.length
