"""The terminal with scripted answers, and the command line with wrong input."""

import re
from pathlib import Path

import pytest
import rulewright
from click.testing import CliRunner
from rulewright.cli import main
from rulewright.desk.advice import advice_lines, advise
from rulewright.desk.cards import about
from rulewright.desk.chronicle import behind, log_lines
from rulewright.desk.foresight import DEALS, Consequence, _telling
from rulewright.desk.session import Session
from rulewright.desk.sources import Sources
from rulewright.engine import chance
from rulewright.players.bots import bot_names
from rulewright.table.log import LogLine
from rulewright.telling.entries import Because
from rulewright.terminal.conversation import HELP, Terminal
from rulewright.terminal.plain import PlainScreen
from rulewright.workshop.new_game import write_new_game
from written import game_in, write_game

MOLE_RUNS = Path(__file__).parent / "definitions" / "mole_runs"
PEEKING = """
name: Peeking
about: Look or leave it.
players: 2
zones:
  deck: {form: pile, holds: playing_card, seen by: nobody}
  window: {holds: playing_card, seen by: everyone}
components:
  playing_card: {starts in: deck, columns: {worth: number}, rows: {ace: [1]}}
flow:
  - turns: player
    laps: 1
    do: [decide, decide]
define:
  decide:
    do:
      - offer:
          - option: peek
            do:
              - move top playing_card of deck to window
              - move every playing_card in window to deck
          - option: pass
result: {score: sum of worth of playing_cards in window}
"""
ASKING = """
flow:
  - ask: player
    choose: a playing_card as wanted
    do: move every playing_card in deck to window
result: {score: sum of worth of playing_cards in window}
"""
ROLLING = """
name: Rolling
about: Roll or leave it.
players: 2
zones:
  tray: {holds: cube, seen by: everyone}
components:
  cube: {die: 1 to 6, starts in: tray}
flow:
  - turns: player
    laps: 1
    do: [decide, decide]
define:
  decide:
    do:
      - offer:
          - option: roll
            do: roll every cube in tray
          - option: pass
result: {score: sum of value of cubes in tray}
"""


def sit(game, answers, seats=("Ada", "Bo"), bots=("Bo",), seed=1):
    """A terminal where the answers are typed one after the other; returns it and the lines it showed."""
    table, shown, _ = at_table(game, answers, bots)
    table.begin(seats, seed, {})
    table.play()
    return table, shown


def at_table(game, answers, bots=()):
    """A terminal with nobody at it yet; what it will show, and what it will ask."""
    shown, prompts, typed = [], [], iter(answers)

    def read(prompt, words):
        prompts.append(prompt)
        return next(typed, None)

    screen = PlainScreen(lambda text: shown.extend(text.split("\n")), read)
    return Terminal(Session(game, dict.fromkeys(bots, "random")), screen), shown, prompts


def run(*arguments):
    """The command line without a terminal. A traceback is never an answer."""
    found = CliRunner().invoke(main, [str(one) for one in arguments])
    assert found.exception is None or isinstance(found.exception, SystemExit), found.exception
    return found


def wrong(*arguments):
    """The sentence that wrong input gets."""
    found = run("play", "ruse_and_bruise", *arguments)
    assert found.exit_code == 2 and "Traceback" not in found.output
    return found.output.strip()


# ---------------------------------------------------------------- answers


def test_a_number_and_a_text_are_answers(game):
    table, _ = sit(game, ["", "1", "place QUEEN  in column 1"], bots=())
    assert [seat for seat, _ in table.match.answers][:1] == ["Ada"]
    offered = game.new_match(["Ada", "Bo"], seed=1).decisions[0].options
    assert table.match.answers[0][1] == offered[0].text


def test_the_beginning_of_one_option_is_an_answer(game):
    text = game.new_match(["Ada", "Bo"], seed=1).decisions[0].options[1].text
    table, _ = sit(game, ["", text[:-1].upper(), text.upper()], bots=())
    assert table.match.answers == [("Ada", text)]


def test_the_beginning_of_several_options_is_answered_with_them(game):
    table, shown = sit(game, ["place"])
    assert any(line.startswith('"place" can mean several options: 1 place ') for line in shown)
    assert table.match.answers == []


def test_the_offer_is_numbered_and_in_the_order_of_the_hand(game):
    table, shown = sit(game, [], seed=7)
    match = table.match
    assert f"Ada: {match.decisions[0].prompt}" in shown
    hand = next(line for line in shown if line.startswith("  hand: ") and "card" not in line)
    names = [card.name for card in match.view("Ada").zone("hand of Ada").cards]
    in_order = sorted(names, key=hand.index)
    offered = [line for line in shown if line.startswith("  place ")]
    for line, name, held in zip(offered, in_order, hand.removeprefix("  hand: ").split(", "), strict=True):
        assert line.startswith(f"  place {name} [{held.removeprefix(f'{name} ')}] in:")
    assert offered[0].endswith("1  column 1      2  column 2")
    texts = [option.text for option in match.decisions[0].options]
    assert sorted(option.text for option in table.session.decision.options) == sorted(texts)
    assert shown[shown.index("Bo") + 1] == "  hand: 3 cards"


