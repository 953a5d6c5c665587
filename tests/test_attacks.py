"""No page of YAML makes anybody wait: whatever would never end is refused at load or stopped, by every engine at one sentence.

Each attack is a few lines that ask for more than any table could wait for. Refused is one with an error at its place; stopped
is one with the same message and the same lines by every engine, and the position is the one before the answer.
"""

from __future__ import annotations

import re
import resource
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from rulewright import DefinitionError, Game, load
from rulewright.engine.opening import new_state
from rulewright.engine.options import bound
from rulewright.engine.python.stepper import Stepper
from rulewright.engine.reference.interpreter import Interpreter
from rulewright.engine.trouble import RuleError
from rulewright.engine.worlds import world_for
from rulewright.study.coverage import cover
from rulewright.telling.entries import Change, Entry, Say
from rulewright.telling.silence import Silence
from written import write_game

PATIENCE = 8  # seconds of the processor, of which two are meant where nothing else runs
MEGABYTES = 500

TABLE = """
name: Attack
players: 2
types:
  hue: [red, green, blue, white, black]
components:
  lamp:
    starts in: den
    columns: {hue: hue, size: number}
    cross: {hue: hue, size: [1, 2, 3, 4, 5, 6, 7, 8]}
  moth:
    copies: 40
    starts in: nest
    CARD
  pebble: {copies: 900, starts in: heap}
zones:
  den: {holds: lamp, seen by: everyone}
  heap: {holds: pebble, seen by: everyone}
  nest: {holds: moth, seen by: everyone}
  cell: {size: 30 by 30, holds: [lamp, moth, pebble], seen by: everyone}
  pile: {count: 50, holds: [lamp, moth, pebble], seen by: everyone}
variables:
  found: {type: number}
  level: {type: number 0 to 9}
  marked: {of: lamp, type: flag}
values:
  glow: {of: moth, starts: 1}
  mass: {of: moth, starts: 2}
DEFINE
flow:
  - turns: player
    laps: 2
    do:
      - may: go on
        do: ACT
      - say: "{found} {level} {count of moths with glow > 0} {count of moths with mass > 0} {count of marked lamps}"
      - move every lamp in (every pile) to den
      - move every pebble in (every pile) to heap
      - move every moth in (every pile) to nest
      - move every pebble in (every cell) to heap
      - mark every lamp in den as marked
      - set level to found
RESULT
"""
RESULT = "result: {score: found}"


def repeated(*sentences: str) -> str:
    """Sentences that are done again and again."""
    rows = "".join(f"\n            - {one}" for one in sentences)
    return f"\n        - repeat: 1000000\n          do:{rows}"


def nested(kinds: list[str], sentence: str) -> str:
    """Loops in loops; each is `repeat: n` or `each: things`."""
    text = ""
    for depth, kind in enumerate(kinds):
        text += f"\n{'    ' * depth}        - {kind}\n{'    ' * depth}          do:"
    return f"{text}\n{'    ' * len(kinds)}        - {sentence}"


def verbs(*rows: str) -> str:
    return "define:\n" + "\n".join(f"  {row}" for row in rows)


def chain(times: int, first: str, form: str) -> str:
    return verbs(first, *(form.format(one=one, before=one - 1) for one in range(1, times + 1)))


Attack = tuple[str, str, str, str]  # definitions, what is done, the score, what a card says
PLAIN = "raise found by 1"


def attack(act: str = PLAIN, define: str = "", result: str = RESULT, card: str = "") -> Attack:
    return define, act, result, card


