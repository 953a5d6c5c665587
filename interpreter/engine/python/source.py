"""The lines of one written function: indentation, fresh names, and loops that work can be taken out of.

Knows Python's layout and nothing of rules. What is asked inside a loop but does not depend on it is written once, before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeVar

Result = TypeVar("Result")
Asked = dict[str, tuple[str, tuple[str, ...]]]  # what was asked, with the name of the answer and the names it depends on
STATE_NAMES = {"Z": "S.zones", "P": "S.place", "F": "S.face", "V": "S.variables", "H": "S.host", "D": "R.draw"}


@dataclass
class _Loop:
    """A loop of an expression: the lines before it, its indentation, and what was already taken out of it."""

    indent: int
    before: list[str] = field(default_factory=list)
    taken_out: dict[str, str] = field(default_factory=dict)


class Lines:
    def __init__(self) -> None:
        self.lines: list[str] = []
        self.indent = 1
        self.line = 0  # the line of the definition that is being written
        self.mark = ""  # what is told before it
        self.used: set[str] = set()
        self._names = 0
        self._loops: list[_Loop] = []
        self._aside = 0
        self._recent: Asked = {}
        self.origins: dict[str, tuple[str, str, str]] = {}  # cards just picked: zone, its cards, and the place among them
        self._depth_of: dict[str, int] = {}

    # ---- writing

    def write(self, text: str) -> None:
        self.lines.append("    " * self.indent + text + (f"  # {self.mark}{self.line}" if self.line else ""))

    def state(self, name: str) -> str:
        """A part of the state by its short name; the function begins with `Z = S.zones` and so on for what it uses."""
        self.used.add(name)
        return name

    def opening(self) -> list[str]:
        return [f"    {name} = {part}" for name, part in STATE_NAMES.items() if name in self.used]

    @contextmanager
    def block(self, header: str) -> Iterator[None]:
        """`header` with everything written meanwhile under it."""
        self.write(header)
        self.indent += 1
        start, before = len(self.lines), self._recent.copy()
        yield
        if len(self.lines) == start:
            self.write("pass")
        self.indent -= 1
        # What was asked only in here may not have been asked at all.
        self._recent = {key: asked for key, asked in self._recent.items() if before.get(key) == asked}

    def apart(self, work: Callable[[], Result], deeper: int = 1) -> tuple[Result, list[str]]:
        """What `work` writes, kept apart and indented further, with its result."""
        kept, self.lines = self.lines, []
        self.indent += deeper
        self._aside += 1
        result = work()
        self._aside -= 1
        self.indent -= deeper
        written, self.lines = self.lines, kept
        return result, written

    # ---- names

    def fresh(self, letter: str = "t") -> str:
        self._names += 1
        name = f"{letter}{self._names}"
        self._depth_of[name] = len(self._loops)
        return name

    def atom(self, text: str) -> str:
        """The value under a name, so that it can be used twice."""
        if text.isidentifier() or text.lstrip("-").isdigit():
            return text
        name = self.fresh()
        self.write(f"{name} = {text}")
        return name

    def again(self, key: str, needs: tuple[str, ...], work: Callable[[], str]) -> str:
        """What was asked a moment ago, when nothing has changed since, is not asked again."""
        if key in self._recent:
            return self._recent[key][0]
        text = work()
        if self._aside:
            return text
        self._recent[key] = (self.atom(text), needs)
        return self._recent[key][0]

    def forget(self, name: str) -> None:
        """A name gets another value: what was asked with the old one must be asked anew."""
        self._recent = {key: (text, needs) for key, (text, needs) in self._recent.items() if name not in needs}

    def changed(self) -> None:
        """Something happened, or may have: everything must be asked anew."""
        self._recent.clear()
        self.origins.clear()

    def asked_lately(self) -> Asked:
        return dict(self._recent)

    def recall(self, known: Asked) -> None:
        """What was known at another place is known here too: every way here leads through there, and nothing has changed."""
        self._recent |= known

    # ---- loops of expressions

    def loop(self, header: str, variables: tuple[str, ...], body: Callable[[], None]) -> None:
        """A loop that changes nothing outside its own names."""
        loop = _Loop(self.indent)
        self._loops.append(loop)
        for name in variables:
            self._depth_of[name] = len(self._loops)
        _, written = self.apart(body)
        self._loops.pop()
        self.lines += loop.before
        self.write(header)
        self.lines += written

    @property
    def in_loop(self) -> bool:
        return bool(self._loops)

    def once(self, needs: tuple[str, ...], key: str, work: Callable[[], str]) -> str:
        """Do `work` as far out of the loops as the names it needs allow, and only once there."""
        depth = max((self._depth_of.get(name, 0) for name in needs), default=0)
        if depth >= len(self._loops):
            return work()
        loop = self._loops[depth]
        if key not in loop.taken_out:
            loops, self._loops = self._loops, self._loops[:depth]
            lines, self.lines = self.lines, loop.before
            indent, self.indent = self.indent, loop.indent
            name = self.fresh()
            self.write(f"{name} = {work()}")
            self._loops, self.lines, self.indent = loops, lines, indent
            loop.taken_out[key] = name
        return loop.taken_out[key]
