"""`order` of a zone: a hand stands sorted before whoever sees it, on every screen; rules and other eyes know nothing of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import rulewright
from drawing import board_of, rows_of
from rulewright.desk.session import Session
from rulewright.engine import chance
from rulewright.players.bots import RandomBot
from rulewright.shipped_files import games_folder
from rulewright.table.appearance import looks_of
from rulewright.table.information_set import Outlook
from rulewright.web.page import PageScreen
from test_views import exchanged, shuffled_hidden
from written import write_game

GAME = """
name: Harbour
players: 2
types:
  ware: [spice, silk, salt]
components:
  crate:
    starts in: deck
    back: thing
    columns: {ware: ware, weight: number, fragile: flag or false}
    rows: {chest: [silk, 2], bale: [spice, 3, true], sack: [salt, none], box: [silk, 5], keg: [spice, 3]}
  note: {starts in: deck, back: thing, columns: {weight: text}, rows: {letter: [heavy]}}
zones:
  deck: {form: pile, seen by: nobody}
  hand: {per: player, form: hand, seen by: owner, order: ORDER}
flow:
  - draw 6 cards from deck to hand of (first player)
  - show every crate in hand of (first player) with ware is silk to (last player)
  - turns: player
    laps: 1
    do:
      - choose: a card in hand as one
        option: keep {one}
        do: move one to deck
"""
SORTED = {
    "weight": "chest, bale, keg, box, sack, letter",
    "most weight": "box, bale, keg, chest, sack, letter",
    "[ware, most weight]": "bale, keg, box, chest, sack, letter",
    "[weight, fragile]": "chest, keg, bale, box, sack, letter",
    "most fragile": "bale, chest, sack, box, keg, letter",
    "[]": "chest, bale, sack, box, keg, letter",
}


@pytest.fixture
def harbour(tmp_path: Path) -> Callable[[str], rulewright.Game]:
    def load(order: str) -> rulewright.Game:
        (tmp_path / "harbour").mkdir(exist_ok=True)
        (tmp_path / "harbour" / "game.yaml").write_text(GAME.replace("ORDER", order), encoding="utf-8")
        return rulewright.load(tmp_path / "harbour")

    return load


@pytest.mark.parametrize("order", SORTED)
def test_a_hand_and_what_is_offered_of_it_stand_in_the_order_of_columns(
    order: str, harbour: Callable[[str], rulewright.Game]
) -> None:
    """The lowest first, or with `most` the highest; what has nothing there comes last, and equal ones are as declared."""
    game = harbour(order)
    session = Session(game, {})
    session.begin(("Ada", "Bo"), 5, {})
    names = SORTED[order].split(", ")
    assert list(rows_of(board_of(session.match, "Ada"))["Ada", "hand"].items) == shown(session.match, names)
    decision = session.decision
    assert decision is not None and [one.text for one in decision.options] == [f"keep {name}" for name in names]
    page = str(PageScreen(game, "Ada").whole(session.match))
    places = [page.index(f">{name}<") for name in names]
    assert places == sorted(places)


def shown(match: rulewright.Match, names: list[str]) -> list[str]:
    """Cards by name as the table writes them, with their numbers."""
    looks, cards = looks_of(match.definition), {card.name: card for card in match.view("Ada").zone("hand of Ada").cards}
    return [" ".join(filter(None, (name, looks.behind(cards[name])))) for name in names]


def test_a_card_that_is_not_seen_stands_behind_those_that_are_as_it_lies(harbour: Callable[[str], rulewright.Game]) -> None:
    match = harbour("most weight").new_match(["Ada", "Bo"], seed=5)
    zone = match.view("Bo").zone("hand of Ada")
    cards = looks_of(match.definition).side_by_side(zone)
    assert [card.name for card in cards] == ["box", "chest", "thing", "thing", "thing", "thing"]
    assert [card for card in cards if not card.is_seen] == [card for card in zone.cards if not card.is_seen]
    assert_nothing_is_told(match)


def assert_nothing_is_told(match: rulewright.Match) -> None:
    """What cards somebody cannot see changes nothing of what stands before them."""
    rng = chance.seeded(7)
    changed = 0
    for viewer, seat in [(None, None), *enumerate(match.seats)]:
        rng, new = shuffled_hidden(match, viewer, rng)
        twin = exchanged(match, new)
        changed += twin.state.zones != match.state.zones
        assert board_of(match, seat, whole=True) == board_of(twin, seat, whole=True)
        sides = [[looks_of(one.definition).side_by_side(zone) for zone in one.view(seat).zones] for one in (match, twin)]
        assert sides[0] == sides[1]
    assert changed


@pytest.mark.parametrize("name", ["hearts", "oh_hell", "pair_rummy", "whist"])
def test_a_sorted_hand_tells_others_nothing(name: str) -> None:
    game = rulewright.load(name)
    assert any(family.order for family in game.definition.families)
    assert_nothing_is_told(game.new_match(seed=3))


def asked(decision: rulewright.Decision) -> tuple[str, list[int], list[str]]:
    return decision.seat, decision.numbers, [option.text for option in decision.options]


def test_the_same_game_is_played_without_it(own_copy: Callable[..., Path]) -> None:
    folder = own_copy(games_folder() / "hearts", "hearts")
    text = (folder / "game.yaml").read_text(encoding="utf-8")
    plain = text.replace(", order: [suit, most rank]", "")
    assert plain != text
    write_game(folder, plain)
    one, other = (rulewright.load(where).new_match(4, seed=8) for where in ("hearts", folder))
    bots = RandomBot(2), RandomBot(2)
    for _ in range(40):
        for match, bot in zip((one, other), bots, strict=True):
            match.answer(bot.choose(match.decisions[0], Outlook(match, match.decisions[0].seat)))
        assert [asked(decision) for decision in one.decisions] == [asked(decision) for decision in other.decisions]
    assert one.view(None) == other.view(None)
    assert one.answers == other.answers
    assert board_of(one, one.seats[0]) != board_of(other, one.seats[0])
