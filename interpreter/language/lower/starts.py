"""Lowers what is known before a game begins: how many zones there are, where variables and values start, how cards are drawn.

Takes the declarations and the slots that they were written with; returns them with those slots lowered.
"""

from __future__ import annotations

from dataclasses import replace

from ... import ir
from ..declare.scope import Scope
from ..declare.sizes import check_start
from ..diagnostics import Span
from ..read.nodes import Mapping, Node
from .context import Context, Typed
from .definitions import this_of
from .expressions import lower_expr
from .texts import lower_text
from .types import describe, fits
from .wants import WHOSE

Sections = dict[str, Mapping]


def slot_of(root: Sections, section: str, name: str, slot: str) -> Node | None:
    """A slot of an entry of a section, if it is written."""
    mapping = root.get(section)
    node = mapping.items.get(name) if mapping else None
    return node.get(slot) if isinstance(node, Mapping) else None


def with_zone_counts(context: Context, root: Sections) -> Context:
    families = dict(context.words.families)
    known = context.with_words(families=families)
    for name, family in context.words.families.items():
        node = slot_of(root, "zones", name, "count")
        if node is None:
            continue
        value, type, slots = _of_the_game(known, node, ir.Const(1))
        if type.many:
            value = ir.Op(ir.Sign.LENGTH, (value,))
        families[name] = replace(family, count=value, count_slots=slots)
    for name, family in families.items():
        if family.pairs is not None and family.pairs.is_zone:
            second = list(families.values())[family.pairs.number]
            families[name] = replace(family, count=second.count, count_slots=second.count_slots)
    context.made.wants.belong_to_nobody()
    return known


def with_starts_of_variables(context: Context, root: Sections) -> Context:
    variables = dict(context.words.variables)
    known = context.with_words(variables=variables)
    for name, variable in context.words.variables.items():
        node = slot_of(root, "counters" if variable.is_counter else "variables", name, "starts")
        if node is not None:
            value, type, slots = _of_the_game(known, node, variable.starts)
            _check_type(context, node, type, variable.type)
            check_start(context.complaints, node, value, variable)
            variables[name] = replace(variable, starts=value, start_slots=slots)
    context.made.wants.belong_to_nobody()
    return known


def with_starts_of_values(context: Context, root: Sections) -> Context:
    values = dict(context.words.values)
    known = context.with_words(values=values)
    for name, value in context.words.values.items():
        scope = Scope.function(this_of(context.words, value.of))
        node = slot_of(root, "values", name, "starts")
        start, type = _typed(known, node, scope, ir.Const(0))
        _check_type(context, node, type, value.type)
        number = context.made.new_function(name, scope, start, context.words.places.get(name, Span("")))
        context.made.wants.about_nobody["function", number] = WHOSE
        values[name] = replace(value, starts=number)
    return known


def with_drawings(context: Context, root: Sections) -> Context:
    """How the cards of a kind read on a map."""
    kinds = dict(context.words.kinds)
    for name, kind in context.words.kinds.items():
        node = slot_of(root, "components", name, "drawn as")
        if node is not None:
            scope = Scope.function(ir.Type(ir.TypeSort.CARD, (name,)), has_player=False)
            text = lower_text(context, node, scope, ir.Text(()))
            kinds[name] = replace(kind, drawn_as=text, drawn_slots=tuple(scope.places.types))
    context.made.wants.belong_to_nobody()
    return context.with_words(kinds=kinds)


def _of_the_game(context: Context, node: Node, default: ir.Expr) -> tuple[ir.Expr, ir.Type, tuple[ir.Type, ...]]:
    """A value of the game itself, with its type and the places that working it out needs."""
    scope = Scope.function(None, has_player=False)
    value, type = _typed(context, node, scope, default)
    nobody = [ir.NOTHING if one is ir.ANY else one for one in scope.places.types]  # this is nothing here
    return value, type, tuple(nobody)


def _typed(context: Context, node: Node | None, scope: Scope, default: ir.Expr) -> Typed:
    typed: Typed = context.attempt(node, "condition", lambda tree: lower_expr(context, tree, scope), (default, ir.ANY))
    return typed


def _check_type(context: Context, node: Node | None, type: ir.Type, needed: ir.Type) -> None:
    if node is not None and not fits(type, needed):
        context.complaints.add(node.span, "wrong-type", needed=describe(needed), found=describe(type))
