"""What is offered at a decision, as it is counted: rows of cards, and kinds of options.

Takes a definition; gives every row of cards and every kind of option that there can ever be a number. A kind of option is a
branch of a place of decision, or one of its endings: to decline, or that a row of picks is done.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import Any

from .. import ir
from ..model.definition import Definition
from .answering import choices_of
from .options import DECLINE, DONE, Option, bound

ENDINGS = (DECLINE, DONE)
# For each branch and ending that is offered its number, how many options it has, and what is picked: the lists of its picks,
# which do not depend on each other, as a tuple, or a list of all their combinations.
Offered = Sequence[tuple[int, int, tuple[Sequence[Any], ...] | list[tuple[Any, ...]]]]
DECLINED, ENDED = (DECLINE, 1, ()), (DONE, 1, ())


def offered_by(options: Iterable[Option]) -> Offered:
    """The same of options that are laid out, which stand branch by branch."""
    found: dict[int, list[tuple[Any, ...]]] = {}
    for option in options:
        branch, values = bound(option)
        found.setdefault(branch, []).append(values)
    return [(branch, len(values), values if branch >= 0 else ()) for branch, values in found.items()]


@dataclass(frozen=True)
class ChoiceNumbers:
    """Behind the rows of cards come the kinds of options of every place, `first` says where; there are `count` in all."""

    rows: int
    branches: tuple[int, ...]
    first: tuple[int, ...]
    count: int

    def kind(self, site: int, branch: int) -> int:
        place = branch if branch >= 0 else self.branches[site] + ENDINGS.index(branch)
        return self.rows + self.first[site] + place


@lru_cache(maxsize=64)
def choice_numbers(definition: Definition) -> ChoiceNumbers:
    branches = tuple(len(site.branches) for site in definition.sites)
    *first, kinds = accumulate((one + len(ENDINGS) for one in branches), initial=0)
    return ChoiceNumbers(len(definition.rows), branches, tuple(first), len(definition.rows) + kinds)


@lru_cache(maxsize=64)
def kinds_in_words(definition: Definition) -> dict[int, str]:
    """How each kind of option reads, with an ellipsis for what differs from game to game."""
    numbers, words = choice_numbers(definition), {}
    for site, (node, _) in choices_of(definition).items():
        texts = [one.text for one in node.branches] if isinstance(node, ir.Choose) else [node.text]
        endings = (node.decline, node.done if isinstance(node, ir.PickMany) else None)
        for branch, text in (*enumerate(texts), *zip(ENDINGS, endings, strict=True)):
            if text is not None:
                words[numbers.kind(site, branch)] = "".join(part if isinstance(part, str) else "…" for part in text.parts)
    return words
