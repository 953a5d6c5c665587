"""Rules written out as C play the same game as the reference interpreter, and are never in the way."""

from __future__ import annotations

import os
import random
import re
import stat
import subprocess
import sys
import time
from pathlib import Path
from weakref import WeakKeyDictionary

import pytest
import rulewright
from companions import NATIVE, PYTHON, debug_library
from lockstep import Lockstep, Stopped
from rulewright import cache, ir
from rulewright.engine.choice import WholeGames, engine_for, engines_here
from rulewright.engine.native import compiler, libraries, store
from rulewright.engine.native.boards import patterns_of
from rulewright.engine.native.engine import Native
from rulewright.engine.native.layout import layout_of
from rulewright.engine.native.libraries import DEBUG, demanded
from rulewright.engine.native.library import Library, NativePosition
from rulewright.engine.native.source import RULES, source_of
from rulewright.engine.native.writer import Writer
from rulewright.engine.opening import new_state
from rulewright.engine.python.stepper import Stepper
from rulewright.engine.worlds import world_for
from rulewright.errors import Misused
from rulewright.ir.walk import walk
from rulewright.study.simulate import simulate
from written import game_in

SEVERAL = "RULEWRIGHT_GAMES" in os.environ
GAMES = int(os.environ.get("RULEWRIGHT_GAMES", "2"))
DEFINITIONS = Path(__file__).parent / "definitions"
EVERY = [*rulewright.shipped(), *sorted(str(path) for path in DEFINITIONS.iterdir())]


