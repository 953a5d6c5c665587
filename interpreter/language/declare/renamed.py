"""Reads the section `renamed`: words that a game had before, with those of today.

Takes what is written; returns the pairs, or complains of an old name that is still there and of a new one that is not. Nothing
of it is part of the rules: only scenarios, saves and records are read with it. What stands in a list are sentences or values of
the language, for a verb, a value or a condition that is gone.
"""

from __future__ import annotations

import re

from ...model.renaming import NAME, Renamed
from ..diagnostics import Complaints, did_you_mean
from ..parse.parser import Misread, parse
from ..read.nodes import Mapping, Node, Sequence, text_of
from .names import Vocabulary

_HOLE = re.compile(r"\{(.*?)\}")


def read_renamed(
    section: Mapping | None, words: Vocabulary, called: dict[str, str], complaints: Complaints
) -> tuple[Renamed, ...]:
    """Old words with new ones; `called` tells what people read for the id of a card."""
    if section is None:
        return ()
    known = {*words.everything(), *words.verbs, *words.steps, *words.tables, *words.groupings}
    pairs: list[Renamed] = []
    for old, node in section.items.items():
        if old in known:
            complaints.add(section.keys[old], "renamed-is-there", name=old)
        texts: list[Node] = node.items if isinstance(node, Sequence) else [node]
        for one in texts:
            _check_holes(old, one, complaints)
        if isinstance(node, Sequence):
            _check_sentences(texts, complaints)
            pairs.append((old, tuple(text_of(one) for one in texts)))
            continue
        if NAME.fullmatch(old) and text_of(node) not in known:
            hint = did_you_mean(text_of(node), sorted(known))
            complaints.add(node.span, "renamed-to-nothing", hint=hint, name=text_of(node))
        pairs.append((old, text_of(node)))
    # people may read something else for a card than its id
    read = [(old.replace("_", " "), called[new]) for old, new in pairs if "_" in old and new in called]
    return tuple(dict([*read, *pairs]).items())


def _check_holes(old: str, node: Node, complaints: Complaints) -> None:
    held = _HOLE.findall(old)
    odd = [hole for hole in _HOLE.findall(text_of(node)) if hole not in held]
    odd += [hole for hole in held if not NAME.fullmatch(hole)]
    if odd:
        complaints.add(node.span, "renamed-hole", name=odd[0])


def _check_sentences(nodes: list[Node], complaints: Complaints) -> None:
    """Each must be one of the language, whatever stands in its holes."""
    for node in nodes:
        sentence = _HOLE.sub("this", text_of(node))
        if not any(_is_read(sentence, start) for start in ("action", "condition")):
            complaints.add(node.span, "renamed-sentence", name=text_of(node))


def _is_read(sentence: str, start: str) -> bool:
    try:
        parse(sentence, start)
    except Misread:
        return False
    return True
