"""How things are counted and listed in English: one coin, two coins, a card, an inn, this and that.

Takes nouns as a definition writes them, in the singular or the plural; returns words. What English does not tell from the noun
alone is declared there with `plural`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_VOWELS = "aeiou"
_SOUNDS_OTHERWISE = re.compile(r"(?:hour|honest|honou?r|heir)", re.IGNORECASE)
_SOUNDS_LIKE_YOU = re.compile(r"(?:uni|use|usu|eu|ewe|one\b|once\b|ut[eio]|ub[io]|u\b)", re.IGNORECASE)
_SPOKEN_NUMBER = re.compile(r"(?:8|11\b|18\b)")
_ALIKE = {"fish", "sheep", "deer", "series", "species", "dice", "means", "oats"}
_IRREGULAR = {
    "die": "dice", "man": "men", "woman": "women", "child": "children", "foot": "feet", "tooth": "teeth", "goose": "geese",
    "mouse": "mice", "ox": "oxen", "person": "people", "wolf": "wolves", "thief": "thieves", "elf": "elves", "leaf": "leaves",
    "knife": "knives", "life": "lives", "wife": "wives", "half": "halves", "loaf": "loaves", "calf": "calves",
    "shelf": "shelves", "dwarf": "dwarves", "scarf": "scarves", "hero": "heroes", "potato": "potatoes", "tomato": "tomatoes",
    "echo": "echoes", "cargo": "cargoes", "passerby": "passers-by", "sheaf": "sheaves",
}  # fmt: skip
_OF = re.compile(r"(?<=\w)[ _]of[ _](?=\w)")
_WHERE = ("in", "on", "at", "under", "beside")
_BACK = {many: one for one, many in _IRREGULAR.items()}


def article(noun: str) -> str:
    """`a card`, `an inn`, `an 8`, `a unicorn`."""
    is_vowel = noun[:1].lower() in _VOWELS and noun[:1] != "" and _SOUNDS_LIKE_YOU.match(noun) is None
    return f"an {noun}" if is_vowel or _SOUNDS_OTHERWISE.match(noun) or _SPOKEN_NUMBER.match(noun) else f"a {noun}"


def plural(noun: str) -> str:
    """Several of what a noun in the singular names; only its last word changes, and only if that is a word. Of a `card of
    winds` it is what stands before `of`."""
    if of := _OF.search(noun):
        return plural(noun[: of.start()]) + noun[of.start() :]
    head, last = _split(noun)
    lower = last.lower()
    if lower in _ALIKE or not re.search("[aeiouy]", lower) or not last[-1:].isalpha():
        return noun
    if lower in _IRREGULAR:
        return head + last[0] + _IRREGULAR[lower][1:]
    if lower.endswith("y") and lower[-2:-1] not in _VOWELS:
        return f"{noun[:-1]}ies"
    return f"{noun}es" if lower.endswith(("s", "x", "z", "ch", "sh")) else f"{noun}s"


def plural_of_name(name: str) -> str:
    """Several of what has a name; one of many words is a sentence and no noun, and stays: `Mug Another Player`."""
    return plural(name) if name.count(" ") < 2 else name


def singular(noun: str) -> str:
    """One of what a noun names, which may stand in the singular already."""
    if of := _OF.search(noun):
        return singular(noun[: of.start()]) + noun[of.start() :]
    head, last = _split(noun)
    lower = last.lower()
    if lower in _BACK:
        return head + last[0] + _BACK[lower][1:]
    if lower in _ALIKE or not lower.endswith("s") or lower.endswith(("ss", "us", "is")) or not re.search("[aeiouy]", lower):
        return noun
    if lower.endswith("ies") and len(lower) > 4:
        return f"{noun[:-3]}y"
    return noun[:-2] if lower.endswith(("xes", "ches", "shes", "sses", "zes")) else noun[:-1]


def is_plural(noun: str) -> bool:
    """Whether a noun names several: `lost turns`, and not `bias` or `dress`."""
    last = _split(noun)[1]
    return last.lower() in _BACK or (last.endswith("s") and singular(last) != last and plural(singular(last)) == last)


def _split(noun: str) -> tuple[str, str]:
    """All but the last word, and that."""
    start = max(noun.rfind(" "), noun.rfind("_")) + 1
    return noun[:start], noun[start:]


def counted(number: int, noun: str, many: str = "") -> str:
    """`1 coin`, `2 coins`, `0 coins`, whether the noun is declared as `coin` or `coins`; `many` is its plural, if declared."""
    one = noun if many else singular(noun)
    return f"{number} {one if abs(number) == 1 else many or plural(one)}".replace("_", " ")


def as_place(name: str) -> str:
    """What a zone is called where a line says `to` or `from` before it: `cards in play`."""
    return f"cards {name}" if name.partition(" ")[0] in _WHERE else name


def listed(names: Sequence[str]) -> str:
    """`this, that and another`."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else ""
