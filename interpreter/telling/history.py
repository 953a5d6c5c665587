"""Where a counter came from: everything that it has gained and paid, as one reader was told of it.

Takes the entries that the reader got and the value that the reader knows now. What lies between two of them and was not told is
a part of its own, so the parts always come to the value, and tell nothing that their reader has not read before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from .. import ir
from ..ir.walk import walk
from ..model.definition import Definition
from .entries import Answer, Because, Change, Decide, Entry, Say
from .known import Known, Thing
from .plain_words import called, spoken
from .reasons import Kind, Reason
from .wordings import Wordings, wordings_of

Told = tuple[Entry, Because | None]
Origin = tuple[str, str, str]  # the wording of where something comes from, the name of that, and where it is written
AT_FIRST, UNTOLD, UNNAMED = ("at first", "", ""), ("untold", "", ""), ("", "", "")
_ROUND = "round"


@dataclass(slots=True)
class _Source:
    """What one card or one rule has brought, and in which rounds."""

    amount: int = 0
    rounds: list[int] = field(default_factory=list)
    rules: tuple[str, ...] = ()


class History:
    """What one reader was told of changes, looked through when a counter is asked for. `lately` is the end of it in which a
    number that was set is looked for, which may be all of it."""

    def __init__(self, told: Callable[[], Iterable[Told]], lately: Callable[[], Iterable[Told]] | None = None) -> None:
        self._told = told
        self._lately = lately or told

    @property
    def of_late(self) -> History | None:
        """What numbers were set to lately, and nothing of what came before; nothing if there is none."""
        is_any = any(isinstance(entry, Decide) and entry.amount is not None for entry, _ in self._lately())
        return History(tuple, self._lately) if is_any else None

    def reckoning(self, variable: str, of: Known, value: Known) -> Reason | None:
        """What a number was reckoned from when it was set last; nothing if the reader was not told, or if it was changed."""
        reason: Reason | None = None
        before: Entry | None = None
        for entry, _ in self._lately():
            if isinstance(entry, Change) and entry.variable == variable and _is_same(entry.of, of):
                reason = before.reason if isinstance(before, Decide) and _sets(before, entry) else None
            elif isinstance(entry, Decide) and entry.amount and entry.name == variable and _is_same(entry.of, of):
                reason = entry.reason  # also if the number is that already, and nothing changes
            before = entry
        return reason if reason is not None and reason.value == value else None

    def parts(self, definition: Definition, variable: int, of: Known, value: Known) -> tuple[Reason, ...]:
        """What a counter of a thing is made of; nothing if it never changed, or is no counter."""
        if not isinstance(value, int) or variable not in growing(definition):
            return ()
        sources = self._sources(definition.variables[variable].name, of, value)
        if not sources.keys() - {AT_FIRST}:
            return ()
        say = wordings_of(definition)
        return tuple(
            Reason(Kind.EARNED, one.amount, words=_words(say, origin, one.rounds), place=origin[-1], rules=one.rules)
            for origin, one in sources.items()
            if one.amount
        )

    def _sources(self, name: str, of: Known, value: int) -> dict[Origin, _Source]:
        sources: dict[Origin, _Source] = {}
        now, round = None, 0
        told = list(self._told())
        for number, (entry, because) in enumerate(told):
            if not isinstance(entry, Change) or not isinstance(entry.before, int) or not isinstance(entry.after, int):
                continue
            if entry.variable == _ROUND and entry.of is None:
                round = entry.after
            elif entry.variable == name and _is_same(entry.of, of):
                _add(sources, AT_FIRST if now is None else UNTOLD, entry.before - (now or 0))
                origin = _source(because) if because is not None else _said_of(told, number, of)
                _add(sources, origin, entry.after - entry.before, round, because)
                now = entry.after
        _add(sources, AT_FIRST if now is None else UNTOLD, value - (now or 0))
        return sources


def _sets(reckoned: Decide, change: Change) -> bool:
    """Whether a number was reckoned for this very change."""
    is_whose = reckoned.of is None or _is_same(reckoned.of, change.of)
    return bool(reckoned.amount) and change.kind == "set" and reckoned.name == change.variable and is_whose


def _add(
    sources: dict[Origin, _Source], key: Origin, amount: int, round: int = 0, because: Because | None = None
) -> None:
    if not amount:
        return
    source = sources.setdefault(key, _Source())
    source.amount += amount
    source.rules = because.rules if because is not None else ()
    if round and round not in source.rounds:
        source.rounds.append(round)


def _is_same(one: Known, other: Known) -> bool:
    """Whether both are nothing, or the same thing by its key."""
    if isinstance(one, Thing) and isinstance(other, Thing):
        return (one.sort, one.key) == (other.sort, other.key)
    return one is None and other is None


def _said_of(told: Sequence[Told], number: int, of: Known) -> Origin:
    """Of a change whose rule the reader may not know, what the game says of whose it is, just after or just before: in which
    order it does both may hang on something hidden."""
    for beside in (told[number + 1 : number + 4], told[max(0, number - 3) : number][::-1]):
        for entry, _ in beside:
            if isinstance(entry, Answer):
                break
            if isinstance(entry, Say) and isinstance(of, Thing) and of.key in {thing.key for thing in entry.things}:
                return "as said", entry.text, ""
    return UNNAMED


def _source(because: Because) -> Origin:
    """The card or the rule behind a change, as far as it has a name, and where that is written."""
    if because.carrier is not None:
        return "from card", spoken(because.carrier), because.place
    return ("for rule", called(because.rule), because.place) if because.rule else ("", "", because.place)


def _words(wordings: Wordings, origin: Origin, rounds: list[int]) -> str:
    """`from Rye in round 2`, `for toll in rounds 2–4, 7`."""
    wording, name, _ = origin
    told = wordings.reason(wording, card=name, rule=name) if wording else ""
    when = wordings.reason("in round" if len(rounds) == 1 else "in rounds", rounds=_spans(sorted(rounds))) if rounds else ""
    return f"{told} {when}".strip()


def _spans(rounds: list[int]) -> str:
    """`2–4, 7`."""
    spans: list[list[int]] = []
    for one in rounds:
        if spans and spans[-1][-1] == one - 1:
            spans[-1] = [spans[-1][0], one]
        else:
            spans.append([one])
    return ", ".join(f"{span[0]}–{span[-1]}" if len(span) > 1 else f"{span[0]}" for span in spans)


@lru_cache(maxsize=64)
def growing(definition: Definition) -> frozenset[int]:
    """Counters, and the other numbers that rules only raise and lower; numbers of cards are not followed."""
    writes = [node for node in walk(definition.procedures) if isinstance(node, ir.Write)]
    raised = {one.variable for one in writes if one.add} - {one.variable for one in writes if not one.add}
    return frozenset(
        number
        for number, one in enumerate(definition.variables)
        if (one.is_counter or number in raised) and not one.of.is_card and one.name != _ROUND
    )
