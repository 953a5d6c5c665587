"""`rulewright cards`: every card of a game on sheets to print and cut out."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import click

from .error_messages import mention_warnings, plainly
from .output import tell


@click.command()
@click.argument("game")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help="The size of the paper.")
@click.option("--players", type=click.IntRange(1), help="Cards for so many players; as many as can play if not given.")
@click.option("--no-backs", is_flag=True, help="Only fronts, for printing on one side.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="The file to write; GAME-cards.html if not given.")
@plainly
def cards(game: str, paper: str, players: int | None, no_backs: bool, out: Path | None) -> None:
    """Write all cards of a game as one page to print: nine a sheet, 63 x 88 mm, with copies, backs and marks where to cut.

    The file needs no network. Open it in a browser and print it at 100 %, on both sides, turned over the long edge.

    Example: rulewright cards my_game --paper letter
    """
    from ..game import Unplayable, load

    if find_spec("jinja2") is None:
        raise Unplayable("cards to print need one more library: pip install 'rulewright[web]'")
    from ..web.page.paper import printed_cards, sides_of

    loaded = load(game)
    mention_warnings(loaded, game)
    fewest, most = loaded.definition.fewest, loaded.definition.most
    if players is not None and not fewest <= players <= most:
        raise Unplayable(f"{loaded.name} is for {fewest} to {most} players")
    sides = sides_of(loaded, players or most)
    if not sides:
        raise Unplayable(f"{loaded.name} has no cards, only pieces, tiles or dice")
    file = out or Path(f"{loaded.definition.id}-cards.html")
    try:
        file.write_text(printed_cards(loaded, sides, paper, not no_backs), encoding="utf-8")
    except OSError as problem:
        raise Unplayable(f"{file} cannot be written: {problem.strerror or problem}") from None
    tell(f"{len(sides)} cards for {players or most} players are written to {file}. Open it in a browser and print it at 100 %.")
