"""All tables of a server: sets them up, opens them when somebody comes, and puts away what nobody looks at.

Takes ids and tokens; returns tables, or says which other server has one. A table is opened once, from what the store says of
it; rematches and branches are tables of their own.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ..game import Game, Unplayable
from .house import House
from .live_table import WebTable
from .position import Unfollowed, Unwelcome, begun
from .rulebooks import NoRules
from .table_store import KeptTable, Link, TableEvent, TableStore
from .tokens import digest_of, new_id, new_seed, new_token

MOST_TABLES = 2000  # that have not come to their end
LISTED = 100


class Elsewhere(Exception):
    """Another server has a table: its address."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address


@dataclass(frozen=True)
class TablePlan:
    """What a new table is to be: `links` says which seats share a link, and `moves` what has happened there before."""

    game: Game
    seats: tuple[str, ...]
    bots: Mapping[str, str]
    options: Mapping[str, str]
    seed: int | None = None
    links: Sequence[tuple[int, ...]] = ()
    is_open: bool = False
    came_from: str | None = None
    moves: Sequence[TableEvent] = ()


@dataclass(frozen=True)
class NewTable:
    """A new table, and where to sit: the path with the token for the seats of each link, and for whoever looks on."""

    id: str
    links: tuple[tuple[tuple[str, ...], str], ...]


