"""Lowers sets: `other face_down cards in column 2 with number >= 10`.

Takes a Set and its scope; returns where its members come from, the test they must pass, and what they are.
The same words serve twice: to list the members, or to ask of one thing whether it is among them.
"""

from __future__ import annotations

from dataclasses import dataclass

from ... import ir
from ...ir.limits import NUMBERS
from ...ir.relations import RELATIONS
from ..declare.names import Noun
from ..declare.scope import Scope, Wrong
from ..diagnostics import Span, did_you_mean
from ..parse import syntax as S
from .context import Context, Typed
from .expressions import as_condition, as_number, lower_expr
from .names import adjective_test
from .types import TRUE, describe, fits, held_kinds, kind_test, need, only_card


@dataclass(frozen=True)
class MembersOf:
    """The members of a set: candidates, the test, their type, and the scope in which `it` is the candidate."""

    source: ir.Expr
    test: ir.Expr | None
    type: ir.Type
    slot: int
    scope: Scope


def lower_set(context: Context, node: S.Set, scope: Scope) -> tuple[ir.Expr, ir.Type]:
    """The set as a list."""
    members = lower_members(context, node, scope)
    many = ir.Type(members.type.sort, members.type.names, True)
    return ir.Fold(ir.FoldKind.LIST, members.slot, members.source, members.test), many


def lower_members(context: Context, node: S.Set, scope: Scope) -> MembersOf:
    noun = find_noun(context, node.words[-1])
    if node.where is not None and node.where.relation == "between":
        return _numbers(context, node, noun, scope)
    if noun.type.sort == ir.TypeSort.NUMBER:
        raise Wrong(node.at, "numbers-without-range")
    source, type, owned = _source(context, node, noun, scope)
    inner, slot = scope.with_it(type)
    test = owned.against(ir.Local(slot)) if owned is not None else None
    return _tested(context, node, noun, type, source, test, inner, slot, scope)


def lower_membership(context: Context, node: S.Set, slot: int, scope: Scope) -> tuple[ir.Expr, ir.Type]:
    """Whether the thing in `slot` is in the set; used where listing the set would be waste."""
    noun = find_noun(context, node.words[-1])
    inner = scope.inner()
    inner.it = (slot, noun.type)
    candidate = ir.Local(slot)
    test: ir.Expr | None = None
    if node.where is not None:
        test = _where_test(context, node.where, candidate, noun, scope)
    members = _tested(context, node, noun, noun.type, ir.Const(None), test, inner, slot, scope, always_kind=True)
    return members.test or TRUE, noun.type


def lower_places(context: Context, node: S.Places, scope: Scope) -> Typed:
    """`hand and heap`: a list of zones, or of the cards in some of them and in lists."""
    sets = [lower_expr(context, one, scope) for one in node.of]
    are_zones = all(type.sort == ir.TypeSort.ZONE for _, type in sets)
    joined: ir.Expr | None = None
    names: dict[str, None] = {}
    for (place, type), at in zip(sets, (one.at for one in node.of), strict=True):
        things, listed = _as_list(context, place, type, are_zones, at)
        joined = things if joined is None else ir.Op(ir.Sign.JOINED, (joined, things))
        names |= dict.fromkeys(listed.names)
        sort = listed.sort
    assert joined is not None
    return joined, ir.Type(sort, tuple(names), True)


def _as_list(context: Context, place: ir.Expr, type: ir.Type, as_zones: bool, at: S.At) -> Typed:
    """A place as a list: of zones, or of the cards that lie there."""
    if type.sort == ir.TypeSort.ZONE and not as_zones:
        kinds = [kind for name in type.names for kind in held_kinds(context.words, name)] or list(context.words.kinds)
        return ir.Contents(place), ir.Type(ir.TypeSort.CARD, tuple(dict.fromkeys(kinds)))
    if type.sort == ir.TypeSort.ZONE:
        return (place if type.many else ir.Op(ir.Sign.LISTED, (place,))), type
    if not type.many:
        raise Wrong(at, "wrong-type", needed="a zone or a list", found=describe(type))
    need(type, "card", at, many_too=True)
    return place, type


def lower_all_of(context: Context, node: S.AllOf, scope: Scope) -> Typed:
    return lower_set(context, node.set, scope)


def find_noun(context: Context, word: S.Name) -> Noun:
    noun = context.words.noun(word.name)
    if noun is None:
        raise Wrong(word.at, "unknown-noun", lambda: did_you_mean(word.name, context.words.nouns_as_said()), name=word.name)
    return noun


