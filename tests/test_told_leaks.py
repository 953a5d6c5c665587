"""What is told of scores, decisions and cards hangs on nothing that its reader may not know: games made to give it away."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path

import pytest
from rulewright import Game, Match
from rulewright.table.log import lines_as_data
from rulewright.table.open_decision import OpenDecision
from rulewright.telling.conditions import Condition
from written import game_in

# Whatever Bo stashes looks alike to Ada: two kinds share a back, and the values that hang on it are not printed alike.
CELLAR = """
name: Cellar
players: 2
components:
  pearl:
    {per: player, back: card, starts in: hand, columns: {points: number, glow: number},
     rows: {white: [1, 2], black: [3, 0], grey: [0, 3], red: [2, 2]}}
  stone: {per: player, back: card, starts in: hand, columns: {weight: number}, rows: {flint: [3], slate: [0]}}
zones:
  hand: {per: player, form: hand, holds: [pearl, stone], seen by: owner}
  cellar: {per: player, form: pile, holds: [pearl, stone], seen by: owner}
  shore: {per: player, holds: [pearl, stone], seen by: everyone}
counters: {coins: {of: player, starts: 2}}
variables:
  leader: {type: player, starts: first_player}
  rival: {type: player}
  chief: {type: player}
  rich: {of: player, type: flag}
  level: {of: card, type: number}
  mark_of: {of: player, type: number}
types: {mood: [calm, wild]}
look: {facts: {mark_of: hidden}}
options: {first_player: {type: player, default: 1}}
define:
  shine: {of: player, is: sum of points of pearls in cellar of this}
  glimmer: {of: player, is: sum of glow of pearls in cellar of this}
  burden: {of: player, is: sum of weight of stones in cellar of this}
  heavy: {of: player, is: burden of this >= 2}
  bless_one: {with: {whom: player}, do: [give 2 coins to whom, mark whom as rich]}
  curse_one: {with: {whom: player}, do: [give 2 coins to whom, mark whom as rich]}
  pay_out: {with: {wage: number, whom: player}, do: [give wage coins to whom]}
  nod_to: {with: {whom: player}, do: [{for: whom, do: {may: nod, do: gain 1 coin}}]}
  stir: {with: {feeling: mood}, do: [set chief to first player by most coins]}
setup: [set rival to player after first_player, give 1 coin to rival]
flow:
  - turns: player
    laps: 1
    do:
      - choose: a card in hand as kept_one
        option: stash {kept_one}
      - move kept_one to cellar, face down
BODY
result:
  score: SCORE
  winner: best player by most score
