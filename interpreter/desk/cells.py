"""What stands in cells of tables that are carried out or asked anew, as people say it.

Takes what is written there: verbs of the language and of the game, or a condition; returns words. A verb of the game is told as
what it does; one that does too much for a line, or that only remembers something, is told by its name, with what it is given.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby

from ..language.read.nodes import Mapping, Node, Scalar
from ..language.read.nodes import Sequence as Listed
from ..language.words import verbs
from ..telling.aloud import read_aloud
from .sentences import defined_in_words, in_words, with_choices
from .sources import Sources

MOST_LETTERS = 100  # of what a verb does, in place of its name
_DEPTH = 3  # of verbs that only call others
_SO_ANYWAY = ("true", "none")  # conditions that always hold, and cells where nothing is carried out
_REMEMBERS = re.compile(r"\bset ")


def cells_in_words(sources: Sources, written: Sequence[str]) -> str:
    """One cell, or those of a list by their places: `(1) gain 2 coins; (3) draw a card`."""
    if len(written) == 1:
        return cell_in_words(sources, written[0])
    told = [(place, cell_in_words(sources, one)) for place, one in enumerate(written, 1)]
    return "; ".join(f"({place}) {words}" for place, words in told if words)


def cell_in_words(sources: Sources, written: str) -> str:
    """`gain 2 coins, then draw a card, or else end turn`; nothing of a condition that always holds."""
    if written in _SO_ANYWAY:
        return ""
    ways = [_in_turn(_phrase(sources, one, _DEPTH) for one in _steps(sources, way)) for way in written.split(" / ")]
    return read_aloud(sources.game.definition, ", or else ".join(ways))


def _in_turn(phrases: Iterable[str]) -> str:
    """One after the other; what is done again and again is told once."""
    counted = [(phrase, len(list(same))) for phrase, same in groupby(phrases)]
    return ", then ".join(phrase if count == 1 else f"{count} times: {phrase}" for phrase, count in counted)


def _steps(sources: Sources, written: str) -> list[str]:
    """What is done one after the other; a sum has the same sign, but no verb behind it."""
    steps: list[str] = []
    for part in written.split(" + "):
        first = part.partition(" ")[0]
        if steps and first not in verbs() and _verb(sources, first) is None:
            steps[-1] += f" + {part}"
        else:
            steps.append(part)
    return steps


def _phrase(sources: Sources, sentence: str, depth: int) -> str:
    name, _, given = sentence.partition(" ")
    verb = _verb(sources, name)
    if verb is None or not depth:
        return defined_in_words(sentence, "", frozenset())
    taken = verb.get("with")
    names = list(taken.items) if isinstance(taken, Mapping) else []
    operands = dict(zip(names, (one.strip() for one in given.split(",")), strict=False)) if given else {}
    told = _done(sources, verb.get("do"), operands, depth)
    return told if 0 < len(told) <= MOST_LETTERS and not _REMEMBERS.search(told) else _by_name(sources, name, operands)


def _done(sources: Sources, node: Node | None, operands: dict[str, str], depth: int) -> str:
    """What a verb does with what it is given."""
    statements = list(node.items) if isinstance(node, Listed) else [] if node is None else [node]
    told = [
        _phrase(sources, _filled(one.words, operands), depth - 1) if isinstance(one, Scalar)
        else _filled(in_words(one), {name.replace("_", " "): what for name, what in operands.items()})
        for one in statements
    ]  # fmt: skip
    return with_choices(node, ", then ".join(one for one in told if one))


def _filled(words: str, operands: dict[str, str]) -> str:
    for name, given in operands.items():
        words = re.sub(rf"\b{re.escape(name)}\b", lambda _, given=given: given, words)  # type: ignore[misc]
    return words


def _by_name(sources: Sources, name: str, operands: dict[str, str]) -> str:
    """`explore Fields`."""
    members = {id: called for type in sources.game.definition.types for id, called in zip(type.ids, type.names, strict=True)}
    given = ", ".join(members.get(what, what) for what in operands.values())
    return f"{name} {given}".strip().replace("_", " ")


def _verb(sources: Sources, name: str) -> Mapping | None:
    """What is written of a verb of the game."""
    node = sources.declared("define", name)
    return node if isinstance(node, Mapping) and node.get("do") is not None else None
