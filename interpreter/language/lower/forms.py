"""The tables of what can be lowered: every form of an expression, verb and head of a statement, with its function.

They follow from names: the class `EndCard` of `syntax` is lowered by `lower_end_card`, the head `each` by `lower_each`. A form
without its function fails here, when the language is loaded.
"""

from __future__ import annotations

from ..parse import syntax, syntax_verbs
from ..parse.alike import classes_in, functions_in
from . import choices, draws, facts, flow, names, pairs, prizes, sets, slots, turns, values, verbs

_EXPRESSIONS = functions_in(values, names, pairs, prizes, sets)
_ACTIONS = functions_in(verbs, draws, facts)
_STATEMENTS = functions_in(choices, flow, turns)

FORMS = {form: _EXPRESSIONS[name] for name, form in classes_in(syntax, syntax.Expression).items()}
VERBS = {verb: _ACTIONS[name] for name, verb in classes_in(syntax_verbs, syntax_verbs.Verb).items()}
HEADS = {head: _STATEMENTS[head] for head in slots.HEADS if head != "then"}
