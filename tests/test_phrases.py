"""What people write out of habit is answered with the form that works: every entry of `schema/phrases.yaml` is tried out."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from rulewright.ir.limits import SENTENCE_LETTERS
from rulewright.language.diagnostics import Diagnostic, schema_yaml
from rulewright.language.explain.phrasebook import INSTEAD, phrases
from rulewright.language.parse.grammar import reserved_words
from rulewright.language.words import listing, verbs
from rulewright.workshop.fixing import complaints_about, fixed_files
from written import complaints_in, write_game

GAME = """\
name: Lanterns
players: 2 to 4
types:
  suit: [moss, tide]
components:
  animal:
    per: player
    starts in: deck
    discards to: heap
    columns: {number: number, suit: suit}
    rows:
      king:
        number: 9
        suit: tide
        abilities:
          - when: {event}
            do: discard this
      wizard: {number: 5, suit: moss, copies: 2}
  cube: {die: 1 to 6, starts in: plays}
zones:
  deck: {per: player, form: pile, seen by: nobody}
  heap: {per: player, form: pile, seen by: everyone}
  hand: {per: player, form: hand, seen by: owner}
  column: {count: 3, seen by: face}
  plays: {seen by: everyone}
  stall: {count: 4, room: 1, seen by: everyone}
  cell: {size: 3 by 3, seen by: everyone}
variables:
  bid: {of: player, type: number 0 to 99}
  lost: {of: card, type: flag}
  passed: {of: player, type: flag}
  led: {type: suit}
  trump: {type: suit}
  leader: {type: player}
counters:
  bits: {of: player}
define:
  strong: {of: animal, is: number of this > 4}
flow:
  - turns: player
    do:
      - choose: a card in hand as mine
        do:
          - {action}
          - if: {condition}
            then: shuffle deck
          - each: {every}
            do: shuffle deck
          - choose: {choice}
