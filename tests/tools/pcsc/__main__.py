"""`make prove-pcsc`: PC/SC readers with Debian's pcscd and its virtual reader (vsmartcard-vpcd), as root.

A pcscd of our own is started (there must be none), cards of our own come and go through the virtual reader's sockets,
and the companion reads them by its usual door. No real reader is here.
"""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median

from companion.engine.clock import RealClock
from companion.engine.signals import ReaderState, Signal, Tag
from drivers.config import load_table
from drivers.light_table import load_lights
from drivers.table import Hardware
from tests.process.machine import Kiosk
from tests.process.readers import Slot
from tests.process.whole_games import GAMES, by_chance, settle, wagon
from tests.tools.pcsc.card import SLOTS, Card

ROOT = Path(__file__).resolve().parents[3]
TAPS, REPLUGS, IDLE_S = 100, 30, 60.0
PATIENCE_S = 15.0
MOST_IDLE = 0.1
"""% of a core."""
NAMES = ("draw", "play")
ABSENT = "ACS ACR122U PICC Interface 00 00"


class Broken(Exception):
    """What did not hold."""


@contextmanager
def pcscd(config: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Debian's daemon with these readers, until the end; cards can be laid on them at once."""
    Path("/run/pcscd").mkdir(exist_ok=True)
    process = subprocess.Popen(["pcscd", "--foreground", "--config", str(config)], stderr=subprocess.DEVNULL)
    try:
        end = time.monotonic() + PATIENCE_S
        while not Path("/run/pcscd/pcscd.comm").exists():
            if time.monotonic() > end or process.poll() is not None:
                raise Broken("pcscd does not start")
            time.sleep(0.05)
        yield process
    finally:
        process.kill()
        process.wait()
        for name in ("pcscd.comm", "pcscd.pid"):
            Path("/run/pcscd", name).unlink(missing_ok=True)


def cpu_s(pid: int) -> float:
    """Seconds of a processor that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Table:
    """The drivers of a table with a reader for each slot."""

    def __init__(self, folder: Path, *ports: str) -> None:
        rows = "".join(
            f'[[readers]]\nname = "{name}"\nport = "{port}"\nprotocol = "pcsc"\nzone = "{name}"\n'
            for name, port in zip(NAMES, ports, strict=False)
        )
        (folder / "table.toml").write_text(rows)
        self.inbox: queue.Queue[Signal] = queue.Queue()
        lights = load_lights(ROOT / "config/lamps.toml")
        self.hardware = Hardware(
            load_table(folder / "table.toml"), lights, self.inbox.put, RealClock(), lambda uid: uid.startswith("04")
        )

    def __enter__(self) -> Table:
        self.hardware.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.hardware.stop()

    def next(self, wanted: Callable[[Signal], bool], what: str) -> Signal:
        """The next signal, which must be so."""
        try:
            signal = self.inbox.get(timeout=PATIENCE_S)
        except queue.Empty:
            raise Broken(f"{what}: nothing came") from None
        if not wanted(signal):
            raise Broken(f"{what}: {signal}")
        return signal

    def states(self, connected: bool, count: int, what: str) -> None:
        for _ in range(count):
            self.next(lambda one: isinstance(one, ReaderState) and one.connected is connected, what)

    def tag(self, reader: str, uid: str, present: bool) -> None:
        self.next(
            lambda one: isinstance(one, Tag) and (one.reader, one.uid, one.present) == (reader, uid, present),
            f"{uid} {'on' if present else 'off'} {reader}",
        )

    def nothing(self, what: str) -> None:
        if not self.inbox.empty():
            raise Broken(f"{what}: {self.inbox.get()}")


def taps(folder: Path, config: Path) -> str:
    """Cards of 4, 7 and 10 bytes on both slots, enrolled and not: each once, none lost."""
    came, went = [], []
    with pcscd(config), Table(folder, *SLOTS) as table:
        table.states(True, 2, "both readers")
        for n in range(TAPS):
            slot = n % 2
            uid = f"{('04', '08')[n % 3 == 0]}{n:0{(6, 12, 18)[n % 3]}X}"
            begun = time.monotonic()
            card = Card(uid, 0x8C7B + slot)
            table.tag(NAMES[slot], uid, True)
            came.append(time.monotonic() - begun)
            begun = time.monotonic()
            card.lift()
            table.tag(NAMES[slot], uid, False)
            went.append(time.monotonic() - begun)
        silent = Card("")
        time.sleep(2)
        silent.lift()
        table.nothing("a card without a number")
    return (
        f"{TAPS} cards on two slots, none lost; told {1000 * median(came):.0f} ms after they came "
        f"({1000 * max(came):.0f} at most), {1000 * median(went):.0f} after they went ({1000 * max(went):.0f})"
    )


def replugs(folder: Path, config: Path) -> str:
    """The reader goes and comes with its daemon (the virtual one cannot be pulled out of one that runs); a card lies
    there then, or another one, or none."""
    uid = "04A1B2C3D4E5F6"
    with Table(folder, SLOTS[0]) as table:
        table.states(False, 1, "no pcscd yet")
        lying = ""
        for n in range(REPLUGS):
            with pcscd(config):
                table.states(True, 1, f"replug {n}: back")
                wanted = ("", uid, f"04{n:012X}")[n % 3]
                card = Card(wanted) if wanted else None
                if lying and lying != wanted:
                    table.tag("draw", lying, False)
                if wanted and lying != wanted:
                    table.tag("draw", wanted, True)
                lying = wanted
                time.sleep(0.5)
                table.nothing(f"replug {n}")
            if card is not None:
                card.lift()
            table.states(False, 1, f"replug {n}: lost")
    return f"{REPLUGS} times lost and found, no card lost and none false"


def idle(folder: Path, config: Path) -> str:
    """What two readers cost while nothing happens, and one that is not there."""
    told = []

    def measured(what: str, daemon: int | None) -> None:
        ours, theirs, begun = time.process_time(), cpu_s(daemon) if daemon else 0.0, time.monotonic()
        time.sleep(IDLE_S)
        seconds = time.monotonic() - begun
        share = 100 * (time.process_time() - ours) / seconds
        of_pcscd = 100 * (cpu_s(daemon) - theirs) / seconds if daemon else 0.0
        told.append(f"{what} {share:.3f} % (pcscd {of_pcscd:.3f} %)")
        if share > MOST_IDLE or of_pcscd > MOST_IDLE:
            raise Broken(told[-1])

    with pcscd(config) as daemon, Table(folder, *SLOTS) as table:
        table.states(True, 2, "both readers")
        measured("two readers", daemon.pid)
    with pcscd(config) as daemon, Table(folder, ABSENT) as table:
        table.states(False, 1, "no reader")
        measured("a reader that is not there", daemon.pid)
    with Table(folder, ABSENT) as table:
        table.states(False, 1, "no pcscd")
        measured("no pcscd", None)
    return "of a core while idle: " + ", ".join(told)


def game(folder: Path, config: Path) -> str:
    """A whole game of each of the three in the real kiosk."""
    reader = Slot(0)
    told = []
    with pcscd(config):
        for name in ("infernal_wagon", *GAMES):
            begun = time.monotonic()
            settle(folder / name, reader)
            with Kiosk(folder / name, env={"SDL_AUDIODRIVER": "dummy", "COMPANION_NO_SOUND": "1"}) as kiosk:
                cards = wagon(kiosk, reader) if name not in GAMES else by_chance(kiosk, reader, name, Random(5))
            told.append(f"{name} {cards} cards in {time.monotonic() - begun:.0f} s")
    return "over: " + ", ".join(told)


def doctor(folder: Path, config: Path) -> str:
    """What the command says without a pcscd, and with one, of a reader that is there and of one that is not."""
    settings = folder / "config"
    settings.mkdir()

    def says(port: str) -> str:
        row = f'[[readers]]\nname = "cards"\nport = "{port}"\nprotocol = "pcsc"\n'
        (settings / "table.toml").write_text(row)
        words = ["-m", "companion", "doctor", "--config", settings, "--data", folder / "data", "--lang", "en"]
        done = subprocess.run([sys.executable, *map(str, words)], cwd=ROOT, capture_output=True, text=True, check=False)
        return " ".join(done.stdout.split())

    if "pcscd does not run" not in (told := says(SLOTS[0])):
        raise Broken(told)
    with pcscd(config):
        if f"pcscd has no reader “{ABSENT}”" not in (told := says(ABSENT)):
            raise Broken(told)
        card = Card("04A1B2C3D4E5F6")
        time.sleep(1)
        if "04A1B2C3D4E5F6" not in (told := says(SLOTS[0])):
            raise Broken(told)
        card.lift()
        words = ["-m", "companion", "readers", "--write", "--config", str(settings), "--wait", "20", "--lang", "en"]
        (settings / "table.toml").unlink()
        card = Card("04A1B2C3D4E5F6")
        done = subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, text=True, check=False)
        card.lift()
        if load_table(settings / "table.toml").readers[0].port != SLOTS[0]:
            raise Broken(done.stdout + done.stderr)
    return "the doctor names what is missing; companion readers --write finds the reader by a card"


def main() -> int:
    if os.geteuid() or Path("/run/pcscd/pcscd.comm").exists():
        print("this needs root, and no pcscd that runs: sudo make prove-pcsc", file=sys.stderr)
        return 2
    wanted = sys.argv[1:]
    failed = 0
    for step in (taps, replugs, doctor, idle, game):
        if wanted and step.__name__ not in wanted:
            continue
        with tempfile.TemporaryDirectory(prefix="companion-pcsc-") as name:
            config = Path(name) / "reader.conf"
            config.write_text(Path("/etc/reader.conf.d/vpcd").read_text())
            try:
                print(f"passed  {step.__name__}: {step(Path(name), config)}", flush=True)
            except (Broken, AssertionError, OSError) as fault:
                failed += 1
                print(f"FAILED  {step.__name__}: {fault}", flush=True)
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
