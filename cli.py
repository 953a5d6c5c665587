"""The command line: reads options, calls rulewright, prints. No rules, no logic."""

from __future__ import annotations

import signal
import sys
from contextlib import suppress

with suppress(ValueError):  # only the main thread hears Ctrl-C; while the program is being read, it ends it without a word
    _LISTENS = signal.signal(signal.SIGINT, signal.SIG_DFL)

import click

from .interpreter.commands.bench import bench
from .interpreter.commands.explain import explain
from .interpreter.commands.fix import fix
from .interpreter.commands.fmt import fmt
from .interpreter.commands.new import new
from .interpreter.commands.plainly import PlainGroup, plainly
from .interpreter.commands.play import play
from .interpreter.commands.replay import replay
from .interpreter.commands.simulate import simulate
from .interpreter.commands.telling import tell, tell_json
from .interpreter.commands.validate import validate
from .interpreter.commands.watch import watch

with suppress(ValueError, NameError):
    signal.signal(signal.SIGINT, _LISTENS)

AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")


@click.group(cls=PlainGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="rulewright")
def main() -> None:
    """Tabletop games written as data, run by one generic interpreter.

    Example: rulewright play my_game
    """


@main.command()
@AS_JSON
@plainly
def games(as_json: bool) -> None:
    """List the games that come with Rulewright.

    Example: rulewright games
    """
    from .interpreter.game import load, shipped

    found = [load(name).definition for name in shipped()]
    if as_json:
        tell_json([{"id": one.id, "name": one.name, "players": [one.fewest, one.most]} for one in found], indent=None)
        return
    for one in found:
        tell(f"{one.id:<28} {one.counts('-')} players  {one.about}")


@main.command()
@click.argument("targets", nargs=-1)
@click.option("--rules", is_flag=True, help="List every rule id with the number of scenarios that cite it.")
@AS_JSON
@plainly
def test(targets: tuple[str, ...], rules: bool, as_json: bool) -> None:
    """Run scenarios: of shipped games, of a folder, or single files.

    Example: rulewright test my_game
    """
    from .interpreter.report import run_targets

    report = run_targets(targets)
    if rules and not as_json:
        tell(report.rules_text())
    if as_json:
        tell_json(report.to_json())
    else:
        tell(report.to_text())
    sys.exit(0 if report.passed else 1)


@main.command()
@click.argument("word", required=False)
@AS_JSON
@plainly
def words(word: str | None, as_json: bool) -> None:
    """The closed word list of the language, or one word with its example.

    Example: rulewright words choose
    """
    from .interpreter.language.diagnostics import did_you_mean
    from .interpreter.language.words import find, listing

    found = find(word) if word else listing()
    if word and not found:
        hint = did_you_mean(word, [entry["word"] for entry in listing()])
        tell(f'error: "{word}" is not a word of the language' + (f"; {hint}" if hint else ""), err=True)
        sys.exit(2)
    if as_json:
        tell_json(found)
    else:
        tell(_words_text(found))


def _words_text(found: list[dict[str, str]]) -> str:
    if len(found) > 3:
        return "\n".join(f"{one['word']:<14} {one['kind']:<12} {one['means']}" for one in found)
    return "\n\n".join(f"{one['word']} ({one['kind']}): {one['means']}\n  {one['example']}" for one in found)


for command in (bench, explain, fix, fmt, new, play, replay, simulate, validate, watch):
    main.add_command(command)

if __name__ == "__main__":
    main()
