"""docs/playing.md is played: what it shows at a terminal is what comes out."""

import io
import re
from pathlib import Path

import rulewright
from rich.console import Console
from rulewright.desk.seating import seats_from
from rulewright.desk.session import Session
from rulewright.shipped_files import games_folder
from rulewright.terminal.conversation import HELP, WORDS, Terminal
from rulewright.terminal.painted import PaintedScreen

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "playing.md").read_text(encoding="utf-8")
WIDTH = 96


def transcript(command, typed):
    """What a terminal shows when a command is given and these lines are typed."""
    words = command.split()
    options = dict(zip(words[3::2], words[4::2], strict=True))
    file, lines = io.StringIO(), iter(typed)

    def read(prompt, words):
        line = next(lines)
        file.write(f"{prompt}{line}\n")
        return line

    game = rulewright.load(words[2])
    seats, bots = seats_from(game, options["--seats"], None, True)
    table = Terminal(
        Session(game, bots), PaintedScreen(Console(file=file, width=WIDTH, height=60, color_system=None), read, seats)
    )
    table.begin(seats, int(options["--seed"]), {})
    table.play()
    return "\n".join(line.rstrip() for line in file.getvalue().rstrip().split("\n"))


def test_the_page_shows_what_a_terminal_shows(monkeypatch):
    monkeypatch.chdir(games_folder().parent)  # the page was written where the shipped games lie
    (block,) = re.findall(r"^```terminal\n\$ (.*)\n((?:.*\n)*?)```$", PAGE, re.MULTILINE)
    command, shown = block
    assert transcript(command, re.findall(r"^Ada> (.*)$", shown, re.MULTILINE)) == shown.rstrip()


def test_the_page_names_every_command_and_no_other():
    named = {re.match(r"`(\?|why not|\w+)", row)[1] for row in re.findall(r"^\| (`[?a-z].*?) \|", PAGE, re.MULTILINE)}
    named |= set(re.findall(r"`(look|quit)`", PAGE))
    assert named == {"?", *WORDS} - {"help"}
    assert all(re.search(rf"^  {re.escape(word)}|: {word}|; {word}", HELP, re.MULTILINE) for word in named)
