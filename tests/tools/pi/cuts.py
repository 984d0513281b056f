"""Power cuts while cards are tapped: nothing that was acknowledged is lost, and the game comes back held.

What the disk would hold if the plug were pulled at this moment (`VolatileDisk`: what was flushed, and by chance of the
rest) is copied while people play on. e2fsck mends each copy as the start of a Pi does, and the same companion takes its
game up on this computer. Some of the cuts are real: the machine is killed, and started again from what is left.
"""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.options import PACKAGED_CONFIG
from tests.process.demo_box import TAGS, WINNING
from tests.tools.pi.care import begin, journal, lay
from tests.tools.pi.devices import on_track
from tests.tools.pi.patience import until
from tests.tools.pi.play import A_MOMENT, phase
from tests.tools.pi.roots import ROOT
from tests.tools.pi.session import PATIENCE_S, Session
from tests.tools.pi.steps import step
from tests.tools.pi.twin import BOXES

CARDS = [slot for slot in WINNING if not slot.startswith(("silence", "rail-30", "rail-41"))][:5]
MOST_UNFLUSHED = 4
"""The disk falls silent at a write after which 1 to so many blocks are unflushed: fewer than a commit writes."""
EACH = 10
"""One of so many cuts is real."""


@dataclass(frozen=True)
class Games:
    """Where a disk keeps the games: from which byte on its file system lies, and their folder there."""

    offset: int
    folder: str


@dataclass
class Tally:
    """What the cuts have done so far."""

    acknowledged: int = 0
    forgotten: int = 0
    mended: int = 0
    starts: int = 0


def tapped(session: Session, chance: random.Random) -> tuple[int, Any]:
    """A new game in which cards are tapped: the entries that were acknowledged, and the view then.

    When this returns, a card was tapped after these, and the disk has fallen silent in the middle of its commit.
    """
    if session.view is not None:
        session.ask(leave={})
    lay(session, 0)
    *cards, last = CARDS[: chance.randint(2, len(CARDS))]
    for slot in cards:
        session.tap(TAGS[slot], on_track(slot), slot)
    entries, view = journal(session)[2], session.view
    session.volatile.fall_silent(chance.randint(1, MOST_UNFLUSHED))

    def silent() -> bool:
        session.hold_card(TAGS[last])
        return session.volatile.silent

    until(silent, "a commit", PATIENCE_S, A_MOMENT)
    return entries, view


def examined(disk: Path, games: Games, folder: Path, entries: int, before: Any) -> bool:
    """Take the last game up from a disk whose power was cut; whether e2fsck had anything to mend.

    :param entries: acknowledged before the cut, with this view.
    :raises AssertionError: if anything of them is lost, or the game does not come back held.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    # A file of its own: e2fsck forgets where on a disk the file system begins when it has recovered its journal.
    alone = folder / "alone.img"
    words = ["dd", f"if={disk}", f"of={alone}", "bs=1M", f"skip={games.offset}", "iflag=skip_bytes", "conv=sparse"]
    subprocess.run(words, check=True, capture_output=True)
    check = subprocess.run(["e2fsck", "-fy", alone], capture_output=True, text=True, check=False)
    assert check.returncode < 4, f"e2fsck: {check.stdout[-300:]}"
    subprocess.run(["debugfs", "-R", f"rdump {games.folder} {folder}", alone], check=True, capture_output=True)
    alone.unlink()
    data = folder / Path(games.folder).name
    with closing(sqlite3.connect(data / "journal.db")) as db:
        (word,) = db.execute("pragma integrity_check").fetchone()
        (kept,) = db.execute("select count(*) from entry").fetchone()
    assert word == "ok", f"the journal: {word}"
    assert kept >= entries, f"{entries - kept} of {entries} acknowledged entries are lost"
    view = resumed(data, folder / "config")
    assert phase(view) == "held", f"the game did not come back held, it is {phase(view)}"
    if kept == entries:
        for part in ("track", "pile", "hands"):
            assert view[part] == before[part], f"{part}: {view[part]}, it was {before[part]}"
    return check.returncode > 0


def resumed(data: Path, config: Path) -> Any:
    """What the companion on this computer shows when it takes up the last game of that journal."""
    answers = headless(data, config, ({"resume": {}}, {"view": {}}), 120)
    assert all(answer["ok"] for answer in answers), answers
    return answers[-1]["view"]


def headless(data: Path, config: Path, requests: Iterable[Mapping[str, Any]], timeout: float) -> list[Any]:
    """The answers of the companion on this computer, with the invented boxes.

    :param config: folder that is made for it.
    :param timeout: seconds after which it hangs.
    """
    shutil.copytree(PACKAGED_CONFIG, config)
    for own, demo in BOXES.items():
        shutil.copy(config / demo, config / own)
    words: list[str | Path] = [sys.executable, "-m", "companion", "headless", "--data", data, "--config", config]
    asked = "".join(json.dumps(request) + "\n" for request in requests)
    done = subprocess.run(words, cwd=ROOT, input=asked, capture_output=True, text=True, timeout=timeout, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def cut_often(session: Session, cuts: int, games: Games, start: Callable[[bool], None]) -> str:
    """Cut the power of a machine that plays from a volatile disk.

    :param start: starts the machine again from what is left; True: with a hand on its control channel and the invented
        deck, for the first time.
    """
    chance, tally = random.Random(1), Tally()
    copy = session.image.with_name("cut.img")
    start(True)
    for number in range(1, cuts + 1):
        entries, before = tapped(session, chance)
        real = number % EACH == 0 or number == cuts
        unflushed, kept = session.power_cut(chance, copy) if real else session.would_hold(chance, copy)
        with tempfile.TemporaryDirectory(prefix="pi-cut-") as folder:
            tally.mended += examined(copy, games, Path(folder) / "disk", entries, before)
        if real:
            start(False)
            word, _games, found = journal(session)
            assert word == "ok", f"the journal: {word}"
            assert found >= entries, f"{entries - found} of {entries} acknowledged entries are lost"
            session.ask(resume={})
            assert phase(session.view) == "held", "the game did not come back held"
            session.push("start", lambda view: phase(view) == "open", "it goes on")
            tally.starts += 1
        tally.acknowledged, tally.forgotten = entries, tally.forgotten + unflushed - kept
        session.say(f"cut {number}: {entries} entries acknowledged, all there; {kept} of {unflushed} blocks arrived")
    copy.unlink()
    return (
        f"{cuts} cuts, {tally.starts} of them started again; 0 of {tally.acknowledged} acknowledged entries lost;"
        f" {tally.forgotten} unflushed blocks were forgotten, e2fsck mended {tally.mended} times"
    )


@step("cuts", "the power is cut while cards are tapped: nothing acknowledged is lost (--cuts N)", usual=True)
def cuts(session: Session) -> str:
    def start(first: bool) -> None:
        if not first:
            subprocess.run(["e2fsck", "-fy", session.image], capture_output=True, check=False)
            session.power_on(fresh=False, volatile=True)
        else:
            session.reboot(volatile=True)
        session.wait_for_kiosk()
        if first:
            begin(session, 0)
        until(session.answers, "the control channel", PATIENCE_S, 1.0)

    return cut_often(session, session.cuts, Games(0, "/var/lib/companion/state"), start)
