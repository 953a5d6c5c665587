"""The terminal with scripted answers, the command line with wrong input, and one game at a real terminal."""

import json
import os
import pty
import select
import sys

import pytest
import rulewright
from click.testing import CliRunner
from rulewright.cli import main
from rulewright.interpreter.terminal.session import HELP, Terminal


def sit(game, answers, seats=("Ada", "Bo"), bots=("Bo",), seed=1):
    """A terminal where the answers are typed one after the other; returns it and what it showed."""
    shown, typed = [], iter(answers)
    table = Terminal(game, shown.append, lambda prompt: next(typed, None), dict.fromkeys(bots, "random"))
    table.begin(seats, seed, {})
    table.play()
    return table, shown


def run(*arguments):
    """The command line without a terminal. A traceback is never an answer."""
    found = CliRunner().invoke(main, [str(one) for one in arguments])
    assert found.exception is None or isinstance(found.exception, SystemExit), found.exception
    return found


def wrong(*arguments):
    """The sentence that wrong input gets."""
    found = run("play", "ruse_and_bruise", *arguments)
    assert found.exit_code == 2 and "Traceback" not in found.output
    return found.output.strip()


def test_a_number_and_a_text_are_answers(game):
    table, _ = sit(game, ["1", "place QUEEN  in column 1"], bots=())
    assert [seat for seat, _ in table.match.answers][:1] == ["Ada"]
    offered = game.new_match(["Ada", "Bo"], seed=1).decisions[0].options
    assert table.match.answers[0][1] == offered[0].text


def test_the_offer_is_numbered_and_the_hand_is_shown(game):
    _, shown = sit(game, [])
    decision = game.new_match(["Ada", "Bo"], seed=1).decisions[0]
    assert f"Ada: {decision.prompt}" in shown
    assert [line for line in shown if line.startswith("    1  ")] == [f"    1  {decision.options[0].text}"]
    assert any(line.startswith("  hand of Ada: Ada's ") for line in shown)
    assert "  hand of Bo: 3 cards" in shown


@pytest.mark.parametrize("text", ["0", "99", "10000000000000000000000"])
def test_a_number_that_is_not_offered_is_answered_with_the_range(game, text):
    table, shown = sit(game, [text])
    assert "There are options 1 to 6." in shown and table.match.answers == []


@pytest.mark.parametrize("text", ["fly", "²", "-1", "1.5", "place king", "\x00", "{seat}", "%s"])
def test_an_unknown_text_is_answered_with_the_offer(game, text):
    table, shown = sit(game, [text])
    assert any(line.startswith(f"Ada cannot {text}. Offered: place ") and "Type help" in line for line in shown)
    assert table.match.answers == []


def test_an_empty_line_asks_again(game):
    table, shown = sit(game, ["", "   "])
    assert table.match.answers == [] and shown[-1] == "The game is not finished."


def test_help_tells_the_commands(game):
    assert HELP in sit(game, ["help"])[1]


def test_look_shows_the_table_again(game):
    _, shown = sit(game, ["look"])
    assert len([line for line in shown if line.startswith("  hand of Ada:")]) == 2


def test_log_tells_what_the_seat_may_know(game):
    _, shown = sit(game, ["1", "1", "1", "log"])
    placed = [line for line in shown if line.startswith("Bo: place")]
    assert placed and all(line.startswith("Bo: place a card in") for line in placed)
    assert any(line.startswith("Ada: place ") and "a card" not in line for line in shown)


def test_undo_goes_back_to_the_seat_s_own_last_decision(game):
    table, shown = sit(game, ["1", "undo"])
    assert "Taken back." in shown and table.match.answers == []
    assert table.match.state.key() == game.new_match(["Ada", "Bo"], seed=1).state.key()


def test_undo_before_the_first_answer_changes_nothing(game):
    table, shown = sit(game, ["undo"])
    assert "There is nothing to take back." in shown and table.match.answers == []


def test_a_save_can_be_resumed(game, tmp_path):
    path = tmp_path / "game.save"
    table, shown = sit(game, ["1", f"save {path}", "quit"])
    assert f"Saved to {path}." in shown
    assert game.resume(path.read_text()).state.key() == table.match.state.key()
    again = Terminal(game, shown.append, lambda prompt: None, {})
    again.resume(path)
    assert again.match.state.key() == table.match.state.key() and set(again.bots) == {"Bo"}


def test_a_curtain_falls_between_two_people_at_one_screen(game):
    prompts, typed = [], iter(["1", "", "1"])
    table = Terminal(game, lambda line: None, lambda prompt: prompts.append(prompt) or next(typed, None), {})
    table.begin(("Ada", "Bo"), 1, {})
    table.play()
    assert prompts[:3] == ["Ada> ", "Pass the screen to Bo, then press Enter. ", "Bo> "]
    assert [seat for seat, _ in table.match.answers] == ["Ada", "Bo"]


def test_a_resumed_game_keeps_the_people_that_are_named(game, tmp_path):
    path = tmp_path / "game.save"
    path.write_text(game.new_match(["Ada", "Bo"], seed=1).save())
    table = Terminal(game, lambda line: None, lambda prompt: None, {})
    table.resume(path, ("Ada", "Bo"))
    assert table.bots == {}
    with pytest.raises(rulewright.Unplayable, match="at the saved table sit Ada, Bo"):
        table.resume(path, ("Ada", "Cy"))


