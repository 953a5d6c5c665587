"""Writes decisions: what can be picked, and in the run form the pick itself.

A choice whose picks do not depend on each other is never listed: its options are counted, and the pick is worked out from its
number. Options come in the order of the reference.
"""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace

from ... import ir
from ...ir.analysis.alike import are_alike, is_countable, may_be_alike
from ...ir.analysis.fixed_wording import is_free
from ...ir.analysis.none_ness import HOLDS_NONE, Facts
from ...ir.limits import OPTIONS, PICKED_NUMBER
from ...ir.walk import is_expression, walk
from ..answering import choices_of
from .flow import BEGIN_ANEW, Flow
from .loop_shapes import Ways
from .moving import plain_source
from .source import Asked
from .values import Scope


class Deciding(Flow):
    """Writes procedures in the run form: `R.pick` answers on the spot, or a number between 0 and 1 that `R.draw` gives if the
    source is `drawn`. `asked` is the seat while several are asked."""

    asked = ""
    drawn = False
    chooser = "None"  # whoever decides, where not all that is offered may be seen

    def picked(self, seat: str, count: str, site: int) -> str:
        if self.drawn:
            return f"int({self.state('D')}() * {f'({count})' if ' ' in count else count})"
        return f"R.pick(S, {seat}, {count}, {site})"

    def decide(self, node: ir.Choose | ir.PickMany) -> None:
        if isinstance(node, ir.Choose):
            self.choose(node, {})
        else:
            self._pick_many(node)

    # ---- one of several options

    def choose(self, node: ir.Choose, then: Ways) -> None:
        seats = self.named_seat(node)
        self.chooser = seats if self.is_blind(node) else "None"
        offers = [self._offer(branch) for branch in node.branches]
        if not then:
            for offer in offers:
                offer.forget_shared(offers)
        ends = [offers[0].count]
        for offer in offers[1:]:
            ends.append(self.atom(f"{ends[-1]} + {offer.count}"))
        tests = [] if any(offer.count == "1" for offer in offers) else [ends[-1]]
        tests += [f"{seats} is not None"] if self.may_be_nobody(node) else []
        known = self.asked_lately()
        if not tests:
            self._pick(node, seats, offers, ends, then, known)
            return
        with self.block(f"if {' and '.join(tests)}:"):
            self._pick(node, seats, offers, ends, then, known)
        with self.block("else:"):
            self.declined(node)

    def _pick(self, node: ir.Choose, seats: str, offers: list[_Offer], ends: list[str], then: Ways, known: Asked) -> None:
        """Which option it is, and what follows. Nothing has changed since the options were counted."""
        pick = self.fresh("k")
        more = f"{ends[-1]} + 1" if node.decline is not None else ends[-1]
        self.write(BEGIN_ANEW)
        self.write(f"{pick} = {self.picked(seats, more, node.site)}")
        for number, offer in enumerate(offers):
            is_last = number == len(offers) - 1 and node.decline is None
            header = "else:" if is_last else f"{'elif' if number else 'if'} {pick} < {ends[number]}:"
            with nullcontext() if is_last and not number else self.block(header):
                self.recall(known)
                offer.bind(self, f"({pick} - {ends[number - 1]})" if number else pick)
                self.write(f"v{node.result} = {number}")
                for slot in (*offer.slots, node.result):
                    self.forget(f"v{slot}")
                if number in then:
                    self._follow(node.branches[number], then[number])
            if then:
                self.changed()
        if node.decline is not None:
            with self.block("else:"):
                self.declined(node)

    def _follow(self, branch: ir.Branch, then: ir.Stmt) -> None:
        """What is done after an answer: what was picked is there."""
        scope = self.scope
        given = {one.slot for one in walk(then, is_expression) if isinstance(one, ir.Let)}
        given |= {slot for one in walk(then, is_expression) if isinstance(one, ir.Branch) for slot, _, _ in one.picks}
        picked = [slot for slot, source, _ in branch.picks if not self.facts.of(source, scope.known) & HOLDS_NONE]
        self.scope = replace(scope, known=scope.known | {slot: 0 for slot in picked if slot not in given})
        self.stretch(then)
        self.scope = scope

    def ask(self, node: ir.Ask) -> None:
        """Several seats answer the same question, then the body runs for each of them."""
        choice = node.choice
        picks = [slot for branch in choice.branches for slot, _, _ in branch.picks] if isinstance(choice, ir.Choose) else []
        bound = "".join(f"v{slot}, " for slot in (node.items, choice.result, *picks))
        seats = self.atom(self.things(choice.seats, self.scope))
        answers = self.fresh()
        self.write(f"{answers} = []")
        with self.block(f"for v{node.items} in {seats}:"):
            self.asked = f"v{node.items}"
            self.decide(choice)
            self.asked = ""
            self.write(f"{answers}.append(({bound}))")
        with self.python_loop(f"for {bound}in {answers}:", None):
            self.stretch(node.body)

    def mix(self, node: ir.Mix) -> None:
        choice, asked = choices_of(self.definition)[node.site]
        seats = self.things(choice.seats, self.scope) if asked is not None else f"({self.named_seat(choice)},)"
        places = ", ".join(self.scope.names[slot] for slot in sorted(self.scope.names))
        self.write(f"mix_offered(R, S, {node.site}, {seats}, {asked.items if asked is not None else None}, [{places}])")

    def is_blind(self, node: ir.Choose | ir.PickMany) -> bool:
        return self.definition.sites[node.site].blind

    def declined(self, node: ir.Choose) -> None:
        self.write(f"v{node.result} = -1")
        for branch in node.branches:
            for slot, _, _ in branch.picks:
                self.write(f"v{slot} = None")

    def may_be_nobody(self, node: ir.Choose | ir.PickMany) -> bool:
        """Whether the seat that decides can be none."""
        seats = node.seats
        listed = isinstance(seats, ir.Op) and seats.sign == "listed"
        return not self.asked and not (listed and not self.can_be_none(seats.arguments[0], self.scope))  # type: ignore[union-attr]

    def named_seat(self, node: ir.Choose | ir.PickMany) -> str:
        """The seat that decides; none if nobody does."""
        if self.asked:
            return self.asked
        seats = node.seats
        if isinstance(seats, ir.Op) and seats.sign == "listed":
            return self.named(seats.arguments[0], self.scope)
        name = self.atom(self.things(seats, self.scope))
        return self.atom(f"({name}[0] if {name} else None)")

    def _offer(self, branch: ir.Branch) -> _Offer:
        """What one branch offers: lists to pick from, counted now."""
        if not branch.picks:
            count = "1" if is_always(branch) else self.atom(f"(1 if {self.test(branch.guard, self.scope)} else 0)")
            return _Offer(count, (), [], "", [])
        count = self.fresh("n")
        if is_always(branch):
            return self._lists(branch, count)
        self.write(f"{count} = 0")
        with self.block(f"if {self.test(branch.guard, self.scope)}:"):
            return self._lists(branch, count)

    def _lists(self, branch: ir.Branch, count: str, joined: bool = True) -> _Offer:
        slots = tuple(slot for slot, _, _ in branch.picks)
        if is_free(branch) and not may_be_alike(self.definition, branch):
            zones = [self._zone(source) for _, source, _ in branch.picks]
            lists = [
                self.atom(f"{self.state('Z')}[{zone}]" if zone else self.things(source, self.scope))
                for zone, (_, source, _) in zip(zones, branch.picks, strict=True)
            ]
            for (_, source, type), one in zip(branch.picks, lists, strict=True):
                self._check_pickable(source, type, one)
            self.write(f"{count} = {' * '.join(f'len({one})' for one in lists)}")
            if self.facts.most_options(branch) > OPTIONS.most:
                self.write(f"if {count} > {OPTIONS.most}: too_many_options()")
            return _Offer(count, slots, lists, "", zones)
        listing = self.fresh("l")
        write_listing(self, branch, listing, self.scope, joined)
        self.write(f"{count} = len({listing})")
        return _Offer(count, slots, [], listing, [])

    def _check_pickable(self, source: ir.Expr, type: ir.Type, things: str) -> None:
        """Numbers that can be picked are not too large."""
        low, high = self.bounds(source, self.scope.bounds)
        if type.sort == "number" and not -PICKED_NUMBER.most <= low <= high <= PICKED_NUMBER.most:
            self.write(f"check_pickable({things})")

    def _zone(self, source: ir.Expr) -> str:
        """The zone whose cards are picked from, by name; empty if something else is."""
        source = plain_source(source)
        if not isinstance(source, ir.Contents) or self.is_many(source.of, self.scope) is not False:
            return ""
        return "" if self.can_be_none(source.of, self.scope) else self.named(source.of, self.scope)

    def offered(self, node: ir.Choose) -> tuple[str, str]:
        """How many options there are beside declining, and for each branch its number, its share of them and what is picked
        from: the lists of its picks, or a list of all their combinations."""
        joined = is_countable(self.definition, node)
        self.chooser = self.named_seat(node) if self.is_blind(node) else "None"
        total, found = self.fresh("n"), self.fresh("l")
        for number, branch in enumerate(node.branches):
            if number == 0 and not is_always(branch):
                self.write(f"{total}, {found} = 0, []")
            with nullcontext() if is_always(branch) else self.block(f"if {self.test(branch.guard, self.scope)}:"):
                count, picked = self._counted(branch, joined)
                entry = f"({number}, {count}, {picked})"
                if number == 0 and is_always(branch):
                    self.write(f"{total}, {found} = {count}, [{entry}]")
                else:
                    self.write(f"{total} += {count}")
                    self.write(f"{found}.append({entry})")
            self.changed()
        return total, found

    def _counted(self, branch: ir.Branch, joined: bool) -> tuple[str, str]:
        """How many options a branch has, and what is picked from."""
        if not branch.picks:
            return "1", "()"
        count = self.fresh("n")
        offer = self._lists(branch, count, joined)
        return count, offer.listing or f"({''.join(f'{one}, ' for one in offer.lists)})"

    # ---- several things in a row

    def _pick_many(self, node: ir.PickMany) -> None:
        seats = self.named_seat(node)
        picking = write_picking(self, node, self.scope)
        alike = are_alike(self.definition, node.type)
        may = f"{node.decline is not None}, {alike}, {self.is_blind(node)}"
        row = f"{seats}, {picking}, v{node.picked} or (), {may}, {node.site}"
        self.write(f"v{node.result} = pick_row(R, S, {row})")
        self.write(f"v{node.picked} = None")


