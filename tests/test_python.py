"""The Python interface: what is raised, how things read, and what an answer can be."""

import copy
import pickle
from itertools import islice

import pytest
import rulewright
from drawing import board_of
from rulewright import RulewrightError
from rulewright.engine.binding import CardAt
from rulewright.engine.options import DECLINE, DONE, bound


@pytest.fixture
def game():
    return rulewright.load("kuhn_poker")


def wrong_calls(game):
    match = game.new_match(2, seed=1)
    random = rulewright.new_bot("random", 1)
    return [
        lambda: rulewright.load("no such game"),
        lambda: game.new_match(7),
        lambda: game.resume("{}"),
        lambda: match.answer("fly"),
        lambda: match.answer(0),
        lambda: match.answer(index=0, number=0),
        lambda: match.answer(index="0"),
        lambda: match.answer(number="0"),
        lambda: game.new_match(2, seed="luck"),
        lambda: game.new_match(2, seed=True),
        lambda: game.new_match("Bo"),
        lambda: game.new_match([1, 2]),
        lambda: game.new_match(["Ada", " "]),
        lambda: game.new_match(2.0),
        lambda: game.new_match(2, options=["quick"]),
        lambda: rulewright.load(None),
        lambda: rulewright.load_record("no such file.yaml"),
        lambda: rulewright.resume(game, None),
        lambda: rulewright.load("tic_tac_toe").why(match, "score of Ada"),
        lambda: rulewright.play_out(match.copy(), {"Ada": random}),
        lambda: rulewright.play_out(match.copy(), {"Ada": random, "Bo": "random"}),
        lambda: rulewright.simulate(game, games=0),
        lambda: rulewright.play_games(game, range(0, 6, 2)),
        lambda: rulewright.play_games(game, range(-2, 2)),
        lambda: match.view("Zoe"),
        lambda: rulewright.observe(match, "Zoe"),
        lambda: game.why(match, "score of Ada", "Zoe"),
        lambda: pickle.dumps(match),
        lambda: pickle.dumps(game),
        lambda: pickle.dumps(match.decisions[0]),
        lambda: pickle.dumps(match.decisions[0].options[0]),
        lambda: pickle.dumps(match.log),
        lambda: rulewright.simulate(game, games=1, bots="nobody"),
        lambda: game.replay(rulewright.Record("kuhn_poker", ("Ada", "Bo"), 1, {}, (("Ada", "fly", 3),))),
    ]


def test_one_except_catches_every_error_that_is_raised_on_purpose(game):
    for call in wrong_calls(game):
        with pytest.raises(RulewrightError):
            call()


def test_errors_come_out_of_other_processes_as_they_went_in(game):
    """A pool of processes cannot go on from an error that it cannot read."""
    for call in [*wrong_calls(game), *broken_rules()]:
        with pytest.raises(RulewrightError) as caught:
            call()
        problem = caught.value
        again = pickle.loads(pickle.dumps(problem))
        assert type(again) is type(problem) and (str(again), again.told) == (str(problem), problem.told)
        known = {name: value for name, value in vars(problem).items() if name != "offered"}
        assert {name: value for name, value in vars(again).items() if name != "offered"} == known


def broken_rules():
    """Errors with fields of every sort: one of the rules, and one of files with a hint that names other words."""
    game = rulewright.load("crazy_eights")
    misspelt = tuple((name, content.replace(b"shuffle", b"shufle")) for name, content in game.book.files.contents)

    def stopped():
        raise rulewright.RuleError("this never ends", ("flow.yaml:3: repeat",))

    return stopped, lambda: game.rewritten(misspelt)


def test_games_are_equal_that_were_read_from_the_same_files(game):
    assert game == rulewright.load("kuhn_poker") and hash(game) == hash(rulewright.load("kuhn_poker"))
    assert game != rulewright.load("leduc_poker")


