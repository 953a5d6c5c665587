"""What a seat may see, as numbers: all that its view tells of cards, zones and variables, and nothing that it may not know."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
import rulewright
from rulewright.engine import chance
from rulewright.engine.native.library import NativePosition
from rulewright.engine.observation import HIDDEN, NOTHING, Observation, SeenPart, observation_of, observed
from rulewright.engine.sight import can_read
from rulewright.engine.state import State
from rulewright.errors import Misused
from test_views import exchanged, positions, shuffled_hidden
from written import game_in

DEFINITIONS = Path(__file__).parent / "definitions"


def rows_of(part: SeenPart, words: list[int]) -> list[list[int]]:
    own, width = words[part.start : part.end], len(part.columns)
    return [own[at : at + width] for at in range(0, len(own), width)]


# ---------------------------------------------------------------- nothing that a seat may not know


def unread(state: State, viewer: int) -> Iterator[tuple[int, int | None]]:
    """The variables that a seat may not read, with their things."""
    for number, variable in enumerate(state.world.definition.variables):
        for thing in [None] if variable.of.is_game else state.world.things_of(variable.of):
            if not can_read(state, number, thing, viewer):
                yield number, thing


def test_nothing_hangs_on_what_a_seat_may_not_know(table) -> None:
    """Hidden cards change places, hidden orders are another, and variables that the seat may not read become something else."""
    for match in islice(positions(table, 1004), 0, 40, 2 * table.stride):
        rng = chance.seeded(len(match.decisions))
        for viewer, seat in enumerate(match.seats):
            rng, new = shuffled_hidden(match, viewer, rng)
            twin = exchanged(match, new)
            for number, thing in list(unread(twin.state, viewer)):
                twin.state.write(number, thing, None)
            deciding = [match.seats.index(one.seat) for one in match.decisions]
            assert observed(twin.state, viewer, deciding) == rulewright.observe(match, seat)


def test_a_hand_has_no_order_and_a_row_has_one() -> None:
    match = rulewright.load("ruse_and_bruise").new_match(2, seed=3)
    families = [one.name for one in match.definition.families]
    hand, column, deck = (match.state.world.zones_of[families.index(name)][0] for name in ("hand", "column", "deck"))
    for card in match.state.zones[deck][:2]:
        match.state.take_out(card)
        match.state.put([card], column, "bottom")
    for zone, is_told in ((hand, False), (column, True)):
        twin = match.copy()
        twin.state.zones[zone] = tuple(reversed(twin.state.zones[zone]))
        assert (rulewright.observe(twin, "Ada") != rulewright.observe(match, "Ada")) == is_told


SHELLS = """
name: Shells
about: A shell is followed by its number only.
players: 2
components:
  shell: {starts in: cart, rows: {left: {copies: 3}, right: {copies: 3}}}
zones:
  cart: {form: pile, seen by: nobody}
  chest: {per: player, seen by: nobody}
  shelf: {seen by: everyone}
variables:
  followed: {type: shell}
  taint: {of: shell, type: number 0 to 3, seen by: owner}
setup:
  - each: player
    do: draw 2 shells from cart to chest
  - draw 1 shell from cart to shelf
flow:
  - turns: player
    laps: 1
    do: {choose: a shell in shelf as mine, option: "take {mine}", do: set taint of mine to 1}
