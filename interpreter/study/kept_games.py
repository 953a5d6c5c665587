"""Games that were played before, kept in a file so that a run can go on where it stopped, and parts be put together.

Takes a tally with its plan; writes it as JSON, whole or not at all. A file of another game, other rules, seats, bots, options
or another seed is refused in one sentence.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ..errors import Misused
from ..game import Game
from .deals import new_steadying
from .parts_left import Stretch
from .plan import Plan
from .steadying import Steadying
from .tally import CardTally, GameTally

FORM = 1
_COUNTED = ("won_by", "decisions", "rounds", "fired", "bot_wins", "bot_games")
_COUNTED_LATER = ("offered", "chosen")  # what games that were kept before do not tell


class OtherGames(Misused):
    """A file that cannot be gone on with: one sentence that says why."""


@dataclass
class PlayedBefore:
    """Games that were played: what they came to, which they are, in stretches that do not overlap, and, where games are dear,
    their figures with what their deals were worth."""

    tally: GameTally
    stretches: list[Stretch]
    steady: Steadying

    def join(self, other: PlayedBefore) -> None:
        """More games. Stretches that meet become one."""
        for first, stop in other.stretches:
            if any(first < other_stop and other_first < stop for other_first, other_stop in self.stretches):
                raise OtherGames(f"games {first + 1} to {stop} are there twice")
        self.tally.add(other.tally)
        self.steady.join(other.steady)
        joined: list[Stretch] = []
        for one in sorted([*self.stretches, *other.stretches]):
            if joined and joined[-1][1] == one[0]:
                one = joined.pop()[0], one[1]
            joined.append(one)
        self.stretches = joined

    def next_game(self, first: int) -> int:
        """Where to go on: behind everything that is there, and not before the first that is wished."""
        return max([first, *(stop for _, stop in self.stretches)])


def nothing_played(game: Game, plan: Plan) -> PlayedBefore:
    return PlayedBefore(GameTally(len(plan.seats), plan.bots), [], new_steadying(game, plan))


@dataclass(frozen=True)
class KeptGame:
    path: Path

    def open(self, game: Game, plan: Plan) -> PlayedBefore:
        """What was played so far; nothing if there is no file yet."""
        try:
            text = self.path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return nothing_played(game, plan)
        except (OSError, ValueError) as problem:
            raise OtherGames(f"{self.path} cannot be read: {problem}") from None
        try:
            data = json.loads(text)
            head, tally = dict(data["plan"]), dict(data["tally"])
        except (ValueError, KeyError, TypeError):
            raise OtherGames(f"{self.path} holds no games that were kept") from None
        for name, mine in _head(game, plan).items():
            if head.get(name) != mine:
                raise OtherGames(f"{self.path} holds games with another {name}: {head.get(name)}, not {mine}")
        try:
            found = _read(tally, plan)
            stretches = [(int(first), int(stop)) for first, stop in data.get("stretches", [(0, found.games)])]
            if sum(stop - first for first, stop in stretches) != found.games:
                raise ValueError("the stretches are not the games")
            nothing = new_steadying(game, plan)
            steady = Steadying.from_json(data["steady"]) if data.get("steady") else nothing
            if (steady.figures, steady.lucks) != (nothing.figures, nothing.lucks):
                raise ValueError("the figures are not those of the game")
            return PlayedBefore(found, stretches, steady)
        except (ValueError, KeyError, TypeError):
            raise OtherGames(f"{self.path} is damaged") from None

    def write(self, game: Game, plan: Plan, played: PlayedBefore) -> None:
        """All of it, or what was there before."""
        data = {"plan": _head(game, plan), "tally": _written(played.tally), "stretches": played.stretches}
        if played.steady.games:
            data["steady"] = played.steady.to_json()
        text = json.dumps(data)
        beside = self.path.with_name(self.path.name + ".new")
        beside.write_text(text, encoding="utf-8")
        os.replace(beside, self.path)


def _head(game: Game, plan: Plan) -> dict[str, Any]:
    definition = game.definition
    head = {
        "form": FORM, "game": definition.id, "rules": definition.fingerprint, "seats": list(plan.seats),
        "options": dict(plan.options), "bots": list(plan.bots), "seed": plan.seed, "rotation": plan.rotates,
    }  # fmt: skip
    measures = [[one.name, one.at, definition.functions[one.function].terms[0][0]] for one in definition.measures]
    return {**head, "measures": measures} if measures else head


def _written(tally: GameTally) -> dict[str, Any]:
    data = asdict(tally)
    data["scores"] = [sorted(counts.items()) for counts in tally.scores]
    for name in (*_COUNTED, *_COUNTED_LATER):
        data[name] = sorted(getattr(tally, name).items())
    data["found"] = [(gauge, sorted(counts.items())) for gauge, counts in sorted(tally.found.items())]
    data["cards"] = [(row, *asdict(card).values()) for row, card in sorted(tally.cards.items())]
    return data


def _read(data: dict[str, Any], plan: Plan) -> GameTally:
    counts = {name: Counter(dict(data[name])) for name in _COUNTED}
    counts |= {name: Counter(dict(data.get(name, ()))) for name in _COUNTED_LATER}
    scores = [Counter(dict(one)) for one in data["scores"]]
    cards = {int(row): CardTally(*numbers) for row, *numbers in data["cards"]}
    found = {int(gauge): Counter(dict(numbers)) for gauge, numbers in data.get("found", ())}
    wins = [int(one) for one in data["wins"]]
    if not len(scores) == len(wins) == len(plan.seats) or sum(counts["won_by"].values()) != data["games"]:
        raise ValueError("the parts do not add up")
    games = int(data["games"])
    return GameTally(len(plan.seats), plan.bots, games, wins=wins, scores=scores, cards=cards, found=found, **counts)
