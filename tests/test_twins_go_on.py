"""Twins that go on: exchange what a seat cannot know, answer the same in both, and the seat gets the same as long as the
rules themselves bring nothing of it to light. With RULEWRIGHT_PAIRS more pairs go on.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
import rulewright
from drawing import board_of
from exchanging import with_position
from rulewright import Match
from rulewright.desk.reason_lines import why_lines
from rulewright.desk.sources import Sources
from rulewright.desk.why import why, why_not
from rulewright.engine import chance
from rulewright.engine.options import bound
from rulewright.engine.sight import can_see
from rulewright.players.bots import new_bot
from rulewright.table.information_set import Outlook
from rulewright.table.learnt import learnt_since
from rulewright.table.log import read_by
from rulewright.table.redeal import renamed
from rulewright.telling.entries import to_json
from written import game_in

PAIRS = int(os.environ.get("RULEWRIGHT_PAIRS", "60")) // 5
SMUGGLERS = """
name: Smugglers
about: Goods go from bag to bag, and few come to light.
players: 2 to 3
components:
  good:
    starts in: cart
    columns: {worth: number}
    rows: {pin: {worth: 1, copies: 8}, cup: {worth: 2, copies: 6}, pot: {worth: 3, copies: 7}, bell: {worth: 7, copies: 3}}
  spy: {per: player, starts in: bag, back: good, columns: {rank: number}, rows: {scout: [1], boss: [3]}}
zones:
  cart: {form: pile, holds: good, seen by: nobody}
  bag: {per: player, form: hand, seen by: owner}
  shelf: {per: player, holds: good, seen by: owner}
  chest: {per: player, holds: good, seen by: nobody}
  stall: {holds: good, seen by: everyone}
variables:
  taint: {of: good, type: number 0 to 3}
  purse: {of: player, type: number 0 to 9, starts: 4, seen by: owner}
counters:
  coins: {of: player, starts: 2}
define:
  daring: {of: player, with: {dearest: number}, is: coins of this > 90 and dearest > 4}
  earn_early:
    with: {size: number}
    do:
      - if: size > 2
        do:
          - gain 1 coin
          - end earn_early
      - gain 1 coin
  earn: {do: gain 1 coin}
setup:
  - shuffle cart
  - each: player
    do:
      - draw 3 goods from cart to bag
      - draw 2 goods from cart to shelf
      - draw 1 good from cart to chest
flow:
  - turns: player
    laps: 2
    do:
      - let: {rival: player after player}
BODY
result:
  score: coins + purse + (sum of worth of goods in bag) + (sum of taint of goods in bag) + (sum of rank of spies in bag)
  winner: best player by most score
"""
BODIES = {
    "shown cards among hidden ones": """
- choose: a card in bag as mine
  option: show {mine}
  do: show mine to rival
- by: rival
  choose: a card in bag of (player before rival) as prey
  option: point at {prey}
""",
    "one by one, in an order that is chosen": """
- each: good in bag of rival by choice
  option: next {good}
  do: set taint of good to 1
""",
    "swaps": """
- show first good in shelf to every opponent
- choose: a good in chest as other_one
  option: swap {other_one}
  do: swap other_one and (first good in shelf)
- show first good in shelf to every opponent
- choose: a good in shelf as third
  option: hide {third}
  do: swap shelf and chest
""",
    "into a hand and out again": """
- choose: a good in bag as mine
  option: give {mine}
  do:
    - move mine to bag of rival
    - move first good in bag of rival by least worth to stall
""",
    "into a pile and out again": """
- choose: a good in bag as mine
  option: bury {mine}
  do:
    - move mine to cart
    - shuffle cart
    - draw 4 goods from cart to stall
    - shuffle every good in stall into cart
""",
    "one way or the other, which looks the same": """
- if: highest of worth of goods in bag of rival > 2
  then: gain 1 coin
  else: gain 1 coin
- let: {dearest: highest of worth of goods in chest}
- if: dearest > 2
  then: earn
  else: gain 1 coin
- repeat: count of goods in chest with worth > 2
  do: gain 1 coin
- repeat: count of goods in chest with worth <= 2
  do: gain 1 coin
- earn_early worth of (first good in chest)
- choose: a good in bag as mine
  option: take one
- if: worth of mine > 2
  then: gain 1 coin
  else: gain 1 coin
- choose: a good in bag as other_one
  option: hide {other_one}
  do: move other_one to chest
- each: good in chest
  do:
    - if: worth of good > 2
      then: earn
      else: gain 1 coin
- gain 1 coin
- if: purse of rival > 4
  then: [gain 1 coin, earn_early 1]
  else: [gain 1 coin, earn_early 5]
