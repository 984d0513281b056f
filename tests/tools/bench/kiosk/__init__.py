"""Rows of the kiosk: a bare Kivy window and ours, measured in one run, each in a process of its own.

Figures that are judged against a bare window name its value in their aim. Everything runs on the screen that is there,
offscreen without one.
"""

from __future__ import annotations

import compileall
import shutil
import tempfile
from collections.abc import Iterator
from functools import lru_cache, partial
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import Any

from kiosk.measure import run
from kiosk.measure.figure import Measurement, percentile
from kiosk.measure.openings import OPENINGS
from tests.tools.bench.engine.web_limits import FILES, MEMORY_MB, TASKS
from tests.tools.bench.row import Row

TAPS = 200
GAMES = {mode: opening.name for mode, opening in OPENINGS.items() if mode != "clock"}
"""Modes of the probe in which cards are tapped, by the names of their figures."""
FIRST_TAPS = 10
PHONE_TAPS = 60
FINGERS_AN_ATTACK = 30
GAMES_AN_EVENING = 24


@lru_cache
def probe(mode: str, sound: bool = True, taps: int = TAPS) -> dict[str, Any]:
    """What one process of the probe measured of itself; each mode is run once.

    :param taps: how many, in a mode that counts them.
    :raises ChildProcessError: if it failed; its error output is in the message.
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
    probe("home")
    return _run(mode, sound, painted="home", taps=taps)


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
    silent = {} if sound else {"COMPANION_NO_SOUND": "1"}
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as data:
        kept, textures = Path(_textures().name), Path(data) / "textures"
        if painted:
            shutil.copytree(kept / painted, textures)
        found = run.probe(f"{__package__}.probe", mode, Path(data), taps, {**run.environment(), **silent})
        if textures.exists():
            shutil.copytree(textures, kept / mode, dirs_exist_ok=True)
    return found


def sizes() -> Iterator[Measurement]:
    """A second evening's start, and the memory of the games."""
    bare = probe("bare")
    again, aim = second_evening("home")["first_flipped_ms"], 1.2 * bare["first_flipped_ms"]
    yield Measurement("kiosk: cold start to home, second evening", again, "ms", aim, note="1.2 x bare")
    for mode, name in GAMES.items():
        rss = probe("clock" if mode == "wagon" else mode)["rss_mb"]
        yield Measurement(f"kiosk: RSS, {name}", rss, "MB", bare["rss_mb"] + 60, note="bare + 60 MB")


def evening() -> Iterator[Measurement]:
    """Memory after random games of all three, every move drawn, above home."""
    found = _run("evening", taps=GAMES_AN_EVENING)
    home, *kept = found["rss_mb"]
    note = f"{GAMES_AN_EVENING} games, {found['moves']} moves"
    yield Measurement("kiosk: RSS after an evening, above home", kept[-1] - home, "MB", 40, note=note)
    yield Measurement(
        "kiosk: RSS, most after the fifth game, above the fifth", max(kept[5:]) - kept[4], "MB", 20, note=note
    )


def idle() -> Iterator[Measurement]:
    """CPU of the whole process, in percent of one core, while nobody plays a card; without sound."""
    for mode in ("tracker", "board", "keeper", "map"):
        yield Measurement(
            f"kiosk: idle CPU, {GAMES[mode]}", at_rest(mode)["idle_cpu"], "%", 0.2, note="nobody plays a card"
        )
    silent, bare = at_rest("clock", sound=False)["idle_cpu"], probe("bare")["idle_cpu"]
    yield Measurement("kiosk: CPU, game clock running, no sound", silent, "%", bare, note="below bare")


def resting(mode: str) -> dict[str, Any]:
    """What is at rest has all its icons."""
    return probe(mode) if mode == "bare" else at_rest(mode)


def link() -> Iterator[Measurement]:
    """A tap with the link to a hub switched on, beside the same without."""
    local, found = probe("tracker-taps")["flipped"], probe("tracker-linked")["flipped"]
    for part in (0.5, 0.99):
        yield Measurement(
            f"Cerbère, linked: serial byte to frame flipped, p{part * 100:g}", percentile(found, part), "ms",
            1.1 * percentile(local, part), note=f"{len(found)} taps, 1.1 x without a link",
        )  # fmt: skip


def phones() -> Iterator[Measurement]:
    """A phone's answer to the window's frame, a page beside the window, and what twenty pages cost."""
    local, found = probe("tracker-taps")["flipped"], _run("tracker-phones", taps=PHONE_TAPS)
    for part in (0.5, 0.99):
        yield Measurement(
            f"phone: answer to frame flipped, p{part * 100:g}", percentile(found["flipped"], part), "ms",
            1.3 * percentile(local, part), note=f"{len(found['flipped'])} answers, 1.3 x a local tap",
        )  # fmt: skip
    yield Measurement("phone: another page after the window, p95", percentile(found["page"], 0.95), "ms", 150)
    yield Measurement("phone: twenty pages at rest, above none", found["rest"] - found["rest_without"], "%", 3)
    yield Measurement("phone: memory of twenty pages", found["memory"] - found["memory_without"], "MB", 40)


