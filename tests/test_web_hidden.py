"""Nothing hidden in any byte of a socket: twins, canaries, keys that cannot be followed, and silence that tells nothing."""

import json
import re
from itertools import islice

import pytest
from exchanging import with_position
from rulewright.engine import chance
from rulewright.engine.options import bound
from rulewright.engine.sight import can_see
from rulewright.web import sockets
from rulewright.web.allowance import Allowance
from rulewright.web.page_room import pages
from serving import serving, sit
from test_twins_go_on import BODIES, came_to_light, same_answer, smugglers, twin_of
from test_web_people import DEFINITIONS, silence

pytestmark = pytest.mark.needs("web")


@pytest.fixture
def server(tmp_path):
    with serving(tmp_path, pages=pages()) as found:
        yield found


def at_position(server, made, change):
    """Put another match at a table before anybody sits there; returns how to reach it."""
    table = server.do(server.hall.open(made.id))
    table.position.session.match = change(table.position.match)
    return table


def options_of(table, seat):
    return [option.text for option in table.position.match.offer(seat).options]


QUESTIONS = [{"do": "log"}, {"do": "why", "value": "score of Bo"}, {"do": "why", "value": "coins of Ada"}, {"do": "rules"}]


@pytest.fixture(autouse=True)
def nobody_waits(monkeypatch):
    """How much may be said in a second is tested elsewhere; here everything is asked."""
    monkeypatch.setattr(sockets, "Allowance", lambda: Allowance(rate=100_000.0))


def ask_everything(client, table, seat):
    """Whatever a seat can ask at its decision; the answers are among its bytes."""
    asks = [*QUESTIONS, *({"do": "open", "zone": f"z{number}"} for number in range(8))]
    if client.decision:
        asks += [{"do": "why", "option": number} for number in range(min(3, len(client.decision["options"])))]
        keys = [card.key for card in table.position.match.view(seat).cards if card.key][:3]
        asks += [{"do": "why_not", "thing": key} for key in (*keys, "z1", "p1")]
    for ask in islice(asks, 14):
        client.say(**ask)
        client.until("info", "refused")


@pytest.mark.parametrize("body", BODIES.values(), ids=list(BODIES))
def test_twins_get_the_same_bytes(server, tmp_path, body):
    """What a seat and whoever looks on are sent is the same, whatever lies where they cannot see it."""
    (tmp_path / "smugglers").mkdir()
    game = smugglers(tmp_path / "smugglers", body)
    compared = 0
    for seed in range(3):
        viewer = seed % 2
        made = [server.set_up(game.folder, ["Ada", "Bo"], seed=seed) for _ in range(2)]
        tables = [
            at_position(server, made[0], lambda match: with_position(match, match.state, {})),
            at_position(server, made[1], lambda match, who=viewer, rng=seed: twin_of(match, who, rng)),
        ]
        guests = [sit(server, one) for one in made]
        compared += followed(tables, guests, viewer, seed)
    assert compared > 3


def followed(tables, guests, viewer, seed):
    """Answer the same at both tables, as long as the viewer cannot have seen a difference; how often bytes were compared."""
    rng, compared, names = chance.seeded(seed), 0, ("Ada", "Bo")
    while True:
        one, twin = (table.position.match for table in tables)
        for clients, table in zip(guests, tables, strict=True):
            ask_everything(clients[viewer], table, names[viewer])
        for place in (viewer, 2):
            heard = [clients[place].bytes for clients in guests]
            assert heard[0] == heard[1]
            for clients in guests:
                clients[place].bytes.clear()
        compared += 1
        if compared == 5 or not one.decisions:
            return compared
        who, told = one.decisions[0].seat, len(one.log)
        rng, which = chance.below(rng, len(one.decisions[0].options))
        text = twin.decisions[0].options[which].text if names.index(who) == viewer else same_answer(one, twin, who, which)
        if text is None:
            return compared
        choices = one.decisions[0].options[which].text, text
        for clients, table, choice in zip(guests, tables, choices, strict=True):
            answer(clients, table, who, choice)
        if came_to_light(tables[0].position.match, viewer, told) != came_to_light(tables[1].position.match, viewer, told):
            return compared


def answer(clients, table, who, choice):
    client = clients[("Ada", "Bo").index(who)]
    client.answer(options_of(table, who).index(choice))
    client.until("did")
    for one in clients:
        silence(one)
    assert table.position.count


# ---------------------------------------------------------------- canaries


def names_unseen(match, viewer):
    """Names of cards of which this viewer can see no copy."""
    rows = match.definition.rows
    seen = {row for card, row in enumerate(match.state.world.row) if can_see(match.state, card, viewer)}
    return {rows[row][1].name for row in set(match.state.world.row) - seen}


