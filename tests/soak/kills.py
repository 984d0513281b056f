"""SIGKILL to the real process at random moments under load: nothing acknowledged is lost, no journal is corrupt."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from companion.engine.entry import EntryKind
from companion.engine.journal import Journal
from companion.options import JOURNAL
from tests.engine.subjects import subject
from tests.soak.report import Finding


class Victim:
    """`companion headless` on a data folder, spoken to line by line until it dies."""

    def __init__(self, data: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "companion", "headless", "--data", str(data), "--clock", "manual"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    def say(self, request: object) -> dict[str, Any] | None:
        """The answer; None if the process is gone, or was cut off in the middle of it."""
        stdin, stdout = self.process.stdin, self.process.stdout
        assert stdin is not None and stdout is not None
        try:
            stdin.write(json.dumps(request).encode() + b"\n")
            stdin.flush()
            line = stdout.readline()
        except (BrokenPipeError, ConnectionResetError):
            return None
        return dict(json.loads(line)) if line.endswith(b"\n") else None

    def kill(self) -> None:
        os.kill(self.process.pid, signal.SIGKILL)

    def bury(self) -> None:
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            with contextlib.suppress(BrokenPipeError):
                pipe.close()


def soak_kills(name: str, count: int, seed: int = 1) -> Finding:
    """Kill `count` processes; after each, everything that was acknowledged must be in the journal."""
    rng = Random(seed)
    acked = resumed = 0
    begun = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="companion-soak-") as folder:
        data = Path(folder)
        for number in range(count):
            said, taken_up = _life(name, data, rng)
            acked += len(said)
            resumed += taken_up
            broken = _check(data, said)
            if broken is not None:
                return Finding(f"kills of {name}", {"kills": number + 1, "acknowledged": acked}, broken)
        size = (data / JOURNAL).stat().st_size
    figures = {
        "kills": count,
        "acknowledged": acked,
        "lost": 0,
        "corrupt": 0,
        "taken up": resumed,
        "journal kB": size // 1000,
        "seconds": int(time.perf_counter() - begun),
    }
    return Finding(f"kills of {name}", figures, None if acked else "no move was ever acknowledged")


def _life(name: str, data: Path, rng: Random) -> tuple[list[Any], bool]:
    """Run until killed; the moves that were acknowledged."""
    known = subject(name)
    opening, moves = rng.choice(known.openings)
    victim = Victim(data)
    said: list[Any] = []
    answer = victim.say({"resume": {}}) if rng.random() < 0.5 else None
    taken_up = bool(answer and answer["ok"])
    # The moment of death counts from the first answer, or most would die while Python still starts.
    if taken_up:
        script: list[Any] = [{"move": dict(known.thaw)}]
    else:
        seats = [{"name": p.name, "colour": p.colour, "new": p.new} for p in opening.seats]
        first = {"open": {"game": opening.game, "seats": seats, "options": dict(opening.options), "seed": opening.seed}}
        if victim.say(first) is None:
            victim.bury()
            return said, False
        script = [{"move": dict(move)} for move in moves if "type" in move]
    timer = threading.Timer(rng.uniform(0.0, 0.25), victim.kill)
    timer.start()
    while True:
        if not script:
            offered = victim.say({"legal": {}})
            if offered is None:
                break
            legal = offered.get("legal") or []
            if not legal:
                script = [{"undo": {}}, {"clock": {"advance": 0.5}}]
            else:
                script = [{"move": move} for move in rng.choices(legal, k=4)] + [{"clock": {"advance": rng.random()}}]
        request = script.pop(0)
        answer = victim.say(request)
        if answer is None:
            break
        if answer["ok"] and "move" in request:
            said.append(request["move"])
        elif not answer["ok"] and not script:
            script = [{"clock": {"advance": 1.0}}]
        if "undo" in request and not answer["ok"]:
            timer.join()  # nothing left to do in this game: wait for the end
    timer.join()
    victim.bury()
    return said, taken_up


def _check(data: Path, said: list[Any]) -> str | None:
    journal = Journal(data / JOURNAL)
    try:
        if journal.problems:
            return f"the journal is corrupt: {journal.problems[0].facts}"
        rows = [row for row in journal.games() if row.entries or not said]
        if not said:
            return None
        made: list[list[Any]] = []
        for row in rows[:8]:
            saved = journal.load(row.id)
            assert saved is not None
            made.append([msgspec.json.decode(e.move) for e in saved.entries if e.kind is EntryKind.MOVE])
        if any(_ends_with(moves, said) for moves in made):
            return None
        return f"{len(said)} moves were acknowledged, the journal ends otherwise"
    finally:
        journal.close()


def _ends_with(moves: list[Any], said: list[Any]) -> bool:
    """Whether `moves` ends with those said, or has one more that was saved but not answered any more."""
    for extra in (0, 1):
        end = len(moves) - extra
        if end >= len(said) and all(_same(a, b) for a, b in zip(moves[end - len(said) : end], said, strict=True)):
            return True
    return False


def _same(saved: dict[str, Any], said: dict[str, Any]) -> bool:
    """A saved move has its defaults filled in."""
    return all(saved.get(key) == value for key, value in said.items())
