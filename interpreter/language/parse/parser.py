"""Turns one sentence into syntax, by the grammar in `schema/effects.lark`.

Takes a text and the kind of slot it stands in; returns a node of `syntax`, or raises Misread with the place and the reason.
Never asks what a name means: a misspelt noun parses, and the lowering finds it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

from lark import Token, Transformer, UnexpectedInput, UnexpectedToken
from lark.tree import Meta

from ...ir.limits import NUMBER, SENTENCE_LETTERS
from . import syntax as S
from . import syntax_verbs as V
from .alike import classes_in
from .grammar import as_written, parser

_LONG_NUMBER = re.compile(r"(?<!\w)\d{10,}")


class Misread(Exception):
    """A sentence that does not parse: where it stops making sense and what could stand there."""

    def __init__(self, at: S.At, found: str, expected: tuple[str, ...]) -> None:
        super().__init__(found)
        self.at = at
        self.found = found
        self.expected = expected


@lru_cache(maxsize=20_000)
def parse(text: str, start: str) -> Any:
    """The syntax of a sentence that stands in a slot of kind `start`."""
    if len(text) > SENTENCE_LETTERS.most:
        raise Misread((SENTENCE_LETTERS.most, len(text)), "", ())
    for number in _LONG_NUMBER.finditer(text):
        if int(number[0]) > NUMBER.most:
            raise Misread(number.span(), number[0], ())
    try:
        tree = parser().parse(text, start=start)
    except UnexpectedInput as problem:
        raise _misread(text, start, problem) from None
    return _TreeReader().transform(tree)


def _misread(text: str, start: str, problem: UnexpectedInput) -> Misread:
    if isinstance(problem, UnexpectedToken) and problem.token.type == "$END":
        last = re.search(r"\S+$", text.rstrip())
        return Misread(last.span() if last else (0, 1), "", expected_after(text, start))
    column = (getattr(problem, "column", 1) or 1) - 1
    word = re.match(r"\w+|[=<>!]+|\S|$", text[column:])
    wrong = str(problem.token) if isinstance(problem, UnexpectedToken) else word[0] if word else ""
    return Misread((column, column + max(1, len(wrong))), wrong, expected_after(text[:column], start))


def expected_after(text: str, start: str) -> tuple[str, ...]:
    """What could stand after the beginning of a sentence; nothing if it is itself misread."""
    try:
        begun = parser().parse_interactive(text, start=start)
        begun.exhaust_lexer()
    except UnexpectedInput:
        return ()
    return as_written(begun.accepts())  # type: ignore[no-untyped-call]


def _at(meta: Meta) -> S.At:
    return (meta.column - 1, meta.end_column - 1) if not meta.empty else (0, 1)


class _TreeReader(Transformer[Token, Any]):
    """Builds syntax from the parse tree; a rule's alias names the method, the class, or its entry in `_PLAIN`."""

    def _call_userfunc(self, tree: Any, new_children: Any = None) -> Any:
        children = new_children if new_children is not None else tree.children
        at = _at(tree.meta)
        special: Callable[[S.At, list[Any]], Any] | None = getattr(self, f"read_{tree.data}", None)
        if special:
            return special(at, children)
        build = _PLAIN[tree.data]
        return build(at, *[_value(child) for child in children])

    def read_plain(self, at: S.At, children: list[Any]) -> S.Set:
        other = isinstance(children[0], Token) and children[0].type == "OTHER"
        names = [child for child in children if isinstance(child, Token) and child.type == "NAME"]
        where = children[-1] if isinstance(children[-1], S.Where) else None
        return S.Set(at, tuple(_name(token) for token in names), other, where)

    def read_set(self, at: S.At, children: list[Any]) -> S.Set:
        plain, *facts = children
        return S.Set(at, plain.words, plain.other, plain.where, facts[0] if facts else ())

    read_placed, read_members, read_things = read_plain, read_set, read_set

    def read_joint(self, at: S.At, children: list[Any]) -> S.Where:
        return S.Where(at, "in", S.Places((children[0].at[0], at[1]), tuple(children)))

    read_where_in_each = read_joint

    def read_chosen(self, at: S.At, children: list[Any]) -> S.Chosen:
        quantity, members, *keys, name = children
        return S.Chosen(at, quantity, members, str(name), keys[0] if keys else ())

    def read_random_chosen(self, at: S.At, children: list[Any]) -> S.Chosen:
        quantity, members, name = children
        return S.Chosen(at, quantity, members, str(name), by_chance=True)

    def read_filter(self, at: S.At, children: list[Any]) -> tuple[S.Syntax, ...]:
        return tuple(children)

    read_filters = read_filter

    def read_keys(self, at: S.At, children: list[Any]) -> tuple[S.Key, ...]:
        return tuple(children)

    read_ranking = read_keys

    def read_steps(self, at: S.At, children: list[Any]) -> tuple[S.Use, ...]:
        return tuple(children)

    def read_piece(self, at: S.At, children: list[Any]) -> S.Piece:
        words = tuple(str(child) for child in children if isinstance(child, Token) and child.type == "NAME")
        number = next((int(child) for child in children if isinstance(child, Token) and child.type == "NUMBER"), None)
        states = [child for child in children if isinstance(child, tuple)]
        face = next((_face(value) for kind, value in states if kind == "face"), "")
        under = next((value for kind, value in states if kind == "under"), ())
        return S.Piece(at, words, number, face, under, tuple(value for kind, value in states if kind == "has"))

    def read_lies(self, at: S.At, children: list[Any]) -> tuple[str, Any]:
        return ("face", children[0])

    def read_lies_under(self, at: S.At, children: list[Any]) -> tuple[str, Any]:
        return ("under", tuple(map(str, children)))

    def read_has(self, at: S.At, children: list[Any]) -> tuple[str, Any]:
        return ("has", (str(children[0]), str(children[1])))

    def read_has_true(self, at: S.At, children: list[Any]) -> tuple[str, Any]:
        return ("has", (str(children[0]), "1"))

    def read_every(self, at: S.At, children: list[Any]) -> S.Every:
        order = next((child for child in children if isinstance(child, S.Order)), None)
        name = children[-1] if isinstance(children[-1], Token) else ""
        return S.Every(at, children[0], order, str(name))

    def read_minus_sign(self, at: S.At, children: list[Any]) -> Any:
        """Two signs, one behind the other, cancel each other: so a row of them is not deep."""
        of = _value(children[0])
        return replace(of.of, at=at) if isinstance(of, S.Minus) else S.Minus(at, of)

    def read_owners(self, at: S.At, children: list[Any]) -> S.Owners:
        *before, word, second = children
        first = _name(before[0]) if len(before) == 1 else before[1]
        if isinstance(first, S.Name) and first.name in ("it", "this"):
            first = S.Word(first.at, first.name)
        return S.Owners(at, first, second, _name(word).at)

    def read_asked_of(self, at: S.At, children: list[Any]) -> S.Property:
        asked, of = children
        return S.Property(at, asked.name, of, None, asked.arguments)


