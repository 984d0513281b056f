"""Textures painted in one evening are there in the next, to the last pixel; letters and icons are drawn before they are
needed, while nobody is there."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest
from babel.messages.pofile import read_po
from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.graphics import ClearBuffers, ClearColor, Color, Fbo, Rectangle

from companion.games.registry import GAMES
from companion.presentation import i18n
from kiosk.display import env
from kiosk.widgets import icons, kept_textures, label, paint, paint_ahead
from kiosk.widgets.atlas import atlas
from kiosk.widgets.icons import texture
from kiosk.widgets.kept_textures import PREFIX, SOURCES, KeptTextures
from kiosk.widgets.paint_ahead import FIGURES, LETTERS, PLAYED_QUIET_S, QUIET_S, SIZES, PaintAhead, Sizes
from kiosk.window.pages import GAME_PAGES
from kiosk.window.root_widget import modules_of_screens
from tests.icons import icon_names
from tests.kiosk.later import Later
from tests.tools.gallery.__main__ import Moments, _lay_out
from tests.tools.gallery.root import stand
from tests.tools.gallery.scenes import scenes
from tests.tools.gallery.sizes_shown import Recorder

WIDE = (15, 21, 46, 113)
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
    seen = {(name, size): shown(texture(name, size)[0]) for name in icon_names()[::15] for size in WIDE}
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
    texture(icon_names()[0], WIDE[0])
    assert last.missed == 1


def test_whoever_paints_is_in_the_checksum() -> None:
    root = Path(kept_textures.__file__).parents[2]
    known = {file for pattern in SOURCES for file in root.glob(pattern)}
    painters = {
        file for file in (root / "kiosk").rglob("*.py") if re.search(r"\bpainted\(", file.read_text(encoding="utf-8"))
    }
    assert painters and painters <= known


# ---------------------------------------------------------------- ahead


SCENES = (
    "home",
    "players",
    "wagon-l2",
    "wagon-alarm",
    "cerbere-board-start",
    "cerbere-turn",
    "hellrail-map",
    "hellrail-cars",
)
"""Scenes in which people play, or are about to."""


def ticks() -> Callable[[], float]:
    """A clock that shows another second whenever somebody looks: each job takes longer than a slice."""
    return partial(next, itertools.count(0.0))


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The keys of the textures that were painted."""
    found: list[Any] = []
    add, keep = KeptTextures.add, KeptTextures.keep

    def added(self: KeptTextures, key: Any, texture: Any) -> None:
        found.append(key)
        add(self, key, texture)

    def kept(self: KeptTextures, key: Any, width: int, height: int, alpha: bytes) -> None:
        found.append(key)
        keep(self, key, width, height, alpha)

    monkeypatch.setattr(KeptTextures, "add", added)
    monkeypatch.setattr(KeptTextures, "keep", kept)
    return found