def add_test(test: ir.Expr | None, more: ir.Expr | None) -> ir.Expr | None:
    if test is None or more is None:
        return test if more is None else more
    return ir.Op(ir.Sign.AND, (test, more))


def _tested(
    context: Context, node: S.Set, noun: Noun, type: ir.Type, source: ir.Expr, test: ir.Expr | None,
    inner: Scope, slot: int, scope: Scope, always_kind: bool = False,
) -> MembersOf:  # fmt: skip
    """Add what the noun, `other`, the adjectives and the filter ask of a candidate."""
    candidate = ir.Local(slot)
    direct = isinstance(source, ir.All)
    if noun.type.sort == ir.TypeSort.CARD and not direct:
        narrowed = noun.row is not None or always_kind or set(type.names) - set(noun.type.names)
        if narrowed:
            test = add_test(test, kind_test(context.words, candidate, noun.type, noun.row))
    if noun.opponent or noun.partner:
        test = add_test(test, _sides_with(context, noun, candidate, ir.Local(scope.player)))
    member_type = _narrower(type, noun.type)
    if node.other:
        test = add_test(test, _other_than(context, node, candidate, member_type, scope))
    for word in node.words[:-1]:
        adjective = adjective_test(context, word.name, candidate, member_type, inner)
        if adjective is None:
            raise Wrong(
                word.at, "unknown-adjective", did_you_mean(word.name, context.words.property_names(member_type)),
                name=word.name,
                noun=node.words[-1].name,
            )  # fmt: skip
        test = add_test(test, adjective)
    inner.it = (slot, member_type)
    for fact in node.facts:
        test = add_test(test, as_condition(context, fact, inner))
    return MembersOf(source, test, member_type, slot, inner)


def _sides_with(context: Context, noun: Noun, candidate: ir.Expr, player: ir.Expr) -> ir.Expr:
    """Opponents are all others, or all of other teams; partners are the others of the own team."""
    is_other = ir.Op(ir.Sign.NOT, (ir.Op(ir.Sign.IS, (candidate, player)),))
    if not context.words.teams:
        return is_other
    same = ir.Op(ir.Sign.IS, (context.words.team_of(candidate), context.words.team_of(player)))
    return ir.Op(ir.Sign.AND, (is_other, same)) if noun.partner else ir.Op(ir.Sign.NOT, (same,))


def _narrower(type: ir.Type, noun: ir.Type) -> ir.Type:
    """What the candidates are: the kinds that both the place and the noun allow."""
    if noun.sort != type.sort:
        return type
    both = tuple(name for name in type.names if name in noun.names)
    return ir.Type(type.sort, both or noun.names or type.names)


def _other_than(context: Context, node: S.Set, candidate: ir.Expr, type: ir.Type, scope: Scope) -> ir.Expr:
    if not scope.this and not scope.has_player:
        raise Wrong(node.at, "no-this")
    left_out = scope.this or ir.PLAYER_TYPE
    if not _overlap(left_out, type):
        context.notes.doubts.append(_leaves_nothing_out(node, left_out, type, scope))
    slot = scope.this_at if scope.this else scope.player
    return ir.Op(ir.Sign.NOT, (ir.Op(ir.Sign.IS, (candidate, ir.Local(slot))),))


def _overlap(one: ir.Type, other: ir.Type) -> bool:
    """Whether something can be both."""
    if "any" in (one.sort, other.sort):
        return True
    return one.sort == other.sort and (not one.names or not other.names or bool({*one.names} & {*other.names}))


def _leaves_nothing_out(node: S.Set, left_out: ir.Type, type: ir.Type, scope: Scope) -> Wrong:
    noun = node.words[-1].name
    if type.sort == ir.TypeSort.PLAYER:
        hint = "write opponent for every player but player"
    elif left_out.sort == ir.TypeSort.CARD and type.sort == ir.TypeSort.ZONE:
        hint = f"write {noun} with it is not this {type.names[0]}" if type.names else "say with it is not … what is left out"
    else:
        hint = "leave it out, or say with it is not … what is left out"
    return Wrong(node.at, "other-than-nothing", hint, left_out="this" if scope.this else "player", noun=describe(type))


@dataclass(frozen=True)
class _OwnerTest:
    """Zones that belong to a given thing."""

    owner: ir.Expr

    def against(self, candidate: ir.Expr) -> ir.Expr:
        return ir.Op(ir.Sign.IS, (ir.Feature(ir.FeatureName.PARENT, candidate), self.owner))


