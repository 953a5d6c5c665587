"""Classic games of open_spiel, each dealt what lies on our table, so that both can be played with the same moves.

A partner takes a match at its first decision and answers, in the words of our options, what is offered over there. It
never decides anything: chance and moves are ours.
"""

import pyspiel

SUITS = {"hearts": ["clubs", "diamonds", "hearts", "spades"], "oh_hell": ["clubs", "diamonds", "spades", "hearts"]}
RANKS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"]


class Partner:
    """What all of them do: chance first, then moves by their words."""

    def __init__(self, match, **parameters):
        self.match = match
        self.state = pyspiel.load_game(match.definition.id, parameters).new_initial_state()
        for outcome in self.chance():
            self.state.apply_action(outcome)

    def chance(self):
        return []

    def action(self, text):
        raise NotImplementedError

    @property
    def player(self):
        return self.state.current_player()

    def agreed(self, decision):
        """The options that both offer, in the order of its moves; a row of picks comes in order here, in any order there."""
        assert decision.seat == self.match.seats[self.player]
        offered, legal = {self.action(option.text): option for option in decision.options}, self.state.legal_actions()
        assert offered.keys() <= set(legal) if decision.kind == "row" else sorted(offered) == sorted(legal)
        return [offered[move] for move in sorted(offered)]

    def sensible(self, options):
        """Those among which chance picks, where a game at random would not show every rule."""
        return options

    def apply(self, text):
        self.state.apply_action(self.action(text))

    def is_over(self):
        return self.state.is_terminal()

    def finish(self):
        assert self.is_over()

    def ours(self, scores):
        """Our scores as open_spiel counts them."""
        return scores

    def zone(self, family, owner=None, index=0):
        state, families = self.match.state, [one.name for one in self.match.definition.families]
        return state.zones[state.world.zone_at[families.index(family), owner, index]]

    def ids(self, family, owner=None, index=0):
        rows, world = self.match.definition.rows, self.match.state.world
        return [rows[world.row[card]][1].id for card in self.zone(family, owner, index)]

    @property
    def seats(self):
        return range(len(self.match.seats))


def against_each_other(scores):
    return [score - max(scores) + score - min(scores) for score in scores]


class TicTacToe(Partner):
    def action(self, text):
        column, row = int(text[-3]), int(text[-1])
        return (3 - row) * 3 + column - 1

    def ours(self, scores):
        return against_each_other(scores)


class ConnectFour(Partner):
    def action(self, text):
        return int(text.removeprefix("drop into column ")) - 1

    def ours(self, scores):
        return against_each_other(scores)


class CardPartner(Partner):
    """Games with 52 cards, which are dealt one by one, beginning with the first seat."""

    def card(self, id):
        suit, rank = id.replace(" ", "_").split("_")
        return RANKS.index(rank) * 4 + SUITS[self.match.definition.id].index(suit)

    def dealt(self):
        hands = [self.ids("hand", seat) for seat in self.seats]
        return [self.card(hands[seat][card]) for card in range(len(hands[0])) for seat in self.seats]


class OhHell(CardPartner):
    def __init__(self, match):
        super().__init__(match, players=len(match.seats))

    def chance(self):
        dealer = self.match.state.variables[self.match.definition.variable_numbers["dealer"]]
        return [len(self.zone("hand", 0)), dealer, *self.dealt(), *map(self.card, self.ids("turned_up"))]

    def action(self, text):
        verb, what = text.split(" ", 1)
        return 52 + int(what) if verb == "bid" else self.card(what)


class Hearts(CardPartner):
    def chance(self):
        left, right, across, nowhere = 1, 3, 2, 0
        return [[left, right, across, nowhere][self.match.options["first_pass"]], *self.dealt()]

    def action(self, text):
        return self.card(text.split(" ", 1)[1])

    def ours(self, scores):
        return [26 - score for score in scores]


class LiarsDice(Partner):
    def __init__(self, match):
        super().__init__(match, numdice=match.options["dice"])

    def chance(self):
        (values,) = [at for at, one in enumerate(self.match.definition.variables) if one.name == "value"]
        shown = self.match.state.variables[values]
        return [shown[cube] - 1 for seat in self.seats for cube in self.zone("cup", seat)]

    def action(self, text):
        if text == "call it a lie":
            return self.state.num_distinct_actions() - 1
        quantity, pips = map(int, text.removeprefix("bid ").split(" × "))
        return (quantity - 1) * 6 + pips - 1

    def ours(self, scores):
        return against_each_other(scores)


TAKE, DRAW, PASS, KNOCK, MELDS = 52, 53, 54, 55, 56
CUT_SUITS, CUT_RANKS = ["spades", "clubs", "diamonds", "hearts"], ["ace", *RANKS[:-1]]


