"""Things and values as one viewer may know them: what views, entries and reasons speak of.

Holds no true number of a card, and nothing that the viewer may not know.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..ir import ThingSort as ThingSort


@dataclass(frozen=True, slots=True)
class Thing:
    """A card, zone, player or member. Of a card that the viewer cannot see there is no `row`, and its name is its back; of one
    that it cannot follow there is no key. `holder` is the player in whose zone a card lies that belongs to nobody, where
    that is said of it."""

    sort: ThingSort
    name: str
    key: str | None = None
    row: str | None = None
    owner: str | None = None
    holder: str | None = None


Known = int | bool | str | Thing | tuple["Known", ...] | None  # a value as a viewer may know it
