"""Lowers statements: the slots that say when, how often and about whom.

Takes YAML nodes; returns statements of the IR. Sentences inside go to `lower_verbs`, decisions to `lower_choices`.
One list is one block: a name bound in it lives to its end.
"""

from __future__ import annotations

from collections.abc import Callable

from ... import ir
from ..declare.names import SOMEBODY, singulars
from ..declare.scope import Scope, Wrong
from ..diagnostics import listed
from ..parse import syntax as S
from ..parse.grammar import reserved_words
from ..read.nodes import Mapping, Node, Sequence, Text, text_of
from .checks import call_checks, with_checks
from .choices import condition, lower_ask, lower_choose, lower_may, lower_offer, lower_seat, lower_window
from .draft import Draft, sequence
from .names import UNSURE
from .sets import lower_membership, lower_set
from .slots import check_statement, heads_agree, is_decision
from .texts import lower_text, plain
from .turns import lower_turns
from .types import TRUE, need
from .values import lower_expr, lower_keys, lower_player, lower_times
from .verbs import lower_verb

ASKED_ONCE = "if is asked once, before the first of them; write {head}: {noun} with … to ask it of each"
_AFTER_A_NOUN = (
    "in", "with", "by", "as", "above", "below", "under", "beside", "after", "before", "reachable", "from", "clockwise",
)  # fmt: skip
HEADS = (
    "choose", "window", "offer", "may", "ask", "each", "repeat", "let", "step", "turns", "rounds", "say", "together", "then",
)  # fmt: skip


def lower_block(draft: Draft, node: Node | None, scope: Scope) -> ir.Stmt:
    """A list of statements, or a single one."""
    if node is None:
        return ir.NOTHING_TO_DO
    if isinstance(node, Sequence):
        return sequence(*[lower_statement(draft, item, scope) for item in node.items])
    return lower_statement(draft, node, scope)


def lower_statement(draft: Draft, node: Node, scope: Scope) -> ir.Stmt:
    if isinstance(node, Text):
        line = node.span.line
        found: ir.Stmt = draft.attempt(node, "action", lambda tree: lower_verb(draft, tree, scope, line), ir.NOTHING_TO_DO)
        return with_checks(draft, found, scope, line)
    if isinstance(node, Sequence):
        draft.complaints.add(node.span, "list-in-list")
        return ir.NOTHING_TO_DO
    return _about_somebody(draft, node, scope)


def _about_somebody(draft: Draft, node: Mapping, scope: Scope) -> ir.Stmt:
    """`by` and `for` change whom the statement is about, before anything else is read."""
    who = next((slot for slot in ("by", "for") if slot in node.items), None)
    if who is None:
        return _guarded(draft, node, scope)
    player = lower_seat(draft, node.get(who), scope)
    slot = scope.places.new(ir.PLAYER_TYPE, "player")
    inner = scope.about(slot)
    body = _guarded(draft, node, inner)
    for name, place in inner.names.items():
        scope.names.setdefault(name, place)
    return sequence(ir.Let(slot, player or ir.Const(None), node.span.line), body)


def _guarded(draft: Draft, node: Mapping, scope: Scope) -> ir.Stmt:
    heads = [slot for slot in HEADS if slot in node.items]
    if not heads_agree(node, heads, draft.complaints):
        return ir.NOTHING_TO_DO
    if heads or "do" in node.items:
        check_statement(node, heads, draft.complaints)
    if "if" in node.items and "then" in node.items:
        return _if(draft, node, scope)
    if is_decision(node, heads) and not scope.has_player:
        draft.complaints.add(node.keys.get(heads[-1], node.span), "no-player")
        scope = scope.about(scope.places.new(ir.PLAYER_TYPE, "player"), scope.names)
    body = _headed(draft, node, heads[-1] if heads else "do", scope)
    if "if" not in node.items:
        return body
    draft.hint, draft.hint_names = _asked_once(node, scope)
    guard = lower_guard(draft, node.get("if"), scope)
    draft.hint, draft.hint_names = "", ()
    return ir.If(guard, body, ir.NOTHING_TO_DO, node.span.line)


