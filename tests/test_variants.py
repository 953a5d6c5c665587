"""A variant is a file of changes over a game: what it names changes, the rest stays, and its own lines are told."""

import json

import pytest
import rulewright
from click.testing import CliRunner
from rulewright.cli import main
from rulewright.game import Unplayable, load_record
from rulewright.language.diagnostics import DefinitionError
from rulewright.table.resume import BadSave
from written import write_game

GAME = """
name: Market
players: 2
numbers: {prize: 1}
types:
  stall: {columns: {rent: number, goods: number}, rows: {north: [1, 5], south: [2, 6]}}
components:
  crate: {starts in: box, columns: {weight: number}, rows: {small: [1], large: [3]}}
zones:
  box: {seen by: everyone}
counters: {coins: {}}
define:
  earn: {do: gain prize coins}
  rich: {of: player, is: coins of this >= 3 + rent of south + goods of south}
rules:
  - when: player gains coins
    if: player is rich
    do: end game
flow:
  - turns: player
    laps: 2
    do:
      - step: work
        do: earn
      - step: rest
        do:
          - choose: a crate in box as found
            option: look at {found}
          - gain (weight of found) coins
result: {score: coins, winner: best player by most score}
"""


@pytest.fixture
def market(tmp_path):
    """A folder with a game; called with a variant it holds that, too."""
    folder = tmp_path / "market"
    (folder / "variants").mkdir(parents=True)
    (folder / "scenarios").mkdir()
    write_game(folder, GAME)

    def changed(text, name="other"):
        (folder / "variants" / f"{name}.yaml").write_text(text, encoding="utf-8")
        return folder

    return changed


def asked(game, *questions):
    match = game.new_match(2)
    return [str(game.why(match, question, "Ada").value) for question in questions]


def run(*arguments):
    found = CliRunner().invoke(main, [str(one) for one in arguments])
    assert found.exception is None or isinstance(found.exception, SystemExit), found.exception
    return found.exit_code, found.output


def told(folder, name="other"):
    with pytest.raises(DefinitionError) as problem:
        rulewright.load(folder, name)
    return [(one.slug, one.span.file.rpartition("/")[2], one.span.line) for one in problem.value.diagnostics]


def test_what_is_named_changes_and_the_rest_stays(market):
    folder = market("numbers: {prize: 7}\ntypes: {stall: {rows: {south: {rent: 9}}}}")
    plain, other = rulewright.load(folder), rulewright.load(folder, "other")
    assert asked(plain, "prize", "rent of south", "goods of south", "rent of north") == ["1", "2", "6", "1"]
    assert asked(other, "prize", "rent of south", "goods of south", "rent of north") == ["7", "9", "6", "1"]
    assert (plain.name, other.name, other.variants) == ("Market", "Market, other", ["other"])
    assert plain.definition.fingerprint != other.definition.fingerprint


def test_a_step_is_changed_or_taken_out_by_its_name(market):
    folder = market("flow: {rest: , work: {do: gain 2 coins}}\nname: Hard Work")
    game = rulewright.load(folder, "other")
    match = game.new_match(2)
    assert match.is_over and match.result.scores == {"Ada": 4, "Bo": 4}
    assert game.name == "Hard Work"


def test_rules_are_added_and_entries_with_nothing_are_taken_out(market):
    folder = market("components: {crate: {rows: {large: }}}\nrules:\n  - when: player gains coins\n    do: end game")
    match = rulewright.load(folder, "other").new_match(2)
    assert match.is_over and sum(match.result.scores.values()) == 1
    assert rulewright.load(folder, "other").definition.kinds[0].rows[-1].id == "small"


@pytest.mark.parametrize(
    "changes, expected",
    [
        ("numbers: {prise: 2}\n", []),  # a new number that nothing uses is a warning
        ("numbers:\n  prize: 2\n  price:\n", [("nothing-to-change", "other.yaml", 3)]),
        ("flow:\n  sleep: {do: earn}\n", [("nothing-to-change", "other.yaml", 2)]),
        ("define:\n  earn: {do: gian 2 coins}\n", [("unknown-action", "other.yaml", 2)]),
        ("define:\n  earn: {doo: gain 2 coins}\n", [("unknown-key", "other.yaml", 2)]),
        ("\nnumbres: {prize: 2}\n", [("unknown-key", "other.yaml", 2)]),
        ("- numbers\n", [("mapping-expected", "other.yaml", 1)]),
    ],
)
def test_errors_point_at_the_line_of_the_variant(market, changes, expected):
    folder = market(changes)
    if expected:
        assert told(folder) == expected
    else:
        warned = rulewright.load(folder, "other").warnings
        assert [(one.slug, one.span.file.rpartition("/")[2]) for one in warned] == [("unread", "other.yaml")]
    assert rulewright.load(folder).name == "Market"


