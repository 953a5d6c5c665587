"""Lowers abilities: what a card or the game itself does `when`, `at` or `always`.

Takes the `abilities` of every row and the `rules` of the game; fills the listeners of events, the tables of steps and the
modifiers of values. Order inside a step or an event is the order of the zone and of the file; nothing carries a priority.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ... import ir
from ...model.definition import Modifier, Value
from ..declare.rows import Cell
from ..declare.scope import Scope, Wrong
from ..diagnostics import Span, did_you_mean, listed
from ..parse import syntax as S
from ..parse.parser import Misread, parse
from ..read.nodes import Mapping, Node, Scalar, Sequence
from .context import Context, Events
from .events import trigger
from .expressions import as_number, lower_expr
from .joining import sequence
from .sets import lower_members, lower_membership
from .slots import check_lasting, check_replacing
from .statements import lower_guard, lower_statement
from .types import TRUE, fits, kind_test
from .wants import WHOSE

SUBJECT = ir.FIRST_FREE
MOMENTS = ("when", "at", "always", "instead", "in")


@dataclass(frozen=True)
class Ability:
    """One ability as written, and the row that carries it (None: the game itself)."""

    node: Mapping
    kind: str
    row: int | None

    @property
    def moments(self) -> list[str]:
        """What it waits for, as it is written; it must be one thing."""
        return [slot for slot in self.node.items if slot in MOMENTS]


@dataclass(frozen=True)
class Listener:
    """An ability that waits for an event: its procedure, and when the event concerns it."""

    ability: Ability
    event: S.Event
    procedure: int
    slot: str = "when"


def collect(context: Context, root: dict[str, Mapping], rules: Node | None) -> list[Ability]:
    """Every ability of the definition, in file order."""
    abilities: list[Ability] = []
    components = root.get("components")
    for kind, node in components.items.items() if components else ():
        if not isinstance(node, Mapping):
            continue
        abilities += _listed(context, node.get("abilities"), kind, context.words.rows.get(kind, ("", None))[1])
        for row in context.words.written.get(kind, ()):
            abilities += _listed(context, row.get("abilities"), kind, context.words.rows[row.id][1])
    return abilities + _listed(context, rules, "", None)


def _listed(context: Context, node: Cell | None, kind: str, row: int | None) -> list[Ability]:
    if node is None:
        return []
    if not isinstance(node, Sequence):
        context.complaints.add(node.span, "list-expected", slot="abilities")
        return []
    return [Ability(item, kind, row) for item in node.items if isinstance(item, Mapping)]


def reserve(context: Context, abilities: list[Ability]) -> tuple[Context, list[Listener]]:
    """Give every ability its number; the context knows which events and steps anybody waits for."""
    listeners: list[Listener] = []
    waiting: dict[str, dict[str, int]] = {"when": {}, "instead": {}}
    at_step: dict[str, list[tuple[int, int]]] = {}
    for ability in abilities:
        moments = ability.moments
        if len(moments) != 1:
            span = ability.node.keys[moments[1]] if moments else ability.node.span
            context.complaints.add(span, "when-at-always")
        elif moments[0] in ("when", "instead"):
            listener = _listener(context, ability, moments[0], waiting[moments[0]])
            listeners += [listener] if listener else []
        elif moments[0] == "in" and ability.row is None:
            context.complaints.add(ability.node.keys["in"], "action-without-card")
        elif moments[0] == "at":
            _waits_for_step(context, ability, at_step)
    events = Events(waiting["when"], waiting["instead"], at_step)
    return replace(context, events=events), listeners


def _listener(context: Context, ability: Ability, slot: str, waiting: dict[str, int]) -> Listener | None:
    node = ability.node.items[slot]
    event: S.Event | None = context.attempt(node, "event", lambda tree: _known(context, tree), None)
    if event is None:
        return None
    if slot == "instead" and (event.kind not in ("is", "gains") or event.word == "revealed"):
        context.complaints.add(node.span, "not-replaceable")
        return None
    key = _event_key(event)
    if key not in waiting:
        waiting[key] = context.made.reserve_procedure()
    return Listener(ability, event, context.made.reserve_procedure(), slot)


def _known(context: Context, event: S.Event) -> S.Event:
    """An event that can happen: of a verb that is defined, or of a counter that is declared."""
    if event.kind in ("gains", "pays"):
        counter = context.words.counter(event.word)
        if counter is None:
            hint = did_you_mean(event.word, sorted(context.words.counters))
            raise Wrong(event.at, "unknown-counter", hint, name=event.word)
        return replace(event, word=counter)
    known = ["revealed", *(one.event for one in context.words.verbs.values() if one.event)]
    if event.kind == "is" and event.word not in known:
        raise Wrong(event.at, "unknown-event", did_you_mean(event.word, known), name=event.word, known=listed(known))
    return event


def _event_key(event: S.Event) -> str:
    return event.kind if event.kind in ("enters", "leaves") else f"{event.kind} {event.word}"


def _waits_for_step(context: Context, ability: Ability, at_step: dict[str, list[tuple[int, int]]]) -> None:
    node = ability.node.items["at"]
    name = getattr(node, "words", "")
    if name not in context.words.steps:
        known = context.words.steps
        context.complaints.add(node.span, "unknown-step", hint=did_you_mean(name, known), name=name, steps=listed(known))
    elif ability.row is None:
        context.complaints.add(node.span, "at-without-card")
    else:
        at_step.setdefault(name, []).append((ability.row, context.made.reserve_procedure()))


# ---------------------------------------------------------------- bodies


def lower_abilities(context: Context, abilities: list[Ability], listeners: list[Listener]) -> None:
    steps = {name: iter(table) for name, table in context.events.at_step.items()}
    for ability in abilities:
        name = getattr(ability.node.get("at"), "words", "")
        if name in steps and ability.row is not None and len(ability.moments) == 1:
            _, procedure = next(steps[name])
            context.made.fill_procedure(procedure, f"at {name}", *_body(context, ability))
            context.made.wants.abilities.append(procedure)
    for listener in listeners:
        key = _event_key(listener.event)
        inside = replace(context, replacing=key if listener.slot == "instead" else "")
        event = None if _is_own(listener) else listener.event
        context.made.fill_procedure(listener.procedure, f"{listener.slot} {key}", *_body(inside, listener.ability, event))
        context.made.wants.abilities.append(listener.procedure)
    for key, procedure in context.events.listeners.items():
        waiting = [one for one in listeners if _event_key(one.event) == key and one.slot == "when"]
        _fill_event(context, key, procedure, waiting)
    for key, procedure in context.events.instead.items():
        waiting = [one for one in listeners if _event_key(one.event) == key and one.slot == "instead"]
        _fill_replaceable(context, key, procedure, waiting)


def _body(context: Context, ability: Ability, event: S.Event | None = None) -> tuple[Scope, int, ir.Stmt, Span]:
    """The scope, the number of parameters, the body and the span of an ability's procedure. What happens to its own card, or at
    a step, needs no more than the card; any other event has a subject and perhaps an amount."""
    scope = Scope.function(_carrier(ability)) if event is None else ability_scope(context, ability, event)
    parameters = 2 if event is None else 4
    if context.replacing:
        check_replacing(ability.node, context.complaints)
    inside = replace(context, ends_event=bool(context.replacing))
    return scope, parameters, lower_statement(inside, ability.node.without(*MOMENTS, "rule"), scope), ability.node.span


def ability_scope(context: Context, ability: Ability, event: S.Event | None = None) -> Scope:
    """In an ability `this` is its card; the subject of the event goes by its noun, and `amount` is how much."""
    scope = Scope.function(_carrier(ability))
    has_amount = event is not None and event.kind in ("gains", "pays")
    subject, extra = scope.places.new(ir.ANY, "subject"), scope.places.new(ir.NUMBER if has_amount else ir.ANY, "amount")
    if event is not None and isinstance(event.subject, S.AllOf):
        word = event.subject.set.words[-1].name
        noun = context.words.noun(word)
        if noun:
            scope.names[word] = (subject, noun.type)
    if event is not None and isinstance(event.subject, S.Name) and event.subject.name == "player":
        scope.player = subject
    if has_amount:
        scope.names["amount"] = (extra, ir.NUMBER)
    return scope


def _carrier(ability: Ability) -> ir.Type | None:
    """What `this` is in an ability: its card, if it is one of a card."""
    return ir.Type(ir.TypeSort.CARD, (ability.kind,)) if ability.row is not None else None


def _fill_event(context: Context, key: str, procedure: int, listeners: list[Listener]) -> None:
    """One procedure per event: the card's own abilities by its row, then everybody else who listens."""
    scope = Scope.function(ir.ANY)
    extra = scope.places.new(ir.ANY, "extra")
    subject, player = ir.Local(ir.THIS), ir.Local(ir.PLAYER)
    own, others = [one for one in listeners if _is_own(one)], [one for one in listeners if not _is_own(one)]
    table = tuple((one.ability.row, one.procedure) for one in own if one.ability.row is not None)
    steps: list[ir.Stmt] = [ir.Dispatch(player, subject, table)] if table else []
    steps += [_call_if_concerned(context, one, scope, subject, ir.Local(extra)) for one in others]
    span = listeners[0].ability.node.span
    context.made.fill_procedure(procedure, f"on {key}", scope, 3, sequence(*steps), span)


