"""Write kiosk/icon_sizes.json: the sizes in which the gallery's scenes show each icon (`make icon-sizes`)."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Any

import msgspec

from kiosk import env
from kiosk.widgets.paint_ahead import SIZES, Sizes


class Recorder:
    """Takes the place of the textures kept on disk, has none, and hears of each that is painted."""

    def __init__(self) -> None:
        self.icons: set[tuple[str, int]] = set()

    def find(self, _key: tuple[Any, ...]) -> None:
        return None

    def has(self, _key: tuple[Any, ...]) -> bool:
        return False

    def add(self, key: tuple[Any, ...], _texture: Any) -> None:
        if key[0] == "icon":
            self.icons.add((key[1], key[2]))

    def keep(self, key: tuple[Any, ...], _width: int, _height: int, _alpha: bytes) -> None:
        raise AssertionError(f"{key} was painted ahead")

    def write(self, file: Path) -> None:
        file.write_bytes(msgspec.json.encode(sorted(self.icons)))


def main() -> None:
    """Draw all scenes at all sizes in both languages."""
    found: Sizes = {}
    with tempfile.TemporaryDirectory() as folder:
        for width, height in env.SIZES:
            icons: defaultdict[str, set[int]] = defaultdict(set)
            for language in ("fr", "en"):
                file = Path(folder) / "icons.json"
                options = ["--size", f"{width}x{height}", "--lang", language, "--no-index", "--icons", str(file)]
                subprocess.run([sys.executable, "-m", "tests.gallery", f"{folder}/pictures", *options], check=True)
                for name, size in msgspec.json.decode(file.read_bytes(), type=list[tuple[str, int]]):
                    icons[name].add(size)
            found[f"{width}x{height}"] = {name: sorted(icons[name]) for name in sorted(icons)}
            print(f"{width}x{height}: {sum(map(len, icons.values()))} icons", flush=True)
    lines = []
    for window, icons_of in found.items():
        inner = ",\n".join(f'  "{name}": {sizes}' for name, sizes in icons_of.items())
        lines.append(f'"{window}": {{\n{inner}\n}}')
    SIZES.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
