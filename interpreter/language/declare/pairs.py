"""Variables of two owners: a player, and a place or a member.

Every two owners are one thing that remembers: a zone of a family that no sentence can name and nothing can lie in. So whatever
reads, writes, saves, hides or tells the variables of zones knows those of two owners, too.
"""

from __future__ import annotations

from ... import ir
from ...model.definition import Family
from ..diagnostics import Span
from .names import Vocabulary


def can_be_paired(words: Vocabulary, second: ir.Owner) -> bool:
    """Whether there is one row of it for everybody: the members of a type, or a family of zones that is nobody's."""
    return second.is_member or (second.is_zone and list(words.families.values())[second.number].per.is_game)


def pairing(words: Vocabulary, second: ir.Owner, span: Span) -> ir.Owner:
    """The family in which every player has a zone for each of the second owner's things."""
    name = f"player in {words.owner_name(second)}"
    if name not in words.families:
        words.places[name] = span
        ids, size = _row_of(words, second)
        words.families[name] = Family(
            name, ir.OF_PLAYERS, None, ids, size, False, (), 0, ir.SeenBy.EVERYONE, None, ir.Form.ROW, pairs=second
        )
    return ir.Owner(ir.OwnerSort.FAMILY, words.number_of("families", name))


def _row_of(words: Vocabulary, second: ir.Owner) -> tuple[tuple[str, ...], tuple[int, int] | None]:
    if second.is_member:
        return list(words.types.values())[second.number].ids, None
    family = list(words.families.values())[second.number]
    return family.ids, family.size


def place_in_row(second: ir.Owner, thing: ir.Expr) -> ir.Expr:
    """The number of the second owner's thing among all of them, from 0; none for none."""
    if second.is_member:
        return ir.Op(ir.Sign.ADD, (thing, ir.Const(0)))
    return ir.Op(ir.Sign.SUBTRACT, (ir.Feature(ir.FeatureName.INDEX, thing), ir.Const(1)))
