"""Bots: what they choose is offered, comes from their seed, and depends on nothing that their seat cannot know."""

from itertools import islice

import pytest
import rulewright
from conftest import SEED
from rulewright.engine import chance
from rulewright.engine.missing import numbers_of
from rulewright.engine.protocol import BOTS_INSIDE
from rulewright.engine.worlds import world_for
from rulewright.errors import Misused
from rulewright.players.bots import BOTS, Players, RandomBot, as_numbers, bot_names, new_bot, play_out
from rulewright.players.greedy import GreedyBot
from rulewright.players.own_bots import UnknownBot
from rulewright.players.purse import EACH, MOST_AT_ONCE, Purse
from rulewright.players.rivalry import Rivalry, rivalry_of
from rulewright.players.rollout import rollout, standings
from rulewright.players.sample import MOST, looked_at
from rulewright.players.search import SearchBot
from rulewright.table.information_set import Outlook, at
from written import game_in

QUICK = [lambda seed: GreedyBot(seed, deals=2), lambda seed: SearchBot(seed, iterations=12)]

LADDER = """
name: Rungs
about: Take one rung or two; who takes the last one wins.
players: 2
components:
  rung: {starts in: frame, copies: RUNGS}
zones:
  frame: {form: pile, seen by: everyone}
  taken: {seen by: everyone}
counters:
  points: {of: player}
flow:
  - turns: player
    until: frame is empty
    laps: 20
    do:
      - choose: a number from 1 to min(2, count of rungs in frame) as steps
        option: take {steps}
        do:
          - draw steps rungs from frame to taken
          - if: frame is empty
            then: gain 1 points
result:
  score: points
  winner: best player by most score
"""

DOORS = """
name: Doors
about: Open a door; behind one of them is a prize that the other player has laid there.
players: 2
components:
  prize:
    starts in: bag
    columns: {worth: number}
    rows:
      straw: {name: Straw, worth: 0, copies: 3}
      gold: {name: Gold, worth: 9}
zones:
  bag: {form: pile, seen by: nobody}
  door: {count: 3, room: 1, seen by: nobody}
  taken: {per: player, seen by: everyone}
setup:
  - shuffle bag
  - each: door
    do: draw a prize from bag to door
define:
  full: {of: door, is: some prize in this}
flow:
  - turns: player
    laps: 1
    do:
      - choose: a full door as chosen
        option: open {chosen}
        do: move every prize in chosen to taken
result:
  score: sum of worth of prizes in taken
  winner: best player by most score
"""

SEEDS = """
name: Seeds
about: Sow or rest; only the harvest at the very end counts.
players: 2
components:
  seed: {starts in: sack}
zones:
  sack: {form: pile, seen by: everyone}
counters:
  seeds: {of: player}
  points: {of: player}
flow:
  - turns: player
    laps: 30
    do:
      - offer:
          - option: rest
          - option: sow
            do: gain 1 seeds
  - each: player
    do: gain seeds points
result:
  score: points
  winner: best player by most score
"""

TOKENS = """
name: Whose Turn
about: Whoever's token is drawn takes one point or two, four times.
players: 2
components:
  token: {per: player, starts in: bag}
zones:
  bag: {form: pile, seen by: nobody}
counters:
  points: {of: player}
flow:
  - rounds: 4
    do:
      - shuffle bag
      - by: owner of top token of bag
        do:
          - choose: a number from 1 to 2 as share
            option: take {share}
            do: gain share points
result:
  score: points
  winner: best player by most score
"""


def small_game(tmp_path, text):
    return game_in(tmp_path, text)


def reached(table, seed, answers):
    """A match after some random answers, where there is something to choose."""
    for number, match in enumerate(table.decisions(seed)):
        if number >= answers and match.decisions and len(match.decisions[0].options) > 1:
            return match
    return table.match(seed)


@pytest.mark.parametrize("make", QUICK)
def test_a_bot_plays_a_whole_game_of_what_is_offered(smallest, make):
    match = reached(smallest, 5, 20)
    players = Players(match.copy(watched=True), {seat: make(number) for number, seat in enumerate(match.seats)})
    for _ in range(6):
        if players.match.decisions:
            players.answer()
    assert len(players.match.answers) > len(match.answers)


