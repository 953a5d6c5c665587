"""What the table tells by itself: every effect has its line, in words that read well, and none tells too much."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import rulewright
from exchanging import with_position
from rulewright import Match
from rulewright.language.diagnostics import schema_yaml
from rulewright.table.log import lines_as_data, read_by
from rulewright.telling.deeds import DeedKind
from rulewright.telling.entries import Change
from rulewright.telling.plurals import article, counted, listed, plural, singular
from rulewright.telling.silence import bookkeeping
from rulewright.web.page.outcome import ending
from test_views import exchanged, positions, same_options, shuffled_hidden
from written import game_in, write_game

MILL = """
name: Mill
about: No rule of this game says a word.
players: 2
components:
  sack:
    starts in: barn
    discards to: yard
    back: sack
    columns: {weight: number}
    rows:
      rye: {copies: 6, weight: 1}
      oats: {copies: 6, weight: 2}
      imp:
        name: Imp
        copies: 8
        weight: 0
        abilities:
          - when: this is revealed
            do: [discard every other sack in loft, gain 2 coins, draw a sack from barn to bag]
          - when: this is revealed
            if: weight of top sack of yard is 1
            do: mark every player as tired until end of turn
  inn: {copies: 2, starts in: village, plural: innery}
zones:
  barn: {form: pile, holds: sack, seen by: nobody}
  bag: {per: player, form: hand, seen by: owner}
  loft: {holds: sack, seen by: face}
  yard: {form: pile, holds: sack, seen by: everyone}
  village: {holds: inn, seen by: everyone}
  street: {count: 2, holds: inn, seen by: everyone}
variables:
  tired: {of: player, type: flag}
  leader: {type: player}
  bonus: {of: player, type: number}
  tries: {type: number}
counters:
  coins: {of: player, starts: 2}
  fame: {of: player, plural: fame}
setup:
  - shuffle barn
  - each: player
    do: draw 3 sacks from barn to bag
flow:
  - turns: player
    laps: 20
    do:
      - raise tries by 1
      - offer:
          - option: send an inn
            do: move first inn in village to street 2
          - option: sell
            do: [move every inn in village to street 1, gain 2 fame]
          - option: lay out
            do: move first sack in bag to loft, face down
          - option: fetch
            do: draw 2 sacks from barn to bag
          - option: open
            do: reveal first sack in loft
          - option: earn
            do: gain 1 coin
          - option: treat
            do:
              - each: player
                do: gain 3 coins
          - option: haggle
            do: [gain 3 coins, give 1 coin to player after player, gain 1 fame, give 3 coins to player after player]
          - option: lead
            do: [set leader to player, raise bonus by 2, pay 1 coin]
          - option: sweep
            do: discard every sack in loft
          - option: peek
            do: show first sack in bag of (player after player) to player
          - option: give
            do: move first sack in bag to bag of (player after player)
result: {score: coins, winner: best player by most score}
"""


@pytest.fixture(scope="module")
def mill(tmp_path_factory: pytest.TempPathFactory) -> rulewright.Game:
    return game_in(tmp_path_factory.mktemp("mill"), MILL)


def after(game: rulewright.Game, *answers: str, seed: int = 1) -> Match:
    match = game.new_match(["Ada", "Bo"], seed=seed)
    for text in answers:
        match.answer(text)
    return match


def told(match: Match, seat: int | None = None) -> list[str]:
    """What somebody reads after the last answer."""
    start = max((number for number, line in enumerate(match.log) if line.is_answer), default=-1)
    return read_by(seat, match.log[start + 1 :])


# ---------------------------------------------------------------- a game without a word of its own


def test_the_set_up_is_a_few_lines(mill: rulewright.Game) -> None:
    match = after(mill)
    assert told(match) == ["the barn is shuffled", "everybody draws 3 sacks"]
    names = [card.name for card in match.view("Ada").zone("bag of Ada").cards]
    assert told(match, 0)[1].startswith("Ada draws ") and all(name in told(match, 0)[1] for name in names)
    assert told(match, 0)[2] == "Bo draws 3 sacks"


@pytest.mark.parametrize(
    "answer, line",
    [
        ("send an inn", "an inn goes from the village to street 2"),
        ("lay out", "Ada plays a sack to the loft"),
        ("fetch", "Ada draws 2 sacks"),
        ("earn", "Ada gains 1 coin (3)"),
        ("treat", "everybody gains 3 coins (Ada 5, Bo 5)"),
        ("peek", "a sack is shown to Ada"),
        ("give", "Bo takes a sack from Ada's bag"),
    ],
)
def test_what_happens_is_told_in_words(mill: rulewright.Game, answer: str, line: str) -> None:
    assert told(after(mill, answer)) == [line]


def test_several_effects_are_several_lines_and_bookkeeping_is_none(mill: rulewright.Game) -> None:
    assert told(after(mill, "lead")) == ["leader is now Ada", "bonus of Ada rises to 2", "Ada pays 1 coin (1)"]
    assert "tries" in bookkeeping(mill.definition) and not {"leader", "bonus", "tired", "coins"} & bookkeeping(mill.definition)


def test_totals_follow_each_other_though_everybody_gets_as_much(mill: rulewright.Game) -> None:
    lines = ["Ada gains 3 coins (5)", "Bo gains 1 coin (3)", "Ada gains 1 fame (1)", "Bo gains 3 coins (6)"]
    assert told(after(mill, "haggle")) == lines


def test_what_english_does_not_tell_is_declared(mill: rulewright.Game) -> None:
    assert told(after(mill, "sell")) == ["2 innery go from the village to street 1", "Ada gains 2 fame (2)"]


def revealed_imp(game: rulewright.Game) -> Match:
    """A match in which Ada's first sack is an Imp that lies in the loft, with a sack of each."""
    for seed in range(99):
        match = after(game, "lay out", "lay out", seed=seed)
        match.answer("open")
        if "Imp is revealed" in told(match):
            return match
    raise AssertionError("no Imp")


