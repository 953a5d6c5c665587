"""Writes values with everything that changes them: of one thing, or of all cards of a zone at once.

A value has layers: start, what holds (the last one wins, flags add up), what it gets, limits. The thing that is asked about is
`t`, a card that changes it `m`, the result so far `r`; all cards of a batch lie in the zone `z`, so that whatever depends on
where they lie is asked once for all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack

from ... import ir
from ...ir.analysis.about import about_value
from ...ir.analysis.modifiers import conditions, is_about_one, is_in_zone
from ...ir.analysis.none_ness import CAN_BE_NONE, Facts
from ...ir.ranges import is_safe
from ...model.definition import Modifier, Value
from .values import Scope, Values


class Computing(Values):
    def __init__(self, facts: Facts, number: int) -> None:
        super().__init__(facts)
        self.number = number
        self.asked: Value = facts.definition.values[number]
        self.known = CAN_BE_NONE if self.asked.of.is_game else 0
        self.zones: dict[str, str] = {}
        self.found: dict[int, str] = {}  # in a batch, the cards that may change a value, by the number of the modifier

    def one(self) -> list[str]:
        """`c5(S, t)`, the value of one thing."""
        if not self.asked.of.is_game:
            with self.block("if t is None:"):
                self.write("return None")
        self._layers("return {}")
        return [f"def c{self.number}(S, t=None):", *self.opening(), *self.lines]

    def batch(self) -> list[str]:
        """`b5(S, z)`, the values of all cards in a zone."""
        self.zones = {"t": "z"}
        self.batches = {"t": "z"}
        self.write("found = {}")
        for number, modifier in enumerate(self._modifiers()):
            if modifier.carrier is not None and not modifier.own:
                self.found[number] = self._carriers(modifier)
        self.loop(f"for t in {self.state('Z')}[z]:", ("t",), lambda: self._layers("found[t] = {}"))
        self.write("return found")
        return [f"def b{self.number}(S, z):", *self.opening(), *self.lines]

    def _modifiers(self) -> tuple[Modifier, ...]:
        return (*self.asked.holds, *self.asked.gets)

    # ---- layers

    def _layers(self, result: str) -> None:
        value = self.asked
        is_flag = value.type.sort == "flag"
        if any(modifier.own for modifier in self._modifiers()):
            self.write("row = ROW[t]")
        self.write(f"r = {self._ask(value.starts, {1: 't'})}")
        for number, modifier in enumerate(value.holds):
            self._modifier(number, modifier, "r = r or {}" if is_flag else "r = {}")
        if is_flag:
            self.write(result.format("r"))
            return
        is_changed = bool(value.gets) or value.at_least is not None or value.at_most is not None
        if is_changed and self.facts.computed[self.number] & CAN_BE_NONE:
            with self.block("if r is not None:"):
                self._amounts()
        else:
            self._amounts()
        self.write(result.format("r"))

    def _amounts(self) -> None:
        """What the value gets, and its limits. Amounts add up in any order, so those of a card's own row come together."""
        value = self.asked
        start = len(value.holds)
        own = [(start + number, one) for number, one in enumerate(value.gets) if one.own]
        rows = list(dict.fromkeys(str(modifier.carrier) for _, modifier in own))
        if len(rows) > 1:
            with self.block(f"if row in {{{', '.join(rows)}}}:"):
                self._added(own)
        else:
            self._added(own)
        self._added([(start + number, one) for number, one in enumerate(value.gets) if not one.own])
        if value.gets and not is_safe(self.facts.numbers_of.sum_of_value(self.number)):
            self.within = value.starts
            self.checked("r")
        for bound, sign in ((value.at_least, "<"), (value.at_most, ">")):
            if bound is not None:
                self.write(f"if r {sign} {bound}: r = {bound}")

    def _added(self, modifiers: list[tuple[int, Modifier]]) -> None:
        for number, modifier in modifiers:
            none = self.facts.results[modifier.amount] & CAN_BE_NONE
            self._modifier(number, modifier, "r += {} or 0" if none else "r += {}")

    # ---- modifiers

    def _modifier(self, number: int, modifier: Modifier, act: str) -> None:
        if modifier.carrier is None:
            self._applied(modifier, "None", act)
        elif modifier.own:
            with self.block(f"if row == {modifier.carrier}:"):
                self._applied(modifier, "t", act)
        else:
            cards, body = self.found.get(number), lambda: self._applied(modifier, "m", act)
            if cards is None:
                self._through_carriers(modifier, f"ROW_{modifier.carrier}", body)
            else:
                self.loop(f"for m in {cards}:", ("m",), body)

    def _carriers(self, modifier: Modifier) -> str:
        """The cards of a row that apply to the zone: what does not depend on the single card is asked before the loop."""
        name = self.fresh()
        self.write(f"{name} = []")

        def body() -> None:
            asked = [one for one in conditions(self.definition, modifier) if not is_about_one(one)]
            tests = [self._test(one, "m", modifier) for one in asked]
            if self.definition.mute is not None:
                tests.append(f"not {self.state('V')}[{self.definition.mute}][m]")
            self.write(f"if {' and '.join(tests) or 'True'}: {name}.append(m)")

        self._through_carriers(modifier, f"ROW_{modifier.carrier}", body)
        return name

    def _through_carriers(self, modifier: Modifier, cards: str, body: Callable[[], None]) -> None:
        """A loop over the cards of a row. If they must lie in the zone that is asked about, most often none of them does."""
        zone = "z" if self.zones else "t"
        if any(is_in_zone(one, bool(self.zones)) for one in conditions(self.definition, modifier)):
            with self.block(f"if not CARDS_{modifier.carrier}.isdisjoint({self.state('Z')}[{zone}]):"):
                self.loop(f"for m in {cards}:", ("m",), body)
        else:
            self.loop(f"for m in {cards}:", ("m",), body)

    def _applied(self, modifier: Modifier, carrier: str, act: str) -> None:
        if self.strays(self.definition.functions[modifier.applies].value):
            self._applied_in_order(modifier, carrier, act)
            return
        in_batch = carrier == "m" and bool(self.found)
        tests = [
            self._test(one, carrier, modifier)
            for one in conditions(self.definition, modifier)
            if not in_batch or is_about_one(one)
        ]
        tests = [one for one in tests if one not in ("1", "True")]
        if self.definition.mute is not None and carrier != "None" and not in_batch:
            tests.append(f"not {self.state('V')}[{self.definition.mute}][{carrier}]")
        if not tests:
            self._act(modifier, carrier, act)
            return
        with self.block(f"if {' and '.join(tests)}:"):
            self._act(modifier, carrier, act)

    def _applied_in_order(self, modifier: Modifier, carrier: str, act: str) -> None:
        """Conditions that could stop the rules are asked one after the other, each only if those before it hold."""
        with ExitStack() as blocks:
            if self.definition.mute is not None and carrier != "None":
                blocks.enter_context(self.block(f"if not {self.state('V')}[{self.definition.mute}][{carrier}]:"))
            for one in conditions(self.definition, modifier):
                blocks.enter_context(self.block(f"if {self._test(one, carrier, modifier)}:"))
            self._act(modifier, carrier, act)

    def _act(self, modifier: Modifier, carrier: str, act: str) -> None:
        self.write(act.format(self._ask(modifier.amount, {1: carrier, 2: "t"}, modifier.carrier)))

    def _test(self, node: ir.Expr, carrier: str, modifier: Modifier) -> str:
        self.within = modifier.applies
        return self.test(node, self._scope({1: carrier, 2: "t"}, modifier.carrier))

    # ---- functions of the definition

    def _ask(self, function: int, places: dict[int, str], carrier: int | None = None) -> str:
        """A function of the definition written out with these places; the others are none."""
        self.within = function
        return self.value(self.definition.functions[function].value, self._scope(places, carrier))

    def _scope(self, places: dict[int, str], carrier: int | None = None) -> Scope:
        names = {slot: places.get(slot, "None") for slot in range(4)}
        facts = {"t": self.known, "m": 0, "None": CAN_BE_NONE}
        kind = None if carrier is None else frozenset({("card", self.definition.rows[carrier][0])})
        thing = about_value(self.definition, self.number)
        about = {slot: kind if slot == 1 and carrier is not None else thing for slot in places}
        known = {slot: facts[name] for slot, name in names.items()}
        return Scope(names, known, dict.fromkeys(places, False), about, self.zones)
