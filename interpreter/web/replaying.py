"""A game that is over, step by step before anybody's eyes, and new tables that go on from one of its moves.

Takes the table of the store; shows any step as any viewer had it. A branch has the same seed and the same answers up to there,
so its position, its hidden cards and its chance are those of the game. While a game runs there is nothing to replay.
"""

from __future__ import annotations

from typing import Any

from ..game import Game
from ..table.match import Match
from ..telling.aloud import read_aloud
from .guests import Guest
from .hall import Hall, TablePlan
from .house import House, ViewerScreen
from .position import Unwelcome, begun
from .table_store import KeptTable, TableEvent

Message = dict[str, Any]


class Replay:
    """`moves` are the answers of a game, each with all picks of its row."""

    def __init__(self, kept: KeptTable, game: Game, match: Match) -> None:
        self.kept = kept
        self.game = game
        self.moves, self.match = _followed(game, kept, match)

    @classmethod
    def of(cls, house: House, id: str) -> Replay:
        """Raises Unwelcome if the game is not over."""
        kept = house.store.table(id)
        if kept is None or kept.outcome is None:
            raise Unwelcome("replay", "There is a replay when the game is over.")
        game, _ = house.rulebooks.game_of(kept)
        return cls(kept, game, begun(game, kept, house.store.events(id)).match)

    @property
    def last(self) -> int:
        return len(self.moves)

    def at(self, step: int) -> Match:
        """The match after so many moves, with everything that was told until then."""
        match = self.match.copy(watched=True)
        for move in self.moves[step:]:
            for _ in move.words:
                match.undo()
        return match


def _followed(game: Game, kept: KeptTable, played: Match) -> tuple[list[TableEvent], Match]:
    """The moves of a game without what was taken back, and a match that was led through them one answer after the other."""
    match = begun(game, kept, ()).match
    moves: list[TableEvent] = []
    row: list[str] = []
    for name, text in played.answers:
        match.follow(text, name)
        row.append(text)
        half = match.open_row(name) if not match.is_over else None
        if half is None or not half.begun:
            moves.append(TableEvent("bot", kept.seats.index(name), tuple(row)))
            row = []
    return moves, match


class ReplayGuest:
    """One guest who looks at a replay: at which step, and with whose eyes."""

    def __init__(self, hall: Hall, replay: Replay, guest: Guest) -> None:
        self.hall = hall
        self.replay = replay
        self.guest = guest
        self.step = 0
        self.seat: str | None = None if not guest.link.seats else replay.kept.seats[guest.link.seats[0]]
        self._screen: ViewerScreen | None = None

    async def begin(self) -> None:
        await self._show(0)

    async def hear(self, message: Message) -> None:
        try:
            await self._carry_out(message)
        except Unwelcome as problem:
            self.guest.tell({"refused": problem.word, "why": str(problem), "decision": None})

    async def _carry_out(self, message: Message) -> None:
        word = message["do"]
        if word == "step":
            await self._show(min(message["to"], self.replay.last))
        elif word == "as":
            if message["seat"] is not None and message["seat"] not in self.replay.kept.seats:
                raise Unwelcome("seat", "Nobody at this table is called so.")
            self.seat, self._screen = message["seat"], None
            await self._show(self.step)
        elif word == "branch":
            await self._branch()
        elif word == "record":
            self.guest.tell({"info": "record", "lines": self.replay.match.record().splitlines()})
        elif word == "ping":
            self.guest.tell({"pong": True})
        else:
            raise Unwelcome("form", "That is not said at a replay.")

    async def _show(self, step: int) -> None:
        self.guest.tell(await self.hall.house.run(lambda: self._page(step)))

    def _page(self, step: int) -> Message:
        """The next step as it went, any other as a whole."""
        match = self.replay.at(step)
        is_next = self._screen is not None and step == self.step + 1
        screen = self._screen = self._screen or self.hall.house.pages.screen(self.replay.game, self.seat)
        message = screen.update(match) if is_next else screen.whole(match)
        self.step = step
        message |= {"v": step, "step": step, "last": self.replay.last, "seat": self.seat, "seats": list(self.replay.kept.seats)}
        message["given"] = self._given(step, match)
        return message | ({} if is_next else {"whole": True})

    def _given(self, step: int, match: Match) -> Message | None:
        """What these eyes chose here: which option, and in words all of its row."""
        move = self.replay.moves[step] if step < self.replay.last else None
        if move is None or self.seat is None or move.seat != match.seats.index(self.seat):
            return None
        option = [one.text for one in match.offer(self.seat).options].index(move.words[0])
        return {"option": option, "words": ", ".join(read_aloud(match.definition, one) for one in move.words)}

    async def _branch(self) -> None:
        """A new table from this step on, with a link for every seat; nobody at the old one hears of it."""
        kept = self.replay.kept
        setting = TablePlan(
            self.replay.game, kept.seats, kept.bots, kept.options, kept.seed, came_from=f"{kept.id}:{self.step}",
            moves=self.replay.moves[: self.step],
        )  # fmt: skip
        made = await self.hall.set_up(setting)
        self.guest.tell({"links": [{"seats": list(seats), "url": url} for seats, url in made.links]})
