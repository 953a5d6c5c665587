"""Which browser this machine has, if any that we know."""

from __future__ import annotations

import importlib.util
import shutil

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def browser_here() -> str | None:
    """Its path; none also where there is nothing to drive it with."""
    if importlib.util.find_spec("playwright") is None:
        return None
    return next((path for name in BROWSERS if (path := shutil.which(name))), None)
