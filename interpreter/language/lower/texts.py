"""Lowers what players read: words with holes.

Takes `place {newcomer} in {target}`; returns the words and, for each hole, the value that fills it and its type.
"""

from __future__ import annotations

import re

from ... import ir
from ..declare.scope import Scope, Wrong
from ..parse.parser import Misread, parse
from ..read.nodes import Node, Scalar
from .context import Context
from .expressions import lower_expr

_HOLE = re.compile(r"\{([^{}]*)\}")


def lower_text(context: Context, node: Node | None, scope: Scope, default: ir.Text) -> ir.Text:
    if node is None:
        return default
    if not isinstance(node, Scalar):
        context.complaints.add(node.span, "text-expected")
        return default
    parts: list[str | tuple[ir.Expr, ir.Type]] = []
    end = 0
    for hole in _HOLE.finditer(node.words):
        parts.append(node.words[end : hole.start()])
        span = node.span.part(hole.start(1), len(hole[1]))
        try:
            part = lower_expr(context, parse(hole[1], "condition"), scope)
            context.heed(span, hole[1], part[0])
            parts.append(part)
        except Misread as problem:
            context.explainer.complain_misread(span, hole[1], problem, "condition")
        except Wrong as problem:
            context.explainer.complain(span, problem, hole[1])
        end = hole.end()
    parts.append(node.words[end:])
    _complain_of_braces(context, node)
    return ir.Text(tuple(part for part in parts if part != ""), node.span.line)


def _complain_of_braces(context: Context, node: Scalar) -> None:
    """A brace that opens or closes nothing."""
    left = _HOLE.sub(lambda hole: " " * len(hole[0]), node.words)
    for sign in re.finditer(r"[{}]", left):
        context.complaints.add(node.span.part(sign.start(), 1), "brace-alone", sign=sign[0])
        return


def plain(words: str) -> ir.Text:
    return ir.Text((words,))
