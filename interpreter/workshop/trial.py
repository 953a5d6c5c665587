"""What only games can show to be doubtful: piles that run empty, and options that nobody can ever choose.

Takes a game; plays trial games by chance, with fixed seeds and every number of players, and returns warnings at the lines
concerned. The same definition gets the same warnings everywhere. Never keeps anybody from playing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from .. import ir
from ..engine import chance
from ..engine.flatten import NextLoop
from ..engine.frames import waiting_at
from ..engine.options import bound
from ..engine.reference.interpreter import Interpreter
from ..engine.reference.running import Running
from ..engine.state import State
from ..game import Game
from ..language.check.acknowledging import acknowledgements, unanswered
from ..language.diagnostics import Complaints, Diagnostic, Span
from ..model.definition import emptying_verb
from ..table.match import Match
from ..table.weight import work_of_last

GAMES = 40
DECISIONS = 4_000  # no further game is begun after so many
MOST_WORK = 150_000  # nor is one played on after so many things offered: three seconds, and more than any shipped game needs
OFTEN = 20  # what came up less often tells nothing by its absence

Place = tuple[int, int]  # the number of a file, and a line


@dataclass
class Sightings:
    """What came up in trial games: draws that ran short, the options of every decision, and how often rules were begun."""

    games: int = 0
    short: dict[tuple[Place, str], set[int]] = field(default_factory=dict)  # the games in which it was so
    asked: Counter[int] = field(default_factory=Counter)
    offered: set[tuple[int, int]] = field(default_factory=set)
    begun: Counter[int] = field(default_factory=Counter)


class _Trial(Interpreter):
    """The reference interpreter, with an eye on draws and on the rules that are begun."""

    def __init__(self, seen: Sightings, state: State, seats: tuple[str, ...]) -> None:
        super().__init__(state, seats)
        self.seen = seen

    def begin(self, procedure: int, arguments: tuple[Any, ...]) -> None:
        self.seen.begun[procedure] += 1
        super().begin(procedure, arguments)

    def call(self, procedure: int, arguments: tuple[Any, ...]) -> None:
        self.seen.begun[procedure] += 1
        super().call(procedure, arguments)

    def carry_out(self, instruction: Any, frame: Running) -> bool:
        waits = super().carry_out(instruction, frame)
        if isinstance(instruction, NextLoop) and frame[1] == instruction.target:
            self._note_draw(instruction, frame)
        return waits

    def _note_draw(self, loop: NextLoop, frame: Running) -> None:
        """Whether a draw ended before as many were drawn as it says."""
        procedure, count = self.definition.procedures[frame[0]], loop.node.count
        if procedure.names[count] != "drawn" or frame[2][count] >= frame[2][loop.node.limit]:
            return
        pile = frame[2][max(slot for slot in range(count) if procedure.names[slot] == "pile")]
        if pile is not None:
            family = self.definition.families[self.world.zones[pile].family].name
            self.seen.short.setdefault(((procedure.file, loop.node.line), family), set()).add(self.seen.games)


def trial_warnings(game: Game) -> tuple[Diagnostic, ...]:
    """What trial games show, unless it is said on its line to be on purpose in play."""
    *_, seen = trials(game)
    return warnings_of(game, seen)


def warnings_of(game: Game, seen: Sightings) -> tuple[Diagnostic, ...]:
    complaints = Complaints()
    definition = game.definition
    lines = {shown: raw.decode("utf-8", "replace").splitlines() for shown, raw in game.book.files.contents}

    def at(place: Place) -> Span:
        file, line = definition.files[place[0]], place[1]
        text = lines.get(file, [])[line - 1 : line]
        words = text[0].split("  #")[0].strip() if text else ""
        return Span(file, line, 1 + (len(text[0]) - len(text[0].lstrip()) if text else 0), len(words))

    verbs = {one.name for one in definition.procedures}
    for (place, family), short in seen.short.items():
        if emptying_verb(family) in verbs:  # what happens then is declared
            continue
        complaints.add(at(place), "pile-ran-empty", pile=family.replace("_", " "), times=len(short), games=seen.games)
    for place in _never_chosen(game, seen):
        complaints.add(at(place), "never-chosen", games=seen.games)
    return unanswered(complaints.warnings, acknowledgements(game.book.files), in_play=True)


def _never_chosen(game: Game, seen: Sightings) -> list[Place]:
    """Where an option is written that was never there, though its decision, or the rule around it, came up often."""
    often: dict[Place, int] = {}
    offered: set[Place] = set()
    for procedure, node in _decisions(game.definition.procedures):
        for branch, place in enumerate(game.definition.sites[node.site].written):
            often[place] = often.get(place, 0) + (seen.asked[node.site] or seen.begun[procedure])
            if (node.site, branch) in seen.offered:
                offered.add(place)
    return [place for place, times in often.items() if times >= OFTEN and place not in offered]


def _decisions(procedures: tuple[ir.Procedure, ...]) -> list[tuple[int, ir.Choose | ir.PickMany]]:
    """Every decision with the procedure it stands in."""
    from ..ir.walk import is_expression, walk

    return [
        (number, node)
        for number, procedure in enumerate(procedures)
        for node in walk(procedure.body, is_expression)
        if isinstance(node, ir.Choose | ir.PickMany)
    ]


def trials(game: Game) -> Iterator[Sightings]:
    """What came up so far, after every trial game."""
    seen = Sightings()
    counts = range(game.definition.fewest, game.definition.most + 1)
    decisions, work = 0, 0
    while seen.games < GAMES and decisions < DECISIONS and work < MOST_WORK:
        players = counts[seen.games % len(counts)]
        seats = game.check_seats(players)
        match = Match.begin(game.definition, seats, seen.games, game.check_options({}, seats), False, partial(_Trial, seen))
        played = _play(match, seen, MOST_WORK - work)
        decisions, work = decisions + played[0], work + played[1]
        seen.games += 1
        yield seen


def _play(match: Match, seen: Sightings, most: int) -> tuple[int, int]:
    """One game by chance, or as much of it as there is time for; how many decisions it had, and how much work they were."""
    rng = chance.seeded(match.seed + 1)
    count, work = 0, 0
    while match.decisions and count < DECISIONS and work < most:
        node = waiting_at(match.state)
        assert node is not None
        site = node.choice.site if isinstance(node, ir.Ask) else node.site
        seen.asked[site] += 1
        work += work_of_last(match)
        for decision in match.decisions:
            seen.offered |= {(site, bound(option)[0]) for option in decision.options}
        rng, who = chance.below(rng, len(match.decisions))
        rng, which = chance.below(rng, len(match.decisions[who].options))
        match.answer(match.decisions[who].options[which], match.decisions[who].seat)
        count += 1
    return count, work