@pytest.mark.parametrize("make", QUICK)
def test_a_bot_of_the_same_seed_chooses_the_same(smallest, make):
    match = reached(smallest, 6, 10)
    decision = match.decisions[0]
    assert len({make(4).choose(decision, Outlook(match, decision.seat)) for _ in range(2)}) == 1


@pytest.mark.parametrize("make", QUICK)
def test_a_bot_chooses_the_same_whatever_its_seat_cannot_know(smallest, make):
    match = reached(smallest, 7, 15)
    seat = match.decisions[0].seat
    first = Outlook(at(match, match.state), seat)
    _, twin = first.deal(chance.seeded(1))
    second = Outlook(twin, seat)
    texts = [make(9).choose(outlook.decision, outlook).text for outlook in (first, second)]
    assert texts[0] == texts[1]


def test_a_bot_does_not_touch_the_match(smallest):
    match = reached(smallest, 8, 5)
    before = match.state.key()
    for make in QUICK:
        make(1).choose(match.decisions[0], Outlook(match, match.decisions[0].seat))
    assert match.state.key() == before


def test_bots_have_chance_of_their_own(game):
    """Another bot at one seat changes its answers, not the deal."""
    starts = []
    for seed in (1, 2):
        match = game.new_match(2, seed=3, watched=False)
        Players(match, {seat: RandomBot(seed) for seat in match.seats}).answer()
        starts.append((match.state.rng, match.state.zones[-1]))
    assert starts[0] == starts[1]


@pytest.mark.parametrize("rungs", [2, 4, 5, 7, 8])
def test_search_finds_the_winning_answer_if_there_is_one(tmp_path, rungs):
    """Whoever leaves a multiple of three wins: with 3n + k rungs, take k."""
    match = small_game(tmp_path, LADDER.replace("RUNGS", str(rungs))).new_match(2)
    decision = match.decisions[0]
    assert SearchBot(3, iterations=400).choose(decision, Outlook(match, decision.seat)).text == f"take {rungs % 3}"


def test_a_search_keeps_apart_who_gives_the_same_answer(tmp_path):
    """Chance says who is next, so the same answers are given by one player or the other."""
    match = small_game(tmp_path, TOKENS).new_match(2, seed=1)
    while match.decisions:
        decision = match.decisions[0]
        match.answer(SearchBot(3, iterations=200).choose(decision, Outlook(match, decision.seat)))
        assert match.answers[-1] == (decision.seat, "take 2")


def test_greedy_takes_what_scores_now(tmp_path):
    match = small_game(tmp_path, LADDER.replace("RUNGS", "2")).new_match(2)
    decision = match.decisions[0]
    assert {GreedyBot(seed).choose(decision, Outlook(match, decision.seat)).text for seed in range(5)} == {"take 2"}


def test_greedy_goes_by_a_declared_hint_before_the_end(tmp_path):
    """Nothing scores before the harvest, which is too far away to be seen; the hint says what it is about."""
    found = []
    for hint in ("", "  hint: seeds\n"):
        match = small_game(tmp_path, SEEDS + hint).new_match(2)
        decision = match.decisions[0]
        found.append({GreedyBot(seed).choose(decision, Outlook(match, decision.seat)).text for seed in range(8)})
    assert found == [{"rest", "sow"}, {"sow"}]


@pytest.mark.parametrize("name", ["greedy", "search"])
def test_no_bot_sees_through_a_door(tmp_path, name):
    """One of four prizes is gold, so who cannot see finds it in a quarter of the games."""
    game, found = small_game(tmp_path, DOORS), 0
    for seed in range(60):
        match = game.new_match(2, seed=seed, watched=False)
        bot = BOTS[name](seed) if name == "greedy" else SearchBot(seed, iterations=30)
        match.answer(bot.choose(match.decisions[0], Outlook(match, match.seats[0])))
        found += match.scores[match.seats[0]] > 0
    assert 5 <= found <= 28  # 15 of 60, four standard deviations at most


