"""Which engine a command plays with, if somebody says so."""

from __future__ import annotations

import click

engine_option = click.option(
    "--engine",
    metavar="NAME",
    help="Play with this engine and no other: reference, which is the meaning, or python, which is fast.",
)
