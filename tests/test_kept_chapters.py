"""What was told once is not told again after a restart, and is exactly what would be; nothing holds a game that is put away."""

import gc
import json
import weakref
import zlib
from dataclasses import replace

import pytest
from rulewright.game import load
from rulewright.table import past
from rulewright.web import kept_chapters
from rulewright.web.kept_chapters import chapters_from, recall
from rulewright.web.position import MANY, begun
from rulewright.web.table_store import KeptTable, TableEvent

SEATS = ("Ada", "Bo", "Cy")
TABLE = KeptTable("id", "folder", "rules", "fingerprint", SEATS, {}, 5, {})


def played(game, count, pick=0, table=TABLE):
    """A table after some answers, what happened there, and the chapters that were kept meanwhile."""
    position, events, kept = begun(load(game), table, []), [], []
    while position.deciding and len(events) < count:
        seat = position.deciding[0]
        options = position.decision(seat).options
        event = TableEvent("answer", seat, (options[(pick + len(events)) % len(options)].text,), str(len(events)))
        position.take(event)
        events.append(event)
        if position.has_unkept_chapters():
            kept.append(position.unkept_chapters())
    return position, events, kept


def shown(position):
    """All that pages are made of, for everybody."""
    match = position.match
    chapters = match.journal.chapters
    reasons = [entry.reason.lines() for one in chapters for it in one.happenings for entry in it.entries if has_reason(entry)]
    causes = [line.because(None) for line in match.log]
    return chapters, match.log, [match.view(seat) for seat in (None, *SEATS)], reasons, causes, match.answers


def has_reason(entry):
    return getattr(entry, "reason", None) is not None and hasattr(entry.reason, "lines")


@pytest.fixture
def told(monkeypatch):
    """How many steps are told from now on."""
    steps, tell = [], past.tell
    monkeypatch.setattr(past, "tell", lambda step, *rest: steps.append(step) or tell(step, *rest))
    return steps


@pytest.mark.parametrize("game", ["ruse_and_bruise", "ruthless"])
def test_what_is_kept_is_what_would_be_told(game, told):
    before, events, kept = played(game, 3 * MANY + 3)
    assert len(kept) == 3
    anew = begun(before.game, TABLE, events)
    expected = shown(before)
    told.clear()
    again = begun(before.game, TABLE, events, kept)
    assert shown(again) == expected
    assert 0 < len(told) < MANY, "only what came after the last chapters that were kept"
    assert shown(again) == shown(anew)
    last = [one.match.log[5].conditions(None) for one in (again, anew)]
    assert last[0] == last[1]


def test_chapters_of_another_way_are_not_looked_at(told):
    before, events, kept = played("ruse_and_bruise", 2 * MANY)
    other, others, _ = played("ruse_and_bruise", 2 * MANY, pick=1)
    assert events != others
    assert recall(begun(before.game, TABLE, others).match, kept) == []
    assert recall(begun(before.game, replace(TABLE, seed=6), []).match, kept) == []
    assert recall(begun(before.game, TABLE, events[: MANY - 2]).match, kept) == []
    assert recall(begun(before.game, TABLE, events).match, kept[1:]) == [], "nothing after a gap"
    assert shown(begun(before.game, TABLE, others, kept)) == shown(other)


def test_tables_that_began_together_do_not_write_at_once():
    """One second in which 200 tables write is one in which thousands wait."""
    kept = [played("ruse_and_bruise", 2 * MANY, table=replace(TABLE, id=name))[2] for name in ("id", "a", "b", "c")]
    assert len({ends[0].end for ends in kept}) == len(kept)
    assert {two.end - one.end for one, two, *_ in kept[1:]} == {MANY}, "from then on each writes as much at once"


def test_what_is_taken_back_is_kept_anew():
    before, _, kept = played("ruse_and_bruise", 2 * MANY)
    match = before.match
    for _ in range(MANY // 2):
        assert match.undo()
    assert not before.has_unkept_chapters()
    for _ in range(MANY):
        match.answer(match.decisions[0].options[-1])
    again = before.unkept_chapters()
    assert again is not None and again.first == kept[0].end and again.end == len(match.steps)


NO_CHAPTERS = [[], 7, [["", 1]], [["tuple", 4]], [["exec", 0]], [["", 1], ["Chapter", 0]], [["tuple"]], [["", 1], ["tuple", 0]]]


def packed(rows):
    return zlib.compress(json.dumps(rows).encode())


def test_altered_chapters_are_told_anew(told):
    before, events, kept = played("ruse_and_bruise", MANY + 2)
    expected = shown(before)
    for body in (b"", b"nonsense", kept[0].body[:-9], *map(packed, NO_CHAPTERS)):
        told.clear()
        again = begun(before.game, TABLE, events, [replace(kept[0], body=body)])
        assert shown(again) == expected and len(told) == len(again.match.steps)


def test_other_code_tells_anew(monkeypatch):
    before, events, kept = played("ruse_and_bruise", MANY)
    monkeypatch.setattr(kept_chapters, "code_here", lambda: "another edition")
    assert recall(begun(before.game, TABLE, events).match, kept) == []
    assert chapters_from(before.match, 0).name != kept[0].name


def test_nothing_holds_a_game_that_is_put_away():
    """Not even itself: a server collects garbage seldom."""
    position, _, _ = played("ruse_and_bruise", 200)
    assert position.match.is_over and shown(position)
    held = [weakref.ref(position.match.journal.chapters[number]) for number in (0, -1)]
    gc.collect()
    gc.disable()
    try:
        del position
        assert [one() for one in held] == [None, None]
    finally:
        gc.enable()
