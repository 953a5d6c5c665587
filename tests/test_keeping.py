"""Games in progress are kept, whole or not at all."""

import os
import stat
import subprocess
import sys

import pytest
from rulewright.desk.keeping import Keeper, NoFile, last_kept, read_whole, write_whole
from rulewright.folders import in_home


@pytest.fixture(autouse=True)
def state(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "rulewright"


def test_two_games_never_share_a_file(state):
    first, second = Keeper("ferry"), Keeper("ferry")
    assert first.keep("one") and second.keep("two")
    assert [path.read_text(encoding="utf-8") for path in sorted(state.iterdir())] == ["one", "two"]


def test_a_game_that_only_bots_go_on_with_is_not_lost(state):
    """Nothing is kept of it, and nothing that was kept is forgotten."""
    keeper = Keeper("ferry")
    keeper.keep("begun")
    assert Keeper("ferry", keeper.path).keep(None) and last_kept("ferry").read_text(encoding="utf-8") == "begun"


def test_two_people_who_go_on_with_one_game_get_a_file_each(state):
    keeper = Keeper("ferry")
    keeper.keep("begun")
    other = Keeper("ferry", keeper.path)
    assert other.keep("begun") and other.keep("his") and keeper.keep("hers") and other.keep("his more")
    assert sorted(path.read_text(encoding="utf-8") for path in state.iterdir()) == ["hers", "his more"]


def test_the_game_that_was_played_last_is_found(state):
    for text in ("one", "two", "three"):
        assert Keeper("ferry").keep(text)
    assert Keeper("ferry_two").keep("another game")
    for seconds, path in enumerate(sorted(state.glob("ferry-*"))):
        os.utime(path, (100 - seconds, 100 - seconds))
    assert last_kept("ferry").read_text(encoding="utf-8") == "one"
    assert last_kept("rowing") is None


def test_a_game_that_was_never_written_is_not_found(state):
    Keeper("ferry")
    assert last_kept("ferry") is None


def test_a_game_that_is_over_is_forgotten(state):
    keeper = Keeper("ferry")
    keeper.keep("one")
    keeper.forget()
    assert list(state.iterdir()) == []


def test_a_full_disk_leaves_what_was_kept_and_is_told_once(state, monkeypatch):
    keeper = Keeper("ferry")
    assert keeper.keep("one")

    def full(descriptor):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("os.fsync", full)
        assert [keeper.keep("two"), keeper.keep("three")] == [False, True]
        assert keeper.trouble == f"{keeper.path}: No space left on device"
    assert [path.read_text(encoding="utf-8") for path in state.iterdir()] == ["one"]
    assert keeper.keep("four") and keeper.trouble == ""


def test_a_folder_that_cannot_be_made_is_told(state):
    state.write_text("a file", encoding="utf-8")
    keeper = Keeper("ferry")
    assert keeper.path is None and keeper.trouble == f"{state}: File exists"
    assert [keeper.keep("one"), keeper.keep("two")] == [False, True]


def test_a_write_that_is_broken_off_leaves_the_old_text(tmp_path, monkeypatch):
    path = tmp_path / "save"
    write_whole(path, "old")

    def interrupted(source, target):
        raise KeyboardInterrupt

    monkeypatch.setattr("os.replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_whole(path, "new")
    assert path.read_text(encoding="utf-8") == "old" and [one.name for one in tmp_path.iterdir()] == ["save"]


def test_somebody_who_sits_down_late_does_not_overwrite_what_was_answered_meanwhile(state):
    keeper = Keeper("ferry")
    keeper.keep("begun")
    late = Keeper("ferry", keeper.path, "begun")
    keeper.keep("answered")
    assert late.keep("begun") and late.path != keeper.path
    assert sorted(path.read_text(encoding="utf-8") for path in state.iterdir()) == ["answered", "begun"]
    late.path = keeper.path
    late.forget()
    assert keeper.path.read_text(encoding="utf-8") == "answered"


def spoil_text(path):
    path.write_bytes(b"\xff\xfe\x00")


def spoil_folder(path):
    path.unlink()
    path.mkdir()


def spoil_pipe(path):
    path.unlink()
    os.mkfifo(path)


@pytest.mark.parametrize("spoil", [spoil_text, spoil_folder, spoil_pipe])
def test_what_lies_in_the_place_of_a_kept_game_stays_and_the_game_is_kept_elsewhere(state, spoil):
    keeper = Keeper("ferry")
    keeper.keep("one")
    old = keeper.path
    spoil(old)
    about = old.stat()
    assert keeper.keep("two") and keeper.path != old and last_kept("ferry").stat().st_size == 3
    assert keeper.path.read_text(encoding="utf-8") == "two" and old.stat().st_ino == about.st_ino
    last_kept("ferry")  # waits for nothing


def test_a_pipe_and_a_folder_are_not_read(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe"):
        with pytest.raises(NoFile, match="is not a saved game: it is no ordinary file"):
            read_whole(path)


def test_every_character_is_read_as_it_was_written(tmp_path):
    write_whole(tmp_path / "save", "one\r\ntwo\rthree\n")
    assert read_whole(tmp_path / "save") == "one\r\ntwo\rthree\n"


@pytest.mark.parametrize("home", ["", "/", "somewhere", "{tmp}/file", "{tmp}/nowhere"])
@pytest.mark.parametrize("chosen", [None, "", "somewhere", "/"])
def test_without_a_folder_of_the_user_nothing_is_written_anywhere(tmp_path, monkeypatch, home, chosen):
    (tmp_path / "file").write_text("a file", encoding="utf-8")
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setenv("HOME", home.format(tmp=tmp_path))
    monkeypatch.delenv("XDG_STATE_HOME")
    if chosen is not None:
        monkeypatch.setenv("XDG_STATE_HOME", chosen)
    keeper = Keeper("ferry")
    assert [keeper.keep("one"), keeper.keep("two")] == [False, True]
    assert keeper.trouble == "HOME: no folder of yours is known" and last_kept("ferry") is None
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "here"] and list((tmp_path / "here").iterdir()) == []
    with pytest.raises(OSError, match="no folder of yours is known"):
        in_home("~/game.save")


def test_what_a_killed_writer_left_is_cleared_at_the_next_start(state):
    """Not what somebody is writing just now."""
    Keeper("ferry")
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    (state / f".ferry-1.save.{dead.pid}.part").write_text("half", encoding="utf-8")
    (state / f".ferry-2.save.{os.getpid()}.part").write_text("half", encoding="utf-8")
    Keeper("rowing")
    assert [path.name for path in state.iterdir()] == [f".ferry-2.save.{os.getpid()}.part"]


def test_the_folder_is_synced_after_the_file_has_its_name(tmp_path, monkeypatch):
    synced = []

    def note(number):
        synced.append((stat.S_ISDIR(os.fstat(number).st_mode), (tmp_path / "save").exists()))

    monkeypatch.setattr("os.fsync", note)
    write_whole(tmp_path / "save", "text")
    assert synced == [(False, False), (True, True)]


ANSWERING = """
import sys
from rulewright.desk.keeping import Keeper
keeper = Keeper("ferry")
for number in range(1_000_000):
    keeper.keep(f"{number:06} " + "x" * 20_000)
    print(f"{number:06}", flush=True)
"""


@pytest.mark.parametrize("after", [1, 7, 40])
def test_no_answer_that_was_acknowledged_is_lost_when_two_games_are_killed(state, after):
    players = [subprocess.Popen([sys.executable, "-c", ANSWERING], stdout=subprocess.PIPE, encoding="utf-8") for _ in range(2)]
    told = []
    for player in players:
        told.append([player.stdout.readline().strip() for _ in range(after)][-1])
    for player in players:
        player.kill()
    rest = [player.communicate()[0].split() for player in players]
    last = [(more or [said])[-1] for said, more in zip(told, rest, strict=True)]
    Keeper("rowing")
    kept = sorted(path.read_text(encoding="utf-8") for path in state.iterdir())
    assert len(kept) == 2 and all(len(text) == 20_007 for text in kept)
    found = sorted(int(text[:6]) for text in kept)
    assert all(0 <= one - int(said) <= 1 for one, said in zip(found, sorted(last), strict=True))
