"""Saves of a game that was edited since: what goes on, what does not, and that nothing is guessed."""

from __future__ import annotations

from pathlib import Path

import pytest
import rulewright
from rulewright import BadSave, Match
from written import game_in

LEDGE = """
name: Ledge
players: 2
components:
  stone:
    starts in: bag
    columns: {weight: number}
    rows:
      red: {weight: 1, copies: 3}
      blue: [2]
      green: [3]
      brown: [1]
      black: [5]
zones:
  bag: {form: pile, holds: stone, seen by: everyone}
  ledge: {holds: stone, seen by: everyone}
counters:
  height: {starts: 0}
flow:
  - rounds: 3
    do:
      - each: player
        do:
          - let: {half: height}
          - choose: a stone in bag as mine
            option: lay {mine}
            do:
              - move mine to ledge
              - choose: a number from 1 to 3 as more
                option: push {more}
              - raise height by weight of mine + more
          - if: height > 90
            then: shuffle bag
result: {score: height, winner: best player by most score}
"""
GOES_ON = {
    "lines above": ("name: Ledge", "# a comment\n\n\nname: Ledge"),
    "another number": ("height > 90", "height > 80"),
    "a sentence after it in the rule": ("then: shuffle bag", "then: [shuffle bag, shuffle bag]"),
    "a sentence before it in the rule": ("- let: {half: height}", "- raise height by 0\n          - let: {half: height}"),
    "a name after it in the rule": (
        "- raise height by w", "- let: {much: weight of mine}\n              - raise height by much - much + w"
    ),
    "a loop before it": ("- let: {half", "- repeat: 2\n            do: raise height by 0\n          - let: {half"),
    "a question before it": ("lay {mine}", "put {mine}"),
    "a card that lies in a pile is gone": ("      black: [5]\n", ""),
    "a new card": ("      black: [5]\n", "      black: [5]\n      white: [4]\n"),
    "more copies": ("      blue: [2]", "      blue: {weight: 2, copies: 2}"),
    "fewer copies": ("copies: 3", "copies: 2"),
    "a new variable": ("counters:\n", "counters:\n  wind: {starts: 2}\n"),
}  # fmt: skip
REFUSED = {
    "a name before it that is needed": (
        ("{half: height}", "{half: height, third: height}"), ("by weight of mine + more", "by weight of mine + more + third")
    ),
    "another question": (("push {more}", "shove {more}"),),
    "another loop around it": (("      - each: player\n", "      - turns: player\n        laps: 1\n"),),
    "the same question twice": (
        ("- raise height by w", "- choose: a number from 1 to 3 as extra\n                option: push {extra}\n"
         "              - raise height by extra - extra + w"),
    ),
    "a card that lies in the open is gone": (("      blue: [2]\n", ""),),
}  # fmt: skip


def saved(folder: Path) -> tuple[Match, str]:
    """In the middle of the rule, in the second turn of the second round."""
    match = game_in(folder, LEDGE).new_match(["Ada", "Bo"], seed=2)
    for text in ("lay blue", "push 2", "lay green", "push 1", "lay brown"):
        match.answer(text)
    return match, match.save()


def edit(folder: Path, *pairs: tuple[str, str]) -> rulewright.Game:
    text = LEDGE
    for old, new in pairs:
        assert text.count(old) == 1
        text = text.replace(old, new)
    return game_in(folder, text)


@pytest.mark.parametrize("change", GOES_ON.values(), ids=list(GOES_ON))
def test_a_save_goes_on_after_an_edit(tmp_path: Path, change: tuple[str, str]) -> None:
    match, text = saved(tmp_path)
    again = edit(tmp_path, change).resume(text)
    assert [option.text for option in again.decisions[0].options] == ["push 1", "push 2", "push 3"]
    ledge = [card.row for card in match.view("Ada").zone("ledge").cards]
    assert [card.row for card in again.view("Ada").zone("ledge").cards] == ledge
    for one in (match, again):
        one.answer("push 3")
    assert again.view("Ada").fact("height", "Ada") == match.view("Ada").fact("height", "Ada")
    assert again.decisions[0].seat == match.decisions[0].seat == "Bo"


@pytest.mark.parametrize("changes", REFUSED.values(), ids=list(REFUSED))
def test_nothing_is_guessed(tmp_path: Path, changes: tuple[tuple[str, str], ...]) -> None:
    """Where the answers do not lead there either, because a question before it reads otherwise."""
    _, text = saved(tmp_path)
    with pytest.raises(BadSave, match=r"has changed since|no card of it"):
        edit(tmp_path, GOES_ON["a question before it"], *changes).resume(text)


def test_a_new_card_lies_where_its_kind_begins_and_has_a_key(tmp_path: Path) -> None:
    match, text = saved(tmp_path)
    again = edit(tmp_path, GOES_ON["a new card"]).resume(text)
    (new,) = [card for card in again.view("Bo").zone("bag").cards if card.row == "white"]
    old = {card.key for card in match.view("Bo").cards}
    assert new.key not in old and old <= {card.key for card in again.view("Bo").cards}


def test_a_card_that_is_needed_is_named(tmp_path: Path) -> None:
    _, text = saved(tmp_path)
    with pytest.raises(BadSave, match='"blue", which lies in ledge, is no card of it'):
        edit(tmp_path, REFUSED["a card that lies in the open is gone"][0]).resume(text)
