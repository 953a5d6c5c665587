"""What somebody at a table may ask: why, why not, what happened, what lies in a pile, what a card does.

Takes the position, a viewer and the message; returns lines of plain text. Everything is asked with the viewer's own eyes, by
what `desk` offers to every screen. Changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..desk.chronicle import behind, log_lines
from ..desk.inquiry import what_is
from ..desk.reason_lines import why_lines
from ..desk.rulebook import rules_lines
from ..desk.why import why, why_not_thing
from ..errors import RulewrightError
from ..table.match import Decision
from ..telling.aloud import read_aloud
from .position import Position, Unwelcome

Ask = dict[str, Any]
MOST_LINES = 400


def told(position: Position, viewer: int | None, ask: Ask) -> dict[str, Any]:
    """The answer to a question, as it is sent."""
    try:
        lines = _QUESTIONS[ask["do"]](position, viewer, ask)
    except Unwelcome:
        raise
    except (RulewrightError, LookupError) as problem:
        why = str(problem) if isinstance(problem, RulewrightError) else "There is no such thing."
        raise Unwelcome(ask["do"], why) from None
    lines = within_folder(position, lines[-MOST_LINES:])
    if ask["do"] != "record":  # which keeps its words
        lines = [read_aloud(position.match.definition, line) for line in lines]
    return {"info": ask["do"], "lines": lines}


def within_folder(position: Position, lines: list[str]) -> list[str]:
    """Files by their names in the game's folder: where that lies is nobody's business."""
    folders = {f"{folder}/" for shown, _ in position.game.book.files.contents if (folder := str(Path(shown).parent)) != "."}
    folders.add(f"{position.game.folder}/")
    for folder in sorted(folders, key=len, reverse=True):
        lines = [line.replace(folder, "") for line in lines]
    return lines


def is_question(word: str) -> bool:
    return word in _QUESTIONS


def _name(position: Position, viewer: int | None) -> str | None:
    return None if viewer is None else position.match.seats[viewer]


def _deciding(position: Position, viewer: int | None) -> Decision:
    decision = None if viewer is None else position.decision(viewer)
    if decision is None:
        raise Unwelcome("decision", "You have nothing to decide now.")
    return decision


def _log(position: Position, viewer: int | None, ask: Ask) -> list[str]:
    seat = _name(position, viewer)
    if "line" in ask:
        return behind(position.session.sources, position.match, seat, str(ask["line"]))
    return log_lines(position.match, seat)


def _why(position: Position, viewer: int | None, ask: Ask) -> list[str]:
    sources, match = position.session.sources, position.match
    if "value" in ask:
        return why_lines(sources, match, ask["value"], _name(position, viewer))
    decision = _deciding(position, viewer)
    if ask["option"] >= len(decision.options):
        raise Unwelcome("option", "There is no such option.")
    return why(sources, match, decision, decision.options[ask["option"]])


def _why_not(position: Position, viewer: int | None, ask: Ask) -> list[str]:
    return why_not_thing(position.session.sources, position.match, _deciding(position, viewer), ask["thing"])


def _open(position: Position, viewer: int | None, ask: Ask) -> list[str]:
    """Everything that lies in a zone, as far as the viewer may know it."""
    view = position.match.view(_name(position, viewer))
    zone = next((one for one in view.zones if one.key == ask["zone"]), None)
    if zone is None:
        raise Unwelcome("zone", "There is no such place.")
    return [f"{zone.name}: {zone.count}", *(card.name for card in zone.cards)]


def _about(position: Position, viewer: int | None, ask: Ask) -> list[str]:
    return what_is(position.session.sources, position.match, _name(position, viewer), ask["card"])


def _rules(position: Position, viewer: int | None, ask: Ask) -> list[str]:
    return rules_lines(position.session.sources, ask.get("word", ""), position.match.options)


def _record(position: Position, viewer: int | None, ask: Ask) -> list[str]:
    """Seed and answers tell everything, so nobody gets them before the end."""
    if not position.match.is_over:
        raise Unwelcome("record", "A record tells everything; there is one when the game is over.")
    return position.match.record().splitlines()


_QUESTIONS: dict[str, Callable[[Position, int | None, Ask], list[str]]] = {
    "log": _log, "why": _why, "why_not": _why_not, "open": _open, "about": _about, "rules": _rules, "record": _record,
}  # fmt: skip
