"""The watchdog, backup and restore, updates, and the read-only root."""

from __future__ import annotations

import json
import shlex
import subprocess
import time
from pathlib import Path
from typing import Any

from tests.pi import roots
from tests.pi.agent import CONTROL
from tests.pi.devices import on_track, open_wagon
from tests.pi.initramfs import behind, cpio, order
from tests.pi.patience import until
from tests.pi.play import fresh, phase
from tests.pi.session import PATIENCE_S, Session
from tests.pi.steps import step
from tests.process.demo_box import TAGS, WINNING

RUN_TIME_FOLDER = "/run/companion"
ENTRIES = (
    "import sqlite3; db = sqlite3.connect('file:/var/lib/companion/state/journal.db?mode=ro', uri=True);"
    " print(db.execute('pragma integrity_check').fetchone()[0],"
    " db.execute('select count(*) from game').fetchone()[0], db.execute('select count(*) from entry').fetchone()[0])"
)


def journal(session: Session) -> tuple[str, int, int]:
    """What SQLite says of the journal, and how many games and entries it has."""
    word, games, entries = session.machine.run(f'python3 -c "{ENTRIES}"').split()
    return word, int(games), int(entries)


def process(session: Session) -> str:
    return session.machine.run("systemctl show --property=MainPID --value companion.service")


def begin(session: Session, cards: int) -> Any:
    """A game of Infernal Wagon with some cards on its track; its public view."""
    fresh(session, "table")
    return lay(session, cards)


def lay(session: Session, cards: int) -> Any:
    """Open a game and lay its first cards; its public view."""
    open_wagon(session)
    session.push("start", lambda view: phase(view) == "open", "the start")
    for slot in WINNING[:cards]:
        session.tap(TAGS[slot], on_track(slot), slot)
        if session.question == "matched":
            session.push("a", lambda view: phase(view) == "open", "the answer that it fits")
    return session.view


def taken_up(session: Session, before: Any, what: str) -> None:
    """The companion is there again: the last game can be taken up, held, with all of its cards."""
    session.ask(resume={})
    view = session.view
    assert phase(view) == "held", f"{what}: the game is {phase(view)}"
    assert (view["track"], view["pile"], view["hands"]) == (before["track"], before["pile"], before["hands"]), what


def hang(fifo: str) -> str:
    """A shell command that asks the companion for a picture in a FIFO that nobody reads.

    The loop of the window hangs in its open(). The command ends at once, what it has started waits for the answer.
    """
    request = json.dumps(json.dumps({"picture": fifo}) + "\n")
    script = f"""\
import socket
line = socket.socket(socket.AF_UNIX)
line.connect({CONTROL!r})
line.sendall({request}.encode())
line.recv(1)
"""
    return f"setsid python3 -c {shlex.quote(script)} </dev/null &>/dev/null &"


@step("watchdog", "frozen (the window, then the whole process) it is ended by systemd and comes back with the game")
def watchdog(session: Session) -> str:
    machine = session.machine
    before = begin(session, 4)
    period = machine.run("systemctl show --property=WatchdogUSec --value companion.service")
    told = []
    fifo = f"{RUN_TIME_FOLDER}/frozen"
    for what, freeze in (
        ("window", f"runuser -u companion -- mkfifo {fifo}; {hang(fifo)}"),
        ("process", "systemctl kill --kill-whom=main --signal=STOP companion.service"),
    ):
        pid, begun = process(session), time.monotonic()
        machine.run(freeze)
        until(lambda: process(session) not in (pid, "0"), f"the end of the frozen {what}", 400, 2.0)  # noqa: B023
        told.append(f"{what} {time.monotonic() - begun:.0f} s")
        session.wait_for_kiosk()
        until(session.answers, "the control channel", PATIENCE_S, 1.0)
        taken_up(session, before, what)
        session.push("start", lambda view: phase(view) == "open", "it goes on")
    session.still("watchdog-back")
    return f"WatchdogSec {period}: ended and back after " + ", ".join(told)


@step("backup", "backup while it runs, restore into an empty state folder, on aarch64")
def backup(session: Session) -> str:
    machine = session.machine
    before = begin(session, 3)
    machine.run("companion backup -o /root/table.tar.gz", 300)
    assert not machine.true("companion restore /root/table.tar.gz", 300), "restored under a running kiosk"
    machine.run("systemctl stop companion.service; rm -r /var/lib/companion/state", 300)
    machine.run("companion restore /root/table.tar.gz", 300)
    machine.run("systemctl start companion.service", 1200)
    until(session.answers, "the control channel", PATIENCE_S, 1.0)
    taken_up(session, before, "the restored game")
    return (
        f"{machine.run('stat -c %s /root/table.tar.gz')} bytes; the game is back with its {len(before['track'])} cards"
    )


SOURCE = "/root/companion"
BREAK_CHECK = "raise RuntimeError('broken on purpose')\n"
BREAK_START = """

def run(options: KioskOptions) -> int:  # broken on purpose
    import sqlite3

    with sqlite3.connect(options.data / "journal.db") as db:
        db.execute("PRAGMA user_version = 99")
    raise RuntimeError("broken on purpose")
"""


def _install(session: Session, what: str, file: str, more: str) -> tuple[int, str]:
    """Change a file of the source tree, and update to it, without a network: the status, and the last words."""
    machine = session.machine
    path = f"{SOURCE}/{file}"
    machine.write(path, machine.read(path) + more.encode())
    said = machine.run(f"cd {SOURCE}; COMPANION_CHECK_S=600 systemd/install.sh; echo status $?", 3000)
    (session.out / f"update-{what}.txt").write_text(said + "\n", encoding="utf-8")
    *words, status = said.splitlines()
    return int(status.split()[1]), " ".join(words[-3:])


