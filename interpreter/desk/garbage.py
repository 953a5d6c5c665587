"""How often a process that lives as long as a game looks for garbage.

Whoever sits at a table waits for an answer now and then; nobody waits for memory.
"""

from __future__ import annotations

import gc

SOON = 2_000  # new things
NEVER = 1 << 30

def collect_seldom() -> None:
    """Games live long, and nothing at a table holds itself, so whatever is forgotten goes at once. To look through all that is
    remembered of some hundred tables would stop them all for a third of a second now and then: what is loaded by now is not
    looked at again, and what comes is looked through once, soon, while there is little of it."""
    gc.freeze()
    gc.set_threshold(SOON, NEVER)
