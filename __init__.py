"""Rulewright: tabletop games written as data, run by one generic interpreter."""

from .interpreter.game import Game, Unplayable, load, shipped
from .interpreter.language.diagnostics import DefinitionError, Diagnostic
from .interpreter.table.match import Decision, Match, Refused, Result
from .interpreter.table.save import BadSave


def resume(game: Game, text: str) -> Match:
    """The match that a save holds."""
    return game.resume(text)


__all__ = [
    "BadSave", "Decision", "DefinitionError", "Diagnostic", "Game", "Match", "Refused", "Result", "Unplayable",
    "load", "resume", "shipped",
]  # fmt: skip
