"""The section `look`: it is read and checked, no rule hangs on it, and what it does not say follows from the rest."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import rulewright
from rulewright.model.look import DERIVED, CardLook, FactLook, ZoneLook
from rulewright.shipped_files import games_folder
from test_docs import blocks, build_reference, page


def copy_of(name: str, folder: Path) -> Path:
    """A shipped game without its look."""
    path = folder / name
    shutil.copytree(games_folder() / name, path)
    (path / "look.yaml").unlink(missing_ok=True)
    return path


def test_the_look_of_the_page_is_read(tmp_path: Path) -> None:
    game = build_reference(tmp_path)
    (block,) = (one for one in blocks(page("docs/look.md")) if one.kind == "yaml")
    (game / "look.yaml").write_text(block.text, encoding="utf-8")
    look = rulewright.load(game).definition.look
    assert look.cards == (CardLook("crate", number="weight", badge="ware"),)
    assert look.facts == (FactLook("coins", label="purse"), FactLook("tired", hidden=True))
    assert look.zones == (ZoneLook("heap", label="heap of junk"),)
    assert (look.table, look.seat) == ((("pier",), ("deck", "heap")), (("hand", "store"),))


@pytest.mark.parametrize("name", rulewright.shipped())
def test_a_game_is_the_same_whatever_it_looks_like(name: str, tmp_path: Path) -> None:
    dressed, plain = rulewright.load(name).definition, rulewright.load(copy_of(name, tmp_path)).definition
    assert plain.look == DERIVED and plain.fingerprint == dressed.fingerprint


def test_a_save_goes_on_under_another_look(tmp_path: Path) -> None:
    match = rulewright.load("ruse_and_bruise").new_match(2, seed=3)
    match.answer(index=0)
    folder = copy_of("ruse_and_bruise", tmp_path)
    (folder / "look.yaml").write_text("look: {aside: [stack]}\n", encoding="utf-8")
    game = rulewright.load(folder)
    again = game.resume(match.save())
    assert game.definition.look.aside == ("stack",) and again.save() == match.save()


def test_a_name_that_only_the_look_uses_is_used_by_nobody(tmp_path: Path) -> None:
    folder = copy_of("kuhn_poker", tmp_path)
    text = (folder / "game.yaml").read_text(encoding="utf-8").replace("zones:\n", "zones:\n  attic: {seen by: everyone}\n")
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    (folder / "look.yaml").write_text("look: {aside: [attic]}\n", encoding="utf-8")
    assert [one.slug for one in rulewright.load(folder).warnings] == ["unread"]
