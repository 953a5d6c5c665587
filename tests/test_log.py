"""What people read of dice."""

from rulewright.desk.chronicle import behind
from rulewright.desk.sources import Sources
from rulewright.table.log import read_by
from written import game_in

DICE = """
name: Dice
about: Everybody rolls.
players: 2
zones:
  tray: {holds: cube, seen by: everyone}
  cup: {per: player, holds: pip, seen by: owner}
components:
  cube: {die: 1 to 6, copies: 3, starts in: tray}
  pip: {die: 1 to 6, per: player, copies: 2, starts in: cup}
flow:
  - turns: player
    laps: 1
    do:
      - offer:
          - option: roll all
            do: roll every cube in tray
          - option: roll one twice
            do:
              - roll first cube in tray
              - roll first cube in tray
          - option: roll in secret
            do: roll every pip in cup
result: {score: sum of value of cubes in tray + sum of value of pips in cup}
"""


def lines_after(folder, answer):
    """What everybody, Ada and Bo read after an answer, and what lies in the tray and in Ada's cup then."""
    match = game_in(folder, DICE).new_match(["Ada", "Bo"], seed=1)
    match.answer(answer)
    view = match.view("Ada")
    read = [[line.seen_by(seat) for line in match.log if not line.is_answer] for seat in (None, 0, 1)]
    return read, *([card.value for card in view.zone(name).cards] for name in ("tray", "cup of Ada"))


def test_dice_that_are_rolled_together_are_one_line(tmp_path):
    read, tray, _ = lines_after(tmp_path, "roll all")
    assert read == [[f"cubes show {', '.join(map(str, tray))}"]] * 3


def test_a_die_that_is_rolled_twice_is_two_lines(tmp_path):
    (public, *_), tray, _ = lines_after(tmp_path, "roll one twice")
    assert len(public) == 2 and public[1] == f"cube shows {tray[0]}"


def test_who_cannot_see_dice_reads_that_they_were_rolled(tmp_path):
    (public, ada, bo), _, cup = lines_after(tmp_path, "roll in secret")
    assert public == bo == ["Ada's pips are rolled"]
    assert ada == [f"Ada's pips show {', '.join(str(value) for value in cup)}"]


def test_how_many_dice_were_rolled_in_secret_is_not_told(tmp_path):
    match = game_in(tmp_path, DICE.replace("roll every pip in cup", "roll first pip in cup")).new_match(["Ada", "Bo"], seed=1)
    match.answer("roll in secret")
    assert match.log[-1].seen_by(1) == "Ada's pips are rolled"
    match = game_in(tmp_path, DICE.replace("per: player, copies: 2", "per: player")).new_match(["Ada", "Bo"], seed=1)
    match.answer("roll in secret")
    assert match.log[-1].seen_by(1) == "Ada's pip is rolled"


def test_dice_of_everybody_are_one_line(tmp_path):
    everybody = DICE.replace("roll every pip in cup", "roll every pip in cups")
    match = game_in(tmp_path, everybody).new_match(["Ada", "Bo"], seed=1)
    match.answer("roll in secret")
    own = ", ".join(str(card.value) for card in match.view("Ada").zone("cup of Ada").cards)
    assert [match.log[-1].seen_by(seat) for seat in (None, 0)] == [
        "everybody's pips are rolled", f"Ada's pips show {own}; Bo's pips are rolled",
    ]  # fmt: skip


TOLLS = """
name: Tolls
players: 2
components: {bead: {copies: 8, starts in: bag, back: bead}}
zones:
  bag: {form: pile, seen by: nobody}
  hand: {per: player, form: hand, seen by: owner}
counters: {coins: {of: player}}
define:
  earn:
    with: {size: number}
    do: gain size coins
  pay_out:
    with: {size: number}
    do:
      - earn size
  hand_out:
    do:
      - {each: player, do: draw 2 beads from bag to hand}
setup: [hand_out]
flow:
  - turns: player
    laps: 1
    do:
      - offer:
          - option: work
            do: pay_out 3
          - option: beg
            do: gain 1 coin
result: {score: coins, winner: best player by most score}
"""


def place_of(words):
    return f"game.yaml:{1 + TOLLS.partition(words)[0].count(chr(10))}"


def test_a_line_knows_every_sentence_that_called_the_one_behind_it(tmp_path):
    match = game_in(tmp_path, TOLLS).new_match(["Ada", "Bo"])
    for answer in ("work", "beg"):
        match.answer(answer)
    called = [(line.place, *(one.place for one in line.came_by(None).callers)) for line in match.log if line.kind == "gain"]
    work, beg, earn, gain = map(place_of, ("pay_out 3", "gain 1 coin", "earn size\n  hand_out", "gain size coins"))
    assert called == [(gain, earn, work), (beg,)]


def test_what_happens_to_everybody_stands_under_the_verb_that_does_it(tmp_path):
    match = game_in(tmp_path, TOLLS).new_match(["Ada", "Bo"])
    assert read_by(None, match.log) == ["hand out: everybody draws 2 beads"]


def test_a_score_comes_from_where_it_is_written(tmp_path):
    game = game_in(tmp_path, TOLLS)
    match = game.new_match(["Ada", "Bo"])
    for answer in ("work", "beg"):
        match.answer(answer)
    told = behind(Sources(game), match, None, str(len(read_by(None, match.log))))
    written = f"{place_of('result:')}: {TOLLS[TOLLS.index('result:') :].strip()}"
    assert told == ['"winner is Ada, with the highest score: Ada 3, Bo 1" comes from:', written]
