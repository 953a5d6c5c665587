"""`rulewright words`: the closed word list of the language."""

from __future__ import annotations

import sys

import click

from .error_messages import plainly
from .output import as_json_option, tell, tell_as


@click.command()
@click.argument("word", required=False)
@as_json_option
@plainly
def words(word: str | None, as_json: bool) -> None:
    """The closed word list of the language, or one word with its example.

    Example: rulewright words choose
    """
    from ..language.diagnostics import did_you_mean
    from ..language.words import find, listing

    entries = find(word) if word else listing()
    if word and not entries:
        hint = did_you_mean(word, [entry["word"] for entry in listing()])
        tell(f'error: "{word}" is not a word of the language' + (f"; {hint}" if hint else ""), err=True)
        sys.exit(2)
    tell_as(as_json, lambda: entries, lambda: _words_text(entries))


def _words_text(entries: list[dict[str, str]]) -> str:
    if len(entries) > 3:
        return "\n".join(f"{one['word']:<14} {one['kind']:<12} {one['means']}" for one in entries)
    return "\n\n".join(f"{one['word']} ({one['kind']}): {one['means']}\n  {one['example']}" for one in entries)
