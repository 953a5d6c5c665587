"""What cards read like for somebody who cannot see them: `back` of a component, with holes for what is printed there, too.

Takes the slot as it is written and the rows of its component; returns what all of them are called, and the rows, each with its
own back where the back shows one of its columns. Whatever a back shows is no secret, and all else about a hidden card is one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ... import ir
from ...model.definition import Column, Row
from ..diagnostics import Complaints, did_you_mean, listed
from ..read.nodes import Node, Scalar
from .names import Vocabulary
from .rows import WrittenRow

SLOT = "back"
_HOLE = re.compile(r"\{([^{}]*)\}")
_SHOWN = (ir.TypeSort.NUMBER, ir.TypeSort.TEXT, ir.TypeSort.MEMBER)


class Backs:
    """The backs of one component."""

    def __init__(self, kind: str, node: Node | None, words: Vocabulary, complaints: Complaints) -> None:
        self.kind, self.words, self.complaints = kind, words, complaints
        self.node = node if isinstance(node, Scalar) else None
        self.text = self.node.words if self.node else ""

    @property
    def common(self) -> str:
        """What is the same on all backs: the words without their holes."""
        return " ".join(_HOLE.sub(" ", self.text).split()) or self.kind.replace("_", " ")

    def on(self, rows: tuple[Row, ...], columns: Mapping[str, Column], written: Sequence[WrittenRow]) -> tuple[Row, ...]:
        """The rows with their backs. `written` are those that stand in the file by themselves."""
        shown = {name: self.words.column_number(self.kind, name) for name in self._shown(columns)}
        if self.node is None or not shown:
            return rows
        spans = {row.id: row.span for row in written}
        for row in rows:
            for name, number in shown.items():
                if row.cells.get(number) is None:
                    self.complaints.add(spans.get(row.id, self.node.span), "back-empty", column=name, row=row.id)
        types = {name: columns[name].type for name in shown}
        return tuple(replace(row, back=self._back(row, shown, types)) for row in rows)

    def _shown(self, columns: Mapping[str, Column]) -> Iterator[str]:
        """The columns in the holes, each of them fit to be shown."""
        for hole in _HOLE.finditer(self.text):
            assert self.node is not None
            name, span = hole[1], self.node.span.part(hole.start(1), len(hole[1]))
            column = columns.get(name)
            if column is None:
                hint = did_you_mean(name.removesuffix(" of this"), columns) or ("" if columns else "declare the column first")
                self.complaints.add(span, "unknown-column", hint=hint, name=name, known=listed(columns) or "none")
            elif column.formula or column.edges or column.type.many or column.type.sort not in _SHOWN:
                self.complaints.add(span, "back-unfit", name=name)
            else:
                yield name
        self._complain_of_braces()

    def _complain_of_braces(self) -> None:
        """A brace that opens or closes nothing."""
        left = _HOLE.sub(lambda hole: " " * len(hole[0]), self.text)
        alone = re.search(r"[{}]", left)
        if alone and self.node is not None:
            self.complaints.add(self.node.span.part(alone.start(), 1), "brace-alone", sign=alone[0])

    def _back(self, row: Row, shown: Mapping[str, int], types: Mapping[str, ir.Type]) -> str:
        def filled(hole: re.Match[str]) -> str:
            cell = row.cells.get(shown.get(hole[1], -1))
            return self._words(cell, types[hole[1]]) if isinstance(cell, int) else hole[0]

        return _HOLE.sub(filled, self.text)

    def _words(self, cell: int, type: ir.Type) -> str:
        if type.sort is ir.TypeSort.MEMBER:
            return self.words.types[type.names[0]].distinct_names[cell]
        return self.words.texts[cell] if type.sort is ir.TypeSort.TEXT else str(cell)
