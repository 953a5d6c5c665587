"""Why a value is what it is, for a person at a table: as lines to read, with the rules behind it.

Takes the words of somebody who asks, and tells no more than that seat may know.
"""

from __future__ import annotations

from ..engine.trouble import RuleError
from ..language.diagnostics import DefinitionError
from ..table.match import Match
from ..telling.reasons import Kind, Reason
from .sources import Sources

MORE = " more"  # words that end with it ask for everything


def why_lines(sources: Sources, match: Match, words: str, seat: str | None, sees_all: bool = False) -> list[str]:
    """The reason, to the depth that is wanted, with the sentences of its rules; or what is wrong with the words."""
    depth = 6 if words.endswith(MORE) else 2
    try:
        reasons = _reasons(sources, match, words.removesuffix(MORE), seat, sees_all)
    except DefinitionError as problem:
        first = problem.diagnostics[0]
        return [f"{first.message}; {first.hint}" if first.hint else f"{first.message}"]
    except RuleError as problem:
        return [problem.message]
    cited = dict.fromkeys(rule for reason in reasons.values() for rule in reason.all_rules(depth))
    rules = [f"  {rule}: {sources.rules[rule]}" for rule in cited if rule in sources.rules]
    return [*(line for whose, reason in reasons.items() for line in _lines(whose, reason, depth)), *rules]


def _lines(whose: str, reason: Reason, depth: int) -> list[str]:
    first, *below = reason.lines(depth)
    return [whose + first, *below]


def _reasons(sources: Sources, match: Match, words: str, seat: str | None, sees_all: bool) -> dict[str, Reason]:
    """One; where it hangs on a card that everybody has, and the own one is out of sight, those of the others that are not,
    each behind whose it is."""
    own = sources.game.why(match, words, seat, sees_all)
    if own.kind is not Kind.HIDDEN or seat is None:
        return {"": own}
    others = {f"{other}: ": sources.game.why(match, words, seat, whose=other) for other in match.seats if other != seat}
    return {whose: one for whose, one in others.items() if one.kind is not Kind.HIDDEN} or {"": own}