REVEALED = "abilities:\n      - when: this is revealed\n        do: {}"
ALWAYS = "abilities:\n      - always: {}"
ATTACKS: dict[str, Attack] = {
    # ---- loops
    "a loop": attack(repeated(PLAIN)),
    "loops in loops": attack(nested(["repeat: 60"] * 4, PLAIN)),
    "each zone, card and player": attack(nested(["each: cell", "each: lamp", "each: player"], PLAIN)),
    "each of all in each of all": attack(nested(["each: pebble", "each: pebble"], PLAIN)),
    "a loop until what never comes": attack(
        "\n        - repeat: 1000000\n          until: found is -1\n          do: raise found by 1"
    ),
    "nothing again and again": attack(repeated("set found to 1")),
    # ---- verbs
    "a verb that calls itself": attack("dig", verbs("dig:\n    do:\n      - raise found by 1\n      - dig")),
    "two verbs that call each other": attack("dig", verbs("dig: {do: fill}", "fill: {do: dig}")),
    "a verb that calls itself twice": attack("dig", verbs("dig:\n    do:\n      - raise found by 1\n      - dig\n      - dig")),
    "verbs that call others four times": attack(
        "dig_9", chain(9, "dig_0: {do: raise found by 1}", "dig_{one}: {{do: [" + ", ".join(["dig_{before}"] * 4) + "]}}")
    ),
    "a long chain of verbs": attack("dig_150", chain(150, "dig_0: {do: raise found by 1}", "dig_{one}: {{do: dig_{before}}}")),
    # ---- abilities
    "an ability that causes itself": attack(
        "reveal first moth in nest", card=REVEALED.format("[turn this face down, reveal this]")
    ),
    "abilities of all cards that cause each other": attack(
        "reveal every moth in nest",
        card=REVEALED.format("[turn every moth in nest face down, reveal every moth in nest]"),
    ),
    # ---- formulas
    "formulas that ask twice and twice again": attack(
        "set found to twice_25",
        chain(25, "twice_0: {is: count of lamps in den}", "twice_{one}: {{is: twice_{before} + twice_{before}}}"),
    ),
    "formulas in a loop": attack(
        repeated("set found to twice_9"),
        chain(
            9, "twice_0: {is: count of lamps in den}", "twice_{one}: {{is: twice_{before} + twice_{before} - twice_{before}}}"
        ),
    ),
    "a long chain of formulas": attack(
        "set found to long_150", chain(150, "long_0: {is: found}", "long_{one}: {{is: long_{before} + 1}}")
    ),
    "a formula that needs itself": attack("set found to deep", verbs("deep: {is: deep + 1}")),
    "cards among cards among cards": attack(
        "set found to count of pebbles with (count of pebbles with (count of pebbles with found > 3) > found) > 2"
    ),
    "cards among cards, again and again": attack(
        repeated("set found to count of lamps with (count of lamps with found > 3) > 2")
    ),
    "ranks of ranks": attack(
        "set found to sum of rank_3 of lamps",
        chain(
            3,
            "rank_0: {of: lamp, is: count of lamps with size of it > size of this}",
            "rank_{one}: {{of: lamp, is: count of lamps with rank_{before} of it > rank_{before} of this}}",
        ),
    ),
    "the best of the best": attack(repeated("set found to size of (first lamp in den by most size, then least position)")),
    "where cards lie": attack(repeated("set found to sum of position of pebbles in heap")),
    "looking into many empty zones": attack(repeated("set found to count of pebbles in (every cell) and in heap")),
    "moving what lies in none of many zones": attack(repeated("move every lamp in (every cell) to den")),
    "ranges of numbers": attack(repeated("set found to count of numbers from 1 to 9999 with it > found")),
    "ranges in ranges": attack(
        "set found to count of numbers from 1 to 9999 with (count of numbers from 1 to 9999 with it > found) > 3"
    ),
    "huge numbers": attack(repeated("set found to found * 1000 + 1")),
    # ---- ways
    "ways on ways": attack(
        "set found to count of cells reachable from cell 1 through long_way",
        verbs(
            "open_way: {of: cell, with: {next_cell: cell}, is: 1 > 0}",
            "long_way: {of: cell, with: {next_cell: cell}, is: (count of cells reachable from this through open_way) > 3}",
        ),
    ),
    "ways again and again": attack(
        repeated("set found to count of cells reachable from cell 1 through open_way"),
        verbs("open_way: {of: cell, with: {next_cell: cell}, is: 1 > 0}"),
    ),
    # ---- what cards do always
    "a value that needs itself": attack(
        "set found to sum of glow of moths in nest", card=ALWAYS.format("this gets +(glow of this) glow")
    ),
    "values of all cards that need each other": attack(
        "set found to sum of glow of moths in nest", card=ALWAYS.format("every moth in nest gets +(glow of this) glow")
    ),
    "two values that need each other": attack(
        "set found to sum of glow of moths",
        card=ALWAYS.format("this gets +(mass of this) glow") + "\n      - always: this gets +(glow of this) mass",
    ),
    "values that go through all cards": attack(
        repeated("set found to sum of glow of moths in nest"), card=ALWAYS.format("every moth in nest gets +1 glow")
    ),
    # ---- chance
    "a random number of many": attack(
        "\n        - repeat: 1000000\n          do:\n            - choose: a random number from 1 to 9999 as lot\n"
        "            - set found to lot"
    ),
    # ---- moving and telling
    "moving all cards to and fro": attack(
        repeated("move every pebble in heap to pile 1", "move every pebble in pile 1 to heap")
    ),
    "swapping": attack(nested(["repeat: 20000"], "swap heap and pile 1")),
    "shuffling": attack(repeated("shuffle heap")),
    "showing": attack(repeated("show every pebble in heap to every player")),
    "moving while much is shown": attack(
        "\n        - show every pebble in heap to every player" + repeated("move first moth in nest to nest")
    ),
    "marking until later": attack(repeated("mark every lamp as marked until end of turn")),
    "marking": attack(repeated("unmark every lamp as marked", "mark every lamp as marked")),
    "turning all over": attack(repeated("turn every pebble in heap face down", "turn every pebble in heap face up")),
    "telling much": attack(repeated('say: "{}"'.format(" ".join(["{found}"] * 40)))),
    "telling all cards": attack(repeated('say: "{den} {den} {den} {den} {den}"')),
    # ---- places
    "steps from place to place": attack(
        repeated("set found to count of cells with (count of pebbles in north of north of east of it) > 0")
    ),
    # ---- choosing
    "nobody chooses among many": attack(
        "\n        - repeat: 1000000\n          do:\n            - by: first player with found > 1000\n"
        "              choose: a pebble in heap as one\n              option: take {one}"
    ),
    "pairs of many": attack(
        "\n        - choose: a pebble in heap as one and a pebble in heap as two\n          option: take {one} and {two}"
    ),
    "sets that hardly fit": attack(
        "\n        - choose: 12 to 20 lamps in den as few\n"
        "          such that: ['sum of size of few <= 30', different(size) of few]"
    ),
    "groups of all": attack(
        "set found to worth(heap_of) of den",
        "groupings:\n  heap_of:\n    of: lamp\n    patterns:\n      one_hue: {same: hue, size: 3 to any, worth: size * size}\n"
        "      some_of_them: {size: 2 to any, worth: size * size}",
    ),
    # ---- results
    "a score that looks at all of all": attack(
        result="result: {score: count of pebbles with (count of pebbles with (count of lamps with it is it) > found) > found}"
    ),
    "a score that ranks all by all": attack(
        result="result: {score: index of (first cell by most (count of pebbles with position of it > found))}"
    ),
    "a score that is a sum of scores": attack(result="result: {score: sum of score of players}"),
}


