"""What was worked out before is known again only where it would be found again, and hangs on nothing that is hidden."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest
from conftest import Table, loaded
from rulewright import Match
from rulewright.engine import chance
from rulewright.engine.noted_state import NotedState, Noting
from rulewright.table import patience
from rulewright.table.view import View
from test_views import exchanged, shuffled_hidden


def recalled(match: Match) -> list[View]:
    """Everybody's view, by what is remembered of the positions before."""
    with match.shown_to_all():
        return [match.view(seat, is_told=False) for seat in (None, *match.seats)]


def found(match: Match) -> list[View]:
    """The same, worked out anew."""
    return [match.view(seat, is_told=False) for seat in (None, *match.seats)]


@pytest.mark.by_turns
def test_what_is_recalled_is_what_would_be_found(table: Table) -> None:
    for number, match in enumerate(islice(table.decisions(1003), 3 * table.long_stride)):
        views = recalled(match)
        if number % table.stride == table.stride - 1 or match.is_over:
            assert views == found(match), number


def test_it_is_forgotten_with_what_is_taken_back() -> None:
    match = loaded("ruse_and_bruise").new_match(3, seed=8)
    for number in range(30):
        match.answer(index=number % len(match.decisions[0].options))
        recalled(match)
        if number % 5 == 4:
            match.undo()
            assert recalled(match) == found(match)


@pytest.mark.parametrize("name", ["ruse_and_bruise", "rus"])
def test_nobody_is_shown_another_table_when_hidden_cards_change_places(name: str) -> None:
    """What is remembered of a position is carried over to one that a viewer cannot tell from it, and back."""
    match, compared = loaded(name).new_match(3, seed=4), 0
    rng = chance.seeded(4)
    for number in range(12):
        match.answer(index=number % len(match.decisions[0].options))
        views = recalled(match)
        viewer = number % 3
        rng, new = shuffled_hidden(match, viewer, rng)
        twin = exchanged(match, new)
        twin._past.recollection = match._past.recollection
        compared += any(card != other for card, other in new.items())
        assert recalled(twin)[1 + viewer] == views[1 + viewer]
        assert recalled(match) == views
    assert compared > 8


def test_where_there_is_no_time_for_it_nothing_is_recalled(monkeypatch: pytest.MonkeyPatch) -> None:
    """How much may be looked at is counted as if all were worked out anew, so what is left out is the same."""
    match = loaded("ruse_and_bruise").new_match(3, seed=8)
    for number in range(40):
        match.answer(index=number % len(match.decisions[0].options))
    everything = recalled(match)
    monkeypatch.setattr(patience, "STEPS", replace(patience.STEPS, most=60))
    assert recalled(match) == found(match) != everything


def test_all_that_is_looked_at_is_noted() -> None:
    state = loaded("ruse_and_bruise").new_match(2, seed=1).state
    noting = Noting()
    one = NotedState(state, noting)
    looks = [
        lambda: one.zones[1], lambda: one.lies_in[3], lambda: one.face[3], lambda: one.variables[0], lambda: list(one.zones),
        lambda: one.host[2], lambda: 2 in one.host, lambda: bool(one.host),
    ]  # fmt: skip
    noted = [noting.during(look)[1] for look in looks]
    assert all(noted) and len(set(noted[:6])) == 6 and noted[5] == noted[6] == noted[7]
    assert noted[0] & noted[4] == noted[0], "who goes through all of them has looked at each"
    outer = noting.during(lambda: noting.during(looks[0]))[1]
    assert outer == noted[0], "and so has whoever asked for it"
