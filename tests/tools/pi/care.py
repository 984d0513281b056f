"""The watchdog, backup and restore, and updates."""

from __future__ import annotations

import time
from typing import Any

from kiosk.sound.process import PRIORITY
from tests.process.demo_box import TAGS, WINNING
from tests.tools.pi.devices import on_track, open_wagon
from tests.tools.pi.patience import until
from tests.tools.pi.play import fresh, phase
from tests.tools.pi.roots import ROOT
from tests.tools.pi.session import BOOT_S, PATIENCE_S, Session
from tests.tools.pi.start import colours
from tests.tools.pi.steps import step

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
        if session.prompt["id"] == "matched":
            session.push("a", lambda view: phase(view) == "open", "the answer that it fits")
    return session.view


def taken_up(session: Session, before: Any, what: str) -> None:
    """The companion is there again: the last game can be taken up, held, with all of its cards."""
    session.ask(resume={})
    view = session.view
    assert phase(view) == "held", f"{what}: the game is {phase(view)}"
    assert (view["track"], view["pile"], view["hands"]) == (before["track"], before["pile"], before["hands"]), what


TEXTURES = "/var/lib/companion/state/textures/*.msgpack"
SOUND_PROCESS = "pgrep -u companion -f 'kiosk[.]sound[.]process'"


@step(
    "watchdog",
    "frozen (the window, then the whole process) it is ended by systemd and comes back with the game",
    usual=True,
)
def watchdog(session: Session) -> str:
    before = begin(session, 4)
    machine = session.machine
    period = machine.run("systemctl show --property=WatchdogUSec --value companion.service")
    told = []
    fifo = f"{RUN_TIME_FOLDER}/frozen"

    def freeze_window() -> None:
        """It is asked for a picture in a FIFO that nobody reads: its loop hangs in open()."""
        machine.run(f"runuser -u companion -- mkfifo {fifo}")
        machine.tell(picture=fifo)

    def freeze_process() -> None:
        machine.run("systemctl kill --kill-whom=main --signal=STOP companion.service")

    for what, freeze in (("window", freeze_window), ("process", freeze_process)):
        pid, begun = process(session), time.monotonic()
        freeze()
        until(lambda: process(session) not in (pid, "0"), f"the end of the frozen {what}", 400, 2.0)  # noqa: B023
        told.append(f"{what} {time.monotonic() - begun:.0f} s")
        session.wait_for_kiosk()
        until(session.answers, "the control channel", PATIENCE_S, 1.0)
        taken_up(session, before, what)
        session.push("start", lambda view: phase(view) == "open", "it goes on")
    session.still("watchdog-back")
    told.append(_sound_killed(session))
    until(lambda: machine.true(f"ls {TEXTURES}"), "painted textures kept in the state folder", PATIENCE_S, 2.0)
    return f"WatchdogSec {period}: ended and back after " + ", ".join(told)


def _sound_killed(session: Session) -> str:
    """Whatever became of the kiosk: one process makes its sound, and another one if that is killed."""
    machine, kiosk = session.machine, process(session)

    def sound() -> list[str]:
        return machine.run(SOUND_PROCESS, check=False).split()

    until(lambda: len(sound()) == 1, "one process for the sound", PATIENCE_S, 1.0)
    before, begun = sound()[0], time.monotonic()
    niceness = lambda: int(machine.run(f"ps -o ni= -p {before}"))  # noqa: E731
    until(lambda: niceness() == PRIORITY, f"the sound with niceness {PRIORITY}", PATIENCE_S, 1.0)
    machine.run(f"kill -KILL {before}")
    until(lambda: len(sound()) == 1 and sound() != [before], "another process for the sound", PATIENCE_S, 1.0)
    assert process(session) == kiosk, "the kiosk was restarted when its sound was killed"
    return f"sound {time.monotonic() - begun:.0f} s (niceness {PRIORITY})"


@step("textures", "painted textures are kept, and the next start paints none of them again")
def textures(session: Session) -> str:
    """With an empty folder they are all painted and written; then a start with them leaves their file alone."""
    machine = fresh(session, "table")
    last, since = "", time.monotonic()

    def silent() -> bool:
        nonlocal last, since
        now = machine.run(f"stat -c '%i %s' {TEXTURES} 2>/dev/null", check=False)
        if now != last:
            last, since = now, time.monotonic()
        return bool(now) and time.monotonic() - since > 30.0

    until(silent, "all textures, painted ahead and written", BOOT_S, 3.0)
    inode, size = last.split()
    machine.run("systemctl restart companion.service", 1200)
    until(session.answers, "the companion's control channel", PATIENCE_S, 0.5)
    session.shows(lambda picture: colours(picture) > 100, "home")
    time.sleep(30)
    machine.run("systemctl stop companion.service", 120)
    after = machine.run(f"stat -c '%i %s' {TEXTURES}").split()
    machine.run("systemctl start companion.service", 1200)
    session.wait_for_kiosk()
    assert after == [inode, size], f"painted again: {size} bytes became {after[1]}"
    return f"{int(size) >> 10} KiB in one file; the next start wrote none"


@step("backup", "backup while it runs, restore into an empty state folder, on aarch64")
def backup(session: Session) -> str:
    before = begin(session, 3)
    machine = session.machine
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
START = "kiosk/window/start.py"
BREAK_START = (ROOT / "tests/process/broken_start.py").read_text(encoding="utf-8")


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
    before = begin(session, 3)
    machine = session.machine
    current = lambda: machine.run("readlink /opt/companion/current")  # noqa: E731
    first = int(current().rsplit("/", 1)[-1])
    told = []
    for what, file, more, number in (
        ("made", "kiosk/display/theme.py", "# newer\n", first + 1),
        ("refused", "companion/headless.py", BREAK_CHECK, first + 1),
        ("fell back", START, BREAK_START, first + 1),
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
