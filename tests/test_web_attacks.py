"""Attacks on the server of tables: each rule of what it answers, by somebody who breaks it."""

import asyncio
import json
from contextlib import suppress
from dataclasses import replace
from socket import create_connection
from threading import Thread
from time import monotonic, sleep

import pytest
from rulewright.game import Unplayable
from rulewright.web import doorway, sockets
from rulewright.web.allowance import Allowance
from serving import PATIENCE, QUICK, Client, line_to, serving, sit, until
from websockets.exceptions import ConnectionClosed, InvalidStatus

pytestmark = pytest.mark.needs("web")


@pytest.fixture
def server(tmp_path):
    with serving(tmp_path) as found:
        yield found


@pytest.fixture
def made(server):
    return server.set_up("ruse_and_bruise", ["Ada", "Bo"], seed=4)


def path_of(made):
    return made.links[0][1].partition("#")[0]


# ---- who is answered


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example:{port}", ""])
def test_only_known_hosts_are_answered(server, made, host):
    host = host.format(port=server.host.rpartition(":")[2])
    for path in ("/", path_of(made), "/alive"):
        answer, text = server.request("GET", path, headers={"Host": host})
        assert answer.status in (400, 403) and "alive" not in text and "Ada" not in text
    with pytest.raises(InvalidStatus):
        line_to(server, path_of(made), additional_headers={"Host": host})


ORIGINS = [None, "null", "http://evil.example", "{address}.evil.example", "https://{host}", "{address}/", "http://localhost"]


@pytest.mark.parametrize("origin", ORIGINS)
def test_sockets_and_posts_come_from_own_pages_only(server, made, origin):
    origin = origin and origin.format(address=server.address, host=server.host)
    with pytest.raises(InvalidStatus) as refused:
        line_to(server, path_of(made), origin=origin)
    assert refused.value.response.status_code == 403
    headers = {"Origin": origin or ""}
    for path in ("/tables", f"{path_of(made)}/line"):
        answer, _ = server.request("POST", path, json.dumps({"game": "kuhn_poker"}), headers)
        assert answer.status == 403
    assert len(server.hall.listed()) == 1


def test_an_origin_of_another_own_name_is_another_origin(server, made):
    """Whoever got a page from localhost talks to localhost."""
    other = server.address.replace("127.0.0.1", "localhost")
    with pytest.raises(InvalidStatus):
        line_to(server, path_of(made), origin=other)


# ---- who may sit


@pytest.mark.parametrize("token", ["", "x", "A" * 43, "A" * 99])
def test_nobody_sits_without_the_right_token(server, made, token):
    client = Client(server, f"{path_of(made)}#{token or 'x'}")
    assert client.hear()["refused"] == "token"
    assert client.code == 1008
    assert "Ada" not in "".join(client.bytes)


def test_a_token_is_for_one_table(server, made):
    other = server.set_up("ruse_and_bruise", ["Ada", "Bo"])
    client = Client(server, f"{path_of(other)}#{made.links[0][1].partition('#')[2]}")
    assert client.hear()["refused"] == "token" and client.code == 1008


def test_a_closed_table_needs_a_link_to_look_on(server, made):
    client = Client(server, path_of(made))
    assert client.hear()["refused"] == "token"
    opened = server.set_up("ruse_and_bruise", ["Ada", "Bo"], is_open=True)
    assert Client(server, path_of(opened)).until("parts")["decision"] is None


def test_the_store_holds_no_token(server, made):
    client, *_ = sit(server, made)
    client.close()
    raw = b"".join(path.read_bytes() for path in server.hall.house.store.path.parent.glob("tables.sqlite*"))
    for _, link in made.links:
        assert link.partition("#")[2].encode() not in raw


def test_who_says_nothing_is_let_go(tmp_path):
    with serving(tmp_path, replace(QUICK, sitting=0.05)) as server:
        made = server.set_up("kuhn_poker", ["Ada", "Bo"])
        line = line_to(server, path_of(made))
        with pytest.raises(Exception, match="1008"):
            line.recv(PATIENCE)


