"""Reads the section `look`: how things are to look, with every name in it checked.

Takes what is written and the vocabulary of the game; returns a Look. Nothing of it is part of the rules: it comes last, and no
rule is read differently because of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ... import ir
from ...model.look import COLOURS, DERIVED, NONE, CardLook, FactLook, Look, MemberLook, ZoneLook
from ..diagnostics import Complaints, Span, did_you_mean, listed
from ..icons import drawn_signs
from ..read.nodes import Mapping, Node, Sequence, text_of
from .names import Vocabulary

HIDDEN = "hidden"
_VARIATIONS = "\ufe0e\ufe0f"  # as text, or as a picture


def read_look(section: Mapping | None, words: Vocabulary, complaints: Complaints) -> Look:
    """What the section says; an empty look where there is none."""
    return _LookReader(words, complaints).look(section) if section is not None else DERIVED


class _LookReader:
    def __init__(self, words: Vocabulary, complaints: Complaints) -> None:
        self.words = words
        self.complaints = complaints
        self.placed: dict[str, Span] = {}

    def look(self, section: Mapping) -> Look:
        return Look(
            members=tuple(self._members(section.get("members"))),
            cards=tuple(self._cards(section.get("cards"))),
            facts=tuple(self._facts(section.get("facts"))),
            zones=tuple(self._zones(section.get("zones"))),
            table=self._rows(section.get("table"), own=False),
            seat=self._rows(section.get("seat"), own=True),
            aside=tuple(self._placed(section.get("aside"), self.words.families)),
        )

    # ---- parts

    def _members(self, section: Node | None) -> Iterator[MemberLook]:
        for type, span, members in _entries(section):
            if not self._is_known(type, span, self.words.types, "type"):
                continue
            known = self.words.types[type].ids
            for member, where, slots in _entries(members):
                if self._is_known(member, where, known, type):
                    yield MemberLook(type, member, self._icon(slots.get("icon")), text_of(slots.get("colour")))

    def _cards(self, section: Node | None) -> Iterator[CardLook]:
        for kind, span, slots in _entries(section):
            if not self._is_known(kind, span, self.words.kinds, "component"):
                continue
            numbers, members = self._columns(kind, ir.TypeSort.NUMBER), self._columns(kind, ir.TypeSort.MEMBER)
            foot = slots.get("foot")
            yield CardLook(
                kind,
                text_of(slots.get("as")),
                self._one_of(slots.get("number"), [*numbers, NONE], "column with numbers"),
                self._one_of(slots.get("badge"), [*members, NONE], "column with members"),
                self._one_of(slots.get("colour"), [*members, "owner", NONE, *COLOURS], "colour"),
                tuple(self._foot(kind, foot)) if foot is not None else None,
                self._icon(slots.get("icon")),
                tuple(self._icons(kind, slots.get("icons"))),
            )

    def _foot(self, kind: str, node: Node) -> Iterator[str]:
        known = [column for table, column in self.words.columns if table == kind]
        for one in _items(node):
            if self._is_known(text_of(one), one.span, known, "column"):
                yield text_of(one)

    def _icons(self, kind: str, node: Node | None) -> Iterator[tuple[str, str]]:
        known = [row.id for row in self.words.kinds[kind].rows]
        if isinstance(node, Mapping):
            for row, icon in node.items.items():
                if self._is_known(row, node.keys[row], known, kind):
                    yield row, self._icon(icon)

    def _facts(self, section: Node | None) -> Iterator[FactLook]:
        zones = [name for name, one in self.words.functions.items() if one.of.is_zone and one.type.sort == ir.TypeSort.FLAG]
        flags = [name for name, one in self.words.values.items() if one.of.is_zone and one.type.sort == ir.TypeSort.FLAG]
        known = [*self.words.variables, *zones, *flags]
        for name, node in section.items.items() if isinstance(section, Mapping) else ():
            if not self._is_known(name, section.keys[name], known, "variable"):  # type: ignore[union-attr]
                continue
            if isinstance(node, Mapping):
                yield FactLook(name, False, self._icon(node.get("icon")), text_of(node.get("label")))
            elif self._one_of(node, [HIDDEN], "look of a variable"):
                yield FactLook(name, True)

    def _zones(self, section: Node | None) -> Iterator[ZoneLook]:
        for family, span, slots in _entries(section):
            if self._is_known(family, span, self.words.families, "zone"):
                yield ZoneLook(family, *(text_of(slots.get(slot)) for slot in ("as", "label", "size")))

    # ---- order

    def _rows(self, node: Node | None, own: bool) -> tuple[tuple[str, ...], ...]:
        """Rows of families that are players' own, or of those that are not, and of types that have parts of the table."""
        parts = [] if own else list(self.words.types)
        families = [name for name in self.words.families if self._is_own(name) == own]
        rows = (tuple(self._placed(row, [*families, *parts], own)) for row in _items(node))
        return tuple(row for row in rows if row)

    def _placed(self, node: Node | None, known: Iterable[str], own: bool | None = None) -> Iterator[str]:
        """Names that have their place here, and nowhere else."""
        for one in _items(node):
            name = text_of(one)
            if own is not None and name in self.words.families and name not in known:
                self.complaints.add(one.span, "look-elsewhere", name=name, slot="table" if own else "seat")
            elif not self._is_known(name, one.span, known, "zone"):
                continue
            elif name in self.placed:
                first = self.placed[name]
                note = f"the first is at {first.file}:{first.line}"
                self.complaints.add(one.span, "look-twice", name=name, notes=[note])
            else:
                self.placed[name] = one.span
                yield name

    def _is_own(self, family: str) -> bool:
        """Whether zones of a family lie before a player, if only in another one that does."""
        per = self.words.families[family].per
        return per.is_player or (per.is_zone and self._is_own(self.words.owner_name(per)))

    # ---- words

    def _columns(self, kind: str, sort: ir.TypeSort) -> list[str]:
        return [
            name for (table, name), column in self.words.columns.items()
            if table == kind and column.type.sort is sort and not column.type.many and not column.formula
        ]  # fmt: skip

    def _one_of(self, node: Node | None, known: list[str], what: str) -> str:
        if node is None or not self._is_known(text_of(node), node.span, known, what):
            return ""
        return text_of(node)

    def _is_known(self, name: str, span: Span, known: Iterable[str], what: str) -> bool:
        if name in known:
            return True
        hint = did_you_mean(name, known) or f"write one of: {listed(list(known), 12)}"
        self.complaints.add(span, "look-unknown", hint=hint, name=name, what=what.replace("_", " "))
        return False

    def _icon(self, node: Node | None) -> str:
        icon = text_of(node)
        if node is not None and icon not in drawn_signs() and len(icon.rstrip(_VARIATIONS)) != 1:
            hint, known = did_you_mean(icon, drawn_signs()), listed(drawn_signs())
            self.complaints.add(node.span, "bad-icon", hint=hint, found=icon, known=known)
            return ""
        return icon


def _entries(section: Node | None) -> Iterator[tuple[str, Span, Mapping]]:
    for name, node in section.items.items() if isinstance(section, Mapping) else ():
        if isinstance(node, Mapping):
            yield name, section.keys[name], node  # type: ignore[union-attr]


def _items(node: Node | None) -> list[Node]:
    return node.items if isinstance(node, Sequence) else []
