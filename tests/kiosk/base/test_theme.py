"""The one file of colours and sizes."""

from __future__ import annotations

import pytest

from companion.presentation import fonts
from companion.presentation.colours import SEATS, C, Colour, colour
from kiosk.theme import Metrics


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
def test_faces_are_there(face: fonts.Face) -> None:
    assert fonts.face_file(face).endswith(".ttf")
    if face in ("black", "bold"):
        assert "SourceSerifPro" in fonts.face_file(face)
