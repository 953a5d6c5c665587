"""`rulewright fix`: what errors are certain of is written into the files of a game."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .error_messages import plainly
from .output import tell

if TYPE_CHECKING:
    from ..workshop.fixing import Fixed

MOST_ROUNDS = 20  # what is put right can bring to light what else is wrong


@click.command()
@click.argument("game")
@click.option("--yes", is_flag=True, help="Write every change without asking.")
@plainly
def fix(game: str, yes: bool) -> None:
    """Put right what the errors of a game are certain of.

    Where a hint names the one word that was meant, or the form of a habit in this language, the change is shown and, if you
    say so, written. Nothing else in the file is touched. What is left is told by: rulewright validate

    Example: rulewright fix gamedefs/my_game
    """
    from ..game import folder_of
    from ..workshop.fixing import complaints_about, fixed_files
    from ..workshop.formatting import write_file

    folder = folder_of(game)
    made = 0
    diagnostics = complaints_about(folder)
    for _ in range(MOST_ROUNDS):
        files = fixed_files(folder, diagnostics)
        if not files:
            break
        _show(files)
        if not yes and not click.confirm("Write this?"):
            break
        for one in files:
            write_file(one.path, one.raw)
            made += len(one.changes)
        diagnostics = complaints_about(folder)
    left = sum(one.severity == "error" for one in diagnostics)
    _tell_rest(made, left, folder)
    sys.exit(1 if left else 0)


def _show(files: list[Fixed]) -> None:
    for one in files:
        for change in one.changes:
            where = f"{change.span.file}:{change.span.line}:{change.span.column}"
            said = f'"{change.old}" becomes "{change.new}"' if change.new else f'"{change.old}" is left out'
            tell(f"{where}: {said}\n  - {change.before}\n  + {change.after}")


def _tell_rest(made: int, left: int, folder: Path) -> None:
    from ..language.read.files import shown_path

    done = f"{made} {'change' if made == 1 else 'changes'} written" if made else "nothing written"
    if not left:
        tell(f"{done}; no errors.")
    else:
        errors = "1 error is" if left == 1 else f"{left} errors are"
        tell(f"{done}; {errors} left: rulewright validate {shown_path(folder)}")
