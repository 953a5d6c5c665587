"""What every error has in common that Rulewright raises on purpose, so that one `except` catches them all.

Whatever else reaches a caller is a fault of ours.
"""

from __future__ import annotations

from typing import ClassVar


class RulewrightError(Exception):
    """Something that a definition, a file or a caller can mend: what is wrong, in words."""

    exit_code: ClassVar[int] = 1

    @property
    def told(self) -> str:
        """How a command tells it."""
        return f"error: {self}"


class WrongCall(RulewrightError, TypeError):
    """Arguments that no call means: of another kind than it takes, or two where one is needed."""

    exit_code = 2


class Misused(RulewrightError, ValueError):
    """Something was asked for that cannot be: nothing has changed, and another value would do."""

    exit_code = 2
