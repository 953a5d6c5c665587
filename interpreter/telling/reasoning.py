"""Makes a reason of the steps that an evaluation left behind, as one reader may know it.

Takes a trace and the things of a reader; returns a tree. Adds nothing and computes nothing: every value in it was found on the
way, and where the reader may not know the whole, there is no tree.
"""

from __future__ import annotations

from dataclasses import replace

from .. import ir
from ..engine.discretion import asks_where, is_named
from ..engine.texts import name_of_second
from ..engine.tracing import Trace, TracedStep, is_look_up
from ..ir import FoldKind, Sign
from ..ir.analysis.typing import single
from ..ir.operations import COMPARISONS, SHARES
from .hidden_reason import hidden_reason
from .history import History
from .known import Known
from .looked_up import looked_up, prize
from .places import counted_in
from .plain_words import asked_of, called, key_name, listed, spoken
from .plurals import as_place
from .reason_words import reason_words
from .reasons import PASSING, Kind, Reason
from .things import Things
from .traced import Member, Nodes, Reasoning

_ADDED = (Sign.ADD, Sign.SUBTRACT)
OPERATIONS = {
    **dict.fromkeys((*COMPARISONS, Sign.IS_NONE, Sign.ONE_OF), Kind.COMPARED), **dict.fromkeys(SHARES, Kind.SHARE),
    **dict.fromkeys(_ADDED, Kind.SUM),
    Sign.MULTIPLY: Kind.PRODUCT, Sign.MAX: Kind.HIGHEST, Sign.MIN: Kind.LOWEST, Sign.AND: Kind.ALL_OF, Sign.OR: Kind.ONE_OF,
    Sign.NOT: Kind.NOT,
}  # fmt: skip
_CHOOSING = (FoldKind.LIST, FoldKind.FIRST, FoldKind.LAST)
_SIDES = ("north", "east", "south", "west")
_NAMED = (ir.TypeSort.PLAYER, ir.TypeSort.MEMBER)
_FOLDED = {
    FoldKind.TOTAL: Kind.SUM, FoldKind.COUNT: Kind.COUNTED, FoldKind.HIGHEST: Kind.HIGHEST, FoldKind.LOWEST: Kind.LOWEST,
    FoldKind.SOME: Kind.SOME,
}  # fmt: skip


def reason_of(trace: Trace, things: Things, history: History | None = None) -> Reason:
    """Where a value came from, and counters in it, if there is a history; or that the reader may not know it."""
    if trace.secret:
        return hidden_reason(trace, things, reason_words(things.world.definition).line)
    return Reasoning(things, trace, history, _REASONS).reason(trace.root)


# ---------------------------------------------------------------- a function for every node


def _const(run: Reasoning, step: TracedStep, node: ir.Const) -> Reason:
    return run.leaf(Kind.GIVEN, step)


def _local(run: Reasoning, step: TracedStep, node: ir.Local) -> Reason:
    """A number that the rule itself has given a name. What a definition is asked with stands beside its name already."""
    return run.leaf(Kind.FOUND, step, _name_of(run, step) if step.function is None else "")


def _name_of(run: Reasoning, step: TracedStep) -> str:
    """What a number is called in a rule, or in a definition that is asked with it."""
    names = run.names if step.function is None else run.definition.functions[step.function].names
    is_number = isinstance(step.value, int) and run.type(step).sort is ir.TypeSort.NUMBER
    is_named = is_number and isinstance(step.node, ir.Local) and step.node.slot < len(names)
    return names[step.node.slot] if is_named else ""  # type: ignore[union-attr]


def _found(run: Reasoning, step: TracedStep, node: ir.Expr) -> Reason:
    return run.leaf(Kind.FOUND, step)


def _read(run: Reasoning, step: TracedStep, node: ir.Read) -> Reason:
    of = None if node.of is None else run.value(step.parts[0])
    kept = run.leaf(Kind.KEPT, step, run.definition.variables[node.variable].name, of)
    reason = replace(kept, given=_asked_in(run, step, node))
    if run.history is None:
        return reason
    reckoned = run.history.reckoning(run.definition.variables[node.variable].name, of, reason.value)
    if reckoned is not None:
        return replace(reason, kind=Kind.DEFINED, parts=(reckoned,))
    parts = run.history.parts(run.definition, node.variable, of, reason.value)
    return replace(reason, parts=tuple(run.told(one) for one in parts))


