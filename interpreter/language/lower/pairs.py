"""Lowers the two owners of a variable: `influence of rival in harbour`, `rival in harbour is allied`, `influence in harbour`.

Takes `… in …` with its scope; returns what remembers the variables of both, or, after the name of such a variable, that
variable of whoever is near. Where no two owners can be meant, the sentence is misread as if no such form were there.
"""

from __future__ import annotations

from ... import ir
from ...model.definition import Family, Variable
from ..declare.pairs import place_in_row
from ..declare.scope import Scope, Wrong
from ..parse import syntax as S
from ..parse.parser import Misread
from .context import Context, Typed
from .expressions import lower_expr
from .names import nearby
from .types import describe, fits


def lower_owners(context: Context, node: S.Owners, scope: Scope) -> Typed:
    paired = {name: one for name, one in context.words.families.items() if one.pairs is not None}
    variable = _variable(context, node.first, scope, paired)
    if variable is not None:
        player = next((thing for thing, type in nearby(scope) if type == ir.PLAYER_TYPE), None)
        if player is None:
            raise Wrong(node.first.at, "whose", name=variable.name, owner="player")
        family = paired[context.words.owner_name(variable.of)]
        pair, _ = _pair(context, node, {family.name: family}, player, scope)
        return ir.Read(context.words.number_of("variables", variable.name), pair), variable.type
    return _pair(context, node, paired, _player(context, node, scope, bool(paired)), scope)


def _variable(context: Context, node: S.Syntax, scope: Scope, paired: dict[str, Family]) -> Variable | None:
    """The variable of two owners that stands before `in`, if one does."""
    variable = context.words.variables.get(node.name) if isinstance(node, S.Name) and node.name not in scope.names else None
    return variable if variable and context.words.owner_name(variable.of) in paired else None


def _player(context: Context, node: S.Owners, scope: Scope, has_pairs: bool) -> ir.Expr:
    """The first owner."""
    misread = Misread(node.word_at, "in", ())
    if not has_pairs:
        raise misread
    try:
        first, type = lower_expr(context, node.first, scope)
    except Wrong as problem:
        raise problem if problem.slug == "unknown-name" else misread from None
    if type.sort != ir.TypeSort.PLAYER or type.many:
        raise misread
    return first


def _pair(context: Context, node: S.Owners, paired: dict[str, Family], player: ir.Expr, scope: Scope) -> Typed:
    """What remembers the variables of a player and of what stands behind `in`."""
    second, type = lower_expr(context, node.second, scope)
    for name, family in paired.items():
        assert family.pairs is not None
        if fits(type, ir.Type(_SORTS[family.pairs.sort], (context.words.owner_name(family.pairs),))):
            number = context.words.number_of("families", name)
            return ir.ZoneOf(number, player, place_in_row(family.pairs, second)), ir.Type(ir.TypeSort.ZONE, (name,))
    known = " or ".join(context.words.owner_name(family.pairs) for family in paired.values() if family.pairs is not None)
    raise Wrong(node.second.at, "wrong-type", needed=f"a {known}", found=describe(type))


_SORTS = {ir.OwnerSort.MEMBERS: ir.TypeSort.MEMBER, ir.OwnerSort.FAMILY: ir.TypeSort.ZONE}
