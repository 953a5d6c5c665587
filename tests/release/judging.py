"""Whether a definition is treated as every definition must be: refused with located errors, or played alike by all engines.

Takes the files of a definition; returns in one word what became of it, or raises Fault. Nothing may take long.
"""

from __future__ import annotations

import random
import signal
from collections.abc import Iterator
from contextlib import contextmanager

from rulewright.engine.opening import new_state
from rulewright.engine.python.stepper import Stepper
from rulewright.engine.reference.interpreter import Interpreter
from rulewright.engine.trouble import RuleError
from rulewright.engine.worlds import world_for
from rulewright.language.compile import compile_files
from rulewright.language.diagnostics import Complaints, DefinitionError, Diagnostic, catalogue
from rulewright.language.read.files import Files
from rulewright.model.definition import NAMES, Definition
from rulewright.table.match import Match

SECONDS = 2.0  # of processor time, for a definition to be refused or stopped
DECISIONS = 40


class Fault(Exception):
    """What must never happen."""


class TooLong(Exception):
    pass


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    def stop(*_: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def judge(files: Files, seed: int) -> str:
    try:
        with time_limit(SECONDS):
            definition = compile_files(files, Complaints()).definition
    except DefinitionError as problem:
        for one in problem.diagnostics:
            _check_located(one, files)
        return "refused"
    except TooLong:
        raise Fault("more than 2 s to load") from None
    except Exception as problem:
        raise Fault(f"load: {type(problem).__name__}: {problem}") from problem
    return _played(definition, seed)


def _check_located(one: Diagnostic, files: Files) -> None:
    texts = {shown: raw.decode("utf-8", "replace") for shown, raw in files.contents}
    if one.slug not in catalogue() or not one.message:
        raise Fault(f"no sentence: {one}")
    if not one.span.line:
        return
    if one.span.file not in texts:
        raise Fault(f"no such file: {one}")
    lines = texts[one.span.file].splitlines() or [""]
    if one.span.line > len(lines) + 1 or one.span.column > len((*lines, "")[one.span.line - 1]) + 2:
        raise Fault(f"no such place: {one}")


def _played(definition: Definition, seed: int) -> str:
    dice = random.Random(seed)
    players = dice.randint(definition.fewest, definition.most)
    try:
        with time_limit(5 * SECONDS):
            return _alike(definition, NAMES[:players], seed)
    except TooLong:
        raise Fault("more than 2 s to be stopped") from None
    except (Fault, RuleError):
        raise
    except Exception as problem:
        raise Fault(f"play: {type(problem).__name__}: {problem}") from problem


def _alike(definition: Definition, seats: tuple[str, ...], seed: int) -> str:
    """The same answers in the reference and in the step form, then in the run form: all is the same at every decision."""
    options = {one.name: one.default for one in definition.options}
    matches: list[Match | str] = []
    for engine in (Interpreter, Stepper):
        try:
            matches.append(Match.begin(definition, seats, seed, options, True, engine))
        except RuleError as problem:
            matches.append(problem.message)
    walked, stepped = matches
    picks: list[int] = []
    dice = random.Random(seed)
    while isinstance(walked, Match) and isinstance(stepped, Match):
        _compare(walked, stepped)
        if not walked.decisions or len(picks) >= DECISIONS:
            break
        picks.append(dice.randrange(len(walked.decisions[0].options)))
        walked, stepped = (_answered(one, picks[-1]) for one in (walked, stepped))
    if isinstance(walked, str) or isinstance(stepped, str):
        return _stopped(walked, stepped)
    _run_form(definition, walked, seed, picks)
    return "played" if picks else "over at once"


def _answered(match: Match, pick: int) -> Match | str:
    try:
        match.answer(match.decisions[0].options[pick], match.decisions[0].seat)
    except RuleError as problem:
        return problem.message
    return match


def _stopped(walked: Match | str, stepped: Match | str) -> str:
    """A rule that cannot be carried out is told alike by both."""
    messages = [one if isinstance(one, str) else "" for one in (walked, stepped)]
    if messages[0] != messages[1]:
        raise Fault(f"stopped differently: {messages}")
    return "stopped"


def _compare(walked: Match, stepped: Match) -> None:
    if walked.state.table() != stepped.state.table():
        raise Fault("the positions differ")
    if walked.decisions != stepped.decisions:
        raise Fault(f"the decisions differ: {walked.decisions} {stepped.decisions}")
    if walked.log != stepped.log:
        raise Fault("the logs differ")
    if not walked.decisions:
        outcomes = [_outcome(one) for one in (walked, stepped)]
        if outcomes[0] != outcomes[1]:
            raise Fault(f"the results differ: {outcomes}")
    for seat in walked.seats:
        walked.view(seat)


def _outcome(match: Match) -> str:
    try:
        return str(match.result)
    except RuleError as problem:
        return problem.message


def _run_form(definition: Definition, walked: Match, seed: int, picks: list[int]) -> None:
    class Enough(Exception):
        pass

    left = list(picks)

    def policy(state: object, seat: int, count: int, site: int) -> int:
        if not left:
            raise Enough
        return left.pop(0)

    state = new_state(world_for(definition, len(walked.seats), walked.options), seed)
    try:
        run = Stepper(state, walked.seats)
        run.start()
        run.play_out(policy)
    except Enough:
        return  # in the middle of a run the tables need not be the same
    except RuleError as problem:
        raise Fault(f"only the run form stops: {problem.message}") from problem
    if state.table() != walked.state.table():
        raise Fault("the run form ends otherwise")
