"""Textures painted in one evening are there in the next, to the last pixel."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kivy.graphics import ClearBuffers, ClearColor, Color, Fbo, Rectangle

from kiosk.icons import names, texture
from kiosk.widgets import kept_textures, paint
from kiosk.widgets.kept_textures import PREFIX, SOURCES, KeptTextures
from tests.kiosk.later import Later

SIZES = (15, 21, 46, 113)
"""px; odd widths too, whose rows are no multiple of four bytes."""


@pytest.fixture(autouse=True)
def _nothing_kept(_kivy: Any) -> Iterator[None]:
    yield
    paint.keep_in(None)


def shown(image: Any) -> bytes:
    """The pixels of a texture, tinted, on black."""
    target = Fbo(size=image.size)
    with target:
        ClearColor(0, 0, 0, 1)
        ClearBuffers()
        Color(1, 0.5, 0.2, 1)
        Rectangle(texture=image, size=image.size)
    target.draw()
    return bytes(target.pixels)


def evening(folder: Path) -> tuple[KeptTextures, dict[tuple[str, int], bytes]]:
    """Some icons in the sizes of a screen, and what is kept of them in the end."""
    later = Later()
    kept = KeptTextures(folder, later)
    paint.keep_in(kept)
    seen = {(name, size): shown(texture(name, size)[0]) for name in names()[::7] for size in SIZES}
    while later.calls:
        later.run()
        if kept._writer is not None:
            kept._writer.join()
    kept.close()
    return kept, seen


def test_the_second_evening_paints_nothing(tmp_path: Path) -> None:
    first, painted = evening(tmp_path / "textures")
    again, found = evening(tmp_path / "textures")
    assert first.missed == len(painted) and again.missed == 0
    assert found == painted
    assert all(any(pixels[::4]) for pixels in found.values())


def test_a_damaged_file_is_as_good_as_none(tmp_path: Path) -> None:
    _, painted = evening(tmp_path)
    (file,) = tmp_path.iterdir()
    for spoilt in (file.read_bytes()[:-40], b"", b"\x81\xa1x\x93\x01\x01\xc4\x01x", bytes(100)):
        file.write_bytes(spoilt)
        kept, found = evening(tmp_path)
        assert (kept.missed, found) == (len(painted), painted)
    assert evening(tmp_path)[0].missed == 0


def test_one_damaged_texture_is_painted_again(tmp_path: Path) -> None:
    _, painted = evening(tmp_path)
    (file,) = tmp_path.iterdir()
    whole = file.read_bytes()
    at = whole.index(b"x\x9c") + 8
    file.write_bytes(whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :])
    kept, found = evening(tmp_path)
    assert (kept.missed, found) == (1, painted)


def test_other_sources_have_another_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    evening(tmp_path)
    (old,) = tmp_path.iterdir()
    monkeypatch.setattr(kept_textures, "SOURCES", SOURCES[:2])
    kept, painted = evening(tmp_path)
    assert kept.missed == len(painted)
    (new,) = tmp_path.iterdir()  # the old one is gone
    assert new != old and new.name.startswith(PREFIX)


def test_a_folder_that_cannot_be_written(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "file").write_text("")
    kept, painted = evening(tmp_path / "file" / "textures")
    assert kept.missed == len(painted)
    assert "not kept" in caplog.text


def test_too_much_keeps_what_was_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    evening(tmp_path)
    monkeypatch.setattr(kept_textures, "LIMIT", 0)
    later = Later()
    kept = KeptTextures(tmp_path, later)
    paint.keep_in(kept)
    texture("crown", 33)
    kept.close()
    paint.keep_in(last := KeptTextures(tmp_path, later))
    texture("crown", 33)
    texture(names()[0], SIZES[0])
    assert last.missed == 1


def test_whoever_paints_is_in_the_checksum() -> None:
    root = Path(kept_textures.__file__).parents[2]
    known = {file for pattern in SOURCES for file in root.glob(pattern)}
    painters = {
        file for file in (root / "kiosk").rglob("*.py") if re.search(r"\bpainted\(", file.read_text(encoding="utf-8"))
    }
    assert painters and painters <= known
