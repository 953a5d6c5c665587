"""Together the shipped games use the words of the language: whoever looks for an example finds a whole game with it."""

import re
from itertools import chain
from pathlib import Path

import pytest
import rulewright
from rulewright.game import load, shipped
from rulewright.language.words import listing

ROOT = Path(rulewright.__file__).parent.parent
# Words that no shipped game needs today, each with the page that shows it at work.
MANUAL, COOKBOOK = "docs/language.md", "docs/cookbook.md"
ELSEWHERE = {
    "actions": MANUAL, "secret": COOKBOOK, "open_east": MANUAL, "open_west": MANUAL,
}


@pytest.fixture(scope="module")
def texts():
    """Every shipped definition without its comments."""
    games = [load(name) for name in shipped()]
    books = chain(*(game.book.files.contents for game in games))
    return re.sub(r"\s#.*", "", "\n".join(raw.decode() for _, raw in books))


@pytest.mark.parametrize("entry", listing(), ids=lambda one: f"{one['kind']}-{one['word']}")
def test_a_word_is_used_by_a_shipped_game(entry, texts):
    word = re.escape(entry["word"])
    is_key = entry["kind"] in ("section", "slot", "declaration")
    found = re.search(rf"(?<![\w]){word}:" if is_key else rf"(?<!\w){word}s?(?!\w)", texts, re.M)
    assert bool(found) != (entry["word"] in ELSEWHERE)
    if not found:
        assert entry["word"] in (ROOT / ELSEWHERE[entry["word"]]).read_text(encoding="utf-8")
