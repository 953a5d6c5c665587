"""Three ways in which a person gives an answer: by pointer on the table, by keyboard alone, and by the list of all options.

Each takes a page and the option that is to be given. Only trusted events are used: the mouse and the keys of the browser.
"""

from __future__ import annotations

from collections.abc import Callable

from browser.scripts import script
from browser.watching import Offered, Watched

Hand = Callable[[Watched, Offered, int], None]


def by_pointer(watched: Watched, offered: Offered, index: int) -> None:
    """Click what the option picks, and a button where the table cannot say it all."""
    groups = dict(offered.options)[index]
    for group in groups:
        if not _click_thing(watched, group):
            break
    button = watched.page.locator(f'#choices [data-option="{index}"]:visible')
    if not _is_answered(watched, offered) and button.count():
        _click(watched, button.first.element_handle())


def _click_thing(watched: Watched, group: list[str]) -> bool:
    names = ", ".join(f'#table [data-k="{key}"]:is(.on, .later), #table [data-ks~="{key}"]:is(.on, .later)' for key in group)
    for element in watched.page.query_selector_all(names):
        if element.is_visible():
            _click(watched, element)
            return True
    return False


def _click(watched: Watched, element: object) -> None:
    point = watched.page.evaluate(script("free_point"), element)
    assert point is not None, watched.page.evaluate(
        "e => `nothing of it can be clicked: ${e.outerHTML.slice(0, 200)}`", element
    )
    watched.page.mouse.click(*point)


def _is_answered(watched: Watched, offered: Offered) -> bool:
    """The page is asked first: whatever it was sent until then has arrived here, too."""
    is_sent = watched.page.evaluate("() => document.getElementById('offer').classList.contains('sent')")
    return is_sent or not watched.is_asked(offered)


def by_keyboard(watched: Watched, offered: Offered, index: int) -> None:
    """Arrows to what the option picks, Enter on it; then to its button, if that is still needed."""
    for group in dict(offered.options)[index]:
        if not _go_to(watched, f"(e.dataset.ks || e.dataset.k || '').split(' ').some(k => {group!r}.includes(k))"):
            break
        watched.page.keyboard.press("Enter")
    if not _is_answered(watched, offered) and _go_to(watched, f"e.dataset.option === '{index}'"):
        watched.page.keyboard.press("Enter")


def _go_to(watched: Watched, test: str) -> bool:
    """Walk once round everything that can be chosen, until the test holds of what has the focus."""
    ring = watched.page.locator("#table :is(.on, .later), #choices .choice:not([hidden])").count()
    for _ in range(ring + 1):
        if watched.page.evaluate(f"() => (e => !!e.closest('#table, #choices') && ({test}))(document.activeElement)"):
            return True
        watched.page.keyboard.press("ArrowRight")
    return False


def by_list(watched: Watched, offered: Offered, index: int) -> None:
    """Its entry in the list of all options, or its number where there is no list because all are buttons."""
    page = watched.page
    if page.locator("#list").count():
        if not page.evaluate("() => document.getElementById('list').open"):
            page.keyboard.press("l")
        page.locator(f'#list [data-option="{index}"]').click()
    else:
        page.locator(f'#choices [data-option="{index}"]').first.click()


HANDS: dict[str, Hand] = {"pointer": by_pointer, "keyboard": by_keyboard, "list": by_list}
