"""Makes the view of one viewer out of a position.

Takes a state, the viewer's keys and what is public of a match; asks `engine/sight` for everything that is not public, and
reckons with `engine/discretion`, so that no value hangs on something that the viewer may not know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Protocol, TypeVar

from .. import ir
from ..engine.binding import CardAt, Pick
from ..engine.discretion import Discreet
from ..engine.options import Decision
from ..engine.reference.evaluate import Evaluator
from ..engine.sight import can_read, can_see, listed
from ..engine.starts import starting_value
from ..engine.state import NO_HOST, State
from ..engine.texts import Speaker, zone_names
from ..engine.trouble import STOPPING
from ..model.definition import Column, Definition, Row, Variable, Words
from .areas import areas_of, form_of, label_of, parent_of
from .entries import Known, Thing
from .keys import Keys
from .log import Line, read_by
from .patience import Patience
from .printed import printed_from
from .result import Result
from .things import Things, counted, member_key, member_thing, player_key, zone_key
from .view import CardView, DecisionView, Fact, MemberView, OptionView, PickView, PlayerView, ResultView, View, ZoneView
from .zone_states import ZoneStates, states_of

SIDES = ("north", "east", "south", "west")
DIE_SHOWS = "value"
Owned = TypeVar("Owned", Column, Variable)


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
    def log(self) -> list[Line]:
        """What people may read of what happened."""

    @property
    def keys(self) -> tuple[Keys, ...]:
        """The keys by which each viewer knows cards now."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""

    @property
    def result(self) -> Result | None:
        """How it ended."""


