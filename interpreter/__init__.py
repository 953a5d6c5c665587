"""Rulewright: tabletop games written as data, run by one generic interpreter."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .game import Game, Unplayable, load, resume, shipped
    from .language.diagnostics import DefinitionError, Diagnostic
    from .study.simulate import simulate
    from .table.match import Decision, Match, Refused, Result
    from .table.resume import BadSave

__all__ = [
    "BadSave", "Decision", "DefinitionError", "Diagnostic", "Game", "Match", "Refused", "Result", "Unplayable",
    "load", "resume", "shipped", "simulate",
]  # fmt: skip

_HOMES = {
    "game": ("Game", "Unplayable", "load", "resume", "shipped"),
    "language.diagnostics": ("DefinitionError", "Diagnostic"),
    "study.simulate": ("simulate",),
    "table.match": ("Decision", "Match", "Refused", "Result"),
    "table.resume": ("BadSave",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    """A part is read when it is first asked for, so that `import rulewright` costs nothing."""
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f".{_HOME_OF[name]}", __name__), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