""",
    "an answer that reads the same at two places": """
- if: highest of worth of goods in bag of rival > 2
  then:
    - offer: [{option: wait, do: gain 1 coin}, {option: rest, do: gain 1 coin}]
  else:
    - offer: [{option: wait, do: earn}, {option: rest, do: earn}]
- offer:
    - {option: "keep {mine}", choose: a good in bag as mine, do: earn}
    - {option: "keep {mine}", choose: a good in shelf as mine, do: gain 1 coin}
- choose: a number from 1 to 2 as size
  option: keep a secret
  do: set purse to size
- if: size > 1
  then: gain 1 coin
  else: earn
""",
    "reasons": """
- offer:
    - option: strike {foe} with {mine}
      if: coins > 90 or purse of rival > 5
      choose: an opponent with highest of worth of goods in bag of it > 4 as foe and a good in shelf with worth > 9 as mine
      do: gain 1 coin
    - option: dare
      if: daring(highest of worth of goods in bag of rival) of player
      do: gain 1 coin
    - option: wait
""",
}


def smugglers(folder: Path, body: str) -> rulewright.Game:
    lines = "\n".join(f"      {line}" for line in body.strip("\n").split("\n"))
    return game_in(folder, SMUGGLERS.replace("BODY", lines))


def twin_of(match: Match, viewer: int, rng: int, dear: int = 99) -> Match:
    """The same for a seat: cards of one look that it cannot see lie elsewhere, and others have other purses. Where the rules
    tell which cards are `dear`, those stay among themselves."""
    state, new = match.state, dict[int, int]()
    looks: dict[tuple[int, int | None, bool], list[int]] = {}
    for card in range(state.world.cards):
        if not can_see(state, card, viewer):
            is_dear = (state.world.cells[0][card] or 0) > dear
            looks.setdefault((state.world.kind[card], state.world.look(card), is_dear), []).append(card)
    for cards in looks.values():
        rng, order = chance.shuffled(rng, cards)
        new |= zip(cards, order, strict=True)
    other_places = {card: other for card, other in new.items() if card != other}
    twin = with_position(match, renamed(state, other_places), other_places)
    purse = match.definition.variable_numbers["purse"]
    for seat in range(len(match.seats)):
        rng, value = chance.below(rng, 10)
        twin.state.write(purse, seat, state.read(purse, seat) if seat == viewer else value)
    return twin


def received(sources: Sources, match: Match, seat: str) -> str:
    """All that a seat gets, and what somebody reads who only watches."""
    decision = next((one for one in match.decisions if one.seat == seat), None)
    views = [match.view(viewer).to_json() for viewer in (seat, None)]
    for view in views:
        view.pop("result", None)  # it brings hidden cards to light
    journals = [to_json(match.journal.with_causes(viewer)) for viewer in (seat, None)]
    told = [views, journals, repr(board_of(match, seat, whole=True)), read_by(None, match.log)]
    if match.past:
        told.append(learnt_since(match, 1, seat))
    if decision is not None:
        told += [why(sources, match, decision, option) for option in decision.options]
        asked = [option.text.split()[0] for option in decision.options] + ["strike Bo with pin", "strike Ada", "dare", "bell"]
        told += [why_not(sources, match, decision, words) for words in asked]
    return json.dumps(told)


def came_to_light(match: Match, viewer: int, told: int) -> list[list[str]]:
    """What a seat, or everybody, has seen since, what it sees now, and at the end every score."""
    state = match.state
    result = [f"{seat} {score}" for seat, score in match.result.ranking] if match.result is not None else []
    names = [match.definition.rows[row][1].id for row in state.world.row]
    seen = [sorted(f"{names[card]} {who}" for card, who in line.seen if who in (viewer, None)) for line in match.log[told:]]
    sees = [sorted(names[card] if can_see(state, card, viewer) else "" for card in cards) for cards in state.zones]
    return [*seen, *sees, result]


def same_answer(one: Match, twin: Match, seat: str, which: int) -> str | None:
    """What another seat answers in the twin: the same about the card at the same place."""
    options = [next(one for one in match.decisions if one.seat == seat).options for match in (one, twin)]
    values = bound(options[0][which])[1]
    if values:
        zone = one.state.lies_in[values[-1]]
        place = one.state.zones[zone].index(values[-1])
        values = (*values[:-1], twin.state.zones[zone][place])
    found = [option for option in options[1] if bound(option) == (bound(options[0][which])[0], values)]
    return found[0].text if found else None


def steps(one: Match, twin: Match, viewer: int, rng: int) -> Iterator[None]:
    """Go on in both, as long as the seat cannot have seen a difference."""
    seat = one.seats[viewer]
    for _ in range(8):
        yield
        if not one.decisions:
            return
        rng, which = chance.below(rng, len(one.decisions[0].options))
        who, told = one.decisions[0].seat, len(one.log)
        text = twin.decisions[0].options[which].text if who == seat else same_answer(one, twin, who, which)
        if text is None:
            return
        one.answer(one.decisions[0].options[which])
        twin.answer(text)
        if came_to_light(one, viewer, told) != came_to_light(twin, viewer, told):
            return


@pytest.mark.parametrize("body", BODIES.values(), ids=list(BODIES))
def test_a_seat_gets_the_same_as_long_as_nothing_comes_to_light(tmp_path: Path, body: str) -> None:
    game, compared = smugglers(tmp_path, body), 0
    sources = Sources(game)
    for seed in range(PAIRS):
        match = game.new_match(2 + seed % 2, seed=seed)
        viewer = seed // 2 % len(match.seats)
        twin, match = twin_of(match, viewer, seed), with_position(match, match.state, {})  # both journals begin here
        for _ in steps(match, twin, viewer, chance.seeded(seed)):
            assert received(sources, match, match.seats[viewer]) == received(sources, twin, match.seats[viewer]), seed
            compared += 1
    assert compared > PAIRS


TOO_LARGE = (
    "purse of Bo", "300000000 * purse of Bo", "999999994 + purse of Bo", "min(5, 300000000 * purse of Bo)",
    "200000000 * (sum of worth of goods in bag of Bo)", "200000000 * (highest of worth of goods in shelf of Bo)",
    "count of goods in chest of Bo with 400000000 * worth of it > 3", "coins > 90 and 300000000 * purse of Bo > 3",
    "first player by most coins, then most 150000000 * purse", "first player by most 150000000 * purse",
    "first player by most seat, then most 150000000 * purse", "mod(purse of Bo, purse of Bo - 4)",
)  # fmt: skip


@pytest.mark.parametrize("asked", TOO_LARGE)
def test_whether_something_is_too_large_to_reckon_with_tells_nothing(tmp_path: Path, asked: str) -> None:
    """Whoever may ask for any number could else find a hidden one by what it may be multiplied with."""
    game = smugglers(tmp_path, BODIES["swaps"])
    sources, purse, told = Sources(game), game.definition.variable_numbers["purse"], set[str]()
    for seed in range(4):
        match = with_position(game.new_match(2, seed=1), game.new_match(2, seed=1).state, {})
        twin = twin_of(match, 0, seed)
        twin.state.write(purse, 1, 3 * seed)
        told.add(str(why_lines(sources, twin, asked, "Ada")))
    assert len(told) == 1 and "does not fit" not in told.pop()


@pytest.mark.parametrize("body", ["into a hand and out again", "into a pile and out again"])
def test_a_card_that_nobody_could_follow_is_not_named(tmp_path: Path, body: str) -> None:
    """Also if it happens to come to light in the same answer: it might be another one that reads the same."""
    game, came_out = smugglers(tmp_path, BODIES[body]), 0
    for seed in range(20):
        match = game.new_match(3, seed=seed)
        for option in match.decisions[0].options:
            twin = match.copy(watched=True)
            twin.answer(option)
            line = next(line for line in twin.log if line.is_answer)
            came_out += (bound(option)[1][0], None) in line.seen
            assert line.public == line.own[2] and line.public.endswith(" a good") and line.own[0] == f"Ada: {option.text}"
    assert came_out > 3


def test_a_card_that_was_shown_is_not_known_after_a_swap(tmp_path: Path) -> None:
    game = smugglers(tmp_path, BODIES["swaps"])
    match = game.new_match(2, seed=1)
    ((shown, _),) = match.state.shown
    assert can_see(match.state, shown, 1)
    match.answer(match.decisions[0].options[0])
    assert not can_see(match.state, shown, 1) and len(match.state.shown) == 1
    match.answer(match.decisions[0].options[0])
    assert {viewer for _, viewer in match.state.shown} == {0}


def test_bots_know_nothing_more_where_nearly_no_deal_fits(tmp_path: Path) -> None:
    """The rules tell where all dear goods lie, and not which is which."""
    game = smugglers(tmp_path, "- choose: a good with worth > 2 as found\n  option: get {found}\n  do: move found to bag")
    for seed in range(4):
        match = game.new_match(2, seed=seed)
        twin = twin_of(match, 0, seed, dear=2)
        assert twin.state.zones != match.state.zones
        answers = [new_bot("greedy:1", seed).choose(one.decisions[0], Outlook(one, "Ada")).text for one in (match, twin)]
        assert answers[0] == answers[1], seed
