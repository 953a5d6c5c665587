"""Many games: the figures are right, and the same however they are made."""

import csv
import io
import json
import os
import re
import signal
import statistics
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
import rulewright
from click.testing import CliRunner
from rulewright import Match, Option
from rulewright.cli import main
from rulewright.commands import progress
from rulewright.commands.progress import progress_text
from rulewright.engine import chance, trouble
from rulewright.engine.frames import site_of
from rulewright.engine.offering import choice_numbers
from rulewright.engine.options import bound
from rulewright.engine.trouble import RuleError
from rulewright.ir.limits import Limit
from rulewright.players import own_bots
from rulewright.players.bots import BOTS, Players, RandomBot, play_out
from rulewright.study import games, uptake
from rulewright.study.luck import play_on, position_of
from rulewright.study.noting import Notes
from rulewright.study.plan import Plan, Seating, new_plan
from rulewright.study.statistics import Distribution, Share


def run(*arguments):
    return CliRunner().invoke(main, ["simulate", *map(str, arguments)])


# ---------------------------------------------------------------- statistics


def test_a_share_has_the_interval_of_wilson():
    """With nothing of ten the interval ends at z² / (n + z²); with a half it is symmetric."""
    low, high = Share(0, 10).interval
    assert low == 0 and high == pytest.approx(3.8414588 / 13.8414588)
    low, high = Share(50, 100).interval
    assert low + high == pytest.approx(1) and high - low == pytest.approx(1.95996 / (1 + 0.038414588) * 2 * 0.0509519, rel=1e-3)
    assert Share(0, 0).interval == (0, 1)


def test_mean_and_spread_are_those_of_the_plain_numbers():
    numbers = [3, 3, 5, 9, -2, 0, 14]
    spread = Distribution(Counter(numbers))
    assert spread.mean == pytest.approx(statistics.mean(numbers))
    assert spread.deviation == pytest.approx(statistics.stdev(numbers))
    assert spread.ends == (-2, 14)


def test_the_bins_of_a_histogram_hold_every_number_once():
    spread = Distribution(Counter(range(-7, 95)))
    bins = spread.bins(12)
    assert len(bins) <= 12 and sum(count for _, _, count in bins) == 102
    assert all(before[1] + 1 == after[0] for before, after in pairwise(bins))


# ---------------------------------------------------------------- games


def partners_in(table) -> int:
    """How many win where somebody wins alone, with partners."""
    definition = table.game.definition
    return table.players if definition.together else table.players // definition.teams if definition.teams else 1


