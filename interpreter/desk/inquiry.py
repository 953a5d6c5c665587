"""What somebody may ask of a game at any moment, whether it is played or looked at again.

Takes what is typed; returns the lines that answer it, or nothing if it is no such question. Nothing here depends on what is
being decided, and no answer tells more than the one who asks may know.
"""

from __future__ import annotations

from ..table.match import Match
from ..table.place_facts import place_facts
from ..telling.aloud import read_aloud
from .cards import about, nothing_called
from .chronicle import behind, log_lines
from .reason_lines import why_lines
from .rulebook import rules_lines
from .sources import Sources


def answered(sources: Sources, match: Match, seat: str | None, text: str) -> list[str]:
    """`? NAME`, `rules [WORD]`, `log [N]` and `why VALUE`, for a seat, or with none for whoever looks on."""
    if text.startswith("?"):
        name = text[1:].strip()
        return what_is(sources, match, seat, name) if name else ["Which card or place? Write: ? NAME"]
    word, _, rest = text.partition(" ")
    match word.casefold():
        case "rules":
            return rules_lines(sources, rest, match.options)
        case "log":
            return behind(sources, match, seat, rest) if rest else log_lines(match, seat)
        case "why":
            lines = why_lines(sources, match, rest, seat) if rest else ["Write why and a value, such as why score."]
            return [read_aloud(match.definition, line) for line in lines]
    return []


def what_is(sources: Sources, match: Match, seat: str | None, name: str) -> list[str]:
    """What a card, a place or another word of the game is."""
    there, told = place_facts(match, seat, name, sources.is_value), about(sources, name)
    return [*there, *(told if not there or told[0] != nothing_called(sources, name) else [])]
