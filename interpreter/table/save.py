"""Saves a match as text: everything by names, also in the middle of an effect.

The text is JSON whose first lines are its form and a digest of all the rest, so that a byte that was changed is noticed. It
holds the position and the way there, seed and answers; `resume` reads it and compares the two.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from .. import ir
from ..engine.flatten import codes_of
from ..engine.state import Frame
from ..model.definition import Definition
from .match import Match
from .naming import Names, names_for

FORMAT = "rulewright save 2"
OLD_FORMAT = "rulewright save 1"  # without a digest
_HEAD = '{\n "format": "' + FORMAT + '",\n "digest": "'
_DIGITS = 64


def save(match: Match, bots: Mapping[str, str] | None = None) -> str:
    """Everything about a match as text, and which seats bots play, if that is known."""
    seated = {} if bots is None else {"bots": dict(bots)}
    return sealed(json.dumps(to_json(match) | seated, indent=1, ensure_ascii=False))


def sealed(text: str) -> str:
    """A JSON object with its form and its digest before everything else."""
    rest = text[1:]
    return f'{_HEAD}{_digest(rest)}",{rest}'


def is_sealed(text: str) -> bool:
    """Whether every byte of a save is as it was written."""
    start = len(_HEAD)
    digest, mark, rest = text[start : start + _DIGITS], text[start + _DIGITS : start + _DIGITS + 2], text[start + _DIGITS + 2 :]
    return text.startswith(_HEAD) and mark == '",' and digest == _digest(rest)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def to_json(match: Match) -> dict[str, Any]:
    """`replays` says whether seed and answers lead to this position: not after an edit in the middle of a game, nor from a
    position that was set up by hand."""
    state, definition = match.state, match.definition
    names = names_for(state.world, match.seats)
    return {
        "game": definition.id,
        "fingerprint": definition.fingerprint,
        "seats": list(match.seats),
        "seed": match.seed,
        "options": dict(match.options),
        "answers": [list(pair) for pair in match.answers],
        "replays": match.replays,
        "log": [[line.public, list(line.own), line.is_answer] for line in match.log],
        "chance": state.rng,
        "zones": {names.zones[zone]: [names.cards[card] for card in cards] for zone, cards in enumerate(state.zones)},
        "face up": [names.cards[card] for card in range(state.world.cards) if state.face[card]],
        "under": {names.cards[card]: names.cards[host] for card, host in sorted(state.host.items())},
        "shown": [[names.cards[card], match.seats[player]] for card, player in state.shown],
        "variables": {
            variable.name: names.variable(variable.of, variable.type, state.variables[number])
            for number, variable in enumerate(definition.variables)
        },
        "marks": [
            [definition.variables[variable].name, names.owned(definition.variables[variable].of, thing), moment, player, waits]
            for variable, thing, moment, player, waits in state.marks
        ],
        "running": [_frame_to_json(definition, names, frame) for frame in state.stack],
    } | ({"rows": _rows_to_json(match, names)} if match.rows else {})


def _rows_to_json(match: Match, names: Names) -> dict[str, Any]:
    """What people have picked in rows that are not ended, in the order in which it was."""
    rows = [(match.seats[seat], half.picks, match.open_row(match.seats[seat])) for seat, half in match.rows.items()]
    return {seat: names.value(picks, row.node.type) for seat, picks, row in rows if row is not None}


def _frame_to_json(definition: Definition, names: Names, frame: Frame) -> dict[str, Any]:
    number, point, places = frame
    procedure = definition.procedures[number]
    return {
        "rule": procedure.name,
        "number": number,
        "digest": digests(definition)[number],
        "point": point,
        "places": [names.value(value, type) for value, type in zip(places, types_of(procedure, len(places)), strict=True)],
    }


def types_of(procedure: ir.Procedure, count: int) -> list[ir.Type]:
    """The types of the places of a rule that is being carried out; loops keep their limits in plain numbers at the end."""
    return [*procedure.slots, *[ir.NUMBER] * count][:count]


@lru_cache(maxsize=16)
def digests(definition: Definition) -> tuple[str, ...]:
    """A short text for each procedure that changes when its rule does."""
    return tuple(hashlib.sha256(repr(code.instructions).encode()).hexdigest()[:12] for code in codes_of(definition))
