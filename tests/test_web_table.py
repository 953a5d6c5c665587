"""A table in the browser, seen from the socket: sitting down, answering, taking back, asking, and the end."""

import json

import pytest
from rulewright.ir.limits import Limit
from serving import Client, serving, sit

pytestmark = pytest.mark.needs("web")


@pytest.fixture
def server(tmp_path):
    with serving(tmp_path) as found:
        yield found


def play(clients, count, choose=lambda number, decision: 0):
    """So many answers by whoever must decide; everybody hears of each of them, with the same number of updates."""
    for number in range(count):
        deciding = next((one for one in clients if one.decision), None)
        if deciding is None:
            return number
        asked = deciding.decision
        deciding.answer(choose(number, asked))
        message = deciding.until("v", "refused")
        assert message.get("did") == asked["id"], message
        if deciding.decision and deciding.decision["picked"]:
            continue  # a row that is not finished is nobody else's business
        for client in clients:
            if client is not deciding:
                before = client.v
                assert "did" not in client.until("v")
                assert client.v == before + 1
    return count


def test_everybody_hears_of_every_answer(server):
    made = server.set_up("ruse_and_bruise", ["Ada", "Bo", "Cy"])
    clients = sit(server, made)
    assert play(clients, 20) == 20
    assert all(client.v == 20 for client in clients)


def test_a_game_comes_to_its_end_and_can_be_played_again(server):
    made = server.set_up("kuhn_poker", ["Ada", "Bo"], seed=5)
    ada, bo, _watcher = clients = sit(server, made)
    play(clients, 99)
    assert json.loads(server.hall.house.store.table(made.id).outcome)["winners"]
    ada.say(do="undo")
    assert ada.until("refused")["why"] == "The game is over."
    bo.say(do="rematch")
    (again,) = {client.until("rematch")["rematch"] for client in clients}
    bo.say(do="rematch")
    assert ada.until("rematch")["rematch"] == again
    for client, (_, path) in zip(clients, made.links, strict=True):
        client.close()
        other = Client(server, f"{again}#{path.partition('#')[2]}")
        assert other.until("parts")["whole"] and other.v == 0


def test_a_stale_answer_is_refused_and_a_doubled_one_counts_once(server):
    made = server.set_up("ruse_and_bruise", ["Ada", "Bo"])
    clients = sit(server, made)
    first = next(one for one in clients if one.decision)
    name = first.decision["id"]
    first.say(do="answer", decision=name, option=0)
    first.say(do="answer", decision=name, option=0)
    told = [first.until("v", "refused") for _ in range(2)]
    assert [one.get("did") for one in told] == [name, name]
    assert {one["v"] for one in told} == {1}
    assert len(server.hall.house.store.events(made.id)) == 1
    for client in clients:
        if client is not first:
            client.until("v")
    current = next(one for one in clients if one.decision)
    current.say(do="answer", decision="0.0.00000000", option=0)
    refused = current.until("refused")
    assert refused["refused"] == "stale" and refused["decision"]["id"] == current.decision["id"]
    current.say(do="answer", decision=current.decision["id"], option=999)
    assert current.until("refused")["refused"] == "option"
    assert len(server.hall.house.store.events(made.id)) == 1


def test_whoever_looks_on_can_do_nothing(server):
    made = server.set_up("ruse_and_bruise", ["Ada", "Bo"])
    *_, watcher = sit(server, made)
    for message in ({"do": "undo"}, {"do": "answer", "decision": "x", "option": 0}, {"do": "hint"}, {"do": "away"}):
        watcher.say(**message)
        assert watcher.until("refused")["refused"] == "watching"
    watcher.say(do="log")
    assert watcher.until("info")["lines"]


def test_an_answer_is_taken_back_where_nothing_was_learnt(server, own_copy):
    made = server.set_up("ruse_and_bruise", ["Ada", "Bo"], bots={"Bo": "random"}, seed=3)
    ada, watcher = sit(server, made)
    before = ada.decision
    if before is None:
        ada.until("decision")
        before = ada.decision
    ada.say(do="undo")
    assert ada.until("refused")["refused"] == "undo"
    assert before["options"]
    assert watcher.decision is None


def test_questions_are_answered_with_own_eyes(server):
    made = server.set_up("ruse_and_bruise", ["Ada", "Bo"], seed=1)
    clients = sit(server, made)
    client = next(one for one in clients if one.decision)
    client.say(do="why", option=0)
    why = client.until("info")
    assert why["info"] == "why" and any(".yaml:" in line for line in why["lines"])
    client.say(do="why", value="score of Bo")
    assert client.until("info")["lines"]
    client.say(do="log", line=1)
    assert client.until("info")["lines"]
    client.say(do="rules")
    assert client.until("info")["lines"]
    client.say(do="why_not", thing="z1")
    assert client.until("info", "refused")
    client.say(do="why_not", thing="k99999")
    assert client.until("refused")["refused"] == "why_not"
    client.say(do="open", zone="z0")
    assert client.until("info", "refused")
    client.say(do="record")
    assert client.until("refused")["refused"] == "record"
    assert not [text for text in client.bytes if "gamedefs" in text], "a path of this machine was told"


def test_bots_alone_play_no_further_where_there_is_no_end(server, monkeypatch):
    """Steps and things told count since a person answered, as they do in the terminal."""
    monkeypatch.setattr("rulewright.desk.session.KEPT_STEPS", Limit(300, "steps"))
    made = server.set_up("ruse_and_bruise", ["Ada", "Bo"], bots={"Ada": "random", "Bo": "random"}, seed=3)
    watcher = sit(server, made)[-1]
    assert watcher.until("told")["told"].startswith("The bots play no further: after 300 steps of its rules and things told")
    assert 0 < watcher.v < 60
