"""How the things of a game are to look: the section `look` as it is written, and nothing that follows from the rest.

Names are those of the definition. An empty text says nothing, so that the look is derived; `none` says that there is nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

NONE = "none"

COLOURS = ("blue", "green", "grey", "orange", "pink", "red", "sky", "yellow")


@dataclass(frozen=True, slots=True)
class MemberLook:
    """A sign and a colour for a member of a type."""

    type: str
    member: str
    icon: str = ""
    colour: str = ""


@dataclass(frozen=True, slots=True)
class CardLook:
    """What shows on the cards of a kind: the columns that are its large number, its badge and its foot. `icons` are by row."""

    kind: str
    shape: str = ""
    number: str = ""
    badge: str = ""
    colour: str = ""
    foot: tuple[str, ...] | None = None
    icon: str = ""
    icons: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class FactLook:
    """A variable, or a condition of a zone: how it is called on the table, or that it does not stand there."""

    name: str
    hidden: bool = False
    icon: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True)
class ZoneLook:
    family: str
    shape: str = ""
    label: str = ""
    size: str = ""


@dataclass(frozen=True, slots=True)
class Look:
    """`table` and `seat` are rows of families, or of types for their parts; what is `aside` is told as numbers only."""

    members: tuple[MemberLook, ...] = ()
    cards: tuple[CardLook, ...] = ()
    facts: tuple[FactLook, ...] = ()
    zones: tuple[ZoneLook, ...] = ()
    table: tuple[tuple[str, ...], ...] = ()
    seat: tuple[tuple[str, ...], ...] = ()
    aside: tuple[str, ...] = ()


DERIVED = Look()  # nothing is said, so everything follows from the definition
