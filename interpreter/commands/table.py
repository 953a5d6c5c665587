"""`rulewright table`: a table in the browser, for people by link, bots and whoever looks on."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .error_messages import mention_warnings, plainly
from .output import tell
from .table_options import TableWishes, table_options

if TYPE_CHECKING:
    from ..game import Game
    from ..web.hall import Hall, TablePlan

TURN = 0.001  # seconds that a thread works before another one may: whoever is answered waits for those who work at tables
NEEDED = ("starlette", "uvicorn", "websockets", "jinja2")


@click.command()
@click.argument("game", required=False)
@table_options
@click.option("--one-link", is_flag=True, help="All people play at one screen, with a curtain between them.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen; other machines need another one.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="The port; 0 for any free one.")
@click.option("--address", "addresses", multiple=True, metavar="URL", help="An address under which people reach this server.")
@click.option("--store", type=click.Path(path_type=Path, dir_okay=False), help="The file in which tables are kept.")
@click.option("--no-open", is_flag=True, help="Do not open a browser.")
@plainly
def table(
    game: str | None, wishes: TableWishes, one_link: bool, host: str, port: int, addresses: tuple[str, ...],
    store: Path | None, no_open: bool,
) -> None:  # fmt: skip
    """Open a table in the browser; without a game, the lobby.

    Prints a link for every person and one for whoever looks on. All answers are kept: after a restart every link still works.

    Example: rulewright table my_game --seats Ada,Bo,Cy:greedy
    """
    from ..game import Unplayable, load

    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise Unplayable("the table in the browser needs more libraries: pip install 'rulewright[web]'")
    from ..desk.seating import options_from, seats_from
    from ..web.hall import TablePlan
    from ..web.page_room import pages
    from ..web.serving import ServerAddress, serve

    loaded = None if game is None else load(game, wishes.variant)
    setting = None
    if loaded is not None and game is not None:
        mention_warnings(loaded, game)
        names, bots = seats_from(loaded, wishes.seats, wishes.players, interactive=True)
        people = tuple(number for number, name in enumerate(names) if name not in bots)
        links = [people] if one_link and people else ()
        setting = TablePlan(loaded, names, bots, options_from(wishes.settings), wishes.seed, links)
    elif wishes.seats or wishes.variant or wishes.says_which_game() or one_link:
        raise Unplayable("name the game that is to be played, or none for the lobby")
    place = ServerAddress(host, port, tuple(map(_checked, addresses)), store)
    sys.setswitchinterval(TURN)
    serve(place, games_here(loaded), pages(), lambda hall, address: _ready(hall, address, setting, not no_open))


def _checked(address: str) -> str:
    """An address as browsers write an origin."""
    from urllib.parse import urlsplit

    from ..game import Unplayable

    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.path.strip("/") or parts.query or parts.fragment:
        raise Unplayable(f"{address} is no address like https://games.example.org")
    return f"{parts.scheme}://{parts.netloc}"


def games_here(loaded: Game | None) -> dict[str, Path]:
    """The shipped games and the one that was named, by their ids."""
    from ..game import folder_of, shipped

    folders = {name: folder_of(name) for name in shipped()}
    return folders if loaded is None else folders | {loaded.definition.id: loaded.folder.resolve()}


async def _ready(hall: Hall, address: str, setting: TablePlan | None, opens: bool) -> None:
    """Say where to sit, once somebody listens there."""
    first = f"{address}/"
    if setting is None:
        tell(f"The lobby: {first}")
    else:
        made = await hall.set_up(setting)
        tell(f"{setting.game.name}: {', '.join(setting.seats)}.")
        for seats, path in made.links:
            tell(f"  {' and '.join(seats) or 'to look on'}: {address}{path}")
        first = f"{address}{made.links[0][1]}"
    tell("Ctrl-C ends the server; tables are kept.")
    if opens:
        _open(first)


def _open(address: str) -> None:
    import webbrowser

    from ..web.serving import can_show

    if can_show():
        webbrowser.open(address)