def test_a_search_can_have_seconds_instead_of_iterations(tmp_path, monkeypatch):
    """A second for each deal."""
    deals: list[int] = []
    deal = Outlook.deal
    monkeypatch.setattr(Outlook, "deal", lambda outlook, rng: deals.append(1) or deal(outlook, rng))
    bot = SearchBot(1, seconds=5, clock=lambda: len(deals))
    match = small_game(tmp_path, LADDER.replace("RUNGS", "4")).new_match(2)
    decision = match.decisions[0]
    assert bot.choose(decision, Outlook(match, decision.seat)) in decision.options
    assert len(deals) == 5


def test_a_search_leaves_options_out_that_there_is_no_time_for(game, monkeypatch):
    """A second for each option that is tried."""
    tried: list[int] = []
    iterate = SearchBot._iterate
    monkeypatch.setattr(SearchBot, "_iterate", lambda bot, *one: tried.append(1) or iterate(bot, *one))
    match = game.new_match(2, seed=1)
    decision = match.decisions[0]
    found = SearchBot(1, seconds=3, clock=lambda: len(tried)).weigh(decision, Outlook(match, decision.seat))
    assert len(decision.options) > 4 and len(found) == len(tried) == 3


def test_a_search_keeps_to_its_iterations(game, monkeypatch):
    tried = []
    monkeypatch.setattr(SearchBot, "_iterate", lambda bot, node, match, index: tried.append(node) or setattr(node, "visits", 1))
    match = game.new_match(2, seed=1)
    decision = match.decisions[0]
    SearchBot(1, iterations=200).choose(decision, Outlook(match, decision.seat))
    assert len({id(node) for node in tried}) == len(decision.options) > 4
    assert 200 - len(decision.options) < len(tried) < 200 + 2 * len(decision.options)


BIDS = """
name: Bids
players: 2
components: {token: {starts in: yard}}
zones: {yard: {seen by: everyone}}
variables:
  bid: {of: player, type: number}
flow:
  - turns: player
    laps: 1
    do:
      - choose: a number from 1 to 9999 as offered
        option: bid {offered}
        do: set bid to offered
result: {score: bid, winner: best player by most score}
"""


def test_of_very_many_options_every_one_is_looked_at_equally_often():
    assert looked_at(7, MOST) == (7, list(range(MOST)))  # nothing is drawn where all are looked at
    rng, times = 1, [0] * (2 * MOST)
    for _ in range(400):
        rng, places = looked_at(rng, len(times))
        assert len(set(places)) == MOST and places == sorted(places)
        for place in places:
            times[place] += 1
    assert min(times) > 150 and max(times) < 250  # 200 each, five standard deviations at most


@pytest.mark.parametrize("make", [lambda seed: GreedyBot(seed, deals=1), lambda seed: SearchBot(seed, iterations=200)])
def test_a_bot_tries_a_few_of_very_many_options_and_takes_a_good_one(tmp_path, make, monkeypatch):
    tried = []
    for module in ("greedy", "search"):
        monkeypatch.setattr(f"rulewright.players.{module}.rollout", lambda *given: tried.append(given[3]) or rollout(*given))
    match = small_game(tmp_path, BIDS).new_match(2)
    decision = match.decisions[0]
    chosen = [make(5).choose(decision, Outlook(match, decision.seat)) for _ in range(2)]
    own = sorted({index for seat, index in tried if seat == decision.seat})
    assert chosen[0] == chosen[1] and len(own) == MOST
    assert decision.options.index(chosen[0]) >= own[-30]


def answered(match, rng, answers, first=None):
    """The match after so many random answers, given one by one, and before them what a seat answers first."""
    match = match.copy()
    while match.decisions:
        decision = match.decisions[0]
        if first and first[0] == decision.seat:
            index, first = first[1], None
        elif answers:
            rng, index = chance.below(rng, len(decision.options))
            answers -= 1
        else:
            break
        match.answer(decision.options[index])
    return rng, match


