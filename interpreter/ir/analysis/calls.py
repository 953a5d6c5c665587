"""Who calls whom: which procedures wait, leave a stretch or call themselves.

Takes a Definition; answers for the writers of source.
"""

from __future__ import annotations

from typing import Any

from ... import ir
from ...model.definition import Definition
from ..walk import walk
from .reading import functions_asked, functions_of_value

SMALL = 60  # nodes of a procedure that is written out where it is called


class Calls:
    def __init__(self, definition: Definition) -> None:
        self.definition = definition
        self.waits = self._spread({n for n, p in enumerate(definition.procedures) if _decides(p.body)})
        self.leaks = self._find_leaks()
        self.labels = {label: number for number, label in enumerate(sorted(set().union(*self.leaks, {ir.GAME})), 2)}
        self.homeless = self._find_homeless()
        self.looping = self._find_looping()
        self.plain_functions, self.plain_values = self._find_plain()

    def _spread(self, reached: set[int]) -> frozenset[int]:
        """These procedures, and all that call them."""
        callers = [self._called(procedure.body) for procedure in self.definition.procedures]
        while True:
            more = {number for number, called in enumerate(callers) if called & reached} | reached
            if more == reached:
                return frozenset(reached)
            reached = more

    @staticmethod
    def _called(body: ir.Stmt) -> set[int]:
        called: set[int] = set()
        for node in walk(body):
            if isinstance(node, ir.Call):
                called.add(node.procedure)
            called |= _abilities(node)
        return called

    def waiting(self, node: ir.Stmt) -> bool:
        """Whether somebody may have to decide while a statement is carried out."""
        return _decides(node) or bool(self._called(node) & self.waits)

    def _find_leaks(self) -> list[set[int]]:
        """The stretches that each procedure may end without having begun them."""
        leaks: list[set[int]] = [set() for _ in self.definition.procedures]
        while True:
            more = [leaving(procedure.body, leaks) for procedure in self.definition.procedures]
            if more == leaks:
                return leaks
            leaks = more

    def _find_homeless(self) -> frozenset[int]:
        """The stretches that may be ended where none of them is running: those that what begins by itself does not begin."""
        procedures = enumerate(self.definition.procedures)
        begin = {self.definition.flow, self.definition.setup} | {n for n, one in procedures if one.name == ir.INSERTED}
        return frozenset(set().union(*(self.leaks[number] for number in begin)) - {ir.GAME})

    def is_small(self, number: int) -> bool:
        """Whether a procedure is short enough to be written where it is called: it decides nothing itself, ends no stretch
        around it and keeps what it is given."""
        procedure = self.definition.procedures[number]
        if self.leaks[number] or _decides(procedure.body):
            return False
        nodes = list(walk(procedure.body))
        given = range(procedure.parameters)
        return len(nodes) <= SMALL and not any(isinstance(one, ir.Let | ir.Each) and one.slot in given for one in nodes)

    def _find_looping(self) -> frozenset[int]:
        """Functions that need themselves on the way: they are never written inline."""
        functions = self.definition.functions
        return in_circles([{one.function for one in walk(each.value) if isinstance(one, ir.Apply)} for each in functions])

    def _find_plain(self) -> tuple[frozenset[int], frozenset[int]]:
        """Functions and values that can be asked at any time: nothing they ask needs itself."""
        definition = self.definition
        count = len(definition.functions)
        edges = [self._asked(function.value) for function in definition.functions]
        for value in definition.values:
            edges.append(set(functions_of_value(value)))
        endless = set(in_circles(edges))
        while more := {number for number, asked in enumerate(edges) if number not in endless and asked & endless}:
            endless |= more
        plain = frozenset(range(len(edges))) - endless
        return frozenset(one for one in plain if one < count), frozenset(one - count for one in plain if one >= count)

    def _asked(self, value: ir.Expr) -> set[int]:
        """What an expression asks: functions by their number, computed values by theirs after all functions."""
        asked: set[int] = set()
        for node in walk(value):
            if isinstance(node, ir.Computed):
                asked.add(len(self.definition.functions) + node.value)
            else:
                asked.update(functions_asked(node, self.definition))
        return asked


def in_circles(edges: list[set[int]]) -> frozenset[int]:
    """The numbers that lead back to themselves."""
    circular = set()
    for start in range(len(edges)):
        seen: set[int] = set()
        edge = set(edges[start])
        while edge:
            one = edge.pop()
            if one not in seen:
                seen.add(one)
                edge |= edges[one]
        if start in seen:
            circular.add(start)
    return frozenset(circular)


def _abilities(node: Any) -> set[int]:
    """The procedures that the rows of cards can name at a statement."""
    return {procedure for _, procedure in node.table} if isinstance(node, ir.Dispatch) else set()


def _decides(node: ir.Stmt) -> bool:
    return any(isinstance(one, ir.Choose | ir.PickMany | ir.Ask) for one in walk(node))


def leaving(node: Any, leaks: list[set[int]]) -> set[int]:
    """The stretches that a statement may end from inside."""
    if isinstance(node, ir.Leave):
        return {node.label}
    if isinstance(node, ir.Call):
        return set(leaks[node.procedure])
    if isinstance(node, ir.Dispatch):
        return set().union(*(leaks[procedure] for _, procedure in node.table))
    if isinstance(node, ir.Seq):
        return set().union(*(leaving(one, leaks) for one in node.body))
    if isinstance(node, ir.If):
        return leaving(node.then, leaks) | leaving(node.otherwise, leaks)
    if isinstance(node, ir.Each | ir.Loop | ir.Ask):
        return leaving(node.body, leaks)
    if isinstance(node, ir.Block):
        return leaving(node.body, leaks) - {node.label}
    return set()
