"""Refuses values and verbs that no game could wait for: formulas that ask each other twice and twice again, loops in loops.

Takes a definition without other errors; adds a complaint where the first of a chain is written, with the names of the chain.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ... import ir
from ...ir.analysis.charges import charges_of
from ...ir.analysis.effort import LOOK, asked_by, effort_of
from ...ir.analysis.written_out import WrittenOut
from ...ir.limits import CHAIN, EFFORT, KEPT, PLACES, STEPS, WRITTEN_OUT, Limit
from ...ir.walk import children, is_expression
from ...model.definition import Definition
from ..declare.names import Vocabulary
from ..declare.sizes import tell_beyond
from ..diagnostics import Complaints, Span, on_line

MOST_NAMED = 8  # of a chain; the rest is left out


def check_effort(definition: Definition, words: Vocabulary, complaints: Complaints) -> None:
    """The first definition that is too dear, from the inside out; all that use it are too dear because of it."""
    if _check_chains(definition, words, complaints) or _check_places(definition, words, complaints):
        return
    effort, written_out = effort_of(definition), WrittenOut(definition)
    for function, statement, limit in (
        (written_out.function, written_out.of, WRITTEN_OUT),
        (lambda number: effort.function(number).at(effort.lengths.full) // LOOK, effort.worst, EFFORT),
    ):
        costs = sorted((function(number), number) for number in range(len(definition.functions)))
        dear = next(((cost, number) for cost, number in costs if cost > limit.most), None)
        if dear is not None:
            cost, number = dear
            names = [definition.functions[one].name for one in (number, *effort.chain(definition.functions[number].value))]
            _complain(complaints, _place(definition, words, number), names, cost, limit)
            return
        for file, line, node in _expressions(definition):
            if (cost := statement(node)) > limit.most:
                names = [definition.functions[one].name for one in effort.chain(node)]
                _complain(complaints, on_line(file, line), names, cost, limit)
                return
    _check_verbs(definition, words, complaints)
    _check_options(definition, complaints)


def _check_options(definition: Definition, complaints: Complaints) -> None:
    """Whether the options of a decision could be put into words in time."""
    charges = charges_of(definition)
    for procedure in definition.procedures:
        for node, line in _nodes(procedure.body):
            if isinstance(node, ir.Choose | ir.PickMany) and (steps := charges.wording(node)) > STEPS.most:
                _complain(complaints, on_line(definition.files[procedure.file], line), [], steps, STEPS)


def _check_chains(definition: Definition, words: Vocabulary, complaints: Complaints) -> bool:
    """Whether definitions use each other in too long a row, told at the first with too many below it."""
    functions = [asked_by(function.value, definition) for function in definition.functions]
    verbs = [
        {one.procedure for one, _ in _nodes(procedure.body) if isinstance(one, ir.Call)} for procedure in definition.procedures
    ]
    names = [one.name for one in definition.functions], [one.name for one in definition.procedures]
    for edges, table in zip((functions, verbs), names, strict=True):
        depths = _depths(edges)
        named = [(depth, words.places[name]) for depth, name in zip(depths, table, strict=True) if name in words.places]
        span = next((where for depth, where in named if depth == CHAIN.most + 1), None)
        if span is not None:
            return tell_beyond(complaints, span, CHAIN, max(depth for depth, _ in named))
    return False


def _check_places(definition: Definition, words: Vocabulary, complaints: Complaints) -> bool:
    """Whether one procedure has more to remember than could be kept at each of its decisions."""
    for procedure in definition.procedures:
        places = len(procedure.slots)
        waits = sum(isinstance(one, ir.Choose | ir.PickMany) for one, _ in _nodes(procedure.body))
        span = words.places.get(procedure.name) or on_line(definition.files[procedure.file], procedure.line)
        if tell_beyond(complaints, span, PLACES, places) or tell_beyond(complaints, span, KEPT, places * waits):
            return True
    return False


def _depths(edges: list[set[int]]) -> list[int]:
    """How many are used one after the other, each counted among them; what leads back to itself is not followed."""
    depths, is_open = [0] * len(edges), [True] * len(edges)
    for start in range(len(edges)):
        waiting = [start]
        while waiting:
            one = waiting[-1]
            if is_open[one]:
                is_open[one] = False
                waiting += [other for other in edges[one] if is_open[other]]
                continue
            waiting.pop()
            depths[one] = depths[one] or 1 + max((depths[other] for other in edges[one]), default=0)
    return depths


def _check_verbs(definition: Definition, words: Vocabulary, complaints: Complaints) -> None:
    written_out, charges = WrittenOut(definition), charges_of(definition)
    for count, limit in ((written_out.procedure, WRITTEN_OUT), (charges.procedure, STEPS)):
        for steps, number in sorted((count(number), number) for number in range(len(definition.procedures))):
            if steps > limit.most:
                procedure = definition.procedures[number]
                span = words.places.get(procedure.name) or on_line(definition.files[procedure.file], procedure.line)
                names = [definition.procedures[one].name for one in (number, *_called(number, definition, written_out))]
                _complain(complaints, span, names, steps, limit)
                return


def _complain(complaints: Complaints, span: Span, names: list[str], cost: int, limit: Limit) -> None:
    chain = " → ".join(names[:MOST_NAMED]) + (" → …" if len(names) > MOST_NAMED else "")
    notes = [f"it goes: {chain}"] if len(names) > 1 else []
    complaints.add(span, "too-dear", notes=notes, found=f"{cost:,}", most=f"{limit.most:,}", what=limit.what)


def _place(definition: Definition, words: Vocabulary, number: int) -> Span:
    function = definition.functions[number]
    known = words.places.get(function.name)
    if known is not None and known.line == function.line:
        return known
    return on_line(definition.files[function.file], function.line)


def _called(number: int, definition: Definition, written_out: WrittenOut) -> tuple[int, ...]:
    """The longest procedures that one calls, each the longest of the one before."""
    called = {one.procedure for one, _ in _nodes(definition.procedures[number].body) if isinstance(one, ir.Call)} - {number}
    if not called:
        return ()
    longest = max(called, key=lambda one: (written_out.procedure(one), -one))
    if written_out.procedure(longest) >= written_out.procedure(number):
        return ()
    return (longest, *_called(longest, definition, written_out))


def _expressions(definition: Definition) -> Iterator[tuple[str, int, ir.Expr]]:
    """Every expression of every rule, with its file and line."""
    for procedure in definition.procedures:
        file = definition.files[procedure.file]
        for node, line in _nodes(procedure.body):
            if isinstance(node, ir.Expr):
                yield file, line or procedure.line, node


def _nodes(body: ir.Stmt) -> Iterator[tuple[Any, int]]:
    """Every statement and every outermost expression, each with the line it stands on."""
    waiting: list[tuple[Any, int]] = [(body, 0)]
    while waiting:
        one, line = waiting.pop()
        line = getattr(one, "line", 0) or line
        yield one, line
        if not is_expression(one):
            waiting += [(each, line) for each in children(one)]
