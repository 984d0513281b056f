"""`python -m tests.tools.gallery.compare`: what changed between two recorded galleries is found and shown."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kiosk.picture import png
from tests.process.pictures import Picture
from tests.tools.gallery.compare import GAP, Pixels, compare, main


def plain(width: int = 40, height: int = 20, value: int = 30) -> Pixels:
    return np.full((height, width, 3), value, np.uint8)


def save(path: Path, pixels: Pixels) -> None:
    path.parent.mkdir(exist_ok=True)
    opaque = np.dstack([pixels, np.full(pixels.shape[:2], 255, np.uint8)])
    path.write_bytes(png(pixels.shape[1], pixels.shape[0], opaque.tobytes()))


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    """`home` differs in 8 of 800 pixels, `size` is wider now, `turn` the same, one picture is gone, one new."""
    before, after = tmp_path / "before", tmp_path / "after"
    touched = plain()
    touched[0, :8, 1] += 3
    for folder, home, size in ((before, plain(), plain()), (after, touched, plain(width=50))):
        save(folder / "home.png", home)
        save(folder / "size.png", size)
        save(folder / "turn.png", plain(value=90))
    save(before / "old.png", plain())
    save(after / "young.png", plain())
    return before, after


def test_what_changed_the_most_comes_first(folders: tuple[Path, Path]) -> None:
    found = compare(*folders)
    assert [(one.name, one.share) for one in found.changed] == [("size.png", 1.0), ("home.png", 0.01)]
    assert (found.same, found.gone, found.new) == (1, ("old.png",), ("young.png",))


def test_a_small_difference_may_be_let_pass(folders: tuple[Path, Path]) -> None:
    assert [one.name for one in compare(*folders, off=3).changed] == ["size.png"]
    assert [one.name for one in compare(*folders, off=2).changed] == ["size.png", "home.png"]


def test_sheets_show_before_after_and_what_differs(
    folders: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet = tmp_path / "sheets"
    assert main([*map(str, folders), "--sheets", str(sheet), "--rows", "1"]) == 1
    assert sorted(path.name for path in sheet.iterdir()) == ["sheet-001.png", "sheet-002.png"]
    shown = Picture(sheet / "sheet-002.png").pixels
    assert shown.shape == (20 + GAP, 3 * (40 + GAP), 3)
    third = shown[:20, 2 * (40 + GAP) : 2 * (40 + GAP) + 40, 0]
    assert (third[0, :8] == 255).all() and third.astype(bool).sum() == 8
    told = capsys.readouterr().out
    assert "  1.0000 %  home.png" in told and "1 same, 2 changed, 1 gone, 1 new" in told


def test_large_pictures_are_made_smaller(tmp_path: Path) -> None:
    for name, value in (("before", 10), ("after", 20)):
        save(tmp_path / name / "wide.png", plain(width=1280, height=720, value=value))
    folders = [str(tmp_path / "before"), str(tmp_path / "after")]
    assert main([*folders, "--sheets", str(tmp_path / "sheets")]) == 1
    assert Picture(tmp_path / "sheets" / "sheet-001.png").size == (3 * (426 + GAP), 240 + GAP)


def test_the_same_gallery_twice(folders: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(folders[0]), str(folders[0])]) == 0
    assert capsys.readouterr().out == "4 same, 0 changed, 0 gone, 0 new\n"


def test_an_empty_folder_is_no_gallery(tmp_path: Path) -> None:
    with pytest.raises(SystemExit):
        main([str(tmp_path), str(tmp_path)])
