"""Write kiosk/sizes_shown.json (`make sizes-shown`): what is shown in which sizes, by the gallery's scenes and by the
real kiosk with its virtual table while random games are played."""

from __future__ import annotations

import ast
import json
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import msgspec

from companion.engine.atomic_file import write_whole
from companion.games.infernal_wagon.view import ICONS, JOKER, symbol_mark
from companion.presentation.colours import SEATS
from companion.presentation.fonts import FontFace
from kiosk.display import env
from kiosk.widgets.paint_ahead import SIZES, FaceSizes, ShownWindow, Sizes
from tests.process.machine import Kiosk
from tests.tools.gallery.scene import Scene
from tests.tools.gallery.tapped import NAMES
from tests.tools.soak.memory import openings, play

SYMBOLS = (*ICONS, symbol_mark(JOKER, ()).icon)
Key = TypeVar("Key", str, int, FontFace)
Letters = tuple[str, FontFace, int, bool]
"""Game, face, size, and whether there are letters in it."""
FRAME_S = 0.04
"""A move is drawn meanwhile."""
TAKEN_BACK = 0.1
"""Of the moves."""
GAMES = 9
"""Random games that are played in each size and language."""
MOST, OPEN = 46, 48
"""Faces in one size that are drawn ahead for a game, and with all of a map's marks. Kivy keeps 64 open, those that were
opened last: eight are those of home, in four of them texts are measured, and a question is measured in others, too."""

ZOOMED = "hellrail"
"""Its map is fitted to what lies on it: a player's mark there, and the letter in it, may have any size."""
MARK, LETTER = 4.0, 2.0
"""u that they have at most, where all of a map is seen."""


class Drawn(msgspec.Struct):
    """What scenes show: icon and size; width of the line and radius of a corner; each scene's letters.

    May name an icon or a corner twice.
    """

    icons: list[tuple[str, int]]
    corners: list[tuple[int, int]]
    letters: list[Letters]


class Recorder:
    """Takes the place of the textures kept on disk, has none, and hears of each that is painted.

    :param texts: also hears of each text that is drawn, from now on.
    """

    def __init__(self, texts: bool = False) -> None:
        self.game: str | None = None
        """Whose playing screen is drawn now; None: another screen."""
        self.letters: set[tuple[int, Letters]] = set()
        """With the number of the scene."""
        self._scene = 0
        self.icons: set[tuple[str, int]] = set()
        self.corners: set[tuple[int, int]] = set()
        """Width of the line, radius."""
        if texts:
            from kiosk.widgets import label

            drawn = label._picture

            def heard(text: str, face: FontFace, size: int) -> Any:
                if self.game is not None:
                    found = (self.game, face, size, any(letter.isalpha() for letter in text))
                    self.letters.add((self._scene, found))
                return drawn(text, face, size)

            label._picture = heard

    def next(self, scene: Scene) -> None:
        """The scene that is drawn next."""
        from kiosk.table.game_uis import ui_of
        from kiosk.widgets import label
        from kiosk.widgets.atlas import atlas
        from kiosk.window.root_widget import base_of

        self._scene += 1
        atlas.begin_anew()
        label.line_texture.cache_clear()
        label.extents.cache_clear()
        label.fit.cache_clear()
        update = scene.updates[-1] if scene.updates and scene.over is None else None
        ui = ui_of(update.view) if update is not None else None
        self.game = ui.game if ui is not None and base_of(update) in ui.playing else None

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
        letters = [found for _scene, found in sorted(self.letters)]
        file.write_bytes(msgspec.json.encode(Drawn(sorted(self.icons), sorted(self.corners), letters)))


def painted(width: int, height: int, language: str) -> Drawn:
    """What the real kiosk painted in random games. Now and then a move is taken back."""
    with tempfile.TemporaryDirectory() as name:
        folder, rng = Path(name), Random(1)
        more = ("--simulate", "--lang", language)
        more_env = {"COMPANION_NO_SOUND": "1", "COMPANION_TEST_NOT_AHEAD": "1"}  # what it keeps was shown
        with Kiosk(folder, size=f"{width}x{height}", more=more, env=more_env, seen=True) as kiosk:

            def drawn() -> None:
                time.sleep(FRAME_S)
                if rng.random() < TAKEN_BACK:
                    kiosk.line(b'{"undo": {}}')
                    time.sleep(FRAME_S)

            for opening, _ in zip(openings(rng), range(GAMES), strict=False):
                play(kiosk, opening, rng, drawn)
            kiosk.end(signal.SIGTERM)
        (file,) = kiosk.data.glob("textures/*")
        kept = list(msgspec.msgpack.decode(file.read_bytes()))
    icons = [ast.literal_eval(key) for key in kept if key.startswith("('icon'")]
    corners = [ast.literal_eval(key) for key in kept if key.startswith("('rounded'")]
    return Drawn([(key[1], key[2]) for key in icons], [(key[2], key[1]) for key in corners], [])