def test_the_figures_are_those_of_the_games_played_one_by_one(smallest):
    figures = rulewright.simulate(smallest.game, games=5, seed=3, workers=1)
    wins, scores, decisions = Counter(), [], 0
    for number in range(5):
        seed = chance.seeded((3 << 64) + number)
        match = smallest.game.new_match(smallest.players, seed=seed)
        play_out(match, {seat: RandomBot(chance.seeded((seed << 8) + place)) for place, seat in enumerate(match.seats)})
        sides = max(1, len(match.result.winners) // partners_in(smallest))  # who play together win together
        wins.update(dict.fromkeys(match.result.winners, 1 / sides))
        scores.append(match.result.scores[match.seats[0]])
        decisions += len(match.past)
    assert figures.games == 5 and figures.decisions == decisions
    assert figures.wins == pytest.approx({seat: wins[seat] for seat in figures.seats})
    assert figures.scores[figures.seats[0]].counts == Counter(scores)


def test_abilities_are_counted_as_the_reference_would_count_them(largest):
    games = largest.game, 3, largest.players, "random", 9, 1
    quick, slow = (rulewright.simulate(*games, engine=engine) for engine in ("python", "reference"))
    assert quick.tally.fired == slow.tally.fired and quick.tally.scores == slow.tally.scores
    assert quick.tally.offered == slow.tally.offered and quick.tally.chosen == slow.tally.chosen


def test_abilities_are_counted_in_the_step_form_too(smallest, monkeypatch):
    """As in games of bots that look at the table; what they try out for themselves does not count."""
    monkeypatch.setitem(own_bots._told, "careful", Careful)
    quick, slow = (rulewright.simulate(smallest.game, 2, smallest.players, bot, 9, 1) for bot in ("random", "careful"))
    assert quick.tally.fired == slow.tally.fired and quick.tally.scores == slow.tally.scores
    assert quick.tally.offered == slow.tally.offered and quick.tally.chosen == slow.tally.chosen


BELLS = """
name: Bells
players: 2 to 3
components:
  bell:
    starts in: tower
    columns: {weight: number}
    rows:
      great:
        weight: 3
        abilities:
          - when: this is revealed
            do:
              - ask: player
                choose: a number from 1 to 2 as pull
                option: pull {pull}
                do: raise sound by pull
      small:
        weight: 1
        abilities:
          - when: this is revealed
            do:
              - choose: 0 to 2 bells in tower as others
                option: swing {it}
                done: that is all
              - raise sound by count of bells in others
          - {when: this is revealed, if: sound > 4, do: raise sound by 1}
zones:
  tower: {holds: bell, seen by: everyone}
variables:
  sound: {type: number 0 to 99, starts: 0}
flow:
  - turns: player
    laps: 3
    do:
      - choose: a bell in tower as mine
        option: ring {mine}
      - turn every bell in tower face down
      - reveal mine
result:
  score: sound
  winner: every player
"""


def test_an_ability_that_begins_with_a_question_is_counted_once(tmp_path, monkeypatch):
    """However many answers it takes, be it of several players or of one who picks several things."""
    (tmp_path / "bells").mkdir()
    (tmp_path / "bells" / "game.yaml").write_text(BELLS, encoding="utf-8")
    game = rulewright.load(tmp_path / "bells")
    monkeypatch.setitem(own_bots._told, "careful", Careful)
    quick, slow = (rulewright.simulate(game, 5, 3, bot, 4, 1) for bot in ("random", "careful"))
    told = [times for _, times in sorted(quick.abilities.items())]
    meant = rulewright.simulate(game, 5, 3, "random", 4, 1, engine="reference")
    assert quick.tally.fired == slow.tally.fired == meant.tally.fired and len(told) == 3 and all(told)


class Careful(RandomBot):
    """Answers by chance, but only after it has tried something out."""

    looks = True

    def choose(self, decision, outlook):
        _, dealt = outlook.deal(1)
        dealt.answer(dealt.decisions[0].options[0])
        return super().choose(decision)


def test_the_number_of_processes_changes_no_figure(game):
    one, two = (rulewright.simulate(game, games=30, seats=3, seed=5, workers=workers) for workers in (1, 2))
    assert one.to_json() == two.to_json() and one.to_text() == two.to_text() and one.to_csv() == two.to_csv()
    assert rulewright.simulate(game, games=30, seats=3, seed=6, workers=1).to_json() != one.to_json()


def test_every_game_is_won_once_and_everybody_scores_in_it(smallest):
    figures = rulewright.simulate(smallest.game, games=8, workers=1)
    won = 8 - figures.outcomes["nobody"].part
    assert sum(figures.wins.values()) == pytest.approx(won * partners_in(smallest))
    assert won == 8 or smallest.game.definition.together
    assert all(spread.total == 8 for spread in figures.scores.values())
    assert all(share.whole <= 8 * smallest.players for _, had, played in figures.cards() for share in (had, played))


def test_seats_rotate(game):
    plan = Plan(("Ada", "Bo", "Cy"), ("one", "two", "three"), 0, {}, True)
    assert [plan.bots_of(number) for number in range(4)] == [
        ("one", "two", "three"), ("three", "one", "two"), ("two", "three", "one"), ("one", "two", "three"),
    ]  # fmt: skip
    still = Plan(("Ada", "Bo"), ("one", "two"), 0, {}, False)
    assert still.bots_of(7) == ("one", "two")
    figures = rulewright.simulate(game, games=4, bots=["greedy:1", "random"], rotate=True, workers=1)
    assert figures.bots == ("by turns", "by turns") and {share.whole for share in figures.bot_shares.values()} == {4}
    assert sum(share.part for share in figures.bot_shares.values()) == pytest.approx(4)


def test_a_card_is_had_in_a_hand_and_played_when_it_leaves_it_openly(game):
    match = game.new_match(2, seed=5)
    notes = Notes(match.state)
    seat = match.decisions[0].seat
    who = match.seats.index(seat)
    families = [family.name for family in match.definition.families]
    hand = match.state.world.zones_of[families.index("hand")][who]
    before = set(match.state.zones[hand])
    assert {card for card, player in notes.had if player == who} >= before and not notes.played
    match.answer(match.decisions[0].options[0])
    notes.look(match.state)
    (laid,) = before - set(match.state.zones[hand])
    assert (laid, who) in notes.played and len(notes.played) == 1


def things_taken(match: Match, option: Option) -> set[int]:
    """The numbers of what an option takes: its kind, and the cards that do not lie before others."""
    numbers, state = choice_numbers(match.definition), match.state
    seat = match.seats.index(match.decisions[0].seat)
    branch, values = bound(option)
    cards = [value for pick, value in zip(option.picks, values, strict=True) if pick.sort == "card"]
    near = [card for card in cards if state.world.zone_owner(state.lies_in[card]) in (None, seat)]
    return {numbers.kind(site_of(state), branch), *(state.world.row[card] for card in near)}


def test_what_can_be_taken_or_left_is_offered_and_chosen_if_it_is_taken(smallest):
    figures, offered, chosen = rulewright.simulate(smallest.game, games=2, seed=4, workers=1), Counter(), Counter()
    for number in range(2):
        seed = chance.seeded((4 << 64) + number)
        match = smallest.game.new_match(smallest.players, seed=seed)
        bots = {seat: RandomBot(chance.seeded((seed << 8) + place)) for place, seat in enumerate(match.seats)}
        players = Players(match, bots)
        while match.decisions:
            every = {bound(option): things_taken(match, option) for option in match.decisions[0].options}
            loose = set.union(*every.values()) - set.intersection(*every.values())
            offered.update(loose)
            chosen.update(loose & every[bound(players.answer())])
    assert figures.tally.offered == offered and figures.tally.chosen == chosen


def test_choices_are_told_by_their_words_and_by_the_names_of_cards():
    figures = rulewright.simulate(rulewright.load("crazy_eights"), games=20, seats=2, workers=1)
    told = {one["action"]: one for one in figures.to_json()["choices"] if "action" in one}
    assert list(told) == ["play …", "draw a card", "pass"]
    play, draw, leave = told.values()
    assert play["offered"] == draw["offered"] + leave["offered"]  # whoever can play may always do something else
    assert play["chosen"] + draw["chosen"] + leave["chosen"] == play["offered"]
    cards = [one for one in figures.to_json()["choices"] if "card" in one]
    assert len(cards) == 52 and sum(one["chosen"] for one in cards) == play["chosen"]
    line = next(line for line in figures.to_text().splitlines() if line.startswith("draw a card"))
    assert line.split()[3:] == [f"{draw['offered']:,}", f"{draw['chosen']:,}", f"{100 * draw['share']:.1f}", "%"]
    assert f"action chosen,draw a card,{draw['offered']},{draw['share']}" in figures.to_csv()


def test_an_ability_fires_when_its_moment_comes_and_its_condition_holds(game):
    """Counted against the log: a card that acts when it is revealed, and has no condition, fires as often as it is revealed."""
    figures, revealed = rulewright.simulate(game, games=6, seats=2, workers=1), 0
    for number in range(6):
        seed = chance.seeded(number)
        match = game.new_match(2, seed=seed)
        play_out(match, {seat: RandomBot(chance.seeded((seed << 8) + place)) for place, seat in enumerate(match.seats)})
        revealed += sum("Assassin is revealed" in line.public or "Storm is revealed" in line.public for line in match.log)
    told = [times for text, times in figures.abilities.items() if text.startswith(("Assassin, when", "Storm, when"))]
    assert sum(told) == revealed > 0


def test_abilities_that_never_fired_are_listed(game):
    figures = rulewright.simulate(game, games=1, seed=2, workers=1)
    silent = [told for told, times in figures.abilities.items() if not times]
    assert silent and f"{len(silent)} never fired in these games:\n  {silent[0]}" in figures.to_text()
    assert figures.to_json()["abilities"] == {"games": 1, "fired": figures.abilities}


def test_ctrl_c_keeps_what_is_done(game):
    def stop(done):
        if done >= 4:
            raise KeyboardInterrupt

    for workers in (1, 2):
        figures = rulewright.simulate(game, games=200, workers=workers, progress=stop)
        assert 4 <= figures.games < 200 and sum(figures.wins.values()) == pytest.approx(figures.games)
        assert f"{figures.games} of 200 games" in figures.to_text()


def test_a_game_that_never_ends_is_told_with_its_seed(game, monkeypatch):
    monkeypatch.setattr(trouble, "ANSWERS", Limit(5, "answers"))
    with pytest.raises(RuleError, match=r"after 5 answers the game is not over; .* \(in game 1, seed \d+\)"):
        rulewright.simulate(game, games=3, workers=1)
    for bots in ("random", "greedy:1"):
        plan = new_plan(game, Seating(3, bots=bots))
        with pytest.raises(RuleError, match="after 5 answers the game is not over"):
            play_on(position_of(game, plan, 0, 0), plan.bots, 1)
    monkeypatch.setattr(uptake, "KEPT_ANSWERS", Limit(4, "answers"))
    with pytest.raises(RuleError, match="after 4 answers the game is not over"):
        uptake.choices_of(game, plan, 0)


def test_unknown_bots_and_wrong_counts_are_refused(game):
    with pytest.raises(rulewright.Unplayable, match=r'no bot "grady"; did you mean "greedy"\? there are: random, greedy'):
        rulewright.simulate(game, games=1, bots="grady")
    with pytest.raises(rulewright.Unplayable, match="2 bots for 3 seats"):
        rulewright.simulate(game, games=1, seats=3, bots=["random", "random"])


# ---------------------------------------------------------------- the command


def test_the_command_prints_text_json_or_csv(game):
    name = game.definition.id
    text, plain, table = (run(name, "--games", 6, "--workers", 1, *more) for more in ((), ("--json",), ("--csv",)))
    assert "6 games, 2 seats, seed 0." in text.output and text.exit_code == 0
    told = json.loads(plain.output)
    assert told["games"] == 6 and sum(seat["wins"] for seat in told["seats"]) == pytest.approx(6)
    rows = list(csv.DictReader(io.StringIO(table.output)))
    assert {row["figure"] for row in rows} >= {"win", "tie", "score", "decisions", "rounds", "win with", "win after playing"}
    assert [float(row["value"]) for row in rows if row["figure"] == "win"] == [seat["share"] for seat in told["seats"]]
    spreads = [float(row["value"]) for row in rows if row["figure"] == "spread of score"]
    assert spreads == [seat["score"]["deviation"] for seat in told["seats"]]
    first = told["seats"][0]
    scored = {row["value"]: int(row["times"]) for row in rows if row["figure"] == "scored" and row["of"] == first["seat"]}
    assert scored == first["score"]["counts"] and sum(scored.values()) == 6


@pytest.mark.parametrize(
    "arguments",
    [("--bots", "nobody"), ("--seats", 99), ("--set", "nothing=1"), ("--games", 0), ("--json", "--csv"), ("--workers", 0)],
)
def test_wrong_usage_is_one_sentence(game, arguments):
    result = run(game.definition.id, "--games", 2, *arguments)
    assert result.exit_code == 2 and "Traceback" not in result.output and "rror: " in result.output


def test_progress_tells_rate_and_time_left():
    assert progress_text(50, 200, 2.0, 50) == "##......  50 of 200 games, 25 a second, 6 s left "
    assert progress_text(1, 1000, 1.0, 51) == "....  1 of 1,000 games, 1.0 a second, 17 min left "


@pytest.mark.parametrize("columns", [20, 60, 80, 200])
def test_progress_stays_on_one_line(columns):
    assert len(progress_text(12_345, 1_000_000, 30.0, columns)) < columns


def test_nothing_is_told_late():
    """Every game is played once, whatever the parts."""
    plan = Plan(("Ada", "Bo"), ("random", "random"), 0, {}, False)
    for many in (1, 3, 199, 200, 201, 1000, 100_000):
        parts = list(games._parts(plan, range(7, 7 + many), 2))
        assert [number for part in parts for number in range(*part)] == list(range(7, 7 + many))
        assert all(last - first <= 100 for first, last in parts)


def test_ctrl_c_on_the_command_prints_what_is_done(game):
    """The bar appears on a terminal; what is done so far is printed where it was to go."""
    ours, theirs = os.openpty()
    command = [sys.executable, "-m", "rulewright.cli", "simulate", game.definition.id, "--games", "1000000"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, encoding="utf-8", start_new_session=True)
    os.close(theirs)
    shown = b""
    while b"left" not in shown:
        shown += os.read(ours, 1000)
    os.killpg(process.pid, signal.SIGINT)
    out, _ = process.communicate(timeout=120)
    os.close(ours)
    assert process.returncode == 0 and "of 1,000,000 games" in out and b"Traceback" not in shown


# ---------------------------------------------------------------- the page about it

PAGE = (Path(__file__).parent.parent / "docs" / "bots.md").read_text(encoding="utf-8")


def test_the_page_shows_what_the_command_prints():
    for command, output in re.findall(r"^```console\n\$ rulewright (.*)\n((?:.*\n)*?)```$", PAGE, re.MULTILINE):
        assert CliRunner().invoke(main, [*command.split(), "--workers", "1"]).output == output


def test_the_page_shows_what_python_prints(capsys):
    program = re.search(r"^```python\n((?:.*\n)*?)```$", PAGE, re.MULTILINE)[1]
    exec(program, {})
    assert f"```text\n{capsys.readouterr().out}```" in PAGE


def test_the_page_names_every_bot():
    assert [name for name in BOTS if f"| `{name}` |" not in PAGE] == [], "write a row for it in the table of docs/bots.md"


SMALL = Path(__file__).parent / "definitions"


def test_a_team_wins_as_one_in_every_figure() -> None:
    figures = rulewright.simulate(rulewright.load(SMALL / "two_pairs"), games=60, seats=4, bots="random", seed=3, workers=1)
    ada, bo, cy, di = (figures.wins[seat] for seat in figures.seats)
    assert (ada, bo) == (cy, di) and ada + bo == 60
    assert figures.outcomes["one"].share + figures.outcomes["all"].share == pytest.approx(1)
    assert figures.ties.share == figures.outcomes["all"].share < 0.5


def test_games_that_all_win_and_that_all_lose_are_told_apart() -> None:
    game = rulewright.load(SMALL / "leaky_boat")
    shares = {}
    for bot in ("random", "greedy"):
        figures = rulewright.simulate(game, games=60, seats=3, bots=bot, seed=3, workers=1)
        assert set(figures.outcomes) == {"all", "nobody"} and len(set(figures.wins.values())) == 1
        assert "all lose" in figures.to_text() and "nobody wins" not in figures.to_text()
        shares[bot] = figures.outcomes["all"].share
    assert shares["greedy"] > shares["random"] + 0.1


def test_progress_is_shown_before_the_first_is_done(monkeypatch, capsys):
    monkeypatch.setattr(progress, "is_screen", lambda stream: True)
    bar = progress.ProgressBar(what="weighings")
    bar.PATIENCE, bar.last = -1.0, 0.0
    bar.show(0, 57, "King")
    assert "0 of 57 weighings: King" in capsys.readouterr().err
    assert progress_text(0, 100, 2.0, 80).endswith("...  0 of 100 games ")
