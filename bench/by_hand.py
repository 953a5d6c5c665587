"""Three of the shipped games written by hand in plain Python, to be held against: one class each, nothing shared or general.

`Game(players, seed)` sets up, `legal_moves()` lists what can be done now, `apply(move)` does it, `is_over()` and `scores()` end
it. They follow the rules of the definitions, as somebody would write them who needs this one game.
"""

from __future__ import annotations

import random

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class TicTacToe:
    """Nine cells, two players in turn; a move is a cell."""

    def __init__(self, players: int, seed: int) -> None:
        self.cells, self.free = [-1] * 9, list(range(9))
        self.player, self.winner = 0, -1

    def legal_moves(self) -> list[int]:
        return self.free

    def apply(self, cell: int) -> None:
        cells, player = self.cells, self.player
        cells[cell] = player
        self.free.remove(cell)
        for one, two, three in LINES:
            if cells[one] == cells[two] == cells[three] == player:
                self.winner = player
        self.player = 1 - player

    def is_over(self) -> bool:
        return self.winner >= 0 or not self.free

    def scores(self) -> list[int]:
        return [int(self.winner == player) for player in (0, 1)]


class Leduc:
    """Six cards, two rounds of betting, two players."""

    def __init__(self, players: int, seed: int) -> None:
        deck = [1, 1, 2, 2, 3, 3]
        random.Random(seed).shuffle(deck)
        self.hands, self.board, self.deck = deck[:2], 0, deck[2:]
        self.paid, self.won = [1, 1], [0, 0]
        self.round, self.agreed, self.raises, self.player, self.over = 1, 0, 0, 0, False

    def legal_moves(self) -> list[str]:
        moves = ["fold"] if self.paid[self.player] < max(self.paid) else []
        moves.append("call")
        if self.raises < 2:
            moves.append("raise")
        return moves

    def apply(self, move: str) -> None:
        due = max(self.paid) - self.paid[self.player]
        if move == "fold":
            self.won[1 - self.player] = sum(self.paid)
            self.over = True
            return
        if move == "call":
            self.paid[self.player] += due
            self.agreed += 1
        else:
            self.paid[self.player] += due + 2 * self.round
            self.raises += 1
            self.agreed = 1
        self.player = 1 - self.player
        if self.agreed == 2:
            self._end_round()

    def _end_round(self) -> None:
        self.agreed = self.raises = self.player = 0
        if self.round == 1:
            self.round, self.board = 2, self.deck[0]
            return
        strength = [hand + 3 * (hand == self.board) for hand in self.hands]
        winners = [player for player in (0, 1) if strength[player] == max(strength)]
        for player in winners:
            self.won[player] = sum(self.paid) // len(winners)
        self.over = True

    def is_over(self) -> bool:
        return self.over

    def scores(self) -> list[int]:
        return [won - paid for won, paid in zip(self.won, self.paid, strict=True)]


EIGHT = 6
PENALTY = (2, 3, 4, 5, 6, 7, 50, 9, 10, 10, 10, 10, 10)


class CrazyEights:
    """Fifty-two cards; a card is its suit times thirteen and its rank."""

    def __init__(self, players: int, seed: int) -> None:
        chance = random.Random(seed)
        deck = list(range(52))
        chance.shuffle(deck)
        size = 7 if players == 2 else 5
        self.hands = [[deck.pop() for _ in range(size)] for _ in range(players)]
        first = next(card for card in reversed(deck) if card % 13 != EIGHT)
        deck.remove(first)
        self.deck, self.top, self.suit = deck, first, first // 13
        self.player = (chance.randrange(players) + 1) % players
        self.drawn = self.plays = self.idle = 0
        self.naming = self.over = False

    def legal_moves(self) -> list[tuple[str, int]]:
        if self.naming:
            return [("suit", suit) for suit in range(4)]
        rank = self.top % 13
        moves = [
            ("play", card)
            for card in self.hands[self.player]
            if card // 13 == self.suit or card % 13 == rank or card % 13 == EIGHT
        ]
        moves.append(("draw", 0) if self.deck and self.drawn < 5 else ("pass", 0))
        return moves

    def apply(self, move: tuple[str, int]) -> None:
        kind, what = move
        if kind == "draw":
            self.hands[self.player].append(self.deck.pop())
            self.drawn += 1
            return
        if kind == "play":
            self.hands[self.player].remove(what)
            self.top, self.suit = what, what // 13
            self.plays, self.idle = self.plays + 1, 0
            self.over = not self.hands[self.player] or self.plays == 100
            if what % 13 == EIGHT and not self.over:
                self.naming = True
                return
        elif kind == "suit":
            self.suit, self.naming = what, False
        else:
            self.idle += not self.deck
            self.over = self.idle > len(self.hands)
        self.player, self.drawn = (self.player + 1) % len(self.hands), 0

    def is_over(self) -> bool:
        return self.over

    def scores(self) -> list[int]:
        return [-sum(PENALTY[card % 13] for card in hand) for hand in self.hands]
