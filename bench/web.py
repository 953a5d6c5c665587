"""How a server of tables bears people: many tables at once, an answer every few seconds at each.

Starts a server on a loopback port and plays at its tables by WebSocket from this process. Prints how long answers take until
they are acknowledged and until everybody at the table has heard of them, how large messages are, how much processor time the
server needs for an answer, and how its memory grows. Nothing leaves this machine.

    .venv/bin/python bench/web.py --tables 200 --seconds 60
    .venv/bin/python bench/web.py --game ruse_instincts_of_the_den --players 5 --tables 1 --every 0 --answers 200
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

from websockets.asyncio.client import ClientConnection, connect

PATIENCE = 60.0
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass
class Figures:
    """What was measured: seconds and bytes."""

    acknowledged: list[float] = field(default_factory=list)
    heard: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    pages: list[int] = field(default_factory=list)
    games: int = 0
    seated: int = 0
    door: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(10))


class Server:
    def __init__(self, folder: Path) -> None:
        command = [sys.executable, "-m", "rulewright", "table", "--no-open", "--port", "0"]
        command += ["--store", str(folder / "tables.sqlite")]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().split()[-1].rstrip("/")

    def new_table(self, game: str, players: int) -> list[str]:
        """The links of a table whose seats are all for people; the last one is for looking on."""
        seats = ",".join(["Ada", "Bo", "Cy", "Di", "Ed", "Flo"][:players])
        body = json.dumps({"game": game, "seats": seats}).encode()
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


class Seat:
    """One socket: what it hears, and when."""

    def __init__(self, socket: ClientConnection, figures: Figures) -> None:
        self.socket = socket
        self.figures = figures
        self.decision: dict[str, object] | None = None
        self.v = -1
        self.is_over = False
        self.news = asyncio.Condition()
        self.did: dict[str, float] = {}
        self.at: dict[int, float] = {}
        self.rematch = ""
        self.listening = asyncio.ensure_future(self._listen())

    async def _listen(self) -> None:
        async for text in self.socket:
            now = time.perf_counter()
            message = json.loads(text)
            async with self.news:
                if "v" in message:
                    self.v, self.at[message["v"]] = message["v"], now
                    self.decision = message.get("decision")
                    (self.figures.pages if message.get("whole") else self.figures.sizes).append(len(text))
                if "did" in message:
                    self.did[message["did"]] = now
                self.rematch = message.get("rematch", self.rematch)
                if "refused" in message:
                    raise AssertionError(message)
                self.news.notify_all()

    async def until(self, is_so) -> None:  # type: ignore[no-untyped-def]
        async with self.news:
            await asyncio.wait_for(self.news.wait_for(is_so), PATIENCE)


async def sit(server: Server, links: list[str], figures: Figures) -> list[Seat]:
    seats = []
    for link in links:
        path, _, token = link.partition("#")
        address = f"ws{server.address[4:]}{path}/socket"
        socket = await connect(address, origin=server.address, compression=None, max_size=None, ping_interval=None)  # type: ignore[arg-type]
        await socket.send(json.dumps({"do": "sit", "token": token, "last": None}))
        seats.append(Seat(socket, figures))
    for seat in seats:
        await seat.until(lambda seat=seat: seat.v >= 0)
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
        deciding = [seat for seat in seats if seat.decision]
        if not deciding:
            seats = await again(server, seats, links, figures)
            continue
        await answer(chance.choice(deciding), seats, figures, chance)
        answers += 1
        await asyncio.sleep(max(0.0, options.every - (time.perf_counter() - began)))
    for seat in seats:
        await seat.socket.close()


async def answer(seat: Seat, seats: list[Seat], figures: Figures, chance: random.Random) -> None:
    assert seat.decision is not None
    name, before = str(seat.decision["id"]), [one.v for one in seats]
    count = len(seat.decision["options"])  # type: ignore[arg-type]
    began = time.perf_counter()
    await seat.socket.send(json.dumps({"do": "answer", "decision": name, "option": chance.randrange(count)}))
    await seat.until(lambda: name in seat.did)
    figures.acknowledged.append(seat.did[name] - began)
    if seat.decision and seat.decision.get("picked"):
        return  # one pick more of a row: nobody else hears of it
    for one, v in zip(seats, before, strict=True):
        await one.until(lambda one=one, v=v: one.v > v)
    figures.heard.append(max(one.at[one.v] for one in seats) - began)


async def again(server: Server, seats: list[Seat], links: list[str], figures: Figures) -> list[Seat]:
    figures.games += 1
    await seats[0].socket.send('{"do": "rematch"}')
    await seats[0].until(lambda: seats[0].rematch)
    for seat in seats:
        await seat.socket.close()
    links[:] = [f"{seats[0].rematch}#{link.partition('#')[2]}" for link in links]
    return await sit(server, links, figures)


async def run(server: Server, options: argparse.Namespace) -> None:
    figures = Figures()
    links = [server.new_table(options.game, options.players) for _ in range(options.tables)]
    if not options.watch:
        links = [one[:-1] for one in links]
    print(f"{options.tables} tables of {options.game} with {len(links[0])} sockets each, an answer every {options.every} s")
    playing = [asyncio.ensure_future(play(server, one, figures, options, seed)) for seed, one in enumerate(links)]
    while figures.seated < options.tables:
        await asyncio.sleep(0.05)
    first, used = server.memory, server.seconds
    since = time.perf_counter()
    while not all(task.done() for task in playing):
        await asyncio.wait(playing, timeout=max(10.0, options.seconds / 10))
        tell(figures, server, first, used, time.perf_counter() - since)
    for task in playing:
        task.result()


def tell(figures: Figures, server: Server, first: float, used: float, seconds: float) -> None:
    count = len(figures.acknowledged)
    if count < 2:
        return
    spent = server.seconds - used
    print(
        f"{seconds:6.0f} s {count:6} answers  acknowledged {spread(figures.acknowledged)}  "
        f"heard by all {spread(figures.heard)}  "
        f"server {1000 * spent / count:.1f} ms an answer, {100 * spent / seconds:.0f} % of a core, "
        f"{server.memory:.0f} MB ({server.memory - first:+.0f})  messages p50 {percentile(figures.sizes, 50)} "
        f"p95 {percentile(figures.sizes, 95)} bytes  pages p50 {percentile(figures.pages, 50)}  games over {figures.games}",
        flush=True,
    )


def spread(times: list[float]) -> str:
    return "p50 {:.0f} p95 {:.0f} p99 {:.0f} ms".format(*(1000 * percentile(times, one) for one in (50, 95, 99)))


def percentile(values: list[float] | list[int], of: int) -> float:
    return statistics.quantiles(values, n=100, method="inclusive")[of - 1] if len(values) > 1 else 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="ruse_and_bruise")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--every", type=float, default=4.0, help="seconds between two answers at a table")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long; 1800 for whether memory stays flat")
    parser.add_argument("--answers", type=int, default=0, help="at most so many at each table")
    parser.add_argument("--watch", action="store_true", help="with one more socket at each table that looks on")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            asyncio.run(run(server, options))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
