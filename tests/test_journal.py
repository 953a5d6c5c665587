"""The journal: what happened, why, and what each viewer may know of it; and keys, which follow a card as far as eyes can."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
import rulewright
from exchanging import with_position
from rulewright import Match
from rulewright.engine import chance
from rulewright.engine.sight import can_see
from rulewright.table.log import read_by
from rulewright.table.redeal import renamed
from rulewright.table.resume import reopened
from rulewright.telling.entries import Answer, Change, Entry, Mark, Move, Reveal, Roll, Say, Show, Shuffle, Swap, Turn, to_json
from test_views import exchanged, positions, same_options, sampled, shuffled_hidden
from written import game_in

MARKET = """
name: Market
players: 2
components:
  good: {starts in: cart, columns: {worth: number}, rows: {pin: {worth: 1, copies: 6}, pot: {worth: 2, copies: 6}}}
  cube: {die: 1 to 6, starts in: tray}
zones:
  cart: {form: pile, holds: good, seen by: nobody}
  bag: {per: player, form: hand, seen by: owner}
  stall: {holds: good, seen by: face}
  tray: {holds: cube, seen by: everyone}
variables:
  plan: {of: player, type: number 0 to 9, seen by: owner}
  tired: {of: player, type: flag}
counters:
  coins: {of: player, starts: 2}
setup:
  - shuffle cart
  - each: player
    do: draw 3 goods from cart to bag
flow:
  - turns: player
    laps: 9
    do:
      - offer:
          - option: lay out
            do: move first good in bag to stall, face down
          - option: give
            do: move first good in bag to bag of (player after player)
          - option: turn
            do: reveal first good in stall
          - option: show
            do: show first good in bag to every opponent
          - option: mix
            do: shuffle every good in stall into cart
          - option: roll
            do: roll every cube in tray
          - option: earn
            do: [gain 3 coins, mark player as tired until end of turn, pay 1 coin]
          - option: swap
            do: swap (first good in stall) and (first good in bag)
          - option: speak
            do:
              - say: "{player} speaks"
      - raise plan by 4
