"""Grids and tracks as the terminal draws them."""

from pathlib import Path

import rulewright
from rulewright.interpreter.terminal.maps import draw_grid, draw_maps, draw_track
from rulewright.interpreter.terminal.session import Terminal

MOLES = Path(__file__).parent / "definitions" / "mole_runs"


def test_a_grid_has_its_northern_row_on_top():
    assert draw_grid(["a", "b", "", "dddd"], 2) == [
        "    +------+------+",
        "  2 |      | dddd |",
        "    +------+------+",
        "  1 |  a   |  b   |",
        "    +------+------+",
        "        1      2",
    ]


def test_a_track_is_a_line_of_spaces():
    assert draw_track(["start", "middle", "end"], ["", "Ada fox", ""]) == "start - middle [Ada fox] - end"


def test_a_match_is_drawn_with_what_lies_there():
    match = rulewright.load(MOLES).new_match(["Ada", "Bo"], seed=1)
    match.answer("lay a brown piece on c1r1 of Ada")
    match.answer("turn it to -")
    maps = draw_maps(match, "Bo")
    assert maps.lines[:6] == [
        "  plot of Ada:",
        "    +-----+-----+-----+",
        "  2 |     |     |     |",
        "    +-----+-----+-----+",
        "  1 |  -  |     |     |",
        "    +-----+-----+-----+",
    ]
    assert maps.lines[-2] == "  ladder of brown: ground [Ada brown m~ Bo brown mo~] - low rung - high rung - top rung"
    assert "c1r1 of Ada" in maps.shown and "ground of grey" in maps.shown


def test_the_terminal_shows_maps_instead_of_their_zones():
    game = rulewright.load(MOLES)
    shown: list[str] = []
    table = Terminal(game, shown.append, None, {})
    table.match = game.new_match(["Ada", "Bo"], seed=1)
    table.look("Ada")
    assert any(line.startswith("  ladder of grey: ground [") for line in shown)
    assert not any(line.startswith("  ground of grey") for line in shown)
