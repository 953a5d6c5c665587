"""Who sits at the table, and what was settled before the game, from the words of a command.

Takes the texts of options; returns seats, their bots and the options of the game. Raises Unplayable with one sentence.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..game import Game, Unplayable
from ..study.plan import check_bots

LONGEST_NAME = 30


def seats_from(game: Game, text: str | None, players: int | None, interactive: bool) -> tuple[tuple[str, ...], dict[str, str]]:
    """The seats and who of them is a bot. By default you sit first, everybody else is a bot."""
    if text is None:
        names = game.check_seats(players if players is not None else game.usual_players)
        return names, usual_bots(names, interactive)
    named: list[str] = []
    bots: dict[str, str] = {}
    for part in text.split(","):
        name, _, bot = (word.strip() for word in part.partition(":"))
        named.append(name)
        if bot or not interactive:
            bots[name] = bot or "random"
    for bot in bots.values():
        check_bots(bot, 1)
    for name in named:
        if not name:
            raise Unplayable("a seat has no name")
        if not name.isprintable() or len(name) > LONGEST_NAME:
            raise Unplayable(f"the name of a seat has at most {LONGEST_NAME} letters, all of which can be shown")
    if players is not None and players != len(named):
        raise Unplayable(f"{len(named)} seats are named, but {players} players are asked for")
    return game.check_seats(named), bots


def usual_bots(seats: tuple[str, ...], interactive: bool) -> dict[str, str]:
    """Everybody but you; quick ones that play to win, or any where nobody watches."""
    return dict.fromkeys(seats[1:], "greedy") if interactive else dict.fromkeys(seats, "random")


def same_bots(seats: tuple[str, ...], bots: dict[str, str] | None, interactive: bool) -> dict[str, str]:
    """The bots of a saved game, if it says who they are and there are such bots."""
    if bots is None or not set(bots) <= set(seats):
        return usual_bots(seats, interactive)
    try:
        for bot in bots.values():
            check_bots(bot, 1)
    except Unplayable:
        return usual_bots(seats, interactive)
    return bots if interactive else usual_bots(seats, interactive) | bots


def options_from(settings: Sequence[str]) -> dict[str, str]:
    options = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise Unplayable(f'"{setting}" is not OPTION=VALUE')
        options[name] = value
    return options
