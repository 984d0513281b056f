"""What is plugged in, pulled out, pressed, lit and heard."""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kiosk.sound import cache
from kiosk.sound.kit import RATE
from tests.kiosk.screens.cerbere_positions import SEATS, position
from tests.process.demo_box import TAGS, WINNING
from tests.process.hearing import CLEAR, Ear
from tests.process.lamp import MOODS
from tests.tools.pi.patience import until
from tests.tools.pi.play import A_MOMENT, GATE, fresh, phase
from tests.tools.pi.session import LAMP, PATIENCE_S, TABLE, NotProven, Session
from tests.tools.pi.steps import step
from tests.tools.pi.twin import SETTINGS

SOUND_TOML = "/etc/companion/sound.toml"
LOG = "/var/lib/companion/state/companion.log"
WAGON = {
    "game": "infernal_wagon",
    "seats": ["Ana", "Bo"],
    "options": {"box": "demo", "modules": ["silence"], "attribution": "none"},
}


def open_wagon(session: Session) -> None:
    """A game of Infernal Wagon with the invented deck, all ready; by the protocol."""
    session.ask(open=WAGON)
    session.ask(move={"type": "confirm"})


def lines(session: Session, text: str) -> int:
    """How many lines of the companion's log hold a text."""
    return int(session.machine.run(f"grep -c -- '{text}' {LOG}", check=False) or 0)


def on_track(slot: str) -> Any:
    """Whether a card lies at the end of the track."""
    return lambda view: bool(view["track"]) and view["track"][-1]["slot"] == slot


# --- plugged in later -------------------------------------------------------------------------------------------


@step("reader", "a USB reader is pulled out and put in again; one comes that was not there at the start", usual=True)
def reader(session: Session) -> str:
    session.want().unplug("reader1")
    fresh(session, "table", "late")
    open_wagon(session)
    session.push("start", lambda view: phase(view) == "open", "the start")
    first, second, third = WINNING[0], WINNING[2], WINNING[3]
    session.tap(TAGS[first], on_track(first), first)
    connected = "reader table: connected"
    before = lines(session, connected)
    session.machine.unplug("reader0")
    until(lambda: session.machine.true("! ls /dev/ttyUSB*"), "no port is left", PATIENCE_S)
    session.still("reader-1-lost")
    begun = time.monotonic()
    session.machine.plug_reader(0)
    until(lambda: lines(session, connected) > before, "the reader back", PATIENCE_S)
    seconds = time.monotonic() - begun
    session.tap(TAGS[WINNING[1]], lambda view: session.prompt["id"] == "matched", WINNING[1])
    session.push("a", lambda view: phase(view) == "open", "the answer that it fits")
    session.tap(TAGS[second], on_track(second), second)
    session.machine.plug_reader(1)
    until(lambda: lines(session, "reader late: connected"), "the reader that was not there", PATIENCE_S)
    session.tap(TAGS[third], on_track(third), third, reader=1)
    session.still("reader-2-back")
    return f"back {seconds:.0f} s after it was plugged in; DeviceAllow=char-ttyUSB lets a late one in"


@step("keys", "a USB reader that types is noticed, made a reader by the screen, read, pulled out and put in again")
def keys(session: Session) -> str:
    # By the host's clock: QEMU's keyboard keeps 16 events, which a guest by the clock of its instructions fetches late.
    machine = fresh(session, boot={"steady": False})

    def key(words: str) -> tuple[float, float] | None:
        """Where the key with these words is, px."""
        there = (one["at"] for one in session.ask(keys={})["keys"] if words in one["words"])
        return next(((float(x), float(y)) for x, y in there), None)

    def types(uid: str, done: Callable[[], object], what: str) -> None:
        """Type it again until it was heard, as people do."""

        def again() -> bool:
            machine.type_line(uid)
            time.sleep(A_MOMENT)
            return bool(done())

        until(again, what, PATIENCE_S, 0.1)

    def touches(words: str, done: Callable[[Any], object] | None = None) -> None:
        until(lambda: key(words), f"the key {words!r}", PATIENCE_S, 1.0)
        at = key(words)
        assert at is not None
        session.choose(*at, done, words)

    machine.plug("usb-kbd", id="keys1", serial="keys1", bus="usb.0", display="display")
    until(lambda: machine.true("ls /dev/input/by-path/*-kbd"), "the keyboard", PATIENCE_S)
    types("0009351929", lambda: key("A reader types here"), "the notice")
    session.still("keys-1-noticed")
    touches("A reader types here")
    touches("Make it a reader")
    types("0009351929", lambda: lines(session, "reader table: connected"), "the reader, after three taps")
    session.still("keys-2-reader")
    touches("Done")
    open_wagon(session)
    touches("Start", lambda view: phase(view) == "open")
    first, second = WINNING[0], WINNING[2]
    types(TAGS[first], lambda: on_track(first)(session.view), first)
    machine.unplug("keys1")
    until(lambda: lines(session, "reader table: .* was lost"), "the reader lost", PATIENCE_S)
    before = lines(session, "reader table: connected")
    machine.plug("usb-kbd", id="keys1", serial="keys1", bus="usb.0", display="display")
    until(lambda: lines(session, "reader table: connected") > before, "the reader back", PATIENCE_S)
    asked = lambda: session.prompt["id"] == "matched"  # noqa: E731 - it answers itself after a while: it fits
    types(TAGS[WINNING[1]], lambda: asked() or on_track(WINNING[1])(session.view), WINNING[1])
    until(lambda: not asked() and on_track(WINNING[1])(session.view), "its own answer", PATIENCE_S, 0.5)
    types(TAGS[second], lambda: on_track(second)(session.view), second)
    session.still("keys-3-back")
    return "noticed by its pace, confirmed by three taps, grabbed; lost, found and read again"


