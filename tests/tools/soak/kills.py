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

from companion.engine.codec import in_clear
from companion.engine.entry import EntryKind
from companion.engine.journal import Journal
from companion.options import JOURNAL
from tests.engine.subjects import subject
from tests.tools.soak.report import Finding


class Victim:
    """`companion headless` on a data folder, spoken to line by line until it dies."""

    def __init__(self, data: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "companion", "headless", "--moves", "--data", str(data), "--clock", "manual"],
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
            before = _entries(data)
            said, sure, on_resume = _life(name, data, rng)
            acked += sure
            resumed += on_resume
            broken = _check(data, said, sure, before)
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


def _life(name: str, data: Path, rng: Random) -> tuple[list[Any], int, bool]:
    """Run until killed; the moves that were answered, and how many of them were said to be saved."""
    known = subject(name)
    opening, moves = rng.choice(known.openings)
    victim = Victim(data)
    said: list[Any] = []
    sure = 0
    answer = victim.say({"resume": {}}) if rng.random() < 0.5 else None
    on_resume = bool(answer and answer["ok"])
    # The moment of death counts from the first answer, or most would die while Python still starts.
    if on_resume:
        script: list[Any] = [{"move": dict(known.thaw)}]
    else:
        seats = [{"name": p.name, "colour": p.colour, "new": p.new} for p in opening.seats]
        first = {"open": {"game": opening.game, "seats": seats, "options": dict(opening.options), "seed": opening.seed}}
        if victim.say(first) is None:
            victim.bury()
            return said, sure, False
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
        if answer.get("saved", True):
            sure = len(said)
        elif not answer["ok"] and not script:
            script = [{"clock": {"advance": 1.0}}]
        if "undo" in request and not answer["ok"]:
            timer.join()  # nothing left to do in this game: wait for the end
    timer.join()
    victim.bury()
    return said, sure, on_resume


def _entries(data: Path) -> dict[int, int]:
    """How many entries each game has."""
    journal = Journal(data / JOURNAL)
    found = {row.id: row.entries for row in journal.games()}
    journal.close()
    return found


def _check(data: Path, said: list[Any], sure: int, before: dict[int, int]) -> str | None:
    """What is wrong with the journal after a life in which `said` was answered, `sure` of it as saved."""
    journal = Journal(data / JOURNAL)
    try:
        news = [notice for notice in journal.take_news() if not notice.gone]
        if news:
            return f"the journal is corrupt: {news[0].facts}"
        made: list[Any] = []
        for row in reversed(journal.games()):
            known = before.get(row.id, 0)
            if row.entries > known:
                saved = journal.load(row.id)
                assert saved is not None
                fresh = saved.entries[known:]
                made += [msgspec.json.decode(in_clear(e.move)) for e in fresh if e.kind is EntryKind.MOVE]
    finally:
        journal.close()
    # A new game in the same session is no entry but a game of its own.
    least, moves, made = len(_without_new_games(said[:sure])), _without_new_games(said), _without_new_games(made)
    # One more may have been saved that was not answered any more; an ignored tap is saved too.
    if not least <= len(made) <= len(moves) + 1:
        return f"{least} moves were acknowledged, {len(made)} are in the journal"
    wrong = next((i for i, (a, b) in enumerate(zip(made, moves, strict=False)) if not _same(a, b)), None)
    return None if wrong is None else f"move {wrong} was {moves[wrong]}, the journal has {made[wrong]}"


def _without_new_games(moves: list[Any]) -> list[Any]:
    return [move for move in moves if move["type"] != "new_game"]


def _same(saved: dict[str, Any], said: dict[str, Any]) -> bool:
    """A saved move has its defaults filled in."""
    return all(saved.get(key) == value for key, value in said.items())
