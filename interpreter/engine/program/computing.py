"""Lowers values of things with everything that changes them, as functions or where they are asked.

A value has layers: start, what holds (the last one wins, flags add up), what it gets, limits. The thing that is asked about is
`t`, a card that changes it `m`, the result so far `r`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ... import ir
from ...ir.analysis.about import about_value
from ...ir.analysis.effort import functions_from_circles, functions_to_circles
from ...ir.analysis.modifiers import conditions, is_in_zone
from ...ir.analysis.none_ness import CAN_BE_NONE, Facts
from ...ir.ranges import is_safe
from ...ir.walk import walk
from ...model.definition import Modifier, Value
from . import nodes as code
from .charging import BEFORE, counting, needing
from .scope import CodeScope
from .values import LOWER, Values

THING, CARRIER, RESULT, ROW = (code.Name(one) for one in ("t", "m", "r", "row"))
MOST_INLINE = 60  # nodes of all that makes up a value which is written out where it is asked
Use = Callable[[code.Expression], code.Body]  # what is done with the amount of a modifier


class Computing:
    """One value. `thing`, `result` and `row` are what the thing, what is known of its value, and its row are called."""

    def __init__(self, ask: Values, number: int) -> None:
        self.ask = ask
        self.thing: code.Expression = THING
        self.result, self.row = RESULT, ROW
        self.facts: Facts = ask.facts
        self.number = number
        self.value: Value = ask.definition.values[number]
        modifiers, circles = (*self.value.holds, *self.value.gets), functions_to_circles(ask.definition)
        self.turning = [one for one in modifiers if not circles.isdisjoint((one.applies, one.amount))]
        rows = {one.carrier for one in self.turning if one.own}
        # Each thing comes to at most one place that may need its value again.
        self.turns_at_cards = len(rows) == len(self.turning) and self.value.starts not in circles
        self.before: code.Expression = BEFORE  # how often it was needed so far
        self.around = CodeScope({}, {}, {})

    def one(self) -> code.Body:
        """`c5(S, t)`, the value of one thing."""
        effort, body = self.facts.charges.effort, self._layers()
        if self.number in effort.circles:
            body = *needing(effort.needed), *(body if self.turns_at_cards else counting(BEFORE, body))
        return *body, code.Return(self.result)

    @property
    def is_short(self) -> bool:
        """Whether it can be written out where it is asked."""
        modifiers = *self.value.holds, *self.value.gets
        if not self.turns_at_cards or not all(one.own for one in modifiers):
            return False
        functions = self.value.starts, *[part for one in modifiers for part in (one.applies, one.amount)]
        return sum(1 for one in functions for _ in walk(self.ask.definition.functions[one].value)) <= MOST_INLINE

    def where_asked(self, thing: code.Expression, scope: CodeScope) -> code.Do:
        """The value of a thing, written out where it is asked."""
        self.thing, self.result, self.row = thing, self.ask.fresh("r"), self.ask.fresh("w")
        self.before, self.around = code.ZERO, scope
        within, self.ask.within = self.ask.within, None
        inlined, self.ask.inlined = self.ask.inlined, []
        layers = self._layers()
        self.ask.within, self.ask.inlined = within, inlined
        return code.Do(layers, self.result)

    # ---- layers

    def _layers(self) -> code.Body:
        value = self.value
        own = any(modifier.own for modifier in (*value.holds, *value.gets))
        body: code.Body = (code.assign(self.row, code.Load(code.Table("ROW"), self.thing)),) if own else ()
        body += (code.assign(self.result, self._asked(value.starts, {1: self.thing})),)
        is_flag = value.type.sort == ir.TypeSort.FLAG

        def hold(held: code.Expression) -> code.Body:
            return (code.assign(self.result, code.Logic("or", (self.result, held)) if is_flag else held),)

        for modifier in value.holds:
            body += self._modifier(modifier, hold)
        if is_flag:
            return body
        amounts = self._amounts()
        none = self.facts.computed[self.number] & CAN_BE_NONE
        return *body, *code.guarded(code.is_there(self.result) if none else code.TRUE, amounts)

    def _amounts(self) -> code.Body:
        """What the value gets, and its limits. Amounts add up in any order, so those of a card's own row come together."""
        value, gets = self.value, self.value.gets
        own = tuple(one for modifier in gets if modifier.own for one in self._added(modifier))
        rows = tuple(dict.fromkeys(modifier.carrier for modifier in gets if modifier.own))
        body = code.guarded(code.Binary("in", self.row, code.Literal(rows)), own) if len(rows) > 1 else own
        body += tuple(one for modifier in gets if not modifier.own for one in self._added(modifier))
        if gets and not is_safe(self.facts.numbers_of.sum_of_value(self.number)):
            self.ask.within = value.starts
            body += self.ask.checked(self.result)
        for bound, sign in ((value.at_least, "<"), (value.at_most, ">")):
            if bound is not None:
                body += (
                    code.If(
                        code.Binary(sign, self.result, code.Literal(bound)), (code.assign(self.result, code.Literal(bound)),)
                    ),
                )
        return body

    def _added(self, modifier: Modifier) -> code.Body:
        none = self.facts.results[modifier.amount] & CAN_BE_NONE

        def add(amount: code.Expression) -> code.Body:
            return (
                code.assign(
                    self.result, code.Binary("+", self.result, code.Logic("or", (amount, code.ZERO)) if none else amount)
                ),
            )

        return self._modifier(modifier, add)

    # ---- modifiers

    def _modifier(self, modifier: Modifier, use: Use) -> code.Body:
        if modifier.own:
            body = self._counted(modifier, self._applied(modifier, self.thing, use))
            return code.guarded(code.Binary("==", self.row, code.Literal(modifier.carrier)), body)
        if modifier.carrier is None:
            return self._applied(modifier, code.NONE, use)
        return self._through_carriers(modifier, self._applied(modifier, CARRIER, use))

    def _through_carriers(self, modifier: Modifier, body: code.Body) -> code.Body:
        """A loop over the cards of a row. If they must lie in the zone that is asked about, most often none of them does."""
        loop: code.Body = (code.For((CARRIER.id,), code.Table(f"ROW_{modifier.carrier}"), body),)
        if not any(is_in_zone(one) for one in conditions(self.ask.definition, modifier)):
            return loop
        cards = code.Load(code.Part("Z"), self.thing)
        return (code.If(code.Not(code.Method(code.Table(f"CARDS_{modifier.carrier}"), "isdisjoint", (cards,))), loop),)

    def _applied(self, modifier: Modifier, carrier: code.Expression, use: Use) -> code.Body:
        """A modifier under its conditions. Where these could stop the rules, each is asked only if those before it hold."""
        if self.ask.strays(self.ask.definition.functions[modifier.applies].value):
            body = self._act(modifier, carrier, use)
            for test in reversed([self._test(one, carrier, modifier) for one in conditions(self.ask.definition, modifier)]):
                body = (code.If(test, body),)
            return code.guarded(code.all_of(self._awake(carrier)), body)
        tests = [self._test(one, carrier, modifier) for one in conditions(self.ask.definition, modifier)]
        tests += self._awake(carrier)
        return code.guarded(code.all_of(tests), self._act(modifier, carrier, use))

    def _awake(self, carrier: code.Expression) -> list[code.Expression]:
        """A card that is mute changes nothing."""
        mute = self.ask.definition.mute
        return (
            []
            if mute is None or carrier == code.NONE
            else [code.Not(code.Load(code.Load(code.Part("V"), code.Literal(mute)), carrier))]
        )

    def _act(self, modifier: Modifier, carrier: code.Expression, use: Use) -> code.Body:
        return use(self._asked(modifier.amount, {1: carrier, 2: self.thing}, modifier.carrier))

    def _test(self, node: ir.Expr, carrier: code.Expression, modifier: Modifier) -> code.Expression:
        self.ask.within = modifier.applies
        return self.ask.test(node, self._scope({1: carrier, 2: self.thing}, modifier.carrier))

    # ---- functions of the definition

    def _counted(self, modifier: Modifier, body: code.Body) -> code.Body:
        """Where what a card does may come to need this value, it is counted until that is known."""
        return counting(self.before, body) if self.turns_at_cards and modifier in self.turning else body

    def _asked(self, function: int, places: dict[int, code.Expression], carrier: int | None = None) -> code.Expression:
        """A function of the definition written out with these places; the others are none."""
        self.ask.within = function
        return self.ask.value(self.ask.definition.functions[function].value, self._scope(places, carrier))

    def _scope(self, places: dict[int, code.Expression], carrier: int | None = None) -> CodeScope:
        names = {slot: places.get(slot, code.NONE) for slot in range(4)}
        thing = CAN_BE_NONE if self.value.of.is_game else 0
        known = {slot: CAN_BE_NONE if name == code.NONE else thing if name == self.thing else 0 for slot, name in names.items()}
        kind = None if carrier is None else frozenset({(ir.ThingSort.CARD, self.ask.definition.rows[carrier][0])})
        subject = about_value(self.ask.definition, self.number)
        about = {slot: kind if slot == 1 and carrier is not None else subject for slot in places}
        return replace(self.around, names=names, known=known, many=dict.fromkeys(places, False), about=about, bounds={})


