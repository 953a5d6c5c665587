"""Reads tables: columns, rows and cells of components and types, and rows of numbers.

Takes the nodes of one table; returns its rows with every cell as a number, or complains of the cell that does not fit.
Formulas and programs in cells are lowered later.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from types import MappingProxyType

from ... import ir
from ...model.definition import Cell as PrintedCell
from ...model.definition import Column, Members, Row
from ..diagnostics import did_you_mean, listed
from ..parse.grammar import reserved_words
from ..read.nodes import Mapping, Node, Scalar, Sequence, text_of
from . import edges
from .copies import Copies, copies_by_players
from .crossing import NO_COLUMNS, are_crossed, crossed_rows, members_as_words
from .declaring import Declaring, is_name
from .rows import PRINTED, Cell, GivenWord, WrittenRow, in_words, plain_rows, with_defaults, words_of
from .sizes import tell_number

COLUMN_TYPES = ("number", "flag", "text", "program", "edges")
FORMULAS = {"condition": ir.FLAG, "value": ir.NUMBER}  # cells that are asked anew each time


def spoken(id: str) -> str:
    return id.replace("_", " ")


class TableDeclarations(Declaring):
    def _type_tables(self) -> None:
        for name, _, node in self.section("types"):
            rows = node.get("rows") if isinstance(node, Mapping) else None
            if not isinstance(node, Mapping) or not isinstance(rows, Mapping):
                continue
            columns = self._columns(name, node.get("columns"))
            self.words.written[name] = tuple(with_defaults(plain_rows(rows, columns), self.defaults[name]))
            for id, row in rows.items.items():
                self._check_length(id, row, columns)
            read = [self._row(one, columns, node) for one in self.words.written[name]]
            names, cells, words = ([getattr(row, part) for row in read] for part in ("name", "cells", "words"))
            self.words.types[name] = Members(name, tuple(rows.items), tuple(names), tuple(cells), tuple(words))

    def _tables(self) -> None:
        """Rows of numbers that are asked by their place: `fee(2)`."""
        for name, span, node in self.section("tables"):
            self.claim(name, span, "table")
            values = [self._whole(item) for item in node.items] if isinstance(node, Sequence) else []
            self.words.tables[name] = tuple(values)

    def _columns(self, table: str, node: Node | None) -> dict[str, Column]:
        columns: dict[str, Column] = {}
        self.defaults[table] = {}
        owner = self.words.owner_named(table)
        if not isinstance(node, Mapping) or owner is None:
            return columns
        for name, type_node in node.items.items():
            text, is_given, default = text_of(type_node).partition(" or ")
            if is_given:
                where = type_node.span.part(len(text) + len(is_given), len(default))
                self.defaults[table][name] = Scalar(where, default, plain=True)
            if name in reserved_words() or name in PRINTED:
                self.complaints.add(node.keys[name], "reserved-word", word=name)
            formula = text in FORMULAS
            if text == "edges":
                type = edges.EDGES
                self.words.edges[table] = name
            elif text in ("text", "list of text", "program", "list of program"):
                type = ir.Type(ir.TypeSort(text.removeprefix("list of ")), (), text.startswith("list"))
            elif formula:
                type = FORMULAS[text]
            else:
                type, _, _ = self.type_named(text, type_node.span)
            columns[name] = Column(name, owner, type, formula, text == "edges")
            self.words.columns[table, name] = columns[name]
        return columns

    def _rows(self, kind: str, slots: Mapping, columns: dict[str, Column], first: int) -> tuple[Row, ...]:
        self.words.written[kind] = tuple(with_defaults(self._written(slots, columns), self.defaults[kind]))
        rows = [self._row(row, columns, slots) for row in self.words.written[kind]]
        if isinstance(slots.get("cross"), Mapping) and not are_crossed(slots):
            rows = [*self._with_names(kind, slots, self._crossed(kind, slots, columns)), *rows]
        is_listed = bool(rows)
        if not rows:
            copies = self._copies(slots.get("copies"))
            name = text_of(slots.get("name")) or in_words(kind, slots)
            has_abilities = "abilities" in slots.items
            no_cells: MappingProxyType[int, PrintedCell] = MappingProxyType({})
            count, line = copies.most, slots.span.line
            rows.append(Row(kind, name, "", count, no_cells, has_abilities, line, each_player=copies.each_player))
        spans = {row.id: row.span for row in self.words.written[kind]}
        for number, row in enumerate(rows):
            if row.id != kind or is_listed:
                self.claim(row.id, spans.get(row.id, slots.span), "card")
            self.words.rows[row.id] = (kind, first + number)
        return tuple(rows)

    def _written(self, slots: Mapping, columns: dict[str, Column]) -> Iterator[WrittenRow]:
        """The rows of a component; slots that stand among the names of rows are none."""
        table = slots.get("rows")
        if are_crossed(slots):
            yield from crossed_rows(slots, self.words, self.complaints)
        elif isinstance(table, Mapping):
            for row in plain_rows(table, columns):
                if row.id in PRINTED and not isinstance(table.items[row.id], Mapping):
                    self._misplaced(row.id, table)
                else:
                    self._check_length(row.id, table.items[row.id], columns)
                    yield row

    def _check_length(self, id: str, node: Node, columns: dict[str, Column]) -> None:
        """A row that is a list has no more cells than there are columns; the last ones may be left out."""
        if isinstance(node, Sequence) and len(node.items) > len(columns):
            self.complaints.add(
                node.span, "row-length", row=id, found=len(node.items), count=len(columns), wanted=listed(columns)
            )

    def _misplaced(self, slot: str, table: Mapping) -> None:
        """A slot of the row above that stands too far out, among the names of rows."""
        names = list(table.keys)
        before = names[names.index(slot) - 1] if names.index(slot) else ""
        hint = "" if before else "write the name of a row above it"
        self.complaints.add(table.keys[slot], "slot-among-names", hint=hint, slot=slot, name=before, what="rows")

    def _crossed(self, kind: str, slots: Mapping, columns: dict[str, Column]) -> list[Row]:
        """Every combination of the listed values: a row each, equal ones counted as copies. Of one column alone the values are
        numbers or members already, so the name of the component goes before them."""
        cross = slots.get("cross")
        assert isinstance(cross, Mapping)
        axes: list[list[Cell]] = []
        for name, node in cross.items.items():
            if name not in columns:
                hint = did_you_mean(name, columns) or ("" if columns else NO_COLUMNS)
                self.complaints.add(cross.keys[name], "unknown-column", hint=hint, name=name, known=listed(columns))
            if isinstance(node, Sequence):
                axes.append(list(node.items))
            else:
                axes.append(self._members_as_cells(node))
        counted: dict[str, Row] = {}
        for values in product(*axes):
            cells = self._cells({**self.defaults[kind], **dict(zip(cross.items, values, strict=True))}, columns)
            words = [words_of(value) for value in values]
            if len(words) == 1 and (not is_name(words[0]) or words[0] in self.words.members):
                words.insert(0, kind)
            id = "_".join(words)
            copies = counted[id].copies + 1 if id in counted else 1
            name = in_words("_".join(words), slots)
            counted[id] = Row(id, name, "", copies, MappingProxyType(cells), False, cross.span.line)
        return list(counted.values())

    def _with_names(self, kind: str, slots: Mapping, rows: list[Row]) -> list[Row]:
        """The rows of a crossing whose names can be names; one complaint about all others, as they have one cause."""
        taken = [row.id for row in rows if row.id in self.words.places and row.id != kind]
        odd = [row.id for row in rows if not is_name(row.id)]
        where = slots.keys["cross"]
        if taken:
            first = self.words.places[taken[0]]
            notes = [f'"{taken[0]}" is declared at {first.file}:{first.line}']
            hint = "let one of the two components cross a column with other values" if taken[0] in self.words.rows else ""
            self.complaints.add(where, "cross-taken", hint=hint, notes=notes, names=listed(taken, 4))
        if odd:
            self.complaints.add(where, "cross-no-name", names=listed(odd, 4))
        return [row for row in rows if row.id not in (*taken, *odd)]

    def _members_as_cells(self, node: Node) -> list[Cell]:
        if text_of(node) not in self.words.types:
            types = self.words.types
            self.complaints.add(node.span, "unknown-type", hint=did_you_mean(text_of(node), types), name=text_of(node),
                                known=listed(types))  # fmt: skip
            return []
        return [*members_as_words(node, self.words)]

    def _row(self, row: WrittenRow, columns: dict[str, Column], slots: Mapping) -> Row:
        known = [*columns, *PRINTED]
        for key in row.cells:
            if key not in known:
                where = row.keys.get(key, row.span)
                self.complaints.add(where, "unknown-column", hint=did_you_mean(key, known), name=key, known=listed(known))
        cells = self._cells({key: value for key, value in row.cells.items() if key in columns}, columns)
        copies = self._copies(row.get("copies"))
        return Row(
            id=row.id,
            name=words_of(row.get("name")) or in_words(row.id, slots),
            text=words_of(row.get("text")),
            copies=copies.most,
            cells=MappingProxyType(cells),
            has_abilities="abilities" in row.cells,
            line=row.span.line,
            words=MappingProxyType(self._words_in(row, columns)),
            each_player=copies.each_player,
        )

    def _copies(self, cell: Cell | None) -> Copies:
        if cell is None:
            return Copies()
        by_players = copies_by_players(words_of(cell), cell.span, self.seats, self.words.numbers, self.complaints)
        if by_players is not None:
            return by_players
        count = self._whole(cell)
        return Copies() if count is None else Copies(count)

    def _words_in(self, row: WrittenRow, columns: dict[str, Column]) -> dict[int, tuple[str, ...]]:
        """What is written in cells that become rules: programs and formulas."""
        words_in = {}
        for name, column in columns.items():
            node = row.get(name)
            if node is not None and (column.formula or column.type.sort == ir.TypeSort.PROGRAM):
                cells = node.items if isinstance(node, Sequence) else [node]
                words = tuple(words_of(cell) for cell in cells)
                if any(one not in ("", "none") for one in words):
                    words_in[self.words.column_number(self.words.owner_name(column.of), name)] = words
        return words_in

    def _cells(self, named: dict[str, Cell], columns: dict[str, Column]) -> dict[int, PrintedCell]:
        cells: dict[int, PrintedCell] = {}
        for name, node in named.items():
            column = columns.get(name)
            if column is None or not self._is_of_shape(node, column) or column.formula:
                continue
            table = self.words.owner_name(column.of)
            number = self.words.column_number(table, name)
            if column.type.sort == ir.TypeSort.PROGRAM:
                if not column.type.many and words_of(node) not in ("", "none"):
                    cells[number] = 1  # that there is a program: which one, is for others
                continue
            if name == self.words.edges.get(table):
                cells[number], wrong = edges.flags_of(node)
                for one in wrong:
                    self._unknown_member(one, "side", edges.SIDES)
            elif column.type.many and isinstance(node, Sequence):
                cells[number] = tuple(self._cell(item, column) for item in node.items)
            else:
                cells[number] = self._cell(node, column)
        return cells

    def _is_of_shape(self, node: Cell, column: Column) -> bool:
        """A list where the column holds lists, and nowhere else."""
        if words_of(node) == "none" or column.type.sort == ir.TypeSort.ANY or isinstance(node, Sequence) == column.type.many:
            return True
        self.complaints.add(node.span, "list-cell" if column.type.many else "single-cell", column=column.name)
        return False

    def _cell(self, node: Cell, column: Column) -> int | None:
        text, value = words_of(node), node.value if isinstance(node, Scalar | GivenWord) else None
        if text == "none":
            return None
        sort = column.type.sort
        if sort is ir.TypeSort.TEXT:
            self.words.texts.append(text)
            return len(self.words.texts) - 1
        if sort is ir.TypeSort.NUMBER and isinstance(value, int) and not isinstance(value, bool):
            return None if tell_number(self.complaints, node.span, value) else value
        if sort is ir.TypeSort.NUMBER and text in self.words.numbers:
            return self.words.numbers[text]
        if sort is ir.TypeSort.FLAG and isinstance(value, bool):
            return int(value)
        if sort is ir.TypeSort.MEMBER:
            ids = self.words.types[column.type.names[0]].ids
            if text in ids:
                return ids.index(text)
            self._unknown_member(node, column.type.names[0], ids)
            return None
        if isinstance(value, float):
            self.complaints.add(node.span, "whole-number", found=text)
        elif sort is not ir.TypeSort.ANY:
            self.complaints.add(node.span, "wrong-cell", column=column.name, needed=sort, found=text)
        return None

    def _unknown_member(self, node: Cell, type: str, known: tuple[str, ...]) -> None:
        name = words_of(node)
        self.complaints.add(
            node.span, "unknown-member", hint=did_you_mean(name, known), name=name, type=type, known=listed(known)
        )