def test_a_save_that_cannot_be_written_does_not_end_the_game(game, tmp_path):
    table, shown = sit(game, ["save", f"save {tmp_path / 'no' / 'folder'}", "1"])
    assert "Save to which file? Write: save FILE" in shown
    assert any("cannot be written: No such file or directory. The game goes on." in line for line in shown)
    assert table.match.answers[0][0] == "Ada"


def test_quit_and_the_end_of_input_leave_the_game_unfinished(game):
    for answers in (["quit"], []):
        table, shown = sit(game, answers)
        assert shown[-1] == "The game is not finished." and table.match.answers == []


def test_people_at_one_screen_never_read_each_other_s_hands(game):
    _, shown = sit(game, ["1", "1", "1"], bots=())
    start = max(index for index, line in enumerate(shown) if line.startswith("Bo: Which"))
    table_of_bo = shown[: start + 1][-20:]
    assert "  hand of Ada: 3 cards" in table_of_bo


def test_a_whole_game_is_played_at_the_terminal(game):
    table, shown = sit(game, ["1"] * 500)
    assert table.match.is_over and shown[-1].startswith(("Ada", "Bo"))


# ---------------------------------------------------------------- the command


def test_without_a_terminal_a_whole_game_is_played_and_printed(game):
    found = run("play", "ruse_and_bruise", "--players", "2", "--seed", "1")
    assert found.exit_code == 0 and found.output.startswith("Ruse and Bruise: Ada, Bo. Seed 1.\n")
    assert "  wins\n" in found.output
    assert run("play", "ruse_and_bruise", "--players", "2", "--seed", "1").output == found.output


def test_the_printed_game_names_no_hidden_card():
    lines = run("play", "ruse_and_bruise", "--players", "3", "--seed", "2").output.splitlines()
    placed = [line for line in lines if ": place " in line]
    named = [line for line in placed if ": place a card in column" not in line]
    # Only the card that ends a round is named: it is turned up before anybody reads of it.
    assert placed and len(named) <= 6


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--players", "9"], "error: Ruse and Bruise is for 2 to 6 players, not for 9"),
        (["--players", "0"], "error: Ruse and Bruise is for 2 to 6 players, not for 0"),
        (["--seats", "Ada"], "error: Ruse and Bruise is for 2 to 6 players, not for 1"),
        (["--seats", "Ada,Ada"], 'error: two seats are called "Ada"'),
        (["--seats", "Ada,"], "error: a seat has no name"),
        (["--seats", "Ada,Bo:clever"], 'error: there is no bot "clever"; there is: random'),
        (["--set", "first_player"], 'error: "first_player" is not OPTION=VALUE'),
        (
            ["--set", "first_player=7"],
            'error: "7" is no value for the option "first_player"; it takes 1 to 3, or the name of a seat',
        ),
        (["--set", "second_player=1"], 'error: Ruse and Bruise has no option "second_player"'),
        (["--resume", "no_such_file"], "error: no_such_file: No such file or directory"),
        (["--record", "no/such/folder/file"], "error: no/such/folder/file: No such file or directory"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_input_gets_one_sentence(arguments, sentence):
    assert wrong(*arguments).splitlines()[-1].startswith(sentence)


@pytest.mark.parametrize("arguments", [["--players", "two"], ["--seed", "x"], ["--colour", "red"]])
def test_a_wrong_option_of_the_command_is_explained(arguments):
    assert "Error: " in wrong(*arguments)


def test_a_save_that_is_none_is_refused(game, tmp_path):
    path = tmp_path / "save"
    path.write_bytes(b"\xff\xfe\x00")
    assert wrong("--resume", path) == f"error: {path} is not a saved game"
    path.write_text("{}")
    assert wrong("--resume", path) == "error: this is not a saved game"
    path.write_text(json.dumps(json.loads(game.new_match(2).save()) | {"game": "chess"}))
    assert wrong("--resume", path) == 'error: this is a saved game of "chess", not of "ruse_and_bruise"'


def test_a_save_is_played_on_by_bots_without_a_terminal(game, tmp_path):
    (tmp_path / "save").write_text(game.new_match(2, seed=4).save())
    found = run("play", "ruse_and_bruise", "--resume", tmp_path / "save")
    assert found.exit_code == 0 and "  wins" in found.output


def test_a_recorded_game_can_be_replayed(tmp_path):
    path = tmp_path / "record.yaml"
    assert run("play", "ruse_and_bruise", "--seats", "Ö,Bo:random", "--seed", "3", "--record", path).exit_code == 0
    assert "As recorded." in run("replay", path).output


def test_at_a_real_terminal_you_are_asked_and_can_leave():
    """In a child with a terminal of its own: the offer appears, an answer is taken, quit ends it."""
    child, terminal = pty.fork()
    if child == 0:
        os.execv(sys.executable, [sys.executable, "-m", "rulewright.cli", "play", "ruse_and_bruise", "--seed", "1"])
    seen = read_until(terminal, "Ada> ")
    os.write(terminal, b"1\n")
    seen += read_until(terminal, "Ada> ")
    os.write(terminal, b"quit\n")
    seen += read_until(terminal, "not finished.")
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    os.close(terminal)
    assert "Ruse and Bruise: Ada, Bo, Cy. Seed 1." in seen and "Traceback" not in seen


def read_until(terminal, words):
    seen = ""
    while words not in seen:
        ready, _, _ = select.select([terminal], [], [], 60)
        assert ready, f"nothing came after: {seen}"
        seen += os.read(terminal, 65536).decode()
    return seen