def game_of(attack: Attack, folder: Path) -> Game | None:
    """The game, if it is not refused; then it was at a place of its own file."""
    define, act, result, card = attack
    text = TABLE.replace("CARD", card).replace("DEFINE", define).replace("ACT", act).replace("RESULT", result)
    write_game(folder, text)
    try:
        return load(folder)
    except DefinitionError as problem:
        assert {one.slug for one in problem.diagnostics} <= {"too-dear", "too-many", "needs-itself"}, str(problem)
        return None


def stopped(play: Callable[[], object]) -> tuple[str, tuple[str, ...]] | None:
    """Why and where rules stop; None if they do not."""
    started = time.process_time()
    try:
        play()
    except RuleError as problem:
        return problem.message, problem.trace
    finally:
        assert time.process_time() - started < PATIENCE
    return None


def scored(runner: Interpreter | Stepper) -> tuple[str, tuple[str, ...]] | None:
    return stopped(lambda: runner.ask(runner.definition.score, (0, 0)))  # type: ignore[arg-type]


def answered(runner: Interpreter | Stepper) -> tuple[str, tuple[str, ...]] | None:
    """What becomes of the first answer."""
    runner.start()
    runner.run()
    option = runner.decisions()[0].options[0]
    return stopped(lambda: runner.answer(0, *bound(option)))


