"""Why a value is what it is: the parts come to the whole, in words, and nobody reads what they may not know."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, pairwise
from math import inf

import pytest
import rulewright
from conftest import SEED
from exchanging import with_position
from reason_laws import LAWS, broken, everything_in, in_full
from rulewright import ir
from rulewright.desk.reason_lines import why_lines
from rulewright.desk.sources import Sources
from rulewright.engine import chance
from rulewright.engine.evaluate import Evaluator
from rulewright.errors import Misused
from rulewright.ir.walk import walk
from rulewright.table.why_value import why_value
from rulewright.telling import traced
from rulewright.telling.entries import Change, Decide
from rulewright.telling.reasons import Kind
from test_views import exchanged, shuffled_hidden
from written import game_in, played_in

MOST = 40  # questions at one position


def questions(match) -> Iterator[ir.Expr]:
    """Everything that has a name: values, scores, and definitions, of the last things that they can be asked of."""
    definition = match.definition
    for number, value in enumerate(definition.values):
        type = definition.type_of_owner(value.of)
        yield from (ir.Computed(number, ir.Const(thing, type)) for thing in things_of(match, type)[-12:])
    if definition.winner is not None:
        yield ir.Apply(definition.winner, (ir.Const(None), ir.Const(None)))
    for function, arity in arities(definition).items():
        slots = definition.functions[function].slots[:arity]
        found = [things_of(match, slot) for slot in slots]
        for place in range(2 if all(found) else 0):
            things = [ir.Const(one[-1 - place % len(one)], slot) for one, slot in zip(found, slots, strict=True)]
            yield ir.Apply(function, tuple(things))


def arities(definition):
    """With how much each function is asked, somewhere in the rules."""
    nodes = [node for node in walk((*definition.functions, *definition.procedures)) if isinstance(node, ir.Apply)]
    found = {node.function: len(node.arguments) for node in nodes}
    return found | {one: 2 for one in (definition.score, definition.hint) if one is not None}


def things_of(match, type):
    """The things of a type, by number; nothing for lists."""
    definition, world = match.definition, match.state.world
    if type.many:
        return []
    if type.sort == "card":
        kinds = [kind.name for kind in definition.kinds]
        return [card for card in range(world.cards) if not type.names or kinds[world.kind[card]] in type.names]
    if type.sort == "zone":
        families = [family.name for family in definition.families]
        return [number for number, zone in enumerate(world.zones) if families[zone.family] in type.names]
    if type.sort == "member":
        return list(range(len(next(one for one in definition.types if one.name == type.names[0]).ids)))
    return {"player": list(range(world.players)), "number": [2, 5], "none": [None]}.get(type.sort, [])


def known_questions(match) -> Iterator[ir.Expr]:
    """Questions that somebody can ask who does not know where hidden cards are: of a card by its face, of zones and players."""
    definition, world = match.definition, match.state.world
    for node in questions(match):
        if not any(isinstance(one, ir.Const) and one.type.sort == "card" for one in walk(node)):
            yield node
    for number, value in enumerate(definition.values):
        if value.of.is_card:
            for row in range(0, len(definition.rows), 5):
                if value.of.sort == "card" or definition.rows[row][0] == value.of.number:
                    yield ir.Computed(number, ir.Op(ir.Sign.ITEM, (ir.All(ir.ThingSort.ROW, (row,)), ir.Const(0))))
    for zone, place in enumerate(world.zones):
        cards = ir.Contents(ir.Const(zone, ir.Type(ir.TypeSort.ZONE, (definition.families[place.family].name,))))
        yield ir.Fold(ir.FoldKind.COUNT, 2, cards)
        for column, one in enumerate(definition.columns):
            if one.of.is_card and one.type.sort == "number":
                yield ir.Fold(ir.FoldKind.TOTAL, 2, cards, None, ir.Cell(column, ir.Local(2)))


def positions(table, seed, count=3):
    """The match at a few decisions of a random game, and at its end."""
    matches = table.decisions(seed)
    for number, match in enumerate(matches):
        if number % 17 == 5 or not match.decisions:
            yield match
            count -= bool(match.decisions)
        if not count:
            return


def test_the_parts_come_to_the_whole_at_every_depth(smallest):
    kinds = set()
    for match in positions(smallest, 3):
        for node in list(questions(match))[:MOST]:
            reason = why_value(match, node)
            assert broken(reason) == [], reason.lines(9)
            found = Evaluator(match.state.world, match.state).value(node, [None] * 8)
            assert reason.value == found or not isinstance(reason.value, int | None)
            assert reason.line
            kinds |= {one.kind for one in everything_in(reason)}
    assert kinds & LAWS.keys()


def test_no_reason_tells_what_its_reader_may_not_know(largest):
    """Hidden cards change places, and every reason stays the same to the byte; values that differ are refused."""
    told, refused, differs = 0, 0, 0
    for match in positions(largest, 5, 2):
        rng, viewer = chance.seeded(5), len(match.seats) - 1
        rng, new = shuffled_hidden(match, viewer, rng)
        match, twin = with_position(match, match.state.copy(), {}), exchanged(match, new)
        for node in list(known_questions(match))[:: 1 + len(match.state.world.zones) // 20]:
            mine, other = (why_value(one, node, viewer) for one in (match, twin))
            assert repr(in_full(mine)) == repr(in_full(other)) and mine.lines(9) == other.lines(9)
            refused += mine.kind is Kind.HIDDEN
            told += mine.kind is not Kind.HIDDEN
            differs += why_value(match, node).value != why_value(twin, node).value
    assert told
    assert bool(refused) >= bool(differs)


HARVEST = """
name: Harvest
about: Everybody brings in crops and is paid for them.
players: 2
components:
  crop:
    per: player
    starts in: field
    columns: {weight: number, kind: text}
    rows:
      rye: {name: Rye, weight: 3, kind: grain}
      oats: {name: Oats, weight: 5, kind: grain}
      clover: {name: Clover, weight: 2, kind: hay, abilities: [{always: this gets -1 worth for each other crop in this barn}]}
      poppy: {name: Poppy, weight: 1, kind: weed, abilities: [{always: every crop in this barn gets +2 worth}]}
      straw: {name: Wet Straw, weight: 4, kind: hay, abilities: [{always: this gets -9 worth}]}
