"""What a case declares, as far as sentences need to know it."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Kind:
    """Components of a kind: where they may lie, and what is printed on them."""

    name: str
    zones: tuple[str, ...]
    rows: tuple[str, ...] = ()
    owned: bool = False  # every player has a set
    discards: bool = False
    numbers: tuple[str, ...] = ()  # columns, each with its type
    members: tuple[str, ...] = ()


@dataclass(frozen=True)
class Family:
    """Zones of a name: `per` a player, a zone or a type, or so many of them."""

    name: str
    holds: tuple[str, ...]
    per: str = ""
    count: int = 1
    ids: tuple[str, ...] = ()
    grid: bool = False
    room: bool = False  # for one card, for which it stands
    seen: str = "everyone"
    form: str = "row"


@dataclass(frozen=True)
class Fact:
    """A variable, a value or a definition: what has it, what it is, and what it takes."""

    name: str
    of: str
    sort: str
    parameters: tuple[str, ...] = ()
    writable: bool = False
    counter: bool = False
    adjective: bool = False
    flow: bool = False  # only where rules are carried out


@dataclass
class Things:
    kinds: dict[str, Kind] = field(default_factory=dict)
    families: dict[str, Family] = field(default_factory=dict)
    facts: list[Fact] = field(default_factory=list)
    verbs: list[Fact] = field(default_factory=list)  # `of` is the event, if there is one
    groupings: list[str] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)
    windows: list[str] = field(default_factory=list)
    wares: tuple[str, ...] = ()
    tables: dict[str, int] = field(default_factory=dict)
    teams: bool = False
    plain: dict[str, list[str]] = field(default_factory=dict)  # options, numbers and members by their sort

    def facts_of(self, sort: str, of: str, **known: object) -> list[Fact]:
        return [
            one
            for one in self.facts
            if (one.sort, one.of) == (sort, of) and all(getattr(one, name) == wanted for name, wanted in known.items())
        ]
