"""What a page may say is what its schema allows, as any library for JSON Schema reads it."""

import json
import random
from copy import deepcopy

import pytest
from jsonschema import Draft202012Validator
from rulewright.shipped_files import schema_folder
from rulewright.web import lobby, messages
from rulewright.web.shapes import shape_of

pytestmark = pytest.mark.needs("web")
SCHEMA = json.loads((schema_folder() / "message.schema.json").read_text(encoding="utf-8"))
WHOLE = Draft202012Validator(SCHEMA)
WORDS = sorted(messages._shapes())
NAMES = sorted({name for one in SCHEMA["oneOf"] for name in one["properties"]} | {"now"})
ODD = [None, True, False, 0, 1, -1, 10**6, 10**6 + 1, 10**400, "", "x", "x" * 30, "x" * 31, "x" * 100, "x" * 101,
       "x" * 300, "x" * 301, "\ud800", "\U0001f600" * 100, [], ["undo"], {}, {"do": "undo"}]  # fmt: skip


def said(chance):
    """Something that is like a message: its word, and members of any sort."""
    message = {name: chance.choice(ODD) for name in chance.sample(NAMES, chance.randrange(4))}
    shape = chance.choice(SCHEMA["oneOf"])
    if chance.random() < 0.7:
        message = {name: chance.choice(["x", 3, None, *ODD]) for name in shape["properties"] if chance.random() < 0.9} | {
            name: one for name, one in message.items() if chance.random() < 0.1
        }
    named = shape["properties"]["do"]
    return message | {"do": chance.choice(named.get("enum", [named.get("const")]))}


def test_messages_are_read_as_their_schema_says():
    chance, allowed = random.Random(4), 0
    for _ in range(500):
        message = said(chance)
        is_allowed = messages._shapes()[message["do"]](deepcopy(message))
        assert is_allowed == WHOLE.is_valid(message), message
        allowed += is_allowed
    assert 50 < allowed < 450, "both are tried"


def test_what_is_no_object_has_no_shape():
    odd = [one for one in ODD if not isinstance(one, dict)]
    assert not any(messages._shapes()[word](one) for word in WORDS for one in odd)


def test_the_form_of_the_lobby():
    good = {"game": "x", "seats": "Ada,Bo", "players": 2, "options": {"a": "b"}, "share": True, "open": False}
    assert lobby._FORM(good) and lobby._FORM({"game": "x"})
    for name, value in [("game", ""), ("players", 0), ("players", True), ("options", {"a": 1}), ("share", 1), ("more", 1)]:
        assert not lobby._FORM(good | {name: value}), name
    assert not lobby._FORM({**good, "options": {str(number): "x" for number in range(31)}})


def test_a_word_that_is_not_known_is_refused():
    with pytest.raises(KeyError):
        shape_of({"type": "object", "patternProperties": {}})
