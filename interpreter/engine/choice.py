"""Which engine plays: the only place that knows them all.

Everybody else knows the protocol. Somebody who names an engine gets that one or a sentence why not, never another.
"""

from __future__ import annotations

from ..errors import Misused
from .protocol import Maker
from .python.stepper import Stepper
from .reference.interpreter import Interpreter

ENGINES: dict[str, Maker] = {"reference": Interpreter, "python": Stepper}
FASTEST = "python"


class UnknownEngine(Misused):
    """Words that name no engine: one sentence that says why."""


def engine_for(name: str | None = None) -> Maker:
    """The engine of a name; without one, the fastest that there is."""
    found = ENGINES.get(FASTEST if name is None else name)
    if found is None:
        raise UnknownEngine(f'there is no engine "{name}"; there are: {", ".join(ENGINES)}')
    return found
