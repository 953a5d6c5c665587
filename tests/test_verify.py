"""A definition that was read from outside holds together, or nothing of it is used."""

from __future__ import annotations

import json
import random

import pytest
import rulewright
from rulewright.ir.verify import misfits
from rulewright.model.pack import Unreadable, from_text, to_text

WORD = "__import__('os').abort"
# A kind of node, the place of a field among its own, and what somebody who forges a text may put there.
FORGED = [
    ("Op", 0, WORD), ("Fold", 0, WORD), ("Sort", 0, WORD), ("Feature", 0, WORD), ("Beyond", 0, WORD), ("Beyond", 1, WORD),
    ("All", 0, WORD), ("Move", 2, WORD), ("Spread", 0, WORD), ("Type", 0, WORD), ("Dispatch", 4, WORD), ("Op", 0, "not"),
    ("Cell", 0, 10_000), ("Computed", 0, -1), ("Apply", 0, 10_000), ("Place", 0, -2), ("Read", 0, 10_000), ("Read", 0, -1),
    ("Setting", 0, 10_000), ("Setting", 0, -1), ("Call", 0, 10_000),
    ("Write", 0, -1), ("Choose", 0, 10_000), ("Fold", 1, 10_000), ("Let", 0, -1), ("Local", 0, 10_000),
]  # fmt: skip


@pytest.mark.parametrize("name", rulewright.shipped())
def test_what_is_compiled_here_holds_together(name: str) -> None:
    assert list(misfits(rulewright.load(name).definition)) == []


@pytest.mark.parametrize(("kind", "place", "forged"), FORGED)
def test_a_forged_word_or_number_is_refused(kind: str, place: int, forged: object) -> None:
    packed = (json.loads(to_text(rulewright.load(name).definition)) for name in rulewright.shipped())
    lines = next(lines for lines in packed if any(line[0] == kind for line in lines))
    found = [line for line in lines if line[0] == kind]
    random.Random(kind).choice(found)[1 + place] = forged
    with pytest.raises(Unreadable):
        from_text(json.dumps(lines))


def test_starts_and_counts_may_ask_for_anything(tmp_path) -> None:
    """What a variable starts with, and how many zones there are, may go through lists."""
    (tmp_path / "game.yaml").write_text(
        """
name: Starts
players: 2 to 3
variables:
  later: {type: number, starts: count of players with seat > 1}
  leader: {type: player, starts: first player by most seat}
components: {bit: {starts in: pot}}
zones: {pot: {seen by: everyone}}
flow:
  - turns: player clockwise from leader
    laps: 1
    do:
      - may: say {later}
        do: move first bit in pot to pot
result: {score: later, winner: best player by most seat}
""",
        encoding="utf-8",
    )
    match = rulewright.load(tmp_path).new_match(3)
    assert (match.decisions[0].seat, match.decisions[0].options[0].text) == ("Cy", "say 2")
