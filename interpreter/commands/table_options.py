"""The options of a command that sits people and bots down at one table: who they are, and which game of it they play."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

import click

from .output import variant_option

_OPTIONS = (
    click.option("--seats", help="Seats by name, with commas; a bot plays a name with :random, :greedy or :search:2s."),
    click.option("--players", type=int, help="How many players: you and bots."),
    click.option("--seed", type=int, help="The seed of chance; random if not given."),
    click.option("--set", "settings", multiple=True, metavar="OPTION=VALUE", help="An option of the game."),
    variant_option,
)


def table_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """All of them, in this order."""
    return reduce(lambda known, option: option(known), reversed(_OPTIONS), command)
