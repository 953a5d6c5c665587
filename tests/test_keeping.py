"""Games in progress are kept, whole or not at all."""

import os

import pytest
from rulewright.interpreter.terminal.keeping import Keeper, last_kept, write_whole


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
