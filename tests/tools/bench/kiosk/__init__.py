"""Rows of the kiosk: a bare Kivy window and ours, measured in one run, each in a process of its own.

Figures that are judged against a bare window name its value in their aim. Everything runs on the screen that is there,
offscreen without one.
"""

from __future__ import annotations

import compileall
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tests.tools.bench.engine.web_limits import FILES, MEMORY_MB, TASKS
from tests.tools.bench.kiosk.environment import environment
from tests.tools.bench.row import Figure, Row, percentile

LONGEST_S = 1_800
TAPS = 200
GAMES = {"wagon": "infernal_wagon", "tracker": "cerbere, tracker", "board": "cerbere, board"} | {
    "keeper": "hellrail, keeper",
    "map": "hellrail, map",
}
"""Modes of the probe that are a game, by the names of their figures."""


FIRST_TAPS = 10
PHONE_TAPS = 60
FINGERS_AN_ATTACK = 30
GAMES_AN_EVENING = 50


@lru_cache
def probe(mode: str, sound: bool = True, taps: int = TAPS) -> dict[str, Any]:
    """What one process of `tests.tools.bench.kiosk.probe` measured of itself; each mode is run once.

    :param taps: how many, in a mode that counts them.
    :raises RuntimeError: if it failed; its error output is in the message.
    """
    return _run(mode, sound, taps=taps)


@lru_cache
def second_evening(mode: str) -> dict[str, Any]:
    """As `probe`, with the textures that the first one has painted."""
    probe(mode)
    return _run(mode, painted=mode)


@lru_cache
def at_rest(mode: str, sound: bool = True, taps: int = TAPS) -> dict[str, Any]:
    """As `probe`, with all icons painted: else a game that is opened at once is watched while they are."""
    probe("painted", sound=False)
    return _run(mode, sound, painted="painted", taps=taps)


@lru_cache
def _textures() -> tempfile.TemporaryDirectory[str]:
    """What the probes painted, a folder for each mode."""
    return tempfile.TemporaryDirectory(prefix="companion-bench-textures-")


@lru_cache
def _compile() -> None:
    """As an installed release: its modules are compiled."""
    for package in ("companion", "drivers", "kiosk"):
        found = find_spec(package)
        assert found is not None and found.submodule_search_locations is not None
        for folder in found.submodule_search_locations:
            compileall.compile_dir(folder, quiet=2)


def _run(mode: str, sound: bool = True, painted: str = "", taps: int = TAPS) -> dict[str, Any]:
    """`painted`: the mode whose textures are there already."""
    _compile()
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as data:
        kept, textures = Path(_textures().name) / mode, Path(data) / "textures"
        if painted:
            shutil.copytree(Path(_textures().name) / painted, textures)
        begun = time.monotonic()
        done = subprocess.run(
            [sys.executable, "-m", "tests.tools.bench.kiosk.probe", mode, data, repr(begun), str(taps)],
            capture_output=True,
            text=True,
            timeout=LONGEST_S,
            check=False,
            env=environment(sound),
        )
        if textures.exists():
            shutil.copytree(textures, kept, dirs_exist_ok=True)
    if done.returncode != 0:
        raise RuntimeError(f"probe {mode}: {done.stderr[-800:]}")
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def start_and_size() -> Iterator[Figure]:
    """Cold start to a home screen that can be touched, and memory."""
    bare, home = probe("bare"), probe("home")
    yield Figure("kiosk: cold start, bare Kivy", bare["first_flip_ms"], "ms")
    yield Figure(
        "kiosk: cold start to home", home["first_flip_ms"], "ms", 1.2 * bare["first_flip_ms"], note="1.2 x bare"
    )
    again = second_evening("home")["first_flip_ms"]
    yield Figure(
        "kiosk: cold start to home, second evening", again, "ms", 1.2 * bare["first_flip_ms"], note="1.2 x bare"
    )
    yield Figure("kiosk: RSS, bare Kivy", bare["rss_mb"], "MB")
    yield Figure("kiosk: RSS, home", home["rss_mb"], "MB", bare["rss_mb"] + 40, note="bare + 40 MB")
    for mode, name in GAMES.items():
        yield Figure(f"kiosk: RSS, {name}", probe(mode)["rss_mb"], "MB", bare["rss_mb"] + 60, note="bare + 60 MB")


