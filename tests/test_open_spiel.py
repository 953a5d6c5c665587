"""Lockstep with somebody else's rules, where they are at hand: same player to move, same moves, same result.

The small public games are also in open_spiel (the extra `open_spiel`), and written by hand in plain Python beside the
repository; what is missing of this is left out. Chance is ours: the others are dealt the cards that lie on our table. Moves
have open_spiel's numbers. RULEWRIGHT_GAMES says how many games are played at each table.
"""

import os

import pytest
import rulewright
from rulewright.engine import chance

GAMES = int(os.environ.get("RULEWRIGHT_GAMES", "30"))
TABLES = [("kuhn_poker", 2), ("leduc_poker", 2), *(("crazy_eights", players) for players in (2, 3, 4, 5))]

FACES = ["jack", "queen", "king"]
SUITS = ["clubs", "diamonds", "hearts", "spades"]
RANKS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", *FACES, "ace"]
CARDS = {
    "kuhn_poker": FACES,
    "leduc_poker": [f"{suit}_{rank}" for rank in FACES for suit in ("spade", "heart")],
    "crazy_eights": [f"{suit}_{rank}" for rank in RANKS for suit in SUITS],
}
MOVES = {
    "kuhn_poker": ["pass", "bet"],
    "leduc_poker": ["fold", "call", "raise"],
    "crazy_eights": [
        *(f"play {card.replace('_', ' ')}" for card in CARDS["crazy_eights"]),
        "draw a card", "pass", *(f"name {suit}" for suit in SUITS),
    ],
}  # fmt: skip


class Deal:
    """The cards on our table before the first decision, in the numbers of the others."""

    def __init__(self, match):
        self.match = match
        self.players = range(len(match.seats))
        self.hands = [self.cards("hand", player) for player in self.players]
        self.deck = self.cards("deck")

    def zone(self, family, owner=None):
        families = [one.name for one in self.match.definition.families]
        return self.match.state.zones[self.match.state.world.zone_at[families.index(family), owner, 0]]

    def cards(self, family, owner=None):
        rows, world = self.match.definition.rows, self.match.state.world
        return [CARDS[self.match.definition.id].index(rows[world.row[card]][1].id) for card in self.zone(family, owner)]

    @property
    def dealer(self):
        return self.match.state.world.owner[self.zone("hat")[0]]

    def one_by_one(self):
        """Everything that chance decides, in the order in which open_spiel asks for it."""
        if self.match.definition.id != "crazy_eights":
            return [*(hand[0] for hand in self.hands), *self.deck]
        seats = [(self.dealer + 1 + turn) % len(self.players) for turn in self.players]
        dealt = [self.hands[seat][card] for card in range(len(self.hands[0])) for seat in seats]
        return [len(CARDS["crazy_eights"]) + self.dealer, *dealt, *self.cards("heap"), *self.deck]


class OpenSpiel:
    """A game of open_spiel that is dealt our cards."""

    def __init__(self, deal):
        import pyspiel

        name = deal.match.definition.id
        self.state = pyspiel.load_game(name, {"players": len(deal.players)}).new_initial_state()
        self.chance = iter(deal.one_by_one())
        self.deal_out()

    def deal_out(self):
        while self.state.is_chance_node():
            self.state.apply_action(next(self.chance))

    @property
    def player(self):
        return self.state.current_player()

    def is_over(self):
        return self.state.is_terminal()

    def legal_moves(self):
        return self.state.legal_actions()

    def apply(self, move):
        self.state.apply_action(move)
        self.deal_out()

    def scores(self):
        return self.state.returns()


def scores_of(match):
    return list(match.scores.values())


def its_scores(match):
    """Our scores as open_spiel counts them.

    Its description of Crazy Eights charges a card from two to ten its number, as ours does. Its program (2.0.2) charges the
    place of the card among all 52 instead, counted from 2.
    """
    if match.definition.id != "crazy_eights":
        return scores_of(match)
    hands = Deal(match).hands
    return [-sum(50 if RANKS[card // 4] == "eight" else 10 if card // 4 > 8 else card + 2 for card in hand) for hand in hands]


def written(module):
    """The same games written by hand in plain Python, dealt our cards."""

    def begin(deal):
        if deal.match.definition.id == "leduc_poker":
            return module.Leduc.from_deal(deal.one_by_one()[:3])
        return module.CrazyEights.from_deal(deal.hands, deal.deck[::-1], *deal.cards("heap"), deal.dealer)

    return begin


def check_game(match, other, rng):
    """Play both with the same random moves; returns where chance stands."""
    moves = MOVES[match.definition.id]
    while match.decisions:
        (decision,) = match.decisions
        offered = {moves.index(option.text): option for option in decision.options}
        assert not other.is_over() and decision.seat == match.seats[other.player]
        assert sorted(offered) == sorted(other.legal_moves())
        rng, which = chance.below(rng, len(offered))
        move = sorted(offered)[which]
        match.answer(offered[move])
        other.apply(move)
    assert other.is_over()
    return rng


def check_table(name, players, partner, scores):
    game, rng = rulewright.load(name), chance.seeded(players)
    for seed in range(GAMES):
        match = game.new_match(players, seed, watched=False)
        other = partner(Deal(match))
        rng = check_game(match, other, rng)
        assert list(other.scores()) == scores(match)


@pytest.mark.needs("open_spiel")
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_open_spiel_plays_the_same_game(name, players):
    check_table(name, players, OpenSpiel, its_scores)


@pytest.mark.needs("twins")
@pytest.mark.parametrize(("name", "players"), TABLES[1:])
def test_a_small_game_written_by_hand_goes_the_same_way(name, players, by_hand):
    check_table(name, players, written(by_hand("handwritten_neutral")), scores_of)
