"""`rulewright explain`: what a card does, where that is written, and how it is carried out."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from .error_messages import plainly
from .output import tell, variant_option

if TYPE_CHECKING:
    from ..desk.sources import Sources
    from ..game import Game
    from ..model.definition import Row


@click.command()
@click.argument("game")
@click.argument("card", nargs=-1, required=True)
@click.option(
    "--generated", is_flag=False, flag_value="python", default="", type=click.Choice(["", "ir", "python", "c"]),
    metavar="[ir|python|c]", help="Also show what the card's rules become: IR, and what that is written out as: Python, or C.",
)  # fmt: skip
@variant_option
@plainly
def explain(game: str, card: tuple[str, ...], generated: str, variant: str | None) -> None:
    """Show what is printed on a card, what it does and its lines in the definition, or why a value is what it is.

    A value, such as score or cost of fox, is told as it is when a game begins. With --generated the source that an engine runs
    stands beside a card: Python, where a number behind # is the line of the definition, or with --generated c the C. With
    --generated ir it is what its sentences mean, from which all engines are made.

    Example: rulewright explain my_game wizard
    """
    from ..desk.cards import about, find_rows
    from ..desk.sources import Sources
    from ..game import load

    sources = Sources(load(game, variant))
    definition = sources.game.definition
    words = " ".join(card)
    rows = find_rows(definition, words)
    if not rows and (told := _why_at_the_start(sources, words)):
        tell("\n".join(told))
        return
    tell("\n".join(about(sources, words)))
    if not rows:
        sys.exit(1)
    for _, row in rows[:1]:
        if row.text:
            tell("\n".join(sources.entry(row.id, row.line)))
        tell("\n".join(sources.written(row.id, row.line)))
        if generated:
            _show_source(sources.game, row, generated)


def _why_at_the_start(sources: Sources, words: str) -> list[str]:
    """Why a value is what it is when a game begins; nothing if the words ask for none."""
    from ..desk.reason_lines import why_lines
    from ..language.diagnostics import DefinitionError

    match = sources.game.new_match(sources.game.usual_players)
    try:
        sources.game.why(match, words, match.seats[0], sees_all=True)
    except DefinitionError:
        return []
    return ["When a game begins:", *why_lines(sources, match, words, match.seats[0], sees_all=True)]


def _show_source(game: Game, row: Row, language: str) -> None:
    from ..engine.choice import c_of_piece
    from ..engine.python.module import source_of
    from ..ir.analysis.outline import outline_of

    definition = game.definition
    source = source_of(definition)
    number = next(number for number, (_, one) in enumerate(definition.rows) if one is row)
    pieces = source.pieces_of(number)
    if not pieces:
        tell(f"Nothing is written out for {row.name}: it has no abilities.")
    for piece, where in pieces:
        if language == "c":
            tell(f"\n/* {where} */\n{c_of_piece(definition, game.usual_players, piece)}", nl=False)
        elif language == "ir":
            tell("\n".join(("", f"# {where}", *outline_of(definition, piece, number))))
        else:
            tell(f"\n# {where}\n{source.text(piece)}", nl=False)
