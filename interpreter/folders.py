"""Where a program may keep something for its user.

Takes the variable in which the user can name a folder, and where it usually lies at home; returns the folder, or None where
nobody has a home. Makes no folder.
"""

from __future__ import annotations

import os
from pathlib import Path


def users_folder(variable: str, usual: str) -> Path | None:
    """The folder that a variable names in full; else the usual one at home."""
    chosen = os.environ.get(variable, "")
    if os.path.isabs(chosen):
        return Path(chosen)
    home = os.path.expanduser("~") if os.environ.get("HOME") != "" else ""
    return Path(home) / usual if os.path.isabs(home) else None