zones:
  field: {per: player, form: hand, seen by: owner}
  barn: {per: player, seen by: everyone}
variables:
  thrift: {of: player, type: number, starts: 1}
values:
  worth: {of: crop, starts: weight, at least: 0}
define:
  load: {of: player, is: sum of worth of crops in barn of this}  # H-1
  finest: {of: player, is: highest of worth of crops in barn of this}
  wage: {of: player, is: 2 * load of this - thrift of this if rich of this else load of this}
  rich: {of: player, is: count of crops in barn of this >= 3 and thrift of this > 0}
flow:
  - turns: player
    laps: 5
    do:
      - choose: a crop in field as crop
        option: bring in {crop}
      - move crop to barn, face up
result:
  score: wage
  winner: best player by most wage, then most finest
"""


@pytest.fixture
def harvest(tmp_path):
    game = game_in(tmp_path, HARVEST)
    match = game.new_match(["Ada", "Bo"])

    def bring(*names):
        for name in names:
            match.answer(f"bring in {name}")
        return game, match

    return bring


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("worth of oats", "worth of Oats: 5 printed"),
        ("worth of clover", "worth of Clover: 2 printed − 2 for Rye, Oats = 0"),
        ("worth of Bo rye", "worth of Rye: 3 printed + 2 from Poppy = 5"),
        ("worth of Bo Wet Straw", "worth of Wet Straw: 4 printed + 2 from Poppy − 9, at least 0 = 0"),
        ("load", "load of Ada: 8 = Rye 3 + Oats 5 + Clover 2→0"),
        ("load of Bo", "load of Bo: 8 = Poppy 1→3 + Wet Straw 4→0 + Rye 3→5"),
        ("finest", "finest of Ada: 5, the highest of Rye 3, Oats 5, Clover 2→0"),
        ("score", "score of Ada: 15 = 16 (2 × load 8) − thrift 1"),
        ("thrift", "thrift of Ada: 1"),
        ("rich of Ada", "Ada is rich: yes: cards in barn of Ada are 3, 3 at least and thrift of Ada is 1, more than 0"),
        ("count of crops in field of Bo", "cards in field of Bo: 2: 2 × hidden crop"),
        ("sum of weight of crops in field", "sum of weight of crops in field: 5 = Poppy 1 + Wet Straw 4"),
        ("max(load, 9)", "max(load, 9): 9 = load 8, at least 9"),
        ("max(0, load)", "load of Ada: 8 = Rye 3 + Oats 5 + Clover 2→0"),
        ("min(load, 3)", "min(load, 3): 3 = load 8, at most 3"),
        ("div(load, 3)", "div(load, 3): 2 = load 8 / 3, rounded down"),
        ("sum of weight of crops in field of Bo", "you cannot know that: it hangs on field of Bo, which only Bo sees"),
        ("weight of Bo clover", "weight of Clover: 2 printed"),
    ],
)
def test_every_kind_of_value_is_told_in_its_own_way(harvest, words, line):
    game, match = harvest("Rye", "Poppy", "Oats", "Wet Straw", "Clover", "Rye")
    assert str(game.why(match, words, "Ada")).removeprefix(f"{words}: " if "cannot know" in line else "") == line


def test_a_game_that_is_won_tells_with_what_and_what_settled_it(harvest):
    game, match = harvest("Rye", "Oats", "Oats", "Rye")
    line = "winners: Ada, Bo, with the highest load: Ada 8, Bo 8; level, also by the finest (5)"
    assert str(game.why(match, "winner")) == line
    assert game.why(match, "winner").lines(2)[1:] == [
        "  Ada: wage 8 = Rye 3 + Oats 5, finest 5, the highest of Rye 3, Oats 5",
        "  Bo: wage 8 = Oats 5 + Rye 3, finest 5, the highest of Oats 5, Rye 3",
    ]
    harvest("Poppy", "Clover")
    assert str(game.why(match, "winner")) == "winner is Ada, with the highest wage: Ada 29, Bo 15"


def test_more_is_told_to_the_depth_that_is_wanted(harvest):
    game, match = harvest("Rye", "Poppy", "Oats", "Rye", "Clover", "Oats")
    line = HARVEST.split("  load: ")[0].count("\n") + 1
    whole = game.why(match, "score", "Ada")
    assert whole.lines(1) == [f"score of Ada: 15 = 16 (2 × load 8) − thrift 1  (game.yaml:{HARVEST.count(chr(10)) - 1})"]
    below = whole.lines(4)
    assert f"    load of Ada: 8 = Rye 3 + Oats 5 + Clover 2→0  (game.yaml:{line})" in below
    assert [one for one in below if one.strip().startswith("Ada is rich: yes")]
    assert len(whole.lines(9)) > len(below)


PLANTED = {
    "in_order": lambda run, members: tuple(one for _, one in members[1:]),
    "_change": lambda run, call, inner, kind: replace(CHANGE(run, call, inner, kind), value=99),
    "_limits": lambda run, value, parts, known: [],
    "call": lambda run, *rest: replace(CALL(run, *rest), value=-1),
}
CHANGE, CALL = traced.Reasoning._change, traced.Reasoning.call


@pytest.mark.parametrize("fault", PLANTED)
def test_a_reason_whose_parts_do_not_come_to_it_is_noticed(harvest, monkeypatch, fault):
    _, match = harvest("Rye", "Poppy", "Oats", "Wet Straw", "Clover", "Rye")
    monkeypatch.setattr(traced.Reasoning, fault, PLANTED[fault])
    assert any(broken(why_value(match, node)) for node in questions(match))


@pytest.mark.parametrize("words", ["wroth of rye", "worth of", "weight of Bo", "load of Cy"])
def test_a_question_that_names_nothing_is_complained_of(harvest, words):
    game, match = harvest()
    with pytest.raises(rulewright.DefinitionError, match="what you ask:1:"):
        game.why(match, words, "Ada")
    with pytest.raises(Misused, match='"Cy"'):
        game.why(match, "load", "Cy")


def test_a_value_that_a_scenario_did_not_expect_is_told_with_where_it_came_from(report_on):
    report = report_on(
        HARVEST.replace("define:", "define:\n  stored: {of: crop, is: this is in barns}"),
        """
