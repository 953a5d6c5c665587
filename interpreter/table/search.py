"""A bot that searches: information-set Monte Carlo tree search.

Takes a decision and re-dealt positions; grows one tree of answers over all of them and returns the option that did best. What
can be answered may differ from deal to deal, so a node also counts how often each answer was to be had (Cowling, Powley,
Whitehouse: Information Set Monte Carlo Tree Search, 2012). The seat's own options are compared on the same deals, and after
each round the worse half of them is left out (sequential halving).
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
from .rollout import rollout

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

    @property
    def mean(self) -> float:
        return self.worth / self.visits

    def appeal(self) -> float:
        return self.mean + CURIOSITY * sqrt(log(self.offered) / self.visits)


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
        rest = list(decision.options)
        roots = {option.number: Node(decision.seat) for option in rest}
        rounds = (len(rest) - 1).bit_length()
        for _ in range(rounds):
            self._compare(roots, rest, outlook, rounds)
            rest.sort(key=lambda option: -roots[option.number].mean)
            del rest[(len(rest) + 1) // 2 :]
        return rest[0]

    def _compare(self, roots: dict[int, Node], rest: list[Option], outlook: Outlook, rounds: int) -> None:
        """Spend a round's part of the budget: deal, and try every option that is left on this deal with the same chance."""
        begin = self.clock() if self.seconds is not None else 0.0
        done = 0
        while not done or not self._is_spent(done, begin, rounds):
            self.rng, dealt = outlook.deal(self.rng)
            same = self.rng
            for option in rest:
                match, self.rng = dealt.copy(), same
                match.answer(option.number, outlook.seat)
                self._iterate(roots[option.number], match)
            done += len(rest)

    def _is_spent(self, done: int, begin: float, rounds: int) -> bool:
        if self.seconds is not None:
            return self.clock() - begin >= self.seconds / rounds
        return done >= self.iterations // rounds

    def _iterate(self, node: Node, match: Match) -> None:
        """Go down the tree to a new answer, play on from there, and tell everybody on the way what came of it."""
        path, is_new = [node], False
        while match.decisions and not is_new:
            decision = match.decisions[0]
            number, is_new = self._next(node, decision)
            node = node.answers[number]
            path.append(node)
            match.answer(number, decision.seat)
        self.rng, worth = rollout(match, self.rng, HORIZON)
        for node in path:
            node.visits += 1
            node.worth += worth[node.seat]

    def _next(self, node: Node, decision: Decision) -> tuple[int, bool]:
        """The answer to look at now, and whether it is new: one that was never tried, else the most appealing one."""
        numbers = [option.number for option in decision.options]
        fresh = [number for number in numbers if number not in node.answers]
        for number in numbers:
            if number in node.answers:
                node.answers[number].offered += 1
        if not fresh:
            return max(numbers, key=lambda number: node.answers[number].appeal()), False
        self.rng, index = chance.below(self.rng, len(fresh))
        node.answers[fresh[index]] = Node(decision.seat, offered=1)
        return fresh[index], True
