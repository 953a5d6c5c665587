"""Finds slots of declarations that have no effect beside the others: `ring` on a single zone, `copies` beside `rows`.

Takes the sections as they are written; complains at the slot. What a statement reads is known to `slots`.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..declare.names import Vocabulary
from ..diagnostics import Complaints
from ..read.nodes import Mapping, Node, text_of


@dataclass(frozen=True, slots=True)
class Idle:
    """A slot that is read only beside one of `needs`, and beside none of `unless`."""

    section: str
    slot: str
    hint: str
    needs: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()


WHAT = {"zones": "a zone", "components": "a component", "define": "a definition", "types": "a type"}
ROWS = ("rows", "cross")
IDLE = (
    Idle("zones", "ring", "it goes with count or ids: a row of zones", needs=("count", "ids")),
    Idle("zones", "ids", "keep one: count says how many there are, ids name them", unless=("count",)),
    Idle("zones", "size", "keep one: size makes a grid, count and ids a row", unless=("count", "ids")),
    Idle("components", "copies", "write copies in each row", unless=ROWS),
    Idle("components", "name", "write a name in each row", unless=ROWS),
    Idle("components", "columns", "add rows with a cell for each column, or cross", needs=ROWS),
    Idle("types", "columns", "add rows with a cell for each column", needs=("rows",)),
    Idle("define", "event", "it goes with do: what a verb causes", needs=("do",)),
    Idle("define", "event", "it happens to the first thing of with: add that", needs=("with",)),
    Idle("define", "tell", "it goes with do: what is told of a verb", needs=("do",)),
    Idle("define", "name", "it goes with do: what players read for a verb", needs=("do",)),
    Idle("define", "at least", "it goes with is: a number", needs=("is",)),
    Idle("define", "at most", "it goes with is: a number", needs=("is",)),
)


def check_idle(document: Mapping, words: Vocabulary, complaints: Complaints) -> None:
    """Every slot of a declaration has an effect."""
    for rule in IDLE:
        for node in _entries(document.get(rule.section)):
            _check(rule, node, complaints)
    for section in ("zones", "variables"):
        for name, node in _named(document.get(section)):
            _check_owner(section, name, node, words, complaints)
    for node in _entries(document.get("values")):
        if text_of(node.get("starts")) in ("true", "false"):
            for slot in ("at least", "at most"):
                _refuse(node, slot, "a flag", "only numbers have limits", complaints)


def _check(rule: Idle, node: Mapping, complaints: Complaints) -> None:
    what = WHAT[rule.section]
    in_the_way = next((slot for slot in rule.unless if slot in node.items), "")
    if in_the_way:
        _refuse(node, rule.slot, f"{what} with {in_the_way}", rule.hint, complaints)
    elif rule.needs and not any(slot in node.items for slot in rule.needs):
        _refuse(node, rule.slot, f"{what} without {' or '.join(rule.needs)}", rule.hint, complaints)


def _refuse(node: Mapping, slot: str, form: str, hint: str, complaints: Complaints) -> None:
    if slot in node.items:
        complaints.add(node.keys.get(slot, node.span), "slot-not-read", slot=slot, form=form, hint=hint)


def _check_owner(section: str, name: str, node: Mapping, words: Vocabulary, complaints: Complaints) -> None:
    """Only what a player can own is seen by its owner; everything else of that kind is seen by nobody."""
    seen_by = node.get("seen by")
    if seen_by is None or text_of(seen_by) != "owner" or name in words.broken:
        return
    owner = words.families[name].per if section == "zones" else words.variables[name].of
    families = list(words.families.values())
    for _ in families:  # from zone to zone, and never round and round
        owner = families[owner.number].per if owner.is_zone else owner
    if not owner.is_player and not owner.is_card:
        complaints.add(seen_by.span, "no-owner", name=name)


def _entries(section: Node | None) -> list[Mapping]:
    return [node for _, node in _named(section)]


def _named(section: Node | None) -> list[tuple[str, Mapping]]:
    entries = section.items.items() if isinstance(section, Mapping) else ()
    return [(name, node) for name, node in entries if isinstance(node, Mapping)]
