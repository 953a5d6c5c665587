"""The options of a command that sits people and bots down at one table: who they are, and which game of it they play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

import click

from .late_help import late_option, names_of_bots
from .output import variant_option, with_options
from .study_options import set_option

_OPTIONS = (
    late_option(
        "--seats", lambda: f"Seats by name, with commas; a bot plays a name with its own, as in Bo:greedy: {names_of_bots()}."
    ),
    click.option("--players", type=int, help="How many players: you and bots."),
    click.option("--seed", type=int, help="The seed of chance; random if not given."),
    set_option,
    variant_option,
)


@dataclass(frozen=True)
class TableWishes:
    """What was said about the table, word by word; nothing of it was looked at yet."""

    seats: str | None
    players: int | None
    seed: int | None
    settings: tuple[str, ...]
    variant: str | None

    def says_which_game(self) -> bool:
        """Whether anything beside the names was said."""
        return self.players is not None or self.seed is not None or bool(self.settings)


def table_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """All of them; the command gets them as `wishes`."""

    @wraps(command)
    def run(
        *arguments: Any, seats: str | None, players: int | None, seed: int | None, settings: tuple[str, ...],
        variant: str | None, **others: Any,
    ) -> Any:  # fmt: skip
        return command(*arguments, wishes=TableWishes(seats, players, seed, settings, variant), **others)

    return with_options(run, *_OPTIONS)