def test_what_an_ability_does_is_told_with_its_card(mill: rulewright.Game) -> None:
    lines = told(revealed_imp(mill))
    assert "Imp discards a sack from the loft" in lines[1] or lines[1].startswith("Imp discards ")
    assert "Imp gives Ada 2 coins (4)" in lines and "Imp lets Ada draw a sack" in lines
    tired = [line for line in lines if "tired" in line]
    assert tired in ([], ["Imp makes everybody tired until end of turn"])


def test_how_a_flag_ends_by_itself_is_not_told_again(mill: rulewright.Game) -> None:
    found = False
    for seed in range(200):
        match = after(mill, "lay out", "lay out", "open", seed=seed)
        if any("makes everybody tired until end of turn" in line.public for line in match.log):
            assert not any("no longer" in line.public for line in match.log)
            ends = [entry for entry in match.journal.for_seat(None)[-1] if entry.kind == "end"]
            assert [entry.variable for entry in ends if isinstance(entry, Change)] == ["tired", "tired"]
            found = True
            break
    assert found


def test_lines_are_data_for_programs(mill: rulewright.Game) -> None:
    match = after(mill, "give")
    found = lines_as_data(0, match.log)
    assert json.loads(json.dumps(found)) == found and [one["text"] for one in found] == read_by(0, match.log)
    line = 1 + MILL.split("move first sack in bag to bag of")[0].count("\n")
    assert found[-1]["kind"] == "take" and found[-1]["place"] == f"game.yaml:{line}"
    assert found[-1]["things"][0]["sort"] == "card" and "row" not in lines_as_data(None, match.log)[-1]["things"][0]


def test_what_happens_to_everybody_names_the_cards_of_all(mill: rulewright.Game) -> None:
    lines = {one["text"]: one for one in lines_as_data(None, mill.new_match(["Ada", "Bo"], seed=1).log)}
    assert len(lines["everybody draws 3 sacks"]["things"]) == 6


LOVERS = """
name: Lovers
about: A witch sends everybody away.
players: 2
components:
  hag:
    starts in: hut
    rows: {witch: {name: Witch, abilities: [{when: this is revealed, do: discard every lover in lane}]}}
  lover: {per: player, starts in: lane, discards to: grave, rows: {romeo: {name: Romeo}}}
zones:
  hut: {holds: hag, seen by: everyone}
  lane: {holds: lover, seen by: everyone}
  grave: {per: player, form: pile, holds: lover, seen by: everyone}
flow:
  - turns: player
    laps: 1
    do:
      - offer:
          - option: call
            do: reveal first hag in hut
result: {score: 0, winner: best player by most score}
"""


def test_a_card_that_discards_cards_of_all_players_names_whose_they_are(tmp_path: Path) -> None:
    write_game(tmp_path, LOVERS)
    assert told(after(rulewright.load(tmp_path), "call"))[-1] == "Witch discards Ada's Romeo and Bo's Romeo"


def test_a_narrated_line_is_told_anew_and_not_saved(mill: rulewright.Game) -> None:
    match = after(mill, "earn", "fetch")
    assert "gains" not in match.save().split('"keys"')[0]
    assert mill.resume(match.save()).log == match.log


# ---------------------------------------------------------------- not told twice


def test_what_an_answer_says_is_not_told_again(game: rulewright.Game) -> None:
    """In the shipped game a card is placed in a column: that is the answer; and then one is drawn."""
    match = game.new_match(["Ada", "Bo"], seed=3)
    match.answer(match.decisions[0].options[0])
    assert [told(match, seat)[0].startswith("Ada draws ") for seat in (None, 0, 1)] == [True] * 3
    assert [len(told(match, seat)) for seat in (None, 0, 1)] == [1] * 3


