"""Lowers program cells: `hunt + rest / gather 1` in a table.

Takes the program columns of every table; gives each cell a procedure and each column a table from row to procedure. `+` joins
what is done in order, `/` separates what the player chooses between. Formulas (conditions and values in cells) get a function.
"""

from __future__ import annotations

from ... import ir
from ..declare.scope import Scope
from ..parse import syntax as S
from ..parse import syntax_verbs as V
from ..read.nodes import Mapping, Node, Sequence, Text, text_of
from .actions import with_own_actions
from .choices import by_branch
from .draft import Draft, sequence
from .texts import plain
from .types import TRUE, need
from .values import lower_expr
from .verbs import lower_verb

Cells = list[tuple[int, Text]]


def reserve_formulas(draft: Draft, root: dict[str, Mapping]) -> list[tuple[str, Text, int, ir.Type]]:
    """Give every formula in a table its number, before any expression asks for it."""
    waiting = []
    for (table, name), column in draft.words.columns.items():
        if column.formula:
            cells = [(row, cell, draft.reserve_function()) for row, cell in _cells(draft, root, table, name)]
            draft.words.formulas[table, name] = tuple((row, number) for row, _, number in cells)
            waiting += [(table, cell, number, column.type) for _, cell, number in cells]
    return waiting


def lower_formulas(draft: Draft, waiting: list[tuple[str, Text, int, ir.Type]]) -> None:
    for table, cell, number, type in waiting:
        scope = Scope.function(_thing(draft, table))

        def build(tree: S.Syntax, scope: Scope = scope, sort: str = type.sort) -> ir.Expr:
            value, found = lower_expr(draft.words, tree, scope)
            need(found, sort, tree.at)
            return value

        value = draft.attempt(cell, "condition", build, ir.Const(None))
        draft.fill_function(number, f"{table} formula", scope, value, cell.span)


def lower_programs(draft: Draft, root: dict[str, Mapping]) -> None:
    waiting = []
    for (table, name), column in draft.words.columns.items():
        if column.type.sort == "program":
            cells = [(row, cell, draft.reserve_procedure()) for row, cell in _cells(draft, root, table, name)]
            draft.programs[table, name] = tuple((row, number) for row, _, number in cells)
            draft.cells |= {number for _, _, number in cells}
            waiting += [(table, name, cell, number) for _, cell, number in cells]
    for table, name, cell, number in waiting:
        _fill(draft, table, name, cell, number)


def _cells(draft: Draft, root: dict[str, Mapping], table: str, column: str) -> Cells:
    """What is written in a column, row by row; a list gives a cell for each of its places."""
    section = root.get("types" if table in draft.words.types else "components")
    node = section.get(table) if section else None
    rows = node.get("rows") if isinstance(node, Mapping) else None
    position = [name for owner, name in draft.words.columns if owner == table].index(column)
    found: Cells = []
    for id, row in rows.items.items() if isinstance(rows, Mapping) else ():
        number = draft.words.members[id][1] if table in draft.words.types else draft.words.rows[id][1]
        cell: Node | None = None
        if isinstance(row, Mapping):
            cell = row.get(column)
        elif isinstance(row, Sequence) and position < len(row.items):
            cell = row.items[position]
        if isinstance(cell, Sequence):
            for place, one in enumerate(cell.items, 1):
                found += _filled(number * ir.LONGEST_LIST + place, one)
        else:
            found += _filled(number, cell)
    return found


def _filled(number: int, cell: Node | None) -> Cells:
    return [(number, cell)] if isinstance(cell, Text) and cell.words not in ("", "none") else []


def _thing(draft: Draft, table: str) -> ir.Type:
    return ir.Type(ir.TypeSort.MEMBER if table in draft.words.types else ir.TypeSort.CARD, (table,))


def _fill(draft: Draft, kind: str, column: str, cell: Text, number: int) -> None:
    scope = Scope.function(_thing(draft, kind))
    line = cell.span.line

    def build(tree: S.Program) -> ir.Stmt:
        bodies = [_steps(draft, steps, scope, line) for steps in tree.alternatives]
        if len(bodies) == 1:
            return bodies[0]
        texts = [" + ".join(_spoken(draft, use) for use in steps) for steps in tree.alternatives]
        branches = tuple(ir.Branch(TRUE, (), plain(text)) for text in texts)
        site = draft.new_site(tuple(() for _ in branches), cell.span)
        result = scope.places.new(ir.NUMBER, "answer")
        seats = ir.Op(ir.Sign.LISTED, (ir.Local(scope.player),))
        choice = ir.Choose(site, seats, branches, None, None, result, line)
        return sequence(with_own_actions(draft, choice, scope), by_branch(result, bodies, ir.NOTHING_TO_DO, line))

    body = draft.attempt(cell, "program", build, ir.NOTHING_TO_DO)
    draft.fill_procedure(number, f"{kind} {column}", scope, 2, body, cell.span)


def _steps(draft: Draft, steps: tuple[S.Use, ...], scope: Scope, line: int) -> ir.Stmt:
    return sequence(*[lower_verb(draft, V.Call(use.at, use.verb, use.operands), scope, line) for use in steps])


def _spoken(draft: Draft, use: S.Use) -> str:
    operands = [str(getattr(one, "value", getattr(one, "name", ""))) for one in use.operands]
    verb = draft.words.verbs.get(use.verb)
    called = text_of(verb.node.get("name")) if verb else ""
    return " ".join([called or use.verb.replace("_", " "), *operands])
