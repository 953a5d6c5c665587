"""Complains of a sentence: what cannot be read in it, and what means nothing.

Takes what parsing or lowering stumbled over, and the sentence; tells it at the very words that are wrong, with the hint that
helps most. What may only seem wrong because a declaration is wrong is told as an echo of that.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..declare.names import Vocabulary
from ..declare.scope import Wrong
from ..diagnostics import Complaints, Instead, Span, listed
from ..parse.parser import Misread
from ..parse.syntax import At
from .misreading import explain
from .phrasebook import Explained, find_phrase

_ABOUT_SOMEBODY = ("whose", "which-one", "no-player", "unknown-name")
_NAMED_LAST = ("unknown-flag", "unknown-step", "unknown-joining", "unknown-counter", "not-a-value")
_OF_NO_KIND = "an any"  # how a thing is described that was named after something could not be read
_ABOUT_A_NAME = ("not-a-value", "nothing-to-end", "not-a-variable", "no-order", "whose", "which-one", "name-taken")


@dataclass(frozen=True)
class Hint:
    """What helps if a condition is about nobody, and about whom it may be meant."""

    words: str = ""
    names: tuple[str, ...] = ()


NO_HINT = Hint()


@dataclass(frozen=True)
class Explainer:
    """Complains in the words of one game."""

    words: Vocabulary
    complaints: Complaints
    hint: Hint = NO_HINT

    def complain(self, span: Span, problem: Wrong, sentence: str = "", kind: str = "condition") -> None:
        if self.tells_stranger(span, sentence):
            return
        echo = self._is_echo(problem)
        habit = None if echo else find_phrase(sentence, problem.at, kind, self.words, problem.slug)
        if habit is not None:
            self.complain_explained(span, habit)
            return
        start, end = exact_words(problem, sentence)
        hint = self.hint.words if self.hint.words and self._is_about_nobody(problem) else problem.hint
        tell = self.complaints.add_echo if echo else self.complaints.add
        words = {**problem.words, "name": sentence[start:end]} if problem.words.get("name", "") is None else problem.words
        tell(span.part(start, end - start), problem.slug, hint=hint, notes=problem.notes, **words)

    def complain_misread(self, span: Span, sentence: str, problem: Misread, start: str) -> None:
        if not self.tells_stranger(span, sentence):
            self.complain_explained(span, explain(sentence, problem, start, self.words))

    def complain_explained(self, span: Span, explained: Explained) -> None:
        first, last = explained.at
        where = span.part(first, last - first)
        self.complaints.add(where, explained.slug, hint=explained.hint, notes=explained.notes, **explained.words)

    def tells_stranger(self, span: Span, sentence: str) -> bool:
        """Whether a scenario names somebody who does not sit there: only players are written with a capital letter."""
        seats = self.words.seats
        stranger = next((one for one in re.finditer(r"\b[A-Z]\w*", sentence) if one[0] not in seats), None) if seats else None
        if stranger is None:
            return False
        where, id = span.part(stranger.start(), len(stranger[0])), stranger[0].lower()
        if self.words.knows(id):
            hint = Instead(f'write "{id}", with a small letter', stranger[0], id)
            self.complaints.add(where, "unknown-name", hint=hint, name=stranger[0])
        else:
            self.complaints.add(where, "unknown-seat", name=stranger[0], known=listed(seats))
        return True

    def _is_about_nobody(self, problem: Wrong) -> bool:
        """Whether a name would mean something if the condition were asked of each of those who come after it."""
        named = (problem.words.get("name"), problem.words.get("owner"))
        return problem.slug in _ABOUT_SOMEBODY and any(one in self.hint.names for one in named)

    def _is_echo(self, problem: Wrong) -> bool:
        """Whether something may only seem wrong because a declaration is, or because a name could not be bound."""
        if problem.slug == "unclear-thing":
            return True
        said = [word for word in problem.words.values() if isinstance(word, str)]
        return _OF_NO_KIND in said or any(word in self.words.broken for words in said for word in re.findall(r"\w+", words))


def exact_words(problem: Wrong, sentence: str) -> At:
    """Where the name stands that is wrong, inside the words that were being read."""
    start, end = problem.at
    name = problem.words.get("name")
    if not isinstance(name, str) or not (problem.slug.startswith("unknown-") or problem.slug in _ABOUT_A_NAME):
        return problem.at
    hits = list(re.finditer(rf"\b{re.escape(name)}\b", sentence[start:end]))
    if not hits:
        return problem.at
    where = hits[-1 if problem.slug in _NAMED_LAST else 0]
    return start + where.start(), start + where.end()
