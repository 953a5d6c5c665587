"""Slips of the pen in YAML are told on the line where they stand, whatever they look like further down."""

from __future__ import annotations

from pathlib import Path

import pytest
from written import complaints_in

HEAD = "name: Lanterns\nplayers: 2 to 3\n"
ZONES = "zones: {den: {seen by: everyone}, heap: {seen by: everyone}}\n"
THINGS = ZONES + "components:\n  animal: {starts in: den, discards to: heap, copies: 3}\n"
ROWS = ZONES + (
    "components:\n  animal:\n    starts in: den\n    discards to: heap\n"
    "    columns: {height: number, age: number}\n    rows:\n"
)

OWL = "      owl:\n        height: 1\n        age: 2\n"
ABILITY = "- when: this is revealed\n{}  do: discard this\n"
FLOW = "flow:\n  - shuffle den\n"


def ability(indent: int) -> str:
    return " " * indent + "abilities:\n" + " " * (indent + 2) + ABILITY.format(" " * (indent + 2))


# Each row: what follows the head of a definition, the slug, the words that are underlined, and a part of the hint.
SLIPS: dict[str, tuple[str, str, str, str]] = {
    # a colon without a space
    "in the middle": (
        THINGS + FLOW + "numbers:\n  round_count:6\n  hand_size: 3\n",
        "colon-glued", "round_count:", '"round_count: "',
    ),
    "at the end": (THINGS + FLOW + "numbers:\n  hand_size: 3\n  round_count:6\n", "colon-glued", "round_count:", "a space"),
    "alone": (THINGS + FLOW + "numbers:\n  round_count:6\n", "colon-glued", "round_count:", "a space"),
    "in braces": (THINGS + FLOW + "numbers: {hand_size: 3, round_count:6}\n", "colon-glued", "round_count:", "a space"),
    "of a statement": (THINGS + "flow:\n  - each:player\n    do: shuffle den\n", "colon-glued", "each:", '"each: "'),
    "of the last statement": (THINGS + "flow:\n  - shuffle den\n  - say:hello\n", "colon-glued", "say:", "a space"),
    "of a slot in braces": (FLOW + THINGS.replace("copies: 3", "copies:3"), "colon-glued", "copies:", '"copies: "'),
    "before a brace": (FLOW + THINGS.replace("zones: {den: {", "zones: {den:{"), "colon-glued", "den:", '"den: "'),
    "before a row": (FLOW + ROWS + "      owl:[1, 2]\n      fox: [1, 2]\n", "colon-glued", "owl:", '"owl: "'),
    # a comma in braces
    "a function in braces": (
        THINGS + FLOW + "define:\n  odd: {is: mod(round, 2)}\n",
        "comma-in-braces", "mod(round, 2)", "quotes",
    ),
    "functions in braces": (
        THINGS + FLOW + "define:\n  odd: {is: max(1, min(2, round)) + 1}\n",
        "comma-in-braces", "max(1, min(2, round)) + 1", "quotes",
    ),
    "a sentence in braces": (
        THINGS + "flow:\n  - {if: round is 1, then: move top animal of den to heap, face down}\n",
        "comma-in-braces", "move top animal of den to heap, face down", "a line of its own",
    ),
    "a text in braces": (THINGS + "flow:\n  - {say: Hello, world}\n", "comma-in-braces", "Hello, world", "quotes"),
    "a condition in brackets": (
        THINGS + "flow:\n  - if: [max(1, 2) is 2, round is 1]\n    then: shuffle den\n",
        "comma-in-braces", "max(1, 2) is 2", "quotes",
    ),
    # a comment that is none
    "a number sign in braces": (
        FLOW + ROWS + "      owl: {name: King #1, height: 2}\n",
        "hash-in-text", "#1, height: 2}", "quotes",
    ),
    "a number sign": (FLOW + ROWS + OWL + "        name: King #1\n", "hash-in-text", "#1", "quotes"),
    "a number sign in a text": (THINGS + "flow:\n  - say: Player #2 wins\n", "hash-in-text", "#2 wins", "quotes"),
    # numbers and quotes
    "a half": (THINGS + FLOW + "numbers: {pace: 8.5}\n", "whole-number", "8.5", "whole numbers"),
    "a half in a cell": (FLOW + ROWS + "      owl: [1, 2.5]\n", "whole-number", "2.5", "whole numbers"),
    "a half of a card": (FLOW + THINGS.replace("copies: 3", "copies: 1.5"), "whole-number", "1.5", "whole numbers"),
    "a half of a time": (THINGS + "flow:\n  - repeat: 2.5\n    do: shuffle den\n", "whole-number", "2.5", "whole numbers"),
    "curly quotes": (THINGS + "flow:\n  - say: “Hello”\n", "curly-quotes", "“", "straight quotes"),
    "curly quotes with a colon": (THINGS + "flow:\n  - say: “Hello: you”\n", "curly-quotes", "“", "straight quotes"),
    "curly quotes in braces": (THINGS + "flow:\n  - {say: ‘Hello, you’}\n", "curly-quotes", "‘", "straight quotes"),
    # too far out
    "abilities among rows": (
        FLOW + ROWS + OWL + ability(6) + "      fox: [1, 2]\n",
        "slot-among-names", "abilities", 'slots of "owl"',
    ),
    "abilities beside rows": (FLOW + ROWS + OWL + ability(4), "abilities-beside-rows", "abilities", "under the row"),
    "abilities among components": (FLOW + ROWS + OWL + ability(2), "slot-among-names", "abilities", "indent it"),
    "abilities at the left": (FLOW + ROWS + OWL + ability(0), "unknown-key", "abilities", "indentation"),
    "a column among rows": (
        FLOW + ROWS + "      owl:\n        height: 1\n      age: 2\n",
        "slot-among-names", "age", 'slots of "owl"',
    ),
    "a slot among zones": (
        FLOW + "components: {animal: {starts in: den}}\nzones:\n  den:\n    form: pile\n  seen by: everyone\n",
        "slot-among-names", "seen by", 'slots of "den"',
    ),
    "a slot among variables": (
        THINGS + FLOW + "variables:\n  bid:\n    of: player\n  type: number\n", "slot-among-names", "type", 'slots of "bid"',
    ),
    "a section among components": (
        FLOW + THINGS + "  variables:\n    bid: {type: number}\n",
        "slot-among-names", "variables", "very left",
    ),
    # a dash
    "an ability without a dash": (
        FLOW + ROWS + OWL + "        abilities:\n          when: this is revealed\n          do: discard this\n",
        "dash-missing", "when", 'a dash before "when"',
    ),
    "an ability without a dash before one that has it": (
        FLOW + ROWS + OWL + "        abilities:\n            when: this is revealed\n            do: discard this\n"
        "          - when: this is discarded\n            do: discard this\n",
        "dash-missing", "when", 'a dash before "when"',
    ),
    "an ability without a dash after one that has it": (
        FLOW + ROWS + OWL + "        abilities:\n          - when: this is revealed\n            do: discard this\n"
        "            when: this is discarded\n",
        "duplicate-key", "when", 'a dash before "when"',
    ),
    "a dash without a space": (
        FLOW + ROWS + OWL + "        abilities:\n          -when: this is revealed\n            do: discard this\n",
        "dash-glued", "-", '"- when: "',
    ),
    "a step without a dash": (
        FLOW + ROWS + OWL + "        abilities: {at: dusk, do: discard this}\n", "dash-missing", "at", 'a dash before "at"',
    ),
    "a flow without a dash": (
        THINGS + "flow:\n  each: player\n  do: shuffle den\n",
        "dash-missing", "each", 'a dash before "each"',
    ),
    "rules without a dash": (
        THINGS + FLOW + "rules:\n  when: animal is revealed\n  do: shuffle den\n",
        "dash-missing", "when", 'a dash before "when"',
    ),
    # a table without columns
    "a cross without columns": (
        FLOW + "types: {suit: [moss, tide]}\nzones: {den: {seen by: everyone}}\n"
        "components:\n  animal:\n    starts in: den\n    cross: {suit: suit}\n",
        "unknown-column", "suit", "under columns",
    ),
    # a colon too many
    "a colon in a sentence": (THINGS + "flow:\n  - discard animal: now\n", "colon-in-sentence", ":", "leave the colon out"),
}  # fmt: skip


@pytest.mark.parametrize("name", SLIPS)
def test_a_slip_is_told_where_it_is(name: str, tmp_path: Path) -> None:
    body, slug, underlined, hint = SLIPS[name]
    (found,) = complaints_in(tmp_path, HEAD + body)
    line = (HEAD + body).splitlines()[found.span.line - 1]
    start = found.span.column - 1
    assert (found.slug, line[start : start + found.span.length]) == (slug, underlined)
    assert hint in found.hint


@pytest.mark.parametrize(
    "line",
    [
        "about: See http://lanterns.example/rules",
        "about: A ratio of 3:1",
        "about: 12:30 at night",
        "about: He says “hello”",
        'about: "“Hello”, he says"',
        "about: Player #one of all",
        'about: "King #1"',
        "about: A game  # 1 of 3",
        "about: A game #really",
        'numbers: {"pace": 8}  # used',
    ],
)
def test_what_only_looks_like_a_slip_is_left_alone(line: str, tmp_path: Path) -> None:
    assert complaints_in(tmp_path, f"{HEAD}{line}\n{THINGS}{FLOW}") == ()
