"""The pictures of the documentation: pages of real games in a real browser, as the tests play them.

    .venv/bin/python tests/browser/pictures.py docs/pictures

Each game is played by a plan, so the same picture is taken again after a change of the page.
"""

from __future__ import annotations

import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Browser

from browser.hosting import hosted
from browser.planning import planned
from browser.playing import until_shown
from browser.remote import seated
from browser.watching import browser, opened


@dataclass(frozen=True)
class Picture:
    """Which game, how many play, after what share of its answers, and how large."""

    name: str
    game: str
    players: int
    share: float
    size: str = "desk"


PICTURES = (
    Picture("table", "ruse_and_bruise", 6, 0.6),
    Picture("den", "ruse_instincts_of_the_den", 4, 0.6, "small"),
)


def take(chromium: Browser, picture: Picture, folder: Path) -> None:
    plan = planned(picture.game, picture.players, 5)
    number = int(len(plan.answers) * picture.share)
    with (
        tempfile.TemporaryDirectory() as store,
        hosted(Path(store), picture.game, ",".join(plan.seats), plan.seed) as host,
        seated(host, plan) as remote,
    ):
        client, seat = remote.go_to(number), plan.answers[number].seat
        watched = opened(chromium, host.links[plan.seats[seat]], picture.size)
        until_shown(watched, client.version)
        watched.page.screenshot(path=folder / f"{picture.name}.png")
        watched.page.context.close()


def main() -> None:
    folder = Path(sys.argv[1])
    with browser() as chromium:
        for picture in PICTURES:
            take(chromium, picture, folder)
            print(folder / f"{picture.name}.png")


if __name__ == "__main__":
    main()
