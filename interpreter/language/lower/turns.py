"""Lowers turns: players who act one after the other, round and round.

Takes the slots of a `turns` statement; returns the loop with its places. Ends by `until`, by `laps`, or when everybody was
skipped once round.
"""

from __future__ import annotations

from dataclasses import dataclass

from ... import ir
from ..declare.scope import Scope
from ..read.nodes import Mapping, text_of
from .checks import with_checks
from .context import Context
from .expressions import as_times
from .joining import sequence
from .lists import bind_each, lower_every, refuse_choice
from .statements import condition, lower_block, lower_guard


@dataclass(frozen=True)
class Cycle:
    """The places that turns need: who goes round, whose turn it is, and when it is over."""

    items: int
    index: int
    over: int
    skipped: int
    lap: int
    line: int

    @classmethod
    def new(cls, scope: Scope, line: int) -> Cycle:
        new = scope.places.new
        players = ir.Type(ir.TypeSort.PLAYER, (), True)
        return cls(
            new(players, "turn items"), new(ir.NUMBER, "turn index"), new(ir.FLAG, "over"), new(ir.NUMBER, "skipped"),
            new(ir.NUMBER, "lap"), line,
        )  # fmt: skip

    @property
    def length(self) -> ir.Expr:
        return ir.Op(ir.Sign.LENGTH, (ir.Local(self.items),))

    def let(self, slot: int, value: ir.Expr) -> ir.Stmt:
        return ir.Let(slot, value, self.line)

    def count_up(self, slot: int) -> ir.Stmt:
        return self.let(slot, ir.Op(ir.Sign.ADD, (ir.Local(slot), ir.Const(1))))


def lower_turns(context: Context, node: Mapping, scope: Scope) -> ir.Stmt:
    """Turns in an order, round and round: until the condition, the laps, or a whole lap of skipped players."""
    many = lower_every(context, node.get("turns"), scope) or (ir.All(ir.ThingSort.PLAYER), ir.PLAYER_TYPE, "player", "")
    source, type, name, order = many
    refuse_choice(context, node, "turns", order)
    if type.sort != ir.TypeSort.PLAYER:
        context.complaints.add(node.keys["turns"], "turns-of-players")
    cycle = Cycle.new(scope, node.span.line)
    rounds = scope.places.rounds(f"{text_of(node.get('step'))} turns" if "step" in node.items else "count")
    inner, slot = bind_each(scope, type, "player")
    inner.names[name] = (slot, type)
    body = sequence(
        cycle.let(slot, ir.Op(ir.Sign.AT, (ir.Local(cycle.items), ir.Local(cycle.index)))),
        _turn_or_skip(context, node, inner, slot, cycle),
        cycle.count_up(cycle.index),
        _wrap(context, node, scope, cycle),
    )
    start = [cycle.let(counter, ir.Const(0)) for counter in (cycle.index, cycle.skipped, cycle.lap)]
    if "step" in node.items:
        start.append(_count(context, node, ir.Const(0), False, scope))
    return sequence(
        cycle.let(cycle.items, source),
        *start,
        cycle.let(cycle.over, ir.Op(ir.Sign.IS, (cycle.length, ir.Const(0)))),
        ir.Loop(ir.Local(cycle.over), ir.Const(1_000_000), body, *rounds, cycle.line),
    )


def _turn_or_skip(context: Context, node: Mapping, scope: Scope, slot: int, cycle: Cycle) -> ir.Stmt:
    """The turn of one player, unless they are skipped; a whole lap of skipped players ends the turns."""
    skip = lower_guard(context, node.get("skip"), scope) if "skip" in node.items else None
    until = condition(context, node.items["until"], scope) if "until" in node.items else None
    active = ir.Write(context.words.number_of("variables", "active"), None, ir.Local(slot), False, cycle.line)
    turn = sequence(
        cycle.let(cycle.skipped, ir.Const(0)),
        with_checks(context, active, scope, cycle.line),
        ir.Block(ir.OF_TURN, _named(context, node, lower_block(context, node.get("do"), scope), scope), cycle.line),
        with_checks(context, ir.Expire(ir.TURN, cycle.line), scope, cycle.line),
        cycle.let(cycle.over, until) if until is not None else ir.NOTHING_TO_DO,
    )
    if "eliminated" in context.words.variables:
        gone = ir.Read(context.words.number_of("variables", "eliminated"), ir.Local(slot))
        skip = gone if skip is None else ir.Op(ir.Sign.OR, (gone, skip))
    if skip is None:
        return turn
    everybody = ir.Op(ir.Sign.AT_LEAST, (ir.Local(cycle.skipped), cycle.length))
    passed = sequence(cycle.count_up(cycle.skipped), cycle.let(cycle.over, everybody))
    return ir.If(skip, passed, turn, cycle.line)


def _named(context: Context, node: Mapping, body: ir.Stmt, scope: Scope) -> ir.Stmt:
    """Turns with a name are steps, and are counted by that name."""
    name, line = text_of(node.get("step")), node.span.line
    if not name:
        return body
    step = ir.Block(context.made.stretch(name), body, line)
    over = with_checks(context, ir.Expire(context.words.moment(name), line), scope, line)
    return sequence(_count(context, node, ir.Const(1), True, scope), step, over)


def _count(context: Context, node: Mapping, number: ir.Expr, adds: bool, scope: Scope) -> ir.Stmt:
    variable = context.words.number_of("variables", text_of(node.get("step")))
    return with_checks(context, ir.Write(variable, None, number, adds, node.span.line), scope, node.span.line)


def _wrap(context: Context, node: Mapping, scope: Scope, cycle: Cycle) -> ir.Stmt:
    """After the last player comes the first again, for as many laps as there are."""
    steps = [cycle.let(cycle.index, ir.Const(0)), cycle.count_up(cycle.lap)]
    if "laps" in node.items:
        laps = context.attempt(node.get("laps"), "condition", lambda tree: as_times(context, tree, scope), ir.Const(0))
        done = ir.Op(ir.Sign.AT_LEAST, (ir.Local(cycle.lap), laps))
        steps.append(cycle.let(cycle.over, ir.Op(ir.Sign.OR, (ir.Local(cycle.over), done))))
    return ir.If(ir.Op(ir.Sign.AT_LEAST, (ir.Local(cycle.index), cycle.length)), sequence(*steps), ir.NOTHING_TO_DO, cycle.line)