def _asked_in(run: Reasoning, step: TracedStep, node: ir.Read) -> tuple[str, ...]:
    """Of a variable of a player and something else, what that is."""
    world, zone = run.things.world, None if node.of is None else step.parts[0].value
    if zone is None or not run.definition.variables[node.variable].of.is_zone or zone not in world.paired:
        return ()
    pairs = run.definition.families[world.zones[zone].family].pairs
    return () if pairs is None else (name_of_second(world, world.zones[zone], pairs),)


def _setting(run: Reasoning, step: TracedStep, node: ir.Setting) -> Reason:
    return run.leaf(Kind.GIVEN, step, run.definition.options[node.option].name)


def _cell(run: Reasoning, step: TracedStep, node: ir.Cell) -> Reason:
    card, name = step.parts[0].value, run.definition.columns[node.column].name
    of = run.things.card(card, is_seen=True) if is_named(node.of) and card is not None else run.value(step.parts[0])
    return run.leaf(Kind.PRINTED, step, name, of)


def _feature(run: Reasoning, step: TracedStep, node: ir.Feature) -> Reason:
    return run.leaf(Kind.FOUND, step, node.name, run.value(step.parts[0]))


def _computed(run: Reasoning, step: TracedStep, node: ir.Computed) -> Reason:
    value, of = run.definition.values[node.value], step.part(node.of)
    thing = None if of is None or of.value is None else run.value(of)
    return run.changed(step, value, thing) if step.calls else run.leaf(Kind.FOUND, step, value.name, thing)


def _apply(run: Reasoning, step: TracedStep, node: ir.Apply) -> Reason:
    call, _ = step.calls[-1]
    return run.call(step, run.definition.functions[node.function].name, *run.arguments(call))


def _by_row(run: Reasoning, step: TracedStep, node: ir.ByRow) -> Reason:
    if not step.calls:
        return _found(run, step, node)
    call, _ = step.calls[-1]
    return run.call(step, run.definition.functions[call.function].name, run.arguments(call)[0])


def _score(run: Reasoning, step: TracedStep, node: ir.Score) -> Reason:
    return run.call(step, "score", run.value(step.parts[0])) if step.calls else run.leaf(Kind.GIVEN, step, "score")


def _op(run: Reasoning, step: TracedStep, node: ir.Op) -> Reason:
    if node.sign in _ADDED:
        first = step.part(node.arguments[0])
        if first is not None and run.type(first).sort == ir.TypeSort.MEMBER:  # `index of` counts from its place in the type
            return run.leaf(Kind.FOUND, step, "index", run.value(first))
        return _summed(run, step)
    asked = [part for one in node.arguments if (part := step.part(one)) is not None]
    if node.sign is Sign.UNTOLD:
        return run.reason(asked[0])
    if node.sign is Sign.OR_ELSE:
        return run.reason(asked[0] if asked[0].value is not None else asked[1])
    if node.sign is Sign.LISTED:
        return _alone(run.reason(asked[0]), run.value(step))
    if node.sign is Sign.LENGTH:
        return _length(run, step, asked[0])
    if asks_where(node) and step.part(node.arguments[0]) is None:
        return run.elsewhere(step, node)
    if is_look_up(node):
        return looked_up(run, step, node)
    if node.sign is Sign.ITEM and isinstance(node.arguments[0], ir.Cell):
        return _listed_cell(run, step, node.arguments[0], node.arguments[1])
    kind = OPERATIONS.get(node.sign)
    if kind is None:
        return _found(run, step, node)
    within = _within_limit(asked, run.value(step)) if kind in (Kind.HIGHEST, Kind.LOWEST) else None
    if within is not None:
        return run.reason(within)
    parts = _called(run, asked) if _asks_which_card(node) else tuple(run.reason(one) for one in asked)
    is_given = kind is Kind.COMPARED and asked[0].function is not None and not asked[0].is_kept
    if is_given and (name := _name_of(run, asked[0])):
        parts = (replace(parts[0], words=called(name)), *parts[1:])  # `place is 1`
    return Reason(kind, run.value(step), parts=parts, sign=str(node.sign))


