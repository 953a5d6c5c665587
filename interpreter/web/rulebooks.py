"""The rules by which each table plays, kept with it: a game that is edited later does not change a table that has begun.

Takes games and tables of the store; returns the game of a table, and a sentence if its files are not what they were. Files are
compiled once and held for all tables that share them.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from pathlib import Path
from threading import Lock

from ..errors import RulewrightError
from ..game import Game, load
from ..language.diagnostics import Complaints, DefinitionError
from ..language.read.files import Files, gather
from ..loading import Rulebook
from .table_store import KeptTable, TableStore

EDITED = "The files of this game have changed since; this table goes on by the rules it began with."
OTHERS = "The rules this table began with cannot be read any more; it goes on by those that lie there now."


class NoRules(RulewrightError):
    """A table whose rules are gone: one sentence that says so; its answers are kept."""


class Rulebooks:
    def __init__(self, store: TableStore) -> None:
        self.store = store
        self._lock = Lock()
        self._games: dict[str, Game] = {}

    def from_folder(self, folder: str, variant: str = "") -> Game:
        """The game as it lies in a folder now, in full, or a variant of it; raises DefinitionError."""
        with self._lock:
            files = gather(Path(folder), Complaints(), variant)
            digest = files.digest()
            if digest not in self._games:
                self._games[digest] = load(folder, variant)
            return self._games[digest]

    def as_it_is_now(self, table: KeptTable) -> Game:
        """The game of a table, in its variant, as it lies in its folder now; raises DefinitionError."""
        text = self.store.rules(table.rules)
        return self.from_folder(table.folder, "" if text is None else json.loads(text).get("variant", ""))

    def written(self, game: Game) -> tuple[str, str]:
        """The rules of a game as the store keeps them: under which digest, and the text."""
        files = game.book.files
        contents = [[shown, b64encode(raw).decode()] for shown, raw in files.contents]
        return files.digest(), json.dumps({"id": files.id, "variant": files.variant, "files": contents})

    def game_of(self, table: KeptTable) -> tuple[Game, str]:
        """The game of a table, and what is to be told of its rules, if anything."""
        trouble = ""
        try:
            game = self.as_it_is_now(table)
            if game.definition.fingerprint == table.fingerprint:
                return game, ""
        except (DefinitionError, OSError) as problem:
            game, trouble = None, str(problem).partition("\n")[0]
        kept = self._as_kept(table)
        if kept is not None:
            return kept, EDITED
        if game is None:
            raise NoRules(f"The rules of this table cannot be read ({trouble}). All its answers are kept.")
        return game, OTHERS

    def _as_kept(self, table: KeptTable) -> Game | None:
        with self._lock:
            if table.rules not in self._games:
                text = self.store.rules(table.rules)
                if text is None:
                    return None
                about = json.loads(text)
                contents = tuple((shown, b64decode(raw)) for shown, raw in about["files"])
                book = Rulebook(Files(about["id"], contents, about.get("variant", "")))
                try:
                    game = Game(Path(table.folder), book.definition, book)
                except DefinitionError:
                    return None
                self._games[table.rules] = game
            known = self._games[table.rules]
        return known if known.definition.fingerprint == table.fingerprint else None
