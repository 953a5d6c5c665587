"""Dice that were rolled together, as people read it: `Ada's dice show 5, 2`, `everybody's dice are rolled`.

Takes a roll as one viewer knows it; returns one line. How many were rolled where the viewer cannot see them is never told, for
that may hang on what they showed: it is dice if there are several of them in the game at all.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..engine.world import World
from .entries import Roll
from .nouns import EVERYBODY, plurals_of_kinds
from .plurals import listed, plural
from .things import player_key

Owner = str | None  # the key of a player


def rolled(world: World, seats: tuple[str, ...], roll: Roll) -> str:
    shown, unseen = dict[tuple[str, Owner], list[str]](), dict[str, list[Owner]]()
    for die, value in roll.dice:
        if value is not None:
            shown.setdefault((die.name, die.owner), []).append(str(value))
        elif die.owner not in unseen.setdefault(die.name, []):
            unseen[die.name].append(die.owner)
    told = []
    for (name, owner), values in shown.items():
        dice = _called(world, seats, name, [owner], len(values) > 1)
        told.append(f"{dice} {'shows' if len(values) == 1 else 'show'} {', '.join(values)}")
    for name, owners in unseen.items():
        are_many = len(owners) > 1 or _has_several(world, name, owners[0])
        told.append(f"{_called(world, seats, name, owners, are_many)} {'are' if are_many else 'is'} rolled")
    return "; ".join(told)


def _called(world: World, seats: tuple[str, ...], name: str, owners: Sequence[Owner], are_many: bool) -> str:
    noun = (plurals_of_kinds(world.definition).get(name) or plural(name)) if are_many else name
    players = [seats[int(one[1:])] for one in owners if one is not None]
    if not players:
        return noun
    return f"{EVERYBODY if len(players) == len(seats) > 1 else listed(players)}'s {noun}"


def _has_several(world: World, name: str, owner: Owner) -> bool:
    """Whether somebody has several dice that are called so by whoever cannot see them."""
    owners = [one for row, one in zip(world.row, world.owner, strict=True) if world.definition.backs[row] == name]
    return sum((None if one is None else player_key(one)) == owner for one in owners) > 1
