"""Functions that ask something of all cards of one owner: found for every owner at once, in one pass over the cards.

Takes a function of the kind "sum of value of cards in place with owner is this"; returns its C, which remembers what it found
for each seat until something changes. Everything else is none of its business.
"""

from __future__ import annotations

from dataclasses import dataclass

from ... import ir
from ...ir.analysis.effort import functions_in_circles
from ...ir.walk import walk
from .writer import NativeScope, Writer
from .writer import number as written

_KINDS = (ir.FoldKind.TOTAL, ir.FoldKind.COUNT, ir.FoldKind.SOME, ir.FoldKind.HIGHEST, ir.FoldKind.LOWEST)
MOST_KEYS = 2


@dataclass(frozen=True)
class OwnerFold:
    """The fold without its owner; `keys` are the places of the function that it depends on, `nothing` is the answer where
    there is none."""

    node: ir.Fold
    test: tuple[ir.Expr, ...]
    keys: tuple[int, ...]
    nothing: str


def conjuncts(node: ir.Expr | None) -> tuple[ir.Expr, ...]:
    """What must hold, one by one."""
    if node is None:
        return ()
    if isinstance(node, ir.Op) and node.sign is ir.Sign.AND:
        return tuple(part for one in node.arguments for part in conjuncts(one))
    return (node,)


def locals_in(*nodes: ir.Expr | None) -> set[int]:
    return {one.slot for node in nodes if node is not None for one in walk(node) if isinstance(one, ir.Local)}


def owner_fold(w: Writer, number: int) -> OwnerFold | None:
    """What a function asks of the cards of whoever it is asked about, if it does nothing else."""
    function = w.definition.functions[number]
    node: ir.Expr = function.value
    nothing = "NONE"
    if isinstance(node, ir.Op) and node.sign is ir.Sign.OR_ELSE:
        node, otherwise = node.arguments
        if not isinstance(otherwise, ir.Const):
            return None
        nothing = written(otherwise.value)
    if not isinstance(node, ir.Fold) or node.kind not in _KINDS or number in functions_in_circles(w.definition):
        return None
    if w.definition.groupings or (node.item is None and node.kind not in (ir.FoldKind.COUNT, ir.FoldKind.SOME)):
        return None
    parts = conjuncts(node.test)
    others = tuple(one for one in parts if not _is_own(one, node.slot))
    asked = locals_in(node.source, node.item, *others)
    keys = tuple(sorted(slot for slot in asked if slot < w.arity(number)))
    if len(others) != len(parts) - 1 or ir.THIS in asked or len(keys) > MOST_KEYS or w.takes_list(number, ir.THIS):
        return None
    return None if any(w.takes_list(number, slot) for slot in keys) else OwnerFold(node, others, keys, nothing)


def _is_own(node: ir.Expr, slot: int) -> bool:
    """Whether this says that a member is owned by whoever is asked about."""
    if not (isinstance(node, ir.Op) and node.sign is ir.Sign.IS):
        return False
    for owner, this in (node.arguments, node.arguments[::-1]):
        if isinstance(owner, ir.Feature) and owner.name is ir.FeatureName.OWNER and owner.of == ir.Local(slot):
            return this == ir.Local(ir.THIS)
    return False


def owner_folds(w: Writer) -> dict[int, int]:
    """The functions of that kind, each with its place among them."""
    found = [number for number in range(len(w.definition.functions)) if owner_fold(w, number) is not None]
    return {number: place for place, number in enumerate(found)}


def filling(w: Writer, found: OwnerFold, number: int, scope: NativeScope) -> str:
    """The function that fills the table of seats, in one pass over the cards."""
    node = found.node
    is_best = node.kind in (ir.FoldKind.HIGHEST, ir.FoldKind.LOWEST)
    keep = "".join(f"m->key[{at}] = v{slot}; " for at, slot in enumerate(found.keys))
    before = w.materialised
    loop = w.looped(node.source, scope, lambda item: _each(w, found, item, scope))
    loop = f"Places places = {{0, -1}}; {loop}" if _counts_places(node, scope) else loop
    begin, end = ("int *mark = R->top; ", "R->top = mark; ") if w.materialised > before else ("", "")
    empty = "INT32_MAX" if node.kind is ir.FoldKind.LOWEST else "NONE"
    first, result = ("int", empty), f"all[p] == {empty} ? {found.nothing} : all[p]"
    if not is_best:
        first, result = ("int64_t", "0"), "within(R, all[p])"
    return (
        f"static __attribute__((noinline)) void fill{number}(Run *R, State *S, OfOwners *m{_given(w, number)}) {{ "
        f"{begin}{first[0]} all[PLAYERS]; ALL(p, PLAYERS) all[p] = {first[1]}; {loop}"
        f"ALL(p, PLAYERS) m->value[p] = {result}; {keep}m->version = R->version; {end}}}\n"
    )


def _given(w: Writer, number: int) -> str:
    return "".join(f", {'L' if w.takes_list(number, slot) else 'int'} v{slot}" for slot in range(w.arity(number)))


def body(w: Writer, found: OwnerFold, number: int) -> str:
    """What the function does: answers from the table of seats, which is filled if it is of another time or place."""
    same = "".join(f" && m->key[{at}] == v{slot}" for at, slot in enumerate(found.keys))
    passed = "".join(f", v{slot}" for slot in range(w.arity(number)))
    is_best = found.node.kind in (ir.FoldKind.HIGHEST, ir.FoldKind.LOWEST)
    return (
        f"OfOwners *m = R->of_owners + {owner_folds(w)[number]}; if (!(m->version == R->version{same})) "
        f"fill{number}(R, S, m{passed}); return (unsigned)v1 < PLAYERS ? m->value[v1] : {found.nothing if is_best else '0'};"
    )


def _each(w: Writer, found: OwnerFold, item: str, scope: NativeScope) -> str:
    """What one card adds to what its owner has."""
    node = found.node
    inner = scope.with_place(node.slot, item, w.item_fact(node.source, scope))
    tests = "".join(f" && {w.test(one, inner)}" for one in found.test)
    own = f"int o = owner_of(S, AT({item}, CARDS)); if ((unsigned)o < PLAYERS{tests})"
    if node.kind in (ir.FoldKind.COUNT, ir.FoldKind.SOME):
        return f"{own} {'all[o]++;' if node.kind is ir.FoldKind.COUNT else 'all[o] = 1;'}"
    assert node.item is not None
    best = "larger" if node.kind is ir.FoldKind.HIGHEST else "smaller"
    take = "all[o] += x;" if node.kind is ir.FoldKind.TOTAL else f"all[o] = {best}(all[o], x);"
    is_there = "if (x != NONE) " if w.can_be_none(node.item, inner) else ""
    asked, counted = w.value(node.item, inner), ""
    if _counts_places(node, scope):
        asked, counted = "at", f"int at = next_position(S, &places, {item}); "
    return f"{counted}{own} {{ int x = {asked}; {is_there}{take} }}"


def _counts_places(node: ir.Fold, scope: NativeScope) -> bool:
    """Whether the positions of a zone's cards are asked for, which are counted on the way."""
    is_zone = isinstance(node.source, ir.Contents) and not scope.is_list(node.source.of)
    return is_zone and node.item == ir.Feature(ir.FeatureName.POSITION, ir.Local(node.slot))
