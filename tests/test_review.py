"""Ledgers of played games: luck and answers add up exactly, and what is known to be a mistake is found."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import rulewright
from click.testing import CliRunner
from rulewright.cli import main
from rulewright.game import Game, Unplayable, load_record
from rulewright.study.review import Ledger, review
from rulewright.study.review_text import to_json, to_text
from written import game_in

RECORDS = Path(__file__).parent / "records"
STAKES = """\
name: Stakes
players: 2

components:
  coin:
    starts in: bag
    columns: {worth: number}
    rows: {red: [1], blue: [2], gold: [9]}

zones:
  bag: {form: pile, seen by: nobody}
  purse: {per: player, seen by: everyone}

counters:
  points: {of: player}

setup:
  - shuffle bag

flow:
  - each: player
    do:
      - offer:
          - {option: work, do: gain 5 points}
          - {option: rest}
  - each: player
    do: draw a coin from bag to purse

result:
  score: points + sum of worth of coins in purse
  winner: best player by most score
"""


@pytest.fixture
def stakes(tmp_path: Path) -> Game:
    folder = tmp_path / "stakes"
    return game_in(folder, STAKES)


def played(game: Game, tmp_path: Path, answers: list[str], seed: int = 1) -> Path:
    match = game.new_match(2, seed)
    for answer in answers:
        match.answer(answer)
    path = tmp_path / "record.yaml"
    path.write_text(match.record(), encoding="utf-8")
    return path


def adds_up(ledger: Ledger) -> bool:
    """To the last fraction, for every seat."""
    for seat in range(len(ledger.seats)):
        if ledger.start[seat] + sum(one.change[seat] for one in ledger.turns) != ledger.result[seat]:
            return False
        if ledger.start[seat] + ledger.luck(seat) + ledger.own(seat) + ledger.others(seat) != ledger.result[seat]:
            return False
    return True


def test_resting_was_the_mistake_and_the_coins_were_luck(stakes: Game, tmp_path: Path) -> None:
    ledger = review(stakes, load_record(played(stakes, tmp_path, ["rest", "work"])), playouts=60)
    assert adds_up(ledger)
    rest, work = (one for one in ledger.turns if one.seat is not None)
    assert (rest.seat, rest.step, rest.better) == ("Ada", 0, "work") and rest.missed > 0 > rest.change[0]
    assert work.better == "" and work.missed == 0 < work.change[1]
    assert ledger.own(0) < 0 < ledger.missed(0)
    assert "better by" in to_text(ledger)


def test_chance_that_nobody_knows_yet_is_luck_when_it_comes(stakes: Game, tmp_path: Path) -> None:
    """The bag was shuffled before anybody answered, and what lies in it counts only once it is drawn."""
    records = [load_record(played(stakes, tmp_path, ["work", "work"], seed)) for seed in range(1, 5)]
    ends = [review(stakes, record, playouts=40) for record in records]
    drawn = [ledger.turns[-1] for ledger in ends]
    assert all(turn.seat is None and abs(turn.change[0]) > 0.2 for turn in drawn)
    assert all(abs(ledger.turns[0].change[0]) < 0.2 for ledger in ends), "the deal alone decides nothing"


def test_where_chance_has_no_say_nothing_is_luck() -> None:
    """In Kuhn poker everything is dealt before anybody answers, and the last answer is worth what it ends with."""
    record = load_record(RECORDS / "kuhn_poker_2.yaml")
    ledger = review(rulewright.load("kuhn_poker"), record, playouts=6)
    assert adds_up(ledger) and len(ledger.turns) > 3
    deal, *later = (one for one in ledger.turns if one.seat is None)
    assert any(deal.change) and not any(any(one.change) for one in later)
    *_, last = (one for one in ledger.turns if one.seat is not None)
    assert 0 <= ledger.result[0] - last.change[0] <= 1
    text = to_text(ledger, every=True)
    doubtful = {f"{100 * float(one.change[0]):+.1f}" for one in ledger.turns if abs(one.change[0]) < 0.577}
    assert doubtful and set(re.findall(r"Ada (\S+) \?", text)) <= doubtful and "? is less than 58 points" in text


@pytest.mark.parametrize("name", ["kuhn_poker_2", "crazy_eights_4", "leduc_poker_2"])
@pytest.mark.parametrize("is_seen", [True, False])
def test_every_ledger_adds_up(name: str, is_seen: bool) -> None:
    record = load_record(RECORDS / f"{name}.yaml")
    ledger = review(rulewright.load(record.game), record, playouts=4, seat=record.seats[0] if is_seen else None)
    assert adds_up(ledger) and len(ledger.turns) > 1
    assert not is_seen or {one.seat for one in ledger.turns} <= {None, record.seats[0]}
    steps = [one.step for one in ledger.turns]
    assert steps == sorted(steps) and steps[-1] == len(record.answers)


def test_a_game_that_is_not_over_is_refused(stakes: Game, tmp_path: Path) -> None:
    with pytest.raises(Unplayable, match="not over"):
        review(stakes, load_record(played(stakes, tmp_path, ["rest"])))


def test_the_command_tells_it_as_data_too() -> None:
    runner, path = CliRunner(), str(RECORDS / "kuhn_poker_2.yaml")
    result = runner.invoke(main, ["review", path, "--playouts", "8", "--json"])
    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout)
    assert told == to_json(review(rulewright.load("kuhn_poker"), load_record(Path(path)), playouts=8))
    for seat in told["seats"]:
        whole = told["sums"][seat]
        parts = whole["start"] + sum(one["change"][seat] for one in told["turns"])
        assert parts == pytest.approx(whole["result"])
    refused = runner.invoke(main, ["review", path, "--seat", "Zoe"])
    assert refused.exit_code == 2 and 'nobody here is called "Zoe"' in refused.output