def test_what_the_game_itself_says_is_not_told_again(game: rulewright.Game) -> None:
    match = game.new_match(["Ada", "Bo"], seed=3)
    while not any(" wins " in line.public for line in match.log):
        match.answer(match.decisions[0].options[0])
    won = next(line.public for line in match.log if " wins " in line.public)
    goal = won.split(" wins ")[1].split(" in ")[0]
    assert [line.public for line in match.log if goal in line.public and "head" not in line.public] == [won]


# ---------------------------------------------------------------- in the game's own words

OWN = """
name: Haunts
players: 2
components:
  guest:
    starts in: barn
    discards to: yard
    rows:
      ghost:
        name: Ghost
        abilities:
          - when: this is revealed
            do: [discard every other guest in hall, gain 1 coin]
            tell: "{this} scares {count of guests in hall - 1} guests away"
      maid: {copies: 4}
zones:
  barn: {form: pile, seen by: everyone}
  hall: {seen by: face}
  yard: {form: pile, seen by: everyone}
  safe: {per: player, form: hand, seen by: owner}
counters: {coins: {of: player}}
define:
  hush: {with: {guest: guest}, do: move guest to yard, tell: none}
  knock: {do: gain 1 coin}
flow:
  - turns: player
    laps: 9
    do:
      - offer:
          - option: call
            do: move every guest in barn to hall, face down
            tell: "{player} calls all {count of guests in barn}"
          - option: look
            do: reveal first ghost in hall
          - option: hush
            do: hush first maid in hall
          - option: knock
            do: [knock, knock]
            tell: none
          - option: visit
            do:
              - each: player
                do: gain 1 coin
                tell: "{player} is visited"
              - knock
          - option: step aside
            do: {step: aside, do: pay 1 coin, tell: none}
result: {score: coins}
"""


def test_a_definition_rewords_or_silences_what_is_told(tmp_path: Path) -> None:
    match = game_in(tmp_path, OWN).new_match(["Ada", "Bo"], seed=1)
    found = []
    for text in ("call", "look", "hush", "knock", "visit", "step aside"):
        match.answer(text)
        found.append(told(match))
    assert found == [
        ["Ada calls all 5"],
        ["Ghost is revealed", "Ghost scares 4 guests away"],
        [],
        [],
        ["Ada is visited", "Bo is visited", "knock: Ada gains 1 coin (2)"],
        [],
    ]
    chapters = match.journal.with_causes("Bo")
    assert [because.silent for entry, because in chapters[4] if entry.kind == "gain" and because is not None] == [True, True]


def test_the_section_tell_has_other_words_for_a_kind_of_line(tmp_path: Path) -> None:
    words = """
tell:
  move: {nobody: "[{source}: ]{cards} walks off"}
  gain: none
  decide: {one: "{value} it is ({by})"}
  reason: {highest: "greatest {what}"}
"""
    plain = OWN.replace("score: coins", "score: coins + 1, winner: first player by most score")
    matches = []
    for name, text in (("plain", plain), ("own", plain + words)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "game.yaml").write_text(text.replace("laps: 9", "laps: 1"), encoding="utf-8")
        matches.append(rulewright.load(tmp_path / name).new_match(["Ada", "Bo"], seed=1))
        matches[-1].answer("visit")
        matches[-1].answer("visit")
    before, after = ([line.public for line in match.log] for match in matches)
    assert before[-1].startswith("winner is Ada, with the highest score: Ada 4, Bo 4; level")
    assert any(line.endswith("gains 1 coin (2)") for line in before) and not any("gains" in line for line in after)
    assert after[-1] == f"{before[-1].split(' is ')[1].split(',')[0]} it is (greatest score)"
    assert matches[0].definition.fingerprint == matches[1].definition.fingerprint  # saves stay valid


STALL = """
name: Stall
players: 2
components:
  apple: {starts in: barrel, rows: {red: {name: Red, copies: 4}, green: {name: Green, copies: 4}}}
zones:
  barrel: {form: pile, seen by: nobody}
  basket: {per: player, form: hand, seen by: owner}
  shelf: {per: player, seen by: everyone}
  heap: {form: pile, seen by: everyone}
counters: {coins: {of: player}}
variables: {ripe: {of: apple, type: flag}}
setup:
  - shuffle barrel
  - each: player
    do: [draw 3 apples from barrel to basket, draw an apple from barrel to shelf]
flow:
  - turns: player
    laps: 1
    do:
      - mark first apple in shelf as ripe
      - choose: 2 apples in basket as given_up
        option: give up {given_up} for {count of apples in shelf} coins
      - move every apple in given_up to heap
      - say: "{player} has {count of apples in basket} apples left"
result: {score: coins}
"""


@pytest.fixture
def stall(tmp_path: Path) -> Match:
    match = game_in(tmp_path, STALL).new_match(["Ada", "Bo"], seed=3)
    while match.decisions:
        match.answer(index=0)
    return match


