"""The large clock of the kiosk, read on the picture of its window, and the clocks of the pages."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageFont, ImageStat

from tests.tools.web.browser import Json

Box = tuple[int, int, int, int]

LIGHT = 128
"""Of green: figures have more in any of their colours, fire and fangs have less."""
LEAST = 0.16
"""Of the window's height: a figure of the clock is higher than any other sign."""
SIZE = (18, 24)
"""What a figure is compared in."""


def agree(view: Json, before: list[str], kiosk: int | None, after: list[str]) -> bool:
    """Whether all show the same, but for the second in which they change.

    :param before: of the pages, before the kiosk was looked at.
    :param kiosk: None where its clock makes room for something else.
    """
    early, late = {*map(seconds, before)}, {*map(seconds, after)}
    timed = view["setup"]["timer"] == "timed"
    if (result := view["result"]) is not None:
        gone, whole = result["elapsed_ms"], 60_000 * view["setup"]["minutes"]
        shown = -((gone - whole) // 1000) if timed else gone // 1000
        return early | late == {shown} and kiosk == (shown if result["won"] else gone // 1000)
    if view["phase"] == "held":
        return len(early | late | ({kiosk} - {None} if timed else set())) == 1
    near = max(early) - min(early) <= 1
    return near and (not timed or kiosk is None or min(late) - 1 <= kiosk <= max(early) + 1)


def seconds(clock: str) -> int:
    """Of `4:12`."""
    minutes, _, rest = clock.partition(":")
    return int(minutes or 0) * 60 + int(rest or 0)


def read(picture: Path, font: str) -> int | None:
    """The seconds on it; None where no clock stands.

    :param font: the file of the figures' face.
    """
    with Image.open(picture) as image:
        light = image.convert("RGB").reduce(2).getchannel("G").point(lambda value: 255 * (value > LIGHT))
    text = "".join(_figure(light.crop(box), font) for box in sorted(_boxes(light, LEAST * light.height)))
    return int(text[:-2] or 0) * 60 + int(text[-2:]) if len(text) >= 2 else None


def _boxes(light: Image.Image, least: float) -> Iterator[Box]:
    """Round each light shape of that height that is higher than wide."""
    left = light.copy()
    while box := left.getbbox():
        seed = next(x for x in range(box[0], box[2]) if left.getpixel((x, box[1])))
        before = left.copy()
        ImageDraw.floodfill(left, (seed, box[1]), 0)
        shape = ImageChops.difference(before, left).getbbox()
        assert shape is not None
        wide, high = shape[2] - shape[0], shape[3] - shape[1]
        if high >= least and high > wide:
            yield shape


def _figure(shape: Image.Image, font: str) -> str:
    """The figure that it is most like."""
    known = _figures(font)
    shape = shape.resize(SIZE)
    return min(known, key=lambda one: ImageStat.Stat(ImageChops.difference(shape, known[one])).sum[0])


@cache
def _figures(font: str) -> dict[str, Image.Image]:
    face = ImageFont.truetype(font, 200)
    found = {}
    for figure in "0123456789":
        box = face.getbbox(figure)
        image = Image.new("L", (int(box[2]), int(box[3])))
        ImageDraw.Draw(image).text((0, 0), figure, 255, face)
        found[figure] = image.crop(image.getbbox()).resize(SIZE)
    return found
