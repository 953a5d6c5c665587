"""The options of a command that sits people and bots down at one table: who they are, and which game of it they play."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

import click

from .late_help import late_option, names_of_bots
from .output import variant_option

_OPTIONS = (
    late_option(
        "--seats", lambda: f"Seats by name, with commas; a bot plays a name with its own, as in Bo:greedy: {names_of_bots()}."
    ),
    click.option("--players", type=int, help="How many players: you and bots."),
    click.option("--seed", type=int, help="The seed of chance; random if not given."),
    click.option("--set", "settings", multiple=True, metavar="OPTION=VALUE", help="An option of the game."),
    variant_option,
)


def table_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """All of them, in this order."""
    return reduce(lambda known, option: option(known), reversed(_OPTIONS), command)
