"""The parser that the grammar in `schema/effects.lark` makes, and the words that the grammar reserves.

Building it takes longer than reading a whole game with it, so its tables are kept: as the plain data that Lark writes for
parsers that stand alone, under a key of the grammar and of Lark's version. Knows nothing of what sentences mean.
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

import lark
from lark import Lark, Token
from lark.grammar import Rule
from lark.lexer import TerminalDef

from .. import cache as kept
from .diagnostics import schema_text

STARTS = ("action", "condition", "every", "choice", "lasting", "event", "program", "ranking", "range", "piece")
_SPELLED_IN_TERMINALS = {"face", "up", "down", "then", "with", "other", "the"}


def grammar_text() -> str:
    return schema_text("effects.lark")


@cache
def reserved_words() -> frozenset[str]:
    """Words that can be no names, read off the grammar."""
    rules = re.sub(r"//.*", "", grammar_text())
    return frozenset(re.findall(r'"([a-z]+)"', rules)) | _SPELLED_IN_TERMINALS


@cache
def parser() -> Lark:
    grammar = grammar_text()
    key = kept.key("grammar", lark.__version__, *STARTS, grammar)
    text = kept.get(key)
    built = None if text is None else from_text(text)
    if built is None:
        built = build(grammar)
        if kept.folder() is not None:
            kept.put(key, to_text(built))
    return built


def build(grammar: str) -> Lark:
    options: dict[str, Any] = {"propagate_positions": True, "maybe_placeholders": False, "lexer_callbacks": _CALLBACKS}
    return Lark(grammar, parser="lalr", start=list(STARTS), **options)


def _never_reserved(name: Token) -> Token:
    """A reserved word stands for itself only, also where a name could stand."""
    return name.update(type="RESERVED") if name in reserved_words() else name


_CALLBACKS: dict[str, Any] = {"NAME": _never_reserved}


def to_text(parser: Lark) -> str:
    data, memo = parser.memo_serialize([TerminalDef, Rule])
    del data["options"]["lexer_callbacks"]
    return json.dumps([data, memo], separators=(",", ":"))


def from_text(text: str) -> Lark | None:
    """The parser that was written; None if the text holds none, whatever is wrong with it."""
    try:
        data, memo = json.loads(text, object_hook=_numbered)
        loaded: Lark = Lark._load_from_dict(data, memo, lexer_callbacks=_CALLBACKS)  # type: ignore[no-untyped-call]
        return loaded
    except Exception:
        return None


def _numbered(mapping: dict[str, Any]) -> dict[Any, Any]:
    """JSON knows no numbers as keys; Lark's tables have no other keys that look like them."""
    return {int(key): value for key, value in mapping.items()} if all(map(str.isdecimal, mapping)) else mapping
