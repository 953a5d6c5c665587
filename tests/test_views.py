"""Views by twins: exchange what a seat cannot know, and everything that seat receives stays the same to the byte."""

import json
from itertools import chain, islice

import pytest
from drawing import board_of
from exchanging import with_position
from rulewright import ir
from rulewright.desk.sources import Sources
from rulewright.desk.why import why, why_not, why_not_thing
from rulewright.engine import chance
from rulewright.engine.frames import waiting_at
from rulewright.engine.options import bound
from rulewright.engine.reference.effects import _shuffle
from rulewright.engine.reference.interpreter import Interpreter
from rulewright.engine.sight import can_see
from rulewright.engine.state import Hosts
from rulewright.table.answers import answers_renamed, questions
from rulewright.table.view import DecisionView
from rulewright.telling.answer_words import told_answer


def hidden_groups(state, viewer):
    """Cards of one kind, back and owner that this seat cannot see, and so cannot tell from each other."""
    groups = {}
    for card in range(state.world.cards):
        if not can_see(state, card, viewer):
            groups.setdefault((state.world.kind[card], state.world.look(card)), []).append(card)
    return [group for group in groups.values() if len(group) > 1]


def exchanged(match, new):
    """A copy of the match in which every card lies where the one lay that `new` names for it."""
    twin = with_position(match, match.state.copy(), new)
    state, old = twin.state, match.state
    state.zones = [tuple(new.get(card, card) for card in cards) for cards in old.zones]
    for card in range(state.world.cards):
        other = new.get(card, card)
        state.lies_in[other], state.face[other] = old.lies_in[card], old.face[card]
    state.host = Hosts({new.get(card, card): new.get(host, host) for card, host in old.host.items()})
    state.shown = tuple((new.get(card, card), player) for card, player in old.shown)
    for number, variable in enumerate(match.definition.variables):
        state.variables[number] = _exchanged_variable(state, variable, old.variables[number], new)
    for depth, (procedure, point, places) in enumerate(state.stack):
        slots = match.definition.procedures[procedure].slots
        renamed = tuple(
            _renamed(value, new) if index < len(slots) and slots[index].sort == "card" else value
            for index, value in enumerate(places)
        )
        state.stack[depth] = (procedure, point, _exchanged_answers(match, procedure, renamed, new))
    return twin


def _exchanged_answers(match, procedure, places, new):
    """What seats have answered that are asked at once, about cards that were exchanged."""
    places = list(places)
    for node in questions(match.definition)[procedure]:
        if places[node.answers] is not None:
            places[node.answers] = answers_renamed(node, places[node.answers], lambda card: new.get(card, card))
    return tuple(places)


def _exchanged_variable(state, variable, value, new):
    if variable.type.sort == "card":
        value = _renamed(value, new)
    if variable.of.is_card:
        moved = list(value)
        for card, other in new.items():
            moved[other] = value[card]
        return tuple(moved)
    return value


def _renamed(value, new):
    if isinstance(value, list | tuple):
        return tuple(_renamed(one, new) for one in value)
    return new.get(value, value)


def shuffled_hidden(match, viewer, rng):
    """New places at random for everything that the seat cannot see."""
    new = {}
    for group in hidden_groups(match.state, viewer):
        rng, order = chance.shuffled(rng, group)
        new |= dict(zip(group, order, strict=True))
    return rng, new


def sampled(table, seed):
    """Some decisions of a random game, which are alike and many at a large table, and its end."""
    for number, match in enumerate(table.decisions(seed)):
        if number % (table.players + 2) == 0 or match.is_over:
            yield match


def positions(table, seed):
    """The same without what happened before, which twins have in common and which is dear to tell."""
    for number, (match, _) in enumerate(table.answered(seed)):
        if number % (table.players + 2) == 0 or match.is_over:
            yield with_position(match, match.state.copy(), {})


def as_text(match, seat):
    """All that a view tells but how the game ended, which brings hidden cards to light."""
    view = match.view(seat).to_json()
    view.pop("result", None)
    return json.dumps(view, ensure_ascii=False)


def picked_cards(match, option):
    """The cards that an option names."""
    node = waiting_at(match.state)
    choice = node.choice if isinstance(node, ir.Ask) else node
    branch, values = bound(option)
    if branch < 0:
        return []
    types = [choice.type] if isinstance(choice, ir.PickMany) else [type for _, _, type in choice.branches[branch].picks]
    return [value for value, type in zip(values, types, strict=True) if type.sort == "card"]


