"""Who is who at one point of a rule.

Takes names as they are bound by slots; answers where their values live. A scope is a view on one function: the places are
numbered per function, the names end with their block. Never looks at the game's declarations.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from ... import ir
from ..parse.syntax import At


class Wrong(Exception):
    """A sentence that means nothing: the place in it, the slug of the error and its words."""

    def __init__(
        self, at: At, slug: str, hint: str | Callable[[], str] = "", notes: tuple[str, ...] = (), **words: object
    ) -> None:
        super().__init__(slug)
        self.at = at
        self.slug = slug
        self.notes = notes
        self.words = words
        self._hint = hint

    @property
    def hint(self) -> str:
        """What to try; a guess among many names is only made when somebody will read it."""
        return self._hint if isinstance(self._hint, str) else self._hint()


@dataclass
class Locals:
    """The numbered places of one function: a type and a name each."""

    types: list[ir.Type] = field(default_factory=lambda: [ir.PLAYER_TYPE, ir.ANY])
    names: list[str] = field(default_factory=lambda: ["player", "this"])

    def new(self, type: ir.Type, name: str = "") -> int:
        self.types.append(type)
        self.names.append(name)
        return len(self.types) - 1

    def rounds(self, name: str = "count") -> tuple[int, int]:
        """Where a loop counts its rounds, and where it keeps how many there may be."""
        return self.new(ir.NUMBER, name), self.new(ir.NUMBER, "limit")


@dataclass
class Scope:
    places: Locals
    this: ir.Type | None = None
    player: int = ir.PLAYER
    has_player: bool = True
    it: tuple[int, ir.Type] | None = None
    names: dict[str, tuple[int, ir.Type]] = field(default_factory=dict)
    latest: str = ""  # the name that was bound last
    this_at: int = ir.THIS  # the place of `this`

    @classmethod
    def function(cls, this: ir.Type | None = None, has_player: bool = True) -> Scope:
        places = Locals()
        if this:
            places.types[ir.THIS] = this
        return cls(places, this, has_player=has_player)

    def inner(self) -> Scope:
        """The same point, in a block of its own."""
        return replace(self, names=dict(self.names))

    def bind(self, name: str, type: ir.Type) -> int:
        """A new place with a name that lives to the end of this block."""
        slot = self.places.new(type, name)
        self.names[name] = (slot, type)
        self.latest = name
        return slot

    def about(self, slot: int, names: dict[str, tuple[int, ir.Type]] | None = None) -> Scope:
        """The same point, about another player; in a block of its own, unless its names are shared."""
        scope = self.inner()
        scope.names = scope.names if names is None else names
        scope.player, scope.has_player = slot, True
        return scope

    def with_it(self, type: ir.Type) -> tuple[Scope, int]:
        """The same point while candidates are looked at one by one."""
        scope = self.inner()
        slot = self.places.new(type, "it")
        scope.it = (slot, type)
        return scope, slot