"""
HABITS = [habit for habit in schema_yaml("phrases.yaml") if "piece" not in habit["example"]]  # those are for scenarios
RIGHT = {
    "action": "discard mine",
    "condition": "bid is 2",
    "every": "card in hand",
    "choice": "a card in hand as another_one",
    "event": "this is revealed",
}


def told_of(sentence: dict[str, str], folder: Path) -> tuple[Diagnostic, ...]:
    """What is said of a sentence in its slot; it stands in quotes, so that YAML has no say in it."""
    text = GAME
    for slot, right in RIGHT.items():
        quoted = "'" + sentence.get(slot, right).replace("'", "''") + "'"
        text = text.replace("{" + slot + "}", quoted)
    return complaints_in(folder, text)


@pytest.mark.parametrize("habit", HABITS, ids=lambda habit: next(iter(habit["example"].values())))
def test_a_habit_is_answered_with_the_form_that_works(habit: dict, tmp_path: Path) -> None:
    (wrong,) = told_of(habit["example"], tmp_path)
    assert wrong.slug == habit.get("slug", "misread")
    constant = max(habit["hint"].replace("}", "{").split("{")[::2], key=len)
    assert constant in wrong.hint
    assert told_of(habit["instead"], tmp_path) == ()


# Each row: the sentence, the words that are underlined, and a part of the hint.
SAID = [
    ({"action": "set bid of player = wanted"}, "=", 'write "to"'),
    ({"action": "set bid is 3"}, "is", 'write "to"'),
    ({"action": "reveal wizards"}, "wizards", "write every wizard for all of them, first wizard … for one"),
    ({"action": "move 3 cardss from plays to hand"}, "cardss", "name what is moved"),
    ({"action": "turn mine"}, "mine", 'say how it lies then: "turn mine face up"'),
    ({"action": "discard every card in hand with suit is led or suit is trump"}, "or", "give the condition a name"),
    ({"condition": "some card in hand with suit is led or trump"}, "or", "give the condition a name"),
    ({"condition": "no card in hand with suit is led and number > 3"}, "and", '"and with"'),
    ({"action": "discard every card in hand with number greater than 10"}, "greater than", '"> 10"'),
    ({"condition": "bid of leader is more than 7"}, "is more than", '"> 7"'),
    ({"action": "discard every card in hand with number at least 4"}, "at least", '">= 4"'),
    ({"condition": "wizards in column 3 < 2"}, "wizards in column 3", '"count of wizards in column 3 < 2"'),
    ({"condition": "cards in hand of leader >= bid"}, "cards in hand of leader", '"count of cards in hand of leader >= bid"'),
    ({"action": "move 3 cards from plays to hand"}, "3 cards", '"draw 3 cards from plays to …"'),
    ({"action": "move a wizard from deck to column 1"}, "a wizard", '"choose: a wizard in deck as NAME"'),
    ({"action": "draw 2 cards from deck to hand of every player"}, "every player", '"each: player"'),
    ({"action": "draw 2 cards from deck to hand of each opponent"}, "each opponent", '"each: opponent"'),
    ({"action": "deal 5 cards"}, "deal", '"draw 5 cards from ZONE to ZONE"'),
    ({"action": "deal 2 wizards to every player"}, "deal", '"draw 2 wizards from ZONE to ZONE"'),
    ({"action": "set leader to a random player"}, "a random", "choose: a random player"),
    ({"action": "set bid to if led is moss then 2 else 3"}, "if led is moss then 2 else 3", '"2 if led is moss else 3"'),
    ({"action": "move leader's play to hand"}, "leader's play", '"play of leader"'),
    ({"condition": "this's owner is leader"}, "this's owner", '"owner of this"'),
    ({"action": "move mine to another column"}, "another", "choose: an other column as NAME"),
    ({"action": "move mine to next column"}, "next", '"column after …"'),
    ({"action": "discard mine and draw 1 card from deck to hand"}, "and", "begin a new entry"),
    ({"action": "discard mine, then shuffle deck"}, ", then", "begin a new entry"),
    ({"action": "discard mine."}, ".", "leave out"),
    ({"condition": "bid is 2."}, ".", "leave out"),
    ({"action": "draw 1 card from your deck to hand"}, "your", "leave it out"),
    ({"action": "draw 1 card from deck to my hand"}, "my", "leave it out"),
    ({"condition": "count of empty stalls >= 3"}, "empty", '"(count of stalls with it is empty) >= …"'),
    ({"condition": "count of stalls with it is empty > bid"}, "> bid", '"(count of stalls with it is empty) > bid"'),
    ({"action": "discard first card by least number with number > 2"}, "by least number with number > 2", "> 2 by least"),
    ({"action": "mark mine lost"}, "lost", '"mark mine as lost"'),
    ({"action": "mark lost"}, "lost", '"mark THING as lost"'),
    ({"action": "draw players bits"}, "bits", "gain"),
    ({"action": "draw players wizards from deck to hand"}, "players", '"(count of players)"'),
    ({"condition": "bid > 8.5"}, ".5", "whole number"),
    ({"condition": "led is “moss”"}, "“", "without quotes"),
    ({"condition": "stall 2 is king"}, "king", '"some king in stall …"'),
    ({"condition": "count of columns in plays > 2"}, "in plays", '"column" is the name of a zone'),
    ({"condition": "some player has passed"}, "player has passed", '"some passed player"'),
    ({"condition": "no player is passed"}, "player is passed", '"no passed player"'),
    ({"condition": "count of players with passed > 2"}, "players with passed", '"count of passed players"'),
    ({"condition": "top card of deck is tide"}, "tide", '"suit of … is tide"'),
    ({"condition": "mine is 3"}, "3", '"number of … is …"'),
    ({"condition": "top token of deck is mine"}, "token", '"card"'),
    ({"action": "set passed"}, "passed", '"set passed to true"'),
    ({"action": "roll every cubess in plays"}, "cubess", '"cubes"'),
    ({"condition": "mine is face up"}, "up", '"face_up"'),
    ({"condition": "mine is face down"}, "down", '"face_down"'),
    ({"condition": "more kings than wizards"}, "more kings than wizards", "in ZONE) > count of wizards"),
    ({"condition": "fewer kings than wizards"}, "fewer kings than wizards", "in ZONE) < count of wizards"),
    ({"action": "roll a d6"}, "a d6", '"roll every DIE in ZONE"'),
    ({"action": "leader is passed"}, "leader is passed", '"set passed of leader to true"'),
    ({"action": "mark leader as bid"}, "bid", '"set bid of … to …"'),
    ({"action": "mark leader as lost"}, "lost", '"lost" belongs to card'),
    ({"action": "roll 2 dice"}, "2 dice", '"roll every DIE in ZONE"'),
    ({"action": "skip turn of leader"}, "skip", '"skip: FLAG"'),
    ({"choice": "yes or no"}, "yes or no", '"may: TEXT"'),
    ({"condition": "led is TIDE"}, "TIDE", 'did you mean "tide"?'),
    ({"action": "raise bid of leader = 2"}, "=", 'write "by"'),
    ({"action": "discard all kings in hand"}, "all kings", '"discard every king in hand"'),
    ({"condition": "exists king in hand"}, "exists", '"some king …"'),
    ({"condition": "suit of mine in [moss, tide]"}, "in [moss, tide]", '"suit of mine is moss or suit of mine is …"'),
    ({"action": "opponent loses 2 bits"}, "opponent loses", '"each: opponent"'),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "underlined", "hint"), SAID, ids=[next(iter(row[0].values())) for row in SAID])
def test_the_words_at_fault_are_underlined(sentence: dict[str, str], underlined: str, hint: str, tmp_path: Path) -> None:
    (wrong,) = told_of(sentence, tmp_path)
    line = (tmp_path / "game.yaml").read_text(encoding="utf-8").splitlines()[wrong.span.line - 1].replace("''", "'")
    start = wrong.span.column - 1
    assert line[start : start + wrong.span.length] == underlined
    assert hint in wrong.hint


@pytest.mark.parametrize("sentence", [{"action": "discrad mine and shuffle deck"}, {"condition": "bdi of leader > 2"}])
def test_a_misspelt_word_is_not_taken_for_a_habit(sentence: dict[str, str], tmp_path: Path) -> None:
    (wrong,) = told_of(sentence, tmp_path)
    assert "did you mean" in wrong.hint


FIXED = [habit for habit in HABITS if "fix" in habit]


@pytest.mark.parametrize("habit", FIXED, ids=lambda habit: next(iter(habit["example"].values())))
def test_a_habit_with_a_fix_is_put_right(habit: dict, tmp_path: Path) -> None:
    """The fix makes of the example what is right, and nothing else of the file changes."""
    told_of(habit["instead"], tmp_path)
    right = (tmp_path / "game.yaml").read_text(encoding="utf-8")
    ((slot, wrong),) = habit["example"].items()
    line = next(one for one in right.splitlines() if f"'{habit['instead'][slot]}'" in one)
    text = right.replace(line, line.replace(f"'{habit['instead'][slot]}'", f'"{wrong}"'))
    write_game(tmp_path, text)
    (fixed,) = fixed_files(tmp_path, complaints_about(tmp_path))
    assert fixed.raw.decode().replace('"', "'") == right


def test_a_definition_of_a_player_that_means_somebody_else_says_how_its_player_is_called(tmp_path: Path) -> None:
    own = "  keen: {of: animal, is: bid > 3}\n  eager: {of: player, is: every card in heap of this is keen}\n"
    text = GAME.replace("  strong:", f"{own}  strong:")
    text = text.replace("flow:\n", "flow:\n  - if: some player with eager of it\n    do: end game\n")
    for slot, right in RIGHT.items():
        text = text.replace("{" + slot + "}", right)
    (wrong,) = complaints_in(tmp_path, text)
    assert wrong.slug == "needs-player" and 'in "eager" its player is called this' in wrong.hint


def test_what_is_said_instead_is_a_word_of_the_language_and_what_is_habit_is_no_verb() -> None:
    known = {">", *reserved_words(), *(one["word"] for one in listing())}
    assert {*INSTEAD} & {*verbs()} == set(), "it is a verb now: take it out of INSTEAD of language/explain/phrasebook"
    assert {word for said in INSTEAD.values() for word in said.split()} <= known


def test_no_habit_is_looked_for_in_every_stretch_of_a_sentence() -> None:
    """Of the longest sentences, of the words of its own pattern over and over; 200 wrong ones are explained in a second."""
    for phrase in phrases():
        for word in {"x", *re.findall(r"[a-z]+", phrase.pattern.pattern)}:
            sentence = (f"{word} " * SENTENCE_LETTERS.most)[: SENTENCE_LETTERS.most]
            quickest = min(seconds(phrase.pattern, sentence) for _ in range(2))
            assert quickest < 0.02, (phrase.pattern.pattern, word)  # 0.001 where nothing else runs


def seconds(pattern: re.Pattern[str], sentence: str) -> float:
    started = time.process_time()
    for _ in pattern.finditer(sentence):
        pass
    return time.process_time() - started


def test_player_in_a_ranking_of_nobody_in_particular_is_it(tmp_path: Path) -> None:
    text = "name: G\nplayers: 2\ncounters: {bits: {of: player}}\nvariables: {leader: {type: player}}\n"
    text += "flow:\n  - set leader to first player by most (bits of player + 1)\nresult: {score: bits}\n"
    (one,) = complaints_in(tmp_path, text)
    assert (one.slug, one.hint) == ("which-one", 'write "it" for the one that is looked at')
