"""The order in which the slots of a thing are written: the one in which the schema names them.

Takes a schema and a layout; returns its entries in that order. Entries that a designer named, and sections, stay as they are.
"""

from __future__ import annotations

from typing import Any

from ..read.schemas import schema
from .file_layout import Collection, Entry

HEAD = ("name", "about", "players")


class SchemaPart:
    """What a schema says of one place in a file; nothing if it says nothing."""

    def __init__(self, whole: dict[str, Any], part: Any) -> None:
        self.whole = whole
        if isinstance(part, dict) and "$ref" in part:
            part = whole["definitions"][part["$ref"].removeprefix("#/definitions/")]
        self.part: dict[str, Any] = part if isinstance(part, dict) else {}

    def below(self, key: str | None) -> SchemaPart:
        """Of an entry of a mapping, or without a key of a list."""
        if key is None:
            return SchemaPart(self.whole, self.part.get("items"))
        return SchemaPart(self.whole, self.part.get("properties", {}).get(key, self.part.get("additionalProperties")))

    @property
    def slots(self) -> list[str]:
        """The slots in their order, where there are only slots."""
        slots = list(self.part.get("properties", ())) if self.part.get("additionalProperties") is False else []
        return [one for one in slots if one in HEAD] if self.part is schema("game") else slots


def part_for(kind: str) -> SchemaPart:
    """What the schema says of a whole file: of a `game`, of `rules`, or of a list of `scenario`s."""
    if not kind:
        return SchemaPart({}, None)
    return SchemaPart(schema(kind), {"items": schema(kind)} if kind == "scenario" else schema(kind))


def in_order(node: Collection, part: SchemaPart, is_item: bool) -> list[Entry]:
    """The entries as they are to be written. Comments above the slots of a list's entry keep them where they are."""
    places = {slot: number for number, slot in enumerate(part.slots)}
    if not node.is_mapping or not places or (is_item and any(any(entry.before) for entry in node.entries)):
        return node.entries
    return sorted(node.entries, key=lambda entry: places.get(entry.key.words if entry.key else "", len(places)))
