"""What is offered at a decision: grouped, numbered, and found again by what somebody types.

Takes the options of a decision; returns groups that share words, the lines they fill, and the options that a typed line can
mean. Knows no screen.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby, takewhile
from typing import Any

from ..engine.options import Option, bound
from ..model.definition import Definition
from ..table.match import Decision
from ..telling.aloud import read_aloud


@dataclass(frozen=True)
class PickedCard:
    """A card that is picked, and what stands behind its name on the table."""

    name: str
    numbers: str


_BETWEEN = ("to", "from", "for", "by", "and", "or", "in", "on", "of", "with", "at")
Beside = tuple[tuple[PickedCard | None, ...], ...]  # for every option, for each of its picks


@dataclass(frozen=True)
class Group:
    """Options that read alike: the words they share, and for each its number and the words that are its own."""

    shared: str
    choices: tuple[tuple[int, str], ...]


def offer_aloud(definition: Definition, decision: Decision) -> Decision:
    """A decision as people read it; what they type is still found by the words of its options."""
    options = [Option(read_aloud(definition, one.text), one.number, *bound(one)) for one in decision.options]
    return Decision(decision.seat, read_aloud(definition, decision.prompt), options, decision.place)


def groups_of(decision: Decision) -> list[Group]:
    """The options in their order; neighbours that differ in their last pick only are one group."""
    numbered = list(enumerate(decision.options, 1))
    same = groupby(numbered, key=lambda one: _all_but_last(one[1]))
    return [_group([(number, option.text) for number, option in group]) for _, group in same]


def _all_but_last(option: Option) -> tuple[int, tuple[Any, ...]]:
    branch, values = bound(option)
    return branch, values[:-1]


def _group(choices: list[tuple[int, str]]) -> Group:
    words = [text.split() for _, text in choices]
    shortest = min(map(len, words))
    first = min(_alike(words), shortest - 1) if len(choices) > 1 else 0
    while first and any(own[first].isdecimal() for own in words):
        first -= 1  # `column 2` stays together: a bare number beside its number cannot be read
    while first and _opens(words[0][:first]) != 0:
        first -= 1  # and so does what stands in brackets
    last = min(_alike([own[::-1] for own in words]), shortest - first - 1) if first else 0
    while last and any(_is_torn(own[-last - 1], own[-last]) for own in words):
        last -= 1  # and so do `Anchor 4` and `2 coins`, whichever part of them is shared
    while last and _opens(words[0][-last:]) != 0:
        last -= 1
    shared = " ".join(words[0][:first]) + (f" … {' '.join(words[0][-last:])}" if last else "")
    rest = [" ".join(own[first : len(own) - last]) for own in words]
    return Group(shared, tuple((number, own) for (number, _), own in zip(choices, rest, strict=True)))


def _is_torn(before: str, after: str) -> bool:
    """Whether a number would stand without what it belongs to."""
    return after.isdecimal() or (before.isdecimal() and after not in _BETWEEN)


def _opens(words: list[str]) -> int:
    """How many brackets they open more than they close."""
    return sum(one.count("(") - one.count(")") for one in words)


def _alike(words: list[list[str]]) -> int:
    """How many words all begin with."""
    return sum(1 for _ in takewhile(lambda same: len(set(same)) == 1, zip(*words, strict=False)))


def offer_lines(decision: Decision, width: int, beside: Beside = ()) -> list[str]:
    """The offer as lines that fit a screen of this width; a number is always followed by two spaces."""
    lines: list[str] = []
    groups = [_with_numbers(group, beside) for group in groups_of(decision)]
    longest = max(len(group.shared) for group in groups) + 1
    for group in groups:
        texts = [f"{number:>4}  {text}" for number, text in group.choices]
        whole = f"  {group.shared + ':':<{longest}}{'   '.join(texts)}"
        if not group.shared:
            lines += texts
        elif len(whole) < width:
            lines.append(whole)
        else:
            lines += [f"  {group.shared}:", *_in_columns(texts, width)]
    return lines


def _with_numbers(group: Group, beside: Beside) -> Group:
    """A group as it is shown: picks that all its options have are named in the words they share."""
    if not beside:
        return group
    own = -1 if group.shared else 0
    choices = tuple((number, _noted(text, beside[number - 1][own:])) for number, text in group.choices)
    return Group(_noted(group.shared, beside[group.choices[0][0] - 1][:own]), choices)


def _noted(words: str, picks: Sequence[PickedCard | None]) -> str:
    """Words with numbers in square brackets behind the names of cards; at the end, where a name is not among them."""
    for one in picks:
        if one is not None:
            name = re.search(rf"(?<!\w){re.escape(one.name)}(?!\w)(?! \[)", words, re.IGNORECASE)
            end = name.end() if name else len(words)
            words = f"{words[:end]} [{'' if name else f'{one.name} '}{one.numbers}]{words[end:]}"
    return words


def _in_columns(texts: list[str], width: int) -> list[str]:
    column = max(map(len, texts)) + 1
    count = max(1, (width - 1) // column)
    rows = [texts[start : start + count] for start in range(0, len(texts), count)]
    return ["".join(f"{text:<{column}}" for text in row).rstrip() for row in rows]


def meant(decision: Decision, text: str, aloud: Callable[[str], str] = str) -> list[Option]:
    """The options a line can mean: the one it says in full, in words of the game or as people read them `aloud`; else all that
    begin with it; else all that begin with its first word and have the others in their order: `place cloak in column 2`."""
    wanted = " ".join(_NUMBERS_BESIDE.sub("", text).split()).casefold()
    if exact := [option for option in decision.options if option.text.casefold() == wanted]:
        return exact
    said = [(option, {option.text.casefold(), aloud(option.text).casefold()}) for option in decision.options]
    tests: tuple[Callable[[str, str], bool], ...] = (str.__eq__, str.startswith, _has_in_order)
    found = ([option for option, texts in said if any(test(one, wanted) for one in texts)] for test in tests)
    return next((some for some in found if some), []) if wanted else []


def said_in_words(decision: Decision, text: str) -> Option | None:
    """The one option that several words of somebody who asks begin; one word may be a value as well."""
    wanted = " ".join(text.split()).casefold()
    begun = [option for option in decision.options if option.text.casefold().startswith(wanted)]
    return begun[0] if " " in wanted and len(begun) == 1 else None


_NUMBERS_BESIDE = re.compile(r" \[[^\]]*\]")  # as `_noted` writes them


def _has_in_order(said: str, wanted: str) -> bool:
    """Whether words begin with those that are wanted, one after the other and the first with the first."""
    words, asked = said.split(), wanted.split()
    later = iter(words[1:])
    return words[:1] != [] and words[0].startswith(asked[0]) and all(any(w.startswith(one) for w in later) for one in asked[1:])
