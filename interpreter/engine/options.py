"""What can be answered at a decision.

Takes a state that waits; returns for each deciding seat the finite list of options, each with its text, its number in the
game's action space and what it binds. An offered decision always has an option.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import Any

from .. import ir
from ..ir.limits import OPTIONS
from .actions import Offer, action_numbers
from .binding import Binding, OptionPick
from .evaluate import Evaluator, Places
from .frames import places_of_decision
from .likeness import Types, Worded, told_apart
from .picking import Picking, pickable
from .sight import can_see
from .state import State
from .texts import Speaker
from .trouble import RuleError, TooManyOptions

DECLINE = -1
DONE = -2


class OptionKind(StrEnum):
    """What an option does: it chooses something, declines, or says that a row of picks is done."""

    CHOICE = "choice"
    DECLINE = "decline"
    DONE = "done"


class DecisionKind(StrEnum):
    """What is decided: one thing or combination, or the next of several things that are picked in a row."""

    CHOICE = "choice"
    ROW = "row"


_ENDINGS = {DECLINE: OptionKind.DECLINE, DONE: OptionKind.DONE}


class Option:
    """One answer: how it reads, its number, and what it binds, as whoever decides may know it. What the rules make of it, with
    true numbers of cards, is `bound`, and no business of a player."""

    __slots__ = ("_binding", "_branch", "_number", "_text", "_values")

    def __init__(self, text: str, number: int, branch: int, values: tuple[Any, ...] = ()) -> None:
        self._text = text
        self._number = number
        self._branch = branch
        self._values = values
        self._binding: Binding | None = None

    @property
    def text(self) -> str:
        return self._text

    @property
    def number(self) -> int:
        return self._number

    @property
    def among(self) -> Numbered | None:
        """The options that it was found among, if it is made when it is looked at."""
        return None

    @property
    def kind(self) -> OptionKind:
        return _ENDINGS.get(self._branch, OptionKind.CHOICE)

    @property
    def picks(self) -> tuple[OptionPick, ...]:
        """What it binds, in the order of the rule."""
        binding = self._bound_by()
        return () if binding is None else binding.picks_of(self._branch, self._values)

    def _bound_by(self) -> Binding | None:
        return self._binding

    def bind(self, binding: Binding) -> None:
        """Belong to a decision."""
        self._binding = binding

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Option):
            return False
        same = self._branch == other._branch and self._values == other._values
        return same and self.number == other.number and self.text == other.text

    def __hash__(self) -> int:
        return hash((self._branch, self._values))

    def __repr__(self) -> str:
        return f"<Option {self.number}: {self.text!r}>"


def bound(option: Option) -> tuple[int, tuple[Any, ...]]:
    """What the rules make of an option: its branch and the true numbers of what is picked. For engines and the table."""
    return option._branch, option._values


def template_of(option: Option) -> ir.Text | None:
    """The words that an option was made of, with their holes; None where it belongs to no decision."""
    binding, (branch, _) = option._bound_by(), bound(option)
    if binding is None:
        return None
    if branch == DECLINE:
        return binding.node.decline
    if isinstance(binding.node, ir.Choose):
        return binding.node.branches[branch].text
    return binding.node.done if branch == DONE else binding.node.text


class Numbered(Sequence[Option]):
    """Options whose numbers are known without looking at each of them, nor at what they bind."""

    seat: int

    def numbers(self) -> list[int]:
        raise NotImplementedError

    def _bound_by(self) -> Binding:
        raise NotImplementedError


class Decision:
    """One seat's question. Options are picked by themselves, by their text or by their number."""

    __slots__ = ("_prompt", "options", "place", "seat")

    def __init__(self, seat: str, prompt: str | Callable[[], str], options: Sequence[Option], place: str = "") -> None:
        self.seat = seat
        self._prompt = prompt
        self.options = options
        self.place = place

    @property
    def prompt(self) -> str:
        """Put into words when it is first read."""
        if not isinstance(self._prompt, str):
            self._prompt = self._prompt()
        return self._prompt

    @property
    def numbers(self) -> list[int]:
        """The number of every option."""
        if isinstance(self.options, Numbered):
            return self.options.numbers()
        return [option.number for option in self.options]

    @property
    def kind(self) -> DecisionKind:
        binding = self._binding
        return DecisionKind.ROW if binding is not None and isinstance(binding.node, ir.PickMany) else DecisionKind.CHOICE

    @property
    def picked(self) -> tuple[OptionPick, ...]:
        """What was picked so far in a row of picks."""
        return self._binding.picked if self._binding is not None else ()

    @property
    def _binding(self) -> Binding | None:
        if isinstance(self.options, Numbered):
            return self.options._bound_by()
        return self.options[0]._bound_by() if self.options else None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Decision):
            return False
        same = self.seat == other.seat and self.place == other.place and self.prompt == other.prompt
        return same and self.options == other.options

    def __hash__(self) -> int:
        return hash((self.seat, self.place))

    def __repr__(self) -> str:
        asked = f" {self.prompt!r}" if self.prompt else ""
        return f"<Decision of {self.seat}{asked}, {len(self.options)} options>"