title: What lies in the field is not stored
given:
  barn of Bo: [clover, poppy]
expect:
  count of stored crops with owner is Ada: 2
  load of Bo: 9
  thrift of Ada: 2
  count of crops in barn of Ada: 1
  highest of weight of crops in barn of Ada: 3
""",
    )
    because = [one.because for one in report.failed[0][1]]
    assert because == [
        (
            "count of stored crops with owner is Ada: 0: none; 5 lie in field of Ada: "
            "Rye lies in field of Ada, not in barn of Ada, barn of Bo; 2 lie in barn of Bo: owner of Clover is Bo, not Ada",
        ),
        (
            f"load of Bo: 6 = Clover 2→3 + Poppy 1→3  (game.yaml:{line_of('  load:') + 1})",
            f"  Clover: 2 printed − 1 for Poppy + 2 from Poppy = 3  (game.yaml:{line_of('  worth:')})",
            f"  Poppy: 1 printed + 2 = 3  (game.yaml:{line_of('  worth:')})",
        ),
        (),
        ("cards in barn of Ada: 0: there is nothing",),
        ("highest of weight of crops in barn of Ada: none: there is nothing",),
    ]


def test_somebody_at_the_table_hears_of_rules_and_of_what_is_wrong_with_the_words(harvest, tmp_path):
    (tmp_path / "rules.yaml").write_text("H-1: A barn counts with all that lies in it.\n", encoding="utf-8")
    game, match = harvest("Rye", "Oats")
    sources = Sources(game)
    assert why_lines(sources, match, "load of Bo", "Ada") == [
        f"load of Bo: 5 = Oats 5  (game.yaml:{line_of('  load:')})",
        "  H-1: A barn counts with all that lies in it.",
    ]
    assert game.why(match, "load of Bo", "Ada").rules == ("H-1",)
    assert why_lines(sources, match, "lode of Bo", "Ada") == ['a player has no "lode"; did you mean "load"?']
    harvest("Poppy", "Rye", "Oats", "Poppy")
    assert len(why_lines(sources, match, "score more", "Ada")) > len(why_lines(sources, match, "score", "Ada"))


def line_of(words):
    return HARVEST.split(words)[0].count("\n") + 1


AUCTION = """
name: Fair
about: Every stall goes to whoever has brought the most to it, unless somebody has a letter.
players: 2
components:
  good:
    per: player
    starts in: cart
    columns: {worth: number}
    rows: {wool: {name: Wool, worth: 4}, silk: {name: Silk, worth: 9}, salt: {name: Salt, worth: 5}}
