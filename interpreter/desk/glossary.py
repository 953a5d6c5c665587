"""What a word of the game means, for somebody who asks: a place, something that is remembered, or something that is defined.

Takes what is written and a word; returns sentences with the rules that are cited there. Where anything lies is not told.
"""

from __future__ import annotations

import re
from functools import lru_cache

from ..ir import TypeSort
from ..language.read.nodes import Mapping, Node, Scalar, text_of
from ..model.definition import ComponentKind, Definition, Family, Variable
from ..telling.plain_words import listed as some
from ..telling.plain_words import spoken
from ..telling.plurals import article, listed, plural
from .sentences import defined_in_words, in_words
from .sets_of_cards import about_patterns
from .sources import Sources

_DECLARED = ("define", "values", "variables", "counters", "zones", "tables")
_AT_FIRST = {"false": "not so at first", "true": "so at first"}
_SIGHT = {"everyone": "everybody sees what lies there", "nobody": "nobody sees what lies there",
    "owner": "only its owner sees what lies there", "face": "what lies face up there is seen by everybody"}  # fmt: skip


def about_name(sources: Sources, words: str) -> list[str]:
    """Lines about a zone, a variable or a definition of this name; nothing if there is none."""
    definition, said = sources.game.definition, " ".join(words.casefold().split())
    labels = {zone.label.casefold(): zone.family for zone in definition.look.zones if zone.label}
    name = labels.get(said, re.sub(r" \d+$", "", said).replace(" ", "_"))
    lines = [_zone(definition, one) for one in definition.families if one.name == name]
    lines += [_variable(definition, one) for one in definition.variables if one.name == name]
    lines += [f"{_plain(name)}: {listed(list(one.distinct_names))}" for one in definition.types if one.name == name]
    lines += [f"{_plain(name)}: {some(_rows_of(definition, one))}" for one in definition.kinds if one.name == name]
    lines += [f"{_plain(one)}: {', '.join(map(spoken, row))}" for one, row in definition.tables if one == name]
    written = [(section, node) for section in _DECLARED if (node := sources.declared(section, name)) is not None]
    for section, node in written:
        lines += _defined(definition, name, section, node)
    lines += about_patterns(sources, name)
    rules = [rule for section, _ in written for rule in sources.cited_at(section, name)]
    return [*lines, *dict.fromkeys(rules)] if lines else []


def _rows_of(definition: Definition, kind: ComponentKind) -> list[str]:
    return [row.name for number, row in definition.rows if definition.kinds[number] == kind]


def _zone(definition: Definition, family: Family) -> str:
    whose = definition.name_of(family.per)
    per = f", one for each {_plain(whose)}" if whose else ", several" if family.ids or family.size or family.count else ""
    holds = listed([_plain(definition.kinds[kind].plural or plural(definition.kinds[kind].name)) for kind in family.holds])
    room = f", room for {family.room}" if family.room is not None else ""
    number = definition.families.index(family)
    own = [_plain(one.name) for one in definition.variables if one.of.is_zone and one.of.number == number]
    can_be = f"; remembered of it: {listed(own)}" if own else ""
    of = f" for {holds}" if holds else ""
    label = next((zone.label for zone in definition.look.zones if zone.family == family.name), "") or _plain(family.name)
    return f"{label} ({article(family.form)}{of}{per}{room}): {_SIGHT[family.seen_by]}{can_be}."


def _variable(definition: Definition, variable: Variable) -> str:
    whose = definition.name_of(variable.of)
    of = f" of {article(_plain(whose))}" if whose and whose != "player" else " of each player" if whose else ""
    lasts = "" if variable.lasts is None else f", until the end of the {_plain(definition.moments[variable.lasts])}"
    sort = "counter" if variable.is_counter else f"{variable.type.sort}"
    return f"{_plain(variable.name)} (a {sort}{of}{lasts})"


def _defined(definition: Definition, name: str, section: str, node: Node) -> list[str]:
    """What a definition says, as a sentence."""
    if section not in ("define", "values"):
        return []
    of = _plain(text_of(node.get("of"))) if isinstance(node, Mapping) else ""
    is_so = bool(of) and name in _conditions(definition)
    head = f"{article(of)} is {_plain(name)}" if is_so else f"{_plain(name)}{f' of {article(of)}' if of else ''}"
    slots = ("is", "do", "starts") if isinstance(node, Mapping) else ()
    told = [words for slot in slots if (words := _slot(definition, node, slot, of))]  # type: ignore[arg-type]
    between = " if " if is_so and isinstance(node, Mapping) and node.get("is") is not None else ": "
    return [f"{head}{between}{'; '.join(told)}" if told else head]


def _slot(definition: Definition, node: Mapping, slot: str, of: str) -> str:
    written = node.get(slot)
    if slot == "starts" and isinstance(written, Scalar):
        return _AT_FIRST.get(written.words, f"{in_words(written)} at first")
    if slot == "is" and isinstance(written, Scalar):
        return defined_in_words(written.words, of, _conditions(definition))
    return in_words(written)


@lru_cache(maxsize=64)
def _conditions(definition: Definition) -> frozenset[str]:
    """The names of what is so of something, or not."""
    flags = [one.name for one in definition.variables if one.type.sort is TypeSort.FLAG]
    defined = [one.name for one in definition.functions if one.type.sort is TypeSort.FLAG]
    printed = [one.name for one in definition.columns if one.type.sort is TypeSort.FLAG]
    return frozenset(one for one in (*flags, *defined, *printed) if one.isidentifier())


def _plain(words: str) -> str:
    return words.replace("_", " ")
