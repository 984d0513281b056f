"""Sticker sheets: what stands on them, where it lies in mm, and that nothing is cut."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.engine.text import Text
from companion.games.plugin import GamePlugin
from companion.games.registry import BOXES, register, unregister
from companion.tools.enrol.box_names import BoxNames
from companion.tools.enrol.plan import CardGroup
from companion.tools.enrol.slot_box import SlotBox
from tests.printing.conftest import Run
from tests.printing.pages import Word, fonts, overlapping, pixels, size, text, words
from tests.thorough import THOROUGH

GAMES = {"infernal_wagon": 96, "cerbere": 85, "hellrail": 91}
A4, LETTER = (210.0, 297.0), (215.9, 279.4)
TOP = 13.5
"""mm below which the labels lie."""


def middles(count: int, size: float, paper: tuple[float, float], rows: int, columns: int) -> list[tuple[float, float]]:
    """Where the middles of round labels of `size` mm are, 2 mm apart, in the middle of the paper."""
    left = (paper[0] - columns * size - (columns - 1) * 2) / 2 + size / 2
    top = (paper[1] - rows * size - (rows - 1) * 2) / 2 + size / 2
    return [(left + i % columns * (size + 2), top + i // columns * (size + 2)) for i in range(count)]


def inside(word: Word, x: float, y: float, radius: float) -> bool:
    """Whether a word lies in a round label; a face's box is higher than its letters."""
    spare = 0.2 * (word.bottom - word.top)
    corners = ((h, v) for h in (word.left, word.right) for v in (word.top + spare, word.bottom - spare))
    return all(hypot(h - x, v - y) <= radius for h, v in corners)


@pytest.mark.parametrize(
    ("game", "lang"), [(game, lang) for game in GAMES for lang in ("fr", "en") if THOROUGH or lang == "fr"]
)
def test_every_word_lies_in_its_label(game: str, lang: str, sheet: Run, tmp_path: Path) -> None:
    reader = sheet("stickers", game, "--lang", lang)
    assert {size(page) for page in reader.pages} == {A4}
    assert len(reader.pages) == 4
    assert all(fonts(reader).values())
    assert len(fonts(reader)) >= 3
    pages = words(tmp_path / "sheet.pdf")
    places = middles(70, 25, A4, 10, 7)
    used = set()
    for number, page in enumerate(pages[:2]):
        assert overlapping(page) == []
        for word in page:
            if word.top > TOP:
                label = [i for i, (x, y) in enumerate(places) if inside(word, x, y, 12.5)]
                assert len(label) == 1, word
                used.add((number, label[0]))
    assert len(used) == GAMES[game]
    assert "…" not in text(reader)
    for page, edge in ((pages[2], 210), (pages[3], 210)):
        assert overlapping(page) == []
        assert all(5 < w.left < w.right < edge - 5 and 3 < w.top < w.bottom < 294 for w in page)


def test_the_order_is_that_of_enrolment(sheet: Run, tmp_path: Path) -> None:
    sheet("stickers", "infernal_wagon", "--lang", "en", "--part", "labels")
    page = [w for w in words(tmp_path / "sheet.pdf")[0] if w.top > TOP]
    first = [w.text for w in sorted(page, key=lambda w: (round(w.top / 3), w.left)) if w.top < 36]
    assert first == ["3", "2", "1", "1", "2", "3", "4", *["Départ"] * 3, *["Rail"] * 4]


def ring(gray: object, x: float, y: float, dpi: int = 150) -> float:
    """mm from x, y to the left as far as the line of a label, seen from outside."""
    row = gray[round(y * dpi / 25.4)]  # type: ignore[index]
    at = round((x - 13.4) * dpi / 25.4) if x > 13.4 else 0
    while row[at] > 235:
        at += 1
    return float(x - at * 25.4 / dpi)


