"""Decisions whose options can be read off: each option's text and number follow from what is picked, whoever asks and when.

Takes a definition and a decision of the IR; says whether it is plain, and then makes options one by one when they are looked
at. All others are put into words by `options`, which looks at the whole state.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from operator import contains
from typing import Any, overload

from ... import ir
from ...definition import Definition, Family
from ..actions import action_numbers
from ..options import DECLINE, Option
from ..state import State
from ..texts import Speaker
from .calls import walk

Offered = list[tuple[int, tuple[Sequence[Any], ...]]]  # branches, each with the lists that are picked from


def is_free(branch: ir.Branch) -> bool:
    """Whether no pick depends on an earlier one."""
    earlier: set[int] = set()
    for slot, source, _ in branch.picks:
        if any(isinstance(one, ir.Local) and one.slot in earlier for one in walk(source)):
            return False
        earlier.add(slot)
    return True


def is_plain(definition: Definition, node: ir.Choose | ir.PickMany) -> bool:
    """Whether no two options of a choice can read alike, and none depends on what lies where."""
    if not isinstance(node, ir.Choose) or not all(is_free(branch) for branch in node.branches):
        return False
    texts = [branch.text for branch in node.branches] + ([node.decline] if node.decline is not None else [])
    beginnings = [text.parts[0] if text.parts and isinstance(text.parts[0], str) else "" for text in texts]
    for number, one in enumerate(beginnings):
        if any(one.startswith(other) or other.startswith(one) for other in beginnings[number + 1 :]):
            return False
    seat = node.seats.arguments[0] if isinstance(node.seats, ir.Op) and node.seats.sign == "listed" else None
    holes_of_decline = node.decline is not None and any(not isinstance(part, str) for part in node.decline.parts)
    return not holes_of_decline and all(_is_plain_branch(definition, branch, seat) for branch in node.branches)


def _is_plain_branch(definition: Definition, branch: ir.Branch, seat: ir.Expr | None) -> bool:
    slots = [slot for slot, _, _ in branch.picks]
    holes = [part[0] for part in branch.text.parts if not isinstance(part, str)]
    named = [hole.slot for hole in holes if isinstance(hole, ir.Local)]
    if len(named) != len(holes) or sorted(named) != sorted(slots):
        return False
    return all(_is_plain_pick(definition, source, type, seat) for _, source, type in branch.picks)


def _is_plain_pick(definition: Definition, source: ir.Expr, type: ir.Type, seat: ir.Expr | None) -> bool:
    if type.sort == "zone":
        families = [family for family in definition.families if not type.names or family.name in type.names]
        return all(family.room != 1 or family.size or family.ids for family in families)
    if type.sort != "card":
        return type.sort in ("player", "member", "number") and not type.many
    kinds = [kind for kind in definition.kinds if not type.names or kind.name in type.names]
    names = [row.name for kind in kinds for row in kind.rows]
    if len(set(names)) < len(names) or any(row.copies > 1 for kind in kinds for row in kind.rows):
        return False
    if any(kind.faces or not kind.per_player for kind in kinds):
        return False
    place = _place_of(source)
    family: Family | None = definition.families[place.family] if place is not None else None
    return family is not None and family.seen_by == "owner" and family.per == "player" and place.of == seat  # type: ignore[union-attr]


def _place_of(source: ir.Expr) -> ir.Place | None:
    """The zone that things are picked from."""
    while isinstance(source, ir.Fold) and source.kind == "list" and source.item is None:
        source = source.source
    return source.of if isinstance(source, ir.Contents) and isinstance(source.of, ir.Place) else None


class PlainSite:
    """The options of one plain decision at one table, each made once."""

    def __init__(self, state: State, seats: tuple[str, ...], node: ir.Choose) -> None:
        self.node = node
        self.state = state.copy()  # for names of things that never change; what lies where is not looked at
        self.seats = seats
        self.numbers = action_numbers(state.world.definition)
        self.types = [tuple(type for _, _, type in branch.picks) for branch in node.branches]
        self.made: dict[tuple[int, int, tuple[Any, ...]], Option] = {}

    def option(self, seat: int, branch: int, values: tuple[Any, ...]) -> Option:
        key = (seat, branch, values)
        if key not in self.made:
            self.made[key] = self._make(seat, branch, values)
        return self.made[key]

    def _make(self, seat: int, branch: int, values: tuple[Any, ...]) -> Option:
        if branch == DECLINE:
            assert self.node.decline is not None
            text = "".join(part for part in self.node.decline.parts if isinstance(part, str))
            return Option(text, self.numbers.decline(self.node.site), DECLINE)
        one = self.node.branches[branch]
        picked = {slot: value for (slot, _, _), value in zip(one.picks, values, strict=True)}
        speaker = Speaker(self.state, self.seats, seat, known={(value, seat) for value in values})
        words = [
            part if isinstance(part, str) else speaker.thing(picked[part[0].slot], part[1])  # type: ignore[union-attr]
            for part in one.text.parts
        ]
        number = self.numbers.number(self.state, self.node.site, branch, self.types[branch], values, seat)
        return Option("".join(words), number, branch, values)


class PlainOptions(Sequence[Option]):
    """The options of a plain decision, made when they are looked at."""

    __slots__ = ("_count", "_offered", "_seat", "_site")

    def __init__(self, site: PlainSite, seat: int, offered: Offered) -> None:
        self._site = site
        self._seat = seat
        self._offered = offered
        count = 0 if site.node.decline is None else 1
        for _, lists in offered:
            many = 1
            for one in lists:
                many *= len(one)
            count += many
        self._count = count

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Option: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Option, ...]: ...
    def __getitem__(self, index: int | slice) -> Option | tuple[Option, ...]:
        if isinstance(index, slice):
            return tuple(self)[index]
        if index < 0:
            index += self._count
        if not 0 <= index < self._count:
            raise IndexError(index)
        for branch, lists in self._offered:
            many = prod(map(len, lists))
            if index < many:
                return self._site.option(self._seat, branch, _picked(lists, index))
            index -= many
        return self._site.option(self._seat, DECLINE, ())

    def __iter__(self) -> Iterator[Option]:
        for branch, lists in self._offered:
            for values in product(*lists):
                yield self._site.option(self._seat, branch, values)
        if self._site.node.decline is not None:
            yield self._site.option(self._seat, DECLINE, ())

    def __contains__(self, option: object) -> bool:
        if not isinstance(option, Option):
            return False
        return self._has(option.branch, option.values) and self._site.option(self._seat, option.branch, option.values) == option

    def _has(self, branch: int, values: tuple[Any, ...]) -> bool:
        if branch == DECLINE:
            return self._site.node.decline is not None
        for one, lists in self._offered:
            if one == branch:
                return len(values) == len(lists) and all(map(contains, lists, values))
        return False

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))


def _picked(lists: tuple[Sequence[Any], ...], index: int) -> tuple[Any, ...]:
    """The picks of a number, counted like nested loops."""
    if len(lists) == 1:
        return (lists[0][index],)
    values = []
    for one in reversed(lists):
        index, place = divmod(index, len(one))
        values.append(one[place])
    return tuple(reversed(values))