@step("touchscreen", "a touchscreen is pulled out, and another is plugged in while the kiosk runs", usual=True)
def touchscreen(session: Session) -> str:
    machine = fresh(session)
    machine.unplug("touchscreen")
    until(lambda: machine.true("! grep -q MultiTouch /proc/bus/input/devices"), "the touchscreen gone", PATIENCE_S)
    machine.plug("virtio-multitouch-pci", id="touchscreen2", bus="slot1")
    until(lambda: machine.true("grep -q MultiTouch /proc/bus/input/devices"), "another touchscreen", PATIENCE_S)
    begun = time.monotonic()
    session.choose(*GATE, lambda view: phase(view) == "setup", "the set-up")
    seconds = time.monotonic() - begun
    session.still("touchscreen-later")
    return f"the first finger on it was answered after {seconds:.1f} s"


@step("stick", "a USB stick with a FAT file system is mounted for the kiosk, written to, and pulled out")
def stick(session: Session) -> str:
    machine = session.want()
    image = session.out / "run/stick.img"
    subprocess.run(["truncate", "--size", "40M", str(image)], check=True)
    subprocess.run(["mkfs.vfat", "-n", "GAMES", str(image)], check=True, capture_output=True)
    machine.qmp(
        "blockdev-add", **{"node-name": "stick", "driver": "raw", "file": {"driver": "file", "filename": str(image)}}
    )
    begun = time.monotonic()
    machine.plug("usb-storage", id="stick", drive="stick", bus="usb.0")
    until(lambda: machine.true("mountpoint -q /media/companion-sda"), "the stick below /media", PATIENCE_S)
    seconds = time.monotonic() - begun
    pid = machine.run("systemctl show --property=MainPID --value companion.service")
    inside = f"nsenter --target {pid} --mount runuser -u companion --"
    until(lambda: machine.true(f"{inside} touch /media/companion-sda/box.toml"), "the kiosk may write to it", 30)
    assert not machine.true(f"{inside} touch /etc/companion/no /opt/companion/no"), "it may write elsewhere"
    machine.run("sync")
    machine.unplug("stick")
    until(lambda: not machine.true("test -e /media/companion-sda"), "the stick is gone from /media", PATIENCE_S)
    listed = subprocess.run(["mdir", "-b", "-i", str(image)], check=True, capture_output=True, text=True).stdout
    assert "box.toml" in listed.lower(), listed
    return f"mounted after {seconds:.0f} s, gone from /media when it was pulled out"


# --- pins -------------------------------------------------------------------------------------------------------


def die(view: Any) -> int:
    """Where the die of Cerbère's track stands."""
    return int(view["rage"]["die"])


@step("pins", "presses, a long press, a bouncing contact and an encoder, through lgpio on a real gpiochip")
def pins(session: Session) -> str:
    a, b, button = LAMP
    machine = fresh(session)
    panel = TABLE[: TABLE.index("[[lamps]]")] + f"rage_up = {button}\n"
    session.restart(f'{panel}[[encoders]]\nname = "rage"\na = {a}\nb = {b}\n', SETTINGS, state=False)
    for line in LAMP:  # they were outputs of the lamp; only as inputs they take a level from outside
        machine.line(line, True)
    time.sleep(A_MOMENT)
    seats = [{"name": player.name, "colour": player.colour} for player in SEATS[:5]]
    session.ask(open={"game": "cerbere", "seats": seats, "position": position(5), "seed": 1})
    at = die(session.view)

    def moved(steps: int, what: str) -> None:
        nonlocal at
        at += steps
        session.sees(lambda view: die(view) == at, what)
        time.sleep(1)
        assert die(session.view) == at, f"{what}: the die stands at {die(session.view)}, not at {at}"

    session.press(button)
    moved(1, "a press")
    session.press(button, 3)
    moved(1, "a press of three seconds")
    for _ in range(6):  # a bad contact, going down and coming up
        machine.line(button, False)
        machine.line(button, True)
    machine.line(button, False)
    time.sleep(0.3)
    for _ in range(6):
        machine.line(button, True)
        machine.line(button, False)
    machine.line(button, True)
    moved(1, "a press that bounces")
    for _ in range(2):
        _turn(session, a, b)
    moved(2, "two steps of the encoder to the right")
    _turn(session, b, a)
    moved(-1, "one step to the left")
    return "a press 1, held 3 s 1, bouncing 1, two steps right 2, one left -1"


