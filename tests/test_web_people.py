"""People at a table: one screen for several of them, bots for who has left, names, replays and branches."""

import asyncio
import json
from pathlib import Path
from threading import Event

import pytest
import rulewright
from serving import PATIENCE, Client, serving, sit, until
from test_web_table import play

pytestmark = pytest.mark.needs("web")
DEFINITIONS = Path(__file__).parent / "definitions"


@pytest.fixture
def server(tmp_path):
    with serving(tmp_path) as found:
        yield found


def silence(client):
    """What came until now, after everything that was on the way."""
    client.say(do="ping")
    found = []
    while "pong" not in (message := client.hear()):
        found.append(message)
    return found


# ---------------------------------------------------------------- the curtain


def test_nothing_but_the_curtain_until_somebody_says_who_they_are(server):
    made = server.set_up("crazy_eights", ["Ada", "Bo", "Cy"], links=[(0, 1), (2,)], seed=2)
    shared, cy, _ = sit(server, made)
    assert [json.loads(text).keys() for text in shared.bytes] == [{"curtain", "seat"}]
    for message in ({"do": "log"}, {"do": "undo"}, {"do": "hint"}, {"do": "open", "zone": "z1"}, {"do": "record"}):
        shared.say(**message)
        assert shared.hear() == {"refused": "curtain", "why": "First say who you are.", "decision": None}
    shared.say(do="iam", seat="Cy")
    assert shared.hear()["refused"] == "seat"
    curtain = json.loads(shared.bytes[0])
    shared.say(do="iam", seat=curtain["seat"])
    assert shared.until("parts")["whole"]
    assert cy.v == 0


def test_the_curtain_falls_between_two_who_share_a_screen(server):
    made = server.set_up("crazy_eights", ["Ada", "Bo"], links=[(0, 1)], seed=2)
    shared, watcher = sit(server, made)
    seen = []
    for _ in range(6):
        who = json.loads(shared.bytes[-1])["seat"]
        start = len(shared.bytes)
        shared.say(do="iam", seat=who)
        own = shared.until("parts")
        while own["decision"] is None:
            own = shared.until("parts")
        shared.answer(0)
        message = shared.until("v", "curtain")
        while "curtain" not in message and message.get("decision"):
            shared.answer(0)
            message = shared.until("v", "curtain")
        if "curtain" not in message:
            message = shared.until("curtain")
        seen.append((who, message["seat"]))
        assert who != message["seat"]
        view = json.loads(next(iter(own["parts"].values())))
        assert view["seat"] == who
        theirs = [json.loads(text) for text in shared.bytes[start:-1]]
        views = [json.loads(part) for one in theirs for part in one.get("parts", {}).values()]
        assert {one["seat"] for one in views} == {who}, "somebody saw what the other may see"
    assert seen[0] == seen[2] == seen[4]
    assert watcher.until("v")


# ---------------------------------------------------------------- bots


def test_bots_answer_and_other_tables_go_on_meanwhile(server):
    made = server.set_up("ruse_and_bruise", ["Ada", "Bo", "Cy"], bots={"Bo": "greedy", "Cy": "random"}, seed=5)
    ada, watcher = sit(server, made)
    slow = server.set_up("rus", ["Ada", "Bo"], bots={"Ada": "search:100000", "Bo": "search:100000"})
    Client(server, slow.links[0][1]).until("parts")
    for _ in range(12):
        while ada.decision is None:
            ada.until("v")
        ada.answer(0)
        ada.until("did")
    assert server.hall.house.store.events(slow.id) == []
    events = server.hall.house.store.events(made.id)
    assert {event.kind for event in events} == {"answer", "bot"}
    assert watcher.until("v")


def test_a_bot_sits_in_for_who_has_left_and_gives_the_seat_back(server):
    made = server.set_up("ruse_and_bruise", ["Ada", "Bo"], seed=5)
    ada, bo, _ = sit(server, made)
    ada.say(do="fill", seat="Bo")
    assert ada.until("refused")["refused"] == "seat"
    bo.close()
    while ada.until("seats")["seats"][1]["here"]:
        pass
    ada.say(do="fill", seat="Bo")
    while ada.until("seats")["seats"][1]["bot"] != "greedy":
        pass
    played = 0
    while played < 3:
        while ada.decision is None:
            ada.until("v")
        ada.answer(0)
        ada.until("did")
        played += 1
    assert "bot" in {event.kind for event in server.hall.house.store.events(made.id)}
    again = Client(server, made.links[1][1])
    again.until("parts")
    assert again.until("seats")["seats"][1] == {"name": "Bo", "here": True, "bot": None}
    again.say(do="away")
    assert again.until("seats")["seats"][1]["bot"] == "greedy"
    again.say(do="answer", decision="x", option=0)
    assert again.until("refused")["refused"] == "away"
    again.say(do="back")
    assert again.until("seats")["seats"][1]["bot"] is None


def test_a_bot_makes_a_row_at_once(tmp_path):
    """Otherwise everybody could count its picks."""
    with serving(tmp_path) as server:
        made = server.set_up(DEFINITIONS / "sticky_fingers", ["Ada", "Bo"], bots={"Ada": "random", "Bo": "random"}, seed=3)
        (watcher,) = sit(server, made)
        while not json.loads(next(iter(watcher.until("parts")["parts"].values()), "{}")).get("over"):
            pass
        events = server.hall.house.store.events(made.id)
        assert any(len(event.words) > 1 for event in events)
        assert watcher.v == len(events)