def candidates(run: Evaluator, node: ir.Choose, places: Places) -> Iterator[tuple[int, tuple[Any, ...]]]:
    """Every branch with every combination of picks; later picks may depend on earlier ones."""
    for number, branch in enumerate(node.branches):
        if run.value(branch.guard, places):
            for count, values in enumerate(_combinations(run, branch.picks, places)):
                if count >= OPTIONS.most:
                    raise TooManyOptions
                yield number, values


def _combinations(run: Evaluator, picks: tuple[tuple[int, ir.Expr, ir.Type], ...], places: Places) -> Iterator[tuple[Any, ...]]:
    if not picks:
        yield ()
        return
    slot, source, type = picks[0]
    for thing in pickable(run.things(source, places), type):
        places[slot] = thing
        for rest in _combinations(run, picks[1:], places):
            yield (thing, *rest)
    places[slot] = None


def options_of_choose(
    run: Evaluator,
    node: ir.Choose,
    places: Sequence[Any],
    seat: int,
    seats: tuple[str, ...],
    offered: Iterable[tuple[int, tuple[Any, ...]]] | None = None,
) -> list[Option]:
    """The options of a choice for one seat, equal-looking ones joined and look-alikes told apart. `offered` says what can be
    picked, where that is known already."""
    state, speaker = run.state, Speaker(run.state, seats, seat)
    choices: list[Worded] = []
    places = list(places)
    for branch, values in list(candidates(run, node, places)) if offered is None else offered:
        for (slot, _, _), value in zip(node.branches[branch].picks, values, strict=True):
            places[slot] = value
        choices.append((speaker.text(node.branches[branch].text, places), branch, values))
    types = [tuple(type for _, _, type in branch.picks) for branch in node.branches]
    options = _numbered(state, node.site, seat, told_apart(speaker, choices, types), types)
    if options and node.decline is not None:
        number = action_numbers(state.world.definition).decline(node.site)
        options.append(Option(_ending(options, speaker.text(node.decline, places), DECLINE), number, DECLINE))
    return options


def _ending(options: list[Option], text: str, branch: int) -> str:
    """The words that end a decision; where something that can be picked reads so already, they say what they do."""
    taken = {option.text.casefold() for option in options}
    while text.casefold() in taken:
        text = f"{text} ({_ENDINGS[branch]})"
    return text


def _numbered(
    state: State, site: int, seat: int, told: list[Worded], types: Types, row: Sequence[int] = ()
) -> list[Option]:
    """Options with their numbers; they come branch by branch."""
    branches = [(branch, [values for _, _, values in same]) for branch, same in groupby(told, key=lambda one: one[1])]
    counted = [(branch, len(picked), picked) for branch, picked in branches]
    offer = Offer.at(state, seat, state.world.definition.sites[site].blind, row)
    numbers = action_numbers(state.world.definition).numbers(state.world, site, types, counted, offer)
    return [Option(text, number, branch, values) for (text, branch, values), number in zip(told, numbers, strict=True)]