def _source(context: Context, node: S.Set, noun: Noun, scope: Scope) -> tuple[ir.Expr, ir.Type, _OwnerTest | None]:
    """Where the candidates come from: a place, a direction, or the whole table of their kind."""
    if node.where is None:
        return _everything(context, noun), noun.type, None
    return _from_place(context, node.where, lower_expr(context, node.where.of, scope), noun, scope)


def _everything(context: Context, noun: Noun) -> ir.Expr:
    if noun.row is not None:
        return ir.All(ir.ThingSort.ROW, (noun.row,))
    if noun.type.sort == ir.TypeSort.CARD:
        return ir.All(ir.ThingSort.CARD, tuple(context.words.number_of("kinds", name) for name in noun.type.names))
    if noun.type.sort == ir.TypeSort.ZONE:
        return ir.All(ir.ThingSort.ZONE, tuple(context.words.number_of("families", name) for name in noun.type.names))
    if noun.type.sort == ir.TypeSort.MEMBER:
        return ir.All(ir.ThingSort.MEMBER, tuple(context.words.number_of("types", name) for name in noun.type.names))
    return ir.All(ir.ThingSort.PLAYER)


def _from_place(
    context: Context, where: S.Where, place: Typed, noun: Noun, scope: Scope
) -> tuple[ir.Expr, ir.Type, _OwnerTest | None]:
    whole, type = place
    if where.relation == "in":
        if type.many and type.sort != ir.TypeSort.ZONE:
            return whole, ir.Type(type.sort, type.names), None
        if type.sort == ir.TypeSort.ZONE and noun.type.sort == ir.TypeSort.CARD:
            kinds = [kind for name in type.names for kind in held_kinds(context.words, name)] or list(context.words.kinds)
            return ir.Contents(whole), ir.Type(ir.TypeSort.CARD, tuple(dict.fromkeys(kinds))), None
        if type.sort == ir.TypeSort.ZONE and noun.type.sort == ir.TypeSort.PLAYER:
            return _owners_in(whole, type, scope), ir.PLAYER_TYPE, None
        if type.many:
            return whole, ir.Type(type.sort, type.names), None
        if noun.type.sort == ir.TypeSort.ZONE and context.words.has_zones(type, context.words.families[noun.type.names[0]]):
            return _everything(context, noun), noun.type, _OwnerTest(whole)
        raise _nothing_in_there(context, where, noun.type, type)
    if where.relation in ("above", "below", "under"):
        card = only_card(context.words, whole, type)
        whole, type = card or (whole, type)
        need(type, "card", where.of.at)
        spread = ir.Spread(ir.Relation(where.relation), ir.ThingSort.CARD, whole)
        return spread, ir.Type(ir.TypeSort.CARD, tuple(context.words.kinds)), None
    if where.relation == "reachable":
        return _reachable(context, where, whole, noun, scope), noun.type, None
    need(type, noun.type.sort, where.of.at)
    relation = ir.Relation(where.relation)
    if noun.type.sort is ir.TypeSort.MEMBER and relation is not ir.Relation.BESIDE:
        return _members_beyond(context, relation, whole, noun, scope), noun.type, None
    known = RELATIONS.get((relation, ir.ThingSort(noun.type.sort)))
    if known is None or known.every is None:
        raise Wrong(where.at, "no-direction", relation=where.relation, name=describe(noun.type))
    return ir.Spread(relation, known.sort, whole), type if type.names else noun.type, None


def _owners_in(zones: ir.Expr, type: ir.Type, scope: Scope) -> ir.Expr:
    """The players who own something in a place, in the order of the first card of each."""

    def first_card_of(player: int) -> ir.Expr:
        _, card = scope.with_it(ir.Type(ir.TypeSort.CARD))
        return ir.Fold(ir.FoldKind.FIRST, card, ir.Op(ir.Sign.OWNED, (ir.Contents(zones), ir.Local(player))))

    (_, owner), (_, ranked) = scope.with_it(ir.PLAYER_TYPE), scope.with_it(ir.PLAYER_TYPE)
    is_there = ir.Op(ir.Sign.NOT, (ir.Op(ir.Sign.IS_NONE, (first_card_of(owner),)),))
    players = ir.Fold(ir.FoldKind.LIST, owner, ir.All(ir.ThingSort.PLAYER), is_there)
    first = first_card_of(ranked)
    keys: tuple[ir.Expr, ...] = (ir.Feature(ir.FeatureName.POSITION, first),)
    if type.many:
        keys = (ir.Feature(ir.FeatureName.INDEX, ir.Feature(ir.FeatureName.ZONE, first)), *keys)
    return ir.Sort(ir.SortKind.ALL, ranked, players, tuple((key, False) for key in keys))


