"""Rendered phrases on disk: `voice-KEY/` beside the sound, a file for each, named by a hash of language and words.

A file is the crc32 of the samples, then the samples (int16, `STORED` a second). It appears whole or not at all.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import shutil
import zlib
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.engine.files import read_file, replaced
from companion.engine.program import ProgramError, ProgramFault
from kiosk.sound import voice_program
from kiosk.sound.voice_demon import demon
from kiosk.sound.voice_program import speakable, spoken_samples

log = logging.getLogger(__name__)

PREFIX = "voice-"
SOURCES = ("voice_program", "voice_demon")
"""The files whose numbers make the voice."""
MOST_BYTES = 100 << 20
"""Of phrases that are kept; those that were not wanted for the longest time go first."""
NEVER = (ProgramFault.MISSING, ProgramFault.NOT_ALLOWED, ProgramFault.NOT_STARTED)
"""No other phrase changes that."""
GIVE_UP = 3
"""After so many phrases in a row that failed no other is tried."""
Phrase = NDArray[np.int16]
NOTHING: Phrase = np.zeros(1, np.int16)


def phrases_folder(cache_dir: Path) -> Path:
    """Return the folder of this release's phrases inside `cache_dir`."""
    digest = hashlib.sha256()
    for name in SOURCES:
        digest.update((Path(__file__).parent / f"{name}.py").read_bytes())
    return cache_dir / (PREFIX + digest.hexdigest()[:16])


def path_of(place: Path, language: str, text: str) -> Path:
    """The file of a phrase."""
    return place / hashlib.sha256(f"{language} {text}".encode()).hexdigest()[:32]


def load_phrase(path: Path) -> Phrase | None:
    """The phrase of that file; None if there is none, or a damaged one."""
    try:
        data = read_file(path)
    except OSError:
        return None
    if len(data) < 6 or zlib.crc32(data[4:]) != int.from_bytes(data[:4], "little"):
        return None
    return np.frombuffer(data[4:], "<i2")


def render_phrases(cache_dir: Path, language: str, texts: Iterable[str], program: str = voice_program.PROGRAM) -> None:
    """Put those phrases into the cache that are not there; other releases' phrases go.

    :raises ProgramError: if it cannot be started, or fails again and again.
    :raises OSError: if the folder cannot be written.
    """
    place = phrases_folder(cache_dir)
    place.mkdir(parents=True, exist_ok=True)
    for old in cache_dir.glob(PREFIX + "*"):
        if old != place:
            shutil.rmtree(old, ignore_errors=True)
    failed = 0
    for text in texts:
        path = path_of(place, language, text)
        if load_phrase(path) is not None:
            continue
        try:
            phrase = _made(text, language, program)
        except ProgramError as error:
            failed += 1
            log.warning("a phrase was not rendered: %s", error)
            if failed == GIVE_UP or error.fault in NEVER:
                raise
            continue
        failed = 0
        _write(path, phrase)
    _prune(place)


def _made(text: str, language: str, program: str) -> Phrase:
    """Make a phrase; a name that consists of unpronounceable signs is passed over in silence."""
    if not speakable(text, language):
        return NOTHING
    rate, samples = spoken_samples(text, language, program=program)
    try:
        return demon(rate, samples)
    except ValueError:
        return NOTHING


def _write(path: Path, phrase: Phrase) -> None:
    data = phrase.astype("<i2").tobytes()
    with replaced(path, 0o600, through=False) as out:
        out.write(zlib.crc32(data).to_bytes(4, "little") + data)


def _prune(place: Path) -> None:
    with contextlib.suppress(FileNotFoundError):
        kept = sorted(place.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
        size = 0
        for path in kept:
            size += path.stat().st_size
            if size > MOST_BYTES:
                path.unlink()