def test_all_picks_of_a_row_read_alike_and_what_they_were_is_told_once(stall: Match) -> None:
    lines = [line.seen_by(1) for line in stall.log if line.seen_by(1).startswith("Ada")]
    picks = [line for line in lines if line.startswith("Ada: ")]
    assert picks == ["Ada: give up an apple for 1 coin"] * 2
    assert [line for line in lines if line.startswith("Ada plays") or line.startswith("Ada puts")] != []


def test_texts_are_read_with_their_nouns_right_and_stay_as_they_are(stall: Match) -> None:
    answers = [line for line in stall.log if line.is_answer]
    assert all(line.public.endswith("1 coins") and line.seen_by(None).endswith("1 coin") for line in answers)
    assert [line.seen_by(0) for line in stall.log if "left" in line.public] == ["Ada has 1 apple left", "Bo has 1 apple left"]


def test_a_card_that_is_nobodys_is_told_with_whose_zone_it_lies_in(stall: Match) -> None:
    ripe = [line.public for line in stall.log if line.kind == "become"]
    assert len(ripe) == 2 and ripe[0].startswith("Ada's ") and ripe[1].startswith("Bo's ") and ripe[0].endswith(" is ripe")


# ---------------------------------------------------------------- twins


def test_no_line_hangs_on_anything_hidden(table) -> None:  # type: ignore[no-untyped-def]
    """Twins: whatever a seat cannot know is exchanged, and it reads the same, as long as nothing of it comes to light."""
    rng, compared = 5, 0
    for match in positions(table, table.few_seeds[0]):
        if compared >= 8:
            break
        for viewer in range(table.players):
            rng, new = shuffled_hidden(match, viewer, rng)
            base, twin = with_position(match, match.state.copy(), {}), exchanged(match, new)
            who = match.seats.index(match.decisions[0].seat) if match.decisions else viewer
            for option, other in list(same_options(base, twin, who, new))[:1] if who != viewer else ():
                base.answer(option, match.seats[who])
                twin.answer(other, match.seats[who])
                entries = [one.journal.with_causes(match.seats[viewer]) for one in (base, twin)]
                if entries[0] == entries[1]:
                    assert lines_as_data(viewer, base.log) == lines_as_data(viewer, twin.log)
                    compared += 1
    assert compared


# ---------------------------------------------------------------- counting


@pytest.mark.parametrize(
    "one, many",
    [
        ("coin", "coins"), ("berry", "berries"), ("day", "days"), ("box", "boxes"), ("mouse", "mice"), ("fish", "fish"),
        ("action card", "action cards"), ("die", "dice"), ("wolf", "wolves"), ("gp", "gp"), ("royal_point", "royal_points"),
        ("Heart 6", "Heart 6"), ("church", "churches"),
    ],
)  # fmt: skip
def test_one_and_many(one: str, many: str) -> None:
    assert plural(one) == many and singular(many) == one
    assert counted(1, many) == f"1 {one}".replace("_", " ") and counted(2, one) == f"2 {many}".replace("_", " ")


def test_articles_go_by_the_sound() -> None:
    assert [article(noun) for noun in ("inn", "card", "unicorn", "hour", "8", "Owl", "one-eyed jack")] == [
        "an inn", "a card", "a unicorn", "an hour", "an 8", "an Owl", "a one-eyed jack",
    ]  # fmt: skip


def test_lists_end_with_and() -> None:
    assert [listed(names) for names in ((), ("a",), ("a", "b"), ("a", "b", "c"))] == ["", "a", "a and b", "a, b and c"]


def test_every_wording_fills_its_holes() -> None:
    """Each kind of the schema can be told in every voice that it has; of reasons each wording has holes of its own."""
    holes = {"who", "cards", "is", "goes", "source", "zone", "amount", "total", "variable", "value", "until", "carrier"}
    holes |= {"receiver", "rises", "falls"}
    words = dict(rulewright.load("kuhn_poker").definition.wordings)
    deeds = {key: wording for key, wording in words.items() if key.split("/")[0] not in ("decide", "reason")}
    assert len(deeds) > 30 and len(words) - len(deeds) > 60
    for key, wording in deeds.items():
        assert key.split("/")[1] in ("by", "who", "nobody") and ("{carrier}" in wording) == key.endswith("/by"), key
        assert {part.split("}")[0] for part in wording.split("{")[1:]} <= holes, key


def test_every_wording_of_a_reason_is_used_somewhere() -> None:
    """No wording is left that nothing is told with, and nothing is told with a wording that is not there."""
    room = Path(rulewright.__file__).parent / "telling"
    code = "".join(path.read_text(encoding="utf-8") for path in room.glob("*.py"))
    words = dict(rulewright.load("kuhn_poker").definition.wordings)
    named = {key.split("/")[1] for key in words if key.startswith(("decide/", "reason/"))}
    asked = {name for call in re.findall(r"(?:reason|decide)\(([^=()]*)[,)]", code) for name in re.findall(r'"([\w ]+)"', call)}
    assert asked <= named
    assert {name for name in named if f'"{name}"' not in code} <= {"highest of", "lowest of", "at least", "at most"}


