"""The solver of groupings finds the true best: it is held against a search written from the definition of a party alone.

The search below tries every set that the first card can be in and every identity of every wild card in it, and remembers
nothing but what is left. `RULEWRIGHT_PROOF=20000` makes it compare so many hands of up to 13 cards.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from functools import cache

import pytest
from rulewright.interpreter.engine.grouping import Pattern, Problem, solve

RANKS, SUITS = range(1, 10), range(5)
Card = tuple[int, int]  # rank and suit; rank 0 is a Parrot, rank 10 a wild Captain
Cell = tuple[int, int]


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


def identities(card: Card) -> tuple[Cell, ...]:
    rank, suit = card
    if rank == 0:
        return tuple((one, suit) for one in RANKS)
    if rank == 10:
        return tuple((one, other) for one in RANKS for other in SUITS)
    return (card,)


# ---------------------------------------------------------------- the independent search


def party(hand: tuple[Card, ...]) -> tuple[int, int]:
    """Strength and unused cards of the best party, by trying everything."""

    @cache
    def best(left: tuple[Card, ...], used: frozenset[Cell]) -> tuple[int, int]:
        if not left:
            return (0, 0)
        strength, unused = best(left[1:], used)
        found = (strength, unused + 1)
        tried: dict[tuple[tuple[Card, ...], frozenset[Cell]], int] = {}
        for worth, rest, cells in sets_with(left, used):
            # An identity that no wild card of the rest can take is nothing to remember.
            open_cells = {cell for card in rest if card not in plain for cell in identities(card)}
            key = rest, frozenset(cells & open_cells)
            tried[key] = max(worth, tried.get(key, 0))
        for (rest, cells), worth in tried.items():
            strength, unused = best(rest, cells)
            found = max(found, (strength + worth, unused))
        return found

    plain = frozenset(card for card in hand if 0 < card[0] < 10)

    def sets_with(left: tuple[Card, ...], used: frozenset[Cell]) -> Iterator[tuple[int, tuple[Card, ...], frozenset[Cell]]]:
        """Every set that the first card can be in: what it is worth, the cards it leaves, the identities it uses up."""
        for places, worth in shapes():
            if sum(any(cell in place for cell in identities(card) for place in places) for card in left) < len(places):
                continue
            own = places.index(places[0])
            for place in range(len(places)):
                if places[place] == places[own] and place != own:
                    continue
                others = places[:place] + places[place + 1 :]
                for cell in free(left[0], places[place], used):
                    for rest, cells in filled(left[1:], others, used | {cell}, 0):
                        yield worth, rest, cells

    def filled(
        left: tuple[Card, ...], places: tuple[frozenset[Cell], ...], used: frozenset[Cell], start: int
    ) -> Iterator[tuple[tuple[Card, ...], frozenset[Cell]]]:
        """Cards of `left` in every place; where places are alike, in the order of the cards."""
        if not places:
            yield left, used
        elif len(places) <= len(left):
            alike = len(places) > 1 and places[1] == places[0]
            for number in range(start, len(left)):
                for cell in free(left[number], places[0], used):
                    rest = left[:number] + left[number + 1 :]
                    yield from filled(rest, places[1:], used | {cell}, number if alike else 0)

    def free(card: Card, place: frozenset[Cell], used: frozenset[Cell]) -> list[Cell]:
        return [cell for cell in identities(card) if cell in place and cell not in used and (cell not in plain or cell == card)]

    top = len(hand)

    @cache
    def shapes() -> tuple[tuple[tuple[frozenset[Cell], ...], int], ...]:
        """Every set as the places that have to be filled, with its worth; the best ones first."""
        found: list[tuple[tuple[frozenset[Cell], ...], int]] = []
        for size in range(2, min(top, 9) + 1):
            if size <= 5:
                found += [((frozenset((rank, suit) for suit in SUITS),) * size, 6 * size - 8) for rank in RANKS]
            if size >= 3:
                found += [((frozenset((rank, suit) for rank in RANKS),) * size, 3 * size - 1) for suit in SUITS]
                for start in range(1, 11 - size):
                    run = range(start, start + size)
                    found.append(
                        (tuple(frozenset((rank, suit) for suit in SUITS) for rank in run), 25 if size == 9 else 2 * size)
                    )
                    found += [(tuple(frozenset({(rank, suit)}) for rank in run), 4 * size) for suit in SUITS]
        return tuple(sorted(found, key=lambda one: -one[1]))

    return best(tuple(sorted(hand, key=lambda card: (card[0] in (0, 10), card[0] == 10, card))), frozenset())


def hands(count: int, sizes: tuple[int, ...], wild: int, seed: int) -> Iterator[tuple[Card, ...]]:
    """Random hands of different cards; of Parrots and Captains there are as many as of any rank, and at most `wild` in all."""
    chance = random.Random(seed)
    deck = [(rank, suit) for rank in range(0, 11) for suit in SUITS if rank != 9] + [(9, suit) for suit in SUITS]
    while count:
        size = chance.choice(sizes)
        hand: list[Card] = []
        while len(hand) < size:
            card = chance.choice(deck)
            captain = (19 - card[0], card[1])  # a Captain is either wild or not
            if card not in hand and not (card[0] in (9, 10) and captain in hand):
                hand.append(card)
        if sum(card[0] in (0, 10) for card in hand) <= wild:
            count -= 1
            yield tuple(hand)


def compare(hand: tuple[Card, ...]) -> None:
    strength, unused = party(hand)
    worth, used = solve(RAID, tuple(sorted(identities(card) for card in hand)))
    assert (worth, len(hand) - used) == (strength, unused), hand


# ---------------------------------------------------------------- tests

# How many of a thousand hands have these sizes and at most so many wild cards: what the search can do in its time.
PORTIONS = ((600, (2, 3, 4, 5), 2), (230, (4, 5, 6), 1), (100, (7, 8, 9), 1), (25, (7, 8, 9, 10, 11, 12, 13), 0),
            (25, (3, 4), 4), (12, (10, 11, 12, 13), 1), (8, (6, 7, 8), 2))  # fmt: skip
PROOF = int(os.environ.get("RULEWRIGHT_PROOF", "0"))


@pytest.mark.parametrize("portion", range(len(PORTIONS)))
def test_the_solver_finds_the_best_party(portion: int) -> None:
    share, sizes, wild = PORTIONS[portion]
    for hand in hands((PROOF or 400) * share // 1000, sizes, wild, portion):
        compare(hand)
