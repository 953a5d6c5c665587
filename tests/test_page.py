"""Pages in the browser, looked at as HTML: what can be pressed, what it is called, and what a message holds."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
import rulewright
from conftest import SEED, Table
from rulewright.language.icons import drawn_signs
from rulewright.web.page import STATIC, PageScreen, curtain, document, ended, lobby
from rulewright.web.page.signs import drawn_signs as drawn_in_sprite
from rulewright.web.page.signs import shapes

VOID = {"meta", "link", "input", "use", "path", "circle", "rect", "br"}


class Page(HTMLParser):
    """The buttons, ids and attributes of a piece of HTML; complains of what does not nest."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.buttons: list[tuple[dict[str, str | None], str]] = []
        self.attributes: list[tuple[str, str, str | None]] = []
        self.feed(text)
        assert self.open == [], self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [(tag, name, value) for name, value in attrs]
        if tag == "button":
            assert "button" not in self.open, "a button inside a button"
            self.buttons.append((dict(attrs), ""))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [(tag, name, value) for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open.pop() == tag, (tag, self.open)

    def handle_data(self, data: str) -> None:
        if "button" in self.open:
            attrs, text = self.buttons[-1]
            self.buttons[-1] = (attrs, text + data)


def html_of(message: dict[str, Any]) -> list[str]:
    return [*message["parts"].values(), *message["log"]]


def put(page: dict[str, str], parts: dict[str, str]) -> None:
    """Do with a page what a browser does: an area, or a zone or a title within one, is replaced whole."""
    for id, html in parts.items():
        if re.fullmatch(r"g?z\d+|d-.*", id):
            (area,) = (key for key, text in page.items() if f' id="{id}"' in text and key.startswith("a-"))
            tag = "header" if id.startswith("d-") else "div"
            page[area] = replaced(page[area], tag, id, html)
        else:
            page[id] = html


def replaced(text: str, tag: str, id: str, html: str) -> str:
    """A text in which the element with this id is another one."""
    start = max(text.rfind(f"<{tag} ", 0, text.index(f' id="{id}"') + 1), 0)
    depth, end = 0, start
    for found in re.finditer(rf"<{tag}[ >]|</{tag}>", text[start:]):
        depth += -1 if found.group().startswith("</") else 1
        if not depth:
            end = start + found.end()
            break
    return text[:start] + html + text[end:]


def messages(table: Table, seed: int, seat: str | None, most: int = 24) -> Iterator[tuple[rulewright.Match, dict[str, Any]]]:
    """A whole page, then an update after every answer of a random game."""
    screen = PageScreen(table.game, seat)
    for number, match in enumerate(islice(table.decisions(seed), most)):
        yield match, screen.whole(match) if not number else screen.update(match)


@pytest.mark.by_turns
def test_every_button_has_a_name_and_none_is_inside_another(table: Table) -> None:
    pressed = 0
    for _, message in messages(table, SEED, table.match(SEED).seats[0], 20):
        for text in html_of(message):
            for attrs, words in Page(text).buttons:
                assert (attrs.get("aria-label") or words).strip(), (attrs, text)
                pressed += 1
    assert pressed


@pytest.mark.parametrize("game", ["tic_tac_toe", "connect_four"])
def test_a_board_stands_there_before_anything_lies_on_it(game: str) -> None:
    """One answers by clicking where the first stone goes, and the other sees the same board meanwhile."""
    played = rulewright.load(game)
    match = played.new_match(("Ada", "Bo"), 1)
    options = PageScreen(played, "Ada").whole(match)["decision"]["options"]
    clicked = {key for _, groups in options for group in groups for key in group}
    for seat in ("Ada", "Bo", None):
        drawn = set(re.findall(r'data-k="([^"]+)"', "".join(html_of(PageScreen(played, seat).whole(match)))))
        assert clicked and clicked <= drawn


@pytest.mark.by_turns
def test_every_option_can_be_clicked_pressed_or_found_in_the_list(table: Table) -> None:
    seat, screen = table.match(SEED).seats[0], None
    page: dict[str, str] = {}
    for match in islice(table.decisions(SEED), 24):
        screen = screen or PageScreen(table.game, seat)
        message = screen.update(match) if page else screen.whole(match)
        put(page, message["parts"])
        if message["decision"] is None:
            continue
        things = set(re.findall(r'data-k="([^"]+)"', "".join(page.values())))
        things |= {key for keys in re.findall(r'data-ks="([^"]+)"', "".join(page.values())) for key in keys.split()}
        offered = match.offer(seat).options
        listed = {int(one) for one in re.findall(r'data-option="(\d+)"', page["offer"])}
        assert [index for index, _ in message["decision"]["options"]] == list(range(len(offered)))
        assert listed == set(range(len(offered)))
        for _, groups in message["decision"]["options"]:
            assert all(set(group) <= things for group in groups)


@pytest.mark.by_turns
def test_updates_lead_to_the_page_that_a_newcomer_gets(table: Table) -> None:
    """Whoever was there all the time, and whoever comes now, see the same to the byte."""
    for seat in (None, table.match(SEED).seats[-1]):
        page: dict[str, str] = {}
        log: list[str] = []
        for number, (match, message) in enumerate(messages(table, SEED, seat)):
            put(page, message["parts"])
            log += message["log"]
            if number % 6:
                continue
            whole = PageScreen(table.game, seat).whole(match)
            assert {key: page[key] for key in whole["parts"]} == whole["parts"]
            assert log == whole["log"] and message["decision"] == whole["decision"]


@pytest.mark.by_turns
def test_a_second_look_disturbs_nothing(table: Table) -> None:
    once, twice = PageScreen(table.game, None), PageScreen(table.game, None)
    for number, match in enumerate(islice(table.decisions(SEED), 12)):
        first = once.whole(match) if not number else once.update(match)
        second = twice.whole(match) if not number else twice.update(match)
        assert first == second
        twice.whole(match)


@pytest.mark.by_turns
def test_flights_are_what_the_journal_tells(table: Table) -> None:
    seen = 0
    seat = table.match(SEED).seats[0]
    for match, message in messages(table, SEED, seat, 30):
        zones = {zone.key for zone in match.view(seat).zones}
        for before, after, source, goal in message.get("moves", ()):
            assert {source, goal} <= zones
            assert all(key is None or re.fullmatch(r"k\d+", key) for key in (before, after))
            seen += 1
    assert seen or not any(match.journal.chapters[1:] for match in [table.match(SEED)])


HOSTILE = ('<img src=x onerror="alert(1)">', "Bo\"><script>alert('x')</script>", "{{ 7 * 7 }}&lt;b&gt;")


@pytest.mark.parametrize("game", ["tic_tac_toe", "ruse_instincts_of_the_den"])
def test_spaces_of_a_board_are_read_by_column_and_row(game: str) -> None:
    """Records, and whatever else programs read, keep the words of the rules."""
    loaded = rulewright.load(game)
    match = loaded.new_match(2, seed=3)
    code, read = re.compile(r"\bc[1-9]r[1-9]\b"), re.compile(r"\bcolumn [1-9] row [1-9]\b")
    kept = 0
    for number in range(24 if game != "tic_tac_toe" else 4):
        page = json.dumps(PageScreen(loaded, match.decisions[0].seat).whole(match))
        assert not code.search(page) and read.search(page), number
        kept += any(code.search(option.text) for option in match.decisions[0].options)
        match.answer(index=number % len(match.decisions[0].options))
    assert kept and any(code.search(text) for _, text in match.answers)


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_escaped(name: str) -> None:
    game = rulewright.load("ruse_and_bruise")
    match = game.new_match([name, "Bo", "Cy"], seed=1)
    screen = PageScreen(game, name)
    told = html_of(screen.whole(match))
    for _ in range(6):
        match.answer(match.decisions[0].options[0])
        told += html_of(screen.update(match))
    told += [curtain(name), lobby([{"id": name, "name": name, "about": name, "fewest": 2, "most": 3}]), ended(name, name)]
    for text in told:
        assert "<img" not in text and 'alert(1)">' not in text and "49" not in re.sub(r"&#\d+;", "", text)
        assert "<script>" not in text
        Page(text.replace("<!doctype html>", ""))


def test_documents_hold_nothing_that_a_strict_policy_forbids() -> None:
    game = rulewright.load("rus")
    for text in (
        document(game),
        lobby([]),
        ended("Gone", "There is no such table."),
        *html_of(PageScreen(game, None).whole(game.new_match(3))),
    ):
        for tag, name, value in Page(text.replace("<!doctype html>", "")).attributes:
            assert name != "style" and not name.startswith("on")
            assert tag != "script" or name != "src" or (value or "").startswith("/static/")
        assert not re.search(r"<script(?![^>]*src=)|<style", text)
        addresses = set(re.findall(r"https?://[^\s\"']+", text))
        assert addresses <= {"http://www.w3.org/2000/svg"}


@pytest.mark.parametrize("path", sorted(STATIC.iterdir()), ids=lambda path: path.name)
def test_static_files_ask_nobody_else(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert set(re.findall(r"(?:https?:)?//[a-z][^\s\"'`)]*", re.sub(r"^\s*//.*|(?<=\s)// .*$", "", text, flags=re.M))) <= {
        "http://www.w3.org/2000/svg"
    }
    assert "@import" not in text and "url(" not in text and "eval(" not in text


def test_icons_are_the_ones_that_the_language_knows() -> None:
    assert set(drawn_signs()) == drawn_in_sprite() and drawn_signs()[: len(shapes())] == shapes() and len(shapes()) == 8


def test_a_definition_names_only_what_is_drawn() -> None:
    for name in rulewright.shipped():
        game = rulewright.load(name)
        for _, message in messages(Table(game, game.definition.fewest), 1, None, 30):
            used = set(re.findall(r'href="#i-(\w+)"', json.dumps(message["parts"]).replace("\\", "")))
            assert used <= drawn_in_sprite()


def test_players_stand_at_the_members_that_they_are_at() -> None:
    """A village without zones: everybody begins at the market, and is drawn there."""
    match = rulewright.load("high_water").new_match(("Ada", "Bo"), 5)
    html = PageScreen(rulewright.load("high_water"), "Bo").whole(match)["parts"]["a-members-village"]
    places = {place.partition("</button>")[0].rpartition(" ")[2].strip(): place for place in html.split("<dt>")[1:]}
    assert {name for name, place in places.items() if "visitor" in place} == {"market"}
    assert all(f"{name}’s spot" in places["market"] for name in ("Ada", "Bo"))
    assert "bridge, meadow" in places["mill"]  # what is written of it
