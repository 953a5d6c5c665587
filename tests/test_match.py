"""Matches: copies, undo, refusals, results."""

import pytest
from rulewright import Refused, Unplayable, load


def first(match):
    return match.decisions[0].options[0]


def test_a_copy_is_independent_of_its_original(table):
    for number, match in enumerate(table.decisions(table.few_seeds[0])):
        if number % 5 or match.is_over:
            continue
        before, seats = match.state.key(), [one.seat for one in match.decisions]
        twin = match.copy()
        for _ in range(3):
            if twin.decisions:
                twin.answer(first(twin))
        assert match.state.key() == before and [one.seat for one in match.decisions] == seats
        assert twin.state.key() != before


def test_an_original_does_not_change_its_copy(game):
    match = game.new_match(3, seed=2)
    twin = match.copy()
    before = twin.state.key()
    match.answer(first(match))
    assert twin.state.key() == before


def words(decisions):
    return [(one.prompt, [(option.text, option.number) for option in one.options]) for one in decisions]


def test_a_decision_reads_the_same_however_late_it_is_read(smallest):
    match = smallest.match(smallest.few_seeds[0]).copy()
    kept, read = [], []
    while match.decisions and len(kept) < 400:
        kept.append(match.decisions)
        read.append(words(match.copy().decisions))
        options = match.decisions[0].options
        match.answer(options[len(kept) * 7 % len(options)])
    assert [words(decisions) for decisions in kept] == read


def test_options_behave_like_any_sequence(smallest):
    for match in smallest.decisions(smallest.few_seeds[0]):
        for decision in match.decisions:
            options, listed = decision.options, list(decision.options)
            assert (len(options), options[-1], options[: len(listed)]) == (len(listed), listed[-1], tuple(listed))
            assert [options[place] for place in range(len(options))] == listed
            assert all(options.index(option) == place and option in options for place, option in enumerate(listed))
            assert decision.numbers == [option.number for option in listed]
            with pytest.raises(IndexError):
                options[len(options)]


def test_an_option_of_another_match_is_taken_when_it_is_offered(smallest):
    for match in smallest.decisions(smallest.few_seeds[0]):
        if match.decisions:
            twin, other = match.copy(), match.copy()
            option, seat = twin.decisions[-1].options[-1], twin.decisions[-1].seat
            other.answer(option, seat)
            twin.answer(number=option.number, seat=seat)
            assert twin.state.key() == other.state.key()


def test_a_copy_keeps_no_log_unless_it_is_watched(game):
    match = game.new_match(2, seed=1)
    match.answer(first(match))
    silent, watched = match.copy(), match.copy(watched=True)
    silent.answer(first(silent))
    assert (silent.log, silent.answers, silent.undo()) == ([], [], False)
    assert watched.log == match.log and watched.record() == match.record()


def test_undo_returns_to_the_identical_state(smallest):
    past = []
    for number, match in enumerate(smallest.decisions(smallest.few_seeds[0])):
        told = ([one.public for one in match.log], match.record()) if not number % smallest.stride else None
        past.append((match.state.key(), told))
    for key, told in reversed(past[:-1]):
        assert match.undo()
        assert match.state.key() == key
        assert told is None or ([one.public for one in match.log], match.record()) == told
    assert not match.undo() and match.decisions


def test_undo_and_the_same_answer_give_the_same_position(game):
    match = game.new_match(4, seed=3)
    for _ in range(12):
        text = first(match).text
        match.answer(text)
        after = match.state.key()
        match.undo()
        match.answer(text)
        assert match.state.key() == after


def test_undo_in_a_watched_copy_leaves_the_original_s_past_alone(game):
    match = game.new_match(2, seed=1)
    start = match.state.key()
    match.answer(first(match))
    twin = match.copy(watched=True)
    twin.undo()
    twin.answer(twin.decisions[0].options[-1])
    match.undo()
    assert match.state.key() == start


def test_an_option_of_a_copy_answers_the_original(game):
    match = game.new_match(2, seed=1)
    option = first(match.copy())
    match.answer(option)
    assert match.answers == [("Ada", option.text)]


def test_a_refused_answer_changes_nothing_and_names_the_offer(game):
    match = game.new_match(2, seed=1)
    before, log = match.state.key(), match.log
    with pytest.raises(Refused, match=f"Ada cannot fly away. Offered: {first(match).text}, "):
        match.answer("fly away")
    assert (match.state.key(), match.log, match.answers, match.undo()) == (before, log, [], False)


def test_a_number_that_is_not_offered_is_refused(game):
    match = game.new_match(2, seed=1)
    with pytest.raises(Refused, match="Ada has no option with the number 10000000"):
        match.answer(number=10_000_000)


def test_a_seat_that_is_not_asked_is_told_who_is(game):
    match = game.new_match(2, seed=1)
    with pytest.raises(Refused, match="it is not Bo's decision; Ada must decide"):
        match.answer(first(match).text, "Bo")


def test_after_the_end_nobody_is_asked(table):
    *_, match = table.decisions(0)
    with pytest.raises(Refused, match="the game is over, nobody is asked anything"):
        match.answer("anything")


def test_the_ranking_names_the_winners_first(table):
    for seed in table.few_seeds:
        *_, match = table.decisions(seed)
        ranked = [seat for seat, _ in match.result.ranking]
        assert set(ranked[: len(match.result.winners)]) == set(match.result.winners)
        assert sorted(ranked) == sorted(match.seats)


def test_there_is_no_result_before_the_end(game):
    match = game.new_match(2, seed=1)
    assert match.result is None and not match.is_over
    assert match.scores == {"Ada": 0, "Bo": 0}


def test_an_unwatched_match_plays_the_same_game(smallest):
    seed = smallest.few_seeds[0]
    *_, match = smallest.decisions(seed)
    silent = smallest.game.new_match(smallest.players, seed, watched=False)
    for seat, text in match.answers:
        silent.answer(text, seat)
    assert silent.state.key() == match.state.key() and silent.log == []


def test_a_game_for_one_number_of_players_says_so_plainly():
    with pytest.raises(Unplayable, match="Leduc Poker is for 2 players, not for 3"):
        load("leduc_poker").new_match(3)
