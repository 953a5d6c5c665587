"""The reader of YAML: positions are exact, YAML 1.2 is meant, and nothing hostile is read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from rulewright.language.diagnostics import Complaints, Span
from rulewright.language.read.nodes import Mapping, Scalar, Sequence, to_plain
from rulewright.language.read.source import read_file, read_raw, read_text


def read(text: str) -> Mapping:
    complaints = Complaints()
    node = read_text(text, "game.yaml", complaints)
    assert not complaints.errors and isinstance(node, Mapping)
    return node


@pytest.mark.parametrize(
    ("written", "meant"),
    [("on", "on"), ("yes", "yes"), ("no", "no"), ("1:30", "1:30"), ("010", "010"), ("1_000", "1_000"),
     ("2024-01-01", "2024-01-01"), ("true", True), ("null", None), ("~", None), ("-3", -3), ("2.5", 2.5), ("'3'", "3")],
)  # fmt: skip
def test_only_yaml_1_2_scalars_are_more_than_text(written: str, meant: object) -> None:
    assert to_plain(read(f"a: {written}")) == {"a": meant}


def test_every_node_knows_its_place() -> None:
    node = read('flow:\n  - "shuffle den"\n  - {do: x}\n')
    flow = node.items["flow"]
    assert node.keys["flow"] == Span("game.yaml", 1, 1, 4)
    assert isinstance(flow, Sequence)
    assert flow.items[0].span == Span("game.yaml", 2, 6, 11)
    assert flow.items[1].span == Span("game.yaml", 3, 5, 7)


def test_a_text_knows_how_many_lines_it_has() -> None:
    about = read("about: one\n  two\n  three\n").items["about"]
    assert isinstance(about, Scalar)
    assert (about.words, about.lines) == ("one two three", 3)


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "game.yaml")
    complaints = Complaints()
    assert read_file(tmp_path / "game.yaml", complaints) is None
    assert [one.slug for one in complaints.errors] == ["unreadable-file"]


@pytest.mark.parametrize("text", ["[" * 100_000, "- " * 100_000, "{a: " * 100_000, "? " * 50_000, "a: 'x" * 100_000])
def test_what_is_nested_without_end_is_refused(text: str) -> None:
    complaints = Complaints()
    assert read_text(text, "game.yaml", complaints) is None
    assert complaints.errors


@pytest.mark.parametrize(
    ("raw", "place"),
    [(b"name: Owls\nabout: na\xefve\n", (2, 10)), ("name: Owls\n".encode("utf-16"), (1, 1)), (b"\xef\xbb\xbfa\xff", (1, 2))],
)
def test_bytes_that_are_no_text_are_underlined_where_they_stand(raw: bytes, place: tuple[int, int]) -> None:
    complaints = Complaints()
    assert read_raw(raw, "game.yaml", complaints) is None
    assert [(one.slug, one.span.line, one.span.column) for one in complaints.errors] == [("not-utf8", *place)]
