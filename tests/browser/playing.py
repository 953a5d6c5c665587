"""Games in a browser: a whole one by a plan, every seat on a page of its own, or the answers of one seat against bots.

Hands give the answers, in turn if there are several. Nothing is told to a page but by its mouse and its keys.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from playwright.sync_api import Browser
from rulewright.engine import chance

from browser.hands import Hand
from browser.hosting import hosted
from browser.planning import Plan
from browser.watching import PATIENCE, Offered, Watched, opened

MOST = 4000  # answers; no shipped game needs so many
Looking = Callable[[Watched, int], None]


def play(chromium: Browser, folder: Path, plan: Plan, hands: Sequence[Hand]) -> str:
    """Play a plan to its end and return the record; answer n is given by hand n, counted round."""
    with hosted(folder, plan.game, ",".join(plan.seats), plan.seed) as host:
        pages = [opened(chromium, host.links[seat]) for seat in plan.seats]
        for number, answer in enumerate(plan.answers):
            watched = pages[answer.seat]
            offered = asked(watched)
            assert len(offered.options) == answer.of, (number, answer, offered)
            give(watched, offered, hands[number % len(hands)], offered.options[answer.option][0])
        for watched in pages:
            watched.page.wait_for_selector(".ranking")
            assert not watched.troubles, watched.troubles
            watched.page.context.close()
        return host.record(plan.seats[0])


def answers(pages: list[Watched], seed: int, hand: Hand, looking: Looking | None = None, most: int = MOST) -> int:
    """Answer whatever is asked on these pages until the game is over; tells how many answers that took."""
    rng, given = chance.seeded(seed * 3 + 1), 0
    while given < most and (found := _asked(pages)) is not None:
        watched, offered = found
        until_shown(watched, offered.version)
        if looking is not None:
            looking(watched, given)
        rng, index = chance.below(rng, len(offered.options))
        give(watched, offered, hand, offered.options[index][0])
        given += 1
    return given


def give(watched: Watched, offered: Offered, hand: Hand, option: int) -> None:
    """Give an answer and wait until it was taken."""
    until_shown(watched, offered.version)
    hand(watched, offered, option)
    _until(watched, lambda: not watched.is_asked(offered), "the answer was not taken")


def asked(watched: Watched) -> Offered:
    """The next decision of this page, once it is there and shown."""
    _until(watched, lambda: watched.offer is not None, "nothing is asked here")
    assert watched.offer is not None
    until_shown(watched, watched.offer.version)
    return watched.offer


def until_shown(watched: Watched, version: int) -> None:
    """Until a page shows an update, or a later one."""
    watched.page.wait_for_function("version => Number(document.body.dataset.shown) >= version", arg=version)


def _asked(pages: list[Watched]) -> tuple[Watched, Offered] | None:
    """The next page that must decide; none when the game is over."""
    waited = 0
    while waited < PATIENCE:
        for watched in pages:
            if watched.offer is not None:
                return watched, watched.offer
        if all(watched.is_over for watched in pages):
            return None
        pages[0].wait(10)
        waited += 10
    raise AssertionError("nobody is asked, and the game is not over")


def _until(watched: Watched, test: Callable[[], bool], words: str) -> None:
    waited = 0
    while not test():
        assert waited < PATIENCE, f"{words}: {watched.page.inner_text('#offer')[:300]}"
        watched.wait(10)
        waited += 10