zones:
  cart: {per: player, form: hand, seen by: owner}
  stall: {count: 2, seen by: SEEN}
  chest: {per: player, seen by: everyone}
variables:
  letter: {of: player, type: flag}
define:
  brought: {of: player, with: {place: stall}, is: sum of worth of goods in place with owner is this}
  early: {of: player, with: {place: stall}, is: lowest of position of goods in place with owner is this}
  sell:
    with: {place: stall}
    do:
      - let: {buyer: "first player by most brought(place), then least early(place)"}
      - if: some letter player
        then: set buyer to first letter player by most brought(place)
      - move every good in place to chest of buyer
flow:
  - turns: player
    laps: 3
    do:
      - choose: a good in cart as good and a stall as place
        option: bring {good} to {place}
      - move good to bottom of place, face FACE
  - each: stall
    do: sell stall
result:
  score: sum of worth of goods in chest
  winner: best player by most score
"""


@pytest.fixture
def fair(tmp_path):
    def play(*answers, seen="everyone", face="up", letter=False):
        words = AUCTION.replace("SEEN", seen).replace("FACE", face)
        if letter:
            words = words.replace("\nflow:\n", "\nflow:\n  - mark first player as letter\n")
        match = game_in(tmp_path, words).new_match(["Ada", "Bo"])
        for answer in answers:
            match.answer(f"bring {answer}")
        return match

    return play


FIRST = ("Silk to stall 1", "Silk to stall 1", "Wool to stall 1", "Salt to stall 1", "Salt to stall 2", "Wool to stall 2")


def decided(match, viewer=None):
    return [told for line in match.log if line.kind == "decide" and (told := line.seen_by(viewer))]


def test_a_ranking_is_told_with_its_numbers_and_the_end_with_every_score(fair):
    assert decided(fair(*FIRST)) == [
        "stall 1: buyer is Bo, with the highest brought: Bo 14 = Silk 9 + Salt 5, Ada 13 = Silk 9 + Wool 4",
        "stall 2: buyer is Ada, with the highest brought: Ada 5 = Salt 5, Bo 4 = Wool 4",
        "score of Ada: 9 = Ada's Salt 5 + Bo's Wool 4",
        "score of Bo: 27 = Ada's Silk 9 + Bo's Silk 9 + Ada's Wool 4 + Bo's Salt 5",
        "winner is Bo, with the highest score: Bo 27, Ada 9",
    ]


def test_who_leaves_out_what_a_value_takes_hears_what_it_is_and_how_to_ask(tmp_path):
    game = game_in(tmp_path, AUCTION.replace("SEEN", "everyone").replace("FACE", "up"))
    told = why_lines(Sources(game), game.new_match(["Ada", "Bo"]), "brought of Ada", "Ada")
    assert told == ["brought takes place (a stall); here stands nothing; say which: brought(PLACE) of …"]


def test_a_tie_is_told_with_what_settled_it(fair):
    answers = [f"{good} to stall {place}" for good, place in (("Silk", 1), ("Wool", 2), ("Salt", 1)) for _ in range(2)]
    assert decided(fair(*answers))[:2] == [
        "stall 1: buyer is Ada, with the highest brought: Ada 14 = Silk 9 + Salt 5, Bo 14 = Silk 9 + Salt 5; "
        "level, then the lowest early: Ada 1, Bo 2",
        "stall 2: buyer is Ada, with the highest brought: Ada 4 = Wool 4, Bo 4 = Wool 4; "
        "level, then the lowest early: Ada 1, Bo 2",
    ]


def test_what_goes_before_a_ranking_is_told_too(fair):
    assert decided(fair(*FIRST, letter=True))[:2] == [
        "stall 1: buyer is Ada, as Ada is letter; "
        "that goes before the highest brought: Bo 14 = Silk 9 + Salt 5, Ada 13 = Silk 9 + Wool 4",
        "stall 2: buyer is Ada, as Ada is letter; that goes before the highest brought: Ada 5 = Salt 5, Bo 4 = Wool 4",
    ]


def test_nobody_reads_by_what_was_decided_who_may_not_know_it(fair):
    match = fair(*FIRST, seen="face", face="down")
    assert not any("brought" in line for viewer in (None, 0, 1) for line in decided(match, viewer))


SHORE = """
name: Shore
about: Pearls and stones look the same from behind.
players: 2
components:
  pearl: {per: player, back: card, starts in: hand, columns: {points: number}, rows: {white: [1], black: [3], grey: [0]}}
  stone: {per: player, back: card, starts in: hand, rows: {flint: {}, slate: {}}}
