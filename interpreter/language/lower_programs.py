"""Lowers program cells: `attack + bury / trade 1` in a table.

Takes the program columns of every kind; gives each cell a procedure and each column a table from row to procedure.
`+` joins what is done in order, `/` separates what the player chooses between.
"""

from __future__ import annotations

from .. import ir
from . import syntax as S
from .draft import Draft, sequence
from .lower_choices import by_branch
from .lower_texts import plain
from .lower_values import TRUE
from .lower_verbs import lower_verb
from .scope import Scope
from .source import Mapping, Node, Sequence, Text


def lower_programs(draft: Draft, root: dict[str, Mapping]) -> None:
    components = root.get("components")
    for kind, node in components.items.items() if components else ():
        columns = [name for (table, name), one in draft.words.columns.items() if table == kind and one.type.sort == "program"]
        rows = node.get("rows") if isinstance(node, Mapping) else None
        if not columns or not isinstance(rows, Mapping):
            continue
        cells = {
            column: [(row, cell) for row, cell in _cells(draft, kind, rows, column) if cell is not None] for column in columns
        }
        numbers = {column: [(row, draft.reserve_procedure()) for row, _ in found] for column, found in cells.items()}
        for column in columns:
            draft.programs[kind, column] = tuple(numbers[column])
        for column in columns:
            for (_, cell), (_, number) in zip(cells[column], numbers[column], strict=True):
                _fill(draft, kind, column, cell, number)


def _cells(draft: Draft, kind: str, rows: Mapping, column: str) -> list[tuple[int, Text | None]]:
    position = [name for table, name in draft.words.columns if table == kind].index(column)
    found: list[tuple[int, Text | None]] = []
    for id, node in rows.items.items():
        cell: Node | None = None
        if isinstance(node, Mapping):
            cell = node.get(column)
        elif isinstance(node, Sequence) and position < len(node.items):
            cell = node.items[position]
        empty = not isinstance(cell, Text) or cell.words in ("", "none")
        found.append((draft.words.rows[id][1], None if empty else cell))  # type: ignore[arg-type]
    return found


def _fill(draft: Draft, kind: str, column: str, cell: Text, number: int) -> None:
    scope = Scope.function(ir.Type("card", (kind,)))
    line = cell.span.line

    def build(tree: S.Program) -> ir.Stmt:
        bodies = [_steps(draft, steps, scope, line) for steps in tree.alternatives]
        if len(bodies) == 1:
            return bodies[0]
        texts = [" + ".join(_spoken(use) for use in steps) for steps in tree.alternatives]
        branches = tuple(ir.Branch(TRUE, (), plain(text)) for text in texts)
        site = draft.new_site(tuple(() for _ in branches), cell.span)
        result = scope.places.new(ir.NUMBER, "answer")
        seats = ir.Op("listed", (ir.Local(scope.player),))
        choice = ir.Choose(site, seats, branches, None, None, result, line)
        return sequence(choice, by_branch(result, bodies, ir.NOTHING_TO_DO, line))

    body = draft.attempt(cell, "program", build, ir.NOTHING_TO_DO)
    draft.fill_procedure(number, f"{kind} {column}", scope, 2, body, cell.span)


def _steps(draft: Draft, steps: tuple[S.Use, ...], scope: Scope, line: int) -> ir.Stmt:
    return sequence(*[lower_verb(draft, S.Call(use.at, use.verb, use.operands), scope, line) for use in steps])


def _spoken(use: S.Use) -> str:
    operands = [str(getattr(one, "value", getattr(one, "name", ""))) for one in use.operands]
    return " ".join([use.verb.replace("_", " "), *operands])
