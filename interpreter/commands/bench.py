"""`rulewright bench`: how fast games run on this machine."""

from __future__ import annotations

import click

from .engines import engine_option
from .error_messages import plainly
from .output import as_json_option, tell, tell_json

HEADER = (
    f"{'game':<28} {'seats':>5} {'games/s':>9} {'by match':>9} {'decisions':>9} {'µs each':>8} {'copy µs':>8} {'written':>8}"
)


@click.command()
@click.argument("games", nargs=-1)
@click.option("--seats", type=int, help="How many seats; the most of each game if not given.")
@click.option("--seconds", type=click.FloatRange(0.1, 600), default=2.0, show_default=True, help="How long each game is timed.")
@as_json_option
@engine_option
@plainly
def bench(games: tuple[str, ...], seats: int | None, seconds: float, as_json: bool, engine: str | None) -> None:
    """Measure how fast games run: random games per second, time per decision, cost of a copy.

    Without a game, every game that comes with Rulewright is measured.

    Example: rulewright bench my_game --seats 4
    """
    from ..game import load, shipped
    from ..study.benchmark import measure

    paces = []
    if not as_json:
        tell(HEADER)
    for name in games or shipped():
        game = load(name)
        players = len(game.check_seats(seats if seats is not None else game.definition.most))
        pace = measure(game.definition, players, seconds, engine=engine)
        paces.append(pace)
        if not as_json:
            tell(
                f"{pace.game:<28} {pace.players:>5} {pace.playouts_per_second:>9,.0f} {pace.matches_per_second:>9,.0f} "
                f"{pace.decisions_per_game:>9.1f} {pace.microseconds_per_decision:>8.1f} {pace.copy_microseconds:>8.1f} "
                f"{pace.written:>8.0%}"
            )
    if as_json:
        tell_json([one.to_json() for one in paces])
