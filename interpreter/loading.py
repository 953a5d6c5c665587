"""A game as it is written, and its definition by the shortest way.

Takes a folder; returns its files, from which the definition is read out of the cache if they were compiled before, and compiled
if not. What is found under a key was made from exactly these files by exactly this Rulewright, or it is not used.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from . import cache
from .language.diagnostics import Complaints, Diagnostic
from .language.read.files import Files, gather
from .model.definition import Definition
from .model.pack import Unreadable, from_text, to_text
from .shipped_files import schema_folder

if TYPE_CHECKING:
    from .language.vocabulary import Compiled


def _makers() -> str:
    """A digest of everything that has a say in what a definition becomes."""
    return cache.sources(schema_folder(), *(Path(__file__).parent / name for name in ("language", "ir", "model")))


_MAKERS = _makers()  # of the code that runs here, not of what an update may put in its place later


@dataclass(frozen=True)
class Rulebook:
    """The files of a game. What is made of them is made when it is first asked for."""

    files: Files

    @classmethod
    def open(cls, folder: Path, variant: str = "") -> Rulebook:
        """The files in a folder; raises DefinitionError with everything that is wrong if one cannot be read."""
        complaints = Complaints()
        book = cls(gather(folder, complaints, variant))
        if complaints.errors:
            book.compile(complaints)
        return book

    @property
    def definition(self) -> Definition:
        return self._checked[0]

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """What the definition is warned of and nobody has acknowledged."""
        return self._checked[1]

    @cached_property
    def _checked(self) -> tuple[Definition, tuple[Diagnostic, ...]]:
        """The definition and its warnings, which are kept beside each other in the cache: a line each."""
        key = cache.key("definition", self.files.digest(), _MAKERS)
        warned, _, text = (cache.get(key) or "").partition("\n")
        try:
            return from_text(text), tuple(Diagnostic.from_json(one) for one in json.loads(warned))
        except (Unreadable, ValueError, KeyError, TypeError):
            pass
        checked = self.compiled.definition, self.compiled.warnings
        if cache.folder() is not None and _makers() == _MAKERS:
            cache.put(key, f"{json.dumps([one.to_json() for one in checked[1]])}\n{to_text(checked[0])}")
        return checked

    @cached_property
    def compiled(self) -> Compiled:
        """The definition with the vocabulary it was written in: scenarios are read with it."""
        return self.compile(Complaints())

    @cached_property
    def spoken(self) -> Compiled:
        """The definition with its words alone, for questions: what was compiled before is not compiled again."""
        if "compiled" in vars(self):
            return self.compiled
        from .language.vocabulary import spoken_again

        return spoken_again(self.files, self.definition)

    def compile(self, complaints: Complaints) -> Compiled:
        from .language.compile import compile_files

        return compile_files(self.files, complaints)
