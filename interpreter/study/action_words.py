"""What an option does, whatever it does it to: `place … in …`, `claim Noble`, `pass`.

Takes an option; returns its words with … for the card, place, player or number that they are about. Members of a type, such as
characters and suits, keep their names: there are few of them, and each is an action of its own.
"""

from __future__ import annotations

import re
from functools import lru_cache

from .. import ir
from ..engine.options import Option, template_of
from ..engine.texts import UNTOLD

NAMED = (ir.TypeSort.MEMBER, ir.TypeSort.FLAG)


def action_of(option: Option) -> str:
    """The words of an action; nothing where an option is called by its things alone."""
    template = template_of(option)
    if template is None:
        return option.text
    form, words = _form(template)
    if form is None:
        return words
    found = form.match(option.text)
    named = iter(found.groups() if found else ())
    return "".join(part if part is not None else next(named, UNTOLD) for part in _parts(template))


@lru_cache(maxsize=1024)
def _form(template: ir.Text) -> tuple[re.Pattern[str] | None, str]:
    """How to find the names that stay, where there are any; the words without names."""
    parts = _parts(template)
    words = "".join(UNTOLD if part is None else part for part in parts)
    if None not in parts:
        return None, words if any(letter.isalpha() for letter in words) else ""
    holes = ("(.+?)" if part is None else ".+?" if part is UNTOLD else re.escape(part) for part in parts)
    return re.compile(f"{''.join(holes)}(?: \\(.*\\))?$"), words


@lru_cache(maxsize=1024)
def _parts(template: ir.Text) -> tuple[str | None, ...]:
    """Words, … for what has no name in an action, None for a name that stays. Texts stay where there is nothing else."""
    told = [isinstance(part, str) and any(letter.isalpha() for letter in part) for part in template.parts]
    stays = NAMED if any(told) else (*NAMED, ir.TypeSort.TEXT)
    return tuple(
        part if isinstance(part, str) else None if part[1].sort in stays and not part[1].many else UNTOLD
        for part in template.parts
    )