def _fill_replaceable(context: Context, key: str, procedure: int, listeners: list[Listener]) -> None:
    """An event that may be replaced: whoever replaces it leaves the block before it happens."""
    scope = Scope.function(ir.ANY)
    kind, _, name = key.partition(" ")
    verb = next((one for one in context.words.verbs.values() if kind == "is" and one.event == name), None)
    given = [one for one, _ in verb.parameters[:2]] if verb is not None else []
    subject, extra = (ir.Local(scope.places.new(ir.ANY, one)) for one in (*given, *("subject", "extra")[len(given) :]))
    steps = [_call_if_concerned(context, listener, scope, subject, extra) for listener in listeners]
    if kind == "gains":
        happen: ir.Stmt = ir.Write(context.words.number_of("variables", name), subject, extra, True)
    else:
        assert verb is not None
        more = [ir.Local(scope.places.new(type, each)) for each, type in verb.parameters[2:]]
        arguments = (subject, extra, *more)[: len(verb.parameters)]
        happen = ir.Call(verb.number, (ir.Local(ir.PLAYER), ir.Local(ir.THIS), *arguments))
        context.made.wants.note(verb.span, verb.name, ("procedure", verb.number))
    stretch = context.made.stretch(f"instead {key}")
    body = ir.Block(stretch, sequence(*steps, happen, trigger(context, key, scope, subject, extra)))
    span = listeners[0].ability.node.span
    context.made.fill_procedure(procedure, f"instead {key}", scope, len(scope.places.types), body, span)


