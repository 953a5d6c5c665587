"""What statements do one after the other: what is done after an answer, what a loop is for, and how a round of it ends.

Takes statements of the IR; answers for the writers of source.
"""

from __future__ import annotations

from ... import ir
from ...ir.walk import is_expression, walk

Ways = dict[int, ir.Stmt]  # what is done after each answer, by the number of its branch


def one_by_one(node: ir.Stmt) -> list[ir.Stmt]:
    """The statements of a row, whatever they were put together in."""
    return [one for part in node.body for one in one_by_one(part)] if isinstance(node, ir.Seq) else [node]


def rest_of_round(node: ir.Stmt, flag: int) -> tuple[list[ir.Stmt], tuple[ir.Stmt, ...]]:
    """A round up to where it settles the flag, and what it only keeps behind that for the next round."""
    body = one_by_one(node) or [ir.NOTHING_TO_DO]
    end = len(body)
    while end > 1 and not settles(body[end - 1], flag) and _only_keeps(body[end - 1]):
        end -= 1
    return body[:end], tuple(body[end:])


def left_out(node: ir.Stmt, flag: int) -> tuple[ir.Stmt, ...]:
    """What the last round does not do any more."""
    (*_, settle), after = rest_of_round(node, flag)
    inside = (settle.then, settle.otherwise) if isinstance(settle, ir.If) else ()
    return after + tuple(one for branch in inside for one in left_out(branch, flag))


def _only_keeps(node: ir.Stmt) -> bool:
    return all(isinstance(one, ir.Let | ir.If | ir.Seq) or is_expression(one) for one in walk(node, is_expression))


def settles(node: ir.Stmt, flag: int) -> int:
    """At how many ends of a round the flag is settled."""
    if isinstance(node, ir.Let):
        return int(node.slot == flag)
    if isinstance(node, ir.If):
        return settles(node.then, flag) + settles(node.otherwise, flag)
    return settles(rest_of_round(node, flag)[0][-1], flag) if isinstance(node, ir.Seq) and node.body else 0


def answered(node: ir.Choose, after: ir.Stmt) -> Ways | None:
    """The ways that a statement goes by the answer to the choice before it; None if it does more than that."""
    ways: Ways = {}
    while isinstance(after, ir.If):
        test = after.condition
        if not isinstance(test, ir.Op) or test.sign != "is" or test.arguments[0] != ir.Local(node.result):
            return None
        wanted = test.arguments[1]
        if not isinstance(wanted, ir.Const) or wanted.value not in range(len(node.branches)):
            return None
        ways.setdefault(int(wanted.value), after.then)  # type: ignore[arg-type]
        after = after.otherwise
    return ways if after == ir.NOTHING_TO_DO and ways else None


def drawn_from(node: ir.Loop) -> ir.Expr | None:
    """The zone that a loop only draws from, card after card until there is none."""
    move = node.body
    if not isinstance(move, ir.Move) or not isinstance(move.cards, ir.Fold):
        return None
    cards = move.cards
    is_empty = ir.Op(ir.Sign.IS, (ir.Op(ir.Sign.LENGTH, (cards.source,)), ir.Const(0)))
    if cards.kind != "first" or cards.test is not None or node.until != is_empty or not isinstance(cards.source, ir.Contents):
        return None
    return cards.source.of
