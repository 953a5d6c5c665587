"""How loading and copying grow with the size of a game: `python bench/growth.py [cards] [zones]`.

Writes a game of invented cards, each with an ability of its own sentences, into a temporary folder; prints how long it takes to
load without and with the cache, to begin a match and to copy it, in milliseconds of processor time. Then the time of one
decision of a random game, in Python and inside a compiled library, as the game gets more rounds, more players and more cards.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import rulewright
from rulewright.engine.worlds import world_for
from rulewright.study.benchmark import measure, per_second

GAME = """\
name: Long Row
about: Everybody plays cards into lanes, and each card does what is written on it.
players: 2 to 4

zones:
  deck: {{form: pile, holds: animal, seen by: nobody, refill: heap}}
  heap: {{form: pile, holds: animal, seen by: everyone}}
  hand: {{per: player, form: hand, holds: animal, seen by: owner}}
{lanes}
counters:
  coin: {{of: player}}

values:
  worth: {{of: animal, starts: print}}

setup:
  - shuffle deck
  - each: player
    do: draw 5 cards from deck to hand

flow:
  - rounds: {rounds}
    do:
      - turns: player
        laps: 1
        skip: hand is empty
        do:
          - choose: a card in hand as pick
            prompt: Which card is played?
            option: play {{pick}}
          - reveal pick
          - draw a card from deck to hand

result:
  score: coin
  winner: best player by most score

components:
  animal:
    starts in: deck
    discards to: heap
    columns: {{print: number}}
    rows:
{cards}"""

LANE = "  {lane}: {{holds: animal, seen by: everyone}}\n"

CARD = """\
      {card}:
        print: {print}
        text: TEXT
        abilities:
          - when: this is revealed
            do:
DONE"""
DEEDS = (  # what is printed on a card, and what is done when it is revealed
    ("Goes to {lane} and pays for what is strong there.", """\
              - move this to {lane}, face up
              - gain (count of cards in {lane} with worth >= {limit}) coin
"""),
    ("Goes to {lane} and clears it when it is full.", """\
              - move this to top of {lane}, face up
              - if: count of cards in {lane} >= 4 and sum of print of cards in {lane} > {limit}
                then: discard every other card in {lane} with worth < {print}
                else: gain {number} coin
"""),
    ("Goes to {lane} and supports its neighbours.", """\
              - move this to bottom of {lane}, face up
              - pay min({number}, coin) coin
          - always: every other card in {lane} with print <= {limit} gets +1 worth
"""),
)  # fmt: skip


def write_game(folder: Path, cards: int, zones: int, rounds: int = 30) -> Path:
    """A game of so many different cards and zones; returns its folder."""
    folder.mkdir(parents=True, exist_ok=True)
    lanes = [f"lane_{number}" for number in range(1, zones - 2)]
    kinds = [CARD.replace("TEXT", text).replace("DONE", done) for text, done in DEEDS]
    rows = [
        kinds[number % len(kinds)].format(
            card=f"card_{number}", lane=lanes[number % len(lanes)], print=number % 97, limit=number % 53, number=number % 7 + 1
        )
        for number in range(cards)
    ]
    text = GAME.format(rounds=rounds, lanes="".join(LANE.format(lane=lane) for lane in lanes), cards="".join(rows))
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    return folder


def milliseconds(action: Callable[[], Any], times: int = 1) -> float:
    before = time.process_time()
    for _ in range(times):
        action()
    return (time.process_time() - before) * 1000 / times


CURVE = (
    *((rounds, 2, 100) for rounds in (10, 20, 40, 80)), *((20, players, 100) for players in (3, 4)),
    *((20, 2, cards) for cards in (50, 200, 400)),
)  # fmt: skip


def curve(place: Path) -> None:
    """A game in 10 zones, twice as long each time, with more players, and with twice as many different cards each time."""
    from compare import inside  # which lies beside this program

    print("rounds players  cards decisions   Python, µs per decision   native, µs per decision")
    for rounds, players, cards in CURVE:
        definition = rulewright.load(write_game(place / f"row_{rounds}_{cards}", cards, 10, rounds)).definition
        pace = measure(definition, players, seconds=4.0)  # at first rules are written, piece by piece
        many = pace.decisions_per_game
        native = ""
        if runs := inside(world_for(definition, players)):
            play, weight = runs["native", "run"]
            native = f"{1e6 / (weight * per_second(play, 1.0) * many):.3f}"
        print(f"{rounds:6} {players:7} {cards:6} {many:9.1f} {pace.microseconds_per_decision:25.1f} {native:>25}")


def main() -> None:
    cards = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    zones = int(sys.argv[2]) if len(sys.argv) > 2 else 50
    with tempfile.TemporaryDirectory() as place:
        os.environ["RULEWRIGHT_CACHE"] = str(Path(place) / "cache")
        folder = write_game(Path(place) / "long_row", cards, zones)
        print(f"{cards} cards, {zones} zones, {(folder / 'game.yaml').stat().st_size // 1024} KB")
        print(f"load, nothing kept   {milliseconds(lambda: rulewright.load(folder)):9.1f} ms")
        print(f"load, from the cache {milliseconds(lambda: rulewright.load(folder)):9.1f} ms")
        game = rulewright.load(folder)
        print(f"first match          {milliseconds(lambda: game.new_match(4, seed=1)):9.1f} ms")
        match = game.new_match(4, seed=1, watched=False)
        print(f"copy                 {milliseconds(lambda: match.copy(watched=False), 1000):9.4f} ms")
        curve(Path(place))


if __name__ == "__main__":
    main()