def played_out(runner: Stepper) -> tuple[str, tuple[str, ...]] | None:
    runner.start()
    return stopped(lambda: runner.play_out(lambda state, seat, count, site: 0))


def most_memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


@pytest.mark.parametrize("name", ATTACKS)
def test_nobody_waits_and_every_engine_stops_at_the_same_sentence(name: str, tmp_path: Path) -> None:
    started, memory = time.process_time(), most_memory()
    game = game_of(ATTACKS[name], tmp_path)
    assert time.process_time() - started < PATIENCE
    if game is None:
        return
    world, seats = world_for(game.definition, 2), ("Ada", "Bo")
    found = {scored(engine(new_state(world, 1), seats)) for engine in (Interpreter, Stepper)}
    assert len(found) == 1
    at_the_end = found.pop()
    found = {answered(engine(new_state(world, 1), seats)) for engine in (Interpreter, Stepper)}
    found.add(played_out(Stepper(new_state(world, 1), seats)))
    assert len(found) == 1
    in_between = found.pop()
    assert in_between or at_the_end
    assert all(str(tmp_path) in one[1][0] for one in (in_between, at_the_end) if one and one[1])
    match = game.new_match(2, seed=1)
    before = match.state.key()
    assert bool(stopped(lambda: match.answer(match.decisions[0].options[0]))) is bool(in_between)
    assert not in_between or match.state.key() == before
    assert most_memory() - memory < MEGABYTES * 1024


# ---------------------------------------------------------------- what is told and shown

HARD = (
    "groupings:\n  heap_of:\n    of: lamp\n    patterns:\n"
    "      ladder: {run: size, different: hue, size: 3 to any, worth: size}"
)
UNTELLABLE: dict[str, Attack] = {
    "a grouping": attack('\n        - say: "it is {worth(heap_of) of den}"', HARD),
    "many groupings": attack('\n        - say: "it is {}"'.format("{worth(heap_of) of den}" * 60), HARD),
    "a number": attack('\n        - let: {large: 1000000000}\n        - say: "it is {large * large}"'),
    "what needs itself": attack(
        '\n        - say: "it is {sum of glow of moths}"', card=ALWAYS.format("this gets +(glow of this) glow")
    ),
}


@pytest.mark.parametrize("name", UNTELLABLE)
def test_what_cannot_be_worked_out_is_left_open_and_stops_nobody(name: str, tmp_path: Path) -> None:
    game = game_of(UNTELLABLE[name], tmp_path)
    assert game is not None
    match = game.new_match(2, seed=1)
    started = time.process_time()
    match.answer("go on")
    told = [line.public for line in match.log if line.public.startswith("it is")]
    assert told and set(told[0].removeprefix("it is ")) == {"…"}
    match.view("Ada")
    assert time.process_time() - started < PATIENCE


