"""How many numbers of each game have a range that is narrower than that of all numbers.

Run it to see the table that stands in `docs/design-notes.md`: `.venv/bin/python tests/extents.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import rulewright
from rulewright import ir
from rulewright.ir.analysis.giving import rules_of
from rulewright.ir.ranges import ANY
from rulewright.model.definition import Definition


class Counted(NamedTuple):
    """Numbers, those of them with a narrower range, those that one byte or two hold, lists, and the longest one."""

    numbers: int
    narrower: int
    one_byte: int
    two_bytes: int
    lists: int
    longest: int


def types_held(definition: Definition) -> Iterator[ir.Type]:
    """The types of all that holds a value: places, what functions give, variables, values, printed columns and options."""
    for _, _, slots in rules_of(definition):
        yield from slots
    for table in (definition.functions, definition.variables, definition.values, definition.columns, definition.options):
        yield from (one.type for one in table)


def counted(definition: Definition) -> Counted:
    types = list(types_held(definition))
    numbers = [one.bounds for one in types if one.sort is ir.TypeSort.NUMBER]
    lists = [one.length for one in types if one.many]
    widths = [max(-low - 1, high) for low, high in numbers]
    return Counted(
        len(numbers),
        sum(one != ANY for one in numbers),
        sum(one < 1 << 7 for one in widths),
        sum(one < 1 << 15 for one in widths),
        len(lists),
        max(lists, default=0),
    )


def rows() -> list[str]:
    """The rows of the table, one for each game that is shipped."""
    found = [(name, counted(rulewright.load(name).definition)) for name in rulewright.shipped()]
    return [f"| {name} | " + " | ".join(map(str, one)) + " |" for name, one in found]


if __name__ == "__main__":
    print("\n".join(rows()))