# ---------------------------------------------------------------- payments, places and what words leave out

HARBOUR = """
name: Harbour
players: 2
types:
  guild: {columns: {craft: program}, rows: {weavers: [earn 2], bakers: [earn 1]}}
numbers: {toll: 2}
components:
  crate: {starts in: hold, discards to: heap, back: crate, columns: {weight: number}, rows: {salt: [1], silk: [2], ore: [4]}}
  mast: {starts in: m1, per: player, drawn as: "{bends(bent + 1)}", columns: {bends: list of text}, rows: {pole: [[I, L, V]]}}
  gauge: {die: 1 to 6, per: player, name: gauge of value, starts in: dock}
zones:
  hold: {form: pile, holds: crate, seen by: nobody}
  hand: {per: player, form: hand, holds: crate, seen by: owner}
  heap: {form: pile, holds: crate, seen by: everyone}
  played: {holds: crate, seen by: everyone}
  quay: {per: player, ids: [q1, q2, pier], holds: crate, seen by: everyone}
  m1: {per: player, holds: [crate, mast], seen by: everyone}
  dock: {per: player, holds: gauge, seen by: everyone}
look: {zones: {m1: {label: first mast}}}
counters: {coins: {of: player, starts: 9}, debt: {of: player}}
variables:
  bid: {of: player, type: number}
  bent: {of: mast, type: number}
  held: {of: player, type: number, lasts: turn}
  weighed: {of: player, type: number, lasts: turn}
setup:
  - each: player
    do: draw a crate from hold to hand
define:
  earn: {with: {much: number}, do: gain much coins}
  tax: {do: [pay toll coins to player after player, say: "{player} pays {toll} to {player after player}"]}
  load: {of: player, is: sum of weight of crates in hand of this}
flow:
  - turns: player
    laps: 20
    do:
      - offer:
          - {option: hand over, do: pay 3 coins to player after player}
          - {option: be taxed, do: tax}
          - option: be fined
            do: [pay load coins to player after player, {say: "{player} owes {load} to {player after player}"}]
          - {option: borrow, do: [gain 3 debt, {say: "{player} sighs"}, {say: "{player} takes 3 debt"}]}
          - option: be helped out
            do:
              - pay 2 coins to player after player
              - give 1 coin to player after player
              - say: "{player} pays 3 to {player after player}"
          - option: be paid twice
            do:
              - each: guild
                do: [gain 2 coins, {say: "{player} is paid by the {guild} with 2"}]
          - option: show one
            do:
              - draw a crate from hold to played
              - say: "{player} shows {first crate in played}"
              - discard every crate in played
          - option: count
            do: [set held to count of crates in hand, set weighed to load]
          - {option: weigh, do: gain (load + toll) coins}
          - {option: fetch, do: draw 2 crates from hold to hand}
          - {option: get help, do: use craft of weavers}
          - {option: lay, do: move first crate in hand to played}
          - {option: stow, do: move first crate in hand to q1 of player}
          - {option: moor, do: move first crate in hand to pier of player}
          - {option: raise it, do: move first crate in hand to m1}
          - {option: bend it, do: set bent of (first mast in m1) to 2}
          - {option: turn it, do: raise value of (first gauge in dock) by 1}
          - option: throw out
            do:
              - choose: 1 to 2 crates in hand as dropped
                option: throw {dropped}
              - discard every crate in dropped
          - option: bid {stake}
            choose: a number from 1 to 4 as stake
            do: set bid to stake
result: {score: coins, winner: best player by most score}
"""


@pytest.fixture(scope="module")
def harbour(tmp_path_factory: pytest.TempPathFactory) -> rulewright.Game:
    return game_in(tmp_path_factory.mktemp("harbour"), HARBOUR)


def last_lines(match: Match, seat: int | None = None) -> list[str]:
    """What is read of the last answer, without it."""
    lines = list(match.log)
    start = max(number for number, line in enumerate(lines) if line.is_answer)
    return read_by(seat, lines[start + 1 :])


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        (["hand over"], ["Ada pays Bo 3 coins (Ada 6, Bo 12)"]),
        (["be taxed"], ["Ada pays 2 coins to Bo (Ada 7, Bo 11)"]),
        (["be fined"], ["Ada pays Bo 1 coin (Ada 8, Bo 10)"]),
        (["borrow"], ["Ada sighs", "Ada takes 3 debt (3)"]),
        (["be helped out"], ["Ada pays Bo 2 coins (Ada 7, Bo 11)", "Bo gains 1 coin (12)"]),
        (["be paid twice"], ["Ada is paid by the weavers with 2 coins (11)", "Ada is paid by the bakers with 2 coins (13)"]),
        (["show one"], ["Ada shows ore", "ore is discarded"]),
        (["count"], []),
        (["get help"], ["weavers: Ada gains 2 coins (11)"]),
        (["lay"], ["Ada plays salt to the played crates"]),
        (["stow"], ["Ada plays salt to quay q1"]),
        (["moor"], ["Ada plays salt to pier"]),
        (["raise it"], ["Ada plays salt to first mast"]),
        (["bend it"], ["the look of Ada's pole changes"]),
        (["turn it"], ["value of Ada's gauge rises to 2"]),
        (["bid 3"], []),
        (["throw out", "throw salt"], ["Ada discards salt"]),
    ],
)  # fmt: skip
def test_lines_read_well_where_a_definition_says_nothing(harbour: rulewright.Game, answers: list[str], told: list[str]) -> None:
    assert last_lines(after(harbour, *answers)) == told


