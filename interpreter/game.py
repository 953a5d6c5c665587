"""A game that is ready to be played: the door to everything.

Takes a shipped name or a folder; loads its definition once and makes matches, resumes saves and reads scenarios. Only joins
language, engine and table, each when it is needed; holds no rules and prints nothing.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, TypeGuard

from .errors import Misused, WrongCall
from .language.diagnostics import Complaints, DefinitionError, Span, did_you_mean, listed
from .language.read.files import Files, shown_path, variants_of
from .loading import Rulebook
from .model.definition import NAMES, Definition
from .model.renaming import Renaming
from .shipped_files import games_folder

if TYPE_CHECKING:
    from .language.diagnostics import Diagnostic
    from .language.vocabulary import Compiled
    from .model import scenario as script
    from .table.action_space import ActionSpace
    from .table.environment import Environment
    from .table.match import Match
    from .table.record import Record
    from .telling.reasons import Reason


class Unplayable(Misused):
    """A table that cannot be set: one sentence that says why."""


@dataclass(frozen=True, repr=False)
class Game:
    folder: Path
    definition: Definition = field(compare=False)  # follows from the files
    book: Rulebook
    _in_variants: dict[str, Game] = field(default_factory=dict, compare=False)

    @classmethod
    def bare(cls, definition: Definition) -> Game:
        """A game without its files, where there are none: it can be played, and nothing else."""
        return cls(Path(), definition, Rulebook(Files(definition.id, (), definition.variant)))

    def rewritten(self, contents: tuple[tuple[str, bytes], ...]) -> Game:
        """The same game with other words in its files; nothing is written. Raises DefinitionError if they are no game."""
        book = Rulebook(replace(self.book.files, contents=contents))
        return Game(self.folder, book.definition, book)

    @property
    def compiled(self) -> Compiled:
        """The definition with the vocabulary it was written in: scenarios are read with it."""
        return self.book.compiled

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """What is doubtful in the definition and not acknowledged there; it keeps nobody from playing."""
        return self.book.warnings

    @property
    def name(self) -> str:
        return self.definition.name

    @property
    def typed(self) -> str:
        """How somebody here names this game to a command: a shipped one by its name, any other by its folder."""
        is_shipped = self.folder.resolve() == (games_folder() / self.definition.id).resolve()
        name = self.definition.id if is_shipped else shlex.quote(shown_path(self.folder))
        return f"{name} --variant {shlex.quote(self.variant)}" if self.variant else name

    @property
    def variant(self) -> str:
        """The variant whose changes this game is played with; nothing for the game as it is."""
        return self.definition.variant

    @property
    def variants(self) -> list[str]:
        """The names of all its variants."""
        return variants_of(self.folder)

    def in_variant(self, name: str) -> Game:
        """The same game as its variant of this name; this one itself for its own, or for none."""
        if name in ("", self.variant):
            return self
        if name not in self._in_variants:
            self._in_variants[name] = load(self.folder, name)
        return self._in_variants[name]

    def new_match(
        self,
        seats: Sequence[str] | int | None = None,
        seed: int = 0,
        options: Mapping[str, str | int | bool] | None = None,
        watched: bool = True,
        engine: str | None = None,
    ) -> Match:
        """A match at its first decision. Unwatched matches keep no log, record or past: for bots and simulations. `engine` is
        the one that must play (`rulewright engines`); without it, the fastest that needs no compiler does."""
        from .engine.choice import engine_for
        from .table.match import Match

        if not is_whole(seed):
            raise WrongCall(f"a seed is a whole number, not {seed!r}")
        names = self.check_seats(seats)
        return Match.begin(self.definition, names, seed, self.check_options(options or {}, names), watched, engine_for(engine))

    def environment(
        self,
        seats: Sequence[str] | int | None = None,
        options: Mapping[str, str | int | bool] | None = None,
        engine: str | None = None,
    ) -> Environment:
        """Games one after the other for a program that learns, in numbers alone."""
        from .engine.worlds import world_for
        from .table.environment import Environment

        names = self.check_seats(seats)
        return Environment(world_for(self.definition, len(names), self.check_options(options or {}, names)), names, engine)

    @property
    def actions(self) -> ActionSpace:
        """Everything that can ever be answered in this game, by its number."""
        from .table.action_space import ActionSpace

        return ActionSpace(self.definition)

    @property
    def players(self) -> range:
        """The numbers of players that it can be played with."""
        return range(self.definition.fewest, self.definition.most + 1)

    def __reduce__(self) -> NoReturn:
        raise WrongCall("a game is loaded in every process: send its name or its folder, and rulewright.load(…) there")

    def __repr__(self) -> str:
        return f"<Game {self.definition.id}: {self.name}, {self.definition.counts(' to ')} players>"

    @property
    def usual_players(self) -> int:
        """Three, or as near to that as the game allows."""
        return min(self.definition.most, max(self.definition.fewest, 3))

    def check_seats(self, seats: Sequence[str] | int | None) -> tuple[str, ...]:
        definition = self.definition
        if seats is None:
            seats = definition.fewest
        count, names = (seats, NAMES[:seats]) if is_whole(seats) else _named(seats)
        if not definition.fewest <= count <= definition.most:
            raise Unplayable(f"{definition.name} is for {definition.counts(' to ')} players, not for {count}")
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise Unplayable(f'two seats are called "{twice}"')
        if not all(name.strip() for name in names):
            raise Unplayable("a seat has no name")
        return names

    def check_options(self, options: Mapping[str, str | int | bool], seats: tuple[str, ...]) -> dict[str, int]:
        if not isinstance(options, Mapping):
            raise WrongCall(f"options are a name and a value each, not {options!r}")
        known = {option.name: option for option in self.definition.options}
        chosen = {name: option.default for name, option in known.items()}
        for name, value in options.items():
            if name not in known:
                hint = did_you_mean(name, known)
                raise Unplayable(f'{self.name} has no option "{name}"' + (f"; {hint}" if hint else ""))
            text = str(value).lower() if isinstance(value, bool) else str(value)
            number = known[name].value_of(text, seats)
            if number is None:
                raise Unplayable(
                    f'"{value}" is no value for the option "{name}"; it takes {known[name].values(len(seats))}'
                )
            chosen[name] = number
        return chosen

    def resume(self, text: str, engine: str | None = None) -> Match:
        from .engine.choice import engine_for
        from .players.bots import new_bot
        from .players.own_bots import UnknownBot
        from .table.resume import BadSave, resume
        from .table.saved import bots_in

        if not isinstance(text, str):
            raise WrongCall(f"a save is a text, not {text!r}")
        match = resume(self.definition, text)
        match.play_with(engine_for(engine))
        try:
            for bot in (bots_in(text) or {}).values():
                new_bot(bot, 0)
        except UnknownBot as problem:
            raise BadSave(f"of a bot in this save: {problem}") from None
        return match

    def replay(self, record: Record, engine: str | None = None) -> Match:
        """Play a record again; raises Diverged where the game goes another way."""
        from .engine.choice import engine_for
        from .table.replay import replay
        from .table.saved import in_other_variants

        if record.variant != self.variant:
            raise Unplayable(in_other_variants("recorded", record.variant, self.variant))
        seats, renaming = self.check_seats(record.seats), Renaming(self.definition.renamed, record.seats)
        answers = tuple((seat, renaming.said(text), line) for seat, text, line in record.answers)
        options = self.check_options(renaming.value(record.options), seats)
        return replay(self.definition, replace(record, answers=answers), options, engine_for(engine))

    def why(
        self, match: Match, words: str, seat: str | None = None, sees_all: bool = False, whose: str | None = None
    ) -> Reason:
        """Why a value is what it is, such as `value of fox` or `score of Bo`: what a seat may know of it, with none what
        everybody may, or all. A card or place that everybody has is that of the seat, or of `whose`, unless the words name
        somebody. Raises DefinitionError where the words name nothing."""
        from .engine.sight import EVERYTHING
        from .language.scenarios.question import read_question
        from .table.refusal import number_of_seat
        from .table.why_value import why_value

        if match.definition.fingerprint != self.definition.fingerprint:
            raise Misused(f"this is a match of {match.definition.name}, and {self.name} cannot tell why")
        asking = None if seat is None else number_of_seat(match.seats, seat)
        of = asking if whose is None else number_of_seat(match.seats, whose)
        node = read_question(self.book.spoken, words, match.seats, asking, of)
        return why_value(match, node, EVERYTHING if sees_all else asking, words)

    def scenario_files(self) -> list[Path]:
        return sorted((self.folder / "scenarios").glob("**/*.yaml"))

    def scenarios(self, path: Path) -> list[script.Scenario]:
        """The scenarios of a file; raises DefinitionError with everything that is wrong in it."""
        complaints = Complaints()
        scenarios, _ = self.read_scenarios(path, complaints)
        complaints.stop_if_any()
        return scenarios

    def read_scenarios(self, path: Path, complaints: Complaints) -> tuple[list[script.Scenario], list[script.Unread]]:
        """The scenarios of a file, and those that could not be read, with a complaint about each."""
        from .language.scenarios.reading_scenarios import read_scenarios

        return read_scenarios(path, self._compiled_in, complaints, self.folder)

    def _compiled_in(self, variant: str) -> Compiled | None:
        """What a scenario of a variant is read with; nothing if another variant is being played."""
        return None if self.variant and variant not in ("", self.variant) else self.in_variant(variant).compiled


def is_whole(number: object) -> TypeGuard[int]:
    """Whether this is a whole number; yes and no are none."""
    return isinstance(number, int) and not isinstance(number, bool)


def _named(seats: Sequence[str] | int) -> tuple[int, tuple[str, ...]]:
    names = () if isinstance(seats, str | int) or not isinstance(seats, Iterable) else tuple(seats)
    if not names or not all(isinstance(name, str) for name in names):
        raise WrongCall(f"seats are a list of names, or how many there are, not {seats!r}")
    return len(names), names


def shipped() -> list[str]:
    """The names of the games that come with Rulewright."""
    root = games_folder()
    return sorted(path.parent.name for path in root.glob("*/game.yaml"))


def load(name: str | Path, variant: str | None = None) -> Game:
    """The game of a shipped name or in a folder, or a variant of it; raises DefinitionError with every Diagnostic."""
    folder = folder_of(name)
    book = Rulebook.open(folder, variant or "")
    return Game(folder, book.definition, book)


def folder_of(name: str | Path) -> Path:
    """Where a game lies: a shipped name, the folder itself or its game.yaml. Raises DefinitionError if there is none."""
    if not isinstance(name, str | Path):
        raise WrongCall(f"a game is given by its name or its folder, not by {name!r}")
    folder = Path(name)
    if folder.name == "game.yaml" and folder.is_file():
        folder = folder.parent
    if not folder.is_dir() and str(name) in shipped():
        folder = games_folder() / str(name)
    if not folder.is_dir():
        raise _no_such_game(str(name))
    return folder


def _no_such_game(name: str) -> DefinitionError:
    complaints = Complaints()
    note = f"shipped are: {listed(shipped())}"
    complaints.add(Span(name, 0), "no-such-folder", hint=did_you_mean(Path(name).name, shipped()), notes=[note], name=name)
    return DefinitionError(complaints.errors)


def load_record(path: str | Path) -> Record:
    """The record in a file; raises DefinitionError with everything that is wrong in it."""
    from .language.scenarios.reading_records import read_record
    from .table.record import Record

    complaints = Complaints()
    fields = read_record(Path(path), complaints)
    complaints.stop_if_any()
    return Record(**fields)  # type: ignore[arg-type]


def read_rules(folder: Path, complaints: Complaints) -> dict[str, str]:
    """The rule ids of a game with one sentence each; empty if it has none."""
    return {rule: told for _, rules in read_topics(folder, complaints) for rule, told in rules.items()}


def read_topics(folder: Path, complaints: Complaints) -> list[tuple[str, dict[str, str]]]:
    """The same by topic: those that stand under a name with it, and between them those that stand under none."""
    from .language.read.nodes import Mapping as YamlMapping
    from .language.read.nodes import text_of
    from .language.read.schemas import check_shape
    from .language.read.source import read_file

    path = folder / "rules.yaml"
    if not os.path.lexists(path):
        return []
    node = read_file(path, complaints, shown_path(path), inside=folder)
    if not isinstance(node, YamlMapping):
        if node is not None:
            complaints.add(node.span, "names-expected", slot="rules.yaml")
        return []
    check_shape(node, "rules", complaints)
    topics: list[tuple[str, dict[str, str]]] = []
    for key, value in node.items.items():
        if isinstance(value, YamlMapping):
            topics.append((key, {rule: text_of(told) for rule, told in value.items.items()}))
        elif topics and not topics[-1][0]:
            topics[-1][1][key] = text_of(value)
        else:
            topics.append(("", {key: text_of(value)}))
    return topics


def resume(game: Game, text: str) -> Match:
    """The match that a save holds."""
    return game.resume(text)
