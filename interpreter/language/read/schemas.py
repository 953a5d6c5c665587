"""Checks the shape of a file against its JSON Schema.

Takes a tree of nodes and the name of a schema; adds a complaint for every key or value that does not fit.
Never follows a reference out of the schema itself, and asks the library for its reasons only where something is wrong.
"""

from __future__ import annotations

import json
import re
from functools import cache
from types import NoneType
from typing import Any

from ..diagnostics import Complaints, Span, did_you_mean, listed, schema_text
from ..words import verbs
from .nodes import Mapping, Node, Scalar, Sequence, to_plain
from .slips import spaced_after_colon

_TYPES = {dict: "object", list: "array", str: "string", int: "integer", bool: "boolean", NoneType: "null"}
_JUDGED = {
    "type", "enum", "items", "properties", "additionalProperties", "required",
    "title", "description", "definitions", "$schema",
}  # fmt: skip


@cache
def schema(name: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(schema_text(f"{name}.schema.json"))
    return loaded


@cache
def _validator(name: str) -> Any:
    from jsonschema import Draft7Validator
    from referencing import Registry

    return Draft7Validator(schema(name), registry=Registry())


def check_shape(node: Node, name: str, complaints: Complaints) -> None:
    if is_plainly_right(to_plain(node), schema(name), schema(name)):
        return
    misplaced: set[tuple[str | int, ...]] = set()
    for error in _validator(name).iter_errors(to_plain(node)):
        path = list(error.absolute_path)
        if any(tuple(path[:length]) in misplaced for length in range(1, len(path) + 1)):
            continue
        if _is_misplaced(node, error, path):
            misplaced.add(tuple(path))
            _complain_of_place(node, path, error, complaints)
        else:
            _complain(node, path, error, complaints)


def is_plainly_right(value: Any, part: Any, whole: dict[str, Any]) -> bool:
    """Whether a value certainly fits a part of a schema: it keeps most files from waiting for the library that explains.
    What uses another word of JSON Schema than these, or is right in a roundabout way, is not plainly right."""
    if isinstance(part, bool):
        return part
    if "$ref" in part:
        part = whole["definitions"][part["$ref"].removeprefix("#/definitions/")]
    if not part.keys() <= _JUDGED:
        return False
    types = part.get("type", ())
    if types and _TYPES.get(type(value)) not in ([types] if isinstance(types, str) else types):
        return False
    if "enum" in part and not any(type(one) is type(value) in (str, bool) and one == value for one in part["enum"]):
        return False
    if isinstance(value, list):
        return "items" not in part or all(is_plainly_right(item, part["items"], whole) for item in value)
    return not isinstance(value, dict) or _is_plain_mapping(value, part, whole)


def _is_plain_mapping(value: dict[str, Any], part: dict[str, Any], whole: dict[str, Any]) -> bool:
    named, others = part.get("properties", {}), part.get("additionalProperties", True)
    if not value.keys() >= set(part.get("required", ())):
        return False
    return all(is_plainly_right(item, named.get(key, others), whole) for key, item in value.items())


def _complain(root: Node, path: list[str | int], error: Any, complaints: Complaints) -> None:
    node, span = _find(root, path)
    if error.validator == "additionalProperties" and isinstance(node, Mapping):
        for key in node.items:
            if key not in error.schema.get("properties", {}):
                _complain_of_key(key, node.keys.get(key, span), error, complaints)
    elif error.validator == "required" and isinstance(node, Mapping):
        _complain_of_missing(node, span, error, complaints)
    elif error.validator == "enum":
        word = str(error.instance)
        known = [str(value) for value in error.validator_value]
        complaints.add(span, "not-one-of", hint=did_you_mean(word, known), found=word, known=listed(known, 40))
    elif error.validator == "type":
        _complain_of_type(node, span, path, error, complaints)
    else:
        raise AssertionError(f"the schema uses {error.validator}, which nobody explains")


def _complain_of_key(key: str, span: Span, error: Any, complaints: Complaints) -> None:
    """A key that is no slot of this; words before a colon in a sentence look like one, and so does what stands too far out."""
    known = list(error.schema.get("properties", {}))
    if key.partition(" ")[0] in verbs() and " " in key:
        complaints.add(span.part(span.length, 1), "colon-in-sentence")
        return
    elsewhere = listed(_titles_with(key), 3)
    hint = f'"{key}" is a slot of {elsewhere}: look at the indentation' if elsewhere else did_you_mean(key, known)
    notes = [f"here may stand: {listed(known, 40)}"]
    complaints.add(span, "unknown-key", hint=hint, notes=notes, key=key, what=_title(error.schema))


def _titles_with(key: str) -> list[str]:
    """What has a slot of this name."""
    parts = schema("game")["definitions"].values()
    return [_title(part) for part in parts if key in part.get("properties", {}) and "title" in part]


def _complain_of_type(node: Node, span: Span, path: list[str | int], error: Any, complaints: Complaints) -> None:
    slot = path[-1] if path and isinstance(path[-1], str) else ""
    if isinstance(error.instance, float) and isinstance(node, Scalar):
        complaints.add(span, "whole-number", found=node.words)
    elif isinstance(node, Scalar) and spaced_after_colon(node.words) and "string" not in error.validator_value:
        complaints.add(span.part(0, node.words.index(":") + 1), "colon-glued", hint=spaced_after_colon(node.words))
    elif isinstance(node, Mapping) and node.keys and slot and "array" in error.validator_value:
        key, first = next(iter(node.keys.items()))
        complaints.add(first, "dash-missing", slot=slot, key=key)
    else:
        needed, instead = _spoken(error.validator_value), _spoken_value(error.instance)
        about = error.schema.get("description", "")
        notes = [f"{slot}: {about}"] if about and slot else []
        complaints.add(span, "wrong-shape", hint=_hint(error, node), notes=notes, needed=needed, found=instead)


def _is_misplaced(root: Node, error: Any, path: list[str | int]) -> bool:
    """Whether a thing goes by the name of a slot that such things have, or of a section: then it stands too far out or in."""
    if len(path) < 2 or error.validator not in ("type", "additionalProperties", "required"):
        return False
    return path[-1] in _slots_of(root, error, path) or (len(path) == 2 and path[-1] in schema("game")["properties"])


def _slots_of(root: Node, error: Any, path: list[str | int]) -> set[str]:
    """The slots that the things have among which this stands; rows have one for each column."""
    slots = set(error.schema.get("properties", {}))
    around, _ = _find(root, path[:-2])
    columns = around.get("columns") if isinstance(around, Mapping) and path[-2] == "rows" else None
    return slots | set(columns.items) if isinstance(columns, Mapping) else slots


def _complain_of_place(root: Node, path: list[str | int], error: Any, complaints: Complaints) -> None:
    parent, _ = _find(root, path[:-1])
    assert isinstance(parent, Mapping)
    slot, slots = str(path[-1]), _slots_of(root, error, path)
    names = list(parent.keys)
    before = next((one for one in reversed(names[: names.index(slot)]) if one not in slots), "")
    hint = "" if before else f"write the name of {_title(error.schema)} above it"
    if slot not in slots:
        hint = f'"{slot}" is a section of its own: put it at the very left'
    complaints.add(parent.keys[slot], "slot-among-names", hint=hint, slot=slot, name=before, what=str(path[-2]))


def _complain_of_missing(node: Mapping, span: Span, error: Any, complaints: Complaints) -> None:
    """What is missing, unless a misspelt key stands for it: that is told already."""
    unknown = [key for key in node.items if key not in error.schema.get("properties", {})]
    missing = [key for key in error.validator_value if key not in node.items]
    missing = [key for key in missing if not any(did_you_mean(each, [key]) for each in unknown)]
    if missing:
        complaints.add(span, "missing-key", keys=listed(missing), what=_title(error.schema))


def _title(part: dict[str, Any]) -> str:
    title = str(part.get("title", "this"))
    return title[0].lower() + title[1:]


def _hint(error: Any, node: Node) -> str:
    if isinstance(error.instance, list) and isinstance(error.absolute_path[-1], int):
        return "remove one dash"
    if "array" in error.validator_value and isinstance(node, Scalar):
        return "begin each entry with a dash, or put the entries in [ ]"
    example = re.search(r"`([^`]+)`", error.schema.get("description", ""))
    if isinstance(node, Scalar) and example:
        return f"write it as: {example[1]}"
    return ""


def _find(root: Node, path: list[str | int]) -> tuple[Node, Span]:
    """The node at a path, and the best place to point at: its key if it has one."""
    node, span = root, root.span
    for step in path:
        if isinstance(node, Mapping) and isinstance(step, str):
            span = node.keys.get(step, node.span)
            node = node.items[step]
        elif isinstance(node, Sequence) and isinstance(step, int):
            node = node.items[step]
            span = node.span
    return node, span if isinstance(node, Mapping | Sequence) else node.span


_SPOKEN = {
    "object": "a mapping (key: value)",
    "array": "a list",
    "string": "words",
    "integer": "a whole number",
    "boolean": "true or false",
    "null": "nothing",
    "number": "a number",
}


def _spoken(types: Any) -> str:
    names = [types] if isinstance(types, str) else types
    if {"string", "integer", "boolean"} <= set(names):
        return "a text or a value"
    return " or ".join(_SPOKEN[name] for name in names)


def _spoken_value(value: Any) -> str:
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    return "nothing" if value is None else f'"{str(value).lower() if isinstance(value, bool) else value}"'
