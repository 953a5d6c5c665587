"""What a grouping of cards goes by, for somebody who asks: each pattern of it, with its sizes and its worth.

Takes what is written and a word; returns sentences with the rules that are cited there.
"""

from __future__ import annotations

from ..language.read.nodes import Mapping
from ..model.definition import Definition, Grouping, SetPattern
from ..telling.plurals import counted, listed, plural
from .sentences import in_words
from .sources import Sources

_SECTION = "groupings"


def about_patterns(sources: Sources, name: str) -> list[str]:
    """Lines about a grouping of this name with its patterns, or about a pattern; nothing if there is none."""
    definition, lines = sources.game.definition, list[str]()
    for one in definition.groupings:
        kind = definition.kinds[one.kind]
        if one.name == name:
            lines.append(f"{_plain(name)} (a grouping of {_plain(kind.plural or plural(kind.name))}):")
            lines += [f"  {_told(sources, definition, one, pattern)}" for pattern in one.patterns]
            lines += sources.cited_at(_SECTION, name)
        elif pattern := next((pattern for pattern in one.patterns if pattern.name == name), None):
            lines.append(f"{_told(sources, definition, one, pattern)} (a pattern of {_plain(one.name)})")
            lines += sources.cited_beside(_pattern(sources, one, pattern))
    return lines


def _told(sources: Sources, definition: Definition, grouping: Grouping, pattern: SetPattern) -> str:
    """`straight: in a row by rank, 3 cards or more, worth 6 plus 2 times (size less 3)`."""
    names = [_plain(definition.columns[number].name) for number in grouping.columns]
    alike = [f"the same {listed([names[one] for one in pattern.same])}"] if pattern.same else []
    alike += [f"in a row by {names[pattern.run]}"] if pattern.run is not None else []
    alike += [f"each with another {names[one]}" for one in pattern.different]
    written = _pattern(sources, grouping, pattern)
    worth = in_words(written.get("worth")) if written is not None else ""
    parts = [*alike, _sizes(pattern), *([f"worth {worth}"] if worth else [])]
    return f"{_plain(pattern.name)}: {', '.join(parts)}"


def _pattern(sources: Sources, grouping: Grouping, pattern: SetPattern) -> Mapping | None:
    """What is written about a pattern."""
    written = sources.declared(_SECTION, grouping.name)
    patterns = written.get("patterns") if isinstance(written, Mapping) else None
    one = patterns.get(pattern.name) if isinstance(patterns, Mapping) else None
    return one if isinstance(one, Mapping) else None


def _sizes(pattern: SetPattern) -> str:
    if pattern.low == pattern.high:
        return counted(pattern.low, "card")
    return f"{pattern.low} cards or more" if pattern.high is None else f"{pattern.low} to {pattern.high} cards"


def _plain(words: str) -> str:
    return words.replace("_", " ")
