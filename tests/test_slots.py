"""Nothing is silently ignored: for every form of a statement, each slot of the language is either read or refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from rulewright import DefinitionError
from rulewright.language.compile import compile_folder
from rulewright.language.lower import slots
from rulewright.language.read.schemas import schema
from written import complaints_in, write_game

GAME = """\
name: Lanterns
players: 2
components:
  owl:
    starts in: den
    rows:
      barn_owl: {copies: 2, abilities: [{at: dusk, do: gain 1 coin}]}
      elf_owl:
        abilities:
          - {ABILITY}
zones:
  den: {seen by: everyone}
counters:
  coins: {of: player}
variables:
  brightness: {type: number}
  weary: {of: player, type: flag}
values:
  size: {of: owl, starts: 1}
define:
  wake: {with: {whom: owl}, event: woken, do: reveal whom}
actions:
  rest: {in: [night], option: rest, do: gain 1 coin}
flow:
  - turns: player
    laps: 1
    do:
      - {step: dusk, among: owl in den}
      - let: {rival: player after player}
      - window: night
      - wake first owl in den
      - set brightness to size of (first owl in den)
      - {STATEMENT}
result: {score: coins + brightness}
"""
# For each slot something that means something where it is read, and something that means nothing anywhere.
SENSE: dict[str, str] = {
    "if": "coins > 1", "then": "gain 1 coin", "else": "gain 2 coins", "do": "gain 1 coin", "choose": "an owl in den as bird",
    "such that": "different(position) of bird", "option": "take it", "decline": "no", "done": "enough", "prompt": "Which?",
    "offer": "[{option: one, do: gain 1 coin}]", "again": "freely", "may": "go", "ask": "player", "by": "rival", "for": "rival",
    "each": "owl in den", "until": "coins > 5", "repeat": "2", "let": "{bonus: 2}", "say": "hello", "step": "dawn",
    "among": "owl in den", "turns": "player", "skip": "coins > 9", "laps": "1", "rounds": "1", "together": "[gain 1 coin]",
    "window": "night", "cost": "1 coin", "in": "[night]", "tell": "so it is", "always": "this gets +1 size", "secret": "true",
    "once": "weary",
}  # fmt: skip
NONSENSE: dict[str, str] = {
    **dict.fromkeys(("option", "decline", "done", "prompt", "may", "say", "tell"), '"{nonsense of elephants}"'),
    "offer": "[{option: one, do: nonsense of elephants}]", "let": "{bonus: nonsense of elephants}",
    "together": "[nonsense of elephants]", "again": "nonsense", "secret": "nonsense",
}  # fmt: skip
FORMS: dict[str, dict[str, str]] = {
    "do": {"do": "gain 1 coin"},
    "if with then": {"if": "coins > 1", "then": "gain 1 coin"},
    "choose": {"choose": "an owl in den as bird"},
    "choose of several things": {"choose": "2 owls in den as bird"},
    "choose of 1 to 3 things": {"choose": "1 to 3 owls in den as bird"},
    "choose of random things": {"choose": "a random owl in den as bird"},
    "ask": {"ask": "player", "choose": "an owl in den as bird"},
    "ask with choose of several things": {"ask": "player", "choose": "2 owls in den as bird"},
    "ask with choose of 1 to 3 things": {"ask": "player", "choose": "1 to 3 owls in den as bird"},
    "offer": {"offer": SENSE["offer"]},
    "offer … again": {"offer": SENSE["offer"], "again": "freely"},
    "window": {"window": "night"},
    "may": {"may": "go"},
    "each": {"each": "owl in den", "do": "gain 1 coin"},
    "each … by choice": {"each": "owl in den by choice", "do": "gain 1 coin"},
    "repeat": {"repeat": "2", "do": "gain 1 coin"},
    "let": {"let": "{bonus: 2}"},
    "say": {"say": "hello"},
    "together": {"together": "[gain 1 coin]"},
    "step": {"step": "dawn"},
    "step with each": {"step": "dawn", "each": "owl in den", "do": "gain 1 coin"},
    "step with each … by choice": {"step": "dawn", "each": "owl in den by choice", "do": "gain 1 coin"},
    "turns": {"turns": "player", "do": "gain 1 coin"},
    "step with turns": {"step": "dawn", "turns": "player", "do": "gain 1 coin"},
    "rounds": {"rounds": "1", "do": "gain 1 coin"},
    "step with rounds": {"step": "dawn", "rounds": "1", "do": "gain 1 coin"},
}
OPTIONS: dict[str, dict[str, str]] = {
    "an option": {"option": "one"},
    "an option with choose of several things": {"option": "one", "choose": "2 owls in den as bird"},
    "an option with choose of 1 to 3 things": {"option": "one", "choose": "1 to 3 owls in den as bird"},
}


def written(chosen: dict[str, str], indent: str) -> str:
    """A mapping with a line for each slot, as an entry of a list."""
    return f"\n{indent}".join(f"{slot}: {text}" for slot, text in chosen.items())


def told(text: str, folder: Path) -> set[tuple[int, str]]:
    """The lines that are complained of, with the words that are underlined there."""
    spans, lines = [one.span for one in complaints_in(folder, text)], text.splitlines()
    return {(one.line, lines[one.line - 1][one.column - 1 :][: one.length]) for one in spans}


def game(statement: str = "gain 1 coin", ability: str = "{when: this is revealed, do: gain 1 coin}") -> str:
    return GAME.replace("{STATEMENT}", statement).replace("{ABILITY}", ability)


def lines_of(text: str, slot: str) -> tuple[int, str]:
    """Where a slot stands in the statement that is tried out: the last line that begins with it."""
    begin = [line.strip().removeprefix("- ").partition(":")[0] for line in text.splitlines()]
    return len(begin) - begin[::-1].index(slot), slot


def slots_of(name: str) -> list[str]:
    properties: dict[str, Any] = schema("game")["definitions"][name]["properties"]
    return list(properties)


def tried(name: str) -> list[str]:
    return [slot for slot in slots_of(name) if slot in SENSE]


def test_the_tables_know_every_form_and_every_slot() -> None:
    assert list(FORMS) == list(slots.FORMS)
    assert list(OPTIONS) == list(slots.OPTIONS)
    assert {slot for read in slots.FORMS.values() for slot in read} | set(slots.BESIDE) == set(slots_of("statement"))
    assert {slot for read in slots.OPTIONS.values() for slot in read} == set(slots_of("option"))
    known = {*slots_of("statement"), *slots_of("option"), "always", "in"}
    assert set(SENSE) == known, "write down what means something in each slot"
    moments = {"when", "at", "always", "instead", "in", "rule", "cost"}
    assert set(slots_of("ability")) - moments <= set(slots_of("statement"))


def test_the_manual_lists_what_every_form_reads() -> None:
    manual = (Path(__file__).parent.parent / "docs" / "language.md").read_text(encoding="utf-8")
    table = {**slots.FORMS, **slots.OPTIONS, **slots.LASTING}
    rows = [f"| {form} | {', '.join(f'`{slot}`' for slot in read)} |" for form, read in table.items()]
    table_there = "\n".join(["| statement | reads |", "|---|---|", *rows, ""])
    assert table_there in manual, "write what slots.FORMS, OPTIONS and LASTING say into the table of docs/language.md"


@pytest.mark.parametrize("form", FORMS)
def test_every_slot_of_a_statement_is_read_or_refused(form: str, tmp_path: Path) -> None:
    own = FORMS[form]
    assert told(game(written(own, " " * 8)), tmp_path) == set()
    read = {*slots.FORMS[form], *slots.BESIDE}
    for slot in tried("statement"):
        sense = game(written({**own, slot: own.get(slot, SENSE[slot])}, " " * 8))
        nonsense = game(written({**own, slot: NONSENSE.get(slot, "nonsense of elephants")}, " " * 8))
        if slot in read:
            assert told(sense, tmp_path) == set(), slot
        elif not is_a_form({*own, slot}):
            guilty = {lines_of(sense, slot), *([lines_of(sense, "do")] if form == "do" else [])}
            assert guilty & told(sense, tmp_path), slot
        assert slot == "step" or lines_of(nonsense, slot)[0] in {line for line, _ in told(nonsense, tmp_path)}, slot


def is_a_form(written: set[str]) -> bool:
    """Whether these slots are a statement of another form, which is tried out by itself."""
    return any(written <= {*slots.FORMS[form], *slots.BESIDE} and {*own} <= written for form, own in FORMS.items())


@pytest.mark.parametrize("form", OPTIONS)
def test_every_slot_of_an_option_is_read_or_refused(form: str, tmp_path: Path) -> None:
    own = OPTIONS[form]

    def offered(more: dict[str, str]) -> str:
        return game("offer:\n          - " + written({**own, **more}, " " * 12))

    assert told(offered({}), tmp_path) == set()
    for slot in tried("option"):
        sense = offered({slot: own.get(slot, SENSE[slot])})
        nonsense = offered({slot: NONSENSE.get(slot, "nonsense of elephants")})
        if slot in slots.OPTIONS[form]:
            assert told(sense, tmp_path) == set(), slot
        else:
            assert lines_of(sense, slot) in told(sense, tmp_path), slot
        assert lines_of(nonsense, slot)[0] in {line for line, _ in told(nonsense, tmp_path)}, slot


MOMENTS = ("when: this is revealed", "at: dusk", "instead: this is woken", "always: this gets +1 size")


@pytest.mark.parametrize("moment", MOMENTS)
def test_every_slot_of_an_ability_is_read_or_refused(moment: str, tmp_path: Path) -> None:
    """Beside `when` and `at` a statement stands, whose slots the other test knows; `instead` and `always` read less."""
    head, _, text = moment.partition(": ")
    own = {head: text} if head == "always" else {head: text, "do": "gain 1 coin"}
    assert told(game(ability=written(own, " " * 12)), tmp_path) == set()
    read = set(slots.LASTING["always"]) if head == "always" else {*slots.BESIDE, "do", "tell", head, "rule"}
    for slot in slots_of("ability"):
        if slot == "rule":
            continue
        sense = game(ability=written({**own, slot: own.get(slot, SENSE.get(slot, "this is revealed"))}, " " * 12))
        nonsense = game(ability=written({**own, slot: NONSENSE.get(slot, "nonsense of elephants")}, " " * 12))
        found = told(nonsense, tmp_path)
        assert found, slot
        if slot not in read and slot not in slots.FORMS:
            assert lines_of(sense, slot) in told(sense, tmp_path), slot


@pytest.mark.parametrize("head", ["each", "repeat", "turns", "rounds"])
def test_what_is_done_again_and_again_is_said(head: str, tmp_path: Path) -> None:
    text = game(written({head: SENSE[head]}, " " * 8))
    assert told(text, tmp_path) == {lines_of(text, head)}


def test_the_hint_names_every_statement_that_reads_the_slot(tmp_path: Path) -> None:
    write_game(tmp_path, game(written({"do": "gain 1 coin", "until": "coins > 3"}, " " * 8)))
    with pytest.raises(DefinitionError) as caught:
        compile_folder(tmp_path)
    (found,) = caught.value.diagnostics
    assert (found.slug, found.message) == ("slot-not-read", '"until" is not read by do')
    assert found.hint == "until goes with: offer … again, window, each, repeat, turns, rounds"
