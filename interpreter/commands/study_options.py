"""The options of a command that plays many games between bots: how many sit there, who they are, and with which chance.

A command gets them as one `Seating`, as the functions of `study` take it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from .late_help import bots_option
from .output import with_options

seats_option = click.option("--seats", type=int, help="How many seats; the fewest if not given.")
seed_option = click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same figures.")
set_option = click.option("--set", "settings", multiple=True, metavar="OPTION=VALUE", help="An option of the game.")


def seating_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """`--seats`, `--bots`, `--seed` and `--set`; the command gets them as `seating`."""

    @wraps(command)
    def run(*arguments: Any, seats: int | None, bots: list[str], seed: int, settings: tuple[str, ...], **others: Any) -> Any:
        from ..desk.seating import options_from
        from ..study.plan import Seating

        return command(*arguments, seating=Seating(seats, bots, seed, options_from(settings)), **others)

    return with_options(run, seats_option, bots_option, seed_option, set_option)
