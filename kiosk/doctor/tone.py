"""Plays a test tone and says on one line on what: `python -m kiosk.doctor.tone [CARD]`."""

from __future__ import annotations

import json
import sys
import time

RATE, BLOCK = 48_000, 512
TONES = (440.0, 554.37, 659.26)
"""Hz, one after the other: a rising chord is distinct from a hum."""
EACH_S = 0.35
LOUD = 0.3
"""Peak, of 1."""


def play_tones(card: str) -> dict[str, str]:
    """Play the tones; return `driver`, or `error`."""
    import numpy as np

    from kiosk.sound.device import Device, NoDevice

    steps = np.arange(int(RATE * EACH_S), dtype=np.float64) / RATE
    shape = np.minimum(1.0, np.minimum(steps, EACH_S - steps) / 0.02)
    sound = np.concatenate([LOUD * shape * np.sin(2 * np.pi * hz * steps) for hz in TONES]).astype(np.float32)
    try:
        device = Device(card or None, BLOCK)
        try:
            for at in range(0, len(sound), BLOCK):
                device.write(sound[at : at + BLOCK])
            time.sleep(len(sound) / RATE + 0.2)  # the card plays what is queued
            return {"driver": device.driver}
        finally:
            device.close()
    except NoDevice as error:
        return {"error": str(error)}


def main() -> int:
    try:
        told = play_tones(sys.argv[1] if len(sys.argv) > 1 else "")
    except (ImportError, OSError) as error:
        told = {"error": str(error)}
    print(json.dumps(told))
    return 1 if "error" in told else 0


if __name__ == "__main__":
    sys.exit(main())
