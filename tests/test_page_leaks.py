"""Nothing hidden in any byte of a page: twins get the same messages as long as nothing comes to light."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

import pytest
from conftest import Table
from exchanging import with_position
from rulewright import Match
from rulewright.engine import chance
from rulewright.engine.sight import can_see
from rulewright.game import Game
from rulewright.web.page import PageScreen
from test_twins_go_on import BODIES, smugglers, steps, twin_of
from test_views import exchanged, positions, shuffled_hidden


def bytes_of(message: dict[str, object]) -> str:
    return json.dumps(message, ensure_ascii=False)


def test_a_whole_page_is_the_same_when_hidden_cards_change_places(table: Table) -> None:
    compared = 0
    for seed in table.few_seeds:
        rng = chance.seeded(seed)
        for match in islice(positions(table, seed), 0, None, table.stride):
            if match.is_over:
                continue
            for viewer, seat in table.viewers(match):
                rng, new = shuffled_hidden(match, viewer, rng)
                pages = [bytes_of(PageScreen(table.game, seat).whole(one)) for one in (match, exchanged(match, new))]
                assert pages[0] == pages[1]
                compared += any(card != other for card, other in new.items())
    assert compared or all(family.seen_by == "everyone" for family in table.game.definition.families)


def updates(game: Game, one: Match, twin: Match, seat: str | None) -> tuple[PageScreen, PageScreen]:
    screens = PageScreen(game, seat), PageScreen(game, seat)
    assert bytes_of(screens[0].whole(one)) == bytes_of(screens[1].whole(twin))
    return screens


@pytest.mark.parametrize("body", BODIES.values(), ids=list(BODIES))
def test_updates_are_the_same_as_long_as_nothing_comes_to_light(tmp_path: Path, body: str) -> None:
    """Among them cards that go into a hand, or into a pile, and out again within one answer."""
    game, compared = smugglers(tmp_path, body), 0
    for seed in range(24):
        match = game.new_match(2 + seed % 2, seed=seed)
        viewer = seed // 2 % len(match.seats)
        twin, match = twin_of(match, viewer, seed), with_position(match, match.state, {})
        screens = [updates(game, match, twin, seat) for seat in (match.seats[viewer], None)]
        for number, _ in enumerate(steps(match, twin, viewer, chance.seeded(seed))):
            if number and not match.is_over:
                for mine, theirs in screens:
                    assert bytes_of(mine.update(match)) == bytes_of(theirs.update(twin)), seed
                    compared += 1
    assert compared > 20


def test_no_name_of_a_hidden_card_is_in_a_page(largest: Table) -> None:
    """Names of rows that a seat cannot see anywhere are in none of its messages, but for texts that everybody reads."""
    looked_for = 0
    rows = largest.game.definition.rows
    texts = " ".join([largest.game.definition.about, *(row.text for _, row in rows)])
    backs = {*largest.game.definition.backs}
    for match in islice(positions(largest, 1001), 1, None, 3):
        match.told_before = ()
        for viewer, seat in largest.viewers(match):
            world = match.state.world
            seen = {rows[world.row[card]][1].name for card in range(world.cards) if can_see(match.state, card, viewer)}
            page = bytes_of(PageScreen(largest.game, seat).whole(match))
            hidden = {row.name for _, row in rows} - seen - backs
            for name in hidden:
                if len(name) > 5 and name not in texts and not any(name in other for other in seen):
                    looked_for += 1
                    assert f">{name}<" not in page and f'"{name},' not in page, (seat, name)
    assert looked_for or all(len(row.name) < 6 for _, row in rows)
