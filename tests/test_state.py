"""States: cards are lifted and laid, lie under others, and everything is copied, compared and counted."""

import pytest
from rulewright.engine.opening import new_state
from rulewright.engine.state import NO_HOST


@pytest.fixture
def state(game):
    """Cards 0 to 4 in zone 0 in this order, all others where they begin."""
    found = new_state(game.new_match(2).state.world, seed=1)
    for card in range(5):
        found.take_out(card)
    found.put([0, 1, 2, 3, 4], 0, "bottom")
    return found


def test_what_is_lifted_is_nowhere_until_it_is_laid(state):
    state.take_out(2)
    assert all(2 not in zone for zone in state.zones)
    state.put([2], 1, "top")
    assert state.zones[0] == (0, 1, 3, 4) and state.zones[1] == (2,) and state.lies_in[2] == 1


def test_cards_come_to_the_top_or_the_bottom_in_their_order(state):
    for card in (1, 3):
        state.take_out(card)
    state.put([3, 1], 0, "top")
    assert state.zones[0] == (3, 1, 0, 2, 4)
    state.take_out(0)
    state.put([0], 0, "bottom")
    assert state.zones[0] == (3, 1, 2, 4, 0)


def test_cards_laid_under_another_follow_it_in_order(state):
    for card in (4, 3):
        state.take_out(card)
        state.put([card], 0, "under", host=1)
    assert state.zones[0] == (0, 1, 4, 3, 2) and state.host == {3: 1, 4: 1}


def test_a_card_under_another_shares_its_position_and_is_passed_over(state):
    state.take_out(4)
    state.put([4], 0, "under", host=1)
    assert [state.position(card) for card in (0, 1, 4, 2, 3)] == [1, 2, 2, 3, 4]
    assert state.next_card(1, down=True) == 2 and state.next_card(2, down=False) == 1
    assert state.next_card(4, down=False) == 1 and state.next_card(4, down=True) == 2


def test_the_first_card_has_none_above_and_the_last_none_below(state):
    assert state.next_card(0, down=False) is None and state.next_card(4, down=True) is None


def test_what_lay_under_a_lifted_card_stays_where_it_was(state):
    state.take_out(4)
    state.put([4], 0, "under", host=1)
    state.take_out(1)
    assert state.zones[0] == (0, 4, 2, 3) and state.host[4] == NO_HOST


def test_a_card_that_was_shown_is_unknown_again_when_it_moves(state):
    state.shown = ((0, 1), (2, 1))
    state.take_out(0)
    assert state.shown == ((2, 1),)


def test_a_variable_of_a_thing_changes_for_that_thing_only(state):
    number = state.world.definition.variable_numbers["paired"]
    state.write(number, 1, 1)
    assert (state.read(number, 0), state.read(number, 1)) == (0, 1)


def test_a_copy_shares_nothing_that_changes(state):
    before, twin = state.key(), state.copy()
    twin.take_out(3)
    twin.put([3], 1, "top")
    twin.face[0], twin.rng = 1, 5
    twin.write(state.world.definition.variable_numbers["paired"], 0, 1)
    twin.stack.append((0, 0, (1,)))
    assert state.key() == before and twin.key() != before


def test_a_key_can_be_hashed_at_every_decision(table):
    keys = [hash(match.state.key()) for match in table.decisions(table.few_seeds[0])]
    assert len(set(keys)) == len(keys)


def test_a_state_is_plain_data_at_every_decision(table):
    for match in table.decisions(table.few_seeds[0]):
        assert is_plain(match.state.key())


def is_plain(value):
    return all(map(is_plain, value)) if isinstance(value, tuple) else value is None or isinstance(value, int | str)
