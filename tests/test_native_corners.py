"""What hardly any game does, in step with the reference, and rules that are stopped where a zone is asked for too much."""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path

import pytest
import rulewright
from companions import InLibrary, debug_library
from lockstep import Lockstep, Stopped

CORNERS = Path(__file__).parent / "corners"


def ends(name: str, games: int) -> Counter[str]:
    """How games end in step with a library: over, or stopped by the same sentence."""
    game = rulewright.load(str(CORNERS / name))
    library, seats = debug_library(game, game.definition.fewest), game.check_seats(game.definition.fewest)
    found = Counter[str]()
    for seed in range(games):
        run = Lockstep(library.world, seats, seed, [partial(InLibrary, library)])
        try:
            found["over"] += run.play()
        except Stopped as problem:
            found[str(problem).partition(" ← ")[0]] += 1
    return found


@pytest.mark.needs("compiler")
def test_corners_of_the_language_are_in_step() -> None:
    assert ends("attic", 6) == {"over": 6}


@pytest.mark.needs("compiler")
def test_a_zone_takes_no_more_in_a_library_than_elsewhere() -> None:
    found = ends("cramped", 60)
    assert len(found) > 10 and "bin holds no peg" in found


@pytest.mark.needs("compiler")
def test_rules_are_too_deep_in_a_library_where_they_are_elsewhere() -> None:
    """Whoever has decided meanwhile is no less deep."""
    assert any("goes too deep" in end for end in ends("deep", 1))
