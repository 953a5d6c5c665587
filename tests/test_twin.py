"""Lockstep with a game written by hand, where that one is at hand: same moves, same zones, same scores.

The hand-written game is an independent opinion on the rules. It lies beside the repository, not in it; without it nothing
is tested here.
"""

import pytest
from rulewright.engine import chance
from rulewright.engine.options import bound


class Lockstep:
    """Our match and the hand-written game, compared card by card. Shuffles are ours: chance is not what is compared."""

    def __init__(self, match, written):
        self.match, self.written = match, written
        self.rows = [row.id for _, row in match.definition.rows]
        self.families = [family.name for family in match.definition.families]
        self.columns = [self.zone("column", None, number) for number in range(len(match.seats))]
        self.game = written.Game.new(len(match.seats), 0)
        self.game.shuffle = lambda cards: None
        self.take_cards_over()
        self.game.goal_stacks = [
            [self.goal(card) for family in ("head", "stack") for card in self.cards(family, column)] for column in self.columns
        ]
        self.game.start_round()

    def zone(self, family, parent, index=0):
        return self.match.state.world.zone_at[self.families.index(family), parent, index]

    def cards(self, family, parent):
        return self.match.state.zones[self.zone(family, parent)]

    def kind(self, card):
        return self.written.NAMES.index(self.rows[self.match.state.world.row[card]])

    def goal(self, card):
        area, _, value = self.rows[self.match.state.world.row[card]].rpartition("_")
        return self.written.AREAS.index(area), int(value)

    def kinds(self, family, player):
        return [self.kind(card) for card in self.cards(family, player)]

    def take_cards_over(self):
        for player in range(len(self.match.seats)):
            self.game.hands[player] = self.kinds("hand", player)
            self.game.stacks[player] = self.kinds("deck", player)[::-1]

    def offered(self):
        """Our options by the moves of the hand-written game."""
        found, pending = {}, self.game.pending
        for option in self.match.decisions[0].options:
            if bound(option)[0] < 0:
                found["decline",] = option
            elif pending is None:
                found["place", self.kind(bound(option)[1][0]), self.columns.index(bound(option)[1][1])] = option
            elif pending[0] == "hide":
                found["hide", self.kind(bound(option)[1][0])] = option
            else:
                found["swap", self.columns.index(bound(option)[1][0])] = option
        return found

    def check(self):
        for player in range(len(self.match.seats)):
            theirs = self.game.hands[player] + self.game.stacks[player] + self.game.discards[player]
            ours = [kind for family in ("hand", "deck", "discard_pile") for kind in self.kinds(family, player)]
            assert sorted(ours) == sorted(theirs)
            assert sorted(self.game.discards[player]) == sorted(self.kinds("discard_pile", player))
            assert sorted(self.game.won[player]) == sorted(map(self.goal, self.cards("won", player)))
        if not self.match.is_over:
            self.check_columns()

    def check_columns(self):
        for number, column in enumerate(self.columns):
            theirs = []
            for placed in self.game.columns[number]:
                theirs.append((placed.owner, placed.kind, placed.face_up))
                theirs += [(placed.owner, placed.hidden, False)] if placed.hidden is not None else []
            state = self.match.state
            ours = [(state.owner(card), self.kind(card), bool(state.face[card])) for card in state.zones[column]]
            assert ours == theirs
            assert [self.goal(card) for card in self.cards("head", column)] == [self.game.goals[number]]


def check_game(match, written, seed):
    step, rng = Lockstep(match, written), chance.seeded(seed)
    while match.decisions:
        assert not step.game.is_over() and match.decisions[0].seat == match.seats[step.game.player]
        offered, moves = step.offered(), sorted(set(step.game.legal_moves()))
        assert sorted(offered) == moves
        rng, which = chance.below(rng, len(moves))
        match.answer(offered[moves[which]])
        step.game.apply(moves[which])
        step.check()
        step.take_cards_over()
    assert step.game.is_over() and step.game.scores() == list(match.scores.values())


@pytest.mark.needs("twins")
def test_a_game_written_by_hand_goes_the_same_way(table, by_hand):
    if table.game.definition.id == "ruse_and_bruise":
        written = by_hand("handwritten_ruse_and_bruise")
        written.Game = type("Game", (written.Game,), {})  # with room for a shuffle of our own
        for seed in (0, *table.few_seeds):
            check_game(table.match(seed), written, seed)