def test_no_name_of_a_card_that_nobody_has_seen(server):
    """Every name that a seat has been sent so far is one of a card that it could see at some time, or of something public."""
    made = server.set_up("ruse_and_bruise", ["Ada", "Bo", "Cy"], seed=9)
    table = server.do(server.hall.open(made.id))
    clients = sit(server, made)
    could = [set() for _ in clients]
    rows = {row.name for _, row in table.position.match.definition.rows}
    every = table.position.match.definition.rows
    printed = " ".join(row.text for _, row in every if row.text)  # a face may name another card
    owned = {row.name for kind, row in every if kind_is_owned(table, kind) and row.name not in printed}
    assert len(owned) > 12
    for number in range(24):
        for place, viewer in enumerate((0, 1, 2, None)):
            could[place] |= rows - names_unseen(table.position.match, viewer)
            sent = "".join(clients[place].bytes)
            told = {name for name in owned if re.search(rf"\b{re.escape(name)}\b", sent)}
            assert told <= could[place], (number, place)
        deciding = next(client for client in clients if client.decision)
        deciding.answer(number % len(deciding.decision["options"]))
        deciding.until("did")
        for client in clients:
            silence(client)
            could_see(table, clients, could)
    assert any(could)


def could_see(table, clients, could):
    """Also what came to light on the way counts as seen."""
    for line in table.position.match.log:
        for card, who in line.seen:
            place = 3 if who is None else who
            name = table.position.match.definition.rows[table.position.match.state.world.row[card]][1].name
            could[place].add(name)
            if who is None:
                for one in could:
                    one.add(name)


def kind_is_owned(table, kind):
    kinds = table.position.match.definition.kinds
    return kinds[kind].name == "influence" if isinstance(kind, int) else kind.name == "influence"


# ---------------------------------------------------------------- keys


def test_a_card_cannot_be_followed_into_a_hand_and_out_again(server, tmp_path):
    """Within one answer: the flights of others tell neither its key before nor after."""
    folder = tmp_path / "smugglers"
    folder.mkdir()
    game = smugglers(folder, BODIES["into a hand and out again"])
    came_out = 0
    for seed in range(6):
        made = server.set_up(game.folder, ["Ada", "Bo", "Cy"], seed=seed)
        table = server.do(server.hall.open(made.id))
        clients = sit(server, made)
        for option in table.position.match.decisions[0].options:
            mine = bound(option)[1][0]
            trial = table.position.match.copy(watched=True)
            trial.answer(option)
            came_out += (mine, None) in next(line for line in trial.log if line.is_answer).seen
        before = [keys_of(client) for client in clients]
        clients[0].answer(seed % len(clients[0].decision["options"]))
        clients[0].until("did")
        for place, client in enumerate(clients[1:], 1):
            (update,) = [one for one in silence(client) if "v" in one]
            flights = json.dumps(update.get("moves", []))
            if place in (2, 3):
                linked = [key for key in before[place] if re.search(rf'"{key}"', flights)]
                assert linked == [], flights
    assert came_out


def keys_of(client):
    """The keys of cards in what somebody was sent."""
    return set(re.findall(r"\bk\d+\b", "".join(client.bytes)))


# ---------------------------------------------------------------- silence


@pytest.mark.parametrize("game", ["sticky_fingers", "whispers", "swap_meet"])
def test_everybody_hears_as_often_as_everybody_else(tmp_path, game):
    """Blind picks, secret answers and all at once: one update for each answer and each viewer, be it empty."""
    with serving(tmp_path, pages=pages()) as server:
        made = server.set_up(DEFINITIONS / game, ["Ada", "Bo"], seed=4)
        table = server.do(server.hall.open(made.id))
        clients = sit(server, made)
        for number in range(30):
            deciding = next((client for client in clients if client.decision), None)
            if deciding is None:
                break
            deciding.answer(number % len(deciding.decision["options"]))
            deciding.until("did")
            is_private = clients.index(deciding) in table.position.match.rows
            for client in clients:
                updates = [one for one in silence(client) if "v" in one]
                assert len(updates) == (0 if is_private or client is deciding else 1), number
        assert number > 8


def test_a_blind_pick_reads_the_same_for_every_card(tmp_path):
    """Whoever takes from a hand without looking is offered, and sent, the same whatever lies in it."""
    with serving(tmp_path, pages=pages()) as server:
        sent = []
        for seed in range(2):
            made = server.set_up(DEFINITIONS / "sticky_fingers", ["Ada", "Bo"], seed=4)
            at_position(server, made, lambda match, rng=seed: shuffled_unseen(match, 0, rng))
            ada, bo, watcher = sit(server, made)
            for _ in range(2):
                ada.answer(0)
                ada.until("did")
                for client in (ada, bo, watcher):
                    silence(client)
                sent.append("".join(watcher.bytes))
                watcher.bytes.clear()
        assert sent[: len(sent) // 2] == sent[len(sent) // 2 :]


def shuffled_unseen(match, viewer, rng):
    """The same for a viewer, with hidden cards of one kind in other places; with nothing changed for 0."""
    from test_views import exchanged, shuffled_hidden

    if not rng:
        return with_position(match, match.state, {})
    _, new = shuffled_hidden(match, viewer, chance.seeded(rng))
    return exchanged(match, new)