def test_what_goes_to_places_of_its_own_is_told_with_each_of_them() -> None:
    """And a scenario that quotes the line as it read before still finds it."""
    match = rulewright.load("ruse_and_bruise").new_match(["Ada", "Bo", "Cy", "Di"], seed=2)
    line = next(line for line in match.log if line.public.startswith("unveiling: "))
    heads = [(zone.parent.name, card.name) for zone in match.view(None).zones if zone.family == "head" for card in zone.cards]
    (first, goal), *others = heads
    told = "".join(f", {one} to the head of {at}" for at, one in others)
    assert line.public == f"unveiling: {goal} goes to the head of {first}{told}"
    assert any(one.startswith(f"unveiling: {goal}, ") and one.endswith(" go to 4 heads") for one in line.earlier)


def test_what_is_gained_is_told_with_what_it_is_made_of_to_those_who_may_know(harbour: rulewright.Game) -> None:
    match = after(harbour, "weigh")
    assert last_lines(match, 0) == ["Ada gains 3 coins (12): load 1 + 2"]
    assert last_lines(match, 1) == last_lines(match) == ["Ada gains 3 coins (12)"]


def test_a_pile_that_runs_out_is_told(harbour: rulewright.Game) -> None:
    assert last_lines(after(harbour, "fetch")) == ["Ada draws a crate", "Ada finds the hold empty"]
    assert last_lines(after(harbour, "fetch", "fetch")) == ["Bo finds the hold empty"]


def test_every_deed_has_its_wordings() -> None:
    assert {*DeedKind} <= {*schema_yaml("telling.yaml")}


def test_a_pile_that_several_find_empty_is_told_once(tmp_path: Path) -> None:
    lanes = """
name: Lanes
players: 2
components: {crate: {copies: 5, starts in: hold}}
zones: {hold: {form: pile, seen by: nobody}, lane: {count: 4, seen by: everyone}}
setup:
  - each: lane
    do: draw 2 crates from hold to lane
flow:
  - turns: player
    laps: 1
    do: {choose: a lane as target, option: "end {target}"}
result: {score: seat, winner: best player by most score}
"""
    write_game(tmp_path, lanes)
    lines = read_by(None, list(rulewright.load(tmp_path).new_match(2, seed=1).log))
    assert [line for line in lines if "empty" in line] == ["the hold is empty"]


def test_words_of_the_game_are_found_as_they_are_and_as_they_are_read(harbour: rulewright.Game) -> None:
    (line,) = [line for line in after(harbour, "be taxed").log if line.kind == "say"]
    assert (line.public, line.seen_by(None)) == ("Ada pays 2 to Bo", "Ada pays 2 coins to Bo (Ada 7, Bo 11)")


@pytest.mark.parametrize(
    ("answer", "lines"),
    [
        ("hand over", ["Ada pays Bo 3 coins", "Ada pays 3 coins (6)", "Bo gains 3 coins (12)"]),
        ("be taxed", ["Ada pays 2 to Bo", "Ada pays 2 coins (7)", "Bo gains 2 coins (11)"]),
        ("be fined", ["Ada owes … to Bo", "Bo gains 1 coin (10)"]),
        ("bend it", ["bent of Ada's pole rises to 2"]),
        ("borrow", ["Ada gains 3 debts (3)"]),
    ],
)
def test_scenarios_find_lines_that_were_told_otherwise_before(report_on, answer: str, lines: list[str]) -> None:  # type: ignore[no-untyped-def]
    wanted = json.dumps(lines, ensure_ascii=False)
    report = report_on(HARBOUR, f"title: {answer}\nplay: [{{Ada: {answer}}}]\nexpect: {{happened: {wanted}}}\n")
    assert not report.failed
    assert report_on(HARBOUR, f"title: {answer}\nplay: [{{Ada: {answer}}}]\nexpect: {{not happened: {wanted}}}\n").failed


