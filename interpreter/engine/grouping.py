"""Finds the best way to group cards into declared patterns: most worth, then fewest cards used.

Takes for each card the identities that it can take (one, or several for a wild card) and the patterns; returns the worth and
the number of cards used. Exact: a table over the cards that are left says how much can still be won at most, as if every wild
card could be what any set lacks; the search for identities follows that table from the top. Knows no game.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from ..ir.limits import GROUPED
from .patterns import Hand, Pattern, Problem, Weights
from .trouble import TooMuch

SCALE = 1000  # worth before fewest cards: one number for both, as long as fewer cards than this are grouped


@dataclass(frozen=True, slots=True)
class Frame:
    """Where the cards of a set may lie: the identities it allows, and where they must differ; a run has a place for each."""

    allowed: int
    apart: tuple[int, ...]
    places: tuple[int, ...]
    gives: dict[int, int]


# A card that takes an identity: what it may be, where the cards of its set must differ, and which set that is.
Bound = tuple[int, tuple[int, ...], int]
Made = tuple[int, int]  # the cards of a set, and what it gives
# How some plain cards become a set: what it gives, how many wild cards it takes, what they may be, where they must differ.
Way = tuple[int, int, int, tuple[int, ...]]


def solve(problem: Problem, hand: Hand, weights: Weights = ()) -> tuple[int, int, int]:
    """The most worth that the cards can have, the fewest cards that have it, and how much was tried out to find them. Weights
    are what each card adds to its set."""
    solution = _solved(problem, hand, weights if any(weights) else ())
    if solution is None:
        raise TooMuch
    return solution


@lru_cache(maxsize=20_000)
def _solved(problem: Problem, hand: Hand, weights: Weights) -> tuple[int, int, int] | None:
    """None if it takes too long to find out, which is not tried again."""
    try:
        solver = Solver(problem, hand, weights)
        return *solver.solve(), solver.looked_at
    except TooMuch:
        return None


class Solver:
    def __init__(self, problem: Problem, hand: Hand, weights: Weights = ()) -> None:
        self.problem = problem
        self.is_weighted = any(weights)
        self.looked_at = 0
        self.look_at(0 if len(hand) < SCALE else GROUPED.most + 1)
        self.identities = sorted({identity for card in hand for identity in card})
        self.masks = self._masks()
        # Where some cards weigh more than others, none can simply stand in the place of another.
        self.all_differ = len(set(problem.different)) == problem.axes and not self.is_weighted
        wild, plain = self._options(hand, weights or (0,) * len(hand))
        self.options = [options for options, _ in wild + plain]  # wild cards first: few sets are left then
        self.weights = [weight for _, weight in wild + plain]
        self.wild = range(len(wild))
        self.plain = range(len(wild), len(self.options))
        self.held = _any_of([self.options[card] for card in self.plain])
        self.open = _any_of([self.options[card] for card in self.wild])
        self.clash = self._clashes()
        # Of cards that can be the same things the first is used first, so leaving one of them out leaves out the others.
        self.alike = [
            sum([1 << other for other in range(card, len(self.options)) if self._is_like(other, card)])
            for card in range(len(self.options))
        ]
        self.teams = self._teams()
        self.nearby: dict[tuple[int, tuple[int, ...]], int] = {}
        self.fitting: dict[int, int] = {}
        self.teams_of: dict[tuple[int, int], list[int]] = {}
        self.ways: dict[int, list[Way]] = {}
        self.all_with: list[list[tuple[int, int]]] = [[] for _ in self.options]
        self.sets_with: list[list[tuple[int, int]]] = [[] for _ in self.options]  # those that need every card of theirs
        self.known: defaultdict[int, dict[int, int]] = defaultdict(dict)
        self.best, self.chosen, self.trying = -1, tuple[Made, ...](), list[Made]()
        self.step = 0 if problem.sets is None else 1  # any number of sets is one number that never falls

    def look_at(self, how_many: int) -> None:
        """Count what is tried out: some patterns fit more sets than anybody could look through."""
        self.looked_at += how_many
        if self.looked_at > GROUPED.most:
            raise TooMuch

    # ---- the cards

    def _masks(self) -> list[dict[int, int]]:
        """For each axis, which identities have a value."""
        masks: list[dict[int, int]] = [{} for _ in range(self.problem.axes)]
        for number, identity in enumerate(self.identities):
            for axis, value in enumerate(identity):
                masks[axis][value] = masks[axis].get(value, 0) | 1 << number
        return masks

    def _is_like(self, one: int, other: int) -> bool:
        return self.options[one] == self.options[other] and self.weights[one] == self.weights[other]

    def _options(self, hand: Hand, weights: Weights) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        """What each wild card can be, those that are alike side by side, and what each plain card is; with what each adds.

        Where every used identity is different, a wild card never needs to be what a plain card in hand is: that card could
        stand in its place. For the same reason one of two equal plain cards is enough.
        """
        bit = {identity: 1 << number for number, identity in enumerate(self.identities)}
        known = {card: sum([bit[identity] for identity in set(card)]) for card in set(hand)}
        options = [(known[card], weight) for card, weight in zip(hand, weights, strict=True) if card]
        wild = [(one, weight) for one, weight in options if one.bit_count() > 1]
        plain = [(one, weight) for one, weight in options if one.bit_count() == 1]
        if self.all_differ:
            plain = list(dict.fromkeys(plain))
            taken = sum([one for one, _ in plain])
            wild = [(left, weight) for one, weight in wild if (left := one & ~taken)]
        return sorted(wild, key=lambda one: (-one[0].bit_count(), *one)), plain

    def _clashes(self) -> list[int]:
        """For each identity, those that cannot be used beside it."""
        axes = self.problem.different
        if not axes:
            return [0] * len(self.identities)
        clashes = []
        for identity in self.identities:
            clash = -1
            for axis in axes:
                clash &= self.masks[axis][identity[axis]]
            clashes.append(clash)
        return clashes

    def _teams(self) -> list[list[int]]:
        """Every choice of wild cards, by their number; of cards that are alike only those that follow each other."""
        unions = [(0, 0)]
        for card in self.wild:
            if not card or not self._is_like(card, card - 1):
                whole = self.alike[card].bit_count()
                rows = [
                    (((1 << count) - 1) << start, count)
                    for count in range(1, whole + 1)
                    for start in range(card, card + whole + 1 - count)
                ]
                self.look_at(len(unions) * len(rows))
                unions += [(team | row, size + count) for team, size in unions for row, count in rows]
        teams: list[list[int]] = [[] for _ in range(len(self.wild) + 1)]
        for team, size in unions:
            teams[size].append(team)
        return teams

    # ---- sets

    def _find_sets(self) -> None:
        for pattern in self.problem.patterns:
            for frame in self._frames(pattern, self._sizes(pattern)):
                self._fill_frame(frame)
        best: dict[int, int] = {}
        for chosen, ways in self.ways.items():
            self.look_at(len(ways))
            for (count, fitting), gives in self._most_for(ways).items():
                self.look_at(len(self.teams[count]))
                for team in self._teams_of(count, fitting):
                    worth = gives + self._weight(chosen | team)
                    if worth > best.get(chosen | team, 0):
                        best[chosen | team] = worth
        for cards, gives in best.items():
            low = (cards & -cards).bit_length() - 1
            self.all_with[low].append((cards, gives))
            if _needs_every_card(cards, gives, best):
                self.sets_with[low].append((cards, gives))

    def _most_for(self, ways: list[Way]) -> dict[tuple[int, int], int]:
        """What the best way gives for so many wild cards out of those that fit."""
        most: dict[tuple[int, int], int] = {}
        for gives, count, left, _ in ways:
            key = count, self._fitting(left) if count else 0
            most[key] = max(gives, most.get(key, gives))
        return most

    def _weight(self, cards: int) -> int:
        """What the cards of a set add to what it gives."""
        if not self.is_weighted:
            return 0
        return SCALE * sum([weight for card, weight in enumerate(self.weights) if cards >> card & 1])

    def _teams_of(self, count: int, fitting: int) -> list[int]:
        known = self.teams_of.get((count, fitting))
        if known is None:
            known = self.teams_of[count, fitting] = [team for team in self.teams[count] if team & fitting == team]
        return known

    def _sizes(self, pattern: Pattern) -> dict[int, int]:
        """What each size gives; without those that can be cut in two at no loss."""
        is_worth = self.is_weighted
        worth = {size: value for size, value in pattern.worth if (value > 0 or is_worth) and size <= len(self.options)}
        cut = {
            size for size, value in worth.items()
            if any(size - part in worth and worth[part] + worth[size - part] >= value for part in worth)
        } if self.problem.sets is None else ()  # fmt: skip
        return {size: value * SCALE - size for size, value in worth.items() if size not in cut}

    def _frames(self, pattern: Pattern, sizes: dict[int, int]) -> Iterator[Frame]:
        """Every choice of the values that a set has in common, and of the stretch that a run covers."""
        for values in product(*[self.masks[axis] for axis in pattern.same]):
            self.look_at(1)
            allowed = -1
            for axis, value in zip(pattern.same, values, strict=True):
                allowed &= self.masks[axis][value]
            if pattern.run is None:
                yield Frame(allowed, pattern.different, (), sizes)
            else:
                yield from self._stretches(pattern, allowed, sizes)

    def _stretches(self, pattern: Pattern, allowed: int, sizes: dict[int, int]) -> Iterator[Frame]:
        assert pattern.run is not None
        line = {value: mask & allowed for value, mask in self.masks[pattern.run].items() if mask & allowed}
        apart = (*pattern.different, pattern.run)
        for size, gives in sizes.items():
            self.look_at(size * len(line))
            for start in line:
                places = [line.get(value, 0) for value in range(start, start + size)]
                if all(places) and sum([not fitting_here & self.held for fitting_here in places]) <= len(self.wild):
                    yield Frame(_any_of(places), apart, tuple(places), {size: gives})

    def _fill_frame(self, frame: Frame) -> None:
        """Every choice of plain cards that fits into one frame, and the wild cards that make it a set."""
        plain = [card for card in self.plain if self.options[card] & frame.allowed]
        if frame.places:
            slots = [[card for card in plain if self.options[card] & mask] for mask in frame.places]
        else:
            slots = [[card] for card in plain]
        fewest = min(frame.gives, default=0) - len(self.wild)
        if not frame.gives or len(plain) < fewest:
            return
        narrow = frame.apart or self.problem.different
        for cards, taken, count in self._choices(slots, frame, fewest):
            left = frame.allowed & ~taken
            room = min(len(self.wild), (left & self.open).bit_count()) if narrow else len(self.wild)
            for size, gives in frame.gives.items():
                if 0 <= size - count <= room:
                    self.ways.setdefault(cards, []).append((gives, size - count, left, frame.apart))

    def _choices(self, slots: list[list[int]], frame: Frame, fewest: int) -> list[tuple[int, int, int]]:
        """At most one plain card of each slot: the cards, the identities that no card beside them can take, their number."""
        choices = [(0, 0, 0)]
        for number, slot in enumerate(slots):
            wanted = fewest - len(slots) + number + 1
            self.look_at(len(choices) * len(slot))
            more = [
                (cards | 1 << card, taken | self._near(self.options[card], frame.apart), count + 1)
                for card in slot
                for cards, taken, count in choices
                if not self.options[card] & taken
            ]
            choices = [one for one in choices if one[2] >= wanted] + more
        return choices

    def _near(self, bit: int, apart: tuple[int, ...]) -> int:
        """The identities that no other card of the same set may have."""
        known = self.nearby.get((bit, apart))
        if known is None:
            number = bit.bit_length() - 1
            identity = self.identities[number]
            known = self.clash[number] | _any_of([self.masks[axis][identity[axis]] for axis in apart])
            self.nearby[bit, apart] = known
        return known

    def _fitting(self, left: int) -> int:
        """The wild cards that can be one of these identities."""
        known = self.fitting.get(left)
        if known is None:
            known = self.fitting[left] = sum([1 << card for card in self.wild if self.options[card] & left])
        return known

    # ---- identities

    def _place(self, waiting: list[Bound]) -> bool:
        """Whether all these cards, each with its set, can take identities that are apart as they must be."""
        self.look_at(len(waiting))
        if len(waiting) < 2:
            return all(options for options, _, _ in waiting)
        number = min(range(len(waiting)), key=lambda one: waiting[one][0].bit_count())
        options, apart, of = waiting[number]
        others = waiting[:number] + waiting[number + 1 :]
        while options:
            bit = options & -options
            options ^= bit
            clash, near = self.clash[bit.bit_length() - 1], self._near(bit, apart)
            rest = [(left & ~(near if same == of else clash), more, same) for left, more, same in others]
            if all(left for left, _, _ in rest) and self._place(rest):
                return True
        return False

    # ---- the best of all

    def solve(self) -> tuple[int, int]:
        self._find_sets()
        everything = (1 << len(self.options)) - 1
        sets = -1 if self.problem.sets is None else self.problem.sets
        self._search(everything, sets, 0, [])
        if self.best < self._most(everything, sets):
            self.sets_with = self.all_with  # identities clash, so a weaker set may be the better one
            self._search(everything, sets, 0, [])
        worth = -(-self.best // SCALE)
        return worth, worth * SCALE - self.best

    def _most(self, cards: int, sets: int) -> int:
        """The most that is left to win, if identities never clash."""
        if not cards or not sets:
            return 0
        told = self.known[sets].get(cards)
        if told is not None:
            return told
        number = (cards & -cards).bit_length() - 1
        self.look_at(len(self.sets_with[number]))
        most = self._most(cards & ~self.alike[number], sets)
        fewer = sets - self.step
        known = self.known[fewer].get
        for one, gives in self.sets_with[number]:
            if one & cards == one:
                rest = known(cards ^ one)
                gives += self._most(cards ^ one, fewer) if rest is None else rest
                if gives > most:
                    most = gives
        self.known[sets][cards] = most
        return most

    def _search(self, cards: int, sets: int, total: int, placed: list[Bound]) -> None:
        """The best of what is left, beside sets whose identities are already bound."""
        if total + self._most(cards, sets) <= self.best:
            return
        if not self._most(cards, sets):
            self.best, self.chosen = total, tuple(self.trying)
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
            if total + most > self.best:
                self._try_set(one, cards ^ one, sets - self.step, total, placed)
        if skipped >= 0:
            self._search(without, sets, total, placed)

    def _try_set(self, one: int, rest: int, sets: int, total: int, placed: list[Bound]) -> None:
        """Each way in which these cards are a set, the best first."""
        team = [card for card in self.wild if one >> card & 1]
        chosen = one >> len(self.wild) << len(self.wild)
        bound = [] if self.all_differ else [card for card in self.plain if one >> card & 1]
        weight = self._weight(one)
        for fixed, count, left, apart in sorted(self.ways[chosen], reverse=True):
            if count == len(team):
                gives = fixed + weight
                if total + gives + self._most(rest, sets) <= self.best:
                    return
                own = [(self.options[card] & left, apart, one) for card in team]
                own += [(self.options[card], apart, one) for card in bound]
                if self._place(placed + own):
                    self.trying.append((one, gives))
                    self._search(rest, sets, total + gives, placed + own if self.problem.different else [])
                    self.trying.pop()


def _needs_every_card(cards: int, gives: int, best: dict[int, int]) -> bool:
    """Whether a set gives more than each set with one card less."""
    rest = cards
    while rest:
        card = rest & -rest
        if best.get(cards ^ card, 0) >= gives:
            return False
        rest ^= card
    return True


def _any_of(masks: Iterable[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union
