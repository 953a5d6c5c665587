"""The two sides of a comparison, by the words of a command.

Takes a game or two, a variant, and options with one value or two; returns both versions with what each is called. Refuses what
is no comparison in one sentence.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..game import Unplayable
from .compare import Version
from .side_by_side import settings_of
from .versions import version_of


def sides_of(before: str, after: str | None, variant: str | None, settings: Sequence[str]) -> tuple[Version, Version]:
    if (after is not None) + (variant is not None) + any("," in one for one in settings) != 1:
        raise Unplayable(
            "compare two things: two games, a game and its --variant, or two values of an option (--set hand_size=3,4)"
        )
    tables = settings_of(settings)
    if after is not None:
        options = _options(tables[0])
        return Version(before, version_of(before), options), Version(after, version_of(after), options)
    if variant is not None:
        options = _options(tables[0])
        return Version("as it is", version_of(before), options), Version(variant, version_of(before, variant), options)
    if len(tables) != 2:
        raise Unplayable(f"these are {len(tables)} tables; compare two: one option with two values")
    game = version_of(before)
    (one, two) = tables
    shared = set(one) & set(two)
    names = [", ".join(part for part in table if part not in shared) for table in tables]
    return Version(names[0], game, _options(one)), Version(names[1], game, _options(two))


def _options(settings: Sequence[str]) -> dict[str, str | int | bool]:
    options: dict[str, str | int | bool] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise Unplayable(f'"{setting}" is no setting; write it as option=value')
        options[name.strip()] = value.strip()
    return options