@pytest.mark.by_turns
def test_a_rollout_comes_to_where_the_same_answers_lead(table):
    rivalry = rivalry_in(table.game, table.players)
    for match in islice(table.decisions(SEED), 0, None, 25):
        for answers in (0, 1, 7, 30, 5000):
            for first in (None, *((one.seat, len(one.options) - 1) for one in match.decisions)):
                rng, slow = answered(match, 9, answers, first)
                winners = slow.result.winners if slow.is_over else None
                hint = None if slow.is_over else slow.definition.hint
                numbers = slow.scores if hint is None else numbers_of(slow.runner, slow.seats, hint)
                assert rollout(match.copy(), 9, answers, first) == (rng, standings(numbers, winners, rivalry))


def test_standings_are_from_0_to_1_and_winners_stand_best():
    stands = standings({"Ada": 12, "Bo": -3, "Cy": 7})
    assert 1 > stands["Ada"] > 0.5 > stands["Cy"] > stands["Bo"] > 0
    over = standings({"Ada": 12, "Bo": 12, "Cy": 7}, ("Bo",))
    assert over["Bo"] > 0.75 > 0.25 > over["Ada"] > over["Cy"] >= 0
    assert standings({"Ada": 0, "Bo": 0}) == {"Ada": 0.5, "Bo": 0.5}


def test_a_bot_is_named_with_its_budget():
    assert new_bot("greedy:3", 1).deals == 3 and new_bot("search", 1).iterations == 500
    assert new_bot("search:40", 1).iterations == 40 and new_bot("search:2s", 1).seconds == 2
    for words in ("nobody", "search:x", "search:0", "search:-1s", "greedy:2s", "random:3"):
        with pytest.raises(UnknownBot):
            new_bot(words, 1)
    with pytest.raises(UnknownBot, match=r'no bot "serch"; did you mean "search"\? there are: ' + ", ".join(bot_names())):
        new_bot("serch:50", 1)


def test_every_bot_can_sit_at_every_table():
    for name, make in BOTS.items():
        match = rulewright.load("kuhn_poker").new_match(2, seed=1)
        play_out(match, dict(zip(match.seats, (make(1), RandomBot(2)), strict=True)))
        assert match.is_over, name


def test_a_bot_that_no_engine_knows_plays_in_python(monkeypatch):
    monkeypatch.setitem(BOTS, "steady", lambda seed, budget="": RandomBot(seed))
    assert {name for name in BOTS if as_numbers(name)} == {*BOTS_INSIDE}
    with pytest.raises(Misused, match="steady thinks in Python only"):
        rulewright.simulate(rulewright.load("kuhn_poker"), 5, bots="steady", workers=1, engine="native")
    assert rulewright.simulate(rulewright.load("kuhn_poker"), 5, bots="steady", workers=1).games == 5


# ---------------------------------------------------------------- together

BONFIRE = """
name: Bonfire
players: 2 to 4
components:
  deed:
    starts in: yard
    columns: {heat: number}
    rows: {stoke: [2], wait: [0], spill: [-2], feed: [1]}
zones:
  yard: {holds: deed, seen by: everyone}
variables:
  warmth: {type: number 0 to 40, starts: 0}
flow:
  - turns: player
    laps: 4
    do:
      - choose: a deed in yard as done_now
        prompt: What do you do?
        option: "{done_now}"
      - raise warmth by heat of done_now
result:
  score: RESULT
  winner: every player with score of it >= 12
"""


def bonfire(folder, score="warmth"):
    return game_in(folder, BONFIRE.replace("RESULT", score))


def rivalry_in(game, seats):
    names = game.check_seats(seats)
    return rivalry_of(world_for(game.definition, seats, game.check_options({}, names)))


def test_a_game_that_is_won_together_is_played_for_the_common_score(tmp_path):
    game = bonfire(tmp_path / "bonfire")
    assert rivalry_in(game, 3).rivals == ((), (), ())
    by_chance, greedy = (rulewright.simulate(game, 12, 3, bot, seed=1, workers=1) for bot in ("random", "greedy:2"))
    assert by_chance.scores["Ada"].mean < 8 and greedy.scores["Ada"].mean > 14
    assert by_chance.outcomes["all"].part <= 2 and greedy.outcomes["all"].part >= 11
    assert by_chance.outcomes["nobody"].part >= 10 and greedy.outcomes["several"].part == 0


