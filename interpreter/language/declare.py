"""Reads declarations: the things that a game has, before any rule is lowered.

Takes the merged top-level mappings of a definition; fills the Vocabulary and complains of what does not fit.
Never looks into `do`, `is` or `abilities`: the names used there may be declared later.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from types import MappingProxyType

from .. import ir
from ..definition import Cell, Column, Family, Kind, Members, Option, Row, Value, Variable
from . import edges
from .crossing import spread_rows
from .diagnostics import Complaints, Span, did_you_mean, listed
from .names import RESERVED_NOUNS, Defined, Vocabulary, text_of
from .parse import reserved_words
from .source import Mapping, Node, Sequence, Text

COLUMN_TYPES = ("number", "flag", "text", "program", "edges")
ROW_SLOTS = ("name", "text", "copies", "abilities")
SEEN_BY = ("everyone", "owner", "nobody", "face")
FORMS = ("pile", "row", "hand")
YAML_WORDS = ("on", "off", "yes", "y", "n", "null")
_NAME = re.compile(r"[a-z][a-z0-9_]*$")
_RANGE = re.compile(r"(\d+) to (\d+)$")
_SIZE = re.compile(r"(\d+) by (\d+)$")


FORMULAS = {"condition": ir.FLAG, "value": ir.NUMBER}  # cells that are asked anew each time


def _spoken(id: str) -> str:
    return id.replace("_", " ")


class Declarations:
    def __init__(self, root: dict[str, Mapping], complaints: Complaints, whole_text: str) -> None:
        self.root = root
        self.complaints = complaints
        self.words = Vocabulary()
        self.whole_text = whole_text
        self.defined = 0

    def read(self) -> Vocabulary:
        self._numbers()
        self._types()
        self._names_of_zones_and_kinds()
        self._zones()
        self._type_tables()
        self._tables()
        self._components()
        self._options()
        self._variables()
        self._values()
        self._definitions()
        for number, (name, span, _) in enumerate(self.section("groupings")):
            self.claim(name, span, "grouping")
            self.words.groupings[name] = number
        return self.words

    # ---- helpers

    def section(self, key: str) -> Iterator[tuple[str, Span, Node]]:
        """The entries of a section; one that is complained of is remembered as broken."""
        mapping = self.root.get(key)
        for name, node in mapping.items.items() if mapping else ():
            before = len(self.complaints.found)
            yield name, mapping.keys[name], node  # type: ignore[union-attr]
            if len(self.complaints.found) > before:
                self.words.broken.add(name)

    def claim(self, name: str, span: Span, what: str) -> None:
        """Take a name; complain if it is reserved, taken or no word."""
        if not _NAME.match(name):
            self.complaints.add(span, "bad-name", name=name)
        elif name in YAML_WORDS:
            self.complaints.add(span, "yaml-word", word=name)
        elif name in reserved_words() or name in RESERVED_NOUNS:
            self.complaints.add(span, "reserved-word", word=name)
        elif name in self.words.places:
            first = self.words.places[name]
            self.complaints.add(span, "duplicate-name", name=name, notes=[f"the first is at {first.file}:{first.line}"])
        else:
            self.words.places[name] = span

    def fields(self, node: Node) -> Mapping:
        return node if isinstance(node, Mapping) else Mapping(node.span)

    def type_named(self, text: str, span: Span) -> tuple[ir.Type, int | None, int | None]:
        """A type as it is written: `number 0 to 2`, `player`, `list of card`, a kind, a family, a type."""
        if text.startswith("list of "):
            item, low, high = self.type_named(text[8:], span)
            return ir.Type(item.sort, item.names, True), low, high
        ranged = re.match(r"number (\d+) to (\d+)$", text)
        if ranged:
            return ir.NUMBER, int(ranged[1]), int(ranged[2])
        words = self.words
        if text in ("number", "flag", "player"):
            return ir.Type(text), None, None
        if text == "card":
            return ir.Type("card", tuple(words.kinds)), None, None
        for sort, table in (("card", words.kinds), ("zone", words.families), ("member", words.types)):
            if text in table:
                return ir.Type(sort, (text,)), None, None
        known = ["number", "flag", "player", "card", *words.kinds, *words.families, *words.types]
        self.complaints.add(span, "unknown-type", hint=did_you_mean(text, known), name=text, known=listed(known))
        return ir.ANY, None, None

    def known_owner(self, node: Node | None) -> str:
        """What a property belongs to: nothing written means the game."""
        text = text_of(node)
        words = self.words
        known = ["player", "card", *words.kinds, *words.families, *words.types]
        if node is not None and text not in known:
            self.complaints.add(node.span, "unknown-owner", hint=did_you_mean(text, known), name=text)
        return text

    # ---- sections

    def _numbers(self) -> None:
        for name, span, node in self.section("numbers"):
            self.claim(name, span, "number")
            value = node.value if isinstance(node, Text) else None
            if isinstance(value, int):
                self.words.numbers[name] = value

    def _types(self) -> None:
        """The members of every type; what stands in their columns is read when everything has its name."""
        for name, span, node in self.section("types"):
            self.claim(name, span, "type")
            rows = node.get("rows") if isinstance(node, Mapping) else None
            if isinstance(rows, Mapping):
                found = [(id, rows.keys[id]) for id in rows.items]
            else:
                found = [(text_of(item), item.span) for item in node.items] if isinstance(node, Sequence) else []
            ids = tuple(id for id, _ in found)
            self.words.types[name] = Members(name, ids, tuple(_spoken(id) for id in ids), tuple({} for _ in ids))
            for number, (id, where) in enumerate(found):
                self.claim(id, where, "member")
                self.words.members[id] = (name, number)

    def _type_tables(self) -> None:
        for name, _, node in self.section("types"):
            rows = node.get("rows") if isinstance(node, Mapping) else None
            if not isinstance(node, Mapping) or not isinstance(rows, Mapping):
                continue
            columns = self._columns(name, node.get("columns"))
            read = [self._row(id, rows.keys[id], row, columns) for id, row in rows.items.items()]
            names, cells = tuple(row.name for row in read), tuple(row.cells for row in read)
            self.words.types[name] = Members(name, tuple(rows.items), names, cells)

    def _tables(self) -> None:
        """Rows of numbers that are asked by their place: `fee(2)`."""
        for name, span, node in self.section("tables"):
            self.claim(name, span, "table")
            values = [self._whole(item) for item in node.items] if isinstance(node, Sequence) else []
            self.words.tables[name] = tuple(values)

    def _names_of_zones_and_kinds(self) -> None:
        """Zones name kinds and kinds name zones, so both get their numbers first."""
        for name, span, _ in self.section("components"):
            self.claim(name, span, "component")
            self.words.kinds[name] = Kind(name, False, 0, (), 0, None, name)
        for name, span, _ in self.section("zones"):
            self.claim(name, span, "zone")
            self.words.families[name] = Family(name, "", None, (), None, False, (), None, "", None, "row")

    def _zones(self) -> None:
        for name, span, node in self.section("zones"):
            slots = self.fields(node)
            form = text_of(slots.get("form")) or "row"
            size = _SIZE.match(text_of(slots.get("size")))
            if slots.get("size") is not None and not size:
                self.complaints.add(slots.items["size"].span, "bad-size")
            self.words.families[name] = Family(
                name=name,
                per=self._per(slots.get("per")),
                count=None,
                ids=self._zone_ids(name, slots.get("ids")),
                size=(int(size[1]), int(size[2])) if size else None,
                ring=text_of(slots.get("ring")) == "true",
                holds=self._holds(slots.get("holds")),
                room=self._whole(slots.get("room")),
                seen_by=text_of(slots.get("seen by")) or "everyone",
                refill=self._zone_number(slots.get("refill")),
                form=form,
            )
            if size:
                self._cell_names(name, (int(size[1]), int(size[2])))
            if "seen by" not in slots.items:
                self.complaints.add(span, "visibility-missing", name=name, known=listed(SEEN_BY))

    def _per(self, node: Node | None) -> str:
        text = text_of(node)
        known = ["player", *self.words.families, *self.words.types]
        if node is not None and text not in known:
            self.complaints.add(node.span, "unknown-owner", hint=did_you_mean(text, known), name=text)
            return ""
        return text

    def _cell_names(self, family: str, size: tuple[int, int]) -> None:
        """The cells of a grid go by column and row: `c2r3`."""
        width, height = size
        for number in range(width * height):
            self.words.zone_ids.setdefault(f"c{number % width + 1}r{number // width + 1}", (family, number))

    def _zone_ids(self, family: str, node: Node | None) -> tuple[str, ...]:
        if not isinstance(node, Sequence):
            return ()
        ids = tuple(text_of(item) for item in node.items)
        for number, (text, item) in enumerate(zip(ids, node.items, strict=True)):
            self.claim(text, item.span, "zone")
            self.words.zone_ids[text] = (family, number)
        return ids

    def _holds(self, node: Node | None) -> tuple[int, ...]:
        if node is None:
            return ()
        nodes = node.items if isinstance(node, Sequence) else [node]
        found = []
        for one in nodes:
            if text_of(one) in self.words.kinds:
                found.append(self.words.number_of("kinds", text_of(one)))
            else:
                hint = did_you_mean(text_of(one), self.words.kinds)
                self.complaints.add(one.span, "unknown-component", hint=hint, name=text_of(one))
        return tuple(found)

    def _zone_number(self, node: Node | None) -> int | None:
        text = text_of(node)
        if node is None:
            return None
        if text not in self.words.families:
            hint = did_you_mean(text, self.words.families)
            self.complaints.add(node.span, "unknown-zone", hint=hint, name=text)
            return None
        return self.words.number_of("families", text)

    def _whole(self, node: Node | None) -> int | None:
        if isinstance(node, Text) and isinstance(node.value, int):
            return node.value
        if isinstance(node, Text) and node.words in self.words.numbers:
            return self.words.numbers[node.words]
        if node is not None:
            self.complaints.add(node.span, "number-expected")
        return None

    # ---- components

    def _components(self) -> None:
        first = 0
        for name, span, node in self.section("components"):
            slots = self.fields(node)
            spread_rows(slots, self.words, self.complaints)
            columns = self._columns(name, slots.get("columns"))
            rows = self._rows(name, slots, columns, first)
            die = _RANGE.match(text_of(slots.get("die")))
            home = self._zone_number(slots.get("starts in"))
            if home is None and "starts in" not in slots.items:
                self.complaints.add(span, "home-missing", name=name)
            self._check_home(name, home, slots)
            self.words.kinds[name] = Kind(
                name=name,
                per_player=text_of(slots.get("per")) == "player",
                first_row=first,
                rows=rows,
                home=home or 0,
                discards_to=self._zone_number(slots.get("discards to")),
                back=text_of(slots.get("back")) or f"{name.replace('_', ' ')}",
                faces=(int(die[1]), int(die[2])) if die else None,
            )
            first += len(rows)

    def _check_home(self, name: str, home: int | None, slots: Mapping) -> None:
        family = list(self.words.families.values())[home] if home is not None else None
        if family and family.holds and self.words.number_of("kinds", name) not in family.holds:
            self.complaints.add(slots.items["starts in"].span, "home-does-not-hold", name=name, zone=family.name)

    def _columns(self, table: str, node: Node | None) -> dict[str, Column]:
        found: dict[str, Column] = {}
        if not isinstance(node, Mapping):
            return found
        for name, type_node in node.items.items():
            text = text_of(type_node)
            if name in reserved_words() or name in ROW_SLOTS:
                self.complaints.add(node.keys[name], "reserved-word", word=name)
            formula = text in FORMULAS
            if text == "edges":
                type = edges.EDGES
                self.words.edges[table] = name
            elif text in ("text", "list of text", "program", "list of program"):
                type = ir.Type(text.removeprefix("list of "), (), text.startswith("list"))
            elif formula:
                type = FORMULAS[text]
            else:
                type, _, _ = self.type_named(text, type_node.span)
            found[name] = Column(name, table, type, formula)
            self.words.columns[table, name] = found[name]
        return found

    def _rows(self, kind: str, slots: Mapping, columns: dict[str, Column], first: int) -> tuple[Row, ...]:
        rows: list[Row] = []
        if isinstance(slots.get("cross"), Mapping):
            rows += self._crossed(kind, slots, columns)
        table = slots.get("rows")
        if isinstance(table, Mapping):
            for name, node in table.items.items():
                rows.append(self._row(name, table.keys[name], node, columns))
        if not rows:
            copies = self._whole(slots.get("copies")) if "copies" in slots.items else 1
            name = text_of(slots.get("name")) or kind.replace("_", " ")
            has_abilities = "abilities" in slots.items
            count = 1 if copies is None else copies
            rows.append(Row(kind, name, "", count, MappingProxyType({}), has_abilities, slots.span.line))
        for number, row in enumerate(rows):
            if row.id != kind:
                span = table.keys.get(row.id, slots.span) if isinstance(table, Mapping) else slots.span
                self.claim(row.id, span, "card")
            self.words.rows[row.id] = (kind, first + number)
        return tuple(rows)

    def _crossed(self, kind: str, slots: Mapping, columns: dict[str, Column]) -> list[Row]:
        """Every combination of the listed values: a row each, equal ones counted as copies."""
        cross = slots.get("cross")
        assert isinstance(cross, Mapping)
        axes: list[list[Node]] = []
        for name, node in cross.items.items():
            if name not in columns:
                hint = did_you_mean(name, columns)
                self.complaints.add(cross.keys[name], "unknown-column", hint=hint, name=name, known=listed(columns))
            if isinstance(node, Sequence):
                axes.append(list(node.items))
            else:
                members = self.words.types.get(text_of(node))
                axes.append([Text(node.span, one, True) for one in members.ids] if members else [])
        counted: dict[str, Row] = {}
        for values in product(*axes):
            cells = self._cells(dict(zip(cross.items, values, strict=True)), columns)
            words = [text_of(value) for value in values]
            id = "_".join(words)
            copies = counted[id].copies + 1 if id in counted else 1
            name = " ".join(words).replace("_", " ")
            counted[id] = Row(id, name, "", copies, MappingProxyType(cells), False, cross.span.line)
        return list(counted.values())

    def _row(self, id: str, span: Span, node: Node, columns: dict[str, Column]) -> Row:
        if isinstance(node, Sequence):
            named = dict(zip(columns, node.items, strict=False))
            if len(node.items) != len(columns):
                self.complaints.add(
                    node.span, "row-length", row=id, found=len(node.items), count=len(columns), wanted=listed(columns)
                )
            fields = Mapping(node.span, named)
        else:
            fields = self.fields(node)
        known = [*columns, *ROW_SLOTS]
        for key in fields.items:
            if key not in known:
                where = fields.keys.get(key, span)
                self.complaints.add(where, "unknown-column", hint=did_you_mean(key, known), name=key, known=listed(known))
        cells = self._cells({key: value for key, value in fields.items.items() if key in columns}, columns)
        copies = self._whole(fields.get("copies")) if "copies" in fields.items else 1
        return Row(
            id=id,
            name=text_of(fields.get("name")) or id.replace("_", " "),
            text=text_of(fields.get("text")),
            copies=1 if copies is None else copies,
            cells=MappingProxyType(cells),
            has_abilities="abilities" in fields.items,
            line=span.line,
        )

    def _cells(self, named: dict[str, Node], columns: dict[str, Column]) -> dict[int, Cell]:
        cells: dict[int, Cell] = {}
        for name, node in named.items():
            column = columns.get(name)
            if column is None or column.formula or column.type.sort == "program":
                continue
            number = self.words.column_number(column.table, name)
            if name == self.words.edges.get(column.table):
                cells[number], wrong = edges.flags_of(node)
                for one in wrong:
                    self._unknown_member(one, "side", edges.SIDES)
            elif column.type.many and isinstance(node, Sequence):
                cells[number] = tuple(self._cell(item, column) for item in node.items)
            else:
                cells[number] = self._cell(node, column)
        return cells

    def _cell(self, node: Node, column: Column) -> int | None:
        text, value = text_of(node), node.value if isinstance(node, Text) else None
        if text == "none":
            return None
        sort = column.type.sort
        if sort == "text":
            self.words.texts.append(text)
            return len(self.words.texts) - 1
        if sort == "number" and isinstance(value, int) and not isinstance(value, bool):
            return value
        if sort == "number" and text in self.words.numbers:
            return self.words.numbers[text]
        if sort == "flag" and isinstance(value, bool):
            return int(value)
        if sort == "member":
            ids = self.words.types[column.type.names[0]].ids
            if text in ids:
                return ids.index(text)
            self._unknown_member(node, column.type.names[0], ids)
            return None
        if sort != "any":
            self.complaints.add(node.span, "wrong-cell", column=column.name, needed=sort, found=text)
        return None

    def _unknown_member(self, node: Node, type: str, known: tuple[str, ...]) -> None:
        name = text_of(node)
        self.complaints.add(
            node.span, "unknown-member", hint=did_you_mean(name, known), name=name, type=type, known=listed(known)
        )

    # ---- options, variables, values, definitions

    def _options(self) -> None:
        for name, span, node in self.section("options"):
            self.claim(name, span, "option")
            slots = self.fields(node)
            about = text_of(slots.get("about"))
            type_text = text_of(slots.get("type")) or "flag"
            type, low, high = self.type_named(type_text, slots.items.get("type", node).span)
            option = self._option(name, type, low, high, slots.get("default"), about)
            self.words.options[name] = option

    def _option(self, name: str, type: ir.Type, low: int | None, high: int | None, default: Node | None, about: str) -> Option:
        """An option whose default is one of its values: a seat, a member, a flag or a number in its range."""
        choices: tuple[str, ...] = ()
        if type.sort == "player":
            low, high = 1, 12
        elif type.sort == "member":
            choices = self.words.types[type.names[0]].ids
            low, high = 0, len(choices) - 1
        elif type.sort == "flag":
            choices, low, high = ("false", "true"), 0, 1
        least, most = low or 0, 10**6 if high is None else high
        text = text_of(default)
        number = choices.index(text) if text in choices else _number(default) if not choices else None
        if default is not None and type.sort != "any" and (number is None or not least <= number <= most):
            known = listed(choices) if choices else f"{least} to {most}"
            self.complaints.add(default.span, "bad-default", hint=did_you_mean(text, choices), found=text, known=known)
        number = least if number is None else number
        if type.sort == "player":
            return Option(name, type, number - 1, 1, 0, (), about)
        return Option(name, type, number, least, most, choices, about)

    def _variables(self) -> None:
        nothing = ir.Const(None)
        self.words.variables["active"] = Variable("active", "", ir.PLAYER_TYPE, nothing, None, None, "game", "everyone")
        self.words.variables["round"] = Variable("round", "", ir.NUMBER, ir.Const(0), 0, None, "game", "everyone")
        if re.search(r"\bmute\b", self.whole_text):
            self.words.variables["mute"] = Variable("mute", "card", ir.FLAG, ir.Const(0), 0, 1, "game", "everyone")
        if self.words.edges:
            nothing_turned = Variable("turned", "card", ir.NUMBER, ir.Const(0), 0, 3, "game", "everyone")
            self.words.variables["turned"] = nothing_turned
        faces = [kind.faces for kind in self.words.kinds.values() if kind.faces]
        if faces:
            low, high = min(face[0] for face in faces), max(face[1] for face in faces)
            start = ir.Const(low)
            lowest = min(low, 0)  # a die can be emptied, though no roll gives 0
            self.words.variables["value"] = Variable("value", "card", ir.NUMBER, start, lowest, high, "game", "everyone")
        for name, span, node in self.section("variables"):
            slots = self.fields(node)
            self.claim(name, span, "variable")
            text = text_of(slots.get("type")) or "number"
            type, least, most = self.type_named(text, slots.items.get("type", node).span)
            self._add_variable(name, slots, type, least, most)
        for name, span, node in self.section("counters"):
            slots = self.fields(node)
            self.claim(name, span, "counter")
            self._add_variable(name, slots, ir.NUMBER, 0, None)
            self.words.counters.add(name)

    def _add_variable(self, name: str, slots: Mapping, type: ir.Type, low: int | None, high: int | None) -> None:
        start = {"number": ir.Const(low or 0), "flag": ir.Const(0)}.get(type.sort, ir.Const(None))
        if type.sort == "flag":
            low, high = 0, 1
        if type.many:
            start = ir.Const(None)
        lasts = text_of(slots.get("lasts")) or "game"
        seen_by = text_of(slots.get("seen by")) or "everyone"
        owner = self.known_owner(slots.get("of"))
        self.words.variables[name] = Variable(name, owner, type, start, low, high, lasts, seen_by)

    def _values(self) -> None:
        for name, span, node in self.section("values"):
            slots = self.fields(node)
            self.claim(name, span, "value")
            start = text_of(slots.get("starts"))
            type = ir.FLAG if start in ("true", "false") else ir.NUMBER
            low = self._whole(slots.get("at least")) if "at least" in slots.items else None
            high = self._whole(slots.get("at most")) if "at most" in slots.items else None
            owner = self.known_owner(slots.get("of"))
            self.words.values[name] = Value(name, owner, type, -1, (), (), low, high)

    def _definitions(self) -> None:
        for name, span, node in self.section("define"):
            slots = self.fields(node)
            self.claim(name, span, "definition")
            parameters = []
            given = slots.get("with")
            if isinstance(given, Mapping):
                for parameter, type_node in given.items.items():
                    type, _, _ = self.type_named(text_of(type_node), type_node.span)
                    if parameter in reserved_words():
                        self.complaints.add(given.keys[parameter], "reserved-word", word=parameter)
                    parameters.append((parameter, type))
            owner = self.known_owner(slots.get("of"))
            event = text_of(slots.get("event"))
            one = Defined(name, owner, tuple(parameters), -1, ir.ANY, span, slots, event)
            if "is" in slots.items and "do" not in slots.items:
                self.words.functions[name] = one
            elif "do" in slots.items and "is" not in slots.items:
                self.words.verbs[name] = one
            else:
                self.complaints.add(span, "is-or-do", name=name)
        self._open_edges()

    def _open_edges(self) -> None:
        """The joining that comes with tiles that have edges, if the game uses it."""
        grid = edges.grid_of(self.words.families, list(self.words.kinds), set(self.words.edges))
        if grid is not None and re.search(rf"\b{edges.JOINING}\b", self.whole_text):
            span = self.words.places[grid]
            cell = ir.Type("zone", (grid,))
            one = Defined(edges.JOINING, grid, (("next_cell", cell),), -1, ir.ANY, span, edges.joining(span), "")
            self.words.functions[edges.JOINING] = one


def _number(node: Node | None) -> int | None:
    value = node.value if isinstance(node, Text) else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None
