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

from .diagnostics import Complaints, Span, did_you_mean, listed, schema_text
from .source import Mapping, Node, Sequence, Text, to_plain

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
    for error in _validator(name).iter_errors(to_plain(node)):
        _complain(node, list(error.absolute_path), error, complaints)


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
    if "enum" in part and not (isinstance(value, str) and value in part["enum"]):
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
        known = list(error.schema.get("properties", {}))
        for key in node.items:
            if key not in known:
                complaints.add(
                    node.keys.get(key, span),
                    "unknown-key",
                    hint=did_you_mean(key, known),
                    notes=[f"here may stand: {listed(known, 40)}"],
                    key=key,
                    what=_title(error),
                )
    elif error.validator == "required" and isinstance(node, Mapping):
        _complain_of_missing(node, span, error, complaints)
    elif error.validator == "enum":
        found = str(error.instance)
        known = [str(value) for value in error.validator_value]
        complaints.add(span, "not-one-of", hint=did_you_mean(found, known), found=found, known=listed(known, 40))
    elif error.validator == "type":
        needed, found = _spoken(error.validator_value), _spoken_value(error.instance)
        about = error.schema.get("description", "")
        notes = [f"{path[-1]}: {about}"] if about and path and isinstance(path[-1], str) else []
        complaints.add(span, "wrong-shape", hint=_hint(error, node), notes=notes, needed=needed, found=found)
    else:
        raise AssertionError(f"the schema uses {error.validator}, which nobody explains")


def _complain_of_missing(node: Mapping, span: Span, error: Any, complaints: Complaints) -> None:
    """What is missing, unless a misspelt key stands for it: that is told already."""
    unknown = [key for key in node.items if key not in error.schema.get("properties", {})]
    missing = [key for key in error.validator_value if key not in node.items]
    missing = [key for key in missing if not any(did_you_mean(each, [key]) for each in unknown)]
    if missing:
        complaints.add(span, "missing-key", keys=listed(missing), what=_title(error))


def _title(error: Any) -> str:
    title = str(error.schema.get("title", "this"))
    return title[0].lower() + title[1:]


def _hint(error: Any, node: Node) -> str:
    if isinstance(error.instance, list) and isinstance(error.absolute_path[-1], int):
        return "remove one dash"
    if "array" in error.validator_value and isinstance(node, Text):
        return "begin each entry with a dash, or put the entries in [ ]"
    example = re.search(r"`([^`]+)`", error.schema.get("description", ""))
    if isinstance(node, Text) and example:
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
