"""What people read of dice."""

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
    assert read == [[f"cube shows {', '.join(map(str, tray))}"]] * 3


def test_a_die_that_is_rolled_twice_is_two_lines(tmp_path):
    (public, *_), tray, _ = lines_after(tmp_path, "roll one twice")
    assert len(public) == 2 and public[1] == f"cube shows {tray[0]}"


def test_who_cannot_see_dice_reads_that_they_were_rolled(tmp_path):
    (public, ada, bo), _, cup = lines_after(tmp_path, "roll in secret")
    assert public == bo == ["Ada's pip is rolled"]
    assert ada == [f"Ada's pip shows {', '.join(str(value) for value in cup)}"]