def test_partners_are_no_rivals(tmp_path):
    game = bonfire(tmp_path / "bonfire", "warmth if seat of player is 1 or seat of player is 3 else 40 - warmth")
    assert rivalry_in(game, 4).rivals == ((1, 3), (0, 2), (1, 3), (0, 2))
    stands = standings({"Ada": 5, "Bo": 9, "Cy": 5, "Di": 9}, ("Bo", "Di"), rivalry_in(game, 4))
    assert stands["Bo"] == stands["Di"] > 0.75 and stands["Ada"] == stands["Cy"] < 0.25


def test_rivals_are_judged_by_their_lead_as_ever(smallest):
    everybody, definition = range(smallest.players), smallest.game.definition
    sides = 1 if definition.together else definition.teams or smallest.players
    assert rivalry_in(smallest.game, smallest.players).rivals == tuple(
        tuple(other for other in everybody if other % sides != one % sides) for one in everybody
    )
    scores, rivalry = {"Ada": 12, "Bo": 12, "Cy": 7}, Rivalry(((1, 2), (0, 2), (0, 1)), 5.0)
    for winners in (None, ("Bo",), ("Ada", "Bo"), ()):
        assert standings(scores, winners, rivalry) == standings(scores, winners)


def test_games_that_all_win_and_that_nobody_wins_are_told_apart(tmp_path):
    figures = rulewright.simulate(bonfire(tmp_path / "bonfire"), 40, 4, seed=2, workers=1)
    told = {way: share.part for way, share in figures.outcomes.items()}
    assert told["all"] > 0 and told["nobody"] > 0 and told["all"] + told["nobody"] == 40 == sum(told.values())
    assert figures.ties.part == told["all"] and sum(figures.wins.values()) == pytest.approx(told["all"])
    assert figures.to_json()["outcomes"]["nobody"]["share"] == pytest.approx(told["nobody"] / 40)
    assert [line.split(",")[:3] for line in figures.to_csv().splitlines() if line.startswith("won by")] == [
        ["won by", way, "40"] for way in ("one", "several", "all", "nobody")
    ]
    for words, way in (("some share", "several"), ("all win", "all"), ("nobody wins", "nobody")):
        assert f"\n{words:<12} {'':<10} {figures.outcomes[way].to_text()}\n" in figures.to_text()


# ---------------------------------------------------------------- dear games

DEAR = """
name: Dear
players: 2
components:
  pebble: {copies: 2, starts in: heap}
zones:
  heap: {seen by: everyone}
variables:
  toil: {type: number}
  coins: {of: player, type: number, starts: 0}
flow:
  - turns: player
    laps: 30
    do:
      - choose: a number from 1 to 12 as wished
        option: take {wished}
      - repeat: 30000
        do: set toil to 1
      - raise coins of player by wished
result: {score: coins of player, winner: best player by most score}
"""


@pytest.mark.parametrize("words", ["greedy:4", "search:48"])
def test_in_a_game_whose_answers_are_dear_a_bot_looks_at_less(words, tmp_path, monkeypatch):
    """Each answer takes over 60,000 steps: 48 games of 20 answers would take 58 million."""
    match = game_in(tmp_path, DEAR).new_match(2, seed=1).copy()
    purses = []

    class Kept(Purse):
        def __init__(self, games):
            super().__init__(games)
            purses.append(self)

    monkeypatch.setattr(f"rulewright.players.{words.partition(':')[0]}.Purse", Kept)
    Players(match, {seat: new_bot(words, 1) for seat in match.seats}).answer()
    purse = purses[-1]
    assert purse.is_empty and purse.left == 48 * EACH
    assert purse.paid < purse.left + 12 * (MOST_AT_ONCE + 2 * EACH)  # a deal that is begun is compared to its end
    assert sum(match.scores.values()) in range(1, 13)  # and it has answered
