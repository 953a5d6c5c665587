"""What becomes of a case when all engines play it in lockstep, and when the same answers come in another order.

The reference leads; the others are those of `companions`, as far as they are on this machine. A planted fault changes what the
reference does, and nothing else, while it is being asked.
"""

from __future__ import annotations

import random
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from functools import lru_cache

from companions import BY_CHANCE, NATIVE, PYTHON, DebugNative
from lockstep import Beside, Differs, Fault, Lockstep, Stopped, same
from rulewright.engine.native import libraries
from rulewright.engine.opening import new_state
from rulewright.engine.protocol import Maker
from rulewright.engine.python.stepper import Stepper
from rulewright.engine.reference.interpreter import Interpreter
from rulewright.engine.world import World
from rulewright.engine.worlds import world_for
from rulewright.language.compile import compile_files
from rulewright.language.diagnostics import Complaints, DefinitionError
from rulewright.language.read.files import Files
from rulewright.model.definition import NAMES, Definition

from .orders import Given, TakesAnother, by_people, with_seats_mixed

MOST_DECISIONS = 60
BESIDE: dict[str, tuple[Beside, ...]] = {"python": PYTHON, "by chance": (BY_CHANCE,), "native": NATIVE}
MAKERS: dict[str, Maker] = {"python": Stepper, "native": DebugNative}  # those that can be answered in any order
QUICK, EVERY = ("python",), tuple(BESIDE)  # what plays beside the reference; to compile C takes most of the time of a case


@dataclass(frozen=True)
class Verdict:
    """What became of a case: `played`, `refused`, `over at once`, `stopped`, `cut` or `differs`, and the answers so far."""

    kind: str
    why: str = ""
    answers: tuple[str, ...] = ()
    orders: tuple[str, ...] = ()  # what was played again in another order
    engines: tuple[str, ...] = ()  # what played beside the reference

    @property
    def headline(self) -> str:
        """What differs, without the figures."""
        return self.why.partition("…")[0]


@lru_cache(maxsize=256)
def compiled(text: str) -> Definition | None:
    """The definition that a text says, if it is one."""
    try:
        return compile_files(Files("case", (("game.yaml", text.encode()),)), Complaints()).definition
    except DefinitionError:
        return None


def judge(text: str, seed: int, engines: tuple[str, ...] = QUICK, game: int = 0) -> Verdict:
    definition = compiled(text)
    return Verdict("refused") if definition is None else judge_definition(definition, seed, engines, game=game)


def seats_of(definition: Definition, seed: int) -> tuple[str, ...]:
    return NAMES[: random.Random(seed).randint(definition.fewest, definition.most)]


def world_of(definition: Definition, players: int) -> World:
    return world_for(definition, players, {one.name: one.default for one in definition.options})


def engines_for(world: World, wanted: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the wanted that can play a world on this machine."""
    return tuple([one for one in wanted if one != "native" or not libraries.why_not(world)])


def judge_definition(
    definition: Definition, seed: int, engines: tuple[str, ...] = QUICK, fault: Fault = nullcontext, game: int = 0
) -> Verdict:
    """One game: `seed` says who sits at the table, and with `game`, which of the games there it is."""
    seats = seats_of(definition, seed)
    world = world_of(definition, len(seats))
    engines = engines_for(world, engines)
    beside = [make for one in engines for make in BESIDE[one]]
    run, orders, why = Lockstep(world, seats, seed + game, beside, fault=fault), (), ""
    try:
        is_over = run.play(MOST_DECISIONS)
        orders = _in_other_orders(run, engines) if is_over else ()
        kind = "cut" if not is_over else "played" if run.answers else "over at once"
    except Differs as problem:
        kind, why = "differs", str(problem)
    except Stopped as problem:
        kind, why = "stopped", str(problem)
    except Exception as problem:
        kind, why = "differs", f"an engine breaks: {type(problem).__name__}: {problem}"
    answers = tuple([f"{one.decision.seat}: {one.option.text}" for one in run.answers])
    return Verdict(kind, why, answers, orders, engines)


def _in_other_orders(run: Lockstep, engines: tuple[str, ...]) -> tuple[str, ...]:
    """The same answers in another order lead to the same position."""
    given = [Given.of(one) for one in run.answers]
    wanted, found = run.walked.state.key(), ()
    if run.at_once:
        for maker in (Interpreter, *[MAKERS[one] for one in engines if one in MAKERS]):
            engine = maker(new_state(run.world, run.seed), run.seats)
            same("seats in another order", wanted, with_seats_mixed(engine, given, run.seed).key())
        found += ("seats",)
    if run.at_once or any(one.before for one in given):
        with suppress(TakesAnother):
            same("picks in another order", wanted, by_people(run.world.definition, run.seats, run.seed, given).key())
        found += ("picks",)
    return found
