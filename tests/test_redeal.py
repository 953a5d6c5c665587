"""Re-dealing: what a seat cannot know is dealt anew, and the seat cannot tell.

With RULEWRIGHT_GAMES=600, 100 games of each definition are looked at, decision by decision.
"""

import json
from collections import Counter
from dataclasses import replace
from itertools import combinations, islice, permutations
from pathlib import Path
from random import Random

import pytest
import rulewright
from rulewright.engine import chance
from rulewright.engine.sight import can_see
from rulewright.table import redeal
from rulewright.table.information_set import Onlooker, Outlook, onlooker
from rulewright.table.memory import Memory
from rulewright.table.redeal import Dealer, renamed
from written import game_in

DEFINITIONS = Path(__file__).parent / "definitions"

def followed(table, seed):
    """A random game: at every decision the match, and somebody at every seat who follows it."""
    eyes = {}
    for match, answer in table.answered(seed):
        if answer is None:
            eyes |= {seat: Onlooker(number, match) for number, seat in enumerate(match.seats)}
        else:
            for one in eyes.values():
                one.note(match, lambda answer=answer: answer)
        yield match, eyes


def as_text(match, seat):
    """Everything the seat sees but the log and keys from the past, which is not dealt, and whether others who are asked at the
    same time have answered: in a deal they have not."""
    seen = match.copy().view(seat).to_json()
    seen["decisions"] = [one for one in seen.get("decisions", []) if one["seat"] == seat]
    return json.dumps(seen, ensure_ascii=False)


def check_world(state):
    """Every card is in one zone that holds its kind, where its place says, under a card of the same zone."""
    assert sorted(card for zone in state.zones for card in zone) == list(range(state.world.cards))
    for zone, cards in enumerate(state.zones):
        family = state.world.definition.families[state.world.zones[zone].family]
        assert all(state.lies_in[card] == zone for card in cards)
        assert not family.holds or all(state.world.kind[card] in family.holds for card in cards)
    hosts = list(state.host.items())
    assert all(state.lies_in[card] == state.lies_in[host] for card, host in hosts)


@pytest.mark.by_turns
def test_a_deal_never_contradicts_the_view(table):
    rng = chance.seeded(table.players)
    for seed in table.few_seeds:
        for match, eyes in islice(followed(table, seed), 0, None, table.long_stride):
            for decision in match.decisions:
                rng, twin = Outlook(match, decision.seat, eyes[decision.seat]).deal(rng)
                check_world(twin.state)
                assert as_text(twin, decision.seat) == as_text(match, decision.seat)


@pytest.mark.by_turns
def test_a_memory_never_excludes_the_truth(table):
    for seed in table.few_seeds:
        for match, eyes in islice(followed(table, seed), 0, None, table.stride):
            for eye in eyes.values():
                hidden = {card for card in range(match.state.world.cards) if not can_see(match.state, card, eye.memory.viewer)}
                assert set(eye.memory.may_be) == hidden and eye.memory.known <= hidden
                assert all(match.state.lies_in[card] in zones for card, zones in eye.memory.may_be.items())


@pytest.mark.by_turns
def test_a_deal_does_not_depend_on_what_the_seat_cannot_know(table):
    """From another position that the seat cannot tell from the true one come the same deals."""
    for match, eyes in islice(followed(table, table.few_seeds[0]), 0, None, 4 * table.stride):
        for decision in match.decisions:
            memory = eyes[decision.seat].memory
            _, other = Dealer(eyes[decision.seat].start, memory).deal(chance.seeded(1))
            one, two = (Dealer(state, memory).deal(chance.seeded(2)) for state in (match.state, other))
            assert one[0] == two[0] and one[1].key()[:-1] == two[1].key()[:-1]


def test_a_deal_moves_hidden_cards_and_no_others(smallest):
    match = smallest.match(3)
    viewer = match.seats.index(match.decisions[0].seat)
    memory = Memory(viewer)
    memory.note(match.state)
    dealer, rng, moved = Dealer(match.state, memory), chance.seeded(8), set()
    for _ in range(20):
        rng, state = dealer.deal(rng)
        moved |= {card for card in range(state.world.cards) if state.lies_in[card] != match.state.lies_in[card]}
    hidden = [card for card in range(match.state.world.cards) if not can_see(match.state, card, viewer)]
    world, lies_in = match.state.world, match.state.lies_in
    looks = {card: (world.kind[card], world.look(card)) for card in hidden}
    can_change = any(looks[one] == looks[other] and lies_in[one] != lies_in[other] for one, other in combinations(hidden, 2))
    assert moved <= set(hidden) and bool(moved) == can_change


# ---------------------------------------------------------------- each deal as likely as every other


def counted(dealer, cards, deals):
    """How often each arrangement of some cards came up."""
    rng, found = chance.seeded(4), Counter()
    for _ in range(deals):
        rng, state = dealer.deal(rng)
        found[tuple(state.lies_in[card] for card in cards)] += 1
    return found


