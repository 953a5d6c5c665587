"""Mutants of what Rulewright itself has written: saves, records and entries of the cache.

A changed byte of a save is refused. What was changed and sealed again is refused or leads to a game that can be played. A
record is refused in words or replays. An entry of the cache is refused or becomes source that calls nothing of its own.
"""

from __future__ import annotations

import ast
import json
import random
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import rulewright
import yaml
from judging import SECONDS, Fault, TooLong, time_limit
from mutants import CHANGES, noisy
from rulewright.engine import chance
from rulewright.engine.python.module import Source
from rulewright.engine.trouble import RuleError
from rulewright.game import Unplayable, load_record
from rulewright.language.diagnostics import DefinitionError
from rulewright.model.pack import Unreadable, from_text, to_text
from rulewright.table.replay import Diverged
from rulewright.table.resume import BadSave
from rulewright.table.save import sealed

ROOT = Path(__file__).parents[2]
SMALL = [*sorted(str(path.parent) for path in (ROOT / "tests" / "definitions").glob("*/game.yaml")), "kuhn_poker"]
LARGE = ["crazy_eights", "ruse_and_bruise", "bruno_the_bandit", "ruthless", "rus", "ruse_instincts_of_the_den"]
FORBIDDEN = {"eval", "exec", "open", "getattr", "setattr", "compile", "print", "input", "__import__", "globals", "vars"}


@cache
def game(name: str) -> rulewright.Game:
    return rulewright.load(name)


@cache
def position(number: int) -> tuple[rulewright.Game, rulewright.Match]:
    """One of a hundred games between chance and chance, somewhere in its middle."""
    dice = random.Random(number)
    name = LARGE[number % len(LARGE)] if number % 5 == 0 else SMALL[number % len(SMALL)]
    match = game(name).new_match(seed=number)
    for _ in range(dice.randrange(25)):
        if not match.decisions:
            break
        decision = dice.choice(match.decisions)
        match.answer(dice.choice(list(decision.options)), decision.seat)
    return game(name), match


def _of(number: int) -> tuple[rulewright.Game, rulewright.Match, random.Random]:
    return *position(number % 100), random.Random(f"text {number}")


def _changed(tree: Any, dice: random.Random) -> Any:
    for _ in range(dice.choice((1, 1, 2))):
        dice.choice(CHANGES)([tree], dice)
    return tree


# ---------------------------------------------------------------- saves


def judge_save(number: int) -> str:
    played, match, dice = _of(number)
    text = match.save()
    if number % 2:
        other = noisy(text, dice)
        if other == text:
            return "unchanged"
        return refused(played, other) or _fail("a changed byte was not noticed")
    head = json.loads(text)
    tree = _changed({key: value for key, value in head.items() if key not in ("format", "digest")}, dice)
    forged = sealed(json.dumps(tree, indent=1, ensure_ascii=False))
    return refused(played, forged) or _goes_on(played.resume(forged), number)


def refused(played: rulewright.Game, text: str) -> str:
    try:
        with time_limit(SECONDS):
            played.resume(text)
    except BadSave as problem:
        return "refused" if str(problem).strip() and "\n" not in str(problem).strip() else _fail(f"no sentence: {problem}")
    except TooLong:
        return _fail("more than 2 s to resume")
    except Exception as problem:
        return _fail(f"resume: {type(problem).__name__}: {problem}")
    return ""


def _fail(words: str) -> str:
    raise Fault(words)


def _goes_on(match: rulewright.Match, seed: int) -> str:
    """A position that was let in can be looked at, saved, and played on."""
    rng = chance.seeded(seed)
    try:
        for _ in range(20):
            for seat in match.seats:
                match.view(seat)
            match.save()
            if not match.decisions:
                break
            rng, which = chance.below(rng, len(match.decisions[0].options))
            match.answer(match.decisions[0].options[which], match.decisions[0].seat)
    except RuleError:
        return "stopped"
    except Exception as problem:
        return _fail(f"resumed, then {type(problem).__name__}: {problem}")
    return "resumed"


# ---------------------------------------------------------------- records


def judge_record(number: int) -> str:
    played, match, dice = _of(number)
    text = match.record()
    if number % 2:
        text = noisy(text, dice)
    else:
        text = yaml.safe_dump(_changed(yaml.safe_load(text), dice), sort_keys=False, allow_unicode=True)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "record.yaml"
        path.write_text(text, encoding="utf-8", errors="surrogatepass")
        return replayed(played, path)


def replayed(played: rulewright.Game, path: Path) -> str:
    try:
        with time_limit(2 * SECONDS):
            played.replay(load_record(path))
    except (DefinitionError, Unplayable, Diverged, RuleError) as problem:
        return "refused" if str(problem).strip() else _fail("no words")
    except TooLong:
        return _fail("more than 2 s to replay")
    except Exception as problem:
        return _fail(f"replay: {type(problem).__name__}: {problem}")
    return "replayed"


# ---------------------------------------------------------------- entries of the cache


@cache
def _packed(name: str) -> str:
    return to_text(game(name).definition)


WORDS = (
    "__import__('os').abort()", "x\nimport os", "S", "eval", "+", "first", "", "player", "card", 0, 1, -1, 7, 10**9, None, [],
    [0], True,
)  # fmt: skip


def judge_entry(number: int) -> str:
    dice = random.Random(f"entry {number}")
    lines = json.loads(_packed(dice.choice([*SMALL, "crazy_eights", "ruse_and_bruise"])))
    for _ in range(dice.choice((1, 1, 2, 4))):
        line = dice.choice(lines)
        place = dice.randrange(len(line))
        other = dice.choice(lines)
        line[place] = dice.choice((dice.choice(WORDS), other[dice.randrange(len(other))]))
    try:
        with time_limit(2 * SECONDS):
            definition = from_text(json.dumps(lines))
    except Unreadable:
        return "refused"
    except TooLong:
        return _fail("more than 2 s to read")
    except Exception as problem:
        return _fail(f"entry: {type(problem).__name__}: {problem}")
    return _harmless(definition)


def _harmless(definition: Any) -> str:
    """What is written for a definition calls only what we have made; what cannot be written runs nothing either."""
    try:
        source = Source(definition, True)
        with time_limit(5 * SECONDS):
            text = "".join(source.text(piece) for piece in source.pieces())
    except Exception:
        return "cannot be written"
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return "cannot be compiled"
    called = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    strings = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    if called & FORBIDDEN or any(isinstance(node, ast.Import | ast.ImportFrom) for node in ast.walk(tree)):
        return _fail(f"source calls {called & FORBIDDEN}")
    return _fail(f"words in the source: {strings}") if any("import" in one for one in strings) else "written"


JUDGES: dict[str, Callable[[int], str]] = {"saves": judge_save, "records": judge_record, "entries": judge_entry}
