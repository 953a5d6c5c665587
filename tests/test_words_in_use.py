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
def used() -> dict[bool, str]:
    """The keys and the sentences of every shipped definition, one in a line."""
    files = [raw for name in shipped() for _, raw in load(name).book.files.contents]
    parts = [part for raw in files for part in parts_of(yaml.load(raw, yaml.BaseLoader))]
    return {is_key: "\n".join(text for key, text in parts if key is is_key) for is_key in (True, False)}


@pytest.mark.parametrize("entry", schema_yaml("words.yaml"), ids=lambda one: f"{one['kind']}-{one['word']}")
def test_a_word_is_used_by_a_shipped_game(entry: dict[str, Any], used: dict[bool, str]) -> None:
    """Of words that share an entry, because they differ in one thing only, one is enough."""
    words = "|".join(map(re.escape, (entry["word"], *entry.get("also", ()))))
    if entry["kind"] in KEYS:
        assert re.search(rf"^(?:{words})$", used[True], re.M)
        return
    assert re.search(rf"(?<!\w)(?:{words})s?(?!\w)", used[False])
