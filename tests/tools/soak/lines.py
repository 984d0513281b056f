"""Millions of lines of no board and no PC/SC reader into their decoders: no exception, no false tag."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random

from drivers.presence import Presence, PresenceRules, TagPlaced
from drivers.readers import BOARD, new_decoder, protocol
from drivers.readers.antenna_board import board_line
from drivers.simulated.encoders import EXAMPLES
from tests.tools.soak.report import Finding

BATCH = 200
SIGNS = b"$+-=*,0123456789ABCDEFabcdef"


def soak_lines(count: int, seed: int = 1) -> Finding:
    """Feed `count` lines: of the board's signs at random, true ones with one or several wrong bytes, and whole ones."""
    rng = Random(seed)
    known = protocol(BOARD)
    rules = PresenceRules(
        known.repeats, known.frame_ms, 4, known.single, known.ghost_reads, known.duplicate_ms, known.checked
    )
    tags = EXAMPLES[BOARD]
    wire = new_decoder(BOARD)
    presences = {n: Presence(rules, lambda uid: uid in tags) for n in range(1, 17)}
    kinds = (_any, _damaged, _true)
    fed = reads = at = 0
    false: list[str] = []
    begun = time.perf_counter()
    while fed < count:
        kind = kinds[fed // BATCH % len(kinds)]
        for sent in kind(rng, tags):
            fed, at = fed + 1, at + rng.randrange(300)
            for read in wire.feed(sent):
                reads += 1
                changes = presences[read.antenna].read(read, at)
                placed = [change.uid for change in changes if isinstance(change, TagPlaced)]
                false += [uid for uid in placed if uid not in tags or kind is _any]
            for presence in presences.values() if rng.random() < 0.05 else ():
                presence.tick(at)
    figures = {"lines": fed, "reads": reads, "false tags": len(false)}
    figures["lines/s"] = round(fed / (time.perf_counter() - begun))
    return Finding("lines of no antenna board", figures, f"false tags: {', '.join(false[:5])}" if false else None)


def _any(rng: Random, _tags: tuple[str, str]) -> Iterator[bytes]:
    """Signs in any order, some of them shaped as a line is."""
    for _ in range(BATCH):
        if rng.random() < 0.5:
            yield bytes(rng.choices(SIGNS, k=rng.randrange(40))) + b"\r\n"
        else:
            uid = rng.randbytes(rng.choice((4, 7, 10))).hex().upper()
            yield f"${rng.choice('+-=')}{rng.randrange(20)},{uid}*{rng.randrange(1 << 16):04X}\r\n".encode()


def _true(rng: Random, tags: tuple[str, str]) -> Iterator[bytes]:
    for _ in range(BATCH):
        yield board_line(f"{rng.choice('++-')}{rng.randrange(1, 17)},{rng.choice(tags)}")


def _damaged(rng: Random, tags: tuple[str, str]) -> Iterator[bytes]:
    """One to three wrong bytes, one too many, one too few, or cut short."""
    for sent in _true(rng, tags):
        data = bytearray(sent)
        for _ in range(rng.randint(1, 3)):
            where = rng.randrange(len(data))
            match rng.randrange(5):
                case 0:
                    data[where] ^= rng.randint(1, 255)
                case 1:
                    data[where] = rng.choice(SIGNS)
                case 2:
                    data.insert(where, rng.choice(SIGNS))
                case 3 if len(data) > 1:
                    del data[where]
                case _:
                    data[where] ^= 1 << rng.randrange(8)
        yield bytes(data)
