"""Writes signs: arithmetic, comparison, logic and choice between two values, with `none` among the numbers.

What would be asked in vain is not asked: the right side of `and` and `or`, and the branch that is not taken, stay behind an
`if` when they need statements of their own.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import nullcontext

from ... import ir
from ...ir.features import FEATURES, Tells
from ...ir.operations import OPERATIONS
from ...ir.ranges import is_safe
from ...ir.walk import walk
from .values import WRITE, WRITE_TEST, Scope, Values

_DEAREST = 50
_DEAR = dict.fromkeys((ir.Fold, ir.Sort, ir.Rank, ir.Apply, ir.Computed, ir.ByRow, ir.Reach, ir.Grouped, ir.Score), _DEAREST)
_OPPOSITE = re.compile(r"\(not ([\w\[\]]+)\)")
_FLAG = "(1 if ", " else 0)"
_TESTS = {
    **{sign: str(sign) for sign in (ir.Sign.AT_LEAST, ir.Sign.AT_MOST, ir.Sign.MORE, ir.Sign.LESS)},
    ir.Sign.IS: "==",
}


def _length(writer: Values, node: ir.Op, scope: Scope) -> str:
    if not writer.is_many(node.arguments[0], scope):
        return _called(writer, node, scope)
    things = writer.listed(node.arguments[0], scope)
    return "SEATS" if things == "PLAYERS" else f"len({things})"


def _at(writer: Values, node: ir.Op, scope: Scope) -> str:
    return f"{writer.value(node.arguments[0], scope)}[{writer.value(node.arguments[1], scope)}]"


def _item(writer: Values, node: ir.Op, scope: Scope) -> str:
    if writer.can_be_none(node.arguments[1], scope):
        return _called(writer, node, scope)
    if isinstance(node.arguments[0], ir.Const) and isinstance(node.arguments[0].value, tuple):
        index = writer.named(node.arguments[1], scope)
        return f"({node.arguments[0].value}[{index}] if 0 <= {index} < {len(node.arguments[0].value)} else None)"
    things, index = writer.named(node.arguments[0], scope), writer.named(node.arguments[1], scope)
    return f"({things}[{index}] if {things} and 0 <= {index} < len({things}) else None)"


def _of_family(writer: Values, node: ir.Op, scope: Scope) -> str:
    zone = writer.named(node.arguments[0], scope)
    family = writer.table("FAMILY", node.arguments[0], scope)
    return f"({zone} if {family}[{zone}] == {writer.value(node.arguments[1], scope)} else None)"


def _listed(writer: Values, node: ir.Op, scope: Scope) -> str:
    if writer.is_many(node.arguments[0], scope) is False:
        return writer.things(node.arguments[0], scope)
    return _called(writer, node, scope)


def _called(writer: Values, node: ir.Op, scope: Scope) -> str:
    """An operation that the runtime has a function for; one that looks at the state is given it."""
    state = "S, " if OPERATIONS[node.sign].reads else ""
    return f"{node.sign}({state}{', '.join(writer.value(one, scope) for one in node.arguments)})"


def _owned(writer: Values, node: ir.Op, scope: Scope) -> str:
    """Cards of kinds that every player has: whose they are never changes."""
    cards, player = node.arguments
    if not writer.is_owned(cards, scope):
        return _called(writer, node, scope)
    if isinstance(cards, ir.All) and cards.sort == "row":
        return writer.lookup(f"OWN_{cards.names[0]}", player, scope)
    name, owner = writer.fresh("i"), writer.named(player, scope)
    return f"[{name} for {name} in {writer.listed(cards, scope)} if OWNER[{name}] == {owner}]"


def _arithmetic(writer: Values, node: ir.Op, scope: Scope) -> str:
    left, right = node.arguments
    checked = OPERATIONS[node.sign].checked
    form = f"{node.sign}({{}}, {{}})" if node.sign.isidentifier() else f"{{}} {node.sign} {{}}"
    nones = [writer.can_be_none(one, scope) for one in node.arguments]
    if checked and not is_safe(writer.facts.numbers_of.before_check(node, scope.bounds)):
        return _checked(writer, node, nones, form, scope)
    if not any(nones):
        return f"({form.format(writer.value(left, scope), writer.value(right, scope))})"
    names = [writer.named(one, scope) for one in node.arguments]
    there = " and ".join(f"{name} is not None" for name, none in zip(names, nones, strict=True) if none)
    return f"({form.format(*names)} if {there} else None)"


def _checked(writer: Values, node: ir.Op, nones: list[bool], form: str, scope: Scope) -> str:
    """A result that may be too large to go on with."""
    names = [writer.named(one, scope) for one in node.arguments]
    result = writer.fresh()
    there = " and ".join(f"{name} is not None" for name, none in zip(names, nones, strict=True) if none)
    if there:
        writer.write(f"{result} = None")
    with writer.block(f"if {there}:") if there else nullcontext():
        writer.write(f"{result} = {form.format(*names)}")
        writer.checked(result)
    return result


def _not(writer: Values, node: ir.Op, scope: Scope) -> str:
    text = writer.test(node.arguments[0], scope)
    opposite = _OPPOSITE.fullmatch(text)
    return opposite[1] if opposite else f"(not {text})"


def _is_none(writer: Values, node: ir.Op, scope: Scope) -> str:
    if not writer.can_be_none(node.arguments[0], scope) and not writer.strays(node.arguments[0]):
        return "False"
    return f"({writer.value(node.arguments[0], scope)} is None)"


def _one_of(writer: Values, node: ir.Op, scope: Scope) -> str:
    thing, things = writer.named(node.arguments[0], scope), writer.listed(node.arguments[1], scope)
    none = f"{thing} is not None and " if writer.can_be_none(node.arguments[0], scope) else ""
    return f"({none}{thing} in {things})"


def _compared(writer: Values, node: ir.Op, scope: Scope) -> str:
    if node.sign in ("is", ">") and node.arguments[1] == ir.Const(0) and _is_length(node.arguments[0]):
        things = writer.listed(node.arguments[0].arguments[0], scope)  # type: ignore[union-attr]
        return f"(not {things})" if node.sign == "is" else f"({things})"
    if node.sign == "is" and (inside := _in_family(node.arguments)) is not None:
        zone, other, family = inside
        name = writer.named(other, scope)
        table = writer.table("FAMILY", other, scope)
        return f"({writer.value(zone, scope)} == {name} and {table}[{name}] == {family})"
    nones = [writer.can_be_none(one, scope) for one in node.arguments]
    sign = _TESTS[node.sign]
    if not any(nones) or (sign == "==" and not all(nones)):
        left, right = (writer.value(one, scope) for one in node.arguments)
        if sign == "==" and right == "1" and left.startswith(_FLAG[0]) and left.endswith(_FLAG[1]):
            return left[len(_FLAG[0]) : -len(_FLAG[1])]
        return "True" if sign == "==" and left == right else f"({left} {sign} {right})"
    names = [writer.named(one, scope) for one in node.arguments]
    if sign == "==" and names[0] == names[1]:
        return f"({names[0]} is not None)"
    there = [f"{name} is not None and " for name, none in zip(names, nones, strict=True) if none]
    return f"({there[0] if sign == '==' else ''.join(there)}{names[0]} {sign} {names[1]})"


def _in_family(arguments: tuple[ir.Expr, ...]) -> tuple[ir.Expr, ir.Expr, int] | None:
    """`one zone is another of a family`: both zones and the family."""
    for one, other in (arguments, arguments[::-1]):
        if isinstance(other, ir.Op) and other.sign == "of_family" and isinstance(other.arguments[1], ir.Const):
            return one, other.arguments[0], int(other.arguments[1].value)  # type: ignore[arg-type]
    return None


def _is_length(node: ir.Expr) -> bool:
    return isinstance(node, ir.Op) and node.sign == "length"


def _effort(node: ir.Expr) -> int:
    """How dear a condition is, roughly: of two the cheaper one is asked first. What is dear anyhow stays in its order."""
    nodes = list(walk(node))
    searched = [one for one in nodes if isinstance(one, ir.Feature) and FEATURES[one.name].searched]
    return min(sum(_DEAR.get(type(one), 1) for one in nodes) + len(searched), _DEAREST)


def _guards(one: ir.Expr, other: ir.Expr) -> bool:
    """Whether the first condition says what kind of card it is, and the second asks for what other kinds do not have."""
    tests = [
        node for node in walk(one) if isinstance(node, ir.Feature) and FEATURES[node.name].tells in (Tells.FACE, Tells.BACK)
    ]
    return bool(tests) and any(isinstance(node, ir.Cell | ir.Computed | ir.Apply) for node in walk(other))


def _and_or(writer: Values, node: ir.Op, scope: Scope) -> str:
    fixed = any(map(writer.strays, node.arguments)) or _guards(*node.arguments)
    one, other = node.arguments if fixed else sorted(node.arguments, key=_effort)
    left = writer.test(one, scope)
    right, written = writer.apart(lambda: writer.test(other, scope))
    if not written:
        return f"({left} {node.sign} {right})"
    name = writer.fresh()
    writer.write(f"{name} = {left}")
    writer.write(f"if {name}:" if node.sign == "and" else f"if not {name}:")
    writer.lines += written
    writer.lines.append("    " * (writer.indent + 1) + f"{name} = {right}")
    return name


def _either(writer: Values, node: ir.Either, scope: Scope) -> str:
    condition = writer.test(node.condition, scope)
    then, first = writer.apart(lambda: writer.value(node.then, scope))
    otherwise, second = writer.apart(lambda: writer.value(node.otherwise, scope))
    if not first and not second:
        return f"({then} if {condition} else {otherwise})"
    name = writer.fresh()
    deeper = "    " * (writer.indent + 1)
    writer.write(f"if {condition}:")
    writer.lines += [*first, f"{deeper}{name} = {then}"]
    writer.write("else:")
    writer.lines += [*second, f"{deeper}{name} = {otherwise}"]
    return name


PRINTED: dict[ir.Sign, Callable[[Values, ir.Op, Scope], str]] = {
    **dict.fromkeys((ir.Sign.ADD, ir.Sign.SUBTRACT, ir.Sign.MULTIPLY, ir.Sign.MAX, ir.Sign.MIN), _arithmetic),
    **dict.fromkeys((ir.Sign.DIV, ir.Sign.DIV_UP, ir.Sign.MOD, ir.Sign.WITHOUT, ir.Sign.UNTOLD), _called),
    **dict.fromkeys((ir.Sign.PLACED, ir.Sign.ZONES_OF), _called),
    ir.Sign.LENGTH: _length,
    ir.Sign.LISTED: _listed,
    ir.Sign.ITEM: _item,
    ir.Sign.AT: _at,
    ir.Sign.OF_FAMILY: _of_family,
    ir.Sign.OWNED: _owned,
}
WRITE |= {ir.Op: lambda writer, node, scope: PRINTED[node.sign](writer, node, scope), ir.Either: _either}
WRITE_TEST |= dict.fromkeys((ir.Sign.AND, ir.Sign.OR), _and_or) | dict.fromkeys(_TESTS, _compared)
WRITE_TEST |= {ir.Sign.NOT: _not, ir.Sign.IS_NONE: _is_none, ir.Sign.ONE_OF: _one_of}
