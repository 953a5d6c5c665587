"""A game at one screen: shows the table, asks people, lets bots answer.

Takes a game, a way to print and a way to ask; needs no terminal itself. Reads numbers, texts and a few commands, and never
loses a game to a wrong answer.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path

from ..game import Game, Unplayable
from ..table.bots import BOTS, Bot
from ..table.match import Decision, Match, Refused
from ..table.save import BadSave
from .maps import draw_maps

MOST_ANSWERS = 20_000
HELP = """Answer with the number or the text of an option. Commands:
  look            show the table again
  log             show what happened so far
  undo            take the last answers back, up to your own last one
  save FILE       write the game to a file; rulewright play GAME --resume FILE goes on
  quit            stop playing"""


def seats_from(game: Game, text: str | None, players: int | None, interactive: bool) -> tuple[tuple[str, ...], dict[str, str]]:
    """The seats and who of them is a bot. By default you sit first, everybody else is a bot."""
    definition = game.definition
    if text is None:
        count = players if players is not None else min(definition.most, max(definition.fewest, 3))
        names = game.check_seats(count)
        return names, {name: "random" for name in names if not interactive or name != names[0]}
    named: list[str] = []
    bots: dict[str, str] = {}
    for part in text.split(","):
        name, _, bot = (word.strip() for word in part.partition(":"))
        named.append(name)
        if bot or not interactive:
            bots[name] = bot or "random"
    for bot in bots.values():
        if bot not in BOTS:
            raise Unplayable(f'there is no bot "{bot}"; there is: {", ".join(BOTS)}')
    if any(not name for name in named):
        raise Unplayable("a seat has no name")
    if players is not None and players != len(named):
        raise Unplayable(f"{len(named)} seats are named, but {players} players are asked for")
    return game.check_seats(named), bots


def options_from(settings: Sequence[str]) -> dict[str, str]:
    found = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise Unplayable(f'"{setting}" is not OPTION=VALUE')
        found[name] = value
    return found


class Terminal:
    def __init__(
        self, game: Game, show: Callable[[str], None], ask: Callable[[str], str | None] | None, bots: dict[str, str]
    ) -> None:
        self.game = game
        self.show = show
        self.ask = ask
        self.bot_names = bots
        self.match: Match
        self.bots: dict[str, Bot] = {}
        self.told = 0
        self.at_screen: str | None = None

    def begin(self, seats: tuple[str, ...], seed: int | None, options: dict[str, str]) -> None:
        chosen = seed if seed is not None else secrets.randbits(32)
        self.match = self.game.new_match(seats, chosen, options)
        self._seat_bots()
        self.show(f"{self.game.name}: {', '.join(seats)}. Seed {chosen}.")

    def resume(self, path: Path, seats: tuple[str, ...] | None = None) -> None:
        """Go on with a saved game; without `seats` the first seat is yours and bots play the others."""
        try:
            self.match = self.game.resume(path.read_text(encoding="utf-8"))
        except UnicodeDecodeError:
            raise BadSave(f"{path} is not a saved game") from None
        if seats is None:
            self.bot_names = {name: "random" for name in self.match.seats if self.ask is None or name != self.match.seats[0]}
        elif seats != self.match.seats:
            raise Unplayable(f"at the saved table sit {', '.join(self.match.seats)}")
        self._seat_bots()
        self.told = max(0, len(self.match.log) - 6)

    def _seat_bots(self) -> None:
        self.bots = {
            name: BOTS[bot](self.match.seed * 31 + number) for number, (name, bot) in enumerate(sorted(self.bot_names.items()))
        }

    def play(self) -> None:
        """Until the game is over or somebody leaves."""
        while self.match.decisions:
            if len(self.match.answers) >= MOST_ANSWERS:
                raise Unplayable(f"after {MOST_ANSWERS} answers the game is not over; give its turns an until, laps or skip")
            decision = self.match.decisions[0]
            bot = self.bots.get(decision.seat)
            if bot is not None:
                self.match.answer(bot.choose(decision), decision.seat)
            elif not self._person(decision):
                self.show("The game is not finished.")
                return
        self._tell(None)
        self._tell_result()

    # ---- showing

    def _tell(self, viewer: int | None) -> None:
        for line in self.match.log[self.told :]:
            self.show(line.seen_by(viewer))
        self.told = len(self.match.log)

    def _tell_result(self) -> None:
        result = self.match.result
        assert result is not None
        width = max(len(seat) for seat in self.match.seats)
        self.show("")
        for seat, score in result.ranking:
            self.show(f"{seat:<{width}} {score:>4}{'  wins' if seat in result.winners else ''}")

    def look(self, seat: str) -> None:
        """The table as this seat sees it, a line for every zone that is not empty or has a name."""
        view = self.match.view(seat)
        hidden = f" of {seat}"
        maps = draw_maps(self.match, seat)
        for line in maps.lines:
            self.show(line)
        for zone, cards in view["zones"].items():
            if zone in maps.shown:
                continue
            others = " of " in zone and not zone.endswith(hidden) and not any(card.get("card") for card in cards)
            if not cards and " of " in zone:
                continue
            if others or all("card" not in card for card in cards):
                self.show(f"  {zone}: {len(cards)} card{'' if len(cards) == 1 else 's'}")
                continue
            self.show(f"  {zone}: {_cards_text(cards)}")
        for name, value in view["variables"].items():
            if value is not None and value is not False and (name, value) != ("round", 0):
                self.show(f"  {name}: {'yes' if value is True else value}")

    # ---- asking

    def _person(self, decision: Decision) -> bool:
        """Ask until there is an answer; False when the player leaves."""
        assert self.ask is not None
        if not self._pass_the_screen(decision.seat):
            return False
        self._tell(self.match.seats.index(decision.seat))
        self.show("")
        self.look(decision.seat)
        self._offer(decision)
        while True:
            text = self.ask(f"{decision.seat}> ")
            if text is None or text.strip() == "quit":
                return False
            if self._command(text.strip(), decision):
                return True

    def _pass_the_screen(self, seat: str) -> bool:
        """A curtain between two people at one screen, so that neither sees the other's cards; False when they leave."""
        assert self.ask is not None
        last, self.at_screen = self.at_screen, seat
        if last in (None, seat):
            return True
        self.show("\n" * 60)
        return self.ask(f"Pass the screen to {seat}, then press Enter. ") is not None

    def _offer(self, decision: Decision) -> None:
        self.show(f"{decision.seat}: {decision.prompt or 'choose'}")
        for number, option in enumerate(decision.options, 1):
            self.show(f"  {number:>3}  {option.text}")

    def _command(self, text: str, decision: Decision) -> bool:
        """Carry a line out; True when it was an answer."""
        word, _, rest = text.partition(" ")
        if any(option.text.casefold() == text.casefold() for option in decision.options):
            return self._answer(text, decision)
        if word == "help":
            self.show(HELP)
        elif word == "look":
            self.look(decision.seat)
            self._offer(decision)
        elif word == "log":
            seat = self.match.seats.index(decision.seat)
            for line in self.match.log:
                self.show(line.seen_by(seat))
        elif word == "save":
            self._save(rest.strip())
        elif word == "undo":
            return self._undo(decision)
        elif text:
            return self._answer(text, decision)
        return False

    def _answer(self, text: str, decision: Decision) -> bool:
        number = int(text) if text.isdecimal() else 0
        if text.isdecimal() and not 1 <= number <= len(decision.options):
            self.show(f"There are options 1 to {len(decision.options)}.")
            return False
        try:
            self.match.answer(decision.options[number - 1] if number else text, decision.seat)
        except Refused as problem:
            self.show(f"{problem}. Type help for the commands.")
            return False
        return True

    def _save(self, name: str) -> None:
        if not name:
            self.show("Save to which file? Write: save FILE")
            return
        try:
            Path(name).write_text(self.match.save(), encoding="utf-8")
            self.show(f"Saved to {name}.")
        except OSError as problem:
            self.show(f"{name} cannot be written: {problem.strerror}. The game goes on.")

    def _undo(self, decision: Decision) -> bool:
        """Back to this seat's own last decision."""
        copy = self.match.copy(watched=True)
        while copy.undo():
            if any(one.seat == decision.seat for one in copy.decisions):
                self.match = copy
                self.told = len(copy.log)
                self.show("Taken back.")
                return True
        self.show("There is nothing to take back.")
        return False


def _cards_text(cards: list[dict[str, str]]) -> str:
    """Cards in order; equal neighbours are counted."""
    parts = [(text, len(list(same))) for text, same in groupby(map(_card_text, cards))]
    return ", ".join(text if count == 1 else f"{count} × {text}" for text, count in parts)


def _card_text(card: dict[str, str]) -> str:
    name = card.get("name", f"({card.get('back', 'card')})")
    owner = f"{card['owner']}'s " if "owner" in card else ""
    under = " underneath" if card.get("under") else ""
    value = f" {card['value']}" if "value" in card else ""
    return f"{owner}{name}{value}{under}"
