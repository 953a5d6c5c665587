"""Reads a question about a value: `value of fox`, `score of Bo`, `total(column 1) of Bo`.

Takes words and who asks; returns what they ask as IR, or complains of what they name. Everything may be called as the table
calls it, too: a card by its printed name, `step_price` as "step price", `king of Bo` as "Bo's king", a place of one's own by
its name alone.
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

_GOVERNING = ("a", "and", "at", "by", "from", "if", "in", "is", "no", "not", "of", "on", "or", "the", "to", "with")
SHOWN = "what you ask"  # stands where a complaint names a file


def read_question(
    game: Compiled, words: str, seats: tuple[str, ...], asking: int | None, whose: int | None = None
) -> ir.Expr:
    """What is asked, for the seat that asks if it needs somebody, and of the cards and places that everybody has for those of
    `whose`; raises DefinitionError."""
    if words.strip() == "winner" and game.definition.winner is not None:
        return ir.Apply(game.definition.winner, (ir.Const(None), ir.Const(None)))
    complaints = Complaints()
    made = game.context.made.continued()
    context = replace(game.context, complaints=complaints, made=made, words=replace(game.context.words, seats=seats))
    judge = Judge(made.wants, made.procedures, game.definition.groupings)
    question = _by_seats(game.definition, " ".join(words.split()), seats)
    question = _whose(_by_ids(game.definition, _in_one_word(game.definition, question)), seats)
    if whose is not None:
        question = _own(game.definition, question, seats, whose)
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


def _in_one_word(definition: Definition, words: str) -> str:
    """The same words with the names of the definition where somebody has written them as they are read aloud."""
    tables = (definition.functions, definition.variables, definition.columns, definition.families, definition.values)
    named = [name for table in tables for name in (one.name for one in table) if "_" in name.strip("_")]
    names = {name.replace("_", " "): name for name in named}
    names |= {zone.label.casefold(): zone.family for zone in definition.look.zones if zone.label}
    return _replaced(words, {aloud: name for aloud, name in names.items() if aloud.split()[0] not in _GOVERNING})


def _by_ids(definition: Definition, words: str) -> str:
    """The same words with the ids of cards and of members of types where somebody has written their names."""
    numbers = "|".join(re.escape(one.name) for one in definition.variables)
    members = [(name, id) for type in definition.types for name, id in zip(type.names, type.ids, strict=True)]
    known = {id for _, id in members} | {one.name for one in definition.functions}
    names = {name.casefold(): id for name, id in members if name != id and name not in known}
    for name, id in ((row.name, row.id) for _, row in definition.rows if row.name != row.id):
        names |= {id.casefold(): id, name.casefold(): id, re.sub(rf" of ({numbers})$", "", name.casefold()): id}
    return _replaced(words, names)


def _whose(words: str, seats: tuple[str, ...]) -> str:
    """`Ada's king` as `king of Ada`."""
    return re.sub(rf"\b({'|'.join(map(re.escape, seats))})'s (\w+)", r"\2 of \1", words)


def _replaced(words: str, names: dict[str, str]) -> str:
    """The longest first."""
    if not names:
        return words
    longest = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    return re.sub(rf"(?<!\w)(?:{longest})(?!\w)", lambda hit: names[hit[0].casefold()], words, flags=re.IGNORECASE)


def _own(definition: Definition, words: str, seats: tuple[str, ...], whose: int) -> str:
    """Of a card or a place that everybody has, that of one seat is meant unless somebody else's is named."""
    ids = [re.escape(row.id) for kind in definition.kinds if kind.per_player for row in kind.rows]
    own = [family for family in definition.families if family.per.is_player and not family.pairs]
    ids += [re.escape(id) for family in own for id in family.ids]
    names = "|".join(re.escape(seat) for seat in seats)
    if not ids:
        return words
    one = rf"(?<![\w.])(?:({names}) )?({'|'.join(sorted(ids, key=len, reverse=True))})\b(?! of\b)"
    return re.sub(one, lambda hit: hit[0] if hit[1] else f"{hit[2]} of {seats[whose]}", words)
