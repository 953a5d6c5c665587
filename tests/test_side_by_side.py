"""Classic games in lockstep with open_spiel: same player to move, same moves, same result.

Each table plays one deal, under options that end the game there. RULEWRIGHT_GAMES says how many games are played at each
table; the known differences to open_spiel are named where they matter.
"""

import os

import pytest
import rulewright
from rulewright.engine import chance

GAMES = int(os.environ.get("RULEWRIGHT_GAMES", "24"))
PASSES = ["left", "right", "across", "nowhere"]
TABLES = [
    ("tic_tac_toe", 2, {}),
    ("connect_four", 2, {}),
    ("gin_rummy", 2, {}),
    *(("oh_hell", players, {"first_hand": cards, "last_hand": 1}) for players in (3, 4, 5) for cards in (1, 4, 10)),
    *(("hearts", 4, {"target": 1, "first_pass": way}) for way in PASSES),
    *(("liars_dice", 2, {"dice": dice}) for dice in (1, 2, 5)),
]


@pytest.mark.needs("open_spiel")
@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_open_spiel_plays_the_same_game(name, players, options):
    from spiel_partners import PARTNERS

    game, rng = rulewright.load(name), chance.seeded(players)
    tables = sum(table[0] == name for table in TABLES)
    for seed in range(-(-GAMES // tables)):
        match = game.new_match(players, seed, options, watched=False)
        other = PARTNERS[name](match)
        while not other.is_over():
            agreed = other.sensible(other.agreed(match.decisions[0]))
            rng, which = chance.below(rng, len(agreed))
            other.apply(agreed[which].text)
            match.answer(agreed[which])
        other.finish()
        assert other.ours(list(match.scores.values())) == list(other.state.returns())
