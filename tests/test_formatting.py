"""`rulewright fmt`: one form for every file, the same game and the same comments, however it was written."""

import json
import random
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner
from rulewright.cli import main
from rulewright.language.compile import compile_folder
from rulewright.language.edit import canonical
from rulewright.language.edit.file_layout import BLOCKS, WrittenScalar
from rulewright.language.edit.layout_reader import read_layout
from rulewright.language.edit.slot_order import part_for
from rulewright.language.read.nodes import Scalar
from rulewright.shipped_files import games_folder
from rulewright.workshop.formatting import files_of, formatted_game, formatted_text, kind_of, write_file
from rulewright.workshop.new_game import write_new_game

HERE = Path(__file__).parent
SHIPPED = sorted(path.parent for path in games_folder().glob("*/game.yaml"))
SMALL = sorted(path.parent for path in (HERE / "definitions").glob("*/game.yaml"))
FOLDERS = [*SHIPPED, *SMALL]
LINES = ("line", "written", "fingerprint", "files", "citations")  # of a definition: where it is written, and in which order


def run(*words):
    return CliRunner().invoke(main, ["fmt", *map(str, words)])


def named(folder):
    return folder.name


# ---------------------------------------------------------------- other layouts of the same file


class Mess:
    """Writes a layout otherwise: other steps inwards, quotes, spaces, lines in braces, empty lines, orders of slots."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.step = self.random.choice((2, 3, 5))

    def often(self, share=0.3):
        return self.random.random() < share

    def gap(self, least=0):
        return " " * (least + self.random.choice((0, 0, 1, 3)))

    def scalar(self, text):
        value = Scalar(None, text.words, not text.style).value
        if "\n" in text.written:
            return json.dumps(text.words, ensure_ascii=False)
        if not isinstance(value, str) or not text.words or not self.often():
            return text.written
        if self.often(0.5):
            return "'" + text.words.replace("'", "''") + "'"
        return json.dumps(text.words, ensure_ascii=False)

    def braces(self, node, margin):
        comma = f",\n{margin} " if self.often(0.2) else f"{self.gap()},{self.gap(1)}"
        parts = [self.flat(entry, margin) for entry in node.entries]
        inside = f"{self.gap()}{comma.join(parts)}{self.gap()}"
        return f"{{{inside}}}" if node.is_mapping else f"[{inside}]"

    def flat(self, entry, margin):
        value = self.scalar(entry.value) if isinstance(entry.value, WrittenScalar) else self.braces(entry.value, margin)
        return f"{self.scalar(entry.key)}:{self.gap(1)}{value}" if entry.key else value

    def entries(self, node, part, is_item):
        found = list(node.entries)
        commented = any(entry.before for entry in found)
        if set(part.slots) >= {entry.key.words for entry in found if entry.key} and node.is_mapping and not commented:
            self.random.shuffle(found)
        return found

    def block(self, node, part, indent, is_item=False):
        margin, lines = " " * indent, []
        for number, entry in enumerate(self.entries(node, part, is_item)):
            below = part.below(entry.key.words if entry.key else None)
            above = [] if is_item and number == 0 else entry.before
            lines += [margin + one if one else "\n" * self.often() + "   " * self.often() for one in above]
            lines += self.entry(entry, below, indent)
        return [*lines, *(margin + one if one else "" for one in node.after)]

    def entry(self, entry, part, indent):
        margin, value = " " * indent, entry.value
        head = f"{margin}{self.scalar(entry.key)}:" if entry.key else f"{margin}-{self.gap()}"
        beside = f"{self.gap(1)}{entry.beside[0]}" if entry.beside else ""
        inner = indent + self.step
        if isinstance(value, WrittenScalar) and value.style in BLOCKS:
            sign, *rest = value.written.split("\n")
            return [f"{head} {sign.partition(chr(35))[0].strip()}{beside}", *(" " * inner + one.strip() for one in rest)]
        if isinstance(value, WrittenScalar):
            broken = entry.key and value.words and self.often(0.1)
            return [f"{head}{chr(10) + ' ' * inner if broken else self.gap(1)}{self.scalar(value)}".rstrip(" ") + beside]
        if value.is_flow:
            return [f"{head} {self.braces(value, ' ' * inner)}{beside}"]
        if entry.key:
            gap = ["", ""] if self.often(0.2) and not value.entries[0].before else []
            return [head + beside, *gap, *self.block(value, part, inner)]
        first, *rest = self.block(value, part, len(head) + 1, is_item=True)
        return [f"{head} {first.lstrip()}", *rest]


def messed(text, kind, seed):
    mess = Mess(seed)
    return "\n".join(mess.block(read_layout(text).root, part_for(kind), 0)) + "\n" * mess.random.choice((1, 3))


def without_lines(value, known=None):
    """A definition as plain values, each shared part once, but for the lines on which it is written."""
    known = {} if known is None else known
    if isinstance(value, tuple | list):
        return [without_lines(one, known) for one in value]
    if isinstance(value, Mapping):
        return [[key, without_lines(one, known)] for key, one in value.items()]
    if not is_dataclass(value):
        return value
    if id(value) not in known:
        parts = [without_lines(getattr(value, field.name), known) for field in fields(value) if field.name not in LINES]
        known[id(value)] = (len(known), value)
        return [type(value).__name__, *parts]
    return known[id(value)][0]


# ---------------------------------------------------------------- all definitions


@pytest.mark.parametrize("folder", FOLDERS, ids=named)
def test_definitions_are_in_form(folder):
    result = run(folder, "--check")
    assert (result.exit_code, result.output.splitlines()[:-1]) == (0, []), result.output


@pytest.mark.parametrize("folder", FOLDERS, ids=named)
def test_another_layout_comes_back_into_the_same_form(folder):
    changed = 0
    for number, path in enumerate(files_of(folder)):
        text, kind = path.read_text(encoding="utf-8"), kind_of(path, folder)
        other = messed(text, kind, number)
        assert formatted_text(other, kind) == text, path
        changed += other != text
    assert changed


@pytest.mark.parametrize("folder", FOLDERS, ids=named)
def test_another_layout_is_the_same_game(folder, own_copy):
    copy = own_copy(folder, folder.name, "scenarios")
    for path in [one for one in files_of(copy) if one.name != "rules.yaml"]:
        path.write_text(messed(path.read_text(encoding="utf-8"), "game", 7), encoding="utf-8")
    assert without_lines(compile_folder(copy).definition) == without_lines(compile_folder(folder).definition)


def test_a_new_game_is_in_form(tmp_path):
    write_new_game(tmp_path / "small_game")
    assert [one.path.name for one in formatted_game(tmp_path / "small_game") if one.is_changed] == []


# ---------------------------------------------------------------- single things


FORMS = [
    ("{name: A}", "{name: A}\n"),
    ("name:   'A'\nabout: \"it's\"", "name: A\nabout: it's\n"),
    ("name: \"a: b\"\nabout: '\"hi\" they say'", "name: \"a: b\"\nabout: '\"hi\" they say'\n"),
    ("name: 'no'\nabout: n", 'name: "no"\nabout: "n"\n'),
    ("name: '12'\nplayers: 2", 'name: "12"\nplayers: 2\n'),
    ("players: 2\nname: A", "name: A\nplayers: 2\n"),
    ("numbers: { a: 1 ,b: 2 }", "numbers: {a: 1, b: 2}\n"),
    ("numbers:\n    a: 1\n\n\n\n    b: 2\nsetup:\n- x", "numbers:\n  a: 1\n\n  b: 2\n\nsetup:\n  - x\n"),
    ("flow:\n  - do: x\n    if: z  # why\n", "flow:\n  - if: z  # why\n    do: x\n"),
    ("flow:\n  # above\n  - do: x\n    if: z", "flow:\n  # above\n  - if: z\n    do: x\n"),
    ("numbers: {a: 1,  #one\n  b: 2}  # both", "numbers:  # both\n  a: 1  # one\n  b: 2\n"),
    ("numbers:\n  a: 1\n  # last\n# next\nsetup: [x]", "numbers:\n  a: 1\n  # last\n\n# next\nsetup: [x]\n"),
    ("about: >\n    two\n    lines\n", "about: >\n  two\n  lines\n"),
    ("flow:\n  -  # first\n    do: x\n  -\n    - z", "flow:\n  # first\n  - do: x\n  - - z\n"),
    ("name:\n  A  # it\n", "name: A  # it\n"),
    ("---\n# top\nname: A\n", "# top\nname: A\n"),
    ("types:\n  t:\n    rows:\n      a: [1, 20]\n      bb: [100, 2]",
     "types:\n  t:\n    rows:\n      a:  [1,   20]\n      bb: [100, 2]\n"),
    ("- {" + "a" * 60 + ": 1, " + "b" * 60 + ": 2}  # both", "# both\n- " + "a" * 60 + ": 1\n  " + "b" * 60 + ": 2\n"),
    ("name: A\nzones: {" + "a" * 60 + ": x, " + "b" * 60 + ": z}",
     "name: A\n\nzones:\n  " + "a" * 60 + ": x\n  " + "b" * 60 + ": z\n"),
    ("types: {t: [ant,\n  face down], s: face down}", 'types: {t: [ant, "face down"], s: face down}\n'),
    ("tables: {fee: }", "tables:\n  fee:\n"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "form"), FORMS, ids=[one[0].replace("\n", "/") for one in FORMS])
def test_the_form_of(text, form):
    assert formatted_text(text, "game") == form
    assert formatted_text(form, "game") == form


def test_what_does_not_fit_into_120_columns_is_broken_where_it_can_be():
    cells = ", ".join(f"column_{number}: {number}" for number in range(10))
    assert formatted_text(f"numbers: {{{cells}}}", "game").count("\n") == 11
    items = ", ".join(f"number_{number}" for number in range(20))
    lines = formatted_text(f"types: {{t: [{items}]}}", "game").splitlines()
    assert lines[0] == "types:" and len(lines) == 3 and max(map(len, lines)) <= 120 and lines[2].startswith("      number_")
    sentence = "x " * 100
    lines = formatted_text(f"flow:\n  - {sentence}", "game").splitlines()
    assert len(lines) == 3 and max(map(len, lines)) <= 120 and lines[2].startswith("    x x")
    assert formatted_text("\n".join(lines), "game").splitlines() == lines
    beside = formatted_text(f"flow:\n  - {sentence} # why\n", "game").splitlines()
    assert beside[1] == "  - >-  # why" and beside[2].startswith("    x x") and max(map(len, beside)) <= 120
    minus = formatted_text(f"flow:\n  - set x to {'y + ' * 26}y - z - {sentence}\n", "game").splitlines()
    assert not any(line.strip().startswith("- z") for line in minus) and len(minus) > 2


def test_a_warning_that_is_answered_stays_answered():
    """The comment answers what is on its line: the line is not broken."""
    cells = ", ".join(f"column_{number}: {number}" for number in range(10))
    text = f"numbers: {{{cells}}}  # on purpose: so\n"
    assert formatted_text(text, "game") == text


# ---------------------------------------------------------------- the command


@pytest.fixture
def game(tmp_path):
    write_new_game(tmp_path / "small_game")
    return tmp_path / "small_game"


def test_check_names_the_files_and_writes_nothing(game):
    path = game / "game.yaml"
    untidy = path.read_text(encoding="utf-8") + "\n\n"
    path.write_text(untidy, encoding="utf-8")
    result = run(game, "--check")
    assert result.exit_code == 1 and result.output.splitlines()[0].endswith("game.yaml: would change")
    assert result.output.count("would change") == 1 and path.read_text(encoding="utf-8") == untidy
    assert run(game).exit_code == 0 and run(game, "--check").exit_code == 0
    assert path.read_text(encoding="utf-8") == untidy[:-2]


def test_what_cannot_be_read_is_told_and_nothing_is_written(game):
    untidy = game / "cards.yaml"
    untidy.write_text(untidy.read_text(encoding="utf-8") + "\n\n", encoding="utf-8")
    before = untidy.read_bytes()
    (game / "flow.yaml").write_text("flow:\n  - do: [x\n", encoding="utf-8")
    result = run(game)
    assert result.exit_code == 1 and "flow.yaml:2:" in result.output and "[not-closed]" in result.output
    assert untidy.read_bytes() == before


def test_a_file_is_written_whole_and_keeps_its_rights(game):
    path = game / "flow.yaml"
    path.chmod(0o640)
    write_file(path, b"flow: []\n")
    assert path.read_bytes() == b"flow: []\n" and path.stat().st_mode & 0o777 == 0o640
    assert [one.name for one in game.iterdir() if one.name.startswith(".")] == []


def test_a_file_with_a_key_beyond_all_measure_stays_as_it_is(game):
    (game / "more.yaml").write_text(f"? {'k' * 2000}\n:   1\n", encoding="utf-8")
    assert run(game, "--check").exit_code == 0


def test_braces_in_braces_are_looked_at_once(monkeypatch):
    """What is too long for one line is asked at every level: the answer is worked out once."""
    looks = []
    flat = canonical._flat
    monkeypatch.setattr(canonical, "_flat", lambda *entry: looks.append(1) or flat(*entry))
    inside = ", ".join(f"member_{number}" for number in range(3000))
    for level in range(22):
        inside = f"{{level_{level}: [{inside}], other: x}}" if level % 2 else f"level_{level}, [{inside}]"
    assert formatted_text(f"types: [{inside}]", "game").count("member_") == 3000
    assert len(looks) < 3 * 3000


def test_other_ends_of_lines_become_ours(game):
    path = game / "game.yaml"
    text = path.read_bytes()
    path.write_bytes(b"\xef\xbb\xbf" + text.replace(b"\n", b"\r\n"))
    assert run(game).exit_code == 0
    assert path.read_bytes() == text
