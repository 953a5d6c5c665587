"""`rulewright engines`: which engines there are here; and the option by which somebody chooses one."""

from __future__ import annotations

import click

from .error_messages import plainly
from .output import as_json_option, tell, tell_json

engine_option = click.option(
    "--engine",
    metavar="NAME",
    help="Play with this engine and no other: reference, which is the meaning, python, which is fast, or native, which needs a "
    "compiler and is fastest.",
)


@click.command()
@as_json_option
@plainly
def engines(as_json: bool) -> None:
    """Tell which engines can play here, and why one cannot.

    Example: rulewright engines
    """
    from ..engine.choice import engines_here

    if as_json:
        tell_json([{"engine": one.name, "there": one.there, "about": one.about} for one in engines_here()], indent=None)
        return
    for one in engines_here():
        tell(f"{one.name:<10} {'yes' if one.there else 'no '}  {one.about}")