result: {score: coins, winner: best player by most score}
"""


@pytest.fixture(scope="module")
def market(tmp_path_factory: pytest.TempPathFactory) -> rulewright.Game:
    return game_in(tmp_path_factory.mktemp("market"), MARKET)


def after(game: rulewright.Game, *answers: str) -> Match:
    match = game.new_match(["Ada", "Bo"], seed=5)
    for text in answers:
        match.answer(text)
    return match


def last(match: Match, seat: str | None, kind: type[Entry]) -> list[Entry]:
    """The entries of a kind that a viewer has of the last answer."""
    return [entry for entry in match.journal.for_seat(seat)[-1] if isinstance(entry, kind)]


# ---------------------------------------------------------------- entries


def test_every_effect_has_its_entry(market: rulewright.Game) -> None:
    kinds = {
        "lay out": Move, "show": Show, "turn": Turn, "roll": Roll, "earn": Change, "swap": Swap, "speak": Say, "mix": Shuffle,
    }  # fmt: skip
    match = after(market)
    for text, kind in kinds.items():
        match.answer(text)
        assert last(match, None, kind), text
        assert [entry.text for entry in last(match, None, Answer)] == [text]
    assert last(after(market, "lay out", "turn"), "Bo", Reveal) and last(after(market, "earn"), "Bo", Mark)


def test_what_is_gained_paid_and_set_is_told_to_those_who_may_know_it(market: rulewright.Game) -> None:
    match = after(market, "earn")

    def told(seat: str | None) -> list[tuple[object, ...]]:
        return [(one.kind, one.variable, one.before, one.after) for one in last(match, seat, Change) if isinstance(one, Change)]

    coins = [("gain", "coins", 2, 5), ("pay", "coins", 5, 4)]
    assert [one for one in told("Ada") if one[1] in ("coins", "plan")] == [*coins, ("set", "plan", 0, 4)]
    assert [one for one in told("Bo") if one[1] in ("coins", "plan")] == coins
    assert told("Bo") == told(None)


def test_a_happening_knows_the_sentence_behind_it(market: rulewright.Game) -> None:
    match = after(market, "roll")
    rolled = next(one for one in match.journal.chapters[-1].happenings if isinstance(one.entries[0], Roll))
    line = 1 + MARKET.split("roll every cube")[0].count("\n")
    assert rolled.place == f"game.yaml:{line}" and rolled.cause is not None
    told = next(one for one in match.log if one.public.startswith("cube shows"))
    assert told.place == rolled.place and [thing.row for thing in told.things_for(0)] == ["cube"]


def test_an_ability_is_told_with_the_card_it_belongs_to(game: rulewright.Game) -> None:
    """In the shipped game abilities answer to cards that are revealed."""
    match = game.new_match(2, seed=3)
    causes = []
    while match.decisions:
        match.answer(match.decisions[0].options[0])
    for chapter in match.journal:
        causes += [one.cause for one in chapter.happenings if one.cause is not None and one.cause.ability is not None]
    rows = [match.definition.rows[match.state.world.row[one.carrier]][1] for one in causes if one.carrier is not None]
    assert rows and all(row.has_abilities for row in rows)


def test_everybody_is_told_whose_ability_it_was(game: rulewright.Game) -> None:
    """In the shipped game abilities are those of cards that were revealed: each viewer knows the card by a key of its own."""
    match = game.new_match(2, seed=3)
    while match.decisions:
        match.answer(match.decisions[0].options[0])
    told = 0
    for chapter in match.journal:
        for one in chapter.happenings:
            if one.cause is not None and one.cause.carrier is not None:
                row = match.definition.rows[match.state.world.row[one.cause.carrier]][1]
                for because in one.causes:
                    assert because is not None and because.carrier is not None
                    assert (because.carrier.row, because.carrier.name) == (row.id, row.name)
                    told += because.place == one.place
    assert told > 10


HOARD = """
name: Hoard
players: 2
components:
  coin: {starts in: purse, columns: {worth: number}, rows: {cent: {worth: 1, copies: 3}, crown: {worth: 5, copies: 3}}}
zones:
  purse: {form: pile, holds: coin, seen by: nobody}
  table: {holds: coin, seen by: everyone}
  hand: {per: player, form: hand, holds: coin, seen by: owner}
counters: {points: {of: player}}
setup:
  - shuffle purse
  - each: player
    do: draw 1 coin from purse to hand
flow:
  - turns: player
    laps: 3
    do:
      - offer:
          - option: weigh
            do:
              - if: worth of (first coin in purse) > 2
                then: gain 2 points
                else: gain 1 point
              - gain 4 points
          - option: boast
            do:
              - if: highest of worth of coins in hand > 2
                then: gain 2 points
                else: gain 1 point
          - option: turn
            do:
              - let: {drawn: first coin in purse}
              - move drawn to table
              - if: worth of drawn > 2
                then: gain 2 points
                else: gain 1 point
