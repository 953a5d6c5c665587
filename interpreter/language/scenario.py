"""Reads scenarios: tests that designers write in the words of their game.

Takes a YAML file and the compiled game; returns Scenarios with every phrase resolved, or complains of each that names
something unknown. Plays nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path

from .. import ir, script
from ..definition import NAMES
from .compile import Compiled
from .diagnostics import Complaints, Span, did_you_mean, listed
from .files import shown_path
from .fitting import fits
from .grammar import reserved_words
from .lower_flow import lower_block
from .lower_values import lower_expr
from .names import Vocabulary, text_of
from .parse import Misread, parse
from .scope import Scope, Wrong
from .shape import check_shape
from .source import Mapping, Node, Sequence, Text, read_file

EXPECTED = ("decision", "happened", "over", "winners", "turn", "round", "at")  # keys that are no phrases
_COUNT = re.compile(r"(\d+) cards?$")


def read_scenarios(path: Path, game: Compiled, complaints: Complaints) -> list[script.Scenario]:
    """Every scenario of a file: one mapping, or a list of them."""
    shown = shown_path(path)
    node = read_file(path, complaints, shown)
    if node is None:
        return []
    nodes = node.items if isinstance(node, Sequence) else [node]
    found = []
    for one in nodes:
        if not isinstance(one, Mapping):
            complaints.add(one.span, "mapping-expected")
            continue
        before = len(complaints.found)
        check_shape(one, "scenario", complaints)
        if len(complaints.found) == before:
            found.append(_Reader(one, game, complaints).read())
    return found


@dataclass
class _Reader:
    node: Mapping
    game: Compiled
    complaints: Complaints

    def read(self) -> script.Scenario:
        self.seats = self._seats()
        self.words: Vocabulary = replace(self.game.draft.words, seats=self.seats)
        self.draft = replace(self.game.draft, words=self.words, complaints=self.complaints)
        self.draft.procedures = list(self.game.draft.procedures)
        self.draft.sites = list(self.game.draft.sites)
        node = self.node
        steps: list[script.Step] = []
        steps += self._chance(node.get("chance"))
        given = self._given(node.get("given"))
        steps += self._play(node.get("play"))
        steps += self._run(node.get("run"))
        steps += self._expectations(node.get("expect"))
        return script.Scenario(
            title=text_of(node.get("title")),
            rules=tuple(text_of(item) for item in _items(node.get("rules"))),
            seats=self.seats,
            options=self._options(node.get("options")),
            seed=_whole(node.get("seed"), 1),
            given=given,
            steps=tuple(steps),
            where=_where(node.get("title") or node),
        )

    # ---- the table

    def _seats(self) -> tuple[str, ...]:
        node = self.node.get("players")
        definition = self.game.definition
        if isinstance(node, Sequence):
            names = tuple(text_of(item) for item in node.items)
        else:
            names = NAMES[: _whole(node, definition.fewest)]
        if not definition.fewest <= len(names) <= definition.most:
            span = node.span if node else self.node.span
            self.complaints.add(span, "wrong-players", found=len(names), fewest=definition.fewest, most=definition.most)
            names = NAMES[: definition.fewest]
        return names

    def _options(self, node: Node | None) -> tuple[tuple[str, int], ...]:
        found = []
        for name, value in node.items.items() if isinstance(node, Mapping) else ():
            text, option = text_of(value), self.words.options.get(name)
            number = option.value_of(text, self.seats) if option else None
            if option is None:
                self.complaints.add(value.span, "unknown-option", hint=did_you_mean(name, self.words.options), name=name)
            elif number is None:
                self.complaints.add(value.span, "bad-option", name=name, found=text, known=option.values(len(self.seats)))
            else:
                found.append((name, number))
        return tuple(found)

    # ---- phrases

    def scope(self) -> Scope:
        return Scope.function(None, has_player=False)

    def spoken(self, words: str) -> str:
        """A text in the words of the language: `Bo hedgehog` means `hedgehog of Bo`."""
        for seat in self.seats:
            words = re.sub(rf"\b{re.escape(seat)} (?!of\b)([a-z]\w*)(?: (\d+)\b)?", _turned_round(seat), words)
        return words

    def spoken_node(self, node: Node) -> Node:
        """The same for every text of a statement."""
        if isinstance(node, Text):
            return Text(node.span, self.spoken(node.words), node.plain)
        if isinstance(node, Sequence):
            return Sequence(node.span, [self.spoken_node(item) for item in node.items])
        return Mapping(node.span, {key: self.spoken_node(value) for key, value in node.items.items()}, node.keys)

    def phrase(self, words: str, span: Span) -> tuple[ir.Expr, ir.Type] | None:
        """A phrase such as `strength of Bo hedgehog`, resolved; None after a complaint."""
        spoken = self.spoken(words)
        try:
            return lower_expr(self.words, parse(spoken, "condition"), self.scope())
        except Misread as problem:
            self.draft.complain_misread(span, spoken, problem, "condition")
        except Wrong as problem:
            hint = did_you_mean(words, EXPECTED) if problem.slug == "unknown-name" else ""
            self.complaints.add(span, problem.slug, hint=hint or problem.hint, notes=problem.notes, **problem.words)
        return None

    def seat(self, words: str, span: Span) -> int | None:
        if words in self.seats:
            return self.seats.index(words)
        self.complaints.add(span, "unknown-seat", hint=did_you_mean(words, self.seats), name=words, known=listed(self.seats))
        return None

    # ---- the position

    def _given(self, node: Node | None) -> script.Given | None:
        if not isinstance(node, Mapping):
            return None
        turn = round_number = None
        at = "turn"
        zones: list[script.ZoneIs] = []
        variables: list[script.VariableIs] = []
        for key, value in node.items.items():
            span = node.keys[key]
            if key == "turn":
                turn = self.seat(text_of(value), value.span)
            elif key == "round":
                round_number = _whole(value, 1)
            elif key == "at":
                at = self._step_name(value)
            else:
                self._given_phrase(key, span, value, zones, variables)
        return script.Given(turn, round_number, at, tuple(zones), tuple(variables))

    def _step_name(self, node: Node) -> str:
        name = text_of(node)
        known = ["turn", *self.words.steps]
        if name not in known:
            self.complaints.add(node.span, "unknown-step", hint=did_you_mean(name, known), name=name, steps=listed(known))
        return name

    def _given_phrase(
        self, key: str, span: Span, value: Node, zones: list[script.ZoneIs], variables: list[script.VariableIs]
    ) -> None:
        found = self.phrase(key, span)
        if found is None:
            return
        expr, type = found
        if type.sort == "zone" and not type.many:
            zone = self._zone_is(key, span, expr, type, value)
            if zone.count is not None:
                self.complaints.add(value.span, "count-in-given")
            zones.append(zone)
        elif isinstance(expr, ir.Read) and expr.variable >= 0:
            wanted = self.phrase(text_of(value), value.span)
            if wanted is None:
                return
            if not fits(wanted[1], type):
                self.complaints.add(value.span, "wrong-type", needed=type.sort, found=wanted[1].sort)
            variables.append(script.VariableIs(expr.variable, expr.of, wanted[0], _where_span(span)))
        else:
            self.complaints.add(span, "cannot-be-given", name=key)

    def _zone_is(self, phrase: str, span: Span, expr: ir.Expr, type: ir.Type, value: Node) -> script.ZoneIs:
        if isinstance(value, Text):
            count = _COUNT.match(value.words)
            if count or value.words == "empty":
                number = int(count[1]) if count else 0
                return script.ZoneIs(expr, (), number, phrase, _where_span(span))
        pieces = [self.piece(item, type) for item in _items(value)]
        return script.ZoneIs(expr, tuple(one for one in pieces if one), None, phrase, _where_span(span))

    def piece(self, node: Node, zone: ir.Type) -> script.Piece | None:
        """`Bo owl face down`, `any`, `rest`, `hidden`."""
        text = text_of(node)
        try:
            read = parse(text, "piece")
        except Misread as problem:
            self.draft.complain_misread(node.span, text, problem, "piece")
            return None
        words = list(read.words)
        owner = self.seats.index(words.pop(0)) if words and words[0] in self.seats else None
        what, row = self._piece_row(words, node.span)
        if what == "":
            return None
        under = None
        if read.under:
            host = list(read.under)
            host_owner = self.seats.index(host.pop(0)) if host[0] in self.seats else None
            under = (self._piece_row(host, node.span)[1] or 0, host_owner)
        has = tuple((self._variable(name, node.span), self._has_value(value, node.span)) for name, value in read.has)
        return script.Piece(
            what,
            row,
            owner,
            read.number,
            read.face,
            under,
            tuple(pair for pair in has if pair[0] >= 0),
            text,
            _where(node),
        )

    def _piece_row(self, words: list[str], span: Span) -> tuple[str, int | None]:
        name = words[0] if len(words) == 1 else " ".join(words)
        if name in ("any", "rest", "hidden"):
            return name, None
        if name in self.words.rows:
            return "row", self.words.rows[name][1]
        known = [*self.words.rows, *self.seats, "any", "rest", "hidden"]
        self.complaints.add(span, "unknown-piece", hint=did_you_mean(words[-1] if words else "", known), name=name)
        return "", None

    def _variable(self, name: str, span: Span) -> int:
        if name in self.words.variables:
            return self.words.number_of("variables", name)
        self.complaints.add(span, "unknown-name", hint=did_you_mean(name, self.words.variables), name=name)
        return -1

    def _has_value(self, text: str, span: Span) -> int | None:
        found = self.phrase(text, span)
        value = found[0].value if found and isinstance(found[0], ir.Const) else None
        return value if isinstance(value, int) else None

    # ---- what is played

    def _play(self, node: Node | None) -> list[script.Step]:
        steps: list[script.Step] = []
        for item in _items(node):
            assert isinstance(item, Mapping)
            steps += self._played(item)
        return steps

    def _played(self, item: Mapping) -> list[script.Step]:
        if "expect" in item.items:
            return self._expectations(item.get("expect"))
        if "chance" in item.items:
            return self._chance(item.get("chance"))
        if "run" in item.items:
            return self._run(item.get("run"))
        refused = text_of(item.get("refused")) if "refused" in item.items else None
        found: list[script.Step] = []
        for name, value in item.items.items():
            if name == "refused":
                continue
            seat = self.seat(name, item.keys[name])
            if seat is not None:
                found.append(script.Answer(seat, text_of(value), refused, _where(value)))
        return found

    def _chance(self, node: Node | None) -> list[script.Step]:
        steps: list[script.Step] = []
        for item in _items(node):
            roll = re.match(r"roll (\d+)$", text_of(item))
            if roll:
                steps.append(script.Forced(int(roll[1]), None))
            elif isinstance(item, Mapping):
                for key, value in item.items.items():
                    found = self.phrase(key, item.keys[key])
                    if found and found[1].sort == "zone":
                        top = self._zone_is(key, item.keys[key], found[0], found[1], value)
                        steps.append(script.Forced(None, top))
            else:
                self.complaints.add(item.span, "unknown-chance")
        return steps

    def _run(self, node: Node | None) -> list[script.Step]:
        """Sentences or statements, carried out on the position for whoever's turn it is."""
        if node is None:
            return []
        scope = Scope.function(None)
        body = lower_block(self.draft, self.spoken_node(node), scope)
        procedure = ir.Procedure("run", tuple(scope.places.types), 2, body, 0, node.span.line, tuple(scope.places.names))
        return [script.Run(procedure, tuple(self.draft.sites), _where(node))]

    # ---- what is expected

    def _expectations(self, node: Node | None) -> list[script.Step]:
        if not isinstance(node, Mapping):
            return []
        found = [self._expectation(key, node.keys[key], value) for key, value in node.items.items()]
        return [tuple(one for one in found if one is not None)]

    def _expectation(self, key: str, span: Span, value: Node) -> script.Expectation | None:
        where = _where_span(span)
        if key == "decision":
            names = [text_of(item) for item in _items(value)]
            seats = [self.seat(name, value.span) for name in names if name != "none"]
            return script.DecisionIs(tuple(seat for seat in seats if seat is not None), where)
        if key in ("happened", "not happened"):
            return script.Happened(tuple(text_of(item) for item in _items(value)), key != "happened", where)
        if key == "over":
            return script.Over(text_of(value) == "true", where)
        if key == "winners":
            winners = [self.seat(text_of(item), item.span) for item in _items(value)]
            return script.Winners(tuple(seat for seat in winners if seat is not None), where)
        offered = re.match(r"(only |not |)offered to (.+)$", key)
        if offered:
            seat = self.seat(offered[2], span)
            mode = {"only ": "only", "not ": "none", "": "some"}[offered[1]]
            texts = tuple(text_of(item) for item in _items(value))
            return script.Offered(seat, mode, texts, where) if seat is not None else None
        if key.startswith("seen by "):
            return self._seen(key[8:], span, value)
        return self._phrase_is(key, span, value)

    def _seen(self, name: str, span: Span, value: Node) -> script.Expectation | None:
        seat = self.seat(name, span)
        zones = []
        for key, inside in value.items.items() if isinstance(value, Mapping) else ():
            assert isinstance(value, Mapping)
            found = self._phrase_is(key, value.keys[key], inside)
            if isinstance(found, script.ZoneIs):
                zones.append(found)
            elif found is not None:
                self.complaints.add(value.keys[key], "only-zones-seen")
        return script.Seen(seat, tuple(zones), _where_span(span)) if seat is not None else None

    def _phrase_is(self, key: str, span: Span, value: Node) -> script.Expectation | None:
        found = self.phrase(key, span)
        if found is None:
            return None
        expr, type = found
        if type.sort == "zone" and not type.many and (isinstance(value, Sequence) or _is_amount(value)):
            return self._zone_is(key, span, expr, type, value)
        if not isinstance(value, Text):
            self.complaints.add(value.span, "value-expected")
            return None
        expected = self.phrase(value.words, value.span)
        if expected is None:
            return None
        return script.ValueIs(expr, type, *expected, key, _where_span(span))


def _turned_round(seat: str):  # type: ignore[no-untyped-def]
    """`Bo hedgehog` means `hedgehog of Bo`, `Bo acorn 2` means `acorn 2 of Bo`; `hand of Bo with …` stays as it is."""

    def turned(match: re.Match[str]) -> str:
        if match[1] in reserved_words():
            return match[0]
        return f"{match[1]}{' ' + match[2] if match[2] else ''} of {seat}"

    return turned


def _is_amount(node: Node) -> bool:
    return isinstance(node, Text) and bool(_COUNT.match(node.words) or node.words == "empty")


def _items(node: Node | None) -> list[Node]:
    if node is None:
        return []
    return node.items if isinstance(node, Sequence) else [node]


def _whole(node: Node | None, default: int) -> int:
    value = node.value if isinstance(node, Text) else None
    return value if isinstance(value, int) else default


def _where(node: Node) -> script.Where:
    return _where_span(node.span)


def _where_span(span: Span) -> script.Where:
    return span.file, span.line, span.column, span.length
