"""`rulewright play` in a real pseudo-terminal: what a person sees, types, breaks off and finds again."""

import fcntl
import io
import json
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
from pathlib import Path

import pytest
import rulewright
from rich.console import Console
from rulewright.table.board import Area, Board, BoardRow
from rulewright.terminal.painted import PaintedScreen, _column
from rulewright.workshop.new_game import write_new_game

DEFINITIONS = Path(__file__).parent / "definitions"
pytestmark = pytest.mark.usefixtures("compiled_once")
ANSI = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[()][A-Z0-9]|[\x01\x02\r\x07]")


def sit_down(state, *arguments, **environment):
    """Become the command, with a folder of one's own for the games that are kept."""
    known = {**os.environ, "XDG_STATE_HOME": str(state), **environment}
    os.execve(sys.executable, [sys.executable, "-m", "rulewright.cli", *map(str, arguments)], known)


class Person:
    """Somebody at a terminal of their own, in a child process."""

    def __init__(self, state, *arguments, size=(40, 100), **environment):
        self.child, self.terminal = pty.fork()
        if self.child == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
            sit_down(state, *arguments, **environment)
        self.seen = ""

    def read_until(self, *words):
        """What appears up to one of these words, without colours."""
        self.raw, seen = b"", ""
        while not any(one in seen for one in words):
            ready, _, _ = select.select([self.terminal], [], [], 120)
            assert ready, f"{words!r} did not come after: {seen}"
            try:
                self.raw += os.read(self.terminal, 65536)
                seen = ANSI.sub("", self.raw.decode(errors="replace"))
            except OSError:
                raise AssertionError(f"{words!r} did not come before the end: {seen}") from None
        self.seen += seen
        return seen

    def type(self, text):
        os.write(self.terminal, text.encode())

    def answers(self, text, until="Ada> "):
        self.type(f"{text}\n")
        return self.read_until(until)

    def interrupts(self):
        """Ctrl-C, again where nothing happens: `input` overlooks one that comes between its prompt and its waiting."""
        for _ in range(30):
            self.type("\x03")
            if select.select([self.terminal], [], [], 10)[0]:
                return

    def ends(self, code=0):
        assert os.waitstatus_to_exitcode(os.waitpid(self.child, 0)[1]) == code
        os.close(self.terminal)
        assert "Traceback" not in self.seen

    def is_killed(self):
        os.kill(self.child, signal.SIGKILL)
        os.waitpid(self.child, 0)
        os.close(self.terminal)


def ada(state, *more, **how):
    return Person(state, "play", "ruse_and_bruise", "--seed", "1", *more, **how)


def kept(state):
    return sorted((state / "rulewright").glob("*.save"))


def test_a_person_sees_the_table_answers_and_leaves(tmp_path):
    person = ada(tmp_path)
    seen = person.read_until("Ada> ")
    assert "Ruse and Bruise: Ada, Bo, Cy. Seed 1." in seen
    for words in ("╭─ column 1 ─", "╭─ Ada (you) ─", "hand: 3 cards", "Ada: Which card goes to which column?", "1  column 1"):
        assert words in seen
    seen = person.answers("1")
    assert "Since your last decision:" in seen and "Bo: place a card in column" in seen and "* hand: " in seen
    seen = person.answers("quit", until="--resume goes on.")
    assert "The game is not finished." in seen
    person.ends()
    assert len(kept(tmp_path)) == 1
    another = ada(tmp_path)
    assert "An unfinished game is kept; --resume goes on with it. This is a new one." in another.read_until("Ada> ")
    another.answers("1")
    another.is_killed()
    assert len(kept(tmp_path)) == 2


def test_commands_answer_at_a_terminal(tmp_path):
    person = ada(tmp_path)
    person.read_until("Ada> ")
    assert "Explorer (influence): print 11" in person.answers("? explorer")
    assert "flow.yaml:12: choose: a card in hand" in person.answers("why 1")
    assert "is not among them" in person.answers("why not place wizard in column 1") or "nothing that you see" in person.seen
    assert "There is nothing to take back." in person.answers("undo")
    assert '"[red]fly" is not offered' in person.answers("[red]fly")
    person.type("\x04")
    person.read_until("The game is not finished.")
    person.ends()


def test_a_game_in_which_nobody_decided_anything_is_not_kept(tmp_path):
    person = ada(tmp_path)
    person.read_until("Ada> ")
    assert kept(tmp_path) == []
    person.answers("1")
    assert len(kept(tmp_path)) == 1
    person.answers("quit", until="--resume goes on.")
    person.ends()
    another = ada(tmp_path)
    another.read_until("Ada> ")
    another.is_killed()
    assert len(kept(tmp_path)) == 1


