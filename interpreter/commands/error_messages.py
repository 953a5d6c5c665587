"""Errors that a person can cause, as sentences.

Takes a command; returns the same command, which ends with a sentence and an exit code where it would have raised. A traceback
is our bug and reaches nobody.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import wraps
from io import StringIO
from typing import TYPE_CHECKING, Any

import click

from ..errors import RulewrightError
from .output import tell
from .streams import forgive, give_up

if TYPE_CHECKING:
    from ..game import Game


def plainly(command: Callable[..., Any]) -> Callable[..., Any]:
    """Every error that a person can cause becomes a sentence and an exit code; a traceback is our bug."""

    @wraps(command)
    def run(*arguments: Any, **options: Any) -> Any:
        try:
            return command(*arguments, **options)
        except click.Abort:  # nobody answers a question: told as Ctrl-C is
            raise
        except Exception as problem:
            sys.exit(_tell(problem))

    return run


class PlainGroup(click.Group):
    """Commands whose help, too, may go where it cannot be written, whatever characters are known there, and whose complaints
    about words quote them visibly."""

    def main(self, *arguments: Any, **options: Any) -> Any:
        forgive(sys.stdin, sys.stdout, sys.stderr)
        if not options.get("standalone_mode", True):
            return super().main(*arguments, **options)
        try:
            code = super().main(*arguments, **options | {"standalone_mode": False})
        except click.ClickException as problem:
            sys.exit(_tell_misuse(problem))
        except click.Abort:
            tell("Stopped.", err=True)
            sys.exit(1)
        except OSError as problem:
            sys.exit(_tell(problem))
        sys.exit(code if isinstance(code, int) else 0)


def _tell_misuse(problem: click.ClickException) -> int:
    said = StringIO()
    problem.show(said)
    tell(said.getvalue(), err=True, nl=False)
    return problem.exit_code


def mention_warnings(game: Game, name: str) -> None:
    """One line about what the definition is warned of, where somebody wants to do something else than read that."""
    from ..language.diagnostics import counted

    if game.warnings:
        tell(f"{counted(game.warnings)} in the definition; rulewright validate {name} shows more.", err=True)


def _tell(problem: Exception) -> int:
    """Says what happened and returns the exit code."""
    match problem:
        case RulewrightError():
            tell(problem.told, err=True)
            return problem.exit_code
        case RecursionError():
            tell("error: this never ends: a value needs itself to be known", err=True)
            return 1
        case BrokenPipeError():
            give_up(sys.stdout, sys.stderr)
            return 0
        case OSError():
            if problem.filename is None:
                give_up(sys.stdout)
            tell(f"error: {problem.filename or 'the output'}: {problem.strerror}", err=True)
            return 2
    if os.environ.get("RULEWRIGHT_DEBUG"):
        raise problem
    tell(f"error: this is a fault of Rulewright, not yours: {type(problem).__name__}: {problem}", err=True)
    tell("  hint: set RULEWRIGHT_DEBUG=1 to see where, and tell us", err=True)
    return 1
