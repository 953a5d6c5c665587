"""Lowers the section `measures`: what a designer wants to know of many games beside wins and scores.

Takes what is written; returns each measure with the number of its function. Nothing of it is part of the rules: no rule can
name a measure, and who plays never meets one.
"""

from __future__ import annotations

from collections.abc import Iterator

from ... import ir
from ...model.definition import GameMeasure
from ..declare.declaring import is_name
from ..declare.scope import Scope
from ..diagnostics import did_you_mean, listed
from ..parse import syntax as S
from ..read.nodes import Mapping, text_of
from .context import Context
from .expressions import lower_expr
from .types import describe
from .wants import OF_EACH


def lower_measures(context: Context, section: Mapping | None) -> tuple[GameMeasure, ...]:
    return () if section is None else tuple(_lowered(context, section))


def _lowered(context: Context, section: Mapping) -> Iterator[GameMeasure]:
    for name, node in section.items.items():
        if not is_name(name):
            context.complaints.add(section.keys[name], "bad-name", name=name)
        if isinstance(node, Mapping):
            of = ir.OF_PLAYERS if "of" in node.items else ir.OF_GAME
            yield GameMeasure(name, of, _function(context, name, node, of), _step(context, node))


def _step(context: Context, node: Mapping) -> str:
    at, known = node.get("at"), context.words.steps
    name = text_of(at)
    if at is not None and name not in known:
        context.complaints.add(at.span, "unknown-step", hint=did_you_mean(name, known), name=name, steps=listed(known))
    return name


def _function(context: Context, name: str, node: Mapping, of: ir.Owner) -> int:
    """A number or a condition; whatever else is written is refused."""
    scope = Scope.function(ir.PLAYER_TYPE) if of.is_player else Scope.function(None, has_player=False)
    written = node.get("is")

    def build(tree: S.Syntax) -> ir.Expr:
        value, type = lower_expr(context, tree, scope)
        if type.many or type.sort not in (ir.TypeSort.NUMBER, ir.TypeSort.FLAG, ir.TypeSort.ANY, ir.TypeSort.NONE):
            context.complaints.add(node.items["is"].span, "wrong-type", needed="a number or a condition", found=describe(type))
        return value

    value, terms = context.formula(written, build, ir.Const(0))
    number = context.made.new_function(name, scope, value, node.span, terms)
    if not of.is_player:
        context.made.wants.about_nobody["function", number] = OF_EACH
    return number
