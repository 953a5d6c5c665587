"""The word list is closed: it holds every word of the grammar and the schema, no other one, and every example is legal."""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft7Validator
from rulewright import ir
from rulewright.ir.features import FEATURES
from rulewright.ir.gathering import FOLDS, SORTS
from rulewright.ir.operations import CALLED, OPERATIONS, Spoken
from rulewright.ir.relations import RELATIONS
from rulewright.language.declare import edges, names
from rulewright.language.declare.names import GROUPED
from rulewright.language.declare.tables import COLUMN_TYPES, FORMULAS
from rulewright.language.diagnostics import schema_yaml
from rulewright.language.parse.grammar import SPOKEN, STARTS, grammar_text, parser, reserved_words
from rulewright.language.parse.parser import Misread, expected_after, parse
from rulewright.language.read.schemas import schema
from rulewright.language.words import aloud, find, listing

MANUAL = Path(__file__).parent.parent / "docs" / "language.md"
SLOTS = ("statement", "option", "ability", "check", "action")
BUILT_IN = {"value", "score", "active", "round", "mute", "eliminated", "turned", *edges.OPEN, edges.JOINING}
LIMITS = {"same", "different"}
IN_TWO_PLACES = {"at", "order"}  # of a measure and of a zone; the slot and the query tell of both


def words(*kinds: str) -> list[str]:
    return [one["word"] for one in listing() if one["kind"] in kinds]


def properties(*parts: str) -> set[str]:
    return {key for part in parts for key in schema("game")["definitions"][part]["properties"]}


def declarations() -> dict[str, Any]:
    """Everything that is declared by keys, and the result, with its shape."""
    game = schema("game")
    found = {name: part for name, part in game["definitions"].items() if name not in SLOTS}
    row = game["definitions"]["component"]["properties"]["rows"]["additionalProperties"]
    return found | {"result": game["properties"]["result"], "row": row}


def verbs_of_the_grammar() -> set[str]:
    """The words that the alternatives of `verb` begin with."""
    rule = re.search(r"^\?verb\b.*?\n\n", grammar_text(), re.M | re.S)
    assert rule is not None
    return set(re.findall(r'[:|] "(\w+)"', rule[0]))


def expected() -> dict[str, set[str]]:
    features = {entry.spoken for entry in FEATURES.values() if entry.spoken}
    return {
        "section": set(schema("game")["properties"]),
        "slot": properties(*SLOTS),
        "declaration": {key for part in declarations().values() for key in part["properties"]} - IN_TWO_PLACES,
        "verb": verbs_of_the_grammar(),
        "type": {*names.BUILT_IN_NOUNS, *COLUMN_TYPES, *FORMULAS, "list of"},
        "feature": features | BUILT_IN,
    }


@pytest.mark.parametrize("kind", ["section", "slot", "declaration", "verb", "type", "feature"])
def test_no_word_is_missing_and_none_too_many(kind: str) -> None:
    told, wanted = set(words(kind)), expected()[kind]
    assert wanted - told == set(), "write an entry for it in schema/words.yaml"
    assert told - wanted == set(), "it is told of in schema/words.yaml, and nobody reads it"
    assert len(words(kind)) == len(told)


def test_the_words_of_sentences_are_those_of_the_grammar() -> None:
    found = words("verb", "query", "word")
    wanted = reserved_words() | set(CALLED) | LIMITS | set(GROUPED)
    assert wanted - set(found) == set(), "write an entry for it in schema/words.yaml"
    assert set(found) - wanted == set(), "it is told of in schema/words.yaml, and no sentence has it"
    assert len(found) == len(set(found))


def test_every_terminal_is_said_as_designers_write_it() -> None:
    patterns = {one.name for one in parser().terminals if one.pattern.type != "str" and not one.name.startswith("__")}
    assert patterns == set(SPOKEN), "write what stands there into SPOKEN of language/parse/grammar"
    assert expected_after("this gets ", "lasting") == ("+", "-")
    assert expected_after("discard every ", "action") == ("a name", "other")


