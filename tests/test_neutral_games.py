"""Small public games whose numbers are known: how many decisions random play takes, and what perfect play is worth."""

from fractions import Fraction
from itertools import count, product

import pytest
import rulewright
from rulewright.engine import chance

CRAZY_GAMES = 60


def after(match, option):
    """The match as it goes on with this answer."""
    twin = match.copy(watched=True)
    twin.answer(option)
    return twin


def expected_decisions(match):
    """How many decisions are still to come if every option is equally likely, exactly."""
    if not match.decisions:
        return 0
    (decision,) = match.decisions
    return 1 + Fraction(sum(expected_decisions(after(match, option)) for option in decision.options), len(decision.options))


@pytest.mark.parametrize("seed", range(3))
def test_random_kuhn_poker_takes_nine_quarters_of_a_decision(seed):
    """Two decisions, and a third one after a pass and a bet: 2 + 1/4."""
    assert expected_decisions(rulewright.load("kuhn_poker").new_match(2, seed)) == Fraction(9, 4)


@pytest.mark.parametrize("seed", range(3))
def test_random_leduc_poker_takes_65_sixteenths_of_a_decision(seed):
    """Whoever faces the second raise of a round folds or calls: 1 decision, and half the time a fold. Whoever faces the first
    one folds, calls or raises: 1 + 1/3 decisions, and a fold with 1/3 + 1/3 * 1/2 = 1/2. A round begins with a call or a
    raise, and after a call there is the same choice again: 1 + 1/2 + 3/4 * 4/3 = 5/2 decisions, with a raise in 3/4 of all
    cases and so a fold in 3/8. The second round is reached in the other 5/8: 5/2 + 5/8 * 5/2 = 65/16.
    """
    assert expected_decisions(rulewright.load("leduc_poker").new_match(2, seed)) == Fraction(65, 16)


def test_random_crazy_eights_with_four_players_takes_about_83_decisions():
    """82.7 on average with a standard deviation of 14.5, over 10,000 games of another program with the same rules."""
    game, total, rng = rulewright.load("crazy_eights"), 0, chance.seeded(1)
    for seed in range(CRAZY_GAMES):
        match = game.new_match(4, seed, watched=False)
        while match.decisions:
            (decision,) = match.decisions
            rng, which = chance.below(rng, len(decision.options))
            match.answer(decision.options[which])
            total += 1
    assert abs(total / CRAZY_GAMES - 82.7) < 3 * 14.5 / CRAZY_GAMES**0.5


# ---------------------------------------------------------------- Kuhn poker, solved


def seen(match):
    """What whoever decides knows: the own card and every answer so far, as the view tells it."""
    seat = match.decisions[0].seat
    view = match.view(seat)
    return view.zone(f"hand of {seat}").cards[0].row, tuple(line.split(": ")[1] for line in view.log if ": " in line)


def all_deals():
    """A match for each of the six deals, which are equally likely."""
    game, found = rulewright.load("kuhn_poker"), {}
    for seed in count():
        match = game.new_match(2, seed)
        found.setdefault((seen(match), seen(after(match, "pass"))), match)
        if len(found) == 6:
            return list(found.values())


def tree(match):
    """Every way a deal can go: whose decision it is, what that seat knows, and what follows a pass and a bet."""
    if match.is_over:
        return match.scores["Ada"]
    return match.decisions[0].seat, seen(match), tree(after(match, "pass")), tree(after(match, "bet"))


def value(node, bets):
    """What the first seat can expect, where `bets` says for each seat how likely it bets, knowing what it knows."""
    if isinstance(node, int):
        return node
    seat, known, passed, bet = node
    likely = bets[seat][known]
    return likely * value(bet, bets) + (1 - likely) * value(passed, bets)


def mean_value(trees, bets):
    return Fraction(sum(value(one, bets) for one in trees), len(trees))


def pure_plans(trees, seat):
    """Every plan of a seat without chance in it."""
    knowns = sorted({known for one in trees for known in known_to(one, seat)})
    return [dict(zip(knowns, bets, strict=True)) for bets in product((0, 1), repeat=len(knowns))]


def known_to(node, seat):
    if isinstance(node, int):
        return set()
    own = {node[1]} if node[0] == seat else set()
    return own | known_to(node[2], seat) | known_to(node[3], seat)


def first_plan(alpha):
    """Kuhn's solutions for the first seat: a family with one parameter from 0 to 1/3."""
    again = ("pass", "bet")
    return {
        ("jack", ()): alpha, ("queen", ()): 0, ("king", ()): 3 * alpha,
        ("jack", again): 0, ("queen", again): alpha + Fraction(1, 3), ("king", again): 1,
    }  # fmt: skip


SECOND_PLAN = {
    ("jack", ("pass",)): Fraction(1, 3), ("queen", ("pass",)): 0, ("king", ("pass",)): 1,
    ("jack", ("bet",)): 0, ("queen", ("bet",)): Fraction(1, 3), ("king", ("bet",)): 1,
}  # fmt: skip


@pytest.mark.parametrize("alpha", [Fraction(0), Fraction(1, 6), Fraction(1, 3)], ids=str)
def test_kuhn_poker_is_worth_minus_an_eighteenth_to_the_first_seat(alpha):
    """Whatever the other does, each plan holds its own side of -1/18; so this is the value of the game."""
    trees = [tree(match) for match in all_deals()]
    most = max(mean_value(trees, {"Ada": plan, "Bo": SECOND_PLAN}) for plan in pure_plans(trees, "Ada"))
    least = min(mean_value(trees, {"Ada": first_plan(alpha), "Bo": plan}) for plan in pure_plans(trees, "Bo"))
    assert most == least == Fraction(-1, 18)


def test_in_kuhn_poker_the_first_seat_must_not_bluff_too_often():
    """Beyond 1/3 a king cannot be bet three times as often as a jack; bluffing every other time costs more than 1/18."""
    trees = [tree(match) for match in all_deals()]
    plan = first_plan(Fraction(1, 3)) | {("jack", ()): Fraction(1, 2)}
    least = min(mean_value(trees, {"Ada": plan, "Bo": other}) for other in pure_plans(trees, "Bo"))
    assert least < Fraction(-1, 18)


def test_a_view_of_kuhn_poker_tells_the_own_card_and_the_answers_and_no_more():
    """Six situations for each seat, and in each the views of both deals that lead there are the same."""
    views = {}
    for match in all_deals():
        for position in positions(match):
            seat = position.decisions[0].seat
            views.setdefault((seat, seen(position)), []).append(position.view(seat))
    assert len(views) == 12
    for one, other in views.values():
        assert one == other


def positions(match):
    """Every decision of a deal."""
    if match.decisions:
        yield match
        for option in match.decisions[0].options:
            yield from positions(after(match, option))
