"""Lowers program cells: `hunt + rest / gather 1` in a table.

Takes the program columns of every table; gives each cell a procedure and each column a table from row to procedure. `+` joins
what is done in order, `/` separates what the player chooses between; verbs of the language stand beside those of the game.
Formulas (conditions and values in cells) get a function.
"""

from __future__ import annotations

from dataclasses import replace

from ... import ir
from ...model.definition import Column
from ..declare.rows import Cell, GivenWord
from ..declare.scope import Scope
from ..diagnostics import Span
from ..parse import syntax as S
from ..parse import syntax_verbs as V
from ..read.nodes import Scalar, Sequence, text_of
from ..words import verbs
from .actions import with_own_actions
from .context import Context
from .expressions import lower_expr
from .joining import sequence
from .picks import by_branch
from .statements import lower_statement, lower_verb
from .texts import plain
from .types import TRUE, need

Cells = list[tuple[int, Scalar | GivenWord]]
Formulas = list[tuple[str, Column, Scalar | GivenWord, int]]  # the table, the column, the cell and its function


def reserve_formulas(context: Context) -> tuple[Context, Formulas]:
    """Give every formula in a table its number, before any expression asks for it."""
    waiting: Formulas = []
    numbered = {}
    for (table, name), column in context.words.columns.items():
        if column.formula:
            cells = [(row, cell, context.made.reserve_function()) for row, cell in _cells(context, table, name)]
            numbered[table, name] = tuple((row, number) for row, _, number in cells)
            waiting += [(table, column, cell, number) for _, cell, number in cells]
    return context.with_words(formulas=numbered), waiting


def lower_formulas(context: Context, waiting: Formulas) -> None:
    for table, column, cell, number in waiting:
        scope = Scope.function(_thing(context, table))

        def build(tree: S.Syntax, scope: Scope = scope, sort: str = column.type.sort) -> ir.Expr:
            value, value_type = lower_expr(context, tree, scope)
            need(value_type, sort, tree.at)
            return value

        value = context.attempt(cell, "condition", build, ir.Const(None))
        context.made.fill_function(number, column.name, scope, value, cell.span)


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
    return [(number, cell)] if isinstance(cell, Scalar | GivenWord) and cell.words not in ("", "none") else []


def _thing(context: Context, table: str) -> ir.Type:
    return ir.Type(ir.TypeSort.MEMBER if table in context.words.types else ir.TypeSort.CARD, (table,))


def _fill(context: Context, kind: str, column: str, cell: Scalar | GivenWord, number: int) -> None:
    scope = Scope.function(_thing(context, kind))
    line = cell.span.line

    def build(tree: S.Program) -> ir.Stmt:
        steps = [(_steps(context, uses, scope, line), _all_spoken(context, uses)) for uses in tree.alternatives]
        return _one_of(context, steps, scope, cell.span)

    alternatives = _pieces(cell)
    if any(_is_built_in(piece) for pieces in alternatives for piece in pieces):
        body = _one_of(context, [_mixed(context, pieces, scope) for pieces in alternatives], scope, cell.span)
    else:
        body = context.attempt(cell, "program", build, ir.NOTHING_TO_DO)
    context.made.fill_procedure(number, f"{kind} {column}", scope, 2, body, cell.span)


def _one_of(context: Context, steps: list[tuple[ir.Stmt, str]], scope: Scope, span: Span) -> ir.Stmt:
    """One of several things that the player chooses from; the only one, if there is no other."""
    bodies = [body for body, _ in steps]
    if len(bodies) == 1:
        return bodies[0]
    branches = tuple(ir.Branch(TRUE, (), plain(text), span.line) for _, text in steps)
    site = context.made.new_site(tuple(() for _ in branches), span)
    result = scope.places.new(ir.NUMBER, "answer")
    seats = ir.Op(ir.Sign.LISTED, (ir.Local(scope.player),))
    choice = ir.Choose(site, seats, branches, None, None, result, span.line)
    return sequence(with_own_actions(context, choice, scope), by_branch(result, bodies, ir.NOTHING_TO_DO, span.line))


# ---------------------------------------------------------------- verbs of the language among those of the game


def _pieces(cell: Scalar | GivenWord) -> list[list[Scalar]]:
    """The cell cut at every `/` and `+` that stands outside brackets, each piece with its place."""
    alternatives: list[list[Scalar]] = [[]]
    start = depth = 0
    for place, sign in enumerate(f"{cell.words}/"):
        depth += (sign == "(") - (sign == ")")
        if sign in "+/" and (depth == 0 or place == len(cell.words)):
            words = cell.words[start:place]
            inside = words.strip()
            where = cell.span.part(start + len(words) - len(words.lstrip()), max(1, len(inside)))
            alternatives[-1].append(Scalar(where, inside, plain=True))
            start = place + 1
            if sign == "/" and place < len(cell.words):
                alternatives.append([])
    return alternatives


def _is_built_in(piece: Scalar) -> bool:
    return piece.words.partition(" ")[0] in verbs()


def _mixed(context: Context, pieces: list[Scalar], scope: Scope) -> tuple[ir.Stmt, str]:
    """What is done one after the other, with its words."""
    steps, spoken = [], []
    for piece in pieces:
        words = [piece.words]

        def build(tree: S.Program, words: list[str] = words, line: int = piece.span.line) -> ir.Stmt:
            words[:] = [_all_spoken(context, tree.alternatives[0])]
            return _steps(context, tree.alternatives[0], scope, line)

        is_own = not _is_built_in(piece)
        steps.append(
            context.attempt(piece, "program", build, ir.NOTHING_TO_DO) if is_own else lower_statement(context, piece, scope)
        )
        spoken += words
    return sequence(*steps), " + ".join(spoken)


def _steps(context: Context, steps: tuple[S.Use, ...], scope: Scope, line: int) -> ir.Stmt:
    return sequence(*[lower_verb(context, V.Call(use.at, use.verb, use.operands), scope, line) for use in steps])


def _all_spoken(context: Context, uses: tuple[S.Use, ...]) -> str:
    return " + ".join(_spoken(context, use) for use in uses)


def _spoken(context: Context, use: S.Use) -> str:
    operands = [str(getattr(one, "value", getattr(one, "name", ""))) for one in use.operands]
    verb = context.words.verbs.get(use.verb)
    called = text_of(verb.slot("name")) if verb else ""
    return " ".join([called or use.verb.replace("_", " "), *operands])
