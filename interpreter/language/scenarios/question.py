"""Reads a question about a value: `value of fox`, `score of Bo`, `total(column 1) of Bo`.

Takes words and who asks; returns what they ask as IR, or complains of what they name. A card may be called by its printed
name, too.
"""

from __future__ import annotations

import re
from dataclasses import replace

from ... import ir
from ...model.definition import Definition
from ..check.nobody import Judge
from ..diagnostics import Complaints, Span
from ..vocabulary import Compiled
from .phrases import Phrases

SHOWN = "what you ask"  # stands where a complaint names a file


def read_question(game: Compiled, words: str, seats: tuple[str, ...], asking: int | None) -> ir.Expr:
    """What is asked, for the seat that asks if it needs somebody; raises DefinitionError."""
    if words.strip() == "winner" and game.definition.winner is not None:
        return ir.Apply(game.definition.winner, (ir.Const(None), ir.Const(None)))
    complaints = Complaints()
    made = game.context.made.continued()
    context = replace(game.context, complaints=complaints, made=made, words=replace(game.context.words, seats=seats))
    judge = Judge(made.wants, made.procedures, game.definition.groupings)
    question = _by_ids(game.definition, _by_seats(game.definition, " ".join(words.split()), seats))
    if asking is not None:
        question = _own(game.definition, question, seats, asking)
    asked = Phrases(seats, context, judge, asking).phrase(question, Span(SHOWN, 1, 1, len(question)))
    complaints.stop_if_any()
    assert asked is not None
    return asked[0]


def _by_seats(definition: Definition, words: str, seats: tuple[str, ...]) -> str:
    """The same words with the names of seats as they are written, unless the game itself has such a word."""
    names = {seat.casefold(): seat for seat in seats}
    known = {one.name for one in definition.variables} | {one.name for one in definition.families}
    known |= {one.name for one in definition.columns} | {one.name for one in definition.functions}
    known |= {row.id for _, row in definition.rows} | {id for one in definition.types for id in one.ids}
    return re.sub(r"\w+", lambda hit: hit[0] if hit[0] in known else names.get(hit[0].casefold(), hit[0]), words)


def _by_ids(definition: Definition, words: str) -> str:
    """The same words with the ids of cards where somebody has written their names."""
    names = {row.name.casefold(): row.id for _, row in definition.rows if row.name != row.id}
    if not names:
        return words
    longest = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    return re.sub(rf"(?<!\w)(?:{longest})(?!\w)", lambda hit: names[hit[0].casefold()], words, flags=re.IGNORECASE)


def _own(definition: Definition, words: str, seats: tuple[str, ...], asking: int) -> str:
    """Of a card that everybody has, whoever asks means the own one unless somebody else's is named."""
    ids = [re.escape(row.id) for kind in definition.kinds if kind.per_player for row in kind.rows]
    names = "|".join(re.escape(seat) for seat in seats)
    if not ids:
        return words
    one = rf"(?<![\w.])(?:({names}) )?({'|'.join(sorted(ids, key=len, reverse=True))})\b(?! of\b)"
    return re.sub(one, lambda hit: hit[0] if hit[1] else f"{hit[2]} of {seats[asking]}", words)