@pytest.mark.parametrize("text", ["0", "99", "10000000000000000000000"])
def test_a_number_that_is_not_offered_is_answered_with_the_range(game, text):
    table, shown = sit(game, [text])
    assert "There are options 1 to 6." in shown and table.match.answers == []


@pytest.mark.parametrize("text", ["fly", "²", "-1", "1.5", "place queens", "\x00", "{seat}", "%s", "[bold]", "[/]"])
def test_an_unknown_text_is_answered_with_the_offer(game, text):
    table, shown = sit(game, [text])
    assert any(line.startswith(f'"{text}" is not offered: 1 place ') and "Type help" in line for line in shown)
    assert table.match.answers == []


def test_an_empty_line_asks_again(game):
    table, shown = sit(game, ["", "   "])
    assert table.match.answers == [] and shown[-1] == "The game is not finished."


# ---------------------------------------------------------------- commands


def test_help_tells_the_commands(game):
    _, shown = sit(game, ["help"])
    assert "\n".join(shown).count(HELP) == 1


def test_look_shows_the_table_again(game):
    _, shown = sit(game, ["look"])
    assert shown.count("Ada (you)") == 2


def test_commands_are_the_same_in_capitals(game):
    _, shown = sit(game, ["HELP", "Quit"])
    assert HELP.splitlines()[0] in shown and max(map(len, HELP.splitlines())) < 80
    assert shown[-1] == "The game is not finished."


def test_look_with_a_name_shows_a_map():
    game = rulewright.load(MOLE_RUNS)
    _, shown = sit(game, ["1", "1", "1", "1", "look plot of ada"])
    place = shown.index("Ada, plot:")
    assert shown[place + 4] == "   1|  |  |  |  |     |"


RANSOM = """
name: Ransom
about: Gems are given by what they bring, and not by their size.
players: 2
zones: {chest: {per: player, holds: gem, seen by: everyone}, cave: {holds: gem, seen by: everyone}}
components:
  gem:
    per: player
    starts in: chest
    columns: {size: number, gold: number}
    rows: {opal: [2, 15], ruby: [5, 30], jade: [4, 4]}
flow:
  - turns: player
    laps: 1
    do:
      - choose: 1 to any gems in chest as gift
        such that: sum of gold of gift >= 20
        prompt: The dragon wants 20
        done: that is all
      - move every gem in gift to cave
look: {cards: {gem: {number: size}}}
result: {score: sum of gold of gems in chest}
"""


def test_beside_a_card_stands_what_it_adds_to_the_sum_that_is_asked_for(tmp_path):
    game = game_in(tmp_path, RANSOM)
    table, shown, _ = at_table(game, ["opal", "jade", "why not that is all", "ruby", "that is all"], bots=("Bo",))
    table.begin(("Ada", "Bo"), 5, {})
    table.play()
    told = " ".join(" ".join(shown).split())
    assert "opal [gold 15]" in told and "ruby [gold 30]" in told and "jade [4]" in told
    assert "Chosen so far: opal, jade (gold: 19 of 20)." in shown
    assert "  but sum of gold (opal 15 + jade 4) is 19, not 20 at least" in shown


CUTTERS = """
name: Cutters
about: Gems bear nothing but their cut.
players: 2
types: {cut: [rose, brilliant]}
zones: {chest: {per: player, holds: gem, seen by: everyone}, cave: {holds: gem, seen by: everyone}}
components: {gem: {per: player, starts in: chest, columns: {cut: cut}, rows: {opal: [rose], ruby: [brilliant]}}}
flow:
  - turns: player
    laps: 1
    do: [{choose: a gem in chest as gift, do: move gift to cave}]
result: {score: count of gems in chest}
"""


def test_a_badge_beside_an_option_stands_there_without_a_dot(tmp_path):
    table, shown, _ = at_table(game_in(tmp_path, CUTTERS), ["opal"], bots=("Bo",))
    table.begin(("Ada", "Bo"), 5, {})
    table.play()
    assert any("opal [rose]" in line for line in shown)


def test_the_picks_of_a_row_can_be_named_in_any_order():
    """A payment of 5 with skills of 2, 4 and 9: after the 4 the 2 is offered as well as the 9, until a word ends it."""
    game = rulewright.load("bruno_the_bandit")
    typed = ["1", "1", "why not that is the payment", "pay skill 4", "why not pay skill 2", "why not that is", "pay skill 7"]
    typed += ["pay skill 2", "that is the payment"]
    table, shown, _ = at_table(game, typed, bots=("Bo",))
    table.begin(("Ada", "Bo"), 5, {})
    table.play()
    assert "  but nothing is picked yet" in shown
    assert "Chosen so far: Skill 4 (points: 4 of 5)." in shown
    assert any(line.startswith("It is offered: option ") for line in shown)
    assert "  but sum of points (Skill 4) is 4, not 5 at least" in shown
    assert "Chosen so far: Skill 4, Skill 2 (points: 6 of 5)." in shown
    assert any(line.startswith('"pay skill 7" is not offered') for line in shown)
    answers = [text for seat, text in table.match.answers if seat == "Ada"]
    assert answers[2:4] == ["pay Skill 2", "pay Skill 4"]