zones:
  hand: {per: player, form: hand, holds: [pearl, stone], seen by: owner}
  cellar: {per: player, form: pile, holds: [pearl, stone], seen by: owner}
  shore: {per: player, holds: [pearl, stone], seen by: everyone}
define:
  stashed: {of: card, is: this is in cellars}
  shine: {of: player, is: sum of points of stashed pearls with owner is this}
flow:
  - turns: player
    laps: 1
    do:
      - choose: a card in hand as kept_one
        option: stash {kept_one}
      - move kept_one to cellar, face down
  - let: {leader: first player by most shine}
  - move first card in hand of leader to shore of leader
result:
  score: 10 + shine
  winner: best player by most score
"""


@pytest.fixture
def shore(tmp_path):
    def play(*stashed, seen="owner", then="", who="player"):
        words = SHORE.replace("seen by: owner", f"seen by: {seen}").replace("most score", f"most score{then}")
        words = words.replace("first player by", f"first {who} by")
        return played_in(tmp_path, words, *(f"stash {one}" for one in stashed))

    return play


def test_whether_a_reason_is_told_hangs_on_no_hidden_card(shore):
    told = [[line.seen_by(0) for line in shore("flint", theirs).log] for theirs in ("slate", "grey")]
    assert told[0] == told[1]
    assert any("the highest shine: Ada 0" in line for line in decided(shore("flint", "slate", seen="everyone"), 0))


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_the_result_is_told_to_all_and_what_settled_it_to_those_who_may_know(shore, viewer):
    def told(*shines):  # whoever sees a cellar knows what its owner's score is made of, the others what is left of it
        parts = [f"shine {shine}" if seat == viewer else f"{shine} that you cannot see" for seat, shine in enumerate(shines)]
        return [f"score of {seat}: {10 + shines[n]} = 10 + {parts[n]}" for n, seat in enumerate(("Ada", "Bo"))]

    assert decided(shore("white", "black"), viewer) == [*told(1, 3), "winner is Bo, with the highest score: Bo 13, Ada 11"]
    level = decided(shore("black", "black", then=", then most shine"), viewer)
    assert level == [*told(3, 3), "winners: Ada, Bo, with the highest score: Ada 13, Bo 13; level, then what is hidden"]
    assert decided(shore("black", "black", then=" + shine"), viewer) == told(3, 3)


def test_a_scenario_that_stands_behind_a_hidden_condition_finds_what_was_decided(report_on):
    weighing = """\
  - rounds: 3
    do:
      - if: shine of (first player) > 90
        do: end game
      - step: weighing
        do:
          - let: {leader: first player by most count of cards in shore of it}
          - move first card in hand of leader to shore of leader
      - turns: player
        laps: 1
        do:
          - choose: a card in hand as kept_one
          - move kept_one to cellar, face down
