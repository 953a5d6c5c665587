"""Finds the decisions whose answers are secret, and keeps texts from telling them.

Takes everything that was lowered; returns the procedures and the places of decision with what follows from the variables that
not everybody may read. A pick that is a secret is told, in any text, only to whoever made it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from ... import ir
from ...ir.analysis.flows import Flows, inside, picks_of, places_in, questions_in, secret_chances
from ...ir.walk import with_parts
from ...model.definition import Site
from ..declare.names import Vocabulary
from .concealed import Concealed

Owners = dict[int, int | None]  # the places that hold a secret, each with the place of whoever may know it


def keep_secrets(
    procedures: Sequence[ir.Procedure | None], sites: Sequence[Site], words: Vocabulary
) -> tuple[tuple[ir.Procedure, ...], tuple[Site, ...]]:
    """Everything again, with the secret decisions marked and their picks untold in texts."""
    whole = tuple(one for one in procedures if one is not None)
    if len(whole) < len(procedures):
        return whole, tuple(sites)
    variables = tuple(words.variables.values())
    hidden = [number for number, variable in enumerate(variables) if variable.seen_by != ir.SeenBy.EVERYONE]
    concealed = Concealed(whole, tuple(words.families.values()), variables)
    flows = Flows(whole, hidden) if hidden else None
    derived = (flows.secret_sites() if flows else set()) | concealed.secret_sites()
    kept = [(flows.kept[number] if flows else frozenset()) | more for number, more in enumerate(concealed.kept())]
    whole = tuple(map(_with_secret_chance, whole, kept))
    if not derived and not any(site.secret for site in sites) and not any(map(secret_chances, whole)):
        return whole, tuple(sites)
    marked = tuple(replace(site, secret=site.secret or number in derived) for number, site in enumerate(sites))
    owners = _owners(whole, marked)
    return tuple(_untold(one, known) if known else one for one, known in zip(whole, owners, strict=True)), marked


def _with_secret_chance(procedure: ir.Procedure, kept: frozenset[int]) -> ir.Procedure:
    """What chance picks is secret where something that not everybody may read gets it."""

    def marked(node: Any) -> Any:
        if isinstance(node, ir.EXPRESSIONS):
            return node
        if isinstance(node, ir.Random):
            return replace(node, secret=node.secret or node.slot in kept)
        return with_parts(node, marked)

    if not any(isinstance(one, ir.Random) for one in inside(procedure.body)):
        return procedure
    return replace(procedure, body=marked(procedure.body))


def _owners(procedures: tuple[ir.Procedure, ...], sites: tuple[Site, ...]) -> list[Owners]:
    """The places of each procedure that hold a secret pick, or what was made of one."""
    owners = [_picked(procedure, sites) for procedure in procedures]
    while True:
        before = [dict(one) for one in owners]
        for number, procedure in enumerate(procedures):
            for node in inside(procedure.body):
                if isinstance(node, ir.Let) and (owner := _owner(node.value, owners[number])) is not _OPEN:
                    owners[number].setdefault(node.slot, owner)
                elif isinstance(node, ir.Call):
                    _pass_on(node, owners[number], owners[node.procedure])
        if owners == before:
            return owners


def _picked(procedure: ir.Procedure, sites: tuple[Site, ...]) -> Owners:
    owners: Owners = {one.slot: None for one in secret_chances(procedure)}
    for node, question in questions_in(procedure):
        if sites[node.site].secret:
            places = {question.items} if question else places_in(node.seats)
            owner = places.pop() if len(places) == 1 else None
            owners |= dict.fromkeys(picks_of(node), owner)
    return owners


_OPEN = object()


def _owner(value: ir.Expr, known: Owners) -> Any:
    """The place of whoever may know a value; none if nobody may, and `_OPEN` if it is no secret."""
    owners = {known[slot] for slot in places_in(value) if slot in known}
    return _OPEN if not owners else owners.pop() if len(owners) == 1 else None


def _pass_on(node: ir.Call, known: Owners, called: Owners) -> None:
    """What a verb is given; inside, `player` is the one of the sentence that used it."""
    for slot, argument in enumerate(node.arguments):
        owner = _owner(argument, known)
        if owner is not _OPEN:
            same = owner is not None and node.arguments[ir.PLAYER] == ir.Local(owner)
            called.setdefault(slot, ir.PLAYER if same else None)


# ---------------------------------------------------------------- texts


def _untold(procedure: ir.Procedure, known: Owners) -> ir.Procedure:
    def told(text: ir.Text) -> ir.Text:
        parts = tuple(part if isinstance(part, str) else (_kept(part[0], known), part[1]) for part in text.parts)
        return replace(text, parts=parts)

    return replace(procedure, body=_with_texts(procedure.body, told))


def _kept(hole: ir.Expr, known: Owners) -> ir.Expr:
    owner = _owner(hole, known)
    if owner is _OPEN:
        return hole
    return ir.Op(ir.Sign.UNTOLD, (hole, ir.Const(None) if owner is None else ir.Local(owner)))


def _with_texts(node: Any, told: Callable[[ir.Text], ir.Text]) -> Any:
    """A statement with other texts. How an option reads stays: whoever decides knows it, and nobody else reads it."""
    if isinstance(node, ir.Text):
        return told(node)
    if isinstance(node, (*ir.EXPRESSIONS, ir.Branch)):
        return node
    changed = with_parts(node, lambda part: _with_texts(part, told))
    return replace(changed, text=node.text) if isinstance(node, ir.PickMany) else changed
