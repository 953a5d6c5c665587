"""Lowers decisions: what can be picked, and in the run form the pick itself.

A choice whose picks do not depend on each other is never listed: its options are counted, and the pick is worked out from its
number. Options come in the order of the reference.
"""

from __future__ import annotations

from dataclasses import dataclass

from ... import ir
from ...ir.analysis.alike import are_alike, is_countable, may_be_alike
from ...ir.analysis.fixed_wording import is_free
from ...ir.limits import OPTIONS, PICKED_NUMBER
from ..answering import choices_of
from ..offering import DECLINED
from . import nodes as code
from .charging import looked
from .scope import CodeScope
from .values import Values

Pick = tuple[int, ir.Expr, ir.Type]


@dataclass(frozen=True)
class BranchOffer:
    """What one branch offers: how many options, the lists that are picked from, or one list of all combinations."""

    count: code.Expression
    slots: tuple[int, ...] = ()
    lists: tuple[code.Expression, ...] = ()
    listing: code.Name | None = None


@dataclass(frozen=True)
class Decisions:
    """The decisions of one procedure. If they are `drawn`, a number between 0 and 1 decides, else the policy of the run, which
    is told what is offered if that `counts`. Where several are asked, `asked` is the seat."""

    ask: Values
    drawn: bool = False
    counts: bool = False

    # ---- one of several options

    def choose(
        self, node: ir.Choose, scope: CodeScope, asked: code.Expression | None = None, then: dict[int, code.Body] | None = None
    ) -> code.Body:
        """One of several options, and what is done after each of them."""
        body, seat = self.seat(node, scope, asked)
        total: code.Expression = code.ZERO
        offers, ends = [], []
        for branch in node.branches:
            before, offer = self._offer(branch, scope, seat if self.is_blind(node) else code.NONE)
            body += before
            added = offer.count if total == code.ZERO else code.Binary("+", total, offer.count)
            kept, (total,) = self.ask.held(added)
            body += kept
            offers.append(offer)
            ends.append(total)
        tests = [] if any(offer.count == code.ONE for offer in offers) else [total]
        tests += [code.is_there(seat)] if self.may_be_nobody(node, scope, asked) else []
        picked = self._pick(node, seat, offers, ends, scope, then or {})
        test = code.all_of(tests)
        return (*body, *picked) if test == code.TRUE else (*body, code.If(test, picked, self.declined(node, scope)))

    def _pick(
        self,
        node: ir.Choose,
        seat: code.Expression,
        offers: list[BranchOffer],
        ends: list[code.Expression],
        scope: CodeScope,
        then: dict[int, code.Body],
    ) -> code.Body:
        """Which option it is, what it binds and what follows. Nothing has changed since the options were counted."""
        pick = self.ask.fresh("k")
        declines = node.decline is not None
        rest: code.Body = self.declined(node, scope) if declines else ()
        for number in reversed(range(len(offers))):
            index: code.Expression = code.Binary("-", pick, ends[number - 1]) if number else pick
            result = code.assign(_name(scope, node.result), code.Literal(number))
            bound = (*self._bind(offers[number], index, scope), result, *then.get(number, ()))
            is_last = number == len(offers) - 1 and not declines
            rest = bound if is_last else (code.If(code.Binary("<", pick, ends[number]), bound, rest),)
        count = code.Binary("+", ends[-1], code.ONE) if declines else ends[-1]
        return code.assign(pick, self._picked(node, seat, count, offers)), code.Refill(), *rest

    def _picked(
        self, node: ir.Choose, seat: code.Expression, count: code.Expression, offers: list[BranchOffer]
    ) -> code.Expression:
        if self.drawn:
            return code.Call("int", (code.Binary("*", code.Call("draw", ()), count),))
        asked = code.STATE, seat, count, code.Literal(node.site)
        if not self.counts:
            return code.Method(code.RUN, "pick", asked)
        ending = () if node.decline is None else (code.Literal(DECLINED),)
        shown = [_shown(number, offer) for number, offer in enumerate(offers)]
        return code.Method(code.RUN, "pick_offered", (*asked, code.Items("tuple", (*shown, *ending))))

    def _bind(self, offer: BranchOffer, pick: code.Expression, scope: CodeScope) -> code.Body:
        names = tuple(_name(scope, slot) for slot in offer.slots)
        if offer.listing is not None:
            return unpack(names, code.Load(offer.listing, pick))
        body: code.Body = ()
        for number in range(len(offer.lists) - 1, 0, -1):
            whole, index = self.ask.fresh("k"), self.ask.fresh("k")
            ways = code.length(offer.lists[number])
            body += code.assign(index, code.Binary("%", pick, ways)), code.assign(whole, code.Binary("//", pick, ways))
            body += (code.assign(names[number], code.Load(offer.lists[number], index)),)
            pick = whole
        return (*body, code.assign(names[0], code.Load(offer.lists[0], pick))) if names else body

    def declined(self, node: ir.Choose, scope: CodeScope) -> code.Body:
        slots = [slot for branch in node.branches for slot, _, _ in branch.picks]
        return code.assign(_name(scope, node.result), code.Literal(-1)), *(
            code.assign(_name(scope, slot), code.NONE) for slot in slots
        )

    def is_blind(self, node: ir.Choose | ir.PickMany) -> bool:
        return self.ask.definition.sites[node.site].blind

    def may_be_nobody(self, node: ir.Choose | ir.PickMany, scope: CodeScope, asked: code.Expression | None) -> bool:
        """Whether the seat that decides can be none."""
        seats = node.seats
        listed = isinstance(seats, ir.Op) and seats.sign == ir.Sign.LISTED
        return asked is None and not (listed and not self.ask.can_be_none(seats.arguments[0], scope))  # type: ignore[union-attr]

    def seat(
        self, node: ir.Choose | ir.PickMany, scope: CodeScope, asked: code.Expression | None
    ) -> tuple[code.Body, code.Expression]:
        """The seat that decides; none if nobody does."""
        if asked is not None:
            return (), asked
        seats = node.seats
        if isinstance(seats, ir.Op) and seats.sign == ir.Sign.LISTED:
            decider = self.ask.value(seats.arguments[0], scope)
        else:
            things = self.ask.things(seats, scope)
            decider = self.ask.named(things, lambda name: code.Select(name, code.Load(name, code.ZERO), code.NONE))
        kept, (seat,) = self.ask.held(decider)
        return kept, seat

    # ---- what can be picked

    def _offer(self, branch: ir.Branch, scope: CodeScope, chooser: code.Expression) -> tuple[code.Body, BranchOffer]:
        """What one branch offers: lists to pick from, counted now."""
        guard = code.TRUE if is_always(branch) else self.ask.test(branch.guard, scope)
        if not branch.picks:
            kept, (count,) = self.ask.held(code.ONE if guard == code.TRUE else code.flag(guard))
            return kept, BranchOffer(count)
        body, offer = self._lists(branch, scope, chooser, True)
        if guard == code.TRUE:
            return body, offer
        assert isinstance(offer.count, code.Name)
        return (code.assign(offer.count, code.ZERO), code.If(guard, body)), offer

    def _lists(
        self, branch: ir.Branch, scope: CodeScope, chooser: code.Expression, joined: bool
    ) -> tuple[code.Body, BranchOffer]:
        slots = tuple(slot for slot, _, _ in branch.picks)
        count = self.ask.fresh("n")
        if not is_free(branch) or may_be_alike(self.ask.definition, branch):
            body, listing = self._listing(branch, scope, chooser, joined)
            return (*body, code.assign(count, code.Call("len", (listing,)))), BranchOffer(count, slots, (), listing)
        body, lists = self.ask.held(*(self.ask.things(source, scope) for _, source, _ in branch.picks))
        for (_, source, type), one in zip(branch.picks, lists, strict=True):
            body += self._pickable(source, type, one, scope)
        product: code.Expression = code.Call("len", (lists[0],))
        for one in lists[1:]:
            product = code.Binary("*", product, code.Call("len", (one,)))
        body += (code.assign(count, product),)
        if self.ask.facts.most_options(branch) > OPTIONS.most:
            body += (_refuse_if_many(count),)
        return body, BranchOffer(count, slots, tuple(lists))

    def _pickable(self, source: ir.Expr, type: ir.Type, things: code.Expression, scope: CodeScope) -> code.Body:
        """Numbers that can be picked are not too large."""
        low, high = self.ask.bounds(source, scope)
        is_small = -PICKED_NUMBER.most <= low <= high <= PICKED_NUMBER.most
        return (code.Check(code.Call("check_pickable", (things,))),) if type.sort == ir.TypeSort.NUMBER and not is_small else ()

    def _listing(
        self, branch: ir.Branch, scope: CodeScope, chooser: code.Expression, joined: bool
    ) -> tuple[code.Body, code.Name]:
        """Every combination of picks in a list; later picks may depend on earlier ones. `joined` makes alike ones one."""
        listing = self.ask.fresh("l")
        body = code.assign(listing, code.Items("list", ())), *self._combined(branch, branch.picks, scope, (), listing)
        if joined and may_be_alike(self.ask.definition, branch):
            sorts = code.Literal(tuple(type.sort == ir.TypeSort.CARD for _, _, type in branch.picks))
            body += (code.assign(listing, code.Call("distinct", (code.STATE, sorts, listing, chooser))),)
        return body, listing

    def _combined(
        self, branch: ir.Branch, rest: tuple[Pick, ...], scope: CodeScope, names: tuple[code.Name, ...], listing: code.Name
    ) -> code.Body:
        if not rest:
            many = self.ask.facts.most_options(branch) > OPTIONS.most
            entry = code.Append(listing.id, code.Items("tuple", names))
            return (entry, _refuse_if_many(code.Call("len", (listing,)))) if many else (entry,)
        (slot, source, type), *others = rest
        name = self.ask.fresh("i")
        kept, (things,) = self.ask.held(self.ask.things(source, scope))
        if type.sort == ir.TypeSort.NUMBER:
            kept += (code.Check(code.Call("check_pickable", (things,))),)
        inner = scope.with_place(slot, name, 0, loop=name.id)
        return *kept, code.For((name.id,), things, self._combined(branch, tuple(others), inner, (*names, name), listing))

    def offered(self, node: ir.Choose, scope: CodeScope, asked: code.Expression | None) -> tuple[code.Body, code.Expression]:
        """How many options there are beside declining, and for each branch its number, its share of them and what is picked
        from: the lists of its picks, or a list of all their combinations."""
        joined = is_countable(self.ask.definition, node)
        body, seat = self.seat(node, scope, asked) if self.is_blind(node) else ((), code.NONE)
        total, listing = self.ask.fresh("n"), self.ask.fresh("l")
        body += code.assign(total, code.ZERO), code.assign(listing, code.Items("list", ()))
        for number, branch in enumerate(node.branches):
            lists, offer = self._lists(branch, scope, seat, joined) if branch.picks else ((), BranchOffer(code.ONE))
            picked = offer.listing or code.Items("tuple", offer.lists)
            entry = code.Append(listing.id, code.Items("tuple", (code.Literal(number), offer.count, picked)))
            inside = *lists, code.assign(total, code.Binary("+", total, offer.count)), entry
            body += code.guarded(code.TRUE if is_always(branch) else self.ask.test(branch.guard, scope), inside)
        return body, code.Items("tuple", (total, listing))

    # ---- several things in a row

    def picking(self, node: ir.PickMany, scope: CodeScope) -> tuple[code.Body, code.Expression]:
        """The candidates and limits of a row of picks, as the object that knows what may come next."""
        body, (candidates,) = self.ask.held(code.Call("tuple", (self.ask.things(node.source, scope),)))
        if node.type.sort == ir.TypeSort.NUMBER:
            body += (code.Check(code.Call("check_pickable", (candidates,))),)
        limits = []
        for limit in node.limits:
            bound = self.ask.value(limit.bound, scope) if limit.bound is not None else code.ZERO
            items, name = self.ask.fresh(), self.ask.fresh("i")
            value = self.ask.value(limit.item, scope.with_place(limit.slot, name, 0, loop=name.id))
            body += (
                code.assign(items, code.Call("dict", ())),
                code.For((name.id,), candidates, (code.Enter(items.id, name, value),)),
            )
            words = code.Literal(limit.kind.value), code.Literal(limit.sign.value)
            limits.append(code.Call("Limited", (*words, code.Logic("or", (bound, code.ZERO)), items)))
        high = self.ask.value(node.high, scope) if node.high is not None else code.NONE
        return body, code.Call(
            "Picking", (candidates, self.ask.value(node.low, scope), high, code.Items("list", tuple(limits)))
        )

    def decide(self, node: ir.Choose | ir.PickMany, scope: CodeScope, asked: code.Expression | None = None) -> code.Body:
        return self.choose(node, scope, asked) if isinstance(node, ir.Choose) else self.pick_many(node, scope, asked)

    def pick_many(self, node: ir.PickMany, scope: CodeScope, asked: code.Expression | None = None) -> code.Body:
        seats, seat = self.seat(node, scope, asked)
        body, picking = self.picking(node, scope)
        picked, result = _name(scope, node.picked), _name(scope, node.result)
        may = node.decline is not None, are_alike(self.ask.definition, node.type), self.is_blind(node)
        cost = self.ask.facts.charges.dear(node) if asked is None else None
        again = code.Literal(() if cost is None else cost.terms)
        row = seat, picking, code.Logic("or", (picked, code.EMPTY)), *map(code.Literal, may), code.Literal(node.site), again
        return (
            *(looked(self.ask, node) if asked is None else ()),
            *seats,
            *body,
            code.Store(result, code.Call("pick_row", (code.RUN, code.STATE, *row))),
            code.assign(picked, code.NONE),
        )

    def mix(self, node: ir.Mix, scope: CodeScope) -> code.Body:
        """Puts hands in order of which a decision is about to offer hidden cards."""
        choice, asked = choices_of(self.ask.definition)[node.site]
        body, seats = (), self.ask.things(choice.seats, scope)
        if asked is None:
            body, seat = self.seat(choice, scope, None)  # type: ignore[assignment]
            seats = code.Items("tuple", (seat,))
        places = code.Items("list", tuple(scope.names[slot] for slot in sorted(scope.names)))
        items = code.Literal(asked.items if asked is not None else None)
        return *body, code.Act(code.Call("mix_offered", (code.RUN, code.STATE, code.Literal(node.site), seats, items, places)))


def _shown(number: int, offer: BranchOffer) -> code.Expression:
    """What a branch offers: its number, how many options, and what is picked from; nothing that was never asked for."""
    lists: code.Expression = offer.listing if offer.listing is not None else code.Items("tuple", offer.lists)
    picked = code.Select(offer.count, lists, code.EMPTY) if offer.slots else code.EMPTY
    return code.Items("tuple", (code.Literal(number), offer.count, picked))


def _name(scope: CodeScope, slot: int) -> code.Name:
    name = scope.names[slot]
    assert isinstance(name, code.Name)
    return name


def unpack(names: tuple[code.Name, ...], value: code.Expression) -> code.Body:
    """Names get the members of a list of that length."""
    if len(names) == 1:
        return (code.assign(names[0], code.Load(value, code.ZERO)),)
    return (code.Assign(tuple(name.id for name in names), value),) if names else ()


def _refuse_if_many(count: code.Expression) -> code.If:
    return code.If(code.Binary(">", count, code.Literal(OPTIONS.most)), (code.Check(code.Call("too_many_options", ())),))


def is_always(branch: ir.Branch) -> bool:
    """Whether a branch is offered whenever there is something to pick."""
    return isinstance(branch.guard, ir.Const) and bool(branch.guard.value)
