"""What a player that is a program must be able to do: choose one of the options of a decision.

Takes a decision and the outlook of the seat that has it. A bot knows what its seat may know and nothing else.
"""

from __future__ import annotations

from typing import Protocol

from ..engine.options import Option
from ..table.information_set import Outlook
from ..table.match import Decision


class Bot(Protocol):
    """One that never asks its outlook for deals says so: `looks = False`."""

    def choose(self, decision: Decision, outlook: Outlook) -> Option: ...


def does_look(bot: Bot) -> bool:
    """Whether it asks for deals; for a bot that does not, nobody needs to follow the match."""
    return bool(getattr(bot, "looks", True))
