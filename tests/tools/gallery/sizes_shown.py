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
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import msgspec

from companion.engine.atomic_file import write_whole
from companion.games.infernal_wagon.view import ICONS, JOKER, symbol_mark
from companion.presentation.colours import SEATS
from companion.presentation.fonts import FontFace
from kiosk.display import env
from kiosk.widgets.paint_ahead import SIZES, FaceSizes, ShownSoon, ShownWindow, Sizes
from tests.process.machine import Kiosk
from tests.tools.gallery.scene import Scene
from tests.tools.gallery.tapped import NAMES, OPENED
from tests.tools.soak.memory import openings, play

SYMBOLS = (*ICONS, symbol_mark(JOKER, ()).icon)
Key = TypeVar("Key", str, int, FontFace)
Letters = tuple[str, FontFace, int, bool]
"""Game, face, size, and whether there are letters in it."""
Measured = tuple[FontFace, int]
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
    """What scenes show: icon and size; width of the line and radius of a corner; each scene's letters; scene ->
    in what it measures texts.

    May name an icon or a corner twice.
    """

    icons: list[tuple[str, int]]
    corners: list[tuple[int, int]]
    letters: list[Letters]
    measured: dict[str, list[Measured]] = {}


class Recorder:
    """Takes the place of the textures kept on disk, has none, and hears of each that is painted.

    :param texts: also hears of each text that is drawn or measured, from now on.
    """

    def __init__(self, texts: bool = False) -> None:
        self.game: str | None = None
        """Whose playing screen is drawn now; None: another screen."""
        self.letters: set[tuple[int, Letters]] = set()
        """With the number of the scene."""
        self.measured: dict[str, set[Measured]] = {}
        self._name = ""
        self._scene = 0
        self.icons: set[tuple[str, int]] = set()
        self.corners: set[tuple[int, int]] = set()
        """Width of the line, radius."""
        if texts:
            from kiosk.widgets import label

            drawn, measure = label._picture, label.extents.__wrapped__

            def heard(text: str, face: FontFace, size: int) -> Any:
                if self.game is not None:
                    found = (self.game, face, size, any(letter.isalpha() for letter in text))
                    self.letters.add((self._scene, found))
                return drawn(text, face, size)

            def measured(text: str, face: FontFace, size: int) -> tuple[int, int]:
                if self.game is not None and size != label.REFERENCE:
                    self.measured.setdefault(self._name, set()).add((face, size))
                return measure(text, face, size)

            label._picture = heard
            label.extents = lru_cache(maxsize=2048)(measured)

    def next(self, scene: Scene) -> None:
        """The scene that is drawn next."""
        from kiosk.table.game_uis import ui_of
        from kiosk.widgets import label
        from kiosk.widgets.atlas import atlas
        from kiosk.window.root_widget import base_of

        self._scene, self._name = self._scene + 1, scene.name
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
        measured = {name: sorted(found) for name, found in self.measured.items()}
        drawn = Drawn(sorted(self.icons), sorted(self.corners), letters, measured)
        file.write_bytes(msgspec.json.encode(drawn))


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


def with_all_letters(
    words: dict[str, FaceSizes], figures: dict[str, FaceSizes], soon: FaceSizes, u: float
) -> dict[str, FaceSizes]:
    """The same of the letters in them, the smallest first, as far as fonts can be open.

    :param soon: sizes that are there anyway.
    """
    faces = words.get(ZOOMED, {})
    if sizes := faces.get("text_bold"):
        left = OPEN - sum(map(len, (*faces.values(), *figures.get(ZOOMED, {}).values(), *soon.values())))
        there = {*sizes, *soon.get("text_bold", ())}
        missing = [size for size in range(min(there), round(LETTER * u)) if size not in there]
        faces["text_bold"] = sorted((*sizes, *missing[: max(0, left)]))
    return words


def first_card(folder: Path, width: int, height: int, game: str) -> ShownSoon:
    """What a game shows when it is open and when its first card has come."""
    only = "--only", NAMES.format(game=game)
    shown = [in_scenes(folder, width, height, language, *only) for language in ("fr", "en")]
    icons = with_all_marks(by_first(icon for one in shown for icon in one.icons), min(width, height) / 60)
    fonts = {found[1:3] for one in shown for found in one.letters}
    opened: set[Measured] = set()
    tapped: set[Measured] = set()
    for name, found in (item for one in shown for item in one.measured.items()):
        (opened if name.endswith(OPENED) else tapped).update(found)
    return ShownSoon(icons, by_first(fonts | (tapped - opened)))


def by_game(
    letters: Iterable[Letters], soon: Mapping[str, ShownSoon]
) -> tuple[dict[str, FaceSizes], dict[str, FaceSizes]]:
    """In which sizes each game shows a face most often, beside those that it shows soon: with letters; with numbers
    alone."""
    words: dict[str, FaceSizes] = {}
    figures: dict[str, FaceSizes] = {}
    times = Counter(found[:3] for found in letters)
    worded = {found[:3] for found in letters if found[3]}
    for game in sorted({found[0] for found in times}):
        first = {(face, size) for face, sizes in soon[game].words.items() for size in sizes}
        own = [found for found in times if found[0] == game and found[1:] not in first]
        own = sorted(own, key=lambda found: (-times[found], found))[: MOST - len(first)]
        words[game] = by_first(found[1:] for found in own if found in worded)
        figures[game] = by_first(found[1:] for found in own if found not in worded)
    return words, figures


def main() -> None:
    """Draw all scenes at all sizes in both languages."""
    found: Sizes = {}
    with tempfile.TemporaryDirectory() as folder:
        for width, height in env.SIZES:
            drawn = Drawn([], [], [])
            for language in ("fr", "en"):
                for more in (in_scenes(Path(folder), width, height, language), painted(width, height, language)):
                    drawn = Drawn(drawn.icons + more.icons, drawn.corners + more.corners, drawn.letters + more.letters)
            soon = {
                game: first_card(Path(folder), width, height, game)
                for game in sorted({found[0] for found in drawn.letters})
            }
            u = min(width, height) / 60
            icons, corners = with_all_symbols(by_first(drawn.icons)), by_first(drawn.corners)
            words, figures = by_game(drawn.letters, soon)
            words = with_all_letters(words, figures, soon[ZOOMED].words, u)
            shown = ShownWindow(with_all_marks(icons, u), corners, words, figures, soon)
            found[f"{width}x{height}"] = shown
            print(f"{width}x{height}: {sum(map(len, shown.icons.values()))} icons", flush=True)
    write_whole(SIZES, written(found).encode())


def written(found: Sizes) -> str:
    """As JSON, a line for each icon, each width of line, and each game's words and figures."""
    windows = []
    for window, shown in found.items():
        parts = []
        for part in shown.__struct_fields__:
            plain = msgspec.to_builtins(getattr(shown, part), str_keys=True)
            inner = ",\n".join(f'  "{name}": {json.dumps(sizes)}' for name, sizes in plain.items())
            parts.append(f'"{part}": {{\n{inner}\n}}')
        windows.append(f'"{window}": {{\n' + ",\n".join(parts) + "\n}")
    return "{\n" + ",\n".join(windows) + "\n}\n"


if __name__ == "__main__":
    main()