"""
STASHED = ("white", "black", "grey", "red", "flint", "slate")
SCORES = (
    "coins + shine + glimmer + burden",
    "coins - shine - glimmer + 2 * burden",
    "coins + (shine if this is heavy else glimmer)",
    "coins + (3 if this is heavy else 0) + (3 if shine > 2 else 0)",
    "coins + max(shine, burden) + min(glimmer, 2)",
    "coins + (count of cards in cellar of this) + burden + (count of pearls in cellar of this)",
    "(coins if this is heavy else 2) + shine",
    "coins + div(shine + burden, 2)",
)


def played(folder: Path, body: str, score: str, theirs: str) -> Match:
    return after(cellar(folder, body, score), theirs)


def cellar(folder: Path, body: str, score: str) -> Game:
    return game_in(folder, CELLAR.replace("BODY", body).replace("SCORE", score))


def after(game: Game, theirs: str) -> Match:
    match = game.new_match(["Ada", "Bo"])
    match.answer("stash flint")
    match.answer(f"stash {theirs}")
    return match


def twins(folder: Path, body: str, score: str, told: Callable[[Match], object]) -> Iterator[tuple[object, object]]:
    """What is told of games that came to the same public result, whatever Bo has stashed."""
    game = cellar(folder, body, score)
    ends = [(match.result, public(match), told(match)) for match in (after(game, theirs) for theirs in STASHED)]
    for one, other in combinations(ends, 2):
        if one[:2] == other[:2]:
            yield one[2], other[2]


def public(match: Match) -> object:
    """All that came of it on the table, but for the lines."""
    view = match.view("Ada")
    return [view.zones, view.players, view.facts]


def told(match: Match) -> object:
    return [(lines_as_data(seat, match.log), conditions(match, seat)) for seat in (0, None)]


def conditions(match: Match, seat: int | None) -> list[str]:
    """By what the rules came to every line that a seat reads: by which conditions, and by which calls of verbs."""
    came_by = [line.came_by(seat) for line in match.log if line.seen_by(seat)]
    asked = [f"{one.facts} ({one.place})" for told in came_by for one in told.conditions]
    return [*asked, *(f"{one.place} {one.rules}" for told in came_by for one in told.callers)]


@pytest.mark.parametrize("score", SCORES)
def test_what_is_left_of_a_score_tells_only_the_difference(tmp_path: Path, score: str) -> None:
    compared = 0
    for one, other in twins(tmp_path, "", score, told):
        assert one == other
        compared += 1
    assert compared


BODIES = (
    "  - {repeat: shine of rival, do: set leader to first player by most coins}",
    "  - set leader to first heavy player by most coins",
    "  - {if: shine of rival > 0, do: set leader to first player by least coins}",
    "  - {if: shine of rival > 0, do: set leader to first player by most coins}",
    "  - {if: rival is heavy, then: [set leader to first player by most coins], else: [give 0 coins to rival]}",
    "  - {if: rival is heavy, do: set leader to first player by most shine}",
    "  - set leader to first player by most burden",
    "  - {let: {best_one: first player by most coins}}\n  - {if: rival is heavy, do: set leader to best_one}",
    "  - {each: player with it is heavy, do: mark player as rich}",
    "  - {each: player with shine >= 1, do: set leader to first player by most coins}",
    "  - {if: shine of rival > 0, do: set level of (first card in cellar of rival) to 1}",
    "  - {each: pearl in cellar of rival, do: set level of pearl to 2}",
    "  - {if: rival is heavy, do: set level of (first card in hand of rival) to 1}",
    "  - {if: rival is heavy, then: bless_one rival, else: curse_one rival}",
    "  - {if: coins of rival > 2, do: [{if: rival is heavy, then: bless_one rival, else: curse_one rival}]}",
    "  - {if: shine of rival > glimmer of rival, do: [{if: coins of rival > 2, do: bless_one rival}]}\n  - bless_one rival",
    "  - {if: rival is heavy, do: draw 2 cards from shore of rival to shore of first_player}",
    "  - {if: rival is heavy, then: stir calm, else: stir wild}",
    "  - give (shine of rival + glimmer of rival) coins to rival",
    "  - give (3 if rival is heavy else shine of rival) coins to rival",
    "  - pay_out (shine of rival + glimmer of rival), rival",
    "  - {if: rival is heavy, then: 'pay_out (coins of rival + 0), rival', else: 'pay_out (sum of coins of players), rival'}",
    "  - {let: {wage: burden of rival + 1}}\n  - pay_out (wage + 1), rival",
    "  - {let: {wage: burden of rival + shine of rival}}\n  - give wage coins to rival",
    "  - set mark_of of rival to shine of rival + glimmer of rival",
    "  - {if: rival is heavy, then: [{for: rival, do: pay 1 coin to first_player}], else: [{for: rival, do: pay 1 coin},"
    " give 1 coin to first_player]}",
    "  - {if: rival is heavy, then: [give 2 coins to rival, say: '{rival} gets 2'], else: [say: '{rival} gets 2',"
    " give 2 coins to rival]}",
    "  - {step: dusk, do: [{if: rival is heavy, then: bless_one rival, else: give 2 coins to rival}]}",
    "  - {if: rival is heavy, then: [{do: give 1 coin to rival, tell: '{rival} is heavy'}],"
    " else: [{do: give 1 coin to rival, tell: '{rival} is light'}]}",
    "  - {if: rival is heavy, then: [{do: give 1 coin to rival, tell: '{rival} is heavy'}], else: [give 1 coin to rival]}",
    "  - set leader to first player by most coins, then most shine",
    "  - give 1 coin to first_player\n  - set chief to first player by most coins, then most shine",
    "  - give 1 coin to first_player\n  - set chief to last player by most coins, then most shine, then least burden",
    "  - {each: 'player by most coins, then most shine', do: give 1 coin to player}",
    "  - give 1 coin to first_player\n"
    "  - {each: 'player by most coins, then most shine, then least coins', do: set mark_of to 0}",
    "  - give 1 coin to first_player\n  - {let: {whom: 'best player by most coins, then most shine'}}\n"
    "  - {each: player in whom, do: set level of (first card in hand of player) to 0}",
    "  - give 1 coin to first_player\n  - {let: {whom: 'first player by most coins, then most shine, then most burden'}}\n"
    "  - set mark_of of whom to 0",
    "  - set chief to first player by most shine, then most coins",
    "  - give 1 coin to first_player\n"
    "  - {if: 'coins of (first player by most coins, then most shine) is 3', do: give 1 coin to rival}",
    "  - {let: {whom: 'first player by least coins, then most shine if rival is heavy else first player by most coins'}}\n"
    "  - give 1 coin to whom",
)


@pytest.mark.parametrize("body", BODIES)
def test_what_is_decided_behind_something_hidden_tells_only_what_changed(tmp_path: Path, body: str) -> None:
    compared = 0
    for one, other in twins(tmp_path, body, "coins", told):
        assert one == other
        compared += 1
    assert compared


def test_what_everybody_sees_is_told_with_its_reason(tmp_path: Path) -> None:
    """So that the tests above compare something: the change of a public variable, and what is left of a score."""
    body = "  - {if: shine of rival > 0, do: set leader to first player by most coins}"
    changed, same = (
        [line.seen_by(0) for line in played(tmp_path, body, "coins + shine", one).log] for one in ("white", "slate")
    )
    assert "leader is Bo, with the most coins: Bo 3, Ada 2" in changed
    assert "score of Bo: 4 = coins 3 + 1 that you cannot see" in changed
    assert not any(line.startswith("leader") for line in same)


def test_what_would_settle_a_tie_is_told_to_nobody_who_may_not_know_it(tmp_path: Path) -> None:
    """Where nobody is level, what comes first has decided, and that is told; where somebody is, who is level and that something
    hidden has settled it, without a word of how."""
    rule = "  - set chief to first player by most coins, then most shine"
    decided = played(tmp_path, rule, "coins", "white").log
    assert "chief is Bo, with the most coins: Bo 3, Ada 2" in [line.seen_by(0) for line in decided]
    level = played(tmp_path, f"  - give 1 coin to first_player\n{rule}", "coins", "white").log
    for seat in (0, 1, None):
        assert [line.seen_by(seat) for line in level if "chief" in line.seen_by(seat)] == [
            "chief by the most coins: Ada 3, Bo 3; level, then what is hidden", "chief is now Bo"
        ]


def test_the_last_by_most_is_told_as_the_one_with_the_fewest(tmp_path: Path) -> None:
    rule = "  - set chief to last player by most coins"
    told_lines = [line.seen_by(0) for line in played(tmp_path, rule, "coins", "white").log]
    assert "chief is Ada, with the fewest coins: Ada 2, Bo 3" in told_lines
    level = played(tmp_path, f"  - give 1 coin to first_player\n{rule}", "coins", "white").log
    told_lines = [line.seen_by(0) for line in level]
    assert "chief is Bo, with the fewest coins: Ada 3, Bo 3; level, so the last of them" in told_lines


ASKED = (
    "  - {if: rival is heavy, then: nod_to first_player, else: [{if: coins of rival > 2, do: nod_to first_player}]}",
    "  - {if: coins of rival > 2, do: [{if: shine of rival > 0, then: nod_to first_player, else: nod_to first_player}]}",
)


def asked_by(match: Match) -> tuple[Condition, ...]:
    return OpenDecision(match, "Ada").conditions


@pytest.mark.parametrize("body", ASKED)
def test_by_what_a_decision_was_come_to_tells_nothing_hidden(tmp_path: Path, body: str) -> None:
    compared = 0
    for one, other in twins(tmp_path, body, "coins", lambda match: [(told.facts, told.place) for told in asked_by(match)]):
        assert one == other
        compared += 1
    assert compared
    known = played(tmp_path, "  - {if: coins of rival > 2, do: nod_to first_player}", "coins", "white")
    assert [one.facts for one in asked_by(known)] == ["coins of Bo is 3, more than 2"]


def test_behind_something_hidden_nobody_reads_which_verb_it_was(tmp_path: Path) -> None:
    """So that the tests above compare something: who may know the condition reads of the verb, and by what it was come to."""
    body = "  - {if: shine of player after rival is 0, then: bless_one rival, else: curse_one rival}"
    hidden = "  - {if: rival is heavy, then: bless_one rival, else: curse_one rival}"
    match, other = played(tmp_path, body, "coins", "white"), played(tmp_path, hidden, "coins", "white")
    assert [line.seen_by(0) for line in match.log if line.kind in ("gain", "become")] == [
        "Bo gains 1 coin (3)", "Bo gains 2 coins (5)", "Bo is rich"
    ]
    assert any(one.startswith("shine of Ada is 0 (game.yaml:") for one in conditions(match, 0))
    assert [line.because(0).rule for line in match.log if line.kind == "become" and line.because(0)] == ["bless_one"]
    assert [line.because(0) for line in other.log if line.kind == "become"] == [None] and not conditions(other, 0)


# The stones are nobody's, and in a hand nobody can follow them.
HANDS = """
name: Hands
players: 3
components: {stone: {starts in: bag, back: stone, rows: {flint: {}, slate: {}, chalk: {}, opal: {}}}}
zones:
  bag: {form: pile, seen by: nobody}
  hand: {per: player, form: hand, seen by: owner}
