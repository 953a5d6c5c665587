"""`rulewright validate`: everything that is wrong or doubtful in a definition."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from .error_messages import plainly
from .output import as_json_option, tell, tell_json, variant_option

if TYPE_CHECKING:
    from ..game import Game
    from ..language.diagnostics import Diagnostic


@click.command()
@click.argument("game")
@click.option("--strict", is_flag=True, help="Count every warning that is not acknowledged as an error.")
@click.option("--trial", is_flag=True, help="Also play trial games, and warn of what came up in them.")
@variant_option
@as_json_option
@plainly
def validate(game: str, strict: bool, trial: bool, variant: str | None, as_json: bool) -> None:
    """Check a definition and report every error and every warning.

    A warning keeps nobody from playing. A comment on its line acknowledges it, with the reason: # on purpose: for later

    Trial games tell of piles that ran empty and of options that nobody could choose. They take some seconds; a comment
    acknowledges such a warning, too: # on purpose in play: the last cards are few

    The variants of the game are checked with it; with --variant, one of them alone.

    Example: rulewright validate gamedefs/my_game
    """
    from ..game import load
    from ..language.diagnostics import DefinitionError, as_errors

    try:
        loaded = load(game, variant)
        variants = [] if variant else [loaded.in_variant(name) for name in loaded.variants]
        warned = [*loaded.warnings, *(one for game in variants for one in game.warnings)]
        warnings = (*dict.fromkeys(warned), *(_tried(loaded) if trial else ()))
        if strict and warnings:
            raise DefinitionError(as_errors(warnings))
    except DefinitionError as problem:
        if not as_json:
            raise
        _tell_programs(problem.diagnostics, ())
        sys.exit(1)
    if as_json:
        _tell_programs((), warnings)
    else:
        _tell_people(loaded, warnings)
        for one in variants:
            tell(f"{one.name}: legal.")


def _tried(game: Game) -> tuple[Diagnostic, ...]:
    from ..workshop.trial import trial_warnings

    return trial_warnings(game)


def _tell_programs(errors: tuple[Diagnostic, ...], warnings: tuple[Diagnostic, ...]) -> None:
    told = {
        "legal": not errors,
        "errors": [one.to_json() for one in errors],
        "warnings": [one.to_json() for one in warnings],
    }
    tell_json(told)


def _tell_people(game: Game, warnings: tuple[Diagnostic, ...]) -> None:
    from ..language.diagnostics import counted, render

    for warning in warnings:
        tell(f"{render(warning)}\n", err=True)
    definition = game.definition
    counts = [(len(definition.rows), "different component"), (sum(one.pairs is None for one in definition.families), "zone")]
    told = ", ".join(_number_of(*count) for count in [*counts, (len(definition.sites), "decision")])
    warned = f", with {counted(warnings)}" if warnings else ""
    tell(f"{definition.name}: legal{warned}. {told}.")


def _number_of(number: int, noun: str) -> str:
    return f"{number} {noun if number == 1 else noun + 's'}"
