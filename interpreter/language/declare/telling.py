"""Reads the section `tell`: in what words a game is told, where it has its own.

Takes what is written; returns all wordings, those of `schema/telling.yaml` and in their place those of the game, each with
holes that its kind can fill. Nothing of it is part of the rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..default_wordings import NUMBERS, wordings
from ..diagnostics import Complaints, did_you_mean, listed
from ..read.nodes import Mapping, Node, text_of

SILENT = "none"
_HOLE = re.compile(r"\{(\w*)\}")
_BRACKETS = re.compile(r"[\[\]{}]")


def read_wordings(section: Mapping | None, complaints: Complaints) -> tuple[tuple[str, str], ...]:
    """Every wording by its kind and its name (`draw/who`)."""
    own = dict(_WordingReader(complaints).own(section)) if section is not None else {}
    return tuple((name, own.get(name, words)) for name, words in wordings())


class _WordingReader:
    def __init__(self, complaints: Complaints) -> None:
        self.complaints = complaints
        self.defaults = dict(wordings())

    def own(self, section: Mapping) -> Iterator[tuple[str, str]]:
        """What the game says of each kind: other words for some of its wordings, or `none` for nothing at all."""
        kinds = list(dict.fromkeys(name.partition("/")[0] for name in self.defaults))
        for kind, node in section.items.items():
            names = [name.partition("/")[2] for name in self.defaults if name.startswith(f"{kind}/")]
            if not names:
                self.complaints.add(section.keys[kind], "tell-unknown", hint=_hint(kind, kinds), name=kind, what="line")
            elif isinstance(node, Mapping):
                yield from self._wordings(kind, node, names)
            elif text_of(node) == SILENT and kind not in NUMBERS:
                yield from ((f"{kind}/{name}", "") for name in names)
            else:
                self.complaints.add(node.span, "tell-unnamed", kind=kind, known=listed(names))

    def _wordings(self, kind: str, section: Mapping, names: list[str]) -> Iterator[tuple[str, str]]:
        for name, node in section.items.items():
            if name not in names:
                what = f'wording of "{kind}"'
                self.complaints.add(section.keys[name], "tell-unknown", hint=_hint(name, names), name=name, what=what)
            elif self._is_sound(node, self._holes(kind, name)):
                yield f"{kind}/{name}", "" if text_of(node) == SILENT and kind not in NUMBERS else text_of(node)

    def _holes(self, kind: str, name: str) -> list[str]:
        """What can stand in a wording: of reasons what stands in theirs, else whatever a line can tell."""
        of_deeds = [one for one in self.defaults if one.partition("/")[0] not in NUMBERS]
        alike = [f"{kind}/{name}"] if kind in NUMBERS else of_deeds
        return list(dict.fromkeys(hole for one in alike for hole in _HOLE.findall(self.defaults[one])))

    def _is_sound(self, node: Node, holes: list[str]) -> bool:
        words = text_of(node)
        for hole in _HOLE.findall(words):
            if hole not in holes:
                self.complaints.add(node.span, "tell-hole", hint=_hint(hole, holes), hole=f"{{{hole}}}")
                return False
        left = _BRACKETS.findall(_HOLE.sub("", words))
        if left != ["[", "]"] * (len(left) // 2):
            self.complaints.add(node.span, "tell-brackets")
            return False
        return True


def _hint(name: str, known: list[str]) -> str:
    return did_you_mean(name, known) or f"write one of: {listed(known, 12)}"
