"""One random small game for every number, as plain data and as YAML: well typed, so that nearly all of them can be played."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import yaml

from .declaring import STEPS, Declaring, Entries
from .practising import Practising
from .scope import Luck, Scope
from .things import Fact

FUSE = {"if": "fuse > 0"}


def case(number: int) -> Entries:
    """The definition of a case."""
    found: Entries = _plain(Case(number).definition())
    return found


def _plain(part: Any) -> Any:
    """The same without pieces of sentences, and with nothing in two places."""
    if isinstance(part, dict):
        return {str(key): _plain(value) for key, value in part.items()}
    if isinstance(part, list):
        return [_plain(value) for value in part]
    return str(part) if isinstance(part, str) else part


def to_yaml(definition: Entries) -> str:
    return yaml.safe_dump(definition, sort_keys=False, width=1000, allow_unicode=True)


@lru_cache(maxsize=512)
def case_text(number: int) -> str:
    return to_yaml(case(number))


class Case(Practising):
    def __init__(self, number: int) -> None:
        declaring = Declaring(Luck(number))
        self.sections = declaring.everything()
        super().__init__(declaring.luck, declaring.things)

    def definition(self) -> Entries:
        self.things.steps = [name for name in STEPS if self.luck.on(name)]
        self.things.windows = ["market"] if self.luck.on("actions") else []
        self._values()
        self._define()
        self._groupings()
        self._abilities()
        self._rules()
        self._actions()
        self._flow()
        return self.sections

    # ---- what is computed

    def _values(self) -> None:
        if not self.luck.on("values"):
            return
        sort = self.luck.pick(list(self.things.kinds))
        starts = self.luck.pick([*self.things.kinds[sort].numbers[:1], str(self.luck.number(0, 4))])
        values: Entries = {"might": {"of": sort, "starts": starts}}
        if self.luck.on("limits of values"):
            values["might"] |= {"at least": 0, "at most": 9, "about": "How much it counts."}
        self.things.facts.append(Fact("might", sort, "number"))
        if self.luck.on("flag values"):
            values["noisy"] = {"of": self.luck.pick([*self.things.families, "player"]), "starts": False}
            self.things.facts.append(Fact("noisy", values["noisy"]["of"], "flag", adjective=True))
        self.sections["values"] = values

    def _define(self) -> None:
        define: Entries = {}
        if "cell" in self.things.families:
            define["lit"] = {"of": "cell", "is": "this is not empty"}
            define["joined"] = {"of": "cell", "with": {"next_cell": "cell"}, "is": "lit of this and lit of next_cell"}
            self.things.facts.append(Fact("lit", "cell", "flag", adjective=True))
        for name in ("heavy", "rich", "strength_of_all", "far", "cheap"):
            if self.luck.on(f"definition {name}"):
                self._value_definition(define, name)
        self._verbs(define)
        self.sections["define"] = define

    def _value_definition(self, define: Entries, name: str) -> None:
        of = self.luck.pick(["", "player", self.any_sort()])
        sort = self.luck.pick(["number", "flag"])
        entry: Entries = {"of": of} if of else {}
        scope = Scope(this=of)
        parameters: tuple[str, ...] = ()
        if self.luck.on("parameters") and self.luck.chance(0.5):
            parameters = (self.luck.pick(["number", "player", "crate", "ware"]),)
            entry["with"] = {f"given_{name}": parameters[0]}
            scope = scope.bound(f"given_{name}", parameters[0])
        entry["is"] = self.any_value(scope, sort, 2)
        if sort == "number" and self.luck.on("limits of definitions"):
            entry |= {"at least": -5, "at most": self.luck.number(5, 20), "about": "A number."}
        define[name] = entry
        self.things.facts.append(Fact(name, of, sort, parameters, adjective=sort == "flag" and bool(of) and not parameters))

    def _verbs(self, define: Entries) -> None:
        scope = Scope(player=True, flow=True)
        if "sailor" in self.things.kinds:
            define["earn"] = {"with": {"pay_packet": "number"}, "do": "gain pay_packet coins"}
            define["pass_by"] = {"name": "walk on", "do": self.body(scope.about(decides=False), 1)}
            wished = "set wish of player to wished" if self.things.facts_of("ware", "player") else "gain 1 coin"
            define["wish_for"] = {"with": {"wished": "ware"}, "do": wished}
        if not self.luck.on("verbs"):
            return
        kind = self.luck.pick(list(self.things.kinds))
        inner = scope.bound("newcomer", kind).bound("how_many", "number").bound("end hire", "stretch")
        define["hire"] = {"with": {"newcomer": kind, "how_many": "number"}, "do": self.body(inner, 2)}
        event = "hired" if self.luck.on("event") else ""
        define["hire"] |= {"event": event} if event else {}
        verb = Fact("hire", event, kind, (kind, "number"))
        resting = scope.bound("end turn", "stretch") if self.luck.on("end turn of whoever calls") else scope
        define["rest_now"] = {"do": self.body(resting, 2), **self.told()}
        self.things.verbs += [verb, Fact("rest_now", "", "")]

    def _groupings(self) -> None:
        if not self.luck.on("groupings"):
            return
        luck, columns = self.luck, ["ware", "weight"]
        patterns: Entries = {"stock": {"same": "ware", "size": luck.pick(["2 to any", "2", "2 to 3"]), "worth": "2 * size + 1"}}
        if luck.on("runs"):
            patterns["ladder"] = {"run": "weight", "size": "2 to 3", "worth": luck.number(2, 6)}
            patterns["ladder"] |= {"different": "ware"} if luck.chance(0.5) else {}
        if luck.on("worth of cards"):
            for pattern in patterns.values():
                pattern["worth"] = luck.pick(["sum of weight of cards", "1 + sum of weight of cards"])
        shipment: Entries = {"of": "crate", "patterns": patterns}
        shipment |= {"different": columns, "about": "Pairs and ladders."} if luck.on("different crates") else {}
        shipment |= {"sets": 1} if luck.on("sets") else {}
        if luck.on("wild"):
            takes = {"ware": "ware"} if luck.chance(0.5) else {"weight": "number from 1 to 3"}
            shipment["wild"] = [{"if": "weight is 1", "takes": takes}]
        self.sections["groupings"] = {"shipment": shipment}
        self.things.groupings.append("shipment")

    # ---- what acts by itself

    def _burning(self, scope: Scope, depth: int = 1) -> Any:
        """What is done, at most as often as the fuse is long."""
        return ["lower fuse by 1", *self.body(scope.about(flow=True), depth, 2)]

    def _acting(self, scope: Scope) -> Entries:
        """What an ability does, also as a statement of its own beside `when` and `at`."""
        forms = {
            "ability chooses": lambda: self.choose(scope, 2)[0],
            "ability chooses several": lambda: self.choose_several(scope, 2)[0],
            "ability limits": lambda: self._limited(),
            "ability offers": lambda: self.offer(scope, 2),
            "ability may": lambda: self.may(scope, 2),
            "ability each": lambda: self._each(scope, 2),
            "ability repeats": lambda: self._repeat(scope, 2),
            "ability branches": lambda: {"then": self.do(scope, 1), "else": self.do(scope, 1)},
            "ability lets": lambda: {"let": {self.luck.fresh("kept"): self.number(scope, 1)}},
        }
        found = self.luck.one_form(forms, lambda: {"do": []}) if self.luck.chance(0.7) else {"do": self._burning(scope)}
        found = {key: value for key, value in found.items() if key not in ("if", "by", "for", "window")}
        for part in (found, *found.get("offer", ())):
            for slot in ("do", "then", "else"):
                if slot in part:
                    part[slot] = ["lower fuse by 1", *(part[slot] if isinstance(part[slot], list) else [part[slot]])]
        return found

    def _limited(self) -> Entries:
        """A selection that must keep to something."""
        name = self.luck.fresh("picked")
        return {"choose": f"0 to 2 crates in deck as {name}", "such that": self.limit(name), "done": "enough", "secret": True}

    def _abilities(self) -> None:
        for name in self.things.kinds:
            if not self.luck.on(f"abilities of {name}"):
                continue
            entry = self.sections["components"][name]
            rows = [row for row in entry.get("rows", {}).values() if isinstance(row, dict)]
            if "cross" not in entry or rows:
                target = self.luck.pick(rows) if rows else entry
                target["abilities"] = [self._ability(name) for _ in range(self.luck.number(1, 2))]
                if self.sections.get("values", {}).get("might", {}).get("of") == name and self.luck.on("held value"):
                    target["abilities"].append({"always": f"might of this is {self.luck.number(0, 5)}"})

    def _ability(self, kind: str) -> Entries:
        scope = Scope(this=kind, flow=True, decides=True)
        forms = {
            "when": lambda: self._when(scope),
            "at": lambda: self._at(scope),
            "always": lambda: self._always(scope),
            "instead": lambda: self._instead(scope),
            "used": lambda: self._used(scope),
        }
        found = self.luck.one_form(forms, lambda: self._when(scope))
        found |= self.told() if "do" in found else {}
        return found | ({"rule": "OR-1"} if self.luck.chance(0.1) else {})

    def _about(self, scope: Scope) -> tuple[Entries, Scope]:
        who = self.surely_player(scope)
        return {self.luck.pick(["by", "for"]): who}, scope.about(player=True)

    def _event(self, scope: Scope) -> tuple[str, Scope]:
        """Something that happens, and who is known then."""
        kinds = self.things.kinds
        sort = self.luck.pick(list(kinds))
        subject, inner = f"{self.luck.pick(['a', 'an' if self.luck.on('an') else 'a'])} {sort}", scope.bound(sort, sort)
        if scope.this and self.luck.chance(0.4):
            sort, subject, inner = scope.this, "this", scope
        zone = self.luck.pick(list(kinds[sort].zones))
        forms = {
            "revealed": lambda: (f"{subject} is revealed", inner),
            "enters": lambda: (f"{subject} enters {zone}", inner),
            "leaves": lambda: (f"{subject} leaves {zone}", inner),
            "gains": lambda: (f"player gains {self._counter()}", scope.bound("amount", "number").about(player=True)),
            "pays": lambda: (f"player pays {self._counter()}", scope.bound("amount", "number").about(player=True)),
            "own event": lambda: self._own_event(scope),
        }
        return self.luck.one_form(forms, lambda: (f"{subject} enters {zone}", inner))

    def _own_event(self, scope: Scope) -> tuple[str, Scope] | None:
        verbs = [one for one in self.things.verbs if one.of]
        if not verbs:
            return None
        verb = self.luck.pick(verbs)
        if verb.sort == scope.this and self.luck.chance(0.5):
            return f"this is {verb.of}", scope
        return f"a {verb.sort} is {verb.of}", scope.bound(verb.sort, verb.sort)

    def _when(self, scope: Scope) -> Entries:
        event, inner = self._event(scope)
        about, inner = self._about(inner)
        return {"when": event, **about, **FUSE, **self._acting(inner)}

    def _at(self, scope: Scope) -> Entries | None:
        if not self.things.steps or not scope.this:
            return None
        about, inner = self._about(scope)
        return {"at": self.luck.pick(self.things.steps), **about, **FUSE, **self._acting(inner)}

    def _instead(self, scope: Scope) -> Entries | None:
        own = self._own_event(scope)
        gains = (f"player gains {self._counter()}", scope.bound("amount", "number").about(player=True))
        event, inner = self.luck.pick([own, gains]) if own else gains
        about, inner = self._about(inner)
        return {"instead": event, **about, **FUSE, "do": self._burning(inner)}

    def _used(self, scope: Scope) -> Entries | None:
        """What a card lets its owner do, in a window."""
        if not self.things.windows or not scope.this:
            return None
        inner = scope.about(player=True, decides=False)
        windows = self.luck.pick([["market"], ["market", "own_decisions"]])
        found: Entries = {"in": windows, "option": f"use {self.luck.fresh('tool')}", **FUSE, "do": self._burning(inner)}
        return found | ({"cost": self.cost(inner)} if self.luck.on("cost") else {}) | self.once(inner)

    def _always(self, scope: Scope) -> Entries | None:
        if "values" not in self.sections:
            return None
        scope = scope.about(player=False, flow=False)
        might, noisy = self.sections["values"]["might"]["of"], self.sections["values"].get("noisy", {}).get("of")
        plain, filtered = self.set_of(scope, might, 1, with_filter=False)
        subject = "this" if scope.this == might and self.luck.chance(0.5) else f"every {plain}{filtered}"
        counted, more = self.set_of(scope, self.any_sort(), 1, with_filter=False)
        gets = f"{subject} gets {self.luck.pick('+-')}{self.luck.number(1, 2)} might"
        forms = {
            "gets": lambda: gets,
            "gets for each": lambda: f"{gets} for each {counted}{more}",
            "holds": lambda: f"might of this is {self.luck.number(0, 5)}" if scope.this == might else None,
            "holds of flags": lambda: f"every {noisy} is noisy" if noisy else None,
        }
        found = {"always": self.luck.one_form(forms, lambda: gets)}
        return found | ({"if": self.flag(scope, 1)} if self.luck.chance(0.4) else {})

    def _rules(self) -> None:
        if self.luck.on("rules"):
            self.sections["rules"] = [self._ability("") for _ in range(self.luck.number(1, 2))]
            self.sections["rules"] += [self.practised_rule()] if self.luck.on("practised rule") else []
        if self.luck.on("checks"):
            self.sections["checks"] = [self._check() for _ in range(self.luck.number(1, 2))]

    def _check(self) -> Entries:
        scope = Scope(flow=True)
        if self.luck.chance(0.5):
            found = {"whenever": f"some player with coins of it > {self.luck.number(2, 6)} and with fuse > 0"}
            found["do"] = ["lower fuse by 1", *self.body(scope.about(player=True), 1, 2)]
        else:
            found = {"whenever": f"({self.flag(scope.about(flow=False), 1)}) and fuse > 0", "do": self._burning(scope)}
        found |= self.told()
        return found | ({"rule": "OR-2"} if self.luck.chance(0.2) else {})

    def _actions(self) -> None:
        if not self.things.windows:
            return
        scope = Scope(player=True, flow=True, decides=False)
        actions: Entries = {}
        for name in ("sell", "mend"):
            windows = self.luck.pick([["market"], ["market", "own_decisions"]])
            text, inner, names = self.chosen(scope)
            action: Entries = {"in": windows, "option": f"{name} {{{names[0]}}}", "choose": text, "if": "fuse > 0"}
            if self.luck.chance(0.4):
                inner = scope
                action = {"in": windows, "option": f"{name} something", "if": "fuse > 0"}
            action |= {"do": ["lower fuse by 1", *self.body(inner, 1, 2)], **self.told()}
            action |= {"cost": self.cost(inner)} if self.luck.on("cost") else {}
            action |= self.once(scope)
            actions[name] = action | ({"rule": "OR-3"} if self.luck.chance(0.2) else {})
        self.sections["actions"] = actions

    # ---- the game itself

    def _flow(self) -> None:
        setup: list[Any] = ["shuffle deck"] if self.luck.chance(0.7) else []
        setup.append(
            {"each": "player", "do": [f"draw {self.luck.number(2, 3)} crates from deck to {self.luck.pick(['palm', 'store'])}"]}
        )
        if "sailor" in self.things.kinds:
            setup[-1]["do"].append("draw 2 sailors from stock to palm")
        for kind, pile, grid in (("lamp", "chest of first_player", "cell"), ("tile", "yard", "basin")):
            if grid in self.things.families:
                setup += [f"move top {kind} of {pile} to {grid} {place}" for place in (1, 2)]
        setup += self.body(Scope(flow=True, decides=False), 1, 2)
        self.sections["setup"] = setup
        self.sections["flow"] = self._rounds() + (self.body(Scope(flow=True), 1, 1) if self.luck.chance(0.3) else [])
        self.sections["define"]["deserved"] = {"of": "player", "is": self.number(Scope(this="player"), 2)}
        keys = self.luck.pick(["most score", f"most score, then {self.keys(Scope(), 'player')}"])
        score = "coins + (0 if deserved is none else deserved)"
        self.sections["result"] = {"score": score, "winner": f"{self.luck.pick(['best', 'first'])} player by {keys}"}
        if self.luck.on("won") and self.luck.chance(0.3):
            self.sections["result"] = {"score": score, "won": "tally > 2"}
        if self.luck.on("hint"):
            self.sections["result"]["hint"] = "coins"

    def _rounds(self) -> list[Any]:
        scope = Scope(flow=True)
        body: list[Any] = []
        for step in self.things.steps:
            body.append(self._step(step, scope.bound(f"end {step}", "stretch")))
        body.insert(self.luck.number(0, len(body)), self._turns(scope))
        if self.luck.on("step with rounds"):
            body = [{"rounds": 2, "step": "vigil", "until": "vigil >= 2", "do": body}]
        if not self.luck.on("rounds"):
            return body
        many = self.luck.pick([1, 2, *(["length"] if self.luck.on("options") else [])])
        found: Entries = {"rounds": many, "do": body}
        if self.luck.on("endless"):
            found = {"rounds": "endless", "until": "round >= 2", "do": body}
        elif self.luck.chance(0.3):
            found["until"] = self.flag(scope.about(flow=False), 1)
        return [found]

    def _turns(self, scope: Scope) -> Entries:
        inner = scope.about(player=True, turn=True).bound("end turn", "stretch")
        decision, inner = self._decision(inner)
        turns: Entries = {
            "turns": self.luck.pick(["player", "player clockwise from starter", "player clockwise after starter"])
        }
        market = [self.window()] if self.things.windows else []
        turns |= {"laps": self.luck.pick([1, 1, 2]), "do": [decision, *self.practised(inner), *self.body(inner, 2, 3), *market]}
        if self.luck.chance(0.2):
            turns["skip"] = self.flag(scope.about(player=True, flow=False), 1)
        if self.luck.on("step with turns"):
            turns |= {"step": "watch", "do": [*turns["do"], "raise tally by watch"]}
        if self.luck.chance(0.2):
            turns["until"] = self.flag(scope.about(player=True, flow=False), 1)
        return turns

    def _decision(self, scope: Scope) -> tuple[Any, Scope]:
        """Something to decide in every turn, whatever happened before."""
        forms = {
            "choose": lambda: self._sure_choice(scope),
            "offer": lambda: (self._sure_offer(scope), scope),
            "may": lambda: ({"may": "begin well", "do": self.do(scope, 1)}, scope),
        }
        return self.luck.one_form(forms, lambda: self._sure_choice(scope))

    def _sure_choice(self, scope: Scope) -> tuple[Any, Scope]:
        name = self.luck.fresh("picked")
        text, sort = self.luck.pick([("a ware", "ware"), ("a number from 1 to 3", "number"), ("a player", "player")])
        return self._followed(self._beside({"choose": f"{text} as {name}"}, [name]), scope, scope.bound(name, sort), 2)

    def _sure_offer(self, scope: Scope) -> Any:
        found = self.offer(scope, 2)
        return found | {"offer": [*found["offer"], {"option": "stay", "do": self.do(scope, 0)}]}

    def _step(self, name: str, scope: Scope) -> Entries:
        found: Entries = {"step": name}
        kind = self.luck.pick(list(self.things.kinds))
        plain, filtered = self.set_of(scope, kind, 1, with_filter=False, plain=True)
        if self.luck.on("at") or self.luck.chance(0.5):
            found["among"] = f"{plain}{filtered}"
        if self.luck.on("step with each") and self.luck.chance(0.5):
            return found | {"each": "player", "do": self.body(scope.about(player=True), 1, 2)}
        return found | {"do": self.body(scope, 1, 2)}
