"""A server looks for garbage seldom: what is forgotten at a table has to go by itself."""

import gc
import random
import subprocess
import sys
import weakref
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from rulewright.game import load
from rulewright.web.page import PageScreen
from rulewright.web.position import begun
from rulewright.web.table_store import KeptTable
from serving import QUICK, serving, sit, until

pytestmark = pytest.mark.needs("web")
SEATS = ("Ada", "Bo", "Cy")
ALONE = "import test_garbage; print(test_garbage.left_behind(12))"


@contextmanager
def nobody_looking_for_garbage():
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def shown(game, answers):
    """A table after some answers, each of them shown to all."""
    chance = random.Random(3)
    position = begun(game, KeptTable("t", "", "", game.definition.fingerprint, SEATS, {}, 3, {}), ())
    screens = [PageScreen(game, seat) for seat in (None, *SEATS)]
    for _ in range(answers):
        seat = chance.choice(position.deciding)
        decision = position.decision(seat)
        position.take(position.chosen(seat, position.name_of(seat, decision), chance.randrange(len(decision.options))))
        with position.match.shown_to_all():
            for screen in screens:
                screen.update(position.match)
    return position


def left_behind(answers):
    """Of which classes there are things that only garbage collection finds, after some answers."""
    game = load("ruse_and_bruise")
    first = shown(game, answers)  # what is found out about the rules is found out once
    with nobody_looking_for_garbage():
        again = shown(game, answers)
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
    assert again.match == first.match
    return sorted({type(one).__qualname__ for one in gc.garbage})


def test_answers_leave_no_garbage():
    """In a process of its own: here the loops of other tests may still be putting their connections away."""
    command = [sys.executable, "-c", ALONE]
    told = subprocess.run(command, cwd=Path(__file__).parent, capture_output=True, encoding="utf-8", check=True, timeout=120)
    assert told.stdout == "[]\n"


def test_nothing_holds_a_table_that_is_put_away(tmp_path):
    with serving(tmp_path, replace(QUICK, idle=0.02)) as server:
        made = server.set_up("ruse_and_bruise", ["Ada", "Bo"], seed=7)
        clients = sit(server, made)
        next(one for one in clients if one.decision).answer()
        clients[0].until("did", "v")
        with nobody_looking_for_garbage():
            held = weakref.ref(server.hall._tables[made.id].position)
            for client in clients:
                client.close()
            until(lambda: not server.hall._tables)
            until(lambda: held() is None)
