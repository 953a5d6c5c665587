"""Forms that come up too rarely by chance: every case practises some of them, so that what they mean shows in the position.

An exercise is written only into cases that have the things it speaks of; what is practised in one case is left out of another.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .asking import DIRECTIONS, atom
from .scope import Scope
from .statements import Statement, Statements
from .things import Family

AT_ONCE = 5  # exercises of a case


class Practising(Statements):
    def practised(self, scope: Scope) -> list[Statement]:
        """Some exercises, for a place in the rules where `player` is somebody."""
        names = [name for name in self._exercises(scope) if self.luck.on(f"exercise {name}")]
        found = [self._exercises(scope)[name]() for name in self.luck.some(names, AT_ONCE, AT_ONCE)]
        return [statement for one in found if one is not None for statement in one]

    def _exercises(self, scope: Scope) -> dict[str, Callable[[], list[Statement] | None]]:
        found: dict[str, Callable[[], list[Statement] | None]] = {
            "next card": lambda: self._beside_cards(["crate above (bottom crate of deck)", "crate below (top crate of deck)"]),
            "cards beyond": self._cards_beyond,
            "cards under": self._cards_under,
            "zones beyond": self._zones_beyond,
            "reach": self._reached,
            "numbers beyond": lambda: [
                "raise tally by number after round",
                f"lower tally by number before {atom(self.number(scope, 1))}",
            ],
            "wares beyond": self._wares_beyond,
            "seats": lambda: [f"raise tally by seat of {atom(self.player(scope, 2))}"],
            "quotients": self._quotients,
            "nothing is nothing": self._nothing_is_nothing,
            "inside": lambda: [
                {"if": f"{one} is in {self.place(scope, zone, 0)}", "do": "raise tally by 1"}
                for one, zone in (("(bottom crate of deck)", "deck"), ("starter", self.luck.pick(list(self.things.families))))
            ],
            "moments": lambda: self._marked(scope),
            "scores": lambda: [f"set tally to score of {atom(self.player(scope, 1))}"],
            "values": self._valued,
            "groupings": self._grouped_now,
            "eliminated": self._eliminated,
            "filtered": lambda: self._filtered(scope),
            "orders": lambda: self._ordered_cards(scope),
            "somebody": lambda: [f"give 1 coin to {atom(self.player(scope, 2))}" for _ in "ab"],
        }
        found |= {f"{one} of": lambda one=one: self._neighbour(one) for one in DIRECTIONS}
        return found | {f"open {one}": lambda one=one: self._open(one) for one in ("north", "east", "south", "west")}

    # ---- where things lie

    def _beside_cards(self, cards: list[str]) -> list[Statement]:
        return [f"raise tally by weight of {atom(f'({one})')}" for one in cards]

    def _cards_beyond(self) -> list[Statement]:
        return [
            "raise tally by count of crates above (bottom crate of deck)",
            "lower tally by count of crates below (bottom crate of deck)",
            "raise tally by sum of position of crates below (top crate of deck)",
        ]

    def _cards_under(self) -> list[Statement]:
        return [
            "move bottom crate of deck to under (top crate of deck)",
            "raise tally by count of crates under (top crate of deck)",
        ]

    def _numbered(self) -> list[Family]:
        return [one for one in self.things.families.values() if one.count > 1 or one.ids]

    def _nth(self, family: Family, number: int) -> str:
        return family.ids[number - 1] if family.ids else f"{family.name} {number}"

    def _zones_beyond(self) -> list[Statement] | None:
        if not self._numbered():
            return None
        family = self.luck.pick(self._numbered())
        first, second = self._nth(family, 1), self._nth(family, 2)
        found = [
            f"raise tally by count of {family.name} after {first}",
            f"lower tally by count of {family.name} before {second}",
            f"raise tally by index of {family.name} after {first}",
        ]
        if family.grid:
            found += [f"raise tally by sum of {self.luck.pick('xy')} of {family.name} beside {second}"]
            found += [f"raise tally by 10 * {self.luck.pick('xy')} of {second}"]
        return found

    def _grids(self) -> list[Family]:
        return [one for one in self.things.families.values() if one.grid]

    def _neighbour(self, direction: str) -> list[Statement] | None:
        if not self._grids():
            return None
        family = self.luck.pick(self._grids())
        return [f"raise tally by index of {direction} of {family.name} {number}" for number in (1, 2, 3, 4)]

    def _reached(self) -> list[Statement] | None:
        if not self._grids():
            return None
        name = self.luck.pick(self._grids()).name
        through = "joined" if name == "cell" else "open_edges"
        return [f"raise tally by count of {name} reachable from {name} {number} through {through}" for number in (1, 2)]

    def _open(self, side: str) -> list[Statement] | None:
        if "tile" not in self.things.kinds:
            return None
        return [f"raise tally by count of open_{side} tiles in basins", f"raise tally by count of unopen_{side} tiles in yard"]

    # ---- what is counted

    def _wares_beyond(self) -> list[Statement]:
        ware = self.things.wares[0]
        found: list[Statement] = [f"raise tally by count of wares after {ware}"]
        wishes = self.things.facts_of("ware", "player")
        return [*found, f"set wish of player to ware {self.luck.pick(['after', 'before'])} {ware}"] if wishes else found

    def _quotients(self) -> list[Statement]:
        return [f"raise tally by {sign}(tally + 7, {self.luck.number(3, 5)})" for sign in ("div", "div_up", "mod")]

    def _nothing_is_nothing(self) -> list[Statement]:
        gone = "(crate above (top crate of deck))"
        return [{"if": f"{gone} is {gone}", "then": "raise tally by 1", "else": "raise tally by 2"}]

    def _valued(self) -> list[Statement] | None:
        values = self.things.facts_of("number", self.sections["values"]["might"]["of"]) if "values" in self.sections else []
        if not values:
            return None
        kind = self.sections["values"]["might"]["of"]
        return [f"raise tally by {one} of might of {kind}s" for one in ("sum", "highest", "lowest")]

    def _eliminated(self) -> list[Statement]:
        return [{"if": "tally > 4", "then": "mark starter as eliminated", "else": "unmark starter as eliminated"}]

    def _grouped_now(self) -> list[Statement] | None:
        if not self.things.groupings:
            return None
        name = self.luck.pick(self.things.groupings)
        found: list[Statement] = [
            f"raise tally by {part}({name}) of {self.luck.pick(['palm', 'store'])}" for part in ("worth", "unused")
        ]
        lists = (f"leftover({name})", f"sets({name}, 1)")
        return [*found, *(f"raise tally by sum of weight of crates in {one} of store" for one in lists)]

    def _filtered(self, scope: Scope) -> list[Statement]:
        found = []
        for kind in ("sum", "highest", "lowest"):
            plain, filtered = self.set_of(scope, "crate", 1, with_filter=False)
            least = self.luck.number(1, 3)
            found.append(
                f"raise tally by {kind} of weight of {plain}{filtered} with weight of it {self.luck.pick(['>=', '<='])} {least}"
            )
        return found

    def _ordered_cards(self, scope: Scope) -> list[Statement]:
        name = self.luck.fresh("found")
        keys = self.keys(scope, "crate")
        return [
            {"let": {name: f"{self.luck.pick(['order of', 'best'])} crates in {self.luck.pick(['deck', 'palm'])} by {keys}"}},
            f"move first crate in {name} to heap",
        ]

    # ---- what acts by itself

    def practised_rule(self) -> Statement:
        """A rule that asks, with slots that stand rarely beside `when`."""
        pile = self.luck.pick(["heap", "palm"])
        found = {"when": f"a crate enters {pile}", self.luck.pick(["for", "by"]): "starter", "if": "fuse > 0"}
        act = ["lower fuse by 1", "raise tally by fuse"]
        return found | self.luck.one_form(
            {
                "rule that picks": lambda: self._picking(pile) | {"secret": self.luck.chance(0.7), "do": act},
                "rule that offers": lambda: {
                    "offer": [{"option": "work", "do": act}, self._picking(pile) | {"option": "load", "do": act}],
                    "again": self.luck.pick(["once each", "freely"]),
                    "decline": "rest",
                },
                "rule for each": lambda: {"each": "player", "until": "tally > 9", "do": act},
                "rule that repeats": lambda: {"repeat": 2, "until": "tally > 9", "do": act},
            },
            lambda: {"do": act},
        )

    def _picking(self, pile: str) -> dict[str, Statement]:
        name = self.luck.fresh("picked")
        found: dict[str, Statement] = {"choose": f"0 to 2 crates in {pile} of starter as {name}", "such that": self.limit(name)}
        found["choose"] = found["choose"].replace("heap of starter", "heap")
        return found | {"done": "enough"} | ({"prompt": "Which?"} if self.luck.chance(0.5) else {})

    # ---- until when

    def _marked(self, scope: Scope) -> list[Statement]:
        """Flags that end at a moment of their own."""
        flags = [one for one in self.things.facts if one.writable and one.sort == "flag" and one.of and " in " not in one.of]
        fact: Any = self.luck.pick(flags) if flags and self.luck.chance(0.7) else None
        sort, name = (fact.of, fact.name) if fact else ("crate", "mute")
        moments = ["turn", "round", *self.things.steps]
        until = self.luck.pick([f"end of {self.luck.pick(moments)}", f"end of next turn of {atom(self.player(scope, 0))}"])
        noun = sort if sort != "crate" else "crate in deck"
        return [f"unmark every {noun} as {name}", f"mark first {noun} as {name} until {until}"]
