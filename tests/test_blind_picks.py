"""Picks among hidden cards, by twins: exchange what a seat cannot know, and everything that it or its bot gets stays the same.

RULEWRIGHT_PAIRS says how many pairs of positions the bots are asked about.
"""

import json
import os
from itertools import count, islice
from pathlib import Path
from statistics import mean, stdev

import pytest
import rulewright
from drawing import board_of
from rulewright.desk.sources import Sources
from rulewright.desk.why import why, why_not, why_not_thing
from rulewright.engine import chance
from rulewright.engine.actions import action_numbers
from rulewright.engine.options import bound
from rulewright.engine.sight import can_see
from rulewright.engine.texts import UNTOLD
from rulewright.players.bots import new_bot
from rulewright.table.information_set import Onlooker, Outlook, at
from rulewright.table.redeal import Dealer

TWINS = int(os.environ.get("RULEWRIGHT_PAIRS", "60"))
BOTS = ("random", "greedy:1", "search:24")
GAME = rulewright.load(Path(__file__).parent / "definitions" / "sticky_fingers")
SOURCES = Sources(GAME)


def positions():
    """Random games: every decision, with somebody who has followed the game at the seat that decides."""
    for seed in count():
        rng = chance.seeded(seed)
        match = GAME.new_match(2 + seed % 2, seed=seed)
        eyes = {seat: Onlooker(number, match) for number, seat in enumerate(match.seats)}
        while match.decisions:
            for decision in match.decisions:
                yield match, decision.seat, eyes[decision.seat]
            rng, which = chance.below(rng, len(match.decisions[0].options))
            seat, option = match.decisions[0].seat, match.decisions[0].options[which]
            match.answer(option, seat)
            for one in eyes.values():
                one.note(match, lambda told=(seat, option.text): told)


def dealt_anew(match, eyes, rng):
    """The match with other cards wherever the seat cannot know them, whatever it would be offered there."""
    rng, state = Dealer(match.state, eyes.memory).deal(rng)
    state.rng = match.state.rng
    return rng, at(match, state)


def twins(pairs):
    """Pairs of positions that a seat cannot tell apart, where they differ. Answers that nobody has seen yet are not dealt."""
    rng = chance.seeded(5)
    for match, seat, eyes in positions():
        if eyes.answers:
            continue
        rng, dealt = dealt_anew(match, eyes, rng)
        if dealt.state.zones != match.state.zones:
            yield match.copy(), dealt, seat
            pairs -= 1
        if not pairs:
            return


def decision_of(match, seat):
    return next(one for one in match.decisions if one.seat == seat)


def received(match, seat):
    """All that a seat gets: its view, its screen, its decision with every reason, and what it reads when it asks for more."""
    decision = decision_of(match, seat)
    asked = ["crown", "steal crown", "take a trinket 2", "dig up ring"]
    return json.dumps(
        [
            match.copy().view(seat).to_json(),  # without a log and keys from the past, which twins have not in common
            repr(board_of(match, seat, whole=True)),
            [decision.prompt, decision.place, decision.numbers],
            [repr((option.kind, option.picks)) for option in decision.options],
            repr((decision.kind, decision.picked)),
            [why(SOURCES, match, decision, option) for option in decision.options],
            [why_not(SOURCES, match, decision, words) for words in asked],
            [why_not_thing(SOURCES, match, decision, card.key) for card in match.view(seat).cards if card.key is not None],
        ]
    )


def test_a_seat_receives_the_same_to_the_byte():
    for match, twin, seat in twins(4 * TWINS):
        assert received(match, seat) == received(twin, seat)


def test_every_bot_gives_the_same_answer():
    for number, (match, twin, seat) in enumerate(twins(TWINS)):
        for words in BOTS:
            answers = []
            for one in (match, twin):
                decision = decision_of(one, seat)
                option = new_bot(words, number).choose(decision, Outlook(one, seat))
                answers.append((decision.options.index(option), option.text, option.number))
            assert answers[0] == answers[1], (words, number)


def test_every_bot_that_has_followed_the_game_gives_the_same_answer():
    """The past is the same for the seat, so what it remembers is: only where hidden cards lie now is exchanged."""
    rng = chance.seeded(6)
    for number, (match, seat, eyes) in enumerate(islice(positions(), TWINS)):
        if eyes.answers:
            continue
        rng, dealt = dealt_anew(match, eyes, rng)
        other = Onlooker(match.seats.index(seat), match)
        other.memory, other.start, other.answers, other.open = eyes.memory, dealt.state.copy(), [], eyes.open
        for words in BOTS:
            answers = [
                new_bot(words, number).choose(decision_of(one, seat), Outlook(one, seat, own)).text
                for one, own in ((match, eyes), (dealt, other))
            ]
            assert answers[0] == answers[1], (words, number)


