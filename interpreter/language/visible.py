"""Makes every sign of a text visible, so that no text can move the cursor, turn a line round or hide a part of itself.

Takes a text from outside; returns the same text with each sign that cannot be seen written out as `<U+202E>`.
"""

from __future__ import annotations

import re
import unicodedata

# Control characters but tab and line feed, surrogates, line and paragraph separators, and all that Unicode calls format
# characters: directions of writing, joiners, spaces without width, marks of byte order, tags.
_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e007f]"
)


def visible(text: str) -> str:
    """The text with every hidden sign written out; tabs and ends of lines stay."""
    return _HIDDEN.sub(_written_out, text)


def on_one_line(text: str) -> str:
    """The same for a text that must not begin a new line."""
    return visible(text).replace("\n", "<U+000A>").replace("\t", " ")


def hidden_sign(text: str) -> tuple[int, str] | None:
    """Where the first hidden sign of a text stands, and what it is called."""
    sign = _HIDDEN.search(text)
    return (sign.start(), f"U+{ord(sign[0]):04X}{_called(sign[0])}") if sign else None


def width(text: str) -> int:
    """How many columns of a terminal a visible text takes."""
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(sign) else 2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text)


def _written_out(sign: re.Match[str]) -> str:
    if "\ud800" <= sign[0] <= "\udfff":
        return "?"  # a byte of a file name that is no text
    return f"<U+{ord(sign[0]):04X}>"


def _called(sign: str) -> str:
    name = unicodedata.name(sign, "")
    return f" ({name.lower()})" if name else ""