def counts(game) -> list[int]:
    """The numbers of players: all of them where time does not matter, else one."""
    every = range(game.definition.fewest, game.definition.most + 1)
    return list(every) if SEVERAL else [every[len(every) // 2]]


def world_of(game, players: int):
    return world_for(game.definition, players, game.check_options({}, game.check_seats(players)))


# ---------------------------------------------------------------- the same game


@pytest.mark.needs("compiler")
@pytest.mark.parametrize("name", EVERY, ids=lambda name: Path(name).name)
def test_a_position_comes_back_as_it_was(name: str) -> None:
    """At every decision, also in the middle of an effect."""
    game = rulewright.load(name)
    for players in counts(game):
        comes_back(game.new_match(players, seed=7, watched=False))


def comes_back(match: rulewright.Match) -> None:
    memory = NativePosition(demanded(match.state.world, DEBUG))
    picks, back = random.Random(7), new_state(match.state.world, 1)
    while True:
        memory.write(match.state)
        memory.read(back)
        assert back.key() == match.state.key()
        if not match.decisions:
            break
        match.answer(picks.choice(match.decisions[0].options), match.decisions[0].seat)


@pytest.mark.needs("compiler")
@pytest.mark.parametrize("name", ["kuhn_poker", "crazy_eights", str(DEFINITIONS / "whispers"), str(DEFINITIONS / "small_fibs")])
def test_the_engine_plays_as_the_one_in_python(name: str) -> None:
    """Whole games with a policy that looks at every position, and the abilities that come into effect."""
    game = rulewright.load(name)
    seats = game.check_seats(game.definition.fewest)
    world = world_of(game, len(seats))
    for seed in range(3):
        seen = []
        for maker in (Stepper, Native):
            state, fired, picks, looks = new_state(world, seed), [0] * len(game.definition.procedures), random.Random(seed), []
            run = maker(state, seats)
            run.count_abilities(fired)
            run.start()

            def policy(now, seat: int, count: int, site: int, picks=picks, looks=looks) -> int:
                looks.append((now.table(), seat, count, site))
                return picks.randrange(count)

            run.play_out(policy)
            seen.append((state.table(), fired, looks))
        assert seen[0] == seen[1]


@pytest.mark.needs("compiler")
def test_a_match_can_be_played_with_it() -> None:
    """Words, numbers and answers are those of the other engines, and one engine goes on where the other stands."""
    game = rulewright.load("crazy_eights")
    matches = [game.new_match(3, seed=4, watched=False) for _ in range(2)]
    matches[1].play_with(engine_for("native"))
    picks = random.Random(4)
    for _ in range(40):
        assert matches[0].decisions == matches[1].decisions and matches[0].state.table() == matches[1].state.table()
        if not matches[0].decisions:
            break
        option = picks.randrange(len(matches[0].decisions[0].options))
        for match in matches:
            match.answer(match.decisions[0].options[option], match.decisions[0].seat)


@pytest.mark.needs("compiler")
@pytest.mark.parametrize("name", ["leduc_poker", "crazy_eights", str(DEFINITIONS / "swap_meet")])
def test_figures_are_the_same_to_the_last_digit(name: str) -> None:
    """Winners, scores, decisions, rounds, cards that were had and played, and abilities; whatever the seed and the threads."""
    game = rulewright.load(name)
    for seed in (0, -3, 1 << 70):
        usual = simulate(game, 25, game.definition.most, seed=seed, workers=1, engine="python")
        assert simulate(game, 25, game.definition.most, seed=seed, workers=2, engine="native").to_json() == usual.to_json()


@pytest.mark.needs("compiler")
def test_a_library_takes_over_in_the_middle(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many games begin in Python, and go on inside a library as soon as it is there; the figures do not tell when."""
    game = rulewright.load("kuhn_poker")
    usual = simulate(game, 400, 2, seed=9, workers=1, engine="python")
    monkeypatch.setattr("rulewright.study.games.MANY", 300)
    looks = iter([False] * 5)
    monkeypatch.setattr(WholeGames, "is_ready", property(lambda self: next(looks, True)))
    monkeypatch.setattr(WholeGames, "prepare", lambda self: None)
    assert simulate(game, 400, 2, seed=9, workers=1).to_json() == usual.to_json()
    assert next(looks, None) is None


# ---------------------------------------------------------------- trouble


@pytest.mark.needs("compiler")
def test_wrong_answers_and_wrong_memory_are_refused() -> None:
    """A wrong index, a wrong seat and a position that makes no sense end the call with a number, not the process."""
    game = rulewright.load("crazy_eights")
    library, picks = debug_library(game, 3), random.Random(1)
    table, state = NativePosition(library), new_state(library.world, 1)
    Stepper(state, game.check_seats(3)).start()
    table.write(state)
    assert table.go_on() == 1
    good = bytes(table.memory)
    for seat, option in ((0, -1), (0, 10_000), (-1, 0), (99, 0)):
        table.memory[:] = good
        assert table.answer(seat, option) < 0
    stack = library.layout.fields["stack"]
    for _ in range(300):
        table.memory[:] = good
        place = stack.offset + 4 * picks.randrange(8)
        table.memory[place : place + 4] = picks.randrange(-3, 60).to_bytes(4, "little", signed=True)
        assert table.answer(table.seat, 0) in (*range(-20, 2),)


CIRCLE = """
name: Circle
players: 2
components:
  crate:
    starts in: quay
    rows:
      sack: {abilities: [{always: bulk of bale is bulk of this + 1}]}
      bale: {abilities: [{always: bulk of sack is bulk of this + 1}]}
zones:
  quay: {seen by: everyone}
variables: {tally: {type: number}}
values: {bulk: {of: crate, starts: 1}}
flow:
  - turns: player
    laps: 1
    do:
      - choose: a number from 1 to 2 as picked
      - set tally to bulk of sack
result: {score: tally}
"""


@pytest.mark.needs("compiler")
def test_rules_that_stop_while_an_effect_is_noted_stop_as_in_python(tmp_path: Path) -> None:
    """What was noted up to there is forgotten, also the half of a row."""
    game = game_in(tmp_path, CIRCLE)
    with pytest.raises(Stopped, match="needing each other"):
        Lockstep(world_of(game, 2), game.check_seats(2), 1, (*PYTHON, *NATIVE)).play()


# ---------------------------------------------------------------- never in the way


def test_without_a_compiler_nobody_is_in_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    game = rulewright.load("kuhn_poker")
    usual = simulate(game, 30, seed=1, workers=1).to_json()
    monkeypatch.setenv("CC", "/nowhere/cc")
    for known in ("_loaded", "_being_made"):  # whatever other tests have made of this game
        monkeypatch.setattr(libraries, known, WeakKeyDictionary())
    assert "nowhere" in libraries.why_not()
    with pytest.raises(Misused, match="native"):
        engine_for("native")(new_state(world_of(game, 2), 1), game.check_seats(2))
    assert libraries.ready(world_of(rulewright.load("leduc_poker"), 2)) is None
    monkeypatch.setattr("rulewright.study.games.MANY", 10)
    assert simulate(game, 30, seed=1, workers=1).to_json() == usual


def test_a_broken_compiler_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = tmp_path / "cc"
    script = "#!/bin/sh\n[ \"$1\" = --version ] && echo broken && exit 0\necho 'error: no' >&2\nexit 1\n"
    broken.write_text(script, encoding="utf-8")
    broken.chmod(0o755)
    monkeypatch.setenv("CC", str(broken))
    with pytest.raises(compiler.NoCompiler, match="error: no"):
        libraries.demanded(world_of(rulewright.load(str(DEFINITIONS / "causeway")), 2))


@pytest.mark.parametrize(("chosen", "why"), [('cc "and so on', "$CC is no command"), ("true", "makes nothing")])
def test_what_is_chosen_and_is_no_compiler_is_one_sentence(chosen: str, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", chosen)
    native = engines_here()[2]
    assert not native.there and why in native.about and "\n" not in native.about


KILLED = """
import os, rulewright
from rulewright.engine.native import libraries
from rulewright.engine.worlds import world_for
libraries.begin(world_for(rulewright.load("kuhn_poker").definition, 2))
os.kill(os.getpid(), 9)
"""


@pytest.mark.needs("compiler")
def test_whoever_is_killed_while_a_library_is_made_leaves_nothing_behind(tmp_path: Path) -> None:
    cache, drafts = tmp_path / "cache", tmp_path / "drafts"
    drafts.mkdir()
    env = {**os.environ, "TMPDIR": str(drafts), "RULEWRIGHT_CACHE": str(cache)}
    subprocess.run((sys.executable, "-c", KILLED), env=env, check=False, timeout=60)
    assert list(drafts.iterdir())
    until = time.monotonic() + 60
    while list(drafts.iterdir()) and time.monotonic() < until:
        time.sleep(0.1)
    assert not list(drafts.iterdir())
    assert [entry for entry in cache.iterdir() if entry.stat().st_size > 10_000]  # but whoever comes next need not wait


@pytest.mark.needs("compiler")
def test_a_blank_choice_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", " ")
    assert engines_here()[2].there


@pytest.mark.parametrize("made", ["garbage", ""])
def test_engines_tells_of_a_compiler_that_does_not_work(made: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = tmp_path / "cc"
    makes = f"echo {made} > rules.so" if made else "exit 1"
    broken.write_text(f'#!/bin/sh\n[ "$1" = --version ] && echo broken && exit 0\n{makes}\n', encoding="utf-8")
    broken.chmod(0o755)
    monkeypatch.setenv("CC", str(broken))
    native = engines_here()[2]
    assert not native.there and str(broken) in native.about and "\n" not in native.about


def test_a_compiler_that_never_answers_is_waited_for_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = tmp_path / "asked"
    silent = tmp_path / "cc"
    silent.write_text(f"#!/bin/sh\necho once >> {asked}\nexec sleep 60\n", encoding="utf-8")
    silent.chmod(0o755)
    monkeypatch.setattr(compiler, "TO_ANSWER", 0.3)
    monkeypatch.setenv("CC", str(silent))
    monkeypatch.setattr("rulewright.study.games.MANY", 10)
    for _ in range(3):
        assert "does not answer" in libraries.why_not()
    simulate(rulewright.load("kuhn_poker"), 30, seed=1, workers=1)
    assert asked.read_text(encoding="utf-8").count("once") == 1


@pytest.mark.needs("compiler")
def test_machine_code_that_is_none_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A compiler that ends well and has written nothing of use."""
    game = rulewright.load("kuhn_poker")
    usual = simulate(game, 30, seed=1, workers=1).to_json()
    monkeypatch.setattr(libraries, "compiled", lambda *given: b"\x7fELF" + bytes(500))
    world = world_for(game.definition, 2, absent=frozenset([(0, None, 0)]))
    with pytest.raises(compiler.NoCompiler, match="cannot be loaded"):
        libraries.demanded(world)
    assert simulate(game, 30, seed=1, workers=1).to_json() == usual


@pytest.mark.needs("compiler")
def test_a_library_that_is_gone_is_not_looked_for_in_its_text_at_every_decision(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There was one before the compiler or Rulewright became another."""
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))
    world = world_for(rulewright.load("kuhn_poker").definition, 2, absent=frozenset([(0, None, 2)]))
    store.put(libraries._sign_of(world), b"")
    texts, key_of = [], store.key_of
    monkeypatch.setattr(store, "key_of", lambda *given: texts.append(given) or key_of(*given))
    assert [libraries.at_hand(world) for _ in range(5)] == [None] * 5
    assert len(texts) == len(libraries.LEVELS)


@pytest.mark.needs("compiler")
@pytest.mark.parametrize("text", ["", "int rw_seven(void) { return 7; }\n"])
def test_what_is_no_library_is_tried_once(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither what cannot be loaded nor what lacks an entry takes another open file each time that somebody looks."""
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))
    world = world_for(rulewright.load("kuhn_poker").definition, 2, absent=frozenset([(0, None, 1)]))
    code = compiler.compiled(compiler.find(), text, 1) if text else b"\x7fELF" + bytes(600)
    store.put(store.key_of(source_of(world), compiler.find(), libraries.LEVELS[-1]), code)
    assert libraries.ready(world) is None
    files = Path("/dev/fd")
    open_now = len(list(files.iterdir()))
    assert [libraries.ready(world) for _ in range(5)] == [None] * 5
    assert len(list(files.iterdir())) == open_now


@pytest.mark.needs("compiler")
def test_only_what_this_user_made_is_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry that is altered, that others could write, or that is a link counts as not there."""
    world = world_of(rulewright.load("kuhn_poker"), 2)
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))
    key = store.key_of(source_of(world), compiler.find(), 1)
    code = compiler.compiled(compiler.find(), source_of(world), 1)
    store.put(key, code)
    (entry,) = (tmp_path / "cache").iterdir()
    assert stat.S_IMODE(entry.stat().st_mode) == 0o600 and stat.S_IMODE(entry.parent.stat().st_mode) == 0o700
    assert store.get(key) == code
    whole = entry.read_bytes()
    for wrong in (whole[:-1], whole[:-1] + bytes([whole[-1] ^ 1]), code, b""):
        entry.write_bytes(wrong)
        assert store.get(key) is None
    entry.write_bytes(whole)
    entry.chmod(0o622)
    assert store.get(key) is None
    entry.chmod(0o600)
    other = tmp_path / "elsewhere"
    entry.rename(other)
    entry.symlink_to(other)
    assert store.get(key) is None


@pytest.mark.needs("compiler")
def test_libraries_of_several_tables_are_told_apart() -> None:
    """What is loaded goes by a name of its own, also if the first one is no longer needed."""
    for name in ("kuhn_poker", "leduc_poker"):
        world = world_of(rulewright.load(name), 2)
        with store.loadable(compiler.compiled(compiler.find(), source_of(world), 0)) as path:
            assert Library(world, path).code.rw_size() == layout_of(world).size


def test_no_word_of_a_definition_reaches_the_text() -> None:
    """The words of the text are those of what is fixed and of the writer; every game has the same ones."""
    words = []
    for name in ("crazy_eights", "ruse_and_bruise"):
        game = rulewright.load(name)
        text = source_of(world_of(game, game.definition.fewest))
        assert text.isascii()
        words.append({re.sub(r"\d+", "", word) for word in re.findall(r"[A-Za-z_]\w*", text)})
        ids = {row.id for _, row in game.definition.rows} | {one.name for one in game.definition.procedures}
        assert not {one for one in ids if len(one) > 5} & set(re.findall(r"[A-Za-z_]\w*", text))
    assert len(words[0] ^ words[1]) < 60


def test_machine_code_is_kept_beside_texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "kept"))
    cache.put_bytes(cache.key("some", "parts"), b"\x00\xff\n\x01")
    assert cache.get_bytes(cache.key("some", "parts")) == b"\x00\xff\n\x01"
    assert cache.get(cache.key("some", "parts")) is None  # no text



def test_lines_of_cells_are_known_before_any_game() -> None:
    """Three in a row of nine cells: eight ways, each of three cells, and nothing but whether a cell is one's own is asked."""
    world = world_for(rulewright.load("tic_tac_toe").definition, 2)
    folds = [one for each in world.definition.functions for one in walk(each.value) if isinstance(one, ir.Fold)]
    found = [one for one in (patterns_of(Writer(world, RULES), fold) for fold in folds) if one is not None]
    first = next(zones[0] for zones in world.zones_of if len(zones) == 9)
    rows = [{first + 3 * y + x for x in range(3)} for y in range(3)]
    columns = [{first + 3 * y + x for y in range(3)} for x in range(3)]
    corners = [{first + 4 * k for k in range(3)}, {first + 2 + 2 * k for k in range(3)}]
    assert {one for _, patterns in found for one in patterns} == set(map(frozenset, rows + columns + corners))