def test_what_goes_on_with_a_game_is_told_as_it_can_be_typed(tmp_path, monkeypatch):
    place = tmp_path / "my games"
    place.mkdir()
    monkeypatch.chdir(place)
    write_new_game(Path("duck_pond"))
    for folder in ("duck_pond", place / "duck_pond", "../my games/duck_pond"):
        person = Person(tmp_path, "play", folder, "--seed", "1")
        person.read_until("Ada> ")
        person.answers("1")
        assert "It is kept: rulewright play duck_pond --resume goes on." in person.answers("quit", until="goes on.")
        person.ends()
    monkeypatch.chdir(tmp_path)
    again = Person(tmp_path, "play", "my games/duck_pond", "--resume")
    again.read_until("Ada> ")
    assert "rulewright play 'my games/duck_pond' --resume goes on." in again.answers("quit", until="goes on.")
    again.ends()


def test_bots_that_play_among_themselves_are_not_told_of_other_games(tmp_path):
    person = ada(tmp_path)
    person.read_until("Ada> ")
    person.answers("1")
    person.is_killed()
    bots = ada(tmp_path, "--seats", "Ada:random,Bo:random")
    assert "unfinished" not in bots.read_until("wins")
    bots.ends()


def test_a_killed_game_goes_on_at_the_last_answered_decision(tmp_path):
    person = ada(tmp_path, "--players", "2")
    person.read_until("Ada> ")
    person.answers("1")
    person.answers("2")
    person.is_killed()
    (path,) = kept(tmp_path)
    match = rulewright.load("ruse_and_bruise").resume(path.read_text(encoding="utf-8"))
    assert [seat for seat, _ in match.answers] == ["Ada", "Bo", "Ada", "Bo"]
    again = Person(tmp_path, "play", "ruse_and_bruise", "--resume")
    seen = again.read_until("Ada> ")
    assert "Ruse and Bruise: Ada, Bo. Answers so far: 4." in seen
    again.answers("1")
    again.is_killed()
    assert kept(tmp_path) == [path]
    assert len(rulewright.load("ruse_and_bruise").resume(path.read_text(encoding="utf-8")).answers) == 6


def test_a_finished_game_is_not_kept(tmp_path):
    person = Person(tmp_path, "play", DEFINITIONS / "small_fibs", "--seed", "1", "--seats", "Ada,Bo:random")
    seen = person.read_until("Ada> ")
    while "wins" not in seen:
        person.type("1\n")
        seen = person.read_until("Ada> ", "wins")
    person.ends()
    assert kept(tmp_path) == []


def test_two_people_pass_the_screen(tmp_path):
    person = ada(tmp_path, "--seats", "Ada,Bo")
    assert "Ada (you)" not in person.read_until("press Enter. ")
    person.answers("")
    seen = person.answers("1", until="press Enter. ")
    assert "Pass the screen to Bo" in seen
    seen = person.answers("", until="Bo> ")
    assert "Bo (you)" in seen and "Ada (you)" not in seen
    person.type("\x1b[A\x1b[A\n")  # the up key finds nothing that Ada has typed
    assert "There" not in person.read_until("Bo> ")
    assert len(rulewright.load("ruse_and_bruise").resume(kept(tmp_path)[0].read_text(encoding="utf-8")).answers) == 1
    person.interrupts()
    person.read_until("--resume goes on.")
    person.ends()


def test_what_is_new_in_a_column_is_marked():
    items = ("goal", "Ada's king", "(card)")
    assert _column(BoardRow("", items, upright=True, fresh=frozenset([1]), is_changed=True)) == [
        "goal",
        "* Ada's king",
        "(card)",
    ]
    assert _column(BoardRow("", items, upright=True, is_changed=True)) == [*items, "* something is gone"]
    assert _column(BoardRow("", items, upright=True)) == list(items)


@pytest.mark.parametrize(("height", "whole"), [(60, True), (6, False)])
def test_of_a_table_that_is_too_high_only_changes_are_drawn(height, whole):
    dragon = BoardRow("", ("goal", "Dragon"), upright=True, fresh=frozenset([1]), is_changed=True)
    columns = [Area("column 1", [BoardRow("", ("goal",), upright=True)]), Area("column 2", [dragon])]
    hands = [Area("Ada", [BoardRow("hand", ("King",))], is_own=True), Area("Bo", [BoardRow("hand", ("3 cards",))])]
    file = io.StringIO()
    screen = PaintedScreen(Console(file=file, width=80, height=height, color_system=None), lambda prompt, words: None)
    screen.table(Board((), [columns, hands]), is_whole=False)
    shown = file.getvalue()
    assert "* Dragon" in shown and "King" in shown
    assert ("─ column 1 ─" in shown and "─ Bo ─" in shown) is whole
    assert ("As before: column 1, Bo (look shows everything)" in shown) is not whole


def test_everybody_sits_where_they_sat_when_a_game_goes_on(tmp_path):
    person = Person(tmp_path, "play", "crazy_eights", "--seed", "3", "--seats", "Cy:random,Ada,Di:search:40")
    person.read_until("Ada> ")
    person.answers("1")
    person.is_killed()
    again = Person(tmp_path, "play", "crazy_eights", "--resume")
    assert "Ada (you)" in again.read_until("Ada> ")
    again.is_killed()
    saved = json.loads(kept(tmp_path)[0].read_text(encoding="utf-8"))
    assert saved["bots"] == {"Cy": "random", "Di": "search:40"} and saved["seats"] == ["Cy", "Ada", "Di"]