@pytest.fixture
def few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A list of two icons, a corner, and what one game says in which size."""
    file = tmp_path / "sizes.json"
    file.write_text(
        '{"800x480": {"icons": {"crown": [20, 31], "skull": [20]}, "corners": {"2": [9]},'
        ' "words": {"cerbere": {"text": [21]}}, "figures": {"cerbere": {"black": [77]}}}}'
    )
    monkeypatch.setattr(paint_ahead, "SIZES", file)
    return file


def test_one_after_the_other_and_each_once(few: Path, painted: list[Any], tmp_path: Path) -> None:
    for expected in (4, 0):
        painted.clear()
        stored, waits = Later(), Later()
        paint.keep_in(kept := KeptTextures(tmp_path / "textures", stored))
        painter = PaintAhead(800, 480, waits, now=lambda: 0.0)
        waits.run()
        assert len(painted) == expected
        icon_sizes = [key[2] for key in painted if key[0] == "icon"]
        assert icon_sizes == sorted(icon_sizes), "the largest take longest"
        assert all(kept.has(("icon", name, size)) for name, size in (("crown", 20), ("crown", 31), ("skull", 20)))
        assert kept.has(("rounded", 9, 2))
        painter.close()
        kept.close()
    icons.texture("skull", 20)
    assert kept.missed == 0


def test_what_a_first_card_shows_is_painted_before_other_icons(few: Path, painted: list[Any], tmp_path: Path) -> None:
    few.write_text(few.read_text().replace('"corners"', '"soon": {"cerbere": {"icons": {"crown": [31]}}}, "corners"'))
    waits = Later()
    paint.keep_in(KeptTextures(tmp_path / "textures", Later()))
    PaintAhead(800, 480, waits, now=lambda: 0.0)
    waits.run()
    assert [key[1:3] for key in painted if key[0] == "icon"] == [("crown", 31), ("crown", 20), ("skull", 20)]


def test_screens_are_imported_first(few: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    imported: list[str] = []
    monkeypatch.setattr(paint_ahead, "import_module", imported.append)
    waits = Later()
    paint.keep_in(KeptTextures(tmp_path / "textures", Later()))
    PaintAhead(801, 480, waits, ("kiosk", "kiosk.not_yet", "kiosk.nor_this"), ticks())
    waits.calls.pop(0)()
    assert imported == ["kiosk.not_yet"], "one at a time, and none that is there"
    waits.run()
    assert imported == ["kiosk.not_yet", "kiosk.nor_this"]


def test_every_screen_that_may_be_opened_can_be_imported(_kivy: Any) -> None:
    named = modules_of_screens(GAME_PAGES)
    assert len(named) == len(set(named)) > 20
    for module in named:
        assert import_module(module).__name__ == module
    made = re.findall(
        r'Made\("([a-z_.]+):(\w+)"\)',
        "".join(path.read_text() for path in Path(paint.__file__).parents[1].rglob("*.py")),
    )
    assert len(made) > 20 and all(hasattr(import_module(f"kiosk.screens.{module}"), name) for module, name in made)


def test_not_while_somebody_is_there(few: Path, painted: list[Any], tmp_path: Path) -> None:
    waits = Later()
    paint.keep_in(KeptTextures(tmp_path / "textures", Later()))
    painter = PaintAhead(800, 480, waits, now=ticks())
    painter.touched()
    assert len(painted) == 0 and len(waits.calls) == 1
    waits.calls.pop(0)()
    assert len(painted) == 1, "a slice of time is over"
    painter.close()
    assert not waits.calls


def test_a_card_waits_for_one_letter_at_most(few: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    drawn: list[str] = []

    def draw(letters: str, *_asked: Any) -> None:
        drawn.append(letters)
        if len(drawn) == 3:
            painter.interrupt()  # on the thread of a reader, while letters are drawn

    monkeypatch.setattr(label, "draw_unseen", draw)
    paint.keep_in(KeptTextures(tmp_path / "textures", Later()))
    waits = Later()
    painter = PaintAhead(800, 480, waits, now=lambda: 0.0)
    painter.prepare("cerbere")
    waits.next()
    assert len(drawn) == 3
    waits.next()
    assert len(drawn) == 3 and waits.seconds == QUIET_S, "it waits for quiet again"
    waits.next()
    assert "".join(drawn).count(FIGURES) == 3, "all of them, in the end"


def test_the_letters_of_a_game_that_is_opened_come_first(
    few: Path, painted: list[Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    drawn: list[tuple[str, str, int]] = []
    monkeypatch.setattr(label, "draw_unseen", lambda *asked: drawn.append(asked))
    paint.keep_in(KeptTextures(tmp_path / "textures", Later()))
    waits = Later()
    sheets: list[int] = []
    sheet = lambda: sheets.append(len(drawn))  # noqa: E731
    painter = PaintAhead(800, 480, waits, now=lambda: 0.0, shown_next=lambda: [sheet])
    painter.prepare("cerbere")
    assert waits.seconds == QUIET_S and not sheets
    waits.calls.pop(0)()
    assert sheets == [0], "what is shown next is made before all letters"
    shown: dict[tuple[str, int], str] = {}
    for letters, face, size in drawn:
        shown[face, size] = shown.get((face, size), "") + letters
    whole = FIGURES + LETTERS
    assert shown == {("text", 21): whole, ("text", label.REFERENCE): whole, ("black", 77): FIGURES}
    assert [*shown] == [("text", label.REFERENCE), ("text", 21), ("black", 77)], "what measures, answers, large figures"
    assert not painted and waits.seconds == PLAYED_QUIET_S, "a card that is played waits for no shape"
    waits.run()
    assert len(painted) == 4
    drawn.clear()
    painter.prepare("cerbere")
    painter.prepare(None)
    waits.run()
    assert not drawn


def test_what_a_first_card_shows_is_in_the_sheet_and_its_letters_come_first(
    few: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """An icon that was painted is not read from the store when the card comes."""
    soon = '"soon": {"cerbere": {"icons": {"crown": [31]}, "words": {"bold": [33]}}}, "corners"'
    few.write_text(few.read_text().replace('"corners"', soon))
    drawn: list[tuple[str, int]] = []
    monkeypatch.setattr(label, "draw_unseen", lambda _letters, face, size: drawn.append((face, size)))
    kept = KeptTextures(tmp_path / "textures", Later())
    paint.keep_in(kept)
    waits = Later()
    painter = PaintAhead(800, 480, waits, now=lambda: 0.0)
    painter.prepare("cerbere")
    waits.next()
    assert ("icon", "crown", 31) not in atlas.sheet.known, "it was not painted"
    waits.run()
    painter.prepare(None)
    painter.prepare("cerbere")
    waits.next()
    assert ("icon", "crown", 31) in atlas.sheet.known and ("icon", "crown", 20) not in atlas.sheet.known
    assert kept.missed == 0, "nothing was looked for that is not there"
    assert [*dict.fromkeys(drawn)] == [
        ("text", label.REFERENCE), ("bold", label.REFERENCE), ("bold", 33), ("text", 21), ("black", 77),
    ]  # fmt: skip


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_letters_are_those_of_both_languages(language: str) -> None:
    with (i18n.LOCALE / language / "LC_MESSAGES/companion.po").open("rb") as file:
        said = [message.string or message.id for message in read_po(file) if message.id]
    words = "".join("".join(each) for each in said)
    missing = set(words) - set(LETTERS + FIGURES) - set("{}_\n[]`#*~\\²Ω")
    assert len(words) > 10_000 and not missing


def test_letters_are_really_drawn_though_nobody_sees_them(_kivy: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    draw = CoreLabel._render_text

    def drawing(core: Any, text: str, x: int, y: int) -> None:
        drawn.append(text)
        draw(core, text, x, y)

    monkeypatch.setattr(CoreLabel, "_render_text", drawing)
    label.draw_unseen("Zzz", "black", 143)
    assert "Zzz" in drawn


def test_another_size_of_window_paints_nothing(few: Path, painted: list[Any], tmp_path: Path) -> None:
    paint.keep_in(KeptTextures(tmp_path / "textures", Later()))
    waits = Later()
    PaintAhead(801, 480, waits)
    waits.run()
    assert len(painted) == 0


def test_the_list_has_every_size_of_the_gallery_and_only_icons_that_there_are() -> None:
    sizes = msgspec.json.decode(SIZES.read_bytes(), type=Sizes)
    assert set(sizes) == {f"{width}x{height}" for width, height in env.SIZES}
    for shown in sizes.values():
        assert shown.icons and set(shown.icons) <= set(icon_names())
        assert shown.corners
        assert set(shown.words) == set(shown.figures) <= set(GAMES)


@pytest.mark.parametrize("name", SCENES)
def test_the_screens_of_a_game_ask_for_no_other_shape(_kivy: Any, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Clock, "time", Clock.time)  # put back after the test
    listed = msgspec.json.decode(SIZES.read_bytes(), type=Sizes)["800x480"]
    scene = next(scene for scene in scenes() if scene.name == name)
    paint.keep_in(recorder := Recorder())
    root = stand(scene)
    _kivy.add_widget(root)
    _lay_out(Moments())
    _kivy.remove_widget(root)
    assert recorder.icons
    missing = {(name, size) for name, size in recorder.icons if size not in listed.icons.get(name, ())}
    assert not missing, "make sizes-shown"
    assert recorder.corners
    assert not {(line, r) for line, r in recorder.corners if r not in listed.corners.get(line, ())}, "make sizes-shown"


@pytest.mark.parametrize(("name", "size"), [("crown", 20), ("curse", 97), ("map", 230), ("boat", 300), ("wagon", 1100)])
def test_painted_ahead_it_looks_as_painted_when_shown(tmp_path: Path, name: str, size: int) -> None:
    shown, _bleed = icons.texture(name, size)
    pixels = bytes(shown.pixels[3::4])
    store = KeptTextures(tmp_path / "textures", Later())
    paint.keep_in(store)
    assert icons.paint_unseen(name, size)
    store.close()
    again, _bleed = icons.texture(name, size)
    assert store.missed == 0 and (again.width, again.height) == (shown.width, shown.height)
    assert bytes(again.pixels[3::4]) == pixels
