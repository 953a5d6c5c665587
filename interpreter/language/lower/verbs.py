"""Lowers sentences: a function for every verb.

Takes a verb of `syntax_verbs` and its scope; returns statements of the IR. A verb is sugar over a few of them, so a new one
touches no engine. Never reads YAML.
"""

from __future__ import annotations

from ... import ir
from ..declare.names import Defined
from ..declare.scope import Scope, Wrong
from ..diagnostics import did_you_mean, listed
from ..explain.misreading import instead_of
from ..parse import syntax as S
from ..parse import syntax_verbs as V
from ..words import verbs
from .context import Context
from .events import trigger
from .expressions import as_cards, as_number, as_zone, lower_expr
from .joining import asked_once, for_each, sequence
from .moving import FACES, check_room, default_end, doubt_faces, moving, speaks_of_it
from .types import check_arguments, need, only_card

# ---------------------------------------------------------------- cards


def lower_move(context: Context, node: V.Move, scope: Scope, line: int) -> ir.Stmt:
    cards, type = as_cards(context, node.object, scope)
    face = FACES[node.face]
    if node.destination.where == "under":
        host, host_type = as_cards(context, node.destination.of, scope)
        need(host_type, "card", node.destination.of.at)
        return moving(context, scope, cards, type, lambda moved: ir.Move(moved, host, ir.Where.UNDER, face, line), line)
    is_dealt = type.many and speaks_of_it(node.destination.of)
    inner, slot = scope.with_it(ir.Type(ir.TypeSort.CARD, type.names)) if is_dealt else (scope, ir.THIS)
    zone, zone_type = as_zone(context, node.destination.of, inner)
    check_room(context, node.object.at, type, zone_type)
    where = ir.Where(node.destination.where) if node.destination.where in ("top", "bottom") else default_end(context, zone_type)
    if is_dealt:
        return moving(context, scope, cards, type, lambda moved: ir.Deal(slot, moved, zone, where, face, line), line)
    return moving(context, scope, cards, type, lambda moved: ir.Move(moved, zone, where, face, line), line)


def lower_discard(context: Context, node: V.Discard, scope: Scope, line: int) -> ir.Stmt:
    cards, type = as_cards(context, node.object, scope)
    for name in type.names:
        if len(type.names) == 1 and context.words.kinds[name].discards_to is None:
            raise Wrong(node.object.at, "no-discard-zone", kind=name)
    return moving(context, scope, cards, type, lambda moved: ir.Discard(moved, line), line)


def lower_reveal(context: Context, node: V.Reveal, scope: Scope, line: int) -> ir.Stmt:
    cards, type = as_cards(context, node.object, scope)
    doubt_faces(context, node.object, cards)

    def announce(card: ir.Expr) -> ir.Stmt:
        event = ir.Emit(ir.Event.REVEALED, ((card, ir.Type(ir.TypeSort.CARD, type.names)),), line)
        return sequence(event, trigger(context, "is revealed", scope, card, line=line))

    if not type.many:
        card = scope.places.new(ir.Type(ir.TypeSort.CARD, type.names), "turned")
        shown = sequence(ir.Face(ir.Local(card), 1, line), announce(ir.Local(card)))
        down = ir.Feature(ir.FeatureName.FACE_DOWN, ir.Local(card))
        return sequence(ir.Let(card, cards, line), ir.If(down, shown, ir.NOTHING_TO_DO, line))
    slot = scope.places.new(ir.Type(ir.TypeSort.CARD, type.names), "it")
    turned = scope.places.new(ir.Type(ir.TypeSort.CARD, type.names, True), "turned")
    many = ir.Type(ir.TypeSort.CARD, type.names, True)
    those = ir.Fold(ir.FoldKind.LIST, slot, cards, ir.Op(ir.Sign.NOT, (ir.Feature(ir.FeatureName.FACE_UP, ir.Local(slot)),)))
    return sequence(
        ir.Let(turned, those, line),
        ir.Face(ir.Local(turned), 1, line),
        for_each(scope, ir.Local(turned), many, announce, line),
    )


def lower_turn(context: Context, node: V.Turn, scope: Scope, line: int) -> ir.Stmt:
    cards, _ = as_cards(context, node.object, scope)
    if node.face == "up":
        doubt_faces(context, node.object, cards)
    return ir.Face(cards, 1 if node.face == "up" else 0, line)


def lower_show(context: Context, node: V.Show, scope: Scope, line: int) -> ir.Stmt:
    cards, _ = as_cards(context, node.object, scope)
    players, type = lower_expr(context, node.to, scope)
    need(type, "player", node.to.at, many_too=True)
    return ir.Show(cards, players, line)


