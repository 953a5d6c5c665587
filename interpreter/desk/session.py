"""A game that people and bots play at one table, whatever it is shown on.

Holds the match, the bots and the file in which the game is kept; says whose decision it is, lets bots answer, and takes answers
back. Every screen needs this and none owns it: nothing here is printed or asked.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path

from ..engine.options import Option
from ..engine.trouble import not_over
from ..errors import Misused
from ..folders import in_home
from ..game import Game, Unplayable
from ..ir.limits import KEPT_ANSWERS, KEPT_STEPS
from ..players.bot import Bot
from ..players.bots import new_bot
from ..table.appearance import looks_of
from ..table.information_set import Outlook
from ..table.log import read_by
from ..table.match import Decision, Match
from ..table.open_decision import OpenDecision
from ..table.resume import BadSave
from ..table.saved import bots_in, is_edited_since
from ..table.weight import weight_of_last
from ..telling.aloud import read_aloud
from ..telling.things import player_key
from .barrier import why_it_stays
from .chronicle import folded_alike, folded_set_up
from .keeping import Keeper, NoFile, last_kept, read_whole, write_whole
from .offers import meant
from .ordering import as_they_lie
from .seating import same_bots
from .sources import Sources
from .unfinished import added, come_to

MOST_ANSWERS = KEPT_ANSWERS.most


class NotMeant(Misused):
    """A line that is no answer: what it could mean, if it could mean several options."""

    def __init__(self, why: str, meanings: Sequence[Option] = ()) -> None:
        super().__init__(why)
        self.meanings = tuple(meanings)


@dataclass(frozen=True)
class TakenBack:
    """How many answers were taken back, own ones and those of others; or why none was."""

    own: int = 0
    others: int = 0
    why_not: str = ""


class Session:
    """`bots` says which seats bots play, `keeps` whether the game is to be found again after the program ends, `engine`
    which one must play, if somebody says so."""

    def __init__(self, game: Game, bots: dict[str, str], keeps: bool = False, engine: str | None = None) -> None:
        self.game = game
        self.bot_names = bots
        self.keeps = keeps
        self.engine = engine
        self.keeper: Keeper | None = None
        self.match: Match
        self.bots: dict[str, Bot] = {}

    @cached_property
    def sources(self) -> Sources:
        return Sources(self.game)

    # ---- beginning

    @property
    def has_unfinished(self) -> bool:
        """Whether a game of this name is kept that nobody has finished."""
        return last_kept(self.game.definition.id) is not None

    def begin(self, seats: tuple[str, ...], seed: int | None, options: dict[str, str]) -> None:
        chosen_seed = secrets.randbits(32) if seed is None else seed
        self._sit_down(self.game.new_match(seats, chosen_seed, options, engine=self.engine))

    def resume(self, path: Path, is_kept: bool = False, seats: tuple[str, ...] | None = None) -> bool:
        """Go on with a saved game; without `seats` with the same bots, or where these are not known, with the usual ones. Says
        whether the game was edited since."""
        try:
            text = read_whole(path)
            match = self.game.resume(text, self.engine)
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
        return is_edited_since(self.game.definition, text)

    def _sit_down(self, match: Match, kept: Path | None = None, text: str = "") -> None:
        self.match = match
        self.steps_of_bots = 0  # since a person has answered
        self.bots = {
            name: new_bot(bot, match.seed * 31 + number) for number, (name, bot) in enumerate(sorted(self.bot_names.items()))
        }
        if self.keeps:
            self.keeper = Keeper(self.game.definition.id, kept, text if kept else "")

    # ---- who sits there

    @property
    def people(self) -> list[str]:
        return [seat for seat in self.match.seats if seat not in self.bots]

    @property
    def is_begun(self) -> bool:
        """Whether a person has decided anything yet."""
        return bool(self.match.rows) or any(seat not in self.bots for seat, _ in self.match.answers)

    def news(self, seat: str | None, start: int) -> list[str]:
        """What a seat, or with none everybody, may read of the log from a line on; of the set-up a seat is told what concerns
        itself, and how much there is besides."""
        if seat is None:
            return folded_alike(read_by(None, self.match.log[start:]))
        viewer, log = self.match.seats.index(seat), self.match.log
        end = next((number for number, line in enumerate(log) if line.is_answer), len(log))
        set_up = folded_set_up(log[start:end], seat, viewer)
        return [*set_up, *folded_alike(read_by(viewer, log[max(start, end) :]))]

    def own_last_answer(self, seat: str) -> int:
        """The line of the log with which a seat's last answer begins; the first line, where there is none."""
        log, viewer = self.match.log, self.match.seats.index(seat)
        read = (number for number, line in enumerate(log) if line.is_answer and not line.goes_on and line.seen_by(viewer))
        own = [number for number in read if log[number].facts(viewer).who[0].key == player_key(viewer)]
        return own[-1] if own else 0

    # ---- answering

    @property
    def decision(self) -> Decision | None:
        """What is to be decided next, as whoever sits there is asked: people pick things in any order, and find them as they
        lie on the table, bots in one. None when the game is over."""
        if not self.match.decisions:
            return None
        if self.match.answer_count >= MOST_ANSWERS:
            raise not_over(KEPT_ANSWERS)
        self.stop_if_endless()
        decision = self.match.decisions[0]
        if decision.seat in self.bots:
            return decision
        view = self.match.view(decision.seat)
        definition = self.match.definition
        return as_they_lie(definition, self.match.offer(decision.seat), view, looks_of(definition))

    def is_slow(self, seat: str) -> bool:
        """Whether a bot plays a seat that takes its time."""
        return "search" in self.bot_names.get(seat, "")

    def let_bot_answer(self, decision: Decision, is_stopped: Callable[[], bool] = lambda: False) -> None:
        """Let the bot of a seat answer; raises Stopped, with the match as it was, if somebody stops it while it thinks."""
        outlook = Outlook(self.match, decision.seat, is_stopped=is_stopped)
        option = self.bots[decision.seat].choose(decision, outlook)
        self.note_bot()
        self.match.answer(option, decision.seat)

    def note_bot(self) -> None:
        """Must be told before each answer of a bot, and `note_person` of a person's."""
        self.steps_of_bots += weight_of_last(self.match)

    def note_person(self) -> None:
        self.steps_of_bots = 0

    def stop_if_endless(self) -> None:
        """Raises NeverEnds where bots have played for so long that nobody need wait for the end."""
        if self.steps_of_bots > KEPT_STEPS.most:
            raise not_over(KEPT_STEPS, "steps of its rules and things told")

    def answer(self, text: str, decision: Decision) -> None:
        """Take an answer by its number in the list, its text or its beginning; raises NotMeant."""
        aloud = partial(read_aloud, self.match.definition)
        self.match.answer(option_meant(decision, text, aloud), decision.seat)
        self.note_person()

    def picked_so_far(self, decision: Decision) -> list[str]:
        """What a seat has picked already, if the decision goes on with a row of picks."""
        row = self.match.open_row(decision.seat)
        return [] if row is None else row.in_words(self.match.picks_in(row))

    def come_to(self, decision: Decision) -> list[str]:
        """What the sums that are asked of such a row have come to."""
        return come_to(OpenDecision(self.match, decision.seat))

    def added(self, decision: Decision) -> dict[int, tuple[str, int]]:
        """What each option would add to such a sum."""
        return added(OpenDecision(self.match, decision.seat))

    def take_back(self, seat: str) -> TakenBack:
        """Back to this seat's own last answer, if nobody has learnt anything since."""
        if self.match.unpick(seat):
            return TakenBack(1)
        copy = self.match.copy(watched=True)
        copy.rows.clear()
        last = ""
        while copy.answers and last != seat:
            last = copy.answers[-1][0]
            if not copy.undo():
                break
        count = self.match.answer_count - copy.answer_count
        if not count or last != seat:
            return TakenBack(why_not="There is nothing to take back.")
        barrier = why_it_stays(self.match, count, seat, [one for one in self.people if one != seat])
        if barrier:
            return TakenBack(why_not=f"That cannot be taken back: since then {barrier}.")
        others = sum(one != seat for one, _ in self.match.answers[-count:])
        self.match = copy
        return TakenBack(1, others)

    # ---- keeping

    def keep(self) -> str:
        """Keep the game, once a person has answered; what is wrong if that cannot be done, the first time that this is so."""
        if self.keeper is None or self.keeper.keep(self.match.save(self.bot_names) if self.is_begun else None):
            return ""
        return self.keeper.trouble

    def save(self, name: str) -> None:
        """Write the game to a file that a person names."""
        write_whole(in_home(name), self.match.save(self.bot_names))

    def put_away(self) -> None:
        """Nobody needs the kept game any more, if it is over."""
        if self.keeper is not None and self.match.is_over:
            self.keeper.forget()


def option_meant(decision: Decision, text: str, aloud: Callable[[str], str] = str) -> Option:
    """The one option that a line means: by its number, counted from 1, its text or its beginning."""
    count = len(decision.options)
    if text.isdecimal():
        number = int(text) if len(text) < 10 else 0
        if not 1 <= number <= count:
            raise NotMeant(f"There are options 1 to {count}." if count > 1 else "There is only option 1.")
        return decision.options[number - 1]
    meanings = meant(decision, text, aloud)
    if len(meanings) == 1:
        return meanings[0]
    offered = meanings or decision.options
    some = ", ".join(f"{decision.options.index(one) + 1} {one.text}" for one in offered[:12])
    more = ", …" if len(offered) > 12 else ""
    if meanings:
        raise NotMeant(f'"{text}" can mean several options: {some}{more}.', meanings)
    raise NotMeant(f'"{text}" is not offered: {some}{more}.')