def _reachable(context: Context, where: S.Where, place: ir.Expr, noun: Noun, scope: Scope) -> ir.Expr:
    """By steps from side to side on a grid, or from member to member, along a condition or along what a column lists."""
    joined = context.words.functions.get(where.through)
    if joined is not None and len(joined.parameters) == 1:
        among = _everything(context, noun) if noun.type.sort is ir.TypeSort.MEMBER else None
        return ir.Reach(place, joined.number, ir.Local(scope.player), among)
    roads = context.words.property(where.through, noun.type)
    if roads is None or roads.whole is None or not fits(roads.type, noun.type):
        raise Wrong(where.at, "unknown-joining", did_you_mean(where.through, context.words.functions), name=where.through)
    step = Scope.function(noun.type)
    beyond = step.bind("beyond", noun.type)
    is_listed = ir.Op(ir.Sign.ONE_OF, (ir.Local(beyond), roads.whole(ir.Local(ir.THIS))))
    declared = context.words.places.get(noun.type.names[0], Span(""))
    function = context.made.new_function(f"along {where.through}", step, is_listed, declared)
    return ir.Reach(place, function, ir.Local(scope.player), _everything(context, noun))


def _members_beyond(context: Context, relation: ir.Relation, start: ir.Expr, noun: Noun, scope: Scope) -> ir.Expr:
    """The members that come after or before one in the order of their type."""
    _, slot = scope.with_it(noun.type)
    sign = ir.Sign.MORE if relation is ir.Relation.AFTER else ir.Sign.LESS
    return ir.Fold(ir.FoldKind.LIST, slot, _everything(context, noun), ir.Op(sign, (ir.Local(slot), start)))


def _nothing_in_there(context: Context, where: S.Where, noun: ir.Type, searched: ir.Type) -> Wrong:
    """What cannot lie there; a name that was thought to be that of cards may be that of a zone or a type."""
    sort = {"zone": "zone", "member": "type"}.get(noun.sort, "")
    name = noun.names[0] if noun.names else ""
    declared = context.words.places.get(name)
    notes = (f'"{name}" is declared as a {sort} at {declared.file}:{declared.line}',) if sort and declared else ()
    hint = f'"{name}" is the name of a {sort}: write "cards", or the name of their component' if sort else ""
    return Wrong(where.at, "nothing-in-there", hint, notes, noun=describe(noun), place=describe(searched))


def _where_test(context: Context, where: S.Where, candidate: ir.Expr, noun: Noun, scope: Scope) -> ir.Expr:
    zone, type = place = lower_expr(context, where.of, scope)
    if where.relation == "in" and type.sort == ir.TypeSort.ZONE and noun.type.sort == ir.TypeSort.CARD:
        return ir.Op(ir.Sign.ONE_OF if type.many else ir.Sign.IS, (ir.Feature(ir.FeatureName.ZONE, candidate), zone))
    source, _, test = _from_place(context, where, place, noun, scope)
    if test is not None:
        return test.against(candidate)
    return ir.Op(ir.Sign.ONE_OF, (candidate, source))


def check_range(at: S.At, low: object, high: object) -> None:
    """Where both ends are written down, something lies between them, and not too much."""
    if not isinstance(low, int) or not isinstance(high, int):
        return
    if low > high:
        raise Wrong(at, "empty-range", low=low, high=high)
    if high - low + 1 > NUMBERS.most:
        raise Wrong(at, "too-many", what=NUMBERS.what, found=f"{high - low + 1:,}", most=f"{NUMBERS.most:,}")


def _numbers(context: Context, node: S.Set, noun: Noun, scope: Scope) -> MembersOf:
    assert node.where is not None and node.where.upto is not None
    if noun.type.sort != ir.TypeSort.NUMBER:
        raise Wrong(node.at, "range-of-things", name=node.words[-1].name)
    low, high = as_number(context, node.where.of, scope), as_number(context, node.where.upto, scope)
    ends = (low.value if isinstance(low, ir.Const) else None, high.value if isinstance(high, ir.Const) else None)
    check_range(node.where.at, *ends)
    inner, slot = scope.with_it(ir.NUMBER)
    return _tested(context, node, noun, ir.NUMBER, ir.Numbers(low, high), None, inner, slot, scope)
