"""The parser that the grammar in `schema/effects.lark` makes, and the words that the grammar reserves.

Working out its tables takes longer than reading a game with them, so they lie beside the grammar, as the plain data that Lark
writes for parsers that stand alone; `make tables` writes them. Tables of another grammar or another Lark are not used.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from functools import cache
from typing import Any

import lark
from lark import Lark, Token
from lark.grammar import Rule
from lark.lexer import TerminalDef

from ..diagnostics import schema_path, schema_text

STARTS = ("action", "condition", "every", "choice", "lasting", "event", "program", "ranking", "range", "piece", "moment")
TABLES = "effects.tables.json"
ALSO_NAMES = {"different"}  # spelled in a terminal, and a name where a bracket follows
SPOKEN = {  # what a designer writes for a terminal that is no word by itself
    "NAME": ("a name",), "NUMBER": ("a number",), "COMPARE": (">=",), "SIGN": ("+", "-"), "FACE": ("face up",),
    "_THEN": (", then",), "_ALSO": ("and with",), "_AND_IN": ("and in",), "_LINE": ("line of",), "_DIFFERENT": ("different",),
    "OTHER": ("other",), "THE": (),
}  # fmt: skip


def grammar_text() -> str:
    return schema_text("effects.lark")


@cache
def reserved_words() -> frozenset[str]:
    """Words that can be no names, read off the grammar."""
    rules = re.sub(r"//.*", "", grammar_text())
    spelled = " ".join(re.findall(r"^\w+(?:\.\d+)? *: /(.*)/", rules, re.M)).replace("s?", "")
    return frozenset(re.findall(r'"([a-z]+)"', rules)) | {*re.findall(r"[a-z]{2,}", spelled)} - ALSO_NAMES


def as_written(terminals: Iterable[str]) -> tuple[str, ...]:
    """What a designer would write for these terminals, in their order."""
    patterns = {terminal.name: terminal.pattern for terminal in parser().terminals}
    known = {name: (pattern.value,) for name, pattern in patterns.items() if pattern.type == "str"} | SPOKEN
    return tuple(dict.fromkeys(word for name in sorted(terminals) for word in known.get(name, ())))


@cache
def parser() -> Lark:
    return from_tables(schema_text(TABLES)) or build()


def build() -> Lark:
    options: dict[str, Any] = {"propagate_positions": True, "maybe_placeholders": False, "lexer_callbacks": _CALLBACKS}
    return Lark(grammar_text(), parser="lalr", start=list(STARTS), **options)


def _never_reserved(name: Token) -> Token:
    """A reserved word stands for itself only, also where a name could stand."""
    return name.update(type="RESERVED") if name in reserved_words() else name


_CALLBACKS: dict[str, Any] = {"NAME": _never_reserved}


# ---------------------------------------------------------------- tables


def _made_from() -> str:
    """A digest of everything that has a say in the tables."""
    return hashlib.sha256("\n".join([lark.__version__, *STARTS, grammar_text()]).encode()).hexdigest()


def write_tables() -> None:
    schema_path(TABLES).write_text(to_tables(build()), encoding="utf-8")


def to_tables(parser: Lark) -> str:
    data, memo = parser.memo_serialize([TerminalDef, Rule])
    del data["options"]["lexer_callbacks"]
    return json.dumps([_made_from(), data, memo], separators=(",", ":")) + "\n"


def from_tables(text: str) -> Lark | None:
    """The parser that was written; None if it was made from something else, or if the text is none of ours."""
    try:
        made_from, data, memo = json.loads(text, object_hook=_numbered)
    except ValueError:
        return None
    if made_from != _made_from():
        return None
    loaded: Lark = Lark._load_from_dict(data, memo, lexer_callbacks=_CALLBACKS)  # type: ignore[no-untyped-call]
    return loaded


def _numbered(mapping: dict[str, Any]) -> dict[Any, Any]:
    """JSON knows no numbers as keys; Lark's tables have no other keys that look like them."""
    return {int(key): value for key, value in mapping.items()} if all(map(str.isdecimal, mapping)) else mapping