def assert_even(found, kinds, deals):
    """Every kind came up, each within five standard deviations of its share."""
    share = deals / kinds
    assert len(found) == kinds
    assert all(abs(count - share) < 5 * share**0.5 for count in found.values())


def test_all_deals_of_a_small_game_are_equally_likely():
    match = rulewright.load("kuhn_poker").new_match(2, seed=1)
    memory = Memory(0)
    memory.note(match.state)
    hidden = list(memory.may_be)
    assert len(hidden) == 2
    assert_even(counted(Dealer(match.state, memory), hidden, 2000), 2, 2000)


@pytest.fixture
def spread(game):
    """A position with six hidden goals in three zones, and what somebody knows of them who knows nothing."""
    match = game.new_match(2, seed=1)
    state, world = match.state, match.state.world
    memory = Memory(0)
    memory.note(state)
    goals = [card for card in memory.may_be if state.world.look(card)[1] < 0]
    zones = sorted({state.lies_in[card] for card in goals})[:3]
    chosen = [card for zone in zones for card in state.zones[zone][:2]]
    assert len(chosen) == 6 and len({world.kind[card] for card in chosen}) == 1
    memory.known = frozenset(set(memory.may_be) - set(chosen))
    return state, memory, chosen, zones


def likelihood(state, memory, chosen):
    """How many of the orders of places lead to each arrangement."""
    places = list(enumerate(state.lies_in[card] for card in chosen))
    return Counter(
        tuple(zone for _, zone in order)
        for order in permutations(places)
        if all(zone in memory.may_be[card] for card, (_, zone) in zip(chosen, order, strict=True))
    )


def check_uniform(spread, limits, loose):
    state, memory, chosen, zones = spread
    memory.may_be |= {card: frozenset(zones[index] for index in limit) for card, limit in zip(chosen, limits, strict=True)}
    dealer = Dealer(state, memory)
    assert [group.is_loose for group in dealer.groups] == [loose]
    expected, deals = likelihood(state, memory, chosen), 6000
    found, ways = counted(dealer, chosen, deals), sum(expected.values())
    assert set(found) <= set(expected)
    for arrangement, count in expected.items():
        share = deals * count / ways
        assert abs(found[arrangement] - share) < 5 * share**0.5


def test_deals_are_uniform_where_what_cards_may_be_nests(spread):
    check_uniform(spread, [(0,), (0, 1), (0, 1), (0, 1), (0, 1, 2), (0, 1, 2)], loose=False)


def test_deals_are_uniform_where_what_zones_accept_nests(spread):
    check_uniform(spread, [(0, 2), (0, 2), (0, 2), (1, 2), (1, 2), (1, 2)], loose=False)


def test_deals_are_uniform_where_nothing_nests_and_some_are_thrown_away(spread):
    check_uniform(spread, [(0, 1), (0, 1), (1, 2), (1, 2), (0, 2), (0, 2)], loose=True)


def test_deals_are_about_uniform_where_too_many_are_thrown_away(spread, monkeypatch):
    monkeypatch.setattr(redeal, "TRIES", 0)
    check_uniform(spread, [(0, 1), (0, 1), (1, 2), (1, 2), (0, 2), (0, 2)], loose=True)


def test_chance_to_come_is_drawn_anew(table):
    match = table.match(2)
    one, two = (Outlook(match, match.decisions[0].seat).deal(chance.seeded(seed))[1] for seed in (101, 102))
    assert len({match.state.rng, one.state.rng, two.state.rng}) == 3


# ---------------------------------------------------------------- memory


def test_a_card_that_was_seen_and_is_turned_down_is_still_known(game):
    match = game.new_match(2, seed=4)
    state, memory = match.state, Memory(0)
    theirs = next(card for card in range(state.world.cards) if state.world.owner[card] == 1)
    state.take_out(theirs)
    state.put([theirs], 0, "bottom")
    state.face[theirs] = 1
    memory.note(state)
    state.face[theirs] = 0
    memory.note(state)
    assert memory.known == {theirs}
    assert memory.may_be[theirs] == {0}


def test_a_known_card_in_a_hand_is_one_of_that_hand(game):
    match = game.new_match(2, seed=4)
    state, memory = match.state, Memory(0)
    families = [family.name for family in match.definition.families]
    hand, deck = (state.world.zones_of[families.index(name)][1] for name in ("hand", "deck"))
    card = state.zones[hand][0]
    state.take_out(card)
    state.put([card], 0, "bottom")
    state.face[card] = 1
    memory.note(state)
    state.take_out(card)
    state.put([card], hand, "bottom")
    memory.note(state)
    assert memory.may_be[card] == {hand} and card not in memory.known
    drawn = state.zones[deck][0]
    state.take_out(drawn)
    state.put([drawn], hand, "bottom")
    memory.note(state)
    assert memory.may_be[card] == {hand} and memory.may_be[drawn] == {hand, deck}