def _asked_once(node: Mapping, scope: Scope) -> tuple[str, tuple[str, ...]]:
    """What helps with a condition that may be meant for each of several, though it is asked before there is one, and how each
    of them is called."""
    head = next((one for one in ("each", "ask", "turns") if one in node.items), "")
    words = text_of(node.get(head)).split() if head else []
    place = next((number for number, word in enumerate(words) if word in _AFTER_A_NOUN), len(words))
    if not place or (words[place - 1] == "player" and scope.player != ir.PLAYER):
        return "", ()
    noun = words[place - 1]
    called = words[-1:] if words[-2:-1] == ["as"] else []
    return ASKED_ONCE.format(head=head, noun=" ".join(words[:place])), (noun, *singulars(noun), *called)


def _headed(draft: Draft, node: Mapping, head: str, scope: Scope) -> ir.Stmt:
    if head == "then":
        draft.complaints.add(node.keys["then"], "then-without-if")
        return ir.NOTHING_TO_DO
    if head == "do":
        if "do" not in node.items:
            if "if" in node.items:
                draft.complaints.add(node.keys["if"], "if-without-then")
            else:
                draft.complaints.add(node.span, "no-head", slots=listed(HEADS, 20))
            return ir.NOTHING_TO_DO
        return lower_block(draft, node.get("do"), scope.inner())
    return _HEADS[head](draft, node, scope)


def lower_guard(draft: Draft, node: Node | None, scope: Scope) -> ir.Expr:
    """A condition; a list means all of them."""
    if node is None:
        return TRUE
    if isinstance(node, Sequence):
        if not node.items:
            draft.complaints.add(node.span, "no-conditions")
        test: ir.Expr = TRUE
        for item in node.items:
            more = condition(draft, item, scope)
            test = more if test == TRUE else ir.Op(ir.Sign.AND, (test, more))
        return test
    return condition(draft, node, scope)


def _if(draft: Draft, node: Mapping, scope: Scope) -> ir.Stmt:
    test = lower_guard(draft, node.get("if"), scope)
    then = lower_block(draft, node.get("then"), scope.inner())
    otherwise = lower_block(draft, node.get("else"), scope.inner())
    return ir.If(test, then, otherwise, node.span.line)


def _let(draft: Draft, node: Mapping, scope: Scope) -> ir.Stmt:
    names = node.get("let")
    if not isinstance(names, Mapping):
        draft.complaints.add(node.span, "names-expected", slot="let")
        return ir.NOTHING_TO_DO
    steps = []
    for name, value in names.items.items():
        lowered = draft.attempt(value, "condition", lambda tree: lower_expr(draft.words, tree, scope), None)
        expr, type = lowered or (ir.Const(None), ir.ANY)
        if type.sort == "none":
            type = ir.ANY
        if name in reserved_words() or name in SOMEBODY:
            draft.complaints.add(names.keys[name], "reserved-word", word=name)
        steps.append(ir.Let(scope.bind(name, type), expr, value.span.line))
    return sequence(*steps)


def _say(draft: Draft, node: Mapping, scope: Scope) -> ir.Stmt:
    return ir.Say(lower_text(draft, node.get("say"), scope, plain("")), node.span.line)


def _together(draft: Draft, node: Mapping, scope: Scope) -> ir.Stmt:
    """Several sentences as one step: checks wait until the last of them."""
    before, draft.unchecked = draft.unchecked, True
    body = lower_block(draft, node.get("together"), scope)
    draft.unchecked = before
    return body if before else sequence(body, call_checks(draft, scope, node.span.line))


# ---------------------------------------------------------------- loops

Many = tuple[ir.Expr, ir.Type, str, str]


def _in_order(draft: Draft, tree: S.Every, source: ir.Expr, type: ir.Type, scope: Scope) -> ir.Expr:
    """A list in the order that is written behind it; what `player` picks next is found out on the way."""
    if tree.order is None or tree.order.kind == "choice":
        return source
    if tree.order.kind == "keys":
        inner, slot = scope.with_it(type)
        return ir.Sort(ir.SortKind.ALL, slot, source, lower_keys(draft.words, tree.order.keys, inner))
    assert tree.order.start is not None
    start = lower_player(draft.words, tree.order.start, scope)
    if type.sort != "player":
        raise Wrong(tree.order.at, "clockwise-of-players")
    return ir.Clockwise(source, start, tree.order.kind.endswith("after"))


