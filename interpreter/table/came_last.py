"""What came last to something: the sentence that set it or moved cards there, and the answer before that.

Takes a match and a variable or a zone; returns a line for whoever may know everything, nothing where nothing was played.
"""

from __future__ import annotations

from collections.abc import Callable

from ..engine.texts import zone_names
from ..telling.entries import Answer, Change, Decide, Entry, Known, Mark, Move, Swap, Thing
from ..telling.things import zone_key
from .match import Match


def what_set(match: Match, variable: str, of: Known) -> tuple[str, ...]:
    """Where a variable was set last; that it was not is told, too."""

    def sets(entry: Entry) -> bool:
        return isinstance(entry, Change | Mark) and entry.variable == variable and _is_same(entry.of, of)

    return _last(match, sets, "set", "nothing has set it")


def what_moved(match: Match, zone: int) -> tuple[str, ...]:
    """Where cards came to a zone or left it last."""
    key = zone_key(zone)

    def moves(entry: Entry) -> bool:
        if isinstance(entry, Swap):
            return key in (entry.left.key, entry.right.key)
        return isinstance(entry, Move) and (entry.zone == key or any(step.source == key for step in entry.steps))

    return _last(match, moves, "last changed", "nothing has come there or left it")


def how_it_ended(match: Match) -> tuple[str, ...]:
    """The scores as everybody reads them, and who came first by what."""
    return tuple(line.public for line in match.log if line.kind == Decide.kind and not line.place and line.public)


def lies_elsewhere(match: Match, row: int, owner: int | None, zone: int) -> str:
    """Where the cards of a row lie that do not lie in a zone: all of one owner, if it is said whose."""
    state, names = match.state, zone_names(match.state.world, match.seats)
    cards = [card for card in state.world.cards_of_row[row] if owner is None or state.owner(card) in (None, owner)]
    zones = dict.fromkeys(names[state.lies_in[card]] for card in cards if state.lies_in[card] != zone)
    return " and ".join(zones)


def _last(match: Match, is_meant: Callable[[Entry], bool], done: str, otherwise: str) -> tuple[str, ...]:
    told, answer, is_played = otherwise, "", False
    for chapter in match.journal.chapters:
        for one in chapter.happenings:
            is_played = True
            entries = [entry for entry in one.entries if entry is not None]
            said = next((entry for entry in entries if isinstance(entry, Answer)), None)
            if said is not None:
                own = one.for_viewer(match.seats.index(said.seat))
                answer = f'"{said.seat}: {own.text if isinstance(own, Answer) else said.text}"'
            elif entries and is_meant(entries[0]):
                told = f"{done} at {one.place}" + (f", after {answer}" if answer else "") if one.place else ""
    return (told,) if is_played and told else ()


def _is_same(one: Known, other: Known) -> bool:
    """The same thing; of cards, whose keys differ from reader to reader, one that is called the same."""
    if isinstance(one, Thing) and isinstance(other, Thing):
        same = (one.sort, one.owner) == (other.sort, other.owner)
        return same and (one.name == other.name if one.sort == "card" else one.key == other.key)
    return one is None and other is None