def attacked() -> Iterator[Measurement]:
    """As `fingers`, with the phones switched on and their server attacked from this machine, which the attack loads."""
    found = _run("home-attacks", sound=False, taps=FINGERS_AN_ATTACK)
    for attack, measured in found.items():
        name, values, came = attack.replace("_", " "), measured["flipped"], measured["came_ms"]
        for part, wanted in ((0.5, None), (0.99, 25.0)):
            yield Measurement(
                f"finger to frame flipped, {name}, p{part * 100:g}", percentile(values, part), "ms",
                wanted, note=f"{len(values)} fingers",
            )  # fmt: skip
        yield Measurement(f"phone with a seat is back, {name}, worst", max(came), "ms", 5000, note=f"{len(came)} times")
        yield Measurement(f"pages' server, {name}: memory", measured["memory_mb"], "MB", MEMORY_MB)
    for what, limit in (("files", FILES), ("tasks", TASKS)):
        yield Measurement(f"pages' server: {what}, most", max(one[what] for one in found.values()), "", limit)


def first_taps() -> Iterator[Measurement]:
    """The slowest of the first taps after a game was opened, as multiples of the median; what was drawn meanwhile."""
    for mode, name in GAMES.items():
        for evening, found in ((1, probe(f"{mode}-taps")), (2, second_evening(f"{mode}-taps"))):
            slowest = max(found["flipped"][:FIRST_TAPS]) / percentile(found["flipped"], 0.5)
            label = f"{name}, evening {evening}"
            yield Measurement(
                f"{label}: slowest of {FIRST_TAPS} first taps", slowest, "x", 2.0, note="x the median tap"
            )
            yield Measurement(f"{label}: textures painted while played", len(found["textures"]), "", 0.0)
            yield Measurement(f"{label}: letters new in face and size", len(found["letters"]), "", 0.0)


def fingers() -> Iterator[Measurement]:
    """From the moment a touchscreen's bytes are written to the flipped frame in which the touched key shows it."""
    values = probe("home-fingers", sound=False)["flipped"]
    for part, wanted in ((0.5, None), (0.99, 25.0)):
        yield Measurement(
            f"kiosk: finger to frame flipped, p{part * 100:g}", percentile(values, part), "ms", wanted,
            note=f"{len(values)} fingers",
        )  # fmt: skip


def onsets() -> Iterator[Measurement]:
    """Cue onsets in what the card played, against the game clock."""
    from tests.tools.bench.kiosk.sound import onset_errors

    errors = [abs(error) for error in onset_errors()]
    yield Measurement("sound: error of cue onsets, worst", max(errors), "ms", 15, note=f"{len(errors)} cues")


def sounding() -> Iterator[Measurement]:
    """The real kiosk's sound while it is busy, on a card that is a file: eleven minutes."""
    from tests.tools.bench.kiosk.sound import HEARD_MS, SPOKEN_MS, cerbere_evening, phrases, taps, whole_game

    tapped, holes = taps()
    yield Measurement(
        "sound: tap to its sound, p95", percentile(tapped, 0.95), "ms", HEARD_MS, note=f"{len(tapped)} taps"
    )
    yield Measurement("sound: holes in the bed beside taps", holes, "", 0, note="busy core")
    said, holes = phrases()
    if said:
        late = percentile(said, 0.95)
        yield Measurement("sound: words to their sound, p95", late, "ms", SPOKEN_MS, note=f"{len(said)} phrases")
        yield Measurement("sound: holes in the bed beside words", holes, "", 0, note="busy core")
    for name, found in (("a whole 7:00", whole_game()), ("an evening of Cerbère", cerbere_evening())):
        yield Measurement(f"sound: underruns in {name}", found.underruns, "", 0, note=f"{found.moves} moves, busy core")
        if found.bed_ms:
            late = percentile([abs(ms) for ms in found.bed_ms], 0.95)
            yield Measurement("sound: bed against the clock, p95", late, "ms", 8, note=f"{len(found.bed_ms)} places")


ROWS = (
    Row("kiosk.start", lambda: chain(run.start(probe), sizes())),
    Row("kiosk.evening", evening),
    Row("kiosk.idle", lambda: chain(run.idle(resting), idle())),
    Row("kiosk.taps", partial(run.taps, probe)),
    Row("kiosk.first_taps", first_taps),
    Row("kiosk.fingers", fingers),
    Row("kiosk.link", link),
    Row("kiosk.phones", phones),
    Row("kiosk.attacked", attacked),
    Row("sound.onsets", onsets),
    Row("sound.holes", sounding),
)
