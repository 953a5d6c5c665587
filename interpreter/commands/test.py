"""`rulewright test`: scenarios are played, and what they showed is told."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from .engines import engine_option
from .error_messages import plainly
from .output import as_json_option, tell, tell_as, variant_option

if TYPE_CHECKING:
    from ..model.scenario import Scenario
    from ..table.expectations import Failure


@click.command()
@click.argument("targets", nargs=-1)
@click.option("--rules", is_flag=True, help="List every rule id with the number of scenarios that cite it.")
@click.option("--accept", is_flag=True, help="Ask of each count and value that differs whether it is right now, and write it.")
@variant_option
@as_json_option
@engine_option
@plainly
def test(
    targets: tuple[str, ...], rules: bool, accept: bool, variant: str | None, as_json: bool, engine: str | None
) -> None:
    """Run scenarios: of shipped games, of a folder, or single files.

    Scenarios of a variant name it. With --variant all others are run under its changes, too: so one sees which rules it
    touches.

    With --accept every number, count or name that is not as expected is shown, one by one, and written into its scenario if
    you say so; nothing else in the file is touched.

    Example: rulewright test my_game
    """
    from ..study.report import run_targets

    report = run_targets(targets, engine, variant)
    if accept:
        _accept([failed for game in report.games for failed in game.failed])
        report = run_targets(targets, engine, variant)
    if rules and not as_json:
        tell(report.rules_text())
    tell_as(as_json, report.to_json, report.to_text)
    sys.exit(0 if report.passed else 1)


def _accept(failed: Sequence[tuple[Scenario, tuple[Failure, ...]]]) -> None:
    """Ask for each change that would let an expectation hold, and make those that are wanted."""
    from ..workshop.accepting import acceptable, write_accepted

    accepted = []
    try:
        for one in acceptable(failed):
            where, because = one.failure.where, "".join(f"\n  {line}" for line in one.failure.because)
            tell(f"{where[0]}:{where[1]}:{where[2]}: {one.title}")
            tell(f"  {one.failure.message}: {one.old} becomes {one.new}{because}")
            if click.confirm("Is that right now?"):
                accepted.append(one)
    finally:
        write_accepted(accepted)
