"""How a text is written in YAML: without quotes where that says the same to every reader, else in double quotes.

Takes words and where they are to stand; returns them as they are written there. Words with double quotes in them stand in
single ones.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import yaml

from ..read.nodes import value_of
from ..read.slips import BELONGS_BEFORE
from ..read.unreadable import CURLY, GLUED

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_LETTERS = ("y", "Y", "n", "N")  # YAML 1.1 means yes and no by them
_STRING = "tag:yaml.org,2002:str"
_PLACES = {  # around a text: in a list or mapping over lines, and in one in braces
    (False, False): "- {}\n",
    (False, True): "{}: x\n",
    (True, False): "[{}, x]\n",
    (True, True): "{{{}: x}}\n",
}


def quoted(words: str) -> str:
    """The words in quotes."""
    if not words.isprintable():
        return json.dumps(words, ensure_ascii=False)
    if '"' in words or "\\" in words:
        return "'" + words.replace("'", "''") + "'"
    return f'"{words}"'


def written(words: str, in_braces: bool = False, is_key: bool = False) -> str:
    """A text (not a number or another value) with quotes only where it needs them."""
    return words if can_be_plain(words, in_braces, is_key) else quoted(words)


def seems_cut(words: str) -> bool:
    """Whether words behind a comma look like the rest of a text: in a list in brackets they need quotes."""
    return bool(BELONGS_BEFORE.match(words)) or words.count("(") != words.count(")")


@cache
def can_be_plain(words: str, in_braces: bool, is_key: bool) -> bool:
    """Whether words without quotes are the same text, here and for other readers of YAML, and look like no slip."""
    if not words.isprintable() or not isinstance(value_of(words), str) or misleads(words):
        return False
    if words[0] in CURLY or (is_key and GLUED.match(words)):
        return False
    return _reads_as(words, _PLACES[in_braces, is_key])


def misleads(words: str) -> bool:
    """Whether other readers of YAML take plain words for something else than a text: `no`, `1_000`, `12:30`."""
    return words in _LETTERS or _resolver().resolve(yaml.ScalarNode, words, (True, False)) != _STRING


@cache
def _resolver() -> Any:
    return yaml.SafeLoader("")


def _reads_as(words: str, around: str) -> bool:
    """Whether the words stand at a place as one plain text, and nothing else comes of them."""
    try:
        events = list(yaml.parse(around.format(words), Loader=_LOADER))
    except yaml.YAMLError:
        return False
    texts = [one for one in events if isinstance(one, yaml.ScalarEvent)]
    is_alone = len(events) == len(list(yaml.parse(around.format("x"), Loader=_LOADER)))
    return is_alone and [(one.value, one.style or "") for one in texts[:1]] == [(words, "")]
