"""What comes to depend on an answer: which decisions settle something that not everybody may know.

Takes procedures and the variables that are hidden; answers for every procedure from which of its places a hidden variable gets
its value, in one step or through names, verbs and conditions. Goes by what is written, never by a position.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ..statements import Ask, Call, Choose, Dispatch, Each, If, Let, Loop, PickMany, Procedure, Random, Stmt, Write
from ..types import Sign
from ..values import Expr, Local, Op
from ..walk import is_text, places_filled, walk

Depends = frozenset[int]  # the places of a procedure that something hangs on


def inside(node: Any) -> Iterator[Any]:
    """Every node inside a node, itself first; texts are only read and change nothing."""
    return walk(node, is_text)


def places_in(*nodes: Any) -> set[int]:
    """The places that expressions look at."""
    return {one.slot for node in nodes for one in inside(node) if isinstance(one, Local)}


def picks_of(node: Choose | PickMany) -> tuple[int, ...]:
    """The places that get what is picked."""
    if isinstance(node, PickMany):
        return (node.result,)
    return tuple(dict.fromkeys(slot for branch in node.branches for slot, _, _ in branch.picks))


class Flows:
    """`kept` are the places of each procedure that a hidden variable may get its value from; `written` tells for each what
    the hidden variables that it settles by itself depend on. `concealed` are statements, by their id, that write where not
    everybody may look, whatever the variable."""

    def __init__(self, procedures: Sequence[Procedure], hidden: Iterable[int], concealed: frozenset[int] = frozenset()) -> None:
        self.procedures = procedures
        self.hidden = frozenset(hidden)
        self.concealed = concealed
        self._nodes = [tuple(inside(procedure.body)) for procedure in procedures]
        self._stretches: dict[int, tuple[tuple[Any, ...], set[int]]] = {}
        self._sources = [_sources(nodes) for nodes in self._nodes]
        self.written: list[frozenset[Depends]] = [frozenset()] * len(procedures)
        self.kept: list[Depends] = [frozenset()] * len(procedures)
        self._settle("written", self._written)
        self._settle("kept", self._kept)

    def _settle(self, name: str, find: Any) -> None:
        """Procedures call each other: ask again until nothing is new."""
        while True:
            settled = [find(number) for number in range(len(self.procedures))]
            if settled == getattr(self, name):
                return
            setattr(self, name, settled)

    def secret_sites(self) -> set[int]:
        """The decisions whose answer settles a hidden variable, or whether it is written."""
        sites = set()
        for number, nodes in enumerate(self._nodes):
            for node in nodes:
                if isinstance(node, Choose | PickMany) and self._settles_secret(number, node):
                    sites.add(node.site)
        return sites

    def keeps_chance(self) -> bool:
        """Whether a hidden variable gets what chance picks in secret."""
        return any(one.slot in self.kept[number] for number, each in enumerate(self.procedures) for one in secret_chances(each))

    def _settles_secret(self, procedure: int, node: Choose | PickMany) -> bool:
        kept = self.kept[procedure]
        tells = isinstance(node, Choose) and (len(node.branches) > 1 or node.decline is not None)
        return bool(kept.intersection(picks_of(node))) or (tells and node.result in kept)

    # ---- what is written

    def _written(self, procedure: int) -> frozenset[Depends]:
        parameters = frozenset(range(self.procedures[procedure].parameters))
        return frozenset(places & parameters for places in self._writes(procedure, self.procedures[procedure].body))

    def _writes(self, procedure: int, body: Stmt) -> Iterator[Depends]:
        """For every hidden variable that is written in a stretch, what it depends on; without those that an answer inside of
        it decides, as that answer is a secret of its own."""
        nodes, decided = self._inside(body)
        for node in nodes:
            for places in self._of_write(procedure, node):
                if not places & decided:
                    yield places

    def _inside(self, body: Stmt) -> tuple[tuple[Any, ...], set[int]]:
        """The nodes of a stretch that a write can come of, and the places that answers inside of it fill."""
        if id(body) not in self._stretches:
            nodes = tuple(inside(body))
            decided = {slot for node in nodes if isinstance(node, Choose | PickMany) for slot in picks_of(node)}
            self._stretches[id(body)] = tuple(one for one in nodes if self._is_hidden(one) or any(_calls(one))), decided
        return self._stretches[id(body)]

    def _of_write(self, procedure: int, node: Any) -> Iterator[Depends]:
        if self._is_hidden(node):
            yield self._from(procedure, node.of, node.value)
        for called, arguments in _calls(node):
            for depends in self.written[called]:
                yield self._from(procedure, *[arguments[slot] for slot in depends if slot < len(arguments)])

    def _is_hidden(self, node: Any) -> bool:
        return isinstance(node, Write) and (node.variable in self.hidden or id(node) in self.concealed)

    def _from(self, procedure: int, *nodes: Any) -> Depends:
        """The places that values come from, also by way of names."""
        slots = places_in(*nodes)
        while more := {slot for one in slots for slot in self._sources[procedure].get(one, ())} - slots:
            slots |= more
        return frozenset(slots)

    # ---- what is kept

    def _kept(self, procedure: int) -> Depends:
        slots: set[int] = set()
        for node in self._nodes[procedure]:
            if self._is_hidden(node):
                slots |= self._from(procedure, node.of, node.value)
            for called, arguments in _calls(node):
                given = [argument for slot, argument in enumerate(arguments) if slot in self.kept[called]]
                slots |= self._from(procedure, *given)
            for asked, bodies in _ways(node):
                if any(True for body in bodies for _ in self._writes(procedure, body)):
                    slots |= self._from(procedure, *asked) - self._always_there(procedure, asked)
        return frozenset(slots)

    def _always_there(self, procedure: int, asked: tuple[Any, ...]) -> set[int]:
        """Rows that cannot be declined tell nothing by being there."""
        if not any(isinstance(one, Op) and one.sign is Sign.IS_NONE for one in inside(asked)):
            return set()
        rows = [node for node in self._nodes[procedure] if isinstance(node, PickMany)]
        return {node.result for node in rows if node.decline is None}


def _sources(nodes: tuple[Any, ...]) -> dict[int, set[int]]:
    """For every name of a procedure the places that its value comes from."""
    sources: dict[int, set[int]] = {}
    for node in nodes:
        if isinstance(node, Let | Each | Random):
            for slot, _, source in places_filled(node):
                sources.setdefault(slot, set()).update(places_in(source))
    return sources


def _calls(node: Any) -> Iterator[tuple[int, tuple[Expr, ...]]]:
    """The procedures that a statement calls, with what they are given."""
    if isinstance(node, Call):
        yield node.procedure, node.arguments
    elif isinstance(node, Dispatch):
        for _, procedure in node.table:
            yield procedure, (node.player, node.card)


def _ways(node: Any) -> Iterator[tuple[tuple[Any, ...], tuple[Stmt, ...]]]:
    """What is asked before something is done or left out, and what that is."""
    if isinstance(node, If):
        yield (node.condition,), (node.then, node.otherwise)
    elif isinstance(node, Each):
        yield (node.source, node.until), (node.body,)
    elif isinstance(node, Loop):
        yield (node.until, node.most), (node.body,)


def questions_in(procedure: Procedure) -> Iterator[tuple[Choose | PickMany, Ask | None]]:
    """Every decision of a procedure, with the question to several seats that it belongs to."""
    asked = {id(node.choice): node for node in inside(procedure.body) if isinstance(node, Ask)}
    for node in inside(procedure.body):
        if isinstance(node, Choose | PickMany):
            yield node, asked.get(id(node))


def secret_chances(procedure: Procedure) -> tuple[Random, ...]:
    """What chance picks in secret."""
    return tuple(one for one in inside(procedure.body) if isinstance(one, Random) and one.secret)
