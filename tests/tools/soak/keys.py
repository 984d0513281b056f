"""Millions of key events of no reader into the decoder of those that type: no exception, no false tag."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random

from companion.engine.evdev import EV_KEY, EV_SYN, KEY_ENDS, SYN_DROPPED, SYN_REPORT, InputEvent, pack_events
from drivers.presence import Presence, PresenceRules, TagPlaced
from drivers.readers import KEYBOARD, Read, new_decoder, protocol
from drivers.readers.keyboard import SIGNS
from drivers.simulated.encoders import typed
from tests.tools.soak.report import Finding

TAG = "61008EB2F9"
CHUNK = 500
SOME_SIGNS = "0123456789ABCDEFabcdef.,:- "


def soak_keys(count: int, seed: int = 1) -> Finding:
    """Feed `count` events: any at all, those of a hand that types, and lines of a reader with one event wrong."""
    rng = Random(seed)
    known = protocol(KEYBOARD)
    rules = PresenceRules(
        known.repeats, known.frame_ms, 4, known.single, known.ghost_reads, known.duplicate_ms, known.checked
    )
    wire, presence = new_decoder(KEYBOARD), Presence(rules, lambda uid: uid == TAG)
    kinds = (_any, _typing, _damaged)
    fed = reads = at_us = 0
    false: list[str] = []
    begun = time.perf_counter()
    while fed < count:
        kind = kinds[fed // CHUNK % len(kinds)]
        events = list(kind(rng, at_us))
        fed, at_us = fed + len(events), max(at_us, *(event.at_us for event in events)) + rng.randrange(2_000_000)
        data = pack_events(events)
        cut = rng.randrange(len(data))
        found: list[Read] = [*wire.feed(data[:cut]), *wire.feed(data[cut:])]
        reads += len(found)
        for read in found:
            placed = [c.uid for c in presence.read(read, at_us // 1000) if isinstance(c, TagPlaced)]
            false += [uid for uid in placed if kind is not _damaged or uid != TAG]
    figures = {"events": fed, "reads": reads, "false tags": len(false), "events/s": round(fed / _since(begun))}
    return Finding("keys that no reader typed", figures, f"false tags: {', '.join(false[:5])}" if false else None)


def _since(begun: float) -> float:
    return time.perf_counter() - begun


def _any(rng: Random, at_us: int) -> Iterator[InputEvent]:
    """Keys go down and come up as they like; some events were lost."""
    for _ in range(CHUNK):
        at_us += rng.choice((0, 4_000, 30_000, 400_000))
        if rng.random() < 0.01:
            yield InputEvent(EV_SYN, SYN_DROPPED, 0, at_us)
        code = rng.choice((*SIGNS, *sorted(KEY_ENDS))) if rng.random() < 0.7 else rng.randrange(0x300)
        yield InputEvent(rng.choice((EV_KEY, EV_KEY, EV_KEY, EV_SYN, 4)), code, rng.choice((0, 1, 1, 2)), at_us)


def _typing(rng: Random, at_us: int) -> Iterator[InputEvent]:
    """Somebody writes lines, at any pace."""
    for _ in range(CHUNK // 40):
        text = "".join(rng.choices(SOME_SIGNS, k=rng.randrange(12)))
        events = typed(text, at_us, rng.choice((8_000, 60_000, 180_000, 600_000)))
        at_us = events[-1].at_us + 300_000
        yield from events


def _damaged(rng: Random, at_us: int) -> Iterator[InputEvent]:
    """A reader's line with one event lost, doubled, or of another key."""
    for _ in range(CHUNK // 40):
        events = typed(TAG, at_us)
        at_us = events[-1].at_us + rng.choice((5_000, 300_000))
        where = rng.randrange(len(events))
        match rng.randrange(4):
            case 0:
                del events[where]
            case 1:
                events.insert(where, events[where])
            case 2:
                events[where] = events[where]._replace(code=rng.randrange(0x100))
            case _:
                events.insert(where, InputEvent(EV_SYN, rng.choice((SYN_DROPPED, SYN_REPORT)), 0, events[where].at_us))
        yield from events