def options_of_picking(
    run: Evaluator,
    node: ir.PickMany,
    places: Sequence[Any],
    seat: int,
    seats: tuple[str, ...],
    picked: tuple[int, ...],
    picking: Picking | None = None,
    following: Sequence[int] | None = None,
) -> list[Option]:
    """The next single pick of a row, only with candidates that can still lead to a legal whole, and `done` when it is one.
    `following` says what can be picked next, if not what follows in ascending order."""
    state, speaker = run.state, Speaker(run.state, seats, seat)
    numbers = action_numbers(state.world.definition)
    picking = picking or Picking.asked(run, node, list(places))
    places = list(places)
    choices: list[Worded] = []
    for candidate in picking.next_candidates(picked) if following is None else following:
        places[node.slot] = candidate
        choices.append((speaker.text(node.text, places), 0, (candidate,)))
    types = [(node.type,)]
    told = told_apart(speaker, choices, types, _unseen(state, node, picking, seat))
    options = _numbered(state, node.site, seat, told, types, picking.candidates)
    if not picked and not options and not picking.is_whole(()):
        return []
    if not picked and node.decline is not None:
        words = _ending(options, speaker.text(node.decline, places), DECLINE)
        options.append(Option(words, numbers.decline(node.site), DECLINE))
    elif picking.is_whole(picked) and (options or picked or node.decline is None):
        words = _ending(options, speaker.text(node.done, places), DONE)
        options.append(Option(words, numbers.done(node.site), DONE))
    return options


def _unseen(state: State, node: ir.PickMany, picking: Picking, seat: int) -> list[int]:
    """The cards of a row of picks that the seat cannot see."""
    if node.type.sort != ir.TypeSort.CARD or not state.world.definition.sites[node.site].blind:
        return []
    return [card for card in picking.candidates if not can_see(state, card, seat)]


def binding_of(
    state: State,
    procedure: int,
    node: ir.Choose | ir.PickMany,
    places: Sequence[Any],
    seat: int,
    picked: tuple[Any, ...],
    options: Sequence[Option],
) -> Binding:
    """What options bind, for as long as the state stays as it is."""

    def everything() -> Iterable[tuple[int, tuple[Any, ...]]]:
        run = Evaluator(state.world, state)
        if isinstance(node, ir.Choose):
            return candidates(run, node, list(places))
        return [(0, (one,)) for one in Picking.asked(run, node, list(places)).additions(picked)]

    return Binding(state, procedure, node, seat, picked, everything, [bound(one) for one in options])


def deciding_seat(state: State, node: ir.Choose | ir.PickMany, places: Sequence[Any]) -> int:
    """Who decides."""
    seats = Evaluator(state.world, state).things(node.seats, list(places))
    if not seats:
        raise RuleError("nobody is there to decide this", ())
    seat: int = seats[0]
    return seat


@dataclass(frozen=True, slots=True)
class Asked:
    """What a seat is asked: the position and who sits there, the decision with its places, and of a row what was picked."""

    state: State
    seats: tuple[str, ...]
    node: ir.Choose | ir.PickMany
    places: Sequence[Any]
    seat: int
    picked: tuple[int, ...]


def picked_so_far(node: ir.Choose | ir.PickMany, places: Sequence[Any]) -> tuple[int, ...]:
    """What was picked of a row; nothing where there is none."""
    return places[node.picked] or () if isinstance(node, ir.PickMany) else ()


def decision_of(asked: Asked, possible: Iterable[tuple[int, tuple[Any, ...]]] | None = None) -> Decision:
    """The decision of a seat, put into words at once; `possible` is what can be picked at a choice, if that is known."""
    state, node, places, seat = asked.state, asked.node, asked.places, asked.seat
    options = tuple(in_words(asked, possible))
    binding = binding_of(state.copy(), state.stack[-1][0], node, places, seat, asked.picked, options)
    for option in options:
        option.bind(binding)
    prompt = Speaker(state, asked.seats, seat).text(node.prompt, list(places)) if node.prompt is not None else ""
    return Decision(asked.seats[seat], prompt, options, places_of_decision(state.world.definition)[node.site])


def in_words(
    asked: Asked, possible: Iterable[tuple[int, tuple[Any, ...]]] | None, picking: Picking | None = None
) -> list[Option]:
    """The options of a decision; `possible` and `picking` are what can be picked, where that is known."""
    run, node = Evaluator(asked.state.world, asked.state), asked.node
    if isinstance(node, ir.Choose):
        return options_of_choose(run, node, asked.places, asked.seat, asked.seats, possible)
    return options_of_picking(run, node, asked.places, asked.seat, asked.seats, asked.picked, picking)
