"""Writes sets: which things, where they are, a filter, and the order in which they come."""

from __future__ import annotations

from .asking import COMPARISONS, Asking, atom, summed
from .scope import Scope


class Sets(Asking):
    def any_sort(self) -> str:
        """What things there are in this case."""
        grids = [one.name for one in self.things.families.values() if one.grid]
        return self.luck.pick(["player", "ware", "crate", "crate", *self.things.kinds, *self.things.families, *grids, *grids])

    def set_of(
        self, scope: Scope, sort: str, depth: int, with_filter: bool, plain: bool = False, joint: str = "and in",
        bare: bool = True,
    ) -> tuple[str, str]:  # fmt: skip
        """The set, and its filter; a plain one has no adjective. `joint` is how a further place is joined, and flags may stand
        bare in the filter, but not where `is` could follow."""
        noun, where = self._noun(scope, sort, depth)
        if sort in self.things.kinds and where.startswith(" in ") and self.luck.on(joint) and self.luck.chance(0.3):
            where += f" {joint} {self.place(scope, self.luck.pick(self.things.kinds[sort].zones), depth)}"
            noun = sort
        words = self.adjectives(sort)
        adjective = (
            f"{self.luck.pick(words)} " if words and not plain and self.luck.on("adjectives") and self.luck.chance(0.3) else ""
        )
        other = self._other(scope, sort)
        the = "the " if self.luck.on("the") and self.luck.chance(0.1) else ""
        filtered = self._filter(scope, sort, depth, bare) if with_filter and self.luck.on("with") else ""
        return f"{the}{other}{adjective}{noun}{where}", filtered

    def _other(self, scope: Scope, sort: str) -> str:
        known = scope.this == sort or (sort == "player" and scope.player and not scope.this)
        return "other " if known and not scope.it and self.luck.on("other") and self.luck.chance(0.3) else ""

    def _noun(self, scope: Scope, sort: str, depth: int) -> tuple[str, str]:
        if sort == "player":
            return self._players(scope)
        if sort == "ware":
            noun = self.luck.pick(["ware", "wares"])
            is_map = self.luck.on("members with columns") and self.luck.chance(0.4)
            ways = [" in near of {}", " reachable from {} through near"]
            return noun, self.luck.pick(ways).format(self.luck.pick(list(self.things.wares))) if is_map else ""
        if sort in self.things.families:
            return self._zones(scope, sort, depth)
        return self._cards(scope, sort, depth)

    def _players(self, scope: Scope) -> tuple[str, str]:
        if scope.player and self.luck.on("opponent") and self.luck.chance(0.4):
            return self.luck.pick(["opponent", "opponents"]), ""
        if scope.player and self.things.teams and self.luck.chance(0.4):
            return self.luck.pick(["partner", "partners"]), ""
        if self.luck.on("players in") and self.luck.chance(0.2):
            family = self.luck.pick(list(self.things.families))
            return self.luck.pick(["player", "players"]), f" in {self.place(scope, family, 0)}"
        if self.luck.on("players beyond") and self.luck.chance(0.2):
            return "player", f" {self.luck.pick(['after', 'before'])} {atom(self.player(scope, 0))}"
        return self.luck.pick(["player", "players"]), ""

    def _cards(self, scope: Scope, sort: str, depth: int) -> tuple[str, str]:
        kind = self.things.kinds[sort]
        noun = self.luck.pick([sort, f"{sort}s", "card"])
        if kind.rows and self.luck.on("id as noun") and self.luck.chance(0.1):
            noun = self.luck.pick(kind.rows)
        lists = [name for name, one in scope.names if one == f"many {sort}"]
        if lists and self.luck.chance(0.6):
            return noun if noun != "card" else sort, f" in {self.luck.pick(lists)}"
        near = scope.of(sort)
        if near and self.luck.on("near cards") and self.luck.chance(0.3):
            return sort, f" {self.luck.pick(['above', 'below', 'under'])} {self.luck.pick(near)}"
        if self.luck.on("anywhere") and self.luck.chance(0.15):
            return noun if noun != "card" else sort, ""
        zone = self.luck.pick(kind.zones)
        only = self.things.families[zone].holds == (sort,)
        return (noun if noun != "card" or only else sort), f" in {self.place(scope, zone, depth)}"

    def _zones(self, scope: Scope, sort: str, depth: int) -> tuple[str, str]:
        family = self.things.families[sort]
        if family.grid and self.luck.on("reach") and self.luck.chance(0.5):
            through = "joined" if sort == "cell" else "open_edges"
            return sort, f" reachable from {sort} {self.luck.number(1, 2)} through {through}"
        if (family.grid or family.count > 1) and self.luck.on("beside") and self.luck.chance(0.3):
            return sort, f" beside {atom(self.zone(scope, family, 0))}"
        if (family.ids or family.count > 1) and self.luck.on("zones beyond") and self.luck.chance(0.3):
            return sort, f" {self.luck.pick(['after', 'before'])} {atom(self.zone(scope, family, 0))}"
        if family.per and self.luck.on("zones in") and self.luck.chance(0.3):
            return sort, f" in {atom(self.any_value(scope, family.per, 0))}"
        return self.luck.pick([sort, f"{sort}s"]), ""

    def _filter(self, scope: Scope, sort: str, depth: int, bare: bool) -> str:
        inner = scope.about(it=sort)
        facts = [self._fact(inner, sort, depth - 1, bare) for _ in range(self.luck.pick([1, 1, 2]))]
        return " with " + " and with ".join(facts)

    def _fact(self, scope: Scope, sort: str, depth: int, bare: bool) -> str:
        flags = [fact.name for fact in self.things.facts_of("flag", sort, parameters=(), flow=False)]
        if bare and flags and self.luck.on("bare flags") and self.luck.chance(0.3):
            return f"{self.luck.pick(['', 'not '])}{self.luck.pick(flags)}{self.luck.pick(['', ' of it'])}"
        own = [fact.name for fact in self.things.facts_of("number", sort, parameters=(), flow=False)]
        own += list(self.things.kinds[sort].numbers) if sort in self.things.kinds else []
        if own and self.luck.chance(0.5):
            left = self.luck.pick(own) if self.luck.chance(0.5) else f"{self.luck.pick(own)} of it"
            return f"{left} {self.luck.pick(COMPARISONS)} {summed(self.number(scope, depth))}"
        if sort == "crate" and self.luck.chance(0.5):
            return f"ware is {self.luck.pick(['', 'not '])}{summed(self.ware(scope.about(it=''), 0))}"
        if self.luck.chance(0.4):
            return f"it is {self.luck.pick(['', 'not '])}{summed(self.any_value(scope.about(it=''), sort, 0))}"
        return self.compared(scope, depth)

    def keys(self, scope: Scope, sort: str) -> str:
        inner = scope.about(it=sort)
        keys = [
            f"{self.luck.pick(['most', 'least'])} {summed(self.number(inner, 1))}" for _ in range(self.luck.pick([1, 1, 2]))
        ]
        if sort == "crate" and self.luck.on("ranked wares") and self.luck.chance(0.4):
            keys[0] = f"{self.luck.pick(['most', 'least'])} ware"
        return ", then ".join(keys)

    def ordered(self, scope: Scope, sort: str, by_choice: bool = False) -> str:
        """A set with an order, as `each` and `turns` take it."""
        plain, filtered = self.set_of(scope, sort, 1, with_filter=self.luck.chance(0.3), joint="and")
        if by_choice:
            return f"{plain}{filtered} by choice"
        if sort == "player" and self.luck.on("clockwise") and self.luck.chance(0.6):
            return f"{plain}{filtered} clockwise {self.luck.pick(['from', 'after'])} {atom(self.player(scope, 0))}"
        return f"{plain}{filtered} by {self.keys(scope, sort)}" if self.luck.chance(0.3) else f"{plain}{filtered}"
