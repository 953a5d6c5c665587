"""What one viewer reads of a chapter, line by line: answers, what the game itself says, and all that happens besides.

Takes the entries of one viewer; returns each line with its place in the chapter. What goes without saying is left out, and what
happens alike is folded, between one spoken line and the next.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence, Set
from dataclasses import dataclass, replace

from ..engine.world import World
from .completing import completed
from .deeds import Deed, Doer
from .dice_words import rolled
from .entries import Answer, Because, Change, Decide, Entry, PlaceInRow, Reveal, Roll, Say, Thing
from .folding import Place, Placed, as_told_before, folded
from .plain_words import called, is_counted_unseen
from .reason_words import reason_words
from .reasons import Kind, Reason
from .silence import Silence, Spoken, is_hidden_by_look
from .wordsmith import Wordsmith

_INSTEAD = "instead"  # how the journal calls what was so that something else was done
_OTHERWISE = (Answer.kind, Say.kind, Reveal.kind, Roll.kind, Decide.kind)  # lines in words of the game, and reasons


@dataclass(frozen=True, slots=True)
class ToldLine:
    """A line as one viewer reads it: its kind, its words, the things it speaks of, and the verb or the step that does it.
    `read` is what people read in place of words of the game that leave something out, nothing if other lines tell it. `earlier`
    are lines that told the same before this one did. It is `made_of` an entry or a deed, with the `changes` that a text of the
    game tells, or the `reason` for a number."""

    kind: str
    words: str
    things: tuple[Thing, ...] = ()
    rule: str = ""
    read: str | None = ""
    earlier: tuple[str, ...] = ()
    made_of: Entry | Deed | None = None
    changes: tuple[Change, ...] = ()
    reason: Reason | None = None

    @property
    def is_narrated(self) -> bool:
        return self.kind not in _OTHERWISE or (self.kind == Decide.kind and self.rule != "")


@dataclass(frozen=True)
class Glimpse:
    """What one viewer may know of one happening, and of why it happened; and whether that is how the table is laid out."""

    entry: Entry | None
    because: Because | None = None
    lays_out: bool = False

    @property
    def carrier(self) -> Thing | None:
        """The card whose ability it was, if the viewer knows it by its name."""
        carrier = None if self.because is None else self.because.carrier
        return carrier if carrier is not None and carrier.row is not None else None

    @property
    def is_silent(self) -> bool:
        """Whether the definition has other words for it, or none."""
        return self.because is not None and bool(self.because.silent)

    @property
    def rule(self) -> object:
        """What tells the rule behind it from others."""
        return None if self.because is None else (self.because.procedure, self.because.ability, self.carrier)

    @property
    def place(self) -> str:
        """Where the sentence is written."""
        return "" if self.because is None else self.because.place

    @property
    def rule_name(self) -> str:
        """The verb or the step that does it, as far as the viewer may know it."""
        return "" if self.because is None else self.because.rule


class Narrator:
    """Tells chapters of one table."""

    def __init__(self, world: World, seats: tuple[str, ...]) -> None:
        self.world = world
        self.seats = seats
        self.doer = Doer(world, seats)
        self.words = Wordsmith(world, seats)
        self.reasons = reason_words(world.definition)
        self.verbs = frozenset(one.name for one in world.definition.procedures)

    def tell(self, parts: Sequence[Glimpse]) -> dict[Place, ToldLine]:
        """The lines of one viewer, each with the number of the happening that it begins with."""
        silence = Silence(self.world, self.seats, [part.entry for part in parts], [part.rule for part in parts])
        lines: dict[Place, ToldLine] = {}
        stretch: list[Placed] = []
        answer, decided, alike = "", set[str](), _alike(parts)
        for number, part in enumerate(parts):
            if number and parts[number - 1].lays_out and not part.lays_out:
                lines |= self._lines(stretch, answer)
                stretch, answer = [], ""
            if isinstance(part.entry, Spoken):
                lines |= self._lines(stretch, answer)
                stretch, answer = [], _carried_out(part.entry)
                told_by = silence.told_by(number)
                reasons = {self._amount(parts, other) for other in told_by} - {""}
                reason = reasons.pop() if len(reasons) == 1 else ""
                is_unread = _ends_row(part.entry) or silence.is_told_better(number)
                read = None if is_unread else self._read(part.entry, [*told_by.values()], reason)
                line, earlier = spoken(part.entry, self.seats), self._earlier([*told_by.values()])
                changes = tuple(told_by.values())
                lines[number, 0] = replace(line, rule=part.rule_name, read=read, earlier=earlier, changes=changes)
            elif isinstance(part.entry, Decide) and not part.entry.amount:
                told = "" if part.is_silent else self._decided(parts, number, alike[_decision(part)])
                if told and told not in decided and not self._is_order_of(part.entry, decided):
                    lines |= self._lines(stretch, answer)
                    stretch, answer = [], ""
                    rule = part.rule_name if part.entry.name == _INSTEAD else ""
                    lines[number, 0] = ToldLine(part.entry.kind, told, rule=rule, made_of=part.entry)
                    decided.add(told)
            elif isinstance(part.entry, Change) and not part.is_silent and silence.is_known(part.entry):
                if told := self._reckoned(parts, number):
                    lines |= self._lines(stretch, answer)
                    stretch, answer = [], ""
                    lines[number, 0] = ToldLine(Decide.kind, told, made_of=part.entry, reason=_reckoning(parts, number))
            elif part.entry is not None and not part.is_silent and not silence.keeps(number) and not _is_decided(parts, number):
                behind = part.rule_name, part.place, self._amount(parts, number), _reckoning(parts, number)
                deeds = self.doer.deeds(part.entry, part.carrier, *behind)
                stretch += [((number, place), deed) for place, deed in enumerate(deeds)]
        return self._with_rules(lines | self._lines(stretch, answer))

    def _read(self, said: Spoken, changes: Sequence[Change], reason: str) -> str:
        """How people read a text of the game that tells changes of counters, with what the amount is made of; and dice."""
        if isinstance(said, Roll):
            return rolled(self.world, self.seats, said)
        if not isinstance(said, Say) or not changes:
            return ""
        told = completed(self.world.definition, said, changes)
        return self.words.with_reason((told or said.text).removesuffix("."), reason) if reason else told

    def _earlier(self, changes: Sequence[Change]) -> tuple[str, ...]:
        """Changes of counters, each in a line of its own."""
        return tuple(self.words.line(deed) for one in changes for deed in self.doer.deeds(one, None))

    def _with_rules(self, lines: dict[Place, ToldLine]) -> dict[Place, ToldLine]:
        """The verb or the step before the first of the lines that tell what it does. What an answer sets going says its verb
        already, and so does an answer that is given in the middle of one."""
        told: dict[Place, ToldLine] = {}
        answer, named, said, is_first = ToldLine("", ""), "", "", False
        for place, line in sorted(lines.items()):
            if line.kind == Answer.kind:
                answer, named, said, is_first = line, "", "", True
            elif not line.is_narrated:
                said = line.rule
            elif line.rule not in ("", named, said, answer.rule):
                named = line.rule
                is_answered = (is_first and named in self.verbs) or _speaks_of(answer.words, named)
                line = line if is_answered else self._under(called(named), line)
            is_first = is_first and line.kind == Answer.kind
            told[place] = line
        return told

    def _under(self, rule: str, line: ToldLine) -> ToldLine:
        earlier = tuple(self.words.under(rule, one) for one in line.earlier)
        return replace(line, words=self.words.under(rule, line.words), earlier=earlier)

    def _decided(self, parts: Sequence[Glimpse], number: int, alike: Sequence[int]) -> str:
        """What was decided by values, among those decisions that are about the same. Where something goes before it, it waits
        for that, and is told together with it."""
        part = parts[number]
        assert isinstance(part.entry, Decide)
        if not part.entry.again:
            return "" if _goes_before([parts[other] for other in alike[bisect_right(alike, number) :][:1]]) else part.entry.text
        first = next((parts[other] for other in alike[: bisect_left(alike, number)][-1:]), None)
        if first is None or not isinstance(first.entry, Decide) or first.is_silent:
            return self.reasons.decisions.line(part.entry.reason, part.entry.name, True, is_first=True)
        return self.reasons.decisions.line(part.entry.reason, part.entry.name, True, first.entry.reason)

    def _is_order_of(self, entry: Decide, decided: Set[str]) -> bool:
        """Whether things are only put in the order in which they stood where one of them was found."""
        order = self.reasons.decisions.order(entry.reason) if decided and not entry.name else ""
        return order != "" and any(order in one for one in decided)

    def _reckoned(self, parts: Sequence[Glimpse], number: int) -> str:
        """Of a number that lies on no table, what it was reckoned from; not where `look` hides it, nor what only counts cards
        that nobody can see."""
        entry, reason = parts[number].entry, _reckoning(parts, number)
        if not isinstance(entry, Change) or entry.of is None or reason is None or is_counted_unseen(reason):
            return ""
        if is_hidden_by_look(self.world.definition, entry.variable):
            return ""
        return self.words.named(f"{called(entry.variable)} of {entry.of.name}", self.reasons.how(reason))

    def _amount(self, parts: Sequence[Glimpse], number: int) -> str:
        """What the amount is made of that is gained, paid or set, if that was told just before; with how much it is, where the
        line does not say so."""
        entry, before, reason = parts[number].entry, parts[number - 1].entry if number else None, _reckoning(parts, number)
        if reason is None or not isinstance(before, Decide) or not isinstance(entry, Change):
            return ""
        was, now = entry.before, entry.after
        if _is_cut(entry, reason):
            return f"{reason.value} ({before.text})"  # more than there was
        is_raised = entry.kind == "set" and isinstance(was, int) and isinstance(now, int) and reason.value == abs(now - was)
        if not is_raised or not was or not before.text:
            return before.text
        return f"{reason.value}, {before.text}" if reason.inner.kind is Kind.PRINTED else self.reasons.how(reason)

    def _lines(self, stretch: list[Placed], answer: str) -> dict[Place, ToldLine]:
        """What happened between two spoken lines; not what reads as the answer before does."""
        lines = {place: self._told(deed) for place, deed in folded(stretch, self.world)}
        return {place: told for place, told in lines.items() if told.words and told.words != answer}

    def _told(self, deed: Deed) -> ToldLine:
        carrier = () if deed.carrier is None else (deed.carrier,)
        rule = deed.rule if deed.carrier is None else ""
        earlier = tuple(self.words.line(one) for one in as_told_before(deed))
        earlier += (self.words.in_one(deed),) if self.words.is_one_each(deed) else ()
        bare = replace(deed, things=tuple(self.words.nouns.without_face(one) for one in deed.things))
        earlier += (self.words.line(bare),) if bare != deed else ()
        things = (*carrier, *deed.things, *deed.likewise)
        return ToldLine(deed.kind, self.words.line(deed), things, rule, earlier=earlier, made_of=deed)


def _speaks_of(answer: str, rule: str) -> bool:
    """Whether an answer says already what a verb is called: `Ada: feed the geese` of `feed_geese`."""
    said = answer.lower().split()
    return all(any(one.startswith(word) for one in said) for word in rule.split("_"))


def _is_decided(parts: Sequence[Glimpse], number: int) -> bool:
    """Whether a variable is only set to what the line before says that it is."""
    entry, before = parts[number].entry, _before(parts, number)
    if not isinstance(entry, Change) or before is None or not isinstance(before.entry, Decide) or before.is_silent:
        return False
    if before.entry.amount:
        return False  # what is gained is told, even if it is all that there is then
    return before.entry.name == entry.variable and before.entry.reason.value == entry.after


def _before(parts: Sequence[Glimpse], number: int) -> Glimpse | None:
    """The last thing before that the viewer may know."""
    return next((parts[other] for other in range(number - 1, -1, -1) if parts[other].entry is not None), None)


def _reckoning(parts: Sequence[Glimpse], number: int) -> Reason | None:
    """Where a number comes from that a counter changes by, or that a variable is set to."""
    entry, before = parts[number].entry, parts[number - 1] if number else parts[number]
    if not isinstance(entry, Change) or not isinstance(before.entry, Decide) or not before.entry.amount or before.is_silent:
        return None
    if not before.entry.text or not isinstance(entry.before, int) or not isinstance(entry.after, int):
        return None
    reckoned = {before.entry.reason.value} if _is_cut(entry, before.entry.reason) else set()
    reckoned |= {abs(entry.after - entry.before), *([entry.after] if entry.kind == "set" else [])}
    same = before.entry.name == entry.variable and before.place == parts[number].place
    return before.entry.reason if same and before.entry.reason.value in reckoned else None


def _is_cut(entry: Change, reason: Reason) -> bool:
    """Whether less was taken away than should have been, because no more was there."""
    was, now, asked = entry.before, entry.after, reason.value
    return isinstance(was, int) and isinstance(asked, int) and now == 0 < was < asked


def _goes_before(later: Sequence[Glimpse]) -> bool:
    """Whether what was decided is decided otherwise later on, by the same rule."""
    return any(isinstance(one.entry, Decide) and one.entry.again and not one.is_silent for one in later)


def _decision(part: Glimpse) -> object:
    """What a decision is about, and the rule that takes it; one of a rule that the viewer may not know is like no other."""
    assert isinstance(part.entry, Decide)
    return (part.entry.name, part.rule) if part.rule is not None else id(part)


def _alike(parts: Sequence[Glimpse]) -> dict[object, list[int]]:
    """The numbers of those decisions that are about the same."""
    found: dict[object, list[int]] = {}
    for number, part in enumerate(parts):
        if isinstance(part.entry, Decide):
            found.setdefault(_decision(part), []).append(number)
    return found


def _ends_row(entry: Spoken) -> bool:
    """Whether an answer only says that nothing more is picked: what was picked is told already."""
    return isinstance(entry, Answer) and entry.row is PlaceInRow.END


def _carried_out(entry: Spoken) -> str:
    """An answer as the line that would say just the same: `Ada draws a card`."""
    verb, _, rest = entry.text.partition(" ") if isinstance(entry, Answer) else ("", "", "")
    return f"{entry.seat} {verb}s {rest}" if isinstance(entry, Answer) else ""


def spoken(entry: Spoken, seats: tuple[str, ...]) -> ToldLine:
    """What is said in words of the game: answers, its own sentences, and what comes to light."""
    match entry:
        case Answer(seat, text, things):
            return ToldLine(entry.kind, f"{seat}: {text}", things, made_of=entry)
        case Say(text, things):
            return ToldLine(entry.kind, text, things, made_of=entry)
        case Reveal(card):
            return ToldLine(entry.kind, f"{_name(card, seats)} is revealed", (card,), made_of=entry)
        case Roll(dice):
            return ToldLine(entry.kind, _rolled(entry, seats), tuple(die for die, _ in dice), made_of=entry)


def _rolled(entry: Roll, seats: tuple[str, ...]) -> str:
    """What dice that were rolled together show, for those who can see them; the others know that they were rolled."""
    told: dict[str, list[str]] = {}
    for die, value in entry.dice:
        if value is None:
            told.setdefault(f"{_name(die, seats)} is rolled", [])
        else:
            told.setdefault(f"{_name(die, seats)} shows ", []).append(str(value))
    return "; ".join(words + ", ".join(results) for words, results in told.items())


def _name(card: Thing, seats: tuple[str, ...]) -> str:
    """A card with whose it is."""
    return card.name if card.owner is None else f"{seats[int(card.owner[1:])]}'s {card.name}"
