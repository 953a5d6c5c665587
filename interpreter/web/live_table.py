"""A table at work: who is connected to it, what they do, and what each of them is sent.

One thing is done after the other; an answer is on the disk before anybody hears of it, and everybody hears of every update,
be it empty. What a viewer is sent is made from that viewer's view alone. Bots answer while somebody looks on.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, TypeVar

from ..engine.trouble import NeverEnds
from ..errors import RulewrightError
from .guests import MOST_OF_A_SEAT, Guest
from .house import House, ViewerScreen
from .messages import written
from .position import Position, Taken, Unwelcome, begun
from .table_store import KeptTable, NotOurs, TableEvent, TableStore
from .thinkers import NoThought
from .worker import Job

MOST_WATCHERS = 200
MOVED = 4001  # how a socket is closed whose table another server has now
Letters = dict[int | None, str]
Result = TypeVar("Result")


class WebTable:
    def __init__(self, house: House, kept: KeptTable, position: Position, notice: str = "") -> None:
        self.house = house
        self.kept = kept
        self.position = position
        self.notice = notice
        self.guests: list[Guest] = []
        self.sitting_in = dict(kept.sitting_in)
        self.is_closed = False
        self.left_at: dict[int, float] = {}
        self.opened_at = self.used_at = asyncio.get_running_loop().time()
        self._screens: dict[int | None, ViewerScreen] = {}
        self._lock = asyncio.Lock()
        self._bots: asyncio.Task[None] | None = None
        self._thought: asyncio.Task[Any] | None = None

    @property
    def seats(self) -> tuple[str, ...]:
        return self.kept.seats

    async def alone(self, work: Callable[[], Coroutine[Any, Any, Result]]) -> Result:
        """Do something while nothing else is done here; it goes on to its end even if whoever asked for it leaves."""

        async def locked() -> Result:
            async with self._lock:
                self.used_at = asyncio.get_running_loop().time()
                return await work()

        return await asyncio.shield(asyncio.ensure_future(locked()))

    # ---- coming and going

    async def welcome(self, guest: Guest) -> None:
        """Let somebody sit down or look on, and show them the table; raises Unwelcome where there is no room."""
        await self.alone(lambda: self._welcome(guest))
        self.wake()

    async def _welcome(self, guest: Guest) -> None:
        if self.is_closed:
            raise Unwelcome("closed", "This table is served elsewhere now.")
        for seat in guest.link.seats:
            if sum(seat in one.link.seats for one in self.guests) >= MOST_OF_A_SEAT:
                raise Unwelcome("full", f"This seat is open in {MOST_OF_A_SEAT} places already.")
        if not guest.link.seats and sum(not one.link.seats for one in self.guests) >= MOST_WATCHERS:
            raise Unwelcome("full", "Too many look on already.")
        self.guests.append(guest)
        own = [self.seats[seat] for seat in guest.link.seats]
        await self.sit_in({name: bot for name, bot in self.sitting_in.items() if name not in own})
        if self.notice and not guest.is_behind_curtain:
            guest.tell({"told": self.notice})
        await self._show(guest)
        self.tell_presence()

    def dismiss(self, guest: Guest) -> None:
        """Somebody is gone."""
        if guest not in self.guests:
            return
        self.guests.remove(guest)
        if guest.advice is not None:
            guest.advice.cancel()
        now = asyncio.get_running_loop().time()
        self.used_at = now
        for seat in guest.link.seats:
            if not self.is_here(seat):
                self.left_at[seat] = now
        self._forget_screens()
        self.tell_presence()
        if not self.guests and self._thought is not None:
            self._thought.cancel()

    def is_here(self, seat: int) -> bool:
        return any(seat in guest.link.seats for guest in self.guests)

    def been_away(self, seat: int) -> float:
        """For how many seconds nobody with this seat has been here."""
        return asyncio.get_running_loop().time() - self.left_at.get(seat, self.opened_at)

    async def begin_anew(self, kept: KeptTable, position: Position) -> None:
        """The same table with other names, before anything has happened."""
        self.kept, self.position, self.sitting_in = kept, position, {}
        self._screens.clear()
        for guest in list(self.guests):
            await self._show(guest)

    def _forget_screens(self) -> None:
        shown = {guest.seat for guest in self.guests if not guest.is_behind_curtain}
        self._screens = {viewer: screen for viewer, screen in self._screens.items() if viewer in shown}

    # ---- showing

    async def _show(self, guest: Guest) -> None:
        """Everything, or nothing but the curtain."""
        if guest.is_behind_curtain:
            self._draw_curtain(guest)
            return
        guest.send(await self.house.run(lambda: written(self._page(guest.seat, is_whole=True))))

    def _page(self, viewer: int | None, is_whole: bool, did: str = "") -> dict[str, Any]:
        """What a viewer is sent: all of it, or what an update has changed."""
        screen = self._screens.get(viewer)
        if screen is None:
            name = None if viewer is None else self.seats[viewer]
            screen, is_whole = self.house.pages.screen(self.position.game, name), True
        match = self.position.match
        message = screen.whole(match) if is_whole else screen.update(match)
        self._screens[viewer] = screen
        message["v"] = self.position.version(viewer)
        self._name_decision(viewer, message)
        return message | ({"whole": True} if is_whole else {}) | ({"did": did} if did else {})

    def _name_decision(self, viewer: int | None, message: dict[str, Any]) -> None:
        decision = None if viewer is None or not message.get("decision") else self.position.decision(viewer)
        if viewer is not None and decision is not None:
            message["decision"] = {**message["decision"], "id": self.position.name_of(viewer, decision)}

    def decision_shown(self, viewer: int | None) -> Any:
        """The decision that a viewer has now, as it is sent."""
        return self._page(viewer, is_whole=True).get("decision")

    def tell(self, message: dict[str, Any]) -> None:
        """The same to everybody who sees anything."""
        text = written(message)
        for guest in self.guests:
            if not guest.is_behind_curtain:
                guest.send(text)

    def tell_presence(self) -> None:
        """Who is there, and where bots play."""
        bots = dict(self.kept.bots) | self.sitting_in
        seats = [
            {"name": name, "here": self.is_here(number), "bot": bots.get(name)} for number, name in enumerate(self.seats)
        ]
        watchers = sum(not guest.link.seats for guest in self.guests)
        for guest in self.guests:
            if not guest.is_behind_curtain:
                own = [self.seats[seat] for seat in guest.link.seats]
                name = None if guest.seat is None else self.seats[guest.seat]
                guest.tell({"seats": seats, "you": own, "seat": name, "watchers": watchers})

    # ---- the curtain

    def _draw_curtain(self, guest: Guest) -> None:
        """Hide everything from whoever shares a link, until the next one says who they are."""
        guest.is_behind_curtain = True
        asked = self.position.deciding
        guest.seat = next((seat for seat in guest.link.seats if seat in asked), guest.link.seats[0])
        name = self.seats[guest.seat]
        guest.tell({"curtain": self.house.pages.curtain(name), "seat": name})

    async def unveil(self, guest: Guest, name: str) -> None:
        """Somebody says who they are."""
        own = {self.seats[seat]: seat for seat in guest.link.seats}
        if name not in own:
            raise Unwelcome("seat", "That seat is not on this link.")

        async def show() -> None:
            guest.seat, guest.is_behind_curtain = own[name], False
            await self._show(guest)
            self.tell_presence()

        await self.alone(show)

    def _draw_curtains(self) -> None:
        """Where one seat of a link has decided and another one of it must."""
        asked = [seat for seat in self.position.deciding if self.seats[seat] not in self.sitting_in]
        for guest in self.guests:
            shared = len(guest.link.seats) > 1
            if shared and not guest.is_behind_curtain and guest.seat not in asked and set(asked) & set(guest.link.seats):
                self._draw_curtain(guest)
        self._forget_screens()

    # ---- what is done

    async def answer(self, seat: int, name: str, option: int) -> None:
        """A person answers; the same answer a second time changes nothing."""

        async def take() -> None:
            if not await self._do(lambda: self.position.chosen(seat, name, option)):
                self._send({seat: await self.house.run(lambda: written(self._page(seat, is_whole=True, did=name)))})

        await self.alone(take)
        self.wake()

    async def undo(self, seat: int) -> None:
        """Take the last answer of a seat back, if nobody has learnt anything since. What is over stays over, for its replay
        tells everything."""
        if self.position.match.is_over:
            raise Unwelcome("undo", "The game is over.")
        await self.alone(lambda: self._do(lambda: TableEvent("undo", seat)))
        if self._thought is not None:
            self._thought.cancel()
        self.wake()

    async def _do(self, find: Callable[[], TableEvent | None]) -> bool:
        """Find an event, carry it out, keep it, and let everybody know; in this order. Says whether there was one."""
        before = self.position.count
        try:
            done = await self.house.run(lambda: None if (event := find()) is None else self._taken(event))
        except NotOurs:
            self.close(MOVED, "served elsewhere")
            raise Unwelcome("closed", "This table is served elsewhere now.") from None
        except Exception as problem:
            if self.position.count == before and isinstance(problem, RulewrightError):
                raise problem if isinstance(problem, Unwelcome) else Unwelcome("rule", str(problem)) from None
            await self._start_over()
            raise Unwelcome("fault", "That could not be kept, so it was not done.") from problem
        if done is None:
            return False
        letters, taken = done
        self._send(letters, taken.is_private)
        self._draw_curtains()
        if self.position.has_unkept_chapters():
            await self.house.run(self._keep_chapters)
        return True

    def _taken(self, event: TableEvent) -> tuple[Letters, Taken]:
        number, owner, id = self.position.count, self.house.owner.id, self.kept.id
        taken = self.position.take(event)
        outcome = self._outcome()

        def keep(store: TableStore) -> None:
            store.append(id, number, event, owner)
            if outcome is not None:
                store.note(id, "outcome", outcome)

        kept = self.house.write(keep)
        letters = self._letters(event, taken)
        kept.result()
        return letters, taken

    def _keep_chapters(self) -> None:
        """After a restart a long game need not be told anew. Nobody waits for it: what is not kept can be told."""
        chapters, id = self.position.unkept_chapters(), self.kept.id
        self.house.write(lambda store: store.keep_chapters(id, chapters))

    def _outcome(self) -> str | None:
        result = self.position.match.result
        return None if result is None else json.dumps({"scores": result.scores, "winners": result.winners})

    def _letters(self, event: TableEvent, taken: Taken) -> Letters:
        """What each viewer is sent of an event."""
        shown = [event.seat] if taken.is_private else [None, *range(len(self.seats))]
        with self.position.match.shown_to_all():
            return {
                viewer: written(self._page(viewer, taken.is_back, event.decision if viewer == event.seat else ""))
                for viewer in shown
                if viewer in self._screens
            }

    def _send(self, letters: Letters, is_private: bool = False) -> None:
        for guest in list(self.guests):
            if guest.is_behind_curtain:
                if not is_private:
                    self._draw_curtain(guest)
            elif guest.seat in letters:
                guest.send(letters[guest.seat])

    async def _start_over(self) -> None:
        """What is shown may be ahead of what is kept: the table is what the store says."""
        store, id = self.house.store, self.kept.id
        game = self.position.game
        try:
            self.position = await self.house.run(lambda: begun(game, self.kept, store.events(id), store.chapters(id)))
            self._screens.clear()
            for guest in list(self.guests):
                await self._show(guest)
        except Exception:
            self.close(1011, "this table cannot go on now")

    # ---- bots

    async def sit_in(self, bots: dict[str, str]) -> None:
        """Who plays for whom who has left."""
        if bots == self.sitting_in:
            return
        self.sitting_in = bots
        if self._thought is not None:
            self._thought.cancel()
        id, text = self.kept.id, json.dumps(bots)
        await asyncio.wrap_future(self.house.write(lambda store: store.note(id, "sitting_in", text)))

    def wake(self) -> None:
        """Let bots answer, if one of them must decide."""
        has_bots = self.kept.bots or self.sitting_in
        if has_bots and self.guests and not self.is_closed and (self._bots is None or self._bots.done()):
            self._bots = asyncio.ensure_future(self._let_bots_answer())

    async def _let_bots_answer(self) -> None:
        """One after the other, until a person must decide or nobody looks on."""
        loop = asyncio.get_running_loop()
        while self.guests and not self.is_closed:
            try:
                asked = await self.alone(self._asked_bot)
            except NeverEnds as problem:
                self.tell({"told": f"The bots play no further: {problem}."})
                return
            if asked is None:
                return
            job, name = asked
            since = loop.time()
            self._thought = asyncio.ensure_future(self.house.thinkers.ask(job))
            try:
                words = await self._thought
                await asyncio.sleep(max(0.0, self.house.manners.pace - (loop.time() - since)))
                await self.alone(partial(self._take_thought, job, name, words))
            except asyncio.CancelledError:
                continue
            except (NoThought, Unwelcome) as problem:
                self.tell({"told": f"{self.seats[job.seat]} cannot play on: {problem}"})
                return
            finally:
                self._thought = None

    async def _asked_bot(self) -> tuple[Job, str] | None:
        return await self.house.run(self._next_job)

    def _next_job(self) -> tuple[Job, str] | None:
        bots = dict(self.kept.bots) | self.sitting_in
        for decision in self.position.match.decisions if self.position.deciding else ():
            if decision.seat in bots:
                self.position.session.stop_if_endless()
                seat = self.seats.index(decision.seat)
                return Job(self.kept.id, self.position.count, seat, bots[decision.seat]), self._bot_decision(seat)
        return None

    def _bot_decision(self, seat: int) -> str:
        decision = self.position.decision(seat)
        return "" if decision is None else self.position.name_of(seat, decision)

    async def _take_thought(self, job: Job, name: str, words: list[str]) -> None:
        """Take what a bot has chosen, if that is still asked of it."""
        bots = dict(self.kept.bots) | self.sitting_in
        if self.seats[job.seat] in bots and await self.house.run(lambda: self._bot_decision(job.seat)) == name:
            while job.seat in self.position.match.rows:  # begun by a person who has left
                await self._do(lambda: TableEvent("undo", job.seat))
            await self._do(lambda: TableEvent("bot", job.seat, tuple(words)))

    # ---- the end

    def close(self, code: int = 1012, why: str = "the server ends") -> None:
        """Let everybody go; whoever comes back finds the table as it was kept."""
        self.is_closed = True
        if self._thought is not None:
            self._thought.cancel()
        for guest in list(self.guests):
            guest.let_go(code, why)

    @property
    def is_idle(self) -> bool:
        """Whether nobody needs this table now."""
        waited = asyncio.get_running_loop().time() - self.used_at
        return not self.guests and not self._lock.locked() and waited >= self.house.manners.idle
