"""Writes verbs: what happens, to things that may be there or not."""

from __future__ import annotations

from .asking import atom
from .scope import Scope
from .sets import Sets


class Doing(Sets):
    def sentence(self, scope: Scope) -> str | dict[str, object]:
        forms = {
            "move": lambda: self._move(scope),
            "move into room": lambda: self._move_into_room(scope),
            "draw": lambda: self._draw(scope),
            "discard": lambda: self._discard(scope),
            "reveal": lambda: f"reveal {self._cards_meant(scope)}",
            "turn": lambda: f"turn {self._cards_meant(scope)} {self._face()}",
            "show": lambda: f"show {self._cards_meant(scope)} to {self._players_meant(scope)}",
            "swap cards": lambda: self._swap_cards(scope),
            "swap zones": lambda: self._swap_zones(scope),
            "shuffle": lambda: self._shuffle(scope),
            "shuffle into": lambda: self._shuffle_into(scope),
            "roll": lambda: self._roll(scope),
            "gain": lambda: f"gain {self._amount(scope)} {self._counter()}" if scope.player else None,
            "give": lambda: f"give {self._amount(scope)} {self._counter()} to {self._players_meant(scope)}",
            "pay": lambda: f"pay {self._amount(scope)} {self._counter()}" if scope.player else None,
            "pay to": lambda: self._pay_to(scope),
            "take": lambda: self._take(scope),
            "set": lambda: self._set(scope),
            "raise": lambda: self._raise(scope),
            "mark": lambda: self._mark(scope),
            "unmark": lambda: self._mark(scope, "unmark"),
            "use": lambda: self._use(scope),
            "end": lambda: self._end(scope),
            "call": lambda: self._call(scope),
        }
        return self.luck.one_form(forms, lambda: f"give {self._amount(scope)} coins to {self._players_meant(scope)}")

    def _amount(self, scope: Scope) -> str:
        if self.luck.on("amounts") and self.luck.chance(0.4):
            return f"({self.number(scope, 1)})"
        named = [name for name, sort in scope.names if sort == "number"]
        if named and self.luck.chance(0.5):
            return self.luck.pick(named)
        if self.things.tables and self.luck.chance(0.1):
            return f"{next(iter(self.things.tables))}(2)"
        return self.luck.pick(["1", "2", "a", "an" if self.luck.on("an") else "3"])

    def _counter(self) -> str:
        return self.luck.pick([one.name for one in self.things.facts if one.counter])

    def _face(self) -> str:
        return self.luck.pick(["face up", "face down"])

    def _kind(self) -> str:
        return self.luck.pick(["crate", *self.things.kinds])

    def _meant(self, scope: Scope, sort: str) -> str:
        if " in " in sort:
            return self.any_value(scope, sort, 1)
        if self.luck.on("every") and self.luck.chance(0.4):
            plain, filtered = self.set_of(scope, sort, 1, with_filter=self.luck.chance(0.4))
            return f"every {plain}{filtered}"
        if self.luck.on("pick") and self.luck.chance(0.4):
            return self.picked(scope, sort, 1)
        return atom(self.any_value(scope, sort, 1))

    def _cards_meant(self, scope: Scope) -> str:
        return self._meant(scope, self._kind())

    def _players_meant(self, scope: Scope) -> str:
        return self._meant(scope, "player")

    def _goals(self, kind: str) -> list[str]:
        """Zones with room for whatever comes."""
        return [name for name in self.things.kinds[kind].zones if not self.things.families[name].room]

    def _goal(self, scope: Scope, kind: str) -> str | None:
        goals = self._goals(kind)
        return atom(self.zone(scope, self.things.families[self.luck.pick(goals)], 1)) if goals else None

    def _move(self, scope: Scope) -> str | None:
        kind = self._kind()
        goal = self._goal(scope, kind)
        if goal is None:
            return None
        end = self.luck.pick(["", "", "top of ", "bottom of "])
        if self.luck.on("under") and self.luck.chance(0.3):
            goal = (
                f"under {atom(self.card(scope, kind, 1))}" if self._goals(kind) == list(self.things.kinds[kind].zones) else goal
            )
            end = "" if goal.startswith("under ") else end
        moved = self._meant(scope, kind)
        if moved.startswith("every ") and not goal.startswith("under ") and self.luck.on("dealt"):
            goal = self._own_goal(kind) or goal
        return f"move {moved} to {end}{goal}{self.luck.pick(['', '', f', {self._face()}'])}"

    def _own_goal(self, kind: str) -> str | None:
        """A zone for each card: that of its owner, or of the next one."""
        goals = [name for name in self._goals(kind) if self.things.families[name].per == "player"]
        return f"{self.luck.pick(goals)} of {self.luck.pick(['owner of it', 'player after owner of it'])}" if goals else None

    def _move_into_room(self, scope: Scope) -> dict[str, object] | None:
        rooms = [one for one in self.things.families.values() if one.room]
        if not rooms:
            return None
        family = self.luck.pick(rooms)
        kind = self.luck.pick(family.holds)
        zone = atom(self.zone(scope, family, 1))
        test = self.luck.pick([f"{zone} is empty", f"{zone} is free"])
        return {"if": test, "do": f"move {atom(self.card(scope, kind, 1))} to {zone}"}

    def _draw(self, scope: Scope) -> str | None:
        kind = self._kind()
        goal, source = self._goal(scope, kind), atom(self.place_of(scope, kind, 1))
        noun = self.luck.pick([kind, f"{kind}s"])
        return goal and f"draw {self._amount(scope)} {noun} from {source} to {goal}{self.luck.pick(['', f', {self._face()}'])}"

    def _discard(self, scope: Scope) -> str | None:
        kinds = [one.name for one in self.things.kinds.values() if one.discards]
        return f"discard {self._meant(scope, self.luck.pick(kinds))}" if kinds else None

    def _swap_cards(self, scope: Scope) -> str:
        kind = self._kind()
        return f"swap {atom(self.card(scope, kind, 1))} and {atom(self.card(scope, kind, 1))}"

    def _swap_zones(self, scope: Scope) -> str:
        family = self.things.families[self.luck.pick(list(self.things.families))]
        return f"swap {atom(self.zone(scope, family, 1))} and {atom(self.zone(scope, family, 1))}"

    def _shuffle(self, scope: Scope) -> str:
        family = self.things.families[self.luck.pick(list(self.things.families))]
        if (family.per or family.count > 1) and self.luck.chance(0.3):
            return f"shuffle every {family.name}"
        return f"shuffle {atom(self.zone(scope, family, 1))}"

    def _shuffle_into(self, scope: Scope) -> str | None:
        kind = self._kind()
        goal = self._goal(scope, kind)
        return goal and f"shuffle {self._meant(scope, kind)} into {goal}"

    def _roll(self, scope: Scope) -> str | None:
        return f"roll {self._meant(scope, 'bone')}" if "bone" in self.things.kinds else None

    def _pay_to(self, scope: Scope) -> str | None:
        return f"pay {self._amount(scope)} {self._counter()} to {atom(self.player(scope, 1))}" if scope.player else None

    def _take(self, scope: Scope) -> str | None:
        return f"take {self._amount(scope)} {self._counter()} from {self._players_meant(scope)}" if scope.player else None

    def _set(self, scope: Scope) -> str | None:
        if "bone" in self.things.kinds and self.luck.chance(0.15):
            return f"set value of {atom(self.card(scope, 'bone', 1))} to {self.luck.number(1, 3)}"
        if "tile" in self.things.kinds and self.luck.chance(0.15):
            return f"set turned of {atom(self.card(scope, 'tile', 1))} to {self.luck.number(0, 3)}"
        fact = self.luck.pick([one for one in self.things.facts if one.writable])
        target = f"{fact.name} of {atom(self.any_value(scope, fact.of, 1))}" if fact.of else fact.name
        locals_ = [name for name, sort in scope.names if sort == "number" and name.startswith("kept")]
        if locals_ and self.luck.chance(0.4):
            return f"set {self.luck.pick(locals_)} to {self.number(scope, 1)}"
        return f"set {target} to {self.any_value(scope, fact.sort, 1)}"

    def _raise(self, scope: Scope) -> str:
        fact = self.luck.pick([one for one in self.things.facts if one.writable and one.sort == "number"])
        target = f"{fact.name} of {atom(self.any_value(scope, fact.of, 1))}" if fact.of else fact.name
        return f"{self.luck.pick(['raise', 'lower'])} {target} by {self.number(scope, 1)}"

    def _mark(self, scope: Scope, verb: str = "mark") -> str | None:
        flags = [one for one in self.things.facts if one.writable and one.sort == "flag" and one.of]
        sort, name = (self._kind(), "mute") if self.luck.on("mute") and self.luck.chance(0.4) else ("", "")
        if not sort and not flags:
            return None
        fact = self.luck.pick(flags) if not sort else None
        sort, name = (fact.of, fact.name) if fact else (sort, name)
        until = self._moment(scope) if verb == "mark" and self.luck.on("until") and self.luck.chance(0.6) else ""
        return f"{verb} {self._meant(scope, sort)} as {name}{until}"

    def _moment(self, scope: Scope) -> str:
        moments = [" until end of turn", " until end of round", *[f" until end of {step}" for step in self.things.steps]]
        if self.luck.on("next turn"):
            moments += [f" until end of next turn of {atom(self.player(scope, 1))}"] * 2
        return self.luck.pick(moments)

    def _use(self, scope: Scope) -> str | None:
        if "sailor" not in self.things.kinds or not scope.player or not scope.flow or not scope.decides:
            return None
        cell = self.luck.pick(["duty", f"dues({self.luck.pick(['round', '1', '2'])})"])
        return f"use {cell} of {atom(self.card(scope, 'sailor', 1))}"

    def _end(self, scope: Scope) -> dict[str, object] | None:
        names = [name[4:] for name, sort in scope.names if sort == "stretch"]
        names += ["game"] if self.luck.chance(0.2) else []
        return {"if": self.flag(scope, 1), "do": f"end {self.luck.pick(names)}"} if names and scope.flow else None

    def _call(self, scope: Scope) -> str | None:
        verbs = [one for one in self.things.verbs if scope.player and scope.decides]
        if not verbs:
            return None
        verb = self.luck.pick(verbs)
        arguments = ", ".join(self.any_value(scope, sort, 1) for sort in verb.parameters)
        return f"{verb.name} {arguments}".strip()
