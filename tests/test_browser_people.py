"""What people do at a table besides answering, in a real browser: share a screen, ask, take back, play again, come back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from browser.hands import by_list, by_pointer
from browser.hosting import hosted, hosted_again
from browser.playing import answers, asked, give
from browser.spoken import Reader
from browser.watching import PATIENCE, Watched, browser, opened
from playwright.sync_api import Browser
from rulewright.engine import chance
from serving import lasting_port

WHISPERS = str(Path(__file__).parent / "definitions" / "whispers")
NO_SOCKETS = "window.WebSocket = class { constructor() { setTimeout(() => this.onclose({ code: 1006 }), 5); } };"
LINKS = "all => all.map(e => [e.querySelector('b').textContent, e.querySelector('a').href])"
pytestmark = [pytest.mark.needs("browser"), pytest.mark.usefixtures("compiled_once")]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as one:
        yield one


def own_cards(watched: Watched) -> set[str]:
    labels = watched.page.locator("#own .card").evaluate_all("all => all.map(e => e.getAttribute('aria-label').split(',')[0])")
    return {str(label) for label in labels}


def test_a_curtain_falls_between_two_who_share_a_screen(chromium: Browser, tmp_path: Path) -> None:
    """With flights under way: nothing of Ada's cards, question and options is in the page until Bo says who it is."""
    with hosted(tmp_path, "crazy_eights", "Ada,Bo", 4, "--one-link") as host:
        watched = opened(chromium, host.links["Ada and Bo"], reduced_motion="no-preference")
        page = watched.page
        page.locator("#curtain .choice").click()
        for here, other in (("Ada", "Bo"), ("Bo", "Ada")):
            asked(watched)
            mine = own_cards(watched)
            assert mine and not page.locator("#curtain").count()
            while watched.offer is not None:
                give(watched, watched.offer, by_list, watched.offer.options[0][0])
            page.wait_for_selector("#curtain")
            page.wait_for_timeout(900)  # as long as flights and sayings would take
            assert page.locator("#curtain .choice").inner_text() == f"I am {other}", here
            shown = page.content()
            assert not [name for name in mine if name in shown]
            assert page.evaluate("() => document.querySelectorAll('#prompt').length") == 1
            page.locator("#curtain .choice").press("Enter")
        asked(watched)
        assert page.locator("#log .missed").first.inner_text(), "what Bo did while Ada was behind the curtain is marked"
        assert not watched.troubles, watched.troubles


@pytest.mark.check_browser
def test_two_decide_at_once(chromium: Browser, tmp_path: Path) -> None:
    """Both are asked; what one has answered shows nowhere until the other has answered, too."""
    with hosted(tmp_path, WHISPERS, "Ada,Bo", 3) as host:
        ada, bo = (opened(chromium, host.links[name]) for name in ("Ada", "Bo"))
        asked(ada)
        asked(bo)
        while ada.offer is not None:
            give(ada, ada.offer, by_pointer, ada.offer.options[0][0])
        ada.page.wait_for_selector("#prompt.calm")
        assert "Bo" in ada.page.inner_text("#prompt")
        assert bo.offer is not None and "write" not in bo.page.inner_text("#log")
        answers([ada, bo], 3, by_list)
        for watched in (ada, bo):
            watched.page.wait_for_selector(".ranking")
            assert not watched.troubles, watched.troubles


@pytest.mark.check_browser
def test_a_click_asks_why_not_and_a_line_of_the_log_tells_its_rule(chromium: Browser, tmp_path: Path) -> None:
    with hosted(tmp_path, "ruse_and_bruise", "Ada,Bo:random", 2) as host:
        watched = opened(chromium, host.links["Ada"])
        answers([watched], 2, by_list, most=4)
        asked(watched)
        page, info = watched.page, watched.page.locator("#info")
        page.locator("#table .card[data-k]:not(.on, .later)").first.click()
        info.wait_for(state="visible")
        assert info.locator("p").first.inner_text().strip()
        info.locator(".close").click()
        assert not info.is_visible()
        page.locator("#log [data-line]").last.click()
        info.wait_for(state="visible")
        assert ".yaml:" in info.inner_text()
        page.keyboard.press("w")
        page.locator("#table .card.on").first.click()
        page.wait_for_function("() => document.getElementById('info').textContent.includes('.yaml:')")
        assert watched.offer is not None and not watched.troubles, watched.troubles


