"""`rulewright fix`: changes that an error is certain of, and no others."""

import json

import pytest
from click.testing import CliRunner
from rulewright.cli import main
from rulewright.language.diagnostics import Diagnostic, Instead, Span, did_you_mean
from rulewright.language.read.files import shown_path
from rulewright.language.read.source import read_text
from rulewright.workshop import fixing
from rulewright.workshop.fixing import complaints_about, fixed_files
from rulewright.workshop.new_game import write_new_game


@pytest.fixture
def game(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_new_game(tmp_path / "small_game")
    return tmp_path / "small_game"


def spoil(path, *pairs):
    """Write the file with other words, and return it as it was."""
    text = path.read_text(encoding="utf-8")
    spoilt = text
    for right, wrong in pairs:
        assert right in spoilt
        spoilt = spoilt.replace(right, wrong, 1)
    path.write_text(spoilt, encoding="utf-8")
    return text


def run(*words, said=""):
    return CliRunner().invoke(main, ["fix", *map(str, words)], input=said)


def test_slots_names_and_verbs_are_put_right_one_after_the_other(game):
    """The names are looked at only when the shape is right: it takes several rounds."""
    zones = spoil(game / "game.yaml", ("holds: beast", "hold: beest"))
    flow = spoil(game / "flow.yaml", ("move chosen", "put chosen"), ("most shown", "most shwon"))
    result = run(game, "--yes")
    assert result.exit_code == 0, result.output
    assert (game / "game.yaml").read_text(encoding="utf-8") == zones
    assert (game / "flow.yaml").read_text(encoding="utf-8") == flow
    assert 'game.yaml:10:35: "hold" becomes "holds"' in result.output
    assert 'flow.yaml:12:13: "put" becomes "move"' in result.output
    assert result.output.endswith("4 changes written; no errors.\n")


def test_a_word_in_a_comment_stays(game):
    spoil(game / "game.yaml", ("# The name", "# hold: the name"), ("holds: beast", "hold: beast"))
    assert run(game, "--yes").exit_code == 0
    assert (game / "game.yaml").read_text(encoding="utf-8").startswith("# hold: the name")


def test_nothing_is_written_without_a_yes(game):
    spoil(game / "game.yaml", ("holds: beast", "hold: beast"))
    spoilt = (game / "game.yaml").read_bytes()
    for said in ("n\n", ""):
        result = run(game, said=said)
        assert result.exit_code == 1 and "  + hand: {per: player" in result.output
        assert (game / "game.yaml").read_bytes() == spoilt
    assert run(game).stderr == "Stopped.\n"  # nobody is there to say
    assert "nothing written; 1 error is left" in run(game, said="n\n").output
    assert run(game, said="y\n").exit_code == 0


def test_scenarios_are_put_right(game):
    path = game / "scenarios" / "first.yaml"
    text = spoil(path, ("[wolf", "[wlof"))
    result = run(game, "--yes")
    assert path.read_text(encoding="utf-8") == text, result.output


def test_what_is_not_certain_is_left(game):
    """Two names are as near as each other, and a key that is there already cannot be given twice."""
    hint = did_you_mean("axb", ["aab", "abb"])
    assert hint and not isinstance(hint, Instead) and isinstance(did_you_mean("axb", ["aab", "zzz"]), Instead)
    spoil(game / "game.yaml", ("holds: beast,", "holds: beast, hold: beast,"))
    assert fixed_files(game, complaints_about(game)) == []
    result = run(game, "--yes")
    assert result.exit_code == 1 and result.output.startswith("nothing written; 1 error is left")


def test_many_changes_are_tried_at_once_and_one_that_does_not_go_spoils_no_other(game, monkeypatch):
    looks, path = [], game / "game.yaml"
    monkeypatch.setattr(fixing, "read_text", lambda *words: looks.append(words[0]) or read_text(*words))
    text = "name: Small\nholds: beast\nhold: beast\nflow:\n" + "  - shufle deck\n" * 60
    path.write_text(text, encoding="utf-8")
    fixes = [(Span(shown_path(path), 5 + one, 5, 6), ("shufle", "shuffle")) for one in range(60)]
    fixes.insert(30, (Span(shown_path(path), 3, 1, 4), ("hold", "holds")))
    (fixed,) = fixed_files(game, [Diagnostic(span, "misread", "", fix=fix) for span, fix in fixes])
    assert fixed.raw.decode() == text.replace("shufle", "shuffle") and len(fixed.changes) == 60
    assert len(looks) < 20


def test_other_bytes_of_a_file_stay(game):
    path = game / "game.yaml"
    text = spoil(path, ("holds: beast", "hold: beast"))
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert run(game, "--yes").exit_code == 0
    assert path.read_bytes() == b"\xef\xbb\xbf" + text.encode().replace(b"\n", b"\r\n")


def test_a_legal_game_needs_nothing(game):
    assert (run(game).exit_code, run(game).output) == (0, "nothing written; no errors.\n")


def test_programs_get_the_fix(game):
    spoil(game / "game.yaml", ("holds: beast", "hold: beast"))
    told = json.loads(CliRunner().invoke(main, ["validate", str(game), "--json"]).output)["errors"]
    assert [one["fix"] for one in told] == [["hold", "holds"]]
    assert Diagnostic.from_json(told[0]).fix == ("hold", "holds")