# ---------------------------------------------------------------- where values are asked


def _computed(ask: Values, node: ir.Computed, scope: CodeScope) -> code.Expression:
    value, facts = _of_thing(ask, node, scope), ask.facts
    is_asked_again = node.value in facts.plain_values or not scope.loop
    return ask.shared(node, scope, value, True) if is_asked_again and node.value not in facts.charges.effort.circles else value


def _of_thing(ask: Values, node: ir.Computed, scope: CodeScope) -> code.Expression:
    """The value of one thing: a short one is written out, unless that it is needed is being counted."""
    number, computing = node.value, Computing(ask, node.value)
    if computing.value.of.is_game:
        return code.Call(f"c{number}", (code.STATE, code.NONE))
    is_counted = number in ask.facts.charges.effort.circles and ask.within in functions_from_circles(ask.definition)
    if is_counted or number in ask.computing or not computing.is_short:
        return ask.unless_none(node.of, scope, lambda thing: code.Call(f"c{number}", (code.STATE, thing)))

    def written_out(thing: code.Expression) -> code.Expression:
        kept, (name,) = ask.held(thing)
        ask.computing.append(number)
        value = computing.where_asked(name, scope)
        ask.computing.pop()
        return code.Do((*kept, *value.body), value.result)

    return ask.unless_none(node.of, scope, written_out)


LOWER[ir.Computed] = _computed
