"""Phrases of a scenario: names of seats and values, in the words of the game.

Takes texts such as `strength of Bo hedgehog`; returns what they ask as IR, or complains of what they name. Knows nothing of
cards, answers or expectations.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from ... import ir
from ...ir.walk import with_parts
from ...model import scenario as script
from ..check.nobody import Judge
from ..declare.names import Vocabulary
from ..declare.scope import Scope, Wrong
from ..diagnostics import Complaints, Span, did_you_mean, listed
from ..explain.complaining import exact_words
from ..explain.phrasebook import find_phrase
from ..lower.context import Context
from ..lower.expressions import lower_expr
from ..lower.wants import wanted_in
from ..parse.grammar import reserved_words
from ..parse.parser import Misread, parse
from ..read.nodes import Mapping, Node, Scalar, Sequence

EXPECTED = ("decision", "happened", "over", "winners", "turn", "round", "at")  # keys that are no phrases


@dataclass(frozen=True)
class Phrases:
    """What the phrases of one scenario are read with: who sits at its table, the words of the game, who needs a player, and
    the seat that is then meant, if one is."""

    seats: tuple[str, ...]
    context: Context
    judge: Judge
    player: int | None = None

    @property
    def words(self) -> Vocabulary:
        return self.context.words

    @property
    def complaints(self) -> Complaints:
        return self.context.complaints

    def in_language(self, words: str) -> str:
        """A text in the words of the language: `Bo hedgehog` means `hedgehog of Bo`."""
        for seat in self.seats:
            words = re.sub(rf"\b{re.escape(seat)} (?!of\b)([a-z]\w*)(?: (\d+)\b)?", _turned_round(seat), words)
        return words

    def node_in_language(self, node: Node) -> Node:
        """The same for every text of a statement."""
        if isinstance(node, Scalar):
            return Scalar(node.span, self.in_language(node.words), node.plain)
        if isinstance(node, Sequence):
            return Sequence(node.span, [self.node_in_language(item) for item in node.items])
        return Mapping(node.span, {key: self.node_in_language(value) for key, value in node.items.items()}, node.keys)

    def phrase(self, words: str, span: Span) -> tuple[ir.Expr, ir.Type] | None:
        """A phrase such as `strength of Bo hedgehog`, resolved; None after a complaint."""
        sentence = self.in_language(words)
        try:
            scope = Scope.function(None, has_player=self.player is not None)
            return self._asked(*lower_expr(self.context, parse(sentence, "condition"), scope), words, span)
        except Misread as problem:
            habit = find_phrase(words, (0, len(words)), "condition", self.words)
            if habit is not None and not self.context.explainer.tells_stranger(span, words):
                self.context.explainer.complain_explained(span, habit)
            elif habit is None:
                self.context.explainer.complain_misread(span, sentence, problem, "condition")
        except Wrong as problem:
            if not self.context.explainer.tells_stranger(span, words):
                hint = did_you_mean(words, EXPECTED) if problem.slug == "unknown-name" else ""
                start, end = exact_words(problem, words) if words == sentence else (0, span.length)
                part = span.part(start, end - start)
                self.complaints.add(part, problem.slug, hint=hint or problem.hint, notes=problem.notes, **problem.words)
        return None

    def _asked(self, expr: ir.Expr, type: ir.Type, words: str, span: Span) -> tuple[ir.Expr, ir.Type] | None:
        """What is asked, for the player that is meant; complains if nobody is and somebody must be."""
        player = self._meant(words)
        if player is not None:
            return with_player(expr, player), type
        for key in wanted_in(expr, set()):
            need = self.judge.need_of(key) if key else None
            if key is None or need is not None:
                note = [f"{need.span.file}:{need.span.line} needs one: {need.name}"] if need else []
                hint = f"say for whom: write it under for and a seat, such as for {self.seats[0]}"
                self.complaints.add(span, "needs-player", hint=hint, notes=note, name=words)
                return None
        return expr, type

    def _meant(self, words: str) -> int | None:
        """What is asked of a seat is asked for it: `rich of Ada`, `Ada is rich`."""
        if self.player is not None:
            return self.player
        asked = re.match(r"\w+(?:\(.*\))? of (.+)$", words) or re.match(r"(.+) is (?:not )?\w+$", words)
        return self.seats.index(asked[1]) if asked and asked[1] in self.seats else None

    def seat(self, words: str, span: Span) -> int | None:
        if words in self.seats:
            return self.seats.index(words)
        where = span.part(max(0, span.length - len(words)), len(words))  # the name ends a phrase such as `offered to Bo`
        self.complaints.add(where, "unknown-seat", name=words, known=listed(self.seats))
        return None


def with_player(node: Any, player: int) -> Any:
    """An expression for one player: whoever is meant by `player` in it is that seat."""
    if node == ir.Local(ir.PLAYER):
        return ir.Const(player, ir.PLAYER_TYPE)
    return with_parts(node, lambda part: with_player(part, player))


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
    value = node.value if isinstance(node, Scalar) else None
    return value if isinstance(value, int) else default


def where_of(node: Node) -> script.Where:
    return where_of_span(node.span)


def where_of_span(span: Span) -> script.Where:
    return span.file, span.line, span.column, span.length
