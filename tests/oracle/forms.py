"""Every documented form of the language, and which of them a definition uses.

The forms are read off `schema/words.yaml`, the grammar and the schema of definitions; a sentence is taken apart by the parser
itself, so that a form counts only where it means what it is documented for.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import yaml
from lark import Lark, Token, Tree
from rulewright.language.diagnostics import schema_text
from rulewright.language.parse.grammar import grammar_text, parser
from rulewright.language.parse.parser import parse as parse_sentence
from rulewright.language.read.schemas import schema

from .verdicts import compiled

NOT_OF_GAMES = {
    "piece",
    "state",
    "lies",
    "lies_under",
    "has",
    "has_true",
    "ranking",
}  # no slot of a definition begins with them
SLOTS = ("section", "slot", "declaration")
TYPED = {"type", "columns", "with"}  # where types are written


@cache
def documented() -> frozenset[str]:
    """`grammar …`, `slot …`, `value …` and `word …` for everything that can be written in a definition."""
    rules = {f"grammar {name}" for name in _alternatives() - NOT_OF_GAMES}
    slots = {f"slot {part}: {name}" for part, name in _slots()}
    words = {f"word {one['word']}" for one in yaml.safe_load(schema_text("words.yaml")) if one["kind"] not in SLOTS}
    return frozenset(rules | slots | words | set(_values()))


def _alternatives() -> set[str]:
    """Rules of the grammar that leave a node behind, and their named alternatives."""
    text = re.sub(r"//.*", "", grammar_text())
    rules = set(re.findall(r"^([a-z_]+) *:", text, re.MULTILINE))
    named = set(re.findall(r"-> *([a-z_]+)", text))
    bodies = dict(re.findall(r"^([a-z_]+) *:((?:.|\n(?! *\n|[a-z?A-Z_]))*)", text, re.MULTILINE))
    all_named = {name for name, body in bodies.items() if all("->" in one for one in _split(body))}
    return rules - all_named | named


def _split(body: str) -> list[str]:
    """The alternatives of a rule; a bar in brackets belongs to one of them."""
    plain = body
    while re.search(r"\([^()]*\)", plain):
        plain = re.sub(r"\([^()]*\)", "", plain)
    return plain.split("|")


def _parts() -> list[str]:
    """All but those of `look`, which no engine reads, and of `renamed` and `measures`, which no rule does."""
    parts = schema("game")["definitions"]
    return [part for part in parts if part not in ("look", "measure") and not part.endswith("_look")]


def _values() -> Iterator[str]:
    """The words that can stand in slots that take no others: `form: pile`."""
    for part in _parts():
        for slot, shape in schema("game")["definitions"][part].get("properties", {}).items():
            yield from (f"value {part}: {slot}: {word}" for word in shape.get("enum", ()))


def _slots() -> Iterator[tuple[str, str]]:
    whole = schema("game")
    yield from (("section", name) for name in whole["properties"] if name not in ("look", "renamed", "measures"))
    for part in _parts():
        yield from ((part, name) for name in whole["definitions"][part].get("properties", {}))
    yield from (("result", name) for name in whole["properties"]["result"].get("properties", {}))


# ---------------------------------------------------------------- what a definition uses


@contextmanager
def noted(found: Counter[str]) -> Iterator[None]:
    """Count the forms of every sentence that is parsed meanwhile."""
    before = Lark.parse
    parse_sentence.cache_clear()  # a sentence that was read before is not parsed again
    compiled.cache_clear()

    def parse(self: Lark, text: str, *arguments: Any, **more: Any) -> Any:
        tree = before(self, text, *arguments, **more)
        if self is parser():
            found.update(_in_tree(tree))
            found.update(f"word {word}" for word in _words(text))
        return tree

    Lark.parse = parse  # type: ignore[method-assign,assignment]
    try:
        yield
    finally:
        Lark.parse = before  # type: ignore[method-assign]


def _words(text: str) -> set[str]:
    return {*re.findall(r"[a-z_]+", text), *re.findall(r"list of", text)}


def _in_tree(tree: Tree[Token]) -> Iterator[str]:
    for node in tree.iter_subtrees():
        yield f"grammar {node.data}"


def slots_used(definition: dict[str, Any]) -> Counter[str]:
    found: Counter[str] = Counter()
    whole = schema("game")
    _note(definition, whole, "section", whole, found)
    return found


def _note(value: Any, part: Any, name: str, whole: dict[str, Any], found: Counter[str]) -> None:
    """Go through a definition and its schema together."""
    if isinstance(part, bool):
        return
    if "$ref" in part:
        name = part["$ref"].removeprefix("#/definitions/")
        part = whole["definitions"][name]
    if isinstance(value, list):
        for one in value:
            _note(one, part.get("items", True), name, whole, found)
    elif isinstance(value, dict):
        for key, one in value.items():
            if key in part.get("properties", {}):
                found[f"slot {name}: {key}"] += 1
                if one in part["properties"][key].get("enum", ()):
                    found[f"value {name}: {key}: {one}"] += 1
            if key in TYPED:
                found.update(f"word {word}" for word in _words(yaml.safe_dump(one)))
            _note(one, part.get("properties", {}).get(key, part.get("additionalProperties", True)), key, whole, found)