def _within_limit(asked: list[TracedStep], value: Known) -> TracedStep | None:
    """What is no more, or no less, than a limit that is written: then the limit does nothing, and is not told."""
    limits = [one for one in asked if isinstance(one.node, ir.Const)]
    others = [one for one in asked if not isinstance(one.node, ir.Const)]
    return others[0] if len(limits) == len(others) == 1 and others[0].value == value and not others[0].is_kept else None


def _listed_cell(run: Reasoning, step: TracedStep, cell: ir.Cell, place: ir.Expr) -> Reason:
    """What stands in a list on a card; of a tile whether it is open on a side, however it is turned."""
    column, asked = run.definition.columns[cell.column], step.part(cell)
    of = None if asked is None else _lies_alone(run, asked) or run.value(asked.parts[0])
    if of is None or not isinstance(place, ir.Op):
        return _found(run, step, cell)
    first = place.arguments[0]
    side = first.arguments[0] if column.edges and isinstance(first, ir.Op) else None
    if isinstance(side, ir.Const) and isinstance(side.value, int):
        name, is_open = f"open {_SIDES[side.value % len(_SIDES)]}", bool(step.value)
        return run.told(Reason(Kind.FOUND, is_open, name, asked_of(name, of, (), is_open)))
    counted = step.part(place)
    index = None if counted is None else counted.part(first)
    if index is None or asked is None or not isinstance(asked.value, tuple) or index.value is None:
        return _found(run, step, cell)
    name, value = asked_of(column.name, of, (), None), run.value(step)
    if column.type.sort is not ir.TypeSort.NUMBER:
        words = asked_of(f"{column.name} ({spoken(run.value(index))})", of, (), value)
        return run.told(Reason(Kind.PRINTED, value, called(column.name), words))
    return Reason(Kind.LOOKED_UP, value, name, parts=(run.reason(index),), given=tuple(map(spoken, asked.value)))


def _lies_alone(run: Reasoning, cell: TracedStep) -> Known:
    """The zone of which the first card is asked: it is called by that, too."""
    card = cell.parts[0]
    contents = card.parts[0] if isinstance(card.node, ir.Fold) and card.node.kind is FoldKind.FIRST and card.parts else None
    is_of_zone = contents is not None and isinstance(contents.node, ir.Contents) and contents.parts
    return run.value(contents.parts[0]) if is_of_zone and contents is not None else None


def _asks_which_card(node: ir.Op) -> bool:
    """`this is fox`."""
    first, *others = node.arguments
    is_face = isinstance(first, ir.Feature) and first.name in (ir.FeatureName.ROW, ir.FeatureName.KIND)
    return node.sign == ir.Sign.IS and is_face and isinstance(others[0], ir.Const)


def _called(run: Reasoning, asked: list[TracedStep]) -> tuple[Reason, ...]:
    """What a card is called, and what it is compared with: a name, or what kind of card it is."""
    rows, kinds, face = run.definition.rows, run.definition.kinds, asked[0]
    if isinstance(face.node, ir.Feature) and face.node.name == ir.FeatureName.KIND:
        kinds_named = [None if one.value is None else called(kinds[one.value].name) for one in asked]
        words = (spoken(run.value(face.parts[0])), *map(spoken, kinds_named[1:]))
        return tuple(run.told(Reason(Kind.FOUND, one, words=said)) for one, said in zip(kinds_named, words, strict=True))
    names = [None if one.value is None else rows[one.value][1].name for one in asked]
    return tuple(run.told(Reason(Kind.FOUND, name, words=spoken(name))) for name in names)


def _alone(reason: Reason, value: Known) -> Reason:
    """The same as a list of one: what ranked it is told of it still."""
    if reason.inner.kind is not Kind.RANKED:
        return Reason(Kind.FOUND, value, words=spoken(value), speech=reason.speech)
    parts = (*reason.parts[:-1], _alone(reason.parts[-1], value)) if reason.kind in PASSING else reason.parts
    return replace(reason, value=value, parts=parts)


