"""What can go wrong while rules are carried out.

Raised by the engine with the lines of the definition that led there, so that a designer sees where, and never a traceback.
"""

from __future__ import annotations

from ..errors import RulewrightError
from ..ir.limits import ANSWERS, DEPTH, GAME_STEPS, NUMBER, NUMBERS, OPTIONS, PICKED_NUMBER, STEPS, Limit
from ..model.definition import Definition


class RuleError(RulewrightError):
    """A rule that cannot be carried out: what happened, and the lines that led there."""

    def __init__(self, message: str, trace: tuple[str, ...]) -> None:
        super().__init__(message)
        self.message = message
        self.trace = trace

    @property
    def told(self) -> str:
        return "\n".join((f"error: {self.message}", *(f"  {line}" for line in self.trace)))


class NeverEnds(RuleError):
    """Rules that were stopped after everybody had waited as long as they may."""


class OutOfRange(Exception):
    """A result that is too large to reckon with; `function` is the definition, worth or value in which it came up, if it was
    not in a sentence."""

    def __init__(self, function: int | None = None) -> None:
        super().__init__("a number goes beyond its limits")
        self.function = function


class TooMuch(Exception):
    """More things may have to be looked at between two decisions than anybody could wait for."""


class TooDeep(Exception):
    """Verbs or abilities that call each other, and each of them again."""


class NeedsItself(Exception):
    """A value that is needed for itself, and again and again."""


class TooManyOptions(Exception):
    """A decision with more options than anybody could look through."""


class TooManyNumbers(Exception):
    """A range with more numbers than a rule may go through."""


class Unpickable(Exception):
    """A number that is too large to be picked."""


class Endless(Exception):
    """The rules went on for too long without a decision."""


_WORDS: dict[type[Exception], str] = {
    Endless: f"this never ends, or takes too long: more than {STEPS.most:,} steps without a decision",
    TooMuch: "this takes too long: too many things are looked at without a decision",
    TooDeep: f"this never ends, or goes too deep: more than {DEPTH.most} verbs or abilities, one inside the other",
    NeedsItself: "this never ends: values go on needing each other",
    RecursionError: "this never ends: values go on needing each other",
    OutOfRange: f"a number goes beyond {NUMBER.most:,}",
    TooManyOptions: f"this decision has more than {OPTIONS.most:,} options",
    TooManyNumbers: f"this goes through more than {NUMBERS.most:,} numbers",
    Unpickable: f"a number that is chosen lies between -{PICKED_NUMBER.most:,} and {PICKED_NUMBER.most:,}",
}
STOPPING = tuple(_WORDS)
TROUBLE: tuple[type[Exception], ...] = (RuleError, *STOPPING)


def error_of(problem: Exception, definition: Definition, lines: tuple[str, ...]) -> RuleError:
    """Why rules cannot go on, with the lines of the definition that led there: first that of the formula, if it is apart."""
    message = next(words for kind, words in _WORDS.items() if isinstance(problem, kind))
    function = problem.function if isinstance(problem, OutOfRange) else None
    if function is not None:
        lines = (_line_of(definition, function), *lines)
    return (NeverEnds if isinstance(problem, Endless | TooMuch) else RuleError)(message, lines)


def asked_for(problem: RuleError, definition: Definition, function: int) -> RuleError:
    """The same, with the line of the formula that was asked for if nothing else tells where it came up."""
    return problem if problem.trace else type(problem)(problem.message, (_line_of(definition, function),))


def _line_of(definition: Definition, function: int) -> str:
    formula = definition.functions[function]
    file = definition.files[formula.file] if definition.files else ""
    return f"{file}:{formula.line}: in {formula.name}"


def not_over(most: Limit, what: str = "answers") -> NeverEnds:
    """A game that goes on and on, though each of its answers is carried out."""
    return NeverEnds(f"after {most.most:,} {what} the game is not over; give its turns an until, laps or skip", ())


def stop_if_endless(answers: int, steps: int, most: Limit | None = None) -> None:
    """A game that bots play ends by itself, or after so many answers and steps of its rules."""
    most = most or ANSWERS
    if answers > most.most:
        raise not_over(most)
    if steps > GAME_STEPS.most:
        raise not_over_in_steps(GAME_STEPS)


def not_over_in_steps(most: Limit) -> NeverEnds:
    """A game whose rules look at too much for all the answers that it has."""
    return not_over(most, "steps of its rules")
