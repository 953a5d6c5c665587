"""What every error has in common that Rulewright raises on purpose, so that one `except` catches them all.

Whatever else reaches a caller is a fault of ours.
"""

from __future__ import annotations

from typing import Any, ClassVar


class RulewrightError(Exception):
    """Something that a definition, a file or a caller can mend: what is wrong, in words."""

    exit_code: ClassVar[int] = 1

    @property
    def told(self) -> str:
        """How a command tells it."""
        return f"error: {self}"

    def __reduce__(self) -> tuple[Any, ...]:
        """Errors come out of other processes whole: a pool that cannot unpickle one hangs, or tells of that instead."""
        return _as_it_was, (type(self), self.args, self.carried())

    def carried(self) -> dict[str, Any]:
        """Its fields, as far as they can go into another process."""
        return vars(self)


def _as_it_was(kind: type[RulewrightError], arguments: tuple[Any, ...], fields: dict[str, Any]) -> RulewrightError:
    error = kind.__new__(kind, *arguments)
    vars(error).update(fields)
    return error


class WrongCall(RulewrightError, TypeError):
    """Arguments that no call means: of another kind than it takes, or two where one is needed."""

    exit_code = 2


class Misused(RulewrightError, ValueError):
    """Something was asked for that cannot be: nothing has changed, and another value would do."""

    exit_code = 2