def evening() -> Iterator[Figure]:
    """Memory after random games of all three, every move drawn, above home."""
    found = _run("evening", taps=GAMES_AN_EVENING)
    home, *kept = found["rss_mb"]
    note = f"{GAMES_AN_EVENING} games, {found['moves']} moves"
    yield Figure("kiosk: RSS after an evening, above home", kept[-1] - home, "MB", 40, note=note)
    yield Figure("kiosk: RSS, most after the fifth game, above the fifth", max(kept[5:]) - kept[4], "MB", 20, note=note)


def idle() -> Iterator[Figure]:
    """CPU of the whole process, in percent of one core, while nobody touches anything."""
    bare = probe("bare")["idle_cpu"]
    yield Figure("kiosk: idle CPU, bare Kivy", bare, "%")
    yield Figure("kiosk: idle CPU, home", at_rest("home")["idle_cpu"], "%", 0.2, note="20 s after the last touch")
    for mode in ("tracker", "board", "keeper", "map"):
        yield Figure(f"kiosk: idle CPU, {GAMES[mode]}", at_rest(mode)["idle_cpu"], "%", 0.2, note="nobody plays a card")
    silent = at_rest("wagon", sound=False)["idle_cpu"]
    yield Figure("kiosk: CPU, game clock running, no sound", silent, "%", bare, note="below bare")
    yield Figure(
        "kiosk: CPU, game clock running, sound track", at_rest("wagon")["idle_cpu"], "%", 0.8 * bare,
        note="0.8 x bare; with the sound's process, dummy device",
    )  # fmt: skip


def taps() -> Iterator[Figure]:
    """From the moment the last serial byte was written, journal on, to the UI thread and to the flipped frame.

    The first taps are among them. A bare Kivy is told by a thread and has nothing else to do.
    """
    bare = probe("bare-taps")["frame"]
    yield Figure("kiosk: thread to frame flipped, bare Kivy, p50", percentile(bare, 0.5), "ms")
    yield Figure("kiosk: thread to frame flipped, bare Kivy, p99", percentile(bare, 0.99), "ms")
    for mode, name in GAMES.items():
        found = probe(f"{mode}-taps")
        for label, values, part, aim, of in (
            ("UI thread", found["view"], 0.5, None, ""),
            ("UI thread", found["view"], 0.99, 5.0, ""),
            ("frame flipped", found["frame"], 0.5, 0.7 * percentile(bare, 0.5), ", 0.7 x bare"),
            ("frame flipped", found["frame"], 0.99, percentile(bare, 0.99), ", 1.0 x bare"),
        ):
            yield Figure(
                f"{name}: serial byte to {label}, p{part * 100:g}", percentile(values, part), "ms", aim,
                note=f"{len(values)} taps{of}",
            )  # fmt: skip


def link() -> Iterator[Figure]:
    """A tap with the link to a hub switched on, beside the same without."""
    local, found = probe("tracker-taps")["frame"], probe("tracker-linked")["frame"]
    for part in (0.5, 0.99):
        yield Figure(
            f"Cerbère, linked: serial byte to frame flipped, p{part * 100:g}", percentile(found, part), "ms",
            1.1 * percentile(local, part), note=f"{len(found)} taps, 1.1 x without a link",
        )  # fmt: skip


def phones() -> Iterator[Figure]:
    """A phone's answer to the window's frame, a page beside the window, and what twenty pages cost."""
    local, found = probe("tracker-taps")["frame"], _run("tracker-phones", taps=PHONE_TAPS)
    for part in (0.5, 0.99):
        yield Figure(
            f"phone: answer to frame flipped, p{part * 100:g}", percentile(found["frame"], part), "ms",
            1.3 * percentile(local, part), note=f"{len(found['frame'])} answers, 1.3 x a local tap",
        )  # fmt: skip
    yield Figure("phone: another page after the window, p95", percentile(found["page"], 0.95), "ms", 150)
    yield Figure("phone: twenty pages at rest, above none", found["rest"] - found["rest_without"], "%", 3)
    yield Figure("phone: memory of twenty pages", found["memory"] - found["memory_without"], "MB", 40)


