"""Lowers sentences about facts: counters that are gained and paid, variables that are set, flags that mark things.

Takes a verb of `syntax_verbs` and its scope; returns writes of the IR with the events they cause. Moves no card.
"""

from __future__ import annotations

from ... import ir
from ..declare.scope import Scope, Wrong
from ..diagnostics import did_you_mean, listed
from ..parse import syntax as S
from ..parse import syntax_verbs as V
from .context import Context, Typed
from .events import trigger
from .expressions import as_number, lower_expr
from .joining import asked_once, for_each, sequence
from .names import lacks_owner, nearby
from .types import FALSE, TRUE, describe, fits, need


def counter_of(context: Context, name: str, at: S.At) -> int:
    counter = context.words.counter(name)
    if counter is None:
        raise Wrong(at, "unknown-counter", did_you_mean(name, sorted(context.words.counters)), name=name)
    return context.words.number_of("variables", counter)


def _transfer(
    context: Context, scope: Scope, counter: int, amount: ir.Expr, giver: ir.Expr | None, taker: ir.Expr | None, line: int
) -> ir.Stmt:
    """An amount from somebody (or the bank) to somebody (or the bank): never more than is there."""
    slot = scope.places.new(ir.NUMBER, "amount")
    due: ir.Expr = ir.Op(ir.Sign.MAX, (ir.Const(0), amount))
    if giver is not None:
        due = ir.Op(ir.Sign.MIN, (due, ir.Read(counter, giver)))
    name = list(context.words.variables)[counter]
    steps: list[ir.Stmt] = [ir.Let(slot, due, line)]
    if giver is not None:
        less = ir.Op(ir.Sign.SUBTRACT, (ir.Const(0), ir.Local(slot)))
        steps.append(ir.Write(counter, giver, less, True, line))
        steps.append(trigger(context, f"pays {name}", scope, giver, ir.Local(slot), line=line))
    if taker is not None:
        steps.append(_gaining(context, scope, counter, taker, slot, line))
    return sequence(*steps)


def _gaining(context: Context, scope: Scope, counter: int, taker: ir.Expr, amount: int, line: int) -> ir.Stmt:
    """The moment a counter grows: whatever its source, this is where it may be replaced or noticed."""
    event = f"gains {list(context.words.variables)[counter]}"
    if event in context.events.instead and context.replacing != event:
        me = ir.Local(scope.player)
        return ir.Call(context.events.instead[event], (me, ir.Const(None), taker, ir.Local(amount)), line)
    return sequence(
        ir.Write(counter, taker, ir.Local(amount), True, line),
        trigger(context, event, scope, taker, ir.Local(amount), line=line),
    )


def _me(scope: Scope, at: S.At) -> ir.Expr:
    if not scope.has_player:
        raise Wrong(at, "no-player")
    return ir.Local(scope.player)


def lower_gain(context: Context, node: V.Gain, scope: Scope, line: int) -> ir.Stmt:
    counter, amount = counter_of(context, node.counter, node.at), as_number(context, node.amount, scope)
    return _transfer(context, scope, counter, amount, None, _me(scope, node.at), line)


def lower_give(context: Context, node: V.Give, scope: Scope, line: int) -> ir.Stmt:
    counter, amount = counter_of(context, node.counter, node.at), as_number(context, node.amount, scope)
    to, type = lower_expr(context, node.to, scope)
    return for_each(scope, to, type, lambda one: _transfer(context, scope, counter, amount, None, one, line), line)


def lower_pay(context: Context, node: V.Pay, scope: Scope, line: int) -> ir.Stmt:
    counter, amount = counter_of(context, node.counter, node.at), as_number(context, node.amount, scope)
    me = _me(scope, node.at)
    if node.to is None:
        return _transfer(context, scope, counter, amount, me, None, line)
    asking, to = asked_once(scope, *lower_expr(context, node.to, scope), line)
    return sequence(asking, _transfer(context, scope, counter, amount, me, to, line))


def lower_take(context: Context, node: V.Take, scope: Scope, line: int) -> ir.Stmt:
    counter, amount = counter_of(context, node.counter, node.at), as_number(context, node.amount, scope)
    source, type = lower_expr(context, node.source, scope)
    me = _me(scope, node.at)
    return for_each(scope, source, type, lambda one: _transfer(context, scope, counter, amount, one, me, line), line)


