"""Mutants of definitions: small changes of the kind that people make, at random places of a real game.

Takes the files of a game and a number; returns other files. The same number gives the same mutant everywhere, so that a run can
be repeated, and gone on with where it stopped.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import yaml
from rulewright.language.read.files import Files

NUMBERS = (0, 1, 2, 3, -1, 7, 12, 99, 256, 1000, 10**6, 10**9, 10**10, 10**19, 10**40)
SIGNS = "{}[]():,#\"'|>-&*!%@`\\\t\0\x1b‮é\n"
Place = tuple[Any, Any]  # a list or mapping, and the index or key of one of its entries


def mutant(files: Files, number: int) -> Files:
    """The definition with one to three changes."""
    dice = random.Random(f"{files.id} {number}")
    contents = [(shown, raw.decode()) for shown, raw in files.contents]
    if number % 8 == 0:
        return _written(files, _noise(contents, dice))
    trees = [(shown, yaml.safe_load(text)) for shown, text in contents]
    for _ in range(dice.choice((1, 1, 1, 2, 3))):
        dice.choice(CHANGES)([tree for _, tree in trees], dice)
    return _written(files, [(shown, yaml.safe_dump(tree, width=10_000, sort_keys=False)) for shown, tree in trees])


def _written(files: Files, contents: list[tuple[str, str]]) -> Files:
    return Files(files.id, tuple((shown, text.encode("utf-8", "surrogatepass")) for shown, text in contents))


def _noise(contents: list[tuple[str, str]], dice: random.Random) -> list[tuple[str, str]]:
    which = dice.randrange(len(contents))
    shown, text = contents[which]
    contents[which] = (shown, noisy(text, dice))
    return contents


def noisy(text: str, dice: random.Random) -> str:
    """A character that comes or goes, or a line that is doubled, cut, left out or moved sideways."""
    lines = text.splitlines(keepends=True)
    at = dice.randrange(len(lines))
    line = lines[at]
    column = dice.randrange(len(line) + 1)
    lines[at] = dice.choice((
        line[:column] + dice.choice(SIGNS) + line[column:], line[:column] + line[column + 1 :], "", line + line, f"  {line}",
        line.removeprefix("  "), line[:column] + "\n", line.replace(":", "", 1), line.replace("- ", "", 1), line.rstrip("\n"),
    ))  # fmt: skip
    return "".join(lines)


# ---------------------------------------------------------------- places of a tree


def entries(tree: Any) -> Iterator[Place]:
    """Every entry of every list and mapping."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        keys = list(node) if isinstance(node, dict) else list(range(len(node))) if isinstance(node, list) else []
        for key in keys:
            yield node, key
            waiting.append(node[key])


def _somewhere(trees: list[Any], dice: random.Random, fits: Callable[[Place], bool] = lambda place: True) -> Place | None:
    found = [place for tree in trees for place in entries(tree) if fits(place)]
    return dice.choice(found) if found else None


def _is_text(place: Place) -> bool:
    return isinstance(place[0][place[1]], str)


def _words(trees: list[Any]) -> list[str]:
    texts = [place[0][place[1]] for tree in trees for place in entries(tree) if _is_text(place)]
    return [word for text in texts for word in text.split()] or ["x"]


# ---------------------------------------------------------------- changes


def _other_number(trees: list[Any], dice: random.Random) -> None:
    """A number that is a value of its own, or one inside a sentence."""
    place = _somewhere(trees, dice, lambda one: isinstance(one[0][one[1]], int) or (_is_text(one) and _digits(one)))
    if place is None:
        return
    node, key = place
    new = dice.choice(NUMBERS)
    if isinstance(node[key], str):
        words = node[key].split(" ")
        which = dice.choice([index for index, word in enumerate(words) if word.isdecimal()])
        words[which] = str(new)
        node[key] = " ".join(words)
    else:
        node[key] = new


def _digits(place: Place) -> bool:
    return any(word.isdecimal() for word in place[0][place[1]].split(" "))


def _other_word(trees: list[Any], dice: random.Random) -> None:
    """A word of a sentence is dropped, doubled, exchanged with the next or becomes another word of the game."""
    place = _somewhere(trees, dice, _is_text)
    if place is None:
        return
    node, key = place
    words = node[key].split(" ")
    at = dice.randrange(len(words))
    ways: tuple[list[str], ...] = (
        [*words[:at], *words[at + 1 :]],
        [*words[:at], words[at], *words[at:]],
        [*words[:at], *words[at + 1 : at + 2], words[at], *words[at + 2 :]],
        [*words[:at], dice.choice(_words(trees)), *words[at + 1 :]],
    )
    node[key] = " ".join(dice.choice(ways))


def _other_value(trees: list[Any], dice: random.Random) -> None:
    """What stands elsewhere stands here too."""
    place, other = _somewhere(trees, dice), _somewhere(trees, dice)
    if place and other:
        place[0][place[1]] = deepcopy(other[0][other[1]])


def _leave_out(trees: list[Any], dice: random.Random) -> None:
    place = _somewhere(trees, dice)
    if place:
        del place[0][place[1]]


def _move(trees: list[Any], dice: random.Random) -> None:
    """An entry goes to another list or mapping, or stands there too."""
    place = _somewhere(trees, dice)
    if place is None:
        return
    goal = _somewhere(trees, dice, lambda one: type(one[0]) is type(place[0]))
    assert goal is not None
    value = deepcopy(place[0][place[1]])
    if dice.random() < 0.5:
        del place[0][place[1]]
    if isinstance(goal[0], dict):
        goal[0][place[1]] = value
    else:
        goal[0].insert(dice.randrange(len(goal[0]) + 1), value)


def _other_key(trees: list[Any], dice: random.Random) -> None:
    """A key becomes another key of the game."""
    place = _somewhere(trees, dice, lambda one: isinstance(one[0], dict))
    other = _somewhere(trees, dice, lambda one: isinstance(one[0], dict))
    if place and other:
        node, key = place
        changed = {(other[1] if name == key else name): value for name, value in node.items()}
        node.clear()
        node.update(changed)


def _other_shape(trees: list[Any], dice: random.Random) -> None:
    """A value becomes a list, a mapping, nothing, a flag or an empty text."""
    place = _somewhere(trees, dice)
    if place:
        node, key = place
        node[key] = dice.choice(([node[key]], {"do": node[key]}, None, True, "", [], {}))


CHANGES: tuple[Callable[[list[Any], random.Random], None], ...] = (
    _other_number, _other_number, _other_word, _other_word, _other_word, _other_value, _leave_out, _move, _other_key,
    _other_shape,
)  # fmt: skip
