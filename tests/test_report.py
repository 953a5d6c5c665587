"""A report that people mail: one page without a network, its pictures and tables as files, and what is new since the last."""

from __future__ import annotations

import csv
import json
import re
from dataclasses import replace
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import rulewright
from click.testing import CliRunner
from rulewright.cli import main
from rulewright.errors import Misused
from rulewright.study.judgement import JudgedCard, JudgedFigure, Judgement, changes, judge
from rulewright.study.pictures import Interval, interval_picture, intervals_picture, scores_picture
from rulewright.web.reporting import last_report, report_page

pytestmark = pytest.mark.needs("web")
MOST_BYTES = 1_000_000


def run(folder: Path, *more: str) -> Any:
    arguments = ["report", "kuhn_poker", "--games", "60", "--weigh", "60", "--workers", "1", "--out", str(folder / "page.html")]
    return CliRunner().invoke(main, [*arguments, *more])


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two reports, one after the other: the second knows the first."""
    folder = tmp_path_factory.mktemp("report")
    for seed in ("1", "2"):
        done = run(folder, "--folder", str(folder / "files"), "--seed", seed)
        assert done.exit_code == 0, done.output
    return folder


class Page(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attributes)))


def test_the_page_is_small_and_names_nothing_outside(written: Path) -> None:
    text = (written / "page.html").read_text(encoding="utf-8")
    assert len(text.encode()) < MOST_BYTES
    assert not re.findall(r"(?:https?:)?//\w|url\(|@import", text)
    assert {tag for tag, _ in Page(text).tags} & {"img", "link", "iframe", "object"} == set()
    scripts = [attributes for tag, attributes in Page(text).tags if tag == "script"]
    assert [one["type"] for one in scripts] == ["application/json"]


def test_whoever_cannot_see_it_is_told_all_of_it(written: Path) -> None:
    page = Page((written / "page.html").read_text(encoding="utf-8"))
    pictures = [attributes for tag, attributes in page.tags if tag == "svg" and "sprite" not in (attributes.get("class") or "")]
    shown = [one for one in pictures if one.get("viewbox") and one.get("role") == "img"]
    assert len(shown) > 15 and all(one.get("aria-label") for one in shown)
    assert all(one.get("aria-hidden") == "true" for one in pictures if one.get("role") != "img")
    named = {attributes["id"] for _, attributes in page.tags if "id" in attributes}
    labelled = [attributes["aria-labelledby"] for _, attributes in page.tags if "aria-labelledby" in attributes]
    assert len(labelled) > 5 and set(labelled) <= named
    assert next(attributes for tag, attributes in page.tags if tag == "html")["lang"] == "en"
    assert all(attributes.get("scope") for tag, attributes in page.tags if tag == "th")


def test_the_next_report_reads_the_last(written: Path) -> None:
    text = (written / "page.html").read_text(encoding="utf-8")
    assert "Since the last report" in text and "The rules are the same as then." in text
    data = json.loads(re.search(r'id="judgement">(.*?)</script>', text, re.DOTALL)[1])  # type: ignore[index]
    assert json.loads(json.dumps(Judgement.from_json(data).to_json())) == data and data["seed"] == 2


def test_every_picture_and_table_is_a_file(written: Path) -> None:
    files = {path.name: path.read_text(encoding="utf-8") for path in (written / "files").iterdir()}
    pictures = {"scores.svg", "tension.svg", "cards.svg", "coverage.svg", "changes.svg"}
    assert pictures | {"figures.csv", "changes.csv"} <= files.keys()
    for name, text in files.items():
        if name.endswith(".svg"):
            root = ElementTree.fromstring(text)
            assert root.tag == "{http://www.w3.org/2000/svg}svg" and root.get("aria-label")
        else:
            rows = list(csv.reader(text.splitlines()))
            assert len({len(row) for row in rows}) == 1, name
    figures = {row["figure"]: row for row in csv.DictReader(files["figures.csv"].splitlines())}
    assert float(figures["wins of Ada"]["low"]) < float(figures["wins of Ada"]["mean"]) < float(figures["wins of Ada"]["high"])


def test_faces_of_cards_stand_beside_their_weight() -> None:
    game = rulewright.load("ruse_and_bruise")
    cards = [JudgedCard(row.id, row.name, True, "worth having", 0.1, -0.1, 0.3, 9, 3, ()) for _, row in game.definition.rows]
    told = Judgement(game.definition.id, game.name, "", ("Ada", "Bo"), ("random",), 0, 0, (), (), tuple(cards), 0, 0, ())
    text = report_page(game, told)
    assert text.count('class="face"') == len(cards) == 55
    assert "Small Giant" in text and "chosen 3 of 9 times" in text and len(text.encode()) < MOST_BYTES
    faces = [one["aria-label"] or "" for _, one in Page(text).tags if one.get("class") == "face"]
    rows = [row for _, row in game.definition.rows]
    assert all(face.startswith(row.name) for face, row in zip(faces, rows, strict=True))
    assert next(face for face in faces if face.startswith("Hermit")) == "Hermit 12. Loses 1 for each other card in its column."


def test_what_is_no_report_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("my diary", encoding="utf-8")
    refused = run(tmp_path)
    assert refused.exit_code == 2 and "is no report of a game" in refused.output
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == "my diary"
    assert "is not there" in run(tmp_path, "--last", str(tmp_path / "nowhere.html")).output


@pytest.mark.parametrize("data", [{}, {"form": 99}, {"form": 1, "figures": 3}, [], None])
def test_data_of_something_else_is_refused(data: Any) -> None:
    with pytest.raises(Misused):
        Judgement.from_json(data)


def test_it_says_how_far_it_is_and_what_it_came_to(written: Path) -> None:
    news: list[tuple[int, int, str]] = []
    found = judge(rulewright.load("kuhn_poker"), 60, 60, workers=1, progress=lambda *told: news.append(told))
    assert [done for done, _, _ in news] == sorted(done for done, _, _ in news) and {total for _, total, _ in news} == {4}
    assert (1, 4, "shape 60 of 60 games") in news and any("cards 2 of 4: " in told for _, _, told in news)
    assert any(told.startswith("Worth most to have: king.") for told in found.told)
    page, last = (written / "page.html").read_text(encoding="utf-8"), last_report(written / "page.html")
    assert last is not None and len(last.told) >= 5
    assert all(f"<li>{escape(told)}</li>".replace("&quot;", "&#34;") in page for told in last.told)


def test_half_of_a_report_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken_off(done: int, total: int, news: str) -> None:
        if news.startswith("cards"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        judge(rulewright.load("kuhn_poker"), 20, 20, workers=1, progress=broken_off)


def figure(mean: float, games: int = 1000) -> JudgedFigure:
    return JudgedFigure("seats", "wins of Ada", games, mean, games * mean * (1 - mean), True, 0.5)


def test_only_a_difference_that_is_large_enough_is_more_than_chance() -> None:
    one = judge(rulewright.load("kuhn_poker"), 50, 2, workers=1)

    def told(before: float, now: float) -> Any:
        return changes(replace(one, figures=(figure(before),)), replace(one, figures=(figure(now),)))[0]

    assert told(0.5, 0.7).is_sure and not told(0.5, 0.53).is_sure and not told(0.5, 0.5).is_sure
    low, high = told(0.5, 0.53).low, told(0.5, 0.53).high
    assert low < 0 < 0.03 < high


def test_a_picture_has_room_for_the_longest_name() -> None:
    names = "King", "make the next step cheaper"
    rows = [Interval(name, "+1.0 wins of a hundred", 0.01, None, None, -1, 1) for name in names]
    root = ElementTree.fromstring(intervals_picture("what it is worth", rows))
    wide, texts = float(root.get("viewBox", "").split()[2]), list(root.iter("text"))
    ends = [float(one.get("x", "0")) + 7 * len(one.text or "") for one in texts]
    assert max(ends) <= wide and len(texts) == 5
    line = float(re.findall(r"translate\(([\d.]+)", intervals_picture("", rows))[0])
    assert all(end <= line for end, one in zip(ends, texts, strict=True) if one.get("x") == "8")


def test_what_rests_on_too_few_games_has_no_picture_of_a_difference(written: Path) -> None:
    page = (written / "page.html").read_text(encoding="utf-8")
    rows = re.findall(r"<tr><th scope=.row.>ends differently: another deal</th>.*?</tr>", page)
    assert "<svg" not in rows[0] and "too few games to tell" in rows[0]


def test_a_picture_shows_where_an_interval_lies() -> None:
    drawn = interval_picture(Interval("wins <of> Ada", "50 %", 0.5, 0.25, 0.75, 0.0, 1.0, 0.5, False))
    assert 'cx="100.0"' in drawn and "M53.5 9.0H146.5" in drawn and "&lt;of&gt;" in drawn and 'fill="Canvas"' in drawn
    assert scores_picture("scores", []) == "" and scores_picture("scores", [(n, 1) for n in range(100)]).count("<rect") == 20