def in_scenes(folder: Path, width: int, height: int, language: str, *more: str) -> Drawn:
    """What the gallery's scenes show."""
    file = folder / "drawn.json"
    options = ["--size", f"{width}x{height}", "--lang", language, "--no-index", "--record", str(file), *more]
    subprocess.run([sys.executable, "-m", "tests.tools.gallery", f"{folder}/pictures", *options], check=True)
    return msgspec.json.decode(file.read_bytes(), type=Drawn)


def by_first(pairs: Iterable[tuple[Key, int]]) -> dict[Key, list[int]]:
    """The second of each pair, in order, by the first."""
    found: defaultdict[Key, list[int]] = defaultdict(list)
    for first, second in sorted(set(pairs)):
        found[first].append(second)
    return dict(found)


def with_all_symbols(icons: dict[str, list[int]]) -> dict[str, list[int]]:
    """Which symbols a box of Infernal Wagon has is its owner's choice: where three are shown, any may be."""
    times = Counter(size for name in SYMBOLS for size in icons.get(name, ()))
    sizes = {size for size, names in times.items() if names >= 3}
    more = {name: sorted({*icons.get(name, ()), *sizes}) for name in SYMBOLS}
    return dict(sorted({**icons, **more}.items()))


def with_all_marks(icons: dict[str, list[int]], u: float) -> dict[str, list[int]]:
    """Add all sizes that a player's mark may have on a map, from the smallest on that was shown."""
    marks = {seat.icon for seat in SEATS.values()}
    return {
        name: sorted({*sizes, *range(sizes[0], round(MARK * u))}) if name in marks else sizes
        for name, sizes in icons.items()
    }


def with_all_letters(words: dict[str, FaceSizes], figures: dict[str, FaceSizes], u: float) -> dict[str, FaceSizes]:
    """The same of the letters in them, the smallest first, as far as fonts can be open."""
    faces = words.get(ZOOMED, {})
    if sizes := faces.get("text_bold"):
        left = OPEN - sum(map(len, (*faces.values(), *figures.get(ZOOMED, {}).values())))
        missing = [size for size in range(sizes[0], round(LETTER * u)) if size not in sizes]
        faces["text_bold"] = sorted((*sizes, *missing[: max(0, left)]))
    return words


def by_game(letters: Iterable[Letters]) -> tuple[dict[str, FaceSizes], dict[str, FaceSizes]]:
    """In which sizes each game shows a face most often: with letters; with numbers alone."""
    words: dict[str, FaceSizes] = {}
    figures: dict[str, FaceSizes] = {}
    times = Counter(found[:3] for found in letters)
    worded = {found[:3] for found in letters if found[3]}
    for game in sorted({found[0] for found in times}):
        own = sorted((found for found in times if found[0] == game), key=lambda found: (-times[found], found))[:MOST]
        words[game] = by_first(found[1:] for found in own if found in worded)
        figures[game] = by_first(found[1:] for found in own if found not in worded)
    return words, figures


def main() -> None:
    """Draw all scenes at all sizes in both languages."""
    found: Sizes = {}
    with tempfile.TemporaryDirectory() as folder:
        for width, height in env.SIZES:
            drawn, soon = Drawn([], [], []), Drawn([], [], [])
            for language in ("fr", "en"):
                for more in (in_scenes(Path(folder), width, height, language), painted(width, height, language)):
                    drawn = Drawn(drawn.icons + more.icons, drawn.corners + more.corners, drawn.letters + more.letters)
                soon.icons += in_scenes(Path(folder), width, height, language, "--only", NAMES).icons
            u = min(width, height) / 60
            icons, corners = with_all_symbols(by_first(drawn.icons)), by_first(drawn.corners)
            words, figures = by_game(drawn.letters)
            words = with_all_letters(words, figures, u)
            soon_icons = with_all_marks(by_first(soon.icons), u)
            shown = ShownWindow(with_all_marks(icons, u), corners, words, figures, soon_icons)
            found[f"{width}x{height}"] = shown
            print(f"{width}x{height}: {sum(map(len, shown.icons.values()))} icons", flush=True)
    write_whole(SIZES, written(found).encode())


def written(found: Sizes) -> str:
    """As JSON, a line for each icon, each width of line, and each game's words and figures."""
    windows = []
    for window, shown in found.items():
        parts = []
        for part in shown.__struct_fields__:
            inner = ",\n".join(f'  "{name}": {json.dumps(sizes)}' for name, sizes in getattr(shown, part).items())
            parts.append(f'"{part}": {{\n{inner}\n}}')
        windows.append(f'"{window}": {{\n' + ",\n".join(parts) + "\n}")
    return "{\n" + ",\n".join(windows) + "\n}\n"


if __name__ == "__main__":
    main()
