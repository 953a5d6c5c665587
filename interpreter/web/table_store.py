"""Everything that must outlive a server, in one SQLite file.

Tables with their seats, links as digests, the rules by which each table plays, and every event of it in order. Several servers
share one file: each table belongs to one of them, and only that one can add to it. What was written is on the disk when a call
returns; nothing is ever written over but who owns a table, who sits in for whom, and what can be told anew.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import RLock

from ..errors import RulewrightError
from .kept_chapters import KeptChapters

FORM = 1
SECONDS = 10.0  # that one server waits while another one writes
_TABLES = """
CREATE TABLE tables (
  id TEXT PRIMARY KEY, folder TEXT NOT NULL, rules TEXT NOT NULL, fingerprint TEXT NOT NULL, seats TEXT NOT NULL,
  bots TEXT NOT NULL, sitting_in TEXT NOT NULL DEFAULT '{}', seed INTEGER NOT NULL, options TEXT NOT NULL,
  is_open INTEGER NOT NULL, came_from TEXT, rematch TEXT, outcome TEXT, owner TEXT);
CREATE TABLE links (digest BLOB, at TEXT, seats TEXT NOT NULL, PRIMARY KEY (digest, at)) WITHOUT ROWID;
CREATE TABLE events (
  at TEXT, number INTEGER, kind TEXT NOT NULL, seat INTEGER NOT NULL, words TEXT NOT NULL, decision TEXT NOT NULL,
  PRIMARY KEY (at, number)) WITHOUT ROWID;
CREATE TABLE rules (digest TEXT PRIMARY KEY, text TEXT NOT NULL);
CREATE TABLE servers (id TEXT PRIMARY KEY, address TEXT NOT NULL);
"""
_TOLD = """
CREATE TABLE IF NOT EXISTS told (
  at TEXT, first INTEGER, last INTEGER NOT NULL, name TEXT NOT NULL, body BLOB NOT NULL, PRIMARY KEY (at, first))
