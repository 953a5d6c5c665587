"""Finds what is written on cards that lie where only some may look: a die under a cup, a number on a card in hand.

Takes procedures, families and variables; answers which statements write there, as far as the words say where the card lies.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ... import ir
from ...ir.analysis.flows import Flows, inside, places_in
from ...ir.walk import By, is_expression, places_filled, walk
from ...model.definition import Family, Variable

VALUE = "value"  # what a die shows


class Concealed:
    def __init__(self, procedures: Sequence[ir.Procedure], families: Sequence[Family], variables: Sequence[Variable]) -> None:
        self.procedures = procedures
        self.families = families
        self.variables = variables
        self.dice, self.cards = self._flows(is_die=True), self._flows(is_die=False)

    def _flows(self, is_die: bool) -> Flows | None:
        writes = self._writes(is_die)
        return Flows(self.procedures, (), writes) if writes else None

    def kept(self) -> list[frozenset[int]]:
        """For every procedure the places from which something gets its value that is written where only some may look."""
        kept = [flows.kept for flows in (self.dice, self.cards) if flows is not None]
        return [frozenset().union(*(one[number] for one in kept)) for number in range(len(self.procedures))]

    def secret_sites(self) -> set[int]:
        """The decisions that settle what hidden dice show, or whose picks other than cards are written on hidden cards; which
        card it was, is told by its back."""
        sites = self.dice.secret_sites() if self.dice else set()
        kept = self.cards.kept if self.cards else ()
        for procedure, places in zip(self.procedures, kept, strict=False):
            for node in inside(procedure.body):
                if isinstance(node, ir.Choose | ir.PickMany) and places.intersection(_other_picks(node)):
                    sites.add(node.site)
        return sites

    def _writes(self, is_die: bool) -> frozenset[int]:
        writes = set()
        for procedure in self.procedures:
            for node in inside(procedure.body):
                if isinstance(node, ir.Write) and self._is_of_card(node, is_die) and self._is_hidden(procedure, node):
                    writes.add(id(node))
        return frozenset(writes)

    def _is_of_card(self, node: ir.Write, is_die: bool) -> bool:
        variable = self.variables[node.variable]
        return variable.of.is_card and (variable.name == VALUE) == is_die

    def _is_hidden(self, procedure: ir.Procedure, node: ir.Write) -> bool:
        families = self._where(procedure, node.of, frozenset())
        return bool(families) and all(
            self.families[number].seen_by in (ir.SeenBy.OWNER, ir.SeenBy.NOBODY) for number in families
        )

    def _where(self, procedure: ir.Procedure, card: ir.Expr | None, asked: frozenset[int]) -> set[int]:
        """The families of zones that an expression takes a card from, also by way of names and picks."""
        families = {one.family for one in inside(card) if isinstance(one, ir.ZoneOf)}
        if not families:
            for slot in places_in(card) - asked:
                for source in _sources(procedure, slot):
                    families |= self._where(procedure, source, asked | {slot})
        return families


def _sources(procedure: ir.Procedure, slot: int) -> Iterator[ir.Expr]:
    """What a place of a procedure gets its value from."""
    for node in walk(procedure.body, is_expression):
        for filled, by, source in places_filled(node):
            if filled == slot and source is not None and by is not By.CANDIDATE and not is_expression(node):
                yield source


def _other_picks(node: ir.Choose | ir.PickMany) -> set[int]:
    """The places that get what is picked and is no card."""
    if isinstance(node, ir.PickMany):
        return {node.result} if node.type.sort != ir.TypeSort.CARD else set()
    return {slot for branch in node.branches for slot, _, type in branch.picks if type.sort != ir.TypeSort.CARD}
