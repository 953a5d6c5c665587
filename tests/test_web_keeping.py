"""Nothing is lost: tables, half-made rows and acknowledged answers outlive a server, however it ends, and rules that change."""

import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from rulewright.web.table_store import TableStore
from serving import QUICK, Client, lasting_port, serving, sit, until
from test_rows import written
from test_web_table import play
from written import write_game

pytestmark = pytest.mark.needs("web")
HERE = Path(__file__).parent


def pages_of(server, made):
    """What every link shows after sitting down, without who else is there."""
    found = []
    for _, path in made.links:
        client = Client(server, path)
        found.append(client.until("parts"))
        client.close()
    return found


@pytest.mark.parametrize("game, seats", [("ruse_and_bruise", "Ada Bo Cy"), ("rus", "Ada Bo"), ("bruno_the_bandit", "A B C")])
def test_every_page_is_the_same_after_a_restart(tmp_path, game, seats):
    with serving(tmp_path) as server:
        made = server.set_up(game, seats.split(), seed=11)
        clients = sit(server, made)
        play(clients, 25, lambda number, decision: number % len(decision["options"]))
        for client in clients:
            client.close()
        before = pages_of(server, made)
    store = TableStore(tmp_path / "tables.sqlite")
    assert store.chapters(made.id), "what was told is kept"
    store.close()
    with serving(tmp_path) as server:
        assert pages_of(server, made) == before


def market(tmp_path, shape):
    folder = tmp_path / f"market_{shape}"
    write_game(folder, written(shape))
    return folder


def test_half_made_rows_are_kept_and_seen_by_nobody_else(tmp_path):
    folder = market(tmp_path, "asked")
    with serving(tmp_path) as server:
        made = server.set_up(folder, ["Ada", "Bo"], seed=1)
        ada, bo, watcher = clients = sit(server, made)
        ada.answer(0)
        one = ada.until("v")
        assert one["v"] == 1 and len(one["decision"]["picked"]) == 1
        for other in (bo, watcher):
            other.say(do="ping")
            while "pong" not in (message := other.hear()):
                assert "v" not in message, "a pick that is nobody's business was told"
        for client in clients:
            client.close()
        before = pages_of(server, made)
    with serving(tmp_path) as server:
        assert pages_of(server, made) == before
        ada, bo, watcher = sit(server, made)
        assert len(ada.decision["picked"]) == 1 and bo.v == 0
        ada.say(do="undo")
        assert ada.until("v", "refused")["decision"]["picked"] == []
        bo.say(do="ping")
        while "pong" not in (message := bo.hear()):
            assert "v" not in message
        bo.answer(0)  # both are asked at once: what Ada does does not make this late
        assert bo.until("v", "refused")["did"]
        ada.answer(0)
        ada.until("did")
        ada.answer(len(ada.decision["options"]) - 1)
        assert ada.until("did")
        assert watcher.until("v")["v"] == 1, "a row is one update, however long it is"


def test_undo_stops_at_what_was_learnt(tmp_path):
    folder = market(tmp_path, "some")
    with serving(tmp_path) as server:
        made = server.set_up(folder, ["Ada", "Bo"], seed=1)
        ada, bo, watcher = clients = sit(server, made)
        first = pages_of(server, made)
        ada.answer(0)
        ada.until("v")
        done = next(number for number, option in enumerate(ada.decision["options"]) if option == "done")
        ada.answer(done)
        for client in clients:
            client.until("v")
        bo.say(do="undo")
        assert bo.until("refused")["why"] == "There is nothing to take back."
        ada.say(do="undo")
        barrier = ada.until("refused", "whole")
        assert "Bo has seen" in barrier["why"]
        assert bo.decision is not None and watcher.v == 1 and first


# ---------------------------------------------------------------- killed

SERVER = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from serving import QUICK, plain_pages
from rulewright.game import folder_of
from rulewright.web.hall import TablePlan
from rulewright.web.serving import ServerAddress, serve
from rulewright.game import load

async def ready(hall, address):
    if sys.argv[4:]:
        game = load("ruse_and_bruise")
        made = await hall.set_up(TablePlan(game, ("Ada", "Bo"), {}, {}, 7))
        for _, path in made.links:
            print(path, flush=True)
    print(address, flush=True)

