"""The store of texts: what was put is given back to the byte, and whatever else lies there counts as nothing."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from rulewright import cache

TEXT = "first line\nsecond line, with ž and 🂡\n"
KEY = cache.key("a text")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "kept"
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(place))
    return place


def entry(folder: Path) -> Path:
    """The file of the only text that is kept."""
    (found,) = folder.iterdir()
    return found


def test_a_text_comes_back_as_it_was_put(folder):
    assert cache.get(KEY) is None
    cache.put(KEY, TEXT)
    assert cache.get(KEY) == TEXT
    assert cache.get(cache.key("another")) is None


def test_only_the_user_can_read_and_write_what_is_kept(folder):
    cache.put(KEY, TEXT)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE(entry(folder).stat().st_mode) == 0o600


def test_keys_tell_apart_what_their_parts_tell_apart():
    keys = {cache.key(*parts) for parts in (("ab", "c"), ("a", "bc"), ("abc",), ("1:a",), ("a",), ("",), ())}
    assert len(keys) == 7


ALTERED = {
    "cut off": lambda raw: raw[:-1],
    "cut in the first line": lambda raw: raw[:20],
    "empty": lambda raw: b"",
    "one letter changed": lambda raw: raw.replace(b"second", b"sekond"),
    "something added": lambda raw: raw + b" ",
    "of another version": lambda raw: raw.replace(b"rulewright 1", b"rulewright 0"),
    "no text": lambda raw: b"\xff\xfe\n\xff",
    "no first line": lambda raw: raw.partition(b"\n")[2],
}


@pytest.mark.parametrize("how", ALTERED)
def test_an_altered_entry_counts_as_not_there_and_can_be_put_again(folder, how):
    cache.put(KEY, TEXT)
    raw = entry(folder).read_bytes()
    entry(folder).write_bytes(ALTERED[how](raw))
    assert entry(folder).read_bytes() != raw
    assert cache.get(KEY) is None
    cache.put(KEY, TEXT)
    assert cache.get(KEY) == TEXT


def test_an_entry_under_the_name_of_another_is_not_read(folder):
    cache.put(KEY, TEXT)
    other = cache.key("another")
    entry(folder).rename(folder / entry(folder).name.replace(KEY, other))
    assert cache.get(other) is None


def test_bytes_that_are_no_text_are_not_read_even_if_their_digest_is_right(folder):
    cache.put(KEY, TEXT)
    entry(folder).write_bytes(cache._head(KEY, b"\xff") + b"\n\xff")
    assert cache.get(KEY) is None


def test_what_others_can_write_is_not_read(folder):
    cache.put(KEY, TEXT)
    entry(folder).chmod(0o620)
    assert cache.get(KEY) is None


def test_what_somebody_else_wrote_is_not_read(folder, monkeypatch):
    cache.put(KEY, TEXT)
    monkeypatch.setattr(os, "geteuid", lambda: entry(folder).stat().st_uid + 1)
    assert cache.get(KEY) is None


@pytest.mark.parametrize("kind", ["link", "pipe", "folder"])
def test_only_an_ordinary_file_is_read(folder, tmp_path, kind):
    cache.put(KEY, TEXT)
    path = entry(folder)
    path.rename(tmp_path / "moved")
    if kind == "link":
        path.symlink_to(tmp_path / "moved")
    elif kind == "pipe":
        os.mkfifo(path, 0o600)
    else:
        path.mkdir()
    assert cache.get(KEY) is None


@pytest.mark.parametrize("place", ["file", "file/below"])
def test_a_folder_that_cannot_be_made_does_not_matter(tmp_path, monkeypatch, place):
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / place))
    cache.put(KEY, TEXT)
    assert cache.get(KEY) is None
    assert (tmp_path / "file").read_text(encoding="utf-8") == "in the way"


def test_a_folder_that_cannot_be_written_does_not_matter(folder, monkeypatch):
    def refuse(*arguments: object, **options: object) -> int:
        raise OSError(30, "Read-only file system")

    cache.put(KEY, TEXT)
    monkeypatch.setattr(os, "open", refuse)
    cache.put(cache.key("another"), TEXT)
    assert len(list(folder.iterdir())) == 1


def test_off_keeps_nothing(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RULEWRIGHT_CACHE", "off")
    cache.put(KEY, TEXT)
    assert cache.get(KEY) is None
    assert list(tmp_path.iterdir()) == []


def test_texts_are_kept_in_the_cache_folder_of_the_user(tmp_path, monkeypatch):
    monkeypatch.delenv("RULEWRIGHT_CACHE")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "other"))
    assert cache.folder() == tmp_path / "other" / "rulewright"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative, which the standard forbids")
    assert cache.folder() == tmp_path / ".cache" / "rulewright"


def test_the_oldest_texts_are_forgotten_and_nothing_else(folder, monkeypatch):
    monkeypatch.setattr(cache, "MOST_ENTRIES", 3)
    folder.mkdir()
    (folder / "letter.txt").write_text("of somebody else", encoding="utf-8")
    keys = [cache.key(str(number)) for number in range(5)]
    for age, key in enumerate(keys):
        cache.put(key, TEXT)
        newest = folder / f"{key}.rulewright-cache"
        os.utime(newest, (1000 + age, 1000 + age))
    assert [cache.get(key) for key in keys] == [None, None, TEXT, TEXT, TEXT]
    assert (folder / "letter.txt").exists()


def test_the_digest_of_our_sources_changes_with_any_of_them(tmp_path):
    folders = tmp_path / "schema", tmp_path / "code"
    for folder in folders:
        folder.mkdir()
    (tmp_path / "schema" / "one").write_text("1", encoding="utf-8")
    (tmp_path / "code" / "two.py").write_text("2", encoding="utf-8")
    found = [cache.sources(*folders)]
    for name, text in (("schema/one", "3"), ("code/two.py", "4"), ("schema/new", "")):
        (tmp_path / name).write_text(text, encoding="utf-8")
        found.append(cache.sources(*folders))
    assert len(set(found)) == 4