def _summed(run: Reasoning, step: TracedStep) -> Reason:
    """A sum; all that the reader may not know of what it is made of is one part, which is what is left of it."""
    addends = _addends(run, step)
    known = [one for one in addends if not _is_unknown(one)]
    if len(known) == len(addends):
        return Reason(Kind.SUM, run.value(step), parts=tuple(addends))
    if not known:
        return run.leaf(Kind.FOUND, step)
    rest = sum(one.value for one in addends if _is_unknown(one) and isinstance(one.value, int))
    return Reason(Kind.SUM, run.value(step), parts=(*known, run.told(Reason(Kind.HIDDEN, rest))))


def _is_unknown(reason: Reason) -> bool:
    return reason.kind is Kind.HIDDEN or (reason.kind is Kind.NEGATED and _is_unknown(reason.parts[0]))


def _addends(run: Reasoning, step: TracedStep) -> list[Reason]:
    """Everything that is added up, whatever stands in brackets; what is taken away with its sign."""
    node = step.node
    if step.is_kept:
        return [Reason(Kind.HIDDEN, step.value)]
    if not isinstance(node, ir.Op) or node.sign not in _ADDED:
        return [run.reason(step)]
    left, right = (step.part(one) for one in node.arguments)
    assert left is not None and right is not None
    first = [] if isinstance(left.node, ir.Const) and left.value == 0 else _addends(run, left)
    second = _addends(run, right)
    return [*first, *(second if node.sign is Sign.ADD else [_negated(run, one) for one in second])]


def _negated(run: Reasoning, reason: Reason) -> Reason:
    if reason.kind is Kind.NEGATED:
        return reason.parts[0]
    value = -reason.value if isinstance(reason.value, int) else None
    return run.told(Reason(Kind.NEGATED, value, reason.name, reason.words, (reason,)))


def _length(run: Reasoning, step: TracedStep, things: TracedStep) -> Reason:
    reason = Reason(Kind.COUNTED, run.value(step), parts=run.things_in(things.value or (), single(run.type(things))))
    return _of_zone(run, reason, things)


def _of_zone(run: Reasoning, reason: Reason, source: TracedStep) -> Reason:
    """Of all cards of one zone it is told which zone that is."""
    while isinstance(source.node, ir.Fold) and source.node.kind is FoldKind.LIST and source.node.test is None:
        source = source.parts[0]
    zone = source.parts[0] if isinstance(source.node, ir.Contents) else None
    if zone is None or not isinstance(zone.value, int):
        return reason
    name = spoken(run.value(zone))
    words = as_place(name) if as_place(name) != name else f"{counted_in(run.things.world, zone.value)} in {name}"
    return replace(reason, name=words, words=words)


def _either(run: Reasoning, step: TracedStep, node: ir.Either) -> Reason:
    if (prized := prize(run, step, node)) is not None:
        return prized
    condition = step.part(node.condition)
    assert condition is not None
    taken = step.parts[-1]
    return Reason(Kind.CHOSEN, run.value(step), parts=(run.reason(condition), run.reason(taken)))


def _fold(run: Reasoning, step: TracedStep, node: ir.Fold) -> Reason:
    if node.kind in _CHOOSING and _picks(run, step):
        return _passed(run, step, node)
    is_as_it_is = node.kind is FoldKind.LIST and node.test is None and node.item is None  # player in (best player by …)
    if is_as_it_is and isinstance(node.source, ir.Sort | ir.Apply):
        return run.reason(step.parts[0])
    if node.kind not in _FOLDED:
        return _found(run, step, node)
    counted, others = run.members(step, node)
    given = () if counted or others else _empty_place(run, step.parts[0])
    reason = Reason(_FOLDED[node.kind], run.value(step), parts=counted, others=others, given=given)
    is_whole = node.kind is FoldKind.COUNT and node.test is None
    return _of_zone(run, reason, step.parts[0]) if is_whole else reason


def _empty_place(run: Reasoning, source: TracedStep) -> tuple[str, ...]:
    """The one zone in which there is nothing to look at."""
    while isinstance(source.node, ir.Fold) and source.node.kind is FoldKind.LIST:
        source = source.parts[0]
    zone = source.parts[0] if isinstance(source.node, ir.Contents) and not source.value else None
    return (spoken(run.value(zone)),) if zone is not None and isinstance(zone.value, int) else ()