QUEUE = """
name: Queue
players: 2
components: {boat: {per: player, starts in: quay}}
zones: {quay: {form: row, seen by: everyone}}
counters: {coins: {of: player}}
flow:
  - turns: player
    laps: 1
    do:
      - {may: wait, do: gain 1 coin}
      - {each: player in quay by most coins, do: move boat of player to bottom of quay}
result: {score: coins}
"""


def test_cards_that_are_put_in_order_do_not_go_elsewhere_by_that(tmp_path: Path) -> None:
    write_game(tmp_path, QUEUE)
    lines = [line.public for line in after(rulewright.load(tmp_path), "wait").log]
    assert "Ada's boat and Bo's boat are moved within the quay" in lines


def test_many_places_are_piles_if_one_of_them_is(tmp_path: Path) -> None:
    zones = "zones: {urn: {seen by: nobody}, heap: {count: 9, form: pile, seen by: nobody}}\n"
    text = f"name: Heaps\nplayers: 2\ncomponents: {{chip: {{copies: 3, starts in: urn}}}}\n{zones}"
    text += "setup: [shuffle urn, {each: heap, do: shuffle heap}]\nresult: {score: 0}\n"
    text += "flow: [{turns: player, laps: 1, do: [{offer: [{option: go}]}]}]\n"
    write_game(tmp_path, text)
    assert told(after(rulewright.load(tmp_path)))[:1] == ["10 piles are shuffled"]


def test_the_parts_of_a_score_do_not_tell_where_they_are_written(tmp_path: Path) -> None:
    text = HARBOUR.replace("laps: 20", "laps: 1").replace("score: coins", "score: coins + debt")
    write_game(tmp_path, text)
    match = after(rulewright.load(tmp_path), "borrow", "hand over")
    end = ending(match, None)
    assert end is not None and [part for one in end.ranked for part in one.parts if "gains" in part or "3" in part]
    assert not [part for one in end.ranked for part in one.parts if ".yaml" in part]
    assert not [line for line in told(match) if ".yaml" in line]


def test_a_copy_of_what_an_answer_names_is_told_where_it_is_drawn(tmp_path: Path) -> None:
    text = """
name: Copies
players: 2
components: {bead: {copies: 12, starts in: jar, discards to: heap}}
zones:
  jar: {form: pile, seen by: everyone}
  hand: {per: player, form: hand, seen by: owner}
  heap: {form: pile, seen by: everyone}
setup: [{each: player, do: draw 3 beads from jar to hand}]
flow:
  - turns: player
    laps: 1
    do:
      - {choose: 2 beads in hand as dropped, option: "drop {dropped}"}
      - discard every bead in dropped
      - draw 1 bead from jar to hand
      - draw 1 bead from jar to hand
result: {score: 0}
"""
    write_game(tmp_path, text)
    match = after(rulewright.load(tmp_path), "drop bead", "drop bead")
    assert read_by(0, match.log)[-1] == "Ada draws 2 beads from the jar"


# ---------------------------------------------------------------- a definition without a word, with all that decides something

QUARRY = """
name: Quarry
players: 4
teams: {count: 2, scores: summed}
components:
  block:
    {per: player, starts in: hand, back: block, columns: {weight: number},
     rows: {slab: [3], chip: {weight: 1, copies: 2}, mole: [6]}}
zones:
  hand: {per: player, form: hand, holds: block, seen by: owner}
  pit: {count: 2, holds: block, seen by: face}
  cart: {per: player, holds: block, seen by: everyone}
counters: {medals: {of: player}, coins: {of: player, starts: 3, seen by: owner}}
define:
  dug: {of: player, with: {where: pit}, is: sum of weight of blocks in where with owner is this}
  digs: {of: player, with: {where: pit}, is: some block in where with owner is this}
  low: {of: pit, is: some mole in this}
  twins: {of: player, with: {where: pit}, is: (count of chips in where with owner is this) >= 2}
  dig:
    with: {where: pit}
    do:
      - each: block in where
        do: turn block face up
      - let:
          digger: >-
            first player with digs(where) by least dug(where), then most coins if low of where
            else first player with digs(where) by most dug(where), then most coins
      - if: some player with twins(where) of it
        then: set digger to first player with twins(where) of it
      - for: digger
        do: gain 2 medals
      - move every block in where to cart of digger
flow:
  - turns: player
    laps: 2
    do:
      - choose: a block in hand as laid and a pit as place
        option: lay {laid} in {place}
      - move laid to place, face down
  - each: pit
    do: dig pit
result: {score: medals + (count of cards in cart), winner: best player by most score}
"""


def dug(folder: Path, *answers: str) -> list[str]:
    match = game_in(folder, QUARRY).new_match(["Ada", "Bo", "Cy", "Di"], seed=1)
    for one in answers:
        match.answer(f"lay {one}")
    return read_by(0, match.log)


