"""Every icon parses, draws something, and cuts real holes."""

from __future__ import annotations

from typing import Any

import pytest

from companion.presentation.colours import C
from companion.presentation.icon_shapes import names, shapes
from kiosk.icons import Icon, texture
from kiosk.picture import pixels


def test_all_there() -> None:
    assert len(names()) == 84


@pytest.mark.parametrize("name", names())
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


@pytest.mark.parametrize("name", names())
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
