"""Reading what the window showed: PNG files as `kiosk.window.picture` writes them (RGB, no filter)."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.presentation.colours import Colour

Box = tuple[float, float, float, float]
"""Left, top, right, bottom, each as a share of the window."""


class Picture:
    """`pixels[row, column]`, the top row first, 0..255."""

    def __init__(self, path: Path) -> None:
        self.path = path
        data = path.read_bytes()
        assert data.startswith(b"\x89PNG\r\n\x1a\n")
        parts, at = {}, 8
        while at < len(data):
            size, kind = struct.unpack(">I4s", data[at : at + 8])
            parts[kind] = data[at + 8 : at + 8 + size]
            at += 12 + size
        width, height, *_ = struct.unpack(">IIBB", parts[b"IHDR"][:10])
        rows = np.frombuffer(zlib.decompress(parts[b"IDAT"]), np.uint8).reshape(height, 1 + 3 * width)
        assert not rows[:, 0].any(), "a filter"
        self.pixels: NDArray[np.uint8] = rows[:, 1:].reshape(height, width, 3)

    @classmethod
    def of(cls, pixels: NDArray[np.uint8]) -> Picture:
        """A picture that is in no file."""
        picture = cls.__new__(cls)
        picture.pixels = pixels
        return picture

    @property
    def size(self) -> tuple[int, int]:
        return self.pixels.shape[1], self.pixels.shape[0]

    def part(self, box: Box | None) -> NDArray[np.int32]:
        """The pixels of a region, one below the other."""
        height, width, _ = self.pixels.shape
        left, top, right, bottom = box or (0, 0, 1, 1)
        rows = slice(round(top * height), round(bottom * height))
        part: Any = self.pixels[rows, round(left * width) : round(right * width)]
        return part.reshape(-1, 3).astype(np.int32)

    def share(self, colour: Colour, box: Box | None = None, off: int = 6) -> float:
        """How much of a region has that colour, 0..1; `off` = the most by which a channel may differ."""
        there = np.abs(self.part(box) - _rgb(colour)).max(axis=1) <= off
        return float(there.mean())

    def cold(self, box: Box | None = None) -> float:
        """How much of a region is more blue than red, 0..1."""
        part = self.part(box)
        return float((part[:, 2] > part[:, 0]).mean())

    def changed(self, other: Picture, box: Box | None = None) -> float:
        """How much of a region differs clearly from another picture, 0..1; all of it if that has another size."""
        if self.size != other.size:
            return 1.0
        return float((np.abs(self.part(box) - other.part(box)).max(axis=1) > 60).mean())


def _rgb(colour: Colour) -> NDArray[np.int32]:
    return np.array([round(v * 255) for v in colour[:3]], np.int32)
