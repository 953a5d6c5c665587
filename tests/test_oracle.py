"""Random small definitions, in which every form of the language occurs, are played alike by all engines.

RULEWRIGHT_CASES says how many cases are played, and with it all engines play everything and every planted fault is looked for;
without it only some cases are compiled as C, for that takes most of the time. `tests/random_cases.py` is the long run.
"""

from __future__ import annotations

import math
import os
from collections import Counter
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from oracle.cases import Case, case, case_text, to_yaml
from oracle.difference import shrunk_difference
from oracle.faults_in_native import IN_NATIVE
from oracle.faults_in_reference import IN_REFERENCE
from oracle.faults_in_written import IN_WRITTEN
from oracle.forms import documented, noted, slots_used
from oracle.planting import all_words, words_in
from oracle.relations import RELATIONS, Told, told
from oracle.verdicts import EVERY, QUICK, compiled, judge, judge_definition
from random_cases import BUILD, SHARE, Tally, main, played
from rulewright.language.compile import compile_files
from rulewright.language.diagnostics import Complaints
from rulewright.language.read.files import gather
from rulewright.study.report import run_targets

WHOLE = "RULEWRIGHT_CASES" in os.environ
CASES = int(os.environ.get("RULEWRIGHT_CASES", "20"))
FORMS_SEEN_IN, LEAST_CASES = 100, 3 if WHOLE else 2
FAULTS_FOUND_IN = 300
FEW_FAULTS = {
    "operation +", "operation >=", "operation not", "operation and", "fold count", "sort first", "Contents", "Either",
    "Move to the other end", "Shuffle skipped", "Shuffle left out", "Write sets instead of adding", "feature owner",
    "a card goes to the other end", "a sum is one too high",
}  # fmt: skip
ENGINES = {"reference": IN_REFERENCE, "python": IN_WRITTEN, "native": IN_NATIVE}
STOPPING: dict[str, tuple[dict[str, Any], str]] = {
    "a sum": ({"swell": {"do": [{"repeat": 60, "do": "raise tally by tally + 1"}]}}, "in swell"),
    "a product": (
        {"vast": {"is": "tally * tally * tally"}, "swell": {"do": ["set tally to 99999", "raise tally by vast"]}}, "in vast",
    ),
    "after a decision": (
        {"swell": {"do": [{"for": "starter", "choose": "a number from 1 to 2 as picked"}, "inflate"]},
         "inflate": {"do": [{"repeat": 60, "do": "raise tally by tally + 1"}]}}, "in inflate",
    ),
    "a loop": ({"swell": {"do": {"repeat": 900000, "do": ["raise tally by 1", "lower tally by 1"]}}}, "this never ends"),
    "nothing to end": (
        {"swell": {"do": ["raise tally by 1", "halt"]}, "halt": {"do": ["lower tally by 1", "end turn"]}}, "in halt",
    ),
    "nothing to end after a decision": (
        {"swell": {"do": [{"for": "starter", "choose": "a number from 1 to 2 as picked"}, "halt"]},
         "halt": {"do": [{"if": "tally > -99", "do": ["raise tally by 1", "end turn"]}]}}, "in halt",
    ),
    "calls": ({"swell": {"do": ["raise tally by 1", "swell"]}}, "this never ends"),
}  # fmt: skip
COMPILED = set(STOPPING) if WHOLE else {"a sum", "a loop", "calls"}
SMALL = sorted(path.parent for path in (Path(__file__).parent / "definitions").glob("*/game.yaml"))
FOUND = sorted((Path(__file__).parent / "oracle" / "found").glob("*.yaml"))


def engines_of(number: int, every: int = 1) -> tuple[str, ...]:
    """Who plays beside the reference: of so many cases one is for all engines."""
    return EVERY if WHOLE or not number % every else QUICK


def test_all_engines_play_every_case_alike(capsys: pytest.CaptureFixture[str]) -> None:
    whole = Tally()
    for number in range(20):
        whole.add(played(number, engines=engines_of(number, 5)))
        for _, game, why in whole.different:
            raise AssertionError(f"{why}\n{shrunk_difference(BUILD / str(number), case(number), number, game, EVERY)}")
    with capsys.disabled():
        print(f"\n{whole.told()}")
    assert whole.orders["seats"] and whole.orders["picks"]
    by_chance = 1.64 * math.sqrt(SHARE * (1 - SHARE) / whole.cases)  # how far so few cases stray; many are held to it exactly
    assert whole.share >= SHARE - by_chance, "too many cases do not play: see what tests/random_cases.py prints of hundreds"


@pytest.mark.parametrize("way", STOPPING)
def test_engines_stop_at_the_same_sentence(way: str) -> None:
    defined, said = STOPPING[way]
    verdicts = []
    for number in range(4 if WHOLE else 2):
        definition = case(number)
        definition["define"] |= defined
        definition["flow"] = [*definition["flow"], "swell"]
        verdicts.append(judge(to_yaml(definition), number, engines_of(number, 4) if way in COMPILED else QUICK))
    came_there = [one for one in verdicts if one.kind != "cut"]  # some games last too long to get there
    least = 3 if WHOLE else 1
    assert [(one.kind, said in one.why) for one in came_there] == [("stopped", True)] * max(least, len(came_there)), verdicts


