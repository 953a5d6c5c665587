"""A recorded game on a screen, step by step, forwards and back.

Takes the steps and a screen. Where nobody can be asked, every step is told one after the other; at a terminal a line says where
to go next, or asks something of the game as it stood then.
"""

from __future__ import annotations

from ..desk.inquiry import answered
from ..desk.sources import Sources
from ..desk.stepwise import Steps
from ..desk.why import why_not
from .plain import TerminalScreen

HELP = """Enter goes on, b goes back, a number goes there, q leaves. Of the game as it stands there:
why VALUE, why not TEXT, log [N], rules [WORD], ? NAME."""
LONGEST_LINE = 300
_ENDS = {"": "This is the end of it. ", "n": "This is the end of it. ", "b": "This is the beginning. "}


def walk(steps: Steps, sources: Sources, screen: TerminalScreen, can_ask: bool) -> None:
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
        shown, going = wanted, _next(steps, sources, wanted, screen)
        if going is None:
            return
        wanted = going


def _tell(steps: Steps, screen: TerminalScreen, step: int) -> None:
    screen.say(f"Step {step} of {steps.last}")
    for line in steps.told(step):
        screen.say(f"  {line}")


def _next(steps: Steps, sources: Sources, step: int, screen: TerminalScreen) -> int | None:
    """Where to go from here; nowhere to leave."""
    typed = screen.ask(f"{step}/{steps.last}> ", ())
    text = "q" if typed is None else " ".join(typed.split())[:LONGEST_LINE]
    word = text.casefold()
    if word in ("q", "quit"):
        return None
    if word in ("", "n", "next") and step < steps.last:
        return step + 1
    if word in ("b", "back") and step:
        return step - 1
    if word.isdecimal() and len(word) < 7 and int(word) <= steps.last:
        return int(word)
    screen.say("\n".join(_asked(steps, sources, step, text)) or f"{_ENDS.get(word, '')}{HELP}")
    return step


def _asked(steps: Steps, sources: Sources, step: int, text: str) -> list[str]:
    """The answer to a question about the game after a step, as far as those may know it before whose eyes it is shown."""
    match = steps.at(step)
    if not text.startswith("why not "):
        return answered(sources, match, steps.seat, text)
    decision = next((one for one in match.decisions if one.seat == steps.seat), None)
    if decision is None:
        return ["That can be asked before the eyes of whoever decides next: replay with --seat, at such a step."]
    return why_not(sources, match, decision, text.removeprefix("why not "))