def test_those_who_say_nothing_do_not_keep_others_out(server, made, monkeypatch):
    """The one who has been silent for longest makes room for whoever comes; whoever speaks sits."""
    monkeypatch.setattr(sockets, "MOST_UNSEATED", 3)
    silent = [line_to(server, path_of(made)) for _ in range(5)]
    for line in silent[:2]:
        with pytest.raises(Exception, match="1013"):
            line.recv(PATIENCE)
    client = Client(server, made.links[0][1])
    assert client.until("parts")
    with pytest.raises(Exception, match="1013"):
        silent[2].recv(PATIENCE)
    for line in silent[3:]:
        line.send("{}")
        assert "refused" in line.recv(PATIENCE), "these wait still"


def connected(server):
    host, _, port = server.host.rpartition(":")
    return create_connection((host, int(port)), PATIENCE)


def is_closed(line):
    line.settimeout(PATIENCE)
    return line.recv(1000) == b""


def test_what_is_no_text_leaves_no_trace(server, made, caplog):
    line = line_to(server, path_of(made))
    line.send(b"\xff\xfe", text=True)
    with pytest.raises(Exception, match="1007"):
        line.recv(PATIENCE)
    assert [one for one in caplog.records if one.exc_info] == []


@pytest.mark.parametrize("path", ["/tables", "{path}/line"])
@pytest.mark.parametrize("body", ["Content-Length: 9\r\n\r\n{", "Transfer-Encoding: chunked\r\n\r\n1;" + "x" * 200_000])
def test_a_request_that_breaks_off_leaves_no_trace(server, made, caplog, path, body):
    head = f"POST {path.format(path=path_of(made))} HTTP/1.1\r\nHost: {server.host}\r\nOrigin: {server.address}\r\n"
    with connected(server) as line, suppress(OSError):
        line.sendall((head + body).encode())
    assert server.request("GET", "/alive")[1] == "alive"
    sleep(0.05)
    assert [one for one in caplog.records if one.exc_info] == []


def test_what_is_no_message_comes_as_seldom_as_messages(server, made):
    """Neither pings, nor pongs, nor a message in no end of pieces keep the server busy."""
    ada, bo, _ = sit(server, made)
    floods = [lambda line: line.ping(), lambda line: line.pong(), lambda line: line.send([""] * 100)]
    for flood in floods:
        line = Client(server, made.links[0][1])
        line.until("parts")
        with suppress(ConnectionClosed):
            for _ in range(100):
                flood(line.socket)
        assert line.code in (1008, 1006), "it is closed; who goes on talking may not hear why"
    for client in (ada, bo):
        client.socket.ping()
        client.say(do="ping")
        assert client.until("pong")


def test_connections_that_ask_for_nothing_make_room(server, monkeypatch):
    monkeypatch.setattr(doorway, "MOST_SILENT", 2)
    silent = [connected(server) for _ in range(4)]
    assert is_closed(silent[0]) and is_closed(silent[1])
    assert server.request("GET", "/alive")[1] == "alive"
    silent[3].sendall(f"GET /alive HTTP/1.1\r\nHost: {server.host}\r\n\r\n".encode())
    assert b"200 OK" in silent[3].recv(1000), "this one waits still"


def test_a_request_that_does_not_come_to_its_end_is_not_waited_for(server, monkeypatch):
    """Neither the first one nor the next on the same connection, however slowly something comes."""
    monkeypatch.setattr(doorway, "SECONDS", 0.3)
    for before in ("", f"GET /alive HTTP/1.1\r\nHost: {server.host}\r\n\r\n"):
        line = connected(server)
        line.sendall(before.encode())
        answered = b"" if before else b"alive"
        while b"alive" not in answered:
            answered += line.recv(1000)
        line.sendall(b"GET /alive HTTP/1.1\r\nHost")
        assert is_closed(line)
    made = server.set_up("kuhn_poker", ["Ada", "Bo"])
    client = Client(server, made.links[0][1])
    client.until("parts")
    sleep(0.5)
    client.say(do="ping")
    assert client.until("pong"), "whoever has become a socket stays"