def refuse_choice(draft: Draft, node: Mapping, slot: str, order: str) -> None:
    """Only `each` goes through things as somebody picks them."""
    if order == "choice":
        draft.complaints.add(node.items[slot].span, "only-each-by-choice", slot=slot)


def lower_every(draft: Draft, node: Node | None, scope: Scope) -> Many | None:
    """`player clockwise from starter as rival`: the list, its type, the name of each, and `choice` if asked for."""

    def build(tree: S.Every) -> Many:
        source, many = lower_set(draft.words, tree.set, scope)
        type = ir.Type(many.sort, many.names)
        noun = tree.set.words[-1].name
        alike = [one for one in singulars(noun) if draft.words.noun(one) == draft.words.noun(noun)]
        name = tree.name or (alike[-1] if draft.words.noun(noun) else noun)
        by_choice = tree.order is not None and tree.order.kind == "choice"
        return _in_order(draft, tree, source, type, scope), type, name, "choice" if by_choice else ""

    found: Many | None = draft.attempt(node, "every", build, None)
    return found


def bind_each(scope: Scope, type: ir.Type, name: str) -> tuple[Scope, int]:
    """A block that is about each thing in turn; `each: player` also says who `player` is."""
    slot = scope.places.new(type, name)
    inner = scope.about(slot) if name == "player" else scope.inner()
    inner.names[name] = (slot, type)
    inner.latest = name
    return inner, slot


def _each(draft: Draft, node: Mapping, scope: Scope) -> ir.Stmt:
    many = lower_every(draft, node.get("each"), scope)
    if many is None:
        source: ir.Expr = ir.Const(None)
        type, name, how = ir.ANY, "it", ""
    else:
        source, type, name, how = many
    inner, slot = bind_each(scope, type, name)
    if many is None:
        inner.names[UNSURE] = (slot, type)
    body = lower_block(draft, node.get("do"), inner)
    until = condition(draft, node.items["until"], inner) if "until" in node.items else None
    line = node.span.line
    if how == "choice":
        return _by_choice(draft, node, scope, inner, (source, type, slot), body, until)
    items, index = scope.places.new(ir.Type(type.sort, type.names, True), "items"), scope.places.new(ir.NUMBER, "index")
    return ir.Each(slot, source, body, until, items, index, line)


def _by_choice(
    draft: Draft, node: Mapping, scope: Scope, inner: Scope, each: tuple[ir.Expr, ir.Type, int], body: ir.Stmt,
    until: ir.Expr | None,
) -> ir.Stmt:  # fmt: skip
    """The player picks what comes next, until nothing is left."""
    source, type, slot = each
    draft.wants.note_decision(node, "each", scope)
    left = scope.places.new(ir.Type(type.sort, type.names, True), "left")
    count = scope.places.new(ir.NUMBER, "count")
    line = node.span.line
    text = lower_text(draft, node.get("option"), inner, ir.Text(((ir.Local(slot), type),)))
    prompt = lower_text(draft, node.get("prompt"), scope, plain("")) if "prompt" in node.items else None
    choice = ir.Choose(
        draft.new_site(((type,),), node.span), ir.Op(ir.Sign.LISTED, (ir.Local(scope.player),)),
        (ir.Branch(TRUE, ((slot, ir.Local(left), type),), text),), None, prompt, scope.places.new(ir.NUMBER, "answer"), line,
    )  # fmt: skip
    drop = ir.Let(left, ir.Op(ir.Sign.WITHOUT, (ir.Local(left), ir.Local(slot))), line)
    over: ir.Expr = ir.Op(ir.Sign.IS, (ir.Op(ir.Sign.LENGTH, (ir.Local(left),)), ir.Const(0)))
    if until is not None:
        over = ir.Op(ir.Sign.OR, (over, until))
    return sequence(ir.Let(left, source, line), ir.Loop(over, ir.Const(10_000), sequence(choice, drop, body), count, line))


