"""Lowers sentences: a function for every verb.

Takes a verb of `syntax_verbs` and its scope; returns statements of the IR. A verb is sugar over a few of them, so a new one
touches no engine. Never reads YAML.
"""

from __future__ import annotations

from collections.abc import Callable

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
from .joining import for_each, sequence
from .types import check_arguments, need, only_card

FACES = {"up": 1, "down": 0, "": None}


# ---------------------------------------------------------------- cards


def lower_move(context: Context, node: V.Move, scope: Scope, line: int) -> ir.Stmt:
    cards, type = as_cards(context, node.object, scope)
    face = FACES[node.face]
    if node.destination.where == "under":
        host, host_type = as_cards(context, node.destination.of, scope)
        need(host_type, "card", node.destination.of.at)
        return _moving(context, scope, cards, type, lambda moved: ir.Move(moved, host, ir.Where.UNDER, face, line), line)
    zone, zone_type = as_zone(context, node.destination.of, scope)
    check_room(context, node.object.at, type, zone_type)
    where = ir.Where(node.destination.where) if node.destination.where in ("top", "bottom") else default_end(context, zone_type)
    return _moving(context, scope, cards, type, lambda moved: ir.Move(moved, zone, where, face, line), line)


def default_end(context: Context, zone: ir.Type) -> ir.Where:
    piles = [context.words.families[name].form.is_stacked for name in zone.names]
    return ir.Where.TOP if piles and all(piles) else ir.Where.BOTTOM


def check_room(context: Context, at: S.At, cards: ir.Type, zone: ir.Type) -> None:
    """A card can only go where its kind is held; what a failed choice left without a kind was complained of already."""
    if not cards.names:
        return
    for name in zone.names:
        holds = context.words.families[name].holds
        kinds = list(context.words.kinds)
        if holds and not any(kinds.index(kind) in holds for kind in cards.names):
            raise Wrong(
                at,
                "zone-does-not-hold",
                zone=name,
                kind=" or ".join(cards.names),
                notes=(f"{name} holds: {listed(kinds[number] for number in holds)}",),
            )


def _moving(
    context: Context, scope: Scope, cards: ir.Expr, type: ir.Type, move: Callable[[ir.Expr], ir.Stmt], line: int
) -> ir.Stmt:
    """A move with the events it causes, if anybody listens to them."""
    leaves, enters = "leaves" in context.events.listeners, "enters" in context.events.listeners
    if not leaves and not enters:
        return move(cards)
    moved = scope.places.new(ir.Type(ir.TypeSort.CARD, type.names, True), "moved")
    before = scope.places.new(ir.Type(ir.TypeSort.ZONE, (), True), "before")
    index = scope.places.new(ir.NUMBER, "index")
    items = scope.places.new(ir.Type(ir.TypeSort.CARD, (), True), "items")
    card = scope.places.new(ir.Type(ir.TypeSort.CARD, type.names), "card")
    from_zone = ir.Op(ir.Sign.ITEM, (ir.Local(before), ir.Local(index)))
    to_zone = ir.Feature(ir.FeatureName.ZONE, ir.Local(card))
    events = sequence(
        trigger(context, "leaves", scope, ir.Local(card), from_zone, line=line),
        trigger(context, "enters", scope, ir.Local(card), to_zone, line=line),
    )
    return sequence(
        ir.Let(moved, cards if type.many else ir.Op(ir.Sign.LISTED, (cards,)), line),
        ir.Let(before, ir.Op(ir.Sign.ZONES_OF, (ir.Local(moved),)), line),
        move(ir.Local(moved)),
        ir.Each(card, ir.Local(moved), events, None, items, index, line),
    )


