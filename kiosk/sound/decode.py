"""MP3, OGG, FLAC and AIFF to samples, by the SDL2_mixer that Kivy brings along, in a process of its own.

The decoders are C code fed with foreign files, and they want an open (dummy) sound card: neither belongs into the
companion's process.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.engine.scratch import scratch
from kiosk.sound.device import AUDIO, NoDevice, bundled, sdl
from kiosk.sound.kit import RATE

FORMATS = frozenset({".mp3", ".ogg", ".flac", ".aiff", ".aif"})
S16 = 0x8010
ALL_DECODERS = 0x1 | 0x8 | 0x10
"""FLAC, MP3, OGG."""
LONGEST_S = 120
"""A file that takes longer to decode is refused."""


class CannotDecode(OSError):
    """The file is not what its name says, or this machine has no decoder."""


class _Chunk(ctypes.Structure):
    _fields_ = (
        ("allocated", ctypes.c_int),
        ("abuf", ctypes.c_void_p),
        ("alen", ctypes.c_uint32),
        ("volume", ctypes.c_uint8),
    )


def decode(path: Path) -> NDArray[np.int16]:
    """Return the file as mono int16 at RATE, decoded by a child process.

    :raises CannotDecode: with the decoder's words.
    """
    root = str(Path(__file__).resolve().parents[2])
    env = {**os.environ, "SDL_AUDIODRIVER": "dummy", "PYTHONPATH": root}
    with scratch() as folder:
        out = folder / "samples.i16"
        command = [sys.executable, "-m", "kiosk.sound", "decode", str(path), str(out)]
        try:
            done = subprocess.run(
                command, env=env, capture_output=True, text=True, errors="replace", timeout=LONGEST_S, check=False
            )
        except subprocess.TimeoutExpired:
            raise CannotDecode(f"decoding took longer than {LONGEST_S} s") from None
        except OSError as error:
            raise CannotDecode(f"{command[0]}: {error.strerror or error}") from error
        if done.returncode != 0:
            raise CannotDecode(done.stderr.strip().rpartition("\n")[2] or "the decoder crashed")
        return np.fromfile(out, "<i2")


def decode_here(path: Path, out: Path) -> None:
    """Decode in this process and write raw samples.

    :raises CannotDecode: with the decoder's words.
    """
    library = bundled("libSDL2_mixer")
    if library is None:
        raise CannotDecode("SDL2_mixer was not found, only WAV files can be played")
    try:
        core, mixer = sdl(), ctypes.CDLL(str(library))
    except NoDevice as error:
        raise CannotDecode(str(error)) from error
    core.SDL_RWFromFile.restype = ctypes.c_void_p
    mixer.Mix_LoadWAV_RW.argtypes = [ctypes.c_void_p, ctypes.c_int]
    mixer.Mix_LoadWAV_RW.restype = ctypes.POINTER(_Chunk)
    if core.SDL_InitSubSystem(AUDIO) != 0:
        raise CannotDecode(core.SDL_GetError().decode())
    mixer.Mix_Init(ALL_DECODERS)
    if mixer.Mix_OpenAudioDevice(RATE, S16, 1, 4096, None, 0) != 0:
        raise CannotDecode(core.SDL_GetError().decode())
    source = core.SDL_RWFromFile(os.fsencode(path), b"rb")
    chunk = mixer.Mix_LoadWAV_RW(source, 1) if source else None
    if not chunk:
        raise CannotDecode(core.SDL_GetError().decode(errors="replace"))
    out.write_bytes(ctypes.string_at(chunk.contents.abuf, chunk.contents.alen))
