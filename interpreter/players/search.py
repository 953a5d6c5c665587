"""A bot that searches: information-set Monte Carlo tree search.

Takes a decision and re-dealt positions; grows one tree of answers over all of them and returns the option that did best. What
can be answered may differ from deal to deal, so a node also counts how often each answer was to be had (Cowling, Powley,
Whitehouse: Information Set Monte Carlo Tree Search, 2012). The seat's own options are compared on the same deals, and after
each round the worse half of them is left out (sequential halving). The tree grows where it has been often enough to tell
answers apart; elsewhere chance plays on at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from math import sqrt
from time import monotonic

from ..engine import chance
from ..engine.options import Option
from ..table.information_set import Outlook
from ..table.match import Decision, Match
from .inside import Weighed, weighed
from .purse import Purse
from .rivalry import rivalry_of
from .rollout import rollout
from .sample import MOST, looked_at

ITERATIONS = 500
CURIOSITY = 0.5
GROWTH = 8  # how often an answer is tried before the tree goes on below it
HORIZON = 20  # answers that chance gives before a position is judged by its score


@cache
def own_log(number: int) -> float:
    """The natural logarithm, made of + - * / alone: every machine and every engine says the same to the last bit."""
    twos, m = 0, float(number)
    while m >= 2:
        m *= 0.5
        twos += 1
    y = (m - 1) / (m + 1)
    square, power, total = y * y, y, 0.0
    for k in range(1, 36, 2):
        total += power / k
        power *= square
    return twos * 0.6931471805599453 + 2 * total


@dataclass(slots=True)
class Node:
    """What came of one answer: how often it was given and could have been, and the worth it had for whoever gave it."""

    seat: str = ""
    visits: int = 0
    offered: int = 0
    worth: float = 0.0
    answers: dict[tuple[str, int], Node] = field(default_factory=dict)  # by who gives them and their number

    @property
    def mean(self) -> float:
        return self.worth / self.visits

    def appeal(self) -> float:
        return self.mean + CURIOSITY * sqrt(own_log(self.offered) / self.visits)


class SearchBot:
    """The budget is a number of iterations or of seconds; with seconds, the same seed need not choose the same."""

    looks = True

    def __init__(
        self, seed: int, iterations: int = ITERATIONS, seconds: float | None = None, clock: Callable[[], float] = monotonic
    ) -> None:
        self.rng = chance.seeded(seed)
        self.iterations = iterations
        self.seconds = seconds
        self.clock = clock
        self.purse = Purse(None)
        self.until = 0.0

    def choose(self, decision: Decision, outlook: Outlook) -> Option:
        return self.weigh(decision, outlook)[0][0]

    def weigh(self, decision: Decision, outlook: Outlook) -> list[tuple[Option, float]]:
        """The options that were looked at, the best first, each with how its seat stands after it: from 0 to 1."""
        inside = self._weigh_inside(decision, outlook)
        if inside is not None:
            self.rng, best_first = inside
            return best_first
        self.rng, rest = looked_at(self.rng, len(decision.options))
        roots = {index: Node(decision.seat) for index in rest}
        self.purse = Purse(None if self.seconds is not None else max(self.iterations, len(rest)))
        if self.seconds is not None:
            rivalry_of(outlook.world)  # once for each table; no time of this answer is spent on it
            self.until = self.clock() + self.seconds
        rounds = (len(rest) - 1).bit_length()
        worse: list[int] = []
        for done in range(rounds):
            if done and self._is_late():
                break
            self._compare(roots, rest, outlook, rounds, len(decision.options) // (MOST + 1))
            rest = [index for index in rest if roots[index].visits]
            rest.sort(key=lambda index: -roots[index].mean)
            half = (len(rest) + 1) // 2
            rest, worse = rest[:half], [*rest[half:], *worse]
        return [(decision.options[index], roots[index].mean if rounds else 1.0) for index in (*rest, *worse)]

    def _weigh_inside(self, decision: Decision, outlook: Outlook) -> Weighed | None:
        if not outlook.has_library:
            return None
        if self.seconds is None:
            return weighed(decision, outlook, "search", self.iterations, self.rng)
        rounds = max(1, (min(MOST, len(decision.options)) - 1).bit_length())
        begin, part = self.clock(), self.seconds / rounds

        def is_time_up() -> bool:
            nonlocal begin
            is_up = self.clock() - begin >= part
            begin = self.clock() if is_up else begin
            return is_up

        return weighed(decision, outlook, "search", 0, self.rng, is_time_up)

    def _compare(self, roots: dict[int, Node], rest: list[int], outlook: Outlook, rounds: int, dealing: int) -> None:
        """Spend a round's part of the budget: deal, and try every option that is left on this deal with the same chance. That a
        deal offers the same is seen by all options, so where these are very many, `dealing` is what it counts for itself."""
        begin = self.clock() if self.seconds is not None else 0.0
        done = 0
        while not done or not self._is_spent(done, begin, rounds):
            self.rng, dealt = outlook.deal(self.rng)
            same = self.rng
            for number, index in enumerate(rest):
                if number and self._is_late():
                    break
                self.rng = same
                if not self.purse.is_empty or not roots[index].visits:
                    self._iterate(roots[index], dealt.copy(), index)
            done += len(rest) + dealing

    def _is_late(self) -> bool:
        """Whether no second is left, so that options that were never tried in a dear game are left out."""
        return self.seconds is not None and self.clock() >= self.until

    def _is_spent(self, done: int, begin: float, rounds: int) -> bool:
        if self.seconds is not None:
            now = self.clock()
            return now >= self.until or now - begin >= self.seconds / rounds
        return done >= self.iterations // rounds or self.purse.is_empty

    def _iterate(self, node: Node, match: Match, index: int) -> None:
        """Go down the tree from an answer as long as answers are known well enough, play on from there, and tell everybody on
        the way what came of it. Answers are given by their index among the options."""
        path = [node]
        while node.visits >= GROWTH:
            _answer(match, node.seat, index)
            self.purse.pay(match.state)
            if not match.decisions:
                break
            index, node = self._next(node, match.decisions[0])
            path.append(node)
        self.rng, worth = rollout(match, self.rng, HORIZON, (node.seat, index), self.purse)
        for node in path:
            node.visits += 1
            node.worth += worth[node.seat]

    def _next(self, node: Node, decision: Decision) -> tuple[int, Node]:
        """The answer to look at now: one that was never tried, else the most appealing one."""
        keys = [(decision.seat, number) for number in decision.numbers]
        fresh = [index for index, key in enumerate(keys) if key not in node.answers]
        for key in keys:
            if key in node.answers:
                node.answers[key].offered += 1
        if fresh:
            self.rng, chosen = chance.below(self.rng, len(fresh))
            index = fresh[chosen]
            node.answers[keys[index]] = Node(decision.seat, offered=1)
        else:
            index = max(range(len(keys)), key=lambda index: node.answers[keys[index]].appeal())
        return index, node.answers[keys[index]]


def _answer(match: Match, seat: str, index: int) -> None:
    decision = next(one for one in match.decisions if one.seat == seat)
    match.answer(decision.options[index], seat)