def test_why_takes_an_option_in_words_too():
    game = rulewright.load("bruno_the_bandit")
    _, shown = sit(game, ["why draw a chance", "why 1", "why draw a king"])  # the last is no option
    first = shown.index('"draw a Chance card" is offered by:')
    assert shown[first:].count('"draw a Chance card" is offered by:') == 2


def test_look_with_a_name_shows_what_lies_there(game):
    _, shown = sit(game, ["look hand of bo", "look attic"])
    assert "Bo, hand: 3 cards" in shown
    assert 'No place with something in it is called "attic".' in shown


def test_a_question_mark_tells_what_is_printed_on_a_card(game):
    _, shown = sit(game, ["? explor", "?explorer", "? xyz", "?"])
    row = next(row for _, row in game.definition.rows if row.id == "explorer")
    assert shown.count(f"  {row.text}") == 2 and shown.count("Explorer (influence): print 11") == 2
    assert 'Nothing is called "xyz".' in shown and "Which card or place? Write: ? NAME" in shown


@pytest.mark.parametrize(
    ("name", "wanted", "told"),
    [
        ("rus", "farmer", "  RU-113: The farmer plants an empty crop."),
        ("ruthless", "heart parrot", "  RL-210: A Parrot has its suit and takes any rank."),
        ("ruthless", "richest", "  RL-268: For Richest deck and discard pile count together."),
    ],
)
def test_a_question_mark_tells_the_rules_of_what_a_card_names(name, wanted, told):
    assert told in about(Sources(rulewright.load(name)), wanted)


def test_log_tells_what_the_seat_may_know(game):
    _, shown = sit(game, ["1", "1", "1", "log"])
    placed = [line for line in shown if line.startswith("Bo: place")]
    assert placed and all(line.startswith("Bo: place a card in") for line in placed)
    assert any(line.startswith("Ada: place ") and "a card" not in line for line in shown)


def logged(shown):
    """The numbered lines of the log that were shown last."""
    lines = [found.groups() for line in shown if (found := re.fullmatch(r" *(\d+)  (.*)", line))]
    start = max(place for place, (number, _) in enumerate(lines) if number == "1")
    return {int(number): text for number, text in lines[start:]}


def test_the_log_is_numbered_from_the_set_up_on(game):
    table, shown = sit(game, ["1", "1", "log"])
    told = logged(shown)
    assert told[1] == "everybody's deck is shuffled" and list(told) == list(range(1, len(told) + 1))
    match = table.session.match
    assert list(told.values()) == [line.seen_by(0) for line in match.log if line.seen_by(0)]
    first, *others = table.session.news("Ada", 0)  # of the set-up what concerns Ada, and how much there is besides
    assert first == "the table is laid out (4 lines: log)" and others == [text for text in told.values() if text in others]
    assert len(others) == len(told) - 4 and others[0].startswith("Ada draws ")


def test_a_line_of_the_log_tells_the_rule_behind_it(game):
    """The sentence stands at that place of the file, and every rule with its words."""
    told = logged(sit(game, ["1", "1", "log"])[1])
    number = next(number for number, text in told.items() if text.startswith("Bo: place a card"))
    _, shown = sit(game, ["1", "1", f"log {number}"])
    start = shown.index(f'"{told[number]}" comes from:')
    file, line, words = shown[start + 1].split(":", 2)
    assert words.strip() in (game.folder / file).read_text(encoding="utf-8").splitlines()[int(line) - 1]
    assert "choose: a card" in words
    rules = Sources(game).rules
    assert f"  RB-020: {rules['RB-020']}" in shown[start:]


@pytest.mark.parametrize("wanted", ["0", "999", "x", "9" * 30])
def test_a_line_that_is_not_there_is_answered_with_the_range(game, wanted):
    assert any(line.startswith("Write log and a number from 1 to ") for line in sit(game, [f"log {wanted}"])[1])


def test_a_rule_that_a_seat_may_not_know_of_is_not_told(game):
    """Of a line without a cause for this reader only that is told."""
    match = game.new_match(["Ada", "Bo"], seed=1)
    match.told_before = (LogLine("", ("a whisper", ""), causes=(None, None, Because("flow.yaml:12", "flow"))),)
    sources = Sources(game)
    assert behind(sources, match, "Ada", "1") == ['"a whisper" comes from no rule that you may know of.']
    assert "a whisper" not in "".join(log_lines(match, "Bo"))


def adviser(weigh):
    """A bot that weighs options in this way."""

    class Adviser:
        def __init__(self, seed, seconds):
            pass

        def weigh(self, decision, outlook):
            return weigh(decision, outlook)

    return Adviser