"""
    before, _, after = SHORE.partition("flow:\n")
    scenario = "title: Bo leads\ngiven: {at: weighing, shore of Bo: [white]}\nexpect: {happened: [leader is Bo]}\n"
    report = report_on(f"{before}flow:\n{weighing}{after[after.index('result:'):]}", scenario)
    assert not report.failed


def test_a_tie_that_nothing_settles_goes_to_the_first(shore):
    (told,) = [line for line in decided(shore("black", "black", seen="everyone"), None) if line.startswith("leader")]
    assert told == "leader is Ada, with the highest shine: Ada 3 = black 3, Bo 3 = black 3; level, so the first of them"


def test_the_only_one_that_could_win_is_told_with_what_it_has(shore):
    match = shore("flint", "black", seen="everyone", who="player with shine > 0")
    (told,) = [line for line in decided(match, None) if line.startswith("leader")]
    assert told == "leader is Bo, and nobody else comes into question: Bo 3 = black 3"


def test_a_decision_in_the_journal_is_a_reason_that_adds_up(fair):
    found = [one for chapter in fair(*FIRST).journal.for_seat("Ada") for one in chapter if isinstance(one, Decide)]
    assert [one.name for one in found] == ["buyer", "buyer", "", "", "winner"] and not any(broken(one.reason) for one in found)


def test_the_best_grouping_is_told_with_its_sets(tmp_path):
    (tmp_path / "game.yaml").write_text(
        """
