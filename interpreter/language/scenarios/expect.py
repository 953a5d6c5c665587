"""What a scenario expects: zones, values, offers, views, the log, and how the game ended.

Takes the mapping under `expect`; returns every expectation with its names resolved, or complains of what they name.
"""

from __future__ import annotations

import re
from dataclasses import replace

from ...ir import TypeSort
from ...model import scenario as script
from ..diagnostics import Span
from ..read.nodes import Mapping, Node, Scalar, Sequence, text_of
from .phrases import Phrases, items_of, where_of_span
from .zone_contents import IN_ANY_ORDER, is_amount, zone_is


def expectations_of(phrases: Phrases, node: Node | None) -> list[script.Step]:
    if not isinstance(node, Mapping):
        return []
    expectations: list[script.Expectation | None] = []
    for key, value in node.items.items():
        if key.startswith("for "):
            expectations += _for_seat(phrases, key[4:], node.keys[key], value)
        else:
            expectations.append(_expectation(phrases, key, node.keys[key], value))
    return [tuple(one for one in expectations if one is not None)]


def _expectation(phrases: Phrases, key: str, span: Span, value: Node) -> script.Expectation | None:
    where = where_of_span(span)
    if key == "decision":
        named = [item for item in items_of(value) if text_of(item) != "none"]
        seats = [phrases.seat(text_of(item), item.span) for item in named]
        return script.DecisionIs(tuple(seat for seat in seats if seat is not None), where)
    if key in ("happened", "not happened"):
        return script.Happened(tuple(text_of(item) for item in items_of(value)), key != "happened", where)
    if key == "over":
        return script.Over(text_of(value) == "true", where)
    if key == "winners":
        winners = [phrases.seat(text_of(item), item.span) for item in items_of(value)]
        return script.Winners(tuple(seat for seat in winners if seat is not None), where)
    offered = re.match(r"(only |not |)offered to (.+)$", key)
    if offered:
        seat = phrases.seat(offered[2], span)
        mode = {"only ": "only", "not ": "none", "": "some"}[offered[1]]
        texts = tuple(text_of(item) for item in items_of(value))
        return script.Offered(seat, mode, texts, where) if seat is not None else None
    if key.startswith("seen by "):
        return _seen(phrases, key[8:], span, value)
    return _phrase_is(phrases, key, span, value)


def _for_seat(phrases: Phrases, name: str, span: Span, value: Node) -> list[script.Expectation | None]:
    """Zones and values about a seat: `coins` is then what that seat has."""
    seat = phrases.seat(name, span)
    if not isinstance(value, Mapping):
        phrases.complaints.add(value.span, "mapping-expected", what=f'what stands under "{name}"')
        return []
    about = replace(phrases, player=0 if seat is None else seat)
    return [_phrase_is(about, key, value.keys[key], inside) for key, inside in value.items.items()]


def _seen(phrases: Phrases, name: str, span: Span, value: Node) -> script.Expectation | None:
    seat = phrases.seat(name, span)
    if not isinstance(value, Mapping):
        phrases.complaints.add(value.span, "mapping-expected", what=f'what stands under "{name}"')
        return None
    parts = [_seen_part(phrases, key, value.keys[key], inside) for key, inside in value.items.items()]
    return script.Seen(seat, tuple(one for one in parts if one), where_of_span(span)) if seat is not None else None


def _seen_part(
    phrases: Phrases, key: str, span: Span, value: Node
) -> script.ZoneIs | script.ValueIs | script.HiddenIs | None:
    """A zone or a value as a seat sees it, or `hidden`."""
    if not isinstance(value, Scalar) or value.words != "hidden":
        return _phrase_is(phrases, key, span, value)
    asked = phrases.phrase(key, span)
    return None if asked is None else script.HiddenIs(*asked, key, where_of_span(span))


def _phrase_is(phrases: Phrases, key: str, span: Span, value: Node) -> script.ZoneIs | script.ValueIs | None:
    phrase = key.removesuffix(IN_ANY_ORDER)
    asked = phrases.phrase(phrase, span)
    if asked is None:
        return None
    expr, type = asked
    is_zone = type.sort == TypeSort.ZONE and not type.many
    if phrase != key and not (is_zone and isinstance(value, Sequence)):
        phrases.complaints.add(span, "any-order-of-what")
        return None
    if is_zone and (isinstance(value, Sequence) or is_amount(value)):
        return zone_is(phrases, key, span, expr, type, value)
    if not isinstance(value, Scalar):
        phrases.complaints.add(value.span, "value-expected")
        return None
    expected = phrases.phrase(value.words, value.span)
    if expected is None:
        return None
    return script.ValueIs(expr, type, *expected, key, where_of_span(span))
