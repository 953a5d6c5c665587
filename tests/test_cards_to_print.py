"""`rulewright cards`: every card that lies at a table is on a sheet, its back behind it, at its size on the paper.

How large things are on paper is measured in a browser, where there is one.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import rulewright
from browser.watching import browser
from click.testing import CliRunner
from rulewright.cli import main
from rulewright.web.page.paper import sheets_of, sides_of

MILLIMETRES = """() => [...document.querySelectorAll('.sheet .card')].map((card) => {
  const { width, height } = card.getBoundingClientRect();
  return [width, height].map((pixels) => Math.round(pixels / 96 * 2540) / 100);
})"""
CUT_OFF = """() => [...document.querySelectorAll('.sheet .card')]
  .filter((card) => card.scrollHeight > card.clientHeight + 1 || card.scrollWidth > card.clientWidth + 1)
  .map((card) => card.textContent)"""


def written(folder: Path, game: str, *more: str) -> str:
    file = folder / "cards.html"
    told = CliRunner().invoke(main, ["cards", game, "--out", str(file), *more])
    assert told.exit_code == 0, told.output
    return file.read_text(encoding="utf-8")


def test_every_copy_of_every_card_is_on_a_sheet() -> None:
    """A pack of cards, of which each is there once."""
    sides = sides_of(rulewright.load("crazy_eights"), 3)
    assert len(sides) == 52
    assert len({front.name for front, _ in sides}) == 52
    assert sum(bool(card.name) for sheet in sheets_of(sides) for card in sheet.fronts) == 52


def test_whoever_has_cards_of_their_own_gets_them_once_for_each() -> None:
    game = rulewright.load("ruse_and_bruise")
    two, three = (sides_of(game, players) for players in (2, 3))
    own = {front.name for front, _ in three if front.owner == "player 3"}
    assert own == {front.name for front, _ in three if front.owner == "player 1"} and own
    assert not any(front.owner == "player 3" for front, _ in two)


def test_a_back_lies_behind_its_front() -> None:
    """Turned over the long edge, the left column comes behind the right one."""
    for sheet in sheets_of(sides_of(rulewright.load("ruse_and_bruise"), 2)):
        for number, front in enumerate(sheet.fronts):
            row, column = divmod(number, 3)
            back = sheet.backs[row * 3 + 2 - column]
            assert (back.owner, bool(back.name)) == (front.owner, bool(front.name))
            assert back.face is None


def test_the_file_needs_nothing_else(tmp_path: Path) -> None:
    text = written(tmp_path, "crazy_eights")
    assert not re.search(r"https?://(?!www\.w3\.org)|<script|<link|@import|url\(", text)


def test_a_game_without_cards_says_so(tmp_path: Path) -> None:
    told = CliRunner().invoke(main, ["cards", "tic_tac_toe", "--out", str(tmp_path / "none.html")])
    assert told.exit_code == 2 and "has no cards" in told.output and not (tmp_path / "none.html").exists()


@pytest.mark.needs("browser")
@pytest.mark.parametrize(("paper", "width", "height"), [("a4", 210.0, 297.0), ("letter", 215.9, 279.4)])
def test_cards_and_sheets_have_their_size_on_paper(tmp_path: Path, paper: str, width: float, height: float) -> None:
    game = "ruthless" if paper == "a4" else "ruse_and_bruise"
    text = written(tmp_path, game, "--paper", paper)
    with browser() as chromium:
        page = chromium.new_page()
        page.set_content(text)
        assert {tuple(size) for size in page.evaluate(MILLIMETRES)} == {(63.0, 88.0)}
        assert page.evaluate(CUT_OFF) == []
        sheets = page.locator(".sheet").count()
        paged = page.pdf(prefer_css_page_size=True, print_background=True)
    boxes = [[float(one) for one in box.split()] for box in re.findall(rb"/MediaBox \[([\d. ]+)\]", paged)]
    assert len(boxes) == sheets > 10
    for _, _, right, top in boxes:
        assert abs(right / 72 * 25.4 - width) < 0.5 and abs(top / 72 * 25.4 - height) < 0.5