def _turn(session: Session, first: int, second: int) -> None:
    """One step of an encoder: its contacts close and open, the first before the second."""
    for line, high in ((first, False), (second, False), (first, True), (second, True)):
        session.machine.line(line, high)
        time.sleep(0.1)


@step("lamps", "the levels of the lamp's pins are read back: their duty follows the glow")
def lamps(session: Session) -> str:
    for line in LAMP:
        session.machine.line(line, False)
    fresh(session, "table")
    told = [f"idle {_glow(session, 'idle')}"]
    open_wagon(session)
    told.append(f"setup {_glow(session, 'setup')}")
    session.push("start", lambda view: phase(view) == "open", "the start")
    time.sleep(3)
    told.append(f"loop_1 {_glow(session, 'loop_1')}")
    session.push("start", lambda view: phase(view) == "held", "the hold")
    time.sleep(3)
    told.append(f"held {_glow(session, 'held')}")
    return "duty of red, green, blue: " + "; ".join(told)


def _glow(session: Session, mood: str) -> str:
    """Measure the duty of each pin, and hold its proportions against those of a mood of config/lamps.toml."""
    colour = MOODS[mood]["colour"]
    wanted = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)], float)
    alike, duty = 0.0, np.zeros(3)
    for _ in range(5):  # a cue of the moment may be shown instead
        duty = _duty(session, 4.0)
        norm = float(np.linalg.norm(duty) * np.linalg.norm(wanted))
        alike = float(duty @ wanted) / norm if norm else 0.0
        if alike > 0.95:
            break
    shown = "/".join(f"{share:.0%}" for share in duty)
    assert alike > 0.95, f"{mood}: {shown}, wanted the proportions of {colour}"
    return shown


def _duty(session: Session, seconds: float) -> NDArray[np.float64]:
    """The share of the time that each pin of the lamp is high."""
    high, count = np.zeros(3), 0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        levels = session.machine.levels()
        high += [levels >> line & 1 for line in LAMP]
        count += 1
    return high / count


# --- sound ------------------------------------------------------------------------------------------------------


UNHURRIED = """\
block = 2048
ahead = 24
lead = 2
rest_after_s = 0.0
"""
"""A sound.toml for an emulated processor: it cannot hand over 256 samples 190 times a second."""


@step("sound", "what leaves the sound card is written to a WAV, and a cue is found in it")
def sound(session: Session) -> str:
    machine = session.want()
    whole = machine.read(SOUND_TOML)
    machine.write(SOUND_TOML, UNHURRIED)
    try:
        return _heard(session)
    finally:
        machine.write(SOUND_TOML, whole)


def _heard(session: Session) -> str:
    machine = fresh(session, "table")
    open_wagon(session)
    until(lambda: lines(session, "sound through alsa"), "the companion plays", PATIENCE_S, 2.0)
    time.sleep(5)
    since = _samples(machine.wav)
    session.push("start", lambda view: phase(view) == "open", "the start")
    time.sleep(15)
    sounds = session.out / "run/sound"
    cache.load_or_render(sounds)  # the same as there
    card = session.out / "run/card.raw"
    _as_floats(machine.wav, card)
    shutil.copy(machine.wav, session.out / "sound.wav")
    ear = Ear(card, sounds)
    heard = ear.samples(since)
    loud = float(np.sqrt(np.mean(heard**2))) if len(heard) else 0.0
    assert loud > 1e-3, f"silence: {loud:.5f} over {len(heard) / RATE:.1f} s"
    _, sure = ear.place("A0_whistle", since)
    note = (
        f"{len(heard) / RATE:.1f} s after the press, RMS {loud:.3f}, {_gaps(heard)} gaps,"
        f" the whistle with a correlation of {sure:.2f}"
    )
    if sure < CLEAR:
        raise NotProven(f"{note}: there is sound, but an emulated processor is too slow to play it without gaps")
    return note


def _gaps(heard: NDArray[np.float64]) -> int:
    """How often nothing at all came for a millisecond or more."""
    silent = np.concatenate([[False], heard == 0, [False]])
    edges = np.flatnonzero(np.diff(silent.astype(np.int8)))
    return int(np.sum(edges[1::2] - edges[::2] >= RATE // 1000))


def _samples(wav: Path) -> int:
    """How many samples of each channel a WAV file has that is still being written."""
    return (wav.stat().st_size - 44) // 4


def _as_floats(wav: Path, target: Path) -> None:
    """The samples of QEMU's 16-bit stereo file as SDL's disk driver writes them."""
    data = np.frombuffer(wav.read_bytes()[44:], "<i2")
    (data[: len(data) // 2 * 2 : 2].astype("<f4") / 32768).tofile(target)
