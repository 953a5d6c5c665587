"""Random small definitions, in which every form of the language occurs, are played alike by all engines.

RULEWRIGHT_CASES says how many cases are played, and with it every planted fault is looked for, not only a few.
"""

from __future__ import annotations

import os
import warnings
from collections import Counter
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from oracle.cases import Case, case, case_text, to_yaml
from oracle.difference import write_difference
from oracle.faults_in_reference import IN_REFERENCE
from oracle.faults_in_written import IN_WRITTEN
from oracle.forms import documented, noted, slots_used
from oracle.lockstep import Verdict, compiled, judge, judge_definition
from oracle.planting import all_words, nothing_written, words_in
from oracle.relations import RELATIONS, Told, told
from oracle.shrink import shrunk
from rulewright.language.compile import compile_files
from rulewright.language.diagnostics import Complaints
from rulewright.language.read.files import gather
from rulewright.study.report import run_targets

WHOLE = "RULEWRIGHT_CASES" in os.environ
CASES = int(os.environ.get("RULEWRIGHT_CASES", "20"))
FORMS_SEEN_IN, LEAST_CASES = 100, 3
FAULTS_FOUND_IN = 300
FEW_FAULTS = {
    "operation +", "operation >=", "operation not", "operation and", "fold count", "sort first", "Contents", "Either",
    "Move to the other end", "Shuffle skipped", "Shuffle left out", "Write sets instead of adding", "feature owner",
}  # fmt: skip
ENGINES = {"reference": IN_REFERENCE, "written": IN_WRITTEN}
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
SMALL = sorted(path.parent for path in (Path(__file__).parent / "definitions").glob("*/game.yaml"))
BUILD = Path(__file__).parent.parent / "build" / "oracle"
FOUND = sorted((Path(__file__).parent / "oracle" / "found").glob("*.yaml"))


def differing(number: int, first: Verdict) -> str:
    """A folder with a small game that has the same difference, and a scenario that shows it."""

    def still(definition: object) -> bool:
        verdict = judge(to_yaml(definition), number)
        return verdict.kind == "differs" and verdict.headline == first.headline

    small = shrunk(case(number), still)
    return write_difference(BUILD / str(number), small, number, judge(to_yaml(small), number))


def test_all_engines_play_every_case_alike(capsys: pytest.CaptureFixture[str]) -> None:
    kinds: Counter[str] = Counter()
    orders: Counter[str] = Counter()
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # also what is written must be nothing to frown at
        for number in range(CASES):
            verdict = judge(case_text(number), number)
            kinds[verdict.kind] += 1
            orders.update(verdict.orders)
            assert verdict.kind != "differs", differing(number, verdict)
    share = kinds["played"] / CASES
    with capsys.disabled():
        print(f"\n{share:.0%} of {CASES} random definitions really play: {dict(kinds)}; in another order {dict(orders)}")
    assert share >= 0.7 and orders["seats"] and orders["picks"]


@pytest.mark.parametrize("way", STOPPING)
def test_engines_stop_at_the_same_sentence(way: str) -> None:
    defined, said = STOPPING[way]
    verdicts = []
    for number in range(4):
        definition = case(number)
        definition["define"] |= defined
        definition["flow"] = [*definition["flow"], "swell"]
        verdicts.append(judge(to_yaml(definition), number))
    came_there = [one for one in verdicts if one.kind != "cut"]  # some games last too long to get there
    assert [(one.kind, said in one.why) for one in came_there] == [("stopped", True)] * max(3, len(came_there)), verdicts


@pytest.mark.parametrize("folder", SMALL, ids=lambda folder: folder.name)
def test_all_engines_play_small_games_alike(folder: Path) -> None:
    definition = compile_files(gather(folder, Complaints()), Complaints()).definition
    for seed in range(max(2, CASES // 20)):
        verdict = judge_definition(definition, seed)
        assert verdict.kind in ("played", "cut"), verdict


@pytest.mark.parametrize("path", FOUND, ids=lambda path: path.stem)
def test_what_once_differed_is_alike(path: Path) -> None:
    for seed in range(4):
        verdict = judge(path.read_text("utf-8"), seed)
        assert verdict.kind == "played", verdict


def test_every_documented_form_occurs(capsys: pytest.CaptureFixture[str]) -> None:
    cases: Counter[str] = Counter()
    for number in range(FORMS_SEEN_IN):
        found: Counter[str] = Counter()
        with noted(found):
            definition = case(number)
            is_one = compiled(to_yaml(definition)) is not None
        cases.update(documented() & {*found, *slots_used(definition)} if is_one else ())
    rarest = sorted(documented(), key=lambda form: (cases[form], form))
    with capsys.disabled():
        shown = ", ".join(f"{form} {cases[form]}" for form in rarest[:5])
        print(f"\n{len(rarest)} forms in {FORMS_SEEN_IN} cases; those in the fewest are {shown}")
    assert [form for form in rarest if cases[form] < LEAST_CASES] == []


def test_every_case_leaves_out_half_of_the_language() -> None:
    for number in range(0, 20, 2):
        one, other = Case(number), Case(number + 1)
        one.definition(), other.definition()
        kept = one.luck.kept
        assert 0.35 < sum(kept.values()) / len(kept) < 0.65, number
        assert all(kept[form] != other.luck.kept[form] for form in kept.keys() & other.luck.kept.keys())


@pytest.mark.parametrize("engine", ENGINES)
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


@pytest.mark.parametrize("engine", ENGINES)
def test_every_word_of_the_ir_has_a_fault(engine: str) -> None:
    nowhere = {"reference": {"Seq"}, "written": set()}  # instructions stand in a row already when the reference begins
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


def test_a_difference_shrinks_to_a_folder_that_shows_it(tmp_path: Path) -> None:
    definition, planted = yaml.safe_load(FOUND[0].read_text("utf-8")), IN_WRITTEN["Move left out"]

    def judged(definition: object) -> Verdict:
        found = compiled(to_yaml(definition))
        return Verdict("refused") if found is None else planted.judge(found, 1)

    first = judged(definition).headline
    small = shrunk(definition, lambda smaller: judged(smaller).headline == first)
    assert len(to_yaml(small).splitlines()) <= 15 < len(to_yaml(definition).splitlines())
    told = write_difference(tmp_path / "case", small, 1, judged(small))
    assert judged(small).why in told and yaml.safe_load((tmp_path / "case" / "game.yaml").read_text("utf-8")) == small
    assert run_targets((str(tmp_path / "case"),), None).passed
    with planted.fault(), nothing_written():
        report = run_targets((str(tmp_path / "case"),), None)
    assert not report.passed and "All engines play this alike" in report.to_text()
    assert run_targets((str(tmp_path / "case"),), "reference").passed
