"""The rendered sound on disk: made once, checked on load, made again when damaged.

A cache is the folder `sound-KEY` with `bank.i16` (all cues end to end), `bed.i16` and `index.json`, which is written
last and names lengths and checksums. Every file appears whole or not at all.
"""

from __future__ import annotations

import logging
import mmap
import shutil
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.engine import typed
from companion.engine.files import opened, read_file, replaced
from kiosk.sound.bank import Bank, key, render_bank
from kiosk.sound.bed import Bed
from kiosk.sound.score import BED_SAMPLES

log = logging.getLogger(__name__)

PREFIX = "sound-"


class CacheIndex(msgspec.Struct, frozen=True):
    """What is in the cache: `bank` maps a buffer to (first sample, samples); checksums are crc32 of the files."""

    key: str
    bank: dict[str, tuple[int, int]]
    bank_crc: int
    bed_samples: int
    bed_crc: int


class Sounds(NamedTuple):
    """All that can be played: the cues, and the bed, shape (BED_SAMPLES,), int16, memory-mapped from the cache."""

    bank: Bank
    bed: NDArray[np.int16]
    mapping: mmap.mmap | None = None

    def release(self) -> None:
        """Drop the pages of the bed that were read: they stay in the system's cache, not in this process's memory."""
        if self.mapping is not None:
            self.mapping.madvise(mmap.MADV_DONTNEED)


class DamagedCache(ValueError):
    """The cache is not what its index says."""


def sound_folder(cache_dir: Path) -> Path:
    """Return the folder of this release's sound inside `cache_dir`."""
    return cache_dir / (PREFIX + key())


def load_sounds(cache_dir: Path) -> Sounds:
    """Read the cached sound.

    :raises FileNotFoundError: if it was never rendered.
    :raises DamagedCache: if a file is cut short or altered.
    """
    place = sound_folder(cache_dir)
    try:
        index = typed.from_json(read_file(place / "index.json"), CacheIndex)
    except msgspec.MsgspecError as error:
        raise DamagedCache(f"index.json: {error}") from error
    with opened(place / "bank.i16") as file:
        samples = np.fromfile(file, "<i2")
    if zlib.crc32(samples.tobytes()) != index.bank_crc:
        raise DamagedCache("bank.i16")
    with opened(place / "bed.i16") as file:
        crc = 0
        while part := file.read(1 << 20):
            crc = zlib.crc32(part, crc)
        if file.tell() != 2 * index.bed_samples or crc != index.bed_crc:
            raise DamagedCache("bed.i16")
        mapping = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    bank = {name: samples[i : i + n] for name, (i, n) in index.bank.items()}
    return Sounds(bank, np.frombuffer(mapping, "<i2"), mapping)


def render_sounds(cache_dir: Path) -> None:
    """Make the sound and put it into the cache; older releases' sound goes.

    :raises OSError: if the folder cannot be written.
    """
    place = sound_folder(cache_dir)
    place.mkdir(parents=True, exist_ok=True)
    bank = render_bank()
    table, first = {}, 0
    for name, sound in bank.items():
        table[name] = (first, len(sound))
        first += len(sound)
    bank_crc = _write(place / "bank.i16", bank.values())
    bed_crc = _write(place / "bed.i16", Bed().chunks())
    index = CacheIndex(place.name.removeprefix(PREFIX), table, bank_crc, BED_SAMPLES, bed_crc)
    _write(place / "index.json", [np.frombuffer(msgspec.json.encode(index), np.uint8)])
    for old in cache_dir.glob(PREFIX + "*"):
        if old != place:
            shutil.rmtree(old, ignore_errors=True)


def load_or_render(cache_dir: Path, render: Callable[[Path], None] = render_sounds) -> Sounds:
    """Return the sound from the cache, rendered into it first if it is missing or damaged."""
    try:
        return load_sounds(cache_dir)
    except FileNotFoundError:
        log.info("no sound is cached yet: it is rendered")
    except DamagedCache as damage:
        log.warning("the cached sound is damaged (%s) and is rendered again", damage)
    render(cache_dir)
    return load_sounds(cache_dir)


def render_in_memory() -> Sounds:
    """Render the sound without a disk (about 45 MB of memory)."""
    return Sounds(render_bank(), np.concatenate(list(Bed().chunks())))


def _write(path: Path, parts: Iterable[NDArray[np.int16] | NDArray[np.uint8]]) -> int:
    """Write the parts, whole or not at all. Returns the crc32."""
    crc = 0
    with replaced(path, 0o600, through=False) as out:
        for part in parts:
            data = part.tobytes()
            crc = zlib.crc32(data, crc)
            out.write(data)
    return crc
