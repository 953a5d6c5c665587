"""A game at one screen: shows the table, asks people, lets bots answer.

Takes a session and a screen; reads numbers, texts and a few commands, and never loses the game to a wrong one. What any other
screen would do as well is in `desk`; here it is shown.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from ..desk.advice import advice_lines, advise
from ..desk.beside import numbers_beside
from ..desk.inquiry import answered
from ..desk.offers import offer_aloud, said_in_words
from ..desk.session import NotMeant, Session
from ..desk.why import why, why_not
from ..table.appearance import looks_of
from ..table.board import Board, board
from ..table.match import Decision, Match
from ..table.what_changed import changes_in
from ..telling.aloud import read_aloud
from .plain import TerminalScreen

LONGEST_LINE = 300
HELP = """Answer with the number of an option, its text, or its beginning. Commands:
  look [NAME]   the table again, or everything that lies in one place of it
  ? NAME        what a card is and does
  why N         why option N is offered; why not TEXT: why something is not
  why VALUE     why a value is what it is: why score of Bo, why score more
  hint          the best options, what they are worth and what may follow
  rules [WORD]  the rules of the game by topic, or those with a word
  log [N]       what happened so far, or the rule behind line N of it;
                log N more: what the numbers of line N are made of
  undo          take your last answer back, if nothing new was seen since
  save FILE     write the game to a file, which play --resume FILE goes on with
  quit          stop playing; the game is kept
