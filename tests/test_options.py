"""Options and seats of a table: what cannot be set is refused with one sentence."""

import pytest
import rulewright
from rulewright.desk.seating import options_from, seats_from
from rulewright.players.bots import bot_names


def refusal(call, *arguments):
    with pytest.raises(rulewright.Unplayable) as found:
        call(*arguments)
    assert "\n" not in str(found.value)
    return str(found.value)


@pytest.mark.parametrize("count", [-1, 0, 1, 7, 100])
def test_a_wrong_number_of_players_is_refused(game, count):
    assert refusal(game.new_match, count) == f"Ruse and Bruise is for 2 to 6 players, not for {count}"


def test_seats_can_be_counted_or_named(game):
    assert game.new_match(3).seats == ("Ada", "Bo", "Cy")
    assert game.new_match(["Xi", "Yo"]).seats == ("Xi", "Yo")
    assert game.new_match().seats == ("Ada", "Bo")


def test_two_seats_with_one_name_are_refused(game):
    assert refusal(game.new_match, ["Ada", "Bo", "Ada"]) == 'two seats are called "Ada"'


@pytest.mark.parametrize("value", ["2", 2, "Bo"])
def test_an_option_is_set_by_number_or_by_name(game, value):
    match = game.new_match(3, seed=1, options={"first_player": value})
    assert match.decisions[0].seat == "Bo"


@pytest.mark.parametrize("value", ["0", "4", "-1", "--1", "²", "Dora", "", "true", True, 1.5])
def test_a_value_that_an_option_cannot_have_is_refused(game, value):
    assert refusal(game.check_options, {"first_player": value}, ("Ada", "Bo", "Cy")) == (
        f'"{value}" is no value for the option "first_player"; it takes 1 to 3, or the name of a seat'
    )


def test_a_seat_that_is_left_open_is_none_to_the_rules():
    game = rulewright.load("rus")
    assert {game.new_match(4, seed=seed).decisions[0].seat for seed in range(20)} == {"Ada", "Bo", "Cy", "Di"}
    for value in ("2", "Bo"):
        begun = {game.new_match(4, seed=seed, options={"first_player": value}).decisions[0].seat for seed in range(5)}
        assert begun == {"Bo"}
    for value in ("0", "5", "-1"):
        assert refusal(game.check_options, {"first_player": value}, ("Ada", "Bo", "Cy", "Di")) == (
            f'"{value}" is no value for the option "first_player"; it takes 1 to 4, the name of a seat, or none'
        )


def test_an_unknown_option_is_refused_with_a_hint(game):
    assert refusal(game.check_options, {"first_plyer": 1}, ("Ada", "Bo")) == (
        'Ruse and Bruise has no option "first_plyer"; did you mean "first_player"?'
    )


def test_settings_are_read_as_option_and_value():
    assert options_from(["a=1", "b=x=y"]) == {"a": "1", "b": "x=y"}
    assert refusal(options_from, ["a"]) == '"a" is not OPTION=VALUE'


def test_seats_are_read_with_their_bots(game):
    assert seats_from(game, "Ada, Bo:random", None, True) == (("Ada", "Bo"), {"Bo": "random"})
    assert seats_from(game, "Ada,Bo", None, False) == (("Ada", "Bo"), {"Ada": "random", "Bo": "random"})


def test_without_seats_you_sit_with_bots(game):
    assert seats_from(game, None, 2, True) == (("Ada", "Bo"), {"Bo": "greedy"})
    assert seats_from(game, None, 2, False) == (("Ada", "Bo"), {"Ada": "random", "Bo": "random"})
    assert seats_from(game, None, None, False)[0] == ("Ada", "Bo", "Cy")


def test_wrong_seats_are_refused(game):
    known = ", ".join(bot_names())
    assert refusal(seats_from, game, "Ada,Bo:clever", None, True) == f'there is no bot "clever"; there are: {known}'
    assert refusal(seats_from, game, "Ada,,Bo", None, True) == "a seat has no name"
    assert refusal(seats_from, game, "Ada,Ada", None, True) == 'two seats are called "Ada"'
    assert refusal(seats_from, game, "Ada", None, True) == "Ruse and Bruise is for 2 to 6 players, not for 1"


def test_a_number_of_players_beside_named_seats_must_fit_them(game):
    assert refusal(seats_from, game, "Ada,Bo", 3, True) == "2 seats are named, but 3 players are asked for"


@pytest.mark.parametrize("interactive", [True, False])
@pytest.mark.parametrize("count", [-2, 0, 1, 40])
def test_a_wrong_number_of_players_is_said_as_it_was_asked_for(game, count, interactive):
    assert refusal(seats_from, game, None, count, interactive) == f"Ruse and Bruise is for 2 to 6 players, not for {count}"