def test_hints_are_for_who_decides(server, monkeypatch):
    made = server.set_up("kuhn_poker", ["Ada", "Bo"], seed=5)
    ada, bo, _ = clients = sit(server, made)
    deciding, waiting = (ada, bo) if ada.decision else (bo, ada)
    waiting.say(do="hint")
    assert waiting.until("refused")["refused"] == "decision"
    thinkers, may_think = server.hall.house.thinkers, Event()
    ask = thinkers.ask

    async def slowly(job):
        await asyncio.to_thread(may_think.wait, PATIENCE)
        return await ask(job)

    monkeypatch.setattr(thinkers, "ask", slowly)
    deciding.say(do="hint")
    deciding.say(do="hint")
    assert deciding.until("refused")["refused"] == "hint"
    may_think.set()
    hint = deciding.until("info")
    assert hint["info"] == "hint" and set(hint["options"]) <= set(range(len(deciding.decision["options"])))
    assert not [one for client in clients if client is not deciding for one in silence(client) if "info" in one]


# ---------------------------------------------------------------- names


def test_names_may_change_before_the_first_answer(server):
    made = server.set_up("ruse_and_bruise", ["Ada", "Bo"], seed=5)
    ada, bo, _ = clients = sit(server, made)
    for name in ("Bo", " ", "x\u202ey"):
        ada.say(do="name", name=name)
        assert ada.until("refused")["refused"] == "name"
    ada.say(do="name", name="Zoe")
    assert "Zoe" in str(bo.until("parts")["parts"]) and "Ada" not in str(bo.until("seats"))
    for client in clients:
        silence(client)
    play(clients, 1)
    bo.say(do="name", name="Yan")
    assert bo.until("refused")["refused"] == "name"
    table = server.hall.house.store.table(made.id)
    assert table.seats == ("Zoe", "Bo")


# ---------------------------------------------------------------- replay


def test_there_is_no_replay_of_a_running_game(server):
    made = server.set_up("kuhn_poker", ["Ada", "Bo"], seed=5)
    clients = sit(server, made)
    token = made.links[0][1].partition("#")[2]
    viewing = Client(server, f"/replay/{made.id}#{token}")
    assert viewing.hear()["refused"] == "replay"
    for message in ({"do": "branch"}, {"do": "step", "to": 0}, {"do": "as", "seat": "Bo"}):
        clients[0].say(**message)
        assert clients[0].until("refused")["refused"] == "form"


@pytest.fixture
def finished(server):
    made = server.set_up(DEFINITIONS / "sticky_fingers", ["Ada", "Bo"], seed=5)
    clients = sit(server, made)
    assert play(clients, 99, lambda number, decision: number % len(decision["options"])) < 99
    return made, clients


def test_a_replay_goes_forth_and_back(server, finished):
    made, clients = finished
    viewing = Client(server, f"/replay/{made.id}#{made.links[1][1].partition('#')[2]}")
    first = viewing.until("parts")
    assert (first["step"], first["seat"]) == (0, "Bo")
    last = first["last"]
    pages = []
    for step in range(1, last + 1):
        viewing.say(do="step", to=step)
        pages.append(viewing.until("step"))
        assert "whole" not in pages[-1] and pages[-1]["step"] == step
    viewing.say(do="step", to=10**5)
    assert viewing.until("step")["step"] == last
    viewing.say(do="step", to=0)
    assert viewing.until("step")["parts"] == first["parts"]
    viewing.say(do="as", seat=None)
    watching = viewing.until("step")
    assert watching["seat"] is None and watching["parts"] != first["parts"]
    viewing.say(do="as", seat="Nobody")
    assert viewing.until("refused")
    viewing.say(do="record")
    record = "\n".join(viewing.until("info")["lines"])
    clients[0].say(do="record")
    assert "\n".join(clients[0].until("info")["lines"]) == record


def test_a_replay_has_room_for_so_many(server, finished, monkeypatch):
    monkeypatch.setattr("rulewright.web.reception.MOST_WATCHERS", 2)
    link = f"/replay/{finished[0].id}#{finished[0].links[1][1].partition('#')[2]}"
    first, second = Client(server, link), Client(server, link)
    for one in (first, second):
        one.until("parts")
    assert Client(server, link).hear()["refused"] == "full"
    first.close()
    until(lambda: "refused" not in Client(server, link).until("parts", "refused"))


def test_a_branch_is_exact(server, finished):
    """The same position, the same hidden cards and the same chance to come: the rest of the game can be played again."""
    made, _ = finished
    table = server.do(server.hall.open(made.id))
    game, played = table.position.game, table.position.match
    viewing = Client(server, f"/replay/{made.id}#{made.links[0][1].partition('#')[2]}")
    last = viewing.until("parts")["last"]
    for step in (0, last // 3, last - 2, last):
        viewing.say(do="step", to=step)
        viewing.until("step")
        viewing.say(do="branch")
        links = viewing.until("links")["links"]
        assert [one["seats"] for one in links] == [["Ada"], ["Bo"], []]
        id = links[0]["url"].partition("#")[0].rpartition("/")[2]
        branch = server.do(server.hall.open(id)).position.match
        same = game.new_match(("Ada", "Bo"), played.seed)
        for seat, text in played.answers[: len(branch.answers)]:
            same.follow(text, seat)
        assert branch == same
        for seat, text in played.answers[len(branch.answers) :]:
            branch.follow(text, seat)
        assert branch == played and branch.result == played.result
        assert isinstance(branch, rulewright.Match)
