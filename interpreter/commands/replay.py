"""`rulewright replay`: recorded games, played again."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .engines import engine_option
from .error_messages import plainly
from .output import tell
from .streams import is_terminal

if TYPE_CHECKING:
    from ..game import Game
    from ..table.match import Match


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--game", help="The folder of the game, if it is neither shipped nor beside the record.")
@click.option("--steps", is_flag=True, help="Step by step, with what happened; at a terminal forwards and back.")
@click.option(
    "--seat",
    help="Tell what happened before the eyes of this seat; with --steps or --json and without it, what everybody may know.",
)
@click.option("--json", "as_json", is_flag=True, help="Print each line of the log as JSON, for programs.")
@engine_option
@plainly
def replay(files: tuple[Path, ...], game: str | None, steps: bool, seat: str | None, as_json: bool, engine: str | None) -> None:
    """Play recorded games again and check their outcome.

    Example: rulewright replay game.yaml
    """
    show = _no_show if not (steps or as_json or seat) else lambda game, match: _show(game, match, seat, steps, as_json)
    wrong = [path for path in files if not _goes_as_recorded(path, game, engine, show, is_silent=as_json)]
    sys.exit(1 if wrong else 0)


def _no_show(game: Game, match: Match) -> None:
    """Only the outcome is told."""


def _show(game: Game, match: Match, seat: str | None, steps: bool, as_json: bool) -> None:
    """What happened in a game, for programs, in one piece, or step by step."""
    from ..desk.sources import Sources
    from ..desk.stepwise import Steps
    from ..table.log import read_by
    from ..table.refusal import number_of_seat
    from ..terminal.stepping import walk
    from .play import screen_for, tell_log

    if seat is not None:
        number_of_seat(match.seats, seat)
    if as_json:
        tell_log(match, seat)
        return
    can_ask = steps and is_terminal(sys.stdin)
    screen = screen_for(can_ask, match.seats)
    if steps:
        walk(Steps(match, seat), Sources(game), screen, can_ask)
        return
    for line in read_by(None if seat is None else match.seats.index(seat), match.log):
        screen.say(line)


def _goes_as_recorded(
    path: Path, game: str | None, engine: str | None, show: Callable[[Game, Match], None], is_silent: bool
) -> bool:
    from ..game import load, load_record
    from ..language.diagnostics import DefinitionError
    from ..table.replay import Diverged, differences
    from ..table.result import ending

    if _is_save(path):
        tell(f"{path}: this is a saved game, not a record; rulewright play GAME --resume {path} goes on", err=True)
        return False
    try:
        record = load_record(path)
        played = load(game or game_near(record.game, path), record.variant)
        match = played.replay(record, engine)
    except DefinitionError as problem:
        tell(str(problem), err=True)
        return False
    except Diverged as problem:
        tell(f"{path}:{problem.line}: {problem.message}")
        return False
    show(played, match)
    lines = differences(match, record)
    for line in lines:
        tell(f"{path}: {line}", err=is_silent)
    if not lines and not is_silent:
        end = "not over yet" if match.result is None else ending(match.definition, match.result)
        tell(f"{path}: {len(record.answers)} answers, {end}. As recorded.")
    return not lines


def _is_save(path: Path) -> bool:
    from ..language.read.files import read_ordinary

    return b'"rulewright save ' in read_ordinary(path, 200)


def game_near(name: str, path: Path) -> str | Path:
    """The folder of that name here, beside the record or around it; else a shipped game."""
    folders = [Path(name), path.parent / name, *path.resolve().parents]
    return next((one for one in folders if one.name == name and (one / "game.yaml").is_file()), name)
