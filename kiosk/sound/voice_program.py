"""espeak-ng, a program of its own: words go in on its standard input, a WAV file comes out.

What people typed is never part of a command. A program that hangs, that does not stop, or that writes something else is
ended, and is an error like any other.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import subprocess
import time
import unicodedata

import numpy as np
from numpy.typing import NDArray

from companion.engine.foreign import verbatim
from companion.engine.program import ProgramError, ProgramFault, failed, hangs, start_program

PROGRAM = "espeak-ng"
VOICES = {"fr": "fr", "en": "en-us"}
SPEED, PITCH = 172, 20
"""Words a minute, and espeak's own measure of pitch."""
LONGEST_S = 5.0
"""A phrase that takes longer hangs."""
LARGEST = 4 << 20
"""Bytes that a phrase may have, at most: a minute and a half."""
LONGEST_TEXT = 200
"""Letters of a phrase; the rest is not spoken."""
SIGNS = {"fr": {"−": " moins ", "+": " plus "}, "en": {"−": " minus ", "+": " plus "}}
"""Signs that the program reads as words of ours."""
_SPOKEN = frozenset(" ,.;:!?’'-")


class CannotSpeak(ProgramError):
    """What it wrote is no phrase, with the reason."""

    def __init__(self, words: str) -> None:
        super().__init__(PROGRAM, ProgramFault.GARBAGE, verbatim(words))


def speakable(text: str, language: str) -> str:
    """The words with signs that espeak reads as words only: `[[` would begin phonemes, `<` markup."""
    for sign, word in SIGNS[language].items():
        text = text.replace(sign, word)
    kept = (c if c.isalnum() or c in _SPOKEN or unicodedata.combining(c) else " " for c in text)
    words = " ".join("".join(kept).split())[:LONGEST_TEXT]
    return words if any(map(str.isalnum, words)) else ""


def program_command(language: str, program: str = PROGRAM) -> list[str]:
    """Return the arguments of the program."""
    return [program, "-v", VOICES[language], "-s", str(SPEED), "-p", str(PITCH), "-b", "1", "-z", "--stdin", "--stdout"]


def spoken_samples(
    text: str, language: str, seconds: float = LONGEST_S, program: str = PROGRAM
) -> tuple[int, NDArray[np.int16]]:
    """What the program says of `text`: rate and mono samples.

    :raises ProgramError: if it cannot be started, hangs, fails, or writes no WAV file of 16 bits.
    """
    pipe = subprocess.PIPE
    with start_program(program_command(language, program), stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL) as child:
        try:
            data = _written(child, speakable(text, language).encode(), seconds)
            status = child.wait(seconds)
        except (TimeoutError, subprocess.TimeoutExpired) as error:
            raise hangs(program, seconds) from error
        finally:
            child.kill()
    if status != 0:
        raise failed(program, status)
    return samples_of(data)


def _written(child: subprocess.Popen[bytes], words: bytes, seconds: float) -> bytes:
    """Return all that it writes until it ends.

    :raises TimeoutError: if that takes longer.
    :raises CannotSpeak: if it does not stop.
    """
    assert child.stdin is not None and child.stdout is not None
    with contextlib.suppress(BrokenPipeError):  # it fits into the pipe: nothing waits here
        child.stdin.write(words)
        child.stdin.close()
    data, end = bytearray(), time.monotonic() + seconds
    with selectors.DefaultSelector() as selector:
        selector.register(child.stdout, selectors.EVENT_READ)
        while len(data) <= LARGEST:
            if not selector.select(max(end - time.monotonic(), 0)):
                raise TimeoutError
            part = os.read(child.stdout.fileno(), 1 << 16)
            if not part:
                return bytes(data)
            data += part
    raise CannotSpeak("it does not stop")


def samples_of(data: bytes) -> tuple[int, NDArray[np.int16]]:
    """Rate and samples of a WAV file that was streamed: its lengths are not true, so the data goes to the end.

    :raises CannotSpeak: if it is none of 16 bits and one channel.
    """
    at = data.find(b"data", 12, 4096)
    head = data[:36]
    if not head.startswith(b"RIFF") or head[8:16] != b"WAVEfmt " or at < 36:
        raise CannotSpeak("it wrote no WAV file")
    channels, rate, bits = (int.from_bytes(head[a:b], "little") for a, b in ((22, 24), (24, 28), (34, 36)))
    body = data[at + 8 :]
    if channels != 1 or bits != 16 or not 8_000 <= rate <= 48_000 or len(body) < rate // 10:
        raise CannotSpeak("it wrote a WAV file of another kind, or an empty one")
    return rate, np.frombuffer(body[: len(body) // 2 * 2], "<i2")
