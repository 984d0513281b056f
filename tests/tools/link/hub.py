"""`make hub`: a broker, a hub, three tables that play by themselves, and the wall. Ctrl-C ends it."""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from random import Random

from companion.uplink.outbox.seal import OwnerKey
from tests.tools.bench.engine.phones import free_port
from tests.tools.link.__main__ import play
from tests.tools.link.broker import Mosquitto
from tests.tools.link.processes import Hub, Table

PASSWORD = "hell"
PACE_S = 0.7
TABLES = {"t1": "By the window", "t2": "The bar", "t3": "The big one"}


def run(folder: Path, seconds: float) -> int:
    key, rng, done = OwnerKey.made(), Random(1), Counter[str]()
    with ExitStack() as ends:
        try:
            broker = Mosquitto(folder, tuple(TABLES))
        except FileNotFoundError as missing:
            print(missing, file=sys.stderr)
            return 2
        ends.callback(broker.stop)
        port = free_port()
        hub = Hub(folder, broker.port, wall=f'[wall]\nport = {port}\npassword = "{PASSWORD}"\n')
        ends.callback(hub.kill)
        tables = [Table(folder / name, name, broker.port, key.text, title) for name, title in TABLES.items()]
        for table in tables:
            ends.callback(table.kill)
        print(f"The wall: http://localhost:{port}/   password: {PASSWORD}   (Ctrl-C ends it)", flush=True)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            play(rng.choice(tables), rng, done)
            time.sleep(PACE_S)
    return 0


def main() -> int:
    parser = argparse.ArgumentParser("make hub")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="end by itself after so long")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with tempfile.TemporaryDirectory(prefix="companion-hub-") as folder:
        try:
            return run(Path(folder), parser.parse_args().seconds)
        except KeyboardInterrupt:
            return 0


if __name__ == "__main__":
    sys.exit(main())
