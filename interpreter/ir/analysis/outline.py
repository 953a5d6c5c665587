"""The IR as text for people: what the sentences of a card have become, before any engine sees them.

Takes a definition and a function or a procedure of it; returns lines, with numbers told by the names that they stand for. What
a kind of node is made of follows from its fields, so that a new kind is told by itself. Nothing reads this text.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from enum import Enum
from textwrap import wrap
from typing import Any, get_args

from ... import ir
from ...model.definition import Definition, Modifier, Value

STEP = 2
WIDTH = 116
_STATEMENTS = (*get_args(ir.Stmt), ir.Branch, ir.PickLimit)
_SILENT = ("line", "type", "site", "items", "index", "count", "limit")  # where it is written, and what only engines ask for


class Outline:
    """`names` are those of the places of the rule that is told."""

    def __init__(self, definition: Definition, names: tuple[str, ...] = ()) -> None:
        self._names = names
        self._tables: dict[str, tuple[Any, ...]] = {
            "function": definition.functions, "procedure": definition.procedures, "variable": definition.variables,
            "value": definition.values, "column": definition.columns, "grouping": definition.groupings,
            "option": definition.options, "moment": definition.moments, "family": definition.families,
            ir.ThingSort.ZONE: definition.families, ir.ThingSort.CARD: definition.kinds, ir.ThingSort.MEMBER: definition.types,
            ir.ThingSort.ROW: tuple(row.id for _, row in definition.rows),
        }  # fmt: skip

    def statement(self, node: Any, depth: int = 0) -> Iterator[str]:
        """One statement with all that it is made of, a line each."""
        if isinstance(node, ir.Seq):
            for one in node.body:
                yield from self.statement(one, depth)
            return
        yield from _line(f"{_word(node)} {self._parts(node)}{f'  # {node.line}' if node.line else ''}", depth)
        for name, part in _parts_of(node):
            if _is_stretch(part):
                yield from _line(f"{name}:", depth + 1)
                for one in part if isinstance(part, tuple) else (part,):
                    yield from self.statement(one, depth + 2)

    def expression(self, node: Any) -> str:
        """A value on one line."""
        match node:
            case ir.Const(value=value):
                return _const(value, node.type)
            case ir.Local(slot=slot):
                return self._place(slot)
            case ir.All(sort=sort, names=names):
                return f"every {' or '.join(self._named(sort, one) for one in names) or sort}"
            case ir.Op(sign=ir.Sign.OF_FAMILY, arguments=(zone, ir.Const(value=int(family)))):
                return f"({self.expression(zone)} if of {self._named('family', family)})"
            case ir.Op(sign=ir.Sign.IS, arguments=(ir.Feature(name=ir.FeatureName.ROW) as row, ir.Const(value=int(number)))):
                return f"({self.expression(row)} is {self._named(ir.ThingSort.ROW, number)})"
            case ir.Op(arguments=(one,)):
                return f"{node.sign}({self.expression(one)})"
            case ir.Op(arguments=(left, right)):
                return f"({self.expression(left)} {node.sign} {self.expression(right)})"
            case ir.Feature(of=of):
                return f"{node.name} of {self.expression(of)}"
            case ir.Cell(of=of) | ir.Read(of=of) | ir.Computed(of=of):
                field = "column" if isinstance(node, ir.Cell) else "variable" if isinstance(node, ir.Read) else "value"
                name = self._named(field, getattr(node, field))
                return name if of is None else f"{name} of {self.expression(of)}"
            case ir.Apply(arguments=arguments):
                return f"{self._named('function', node.function)}({', '.join(map(self.expression, arguments))})"
            case ir.Text(parts=parts):
                return '"' + "".join(one if isinstance(one, str) else f"{{{self.expression(one[0])}}}" for one in parts) + '"'
        return f"{_word(node)}({self._parts(node)})"

    def _parts(self, node: Any) -> str:
        told = [(name, part) for name, part in _parts_of(node) if not _is_stretch(part)]
        return ", ".join(f"{name}: {self._by_row(node) if name == 'table' else self._part(name, part)}" for name, part in told)

    def _by_row(self, node: ir.Dispatch | ir.ByRow) -> str:
        """Which rule is whose, by number: rules of one name are many."""
        is_listed = isinstance(node, ir.Dispatch) and node.index is not None
        sort = ir.ThingSort.ROW if node.sort is ir.ThingSort.CARD and not is_listed else None
        letter = "p" if isinstance(node, ir.Dispatch) else "f"
        known = ((str(wanted) if sort is None else self._named(sort, wanted), number) for wanted, number in node.table)
        return f"[{', '.join(f'{letter}{number} of {name}' for name, number in known)}]"

    def _part(self, name: str, part: Any) -> str:
        if isinstance(part, tuple):
            if part and isinstance(part[-1], ir.Type):  # of an argument its value, of a pick its place and what it is from
                return " from ".join(self._part("slot", one) for one in part[:-1])
            return f"[{', '.join(self._part(name, one) for one in part)}]"
        if isinstance(part, Enum) or part is None:
            return "none" if part is None else str(part.value)
        if isinstance(part, int):
            return self._place(part) if name in ("slot", "result", "picked", "answers") else self._named(name, part)
        return part if isinstance(part, str) else self.expression(part)

    def _named(self, name: str, number: int) -> str:
        table = self._tables.get(name)
        if table is None:
            return str(number)
        return str(table[number] if isinstance(table[number], str) else table[number].name).replace(" ", "_")

    def _place(self, slot: int) -> str:
        known = self._names[slot] if slot < len(self._names) else ""
        return f"{known or ('player', 'this', 'it')[min(slot, 2)]}.{slot}" if slot > 1 else ("player", "this")[slot]


def outline_of(definition: Definition, piece: str, row: int) -> list[str]:
    """What a procedure does (`p3`), or what each `always` of a row does to a value (`c0`)."""
    number = int(piece[1:])
    if piece[0] == "c":
        return list(_always(definition, definition.values[number], row))
    procedure = definition.procedures[number]
    return list(Outline(definition, procedure.names).statement(procedure.body))


def _always(definition: Definition, value: Value, row: int) -> Iterator[str]:
    """In both functions of an `always` the thing that is asked about is `it`."""
    outline = Outline(definition)

    def told(word: str, modifier: Modifier) -> Iterator[str]:
        yield from _line(f"{word} {outline.expression(definition.functions[modifier.amount].value)}", 0)
        yield from _line(f"where {outline.expression(definition.functions[modifier.applies].value)}", 1)

    for word, modifiers in (("is", value.holds), ("gets", value.gets)):
        for modifier in modifiers:
            if modifier.carrier == row:
                yield from told(word, modifier)


def _parts_of(node: Any) -> Iterator[tuple[str, Any]]:
    for field in fields(node):
        part = getattr(node, field.name)
        is_bare = part is None or part == () or (part is False) or part == ir.NOTHING_TO_DO
        if not is_bare and (field.name not in _SILENT or isinstance(part, ir.EXPRESSIONS)):
            yield field.name, part


def _is_stretch(part: Any) -> bool:
    return isinstance(part, _STATEMENTS) or (isinstance(part, tuple) and bool(part) and isinstance(part[0], _STATEMENTS))


def _word(node: Any) -> str:
    return type(node).__name__.lower()


def _const(value: Any, type: ir.Type) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(_const(one, type) for one in value)}]"
    sort = "" if type.sort in (ir.TypeSort.NUMBER, ir.TypeSort.FLAG, ir.TypeSort.ANY) else f"{type.sort} "
    return "none" if value is None else f"{sort}{value}"


def _line(text: str, depth: int) -> list[str]:
    indent = " " * STEP * depth
    return wrap(text.rstrip(), WIDTH, initial_indent=indent, subsequent_indent=indent + " " * 2 * STEP, break_long_words=False)
