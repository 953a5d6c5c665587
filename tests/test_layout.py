"""The sentences of the design that a program can check: who imports whom, who prints, how long things are."""

import ast
import builtins
import keyword
import logging
import re
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
import rulewright
from lark import Lark
from lark import logger as lark_logger
from rulewright import ir
from rulewright.language.parse.grammar import STARTS, grammar_text, reserved_words

ROOT = Path(rulewright.__file__).parent
MODULES = sorted(ROOT.rglob("*.py"))
SOURCES = [*MODULES, ROOT.parent / "cli.py"]
HEADERS = sorted(ROOT.rglob("*.h"))
OUTSIDE = {"yaml", "lark", "jsonschema", "click", "rich"}
COMPILING = ("compiler", "making", "libraries")  # who finds and runs a compiler; only `versions` runs git besides
CLOCKS = ("watch", "progress", "growing", "search", "half_made", "benchmark", "remote_crew", "remote_work", "tune")
EVERYDAY = {*keyword.kwlist, *dir(builtins), *dir(list), *dir(dict), *dir(set), *dir(str)}


def name_of(path):
    return path.relative_to(ROOT.parent).as_posix()


def area_of(path):
    """The room of a module: `engine`, `language.lower`; or its own name, if it stands outside all rooms."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    apart = ("ir", "verify"), ("language", "compile"), ("language", "vocabulary"), ("engine", "choice")
    return ".".join(parts) if parts in apart else ".".join(parts[:-1]) or parts[0]


@cache
def tree_of(path):
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imports_of(path):
    """The packages outside, and the areas inside, that a module imports anywhere."""
    outside, inside = set(), set()
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            outside |= {one.name.partition(".")[0] for one in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            outside.add((node.module or "").partition(".")[0])
        elif isinstance(node, ast.ImportFrom):
            inside |= _areas(path, node)
    return outside, inside


def _areas(path, node):
    return {area_of(one) for one in targets_of(path, node)}


def targets_of(path, node):
    """The modules that an import names."""
    folder = path.parents[node.level - 1]
    for part in (node.module or "").split(".") if node.module else ():
        folder = folder / part
    targets = [folder] if folder.is_file() or folder.with_suffix(".py").is_file() else [folder / one.name for one in node.names]
    if folder.is_dir() and not any(one.is_dir() or one.with_suffix(".py").is_file() for one in targets):
        targets = [folder / "__init__"]
    return {one.with_suffix(".py") for one in targets}


def those(area):
    return [path for path in MODULES if area_of(path) == area]


IR = {"ir", "ir.analysis", "model"}
READING = {"ir", "language", "language.read"}
PARSING = {"ir", "language", "language.parse"}
DECLARING = {*IR, *READING, *PARSING, "language.declare"}
LOWERING = {*DECLARING, "language.explain", "language.lower"}
CHECKING = {*LOWERING, "language.check"}
ENGINE = {*IR, "engine"}
TELLING = {*ENGINE, "engine.reference", "telling"}
TABLE = {*TELLING, "engine.choice", "table"}
WEB = {"model", "telling", "table", "game", "desk", "web.page"}
ALLOWED = {
    "ir": {"ir"},
    "model": {"ir", "ir.verify", "model"},
    "ir.verify": {"ir", "ir.analysis", "model"},
    "ir.analysis": IR,
    "errors": set(),
    "shipped_files": set(),
    "folders": set(),
    "cache": {"folders"},
    "language": {"language", "shipped_files"},
    "language.read": READING,
    "language.parse": PARSING,
    "language.declare": DECLARING,
    "language.explain": {*DECLARING, "language.explain"},
    "language.lower": LOWERING,
    "language.check": CHECKING,
    "language.vocabulary": LOWERING,
    "language.compile": {*CHECKING, "language.vocabulary"},
    "language.scenarios": {*CHECKING, "language.vocabulary", "language.scenarios"},
    "language.edit": {"language", "language.read", "language.edit"},
    "engine": {*ENGINE},
    "engine.reference": {*ENGINE, "engine.reference"},
    "engine.program": {*ENGINE, "engine.program"},
    "engine.python": {*ENGINE, "engine.program", "engine.python"},
    "engine.native": {*ENGINE, "engine.python", "engine.native", "cache"},
    "engine.choice": {"model", "engine", "engine.reference", "engine.python", "engine.native"},
    "telling": TELLING,
    "table": TABLE,
    "players": {*TABLE, "language", "players"},
    "loading": {"model", "language", "language.vocabulary", "language.compile", "language.read", "cache", "shipped_files"},
    "game": {*TABLE, *READING, "language.vocabulary", "language.scenarios", "players", "loading", "shipped_files"},
    "study": {*TABLE, "language", "players", "game", "cache", "study"},
    "desk": {*TABLE, *READING, "players", "game", "study", "folders", "desk"},
    "terminal": {"language", "desk", "telling", "table", "terminal"},
    "web.page": {*IR, "telling", "table", "game", "web.page"},
    "web": {*WEB, "engine", "players", "study", "folders", "loading", "language", "language.read", "shipped_files", "web"},
    "workshop": {*TABLE, *READING, "language.check", "language.edit", "game", "study", "shipped_files", "workshop"},
    "commands": {*TABLE, *WEB, "engine.python", *READING, "players", "study", "terminal", "web", "workshop", "commands"},
    "cli": {"commands"},
}


def test_every_room_has_its_row():
    rooms = {area_of(path) for path in MODULES} - {"__init__", "__main__"}
    assert rooms - {*ALLOWED} == set(), "write into ALLOWED which rooms it may know"
    assert {*ALLOWED} - rooms == set(), "no such room any more"


@pytest.mark.parametrize("area", ALLOWED)
def test_imports_point_one_way(area):
    assert those(area)
    for path in those(area):
        known = imports_of(path)[1] - {*ALLOWED[area], "errors"}
        assert known == set(), f"{name_of(path)} imports what its room may not know: its row in ALLOWED"


STATE = re.compile(r"\.state\b|engine\.(state|world|sight|discretion|evaluate|reference|texts|frames)\b")


@pytest.mark.parametrize("area", ["desk", "terminal", "web", "web.page"])
def test_what_stands_before_people_never_sees_a_state(area):
    """It asks the table, which answers as a seat may know it."""
    assert [name_of(path) for path in those(area) if STATE.search(path.read_text(encoding="utf-8"))] == []


def reached_from(path):
    """Every module that one imports, at once or by way of others, wherever in the text the import stands."""
    reached, waiting = set(), [path]
    while waiting:
        new = modules_in(waiting.pop()) - reached
        reached |= new
        waiting += new
    return reached


@cache
def modules_in(path):
    imports = [node for node in ast.walk(tree_of(path)) if isinstance(node, ast.ImportFrom) and node.level]
    return {target for node in imports for target in targets_of(path, node) if target.is_file()}


BESIDE_EACH_OTHER = {"ir.analysis", "ir.verify", "model"}  # a definition is verified as it is read, by what can be told of it


def test_no_room_is_known_to_a_room_that_it_knows():
    known = {area: {*ALLOWED[area]} for area in ALLOWED}
    for _ in ALLOWED:
        known = {area: known[area].union(*(known[one] for one in known[area])) for area in ALLOWED}
    knots = {frozenset(one for one in known[area] if area in known[one]) for area in ALLOWED}
    assert {knot for knot in knots if len(knot) > 1} == {frozenset(BESIDE_EACH_OTHER)}


def test_no_module_is_imported_by_what_it_imports():
    reached = {path: reached_from(path) for path in MODULES}
    together = {frozenset(dotted(one) for one in reached[path] if path in reached[one]) for path in MODULES}
    assert [sorted(knot) for knot in together if knot] == []


def dotted(path):
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


@pytest.mark.parametrize("area", sorted({*TABLE, "players", "study", "desk"}))
def test_only_the_language_knows_yaml_and_grammars(area):
    for path in those(area):
        assert not imports_of(path)[0] & OUTSIDE, name_of(path)


def test_only_the_command_line_prints():
    for path in [one for one in MODULES if area_of(one) not in ("commands", "cli")]:
        calls = [node.func for node in ast.walk(tree_of(path)) if isinstance(node, ast.Call)]
        assert not [call for call in calls if isinstance(call, ast.Name) and call.id in ("print", "input")], name_of(path)
        drawing = {"rich"} if name_of(path) == "interpreter/terminal/painted.py" else set()
        deep = {"sys"} if path.stem in ("budget", *COMPILING) else set()  # how deep Python may go, and which one this is
        assert not imports_of(path)[0] & {"click", "rich", "sys"} - drawing - deep, name_of(path)


def test_what_is_as_good_as_nothing_is_written_without_a_sign():
    """`f"{-0.001:+.1f}"` is -0.0, with z it is +0.0; what programs read goes through `six_places`."""
    for path in [*those("study"), *those("web"), *those("commands")]:
        for spec in (one.format_spec for one in ast.walk(tree_of(path)) if isinstance(one, ast.FormattedValue)):
            assert not spec or not re.search(r"(\+|sign\})\.", ast.unparse(spec)), f"{name_of(path)}: {ast.unparse(spec)}"


def test_only_chance_is_random():
    for path in MODULES:
        clocks = {"time"} if path.stem in CLOCKS else set()
        allowed = {"secrets"} if path.stem in ("session", "tokens") else clocks
        assert not imports_of(path)[0] & {"random", "secrets", "time", "datetime", "uuid"} - allowed, name_of(path)


def test_no_python_runs_text_or_reads_what_python_pickled():
    for path in SOURCES:
        names = {node.id for node in ast.walk(tree_of(path)) if isinstance(node, ast.Name)}
        running = {"subprocess"} if path.stem in (*COMPILING, "versions") else set()
        forbidden = {"pickle", "marshal", "subprocess", "socket"} - running
        assert not imports_of(path)[0] & forbidden and "eval" not in names, name_of(path)


@pytest.mark.parametrize("area", ["engine.program", "engine.python", "engine.native"])
def test_nothing_is_decided_by_looking_at_written_text(area):
    for path in those(area):
        assert "re" not in imports_of(path)[0], name_of(path)


def names_of(definition):
    """Words that belong to one game: its id and name, and ids of cards that are no everyday words."""
    rows = {row.id for _, row in definition.rows if "_" in row.id or len(row.id) > 5}
    return ({definition.id, definition.name} | rows) - reserved_words() - EVERYDAY


def test_no_python_knows_a_game(largest):
    """Examples in the help of a command may name a game; nothing else may."""
    known = names_of(largest.game.definition)
    for path in SOURCES:
        text = "\n".join(line for line in path.read_text(encoding="utf-8").splitlines() if "Example: " not in line)
        found = set(re.findall(r"\w+", text)) & known | {name for name in known if " " in name and name in text}
        assert not found, f"{name_of(path)} names {sorted(found)}"


def test_the_grammar_has_no_conflict():
    messages = []
    keep = logging.Handler()
    keep.emit = lambda record: messages.append(record.getMessage())
    level = lark_logger.level
    lark_logger.addHandler(keep)
    lark_logger.setLevel(logging.DEBUG)
    try:
        Lark(grammar_text(), parser="lalr", start=list(STARTS), debug=True, propagate_positions=True, maybe_placeholders=False)
    finally:
        lark_logger.removeHandler(keep)
        lark_logger.setLevel(level)
    assert [one for one in messages if "conflict" in one.lower() or "collision" in one.lower()] == []


@pytest.mark.parametrize("path", [path for path in SOURCES if path.stat().st_size], ids=name_of)
def test_a_module_says_what_it_does_and_stays_readable(path):
    text, tree = path.read_text(encoding="utf-8"), tree_of(path)
    assert (ast.get_docstring(tree) or "").strip(), f"{name_of(path)} does not open with what it does"
    assert len(text.splitlines()) <= 400, f"{name_of(path)} is too long"
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            name = f"{name_of(path)}: {node.name}"
            assert node.end_lineno - node.lineno < 50, f"{name} is too long"


@pytest.mark.parametrize("path", HEADERS, ids=name_of)
def test_a_header_says_what_it_does_and_stays_readable(path):
    text = path.read_text(encoding="utf-8")
    assert text.startswith("/* ") and len(text.splitlines()) <= 400


def test_every_constant_and_function_is_spoken_of_somewhere():
    """In Python, C or the Makefile, beside the place where it is made."""
    others = [*Path(__file__).parent.rglob("*.py"), ROOT.parent / "Makefile"]
    texts = [path.read_text(encoding="utf-8") for path in [*SOURCES, *HEADERS, *others]]
    spoken = Counter(word for text in texts for word in re.findall(r"\w+", text))
    made = {
        one.id for path in MODULES for node in tree_of(path).body if isinstance(node, ast.Assign | ast.AnnAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        for one in ast.walk(target) if isinstance(one, ast.Name)
    }  # fmt: skip
    made |= {node.name for path in MODULES for node in ast.walk(tree_of(path)) if isinstance(node, ast.FunctionDef)}
    derived = re.compile(r"lower_|read_|__|_call_userfunc")  # found by what they lower and read, or by Python
    assert {name for name in made if spoken[name] == 1 and not derived.match(name)} == set()


def test_modules_are_called_by_their_subject():
    assert not {path.stem for path in [*SOURCES, *HEADERS]} & {"utils", "helpers", "common", "base", "misc"}


def test_every_package_is_installed():
    """Each folder with modules is named where setuptools looks for packages."""
    project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))
    folders = {path.parent.relative_to(ROOT) for path in MODULES} | {Path("schema"), Path("gamedefs")}
    packages = {".".join(["rulewright", *folder.parts]) for folder in folders}
    assert packages ^ {*project["tool"]["setuptools"]["packages"]} == set(), "pyproject.toml: packages of setuptools"


VOCABULARIES = {  # languages that share words; whoever uses two of them writes `ir.Move`, `code.If`, `S.Name`
    "ir", "engine.program.nodes", "language.parse.syntax", "language.parse.syntax_verbs", "telling.entries",
}  # fmt: skip


def test_no_two_classes_share_a_name():
    """Somebody who reads a name knows which thing is meant, without looking up where it was imported from."""
    homes = {}
    for path in MODULES:
        for node in tree_of(path).body:
            if isinstance(node, ast.ClassDef):
                homes.setdefault(node.name, []).append(area_of(path) if area_of(path) in VOCABULARIES else dotted(path))
    shared = {name: found for name, found in homes.items() if len(found) > 1}
    assert {name: found for name, found in shared.items() if len(set(found)) < len(found) or set(found) - VOCABULARIES} == {}


STATIONS = ("ir", "model", "language.read", "language.parse", "language.declare", "language.lower", "engine")


def test_no_two_modules_share_a_name():
    """But for the stations of a rule on its way from YAML to an engine, which are called by the part of it that they treat
    (`flow`, `values`), and commands, which are called as people type them."""
    homes = {}
    for path in [one for one in MODULES if one.stem not in ("__init__", "__main__") and area_of(one) != "commands"]:
        station = next((one for one in STATIONS if f"{dotted(path)}.".startswith(f"{one}.")), None)
        homes.setdefault(path.stem, []).append((dotted(path), station))
    assert {name: found for name, found in homes.items() if len(found) > 1 and not all(station for _, station in found)} == {}


WORDS_OF = {
    "sort": {*ir.TypeSort, *ir.ThingSort, *ir.OwnerSort}, "seen_by": {*ir.SeenBy}, "form": {*ir.Form}, "where": {*ir.Where},
}  # fmt: skip
OF_SYNTAX = ("where", "language")  # a sentence that was parsed holds its own words


ROOMS_BELOW = ["ir", "model", "language", "engine"]


@pytest.mark.parametrize("room", [*ROOMS_BELOW, "telling", "table", "study", "desk"])
def test_words_of_enumerations_are_not_compared_as_texts(room):
    """A word that is misspelt in a text is found by nobody, one of an enumeration by mypy. What a view holds is plain data, and
    calls its things and areas by words."""
    compared = []
    for path in MODULES:
        for node in ast.walk(tree_of(path)) if area_of(path).partition(".")[0] == room else ():
            if isinstance(node, ast.Compare) and isinstance(node.left, ast.Attribute | ast.Name):
                words = {one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str)}
                name = node.left.attr if isinstance(node.left, ast.Attribute) else node.left.id
                is_known = room in ROOMS_BELOW or "type" in ast.unparse(node.left) or name == "seen_by"
                if is_known and words & WORDS_OF.get(name, set()) and (name, room) != OF_SYNTAX:
                    compared.append(f"{name_of(path)}:{node.lineno}: {ast.unparse(node)}")
    assert not compared