def lower_swap(context: Context, node: V.Swap, scope: Scope, line: int) -> ir.Stmt:
    left, left_type = lower_expr(context, node.left, scope)
    right, right_type = lower_expr(context, node.right, scope)
    if left_type.sort == right_type.sort == ir.TypeSort.ZONE:
        return ir.Swap(left, right, True, line)
    need(left_type, "card", node.left.at)
    need(right_type, "card", node.right.at)
    return ir.Swap(left, right, False, line)


def lower_shuffle(context: Context, node: V.Shuffle, scope: Scope, line: int) -> ir.Stmt:
    if node.into is not None:
        cards, type = as_cards(context, node.object, scope)
        zone, zone_type = as_zone(context, node.into, scope)
        check_room(context, node.object.at, type, zone_type)
        goal = scope.places.new(zone_type, "goal")
        inside = ir.Local(goal)
        move = moving(context, scope, cards, type, lambda moved: ir.Move(moved, inside, ir.Where.BOTTOM, 0, line), line)
        return sequence(ir.Let(goal, zone, line), move, ir.Shuffle(ir.Local(goal), line))
    zone, type = lower_expr(context, node.object, scope)
    need(type, "zone", node.object.at, many_too=True)
    return for_each(scope, zone, type, lambda each: ir.Shuffle(each, line), line)


def lower_roll(context: Context, node: V.Roll, scope: Scope, line: int) -> ir.Stmt:
    dice, type = as_cards(context, node.object, scope)
    if not type.names or not all(context.words.kinds[name].faces for name in type.names):  # without names there are no cards
        raise Wrong(node.object.at, "not-a-die", name=" or ".join(type.names) or "a card")
    return ir.Roll(dice, line)


# ---------------------------------------------------------------- programs, endings, defined verbs


def lower_use_cell(context: Context, node: V.UseCell, scope: Scope, line: int) -> ir.Stmt:
    cell = node.cell
    if not isinstance(cell, S.Property) or cell.of is None:
        raise Wrong(node.at, "not-a-program")
    thing, type = lower_expr(context, cell.of, scope)
    card = only_card(context.words, thing, type)
    thing, type = card or (thing, type)
    index = as_number(context, cell.arguments[0], scope) if cell.arguments else None
    tables = [(context.programs[table, cell.name], table) for table in type.names if (table, cell.name) in context.programs]
    if not tables:
        raise Wrong(cell.at, "not-a-program")
    rows = tuple(entry for programs, _ in tables for entry in programs)
    return ir.Dispatch(ir.Local(scope.player), thing, rows, line, ir.ThingSort(type.sort), index)


def lower_end(context: Context, node: V.End, scope: Scope, line: int) -> ir.Stmt:
    if node.name == "instead" and context.replacing:
        return ir.Leave(context.made.stretch(f"instead {context.replacing}"), line)
    known = {"turn", "round", "game", *context.words.steps, *context.words.verbs}
    if node.name not in known:
        raise Wrong(node.at, "nothing-to-end", did_you_mean(node.name, known), name=node.name)
    return ir.Leave(context.made.stretch(node.name), line)


def lower_call(context: Context, node: V.Call, scope: Scope, line: int) -> ir.Stmt:
    verb = context.words.verbs.get(node.verb)
    if verb is None:
        known = [*verbs(), *context.words.verbs]
        raise Wrong(
            (node.at[0], node.at[0] + len(node.verb)),
            "unknown-action",
            instead_of(node.verb, known),
            (f"an action starts with one of: {listed(sorted(known), 40)}",),
            name=node.verb,
        )
    arguments = []
    for argument in node.arguments:
        arguments.append(lower_expr(context, argument, scope))
    check_arguments(node.at, node.verb, verb.parameters, [type for _, type in arguments], node.arguments, "{} {}")
    _check_this(context, verb, node, scope)
    this: ir.Expr = ir.Const(None) if verb.of.is_game else ir.Local(scope.this_at)
    values = tuple(value for value, _ in arguments)
    event = f"is {verb.event}"
    if event in context.events.instead and context.replacing != event:
        return ir.Call(context.events.instead[event], (ir.Local(scope.player), this, *values), line)
    if event not in context.events.listeners or not arguments:
        return ir.Call(verb.number, (ir.Local(scope.player), this, *values), line)
    name, _ = verb.parameters[0]
    asking, first = asked_once(scope, *arguments[0], line, name)
    call = ir.Call(verb.number, (ir.Local(scope.player), this, first, *values[1:]), line)
    return sequence(asking, call, trigger(context, event, scope, first, line=line))


def _check_this(context: Context, verb: Defined, node: V.Call, scope: Scope) -> None:
    """A verb that is `of` a thing is used where `this` is such a thing."""
    fitting = scope.this and verb.of in context.words.owners_of(scope.this)
    if not verb.of.is_game and not fitting:
        of = context.words.owner_name(verb.of)
        raise Wrong((node.at[0], node.at[0] + len(node.verb)), "verb-of-another", name=node.verb, of=of)
