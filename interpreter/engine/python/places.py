"""Writes where things are and what they are like: features, zones, their cards, and what lies next to what.

A table of the world answers what never changes; a card's zone, face and neighbours are looked up in the state.
"""

from __future__ import annotations

from collections.abc import Callable

from ... import ir
from .values import WRITE, Scope, Values


def _from_table(name: str) -> Callable[[Values, ir.Feature, Scope], str]:
    """What a table of the world answers."""
    return lambda writer, node, scope: writer.lookup(name, node.of, scope)


def _from_state(part: str, form: str = "{}[{}]") -> Callable[[Values, ir.Feature, Scope], str]:
    """What a list of the state answers."""
    return lambda writer, node, scope: writer.of_state(part, node.of, scope, form)


def _unless_none(writer: Values, node: ir.Feature, scope: Scope, form: str) -> str:
    thing = writer.value(node.of, scope)
    if not writer.can_be_none(node.of, scope):
        return form.format(thing)
    thing = writer.atom(thing)
    return f"(None if {thing} is None else {form.format(thing)})"


def _zone(writer: Values, node: ir.Feature, scope: Scope) -> str:
    return scope.zone_of(node.of) or writer.of_state("P", node.of, scope)


def _owner(writer: Values, node: ir.Feature, scope: Scope) -> str:
    if writer.can_be_none(node.of, scope):
        return _unless_none(writer, node, scope, "owner(S, {})")
    card = writer.named(node.of, scope)
    if writer.is_owned(node.of, scope):
        return f"OWNER[{card}]"
    return f"(ZONE_OWNER[{writer.state('P')}[{card}]] if OWNER[{card}] is None else OWNER[{card}])"


def _free(writer: Values, node: ir.Feature, scope: Scope) -> str:
    rooms = {writer.definition.families[family].room for sort, family in writer.about(node.of, scope) or () if sort == "zone"}
    if len(rooms) == 1 and None not in rooms and not writer.can_be_none(node.of, scope):
        return f"(1 if len({writer.state('Z')}[{writer.value(node.of, scope)}]) < {rooms.pop()} else 0)"
    return _unless_none(writer, node, scope, "free(S, {})")


def _position(writer: Values, node: ir.Feature, scope: Scope) -> str:
    card = writer.named(node.of, scope)
    text = f"({writer.row_of(card, scope.zone_of(node.of))}.index({card}) + 1)"
    if writer.facts.hides:
        text = f"(position(S, {card}) if {writer.state('H')} else {text})"
    return f"(None if {card} is None else {text})" if writer.can_be_none(node.of, scope) else text


FEATURES: dict[ir.FeatureName, Callable[[Values, ir.Feature, Scope], str]] = {
    ir.FeatureName.OWNER: _owner,
    ir.FeatureName.POSITION: _position,
    ir.FeatureName.FACE_UP: _from_state("F"),
    ir.FeatureName.FACE_DOWN: _from_state("F", "(1 - {}[{}])"),
    ir.FeatureName.ZONE: _zone,
    ir.FeatureName.ROW: _from_table("ROW"),
    ir.FeatureName.KIND: _from_table("KIND"),
    ir.FeatureName.MUTED: lambda writer, node, scope: _unless_none(writer, node, scope, "muted(S, {})"),
    ir.FeatureName.ZONE_OWNER: _from_table("ZONE_OWNER"),
    ir.FeatureName.X: _from_table("X"),
    ir.FeatureName.Y: _from_table("Y"),
    ir.FeatureName.INDEX: _from_table("INDEX"),
    ir.FeatureName.FREE: _free,
    ir.FeatureName.PARENT: _from_table("PARENT"),
    ir.FeatureName.SEAT: lambda writer, node, scope: _unless_none(writer, node, scope, "({} + 1)"),
    **{direction: _from_table(f"SIDE_{direction}") for direction in ir.DIRECTIONS},
}


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
    ir.Feature: lambda writer, node, scope: FEATURES[node.name](writer, node, scope),
    ir.Place: _place, ir.Contents: _contents, ir.Beyond: _beyond, ir.Spread: _spread, ir.Reach: _reach,
}  # fmt: skip