def view_of(match: Seated, seat: str | None) -> View:
    """The table as a seat sees it, or with none whoever looks on."""
    viewer = None if seat is None else match.seats.index(seat)
    seen = Viewing(match.state, match.seats, viewer, match.keys[0 if viewer is None else 1 + viewer])
    facts = seen.facts()
    active = next((fact.value for fact in facts if fact.name == "active"), None)
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
        log=tuple(read_by(viewer, match.log)),
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

    def __init__(self, state: State, seats: tuple[str, ...], viewer: int | None, keys: Keys) -> None:
        self.state = state
        self.world = state.world
        self.definition = state.world.definition
        self.seats = seats
        self.viewer = viewer
        self.speaker = Speaker(state, seats, viewer)
        self.evaluator = Evaluator(self.world, state)
        self.seen = frozenset(card for card in range(self.world.cards) if can_see(state, card, viewer))
        self.things = Things(self.world, seats, dict(keys.cards), self.seen)
        self._starts: dict[int, Any] = {}
        self._listed: dict[int, list[int]] = {}
        self.patience = Patience(state)

    # ---- zones, players, members

    def zones(self) -> tuple[ZoneView, ...]:
        return tuple(self.zone(zone) for zone in range(len(self.state.zones)))

    def zone(self, zone: int) -> ZoneView:
        world, place = self.world, self.world.zones[zone]
        states = states_of(self.definition)[place.family]
        family, owner = self.definition.families[place.family], world.zone_owner(zone)
        return ZoneView(
            key=zone_key(zone),
            name=zone_names(world, self.seats)[zone],
            label=label_of(world, zone),
            family=family.name,
            form=form_of(family),
            seen_by=str(family.seen_by),
            number=place.index + 1,
            parent=parent_of(world, self.seats, zone),
            owner=None if owner is None else player_key(owner),
            cell=(place.x, place.y) if family.size else None,
            size=family.size,
            neighbours=tuple(zone_key(one) for one in world.beside(zone)),
            room=family.room,
            count=len(self.state.zones[zone]),
            cards=self.cards_in(zone),
            facts=self._facts(ir.Owner(ir.OwnerSort.FAMILY, place.family), zone),
            states=tuple(name for name, asked in states.asked(zone) if self._known(asked)),
            limit=self._limit(states, zone),
        )

    def _limit(self, states: ZoneStates, zone: int) -> int | None:
        """At how many cards something changes, as far as the viewer may know it: the first that there is."""
        found = (self._known(limit, [None, zone, *[None] * (places - 2)]) for limit, places in states.limits)
        return next((limit for limit in found if isinstance(limit, int) and limit > 0), None)

    def cards_in(self, zone: int) -> tuple[CardView, ...]:
        """In order, where there is one: cards of a hand that read the same are as the viewer counts them."""
        cards = [self.card(card) for card in listed(self.state, zone, self.viewer)]
        if zone in self.world.hands:
            cards.sort(key=lambda one: (one.row or "", one.owner or "", counted(one.key)))
        return tuple(cards)

    def players(self, scores: Mapping[int, int]) -> tuple[PlayerView, ...]:
        return tuple(
            PlayerView(player_key(player), seat, self._facts(ir.OF_PLAYERS, player), scores.get(player))
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
                self._printed(owner, type.cells[number] if type.cells else {}),
                self._words(type.words[number] if type.words else {}),
                self._facts(owner, number),
            )
            for owner, type in types
            for number, id in enumerate(type.ids)
        )

    def scores(self) -> dict[int, int]:
        """What the viewer may reckon of the score of each seat."""
        found: dict[int, int] = {}
        score = self.definition.score
        if score is not None:
            for player in range(self.world.players):
                asked = ir.Apply(score, (ir.Const(player), ir.Const(player)))
                value = self._known(asked) if self.patience.lasts_for_function(score) else None
                found |= {player: value} if isinstance(value, int) else {}
        return found

    def _known(self, asked: ir.Expr, places: Sequence[Any] = ()) -> Any:
        """What something is worth; None if the viewer may not know, or it takes too long to be sure."""
        try:
            value, is_secret = Discreet(self.state, self.viewer).asked(asked, list(places))
        except STOPPING:
            return None
        return None if is_secret else value

    # ---- decisions

    def decision(self, decision: Decision) -> DecisionView:
        if self.viewer is None or decision.seat != self.seats[self.viewer]:
            return DecisionView(decision.seat)
        options = tuple(
            OptionView(one.text, one.number, str(one.kind), self._picks(one.picks)) for one in decision.options
        )
        return DecisionView(decision.seat, decision.prompt, str(decision.kind), options, self._picks(decision.picked))

    def _picks(self, picks: tuple[Pick, ...]) -> tuple[PickView, ...]:
        return tuple(self._pick(one) for one in picks)

    def _pick(self, pick: Pick) -> PickView:
        """Of several things that are alike it is the first, as the viewer counts them, whichever the option truly binds."""
        alike = tuple(sorted((self._picked(pick, one) for one in pick.alike), key=_by_key))
        return PickView(pick.name, alike[0] if len(alike) > 1 else self._picked(pick, pick.thing), alike)

    def _picked(self, pick: Pick, thing: CardAt | int) -> Thing | int:
        if isinstance(thing, CardAt):
            return self.things.card(self._cards_in(thing.zone)[thing.place - 1])
        found = self.things.of_sort(pick.sort, thing, (pick.of,))
        return thing if found is None else found

    def _cards_in(self, zone: int) -> list[int]:
        if zone not in self._listed:
            self._listed[zone] = listed(self.state, zone, self.viewer)
        return self._listed[zone]

    # ---- cards

    def card(self, card: int) -> CardView:
        thing = self.things.card(card)
        family = self.definition.families[self.world.zones[self.state.place[card]].family]
        face = ("up" if self.state.face[card] else "down") if family.seen_by == "face" else None
        host = self.state.host[card]
        under = None if host == NO_HOST else self.things.card(host).key
        if card not in self.seen:
            return CardView(thing.name, thing.key, owner=thing.owner, face=face, is_under=host != NO_HOST, under=under)
        kind, row = self.definition.kinds[self.world.kind[card]], self.definition.rows[self.world.row[card]][1]
        of = ir.Owner(ir.OwnerSort.KIND, self.world.kind[card])
        return CardView(
            name=row.name,
            key=thing.key,
            kind=kind.name,
            row=row.id,
            owner=thing.owner,
            face=face,
            is_under=host != NO_HOST,
            under=under,
            value=self.state.read(self.definition.variable_numbers[DIE_SHOWS], card) if kind.faces else None,
            text=row.text,
            drawn=self._drawn(card),
            printed=self._printed(of, row.cells),
            words=self._words(row.words),
            now=self._now(card, of),
            open=self._open(card, of, row),
            facts=self._card_facts(card, thing),
        )

    def _drawn(self, card: int) -> str:
        kind = self.definition.kinds[self.world.kind[card]]
        if kind.drawn_as is None or not self.patience.lasts_for_text(kind.drawn_as):
            return ""
        return self.speaker.text(kind.drawn_as, [None, card, *[None] * (len(kind.drawn_slots) - 2)])

    def _printed(self, of: ir.Owner, cells: Mapping[int, Any]) -> dict[str, Known]:
        return {
            column.name: self.things.value(cells[number], column.type)
            for number, column in _columns(self.definition).get(of, ())
            if not column.edges and cells.get(number) is not None
        }

    def _words(self, words: Words) -> dict[str, tuple[str, ...]]:
        return {self.definition.columns[number].name: told for number, told in words.items()}

    def _now(self, card: int, kind: ir.Owner) -> dict[str, Known]:
        """Values of a card that are not what is printed, or where nothing is printed, what they start from. Only of those it is
        asked who may know them: of others nothing is told to anybody."""
        found: dict[str, Known] = {}
        printed, cells = printed_from(self.definition), self.definition.rows[self.world.row[card]][1].cells
        for number, value in enumerate(self.definition.values):
            column = printed.get(number)
            if value.of not in (ir.OF_CARDS, kind) or not (value.holds or value.gets or column is not None):
                continue
            if not self.patience.lasts_for_value(number):
                continue
            try:
                start = self.evaluator.apply(value.starts, (None, card)) if column is None else cells.get(column)
                differs = self.evaluator.value(ir.Computed(number, ir.Const(card)), []) != start
            except STOPPING:
                continue
            known = self._known(ir.Computed(number, ir.Const(card))) if differs else None
            if known is not None:
                found[value.name] = self.things.value(known, value.type)
        return found

    def _open(self, card: int, kind: ir.Owner, row: Row) -> tuple[str, ...] | None:
        edges = next((number for number, column in _columns(self.definition).get(kind, ()) if column.edges), None)
        if edges is None:
            return None
        flags = row.cells.get(edges) or (0, 0, 0, 0)
        assert isinstance(flags, tuple)
        turned = self.state.read(self.definition.variable_numbers["turned"], card)
        return tuple(side for number, side in enumerate(SIDES) if flags[(number - turned) % len(SIDES)])

    # ---- facts

    def facts(self) -> tuple[Fact, ...]:
        """What is remembered of the game as a whole."""
        return tuple(
            self._fact(variable, self.state.variables[number], None)
            for number, variable in enumerate(self.definition.variables)
            if variable.of.is_game and can_read(self.state, number, None, self.viewer)
        )

    def _facts(self, of: ir.Owner, thing: int) -> tuple[Fact, ...]:
        """What is remembered of a player, a zone or a member."""
        variables = _variables(self.definition).get(of, ())
        owner = self.things.owner(of, thing) if variables else None
        return tuple(
            self._fact(variable, self.state.variables[number][thing], owner)
            for number, variable in variables
            if can_read(self.state, number, thing, self.viewer)
        )

    def _card_facts(self, card: int, thing: Thing) -> tuple[Fact, ...]:
        """What is remembered of a card, where it is not what it starts from; what a die shows is told beside."""
        found = []
        for number in self.world.noted[self.world.kind[card]]:
            variable, value = self.definition.variables[number], self.state.variables[number][card]
            if (variable.name, variable.of) == (DIE_SHOWS, ir.OF_CARDS) or value == self._start(number)[card]:
                continue
            if can_read(self.state, number, card, self.viewer):
                found.append(self._fact(variable, value, thing))
        return tuple(found)

    def _start(self, number: int) -> Any:
        if number not in self._starts:
            self._starts[number] = starting_value(self.world, self.state, number)
        return self._starts[number]

    def _fact(self, variable: Variable, value: Any, of: Thing | None) -> Fact:
        sort = "counter" if variable.is_counter else str(variable.type.sort)
        words = "" if value is None else self.speaker.thing(value, variable.type)
        return Fact(variable.name, self.things.value(value, variable.type), words, sort, of)


@lru_cache(maxsize=64)
def _columns(definition: Definition) -> Mapping[ir.Owner, Sequence[tuple[int, Column]]]:
    """The columns of everything that has some, each with its number."""
    return _by_owner(definition.columns)


@lru_cache(maxsize=64)
def _variables(definition: Definition) -> Mapping[ir.Owner, Sequence[tuple[int, Variable]]]:
    return _by_owner(definition.variables)


def _by_owner(declared: Sequence[Owned]) -> Mapping[ir.Owner, Sequence[tuple[int, Owned]]]:
    found: dict[ir.Owner, list[tuple[int, Owned]]] = {}
    for number, one in enumerate(declared):
        found.setdefault(one.of, []).append((number, one))
    return found


def _by_key(thing: Thing | int) -> tuple[int, str]:
    return (thing, "") if isinstance(thing, int) else (counted(thing.key), repr(thing))
