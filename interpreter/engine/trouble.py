"""What can go wrong while rules are carried out.

Raised by the engine with the lines of the definition that led there, so that a designer sees where, and never a traceback.
"""

from __future__ import annotations


class RuleError(Exception):
    """A rule that cannot be carried out: what happened, and the lines that led there."""

    def __init__(self, message: str, trace: tuple[str, ...]) -> None:
        super().__init__(message)
        self.message = message
        self.trace = trace
