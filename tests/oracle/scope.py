"""What a sentence can speak of: the things a case declares, and the names that are bound where it stands.

A case leaves out half of the language: `Luck.on` says whether a form is in it. Everything follows from the number of the case.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

One = TypeVar("One")


@dataclass(frozen=True)
class Scope:
    """Who `player`, `this` and `it` are, and what names are bound; sorts are `number`, `player`, `crate`, `many crate`…"""

    player: bool = False
    this: str = ""
    it: str = ""
    names: tuple[tuple[str, str], ...] = ()
    flow: bool = False  # part of the rules that are carried out, not of what is asked
    turn: bool = False
    decides: bool = True

    def bound(self, name: str, sort: str) -> Scope:
        return replace(self, names=(*self.names, (name, sort)))

    def of(self, sort: str) -> list[str]:
        """What stands for a thing of a sort here."""
        found = [name for name, one in self.names if one == sort]
        found += ["player"] if sort == "player" and self.player else []
        found += ["this"] if sort == self.this else []
        return found + (["it", "it"] if sort == self.it else [])

    def about(self, **changes: object) -> Scope:
        return replace(self, **changes)  # type: ignore[arg-type]


class Luck:
    """The chance of one case, and which forms are left out of it."""

    def __init__(self, number: int) -> None:
        self.random = random.Random(number)
        self.case = number
        self.kept: dict[str, bool] = {}
        self.written: Counter[str] = Counter()
        self.last = 0

    def on(self, form: str) -> bool:
        if form not in self.kept:
            pair, left_out = divmod(self.case, 2)  # what the one of a pair of cases leaves out is in the other
            self.kept[form] = (random.Random(f"{form} of {pair}").random() < 0.5) != bool(left_out)
        return self.kept[form]

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def number(self, low: int, high: int) -> int:
        return self.random.randint(low, high)

    def pick(self, things: Sequence[One]) -> One:
        return self.random.choice(things)

    def some(self, things: Sequence[One], low: int, high: int) -> list[One]:
        count = min(len(things), self.number(low, high))
        chosen = self.random.sample(range(len(things)), count)
        return [things[index] for index in sorted(chosen)]

    def fresh(self, word: str) -> str:
        self.last += 1
        return f"{word}_{self.last}"

    def one_form(self, forms: dict[str, Callable[[], One | None]], plain: Callable[[], One]) -> One:
        """One of the forms that are in this case and can be written here, mostly one that was not written yet; else the plain
        one."""
        names = [name for name in forms if self.on(name)]
        self.random.shuffle(names)
        if self.chance(0.6):
            names.sort(key=self.written.__getitem__)
        for name in names:
            found = forms[name]()
            if found is not None:
                self.written[name] += 1
                return found
        return plain()