class GinRummy(Partner):
    """It knocks before it discards, and lays every meld as a move of its own.

    What we discard waits until it is clear that no knock follows.

    Known differences: it never offers a third card at the same end of a run, does not ask at which meld a card is laid off,
    lets the last card be taken only to knock, scores nothing for level loose cards, and is over as soon as a card is taken for
    the fiftieth time, where our players finish their turn.
    """

    def __init__(self, match):
        super().__init__(match)
        self.thrown, self.laid_off = None, []
        self.has_declined = self.last_card = self.knocked = self.is_laid = self.is_two_ways = False

    def card(self, name):
        suit, rank = name.replace(" ", "_").split("_")
        return CUT_SUITS.index(suit) * 13 + CUT_RANKS.index(rank)

    def chance(self):
        return [self.card(id) for zone in (("hand", 0), ("hand", 1), ("heap", None)) for id in self.ids(*zone)]

    def can_knock(self):
        """Whether it would let us knock with the card that we have discarded."""
        if KNOCK not in self.state.legal_actions():
            return False
        after = self.state.clone()
        after.apply_action(KNOCK)
        return self.thrown in after.legal_actions()

    def discard(self):
        """What we have discarded is discarded there, without a knock."""
        if self.thrown is not None:
            self.state.apply_action(PASS if self.last_card else self.thrown)
            self.thrown = None

    def lay_melds(self):
        """The melds that lie on our table are laid there."""
        self.state.apply_action(KNOCK)
        self.state.apply_action(self.thrown)
        self.thrown, self.is_laid = None, True
        for row in range(3):
            ours = sorted(map(self.card, self.ids("meld_row", index=row)))
            melds = {move: self.melded(move) for move in self.state.legal_actions() if move >= MELDS}
            for move in [move for move, cards in melds.items() if cards == ours]:
                self.state.apply_action(move)
        self.state.apply_action(PASS)

    def melded(self, move):
        text = self.state.action_to_string(self.player, move).split("Action: ")[1]
        ranks = "A23456789TJQK"
        return sorted("scdh".index(text[at + 1]) * 13 + ranks.index(text[at]) for at in range(0, len(text), 2))

    def agreed(self, decision):
        options = {option.text: option for option in decision.options}
        if "knock" in options:
            assert self.can_knock()
            return decision.options
        if self.knocked and not self.is_laid:
            self.lay_melds()
        if not self.knocked:
            assert self.thrown is None or self.has_declined or not self.can_knock()
            self.discard()
        assert decision.seat == self.match.seats[self.player]
        legal = set(self.state.legal_actions())
        if "that is all" in options:
            return self.agreed_lay_offs(decision.options, legal)
        if self.is_last() or self.last_card:
            assert legal <= {PASS, KNOCK}
        else:
            assert {self.action(text) for text in options} == legal - {KNOCK}
        return decision.options

    def sensible(self, options):
        """Whoever discards at random never knocks: away with what has fewest friends in hand."""
        if not all(option.text.startswith("discard ") for option in options):
            return options
        hand = {option.text: self.action(option.text) for option in options}

        def is_friend(card, other):
            return card % 13 == other % 13 or (card // 13 == other // 13 and abs(card - other) < 3)

        def friends(card):
            return sum(is_friend(card, other) for other in hand.values())

        fewest = min(map(friends, hand.values()))
        return [option for option in options if friends(hand[option.text]) == fewest]

    def agreed_lay_offs(self, options, legal):
        places = [(self.action(option.text), option) for option in options]
        ours = {move for move, _ in places}
        for card in ours - legal:
            assert {card - 1, card - 2} <= set(self.laid_off) or {card + 1, card + 2} <= set(self.laid_off)
        assert legal <= ours or self.is_two_ways
        return [option for move, option in places if move in legal]

    def is_last(self):
        return len(self.zone("stock")) == 2 and len(self.zone("hand", self.player)) == 10

    def action(self, text):
        if text.startswith("take "):
            return TAKE
        if text.startswith(("discard ", "lay ")):
            return self.card(" ".join(text.split(" ")[1:3]))
        return {"draw from the stock": DRAW, "pass": PASS, "that is all": PASS}[text]

    def apply(self, text):
        if text.startswith("discard "):
            self.thrown, self.has_declined = self.action(text), False
        elif text == "go on":
            self.has_declined = True
        elif text == "knock":
            self.knocked = True
        elif text.startswith("take ") and self.is_last():
            self.last_card = True
        else:
            self.move(text)

    def move(self, text):
        if text.startswith("lay "):
            self.is_two_ways |= sum(option.text.startswith(text[:-1]) for option in self.match.decisions[0].options) > 1
            self.laid_off.append(self.action(text))
        drawn = self.ids("stock")[0]
        self.state.apply_action(self.action(text))
        if text.startswith("draw "):
            self.state.apply_action(self.card(drawn))

    def is_over(self):
        return not self.match.decisions or self.state.is_terminal()

    def finish(self):
        if self.knocked and not self.is_laid:
            self.lay_melds()
        self.discard()
        if self.knocked:
            while self.state.legal_actions() and max(self.state.legal_actions()) < MELDS and not self.state.is_terminal():
                self.state.apply_action(PASS)
            self.lay_best(self.state)
        assert self.state.is_terminal()

    def lay_best(self, state):
        """The other melds so that least is left over."""
        while not state.is_terminal():
            state.apply_action(min(state.legal_actions(), key=lambda move: self.left_over(state, move)))

    def left_over(self, state, move):
        after = state.clone()
        after.apply_action(move)
        if after.is_terminal():
            return -after.returns()[state.current_player()]
        return min(self.left_over(after, further) for further in after.legal_actions())

    def ours(self, scores):
        if self.match.decisions:  # the fiftieth card was taken
            return [0, 0]
        ours, theirs = [scores[0] - scores[1], scores[1] - scores[0]], list(self.state.returns())
        return theirs if theirs == [0, 0] and sorted(ours) == [-25, 25] and self.is_laid else ours


PARTNERS = {
    "tic_tac_toe": TicTacToe, "connect_four": ConnectFour, "oh_hell": OhHell, "hearts": Hearts, "liars_dice": LiarsDice,
    "gin_rummy": GinRummy,
}  # fmt: skip
