"""What keeps a reader from knowing a value: a hand, a pile that nobody sees, a card that lies face down.

Takes a trace that the reader may not know; returns a reason that names what it hangs on, and who may look there. How places are
seen is declared, so that tells nothing of what lies in them.
"""

from __future__ import annotations

from collections.abc import Callable

from ..engine.tracing import Trace
from ..ir import SeenBy
from .places import read_names
from .reasons import Kind, Reason
from .things import Things


def hidden_reason(trace: Trace, things: Things, speech: Callable[[Reason], str]) -> Reason:
    if trace.hangs_on is None:
        return Reason(Kind.HIDDEN, None, speech=speech)
    world, zone = things.world, trace.hangs_on
    owner = world.zone_owner(zone) if world.seen_by[zone] is SeenBy.OWNER else None
    given = () if owner is None else (things.seats[owner],)
    name = read_names(world, things.seats)[zone]
    return Reason(Kind.HIDDEN, None, words=name, sign=world.seen_by[zone], given=given, speech=speech)
