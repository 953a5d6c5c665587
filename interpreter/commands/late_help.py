"""Options whose help names what there is here: bots, those of one's own among them, and engines.

What it names is looked for when somebody reads the help; a command that is carried out imports nothing for it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click


class LateHelp(click.Option):
    def __init__(self, *arguments: Any, about: Callable[[], str], **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.about = about

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        self.help = self.about()
        return super().get_help_record(ctx)


def late_option(name: str, about: Callable[[], str], **settings: Any) -> Callable[..., Any]:
    return click.option(name, cls=LateHelp, about=about, **settings)


def names_of_bots() -> str:
    from ..players.bots import bot_names

    return ", ".join(bot_names())


def names_of_engines() -> str:
    from ..engine.choice import ENGINES

    return ", ".join(ENGINES)


bots_option = late_option(
    "--bots",
    lambda: f"One bot for all seats, or one for each, with commas: {names_of_bots()}; some take a budget, as in search:2s.",
    default="random",
    callback=lambda context, option, text: [name.strip() for name in text.split(",")],
    show_default=True,
)
