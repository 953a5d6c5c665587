"""Which values are worth telling where something is decided by them: rankings, comparisons of numbers that are worked out, and
numbers that are made of others.

Takes expressions of a definition; looks at nothing that lies on a table.
"""

from __future__ import annotations

from ... import ir
from ...ir.operations import ARITHMETIC, COMPARISONS, SHARES
from ...model.definition import Definition
from ..tracing import PASSED_ON, is_look_up


def ranks(definition: Definition, node: ir.Expr, depth: int = 8) -> bool:
    """Whether an expression is, in the end, the best of several things, all of them in order, or the place of one of them."""
    match node:
        case ir.Sort() | ir.Rank():
            return bool(node.keys)
        case ir.Grouped():
            return True
        case ir.Apply() if depth:
            return ranks(definition, definition.functions[node.function].value, depth - 1)
        case ir.Either():
            return ranks(definition, node.then, depth) or ranks(definition, node.otherwise, depth)
        case ir.Op() if node.sign in PASSED_ON:
            return ranks(definition, node.arguments[0], depth)
        case ir.Fold() if (
            node.kind in (ir.FoldKind.FIRST, ir.FoldKind.LAST, ir.FoldKind.LIST) and node.test is None and node.item is None
        ):
            return ranks(definition, node.source, depth)
    return False


def compares(definition: Definition, node: ir.Expr, depth: int = 8) -> bool:
    """Whether a condition hangs on a number that is worked out, and compared with another one."""
    match node:
        case ir.Apply() if depth:
            return compares(definition, definition.functions[node.function].value, depth - 1)
        case ir.Op() if node.sign in (ir.Sign.AND, ir.Sign.OR, ir.Sign.NOT):
            return any(compares(definition, one, depth) for one in node.arguments)
        case ir.Op() if node.sign in COMPARISONS:
            given = [one for one in node.arguments if isinstance(one, ir.Const)]
            if all(isinstance(one, ir.Apply) for one in node.arguments):  # two values that the game has names for
                return True
            return all(one.value for one in given) and any(is_worked_out(definition, one) for one in node.arguments)
    return False


def is_worked_out(definition: Definition, node: ir.Expr, depth: int = 8) -> bool:
    """Whether a number is made of others, so that nobody sees it lying on the table."""
    match node:
        case ir.Computed() | ir.Score() | ir.Grouped():
            return True
        case ir.Fold():
            return node.kind in (ir.FoldKind.TOTAL, ir.FoldKind.HIGHEST, ir.FoldKind.LOWEST)
        case ir.Op(sign=ir.Sign.OR_ELSE):
            return any(is_worked_out(definition, one, depth) for one in node.arguments)
        case ir.Op():
            is_listed = node.sign is ir.Sign.ITEM and isinstance(node.arguments[0], ir.Cell)  # a number in a list on a card
            return is_listed or is_look_up(node) or node.sign in ARITHMETIC - SHARES
        case ir.Either():
            return is_worked_out(definition, node.then, depth) or is_worked_out(definition, node.otherwise, depth)
        case ir.Apply() if depth:
            return is_worked_out(definition, definition.functions[node.function].value, depth - 1)
        case ir.ByRow() if depth:
            return any(is_worked_out(definition, definition.functions[one].value, depth - 1) for _, one in node.table)
    return False
