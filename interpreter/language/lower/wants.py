"""Notes who is meant by `player`, sentence by sentence.

Takes what was lowered; keeps for every function and procedure the places that mean somebody, and whom they only hand it on to.
Never complains: whether somebody is there is only known when everything is lowered.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass, field
from typing import Any

from ... import ir
from ...ir.walk import children
from ..declare.scope import Scope
from ..diagnostics import Span
from ..read.nodes import Mapping

Key = tuple[str, int]  # "function", "procedure" or "grouping" and its number
ASKED = ("asked", 0)  # whether there is a player at all
ME = ir.Local(ir.PLAYER)
WHOSE = "say whose: write of and somebody behind it, such as owner of this or active"
OF_THIS = 'in "{name}" its player is called this, and player is nobody: say there of whom, with of this'
OF_EACH = "write of it behind what every player has; a definition needs of: player for that"


@dataclass(frozen=True, slots=True)
class Want:
    """A place that means somebody by `player`, or that calls what does."""

    span: Span
    name: str = ""
    callee: Key | None = None
    hint: str = ""


@dataclass
class Wants:
    """What is meant by `player` in every function and procedure, and which of them are about nobody."""

    noted: list[Want] = field(default_factory=list)
    of: dict[Key, list[Want]] = field(default_factory=dict)
    about_nobody: dict[Key, str] = field(default_factory=dict)  # with what helps there
    abilities: list[int] = field(default_factory=list)
    of_players: set[Key] = field(default_factory=set)  # whose `this` is a player

    def note(self, span: Span, name: str = "", callee: Key | None = None, hint: str = "") -> None:
        self.noted.append(Want(span, name, callee, hint))

    def note_decision(self, node: Mapping, head: str, scope: Scope) -> None:
        """A decision whose words say nothing of who makes it."""
        if scope.player == ir.PLAYER:
            self.note(node.keys.get(head, node.span), head)

    def belong_to(self, key: Key) -> None:
        """What was noted since the last time stands in this function or procedure."""
        self.of[key], self.noted = self.noted, []

    def belong_to_nobody(self) -> None:
        """What was noted since the last time stands where there is no player."""
        key = ("frame", len(self.about_nobody))
        self.about_nobody[key] = WHOSE
        self.belong_to(key)


def wanted_in(node: Any, programs: Set[int]) -> Iterator[Key | None]:
    """For every use of `player` in something lowered: nothing, or the key of what it is only handed on to."""
    if node == ME:
        yield None
        return
    if isinstance(node, tuple):
        for one in node:
            yield from wanted_in(one, programs)
        return
    handed, rest = _handed_on(node, programs)
    yield from handed
    for one in rest:
        yield from wanted_in(one, programs)


def _handed_on(node: Any, programs: Set[int]) -> tuple[list[Key], list[Any]]:
    """Whom a node hands its player on to, and what else it consists of."""
    match node:
        case ir.Apply(function, (first, *rest)) if first == ME:
            return [("function", function)], rest
        case ir.Call(procedure, (first, *rest)) if first == ME:
            return [("procedure", procedure)], rest
        case ir.Dispatch() if node.player == ME:
            return [("procedure", one) for _, one in node.table if one in programs], [node.card, node.index]
        case ir.ByRow() if node.player == ME:
            return [("function", one) for _, one in node.table], [node.of]
        case ir.Reach() if node.player == ME:
            return [("function", node.function)], [node.start]
        case ir.Grouped() if node.player == ME:
            return [("grouping", node.grouping)], [node.cards]
        case ir.Op(ir.Sign.IS_NONE, (first,)) if first == ME:
            return [ASKED], []
    return [], list(children(node))
