"""Ctrl-C that breaks off only what may be thrown away.

While it is entered, Ctrl-C ends what is done freely at once; during anything else it is remembered until the next thing that is
done freely. Outside the main thread, or where somebody listens to Ctrl-C already, nothing is changed.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Any, TypeVar

Answer = TypeVar("Answer")


class Breaks:
    def __init__(self) -> None:
        self.is_asked = False
        self._is_free = False
        self._before: Any = None

    def __enter__(self) -> Breaks:
        is_main = threading.current_thread() is threading.main_thread()
        if is_main and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            self._before = signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _note(self, number: int, frame: Any) -> None:
        """Once is enough: what is being ended already is not disturbed."""
        is_first, self.is_asked = not self.is_asked, True
        if is_first and self._is_free:
            raise KeyboardInterrupt

    def freely(self, act: Callable[[], Answer]) -> Answer:
        """Do something that Ctrl-C may break off in the middle; raises KeyboardInterrupt then, or if it was pressed before."""
        self._is_free = True
        try:
            if self.is_asked:
                raise KeyboardInterrupt
            return act()
        finally:
            self._is_free = False
