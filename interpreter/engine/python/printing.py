"""Prints a function of the small program as Python.

Knows Python's layout and nothing of rules. A stretch becomes a loop that goes round once; that it is left from inside further
loops is told from loop to loop by the variable `leave`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ...ir.limits import DEPTH, STEPS
from ..program import nodes as code
from ..program.inspection import walk

PARTS = {"Z": "S.zones", "P": "S.lies_in", "F": "S.face", "V": "S.variables", "H": "S.host", "draw": "R.draw"}
BEGIN_ANEW = f"S.budget = {STEPS.most}"
Origin = tuple[tuple[int, int], ...]  # the procedure and its line that a printed line came from, behind those that call it


@dataclass
class Printed:
    """The source of a function, and for each of its lines where it came from."""

    lines: list[str] = field(default_factory=list)
    origins: list[Origin] = field(default_factory=list)


@dataclass
class _Loop:
    """A loop that is being printed, maybe for a stretch; `is_crossed` if something inside leaves a stretch around it."""

    label: int | None
    is_crossed: bool = False


class Printer:
    def __init__(self, function: code.Function) -> None:
        self.function = function
        self.indent = 1
        self.origin: Origin = ()
        self.printed = Printed()
        self.loops: list[_Loop] = []
        self.goals: dict[int | None, int] = {}  # stretches that are left from inside further loops

    def whole(self) -> Printed:
        function = self.function
        self.body(function.body)
        inner, self.printed = self.printed, Printed()
        self.indent, self.origin = 0, ()
        given = [*function.given, *(f"{name}=None" for name in function.optional), *(("*rest",) if function.rest else ())]
        self.write(f"def {function.name}({', '.join(given)}):")
        self.indent = 1
        used = {node.id if isinstance(node, code.Part) else getattr(node, "function", "") for node in walk(function.body)}
        for name, part in PARTS.items():
            if name in used:
                self.write(f"{name} = {part}")
        if function.empty:
            self.write(f"{' = '.join(function.empty)} = None")
        if self.goals:
            self.write("leave = 0")
        return Printed(self.printed.lines + inner.lines, self.printed.origins + inner.origins)

    def write(self, text: str) -> None:
        came_from = "  # {}:{}".format(*self.origin[-1]) if self.origin else ""
        self.printed.lines.append("    " * self.indent + text + came_from)
        self.printed.origins.append(self.origin)

    def body(self, statements: code.Body) -> None:
        before = len(self.printed.lines)
        for one in statements:
            _STATEMENTS[type(one)](self, one)
        if len(self.printed.lines) == before:
            self.write("pass")

    def block(self, header: str, statements: code.Body) -> None:
        self.write(header)
        self.indent += 1
        self.body(statements)
        self.indent -= 1

    # ---- statements

    def line(self, node: code.Line) -> None:
        self.origin = (*node.around, (node.procedure, node.number))

    def conditional(self, node: code.If, word: str = "if") -> None:
        self.block(f"{word} {text(node.test)}:", node.then)
        if len(node.otherwise) == 1 and isinstance(node.otherwise[0], code.If):
            self.conditional(node.otherwise[0], "elif")
        elif any(not isinstance(one, code.Line) for one in node.otherwise):
            self.block("else:", node.otherwise)

    def spend(self, node: code.Spend) -> None:
        self.write(f"S.budget = left = S.budget - {text(node.steps, True)}")
        self.write(f"if left < 0: raise {node.trouble}")

    def deepen(self, node: code.Deepen) -> None:
        self.write(f"S.depth {'+' if node.by > 0 else '-'}= 1")
        if node.by > 0:
            self.write(f"if S.depth > {DEPTH.most}: raise TooDeep")

    # ---- loops and stretches

    def loop(self, node: code.For | code.Forever, label: int | None = None) -> None:
        header = "while True:" if isinstance(node, code.Forever) else f"for {', '.join(node.names)} in {text(node.source)}:"
        self._loop(header, node.body, label)

    def stretch(self, node: code.Stretch) -> None:
        """What can be left; if it ends with a loop and is left only from there, that loop stands for it."""
        *before, last = node.body or (None,)
        if isinstance(last, code.For | code.Forever) and not any(one == code.Leave(node.label) for one in walk(tuple(before))):
            for one in before:
                _STATEMENTS[type(one)](self, one)
            self.loop(last, node.label)
        else:
            self._loop("while True:", (*node.body, code.Break()), node.label)

    def _loop(self, header: str, body: code.Body, label: int | None) -> None:
        loop = _Loop(label)
        self.loops.append(loop)
        self.block(header, body)
        self.loops.pop()
        if loop.is_crossed:
            goal = self.goals.get(self.loops[-1].label)
            self.write("if leave:")
            self.indent += 1
            if goal is not None:
                self.write(f"if leave == {goal}: leave = 0")
            self.write("break")
            self.indent -= 1

    def leave(self, node: code.Leave) -> None:
        index = max(number for number, one in enumerate(self.loops) if one.label == node.label)
        crossed = self.loops[index + 1 :]
        if crossed:
            self.write(f"leave = {self.goals.setdefault(node.label, len(self.goals) + 1)}")
        for one in crossed:
            one.is_crossed = True
        self.write("break")


# ---------------------------------------------------------------- expressions


def text(node: Any, inner: bool = False) -> str:
    """An expression; in brackets if it stands inside of another and needs them."""
    written = _EXPRESSIONS[type(node)](node)
    return (
        f"({written})"
        if inner and isinstance(node, code.Binary | code.Not | code.Logic | code.Select | code.Negative)
        else written
    )


def _listed(nodes: tuple[Any, ...]) -> str:
    return ", ".join([text(one) for one in nodes])


def _items(node: code.Items) -> str:
    if node.kind == "list":
        return f"[{_listed(node.values)}]"
    return f"({_listed(node.values)},)" if len(node.values) == 1 else f"({_listed(node.values)})"


def _slice(node: code.Slice) -> str:
    low, high = (text(one) if one is not None else "" for one in (node.low, node.high))
    return f"{text(node.of, True)}[{low}:{high}]"


_EXPRESSIONS: dict[type, Callable[[Any], str]] = {
    code.Literal: lambda node: repr(node.value),
    code.Name: lambda node: node.id,
    code.Table: lambda node: node.id,
    code.Part: lambda node: node.id,
    code.Field: lambda node: f"{node.of}.{node.id}",
    code.Load: lambda node: f"{text(node.of, True)}[{text(node.index)}]",
    code.Slice: _slice,
    code.Binary: lambda node: f"{text(node.left, True)} {node.sign} {text(node.right, True)}",
    code.Negative: lambda node: f"-{text(node.of, True)}",
    code.Not: lambda node: f"not {text(node.of, True)}",
    code.Logic: lambda node: f" {node.sign} ".join([text(one, True) for one in node.parts]),
    code.Select: lambda node: f"{text(node.then, True)} if {text(node.test, True)} else {text(node.otherwise, True)}",
    code.Call: lambda node: f"{node.function}({_listed(node.arguments)})",
    code.Invoke: lambda node: f"{node.table}[{text(node.number)}]({_listed(node.arguments)})",
    code.Method: lambda node: f"{text(node.of, True)}.{node.name}({_listed(node.arguments)})",
    code.Items: _items,
    code.Spread: lambda node: f"*{text(node.of, True)}",
}
_STATEMENTS: dict[type, Callable[[Printer, Any], None]] = {
    code.Line: Printer.line,
    code.Assign: lambda to, node: to.write(f"{', '.join(node.names)} = {text(node.value)}"),
    code.Append: lambda to, node: to.write(f"{node.name}.append({text(node.value)})"),
    code.Enter: lambda to, node: to.write(f"{node.name}[{text(node.key)}] = {text(node.value)}"),
    code.Store: lambda to, node: to.write(f"{text(node.target)} = {text(node.value)}"),
    code.Spend: Printer.spend,
    code.Deepen: Printer.deepen,
    code.Refill: lambda to, node: to.write(BEGIN_ANEW),
    code.Act: lambda to, node: to.write(text(node.call)),
    code.Check: lambda to, node: to.write(text(node.call)),
    code.If: Printer.conditional,
    code.For: Printer.loop,
    code.Forever: Printer.loop,
    code.Break: lambda to, node: to.write("break"),
    code.Stretch: Printer.stretch,
    code.Leave: Printer.leave,
    code.Return: lambda to, node: to.write(f"return {text(node.value)}"),
}
