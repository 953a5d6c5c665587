"""Everything that can ever be answered in a game, by its number: how many answers there are, and which.

Takes a definition; a number means the same in every match of it, so that whoever learns to play can count on it. Other seats
are told by how far they sit from whoever decides.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, overload

from .. import ir
from ..engine.actions import action_numbers
from ..ir.limits import PICKED_NUMBER
from ..model.definition import Definition


@dataclass(frozen=True, slots=True)
class Action:
    """One answer: where its decision is written, whether something is picked or the decision declined or a row of picks
    ended, and the things that are picked."""

    number: int
    place: str
    kind: Literal["pick", "decline", "done"]
    things: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join([self.place, self.kind, ", ".join(self.things)]).strip()


class ActionSpace(Sequence[Action]):
    """All actions of a game, in the order of their numbers. None of them is made before it is asked for."""

    def __init__(self, definition: Definition) -> None:
        self._definition = definition
        self._numbers = action_numbers(definition)

    def __len__(self) -> int:
        return self._numbers.total

    @overload
    def __getitem__(self, number: int) -> Action: ...
    @overload
    def __getitem__(self, number: slice) -> tuple[Action, ...]: ...
    def __getitem__(self, number: int | slice) -> Action | tuple[Action, ...]:
        if isinstance(number, slice):
            return tuple(self[one] for one in range(*number.indices(len(self))))
        if not -len(self) <= number < len(self):
            raise IndexError(f"there are {len(self)} actions, and none has the number {number}")
        return self._action(number % len(self))

    def __iter__(self) -> Iterator[Action]:
        return map(self._action, range(len(self)))

    def __repr__(self) -> str:
        return f"<ActionSpace of {self._definition.id}: {len(self):,} actions>"

    def _action(self, number: int) -> Action:
        numbers, definition = self._numbers, self._definition
        site = bisect_right(numbers.last, number)
        written = definition.sites[site]
        file = definition.files[written.file] if definition.files else ""
        if number == numbers.decline(site):
            return Action(number, f"{file}:{written.line}", "decline")
        if number == numbers.done(site):
            return Action(number, f"{file}:{written.line}", "done")
        branch = bisect_right(numbers.first[site], number) - 1
        line = written.written[branch][1] if written.written else written.line
        return Action(number, f"{file}:{line}", "pick", self._things(site, branch, number - numbers.first[site][branch]))

    def _things(self, site: int, branch: int, index: int) -> tuple[str, ...]:
        """What is picked, from the last pick to the first as the number was put together."""
        written, answers = self._definition.sites[site], self._numbers.answers
        types = written.branches[branch]
        index //= answers.copies if types else 1
        things = []
        for type in reversed(types):
            index, answer = divmod(index, answers.of(type, written.blind))
            things.append(self._thing(type, answer))
        return tuple(reversed(things))

    def _thing(self, type: ir.Type, number: int) -> str:
        definition = self._definition
        if type.sort == ir.TypeSort.CARD:
            return self._card(number)
        if type.sort == ir.TypeSort.PLAYER:
            return _seat(number)
        if type.sort == ir.TypeSort.ZONE:
            return self._zone(number)
        if type.sort == ir.TypeSort.MEMBER:
            names = next(one.distinct_names for one in definition.types if one.name in type.names)
            return names[number] if number < len(names) else "nothing"
        return str(number - PICKED_NUMBER.most)

    def _card(self, number: int) -> str:
        definition = self._definition
        if number >= self._numbers.answers.faces:
            return f"hidden card {number - self._numbers.answers.faces + 1}"
        row, owner = divmod(number, definition.most + 1)
        name = definition.rows[row][1].name
        return name if owner == definition.most else f"{name} of {_seat(owner)}"

    def _zone(self, number: int) -> str:
        numbers = self._numbers
        family = bisect_right(numbers.offsets, number) - 1
        declared = self._definition.families[family]
        parent, index = divmod(number - numbers.offsets[family], numbers.own_zones[family])
        name = f"{declared.name} {index + 1}" if numbers.own_zones[family] > 1 else declared.name
        if declared.per.is_game:
            return name
        if declared.per.is_zone:
            return f"{name} of {self._zone(numbers.offsets[declared.per.number] + parent)}"
        return f"{name} of {_seat(parent)}"


def _seat(distance: int) -> str:
    return "oneself" if not distance else "the next seat" if distance == 1 else f"the seat {distance} further on"