@pytest.mark.parametrize("beginning", ["steal", "take"])
def test_greedy_gains_nothing_where_all_is_hidden(beginning):
    """What it takes is worth what blind chance would take, within four standard deviations."""
    gains = []
    for seed in range(120):
        match = GAME.new_match(2, seed=seed)
        match.answer("decline")
        if beginning == "take":
            match.answer(match.decisions[0].options[0])
        decision, state = match.decisions[0], match.state
        options = [option for option in decision.options if bound(option)[0] >= 0]
        worth = [state.world.cells[0][bound(option)[1][-1]] for option in options]
        assert all(option.text.startswith(beginning) for option in options)
        picked = new_bot("greedy:2", seed).choose(decision, Outlook(match, decision.seat))
        if bound(picked)[0] >= 0:
            gains.append(state.world.cells[0][bound(picked)[1][-1]] - mean(worth))
    assert len(gains) > 60 and abs(mean(gains)) < 4 * stdev(gains) / len(gains) ** 0.5


# ---------------------------------------------------------------- places and numbers


def hidden_options(match):
    """The open decision's options about cards that the seat cannot see, with the card."""
    decision = match.decisions[0]
    viewer = match.seats.index(decision.seat)
    return [
        (option, bound(option)[1][-1])
        for option in decision.options
        if bound(option)[0] >= 0 and bound(option)[1] and not can_see(match.state, bound(option)[1][-1], viewer)
    ]


def test_equal_hidden_cards_stay_separate_options():
    for seed in range(6):
        match = GAME.new_match(2, seed=seed)
        match.answer("decline")
        assert len(match.decisions[0].options) == 3 and len(hidden_options(match)) == 3


def test_texts_and_numbers_are_different_and_lie_in_the_space_of_actions():
    total = action_numbers(GAME.definition).total
    for match, seat, _ in islice(positions(), 400):
        options = decision_of(match, seat).options
        assert len({option.text for option in options}) == len({option.number for option in options}) == len(options)
        assert all(0 <= option.number < total for option in options)


def test_numbers_of_hidden_cards_go_by_their_places():
    """Whatever is dealt, the same places have the same numbers."""
    found = set()
    for seed in range(20):
        match = GAME.new_match(2, seed=seed)
        match.answer("decline")
        found.add(tuple(match.decisions[0].numbers))
    assert len(found) == 1


def test_the_order_of_a_hand_is_fresh_at_every_offer():
    """A card that lay at a place of the hand is anywhere in it when it is offered, each place as likely as every other."""
    places = []
    for seed in range(300):
        match = GAME.new_match(2, seed=seed)
        hand = next(zone for zone in match.state.world.hands if match.state.world.zone_owner(zone) == 1)
        last = match.state.zones[hand][-1]
        match.answer("decline")
        places.append(match.state.zones[hand].index(last))
    assert all(70 < places.count(place) < 130 for place in range(3))


def test_no_chance_is_asked_for_where_all_that_is_offered_is_seen():
    match = GAME.new_match(2, seed=3)
    hand = next(zone for zone in match.state.world.hands if match.state.world.zone_owner(zone) == 1)
    match.state.shown = tuple((card, 0) for card in match.state.zones[hand])
    before, order = match.state.rng, match.state.zones[hand]
    match.answer("decline")
    assert match.state.rng == before and match.state.zones[hand] == order
    assert not hidden_options(match)


def test_hidden_cards_are_offered_in_the_order_of_their_places():
    """Also where a set lists cards from the whole table, whose own order would tell their faces."""
    match = next(match for match, _, _ in positions() if match.decisions[0].options[0].text.startswith("dig"))
    cards = [card for _, card in hidden_options(match)]
    state = match.state
    assert cards == sorted(cards, key=lambda card: (state.lies_in[card], state.zones[state.lies_in[card]].index(card)))
    assert cards != sorted(cards)


def test_no_text_tells_what_is_hidden():
    for match, seat, _ in islice(positions(), 300):
        for option, _ in hidden_options(match) if match.decisions[0].seat == seat else ():
            assert not any(name in option.text for name in ("button", "ring", "crown"))
            assert UNTOLD in option.text or "for" not in option.text
