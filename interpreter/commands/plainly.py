"""Errors that a person can cause, as sentences.

Takes a command; returns the same command, which ends with a sentence and an exit code where it would have raised. A traceback
is our bug and reaches nobody.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import wraps
from typing import Any

import click


def plainly(command: Callable[..., Any]) -> Callable[..., Any]:
    """Every error that a person can cause becomes a sentence and an exit code; a traceback is our bug."""

    @wraps(command)
    def run(*arguments: Any, **options: Any) -> Any:
        from ..engine.trouble import RuleError
        from ..game import Unplayable
        from ..language.diagnostics import DefinitionError
        from ..table.save import BadSave

        try:
            return command(*arguments, **options)
        except DefinitionError as problem:
            click.echo(str(problem), err=True)
            sys.exit(1)
        except RuleError as problem:
            lines = "\n".join(f"  {line}" for line in problem.trace)
            click.echo(f"error: {problem.message}\n{lines}", err=True)
            sys.exit(1)
        except RecursionError:
            click.echo("error: this never ends: a value needs itself to be known", err=True)
            sys.exit(1)
        except (Unplayable, BadSave) as problem:
            click.echo(f"error: {problem}", err=True)
            sys.exit(2)
        except BrokenPipeError:
            sys.stderr.close()
            sys.exit(0)
        except OSError as problem:
            click.echo(f"error: {problem.filename or ''}: {problem.strerror}", err=True)
            sys.exit(2)
        except Exception as problem:
            if os.environ.get("RULEWRIGHT_DEBUG"):
                raise
            click.echo(f"error: this is a fault of Rulewright, not yours: {type(problem).__name__}: {problem}", err=True)
            click.echo("  hint: set RULEWRIGHT_DEBUG=1 to see where, and tell us", err=True)
            sys.exit(1)

    return run