name: Litters
about: Like goes with like.
players: 2
types:
  coat: [red, grey, brown]
components:
  pup:
    starts in: basket
    columns: {height: number, coat: coat}
    rows: {tip: [1, red], tup: [2, red], tap: [3, red], flip: [7, grey], flop: [7, brown], fleck: [9, grey]}
zones:
  basket: {seen by: everyone}
groupings:
  litter:
    of: pup
    patterns:
      row: {run: height, same: coat, size: 3 to any, worth: 2 * size}
      twins: {same: height, size: 2, worth: 3}
flow:
  - choose: a pup in basket as one
    option: take {one}
    for: first player
result: {score: worth(litter) of (every pup in basket)}
""",
        encoding="utf-8",
    )
    game = rulewright.load(tmp_path)
    reason = game.why(game.new_match(2), "score of Ada")
    assert str(reason) == "score of Ada: 9 = 6 (row: tip, tup, tap) + 3 (twins: flip, flop)"
    assert not broken(reason)
    left = game.why(game.new_match(2), "unused(litter) of (every pup in basket)")
    assert str(left).endswith("1: fleck") and not broken(left)


DUEL = """
name: Duel
about: Whoever is stronger wins the field; the weakest of all wins where a beggar lies.
players: 2
components:
  troop:
    per: player
    starts in: camp
    columns: {force: number}
    rows: {guard: {name: Guard, force: 3}, lancer: {name: Lancer, force: 5}}
zones:
  camp: {per: player, form: row, seen by: everyone}
  field: {per: player, form: row, seen by: SEEN}
counters: {glory: {of: player}}
variables: {place: {of: player, type: number}, upside: {type: flag, starts: DOWN}, victor: {type: player}}
define:
  power: {of: player, is: sum of force of troops in field of this}
  claim: {of: player, is: -power of this if upside else power of this}
flow:
  - turns: player
    laps: 1
    do:
      - choose: a troop in camp as sent
        option: send {sent}
      - move sent to field
  - if: power of (first player) > power of (last player)
    then: {each: player with power >= 4, do: gain 1 glory}
  - each: player
    do: set place to standing of player among players by most power
  - set victor to first player by most claim