def _value(child: Any) -> Any:
    if not isinstance(child, Token):
        return child
    if child.type == "NUMBER":
        return int(child)
    if child.type == "FACE":
        return _face(child)
    return str(child)


def _face(token: str) -> str:
    return "up" if token.endswith("up") else "down"


def _name(token: Token) -> S.Name:
    start = (token.column or 1) - 1
    return S.Name((start, start + len(token)), str(token))


def _filtered(plain: S.Set, facts: tuple[S.Syntax, ...]) -> S.Set:
    return S.Set(plain.at, plain.words, plain.other, plain.where, facts)


def _tally(kind: str) -> Callable[..., S.Tally]:
    if kind == "count":
        return lambda at, plain, facts=(): S.Tally(
            at, kind, None, S.Set(plain.at, plain.words, plain.other, plain.where, facts)
        )
    return lambda at, item, plain, facts=(): S.Tally(
        at, kind, item, S.Set(plain.at, plain.words, plain.other, plain.where, facts)
    )


def _only(at: S.At, child: Any) -> Any:
    return child


def _where(relation: str, at: S.At, of: S.Syntax, *more: Any) -> S.Where:
    if relation == "reachable":
        return S.Where(at, relation, of, None, more[0])
    return S.Where(at, relation, of, *more)


def _pick(which: str, at: S.At, set: S.Set, order: tuple[S.Key, ...] | S.Order = ()) -> S.Pick:
    return S.Pick(at, which, set, (), order) if isinstance(order, S.Order) else S.Pick(at, which, set, order)


