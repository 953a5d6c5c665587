"""What people may read of what happened.

Takes the events of the engine; returns lines, each as everybody reads it and as every seat does. A line never tells a seat
more than it may know.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, field

from ..engine.discretion import Discreet, Sighting
from ..engine.events import Noted, Revealed, Rolled, Said
from ..engine.frames import waiting_at
from ..engine.options import DONE, Option
from ..engine.reference.interpreter import Interpreter
from ..engine.sight import can_see
from ..engine.state import State
from ..engine.texts import Speaker
from ..ir import Ask, Choose, PickMany
from .sightings import followed, sightings


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log. `own` holds what each seat reads, in seat order; nothing, where nothing is told. `seen` is what
    came to light with an answer, and `lost` what of it nobody could follow to where it was seen."""

    public: str
    own: tuple[str, ...]
    is_answer: bool = False
    seen: frozenset[Sighting] = field(default=frozenset(), compare=False, repr=False)
    lost: frozenset[Sighting] = field(default=frozenset(), compare=False, repr=False)

    def seen_by(self, seat: int | None) -> str:
        return self.public if seat is None else self.own[seat]


def read_by(viewer: int | None, lines: Sequence[Line]) -> list[str]:
    """What a seat, or with none everybody, reads of some lines."""
    return [told for line in lines if (told := line.seen_by(viewer))]


def lines_of(run: Interpreter, noted: Sequence[Noted]) -> list[Line]:
    lines, events = [], [one.event for one in noted]
    known = sightings(events)
    rolled: dict[int, int] = {}
    for event in events:
        if rolled and (not isinstance(event, Rolled) or event.die in rolled):
            lines.append(_rolled(run, rolled))
            rolled = {}
        if isinstance(event, Said):
            lines.append(Line(event.public.text, tuple(told.text for told in event.own)))
        elif isinstance(event, Revealed):
            lines.append(_revealed(run, event.card, known))
        elif isinstance(event, Rolled):
            rolled[event.die] = event.value
    return [*lines, _rolled(run, rolled)] if rolled else lines


def _revealed(run: Interpreter, card: int, known: Set[Sighting]) -> Line:
    return _for_each(run, lambda viewer: f"{_name(run, card, viewer, known)} is revealed")


def _rolled(run: Interpreter, dice: dict[int, int]) -> Line:
    """What dice that were rolled together show, for those who can see them; the others know that they were rolled."""

    def read_by(viewer: int | None) -> str:
        told: dict[str, list[str]] = {}
        for die, result in dice.items():
            if can_see(run.state, die, viewer):
                told.setdefault(f"{_name(run, die, viewer)} shows ", []).append(str(result))
            else:
                told.setdefault(f"{_name(run, die, viewer)} is rolled", [])
        return "; ".join(words + ", ".join(results) for words, results in told.items())

    return _for_each(run, read_by)


def _for_each(run: Interpreter, read_by: Callable[[int | None], str]) -> Line:
    return Line(read_by(None), tuple(map(read_by, range(run.world.players))))


def _name(run: Interpreter, card: int, viewer: int | None, known: Set[Sighting] = frozenset()) -> str:
    """A card with whose it is, by its back for those who did not see it."""
    is_seen = Discreet(run.state, viewer, known).sees(card)
    name = run.definition.rows[run.world.row[card]][1].name if is_seen else run.definition.kinds[run.world.kind[card]].back
    owner = run.world.owner[card]
    return name if owner is None else f"{run.seats[owner]}'s {name}"


def answer_line(
    before: State, happened: Sequence[Noted], seats: tuple[str, ...], seat: int, option: Option
) -> Line:
    """An answer as everybody may know it once it is carried out: what stayed hidden is not named, and a secret is told only
    to whoever has it."""
    events = [one.event for one in happened]
    run, known, seen = Interpreter(before, seats), followed(before, events), sightings(events)
    texts = []
    for viewer in (None, *range(before.world.players)):
        text = _untold(run, seat) if _is_kept(run, seat, viewer) else _answer_for(run, seat, option, viewer, known)
        texts.append(f"{seats[seat]}: {text}" if text else "")
    return Line(texts[0], tuple(texts[1:]), True, frozenset(seen), frozenset(seen - known))


def _is_kept(run: Interpreter, seat: int, viewer: int | None) -> bool:
    """Whether somebody must not read what a seat answers: a secret, or what several answer at once, which is told when all
    have answered."""
    node = waiting_at(run.state)
    assert node is not None
    if isinstance(node, Ask) and not run.definition.sites[node.choice.site].secret:
        return True
    site = node.choice.site if isinstance(node, Ask) else node.site
    return run.definition.sites[site].secret and viewer != seat


def _untold(run: Interpreter, seat: int) -> str:
    """What is read of an answer that is not told. A row of secret picks is one answer, however long it is."""
    node = waiting_at(run.state)
    places = run.state.stack[-1][2]
    if isinstance(node, PickMany) and places[node.picked]:
        return ""
    if not isinstance(node, Ask):
        return "decides in secret"
    begun = places[node.answers][1 + places[node.answers][0].index(seat)][2]
    return "" if begun and run.definition.sites[node.choice.site].secret else "answers"


def _answer_for(run: Interpreter, seat: int, option: Option, viewer: int | None, known: Set[Sighting]) -> str:
    speaker, node = Speaker(run.state, run.seats, viewer, known), waiting_at(run.state)
    places = list(run.state.stack[-1][2])
    if isinstance(node, Ask):
        places[node.items] = seat
        node = node.choice
    assert isinstance(node, Choose | PickMany)
    if option.branch < 0:
        ending = node.done if option.branch == DONE and isinstance(node, PickMany) else node.decline
        assert ending is not None
        return speaker.text(ending, places)
    if isinstance(node, Choose):
        for (slot, _, _), value in zip(node.branches[option.branch].picks, option.values, strict=True):
            places[slot] = value
        return speaker.text(node.branches[option.branch].text, places)
    places[node.slot] = option.values[0]
    return speaker.text(node.text, places)
