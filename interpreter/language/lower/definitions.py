"""Lowers what a game defines: values, conditions and verbs of its own.

Takes the definitions as they were declared; gives each a number and works out what it is before any of them is lowered, so
that they may use each other in any order.
"""

from __future__ import annotations

import re
from dataclasses import replace

from ... import ir
from ..declare.names import Defined, Vocabulary
from ..declare.scope import Scope
from ..parse import syntax as S
from ..read.nodes import text_of
from .context import Context
from .expressions import lower_expr
from .made import Terms
from .statements import lower_told

_LIMITS = ((ir.Sign.MAX, "at least"), (ir.Sign.MIN, "at most"))


def reserve_definitions(context: Context) -> Context:
    """The same, with a number for every definition."""
    words, made = context.words, context.made
    functions = {name: replace(one, number=made.reserve_function()) for name, one in words.functions.items()}
    verbs = {name: replace(one, number=made.reserve_procedure()) for name, one in words.verbs.items()}
    return context.with_words(functions=functions, verbs=verbs)


def infer_types(context: Context) -> Context:
    """The same, with the type of every definition: it follows from its `is`. One whose type cannot be told is broken."""
    functions = dict(context.words.functions)
    known = context.with_words(functions=functions)
    waiting = needed_first(functions)
    for _ in range(len(waiting) + 1):
        before = len(waiting)
        for name in waiting:
            functions[name] = replace(functions[name], type=_type_of(known.silent(), functions[name]))
        waiting = [name for name in waiting if functions[name].type.sort == ir.TypeSort.ANY]
        if len(waiting) == before:
            break
    return known.with_words(broken=known.words.broken.union(waiting))


def needed_first(functions: dict[str, Defined]) -> list[str]:
    """Definitions in an order in which each comes after those that its `is` names, as far as there is one."""
    ordered: list[str] = []
    begun: set[str] = set()
    for start in functions:
        waiting = [start]
        while waiting:
            name = waiting[-1]
            needed = [] if name in begun else re.findall(r"\w+", text_of(functions[name].slot("is")))
            begun.add(name)
            waiting += [word for word in needed if word in functions and word not in begun]
            if waiting[-1] == name:
                waiting.pop()
                if name not in ordered:
                    ordered.append(name)
    return ordered


def _type_of(context: Context, function: Defined) -> ir.Type:
    scope = scope_of(context.words, function)
    if function.tree is not None:
        return lower_expr(context, function.tree, scope)[1]

    def build(tree: S.Syntax) -> ir.Type:
        return lower_expr(context, tree, scope)[1]

    type: ir.Type = context.attempt(function.slot("is"), "condition", build, ir.ANY)
    return type


def scope_of(words: Vocabulary, defined: Defined) -> Scope:
    scope = Scope.function(this_of(words, defined.of))
    for name, type in defined.parameters:
        scope.bind(name, type)
    return scope


def this_of(words: Vocabulary, of: ir.Owner) -> ir.Type | None:
    """What `this` is in something that an owner has."""
    if of.is_player:
        return ir.PLAYER_TYPE
    if of == ir.OF_CARDS:
        return ir.Type(ir.TypeSort.CARD, tuple(words.kinds))
    return words.type_named(words.owner_name(of))


def define_value(context: Context, function: Defined) -> None:
    scope = scope_of(context.words, function)

    def build(tree: S.Syntax) -> ir.Expr:
        return lower_expr(context, tree, scope)[0]

    terms: Terms = ()
    if function.tree is not None:
        value = build(function.tree)
    else:
        value, terms = context.formula(function.slot("is"), build, ir.Const(None))
    for sign, slot in _LIMITS:
        limit = function.slot(slot)
        if limit is not None and function.node is not None and function.type.sort == ir.TypeSort.FLAG:
            context.complaints.add(function.node.keys[slot], "limit-of-condition", name=function.name, slot=slot)
        elif limit is not None:
            value = ir.Op(sign, (value, context.attempt(limit, "condition", build, ir.Const(0))))
    context.made.fill_function(function.number, function.name, scope, value, function.span, terms)


def define_verb(context: Context, verb: Defined) -> None:
    scope = scope_of(context.words, verb)
    done = lower_told(context, verb.node, scope.inner()) if verb.node is not None else ir.NOTHING_TO_DO
    body = ir.Block(context.made.stretch(verb.name), done, verb.span.line)
    context.made.fill_procedure(verb.number, verb.name, scope, 2 + len(verb.parameters), body, verb.span)