def test_everything_exported_is_there_and_every_error_has_the_same_base():
    found = [getattr(rulewright, name) for name in rulewright.__all__]
    errors = [one for one in found if isinstance(one, type) and issubclass(one, Exception)]
    assert len(errors) > 5
    assert all(issubclass(one, RulewrightError) for one in errors)


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy])
def test_copies_of_the_standard_library_are_matches_of_their_own(game, how):
    match = game.new_match(2, seed=1)
    twin = how(match)
    twin.answer(index=0)
    assert (len(twin.answers), len(match.answers)) == (1, 0) and twin != match
    assert twin.undo() and twin == match


def test_a_game_says_how_many_can_play_it():
    game = rulewright.load("crazy_eights")
    assert list(game.players) == [2, 3, 4, 5]
    assert all(len(game.new_match(count).seats) == count for count in game.players)


def test_a_refusal_is_a_value_error_with_its_seat_its_reason_and_the_offer(game):
    match = game.new_match(2, seed=1)
    with pytest.raises(ValueError, match="Ada cannot fly") as caught:
        match.answer("fly")
    refused = caught.value
    assert (refused.seat, refused.why) == ("Ada", "Ada cannot fly")
    assert list(refused.offered) == list(match.decisions[0].options)
    assert all(option.text in str(refused) for option in refused.offered)


def test_an_index_and_a_number_are_told_apart():
    game = rulewright.load("crazy_eights")
    by_index, by_number = game.new_match(2, seed=1), game.new_match(2, seed=1)
    option = by_index.decisions[0].options[1]
    assert option.number != 1
    by_index.answer(index=1)
    by_number.answer(number=option.number)
    assert by_index.answers == by_number.answers == [("Ada", option.text)]


@pytest.mark.parametrize("wrong", [{"index": 2}, {"index": -1}, {"number": 10**6}, {"number": -1}])
def test_an_index_or_a_number_that_is_not_offered_is_refused(game, wrong):
    match = game.new_match(2, seed=1)
    with pytest.raises(rulewright.Refused, match="Ada has no option with the"):
        match.answer(**wrong)
    assert match == game.new_match(2, seed=1)


@pytest.mark.parametrize("given", [((), {}), ((1,), {}), (("check",), {"index": 0}), ((), {"index": 0, "number": 0})])
def test_a_bare_number_and_two_answers_at_once_are_no_answer(game, given):
    with pytest.raises(TypeError, match="index=… among those offered, or number=… among all actions"):
        game.new_match(2, seed=1).answer(*given[0], **given[1])


def test_matches_are_equal_at_the_same_position(smallest):
    seed = smallest.few_seeds[0]
    before = None
    for match in smallest.decisions(seed):
        assert match == match.copy()
        assert before is None or match != before
        before = match.copy()


def test_matches_of_other_seats_options_or_chance_differ(game):
    match = game.new_match(["Ada", "Bo"], seed=1)
    assert match == rulewright.load("kuhn_poker").new_match(2, seed=1)
    assert match != game.new_match(["Ada", "Cy"], seed=1)
    assert match != game.new_match(2, seed=2)
    with pytest.raises(TypeError, match="unhashable"):
        hash(match)


def test_everything_reads_as_one_short_line(smallest):
    far = 61 if smallest.stride > 1 else None
    for match in islice(smallest.decisions(smallest.few_seeds[0]), 0, far, smallest.long_stride):
        views = [match.view(seat) for seat in (None, *match.seats)]
        things = [smallest.game, smallest.game.definition, smallest.game.actions, match, match.journal, *views]
        for thing in [*things, *match.decisions, *[option for decision in match.decisions for option in decision.options]]:
            assert repr(thing).count("\n") == 0 and len(repr(thing)) < 200, repr(thing)


def test_figures_reasons_and_lines_read_as_one_short_line(game):
    match = game.new_match(2, seed=1)
    environment = game.environment(2, engine="python")
    figures = rulewright.simulate(game, games=2, workers=1)
    found = [repr(one) for one in (figures, environment, environment.observation, game.why(match, "score of Ada"))]
    assert found[0] == "<Figures of kuhn_poker: 2 games of Ada, Bo>"
    assert found[1] == "<Environment of kuhn_poker: Ada has 2 options>"
    assert found[3].startswith("<Reason, ") and "score of Ada" in found[3]
    assert all(len(one) < 200 and "\n" not in one for one in found)
    assert [str(line) for line in match.log] == [line.public for line in match.log]


