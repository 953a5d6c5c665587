"""Together the shipped games use the words of the language: whoever looks for an example finds a whole game with it."""

import re
from itertools import chain

import pytest
from rulewright.game import load, shipped
from rulewright.language.diagnostics import schema_yaml


@pytest.fixture(scope="module")
def texts():
    """Every shipped definition without its comments."""
    games = [load(name) for name in shipped()]
    books = chain(*(game.book.files.contents for game in games))
    return re.sub(r"\s#.*", "", "\n".join(raw.decode() for _, raw in books))


@pytest.mark.parametrize("entry", schema_yaml("words.yaml"), ids=lambda one: f"{one['kind']}-{one['word']}")
def test_a_word_is_used_by_a_shipped_game(entry, texts):
    """Of words that share an entry, because they differ in one thing only, one is enough."""
    is_key = entry["kind"] in ("section", "slot", "declaration")
    words = "|".join(map(re.escape, (entry["word"], *entry.get("also", ()))))
    assert re.search(rf"(?<![\w])(?:{words}):" if is_key else rf"(?<!\w)(?:{words})s?(?!\w)", texts, re.M)