def test_a_view_is_the_same_when_hidden_cards_change_places(table):
    compared = 0
    for seed in table.few_seeds:
        rng = chance.seeded(seed)
        for match in islice(positions(table, seed), 0, None, table.stride):
            for viewer, seat in table.viewers(match):
                rng, new = shuffled_hidden(match, viewer, rng)
                assert as_text(exchanged(match, new), seat) == as_text(match, seat)
                compared += any(card != other for card, other in new.items())
    assert compared or all(family.seen_by == "everyone" for family in table.game.definition.families)


def test_the_line_of_an_answer_is_the_same_when_hidden_cards_change_places(table):
    for seed in table.few_seeds:
        rng = chance.seeded(seed)
        for match in islice(positions(table, seed), 0, None, table.stride // 2 or 1):
            for decision in match.decisions:
                who = match.seats.index(decision.seat)
                for viewer in set(range(table.players)) - {who}:
                    rng, new = shuffled_hidden(match, viewer, rng)
                    twin = exchanged(match, new)
                    for option, other in same_options(match, twin, who, new):
                        pairs = ((match, option), (twin, other))
                        read = [told_answer(one.state, one.seats, who, pick, viewer, set()).text for one, pick in pairs]
                        assert read[0] == read[1]


def some_keys(view):
    """Keys of things of every sort, as somebody could click on them."""
    cards = [card.key for card in view.cards if card.key is not None]
    groups = (cards, view.zones, view.players, view.members)
    return [one if isinstance(one, str) else one.key for group in groups for one in group[:: max(1, len(group) // 4)]]


def screen_of(sources, match, seat):
    """Everything that the terminal tells a seat: its table, why each option is there, and why other things are not."""
    told = [repr(board_of(match, seat, whole=True))]
    for decision in match.decisions:
        if decision.seat == seat:
            told += ["\n".join(why(sources, match, decision, option)) for option in decision.options]
            told += [repr((option, option.kind, option.picks)) for option in decision.options]
            asked = [row.name for _, row in match.definition.rows[:: max(1, len(match.definition.rows) // 6)]]
            asked += [" ".join(option.text.split()[:2]) for option in decision.options[:1]]
            told += ["\n".join(why_not(sources, match, decision, words)) for words in asked]
            told += ["\n".join(why_not_thing(sources, match, decision, key)) for key in some_keys(match.view(seat))]
    return told


def test_a_screen_is_the_same_when_hidden_cards_change_places(table):
    sources = Sources(table.game)
    rng = chance.seeded(3)
    for match in islice(positions(table, 1003), 0, 24, 4):
        for viewer, seat in table.viewers(match)[1:]:
            rng, new = shuffled_hidden(match, viewer, rng)
            assert screen_of(sources, exchanged(match, new), seat) == screen_of(sources, match, seat)


def same_options(match, twin, who, new):
    """The options of a seat with those that mean the same in the twin; equal cards of a hand are one option there."""
    seat = match.seats[who]
    theirs = {}
    for decision in twin.decisions:
        if decision.seat == seat:
            theirs = {bound(option): option for option in decision.options}
    for decision in match.decisions:
        for option in decision.options if decision.seat == seat else ():
            cards = picked_cards(match, option)
            values = tuple(new.get(value, value) if value in cards else value for value in bound(option)[1])
            if (bound(option)[0], values) in theirs:
                yield option, theirs[bound(option)[0], values]


def test_no_line_tells_another_seat_the_name_of_a_hidden_card(table):
    rows = table.game.definition.rows
    for match in positions(table, table.few_seeds[0]):
        for decision in match.decisions:
            who = match.seats.index(decision.seat)
            for option in decision.options:
                viewers = (None, *range(table.players))
                texts = {one: told_answer(match.state, match.seats, who, option, one, set()).text for one in viewers}
                for card in picked_cards(match, option):
                    name = rows[match.state.world.row[card]][1].name
                    for viewer, text in texts.items():
                        assert can_see(match.state, card, viewer) or name not in text


def test_options_name_only_cards_that_the_deciding_seat_sees(table):
    rows = table.game.definition.rows
    for match in positions(table, table.few_seeds[0]):
        for decision in match.decisions:
            viewer, state = match.seats.index(decision.seat), match.state
            seen = {state.world.row[card] for card in range(state.world.cards) if can_see(state, card, viewer)}
            texts, written = " / ".join(option.text for option in decision.options), printed_texts(match)
            for row in seen:
                texts = texts.replace(rows[row][1].name, "")
            hidden = [row.name for number, (_, row) in enumerate(rows) if number not in seen]
            assert not [name for name in hidden if name in texts and name not in written]


def printed_texts(match):
    """The words of an offer that the definition itself writes, whatever fills the holes between them."""
    node = waiting_at(match.state)
    choice = node.choice if isinstance(node, ir.Ask) else node
    texts = [choice.text, choice.done] if isinstance(choice, ir.PickMany) else [one.text for one in choice.branches]
    parts = [part for text in (*texts, choice.decline) if text is not None for part in text.parts]
    return " / ".join(part for part in parts if isinstance(part, str))


def test_a_view_shows_others_only_that_somebody_must_decide(table):
    match = table.match(1)
    decision = match.decisions[0]
    others = [seat for seat in match.seats if seat not in [one.seat for one in match.decisions]]
    assert all(match.view(seat).decisions == (DecisionView(decision.seat),) for seat in others)
    assert len(match.view(decision.seat).decisions[0].options) == len(match.offer(decision.seat).options)


ONE_OF_A_KIND = {"connect_four", "fog_bell", "high_water", "liars_dice", "tic_tac_toe", "toll_road"}  # never two in two places


@pytest.mark.by_turns
def test_a_view_changes_when_cards_that_the_seat_sees_change_places(table):
    """In a small game few cards are ever seen, so it takes several."""
    compared = 0
    for match in chain.from_iterable(positions(table, seed) for seed in range(1000, 1030)):
        for viewer, seat in enumerate(match.seats):
            pair = visible_pair(match.state, viewer)
            if pair:
                assert as_text(exchanged(match, {pair[0]: pair[1], pair[1]: pair[0]}), seat) != as_text(match, seat)
                compared += 1
        if compared > 20:
            break
    assert compared > 10 or table.game.definition.id in ONE_OF_A_KIND


def visible_pair(state, viewer):
    """Two different cards of one kind and owner that lie in different zones, both seen."""
    world = state.world
    seen = [card for card in range(world.cards) if can_see(state, card, viewer)]
    for card in seen:
        for other in seen:
            same = world.kind[card] == world.kind[other] and world.owner[card] == world.owner[other]
            if same and world.row[card] != world.row[other] and state.lies_in[card] != state.lies_in[other]:
                return card, other
    return None


def test_the_order_of_hidden_cards_in_a_row_is_public(game):
    match = game.new_match(4, seed=4)
    for _ in range(3):
        match.answer(next(one for one in match.decisions[0].options if one.text.endswith("column 2")))
    match = match.copy(watched=True)
    match.state.zones[1] = match.state.zones[1][::-1]
    match.state.face = [0] * len(match.state.face)
    for seat in match.seats:
        assert [card.owner for card in match.view(seat).zone("column 2").cards] == ["p2", "p1", "p0"]


def test_a_card_is_seen_by_whom_its_zone_declares(table):
    for match in positions(table, table.few_seeds[0]):
        state, world = match.state, match.state.world
        for card in range(world.cards):
            declared = match.definition.families[world.zones[state.lies_in[card]].family].seen_by
            by = {
                "everyone": set(range(table.players)),
                "nobody": set(),
                "owner": {world.zone_owner(state.lies_in[card])},
                "face": set(range(table.players)) if state.face[card] else {state.owner(card)},
            }[declared]
            by |= {player for shown, player in state.shown if shown == card}
            assert {player for player in range(table.players) if can_see(state, card, player)} == by - {None}


def test_a_card_that_was_shown_is_unknown_again_after_a_shuffle(game):
    match = game.new_match(2, seed=1)
    zone = next(zone for zone, cards in enumerate(match.state.zones) if len(cards) > 20)
    card = match.state.zones[zone][0]
    match.state.shown = ((card, 1),)
    assert can_see(match.state, card, 1) and not can_see(match.state, card, 0)
    _shuffle(Interpreter(match.state, match.seats), ir.Shuffle(ir.Const(zone)), [0, 0, []])
    assert not can_see(match.state, card, 1)


def test_a_view_is_plain_data_and_holds_neither_seed_nor_chance(smallest):
    *_, match = smallest.decisions(smallest.few_seeds[0])
    view = match.view(match.seats[-1]).to_json()
    assert json.loads(json.dumps(view)) == view
    assert str(match.state.rng) not in as_text(match, match.seats[-1]) and "seed" not in view
