"""Bots inside a library choose what the bots in Python choose, for the same seed, and learn and deal the same."""

from __future__ import annotations

import os
from math import log
from pathlib import Path

import pytest
import rulewright
from rulewright.engine.choice import WholeGames, is_at_hand
from rulewright.engine.native.dealing import why_not_thinking
from rulewright.engine.worlds import world_for
from rulewright.errors import Misused
from rulewright.players import greedy, search
from rulewright.players.bots import as_numbers
from rulewright.players.search import SearchBot, own_log
from rulewright.table.information_set import Outlook, Stopped

SEVERAL = "RULEWRIGHT_GAMES" in os.environ
DEFINITIONS = Path(__file__).parent / "definitions"
CUPS = str(Path(__file__).parent / "corners" / "cups")  # what was seen is shuffled
EVERY = [*rulewright.shipped(), *sorted(str(path) for path in DEFINITIONS.iterdir())]
SMALL = [str(DEFINITIONS / name) for name in ("swap_meet", "small_fibs")]
SOME = ["crazy_eights", "liars_dice", "ruse_and_bruise", *SMALL, CUPS]


def think_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (greedy, search):
        monkeypatch.setattr(module, "weighed", lambda *given: None)


@pytest.mark.needs("compiler")
@pytest.mark.parametrize("name", [*EVERY, CUPS] if SEVERAL else SOME)
def test_games_between_bots_are_the_same_inside_and_outside(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Whole games, with every number of them: a bot that chose, learnt or dealt otherwise would lead elsewhere. The library is
    at hand by then, so that bots in Python must be kept from thinking inside it."""
    game = rulewright.load(name)
    seats = game.definition.most if SEVERAL else game.definition.fewest
    if why_not_thinking(game.definition):
        return
    bots = ["greedy:2", "search:24", *["random"] * seats][:seats]
    games = range(3, 6 if SEVERAL else 4)
    played = []
    for engine in ("native", "python"):
        if engine == "python":
            think_outside(monkeypatch)
        played.append(list(rulewright.play_games(game, games, seats, bots, seed=5, rotate=True, engine=engine, workers=1)))
    assert played[0] == played[1]


@pytest.mark.needs("compiler")
@pytest.mark.parametrize(("name", "seats", "iterations"), [("ruse_and_bruise", 3, 40), ("leduc_poker", 2, 400)])
def test_a_bot_at_a_table_thinks_inside_and_chooses_the_same(
    monkeypatch: pytest.MonkeyPatch, name: str, seats: int, iterations: int
) -> None:
    """Also in the middle of a watched game, and where the tree goes on below answers that were all tried; what each option is
    worth is the same to the last bit."""
    game = rulewright.load(name)
    told: list[object] = []
    for is_inside in (True, False):
        match = game.new_match(seats, seed=4)
        if is_inside:
            WholeGames(match.state.world).demand()
            assert is_at_hand(match.state.world)
        else:
            think_outside(monkeypatch)
        for turn in range(6):
            if match.is_over:
                match = game.new_match(seats, seed=turn)
            seat = match.decisions[0].seat
            bot = SearchBot(turn, iterations)
            best = bot.weigh(match.decisions[0], Outlook(match, seat))
            told.append((bot.rng, [(option.text, worth) for option, worth in best]))
            chosen = greedy.GreedyBot(turn, 2).choose(match.decisions[0], Outlook(match, seat))
            match.answer(chosen)
    assert told[:6] == told[6:]


@pytest.mark.needs("compiler")
def test_somebody_who_waits_no_longer_stops_a_bot_inside() -> None:
    game = rulewright.load("crazy_eights")
    match = game.new_match(2, seed=1)
    WholeGames(match.state.world).demand()
    seat = match.decisions[0].seat
    with pytest.raises(Stopped):
        SearchBot(1, 50).choose(match.decisions[0], Outlook(match, seat, None, lambda: True))
    ticks = iter(range(1000))
    quick = SearchBot(1, seconds=4, clock=lambda: float(next(ticks)))
    assert quick.choose(match.decisions[0], Outlook(match, seat)) in tuple(match.decisions[0].options)
    assert next(ticks) < 100


@pytest.mark.needs("compiler")
def test_figures_of_bots_are_the_same_however_they_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    think_outside(monkeypatch)
    game = rulewright.load("kuhn_poker")
    usual = rulewright.simulate(game, 30, 2, ["greedy", "search:20"], seed=3, rotate=True, workers=1, engine="python")
    inside = rulewright.simulate(game, 30, 2, ["greedy", "search:20"], seed=3, rotate=True, workers=2, engine="native")
    assert inside.to_json() == usual.to_json() and inside.tally == usual.tally


def test_which_bots_can_think_inside() -> None:
    assert [as_numbers(one) for one in ("random", "greedy", "greedy:9", "search", "search:2s")] == [
        ("random", 0), ("greedy", 4), ("greedy", 9), ("search", 500), None,
    ]  # fmt: skip
    assert "several seats" in why_not_thinking(rulewright.load("hearts").definition)
    assert not is_at_hand(world_for(rulewright.load("hearts").definition, 4))


def test_bots_that_cannot_think_inside_are_refused_by_name() -> None:
    """Whoever wants the engine and no other does not get another without a word."""
    for name, bot, why in (("hearts", "greedy", "several seats"), ("kuhn_poker", "search:1s", "in Python only")):
        with pytest.raises(Misused, match=why):
            rulewright.simulate(rulewright.load(name), 1, bots=bot, workers=1, engine="native")


def test_our_own_logarithm_is_one() -> None:
    assert all(own_log(one) == pytest.approx(log(one), rel=1e-14) for one in (1, 2, 3, 7, 100, 4095, 4096, 10**6))