class _Offer:
    """What one branch offers: how many options, and how a pick among them is read."""

    def __init__(self, count: str, slots: tuple[int, ...], lists: list[str], listing: str, zones: list[str]) -> None:
        self.count = count
        self.zones = zones
        self.slots = slots
        self.lists = lists
        self.listing = listing

    def bind(self, writer: Flow, pick: str) -> None:
        if self.listing:
            writer.write(f"{''.join(f'v{slot}, ' for slot in self.slots)}= {self.listing}[{pick}]")
        elif self.lists:
            rest = pick
            for number in range(len(self.lists) - 1, 0, -1):
                whole, place = writer.fresh("k"), writer.fresh("k")
                writer.write(f"{whole}, {place} = divmod({rest}, len({self.lists[number]}))")
                self._take(writer, number, place)
                rest = whole
            self._take(writer, 0, writer.atom(rest))

    def forget_shared(self, offers: list[_Offer]) -> None:
        """Where a pick of several branches comes from is not known before the pick."""
        others = {slot for one in offers if one is not self for slot in one.slots}
        self.zones = ["" if slot in others else zone for slot, zone in zip(self.slots, self.zones, strict=False)]

    def _take(self, writer: Flow, number: int, place: str) -> None:
        name = f"v{self.slots[number]}"
        writer.write(f"{name} = {self.lists[number]}[{place}]")
        if self.zones[number]:
            writer.origins[name] = (self.zones[number], self.lists[number], place)


