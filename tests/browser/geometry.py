"""What must hold of every page that is shown, at every size: nothing overlaps, nothing is cut, everything has a name.

Takes a page; gives a list of complaints in words, empty where all is well. Measures only what a person could see.
"""

from __future__ import annotations

from typing import Literal

from browser.scripts import script
from browser.watching import SIZES, Watched

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def complaints(watched: Watched, size: str = "desk") -> list[str]:
    """Whatever is wrong with how the page is laid out at a size; it is large again afterwards."""
    _resize(watched, size)
    found = watched.page.evaluate(script("laid_out"))
    _resize(watched, "desk")
    return list(found)


def _resize(watched: Watched, size: str) -> None:
    width, height = SIZES[size]
    if watched.page.viewport_size != {"width": width, "height": height}:
        watched.page.set_viewport_size({"width": width, "height": height})
        watched.page.wait_for_function("size => innerWidth === size[0] && innerHeight === size[1]", arg=SIZES[size])
        watched.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def faint(watched: Watched, scheme: Literal["light", "dark"]) -> list[str]:
    """Texts that do not stand out enough from what is behind them."""
    watched.page.emulate_media(color_scheme=scheme)
    return list(watched.page.evaluate(script("contrast")))
