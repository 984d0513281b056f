"""The sound card through the SDL2 that Kivy brings along: 48 kHz, float32, two channels, blocks queued by us."""

from __future__ import annotations

import ctypes
import ctypes.util
import functools
import importlib.util
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kiosk.sound.kit import RATE

AUDIO, F32, STOPPED = 0x10, 0x8120, 0
CHANNELS = 2

LATENCY_BLOCKS = {"disk": 0.0, "dummy": 0.0}
"""Driver -> blocks between leaving the queue and being heard. All others: two periods of the card."""
USUAL_LATENCY_BLOCKS = 2.0


class NoDevice(OSError):
    """There is no sound card that can be played on."""


class _Spec(ctypes.Structure):
    _fields_ = (
        ("freq", ctypes.c_int),
        ("format", ctypes.c_uint16),
        ("channels", ctypes.c_uint8),
        ("silence", ctypes.c_uint8),
        ("samples", ctypes.c_uint16),
        ("padding", ctypes.c_uint16),
        ("size", ctypes.c_uint32),
        ("callback", ctypes.c_void_p),
        ("userdata", ctypes.c_void_p),
    )


def bundled(stem: str) -> Path | None:
    """Return the path of a library of Kivy's wheel, such as libSDL2-2. Kivy itself is not imported."""
    spec = importlib.util.find_spec("kivy")
    if spec is None or spec.origin is None:
        return None
    found = sorted(Path(spec.origin).parent.parent.glob(f"[Kk]ivy.libs/{stem}*.so*"))
    return found[0] if found else None


@functools.cache
def sdl() -> ctypes.CDLL:
    """Load SDL2: the one in Kivy's wheel, or the system's where Kivy was built without a bundle.

    :raises NoDevice: if there is none.
    """
    path = bundled("libSDL2-2") or ctypes.util.find_library("SDL2-2.0")
    if path is None:
        raise NoDevice("SDL2 was not found")
    try:
        lib = ctypes.CDLL(str(path))
    except OSError as error:
        raise NoDevice(str(error)) from error
    lib.SDL_GetError.restype = ctypes.c_char_p
    lib.SDL_GetCurrentAudioDriver.restype = ctypes.c_char_p
    lib.SDL_GetQueuedAudioSize.restype = ctypes.c_uint32
    lib.SDL_OpenAudioDevice.argtypes = [
        ctypes.c_char_p, ctypes.c_int, ctypes.POINTER(_Spec), ctypes.POINTER(_Spec), ctypes.c_int,
    ]  # fmt: skip
    lib.SDL_QueueAudio.argtypes = [ctypes.c_uint32, ctypes.c_char_p, ctypes.c_uint32]
    for name in ("SDL_GetQueuedAudioSize", "SDL_GetAudioDeviceStatus", "SDL_CloseAudioDevice"):
        getattr(lib, name).argtypes = [ctypes.c_uint32]
    for name in ("SDL_ClearQueuedAudio", "SDL_LockAudioDevice", "SDL_UnlockAudioDevice"):
        getattr(lib, name).argtypes = [ctypes.c_uint32]
    lib.SDL_PauseAudioDevice.argtypes = [ctypes.c_uint32, ctypes.c_int]
    return lib


_HANDLER = ctypes.CFUNCTYPE(None, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p)
_SILENT = _HANDLER(lambda *_: None)  # for the whole process: ALSA keeps a bare pointer to it


@functools.cache
def _hush_alsa() -> None:
    """Silence ALSA, which prints eight lines where there is no card; SDL's own error says it in one."""
    name = ctypes.util.find_library("asound")
    if name is not None:
        ctypes.CDLL(name).snd_lib_error_set_handler(_SILENT)


class Device:
    """An open sound card. Use from one thread.

    :param name: the card's name, or None for the system's choice.
    :param block: samples the card takes at a time.
    :raises NoDevice: with SDL's own words.
    """

    def __init__(self, name: str | None, block: int) -> None:
        self._sdl = sdl()
        _hush_alsa()
        if self._sdl.SDL_InitSubSystem(AUDIO) != 0:
            raise NoDevice(self._error())
        want, got = _Spec(RATE, F32, CHANNELS, 0, block, 0, 0, None, None), _Spec()
        self._id = self._sdl.SDL_OpenAudioDevice(name.encode() if name else None, 0, want, got, 0)
        if not self._id:
            error = self._error()
            self._sdl.SDL_QuitSubSystem(AUDIO)
            raise NoDevice(error)
        self.block = block
        self.written = 0
        """Blocks given so far, without those that were taken back."""
        self._last = np.zeros(0, np.float32)
        """The samples given last, mono: all that may still wait, and more."""
        self.driver = (self._sdl.SDL_GetCurrentAudioDriver() or b"").decode()
        self._sdl.SDL_PauseAudioDevice(self._id, 0)

    @property
    def latency_ms(self) -> float:
        """From leaving the queue to the speaker's wire, ms, constant for a driver."""
        return LATENCY_BLOCKS.get(self.driver, USUAL_LATENCY_BLOCKS) * self.block * 1000 / RATE

    @property
    def queued(self) -> float:
        """Blocks that wait to be taken."""
        return float(self._sdl.SDL_GetQueuedAudioSize(self._id)) / (4 * CHANNELS * self.block)

    @property
    def lost(self) -> bool:
        """Whether the card was unplugged."""
        return bool(self._sdl.SDL_GetAudioDeviceStatus(self._id) == STOPPED)

    def write(self, samples: NDArray[np.float32]) -> None:
        """Queue whole blocks of mono samples for both channels.

        :raises NoDevice: if SDL refuses them.
        """
        waiting = int(self.queued) * self.block
        self._last = np.concatenate([self._last[len(self._last) - waiting :], samples])
        self._queue(samples)
        self.written += len(samples) // self.block

    def replace(self, blocks: int, samples: NDArray[np.float32]) -> None:
        """Take back the last blocks that wait and queue whole blocks in their place, while the card goes on.

        What of the old ones was taken meanwhile stays, and as many samples of the new ones are left out.

        :raises NoDevice: if SDL refuses them.
        """
        self._sdl.SDL_LockAudioDevice(self._id)  # SDL's thread must take no block between the count and the queue
        try:
            waiting = int(self.queued)
            late = max(blocks - waiting, 0)
            kept = self._last[len(self._last) - waiting * self.block : len(self._last) - (blocks - late) * self.block]
            self._last = np.concatenate([kept, samples[late * self.block :]])
            self._sdl.SDL_ClearQueuedAudio(self._id)
            self._queue(self._last)
            self.written += len(samples) // self.block - blocks
        finally:
            self._sdl.SDL_UnlockAudioDevice(self._id)

    def _queue(self, samples: NDArray[np.float32]) -> None:
        data = np.repeat(samples, CHANNELS).astype("<f4", copy=False).tobytes()
        if data and self._sdl.SDL_QueueAudio(self._id, data, len(data)) != 0:
            raise NoDevice(self._error())

    def close(self) -> None:
        """Close the card."""
        self._sdl.SDL_CloseAudioDevice(self._id)
        self._sdl.SDL_QuitSubSystem(AUDIO)

    def _error(self) -> str:
        return str(self._sdl.SDL_GetError().decode(errors="replace"))
