"""Games with known answers: intervals cover the truth, and what makes no difference is not called one.

A sample runs with all tests; `RULEWRIGHT_TRUTH=1000` repeats everything a thousand times (`make check-long`), 300 will do.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pytest
import rulewright
from rulewright.engine import chance
from rulewright.engine.options import Option
from rulewright.game import Game
from rulewright.players import bots
from rulewright.players.bots import Decision, Outlook
from rulewright.study.compare import Version, compare
from rulewright.study.deals import add_to, new_steadying
from rulewright.study.games import play_games
from rulewright.study.plan import Seating, new_plan
from rulewright.study.scale import ENDED, WATCHED, Scale
from rulewright.study.sequences import RunningMean
from rulewright.study.simulate import simulate
from rulewright.study.weigh import weigh
from written import write_game

Found = TypeVar("Found")
REPETITIONS = int(os.environ.get("RULEWRIGHT_TRUTH", "8"))
IS_LONG = REPETITIONS >= 300
GAMES = 300 if IS_LONG else 80
COVERED = 0.93 if IS_LONG else 0.7
CALLED = 0.07 if IS_LONG else 0.2

DUEL = """\
name: Duel
players: 2

components:
  medal:
    per: player
    starts in: deck
    columns: {strength: number}
    rows: {gold: [5], silver: [3], bronze: [1]}

zones:
  deck: {per: player, form: pile, seen by: nobody}
  hand: {per: player, form: hand, seen by: owner}

setup:
  - each: player
    do:
      - shuffle deck
      - draw a medal from deck to hand

flow:
  - each: player
    do:
      - choose: a medal in hand as shown
        option: show {shown}

result:
  score: sum of strength of medals in hand
  winner: best player by most score
"""


def duel(folder: Path, *changes: tuple[str, str]) -> Game:
    text = DUEL
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    write_game(folder, text)
    return quick(rulewright.load(folder))


def quick(game: Game) -> Game:
    """The game, with a library at hand where much is played."""
    if IS_LONG:
        simulate(game, 5, engine="native", workers=1)
    return game


def tell(found: Found) -> Found:
    """What was found is worth reading also where it is good enough."""
    print(found)
    return found


def covered(games: Callable[[int], Iterator[float]], truth: float) -> float:
    """In how many of all repetitions the interval covers the truth when it is over."""
    hits = 0
    for repetition in range(REPETITIONS):
        running = RunningMean.of(games(repetition))
        low, high = running.interval()
        hits += low <= truth <= high
    return hits / REPETITIONS


def test_kuhn_poker_at_random_is_worth_an_eighth_to_the_first_player() -> None:
    game = quick(rulewright.load("kuhn_poker"))
    one = lambda seed: (float(one.scores[0]) for one in play_games(game, range(GAMES), seed=seed, workers=1))  # noqa: E731
    assert tell(covered(one, 1 / 8)) >= COVERED


class Equilibrium:
    """The first player of Kuhn poker bluffs with a third of the jacks and bets all kings; the second answers it."""

    looks = False

    def __init__(self, seed: int, budget: str = "") -> None:
        self.rng = chance.seeded(seed)

    def choose(self, decision: Decision, outlook: Outlook) -> Option:
        match = outlook._match
        seat = match.seats.index(decision.seat)
        state = match.state
        height = state.world.row[state.zones[state.world.zones_of[1][seat]][0]]
        paid = state.variables[match.definition.variable_numbers["paid"]]
        is_bet, is_second = paid[1 - seat] > paid[seat], seat == 1
        bets = self._bets(height, is_bet, is_second)
        self.rng, drawn = chance.below(self.rng, 3)
        return decision.options[1 if drawn < bets else 0]

    @staticmethod
    def _bets(height: int, is_bet: bool, is_second: bool) -> int:
        """In how many of three games: with jack, queen and king."""
        if is_bet:
            return {0: 0, 1: 1 if is_second else 2, 2: 3}[height]
        return {0: 1, 1: 0, 2: 3}[height]


def test_kuhn_poker_in_equilibrium_costs_the_first_player_an_eighteenth(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(bots.BOTS, "equilibrium", Equilibrium)
    game = rulewright.load("kuhn_poker")
    games = 150 if IS_LONG else 60

    def scores(seed: int) -> Iterator[float]:
        return (float(one.scores[0]) for one in play_games(game, range(games), bots="equilibrium", seed=seed, workers=1,
                                                           engine="python"))  # fmt: skip

    assert tell(covered(scores, -1 / 18)) >= COVERED


def test_without_the_luck_of_deals_the_truth_is_covered_with_fewer_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same, for a number of games that is set before, and for a run that grows and is looked at all the time: the share of
    the deals is found out from other games."""
    monkeypatch.setitem(bots.BOTS, "equilibrium", Equilibrium)
    game = quick(rulewright.load("kuhn_poker"))
    hits, watched, savings = 0, 0, []
    for repetition in range(REPETITIONS if IS_LONG else 3):
        seating = Seating(bots="equilibrium", seed=repetition)
        results = list(play_games(game, range(150 if IS_LONG else 60), bots="equilibrium", seed=repetition, workers=1))
        plan, always = new_plan(game, seating), True
        sums = new_steadying(game, plan)
        for first in range(0, len(results), 30):
            add_to(sums, game, plan, results[first : first + 30], 1)
            one = sums.found()[2]  # the score of Ada, after the wins of both
            low, high = one.running.interval()
            always &= low <= -1 / 18 <= high
        low, high = one.running.fixed_interval()
        hits, watched = hits + (low <= -1 / 18 <= high), watched + always
        savings.append(one.saving)
    assert tell(hits) / len(savings) >= (COVERED if IS_LONG else 0.3) and tell(watched) / len(savings) >= COVERED
    assert min(savings) >= 1 and tell(sum(savings) / len(savings)) > 1.3


