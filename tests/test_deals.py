"""What deals were worth before anybody chose: taken out of figures, it saves games and moves nothing."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
import rulewright
from rulewright.engine import chance
from rulewright.study.compare import Version, compare
from rulewright.study.compare_text import to_text as compared
from rulewright.study.deals import lucks
from rulewright.study.games import played_by
from rulewright.study.plan import Seating, new_plan
from rulewright.study.sequences import RunningMean
from rulewright.study.shape import shape
from rulewright.study.shape_text import to_text as shaped
from rulewright.study.simulate import simulate
from rulewright.study.steadying import FOLDS, Foretelling, Steadying, steadied

KUHN = rulewright.load("kuhn_poker")


def uniform(seed: int, count: int) -> list[float]:
    """Numbers from -1 to 1 whose mean is nothing."""
    rng, found = chance.seeded(seed), []
    for _ in range(count):
        rng, drawn = chance.below(rng, 2001)
        found.append(drawn / 1000 - 1)
    return found


def test_another_take_has_the_same_deal_and_other_choices() -> None:
    plan = new_plan(KUHN)
    takes = [list(played_by(KUHN, replace(plan, take=take), range(40), 1)) for take in range(3)]
    assert [[one.had for one in take] for take in takes] == [[one.had for one in takes[0]]] * 3
    assert all([one.winners for one in first] != [one.winners for one in second] for first, second in pairwise(takes))


def test_every_engine_plays_a_take_alike() -> None:
    plan = replace(new_plan(KUHN, Seating(seed=5)), take=7)
    sides = [list(played_by(KUHN, replace(plan, engine=engine), range(30), 1)) for engine in ("python", "native")]
    assert sides[0] == sides[1]


def test_luck_is_nothing_on_average() -> None:
    luck = lucks(KUHN, new_plan(KUHN, Seating(bots="greedy"), engine="native"), range(300), 1)
    for column in zip(*luck, strict=True):
        running = RunningMean.of(column)
        assert abs(running.mean) <= 4 * (running.variance / running.count) ** 0.5


def test_what_luck_explains_is_taken_out_and_the_truth_stays_covered() -> None:
    """A figure of which luck makes nine tenths; and one that luck says nothing of."""
    hits, repetitions, games = [0, 0], 150, 80
    for repetition in range(repetitions):
        luck, noise = uniform(2 * repetition, games), uniform(2 * repetition + 1, games)
        shown = [[5 + 3 * own + other, other] for own, other in zip(luck, noise, strict=True)]
        found = steadied(shown, [(own,) for own in luck])
        assert found[0].saving > 5 and found[1].saving >= 1
        for at, truth in enumerate((5, 0)):
            low, high = found[at].running.fixed_interval()
            hits[at] += low <= truth <= high
    assert min(hits) / repetitions >= 0.9


def test_a_figure_that_some_games_lack_is_counted_plainly() -> None:
    luck = uniform(1, 100)
    found = steadied([[own if own > 0 else None] for own in luck], [(own,) for own in luck])
    assert found[0].saving == 1 and found[0].running.mean == pytest.approx(sum(one for one in luck if one > 0) / 52, abs=0.05)


def test_what_is_watched_is_foretold_by_games_before_it() -> None:
    """No number hangs on games that come later: the first are as they are, and those after them have their luck taken out."""
    luck = uniform(3, 200)
    foretelling = Foretelling([0])
    parts = [[[2 * own, None] for own in luck[:100]], [[2 * own, None] for own in luck[100:]]]
    one = list(foretelling.without_luck(parts[0], [(own,) for own in luck[:100]]))
    two = list(foretelling.without_luck(parts[1], [(own,) for own in luck[100:]]))
    assert one == parts[0]
    assert all(abs(number or 0) < 1e-9 and rest is None for number, rest in two)


def test_simulate_says_what_deals_save() -> None:
    figures = simulate(KUHN, 200, bots="greedy", workers=1, engine="native")
    wins = figures.steady[0]
    low, high = figures.share("Ada").interval
    assert wins.name == "wins of Ada" and wins.found.saving > 3
    assert low <= wins.found.running.mean <= high and wins.ends[1] - wins.ends[0] < (high - low) / 1.7
    assert f"{wins.found.saving:.1f} x" in figures.to_text() and figures.to_json()["steady"][0]["saving"] > 3
    assert simulate(KUHN, 200, bots="greedy", workers=2, engine="native") == figures
    assert not simulate(KUHN, 60, workers=1).steady


def test_shape_says_what_deals_save() -> None:
    found = shape(KUHN, 60, Seating(bots="greedy"), workers=1)
    saving = found.trait("wins of Ada").saving
    assert saving is not None and saving > 1.5 and f"{saving:.1f} x" in shaped(found)
    assert found.trait("decisions").saving is not None
    assert shape(KUHN, 60, workers=1).trait("wins of Ada").saving is None


def test_compare_takes_luck_out_of_deals_that_differ() -> None:
    sides = Version("one", KUHN), Version("two", KUHN)
    found = compare(*sides, games=300, bots="greedy", paired=False, within=0.0001, workers=1, engine="native")
    wins = next(row for row in found.rows if row.figure.name == "wins of Ada")
    assert wins.saving is not None and wins.saving > 1.5 and "is taken out" in compared(found)
    low, high = wins.difference.interval()
    assert low <= 0 <= high
    assert not compare(*sides, games=60, bots="greedy", workers=1).is_steadied


def test_many_figures_take_no_more_room_than_their_luck_needs() -> None:
    """What figures have to do with each other is not asked, so it is not kept."""
    sums, figures = Steadying(500, 2), uniform(3, 500)
    sums.add(0, figures, (1.0, 2.0))
    kept = sum(len(row) for fold in sums.folds for row in fold.products)
    assert kept <= FOLDS * (2 * 502 + 500)


def test_sums_that_were_written_with_all_products_are_still_read() -> None:
    sums = Steadying(3, 2)
    for number in range(40):
        sums.add(number, uniform(number, 3), (uniform(number + 50, 1)[0], uniform(number + 90, 1)[0]))
    written = sums.to_json()
    assert Steadying.from_json(written) == sums
    whole = [(count, total, [[0] * at + row + [0] * (5 - at - len(row)) for at, row in enumerate(products)])
             for count, total, products in written["folds"]]  # fmt: skip
    assert {len(row) for _, _, products in whole for row in products} == {5}
    assert Steadying.from_json({**written, "folds": whole}) == sums
