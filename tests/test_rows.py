"""Rows of picks as people make them: in any order, kept half made, taken back one by one, and seen by nobody else."""

from itertools import combinations, permutations

import pytest
import rulewright
from rulewright.engine import chance
from rulewright.engine.options import DecisionKind, OptionKind
from rulewright.engine.picking import Picking
from rulewright.engine.python.stepper import Stepper
from rulewright.engine.reference.interpreter import Interpreter
from rulewright.engine.trouble import RuleError
from rulewright.study.report import run_files
from rulewright.table.match import Match
from rulewright.table.pick_rows import OpenRow
from rulewright.table.refusal import Refused
from written import game_in, write_game

GAME = """
name: Market
about: Pick what you carry.
players: 2
zones:
  stall: {per: player, form: hand, holds: ware, seen by: owner}
  cart: {per: player, holds: ware, seen by: everyone}
components:
  ware:
    per: player
    starts in: stall
    columns: {weight: number, colour: number}
    rows:
      apple: [1, 1]
      bread: [2, 1]
      cheese: [3, 2]
      date: {weight: 1, colour: 2, copies: 2}
      egg: [4, 1]
flow:
HEAD
      - choose: CHOICE wares in stall as load
        LIMIT
        do: move every ware in load to cart
result: {score: sum of weight of wares in cart}
"""
TURNS = "  - turns: player\n    laps: 1\n    do:"
SHAPES = {
    "some": ("1 to 3", "decline: pass"),
    "two": ("2", "prompt: Which?"),
    "sum": ("0 to any", "such that: sum of weight of load <= 5"),
    "paid": ("1 to any", "such that: sum of weight of load >= 4"),
    "same": ("2 to 3", "such that: same(colour) of load"),
    "asked": ("1 to 2", "prompt: Which?"),
}
ENGINES = (Stepper, Interpreter)


def written(shape):
    """The market with one way of choosing several wares, in turns or asked of all at once."""
    choice, limit = SHAPES[shape]
    text = GAME.lstrip().replace("CHOICE", choice).replace("LIMIT", limit)
    if shape != "asked":
        return text.replace("HEAD", TURNS)
    return text.replace("HEAD\n      - ", "  - ask: player\n    ").replace("\n        ", "\n    ")


@pytest.fixture(params=SHAPES)
def market(request, tmp_path):
    return begun(tmp_path, request.param)


def begun(folder, shape, engine=Stepper):
    write_game(folder, written(shape))
    return Match.begin(rulewright.load(folder).definition, ("Ada", "Bo"), 1, {}, engine=engine)


def replayed(game, match, folder):
    (folder / "record.yaml").write_text(match.record(), encoding="utf-8")
    return game.replay(rulewright.load_record(folder / "record.yaml"))


def picking_of(match, seat="Ada"):
    row = OpenRow.of(match.state, match.seats, match.seats.index(seat))
    return Picking.asked(row.run.evaluator, row.node, list(row.places))


def names_of(match, things):
    return sorted(match.definition.rows[match.state.world.row[one]][1].name for one in things)


def walk(match, picked=()):
    """Every whole that a person can come to from here, as names, by every order of picks; and how often each was said."""
    found = []
    for option in match.offer("Ada").options:
        again = match.copy(watched=True)
        again.answer(option, "Ada")
        if option.kind is OptionKind.CHOICE and again.rows:
            found += walk(again, (*picked, option.text))
        elif option.kind is not OptionKind.DECLINE:
            found.append((tuple(sorted((*picked, option.text) if option.kind is OptionKind.CHOICE else picked)), again))
    return found


def test_a_person_comes_to_every_legal_whole_and_to_nothing_else(market):
    picking = picking_of(market)
    sizes = range(len(picking.candidates) + 1)
    wholes = [one for size in sizes for one in combinations(picking.candidates, size) if picking.is_whole(one)]
    legal = {tuple(names_of(market, one)) for one in wholes}
    if market.offer("Ada").options[-1].kind is OptionKind.DECLINE:
        legal.discard(())
    reached = {}
    for whole, match in walk(market):
        reached.setdefault(whole, []).append(match.state.key())
    assert set(reached) == legal
    for keys in reached.values():
        assert len(set(keys)) == 1  # whatever the order was


