"""The table as it is drawn: areas and rows, grids and tracks, the plain and the painted screen."""

import io
from itertools import takewhile
from pathlib import Path

import pytest
import rulewright
from conftest import SEED
from drawing import board_of, rows_of
from rich.console import Console
from rich.text import Text
from rulewright.table.board import BoardRow
from rulewright.table.maps import draw_grid, draw_track
from rulewright.table.what_changed import changes_in
from rulewright.terminal.painted import PaintedScreen
from rulewright.terminal.plain import PlainScreen

MOLES = Path(__file__).parent / "definitions" / "mole_runs"


def moles():
    match = rulewright.load(MOLES).new_match(["Ada", "Bo"], seed=1)
    match.answer("lay a brown piece on c1r1 of Ada")
    match.answer("turn it to -")
    return match


def some_way_into(table, answers):
    """A random game after this many answers, or at its last decision."""
    for match in takewhile(lambda now: now.decisions and len(now.answers) < answers, table.decisions(SEED)):
        last = match.copy(watched=True)
    return last


def plain(drawn):
    lines = []
    PlainScreen(lines.append).table(drawn)
    return lines


def painted(match, seat, width, colour=False):
    file = io.StringIO()
    console = Console(file=file, width=width, force_terminal=colour, color_system="standard" if colour else None)
    screen = PaintedScreen(console, lambda prompt, words: None, match.seats)
    screen.table(board_of(match, seat, width=width))
    screen.offer(next(one for one in match.decisions if one.seat == seat))
    return file.getvalue()


# ---------------------------------------------------------------- maps


def test_a_grid_has_its_northern_row_on_top():
    assert draw_grid(["a", "b", "", "dddd"], 2) == [
        "  +------+------+",
        " 2|      | dddd |",
        "  +------+------+",
        " 1|  a   |  b   |",
        "  +------+------+",
        "      1      2",
    ]


def test_a_track_is_a_line_of_spaces():
    assert draw_track(["start", "middle", "end"], ["", "Ada fox", ""]) == "start - middle [Ada fox] - end"


def test_a_grid_is_drawn_in_the_area_of_its_player():
    drawn = board_of(moles(), "Bo")
    (plot,) = [row for area in drawn.areas if area.title == "Ada" for row in area.rows if row.label == "plot"]
    assert plot.lines[:5] == (
        "  +-----+-----+-----+",
        " 2|     |     |     |",
        "  +-----+-----+-----+",
        " 1|  -  |     |     |",
        "  +-----+-----+-----+",
    )


def test_a_track_is_drawn_in_the_area_of_its_part():
    rows = rows_of(board_of(moles(), "Bo"))
    expected = "ground [Ada brown mole Bo brown mole] - low rung - high rung - top rung"
    assert rows["brown", "ladder"] == BoardRow("ladder", (expected,))


# ---------------------------------------------------------------- areas


def test_what_heads_a_place_comes_first_and_its_cards_below(game):
    match = game.new_match(["Ada", "Bo"], seed=3)
    match.answer("place assassin in column 1")
    first = board_of(match, "Bo").bands[0][0]
    goal = match.view("Bo").zone("head of column 1").cards[0].name
    assert first.title == "column 1"
    assert first.rows[:2] == [BoardRow("head", (goal,)), BoardRow("", ("Ada's (card)", "1 of 2 cards"), upright=True)]
    assert board_of(match, "Ada").bands[0][0].rows[1].items == ("Ada's (Assassin 9)", "1 of 2 cards")


def test_an_empty_place_tells_how_much_it_lacks(game):
    assert rows_of(board_of(game.new_match(2, seed=1), "Ada"))["column 2", ""].items == ("0 of 2 cards",)


def test_one_s_own_area_comes_first_and_the_others_as_they_sit(game):
    players = board_of(game.new_match(["Ada", "Bo", "Cy"], seed=1), "Bo").bands[-1]
    assert [(area.title, area.is_own) for area in players] == [("Bo", True), ("Cy", False), ("Ada", False)]


def test_cards_that_are_not_seen_are_counted(game):
    rows = rows_of(board_of(game.new_match(["Ada", "Bo"], seed=1), "Ada"))
    assert rows["Bo", "hand"].items == ("3 cards",) and rows["column 1", "stack"].items == ("5 goal cards",)
    assert len(rows["Ada", "hand"].items) == 3


def test_rows_that_changed_are_marked(game):
    match = game.new_match(["Ada", "Bo"], seed=3)
    before = len(match.journal.chapters)
    match.answer("place assassin in column 1")
    after = board_of(match, "Ada", changes=changes_in(match.journal.chapters[before:], 0))
    changed = {place for place, row in rows_of(after).items() if row.is_changed}
    assert changed == {("column 1", ""), ("Ada", "hand"), ("Ada", "deck")}
    assert rows_of(after)["column 1", ""].fresh == {0}
    lines = plain(after)
    assert "* Ada's (Assassin 9), 1 of 2 cards" in lines and "  0 of 1 card" in lines and "  hand: 3 cards" in lines
    assert not any(line.startswith("*") for line in plain(board_of(match, "Ada")))