def _repeat(draft: Draft, node: Mapping, scope: Scope) -> ir.Stmt:
    most = draft.attempt(node.get("repeat"), "condition", lambda tree: lower_times(draft.words, tree, scope), ir.Const(0))
    until = condition(draft, node.items["until"], scope) if "until" in node.items else ir.Const(0)
    count = scope.places.new(ir.NUMBER, "count")
    return ir.Loop(until, most, lower_block(draft, node.get("do"), scope.inner()), count, node.span.line)


# ---------------------------------------------------------------- the frame of a game


def _rounds(draft: Draft, node: Mapping, scope: Scope) -> ir.Stmt:
    line = node.span.line
    amount = node.get("rounds")
    if getattr(amount, "words", "") == "endless":
        most: ir.Expr = ir.Const(1_000_000)
    else:
        most = draft.attempt(amount, "condition", lambda tree: lower_times(draft.words, tree, scope), ir.Const(0))
    count = scope.places.new(ir.NUMBER, "round count")
    over = scope.places.new(ir.FLAG, "over")
    number = draft.words.number_of("variables", "round")
    until = condition(draft, node.items["until"], scope) if "until" in node.items else ir.Const(0)
    now = ir.Op(ir.Sign.ADD, (ir.Local(count), ir.Const(1)))
    body = sequence(
        with_checks(draft, ir.Write(number, None, now, False, line), scope, line),
        ir.Block("round", lower_block(draft, node.get("do"), scope.inner()), line),
        with_checks(draft, ir.Expire("round", line), scope, line),
        ir.Let(over, until, line),
    )
    return sequence(ir.Let(over, ir.Const(0), line), ir.Loop(ir.Local(over), most, body, count, line))


def _step(draft: Draft, node: Mapping, scope: Scope) -> ir.Stmt:
    """A named place in the flow: the `at` abilities of the cards it looks among, then its `do`."""
    name = getattr(node.get("step"), "words", "")
    line = node.span.line
    abilities = _abilities_at(draft, node, name, scope)
    inside = _each(draft, node, scope) if "each" in node.items else lower_block(draft, node.get("do"), scope.inner())
    body = sequence(abilities, inside)
    return sequence(ir.Block(name, body, line), with_checks(draft, ir.Expire(name, line), scope, line))


def _abilities_at(draft: Draft, node: Mapping, name: str, scope: Scope) -> ir.Stmt:
    table = tuple(draft.at_step.get(name, ()))
    if "among" not in node.items:
        if table:
            draft.complaints.add(node.keys["step"], "step-without-among", step=name)
        return ir.NOTHING_TO_DO
    line = node.span.line

    def build(tree: S.Every) -> ir.Stmt:
        source, many = lower_set(draft.words, tree.set, scope)
        need(ir.Type(many.sort, many.names), "card", tree.set.at)
        refuse_choice(draft, node, "among", tree.order.kind if tree.order is not None else "")
        source = _in_order(draft, tree, source, ir.Type(many.sort, many.names), scope)
        slot = scope.places.new(ir.Type(ir.TypeSort.CARD, many.names), "card")
        still, _ = lower_membership(draft.words, tree.set, slot, scope)
        act = ir.If(still, ir.Dispatch(ir.Local(scope.player), ir.Local(slot), table, line), ir.NOTHING_TO_DO, line)
        items, index = scope.places.new(many, "items"), scope.places.new(ir.NUMBER, "index")
        return ir.Each(slot, source, act, None, items, index, line)

    found: ir.Stmt = draft.attempt(node.get("among"), "every", build, ir.NOTHING_TO_DO)
    return found if table else ir.NOTHING_TO_DO


_HEADS: dict[str, Callable[[Draft, Mapping, Scope], ir.Stmt]] = {
    "choose": lower_choose,
    "offer": lower_offer,
    "may": lower_may,
    "ask": lower_ask,
    "each": _each,
    "repeat": _repeat,
    "let": _let,
    "step": _step,
    "turns": lower_turns,
    "rounds": _rounds,
    "say": _say,
    "together": _together,
    "window": lower_window,
}
