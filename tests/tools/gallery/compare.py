"""Compare two recorded galleries: which pictures changed, by how much, and contact sheets to look at.

    make gallery FOLDER=build/before            # on the old commit
    make gallery FOLDER=build/after
    python -m tests.tools.gallery.compare build/before build/after --sheets build/changed

The changed pictures are listed by the share of their pixels that differ. Each row of a sheet is one of them: before,
after, and what differs in white. The answer is 0 where nothing differs, else 1.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kiosk.window.picture import png_of_pixels
from tests.process.pictures import Picture

Pixels = NDArray[np.uint8]
GAP = 8
"""px between the pictures of a sheet."""


@dataclass(frozen=True)
class Changed:
    """A picture of which both galleries have one. `share`: of its pixels, 0..1; 1 if the sizes differ."""

    name: str
    share: float


@dataclass(frozen=True)
class Comparison:
    """`changed`: the most different first; the others by name."""

    changed: tuple[Changed, ...]
    same: int
    gone: tuple[str, ...]
    new: tuple[str, ...]


def differing(before: Pixels, after: Pixels, off: int) -> NDArray[np.bool_]:
    """Which pixels differ: some channel by more than `off`."""
    if before.shape != after.shape:
        return np.ones(after.shape[:2], np.bool_)
    apart: NDArray[np.int16] = np.abs(before.astype(np.int16) - after.astype(np.int16))
    mask: NDArray[np.bool_] = apart.max(axis=2) > off
    return mask


def compare(before: Path, after: Path, off: int = 0) -> Comparison:
    """All pictures of two folders."""
    old, new = ({path.name for path in folder.glob("*.png")} for folder in (before, after))
    changed = []
    for name in sorted(old & new):
        if (before / name).read_bytes() != (after / name).read_bytes():
            share = float(differing(Picture(before / name).pixels, Picture(after / name).pixels, off).mean())
            if share > 0:
                changed.append(Changed(name, share))
    changed.sort(key=lambda one: (-one.share, one.name))
    return Comparison(tuple(changed), len(old & new) - len(changed), tuple(sorted(old - new)), tuple(sorted(new - old)))


def smaller(pixels: Pixels, side: int) -> Pixels:
    """The picture by a whole factor smaller, so that neither side is longer than `side` px."""
    factor = -(-max(pixels.shape[:2]) // side)
    height, width = (length // factor for length in pixels.shape[:2])
    blocks = pixels[: height * factor, : width * factor].reshape(height, factor, width, factor, 3)
    small: Pixels = blocks.mean(axis=(1, 3)).astype(np.uint8)
    return small


def row(before: Pixels, after: Pixels, off: int, side: int) -> Pixels:
    """Before, after, and what differs, side by side."""
    white = np.repeat(differing(before, after, off)[:, :, np.newaxis], 3, axis=2).astype(np.uint8) * 255
    cells = [smaller(pixels, side) for pixels in (before, after, white)]
    height = max(cell.shape[0] for cell in cells)
    strip = np.full((height, sum(cell.shape[1] + GAP for cell in cells), 3), 64, np.uint8)
    at = 0
    for cell in cells:
        strip[: cell.shape[0], at : at + cell.shape[1]] = cell
        at += cell.shape[1] + GAP
    return strip


def sheets(rows: Sequence[Pixels]) -> Pixels:
    """Rows below one another."""
    width = max(strip.shape[1] for strip in rows)
    sheet = np.full((sum(strip.shape[0] + GAP for strip in rows), width, 3), 64, np.uint8)
    at = 0
    for strip in rows:
        sheet[at : at + strip.shape[0], : strip.shape[1]] = strip
        at += strip.shape[0] + GAP
    return sheet


def write_sheets(
    found: Comparison, before: Path, after: Path, folder: Path, *, off: int = 0, side: int = 480, rows: int = 4
) -> Iterator[tuple[Path, list[str]]]:
    """Contact sheets of all that changed: each with the names of its pictures, top to bottom."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, first in enumerate(range(0, len(found.changed), rows), 1):
        names = [one.name for one in found.changed[first : first + rows]]
        strips = [row(Picture(before / name).pixels, Picture(after / name).pixels, off, side) for name in names]
        sheet = sheets(strips)
        opaque = np.dstack([sheet, np.full(sheet.shape[:2], 255, np.uint8)])
        path = folder / f"sheet-{number:03}.png"
        path.write_bytes(png_of_pixels(sheet.shape[1], sheet.shape[0], opaque.tobytes()))
        yield path, names


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.tools.gallery.compare", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("--sheets", type=Path, metavar="FOLDER", help="write contact sheets of what changed")
    parser.add_argument(
        "--off", type=int, default=0, help="a pixel is the same while no channel is further off (0..255)"
    )
    parser.add_argument("--side", type=int, default=480, help="longest side of a picture on a sheet, px")
    parser.add_argument("--rows", type=int, default=4, help="pictures on a sheet")
    given = parser.parse_args(arguments)
    for folder in (given.before, given.after):
        if not any(folder.glob("*.png")):
            parser.error(f"no pictures in {folder}")
    found = compare(given.before, given.after, given.off)
    for one in found.changed:
        print(f"{100 * one.share:8.4f} %  {one.name}")
    for name in found.gone:
        print(f"      gone  {name}")
    for name in found.new:
        print(f"       new  {name}")
    if given.sheets:
        for path, names in write_sheets(
            found, given.before, given.after, given.sheets, off=given.off, side=given.side, rows=given.rows
        ):
            print(f"{path}: {', '.join(names)}")
    print(f"{found.same} same, {len(found.changed)} changed, {len(found.gone)} gone, {len(found.new)} new")
    return int(bool(found.changed or found.gone or found.new))


if __name__ == "__main__":
    sys.exit(main())