"""


class BadStore(RulewrightError):
    """A store that cannot be used: one sentence that says why."""


class NotOurs(RulewrightError):
    """A table that another server has meanwhile: what this one would add is not written."""


@dataclass(frozen=True)
class TableEvent:
    """One thing that was done at a table: `kind` is answer, bot or undo, `words` the texts of what was chosen, and `decision`
    the name of what it answers."""

    kind: str
    seat: int
    words: tuple[str, ...] = ()
    decision: str = ""


@dataclass(frozen=True)
class Link:
    """Which seats somebody has who holds a link; none of them only looks on."""

    seats: tuple[int, ...]


@dataclass(frozen=True)
class KeptTable:
    """A table as it was made. `rules` names the files it plays by, `bots` says who plays seats that no person has, `came_from`
    is the table that this one goes on from, and `rematch` the one that was made after it."""

    id: str
    folder: str
    rules: str
    fingerprint: str
    seats: tuple[str, ...]
    bots: Mapping[str, str]
    seed: int
    options: Mapping[str, str]
    is_open: bool = False
    came_from: str | None = None
    sitting_in: Mapping[str, str] = field(default_factory=dict)
    rematch: str | None = None
    outcome: str | None = None
    owner: str | None = None


class TableStore:
    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = RLock()
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._base = sqlite3.connect(path, timeout=SECONDS, isolation_level=None, check_same_thread=False)
            path.chmod(0o600)
            self._base.execute("PRAGMA journal_mode=WAL")
            self._base.execute("PRAGMA synchronous=FULL")
            self._prepare()
        except (sqlite3.Error, OSError) as problem:
            raise BadStore(f"{path} cannot hold tables: {problem}") from None

    def _prepare(self) -> None:
        with self.writing():
            (form,) = self._base.execute("PRAGMA user_version").fetchone()
            if form > FORM:
                raise BadStore(f"{self.path} was written by a later Rulewright; this one leaves it alone")
            if form == 0:
                for statement in _TABLES.split(";"):
                    self._base.execute(statement)
                self._base.execute(f"PRAGMA user_version={FORM}")
            self._base.execute(_TOLD)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """All of it is on the disk afterwards, or nothing."""
        with self._lock:
            self._base.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._base.execute("COMMIT")
            except BaseException:
                if self._base.in_transaction:
                    self._base.execute("ROLLBACK")
                raise

    @contextmanager
    def part(self) -> Iterator[None]:
        """Within `writing`: if this fails, what others wrote beside it stays."""
        self._base.execute("SAVEPOINT part")
        try:
            yield
        except BaseException:
            self._base.execute("ROLLBACK TO part")
            raise
        finally:
            self._base.execute("RELEASE part")

    def close(self) -> None:
        with self._lock:
            self._base.close()

    # ---- tables

    def add(self, table: KeptTable, links: Sequence[tuple[bytes, Link]], events: Sequence[TableEvent] = ()) -> None:
        """A new table with its links, and what has happened there before, if it goes on from another one."""
        about = (
            table.id, table.folder, table.rules, table.fingerprint, json.dumps(table.seats), json.dumps(dict(table.bots)),
            table.seed, json.dumps(dict(table.options)), table.is_open, table.came_from,
        )  # fmt: skip
        columns = "id, folder, rules, fingerprint, seats, bots, seed, options, is_open, came_from"
        self._base.execute(f"INSERT INTO tables ({columns}) VALUES ({','.join('?' * len(about))})", about)
        rows = [(digest, table.id, json.dumps(link.seats)) for digest, link in links]
        self._base.executemany("INSERT INTO links VALUES (?, ?, ?)", rows)
        for number, event in enumerate(events):
            self._write(table.id, number, event)

    def table(self, id: str) -> KeptTable | None:
        with self._lock:
            row = self._base.execute(f"SELECT {_COLUMNS} FROM tables WHERE id = ?", (id,)).fetchone()
        return None if row is None else _kept(row)

    def tables(self, most: int) -> list[KeptTable]:
        """The newest first."""
        with self._lock:
            rows = self._base.execute(f"SELECT {_COLUMNS} FROM tables ORDER BY rowid DESC LIMIT ?", (most,)).fetchall()
        return [_kept(one) for one in rows]

    def count(self) -> int:
        """How many tables have not come to their end."""
        with self._lock:
            (count,) = self._base.execute("SELECT count(*) FROM tables WHERE outcome IS NULL").fetchone()
        return int(count)

    def forget_unused(self) -> bool:
        """The oldest table at which nobody has ever answered and nobody is; whether there was one."""
        unused = "outcome IS NULL AND owner IS NULL AND NOT EXISTS (SELECT 1 FROM events WHERE at = tables.id)"
        row = self._base.execute(f"SELECT id FROM tables WHERE {unused} ORDER BY rowid LIMIT 1").fetchone()
        if row is not None:
            self._base.execute("DELETE FROM tables WHERE id = ?", row)
            self._base.execute("DELETE FROM links WHERE at = ?", row)
        return row is not None

    def note(self, id: str, what: str, value: str | None) -> None:
        """Who sits in, how a game ended, what its rematch is, who owns it."""
        assert what in ("sitting_in", "outcome", "rematch", "owner", "seats", "fingerprint")
        self._base.execute(f"UPDATE tables SET {what} = ? WHERE id = ?", (value, id))

    def link(self, id: str, digest: bytes) -> Link | None:
        with self._lock:
            row = self._base.execute("SELECT seats FROM links WHERE digest = ? AND at = ?", (digest, id)).fetchone()
        return None if row is None else Link(tuple(json.loads(row[0])))

    def links(self, id: str) -> list[tuple[bytes, Link]]:
        with self._lock:
            rows = self._base.execute("SELECT digest, seats FROM links WHERE at = ?", (id,)).fetchall()
        return [(digest, Link(tuple(json.loads(seats)))) for digest, seats in rows]

    # ---- events

    def append(self, id: str, number: int, event: TableEvent, owner: str) -> None:
        """Add what was done, if the table is still this server's; raises NotOurs if not."""
        row = self._base.execute("SELECT owner FROM tables WHERE id = ?", (id,)).fetchone()
        if row is None or row[0] != owner:
            raise NotOurs("another server has this table now")
        self._write(id, number, event)

    def _write(self, id: str, number: int, event: TableEvent) -> None:
        row = (id, number, event.kind, event.seat, json.dumps(event.words), event.decision)
        self._base.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)", row)

    def events(self, id: str, start: int = 0, end: int = 1 << 31) -> list[TableEvent]:
        """What was done at a table, in order; of the events with these numbers."""
        query = "SELECT kind, seat, words, decision FROM events WHERE at = ? AND number >= ? AND number < ? ORDER BY number"
        with self._lock:
            rows = self._base.execute(query, (id, start, end)).fetchall()
        return [TableEvent(kind, seat, tuple(json.loads(words)), decision) for kind, seat, words, decision in rows]

    # ---- what was told, which can be told anew

    def keep_chapters(self, id: str, kept: KeptChapters) -> None:
        """From their first step on, in place of all that was kept from there on."""
        self._base.execute("DELETE FROM told WHERE at = ? AND first >= ?", (id, kept.first))
        self._base.execute("INSERT INTO told VALUES (?, ?, ?, ?, ?)", (id, kept.first, kept.end, kept.name, kept.body))

    def chapters(self, id: str) -> list[KeptChapters]:
        with self._lock:
            rows = self._base.execute("SELECT first, last, name, body FROM told WHERE at = ? ORDER BY first", (id,)).fetchall()
        return [KeptChapters(*one) for one in rows]

    # ---- rules

    def keep_rules(self, digest: str, text: str) -> None:
        self._base.execute("INSERT OR IGNORE INTO rules VALUES (?, ?)", (digest, text))

    def rules(self, digest: str) -> str | None:
        with self._lock:
            row = self._base.execute("SELECT text FROM rules WHERE digest = ?", (digest,)).fetchone()
        return None if row is None else str(row[0])

    # ---- servers

    def add_server(self, id: str, address: str) -> None:
        self._base.execute("INSERT OR REPLACE INTO servers VALUES (?, ?)", (id, address))

    def remove_server(self, id: str) -> None:
        self._base.execute("UPDATE tables SET owner = NULL WHERE owner = ?", (id,))
        self._base.execute("DELETE FROM servers WHERE id = ?", (id,))

    def address(self, server: str) -> str | None:
        with self._lock:
            row = self._base.execute("SELECT address FROM servers WHERE id = ?", (server,)).fetchone()
        return None if row is None else str(row[0])

    def servers(self) -> list[str]:
        with self._lock:
            return [str(id) for (id,) in self._base.execute("SELECT id FROM servers").fetchall()]


_COLUMNS = (
    "id, folder, rules, fingerprint, seats, bots, seed, options, is_open, came_from, sitting_in, rematch, outcome, owner"
)


def _kept(row: Sequence[object]) -> KeptTable:
    id, folder, rules, fingerprint, seats, bots, seed, options, is_open, came_from, sitting_in, rematch, outcome, owner = row
    return KeptTable(
        str(id), str(folder), str(rules), str(fingerprint), tuple(json.loads(str(seats))), json.loads(str(bots)),
        int(str(seed)), json.loads(str(options)), bool(is_open), _text(came_from), json.loads(str(sitting_in)),
        _text(rematch), _text(outcome), _text(owner),
    )  # fmt: skip


def _text(value: object) -> str | None:
    return None if value is None else str(value)