def lower_draw(context: Context, node: V.Draw, scope: Scope, line: int) -> ir.Stmt:
    words = context.words
    amount = as_number(context, node.amount, scope)
    noun = words.noun(node.noun)
    if noun is None or noun.type.sort != ir.TypeSort.CARD:
        raise Wrong(node.at, "unknown-noun", did_you_mean(node.noun, words.all_nouns()), name=node.noun)
    source, source_type = as_zone(context, node.source, scope)
    context.notes.drawn |= set(source_type.names or words.families)
    target, target_type = as_zone(context, node.target, scope)
    check_room(context, node.at, noun.type, source_type)
    check_room(context, node.at, noun.type, target_type)
    pile = scope.places.new(source_type, "pile")
    goal = scope.places.new(target_type, "goal")
    rounds = scope.places.rounds("drawn")
    contents = ir.Contents(ir.Local(pile))
    empty: ir.Expr = ir.Op(ir.Sign.IS, (ir.Op(ir.Sign.LENGTH, (contents,)), ir.Const(0)))
    where = default_end(context, target_type)
    take = _moving(
        context, scope, ir.Fold(ir.FoldKind.FIRST, 0, contents), noun.type,
        lambda moved: ir.Move(moved, ir.Local(goal), where, FACES[node.face], line), line,
    )  # fmt: skip
    refill = _refill(context, source_type, pile, line)
    over = empty
    if refill:
        statement, spare = refill
        take = sequence(ir.If(empty, statement, ir.NOTHING_TO_DO, line), take)
        over = ir.Op(ir.Sign.AND, (empty, ir.Op(ir.Sign.IS, (ir.Op(ir.Sign.LENGTH, (ir.Contents(spare),)), ir.Const(0)))))
    return sequence(ir.Let(pile, source, line), ir.Let(goal, target, line), ir.Loop(over, amount, take, *rounds, line))


def _refill(context: Context, source: ir.Type, pile: int, line: int) -> tuple[ir.Stmt, ir.Expr] | None:
    """What happens when a card is needed and the pile is empty: its refill is shuffled into it."""
    family = context.words.families[source.names[0]] if source.names else None
    if family is None or family.refill is None:
        return None
    per = list(context.words.families.values())[family.refill].per
    spare = ir.ZoneOf(family.refill, ir.Feature(ir.FeatureName.PARENT, ir.Local(pile)) if not per.is_game else None)
    move = ir.Move(ir.Contents(spare), ir.Local(pile), ir.Where.BOTTOM, 0, line)
    return sequence(move, ir.Shuffle(ir.Local(pile), line)), spare


def lower_discard(context: Context, node: V.Discard, scope: Scope, line: int) -> ir.Stmt:
    cards, type = as_cards(context, node.object, scope)
    for name in type.names:
        if len(type.names) == 1 and context.words.kinds[name].discards_to is None:
            raise Wrong(node.object.at, "no-discard-zone", kind=name)
    return _moving(context, scope, cards, type, lambda moved: ir.Discard(moved, line), line)


def lower_reveal(context: Context, node: V.Reveal, scope: Scope, line: int) -> ir.Stmt:
    cards, type = as_cards(context, node.object, scope)
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
        move = _moving(context, scope, cards, type, lambda moved: ir.Move(moved, inside, ir.Where.BOTTOM, 0, line), line)
        return sequence(ir.Let(goal, zone, line), move, ir.Shuffle(ir.Local(goal), line))
    zone, type = lower_expr(context, node.object, scope)
    need(type, "zone", node.object.at, many_too=True)
    return for_each(scope, zone, type, lambda each: ir.Shuffle(each, line), line)


def lower_roll(context: Context, node: V.Roll, scope: Scope, line: int) -> ir.Stmt:
    dice, type = as_cards(context, node.object, scope)
    if not all(context.words.kinds[name].faces for name in type.names):
        raise Wrong(node.object.at, "not-a-die", name=" or ".join(type.names))
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
    check_arguments(node.at, node.verb, verb.parameters, [type for _, type in arguments], node.arguments)
    _check_this(context, verb, node, scope)
    this: ir.Expr = ir.Const(None) if verb.of.is_game else ir.Local(scope.this_at)
    values = tuple(value for value, _ in arguments)
    event = f"is {verb.event}"
    if event in context.events.instead and context.replacing != event:
        return ir.Call(context.events.instead[event], (ir.Local(scope.player), this, *values), line)
    call = ir.Call(verb.number, (ir.Local(scope.player), this, *values), line)
    if not verb.event or not arguments:
        return call
    return sequence(call, trigger(context, f"is {verb.event}", scope, values[0], line=line))


def _check_this(context: Context, verb: Defined, node: V.Call, scope: Scope) -> None:
    """A verb that is `of` a thing is used where `this` is such a thing."""
    fitting = scope.this and verb.of in context.words.owners_of(scope.this)
    if not verb.of.is_game and not fitting:
        of = context.words.owner_name(verb.of)
        raise Wrong((node.at[0], node.at[0] + len(node.verb)), "verb-of-another", name=node.verb, of=of)
