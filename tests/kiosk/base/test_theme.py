"""Colours and sizes are readable; every icon parses, draws something, and cuts real holes."""

from __future__ import annotations

from typing import Any

import pytest

from companion.presentation import fonts
from companion.presentation.colours import SEATS, C, Colour, colour
from companion.presentation.icon_shapes import shapes
from kiosk.display.theme import Metrics
from kiosk.widgets.icons import Icon, texture
from kiosk.window.picture import pixels
from tests.icons import icon_names


def luminance(c: Colour) -> float:
    r, g, b = (v / 12.92 if v <= 0.03928 else ((v + 0.055) / 1.055) ** 2.4 for v in c[:3])
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: Colour, b: Colour) -> float:
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("name", ["ash", "bone", "ember", "brim", "danger", "ok", "ice", "hex"])
def test_text_tones_are_readable(name: str) -> None:
    assert contrast(colour(name), C.pit) > 4.5
    assert contrast(colour(name), C.basalt) > 4.5


@pytest.mark.parametrize("seat", SEATS)
def test_letters_in_seats(seat: str) -> None:
    assert contrast(SEATS[seat].colour, C.pit) >= 7.1


def test_icon_of_every_seat_is_its_own() -> None:
    assert len({s.icon for s in SEATS.values()}) == len(SEATS) == 8


@pytest.mark.parametrize(("size", "u"), [((800, 480), 8), ((1024, 600), 10), ((1280, 720), 12), ((720, 1280), 12)])
def test_unit(size: tuple[int, int], u: float) -> None:
    assert Metrics(*size).u == u


@pytest.mark.parametrize(("size", "columns", "rows"), [((480, 800), 64, 106.6), ((1024, 768), 100, 75)])
def test_a_short_display_is_as_long_as_the_layouts_need(size: tuple[int, int], columns: float, rows: float) -> None:
    m = Metrics(*size)
    assert m.columns == pytest.approx(columns) and m.rows >= rows


def test_unknown_colour() -> None:
    with pytest.raises(KeyError):
        colour("mauve")


@pytest.mark.parametrize("face", ["black", "bold", "text", "text_bold"])
def test_faces_are_there(face: fonts.FontFace) -> None:
    assert fonts.face_file(face).endswith(".ttf")
    if face in ("black", "bold"):
        assert "SourceSerifPro" in fonts.face_file(face)


# ---------------------------------------------------------------- icons


def test_all_there() -> None:
    assert len(icon_names()) == 84


@pytest.mark.parametrize("name", icon_names())
def test_shapes_stay_in_their_box(name: str) -> None:
    found = shapes(name)
    assert found
    for shape in found:
        assert all(-0.06 <= x <= 1.06 and -0.06 <= y <= 1.06 for x, y in shape.points)
        assert shape.stroke is None or 0 < shape.stroke < 0.2


def test_unknown() -> None:
    with pytest.raises(KeyError):
        shapes("dragon")


def _alpha(texture: Any) -> bytes:
    return bytes(texture.pixels[3::4])


@pytest.mark.parametrize("name", icon_names())
def test_draws(name: str, window: Any) -> None:
    window()
    image, bleed = texture(name, 32)
    alpha = _alpha(image)
    assert bleed >= 1
    assert len(alpha) == (32 + 2 * bleed) ** 2
    inked = sum(1 for a in alpha if a > 200)
    assert inked > 60, "almost nothing was drawn"
    assert any(0 < a < 255 for a in alpha), "edges are not smooth"
    assert texture(name, 32)[0] is image, "drawn once"


def test_hole_shows_what_lies_under(window: Any, pump: Any) -> None:
    icon = Icon("match", C.ok, pos=(100, 100), size=(200, 200))
    win = window(icon)
    win.clearcolor = (0.1, 0.2, 0.9, 1)
    pump()
    width, _, data = pixels()
    values = {data[i : i + 3] for y in range(260, 300) for i in range((y * width + 180) * 4, (y * width + 220) * 4, 4)}
    win.clearcolor = (0, 0, 0, 1)
    assert bytes((round(C.ok.r * 255), round(C.ok.g * 255), round(C.ok.b * 255))) in values
    blue = [v for v in values if v[2] > 220 and v[0] < 40]
    assert blue, "the tick is a hole"
