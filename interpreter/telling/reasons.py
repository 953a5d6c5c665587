"""Where a value came from, as plain typed data: a tree that a reader takes apart as deep as wanted.

A reason is what the evaluation left behind, told as one reader may know it: cards by the reader's own keys or by their backs,
and nothing at all of a value that the reader may not know. What its parts come to is what it is worth, at every depth.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, ClassVar

from .known import Known

SHALLOW = 2  # steps are told to whoever asks for no more
SHOWN = 80  # of a line that a program shows in passing


class Kind(StrEnum):
    """In what way a value comes from its parts."""

    GIVEN = "given"  # written in the rules, or settled before the game
    PRINTED = "printed"
    KEPT = "kept"  # remembered in a variable; of a counter that changed, what its parts come to
    EARNED = "earned"  # what one card or rule has brought to a counter, or taken from it
    FOUND = "found"  # on the table: a thing, several, or what a thing has by itself
    DEFINED = "defined"  # is what its only part is
    CHOSEN = "chosen"  # is what its last part is, because of the first
    SUM = "sum"
    NEGATED = "negated"
    PRODUCT = "product"
    SHARE = "share"  # a quotient or its rest; `sign` says which
    LOOKED_UP = "looked up"  # what stands in a table of the game at the place that is its only part
    HIGHEST = "highest"
    LOWEST = "lowest"
    COUNTED = "counted"
    SOME = "some"  # whether there is one
    ITEM = "item"  # what one thing brings; its words are the thing
    NEAR = "near"  # would count, but for its part; its name is where it lies
    COMPARED = "compared"
    ALL_OF = "all of"
    ONE_OF = "one of"
    NOT = "not"
    CHANGED = "changed"  # start, then what is held instead, then what is gained, then its limits
    START = "start"
    HELD = "held"
    GAINED = "gained"
    AT_LEAST = "at least"
    AT_MOST = "at most"
    PASSED = "passed"  # those of several things of which something is so
    RANKED = "ranked"  # the best of its candidates, or all of them in order
    RANK = "rank"
    CANDIDATE = "candidate"  # with what it is ordered by
    GROUPED = "grouped"
    SET = "set"  # cards that make a pattern
    HIDDEN = "hidden"  # the reader may not know it


@dataclass(frozen=True, slots=True)
class Reason:
    """A value and what it is made of. `name` is what the game calls it, `words` the same with what it is asked of. `others`
    were looked at and did not count. `given` is with what besides it was asked (`column 1`), of a table all that stands
    there, and where there is nothing to look at the place. `by` are the keys of a ranking, of which each candidate has as
    many as it took; one that something hidden has settled has no value. `sign` is the operation of a comparison or a share,
    and what is taken of a ranking. `place` is where it is written, `rules` the ids that are cited there, and `line` tells it
    in one line, in the words of the game."""

    DERIVED: ClassVar[tuple[str, ...]] = ("line",)

    kind: Kind
    value: Known
    name: str = ""
    words: str = ""
    parts: tuple[Reason, ...] = ()
    others: tuple[Reason, ...] = ()
    by: tuple[str, ...] = ()
    sign: str = ""
    place: str = ""
    rules: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    speech: Callable[[Reason], str] | None = field(default=None, compare=False, repr=False)

    @property
    def line(self) -> str:
        return "" if self.speech is None else self.speech(self)

    def __str__(self) -> str:
        return self.line

    def __repr__(self) -> str:
        return f"<Reason, {self.kind}: {self.line[:SHOWN]!r}>"

    @property
    def told_parts(self) -> tuple[Reason, ...]:
        """The parts that tell more than the line above them."""
        return tuple(one for one in self._parts_below if one.kind is not Kind.GAINED or one.value)

    @property
    def left_out(self) -> tuple[Reason, ...]:
        """What a counter has come from, as far as its line only tells the sum of it."""
        kept, line = self.inner, self.line
        return tuple(one for one in kept.parts if kept.kind is Kind.KEPT and one.kind is Kind.EARNED and one.line not in line)

    @property
    def _parts_below(self) -> tuple[Reason, ...]:
        """Those, and what would have changed something and did not."""
        below = (one.parts[0] if one.kind is Kind.NEGATED else one for one in (*self._on_the_way, *self.inner.parts))
        parts = (one for one in below if not one.inner.is_plain)
        return tuple(one for one in parts if one.comes_apart or one.inner.kind in _SPEAKING)

    @property
    def is_plain(self) -> bool:
        """Whether it says nothing: `Fox is Fox`."""
        same = {one.words for one in self.parts}
        return self.kind is Kind.COMPARED and self.sign == "is" and len(same) == 1 and bool(self.value)

    @property
    def inner(self) -> Reason:
        """Where this really comes apart: what only has a name, or was chosen, is what its last part is."""
        return self.parts[-1].inner if self.kind in PASSING and self.parts else self

    @property
    def comes_apart(self) -> bool:
        """Whether there is more to tell than what it is."""
        return bool(self.inner.parts or self.inner.others)

    @property
    def _on_the_way(self) -> tuple[Reason, ...]:
        """What something was chosen by, on the way to where it comes apart."""
        if self.kind not in PASSING or not self.parts:
            return ()
        return (*self.parts[:-1], *self.parts[-1]._on_the_way)

    @property
    def unplaced(self) -> Reason:
        """Who reads a log wants to know what a counter came from, and not where that is written;
        what then reads alike is one."""
        parts = tuple(one.unplaced for one in self.parts)
        return replace(self, place="", parts=_joined(parts) if self.kind is Kind.KEPT else parts)

    def lines(self, depth: int = SHALLOW) -> list[str]:
        """One line, and below it what its parts are made of, to the depth that is wanted."""
        first, parts = self.line, (*self.told_parts, *(self.left_out if depth > SHALLOW else ()))
        told = [part.lines(depth - 1) for part in parts] if depth > 1 else []
        below = [f"  {line}" for lines in told for line in lines if len(lines) > 1 or line not in first]
        return [first + (f"  ({self.written_at})" if self.written_at else ""), *dict.fromkeys(below)]

    def all_rules(self, depth: int = SHALLOW) -> tuple[str, ...]:
        """The rules behind what is told to a depth."""
        below = [rule for part in self._parts_below for rule in part.all_rules(depth - 1)] if depth > 1 else []
        own = self.rules or (self.parts[-1].all_rules(1) if self.kind in PASSING and self.parts else ())
        return tuple(dict.fromkeys((*own, *below)))

    @property
    def written_at(self) -> str:
        """Where this is written, or else what it only passes on."""
        return self.place or (self.parts[-1].written_at if self.kind in PASSING and self.parts else "")


def _joined(earned: tuple[Reason, ...]) -> tuple[Reason, ...]:
    """What a counter has gained and paid, once for all that is told in the same words."""
    by_words: dict[str, Reason] = {}
    for one in earned:
        same = by_words.get(one.words)
        both = (one.value, None if same is None else same.value)
        by_words[one.words] = replace(one, value=sum(value for value in both if isinstance(value, int)))
    return tuple(one for one in by_words.values() if one.value)


def finished(reason: Reason, **more: Any) -> Reason:
    """The same reason with more that is known of it. It was made just now and nobody else has it; a copy of
    every node of a large tree would be dear."""
    for name, value in more.items():
        object.__setattr__(reason, name, value)
    return reason


PASSING = frozenset({Kind.DEFINED, Kind.CHOSEN, Kind.START, Kind.HELD, Kind.GAINED, Kind.ITEM, Kind.NEAR})
FROM_SEVERAL = frozenset({Kind.SUM, Kind.COUNTED, Kind.SOME, Kind.HIGHEST, Kind.LOWEST})  # where there may be nothing at all
_SPEAKING = frozenset({Kind.COMPARED, Kind.SOME, Kind.COUNTED, Kind.RANKED, Kind.CHANGED})