@pytest.mark.check_browser
def test_an_answer_can_be_taken_back(chromium: Browser, tmp_path: Path) -> None:
    with hosted(tmp_path, "connect_four", "Ada,Bo", 2) as host:
        ada, bo = (opened(chromium, host.links[name]) for name in ("Ada", "Bo"))
        first = asked(ada)
        give(ada, first, by_list, first.options[3][0])
        asked(bo)
        ada.page.locator('[data-do="undo"]').click()
        assert asked(ada).options == first.options
        bo.page.wait_for_selector("#prompt.calm")
        assert not ada.page.locator("#centre .piece").count() and bo.offer is None
        assert not ada.troubles + bo.troubles


@pytest.mark.check_browser
def test_a_name_is_changed_and_a_bot_plays_for_a_while(chromium: Browser, tmp_path: Path) -> None:
    with hosted(tmp_path, "connect_four", "Ada,Bo", 2) as host:
        ada, bo = (opened(chromium, host.links[name]) for name in ("Ada", "Bo"))
        ada.page.wait_for_selector("#table .on")
        ada.page.keyboard.press("p")
        ada.page.locator("#sheet input").fill("Zoe")
        ada.page.locator("#sheet input").press("Enter")
        bo.page.wait_for_function("() => document.querySelector('#others .title')?.textContent === 'Zoe'")
        ada.page.locator('[data-do="people"]').click()
        ada.page.get_by_text("Let a bot play for me").click()
        ada.page.wait_for_selector("#relief:not([hidden])")
        asked(bo)
        bo.page.wait_for_function("() => document.querySelector('#others .who').textContent === 'bot'")
        ada.page.locator("#relief button").click()
        give(bo, asked(bo), by_list, 0)
        asked(ada)
        assert not ada.page.locator("#relief").is_visible() and not ada.troubles + bo.troubles


@pytest.mark.check_browser
def test_a_rematch_takes_everybody_along(chromium: Browser, tmp_path: Path) -> None:
    with hosted(tmp_path, "tic_tac_toe", "Ada,Bo", 2) as host:
        pages = [opened(chromium, host.links[name]) for name in ("Ada", "Bo")]
        answers(pages, 2, by_list)
        old = pages[0].page.url
        for watched in pages:
            watched.is_over = False
        pages[0].page.locator('[data-do="rematch"]').click()
        for watched in pages:
            watched.page.wait_for_url(lambda url: url.partition("#")[0] != old.partition("#")[0])
        assert answers(pages, 3, by_list) >= 5
        assert not pages[0].troubles + pages[1].troubles


