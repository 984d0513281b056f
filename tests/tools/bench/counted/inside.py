"""What runs in the guest: `python -m tests.tools.bench.counted.inside FILE`, a line of JSON for each group.

FILE: {"groups": [their names], "taps": how many}.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from companion.engine.game import GameSetup
from companion.games.registry import Games
from kiosk.measure import run
from tests.random_play import SEATS, Played
from tests.tools.bench.counted.groups import BARE, COSTS, DRAWN, EVENINGS, HUB, MOST_DRAWN, PLAY, PLAYED, RANDOM
from tests.tools.bench.engine.rows_chess import GAMES

PAINTED = Path("/painted")
"""What the first evening has painted, a folder for each mode."""
RANDOM_GAMES = 20
CHESS_GAMES = 6
RIVALS = "/opt/rivals"
ACTS = 300
HUB_GAMES = 6
WARM = f"{PLAYED[0]}-taps"
"""What is measured for nobody before taps that would be the first: a process compiles Mesa's shaders for later ones."""
MARK = "counted: "
"""Before each line that is told."""


def say(**what: Any) -> None:
    """One line on the console."""
    print(MARK + json.dumps(what), flush=True)


def probe(group: str, taps: int) -> dict[str, Any]:
    """A process of the probe; one of a second evening gets what the first has painted, which goes before if need be."""
    mode = group.removesuffix(EVENINGS["second evening"]).removesuffix(DRAWN).removesuffix(COSTS)
    ahead = group != mode and not group.endswith(COSTS)
    if group.endswith(DRAWN):
        taps = min(taps, MOST_DRAWN)
    with tempfile.TemporaryDirectory(prefix="counted-") as name:
        data = Path(name)
        painted = PAINTED / ("home" if mode == "home-fingers" else mode)
        if ahead and not mode.startswith(BARE):
            if not painted.exists():
                say(painted=painted.name, found=probe(painted.name, taps))
            shutil.copytree(painted, data / "textures")
        watched = mode in (BARE, "home", "clock")
        env = {**os.environ, **({"COMPANION_BENCH_PAINTED": "1"} if watched or ahead else {})}
        if group.endswith(DRAWN):
            del env["LP_NO_RAST"]
            env["COMPANION_BENCH_STILL"] = "1"
        if group.endswith(COSTS):
            env["COMPANION_BENCH_COSTS"] = "1"
        found = run.probe("tests.tools.bench.kiosk.probe", f"{mode}-minute" if watched else mode, data, taps, env)
        if (data / "textures").exists():
            shutil.copytree(data / "textures", PAINTED / mode, dirs_exist_ok=True)
    return found


def random_play() -> dict[str, float]:
    """Milliseconds of processor time for a move; each game with the same choices."""
    games = Games(None)
    found: dict[str, float] = {}
    for name in RANDOM:
        game, options, _aim = GAMES[name]
        found[name] = _a_move(lambda n, g=games[game], o=options: Played(g, GameSetup(SEATS, o), Random(n)).run().moves)  # type: ignore[misc]
    said = subprocess.run(
        [sys.executable, "-P", Path(__file__).parents[1] / "engine/chess_play.py", "--games", str(CHESS_GAMES)],
        env={**os.environ, "PYTHONPATH": RIVALS}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return {**found, "python-chess: a move": 1e3 / float(said.stdout)}


def _a_move(play: Callable[[int], int]) -> float:
    """Milliseconds of processor time for a move of what `play` plays, in games after one that does not count."""
    play(0)
    begun, moves = time.process_time(), 0
    for number in range(1, 1 + RANDOM_GAMES):
        moves += play(number)
    return 1e3 * (time.process_time() - begun) / moves


def hub() -> dict[str, float]:
    """Milliseconds of the hub's processor time for an act of a table, each a transaction of its own."""
    from companion.hub.ingest import Ingest
    from companion.hub.sqlite_store import SqliteStore
    from tests.hub.tables import Table, Wire

    class Timed(Ingest):
        """Notes how long it took."""

        spent = 0.0

        def take(self, arrived: Any) -> Any:
            begun = time.process_time()
            try:
                return super().take(arrived)
            finally:
                self.spent += time.process_time() - begun

    with tempfile.TemporaryDirectory(prefix="counted-") as name:
        found = Timed(SqliteStore(Path(name) / "hub.db"))
        line, rng = Wire(found, Random(1)), Random(1)
        table = Table("t1", line)
        for _ in range(3):
            table.pump()
            line.carry()
        found.spent = 0.0
        sent = 0
        for act in range(ACTS):
            if act % (ACTS // HUB_GAMES) == 0:
                table.open(act * HUB_GAMES // ACTS, act)
            table.play(rng)
            table.pump()
            sent += bool(line.up)
            line.carry()
        spent = found.spent
        found.close()
    return {"act_ms": 1e3 * spent / sent}


def measure(group: str, taps: int) -> dict[str, Any]:
    """What a group finds."""
    if group == PLAY:
        return random_play()
    return hub() if group == HUB else probe(group, taps)


def main() -> int:
    """The exit status: 1 if a group failed; the others were measured."""
    asked = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    failed = False
    if "-" in asked["groups"][0]:
        probe(WARM, 1)
        shutil.rmtree(PAINTED, ignore_errors=True)
    for group in asked["groups"]:
        begun = time.monotonic()
        try:
            say(group=group, found=measure(group, asked["taps"]), guest_s=time.monotonic() - begun)
        except Exception:  # noqa: BLE001
            failed = True
            traceback.print_exc()
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
