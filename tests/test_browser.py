"""The table in a real browser: whole games by pointer, by keyboard and by the list, and how pages look at three sizes.

RULEWRIGHT_BROWSER says how much is tried: nothing for one short game of each hand, `games` for every shipped game with hands in
turn, `all` for every shipped game by each hand alone. Tests that need a browser are left out where there is none.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
import rulewright
from browser.geometry import SCHEMES, complaints, faint
from browser.hands import HANDS, by_list
from browser.hosting import LOOKS_ON, hosted
from browser.planning import fewest_and_most, planned
from browser.playing import answers, asked, play, until_shown
from browser.remote import seated
from browser.scripts import script
from browser.watching import SIZES, Watched, browser, launched, opened
from playwright.sync_api import Browser

HOW_MUCH = os.environ.get("RULEWRIGHT_BROWSER", "")
SHORT = ("leduc_poker",)
LOOKED_AT = {"all": 4000, "games": 41}.get(HOW_MUCH, 11)  # answers
SMALL = ("connect_four", "leduc_poker", "liars_dice", "tic_tac_toe")
GAMES = rulewright.shipped() if HOW_MUCH else SHORT
LAST_LINE = "words => [...document.querySelectorAll('#log li')].at(-1)?.innerText === words"
OTHER_LETTERS = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>/usr/share/fonts</dir>
<selectfont><rejectfont><glob>*/[Ll]iberation*</glob></rejectfont></selectfont></fontconfig>"""
pytestmark = [pytest.mark.needs("browser"), pytest.mark.usefixtures("compiled_once")]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as one:
        yield one


@pytest.mark.check_browser
@pytest.mark.parametrize("game", GAMES)
def test_hands_in_turn_play_the_game_that_was_planned(chromium: Browser, tmp_path: Path, game: str) -> None:
    """By trusted pointer events, by keyboard and by the list: the record is that of the same answers without any browser. There
    is no error and no foreign request."""
    plan = planned(game, fewest_and_most(game)[0], 5)
    assert play(chromium, tmp_path, plan, list(HANDS.values())) == plan.record.rstrip("\n")


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("game", GAMES if HOW_MUCH == "all" else SMALL if HOW_MUCH else SHORT)
def test_every_hand_alone_plays_the_game_that_was_planned(chromium: Browser, tmp_path: Path, game: str, hand: str) -> None:
    plan = planned(game, fewest_and_most(game)[0], 5)
    assert play(chromium, tmp_path, plan, [HANDS[hand]]) == plan.record.rstrip("\n")


@pytest.mark.parametrize("is_most", [False, True], ids=["fewest", "most"])
@pytest.mark.parametrize("game", GAMES)
def test_pages_can_be_read_at_every_size(chromium: Browser, tmp_path: Path, game: str, is_most: bool) -> None:
    """With the fewest and the most players, at every tenth decision, in light and dark: see `browser/geometry`. Whoever must
    decide looks; all answers are given without a browser."""
    plan = planned(game, fewest_and_most(game)[is_most], 11)
    with hosted(tmp_path, game, ",".join(plan.seats), plan.seed) as host, seated(host, plan) as remote:
        pages = dict[int, Watched]()
        for number in range(0, min(len(plan.answers), LOOKED_AT), 10):
            client, seat = remote.go_to(number), plan.answers[number].seat
            watched = pages[seat] = pages.get(seat) or opened(chromium, host.links[plan.seats[seat]])
            until_shown(watched, client.version)
            found = {size: complaints(watched, size) for size in SIZES} | {one: faint(watched, one) for one in SCHEMES}
            assert not any(found.values()), (game, len(plan.seats), number, found)
        for watched in pages.values():
            assert not watched.troubles, watched.troubles
            watched.page.context.close()


@pytest.mark.check_browser
def test_names_are_whole_in_the_letters_of_any_machine(chromium: Browser, tmp_path: Path) -> None:
    """Thirteen cards in hand, "diamonds" among them, on a machine that has not the letters for which the page was made."""
    (tmp_path / "fonts.conf").write_text(OTHER_LETTERS, encoding="utf-8")
    plan = planned("hearts", 4, 11)
    with (
        launched(chromium.browser_type, FONTCONFIG_FILE=str(tmp_path / "fonts.conf")) as other,
        hosted(tmp_path, plan.game, ",".join(plan.seats), plan.seed) as host,
    ):
        watched = opened(other, host.links[plan.seats[plan.answers[0].seat]])
        asked(watched)
        assert "diamonds" in watched.page.inner_text("#own")
        assert not [one for size in SIZES for one in complaints(watched, size)]


def test_a_watcher_sees_the_same_table_and_no_hand(chromium: Browser, tmp_path: Path) -> None:
    with hosted(tmp_path, "crazy_eights", "Ada,Bo:random", 4) as host:
        watched, looker = opened(chromium, host.links["Ada"]), opened(chromium, host.links[LOOKS_ON])
        looker.page.wait_for_selector(".area.player")
        watched.page.wait_for_selector("#own .card")
        own = watched.page.locator("#own .card").evaluate_all("all => all.map(e => e.getAttribute('aria-label').split(',')[0])")
        assert own and not any(name in payload for name in own[:3] for payload in looker.sent)
        answers([watched], 4, by_list, most=6)
        asked(watched)
        lines = watched.page.locator("#log li").all_inner_texts()
        looker.page.wait_for_function(LAST_LINE, arg=lines[-1])
        assert [looker.page.locator(f'[data-do="{one}"]').is_visible() for one in ("undo", "people")] == [False, True]
        assert not looker.troubles


@pytest.mark.check_browser
def test_cards_fly_from_where_they_lay(chromium: Browser, tmp_path: Path) -> None:
    """The first picture of a flight shows the card where it lay, to three pixels."""
    with hosted(tmp_path, "ruse_and_bruise", "Ada,Bo:random", 2) as host:
        watched = opened(chromium, host.links["Ada"], reduced_motion="no-preference")
        watched.page.wait_for_selector("#table .on")
        element = watched.page.query_selector("#own .card.on")
        assert element is not None
        key, before = element.get_attribute("data-k"), element.bounding_box()
        assert before is not None and watched.offer is not None
        watched.page.evaluate(script("first_picture"))
        index = next(index for index, groups in watched.offer.options if any(key in group for group in groups))
        by_list(watched, watched.offer, index)
        left, top = watched.page.wait_for_function("() => window.first").json_value()
        assert abs(left - before["x"]) <= 3 and abs(top - before["y"]) <= 3
