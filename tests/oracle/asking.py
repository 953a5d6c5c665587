"""Writes what is asked: numbers, conditions and single things, each of the sort that is wanted.

A text that is no atom stands in parentheses wherever only an atom can stand.
"""

from __future__ import annotations

from rulewright.ir.operations import CALLED

from .scope import Luck, Scope
from .things import Family, Things

COMPARISONS = (">=", "<=", ">", "<")
DIRECTIONS = ("north", "south", "east", "west")


class Piece(str):
    """A text with how tightly it binds: 2 for an atom, 1 for a sum, 0 for whatever needs parentheses."""

    binding: int = 2


def piece(text: str, binding: int) -> Piece:
    made = Piece(text)
    made.binding = binding
    return made


def atom(text: str) -> str:
    return text if getattr(text, "binding", 2) == 2 else f"({text})"


def summed(text: str) -> str:
    return text if getattr(text, "binding", 2) >= 1 else f"({text})"


class Asking:
    """Sentences about the things of a case; its parts write sets, verbs and statements."""

    def __init__(self, luck: Luck, things: Things) -> None:
        self.luck, self.things = luck, things

    # ---- numbers

    def number(self, scope: Scope, depth: int = 2) -> str:
        if depth <= 0 or self.luck.chance(0.25):
            return self.plain_number(scope)
        forms = {
            "+": lambda: piece(f"{summed(self.number(scope, depth - 1))} + {self.factor(scope, depth)}", 1),
            "-": lambda: piece(f"{summed(self.number(scope, depth - 1))} - {self.factor(scope, depth)}", 1),
            "*": lambda: piece(f"{self.luck.number(0, 3)} * {self.factor(scope, depth)}", 1),
            "minus sign": lambda: piece(f"-{self.factor(scope, depth)}", 1),
            "two numbers": lambda: self._of_two(scope, depth),
            "one of two": lambda: self._either(scope, depth),
            "count": lambda: self.counted(scope, depth),
            "total": lambda: self.folded(scope, depth),
            "different": lambda: self.different(scope, depth),
            "standing": lambda: self._standing(scope, depth),
            "fact": lambda: self.fact(scope, "number", depth),
            "printed": lambda: self._printed(scope, depth),
            "feature": lambda: self._feature(scope, depth),
            "table": lambda: self._from_table(scope, depth),
            "grouped": lambda: self._grouped(scope),
            "or else": lambda: piece(f"{summed(self.number(scope, depth - 1))} or {summed(self.plain_number(scope))}", 0),
            "highest or": lambda: piece(f"{self.folded(scope, depth)} or {summed(self.plain_number(scope))}", 0),
            "index of a ware": lambda: f"index of {atom(self.ware(scope, depth - 1))}",
        }
        return self.luck.one_form(forms, lambda: self.plain_number(scope))

    def factor(self, scope: Scope, depth: int) -> str:
        return atom(self.number(scope, depth - 1))

    def plain_number(self, scope: Scope) -> str:
        named = [*scope.of("number"), *self.things.plain["number"], "round"]
        owned = self.things.facts_of("number", "player", parameters=(), flow=False)
        if scope.player and owned and not scope.it and not scope.this and self.luck.chance(0.3):
            return self.luck.pick(owned).name
        return self.luck.pick(named) if self.luck.chance(0.5) else str(self.luck.number(0, 5))

    def _of_two(self, scope: Scope, depth: int) -> str | None:
        signs = [sign for sign in CALLED if self.luck.on(sign)]
        if not signs:
            return None
        return f"{self.luck.pick(signs)}({self.number(scope, depth - 1)}, {self.number(scope, depth - 1)})"

    def _either(self, scope: Scope, depth: int) -> str:
        condition = self.flag(scope, depth - 1)
        return piece(f"{summed(self.number(scope, depth - 1))} if {condition} else {self.number(scope, depth - 1)}", 0)

    def counted(self, scope: Scope, depth: int) -> str:
        plain, filtered = self.set_of(scope, self.any_sort(), depth, with_filter=self.luck.chance(0.5))
        return piece(f"count of {plain}{filtered}", 0 if filtered else 1)

    def different(self, scope: Scope, depth: int) -> str:
        plain, filtered = self.set_of(scope, "crate", depth, with_filter=self.luck.chance(0.5))
        item = self.luck.pick(["ware", "weight", "(weight of it * 2)"])
        return piece(f"count of different {item} of {plain}{filtered}", 0 if filtered else 1)

    def folded(self, scope: Scope, depth: int) -> str | None:
        kind = self.luck.pick(["sum", "highest", "lowest"])
        sort = self.any_sort()
        plain, filtered = self.set_of(scope, sort, depth, with_filter=self.luck.chance(0.5))
        inner = scope.about(it=sort)
        own = [fact.name for fact in self.things.facts_of("number", sort, parameters=(), flow=False)]
        own += list(self.things.kinds[sort].numbers) if sort in self.things.kinds else []
        item = self.luck.pick(own) if own and self.luck.chance(0.5) else f"({self.number(inner, depth - 1)})"
        return piece(f"{kind} of {item} of {plain}{filtered}", 0 if filtered else 1)

    def _standing(self, scope: Scope, depth: int) -> str:
        plain, filtered = self.set_of(scope, "player", 0, with_filter=False)
        asked = next((f"{table} for" for table in self.things.tables), "standing of")  # what a place gives, or the place itself
        return piece(f"{asked} {atom(self.player(scope, 1))} among {plain}{filtered} by {self.keys(scope, 'player')}", 0)

    def _printed(self, scope: Scope, depth: int) -> str | None:
        kinds = [kind for kind in self.things.kinds.values() if kind.numbers]
        kind = self.luck.pick(kinds)
        return f"{self.luck.pick(kind.numbers)} of {atom(self.card(scope, kind.name, depth - 1))}"

    def _feature(self, scope: Scope, depth: int) -> str | None:
        kind = self.luck.pick(list(self.things.kinds))
        families = list(self.things.families.values())
        grids = [one for one in families if one.grid]
        numbered = [one for one in families if one.count > 1 or one.ids]
        forms = {
            "position": lambda: f"position of {atom(self.card(scope, kind, depth - 1))}",
            "team": lambda: f"team of {atom(self.player(scope, depth - 1))}" if self.things.teams else None,
            "seat": lambda: f"seat of {atom(self.player(scope, depth - 1))}",
            "value": lambda: f"value of {atom(self.card(scope, 'bone', depth - 1))}" if "bone" in self.things.kinds else None,
            "turned": lambda: f"turned of {atom(self.card(scope, 'tile', depth - 1))}" if "tile" in self.things.kinds else None,
            "index": lambda: f"index of {atom(self.zone(scope, self.luck.pick(numbered), depth - 1))}" if numbered else None,
            "x": lambda: f"x of {atom(self.zone(scope, self.luck.pick(grids), depth - 1))}" if grids else None,
            "y": lambda: f"y of {atom(self.zone(scope, self.luck.pick(grids), depth - 1))}" if grids else None,
            "score": lambda: f"score of {atom(self.player(scope, depth - 1))}" if scope.flow else None,
        }
        return self.luck.one_form(forms, lambda: self.plain_number(scope))

    def _from_table(self, scope: Scope, depth: int) -> str | None:
        if not self.things.tables:
            return None
        name, size = self.luck.pick(list(self.things.tables.items()))
        place = self.number(scope, depth - 1)
        return f"{name}({place if not place.isdecimal() and 'load' not in place else self.luck.number(1, size)})"

    def _grouped(self, scope: Scope) -> str | None:
        if not self.things.groupings or (not scope.player and not scope.of("player")):
            return None
        zones = [one for one in self.things.families.values() if one.holds == ("crate",) or "crate" in one.holds]
        zone = self.zone(scope, self.luck.pick([one for one in zones if not one.room]), 0)
        name = self.luck.pick(self.things.groupings)
        if self.luck.on("leftover") and self.luck.chance(0.5):
            what = self.luck.pick([f"leftover({name})", f"sets({name})", f"sets({name}, {self.luck.number(1, 2)})"])
            return piece(f"sum of weight of crates in {what} of {atom(zone)}", 1)
        return f"{self.luck.pick(['worth', 'unused'])}({name}) of {atom(zone)}"

    # ---- facts that are declared

    def fact(self, scope: Scope, sort: str, depth: int) -> str | None:
        known = [one for one in self.things.facts if one.sort == sort and (scope.flow or not one.flow)]
        if not known:
            return None
        fact = self.luck.pick(known)
        asked = fact.name
        if fact.parameters:
            asked += f"({', '.join(self.any_value(scope, one, depth - 1) for one in fact.parameters)})"
        if not fact.of:
            return asked
        if " in " in fact.of and scope.player and self.luck.chance(0.3):
            return f"{asked} in {atom(self.any_value(scope, fact.of.split(' in ')[1], depth - 1))}"
        return f"{asked} of {atom(self.any_value(scope, fact.of, depth - 1))}"

    def any_value(self, scope: Scope, sort: str, depth: int) -> str:
        if sort == "number":
            return self.number(scope, depth)
        if sort == "flag":
            return self.flag(scope, depth)
        if sort == "player":
            return self.player(scope, depth)
        if " in " in sort:
            first, second = (self.any_value(scope, one, depth) for one in sort.split(" in "))
            return f"{first if first.isidentifier() else f'({first})'} in {atom(second)}"
        if sort == "ware":
            return self.ware(scope, depth)
        if sort in self.things.families:
            return self.zone(scope, self.things.families[sort], depth)
        if sort.startswith("many "):
            return self.many(scope, sort[5:], depth)
        return self.card(scope, sort, depth)

    # ---- conditions

    def flag(self, scope: Scope, depth: int = 2) -> str:
        if depth <= 0:
            return self.compared(scope, 0)
        forms = {
            "and": lambda: piece(f"{self._side(scope, depth)} and {self._side(scope, depth)}", 0),
            "or": lambda: piece(f"{self._side(scope, depth)} or {self._side(scope, depth)}", 0),
            "not": lambda: piece(f"not {atom(self.flag(scope, depth - 1))}", 0),
            "is": lambda: self._equal(scope, depth),
            "is none": lambda: self._is_none(scope, depth),
            "in": lambda: self._inside(scope, depth),
            "is empty": lambda: self._empty(scope, depth),
            "no": lambda: self._some(scope, depth, "no"),
            "some": lambda: self._some(scope, depth, "some"),
            "every is": lambda: self._every_is(scope, depth),
            "adjective": lambda: self._described(scope, depth),
            "flag": lambda: self._flagged(scope, depth),
            "compare": lambda: self.compared(scope, depth),
            "truth": lambda: self._truth(scope, depth),
            "line": lambda: self._line(scope),
            "fits": lambda: self._fits(scope),
            "wares compared": lambda: self._wares_compared(scope, depth),
        }
        return self.luck.one_form(forms, lambda: self.compared(scope, depth))

    def _side(self, scope: Scope, depth: int) -> str:
        return f"({self.flag(scope, depth - 1)})" if self.luck.chance(0.5) else self.compared(scope, depth - 1)

    def compared(self, scope: Scope, depth: int) -> str:
        left, right = (summed(self.number(scope, depth - 1)) for _ in "lr")
        return piece(f"{left} {self.luck.pick(COMPARISONS)} {right}", 0)

    def _line(self, scope: Scope) -> str | None:
        grids = [one for one in self.things.families.values() if one.grid]
        if not grids:
            return None
        name = self.luck.pick(grids).name
        words = self.adjectives(name)
        cells = f"{self.luck.pick(words)} {name}s" if words and self.luck.chance(0.6) else f"{name}s with it is not empty"
        return piece(f"{self.luck.pick(['some', 'no'])} line of 2 {cells}", 0)

    def _fits(self, scope: Scope) -> str | None:
        if not self.things.groupings or (not scope.player and not scope.of("player")):
            return None
        zones = [one for one in self.things.families.values() if "crate" in one.holds and not one.room]
        card, zone = self.card(scope, "crate", 0), self.zone(scope, self.luck.pick(zones), 0)
        return piece(f"{summed(card)} fits {self.luck.pick(self.things.groupings)} with {atom(zone)}", 0)

    def _wares_compared(self, scope: Scope, depth: int) -> str:
        left, right = (summed(self.ware(scope, depth - 1)) for _ in "lr")
        return piece(f"{left} {self.luck.pick(COMPARISONS)} {right}", 0)

    def _truth(self, scope: Scope, depth: int) -> str | None:
        flag = self._flagged(scope, depth)
        return flag and piece(f"{flag} is {self.luck.pick(['true', 'false'])}", 0)

    def _equal(self, scope: Scope, depth: int) -> str:
        sort = self.luck.pick(["number", "player", "ware", *self.things.kinds, *self.things.families])
        left, right = (self.any_value(scope, sort, depth - 1) for _ in "lr")
        if sort in self.things.families and self.luck.on("zone"):
            holding = list(self.things.families[sort].holds)
            left = f"zone of {atom(self.card(scope, self.luck.pick(holding), depth - 1))}"
        return piece(f"{summed(left)} is {self.luck.pick(['', 'not '])}{summed(right)}", 0)

    def _is_none(self, scope: Scope, depth: int) -> str:
        thing = self.any_value(scope, self.luck.pick([*self.things.kinds, "player"]), depth - 1)
        return piece(f"{atom(thing)} is {self.luck.pick(['', 'not '])}none", 0)

    def _inside(self, scope: Scope, depth: int) -> str:
        kind = self.things.kinds[self.luck.pick(list(self.things.kinds))]
        card = atom(self.card(scope, kind.name, depth - 1))
        lists = [name for name, sort in scope.names if sort == f"many {kind.name}"]
        place = self.luck.pick(lists) if lists else self.place(scope, self.luck.pick(kind.zones), depth)
        return piece(f"{card} is {self.luck.pick(['', 'not '])}in {place}", 0)

    def _empty(self, scope: Scope, depth: int) -> str:
        family = self.things.families[self.luck.pick(list(self.things.families))]
        return piece(f"{atom(self.zone(scope, family, depth - 1))} is {self.luck.pick(['', 'not '])}empty", 0)

    def _some(self, scope: Scope, depth: int, word: str) -> str:
        plain, filtered = self.set_of(scope, self.any_sort(), depth - 1, with_filter=self.luck.chance(0.7))
        return piece(f"{word} {plain}{filtered}", 0)

    def _every_is(self, scope: Scope, depth: int) -> str | None:
        sort = self.any_sort()
        adjectives = self.adjectives(sort)
        plain, filtered = self.set_of(scope, sort, depth - 1, with_filter=self.luck.chance(0.5), bare=False)
        rest = self.luck.pick(adjectives) if adjectives else summed(self.any_value(scope.about(it=""), sort, 0))
        return piece(f"every {plain}{filtered} is {self.luck.pick(['', 'not '])}{rest}", 0)

    def adjectives(self, sort: str) -> list[str]:
        """Flags and conditions that describe a thing, and their contraries."""
        own = [one.name for one in self.things.facts if one.adjective and one.of == sort]
        if sort in self.things.kinds:
            own += ["face_up", "face_down"] if self.luck.on("faces") else []
        if sort in self.things.families and self.things.families[sort].room and self.luck.on("free"):
            own.append("free")
        if sort == "tile":
            own += [one for one in ("open_north", "open_east", "open_south", "open_west") if self.luck.on(one)]
        return own + ([f"un{one.name}" for one in self.things.facts if one.adjective and one.of == sort])

    def _described(self, scope: Scope, depth: int) -> str | None:
        sort = self.any_sort()
        words = self.adjectives(sort)
        if sort in self.things.kinds and self.luck.on("is id"):
            words += [*self.things.kinds[sort].rows[:3]]
        if not words:
            return None
        thing = atom(self.any_value(scope, sort, depth - 1))
        return piece(f"{thing} is {self.luck.pick(['', 'not '])}{self.luck.pick(words)}", 0)

    def _flagged(self, scope: Scope, depth: int) -> str | None:
        if self.things.plain["flag"] and self.luck.chance(0.4):
            return self.luck.pick(self.things.plain["flag"])
        return self.fact(scope, "flag", depth)

    # ---- single things

    def player(self, scope: Scope, depth: int = 1) -> str:
        named = [*scope.of("player"), *self.things.plain["player"]]
        owned = [kind.name for kind in self.things.kinds.values() if kind.owned]
        if depth <= 0:
            return self.luck.pick(named)
        forms = {
            "player after": lambda: f"player after {atom(self.player(scope, depth - 1))}",
            "player before": lambda: f"player before {atom(self.player(scope, depth - 1))}",
            "first player": lambda: self.picked(scope, "player", depth),
            "owner": lambda: f"owner of {atom(self.card(scope, self.luck.pick(owned), depth - 1))}" if owned else None,
            "owner of zone": lambda: self._owner_of_zone(scope),
            "active": lambda: "active" if scope.flow else None,
            "player fact": lambda: self.fact(scope, "player", depth),
        }
        return self.luck.one_form(forms, lambda: self.luck.pick(named)) if self.luck.chance(0.6) else self.luck.pick(named)

    def _owner_of_zone(self, scope: Scope) -> str | None:
        own = [one for one in self.things.families.values() if one.per == "player"]
        return f"owner of {atom(self.zone(scope, self.luck.pick(own), 0))}" if own else None

    def ware(self, scope: Scope, depth: int = 1) -> str:
        named = [*scope.of("ware"), *self.things.wares, *self.things.plain["ware"]]
        if depth > 0 and self.luck.chance(0.5):
            return f"ware of {atom(self.card(scope, 'crate', depth - 1))}"
        found = self.fact(scope, "ware", depth) if self.luck.chance(0.3) else None
        return found or self.luck.pick(named)

    def card(self, scope: Scope, sort: str, depth: int = 1) -> str:
        kind = self.things.kinds[sort]
        named = scope.of(sort)
        if named and (depth <= 0 or self.luck.chance(0.5)):
            return self.luck.pick(named)
        zone = self.place_of(scope, kind.name, depth)
        forms = {
            "top": lambda: f"top {sort} of {atom(zone)}",
            "bottom": lambda: f"bottom {sort} of {atom(zone)}",
            "above": lambda: f"{sort} above {self.luck.pick(named)}" if named else None,
            "below": lambda: f"{sort} below {self.luck.pick(named)}" if named else None,
            "first or last": lambda: self.picked(scope, sort, depth),
            "by id": lambda: self._by_id(scope, sort),
        }
        return self.luck.one_form(forms, lambda: f"top {sort} of {atom(zone)}")

    def _by_id(self, scope: Scope, sort: str) -> str | None:
        kind = self.things.kinds[sort]
        if not kind.rows:
            return None
        row = self.luck.pick(kind.rows)
        number = f" {self.luck.number(1, 2)}" if "twin" in row else ""
        return f"{row}{number} of {atom(self.player(scope, 0))}" if kind.owned else f"{row}{number}"

    def picked(self, scope: Scope, sort: str, depth: int) -> str:
        plain, filtered = self.set_of(scope, sort, depth - 1, with_filter=self.luck.chance(0.4))
        ranked = f" by {self.keys(scope, sort)}" if self.luck.chance(0.5) else ""
        if sort == "player" and not ranked:
            ranked = f" clockwise {'after' if filtered else 'from'} starter"
        return piece(f"{self.luck.pick(['first', 'last'])} {plain}{filtered}{ranked}", 0)

    def many(self, scope: Scope, sort: str, depth: int) -> str:
        """A list of things."""
        plain, filtered = self.set_of(scope, sort, depth - 1, with_filter=self.luck.chance(0.4), bare=False)
        keys = self.keys(scope, sort)
        forms = {
            "best": lambda: piece(f"best {plain}{filtered} by {keys}", 0),
            "order": lambda: piece(f"order of {plain}{filtered} by {keys}", 0),
        }
        return self.luck.one_form(forms, lambda: piece(f"every {plain}{filtered}", 0))

    def zone(self, scope: Scope, family: Family, depth: int = 1) -> str:
        """One zone of a family."""
        if (named := scope.of(family.name)) and self.luck.chance(0.6):
            return self.luck.pick(named)
        if family.grid and self.luck.on("directions") and self.luck.chance(0.6):
            return f"{self.luck.pick(DIRECTIONS)} of {family.name} {self.luck.number(1, 4)}"
        if (family.count > 1 or family.ids) and depth > 0 and self.luck.chance(0.3):
            return f"{family.name} {self.luck.pick(['after', 'before'])} {atom(self.zone(scope, family, depth - 1))}"
        if family.count > 1 and not family.grid and scope.this in family.holds:
            return f"this {family.name}"
        if family.ids:
            return self.luck.pick(family.ids)
        if family.count > 1:
            return f"{family.name} {self.luck.number(1, 4 if family.grid else 2)}"
        if family.per == "player":
            bare = scope.player and not scope.it and not scope.this and self.luck.chance(0.5)
            return family.name if bare else f"{family.name} of {atom(self.player(scope, 0))}"
        if family.per:
            return f"{family.name} of {atom(self.any_value(scope, family.per, 0))}"
        return family.name

    def place(self, scope: Scope, name: str, depth: int) -> str:
        """Where cards lie: a zone, or all zones of a family."""
        family = self.things.families[name]
        if (family.count > 1 or family.per or family.ids) and self.luck.chance(0.4):
            return f"{name}s"
        return atom(self.zone(scope, family, depth - 1))

    def place_of(self, scope: Scope, kind: str, depth: int) -> str:
        """One zone in which cards of a kind may lie."""
        names = self.things.kinds[kind].zones
        return self.zone(scope, self.things.families[self.luck.pick(names)], depth - 1)