def test_a_reason_with_more_steps_than_can_be_read_is_not_told(tmp_path: Path) -> None:
    """Neither in the log, nor to somebody who asks: one sentence says so, and the value is shown all the same."""
    pebbles = "set found to count of pebbles with position of it > (count of lamps with size of it > 3)"
    game = game_of(attack(f"[{pebbles}]"), tmp_path)
    assert game is not None
    match = game.new_match(2, seed=1)
    match.answer("go on")
    (told,) = [line.public for line in match.log if line.public.startswith("found")]
    assert re.fullmatch(r"found rises to \d+", told)  # and not why
    with pytest.raises(RuleError, match="too many things"):
        game.why(match, pebbles.removeprefix("set found to "), "Ada")
    assert match.view("Ada").facts


DEAR: dict[str, Attack] = {
    "a score": attack(result="result: {score: count of pebbles with (count of pebbles with position of it > found) > found}"),
    "ways of a score": attack(
        define=verbs("open_way: {of: cell, with: {next_cell: cell}, is: 1 > 0}"),
        result="result: {score: count of cells with (count of cells reachable from it through open_way) > 3}",
    ),
    "a condition of every zone": attack(
        define=verbs("gloomy: {of: cell, is: (count of pebbles with position of it > 3) > 2}")
    ),
    "a value of every card": attack(card=ALWAYS.format("every moth gets +(count of pebbles with position of it > 3) glow")),
    "groupings of every card": attack(define=HARD, card=ALWAYS.format("every moth gets +(worth(heap_of) of den) glow")),
    "thousands of options": attack(
        "\n        - offer:"
        + "".join(
            f"\n            - option: pick {{one}} in {number}\n              choose: a pebble in heap as one\n"
            "              do: raise found by 1"
            for number in range(10)
        )
    ),
}


@pytest.mark.parametrize("name", DEAR)
def test_nobody_waits_for_the_table_to_be_shown(name: str, tmp_path: Path) -> None:
    game = game_of(DEAR[name], tmp_path)
    assert game is not None
    match = game.new_match(2, seed=1)
    stopped(lambda: match.answer("go on"))
    started = time.process_time()
    assert match.view("Ada").zones and match.view(None).zones
    assert time.process_time() - started < PATIENCE


# ---------------------------------------------------------------- many options that are written out


def offered(count: int) -> str:
    """So many options, the last of which offers as many again."""
    row = "\n{indent}- option: {word} {one}\n{indent}  do: set found to {sign}{one}"
    rows = "".join(row.format(indent=" " * 12, word="take", sign="", one=one) for one in range(count - 1))
    inner = "".join(row.format(indent=" " * 20, word="dig", sign="-", one=one) for one in range(count))
    return f"\n        - offer:{rows}\n            - option: look closer\n              do:\n                - offer:{inner}"


def test_a_hundred_options_can_be_written_and_every_engine_takes_them(tmp_path: Path) -> None:
    game = game_of(attack(offered(100)), tmp_path)
    assert game is not None
    for engine in ("reference", "python"):
        for words, found in (("take 57", 57), ("look closer", -99)):
            match = game.new_match(2, seed=1, engine=engine)
            for answer in ("go on", words, *(["dig 99"] if words == "look closer" else [])):
                match.answer(answer)
            assert match.scores == {"Ada": found, "Bo": found}
    played = game.new_match(2, seed=1).copy()
    played.runner.play_out(lambda state, seat, count, site: count - 1)
    assert played.is_over


def test_more_options_than_can_be_read_are_refused(tmp_path: Path) -> None:
    assert game_of(attack(offered(101)), tmp_path) is None


DEAR_SCORE = """
name: Twelve
players: 12
components:
  pebble: {copies: 900, starts in: heap}
zones:
  heap: {holds: pebble, seen by: everyone}
variables:
  found: {type: number}
flow:
  - turns: player
    laps: 1
    do:
      - may: go on
        do: raise found by 1
result: {score: count of pebbles with (count of pebbles with it is it) > found}
"""