variables: {warm: {of: stone, type: flag}, worn: {of: stone, type: number, seen by: everyone}}
setup:
  - shuffle bag
  - {each: player, do: draw a stone from bag to hand}
flow:
  - {turns: player, laps: 1, do: [{choose: a number from 1 to 2 as said, option: "say {said}"}]}
  - mark flint as warm
  - raise worn of flint by 2
  - turn flint face up
  - turn flint face down
result: {score: 0 + seat of player}
"""


def test_a_card_that_is_nobodys_is_told_to_be_no_more_than_a_card(tmp_path: Path) -> None:
    """Whose hand it lies in is kept from those who cannot see it there."""
    game, by_hand = game_in(tmp_path, HANDS), dict[str, list[Match]]()
    for seed in range(30):
        match = game.new_match(["Ada", "Bo", "Cy"], seed=seed)
        for _ in range(3):
            match.answer("say 1")
        own = next(line.seen_by(0) for line in match.log if line.kind == "draw")
        by_hand.setdefault(own, []).append(match)
    assert len({str(told(match)[1]) for matches in by_hand.values() for match in matches}) == 1
    for matches in by_hand.values():
        assert len({str(told(match)) for match in matches}) == 1 < len(matches)
    held = by_hand["Ada draws flint"][0]
    assert [[line.seen_by(seat) for seat in (0, 1)] for line in held.log if line.kind == "become"] == [
        ["Ada's flint is warm", ""]
    ]
