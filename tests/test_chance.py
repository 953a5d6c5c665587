"""Chance: the same numbers on every machine, none more likely than another."""

from collections import Counter
from math import factorial

import pytest
from rulewright import ir
from rulewright.engine import chance
from rulewright.engine.chance import ForcedChance
from rulewright.engine.reference.effects import _shuffle
from rulewright.engine.reference.interpreter import Interpreter


def test_the_generator_gives_the_published_numbers_of_splitmix64():
    state, found = 0, []
    for _ in range(3):
        state, value = chance.below(state, 1 << 64)
        found.append(value)
    assert found == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


def test_seeds_of_every_size_and_sign_give_different_generators():
    seeds = [0, 1, 2, -1, -2, 1 << 63, 1 << 64, (1 << 64) + 1, 1 << 127, (1 << 128) - 1]
    assert len({chance.seeded(seed) for seed in seeds}) == len(seeds)


def test_a_seed_gives_the_same_generator_for_ever():
    assert [chance.seeded(seed) for seed in (0, 7, 1 << 100)] == [
        16294208416658607535, 7191089600892374487, 4894021998439141870,
    ]  # fmt: skip


def test_a_shuffle_gives_the_same_order_for_ever():
    assert chance.shuffled(chance.seeded(7), range(10))[1] == (1, 0, 2, 5, 3, 4, 6, 8, 7, 9)


def test_every_number_below_a_limit_is_equally_likely():
    state, counts = chance.seeded(3), Counter()
    for _ in range(6000):
        state, value = chance.below(state, 6)
        counts[value] += 1
    assert set(counts) == set(range(6))
    assert max(abs(count - 1000) for count in counts.values()) < 150


@pytest.mark.parametrize("cards", [3, 4, 5])
def test_every_order_of_a_few_cards_is_equally_likely(cards):
    orders = factorial(cards)
    state, counts = chance.seeded(5), Counter()
    for _ in range(400 * orders):
        state, order = chance.shuffled(state, range(cards))
        counts[order] += 1
    assert len(counts) == orders
    assert max(abs(count - 400) for count in counts.values()) < 90


def test_every_place_of_a_deck_is_equally_likely_for_its_first_card():
    state, counts = chance.seeded(6), Counter()
    for _ in range(52 * 200):
        state, order = chance.shuffled(state, range(52))
        counts[order.index(0)] += 1
    assert len(counts) == 52 and max(abs(count - 200) for count in counts.values()) < 65


def test_a_number_that_would_favour_small_results_is_thrown_away(monkeypatch):
    values = iter([(1 << 64) - 1, 4])
    monkeypatch.setattr(chance, "_mix", lambda state: next(values))
    assert chance.below(0, 3)[1] == 1


def test_a_part_of_a_number_that_would_favour_some_orders_is_thrown_away(monkeypatch):
    """A number has two parts of 30 bits. Six orders fit a part evenly up to its last four values: those are not used."""
    unfair = (1 << 30) - 4

    def order_with(*parts):
        numbers = iter([first << 34 | second << 4 for first, second in zip(parts[::2], parts[1::2], strict=True)])
        monkeypatch.setattr(chance, "_mix", lambda state: next(numbers))
        return chance.shuffled(0, "abc")[1]

    orders = [order_with(part, 0) for part in range(6)]
    assert len({*orders}) == 6
    assert order_with(unfair - 1, 0) == orders[5]
    for part in range(6):
        assert order_with(unfair, part) == order_with(unfair + 3, unfair, part, 0) == orders[part]


def test_a_shuffle_of_one_card_uses_no_chance():
    assert chance.shuffled(99, (4,)) == (99, (4,))


def test_forced_cards_come_first_and_only_once():
    forced = ForcedChance()
    forced.tops.append((5, ((3,), (1,))))
    assert forced.order(4, (1, 2, 3)) is None
    assert forced.order(5, (1, 2, 3)) == (3, 1, 2)
    assert forced.order(5, (1, 2, 3)) is None


def test_where_cards_lay_before_a_shuffle_does_not_steer_it(game):
    orders = []
    for turned in (False, True):
        match = game.new_match(2, seed=1)
        zone = max(range(len(match.state.zones)), key=lambda number: len(match.state.zones[number]))
        if turned:
            match.state.zones[zone] = match.state.zones[zone][::-1]
        _shuffle(Interpreter(match.state, match.seats), ir.Shuffle(ir.Const(zone)), [0, 0, []])
        orders.append(match.state.zones[zone])
    assert orders[0] == orders[1]