def test_a_shuffle_makes_one_heap_of_what_it_touches(game):
    match = game.new_match(2, seed=4)
    state, memory = match.state, Memory(0)
    deck = next(zone for zone in range(len(state.zones)) if state.world.zone_owner(zone) == 1 and len(state.zones[zone]) > 5)
    card = state.zones[deck][0]
    state.shown = ((card, 0),)
    memory.note(state)
    state.shown = ()
    memory.note(state)
    assert card in memory.known
    state.rng, state.zones[deck] = chance.shuffled(state.rng, state.zones[deck])
    memory.note(state)
    assert card not in memory.known and memory.may_be[card] == {deck}


def as_known(eyes):
    return dict(eyes.memory.may_be), eyes.memory.known, eyes.start.key(), [*eyes.answers], eyes.open


def known_from_the_start(match, seat):
    """What somebody knows who follows a game of which nothing was kept."""
    forgetful = match.copy(watched=True)
    forgetful._past.steps = [replace(step, eyes={}) for step in match.steps]
    return as_known(onlooker(forgetful, seat))


@pytest.mark.parametrize("name", ["ruse_and_bruise", "crazy_eights", str(DEFINITIONS / "whispers")])
def test_eyes_that_go_on_know_what_those_know_that_begin_anew(name):
    """Also where answers are taken back, where a copy of the game goes another way, and where several are asked at once."""
    match, rng = rulewright.load(name).new_match(3, seed=6), Random(3)
    for step in range(24):
        if match.is_over:
            break
        for seat in match.seats[: 1 + step % 3]:
            assert as_known(onlooker(match, seat)) == known_from_the_start(match, seat)
        if step % 5 == 4:
            match = match.copy(watched=True)
            match.undo()
        decision = rng.choice(match.decisions)
        eyes = onlooker(match, decision.seat)
        before = as_known(eyes)
        match.answer(rng.choice(decision.options), decision.seat)
        onlooker(match, decision.seat)
        assert as_known(eyes) == before  # somebody may still think with them
    assert step == 23


def test_eyes_of_several_who_are_asked_at_once_go_on(sealed):
    match, rng = sealed.new_match(3, seed=2), Random(5)
    while not match.is_over:
        decision = rng.choice(match.decisions)
        match.answer(rng.choice(decision.options), decision.seat)
        for seat in match.seats:
            assert as_known(onlooker(match, seat)) == known_from_the_start(match, seat)


# ---------------------------------------------------------------- answers at once


SEALED = """
name: Sealed
about: Everybody lays a card at once, the highest takes a point.
players: 3
components:
  ticket:
    starts in: deck
    columns: {worth: number}
    rows:
      low: {name: Low, worth: 1, copies: 5}
      mid: {name: Mid, worth: 2, copies: 5}
      ace: {name: Ace, worth: 3, copies: 5}
zones:
  deck: {form: pile, seen by: nobody}
  hand: {per: player, form: hand, seen by: owner}
  laid: {per: player, seen by: everyone}
setup:
  - shuffle deck
  - each: player
    do: draw 4 tickets from deck to hand
flow:
  - rounds: 2
    do:
      - ask: player
        choose: a ticket in hand as sealed
        prompt: Which ticket?
        option: lay {sealed}
        do: move sealed to laid
result:
  score: sum of worth of tickets in laid
  winner: best player by most score
"""


@pytest.fixture
def sealed(tmp_path):
    return game_in(tmp_path, SEALED)


def test_an_answer_that_is_not_yet_public_is_not_dealt(sealed):
    for seed in range(5):
        match = sealed.new_match(3, seed=seed)
        first, second, third = match.decisions
        for option in first.options:
            after = match.copy(watched=True)
            after.answer(option, first.seat)
            after.answer(third.options[0], third.seat)
            _, twin = Outlook(after, second.seat).deal(7)
            assert [one.seat for one in twin.decisions] == [first.seat, second.seat, third.seat]
            assert [one.text for one in twin.decisions[1].options] == [one.text for one in second.options]


def test_what_all_have_answered_is_known(sealed):
    match = sealed.new_match(3, seed=1)
    for _ in range(3):
        match.answer(match.decisions[0].options[0])
    _, twin = Outlook(match, match.seats[0]).deal(7)
    assert [one.options for one in twin.decisions][:1] == [match.decisions[0].options]
    assert twin.scores == match.scores and sum(twin.scores.values()) >= 3


def test_renaming_there_and_back_changes_nothing(table):
    for match in table.decisions(table.few_seeds[0]):
        new = dict(zip(match.state.zones[-1], reversed(match.state.zones[-1]), strict=True))
        assert renamed(renamed(match.state, new), {other: card for card, other in new.items()}).key() == match.state.key()
