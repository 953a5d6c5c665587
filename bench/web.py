"""How a server of tables bears people: many tables at once, an answer every few seconds at each.

Starts servers on loopback ports, which share one store, and plays at their tables by WebSocket from this process. Prints every
ten seconds how long answers took in these until they were acknowledged, how large messages are, how much processor time the
servers and this client need for an answer, and the memory of the servers; at the end the same for all of it. Nothing leaves
this machine, and a connection that is lost is counted and made again.

    .venv/bin/python bench/web.py                                  200 tables of Ruse and Bruise for a minute
    .venv/bin/python bench/web.py --servers 2
    .venv/bin/python bench/web.py --seconds 1800                   whether memory stays flat
    .venv/bin/python bench/web.py --den                            one table of five seats and a watcher, as fast as it goes
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path

from web_client import Heard, TableSocket

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
SEATS = ["Ada", "Bo", "Cy", "Di", "Ed", "Flo"]


DEN = {"game": "ruse_instincts_of_the_den", "players": 5, "watch": True, "tables": 1, "every": 0.0, "answers": 200}
WINDOW = 10.0  # seconds


@dataclass
class Figures:
    """What was measured: seconds until answers were acknowledged, and until everybody at the table had heard of them. `stuck`
    is how often a table had to be sat down at anew."""

    acknowledged: list[float] = field(default_factory=list)
    everybody: list[float] = field(default_factory=list)
    games: int = 0
    seated: int = 0
    stuck: int = 0
    heard: Heard = field(default_factory=Heard)
    door: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(10))


class Server:
    def __init__(self, store: Path) -> None:
        command = [sys.executable, "-m", "rulewright", "table", "--no-open", "--port", "0", "--store", str(store)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().split()[-1].rstrip("/")

    def new_table(self, game: str, players: int) -> list[str]:
        """The links of a table whose seats are all for people; the last one is for looking on."""
        body = json.dumps({"game": game, "seats": ",".join(SEATS[:players])}).encode()
        asked = urllib.request.Request(f"{self.address}/tables", body, {"Origin": self.address})
        with urllib.request.urlopen(asked) as answer:
            return [one["url"] for one in json.load(answer)["links"]]

    @property
    def seconds(self) -> float:
        """Processor time so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    @property
    def memory(self) -> float:
        """Megabytes."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * PAGE / 1e6

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.wait(20)


async def sit(server: Server, links: list[str], figures: Figures) -> list[TableSocket]:
    seats = [TableSocket(server.address, link, figures.heard) for link in links]
    for seat in seats:
        await seat.come()
    return seats


async def play(server: Server, links: list[str], figures: Figures, options: argparse.Namespace, seed: int) -> None:
    """At one table: an answer now and then, and a rematch when the game is over."""
    chance = random.Random(seed)
    async with figures.door:
        seats = await sit(server, links, figures)
    figures.seated += 1
    while figures.seated < options.tables:
        await asyncio.sleep(0.1)
    end = time.perf_counter() + options.seconds
    await asyncio.sleep(chance.random() * options.every)
    answers = 0
    while time.perf_counter() < end and (not options.answers or answers < options.answers):
        began = time.perf_counter()
        try:
            deciding = [seat for seat in seats if seat.decision]
            if not deciding:
                seats = await again(server, seats, links, figures)
                continue
            await answer(chance.choice(deciding), seats, figures, chance)
        except (TimeoutError, OSError):
            figures.stuck += 1
            for seat in seats:
                seat.leave()
            seats = await sit(server, links, figures)
        answers += 1
        await asyncio.sleep(max(0.0, options.every - (time.perf_counter() - began)))
    for seat in seats:
        seat.leave()


async def answer(seat: TableSocket, seats: list[TableSocket], figures: Figures, chance: random.Random) -> None:
    assert seat.decision is not None
    name, before = str(seat.decision["id"]), [one.v for one in seats]
    count, came_back, refused = len(seat.decision["options"]), figures.heard.came_back, seat.refused
    began = time.perf_counter()
    seat.say({"do": "answer", "decision": name, "option": chance.randrange(count)})
    await seat.until(lambda: name in seat.did or figures.heard.came_back > came_back or seat.refused > refused)
    if name not in seat.did:
        return  # somebody was let go, and nobody knows by whom this is still awaited, or what was asked meanwhile
    figures.acknowledged.append(seat.did[name] - began)
    if seat.decision and seat.decision.get("picked"):
        return  # one pick more of a row: nobody else hears of it
    for one, v in zip(seats, before, strict=True):
        await one.until(lambda one=one, v=v: one.v > v)  # type: ignore[misc]
    figures.everybody.append(max(one.at for one in seats) - began)


async def again(server: Server, seats: list[TableSocket], links: list[str], figures: Figures) -> list[TableSocket]:
    figures.games += 1
    seats[0].say({"do": "rematch"})
    await seats[0].until(lambda: bool(seats[0].rematch))
    for seat in seats:
        seat.leave()
    links[:] = [f"{seats[0].rematch}#{link.partition('#')[2]}" for link in links]
    return await sit(server, links, figures)


async def run(servers: list[Server], options: argparse.Namespace) -> None:
    figures = Figures()
    at = [servers[number % len(servers)] for number in range(options.tables)]
    links = [server.new_table(options.game, options.players) for server in at]
    if not options.watch:
        links = [one[:-1] for one in links]
    print(
        f"{options.tables} tables of {options.game} at {len(servers)} server(s) with {len(links[0])} sockets each, "
        f"an answer every {options.every} s"
    )
    tables = enumerate(zip(at, links, strict=True))
    playing = [asyncio.ensure_future(play(*one, figures, options, seed)) for seed, one in tables]
    while figures.seated < options.tables and not any(task.done() for task in playing):
        await asyncio.wait(playing, timeout=0.05, return_when=asyncio.FIRST_EXCEPTION)
    before = whole = Spent.by(servers, figures)
    tell_head()
    while not all(task.done() for task in playing):
        await asyncio.wait(playing, timeout=WINDOW)
        now = Spent.by(servers, figures)
        tell(f"{now.at - whole.at:.0f} s", figures, before, now)
        before = now
    tell("all", figures, whole, before)
    print(
        f"memory {whole.memory:.0f} MB when all sat, {before.memory:.0f} MB at the end; heard by all "
        f"{spread(figures.everybody)}; pages p50 {percentile(figures.heard.pages, 50):.0f} bytes; games over {figures.games}; "
        f"connections lost {figures.heard.came_back}, refused {figures.heard.refused}, tables stuck {figures.stuck}"
    )
    for task in playing:
        task.result()


@dataclass(frozen=True)
class Spent:
    """Where things stand at a moment: processor time of the servers and of this client, memory, and how much was measured."""

    at: float
    servers: float
    client: float
    memory: float
    answers: int
    messages: int

    @classmethod
    def by(cls, servers: list[Server], figures: Figures) -> Spent:
        used, memory = sum(one.seconds for one in servers), sum(one.memory for one in servers)
        counts = len(figures.acknowledged), len(figures.heard.sizes)
        return cls(time.perf_counter(), used, time.process_time(), memory, *counts)


def tell_head() -> None:
    print(f"{'':7} answers | {'acknowledged, ms':35} | server an answer, of a core | client | memory | messages, bytes")


def tell(name: str, figures: Figures, before: Spent, now: Spent) -> None:
    """What was measured between two moments."""
    count, seconds = now.answers - before.answers, now.at - before.at
    if count < 2:
        return
    served, mine = now.servers - before.servers, now.client - before.client
    sizes = figures.heard.sizes[before.messages : now.messages]
    print(
        f"{name:>7} {count:7} | {spread(figures.acknowledged[before.answers : now.answers]):35} | "
        f"{1000 * served / count:13.1f} ms {100 * served / seconds:6.0f} %  | {1000 * mine / count:.1f} ms | "
        f"{now.memory:3.0f} MB | p50 {percentile(sizes, 50):.0f} p95 {percentile(sizes, 95):.0f}",
        flush=True,
    )


def spread(times: list[float]) -> str:
    p50, p95, p99 = (1000 * percentile(times, one) for one in (50, 95, 99))
    return f"p50 {p50:.0f} p95 {p95:.0f} p99 {p99:.0f} max {1000 * max(times, default=0):.0f}"


def percentile(values: list[float] | list[int], of: int) -> float:
    return statistics.quantiles(values, n=100, method="inclusive")[of - 1] if len(values) > 1 else 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="ruse_and_bruise")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--servers", type=int, default=1, help="processes that share one store; tables take turns")
    parser.add_argument("--every", type=float, default=4.0, help="seconds between two answers at a table")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long; 1800 for whether memory stays flat")
    parser.add_argument("--answers", type=int, default=0, help="at most so many at each table")
    parser.add_argument("--watch", action="store_true", help="with one more socket at each table that looks on")
    parser.add_argument("--den", action="store_true", help="one table of the den: five seats and a watcher, 200 answers")
    options = parser.parse_args()
    if options.den:
        vars(options).update(DEN)
    servers: list[Server] = []
    with tempfile.TemporaryDirectory() as folder:
        try:
            servers += [Server(Path(folder) / "tables.sqlite") for _ in range(options.servers)]
            asyncio.run(run(servers, options))
        finally:
            for server in servers:
                server.stop()


if __name__ == "__main__":
    main()
