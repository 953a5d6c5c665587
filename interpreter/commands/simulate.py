"""`rulewright simulate`: many games between bots, and what came out of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .engines import engine_option
from .error_messages import mention_warnings, plainly
from .output import as_json_option, tell, tell_json
from .progress import ProgressBar

if TYPE_CHECKING:
    from ..study.figures import Figures

MOST_TABLES = 24


@click.command()
@click.argument("game")
@click.option("--games", type=click.IntRange(1), default=1000, show_default=True, help="How many games to play.")
@click.option("--seats", type=int, help="How many seats; the fewest if not given.")
@click.option(
    "--bots",
    default="random",
    show_default=True,
    help="One bot for all seats, or one for each, with commas: random, greedy, search, search:2000, search:2s.",
)
@click.option("--rotate", is_flag=True, help="Everybody moves one seat on after each game.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same figures.")
@click.option(
    "--set", "settings", multiple=True, metavar="OPTION=VALUE",
    help="An option of the game; with several values, as in hand_size=3,4,5, the figures of each side by side.",
)
@click.option(
    "--variant", metavar="NAME", help="With the changes in variants/NAME.yaml; several with commas, none for the game as it is."
)
@click.option("--workers", type=click.IntRange(1), help="How many processes; as many as there are cores if not given.")
@as_json_option
@click.option("--csv", "as_csv", is_flag=True, help="Print one table with commas, for programs.")
@engine_option
@plainly
def simulate(
    game: str, games: int, seats: int | None, bots: str, rotate: bool, seed: int, settings: tuple[str, ...],
    variant: str | None, workers: int | None, as_json: bool, as_csv: bool, engine: str | None,
) -> None:  # fmt: skip
    """Play many games between bots and show how they end.

    Ctrl-C stops and shows what is done so far.

    Example: rulewright simulate my_game --games 10000 --seats 4
    """
    from ..desk.seating import options_from
    from ..game import Unplayable, load
    from ..study.side_by_side import SideBySide, settings_of, what_differs
    from ..study.simulate import simulate

    if as_json and as_csv:
        raise Unplayable("either --json or --csv, not both")
    names = [name.strip() for name in (variant or "none").split(",")]
    loaded = [load(game, None if name == "none" else name) for name in names]
    mention_warnings(loaded[0], game)
    tables = [(one, combination) for one in loaded for combination in settings_of(settings)]
    if len(tables) > MOST_TABLES:
        raise Unplayable(f"these are {len(tables)} tables; at most {MOST_TABLES} stand side by side")
    bar = ProgressBar(games * len(tables))
    every: list[Figures] = []
    for one, combination in tables:
        seated, options = [name.strip() for name in bots.split(",")], options_from(combination)
        progress = bar.after(games * len(every))
        every.append(simulate(one, games, seats, seated, seed, workers, options, rotate, progress, engine))
        if every[-1].games < games:
            break  # Ctrl-C ends the rest, too
    bar.clear()
    called = what_differs([(one.variant or "as it is", *combination) for one, combination in tables])
    told = every[0] if len(every) == 1 else SideBySide(tuple(zip(called, every, strict=False)))
    if as_json:
        tell_json(told.to_json())
    elif as_csv:
        tell(told.to_csv(), nl=False)
    else:
        tell(told.to_text())
