"""Tidies the lines of a written function: what is never read is not kept, and a name is none at the start only where it could
be read before anything is put there.

Knows Python's layout and nothing of rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_NAME = re.compile(r"\b[vuw]\d+\b")
_KEPT = re.compile(r"(\s*)([vuw]\d+) = (?:-?\d+|None|[vuw]\d+|\(\2 \+ 1\))(?=  #|$)")
_GIVEN = re.compile(r"\s*(?:for )?((?:[vuw]\d+(?:, )?)+)(?: = | in |= )")


def tidy(lines: list[str], parameters: Iterable[str]) -> tuple[list[str], list[str]]:
    """The lines without values that nobody reads, and the names that must be none at the start."""
    lines = _without_unread(lines)
    used: dict[str, list[int]] = {}
    for number, line in enumerate(lines):
        for name in set(_NAME.findall(_code(line))):
            used.setdefault(name, []).append(number)
    depths = [len(line) - len(line.lstrip()) for line in lines]
    given = {name for name, where in used.items() if _is_given_first(lines, depths, name, where)}
    return lines, sorted(used.keys() - set(parameters) - given, key=lambda name: (name[0], int(name[1:])))


def _code(line: str) -> str:
    return line.split("  # ")[0]


def _without_unread(lines: list[str]) -> list[str]:
    while True:
        found = [_KEPT.match(line) for line in lines]
        written = {match[2] for match in found if match}
        read = set()
        for line, match in zip(lines, found, strict=True):
            read |= set(_NAME.findall(_code(line)[match.end(2) :])) - {match[2]} if match else set(_NAME.findall(_code(line)))
        unread = written - read
        if not unread:
            return lines
        lines = [f"{match[1]}pass" if match and match[2] in unread else line for line, match in zip(lines, found, strict=True)]


def _is_given_first(lines: list[str], depths: list[int], name: str, used: list[int]) -> bool:
    """Whether a name gets its value at its first line, and is used only in the block of that line."""
    first = lines[used[0]]
    given = _GIVEN.match(first)
    if given is None or name not in _NAME.findall(given[1]) or name in _NAME.findall(_code(first)[given.end() :]):
        return False
    depth = depths[used[0]] + (4 if first.lstrip().startswith("for ") else 0)
    return all(depths[number] >= depth for number in range(used[0] + 1, used[-1] + 1))