@pytest.mark.parametrize("engine", ENGINES)
def test_the_end_of_a_row_is_said_unless_nothing_can_be_added(tmp_path, engine):
    match = begun(tmp_path, "some", engine)
    match.answer("egg")
    assert match.offer().kind is DecisionKind.ROW and [one.name for one in match.offer().picked] == ["load"]
    assert [one.text for one in match.offer().options] == ["apple", "bread", "cheese", "date", "done"]
    assert match.decisions == (match.offer(),) and match.answers == []
    match.answer("bread")
    match.answer("date")
    assert match.answers == [("Ada", "bread"), ("Ada", "date"), ("Ada", "egg")] and match.decisions[0].seat == "Bo"
    match.answer("egg", "Bo")
    match.answer("done", "Bo")
    assert match.is_over and match.scores == {"Ada": 7, "Bo": 4}
    assert replayed(rulewright.load(tmp_path), match, tmp_path).state.key() == match.state.key()


def test_nobody_else_sees_anything_of_a_half_made_row(market):
    before = [market.view(seat) for seat in ("Ada", "Bo")]
    log, record, key = list(market.log), market.record(), market.state.key()
    market.answer(market.offer("Ada").options[1], "Ada")
    assert market.rows and market.view("Bo") == before[1] and market.view("Ada").zones == before[0].zones
    assert (market.log, market.record(), market.state.key()) == (log, record, key)
    (own,) = [one for one in market.view("Ada").decisions if one.seat == "Ada"]
    assert len(own.picked) == 1 and [one.text for one in own.options] == [one.text for one in market.offer("Ada").options]


def test_a_half_made_row_is_saved_and_taken_back_pick_by_pick(tmp_path):
    match = begun(tmp_path, "some")
    start = match.save()
    game = rulewright.load(tmp_path)
    for text in ("egg", "apple"):
        match.answer(text)
    again = game.resume(match.save())
    assert again == match and again.offer() == match.offer() and again.save() == match.save()
    assert again.undo() and again.offer().options[0].text == "apple"
    again.answer("bread")
    again.answer("done")
    assert again.answers == [("Ada", "bread"), ("Ada", "egg")]
    assert again.undo() and again.answers == [] and len(again.offer().picked) == 2  # its end
    assert again.undo() and again.undo() and not again.undo()
    assert again.save() == start


def test_a_row_that_ended_by_itself_is_open_again_without_its_last_pick(tmp_path):
    match = begun(tmp_path, "two")
    match.answer("egg")
    one_pick = match.save()
    match.answer("apple")
    assert match.answers == [("Ada", "apple"), ("Ada", "egg")]
    assert match.undo() and match.save() == one_pick


def test_programs_meet_every_selection_once(tmp_path):
    """The options of `decisions` go in ascending order, and a person can take over in the middle."""
    match = begun(tmp_path, "some")
    match.answer(match.decisions[0].options[2])
    assert match.answers == [("Ada", "cheese")]
    assert [one.text for one in match.decisions[0].options] == ["date", "egg", "done"]
    assert [one.text for one in match.offer().options] == ["apple", "bread", "date", "egg", "done"]
    match.answer("apple")
    assert match.answers == [] and match.rows
    match.answer("done")
    assert match.answers == [("Ada", "apple"), ("Ada", "cheese"), ("Ada", "done")]


def test_rows_of_several_seats_are_made_at_once_and_apart(tmp_path):
    match = begun(tmp_path, "asked")
    match.answer("egg", "Ada")
    match.answer("date", "Bo")
    with pytest.raises(Refused):
        match.answer("egg", "Ada")
    match.answer("cheese", "Bo")
    assert match.answers == [("Bo", "cheese"), ("Bo", "date")] and [one.seat for one in match.decisions] == ["Ada"]
    assert match.unpick("Ada") and not match.unpick("Ada")
    for text in ("cheese", "apple"):
        match.answer(text, "Ada")
    assert match.is_over and match.scores == {"Ada": 4, "Bo": 4}


