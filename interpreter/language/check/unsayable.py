"""Finds words of answers that nobody could say: none at all, words over several lines, and one text for two answers.

Takes a document; complains at the words. Answers are picked, kept and recorded by their words, so each needs some of its own.
"""

from __future__ import annotations

from ..diagnostics import Complaints
from ..read.nodes import Mapping, Node, Scalar, Sequence, mappings_in, text_of

_ANSWERS = ("option", "may", "done", "decline")
_ON_ONE_LINE = ("name", "back", *_ANSWERS)
_UNSAID = {"may": "decline", "window": "go on"}  # how to decline reads, if nothing is written


def check_answers(document: Mapping, complaints: Complaints) -> None:
    """Every name and every answer is a text on one line, and no two answers beside each other are the same text."""
    for node in mappings_in([document]):
        for slot in _ON_ONE_LINE:
            _check_text(node.get(slot), complaints)
        _check_same(node, complaints)


def _check_text(node: Node | None, complaints: Complaints) -> None:
    if not isinstance(node, Scalar):
        return
    if not node.words.strip():
        complaints.add(node.span, "text-expected")
    elif "\n" in node.words.strip() or node.words != node.words.strip():
        complaints.add(node.span, "one-line")


def _check_same(node: Mapping, complaints: Complaints) -> None:
    """How to decline, or to be done, reads otherwise than what could be chosen instead."""
    offer = node.get("offer")
    inner = [one.get("option") for one in offer.items if isinstance(one, Mapping)] if isinstance(offer, Sequence) else []
    picks = [one for one in (node.get("option"), node.get("may"), *inner) if isinstance(one, Scalar)]
    for slot in ("decline", "done"):
        written = node.get(slot)
        unsaid = next((text for head, text in _UNSAID.items() if head in node.items), "") if slot == "decline" else ""
        text = text_of(written) or unsaid
        same = next((one for one in picks if text and one.words == text), None)
        if same is not None:
            complaints.add(written.span if written is not None else same.span, "same-answer", text=text)
