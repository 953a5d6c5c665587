"""Members of types: those that have no part of the table as places where players can be, with what is remembered and written of
them and who is there; of others what is written of them.

Takes what a view tells of them and of the players; returns lines of a page. Somebody is at a member if one of their variables
is that member.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from ...table.appearance import Looks
from ...table.view import Fact, MemberView, PlayerView
from ...telling.entries import Known, Thing
from .design import Design
from .parts import Chip, Icon, Member, Visitor

Chips = Callable[[Iterable[Fact]], Iterable[Chip]]


class Gatherings:
    """`chips` draws facts as they are drawn everywhere."""

    def __init__(
        self, design: Design, looks: Looks, players: Sequence[PlayerView], initials: Sequence[str], chips: Chips
    ) -> None:
        self.design = design
        self.looks = looks
        self.players = players
        self.initials = initials
        self.chips = chips

    def lines(self, members: Iterable[MemberView]) -> tuple[Member, ...]:
        """All of them, if there is anything to tell; what can only be chosen, a deed or a suit, has to be pressed."""
        lines = tuple(map(self._line, members))
        return lines if any(one.chips or one.visitors for one in lines) else ()

    def costs(self, member: MemberView) -> Iterator[Chip]:
        """What is written of a member that has a part of the table, as far as that is a number or one other thing."""
        for name, value in member.printed.items():
            is_way = isinstance(value, Thing) and (value.key or "").rpartition("-")[0] == member.key.rpartition("-")[0]
            if value and value is not True and not isinstance(value, tuple) and not is_way:
                yield Chip(name.replace("_", " "), self.design.aloud(_told(value)), self.design.icons.get(name, ""), name)

    def _line(self, member: MemberView) -> Member:
        sign = self.design.sign_of(member.key, member.row)
        return Member(
            key=member.key,
            name=member.name,
            icon=Icon(sign.icon, "", sign.colour) if sign else None,
            chips=tuple(self.chips(member.facts)),
            visitors=tuple(self._visitors(member.key)),
            written=tuple(self._written(member)),
        )

    def _visitors(self, key: str) -> Iterator[Visitor]:
        for player, initial in zip(self.players, self.initials, strict=True):
            for fact in player.facts:
                is_here = isinstance(fact.value, Thing) and fact.value.key == key and not fact.within
                if is_here and fact.name not in self.looks.hidden:
                    yield Visitor(initial, f"{player.name}’s {self.looks.called(fact)}", player.key[1:])

    def _written(self, member: MemberView) -> Iterator[Chip]:
        for name, value in member.printed.items():
            if told := self.design.aloud(_told(value)):
                yield Chip(name.replace("_", " "), told, self.design.icons.get(name, ""), name)


def _told(value: Known) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(_told, value))
    if isinstance(value, bool):
        return "yes" if value else ""
    return value.name if isinstance(value, Thing) else str(value or "")
