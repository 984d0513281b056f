"""Millions of bytes of noise into every decoder and the presence behind it: no exception, no false tag."""

from __future__ import annotations

import time
from random import Random

from drivers.presence import Presence, PresenceRules, TagPlaced
from drivers.readers import PROTOCOLS, new_decoder
from drivers.simulated.encoders import encode
from tests.tools.soak.report import Finding

CHUNK = 4096
CHECKED = {
    "rdm6300": ("62E3086CED", "0F00C0FFEE", "1234567890"),
    "id12la": ("62E3086CED", "0F00C0FFEE", "1234567890"),
    "fdxb_wl134": ("900250000023921", "250269800001234", "001000000000001"),
    "antenna_board": ("04A1B2C3D4E5F6", "B0864D25"),
    "m6e_nano": ("000000000000000000001545", "E200471BB0006013044509D0", "596F596F"),
}
"""Protocols whose check is strong enough to notice every damage in millions of frames, and tags for them."""


def soak_noise(count: int, seed: int = 1) -> Finding:
    """Feed `count` bytes in all."""
    rng = Random(seed)
    share = count // (len(PROTOCOLS) + len(CHECKED))
    fed = reads = ghosts = 0
    false: list[str] = []
    begun = time.perf_counter()
    for name in PROTOCOLS:
        feeds = [(_random(rng, share), frozenset[str]())]
        if name in CHECKED:
            feeds.append((_damaged(rng, name, share), frozenset(CHECKED[name])))
        for chunks, allowed in feeds:
            got = _feed(name, chunks, allowed, rng)
            fed, reads, ghosts = fed + got[0], reads + got[1], ghosts + got[2]
            false += got[3]
    seconds = time.perf_counter() - begun
    figures = {
        "bytes": fed,
        "reads": reads,
        "ghosts": ghosts,
        "false tags": len(false),
        "MB/s": round(fed / seconds / 1e6, 1),
    }
    return Finding("noise on the readers", figures, f"false tags: {', '.join(false[:5])}" if false else None)


def _feed(name: str, chunks: list[bytes], allowed: frozenset[str], rng: Random) -> tuple[int, int, int, list[str]]:
    """Bytes fed, reads, ghosts, and the uids placed that were never sent."""
    known = PROTOCOLS[name]
    wire = new_decoder(name)
    presence = Presence(
        PresenceRules(known.repeats, known.frame_ms, 4, known.single, known.ghost_reads, known.duplicate_ms)
    )
    at = fed = reads = 0
    false: list[str] = []
    for chunk in chunks:
        fed += len(chunk)
        at += len(chunk)
        found = wire.feed(chunk)
        reads += len(found)
        for read in found:
            changes = presence.read(read, at)
            false += [c.uid for c in changes if isinstance(c, TagPlaced) and c.uid not in allowed]
        presence.tick(at)
        if rng.random() < 0.001:
            wire.reset()
    return fed, reads, presence.ghosts, false


def _random(rng: Random, count: int) -> list[bytes]:
    """Any bytes, in pieces of any length."""
    data = rng.randbytes(count)
    pieces, start = [], 0
    while start < count:
        end = start + rng.randint(1, CHUNK)
        pieces.append(data[start:end])
        start = end
    return pieces


def _damaged(rng: Random, name: str, count: int) -> list[bytes]:
    """Real frames, each with one wrong byte, one byte too many, or cut short."""
    pieces: list[bytes] = []
    total = 0
    while total < count:
        frame = bytearray(encode(name, rng.choice(CHECKED[name])))
        where = rng.randrange(len(frame))
        match rng.randrange(3):
            case 0:
                frame[where] ^= rng.randint(1, 255)
            case 1:
                frame.insert(where, rng.randrange(256))
            case _:
                del frame[where:]
        pieces.append(bytes(frame))
        total += len(frame)
    return pieces
