"""Writes where things are and what they are like: features, zones, their cards, and what lies next to what.

A table of the world answers what never changes; a card's zone, face and neighbours are looked up in the state.
"""

from __future__ import annotations

from ... import ir
from .values import WRITE, Scope, Values

_TABLES: dict[str, str] = {
    "zone owner": "ZONE_OWNER", "row": "ROW", "kind": "KIND", "parent": "PARENT", "x": "X", "y": "Y", "index": "INDEX",
    **{direction: f"SIDE_{direction}" for direction in ir.DIRECTIONS},
}  # fmt: skip
_OF_STATE = {"zone": ("P", "{}[{}]"), "face_up": ("F", "{}[{}]"), "face_down": ("F", "(1 - {}[{}])")}
_ASKED = {"position": "position", "free": "free", "owner": "owner", "muted": "muted"}


def _feature(writer: Values, node: ir.Feature, scope: Scope) -> str:
    if node.name in _TABLES:
        return writer.lookup(_TABLES[node.name], node.of, scope)
    if node.name == "zone" and (zone := scope.zone_of(node.of)) is not None:
        return zone
    if node.name in _OF_STATE:
        part, form = _OF_STATE[node.name]
        return writer.of_state(part, node.of, scope, form)
    if node.name == "owner" and not writer.can_be_none(node.of, scope):
        card = writer.named(node.of, scope)
        if writer.is_owned(node.of, scope):
            return f"OWNER[{card}]"
        return f"(ZONE_OWNER[{writer.state('P')}[{card}]] if OWNER[{card}] is None else OWNER[{card}])"
    text = writer.value(node.of, scope)
    rooms = {writer.definition.families[family].room for sort, family in writer.about(node.of, scope) or () if sort == "zone"}
    if node.name == "free" and len(rooms) == 1 and None not in rooms and not writer.can_be_none(node.of, scope):
        return f"(1 if len({writer.state('Z')}[{text}]) < {rooms.pop()} else 0)"
    form = "({} + 1)" if node.name == "seat" else f"{_ASKED[node.name]}(S, {{}})"
    if node.name == "position":
        text, form = writer.atom(text), f"({writer.row_of('{0}', scope.zone_of(node.of))}.index({{0}}) + 1)"
        if writer.facts.hides:
            form = f"(position(S, {{0}}) if {writer.state('H')} else {form})"
    if not writer.can_be_none(node.of, scope):
        return form.format(text)
    thing = writer.atom(text)
    return f"(None if {thing} is None else {form.format(thing)})"


def _place(writer: Values, node: ir.Place, scope: Scope) -> str:
    if node.number is not None:
        parent = writer.value(node.of, scope) if node.of is not None else "None"
        return f"NUMBERED_{node.family}.get(({parent}, {writer.value(node.number, scope)}))"
    if node.of is None:
        return f"ONE_{node.family}"
    return writer.lookup(f"FIRST_{node.family}", node.of, scope)


def _contents(writer: Values, node: ir.Contents, scope: Scope) -> str:
    if isinstance(node.of, ir.All):
        zone, card = writer.fresh("i"), writer.fresh("i")
        return f"[{card} for {zone} in {writer.value(node.of, scope)} for {card} in {writer.state('Z')}[{zone}]]"
    if writer.is_many(node.of, scope) is not False:
        return f"contents(S, {writer.value(node.of, scope)})"

    def work() -> str:
        zone = writer.value(node.of, scope)
        if not writer.can_be_none(node.of, scope):
            return f"{writer.state('Z')}[{zone}]"
        name = writer.atom(zone)
        return f"(() if {name} is None else {writer.state('Z')}[{name}])"

    return writer.hoisted(node, scope, work)


def _beyond(writer: Values, node: ir.Beyond, scope: Scope) -> str:
    if node.sort == "card":
        return writer.asked_again(node, scope, lambda: _next_card(writer, node, scope))
    if node.sort in ("zone", "player"):
        return writer.lookup(f"{node.sort.upper()}_{node.relation.upper()}", node.of, scope)
    sign = ir.Sign.ADD if node.relation == ir.Relation.AFTER else ir.Sign.SUBTRACT
    return writer.value(ir.Op(sign, (node.of, ir.Const(1))), scope)


def _next_card(writer: Values, node: ir.Beyond, scope: Scope) -> str:
    card, name = writer.named(node.of, scope), writer.fresh()
    row, index = writer.fresh(), writer.fresh()
    writer.write(f"{name} = None")
    with writer.block(f"if {card} is not None:" if writer.can_be_none(node.of, scope) else "if True:"):
        writer.write(f"{row} = {writer.row_of(card, scope.zone_of(node.of))}")
        if node.relation == "above":
            writer.write(f"{index} = {row}.index({card})")
            writer.write(f"if {index}: {name} = {row}[{index} - 1]")
        else:
            writer.write(f"{index} = {row}.index({card}) + 1")
            writer.write(f"if {index} < len({row}): {name} = {row}[{index}]")
        if writer.facts.hides:
            hosts = writer.state("H")
            writer.write(f"if {hosts} and ({card} in {hosts} or {name} in {hosts}): {name} = card_{node.relation}(S, {card})")
    return name


def _spread(writer: Values, node: ir.Spread, scope: Scope) -> str:
    text = writer.value(node.of, scope)
    if node.sort == "card":
        return f"cards_{node.relation}(S, {text})"
    sort = "ZONES" if node.sort == "zone" or node.relation == "beside" else "PLAYERS"
    return f"{writer.table(f'{sort}_{node.relation.upper()}', node.of, scope)}[{text}]"


def _reach(writer: Values, node: ir.Reach, scope: Scope) -> str:
    player = writer.named(node.player, scope)
    return f"reach(S, {writer.value(node.start, scope)}, f{node.function}, {player})"


WRITE |= {
    ir.Feature: _feature, ir.Place: _place, ir.Contents: _contents, ir.Beyond: _beyond, ir.Spread: _spread, ir.Reach: _reach,
}  # fmt: skip
