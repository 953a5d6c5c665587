"""The command line: reads options, calls rulewright, prints. No rules, no logic."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

GAME = click.argument("game")
AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")


def plainly(command: Callable[..., Any]) -> Callable[..., Any]:
    """Every error that a person can cause becomes a sentence and an exit code; a traceback is our bug."""

    @wraps(command)
    def run(*arguments: Any, **options: Any) -> Any:
        from .interpreter.engine.trouble import RuleError
        from .interpreter.game import Unplayable
        from .interpreter.language.diagnostics import DefinitionError
        from .interpreter.table.save import BadSave

        try:
            return command(*arguments, **options)
        except DefinitionError as problem:
            click.echo(str(problem), err=True)
            sys.exit(1)
        except RuleError as problem:
            lines = "\n".join(f"  {line}" for line in problem.trace)
            click.echo(f"error: {problem.message}\n{lines}", err=True)
            sys.exit(1)
        except RecursionError:
            click.echo("error: this never ends: a value needs itself to be known", err=True)
            sys.exit(1)
        except (Unplayable, BadSave) as problem:
            click.echo(f"error: {problem}", err=True)
            sys.exit(2)
        except BrokenPipeError:
            sys.stderr.close()
            sys.exit(0)
        except OSError as problem:
            click.echo(f"error: {problem.filename or ''}: {problem.strerror}", err=True)
            sys.exit(2)
        except Exception as problem:
            if os.environ.get("RULEWRIGHT_DEBUG"):
                raise
            click.echo(f"error: this is a fault of Rulewright, not yours: {type(problem).__name__}: {problem}", err=True)
            click.echo("  hint: set RULEWRIGHT_DEBUG=1 to see where, and tell us", err=True)
            sys.exit(1)

    return run


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
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
        click.echo(json.dumps([{"id": one.id, "name": one.name, "players": [one.fewest, one.most]} for one in found]))
        return
    for one in found:
        click.echo(f"{one.id:<28} {one.fewest}-{one.most} players  {one.about}")


@main.command()
@GAME
@AS_JSON
@plainly
def validate(game: str, as_json: bool) -> None:
    """Check a definition and report every error.

    Example: rulewright validate gamedefs/my_game
    """
    from .interpreter.game import load
    from .interpreter.language.diagnostics import DefinitionError

    try:
        definition = load(game).definition
    except DefinitionError as problem:
        if not as_json:
            raise
        click.echo(json.dumps({"legal": False, "errors": [one.to_json() for one in problem.diagnostics]}, indent=2))
        sys.exit(1)
    if as_json:
        click.echo(json.dumps({"legal": True, "errors": []}))
        return
    counts = [(len(definition.rows), "different component"), (len(definition.families), "zone")]
    told = ", ".join(_counted(*count) for count in [*counts, (len(definition.sites), "decision")])
    click.echo(f"{definition.name}: legal. {told}.")


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun if number == 1 else noun + 's'}"


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
        click.echo(report.rules_text())
    click.echo(json.dumps(report.to_json(), indent=2) if as_json else report.to_text())
    sys.exit(0 if report.passed else 1)


@main.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--game", help="The folder of the game, if it is not a shipped one.")
@plainly
def replay(files: tuple[Path, ...], game: str | None) -> None:
    """Play recorded games again and check their outcome.

    Example: rulewright replay game.yaml
    """
    from .interpreter.game import load, load_record
    from .interpreter.language.diagnostics import DefinitionError
    from .interpreter.table.record import Diverged, differences

    failed = False
    for path in files:
        try:
            record = load_record(path)
            match = load(game or record.game).replay(record)
        except DefinitionError as problem:
            click.echo(str(problem), err=True)
            failed = True
            continue
        except Diverged as problem:
            click.echo(f"{path}:{problem.line}: {problem.message}")
            failed = True
            continue
        found = differences(match, record)
        for line in found:
            click.echo(f"{path}: {line}")
        if not found:
            result = match.result
            end = "not over yet" if result is None else f"won by {' and '.join(result.winners) or 'nobody'}"
            click.echo(f"{path}: {len(record.answers)} answers, {end}. As recorded.")
        failed = failed or bool(found)
    sys.exit(1 if failed else 0)


@main.command()
@GAME
@click.option("--seats", help="Seats by name, separated by commas; a name with :random is played by a bot.")
@click.option("--players", type=int, help="How many players: you and bots.")
@click.option("--seed", type=int, help="The seed of chance; random if not given.")
@click.option("--set", "settings", multiple=True, metavar="OPTION=VALUE", help="An option of the game.")
@click.option("--record", type=click.Path(path_type=Path), help="Write the record of the game to this file.")
@click.option("--resume", type=click.Path(path_type=Path), help="Go on with a saved game.")
@plainly
def play(
    game: str, seats: str | None, players: int | None, seed: int | None, settings: tuple[str, ...],
    record: Path | None, resume: Path | None,
) -> None:  # fmt: skip
    """Play a game in the terminal, against bots or at one screen.

    Without a terminal, one game between bots is played and printed.

    Example: rulewright play my_game --players 4
    """
    from .interpreter.game import load
    from .interpreter.terminal import Terminal, options_from, seats_from

    loaded = load(game)
    interactive = sys.stdin.isatty()
    names, bots = seats_from(loaded, seats, players, interactive)
    table = Terminal(loaded, click.echo, _ask if interactive else None, bots)
    if resume is not None:
        table.resume(resume, names if seats else None)
    else:
        table.begin(names, seed, options_from(settings))
    if record is not None:
        record.touch()
    try:
        table.play()
    finally:
        if record is not None:
            record.write_text(table.match.record(), encoding="utf-8")
            click.echo(f"Record written to {record}.")


def _ask(prompt: str) -> str | None:
    """A line from the player; None at the end of the input."""
    try:
        return input(prompt)
    except (EOFError, KeyboardInterrupt):
        return None


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
        click.echo(f'error: "{word}" is not a word of the language' + (f"; {hint}" if hint else ""), err=True)
        sys.exit(2)
    click.echo(json.dumps(found, indent=2, ensure_ascii=False) if as_json else _words_text(found))


def _words_text(found: list[dict[str, str]]) -> str:
    if len(found) > 3:
        return "\n".join(f"{one['word']:<14} {one['kind']:<12} {one['means']}" for one in found)
    return "\n\n".join(f"{one['word']} ({one['kind']}): {one['means']}\n  {one['example']}" for one in found)


if __name__ == "__main__":
    main()
