"""Which server has which table, where several share one store.

A server holds a lock on a file of its own for as long as it lives; the system lets go of it however the server ends. So whoever
finds a table with an owner whose file is not locked may take it at once, and no clock is asked.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from .disk_writer import StoreWriter
from .table_store import BadStore, KeptTable, TableStore
from .tokens import new_id


class StoreOwner:
    """This server among those that share a store."""

    def __init__(self, writer: StoreWriter, address: str) -> None:
        self.id = new_id()
        self.writer = writer
        self.store = writer.store
        self._file = _lock_file(self.store.path, self.id)
        self._lock = _locked(self._file)
        if self._lock is None:
            raise BadStore(f"{self._file} cannot be locked")
        self.writer.write(lambda store: self._come(store, address)).result()

    def _come(self, store: TableStore, address: str) -> None:
        for other in store.servers():
            if not self._is_alive(other):
                store.remove_server(other)
        store.add_server(self.id, address)

    def claim(self, table: str) -> str | None:
        """Take a table, if nobody who lives has it; else the address of who has it."""
        return str(found) if (found := self.writer.write(lambda store: self._claim(store, table)).result()) else None

    def _claim(self, store: TableStore, table: str) -> str | None:
        kept = store.table(table)
        if kept is None or kept.owner == self.id:
            return None
        if kept.owner is not None and self._is_alive(kept.owner):
            return store.address(kept.owner)
        store.note(table, "owner", self.id)
        return None

    def elsewhere(self, kept: KeptTable) -> str | None:
        """The address of another server that has a table and lives."""
        if kept.owner in (None, self.id) or not self._is_alive(str(kept.owner)):
            return None
        return self.store.address(str(kept.owner))

    def release(self, table: str) -> None:
        """Leave a table to whoever needs it next."""
        self.writer.write(lambda store: store.note(table, "owner", None)).result()

    def leave(self) -> None:
        """This server ends: all its tables are free."""
        with suppress(Exception):
            self.writer.write(lambda store: store.remove_server(self.id)).result()
        if self._lock is not None:
            os.close(self._lock)
        with suppress(OSError):
            self._file.unlink()

    def _is_alive(self, server: str) -> bool:
        if server == self.id:
            return True
        path = _lock_file(self.store.path, server)
        if not path.exists():
            return False
        lock = _locked(path)
        if lock is None:
            return True
        os.close(lock)
        with suppress(OSError):
            path.unlink()
        return False


def _lock_file(store: Path, server: str) -> Path:
    return store.with_name(f"{store.name}.{server}.lock")


def _locked(path: Path) -> int | None:
    """A lock that ends with this process; none if another one has it. Where the system has no such locks, a server is alone."""
    number = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
    try:
        import fcntl
    except ImportError:
        return number
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(number)
        return None
    return number
