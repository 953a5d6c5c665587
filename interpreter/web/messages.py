"""What a page may say: small, text, and of a shape that `schema/message.schema.json` allows.

Takes the text of a message; returns it as data, or raises Unwelcome with one sentence. Nothing else of it is believed.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from ..shipped_files import schema_folder
from .position import Unwelcome
from .shapes import Test, shape_of

MOST_BYTES = 16 * 1024


@cache
def _shapes() -> dict[str, Test]:
    """For each thing that can be done the shape of its message: that one alone is looked at."""
    schema = json.loads((schema_folder() / "message.schema.json").read_text(encoding="utf-8"))
    found = {}
    for shape in schema["oneOf"]:
        named = shape["properties"]["do"]
        for word in [named["const"]] if "const" in named else named["enum"]:
            found[word] = shape_of({"type": "object", **shape}, schema["$defs"])
    return found


def read(text: str) -> dict[str, Any]:
    """A message as data."""
    if len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
        raise Unwelcome("size", f"A message has at most {MOST_BYTES} bytes.")
    data = data_of(text)
    word = data.get("do") if isinstance(data, dict) else None
    shape = _shapes().get(word) if isinstance(word, str) else None
    if shape is None:
        raise Unwelcome("form", "A message says what to do.")
    if not shape(data):
        raise Unwelcome("form", f'This is not how "{word}" is said.')
    return dict(data)


def data_of(text: str) -> Any:
    """What was sent as JSON. Nothing that is said has a point: a schema takes `1.0` for a whole number, and Python does not."""
    try:
        return json.loads(text, parse_constant=_refuse, parse_float=_refuse)
    except (ValueError, RecursionError):
        raise Unwelcome("form", "A message is a JSON object.") from None


def _refuse(word: str) -> None:
    raise ValueError(word)


def written(message: dict[str, Any]) -> str:
    """A message to a page, in ASCII, so that no character of it is lost on the way."""
    return json.dumps(message, separators=(",", ":"))