@pytest.mark.parametrize("first", ['{"do": "log"}', '{"do": "answer", "decision": "x", "option": 0}', "[]", "hello", "{}"])
def test_the_first_message_is_the_token(server, made, first):
    line = line_to(server, path_of(made))
    line.send(first)
    assert json.loads(line.recv(PATIENCE))["refused"] in ("form", "token")
    with pytest.raises(Exception, match="1008"):
        line.recv(PATIENCE)


def test_a_seat_is_open_in_eight_places(server, made):
    clients = [Client(server, made.links[0][1]) for _ in range(8)]
    for client in clients:
        client.until("parts")
    ninth = Client(server, made.links[0][1])
    assert ninth.hear()["refused"] == "full" and ninth.code == 1008
    other = Client(server, made.links[1][1])
    other.until("parts")
    clients[0].close()
    until(lambda: "refused" not in Client(server, made.links[0][1]).until("parts", "refused"))


# ---- what is said

NONSENSE = [
    "", "null", "[]", "7", '"sit"', "{", '{"do": 1}', '{"do": ["undo"]}', '{"do": "fly"}', '{"do": "undo", "now": true}',
    '{"do": "answer"}', '{"do": "answer", "decision": 1, "option": 0}', '{"do": "answer", "decision": "x", "option": -1}',
    '{"do": "answer", "decision": "x", "option": 1.5}', '{"do": "answer", "decision": "x", "option": NaN}',
    '{"do": "answer", "decision": "x", "option": true}', '{"do": "answer", "decision": "x", "option": "0"}',
    '{"do": "why"}', '{"do": "why", "option": 0, "value": "x"}', '{"do": "open", "zone": {"a": 1}}',
    '{"do": "sit", "token": "x"}', "[" * 8000, '{"do": "log", "line": ' + "9" * 5000 + "}",
    '{"do": "step", "to": 1}', '{"do": "branch"}', '{"do": "answer", "decision": "x", "option": 0.0}',
    '{"do": "why", "option": 0.0}', '{"do": "log", "line": 1e0}',
]  # fmt: skip


def test_nonsense_is_refused_and_changes_nothing(server, made):
    ada, *_ = sit(server, made)
    for text in NONSENSE:
        ada.socket.send(text)
        assert ada.until("refused")["refused"] in ("form", "size", "stale"), text
    ada.say(do="log")
    assert ada.until("info")["lines"]
    assert server.hall.house.store.events(made.id) == []


def test_odd_words_do_no_harm(server, made):
    ada, *_ = sit(server, made)
    for words in ("\ud800", "\0", "<script>alert(1)</script>", "{{7*7}}", "' OR 1=1 --", "a" * 300, "score of " * 30):
        ada.say(do="why", value=words)
        ada.until("info", "refused")
        ada.say(do="about", card=words)
        ada.until("info", "refused")
        ada.say(do="name", name=words[:30])
        ada.until("refused", "seats")
    ada.say(do="iam", seat="Bo")
    assert ada.until("refused")["refused"] == "seat"


def test_messages_are_text_and_small(server, made):
    ada, bo, _ = sit(server, made)
    ada.socket.send(b'{"do": "log"}')
    assert ada.code == 1003
    bo.socket.send(json.dumps({"do": "about", "card": "x" * 17_000}))
    assert bo.code == 1009
    answer, _ = server.request("POST", f"{path_of(made)}/line", "x" * 20_000)
    assert answer.status == 413


