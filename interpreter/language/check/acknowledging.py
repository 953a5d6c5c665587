"""Warnings that somebody has seen and answered: `lake: {seen by: everyone}  # on purpose: kept for the expansion`.

Takes the files of a game and the warnings found in them; returns the warnings that are still to be told. A comment without a
reason answers nothing, and one that answers nothing is told as a warning itself. Never touches an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..diagnostics import Complaints, Diagnostic, Span, folded, in_file_order
from ..read.files import Files
from ..read.remarks import remarks_in

_COMMENT = re.compile(r"(?<!\S)# *on purpose\b(?P<in_play> in play\b)? *:?(?P<reason>.*)$")


@dataclass(frozen=True, slots=True)
class Acknowledgement:
    """A comment that answers the warnings of its line: those of the definition, or those that only games can show."""

    span: Span
    reason: str
    in_play: bool


def acknowledgements(files: Files) -> tuple[Acknowledgement, ...]:
    """Every such comment, in file order."""
    return tuple(one for shown, raw in files.contents for one in _comments(shown, raw.decode("utf-8-sig", "replace")))


def unanswered(
    warnings: Iterable[Diagnostic], comments: Iterable[Acknowledgement], in_play: bool = False
) -> tuple[Diagnostic, ...]:
    """The warnings that no comment answers, and a warning for each comment that answers none."""
    every = list(warnings)
    own = [one for one in comments if one.in_play == in_play]
    answered = {(one.span.file, one.span.line) for one in own if one.reason}
    spoken_of = {(one.span.file, one.span.line) for one in every}
    complaints = Complaints()
    for one in own:
        if (one.span.file, one.span.line) not in spoken_of:
            complaints.add(one.span, "nothing-on-purpose")
        elif not one.reason:
            complaints.add(one.span, "purpose-without-reason")
    rest = [one for one in every if (one.span.file, one.span.line) not in answered]
    return in_file_order([*rest, *folded(complaints.warnings)])


def _comments(shown: str, text: str) -> Iterator[Acknowledgement]:
    for remark in remarks_in(text, _COMMENT):
        comment = _COMMENT.search(remark.words)
        assert comment is not None
        span = Span(shown, remark.line + 1, remark.column + comment.start() + 1, len(comment[0].rstrip()))
        yield Acknowledgement(span, comment["reason"].strip(), comment["in_play"] is not None)
