"""What always holds, over random games of everything that is shipped with every number of players."""

import os
import subprocess
import sys
from hashlib import sha256
from itertools import islice
from pathlib import Path

import pytest
import rulewright
from conftest import legal_games
from rulewright.engine.actions import action_numbers
from rulewright.engine.python.module import source_of
from rulewright.engine.state import NO_HOST
from rulewright.players.bots import RandomBot, play_out

PLAY = """
import sys
sys.path.insert(0, {here!r})
from test_random_games import played
for folder, players in {tables!r}:
    print(played(folder, players))
"""


def played(folder, players):
    """What a process writes and plays of a game, in short: its source, the end of a game and what is told of its beginning."""
    game = rulewright.load(folder)
    match, opening = game.new_match(players, seed=11), game.new_match(players, seed=11)
    play_out(match, {seat: RandomBot(number) for number, seat in enumerate(match.seats)})
    for seat, text in match.answers[:30]:
        opening.follow(text, seat)
    source = source_of(game.definition)
    parts = {"source": [*map(source.text, source.pieces())], "end": (match.state.key(), match.record()), "told": opening.log}
    return folder, players, {name: sha256(repr(part).encode()).hexdigest()[:16] for name, part in parts.items()}


def check_world(match):
    """Every card is in exactly one zone, where its place says, and under a card of the same zone."""
    state = match.state
    assert sorted(card for zone in state.zones for card in zone) == list(range(state.world.cards))
    for zone, cards in enumerate(state.zones):
        assert all(state.lies_in[card] == zone for card in cards)
        family = match.definition.families[state.world.zones[zone].family]
        assert family.room is None or len(cards) <= family.room
        assert not family.holds or all(state.world.kind[card] in family.holds for card in cards)
    for card, host in state.host.items():
        if host != NO_HOST:
            row = state.zones[state.lies_in[card]]
            assert host in row and row.index(host) < row.index(card)


def check_decisions(match):
    """Something to choose, and no two options with one text or one number."""
    total = action_numbers(match.definition).total
    for decision in match.decisions:
        texts = [option.text.casefold() for option in decision.options]
        numbers = [option.number for option in decision.options]
        assert texts and len(set(texts)) == len(texts), texts
        assert len(set(numbers)) == len(numbers) and all(0 <= number < total for number in numbers)
        assert all(text == " ".join(text.split()) for text in texts), texts


def test_the_world_stays_closed_and_every_decision_can_be_answered(table):
    for seed in table.seeds:
        for match, _ in table.answered(seed):
            check_world(match)
            check_decisions(match)
        assert match.is_over and set(match.result.scores) == set(match.seats), seed
        assert match.result.winners or match.definition.together  # who play together can lose together
        assert set(match.result.winners) <= set(match.seats)


@pytest.mark.parametrize("name", rulewright.shipped())
def test_every_shipped_game_is_legal(name):
    assert rulewright.load(name).definition.id == name


def test_every_zone_has_a_name_of_its_own(table):
    match = table.match(0)
    assert len(match.view(match.seats[0]).zones) == len(match.state.zones) - len(match.state.world.paired)


def test_an_answer_by_number_by_text_or_as_an_option_is_the_same_answer(table):
    for match, _ in islice(table.answered(table.few_seeds[0]), 0, None, table.stride // 2 or 1):
        for decision in match.decisions:
            option = decision.options[-1]
            numbered = decision.options[decision.numbers.index(option.number)]
            found = {numbered, *(match.find(answer, decision.seat)[1] for answer in (option, option.text.upper()))}
            assert found == {option}


def test_the_same_answers_give_the_same_game(smallest):
    """That the same is told of it, too, `test_saves` shows with whole games that are resumed."""
    seed = smallest.few_seeds[0]
    *_, match = smallest.decisions(seed)
    twin = smallest.match(seed)
    for seat, text in match.answers:
        twin.follow(text, seat)
    assert twin.state.key() == match.state.key() and twin.record() == match.record()


def test_two_seeds_give_two_games(table):
    assert table.match(1).state.key() != table.match(2).state.key()


def test_another_process_with_another_hash_seed_writes_the_same_source_and_plays_the_same_game():
    games = legal_games() if "RULEWRIGHT_GAMES" in os.environ else legal_games()[3::4]  # the largest among them
    tables = [(str(game.folder), game.definition.fewest) for game in games]
    program = PLAY.format(here=str(Path(__file__).parent), tables=tables)
    other = {**os.environ, "PYTHONHASHSEED": "77" if os.environ.get("PYTHONHASHSEED") == "1" else "1"}
    found = subprocess.run([sys.executable, "-c", program], env=other, capture_output=True, encoding="utf-8", check=True)
    assert found.stdout.splitlines() == [str(played(*table)) for table in tables]
