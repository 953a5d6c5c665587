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
from ..declare.scope import Scope, Wrong
from ..declare.sizes import whole
from ..diagnostics import Span, did_you_mean, listed
from ..parse import syntax as S
from ..read.nodes import Mapping, Node, Sequence, text_of
from .context import Context
from .expressions import as_condition, as_number
from .sets import lower_set
from .types import FALSE, describe, fits

_SIZE = re.compile(r"(\d+)(?: to (\d+|any))?$")
_FIXED = (ir.Const, ir.Local, ir.Setting, ir.Op, ir.Either)


def lower_groupings(context: Context, section: Mapping | None) -> tuple[Grouping, ...]:
    groupings = []
    for name, node in section.items.items() if section else ():
        if isinstance(node, Mapping):
            groupings.append(_GroupingReader(context, name, node).read())
    return tuple(groupings)


class _GroupingReader:
    def __init__(self, context: Context, name: str, node: Mapping) -> None:
        self.context = context
        self.name = name
        self.node = node
        self.kind = text_of(node.get("of"))
        self.axes: list[str] = []
        self.items: list[tuple[S.Syntax | None, Node | None]] = []  # what each pattern adds up over the cards of a set

    def read(self) -> Grouping:
        words, node = self.context.words, self.node
        if self.kind not in words.kinds:
            hint = did_you_mean(self.kind, words.kinds)
            self.context.complaints.add(node.items["of"].span, "unknown-component", hint=hint, name=self.kind)
            return Grouping(self.name, 0, (), (), (), (), None)
        different = self._axes(node.get("different"))
        patterns = node.get("patterns")
        read = [self._pattern(*one) for one in patterns.items.items()] if isinstance(patterns, Mapping) else []
        if not read:
            what = f'the grouping "{self.name}"'
            self.context.complaints.add(node.keys["patterns"], "missing-key", what=what, keys="a pattern")
        wild = node.get("wild")
        wilds = [self._wild(one) for one in wild.items if isinstance(one, Mapping)] if isinstance(wild, Sequence) else []
        columns = tuple(words.column_number(self.kind, axis) for axis in self.axes)
        kind = words.number_of("kinds", self.kind)
        return Grouping(self.name, kind, columns, tuple(read), different, tuple(wilds), self._sets(), self._item())

    def _sets(self) -> int | None:
        node = self.node.get("sets")
        value = getattr(node, "value", None)
        if node is not None and isinstance(value, int) and value < 1:
            self.context.complaints.add(node.span, "never-happens", found=value)
        return value if isinstance(value, int) else None

    def _axes(self, node: Node | None) -> tuple[int, ...]:
        """Columns by their place among those that this grouping looks at."""
        nodes = node.items if isinstance(node, Sequence) else [node] if node is not None else []
        return tuple(axis for one in nodes if (axis := self._axis(text_of(one), one.span)) is not None)

    def _axis(self, name: str, span: Span) -> int | None:
        column = self.context.words.columns.get((self.kind, name))
        if (
            column is None
            or column.formula
            or column.type.many
            or column.type.sort not in (ir.TypeSort.NUMBER, ir.TypeSort.FLAG, ir.TypeSort.MEMBER)
        ):
            known = [each for table, each in self.context.words.columns if table == self.kind]
            hint = did_you_mean(name, known)
            self.context.complaints.add(span, "unknown-column", hint=hint, name=name, known=listed(known))
            return None
        if name not in self.axes:
            self.axes.append(name)
        return self.axes.index(name)

    # ---- patterns

    def _pattern(self, name: str, node: Node) -> SetPattern:
        slots = node if isinstance(node, Mapping) else Mapping(node.span)
        run = self._axes(slots.get("run"))
        low, high = self._size(slots.get("size"))
        same, different = self._axes(slots.get("same")), self._axes(slots.get("different"))
        return SetPattern(same, run[0] if run else None, different, low, high, self._worth(slots.get("worth")), name)

    def _size(self, node: Node | None) -> tuple[int, int | None]:
        """`3`, `3 to 5`, `3 to any`."""
        size = _SIZE.match(text_of(node))
        if size is None or ((high := size[2] or size[1]) != "any" and not 1 <= whole(size[1]) <= whole(high)):
            if node is not None:
                self.context.complaints.add(node.span, "bad-pattern-size", found=text_of(node))
            return 1, None
        return whole(size[1]), None if high == "any" else whole(high)

    def _worth(self, node: Node | None) -> int:
        scope = Scope.function(None, has_player=False)
        scope.bind("size", ir.NUMBER)

        def build(tree: S.Syntax) -> ir.Expr:
            rest, item = self._split(tree)
            self.items.append((item, node))
            value = as_number(self.context, rest, scope) if rest is not None else ir.Const(0)
            if not _is_fixed(value):
                raise Wrong(tree.at, "worth-not-fixed")
            return value

        return self._function("worth", node, "condition", build, scope, ir.Const(0))

    def _split(self, tree: S.Syntax) -> tuple[S.Syntax | None, S.Syntax | None]:
        """What follows from the size alone, and what is added up over the cards of the set: `4 + sum of pips of cards`."""
        if isinstance(tree, S.Tally) and tree.kind == "total" and self._is_of_set(tree.set):
            return None, tree.item
        if isinstance(tree, S.Arithmetic) and tree.sign == "+":
            for one, other in ((tree.left, tree.right), (tree.right, tree.left)):
                rest, item = self._split(one)
                if item is not None:
                    return (other if rest is None else S.Arithmetic(tree.at, "+", rest, other)), item
        return tree, None

    def _is_of_set(self, members: S.Set) -> bool:
        noun = self.context.words.noun(members.words[-1].name)
        is_card = noun is not None and noun.row is None and self.kind in noun.type.names
        return is_card and len(members.words) == 1 and members.where is None and not members.facts and not members.other

    def _item(self) -> int | None:
        """What a card adds to the worth of its set; it must be the same in all patterns."""
        if not any(item for item, _ in self.items):
            return None
        node = self.items[0][1]
        written = [(None if item is None or one is None else _words_of(item, one), one) for item, one in self.items]
        for words, one in written[1:]:
            if words != written[0][0] and one is not None:
                self.context.complaints.add(one.span, "worth-of-other-cards")
                return None
        scope = Scope.function(ir.Type(ir.TypeSort.CARD, (self.kind,)))
        inner = scope.inner()
        inner.it = (ir.THIS, ir.Type(ir.TypeSort.CARD, (self.kind,)))

        def build(tree: S.Syntax) -> ir.Expr:
            item = self._split(tree)[1]
            return as_number(self.context, item, inner) if item is not None else ir.Const(0)

        return self._function("of a card", node, "condition", build, scope, ir.Const(0))

    # ---- wild cards

    def _wild(self, node: Mapping) -> tuple[int, tuple[tuple[int, int], ...]]:
        scope = Scope.function(ir.Type(ir.TypeSort.CARD, (self.kind,)))

        def build(tree: S.Syntax) -> ir.Expr:
            return as_condition(self.context, tree, scope)

        test = self._function("wild", node.get("if"), "condition", build, scope, FALSE)
        takes = node.get("takes")
        taken = []
        for name, one in takes.items.items() if isinstance(takes, Mapping) else ():
            axis = self._axis(name, takes.keys[name])  # type: ignore[union-attr]
            if axis is not None:
                taken.append((axis, self._taken(name, one)))
        return test, tuple(taken)

    def _taken(self, name: str, node: Node) -> int:
        """The values that a wild card may take in a column: a set, such as `suit` or `number from 1 to 9`."""
        scope = Scope.function(ir.Type(ir.TypeSort.CARD, (self.kind,)))
        wanted = self.context.words.columns[self.kind, name].type

        def build(tree: S.Every) -> ir.Expr:
            values, type = lower_set(self.context, tree.set, scope)
            if not fits(ir.Type(type.sort, type.names), wanted):
                raise Wrong(tree.at, "wrong-type", needed=describe(wanted), found=describe(type))
            return values

        return self._function("takes", node, "every", build, scope, ir.Const(()))

    def _function(self, what: str, node: Node | None, start: str, build: Any, scope: Scope, default: ir.Expr) -> int:
        value = self.context.attempt(node, start, build, default)
        span = node.span if node is not None else self.node.span
        return self.context.made.new_function(f"{self.name} {what}", scope, value, span)


def _words_of(tree: S.Syntax, node: Node) -> str:
    return text_of(node)[tree.at[0] : tree.at[1]]


def _is_fixed(node: Any) -> bool:
    """Whether a value follows from `size`, numbers and options alone."""
    return all(isinstance(one, _FIXED) for one in walk(node))
