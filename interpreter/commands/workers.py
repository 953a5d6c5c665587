"""Who does the work of a command that plays many games: processes of this machine, or a cluster."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click


def workers_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """`--workers` and `--scheduler`; the command gets whoever it is as `workers`."""

    @wraps(command)
    def run(*arguments: Any, scheduler: str | None, workers: int | None, **options: Any) -> Any:
        if scheduler is None:
            return command(*arguments, workers=workers, **options)
        from ..game import Unplayable
        from ..study.cluster import Cluster

        if workers is not None:
            raise Unplayable("either --workers of this machine or --scheduler of a cluster, not both")
        with Cluster(scheduler) as cluster:
            return command(*arguments, workers=cluster, **options)

    told = "How many processes; as many as there are cores if not given."
    here = click.option("--workers", type=click.IntRange(1), help=told)
    away = click.option("--scheduler", metavar="ADDRESS", help="Work on a Dask cluster, as in tcp://10.0.0.5:8786.")
    return here(away(run))
