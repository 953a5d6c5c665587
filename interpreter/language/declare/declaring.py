"""What every declaration needs: its names claimed, its types found, its numbers read.

Takes nodes of one section after the other; complains where a name is taken or a type unknown. Knows no section by itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ... import ir
from ..diagnostics import Complaints, Span, did_you_mean, listed
from ..parse.grammar import reserved_words
from ..read.nodes import Mapping, Node, Scalar, Sequence, text_of
from .names import RESERVED_NOUNS, Vocabulary
from .pairs import can_be_paired, pairing
from .rows import Cell, GivenWord
from .sizes import tell_empty, tell_number, whole

YAML_WORDS = ("on", "off", "yes", "y", "n", "null")
NOBODYS = ir.Owner(ir.OwnerSort.KIND, -1)  # what is declared of something that does not exist, and was complained of
_NO_LIMITS = "limits are numbers from 0 on, or names of numbers: number 0 to 9; without limits, a number may also lie below 0"
_NAME = re.compile(r"[a-z][a-z0-9_]*$")


def is_name(text: str) -> bool:
    """Whether a text can be a name at all."""
    return _NAME.match(text) is not None


class Declaring:
    def __init__(self, root: dict[str, Mapping], complaints: Complaints, seats: tuple[int, int]) -> None:
        self.root = root
        self.complaints = complaints
        self.seats = seats  # the fewest and the most players
        self.words = Vocabulary()
        self.defaults: dict[str, dict[str, Cell]] = {}  # what cells hold that are left out, by table and column

    def section(self, key: str) -> Iterator[tuple[str, Span, Node]]:
        """The entries of a section; one that is complained of is remembered as broken."""
        mapping = self.root.get(key)
        for name, node in mapping.items.items() if mapping else ():
            before = len(self.complaints.errors)
            yield name, mapping.keys[name], node  # type: ignore[union-attr]
            if len(self.complaints.errors) > before:
                self.words.broken.add(name)

    def claim(self, name: str, span: Span, what: str) -> None:
        """Take a name; complain if it is reserved, taken or no word."""
        if not is_name(name):
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
        words = self.words
        ranged = re.match(r"number (\w+) to (\w+)$", text)
        if ranged and all(one.isdigit() or one in words.numbers for one in ranged.groups()):
            return ir.NUMBER, *self.range_of(ranged[1], ranged[2], span)
        if text in ("number", "flag", "player"):
            return ir.Type(ir.TypeSort(text)), None, None
        if text == "card":
            return ir.Type(ir.TypeSort.CARD, tuple(words.kinds)), None, None
        if (type := words.type_named(text)) is not None:
            return type, None, None
        known = ["number", "flag", "player", "card", *words.kinds, *words.families, *words.types]
        hint = _NO_LIMITS if re.match(r"number\b.*\bto\b", text) else did_you_mean(text, known)
        self.complaints.add(span, "unknown-type", hint=hint, name=text, known=listed(known))
        return ir.ANY, None, None

    def range_of(self, first: str, last: str, span: Span) -> tuple[int, int]:
        """The two ends of a range as they are written, the smaller first."""
        low, high = (self.words.numbers[one] if one in self.words.numbers else whole(one) for one in (first, last))
        if tell_number(self.complaints, span, max(low, high)) or tell_empty(self.complaints, span, low, high):
            return 0, 1
        return low, high

    def known_owner(self, node: Node | None) -> ir.Owner:
        """What a property belongs to: nothing written means the game."""
        text = text_of(node)
        words = self.words
        owner = words.owner_named(text) if node is None or text else None
        if node is not None and owner is None:
            known = ["player", "card", *words.kinds, *words.families, *words.types]
            self.complaints.add(node.span, "unknown-owner", hint=did_you_mean(text, known), name=text)
        return owner or NOBODYS

    def known_owners(self, node: Node | None) -> ir.Owner:
        """What a variable belongs to: one owner, or a player with a place or a member."""
        if not isinstance(node, Sequence):
            return self.known_owner(node)
        names = [text_of(one) for one in node.items]
        if len(names) != 2 or names[0] != "player":
            self.complaints.add(node.span, "two-owners")
            return NOBODYS
        second = self.known_owner(node.items[1])
        if second is not NOBODYS and not can_be_paired(self.words, second):
            self.complaints.add(node.items[1].span, "second-owner", name=names[1])
            return NOBODYS
        return second if second is NOBODYS else pairing(self.words, second, node.span)

    def _zone_number(self, node: Node | None) -> int | None:
        text = text_of(node)
        if node is None:
            return None
        if text not in self.words.families:
            hint = did_you_mean(text, self.words.families)
            self.complaints.add(node.span, "unknown-zone", hint=hint, name=text)
            return None
        return self.words.number_of("families", text)

    def _whole(self, node: Cell | None) -> int | None:
        if isinstance(node, Scalar | GivenWord) and isinstance(node.value, int):
            return None if tell_number(self.complaints, node.span, node.value) else node.value
        if isinstance(node, Scalar | GivenWord) and node.words in self.words.numbers:
            return self.words.numbers[node.words]
        if node is not None:
            self.complaints.add(node.span, "number-expected")
        return None
