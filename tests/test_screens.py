"""Whole screens of a seat: with marks, hints, reasons and steps of a replay they hang on nothing that it may not know."""

from __future__ import annotations

import json
from typing import Any

import pytest
import rulewright
from exchanging import with_position
from rulewright import Decision, Match
from rulewright.desk.advice import advice_lines, advise
from rulewright.desk.beside import numbers_beside
from rulewright.desk.chronicle import behind, log_lines
from rulewright.desk.inquiry import answered
from rulewright.desk.reason_lines import why_lines
from rulewright.desk.sources import Sources
from rulewright.desk.stepwise import Steps
from rulewright.desk.unfinished import added, come_to, unfinished
from rulewright.desk.why import why, why_not
from rulewright.engine import chance
from rulewright.engine.sight import can_see
from rulewright.table.appearance import looks_of
from rulewright.table.board import board
from rulewright.table.log import read_by
from rulewright.table.open_decision import OpenDecision
from rulewright.table.what_changed import changes_in
from rulewright.terminal.plain import PlainScreen
from test_views import exchanged, same_options, shuffled_hidden
from written import game_in

NAMES = ["avocet", "bunting", "curlew", "dunlin", "egret", "falcon", "grebe", "heron", "ibis", "jacana", "kestrel", "linnet"]
BIRDS = {name: 3017 + 571 * number for number, name in enumerate(NAMES)}
AVIARY = """
name: Aviary
about: Birds are put into cages face down, and one of them comes out at the end of each lap.
players: 2
components:
  bird:
    starts in: nest
    back: bird
    columns: {weight: number}
    rows: {BIRDS}
zones:
  nest: {form: pile, seen by: nobody}
  hand: {per: player, form: hand, seen by: owner}
  cage: {per: player, seen by: face}
define:
  heavy: {of: cage, is: "sum of weight of birds in this > 9000"}
values:
  load: {of: bird, starts: weight}
setup:
  - shuffle nest
  - each: player
    do: draw 3 birds from nest to hand
flow:
  - turns: player
    laps: 3
    do:
      - choose: a bird in hand as newcomer
        option: "cage {newcomer}"
      - move newcomer to bottom of cage, face down
      - draw a bird from nest to hand
      - if: count of birds in cage is 2
        do: turn top bird of cage face up
result:
  score: sum of weight of birds in cage
"""


class FirstTwo:
    """A bot that takes no time: the first two options are as good as each other."""

    def weigh(self, decision: Decision, outlook: Any) -> list[tuple[Any, float]]:
        return [(option, 0.5) for option in decision.options[:2]]


def played(game: rulewright.Game, seed: int, answers: int) -> Match:
    """Some way into a random game, but not to its end, where hidden things come to light."""
    match, rng = game.new_match(seed=seed), chance.seeded(seed)
    for _ in range(answers):
        rng, which = chance.below(rng, len(match.decisions[0].options))
        match.answer(match.decisions[0].options[which], match.decisions[0].seat)
        if match.is_over:
            match.undo()
            break
    return match


def screen(match: Match, seat: str, chapters: int = 1) -> list[str]:
    """The screen of a seat: the news, the table with marks of the last chapters, and the offer with its numbers."""
    shown: list[str] = []
    plain, viewer, view, looks = (
        PlainScreen(shown.append),
        match.seats.index(seat),
        match.view(seat),
        looks_of(match.definition),
    )
    plain.happened(read_by(viewer, match.log))
    plain.table(board(view, looks, changes=changes_in(match.journal.chapters[-chapters:], viewer)))
    for decision in match.decisions:
        if decision.seat == seat:
            row = OpenDecision(match, seat)
            plain.offer(decision, numbers_beside(decision, view, looks, added(row)))
            shown.extend((*come_to(row), *(one.line for one in unfinished(row))))
    return shown


def replayed(match: Match, seat: str) -> list[str]:
    """The last two steps of a game before the eyes of a seat."""
    steps = Steps(match, seat)
    return [
        line
        for step in range(max(0, steps.last - 1), steps.last + 1)
        for line in (*steps.told(step), str(steps.board(step, 80)), json.dumps(steps.data(step)))
    ]


def asked(game: rulewright.Game, match: Match, seat: str) -> list[str]:
    """What the last step of a replay answers before the eyes of a seat: values, and the rule behind the last line."""
    steps, sources = Steps(match, seat), Sources(game)
    at_the_end = steps.at(steps.last)
    last = len(read_by(steps.viewer, at_the_end.log))
    questions = ["log", f"log {last}", *(f"why score of {one} more" for one in match.seats)]
    return [line for question in questions for line in answered(sources, at_the_end, seat, question)]


def hinted(match: Match, seat: str) -> list[str]:
    """What a hint tells whoever decides; of worlds that are dealt anew, so of what may be."""
    own = [decision for decision in match.decisions if decision.seat == seat]
    return [line for one in own for line in advice_lines(advise(match, one, bot=FirstTwo()), one.options)]


# ---------------------------------------------------------------- twins