def test_a_hint_is_the_best_three_with_their_worth_and_what_follows(game, monkeypatch):
    """Where a card is placed, it lies then; the bot knows the seat's own cards, and chance plays for the others."""
    asked = []

    def weigh(decision, outlook):
        asked.append((decision.seat, outlook.seat))
        return [(decision.options[place], worth) for place, worth in ((2, 0.61), (0, 0.5), (5, 0.4), (1, 0.3))]

    monkeypatch.setattr("rulewright.desk.advice.SearchBot", adviser(weigh))
    table, shown = sit(game, ["hint"])
    offered = table.session.decision.options
    told = [line for line in shown if "of 100)" in line]
    texts = [option.text for option in game.new_match(["Ada", "Bo"], seed=1).decisions[0].options]
    numbers = [[one.text for one in offered].index(texts[place]) + 1 for place in (2, 0, 5)]
    expected = zip(numbers, (2, 0, 5), (61, 50, 40), strict=True)
    assert told == [f"{number:>4}  {texts[place]}  (stands at {worth} of 100)" for number, place, worth in expected]
    assert asked == [("Ada", "Ada")] and table.match.answers == []


def test_the_reason_of_a_hint_is_what_happens_more_often_after_it(game):
    match = game.new_match(["Ada", "Bo"], seed=3)
    match.answer("place assassin in column 1")
    match.answer(next(one.text for one in match.decisions[0].options if one.text.endswith("column 2")))
    decision = match.offer("Ada")
    above = next(one for one in decision.options if one.text.endswith("column 1"))
    beside = next(one for one in decision.options if one.text.endswith("column 2"))

    class Adviser:
        def weigh(self, decision, outlook):
            return [(one, 0.5) for one in decision.options if one.text in (above.text, beside.text)]

    found = {one.option.text: one for one in advise(match, decision, bot=Adviser())}
    own = above.text.removeprefix("place ").removesuffix(" in column 1")
    assert found[above.text].often == DEALS and {"Assassin", own} <= set(re.findall(r"\w+", found[above.text].follows))
    assert own not in found[beside.text].follows


SPENDING = """
name: Spending
players: 2
components: {bean: {per: player, starts in: hand, rows: {red: {}, white: {}, black: {}}}}
zones: {hand: {per: player, form: hand, seen by: owner}, pot: {holds: bean, seen by: everyone}}
counters: {coins: {of: player}}
flow:
  - turns: player
    laps: 2
    do:
      - choose: 1 to any beans in hand as spent
        option: spend {spent}
        done: that is enough
      - move every bean in spent to pot
      - if: some black in hand
        then: gain 2 coins
result: {score: coins + 3 * count of beans in hand, winner: best player by most score}
"""


def test_in_the_middle_of_a_row_a_hint_speaks_of_what_comes_next_and_of_the_scores(tmp_path):
    """It used to weigh the first picks again, and never that it was enough."""
    match = game_in(tmp_path, SPENDING).new_match(["Ada", "Bo"])
    match.answer(next(one for one in match.offer("Ada").options if one.text == "spend red"), "Ada")
    decision = match.offer("Ada")
    found = advise(match, decision)
    assert [one.option.text for one in found] == ["that is enough", "spend white", "spend black"]
    assert found[0].worth > found[1].worth > found[2].worth
    assert [one.scores[0] for one in found] == [8.0, 5.0, 3.0]
    assert advice_lines(found, decision.options)[-1].startswith("        score at the next decision: 3.0 on the average")


def test_where_there_is_nothing_to_choose_a_hint_says_so(tmp_path):
    match = game_in(tmp_path, SPENDING.replace("red: {}, white: {}, ", "")).new_match(["Ada", "Bo"])
    decision = match.offer("Ada")
    told = advice_lines(advise(match, decision), decision.options)
    assert told == ["   1  spend black  (there is nothing else to choose)"]


def test_a_hint_hangs_on_no_seed(game, monkeypatch):
    """The seed of a game tells where its cards lie, so worlds that are dealt from it would be no guesses."""
    seeds, told = [], []

    class Adviser:
        def __init__(self, seed, seconds):
            seeds.append(seed)

        def weigh(self, decision, outlook):
            return [(one, 0.5) for one in decision.options]

    monkeypatch.setattr("rulewright.desk.advice.SearchBot", Adviser)
    for seed in (3, 4):
        match = game.new_match(["Ada", "Bo"], seed=3).copy(watched=True)
        match.seed, match.state.rng = seed, chance.seeded(seed)
        told.append([(one.option.text, one.often, one.follows) for one in advise(match, match.offer("Ada"))])
    assert told[0] == told[1] and seeds[0] == seeds[1]


def test_a_hint_that_takes_too_long_can_be_stopped(game, monkeypatch):
    def interrupted(decision, outlook):
        raise KeyboardInterrupt

    monkeypatch.setattr("rulewright.desk.advice.SearchBot", adviser(interrupted))
    assert "No hint, then." in sit(game, ["hint"])[1]


