"""The position that a scenario gives: zones with their cards, variables with their values, and where play stands.

Takes the mapping under `given`; returns it with every name resolved, or complains of what cannot be given.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ... import ir
from ...ir.walk import is_expression, walk
from ...model import scenario as script
from ...model.definition import MOMENTS
from ..declare.scope import Scope, Wrong
from ..diagnostics import Span, did_you_mean, listed
from ..lower.expressions import lower_expr
from ..lower.types import fits
from ..parse.parser import Misread, parse
from ..parse.syntax_verbs import Moment
from ..read.nodes import Mapping, Node, text_of
from .phrases import Phrases, items_of, where_of_span, whole_of
from .zone_contents import IN_ANY_ORDER, piece_of, zone_is

OUT = "out of the game"
SET_UP = "set-up"


def given_of(phrases: Phrases, node: Node | None) -> script.Given | None:
    return _Given(phrases).read(node) if isinstance(node, Mapping) else None


@dataclass
class _Given:
    phrases: Phrases
    zones: list[script.ZoneIs] = field(default_factory=list)
    variables: list[script.VariableIs] = field(default_factory=list)
    out: list[script.ScenarioPiece] = field(default_factory=list)

    def read(self, node: Mapping) -> script.Given:
        known = ("turn", "round", "at", "after", "rest", OUT)
        for key, value in node.items.items():
            if key == OUT:
                pieces = [piece_of(self.phrases, item, ir.Type(ir.TypeSort.ZONE)) for item in items_of(value)]
                self.out += [piece for piece in pieces if piece]
            elif key not in known or (key == "rest" and text_of(value) != OUT):
                self._phrase(key, node.keys[key], value)
        turn, at = node.get("turn"), node.get("at")
        return script.Given(
            turn=self.phrases.seat(text_of(turn), turn.span) if turn else None,
            round=self._round(node.get("round")),
            at=step_name(self.phrases, text_of(at), at.span, ("turn",)) if at else "turn",
            zones=tuple(self.zones),
            variables=tuple(self.variables),
            out=tuple(self.out),
            rest_is_out="rest" in node.items and text_of(node.get("rest")) == OUT,
            after_setup=self._after(node.get("after")),
            stands="after" not in node.items or any(key in node.items for key in ("turn", "round", "at")),
        )

    def _round(self, node: Node | None) -> int | None:
        if node is None:
            return None
        number = whole_of(node, 0)
        if number < 1:
            self.phrases.complaints.add(node.span, "bad-round", found=text_of(node))
        return number

    def _after(self, node: Node | None) -> bool:
        if node is not None and text_of(node) != SET_UP:
            self.phrases.complaints.add(node.span, "after-what", found=text_of(node))
        return node is not None

    def _phrase(self, key: str, span: Span, value: Node) -> None:
        phrases = self.phrases
        if key.endswith(IN_ANY_ORDER):
            phrases.complaints.add(span, "any-order-in-given")
            return
        asked = phrases.phrase(key, span)
        if asked is None:
            return
        expr, type = asked
        if type.sort == ir.TypeSort.ZONE and not type.many:
            zone = zone_is(phrases, key, span, expr, type, value)
            if zone.count:
                phrases.complaints.add(value.span, "count-in-given")
            self.zones.append(zone)
        elif isinstance(expr, ir.Read):
            self._variable(expr, type, span, value)
        else:
            phrases.complaints.add(span, "cannot-be-given", name=key)

    def _variable(self, read: ir.Read, type: ir.Type, span: Span, value: Node) -> None:
        words, _, moment = text_of(value).partition(" until ")
        wanted = self.phrases.phrase(words, value.span)
        if wanted is None:
            return
        if not fits(wanted[1], type):
            self.phrases.complaints.add(value.span, "wrong-type", needed=type.sort, found=wanted[1].sort)
        is_marked = read.of is not None and type.sort == ir.TypeSort.FLAG
        start = len(words) + len(" until ")
        end = self._until(moment, value.span.part(start, len(moment)), is_marked) if moment else (None, None)
        self.variables.append(script.VariableIs(read.variable, read.of, wanted[0], where_of_span(span), *end))

    def _until(self, words: str, span: Span, is_flag: bool) -> tuple[int | None, ir.Expr | None]:
        """The moment when a flag ends, in the words of `mark`."""
        phrases = self.phrases
        if not is_flag:
            phrases.complaints.add(span, "until-of-what")
            return None, None
        sentence = phrases.in_language(words)
        try:
            return self._moment(parse(sentence, "moment"), span)
        except Misread as problem:
            phrases.context.explainer.complain_misread(span, sentence, problem, "moment")
        except Wrong as problem:
            phrases.context.explainer.complain(span, problem)
        return None, None

    def _moment(self, moment: Moment, span: Span) -> tuple[int | None, ir.Expr | None]:
        words = self.phrases.context.words
        known = words.moment(moment.name) if step_name(self.phrases, moment.name, span, MOMENTS) else None
        if known is not None and known not in set(_moments(self.phrases.context.made.procedures)):
            self.phrases.complaints.add(span, "until-never", name=moment.name)
        scope = Scope.function(None, has_player=False)
        return known, lower_expr(self.phrases.context, moment.of, scope)[0] if moment.of is not None else None


def _moments(procedures: Iterable[ir.Procedure | None]) -> Iterator[int | None]:
    """The moments that flags are marked until, in some rules."""
    return (one.moment for one in walk(tuple(procedures), is_expression) if isinstance(one, ir.Mark))


def step_name(phrases: Phrases, name: str, span: Span, more: tuple[str, ...]) -> str:
    """The name of a step of the flow, or one of the other places where play can stand; empty after a complaint."""
    known = [*more, *phrases.words.steps]
    if name not in known:
        phrases.complaints.add(span, "unknown-step", hint=did_you_mean(name, known), name=name, steps=listed(known))
        return ""
    return name