@pytest.mark.parametrize("folder", SMALL, ids=lambda folder: folder.name)
def test_all_engines_play_small_games_alike(folder: Path) -> None:
    definition = compile_files(gather(folder, Complaints()), Complaints()).definition
    for seed in range(max(2, CASES // 20)):
        verdict = judge_definition(definition, seed, EVERY if WHOLE else QUICK)
        assert verdict.kind in ("played", "cut"), verdict


@pytest.mark.parametrize("path", FOUND, ids=lambda path: path.stem)
def test_what_once_differed_is_alike(path: Path) -> None:
    for seed in range(4):
        verdict = judge(path.read_text("utf-8"), seed, EVERY if WHOLE else QUICK)
        assert verdict.kind == "played", verdict


def test_every_documented_form_occurs(capsys: pytest.CaptureFixture[str]) -> None:
    cases, rare, number = Counter[str](), documented(), 0
    while rare and number < FORMS_SEEN_IN:
        found: Counter[str] = Counter()
        with noted(found):
            definition = case(number)
            is_one = compiled(to_yaml(definition)) is not None
        cases.update(documented() & {*found, *slots_used(definition)} if is_one else ())
        rare = {form for form in documented() if cases[form] < LEAST_CASES}
        number += 1
    with capsys.disabled():
        print(f"\n{len(documented())} forms, each in at least {LEAST_CASES} of {number} cases")
    assert not rare, "write them in tests/oracle: a sentence in doing, a value in asking, a set in sets, a slot in statements"


def test_every_case_leaves_out_half_of_the_language() -> None:
    for number in range(0, 20, 2):
        one, other = Case(number), Case(number + 1)
        one.definition(), other.definition()
        kept = one.luck.kept
        assert 0.35 < sum(kept.values()) / len(kept) < 0.65, number
        assert all(kept[form] != other.luck.kept[form] for form in kept.keys() & other.luck.kept.keys())


@pytest.mark.parametrize("engine", [*list(ENGINES)[:2], pytest.param("native", marks=pytest.mark.needs("compiler"))])
def test_every_planted_fault_is_seen(engine: str, capsys: pytest.CaptureFixture[str]) -> None:
    unseen = {name: one for name, one in ENGINES[engine].items() if WHOLE or name in FEW_FAULTS}
    needed: Counter[str] = Counter()
    for number in range(FAULTS_FOUND_IN):
        definition = compiled(case_text(number)) if unseen else None
        words = words_in(definition) if definition is not None else frozenset()
        for name, one in [(name, one) for name, one in unseen.items() if one.word in words]:
            needed[name] += 1
            if one.judge(definition, number).kind == "differs":
                del unseen[name]
    with capsys.disabled():
        average = needed.total() / len(needed)
        print(f"\n{len(needed)} faults in the {engine} engine are seen, each in {average:.1f} cases that have its word")
    assert not unseen


@pytest.mark.parametrize("engine", ["reference", "python"])
def test_every_word_of_the_ir_has_a_fault(engine: str) -> None:
    nowhere = {"reference": {"Seq"}, "python": set()}  # instructions stand in a row already when the reference begins
    assert all_words() - {one.word for one in ENGINES[engine].values()} == nowhere[engine]


def test_a_fault_is_written_for_one_game_only() -> None:
    definition, fault = compiled(FOUND[0].read_text("utf-8")), IN_WRITTEN["Contents"]
    assert [judge_definition(definition, 1).kind, fault.judge(definition, 1).kind] == ["played", "differs"]
    assert judge_definition(definition, 1).kind == "played"


@lru_cache(maxsize=64)
def told_before(number: int, texts: bool) -> Told:
    definition = compiled(case_text(number))
    return [] if definition is None else told(definition, number, texts=texts)


@pytest.mark.parametrize("name", RELATIONS)
def test_the_game_stays_the_same(name: str) -> None:
    change, seats, texts = RELATIONS[name]
    compared = 0
    for number in range(max(5, CASES // 4)):
        other = compiled(to_yaml(change(case(number))))
        if other is not None and told_before(number, texts):
            assert told(other, number, seats, texts) == told_before(number, texts), number
            compared += 1
    assert compared > 3


SHRINKING = {"python": IN_WRITTEN["Move left out"]} | ({"native": IN_NATIVE["a card goes to the other end"]} if WHOLE else {})


@pytest.mark.parametrize("engine", SHRINKING)
def test_a_difference_shrinks_to_a_folder_that_shows_it(engine: str, tmp_path: Path) -> None:
    planted, folder = SHRINKING[engine], tmp_path / "case"
    definition = yaml.safe_load(FOUND[0].read_text("utf-8"))
    with planted.planted():
        told = shrunk_difference(folder, definition, 1, 0, EVERY if WHOLE else QUICK)
        report = run_targets((str(folder),), engine)
    small = (folder / "game.yaml").read_text("utf-8")
    assert len(small.splitlines()) <= 15 < len(to_yaml(definition).splitlines()) and small in told
    assert not report.passed and "All engines play this alike" in report.to_text()
    assert run_targets((str(folder),), engine).passed and run_targets((str(folder),), "reference").passed


def test_the_long_run_tells_how_far_it_is_and_goes_on(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["--from", "3", "--games", "2", "--engines", "python", "--workers", "1", "--state", str(tmp_path / "state.json")]
    assert main(["1", *words]) == 0
    assert "1 definitions, 2 games: 100% really play (2 played); beside the reference: python 2" in capsys.readouterr().out
    assert main(["2", *words]) == 0
    assert "2 definitions, 4 games: 100% really play (4 played); beside the reference: python 4" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="of other cases"):
        main(["2", *words[:2], *words[4:]])
