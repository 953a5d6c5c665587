"""What a seat could do best, with a reason: what is expected to follow, and what would follow instead.

Takes a match and a decision; a bot that knows no more than the seat weighs the options, and the best are played on in worlds
that the seat cannot tell from the true one. What happens before its eyes then, more often than after the next best, is why.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from ..engine import chance
from ..engine.options import Option, OptionKind
from ..players.half_made import Give, give_row, weighed_rows
from ..players.search import SearchBot
from ..table.information_set import Outlook
from ..table.match import Decision, Match
from .foresight import DEALS, Foreseen, foreseen, most_telling

SECONDS = 3.0
MOST = 3
TELLS = 0.5  # so far apart the scores must be on the average that they are told
Weighed = list[tuple[Option, Option, float]]  # an option as it is offered, as the bot has it, and its worth


@dataclass(frozen=True)
class Advice:
    """An option, how the seat stands after it in hundredths, and what often happens then: in how many of the worlds tried, and
    in how many after `instead`, the option that it is held against. `scores` are those of the seat and of its best rival when
    the seat decides again, on the average. `is_only` if there is nothing else to choose."""

    option: Option
    worth: int
    follows: str = ""
    often: int = 0
    of: int = DEALS
    instead: Option | None = None
    otherwise: int = 0
    scores: tuple[float, float] | None = None
    is_only: bool = False


def advise(
    match: Match, decision: Decision, is_stopped: Callable[[], bool] = lambda: False, bot: SearchBot | None = None
) -> list[Advice]:
    """The best options, the best first; raises Stopped if somebody stops it."""
    if len(decision.options) == 1:
        return [Advice(decision.options[0], 100, is_only=True)]
    row = match.open_row(decision.seat)
    picks = () if row is None else match.picks_in(row)
    table, seed = match.copy(watched=True), -1 - match.answer_count  # not that of the game, which tells where the cards lie
    table.rows.clear()
    outlook = Outlook(table, decision.seat, is_stopped=is_stopped)
    if picks:
        give = give_row(decision.seat, picks)
        weighed = weighed_rows(outlook, decision.options, give, chance.seeded(seed), SECONDS)
        best = [(one, one, worth) for one, worth in weighed]
    else:
        give = partial(_give, decision.seat)
        adviser = bot or SearchBot(seed, seconds=SECONDS)
        found = adviser.weigh(outlook.decision, outlook)
        best = _as_offered(found, decision.options)
    if not best:
        return [Advice(decision.options[-1], 100)]
    return _with_reasons(outlook, best[:MOST], give, seed)


def advice_lines(advice: Sequence[Advice], options: Sequence[Option], is_numbered: bool = True) -> list[str]:
    """Each option with its worth, below it what follows more often than after the option that it is held against, and what the
    scores come to; with its number among all that are offered, or without."""
    lines: list[str] = []
    called = [str(number) if is_numbered else f'"{one.text}"' for number, one in enumerate(options, 1)]
    is_told = _tell_apart([one.scores for one in advice])
    for one in advice:
        number = f"{called[options.index(one.option)]:>4}  " if is_numbered else ""
        lines.append(f"{number}{one.option.text}  ({_worth(one)})")
        other = f" ({one.otherwise} after {called[options.index(one.instead)]})" if one.instead is not None else ""
        below = [f"in {one.often} of {one.of} games like this one{other}: {one.follows}"] if one.follows else []
        if is_told and one.scores is not None:
            below.append("score at the next decision: {:.1f} on the average, the best of the others {:.1f}".format(*one.scores))
        lines += [f"{' ' * (8 if is_numbered else 2)}{line}" for line in below]
    return lines


def _worth(one: Advice) -> str:
    return "there is nothing else to choose" if one.is_only else f"stands at {one.worth} of 100"


def _tell_apart(scores: Sequence[tuple[float, float] | None]) -> bool:
    known = [one for one in scores if one is not None]
    return len(known) > 1 and any(max(column) - min(column) >= TELLS for column in zip(*known, strict=True))


def _with_reasons(outlook: Outlook, best: Weighed, give: Give, seed: int) -> list[Advice]:
    """The best is held against the next best, and every other one against the best."""
    best = sorted(best, key=lambda one: -one[2])
    every = foreseen(outlook, [option for _, option, _ in best], give, chance.seeded(seed))
    advice = []
    for number, ((own, _, worth), one) in enumerate(zip(best, every, strict=True)):
        against = (1 if number == 0 else 0) if len(best) > 1 else None
        other: Foreseen | None = None if against is None else every[against]
        follows = most_telling(one, other, outlook.seat)
        otherwise = 0 if other is None else other.lines[follows]
        instead = None if against is None or not follows[0] else best[against][0]
        told = Advice(own, round(100 * worth), follows[0], one.lines[follows], one.worlds, instead, otherwise, one.means)
        advice.append(told)
    return advice


def _give(seat: str, match: Match, option: Option) -> None:
    match.answer(option, seat)


def _as_offered(found: Sequence[tuple[Option, float]], options: Sequence[Option]) -> Weighed:
    """The best that a bot has found, each as it is offered: very many need not be looked through for the others."""
    best: Weighed = []
    for one, worth in found:
        for own in options:
            if _is_same(own, one) and all(own != known for known, _, _ in best):
                best.append((own, one, worth))
        if len(best) >= MOST:
            break
    return best


def _is_same(option: Option, other: Option) -> bool:
    """Whether two options do the same, in whichever order a row is picked."""
    if option.kind is not other.kind or len(option.picks) != len(other.picks):
        return False
    return all(theirs.thing in own.alike for own, theirs in zip(option.picks, other.picks, strict=True)) and (
        bool(option.picks) or option.text == other.text or option.kind is not OptionKind.CHOICE
    )
