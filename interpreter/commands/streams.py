"""The inputs and outputs of a command, whatever they are.

Takes streams; tells whether somebody sits there, and lets characters that an output does not know become plainer ones, not
an error. A stream that was closed from outside is None.
"""

from __future__ import annotations

import codecs
import os
import unicodedata
from contextlib import suppress
from typing import Any

PLAINER = "plainer"
SIMPLE = ("dumb", "unknown")
_ALIKE = {"…": "...", "·": "-", "×": "x", "−": "-", "–": "-", "—": "-", "’": "'", "‘": "'", "“": '"', "”": '"', "µ": "u"}


def is_terminal(stream: Any) -> bool:
    """Whether somebody sits at a stream."""
    return stream is not None and bool(stream.isatty())


def is_screen(stream: Any) -> bool:
    """Whether it is a terminal that can do more than write one line after the other."""
    return is_terminal(stream) and os.environ.get("TERM") not in SIMPLE


def give_up(*streams: Any) -> None:
    """Nothing more goes to an output that takes nothing any more, not even what was kept back for the end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in streams:
        with suppress(AttributeError, OSError, ValueError):
            os.dup2(nowhere, stream.fileno())


def forgive(*streams: Any) -> None:
    """A character that cannot be shown becomes one that can."""
    codecs.register_error(PLAINER, _plainer)
    for stream in streams:
        with suppress(AttributeError):
            stream.reconfigure(errors=PLAINER)


def _plainer(problem: UnicodeError) -> tuple[str | bytes, int]:
    if not isinstance(problem, UnicodeEncodeError):
        return codecs.replace_errors(problem)
    unknown = problem.object[problem.start : problem.end]
    return "".join(map(_plain, unknown)), problem.end


def _plain(character: str) -> str:
    """`a` for `ä`; a question mark for what resembles nothing."""
    letters = [one for one in unicodedata.normalize("NFKD", character) if one.isascii()]
    return _ALIKE.get(character) or "".join(letters) or "?"
