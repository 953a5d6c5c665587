"""The section `look`: it is read and checked, no rule hangs on it, and what it does not say follows from the rest."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import rulewright
from drawing import board_of, rows_of
from rulewright.engine.evaluate import Evaluator
from rulewright.model.look import DERIVED, CardLook, FactLook, ZoneLook
from rulewright.players.bots import RandomBot
from rulewright.shipped_files import games_folder
from rulewright.table.appearance import looks_of
from rulewright.table.information_set import Outlook
from rulewright.table.view import CardView
from rulewright.telling.entries import Thing
from test_docs import blocks, build_reference, page
from written import write_game


@pytest.fixture
def undressed(own_copy: Callable[..., Path]) -> Callable[[str], Path]:
    """A copy of a shipped game without its look."""
    return lambda name: own_copy(games_folder() / name, name, "look.yaml")


def test_the_look_of_the_page_is_read(tmp_path: Path) -> None:
    game = build_reference(tmp_path)
    (block,) = (one for one in blocks(page("docs/look.md")) if one.kind == "yaml")
    (game / "look.yaml").write_text(block.text, encoding="utf-8")
    look = rulewright.load(game).definition.look
    assert look.cards == (CardLook("crate", number="weight", badge="ware"),)
    assert look.facts == (FactLook("coins", label="purse"), FactLook("tired", hidden=True))
    assert look.zones == (ZoneLook("heap", label="heap of junk"),)
    assert (look.table, look.seat) == ((("pier",), ("deck", "heap")), (("hand", "store"),))


@pytest.mark.parametrize("name", rulewright.shipped())
def test_a_game_is_the_same_whatever_it_looks_like(name: str, undressed: Callable[[str], Path]) -> None:
    dressed, plain = rulewright.load(name).definition, rulewright.load(undressed(name)).definition
    assert plain.look == DERIVED and plain.fingerprint == dressed.fingerprint


def test_a_save_goes_on_under_another_look(undressed: Callable[[str], Path]) -> None:
    match = rulewright.load("ruse_and_bruise").new_match(2, seed=3)
    match.answer(index=0)
    folder = undressed("ruse_and_bruise")
    (folder / "look.yaml").write_text("look: {aside: [stack]}\n", encoding="utf-8")
    game = rulewright.load(folder)
    again = game.resume(match.save())
    assert game.definition.look.aside == ("stack",) and again.save() == match.save()


def test_a_name_that_only_the_look_uses_is_used_by_nobody(undressed: Callable[[str], Path]) -> None:
    folder = undressed("kuhn_poker")
    text = (folder / "game.yaml").read_text(encoding="utf-8").replace("zones:\n", "zones:\n  attic: {seen by: everyone}\n")
    write_game(folder, text)
    (folder / "look.yaml").write_text("look: {aside: [attic]}\n", encoding="utf-8")
    assert [one.slug for one in rulewright.load(folder).warnings] == ["unread"]


# ---------------------------------------------------------------- on the table


def some_way_into(game: rulewright.Game, answers: int) -> rulewright.Match:
    match = game.new_match(["Ada", "Bo", "Cy"], seed=4)
    bot = RandomBot(3)
    for _ in range(answers):
        decision = match.decisions[0]
        match.answer(bot.choose(decision, Outlook(match, decision.seat)), decision.seat)
    return match


def test_a_card_shows_its_number_what_it_counts_now_and_its_badge(game: rulewright.Game) -> None:
    looks = looks_of(game.definition)
    area = Thing("member", "trade", "m-area-3", "trade")
    trader = CardView("Trader", kind="influence", row="trader", printed={"print": 8, "area": area})
    king = CardView("King", kind="influence", row="king", printed={"print": 20}, now={"value": 22})
    goal = CardView("trade 4", kind="goal", row="trade_4", printed={"value": 4, "area": area})
    assert [looks.behind(one) for one in (trader, king, goal)] == ["8 · trade", "20→22", ""]


def test_a_place_tells_its_conditions_and_how_full_it_is(game: rulewright.Game) -> None:
    """A condition that only denies another, `open`, is not told."""
    match = some_way_into(game, 45)
    for zone in (one for one in match.view("Ada").zones if one.family == "column"):
        goal = match.view("Ada").zone(f"head of {zone.name}").cards[0].printed["value"]
        told = rows_of(board_of(match, "Ada"))[zone.name, ""].items
        assert zone.limit == goal and f"{zone.count} of {goal} card{'s' * (goal != 1)}" in told and "open" not in told
        is_complete = zone.count >= int(str(goal)) or any(fact.value is True for fact in zone.facts)
        assert ("complete" in told) is is_complete


def test_what_a_viewer_may_know_of_scores_is_true(game: rulewright.Game) -> None:
    match = some_way_into(game, 45)
    true = [Evaluator(match.state.world, match.state).score(player) for player in range(3)]
    assert any(true) and [player.score for player in match.view(None).players] == true
    assert [area.note for area in board_of(match, "Ada").bands[-1]] == [f"score {score}" for score in true]


def test_bookkeeping_is_told_only_to_who_asks(undressed: Callable[[str], Path]) -> None:
    match = some_way_into(rulewright.load(undressed("bruno_the_bandit")), 45)
    before = match.view("Ada").fact("hand_before", "Cy")
    assert before and ("Cy", "has") not in rows_of(board_of(match, "Ada"))
    assert rows_of(board_of(match, "Ada", whole=True))["Cy", "has"].items == (f"hand before {before}",)


def test_the_look_orders_names_hides_and_puts_aside(undressed: Callable[[str], Path]) -> None:
    folder = undressed("kuhn_poker")
    assert rows_of(board_of(rulewright.load(folder).new_match(2), "Ada"))["Ada", "has"].text == "paid 1"
    (folder / "look.yaml").write_text("look: {facts: {paid: {label: in the pot}}, aside: [hand]}\n", encoding="utf-8")
    rows = rows_of(board_of(rulewright.load(folder).new_match(2), "Ada"))
    assert rows["Ada", "has"].text == "in the pot 1" and rows["Ada", "aside"].text == "hand 1" and ("Ada", "hand") not in rows
