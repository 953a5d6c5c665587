"""The documentation is run: every example of the reference, the tutorial step by step, and what the other pages promise."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner
from rulewright import DefinitionError, load, shipped
from rulewright.cli import main
from rulewright.game import NAMES, load_record
from rulewright.language.diagnostics import render
from rulewright.language.parse.parser import Misread, parse
from rulewright.language.words import listing
from rulewright.players.bots import RandomBot, new_bot, play_out
from rulewright.study.report import run_targets
from rulewright.table import view
from rulewright.table.replay import differences
from rulewright.telling import entries
from written import write_game

ROOT = Path(__file__).parent.parent
STARTS = ("action", "condition", "every", "choice", "event", "lasting")
PARAMETERS = {"rival": "player", "prey": "crate", "place": "pier", "site": "cell", "several": "list of crate"}


@dataclass(frozen=True)
class Block:
    """A fenced block of a page: the words after the fence, its text, and the line it begins at."""

    kind: str
    text: str
    line: int


def page(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def blocks(text: str) -> list[Block]:
    found = re.finditer(r"^```(.*)\n((?:.*\n)*?)```$", text, re.MULTILINE)
    return [Block(one[1].strip(), one[2], text[: one.start()].count("\n") + 1) for one in found]


def code_spans(text: str) -> list[str]:
    """Everything between single backticks, outside of fenced blocks."""
    return re.findall(r"`([^`]+)`", re.sub(r"^```.*\n(?:.*\n)*?```$", "", text, flags=re.MULTILINE))


def rulewright(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, arguments)
    return result.exit_code, result.output


# ---------------------------------------------------------------- the reference


def example(start: str, text: str) -> dict[str, object]:
    """A sentence as a definition of its own, about a sailor and with the names that the page uses."""
    if start == "condition":
        return {"of": "sailor", "with": dict(PARAMETERS), "is": text}
    body: object = text
    if start == "every":
        body = {"each": text, "do": "shuffle deck"}
    elif start == "choice":
        body = {"choose": text}
    return {"of": "sailor", "with": dict(PARAMETERS), "do": body}


def tabled(text: str) -> list[tuple[str, str]]:
    """Every sentence in the first column of a table whose head is the name of a slot's grammar."""
    found: list[tuple[str, str]] = []
    start = ""
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else [""]
        if cells[0] in STARTS:
            start = cells[0]
        elif not line.startswith("|"):
            start = ""
        elif start and cells[0].startswith("`"):
            found.append((start, cells[0].strip("`")))
    return found


def sentences_file(sentences: list[tuple[str, str]]) -> str:
    """A file of a definition that says every one of these sentences somewhere."""
    named = [(start, text) for start, text in sentences if start in ("action", "condition", "every", "choice")]
    abilities = [{"when": text, "do": "shuffle deck"} for start, text in sentences if start == "event"]
    abilities += [{"always": text} for start, text in sentences if start == "lasting"]
    written: dict[str, object] = {"define": {f"example_{n}": example(*one) for n, one in enumerate(named)}}
    if abilities:
        kind = {"per": "player", "starts in": "example_zone", "columns": {"strength": "number"}}
        written["components"] = {"example_card": {**kind, "rows": {"example_row": {"strength": 1, "abilities": abilities}}}}
        written["zones"] = {"example_zone": {"per": "player", "seen by": "owner"}}
    return yaml.safe_dump(written, sort_keys=False, allow_unicode=True, width=1000)


def build_reference(folder: Path, statements: bool = False) -> Path:
    """The game that the reference page builds, in a folder; with its statements as verbs, if they are wanted."""
    game = folder / "quayside"
    for part in ("scenarios", "variants"):
        (game / part).mkdir(parents=True)
    for number, block in enumerate(blocks(page("docs/language.md"))):
        named = re.match(r"# (\S+)", block.text)
        if named and named[1].endswith(".yaml"):
            (game / named[1]).write_text(block.text, encoding="utf-8")
        elif named:
            (folder / f"{named[1]}.yaml").write_text(block.text, encoding="utf-8")
        elif block.text.startswith("- title"):
            (game / "scenarios" / f"{number}.yaml").write_text(block.text, encoding="utf-8")
        elif statements:
            verb = example("action", "")
            verb["do"] = yaml.safe_load(block.text)
            text = yaml.safe_dump({"define": {f"block_{number}": verb}}, sort_keys=False, allow_unicode=True, width=1000)
            (game / f"block_{number}.yaml").write_text(text, encoding="utf-8")
    return game


