"""Which things that can be picked may be alike in everything, so that they are one option.

Takes a definition and a decision of the IR; answers before any game, so that options can be counted before they are put into
words.
"""

from __future__ import annotations

from ... import ir
from ...model.definition import Definition
from .fixed_wording import is_worded_alike


def alike_kinds(definition: Definition) -> frozenset[str]:
    """Kinds of which two cards in a hand can be alike in everything."""
    return frozenset(
        kind.name
        for number, kind in enumerate(definition.kinds)
        if any(row.copies > 1 for row in kind.rows)
        and any(family.form.is_mixed and (not family.holds or number in family.holds) for family in definition.families)
    )


def are_alike(definition: Definition, type: ir.Type) -> bool:
    """Whether two things of a type can be alike."""
    return type.sort == ir.TypeSort.CARD and (not type.names or bool(alike_kinds(definition) & set(type.names)))


def may_be_alike(definition: Definition, branch: ir.Branch) -> bool:
    return any(are_alike(definition, type) for _, _, type in branch.picks)


def is_countable(definition: Definition, node: ir.Choose | ir.PickMany) -> bool:
    """Whether options can be counted before they are put into words: cards that are alike in everything also read alike."""
    if isinstance(node, ir.Choose):
        return all(is_worded_alike(one.text, one.picks) for one in node.branches if may_be_alike(definition, one))
    pick = (node.slot, node.source, node.type)
    return is_worded_alike(node.text, (pick,)) or not are_alike(definition, node.type)
