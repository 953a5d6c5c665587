"""Why a value is what it is, for a person at a table: the reason with the rules behind it, and as lines to read.

Takes the words of somebody who asks, and tells no more than that seat may know.
"""

from __future__ import annotations

from dataclasses import replace

from ..language.diagnostics import DefinitionError
from ..table.match import Match
from ..table.reasons import Reason
from .sources import Sources


def why_value(sources: Sources, match: Match, words: str, seat: str | None, sees_all: bool = False) -> Reason:
    """Why a value is what it is, with the rules that are cited where its parts are written; raises DefinitionError."""
    return _with_rules(sources.game.why(match, words, seat, sees_all), sources)


def _with_rules(reason: Reason, sources: Sources) -> Reason:
    parts = tuple(_with_rules(one, sources) for one in reason.parts)
    return replace(reason, parts=parts, rules=sources.rules_at(reason.place) if reason.place else ())


MORE = " more"  # words that end with it ask for everything


def why_lines(sources: Sources, match: Match, words: str, seat: str | None, sees_all: bool = False) -> list[str]:
    """The same as lines, with the sentences of the rules behind it; one line that says what is wrong with the words."""
    depth = 6 if words.endswith(MORE) else 2
    try:
        reason = why_value(sources, match, words.removesuffix(MORE), seat, sees_all)
    except DefinitionError as problem:
        first = problem.diagnostics[0]
        return [f"{first.message}; {first.hint}" if first.hint else f"{first.message}"]
    rules = [f"  {rule}: {sources.rules[rule]}" for rule in reason.all_rules(depth)]
    return [*reason.lines(depth), *rules]