def test_ten_messages_a_second(server, made):
    ada, bo, _ = sit(server, made)
    began = monotonic()
    for _ in range(40):
        ada.say(do="ping")
    bo.say(do="ping")
    ended = []
    waiting = Thread(target=lambda: ended.extend(monotonic() for _ in range(40) if ada.until("pong")))
    waiting.start()
    bo.until("pong")
    at_once = monotonic()
    waiting.join()
    assert at_once < ended[-1], "somebody else had to wait"
    assert ended[-1] - began >= 1.9


def test_no_compression(server, made):
    line = line_to(server, path_of(made), compression="deflate")
    assert "Sec-WebSocket-Extensions" not in line.response.headers


def test_who_does_not_read_is_let_go_and_nobody_waits(server, made):
    clients = sit(server, made)
    lazy = Client(server, made.links[2][1], max_queue=1)
    lazy.until("parts")
    table = server.do(server.hall.open(made.id))
    guest = server.do(_guest(table, -1))

    async def flood():
        for _ in range(80):
            guest.send("x" * 2_000_000)  # more than the system keeps for somebody who does not read
            await asyncio.sleep(0)

    server.do(flood())
    until(lambda: server.do(_count(table)) == len(clients))
    deciding = next(one for one in clients if one.decision)
    deciding.answer()
    assert deciding.until("did")


async def _guest(table, number):
    return table.guests[number]


async def _count(table):
    return len(table.guests)


# ---- what pages say about themselves


def test_every_answer_forbids_what_is_not_ours(server, made):
    for path in ("/", path_of(made), f"/replay/{made.id}", "/nowhere", "/table/nowhere", "/static/x/../../etc/passwd"):
        answer, text = server.request("GET", path)
        policy = answer.headers["content-security-policy"]
        assert policy.startswith("default-src 'self';") and "unsafe" not in policy and "frame-ancestors 'none'" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "no-store"
        assert "server" not in answer.headers and "root:" not in text


def test_files_are_kept_for_ever_under_their_version(server, made):
    _, text = server.request("GET", path_of(made))
    path = text.partition("href='")[2].partition("'")[0]
    answer, css = server.request("GET", path)
    assert answer.status == 200 and "immutable" in answer.headers["cache-control"] and "color" in css
    for other in (path.replace("table.css", "../tables.sqlite"), path.replace("table.css", "%2e%2e/tables.sqlite")):
        assert server.request("GET", other)[0].status == 404


def test_a_document_tells_nothing_of_the_table(server, made):
    _, text = server.request("GET", path_of(made))
    assert "Ada" not in text and made.id not in text


# ---- the lobby

ODD_FORMS = [
    {"game": "../etc"}, {"game": "/"}, {"game": "nowhere"}, {}, [1],
    *({"game": "kuhn_poker"} | one for one in (
        {"seats": "Ada"}, {"seats": "Ada,Ada"}, {"seats": "Ada,Bo:genius"}, {"players": 99}, {"options": {"x": "y"}},
        {"seats": "A\u0007,Bo"}, {"seed": 1}, {"players": 2.0}, {"seats": "Ada,os:system"},
    )),
]  # fmt: skip


@pytest.mark.parametrize("form", ODD_FORMS, ids=json.dumps)
def test_odd_tables_are_refused(server, form):
    answer, text = server.request("POST", "/tables", json.dumps(form))
    assert answer.status == 400 and json.loads(text)["why"]
    assert server.hall.listed() == []


def test_a_table_from_the_lobby(server):
    answer, text = server.request("POST", "/tables", json.dumps({"game": "kuhn_poker", "seats": "Ada,Bo", "share": True}))
    assert answer.status == 200
    links = json.loads(text)["links"]
    assert [one["seats"] for one in links] == [["Ada", "Bo"], []]
    client = Client(server, links[0]["url"])
    assert client.hear().keys() == {"curtain", "seat"}
    assert [one["game"] for one in server.hall.listed()] == ["kuhn_poker"]