result: {score: 0}
"""


def test_which_hidden_card_is_meant_and_what_is_noted_of_it_are_not_told(tmp_path: Path) -> None:
    """A variable that all may read points to a card; only where that is seen, its place is told."""
    match = game_in(tmp_path, SHELLS).new_match(2, seed=1)
    state, numbers = match.state, match.definition.variable_numbers
    chest, shelf = state.zones[state.world.zones_of[1][0]], state.zones[state.world.zones_of[2][0]]
    place = observation_of(state.world).part("followed").start
    told = []
    for card in (*chest, *shelf):
        state.write(numbers["followed"], None, card)
        told.append(rulewright.observe(match, "Ada"))
        state.write(numbers["taint"], chest[0], len(told))
    assert told[0] == told[1] and told[0][place] == HIDDEN and told[2][place] >= 0


# ---------------------------------------------------------------- all that the view tells


def seen_in(layout: Observation, words: list[int]) -> list[list[tuple[object, ...]]]:
    """The cards of every zone as the words tell them."""
    definition, found = layout.world.definition, [list[tuple[object, ...]]() for _ in layout.world.zones]
    for zone, back, row, owner, face, under, *_ in rows_of(layout.part("all cards"), words):
        name = layout.backs[back] if row == HIDDEN else definition.rows[row][1].name
        found[zone].append((name, None if owner == NOTHING else owner, face, under))
    return found


def test_it_tells_the_cards_and_variables_of_the_view(largest) -> None:
    """Every card where it lies, in the order of the view unless there is none, and the variables of game and players."""
    players = largest.players
    for match in islice(positions(largest, 1005), 0, 60, 3 * largest.stride):
        layout, view_of = observation_of(match.state.world), {seat: match.view(seat, is_told=False) for seat in match.seats}
        for viewer, seat in enumerate(match.seats):
            words, view = rulewright.observe(match, seat), view_of[seat]
            assert len(words) == layout.size
            sizes = [row[0] for row in rows_of(layout.part("zone sizes"), words)]
            told_of = zip(layout.zones_from[viewer], sizes, seen_in(layout, words), strict=True)
            places = [(view.zones[zone], size, told) for zone, size, told in told_of if zone not in match.state.world.paired]
            for zone, size, told in places:
                assert zone.count == size
                seen = [
                    (one.name, one.owner and (int(one.owner[1:]) - viewer) % players, int(one.face == "up"), int(one.is_under))
                    for one in zone.cards
                ]
                if zone.form in ("hand", "pile"):
                    told, seen = sorted(told, key=repr), sorted(seen, key=repr)
                assert told == seen
            of_players = [("player", view.players[(viewer + at) % players].facts) for at in range(players)]
            for at, (of, facts) in enumerate([("game", view.facts), *of_players]):
                for fact in facts:
                    if fact.sort in ("number", "counter"):
                        place = place_of(layout, fact, of, at - 1)
                        assert words[place] == (NOTHING if fact.value is None else fact.value)


def place_of(layout, fact, of: str, further_on: int) -> int:
    """Where a fact of the game, of a player so many seats further on, or of that player in something stands."""
    if not fact.within:
        return layout.part(fact.name, of).start + max(0, further_on)
    whose = f"seat {further_on} further on" if further_on else "oneself"
    part = layout.part(fact.name, "zone")
    return part.start + part.things.index(f"{whose} in {fact.within}")


def test_every_word_is_described(table) -> None:
    """Parts follow one another without a gap, and a word lies where its column says."""
    match = table.match(1)
    layout = observation_of(match.state.world)
    starts = [one.start for one in layout.parts]
    assert [*starts, layout.size] == [0, *(one.end for one in layout.parts)]
    for seat in match.seats:
        words = rulewright.observe(match, seat)
        for part in layout.parts:
            for row in rows_of(part, words):
                for column, word in zip(part.columns, row, strict=True):
                    assert word in (NOTHING, HIDDEN) or column.low <= word <= column.high, (part.name, column, word)


def test_what_was_picked_so_far_in_a_row_is_told_to_whoever_picks() -> None:
    match = rulewright.load("bruno_the_bandit").new_match(["Ada", "Bo"], seed=2)
    match.answer(index=0)
    match.answer(index=0)
    payer = match.decisions[0].seat
    layout = observation_of(match.state.world)
    part, cards = layout.part("own picks"), layout.part("all cards")
    match.answer(index=0)
    words = rulewright.observe(match, payer)
    count, first, *_ = words[part.start : part.end]
    assert count == 1
    row = words[cards.start + first * len(cards.columns) :][2]
    assert match.definition.rows[row][1].name in match.answers[-1][1]
    other = next(seat for seat in match.seats if seat != payer)
    assert set(rulewright.observe(match, other)[part.start : part.end]) == {NOTHING}


# ---------------------------------------------------------------- an environment


WHISPERS = rulewright.load(DEFINITIONS / "whispers")


@pytest.mark.needs("compiler")
def test_an_environment_is_the_same_inside_and_outside() -> None:
    """The games are those of matches; whoever is asked, the numbers of options, what is seen, scores and winners agree."""
    game = WHISPERS
    inside, outside = (game.environment(engine=engine) for engine in ("native", "python"))
    for seed in range(4):
        match, picks = game.new_match(seed=seed, watched=False), random.Random(seed)
        inside.reset(seed)
        outside.reset(seed)
        while not inside.is_over:
            told = [(one.seat, one.numbers, one.observe(0), one.observe(1), one.count) for one in (inside, outside)]
            decision = match.decisions[0]
            assert told[0] == told[1] and told[0][:2] == (match.seats.index(decision.seat), list(decision.numbers))
            assert told[0][2] == rulewright.observe(match, match.seats[0])
            picked = picks.randrange(inside.count)
            before = inside.copy()
            for one in (inside, outside):
                one.step(picked)
            assert (before.observe(0), before.count) == told[0][2::2]
            match.answer(index=picked, seat=decision.seat)
        assert outside.is_over and match.is_over and match.result is not None
        assert inside.scores == outside.scores == list(match.result.scores.values())
        assert [match.seats[seat] for seat in inside.winners] == sorted(match.result.winners) and not inside.numbers


@pytest.mark.needs("compiler")
def test_what_a_library_cannot_do_is_done_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    inside, outside = (WHISPERS.environment(engine=engine) for engine in ("native", "python"))
    monkeypatch.setattr(NativePosition, "step", lambda self, option: -9)
    inside.step(0)
    outside.step(0)
    assert (inside.seat, inside.numbers, inside.observe()) == (outside.seat, outside.numbers, outside.observe())
    inside.reset(3)
    outside.reset(3)
    assert inside.observe() == outside.observe()


def test_wrong_places_are_refused() -> None:
    environment = rulewright.load("kuhn_poker").environment(engine="python")
    for option in (-1, 2):
        with pytest.raises(Misused, match="2 options"):
            environment.step(option)
    with pytest.raises(Misused, match="2 seats"):
        environment.observe(2)
    with pytest.raises(Misused, match="nobody"):
        rulewright.observe(rulewright.load("kuhn_poker").new_match(2), "Zed")
