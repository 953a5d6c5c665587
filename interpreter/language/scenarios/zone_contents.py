"""Pieces of a scenario: which cards lie in a zone, and how.

Takes what is written about a zone, such as `[Bo owl face down, rest]` or `3 cards`; returns it with every card resolved, or
complains of each that is unknown.
"""

from __future__ import annotations

import re

from ... import ir
from ...model import scenario as script
from ..diagnostics import Span, did_you_mean
from ..parse.parser import Misread, parse
from ..read.nodes import Node, Scalar, text_of
from .phrases import Phrases, items_of, where_of, where_of_span

IN_ANY_ORDER = " in any order"
_COUNT = re.compile(r"(\d+) cards?$")


def zone_is(phrases: Phrases, phrase: str, span: Span, expr: ir.Expr, type: ir.Type, value: Node) -> script.ZoneIs:
    if isinstance(value, Scalar):
        count = _COUNT.match(value.words)
        if count or value.words == "empty":
            number = int(count[1]) if count else 0
            return script.ZoneIs(expr, (), number, phrase, where_of_span(span))
    pieces = [piece_of(phrases, item, type) for item in items_of(value)]
    any_order = phrase.endswith(IN_ANY_ORDER)
    return script.ZoneIs(expr, tuple(one for one in pieces if one), None, phrase, where_of_span(span), any_order)


def piece_of(phrases: Phrases, node: Node, zone: ir.Type) -> script.ScenarioPiece | None:
    """`Bo owl face down`, `any`, `rest`, `hidden`."""
    text = text_of(node)
    try:
        read = parse(text, "piece")
    except Misread as problem:
        phrases.context.explainer.complain_misread(node.span, text, problem, "piece")
        return None
    if phrases.context.explainer.tells_stranger(node.span, text):
        return None
    words = list(read.words)
    owner = phrases.seats.index(words.pop(0)) if words and words[0] in phrases.seats else None
    what, row = _piece_row(phrases, words, node.span)
    if what == "":
        return None
    under = None
    if read.under:
        host = list(read.under)
        host_owner = phrases.seats.index(host.pop(0)) if host[0] in phrases.seats else None
        under = (_piece_row(phrases, host, node.span)[1] or 0, host_owner)
    has = tuple((_variable(phrases, name, node.span), _has_value(phrases, value, node.span)) for name, value in read.has)
    return script.ScenarioPiece(
        what,
        row,
        owner,
        read.number,
        read.face,
        under,
        tuple(pair for pair in has if pair[0] >= 0),
        text,
        where_of(node),
    )


def _piece_row(phrases: Phrases, words: list[str], span: Span) -> tuple[str, int | None]:
    name = words[0] if len(words) == 1 else " ".join(words)
    if name in ("any", "rest", "hidden"):
        return name, None
    if name in phrases.words.rows:
        return "row", phrases.words.rows[name][1]
    known = [*phrases.words.rows, *phrases.seats, "any", "rest", "hidden"]
    phrases.complaints.add(span, "unknown-piece", hint=did_you_mean(words[-1] if words else "", known), name=name)
    return "", None


def _variable(phrases: Phrases, name: str, span: Span) -> int:
    if name in phrases.words.variables:
        return phrases.words.number_of("variables", name)
    phrases.complaints.add(span, "unknown-name", hint=did_you_mean(name, phrases.words.variables), name=name)
    return -1


def _has_value(phrases: Phrases, text: str, span: Span) -> int | None:
    asked = phrases.phrase(text, span)
    value = asked[0].value if asked and isinstance(asked[0], ir.Const) else None
    return value if isinstance(value, int) else None


def is_amount(node: Node) -> bool:
    return isinstance(node, Scalar) and bool(_COUNT.match(node.words) or node.words == "empty")
