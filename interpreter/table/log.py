"""What people may read of what happened.

Takes the events of the engine; returns lines, each as everybody reads it and as every seat does. A line never tells a seat
more than it may know.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, field
from typing import Any

from ..engine.options import Option
from ..engine.reference import Interpreter
from ..engine.sight import can_see
from ..engine.state import State
from ..engine.texts import Sighting, Speaker
from ..ir import Ask, Choose, PickMany


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log. `own` holds what each seat reads, in seat order; `seen` is what came to light with an answer."""

    public: str
    own: tuple[str, ...]
    is_answer: bool = False
    seen: frozenset[Sighting] = field(default=frozenset(), compare=False, repr=False)

    def seen_by(self, seat: int | None) -> str:
        return self.public if seat is None else self.own[seat]


def lines_of(run: Interpreter, events: list[tuple[Any, ...]]) -> list[Line]:
    lines = []
    rolled: dict[int, int] = {}
    for name, *arguments in events:
        if rolled and (name != "roll" or arguments[0] in rolled):
            lines.append(_rolled(run, rolled))
            rolled = {}
        if name == "say":
            public, own = arguments[0]
            lines.append(Line(public, own))
        elif name == "revealed":
            ((card, _),) = arguments
            lines.append(_same_for_all(run, f"{_name(run, card)} is revealed"))
        elif name == "roll":
            rolled[arguments[0]] = arguments[1]
    return [*lines, _rolled(run, rolled)] if rolled else lines


def _rolled(run: Interpreter, dice: dict[int, int]) -> Line:
    """What dice that were rolled together show, for those who can see them; the others know that they were rolled."""
    texts = []
    for viewer in (None, *range(run.world.players)):
        told: dict[str, list[str]] = {}
        for die, result in dice.items():
            if can_see(run.state, die, viewer):
                told.setdefault(f"{_name(run, die)} shows ", []).append(str(result))
            else:
                told.setdefault(f"{_name(run, die)} is rolled", [])
        texts.append("; ".join(words + ", ".join(results) for words, results in told.items()))
    return Line(texts[0], tuple(texts[1:]))


def _same_for_all(run: Interpreter, text: str) -> Line:
    return Line(text, (text,) * run.world.players)


def _name(run: Interpreter, card: int) -> str:
    name = run.definition.rows[run.world.row[card]][1].name
    owner = run.world.owner[card]
    return name if owner is None else f"{run.seats[owner]}'s {name}"


def sightings(events: list[tuple[Any, ...]]) -> set[Sighting]:
    """Which cards somebody could see at some moment of what happened."""
    return {(event[1], viewer) for event in events if event[0] == "seen" for viewer in event[2]}


def answer_line(before: State, known: Set[Sighting], seats: tuple[str, ...], seat: int, option: Option) -> Line:
    """An answer as everybody may know it once it is carried out: what stayed hidden is not named."""
    run = Interpreter(before, seats)
    viewers = (None, *range(before.world.players))
    texts = [_answer_for(run, option, Speaker(before, seats, viewer, run.evaluator, known)) for viewer in viewers]
    return Line(f"{seats[seat]}: {texts[0]}", tuple(f"{seats[seat]}: {text}" for text in texts[1:]), True, frozenset(known))


def _answer_for(run: Interpreter, option: Option, speaker: Speaker) -> str:
    node = run.waits
    if isinstance(node, Ask):
        return "answers"
    if option.branch < 0:
        return option.text
    places = list(run.state.stack[-1][2])
    if isinstance(node, Choose):
        for (slot, _, _), value in zip(node.branches[option.branch].picks, option.values, strict=True):
            places[slot] = value
        return speaker.text(node.branches[option.branch].text, places)
    assert isinstance(node, PickMany)
    places[node.slot] = option.values[0]
    return speaker.text(node.text, places)