def is_always(branch: ir.Branch) -> bool:
    """Whether a branch is offered whenever there is something to pick."""
    return isinstance(branch.guard, ir.Const) and bool(branch.guard.value)


def write_listing(writer: Deciding, branch: ir.Branch, listing: str, scope: Scope, joined: bool) -> None:
    """Every combination of picks as a list of tuples; later picks may depend on earlier ones. `joined` makes alike ones one."""
    writer.write(f"{listing} = []")
    many = writer.facts.most_options(branch) > OPTIONS.most

    def deeper(rest: tuple[tuple[int, ir.Expr, ir.Type], ...], scope: Scope, names: list[str]) -> None:
        if not rest:
            writer.write(f"{listing}.append(({''.join(f'{name}, ' for name in names)}))")
            if many:
                writer.write(f"if len({listing}) > {OPTIONS.most}: too_many_options()")
            return
        (slot, source, type), *others = rest
        name = writer.fresh("i")
        things = writer.things(source, scope)
        if type.sort == "number":
            things = writer.atom(things)
            writer.write(f"check_pickable({things})")
        with writer.block(f"for {name} in {things}:"):
            deeper(tuple(others), scope.with_place(slot, name, 0), [*names, name])

    deeper(branch.picks, scope, [])
    if joined and may_be_alike(writer.definition, branch):
        sorts = tuple(type.sort == "card" for _, _, type in branch.picks)
        writer.write(f"if len({listing}) > 1: {listing} = distinct(S, {sorts!r}, {listing}, {writer.chooser})")


