"""Lowers program cells: `hunt + rest / gather 1` in a table.

Takes the program columns of every table; gives each cell a procedure and each column a table from row to procedure. `+` joins
what is done in order, `/` separates what the player chooses between. Formulas (conditions and values in cells) get a function.
"""

from __future__ import annotations

from dataclasses import replace

from ... import ir
from ..declare.rows import Cell, GivenWord
from ..declare.scope import Scope
from ..parse import syntax as S
from ..parse import syntax_verbs as V
from ..read.nodes import Sequence, Text, text_of
from .actions import with_own_actions
from .context import Context
from .expressions import lower_expr
from .joining import sequence
from .picks import by_branch
from .statements import lower_verb
from .texts import plain
from .types import TRUE, need

Cells = list[tuple[int, Text | GivenWord]]
Formulas = list[tuple[str, Text | GivenWord, int, ir.Type]]  # the table, the cell, its function and what it is


def reserve_formulas(context: Context) -> tuple[Context, Formulas]:
    """Give every formula in a table its number, before any expression asks for it."""
    waiting: Formulas = []
    numbered = {}
    for (table, name), column in context.words.columns.items():
        if column.formula:
            cells = [(row, cell, context.made.reserve_function()) for row, cell in _cells(context, table, name)]
            numbered[table, name] = tuple((row, number) for row, _, number in cells)
            waiting += [(table, cell, number, column.type) for _, cell, number in cells]
    return replace(context, words=replace(context.words, formulas=numbered)), waiting


def lower_formulas(context: Context, waiting: Formulas) -> None:
    for table, cell, number, type in waiting:
        scope = Scope.function(_thing(context, table))

        def build(tree: S.Syntax, scope: Scope = scope, sort: str = type.sort) -> ir.Expr:
            value, value_type = lower_expr(context, tree, scope)
            need(value_type, sort, tree.at)
            return value

        value = context.attempt(cell, "condition", build, ir.Const(None))
        context.made.fill_function(number, f"{table} formula", scope, value, cell.span)


def lower_programs(context: Context) -> Context:
    """Every program cell gets its procedure; returns the context in which sentences can use them."""
    waiting, programs = [], {}
    for (table, name), column in context.words.columns.items():
        if column.type.sort == ir.TypeSort.PROGRAM:
            cells = [(row, cell, context.made.reserve_procedure()) for row, cell in _cells(context, table, name)]
            programs[table, name] = tuple((row, number) for row, _, number in cells)
            waiting += [(table, name, cell, number) for _, cell, number in cells]
    numbers = frozenset(number for rows in programs.values() for _, number in rows)
    inside = replace(context, programs=programs, cells=numbers)
    for table, name, cell, number in waiting:
        _fill(inside, table, name, cell, number)
    return inside


def _cells(context: Context, table: str, column: str) -> Cells:
    """What is written in a column, row by row; a list gives a cell for each of its places."""
    numbers = context.words.members if table in context.words.types else context.words.rows
    cells: Cells = []
    for row in context.words.written.get(table, ()):
        number, cell = numbers[row.id][1], row.get(column)
        if isinstance(cell, Sequence):
            for entry, one in enumerate(cell.items, 1):
                cells += _filled(number * ir.LONGEST_LIST + entry, one)
        else:
            cells += _filled(number, cell)
    return cells


def _filled(number: int, cell: Cell | None) -> Cells:
    return [(number, cell)] if isinstance(cell, Text | GivenWord) and cell.words not in ("", "none") else []


def _thing(context: Context, table: str) -> ir.Type:
    return ir.Type(ir.TypeSort.MEMBER if table in context.words.types else ir.TypeSort.CARD, (table,))


def _fill(context: Context, kind: str, column: str, cell: Text | GivenWord, number: int) -> None:
    scope = Scope.function(_thing(context, kind))
    line = cell.span.line

    def build(tree: S.Program) -> ir.Stmt:
        bodies = [_steps(context, steps, scope, line) for steps in tree.alternatives]
        if len(bodies) == 1:
            return bodies[0]
        texts = [" + ".join(_spoken(context, use) for use in steps) for steps in tree.alternatives]
        branches = tuple(ir.Branch(TRUE, (), plain(text), line) for text in texts)
        site = context.made.new_site(tuple(() for _ in branches), cell.span)
        result = scope.places.new(ir.NUMBER, "answer")
        seats = ir.Op(ir.Sign.LISTED, (ir.Local(scope.player),))
        choice = ir.Choose(site, seats, branches, None, None, result, line)
        return sequence(with_own_actions(context, choice, scope), by_branch(result, bodies, ir.NOTHING_TO_DO, line))

    body = context.attempt(cell, "program", build, ir.NOTHING_TO_DO)
    context.made.fill_procedure(number, f"{kind} {column}", scope, 2, body, cell.span)


def _steps(context: Context, steps: tuple[S.Use, ...], scope: Scope, line: int) -> ir.Stmt:
    return sequence(*[lower_verb(context, V.Call(use.at, use.verb, use.operands), scope, line) for use in steps])


def _spoken(context: Context, use: S.Use) -> str:
    operands = [str(getattr(one, "value", getattr(one, "name", ""))) for one in use.operands]
    verb = context.words.verbs.get(use.verb)
    called = text_of(verb.slot("name")) if verb else ""
    return " ".join([called or use.verb.replace("_", " "), *operands])