def test_a_card_that_reads_like_one_that_was_there_is_marked(game):
    """Two cards lie face down, one after the other: only the journal can tell that the second one is new."""
    match = game.new_match(["Ada", "Bo"], seed=3)
    match.answer("place assassin in column 1")
    match.answer(index=0)
    before = len(match.journal.chapters)
    match.answer(next(one.text for one in match.decisions[0].options if one.text.endswith("column 1")))
    row = rows_of(board_of(match, "Bo", changes=changes_in(match.journal.chapters[before:], 1)))["column 1", ""]
    assert row.fresh and row.is_changed


@pytest.mark.by_turns
def test_a_drawn_table_shows_no_card_that_the_view_hides(table):
    """Every name of a card on the screen of a seat is in that seat's view."""
    match = some_way_into(table, 40)
    names = {row.name for _, row in match.definition.rows}
    for seat in match.seats:
        known = {card.name for card in match.view(seat).cards if card.is_seen}
        drawn = board_of(match, seat, whole=True)
        items = [item.strip("()") for area in drawn.areas for row in area.rows for item in row.items]
        assert not {item for item in items if item in names} - known


# ---------------------------------------------------------------- screens


@pytest.mark.parametrize("width", [30, 44, 80, 120, 200])
def test_a_painted_table_fits_every_width(largest, width):
    match = some_way_into(largest, 12)
    text = painted(match, match.decisions[0].seat, width)
    assert max(len(line.rstrip()) for line in text.splitlines()) <= width
    for seat in match.seats:
        assert seat in text


def test_colour_is_never_the_only_carrier_of_meaning(largest):
    """Without its colours a painted table has the same words."""
    match = some_way_into(largest, 12)
    seat = match.decisions[0].seat
    coloured = painted(match, seat, 100, colour=True)
    assert "\x1b[" in coloured
    assert Text.from_ansi(coloured).plain.rstrip() == painted(match, seat, 100).rstrip()


def test_of_numbers_only_counters_are_told_while_they_are_0():
    match = rulewright.load("ruthless").new_match(2, seed=1)
    assert rows_of(board_of(match, "Ada"))["Ada", "has"].items == ("coins 2", "fame 0")


# ---------------------------------------------------------------- facts about places


def coast():
    match = rulewright.load(MOLES.parent / "beacon_coast").new_match(["Ada", "Bo"], seed=1)
    match.answer("carry oil to reef")
    match.answer("light cape")
    return match


def test_what_is_remembered_of_members_is_in_the_view():
    view = coast().view("Ada")
    assert (view.fact("oil", "reef"), view.fact("oil", "bay"), view.fact("keeper", "cape").name) == (1, 0, "Bo")
    assert not [fact for fact in view.all_facts if fact.name == "plan"]


def test_what_is_remembered_of_members_stands_on_the_table():
    rows = rows_of(board_of(coast(), "Ada"))
    assert rows["beacon", "reef"] == BoardRow("reef", ("oil 1",))
    assert rows["beacon", "cape"] == BoardRow("cape", ("keeper Bo",))
    assert rows["beacon", "bay"].text == "-"


def test_a_region_is_drawn_with_nothing_in_it_too():
    match = coast()
    match.answer("sail to south shore")
    drawn = {area.title: [row.text for row in area.rows] for area in board_of(match, "Bo").areas}
    assert (drawn["north shore"], drawn["south shore"]) == (["empty"], ["boat", "stormy"])


def test_an_empty_grid_is_drawn():
    match = rulewright.load(MOLES.parent / "causeway").new_match(["Ada", "Bo"], seed=1)
    assert len(rows_of(board_of(match, "Ada"))["table", "cell"].lines) == 10


def test_members_of_one_name_are_told_apart_by_their_ids(tmp_path):
    (tmp_path / "game.yaml").write_text(
        """
name: Doors
players: 2
types:
  door: {columns: {}, rows: {left_door: {name: Door}, right_door: {name: Door}, gate: {name: Gate}}}
variables: {knocks: {of: door, type: number 0 to 9}}
components: {key: {starts in: floor}}
zones: {floor: {seen by: everyone}}
flow:
  - turns: player
    laps: 1
    do:
      - choose: a door as one
        option: knock at {one} again after {knocks of one}
        do: raise knocks of one by 1
result: {score: count of keys in floor, winner: best player by most score}
""",
        encoding="utf-8",
    )
    facts = rulewright.load(tmp_path).new_match(2, 1).view("Ada").all_facts
    assert {fact.of.name for fact in facts if fact.name == "knocks"} == {"left door", "right door", "Gate"}