On the table (brackets) are cards that lie face down; * marks what has changed
since your last decision."""
WORDS = ("help", "rules", "look", "why", "why not", "hint", "log", "undo", "save", "quit")


class Terminal:
    def __init__(self, session: Session, screen: TerminalScreen) -> None:
        self.session = session
        self.screen = screen
        self.told: dict[str, int] = {}
        self.last: dict[str, Board] = {}
        self.seen: dict[str, int] = {}
        self.at_screen: str | None = None
        self.is_wiped = False
        self.thinking = ""

    @property
    def match(self) -> Match:
        return self.session.match

    # ---- beginning

    def begin(self, seats: tuple[str, ...], seed: int | None, options: dict[str, str]) -> None:
        session = self.session
        if session.keeps and set(seats) - session.bot_names.keys() and session.has_unfinished:
            self.screen.say("An unfinished game is kept; --resume goes on with it. This is a new one.")
        session.begin(seats, seed, options)
        self.told = dict.fromkeys(seats, 0)
        self._keep()
        self.screen.say(f"{session.game.name}: {', '.join(seats)}. Seed {self.match.seed}.")

    def resume(self, path: Path, is_kept: bool = False, seats: tuple[str, ...] | None = None) -> None:
        """Go on with a saved game, for everybody from their own last answer on."""
        is_edited = self.session.resume(path, is_kept, seats)
        match = self.match
        self.told = {seat: self.session.own_last_answer(seat) for seat in match.seats}
        self._keep()
        self.screen.say(f"{self.session.game.name}: {', '.join(match.seats)}. Answers so far: {match.answer_count}.")
        if is_edited:
            self.screen.say("The game was edited since this was saved; it goes on by the rules as they are now.")

    # ---- playing

    def play(self) -> None:
        """Until the game is over or somebody leaves."""
        session = self.session
        while (decision := session.decision) is not None:
            if decision.seat in session.bots:
                self._let_think(decision)
            elif not self._person(decision):
                self.leave()
                return
            self._keep()
            if not session.people and not any(one.picked for one in self.match.decisions):
                self._tell_all()
        self._tell_all()
        if len(session.people) == 1:
            (seat,) = session.people
            self.screen.table(self._board(seat), is_whole=seat not in self.last)
        self._tell_result()

    def _let_think(self, decision: Decision) -> None:
        """A bot that takes its time says so, once until somebody else decides."""
        if self.session.keeps and self.session.is_slow(decision.seat) and self.thinking != decision.seat:
            self.screen.say(f"{decision.seat} is thinking …")
        self.thinking = decision.seat
        self.session.let_bot_answer(decision)

    def put_away(self) -> None:
        self.session.put_away()

    def _keep(self) -> None:
        trouble = self.session.keep()
        if trouble:
            self.screen.say(f"This game is not kept ({trouble}). It goes on; write save FILE to save it elsewhere.")

    def leave(self) -> None:
        """Say where the game is kept, if there is anything to keep."""
        self.screen.say("The game is not finished.")
        keeper = self.session.keeper
        if keeper is None or not self.session.is_begun:
            return
        if keeper.trouble:
            self.screen.say(f"It is not kept ({keeper.trouble}).")
        else:
            self.screen.say(f"It is kept: rulewright play {self.session.game.typed} --resume goes on.")

    # ---- showing

    def _tell_all(self) -> None:
        """What everybody may read since anybody last read something."""
        start = self.told[self.at_screen] if self.at_screen else min(self.told.values())
        lines = self.session.news(self.at_screen, start)
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
        self.screen.happened(self.session.news(seat, self.told[seat]))
        self.told[seat] = len(self.match.log)
        now, before = self._board(seat), self.last.get(seat)
        if now != before or self.is_wiped:
            self.screen.table(now, is_whole=before is None)
        self.last[seat], self.is_wiped = now, False
        self.seen[seat] = len(self.match.journal.chapters)
        self._offer(decision)

    def _board(self, seat: str, whole: bool = False) -> Board:
        """The table before a seat, with what has changed since it was last shown to it."""
        match = self.match
        new = match.journal.chapters[self.seen[seat] :] if seat in self.seen else []
        changes = changes_in(new, match.seats.index(seat))
        return board(match.view(seat), looks_of(match.definition), self.screen.width, whole, changes)

    def _offer(self, decision: Decision) -> None:
        picked = self.session.picked_so_far(decision)
        if picked:
            sums = self.session.come_to(decision)
            told = f" ({', '.join(sums)})" if sums else ""
            self.screen.say(f"Chosen so far: {', '.join(picked)}{told}.")
        match = self.match
        adds = self.session.added(decision)
        beside = numbers_beside(decision, match.view(decision.seat), looks_of(match.definition), adds)
        self.screen.offer(offer_aloud(match.definition, decision), beside)

    # ---- asking

    def _person(self, decision: Decision) -> bool:
        """Ask until there is an answer; False when the player leaves."""
        self.thinking = ""
        if not self._pass_the_screen(decision.seat):
            return False
        self._show(decision)
        words = [*(read_aloud(self.match.definition, option.text) for option in decision.options), *WORDS]
        while True:
            text = self.screen.ask(f"{decision.seat}> ", words)
            if text is None or text.strip().casefold() == "quit":
                return False
            if self._carry_out(" ".join(text.split())[:LONGEST_LINE], decision):
                return True

    def _pass_the_screen(self, seat: str) -> bool:
        """A curtain between two people at one screen, so that neither sees the other's cards; False when they leave."""
        last, self.at_screen = self.at_screen, seat
        if last == seat or len(self.session.people) < 2:
            return True
        self.screen.curtain()
        self.is_wiped = True
        text = self.screen.ask(f"Pass the screen to {seat}, then press Enter. ", ())
        return text is not None and text.strip().casefold() != "quit"

    def _carry_out(self, text: str, decision: Decision) -> bool:
        """Carry a line out; True when it was an answer."""
        word, _, rest = text.partition(" ")
        command = self._commands().get("?" if text.startswith("?") else word.casefold())
        if any(option.text.casefold() == text.casefold() for option in decision.options) or command is None:
            return self._answer(text, decision) if text else False
        return bool(command(rest if not text.startswith("?") else text[1:].strip(), decision))

    def _commands(self) -> dict[str, Callable[[str, Decision], bool | None]]:
        return {
            "help": lambda rest, decision: self.screen.say(HELP), "look": self._look, "why": self._why, "hint": self._hint,
            "undo": self._undo, "save": self._save, "?": partial(self._ask, "?"), "log": partial(self._ask, "log"),
            "rules": partial(self._ask, "rules"),
        }  # fmt: skip

    def _answer(self, text: str, decision: Decision) -> bool:
        try:
            self.session.answer(text, decision)
        except NotMeant as problem:
            is_told = text.isdecimal() or problem.meanings
            told = read_aloud(self.match.definition, str(problem))
            self.screen.say(told if is_told else f"{told} Type help for the commands.")
            return False
        return True

    # ---- commands

    def _ask(self, word: str, rest: str, decision: Decision) -> None:
        """What can be asked at any moment."""
        lines = answered(self.session.sources, self.match, decision.seat, f"{word} {rest}".rstrip())
        self.screen.say("\n".join(lines))

    def _look(self, rest: str, decision: Decision) -> None:
        whole = self._board(decision.seat, whole=bool(rest))
        if not rest:
            self.screen.table(whole)
            self._offer(decision)
            return
        lines = [
            "\n  ".join((f"{area.title}, {row.label or 'here'}: {row.text}".rstrip(), *row.lines))
            for area in whole.areas
            for row in area.rows
            if rest.casefold() in f"{row.label} of {area.title}".casefold()
        ]
        self.screen.say("\n".join(lines) or f'No place with something in it is called "{rest}".')

    def _why(self, rest: str, decision: Decision) -> None:
        word, _, text = rest.partition(" ")
        sources = self.session.sources
        if word == "not" and text:
            lines = why_not(sources, self.match, decision, text)
        elif rest.isdecimal() and len(rest) < 10 and 1 <= int(rest) <= len(decision.options):
            lines = why(sources, self.match, decision, decision.options[int(rest) - 1])
        elif (option := said_in_words(decision, rest)) is not None:
            lines = why(sources, self.match, decision, option)
        elif rest and not rest.isdecimal() and rest != "not":
            return self._ask("why", rest, decision)
        else:
            lines = [
                f"Write why and a number from 1 to {len(decision.options)}, why not and what you would like to do, "
                "or why and a value, such as why score."
            ]
        self.screen.say("\n".join(lines))
        return None

    def _hint(self, rest: str, decision: Decision) -> None:
        """Ctrl-C stops the bot, not the game."""
        self.screen.say("Thinking …")
        try:
            advice = advise(self.match, decision)
        except KeyboardInterrupt:
            self.screen.say("No hint, then.")
        else:
            self.screen.say(read_aloud(self.match.definition, "\n".join(advice_lines(advice, decision.options))))

    def _save(self, name: str, decision: Decision) -> None:
        if not name:
            self.screen.say("Save to which file? Write: save FILE")
            return
        try:
            self.session.save(name)
            self.screen.say(f"Saved to {name}.")
        except OSError as problem:
            self.screen.say(f"{name} cannot be written: {problem.strerror}. The game goes on.")

    def _undo(self, rest: str, decision: Decision) -> bool:
        taken = self.session.take_back(decision.seat)
        if taken.why_not:
            self.screen.say(taken.why_not)
            return False
        self.told = {seat: min(told, len(self.match.log)) for seat, told in self.told.items()}
        self.seen = {seat: min(seen, len(self.match.journal.chapters)) for seat, seen in self.seen.items()}
        self.screen.say(f"Taken back, with {taken.others} more of others." if taken.others else "Taken back.")
        return True
