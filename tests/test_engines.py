"""One protocol, several engines: chosen in one place, refused by name, told by the reference and by nobody else."""

from __future__ import annotations

import random
from copy import copy
from pathlib import Path

import pytest
import rulewright
from click.testing import CliRunner, Result
from rulewright.cli import main
from rulewright.engine.choice import ENGINES, UnknownEngine, engine_for, engines_here
from rulewright.engine.flatten import codes_of
from rulewright.engine.frames import stands_before
from rulewright.engine.native.engine import Native
from rulewright.engine.opening import new_state
from rulewright.engine.options import bound
from rulewright.engine.protocol import Engine, Policy
from rulewright.engine.python.stepper import Stepper
from rulewright.engine.reference.interpreter import Interpreter
from rulewright.engine.worlds import world_for
from rulewright.table import past, witness
from rulewright.table.match import Match
from rulewright.table.playing_scenarios import run_scenario
from rulewright.table.witness import Parted
from written import game_in, write_game

GAME = "kuhn_poker"
IN_PYTHON = ("reference", "python")  # `test_native` holds the third to these
NATIVE = pytest.param("native", marks=pytest.mark.needs("compiler"))
SMALL = ("kuhn_poker", "leduc_poker", "tic_tac_toe")  # a compiler is quick with these


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def first(match: Match) -> None:
    match.answer(match.decisions[0].options[0])


# ---------------------------------------------------------------- chosen in one place


def test_an_engine_that_is_named_plays_and_no_other() -> None:
    assert (engine_for(), engine_for("reference"), engine_for("python")) == (Stepper, Interpreter, Stepper)
    game = rulewright.load(GAME)
    for name in IN_PYTHON:
        assert type(game.new_match(seed=1, engine=name).runner) is ENGINES[name]
    with pytest.raises(UnknownEngine, match=f'there is no engine "steam"; there are: {", ".join(ENGINES)}$'):
        game.new_match(engine="steam")


def test_every_engine_is_told_of() -> None:
    assert [one.name for one in engines_here()] == list(ENGINES), "say in engines_here of engine/choice what is told of it"


@pytest.mark.needs("compiler")
def test_the_native_engine_is_named_like_the_others() -> None:
    assert type(rulewright.load(GAME).new_match(seed=1, engine="native").runner) is Native


@pytest.mark.parametrize(
    "words", [("play", GAME), ("simulate", GAME), ("test", GAME), ("bench", GAME)], ids=lambda words: str(words[0])
)
def test_a_command_refuses_an_engine_that_is_not_there(words: tuple[str, ...]) -> None:
    found = run(*words, "--engine", "steam")
    assert found.exit_code == 2 and found.output.endswith(f'there is no engine "steam"; there are: {", ".join(ENGINES)}\n')


PLACES = """\
name: Places
players: 2
components:
  leaf: {starts in: heap, copies: 6}
zones:
  heap: {form: pile, seen by: nobody}
  hold: {per: player, form: hand, seen by: owner}
setup:
  - each: player
    do: draw 3 cards from heap to hold
flow:
  - turns: player
    laps: 2
    do:
      - choose: a leaf in hold as thrown
        option: throw {thrown}, number {position of thrown}
      - move thrown to heap
result:
  score: count of cards in hold
  winner: best player by most score
"""  # equal cards of a hand are one option, but these say where they lie


@pytest.mark.needs("compiler")
def test_what_cannot_be_written_as_c_is_named_and_played_in_python(tmp_path: Path) -> None:
    folder = str(write_game(tmp_path / "places", PLACES))
    refused = run("simulate", folder, "--games", "2000", "--engine", "native")
    assert refused.exit_code == 2
    assert "game.yaml:15 are only told apart by their words" in refused.output
    assert run("simulate", folder, "--games", "2000").exit_code == 0


