"""`rulewright test`: scenarios are played, and what they showed is told."""

from __future__ import annotations

import sys

import click

from .engines import engine_option
from .error_messages import plainly
from .output import as_json_option, tell, tell_json, variant_option


@click.command()
@click.argument("targets", nargs=-1)
@click.option("--rules", is_flag=True, help="List every rule id with the number of scenarios that cite it.")
@variant_option
@as_json_option
@engine_option
@plainly
def test(targets: tuple[str, ...], rules: bool, variant: str | None, as_json: bool, engine: str | None) -> None:
    """Run scenarios: of shipped games, of a folder, or single files.

    Scenarios of a variant name it. With --variant all others are run under its changes, too: so one sees which rules it
    touches.

    Example: rulewright test my_game
    """
    from ..study.report import run_targets

    report = run_targets(targets, engine, variant)
    if rules and not as_json:
        tell(report.rules_text())
    if as_json:
        tell_json(report.to_json())
    else:
        tell(report.to_text())
    sys.exit(0 if report.passed else 1)
