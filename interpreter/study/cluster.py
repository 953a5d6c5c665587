"""A cluster of machines, by the address of its Dask scheduler.

Takes an address such as `tcp://10.0.0.5:8786`; connects to it, or says in one sentence why not. `distributed` is loaded only
here, and only when somebody asks for a cluster.
"""

from __future__ import annotations

import logging
import warnings
from collections.abc import Callable
from importlib.util import find_spec
from types import TracebackType
from typing import TYPE_CHECKING, Any

from ..errors import Misused, RulewrightError

if TYPE_CHECKING:
    from distributed import Client

CONNECT = 10  # seconds that a scheduler has to answer


class ClusterLost(RulewrightError):
    """The cluster is gone in the middle of the work: one sentence that says so."""


class Cluster:
    """A connection to a scheduler; use it with `with`, or close it."""

    def __init__(self, address: str) -> None:
        if find_spec("distributed") is None:
            raise Misused("a cluster needs one more library: pip install 'rulewright[cluster]'")
        self.address = address
        self.client = _connected(address)
        try:
            self._check_version()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        self.client.close(timeout=2)

    def workers(self) -> list[str]:
        """Where they are."""
        return list(self.asked(self.client.nthreads))

    def asked(self, question: Callable[[], Any]) -> Any:
        """What the scheduler answers."""
        self.check()
        try:
            return question()
        except Exception:
            self.check()
            raise self.gone() from None

    def check(self) -> None:
        if self.client.status != "running":
            raise self.gone()

    def gone(self) -> ClusterLost:
        return ClusterLost(f"the scheduler at {self.address} is gone")

    def _check_version(self) -> None:
        import distributed

        theirs = self.asked(lambda: self.client.sync(self.client.scheduler.versions, packages=[]))
        version = dict(theirs["packages"])["distributed"]
        if version != distributed.__version__:
            raise Misused(
                f"the scheduler at {self.address} has distributed {version}, and {distributed.__version__} is here: "
                "both must be the same"
            )


def _connected(address: str) -> Client:
    from distributed import Client

    for name in [one for one in logging.root.manager.loggerDict if one.partition(".")[0] == "distributed"]:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)  # what goes wrong is told in our words, once
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return Client(address, timeout=CONNECT, set_as_default=False, name="rulewright")
    except ValueError as problem:
        raise Misused(f'"{address}" is no address of a scheduler, as in tcp://127.0.0.1:8786: {_first(problem)}') from None
    except OSError:
        raise Misused(f"no scheduler answers at {address}; docs/cluster.md says how to start one") from None
    except Exception as problem:
        raise Misused(f"the scheduler at {address} does not speak as it should: {_first(problem)}") from None


def _first(problem: Exception) -> str:
    return (str(problem) or type(problem).__name__).splitlines()[0]
