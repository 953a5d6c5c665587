"""Follows, for each viewer, which of the sentences that are carried out it may know of.

Whatever decides which way the rules go is asked once more with the eyes of each viewer. Where the answer hangs on something
that a viewer may not see, a veil lies over what follows from it, until both ways meet again; so two positions that a viewer
cannot tell apart have the same veils, and what is told through them is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from ... import ir
from ..behind import kinds_by_face
from ..discretion import Discreet
from ..events import CardSeen, Cause, Event, Said, silent_to_the_end
from ..flatten import BeginEach, BeginLoop, Governed, NextAnswer, NextEach, NextLoop, Unless
from ..frames import ends_of, is_called
from ..sight import can_see
from ..state import State
from ..trouble import TROUBLE
from ..veils import Secrecy, Veil, Veils, asked_by, veils_over, written_rules
from .causes import asks_instead, cause_of
from .picks_told import PicksTold
from .running import Running

Unknown = list[bool]  # for whoever looks on and for each seat: whether it may not know something


class Follower:
    """`veils` are those over the frames of the run, for each viewer; `_begun` is what comes to lie over a frame that the
    current instruction begins."""

    def __init__(self, state: State, seats: tuple[str, ...], frames: list[Running], veils: Veils | None = None) -> None:
        self.state = state
        self.definition = state.world.definition
        self.rules = written_rules(self.definition)
        self.frames = frames
        self.viewers = (None, *range(state.world.players))
        self.asking = [Discreet(state, viewer) for viewer in self.viewers]
        self.seats = seats
        self.veils = [list(own) for own in (veils_over(state) if veils is None else veils)]
        self.asked: Veils = ()  # those over the decision that was answered, with what is told of the answer
        self._begun: list[Veil] = []
        self._point = 0

    @property
    def frozen(self) -> Veils:
        """The veils as they lie over the frames of the state."""
        return tuple(tuple(own[: len(self.state.stack)]) for own in self.veils)

    def thaw(self, frames: list[Running]) -> None:
        """A run goes on; what was called in between is for all to see."""
        self.frames = frames
        for own in self.veils:
            own += [Veil()] * (len(frames) - len(own))

    def begin(self) -> None:
        """The current instruction has begun a frame, which lies on top now."""
        for number, own in enumerate(self.veils):
            own[len(self.frames) - 1 :] = [self._begun[number] if self._begun else Veil()]

    # ---- before an instruction is carried out

    def before(self, instruction: Any, frame: Running) -> None:
        follow = _FOLLOW.get(type(instruction))
        self._point = frame[1]
        if follow is not None:
            for own in self.veils:
                del own[len(self.frames) :]
            follow(self, instruction, frame)

    def governs(self, instruction: Any, frame: Running) -> None:
        """What hangs on what an instruction asks is kept from those who may not know the answer."""
        procedure, point, places = frame
        governed = self.rules.codes[procedure].governs.get(point)
        asked = asked_by(instruction)
        if governed is None or asked is None:
            return
        unknown = self.unknown(asked, places)
        if isinstance(instruction, BeginEach):
            self._fill({instruction.node.items}, unknown)
        for own, is_unknown in zip(self.veils, unknown, strict=True):
            own[-1] = self._laid(own[-1], frame, governed, is_unknown)
            if is_unknown:
                self._go_on_in_doubt(own, self.rules.left(procedure, governed))

    def _laid(self, veil: Veil, frame: Running, governed: Governed, is_unknown: bool) -> Veil:
        procedure, point, _ = frame
        stretch = (governed.start, governed.end)
        if governed.again:
            return replace(veil, until_asked=_joined(veil.until_asked, stretch)) if is_unknown else veil
        if veil.at(point) == Secrecy.KEPT:
            return veil
        if is_unknown:
            return replace(veil, kept=stretch).with_slots(self.rules.filled(procedure, governed), are_untold=True)
        return replace(veil, kept=(0, 0)) if veil.kept == stretch else veil

    def _go_on_in_doubt(self, own: list[Veil], labels: set[int]) -> None:
        """Somebody may not know whether a stretch has been ended: not that it still goes on, either."""
        for label in labels:
            for number in range(len(self.frames) - 1, -1, -1):
                procedure, point, _ = self.frames[number]
                innermost = number == len(self.frames) - 1
                at = point if innermost or not is_called(self.definition, self.frames[number + 1][0]) else point - 1
                ends = ends_of(self.definition, label, procedure, at)
                if ends:
                    own[number] = replace(own[number], until_asked=_joined(own[number].until_asked, (at, min(ends))))
                    break
                own[number] = replace(own[number], begun=max(own[number].begun, Secrecy.UNTIL_ASKED))

    def let(self, node: ir.Let, frame: Running) -> None:
        self._fill({node.slot}, self.unknown(node.value, frame[2]))

    def random(self, node: ir.Random, frame: Running) -> None:
        """Whoever may not know among what chance picks may not know what it picked."""
        self._fill({node.slot}, [node.secret or one for one in self.unknown(node.source, frame[2])])

    def next_item(self, node: NextEach, frame: Running) -> None:
        each, places = node.node, frame[2]
        number = places[each.index] + 1
        if number >= len(places[each.items]):
            return
        card = places[each.items][number] if self._goes_by_face(each.source) else None
        self._fill(
            {each.slot},
            [
                each.items in own[-1].slots or (card is not None and not asking.sees(card))
                for own, asking in zip(self.veils, self.asking, strict=True)
            ],
        )

    def _goes_by_face(self, source: ir.Expr) -> bool:
        chosen = [one for one in _sources(source) if isinstance(one, ir.All)]
        return any(one.sort == ir.ThingSort.ROW or kinds_by_face(self.definition, one) for one in chosen)

    def call(self, node: ir.Call, frame: Running) -> None:
        given = [self.unknown(one, frame[2]) for one in node.arguments]
        self._begun = [
            Veil(own[-1].at(self._point), slots=frozenset(slot for slot, unknown in enumerate(given) if unknown[number]))
            for number, own in enumerate(self.veils)
        ]

    def dispatch(self, node: ir.Dispatch, frame: Running) -> None:
        """What a card does tells which card it is."""
        card, player = self.unknown(node.card, frame[2]), self.unknown(node.player, frame[2])
        index = self.unknown(node.index, frame[2]) if node.index is not None else card
        self._begun = []
        for number, own in enumerate(self.veils):
            is_unknown = card[number] or index[number] or self._is_hidden(number, node, frame[2])
            begun = Secrecy.KEPT if is_unknown else own[-1].at(self._point)
            self._begun.append(Veil(begun, slots=frozenset({ir.PLAYER} if player[number] else ())))

    def _is_hidden(self, number: int, node: ir.Dispatch, places: list[Any]) -> bool:
        asking = self.asking[number]
        card, _ = asking.asked(node.card, list(places))
        if card is None or node.sort != ir.ThingSort.CARD:
            return False
        asking.look_at_face(card)
        asking.muted(card)
        return asking.peeked

    def next_answer(self, node: NextAnswer, frame: Running) -> None:
        """One of several seats comes to be told, or not, with what it has answered."""
        ask, places = node.node, list(frame[2])
        number = places[ask.index] + 1
        seats, *answers = places[ask.answers]
        if number < len(seats):
            places[ask.items] = seats[number]
            _, branch, values = answers[number]
            self._bind(ask.choice, seats[number], branch, values, places, at_once=True)

    # ---- answers

    @property
    def picks(self) -> PicksTold:
        """What is told of an answer. It asks here who may know what, so it is not kept: whatever holds itself is garbage that
        somebody must look for."""
        return PicksTold(self.state, self.seats, self.unknown)

    def answered(self, node: Any, seat: int, branch: int, values: tuple[Any, ...], places: list[Any]) -> None:
        """Everybody has seen that somebody was asked, and what is told of the answer."""
        choice = node.choice if isinstance(node, ir.Ask) else node
        is_told = not isinstance(node, ir.Ask) and not self.definition.sites[choice.site].secret
        for viewer, own in zip(self.viewers, self.veils, strict=True):
            del own[len(self.state.stack) :]
            if not self.definition.sites[choice.site].secret:
                own[:] = [veil.asked() for veil in own]
            if is_told and own[-1].at(self.state.stack[-1][1]) and self.picks.gives_away(node, branch, values, places, viewer):
                self._stand_here(own)
        self.asked = self.frozen
        if not isinstance(node, ir.Ask):
            self._bind(node, seat, branch, values, list(places), at_once=False)

    def _stand_here(self, own: list[Veil]) -> None:
        """It is clear where the rules stand: also further out, as far as what is begun there is begun nowhere else."""
        for number in range(len(own) - 1, -1, -1):
            is_alone = self.rules.calls[self.state.stack[number][0]] == 1
            own[number] = Veil(Secrecy.OPEN if is_alone else own[number].begun, slots=own[number].slots)
            if not is_alone:
                return

    def _bind(self, node: Any, seat: int, branch: int, values: tuple[Any, ...], places: list[Any], at_once: bool) -> None:
        for slots, unknown in self.picks.of(node, seat, branch, values, places, at_once):
            self._fill(slots, unknown)

    # ---- what viewers may know

    def unknown(self, node: ir.Expr, places: list[Any]) -> Unknown:
        """Who may not know what an expression is worth now. Whoever looks on knows nothing that a seat may not know."""
        untold = [own[-1].slots if own else frozenset[int]() for own in self.veils]
        if not self.rules.may_look(node) and not self.rules.recalls(node, untold[0]):
            return [False] * len(self.viewers)
        if not self._is_unknown(0, node, places, untold[0]):
            return [False] * len(self.viewers)
        return [True, *(self._is_unknown(number, node, places, untold[number]) for number in range(1, len(self.viewers)))]

    def _is_unknown(self, number: int, node: ir.Expr, places: list[Any], untold: frozenset[int]) -> bool:
        asking = self.asking[number]
        try:
            value, is_unknown = asking.asked(node, list(places), untold & self.rules.looked_into(node))
        except TROUBLE:
            return True
        procedure = (self.frames or self.state.stack)[-1][0]  # an answer is given before the run goes on
        return is_unknown or asking.names_unseen(value, self.rules.type_of(procedure, node))

    def _fill(self, slots: set[int], unknown: Unknown) -> None:
        """Places get a value, which some may not know; nor may they where it was kept from them that it is given at all."""
        for own, is_unknown in zip(self.veils, unknown, strict=True):
            own[-1] = own[-1].with_slots(slots, is_unknown or own[-1].at(self._point) == Secrecy.KEPT)

    def told(self, event: Event, cause: Cause | None, point: int) -> tuple[Cause | None, ...]:
        """What each viewer may know of the cause of what happens: the sentence, or the ability of a card that it sees."""
        if cause is None:
            return (None,) * len(self.viewers)
        if isinstance(event, CardSeen):
            self._come_to_light(event, point)
        told, depth = zip(self.viewers, self.veils, strict=True), len(self.frames) - 1
        causes = tuple(self._cause(cause, viewer, own, depth, point) for viewer, own in told)
        return self._in_words(cause, causes, point) if isinstance(event, Said) and event.instead else causes

    def _in_words(self, cause: Cause, causes: Sequence[Cause | None], point: int) -> tuple[Cause | None, ...]:
        """Words in place of the usual lines are for those who may know the sentence, or of a card's ability whether it acts."""
        is_all = cause.ability in silent_to_the_end(self.definition)
        depth = len(self.frames) - 1
        known = (own[depth].at(point) == Secrecy.OPEN for own in self.veils)
        return tuple(one if is_all or may_know else None for one, may_know in zip(causes, known, strict=True))

    def _cause(self, cause: Cause, viewer: int | None, own: list[Veil], depth: int, point: int) -> Cause | None:
        """Whoever sees what the ability of an open card does knows whose it is, even where it may not know the sentence."""
        can_see_it = cause.carrier is not None and can_see(self.state, cause.carrier, viewer)
        if own[depth].at(point) != Secrecy.OPEN:
            if cause.ability is None or not can_see_it:
                return self._asking(viewer, own, depth)
            silent = cause.silent and cause.ability in silent_to_the_end(self.definition)
            return Cause(cause.ability, self.definition.procedures[cause.ability].line, cause.ability, cause.carrier, silent)
        if cause.ability is None or can_see_it or self._is_followed(cause.ability, own):
            return cause
        return replace(cause, ability=None, carrier=None, rule="")

    def _asking(self, viewer: int | None, own: list[Veil], depth: int) -> Cause | None:
        """Whether something hidden has its `instead` is not for all to know; the sentence that it was asked about may be, and
        all that follows comes from that, the one way or the other."""
        for number in range(depth, 0, -1):
            point = max(self.frames[number - 1][1] - 1, 0)
            if asks_instead(self.definition, self.frames[number][0]) and own[number - 1].at(point) == Secrecy.OPEN:
                asking = cause_of(self.definition, self.frames[:number], point)
                return None if asking is None else self._cause(asking, viewer, own, number - 1, point)
        return None

    def _is_followed(self, ability: int, own: list[Veil]) -> bool:
        """Whether it is known that an ability has begun."""
        running = [number for number, (procedure, _, _) in enumerate(self.frames) if procedure == ability]
        return own[running[-1]].begun == Secrecy.OPEN

    def _come_to_light(self, event: CardSeen, point: int) -> None:
        """A card that is shown, moved or turned over by its name is known by that name to those who see it now."""
        procedure, _, places = self.frames[-1]
        cards = getattr(self.rules.codes[procedure].instructions[point], "cards", None)
        if isinstance(cards, ir.Local) and places[cards.slot] == event.card:
            for viewer, own in zip(self.viewers, self.veils, strict=True):
                veil = own[len(self.frames) - 1]
                if viewer in event.viewers and veil.at(point) == Secrecy.OPEN:
                    own[len(self.frames) - 1] = veil.with_slots({cards.slot}, are_untold=False)


def _joined(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return other if one == (0, 0) else (min(one[0], other[0]), max(one[1], other[1]))


def _sources(node: ir.Expr) -> Iterator[ir.Expr]:
    """A list, and what it is made from."""
    while True:
        yield node
        if not isinstance(node, ir.Fold | ir.Sort):
            return
        node = node.source


_FOLLOW: dict[type, Callable[[Follower, Any, Running], None]] = {
    Unless: Follower.governs,
    BeginEach: Follower.governs,
    BeginLoop: Follower.governs,
    NextLoop: Follower.governs,
    NextEach: Follower.next_item,
    NextAnswer: Follower.next_answer,
    ir.Let: Follower.let,
    ir.Random: Follower.random,
    ir.Call: Follower.call,
    ir.Dispatch: Follower.dispatch,
}