def _is_own(listener: Listener) -> bool:
    """Whether an ability waits for what happens to its own card, so that the row of that card leads to it. Moves are asked of
    every card, since places count there, too."""
    event = listener.event
    is_of_this = isinstance(event.subject, S.Word) and event.subject.word == "this"
    return is_of_this and listener.slot == "when" and event.kind not in ("enters", "leaves")


def _call_if_concerned(context: Context, listener: Listener, scope: Scope, subject: ir.Expr, extra: ir.Expr) -> ir.Stmt:
    """For every card that carries the ability and is not mute: call it, if the subject is the one it waits for."""
    event, ability = listener.event, listener.ability
    line = ability.node.span.line
    carrier = scope.places.new(ir.ANY, "carrier")
    probe = context.made.reserve_function()
    inner = ability_scope(context, ability, event)
    try:
        test = _concerns(context, event, inner)
    except Wrong as problem:
        context.explainer.complain(ability.node.items[listener.slot].span, problem)
        test = TRUE
    context.made.fill_function(probe, f"concerns {event.kind}", inner, test, ability.node.span)
    me: ir.Expr = ir.Local(carrier) if ability.row is not None else ir.Const(None)
    arguments = (ir.Local(ir.PLAYER), me, subject, extra)
    call = ir.If(ir.Apply(probe, arguments), ir.Call(listener.procedure, arguments, line), ir.NOTHING_TO_DO, line)
    if ability.row is None:
        return call
    items, index = scope.places.new(ir.ANY, "items"), scope.places.new(ir.NUMBER, "index")
    is_awake = ir.Op(ir.Sign.NOT, (ir.Feature(ir.FeatureName.MUTED, ir.Local(carrier)),))
    awake = ir.Fold(ir.FoldKind.LIST, carrier, ir.All(ir.ThingSort.ROW, (ability.row,)), is_awake)
    return ir.Each(carrier, awake, call, None, items, index, line)


def _concerns(context: Context, event: S.Event, scope: Scope) -> ir.Expr:
    """Whether the thing in place 2 is the subject of the event, and for moves whether place 3 is its zone."""
    thing = ir.Local(SUBJECT)
    if isinstance(event.subject, S.AllOf):
        test, _ = lower_membership(context, event.subject.set, SUBJECT, scope)
    elif isinstance(event.subject, S.Name) and event.subject.name == "player":
        test = TRUE
    else:
        value, _ = lower_expr(context, event.subject, scope)
        test = ir.Op(ir.Sign.IS, (thing, value))
    if event.place is None:
        return test
    zone = ir.Local(SUBJECT + 1)
    if isinstance(event.place, S.Name) and event.place.name in context.words.families:
        family = ir.Const(context.words.number_of("families", event.place.name))
        elsewhere = ir.Op(ir.Sign.IS_NONE, (ir.Op(ir.Sign.OF_FAMILY, (zone, family)),))
        return ir.Op(ir.Sign.AND, (test, ir.Op(ir.Sign.NOT, (elsewhere,))))
    zones, type = lower_expr(context, event.place, scope)
    return ir.Op(ir.Sign.AND, (test, ir.Op(ir.Sign.ONE_OF if type.many else ir.Sign.IS, (zone, zones))))


