"""`rulewright play`: a game at this terminal, or between bots where there is none."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from .plainly import plainly


@click.command()
@click.argument("game")
@click.option("--seats", help="Seats by name, separated by commas; a name with :random is played by a bot.")
@click.option("--players", type=int, help="How many players: you and bots.")
@click.option("--seed", type=int, help="The seed of chance; random if not given.")
@click.option("--set", "settings", multiple=True, metavar="OPTION=VALUE", help="An option of the game.")
@click.option("--record", type=click.Path(path_type=Path), help="Write the record of the game to this file.")
@click.option("--resume", type=click.Path(path_type=Path), help="Go on with a saved game.")
@plainly
def play(
    game: str, seats: str | None, players: int | None, seed: int | None, settings: tuple[str, ...],
    record: Path | None, resume: Path | None,
) -> None:  # fmt: skip
    """Play a game in the terminal, against bots or at one screen.

    Without a terminal, one game between bots is played and printed.

    Example: rulewright play my_game --players 4
    """
    from ..game import load
    from ..terminal.session import Terminal, options_from, seats_from

    loaded = load(game)
    interactive = sys.stdin.isatty()
    names, bots = seats_from(loaded, seats, players, interactive)
    table = Terminal(loaded, click.echo, _ask if interactive else None, bots)
    if resume is not None:
        table.resume(resume, names if seats else None)
    else:
        table.begin(names, seed, options_from(settings))
    if record is not None:
        record.touch()
    try:
        table.play()
    finally:
        if record is not None:
            record.write_text(table.match.record(), encoding="utf-8")
            click.echo(f"Record written to {record}.")


def _ask(prompt: str) -> str | None:
    """A line from the player; None at the end of the input."""
    try:
        return input(prompt)
    except (EOFError, KeyboardInterrupt):
        return None
