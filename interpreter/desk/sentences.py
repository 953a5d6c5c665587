"""What is written of a card, as sentences that can be read aloud.

Takes the slots of an ability or a statement as they stand in a file; returns English. The sentences of the language read as
such already: here they are only joined, with what governs them first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Set

from ..language.read.nodes import Mapping, Node, Scalar, Sequence
from .calls_aloud import calls_aloud

_SILENT = ("prompt", "option", "tell", "about", "say", "done", "rule", "if", "then", "else")  # told elsewhere, or not at all

_BEHIND = ("as", "in", "on", "of", "at", "to", "from", "with", "beside", "before", "after", "between", "reachable")
_THIS = re.compile(r"\bthis\b(?=$|[,;:.)]| (?:is|are|and|or|as|in|to|by|with|has|if|else|less|plus|times|[-+*<>=]+)(?: |$))")
_SIGNS = tuple(
    (re.compile(sign), words)
    for sign, words in (
        (r"[{}]", ""),
        (r"\((\w+) or 0\)", r"\1"),
        (r" or 0\b", ", or 0 without any"),
        (r"\bis not none\b", "is there"),
        (r"\bis none\b", "is not there"),
        (r" >= ", " is at least "),
        (r" <= ", " is at most "),
        (r" > ", " is more than "),
        (r" < ", " is less than "),
        (r" \+ ", " plus "),
        (r" - ", " less "),
        (r" \* ", " times "),
        (r"\bcount of ", "number of "),
        (r"\b(highest|lowest|sum) of \(([^()]*) of it\) of ", r"\1 of \2 of "),
        (r"\b(?:and )?with owner is ([\w ]+?)(?=$|[,;:.)]| and | or )", r"belonging to \1"),
        (r"(?<= of )\(([^()]+)\)$", r"\1"),
        (r"(\bif [^,;]+?) else ", r"\1, otherwise "),
        (r"(?<=\w)\(([^()]+)\)", r" for \1"),
        (r"_", " "),
    )
)  # what people do not say aloud, in this order


def abilities_in_words(node: Node | None) -> list[str]:
    """A sentence for each ability of a card."""
    return [_sentence(_ability(one)) for one in _items(node) if isinstance(one, Mapping)]


def in_words(node: Node | None) -> str:
    """A statement, or several, in one row."""
    return with_choices(node, "; ".join(part for one in _items(node) if (part := _statement(one))))


def with_choices(node: Node | None, words: str) -> str:
    """What is chosen there as one would call it: `choose a young kit, raise value of that kit by 1`, and not `… as pup`."""
    for one in _items(node):
        chosen = one.get("choose") if isinstance(one, Mapping) else None
        names = re.findall(r" as (\w+)", chosen.words) if isinstance(chosen, Scalar) else []
        if len(names) == 1 and isinstance(chosen, Scalar):
            noun = re.split(rf" (?:{'|'.join(_BEHIND)}) ", chosen.words)[0].split()[-1].replace("_", " ")
            name = names[0].replace("_", " ")
            words = re.sub(rf"\b{re.escape(name)}\b", f"that {noun}", words.replace(f" as {name}", "", 1))
            words = re.sub(rf"\b{re.escape(noun)} (?=that {re.escape(noun)}\b)", "", words)
    return words


def _ability(node: Mapping) -> str:
    """When, at which step or how long; on which condition, whose choice; and what."""
    head = [f"{slot} {words}" for slot in ("when", "at") if (words := _words(node, slot))]
    condition = _words(node, "if")
    head += [f"if {condition}"] if condition else []
    always, by = _words(node, "always"), _words(node, "by")
    head += [f"{by} decides"] if by else []
    may = _words(node, "may")
    done = [f"always {always}"] if always else []
    done += [f"{by or 'its owner'} may {may}"] if may else []
    done += [words for slot in ("do", "then", "instead") if (words := in_words(node.get(slot)))]
    return ", ".join([*head, ": ".join(done)])


def _statement(node: Node) -> str:
    if not isinstance(node, Mapping):
        return _plain(node.words) if isinstance(node, Scalar) else in_words(node)
    if node.get("if") is not None:
        then = in_words(node.get("then")) or _rest(node)
        if not then and not _otherwise(node):
            return ""  # it only says something
        return ", ".join(one for one in (f"if {_words(node, 'if')}", then, *_otherwise(node)) if one)
    return ", ".join([_rest(node), *_otherwise(node)])


def _otherwise(node: Mapping) -> list[str]:
    words = in_words(node.get("else"))
    return [f"else {words}"] if words else []


def _rest(node: Mapping) -> str:
    """Other statements: their slots in order, each with what stands there."""
    told = [(slot, inner) for slot, inner in node.items.items() if slot not in _SILENT]
    told.sort(key=lambda one: one[0] == "decline")  # what else one may do comes last
    return ", ".join(part for slot, inner in told for part in _slot(slot, inner))


def _slot(slot: str, node: Node) -> Iterator[str]:
    words = in_words(node)
    if slot == "do":
        yield words
    elif slot == "let" and isinstance(node, Mapping):
        yield from (f"let {_plain(name)} be {in_words(value)}" for name, value in node.items.items())
    elif slot == "each":
        yield f"for each {words}"
    elif slot == "decline":
        yield f"or {words}"
    elif slot == "once":
        yield "only once"
    elif slot == "offer":
        yield f"one of these: {', or '.join(in_words(one) for one in _items(node))}"
    elif words:
        yield f"{slot} {words}"


def _words(node: Mapping, slot: str) -> str:
    said = node.get(slot)
    if isinstance(said, Sequence):
        return " and ".join(_plain(one.words) for one in said.items if isinstance(one, Scalar))
    return _plain(said.words) if isinstance(said, Scalar) else ""


def defined_in_words(words: str, whose: str, conditions: Set[str]) -> str:
    """What a definition says of `this`, which is called otherwise aloud; `conditions` are so of something, or not."""
    if not whose:
        return _plain(words)
    named = "|".join(map(re.escape, sorted(conditions, key=len, reverse=True)))
    asked = rf"\b({named}) of ((?:\w+ of )*)this\b"  # `is_met of bothers of this`: bothers of the character is met
    words = re.sub(asked, lambda hit: f"{hit[2]}the {whose} is {hit[1].removeprefix('is_')}", words) if named else words
    return _plain(words, f"the {whose}")


def _plain(words: str, this: str = "it") -> str:
    """A sentence of the language without the signs that nobody says aloud."""
    words = calls_aloud(_THIS.sub(this, words))
    for sign, said in _SIGNS:
        words = sign.sub(said, words)
    return words


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."


def _items(node: Node | None) -> list[Node]:
    if node is None:
        return []
    return list(node.items) if isinstance(node, Sequence) else [node]