_PLAIN: dict[str, Callable[..., Any]] = {
    **classes_in(S, S.Syntax),
    **classes_in(V, S.Syntax),
    # start rules that only wrap
    "action": _only,
    "condition": _only,
    "choice": lambda at, *chosen: S.Choice(at, chosen),
    "happens": lambda at, subject, word: S.Event(at, "is", subject, word),
    "enters": lambda at, subject, place: S.Event(at, "enters", subject, "", place),
    "leaves": lambda at, subject, place: S.Event(at, "leaves", subject, "", place),
    "gains": lambda at, subject, word: S.Event(at, "gains", subject, word),
    "pays": lambda at, subject, word: S.Event(at, "pays", subject, word),
    "program": lambda at, *steps: S.Program(at, steps),
    "use": lambda at, verb, *operands: S.Use(at, verb, operands),
    # verbs
    "call": lambda at, verb, *arguments: V.Call(at, verb, arguments),
    "on_top": lambda at, of: V.Destination(at, "top", of),
    "at_bottom": lambda at, of: V.Destination(at, "bottom", of),
    "under": lambda at, of: V.Destination(at, "under", of),
    "inside": lambda at, of: V.Destination(at, "inside", of),
    "end_of": V.Moment,
    "end_of_next": V.Moment,
    # amounts and quantities
    "one": lambda at: S.Number(at, 1),
    "exactly_one": lambda at: S.Quantity(at, S.Number(at, 1), S.Number(at, 1), True),
    "exactly": lambda at, low: S.Quantity(at, low, low),
    "between": S.Quantity,
    "at_least": lambda at, low: S.Quantity(at, low, None),
    # sets
    **{
        f"where_{relation}": partial(_where, relation)
        for relation in ("in", "above", "below", "under", "beside", "after", "before", "reachable", "between")
    },
    "is_test": lambda at, left, rest: S.Is(at, left, rest, False),
    "is_not_test": lambda at, left, rest: S.Is(at, left, rest, True),
    "holds_of": _only,
    "holds_not": S.Not,
    "inside_test": S.Inside,
    "empty_test": S.Empty,
    "by_keys": lambda at, keys: S.Order(at, "keys", keys),
    "by_choice": lambda at: S.Order(at, "choice"),
    "clockwise_from": lambda at, start: S.Order(at, "clockwise from", (), start),
    "clockwise_after": lambda at, start: S.Order(at, "clockwise after", (), start),
    "most": lambda at, of: S.Key(at, of, True),
    "least": lambda at, of: S.Key(at, of, False),
    **{which: partial(_pick, which) for which in ("first", "last", "best")},
    # expressions
    "choice_of": S.Either,
    "either": lambda at, left, right: S.Logic(at, "or", left, right),
    "both": lambda at, left, right: S.Logic(at, "and", left, right),
    "negate": S.Not,
    "none_of": lambda at, set: S.Exists(at, set, True),
    "some_of": lambda at, set: S.Exists(at, set, False),
    "no_line": lambda at, length, set: S.Line(at, length, set, True),
    "some_line": lambda at, length, set: S.Line(at, length, set, False),
    "every_is": lambda at, set, rest: S.EveryIs(at, set, rest, False),
    "every_is_not": lambda at, set, rest: S.EveryIs(at, set, rest, True),
    "plus": lambda at, left, right: S.Arithmetic(at, "+", left, right),
    "minus": lambda at, left, right: S.Arithmetic(at, "-", left, right),
    "times": lambda at, left, right: S.Arithmetic(at, "*", left, right),
    **{kind: _tally(kind) for kind in ("count", "total", "highest", "lowest")},
    **{f"{kind}_with": _tally(kind) for kind in ("count", "total", "highest", "lowest")},
    "count_different": lambda at, item, plain: S.Different(at, item, plain),
    "count_different_with": lambda at, item, plain, facts: S.Different(at, item, _filtered(plain, facts)),
    "it": lambda at: S.Word(at, "it"),
    "none": lambda at: S.Word(at, "none"),
    "true": lambda at: S.Word(at, "true"),
    "false": lambda at: S.Word(at, "false"),
    "this": lambda at: S.Word(at, "this"),
    "of_thing": lambda at, name, of: S.Property(at, name, of),
    "numbered": lambda at, name, number: S.Property(at, name, None, number),
    "numbered_of": lambda at, name, number, of: S.Property(at, name, of, number),
    "asked": lambda at, name, *arguments: S.Property(at, name, None, None, arguments),
    "above": lambda at, noun, of: S.Beyond(at, "above", noun, of),
    "below": lambda at, noun, of: S.Beyond(at, "below", noun, of),
    "after": lambda at, noun, of: S.Beyond(at, "after", noun, of),
    "before": lambda at, noun, of: S.Beyond(at, "before", noun, of),
    "top_of": lambda at, noun, of: S.EndCard(at, "top", noun, of),
    "bottom_of": lambda at, noun, of: S.EndCard(at, "bottom", noun, of),
}
