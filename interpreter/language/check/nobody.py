"""Finds sentences that mean somebody by `player` where there is nobody.

Takes what was noted while sentences were lowered; complains at the call, also where the need lies in another verb, value or
condition that is called. Where somebody may be there, in an ability that both a turn and the flow can cause, it only warns.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ... import ir
from ...ir.walk import is_expression, walk
from ...model.definition import Grouping
from ..diagnostics import Complaints, Span
from ..lower.wants import ASKED, ME, OF_THIS, Key, Want, Wants

_OF_A_CARD = "write for: owner of this beside it, or by where the owner decides"


class Judge:
    """Follows what was noted to where it is certain that nobody is meant."""

    def __init__(self, wants: Wants, procedures: list[ir.Procedure | None], groupings: tuple[Grouping, ...]) -> None:
        self.wants = wants
        self.groupings = groupings
        alone = {number for kind, number in wants.about_nobody if kind == "procedure"}
        self.somebody, self.nobody = _callers(procedures, alone)

    def complain(self, complaints: Complaints) -> None:
        for key, hint in self.wants.about_nobody.items():
            self._complain_in(key, complaints, hint)
        for number in self.wants.abilities:
            if number not in self.nobody:
                continue
            if number in self.somebody:
                self._warn_in(("procedure", number), complaints)
            else:
                self._complain_in(("procedure", number), complaints, _OF_A_CARD, only_first=True)

    def _warn_in(self, key: Key, complaints: Complaints) -> None:
        """At the first sentence of an ability that means somebody, though not whatever causes it is about somebody."""
        for want in self._wants_of(key):
            if want.callee is None or self.need_of(want.callee) is not None:
                complaints.add(want.span, "player-in-part")
                return

    def _complain_in(self, key: Key, complaints: Complaints, hint: str, only_first: bool = False) -> None:
        for want in self.wants.of.get(key, ()):
            need = self.need_of(want.callee) if want.callee else want
            if need is None:
                continue
            if want.callee is None:
                complaints.add(want.span, "no-player", hint=want.hint or hint)
            else:
                note = f"{need.span.file}:{need.span.line} needs one: {need.name}"
                own = OF_THIS.format(name=want.name) if want.callee in self.wants.of_players else hint
                complaints.add(want.span, "needs-player", hint=want.hint or need.hint or own, notes=[note], name=want.name)
            if only_first:
                return

    def need_of(self, key: Key) -> Want | None:
        """The place in a definition, or in what it calls, that means somebody; none if it looks whether there is one."""
        waiting, seen = [key], {key}
        while waiting:
            for want in self._wants_of(waiting.pop(0)):
                if want.callee is None:
                    return want
                if want.callee not in seen:
                    seen.add(want.callee)
                    waiting.append(want.callee)
        return None

    def _wants_of(self, key: Key) -> list[Want]:
        kind, number = key
        if kind == "grouping":
            return [Want(Span(""), "", ("function", one)) for one in self.groupings[number].functions]
        wants = self.wants.of.get(key, [])
        return [] if any(want.callee == ASKED for want in wants) else wants


def _callers(procedures: list[ir.Procedure | None], alone: set[int]) -> tuple[set[int], set[int]]:
    """The procedures that are called for somebody at least once, and those that are called for nobody at least once."""
    calls = [
        (caller, callee, player)
        for caller, procedure in enumerate(procedures)
        if procedure is not None
        for callee, player in _calls(procedure.body)
    ]
    handed_on = [(caller, callee) for caller, callee, player in calls if player == ME]
    somebody = {callee for _, callee, player in calls if player not in (ME, ir.Const(None))}
    nobody = alone | {callee for _, callee, player in calls if player == ir.Const(None)}
    return _handed_down(handed_on, somebody), _handed_down(handed_on, nobody)


def _handed_down(handed_on: list[tuple[int, int]], reached: set[int]) -> set[int]:
    """Whatever is called by something that is reached, with its own player, is reached too."""
    while more := {callee for caller, callee in handed_on if caller in reached} - reached:
        reached = reached | more
    return reached


def _calls(node: Any) -> Iterator[tuple[int, ir.Expr]]:
    """Every call in a statement, with the player it is for."""
    for one in walk(node, is_expression):
        if isinstance(one, ir.Call):
            yield one.procedure, one.arguments[0]
        elif isinstance(one, ir.Dispatch):
            yield from ((procedure, one.player) for _, procedure in one.table)
