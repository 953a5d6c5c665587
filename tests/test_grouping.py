"""The solver of groupings finds the true best: of raiding parties it is held against a sweep over the grid of ranks and suits,
of other groupings against a search that tries everything.

The sweep is another algorithm than the solver's: it forms no sets of cards but goes through the 45 identities rank by rank and
decides for each whether it is used and in what kind of set. A wild card is spent where an identity is used that no plain card
has. `RULEWRIGHT_PROOF=20000` compares so many hands of up to 13 cards, with up to five Parrots and five wild Captains.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from dataclasses import dataclass, replace
from itertools import combinations, product

import pytest
from rulewright.engine.best_sets import best_sets
from rulewright.engine.grouping import solve
from rulewright.engine.patterns import Hand, Identity, Pattern, Problem

RANKS, SUITS = range(1, 10), range(5)
CELLS = tuple(product(RANKS, SUITS))
NEVER = 1_000_000
PROOF = int(os.environ.get("RULEWRIGHT_PROOF", "0"))
PORTIONS = 20  # so that several processes can share the work


def linear(first: int, worth: int, more: int) -> tuple[tuple[int, int], ...]:
    return tuple((size, worth + more * (size - first)) for size in range(first, 14))


RAID = Problem(
    (
        Pattern((0,), None, (), linear(2, 4, 6)),
        Pattern((), 0, (), linear(3, 6, 2)),
        Pattern((1,), None, (), linear(3, 8, 3)),
        Pattern((1,), 0, (), linear(3, 12, 4)),
        Pattern((), 0, (), ((9, 25),)),
    ),
    different=(0, 1),
    sets=None,
    axes=2,
)


@dataclass(frozen=True)
class Crew:
    """Plain Pirates by rank and suit, the suits of the Parrots, and the number of wild Captains."""

    plain: frozenset[tuple[int, int]]
    parrots: frozenset[int]
    captains: int

    @property
    def wild(self) -> int:
        return len(self.parrots) + self.captains

    def to_hand(self) -> Hand:
        parrots = [tuple((rank, suit) for rank in RANKS) for suit in self.parrots]
        return tuple(sorted([*((cell,) for cell in self.plain), *parrots, *[CELLS] * self.captains]))


# ---------------------------------------------------------------- rents

# A hundred for each point of strength, less one for each used card: so much an identity adds to a set that it joins.
SAME, STRAIGHT, FLUSH, STRAIGHT_FLUSH, SHIP = 599, 199, 299, 399, -1
FIRST_OF_SAME, FIRST_OF_FLUSH, WHOLE_SHIP = -800, -100, 2500  # RL-202: 6n - 8; RL-204: 3n - 1; RL-206


class Rents:
    """What each identity has to pay for being used, so high that no set makes a profit.

    So the rents of all cards that are left, and what the sets that are begun can still win over them, are never less than
    what can still be won: a position that cannot reach a goal with that much is given up.
    """

    def __init__(self, crew: Crew, wild: int) -> None:
        self.wild = wild
        free = {suit: crew.captains + (suit in crew.parrots) for suit in SUITS}
        self.of = {cell: 440 if cell in crew.plain else wild if free[cell[1]] else NEVER for cell in CELLS}
        for cell in sorted(crew.plain):
            self.of[cell] = max(0, self.of[cell] + self._profit(*cell))
        self.lowest = {rank: min(self.of[rank, suit] for suit in SUITS) for rank in RANKS}
        self.plain = {after: sum(self.of[cell] for cell in crew.plain if cell[0] > after) for after in range(10)}
        self.whole = self.plain[0] + wild * crew.wild
        self.straight = self._continued({rank: STRAIGHT - self.lowest[rank] for rank in RANKS})
        self.straight_flush = [
            self._continued({rank: STRAIGHT_FLUSH - self.of[rank, suit] for rank in RANKS}) for suit in SUITS
        ]
        self.flush = [self._joined({rank: FLUSH - self.of[rank, suit] for rank in RANKS}) for suit in SUITS]
        self.ship = {after: sum(SHIP - self.lowest[rank] for rank in range(after + 1, 10)) for after in range(10)}

    def _profit(self, rank: int, suit: int) -> int:
        """The most that a set with this identity wins over its rents."""
        own = self.of[rank, suit]
        rest = sorted([SAME - self.of[rank, other] for other in SUITS if other != suit], reverse=True)
        found = [FIRST_OF_SAME + SAME - own + rest[0] + sum(more for more in rest[1:] if more > 0)]
        rest = sorted([FLUSH - self.of[other, suit] for other in RANKS if other != rank], reverse=True)
        found.append(FIRST_OF_FLUSH + FLUSH - own + sum(rest[:2]) + sum(more for more in rest[2:] if more > 0))
        row = {other: min(self.of[other, one] for one in SUITS) for other in RANKS} | {rank: own}
        for size in (3, 4, 5):  # a longer one is several of these
            for start in range(max(1, rank - size + 1), min(rank, 10 - size) + 1):
                run = range(start, start + size)
                found.append(sum(STRAIGHT_FLUSH - self.of[other, suit] for other in run))
                found.append(sum(STRAIGHT - row[other] for other in run))
        found.append(WHOLE_SHIP + sum(SHIP - row[other] for other in RANKS))
        return max(found)

    @staticmethod
    def _continued(gain: dict[int, int]) -> list[list[int]]:
        """After each rank, what a run of length 0, 1, 2, or 3 and more can still win."""
        found = [[0, -NEVER, -NEVER, 0]]
        for rank in reversed(RANKS):
            later = found[0]
            found.insert(0, [0, gain[rank] + later[2], gain[rank] + later[3], max(0, gain[rank] + later[3])])
        return found

    @staticmethod
    def _joined(gain: dict[int, int]) -> list[list[int]]:
        """The same for a flush, which can pass over ranks."""
        found = [[0, -NEVER, -NEVER, 0]]
        for rank in reversed(RANKS):
            later = found[0]
            found.insert(0, [0, *(max(later[size], gain[rank] + later[min(3, size + 1)]) for size in (1, 2, 3))])
        return found


# ---------------------------------------------------------------- the sweep

# Parrots left (bits), Captains left; straights of length 1, 2, 3 and more that go on; whether a full ship is under way; for
# each suit (two bits) the length of its straight flush and the size of its flush, up to 3; suits with an unused gap (bits).
Position = tuple[int, int, int, int, int, int, int, int, int]
Within = tuple[int, int, int, int, int, int, int, int, int, int, int, int]  # and how many of this rank: same, straight, ship


class Sweep:
    """The best party, rank by rank. Two sets of the same rank, or two flushes of a suit, are worth more as one."""

    def __init__(self, crew: Crew, goal: int = -NEVER) -> None:
        self.crew = crew
        self.goal = goal
        self.rents = min([Rents(crew, wild) for wild in (440, 520, 600)], key=lambda one: one.whole)

    def party(self) -> tuple[int, int] | None:
        """Strength and number of used cards; None if the goal cannot be reached."""
        parrots = sum(1 << suit for suit in self.crew.parrots)
        positions: dict[Position, int] = {(parrots, self.crew.captains, 0, 0, 0, 0, 0, 0, 0): 0}
        for rank in RANKS:
            within: dict[Within, int] = {(*position, 0, 0, 0): won for position, won in positions.items()}
            if rank == 1:
                within[parrots, self.crew.captains, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0] = WHOLE_SHIP
            for suit in SUITS:
                within = self._use_cell(within, suit, (rank, suit) in self.crew.plain)
                within = self._promising(within, rank, suit)
            positions = self._end_rank(within, rank)
        best = max(positions.values(), default=-NEVER)
        strength = -(-best // 100)
        return (strength, strength * 100 - best) if best >= self.goal else None

    def _use_cell(self, within: dict[Within, int], suit: int, held: bool) -> dict[Within, int]:
        """An identity is unused, or used in one of five kinds of set, by a plain card or else by a wild one."""
        found: dict[Within, int] = {}
        get, low, three = found.get, 2 * suit, 3 << 2 * suit

        def keep(key: Within, won: int) -> None:
            if get(key, -NEVER) < won:
                found[key] = won

        for (parrots, captains, one, two, long, ship, runs, flushes, gaps, same, row, aboard), won in within.items():
            run, flush, ended = runs >> low & 3, flushes >> low & 3, runs & ~three
            ends = run in (0, 3)
            if ends:
                gap = gaps if held else gaps | 1 << suit
                keep((parrots, captains, one, two, long, ship, ended, flushes, gap, same, row, aboard), won)
            if not held:
                if parrots >> suit & 1:
                    parrots ^= 1 << suit
                elif captains:
                    captains -= 1
                else:
                    continue
            if ends:
                keep((parrots, captains, one, two, long, ship, ended, flushes, gaps, same + 1, row, aboard), won + SAME)
                keep((parrots, captains, one, two, long, ship, ended, flushes, gaps, same, row + 1, aboard), won + STRAIGHT)
                if ship and not aboard:
                    keep((parrots, captains, one, two, long, ship, ended, flushes, gaps, same, row, 1), won + SHIP)
                if held or not gaps >> suit & 1:  # any free rank does for a wild card in a flush, so it takes the first
                    more = won + FLUSH + (0 if flush else FIRST_OF_FLUSH)
                    joined = flushes & ~three | min(3, flush + 1) << low
                    keep((parrots, captains, one, two, long, ship, ended, joined, gaps, same, row, aboard), more)
            longer = ended | min(3, run + 1) << low
            keep((parrots, captains, one, two, long, ship, longer, flushes, gaps, same, row, aboard), won + STRAIGHT_FLUSH)
        return found

    def _promising(self, within: dict[Within, int], rank: int, suit: int) -> dict[Within, int]:
        """Without what cannot reach the goal any more, in the middle of a rank."""
        rents, goal, before = self.rents, self.goal, self.rents.straight[rank - 1]
        # An identity in a straight has continued one, which has won that much of its hope already, or begun one.
        joins = max(rents.lowest[rank] - STRAIGHT, rents.straight[rank][1])
        later = [rents.of[rank, other] for other in SUITS if other > suit]
        group = FIRST_OF_SAME + sum(max(0, SAME - rent) for rent in later)
        base = rents.plain[rank] + sum(rents.of[cell] for cell in self.crew.plain if cell[0] == rank and cell[1] > suit)
        ships = [rents.ship[rank - 1], rents.ship[rank]]
        runs_of = [rents.straight_flush[other][rank - (other > suit)] for other in SUITS]
        flush_of = [rents.flush[other][rank - (other > suit)] for other in SUITS]
        known_runs: dict[int, int] = {}
        known_flushes: dict[int, int] = {}
        found: dict[Within, int] = {}
        for key, won in within.items():
            parrots, captains, one, two, long, ship, runs, flushes, _, same, row, aboard = key
            if runs not in known_runs:
                known_runs[runs] = sum([runs_of[other][runs >> 2 * other & 3] for other in SUITS])
            if flushes not in known_flushes:
                known_flushes[flushes] = sum([flush_of[other][flushes >> 2 * other & 3] for other in SUITS])
            most = won + base + rents.wild * (captains + parrots.bit_count()) + known_runs[runs] + known_flushes[flushes]
            most += one * before[1] + two * before[2] + long * before[3] + row * joins
            if same:
                most += group
            if ship:
                most += ships[aboard]
            if most >= goal:
                found[key] = won
        return found

    def _end_rank(self, within: dict[Within, int], rank: int) -> dict[Position, int]:
        """Straights go on, end or begin; what cannot be completed or cannot reach the goal is given up."""
        found: dict[Position, int] = {}
        rents, straights = self.rents, self.rents.straight[rank]
        shared = list(zip(SUITS, [row[rank] for row in rents.straight_flush], [row[rank] for row in rents.flush], strict=True))
        goal = max(self.goal, -NEVER // 2)  # an open set that cannot be completed has lost a million
        for (parrots, captains, one, two, long, ship, runs, flushes, gaps, same, straight, aboard), won in within.items():
            fresh = straight - one - two
            if same == 1 or ship > aboard or fresh < 0:
                continue
            if same:
                won += FIRST_OF_SAME
            most = won + rents.plain[rank] + rents.wild * (captains + parrots.bit_count()) + ship * rents.ship[rank]
            for suit, run, flush in shared:
                most += run[runs >> 2 * suit & 3] + flush[flushes >> 2 * suit & 3]
            for gone_on in range(min(long, fresh) + 1):
                begun, lasting = fresh - gone_on, two + gone_on
                if most + begun * straights[1] + one * straights[2] + lasting * straights[3] >= goal:
                    key = parrots, captains, begun, one, lasting, ship, runs, flushes, gaps
                    if found.get(key, -NEVER) < won:
                        found[key] = won
        return found


# ---------------------------------------------------------------- raiding parties


def any_crew(chance: random.Random) -> Crew:
    """Up to 13 of the fifty Pirates; a Captain is wild or not."""
    cards = chance.sample([(rank, suit) for rank in range(10) for suit in SUITS], chance.randint(1, 13))
    wild = {(9, suit) for suit in SUITS if chance.random() < 0.5}
    plain = frozenset(card for card in cards if card[0] and card not in wild)
    return Crew(plain, frozenset(suit for rank, suit in cards if not rank), len(wild.intersection(cards)))


def wild_crew(chance: random.Random) -> Crew:
    """Up to 13 Pirates with any number of Parrots and of wild Captains."""
    parrots = frozenset(chance.sample(SUITS, chance.randint(0, 5)))
    captains = chance.sample(SUITS, chance.randint(0, 5))
    printed = [cell for cell in CELLS if cell[0] != 9 or cell[1] not in captains]
    others = 13 - len(parrots) - len(captains)
    return Crew(frozenset(chance.sample(printed, chance.randint(0, others))), parrots, len(captains))


@pytest.mark.parametrize("portion", range(PORTIONS))
def test_the_solver_finds_the_best_party(portion: int) -> None:
    chance = random.Random(portion)
    for number in range((PROOF or 80) // PORTIONS):
        crew = wild_crew(chance) if number % 4 == 3 else any_crew(chance)
        strength, used, _ = solve(RAID, crew.to_hand())
        # A claim that is too high is never reached, one that is too low is beaten.
        assert Sweep(crew, goal=100 * strength - used).party() == (strength, used), crew


def test_the_sweep_finds_the_same_without_a_goal() -> None:
    chance = random.Random(1)
    crews = [crew for crew in (any_crew(chance) for _ in range(60)) if len(crew.plain) + 2 * crew.wild < 10]
    assert len(crews) > 20
    for crew in crews:
        assert Sweep(crew).party() == solve(RAID, crew.to_hand())[:2], crew


A, H, K, S, W = SUITS  # anchor, heart, kraken, skull, swords
WORKED = {
    "W01": ([(2, A), (5, W), (8, H)], [], 0, 0, 3),
    "W02": ([(5, H)], [H], 0, 0, 2),
    "W03": ([(5, H)], [S], 0, 4, 0),
    "W04": ([(4, A), (4, H), (4, S), (5, W), (6, K)], [], 0, 10, 2),
    "W05": ([(rank, H) for rank in (1, 2, 3, 5, 6, 7)], [], 0, 24, 0),
    "W06": ([(2, A), (2, H), (2, K), (6, K), (7, K), (9, K)], [], 0, 18, 0),
    "W07": ([(6, H), (7, H)], [H], 1, 16, 0),
    "W08": ([(1, A), (2, H), (3, K), (4, S), (5, W), (6, A), (7, H), (8, K), (9, S)], [], 0, 25, 0),
    "W09": ([(rank, H) for rank in RANKS], [H], 0, 36, 1),
    "W10": ([(3, A), (3, H), (3, K), (3, W)], [], 1, 22, 0),
    "W11": ([(7, H), (8, H)], [], 1, 12, 0),
    "W12": ([(2, H), (2, W)], [H, W], 0, 8, 0),
}


@pytest.mark.parametrize("number", WORKED)
def test_sweep_and_solver_agree_with_the_worked_examples(number: str) -> None:
    plain, parrots, captains, strength, unused = WORKED[number]
    crew = Crew(frozenset(plain), frozenset(parrots), captains)
    used = len(crew.plain) + crew.wild - unused
    assert Sweep(crew).party() == (strength, used)
    assert solve(RAID, crew.to_hand())[:2] == (strength, used)


# ---------------------------------------------------------------- other groupings


def is_set(pattern: Pattern, cards: tuple[Identity, ...]) -> bool:
    columns = list(zip(*cards, strict=True))
    apart = [columns[axis] for axis in pattern.different]
    if pattern.run is not None:
        run = columns[pattern.run]
        apart.append(run)
        if max(run) - min(run) >= len(cards):
            return False
    return all(len(set(columns[axis])) == 1 for axis in pattern.same) and all(len(set(one)) == len(cards) for one in apart)


def best_of(problem: Problem, cards: tuple[Identity, ...], sets: int) -> int:
    """The most that these identities are worth when every one of them is in a set."""
    if not cards:
        return 0
    found = -NEVER
    for size in range(len(cards) if sets else 0):
        for others in combinations(range(1, len(cards)), size):
            chosen = tuple(cards[number] for number in (0, *others))
            weight = sum(card[-1] for card in chosen) if len(chosen[0]) > problem.axes else 0
            given = [dict(one.worth).get(len(chosen)) for one in problem.patterns if is_set(one, chosen)]
            worths = [one + weight for one in given if one is not None]
            if max(worths, default=0) > 0:
                rest = tuple(card for number, card in enumerate(cards) if number and number not in others)
                found = max(found, max(worths) + best_of(problem, rest, sets - 1))
    return found


def try_everything(problem: Problem, hand: Hand) -> tuple[int, int]:
    """Every card as everything that it can be, or unused."""
    found = (0, 0)
    for taken in product(*[(None, *card) for card in hand]):
        cards = tuple(identity for identity in taken if identity is not None)
        keys = Counter(tuple(card[axis] for axis in problem.different) for card in cards)
        if not problem.different or max(keys.values(), default=0) < 2:
            found = max(found, (best_of(problem, cards, len(hand) if problem.sets is None else problem.sets), -len(cards)))
    return found[0], -found[1]


def any_problem(chance: random.Random) -> Problem:
    axes = chance.randint(1, 3)

    def some(most: int) -> tuple[int, ...]:
        return tuple(sorted(chance.sample(range(axes), chance.randint(0, min(axes, most)))))

    def pattern() -> Pattern:
        low = chance.randint(1, 3)
        worth = tuple((size, chance.randint(0, 6) + 3 * size) for size in range(low, low + chance.randint(1, 3)))
        return Pattern(some(1), chance.choice([None, *range(axes)]), some(2), worth)

    return Problem(tuple(pattern() for _ in range(chance.randint(1, 3))), some(3), chance.choice([None, None, 1, 2]), axes)


def any_hand(chance: random.Random, axes: int) -> Hand:
    """Some plain cards, of which several may be equal, and up to three wild ones, of which several may be alike."""
    plain = [(tuple(chance.randint(1, 3) for _ in range(axes)),) for _ in range(chance.randint(0, 4))]
    kinds = [
        tuple(product(*[sorted(chance.sample((1, 2, 3, 4), chance.choice((1, 1, 2, 3)))) for _ in range(axes)])) for _ in "ab"
    ]
    small = [kind for kind in kinds if len(kind) < 7]
    return tuple(sorted(plain + [chance.choice(small) for _ in range(chance.randint(0, 3)) if small]))


@pytest.mark.parametrize("portion", range(PORTIONS))
def test_the_solver_finds_the_best_of_any_grouping(portion: int) -> None:
    chance = random.Random(portion)
    for _ in range((PROOF // 10 or 100) // PORTIONS):
        problem = any_problem(chance)
        hand = any_hand(chance, problem.axes)
        assert solve(problem, hand)[:2] == try_everything(problem, hand), (problem, hand)


@pytest.mark.parametrize("portion", range(PORTIONS))
def test_the_solver_finds_the_best_where_cards_are_worth_something_themselves(portion: int) -> None:
    chance = random.Random(portion + 1000)
    for _ in range((PROOF // 10 or 100) // PORTIONS):
        problem = any_problem(chance)
        hand = any_hand(chance, problem.axes)
        weights = tuple(chance.choice((0, 1, 1, 2, 5)) for _ in hand)
        patterns = [replace(one, worth=tuple((n, chance.choice((0, 0, n))) for n, _ in one.worth)) for one in problem.patterns]
        problem = replace(problem, patterns=tuple(patterns))
        weighed = tuple(tuple((*one, weight) for one in card) for card, weight in zip(hand, weights, strict=True))
        worth, used, _ = solve(problem, hand, weights)
        assert (worth, used) == try_everything(problem, weighed), (problem, hand, weights)
        sets = best_sets(problem, hand, weights if any(weights) else ())
        places = [index for group, _ in sets for index in group]
        assert len(places) == len(set(places)) == used and sum(one for _, one in sets) == worth
