"""Messages between the kiosk and the sound's process: one packet of a socket pair is one message."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from companion.engine import typed
from companion.engine.update import Notice
from kiosk.sound.config import SoundConfig

SEVEN_MINUTES_MS = 420_000
"""The bed's own length."""
STALE_MS = 1_000
"""A cue requested longer ago is left out: the process was starting. The end of a game is always announced."""


class Begin(Struct, frozen=True, tag="begin"):
    """The first message: where the rendered sound is kept, and how the box plays."""

    cache_dir: str
    config: SoundConfig


class SoundState(Struct, frozen=True, tag="state"):
    """The whole state, sent whenever any part of it changes; of the second message on.

    profile, volume (0..1), language, silence: as `Player` has them. elapsed_ms: the game clock at the
    moment `at_ms` of the machine's monotonic clock, which may be ahead; None: it does not run. length_ms: of the
    countdown, in whole minutes.
    """

    profile: str
    volume: float
    language: str
    silence: bool = False
    elapsed_ms: float | None = None
    at_ms: float = 0.0
    length_ms: int = SEVEN_MINUTES_MS


class PlayCue(Struct, frozen=True, tag="cue"):
    """Sound a cue by its name and count, asked for at the moment `at_ms` of the machine's monotonic clock."""

    name: str
    n: int | None
    at_ms: float


class Phrases(Struct, frozen=True, tag="phrases"):
    """What the open game may say, to be made ready; none: nothing is spoken."""

    language: str
    texts: tuple[str, ...]


class Speak(Struct, frozen=True, tag="speak"):
    """Say these phrases in a row, asked for at the moment `at_ms`; whatever is being said ends. None: it only ends.

    `wait`: a sample, said once it is rendered, however late, unless something else is said before.
    """

    texts: tuple[str, ...]
    at_ms: float
    wait: bool = False


class Stop(Struct, frozen=True, tag="stop"):
    """Fade everything; the next clock begins afresh."""


class SignOfLife(Struct, frozen=True, tag="beat"):
    """Give a sign of life: the answer is the report, changed or not."""


class Again(Struct, frozen=True, tag="again"):
    """Begin the services again that stay off."""


class SoundReport(Struct, frozen=True):
    """The report of the process, sent whenever it changes, and when a sign of life is requested.

    ready: the sound is rendered and loaded. open: there is a card, resting or not. underruns: times the card starved
    while something played. problems: what is wrong, the gravest first. driver: SDL's name of the one that was opened
    last; empty before that. off: the services of the process that stay off (`companion.engine.supervised`).
    """

    ready: bool = False
    open: bool = False
    underruns: int = 0
    problems: tuple[Notice, ...] = ()
    driver: str = ""
    off: tuple[str, ...] = ()


SoundMessage = Begin | SoundState | PlayCue | Phrases | Speak | Stop | SignOfLife | Again
LARGEST = 1 << 16
"""Bytes of a message, at most."""

encode = msgspec.msgpack.Encoder().encode
decode = typed.msgpack_decoder(SoundMessage).decode
decode_report = typed.msgpack_decoder(SoundReport).decode
