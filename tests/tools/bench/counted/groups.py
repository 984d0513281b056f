"""What is measured in the guest, group by group, and the figures that are made of it on the host.

A group is one process, or a few, that measure themselves; a figure is one line of the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from kiosk.measure.figure import percentile
from kiosk.measure.run import MOMENTS

PLAYED = ("wagon", "tracker", "board", "keeper", "map")
"""Modes of the kiosk's probe in which cards are tapped."""
EVENINGS = {"first evening": "", "second evening": " again"}
"""Without what the first evening paints, and with it: what follows the mode in the name of a group."""
RANDOM = ("Infernal Wagon", "Cerbère, board", "HellRail, keeper", "HellRail, map")
BARE, BARE_TAPS, HOME, CLOCK, FINGERS = "bare", "bare-taps", "home again", "clock again", "home-fingers again"
PLAY, HUB = "random play", "hub"
DRAWN = " drawn"
"""Ends the name of a group in which Mesa fills the pixels, too, as no Pi's processor does."""
COSTS = " costs"
"""Ends the name of a group that is sampled: where the time of its taps goes on the UI thread."""
MOST_DRAWN = 8
"""Taps or fingers of such a group: a frame of the whole window takes 200 million instructions. Nothing moves there."""
FLIPPED = {BARE_TAPS: "bare Kivy: thread", "home-fingers": "finger"} | {
    f"{mode}-taps": f"{mode}: byte" for mode in PLAYED
}
"""Modes that are measured so, and what their figures begin with."""
WAYS = {"view": "UI thread", "issued": MOMENTS["issued"]}
FIRST_TAPS = 10
Found = Mapping[str, dict[str, Any]]


def middle(values: Sequence[float]) -> float:
    """Return the mean of the middle half: four cards in turns take four different times, and the one tap in the middle
    would be now that of one card, now that of another."""
    side = len(values) // 4
    inner = sorted(values)[side : len(values) - side]
    return sum(inner) / len(inner)


PARTS: dict[str, Callable[[Sequence[float]], float]] = {
    "median": middle,
    "99th": lambda values: percentile(values, 0.99),
}


class Figure(NamedTuple):
    """`value` is in ms of the guest, which are millions of instructions; `anchor`: the figure that it stands beside."""

    name: str
    value: float
    anchor: str = ""


def taps_of(mode: str, evening: str) -> str:
    """The group of taps in a mode."""
    return f"{mode}-taps{EVENINGS[evening]}"


def groups() -> list[str]:
    """The names of all, in the order in which they are measured."""
    taps = [taps_of(mode, evening) for evening in EVENINGS for mode in PLAYED]
    return [BARE, BARE_TAPS, HOME, CLOCK, FINGERS, *taps, PLAY, HUB, *(mode + DRAWN for mode in FLIPPED)]


def figures(found: Found) -> Iterator[Figure]:
    """The lines of the table, as far as their groups were measured."""
    if BARE in found:
        yield Figure("bare Kivy: cold start to frame flipped", found[BARE]["first_flipped_ms"])
        yield Figure("bare Kivy: a minute at rest", _rest(found[BARE]))
    if HOME in found:
        start = found[HOME]["first_flipped_ms"]
        yield Figure("home: cold start to frame flipped", start, "bare Kivy: cold start to frame flipped")
        yield Figure("home: a frame of the fire", found[HOME]["fire_ms"])
    for group, name in ((HOME, "home: a minute at rest"), (CLOCK, "Infernal Wagon: a minute of its clock")):
        if group in found:
            yield Figure(name, _rest(found[group]), "bare Kivy: a minute at rest")
    if BARE_TAPS in found:
        yield from _ways("bare Kivy: thread to", found[BARE_TAPS], "")
    if FINGERS in found:
        yield from _ways("finger to", found[FINGERS], "bare Kivy: thread to")
    for mode, name in FLIPPED.items():
        if mode + DRAWN in found:
            anchor = "" if mode == BARE_TAPS else "bare Kivy: thread to frame flipped, median"
            yield Figure(f"{name} to frame flipped, median", middle(found[mode + DRAWN]["flipped"]), anchor)
    for evening in EVENINGS:
        for mode in PLAYED:
            taps = found.get(taps_of(mode, evening))
            if taps is not None:
                yield from _taps(f"{mode}, {evening}", taps)
    yield from _play(found.get(PLAY, {}))
    if HUB in found:
        yield Figure("hub: an act", found[HUB]["act_ms"], "python-chess: a move")


def _rest(found: dict[str, float]) -> float:
    """Milliseconds of processor time in a minute."""
    return found["idle_cpu"] / 100 * 60e3


def _taps(name: str, taps: dict[str, Any]) -> Iterator[Figure]:
    yield from _ways(f"{name}: byte to", taps, "bare Kivy: thread to")
    slowest = max(taps["issued"][:FIRST_TAPS])
    anchor = "bare Kivy: thread to commands issued, median"
    yield Figure(f"{name}: slowest of {FIRST_TAPS} first taps to commands issued", slowest, anchor)


def _ways(name: str, found: dict[str, Sequence[float]], anchor: str) -> Iterator[Figure]:
    for key, label in WAYS.items():
        for part, of in PARTS.items() if key in found else ():
            where = f"{anchor} {label}, {part}" if anchor else ""
            yield Figure(f"{name} {label}, {part}", of(found[key]), where)


def _play(found: dict[str, float]) -> Iterator[Figure]:
    chess = "python-chess: a move"
    if found:
        yield Figure(chess, found[chess])
    for name in RANDOM:
        if name in found:
            yield Figure(f"{name}: a random move", found[name], chess)
