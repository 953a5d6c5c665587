"""Reads the section `renamed`: words that a game had before, with those of today.

Takes what is written; returns the pairs, or complains of an old name that is still there and of a new one that is not. Nothing
of it is part of the rules: only scenarios, saves and records are read with it.
"""

from __future__ import annotations

import re

from ...model.renaming import NAME
from ..diagnostics import Complaints, did_you_mean
from ..read.nodes import Mapping, text_of
from .names import Vocabulary

_HOLE = re.compile(r"\{(.*?)\}")


def read_renamed(
    section: Mapping | None, words: Vocabulary, called: dict[str, str], complaints: Complaints
) -> tuple[tuple[str, str], ...]:
    """Old words with new ones; `called` tells what people read for the id of a card."""
    pairs = [] if section is None else [(old, text_of(node)) for old, node in section.items.items()]
    known = {*words.everything(), *words.verbs, *words.steps, *words.tables, *words.groupings}
    for old, new in pairs:
        assert section is not None
        if old in known:
            complaints.add(section.keys[old], "renamed-is-there", name=old)
        if NAME.fullmatch(old) and new not in known:
            hint = did_you_mean(new, sorted(known))
            complaints.add(section.items[old].span, "renamed-to-nothing", hint=hint, name=new)
        odd = [hole for hole in _HOLE.findall(new) if hole not in _HOLE.findall(old)]
        odd += [hole for hole in _HOLE.findall(old) if not NAME.fullmatch(hole)]
        if odd:
            complaints.add(section.items[old].span, "renamed-hole", name=odd[0])
    # people may read something else for a card than its id
    read = [(old.replace("_", " "), called[new]) for old, new in pairs if "_" in old and new in called]
    return tuple(dict([*read, *pairs]).items())
