"""A recorded game on a screen, step by step, forwards and back.

Takes the steps and a screen. Where nobody can be asked, every step is told one after the other; at a terminal a line says where
to go next.
"""

from __future__ import annotations

from ..desk.stepwise import Steps
from .plain import TerminalScreen

HELP = "Enter goes on, b goes back, a number goes there, q leaves."
_ENDS = {"": "This is the end of it. ", "n": "This is the end of it. ", "b": "This is the beginning. "}


def walk(steps: Steps, screen: TerminalScreen, can_ask: bool) -> None:
    """Through a whole game, or wherever somebody wants to go in it."""
    if not can_ask:
        for step in range(steps.last + 1):
            _tell(steps, screen, step)
        return
    screen.say(HELP)
    shown, wanted = -1, 0
    while True:
        if wanted != shown:
            _tell(steps, screen, wanted)
            screen.table(steps.board(wanted, screen.width))
        shown, going = wanted, _next(wanted, steps.last, screen)
        if going is None:
            return
        wanted = going


def _tell(steps: Steps, screen: TerminalScreen, step: int) -> None:
    screen.say(f"Step {step} of {steps.last}")
    for line in steps.told(step):
        screen.say(f"  {line}")


def _next(step: int, last: int, screen: TerminalScreen) -> int | None:
    """Where to go from here; nowhere to leave."""
    typed = screen.ask(f"{step}/{last}> ", ())
    word = "q" if typed is None else typed.strip().casefold()
    if word in ("q", "quit"):
        return None
    if word in ("", "n", "next") and step < last:
        return step + 1
    if word in ("b", "back") and step:
        return step - 1
    if word.isdecimal() and len(word) < 7 and int(word) <= last:
        return int(word)
    screen.say(f"{_ENDS.get(word[:1], '')}{HELP}")
    return step