@pytest.mark.check_browser
def test_a_replay_steps_jumps_and_branches(chromium: Browser, tmp_path: Path) -> None:
    with hosted(tmp_path, "tic_tac_toe", "Ada,Bo", 2) as host:
        pages = [opened(chromium, host.links[name]) for name in ("Ada", "Bo")]
        moves = answers(pages, 2, by_list)
        pages[1].page.locator('[data-do="replay"]').click()
        pages[1].page.wait_for_url("**/replay/**")
        watched = opened(chromium, host.links["Ada"].replace("/table/", "/replay/"))
        page = watched.page
        step = page.locator("#replay output")
        page.wait_for_selector("#replay:not([hidden])")
        assert step.inner_text() == f"0 of {moves}" and not page.locator("#log [data-line]").count()
        assert page.inner_text("#given").startswith("Ada chose: take ") and page.locator("#centre .place.taken").count() == 1
        for button, at in (("1", 1), ("1", 2), ("-1", 1), ("last", moves), ("first", 0)):
            page.locator(f'#replay [data-by="{button}"]').click()
            page.wait_for_function(
                "words => document.querySelector('#replay output').textContent === words", arg=f"{at} of {moves}"
            )
            assert (page.locator(".ranking").count() == 1) is (at == moves)
        page.locator("#replay input").press("ArrowRight")
        page.wait_for_function("words => document.querySelector('#replay output').textContent === words", arg=f"1 of {moves}")
        page.locator('[data-deed="branch"]').click()
        page.wait_for_selector("#sheet .links a")
        links = dict(page.locator("#sheet .links li").evaluate_all(LINKS))
        assert list(links) == ["Ada", "Bo", "whoever looks on"]
        branch = [opened(chromium, links[name]) for name in ("Ada", "Bo")]
        assert answers(branch, 5, by_list) >= 4
        assert not [one for each in (*pages, watched, *branch) for one in each.troubles]


@pytest.mark.check_browser
def test_without_sockets_the_page_asks_by_plain_requests(chromium: Browser, tmp_path: Path) -> None:
    with hosted(tmp_path, "crazy_eights", "Ada,Bo:random", 4) as host:
        page = chromium.new_context(reduced_motion="reduce").new_page()
        page.set_default_timeout(PATIENCE)
        page.add_init_script(NO_SOCKETS)
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(host.links["Ada"])
        for number in range(4):
            page.wait_for_selector("#offer.asked:not(.sent)")
            shown = page.evaluate("() => document.body.dataset.shown")
            page.locator("#choices .choice:visible, #list .choice").first.evaluate(
                "e => e.closest('details') && (e.closest('details').open = true)"
            )
            page.locator("#choices .choice:visible, #list .choice").first.click()
            page.wait_for_function("before => document.body.dataset.shown !== before", arg=shown)
            assert page.locator("#log li").count() > number
        assert page.inner_text("#link") == "" and not errors


@pytest.mark.check_browser
def test_a_server_that_was_killed_comes_back_with_the_page_as_it_was(chromium: Browser, tmp_path: Path) -> None:
    with hosted(tmp_path, "crazy_eights", "Ada,Bo:random", 4, port=lasting_port()) as host:
        watched = opened(chromium, host.links["Ada"])
        answers([watched], 4, by_list, most=3)
        asked(watched)
        before = {id: watched.page.inner_text(id) for id in ("#table", "#offer", "#log")}
        host.process.kill()
        host.process.wait()
        watched.page.wait_for_function("() => document.getElementById('link').textContent.includes('does not answer')")
        with hosted_again(tmp_path, host):
            watched.page.wait_for_function("() => document.getElementById('link').textContent === ''")
            asked(watched)
            assert {id: watched.page.inner_text(id) for id in ("#table", "#offer", "#log")} == before
            assert answers([watched], 4, by_list, most=2) == 2


@pytest.mark.check_browser
def test_a_game_is_finished_by_what_a_screen_reader_reads(chromium: Browser, tmp_path: Path) -> None:
    """Nothing is known of the page but its accessibility tree: questions, what can be chosen, where it lies. New lines are said
    by a live region, everything that can be pressed has a name, and the end tells who has won."""
    with hosted(tmp_path, "tic_tac_toe", "Ada,Bo:random", 4) as host:
        watched = opened(chromium, host.links["Ada"])
        reader, rng, given = Reader(watched.page), chance.seeded(4), 0
        while (choices := reader.until_asked()) is not None:
            rng, number = chance.below(rng, len(choices))
            reader.activate(choices[number])
            given += 1
        assert given >= 3 and any(line.startswith("Bo: ") for line in reader.heard), reader.heard
        read = reader.everything()
        assert not [one for one in read if one.role in ("button", "link", "heading", "image") and not one.name.strip()]
        assert any(word in reader.asked() for word in ("win", "over")), reader.asked()
        assert not watched.troubles, watched.troubles
