"""Write kiosk/icon_sizes.json: icons in their sizes, and corners, of the gallery's scenes (`make icon-sizes`)."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from kiosk import env
from kiosk.widgets.paint_ahead import SIZES, Shapes, Sizes

Key = TypeVar("Key", str, int)


class Shown(msgspec.Struct):
    """What scenes show: icon and size; width of the line and radius of a corner. May name one twice."""

    icons: list[tuple[str, int]]
    corners: list[tuple[int, int]]


class Recorder:
    """Takes the place of the textures kept on disk, has none, and hears of each that is painted."""

    def __init__(self) -> None:
        self.icons: set[tuple[str, int]] = set()
        self.corners: set[tuple[int, int]] = set()
        """Width of the line, radius."""

    def find(self, _key: tuple[Any, ...]) -> None:
        return None

    def has(self, _key: tuple[Any, ...]) -> bool:
        return False

    def add(self, key: tuple[Any, ...], _texture: Any) -> None:
        if key[0] == "icon":
            self.icons.add((key[1], key[2]))
        elif key[0] == "rounded":
            self.corners.add((key[2], key[1]))

    def keep(self, key: tuple[Any, ...], _width: int, _height: int, _alpha: bytes) -> None:
        raise AssertionError(f"{key} was painted ahead")

    def write(self, file: Path) -> None:
        file.write_bytes(msgspec.json.encode(Shown(sorted(self.icons), sorted(self.corners))))


def by_first(pairs: Iterable[tuple[Key, int]]) -> dict[Key, list[int]]:
    """The second of each pair, in order, by the first."""
    found: defaultdict[Key, list[int]] = defaultdict(list)
    for first, second in sorted(set(pairs)):
        found[first].append(second)
    return dict(found)


def main() -> None:
    """Draw all scenes at all sizes in both languages."""
    found: Sizes = {}
    with tempfile.TemporaryDirectory() as folder:
        for width, height in env.SIZES:
            shown = Shown([], [])
            for language in ("fr", "en"):
                file = Path(folder) / "icons.json"
                options = ["--size", f"{width}x{height}", "--lang", language, "--no-index", "--icons", str(file)]
                subprocess.run([sys.executable, "-m", "tests.gallery", f"{folder}/pictures", *options], check=True)
                more = msgspec.json.decode(file.read_bytes(), type=Shown)
                shown = Shown(shown.icons + more.icons, shown.corners + more.corners)
            shapes = found[f"{width}x{height}"] = Shapes(by_first(shown.icons), by_first(shown.corners))
            print(f"{width}x{height}: {sum(map(len, shapes.icons.values()))} icons", flush=True)
    SIZES.write_text(written(found), encoding="utf-8")


def written(found: Sizes) -> str:
    """As JSON, a line for each icon and each width of line."""
    windows = []
    for window, shapes in found.items():
        parts = []
        for part in ("icons", "corners"):
            inner = ",\n".join(f'  "{name}": {sizes}' for name, sizes in getattr(shapes, part).items())
            parts.append(f'"{part}": {{\n{inner}\n}}')
        windows.append(f'"{window}": {{\n' + ",\n".join(parts) + "\n}")
    return "{\n" + ",\n".join(windows) + "\n}\n"


if __name__ == "__main__":
    main()
