"""A bot that searches: information-set Monte Carlo tree search.

Takes a decision and re-dealt positions, a new one for every iteration; grows one tree of answers over all of them and returns
the option it tried most. What can be answered may differ from deal to deal, so a node also counts how often each answer was
to be had. (Cowling, Powley, Whitehouse: Information Set Monte Carlo Tree Search, 2012.)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import log, sqrt
from time import monotonic

from ..engine import chance
from ..engine.options import Option
from .match import Decision, Match
from .outlook import Outlook
from .rollout import play_on, standings

ITERATIONS = 500
CURIOSITY = 0.5
HORIZON = 20  # answers that chance gives before a position is judged by its score


@dataclass(slots=True)
class Node:
    """What came of one answer: how often it was given and could have been, and the worth it had for whoever gave it."""

    seat: str = ""
    visits: int = 0
    offered: int = 0
    worth: float = 0.0
    answers: dict[int, Node] = field(default_factory=dict)

    def appeal(self) -> float:
        return self.worth / self.visits + CURIOSITY * sqrt(log(self.offered) / self.visits)


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

    def choose(self, decision: Decision, outlook: Outlook) -> Option:
        if len(decision.options) == 1:
            return decision.options[0]
        root = Node()
        begin = self.clock() if self.seconds is not None else 0.0
        done = 0
        while not self._is_over(root, done, begin):
            self.rng, match = outlook.deal(self.rng)
            self._iterate(root, match, decision.seat)
            done += 1
        return max(decision.options, key=lambda option: _visits(root, option))

    def _is_over(self, root: Node, done: int, begin: float) -> bool:
        """Whether the budget is spent, or nothing can overtake what was tried most."""
        if self.seconds is not None:
            return done > 0 and self.clock() - begin >= self.seconds
        second, first = (0, *sorted(node.visits for node in root.answers.values()))[-2:] if root.answers else (0, 0)
        return first - second > self.iterations - done or done >= self.iterations

    def _iterate(self, root: Node, match: Match, seat: str) -> None:
        """Go down the tree to a new answer, play on from there, and tell everybody on the way what came of it."""
        path, node, decision = [root], root, next(one for one in match.decisions if one.seat == seat)
        while True:
            node, is_new = self._next(node, decision)
            path.append(node)
            match.answer(self._number, decision.seat)
            if is_new or not match.decisions:
                break
            decision = match.decisions[0]
        self.rng = play_on(match, self.rng, HORIZON)
        worth = standings(match)
        for node in path[1:]:
            node.visits += 1
            node.worth += worth[node.seat]

    def _next(self, node: Node, decision: Decision) -> tuple[Node, bool]:
        """The answer to look at now: one that was never tried, else the most appealing one."""
        numbers = [option.number for option in decision.options]
        fresh = [number for number in numbers if number not in node.answers]
        for number in numbers:
            if number in node.answers:
                node.answers[number].offered += 1
        if fresh:
            self.rng, index = chance.below(self.rng, len(fresh))
            self._number = fresh[index]
            node.answers[self._number] = Node(decision.seat, offered=1)
            return node.answers[self._number], True
        self._number = max(numbers, key=lambda number: node.answers[number].appeal())
        return node.answers[self._number], False


def _visits(root: Node, option: Option) -> int:
    node = root.answers.get(option.number)
    return node.visits if node else 0
