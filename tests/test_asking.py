"""Several seats asked at once: bots, saves and both engines, whoever has answered already and whoever has not."""

from __future__ import annotations

from pathlib import Path

import pytest
import rulewright
from click.testing import CliRunner
from rulewright.cli import main
from rulewright.desk import advice
from rulewright.desk.session import Session
from rulewright.engine import chance
from rulewright.engine.opening import new_state
from rulewright.engine.python.stepper import Stepper
from rulewright.engine.reference.interpreter import Interpreter
from rulewright.players.bots import new_bot, play_out
from rulewright.table.information_set import Outlook, onlooker
from rulewright.table.match import Match
from rulewright.terminal.conversation import Terminal
from rulewright.terminal.plain import PlainScreen
from run_form import played
from written import game_in

SWAP_MEET = Path(__file__).parent / "definitions" / "swap_meet"
BOTS = ("random", "greedy:1", "search:20")


@pytest.fixture(scope="module")
def swap_meet() -> rulewright.Game:
    return rulewright.load(SWAP_MEET)


def written(tmp_path: Path, text: str) -> rulewright.Game:
    return game_in(tmp_path, text)


@pytest.mark.parametrize("words", [("greedy:1",) * 2, ("search:20",) * 2, ("random", "search:20", "greedy:1")], ids="-".join)
def test_bots_play_a_game_in_which_all_are_asked_at_once(swap_meet: rulewright.Game, words: tuple[str, ...]) -> None:
    for seed in range(3):
        match = swap_meet.new_match(len(words), seed)
        play_out(match, {seat: new_bot(one, seed) for seat, one in zip(match.seats, words, strict=True)})
        assert match.is_over


def in_any_order(game: rulewright.Game, players: int, seed: int) -> list[rulewright.Match]:
    """A copy of the match at every decision of a game in which whoever is asked answers in a random order."""
    match, rng, found = game.new_match(players, seed), chance.seeded(seed), []
    while match.decisions:
        found.append(match.copy(watched=True))
        rng, who = chance.below(rng, len(match.decisions))
        decision = match.decisions[who]
        rng, which = chance.below(rng, len(decision.options))
        match.answer(decision.options[which], decision.seat)
    return found


@pytest.mark.parametrize("words", BOTS)
def test_a_bot_can_think_whoever_has_answered_already(swap_meet: rulewright.Game, words: str) -> None:
    """At the table, and after a save in the middle of the question."""
    for match in in_any_order(swap_meet, 3, 5):
        for table in (match, swap_meet.resume(match.save())):
            for decision in table.decisions:
                option = new_bot(words, 1).choose(decision, Outlook(table, decision.seat))
                assert option in decision.options


def test_a_deal_asks_those_who_are_asked(swap_meet: rulewright.Game) -> None:
    """Whoever has nothing to answer is not asked, and everybody knows that: hands are dealt accordingly."""
    rng, compared = chance.seeded(3), 0
    for seed in range(4):
        for match in in_any_order(swap_meet, 3, seed):
            asked = {decision.seat for decision in match.decisions}
            for decision in match.decisions:
                eyes = onlooker(match, decision.seat)
                rng, dealt = Outlook(match, decision.seat, eyes).deal(rng)
                assert all(one.options for one in dealt.decisions)
                assert asked <= {one.seat for one in dealt.decisions} <= asked | {seat for seat, _ in eyes.answers}
                compared += len(asked) > 1
    assert compared > 20


EMPTY_ROW = """
name: Empty Row
about: Whoever has no coin left throws none, and is counted all the same.
players: 2
components:
  coin: {starts in: mint, copies: 3}
zones:
  mint: {form: pile, seen by: everyone}
  purse: {per: player, seen by: everyone}
counters:
  throws: {of: player}
setup:
  - draw 3 coins from mint to purse of (first player by most seat)
flow:
  - rounds: 2
    do:
      - ask: player
        choose: 0 to 2 coins in purse as thrown
        option: throw {thrown}
        do:
          - move every coin in thrown to mint
          - gain 1 throw
        else: gain 9 throws
result:
  score: throws
  winner: best player by most score
"""


def test_with_nothing_to_pick_the_row_is_empty_and_not_declined(tmp_path: Path) -> None:
    game = written(tmp_path, EMPTY_ROW)
    for engine in (Interpreter, Stepper):
        match = Match.begin(game.definition, ("Ada", "Bo"), 1, {}, watched=False, engine=engine)
        while match.decisions:
            assert [one.seat for one in match.decisions] == ["Bo"]
            match.answer(match.decisions[0].options[0])
        assert match.scores == {"Ada": 2, "Bo": 2}
    state = new_state(match.state.world, 1)
    played(state, lambda state, seat, count, site: 0)
    assert state.table() == match.state.table()


@pytest.mark.parametrize("words", BOTS)
def test_a_game_that_asks_is_played_from_the_command_line(words: str) -> None:
    seats = f"Ada:{words},Bo:{words}"
    result = CliRunner().invoke(main, ["play", str(SWAP_MEET), "--seats", seats, "--seed", "4"])
    assert result.exit_code == 0 and "wins" in result.output


def test_a_hint_and_a_resumed_game_in_the_middle_of_a_question(
    swap_meet: rulewright.Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ada has answered at the same screen, Bo asks what to do, leaves, and goes on with bots that have to think."""
    monkeypatch.setattr(advice, "SECONDS", 0.2)
    shown: list[str] = []
    typed = iter(["", "1", "", "hint", f"save {tmp_path / 'kept.json'}", None])
    terminal = Terminal(Session(swap_meet, {}), PlainScreen(shown.append, lambda prompt, words: next(typed)))
    terminal.begin(("Ada", "Bo", "Cy"), 3, {})
    terminal.play()
    assert any("stands at" in line for line in shown)
    bots = {"Ada": "search:20", "Bo": "greedy:1", "Cy": "random"}
    resumed = Terminal(Session(swap_meet, bots), PlainScreen(shown.append, lambda prompt, words: None))
    resumed.resume(tmp_path / "kept.json", seats=("Ada", "Bo", "Cy"))
    assert [one.seat for one in resumed.match.decisions] == ["Bo", "Cy"]
    resumed.play()
    assert resumed.match.is_over