@pytest.mark.parametrize("move", [(0.0, 0.0), (1.5, -2.0)])
def test_labels_lie_where_the_sheet_has_them(move: tuple[float, float], sheet: Run, tmp_path: Path) -> None:
    offsets = (f"--offset-x={move[0]}", f"--offset-y={move[1]}")
    sheet("stickers", "infernal_wagon", "--lang", "en", "--part", "labels", *offsets)
    gray = pixels(tmp_path / "sheet.pdf", 1)
    for x, y in middles(70, 25, A4, 10, 7)[7:]:
        assert ring(gray, x + move[0], y + move[1]) == pytest.approx(12.5, abs=0.35)
    cross = gray[round((8 + move[1]) * 150 / 25.4), round((7.5 + move[0]) * 150 / 25.4)]
    assert cross < 200, "the registration mark moves along"


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_cut_labels_share_their_edges(lang: str, sheet: Run, tmp_path: Path) -> None:
    reader = sheet("stickers", "hellrail", "--lang", lang, "--label", "cut", "--part", "labels")
    columns, rows = 6, 13
    left, top = (210 - columns * 30) / 2, (297 - rows * 20) / 2
    for page in words(tmp_path / "sheet.pdf"):
        assert overlapping(page) == []
        for word in page:
            if word.top > TOP:
                column, row = int((word.left - left) // 30), int((word.top - top) // 20)
                assert word.right < left + 30 * (column + 1), word
                assert word.bottom < top + 20 * (row + 1), word
    assert "…" not in text(reader)
    gray = pixels(tmp_path / "sheet.pdf", 1)
    for x, y in ((left + 30 * 2, top + 30), (left, top + 50), (left + 30 * 6, top + 9)):
        at = round(x * 150 / 25.4)
        assert gray[round(y * 150 / 25.4), at - 2 : at + 3].min() < 235


def test_the_panel_and_the_tents_use_the_games_words(sheet: Run) -> None:
    said = text(sheet("stickers", "infernal_wagon", "--lang", "en"))
    for words_ in ("Hold", "It fits", "Missed", "Undo", "Clock only", "you press “Missed”", "it judges each fit"):
        assert words_ in said
    assert "Tout le plateau" in text(sheet("stickers", "cerbere", "--lang", "fr", "--part", "tents"))


# ------------------------------------------------------------ boxes that nobody expects

NAMES = {
    "arabic": "سقر",
    "hebrew": "רכבת השאול",
    "emoji": "🐉🔥",
    "long": "The card of the very long name that no label of any size will ever hold " * 4,
    "mixed": "Ἅιδης Ад",
    "controls": "a\x00b\tc\u200e",
    "none": "",
    "turned": "ab\u202ecd",
    "accents": "\u0301\u0301",
    "decomposed": "Be\u0301rénice",
}


@pytest.fixture
def invented(request: pytest.FixtureRequest) -> Iterator[str]:
    """A game whose cards are called as `NAMES` say, or of so many cards as the parameter says."""
    many: int = getattr(request, "param", 0)
    slots = tuple(f"c-{n}" for n in range(1, many + 1)) if many else tuple(NAMES)

    def slot(_heap: CardGroup, name: str) -> Text:
        return Text("", names={"en": NAMES.get(name, name.replace("-", " ")) or " "})

    names = BoxNames({}, lambda _heap: Text("heap", names={"en": "heap"}), slot, lambda *_: "tag")
    cards = SlotBox("invented", {"heap": slots} if many >= 0 else {})
    register(GamePlugin("invented", lambda _config: None, cards=cards, names=lambda _config: names))  # type: ignore[arg-type, return-value]
    yield "invented"
    unregister("invented")


def test_names_in_any_letters(invented: str, sheet: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    reader = sheet("stickers", invented, "--lang", "en")
    said = capsys.readouterr().out
    assert "Labels with only their number" in said
    assert said.rstrip().endswith(": 3")
    shown = text(reader)
    assert "№ 3" in shown
    assert "№ 7" in shown, "it has no name"
    assert "№ 9" in shown, "accents without a letter"
    assert "Abcd" in shown, "nothing turns a line round"
    assert "Bérénice" in shown
    assert "The card" in shown
    assert "…" in shown
    assert "Ἅιδης Ад" in shown
    assert any("DejaVu" in name for name in fonts(reader))
    places = middles(len(NAMES), 25, A4, 10, 7)
    page = [w for w in words(tmp_path / "sheet.pdf")[0] if w.top > TOP]
    assert all(any(inside(w, x, y, 12.5) for x, y in places) for w in page)


@pytest.mark.parametrize("invented", [500], indirect=True)
def test_many_tags(invented: str, sheet: Run) -> None:
    reader = sheet("stickers", invented, "--lang", "en", "--part", "labels")
    assert len(reader.pages) == 8
    assert "500" in reader.pages[-1].extract_text()


@pytest.mark.parametrize("invented", [-1], indirect=True)
def test_a_game_without_cards(invented: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["box", "stickers", invented, "-o", str(tmp_path / "x.pdf"), "--data", str(tmp_path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["chess", "-o", "x.pdf"], f"There is no game called chess; known are: {', '.join(BOXES)}."),
        (["cerbere", "-o", "/nowhere/x.pdf"], "/nowhere/x.pdf cannot be written: No such file or directory"),
        (["cerbere", "-o", "."], ". cannot be written: Is a directory"),
        (["cerbere", "-o", "a\n\udcff"], "a?� cannot be written"),
        (["cerbere", "-o", "x.pdf", "--first", "71"], "A sheet has places 1 to 70; there is no place 71."),
        (["cerbere", "-o", "x.pdf", "--first", "0"], "A sheet has places 1 to 70; there is no place 0."),
    ],
)  # fmt: skip
def test_what_cannot_be_is_one_sentence(
    args: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    if args[2].startswith("a"):
        Path(args[2]).mkdir()
    assert main(["box", "stickers", *args, "--lang", "en", "--data", str(tmp_path)]) == 2
    told = capsys.readouterr()
    assert told.err.startswith(f"companion: {said}")
    assert told.err.count("\n") == 1
    assert told.out == ""


@pytest.mark.parametrize("bad", [["--offset-x", "21"], ["--offset-y", "nan"], ["--gap", "-1"], ["--label", "round26"]])
def test_an_option_out_of_range(bad: list[str], tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["box", "stickers", "cerbere", "-o", str(tmp_path / "x.pdf"), *bad])


def test_a_broken_box_names_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "cerbere").mkdir()
    (tmp_path / "cerbere/box.toml").write_text("[meta]\ngame = 3\n", encoding="utf-8")
    folders = ["--config", str(tmp_path), "--data", str(tmp_path)]
    assert main(["box", "stickers", "cerbere", "-o", str(tmp_path / "x.pdf"), *folders]) == 2
    assert "box.toml:2" in capsys.readouterr().err


def test_a_tag_at_each_end_has_a_label_of_its_own(sheet: Run, tmp_path: Path) -> None:
    folder = tmp_path / "infernal_wagon"
    folder.mkdir()
    box = """[box]\ngame = "infernal-wagon"\nlabel = "notre boîte"\nedition = "fr-2022"\ntag_ends = true\n"""
    (folder / "box.toml").write_text(box, encoding="utf-8")
    reader = sheet("stickers", "infernal_wagon", "--part", "labels", "--lang", "en", "--config", str(tmp_path))
    said = text(reader)
    assert "Infernal Wagon · page 1 of 3 · notre boîte" in said
    assert all(f" {n}-{end} " in said for n in (1, 47) for end in (1, 2))
    assert (
        len([w for page in words(tmp_path / "sheet.pdf") for w in page if w.text[0].isdigit() and w.top > TOP]) == 168
    )


BOX = """[box]\ngame = "infernal-wagon"\nlabel = "{label}"\nedition = "fr-2022"\n"""
SYMBOLS = '[[symbols]]\nid = "A"\nicon = 0\ncolour = "#e2552b"\n[[symbols]]\nid = "B"\nicon = 1\ncolour = "#ffffff"\n'
CARD = '[[cards]]\nslot = "start-1"\nkind = "start"\ntags = [{tags}]\n'


@pytest.mark.parametrize(
    ("label", "head", "said"),
    [
        ("سقر الجحيم", "سقر", ""),
        ("🐉🔥", "page 1 of 2", "The box’s own name is not on the sheets"),
        ("our box " * 60, "page 1 of 2 · our box", ""),
        ("\u200ba\u202eb", "page 1 of 2 · ab", ""),
    ],
)
def test_the_name_of_a_box(
    label: str, head: str, said: str, sheet: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "infernal_wagon").mkdir()
    (tmp_path / "infernal_wagon/box.toml").write_text(BOX.format(label=label), encoding="utf-8")
    reader = sheet("stickers", "infernal_wagon", "--part", "labels", "--lang", "en", "--config", str(tmp_path))
    assert head in text(reader)
    assert "· ·" not in text(reader)
    first = [w for w in words(tmp_path / "sheet.pdf")[0] if w.top < 8]
    assert all(5 < w.left < w.right < 205 for w in first)
    told = capsys.readouterr().out
    assert said in told and (said != "") == ("own name" in told)


def test_a_box_with_more_tags_than_cards_says_so(
    sheet: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "infernal_wagon").mkdir()
    tags = ", ".join(f'{{ uid = "{0x10000000 + n:08X}" }}' for n in range(10_000))
    text_ = BOX.format(label="x") + SYMBOLS + CARD.format(tags=tags)
    (tmp_path / "infernal_wagon/box.toml").write_text(text_, encoding="utf-8")
    reader = sheet("stickers", "infernal_wagon", "--part", "labels", "--lang", "en", "--config", str(tmp_path))
    assert len(reader.pages) == 2
    assert "Tags in the box: 10000; labels: 96, one for each card" in capsys.readouterr().out
