"""Runs that grow: they stop when they know enough, go on where they stopped, and are the same as one run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import rulewright
from click.testing import CliRunner
from rulewright.cli import main
from rulewright.study.growing import Goal, grow
from rulewright.study.kept_games import KeptGame, OtherGames
from rulewright.study.plan import Seating, new_plan
from rulewright.study.statistics import Share

GAME = rulewright.load("kuhn_poker")
PLAN = new_plan(GAME, Seating(2, "random", 5))


def test_a_run_ends_when_its_shares_are_narrow_enough() -> None:
    figures = grow(GAME, PLAN, Goal(100_000, within=0.1), workers=1)
    assert 100 < figures.games < 2_000
    assert all(figures.share(seat).radius <= 0.1 for seat in figures.seats)


def test_a_watched_interval_is_wider_than_one_that_is_not() -> None:
    plain, watched = Share(300, 500), Share(300, 500, watched=True)
    assert watched.interval[0] < plain.interval[0] < 0.6 < plain.interval[1] < watched.interval[1]


def test_a_run_that_is_continued_is_the_same_as_one_run(tmp_path: Path) -> None:
    kept = KeptGame(tmp_path / "games.json")
    grow(GAME, PLAN, Goal(150), kept, workers=1)
    parts = grow(GAME, PLAN, Goal(400), kept, workers=1)
    whole = rulewright.simulate(GAME, 400, 2, "random", 5, workers=1)
    assert parts.games == 400 and parts.tally == whole.tally


def test_what_is_there_already_is_not_played_again(tmp_path: Path) -> None:
    kept = KeptGame(tmp_path / "games.json")
    grow(GAME, PLAN, Goal(150), kept, workers=1)
    before = kept.path.read_text(encoding="utf-8")
    assert grow(GAME, PLAN, Goal(100), kept, workers=1).games == 150
    assert kept.path.read_text(encoding="utf-8") == before


@pytest.mark.parametrize(("plan", "said"), [
    (new_plan(GAME, Seating(2, "random", 6)), "another seed: 5, not 6"),
    (new_plan(GAME, Seating(2, "greedy", 5)), "another bots"),
    (new_plan(GAME, Seating(["Eva", "Bo"], "random", 5)), "another seats"),
])  # fmt: skip
def test_games_of_another_run_are_refused(tmp_path: Path, plan: object, said: str) -> None:
    kept = KeptGame(tmp_path / "games.json")
    grow(GAME, PLAN, Goal(20), kept, workers=1)
    with pytest.raises(OtherGames, match=said):
        kept.open(GAME, plan)  # type: ignore[arg-type]


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"plan": {}}', '{"plan": 3, "tally": 4}'])
def test_a_damaged_file_is_refused_in_a_sentence(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "games.json"
    path.write_text(damage, encoding="utf-8")
    result = CliRunner().invoke(main, ["simulate", "kuhn_poker", "--games", "20", "--keep", str(path), "--workers", "1"])
    assert result.exit_code == 2 and "games.json" in result.output and "Traceback" not in result.output


def test_counts_that_do_not_add_up_are_refused(tmp_path: Path) -> None:
    kept = KeptGame(tmp_path / "games.json")
    grow(GAME, PLAN, Goal(20), kept, workers=1)
    data = json.loads(kept.path.read_text(encoding="utf-8"))
    data["tally"]["games"] += 1
    kept.path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(OtherGames, match="damaged"):
        kept.open(GAME, PLAN)


@pytest.mark.parametrize("words", ["0", "much", "90%"])
def test_a_precision_that_cannot_be_is_refused(words: str) -> None:
    result = CliRunner().invoke(main, ["simulate", "kuhn_poker", "--within", words])
    assert result.exit_code == 2 and "per cent" in result.output


def test_parts_of_a_run_are_put_together(tmp_path: Path) -> None:
    one, two, all_of_it = (KeptGame(tmp_path / f"{name}.json") for name in ("one", "two", "all"))
    grow(GAME, PLAN, Goal(120), one, workers=1)
    later = grow(GAME, PLAN, Goal(80), two, workers=1, first=120)
    assert later.tally != grow(GAME, PLAN, Goal(80), workers=1).tally, "games of other numbers are other games"
    whole = rulewright.simulate(GAME, 250, 2, "random", 5, workers=1)
    merged = grow(GAME, PLAN, Goal(250), all_of_it, workers=1, merged=[two, one])
    assert merged.tally == whole.tally and all_of_it.open(GAME, PLAN).stretches == [(0, 250)]
    with pytest.raises(OtherGames, match="games 1 to 120 are there twice"):
        grow(GAME, PLAN, Goal(300), all_of_it, workers=1, merged=[one])


def test_the_command_begins_where_it_is_told_and_merges(tmp_path: Path) -> None:
    def run(*more: str) -> str:
        result = CliRunner().invoke(main, ["simulate", "kuhn_poker", "--seed", "5", "--workers", "1", "--json", *more])
        assert result.exit_code == 0, result.output
        return result.stdout

    parts = [str(tmp_path / "one.json"), str(tmp_path / "two.json")]
    run("--games", "30", "--keep", parts[0])
    run("--games", "20", "--from", "31", "--keep", parts[1])
    merged = json.loads(run("--games", "50", "--merge", parts[0], "--merge", parts[1]))
    assert merged["seats"][0]["wins"] == json.loads(run("--games", "50"))["seats"][0]["wins"] and merged["games"] == 50


def test_what_deals_save_is_told_in_grown_runs_to_the_last_digit(tmp_path: Path) -> None:
    """One run, one that was continued, and two parts that were merged."""
    plan = new_plan(GAME, Seating(2, "greedy", 5), engine="native")
    kept, parts = KeptGame(tmp_path / "kept.json"), [KeptGame(tmp_path / f"{name}.json") for name in ("one", "two")]
    grow(GAME, plan, Goal(70), kept, workers=1)
    continued = grow(GAME, plan, Goal(160), kept, workers=1)
    grow(GAME, plan, Goal(100), parts[0], workers=1)
    grow(GAME, plan, Goal(60), parts[1], workers=1, first=100)
    merged = grow(GAME, plan, Goal(160), workers=1, merged=parts[::-1])
    whole = rulewright.simulate(GAME, 160, 2, "greedy", 5, workers=1, engine="native")
    wins = whole.steady[0]
    assert wins.found.saving > 2 and [one.found for one in whole.steady] == [one.found for one in continued.steady]
    assert merged.steady == continued.steady and f"{wins.found.saving:.1f} x" in merged.to_text()
    assert merged.steady[0].ends[0] < wins.ends[0] < wins.ends[1] < merged.steady[0].ends[1], "it may be watched"


def test_a_run_ends_by_what_is_known_without_luck() -> None:
    plan = new_plan(GAME, Seating(2, "greedy", 5), engine="native")
    figures = grow(GAME, plan, Goal(2000, within=0.12), workers=1)
    assert figures.games < 2000 and figures.steady[0].radius <= 0.12 < figures.share("Ada").radius


def test_a_kept_run_whose_sums_are_damaged_is_refused(tmp_path: Path) -> None:
    kept, plan = KeptGame(tmp_path / "games.json"), new_plan(GAME, Seating(2, "greedy", 5), engine="native")
    grow(GAME, plan, Goal(60), kept, workers=1)
    data = json.loads(kept.path.read_text(encoding="utf-8"))
    data["steady"]["games"] += 1
    kept.path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(OtherGames, match="damaged"):
        kept.open(GAME, plan)
