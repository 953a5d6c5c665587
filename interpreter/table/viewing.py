"""Makes the view of one viewer out of a position.

Takes a state, the viewer's keys and what is public of a match; asks `engine/sight` for everything that is not public, and
reckons with `engine/discretion`, so that no value hangs on something that the viewer may not know.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from .. import ir
from ..engine.binding import CardAt, OptionPick
from ..engine.frames import is_within
from ..engine.options import Decision
from ..engine.sight import can_read, listed
from ..engine.starts import starting_value
from ..engine.state import NO_HOST, State
from ..engine.texts import Speaker
from ..engine.trouble import STOPPING
from ..model.definition import Definition, Variable
from ..telling.aloud import reading_of
from ..telling.entries import Thing
from ..telling.keys import Keys
from ..telling.things import Things, counted, member_key, member_thing, player_key
from .album import Named, Told, album_of, variables_of
from .appearance import TURN_OF
from .areas import areas_of
from .log import LogLine, read_by
from .neighbours import goes_by_neighbours, is_unplaced
from .patience import Patience
from .refusal import number_of_seat
from .result import Result
from .truths import Truths
from .view import CardView, DecisionView, Fact, MemberView, OptionView, PickView, PlayerView, ResultView, View, ZoneView

DIE_SHOWS = "value"


class Seated(Protocol):
    """A match, as far as a view tells of it."""

    definition: Definition
    seats: tuple[str, ...]
    state: State

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """Everybody who must decide now."""

    def offer(self, seat: str | None = None) -> Decision:
        """What a person is asked."""

    @property
    def log(self) -> list[LogLine]:
        """What people may read of what happened."""

    @property
    def keys(self) -> tuple[Keys, ...]:
        """The keys by which each viewer knows cards now."""

    @property
    def truths(self) -> Truths:
        """What is so now, whoever may know it."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""

    @property
    def result(self) -> Result | None:
        """How it ended."""


def view_of(match: Seated, seat: str | None, is_told: bool = True) -> View:
    """The table as a seat sees it, or with none whoever looks on; with all lines of the log if it is to be told."""
    viewer = None if seat is None else number_of_seat(match.seats, seat)
    seen = Viewing(match.truths, match.seats, viewer, match.keys[0 if viewer is None else 1 + viewer])
    facts = seen.facts()
    active = next((fact.value for fact in facts if fact.name == TURN_OF), None)
    return View(
        game=match.definition.id,
        seat=seat,
        seats=match.seats,
        areas=areas_of(match.state.world, match.seats),
        zones=seen.zones(),
        players=seen.players(seen.scores()),
        members=seen.members(),
        facts=facts,
        turn=active.key if isinstance(active, Thing) else None,
        decisions=tuple(seen.decision(match.offer(seat) if one.seat == seat else one) for one in match.decisions),
        log=tuple(read_by(viewer, match.log)) if is_told else (),
        over=match.is_over,
        result=_result(match),
    )


def _result(match: Seated) -> ResultView | None:
    result = match.result
    if result is None:
        return None
    keys = {seat: player_key(player) for player, seat in enumerate(match.seats)}
    scores = {keys[seat]: score for seat, score in result.scores.items()}
    return ResultView(scores, tuple(keys[seat] for seat in result.winners))


