"""The large clock of the kiosk, read on the picture of its window, and the clocks of the pages."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw, ImageFont, ImageStat

from tests.tools.web.browser import Json

Box = tuple[int, int, int, int]

LIGHT = 146
"""Of green: figures have more in any of their colours; fire, fangs and the line of a chart (139) have less."""
LEAST = 0.16
"""Of the window's height: a figure of the clock is higher than any other sign."""
SIZE = (18, 24)
"""What a figure is compared in."""


class Shown(NamedTuple):
    """What clocks showed one after the other."""

    before: list[str]
    """Of the pages."""
    kiosk: int | None
    """None where its clock makes room for something else."""
    after: list[str]
    """Of the pages again."""
    gone: int
    """ms that had passed for the table."""


def agree(view: Json, shown: Shown) -> bool:
    """Whether all show the same, but for the second in which they change."""
    early, pages = {*map(seconds, shown.before)}, {*map(seconds, shown.before + shown.after)}
    table, kiosk, result = _table(view, shown.gone), shown.kiosk, view["result"]
    if result is not None:
        return pages == {table} and kiosk == (table if result["won"] else result["elapsed_ms"] // 1000)
    others = {table, table if kiosk is None or not _timed(view) else kiosk}
    if view["phase"] == "held":
        return len(pages | others) == 1
    return max(early) - min(early) <= 1 and all(min(pages) - 1 <= one <= max(pages) + 1 for one in others)


def early(view: Json, shown: Shown) -> bool:
    """Whether one shows a time that has not come yet: on a busy machine they are late, never early."""
    pages, table = [*map(seconds, shown.before + shown.after)], _table(view, shown.gone)
    if not _timed(view):
        return max(pages) > table + 1
    return min(pages if shown.kiosk is None else [*pages, shown.kiosk]) < table - 1


def _timed(view: Json) -> bool:
    """Whether there is a countdown; without one the large figure of the kiosk is the pile."""
    return bool(view["setup"]["timer"] == "timed")


def _table(view: Json, gone: int) -> int:
    """What the table's own clock would show."""
    gone = gone if view["result"] is None else view["result"]["elapsed_ms"]
    return -((gone - 60_000 * view["setup"]["minutes"]) // 1000) if _timed(view) else gone // 1000


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