def complaints_of(game: Path, sentences: list[tuple[str, str]]) -> list[str]:
    """What is wrong with these sentences in the game of the reference, except that nobody calls them."""
    (game / "sentences.yaml").write_text(sentences_file(sentences), encoding="utf-8")
    try:
        load(game)
    except DefinitionError as problem:
        return [render(one) for one in problem.diagnostics if one.slug != "unread"]
    return []


def test_every_example_of_the_reference_compiles(tmp_path: Path) -> None:
    sentences = tabled(page("docs/language.md"))
    assert len(sentences) > 90
    assert complaints_of(build_reference(tmp_path, statements=True), sentences) == []


def as_sentence(entry: dict[str, str]) -> tuple[str, str]:
    """An example of the word list with the kind of slot it fits in."""
    orders = ("action",) if entry["kind"] == "verb" else ("condition", "choice", "every", "event", "lasting", "action")
    for start in orders:
        try:
            parse(entry["example"], start)
            return start, entry["example"]
        except Misread:
            continue
    raise AssertionError(entry)


def test_every_sentence_of_the_word_list_means_something(tmp_path: Path) -> None:
    entries = [one for one in listing() if one["kind"] not in ("section", "slot", "declaration")]
    spoken = [one for one in entries if ": " not in one["example"] and "(ware)" not in one["example"]]
    assert complaints_of(build_reference(tmp_path), [as_sentence(one) for one in spoken]) == []


def test_the_scenarios_and_the_record_of_the_reference_hold(tmp_path: Path) -> None:
    game = build_reference(tmp_path)
    report = run_targets((str(game),))
    assert report.passed, report.to_text()
    assert report.games[0].passed == 4
    record = load_record(tmp_path / "record.yaml")
    assert differences(load(game).replay(record), record) == []


def test_the_reference_names_every_word() -> None:
    known = set(re.findall(r"\w+", " ".join(code_spans(page("docs/language.md")))))
    missing = [one["word"] for one in listing() if not set(one["word"].split()) <= known]
    assert missing == [], "write a line about it in docs/language.md"


def test_the_reference_names_every_key_of_a_scenario() -> None:
    from rulewright.language.read.schemas import schema

    assert set(schema("scenario")["properties"]) <= set(code_spans(page("docs/language.md")))


# ---------------------------------------------------------------- the tutorial


def shown_commands(block: Block) -> list[tuple[str, str]]:
    """The commands of a console block, each with the output it shows."""
    parts = re.split(r"^\$ (.*)\n", block.text, flags=re.MULTILINE)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


def walk_through(
    name: str, folder: Path, monkeypatch: pytest.MonkeyPatch, typing: bool = True
) -> list[tuple[str, str, str]]:
    """Write the files of a page and type its commands in order; returns each command with what is shown and what came out."""
    monkeypatch.chdir(folder)
    found = []
    for block in blocks(page(name)):
        if block.kind == "yaml":
            path = Path(block.text.split("\n", 1)[0].removeprefix("# "))
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
        elif block.kind == "console" and typing:
            for command, output in shown_commands(block):
                found.append((command, output, rulewright(*command.split()[1:])[1]))
    return found


def test_the_tutorial_shows_what_happens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = walk_through("docs/tutorial.md", tmp_path, monkeypatch)
    assert len(steps) >= 10
    for command, shown, found in steps:
        begun, rest, _ = shown.strip().partition("\n…")  # where the page leaves the rest out, here or of a line
        lines = found.strip().splitlines()
        told = begun.splitlines()
        assert (command, [*map(as_shown, told, lines)]) == (command, told)
        assert rest or len(lines) == len(told), command