def _variable(context: Context, node: S.Syntax, scope: Scope) -> tuple[int | None, int, ir.Expr | None, ir.Type]:
    """What can be written: a place of this function, or a variable of a thing."""
    words = context.words
    if isinstance(node, S.Name) and node.name in scope.names:
        slot, type = scope.names[node.name]
        return slot, 0, None, type
    if isinstance(node, S.Name):
        for thing, type in nearby(scope):
            prop = words.property(node.name, type)
            built = prop.build(thing, (), ir.Local(scope.player)) if prop and not prop.parameters else None
            if isinstance(built, ir.Read):
                return None, built.variable, built.of, words.variables[node.name].type
    if isinstance(node, S.Owners) or (isinstance(node, S.Property) and node.of is not None):
        value, type = lower_expr(context, node, scope)
        if isinstance(value, ir.Read):
            return None, value.variable, value.of, type
    names = list(words.variables)
    name = getattr(node, "name", None)
    if both := lacks_owner(context, name or "", node.at):
        raise both
    hint = did_you_mean(name, [*names, *scope.names]) if name else ""
    raise Wrong(node.at, "not-a-variable", hint, name=name)


def lower_set_to(context: Context, node: V.SetTo, scope: Scope, line: int) -> ir.Stmt:
    slot, variable, thing, type = _variable(context, node.target, scope)
    value, value_type = lower_expr(context, node.value, scope)
    if not fits(value_type, type):
        raise Wrong(node.value.at, "wrong-type", needed=describe(type), found=describe(value_type))
    if slot is not None:
        return ir.Let(slot, value, line)
    return ir.Write(variable, thing, value, False, line)


def lower_raise_by(context: Context, node: V.RaiseBy, scope: Scope, line: int) -> ir.Stmt:
    return _change(context, node.target, node.by, True, scope, line)


def lower_lower_by(context: Context, node: V.LowerBy, scope: Scope, line: int) -> ir.Stmt:
    return _change(context, node.target, node.by, False, scope, line)


def _change(context: Context, target: S.Syntax, amount: S.Syntax, is_more: bool, scope: Scope, line: int) -> ir.Stmt:
    slot, variable, thing, type = _variable(context, target, scope)
    need(type, "number", target.at)
    by = as_number(context, amount, scope)
    if not is_more:
        by = ir.Op(ir.Sign.SUBTRACT, (ir.Const(0), by))
    if slot is not None:
        return ir.Let(slot, ir.Op(ir.Sign.ADD, (ir.Local(slot), by)), line)
    return ir.Write(variable, thing, by, True, line)


def _flag(context: Context, node: V.Mark | V.Unmark, scope: Scope) -> tuple[int, Typed]:
    words = context.words
    value, type = lower_expr(context, node.object, scope)
    single = ir.Type(type.sort, type.names)
    variable = words.variables.get(node.flag)
    prop = words.property(node.flag, single)
    if variable is None or prop is None or variable.type.sort != ir.TypeSort.FLAG:
        raise Wrong(node.at, "unknown-flag", _flag_hint(context, node), name=node.flag, thing=describe(single))
    return words.number_of("variables", node.flag), (value, type)


def _flag_hint(context: Context, node: V.Mark | V.Unmark) -> str:
    """Whose the flag is, if it is one; how it is written what was meant, if it is none."""
    words, variable = context.words, context.words.variables.get(node.flag)
    if variable is None:
        flags = [name for name, one in words.variables.items() if one.type.sort == ir.TypeSort.FLAG]
        return did_you_mean(node.flag, ["mute", *flags])
    owner = words.owner_name(variable.of)
    if variable.type.sort != ir.TypeSort.FLAG:
        return f'it is no flag: write "set {node.flag}{" of …" if owner else ""} to …"'
    if not owner:
        return f'a flag that is of nothing is set: "set {node.flag} to {"true" if isinstance(node, V.Mark) else "false"}"'
    return f'"{node.flag}" belongs to {owner}'


def lower_mark(context: Context, node: V.Mark, scope: Scope, line: int) -> ir.Stmt:
    variable, (value, type) = _flag(context, node, scope)
    moment = node.until
    of = lower_expr(context, moment.of, scope)[0] if moment and moment.of is not None else None
    known = context.words.moments
    if moment and moment.name not in known:
        raise Wrong(moment.at, "unknown-step", did_you_mean(moment.name, known), name=moment.name, steps=listed(known))

    def one(thing: ir.Expr) -> ir.Stmt:
        write = ir.Write(variable, thing, TRUE, False, line)
        if not moment:
            return write
        return sequence(write, ir.Mark(variable, thing, context.words.moment(moment.name), of, line))

    return for_each(scope, value, type, one, line)


def lower_unmark(context: Context, node: V.Unmark, scope: Scope, line: int) -> ir.Stmt:
    variable, (value, type) = _flag(context, node, scope)

    def one(thing: ir.Expr) -> ir.Stmt:
        return sequence(ir.Write(variable, thing, FALSE, False, line), ir.Mark(variable, thing, None, None, line))

    return for_each(scope, value, type, one, line)
