"""What sounds at this moment: cues (Voice) and beds (Strand). Positions are samples of the output."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kiosk.sound.ramp import Ramp

Block = NDArray[np.float32]
Samples = NDArray[np.int16]
SCALE = np.float32(1 / 32767)


class Voice:
    """A cue's buffer that begins at an output sample.

    `slot` says who speaks (time, event, companion, end), `cue` which cue it belongs to, `words` that it is spoken.
    """

    def __init__(self, sound: Samples, start: int, slot: str, cue: str, words: bool = False) -> None:
        self.sound = sound
        self.start = start
        self.slot = slot
        self.cue = cue
        self.words = words
        self._gain = Ramp(1.0)

    def fade(self, samples: int) -> None:
        """Fade out from now on."""
        if self._gain.target:
            self._gain.to(0.0, samples)

    @property
    def fading(self) -> bool:
        """It was told to go."""
        return self._gain.target == 0.0

    def done(self, out: int) -> bool:
        """Nothing of it comes at or after the output sample `out`."""
        return self._gain.silent or out >= self.start + len(self.sound)

    def add(self, block: Block, out: int, gain: NDArray[np.float32] | float = 1.0) -> None:
        """Add its part to a block that begins at the output sample `out`."""
        own = self._gain.take(len(block))
        a, b = max(out, self.start), min(out + len(block), self.start + len(self.sound))
        if a >= b:
            return
        part = self.sound[a - self.start : b - self.start] * SCALE
        for factor in (own, gain):
            if isinstance(factor, np.ndarray):
                part *= factor[a - out : b - out]
            elif factor != 1.0:
                part *= np.float32(factor)
        block[a - out : b - out] += part


class Strand:
    """A bed (ours or the owner's file) that runs from a sample of the game clock."""

    def __init__(self, sound: Samples, position: int, fade_in: int) -> None:
        self.sound = sound
        self.position = position
        self._gain = Ramp(0.0 if fade_in else 1.0)
        self._gain.to(1.0, fade_in)

    def fade(self, samples: int) -> None:
        """Fade out from now on."""
        if self._gain.target:
            self._gain.to(0.0, samples)

    @property
    def fading(self) -> bool:
        """It was told to go."""
        return self._gain.target == 0.0

    @property
    def done(self) -> bool:
        """It has faded out."""
        return self._gain.silent

    def add(self, block: Block) -> None:
        """Add its next samples; before its beginning and after its end there is silence."""
        n = len(block)
        gain = self._gain.take(n)
        a, b = max(0, self.position), min(len(self.sound), self.position + n)
        if a < b:
            first = a - self.position
            part = self.sound[a:b] * SCALE
            part *= gain[first : first + b - a] if isinstance(gain, np.ndarray) else np.float32(gain)
            block[first : first + b - a] += part
        self.position += n