def write_picking(writer: Flow, node: ir.PickMany, scope: Scope) -> str:
    """The candidates and limits of a row of picks, as the object that knows what may come next."""
    candidates = writer.atom(f"tuple({writer.things(node.source, scope)})")
    if node.type.sort == "number":
        writer.write(f"check_pickable({candidates})")
    low = writer.named(node.low, scope)
    high = writer.named(node.high, scope) if node.high is not None else "None"
    limits = []
    for limit in node.limits:
        bound = writer.named(limit.bound, scope) if limit.bound is not None else "0"
        items = writer.fresh()
        name = writer.fresh("i")
        writer.write(f"{items} = {{}}")
        with writer.block(f"for {name} in {candidates}:"):
            value = writer.value(limit.item, scope.with_place(limit.slot, name, 0))
            writer.write(f"{items}[{name}] = {value}")
        limits.append(f"Limited({limit.kind.value!r}, {limit.sign.value!r}, {bound} or 0, {items})")
    return writer.atom(f"Picking({candidates}, {low}, {high}, [{', '.join(limits)}])")


def write_offers(facts: Facts, procedure: int, node: ir.Choose, number: int) -> list[str]:
    """A function that returns how many options a choice has and what is picked from, for the step form."""
    writer = Deciding(facts, procedure)
    writer.asked = f"v{facts.asked[node.site].items}" if node.site in facts.asked else ""
    count, found = writer.offered(node)
    writer.write(f"return {count}, {found}")
    return signed(writer, f"o{number}", procedure)


def write_row(facts: Facts, procedure: int, node: ir.PickMany, number: int) -> list[str]:
    """A function that returns what may be picked in a row, for the step form."""
    writer = Deciding(facts, procedure)
    writer.write(f"return {write_picking(writer, node, writer.scope)}")
    return signed(writer, f"o{number}", procedure)


def signed(writer: Flow, name: str, procedure: int) -> list[str]:
    """A written function with its first lines; it gets every place of its procedure."""
    places = ", ".join(f"v{slot}" for slot in sorted(writer.scope.names))
    return [f"def {name}(S, {places}, *rest):", *writer.opening(), *writer.lines]
