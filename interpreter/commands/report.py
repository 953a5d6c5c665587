"""`rulewright report`: everything that is found out about a game on one page that people mail."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .error_messages import mention_warnings, plainly
from .output import as_json_option, tell, tell_json, variant_option
from .progress import ProgressBar
from .study_options import seating_options
from .workers import workers_options

if TYPE_CHECKING:
    from ..study.hiring import Workers
    from ..study.plan import Seating


@click.command()
@click.argument("game")
@click.option("--games", type=click.IntRange(1), default=500, show_default=True, help="How many games for the figures.")
@click.option("--weigh", "weighed", type=click.IntRange(1), default=200, show_default=True, help="And for each card.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="The page; GAME-report.html if not given.")
@click.option("--last", type=click.Path(path_type=Path, dir_okay=False), help="The report to compare with; the page as it was.")
@click.option("--folder", type=click.Path(path_type=Path, file_okay=False), help="For pictures as SVG, tables as CSV.")
@variant_option
@as_json_option
@plainly
@workers_options
@seating_options
def report(
    game: str, games: int, weighed: int, seating: Seating, out: Path | None,
    last: Path | None, folder: Path | None, variant: str | None, as_json: bool, workers: Workers | None,
) -> None:  # fmt: skip
    """Write what a game is like, what its cards are worth and which rules happened on one page, without any network.

    A page that is there already is the last report: the new one tells what is different.

    Example: rulewright report my_game --bots greedy --folder pictures
    """
    from ..game import Unplayable, load
    from ..study.judgement import judge

    if find_spec("jinja2") is None:
        raise Unplayable("a report needs one more library: pip install 'rulewright[web]'")
    from ..web.reporting import last_report, report_files, report_page

    loaded = load(game, variant)
    mention_warnings(loaded, game)
    page = out or Path(f"{loaded.definition.id}-report.html")
    if last is not None and not last.is_file():
        raise Unplayable(f"{last} is not there")
    before = last_report(last or page)
    if before is not None and before.game != loaded.definition.id:
        other = f'{last or page} is a report of {before.name} ("{before.game}"), not of "{loaded.definition.id}"'
        raise Unplayable(f"{other}; name another file with {'--last' if last else '--out'}")
    bar = ProgressBar(what="steps")
    now = judge(loaded, games, weighed, seating, workers, bar.show)
    bar.clear()
    if as_json:
        tell_json(now.to_json())
        return
    page.write_text(report_page(loaded, now, before), encoding="utf-8")
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in report_files(now, before).items():
            (folder / name).write_text(text, encoding="utf-8")
    tell(f"{loaded.name}: the report is written to {page}" + (f", its pictures and tables to {folder}." if folder else "."))
