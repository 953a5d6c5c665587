"""Writes statements: when and how often something happens, and what players decide."""

from __future__ import annotations

from typing import Any

from .asking import atom
from .doing import Doing
from .scope import Scope

Statement = Any


class Statements(Doing):
    def body(self, scope: Scope, depth: int, most: int = 3) -> list[Statement]:
        """A list of statements; names that one of them binds live to its end."""
        found: list[Statement] = []
        for _ in range(self.luck.number(1, most)):
            statement, scope = self.statement(scope, depth)
            found.append(statement)
        return found

    def do(self, scope: Scope, depth: int) -> Statement:
        found = self.body(scope, depth, 2)
        return found[0] if len(found) == 1 and self.luck.chance(0.5) else found

    def statement(self, scope: Scope, depth: int) -> tuple[Statement, Scope]:
        if depth <= 0 or self.luck.chance(0.35):
            return self.sentence(scope), scope
        asked = scope.player and scope.flow and scope.decides
        forms = {
            "if": lambda: (self._if(scope, depth), scope),
            "if there": lambda: self._if_there(scope, depth),
            "guarded": lambda: ({"if": self.conditions(scope), "do": self.do(scope, depth - 1), **self.told()}, scope),
            "let": lambda: self._let(scope),
            "each": lambda: (self._each(scope, depth), scope),
            "each by choice": lambda: (self._each_by_choice(scope, depth), scope) if asked else None,
            "repeat": lambda: (self._repeat(scope, depth), scope),
            "for": lambda: ({"for": self.surely_player(scope), "do": self.do(self._for(scope), depth - 1)}, scope),
            "say": lambda: ({"say": self.text(scope)}, scope),
            "together": lambda: ({"together": [self.sentence(scope) for _ in "ab"]}, scope),
            "choose": lambda: self.choose(scope, depth) if asked else None,
            "choose several": lambda: self.choose_several(scope, depth) if asked else None,
            "choose at random": lambda: self.choose_at_random(scope, depth),
            "offer": lambda: (self.offer(scope, depth), scope) if asked else None,
            "may": lambda: (self.may(scope, depth), scope) if asked else None,
            "ask": lambda: (self.ask(scope, depth), scope) if scope.flow and scope.decides else None,
            "window": lambda: (self.window(), scope) if asked and self.things.windows else None,
        }
        return self.luck.one_form(forms, lambda: (self.sentence(scope), scope))

    # ---- flow

    def _for(self, scope: Scope) -> Scope:
        return scope.about(player=True)

    def surely_player(self, scope: Scope) -> str:
        """Somebody who is there whatever happened."""
        known = ["starter", "first player", *(["player", "player after player"] if scope.player else [])]
        own = ["owner of this"] if scope.this in self.things.kinds and self.things.kinds[scope.this].owned else []
        return self.luck.pick(known + own)

    def conditions(self, scope: Scope) -> Statement:
        return (
            [self.flag(scope, 1), self.flag(scope, 1)]
            if self.luck.on("conditions") and self.luck.chance(0.3)
            else self.flag(scope)
        )

    def _if(self, scope: Scope, depth: int) -> Statement:
        found = {"if": self.conditions(scope), "then": self.do(scope, depth - 1)}
        if self.luck.chance(0.6):
            found["else"] = self.do(scope, depth - 1)
        return found

    def _if_there(self, scope: Scope, depth: int) -> tuple[Statement, Scope] | None:
        """Something is asked of what may not be there again and again, but only if it is."""
        things = [(name, sort) for name, sort in scope.names if sort in ("crate", *self.things.kinds)]
        if not things:
            return None
        name, sort = self.luck.pick(things)
        asked = f"weight of {name}" if sort == "crate" else f"position of {name}"
        there = {"if": f"{name} is not none", "do": [f"raise tally by {asked}", *self.body(scope, depth - 1, 1)]}
        return {"repeat": 2, "do": [there, "raise tally by 1"]}, scope

    def _let(self, scope: Scope) -> tuple[Statement, Scope]:
        names = {}
        inner = scope
        for _ in range(self.luck.number(1, 2)):
            sort = self.luck.pick(["number", "number", "player", "crate", "many crate", "ware", "flag"])
            name = self.luck.fresh("kept" if sort == "number" else "found")
            names[name] = self.any_value(scope, sort, 2)
            inner = inner.bound(name, sort)
        return {"let": names}, inner

    def _looped(self, scope: Scope, sort: str, text: str) -> tuple[str, Scope]:
        """The text of a loop with a name for what it meets."""
        words = text.split()
        if words[0] in (sort, f"{sort}s") and self.luck.chance(0.5):
            return text, scope.about(player=True) if sort == "player" else scope.bound(sort, sort)
        name = self.luck.fresh("met")
        return f"{text} as {name}", scope.bound(name, sort)

    def _each(self, scope: Scope, depth: int) -> Statement:
        sort = self.luck.pick(["player", self.any_sort(), "crate"])
        text, inner = self._looped(scope, sort, self.ordered(scope, sort))
        found = {"each": text, "do": self.do(inner, depth - 1)}
        if self.luck.on("until") and self.luck.chance(0.3):
            found["until"] = self.flag(inner, 1)
        return found

    def _each_by_choice(self, scope: Scope, depth: int) -> Statement:
        kind = self.luck.pick(list(self.things.kinds))
        text, inner = self._looped(scope, kind, self.ordered(scope, kind, by_choice=True))
        name = inner.names[-1][0]
        found = {"each": text, "option": f"next {{{name}}}", "do": self.do(inner, depth - 1)}
        return found | ({"prompt": "Which comes next?"} if self.luck.chance(0.3) else {})

    def _repeat(self, scope: Scope, depth: int) -> Statement:
        if self.luck.on("endless") and self.luck.chance(0.2):
            return {"repeat": "endless", "until": "tally >= 3", "do": [*self.body(scope, depth - 1, 1), "raise tally by 1"]}
        found = {"repeat": self.luck.pick([1, 2, "tally", "load"]), "do": self.do(scope, depth - 1)}
        return found | ({"until": self.flag(scope, 1)} if self.luck.chance(0.5) else {})

    def told(self) -> dict[str, Statement]:
        """Other words for what is done, or none at all."""
        if not self.luck.on("tell"):
            return {}
        return {"tell": "so it goes" if self.luck.on("tell in words") else "none"}

    def text(self, scope: Scope) -> str:
        holes = [name for name, sort in scope.names if sort != "stretch"] + (["player"] if scope.player else [])
        hole = self.luck.pick(holes) if holes and self.luck.chance(0.6) else self.number(scope, 1)
        return f"so it is with {{{hole}}}"

    # ---- decisions

    def set_to_choose(self, scope: Scope) -> tuple[str, str]:
        sort = self.luck.pick(["crate", "crate", "player", "ware", "number", *self.things.kinds, *self.things.families])
        if sort == "number":
            return "number from 0 to " + self.luck.pick(["2", "3", f"({self.number(scope, 1)})"]), sort
        plain, filtered = self.set_of(scope, sort, 1, with_filter=self.luck.chance(0.3), joint="and")
        ranked = f" by {self.keys(scope, sort)}" if self.luck.on("choose by") and self.luck.chance(0.3) else ""
        return f"{plain}{filtered}{ranked}", sort

    def chosen(self, scope: Scope) -> tuple[str, Scope, list[str]]:
        """What is picked, one thing or a combination, and what it reads like."""
        parts, names = [], []
        for _ in range(2 if self.luck.on("combination") and self.luck.chance(0.4) else 1):
            text, sort = self.set_to_choose(scope)
            names.append(self.luck.fresh("picked"))
            parts.append(f"{self.luck.pick(['a', 'an' if self.luck.on('an') else 'a'])} {text} as {names[-1]}")
            scope = scope.bound(names[-1], sort)
        return " and ".join(parts), scope, names

    def _option(self, names: list[str]) -> str:
        return f"{self.luck.pick(['take', 'name', 'see'])} " + " with ".join(f"{{{name}}}" for name in names)

    def _beside(self, found: dict[str, Statement], names: list[str]) -> dict[str, Statement]:
        """What may stand beside a choice."""
        if self.luck.on("prompt") and self.luck.chance(0.4):
            found["prompt"] = "What will it be?"
        if self.luck.on("option") and self.luck.chance(0.7):
            found["option"] = self._option(names)
        if self.luck.on("decline") and self.luck.chance(0.5):
            found["decline"] = "leave it"
        if self.luck.on("secret") and self.luck.chance(0.3):
            found["secret"] = True
        return found

    def choose(self, scope: Scope, depth: int) -> tuple[Statement, Scope]:
        text, inner, names = self.chosen(scope)
        found = self._beside({"choose": text}, names)
        if self.luck.on("by") and self.luck.chance(0.3):
            found = {"by": self.surely_player(scope), **found}
        if self.luck.chance(0.2):
            found["if"] = self.flag(scope, 1)
        return self._followed(found | self.once(scope), scope, inner, depth)

    def _followed(self, found: dict[str, Statement], scope: Scope, inner: Scope, depth: int) -> tuple[Statement, Scope]:
        if self.luck.chance(0.4):
            return found, inner
        found["do"] = self.do(inner, depth - 1)
        if self.luck.chance(0.4):
            found["else"] = self.do(scope, depth - 1)
        return found, scope

    def several(self, scope: Scope) -> tuple[dict[str, Statement], Scope, list[str]]:
        """A selection of several cards, with its limits."""
        kind = self.luck.pick(["crate", "crate", *self.things.kinds])
        plain, filtered = self.set_of(scope, kind, 1, with_filter=self.luck.chance(0.3))
        name = self.luck.fresh("picked")
        exact = self.luck.chance(0.3)
        few, most = self.luck.pick([("0", "2"), ("1", "any"), ("2", "3"), ("0", "any"), ("load", "any"), ("(tally)", "any")])
        quantity = self.luck.pick(["2", "2", "load"]) if exact else f"{few} to {most}"
        found: dict[str, Statement] = {"choose": f"{quantity} {plain}{filtered} as {name}"}
        if self.luck.on("such that") and kind == "crate" and self.luck.chance(0.9):
            limits = [self.limit(name) for _ in range(self.luck.pick([1, 1, 2]))]
            found["such that"] = limits[0] if len(limits) == 1 else limits
        if not exact and self.luck.on("done") and self.luck.chance(0.6):
            found["done"] = "that is all"
        return found, scope.bound(name, f"many {kind}"), [name]

    def limit(self, name: str) -> str:
        if self.luck.chance(0.5):
            return f"{self.luck.pick(['same', 'different'])}({self.luck.pick(['ware', 'weight'])}) of {name}"
        item = self.luck.pick(["weight", "(weight of it * 2)"]) if self.luck.on("item") else "weight"
        return f"sum of {item} of {name} {self.luck.pick(['>=', '<='])} {self.luck.number(1, 6)}"

    def choose_several(self, scope: Scope, depth: int) -> tuple[Statement, Scope]:
        found, inner, names = self.several(scope)
        return self._followed(self._beside(found, names), scope, inner, depth)

    def choose_at_random(self, scope: Scope, depth: int) -> tuple[Statement, Scope]:
        """One thing or several that chance picks."""
        sort = self.luck.pick(["crate", "crate", "player", "ware", *self.things.kinds, *self.things.families])
        plain, filtered = self.set_of(scope, sort, 1, with_filter=self.luck.chance(0.3), joint="and")
        how_many = self.luck.pick(["a", "a", "2"])
        name = self.luck.fresh("drawn")
        found: dict[str, Statement] = {"choose": f"{how_many} random {plain}{filtered} as {name}", **self.told()}
        inner = scope.bound(name, sort if how_many == "a" else f"many {sort}")
        return self._followed(found | ({"secret": True} if self.luck.chance(0.2) else {}), scope, inner, depth)

    def one_option(self, scope: Scope, depth: int) -> Statement:
        found: dict[str, Statement] = {}
        inner, names = scope, []
        if self.luck.chance(0.25):
            found, inner, names = self.several(scope)
            found |= {"prompt": "Which ones?"} if self.luck.chance(0.3) else {}
            names = []
        elif self.luck.chance(0.5):
            found["choose"], inner, names = self.chosen(scope)
        label = self.luck.fresh("way")
        found = {"option": f"go {label} {self._option(names)}" if names else f"go {label}", **found}
        if self.luck.chance(0.4):
            found["if"] = self.flag(scope, 1)
        if self.luck.on("cost") and scope.player and self.luck.chance(0.5):
            found["cost"] = self.cost(inner)
        found |= self.once(inner)
        return found | {"do": self.do(inner, depth - 1), **self.told()}

    def cost(self, scope: Scope) -> Statement:
        amount = f"{self.luck.number(0, 2)} coins"
        return self.luck.pick([amount, [amount, f"({self.number(scope, 1)}) coins"]])

    def once(self, scope: Scope) -> dict[str, Statement]:
        """A flag that is set when it is taken."""
        if not scope.player or not self.luck.on("once") or self.luck.chance(0.6):
            return {}
        return {"once": self.luck.pick(["spent of player", "spent"])}

    def offer(self, scope: Scope, depth: int) -> Statement:
        found: dict[str, Statement] = {"offer": [self.one_option(scope, depth) for _ in range(self.luck.number(1, 3))]}
        if self.luck.on("again") and self.luck.chance(0.7):
            found |= {"again": self.luck.pick(["once each", "freely"]), "decline": "that is all"}
            found |= {"until": self.flag(scope, 1)} if self.luck.chance(0.4) else {}
        elif self.luck.chance(0.4):
            found["decline"] = "nothing"
        if self.things.windows and self.luck.chance(0.3):
            found["window"] = self.luck.pick(self.things.windows)
        if self.luck.chance(0.3):
            found["else"] = self.do(scope, depth - 1)
        return found | ({"prompt": "Which way?"} if self.luck.chance(0.3) else {})

    def may(self, scope: Scope, depth: int) -> Statement:
        found: dict[str, Statement] = {"may": f"try {self.luck.fresh('luck')}", "do": self.do(scope, depth - 1)}
        if self.luck.chance(0.4):
            found["decline"] = "rather not"
        if self.luck.chance(0.3):
            found["else"] = self.do(scope, depth - 1)
        found |= self.once(scope)
        return found | ({"if": self.flag(scope, 1)} if self.luck.chance(0.3) else {})

    def ask(self, scope: Scope, depth: int) -> Statement:
        plain, filtered = "player", ""
        if self.luck.chance(0.5):
            filtered = f" clockwise {self.luck.pick(['from', 'after'])} {atom(self.player(scope, 0))}"
        inner = scope.about(player=True, decides=False)
        if self.luck.on("ask for several") and self.luck.chance(0.4):
            found, inner, names = self.several(inner)
        else:
            text, inner, names = self.chosen(inner)
            found = {"choose": text}
        found = {"ask": f"{plain}{filtered}", **self._beside(found, names)}
        found["do"] = self.do(inner.about(decides=scope.decides), depth - 1)
        if "decline" in found and self.luck.chance(0.5):
            found["else"] = self.do(scope.about(player=True), depth - 1)
        return found

    def window(self) -> Statement:
        found = {"window": self.luck.pick(self.things.windows)}
        found |= {"decline": "go home"} if self.luck.chance(0.5) else {}
        return found | ({"prompt": "Anything else?"} if self.luck.chance(0.5) else {})
