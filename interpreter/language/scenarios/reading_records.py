"""Reads records from YAML.

Takes a file; returns a Record, or complains of what does not fit. Plays nothing.
"""

from __future__ import annotations

from pathlib import Path

from ...ir.limits import KEPT_ANSWERS
from ..diagnostics import Complaints
from ..read.files import shown_path
from ..read.nodes import Mapping, Scalar, Sequence, text_of
from ..read.schemas import check_shape
from ..read.source import read_file

Answers = tuple[tuple[str, str, int], ...]


def read_record(path: Path, complaints: Complaints) -> dict[str, object] | None:
    """The fields of a record, answers with their lines; None after a complaint."""
    node = read_file(path, complaints, shown_path(path))
    if node is None:
        return None
    if not isinstance(node, Mapping):
        complaints.add(node.span, "mapping-expected", what="a record", hint="begin with game, seats, seed, answers")
        return None
    before = len(complaints.errors)
    check_shape(node, "record", complaints)
    if len(complaints.errors) > before:
        return None
    seats, answers, options = node.get("seats"), node.get("answers"), node.get("options")
    seed = node.get("seed")
    result = node.get("result")
    return {
        "game": text_of(node.get("game")),
        "variant": text_of(node.get("variant")),
        "seats": tuple(text_of(item) for item in seats.items) if isinstance(seats, Sequence) else (),
        "seed": int(seed.words) if isinstance(seed, Scalar) else 0,
        "options": {key: text_of(value) for key, value in options.items.items()} if isinstance(options, Mapping) else {},
        "answers": _answers(answers, complaints),
        **(_result(result) if isinstance(result, Mapping) else {}),
    }


def _answers(node: object, complaints: Complaints) -> Answers:
    answers = []
    rows = node.items if isinstance(node, Sequence) else ()
    if len(rows) > KEPT_ANSWERS.most:
        most = f"{KEPT_ANSWERS.most:,}"
        complaints.add(rows[KEPT_ANSWERS.most].span, "too-many", found=f"{len(rows):,}", most=most, what=KEPT_ANSWERS.what)
    for item in rows:
        for seat, text in item.items.items() if isinstance(item, Mapping) else ():
            if not text_of(text):
                complaints.add(text.span, "text-expected")
            answers.append((seat, text_of(text), text.span.line))
    return tuple(answers)


def _result(node: Mapping) -> dict[str, object]:
    scores, winners = node.get("scores"), node.get("winners")
    fields: dict[str, object] = {}
    if isinstance(scores, Mapping):
        fields["scores"] = {seat: int(text_of(score)) for seat, score in scores.items.items()}
    if isinstance(winners, Sequence):
        fields["winners"] = tuple(text_of(item) for item in winners.items)
    return fields