@step("update", "on aarch64: an update that is made, one that fails its check, one that does not start: it falls back")
def update(session: Session) -> str:
    """The new versions ask for the same packages: they are made without a network."""
    machine = session.machine
    before = begin(session, 3)
    current = lambda: machine.run("readlink /opt/companion/current")  # noqa: E731
    first = int(current().rsplit("/", 1)[-1])
    told = []
    for what, file, more, number in (
        ("made", "kiosk/theme.py", "# newer\n", first + 1),
        ("refused", "companion/headless.py", BREAK_CHECK, first + 1),
        ("fell back", "kiosk/app.py", BREAK_START, first + 1),
    ):
        old, begun = process(session), time.monotonic()
        whole = machine.read(f"{SOURCE}/{file}")
        status, words = _install(session, what.replace(" ", "-"), file, more)
        told.append(f"{what} {time.monotonic() - begun:.0f} s")
        assert (status == 0) == (what == "made"), f"{what}: status {status}: {words}"
        assert current() == f"releases/{number}", f"{what}: {current()} runs: {words}"
        assert not machine.true(f"test -e /opt/companion/releases/{number + 1}"), f"{what}: the new version stays"
        assert (process(session) == old) == (what == "refused"), f"{what}: the process is the wrong one"
        session.wait_for_kiosk()
        until(session.answers, "the control channel", PATIENCE_S, 1.0)
        if what != "refused":
            taken_up(session, before, what)
        if what != "made":
            machine.write(f"{SOURCE}/{file}", whole)
    session.still("update-back")
    return "without a network: " + ", ".join(told) + "; the game is there each time"


# --- the read-only root of docs/install.md --------------------------------------------------------------------------

OVERLAY = "overlayroot=tmpfs:recurse=0"
FSTAB = "LABEL=companion  /var/lib/companion  ext4  defaults,noatime  0  2"
"""As docs/install.md says both."""
GAMES_MB = 200


def overlay_initrd(session: Session, folder: Path) -> Path:
    """The machine's initramfs with Debian's `overlayroot` in it, as installing that package makes one."""

    def extract(target: Path) -> None:
        log = folder / "pi-overlayroot.log"
        roots.debootstrap(target, "arm64", "extract", ["overlayroot", "busybox-static"], log)

    found = roots.keep(folder, f"pi-overlayroot-{roots.SUITE}", extract)
    (busybox,) = (path for path in (found / "usr/bin/busybox", found / "bin/busybox") if path.is_file())
    script = (found / "usr/share/initramfs-tools/scripts/init-bottom/overlayroot").read_bytes()
    at = "scripts/init-bottom"
    archive = cpio(
        {
            "usr/bin/busybox": (0o100755, busybox.read_bytes()),
            **{f"usr/bin/{name}": (0o120777, b"busybox") for name in ("grep", "sed")},
            f"{at}/overlayroot": (0o100755, script),
            **order(at, "overlayroot", "udev"),
        }
    )
    target = session.image.with_name("overlay-initrd")
    target.write_bytes(behind(session.disk.initrd.read_bytes(), archive))
    return target


@step("overlay", "the read-only root of docs/install.md: what is written is gone, the games on their own disk stay")
def overlay(session: Session) -> str:
    games = session.image.with_name("games.img")
    games.parent.mkdir(parents=True, exist_ok=True)
    games.unlink(missing_ok=True)
    subprocess.run(["truncate", "--size", f"{GAMES_MB}M", games], check=True)
    more = ("-drive", f"if=none,id=games,file={games},format=raw", "-device", "virtio-blk-pci,drive=games,bus=slot1")
    initrd = overlay_initrd(session, session.disk.image.parent.parent)
    machine = session.power_on(more=more)
    session.wait_for_kiosk()
    before = begin(session, 3)
    backup = "/root/t.tar.gz"
    machine.run(f"mkfs.ext4 -q -L companion /dev/vdb; echo '{FSTAB}' >>/etc/fstab", 300)
    machine.run(f"systemctl stop companion.service; companion backup -o {backup}", 300)
    machine.run("mount /var/lib/companion && chown companion: /var/lib/companion", 60)
    machine.run(f"companion restore {backup} && systemctl start companion.service", 1200)
    until(session.answers, "the control channel", PATIENCE_S, 1.0)
    taken_up(session, before, "on a disk of its own")
    told = []
    for number in (1, 2):
        machine = session.reboot(more=more, initrd=initrd, root=f"root=/dev/vda {OVERLAY}")
        session.wait_for_kiosk()
        until(session.answers, "the control channel", PATIENCE_S, 1.0)
        kind, place = (machine.run(f"findmnt -n -o {words}") for words in ("FSTYPE /", "FSTYPE /var/lib/companion"))
        assert (kind, place) == ("overlay", "ext4"), f"/ is {kind}, the games are on {place}"
        assert not machine.true("test -e /root/written"), "the root keeps what is written"
        machine.run("touch /root/written")
        taken_up(session, before, f"start {number} behind the overlay")
        session.push("start", lambda view: phase(view) == "open", "it goes on")
        slot = WINNING[number + 2]
        session.tap(TAGS[slot], lambda view: view["pile"] < before["pile"], slot)  # noqa: B023
        if session.question == "matched":
            session.push("a", lambda view: phase(view) == "open", "the answer that it fits")
        before = session.view
        told.append(slot)
    said = machine.run("cd /root/companion; systemd/install.sh 2>&1", 300, check=False)
    assert "read-only behind an overlay" in said, said
    session.reboot()
    session.wait_for_kiosk()
    return f"two starts, a card in each ({', '.join(told)}): kept; the root forgot; the installer refuses"
