"""Lowers groupings: patterns of cards, what is wild in them, and the queries `worth(NAME) of …` and `unused(NAME) of …`.

Takes the section `groupings`; returns its tables, with a function for every worth, every wild test and every list of values.
Never looks for the best grouping: that is the engine's.
"""

from __future__ import annotations

import re
from typing import Any

from ... import ir
from ...ir.walk import walk
from ...model.definition import Grouping, SetPattern
from ..declare.names import Vocabulary
from ..declare.scope import Scope, Wrong
from ..declare.sizes import whole
from ..diagnostics import Span, did_you_mean, listed
from ..parse import syntax as S
from ..read.nodes import Mapping, Node, Sequence, text_of
from . import values
from .draft import Draft
from .sets import lower_set
from .types import Typed, describe, fits

_SIZE = re.compile(r"(\d+)(?: to (\d+|any))?$")
_FIXED = (ir.Const, ir.Local, ir.Setting, ir.Op, ir.Either)


def lower_groupings(draft: Draft, section: Mapping | None) -> tuple[Grouping, ...]:
    found = []
    for name, node in section.items.items() if section else ():
        if isinstance(node, Mapping):
            found.append(_Reader(draft, name, node).read())
    return tuple(found)


class _Reader:
    def __init__(self, draft: Draft, name: str, node: Mapping) -> None:
        self.draft = draft
        self.name = name
        self.node = node
        self.kind = text_of(node.get("of"))
        self.axes: list[str] = []

    def read(self) -> Grouping:
        words, node = self.draft.words, self.node
        if self.kind not in words.kinds:
            hint = did_you_mean(self.kind, words.kinds)
            self.draft.complaints.add(node.items["of"].span, "unknown-component", hint=hint, name=self.kind)
            return Grouping(self.name, 0, (), (), (), (), None)
        different = self._axes(node.get("different"))
        patterns = node.get("patterns")
        read = [self._pattern(one) for one in patterns.items.values()] if isinstance(patterns, Mapping) else []
        if not read:
            what = f'the grouping "{self.name}"'
            self.draft.complaints.add(node.keys["patterns"], "missing-key", what=what, keys="a pattern")
        wild = node.get("wild")
        wilds = [self._wild(one) for one in wild.items if isinstance(one, Mapping)] if isinstance(wild, Sequence) else []
        columns = tuple(words.column_number(self.kind, axis) for axis in self.axes)
        kind = words.number_of("kinds", self.kind)
        return Grouping(self.name, kind, columns, tuple(read), different, tuple(wilds), self._sets())

    def _sets(self) -> int | None:
        node = self.node.get("sets")
        value = getattr(node, "value", None)
        if node is not None and isinstance(value, int) and value < 1:
            self.draft.complaints.add(node.span, "never-happens", found=value)
        return value if isinstance(value, int) else None

    def _axes(self, node: Node | None) -> tuple[int, ...]:
        """Columns by their place among those that this grouping looks at."""
        nodes = node.items if isinstance(node, Sequence) else [node] if node is not None else []
        return tuple(found for one in nodes if (found := self._axis(text_of(one), one.span)) is not None)

    def _axis(self, name: str, span: Span) -> int | None:
        column = self.draft.words.columns.get((self.kind, name))
        if column is None or column.formula or column.type.many or column.type.sort not in ("number", "flag", "member"):
            known = [each for table, each in self.draft.words.columns if table == self.kind]
            hint = did_you_mean(name, known)
            self.draft.complaints.add(span, "unknown-column", hint=hint, name=name, known=listed(known))
            return None
        if name not in self.axes:
            self.axes.append(name)
        return self.axes.index(name)

    # ---- patterns

    def _pattern(self, node: Node) -> SetPattern:
        slots = node if isinstance(node, Mapping) else Mapping(node.span)
        run = self._axes(slots.get("run"))
        low, high = self._size(slots.get("size"))
        same, different = self._axes(slots.get("same")), self._axes(slots.get("different"))
        return SetPattern(same, run[0] if run else None, different, low, high, self._worth(slots.get("worth")))

    def _size(self, node: Node | None) -> tuple[int, int | None]:
        """`3`, `3 to 5`, `3 to any`."""
        found = _SIZE.match(text_of(node))
        if found is None or ((high := found[2] or found[1]) != "any" and not 1 <= whole(found[1]) <= whole(high)):
            if node is not None:
                self.draft.complaints.add(node.span, "bad-pattern-size", found=text_of(node))
            return 1, None
        return whole(found[1]), None if high == "any" else whole(high)

    def _worth(self, node: Node | None) -> int:
        scope = Scope.function(None, has_player=False)
        scope.bind("size", ir.NUMBER)

        def build(tree: S.Syntax) -> ir.Expr:
            value = values.lower_number(self.draft.words, tree, scope)
            if not _is_fixed(value):
                raise Wrong(tree.at, "worth-not-fixed")
            return value

        return self._function("worth", node, "condition", build, scope, ir.Const(0))

    # ---- wild cards

    def _wild(self, node: Mapping) -> tuple[int, tuple[tuple[int, int], ...]]:
        scope = Scope.function(ir.Type(ir.TypeSort.CARD, (self.kind,)))

        def build(tree: S.Syntax) -> ir.Expr:
            return values.lower_condition(self.draft.words, tree, scope)

        test = self._function("wild", node.get("if"), "condition", build, scope, ir.Const(0))
        takes = node.get("takes")
        found = []
        for name, one in takes.items.items() if isinstance(takes, Mapping) else ():
            axis = self._axis(name, takes.keys[name])  # type: ignore[union-attr]
            if axis is not None:
                found.append((axis, self._taken(name, one)))
        return test, tuple(found)

    def _taken(self, name: str, node: Node) -> int:
        """The values that a wild card may take in a column: a set, such as `suit` or `number from 1 to 9`."""
        scope = Scope.function(ir.Type(ir.TypeSort.CARD, (self.kind,)))
        wanted = self.draft.words.columns[self.kind, name].type

        def build(tree: S.Every) -> ir.Expr:
            found, type = lower_set(self.draft.words, tree.set, scope)
            if not fits(ir.Type(type.sort, type.names), wanted):
                raise Wrong(tree.at, "wrong-type", needed=describe(wanted), found=describe(type))
            return found

        return self._function("takes", node, "every", build, scope, ir.Const(()))

    def _function(self, what: str, node: Node | None, start: str, build: Any, scope: Scope, default: ir.Expr) -> int:
        value = self.draft.attempt(node, start, build, default)
        span = node.span if node is not None else self.node.span
        return self.draft.fill_function(self.draft.reserve_function(), f"{self.name} {what}", scope, value, span)


def _is_fixed(node: Any) -> bool:
    """Whether a value follows from `size`, numbers and options alone."""
    return all(isinstance(one, _FIXED) for one in walk(node))


# ---------------------------------------------------------------- queries


def lower_grouped(words: Vocabulary, node: S.Property, scope: Scope) -> Typed:
    """`worth(meld) of hand`: X is a zone, several zones, or a list of cards."""
    name = getattr(node.arguments[0], "name", "")
    if name not in words.groupings:
        hint = did_you_mean(name, words.groupings)
        raise Wrong(node.arguments[0].at, "unknown-grouping", hint, name=name, known=listed(words.groupings) or "none")
    if node.of is None:
        raise Wrong(node.at, "grouping-of-what", name=f"{node.name}({name})")
    cards, type = values.lower_expr(words, node.of, scope)
    if type.sort == "zone":
        cards = ir.Contents(cards)
    elif not (type.sort == "card" and type.many):
        raise Wrong(node.of.at, "wrong-type", needed="a zone or a list of cards", found=describe(type))
    return ir.Grouped(ir.Part(node.name), words.groupings[name], cards, ir.Local(scope.player)), ir.NUMBER
