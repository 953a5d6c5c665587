"""A worst cost that is known before any game, except for how many cards will lie where.

Takes numbers and sizes of zones; adds and multiplies them into a sum of products. With every zone as full as it can be, it says
what a definition may cost; with the zones as they are, what one statement may cost now, before it is carried out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .. import limits

# How many cards lie in the zones of a family: in all of them together or in the fullest, and no more than so many of them.
Size = tuple[int, bool, int]
ANYWHERE: Size = (-1, False, limits.CARDS.most)  # the fullest of all zones
Sizes = Callable[[Size], int]
# Of each product how often it counts, and the zones of one table that it is about, as the sizes say.
Price = tuple[tuple[int, tuple[tuple[tuple[int, ...], bool, int], ...]], ...]
Terms = tuple[tuple[tuple[Size, ...], int], ...]  # products of sizes, each with how often it counts


def fullest(family: int) -> Size:
    return family, False, limits.CARDS.most


def together(family: int) -> Size:
    return family, True, limits.CARDS.most


@dataclass(frozen=True, slots=True)
class Cost:
    """A sum of products: how often each product of sizes counts. No part of it is ever negative."""

    terms: Terms

    def __add__(self, other: Cost) -> Cost:
        if not self.terms or not other.terms:
            return self if self.terms else other
        terms = dict(self.terms)
        for sizes, times in other.terms:
            terms[sizes] = terms.get(sizes, 0) + times
        return _cost(terms)

    def __mul__(self, other: Cost) -> Cost:
        terms: dict[tuple[Size, ...], int] = {}
        for sizes, times in self.terms:
            for more, other_times in other.terms:
                key = tuple(sorted((*sizes, *more)))
                terms[key] = terms.get(key, 0) + times * other_times
        return _cost(terms)

    def or_more(self, other: Cost) -> Cost:
        """At least as much as either of two costs."""
        terms = dict(self.terms)
        for sizes, times in other.terms:
            terms[sizes] = max(terms.get(sizes, 0), times)
        return _cost(terms)

    def in_each(self, family: int, zones: int) -> Cost:
        """The cost of a round for every zone of a family: one that grows with the cards of a zone grows with all cards of all
        its zones together, however they lie."""
        terms: dict[tuple[Size, ...], int] = {}
        for sizes, times in self.terms:
            if fullest(family) in sizes:
                rest = list(sizes)
                rest.remove(fullest(family))
                key, often = tuple(sorted((*rest, together(family)))), times
            else:
                key, often = sizes, times * zones
            terms[key] = terms.get(key, 0) + often
        return _cost(terms)

    def up_to(self, most: int) -> Cost:
        """At least as much as the cost or so much, whichever is less."""
        terms: dict[tuple[Size, ...], int] = {}
        for sizes, times in self.terms:
            if not sizes:
                terms[sizes] = min(times, most)
            else:
                (family, is_together, before), *others = sizes
                key = sizes if others else ((family, is_together, min(before, most)),)
                terms[key] = terms.get(key, 0) + times
        return _cost(terms)

    def at(self, sizes: Sizes) -> int:
        """What it comes to where the zones are so full."""
        total = 0
        for product, times in self.terms:
            for size in product:
                times *= sizes(size)
            total += times
        return total

    @property
    def sizes(self) -> tuple[Size, ...]:
        """Every size that it depends on."""
        return tuple(sorted({size for product, _ in self.terms for size in product}))


def _cost(terms: dict[tuple[Size, ...], int]) -> Cost:
    return Cost(tuple(sorted((sizes, times) for sizes, times in terms.items() if times)))


def fixed(number: int) -> Cost:
    return _cost({(): number})


def sized(size: Size) -> Cost:
    return _cost({(size,): 1})


NOTHING, ONE = fixed(0), fixed(1)
