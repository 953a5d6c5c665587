"""What was worked out at a table before, for as long as nothing has changed that was looked at for it.

Takes one position of a table after the other; says what an answer came to before, if every zone, card, variable and key that it
was found from is as it was then, and so is what it costs to look. An answer of one viewer is never another one's.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from ..engine.noted_state import EVERYTHING, NotedState, Noting, bits_from, firsts_of
from ..engine.sight import Viewer
from ..engine.state import State
from ..telling.keys import Keys, viewers_of
from .patience import Bill, Patience

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class _Recalled:
    """`looked_at` are the bits of what it hangs on, `spent` what was counted on the way, and `bill` what was counted before."""

    value: Any
    looked_at: int
    spent: int
    bill: Bill


class NotedKeys:
    """The keys of one viewer, each of which is noted when somebody asks for it."""

    def __init__(self, cards: Mapping[int, int], bits: list[int], noting: Noting) -> None:
        self.cards = cards
        self._bits = bits
        self._noting = noting

    def get(self, card: int) -> int | None:
        self._noting.looked_at |= self._bits[card]
        return self.cards.get(card)

    def since(self, before: NotedKeys) -> int:
        if self.cards is before.cards or self.cards == before.cards:
            return 0
        now, then = self.cards, before.cards
        return sum(self._bits[card] for card in now.keys() | then.keys() if now.get(card) != then.get(card))


class NotedEyes:
    """The cards that a viewer sees: that hangs on where a card lies, on its face, and on whose it is."""

    def __init__(self, state: NotedState, seen: frozenset[int]) -> None:
        self._state = state
        self._seen = seen

    def __contains__(self, card: object) -> bool:
        assert isinstance(card, int)
        _ = self._state.lies_in[card], self._state.face[card]
        return card in self._seen


@dataclass
class Recollection:
    """`state` and `keys` are where the table stands now."""

    noting: Noting = field(default_factory=Noting)
    state: NotedState | None = None
    keys: tuple[NotedKeys, ...] = ()
    _common: dict[Hashable, _Recalled] = field(default_factory=dict)
    _own: dict[Viewer, dict[Hashable, _Recalled]] = field(default_factory=dict)

    def come_to(self, state: State, keys: tuple[Keys, ...]) -> NotedState:
        """Go on to another position of the table: what hangs on anything that is different there is forgotten."""
        now = NotedState(state, self.noting)
        bits = bits_from(firsts_of(state.world, len(state.variables))[-1], state.world.cards)
        named = tuple(NotedKeys(one.cards, bits, self.noting) for one in keys)
        if self.state is not None:
            changed = now.since(self.state)
            self._common = _unchanged(self._common, changed)
            for viewer, mine, before in zip(viewers_of(state.world), named, self.keys, strict=True):
                self._own[viewer] = _unchanged(self._own.get(viewer, {}), changed | mine.since(before))
        self.state, self.keys = now, named
        return now

    def eyes_of(self, viewer: Viewer, seen: frozenset[int]) -> tuple[NotedEyes, NotedKeys]:
        """The cards that a viewer sees, and those that it can follow, noted when they are asked for."""
        assert self.state is not None
        return NotedEyes(self.state, seen), self.keys[0 if viewer is None else 1 + viewer]

    def common(self, key: Hashable, work: Callable[[], Found]) -> Found:
        """What is the same whoever asks."""
        return self._recalled(self._common, key, work, None)

    def own(self, viewer: Viewer, key: Hashable, work: Callable[[], Found], patience: Patience) -> Found:
        """What one viewer is told, if there is as much time for it as it took."""
        return self._recalled(self._own.setdefault(viewer, {}), key, work, patience)

    def hang_on_everything(self) -> None:
        """What is being worked out holds for this position only."""
        self.noting.looked_at = EVERYTHING

    def _recalled(
        self, kept: dict[Hashable, _Recalled], key: Hashable, work: Callable[[], Found], patience: Patience | None
    ) -> Found:
        state, found = self.state, kept.get(key)
        assert state is not None
        if found is not None:
            cost = found.spent + (patience.price(found.bill) if patience is not None else 0)
            if state.patience >= cost:
                state.patience -= cost
                self.noting.looked_at |= found.looked_at
                return found.value  # type: ignore[no-any-return]
        return self._work_out(kept, key, work, patience)

    def _work_out(
        self, kept: dict[Hashable, _Recalled], key: Hashable, work: Callable[[], Found], patience: Patience | None
    ) -> Found:
        state = self.state
        assert state is not None
        before = state.patience
        bill: Bill = {} if patience is None else patience.begin_bill()
        value, looked_at = self.noting.during(work)
        charged = patience.price(bill) if patience is not None else 0
        if state.patience >= 0:
            kept[key] = _Recalled(value, looked_at, before - state.patience - charged, bill)
        return value


def _unchanged(kept: dict[Hashable, _Recalled], changed: int) -> dict[Hashable, _Recalled]:
    return {key: one for key, one in kept.items() if not one.looked_at & changed} if changed else kept
