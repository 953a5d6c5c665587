"""Conditions and sets, taken apart into what they ask one after the other.

Takes the words of a sentence and the IR that was made of them; returns pairs of words and tests, in the order of the sentence,
so that a person can be told which of them is not so. Where words and IR do not go together, the whole is one part.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .. import ir
from ..engine.reference.evaluate import Evaluator
from ..language.parse import syntax as S
from ..language.parse.parser import Misread, parse
from ..model.definition import Definition
from .sources import Sources


@dataclass(frozen=True)
class Part:
    """Words, the test they mean, where they are written if it is not in the sentence itself, and the call they stand in."""

    words: str
    test: ir.Expr
    where: str = ""
    call: ir.Apply | None = None

    def places(self, places: list[Any], evaluator: Evaluator) -> list[Any]:
        """The values the test works with: those of the sentence, or of the definition that it calls."""
        if self.call is None:
            return places
        arguments = [evaluator.value(argument, list(places)) for argument in self.call.arguments]
        slots = evaluator.definition.functions[self.call.function].slots
        return [*arguments, *[None] * (len(slots) - len(arguments))]


def split(words: str, test: ir.Expr, definition: Definition, sources: Sources) -> list[Part]:
    """The parts of a condition that must all be so."""
    tree = _parsed(words, "condition")
    asked = list(_both(tree)) if tree is not None else []
    tests = _all_of(test)[-len(asked) :] if asked else []
    if len(asked) < 2 or len(tests) != len(asked):
        return _deeper(Part(words, test), definition, sources)
    found = [Part(words[slice(*one.at)], part) for one, part in zip(asked, tests, strict=True)]
    return [deep for part in found for deep in _deeper(part, definition, sources)]


def parts_of_set(words: str, number: int, source: ir.Fold, definition: Definition, sources: Sources) -> list[Part]:
    """What the set of a pick asks of a candidate: its adjectives and its facts."""
    tree = _parsed(words, "choice")
    if not isinstance(tree, S.Choice) or source.test is None:
        return []
    members = tree.chosen[number].set
    asked = [*members.words[:-1], *members.facts]
    tests = _all_of(source.test)
    if len(tests) < len(asked):
        return [Part(words, source.test)]
    found = [Part(words[slice(*one.at)], test) for one, test in zip(asked, tests[len(tests) - len(asked) :], strict=True)]
    return [deep for part in found for deep in _deeper(part, definition, sources)]


def _deeper(part: Part, definition: Definition, sources: Sources) -> list[Part]:
    """A part that is a defined name: what its definition asks, one after the other."""
    if not isinstance(part.test, ir.Apply) or part.call is not None:
        return [part]
    function = definition.functions[part.test.function]
    sentence = sources.defined(function.name)
    tree = _parsed(sentence.words, "condition") if sentence is not None else None
    if sentence is None or tree is None:
        return [part]
    where = f"{function.name}, {sentence.span.file}:{sentence.span.line}"
    asked, tests = list(_both(tree)), _all_of(function.value)
    if len(asked) != len(tests):
        return [Part(sentence.words, function.value, where, part.test)]
    return [Part(sentence.words[slice(*one.at)], test, where, part.test) for one, test in zip(asked, tests, strict=True)]


def _parsed(words: str, start: str) -> S.Syntax | None:
    try:
        found: S.Syntax = parse(words, start)
    except Misread:
        return None
    return found


def _both(tree: S.Syntax) -> Iterator[S.Syntax]:
    """The sides of every `and` that a condition is made of."""
    if isinstance(tree, S.Logic) and tree.sign == "and":
        yield from _both(tree.left)
        yield from _both(tree.right)
    else:
        yield tree


def _all_of(test: ir.Expr) -> list[ir.Expr]:
    if isinstance(test, ir.Op) and test.sign == "and":
        return [part for side in test.arguments for part in _all_of(side)]
    return [test]