result: {score: points, winner: best player by most score}
"""


def test_a_way_that_hangs_on_something_hidden_is_told_to_those_who_may_know_it(tmp_path: Path) -> None:
    game = game_in(tmp_path, HOARD)
    line = 1 + HOARD.split("- gain 4 points")[0].count("\n")

    def places(answer: str, viewer: str | None) -> list[str | None]:
        match = game.new_match(["Ada", "Bo"], seed=1)
        match.answer(answer)
        entries = match.journal.with_causes(viewer)[-1]
        return [because and because.place for entry, because in entries if isinstance(entry, Change) and entry.kind == "gain"]

    for viewer in ("Ada", "Bo", None):
        assert places("weigh", viewer) == [None, f"game.yaml:{line}"]
        assert None not in places("turn", viewer)
    assert places("boast", "Bo") == places("boast", None) == [None]
    assert None not in places("boast", "Ada")


def test_a_number_is_not_taken_for_a_card(tmp_path: Path) -> None:
    """How many coins there are is known to all, also if a hidden coin has that number in the table of cards."""
    counted = HOARD.replace("- if: worth of (first coin in purse) > 2", "- if: count of cent is 3")
    match = game_in(tmp_path, counted).new_match(["Ada", "Bo"], seed=1)
    match.answer("weigh")
    for viewer in ("Ada", "Bo", None):
        entries = match.journal.with_causes(viewer)[-1]
        causes = [because for entry, because in entries if isinstance(entry, Change) and entry.kind == "gain"]
        assert len(causes) == 2 and None not in causes


OPEN = "offer: [{option: dig, do: gain 1 point}, {option: rest, do: gain 1 point}]"
SECRET = "{offer: [{option: dig, do: gain 1 point}, {option: rest, do: gain 1 point}], secret: true}"
AT_ONCE = '{ask: player, choose: a number from 1 to 2 as bid, option: "bid {bid}", do: gain 1 point}'
BRANCH = """
      - if: worth of (first coin in purse) > 2
        then:
          - DECISION
          - gain 2 points
        else:
          - offer: [{option: yawn, do: gain 3 points}, {option: sleep, do: gain 3 points}]
"""
LOOP = """
      - repeat: 2
        until: worth of (first coin in purse) > 2
        do:
          - DECISION
          - gain 2 points
"""


@pytest.mark.parametrize("stretch", [BRANCH, LOOP], ids=["branch", "loop"])
@pytest.mark.parametrize(
    ("decision", "is_told"), [(OPEN, True), (SECRET, False), (AT_ONCE, False)], ids=["open", "secret", "ask"]
)
def test_only_an_answer_that_is_told_tells_where_the_rules_stand(
    tmp_path: Path, stretch: str, decision: str, is_told: bool
) -> None:
    """Whether the stretch is entered hangs on a hidden coin. What is answered inside gives that away to all who read it; of a
    secret answer, and of those of several at once, nobody reads which decision it was."""
    if stretch is LOOP and decision is AT_ONCE:
        is_told = True  # everybody is asked, so all know that the loop goes on
    flow = "flow:\n  - turns: player\n    laps: 3\n    do:" + stretch.replace("DECISION", decision)
    before, _, after = HOARD.partition("flow:\n")
    game = game_in(tmp_path, before + flow + after[after.index("result:") :])
    line = 1 + (before + flow).split("- gain 2 points")[0].count("\n")
    matches = (game.new_match(["Ada", "Bo"], seed=seed) for seed in range(1, 20))
    match = next(one for one in matches if one.decisions and one.decisions[0].options[0].text in ("dig", "bid 1"))
    while not _gains(match, None):
        match.answer(match.decisions[0].options[0], match.decisions[0].seat)
    for viewer in ("Bo", None):
        assert (f"game.yaml:{line}" in _gains(match, viewer)) == is_told


def _gains(match: rulewright.Match, viewer: str | None) -> list[str | None]:
    """Where what was gained comes from, as far as a viewer may know."""
    entries = [one for chapter in match.journal.with_causes(viewer) for one in chapter]
    return [because and because.place for entry, because in entries if isinstance(entry, Change) and entry.kind == "gain"]


CITED = """
name: Cited
players: 2
components: {stone: {starts in: field}}
zones: {field: {holds: stone, seen by: everyone}}
counters: {points: {of: player}}
define:
  score_twice:  # XX-020 … XX-022
    do:
      - gain 2 points  # XX-003
flow:
  # XX-001: everybody has a turn
  - turns: player
    laps: 1  # XX-002
    do:
      - say: "no comment: # XX-009"
      - score_twice
