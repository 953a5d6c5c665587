"""`rulewright explain`: what a card does, where that is written, and how it is carried out."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from .error_messages import plainly
from .telling import tell

if TYPE_CHECKING:
    from ..desk.sources import Sources
    from ..game import Game
    from ..model.definition import Row


@click.command()
@click.argument("game")
@click.argument("card", nargs=-1, required=True)
@click.option("--generated", is_flag=True, help="Also show the Python that the card's rules are written out as.")
@plainly
def explain(game: str, card: tuple[str, ...], generated: bool) -> None:
    """Show what is printed on a card, what it does and its lines in the definition, or why a value is what it is.

    A value, such as score or cost of fox, is told as it is when a game begins. With --generated the Python source that the
    engine runs stands beside a card; a number behind # is the line of the definition.

    Example: rulewright explain my_game wizard
    """
    from ..desk.cards import about, find_rows
    from ..desk.sources import Sources
    from ..game import load

    sources = Sources(load(game))
    definition = sources.game.definition
    words = " ".join(card)
    found = find_rows(definition, words)
    if not found and (told := _why_at_the_start(sources, words)):
        tell("\n".join(told))
        return
    tell("\n".join(about(sources, words)))
    if not found:
        sys.exit(1)
    for _, row in found[:1]:
        if row.text:
            tell("\n".join(sources.entry(row.id, row.line)))
        tell("\n".join(sources.written(row.id, row.line)))
        if generated:
            _show_source(sources.game, row)


def _why_at_the_start(sources: Sources, words: str) -> list[str]:
    """Why a value is what it is when a game begins; nothing if the words ask for none."""
    from ..desk.reasons import why_lines
    from ..language.diagnostics import DefinitionError

    match = sources.game.new_match(sources.game.usual_players)
    try:
        sources.game.why(match, words, match.seats[0], sees_all=True)
    except DefinitionError:
        return []
    return ["When a game begins:", *why_lines(sources, match, words, match.seats[0], sees_all=True)]


def _show_source(game: Game, row: Row) -> None:
    from ..engine.python.module import source_of

    source = source_of(game.definition)
    number = next(number for number, (_, one) in enumerate(game.definition.rows) if one is row)
    pieces = source.pieces_of(number)
    if not pieces:
        tell(f"Nothing is written out for {row.name}: it has no abilities.")
    for piece, place in pieces:
        tell(f"\n# {place}\n{source.text(piece)}", nl=False)
