"""Says how something is said here that people write otherwise out of habit.

Takes a sentence and the words that are wrong in it; returns the first entry of `schema/phrases.yaml` that covers them, with its
hint filled in. A group of a pattern that is called after a kind of name must be such a name of this game, a stranger none of
them. Only guesses.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from ... import ir
from ...ir.limits import NAME_LETTERS
from ..declare.names import Vocabulary, singulars
from ..diagnostics import Instead, schema_yaml
from ..parse.syntax import At
from ..words import verbs

KINDS = {
    "action": "an action",
    "condition": "a value or condition",
    "every": "a set of things",
    "choice": "a choice",
    "lasting": "a lasting effect",
    "event": "an event",
    "program": "a program",
    "ranking": "a ranking",
    "range": "a range",
    "piece": "a piece",
    "moment": "a moment",
}
SENTENCES = ("action", "condition", "every", "choice", "lasting", "event", "ranking")
INSTEAD = {
    "all": "every", "any": "some", "each": "every", "the_most": "most", "into": "to", "onto": "to", "where": "with",
    "whose": "with", "which": "with", "has": "with", "having": "with", "equals": "is", "are": "is", "isn": "is not",
    "than": ">", "put": "move", "play": "move", "place": "move", "flip": "turn", "remove": "discard", "add": "raise",
    "get": "gain", "lose": "pay", "increase": "raise", "decrease": "lower", "pick": "choose", "trash": "discard",
    "throw": "roll", "stop": "end", "finish": "end", "exchange": "swap", "trade": "swap", "subtract": "lower",
    "reduce": "lower", "steal": "take", "return": "move", "look": "show", "peek": "show",
}  # fmt: skip


# No habit of speech has such a word, and patterns would try every stretch of it.
_NO_WORD = re.compile(rf"\w{{{NAME_LETTERS.most + 1}}}")


@dataclass(frozen=True)
class Explained:
    """Which words of the sentence are wrong, and what to say about them."""

    at: At
    slug: str
    hint: str
    notes: tuple[str, ...]
    words: dict[str, Any]


@dataclass(frozen=True)
class Phrase:
    """A habit: how it is recognized, where it is looked for, and how it is said here."""

    pattern: re.Pattern[str]
    hint: str
    kinds: tuple[str, ...]
    also: frozenset[str]
    slug: str
    words: dict[str, str]
    explains_verb: bool
    fix: str | None

    def explain(self, sentence: str, at: At, kind: str, words: Vocabulary) -> Explained | None:
        for hit in self.pattern.finditer(sentence):
            if hit.start() < at[1] and at[0] <= hit.end() + 1 and _are_names(hit, words):
                return self._filled(hit, sentence, kind, words)
        return None

    def _filled(self, hit: re.Match[str], sentence: str, kind: str, words: Vocabulary) -> Explained:
        start, end = hit.span("bad")
        end += start == end
        start += len(sentence[start:end]) - len(sentence[start:end].lstrip())
        groups = {name: text or "…" for name, text in hit.groupdict().items()}
        groups |= {"bad": sentence[start:end].strip(), "single": single(words, groups.get("noun") or groups.get("zone", ""))}
        said = {"found": groups["bad"], "kind": KINDS[kind]} | {name: groups[group] for name, group in self.words.items()}
        hint = self.hint.format(**groups)
        if self.fix is not None and "…" not in self.fix.format(**groups):
            hint = Instead(hint, groups["bad"], self.fix.format(**groups))
        return Explained((start, end), self.slug, hint, (), said)


@cache
def phrases() -> tuple[Phrase, ...]:
    return tuple(
        Phrase(
            re.compile(entry["wrote"]),
            entry["hint"],
            tuple(entry.get("in", SENTENCES)),
            frozenset(entry.get("also", ())),
            entry.get("slug", "misread"),
            entry.get("words", {}),
            entry.get("verb", False),
            entry.get("fix"),
        )
        for entry in schema_yaml("phrases.yaml")
    )


def find_phrase(sentence: str, at: At, start: str, words: Vocabulary, slug: str = "") -> Explained | None:
    """How to say what the words at `at` were meant to say; `slug` is what is wrong with them, if they can be read."""
    if _NO_WORD.search(sentence):
        return None
    no_verb = start == "action" and not slug and not _starts_with_verb(sentence, words)
    for phrase in phrases():
        if start not in phrase.kinds or (slug and slug not in phrase.also) or (no_verb and not phrase.explains_verb):
            continue
        explained = phrase.explain(sentence, at, start, words)
        if explained:
            return explained
    return None


def single(words: Vocabulary, noun: str) -> str:
    """A noun in the singular."""
    return next((one for one in reversed(singulars(noun)) if words.noun(one)), noun)


def _starts_with_verb(sentence: str, words: Vocabulary) -> bool:
    first = re.match(r"[A-Za-z_]+", sentence)
    return first is not None and (first[0] in verbs() or first[0] in words.verbs)


def _are_names(hit: re.Match[str], words: Vocabulary) -> bool:
    return all(
        text is None or group not in _KINDS_OF_NAMES or _KINDS_OF_NAMES[group](words, text)
        for group, text in hit.groupdict().items()
    )


def _is_zone(words: Vocabulary, text: str) -> bool:
    return text in words.zone_ids or any(name in words.families for name in singulars(text))


def _is_flag(words: Vocabulary, text: str) -> bool:
    declared = [table[text].type for table in (words.variables, words.values, words.functions) if text in table]
    declared += [column.type for (_, name), column in words.columns.items() if name == text]
    return any(type.sort in (ir.TypeSort.FLAG, ir.TypeSort.ANY) for type in declared)


_KINDS_OF_NAMES: dict[str, Callable[[Vocabulary, str], bool]] = {
    "noun": lambda words, text: words.noun(text) is not None,
    "card": lambda words, text: getattr(words.noun(text), "type", ir.ANY).sort == ir.TypeSort.CARD,
    "zone": _is_zone,
    "verb": lambda words, text: text in verbs() or text in words.verbs or text in INSTEAD or text == "choose",
    "flag": _is_flag,
    "counter": lambda words, text: text in words.counters or text + "s" in words.counters,
    "stranger": lambda words, text: not words.knows(text),
}
