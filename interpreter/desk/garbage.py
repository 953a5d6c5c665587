"""How often a process that lives as long as a game looks for garbage.

Whoever sits at a table waits for an answer now and then; nobody waits for memory.
"""

from __future__ import annotations

import gc


def collect_seldom() -> None:
    """Games live long: looking through all that is remembered of them at the usual rate costs a fifth of the time of an answer,
    and now and then a tenth of a second, with hundreds of tables more than one. What is loaded by now stays for good and is not
    looked at again, and tables are looked through about once an hour: those that are put away hold nothing."""
    gc.freeze()
    gc.set_threshold(20_000, 25, 1_000)
