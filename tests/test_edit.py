"""Edits at single places: what is not edited stays as it is written."""

import random

import pytest
from rulewright.language.diagnostics import Complaints, Span
from rulewright.language.edit.file_layout import WrittenScalar, walk
from rulewright.language.edit.layout_reader import read_layout
from rulewright.language.edit.patching import (
    CannotEdit,
    Edit,
    apply_edits,
    edit_at,
    find,
    insert_entry,
    remove_entry,
    rename_key,
    replace_text,
    span_of,
)
from rulewright.language.read.nodes import to_plain
from rulewright.language.read.source import read_text

TEXT = """\
# top
name:   'Ants'   # the name
zones:
    hill: { holds: ant ,  room: 2 }  # small
    # the other
    nest:
        holds: ant
        empty:
flow:
- do: x   # first
  if: z
- [ a, b ]
"""


def edited(edit):
    return apply_edits(TEXT, [edit(read_layout(TEXT))])


def plain(text):
    complaints = Complaints()
    tree = read_text(text, "t.yaml", complaints)
    assert complaints.errors == []
    return to_plain(tree)


@pytest.mark.parametrize(("edit", "old", "new"), [
    (lambda one: replace_text(one, ("name",), "Bees"), "'Ants'", "Bees"),
    (lambda one: replace_text(one, ("name",), "a: b"), "'Ants'", '"a: b"'),
    (lambda one: replace_text(one, ("zones", "hill", "holds"), "a, b"), "holds: ant ,", 'holds: "a, b" ,'),
    (lambda one: replace_text(one, ("zones", "nest", "empty"), "no more"), "empty:", "empty: no more"),
    (lambda one: replace_text(one, ("flow", 1, 0), "c"), "[ a, b ]", "[ c, b ]"),
    (lambda one: rename_key(one, ("zones", "hill"), "heap"), "hill:", "heap:"),
    (lambda one: rename_key(one, ("zones", "hill", "room"), "is: so"), "room:", '"is: so":'),
    (lambda one: insert_entry(one, ("zones", "hill"), 0, "per: player"), "{ holds", "{ per: player, holds"),
    (lambda one: insert_entry(one, ("zones", "hill"), 1, "per: player"), "ant ,", "ant, per: player ,"),
    (lambda one: insert_entry(one, ("zones",), 1, "gap: {}"), "# small\n", "# small\n    gap: {}\n"),
    (lambda one: insert_entry(one, ("zones",), 0, "gap: {}"), "    hill", "    gap: {}\n    hill"),
    (lambda one: insert_entry(one, ("zones",), 2, "gap: {}"), "empty:\n", "empty:\n    gap: {}\n"),
    (lambda one: insert_entry(one, ("flow", 0), 0, "by: q"), "- do", "- by: q\n  do"),
    (lambda one: insert_entry(one, ("flow",), 1, "draw"), "if: z\n", "if: z\n- draw\n"),
    (lambda one: remove_entry(one, ("zones", "hill")), "    hill: { holds: ant ,  room: 2 }  # small\n", ""),
    (lambda one: remove_entry(one, ("zones", "nest")), "    nest:\n        holds: ant\n        empty:\n", ""),
    (lambda one: remove_entry(one, ("zones", "hill", "holds")), "holds: ant ,  room", "room"),
    (lambda one: remove_entry(one, ("zones", "hill", "room")), "ant ,  room: 2 }", "ant }"),
    (lambda one: remove_entry(one, ("flow", 0)), "- do: x   # first\n  if: z\n", ""),
    (lambda one: remove_entry(one, ("flow", 0, "do")), "do: x   # first\n  if", "if"),
    (lambda one: remove_entry(one, ("flow", 0, "if")), "  if: z\n", ""),
])  # fmt: skip
def test_an_edit_changes_its_place_and_nothing_else(edit, old, new):
    assert TEXT.count(old) == 1
    assert edited(edit) == TEXT.replace(old, new)
    plain(edited(edit))


@pytest.mark.parametrize("edit", [
    lambda one: replace_text(one, ("zones",), "x"),
    lambda one: replace_text(one, ("zones", "hole"), "x"),
    lambda one: replace_text(one, (), "x"),
    lambda one: rename_key(one, ("flow", 0), "x"),
    lambda one: rename_key(one, ("zones", "hill"), "nest"),
    lambda one: insert_entry(one, ("name",), 0, "x"),
])  # fmt: skip
def test_what_cannot_be_edited_is_refused(edit):
    with pytest.raises(CannotEdit):
        edited(edit)


def test_the_only_entry_stays():
    with pytest.raises(CannotEdit, match="only entry"):
        remove_entry(read_layout("a:\n  b: 1\n"), ("a", "b"))


def test_several_edits_are_made_in_any_order():
    layout = read_layout(TEXT)
    name = ("name",)
    edits = [replace_text(layout, name, "Bees"), rename_key(layout, name, "called"), remove_entry(layout, ("flow", 1))]
    texts = {apply_edits(TEXT, order) for order in (edits, edits[::-1], [*edits, edits[0]])}
    assert texts == {TEXT.replace("name:   'Ants'", "called:   Bees").replace("- [ a, b ]\n", "")}


@pytest.mark.parametrize("other", [Edit(2, 4, "x"), Edit(1, 3, "x"), Edit(0, 9, "x"), Edit(1, 2, "x")])
def test_edits_that_overlap_are_refused(other):
    with pytest.raises(CannotEdit):
        apply_edits("a longer text", [Edit(1, 3, "y"), other])


def test_edits_side_by_side_are_not():
    assert apply_edits("abcdef", [Edit(1, 3, "X"), Edit(3, 4, "Y"), Edit(4, 4, "Z")]) == "aXYZef"


def test_a_span_is_a_line_and_a_column():
    assert apply_edits(TEXT, [edit_at(TEXT, Span("", 2, 10, 4), "Bees")]) == TEXT.replace("Ants", "Bees")
    layout = read_layout(TEXT)
    key = find(layout, ("zones", "hill", "room"))[0].key
    assert span_of(layout, "t.yaml", key.start, key.end) == Span("t.yaml", 4, 27, 4)
    for span in (Span("", 99, 1, 1), Span("", 1, 5, 3), Span("", 0, 1, 1)):
        with pytest.raises(CannotEdit):
            edit_at(TEXT, span, "x")


@pytest.mark.parametrize("seed", range(20))
def test_any_words_can_take_the_place_of_any_text(seed):
    """Whatever is written is read back, and nothing around it has changed."""
    chance = random.Random(seed)
    layout = read_layout(TEXT)
    texts = [path for path, entry, _ in walk(layout.root) if isinstance(entry.value, WrittenScalar)]
    for _ in range(20):
        path = chance.choice(texts)
        words = "".join(chance.choice("ab ,:#-[]{}'\"\\!&*%@`|>?0é") for _ in range(chance.randint(1, 8)))
        found = plain(apply_edits(TEXT, [replace_text(layout, path, words)]))
        before = plain(TEXT)
        for step in path[:-1]:
            found, before = found[step], before[step]
        assert found[path[-1]] == words
        found[path[-1]] = before[path[-1]]
        assert found == before
