"""How the server gets its pages: from the page room.

Joins the two halves of the table in the browser; draws nothing itself.
"""

from __future__ import annotations

from .house import Pages
from .page import STATIC, PageScreen, curtain, document, ended, lobby


def pages() -> Pages:
    return Pages(PageScreen, curtain, document, lobby, ended, STATIC)
