"""Writes the folder of a new game: small, complete, and with comments that teach.

Takes a path; the last part of it becomes the id of the game. Writes all of the folder or nothing, and never over what is there.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
import unicodedata
from pathlib import Path

from ..game import Unplayable
from ..shipped_files import schema_folder

PLACEHOLDER = "NEW GAME"
FILES = {
    "game.yaml": "its name, who plays it, where the cards lie, who wins",
    "cards.yaml": "the cards, and what one of them does",
    "flow.yaml": "what happens, in order",
    "scenarios/first.yaml": "tests: a position, what is played, what must come out",
}


def template() -> Path:
    return schema_folder() / "template"


def title_of(id: str) -> str:
    return id.replace("_", " ").title()


def write_new_game(path: Path) -> str:
    """Write the game and return its name; raises Unplayable where that cannot be."""
    id = path.name
    if not re.fullmatch(r"[a-z][a-z0-9_]*", id):
        plain = unicodedata.normalize("NFKD", id).encode("ascii", "ignore").decode()
        better = re.sub(r"[^a-z0-9]+", "_", plain.lower()).strip("_")
        hint = f"; try {better}" if re.fullmatch(r"[a-z][a-z0-9_]*", better) else ""
        raise Unplayable(f'the folder of a game has a name of small letters, digits and underscores, not "{id}"{hint}')
    if path.exists():
        raise Unplayable(f"{path} is there already; nothing was written")
    if not path.parent.is_dir():
        raise Unplayable(f"there is no folder {path.parent} to write it into")
    draft = Path(tempfile.mkdtemp(dir=path.parent, prefix=f".{id}."))
    try:
        for file in FILES:
            text = (template() / file).read_text(encoding="utf-8").replace(PLACEHOLDER, title_of(id))
            (draft / file).parent.mkdir(exist_ok=True)
            (draft / file).write_text(text, encoding="utf-8")
        draft.chmod(0o755)
        os.rename(draft, path)
    except BaseException:
        shutil.rmtree(draft, ignore_errors=True)
        raise
    return title_of(id)
