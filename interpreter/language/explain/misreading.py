"""Explains why a sentence cannot be read, in the words of its writer.

Takes a sentence and the place where parsing stopped; returns the slug, hint, notes and words of the error.
Only guesses; never changes what is legal.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

from ...ir.limits import NUMBER, SENTENCE_LETTERS
from ...ir.operations import CALLED
from ..declare.names import Vocabulary
from ..diagnostics import Instead, did_you_mean, listed
from ..parse.grammar import reserved_words
from ..parse.parser import Misread, expected_after
from ..words import verbs
from .phrasebook import INSTEAD, KINDS, Explained, find_phrase, single

_FORMS = {
    "choice": "write it as: a card in hand as NAME",
    "event": "write it as: this is revealed",
    "lasting": "write it as: this gets +1 value, or as: value of this is 3",
    "range": "write it as: 2 to 6",
}

_LONG_VALUES = ("first", "last", "best", "count", "sum", "highest", "lowest", "order", "rank", "no", "some", "not")
_SIGNS = {"=": "is", "==": "is", "!=": "is not", "<>": "is not", "=>": ">=", "=<": "<=", "!": "not"}


def explain(sentence: str, problem: Misread, start: str, words: Vocabulary) -> Explained:
    if len(sentence) > SENTENCE_LETTERS.most:
        return Explained(problem.at, "sentence-too-long", "", (), {"most": SENTENCE_LETTERS.most})
    if problem.found.isdecimal() and int(problem.found) > NUMBER.most:
        return Explained(problem.at, "number-beyond", "", (), {"found": problem.found[:20], "most": f"{NUMBER.most:,}"})
    phrase = find_phrase(sentence, problem.at, start, words)
    if phrase is not None:
        return phrase
    if problem.found in _SIGNS:
        return _sign(problem)
    return (
        _unknown_action(sentence, start, words)
        or _missing_every(sentence, problem, start, words)
        or _earlier_word(sentence, problem, start, words)
        or _stopped(sentence, problem, start, words)
    )


def _sign(problem: Misread) -> Explained:
    hint = Instead(f'write "{_SIGNS[problem.found]}"', problem.found, _SIGNS[problem.found])
    return Explained(problem.at, "equals-sign", hint, (), {"found": problem.found})


def _unknown_action(sentence: str, start: str, words: Vocabulary) -> Explained | None:
    first = re.match(r"[A-Za-z_]+", sentence)
    known = [*verbs(), *words.verbs]
    if start != "action" or first is None or first[0] in known:
        return None
    note = f"an action starts with one of: {listed(sorted(known), 40)}"
    return Explained(first.span(), "unknown-action", instead_of(first[0], known), (note,), {"name": first[0]})


def instead_of(word: str, known: Iterable[str]) -> str:
    """The word of the language that a designer may have meant."""
    every = list(known)
    if INSTEAD.get(word) in every:
        return Instead(f'write "{INSTEAD[word]}"', word, INSTEAD[word])
    return did_you_mean(word, every)


def _missing_every(sentence: str, problem: Misread, start: str, words: Vocabulary) -> Explained | None:
    """`discard cards in hand`: a noun that stands without its `every`."""
    before = re.search(r"(\w+) +$", sentence[: problem.at[0]])
    if before is None or problem.found not in ("in", "with") or words.noun(before[1]) is None:
        return None
    if "every" not in expected_after(sentence[: before.start(1)], start):
        return None
    best = re.match(r"with +(most|least|highest|lowest)\b", sentence[problem.at[0] :])
    noun = single(words, before[1])
    hint = f'write "best {noun} by most …"' if best else f'write "every {noun}" or "first {noun}"'
    return Explained(before.span(1), "misread", hint, (), {"kind": KINDS[start], "found": before[1]})


def _earlier_word(sentence: str, problem: Misread, start: str, words: Vocabulary) -> Explained | None:
    """Reading often stops one word too late: `discard evry card` takes `evry` for a name and stumbles over `card`."""
    before = re.search(r"([A-Za-z_]+) *$", sentence[: problem.at[0]]) if problem.found else None
    if before is None or before[1] in reserved_words() or words.knows(before[1]):
        return None
    expected = [word for word in expected_after(sentence[: before.start(1)], start) if word in reserved_words()]
    if not problem.expected and not expected:
        return None
    close = difflib.get_close_matches(before[1], expected, n=1, cutoff=0.75)
    meant = close[0] if close else INSTEAD.get(before[1], "")
    if meant not in expected:
        return None
    hint = Instead(f'did you mean "{meant}"?' if close else f'write "{meant}"', before[1], meant)
    return Explained(before.span(1), "misread", hint, (), {"kind": KINDS[start], "found": before[1]})


def _stopped(sentence: str, problem: Misread, start: str, words: Vocabulary) -> Explained:
    """The words at the very place where reading stopped."""
    known = {"kind": KINDS[start]}
    note = (f"here could stand: {_spoken(problem.expected)}",) if problem.expected else ()
    if not problem.found:
        hint = _FORMS.get(start) or (f'go on with "{problem.expected[0]}"' if len(problem.expected) == 1 else "")
        if sentence.count("(") > sentence.count(")"):
            hint = 'close the bracket with ")"'
        if {">=", "is"} <= set(problem.expected) and re.search(r"\bwith\b", sentence):
            hint = 'compare it with something: "with number >= 3", "with face_up is true"'
        return Explained(problem.at, "sentence-ends-early", hint, note, known)
    owned = re.search(r"(\w+) +of +$", sentence[: problem.at[0]])
    if problem.found == "every" and owned:
        return Explained(problem.at, "property-of-list", "", (), {"name": owned[1]})
    hint = _plural_that_is_taken(problem.found, words) or _hint_at(sentence, problem)
    bound = re.search(r"\bas +$", sentence[: problem.at[0]])
    if bound and problem.found in reserved_words() and not hint:
        return Explained(problem.at, "reserved-word", "", (), {"word": problem.found})
    return Explained(problem.at, "misread", hint or _FORMS.get(start, ""), note, {**known, "found": problem.found})


def _plural_that_is_taken(found: str, words: Vocabulary) -> str:
    """A noun of the game whose plural is a word of the language: cards called `leaf`, and what `leaves` a zone."""
    if found not in reserved_words() or words.noun(found) is None:
        return ""
    return f'"{found}" is a word of the language: write "{single(words, found)}", which means several as well'


def _hint_at(sentence: str, problem: Misread) -> str:
    rest, before = sentence[problem.at[0] :], sentence[: problem.at[0]]
    called = re.search(rf"\b({'|'.join(CALLED)}) +$", before)
    if called:
        return f'write "{called[1]}(…, …)" with brackets'
    if re.match(r"(draw|gain|give|pay|take) +\w+ +$", before) and "a name" in problem.expected:
        return 'say how many, as in "draw a card"'
    if re.match(r", *(most|least)\b", rest):
        return 'write ", then" between two rankings'
    if problem.found.startswith("face"):
        face = "face_up" if problem.found.endswith("up") else "face_down"
        if "," in problem.expected:
            return f'write a comma before "{problem.found}"'
        return f'did you mean "{face}"?' if "a name" in problem.expected else 'did you mean "face up" or "face down"?'
    if {"most", "least"} & set(problem.expected):
        return 'write "most" or "least" before it'
    if problem.found in _LONG_VALUES and "(" in problem.expected:
        return f'put brackets around it: "({problem.found} …)"'
    if problem.found in ("-", "+", "*") and re.search(r"\bfrom\b[\w ]*$", before):
        return 'put brackets around each end that is reckoned: "from (…) to (…)"'
    if problem.found == ")":
        return "leave it out, or open a bracket before it"
    words = [word for word in problem.expected if word.isalpha()]
    return instead_of(problem.found, words) or (f'write "{words[0]}"' if len(problem.expected) == len(words) == 1 else "")


def _spoken(expected: Iterable[str]) -> str:
    return listed(word if word.startswith(("a ", "an ")) else f'"{word}"' for word in expected)