@pytest.mark.parametrize("size", [(24, 20), (24, 30), (24, 80), (60, 160), (60, 300)])
def test_narrow_and_wide_terminals(tmp_path, size):
    person = ada(tmp_path, size=size)
    seen = person.read_until("Ada> ")
    assert max(len(line) for line in seen.splitlines()) <= size[1]
    assert "╭─ Ada (you) ─" in seen and "Which card goes to which column?" in " ".join(seen.split())
    person.answers("quit", until="finished.")
    person.ends()


def test_a_terminal_that_only_writes_lines_gets_lines(tmp_path):
    person = ada(tmp_path, "--seats", "Ada,Bo", size=(24, 44), TERM="dumb")
    person.read_until("press Enter. ")
    person.type("\n")
    seen = person.read_until("Ada> ")
    assert "Ada (you)\n  hand: " in seen and "╭" not in seen and b"\x1b" not in person.raw
    offered = seen[seen.index("Which card") :].splitlines()[1:-1]
    assert offered and max(map(len, offered)) <= 44
    person.answers("quit", until="finished.")
    person.ends()


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_a_terminal_that_knows_few_characters_gets_plainer_ones(tmp_path, encoding):
    """Frames are drawn with what there is, and every word can be read."""
    person = ada(tmp_path, PYTHONIOENCODING=encoding)
    seen = person.read_until("Ada> ")
    assert "turn of Ada" in seen and "+- column 1 -" in seen and "+- Ada (you) -" in seen
    assert "?" not in seen.replace("column?", "")
    shown = person.answers("? doppelg").encode("utf-8", "replace").decode()
    assert "Doppelganger (influence)" in shown or encoding == "latin-1"
    person.answers("quit", until="finished.")
    person.ends()


@pytest.mark.needs("readline")
def test_the_tab_key_completes_an_answer(tmp_path):
    person = ada(tmp_path)
    person.read_until("Ada> ")
    person.type("und\t\n")
    assert "There is nothing to take back." in person.read_until("Ada> ")
    person.type("\x04")
    person.read_until("The game is not finished.")
    person.ends()


def test_a_game_that_cannot_be_kept_says_so_and_goes_on(tmp_path):
    (tmp_path / "rulewright").write_text("a file where a folder should be", encoding="utf-8")
    person = ada(tmp_path)
    seen = " ".join(person.read_until("Ada> ").split())
    assert f"This game is not kept ({tmp_path / 'rulewright'}: File exists). It goes on;" in seen
    assert "Since your last decision:" in person.answers("1")
    person.type("quit\n")
    person.read_until("The game is not finished.")
    person.ends()


def test_without_a_home_a_game_is_not_kept_and_goes_on(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    person = ada("", HOME="")
    seen = " ".join(person.read_until("Ada> ").split())
    assert "This game is not kept (HOME: no folder of yours is known). It goes on;" in seen
    person.answers("1")
    person.answers("quit", until="It is not kept (HOME")
    person.ends()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("width", [20, 80, 300])
def test_a_path_is_told_in_one_piece_however_long_it_is(width):
    for length in range(1, 330):
        file, path = io.StringIO(), "/".join(["ab"] * length)[:length]
        screen = PaintedScreen(Console(file=file, width=width, color_system=None), lambda prompt, words: None)
        text = f"This game is not kept ({path}: File exists). It goes on."
        screen.say(text)
        lines = file.getvalue().splitlines()
        assert " ".join(line.strip() for line in lines) == text
        assert all(len(line) <= width or " " not in line.strip() for line in lines)


def test_lines_without_frames_where_the_output_is_no_terminal(tmp_path):
    """Only the output goes elsewhere: the questions are still asked."""
    child, terminal = pty.fork()
    if child == 0:
        out = os.open(tmp_path / "out", os.O_WRONLY | os.O_CREAT)
        os.dup2(out, 1)
        sit_down(tmp_path, "play", "ruse_and_bruise", "--seed", "1")
    os.write(terminal, b"1\nquit\n")
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    os.close(terminal)
    text = (tmp_path / "out").read_text(encoding="utf-8")
    assert "Ada (you)\n  hand: " in text and "╭" not in text and "\x1b" not in text
    assert text.rstrip().endswith("--resume goes on.")


def test_an_output_that_is_closed_ends_the_game_quietly(tmp_path):
    child, terminal = pty.fork()
    if child == 0:
        read, write = os.pipe()
        os.close(read)
        os.dup2(write, 1)
        sit_down(tmp_path, "play", "ruse_and_bruise", "--seed", "1")
    seen = b""
    try:
        while chunk := os.read(terminal, 65536):
            seen += chunk
    except OSError:
        pass
    os.waitpid(child, 0)
    os.close(terminal)
    assert b"Traceback" not in seen
    assert kept(tmp_path) == []  # nobody has decided anything
