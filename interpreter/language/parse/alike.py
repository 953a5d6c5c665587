"""Names that belong together: the alias `set_to` of the grammar, the class `SetTo` of the syntax, the function `lower_set_to`.

Takes modules; returns their classes and functions by the one name that they share, so that no table has to be kept by hand.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from types import ModuleType
from typing import Any

LOWER = "lower_"


def snake(name: str) -> str:
    """`SetTo` as the grammar writes it: `set_to`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def classes_in(module: ModuleType, base: type) -> dict[str, type[Any]]:
    """The classes of a module that are of a kind, by the name of their alias."""
    every = [one for one in vars(module).values() if isinstance(one, type) and issubclass(one, base) and one is not base]
    return {snake(one.__name__): one for one in every if one.__module__ == module.__name__}


def functions_in(*modules: ModuleType) -> dict[str, Callable[..., Any]]:
    """The functions `lower_…` of some modules, by what they lower."""
    return {
        name.removeprefix(LOWER): function
        for module in modules
        for name, function in vars(module).items()
        if name.startswith(LOWER) and function.__module__ == module.__name__
    }