@pytest.mark.parametrize("engine", [*IN_PYTHON, NATIVE])
def test_commands_do_the_same_with_every_engine(engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    others = {name: _forbidden for name in ENGINES if name not in (engine, "reference")}
    for name, made in others.items():
        monkeypatch.setitem(ENGINES, name, made)
    record = tmp_path / "game.yaml"
    played = run("play", GAME, "--seed", "3", "--record", str(record), "--engine", engine)
    assert played.exit_code == 0 and record.read_text(encoding="utf-8").count("seed: 3") == 1
    assert "As recorded." in run("replay", str(record), "--engine", engine).output
    assert run("simulate", GAME, "--games", "3", "--workers", "1", "--engine", engine).exit_code == 0
    assert run("bench", GAME, "--seconds", "0.1", "--engine", engine).exit_code == 0
    assert run("test", GAME, "--engine", engine).exit_code == 0


def _forbidden(state: object, seats: object, /) -> Interpreter:
    raise AssertionError("another engine plays")


def test_every_engine_comes_to_the_same_figures() -> None:
    game = rulewright.load("leduc_poker")
    found = [rulewright.simulate(game, 40, 2, "random", 5, 1, engine=engine) for engine in IN_PYTHON]
    assert len({str(one.tally.scores) for one in found}) == 1 and len({one.decisions for one in found}) == 1


def test_a_copy_goes_its_own_way(smallest) -> None:
    for name in IN_PYTHON:
        world, seats = world_for(smallest.game.definition, smallest.players), smallest.game.check_seats(smallest.players)
        run = engine_for(name)(new_state(world, 1), seats)
        run.start()
        run.run()
        before, other = run.state.key(), run.copy()
        option = other.decisions()[0].options[0]
        other.answer(other.seats.index(other.decisions()[0].seat), *bound(option))
        assert run.state.key() == before != other.state.key()


# ---------------------------------------------------------------- scenarios


@pytest.mark.parametrize(
    ("name", "engine"),
    [*((name, engine) for name in rulewright.shipped() for engine in IN_PYTHON),
     *(pytest.param(name, "native", marks=pytest.mark.needs("compiler")) for name in SMALL)],
)  # fmt: skip
def test_scenarios_are_carried_out_by_every_engine(name: str, engine: str) -> None:
    """Some of each game; `test_scenarios` plays all of them with the engine that is fastest, and with the reference."""
    game = rulewright.load(name)
    for path in game.scenario_files()[::9]:
        for scenario in game.scenarios(path)[:3]:
            if scenario.refusal is None:
                assert run_scenario(game.in_variant(scenario.variant).definition, scenario, engine) == (), scenario.title


# ---------------------------------------------------------------- entered anywhere


def engines_at_start(table, seed: int) -> list[Engine]:
    world, seats = world_for(table.game.definition, table.players), table.game.check_seats(table.players)
    found = [engine_for(name)(new_state(world, seed), seats) for name in IN_PYTHON]
    for one in found:
        one.start()
    return found


def picking(seed: int) -> Policy:
    rng = random.Random(seed)
    return lambda state, seat, count, site: rng.randrange(count)


def test_every_engine_stops_before_a_stretch_and_goes_on_from_there(smallest) -> None:
    """Wherever that is, also in the middle of a call; afterwards the game ends as it would have."""
    definition, stopped = smallest.game.definition, 0
    labels = {definition.stretches[label] for one in codes_of(definition) for label, _, _ in one.blocks}
    some = {*sorted(labels)[:: smallest.stride // 2 or 1], *labels & {"turn"}}  # a turn comes before any decision
    for seed, label in enumerate(sorted(some)):
        walked, stepped = engines_at_start(smallest, seed)
        for one in (walked, stepped):
            one.run(until=label)
        assert walked.state.table() == stepped.state.table(), label
        assert [frame[:2] for frame in walked.state.stack] == [frame[:2] for frame in stepped.state.stack], label
        stopped += stands_before(walked.definition, walked.state.stack, label)
        for one in (walked, stepped):
            one.play_out(picking(seed))
        assert walked.state.table() == stepped.state.table(), label
    assert stopped >= (len(labels) > 0)


def test_the_walking_form_means_what_the_step_form_means(largest) -> None:
    """Everything is carried out in the form that is made for points where no other can be entered."""
    for seed in largest.few_seeds[:1]:
        walked, stepped = engines_at_start(largest, seed)
        assert isinstance(stepped, Stepper)
        stepped.module = copy(stepped.module)
        stepped.module.steps = stepped.module.walking
        walked.run()
        stepped.run()
        rng = random.Random(seed)
        while decisions := walked.decisions():
            assert stepped.decisions() == decisions and walked.state.table() == stepped.state.table()
            option = rng.choice(decisions[0].options)
            for one in (walked, stepped):
                one.answer(one.seats.index(decisions[0].seat), *bound(option))
        assert not stepped.decisions() and walked.state.table() == stepped.state.table()


CAVE = """\
name: Cave
players: 2 to 2
components:
  animal: {starts in: den, rows: {wolf: [3], fox: [2]}, columns: {size: number}}
zones:
  den: {seen by: everyone}
  cave: {seen by: everyone}
variables:
  tally: {type: number 0 to 99}
flow:
  - let: {found: top card of cave}
  - repeat: 3
    do:
      - if: found is not none
        do: [move found to den, set tally to tally + size of found]
      - set tally to tally + 1
result:
  score: tally
"""


def test_nothing_is_asked_of_what_is_not_there_before_a_loop_either(tmp_path: Path) -> None:
    game = game_in(tmp_path, CAVE)
    matches = [game.new_match(["Ada", "Bo"], seed=1, engine=name) for name in IN_PYTHON]
    assert [match.scores for match in matches] == [{"Ada": 3, "Bo": 3}] * 2


# ---------------------------------------------------------------- only the reference tells


def test_nobody_pays_for_what_nobody_reads(largest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A match that is watched, but not read, never comes to the reference; and what was read once is not told again."""
    told: list[object] = []
    tell = past.tell
    monkeypatch.setattr(past, "tell", lambda step, *rest: told.append(step) or tell(step, *rest))
    match = largest.game.new_match(largest.players, seed=2)
    first(match)
    first(match)
    assert match.undo() and not told
    log = match.log
    assert len(told) == 2 and match.log == log and len(match.answers) == 1 and len(told) == 2  # the set-up is told too
    first(match)
    assert match.log[: len(log)] == log and len(told) == 3


def test_what_is_told_does_not_depend_on_when_it_is_asked(smallest) -> None:
    one, other = (smallest.game.new_match(smallest.players, seed=3) for _ in range(2))
    while one.decisions and len(one.past) < 30:
        first(one)
        first(other)
        _ = other.log
    assert one.log == other.log and one.answers == other.answers and one.record() == other.record()


def test_an_engine_that_comes_elsewhere_is_found_out(smallest) -> None:
    match = smallest.game.new_match(smallest.players, seed=1)
    first(match)
    match.state.rng += 1
    with pytest.raises(Parted, match="another position than the rules lead to"):
        _ = match.log


def test_an_answer_that_the_rules_do_not_offer_is_found_out(smallest) -> None:
    match = smallest.game.new_match(smallest.players, seed=1)
    first(match)
    step = match._past.steps[-1]
    match._past.steps[-1] = witness.PastStep(step.before, witness.Answered(step.act.seat, 99, ()))
    with pytest.raises(Parted, match="was offered something that the rules do not offer"):
        _ = match.answers


# ---------------------------------------------------------------- rows


def test_the_debug_build_notes_what_the_reference_notes(smallest) -> None:
    """And these rows are numbers: a kind, things, values."""
    seats = smallest.game.check_seats(smallest.players)
    found = []
    for name in IN_PYTHON:
        run = engine_for(name)(new_state(world_for(smallest.game.definition, smallest.players), 4), seats)
        run.note_rows()
        run.start()
        run.play_out(lambda state, seat, count, site: 0)
        found.append(run.rows)
    assert found[0] == found[1] and len(found[0]) >= 10
    assert all(_is_plain(row) for row in found[0])


def _is_plain(value: object) -> bool:
    return all(map(_is_plain, value)) if isinstance(value, tuple) else value is None or isinstance(value, int)
