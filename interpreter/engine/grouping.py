"""Finds the best way to group cards into declared patterns: most worth, then fewest cards used.

Takes for each card the identities that it can take (one, or several for a wild card) and the patterns; returns the worth and
the number of cards used. Exact: sets are found first as if no other set existed, a table over what is left says how much can
still be won at most, and the search for identities that are different over all sets follows that table. Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product

Identity = tuple[int, ...]
Hand = tuple[tuple[Identity, ...], ...]
Frame = tuple[int, int, tuple[int, ...]]  # the identities allowed in it, the size of a run (or 0), the values of the run
SCALE = 1000  # worth before fewest cards: one number for both, as long as fewer cards than this are grouped


@dataclass(frozen=True, slots=True)
class Pattern:
    """What makes a set: axes that are the same, in a run, or different; the worth of every size."""

    same: tuple[int, ...]
    run: int | None
    different: tuple[int, ...]
    worth: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Problem:
    """The patterns of a grouping, what is different over all used cards, and how many sets count at most (None: any)."""

    patterns: tuple[Pattern, ...]
    different: tuple[int, ...]
    sets: int | None
    axes: int


@dataclass(frozen=True, slots=True)
class Way:
    """How some cards are a set: what it gives, the identities that its wild cards may take, and where they must differ."""

    gives: int
    allowed: int
    apart: tuple[int, ...]


@lru_cache(maxsize=20_000)
def solve(problem: Problem, hand: Hand) -> tuple[int, int]:
    """The most worth that the cards can have, and the fewest cards that have it."""
    return _Solver(problem, hand).solve()


class _Solver:
    def __init__(self, problem: Problem, hand: Hand) -> None:
        self.problem = problem
        self.identities = sorted({identity for card in hand for identity in card})
        self.bit = {identity: 1 << number for number, identity in enumerate(self.identities)}
        self.masks = self._masks()
        self.options = sorted(self._options(hand), key=lambda one: -one.bit_count())  # wild cards first: few sets are left then
        self.plain = [one.bit_count() == 1 for one in self.options]
        if len(set(problem.different)) == problem.axes:
            self._use_plain_cards_first()
        self.clash = self._clashes()
        self.nearby: dict[tuple[int, tuple[int, ...]], int] = {}
        self.held = _any_of([options for options, plain in zip(self.options, self.plain, strict=True) if plain])
        self.wild = [card for card, plain in enumerate(self.plain) if not plain and self.options[card]]
        self.tracked = [
            bool(problem.different) and (not plain or len(problem.different) < problem.axes) for plain in self.plain
        ]
        # Of cards that can be the same things the first is used first, so leaving one of them out leaves out the others.
        self.alike = [
            sum([1 << other for other in range(card, len(self.options)) if self.options[other] == options])
            for card, options in enumerate(self.options)
        ]
        self.ways: dict[int, list[Way]] = {}
        self.sets_with: list[list[tuple[int, int]]] = [[] for _ in self.options]
        self.known: dict[tuple[int, int], int] = {}
        self.found = -1
        self.step = 0 if problem.sets is None else 1  # any number of sets is one number that never falls

    # ---- the cards

    def _masks(self) -> list[dict[int, int]]:
        """For each axis, which identities have a value."""
        masks: list[dict[int, int]] = [{} for _ in range(self.problem.axes)]
        for identity, bit in self.bit.items():
            for axis, value in enumerate(identity):
                masks[axis][value] = masks[axis].get(value, 0) | bit
        return masks

    def _options(self, hand: Hand) -> list[int]:
        return [sum(self.bit[identity] for identity in set(card)) for card in hand if card]

    def _use_plain_cards_first(self) -> None:
        """Where every used identity is different, a wild card never needs to be what a plain card in hand is: that card
        could stand in its place. For the same reason one of two equal plain cards is enough."""
        held = 0
        for number, plain in enumerate(self.plain):
            if plain:
                self.options[number] &= ~held
                held |= self.options[number]
        for number, plain in enumerate(self.plain):
            if not plain:
                self.options[number] &= ~held

    def _clashes(self) -> dict[int, int]:
        """For each identity, those that cannot be used beside it."""
        axes = self.problem.different
        found: dict[int, int] = {}
        for identity, bit in self.bit.items():
            found[bit] = -1 if axes else 0
            for axis in axes:
                found[bit] &= self.masks[axis][identity[axis]]
        return found

    def _identity(self, card: int) -> Identity:
        return self.identities[self.options[card].bit_length() - 1]

    # ---- sets

    def _find_sets(self) -> None:
        for pattern in self.problem.patterns:
            sizes = self._sizes(pattern)
            for frame in self._frames(pattern, sizes):
                self._fill_frame(pattern, frame, sizes)
        for cards, ways in self.ways.items():
            ways.sort(key=lambda way: -way.gives)
            self.sets_with[(cards & -cards).bit_length() - 1].append((cards, ways[0].gives))

    def _sizes(self, pattern: Pattern) -> dict[int, int]:
        """What each size is worth; without those that can be cut in two at no loss."""
        worth = {size: value for size, value in pattern.worth if value > 0 and size <= len(self.options)}
        if self.problem.sets is not None:
            return worth
        cut = {
            size for size, value in worth.items()
            if any(size - part in worth and worth[part] + worth[size - part] >= value for part in worth)
        }  # fmt: skip
        return {size: value for size, value in worth.items() if size not in cut}

    def _frames(self, pattern: Pattern, sizes: dict[int, int]) -> Iterator[Frame]:
        """Every choice of the values that a set has in common, and of the stretch that a run covers."""
        for values in product(*[sorted(self.masks[axis]) for axis in pattern.same]):
            allowed = -1
            for axis, value in zip(pattern.same, values, strict=True):
                allowed &= self.masks[axis][value]
            if pattern.run is None:
                yield allowed, 0, ()
                continue
            line = self.masks[pattern.run]
            held = {value for value, mask in line.items() if mask & allowed & self.held}
            for size in sizes if len(held) + len(self.wild) >= min(sizes, default=0) else ():
                for start in line:
                    stretch = range(start, start + size)
                    if start + size - 1 in line and len(held.intersection(stretch)) + len(self.wild) >= size:
                        places = [line.get(value, 0) & allowed for value in stretch]
                        if all(places):
                            yield _any_of(places), size, tuple(stretch)

    def _fill_frame(self, pattern: Pattern, frame: Frame, sizes: dict[int, int]) -> None:
        """Every set of cards that fits into one frame."""
        allowed, size, stretch = frame
        inside = [card for card, options in enumerate(self.options) if options & allowed]
        wild = [card for card in self.wild if self.options[card] & allowed]
        plain = [card for card in inside if self.plain[card]]
        apart = (*pattern.different, *(() if pattern.run is None else (pattern.run,)))
        wanted = [size] if size else sorted(sizes)
        if not wanted or len(inside) < wanted[0]:
            return
        for chosen in self._plain_choices(pattern, plain, stretch, wanted[0] - len(wild)):
            left = self._left_by(chosen, apart, allowed)
            fitting = [card for card in wild if self.options[card] & left]
            for whole in wanted if left else ():
                if 0 <= whole - len(chosen) <= len(fitting):
                    self._add_sets(chosen, fitting, whole - len(chosen), Way(sizes[whole] * SCALE - whole, left, apart))

    def _add_sets(self, chosen: tuple[int, ...], wild: list[int], count: int, way: Way) -> None:
        """These plain cards with so many wild ones, if those can take identities beside each other."""
        cards = sum([1 << card for card in chosen])
        for others in combinations(wild, count):
            if count < 2 or self._can_place([(card, way, 0) for card in others]):
                whole = cards + sum([1 << card for card in others])
                self.ways.setdefault(whole, []).append(way)

    def _plain_choices(
        self, pattern: Pattern, plain: list[int], stretch: tuple[int, ...], fewest: int
    ) -> Iterator[tuple[int, ...]]:
        """Which plain cards a set may have: at most one for each place of a run, otherwise any of them."""
        if pattern.run is None:
            for count in range(len(plain) + 1):
                yield from combinations(plain, count)
            return
        at: dict[int, list[int]] = {value: [] for value in stretch}
        for card in plain:
            at[self._identity(card)[pattern.run]].append(card)
        if sum(1 for cards in at.values() if cards) < fewest:
            return
        for row in product(*[(*cards, None) for cards in at.values()]):
            chosen = tuple(card for card in row if card is not None)
            if len(chosen) >= fewest:
                yield chosen

    def _left_by(self, chosen: tuple[int, ...], apart: tuple[int, ...], allowed: int) -> int:
        """What plain cards leave to the wild ones of the same set; nothing if they are not apart themselves."""
        taken = 0
        for card in chosen:
            if self.options[card] & taken:
                return 0
            taken |= self._near(self.options[card], apart) | self.clash[self.options[card]]
        return (allowed & ~taken) or (1 << len(self.identities))

    def _near(self, bit: int, apart: tuple[int, ...]) -> int:
        """The identities that no other card of the same set may have."""
        known = self.nearby.get((bit, apart))
        if known is None:
            identity = self.identities[bit.bit_length() - 1]
            known = _any_of([self.masks[axis][identity[axis]] for axis in apart])
            self.nearby[bit, apart] = known
        return known

    # ---- identities

    def _can_place(self, cards: list[tuple[int, Way, int]]) -> bool:
        """Whether all these cards, each with its set, can take identities that are apart as they must be."""
        return self._place([(self.options[card] & self._room(card, way), way.apart, of) for card, way, of in cards])

    def _room(self, card: int, way: Way) -> int:
        return -1 if self.plain[card] else way.allowed

    def _place(self, waiting: list[tuple[int, tuple[int, ...], int]]) -> bool:
        if len(waiting) == 1:
            return waiting[0][0] != 0
        number = min(range(len(waiting)), key=lambda one: waiting[one][0].bit_count())
        options, apart, of = waiting[number]
        others = waiting[:number] + waiting[number + 1 :]
        while options:
            bit = options & -options
            options ^= bit
            clash, near = self.clash[bit], self._near(bit, apart)
            rest = [(left & ~(clash | near if same == of else clash), more, same) for left, more, same in others]
            if all(left for left, _, _ in rest) and self._place(rest):
                return True
        return False

    # ---- the best of all

    def solve(self) -> tuple[int, int]:
        self._find_sets()
        everything = (1 << len(self.options)) - 1
        sets = -1 if self.problem.sets is None else self.problem.sets
        if any(self.tracked):
            self._search(everything, sets, 0, [])
        else:
            self.found = self._most(everything, sets)
        worth = -(-self.found // SCALE)
        return worth, worth * SCALE - self.found

    def _most(self, cards: int, sets: int) -> int:
        """The most that is left to win, if identities clash only inside a set."""
        if not cards or not sets:
            return 0
        known = self.known.get
        told = known((cards, sets))
        if told is not None:
            return told
        low = cards & -cards
        number = low.bit_length() - 1
        found = self._most(cards & ~self.alike[number], sets)
        for one, gives in self.sets_with[number]:
            if one & cards == one:
                rest = known((cards ^ one, sets - self.step))
                gives += self._most(cards ^ one, sets - self.step) if rest is None else rest
                if gives > found:
                    found = gives
        self.known[cards, sets] = found
        return found

    def _search(self, cards: int, sets: int, total: int, placed: list[tuple[int, Way, int]]) -> None:
        """The best of what is left, beside sets whose identities are already bound."""
        if total + self._most(cards, sets) <= self.found:
            return
        if not self._most(cards, sets):
            self.found = total
            return
        low = cards & -cards
        without = cards & ~self.alike[low.bit_length() - 1]
        fitting = [
            (gives + self._most(cards ^ one, sets - self.step), one)
            for one, gives in self.sets_with[low.bit_length() - 1]
            if one & cards == one
        ]
        fitting.sort(reverse=True)
        skipped = self._most(without, sets)
        for most, one in fitting:
            if skipped > most:
                self._search(without, sets, total, placed)
                skipped = -1
            if total + most > self.found:
                self._try_set(one, cards ^ one, sets - self.step, total, placed)
        if skipped >= 0:
            self._search(without, sets, total, placed)

    def _try_set(self, one: int, rest: int, sets: int, total: int, placed: list[tuple[int, Way, int]]) -> None:
        members = [card for card in range(len(self.options)) if one >> card & 1 and self.tracked[card]]
        for way in self.ways[one]:
            if total + way.gives + self._most(rest, sets) <= self.found:
                return
            more = placed + [(card, way, one) for card in members]
            if not members or not placed or self._can_place(more):
                self._search(rest, sets, total + way.gives, more)


def _any_of(masks: Iterable[int]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found
