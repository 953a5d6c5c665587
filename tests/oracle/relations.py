"""Changes of a definition that must not change the game: they need no second engine to tell a fault.

Every change gives another definition that is played with the same seed and the same answers; `told` says what must be alike.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

from rulewright.engine.python.stepper import Stepper
from rulewright.engine.trouble import RuleError
from rulewright.ir.analysis.none_ness import facts_of
from rulewright.model.definition import NAMES, Definition
from rulewright.table.match import Match

from .verdicts import MOST_DECISIONS

NAMED = (
    "numbers",
    "types",
    "tables",
    "options",
    "components",
    "zones",
    "variables",
    "counters",
    "values",
    "define",
    "groupings",
    "actions",
)
LOCAL = re.compile(r"\b(?:kept|found|met|picked|given)_\w+")
OTHERS = ("Quill", "Rhea", "Sven", "Tove", "Uma", "Vito", "Wim", "Xenia", "Yara", "Zeno", "Pia", "Olaf")

Told = list[tuple[Any, ...]]


def told(definition: Definition, seed: int, names: tuple[str, ...] = NAMES, texts: bool = True) -> Told:
    """A random game: who decides and what is offered, in words or by number with the whole position, and how it ends."""
    dice = random.Random(seed)
    players = dice.randint(definition.fewest, definition.most)
    found: Told = []
    try:
        options = {one.name: one.default for one in definition.options}
        match = Match.begin(definition, names[:players], seed, options, False, Stepper)
        while match.decisions and len(found) < MOST_DECISIONS:
            decision = match.decisions[0]
            seat = match.seats.index(decision.seat)
            found.append((seat, [one.text if texts else one.number for one in decision.options], texts or _nameless(match)))
            match.answer(decision.options[dice.randrange(len(decision.options))], decision.seat)
        if not match.decisions:
            scores = list(match.result.scores.values())
            found.append((scores, sorted(match.seats.index(one) for one in match.result.winners)))
    except RuleError:
        found.append(("stopped",))  # in words that may name what was changed
    return found


def _nameless(match: Match) -> tuple[Any, ...]:
    """The position, with a number for each moment at which marks end."""
    moments = sorted(facts_of(match.definition).moments)
    *before, marks, shown, rng = match.state.table()
    numbered = [(variable, thing, moments.index(moment), *rest) for variable, thing, moment, *rest in marks]
    return *before, numbered, shown, rng


# ---------------------------------------------------------------- other names


def renamed(definition: dict[str, Any]) -> dict[str, Any]:
    """Everything that has a name of its own gets another."""
    names = _names(definition)
    changed: dict[str, Any] = _mapped(
        definition, lambda text: re.sub(r"[a-z][a-z0-9_]*", lambda word: _other(word[0], names), text)
    )
    return changed


def _names(definition: dict[str, Any]) -> set[str]:
    found = {"market", "hired"}
    for section in NAMED:
        found |= set(definition.get(section, {}))
    for part in (*definition.get("components", {}).values(), *definition.get("types", {}).values()):
        if isinstance(part, list):
            found |= set(part)
        elif isinstance(part, dict):
            found |= {*part.get("columns", {}), *part.get("rows", {})}
    for zone in definition.get("zones", {}).values():
        found |= set(zone.get("ids", ()))
    for one in definition.get("define", {}).values():
        found |= set(one.get("with", {}))
    for one in definition.get("groupings", {}).values():
        found |= set(one["patterns"])
    return found | {"dawn", "dusk"} | set(LOCAL.findall(str(definition)))


def _other(word: str, names: set[str]) -> str:
    """Another name, in the singular or the plural, with or without `un`, or made of two as crossed rows are."""
    if word in names:
        return f"{word[:-1]}qs" if word.endswith("s") else f"{word}q"
    if word.startswith("un") and word[2:] in names:
        return f"un{_other(word[2:], names)}"
    if f"{word}s" in names:
        return f"{word}q"
    if word.endswith("s") and word[:-1] in names:
        return f"{word[:-1]}qs"
    first, _, rest = word.partition("_")
    if first in names and rest and (rest in names or rest.isdecimal()):
        return f"{_other(first, names)}_{_other(rest, names)}"
    return word


def _mapped(part: Any, change: Callable[[str], str]) -> Any:
    if isinstance(part, dict):
        return {change(key): _mapped(value, change) for key, value in part.items()}
    if isinstance(part, list):
        return [_mapped(value, change) for value in part]
    return change(part) if isinstance(part, str) else part


# ---------------------------------------------------------------- other ways to write it


def with_stranger(definition: dict[str, Any]) -> dict[str, Any]:
    """One more kind of card, in a zone that nobody speaks of."""
    return definition | {
        "components": definition["components"] | {"stranger": {"copies": 2, "starts in": "limbo"}},
        "zones": definition["zones"] | {"limbo": {"holds": "stranger", "seen by": "everyone"}},
    }


def split(part: Any, key: str = "") -> Any:
    """Every list of statements in two: its first one, and the others in a `do` of their own."""
    if isinstance(part, dict):
        return {name: split(value, name) for name, value in part.items()}
    if isinstance(part, list):
        parts = [split(one) for one in part]
        return [parts[0], {"do": parts[1:]}] if key in ("do", "then", "else", "setup") and len(parts) > 1 else parts
    return part


def put_in_place(definition: dict[str, Any]) -> dict[str, Any]:
    """What a definition says stands where its name stood, if it is of nothing and takes nothing."""
    plain = {name: one["is"] for name, one in definition["define"].items() if set(one) == {"is"}}
    changed = definition
    for name, meaning in reversed(plain.items()):
        rest = {key: value for key, value in changed["define"].items() if key != name}
        changed = changed | {"define": rest}
        changed = _mapped(changed, lambda text, name=name, meaning=meaning: re.sub(rf"\b{name}\b", f"({meaning})", text))
    return changed


# What must be told alike: by number with the position, or in words.
RELATIONS: dict[str, tuple[Callable[[dict[str, Any]], dict[str, Any]], tuple[str, ...], bool]] = {
    "everything renamed": (renamed, NAMES, False),
    "other seats": (lambda definition: definition, OTHERS, False),
    "a card that never comes": (with_stranger, NAMES, True),
    "lists split": (split, NAMES, True),
    "definitions put in their place": (put_in_place, NAMES, True),
}