def as_shown(shown: str, found: str) -> str:
    """A line that was printed, cut off where the page leaves the rest of it out."""
    start = shown.removesuffix("…")
    return shown if start != shown and found.startswith(start) else found


def test_the_game_of_the_tutorial_can_be_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    walk_through("docs/tutorial.md", tmp_path, monkeypatch, typing=False)
    game = load(tmp_path / "goose_fair")
    for seed in range(10):
        match = play_out(game.new_match(2 + seed % 3, seed), {name: RandomBot(seed) for name in NAMES})
        assert match.result is not None and match.result.winners
    for bot in ("greedy:1", "search:20"):
        match = play_out(game.new_match(2, 1), {name: new_bot(bot, 1) for name in NAMES[:2]})
        assert match.result is not None and match.result.winners
        code, told = rulewright("play", "goose_fair", "--seats", f"Ada:{bot},Bo:{bot}", "--seed", "2")
        assert code == 0 and "wins" in told


# ---------------------------------------------------------------- the other pages


def test_the_readme_shows_what_a_game_prints() -> None:
    (block,) = [one for one in blocks(page("README.md")) if one.kind == "console"]
    ((command, shown),) = shown_commands(block)
    first, last = shown.split("…\n")
    found = rulewright(*command.split()[1:])[1]
    assert found.startswith(first) and found.endswith(last)


@pytest.mark.parametrize("name", ["docs/judging.md", "docs/tour.md"])
def test_a_page_shows_what_a_command_prints(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (block,) = [one for one in blocks(page(name)) if one.kind == "console"]
    for command, shown in shown_commands(block):
        first, last = shown.split("…\n")
        found = rulewright(*command.split()[1:])[1]
        assert found.startswith(first) and found.endswith(last)


def test_the_readme_tells_what_every_command_waits_for() -> None:
    rows = re.findall(r"^\| (`.*?) \| .* \| (.*) \|$", page("README.md").partition("what it waits for |")[2], re.MULTILINE)
    named = [span.split()[0] for cells, _ in rows for span in re.findall(r"`([^`]+)`", cells)]
    assert {*main.commands} - {*named} == set(), "write a row for it in README.md, with what it waits for"
    assert {*named} - {*main.commands} == set() and len(named) == len(set(named)), "no such command, or told twice"
    assert all(waits for _, waits in rows)


def anchors(path: Path) -> list[str]:
    """How a link names the headings of a page."""
    headings = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return [re.sub(r"[^\w -]", "", one.lower()).replace(" ", "-") for one in headings]


RECIPES = [one for one in blocks(page("docs/cookbook.md")) if one.kind == "yaml"]


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda one: one.text.split("\n", 1)[0].removeprefix("name: "))
def test_a_recipe_is_a_game_that_can_be_played(recipe: Block, tmp_path: Path) -> None:
    """With every number of players, to its end, and somebody decides something."""
    write_game(tmp_path, recipe.text)
    game = load(tmp_path)
    for players in range(game.definition.fewest, game.definition.most + 1):
        match = game.new_match(players, seed=players)
        while match.decisions:
            options = match.decisions[0].options
            match.answer(options[len(match.answers) % len(options)])
        assert match.answers and match.result is not None


def test_pages_link_to_what_is_there() -> None:
    """A file, and where a heading is named, the heading."""
    for path in [ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *(ROOT / "gamedefs").glob("*/README.md")]:
        for target in re.findall(r"\]\((?!http)([^)]+)\)", path.read_text(encoding="utf-8")):
            file, _, heading = target.partition("#")
            found = path.parent / file if file else path
            assert found.exists(), (path, target)
            assert not heading or heading in anchors(found), (path, target)


@pytest.mark.parametrize("name", shipped())
def test_the_commands_on_the_page_of_a_game_can_be_typed(name: str) -> None:
    """Of the scenarios only one file: `test_scenarios` runs all of them."""
    lines = re.findall(r"^rulewright (.*)$", page(f"gamedefs/{name}/README.md"), re.MULTILINE)
    for line in lines:
        command, *rest = line.split()
        assert command != "test" or rest == [name]
        code, told = rulewright(command, *(rest if command != "test" else [str(load(name).scenario_files()[0])]))
        assert code == 0, told


