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
from browser.planning import NAMES, fewest_and_most, planned
from browser.playing import answers, asked, play
from browser.scripts import script
from browser.watching import SIZES, Watched, browser, opened
from playwright.sync_api import Browser

HOW_MUCH = os.environ.get("RULEWRIGHT_BROWSER", "")
SHORT = ("leduc_poker",)
LOOKED_AT = {"all": 101, "games": 31}.get(HOW_MUCH, 11)  # answers
SMALL = ("connect_four", "false_colours", "high_water", "kuhn_poker", "leduc_poker", "liars_dice", "tic_tac_toe")
GAMES = rulewright.shipped() if HOW_MUCH else SHORT
LAST_LINE = "words => [...document.querySelectorAll('#log li')].at(-1)?.innerText === words"
pytestmark = pytest.mark.needs("browser")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as one:
        yield one


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
    """With the fewest and the most players, at every tenth decision, in light and dark: see `browser/geometry`."""
    players = fewest_and_most(game)[is_most]
    seats = [NAMES[0], *(f"{name}:random" for name in NAMES[1:players])]
    with hosted(tmp_path, game, ",".join(seats), 11) as host:
        watched = opened(chromium, host.links[NAMES[0]])

        def looking(watched: Watched, given: int) -> None:
            if given % 10 == 0:
                found = {size: complaints(watched, size) for size in SIZES} | {
                    scheme: faint(watched, scheme) for scheme in SCHEMES
                }
                assert not any(found.values()), (game, players, given, found)

        answers([watched], 11, by_list, looking, most=LOOKED_AT)
        assert not watched.troubles, watched.troubles


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
        assert not looker.troubles


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
