"""Whatever is written in a declaration, it is told at its place or it can be played: never a traceback, in no engine."""

from __future__ import annotations

import random
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import rulewright
import yaml
from rulewright import DefinitionError, Unplayable
from rulewright.engine.trouble import RuleError
from written import game_in, write_game

GAME = """\
name: Lanterns
players: 2 to 3
numbers: {lanes: 2}
tables: {fees: [1, 2]}
types: {mood: [calm, wild]}
options: {long: {type: number 1 to 2, default: 1}, starter: {type: player, default: 1}}
components:
  owl:
    per: player
    starts in: nest
    discards to: nest
    columns: {strength: number, mood: mood}
    rows:
      barn_owl: {strength: 2, mood: calm, copies: 2}
      elf_owl: {strength: 1, abilities: [{when: this is revealed, do: gain 1 coin}]}
  cube: {die: 1 to 6, copies: 2, starts in: tray}
  tile: {starts in: yard, columns: {sides: edges}, rows: {bend: {sides: [north, east], copies: 3}}}
zones:
  nest: {per: player, form: hand, holds: owl, seen by: owner}
  lane: {count: lanes, ring: true, holds: owl, room: 4, seen by: face}
  tray: {holds: cube, seen by: everyone}
  yard: {form: pile, holds: tile, seen by: nobody, refill: field}
  field: {form: pile, holds: tile, seen by: everyone}
  grid: {size: 2 by 2, holds: tile, room: 1, seen by: everyone}
variables: {bid: {of: player, type: number 0 to 3, lasts: turn, seen by: owner}, tired: {of: owl, type: flag}}
counters: {coins: {of: player, starts: 1}}
values: {might: {of: owl, starts: strength, at least: 0, at most: 9}}
define:
  rich: {of: player, is: coins of this > 2}
  land: {with: {flier: owl, place: lane}, event: landed, do: "move flier to place, face down"}
  linked: {is: some grid reachable from grid 1 through open_edges with y is 2}
groupings: {flock: {of: owl, patterns: {pair: {same: mood, size: 2 to any, worth: size}}}}
rules:
  - {instead: player gains coins, if: coins of player > 5, do: shuffle yard}
  - {always: every calm_one gets +1 might}
flow:
  - turns: player clockwise from starter
    laps: long
    do:
      - {choose: an owl in nest as flier and a lane as place}
      - land flier, place
      - reveal flier
      - roll every cube in tray
      - draw a tile from yard to field
      - {if: grid 1 is empty, do: move first tile in field to grid 1}
      - {if: linked, do: mark flier as tired}
      - {choose: a number from 0 to 2 as wish, do: set bid to wish}
result:
  score: coins + (worth(flock) of nest) + (1 if player is rich else 0) + fees(1) + (highest of value of cubes in tray) + bid
  winner: best player by most score
"""
BASE = yaml.safe_load(GAME.replace("calm_one", "barn_owl"))
DECLARED = [
    "players", "numbers", "tables", "types", "options", "components", "zones", "variables", "counters", "values", "define",
    "groupings", "rules",
]  # fmt: skip
OTHERS: list[Any] = [0, -1, "", "nonsense", "player", "card", "none", True, [], {}, None, "owl", "lane", ["owl"], "2 to 1"]
NAMES = ["Bad Name", "if", "owl", "player", "none", "9lives", ""]


def places(node: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every key and every entry of a list, with the way there."""
    for key in node if isinstance(node, dict) else range(len(node)) if isinstance(node, list) else ():
        yield (*path, key)
        yield from places(node[key], (*path, key))


def changed(path: tuple[Any, ...], how: str, other: Any) -> dict[str, Any]:
    """The game with one thing left out, another value in its place, or another name for it."""
    game: dict[str, Any] = deepcopy(BASE)
    parent: Any = game
    for key in path[:-1]:
        parent = parent[key]
    if how == "without":
        del parent[path[-1]]
    elif how == "as":
        parent[path[-1]] = deepcopy(other)
    else:
        entries = [(other if key == path[-1] else key, value) for key, value in parent.items()]
        parent.clear()
        parent.update(entries)
    return game


def mutants() -> list[tuple[tuple[Any, ...], str, Any]]:
    found: list[tuple[tuple[Any, ...], str, Any]] = []
    for path in places(BASE):
        if path[0] in DECLARED:
            found += [(path, "without", None), *((path, "as", other) for other in OTHERS)]
            found += [(path, "called", name) for name in NAMES if isinstance(path[-1], str)]
    return found


def play(game: rulewright.Game, seed: int) -> None:
    rng = random.Random(seed)
    try:
        match = game.new_match(game.definition.fewest, seed)
        while match.decisions:
            decision = match.decisions[0]
            match.view(decision.seat)
            match.answer(rng.choice(decision.options), decision.seat)
        assert match.result is not None
        rulewright.resume(game, match.save())
    except (RuleError, Unplayable) as problem:
        assert str(problem)


def test_the_game_itself_is_legal_and_played(tmp_path: Path) -> None:
    match = game_in(tmp_path, yaml.safe_dump(BASE, sort_keys=False, width=10_000)).new_match(2, seed=1)
    while match.decisions:
        match.answer(match.decisions[0].options[0])
    assert match.result is not None and match.result.winners


@pytest.mark.parametrize("part", range(4))
def test_a_changed_declaration_is_told_or_played(part: int, tmp_path: Path) -> None:
    """A sample that is the same every time; each of its four parts has other places."""
    every = random.Random(7).sample(mutants(), 120)
    for number, (path, how, other) in enumerate(every[part::4]):
        text = yaml.safe_dump(changed(path, how, other), sort_keys=False, width=10_000)
        write_game(tmp_path, text)
        try:
            game = rulewright.load(tmp_path)
        except DefinitionError as problem:
            assert all(one.span.line for one in problem.diagnostics), (path, how, other)
            continue
        play(game, number)
