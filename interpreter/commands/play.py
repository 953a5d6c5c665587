"""`rulewright play`: a game at this terminal, or between bots where there is none."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..language.visible import visible
from .engines import engine_option
from .error_messages import mention_warnings, plainly
from .output import tell, tell_json
from .streams import is_screen, is_terminal
from .table_options import TableWishes, table_options

if TYPE_CHECKING:
    from ..table.match import Match
    from ..terminal.plain import TerminalScreen

LAST = "the last one"


@click.command()
@click.argument("game", required=False)
@table_options
@click.option("--record", type=click.Path(path_type=Path), help="Write the record of the game to this file.")
@click.option(
    "--resume", is_flag=False, flag_value=LAST, metavar="[FILE]", help="Go on with a saved game; without FILE, the last one."
)
@click.option("--json", "as_json", is_flag=True, help="Print each line of the log as JSON, for programs; bots play all seats.")
@engine_option
@plainly
def play(
    game: str | None, wishes: TableWishes, record: Path | None, resume: str | None, as_json: bool, engine: str | None
) -> None:
    """Play a game in the terminal, against bots or at one screen.

    Without a terminal, one game between bots is played and printed. A game that people play is kept after every answer:
    --resume goes on where it stopped, however it stopped.

    Example: rulewright play my_game --players 4
    """
    from ..desk.garbage import collect_seldom
    from ..desk.seating import options_from, seats_from
    from ..desk.session import Session
    from ..game import Unplayable, folder_of, load
    from ..language.read.files import name_of
    from ..terminal.conversation import Terminal
    from ..terminal.plain import PlainScreen

    if game is None:
        if resume in (None, LAST):
            raise Unplayable("name a game; rulewright games lists them")
        game, resume = _game_to_resume(resume)
    saved = None if resume is None else _saved(name_of(folder_of(game)), resume)
    loaded = load(game, wishes.variant if saved is None or wishes.variant is not None else _named_in(saved[0], "variant"))
    mention_warnings(loaded, game)
    interactive = is_terminal(sys.stdin) and not as_json
    if record is not None:
        record.open("a").close()
    names, bots = seats_from(loaded, wishes.seats, wishes.players, interactive)
    screen = screen_for(interactive, names) if not as_json else PlainScreen(lambda text: None)
    table = Terminal(Session(loaded, bots, interactive, engine), screen)
    if saved is not None:
        if wishes.says_which_game():
            raise Unplayable("--resume goes on with the game as it is; leave --players, --seed and --set out")
        table.resume(*saved, seats=names if wishes.seats else None)
    else:
        table.begin(names, wishes.seed, options_from(wishes.settings))
    if interactive:
        collect_seldom()
    try:
        table.play()
    except KeyboardInterrupt:
        table.leave()
    finally:
        if record is not None:
            _write_record(record, table.match.record(), is_silent=as_json)
    if as_json:
        tell_log(table.match)
    table.put_away()


def tell_log(match: Match, seat: str | None = None) -> None:
    """Every line of the log that a seat, or with none everybody, may read, for programs."""
    from ..desk.stepwise import Steps

    steps = Steps(match, seat)
    for step in range(steps.last + 1):
        for line in steps.data(step):
            tell_json(line, indent=None)


def _write_record(path: Path, text: str, is_silent: bool) -> None:
    from ..desk.keeping import write_whole

    try:
        write_whole(path, text)
    except OSError as problem:
        raise OSError(problem.errno, problem.strerror, str(path)) from None
    tell(f"Record written to {path}.", err=is_silent)


def _saved(game: str, resume: str) -> tuple[Path, bool]:
    """The file to go on with, and whether it is one that Rulewright keeps by itself."""
    from ..desk.keeping import last_kept
    from ..game import Unplayable

    if resume != LAST:
        return Path(resume), False
    path = last_kept(game)
    if path is None:
        raise Unplayable("no unfinished game is kept; name a file, or play without --resume")
    return path, True


def _game_to_resume(follows: str) -> tuple[str, str]:
    """What follows --resume where nothing else does: a file, which names its game, or the game whose last one is meant."""
    from ..game import Unplayable

    if not Path(follows).is_file():
        return follows, LAST
    game = _named_in(Path(follows), "game")
    if not game:
        raise Unplayable(f"{follows} names no game: it is no saved game, or a damaged one; rulewright replay plays a record")
    return game, follows


def _named_in(save: Path, part: str) -> str:
    """The game or variant that a save names; what cannot be read is told when it is resumed."""
    from ..desk.keeping import NoFile, read_whole
    from ..table.saved import named_in

    try:
        return named_in(read_whole(save), part)
    except (NoFile, OSError, UnicodeDecodeError):
        return ""


def screen_for(interactive: bool, seats: Sequence[str]) -> TerminalScreen:
    """Drawn on a terminal that can do more than write lines; lines anywhere else."""
    from ..terminal.plain import PlainScreen

    if not (interactive and is_terminal(sys.stdout)):
        return PlainScreen(tell, _ask if interactive else None)
    if not is_screen(sys.stdout):
        return PlainScreen(tell, _ask, lambda: shutil.get_terminal_size().columns)
    from rich.console import Console

    from ..terminal.painted import PaintedScreen

    return PaintedScreen(Console(highlight=False), _ask, seats)


def _ask(prompt: str, words: Sequence[str]) -> str | None:
    """A line from the player, with the words completed by the tab key; None at the end of the input."""
    with suppress(ImportError):
        import readline

        if not words:
            readline.clear_history()  # at the curtain: nobody finds what another player has typed
        readline.set_completer_delims("")
        readline.set_completer(_completer(words))
        readline.parse_and_bind("tab: complete")
    try:
        return input(visible(prompt))
    except (EOFError, KeyboardInterrupt):
        tell()
        return None


def _completer(words: Sequence[str]) -> Any:
    def complete(text: str, state: int) -> str | None:
        fitting = [word for word in words if word.casefold().startswith(text.casefold())]
        return fitting[state] if state < len(fitting) else None

    return complete
