"""Secret answers: what sets something that not everybody may know is told to nobody else, by words, views or bots."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import rulewright
from exchanging import spoken
from rulewright import Match, ir
from rulewright.engine import chance
from rulewright.engine.frames import waiting_at
from rulewright.players.bots import new_bot
from rulewright.table.information_set import Outlook
from rulewright.table.log import read_by
from written import game_in

WHISPERS = Path(__file__).parent / "definitions" / "whispers"


@pytest.fixture(scope="module")
def whispers() -> rulewright.Game:
    return rulewright.load(WHISPERS)


# ---------------------------------------------------------------- which answers are secret

VAULTS = """
name: Vaults
about: Codes are kept in vaults, and some of them are shown.
players: 2
types:
  sign: [sun, moon]
components:
  bolt: {per: player, starts in: store, columns: {size: number}, rows: {rod: [1], nut: [2], key: [3]}}
  tag: {per: player, copies: 2, starts in: pouch}
  cog: {per: player, die: 1 to 6, starts in: mug}
  wheel: {die: 1 to 6, starts in: field}
zones:
  pouch: {per: player, form: hand, holds: tag, seen by: owner}
  mug: {per: player, holds: cog, seen by: owner}
  field: {holds: wheel, seen by: everyone}
  store: {per: player, seen by: everyone}
  yard: {per: player, seen by: everyone}
variables:
  code: {of: player, type: number 0 to 9, seen by: owner}
  known_code: {of: player, type: number 0 to 9}
  trap: {of: player, type: flag, seen by: owner}
  lock: {type: sign, seen by: nobody}
  etched: {of: tag, type: number 0 to 9}
  bad: {of: sign, type: flag, seen by: nobody}
counters:
  coins: {of: player}
define:
  keep:
    with: {first_number: number}
    do: note first_number + 1
  note:
    with: {second_number: number}
    do: set code to second_number
  spring:
    do: mark player as trap
  forget:
    do: set code to 0
flow:
  - turns: player
    laps: 1
    do:
BODY
      - gain code coins
      - if: trap and bad of sun and lock is moon
        do: gain known_code coins
      - gain (sum of etched of tags in pouch) coins
      - gain (sum of value of cogs in mug) coins
      - keep 0
      - spring
      - forget
result:
  score: coins
  winner: best player by most score
