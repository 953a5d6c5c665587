"""`rulewright replay`: recorded games, played again."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from .engines import engine_option
from .error_messages import plainly
from .telling import tell


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--game", help="The folder of the game, if it is neither shipped nor beside the record.")
@engine_option
@plainly
def replay(files: tuple[Path, ...], game: str | None, engine: str | None) -> None:
    """Play recorded games again and check their outcome.

    Example: rulewright replay game.yaml
    """
    wrong = [path for path in files if not _goes_as_recorded(path, game, engine)]
    sys.exit(1 if wrong else 0)


def _goes_as_recorded(path: Path, game: str | None, engine: str | None) -> bool:
    from ..game import load, load_record
    from ..language.diagnostics import DefinitionError
    from ..table.replay import Diverged, differences

    if _is_save(path):
        tell(f"{path}: this is a saved game, not a record; rulewright play GAME --resume {path} goes on", err=True)
        return False
    try:
        record = load_record(path)
        match = load(game or _game_near(record.game, path)).replay(record, engine)
    except DefinitionError as problem:
        tell(str(problem), err=True)
        return False
    except Diverged as problem:
        tell(f"{path}:{problem.line}: {problem.message}")
        return False
    found = differences(match, record)
    for line in found:
        tell(f"{path}: {line}")
    if not found:
        result = match.result
        end = "not over yet" if result is None else f"won by {' and '.join(result.winners) or 'nobody'}"
        tell(f"{path}: {len(record.answers)} answers, {end}. As recorded.")
    return not found


def _is_save(path: Path) -> bool:
    from ..language.read.files import read_ordinary

    return b'"rulewright save ' in read_ordinary(path, 200)


def _game_near(name: str, path: Path) -> str | Path:
    """The folder of that name here, beside the record or around it; else a shipped game."""
    folders = [Path(name), path.parent / name, *path.resolve().parents]
    return next((one for one in folders if one.name == name and (one / "game.yaml").is_file()), name)