# ---------------------------------------------------------------- lasting effects


def lower_lasting(context: Context, abilities: list[Ability]) -> Context:
    """The same, with every `always` on the value it changes."""
    values = dict(context.words.values)
    for ability in abilities:
        node = ability.node.get("always")
        if not isinstance(node, Scalar):
            continue
        check_lasting(ability.node, context.complaints)
        try:
            _modify(context, ability, parse(node.words, "lasting"), values)
        except Misread as problem:
            context.explainer.complain_misread(node.span, node.words, problem, "lasting")
        except Wrong as problem:
            context.explainer.complain(node.span, problem, node.words, "lasting")
    return context.with_words(values=values)


def _modify(context: Context, ability: Ability, tree: S.Gets | S.Holds, values: dict[str, Value]) -> None:
    name, subject = _target(context, tree)
    value = values[name]
    own = isinstance(subject, S.Word) and subject.word == "this"
    modifier = Modifier(
        ability.row,
        own,
        _function(context, ability, f"{name} applies", lambda scope: _applies(context, ability, subject, scope)),
        _function(context, ability, f"{name} amount", lambda scope: _amount(context, tree, value.type, scope)),
    )
    if isinstance(tree, S.Gets):
        values[name] = replace(value, gets=(*value.gets, modifier))
    else:
        values[name] = replace(value, holds=(*value.holds, modifier))


def _target(context: Context, tree: S.Gets | S.Holds) -> tuple[str, S.Syntax]:
    """Which value changes, and whose."""
    values = context.words.values
    if isinstance(tree, S.Gets):
        if tree.value not in values:
            raise Wrong(tree.at, "not-a-value", did_you_mean(tree.value, values), name=tree.value)
        return tree.value, tree.subject
    if isinstance(tree.subject, S.Property) and tree.subject.of is not None and tree.subject.name in values:
        return tree.subject.name, tree.subject.of
    if isinstance(tree.subject, S.Name) and tree.subject.name in values:
        return tree.subject.name, S.Word(tree.at, "this")
    if isinstance(tree.value, S.Name) and tree.value.name in values:
        return tree.value.name, tree.subject
    name = str(getattr(tree.subject, "name", "this"))
    raise Wrong(tree.at, "not-a-value", did_you_mean(name, values), name=name)


def _function(context: Context, ability: Ability, name: str, build: Callable[[Scope], ir.Expr]) -> int:
    """A function of an `always`, which is asked for by nobody."""
    scope = ability_scope(context, ability)
    value, written = build(scope), ability.node.items["always"]
    if not context.made.wants.noted:
        context.heed(written.span, getattr(written, "words", ""), value)
    number = context.made.new_function(name, scope, value, ability.node.span)
    context.made.wants.about_nobody["function", number] = WHOSE
    return number


def _applies(context: Context, ability: Ability, subject: S.Syntax, scope: Scope) -> ir.Expr:
    guard = lower_guard(context, ability.node.get("if"), scope)
    if isinstance(subject, S.Word) and subject.word == "this":
        test: ir.Expr = ir.Op(ir.Sign.IS, (ir.Local(SUBJECT), ir.Local(ir.THIS)))
    elif isinstance(subject, S.AllOf):
        test, type = lower_membership(context, subject.set, SUBJECT, scope)
        kind = kind_test(context.words, ir.Local(SUBJECT), type, None)
        test = test if kind is None else ir.Op(ir.Sign.AND, (kind, test))
    else:
        thing, _ = lower_expr(context, subject, scope)
        test = ir.Op(ir.Sign.IS, (ir.Local(SUBJECT), thing))
    return test if guard == TRUE else ir.Op(ir.Sign.AND, (test, guard))


def _amount(context: Context, tree: S.Gets | S.Holds, type: ir.Type, scope: Scope) -> ir.Expr:
    if isinstance(tree, S.Holds):
        if isinstance(tree.value, S.Name) and tree.value.name in context.words.values:
            return TRUE
        value, value_type = lower_expr(context, tree.value, scope)
        if not fits(value_type, type):
            raise Wrong(tree.value.at, "wrong-type", needed=type.sort, found=value_type.sort)
        return value
    amount = as_number(context, tree.amount, scope)
    if tree.each is not None:
        members = lower_members(context, tree.each, scope)
        amount = ir.Op(ir.Sign.MULTIPLY, (amount, ir.Fold(ir.FoldKind.COUNT, members.slot, members.source, members.test)))
    return ir.Op(ir.Sign.SUBTRACT, (ir.Const(0), amount)) if tree.sign == "-" else amount
