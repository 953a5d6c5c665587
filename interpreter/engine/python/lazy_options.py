"""The options of a decision in the step form, made when they are looked at.

Takes what written source has found to pick from. How many options there are is known at once; an option is made when it is
asked for, and its words and number when they are read. By then play may have gone on, so the position is kept in time, unless
words and numbers of the decision are the same at any time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any, TypeVar, overload

from ... import ir
from ...errors import Misused
from ...ir.analysis.alike import are_alike, is_countable, may_be_alike
from ...ir.analysis.fixed_wording import is_plain
from ...model.definition import Definition
from ..actions import Listing, Offer, action_numbers
from ..binding import Binding
from ..frames import places_of_decision
from ..options import DECLINE, DONE, Asked, Numbered, Option, binding_of, bound, in_words, picked_so_far
from ..picking import Picking
from ..state import State
from ..texts import Speaker
from ..trouble import STOPPING, error_of
from .runtime_effects import distinct_cards

Told = TypeVar("Told")


class LazyOption(Option):
    """An option that finds its words and its number when it is asked for them: the one of an index among others."""

    __slots__ = ("_offers", "index")

    def __init__(self, among: Offers, index: int, branch: int, values: tuple[Any, ...]) -> None:
        self._offers = among
        self.index = index
        self._branch = branch
        self._values = values

    @property
    def among(self) -> Offers:
        return self._offers

    @property
    def text(self) -> str:
        return self._offers.text_of(self)

    @property
    def number(self) -> int:
        return self._offers.numbers()[self.index]

    def _bound_by(self) -> Binding:
        return self._offers._bound_by()


class Question:
    """What never changes about one decision at one table. `prompt` is None if it has holes. Options are simple that can be
    counted and are never joined; words and numbers that last are the same at any time."""

    def __init__(self, definition: Definition, node: ir.Choose | ir.PickMany, seats: tuple[str, ...]) -> None:
        self.node = node
        self.seats = seats
        self.numbers = action_numbers(definition)
        self.place = places_of_decision(definition)[node.site]
        parts = node.prompt.parts if node.prompt is not None else ()
        words = [part for part in parts if isinstance(part, str)]
        self.prompt = "".join(words) if len(words) == len(parts) else None
        self.can_decline = node.decline is not None
        self.end = DECLINE if self.can_decline else None
        self.is_countable = is_countable(definition, node)
        self.is_blind = definition.sites[node.site].blind
        self.lasts = is_plain(definition, node) and self.prompt is not None
        if isinstance(node, ir.Choose):
            self.types = [tuple(type for _, _, type in branch.picks) for branch in node.branches]
            self.is_alike = any(may_be_alike(definition, branch) for branch in node.branches)
        else:
            self.types = [(node.type,)]
            self.is_alike = are_alike(definition, node.type)
        self.is_simple = isinstance(node, ir.Choose) and self.is_countable and not self.is_alike

    def next_of_row(
        self, state: State, seat: int, picking: Picking, picked: tuple[int, ...], candidates: Sequence[int]
    ) -> tuple[Listing, int, int | None]:
        """The next pick of a row: what can be picked, how many options there are, and what comes after the picks."""
        if self.is_alike and len(candidates) > 1:
            candidates = distinct_cards(state, candidates, seat if self.is_blind else None)
        rows = [(one,) for one in candidates]
        end = self._end_of_row(picking, picked, bool(rows))
        return ((0, len(rows), rows),), len(rows) + (end is not None), end

    def _end_of_row(self, picking: Picking, picked: tuple[int, ...], is_more: bool) -> int | None:
        """To decline, that the row is done, or nothing."""
        if not picked and not is_more and not picking.is_whole(()):
            return None
        if not picked and self.can_decline:
            return DECLINE
        return DONE if picking.is_whole(picked) and (is_more or picked or not self.can_decline) else None


class Offers(Numbered):
    """Options as a sequence. `end` is what comes after everything that can be picked, if anything does; `picking` is the
    row that they continue, if they do."""

    __slots__ = (
        "_asking",
        "_binding",
        "_branches",
        "_count",
        "_end",
        "_frame",
        "_is_kept",
        "_listed",
        "_numbers",
        "_picking",
        "_places",
        "_state",
        "seat",
    )  # fmt: skip

    def __init__(
        self,
        asking: Question,
        state: State,
        places: Sequence[Any],
        seat: int,
        branches: Listing,
        count: int,
        end: int | None,
        picking: Picking | None = None,
    ) -> None:
        self._asking = asking
        self._state = state
        self._places = places
        self.seat = seat
        self._branches = branches
        self._count = count
        self._end = end
        self._picking = picking
        self._listed: list[Option] | None = None
        self._numbers: list[int] | None = None
        self._binding: Binding | None = None
        self._frame = state.stack[-1] if state.stack else None
        self._is_kept = False

    def keep(self) -> None:
        """The position is about to change: keep it for words and numbers that are asked for later."""
        self._state = self._state.copy()
        self._is_kept = True

    # ---- as a sequence

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Option: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Option, ...]: ...
    def __getitem__(self, index: int | slice) -> Option | tuple[Option, ...]:
        if index.__class__ is not int or not 0 <= index < self._count:
            return tuple(self)[index]
        rest = index
        for branch, many, lists in self._branches:
            if rest < many:
                if len(lists) == 2 and isinstance(lists, tuple):  # the most frequent case, without a call
                    first, second = lists
                    width = len(second)
                    return LazyOption(self, index, branch, (first[rest // width], second[rest % width]))
                return LazyOption(self, index, branch, _picked(lists, rest))
            rest -= many
        assert self._end is not None
        return LazyOption(self, index, self._end, ())

    def __iter__(self) -> Iterator[Option]:
        for index, (branch, values) in enumerate(self._pairs()):
            yield LazyOption(self, index, branch, values)
        if self._end is not None:
            yield LazyOption(self, self._count - 1, self._end, ())

    def _pairs(self) -> Iterator[tuple[int, tuple[Any, ...]]]:
        for branch, _, lists in self._branches:
            for values in lists if isinstance(lists, list) else product(*lists):
                yield branch, values

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Sequence) and tuple(self) == tuple(other))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))

    # ---- numbers and words

    def numbers(self) -> list[int]:
        if self._numbers is None:
            asking = self._asking
            site = asking.node.site
            row = self._picking.candidates if self._picking is not None else ()
            lasting = Offer(self.seat, self._lasting_owner)
            offer = lasting if asking.lasts else Offer.at(self._state, self.seat, asking.is_blind, row)
            self._numbers = asking.numbers.numbers(self._state.world, site, asking.types, self._branches, offer)
            if self._end is not None:
                self._numbers.append(asking.numbers.decline(site) if self._end == DECLINE else asking.numbers.done(site))
        return self._numbers

    def _bound_by(self) -> Binding:
        """What the options bind. Words may last when play goes on, but what lies where does not."""
        if self._binding is None:
            node, state = self._asking.node, self._state
            if self._frame is None or not (self._is_kept or (state.stack and state.stack[-1] is self._frame)):
                raise Misused("what an option binds is told while it is offered")
            picked = picked_so_far(node, self._places)
            self._binding = binding_of(state.copy(), self._frame[0], node, self._places, self.seat, picked, self)
        return self._binding

    def _lasting_owner(self, card: int) -> int | None:
        """Cards whose words and numbers last were picked from a place of the seat itself."""
        owner = self._state.world.owner[card]
        return self.seat if owner is None else owner

    def prompt(self) -> str:
        """The words of the question, if they have holes."""
        node = self._asking.node
        assert node.prompt is not None
        speaker, words = Speaker(self._state, self._asking.seats, self.seat), node.prompt
        return self._told(lambda: speaker.text(words, list(self._places)))

    def text_of(self, option: LazyOption) -> str:
        if self._asking.lasts:
            return self._plain_text(*bound(option))
        if self._listed is None:
            self._listed = self._told(self._put_into_words)
        return self._listed[option.index].text

    def _told(self, put_into_words: Callable[[], Told]) -> Told:
        """Words whose holes are filled when somebody looks at them: what goes wrong there has its line as well."""
        try:
            return put_into_words()
        except STOPPING as problem:
            raise error_of(problem, self._state.world.definition, (self._asking.place,)) from None

    def _put_into_words(self) -> list[Option]:
        node, picked = self._asking.node, picked_so_far(self._asking.node, self._places)
        asked = Asked(self._state, self._asking.seats, node, self._places, self.seat, picked)
        return in_words(asked, list(self._pairs()), self._picking)

    def _plain_text(self, branch: int, values: tuple[Any, ...]) -> str:
        node = self._asking.node
        assert isinstance(node, ir.Choose)
        if branch == DECLINE:
            assert node.decline is not None
            return "".join(part for part in node.decline.parts if isinstance(part, str))
        one = node.branches[branch]
        picked = {slot: value for (slot, _, _), value in zip(one.picks, values, strict=True)}
        speaker = Speaker(self._state, self._asking.seats, self.seat, known={(value, self.seat) for value in values})
        words = [
            part if isinstance(part, str) else speaker.thing(picked[part[0].slot], part[1])  # type: ignore[union-attr]
            for part in one.text.parts
        ]
        return "".join(words)


def _picked(lists: tuple[Sequence[Any], ...] | list[tuple[Any, ...]], index: int) -> tuple[Any, ...]:
    """The picks of a number, counted like nested loops."""
    if isinstance(lists, list):
        return lists[index]
    if len(lists) == 1:
        return (lists[0][index],)
    values: tuple[Any, ...] = ()
    for one in reversed(lists):
        index, at = divmod(index, len(one))
        values = (one[at], *values)
    return values