class Viewing:
    """One position before the eyes of one viewer."""

    def __init__(self, truths: Truths, seats: tuple[str, ...], viewer: int | None, keys: Keys) -> None:
        self.truths = truths
        self.state = state = truths.state
        self.world = state.world
        self.definition = state.world.definition
        self.seats = seats
        self.viewer = viewer
        self.speaker = Speaker(state, seats, viewer)
        self.seen, known = truths.eyes_of(viewer, keys)
        self.things = Things(self.world, seats, known, self.seen)
        self.album = album_of(self.world, seats)
        self._listed: dict[int, list[int]] = {}
        self._shown: dict[OptionPick, PickView] = {}
        self.patience = Patience(state, truths.sizes)

    # ---- zones, players, members

    def zones(self) -> tuple[ZoneView, ...]:
        return tuple(self.zone(zone) for zone in range(len(self.state.zones)) if zone not in self.world.paired)

    def zone(self, zone: int) -> ZoneView:
        """As this viewer was told before, if nothing is different that it hangs on."""
        recollection = self.truths.recollection
        if recollection is None:
            return self._zone(zone)
        return recollection.own(self.viewer, zone, lambda: self._zone(zone), self.patience)

    def _zone(self, zone: int) -> ZoneView:
        album = self.album
        if not self.state.zones[zone] and album.is_fixed[zone]:
            return album.fixed[zone]
        remembers = album.remembers[zone]
        facts = self._facts(remembers, zone) if remembers is not None else ()
        return album.zone(zone, self.cards_in(zone), facts, self._states(zone), self._limit(zone))

    def _states(self, zone: int) -> tuple[str, ...]:
        """The conditions that are so, as far as there is time to look: only of those it is asked who may know them."""
        asked_of = [(name, asked) for name, asked in self.album.asked[zone] if self.patience.lasts_for_condition(asked)]
        so = [(name, asked) for name, asked in asked_of if self.truths.holds(name, zone, asked)]
        return tuple(name for name, asked in so if self._known(("state", name, zone), asked))

    def _limit(self, zone: int) -> int | None:
        """At how many cards something changes, as far as the viewer may know it: the first that there is."""
        asked = self.album.states[zone].limits
        limits = (
            self._known(("limit", number, zone), limit, [None, zone, *[None] * (places - 2)])
            for number, (limit, places) in enumerate(asked)
        )
        return next((limit for limit in limits if isinstance(limit, int) and limit > 0), None)

    def cards_in(self, zone: int) -> tuple[CardView, ...]:
        """In order, where there is one: cards of a hand that read the same are as the viewer counts them."""
        cards = [self.card(card) for card in listed(self.state, zone, self.viewer)]
        if zone in self.world.hands:
            cards.sort(key=lambda one: (one.row or "", one.owner or "", counted(one.key)))
        return tuple(cards)

    def players(self, scores: Mapping[int, int]) -> tuple[PlayerView, ...]:
        return tuple(
            PlayerView(player_key(player), seat, self._facts(ir.OF_PLAYERS, player) + self._shared(player), scores.get(player))
            for player, seat in enumerate(self.seats)
        )

    def members(self) -> tuple[MemberView, ...]:
        types = [(ir.Owner(ir.OwnerSort.MEMBERS, number), type) for number, type in enumerate(self.definition.types)]
        return tuple(
            MemberView(
                member_key(type.name, number),
                type.name,
                id,
                member_thing(self.world, type.name, number).name,
                *self.album.members[owner.number][number],
                self._facts(owner, number),
            )
            for owner, type in types
            for number, id in enumerate(type.ids)
        )

    def scores(self) -> dict[int, int]:
        """What the viewer may reckon of the score of each seat."""
        scores: dict[int, int] = {}
        score = self.definition.score
        if score is not None:
            for player in range(self.world.players):
                asked = ir.Apply(score, (ir.Const(player), ir.Const(player)))
                value = self._known(("score", player), asked) if self.patience.lasts_for_function(score) else None
                scores |= {player: value} if isinstance(value, int) else {}
        return scores

    def _known(self, key: Hashable, asked: ir.Expr, places: Sequence[Any] = ()) -> Any:
        """What something is worth; None if the viewer may not know, or it takes too long to be sure."""
        if self.truths.recollection is not None:
            value, is_public = self.truths.known_to_all(key, asked, places)
            if is_public:
                return value
        try:
            value, is_secret = self.truths.asked_by(self.viewer, key, asked, places)
        except STOPPING:
            return None
        return None if is_secret else value

    # ---- decisions

    def decision(self, decision: Decision) -> DecisionView:
        if self.viewer is None or decision.seat != self.seats[self.viewer]:
            return DecisionView(decision.seat)
        options = tuple(
            OptionView(one.text, one.number, str(one.kind), self._picks(one.picks), reading_of(self.definition, one.text))
            for one in decision.options
        )
        return DecisionView(decision.seat, decision.prompt, str(decision.kind), options, self._picks(decision.picked))

    def _picks(self, picks: tuple[OptionPick, ...]) -> tuple[PickView, ...]:
        return tuple(self._pick(one) for one in picks)

    def _pick(self, pick: OptionPick) -> PickView:
        """Of several things that are alike it is the first, as the viewer counts them, whichever the option truly binds. Many
        options of a decision have the same pick."""
        shown = self._shown.get(pick)
        if shown is None:
            shown = self._shown[pick] = self._picked_view(pick)
        return shown

    def _picked_view(self, pick: OptionPick) -> PickView:
        alike = tuple(sorted((self._picked(pick, one) for one in pick.alike), key=_by_key))
        return PickView(pick.name, alike[0] if len(alike) > 1 else self._picked(pick, pick.thing), alike)

    def _picked(self, pick: OptionPick, thing: CardAt | int) -> Thing | int:
        if isinstance(thing, CardAt):
            return self.things.card(self._cards_in(thing.zone)[thing.place - 1])
        named = self.things.of_sort(pick.sort, thing, (pick.of,))
        return thing if named is None else named

    def _cards_in(self, zone: int) -> list[int]:
        if zone not in self._listed:
            self._listed[zone] = listed(self.state, zone, self.viewer)
        return self._listed[zone]

    # ---- cards

    def card(self, card: int) -> CardView:
        state, world = self.state, self.world
        host, owner = state.host[card], world.owner[card]
        is_faced = world.seen_by[state.lies_in[card]] is ir.SeenBy.FACE
        face = ("up" if state.face[card] else "down") if is_faced else None
        under = None if host == NO_HOST else self.things.key(host)
        lying = self.things.key(card), None if owner is None else player_key(owner), face, host != NO_HOST, under
        kind = world.kind[card]
        if card not in self.seen:
            return self.album.hidden(self.definition.backs[world.row[card]], lying)
        told, noted = self.album.told[kind], self.definition.variable_numbers
        value = state.read(noted[DIE_SHOWS], card) if self.definition.kinds[kind].faces else None
        turned = 0 if told.edges is None else state.read(noted["turned"], card)
        drawn, now, facts = self._drawn(card), self._now(card, told), self._card_facts(card)
        return self.album.seen(world.row[card], lying, (value, turned), drawn, now, facts)

    def _drawn(self, card: int) -> str:
        kind = self.definition.kinds[self.world.kind[card]]
        if kind.drawn_as is None or not self.patience.lasts_for_text(kind.drawn_as):
            return ""
        return self.speaker.text(kind.drawn_as, [None, card, *[None] * (len(kind.drawn_slots) - 2)])

    def _now(self, card: int, told: Told) -> Named:
        """Values of a card that are not what is printed, or where nothing is printed, what they start from. Only of those it is
        asked who may know them: of others nothing is told to anybody."""
        values, world = [], self.world
        beside = goes_by_neighbours(self.definition) if is_unplaced(world, card, self.state.lies_in[card]) else frozenset()
        for number, column in told.values:
            if (number, world.row[card]) in beside:
                continue
            if self.patience.lasts_for_value(number) and self.truths.differs(number, card, column):
                known = self._known(("value", number, card), ir.Computed(number, ir.Const(card)))
                if known is not None:
                    value = self.definition.values[number]
                    values.append((value.name, self.things.value(known, value.type)))
        return tuple(values)

    # ---- facts

    def facts(self) -> tuple[Fact, ...]:
        """What is remembered of the game as a whole; whose turn it is only as long as it is somebody's."""
        is_turn = is_within(self.definition, self.state.stack, ir.OF_TURN)
        return tuple(
            self._fact(variable, self.state.variables[number], None)
            for number, variable in enumerate(self.definition.variables)
            if variable.of.is_game and (is_turn or variable.name != TURN_OF)
            and can_read(self.state, number, None, self.viewer)
        )  # fmt: skip

    def _facts(self, of: ir.Owner, thing: int) -> tuple[Fact, ...]:
        """What is remembered of a player, a zone or a member."""
        variables = variables_of(self.definition).get(of, ())
        owner = self.things.owner(of, thing) if variables else None
        return tuple(
            self._fact(variable, self.state.variables[number][thing], owner)
            for number, variable in variables
            if can_read(self.state, number, thing, self.viewer)
        )

    def _shared(self, player: int) -> tuple[Fact, ...]:
        """What is remembered of a player and a place or a member."""
        return tuple(
            replace(fact, within=self.album.fixed[zone].label)
            for zone, of in self.album.shared[player]
            for fact in self._facts(of, zone)
        )

    def _card_facts(self, card: int) -> tuple[Fact, ...]:
        """What is remembered of a card, where it is not what it starts from; what a die shows is told beside."""
        facts = []
        for number in self.world.noted[self.world.kind[card]]:
            variable, value = self.definition.variables[number], self.state.variables[number][card]
            if (variable.name, variable.of) == (DIE_SHOWS, ir.OF_CARDS) or value == self._start(number)[card]:
                continue
            if can_read(self.state, number, card, self.viewer):
                facts.append(self._fact(variable, value, self.things.card(card)))
        return tuple(facts)

    def _start(self, number: int) -> Any:
        return self.truths.once(("start", number), lambda: starting_value(self.world, self.state, number))

    def _fact(self, variable: Variable, value: Any, of: Thing | None) -> Fact:
        sort = "counter" if variable.is_counter else str(variable.type.sort)
        words = "" if value is None else self.speaker.thing(value, variable.type)
        return Fact(variable.name, self.things.value(value, variable.type), words, sort, of)


def _by_key(thing: Thing | int) -> tuple[int, str]:
    return (thing, "") if isinstance(thing, int) else (counted(thing.key), repr(thing))