def attacked() -> Iterator[Figure]:
    """As `fingers`, with the phones switched on and their server attacked from this machine, which the attack loads."""
    found = _run("home-attacks", sound=False, taps=FINGERS_AN_ATTACK)
    for attack, measured in found.items():
        name, values, came = attack.replace("_", " "), measured["frame"], measured["came_ms"]
        for part, wanted in ((0.5, None), (0.99, 25.0)):
            yield Figure(
                f"finger to frame flipped, {name}, p{part * 100:g}", percentile(values, part), "ms",
                wanted, note=f"{len(values)} fingers",
            )  # fmt: skip
        yield Figure(f"phone with a seat is back, {name}, worst", max(came), "ms", 5000, note=f"{len(came)} times")
        yield Figure(f"pages' server, {name}: memory", measured["memory_mb"], "MB", MEMORY_MB)
    for what, limit in (("files", FILES), ("tasks", TASKS)):
        yield Figure(f"pages' server: {what}, most", max(one[what] for one in found.values()), "", limit)


def first_taps() -> Iterator[Figure]:
    """The slowest of the first taps after a game was opened, as multiples of the median; what was drawn meanwhile."""
    for mode, name in GAMES.items():
        for evening, found in ((1, probe(f"{mode}-taps")), (2, second_evening(f"{mode}-taps"))):
            slowest = max(found["frame"][:FIRST_TAPS]) / percentile(found["frame"], 0.5)
            label = f"{name}, evening {evening}"
            yield Figure(f"{label}: slowest of {FIRST_TAPS} first taps", slowest, "x", 2.0, note="x the median tap")
            yield Figure(f"{label}: textures painted while played", found["textures"], "", 0.0)
            yield Figure(f"{label}: letters new in face and size", found["letters"], "", 0.0)


def fingers() -> Iterator[Figure]:
    """From the moment a touchscreen's bytes are written to the flipped frame in which the touched key shows it."""
    values = probe("home-fingers", sound=False)["frame"]
    for part, wanted in ((0.5, None), (0.99, 25.0)):
        yield Figure(
            f"kiosk: finger to frame flipped, p{part * 100:g}", percentile(values, part), "ms", wanted,
            note=f"{len(values)} fingers",
        )  # fmt: skip


def onsets() -> Iterator[Figure]:
    """Cue onsets in what the card played, against the game clock."""
    from tests.tools.bench.kiosk.sound import onset_errors

    errors = [abs(error) for error in onset_errors()]
    yield Figure("sound: error of cue onsets, worst", max(errors), "ms", 15, note=f"{len(errors)} cues")


def sounding() -> Iterator[Figure]:
    """The real kiosk's sound while it is busy, on a card that is a file: eleven minutes."""
    from tests.tools.bench.kiosk.sound import HEARD_MS, SPOKEN_MS, cerbere_evening, phrases, taps, whole_game

    tapped, holes = taps()
    yield Figure("sound: tap to its sound, p95", percentile(tapped, 0.95), "ms", HEARD_MS, note=f"{len(tapped)} taps")
    yield Figure("sound: holes in the bed beside taps", holes, "", 0, note="busy core")
    said, holes = phrases()
    if said:
        late = percentile(said, 0.95)
        yield Figure("sound: words to their sound, p95", late, "ms", SPOKEN_MS, note=f"{len(said)} phrases")
        yield Figure("sound: holes in the bed beside words", holes, "", 0, note="busy core")
    for name, found in (("a whole 7:00", whole_game()), ("an evening of Cerbère", cerbere_evening())):
        yield Figure(f"sound: underruns in {name}", found.underruns, "", 0, note=f"{found.moves} moves, busy core")
        if found.bed_ms:
            late = percentile([abs(ms) for ms in found.bed_ms], 0.95)
            yield Figure("sound: bed against the clock, p95", late, "ms", 8, note=f"{len(found.bed_ms)} places")


ROWS = (
    Row("kiosk.start", start_and_size),
    Row("kiosk.evening", evening),
    Row("kiosk.idle", idle),
    Row("kiosk.taps", taps),
    Row("kiosk.first_taps", first_taps),
    Row("kiosk.fingers", fingers),
    Row("kiosk.link", link),
    Row("kiosk.phones", phones),
    Row("kiosk.attacked", attacked),
    Row("sound.onsets", onsets),
    Row("sound.holes", sounding),
)
