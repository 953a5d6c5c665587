"""A server of tables for tests: in a thread, on a loopback port, with pages that are nothing but what a viewer may know."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import threading
import time
from contextlib import contextmanager, suppress
from http.client import HTTPConnection

from rulewright.game import folder_of, load, shipped
from rulewright.telling.entries import to_json
from rulewright.web.hall import TablePlan
from rulewright.web.house import Manners, Pages
from rulewright.web.serving import ServerAddress, serve_until
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

PATIENCE = 120  # seconds until something that must come is missed, also on a machine that is busy with much else
QUICK = Manners(pace=0.0, absence=0.0, idle=PATIENCE, sitting=PATIENCE, polling=PATIENCE)


def until(test):
    """Wait for something that nobody tells of."""
    end = time.monotonic() + PATIENCE
    while not test():
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.01)


def lasting_port():
    """A port that is free, and stays so between two servers: none of those that the system gives away by itself."""
    for port in range(20_000 + os.getpid() % 5_000, 30_000):
        with socket.socket() as trial, suppress(OSError):
            trial.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no port is free")


def line_to(server, path, **options):
    """A socket that asks for no signs of life: a busy machine owes none."""
    patient = {"origin": server.address, "open_timeout": PATIENCE, "ping_interval": None, "legacy": True}
    return connect(f"ws://{server.host}{path}/socket", **(patient | options))


class PlainScreen:
    """What a viewer may know, without any drawing."""

    def __init__(self, game, seat):
        self.seat = seat
        self.chapters = self.lines = 0
        self.has = None

    def whole(self, match):
        self.chapters = self.lines = 0
        self.has = None
        message = self.update(match)
        del message["moves"]
        return message | {"frame": {}}

    def update(self, match):
        view = match.view(self.seat).to_json()
        told, entries = view.pop("log", []), to_json(match.journal.for_seat(self.seat))
        own = [one for one in view.get("decisions", []) if one["seat"] == self.seat]
        text = json.dumps(view, sort_keys=True)
        parts = {} if text == self.has else {"all": text}
        new, moves = told[self.lines :], entries[self.chapters :]
        self.lines, self.chapters, self.has = len(told), len(entries), text
        decision = {"options": [one["text"] for one in own[0]["options"]], "picked": own[0].get("picked", [])} if own else None
        return {"parts": parts, "log": new, "moves": moves, "decision": decision}


def plain_pages(folder):
    (folder / "table.css").write_text("body { color: black }", encoding="utf-8")
    return Pages(
        PlainScreen,
        lambda seat: f"<p>Pass the screen to {seat}</p>",
        lambda game, base, kind: f"<!doctype html><title>{game.name}</title><link href='{base}/table.css'>{kind}",
        lambda games, tables, base: json.dumps([games, tables]),
        lambda title, words, back, base: words,
        folder,
    )


class Server:
    """`hall` may be asked from the test only by `do`, which runs in the loop of the server."""

    def __init__(self, place, games, pages):
        self.place, self.games, self.pages = place, games, pages
        self.is_ready = threading.Event()
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()
        assert self.is_ready.wait(PATIENCE)

    def _run(self):
        async def ready(hall, address):
            self.hall, self.address, self.loop = hall, address, asyncio.get_running_loop()
            self.is_ready.set()

        async def run():
            self.ending = asyncio.Event()
            await serve_until(self.place, self.games, self.pages, ready, self.ending)

        asyncio.run(run())

    @property
    def host(self):
        return self.address.partition("://")[2]

    def do(self, work):
        """Carry a coroutine out where the server lives."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)

    def set_up(self, name, seats, bots=None, **more):
        game = load(name)
        return self.do(self.hall.set_up(TablePlan(game, tuple(seats), bots or {}, {}, **more)))

    def stop(self):
        if self.thread.is_alive():
            self.loop.call_soon_threadsafe(self.ending.set)
        self.thread.join(PATIENCE)

    def request(self, method, path, body=None, headers=None):
        line = HTTPConnection(*self.host.split(":"), timeout=PATIENCE)
        given = {"Origin": self.address} if method == "POST" else {}
        line.request(method, path, body, given | (headers or {}))
        answer = line.getresponse()
        text = answer.read().decode()
        line.close()
        return answer, text


@contextmanager
def serving(tmp_path, manners=QUICK, store="tables.sqlite", games=None, pages=None, **place):
    folder = tmp_path / "statics"
    folder.mkdir(exist_ok=True)
    games = games or {name: folder_of(name) for name in shipped()}
    address = ServerAddress(port=0, store=tmp_path / store, manners=manners, **place)
    server = Server(address, games, pages or plain_pages(folder))
    try:
        yield server
    finally:
        server.stop()


class Client:
    """Somebody at a table by WebSocket. `bytes` is all that ever came."""

    def __init__(self, server, path, last=None, **options):
        path, _, token = path.partition("#")
        self.bytes = []
        self.v = None
        self.decision = None
        self.socket = line_to(server, path, compression=None, max_size=None, **options)
        self.say(do="sit", token=token or None, last=last)

    def say(self, **message):
        self.socket.send(json.dumps(message))

    def hear(self):
        """The next message; None when the socket is closed."""
        try:
            text = self.socket.recv(PATIENCE)
        except ConnectionClosed:
            return None
        self.bytes.append(text)
        message = json.loads(text)
        if "v" in message:
            self.v = message["v"]
        if "decision" in message:
            self.decision = message["decision"]
        return message

    def until(self, *keys):
        """The next message that has one of some keys."""
        while (message := self.hear()) is not None:
            if any(key in message for key in keys):
                return message
        raise AssertionError(f"closed before {keys}")

    def answer(self, option=0):
        self.say(do="answer", decision=self.decision["id"], option=option)

    @property
    def code(self):
        """How the socket was closed."""
        while self.hear() is not None:
            pass
        return self.socket.close_code

    def close(self):
        self.socket.close()


def sit(server, made):
    """A client for every link, each after its first page."""
    clients = []
    for _, path in made.links:
        client = Client(server, path)
        client.until("parts", "curtain")
        clients.append(client)
    return clients