"""
SECRET = {
    "set by the pick": "choose: a number from 0 to 3 as n\ndo: set code to n",
    "set later in the list": "choose: a number from 0 to 3 as n\n---\nset code to n",
    "raised by the pick": "choose: a number from 0 to 3 as n\ndo: raise code by 2 * n",
    "by a name": "choose: a number from 0 to 3 as n\n---\nlet: {twice: 2 * n}\n---\nset code to twice",
    "by a verb, and another": "choose: a number from 0 to 3 as n\ndo: keep n",
    "by a condition": "choose: a number from 0 to 3 as n\n---\nif: n > 2\nthen: set code to 1\nelse: set code to 2",
    "by how often": "choose: a number from 0 to 3 as n\n---\nrepeat: n\ndo: raise code by 1",
    "by who it is about": "choose: an opponent as other_one\ndo: set code of other_one to 3",
    "by which thing": "choose: a sign as s\ndo: mark s as bad",
    "of the game": "choose: a sign as s\ndo: set lock to s",
    "by a branch": "offer:\n  - option: set a trap\n    do: mark player as trap\n  - option: rest",
    "by a branch and a verb": "offer:\n  - option: set a trap\n    do: spring\n  - option: rest",
    "by yes or no": "may: set a trap\ndo: spring",
    "by declining": "choose: a bolt in store as b\ndecline: keep it\ndo: move b to yard\nelse: spring",
    "by several picks": "choose: 0 to 3 bolts in store as several\ndo: set code to count of bolts in several",
    "by whether several are picked": "choose: 1 to 3 bolts in store as several\ndecline: none\ndo: spring",
    "what a die under a mug shows": "choose: a number from 1 to 6 as n\ndo: set value of (first cog in mug) to n",
    "a hidden die by a branch": (
        "offer:\n  - option: low\n    do: set value of (first cog in mug) to 1\n  - option: high\n"
        "    do: set value of (first cog in mug) to 6"
    ),
    "a number on a hidden card": "choose: a tag in pouch as t and a number from 1 to 3 as n\ndo: set etched of t to n",
    "asked": "ask: player\nchoose: a number from 0 to 3 as n\ndo: set code to n",
    "marked": "choose: a number from 0 to 3 as n\nsecret: true\ndo: gain n coins",
    "a marked offer": "offer:\n  - option: a\n    do: gain 1 coin\n  - option: b\nsecret: true",
    "a marked yes or no": "may: gain\nsecret: true\ndo: gain 1 coin",
    "a marked question": "ask: player\nchoose: 0 to 2 bolts in store as several\nsecret: true\ndo: gain 1 coin",
}
OPEN = {
    "what a die in the open shows": "choose: a number from 1 to 6 as n\ndo: set value of (first wheel in field) to n",
    "set in the open": "choose: a number from 0 to 3 as n\ndo: set known_code to n",
    "something hidden is done whatever was picked": "choose: a bolt in store as b\ndo: [move b to yard, spring]",
    "and for several": "choose: 2 bolts in store as several\ndo: [move every bolt in several to yard, spring]",
    "a hidden variable is only read": "choose: a number from 0 to 3 as n\ndo: set known_code to n + code",
    "a yes that leads to a secret": "may: write\ndo:\n  - choose: a number from 0 to 3 as n\n    do: set code to n",
    "an option that leads to a secret": (
        "offer:\n  - option: write\n    do:\n      - choose: a number from 0 to 3 as n\n      - keep n\n  - option: rest"
    ),
}


def vaults(folder: Path, body: str) -> rulewright.Game:
    lines = []
    for statement in body.split("\n---\n"):
        lines += [f"      {'- ' if not number else '  '}{line}" for number, line in enumerate(statement.split("\n"))]
    return game_in(folder, VAULTS.replace("BODY", "\n".join(lines)))


@pytest.mark.parametrize("body", SECRET.values(), ids=list(SECRET))
def test_an_answer_that_settles_something_hidden_is_secret(tmp_path: Path, body: str) -> None:
    game = vaults(tmp_path, body)
    assert [site.secret for site in game.definition.sites] == [True]
    told = set()
    for index in range(len(game.new_match(2, 1).decisions[0].options)):
        match = game.new_match(2, 1)
        option = match.decisions[0].options[index]
        match.answer(option)
        told |= {spoken(match)[0].public, spoken(match)[0].own[1]}
        assert spoken(match)[0].own[0] == f"Ada: {option.text}"
    assert told == {"Ada: answers" if body.startswith("ask") else "Ada: decides in secret"}


@pytest.mark.parametrize("body", OPEN.values(), ids=list(OPEN))
def test_an_answer_that_settles_nothing_hidden_is_told(tmp_path: Path, body: str) -> None:
    game = vaults(tmp_path, body)
    match = game.new_match(2, 1)
    option = match.decisions[0].options[0]
    match.answer(option)
    assert spoken(match)[0].public == f"Ada: {option.text}"


def test_a_row_of_secret_picks_is_one_line_however_long_it_is(tmp_path: Path) -> None:
    game = vaults(tmp_path, SECRET["by several picks"])
    told = set()
    for picks in range(4):
        match = game.new_match(2, 1)
        for _ in range(picks):
            match.answer(match.decisions[0].options[0])
        if match.decisions[0].seat == "Ada":
            match.answer(match.decisions[0].options[-1])
        assert match.decisions[0].seat == "Bo" and len(read_by(0, spoken(match))) == 1
        told.add(tuple(read_by(1, spoken(match))))
    assert told == {("Ada: decides in secret",)}


# ---------------------------------------------------------------- twins


def answered(match: Match, seat: str, which: int) -> Match:
    """A copy in which a seat gives its answer of a number, and if that is a row of picks, the rest of it."""
    twin = match.copy(watched=True)
    site = decision_of(twin, seat).place
    while (decision := decision_of(twin, seat)) is not None and decision.place == site:
        twin.answer(decision.options[min(which, len(decision.options) - 1)], seat)
        if not isinstance(waiting_for(twin), ir.PickMany):
            break
    return twin


def decision_of(match: Match, seat: str) -> rulewright.Decision | None:
    return next((one for one in match.decisions if one.seat == seat), None)


def waiting_for(match: Match) -> ir.Choose | ir.PickMany | None:
    node = waiting_at(match.state)
    return node.choice if isinstance(node, ir.Ask) else node


def secret_twins(match: Match) -> Iterator[tuple[str, Match, Match]]:
    """For each seat that decides in secret: two ways in which the match can go on that only this seat can tell apart."""
    node = waiting_for(match)
    if node is None or not match.definition.sites[node.site].secret:
        return
    for decision in match.decisions:
        yield decision.seat, *[answered(match, decision.seat, which) for which in (0, len(decision.options) - 1)]


def told_to(match: Match, seat: str) -> str:
    """Everything that a seat gets."""
    return json.dumps(match.view(seat).to_json(), ensure_ascii=False)


def decide(match: Match, words: str, seat: str) -> str:
    decision = decision_of(match, seat)
    assert decision is not None
    return new_bot(words, 3).choose(decision, Outlook(match, seat)).text


def round_of(match: Match) -> int:
    number: int = match.view(match.seats[0]).fact("round")
    return number


def guesses(match: Match) -> list[str]:
    return [line.public for line in match.log if "was right" in line.public]


def play_both(one: Match, other: Match, own: str, bots: tuple[str, ...]) -> int:
    """Go on in both twins with the same answers, until the rules bring the secret out; returns how many decisions of others
    were compared."""
    compared, begun = 0, round_of(one)
    for step in range(12):
        others = [seat for seat in one.seats if seat != own]
        if one.is_over or round_of(one) != begun or guesses(one) != guesses(other):
            break
        assert [told_to(one, seat) for seat in others] == [told_to(other, seat) for seat in others]
        seat = next((decision.seat for decision in one.decisions if decision.seat != own), own)
        options = [{option.text for option in decision_of(match, seat).options} for match in (one, other)]
        if seat != own:
            compared += 1
            compare_minds(one, other, seat, bots if compared == 1 else ())
        text = sorted(options[0] & options[1])[step % len(options[0] & options[1])]
        for match in (one, other):
            match.answer(text, seat)
    return compared


def compare_minds(one: Match, other: Match, seat: str, bots: tuple[str, ...]) -> None:
    """What a seat imagines of the table is the same in both, and so is what bots make of it."""
    rng = chance.seeded(len(one.answers))
    deals = [Outlook(match, seat).deal(rng) for match in (one, other)]
    assert deals[0][0] == deals[1][0] and deals[0][1].state.key() == deals[1][1].state.key()
    for words in bots:
        assert decide(one, words, seat) == decide(other, words, seat)


@pytest.mark.parametrize("players", [2, 3])
def test_nobody_else_can_tell_what_was_answered_in_secret(whispers: rulewright.Game, players: int) -> None:
    """Whatever it was, the others see, read and are offered the same, and every bot of theirs answers the same."""
    compared, rng = 0, chance.seeded(players)
    match = whispers.new_match(players, 1)
    while match.decisions:
        for own, one, other in secret_twins(match) if len(match.answers) % 3 == 0 else ():
            compared += play_both(one, other, own, ("greedy:1", "search:6"))
        rng, who = chance.below(rng, len(match.decisions))
        decision = match.decisions[who]
        rng, which = chance.below(rng, len(decision.options))
        match.answer(decision.options[which], decision.seat)
    assert compared > 15


RUMOURS = """
name: Rumours
about: Numbers without bounds, cards, lists, places and options that are taken once, and nobody else knows any of it.
players: 2
types:
  hue: [red, blue, green]