result: {score: glory}
"""


@pytest.fixture
def duel(tmp_path):
    def play(*answers, seen="everyone", down="false"):
        words = DUEL.replace("SEEN", seen).replace("DOWN", down)
        return played_in(tmp_path, words, *(f"send {answer}" for answer in answers))

    return play


def test_a_comparison_that_decides_is_told_with_both_numbers_and_once(duel):
    told = decided(duel("Lancer", "Guard"))
    assert told[:4] == [
        "power of Ada: 5 = Lancer 5, more than power of Bo: 3 = Guard 3",
        "power: 4 at least: Ada 5 = Lancer 5; not Bo 3 = Guard 3",
        "by the highest power: Ada 5 = Lancer 5, Bo 3 = Guard 3",
        "victor is Ada, with the highest power: Ada 5 = Lancer 5, Bo 3 = Guard 3",
    ]
    assert decided(duel("Guard", "Lancer"))[0] == "power of Ada: 3 = Guard 3, less than power of Bo: 5 = Lancer 5"
    assert not [line.public for line in duel("Guard", "Lancer").log if line.public.startswith("victor is now")]


def test_a_number_that_is_turned_round_is_told_as_the_lowest(duel):
    told = [line for line in decided(duel("Lancer", "Guard", down="true")) if line.startswith("victor")]
    assert told == ["victor is Bo, with the lowest power, as upside is so: Bo 3 = Guard 3, Ada 5 = Lancer 5"]


def test_a_comparison_of_what_is_hidden_is_told_to_nobody_who_may_not_know_it(duel):
    for viewer in (None, 0, 1):
        told = [line.seen_by(viewer) for line in duel("Lancer", "Guard", seen="owner").log]
        assert not any("power" in line for line in told)


def test_in_random_games_what_was_decided_and_every_amount_adds_up(smallest):
    """Of each viewer: the parts of every decision come to it, and a counter changes by just its amount, as far as there is so
    much of it, or room for so much."""
    *_, match = islice(smallest.decisions(SEED), 120)
    for viewer in (None, *range(len(match.seats))):
        for chapter in match.journal.chapters:
            told = [(entry, one.place) for one in chapter.happenings if (entry := one.for_viewer(viewer)) is not None]
            for (one, place), (later, there) in pairwise([*told, (None, "")]):
                if isinstance(one, Decide):
                    assert broken(one.reason) == [], one.text
                if isinstance(one, Decide) and one.amount and place == there and isinstance(later, Change):
                    assert later.variable == one.name and _comes_to(match.definition, later, one.reason.value), one.text


def _comes_to(definition, change, amount):
    """Whether a counter has changed by an amount, within its limits, or a variable was set to it."""
    variable = next(one for one in definition.variables if one.name == change.variable)
    low, high = (-inf if variable.low is None else variable.low), (inf if variable.high is None else variable.high)
    more, less = change.before + amount, change.before - amount
    wanted = {"set": (amount, more, less), "gain": (more,), "pay": (less,)}[change.kind]  # `raise` and `lower` set it, too
    return change.after in [min(max(one, low), high) for one in wanted]


LANTERNS = """
name: Lanterns
players: 3
components:
  lamp: {per: player, starts in: chest, columns: {oil: number}, rows: {tall: {oil: 3}, squat: {oil: 1}}}
zones:
  chest: {per: player, seen by: nobody}
  shelf: {per: player, seen by: everyone}
define:
  glow: {of: lamp, is: oil of this + count of lamps above this}
setup:
  - shuffle chests
flow:
  - turns: player
    laps: 2
    do:
      - offer:
          - {option: wait}
          - {option: lay tall, do: move first tall in chest to shelf}
          - {option: lay both, do: move every lamp in chest to shelf}
result: {score: count of cards in shelf}
"""


def test_a_card_that_everybody_has_is_the_one_in_sight_where_ones_own_is_not(tmp_path):
    game = game_in(tmp_path, LANTERNS)
    match, sources = game.new_match(["Ada", "Bo", "Cy"], seed=1), Sources(game)
    for _ in match.seats:
        match.answer({"Ada": "wait", "Bo": "lay tall", "Cy": "lay both"}[match.decisions[0].seat])

    def told(words, seat):
        return [line.partition("  ")[0] for line in why_lines(sources, match, words, seat) if not line.startswith(" ")]

    assert told("glow of tall", "Ada") == ["Bo: glow of tall: 3 = oil 3", "Cy: glow of tall: 3 = oil 3"]
    assert told("glow of tall", "Bo") == ["glow of tall: 3 = oil 3"]
    assert told("glow of squat", "Bo") == ["Cy: glow of squat: 2 = oil 1 + 1 (tall)"]
    (hidden,) = told("glow of tall of Ada", "Bo")
    assert hidden.startswith("you cannot know that") and told("glow of squat of Bo", "Cy") == [hidden]