def test_what_is_written_with_brackets_is_said_aloud() -> None:
    assert set(aloud()) == {*CALLED, *GROUPED}, "say in schema/words.yaml how it is read aloud"


def test_every_operation_relation_and_fold_that_is_spoken_is_in_the_list() -> None:
    spoken = {str(entry.sign) for entry in OPERATIONS.values() if entry.spoken is not Spoken.NOT}
    spoken |= {str(relation) for relation, _ in RELATIONS}
    spoken |= {entry.spoken for table in (FOLDS, SORTS) for entry in table.values() if entry.spoken}
    written = {word for word in spoken if word.isidentifier()}
    assert written <= set(words("query", "word"))
    assert {"+", ">=", "max", "and", "beside", "sum", "best"} <= spoken


@pytest.mark.parametrize(("slot", "known"), [("form", ir.Form), ("seen by", ir.SeenBy)])
def test_every_way_in_which_cards_lie_can_be_written_and_is_in_the_manual(slot: str, known: type[StrEnum]) -> None:
    written = schema("game")["definitions"]["zone"]["properties"][slot]["enum"]
    assert set(written) == set(known), f"write it into ir/types and at {slot} of zones in schema/game.schema.json"
    manual = MANUAL.read_text(encoding="utf-8")
    assert [word for word in known if f"{slot}: {word}" not in manual] == [], "write a line about it in docs/language.md"


def parses(text: str, *starts: str) -> bool:
    for start in starts:
        try:
            parse(text, start)
            return True
        except Misread:
            continue
    return False


def fits(text: str, shapes: list[dict[str, Any]]) -> bool:
    """Whether a line of YAML is a mapping that one of these shapes allows, apart from keys it does not show."""
    shown = yaml.safe_load(text)
    game = schema("game")
    for shape in shapes:
        whole = {**shape, "required": [], "definitions": game["definitions"]}
        if Draft7Validator(whole).is_valid(shown):
            return True
    return False


@pytest.mark.parametrize("entry", listing(), ids=lambda one: f"{one['kind']} {one['word']}")
def test_every_example_is_legal_and_shows_its_word(entry: dict[str, str]) -> None:
    text, kind = entry["example"], entry["kind"]
    definitions = schema("game")["definitions"]
    shapes = {
        "section": [schema("game")],
        "slot": [definitions[part] for part in SLOTS],
        "declaration": list(declarations().values()),
        "type": [definitions["variable"], definitions["component"]["properties"]["columns"]],
    }
    starts = {"verb": ("action",), "query": ("condition",)}.get(kind, tuple(STARTS))
    assert entry["word"] in text.replace("opponents", "opponent")
    assert ": " in text and fits(text, shapes[kind]) if kind in shapes and ": " in text else parses(text, *starts)


WITH_AN_ARTICLE = [
    ("choice", "a sailor in hand as recruit and a pier as target"),
    ("action", "draw a crate from deck to store"),
    ("action", "gain a coin"),
    ("action", "give a coin to every opponent"),
    ("action", "pay a coin"),
    ("action", "pay a coin to rival"),
    ("action", "take a coin from rival"),
    ("event", "a crate is revealed"),
    ("event", "a sailor enters pier"),
    ("event", "a sailor leaves hand"),
    ("lasting", "a sailor gets +1 might"),
]


@pytest.mark.parametrize(("start", "text"), WITH_AN_ARTICLE, ids=lambda one: one)
def test_an_is_the_same_as_a(start: str, text: str) -> None:
    assert meaning(parse(re.sub(r"\ba ", "an ", text), start)) == meaning(parse(text, start))


def meaning(tree: object) -> str:
    """A sentence as read, without the places of its words."""
    return re.sub(r"at=\(\d+, \d+\)", "", repr(tree))


def test_the_list_stays_small_enough_to_be_known() -> None:
    assert len(schema_yaml("words.yaml")) <= 260, "for a new word an old one goes, or the list is too long to be known"


def test_a_word_is_found_with_all_its_meanings() -> None:
    assert [one["kind"] for one in find("until")] == ["slot", "word"]