def test_a_definition_without_a_word_tells_what_decided(tmp_path: Path) -> None:
    """Sums, the other way round, a pair before both, coins that would settle a tie and are hidden, and a team at the end."""
    laid = ["slab in pit 1", "chip in pit 1", "slab in pit 2", "chip in pit 2", "chip in pit 1", "slab in pit 1"]
    told = dug(tmp_path, *laid, "mole in pit 2", "slab in pit 2")
    assert [line for line in told if "digger" in line] == [
        "pit 1: digger by the highest dug: Ada 4 = slab 3 + chip 1, Bo 4 = chip 1 + slab 3; level, then what is hidden",
        "pit 2: digger is Di, with the lowest dug, as pit 2 is low (there is mole): Di 4 = chip 1 + slab 3, "
        "Cy 9 = slab 3 + mole 6",
    ]
    assert "score of Bo: 6 = Bo 0 + Di 6 (medals 2 + cards in cart of Di 4)" in told
    laid = ["chip in pit 1", "slab in pit 1", "slab in pit 2", "slab in pit 2", "chip in pit 1", "mole in pit 1"]
    told = dug(tmp_path, *laid, "chip in pit 2", "chip in pit 1")
    assert [line for line in told if line.startswith("pit 1: ")] == [
        "pit 1: digger is Ada, as twins of Ada (there are 2 (2 × chip), 2 at least); that goes before the lowest dug, as pit 1 "
        "is low (there is mole): Di 1 = chip 1, Ada 2 = 2 × chip 1, Bo 9 = slab 3 + mole 6"
    ]


# ---------------------------------------------------------------- what the result hangs on, places of nobody, and nobody at all

LAMP = """
name: Lamp
players: 2
components:
  wick: {per: player, starts in: hand, columns: {burns: number}, rows: {thin: [1], thick: [3]}}
  bead: {copies: 1, starts in: jar}
  gust: {starts in: sky, rows: {breeze: {abilities: [{when: this is revealed, do: lower light by 1}]}}}
zones:
  hand: {per: player, form: hand, holds: wick, seen by: owner}
  lamp: {count: 2, holds: wick, seen by: face}
  jar: {form: pile, holds: bead, seen by: everyone}
  purse: {per: player, holds: bead, seen by: everyone}
  sky: {holds: gust, seen by: face}
variables: {light: {type: number, starts: 5}, watch: {type: number}}
setup: [{each: card in sky, do: turn card face down}]
define:
  bright: {is: light + (count of cards in lamp 1) >= 6}
  reward: {with: {whom: player}, do: draw 2 beads from jar to purse of whom}
flow:
  - rounds: 1
    step: night
    do:
      - ask: player
        choose: a wick in hand as lit and a lamp as place
        option: light {lit} in {place}
        secret: true
        do: move lit to place, face down
      - raise watch by 1
      - reveal every gust in sky
      - reward (first player with (count of cards in hand of it) > 1)
result: {won: bright}
"""


def test_what_the_result_hangs_on_is_told_and_secret_answers_each_with_their_place(tmp_path: Path) -> None:
    """A number of the game that nothing is won by is not told, nor are the rounds that everything happens in; and a pile that
    nobody draws from is not found empty."""
    (tmp_path / "game.yaml").write_text(LAMP, encoding="utf-8")
    game = rulewright.load(tmp_path)

    def told(*answers: str) -> list[str]:
        match = game.new_match(["Ada", "Bo"], seed=1)
        for seat, answer in zip(match.seats, answers, strict=True):
            match.answer(f"light {answer}", seat)
        lines = read_by(None, match.log)
        return lines[1 + lines.index("Bo: answers") :]

    apart = told("thin in lamp 1", "thick in lamp 2")
    assert apart[:2] == ["Ada plays a wick to lamp 1", "Bo plays a wick to lamp 2"]
    assert apart[2:] == [
        "breeze is revealed", "breeze lowers light to 4",
        "everybody loses, as sum (light 4 + cards in lamp 1: 1) is 5, not 6 at least",
    ]
    assert told("thin in lamp 1", "thick in lamp 1")[0] == "everybody plays a wick to lamp 1"


def test_a_grouping_that_is_a_part_of_a_score_is_told_with_its_cards(tmp_path: Path) -> None:
    text = """
name: Choir
players: 1
components:
  reed:
    {starts in: row, columns: {pitch: number}, rows: {low: {pitch: 1, copies: 2}, high: {pitch: 2, copies: 2}, odd: [3]}}
zones: {row: {per: player, holds: reed, seen by: everyone}, heap: {holds: reed, seen by: everyone}}
groupings: {chord: {of: reed, patterns: {pair: {same: pitch, size: 2, worth: 4}}}}
counters: {points: {of: player, starts: 1}}
setup: [move every high to heap]
flow: [{turns: player, laps: 1, do: gain 1 point}]
result: {score: worth(chord) of (every card in row of this) + points}
"""
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    told = read_by(0, rulewright.load(tmp_path).new_match(["Ada"]).log)
    assert "score of Ada: 6 = chord 4 (2 × low) + points 2" in told
