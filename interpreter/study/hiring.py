"""Who does the work of a study: processes of this machine, or a cluster of several.

Takes what is to be done for a stretch of numbers; returns a crew that does it. Which one it is changes nothing but the time.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from multiprocessing import get_start_method
from typing import Any

from ..game import Game
from .cluster import Cluster
from .crew import Crew
from .parts_left import Stretch
from .remote_crew import RemoteCrew
from .remote_work import Do, packed, unpacked

Workers = int | Cluster


def as_many_as(workers: Workers | None) -> Workers:
    """Who works; as many processes as there are cores, where nobody says otherwise."""
    return workers if workers is not None else os.cpu_count() or 1


def hired(game: Game, do: Do, workers: Workers) -> Crew | RemoteCrew:
    if isinstance(workers, Cluster):
        return RemoteCrew(workers, game, do)
    # A process that is forked has the game already; another one is told it.
    source = game if get_start_method() == "fork" else packed(game)[1]
    return Crew(partial(_begin, source, do), workers)


def _begin(source: Game | str, do: Do) -> Callable[[Stretch], Any]:
    return partial(do, source if isinstance(source, Game) else unpacked(source))
