"""A game at one screen: shows the table, asks people, lets bots answer.

Takes a game and a screen; needs no terminal itself. Reads numbers, texts and a few commands, keeps the game after every answer,
and never loses it to a wrong one.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from pathlib import Path

from ..desk.barrier import learnt_since
from ..desk.cards import about
from ..desk.keeping import Keeper, NoFile, last_kept, read_whole, write_whole
from ..desk.offers import meant
from ..desk.picks import picked_so_far, picked_too
from ..desk.seating import same_bots
from ..desk.sources import Sources
from ..desk.why import why, why_not
from ..engine.options import Option
from ..folders import in_home
from ..game import Game, Unplayable
from ..players.bots import Bot, new_bot
from ..table.information_set import Outlook
from ..table.log import read_by
from ..table.match import Decision, Match
from ..table.resume import BadSave, bots_in, is_edited_since
from .board import Board, board
from .screen import Screen

MOST_ANSWERS = 20_000
LONGEST_LINE = 300
ADVISER = "search:3s"
HELP = """Answer with the number of an option, its text, or its beginning. Commands:
  look [NAME]   the table again, or everything that lies in one place of it
  ? NAME        what is printed on a card
  why N         why option N is offered; why not TEXT: why something is not
  hint          what a bot would do
  log           what happened so far
  undo          take your last answer back, if nothing new was seen since
  save FILE     write the game to a file, which play --resume FILE goes on with
  quit          stop playing; the game is kept