class Hall:
    def __init__(self, house: House, games: Mapping[str, Path]) -> None:
        """`games` are those that can be set up here, by the names they are listed under."""
        self.house = house
        self.games = games
        self._tables: dict[str, WebTable] = {}
        self._opening: dict[str, asyncio.Lock] = {}
        self._attendant: asyncio.Task[None] | None = None

    # ---- setting up

    async def set_up(self, setting: TablePlan) -> NewTable:
        """A new table; the tokens of its links are told here and never again."""
        return await self.house.run(lambda: self._set_up(setting))

    def _set_up(self, setting: TablePlan) -> NewTable:
        game = setting.game
        if self.house.store.count() >= MOST_TABLES and not self.house.write(TableStore.forget_unused).result():
            raise Unplayable("this server has no room for another table")
        seats = game.check_seats(setting.seats)
        game.check_options(setting.options, seats)
        people = [(number,) for number, seat in enumerate(seats) if seat not in setting.bots]
        groups = [*(setting.links or people), ()]
        tokens = [new_token() for _ in groups]
        digest, text = self.house.rulebooks.written(game)
        seed = new_seed() if setting.seed is None else setting.seed
        folder = str(game.folder.resolve())
        kept = KeptTable(
            new_id(), folder, digest, game.definition.fingerprint, seats, setting.bots, seed, setting.options,
            setting.is_open, setting.came_from,
        )  # fmt: skip
        begun(game, kept, setting.moves)  # a table that cannot begin is none
        links = [(digest_of(token), Link(tuple(group))) for token, group in zip(tokens, groups, strict=True)]

        def keep(store: Any) -> None:
            store.keep_rules(digest, text)
            store.add(kept, links, setting.moves)

        self.house.write(keep).result()
        path = f"/table/{kept.id}#"
        named = [(tuple(seats[one] for one in group), path + token) for group, token in zip(groups, tokens, strict=True)]
        return NewTable(kept.id, tuple(named))

    async def rematch(self, table: WebTable) -> str:
        """The table at which the same people play again, with the same links; made once."""
        return await table.alone(lambda: self._rematch(table))

    async def _rematch(self, table: WebTable) -> str:
        if not table.position.match.is_over:
            raise Unwelcome("rematch", "The game is not over yet.")
        if table.kept.rematch is None:
            again = await self.house.run(lambda: self._again(table.kept))
            table.kept = replace(table.kept, rematch=again)
        assert table.kept.rematch is not None
        return table.kept.rematch

    def _again(self, before: KeptTable) -> str:
        """With the rules as they are now, where these can be read."""
        try:
            game = self.house.rulebooks.as_it_is_now(before)
        except Exception:
            game = self.house.rulebooks.game_of(before)[0]
        digest, text = self.house.rulebooks.written(game)
        kept = replace(
            before, id=new_id(), rules=digest, fingerprint=game.definition.fingerprint, seed=new_seed(), sitting_in={},
            came_from=None, rematch=None, outcome=None, owner=None,
        )  # fmt: skip
        begun(game, kept, ())
        links = self.house.store.links(before.id)

        def keep(store: Any) -> None:
            store.keep_rules(digest, text)
            store.add(kept, links)
            store.note(before.id, "rematch", kept.id)

        self.house.write(keep).result()
        return kept.id

    # ---- opening

    async def open(self, id: str) -> WebTable:
        """The table of an id; raises Unwelcome if there is none, Elsewhere if another server has it."""
        async with self._opening.setdefault(id, asyncio.Lock()):
            table = self._tables.get(id)
            if table is None or table.is_closed:
                kept, elsewhere = await self.house.run(lambda: self._claimed(id))
                if elsewhere is not None:
                    raise Elsewhere(elsewhere)
                table = self._tables[id] = await self._opened(kept)
        self._look_after()
        return table

    def _claimed(self, id: str) -> tuple[KeptTable, str | None]:
        elsewhere = None if self.house.store.table(id) is None else self.house.owner.claim(id)
        kept = self.house.store.table(id)
        if kept is None:
            self._opening.pop(id, None)
            raise Unwelcome("table", "There is no such table.")
        return kept, elsewhere

    async def _opened(self, kept: KeptTable) -> WebTable:
        house = self.house
        try:
            game, notice = await house.run(lambda: house.rulebooks.game_of(kept))
            position = await house.run(lambda: begun(game, kept, house.store.events(kept.id), house.store.chapters(kept.id)))
        except (NoRules, Unfollowed) as problem:
            await house.run(lambda: house.owner.release(kept.id))
            raise Unwelcome("rules", str(problem)) from None
        return WebTable(house, kept, position, notice)

    def link(self, id: str, token: str | None) -> Link:
        """Which seats a token gives; raises Unwelcome for any that is not known."""
        kept = self.house.store.table(id)
        link = None
        if kept is not None and token is not None:
            link = self.house.store.link(id, digest_of(token))
        elif kept is not None and kept.is_open:
            link = Link(())
        if link is None:
            raise Unwelcome("token", "This link does not lead to a seat at this table.")
        return link

    # ---- listing

    def listed(self) -> list[dict[str, Any]]:
        """The newest tables, as everybody may know them."""
        names = {str(path.resolve()): name for name, path in self.games.items()}
        found = []
        for kept in self.house.store.tables(LISTED):
            seats = [{"name": name, "bot": kept.bots.get(name)} for name in kept.seats]
            winners = [] if kept.outcome is None else json.loads(kept.outcome)["winners"]
            game = names.get(kept.folder, Path(kept.folder).name)
            about = {"id": kept.id, "game": game, "seats": seats, "is_over": kept.outcome is not None, "winners": winners}
            found.append(about | {"is_open": kept.is_open})
        return found

    # ---- putting away

    def _look_after(self) -> None:
        if self._attendant is None or self._attendant.done():
            self._attendant = asyncio.ensure_future(self._put_away())

    async def _put_away(self) -> None:
        """Now and then, what nobody looks at leaves the memory and is free for other servers."""
        while self._tables:
            await asyncio.sleep(self.house.manners.idle / 2)
            for id, table in list(self._tables.items()):
                async with self._opening.setdefault(id, asyncio.Lock()):
                    if table.is_idle or table.is_closed:
                        table.close()
                        del self._tables[id]
                        await self.house.run(lambda id=id: self.house.owner.release(id))  # type: ignore[misc]
                if id not in self._tables:
                    self._opening.pop(id, None)

    def close(self) -> None:
        if self._attendant is not None:
            self._attendant.cancel()
        for table in self._tables.values():
            table.close()