def wins(mine: Iterable[int], theirs: Iterable[int]) -> float:
    """What one of these strengths wins against one of those, all pairs being as likely; ties are shared."""
    pairs = [(one, two) for one in mine for two in theirs]
    return sum((one > two) + (one == two) / 2 for one, two in pairs) / len(pairs)


@pytest.mark.parametrize("medals", [
    {"gold": 5, "silver": 3, "bronze": 1}, {"gold": 9, "silver": 4, "copper": 4, "iron": 3, "bronze": 1},
])  # fmt: skip
def test_a_card_is_weighed_as_what_it_is_worth(medals: dict[str, int], tmp_path: Path) -> None:
    """Without gold two of six pairs are won and one is shared by two; bronze is better away. At the end the interval covers it
    as often as it says, and so does everything that was shown on the way, all looks together."""
    rows = ", ".join(f"{name}: [{strength}]" for name, strength in medals.items())
    game = duel(tmp_path / "duel", ("gold: [5], silver: [3], bronze: [1]", rows))
    every = list(medals.values())
    at_end, always = dict.fromkeys(medals, 0), dict.fromkeys(medals, 0)
    for repetition in range(REPETITIONS):
        plan = new_plan(game, Seating(seed=repetition))
        scale = Scale(game, plan, GAMES, 0.001, 1, len(medals))
        for row, name in enumerate(medals):
            truth = 0.5 - wins([one for other, one in medals.items() if other != name], every)
            looks: list[RunningMean] = []
            lost = scale.weigh(game, replace(plan, withheld=row), looks.append)
            ends = [lost.fixed_interval(ENDED), *(one.interval(WATCHED) for one in looks)]
            covers = [low <= truth <= high for low, high in ends]
            at_end[name] += covers[0]
            always[name] += all(covers)
    assert min(tell(at_end).values()) / REPETITIONS >= COVERED
    assert min(tell(always).values()) / REPETITIONS >= COVERED