def test_tables_that_nobody_used_make_room(server, monkeypatch):
    """Whoever sets up one table after the other keeps nobody out, and no answer is lost by it."""
    monkeypatch.setattr("rulewright.web.hall.MOST_TABLES", 3)
    played, unused, looked_at = (server.set_up("kuhn_poker", ["Ada", "Bo"], seed=4) for _ in range(3))
    clients = sit(server, played)
    next(one for one in clients if one.decision).answer()
    Client(server, looked_at.links[0][1]).until("parts")
    more = server.set_up("kuhn_poker", ["Ada", "Bo"])
    assert {one["id"] for one in server.hall.listed()} == {played.id, looked_at.id, more.id}
    assert Client(server, unused.links[0][1]).hear()["refused"] == "token"
    Client(server, more.links[0][1]).until("parts")
    with pytest.raises(Unplayable):
        server.set_up("kuhn_poker", ["Ada", "Bo"])


def test_a_request_must_come_to_its_end(server, monkeypatch):
    monkeypatch.setattr("rulewright.web.app.SECONDS_TO_SAY", 0.05)
    host, port = server.host.split(":")
    head = f"POST /tables HTTP/1.1\r\nHost: {server.host}\r\nOrigin: {server.address}\r\nContent-Length: 9\r\n\r\n{{"
    with create_connection((host, int(port)), PATIENCE) as line:
        line.sendall(head.encode())
        assert line.recv(100).startswith(b"HTTP/1.1 400 ")


# ---- without WebSockets


def test_the_same_table_by_plain_requests(server, made, monkeypatch):
    path, _, token = made.links[0][1].partition("#")
    other, *_ = [Client(server, made.links[1][1])]
    other.until("parts")

    def post(message, **headers):
        answer, text = server.request("POST", f"{path}/line", json.dumps(message), headers)
        return answer.status, json.loads(text)

    assert post({"do": "sit", "token": "x"})[0] == 403
    status, opened = post({"do": "sit", "token": token, "last": None})
    assert status == 200
    line = {"X-Line": opened["line"]}
    (page,) = [one for one in opened["messages"] if "parts" in one]
    if page["decision"]:
        status, said = post({"do": "answer", "decision": page["decision"]["id"], "option": 0}, **line)
        (update,) = [one for one in said["messages"] if "v" in one]
        assert update["did"] == page["decision"]["id"] and update["v"] == 1
        assert other.until("v")["v"] == 1
    else:
        other.answer()
        while True:
            _, text = server.request("GET", f"{path}/line", headers=line)
            news = [one for one in json.loads(text)["messages"] if "v" in one]
            if news:
                break
        assert news[0]["v"] == 1
    assert server.request("GET", f"{path}/line", headers={"X-Line": "x"})[0].status == 410
    assert server.request("GET", f"{path}/line")[0].status == 410
    assert server.request("GET", f"/replay/{made.id}/line", headers=line)[0].status == 410
    refuses = Allowance.refuses
    monkeypatch.setattr(Allowance, "refuses", lambda self, now: refuses(self, self.since))  # as if all came in one moment
    statuses = [post({"do": "ping"}, **line)[0] for _ in range(22)]
    assert statuses[0] == 200 and statuses[-2:] == [429, 429]


def test_a_line_that_nobody_reads_is_forgotten(tmp_path):
    with serving(tmp_path, replace(QUICK, polling=0.05)) as server:
        made = server.set_up("kuhn_poker", ["Ada", "Bo"])
        path, _, token = made.links[0][1].partition("#")
        _, text = server.request("POST", f"{path}/line", json.dumps({"do": "sit", "token": token}))
        other = Client(server, made.links[1][1])
        while [seat["here"] for seat in other.until("seats")["seats"]] != [False, True]:
            pass
        answer, _ = server.request("GET", f"{path}/line", headers={"X-Line": json.loads(text)["line"]})
        assert answer.status == 410
