"""Rulewright: tabletop games written as data, run by one generic interpreter."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .engine.observation import HIDDEN, NOTHING, Observation
    from .engine.options import Decision, Option
    from .engine.trouble import RuleError
    from .errors import Misused, RulewrightError, WrongCall
    from .game import Game, Unplayable, load, load_record, resume, shipped
    from .language.diagnostics import DefinitionError, Diagnostic
    from .players.bot import Bot
    from .players.bots import new_bot, play_out
    from .players.own_bots import BotFailed, UnknownBot, add_bot
    from .study.figures import Figures
    from .study.games import play_games
    from .study.results import GameResult
    from .study.simulate import simulate
    from .table.action_space import Action, ActionSpace
    from .table.environment import Environment, observe
    from .table.information_set import Outlook
    from .table.journal import Journal
    from .table.log import LogLine
    from .table.match import Match
    from .table.record import Record
    from .table.refusal import Refused
    from .table.replay import Diverged
    from .table.result import Result
    from .table.resume import BadSave
    from .table.view import View
    from .telling.reasons import Reason

__all__ = [
    "HIDDEN", "NOTHING", "Action", "ActionSpace", "BadSave", "Bot", "BotFailed", "Decision", "DefinitionError", "Diagnostic",
    "Diverged", "Environment", "Figures", "Game", "GameResult", "Journal", "LogLine", "Match", "Misused", "Observation",
    "Option", "Outlook", "Reason", "Record", "Refused", "Result", "RuleError", "RulewrightError", "UnknownBot", "Unplayable",
    "View", "WrongCall", "add_bot", "load", "load_record", "new_bot", "observe", "play_games", "play_out", "resume", "shipped",
    "simulate",
]  # fmt: skip

_HOMES = {
    "engine.observation": ("HIDDEN", "NOTHING", "Observation"),
    "engine.options": ("Decision", "Option"),
    "engine.trouble": ("RuleError",),
    "errors": ("Misused", "RulewrightError", "WrongCall"),
    "game": ("Game", "Unplayable", "load", "load_record", "resume", "shipped"),
    "language.diagnostics": ("DefinitionError", "Diagnostic"),
    "players.bot": ("Bot",),
    "players.bots": ("new_bot", "play_out"),
    "players.own_bots": ("BotFailed", "UnknownBot", "add_bot"),
    "study.figures": ("Figures",),
    "study.games": ("play_games",),
    "study.results": ("GameResult",),
    "study.simulate": ("simulate",),
    "table.action_space": ("Action", "ActionSpace"),
    "table.environment": ("Environment", "observe"),
    "table.information_set": ("Outlook",),
    "table.journal": ("Journal",),
    "table.log": ("LogLine",),
    "table.match": ("Match",),
    "table.record": ("Record",),
    "table.refusal": ("Refused",),
    "table.replay": ("Diverged",),
    "table.result": ("Result",),
    "table.resume": ("BadSave",),
    "table.view": ("View",),
    "telling.reasons": ("Reason",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


if not TYPE_CHECKING:  # who checks types would take every misspelt name for one of these

    def __getattr__(name: str) -> Any:
        """A part is read when it is first asked for, so that `import rulewright` costs nothing."""
        if name not in _HOME_OF:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(f".{_HOME_OF[name]}", __name__), name)
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
