"""The lobby: which games can be set up here, and new tables as its page asks for them.

Takes what a page sends; returns a table with its links, or raises what a person can mend. Only games on the server's list can
be named, so nobody reaches a folder by its path.
"""

from __future__ import annotations

from typing import Any

from ..desk.seating import seats_from
from ..errors import RulewrightError
from ..game import Unplayable
from .hall import Hall, NewTable, TablePlan
from .messages import data_of
from .position import Unwelcome
from .shapes import shape_of

_NAME = {"type": "string", "minLength": 1, "maxLength": 100}
_FORM = shape_of(
    {
        "type": "object",
        "required": ["game"],
        "additionalProperties": False,
        "properties": {
            "game": _NAME,
            "seats": {"type": "string", "maxLength": 400},
            "players": {"type": "integer", "minimum": 1, "maximum": 100},
            "options": {"type": "object", "maxProperties": 30, "additionalProperties": _NAME},
            "share": {"type": "boolean"},
            "open": {"type": "boolean"},
        },
    }
)


def games_listed(hall: Hall) -> list[dict[str, Any]]:
    """What can be played here; a game that cannot be loaded is listed with the reason."""
    found: list[dict[str, Any]] = []
    for name, folder in hall.games.items():
        try:
            definition = hall.house.rulebooks.from_folder(str(folder)).definition
        except (RulewrightError, OSError) as problem:
            found.append({"id": name, "name": name, "trouble": str(problem).partition("\n")[0]})
            continue
        about = {"id": name, "name": definition.name, "about": definition.about}
        found.append(about | {"fewest": definition.fewest, "most": definition.most})
    return found


async def new_table(hall: Hall, text: str) -> NewTable:
    """The table that is asked for. `share` puts all people on one link, at one screen."""
    asked = data_of(text)
    if not _FORM(asked):
        raise Unwelcome("form", "This is not how a table is asked for.")
    if asked["game"] not in hall.games:
        raise Unplayable("there is no such game here")
    folder = hall.games[asked["game"]]
    game = await hall.house.run(lambda: hall.house.rulebooks.from_folder(str(folder)))
    seats, bots = seats_from(game, asked.get("seats") or None, asked.get("players"), interactive=True)
    people = tuple(number for number, seat in enumerate(seats) if seat not in bots)
    links = [people] if asked.get("share") and people else ()
    setting = TablePlan(game, seats, bots, asked.get("options", {}), links=links, is_open=asked.get("open", True))
    return await hall.set_up(setting)
