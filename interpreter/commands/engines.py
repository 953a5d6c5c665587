"""`rulewright engines`: which engines there are here; and the option by which somebody chooses one."""

from __future__ import annotations

import click

from .error_messages import plainly
from .late_help import late_option, names_of_engines
from .output import as_json_option, tell, tell_json

engine_option = late_option(
    "--engine",
    lambda: f"Play with this engine and no other: {names_of_engines()}; rulewright engines tells what each of them is.",
    metavar="NAME",
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