def test_the_table_is_shown_again_only_when_it_has_changed(game):
    _, shown = sit(game, ["nonsense", "1"])
    assert shown.count("Ada (you)") == 2  # at the first decision and, changed by then, at the second


def test_a_save_can_be_resumed(game, tmp_path):
    path = tmp_path / "game.save"
    table, shown = sit(game, ["1", f"save {path}", "quit"])
    assert f"Saved to {path}." in shown
    assert game.resume(path.read_text(encoding="utf-8")).state.key() == table.match.state.key()
    again, _, _ = at_table(game, [])
    again.resume(path)
    assert again.match.state.key() == table.match.state.key()


def test_a_resumed_game_tells_each_what_happened_since_their_own_last_answer(game, tmp_path):
    match = game.new_match(["Ada", "Bo"], seed=1)
    for answer in ("column 2", "column 1", "column 1"):
        match.answer(next(one.text for one in match.decisions[0].options if one.text.endswith(answer)))
    (tmp_path / "game.save").write_text(match.save(), encoding="utf-8")
    table, _, _ = at_table(game, [])
    table.resume(tmp_path / "game.save", seats=("Ada", "Bo"))
    for seat, count in ((match.answers[2][0], 1), (match.answers[1][0], 2)):
        lines = table.session.news(seat, table.told[seat])
        assert lines[0] == f"{seat}: {match.answers[3 - count][1]}" and sum(": place " in line for line in lines) == count


def test_a_curtain_falls_between_two_people_at_one_screen(game):
    table, shown, prompts = at_table(game, ["", "1", "", "1"])
    table.begin(("Ada", "Bo"), 1, {})
    table.play()
    curtains = [f"Pass the screen to {seat}, then press Enter. " for seat in ("Ada", "Bo")]
    assert prompts[:4] == [curtains[0], "Ada> ", curtains[1], "Bo> "]
    assert [seat for seat, _ in table.match.answers] == ["Ada", "Bo"]
    after = shown[len(shown) - shown[::-1].index("Bo (you)") :]
    assert "Ada" in after and after[after.index("Ada") + 1] == "  hand: 3 cards"


def test_each_of_two_people_reads_everything_since_their_own_last_decision(game):
    table, shown, _ = at_table(game, ["", "1", "", "1", "", "1", "", "1"])
    table.begin(("Ada", "Bo"), 1, {})
    table.play()
    for seat, other in (("Ada", "Bo"), ("Bo", "Ada")):
        own = [line for line in shown if line.startswith(f"{seat}: place ") and ": place a card" not in line]
        others = [line for line in shown if line.startswith(f"{other}: place a card")]
        assert own and others, seat


def test_a_resumed_game_keeps_the_people_that_are_named(game, tmp_path):
    path = tmp_path / "game.save"
    path.write_text(game.new_match(["Ada", "Bo"], seed=1).save(), encoding="utf-8")
    table, _, _ = at_table(game, [])
    table.resume(path, seats=("Ada", "Bo"))
    assert table.session.bots == {}
    with pytest.raises(rulewright.Unplayable, match="at the saved table sit Ada, Bo"):
        table.resume(path, seats=("Ada", "Cy"))


def test_a_save_that_cannot_be_written_does_not_end_the_game(game, tmp_path):
    table, shown = sit(game, ["save", f"save {tmp_path / 'no' / 'folder'}", f"save {tmp_path}", "1"])
    assert "Save to which file? Write: save FILE" in shown
    assert any("cannot be written: No such file or directory. The game goes on." in line for line in shown)
    assert any("cannot be written: Is a directory. The game goes on." in line for line in shown)
    assert table.match.answers[0][0] == "Ada"