def _picks(run: Reasoning, step: TracedStep) -> bool:
    """Whether it is players, or members of a type, of whom something is asked."""
    node = step.node
    return isinstance(node, ir.Fold) and node.test is not None and single(run.type(step)).sort in _NAMED


def _passed(run: Reasoning, step: TracedStep, node: ir.Fold) -> Reason:
    """Of whom something is so, and of whom it is not, each with what was asked."""
    type = single(run.type(step.parts[0]))
    asked = [one[0] for one in step.rounds(node.test)]
    both = [[(run.known(one.thing, type), run.item(one)) for one in asked if bool(one.value) is so] for so in (True, False)]
    passed, failed = (run.in_order(members) for members in both)
    return Reason(Kind.PASSED, run.value(step), parts=passed, others=failed)


def _ranking(run: Reasoning, step: TracedStep, node: ir.Sort | ir.Rank, kind: Kind) -> Reason:
    source = step.part(node.source)
    assert source is not None
    type = single(run.type(source))
    candidates: list[Member] = []
    for asked in step.rounds(*[key for key, _ in node.keys]):
        thing = run.known(asked[0].thing, type)
        candidates.append((thing, Reason(Kind.CANDIDATE, thing, parts=tuple(run.reason(one) for one in asked))))
    if kind is Kind.RANKED and len(candidates) < 2 and isinstance(step.value, tuple) and _picks(run, source):
        return _passed(run, source, source.node)  # type: ignore[arg-type]
    turned = isinstance(node, ir.Sort) and node.kind is ir.SortKind.LAST  # the last by most is the first by least
    keys = max((one.parts for _, one in candidates), key=len, default=())
    ends = ["most" if most is not turned else "least" for _, most in node.keys]
    by = [f"{end} {key_name(key)}" for end, key in zip(ends, keys, strict=False)]
    mine = candidates[: int(kind is Kind.RANK)]  # a rank is asked of the thing first, then of everybody
    parts = (*run.in_order(mine), *run.in_order(candidates[len(mine) :]))
    sign = str(node.kind) if isinstance(node, ir.Sort) else ""
    return Reason(kind, run.value(step), parts=parts, others=run.asked_at_all(source, type), by=tuple(by), sign=sign)


def _rank(run: Reasoning, step: TracedStep, node: ir.Rank) -> Reason:
    return _ranking(run, step, node, Kind.RANK) if step.value is not None else _found(run, step, node)


def _grouped(run: Reasoning, step: TracedStep, node: ir.Grouped) -> Reason:
    if node.part not in (ir.GroupingPart.WORTH, ir.GroupingPart.UNUSED):
        return _found(run, step, node)
    cards = step.part(node.cards)
    assert cards is not None
    type = single(run.type(cards))
    sets = []
    for together, worth, pattern in step.sets:
        things = run.things_in(together, type)
        sets.append(run.told(Reason(Kind.SET, worth, called(pattern), listed(one.words for one in things), things)))
    kind = run.definition.groupings[node.grouping].kind
    used = {card for group, *_ in step.sets for card in group}
    unused = [card for card in cards.value or () if card not in used and run.things.world.kind[card] == kind]
    name = ("unused in " if node.part is ir.GroupingPart.UNUSED else "") + called(run.definition.groupings[node.grouping].name)
    others = run.things_in(unused, type)
    return Reason(Kind.GROUPED, run.value(step), name, name, tuple(sets), others, sign=str(node.part))


_REASONS: Nodes = {
    ir.Const: _const,
    ir.Local: _local,
    ir.Read: _read,
    ir.Setting: _setting,
    ir.Cell: _cell,
    ir.Feature: _feature,
    ir.Computed: _computed,
    ir.Apply: _apply,
    ir.ByRow: _by_row,
    ir.Op: _op,
    ir.Either: _either,
    ir.All: _found,
    ir.ZoneOf: _found,
    ir.Contents: _found,
    ir.Numbers: _found,
    ir.Beyond: _found,
    ir.Spread: _found,
    ir.Reach: _found,
    ir.Fold: _fold,
    ir.Sort: lambda run, step, node: _ranking(run, step, node, Kind.RANKED),
    ir.Rank: _rank,
    ir.Clockwise: _found,
    ir.Score: _score,
    ir.Grouped: _grouped,
}
