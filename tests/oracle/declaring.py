"""Declares the things of a case: components, zones, facts and options, each left out as often as not."""

from __future__ import annotations

from typing import Any

from rulewright.ir import Form, SeenBy

from .scope import Luck
from .things import Fact, Family, Kind, Things

_FORMS = [Form.ROW.value, Form.ROW.value, *(one.value for one in Form if one is not Form.ROW)]
_SEEN_BY = [one.value for one in SeenBy if one is not SeenBy.FACE]  # of what has no face

Entries = dict[str, Any]
WARES = ("salt", "silk", "spice", "wool")
STEPS = ("dawn", "dusk")
SIDES = ("north", "east", "south", "west")


class Declaring:
    """Fills the sections of a definition, and remembers in `things` what sentences can speak of."""

    def __init__(self, luck: Luck) -> None:
        self.luck, self.things = luck, Things()
        self.components: Entries = {}
        self.zones: Entries = {}
        self.sections: Entries = {"name": f"Case {luck.case}", "players": luck.pick(["2", "2 to 3", "3", "4"])}
        if self.sections["players"] in ("2", "4") and luck.on("teams"):
            self.sections["teams"] = {"count": 2, **({"scores": luck.pick(["summed", "shared"])} if luck.chance(0.7) else {})}
        self.things.teams = "teams" in self.sections
        if luck.on("about"):
            self.sections["about"] = "A game that nobody made."

    def everything(self) -> Entries:
        self._plain()
        self._crates()
        for name in ("sailor", "lamp", "bone", "tile"):
            if self.luck.on(name):
                getattr(self, f"_{name}s")()
        self._facts()
        self._wordings()
        return self.sections | {"components": self.components, "zones": self.zones}

    # ---- names for numbers and members

    def _plain(self) -> None:
        luck, things, sections = self.luck, self.things, self.sections
        things.wares = tuple(luck.some(WARES, 2, 4))
        things.plain = {"number": ["load"], "flag": [], "player": ["starter"], "ware": []}
        sections["numbers"] = {"load": luck.number(1, 4)}
        sections["types"] = {"ware": self._wares()}
        if luck.on("tables"):
            things.tables["wages"] = 3
            sections["tables"] = {"wages": [luck.number(0, 5) for _ in range(3)]}
        options: Entries = {"first_player": {"type": "player", "default": luck.number(1, 2)}}
        if luck.on("options"):
            options["fog"] = {"type": "flag", "default": luck.chance(0.5), "about": "It cannot be seen far."}
            options["length"] = {"type": "number 1 to 3", "default": luck.number(1, 2)}
            options["prized"] = {"type": "ware", "default": luck.pick(things.wares)}
            things.plain["flag"].append("fog")
            things.plain["number"].append("length")
            things.plain["ware"].append("prized")
        sections["options"] = options

    def _wares(self) -> Any:
        if not self.luck.on("members with columns"):
            return list(self.things.wares)
        self.things.facts += [
            Fact("price", "ware", "number"), Fact("wanted", "ware", "flag", adjective=True), Fact("demand", "ware", "number"),
        ]  # fmt: skip
        columns = {"price": "number", "wanted": "condition", "demand": "value", "near": "list of ware"}
        rows = {
            ware: {
                "price": self.luck.number(0, 4),
                "wanted": self.luck.pick(["true", "round >= 2", "price of this > 1", "count of crates in heap > 2"]),
                "demand": self.luck.pick(["2", "round + 1", "count of crates in heap with ware is this"]),
                "near": self.luck.some(self.things.wares, 0, 2),
            }
            for ware in self.things.wares
        }
        return {"columns": columns, "rows": rows}

    def _wordings(self) -> None:
        """Other words for kinds of lines. Nothing else may hang on them."""
        if self.luck.on("section tell"):
            shuffled: Any = "none" if self.luck.on("silent shuffles") else {"nobody": "{cards} {is} mixed"}
            self.sections["tell"] = {"shuffle": shuffled, "decide": {"plain": "{name} comes to {value}"}}

    # ---- components and their zones

    def _zone(self, name: str, holds: tuple[str, ...], **more: Any) -> str:
        """Declares a zone; `seen by` and `form` are whatever may stand there, unless said."""
        per, room = more.get("per", ""), more.get("room", 0)
        seen = more.pop("seen", "") or self.luck.pick(
            ["everyone", "everyone", "nobody", "face"] + ["owner"] * 2 * (per == "player")
        )
        form = more.pop("form", "") or self.luck.pick(_FORMS)
        count = more.pop("many", 1)
        entry: Entries = {key: value for key, value in more.items() if value not in ("", None)}
        entry |= {"holds": holds[0] if len(holds) == 1 else list(holds), "seen by": seen}
        entry |= {"form": form} if form != "row" or self.luck.chance(0.3) else {}
        entry |= {"about": "Where things lie."} if self.luck.chance(0.1) else {}
        self.zones[name] = entry
        family = Family(name, holds, per, count, tuple(more.get("ids", ())), "size" in more, room == 1, seen, form)
        self.things.families[name] = family
        return name

    def _crates(self) -> None:
        luck = self.luck
        kinds = ("crate", "sailor") if luck.on("sailor") else ("crate",)
        stored = ("crate", "lamp") if luck.on("lamp") else ("crate",)
        zones = [self._zone("heap", ("crate",), form="pile")]
        emptied = luck.pick(["lower fuse by 1", "mark every player as spent"]) if luck.on("when empty") else ""
        refill = "heap" if luck.on("refill") else ""
        zones.append(self._zone("deck", ("crate",), form="pile", refill=refill, **{"when empty": emptied}))
        zones.append(self._zone("store", stored, per="player"))
        form, seen = luck.pick(["hand", "hand", "row"]), luck.pick(["owner", "face"])
        order = ["ware", "most weight"] if form == "hand" and luck.on("order of a hand") else ""
        zones.append(self._zone("palm", kinds, per="player", form=form, seen=seen, order=order))
        if luck.on("rack"):
            zones.append(self._zone("rack", ("crate",), per="ware"))
        if luck.on("pier"):
            zones += self._piers()
        columns: Entries = {"ware": "ware", "weight": "number"}
        goes = luck.pick(["heap", "rack"]) if luck.on("rack") else "heap"
        crate: Entries = {"starts in": "deck", "discards to": goes, "columns": columns}
        rows = self._crate_rows(crate, columns)
        self.components["crate"] = crate
        numbers = ("weight", *(["bonus"] if "bonus" in columns else []), *(["gifts(1)"] if "gifts" in columns else []))
        self.things.kinds["crate"] = Kind("crate", tuple(zones), tuple(rows), False, True, numbers, ("ware",))

    def _piers(self) -> list[str]:
        luck = self.luck
        many = luck.pick([2, 3, "players", *(["length"] if "length" in self.sections["options"] else [])])
        holds = ("sailor", "crate") if luck.on("sailor") else ("crate",)
        more = {"ring": True} if luck.on("ring") else {}
        self._zone("pier", holds, count=many, many=2, form=luck.pick(["row", "row", "pile"]), **more)
        self._zone("berth", ("crate",), per="pier", room=1)
        return ["pier", "berth"]

    def _crate_rows(self, crate: Entries, columns: Entries) -> list[str]:
        luck, wares = self.luck, self.things.wares
        if luck.on("cross"):
            weights = luck.some([1, 1, 2, 3, 4], 2, 3)
            crate["cross"] = {"ware": luck.pick(["ware", list(wares)]), "weight": weights}
            return [f"{ware}_{weights[-1]}" for ware in wares]
        if luck.on("columns of crates"):
            columns |= {"bonus": "value", "ready": "condition", "gifts": "list of number"}
            self.things.facts += [Fact("bonus", "crate", "number"), Fact("ready", "crate", "flag", adjective=True)]
        rows: Entries = {}
        for name in ("sack", "bale", "barrel", "box_twin"):
            row: Entries = {"ware": luck.pick(wares), "weight": luck.pick([1, 2, 3, 4])}
            row |= {"copies": 2 if "twin" in name else luck.number(1, 2)}
            if "bonus" in columns:
                row |= {"bonus": luck.pick(["weight of this + 1", "round", "3"]), "gifts": [luck.number(0, 3) for _ in "ab"]}
                row["ready"] = luck.pick(["weight of this >= 2", "round is 1", "this is in heap"])
            rows[name] = row
        if luck.on("weightless"):
            rows["sack"]["weight"] = "none"
        if luck.on("printed"):
            rows["bale"] |= {"name": "Great Bale", "text": "It is very heavy."}
        crate["rows"] = rows
        if luck.on("crossed rows"):
            crate["cross"] = {"ware": "ware", "weight": "rows"}
            for row in rows.values():
                del row["ware"]
            return [f"{ware}_bale" for ware in wares]
        return list(rows)

    def _sailors(self) -> None:
        luck = self.luck
        self._zone("stock", ("sailor",), per="player", form="pile", seen=luck.pick(["nobody", "owner"]))
        zones = ["stock", "palm", *(["pier"] if "pier" in self.zones else [])]
        sailor: Entries = {"per": "player", "starts in": "stock", "discards to": "stock"}
        sailor |= {"back": luck.pick(["sailor", "{strength} sailor"]), "plural": "hands"} if luck.on("back") else {}
        sailor |= {"names": "capitals"} if luck.on("names") else {}
        sailor["columns"] = {"strength": "number", "duty": "program", "dues": "list of program", "motto": "text"}
        rows = {}
        for name in ("cook", "smith", "pilot_twin"):
            duties = [self._program() for _ in range(3)]
            rows[name] = {"strength": luck.number(0, 4), "duty": duties[0], "dues": duties[1:], "motto": "Heave!"}
        rows["pilot_twin"]["copies"] = 2
        if luck.on("default cells"):
            sailor["columns"]["strength"] = "number or 2"
            del rows["smith"]["strength"]
        if luck.on("list rows"):
            rows["cook"] = list(rows["cook"].values())
        sailor["rows"] = rows
        self.components["sailor"] = sailor
        self.things.kinds["sailor"] = Kind("sailor", tuple(zones), tuple(rows), True, True, ("strength",))

    def _program(self) -> str:
        verbs = ["gain (1 + 1) coins", "lower tally by 1"] if self.luck.on("verbs in cells") else []
        verbs += ["pass_by", f"wish_for {self.luck.pick(self.things.wares)}"]
        parts = [self.luck.pick([f"earn {self.luck.number(0, 3)}", *verbs]) for _ in range(3)]
        return self.luck.pick([parts[0], f"{parts[0]} + {parts[1]}", f"{parts[0]} / {parts[1]} + {parts[2]}"])

    def _lamps(self) -> None:
        luck = self.luck
        zones = [self._zone("chest", ("lamp",), per="player"), "store"]
        if luck.on("beacon"):
            zones.append(self._zone("beacon", ("lamp",), ids=["near_light", "far_light"]))
        if luck.on("cell"):
            zones.append(self._zone("cell", ("lamp",), size=luck.pick(["2 by 2", "3 by 2", "2 by 3"]), room=1, many=4))
        lamp: Entries = {"per": "player", "copies": luck.number(2, 3), "starts in": "chest", "discards to": "chest"}
        lamp |= {"name": "lantern", "about": "It glows."} if luck.on("named kind") else {}
        lamp |= {"drawn as": "*{position of this}"} if luck.on("drawn as") else {}
        self.components["lamp"] = lamp
        self.things.kinds["lamp"] = Kind("lamp", tuple(zones), (), True, True)

    def _bones(self) -> None:
        self._zone("tray", ("bone",))
        self.components["bone"] = {
            "die": self.luck.pick(["1 to 6", "0 to 3"]),
            "copies": self.luck.pick([1, 2, 3, "players", "2 * players - 1"]),
            "starts in": "tray",
        }
        self.things.kinds["bone"] = Kind("bone", ("tray",))

    def _tiles(self) -> None:
        luck = self.luck
        self._zone("yard", ("tile",), form="pile")
        self._zone("basin", ("tile",), size="3 by 2", room=1, many=6, seen="everyone")
        rows = {
            "canal": {"copies": 3, "sides": luck.some(SIDES, 1, 3)},
            "lock": {"copies": 2, "sides": ["north", "east"]},
        }
        tile = {"starts in": "yard", "columns": {"sides": "edges"}, "rows": rows}
        self.components["tile"] = tile
        self.things.kinds["tile"] = Kind("tile", ("yard", "basin"), ("canal", "lock"))

    # ---- facts

    def _facts(self) -> None:
        luck, things = self.luck, self.things
        variables: Entries = {
            "starter": {"type": "player", "starts": "first_player"},
            "fuse": {"type": "number 0 to 12", "starts": 12},
            "spent": {"of": "player", "type": "flag", "lasts": "turn"},
        }
        self._variable(variables, "bid", "player", "number", "number 0 to 9", hidden=luck.on("hidden variable"))
        self._variable(variables, "tally", "", "number", "number")
        self._variable(variables, "wish", "player", "ware", "ware")
        self._variable(variables, "rival", "", "player", "player")
        self._variable(variables, "picked_out", "", "many crate", "list of crate")
        self._variable(variables, "worn", luck.pick(list(things.kinds)), "flag", "flag")
        self._variable(variables, "shut", luck.pick([*things.families, "player"]), "flag", "flag")
        self._variable(variables, "depth", luck.pick([*things.kinds, "ware", *things.families]), "number", "number 0 to 5")
        if luck.on("two owners"):
            second = luck.pick(["ware", *(name for name, one in things.families.items() if not one.per)])
            of, hidden = f"player in {second}", luck.on("hidden favour")
            self._variable(variables, "favour", of, "number", "number 0 to 5", hidden=hidden)
            self._variable(variables, "sworn", of, "flag", "flag")
        self.sections["variables"] = variables
        counters: Entries = {"coins": {"of": "player", "starts": luck.number(0, 4)}}
        things.facts.append(Fact("coins", "player", "number", writable=True, counter=True))
        if luck.on("second counter"):
            hidden = {"seen by": luck.pick(_SEEN_BY), "plural": "shellery", "about": "Nobody knows them."}
            counters["shells"] = hidden if luck.chance(0.5) else {"starts": 1}
            things.facts.append(Fact("shells", "player", "number", writable=True, counter=True))
        self.sections["counters"] = counters

    def _variable(self, entries: Entries, name: str, of: str, sort: str, type: str, hidden: bool = False) -> None:
        luck = self.luck
        if name != "tally" and not luck.on(f"variable {name}"):
            return
        entry: Entries = {"type": type, **({"of": of.split(" in ") if " in " in of else of} if of else {})}
        if sort == "number" and luck.chance(0.5):
            entry["starts"] = luck.number(0, 3)
        if sort == "flag" and luck.chance(0.3):
            entry["starts"] = True
        if luck.on("lasts") and luck.chance(0.5):
            entry["lasts"] = luck.pick(["turn", "round", *[step for step in STEPS if luck.on(step)]])
        if hidden:
            entry["seen by"] = luck.pick(_SEEN_BY)
        if luck.chance(0.1):
            entry["about"] = "Something remembered."
        entries[name] = entry
        described = sort == "flag"
        self.things.facts.append(Fact(name, of, sort, writable=True, adjective=described))