On the table (brackets) are cards that lie face down; * marks what has changed
since your last decision."""
WORDS = ("help", "look", "why", "why not", "hint", "log", "undo", "save", "quit")


class Terminal:
    """`bots` says which seats bots play, and `keeps` whether the game is to be found again after the program ends."""

    def __init__(self, game: Game, screen: Screen, bots: dict[str, str], keeps: bool = False) -> None:
        self.game = game
        self.sources = Sources(game)
        self.screen = screen
        self.bot_names = bots
        self.keeps = keeps
        self.keeper: Keeper | None = None
        self.match: Match
        self.bots: dict[str, Bot] = {}
        self.told: dict[str, int] = {}
        self.last: dict[str, Board] = {}
        self.at_screen: str | None = None
        self.is_wiped = False
        self.thinking = ""

    # ---- beginning

    def begin(self, seats: tuple[str, ...], seed: int | None, options: dict[str, str]) -> None:
        chosen = seed if seed is not None else secrets.randbits(32)
        if self.keeps and set(seats) - self.bot_names.keys() and last_kept(self.game.definition.id) is not None:
            self.screen.say("An unfinished game is kept; --resume goes on with it. This is a new one.")
        self._sit_down(self.game.new_match(seats, chosen, options))
        self.screen.say(f"{self.game.name}: {', '.join(seats)}. Seed {chosen}.")

    def resume(self, path: Path, is_kept: bool = False, seats: tuple[str, ...] | None = None) -> None:
        """Go on with a saved game; without `seats` with the same bots, or where these are not known, with the usual ones."""
        try:
            text = read_whole(path)
            match = self.game.resume(text)
        except NoFile as problem:
            raise BadSave(str(problem)) from None
        except UnicodeDecodeError:
            raise BadSave(f"{path} is not a saved game") from None
        except BadSave as problem:
            raise BadSave(f"{path}: {problem}; the file stays as it is") from None
        if seats is None:
            self.bot_names = same_bots(match.seats, bots_in(text), self.keeps)
        elif seats != match.seats:
            raise Unplayable(f"at the saved table sit {', '.join(match.seats)}")
        self._sit_down(match, path if is_kept else None, text)
        self.told = dict.fromkeys(match.seats, max(0, len(match.log) - 6))
        self.screen.say(f"{self.game.name}: {', '.join(match.seats)}. Answers so far: {len(match.answers)}.")
        if is_edited_since(self.game.definition, text):
            self.screen.say("The game was edited since this was saved; it goes on by the rules as they are now.")

    def _sit_down(self, match: Match, kept: Path | None = None, text: str = "") -> None:
        self.match = match
        self.told = dict.fromkeys(match.seats, 0)
        self.bots = {
            name: new_bot(bot, match.seed * 31 + number) for number, (name, bot) in enumerate(sorted(self.bot_names.items()))
        }
        if self.keeps:
            self.keeper = Keeper(self.game.definition.id, kept, text if kept else "")
            self._keep()

    # ---- playing

    def play(self) -> None:
        """Until the game is over or somebody leaves."""
        while self.match.decisions:
            if len(self.match.answers) >= MOST_ANSWERS:
                raise Unplayable(f"after {MOST_ANSWERS} answers the game is not over; give its turns an until, laps or skip")
            decision = self.match.decisions[0]
            bot = self.bots.get(decision.seat)
            if bot is not None:
                self._let_think(bot, decision)
            elif not self._person(decision):
                self.leave()
                return
            self._keep()
            if len(self.bots) == len(self.match.seats):
                self._tell_all()
        self._tell_all()
        if len(self._people) == 1:
            (seat,) = self._people
            self.screen.table(board(self.match, seat, self.screen.width), self.last.get(seat))
        self._tell_result()

    def _let_think(self, bot: Bot, decision: Decision) -> None:
        """A bot that takes its time says so, once until somebody else decides."""
        if self.keeps and "search" in self.bot_names[decision.seat] and self.thinking != decision.seat:
            self.screen.say(f"{decision.seat} is thinking …")
        self.thinking = decision.seat
        self.match.answer(bot.choose(decision, Outlook(self.match, decision.seat)), decision.seat)

    def put_away(self) -> None:
        """Nobody needs the kept game any more, if it is over."""
        if self.keeper is not None and self.match.is_over:
            self.keeper.forget()

    def _keep(self) -> None:
        """After every answer, once a person has given one."""
        if self.keeper is None:
            return
        text = self.match.save(self.bot_names) if self._is_begun else None
        if not self.keeper.keep(text):
            self.screen.say(f"This game is not kept ({self.keeper.trouble}). It goes on; write save FILE to save it elsewhere.")

    def leave(self) -> None:
        """Say where the game is kept, if there is anything to keep."""
        self.screen.say("The game is not finished.")
        if self.keeper is None or not self._is_begun:
            return
        if self.keeper.trouble:
            self.screen.say(f"It is not kept ({self.keeper.trouble}).")
        else:
            self.screen.say(f"It is kept: rulewright play {self.game.typed} --resume goes on.")

    @property
    def _is_begun(self) -> bool:
        """Whether a person has decided anything yet."""
        return any(seat not in self.bots for seat, _ in self.match.answers)

    # ---- showing

    def _tell_all(self) -> None:
        """What everybody may read since anybody last read something."""
        start = self.told[self.at_screen] if self.at_screen else min(self.told.values())
        viewer = self.match.seats.index(self.at_screen) if self.at_screen else None
        lines = read_by(viewer, self.match.log[start:])
        if self.at_screen:
            self.screen.happened(lines)
        else:
            for line in lines:
                self.screen.say(line)
        self.told = dict.fromkeys(self.match.seats, len(self.match.log))

    def _tell_result(self) -> None:
        result = self.match.result
        assert result is not None
        width = max(len(seat) for seat in self.match.seats)
        self.screen.say("")
        for seat, score in result.ranking:
            self.screen.say(f"{seat:<{width}} {score:>4}{'  wins' if seat in result.winners else ''}")

    def _show(self, decision: Decision) -> None:
        """What happened since, the table if anything changed on it, and the offer."""
        seat = decision.seat
        self.screen.happened(self._log_of(seat, self.told[seat]))
        self.told[seat] = len(self.match.log)
        now, before = board(self.match, seat, self.screen.width), self.last.get(seat)
        if now != before or self.is_wiped:
            self.screen.table(now, before)
        self.last[seat], self.is_wiped = now, False
        self._offer(decision)

    def _offer(self, decision: Decision) -> None:
        picked = picked_so_far(self.match, decision)
        if picked:
            self.screen.say(f"Chosen so far: {', '.join(picked)}.")
        self.screen.offer(decision)

    def _log_of(self, seat: str, start: int) -> list[str]:
        viewer = self.match.seats.index(seat)
        return read_by(viewer, self.match.log[start:])

    # ---- asking

    def _person(self, decision: Decision) -> bool:
        """Ask until there is an answer; False when the player leaves."""
        self.thinking = ""
        if not self._pass_the_screen(decision.seat):
            return False
        self._show(decision)
        words = [*(option.text for option in decision.options), *WORDS]
        while True:
            text = self.screen.ask(f"{decision.seat}> ", words)
            if text is None or text.strip().casefold() == "quit":
                return False
            if self._carry_out(" ".join(text.split())[:LONGEST_LINE], decision):
                return True

    def _pass_the_screen(self, seat: str) -> bool:
        """A curtain between two people at one screen, so that neither sees the other's cards; False when they leave."""
        last, self.at_screen = self.at_screen, seat
        if last == seat or len(self._people) < 2:
            return True
        self.screen.curtain()
        self.is_wiped = True
        text = self.screen.ask(f"Pass the screen to {seat}, then press Enter. ", ())
        return text is not None and text.strip().casefold() != "quit"

    @property
    def _people(self) -> list[str]:
        return [seat for seat in self.match.seats if seat not in self.bots]

    def _carry_out(self, text: str, decision: Decision) -> bool:
        """Carry a line out; True when it was an answer."""
        word, _, rest = text.partition(" ")
        command = self._commands().get("?" if text.startswith("?") else word.casefold())
        if any(option.text.casefold() == text.casefold() for option in decision.options) or command is None:
            return self._answer(text, decision) if text else False
        return bool(command(rest if not text.startswith("?") else text[1:].strip(), decision))

    def _commands(self) -> dict[str, Callable[[str, Decision], bool | None]]:
        return {
            "help": lambda rest, decision: self.screen.say(HELP), "?": self._about, "look": self._look, "why": self._why,
            "hint": self._hint, "log": self._log, "undo": self._undo, "save": self._save,
        }  # fmt: skip

    def _answer(self, text: str, decision: Decision) -> bool:
        count = len(decision.options)
        if text.isdecimal():
            number = int(text) if len(text) < 10 else 0
            if not 1 <= number <= count:
                self.screen.say(f"There are options 1 to {count}." if count > 1 else "There is only option 1.")
                return False
            found = [decision.options[number - 1]]
        else:
            found = meant(decision, text)
        if len(found) == 1:
            self.match.answer(found[0], decision.seat)
            return True
        again = picked_too(self.match, decision, text) if not found else None
        if again is None:
            return self._refuse(text, found, decision)
        self.match = again
        return True

    def _refuse(self, text: str, found: list[Option], decision: Decision) -> bool:
        offered = found or decision.options
        some = ", ".join(f"{decision.options.index(one) + 1} {one.text}" for one in offered[:12])
        more = ", …" if len(offered) > 12 else ""
        if found:
            self.screen.say(f'"{text}" can mean several options: {some}{more}.')
        else:
            self.screen.say(f'"{text}" is not offered: {some}{more}. Type help for the commands.')
        return False

    # ---- commands

    def _about(self, rest: str, decision: Decision) -> None:
        lines = about(self.sources, rest) if rest else ["Which card? Write: ? NAME"]
        self.screen.say("\n".join(lines))

    def _look(self, rest: str, decision: Decision) -> None:
        whole = board(self.match, decision.seat, self.screen.width, whole=bool(rest))
        if not rest:
            self.screen.table(whole, None)
            self._offer(decision)
            return
        found = [
            "\n  ".join((f"{area.title}, {row.label or 'here'}: {row.text}".rstrip(), *row.lines))
            for area in whole.areas
            for row in area.rows
            if rest.casefold() in f"{row.label} of {area.title}".casefold()
        ]
        self.screen.say("\n".join(found) or f'No place with something in it is called "{rest}".')

    def _why(self, rest: str, decision: Decision) -> None:
        word, _, text = rest.partition(" ")
        if word == "not" and text:
            lines = why_not(self.sources, self.match, decision, text)
        elif rest.isdecimal() and len(rest) < 10 and 1 <= int(rest) <= len(decision.options):
            lines = why(self.sources, self.match, decision, decision.options[int(rest) - 1])
        else:
            lines = [f"Write why and a number from 1 to {len(decision.options)}, or why not and what you would like to do."]
        self.screen.say("\n".join(lines))

    def _hint(self, rest: str, decision: Decision) -> None:
        """What a bot would do that knows no more than the seat; Ctrl-C stops it, not the game."""
        self.screen.say("Thinking …")
        try:
            option = new_bot(ADVISER, self.match.seed).choose(decision, Outlook(self.match, decision.seat))
        except KeyboardInterrupt:
            self.screen.say("No hint, then.")
        else:
            self.screen.say(f"A bot would answer {decision.options.index(option) + 1}: {option.text}")

    def _log(self, rest: str, decision: Decision) -> None:
        self.screen.say("\n".join(self._log_of(decision.seat, 0)) or "Nothing has happened yet.")

    def _save(self, name: str, decision: Decision) -> None:
        if not name:
            self.screen.say("Save to which file? Write: save FILE")
            return
        try:
            write_whole(in_home(name), self.match.save(self.bot_names))
            self.screen.say(f"Saved to {name}.")
        except OSError as problem:
            self.screen.say(f"{name} cannot be written: {problem.strerror}. The game goes on.")

    def _undo(self, rest: str, decision: Decision) -> bool:
        """Back to this seat's own last answer, if it has learnt nothing since."""
        copy = self.match.copy(watched=True)
        last = ""
        while copy.answers and last != decision.seat:
            last = copy.answers[-1][0]
            if not copy.undo():
                break
        count = len(self.match.answers) - len(copy.answers)
        if not count or last != decision.seat:
            self.screen.say("There is nothing to take back.")
            return False
        barrier = self._barrier(count, decision.seat)
        if barrier:
            self.screen.say(f"That cannot be taken back: since then {barrier}.")
            return False
        self.match = copy
        self.told = {seat: min(told, len(copy.log)) for seat, told in self.told.items()}
        self.screen.say("Taken back." if count == 1 else f"Taken back, with {count - 1} more of others.")
        return True

    def _barrier(self, count: int, seat: str) -> str:
        """Why so many answers cannot be taken back by this seat, if so. What others have seen is not told."""
        others = [one for one in self._people if one != seat]
        learnt = learnt_since(self.match, count, seat)
        if learnt:
            return f"you have seen {', '.join(learnt[:6])}"
        answered = {one for one, _ in self.match.answers[-count:]}
        for one in others:
            if one in answered:
                return f"{one} has answered"
            if learnt_since(self.match, count, one):
                return f"{one} has seen something new"
        return ""
