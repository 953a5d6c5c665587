"""Plays one game by the reference and by a compiled library at once, and compares all that can be told of both."""

from __future__ import annotations

import random

from rulewright import ir
from rulewright.engine.frames import waiting_at
from rulewright.engine.native.libraries import DEBUG, demanded
from rulewright.engine.native.library import Library, NativePosition
from rulewright.engine.observation import observed
from rulewright.engine.opening import new_state
from rulewright.engine.options import bound
from rulewright.engine.reference.interpreter import Interpreter
from rulewright.engine.trouble import RuleError
from rulewright.engine.worlds import world_for

LOOKS = 5  # of so many decisions there is one at which a seat looks at the table
NO_ROOM = -9  # a list or a frame for which a library has no room: the engine in Python goes on there


def debug_library(game, players: int, options=None) -> Library:
    names = game.check_seats(players)
    return demanded(world_for(game.definition, players, game.check_options(options or {}, names)), DEBUG)


def in_step(game, library: Library, seed: int) -> int:
    """One game; returns how many decisions it had."""
    run = InStep(library, game.check_seats(library.world.players), seed)
    return run.play()


class InStep:
    """Whole positions with frames and marks, the row of every effect, who decides, how many options there are and their
    numbers, how many steps are left, what seats may see, scores and winners must all be the same. Where the reference cannot go
    on, the library cannot either."""

    def __init__(self, library: Library, seats: tuple[str, ...], seed: int) -> None:
        self.library, self.seats, self.picks = library, seats, random.Random(seed)
        self.walked = Interpreter(new_state(library.world, seed), seats)
        self.table, self.back = NativePosition(library), new_state(library.world, seed)
        self.walked.start()
        self.table.write(self.walked.state)
        self.counts_steps = not library.world.definition.groupings  # a debug build looks for some of them twice, for its rows
        self.walked.note_rows()
        self.table.note_rows()

    def play(self, most: int = 1_000_000) -> int:
        """To the end, to where rules cannot go on, or for so many decisions; returns how many there were."""
        decisions = 0
        while self._go(decisions) and decisions < most:
            decisions += 1
        return decisions

    def _go(self, decisions: int) -> bool:
        """One answer further; says whether the game goes on."""
        asked = self.walked.decisions() if decisions else ()
        try:
            if decisions:
                if not decisions % LOOKS:
                    self._look([self.seats.index(one.seat) for one in asked])
                assert self.table.decisions() == [(self.seats.index(one.seat), len(one.options)) for one in asked]
                decision = self.picks.choice(asked)
                seat = self.seats.index(decision.seat)
                assert self.table.numbers(seat) == decision.numbers
                option = self.picks.randrange(len(decision.options))
                status = self.table.answer(seat, option)
                self.walked.answer(seat, *bound(decision.options[option]))
            else:
                status = self.table.go_on()
                self.walked.run()
        except RuleError:
            assert status < 0
            return False
        if status == NO_ROOM:
            return False
        self._compare(status)
        return bool(status)

    def _look(self, deciding: list[int]) -> None:
        """What a seat may see, as numbers."""
        seat = self.picks.randrange(len(self.seats))
        assert self.table.observe(seat) == observed(self.walked.state, seat, deciding)

    def _compare(self, status: int) -> None:
        self.table.read(self.back)
        assert self.table.rows() == self.walked.rows
        assert self.back.key() == self.walked.state.key()
        if self.counts_steps and not isinstance(waiting_at(self.walked.state), ir.Ask):
            assert self.back.budget == self.walked.state.budget
        self.walked.rows.clear()
        assert status == bool(self.walked.state.stack)
        if not status:
            self._compare_results()

    def _compare_results(self) -> None:
        definition, players = self.walked.definition, self.library.world.players
        if definition.score is not None:
            scores = [self.walked.ask(definition.score, (seat, seat)) for seat in range(players)]
            assert self.table.scores() == (None if None in scores else scores)
        if definition.winner is not None:
            assert self.table.winners() == sorted(set(self.walked.ask(definition.winner, (None, None)) or ()))
