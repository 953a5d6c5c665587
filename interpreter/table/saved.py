"""What a save says of itself, before anybody goes on with it.

Takes the text of a save; returns which bots sat there, in which variant it was played, and whether the game was edited since.
Believes nothing: whether the rest of it is as it was written, `resume` finds out.
"""

from __future__ import annotations

import json
from typing import Any

from ..model.definition import Definition
from ..model.renaming import Renaming

_UNSAID = ("format", "digest", "game", "variant", "fingerprint", "seats", "log", "bots", "zones", "answers")


def bots_in(text: str) -> dict[str, str] | None:
    """Which seats bots play in a save that was resumed; None if it does not say so."""
    bots: dict[str, str] | None = json.loads(text).get("bots")
    return bots


def named_in(text: str, part: str) -> str:
    """The game or the variant that a save names; nothing if it names none, or is no save."""
    try:
        saved = json.loads(text)
    except (ValueError, RecursionError):
        return ""
    return str(saved.get(part, "")) if isinstance(saved, dict) else ""


def is_edited_since(definition: Definition, text: str) -> bool:
    """Whether the files of the game are not what they were when it was saved."""
    return bool(json.loads(text).get("fingerprint") != definition.fingerprint)


def in_words_of_today(definition: Definition, saved: dict[str, Any]) -> dict[str, Any]:
    """A save of an older edition of a game in the words of the one of today; what was told stays as it was told."""
    if not definition.renamed or saved.get("fingerprint") == definition.fingerprint:
        return saved
    seats = saved.get("seats")
    renaming = Renaming(definition.renamed, seats if isinstance(seats, list) else ())
    today = {part: value if part in _UNSAID else renaming.value(value) for part, value in saved.items()}
    zones = {renaming.said(zone): renaming.value(cards) for zone, cards in saved["zones"].items()}
    return {**today, "zones": zones, "answers": [[seat, renaming.said(text)] for seat, text in saved["answers"]]}


def in_other_variants(done: str, before: str, now: str) -> str:
    """Why a game that was `saved` or `recorded` in one variant does not go on in another."""
    was, goes_on = (f'in the variant "{one}"' if one else "without a variant" for one in (before, now))
    return f"this game was {done} {was}, and is to go on {goes_on}"
