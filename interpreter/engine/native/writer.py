"""What is known while a library is written: the world, its facts, and the names of the places of one function.

Expressions become C expressions, also those that need statements: `({ ... })` of GNU C. Everything is named by number, so that
no word of a definition reaches the text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ... import ir
from ...ir.analysis.none_ness import CAN_BE_NONE, HOLDS_NONE, Facts, facts_of
from ...ir.analysis.typing import Typing
from ..world import World
from .guesses import are_asked_at_once
from .layout import NONE, Layout, layout_of


@dataclass(frozen=True)
class NativeScope:
    """The places of one function: what each is called, what is known of it, and what each expression is. Lists that are kept
    lie in words behind their length, with room for so many."""

    typing: Typing
    known: dict[int, int]
    names: dict[int, str] = field(default_factory=dict)
    words: dict[int, tuple[str, int]] = field(default_factory=dict)

    def with_place(self, slot: int, name: str, fact: int) -> NativeScope:
        return replace(self, names={**self.names, slot: name}, known={**self.known, slot: fact})

    def is_list(self, node: ir.Expr) -> bool:
        return self.typing.of(node).many


def number(value: Any) -> str:
    return "NONE" if value is None else str(int(value))


class Unwritten(Exception):
    """A definition that cannot be written as C: one sentence that says why."""


Rule = Callable[["Writer", Any, NativeScope], str]
Each = Callable[[str], str]  # the name of a member -> what is done with it
LoopRule = Callable[["Writer", Any, NativeScope, Each], tuple[str, str]]


@dataclass(frozen=True)
class Rules:
    """How each kind of node is written: as a number, as a list that is laid out, as a loop; operations by their sign."""

    values: Mapping[type, Rule]
    lists: Mapping[type, Rule]
    loops: Mapping[type, LoopRule]
    operations: Mapping[ir.Sign, LoopRule]
    narrowed: Callable[[Writer, Any, NativeScope, Each], tuple[str, str] | None]
    members: Callable[[Writer, Any], tuple[int, ...]]
    instructions: Mapping[type, Callable[[Any, int, Any], str]]


@dataclass(frozen=True)
class Room:
    """How long a list can become, as C says it, and whether every member asks if there is room for it."""

    size: str
    is_guarded: bool = False


class Writer:
    """Writes expressions by the rules, collects tables, and makes names that nothing else has. `materialised` counts the lists
    that were laid out in the arena: whoever asks for one gives the room back."""

    def __init__(self, world: World, rules: Rules) -> None:
        self.rules = rules
        self.world = world
        self.definition = world.definition
        self.facts: Facts = facts_of(world.definition)
        self.layout: Layout = layout_of(world)
        self.tables: dict[tuple[int, ...], str] = {}
        self.materialised = 0
        self._names = 0

    def fresh(self, letter: str = "t") -> str:
        self._names += 1
        return f"{letter}{self._names}_"

    def table(self, values: Sequence[int | None]) -> str:
        """The name of an array of these numbers, written once."""
        found = tuple(NONE if one is None else int(one) for one in values)
        if found not in self.tables:
            self.tables[found] = f"T{len(self.tables)}"
        return self.tables[found]

    def tables_text(self) -> str:
        return "\n".join(
            f"static const int {name}[] = {{{', '.join('NONE' if one == NONE else str(one) for one in values) or '0'}}};"
            for values, name in self.tables.items()
        )

    def can_be_none(self, node: ir.Expr, scope: NativeScope) -> bool:
        return bool(self.facts.of(node, scope.known) & CAN_BE_NONE)

    def item_fact(self, source: ir.Expr, scope: NativeScope) -> int:
        """What a thing out of a list can be."""
        return CAN_BE_NONE if self.facts.of(source, scope.known) & HOLDS_NONE else 0

    def takes_list(self, function: int, slot: int) -> bool:
        slots = self.definition.functions[function].slots
        return slot < len(slots) and slots[slot].many

    def arity(self, function: int) -> int:
        return max(self.facts.parameters[function], default=1) + 1

    # ---- numbers

    def value(self, node: ir.Expr, scope: NativeScope) -> str:
        """An expression as one C expression of type int."""
        rule = self.rules.values.get(type(node))
        if rule is None:
            raise Unwritten(f'a value of the kind "{type(node).__name__}" has no form in C')
        return rule(self, node, scope)

    def test(self, node: ir.Expr, scope: NativeScope) -> str:
        """Whether a condition holds; nothing holds of none."""
        if isinstance(node, ir.Const):
            return str(int(bool(node.value)))
        if isinstance(node, ir.Op) and node.sign in (ir.Sign.AND, ir.Sign.OR):
            sign = "&" if node.sign is ir.Sign.AND else "|"
            first, second = node.arguments
            left, right = self.test(first, scope), self.test(second, scope)
            if are_asked_at_once(first, second, scope):
                return f"(({left} != 0) {sign} ({right} != 0))"
            return f"({left} {sign}{sign} {right})"
        if isinstance(node, ir.Op) and node.sign is ir.Sign.NOT:
            return f"(!{self.test(node.arguments[0], scope)})"
        asked = self.value(node, scope)
        return f"truth({asked})" if self.can_be_none(node, scope) else f"({asked})"

    def unless_none(self, node: ir.Expr, scope: NativeScope, use: Callable[[str], str], otherwise: str = "NONE") -> str:
        """What is asked of a thing; of none, something else."""
        asked = self.value(node, scope)
        if not self.can_be_none(node, scope):
            return use(asked)
        name = self.fresh()
        return f"({{ int {name} = {asked}; {name} == NONE ? {otherwise} : {use(name)}; }})"

    # ---- lists

    def released(self, write: Callable[[], str], is_block: bool = False) -> str:
        """A C expression after which the arena is as before; a block is written as `{...; value;}`."""
        before = self.materialised
        text = f"({write()})" if is_block else write()
        if self.materialised == before:
            return text
        mark, kept = self.fresh("m"), self.fresh()
        return f"({{ int *{mark} = R->top; int {kept} = {text}; R->top = {mark}; {kept}; }})"

    def looped(self, node: ir.Expr, scope: NativeScope, each: Each) -> str:
        """Statements that go through a list; what must be laid out first is laid out before the loop."""
        head, loop = self.loop_of(node, scope, each)
        return head + loop

    def loop_of(self, node: ir.Expr, scope: NativeScope, each: Each) -> tuple[str, str]:
        """What comes before a loop, and the loop."""
        if not scope.is_list(node):
            return self.once(node, scope, each)
        rule = self.rules.operations.get(node.sign) if isinstance(node, ir.Op) else self.rules.loops.get(type(node))
        if rule is not None:
            return rule(self, node, scope, each)
        kept, at, item = self.fresh("l"), self.fresh("k"), self.fresh("i")
        head = f"L {kept} = {self.listed(node, scope)}; "
        return head, f"for (int {at} = 0; {at} < {kept}.n; {at}++) {{ int {item} = {kept}.a[{at}]; {each(item)} }} "

    def loop_through(self, node: ir.Fold, scope: NativeScope, each: Each) -> tuple[str, str]:
        """A loop over the members of which a fold asks whether they pass, without those that plainly cannot."""
        return self.rules.narrowed(self, node, scope, each) or self.loop_of(node.source, scope, each)

    def looped_through(self, node: ir.Fold, scope: NativeScope, each: Each) -> str:
        head, loop = self.loop_through(node, scope, each)
        return head + loop

    def is_looped(self, node: ir.Expr, scope: NativeScope) -> bool:
        """Whether going through it needs no list; one thing is gone through as it is."""
        if not scope.is_list(node):
            return True
        return node.sign in self.rules.operations if isinstance(node, ir.Op) else type(node) in self.rules.loops

    def once(self, node: ir.Expr, scope: NativeScope, each: Each) -> tuple[str, str]:
        """One thing is a list of one, none a list of nothing."""
        if isinstance(node, ir.Const) and node.value is None:
            return "", ""
        item = self.fresh("i")
        is_there = f"if ({item} != NONE) " if self.can_be_none(node, scope) else ""
        return f"int {item} = {self.value(node, scope)}; ", f"{is_there}{{ {each(item)} }} "

    def listed(self, node: ir.Expr, scope: NativeScope) -> str:
        """A list as a C expression of type L: of a place, a variable, a table, or laid out in the arena."""
        if isinstance(node, ir.Const) and node.value is None:
            return "(L){-1, 0}"
        if not scope.is_list(node):
            self.materialised += 1
            return f"one(R, {self.value(node, scope)})"
        rule = self.rules.lists.get(type(node))
        text = None if rule is None else rule(self, node, scope)
        return text or self._laid_out(node, scope)

    def _laid_out(self, node: ir.Expr, scope: NativeScope) -> str:
        self.materialised += 1
        start, most = self.fresh("a"), self.most(node, scope)
        if most is not None:
            return self._in_its_room(node, scope, start, most)
        head, loop = self.loop_of(node, scope, lambda item: f"push(R, {item});")
        return f"({{ {head}int *{start} = R->top; {loop}(L){{(int)(R->top - {start}), {start}}}; }})"

    def most(self, node: ir.Expr, scope: NativeScope) -> Room | None:
        """How long a list can be at most, where that is plain to see."""
        match node:
            case ir.Const(value=tuple(values)):
                return Room(str(len(values)))
            case ir.All():
                return Room(str(len(self.rules.members(self, node))))
            case ir.Contents(of=of) if not scope.is_list(of) or isinstance(of, ir.All):
                return Room("CARDS", is_guarded=True)
            case ir.Fold(kind=ir.FoldKind.LIST):
                return self.most(node.source, scope) if scope.is_list(node.source) else None
        return None

    def _in_its_room(self, node: ir.Expr, scope: NativeScope, start: str, most: Room) -> str:
        """A list laid out in as much room as it can need; what does not pass is written over by the next."""
        count = self.fresh("k")
        check = f"if ({count} >= {most.size}) fail(R, NO_ROOM); " if most.is_guarded else ""
        if isinstance(node, ir.Fold) and node.test is not None and node.item is None:
            test, slot, fact = node.test, node.slot, self.item_fact(node.source, scope)
            head, loop = self.loop_through(node, scope, lambda item: (
                f"{check}{start}[{count}] = {item}; {count} += {self.test(test, scope.with_place(slot, item, fact))} != 0;"
            ))  # fmt: skip
        else:
            head, loop = self.loop_of(node, scope, lambda item: f"{check}{start}[{count}++] = {item};")
        return (
            f"({{ {head}int *{start} = room_for(R, {most.size}), {count} = 0; {loop}R->top = {start} + {count}; "
            f"(L){{{count}, {start}}}; }})"
        )

    def things(self, node: ir.Expr, scope: NativeScope) -> str:
        """A list that is never none."""
        return f"or_nothing({self.listed(node, scope)})"
