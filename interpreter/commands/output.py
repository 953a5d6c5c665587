"""The only way from a command to the screen: whatever is told, every sign of it can be seen.

Takes text or values; prints them. Names, paths, records and saves come from anywhere, and none may steer a terminal.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import reduce
from typing import Any

import click

from ..language.visible import visible

variant_option = click.option("--variant", metavar="NAME", help="With the changes in variants/NAME.yaml of the game's folder.")
as_json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")


def with_options(command: Callable[..., Any], *options: Callable[..., Any]) -> Callable[..., Any]:
    """A command with more options, in this order."""
    return reduce(lambda known, option: option(known), reversed(options), command)


def tell(text: str = "", err: bool = False, nl: bool = True) -> None:
    """A text for people, on the output or among the errors."""
    click.echo(visible(text), err=err, nl=nl)


def tell_as(as_json: bool, to_json: Callable[[], Any], to_text: Callable[[], str]) -> None:
    """What was found out, for whoever wants it."""
    if as_json:
        tell_json(to_json())
    else:
        tell(to_text())


def tell_json(value: Any, indent: int | None = 2) -> None:
    """A value for programs; JSON writes out everything beyond ASCII, but not the last sign of it."""
    click.echo(json.dumps(value, indent=indent).replace("\x7f", "\\u007f"))
