"""What a word of the game means, for somebody who asks: a place, something that is remembered, or something that is defined.

Takes what is written and a word; returns sentences with the rules that are cited there. Where anything lies is not told.
"""

from __future__ import annotations

import re

from ..language.read.nodes import Mapping, Node, text_of
from ..model.definition import Definition, Family, Variable
from ..table.plurals import article, listed, plural
from .sentences import in_words
from .sources import Sources

_DECLARED = ("define", "values", "variables", "counters", "zones")
_SIGHT = {"everyone": "everybody sees what lies there", "nobody": "nobody sees what lies there",
    "owner": "only its owner sees what lies there", "face": "what lies face up there is seen by everybody"}  # fmt: skip


def about_name(sources: Sources, words: str) -> list[str]:
    """Lines about a zone, a variable or a definition of this name; nothing if there is none."""
    name = re.sub(r" \d+$", "", " ".join(words.casefold().split())).replace(" ", "_")
    definition = sources.game.definition
    lines = [_zone(definition, one) for one in definition.families if one.name == name]
    lines += [_variable(definition, one) for one in definition.variables if one.name == name]
    written = [(section, node) for section in _DECLARED if (node := sources.declared(section, name)) is not None]
    for section, node in written:
        lines += _defined(name, section, node)
    rules = [rule for section, _ in written for rule in sources.cited_at(section, name)]
    return [*lines, *dict.fromkeys(rules)] if lines else []


def _zone(definition: Definition, family: Family) -> str:
    whose = definition.name_of(family.per)
    per = f", one for each {_plain(whose)}" if whose else ", several" if family.ids or family.size or family.count else ""
    holds = listed([_plain(definition.kinds[kind].plural or plural(definition.kinds[kind].name)) for kind in family.holds])
    room = f", room for {family.room}" if family.room is not None else ""
    number = definition.families.index(family)
    own = [_plain(one.name) for one in definition.variables if one.of.is_zone and one.of.number == number]
    can_be = f"; remembered of it: {listed(own)}" if own else ""
    of = f" for {holds}" if holds else ""
    return f"{_plain(family.name)} ({article(family.form)}{of}{per}{room}): {_SIGHT[family.seen_by]}{can_be}."


def _variable(definition: Definition, variable: Variable) -> str:
    whose = definition.name_of(variable.of)
    of = f" of {article(_plain(whose))}" if whose and whose != "player" else " of each player" if whose else ""
    lasts = "" if variable.lasts is None else f", until the end of the {_plain(definition.moments[variable.lasts])}"
    sort = "counter" if variable.is_counter else f"{variable.type.sort}"
    return f"{_plain(variable.name)} (a {sort}{of}{lasts})"


def _defined(name: str, section: str, node: Node) -> list[str]:
    """What a definition says, as a sentence."""
    if section not in ("define", "values"):
        return []
    of = _plain(text_of(node.get("of"))) if isinstance(node, Mapping) else ""
    head = f"{_plain(name)}{f' (of {article(of)})' if of else ''}"
    slots = {"is": "", "do": "", "starts": "begins as "} if isinstance(node, Mapping) else {}
    told = [f"{begin}{words}" for slot, begin in slots.items() if (words := in_words(node.get(slot)))]  # type: ignore[union-attr]
    return [f"{head}: {'; '.join(told)}" if told else head]


def _plain(words: str) -> str:
    return words.replace("_", " ")
