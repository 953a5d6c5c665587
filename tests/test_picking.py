"""Rows of picks against everything that could be picked: nothing is missing, nothing leads nowhere, in either order."""

from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rulewright.engine.picking import Limited, Picking
from rulewright.engine.trouble import TooMuch

THINGS = tuple(range(10, 16))


@st.composite
def rows(draw):
    candidates = draw(st.permutations(THINGS[: draw(st.integers(0, 6))]))
    limits = []
    for _ in range(draw(st.integers(0, 2))):
        kind = draw(st.sampled_from(["sum", "sum", "same", "different"]))
        values = st.integers(-3, 6) if kind == "sum" else st.integers(0, 2)
        item = {one: draw(st.one_of(values, st.none())) for one in candidates}
        limits.append(Limited(kind, draw(st.sampled_from([">=", "<="])), draw(st.integers(-3, 12)), item))
    low, high = draw(st.integers(0, 4)), draw(st.one_of(st.none(), st.integers(0, 5)))
    return Picking(tuple(candidates), low, high, limits)


def wholes_of(picking):
    """Every legal whole, by trying all of them."""
    sizes = range(len(picking.candidates) + 1)
    return {frozenset(one) for size in sizes for one in combinations(picking.candidates, size) if picking.is_whole(one)}


def walked(picking, following):
    """Every partial row that can be come to, and what may follow it."""
    found, waiting = {}, [()]
    while waiting:
        picked = waiting.pop()
        found[picked] = following(picked)
        waiting += [(*picked, one) for one in found[picked]]
    return found


@given(rows())
@settings(max_examples=300, deadline=None)
def test_in_any_order_everything_is_offered_that_can_still_be_completed(picking):
    wholes = wholes_of(picking)
    for picked, following in walked(picking, picking.additions).items():
        begun = {*picked}
        completable = [
            one for one in picking.candidates if one not in begun and any(begun | {one} <= whole for whole in wholes)
        ]
        assert following == completable


@given(rows())
@settings(max_examples=300, deadline=None)
def test_in_ascending_order_every_whole_is_come_to_once(picking):
    found = walked(picking, picking.next_candidates)
    assert sorted(map(sorted, [one for one in found if picking.is_whole(one)])) == sorted(map(sorted, wholes_of(picking)))
    for picked, following in found.items():
        assert following or not picked or picking.is_whole(picked)  # nothing leads nowhere


@given(rows())
@settings(max_examples=100, deadline=None)
def test_every_order_of_a_whole_is_open_to_people_and_is_one_row_inside(picking):
    for whole in wholes_of(picking):
        if len(whole) <= 4:
            for order in permutations(whole):
                assert all(one in picking.additions(order[:place]) for place, one in enumerate(order))
                assert picking.in_order(order) == tuple(one for one in picking.candidates if one in whole)


def test_a_negative_part_makes_room_in_a_sum_though_it_comes_later():
    limit = Limited("sum", "<=", 3, {0: 5, 1: -4})
    assert Picking((0, 1), 2, 2, [limit]).next_candidates(()) == [0]


def test_two_sums_that_no_pair_reaches_together_are_not_begun():
    red, blue = Limited("sum", ">=", 4, {0: 4, 1: 0, 2: 2}), Limited("sum", ">=", 4, {0: 0, 1: 3, 2: 2})
    assert Picking((0, 1, 2), 0, 2, [red, blue]).next_candidates(()) == []
    assert Picking((0, 1, 2), 0, 3, [red, blue]).additions(()) == [0, 1, 2]


@pytest.mark.parametrize("way", ["next_candidates", "additions"])
def test_a_search_without_end_is_given_up(way):
    things = tuple(range(60))
    limits = [
        Limited("sum", ">=", 1001, {one: 2 * one for one in things}),
        Limited("sum", "<=", 1001, {one: 2 * one for one in things}),
    ]
    with pytest.raises(TooMuch):
        getattr(Picking(things, 0, None, limits), way)(())
