"""Painted textures kept on disk: a shape is drawn once on this table, not once in every evening.

Drawing an icon four times too large and averaging it takes milliseconds; taking it from here takes a tenth of one.
The file's name holds a checksum of all that draws. A file that cannot be read is as good as none.
"""

from __future__ import annotations

import logging
import threading
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from companion.engine import typed
from companion.engine.atomic_file import write_whole
from companion.engine.files import read_file
from kiosk.display.memory import Schedule, Scheduled
from kiosk.widgets.atlas import Texture
from kiosk.widgets.paint import Alpha

log = logging.getLogger(__name__)
TextureKey = tuple[Any, ...]

SOURCES = (
    "companion/presentation/icons.svg",
    "companion/presentation/*.py",
    "companion/figures/**/*.py",
    "kiosk/figures/*.py",
    "kiosk/widgets/icons.py",
    "kiosk/display/theme.py",
    "kiosk/widgets/*.py",
    "kiosk/screens/infernal_wagon/pieces.py",
)
"""All that decides what a painted texture looks like."""
PREFIX = "textures-"
LIMIT = 4 * 2**20
"""Bytes of compressed textures in a file (measured: 280 kB for the 893 icons of 800x480)."""
PAUSE_S = 0.1
"""Until a texture is read back, and between two: each waits for the graphics (software GL: 2 to 17 ms)."""
QUIET_S = 10.0
"""How long nothing new may have been painted before the file is written."""


class KeptTexture(msgspec.Struct, frozen=True, array_like=True):
    """One texture: its size in px and its alpha, row by row from the bottom, compressed by zlib."""

    width: int
    height: int
    alpha: bytes


class KeptTextures:
    """The textures that were painted before, and those that are painted now.

    :param folder: made if it is missing. One that cannot be written costs a warning, nothing else.
    :param schedule: calls something after so many seconds, on the UI thread.
    """

    def __init__(self, folder: Path, schedule: Schedule) -> None:
        self._file = folder / f"{PREFIX}{sources_checksum():08x}.msgpack"
        self._schedule = schedule
        self._kept = _read(self._file)
        self._used: set[str] = set()
        self._fresh: dict[str, Texture] = {}
        self._unwritten = False
        self._event: Scheduled | None = None
        self._writer: threading.Thread | None = None
        self.missed = 0
        """How many were asked for and not there."""

    def find(self, key: TextureKey) -> Alpha | None:
        """Return the alpha of the texture of that key; None if it was never painted."""
        name = repr(key)
        kept = self._kept.get(name)
        if kept is not None:
            try:
                alpha = _alpha(kept)
            except (zlib.error, ValueError) as damage:
                log.warning("%s: %s is damaged (%s) and is painted again", self._file, name, damage)
                del self._kept[name]
            else:
                self._used.add(name)
                return kept.width, kept.height, alpha
        self.missed += 1
        return None

    def has(self, key: TextureKey) -> bool:
        """Whether a texture of that key is kept, or will be."""
        name = repr(key)
        return name in self._kept or name in self._fresh

    def add(self, key: TextureKey, texture: Texture) -> None:
        """Add a painted texture: it is read back, and written when nothing is going on."""
        if not self._fresh:
            self._plan(self._look, PAUSE_S)
        self._fresh[repr(key)] = texture

    def keep(self, key: TextureKey, width: int, height: int, alpha: bytes) -> None:
        """Add a texture that was read back: `alpha`, row by row from the bottom, is written in a quiet moment."""
        self._note(repr(key), width, height, alpha)
        if not self._fresh:
            self._plan(self._begin_to_write, QUIET_S)

    def close(self) -> None:
        """Read back and write what is left."""
        if self._event is not None:
            self._event.cancel()
            self._event = None
        if self._writer is not None:
            self._writer.join()
        while self._fresh:
            self._read_back()
        if self._unwritten:
            self._unwritten = False
            self._write(self._chosen())

    def _plan(self, call: Callable[[], None], seconds: float) -> None:
        if self._event is not None:
            self._event.cancel()
        self._event = self._schedule(call, seconds)

    def _look(self) -> None:
        self._event = None
        self._read_back()
        if self._fresh:
            self._plan(self._look, PAUSE_S)
        else:
            self._plan(self._begin_to_write, QUIET_S)

    def _begin_to_write(self) -> None:
        self._event = None
        if self._writer is not None and self._writer.is_alive():
            self._plan(self._begin_to_write, QUIET_S)
            return
        self._unwritten = False
        self._writer = threading.Thread(target=self._write, args=(self._chosen(),), name="textures", daemon=True)
        self._writer.start()

    def _read_back(self) -> None:
        name = next(iter(self._fresh))
        texture = self._fresh.pop(name)
        self._note(name, int(texture.width), int(texture.height), bytes(texture.pixels[3::4]))

    def _note(self, name: str, width: int, height: int, alpha: bytes) -> None:
        self._kept[name] = KeptTexture(width, height, zlib.compress(alpha))
        self._used.add(name)
        self._unwritten = True

    def _chosen(self) -> dict[str, KeptTexture]:
        """Return what is to be kept: all of it, or what this process has used if that is too much."""
        if sum(len(kept.alpha) for kept in self._kept.values()) > LIMIT:
            self._kept = {name: kept for name, kept in self._kept.items() if name in self._used}
        return dict(self._kept)

    def _write(self, kept: dict[str, KeptTexture]) -> None:
        try:
            write_whole(self._file, msgspec.msgpack.encode(kept))
            for old in self._file.parent.glob(f"{PREFIX}*"):
                if old != self._file:
                    old.unlink(missing_ok=True)
        except OSError as fault:
            log.warning("painted textures are not kept: %s", fault)


def sources_checksum() -> int:
    """Return the checksum of the sources that decide what the textures look like."""
    found = 0
    root = Path(__file__).resolve().parents[2]
    for pattern in SOURCES:
        for file in sorted(root.glob(pattern)):
            found = zlib.crc32(read_file(file), found)
    return found


def _read(file: Path) -> dict[str, KeptTexture]:
    try:
        return typed.from_msgpack(read_file(file), dict[str, KeptTexture])
    except FileNotFoundError:
        return {}
    except (OSError, msgspec.MsgspecError) as fault:
        log.warning("%s cannot be read (%s): textures are painted again", file, fault)
        return {}


def _alpha(kept: KeptTexture) -> bytes:
    alpha = zlib.decompress(kept.alpha)
    if len(alpha) != kept.width * kept.height:
        raise ValueError(f"{len(alpha)} bytes for {kept.width} x {kept.height} px")
    return alpha
