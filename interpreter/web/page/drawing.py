"""HTML of what a page is made of.

Takes areas, offers and lines; returns text. Templates are compiled once, everything in them is escaped, and what was drawn
before is remembered by what it shows.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from .parts import Card, DrawnArea, DrawnZone
from .signs import STATIC as STATIC
from .signs import drawn_signs, sprite_text

HERE = Path(__file__).parent


@lru_cache(maxsize=1)
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        auto_reload=False,
    )
    environment.globals |= {
        "drawn_card": drawn_card,
        "drawn_zone": drawn_zone,
        "drawn_header": drawn_header,
        "is_drawn": drawn_signs().__contains__,
    }
    return environment


@lru_cache(maxsize=64)
def _template(name: str) -> Any:
    """A template with all names that it may use in one table; as a chain of two they would be gathered for each drawing."""
    template = _environment().get_template(name)
    template.globals = dict(template.globals)
    return template


def drawn(template: str, /, **shown: Any) -> str:
    """A template with what it shows."""
    text: str = _template(template).render(**shown)
    return text.strip()


@lru_cache(maxsize=8192)
def drawn_card(card: Card) -> Markup:
    return Markup(drawn("card.html", card=card))


@lru_cache(maxsize=4096)
def drawn_zone(zone: DrawnZone) -> Markup:
    return Markup(drawn("zone.html", zone=zone))


def drawn_header(area: DrawnArea) -> Markup:
    """The title of an area, with what is so of it as a whole."""
    return _header(replace(area, rows=()))


@lru_cache(maxsize=4096)
def _header(area: DrawnArea) -> Markup:
    return Markup(drawn("header.html", area=area))


@lru_cache(maxsize=1024)
def drawn_area(area: DrawnArea) -> str:
    return drawn("area.html", area=area)


@lru_cache(maxsize=1)
def sprite() -> Markup:
    """All drawn signs, to be put into a document once."""
    return Markup(sprite_text())
