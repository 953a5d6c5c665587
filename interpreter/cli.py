"""The command line as a whole: every command under one name. No rules, no logic."""

from __future__ import annotations

import signal
from contextlib import suppress

with suppress(ValueError):  # only the main thread hears Ctrl-C; while the program is being read, it ends it without a word
    _LISTENS = signal.signal(signal.SIGINT, signal.SIG_DFL)

import click

from .commands.bench import bench
from .commands.cards import cards
from .commands.compare import compare
from .commands.coverage import coverage
from .commands.engines import engines
from .commands.error_messages import PlainGroup
from .commands.explain import explain
from .commands.fix import fix
from .commands.fmt import fmt
from .commands.games import games
from .commands.mutate import mutate
from .commands.new import new
from .commands.play import play
from .commands.replay import replay
from .commands.report import report
from .commands.review import review
from .commands.shape import shape
from .commands.simulate import simulate
from .commands.table import table
from .commands.test import test
from .commands.tune import tune
from .commands.validate import validate
from .commands.watch import watch
from .commands.weigh import weigh
from .commands.words import words

with suppress(ValueError, NameError):
    signal.signal(signal.SIGINT, _LISTENS)


@click.group(cls=PlainGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="rulewright")
def main() -> None:
    """Tabletop games written as data, run by one generic interpreter.

    Example: rulewright play my_game
    """


COMMANDS = (
    bench, cards, compare, coverage, engines, explain, fix, fmt, games, mutate, new, play, replay, report, review, shape,
    simulate, table, test, tune, validate, watch, weigh, words,
)  # fmt: skip
for command in COMMANDS:
    main.add_command(command)

if __name__ == "__main__":
    main()