def test_a_variant_that_is_not_there_is_told_with_those_that_are(market):
    folder = market("numbers: {prize: 7}", "big_prizes")
    code, output = run("validate", folder, "--variant", "big_prices")
    assert code == 1 and 'did you mean "big_prizes"?' in output and "no variant called" in output
    code, output = run("validate", folder, "--variant", "../game")
    assert code == 1 and "there are: big_prizes" in output


def test_validate_looks_at_every_variant(market):
    folder = market("numbers: {prize: 7}")
    assert run("validate", folder) == (0, "Market: legal. 2 different components, 1 zone, 1 decision.\nMarket, other: legal.\n")
    market("define: {earn: {do: gian 2 coins}}")
    assert run("validate", folder)[0] == 1


def test_scenarios_are_played_in_the_variant_they_name(market):
    folder = market("numbers: {prize: 7}")
    (folder / "scenarios" / "prizes.yaml").write_text(
        "- {title: A prize is 1, expect: {prize: 1}}\n"
        "- {title: A prize is 7 here, variant: other, expect: {prize: 7}}\n"
        "- {title: Nobody knows this one, variant: another, expect: {prize: 7}}\n", "utf-8"
    )  # fmt: skip
    code, output = run("test", folder)
    assert code == 1 and "2 scenarios pass, 1 could not be read" in output and 'no variant called "another"' in output
    code, output = run("test", folder, "--variant", "other")
    assert "FAILED A prize is 1\n" in output and "market (other): 1 scenario passes, 1 fails." in output


def test_records_and_saves_know_their_variant(market, tmp_path):
    folder = market("numbers: {prize: 2}")
    plain, other = rulewright.load(folder), rulewright.load(folder, "other")
    match = other.new_match(2)
    match.answer(index=0)
    saved, path = match.save(), tmp_path / "record.yaml"
    path.write_text(match.record(), encoding="utf-8")
    record = load_record(path)
    assert record.variant == "other" and other.replay(record).state.key() == match.state.key()
    assert other.resume(saved).state.key() == match.state.key() and json.loads(saved)["variant"] == "other"
    with pytest.raises(Unplayable, match='recorded in the variant "other", and is to go on without'):
        plain.replay(record)
    with pytest.raises(BadSave, match='saved in the variant "other", and is to go on without'):
        plain.resume(saved)
    assert "variant" not in json.loads(plain.new_match(2).save())
    assert run("replay", path, "--game", folder)[1].endswith("As recorded.\n")
    (tmp_path / "kept.json").write_text(saved, encoding="utf-8")
    assert run("play", folder, "--resume", tmp_path / "kept.json")[0] == 0


def test_several_values_of_an_option_stand_side_by_side(market):
    code, output = run("simulate", "oh_hell", "--games", 4, "--set", "last_hand=1,3", "--set", "first_hand=1", "--workers", 1)
    lines = output.splitlines()
    assert code == 0 and lines[2].split() == ["last_hand=1", "last_hand=3"]
    assert lines[-2].split() == ["decisions", "6.0", "±", "0.0", "27.0", "±", "0.0"]  # 3 bids and 3 cards for each card dealt


def test_a_variant_stands_beside_the_game_as_it_is(market):
    folder = market("flow: {rest: }")
    code, output = run("simulate", folder, "--games", 4, "--variant", "none,other", "--json", "--workers", 1)
    figures = json.loads(output)
    assert code == 0 and [one["table"] for one in figures] == ["as it is", "other"]
    assert [one["decisions"]["mean"] for one in figures] == [4, 0]
    rows = run("simulate", folder, "--games", 4, "--variant", "none,other", "--csv", "--workers", 1)[1].splitlines()
    assert rows[0] == "table,figure,of,times,value,low,high"
    assert {row.partition(",")[0] for row in rows[1:]} == {"as it is", "other"}
