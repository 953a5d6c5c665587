"""What an answer means among what is offered, or why it is refused.

Takes decisions and an answer as somebody gives it: an option, words, or a number. Never changes anything, so that a refused
answer leaves the match as it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..engine.options import Decision, Option
from ..errors import Misused, WrongCall

SOME = 12  # options that a refusal names


class Refused(Misused):
    """An answer that is not offered: whose it was, why it is not taken, and what is offered instead. Nothing has changed."""

    def __init__(self, why: str, seat: str | None = None, offered: Sequence[Option] = ()) -> None:
        self.why = why
        self.seat = seat
        self.offered = tuple(offered)
        texts = ", ".join(option.text for option in self.offered[:SOME])
        more = ", …" if len(self.offered) > SOME else ""
        super().__init__(f"{why}. Offered: {texts}{more}" if self.offered else why)

    def carried(self) -> dict[str, Any]:
        """Options stay with their match; what they read stands in the sentence."""
        return {**vars(self), "offered": ()}


def number_of_seat(seats: Sequence[str], seat: str) -> int:
    """Where somebody sits; refused if that is nobody of this table."""
    if seat not in seats:
        raise Misused(f'nobody here is called "{seat}"; at the table sit {", ".join(seats)}')
    return seats.index(seat)


def asked_of(decisions: Sequence[Decision], seat: str | None) -> list[Decision]:
    """The open decisions of a seat, or all; at least one."""
    asked = [one for one in decisions if seat is None or one.seat == seat]
    if asked:
        return asked
    if not decisions:
        raise Refused("the game is over, nobody is asked anything", seat)
    raise Refused(f"it is not {seat}'s decision; {' and '.join(one.seat for one in decisions)} must decide", seat)


def meant(decision: Decision, answer: Option | str) -> Option | None:
    """The option of a decision that is equal, or has a text."""
    if isinstance(answer, Option):
        return next((option for option in decision.options if option == answer), None)
    words = " ".join(answer.split()).casefold()
    return next((option for option in decision.options if option.text.casefold() == words), None)


def numbered(asked: list[Decision], answer: object, index: int | None, number: int | None) -> Option:
    """The option of an index among those offered, or of a number among all actions of the game."""
    if sum(one is not None for one in (answer, index, number)) != 1 or answer is not None:
        raise WrongCall("an answer is an option, a text, index=… among those offered, or number=… among all actions")
    if not isinstance(index if number is None else number, int):
        raise WrongCall(f"an index and a number are whole numbers, not {index if number is None else number!r}")
    first = asked[0]
    if index is not None:
        if not 0 <= index < len(first.options):
            raise Refused(f"{first.seat} has no option with the index {index}", first.seat, first.options)
        return first.options[index]
    for one in asked:
        if number in (numbers := one.numbers):
            return one.options[numbers.index(number)]
    raise Refused(f"{first.seat} has no option with the number {number}", first.seat, first.options)
