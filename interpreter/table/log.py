"""What people may read of what happened.

Takes the events of the engine; returns lines, each as everybody reads it and as every seat does. A line never tells a seat
more than it may know.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..engine.options import Option
from ..engine.reference import Interpreter
from ..engine.texts import Speaker
from ..ir import Ask, Choose, PickMany


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log. `own` holds what each seat reads, in seat order."""

    public: str
    own: tuple[str, ...]
    is_answer: bool = False

    def seen_by(self, seat: int | None) -> str:
        return self.public if seat is None else self.own[seat]


def lines_of(run: Interpreter, events: list[tuple[Any, ...]]) -> list[Line]:
    lines = []
    for name, *arguments in events:
        if name == "say":
            public, own = arguments[0]
            lines.append(Line(public, own))
        elif name == "revealed":
            ((card, _),) = arguments
            lines.append(_same_for_all(run, f"{_name(run, card)} is revealed"))
        elif name == "roll":
            die, result = arguments
            lines.append(_same_for_all(run, f"{_die(run, die)} shows {result}"))
    return lines


def _same_for_all(run: Interpreter, text: str) -> Line:
    return Line(text, (text,) * run.world.players)


def _name(run: Interpreter, card: int) -> str:
    name = run.definition.rows[run.world.row[card]][1].name
    owner = run.world.owner[card]
    return name if owner is None else f"{run.seats[owner]}'s {name}"


def _die(run: Interpreter, die: int) -> str:
    return _name(run, die)


def answer_line(run: Interpreter, seat: int, option: Option) -> Line:
    """An answer before it is carried out: what the others cannot see stays hidden."""
    name = run.seats[seat]
    texts = [_answer_for(run, option, viewer) for viewer in (None, *range(run.world.players))]
    return Line(f"{name}: {texts[0]}", tuple(f"{name}: {text}" for text in texts[1:]), True)


def _answer_for(run: Interpreter, option: Option, viewer: int | None) -> str:
    node = run.waits
    choice = node.choice if isinstance(node, Ask) else node
    if isinstance(node, Ask):
        return "answers"
    places = list(run.state.stack[-1][2])
    speaker = Speaker(run.state, run.seats, viewer)
    if option.branch < 0:
        return option.text
    if isinstance(choice, Choose):
        for (slot, _, _), value in zip(choice.branches[option.branch].picks, option.values, strict=True):
            places[slot] = value
        return speaker.text(choice.branches[option.branch].text, places)
    assert isinstance(choice, PickMany)
    places[choice.slot] = option.values[0]
    return speaker.text(choice.text, places)
