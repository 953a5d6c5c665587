"""Bots of one's own: told from Python, or installed with a package under the group `rulewright.bots`.

Takes a name and what makes the bot from a seed and, if it wants one, a budget; returns it as every command knows bots. Whatever
such a bot does wrong is told in one sentence that names it.
"""

from __future__ import annotations

import inspect
import os
import traceback
from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from ..engine.options import Option
from ..errors import Misused, RulewrightError
from ..table.information_set import Outlook, Stopped
from ..table.match import Decision
from .bot import Bot, does_look

GROUP = "rulewright.bots"
MakeBot = Callable[..., Bot]  # (seed) or (seed, budget): the budget is a text, what stands behind the colon

_told: dict[str, MakeBot] = {}


class UnknownBot(Misused):
    """Words that name no bot: one sentence that says why."""


class BotFailed(RulewrightError):
    """A bot of somebody's own did what no bot may: one sentence that says what."""


class OwnBot:
    """A bot that somebody wrote, with what it may not do caught."""

    def __init__(self, name: str, bot: Bot) -> None:
        self.name = name
        self.bot = bot
        self.looks = does_look(bot)

    def choose(self, decision: Decision, outlook: Outlook) -> Option:
        try:
            option = self.bot.choose(decision, outlook)
        except Stopped:
            raise
        except Exception as problem:
            if os.environ.get("RULEWRIGHT_DEBUG"):
                raise
            raise BotFailed(f'the bot "{self.name}" failed with {_where(problem)}') from None
        if option not in decision.options:
            raise BotFailed(f'the bot "{self.name}" answered {option!r}, which is none of the options of its decision')
        return option


def add_bot(name: str, make: MakeBot) -> None:
    """Give a bot a name, for this process and those that it starts. `make(seed)` makes one for a game, `make(seed, budget)` if
    it takes a budget, as in `name:500`."""
    if not name or not name.isprintable() or any(sign in name for sign in ":, "):
        raise Misused(f'"{name}" is no name of a bot: no commas, colons or spaces')
    _told[name] = make


def own_names() -> list[str]:
    """The names of all bots that are somebody's own."""
    return sorted({*_told, *_installed()})


def own_bot(name: str, seed: int, budget: str) -> OwnBot | None:
    """The bot that is called so; None if there is none."""
    make = _told.get(name)
    if make is None:
        entry = _installed().get(name)
        if entry is None:
            return None
        make = _loaded(entry)
    if budget and not _takes(make, seed, budget):
        raise UnknownBot(f'"{name}:{budget}" is no bot: {name} takes no budget')
    try:
        bot = make(seed, budget) if budget else make(seed)
    except UnknownBot:
        raise
    except Exception as problem:
        raise UnknownBot(f'the bot "{name}" cannot be made: {_where(problem)}') from None
    if not callable(getattr(bot, "choose", None)):
        raise UnknownBot(f'the bot "{name}" has no choose(decision, outlook)')
    return OwnBot(name, bot)


def _installed() -> dict[str, EntryPoint]:
    return {one.name: one for one in entry_points(group=GROUP)}


def _loaded(entry: EntryPoint) -> MakeBot:
    try:
        make: Any = entry.load()
    except Exception as problem:
        raise UnknownBot(f'the bot "{entry.name}" ({entry.value}) cannot be loaded: {_where(problem)}') from None
    if not callable(make):
        raise UnknownBot(f'the bot "{entry.name}" ({entry.value}) cannot be loaded: it is nothing that makes bots')
    return make  # type: ignore[no-any-return]


def _takes(make: MakeBot, *arguments: object) -> bool:
    try:
        inspect.signature(make).bind(*arguments)
    except (TypeError, ValueError):
        return False
    return True


def _where(problem: Exception) -> str:
    frames = traceback.extract_tb(problem.__traceback__)
    place = f" (at {os.path.basename(frames[-1].filename)}:{frames[-1].lineno})" if frames else ""
    return f"{type(problem).__name__}: {problem}{place}"