def test_a_row_that_the_rules_cannot_carry_out_stays_half_made(tmp_path):
    text = written("some").replace("zones:\n", "zones:\n  box: {per: player, holds: ware, room: 1, seen by: everyone}\n")
    match = game_in(tmp_path, text.replace("in load to cart", "in load to box")).new_match(["Ada", "Bo"], seed=1)
    for name in ("egg", "apple"):
        match.answer(name)
    before = match.save()
    with pytest.raises(RuleError):
        match.answer("done")
    assert match.save() == before and len(match.offer().picked) == 2


def test_random_people_come_to_positions_that_programs_come_to(table, tmp_path):
    """Whoever sits at a row of a shipped game picks in any order; the record of it can be replayed in ascending order."""
    for seed in table.few_seeds[:2]:
        match, rng = table.match(seed), chance.seeded(seed)
        while match.decisions and len(match.past) < 120:
            offer = match.offer()
            rng, which = chance.below(rng, len(offer.options))
            match.answer(offer.options[which], offer.seat)
        while match.rows:
            match.undo()
        assert replayed(table.game, match, tmp_path).state.key() == match.state.key()


def test_scenarios_name_picks_in_any_order(tmp_path):
    folder = tmp_path / "market"
    (folder / "scenarios").mkdir(parents=True)
    write_game(folder, written("some"))
    orders = permutations(["cheese", "date", "egg"])
    texts = [[*order] for order in orders] + [["egg", "cheese", "done"], ["cheese", "egg"], ["cheese", "egg", "done"], ["egg"]]
    lines = []
    for number, order in enumerate(texts):
        picked = [one for one in order if one != "done"]
        lines += [f"- title: Way {number}", "  given: {after: set-up}", "  play:", *(f"    - Ada: {one}" for one in order)]
        lines += [f"    - expect: {{cart of Ada in any order: [{', '.join(f'Ada {one}' for one in picked)}]}}", "    - Bo: egg"]
        lines += ["  expect: {score of Bo: 4}"]
    (folder / "scenarios" / "orders.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    report = run_files(rulewright.load(folder), [folder / "scenarios" / "orders.yaml"], whole=True)
    assert report.complaints == [] and report.passed == len(texts)


def test_a_scenario_cannot_deny_what_a_person_is_offered(tmp_path):
    """After cheese a person can add bread, which does not follow it in the order of the set; both offers may be written."""
    folder = tmp_path / "market"
    (folder / "scenarios").mkdir(parents=True)
    write_game(folder, written("some"))
    said = {
        "offered to Ada: [bread]": True,
        "not offered to Ada: [bread]": False,
        "not offered to Ada: [cheese]": True,
        "only offered to Ada: [date, egg, done]": True,
        "only offered to Ada: [apple, bread, date, egg, done]": True,
        "only offered to Ada: [bread, date, egg, done]": False,
    }
    lines = []
    for number, words in enumerate(said):
        lines += [f"- title: Way {number}", "  given: {after: set-up}", "  play:", "    - Ada: cheese"]
        lines += [f"  expect: {{{words}}}"]
    (folder / "scenarios" / "offers.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    report = run_files(rulewright.load(folder), [folder / "scenarios" / "offers.yaml"], whole=True)
    told = "".join(report.complaints)
    failed = {words for number, words in enumerate(said) if f"offers.yaml:{5 * number + 5}:" in told}
    assert failed == {words for words, holds in said.items() if not holds}


@pytest.mark.parametrize("shape", ["some", "asked"])
def test_a_person_goes_on_with_a_row_whose_beginning_only_a_save_knows(tmp_path, shape):
    match = begun(tmp_path, shape)
    before = match.state.key()
    match.answer(match.decisions[0].options[2], "Ada")
    again = rulewright.load(tmp_path).resume(match.copy().save())
    assert again.past == [] and [one.text for one in again.offer("Ada").options][:2] == ["apple", "bread"]
    again.answer("bread", "Ada")
    assert again.undo() and again.undo() and again.state.key() == before
    for text in ("cheese", "apple"):
        again.answer(text, "Ada")
    if again.rows:
        again.answer("done", "Ada")
    again.answer("egg", "Bo")
    again.answer("done", "Bo")
    assert again.scores == {"Ada": 4, "Bo": 4}