def test_a_seat_is_weighed_as_what_it_is_worth(tmp_path: Path) -> None:
    """Ada has three points more, and all pairs of medals are as likely."""
    game = duel(tmp_path / "duel", ("score: sum", "score: (3 if player is (first player) else 0) + sum"))
    truth = wins([one + 3 for one in (5, 3, 1)], (5, 3, 1)) - 0.5
    hits = 0
    for repetition in range(REPETITIONS):
        found = weigh(game, GAMES, Seating(seed=repetition), within=0.001, ways=["seat"], workers=1)
        low, high = next(one for one in found.standings if one.name == "Ada").more.fixed_interval(ENDED)
        hits += low <= truth <= high
    assert tell(hits) / REPETITIONS >= COVERED


def test_a_card_taken_from_both_and_a_seat_that_is_favoured_are_found(tmp_path: Path) -> None:
    """With only silver and bronze, the best score falls from 35/9 to 5/2; a point for Ada breaks every tie for her."""
    usual = Version("usual", duel(tmp_path / "duel"))
    fewer = Version("fewer", duel(tmp_path / "fewer", ("gold: [5], ", "")))
    ahead = Version("ahead", duel(tmp_path / "ahead", ("score: sum", "score: (1 if player is (first player) else 0) + sum")))
    hits = [0, 0]
    for repetition in range(REPETITIONS):
        for place, (other, name, truth) in enumerate(((fewer, "best score", 5 / 2 - 35 / 9), (ahead, "wins of Ada", 1 / 6))):
            found = compare(usual, other, GAMES, seed=repetition, within=0.0001, workers=1)
            low, high = next(row for row in found.rows if row.figure.name == name).difference.interval()
            hits[place] += low <= truth <= high
    assert min(tell(hits)) / REPETITIONS >= COVERED


@pytest.mark.parametrize(("way", "times"), [("seeds of its own", 1), ("chance that is shifted", 2), ("shifted more", 3)])
def test_an_edit_that_changes_nothing_is_no_difference(way: str, times: int, tmp_path: Path) -> None:
    usual = Version("usual", duel(tmp_path / "duel"))
    shifted = Version("shifted", duel(tmp_path / "shifted", ("      - shuffle deck\n", "      - shuffle deck\n" * times)))
    called = 0
    for repetition in range(REPETITIONS):
        seed = repetition * 1000  # an unpaired comparison plays the next seed beside it
        if way == "seeds of its own":
            found = compare(usual, usual, 2 * GAMES, seed=seed, paired=False, within=0.0001, workers=1)
        else:
            found = compare(usual, shifted, 2 * GAMES, seed=seed, within=0.0001, workers=1)
        called += any(found.is_different(row) for row in found.rows)
    assert tell(called) / REPETITIONS <= CALLED


@pytest.mark.parametrize("share", [2, 40])
def test_who_watches_all_the_time_is_not_misled(share: int) -> None:
    """Differences of wins that two versions exchange, often or seldom, watched after every single game."""
    games = 100_000 if IS_LONG else 1500
    missed = called = 0
    for repetition in range(REPETITIONS):
        running, outside, different = RunningMean(), False, False
        rng = chance.seeded((share << 32) + repetition)
        for _ in range(games // 5):
            rng, drawn = chance.below(rng, (2 * share) ** 5)  # one number serves five games
            for _ in range(5):
                drawn, one = divmod(drawn, 2 * share)
                running.add(1.0 if one == 0 else -1.0 if one == 1 else 0.0)
                if running.mean**2 * running.count > 4 * running.variance:  # nearer to 0 no such interval leaves it out
                    outside |= abs(running.mean) > running.radius()
                    different |= running.chance() <= 0.05
            if outside and different:
                break
        missed, called = missed + outside, called + different
    assert max(tell((missed, called))) / REPETITIONS <= CALLED


def test_rare_events_are_covered_too() -> None:
    def rarely(seed: int) -> Iterator[float]:
        rng = chance.seeded((7 << 32) + seed)
        for _ in range(400):
            rng, drawn = chance.below(rng, 200)
            yield float(drawn == 0)

    assert tell(covered(rarely, 1 / 200)) >= COVERED