def test_a_save_that_fails_leaves_the_old_one_whole(game, tmp_path, monkeypatch):
    path = tmp_path / "game.save"
    path.write_text("as it was", encoding="utf-8")

    def full(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    _, shown = sit(game, [f"save {path}"])
    assert f"{path} cannot be written: No space left on device. The game goes on." in shown
    assert path.read_text(encoding="utf-8") == "as it was" and list(tmp_path.iterdir()) == [path]


def test_quit_and_the_end_of_input_leave_the_game_unfinished(game):
    for answers in (["quit"], []):
        table, shown = sit(game, answers)
        assert shown[-1] == "The game is not finished." and table.match.answers == []


def test_the_end_of_input_at_the_curtain_leaves_too(game):
    for leaving in ([], ["quit"]):
        table, shown = sit(game, ["", "1", *leaving], bots=())
        assert shown[-1] == "The game is not finished." and len(table.match.answers) == 1


def test_a_whole_game_is_played_at_the_terminal(game):
    table, shown = sit(game, ["1"] * 500)
    assert table.match.is_over and shown[-1].startswith(("Ada", "Bo"))


# ---------------------------------------------------------------- taking back


def test_undo_goes_back_to_the_seat_s_own_last_decision():
    """Nothing hidden comes to light on a grid that everybody sees."""
    game = rulewright.load(MOLE_RUNS)
    first = game.new_match(["Ada", "Bo"], seed=1).decisions[0]
    table, shown = sit(game, ["", "1", "undo"], seats=("Ada", "Bo"), bots=())
    assert first.seat == "Ada" and "Taken back." in shown and table.match.answers == []
    assert table.match.state.key() == game.new_match(["Ada", "Bo"], seed=1).state.key()


def test_undo_stops_where_something_hidden_was_seen(game):
    """Whoever places a card draws another one, and knows it then."""
    before = game.new_match(["Ada", "Bo"], seed=1)
    table, shown = sit(game, ["1", "undo", "1"])
    before.answer(before.decisions[0].options[0])
    assert len([line for line in shown if line.startswith("That cannot be taken back: since then you have seen ")]) == 1
    assert table.match.answers[:1] == before.answers


def test_undo_stops_where_a_card_was_seen_and_hidden_again(tmp_path):
    """A peek: everybody sees the top card of the deck for a moment, and then it lies face down again."""
    write_game(tmp_path, PEEKING)
    for word, sentence in (("peek", "That cannot be taken back: since then you have seen ace."), ("pass", "Taken back.")):
        game = rulewright.load(tmp_path)
        table, shown = sit(game, ["", word, "undo"], bots=())
        assert sentence in shown and len(table.match.answers) == (1 if word == "peek" else 0)
        assert not any(card.is_seen for card in table.match.view("Ada").zone("deck").cards)


def test_undo_stops_where_dice_fell(tmp_path):
    write_game(tmp_path, ROLLING)
    table, shown = sit(rulewright.load(tmp_path), ["", "roll", "undo"], bots=())
    (die,) = table.match.view("Ada").zone("tray").cards
    assert f"That cannot be taken back: since then you have seen cube {die.value}." in shown


def test_undo_takes_back_no_answer_of_somebody_else_alone(tmp_path):
    """Both are asked at once; Bo has answered nothing yet."""
    asking = PEEKING[: PEEKING.index("flow:")] + ASKING
    write_game(tmp_path, asking)
    table, shown = sit(rulewright.load(tmp_path), ["", "1", "", "undo", "quit"], bots=())
    assert "There is nothing to take back." in shown and table.match.answers == [("Ada", "a playing card")]


def test_undo_takes_back_nothing_that_another_person_did(tmp_path):
    """Ada passes twice, then Bo; so Ada's last answer lies behind two of his."""
    write_game(tmp_path, PEEKING.replace("laps: 1", "laps: 2"))
    table, shown = sit(rulewright.load(tmp_path), ["", "pass", "pass", "", "pass", "pass", "", "undo"], bots=())
    assert "That cannot be taken back: since then Bo has answered." in shown and len(table.match.answers) == 4


def test_undo_takes_back_nothing_that_another_person_has_seen(tmp_path):
    """Bo draws a card because of Ada's answer: Ada sees nothing of it, Bo does."""
    drawn = "              - {for: player after active, do: draw a playing_card from deck to hand}\n"
    hand = "zones:\n  hand: {per: player, form: hand, holds: playing_card, seen by: owner}"
    first, last = PEEKING.index("              - move top"), PEEKING.index("          - option: pass")
    drawing = (PEEKING[:first] + drawn + PEEKING[last:]).replace("zones:", hand)
    write_game(tmp_path, drawing)
    table, shown = sit(rulewright.load(tmp_path), ["", "peek", "undo"], bots=())
    assert "That cannot be taken back: since then Bo has seen something new." in shown and len(table.match.answers) == 1


def test_undo_before_the_first_answer_changes_nothing(game):
    table, shown = sit(game, ["undo"])
    assert "There is nothing to take back." in shown and table.match.answers == []


def test_a_resumed_game_can_still_take_back(tmp_path):
    game = rulewright.load(MOLE_RUNS)
    match = game.new_match(["Ada", "Bo"], seed=1)
    match.answer(match.decisions[0].options[0])
    (tmp_path / "save").write_text(match.save(), encoding="utf-8")
    table, shown, _ = at_table(game, ["", "undo"])
    table.resume(tmp_path / "save", seats=("Ada", "Bo"))
    table.play()
    assert "Taken back." in shown and table.match.answers == []


# ---------------------------------------------------------------- the command


def test_without_a_terminal_a_whole_game_is_played_and_printed(game):
    found = run("play", "ruse_and_bruise", "--players", "2", "--seed", "1")
    assert found.exit_code == 0 and found.output.startswith("Ruse and Bruise: Ada, Bo. Seed 1.\n")
    assert "  wins\n" in found.output
    assert run("play", "ruse_and_bruise", "--players", "2", "--seed", "1").output == found.output


def test_the_printed_game_names_no_hidden_card():
    lines = run("play", "ruse_and_bruise", "--players", "3", "--seed", "2").output.splitlines()
    placed = [line for line in lines if ": place " in line]
    named = [line for line in placed if ": place a card in column" not in line]
    # Only the card that ends a round is named: it is turned up before anybody reads of it.
    assert placed and len(named) <= 6


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--players", "9"], "error: Ruse and Bruise is for 2 to 6 players, not for 9"),
        (["--players", "0"], "error: Ruse and Bruise is for 2 to 6 players, not for 0"),
        (["--players", "-1"], "error: Ruse and Bruise is for 2 to 6 players, not for -1"),
        (["--seats", "Ada"], "error: Ruse and Bruise is for 2 to 6 players, not for 1"),
        (["--seats", "Ada,Ada"], 'error: two seats are called "Ada"'),
        (["--seats", "Ada,"], "error: a seat has no name"),
        (["--seats", ""], "error: a seat has no name"),
        (["--seats", "Ada,B\x1b[31mo"], "error: the name of a seat has at most 30 letters, all of which can be shown"),
        (["--seats", "Ada," + "o" * 31], "error: the name of a seat has at most 30 letters, all of which can be shown"),
        (["--seats", "Ada,Bo", "--players", "3"], "error: 2 seats are named, but 3 players are asked for"),
        (["--seats", "Ada,Bo:clever"], f'error: there is no bot "clever"; there are: {", ".join(bot_names())}'),
        (["--seats", "Ada,Bo:search:x"], 'error: "x" is no budget of search, which takes iterations or seconds'),
        (["--set", "first_player"], 'error: "first_player" is not OPTION=VALUE'),
        (
            ["--set", "first_player=7"],
            'error: "7" is no value for the option "first_player"; it takes 1 to 3, or the name of a seat',
        ),
        (["--set", "second_player=1"], 'error: Ruse and Bruise has no option "second_player"'),
        (["--resume", "no_such_file"], "error: no_such_file: No such file or directory"),
        (["--resume", "."], "error: . is not a saved game: it is no ordinary file"),
        (["--resume", ".", "--seed", "3"], "error: --resume goes on with the game as it is; leave --players,"),
        (["--record", "."], "error: .: Is a directory"),
        (["--record", "no/such/folder/file"], "error: no/such/folder/file: No such file or directory"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_input_gets_one_sentence(arguments, sentence):
    assert wrong(*arguments).splitlines()[-1].startswith(sentence)


def test_a_game_may_stand_behind_resume(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert run("play").output == "error: name a game; rulewright games lists them\n"
    assert run("play", "--resume", "kuhn_poker").output.startswith("error: no unfinished game is kept")
    save = tmp_path / "save"
    save.write_text(rulewright.load("kuhn_poker").new_match(2).save(), encoding="utf-8")
    found = run("play", "--resume", save)
    assert found.exit_code == 0 and "Kuhn Poker" in found.output
    save.write_text('{"game": "no_such_game"}', encoding="utf-8")
    assert 'there is no game called "no_such_game"' in run("play", "--resume", save).output


@pytest.mark.parametrize("arguments", [["--players", "two"], ["--seed", "x"], ["--colour", "red"]])
def test_a_wrong_option_of_the_command_is_explained(arguments):
    assert "Error: " in wrong(*arguments)


def test_a_save_that_is_none_is_refused(game, tmp_path):
    path = tmp_path / "save"
    path.write_bytes(b"\xff\xfe\x00")
    assert wrong("--resume", path) == f"error: {path} is not a saved game"
    path.write_text("", encoding="utf-8")
    assert wrong("--resume", path) == f"error: {path}: this is not a saved game: line 1 cannot be read; the file stays as it is"
    path.write_text("{}", encoding="utf-8")
    assert wrong("--resume", path) == f"error: {path}: this is not a saved game; the file stays as it is"
    path.write_text(rulewright.load("kuhn_poker").new_match(2).save(), encoding="utf-8")
    sentence = f'error: {path}: this is a saved game of "kuhn_poker", not of "ruse_and_bruise"; the file stays as it is'
    assert wrong("--resume", path) == sentence


def play_on(match):
    """The match after one answer."""
    match.answer(match.decisions[0].options[0], match.decisions[0].seat)
    return match


def test_a_save_of_an_edited_definition_is_refused_or_goes_on(tmp_path):
    """What changed since does not matter, unless the answers lead elsewhere by the rule that was being carried out."""
    write_new_game(tmp_path / "pond")
    game = rulewright.load(tmp_path / "pond")
    (tmp_path / "save").write_text(game.new_match(2, seed=4).save(), encoding="utf-8")
    cards, flow = tmp_path / "pond" / "cards.yaml", tmp_path / "pond" / "flow.yaml"
    sentence = "The game was edited since this was saved; it goes on by the rules as they are now."
    assert sentence not in run("play", tmp_path / "pond", "--resume", tmp_path / "save").output
    cards.write_text(cards.read_text(encoding="utf-8").replace("bear: [6]", "bear: [7]"), encoding="utf-8")
    found = run("play", tmp_path / "pond", "--resume", tmp_path / "save")
    assert found.exit_code == 0 and found.output.count(sentence) == 1
    flow.write_text(flow.read_text(encoding="utf-8").replace("rounds: 5", "rounds: 4"), encoding="utf-8")
    found = run("play", tmp_path / "pond", "--resume", tmp_path / "save")
    assert found.exit_code == 0 and found.output.count(sentence) == 1
    kept = tmp_path / "later"
    kept.write_text(play_on(game.new_match(2, seed=4)).save(), encoding="utf-8")
    flow.write_text(flow.read_text(encoding="utf-8").replace("option: ", "option: now "), encoding="utf-8")
    found = run("play", tmp_path / "pond", "--resume", kept)
    assert found.exit_code == 2 and found.output.startswith(f'error: {kept}: the rule "')
    assert found.output.endswith("and has changed since; the file stays as it is\n")
    flow.write_text(flow.read_text(encoding="utf-8").replace("option: now ", "option: "), encoding="utf-8")
    cards.write_text(cards.read_text(encoding="utf-8").replace("bear: [7]", "panda: [7]"), encoding="utf-8")
    flow.write_text(flow.read_text(encoding="utf-8").replace("rounds: 4", "rounds: 5"), encoding="utf-8")
    found = run("play", tmp_path / "pond", "--resume", tmp_path / "save")
    assert found.exit_code == 2 and "this save does not fit the game any more" in found.output


def test_a_save_is_played_on_by_bots_without_a_terminal(game, tmp_path):
    (tmp_path / "save").write_text(game.new_match(2, seed=4).save(), encoding="utf-8")
    found = run("play", "ruse_and_bruise", "--resume", tmp_path / "save")
    assert found.exit_code == 0 and "  wins" in found.output


def test_there_may_be_no_game_to_go_on_with(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert wrong("--resume") == "error: no unfinished game is kept; name a file, or play without --resume"


def test_a_recorded_game_can_be_replayed(tmp_path):
    path = tmp_path / "record.yaml"
    assert run("play", "ruse_and_bruise", "--seats", "Ö,Bo:random", "--seed", "3", "--record", path).exit_code == 0
    assert "As recorded." in run("replay", path).output


# ---------------------------------------------------------------- rules and cards in words


def test_rules_are_told_by_topic_and_by_word(game):
    _, shown = sit(game, ["rules", "rules RB-021", "rules juliet", "rules zebra"])
    assert game.definition.about in shown
    rules = Sources(game).rules
    topic = next(line for line in shown if line.startswith("  RB-020 … RB-033: "))
    assert topic.endswith(rules["RB-020"])
    assert shown.count(f"  RB-020: {rules['RB-020']}") == 1 and shown.count(f"  RB-033: {rules['RB-033']}") == 1
    named = [rule for rule, sentence in rules.items() if "juliet" in sentence.casefold()]
    assert named and all(f"  {rule}: {rules[rule]}" in shown for rule in named)
    assert 'No rule speaks of "zebra".' in shown


def test_a_game_without_rules_says_so():
    _, shown = sit(rulewright.load(MOLE_RUNS), ["rules", "rules all"])
    assert shown.count("No rules are written down beside the game; ? NAME tells what a card does.") == 2


ABLE = """
name: Owls
players: 2
zones:
  tree: {per: player, seen by: everyone}
  lake: {seen by: everyone}
components:
  owl:
    starts in: lake
    columns: {wisdom: number}
    rows:
      night_owl:
        wisdom: 4
        abilities:
          - when: this is revealed
            if: lake is not empty
            do:
              - move this to lake
              - if: some owl in lake
                then: shuffle lake
                else: reveal this
          - always: this gets +1 worth for each other owl in lake
values:
  worth: {of: owl, starts: wisdom}
flow:
  - reveal every owl in lake
result: {score: sum of worth of owls in tree}
"""


def test_a_card_without_a_text_is_told_in_sentences_and_never_in_yaml(tmp_path):
    write_game(tmp_path, ABLE)
    assert about(Sources(rulewright.load(tmp_path)), "night owl") == [
        "night owl (owl): wisdom 4",
        "  When it is revealed, if lake is not empty, move it to lake; "
        "if some owl in lake, shuffle lake, else reveal it.",
        "  Always this gets +1 worth for each other owl in lake.",
    ]


@pytest.mark.parametrize(
    "kind, told, tells",
    [
        ("gain", "shop: Ada gains 2 coins (3)", Consequence.GAIN), ("gain", "Owl gives Ada 2 coins (3)", Consequence.GAIN),
        ("gain", "Bo gains 2 coins (3)", Consequence.MORE), ("discard", "Ada discards Owl", Consequence.PASSING),
        ("discard", "Owl discards Bo's Fox", Consequence.MORE),
    ],
)  # fmt: skip
def test_what_a_seat_gets_tells_more_than_what_it_gives_for_it(kind: str, told: str, tells: Consequence) -> None:
    by_ability = Because("cards.yaml:9", "owl 1", "owl 1", None, ())
    line = LogLine(told, (told, told), kind=kind, causes=(by_ability,) * 3)
    assert _telling(line, 0, "Ada") is tells