def test_a_view_without_such_a_zone_says_so(game):
    with pytest.raises(KeyError, match="attic"):
        game.new_match(2, seed=1).view("Ada").zone("attic")


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy])
def test_copies_of_an_environment_go_their_own_way(game, how):
    environment = game.environment(2, engine="python")
    environment.reset(1)
    twin = how(environment)
    twin.step(0)
    assert (environment.seat, twin.seat) == (0, 1)


KINDS = {DECLINE: "decline", DONE: "done"}


def test_every_answer_is_an_action_of_the_game(smallest):
    actions = smallest.game.actions
    for match in smallest.decisions(smallest.few_seeds[0]):
        for decision in match.decisions:
            for option in decision.options:
                action = actions[option.number]
                assert action.number == option.number
                assert action.kind == KINDS.get(bound(option)[0], "pick")
                assert len(action.things) == len(bound(option)[1])
                assert action.place.partition(":")[0] == decision.place.partition(":")[0]


def test_a_decision_tells_nothing_but_what_whoever_decides_may_know(smallest):
    """A program that is handed a decision reads its names, and behind none of them stands a true number of a card."""
    of_option = {"among", "bind", "index", "kind", "number", "picks", "text"}
    told = {*of_option, "numbers", "options", "picked", "place", "prompt", "seat"}
    for match in smallest.decisions(smallest.few_seeds[0]):
        for decision in match.decisions:
            assert {name for one in (decision, *decision.options) for name in dir(one) if name[0] != "_"} <= told
            picks = [pick for option in decision.options for pick in option.picks if pick.sort == "card"]
            assert all(isinstance(pick.thing, CardAt) for pick in picks)


def test_an_action_names_what_is_picked():
    game = rulewright.load("crazy_eights")
    match = game.new_match(3, seed=5)
    option = match.decisions[0].options[0]
    assert option.text == "play diamonds six"
    assert game.actions[option.number].things == ("diamonds six of oneself",)


def test_actions_are_a_sequence(game):
    actions = game.actions
    assert [one.number for one in actions] == list(range(len(actions)))
    assert actions[-1] == actions[len(actions) - 1] == actions[-3:][-1]
    with pytest.raises(IndexError, match="none has the number"):
        actions[len(actions)]


def test_a_match_reads_as_the_table_that_everybody_sees(smallest):
    """Whoever prints a match sees no more than a watcher does: nothing that any seat knows alone."""
    for match in islice(smallest.decisions(smallest.few_seeds[0]), 0, None, smallest.stride):
        told = str(match)
        assert told.startswith(str(board_of(match, None)))
        assert [line for line in told.splitlines() if line.endswith(" must decide")] == [
            f"{one.seat} must decide" for one in match.decisions
        ]


def test_a_match_that_is_over_tells_how_it_ended(game):
    match = game.new_match(2, seed=1)
    while match.decisions:
        match.answer(index=0)
    scores = ", ".join(f"{seat} {score}" for seat, score in match.result.scores.items())
    assert str(match).splitlines()[-1] == f"over: {scores}"


def test_what_keeps_nothing_has_no_record() -> None:
    match = rulewright.load("kuhn_poker").new_match(2, seed=1)
    match.answer(index=0)
    with pytest.raises(rulewright.RulewrightError, match="watched=True"):
        match.copy().record()
    assert match.copy(watched=True).record() == match.record()


def test_results_and_records_are_short_to_look_at() -> None:
    game = rulewright.load("kuhn_poker")
    one, other = rulewright.play_games(game, 2, seed=1, workers=1)
    assert [one, other] == list(rulewright.play_games(game, range(2), seed=1, workers=1))
    assert repr(one).startswith("<GameResult 0: scores (") and len(repr(one)) < 80


def test_a_seed_is_a_number() -> None:
    with pytest.raises(TypeError, match="a seed is a whole number, not 'x'"):
        rulewright.load("kuhn_poker").new_match(2, seed="x")
