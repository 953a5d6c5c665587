"""Reads declarations: the things that a game has, before any rule is lowered.

Takes the merged top-level mappings of a definition; fills the Vocabulary and complains of what does not fit.
Never looks into `do`, `is` or `abilities`: the names used there may be declared later.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TypeVar

from ... import ir
from ...ir.limits import FACES, ROOM
from ...model.definition import NOBODY, ComponentKind, Family, GameOption, Members, Value, Variable
from ..diagnostics import Complaints, Span, did_you_mean, listed
from ..parse.grammar import reserved_words
from ..read.nodes import Mapping, Node, Scalar, Sequence, text_of
from . import edges
from .backs import SLOT, Backs
from .names import Defined, Vocabulary
from .sizes import tell_beyond, tell_empty, tell_number, whole
from .sorting import sorted_by
from .tables import TableDeclarations, spoken

_RANGE = re.compile(r"(\d+) to (\d+)$")
_SIZE = re.compile(r"(\d+) by (\d+)$")
Word = TypeVar("Word", bound=StrEnum)


Steps = dict[str, tuple[Span, bool]]  # each with whether it is one of rounds or turns, which are counted


class Declarations(TableDeclarations):
    def __init__(
        self, root: dict[str, Mapping], complaints: Complaints, seats: tuple[int, int], whole_text: str, steps: Steps
    ) -> None:
        super().__init__(root, complaints, seats)
        self.whole_text = whole_text
        self.words.steps.update({name: span for name, (span, _) in steps.items()})
        self.counting = {name: span for name, (span, counts) in steps.items() if counts}

    def read(self) -> Vocabulary:
        self._numbers()
        self._teams()
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
        for number, (name, span, node) in enumerate(self.section("groupings")):
            self.claim(name, span, "grouping")
            self.words.groupings[name] = number
            self.words.grouped_kinds[name] = text_of(node.get("of")) if isinstance(node, Mapping) else ""
        for name in self.counting:
            self.words.places.pop(name, None)  # a step is of use whether its number is asked for or not
        self.words.has_score = "result" in self.root and "score" in self.root["result"].items
        return self.words

    # ---- sections

    def _numbers(self) -> None:
        for name, span, node in self.section("numbers"):
            self.claim(name, span, "number")
            value = node.value if isinstance(node, Scalar) else None
            if isinstance(value, int) and not tell_number(self.complaints, node.span, value):
                self.words.numbers[name] = value

    def _types(self) -> None:
        """The members of every type; what stands in their columns is read when everything has its name."""
        for name, span, node in self.section("types"):
            self.claim(name, span, "type")
            rows = node.get("rows") if isinstance(node, Mapping) else None
            if isinstance(rows, Mapping):
                members = [(id, rows.keys[id]) for id in rows.items]
            else:
                members = [(text_of(item), item.span) for item in node.items] if isinstance(node, Sequence) else []
            ids = tuple(id for id, _ in members)
            if not ids and (isinstance(node, Sequence) or rows is not None):
                self.complaints.add(span, "no-members", name=name)
            self.words.types[name] = Members(name, ids, tuple(spoken(id) for id in ids), tuple({} for _ in ids))
            for number, (id, where) in enumerate(members):
                self.claim(id, where, "member")
                self.words.members[id] = (name, number)

    def _names_of_zones_and_kinds(self) -> None:
        """Zones name kinds and kinds name zones, so both get their numbers first."""
        for name, span, _ in self.section("components"):
            self.claim(name, span, "component")
            self.words.kinds[name] = ComponentKind(name, False, 0, (), 0, None, name)
        for name, span, _ in self.section("zones"):
            self.claim(name, span, "zone")
            sight, form = ir.SeenBy.EVERYONE, ir.Form.ROW
            self.words.families[name] = Family(name, ir.OF_GAME, None, (), None, False, (), None, sight, None, form)

    def _zones(self) -> None:
        for name, span, node in self.section("zones"):
            slots = self.fields(node)
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
                room=self._room(slots.get("room")),
                seen_by=_word(ir.SeenBy, slots.get("seen by"), ir.SeenBy.EVERYONE),
                refill=self._zone_number(slots.get("refill")),
                form=_word(ir.Form, slots.get("form"), ir.Form.ROW),
                order=sorted_by(slots.get("order")),
            )
            if size:
                self._cell_names(name, (int(size[1]), int(size[2])))
            if "seen by" not in slots.items:
                self.complaints.add(span, "visibility-missing", name=name, known=listed(ir.SeenBy))

    def _room(self, node: Node | None) -> int | None:
        room = self._whole(node)
        if node is not None and room is not None and room < 1:
            self.complaints.add(node.span, "no-room")
        if node is not None and room is not None:
            tell_beyond(self.complaints, node.span, ROOM, room)
        return room

    def _per(self, node: Node | None) -> ir.Owner:
        text = text_of(node)
        known = ["player", *self.words.families, *self.words.types]
        if node is not None and text not in known:
            hint = did_you_mean(text, known) or "write player, a zone or a type"
            self.complaints.add(node.span, "unknown-owner", hint=hint, name=text)
            return ir.OF_GAME
        return self.words.owner_named(text) or ir.OF_GAME

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
        kinds = []
        for one in nodes:
            if text_of(one) in self.words.kinds:
                kinds.append(self.words.number_of("kinds", text_of(one)))
            else:
                hint = did_you_mean(text_of(one), self.words.kinds)
                self.complaints.add(one.span, "unknown-component", hint=hint, name=text_of(one))
        return tuple(kinds)

    # ---- components

    def _components(self) -> None:
        first = 0
        for name, span, node in self.section("components"):
            slots = self.fields(node)
            if "abilities" in slots.items and {"rows", "cross"} & slots.items.keys():
                self.complaints.add(slots.keys["abilities"], "abilities-beside-rows", name=name)
                del slots.items["abilities"]
            columns = self._columns(name, slots.get("columns"))
            backs = Backs(name, slots.get(SLOT), self.words, self.complaints)
            rows = backs.on(self._rows(name, slots, columns, first), columns, self.words.written[name])
            home = self._zone_number(slots.get("starts in"))
            if home is None and "starts in" not in slots.items:
                self.complaints.add(span, "home-missing", name=name)
            goal = self._zone_number(slots.get("discards to"))
            self._check_held(name, home, slots, "starts in")
            self._check_held(name, goal, slots, "discards to")
            self.words.kinds[name] = ComponentKind(
                name=name,
                per_player=text_of(slots.get("per")) == "player",
                first_row=first,
                rows=rows,
                home=home or 0,
                discards_to=goal,
                back=backs.common,
                faces=self._faces(slots.get("die")),
                plural=text_of(slots.get("plural")),
            )
            first += len(rows)

    def _faces(self, node: Node | None) -> tuple[int, int] | None:
        """The lowest and the highest face of a die."""
        die = _RANGE.match(text_of(node))
        if node is None or die is None:
            if node is not None:
                self.complaints.add(node.span, "bad-die", found=text_of(node))
            return None
        low, high = self.range_of(die[1], die[2], node.span)
        tell_beyond(self.complaints, node.span, FACES, high - low + 1)
        return low, high

    def _check_held(self, name: str, zone: int | None, slots: Mapping, slot: str) -> None:
        family = list(self.words.families.values())[zone] if zone is not None else None
        if family and family.holds and self.words.number_of("kinds", name) not in family.holds:
            self.complaints.add(slots.items[slot].span, "home-does-not-hold", name=name, slot=slot, zone=family.name)

    # ---- options, variables, values, definitions

    def _options(self) -> None:
        for name, span, node in self.section("options"):
            self.claim(name, span, "option")
            slots = self.fields(node)
            about = text_of(slots.get("about"))
            type_text = text_of(slots.get("type")) or "flag"
            before = len(self.complaints.errors)
            type, low, high = self.type_named(type_text, slots.items.get("type", node).span)
            default = slots.get("default") if len(self.complaints.errors) == before else None
            option = self._option(name, type, low, high, default, about)
            self.words.options[name] = option

    def _option(
        self, name: str, type: ir.Type, low: int | None, high: int | None, default: Node | None, about: str
    ) -> GameOption:
        """An option whose default is one of its values: a seat, a member, a flag or a number in its range."""
        choices: tuple[str, ...] = ()
        text = text_of(default)
        if type.sort == ir.TypeSort.PLAYER:
            if text == "none":
                return GameOption(name, type, NOBODY, 1, 0, (), about)
            low, high = 1, 12
        elif type.sort == ir.TypeSort.MEMBER:
            choices = self.words.types[type.names[0]].ids
            low, high = 0, len(choices) - 1
        elif type.sort == ir.TypeSort.FLAG:
            choices, low, high = ("false", "true"), 0, 1
        least, most = low or 0, 10**6 if high is None else high
        number = choices.index(text) if text in choices else _number(default) if not choices else None
        if default is not None and type.sort != ir.TypeSort.ANY and (number is None or not least <= number <= most):
            known = listed(choices) if choices else f"{least} to {most}" + (", none" if type.sort == ir.TypeSort.PLAYER else "")
            self.complaints.add(default.span, "bad-default", hint=did_you_mean(text, choices), found=text, known=known)
        number = least if number is None else number
        if type.sort == ir.TypeSort.PLAYER:
            return GameOption(name, type, number - 1, 1, 0, (), about)
        return GameOption(name, type, number, least, most, choices, about)

    def _teams(self) -> None:
        if "teams" in self.root:
            self.words.teams = whole(text_of(self.root["teams"].get("count")))

    def _variables(self) -> None:
        nothing = ir.Const(None)
        is_declared = "variables" in self.root and "eliminated" in self.root["variables"].items
        if re.search(r"\bas eliminated\b", self.whole_text) and not is_declared:
            self.words.variables["eliminated"] = Variable("eliminated", ir.OF_PLAYERS, ir.FLAG, ir.Const(0, ir.FLAG), 0, 1)
        self.words.variables["active"] = Variable("active", ir.OF_GAME, ir.PLAYER_TYPE, nothing, None, None)
        self.words.variables["round"] = Variable("round", ir.OF_GAME, ir.NUMBER, ir.Const(0), 0, None)
        if re.search(r"\bmute\b", self.whole_text):
            self.words.variables["mute"] = Variable("mute", ir.OF_CARDS, ir.FLAG, ir.Const(0, ir.FLAG), 0, 1)
        if self.words.edges:
            nothing_turned = Variable("turned", ir.OF_CARDS, ir.NUMBER, ir.Const(0), 0, 3)
            self.words.variables["turned"] = nothing_turned
        faces = [kind.faces for kind in self.words.kinds.values() if kind.faces]
        if faces:
            low, high = min(face[0] for face in faces), max(face[1] for face in faces)
            start = ir.Const(low)
            lowest = min(low, 0)  # a die can be emptied, though no roll gives 0
            self.words.variables["value"] = Variable("value", ir.OF_CARDS, ir.NUMBER, start, lowest, high)
        built_in = frozenset(self.words.variables)
        for name, span in self.counting.items():
            self.claim(name, span, "step")
            self.words.variables[name] = Variable(name, ir.OF_GAME, ir.NUMBER, ir.Const(0), 0, None)
        for name, span, node in self.section("variables"):
            slots = self.fields(node)
            if self._is_built_in(name, span, built_in):
                continue
            self.claim(name, span, "variable")
            text = text_of(slots.get("type")) or "number"
            type, least, most = self.type_named(text, slots.items.get("type", node).span)
            self._add_variable(name, slots, type, least, most)
        for name, span, node in self.section("counters"):
            slots = self.fields(node)
            if self._is_built_in(name, span, built_in):
                continue
            self.claim(name, span, "counter")
            self._add_variable(name, slots, ir.NUMBER, 0, None, is_counter=True)

    def _is_built_in(self, name: str, span: Span, built_in: frozenset[str]) -> bool:
        """Whether the game has a variable of this name by itself, such as the value of its dice."""
        if name in built_in:
            self.complaints.add(span, "reserved-word", word=name)
        return name in built_in

    def _add_variable(
        self, name: str, slots: Mapping, type: ir.Type, low: int | None, high: int | None, is_counter: bool = False
    ) -> None:
        start = {"number": ir.Const(low or 0), "flag": ir.Const(0, ir.FLAG)}.get(type.sort, ir.Const(None))
        if type.sort == ir.TypeSort.FLAG:
            low, high = 0, 1
        if type.many:
            start = ir.Const(None)
        until = text_of(slots.get("lasts"))
        lasts = self.words.moment(until) if until in self.words.moments else None
        seen_by = _word(ir.SeenBy, slots.get("seen by"), ir.SeenBy.EVERYONE)
        owner = ir.OF_PLAYERS if is_counter else self.known_owners(slots.get("of"))
        self.words.variables[name] = Variable(
            name, owner, type, start, low, high, lasts, seen_by, is_counter, plural=text_of(slots.get("plural"))
        )

    def _values(self) -> None:
        for name, span, node in self.section("values"):
            slots = self.fields(node)
            self.claim(name, span, "value")
            start = text_of(slots.get("starts"))
            type = ir.FLAG if start in ("true", "false") else ir.NUMBER
            low = self._whole(slots.get("at least")) if "at least" in slots.items else None
            high = self._whole(slots.get("at most")) if "at most" in slots.items else None
            if low is not None and high is not None:
                tell_empty(self.complaints, slots.items["at most"].span, low, high)
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
            span = self.words.places.get(grid)
            if span is not None and self.words.families[grid].room != 1:
                self.complaints.add(span, "edges-without-room", zone=grid)
                span = None
            if span is None:  # what is wrong with it is told; whoever goes through its edges need not hear of it again
                self.words.broken.add(edges.JOINING)
                return
            cell = ir.Type(ir.TypeSort.ZONE, (grid,))
            owner = ir.Owner(ir.OwnerSort.FAMILY, self.words.number_of("families", grid))
            one = Defined(edges.JOINING, owner, (("next_cell", cell),), -1, ir.ANY, span, tree=edges.joining())
            self.words.functions[edges.JOINING] = one


def _number(node: Node | None) -> int | None:
    value = node.value if isinstance(node, Scalar) else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _word(words: type[Word], node: Node | None, default: Word) -> Word:
    """A word out of a closed list; what is no such word was complained of when the file was held against its schema."""
    return next((one for one in words if one == text_of(node)), default)
