"""Where the files lie that come with the program: its schemas and words, and its games.

Takes the name of a part; answers with the folder, wherever the package was installed.
"""

from importlib import resources
from pathlib import Path


def schema_folder() -> Path:
    """What a legal definition is, and how we speak about it."""
    return Path(str(resources.files("rulewright.schema")))


def games_folder() -> Path:
    return Path(str(resources.files("rulewright.gamedefs")))
