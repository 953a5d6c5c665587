"""The position that a scenario gives: zones with their cards, variables with their values, and where play stands.

Takes the mapping under `given`; returns it with every name resolved, or complains of what cannot be given.
"""

from __future__ import annotations

from .. import ir, script
from .diagnostics import Span, did_you_mean, listed
from .fitting import fits
from .names import text_of
from .scenario_phrases import Phrases, where_of_span, whole_of
from .scenario_pieces import IN_ANY_ORDER, zone_is
from .source import Mapping, Node


def given_of(phrases: Phrases, node: Node | None) -> script.Given | None:
    if not isinstance(node, Mapping):
        return None
    turn = round_number = None
    at = "turn"
    zones: list[script.ZoneIs] = []
    variables: list[script.VariableIs] = []
    for key, value in node.items.items():
        span = node.keys[key]
        if key == "turn":
            turn = phrases.seat(text_of(value), value.span)
        elif key == "round":
            round_number = whole_of(value, 1)
        elif key == "at":
            at = _step_name(phrases, value)
        else:
            _given_phrase(phrases, key, span, value, zones, variables)
    return script.Given(turn, round_number, at, tuple(zones), tuple(variables))


def _step_name(phrases: Phrases, node: Node) -> str:
    name = text_of(node)
    known = ["turn", *phrases.words.steps]
    if name not in known:
        phrases.complaints.add(node.span, "unknown-step", hint=did_you_mean(name, known), name=name, steps=listed(known))
    return name


def _given_phrase(
    phrases: Phrases, key: str, span: Span, value: Node, zones: list[script.ZoneIs], variables: list[script.VariableIs]
) -> None:
    if key.endswith(IN_ANY_ORDER):
        phrases.complaints.add(span, "any-order-in-given")
        return
    found = phrases.phrase(key, span)
    if found is None:
        return
    expr, type = found
    if type.sort == "zone" and not type.many:
        zone = zone_is(phrases, key, span, expr, type, value)
        if zone.count is not None:
            phrases.complaints.add(value.span, "count-in-given")
        zones.append(zone)
    elif isinstance(expr, ir.Read) and expr.variable >= 0:
        wanted = phrases.phrase(text_of(value), value.span)
        if wanted is None:
            return
        if not fits(wanted[1], type):
            phrases.complaints.add(value.span, "wrong-type", needed=type.sort, found=wanted[1].sort)
        variables.append(script.VariableIs(expr.variable, expr.of, wanted[0], where_of_span(span)))
    else:
        phrases.complaints.add(span, "cannot-be-given", name=key)