def main():
    folder = Path(sys.argv[2])
    (folder / "statics").mkdir(exist_ok=True)
    place = ServerAddress(port=int(sys.argv[3]), store=folder / "tables.sqlite", manners=QUICK)
    serve(place, {}, plain_pages(folder / "statics"), ready)

if __name__ == "__main__":
    main()
"""


class Alone:
    """A server in a process of its own."""

    def __init__(self, folder, port=0, sets_up=False):
        script = folder / "server.py"
        script.write_text(SERVER, encoding="utf-8")
        command = [sys.executable, str(script), str(HERE), str(folder), str(port), *(["up"] if sets_up else [])]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        self.links = [self.process.stdout.readline().strip() for _ in range(3 if sets_up else 0)]
        self.address = self.process.stdout.readline().strip()
        assert self.address.startswith("http://"), "it did not start"

    @property
    def host(self):
        return self.address.partition("://")[2]

    def kill(self):
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()


def test_an_acknowledged_answer_outlives_a_kill(tmp_path):
    port = lasting_port()
    server = Alone(tmp_path, port, sets_up=True)
    links = server.links
    last = None
    try:
        for _ in range(4):
            clients = [Client(server, path) for path in links]
            pages = [client.until("parts") for client in clients]
            if last is not None:
                assert [(one["v"], one["parts"], one["log"]) for one in pages] == last
            deciding = next(one for one in clients if one.decision)
            deciding.answer(0)
            acknowledged = deciding.until("did")
            server.kill()
            server = Alone(tmp_path, port)
            again = [Client(server, path) for path in links]
            pages = [client.until("parts") for client in again]
            assert acknowledged["v"] in [one["v"] for one in pages]
            last = [(one["v"], one["parts"], one["log"]) for one in pages]
            for client in again:
                client.close()
    finally:
        server.kill()
    assert last[0][0] == 4


def test_the_same_answer_after_a_restart_counts_once(tmp_path):
    """A page that never heard of its answer says it again."""
    with serving(tmp_path) as server:
        made = server.set_up("ruse_and_bruise", ["Ada", "Bo"], seed=7)
        clients = sit(server, made)
        first = next(one for one in clients if one.decision)
        number, name = clients.index(first), first.decision["id"]
        first.answer(0)
        first.until("did")
    with serving(tmp_path) as server:
        client = Client(server, made.links[number][1])
        client.until("parts")
        client.say(do="answer", decision=name, option=0)
        assert client.until("did", "refused")["did"] == name
        assert len(server.hall.house.store.events(made.id)) == 1


def test_what_cannot_be_kept_is_not_done(tmp_path):
    with serving(tmp_path) as server:
        made = server.set_up("ruse_and_bruise", ["Ada", "Bo"], seed=7)
        clients = sit(server, made)
        client = next(one for one in clients if one.decision)
        decision = client.decision

        def fail(*given):
            raise OSError(28, "No space left on device")

        append, server.hall.house.store.append = server.hall.house.store.append, fail
        client.answer(0)
        assert client.until("refused")["refused"] == "fault"
        server.hall.house.store.append = append
        assert client.decision == decision
        client.answer(0)
        assert client.until("did")["v"] == 1
        assert len(server.hall.house.store.events(made.id)) == 1


# ---------------------------------------------------------------- rules that change


def test_a_table_goes_on_by_the_rules_it_began_with(tmp_path):
    folder = market(tmp_path, "some")
    rules = folder / "game.yaml"
    with serving(tmp_path) as server:
        made = server.set_up(folder, ["Ada", "Bo"], seed=1)
        clients = sit(server, made)
        clients[0].answer(0)
        clients[0].until("v")
        for client in clients:
            client.close()
        before = pages_of(server, made)
    old = rules.read_text(encoding="utf-8")
    for text in (old.replace("Pick what", "Take what").replace("1 to 3", "2 to 2"), "name: [", None):
        if text is None:
            rules.unlink()
        else:
            rules.write_text(text, encoding="utf-8")
        with serving(tmp_path) as server:
            client = Client(server, made.links[0][1])
            assert "goes on by the rules it began with" in client.until("told")["told"]
            client.close()
            assert pages_of(server, made) == before
    rules.write_text(old, encoding="utf-8")
    with serving(tmp_path) as server:
        assert pages_of(server, made) == before


def test_answers_that_no_rules_follow_are_kept(tmp_path):
    """Whatever was done to the store: one sentence, and nothing is thrown away."""
    with serving(tmp_path) as server:
        made = server.set_up("ruse_and_bruise", ["Ada", "Bo"], seed=7)
        clients = sit(server, made)
        play(clients, 3)
    import sqlite3

    with sqlite3.connect(tmp_path / "tables.sqlite") as base:
        base.execute("UPDATE events SET words = ? WHERE number = 1", (json.dumps(["fly away"]),))
    base.close()
    with serving(tmp_path) as server:
        client = Client(server, made.links[0][1])
        refused = client.hear()
        assert refused["refused"] == "rules" and "At event 2" in refused["why"] and "Nothing is lost" in refused["why"]
        assert len(server.hall.house.store.events(made.id)) == 3


# ---------------------------------------------------------------- several servers


def test_two_servers_share_a_store_and_each_table_has_one(tmp_path):
    with serving(tmp_path) as one, serving(tmp_path) as two:
        made = one.set_up("ruse_and_bruise", ["Ada", "Bo"], seed=7)
        ada = Client(one, made.links[0][1])
        page = ada.until("parts")
        bo = Client(two, made.links[1][1])
        path = made.links[1][1].partition("#")[0]
        assert bo.hear() == {"elsewhere": f"{one.address}{path}"}
        assert bo.code == 4001
        answer, _ = two.request("GET", path)
        assert answer.status == 307 and answer.headers["location"] == f"{one.address}{path}"
        token = made.links[1][1].partition("#")[2]
        answer, text = two.request("POST", f"{path}/line", json.dumps({"do": "sit", "token": token}))
        assert json.loads(text)["messages"] == [{"elsewhere": f"{one.address}{path}"}]
        other = two.set_up("ruse_and_bruise", ["Cy", "Di"])
        Client(two, other.links[0][1]).until("parts")
        assert Client(one, other.links[0][1]).hear()["elsewhere"].startswith(two.address)
        assert {table["id"] for table in one.hall.listed()} == {made.id, other.id}
        one.stop()
        again = Client(two, made.links[0][1])
        assert again.until("parts")["parts"] == page["parts"]


def test_a_server_that_lost_a_table_cannot_write_to_it(tmp_path):
    with serving(tmp_path) as one, serving(tmp_path) as two:
        made = one.set_up("ruse_and_bruise", ["Ada", "Bo"], seed=7)
        clients = sit(one, made)
        deciding = next(client for client in clients if client.decision)
        owner = two.hall.house.owner.id
        two.hall.house.write(lambda store: store.note(made.id, "owner", owner)).result()
        deciding.answer(0)
        assert deciding.code == 4001
        assert two.hall.house.store.events(made.id) == []
        assert Client(two, deciding_path(made, clients, deciding)).until("parts")["v"] == 0


def deciding_path(made, clients, deciding):
    return made.links[clients.index(deciding)][1]


def test_the_tables_of_a_killed_server_are_free_at_once(tmp_path):
    dead = Alone(tmp_path, sets_up=True)
    client = Client(dead, dead.links[0])
    page = client.until("parts")
    with serving(tmp_path) as server:
        assert Client(server, dead.links[0]).hear()["elsewhere"].startswith(dead.address)
        dead.kill()
        again = Client(server, dead.links[0]).until("parts")
        assert again["parts"] == page["parts"]


def test_what_nobody_looks_at_is_put_away(tmp_path):
    with serving(tmp_path, replace(QUICK, idle=0.02)) as server:
        made = server.set_up("ruse_and_bruise", ["Ada", "Bo"], seed=7)
        client = Client(server, made.links[0][1])
        page = client.until("parts")
        client.close()
        until(lambda: not server.hall._tables and server.hall.house.store.table(made.id).owner is None)
        assert Client(server, made.links[0][1]).until("parts")["parts"] == page["parts"]
