"""What a card looks like to whoever sees it, and what is said of it aloud.

Takes cards of a view and the design of the game; returns cards of a page. A card that the viewer cannot see has nothing but its
back, and its back never tells its kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import groupby

from ...table.appearance import Looks
from ...table.view import CardView, Fact, ZoneView
from ...telling.entries import Known, Thing
from .design import OWNER, Design, Style
from .parts import Card, Chip, DrawnFace, Icon

ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth",
)  # fmt: skip
PLAIN = Style("card", "", "", "", "", (), "", {})


class Faces:
    """Draws cards for one viewer: `names` are those of players by key, `own` is the viewer's key."""

    def __init__(self, design: Design, looks: Looks, names: Mapping[str, str], own: str | None) -> None:
        self.design = design
        self.looks = looks
        self.names = names
        self.own = own
        self.initials = {key: initials_of(name, names.values()) for key, name in names.items()}

    def cards(self, zone: ZoneView, cards: Iterable[CardView], place: str, is_ordered: bool) -> tuple[Card, ...]:
        """Cards as they lie; pieces side by side that are equal are one with a number."""
        found = [self.card(card, zone.owner, place, number if is_ordered else None) for number, card in enumerate(cards)]
        joined = [(one, list(same)) for one, same in groupby(found, key=_alike)]
        return tuple(card for _, same in joined for card in _joined(same))

    def card(self, card: CardView, holder: str | None, place: str, number: int | None = None) -> Card:
        """A card in a zone of a player, or in one that is nobody's."""
        style = self.design.styles.get(card.kind or "", PLAIN)
        shape, back = self.design.backs.get(card.name, ("card", 0)) if not card.is_seen else (style.shape, 0)
        is_elsewhere = card.owner is not None and card.owner != holder
        face = self._face(card, style) if card.is_seen else None
        is_marked = shape == "piece" and self.design.has_one_piece and card.owner is not None
        initials = self.initials.get(card.owner or "", "")
        return Card(
            shape=shape,
            name=card.name,
            label=self._label(card, face, place, number, is_elsewhere),
            keys=(card.key,) if card.key is not None else (),
            face=face,
            colour=self._colour(card, style),
            back=back,
            owner="" if is_marked or not is_elsewhere else self.names[card.owner or ""] if shape == "card" else initials,
            letter=initials if is_marked else card.name[:1].upper(),
            seat=(card.owner or "")[1:],
            is_down=card.face == "down",
            is_under=card.is_under,
        )

    # ---- what it shows

    def _face(self, card: CardView, style: Style) -> DrawnFace:
        printed = card.printed.get(style.number)
        now = card.now.get(style.counts, printed) if style.counts else printed
        badge = card.printed.get(style.badge)
        number = "" if printed is None or isinstance(printed, Thing) else str(printed)
        return DrawnFace(
            number=number,
            now="" if now == printed or now is None else str(now),
            badge=self._icon(badge) if isinstance(badge, Thing) else None,
            sign=style.sign(card.row or ""),
            text=card.text,
            words=tuple(" + ".join(words).replace("_", " ") for words in card.words.values()) if not card.text else (),
            foot=tuple(self._foot(card, style)),
            tags=tuple(self.tags(card.facts)),
            open=card.open,
            pips=card.value,
        )

    def _icon(self, member: Thing) -> Icon:
        sign = self.design.sign_of(member.key, member.row)
        return Icon(sign.icon, member.name, sign.colour) if sign else Icon("", member.name)

    def _foot(self, card: CardView, style: Style) -> Iterable[Chip]:
        for column in style.foot:
            value = card.printed.get(column)
            if value is not None:
                yield Chip(column.replace("_", " "), _words(value), self.design.icons.get(column, ""))
        for name, value in card.now.items():
            if name != style.counts:
                yield Chip(name.replace("_", " "), self.design.aloud(_words(value)))

    def tags(self, facts: Iterable[Fact]) -> Iterable[Chip]:
        """What is so, and numbers that are not none."""
        for fact in facts:
            if fact.name not in self.looks.hidden and fact.value not in (None, 0, False):
                words = "" if fact.value is True else self.design.aloud(fact.words)
                yield Chip(self.looks.called(fact), words, self.design.icons.get(fact.name, ""), fact.name)

    def _colour(self, card: CardView, style: Style) -> str:
        if not card.is_seen or style.colour == OWNER:
            return f"s{card.owner[1:]}" if card.owner is not None else ""
        member = card.printed.get(style.colour)
        if isinstance(member, Thing):
            return self._icon(member).colour
        return "" if style.colour in card.printed or style.colour == "none" else style.colour

    # ---- what is said of it

    def _label(self, card: CardView, face: DrawnFace | None, place: str, number: int | None, is_elsewhere: bool) -> str:
        whose = f"{'your' if card.owner == self.own else self.names[card.owner or ''] + '’s'} " if is_elsewhere else ""
        if face is None:
            called = f"{whose}{'face-down ' if card.face else ''}{card.name}"
        else:
            called = f"{whose}{card.name}{_told(face, card.name)}{', face down' if card.face == 'down' else ''}"
        where = f", {_ordinal(number)}" if number is not None else ""
        return f"{called}{', underneath' if card.is_under else ''}, {place}{where}"


def _told(face: DrawnFace, name: str) -> str:
    """Its numbers and tags, but what the name tells already."""
    number = f" {face.number}" if face.number and face.number not in name.split() else ""
    told = [f"counts {face.now} now"] if face.now else []
    told += [face.badge.name] if face.badge and face.badge.name.casefold() not in name.casefold() else []
    told += [f"shows {face.pips}"] if face.pips is not None else []
    told += ["open to the " + " and ".join(face.open)] if face.open else []
    told += [f"{chip.label} {chip.value}".strip() for chip in (*face.foot, *face.tags)]
    return number + "".join(f", {one}" for one in told)


def initials_of(name: str, names: Iterable[str]) -> str:
    """As much of a name as tells it from the others, on a small piece."""
    others = [one for one in names if one != name]
    lengths = range(1, len(name) + 1)
    return next((name[:size] for size in lengths if not any(one.startswith(name[:size]) for one in others)), name)


def _ordinal(number: int) -> str:
    return ORDINALS[number] if number < len(ORDINALS) else f"number {number + 1}"


def _words(value: Known) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(_words, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value.name if isinstance(value, Thing) else str(value)


def _alike(card: Card) -> tuple[object, ...]:
    """By what pieces are one: how they look."""
    if card.shape != "piece":
        return (card,)
    return card.name, card.face, card.colour, card.owner, card.letter, card.is_under, bool(card.keys), card.back


def _joined(cards: list[Card]) -> list[Card]:
    if len(cards) == 1 or cards[0].shape != "piece":
        return cards
    first, keys = cards[0], tuple(key for card in cards for key in card.keys)
    label = f"{len(cards)} × {first.label}"
    return [replace(first, label=label, keys=keys, count=len(cards))]
