"""Saves a match as text: everything by names, also in the middle of an effect.

The text is JSON whose first lines are its form and a digest of all the rest, so that a byte that was changed is noticed. It
holds the position and the way there, seed and answers; `resume` reads it and compares the two.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Protocol

from .. import ir
from ..engine.flatten import codes_of
from ..engine.state import Frame, State
from ..model.definition import Definition
from ..telling.keys import Keys
from .log import LogLine
from .naming import Names, names_for
from .pick_rows import HalfMade, OpenRow
from .record import AnsweredMatch
from .standing import places_at, rule_names, stand_of

FORMAT = "rulewright save 4"
WITH_SUBJECTS = "rulewright save 3"  # abilities remember their card a second time
WITHOUT_KEYS = "rulewright save 2"  # and its rules are found by their numbers only
OLD_FORMAT = "rulewright save 1"  # without a digest, too
_DIGITS = 64
_LINE = re.compile(r"\bline=\d+")


class SavedMatch(AnsweredMatch, Protocol):
    """A match, as far as a save tells of it."""

    state: State
    replays: bool
    rows: dict[int, HalfMade]

    def open_row(self, seat: str) -> OpenRow | None:
        """The row of picks that a seat is asked for."""

    @property
    def log(self) -> list[LogLine]:
        """What people may read of what happened."""

    @property
    def keys(self) -> tuple[Keys, ...]:
        """The keys by which each viewer knows cards now."""


def save(match: SavedMatch, bots: Mapping[str, str] | None = None) -> str:
    """Everything about a match as text, and which seats bots play, if that is known."""
    return sealed(laid_out(with_bots(to_json(match), bots)))


def with_bots(parts: dict[str, Any], bots: Mapping[str, str] | None) -> dict[str, Any]:
    return parts if bots is None else parts | {"bots": dict(bots)}


def laid_out(parts: dict[str, Any]) -> str:
    """A JSON object for people to read: each of its parts begins a line, and so does each entry of a part."""
    return "{\n" + ",\n".join(f" {_compact(name)}: {_entries(part)}" for name, part in parts.items()) + "\n}"


def _entries(part: Any) -> str:
    if isinstance(part, dict) and part:
        return "{\n" + ",\n".join(f"  {_compact(name)}: {_compact(entry)}" for name, entry in part.items()) + "\n }"
    if isinstance(part, list) and part:
        return "[\n" + ",\n".join(f"  {_compact(entry)}" for entry in part) + "\n ]"
    return _compact(part)


_compact = json.JSONEncoder(ensure_ascii=False).encode


def sealed(text: str, form: str = FORMAT) -> str:
    """A JSON object with its form and its digest before everything else."""
    rest = text[1:]
    return f'{_head(form)}{_digest(form, rest)}",{rest}'


def _head(form: str) -> str:
    return '{\n "format": "' + form + '",\n "digest": "'


def is_sealed(text: str) -> bool:
    """Whether every byte of a save is as it was written."""
    form = next((one for one in (FORMAT, WITH_SUBJECTS, WITHOUT_KEYS) if text.startswith(_head(one))), None)
    if form is None:
        return False
    start = len(_head(form))
    digest, mark, rest = text[start : start + _DIGITS], text[start + _DIGITS : start + _DIGITS + 2], text[start + _DIGITS + 2 :]
    return mark == '",' and digest == _digest(form, rest)


def _digest(form: str, rest: str) -> str:
    """Of all but itself; older saves did not count their form."""
    text = rest if form == WITHOUT_KEYS else form + rest
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def to_json(match: SavedMatch) -> dict[str, Any]:
    """All that a save says: the position, and what was told on the way there."""
    return position_to_json(match) | told_to_json(match)


def told_to_json(match: SavedMatch) -> dict[str, Any]:
    """What people have read, and the keys by which they know cards: that takes much longer than the position does."""
    names = names_for(match.state.world, match.seats)
    return {
        "log": [[line.public, list(line.own), line.is_answer] for line in match.log if line.is_spoken],
        "keys": [
            {"used": keys.used, "cards": {names.cards[card]: key for card, key in sorted(keys.cards.items())}}
            for keys in match.keys
        ],
    }


def position_to_json(match: SavedMatch) -> dict[str, Any]:
    """`replays` says whether seed and answers lead to this position: not after an edit in the middle of a game, nor from a
    position that was set up by hand."""
    state, definition = match.state, match.definition
    names, variables = names_for(state.world, match.seats), definition.variables
    return {
        "game": definition.id,
        **({"variant": definition.variant} if definition.variant else {}),
        "fingerprint": definition.fingerprint,
        "seats": list(match.seats),
        "seed": match.seed,
        "options": dict(match.options),
        "answers": [list(pair) for pair in match.answers],
        "replays": match.replays,
        "declared": [state.world.cards, len(definition.variables)],
        "chance": state.rng,
        "zones": {names.zones[zone]: [names.cards[card] for card in cards] for zone, cards in enumerate(state.zones)},
        "face up": [names.cards[card] for card in range(state.world.cards) if state.face[card]],
        "under": {names.cards[card]: names.cards[host] for card, host in sorted(state.host.items())},
        "shown": [[names.cards[card], match.seats[player]] for card, player in state.shown],
        "variables": {
            variable.name: names.variable(variable.of, variable.type, state.variables[number])
            for number, variable in enumerate(variables)
        },
        "marks": [
            [variables[of].name, names.owned(variables[of].of, thing), definition.moments[moment], player, waits]
            for of, thing, moment, player, waits in state.marks
        ],
        "running": [_frame_to_json(definition, names, frame) for frame in state.stack],
    } | ({"rows": _rows_to_json(match, names)} if match.rows else {})


def _rows_to_json(match: SavedMatch, names: Names) -> dict[str, Any]:
    """What people have picked in rows that are not ended, in the order in which it was."""
    rows = [(match.seats[seat], half.picks, match.open_row(match.seats[seat])) for seat, half in match.rows.items()]
    return {seat: names.value(picks, row.node.type) for seat, picks, row in rows if row is not None}


def without_keys(parts: dict[str, Any]) -> dict[str, Any]:
    """What a save of the second form told of the same match."""
    return without_places({part: value for part, value in parts.items() if part not in ("keys", "declared")})


def without_places(parts: dict[str, Any]) -> dict[str, Any]:
    """The same, and of rules that are being carried out only where they stand: they remembered more in older forms."""
    return parts | {"running": [{part: frame[part] for part in ("rule", "point")} for frame in parts["running"]]}


def _frame_to_json(definition: Definition, names: Names, frame: Frame) -> dict[str, Any]:
    number, point, places = frame
    procedure, labels = definition.procedures[number], places_at(definition, number, point)
    return {
        "rule": procedure.name,
        "number": number,
        "digest": digests(definition)[number],
        "point": point,
        "name": rule_names(definition)[number],
        "stands": None if (stand := stand_of(definition, number, point)) is None else stand.to_json(),
        "names": [labels.get(slot) for slot in range(len(places))],
        "places": [names.value(value, type) for value, type in zip(places, types_of(procedure, len(places)), strict=True)],
    }


def types_of(procedure: ir.Procedure, count: int) -> list[ir.Type]:
    """The types of the places of a rule that is being carried out; loops keep their limits in plain numbers at the end."""
    return [*procedure.slots, *[ir.NUMBER] * count][:count]


@lru_cache(maxsize=64)
def digests(definition: Definition) -> tuple[str, ...]:
    """A short text for each procedure that changes when its rule does, wherever in its file that is written."""
    rules = [_LINE.sub("", repr(code.instructions)) for code in codes_of(definition)]
    return tuple(hashlib.sha256(rule.encode()).hexdigest()[:12] for rule in rules)
