"""Rules written out as Python play the same game as the reference interpreter, decision by decision."""

from __future__ import annotations

import ast
import json
import os
import random
import re
from collections.abc import Iterator

import pytest
import rulewright
from companions import BY_CHANCE, PYTHON
from lockstep import Lockstep
from rulewright.engine.flatten import codes_of
from rulewright.engine.opening import new_state
from rulewright.engine.program.pieces import Build
from rulewright.engine.python.module import Source, source_of
from rulewright.engine.python.stepper import Stepper
from rulewright.engine.reference.interpreter import Interpreter
from rulewright.engine.worlds import world_for
from rulewright.ir.analysis.none_ness import Facts
from rulewright.table.match import Match
from run_form import drawn as played_by_chance
from run_form import stepper_at
from written import game_in

GAMES = int(os.environ.get("RULEWRIGHT_GAMES", "6"))


def optional(game) -> Iterator[dict[str, str]]:
    """The options as they are, and each flag the other way round."""
    yield {}
    for option in game.definition.options:
        if option.type.sort == "flag":
            yield {option.name: "no" if option.default else "yes"}


@pytest.mark.by_turns
def test_three_engines_play_the_same_game(table) -> None:
    definition, names = table.game.definition, table.game.check_seats(table.players)
    games = max(1, GAMES // (definition.most - definition.fewest + 1) // len(list(optional(table.game))))
    for options in optional(table.game):
        world = world_for(definition, table.players, table.game.check_options(options, names))
        for seed in range(games):
            assert Lockstep(world, names, seed, (*PYTHON, BY_CHANCE)).play()


def test_a_playout_can_begin_at_any_decision(smallest) -> None:
    """From the middle of an effect to the end, in step with a match that answers the same."""
    picks = random.Random(3)
    for number, match in enumerate(smallest.decisions(2)):
        if number % 8 or not match.decisions:
            continue
        other, state, drawn = match.copy(), match.state.copy(), match.state.copy()
        draws: list[float] = []

        def policy(state, seat: int, count: int, site: int, other=other, draws=draws) -> int:
            decision = other.decisions[0]
            assert (other.seats[seat], len(decision.options)) == (decision.seat, count)
            assert state.table() == other.state.table()
            pick = picks.randrange(count)
            draws.append((pick + 0.5) / count)
            other.answer(decision.options[pick], decision.seat)
            return pick

        stepper_at(state).play_out(policy)
        stepper_at(drawn).play_by_chance(iter(draws).__next__)
        assert not other.decisions and state.table() == other.state.table() == drawn.table()


def test_an_ability_with_few_places_can_wait_for_its_turn() -> None:
    """Of several abilities of a card, those behind one that waits stand on the stack with all that they were given."""
    tried = 0
    for name in rulewright.shipped():
        match = rulewright.load(name).new_match(seed=1, watched=False)
        world, codes = match.state.world, codes_of(match.definition)
        for node in Facts(match.definition).dispatches:
            for row, procedure in node.table if node.sort == "card" and node.index is None else ():
                if codes[procedure].slots == 2:
                    card = world.cards_of_row[row][0]
                    states = [match.state.copy() for _ in range(2)]
                    for state in states:
                        state.stack.append((procedure, 0, (0, card)))
                    Interpreter(states[0], match.seats).run()
                    Stepper(states[1], match.seats).run()
                    assert states[0].table() == states[1].table()
                    tried += 1
    assert tried


NOTHING_WANTED = """
name: Nothing Wanted
about: What is wanted is named anew each turn, and at first nothing is.
players: 2
types:
  ware: [salt, wool]
components:
  crate:
    starts in: quay
    columns: {ware: ware}
    rows:
      sack: {name: Sack, ware: salt}
      bale: {name: Bale, ware: wool}
zones:
  quay: {seen by: everyone}
variables:
  wanted: {type: ware}
  counted: {type: number 0 to 9}
define:
  fitting: {of: crate, is: ware is wanted}
flow:
  - turns: player
    laps: 2
    do:
      - let: {found: every fitting crate}
      - set counted to counted + count of crates in found
      - choose: a ware as named
        option: name {named}
      - set wanted to named
result:
  score: counted
  winner: best player by most score
"""


def test_a_list_that_depends_on_nothing_yet_is_empty(tmp_path) -> None:
    """What is remembered until a variable changes must also be worked out where the variable is none."""
    game = game_in(tmp_path, NOTHING_WANTED)
    for engine in (Interpreter, Stepper):
        match = Match.begin(game.definition, ("Ada", "Bo"), 1, {}, watched=False, engine=engine)
        while match.decisions:
            match.answer(match.decisions[0].options[0])
        assert match.scores == {"Ada": 3, "Bo": 3}
    state = new_state(match.state.world, 1)
    played_by_chance(state, lambda: 0.0)
    assert state.table() == match.state.table()


def whole_source(definition, rows: bool = False) -> str:
    source = Source(definition, Build.ROWS if rows else Build.PLAIN)
    return "".join(source.text(piece) for piece in source.pieces())


@pytest.mark.parametrize("name", rulewright.shipped())
def test_the_source_holds_no_word_of_a_definition_and_only_calls_of_the_kit(name: str) -> None:
    definition = rulewright.load(name).definition
    source = whole_source(definition, rows=True)
    check_words(definition, source)
    check_calls(ast.parse(source))


def check_words(definition, source: str) -> None:
    words = {row.id for _, row in definition.rows} | {row.name for _, row in definition.rows} | set(definition.texts)
    words |= {procedure.name for procedure in definition.procedures} | set(definition.steps)
    assert [word for word in sorted(words) if f"'{word}'" in source or f'"{word}"' in source] == []


def test_every_line_names_the_line_it_came_from() -> None:
    definition = rulewright.load("ruse_and_bruise").definition
    lines = source_of(definition).text(f"p{definition.flow}").splitlines()
    body = [line for line in lines[1:] if not line.startswith("    v") and " = S." not in line]
    assert sum("  # " in line for line in body) > 0.9 * len(body)


HOSTILE = [
    'quote " and \' and \\ and """',
    "line one\n    import os  # two",
    "__import__('os')",
    "right \u202e to left",
    "a" * 10_000,
    "%s and $x",
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_texts_change_nothing(text: str, own_copy) -> None:
    """The name of a card, the words of an option and of the log: nothing of it reaches the source."""
    folder = own_copy(rulewright.load("kuhn_poker").folder, "kuhn_poker")
    for path in folder.glob("*.yaml"):
        path.write_text(path.read_text("utf-8").replace("option: bet", f"option: {json.dumps('bet ' + text)}"), "utf-8")
    try:
        hostile = rulewright.load(folder)
    except rulewright.DefinitionError as problem:
        assert all(one.slug for one in problem.diagnostics)  # refused in words, which is harmless too
        return
    assert whole_source(hostile.definition, True) == whole_source(rulewright.load("kuhn_poker").definition, True)


def test_hostile_identifiers_are_only_numbers_in_the_source(own_copy) -> None:
    """A card called like a keyword, a builtin or a name that the source uses itself."""
    folder = own_copy(rulewright.load("kuhn_poker").folder, "kuhn_poker")
    for path in folder.rglob("*.yaml"):
        text = path.read_text("utf-8")
        for old, new in (("jack", "class"), ("queen", "__builtins__"), ("king", "S")):
            text = re.sub(rf"\b{old}\b", new, text)
        path.write_text(text, "utf-8")
    try:
        hostile = rulewright.load(folder)
    except rulewright.DefinitionError as problem:
        assert all(one.slug for one in problem.diagnostics)
        return
    assert whole_source(hostile.definition) == whole_source(rulewright.load("kuhn_poker").definition)


def check_calls(tree: ast.Module) -> None:
    """Source holds plain statements and calls of names that we made: no imports, classes, lambdas or attributes of others."""
    allowed, nodes = {"S", "R"}, list(ast.walk(tree))
    kinds = {type(node) for node in nodes}
    assert not kinds & {ast.Import, ast.ImportFrom, ast.ClassDef, ast.Lambda, ast.Global, ast.Nonlocal, ast.With, ast.Try}
    called = {node.func.id for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    assert not called & {"eval", "exec", "open", "getattr", "setattr", "compile", "print", "input", "__import__"}
    used = [node for node in nodes if isinstance(node, ast.Attribute)]
    methods = {"get", "append", "count", "index", "remove", "isdisjoint", "setdefault", "next_candidates", "end", "values"}
    assert all(node.attr in methods or getattr(node.value, "id", "") in allowed for node in used)
