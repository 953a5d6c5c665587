"""Together the shipped games use the words of the language: whoever looks for an example finds a whole game with it."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from rulewright.game import load, shipped
from rulewright.language.diagnostics import schema_yaml

PROSE = {"name", "names", "text", "about", "prompt", "option", "say", "decline", "done", "tell", "renamed", "plural", "back"}
HOLE = re.compile(r"\{([^{}]*)\}")
KEYS = ("section", "slot", "declaration")
# words of the first edition that serve one game; whatever came later serves two at least
IN_ONE_GAME = {
    "section": {"actions"},
    "slot": {"together", "among"},
    "declaration": {"different", "sets", "takes", "drawn as", "ids", "ring", "at most", "event", "hint"},
    "verb": {"swap"},
    "query": {
        "order", "standing", "above", "below", "beside", "under", "reachable", "through", "div_up", "mod",
        "unused", "same", "different",
    },
    "word": {"other", "choice", "each", "enters", "leaves", "pays"},
    "type": {"edges"},
    "feature": {"face_up", "face_down", "zone", "mute", "open_north", "open_edges"},
}


def parts_of(node: Any, key: str = "") -> Iterator[tuple[bool, str]]:
    """The keys of a file, and what stands in it but prose: of a text that people read, only its holes."""
    if isinstance(node, dict):
        for name, inner in node.items():
            yield True, str(name)
            yield from parts_of(inner, str(name))
    elif isinstance(node, list):
        for inner in node:
            yield from parts_of(inner, key)
    elif key in PROSE:
        yield from ((False, hole) for hole in HOLE.findall(str(node)))
    else:
        yield False, str(node)


@pytest.fixture(scope="module")
def used() -> dict[str, dict[bool, str]]:
    """The keys and the sentences of each shipped definition, one in a line."""
    return {name: _used_by(name) for name in shipped()}


def _used_by(name: str) -> dict[bool, str]:
    files = [raw for _, raw in load(name).book.files.contents]
    parts = [part for raw in files for part in parts_of(yaml.load(raw, yaml.BaseLoader))]
    return {is_key: "\n".join(text for key, text in parts if key is is_key) for is_key in (True, False)}


def _is_used(entry: dict[str, Any], parts: dict[bool, str]) -> bool:
    words = "|".join(map(re.escape, (entry["word"], *entry.get("also", ()))))
    if entry["kind"] in KEYS:
        return bool(re.search(rf"^(?:{words})$", parts[True], re.M))
    return bool(re.search(rf"(?<!\w)(?:{words})s?(?!\w)", parts[False]))


@pytest.mark.parametrize("entry", schema_yaml("words.yaml"), ids=lambda one: f"{one['kind']}-{one['word']}")
def test_a_word_is_used_by_shipped_games(entry: dict[str, Any], used: dict[str, dict[bool, str]]) -> None:
    """Of words that share an entry, because they differ in one thing only, one is enough."""
    games = [name for name, parts in used.items() if _is_used(entry, parts)]
    is_early = entry["word"] in IN_ONE_GAME.get(entry["kind"], ())
    assert len(games) >= (1 if is_early else 2), f"use it in a shipped game, two in all; it is in {games}"
    assert not (is_early and len(games) > 1), f"take it out of IN_ONE_GAME: it is in {games}"
