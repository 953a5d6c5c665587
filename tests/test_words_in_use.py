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
IN_ONE_GAME = ["section-actions", "slot-together", "slot-among", "declaration-different", "declaration-sets", "declaration-takes", "declaration-drawn-as", "declaration-ids", "declaration-ring", "declaration-at-most", "declaration-event", "declaration-hint", "verb-swap", "query-order", "query-standing", "query-above", "query-below", "query-beside", "query-under", "query-reachable", "query-through", "query-div_up", "query-mod", "query-unused", "query-same", "query-different", "word-other", "word-choice", "word-each", "word-enters", "word-leaves", "word-pays", "type-edges", "feature-face_up", "feature-face_down", "feature-zone", "feature-mute", "feature-open_north", "feature-open_edges"]  # words of the first edition; whatever came later serves two games at least


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
    is_early = f"{entry['kind']}-{entry['word']}".replace(" ", "-") in IN_ONE_GAME
    assert len(games) == 1 if is_early else len(games) >= 2, games
