"""The ledger of a played game, for people and for programs.

Takes a `Ledger`; returns its sum for every seat, what decided it, and every turn with the step to jump to.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import sqrt
from typing import Any

from .review import Ledger, LedgerTurn

LONGEST = 72


def to_text(ledger: Ledger, record: str = "RECORD", every: bool = False) -> str:
    lines = [*_head(ledger), "", *_sums(ledger), "", *_deciding(ledger)]
    if every:
        lines += ["", "Everything, in its order", *(line for one in ledger.turns for line in _turn(ledger, one))]
    return "\n".join([*lines, "", *_foot(ledger, record)])


def _head(ledger: Ledger) -> Iterator[str]:
    bots = ", ".join(dict.fromkeys(ledger.bots))
    winners = [seat for seat, part in zip(ledger.seats, ledger.result, strict=True) if part]
    view = f", with what {ledger.viewer} could know" if ledger.viewer else ""
    yield f"{ledger.definition.name}: won by {' and '.join(winners) or 'nobody'}. {ledger.playouts} playouts of {bots}{view}."


def _sums(ledger: Ledger) -> Iterator[str]:
    width = max(map(len, ledger.seats)) + 2
    heads = ("at first", "luck", "own answers", "others' answers", "result", "missed")
    if ledger.viewer is not None:
        heads = ("at first", "luck and others", "own answers", "", "result", "missed")
    yield f"{'':<{width}}" + "".join(f"{head:>16}" for head in heads if head)
    for seat, name in enumerate(ledger.seats):
        parts = [ledger.start[seat], ledger.luck(seat), ledger.own(seat), ledger.others(seat), ledger.result[seat]]
        parts.append(ledger.missed(seat))
        signed = (False, True, True, True, False, False)
        cells = [_points(part, sign) for part, sign, head in zip(parts, signed, heads, strict=True) if head]
        if ledger.viewer in (None, name):
            yield f"{name:<{width}}" + "".join(f"{cell:>16}" for cell in cells)


def _deciding(ledger: Ledger) -> Iterator[str]:
    yield "What decided it"
    for one in ledger.deciding():
        yield from _turn(ledger, one)


def _turn(ledger: Ledger, turn: LedgerTurn) -> Iterator[str]:
    who = max(range(len(ledger.seats)), key=lambda seat: abs(turn.change[seat]))
    who = ledger.seats.index(turn.seat) if turn.seat is not None else who
    doubt = " ?" if abs(100 * turn.change[who]) < 2 * _known_to(ledger) else ""
    change = f"{ledger.seats[who]} {_points(turn.change[who], True)}{doubt}"
    words = turn.words if turn.seat is None else f"{turn.seat}: {turn.words}"
    yield f"  step {turn.step:<4} {change:<14} {words}"
    if turn.better:
        yield f"{'':<27}better by {_points(turn.missed, False)}: {turn.better}"
    for line in turn.told[:3]:
        yield f"{'':<27}{line if len(line) <= LONGEST else line[: LONGEST - 1] + '…'}"


def _known_to(ledger: Ledger) -> float:
    """How far a change may usually be off, in points: it lies between two values, each of so many games."""
    return 50 * sqrt(2 / ledger.playouts)


def _points(part: Fraction, signed: bool) -> str:
    return f"{100 * float(part):{'+' if signed else ''}z.1f}"


def _foot(ledger: Ledger, record: str) -> Iterator[str]:
    yield "In wins of a hundred, if these bots play on; every row is one sum, and its end is the result. Missed is what better"
    yield "answers would have gained, each by itself, on the same deals with the same chance and by more than chance."
    doubt, playouts = 2 * _known_to(ledger), ledger.playouts
    yield f"? is less than {doubt:.0f} points: {playouts} playouts may be off by as much. More --playouts know better."
    yield f"Positions: rulewright replay {record} --steps."


def to_json(ledger: Ledger) -> dict[str, Any]:
    return {
        "game": ledger.definition.id,
        "seats": list(ledger.seats),
        "view": ledger.viewer,
        "bots": list(ledger.bots),
        "playouts": ledger.playouts,
        "sums": {
            name: {
                "start": float(ledger.start[seat]), "luck": float(ledger.luck(seat)), "own answers": float(ledger.own(seat)),
                "answers of others": float(ledger.others(seat)), "result": float(ledger.result[seat]),
                "missed": float(ledger.missed(seat)),
            }
            for seat, name in enumerate(ledger.seats)
        },
        "deciding": [ledger.turns.index(one) for one in ledger.deciding()],
        "turns": [_turn_json(ledger, one) for one in ledger.turns],
    }  # fmt: skip


def _turn_json(ledger: Ledger, turn: LedgerTurn) -> dict[str, Any]:
    return {
        "step": turn.step,
        "seat": turn.seat,
        "words": turn.words,
        "better": turn.better or None,
        "missed": float(turn.missed),
        "told": list(turn.told),
        "change": {name: float(part) for name, part in zip(ledger.seats, turn.change, strict=True)},
    }
