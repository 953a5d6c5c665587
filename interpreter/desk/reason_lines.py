"""Why a value is what it is, for a person at a table: as lines to read, with the rules behind it.

Takes the words of somebody who asks, and tells no more than that seat may know.
"""

from __future__ import annotations

from ..engine.trouble import RuleError
from ..language.diagnostics import DefinitionError
from ..table.match import Match
from .sources import Sources

MORE = " more"  # words that end with it ask for everything


def why_lines(sources: Sources, match: Match, words: str, seat: str | None, sees_all: bool = False) -> list[str]:
    """The reason, to the depth that is wanted, with the sentences of its rules; or what is wrong with the words."""
    depth = 6 if words.endswith(MORE) else 2
    try:
        reason = sources.game.why(match, words.removesuffix(MORE), seat, sees_all)
    except DefinitionError as problem:
        first = problem.diagnostics[0]
        return [f"{first.message}; {first.hint}" if first.hint else f"{first.message}"]
    except RuleError as problem:
        return [problem.message]
    rules = [f"  {rule}: {sources.rules[rule]}" for rule in reason.all_rules(depth) if rule in sources.rules]
    return [*reason.lines(depth), *rules]