SECRET = {"toll_road"}  # there an answer changes nothing on the table, or shows what was hidden


@pytest.mark.parametrize("name", rulewright.shipped())
def test_screens_and_replays_are_the_same_when_hidden_cards_change_places(name: str) -> None:
    """Another seat has just answered; whatever the viewer cannot know of that is exchanged."""
    rng, compared, marked, game = 3, 0, 0, rulewright.load(name)
    for answers in (0, 1, 4, 9, 14):
        match = played(game, answers, answers)
        who = match.seats.index(match.decisions[0].seat)
        viewer = (who + 1) % len(match.seats)
        rng, new = shuffled_hidden(match, viewer, rng)
        pairs = list(same_options(match, exchanged(match, new), who, new))
        for option, other in reversed(pairs) if answers % 2 else pairs:
            base, twin = with_position(match, match.state.copy(), {}), exchanged(match, new)
            base.answer(option, match.seats[who])
            twin.answer(other, match.seats[who])
            seat = match.seats[viewer]
            if base.journal.with_causes(seat) == twin.journal.with_causes(seat) and not base.is_over:
                shown = screen(base, seat)
                assert shown == screen(twin, seat)
                assert replayed(base, seat) == replayed(twin, seat)
                assert asked(game, base, seat) == asked(game, twin, seat)
                compared += 1
                marked += any(line.startswith("* ") for line in shown)
                break
    assert compared and (marked or name in SECRET)


@pytest.mark.parametrize("name", ["kuhn_poker", "crazy_eights", "ruse_and_bruise"])
def test_a_hint_is_the_same_when_hidden_cards_change_places(name: str) -> None:
    rng, told, game = 5, 0, rulewright.load(name)
    for answers in (1, 6, 9):
        match = played(game, answers, answers)
        seat = match.decisions[0].seat
        rng, new = shuffled_hidden(match, match.seats.index(seat), rng)
        base, twin = with_position(match, match.state.copy(), {}), exchanged(match, new)
        hint = hinted(base, seat)
        assert hint == hinted(twin, seat) != []
        told += any("games like this one" in line for line in hint)
    assert told


# ---------------------------------------------------------------- names that may not occur


@pytest.fixture(scope="module")
def aviary(tmp_path_factory: pytest.TempPathFactory) -> rulewright.Game:
    folder = tmp_path_factory.mktemp("games") / "aviary"
    folder.mkdir()
    rows = ", ".join(f"{name}: [{weight}]" for name, weight in BIRDS.items())
    return game_in(folder, AVIARY.replace("BIRDS", rows))


def told_to(match: Match, seat: str, sources: Sources) -> str:
    """Everything that a seat can read or ask for, but hints, which tell what may be."""
    lines = [*screen(match, seat, 99), *replayed(match, seat), *log_lines(match, seat)]
    lines += [
        line for number in range(1, len(log_lines(match, seat)) + 1) for line in behind(sources, match, seat, str(number))
    ]
    for words in ("score more", "score of Ada more", "score of Bo more", "load of bottom bird of cage of Ada"):
        lines += why_lines(sources, match, words, seat)
    for decision in match.decisions:
        if decision.seat == seat:
            lines += why(sources, match, decision, decision.options[0]) + why_not(sources, match, decision, "cage a bird")
    return "\n".join(lines)


def test_no_word_of_a_seat_names_a_card_that_it_has_never_seen(aviary: rulewright.Game) -> None:
    """Every name and every number of this game stands on one card only."""
    sources, names, hidden, known = Sources(aviary), NAMES, 0, 0
    for seed in range(3):
        match, seen = aviary.new_match(["Ada", "Bo"], seed=seed), {"Ada": set[int](), "Bo": set[int]()}
        rng = chance.seeded(seed)
        while not match.is_over:
            for viewer, seat in enumerate(match.seats):
                seen[seat] |= {card for card in range(len(names)) if can_see(match.state, card, viewer)}
                told = told_to(match, seat, sources)
                for card in range(len(names)):
                    name, weight = names[match.state.world.row[card]], str(BIRDS[names[match.state.world.row[card]]])
                    assert card in seen[seat] or (name not in told and weight not in told), (seat, name, told)
                    hidden += card not in seen[seat]
                    known += name in told and weight in told
            rng, which = chance.below(rng, len(match.decisions[0].options))
            match.answer(match.decisions[0].options[which], match.decisions[0].seat)
    assert hidden and known


def test_a_hint_names_others_cards_only_as_what_may_be(aviary: rulewright.Game) -> None:
    """What is so in every world stands in a hint, and no card that a seat cannot know is that."""
    match = played(aviary, 1, 1)
    (decision,) = match.decisions
    viewer, rows = match.seats.index(decision.seat), match.state.world.row
    hidden = [NAMES[rows[card]] for card in range(len(BIRDS)) if not can_see(match.state, card, viewer)]
    told = "\n".join(hinted(match, decision.seat))
    assert hidden and told and not any(name in told or str(BIRDS[name]) in told for name in hidden)