def test_nobody_waits_for_twelve_dear_scores(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(DEAR_SCORE, encoding="utf-8")
    game = load(tmp_path)
    match = game.new_match(12, seed=1)
    while match.decisions:
        match.answer("go on")
    started = time.process_time()
    cover(game, games=1)
    assert match.log and "score of" not in " ".join(line.public for line in match.log)
    assert time.process_time() - started < PATIENCE


# ---------------------------------------------------------------- texts that could read alike in very many ways

HOLES = """
name: Holes
players: 2
components: {pebble: {starts in: purse, per: player}}
zones: {purse: {per: player, holds: pebble, form: hand, seen by: owner}, bin: {holds: pebble, seen by: nobody}}
counters: {coins: {of: player}}
flow:
  - turns: player
    laps: 1
    do:
      - offer:
          - {option: ALIKE, do: gain 1 coin}
          - {choose: a pebble in purse as one, option: HOLED, do: move one to bin}
result: {score: coins}
"""


def test_nobody_waits_to_be_told_an_answer_that_a_text_of_many_holes_could_mean(tmp_path: Path) -> None:
    alike, holed = " ".join(["a"] * 50), " a ".join(["{one}"] * 30)
    for end in ("", " b"):
        (tmp_path / "game.yaml").write_text(HOLES.replace("ALIKE", alike).replace("HOLED", f'"{holed}{end}"'), encoding="utf-8")
        match = load(tmp_path).new_match(2, seed=1)
        match.answer(alike)
        started = time.process_time()
        assert [line.public for line in match.log][-2:] == [f"Ada: {alike}", "Ada gains 1 coin (1)"]
        assert time.process_time() - started < PATIENCE


# ---------------------------------------------------------------- very much that happens after one answer

COUNTED = "counters: {coins: {of: player}}"
MUCH: dict[str, tuple[str, int]] = {  # what happens 1,200 times, and how many lines tell it
    "what is set, told by nobody": ("raise found by 1", 1),
    "what the game says, too": ("gain 1 coin", 0),
    "what is decided": ("\n        - let: {richest: first player by most coins}\n        - give 1 coin to richest", 2),
    "cards that are moved and named": (
        '\n        - move first pebble in heap to pile 1\n        - say: "{first card in pile 1} goes"'
        "\n        - move first card in pile 1 to heap", 2,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", MUCH)
def test_what_is_told_of_one_answer_takes_time_in_step_with_it(name: str, tmp_path: Path) -> None:
    act, lines = MUCH[name]
    said = '\n            - say: "{player} gains 1 coin"' if act == "gain 1 coin" else ""
    rows = act.replace("\n        ", "\n            ") if act.startswith("\n") else f"\n            - {act}{said}"
    game = game_of(attack(f"\n        - repeat: 1200\n          do:{rows}", COUNTED), tmp_path)
    assert game is not None
    match = game.new_match(2, seed=1)
    match.answer("go on")
    started = time.process_time()
    assert len(match.log) >= 1200 * max(lines, 1)
    assert time.process_time() - started < PATIENCE


class Counted(list[Entry]):
    """Entries, with how often one of them was looked at."""

    looks = 0

    def __getitem__(self, which: Any) -> Any:
        self.looks += 1
        return super().__getitem__(which)

    def __iter__(self) -> Iterator[Entry]:
        self.looks += len(self)
        return super().__iter__()


@pytest.mark.parametrize("what", ["texts", "rounds"])
def test_what_goes_without_saying_is_found_in_one_look_at_each_entry(what: str, tmp_path: Path) -> None:
    game = game_of(attack(), tmp_path)
    assert game is not None
    said = [Say(f"it is {number}") for number in range(1000)]
    rounds = [Change("set", "round", None, number, number + 1) for number in range(1000)]
    entries = Counted(said if what == "texts" else rounds)
    silence = Silence(world_for(game.definition, 2), ("Ada", "Bo"), entries, [None] * 1000)
    entries.looks = 0
    assert not any(silence.told_by(number) for number in range(1000))
    assert not any(silence.is_known(one) for one in rounds)
    assert entries.looks <= 5 * 1000