components:
  gem: {starts in: box, columns: {size: number}, rows: {agate: [1], beryl: [2], coral: [3], drop: {size: 2, copies: 5}}}
zones:
  box: {form: pile, seen by: nobody}
  hand: {per: player, form: hand, seen by: owner}
  shop: {seen by: everyone}
  spot: {count: 3, seen by: everyone}
variables:
  stake: {of: player, type: number, seen by: owner}
  wanted: {of: player, type: gem, seen by: owner}
  liked: {of: player, type: list of hue, seen by: nobody}
  lair: {of: player, type: spot, seen by: owner}
  mined: {of: spot, type: flag, seen by: nobody}
counters:
  coins: {of: player, starts: 2}
define:
  add: {with: {more: number, whose: player}, do: raise stake of whose by more}
setup:
  - shuffle box
  - each: player
    do: draw 2 gems from box to hand
  - draw 2 gems from box to shop
flow:
  - rounds: 2
    do:
      - turns: player
        laps: 1
        do:
          - choose: a number from 0 to coins as paid
            option: stake {paid}
            do: add paid, player
          - choose: a gem in shop as dream
            option: want {dream}
            decline: want nothing
            do: set wanted to dream
          - choose: 0 to any hues as hues_liked
            option: like {hues_liked}
          - set liked to hues_liked
          - choose: a spot as den
            option: live in {den}
            do:
              - set lair to den
              - mark den as mined until end of round
          - choose: 1 to 2 gems in hand as pledged
            option: pledge {pledged}
            decline: pledge nothing
            secret: true
          - offer:
              - option: double it
                do: set stake to 7
              - option: hide {small}
                choose: a gem in hand as small
                do: set stake to size of small
            again: once each
            decline: enough
          - by: player after player
            may: look
            do: gain 1 coin
          - raise stake by count of gems in pledged
result:
  score: coins + stake + (count of hues in liked) + (size of wanted if wanted is not none else 0) + (1 if lair is mined else 0)
  winner: best player by most score
"""


def test_secrets_of_every_type_are_kept_from_bots(tmp_path: Path) -> None:
    game, compared, rng = game_in(tmp_path, RUMOURS), 0, chance.seeded(1)
    assert [site.secret for site in game.definition.sites] == [True] * 6 + [False]
    match = game.new_match(2, 1)
    while match.decisions:
        for own, one, other in secret_twins(match) if len(match.answers) % 3 == 0 else ():
            if spoken(other)[-1].own[match.seats.index(own)] != f"{own}: enough":  # who does not decide again has ended it
                compared += play_both(one, other, own, ("greedy:1",))
        rng, which = chance.below(rng, len(match.decisions[0].options))
        match.answer(match.decisions[0].options[which])
    assert compared > 10


@pytest.mark.parametrize("name", ["what a die under a mug shows", "a number on a hidden card"])
def test_what_is_written_on_hidden_cards_is_kept_from_bots(tmp_path: Path, name: str) -> None:
    """Bo imagines the same of the table and answers the same, whatever Ada has written."""
    game = vaults(tmp_path, f"{SECRET[name]}\n---\nby: player after player\nmay: look\ndo: gain 1 coin")
    first, *_, last = (answered(game.new_match(2, 1), "Ada", which) for which in (0, 1, 2))
    assert told_to(first, "Bo") == told_to(last, "Bo")
    compare_minds(first, last, "Bo", ("greedy:1", "search:6"))