result: {score: points, winner: best player by most score}
"""


def test_a_cause_names_the_rules_that_are_cited_at_its_sentence(tmp_path: Path) -> None:
    match = game_in(tmp_path, CITED).new_match(2, seed=1)
    told = {type(entry): because and because.rules for entry, because in match.journal.with_causes(None)[0]}
    assert told[Change] == ("XX-003", "XX-020", "XX-021", "XX-022") and told[Say] == ()
    lines = [CITED.count("\n", 0, CITED.index(words)) + 1 for words in ("- turns", "laps")]
    assert [match.definition.cited[0, line] for line in lines] == [("XX-001", "XX-002"), ("XX-002",)]
    bare = "".join(line.partition("  #")[0] + "\n" for line in CITED.splitlines())
    again = game_in(tmp_path, bare).definition
    assert again.fingerprint == match.definition.fingerprint and not again.cited


def test_what_leaves_a_match_is_the_same_wherever_its_folder_lies(tmp_path: Path) -> None:
    told = []
    for folder in (tmp_path / "here", tmp_path / "far" / "away"):
        home = folder / "market"
        home.mkdir(parents=True)
        (home / "game.yaml").write_text(MARKET, encoding="utf-8")
        match = after(rulewright.load(home), "lay out", "turn", "earn", "roll")
        view = json.dumps(match.view("Ada").to_json())
        told.append([match.save(), match.record(), view, repr(match.log), json.dumps(to_json(match.journal.with_causes("Bo")))])
    assert told[0] == told[1] and not any(str(tmp_path) in one for one in told[0])


def test_entries_are_plain_data(market: rulewright.Game) -> None:
    match = after(market, "lay out", "turn", "earn", "mix")
    entries = to_json(match.journal.for_seat("Ada"))
    assert json.loads(json.dumps(entries)) == entries
    assert entries[1][0] == {"kind": "answer", "seat": "Ada", "text": "lay out"}


# ---------------------------------------------------------------- keys


def steps(match: Match, seat: str | None) -> list[tuple[str | None, str | None]]:
    return [(step.before, step.after) for one in last(match, seat, Move) if isinstance(one, Move) for step in one.steps]


def test_a_card_keeps_its_key_while_the_viewer_can_follow_it(market: rulewright.Game) -> None:
    match = after(market, "lay out")
    ((own, laid),) = steps(match, "Ada")
    ((unseen, new),) = steps(match, "Bo")
    assert own == laid and unseen is None and new is not None
    match.answer("turn")
    (card,) = match.view("Bo").zone("stall").cards
    assert card.key == new and card.is_seen
    (watched,) = match.view(None).zone("stall").cards
    assert watched.key is not None


def test_a_card_that_goes_unseen_into_a_hand_or_a_pile_comes_out_with_another_key(market: rulewright.Game) -> None:
    match = after(market, "give")
    ((gone, nothing),) = steps(match, "Ada")
    assert gone is not None and nothing is None
    keys = set()
    for _ in range(4):
        match.answer("lay out")
        keys |= {after for _, after in steps(match, "Ada")}
    assert gone not in keys
    shown = {card.key for card in match.view("Bo").zone("stall").cards}
    match.answer("mix")
    assert steps(match, "Bo") and all(after is None for _, after in steps(match, "Bo"))
    assert not shown & {card.key for card in match.view("Bo").cards}


def test_keys_survive_undo_save_and_resume(smallest) -> None:  # type: ignore[no-untyped-def]
    for number, match in enumerate(smallest.decisions(smallest.few_seeds[0])):
        if number in (1, 30, 60):
            again = smallest.game.resume(match.save())
            assert again.keys == match.keys and again.journal.chapters == match.journal.chapters
            assert reopened(match).keys == match.keys
            unread = reopened(match, is_read=False)  # what takes longer with every step is left out
            assert unread.state.key() == match.state.key() and not unread.answers and not unread.log
            back = match.copy(watched=True)
            back.undo()
            assert back.keys == match.journal.chapters[-2].keys


@pytest.mark.by_turns
def test_whoever_can_follow_a_card_has_a_key_for_it(table) -> None:  # type: ignore[no-untyped-def]
    for match in islice(sampled(table, table.few_seeds[0]), 12):
        hidden = {*match.state.world.hands, *match.state.world.piles}
        for viewer, keys in zip((None, *range(table.players)), match.keys, strict=True):
            cards = {card for card in range(match.state.world.cards) if can_see(match.state, card, viewer)}
            cards |= {card for card, zone in enumerate(match.state.lies_in) if zone not in hidden}
            assert keys.cards.keys() == cards and len(set(keys.cards.values())) == len(cards)


# ---------------------------------------------------------------- twins


def came_to_light(match: Match, viewer: int) -> list[object]:
    """What a seat has seen since, which of the cards it could follow from the beginning those are, what it sees now, and what
    it may know of variables, such as a price that was paid."""
    state, rows = match.state, match.state.world.row
    followed = match.keys_before[viewer].cards
    seen = [
        sorted((rows[card], str(who), str(followed.get(card))) for card, who in one.seen if who in (viewer, None))
        for one in match.journal
    ]
    places = [[rows[card] if can_see(state, card, viewer) else -1 for card in cards] for cards in state.zones]
    facts = [(fact.name, fact.words) for fact in match.view(match.seats[viewer]).all_facts]
    return [facts, *seen, *(sorted(cards) if zone in state.world.hands else cards for zone, cards in enumerate(places))]


def going_on(base: Match, twin: Match, new: dict[int, int], viewer: int, rng: int) -> Iterator[None]:
    """The same answers in both, as long as nothing comes to light of what the viewer cannot know."""
    for _ in range(6):
        if not base.decisions or not twin.decisions or base.decisions[0].seat != twin.decisions[0].seat:
            return
        who = base.seats.index(base.decisions[0].seat)
        pairs = list(same_options(base, twin, who, new))
        if not pairs:
            return
        rng, which = chance.below(rng, len(pairs))
        base.answer(pairs[which][0], base.seats[who])
        twin.answer(pairs[which][1], base.seats[who])
        if came_to_light(base, viewer) != came_to_light(twin, viewer):
            return
        yield


def test_what_a_seat_is_told_hangs_on_nothing_hidden(table) -> None:  # type: ignore[no-untyped-def]
    """In every game, answer by answer, every entry with its cause and every line, as long as nothing comes to light."""
    rng, compared = 7, 0
    for match in positions(table, table.few_seeds[0]):
        if compared >= (8 if table.stride > 1 else 64):
            break
        for viewer, seat in enumerate(match.seats):
            rng, new = shuffled_hidden(match, viewer, rng)
            base, twin = with_position(match, match.state.copy(), {}), exchanged(match, new)
            for _ in going_on(base, twin, new, viewer, rng):
                for reader in (seat, None):
                    told = [json.dumps(to_json(one.journal.with_causes(reader))) for one in (base, twin)]
                    assert told[0] == told[1]
                    lines = [read_by(None if reader is None else viewer, one.log) for one in (base, twin)]
                    assert lines[0] == lines[1]
                compared += 1
    assert compared


def test_of_two_equal_cards_of_a_hand_the_one_with_the_first_key_is_taken(market: rulewright.Game) -> None:
    """Which copy it truly is, nobody can know: not by its key either."""
    match = after(market)
    hand = next(zone for zone in match.state.world.hands if match.state.world.zone_owner(zone) == 0)
    rows, cards = match.state.world.row, match.state.zones[hand]
    one, other = next((card, same) for card in cards for same in cards if card < same and rows[card] == rows[same])
    told = []
    for new in ({}, {one: other, other: one}):
        twin = with_position(match, renamed(match.state, new), {})
        for text in ("lay out", "lay out", "lay out"):
            twin.answer(text)
        told.append([to_json(twin.journal.for_seat("Ada")), twin.view("Ada").to_json()])
    assert told[0] == told[1]


def test_an_account_keeps_one_text_of_each_key() -> None:
    """Nine hundred cards that are moved again and again took three megabytes an answer, most of them equal texts."""
    match = rulewright.load("crazy_eights").new_match(2, seed=3)
    for _ in range(8):
        match.answer(match.decisions[0].options[0])
    told = [one.entries[0] for chapter in match.journal.chapters for one in chapter.happenings]
    keys = [step.source for one in told if isinstance(one, Move) for step in one.steps]
    assert len({id(one) for one in keys}) == len(set(keys)) < len(keys)