def test_the_python_example_of_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = [one.text for one in blocks(page("README.md")) if one.kind == "python"]
    (shown,) = [one.text for one in blocks(page("README.md")) if one.kind == "text"]
    exec(compile(code, "README.md", "exec"), {})
    assert capsys.readouterr().out == shown


@pytest.mark.parametrize("name", ["docs/python.md", "docs/judging.md"])
def test_the_examples_from_python_run_one_after_the_other(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {}
    shown = [one for one in blocks(page(name)) if one.kind in ("python", "text")]
    for block, after in zip(shown, [*shown[1:], None], strict=True):
        if block.kind == "python":
            exec(compile(block.text, name, "exec"), names)
            out = capsys.readouterr().out
            assert out == (after.text if after is not None and after.kind == "text" else "")


def test_the_examples_of_the_view_run_one_after_the_other() -> None:
    names: dict[str, object] = {}
    examples = [one.text for one in blocks(page("docs/view.md")) if one.kind == "python"]
    for text in examples:
        exec(compile(text, "docs/view.md", "exec"), names)
    assert len(examples) > 3


SHAPES = {one for place in (view, entries) for one in vars(place).values() if isinstance(one, type) and is_dataclass(one)}


@pytest.mark.parametrize("shape", sorted(SHAPES, key=lambda one: one.__name__))
def test_every_part_of_a_view_and_of_an_entry_is_told(shape: type) -> None:
    told = code_spans(page("docs/view.md"))
    assert not [field.name for field in fields(shape) if field.name not in told]


def test_the_card_of_the_readme_is_the_card_of_the_game() -> None:
    (block,) = [one for one in blocks(page("README.md")) if one.kind == "yaml"]
    file = block.text.split("\n", 1)[0].removeprefix("# ")
    rows = yaml.safe_load(page(file))["components"]["influence"]["rows"]
    ((id, row),) = yaml.safe_load(block.text).items()
    assert rows[id] == row


def readme_row(name: str) -> tuple[str, int]:
    """A game as its line in the README up to the scenarios, and how many of them there are."""
    game = load(name)
    one = game.definition
    scenarios = sum(path.read_text(encoding="utf-8").count("- title: ") for path in game.scenario_files())
    players = f"{one.fewest} to {one.most}" if one.fewest < one.most else f"{one.most}"
    return f"| [{one.name}](gamedefs/{name}) | {players} | {len(one.rows)} | ", scenarios


@pytest.mark.parametrize("name", shipped())
def test_the_readme_counts_cards_and_scenarios(name: str) -> None:
    row, scenarios = readme_row(name)
    (line,) = [one for one in page("README.md").splitlines() if one.startswith(row)]
    assert int(line.removeprefix(row).removesuffix("+ |")) <= scenarios


def passed_by_the_tour() -> Counter[str]:
    """What the first cells of its tables name, and how often."""
    rows = [line.strip("| ").rpartition(" | ")[0] for line in page("docs/tour.md").splitlines() if line.startswith("| ")]
    return Counter(name for row in rows for name in code_spans(row))


def test_the_tour_passes_every_module() -> None:
    package = ROOT / "interpreter"
    spans, passed = set(code_spans(page("docs/tour.md"))), passed_by_the_tour()
    assert [path.stem for path in package.glob("*.py") if path.stem not in {*spans, "__init__"}] == []
    modules = Counter(path.stem for path in package.rglob("*/*.py") if path.stem != "__init__")
    unpassed = {name for name in modules if passed[name] < modules[name]}
    assert unpassed == set(), "write it into the table of its room in docs/tour.md"
    assert [path.name for path in package.rglob("*.h") if path.name not in spans] == []


def test_the_tour_passes_no_module_twice() -> None:
    files = (ROOT / "interpreter").rglob("*.py")
    modules = Counter(path.parent.name if path.stem == "__init__" else path.stem for path in files)  # rooms are passed, too
    passed = passed_by_the_tour()
    assert {name for name in modules if passed[name] > modules[name]} == set()
