"""Lowers `draw`: cards go one by one from the top of a zone to another, as long as there are any.

Takes the sentence and its scope; returns a loop of moves. What is shuffled into the zone when it is empty, and what happens
when nothing is left at all, is declared with the zone. Needs nothing of the engine.
"""

from __future__ import annotations

from ... import ir
from ...model.definition import emptying_verb
from ..declare.scope import Scope, Wrong
from ..diagnostics import did_you_mean
from ..parse import syntax_verbs as V
from .context import Context
from .expressions import as_number, as_zone
from .joining import sequence
from .moving import FACES, check_room, default_end, moving
from .types import held_kinds


def lower_draw(context: Context, node: V.Draw, scope: Scope, line: int) -> ir.Stmt:
    words = context.words
    amount = as_number(context, node.amount, scope)
    noun = words.noun(node.noun)
    if noun is None or noun.type.sort != ir.TypeSort.CARD:
        raise Wrong(node.at, "unknown-noun", did_you_mean(node.noun, words.nouns_as_said()), name=node.noun)
    source, source_type = as_zone(context, node.source, scope)
    context.notes.drawn |= set(source_type.names or words.families)
    target, target_type = as_zone(context, node.target, scope)
    check_room(context, node.at, noun.type, source_type)
    check_room(context, node.at, noun.type, target_type)
    pile = scope.places.new(source_type, "pile")
    goal = scope.places.new(target_type, "goal")
    rounds = scope.places.rounds("drawn")
    contents = ir.Contents(ir.Local(pile))
    left: ir.Expr = ir.Op(ir.Sign.LENGTH, (contents,))
    empty: ir.Expr = ir.Op(ir.Sign.IS, (left, ir.Const(0)))
    where = default_end(context, target_type)
    lying = [kind for name in source_type.names or words.families for kind in held_kinds(words, name)]
    drawn = ir.Type(ir.TypeSort.CARD, tuple(dict.fromkeys(lying)))  # whatever lies on top, not only what the sentence calls it
    take = moving(
        context, scope, ir.Fold(ir.FoldKind.FIRST, 0, contents), drawn,
        lambda moved: ir.Move(moved, ir.Local(goal), where, FACES[node.face], line), line,
    )  # fmt: skip
    refill = _refill(context, source_type, pile, line)
    over = empty
    if refill:
        statement, spare = refill
        in_spare = ir.Op(ir.Sign.LENGTH, (ir.Contents(spare),))
        take = sequence(ir.If(empty, statement, ir.NOTHING_TO_DO, line), take)
        over = ir.Op(ir.Sign.AND, (empty, ir.Op(ir.Sign.IS, (in_spare, ir.Const(0)))))
        left = ir.Op(ir.Sign.ADD, (left, in_spare))
    loop = ir.Loop(over, amount, take, *rounds, line)
    whole = _with_nothing_left(context, source_type, scope, loop, left, line)
    return sequence(ir.Let(pile, source, line), ir.Let(goal, target, line), whole)


def _refill(context: Context, source: ir.Type, pile: int, line: int) -> tuple[ir.Stmt, ir.Expr] | None:
    """What happens when a card is needed and the pile is empty: its refill is shuffled into it."""
    family = context.words.families[source.names[0]] if source.names else None
    if family is None or family.refill is None:
        return None
    per = list(context.words.families.values())[family.refill].per
    spare = ir.ZoneOf(family.refill, ir.Feature(ir.FeatureName.PARENT, ir.Local(pile)) if not per.is_game else None)
    move = ir.Move(ir.Contents(spare), ir.Local(pile), ir.Where.BOTTOM, 0, line)
    return sequence(move, ir.Shuffle(ir.Local(pile), line)), spare


def _with_nothing_left(context: Context, source: ir.Type, scope: Scope, loop: ir.Loop, left: ir.Expr, line: int) -> ir.Stmt:
    """The same, and then what the zone says for when there are fewer cards left than are to be drawn."""
    verb = context.words.verbs.get(emptying_verb(source.names[0])) if source.names else None
    if verb is None:
        return loop
    short = scope.places.new(ir.FLAG, "short")
    call = ir.Call(verb.number, (ir.Local(scope.player), ir.Const(None)), line)
    is_short = ir.Op(ir.Sign.LESS, (left, loop.most))
    return sequence(ir.Let(short, is_short, line), loop, ir.If(ir.Local(short), call, ir.NOTHING_TO_DO, line))
